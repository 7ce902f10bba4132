"""Base classes of the reports of Slam!, and of answers to questions."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable
from typing import ClassVar, Generic, TypeVar, cast

from attrs import evolve

from companion.games.slam.cards import Place
from companion.games.slam.model import Asking, Booking, Evidence, Question, State
from companion.games.slam.questions import PoetQuestion
from companion.games.slam.shared import event, judge
from companion.kernel.explain import Explanation
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Offer
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Text

Q = TypeVar("Q", bound=Question)
P = TypeVar("P", bound=PoetQuestion)


class SlamReport(Report[State]):
    """A report, accepted once at each moment of the game."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return event(state)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """A slam is one event, starting with its card; the report that ends it is shown under that slam, not the next one."""
        continues = not isinstance(before.phase, Booking)
        return evolve(super().history(before, step), title=self.title(before), section=before, continues=continues)

    def title(self, before: State) -> Text:
        """Return the title in the history, which may name more than the report alone can."""
        return self.describe()


class Answer(SlamReport, Generic[Q]):
    """The answer to a question; after it, the slam is judged or the next question asked.

    :cvar to: the question, a ``Q``.
    """

    __slots__ = ()

    to: ClassVar[type[Question]]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer the answers to all players at the table."""
        phase = state.phase
        if isinstance(phase, Asking) and isinstance(phase.question, cls.to):
            yield from cls.ways(state, phase.evidence, cls.question(phase))

    @staticmethod
    def question(phase: Asking) -> Q:
        """Return the current question, whose kind the caller has checked."""
        return cast(Q, phase.question)

    @classmethod
    @abstractmethod
    def ways(cls, state: State, evidence: Evidence, question: Q) -> Iterable[Offer]:
        """Yield the offers that answer the question."""

    def refusal(self, state: State) -> Explanation | None:
        phase = state.phase
        if isinstance(phase, Asking) and isinstance(phase.question, self.to) and self.matches(self.question(phase)):
            return self.invalid(state, phase.evidence, self.question(phase))
        return NOT_OFFERED

    def matches(self, question: Q) -> bool:
        """Return whether the answer belongs to this question, which is of the same kind."""
        return True

    def invalid(self, state: State, evidence: Evidence, question: Q) -> Explanation | None:
        """Return why the answer is invalid, or ``None``."""
        return super().refusal(state)

    def apply(self, effects: Effects[State]) -> None:
        phase = effects.phase(Asking)
        judge(effects, self.enter(effects, phase.evidence, self.question(phase)))

    def enter(self, effects: Effects[State], evidence: Evidence, question: Q) -> Evidence:
        """Add messages on the answer, and return the evidence with it; a no-op where ``apply`` does it all."""
        return evidence


class PoetAnswer(Answer[P]):
    """The answer to a question about one poet, named by its owner's seat (``None``: the open list) and card."""

    __slots__ = ()

    seat: int | None
    card: int

    @property
    def place(self) -> Place:
        """The poet's place on the stage."""
        return Place(self.seat, self.card)

    def matches(self, question: P) -> bool:
        return self.place == question.place
