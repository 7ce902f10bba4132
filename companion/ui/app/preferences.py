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
    """The settings of one device.

    :param language: a locale, or ``None`` for the device's own.
    :param text: how much larger than usual the type is.
    :param exactly: ids of the games of which more is told than a table says aloud anyway.
    :param phone: the token by which this device is known at the tables it has taken a place at.
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
    """Ask the device for its preferences; whatever cannot be read is as at first."""
    try:
        return _read(await asyncio.wait_for(ft.SharedPreferences().get(_KEY), _PATIENCE))
    except Exception:
        log.warning("the device does not tell its preferences", exc_info=True)
        return Preferences()


def _read(kept: object) -> Preferences:
    try:
        read = cattrs.structure(parsed(str(kept), longest=LINE), Preferences) if kept else Preferences()
        return evolve(read, text=min(max(read.text, _SMALLEST), _LARGEST))
    except Exception:
        log.warning("the device's preferences cannot be read", exc_info=True)
        return Preferences()


async def save(preferences: Preferences) -> None:
    """Keep the preferences on the device, if it lets us."""
    try:
        await asyncio.wait_for(ft.SharedPreferences().set(_KEY, json.dumps(cattrs.unstructure(preferences))), _PATIENCE)
    except Exception:
        log.warning("the device's preferences cannot be kept", exc_info=True)
