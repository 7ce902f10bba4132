"""Points, rounds and the end of a free sheet, each from a position on the table."""

import pytest
from games.free_sheet.table import GAME, Table, play, report

from companion.games.free_sheet.model import GameOver, Running
from companion.games.free_sheet.numbers import NUMBERS
from companion.games.free_sheet.sums import written
from companion.kernel.explain import Refused
from companion.kernel.game import Setup
from companion.kernel.offers import Weight
from companion.scoring import ScoreSheet


@pytest.mark.rule("free_sheet.sheet")
@pytest.mark.parametrize("seats", [NUMBERS.players.fewest - 1, NUMBERS.players.most + 1])
def test_the_sheet_has_room_for_so_many(seats: int) -> None:
    with pytest.raises(Refused):
        GAME.start(Setup(seats))


@pytest.mark.rule("free_sheet.name")
def test_a_name_is_kept_without_blanks_around_it() -> None:
    assert Table(name="  Doppelkopf ").state.house.name == "Doppelkopf"
    assert GAME.meta.house_title({"name": " Skat "}) == "Skat"
    assert GAME.meta.house_title({}) == ""
    with pytest.raises(Refused) as refused:
        Table(name="x" * (NUMBERS.name.longest + 1))
    assert refused.value.why.rules == ("free_sheet.name",)


@pytest.mark.rule("free_sheet.points", "free_sheet.sum")
@pytest.mark.parametrize(
    ("typed", "points", "called"),
    [
        ("11", 11, "{player}: {points}"),
        ("3+6+2", 11, "{player}: {sum} = {points}"),
        (" 40 − 15", 25, "{player}: {sum} = {points}"),
        ("40–15", 25, "{player}: {sum} = {points}"),
        ("-5", -5, "{player}: {points}"),
        ("+5", 5, "{player}: {points}"),
        ("0", 0, "{player}: {points}"),
        ("999999", 999_999, "{player}: {points}"),
    ],
)
def test_what_is_typed_is_a_number_or_a_sum(typed: str, points: int, called: str) -> None:
    table = play(f"Anna {typed}")
    assert (table.totals, table.state.points) == ((points, 0), (points, None))
    assert GAME.describe(report(f"Anna {typed}")).message == called
    assert table.cited >= {"free_sheet.points"}
    assert ("free_sheet.sum" in table.cited) == ("sum" in called)


@pytest.mark.rule("free_sheet.sum")
@pytest.mark.parametrize(
    "typed",
    [
        "",
        "abc",
        "3+",
        "3 6",
        "1 3+6",
        "3++6",
        "3*6",
        "1.5",
        "1,5",
        "--5",
        "٣",
        "1000000",
        "999999+1",
        "1+" * 20 + "1",
        "9" * 60,
    ],
)
def test_what_is_no_sum_is_refused_with_the_reason(typed: str) -> None:
    table = Table()
    assert table.refused(f"Anna {typed}").rules == ("free_sheet.sum",)
    assert GAME.describe(report(f"Anna {typed}")).message == "{player}: “{points}”"
    assert table.state.points == (None, None)


@pytest.mark.rule("free_sheet.sum")
def test_why_a_sum_is_refused_says_what_is_wrong() -> None:
    table = Table()
    assert [table.refused(f"Anna {typed}").text.message for typed in ("x", "1000000", "9" * 60)] == [
        "“{typed}” is not a valid sum. Enter whole numbers with + and −, for example 3+6+2.",
        "That is too much: a round brings {most} at most.",
        "That is too long: a sum has {n} character at most.",
    ]


@pytest.mark.rule("free_sheet.ruling.negative")
def test_where_points_are_not_negative_a_sum_may_still_take_away() -> None:
    table = Table(negative="refused")
    assert table.refused("Anna -5").rules == ("free_sheet.ruling.negative",)
    assert table.refused("Anna 4-9").rules == ("free_sheet.ruling.negative",)
    assert table.play("Anna 9-4", "Ben 0").totals == (5, 0)
    assert play("Anna -5").totals == (-5, 0)


@pytest.mark.rule("free_sheet.round")
def test_a_round_is_complete_when_nobody_is_missing() -> None:
    table = play("Cem 5", "Anna 0", players=3)
    assert (table.state.round, table.state.missing) == (1, (1,))
    assert table.refused("Cem 6").rules == ("free_sheet.round",)
    assert table.refused("Dora 6").rules == ("companion.players",)
    table.play("Ben 7")
    assert (table.state.round, table.state.missing, table.totals) == (2, (0, 1, 2), (0, 7, 5))
    assert {line.round for line in table.lines} == {1}


@pytest.mark.rule("free_sheet.round")
def test_the_others_get_nothing_once_somebody_has_points() -> None:
    table = Table(4)
    assert table.refused("the others 0").rules == ("free_sheet.round",)
    assert [offer.weight for offer in table.offers] == [Weight.MAIN] * 4
    table.play("Anna 24", "the others 0")
    assert (table.state.round, table.totals, len(table.lines)) == (2, (24, 0, 0, 0), 4)


@pytest.mark.rule("free_sheet.ruling.dealer")
def test_the_deal_moves_on_by_one() -> None:
    table = Table(3, first=1)
    assert table.view.dealer == 1
    for _ in range(3):
        table.play("Anna 1", "the others 0")
    assert (table.view.dealers, table.view.dealer) == ((1, 2, 0, 1), 1)
    assert "free_sheet.ruling.dealer" in table.cited
    silent = play("Anna 1", "Ben 1", dealer="nobody")
    assert (silent.view.dealers, silent.view.dealer, silent.said[1:]) == ((), None, [])


@pytest.mark.rule("free_sheet.end")
def test_the_table_says_which_round_was_the_last() -> None:
    table = Table()
    assert table.refused("last round").rules == ("free_sheet.end",)
    assert table.play("Anna 5").refused("last round").rules == ("free_sheet.end", "free_sheet.round")
    (last,) = (offer for offer in table.offers if offer.closed)
    assert last.closed == table.refused("last round")
    table.play("Ben 4", "last round")
    assert (table.phase, table.over, table.state.round) == (GameOver, True, 1)
    assert {table.refused(word).rules for word in ("Anna 1", "the others 0", "last round")} == {("free_sheet.end",)}
    assert table.offers == ()


@pytest.mark.rule("free_sheet.ruling.end")
def test_the_sheet_closes_after_the_rounds_agreed_on() -> None:
    table = play("Anna 1", "Ben 0", end="rounds", rounds=2)
    assert table.phase is Running
    table.play("Anna 1", "Ben 0")
    assert (table.phase, table.state.round) == (GameOver, 2)
    assert {"free_sheet.ruling.end", "free_sheet.end"} <= table.cited


@pytest.mark.rule("free_sheet.ruling.end")
def test_a_target_ends_the_game_when_the_round_is_complete() -> None:
    table = play("Anna 100", end="target", target=100)
    assert table.phase is Running, "everybody has the round to the end"
    assert play("Anna 99", "Ben 0", end="target", target=100).phase is Running
    table.play("Ben 120")
    assert table.phase is GameOver
    assert table.said[1:] == ["{players} has reached {target} points.", "{player} wins with {n} point."]


@pytest.mark.rule("free_sheet.ruling.wins", "free_sheet.ties")
@pytest.mark.parametrize(
    ("wins", "points", "places", "rule"),
    [
        ("most", (30, 20, 10), (1, 2, 3), "free_sheet.end"),
        ("fewest", (30, 20, 10), (3, 2, 1), "free_sheet.end"),
        ("fewest", (-3, 5, -3), (1, 3, 1), "free_sheet.ties"),
        ("most", (30, 30, 10), (1, 1, 3), "free_sheet.ties"),
        ("most", (5, 5, 5), (1, 1, 1), "free_sheet.ties"),
    ],
)
def test_who_is_first_and_who_shares_a_place(
    wins: str, points: tuple[int, ...], places: tuple[int, ...], rule: str
) -> None:
    table = Table(3, wins=wins).play(*(f"{name} {n}" for name, n in zip(("Anna", "Ben", "Cem"), points, strict=True)))
    table.play("last round")
    assert rule in table.cited
    lines = [("1", line) for line in table.lines]
    sheet = ScoreSheet.of(GAME.meta.columns, 3, 1, lines, lowest_wins=bool(table.view.lowest_wins))
    assert tuple(rank.place for rank in sorted(sheet.ranking, key=lambda rank: rank.seat)) == places
    assert not GAME.meta.lowest_wins, "the table decides it"


@pytest.mark.parametrize("wins", ["most", "fewest"])
def test_nothing_is_said_of_a_game_before_its_rules(wins: str) -> None:
    """What wins is reported when the sheet is begun, since no player reads the setup a second time."""
    assert f"The {wins} points win." in Table(wins=wins).said[0]


def test_two_phones_tell_two_players_of_one_round() -> None:
    """One event is one player's points of one round: what others tell of theirs makes no other event of it."""
    before, after = Table(3), play("Anna 1", players=3)
    ben, anna = report("Ben 2"), report("Anna 1")
    assert GAME.event_key(before.state, ben) == GAME.event_key(after.state, ben)
    assert GAME.event_key(before.state, anna) != GAME.event_key(after.state, anna)


@pytest.mark.rule("free_sheet.end")
def test_the_end_after_another_round_is_another_event() -> None:
    one, two = play("Anna 1", "Ben 1").state, play("Anna 1", "Ben 1", "Anna 1", "Ben 1").state
    last = report("last round")
    assert last.event_key(one) == last.event_key(one)
    assert last.event_key(one) != last.event_key(two)


@pytest.mark.rule("free_sheet.sum")
def test_a_sum_that_begins_with_nothing_is_written_without_a_minus() -> None:
    assert written((0, 0, -1)) == "0 + 0 − 1"
