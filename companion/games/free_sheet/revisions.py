"""Upgrade logs of older revisions."""

from collections.abc import Mapping
from typing import Final

from companion.games.free_sheet.sums import without_blanks
from companion.kernel.game import Json, Upcaster


def _from_revision_1(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 1, which ignored blanks between digits and gave newcomers an empty column.

    >>> old = {"kind": "free_sheet.scored", "seat": 0, "points": "3 6"}
    >>> _from_revision_1({"setup": {"wins": "fewest"}}, [old])[1]
    [{'kind': 'free_sheet.scored', 'seat': 0, 'points': '36'}]
    """
    setup = header.get("setup", {})
    if isinstance(setup, dict):
        header["setup"] = {"newcomers": "empty"} | setup
    for entry in entries:
        action = entry["action"] if entry.get("kind") == "amend" else entry
        if isinstance(points := action.get("points"), str):
            action["points"] = without_blanks(points)
    return header, entries


UPCASTERS: Final[Mapping[int, Upcaster]] = {1: _from_revision_1}
