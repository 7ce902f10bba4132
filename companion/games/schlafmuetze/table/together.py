"""What several players take or count alike, in one line."""

from typing import Final

from companion.games.schlafmuetze.messages import N
from companion.kernel.text import Text
from companion.ui.alike import Filled, Together, several


def _chips_taken(lines: tuple[Filled, ...]) -> Text:
    n, players = lines[0]["n"], several(lines)
    return N("{players} take a chip each.", "{players} take {n} chips each.", n=n, players=players)


def _cards_counted(lines: tuple[Filled, ...]) -> Text:
    return N(
        "{points} each for {players}: {n} card in hand.",
        "{points} each for {players}: {n} cards in hand.",
        n=lines[0]["n"],
        points=lines[0]["points"],
        players=several(lines),
    )


def _chips_counted(lines: tuple[Filled, ...]) -> Text:
    return N(
        "{points} each for {players}: {n} chip.",
        "{points} each for {players}: {n} chips.",
        n=lines[0]["n"],
        points=lines[0]["points"],
        players=several(lines),
    )


TOGETHER: Final = {
    "{player} takes a chip.": Together(_chips_taken),
    "{points} for {player}: {n} card in hand.": Together(_cards_counted),
    "{points} for {player}: {n} chip.": Together(_chips_counted),
}
