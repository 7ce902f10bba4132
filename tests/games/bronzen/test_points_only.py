"""Only the points are entered: tally marks as on paper, every trick from some point on, and then unknown values."""

import json
from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import median
from typing import Any

import pytest
from attrs import evolve
from conformance.inside import inside
from effort import cases
from games.bronzen.simulate import Simulation, as_points
from games.bronzen.table import GAME, POINTS, Table, action, play
from games.bronzen.test_simulation import random_house

from companion.games import games
from companion.games.bronzen.model import GameOver, Laying, Reveal, RoundOver, State, Tally
from companion.games.bronzen.reports import KeepPoints, KeepTricks, Mark, Recount
from companion.games.bronzen.reports.marks import ScoreColumn
from companion.kernel.game import Setup
from companion.kernel.offers import Number
from companion.storage.codec import read_log

KEEPING = "bronzen.ruling.keeping"
#: Both hand stacks, Anna's bunker, black, green and red chips of both, and the running streak.
COUNTED = "all 50+40 8 3/2 1/0 0/0 Ben 4"


def by_points(*words: str, house: dict[str, str | int] | None = None, **position: Any) -> Table:
    """Return a table at which only the points are entered, and this has been reported."""
    return Table(house={"keeping": "points"} | (house or {}), **position).play(*words)


def offered(table: Table, kind: type) -> list[Any]:
    """Return the open offers of a kind of report."""
    return [offer for offer in table.offers if offer.kind is kind and not offer.closed]


# The same game reported both ways


def reported(words: Iterable[str], house: dict[str, str | int]) -> tuple[State, Counter[tuple[int, int, str]]]:
    """Return the last state of a game, and its points by round, seat and column."""
    step = GAME.start(Setup(2, house=house))
    points = Counter[tuple[int, int, str]]()
    for word in words:
        step = GAME.apply(step.state, action(word))
        for line in step.points:
            points[line.round, line.seat, line.column] += line.points
    totals = tuple(sum(cell for (_, seat, _), cell in points.items() if seat == one) for one in (0, 1))
    assert totals == step.state.totals
    return step.state, points


@pytest.mark.rule("bronzen.setup.score_table", "bronzen.score.rounds", "bronzen.bronzen.points")
@cases("seed", range(40), few=8)
def test_told_trick_by_trick_or_by_its_points_a_game_ends_with_the_same_sheet(seed: int) -> None:
    """Whole games under any house rules; the marks come from the players' own sheets."""
    random = Random(seed)
    house = random_house(random)
    played = list(Simulation(seed, house, cards=random.choice([0, 0.5, 1])).play())
    by_tricks, points = reported((word for word, _ in played), house | {"keeping": "tricks"})
    by_marks, marked = reported(as_points(played), house | {"keeping": "points"})
    assert marked == points
    assert (type(by_marks.phase), by_marks.totals) == (GameOver, by_tricks.totals)
    assert by_marks.phase == by_tricks.phase


@pytest.mark.rule("bronzen.showdown.survived", "bronzen.ruling.both_short")
@cases("block", range(10), few=4)
def test_a_short_game_by_its_points_ends_with_the_players_sheets(block: int) -> None:
    """Anna begins with few cards, so that showdowns of every kind come up."""
    for seed in range(block * 20, block * 20 + 20):
        random = Random(seed)
        house = random_house(random) | {"length": "rounds", "rounds": 1}
        played = list(Simulation(seed, house, short=random.randint(1, 12)).play())
        state, _ = reported(as_points(played), house | {"keeping": "points"})
        assert state.totals == tuple(sum(sheet.values()) for sheet in played[-1][1].sheet)
        assert isinstance(state.phase, GameOver)


def test_a_round_takes_few_marks() -> None:
    """Half of all rounds take 14 marks at most, and trick by trick more than twelve times as many reports."""
    marks, reports = [], []
    for seed in range(60):
        played = list(Simulation(seed, {"length": "rounds", "rounds": 1}).play())
        marks.append(len(list(as_points(played))))
        reports.append(len(played))
    assert median(marks) <= 14
    assert median(reports) > 12 * median(marks)


# Marks


@pytest.mark.rule("bronzen.setup.score_table", "bronzen.einzel.points", "bronzen.jay.points", "bronzen.double.points")
@pytest.mark.parametrize("column", ScoreColumn)
def test_a_mark_scores_what_its_column_says(column: ScoreColumn) -> None:
    table = by_points(f"Ben marks {column.value}")
    kind = next(kind for kind in GAME.meta.columns if kind.id == column.value)
    assert table.points == {"Anna": {}, "Ben": {kind.id: kind.worth}}
    assert kind.rule in table.cited


@pytest.mark.rule("bronzen.einzel.points")
def test_a_streak_of_ten_is_two_marks() -> None:
    assert by_points("2x Anna marks einzel").points["Anna"] == {"einzel": 2 * POINTS.einzel}


@pytest.mark.rule("bronzen.bronzen.points", "bronzen.goal")
def test_the_mark_of_the_bronzen_ends_the_round() -> None:
    table = by_points("Anna marks jay", "Ben marks bronzen")
    assert table.state.phase == RoundOver(1)
    assert table.play("next round").phase is Tally
    assert table.view.round == 2


@pytest.mark.rule("bronzen.ruling.rounds")
def test_an_agreed_end_is_seen_in_the_points() -> None:
    target = {"length": "target", "target": POINTS.bronzen}
    assert by_points("Anna marks bronzen", house=target).over
    assert by_points("Anna marks bronzen", house={"length": "rounds", "rounds": 1}).over
    assert not by_points("Anna marks jay", house=target).over


@pytest.mark.rule("bronzen.ruling.both_short")
def test_a_drawn_round_is_reported_only_where_the_house_rule_knows_it() -> None:
    assert by_points().refused("drawn").rules == ("not offered",)
    table = by_points("Anna marks jay", "drawn", house={"both_short": "drawn"})
    assert table.state.phase == RoundOver(None)
    assert table.points["Anna"] == {"jay": POINTS.jay}


@pytest.mark.rule(KEEPING)
def test_where_every_trick_is_entered_nobody_enters_marks() -> None:
    assert KEEPING in play().refused("Anna marks jay").rules
    assert KEEPING in play("color").refused("Ben marks double_1").rules
    assert by_points("Anna marks bronzen").refused("Anna marks jay").rules == ("not offered",)


def test_marks_at_the_same_moment_are_different_events() -> None:
    """Two phones may report the same mark once, and different ones both."""
    state = by_points().state
    keys = [GAME.event_key(state, Mark(seat, column)) for seat in (0, 1) for column in ScoreColumn]
    assert len(set(keys)) == len(keys)
    later = by_points("Anna marks jay").state
    assert GAME.event_key(later, Mark(0, ScoreColumn.JAY)) != GAME.event_key(state, Mark(0, ScoreColumn.JAY))
    assert GAME.event_key(later, Mark(1, ScoreColumn.JAY)) == GAME.event_key(state, Mark(1, ScoreColumn.JAY))


# Unknown values


@pytest.mark.rule(KEEPING)
def test_chips_cards_and_tricks_are_unknown_never_zero() -> None:
    for table in (by_points(), by_points("Anna marks jay"), by_points("Anna marks bronzen")):
        assert table.view.stacks is None
        assert table.view.accounts is None
        assert table.view.streak is None
        assert [fact.label.message for fact in table.view.facts] == ["Round"]


@pytest.mark.rule(KEEPING, "bronzen.order.dispute")
def test_after_unreported_tricks_nobody_knows_who_won_the_last_one() -> None:
    """Decision: the number of the trick and the winner of the last one stay unknown until they are known again."""
    table = by_points("Anna marks jay", COUNTED)
    assert table.view.goes_first is None
    assert "Trick" not in [fact.label.message for fact in table.view.facts]
    assert table.play("Ben wins").view.goes_first == 1
    assert by_points("every trick", first=1).view.goes_first == 1


@pytest.mark.rule(KEEPING, "bronzen.ruling.chips_next_round")
def test_chips_that_are_kept_are_unknown_after_a_round_of_points() -> None:
    """Decision: where chips stay on the account, going over to every trick asks for them at the start of a round too."""
    carry: dict[str, str | int] = {"chips": "carry"}
    table = by_points("Anna marks bronzen", "next round", house=carry)
    assert KEEPING in table.refused("Anna wins").rules
    assert KEEPING in table.refused("every trick").rules
    assert table.play("all 55+55 0 2/1 0/0 0/0").chips == ((2, 0, 0), (1, 0, 0))
    known = play("5x Anna wins", "color", "Ben wins", "Anna doubles", "Ben wins", "only points", house=carry)
    assert not known.state.known


# To and fro


@pytest.mark.rule(KEEPING)
@pytest.mark.parametrize("word", ["Anna wins", "color", "7H 9S", "counted 50+0 60+0"])
def test_the_first_trick_of_a_round_starts_to_enter_every_trick(word: str) -> None:
    table = by_points(word)
    assert KEEPING in table.cited
    assert table.state.every_trick
    assert table.phase in (Reveal, Laying)
    assert table.state == evolve(play(word).state, house=table.state.house)


@pytest.mark.rule(KEEPING)
@pytest.mark.parametrize("word", ["Anna wins", "color", "7H 9S", "counted 50+0 60+0", "Anna gives up"])
def test_within_a_round_of_points_no_trick_is_entered(word: str) -> None:
    assert KEEPING in by_points("Anna marks jay").refused(word).rules


@pytest.mark.rule(KEEPING, "bronzen.setup.decks", "bronzen.term.interim")
def test_every_trick_from_the_middle_of_a_round_on() -> None:
    table = by_points("Anna marks jay", COUNTED)
    assert table.stacks == ((50, 8), (40, 12))
    assert table.chips == ((3, 1, 0), (2, 0, 0))
    assert table.interim == ("Ben", 4)
    table.play("Ben wins", "color", "Ben wins", "Anna doubles", "Ben wins", "Anna doubles", "Anna wins")
    assert table.points == {"Anna": {"jay": POINTS.jay}, "Ben": {"einzel": POINTS.einzel}}


@pytest.mark.rule(KEEPING)
@pytest.mark.parametrize(
    ("counted", "rule"),
    [
        ("every trick", KEEPING),
        ("all 60+40 11 0/0 0/0 0/0", "bronzen.setup.decks"),
        ("all 0+100 0 0/0 0/0 0/0", "bronzen.goal"),
        ("all 60+0 50 0/0 0/0 0/0", "bronzen.goal"),
        ("all 50+40 8 0/0 0/-1 0/0", "not offered"),
        ("all 50+40 8 0/0 0/0 0/0 Ben 0", "not offered"),
    ],
)
def test_counts_that_cannot_be_are_refused(counted: str, rule: str) -> None:
    assert rule in by_points("Anna marks jay").refused(counted).rules


@pytest.mark.rule(KEEPING, "bronzen.ruling.bank_limit")
def test_the_table_may_have_counted_more_chips_than_the_bank_had() -> None:
    """Decision: the table is right; the bank is then empty."""
    table = by_points("Anna marks jay", "all 50+40 8 3/2 0/0 0/0", house={"bank": "limited", "bank_black": 4})
    assert "bronzen.ruling.bank_limit" in table.play("Anna wins").cited
    assert table.chips == ((3, 0, 0), (2, 0, 0))


@pytest.mark.rule(KEEPING)
def test_the_counts_are_asked_for_and_not_presumed() -> None:
    (offer,) = offered(by_points("Anna marks jay"), KeepTricks)
    numbers = [part for part in inside(offer.fields) if isinstance(part, Number)]
    assert len(numbers) == 10
    assert all(number.default is None for number in numbers)
    assert not offered(by_points("Anna marks jay"), Recount)


@pytest.mark.rule(KEEPING)
def test_only_the_points_between_two_tricks() -> None:
    assert KEEPING in play("color").refused("only points").rules
    assert not offered(play("color"), KeepPoints)
    table = play("3x Anna wins", "only points")
    assert table.phase is Tally
    assert "bronzen.einzel.booking" in table.cited  # the streak goes on, and only the players count it
    assert table.view.stacks is None
    assert KEEPING in table.refused("Anna wins").rules


@pytest.mark.rule(KEEPING)
def test_before_the_first_trick_to_and_fro_loses_nothing() -> None:
    table = play("counted 50+0 60+0", "only points", "every trick")
    assert table.stacks == ((50, 0), (60, 0))


@pytest.mark.rule(KEEPING)
def test_the_next_round_is_entered_like_the_last_one() -> None:
    assert by_points("Anna marks jay", "all 1+109 0 0/0 0/0 0/0", "Ben wins", "next round").phase is Reveal
    assert play("only points", "Anna marks bronzen", "next round").phase is Tally
    assert not by_points("Anna marks bronzen").view.stacks


def test_an_exchange_needs_known_chips() -> None:
    assert KEEPING in by_points("Anna marks einzel").refused("Anna: black for green").rules
    assert "bronzen.exchange.account" in by_points().refused("Anna: black for green").rules


@pytest.mark.rule(KEEPING)
@pytest.mark.parametrize(
    ("revision", "setup", "phase"), [(1, {}, Reveal), (2, {}, Tally), (2, {"keeping": "tricks"}, Reveal)]
)
def test_games_begun_before_marks_go_on_trick_by_trick(revision: int, setup: dict[str, str], phase: type) -> None:
    header = {"format": 1, "game": "bronzen", "revision": revision, "seats": ["Anna", "Ben"], "setup": setup}
    log = read_log(json.dumps(header) + "\n", games())
    assert isinstance(GAME.start(Setup(2, house=log.header.house)).state.phase, phase)
