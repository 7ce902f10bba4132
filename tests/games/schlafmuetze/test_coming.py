"""Somebody joins Schlafmütze between two rounds; nobody leaves before the end."""

import pytest
from games.schlafmuetze.table import GAME

from companion.games.schlafmuetze.phases import Opening
from companion.games.schlafmuetze.reports import HandsCounted, LastCardLaid, NextRound, NobodyDoubts
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Change, Entry, Header, Join, Leave
from companion.kernel.record import Record, replay
from companion.scoring import ScoreSheet

pytestmark = pytest.mark.rule("schlafmuetze.ruling.coming", "companion.coming")

ROUND = (LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3)))


def told(*what: object) -> Record:
    """Return a table of three at which this has been told."""
    header = Header("schlafmuetze", GAME.meta.revision, ("Anna", "Ben", "Cleo"))
    changes = [one if isinstance(one, Change) else Act(one) for one in what]
    replayed = replay(GAME, header, [Entry(str(number), change) for number, change in enumerate(changes, 1)])
    assert replayed.failure is None, replayed.failure.why
    return replayed.record


def test_whoever_joins_begins_with_as_many_minus_points_as_whoever_has_most() -> None:
    record = told(*ROUND, Join(3, "Dora"))
    assert record.state.totals == ScoreSheet.of_record(record).totals == (0, 2, 3, 3)
    assert record.step
    (point,) = record.step.points
    assert (point.seat, point.round, point.why.rules) == (3, 1, ("schlafmuetze.ruling.coming",))


def test_the_next_round_is_dealt_to_four() -> None:
    record = told(*ROUND, Join(3, "Dora"), NextRound())
    assert isinstance(record.state.phase, Opening)
    assert record.state.hands == (9,) * 4
    assert record.state.stock == 96 - 4 * 9
    later = told(*ROUND, Join(3, "Dora"), NextRound(), LastCardLaid(3), NobodyDoubts(), HandsCounted((1, 1, 1, 0)))
    assert later.state.totals == (1, 3, 4, 3)


def refused(record: Record, change: Change) -> tuple[str, ...]:
    """Return the rules for which a table refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", change))
    return wrong.value.why.rules


def test_in_a_round_nobody_joins_and_nobody_ever_leaves() -> None:
    assert refused(told(*ROUND, NextRound()), Join(3, "Dora")) == ("schlafmuetze.ruling.coming",)
    four = told(*ROUND, Join(3, "Dora"))
    assert refused(four, Leave(0)) == ("schlafmuetze.ruling.coming", "schlafmuetze.ruling.game_end")
    # three play at least
    assert refused(told(*ROUND), Leave(0)) == ("companion.coming",)
