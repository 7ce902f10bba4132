"""The clock above a table, and the dialog in which it is set."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.text import Text, messages
from companion.tables.clock import TIMES, Clock
from companion.tables.roles import Role
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import beside, column, wide
from companion.ui.kit.big_board import set_in
from companion.ui.kit.pane import button
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_live, use_task, use_value

T, N = messages("companion")

CLOCK: Final = T("Clock")

#: In seconds.
_MINUTE: Final = 60
#: Delay after each full second before the display is updated, so that no second is skipped.
_AFTER: Final = 0.02


@frozen
class _Face:
    """The display of a clock.

    :param who: the player whose time it is; empty if all share one clock.
    """

    left: str
    who: str
    state: Text
    colour: ft.ColorValue
    runs: bool
    up: bool


def _use_face(play: AnyPlay) -> tuple[Clock, _Face] | None:
    """Return the clock of the table and its display, updated every second; ring when the time is up."""
    context, clocks = play.context, play.context.access.clocks
    use_live(context.access.at(play.table))
    _, tick = use_value(0)
    clock = clocks.of(play.table)
    now = time.monotonic()
    up = bool(clock and clock.is_up(now))
    runs = bool(clock and clock.running is not None and not up)

    async def count() -> None:
        while clock := clocks.of(play.table):
            left = clock.seconds(clock.shown, time.monotonic()) % 1.0
            await asyncio.sleep((left if clock.limit else 1.0 - left) + _AFTER)
            tick(lambda n: n + 1)

    use_task(context.page, count, runs)
    rang: Any = ft.use_ref(up)

    def ring() -> None:
        if up and not rang.current:
            context.buzz("heavy_impact")
            context.ring()
            context.announce(context.say(UP))
        rang.current = up

    ft.use_effect(ring, dependencies=[up])
    if not clock:
        return None
    colour = ft.Colors.ERROR if up else ft.Colors.PRIMARY if runs else ft.Colors.ON_SURFACE_VARIANT
    left = written(clock.seconds(clock.shown, now), down=bool(clock.limit))
    who = play.names[clock.shown] if clock.each else ""
    state = UP if up else T("running") if runs else T("paused")
    return clock, _Face(left, who, state, colour, runs, up)


@component
def ClockOnBoard(play: AnyPlay, size: float, wide: float) -> ft.Control:
    """The clock of the table on the big board; empty if there is none.

    :param size: the size of its digits, in pixels.
    :param wide: the available width, in pixels.
    """
    found = _use_face(play)
    if not found:
        return ft.Container()
    _, face = found
    said = " · ".join(filter(None, (face.who, face.left, play.context.say(face.state))))
    style = ft.TextThemeStyle.HEADLINE_MEDIUM
    figures = set_in(play.context, face.left, style, size, colour=face.colour, align=ft.TextAlign.RIGHT)
    figures.semantics_label = said
    return ft.Semantics(
        content=ft.Container(figures, width=wide, alignment=ft.Alignment.CENTER_RIGHT),
        identifier="clock",
        container=True,
    )


@component
def ClockStrip(play: AnyPlay) -> ft.Control:
    """The clock of the table with buttons to pause it, pass it on and remove it; empty if there is none."""
    context, clocks = play.context, play.context.access.clocks
    found = _use_face(play)
    if not found:
        return ft.Container()
    clock, face = found
    runs, up = face.runs, face.up
    shown = words(face.left, ft.TextThemeStyle.HEADLINE_MEDIUM, color=face.colour, lines=1)
    said = soft(" · ".join(filter(None, (face.who, context.say(face.state)))), ft.TextThemeStyle.BODY_MEDIUM)
    can = play.role is not Role.VIEWER

    def put(change: Callable[[Clock], Clock | None]) -> Callable[[], None]:
        def run() -> None:
            if here := clocks.of(play.table):
                clocks.put(play.table, change(here))

        return run

    def now_of(change: Callable[[Clock, float], Clock]) -> Callable[[], None]:
        return put(lambda clock: change(clock, time.monotonic()))

    ways: list[tuple[bool, ft.IconData, Text, Callable[[], None], str]] = [
        (runs, ft.Icons.PAUSE, T("Pause"), now_of(Clock.paused), "clock-pause"),
        (not runs and not up, ft.Icons.PLAY_ARROW, T("Resume"), now_of(Clock.started), "clock-start"),
        (
            clock.each,
            ft.Icons.SKIP_NEXT,
            T("Next player"),
            now_of(lambda clock, now: clock.passed_on(now, there(play))),
            "clock-next",
        ),
        (not runs, ft.Icons.RESTART_ALT, T("Reset"), put(Clock.anew), "clock-anew"),
        (not runs, ft.Icons.CLOSE, T("Close clock"), put(lambda _: None), "clock-away"),
    ]
    buttons = [
        design.icon_button(icon, context.say(text), do, what) for shows, icon, text, do, what in ways if shows and can
    ]
    line = beside(ft.Semantics(content=shown, identifier="clock", container=True), wide(said), *buttons)
    around = ft.Padding.symmetric(horizontal=theme.Space.l, vertical=theme.Space.xs)
    return ft.Container(line, padding=around, bgcolor=ft.Colors.SURFACE_CONTAINER_LOW)


UP: Final = T("Time is up.")


def written(seconds: float, *, down: bool) -> str:
    """Return minutes and seconds; remaining time is rounded up, so that 0 is shown only at the end.

    >>> written(59.2, down=True), written(59.2, down=False), written(0.0, down=True)
    ('1:00', '0:59', '0:00')
    """
    whole = -int(-seconds // 1) if down else int(seconds)
    return f"{whole // _MINUTE}:{whole % _MINUTE:02d}"


def there(play: AnyPlay) -> tuple[int, ...]:
    """Return the seats that take part now, which may have changed since the clock was set."""
    return tuple(seat for seat in range(len(play.names)) if seat not in play.session.record.gone)


@component
def SetClock(play: AnyPlay, close: Callable[[], None]) -> ft.Control:
    """The dialog that sets the time, per player or for all."""
    context, clocks = play.context, play.context.access.clocks
    stage = play.meta.stage_time
    limit, choose = use_value(stage or _MINUTE)
    each, give = use_value(False)

    def begin() -> None:
        spent = (0.0,) * (len(play.names) if each else 1)
        clocks.put(play.table, Clock(limit, spent, shown=there(play)[0] if each else 0).started(time.monotonic()))
        close()

    def called(seconds: int) -> str:
        if not seconds:
            return context.say(T("Stopwatch"))
        shown = written(seconds, down=True)
        return context.say(T("{time} on stage", time=shown)) if seconds == stage else shown

    down = sorted({*TIMES, stage} - {0})
    times = ((seconds, called(seconds)) for seconds in (*down, 0))
    whose = (("all", context.say(T("Shared clock"))), ("each", context.say(T("Clock per player"))))
    how = T(
        "When the time is up the phone vibrates and rings, unless that is switched off in the settings. "
        "The clock is not part of the game."
    )
    return column(
        design.pick_one(times, limit, choose, "clock"),
        design.pick_one(whose, "each" if each else "all", lambda way: give(way == "each"), "clock"),
        soft(context.say(how), ft.TextThemeStyle.BODY_MEDIUM),
        button(play, T("Start"), begin, "clock-begin", emphasis="primary"),
        spacing=theme.Space.l,
    )
