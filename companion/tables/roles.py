"""Who the reader of the running page is to this machine; the server sets it for each connection."""

from collections.abc import Iterable
from contextvars import ContextVar
from enum import StrEnum
from typing import Final

from attrs import frozen


class Role(StrEnum):
    """What somebody may do at a table, who may most first (companion.roles)."""

    HOST = "host"
    SCOREKEEPER = "scorekeeper"
    SEAT = "seat"
    VIEWER = "viewer"


@frozen
class Grant:
    """What a link lets somebody do.

    :param table: where; everywhere, if that is not said.
    """

    role: Role
    table: str | None = None


#: Whoever sits at the machine that runs the program.
HOST: Final = (Grant(Role.HOST),)

#: Whoever came in by the link to the room; so is everybody of whom nothing is known.
GUEST: Final = (Grant(Role.SEAT),)

#: What the links that the page's device has come by let it do.
GRANTS: Final[ContextVar[tuple[Grant, ...]]] = ContextVar("passes", default=GUEST)

#: Where the reader's browser has the page from, such as ``https://games.example``; empty where there is no browser.
ORIGIN: Final[ContextVar[str]] = ContextVar("origin", default="")


def role_at(passes: Iterable[Grant], table: str | None = None) -> Role | None:
    """Return the most that some passes allow at a table, or in the room as a whole; ``None`` if that is nothing."""
    allowed = {each.role for each in passes if each.table in (None, table)}
    return next((role for role in Role if role in allowed), None)
