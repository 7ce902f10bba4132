"""The report that the secret words are dealt."""

from collections.abc import Hashable, Iterable

from attrs import frozen

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.model import GuessSheet, Npc, Place, State
from companion.games.letter_jam.numbers import NUMBERS, STACKS
from companion.games.letter_jam.phases import Choosing, Preparing
from companion.games.letter_jam.shared import event
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Composite, Number, Offer, Weight
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Player, Text


@frozen
class Dealt(Report[State]):
    """The secret words are dealt face down; the setup card and the stacks are ready (letter_jam.setup.word).

    :param lengths: number of letters of each seat's word.
    """

    lengths: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Preparing):
            return
        words, n = NUMBERS.words, len(state.places)
        for letters in range(words.shortest, words.longest + 1):
            yield Offer(
                cls,
                T("Everybody has {letters} letters", letters=letters),
                ("letter_jam.setup.difficulty", "letter_jam.setup.row"),
                (("lengths", (letters,) * n),),
                weight=Weight.MAIN if letters == words.normal else Weight.SIDE,
            )
        parts = tuple(
            Number(str(one), T("{player}", player=Player(one)), words.shortest, words.longest, words.normal)
            for one in state.seats
        )
        field = Composite("lengths", T("Letters of each word"), parts)
        label = T("Words of different lengths")
        yield Offer(cls, label, ("letter_jam.setup.mixed_lengths",), fields=(field,), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Require lengths of letter_jam.setup.difficulty; they may differ (letter_jam.setup.mixed_lengths)."""
        if not isinstance(state.phase, Preparing) or len(self.lengths) != len(state.places):
            return NOT_OFFERED
        words = NUMBERS.words
        for length in self.lengths:
            if not words.shortest <= length <= words.longest:
                text = T(
                    "A secret word has {shortest} to {longest} letters, not {length}.",
                    shortest=words.shortest,
                    longest=words.longest,
                    length=length,
                )
                return why(text, "letter_jam.setup.difficulty", "letter_jam.setup.mixed_lengths")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Stand up the first letters (letter_jam.setup.row, letter_jam.setup.npc, letter_jam.setup.sheet)."""
        stacks = STACKS[: len(effects.state.npcs)]
        stock = NUMBERS.material.letters - sum(self.lengths) - sum(stacks)
        effects.change(
            places=tuple(Place(length, standing=True) for length in self.lengths),
            npcs=tuple(Npc(left=size - 1, standing=True) for size in stacks),
            stock=stock,
            phase=Choosing(),
            guess_sheets=tuple(GuessSheet(boxes=("",) * length) for length in self.lengths),
            words=(None,) * len(self.lengths),
            points=(0,) * len(self.lengths),
        )
        text = T("Everybody puts the leftmost card into their stand, unseen, so that all others see it.")
        effects.todo(text, "letter_jam.setup.row", "letter_jam.advance.never_look")
        if stacks:
            effects.todo(T("The top card of each non-player stack goes into its stand."), "letter_jam.setup.npc")
        text = T("{n} cards are left as the face-down stock.", n=stock)
        effects.note(text, "letter_jam.setup.word", "letter_jam.material")

    def describe(self) -> Text:
        if len(set(self.lengths)) == 1:
            return T("Words of {letters} letters are dealt", letters=self.lengths[0])
        return T("Words are dealt: {lengths}", lengths=Listing(self.lengths))

    def event_key(self, state: State) -> Hashable:
        return event(state)
