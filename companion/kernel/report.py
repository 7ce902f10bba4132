"""Reports: what the players tell the referee, each a class that knows all about itself, and games that are made of them."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused, Tone, conclusion
from companion.kernel.game import Fact, HistoryEvent, Meta, ScoreLine, Setup, Step, Upcaster, View
from companion.kernel.house import chosen
from companion.kernel.offers import Offer
from companion.kernel.text import Text


class Phased(Protocol):
    """A state that is in one of several phases."""

    @property
    def phase(self) -> Any: ...


S = TypeVar("S", bound=Phased)
H = TypeVar("H")
P = TypeVar("P")


class Effects(Generic[S]):
    """What follows from one report: the state as it changes, what is said and scored on the way.

    :param state: the state before it.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self._messages: list[Explanation] = []
        self._points: list[ScoreLine] = []

    def phase(self, kind: type[P]) -> P:
        """Return the phase, of the kind that the report's ``refusal`` has made sure of.

        :raises TypeError: if it is another one; then the report should have been refused.
        """
        phase = self.state.phase
        if not isinstance(phase, kind):
            raise TypeError(f"{phase!r} is no {kind.__name__}: this report should have been refused")
        return phase

    def change(self, **changes: Any) -> None:
        """Give fields of the state other values."""
        self.state = evolve(self.state, **changes)  # type: ignore[misc]

    def say(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> Explanation:
        """Say something to everybody, and return it."""
        said = Explanation(text, rules, tone)
        self.add(said)
        return said

    def todo(self, text: Text, *rules: str) -> None:
        """Say what the players do with the cards."""
        self.say(text, *rules, tone=Tone.TODO)

    def note(self, text: Text, *rules: str) -> None:
        """Say what is good to know."""
        self.say(text, *rules, tone=Tone.NOTE)

    def add(self, *said: Explanation) -> None:
        """Say what has been put into words already."""
        self._messages += said

    def score(self, seat: int, round: int, column: str, points: int, why: Explanation) -> None:
        """Give points for something that is said already."""
        self._points.append(ScoreLine(seat, round, column, points, why))

    def step(self) -> Step[S]:
        """Return what it has led to."""
        return Step(self.state, tuple(self._messages), tuple(self._points))


class Report(ABC, Generic[S]):
    """Something reported at the table, in the past tense; its class stands in the log as the kind of the entry.

    A report's checks and what follows from it stand next to each other; ``tell`` is only called where ``refusal`` has
    nothing to say.
    """

    __slots__ = ()

    @classmethod
    @abstractmethod
    def offers(cls, state: S, seat: int | None) -> Iterable[Offer]:
        """Return the ways in which a seat (``None``: the table) may report it now, closed ones with their reason."""

    @classmethod
    def early_offers(cls, state: S, seat: int) -> Iterable[Offer]:  # noqa: ARG003 (for those that are answers)
        """Return the ways in which a seat may report it before its turn; it counts when that has come."""
        return ()

    @abstractmethod
    def refusal(self, state: S) -> Explanation | None:
        """Return why it is not allowed now, with the rule, or ``None`` if it is."""

    @abstractmethod
    def apply(self, effects: Effects[S]) -> None:
        """Tell what follows from it."""

    @abstractmethod
    def describe(self) -> Text:
        """Return a few words about it, for the history."""

    @abstractmethod
    def event_key(self, state: S) -> Hashable:
        """Return which event at the table it would report, so that the same event is not told twice."""

    def history(self, before: S, step: Step[S]) -> HistoryEvent:  # noqa: ARG002 (used by overrides)
        """Return how the report stands in the history.

        :param before: the state in which it was reported.
        :param step: what it led to.
        """
        return HistoryEvent(self.describe(), step.state, conclusion(step.unscored))


@frozen(kw_only=True)
class BaseView:
    """What every seat may see of every game; see :class:`~companion.kernel.game.View`."""

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...] = ()
    notes: tuple[Explanation, ...] = ()
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None
    lowest_wins: bool | None = None
    dealers: Sequence[int] = ()
    asked: tuple[int, ...] = ()


class GameOfReports(ABC, Generic[S, H]):
    """A game that is made of its reports: it begins, shows itself, and leaves everything else to them.

    :cvar meta: what is known of it before anybody plays it.
    :cvar house: the class of its house rules.
    :cvar reports: every class of report; the offers stand in this order.
    :cvar over: the phase in which nothing can be reported any more.
    :cvar upcasters: what brings older logs up to date.
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
        """Return what a seat (``None``: everybody at the table) may see, built from nothing."""

    @property
    def actions(self) -> tuple[type[Report[S]], ...]:
        """Every class of report."""
        return self.reports

    def start(self, setup: Setup) -> Step[S]:
        """Return the first state.

        :raises Refused: if the setup is not possible.
        """
        return self.begin(chosen(self.house, self.meta, setup), setup.seats, setup.first).step()

    def offers(self, state: S, seat: int | None) -> tuple[Offer, ...]:
        """Return what a seat (``None``: the table) may report now."""
        return tuple(offer for report in self.reports for offer in report.offers(state, seat))

    def early_offers(self, state: S, seat: int) -> tuple[Offer, ...]:
        """Return what a seat may answer before it is its turn."""
        return tuple(offer for report in self.reports for offer in report.early_offers(state, seat))

    def refusal(self, state: S, action: Report[S]) -> Explanation | None:
        """Return why a report is not allowed now, or ``None`` if it is."""
        return action.refusal(state)

    def apply(self, state: S, action: Report[S]) -> Step[S]:
        """Return what a report leads to.

        :raises Refused: if it is not allowed now.
        """
        if why := self.refusal(state, action):
            raise Refused(why)
        effects = Effects(state)
        action.apply(effects)
        return effects.step()

    def is_over(self, state: S) -> bool:
        """Tell whether nothing can be reported any more."""
        return isinstance(state.phase, self.over)

    def describe(self, action: Report[S]) -> Text:
        """Return a few words about a report, for the history."""
        return action.describe()

    def event_key(self, state: S, action: Report[S]) -> Hashable:
        """Return which event at the table a report would tell."""
        return action.event_key(state)

    def history(self, action: Report[S], before: S, step: Step[S]) -> HistoryEvent:
        """Return how a report stands in the history."""
        return action.history(before, step)
