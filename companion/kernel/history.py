"""The history of a game: the events of its log with their steps and texts."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from companion.kernel.explain import Refused, conclusion
from companion.kernel.game import HasHistory, HistoryEvent, ScoreLine, Step
from companion.kernel.log import Act, Aside, Entry, Event

if TYPE_CHECKING:
    from companion.kernel.record import Record


@frozen
class HistoryItem:
    """One event of the log in its current state.

    :param entry: the entry that reported it.
    :param action: the reported action, the one that replaced it, or an event about the table itself.
    :param undone: whether it has been undone.
    :param step: the step it led to; ``None`` if it is undone.
    """

    entry: Entry
    action: Any
    undone: bool
    step: Step[Any] | None

    @property
    def reported(self) -> Any:
        """The action as it was first reported."""
        change = self.entry.change
        assert isinstance(change, Event)
        return reported_action(change)

    @property
    def amended(self) -> bool:
        """Whether the reported action has been replaced by another one."""
        return bool(self.reported != self.action)


def reported_action(event: Event) -> Any:
    """Return the action that an event reports: that of the game, or the event about the table itself."""
    return event.action if isinstance(event, Act) else event


@frozen(eq=False)
class HistoryLine:
    """An item of the history with the record it belongs to.

    :param before: the state in which it was reported.
    """

    record: "Record"
    item: HistoryItem
    before: Any

    @cached_property
    def event(self) -> HistoryEvent:
        """How it stands in the history; if it is undone, only with the title that it would have."""
        game, action, step = self.record.game, self.item.action, self.item.step
        if isinstance(action, Aside) or not hasattr(game, "history"):
            title = self.record.describe(action)
            return HistoryEvent(title, step.state, conclusion(step.unscored)) if step else HistoryEvent(title)
        with_history = cast(HasHistory, game)
        if step:
            return with_history.history(action, self.before, step)
        try:
            return HistoryEvent(with_history.history(action, self.before, game.apply(self.before, action)).title)
        except Refused:
            return HistoryEvent(game.describe(action))

    def repeats(self, other: "HistoryLine") -> bool:
        """Return whether it is the same action as another line, and neither has scored, is undone or was amended."""
        return all(
            one.step and not one.step.points and not one.amended and isinstance(one.entry.change, Act)
            for one in (self.item, other.item)
        ) and bool(self.item.action == other.item.action)

    @property
    def points(self) -> tuple[ScoreLine, ...]:
        """The points of its own event."""
        step = self.item.step
        before = self.points_before
        return tuple(point for point in step.points if point not in before) if step else ()

    @property
    def points_before(self) -> tuple[ScoreLine, ...]:
        """The points of the event that it closes: all of that event's round."""
        step = self.item.step
        if step is None or self.event.closes is None:
            return ()
        round = self.record.game.view(self.before, None).round
        return tuple(point for point in step.points if point.round <= round)
