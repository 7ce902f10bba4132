"""Titles of games and names of players in a row."""

from companion.kernel.game import Meta
from companion.storage.errors import StorageError
from companion.storage.library import Stored
from companion.ui.app.context import PageContext


def meta_of(context: PageContext, stored: Stored) -> Meta | None:
    game = context.access.games.get(stored.game)
    return game.meta if game else None


def title_of(context: PageContext, stored: Stored) -> str:
    """Return what the table calls a game."""
    meta = meta_of(context, stored)
    return stored.name or (context.say(meta.title) if meta else stored.game)


def names_of(context: PageContext, stored: Stored) -> tuple[str, ...]:
    """Return the players of a stored game; if its log cannot be read, as it was set up."""
    try:
        return context.access.names(stored)
    except StorageError:
        return stored.seats
