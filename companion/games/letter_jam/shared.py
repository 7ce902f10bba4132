"""Shared parts of the reports of Letter Jam: players, letters, and the end of the clues."""

from abc import abstractmethod
from collections.abc import Hashable
from typing import Final

from companion.games.letter_jam.messages import ALPHABET, T
from companion.games.letter_jam.model import State
from companion.games.letter_jam.phases import Laying
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Words
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import Effects, Report
from companion.kernel.text import Text


def event(state: State, *more: Hashable) -> Hashable:
    """Return a key of the current game event; used to reject duplicate reports."""
    return (len(state.clues), type(state.phase), *more)


class OfPlayer(Report[State]):
    """A report about one player, whose seat must be taken (letter_jam.players)."""

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int:
        """The player the report is about."""

    def refusal(self, state: State) -> Explanation | None:
        return refuse_unknown_seat(state.seats, self.seat) or self.closed(state)

    @abstractmethod
    def closed(self, state: State) -> Explanation | None:
        """Return why the report is refused for a seated player, or ``None``."""

    def event_key(self, state: State) -> Hashable:
        return self.own_event(state) if self.seat in state.seats else event(state)

    def own_event(self, state: State) -> Hashable:
        """Return the event key of the report for a seated player; decisions of different players never conflict."""
        return event(state)


# Letters


def letter_field(name: str, label: Text, *, optional: bool = False) -> Words:
    """Return the field for one letter."""
    return Words(name, label, 1, ("E", "N", "R"), optional)


def no_letter(text: str, *, optional: bool = False) -> Explanation | None:
    """Return why a text is not one letter of A to Z; umlauts are two (letter_jam.clue.umlaut)."""
    if (optional and not text) or (len(text) == 1 and are_letters(text)):
        return None
    message = T("That is not one letter from A to Z. Umlauts are spelled AE, OE, UE, and ß is SS.")
    return why(message, "letter_jam.clue.umlaut", "letter_jam.sheet.guess")


def are_letters(text: str) -> bool:
    """Return whether a text consists of letters from A to Z only."""
    return all(letter in ALPHABET for letter in upper(text))


def upper(text: str) -> str:
    """Return letters as capitals and other text unchanged: "ß" must not silently become two letters."""
    return text.upper() if text.isascii() else text


# The end of the clues

NO_TOKEN_LEFT: Final = why(
    T("There is no token left to take: that was the last clue."), "letter_jam.end.tokens", "letter_jam.ruling.end_check"
)


def lay_words(effects: Effects[State], *, agreed: bool) -> None:
    """End the clues (letter_jam.end.tokens, letter_jam.end.agreed)."""
    effects.change(phase=Laying(), ending=False)
    if agreed:
        effects.say(T("All agree: no more clues are needed."), "letter_jam.end.agreed")
    else:
        effects.add(NO_TOKEN_LEFT)
    text = T("Every letter of the rows goes back to its place, face down.")
    effects.todo(text, "letter_jam.end.word", "letter_jam.advance.never_look")
