"""Turns, rounds and points, each from a position on the table."""

import pytest
from games.toy_race.table import GAME, GameOver, RoundOver, Running, Table, play

from companion.kernel.explain import Refused
from companion.kernel.game import Setup


@pytest.mark.rule("toy_race.goal", "toy_race.ruling.length")
@pytest.mark.parametrize(("length", "steps"), [("short", 5), ("long", 10)])
def test_the_table_chooses_how_long_the_race_is(length: str, steps: int) -> None:
    table = Table(house={"length": length})
    assert [table.state.left(seat) for seat in table.state.seats] == [steps, steps]


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players(seats: int) -> None:
    with pytest.raises(Refused):
        GAME.start(Setup(seats))


@pytest.mark.rule("toy_race.turn")
def test_the_players_take_turns() -> None:
    table = Table(3, first=1)
    assert table.turn == "Ben"
    assert table.refused("Anna goes 1").rules == ("toy_race.turn",)
    assert table.play("Ben goes 1").turn == "Cem"
    assert table.play("Cem stays").turn == "Anna"
    assert "toy_race.turn" in table.noted


@pytest.mark.rule("toy_race.steps")
@pytest.mark.parametrize(("to_go", "steps"), [((5, 5), 4), ((5, 5), 0), ((5, 5), -1), ((2, 5), 3)])
def test_how_far_a_player_may_go(to_go: tuple[int, ...], steps: int) -> None:
    assert Table(to_go=to_go).refused(f"Anna goes {steps}").rules == ("toy_race.steps",)


@pytest.mark.rule("toy_race.goal", "toy_race.points")
def test_the_goal_and_the_lead_bring_points() -> None:
    table = play("Anna goes 3", to_go=(3, 4, 2))
    assert table.phase is RoundOver
    assert table.points == {"Anna": {"win": 3, "lead": 2}, "Ben": {}, "Cem": {}}
    assert {"toy_race.goal", "toy_race.points"} <= table.cited


@pytest.mark.rule("toy_race.round", "toy_race.end")
def test_after_a_round_the_players_go_on_or_stop() -> None:
    running = Table()
    assert {running.refused(word).rules for word in ("again, Ben begins", "stop")} == {("toy_race.round",)}
    table = play("Anna goes 1", to_go=(1, 1))
    assert {table.refused(word).rules for word in ("Ben goes 1", "Ben stays")} == {("toy_race.round",)}
    assert table.refused("again, Dora begins").rules == ("toy_race.turn",)
    table.play("again, Ben begins")
    assert (table.phase, table.turn, table.state.round) == (Running, "Ben", 2)
    table.play("Ben goes 3", "Anna stays", "Ben goes 2", "stop")
    assert (table.phase, table.over) == (GameOver, True)
    words = ("Anna goes 1", "Anna stays", "again, Ben begins", "stop")
    assert {table.refused(word).rules for word in words} == {("toy_race.end",)}
