"""Roles and grants of the user of the current page; the server sets them for each connection."""

from collections.abc import Iterable
from contextvars import ContextVar
from enum import StrEnum
from typing import Final

from attrs import frozen


class Role(StrEnum):
    """Roles at a table, most powerful first (companion.roles)."""

    HOST = "host"
    SCOREKEEPER = "scorekeeper"
    SEAT = "seat"
    VIEWER = "viewer"


@frozen
class Grant:
    """What a link permits.

    :param table: the table; ``None`` for all tables.
    """

    role: Role
    table: str | None = None


#: The grant on the machine that runs the program.
HOST: Final = (Grant(Role.HOST),)

#: The grant of the room's link, and of users of whom nothing is known.
GUEST: Final = (Grant(Role.SEAT),)

#: The grants of the links by which the page's device was authorized.
GRANTS: Final[ContextVar[tuple[Grant, ...]]] = ContextVar("passes", default=GUEST)

#: Where the reader's browser has the page from, such as ``https://games.example``; empty where there is no browser.
ORIGIN: Final[ContextVar[str]] = ContextVar("origin", default="")


def role_at(passes: Iterable[Grant], table: str | None = None) -> Role | None:
    """Return the most that some passes allow at a table, or in the room as a whole; ``None`` if that is nothing."""
    allowed = {each.role for each in passes if each.table in (None, table)}
    return next((role for role in Role if role in allowed), None)


def role_and_less(role: Role) -> tuple[Role, ...]:
    """Return a role and those that may do less, most powerful first."""
    return tuple(Role)[list(Role).index(role) :]
