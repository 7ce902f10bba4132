"""Reports of the agreement that no more clues are needed: the question, and its two answers."""

from collections.abc import Hashable, Iterable

from attrs import frozen

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.model import State
from companion.games.letter_jam.phases import Choosing
from companion.games.letter_jam.rounds import after_round
from companion.games.letter_jam.shared import event, lay_words
from companion.kernel.explain import Explanation
from companion.kernel.offers import Offer, Weight
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Text


def may_end(state: State) -> bool:
    """Return whether the players may agree to end the clues: between rounds only (letter_jam.ruling.tokens_order)."""
    return isinstance(state.phase, Choosing) or bool(state.brief_clue and after_round(state).givers)


class _Agreement(Report[State]):
    """A report about the end of the clues; of two at the same time, or of one and a clue, only one counts."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return event(after_round(state))


@frozen
class EndProposed(_Agreement):
    """A player asks whether all agree that no more clues are needed (letter_jam.end.agreed)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if may_end(state) and not state.ending:
            yield Offer(cls, T("Enough clues?"), ("letter_jam.end.agreed",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        """Let the prompt ask everybody; another clue is an answer, too."""
        effects.change(ending=True)

    def describe(self) -> Text:
        return T("Enough clues?")


@frozen
class EndAgreed(_Agreement):
    """All agree that no more clues are needed (letter_jam.end.agreed)."""

    continues = titles_event = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if may_end(state) and state.ending:
            yield Offer(cls, T("All agree: lay the words"), ("letter_jam.end.agreed",))

    def refusal(self, state: State) -> Explanation | None:
        """Allow it without the question too, as in older logs; it ends the round of a clue whose chips are unknown."""
        return None if state.brief_clue or isinstance(state.phase, Choosing) else NOT_OFFERED

    def apply(self, effects: Effects[State]) -> None:
        effects.state = after_round(effects.state)
        lay_words(effects, agreed=bool(effects.state.givers))

    def describe(self) -> Text:
        return T("No more clues needed")


@frozen
class EndDeclined(_Agreement):
    """A player wants another clue (letter_jam.end.agreed)."""

    continues = titles_event = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if may_end(state) and state.ending:
            yield Offer(cls, T("Another clue after all"), ("letter_jam.end.agreed",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        effects.change(ending=False)

    def describe(self) -> Text:
        return T("Another clue after all")
