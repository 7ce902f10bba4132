"""How logs of older revisions are brought up to date."""

from collections.abc import Mapping
from typing import Final

from companion.kernel.game import Json, Upcaster


def _drawn_later(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Bring up a log of revision 1: who guessed drew at the end of the round (letter_jam.ruling.order_of_drawing)."""
    for entry in entries:
        action = entry["action"] if entry.get("kind") == "amend" else entry
        if action.get("kind") == "letter_jam.bonus_guessed":
            action["drawn_later"] = True
    return header, entries


def _greens_free(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 2, where two or three players took greens from leaves once their own reds were gone.

    That is a house rule now (letter_jam.ruling.greens); with more players it makes no difference.
    """
    setup, seats = header.get("setup", {}), header.get("seats")
    if isinstance(setup, dict) and isinstance(seats, list) and len(seats) in (2, 3):
        header["setup"] = {"greens": "free"} | setup
    return header, entries


UPCASTERS: Final[Mapping[int, Upcaster]] = {1: _drawn_later, 2: _greens_free}
