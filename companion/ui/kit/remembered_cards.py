"""The cards a device remembers for a game."""

import logging
from typing import Any, Final, TypeVar

from companion.kernel.cards import CardFile, WrongFile
from companion.storage.cards import from_json, to_json
from companion.storage.errors import StorageError
from companion.ui.kit.table_context import AnyPlay

log: Final = logging.getLogger("companion.ui")

C = TypeVar("C")


def setting(file: CardFile[C]) -> str:
    """Return the setting that holds the cards of this device."""
    return f"cards.{file.game}"


def remembered(play: AnyPlay, file: CardFile[C]) -> C:
    """Return the cards that were entered before; what cannot be read is as if there were none."""
    try:
        return from_json(file, _stored(play, file))
    except (StorageError, WrongFile):
        log.warning("the cards of this device cannot be read", exc_info=True)
        return file.none


def keep(play: AnyPlay, file: CardFile[C], cards: C) -> bool:
    """Keep cards on this device and tell whether that was possible; what could not be read there is put aside first."""
    access = play.context.access
    try:
        before = _stored(play, file)
        try:
            from_json(file, before)
        except WrongFile:
            access.remember(f"{setting(file)}.unreadable", before)
        access.remember(setting(file), to_json(file, cards))
    except StorageError as error:
        play.actions.fail(error)
        return False
    return True


def remember(play: AnyPlay, file: CardFile[C], more: C) -> None:
    """Keep cards that are new or better known, if there is room for them."""
    known = remembered(play, file)
    now = file.merged(known, more)
    if now != known and file.fit(now):
        keep(play, file, now)


def _stored(play: AnyPlay, file: CardFile[C]) -> Any:
    return play.context.access.remembered(setting(file), to_json(file, file.none))
