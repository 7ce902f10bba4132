"""Evenings: all played games as a list and as a calendar, with a search."""

from calendar import Calendar
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Final, Literal, TypeAlias

import flet as ft
from attrs import evolve

from companion.kernel.text import Listing, Text, messages
from companion.stats.aggregate import Statistics
from companion.stats.filters import Filter, evening_of, evenings
from companion.stats.played_games import Played
from companion.ui import design
from companion.ui.app.context import use_page_context
from companion.ui.app.scaffold import bar, further, page_with_foot, quiet_button, view
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable, soft, words
from companion.ui.design.layout import beside, column, hairline, lines, stacked
from companion.ui.kit.drawing import RIGHT, Pen, broken
from companion.ui.kit.result_picture import MARGIN, ROOM, WIDTH, picture_head
from companion.ui.kit.share_image import SHARE, Shared, use_shared
from companion.ui.runtime.hooks import component, screen_component, use_optional, use_value
from companion.ui.stats import shared as look
from companion.ui.stats.shared import EVENINGS, Back, use_back

T, N = messages("companion")

#: Width of a column of numbers in a picture, in pixels.
_NUMBER: Final = 170.0
#: Games shown before "show more", and the most people, games and groups offered by the search.
SHOWN: Final = 25
_OFFERED: Final = 12

Shown: TypeAlias = Literal["list", "calendar"]


@screen_component
def EveningsScreen() -> ft.Control:
    """The page of played games."""
    context = use_page_context()
    people = design.icon_button(
        ft.Icons.PEOPLE_OUTLINE, context.say(T("People")), lambda: context.go("/evenings/people"), "people"
    )
    appbar = bar(context, context.say(EVENINGS), back="/", actions=[people])
    return view("/evenings", appbar, EveningsBody(key="evenings"))


@component
def EveningsBody() -> ft.Control:
    """The search and its results."""
    context = use_page_context()
    back = use_back()
    wanted, want = use_value(Filter())
    start: Shown = "list"
    shown, show = use_value(start)
    opened, open_ = use_value(False)
    many, show_more = use_value(SHOWN)
    last = evening_of(back.games[0].at) if back.games else date.today()
    month, turn = use_value((last.year, last.month))
    pictured, picture = use_optional(date)
    use_shared(context, partial(_shared, back, pictured) if pictured else None, lambda: picture(None))
    if back.trouble:
        return design.notice("refusal", context.say(back.trouble.text), "unreadable")

    def choose(day: date) -> None:
        narrow(evolve(wanted, since=day, until=day))
        show("list")

    if not back.games:
        text = T("Every game you finish is kept here, with its result.")
        empty = design.empty_state(context.say(T("No game nights yet")), text=context.say(text))
        return page_with_foot([empty], ())

    def narrow(changed: Filter) -> None:
        want(changed)
        show_more(SHOWN)

    called = {kind: back.called(kind) for kind in {game.kind for game in back.games}}
    found = wanted.of(back.games, back.folk, called)
    search = design.text_input(
        context.say(T("Search names, places and notes")),
        wanted.words,
        lambda text: narrow(evolve(wanted, words=text)),
        "search",
        icon=ft.Icons.SEARCH,
    )
    sides: tuple[tuple[Shown, Text], ...] = (("list", T("List")), ("calendar", T("Calendar")))
    controls = [
        # the label of a focused field stands above it
        column(ft.Container(height=2.0), search, spacing=0.0),
        _filter(back, wanted, narrow, opened, lambda: open_(not opened)),
        design.pick_one(((side, context.say(text)) for side, text in sides), shown, show, "show", shape="tiles"),
    ]
    if back.left:
        text = N("{n} game is still being counted.", "{n} games are still being counted.", n=back.left)
        controls.append(soft(context.say(text), ft.TextThemeStyle.BODY_MEDIUM))
    if shown == "calendar":
        controls.append(_calendar(back, found, month, turn, choose))
    elif not found:
        controls.append(design.empty_state(context.say(T("Nothing found"))))
    else:
        controls += [_evening(back, day, games, picture) for day, games in evenings(found[:many])]
        controls += further(context, len(found) - many, SHOWN, lambda: show_more(many + SHOWN), "more")
    return page_with_foot(controls, ())


# ---------------------------------------------------------------- The search


def _filter(
    back: Back, wanted: Filter, want: Callable[[Filter], None], opened: bool, flip: Callable[[], None]
) -> ft.Control:
    context = back.context
    return design.fold(
        context.say(T("Which games?")),
        _said(back, wanted),
        opened,
        flip,
        "filter",
        controls=_choices(back, wanted, want) if opened else (),
    )


def _said(back: Back, wanted: Filter) -> str:
    """Return a summary of the search in one line."""
    context, renderer = back.context, back.context.renderer()
    filters: list[str] = []
    if people := sorted(wanted.people | wanted.only):
        names = Listing(tuple(back.person(id).name for id in people))
        filters.append(context.say(T("with {people}", people=names)))
    if wanted.kind:
        filters.append(back.called(wanted.kind))
    if wanted.since and wanted.since == wanted.until:
        filters.append(renderer.day(wanted.since))
    elif wanted.since:
        filters.append(str(wanted.since.year))
    return " · ".join(filters) or context.say(T("All games"))


def _choices(back: Back, wanted: Filter, want: Callable[[Filter], None]) -> list[ft.Control]:
    context, say = back.context, back.context.say
    everything = back.everything
    chosen: list[ft.Control] = []
    known = [id for id in everything.people() if not back.person(id).guest or id in wanted.people]

    def toggle(id: str) -> None:
        want(evolve(wanted, people=wanted.people ^ {id}, only=frozenset()))

    people = ((id, context.short(back.person(id).name)) for id in known[:_OFFERED])
    ticks = design.ticks(people, wanted.people, toggle, "with", leading=partial(look.sign, back))
    chosen.append(_chosen(say(T("Who played")), design.some_of(ticks)))

    def choose_kind(kind: str) -> None:
        want(evolve(wanted, kind=None if kind == wanted.kind else kind))

    kinds = ((kind, back.called(kind)) for kind, _ in everything.kinds()[:_OFFERED])
    picks = design.pick_one(kinds, wanted.kind, choose_kind, "kind", optional=True)
    chosen.append(_chosen(say(T("What was played")), picks))
    if groups := _groups(back, everything):
        ways = [
            design.Way(
                text=name,
                chosen=who == wanted.only,
                on_click=partial(
                    want, evolve(wanted, only=frozenset() if who == wanted.only else who, people=frozenset())
                ),
                identifier=f"group-{number}",
            )
            for number, (name, who) in enumerate(groups)
        ]
        chosen.append(_chosen(say(T("Which group")), design.one_of(ways, shape="words", optional=True)))
    years = [*dict.fromkeys(evening_of(game.at).year for game in back.games)]
    in_year = next((year for year in years if _whole(year) == (wanted.since, wanted.until)), None)

    def choose_year(year: int) -> None:
        since, until = (None, None) if year == in_year else _whole(year)
        want(evolve(wanted, since=since, until=until))

    times = ((year, str(year)) for year in years[:_OFFERED])
    chosen.append(_chosen(say(T("When")), design.pick_one(times, in_year, choose_year, "year", optional=True)))
    if not wanted.anything:
        all_ = design.quiet_button(say(T("All games")), lambda: want(Filter()), "filter-none", icon=ft.Icons.CLOSE)
        chosen.append(lines(all_))
    return chosen


def _whole(year: int) -> tuple[date, date]:
    return date(year, 1, 1), date(year, 12, 31)


def _chosen(title: str, choice: ft.Control) -> ft.Control:
    return column(soft(title, ft.TextThemeStyle.LABEL_LARGE), choice)


def _groups(back: Back, everything: Statistics) -> list[tuple[str, frozenset[str]]]:
    """Return the named groups, then the sets of people who play together without a name."""
    groups = back.folk.groups if back.context.role() else ()
    named = [(group.name, group.people) for group in reversed(groups)]
    known = {people for _, people in named}
    rounds = [who for who, _ in everything.rounds() if who not in known]
    renderer = back.context.renderer()
    return [*named, *((renderer.list(sorted(back.person(id).name for id in who)), who) for who in rounds)][:_OFFERED]


# ---------------------------------------------------------------- The list


def _evening(back: Back, day: date, games: Sequence[Played], picture: Callable[[date], None]) -> ft.Control:
    """Return an evening: its day, its games, and the wins if there were several games."""
    context = back.context
    title = heading(words(context.renderer().day(day), ft.TextThemeStyle.TITLE_LARGE))
    rows: list[ft.Control] = [title, hairline(), *(look.game_line(back, game, dated=False) for game in games)]
    if len(games) > 1 and (table := _table_of(back, games)):
        share = quiet_button(
            context, SHARE, lambda: picture(day), f"picture-{day}", icon=ft.Icons.SHARE_OUTLINED, outlined=False
        )
        rows += [table, lines(share)]
    return ft.Semantics(content=column(*rows, spacing=theme.Space.xs), identifier=f"evening-{day}", container=True)


def _shared(back: Back, day: date) -> Shared:
    """Return the text to share of an evening: the results of its games, and the wins."""
    context, renderer = back.context, back.context.renderer()
    games = [game for game in back.games if evening_of(game.at) == day]
    ink, pen, number = theme.roles(None, dark=False), Pen(WIDTH), renderer.number
    picture_head(pen, ink, renderer.day(day), context.say(N("{n} game", "{n} games", n=len(games))))
    for game in games:
        figures, outcome = game.figures, context.say(back.outcome(game.figures))
        pen.words(outcome, MARGIN, ROOM, 60.0, size=46.0, colour=ink["on_surface"], family=theme.SERIF)
        pen.y += 60.0
        pen.words(back.title(game), MARGIN, ROOM, 46.0, size=32.0, colour=ink["primary"], family=theme.SANS_BOLD)
        pen.y += 46.0
        ranked = sorted(zip(figures.places, back.names(figures), figures.points, strict=True), key=lambda each: each[0])
        named = (name if figures.together else f"{name}\u00a0{number(points)}" for _, name, points in ranked)
        for line in broken(named, 32.0, ROOM, between=" \u00b7 "):
            pen.words(line, MARGIN, ROOM, 46.0, size=32.0, colour=ink["on_surface_variant"])
            pen.y += 46.0
        pen.y += 28.0
    heads, rows, _ = _wins(back, games)
    for at, row in enumerate((heads, *rows) if rows else ()):
        family = theme.SANS if at else theme.SANS_BOLD
        if at:
            pen.box(MARGIN, ROOM, 2.0, ink["outline_variant"])
        room = ROOM - _NUMBER * (len(row) - 1)
        pen.words(row[0], MARGIN, room, 62.0, size=34.0, colour=ink["on_surface"], family=theme.SANS_BOLD)
        for column_, text in enumerate(row[1:], start=1):
            right = MARGIN + room + _NUMBER * column_
            pen.words(text, right, _NUMBER, 62.0, size=32.0, colour=ink["on_surface"], family=family, anchor=RIGHT)
        pen.y += 62.0
    pen.y += MARGIN
    title = renderer.day(day)
    text = "\n".join((title, *(f"{back.title(game)}: {context.say(back.outcome(game.figures))}" for game in games)))
    return Shared(pen.done(ink["surface"]), title, text, day)


def _wins(back: Back, games: Sequence[Played]) -> tuple[tuple[str, ...], list[tuple[str, ...]], list[str]]:
    """Return the headings and the rows of a table of the wins, and the person of each row; no rows if no player can win."""
    context, statistics = back.context, back.statistics(games)
    people = [(id, summary) for id in statistics.people() for summary in (statistics.of(id),) if summary.contests]
    people.sort(key=lambda each: -(each[1].won + each[1].shared))
    rows = [(back.person(id).name, str(len(summary.contests)), *look.won(context, summary)) for id, summary in people]
    return tuple(map(context.say, (T("That evening"), T("Games"), *look.WON))), rows, [id for id, _ in people]


def _table_of(back: Back, games: Sequence[Played]) -> ft.Control | None:
    """Return the wins of an evening, if any game had a winner."""
    heads, rows, people = _wins(back, games)
    marks = [back.mark(id) for id in people]
    return look.table(back.context, heads, rows, identifier="evening-table", of_rows=marks) if rows else None


# ---------------------------------------------------------------- The calendar


def _calendar(
    back: Back,
    games: Sequence[Played],
    month: tuple[int, int],
    turn: Callable[[tuple[int, int]], None],
    choose: Callable[[date], object],
) -> ft.Control:
    """Return a month; a tap on a day shows its games."""
    context, renderer = back.context, back.context.renderer()
    often = Counter(evening_of(game.at) for game in games)
    year, number = month
    before, after = (
        ((year, number - 1) if number > 1 else (year - 1, 12)),
        ((year, number + 1) if number < 12 else (year + 1, 1)),
    )
    head = beside(
        design.icon_button(
            ft.Icons.CHEVRON_LEFT, context.say(T("Previous month")), lambda: turn(before), "month-before"
        ),
        ft.Container(
            heading(words(renderer.month(date(year, number, 1)), ft.TextThemeStyle.TITLE_LARGE)),
            expand=True,
            alignment=ft.Alignment.CENTER,
        ),
        design.icon_button(ft.Icons.CHEVRON_RIGHT, context.say(T("Next month")), lambda: turn(after), "month-after"),
    )
    names = [
        ft.Container(soft(name, ft.TextThemeStyle.LABEL_MEDIUM, lines=1), expand=True, alignment=ft.Alignment.CENTER)
        for name in renderer.weekdays()
    ]
    weeks = [
        beside(*(_day(back, day, often[day], day.month == number, choose) for day in week), spacing=2.0)
        for week in Calendar().monthdatescalendar(year, number)
    ]
    return design.paper(
        column(head, beside(*names, spacing=2.0), *weeks, spacing=2.0), padding=theme.Space.s, identifier="month"
    )


def _day(back: Back, day: date, games: int, here: bool, choose: Callable[[date], object]) -> ft.Control:
    """Return a day of the calendar: its number, and a dot for each game."""
    ink = ft.Colors.ON_SURFACE if here else ft.Colors.OUTLINE
    number = words(str(day.day), ft.TextThemeStyle.BODY_MEDIUM, color=ink, lines=1)
    if not games:
        number.semantics_label = ""
        return ft.Container(number, height=theme.Space.target, expand=True, alignment=ft.Alignment.CENTER)
    dots = "•" * min(games, 3)
    face = stacked(number, words(dots, ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.PRIMARY, lines=1), spacing=0.0)
    heading: Text = N("{day}: {n} game", "{day}: {n} games", n=games, day=back.context.renderer().day(day))
    box = ft.Container(
        face,
        height=theme.Space.target,
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border_radius=theme.Radii.badge,
        alignment=ft.Alignment.CENTER,
    )
    return pressable(
        box, lambda _: choose(day), f"day-{day}", label=back.context.say(heading), radius=theme.Radii.badge, expand=True
    )
