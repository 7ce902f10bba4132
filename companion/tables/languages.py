"""Which languages the reader of the running page prefers; the server sets it for each connection."""

import os
from contextvars import ContextVar
from typing import Final

#: Locales as the device names them, the preferred one first.
PREFERRED: Final[ContextVar[tuple[str, ...]]] = ContextVar("preferred_languages", default=())


#: Most languages that are read from a header, which may list thousands.
_MOST: Final = 32


def of_environment() -> tuple[str, ...]:
    """Return the locales that the environment of the process names, the preferred one first."""
    named = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return tuple(value.partition(".")[0].replace("_", "-") for value in named if value)


def accepted(header: str) -> tuple[str, ...]:
    """Return the locales of an ``Accept-Language`` header, the preferred one first.

    >>> accepted("de-AT,de;q=0.9,en;q=0.5")
    ('de-AT', 'de', 'en')
    """
    weighted = []
    for part in header.split(",")[:_MOST]:
        name, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((-float(weight or 1), name))
        except ValueError:
            continue
    return tuple(name for _, name in sorted(weighted, key=lambda pair: pair[0]) if name)
