"""The phases of a game of Letter Jam."""

from typing import TypeAlias

from attrs import evolve, frozen

from companion.kernel.tuples import with_item


@frozen
class Preparing:
    """The secret words are prepared and the table is set up."""


@frozen
class Choosing:
    """The players look for words and choose who gives the clue."""


@frozen
class Guess:
    """A guess of an extra letter, said aloud.

    :param drawn_later: whether the card stays and the next one is drawn at the end of the round, as in revision 1.
    """

    letter: str
    right: bool
    drawn_later: bool = False


@frozen
class Deciding:
    """A clue is on the table; all players note it and decide.

    :param moves: by seat whether the player moves on; ``None`` while undecided.
    :param guesses: by seat the guess of an extra letter.
    :param resting: seats whose guesses are valid only if a clue whose chips are unknown uses their letter.
    """

    moves: tuple[bool | None, ...]
    guesses: tuple[Guess | None, ...]
    resting: tuple[int, ...] = ()

    def decided(self, seat: int, *, moves: bool) -> "Deciding":
        """Return the phase with a player's decision."""
        return evolve(self, moves=with_item(self.moves, seat, moves))


@frozen
class Laying:
    """There are no more clues; all players arrange their cards into a word."""


@frozen
class Revealing:
    """The words are turned up one after the other.

    :param seat: the player whose word is open and waits for the group's verdict.
    """

    seat: int | None = None


@frozen
class Over:
    """All words are judged."""


Phase: TypeAlias = Preparing | Choosing | Deciding | Laying | Revealing | Over
