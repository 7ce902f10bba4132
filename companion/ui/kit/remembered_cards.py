"""The cards of a game on this device: read and stored."""

import logging
from typing import Any, Final, TypeVar

from companion.kernel.cards import CardFile, InvalidFile
from companion.storage.cards import from_json, to_json
from companion.storage.errors import StorageError
from companion.ui.kit.table_context import AnyPlay

log: Final = logging.getLogger("companion.ui")

C = TypeVar("C")


def remembered(play: AnyPlay, file: CardFile[C]) -> C:
    """Return the cards of this device; none if they cannot be read."""
    try:
        return from_json(file, _stored(play, file))
    except (StorageError, InvalidFile):
        log.warning("the cards of this device cannot be read", exc_info=True)
        return file.empty


def keep(play: AnyPlay, file: CardFile[C], cards: C) -> bool:
    """Store cards in the place of those on this device; a setting that cannot be read is kept under another name first.

    :return: whether they could be stored; if not, the page says why.
    """
    access = play.context.access
    try:
        before = _stored(play, file)
        try:
            from_json(file, before)
        except InvalidFile:
            access.remember(f"{file.setting}.unreadable", before)
        access.remember(file.setting, to_json(file, cards))
    except StorageError as error:
        play.actions.fail(error)
        return False
    return True


def remember(play: AnyPlay, file: CardFile[C], more: C) -> None:
    """Add cards to those on this device, if they are new and not too many."""
    known = remembered(play, file)
    now = file.merged(known, more)
    if now != known and file.fits(now):
        keep(play, file, now)


def _stored(play: AnyPlay, file: CardFile[C]) -> Any:
    return play.context.access.remembered(file.setting, to_json(file, file.empty))
