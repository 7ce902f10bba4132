"""An older revision of the toy race, for the tests of logs that have to be brought up to date."""

from typing import Any

from companion.kernel.game import Json


def from_moved(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Revision 1 called the report "moved" and its steps "squares"."""
    return header, [_renamed(entry) for entry in entries]


def _renamed(raw: dict[str, Any]) -> dict[str, Any]:
    if "action" in raw:
        return raw | {"action": _renamed(raw["action"])}
    if raw.get("kind") != "toy_race.moved":
        return raw
    kept = {name: value for name, value in raw.items() if name != "squares"}
    return kept | {"kind": "toy_race.advanced", "steps": raw["squares"]}
