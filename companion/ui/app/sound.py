"""The bell of the clock: a sound made here, played by the player that Flet's web client brings along."""

import struct
from dataclasses import field
from math import exp, pi, sin
from typing import Final

import flet as ft

_RATE: Final = 16_000
_SECONDS: Final = 1.2
#: A bell's tone and those above it: how high in Hertz, how loud, and how fast each dies away.
_TONES: Final = ((880.0, 0.5, 3.0), (1760.0, 0.25, 5.0), (2637.0, 0.15, 8.0))


def sound() -> bytes:
    """Return the sound of a bell as a WAV file."""
    moments = (n / _RATE for n in range(int(_RATE * _SECONDS)))
    heights = (sum(loud * exp(-fade * at) * sin(2 * pi * hertz * at) for hertz, loud, fade in _TONES) for at in moments)
    samples = b"".join(struct.pack("<h", int(32_000 * height)) for height in heights)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, _RATE, 2 * _RATE, 2, 16)
    body = form + struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI4s", b"RIFF", 4 + len(body), b"WAVE") + body


@ft.control("Audio")  # type: ignore[arg-type]  # typed for layout controls, but works for services
class Bell(ft.Service):
    """Plays a sound. The Python part of Flet's player is a separate package, and this is all the program needs of it."""

    src: bytes = field(default_factory=sound)

    async def play(self) -> None:
        """Ring once."""
        await self._invoke_method("play", {"position": None})


def rings(page: ft.Page) -> bool:
    """Return whether the client of a page has a player; packaged apps have none."""
    return bool(page.web)
