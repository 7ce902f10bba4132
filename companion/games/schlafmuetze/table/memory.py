"""The words typed on this device: those of all cards, and those of the last circle.

They are suggestions only, not printed cards of the card library: they are not edited or exported.
"""

from collections.abc import Iterable
from typing import Any, Final

from companion.games.schlafmuetze.messages import capitals
from companion.games.schlafmuetze.view import TableView
from companion.storage.errors import StorageError
from companion.ui.kit.table_context import Play

#: The longest word that fits on a card.
LONGEST: Final = 24
_SETTING: Final = "words.schlafmuetze"


def _setting(play: Play[TableView]) -> str:
    """Return the key of the setting for words; a page limited to one table uses the key of its evening."""
    access = play.context.access
    return _SETTING if access.role() else f"{_SETTING}.{access.evening(play.table)}"


def kept(play: Play[TableView]) -> tuple[list[str], list[str]]:
    """Return the words typed on this device, and those of the last circle."""
    try:
        found = play.context.access.remembered(_setting(play))
    except StorageError:
        found = None
    listed, circle = (_words(found, part) for part in ("words", "circle"))
    return listed, circle


def _words(found: Any, part: str) -> list[str]:
    """Return the words in a part of the setting; malformed values are skipped."""
    listed = found.get(part) if isinstance(found, dict) else None
    return [word for word in listed if isinstance(word, str)] if isinstance(listed, list) else []


def remember(play: Play[TableView], new: Iterable[str], circle: Iterable[str] | None = None) -> None:
    """Store words for later; if that fails, the page says why.

    :param circle: the words of the circle, if they were typed.
    """
    listed, old = kept(play)
    every = sorted({*listed, *(capitals(word) for word in new if word.strip())})
    laid = old if circle is None else [capitals(word) for word in circle]
    if (every, laid) == (listed, old):
        return
    try:
        play.context.access.remember(_setting(play), {"words": every, "circle": laid})
    except StorageError as error:
        play.actions.refuse(error.why)


def suggested(play: Play[TableView], typed: str, most: int = 12) -> list[str]:
    """Return stored words with a prefix, at most ``most`` of them."""
    listed, _ = kept(play)
    begun = capitals(typed)
    return [word for word in listed if word.startswith(begun) and word != begun][:most]
