"""The period of the statistics: one choice for all pages, so that a figure matches the games it comes from."""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import Final, Literal, TypeAlias
from weakref import WeakKeyDictionary

import flet as ft
from attrs import evolve

from companion.kernel.text import Text, messages
from companion.stats.aggregate import Statistics
from companion.stats.filters import Season, evening_of
from companion.ui import design
from companion.ui.app.scaffold import quiet_button
from companion.ui.design.layout import column, flowing
from companion.ui.runtime.hooks import component, use_optional, use_value
from companion.ui.stats import shared as look
from companion.ui.stats.shared import Back

T, N = messages("companion")

_SEASONS: Final = (
    ("all", T("All time")),
    ("year", T("This year")),
    ("months", T("Twelve months")),
    ("own", T("A season")),
)

End: TypeAlias = Literal["since", "until"]

#: The choice of each session; a new one begins with all games.
_chosen: Final[WeakKeyDictionary[ft.Page, Season]] = WeakKeyDictionary()


def use_season(back: Back) -> tuple[Statistics, ft.Control]:
    """Return the statistics of finished games in the chosen period, and the control that chooses it."""
    page = back.context.page
    season, set_season = use_value(_chosen.get(page, Season()))

    def choose(changed: Season) -> None:
        _chosen[page] = changed
        set_season(changed)

    statistics = back.finished if season == Season() else back.statistics(season.of(back.games, back.folk, _today()))
    return statistics, Seasons(back, season, choose, key="seasons")


def _today() -> date:
    return evening_of(datetime.now().astimezone())


@component
def Seasons(back: Back, season: Season, choose: Callable[[Season], None]) -> ft.Control:
    """The periods to choose from; a season has a first and a last day."""
    context = back.context
    picking, pick = use_optional(str)
    first = evening_of(back.games[-1].at) if back.games else _today()

    def begin(kind: str) -> None:
        own = Season("own", season.since or first, season.until or _today())
        choose(own if kind == "own" else Season(kind))

    seasons = ((kind, context.say(text)) for kind, text in _SEASONS)
    ends: list[ft.Control] = []
    days = {"since": season.since, "until": season.until}
    if season.kind == "own":
        said: tuple[tuple[End, Text], ...] = (
            ("since", T("From {day}", day=context.renderer().day(season.since or first))),
            ("until", T("Until {day}", day=context.renderer().day(season.until or _today()))),
        )
        ends = [
            quiet_button(context, text, partial(pick, end), f"season-{end}", icon=ft.Icons.EDIT_CALENDAR)
            for end, text in said
        ]

    def chosen(day: date) -> None:
        pick(None)
        if picking:
            moved = evolve(season, since=day) if picking == "since" else evolve(season, until=day)
            turned = moved.since and moved.until and moved.since > moved.until
            choose(Season("own", moved.until, moved.since) if turned else moved)

    shown = days.get(picking or "") or _today()
    ft.use_dialog(look.day_picker(shown, chosen, lambda: pick(None)) if picking else None)
    return column(design.pick_one(seasons, season.kind, begin, "season"), *([flowing(ends)] if ends else []))
