"""What several players take or count alike, in one line."""

from collections.abc import Mapping
from typing import Any, Final

from companion.games.schlafmuetze.messages import N
from companion.ui.kit.group_lines import Filled, GroupedLine, several


def _alike(lines: tuple[Filled, ...]) -> Mapping[str, Any]:
    """Return what is the same in all the lines, and whom they are about."""
    same = {name: told for name, told in lines[0].items() if name != "player"}
    return {**same, "players": several(lines)}


TOGETHER: Final = {
    "{player} takes a chip.": GroupedLine(
        lambda lines: N("{players} take a chip each.", "{players} take {n} chips each.", **_alike(lines))
    ),
    "{points} for {player}: {n} card in hand.": GroupedLine(
        lambda lines: N(
            "{points} each for {players}: {n} card in hand.",
            "{points} each for {players}: {n} cards in hand.",
            **_alike(lines),
        )
    ),
    "{points} for {player}: {n} chip.": GroupedLine(
        lambda lines: N(
            "{points} each for {players}: {n} chip.", "{points} each for {players}: {n} chips.", **_alike(lines)
        )
    ),
}
