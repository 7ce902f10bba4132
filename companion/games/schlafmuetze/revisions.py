"""Upgrades of logs from older revisions."""

from collections.abc import Mapping
from typing import Final

from companion.kernel.game import Json, Upcaster

_KEEPS: Final = ("schlafmuetze.keep_every_card", "schlafmuetze.keep_referee_only")


def _forgetting(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 1, where changing the mode of reporting cleared the state (schlafmuetze.ruling.keeping)."""
    for entry in entries:
        action = entry["action"] if entry.get("kind") == "amend" else entry
        if action.get("kind") in _KEEPS:
            action["forgets"] = True
    return header, entries


def _keeping(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 2, where every card was reported by default, and votes were completed."""
    setup = header.get("setup", {})
    if isinstance(setup, dict):
        header["setup"] = {"keeping": "every_card", "asking": "everything"} | setup
    return header, entries


def _recalling(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 3, which assigned a doubt to the last entered card (schlafmuetze.ruling.keeping)."""
    setup = header.get("setup", {})
    if isinstance(setup, dict):
        header["setup"] = {"recall": "last_entered"} | setup
    return header, entries


UPCASTERS: Final[Mapping[int, Upcaster]] = {1: _forgetting, 2: _keeping, 3: _recalling}
