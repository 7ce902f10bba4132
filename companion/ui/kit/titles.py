"""Titles of games and of their rounds, and names of players."""

from companion.kernel.game import Meta, View
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.storage.library import Stored
from companion.ui.app.context import PageContext

T, N = messages("companion")


def meta_of(context: PageContext, stored: Stored) -> Meta | None:
    """Return the meta data of a stored game; ``None`` if this version does not know it."""
    game = context.access.games.get(stored.game)
    return game.meta if game else None


def title_of(context: PageContext, stored: Stored) -> str:
    """Return the title of a stored game: the name its players gave it, or the game's own."""
    meta = meta_of(context, stored)
    return stored.name or (context.say(meta.title) if meta else stored.game)


def names_of(context: PageContext, stored: Stored) -> tuple[str, ...]:
    """Return the names at a stored table; those of its setup if the log cannot be read now."""
    try:
        return context.access.names(stored)
    except StorageError:
        return stored.seats


def stretch(meta: Meta, view: View) -> Text:
    """Return the name of the current section of a game: the game's own, or else the round of the sheet."""
    return view.heading or round_called(meta, view.round)


def round_called(meta: Meta, round: int) -> Text:
    """Return the name of a round of a game's sheet."""
    if meta.round_name:
        return T("{called} {number}", called=meta.round_name, number=round)
    return T("Round {round}", round=round)
