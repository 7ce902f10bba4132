"""The clock on the table: down or up, for all or for each, with pause; the moment is always given."""

from companion.tables.clock import Clock, Clocks


def test_it_counts_down_and_stands_still_while_it_is_paused() -> None:
    clock = Clock(60).started(100.0)
    assert clock.seconds(0, 110.0) == 50.0
    clock = clock.paused(110.0)
    assert clock.seconds(0, 500.0) == 50.0
    assert not clock.is_up(500.0)
    clock = clock.started(500.0)
    assert (clock.is_up(549.9), clock.is_up(550.0), clock.seconds(0, 600.0)) == (False, True, 0.0)
    assert clock.anew().seconds(0, 700.0) == 60.0


def test_without_a_limit_it_counts_up_and_is_never_over() -> None:
    clock = Clock(0).started(10.0)
    assert (clock.seconds(0, 75.0), clock.is_up(10_000.0)) == (65.0, False)


def test_everybody_has_time_of_their_own() -> None:
    clock = Clock(60, (0.0,) * 3).started(0.0)
    clock = clock.passed_on(20.0)
    assert [clock.seconds(seat, 25.0) for seat in range(3)] == [40.0, 55.0, 60.0]
    clock = clock.paused(25.0).passed_on(30.0)
    assert (clock.running, clock.shown) == (None, 2), "who pauses passes on without a start"
    clock = clock.started(40.0).passed_on(50.0)
    assert (clock.running, [clock.seconds(seat, 50.0) for seat in range(3)]) == (0, [40.0, 55.0, 50.0])
    assert Clock(60, (0.0,) * 3).started(0.0).is_up(61.0)


def test_a_clock_that_goes_back_takes_nobodys_time() -> None:
    assert Clock(60).started(100.0).seconds(0, 90.0) == 60.0
    assert Clock(60).started(100.0).paused(90.0).spent == (0.0,)


def test_each_table_has_its_own_and_pages_learn_of_changes() -> None:
    heard: list[str] = []
    clocks = Clocks(heard.append)
    clocks.put("a", Clock(30))
    assert (clocks.of("a"), clocks.of("b")) == (Clock(30), None)
    clocks.put("a", None)
    clocks.put("b", None)
    assert clocks.of("a") is None
    assert heard == ["a", "a", "b"]
