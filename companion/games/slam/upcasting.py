"""Logs of older revisions, brought up to the present one."""

from typing import Any

from companion.games.slam.cards import NOTHING
from companion.kernel.game import Json


def untold_as_zero(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Bring a log of revision 1 up: there nothing was unknown, and what nobody had told counted as 0.

    A slam or a championship that was judged then stays as it was judged; one that is reported later asks for what
    lies on the victory piles and was never told (slam.gold.poets, slam.ruling.card_values).

    >>> old = {"kind": "amend", "entry": "2", "action": {"kind": "slam.champions_revealed", "entries": []}}
    >>> untold_as_zero({}, [old])[1][0]["action"]["untold_as_zero"]
    True
    """
    for entry in entries:
        reported = entry.get("action", entry)
        match reported.get("kind"):
            case "slam.champions_revealed":
                reported["untold_as_zero"] = True
            case "slam.poets_revealed":
                for lineup in reported["lineups"]:
                    for poet in lineup["poets"]:
                        _none_told(poet)
                if reported.get("open_list"):
                    _none_told(reported["open_list"])
    return header, entries


def _none_told(poet: dict[str, Any]) -> None:
    """Write down the zeros of a poet of whom no values were told."""
    poet.setdefault("values", [*NOTHING])
