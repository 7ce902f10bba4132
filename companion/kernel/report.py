"""Reports, each a class with everything about itself, and games that are made of them."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from attrs import evolve

from companion.kernel.explain import Explanation, Refused, Tone, conclusion, why
from companion.kernel.game import HistoryEvent, Meta, ScoreLine, Setup, Step, Upcaster, View
from companion.kernel.house import chosen
from companion.kernel.offers import Offer
from companion.kernel.text import Text, messages

T, N = messages("companion")


class Phased(Protocol):
    """A state that is in one of several phases."""

    @property
    def phase(self) -> Any: ...


S = TypeVar("S", bound=Phased)
H = TypeVar("H")
P = TypeVar("P")


#: Returned by ``Report.refusal`` for a report that is not offered now; the game adds the expected reports instead.
NOT_OFFERED: Final = why(T("You can’t do that right now."), "companion.overtaken")


def not_offered(report: "Report[Any]", offers: Iterable[Offer]) -> Explanation | None:
    """Return why the offers do not allow a report, or ``None`` if one of them stands for it.

    The reason is that of a closed offer if one stands for the report, otherwise ``NOT_OFFERED``.
    """
    refused = NOT_OFFERED
    for offer in offers:
        if evolve(offer, closed=None).values_of(report) is not None:
            if not offer.closed:
                return None
            refused = offer.closed
    return refused


class Effects(Generic[S]):
    """What follows from a report: collects changes of the state, messages and points.

    :param state: the state before the report.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self._messages: list[Explanation] = []
        self._points: list[ScoreLine] = []

    def phase(self, kind: type[P]) -> P:
        """Return the phase, which the report's ``refusal`` has checked.

        :param kind: the class of the phase.
        :raises TypeError: if it is of another class.
        """
        phase = self.state.phase
        if not isinstance(phase, kind):
            raise TypeError(f"{phase!r} is no {kind.__name__}: this report should have been refused")
        return phase

    def change(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = evolve(self.state, **changes)  # type: ignore[misc]

    def say(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> Explanation:
        """Add a message to all players, and return it.

        :param rules: ids of the rules it rests on, the deciding one first.
        """
        message = Explanation(text, rules, tone)
        self.add(message)
        return message

    def todo(self, text: Text, *rules: str) -> None:
        """Add a message about what the players do with the cards."""
        self.say(text, *rules, tone=Tone.TODO)

    def note(self, text: Text, *rules: str) -> None:
        """Add a message that is good to know."""
        self.say(text, *rules, tone=Tone.NOTE)

    def add(self, *messages: Explanation) -> None:
        """Add messages."""
        self._messages += messages

    def score(
        self, seat: int, round: int, column: str, points: int, why: Explanation, *, pair: tuple[int, int] | None = None
    ) -> None:
        """Add points.

        :param round: the round of the sheet, counted from 1.
        :param why: the message that explains the points.
        :param pair: two numbers shown with them, such as tricks bid and made.
        """
        self._points.append(ScoreLine(seat, round, column, points, why, pair))

    def step(self) -> Step[S]:
        """Return the result of the report."""
        return Step(self.state, tuple(self._messages), tuple(self._points))


class Report(ABC, Generic[S]):
    """Something reported at the table, named in the past tense; its class is the kind of the log entry.

    A report holds its checks and its effects; ``apply`` is only called if ``refusal`` returns ``None``.

    :cvar continues: whether it belongs to the event before it in the history, as an answer or a vote does.
    :cvar titles_event: whether its title is that of its event in the history.
    """

    __slots__ = ()

    continues: ClassVar[bool] = False
    titles_event: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def offers(cls, state: S, seat: int | None) -> Iterable[Offer]:
        """Return the offers under which a seat (``None``: the table) may report it now, closed ones with their reason."""

    @classmethod
    def early_offers(cls, state: S, seat: int) -> Iterable[Offer]:  # noqa: ARG003 (used by overrides)
        """Return the offers under which a seat may report it before its turn; it then counts when the turn comes."""
        return ()

    def refusal(self, state: S) -> Explanation | None:
        """Return why it is not allowed now, with the rule, or ``None`` if it is.

        Without an override, a report is allowed if the table is offered it. An override gives the reason and the rule of
        a mistake that players make, or allows more than is offered; it returns ``NOT_OFFERED`` where it has no reason of
        its own.
        """
        return not_offered(self, self.offers(state, None))

    @abstractmethod
    def apply(self, effects: Effects[S]) -> None:
        """Apply it: change the state, add messages and points.

        :param effects: collects the changes; its state is the one before the report.
        """

    @abstractmethod
    def describe(self) -> Text:
        """Return the report in a few words."""

    @abstractmethod
    def event_key(self, state: S) -> Hashable:
        """Return a key that identifies the real-world event; used to reject duplicate reports."""

    def history(self, before: S, step: Step[S]) -> HistoryEvent:  # noqa: ARG002 (used by overrides)
        """Return the appearance of the report in the history.

        :param before: the state in which it was reported.
        :param step: the step it led to.
        """
        title = self.describe()
        event_title = title if self.titles_event else None
        return HistoryEvent(title, step.state, conclusion(step.unscored), self.continues, event_title)


class GameOfReports(ABC, Generic[S, H]):
    """A game that is made of reports; its own are only the start and the view.

    :cvar meta: its description.
    :cvar house: the class of its house rules.
    :cvar reports: every class of report, in the order of the offers.
    :cvar over: the class of the phase in which the game is over.
    :cvar upcasters: the upcaster of each older revision, to the next one.
    """

    meta: ClassVar[Meta]
    house: ClassVar[type[Any]]
    reports: ClassVar[tuple[type[Report[Any]], ...]]
    over: ClassVar[type[Any]]
    upcasters: ClassVar[Mapping[int, Upcaster]] = {}

    @abstractmethod
    def begin(self, house: H, seats: int, first: int) -> Effects[S]:
        """Return the effects of the start.

        :param house: the house rules in force.
        :param first: the seat that answers the question who starts.
        """

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """Return the view of a seat, built from nothing; ``None`` stands for the whole table."""

    @property
    def actions(self) -> tuple[type[Report[S]], ...]:
        """Every class of report."""
        return self.reports

    def start(self, setup: Setup) -> Step[S]:
        """Return the step that starts the game.

        :raises Refused: if the setup is not possible.
        """
        return self.begin(chosen(self.house, self.meta, setup), setup.seats, setup.first).step()

    def offers(self, state: S, seat: int | None) -> tuple[Offer, ...]:
        """Return what a seat (``None``: the table) may report now."""
        return tuple(offer for report in self.reports for offer in report.offers(state, seat))

    def early_offers(self, state: S, seat: int) -> tuple[Offer, ...]:
        """Return what a seat may answer before its turn."""
        return tuple(offer for report in self.reports for offer in report.early_offers(state, seat))

    def refusal(self, state: S, action: Report[S]) -> Explanation | None:
        """Return why a report is not allowed now, or ``None`` if it is."""
        refused = action.refusal(state)
        if refused is not NOT_OFFERED:
            return refused
        expected = self.view(state, None).prompt
        if self.is_over(state):
            return why(T("This game is over. Tap “Rematch” to play again."), *expected.rules)
        return why(T("You can’t do that right now. {expected}", expected=expected.text), *expected.rules)

    def apply(self, state: S, action: Report[S]) -> Step[S]:
        """Return the result of a report.

        :raises Refused: if it is not allowed now.
        """
        if why := self.refusal(state, action):
            raise Refused(why)
        effects = Effects(state)
        action.apply(effects)
        return effects.step()

    def is_over(self, state: S) -> bool:
        """Return whether the game is over, so that nothing can be reported any more."""
        return isinstance(state.phase, self.over)

    def describe(self, action: Report[S]) -> Text:
        """Return a report in a few words."""
        return action.describe()

    def event_key(self, state: S, action: Report[S]) -> Hashable:
        """Return a key that identifies the real-world event of a report."""
        return action.event_key(state)

    def history(self, action: Report[S], before: S, step: Step[S]) -> HistoryEvent:
        """Return the appearance of a report in the history."""
        return action.history(before, step)
