"""Reports of notes on the private guess sheets."""

from collections.abc import Hashable, Iterable
from typing import assert_never

from attrs import frozen

from companion.games.letter_jam.messages import ALPHABET, ANY, BLANK, OWN, T
from companion.games.letter_jam.model import Mark, State
from companion.games.letter_jam.phases import Choosing, Deciding, Laying, Over, Preparing, Revealing
from companion.games.letter_jam.places import JOKER, At, Stand
from companion.games.letter_jam.shared import (
    OfPlayer,
    are_letters,
    event,
    letter_field,
    no_letter,
    upper,
)
from companion.games.letter_jam.sheets import sheet_view
from companion.kernel.explain import Explanation, why
from companion.kernel.log import PrivateNote
from companion.kernel.offers import Offer, Weight, Words
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text


def _sheet_down(state: State, seat: int) -> Explanation | None:
    match state.phase:
        case Laying() if seat in state.turned_up:
            # the word shows the letters in the boxes
            text = T("{player}’s word is turned up; the guess sheet is put down.", player=Player(seat))
            return why(text, "letter_jam.end.reveal", "letter_jam.setup.sheet")
        case Choosing() | Deciding() | Laying():
            return None
        case Revealing():
            text = T("The words are laid and being revealed; the guess sheets are put down.")
            return why(text, "letter_jam.end.reveal", "letter_jam.setup.sheet")
        case Preparing() | Over():
            return NOT_OFFERED
        case _:
            assert_never(state.phase)


class Written(OfPlayer):
    """A note on the own guess sheet, visible only to its owner (letter_jam.setup.sheet)."""

    __slots__ = ()

    continues = True

    def describe(self) -> Text:
        """Name only the owner of the sheet."""
        return T("{player} writes on the guess sheet", player=Player(self.seat))

    def own_event(self, state: State) -> Hashable:
        return (self.seat, state.guess_sheets[self.seat]) if state.guess_sheets else event(state)


@frozen
class Noted(PrivateNote, Written):
    """A player has noted a clue (letter_jam.sheet.note, letter_jam.sheet.guess).

    :param clue: the clue's number, counted from 1.
    :param letters: its letters as the player sees them: "?" for the own letter, "." for an empty note and "*" for a
        joker of unknown letter.
    :param guesses: guesses of the own letter.
    """

    clue: int
    letters: str
    guesses: str = ""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if seat is None or _sheet_down(state, seat):
            return
        rules = ("letter_jam.sheet.note", "letter_jam.sheet.guess")
        for row in sheet_view(state, seat).rows:
            label = T("Note clue {number}", number=row.clue.number)
            given = (("seat", seat), ("clue", row.clue.number))
            fields = (
                Words("letters", T("The clue"), len(row.letters), (row.letters,)),
                Words("guesses", T("Guesses"), len(ALPHABET), ("E", "NR"), optional=True),
            )
            weight = Weight.SIDE if row.present else Weight.RARE
            yield Offer(cls, label, rules, given, fields, weight, by=seat)

    def closed(self, state: State) -> Explanation | None:
        """Require a clue with the own letter, or one whose chips are unknown."""
        if down := _sheet_down(state, self.seat):
            return down
        clue = state.clues[self.clue - 1] if 1 <= self.clue <= len(state.clues) else None
        if clue is None or not clue.may_use(self.seat):
            return why(T("A clue is noted by those whose letter is in it."), "letter_jam.sheet.note")
        letters = upper(self.letters)
        if len(letters) != clue.letters:
            text = T("That clue has {letters} letters, not {noted}.", letters=clue.letters, noted=len(letters))
            return why(text, "letter_jam.sheet.note", "letter_jam.clue.chips")
        if clue.brief:
            signs = (OWN, BLANK, ANY)
            if wrong := next((no for letter in letters if letter not in signs and (no := no_letter(letter))), None):
                return wrong
        known: dict[tuple[Stand, int], str] = {}
        for mark, letter in zip(clue.marks, letters, strict=not clue.brief):
            if wrong := self._unseen(mark, letter):
                return wrong
            if known.setdefault((mark.stand, mark.turn), letter) != letter:
                text = T("The same card is the same letter everywhere in a clue.")
                return why(text, "letter_jam.clue.double_letter", "letter_jam.joker")
        if not are_letters(self.guesses) or len(set(upper(self.guesses))) != len(self.guesses):
            return why(T("Guesses are letters from A to Z, each once."), "letter_jam.sheet.guess")
        return None

    def _unseen(self, mark: Mark, letter: str) -> Explanation | None:
        """Return why a player cannot have seen this letter there."""
        own = mark.stand == Stand(At.SEAT, self.seat)
        if own != (letter == OWN):
            text = T("A question mark stands for your own letter, and for nothing else.")
            return why(text, "letter_jam.sheet.note")
        if own or letter == BLANK or (letter == ANY and mark.stand == JOKER):
            return None
        if wrong := no_letter(letter):
            return wrong
        if mark.letter not in ("", letter):
            text = T("The bonus letter is known: it is {letter}.", letter=mark.letter)
            return why(text, "letter_jam.bonus.use")
        return None

    def apply(self, effects: Effects[State]) -> None:
        clue, sheet = effects.state.clues[self.clue - 1], effects.state.guess_sheets[self.seat]
        if clue.brief:
            sheet = sheet.with_line(clue.number, upper(self.letters).strip(BLANK) and upper(self.letters))
        for mark, letter in zip(clue.marks, upper(self.letters), strict=not clue.brief):
            if letter != OWN and not mark.letter:
                sheet = sheet.with_letter(mark, "" if letter in (BLANK, ANY) else letter)
        effects.state = effects.state.with_sheet(self.seat, sheet.with_guesses(clue.number, upper(self.guesses)))


@frozen
class Boxed(PrivateNote, Written):
    """A player has written a guess into a box (letter_jam.advance.choice).

    :param box: the letter's place in the row, counted from 1.
    :param letter: the guess; empty to rub it out.
    """

    box: int
    letter: str

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if seat is None or _sheet_down(state, seat):
            return
        for box in range(1, state.places[seat].length + 1):
            label = T("Write into box {box}", box=box)
            letter = letter_field("letter", T("Letter {n}", n=box), optional=True)
            given = (("seat", seat), ("box", box))
            yield Offer(cls, label, ("letter_jam.advance.choice",), given, (letter,), Weight.RARE, by=seat)

    def closed(self, state: State) -> Explanation | None:
        """Require a box of the own row (letter_jam.setup.sheet)."""
        if down := _sheet_down(state, self.seat):
            return down
        length = state.places[self.seat].length
        if not 1 <= self.box <= length:
            text = T("The sheet has a box for each of the {length} letters.", length=length)
            return why(text, "letter_jam.setup.sheet", "letter_jam.advance.choice")
        return no_letter(self.letter, optional=True)

    def apply(self, effects: Effects[State]) -> None:
        sheet = effects.state.guess_sheets[self.seat]
        effects.state = effects.state.with_sheet(self.seat, sheet.with_box(self.box - 1, upper(self.letter)))
