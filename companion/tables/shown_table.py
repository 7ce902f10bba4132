"""Which table a page shows: the server shares its memory among tables, not among pages."""

from contextvars import ContextVar
from typing import Final

from attrs import define


@define(eq=False)
class ShownTable:
    """The table that one page shows.

    :param id: its id; ``None`` on pages of no table.
    """

    id: str | None = None


#: That of the running page; a page without a server has none.
SHOWN_TABLE: Final[ContextVar[ShownTable | None]] = ContextVar("shown table", default=None)
