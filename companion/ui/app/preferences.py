"""What the owner of a device likes; kept on the device, because every phone at the table has another owner."""

import asyncio
import json
import logging
from contextvars import ContextVar
from typing import Final, Literal, TypeAlias

import cattrs
import flet as ft
from attrs import evolve, frozen

from companion.storage.limits import LINE, parsed

log: Final = logging.getLogger("companion.ui")

Appearance: TypeAlias = Literal["system", "light", "dark"]

_KEY: Final = "companion.preferences"
_PATIENCE: Final = 3.0  # seconds a device may take to answer

#: The smallest and the largest scale of the type.
_SMALLEST, _LARGEST = 0.5, 3.0

#: What the device keeps, as it keeps it, where that is known before anybody asks: a question and its answer take their time.
KEPT: Final[ContextVar[str | None]] = ContextVar("kept", default=None)


@frozen
class Preferences:
    """The preferences of one device; stored under their field names.

    :param language: a locale, or ``None`` for the device's own.
    :param text: text scale.
    :param exactly: ids of the games that are entered in exact mode.
    :param phone: the token that identifies this device at tables where it has a seat.
    """

    language: str | None = None
    appearance: Appearance = "system"
    text: float = 1.0
    haptics: bool = True
    sound: bool = True
    awake: bool = True
    exactly: tuple[str, ...] = ()
    phone: str | None = None


def known() -> Preferences | None:
    """Return the device's preferences if they are known already."""
    kept = KEPT.get()
    return None if kept is None else _read(kept)


async def load() -> Preferences:
    """Read the preferences from the device; unreadable ones keep their defaults."""
    try:
        return _read(await asyncio.wait_for(ft.SharedPreferences().get(_KEY), _PATIENCE))
    except Exception:
        log.warning("the device does not return its preferences", exc_info=True)
        return Preferences()


def _read(kept: object) -> Preferences:
    try:
        read = cattrs.structure(parsed(str(kept), longest=LINE), Preferences) if kept else Preferences()
        return evolve(read, text=min(max(read.text, _SMALLEST), _LARGEST))
    except Exception:
        log.warning("the device's preferences cannot be read", exc_info=True)
        return Preferences()


async def save(preferences: Preferences) -> None:
    """Store the preferences on the device, if it permits that."""
    try:
        await asyncio.wait_for(ft.SharedPreferences().set(_KEY, json.dumps(cattrs.unstructure(preferences))), _PATIENCE)
    except Exception:
        log.warning("the device's preferences cannot be kept", exc_info=True)
