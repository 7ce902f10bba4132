"""Lines of the history: how reports, undone entries and events about the table stand in it."""

from typing import Any

import pytest
from attrs import evolve
from kernel.races import RACE, record_of, went

from companion.kernel.explain import conclusion
from companion.kernel.game import HistoryEvent
from companion.kernel.log import Ruling, Undo
from companion.kernel.record import Record


class WithoutHistory:
    """A game that is not made of reports and has no history of its own."""

    def __getattr__(self, name: str) -> Any:
        if name == "history":
            raise AttributeError(name)
        return getattr(RACE, name)


def events(record: Record) -> list[HistoryEvent]:
    """Return how each line of a record stands in the history."""
    return [line.event for line in record.lines()]


@pytest.mark.parametrize("game", [RACE, WithoutHistory()], ids=["reports", "no reports"])
def test_a_report_stands_under_the_state_it_led_to(game: Any) -> None:
    record = evolve(record_of(went(0, 1), went(1, 2)), game=game)
    for event, item in zip(events(record), record.history, strict=True):
        assert item.step
        assert event == HistoryEvent(RACE.describe(item.action), item.step.state, conclusion(item.step.unscored))
        assert record.title(item) == event.title


@pytest.mark.parametrize("game", [RACE, WithoutHistory()], ids=["reports", "no reports"])
def test_an_undone_report_has_only_its_title(game: Any) -> None:
    record = evolve(record_of(went(0, 1), went(1, 2), Undo(("1", "2"))), game=game)
    # without the first report the second is not allowed, so nothing would come of it
    assert events(record) == [HistoryEvent(RACE.describe(went(0, 1))), HistoryEvent(RACE.describe(went(1, 2)))]


def test_a_ruling_leaves_the_section_as_it_is() -> None:
    record = record_of(went(0, 1), Ruling("Who?", "Anna."))
    first, ruling = events(record)
    assert ruling.section == first.section == record.state
    assert ruling.title == record.describe(Ruling("Who?", "Anna."))
    assert [message.rules for message in ruling.conclusions] == [("companion.dispute",)]
