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


def _with_defaults(**defaults: str) -> Upcaster:
    """Return the upgrade of a log from before a house rule, which was played in one way."""

    def upgrade(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
        setup = header.get("setup", {})
        if isinstance(setup, dict):
            header["setup"] = defaults | setup
        return header, entries

    return upgrade


UPCASTERS: Final[Mapping[int, Upcaster]] = {
    1: _forgetting,
    2: _with_defaults(keeping="every_card", asking="everything"),
    3: _with_defaults(recall="last_entered"),
}
