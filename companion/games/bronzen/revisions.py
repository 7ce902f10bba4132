"""Upgrades of logs from older revisions."""

from collections.abc import Mapping
from typing import Final

from companion.kernel.game import Json, Upcaster


def _every_trick(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 1, where every trick was reported (bronzen.ruling.keeping).

    >>> _every_trick({"setup": {"jays": "once"}}, [])
    ({'setup': {'keeping': 'tricks', 'jays': 'once'}}, [])
    """
    setup = header.get("setup", {})
    if isinstance(setup, dict):
        header["setup"] = {"keeping": "tricks"} | setup
    return header, entries


UPCASTERS: Final[Mapping[int, Upcaster]] = {1: _every_trick}
