"""Players' marks: a sign on a colour, beside the name."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.tables.avatars import COLOURS, SIGNS, Avatar
from companion.ui import design
from companion.ui.design.base import drawing
from companion.ui.design.layout import beside

T, N = messages("companion")

#: The colour-blind safe palette of Okabe and Ito, for both themes: each with its name and the colour of the sign.
GROUND: Final[dict[str, tuple[str, Text, str]]] = {
    "orange": ("#E69F00", T("orange"), "#1B1408"),
    "blue": ("#0072B2", T("blue"), "#FFFFFF"),
    "green": ("#009E73", T("green"), "#04140E"),
    "pink": ("#CC79A7", T("pink"), "#1D0B15"),
    "sky": ("#56B4E9", T("sky blue"), "#06161F"),
    "red": ("#D55E00", T("red"), "#140800"),
    "yellow": ("#F0E442", T("yellow"), "#1D1B04"),
    "grey": ("#555555", T("grey"), "#FFFFFF"),
}
SIGN: Final[dict[str, tuple[ft.IconData, Text]]] = {
    "sun": (ft.Icons.SUNNY, T("sun")),
    "plane": (ft.Icons.FLIGHT, T("plane")),
    "anchor": (ft.Icons.ANCHOR, T("anchor")),
    "paw": (ft.Icons.PETS, T("paw")),
    "sailboat": (ft.Icons.SAILING, T("sailing boat")),
    "note": (ft.Icons.MUSIC_NOTE, T("note")),
    "bolt": (ft.Icons.BOLT, T("lightning")),
    "cake": (ft.Icons.CAKE, T("cake")),
    "rocket": (ft.Icons.ROCKET_LAUNCH, T("rocket")),
    "key": (ft.Icons.KEY, T("key")),
}

SIZE: Final = 24.0
_CHOICE: Final = 30.0  # of those to choose from


def badge(mark: Avatar, *, size: float = SIZE) -> ft.Control:
    """A sign on its colour with a ring that contrasts with both themes; screen readers read the name beside it."""
    ground, _, ink = GROUND[mark.colour]
    sign = ft.Icon(SIGN[mark.sign][0], size=size * 0.68, color=ink, apply_text_scaling=False)
    disc = ft.Container(
        sign,
        width=size,
        height=size,
        bgcolor=ground,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE),
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
    )
    return drawing(disc, label=None)


def marked(mark: Avatar, name: ft.Control, *, size: float = SIZE) -> ft.Control:
    """A name after its mark."""
    return beside(badge(mark, size=size), ft.Container(name, expand=True, expand_loose=True), spacing=6.0, tight=True)


def choice(mark: Avatar, say: Callable[[Text], str], choose: Callable[..., None], identifier: str) -> list[ft.Control]:
    """Return the choice of a colour and the choice of a sign.

    :param choose: called with the chosen ``colour`` or ``sign``.
    """
    return [
        design.pick_one(
            ((colour, say(GROUND[colour][1])) for colour in COLOURS),
            mark.colour,
            lambda colour: choose(colour=colour),
            identifier,
            shape="tiles",
            across=len(COLOURS) // 2,
            face=lambda colour: badge(Avatar(colour, mark.sign), size=_CHOICE),
        ),
        design.pick_one(
            ((sign, say(SIGN[sign][1])) for sign in SIGNS),
            mark.sign,
            lambda sign: choose(sign=sign),
            identifier,
            shape="tiles",
            across=len(SIGNS) // 2,
            face=lambda sign: badge(Avatar(mark.colour, sign), size=_CHOICE),
        ),
    ]
