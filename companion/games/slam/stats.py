"""Statistics of Slam! over all evenings."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from companion.games.slam.cards import ATTRIBUTES, Attribute
from companion.games.slam.messages import ATTRIBUTE, T
from companion.games.slam.model import Asking, Judged
from companion.kernel.history import HistoryLine
from companion.scoring.game_stats import Found, GameStat


def _won(attribute: Attribute, line: HistoryLine) -> Iterator[Found]:
    """Yield the winner of a slam that asked for an attribute, if its attributes were entered (slam.turn.show)."""
    before = line.before
    asked = before.phase.evidence.attributes if isinstance(before.phase, Judged | Asking) else ()
    for point in line.item.step.points if line.item.step else ():
        if attribute in asked and point.round == before.number and not before.is_gold:
            yield Found(point.seat, 1)


STATISTICS: Final = {
    "slam": tuple(
        GameStat(
            f"slams-{attribute.value}",
            T("Slams with {attribute}", attribute=ATTRIBUTE[attribute]),
            "slam.turn.show",
            partial(_won, attribute),
        )
        for attribute in ATTRIBUTES
    )
}
