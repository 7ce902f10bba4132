"""The clock on the table: down or up, for all or for each, with pause; the moment is always given."""

import json
from pathlib import Path

import pytest

from companion.storage.library import Library
from companion.storage.merge import CLOCK
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
    clock = clock.passed_on(20.0, range(3))
    assert [clock.seconds(seat, 25.0) for seat in range(3)] == [40.0, 55.0, 60.0]
    clock = clock.paused(25.0).passed_on(30.0, range(3))
    assert (clock.running, clock.shown) == (None, 2), "who pauses passes on without a start"
    clock = clock.started(40.0).passed_on(50.0, range(3))
    assert (clock.running, [clock.seconds(seat, 50.0) for seat in range(3)]) == (0, [40.0, 55.0, 50.0])
    assert Clock(60, (0.0,) * 3).started(0.0).is_up(61.0)


def test_a_player_who_joins_gets_a_turn_and_one_who_has_left_gets_none() -> None:
    clock = Clock(60, (0.0,) * 3).started(0.0).passed_on(20.0, (0, 2, 3)).passed_on(30.0, (0, 2, 3))
    assert (clock.running, [clock.seconds(seat, 35.0) for seat in range(4)]) == (3, [40.0, 60.0, 50.0, 55.0])
    assert clock.passed_on(40.0, (0, 2, 3)).running == 0


def test_a_clock_that_goes_back_takes_nobodys_time() -> None:
    assert Clock(60).started(100.0).seconds(0, 90.0) == 60.0
    assert Clock(60).started(100.0).paused(90.0).spent == (0.0,)


class Machine:
    """A machine on which one program after the other keeps clocks; the test sets both of its clocks.

    :param wall: the time of day.
    :param own: what goes on until the machine is switched off.
    """

    def __init__(self, folder: Path) -> None:
        self.library = Library.open(folder).library
        self.wall, self.own = 1_000_000.0, 500.0
        self.heard: list[str] = []

    def start(self) -> Clocks:
        """Return the clocks of a program that has just begun."""
        return Clocks(self.library, self.heard.append, wall=lambda: self.wall, own=lambda: self.own)

    def wait(self, wall: float, own: float) -> None:
        """Let time pass on both."""
        self.wall, self.own = self.wall + wall, self.own + own

    def left(self) -> float:
        """Return what a program that begins now shows on the table's clock."""
        clock = self.start().of("a")
        assert clock
        return clock.seconds(clock.shown, self.own)


def test_each_table_has_its_own_and_pages_learn_of_changes(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    clocks = machine.start()
    clocks.put("a", Clock(30))
    assert (clocks.of("a"), clocks.of("b")) == (Clock(30), None)
    clocks.put("a", None)
    clocks.put("b", None)
    assert clocks.of("a") is None
    assert machine.heard == ["a", "a", "b"]
    assert machine.start().of("a") is None, "what was put away stays away"


def test_a_clock_outlasts_the_program_and_one_that_ran_has_gone_on(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.start().put("a", Clock(300, (10.0, 40.0), shown=1).started(machine.own))
    machine.wait(60.0, 60.0)
    clock = machine.start().of("a")
    assert clock
    assert (clock.running, clock.seconds(1, machine.own), clock.seconds(0, machine.own)) == (1, 200.0, 290.0)
    machine.start().put("a", clock.paused(machine.own))
    machine.wait(600.0, 600.0)
    assert machine.left() == 200.0, "one that stood still has stood still"


@pytest.mark.parametrize(
    ("wall", "own", "left"),
    [
        (30.0, 30.0, 270.0),
        (30.0, -400.0, 270.0),  # the machine was switched off and on
        (3_600.0, 30.0, 270.0),  # the wall clock was set forward
        (-3_600.0, 30.0, 300.0),  # or back
        (-3_600.0, -400.0, 300.0),
        (90_000.0, -400.0, 300.0),  # it stood wrong when the machine was switched on
        (120.0, 5.0, 295.0),  # what has passed for sure
    ],
)
def test_a_wrong_clock_on_the_wall_takes_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wall: float, own: float, left: float
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    machine = Machine(tmp_path)
    machine.start().put("a", Clock(300).started(machine.own))
    machine.wait(wall, own)
    assert machine.left() == left


def test_where_a_page_begins_its_own_clock_the_one_on_the_wall_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "emscripten")
    machine = Machine(tmp_path)
    machine.start().put("a", Clock(300).started(machine.own))
    machine.wait(120.0, 5.0)
    assert machine.left() == 180.0


@pytest.mark.parametrize(
    "kept",
    [None, 3, {}, {"limit": 60, "spent": [], "shown": 0, "since": None}, {"limit": 60, "spent": ["x"], "shown": 0}],
)
def test_what_the_disk_has_spoilt_is_no_clock(tmp_path: Path, kept: object) -> None:
    machine = Machine(tmp_path)
    machine.library.set_setting(f"{CLOCK}a", kept)
    assert machine.start().of("a") is None


def test_it_stays_on_its_device(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.start().put("a", Clock(60))
    assert machine.library.settings(CLOCK)
    assert CLOCK not in json.dumps([*machine.library.everything().settings])
