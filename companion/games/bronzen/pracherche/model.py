"""The state of a table of Pracherche."""

from typing import TypeAlias

from attrs import field, frozen

from companion.games.bronzen.cards import Card
from companion.games.bronzen.numbers import NUMBERS


@frozen
class Reveal:
    """Between two tricks: both reveal the top card."""


@frozen
class War:
    """Equal ranks lie open: both lay one card face down, if they can, and then an open one.

    :param laid: cards each player has laid in this trick.
    :param open_cards: the open cards, if reported.
    """

    laid: int
    open_cards: tuple[Card, ...] = ()


@frozen
class RoundOver:
    """A player has all the cards."""

    winner: int


@frozen
class GameOver:
    """The last round has ended."""

    winner: int


Phase: TypeAlias = Reveal | War | RoundOver | GameOver


@frozen
class State:
    """The state of a game of Pracherche.

    :param trick: number of the running trick, counted from 1.
    :param stacks: the cards each player holds, without those on the table.
    """

    round: int = 1
    trick: int = 1
    phase: Phase = field(factory=Reveal)
    stacks: tuple[int, int] = (NUMBERS.deck.size, NUMBERS.deck.size)

    @property
    def running(self) -> War:
        """The cards on the table; none between tricks."""
        return self.phase if isinstance(self.phase, War) else War(0)

    @property
    def face_down(self) -> int:
        """The number of cards each player lays face down next (pracherche.war, pracherche.ruling.short_war)."""
        return min(1, min(self.stacks) - 1) if isinstance(self.phase, War) else 0
