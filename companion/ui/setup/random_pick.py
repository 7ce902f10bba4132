"""A lot that is drawn for all to see: one of several is lit up in turn until it stops, also among fingers laid on the glass."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.tables.avatars import Avatar
from companion.ui.app.context import PageContext
from companion.ui.app.dialogs import use_above
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import column, stacked
from companion.ui.design.player_badge import badge
from companion.ui.runtime.hooks import component, use_latest, use_optional, use_task, use_value

T, N = messages("companion")

#: Steps of a draw in seconds: it slows down, so that everyone sees where it ends.
STEPS: Final = (0.06, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.19, 0.24)

#: Seconds for which all fingers must rest before one is drawn.
STEADY: Final = 1.0

#: How long a device may take to say whether its owner wants nothing to move, in seconds.
_PATIENCE: Final = 0.5

#: How high a field for a finger is, in pixels, and which part of the page all of them may take.
_FIELD: Final = (72.0, 150.0)
_SHARE: Final = 0.62


async def draw(context: PageContext, many: int, show: Callable[[int | None], None]) -> int:
    """Draw one of several and return it; nothing but chance decides, and that before anything is lit up.

    :param show: lights one of them up while it is drawn, and none in the end; not called where the device's owner wants nothing to move.
    """
    chosen = secrets.randbelow(many)
    if not await _is_still(context):
        try:
            for step, pause in enumerate(STEPS):
                show((chosen + step - len(STEPS)) % many)
                await asyncio.sleep(pause)
        finally:
            show(None)
    return chosen


async def _is_still(context: PageContext) -> bool:
    try:
        asked = context.service(ft.SemanticsService).get_accessibility_features()
        features = await asyncio.wait_for(asked, _PATIENCE)
        return bool(features.disable_animations or features.reduce_motion)
    except Exception:  # a device that does not say has no such wish
        return False


def use_fingers(
    context: PageContext,
    title: Text,
    people: Sequence[tuple[str, Avatar]],
    opened: bool,
    close: Callable[[], None],
    drawn: Callable[[int], None],
) -> None:
    """Show a field for each player's finger, and draw one of them.

    :param people: the players, by name and avatar.
    :param drawn: called with the drawn index.
    """
    fields = Fingers(context, tuple(people), drawn, key="fingers") if opened else None
    # a window at any size: a sheet would follow the fingers
    use_above(context, title, fields, close, slides=False)


@component
def Fingers(context: PageContext, people: tuple[tuple[str, Avatar], ...], drawn: Callable[[int], None]) -> ft.Control:
    """A field for each finger; when all rest, one is drawn, and again after all have been lifted."""
    held, hold = use_value(frozenset[int]())
    lit, light = use_optional(int)
    found, find = use_optional(int)
    latest = use_latest(drawn=drawn)
    all_lie = len(held) == len(people)

    async def wait() -> None:
        find(None)
        await asyncio.sleep(STEADY)
        chosen = await draw(context, len(people), light)
        find(chosen)
        latest.drawn(chosen)

    use_task(context.page, wait, all_lie)
    across = 2 if context.size[0] < context.size[1] else min(len(people), 3)
    rows = ceil(len(people) / across)
    low, high = _FIELD
    height = min(max((_SHARE * context.size[1] - theme.Space.s * rows) / rows, low), high)

    def field(at: int) -> ft.Control:
        name, mark = people[at]
        bright = at == (found if lit is None else lit)
        chosen, lies = bright and lit is None, at in held
        face = stacked(
            badge(mark, size=32.0),
            words(context.short(name), ft.TextThemeStyle.TITLE_MEDIUM, align=ft.TextAlign.CENTER, lines=1),
            spacing=theme.Space.xs,
        )
        box = ft.Container(
            face,
            height=height,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if bright else theme.SHEET,
            border=ft.Border.all(
                4.0 if bright or lies else 1.0, ft.Colors.PRIMARY if bright or lies else ft.Colors.OUTLINE
            ),
            border_radius=theme.Radii.paper,
            opacity=0.5 if found is not None and not chosen else 1.0,
        )
        lift = partial(hold, lambda held: held - {at})
        finger = ft.GestureDetector(
            box,
            on_pan_down=lambda _: hold(lambda held: held | {at}),
            on_pan_end=lambda _: lift(),
            on_pan_cancel=lambda _: lift(),
            expand=True,
        )
        return ft.Semantics(content=finger, identifier=f"finger-{at}", label=name, selected=lies, expand=True)

    grid = [
        ft.Row(
            [
                field(at) if at < len(people) else ft.Container(expand=True)
                for at in range(row * across, (row + 1) * across)
            ],
            spacing=theme.Space.s,
        )
        for row in range(rows)
    ]
    asked = T("Everybody puts a finger on their own field and keeps it there.")
    result = T("Picked: {name}", name=people[found][0]) if found is not None else asked
    said = (
        soft(context.say(result), ft.TextThemeStyle.TITLE_MEDIUM)
        if found is None
        else words(context.say(result), ft.TextThemeStyle.TITLE_MEDIUM)
    )
    return column(said, *grid, spacing=theme.Space.s)
