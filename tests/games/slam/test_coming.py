"""Somebody joins Slam! between two slams; nobody is taken off the table."""

import pytest
from games.slam.table import GAME

from companion.games.slam.model import Booking
from companion.games.slam.reports import SlamOpened
from companion.games.slam.reports.won import GoldWon, SlamWon
from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Change, Entry, Header, Join, Leave
from companion.kernel.record import Record, replay
from companion.scoring import ScoreSheet

pytestmark = pytest.mark.rule("slam.ruling.coming", "companion.coming")


def told(*what: object) -> Record:
    """Return a table of two at which this has been told."""
    header = Header("slam", GAME.meta.revision, ("Anna", "Ben"))
    changes = [one if isinstance(one, Change) else Act(one) for one in what]
    replayed = replay(GAME, header, [Entry(str(number), change) for number, change in enumerate(changes, 1)])
    assert replayed.failure is None, replayed.failure.why
    return replayed.record


def refused(record: Record, change: Change) -> Explanation:
    """Return why a table refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", change))
    return wrong.value.why


def test_whoever_joins_has_no_slams_and_may_win_all_that_come() -> None:
    record = told(SlamWon(0), SlamWon(1), Join(2, "Cem"))
    assert record.state.totals == (1, 1, 0)
    assert isinstance(record.state.phase, Booking)
    assert record.step
    assert dict(record.step.messages[-1].text.params)["n"] == 5
    rest = told(SlamWon(0), SlamWon(1), Join(2, "Cem"), *[SlamWon(2)] * 8, GoldWon(2))
    assert GAME.is_over(rest.state) or rest.state.is_gold
    assert ScoreSheet.of_record(rest).totals == (1, 1, 10)


def test_nobody_joins_during_a_slam_or_at_the_gold_card() -> None:
    during = told(SlamOpened())
    assert refused(during, Join(2, "Cem")).text.message.startswith("Somebody joins between two slams")
    at_gold = told(*[SlamWon(0)] * 10)
    assert refused(at_gold, Join(2, "Cem")).rules == ("slam.ruling.coming", "slam.gold.poets")


def test_whoever_has_to_go_stays_on_the_sheet() -> None:
    three = told(SlamWon(0), Join(2, "Cem"))
    assert refused(three, Leave(0)).rules == ("slam.ruling.coming", "slam.ruling.short_hand")
