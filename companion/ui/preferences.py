"""What the owner of a device likes; kept on the device, because every phone at the table has another owner."""

import asyncio
import json
import logging
from typing import Final, Literal, TypeAlias

import cattrs
import flet as ft
from attrs import frozen

log: Final = logging.getLogger("companion.ui")

Appearance: TypeAlias = Literal["system", "light", "dark"]

_KEY: Final = "companion.preferences"
_PATIENCE: Final = 3.0  # seconds a device may take to answer


@frozen
class Preferences:
    """The settings of one device.

    :param language: a locale, or ``None`` for the device's own.
    :param text: how much larger than usual the type is.
    :param exactly: ids of the games of which more is told than a table says aloud anyway.
    """

    language: str | None = None
    appearance: Appearance = "system"
    text: float = 1.0
    haptics: bool = True
    awake: bool = True
    exactly: tuple[str, ...] = ()


async def load() -> Preferences:
    """Read the device's preferences; whatever cannot be read is as at first."""
    try:
        raw = await asyncio.wait_for(ft.SharedPreferences().get(_KEY), _PATIENCE)
        return cattrs.structure(json.loads(str(raw)), Preferences) if raw else Preferences()
    except Exception:
        log.warning("the device's preferences cannot be read", exc_info=True)
        return Preferences()


async def save(preferences: Preferences) -> None:
    """Keep the preferences on the device, if it lets us."""
    try:
        await asyncio.wait_for(ft.SharedPreferences().set(_KEY, json.dumps(cattrs.unstructure(preferences))), _PATIENCE)
    except Exception:
        log.warning("the device's preferences cannot be kept", exc_info=True)
