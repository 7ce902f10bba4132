"""What the players report at a table of Letter Jam."""

from typing import TypeAlias

from attrs import frozen

from companion.games.letter_jam.places import Stand, Tile
from companion.kernel.log import PrivateNote


@frozen
class Dealt:
    """The secret words lie face down before their owners, the setup card and the stacks are ready.

    :param lengths: how many letters each seat got.
    """

    lengths: tuple[int, ...]


@frozen
class ClueGiven:
    """A player has laid the numbered chips.

    :param stands: where chip 1, chip 2 and so on lie.
    :param one_letter: whether the joker, if it has several chips, stands for the same letter each time.
    """

    seat: int
    stands: tuple[Stand, ...]
    one_letter: bool = True


@frozen
class MovesOn:
    """A player will put the present letter back and stand up the next one.

    :param letter: what the player writes into the letter's box; empty for nothing, or for a sheet of paper.
    """

    seat: int
    letter: str = ""


@frozen
class Stays:
    """A player keeps the present letter up."""

    seat: int


@frozen
class BonusGuessed:
    """A player has said aloud which extra letter it is, looked, and drawn the next one.

    :param drawn_later: whether the next one is drawn at the end of the round only, as it was under revision 1.
    """

    seat: int
    letter: str
    right: bool
    drawn_later: bool = False


@frozen
class RoundEnded:
    """Everybody has noted the clue and decided; new letters are stood up and the chips go back."""


@frozen
class EndAgreed:
    """All agree that no more clues are needed."""


@frozen
class WordLaid:
    """A player has arranged cards face down into a word.

    :param tiles: its cards from left to right.
    """

    seat: int
    tiles: tuple[Tile, ...]


@frozen
class Revealed:
    """A player has turned the word up."""

    seat: int


@frozen
class WordCounts:
    """The group takes the revealed word for correct."""

    seat: int


@frozen
class WordFails:
    """The revealed word is none.

    :param letters: how many of the own letters in it were guessed right.
    """

    seat: int
    letters: int


@frozen
class Noted(PrivateNote):
    """A player has noted a clue on the own guess sheet. Nobody else may know.

    :param clue: the clue's number, counted from 1.
    :param letters: its letters as far as the player sees them, "?" for the own one, "." for what is not noted and "*"
        for a joker that may be anything.
    :param guesses: what the own letter might be.
    """

    clue: int
    letters: str
    guesses: str = ""


@frozen
class Boxed(PrivateNote):
    """A player has written a guess into a box of the own guess sheet. Nobody else may know.

    :param box: the letter's place in the row, counted from 1.
    :param letter: the guess; empty to rub it out.
    """

    box: int
    letter: str


Action: TypeAlias = (
    Dealt
    | ClueGiven
    | MovesOn
    | Stays
    | BonusGuessed
    | RoundEnded
    | EndAgreed
    | WordLaid
    | Revealed
    | WordCounts
    | WordFails
    | Noted
    | Boxed
)
