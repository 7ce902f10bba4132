"""The page of a played game: result, course, date, place and notes."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.kernel.explain import Explanation
from companion.kernel.record import Record
from companion.kernel.text import Text, messages
from companion.scoring import ScoreSheet
from companion.stats import game_summary as folded
from companion.stats.aggregate import leads
from companion.stats.played_games import Played
from companion.tables.roles import Role
from companion.ui import design
from companion.ui.app.context import Why, use_page_context
from companion.ui.app.dialogs import attempt, use_above
from companion.ui.app.scaffold import dead_end, quiet_button, screen
from companion.ui.design import theme
from companion.ui.design.base import heading, soft, words
from companion.ui.design.layout import beside, column, flowing, lines, scrolling, wide
from companion.ui.kit.result_picture import Result, Standing
from companion.ui.kit.share_image import SHARE, Shared, use_shared
from companion.ui.kit.titles import round_called
from companion.ui.runtime.hooks import component, screen_component, use_once, use_optional, use_value
from companion.ui.stats import shared as look
from companion.ui.stats.photo import Photograph
from companion.ui.stats.score_chart import course_chart
from companion.ui.stats.shared import Back, use_back

T, N = messages("companion")

#: Greatest length of a note, and of a place.
_LONGEST: Final = 4000
_PLACE: Final = 200


@screen_component
def PastGame() -> ft.Control:
    """The page of a game that was played."""
    context = use_page_context()
    id = ft.use_route_params().get("table", "")
    back = use_back()
    route = f"/evenings/game/{id}"
    game = next((each for each in back.games if each.id == id), None)
    if game is None:
        return dead_end(context, route, said=T("There is no such game here."), to="/evenings", way=look.EVENINGS)
    title = back.title(game)
    body = PastGameBody(back, game, key=id)
    return screen(context, route=route, title=title, controls=[body], back="/evenings")


@component
def PastGameBody(back: Back, game: Played) -> ft.Control:
    """The body of the page."""
    context, figures = back.context, game.figures
    record = ft.use_memo(lambda: context.access.record(game.id), dependencies=[figures])
    course = ft.use_memo(lambda: ScoreSheet.of_record(record).course if record else (), dependencies=[figures])
    opened, open_ = use_optional(str)
    entries = _entries(back, record, opened) if record and opened else None
    use_above(context, _title(record, opened), entries, lambda: open_(None))
    sharing, share = use_value(False)

    def shared() -> Shared:
        return _result(back, game, course).shared(context.renderer())

    use_shared(context, shared if sharing else None, lambda: share(False))
    facts: list[tuple[str, str]] = [(context.say(T("When")), look.when(context, game.at))]
    facts += look.time_played(context, figures.seconds or 0)
    if game.note.place:
        facts.append((context.say(T("Where")), game.note.place))
    controls: list[ft.Control] = [
        heading(words(context.say(back.outcome(figures)), ft.TextThemeStyle.HEADLINE_MEDIUM)),
        *_places(back, figures),
        look.facts(facts),
        _ways(back, game, lambda: share(True)),
    ]
    if record:
        if len(course) > 1:
            controls.append(Course(back, course, _present(record, len(course)), game, key="course"))
        controls += _stats(back, record, game, open_)
    controls.append(Photograph(back, game, key=f"photograph-{game.id}"))
    if back.writes:
        controls.append(Noted(back, game, key=f"note-{game.id}"))
    elif game.note.text:
        note = words(game.note.text, ft.TextThemeStyle.BODY_LARGE)
        controls.append(design.section(context.say(T("Notes")), [note]))
    return back.coloured(figures.kind, column(*controls, spacing=theme.Space.xl))


def _places(back: Back, figures: folded.Figures) -> list[ft.Control]:
    """Return the players in the order of their places."""
    number = back.context.renderer().number
    ranked = sorted(enumerate(figures.places), key=lambda each: each[1])
    rows = []
    for seat, place in ranked:
        name = figures.names[seat].strip()
        value = "" if figures.together else number(figures.points[seat])
        if name:
            named = look.person_line(back, back.folk.id(name), f"seat-{seat}", value=value)
            at = "" if figures.together else back.context.say(T("{place}.", place=place))
            standing = ft.Container(words(at, ft.TextThemeStyle.HEADLINE_SMALL), width=40.0)
            rows.append(named if figures.together else beside(standing, wide(named), spacing=0.0))
    return [column(*rows, spacing=0.0)] if rows else []


def _result(back: Back, game: Played, course: Sequence[Sequence[int]]) -> Result:
    """Return the result of a game, to be shared."""
    figures, meta = game.figures, back.meta(game.kind)
    return Result(
        game=back.title(game),
        colour=meta.colour if meta else None,
        at=game.at,
        outcome=back.outcome(figures),
        over=figures.over,
        players=tuple(map(Standing, figures.places, back.names(figures), back.marks(figures), figures.points)),
        total=sum(figures.points) if figures.together else None,
        course=course,
    )


def _ways(back: Back, game: Played, share: Callable[[], None]) -> ft.Control:
    context, once = back.context, use_once()

    def again(moved: int) -> None:
        context.go(f"/table/{context.access.rematch(game.id, moved=moved)}")

    def button(text: Text, icon: ft.IconData, do: Callable[[], object], what: str) -> ft.Control:
        return quiet_button(context, text, do, what, icon=icon)

    again_ = [
        button(T("Rematch"), ft.Icons.REPLAY, lambda: once(partial(again, 0)), "again"),
        button(T("Rematch, rotate seats"), ft.Icons.REDO, lambda: once(partial(again, 1)), "again-moved"),
    ]
    allowed = context.role(game.id) not in (None, Role.VIEWER)
    return flowing(
        [
            button(
                T("Open the game"), ft.Icons.TABLE_ROWS_OUTLINED, lambda: context.go(f"/table/{game.id}"), "open-table"
            ),
            button(SHARE, ft.Icons.SHARE_OUTLINED, share, "share-result"),
            *(again_ if allowed else []),
        ]
    )


# ---------------------------------------------------------------- How it went


def _present(record: Record, rounds: int) -> tuple[frozenset[int], ...]:
    """Return the seats that took part in each round; rounds without entries have those of the round before."""
    known = record.present
    there = next((seats for _, seats in sorted(known.items())), frozenset(range(len(record.names))))
    found = []
    for round in range(1, rounds + 1):
        there = known.get(round, there)
        found.append(there)
    return tuple(found)


@component
def Course(
    back: Back, course: tuple[tuple[int, ...], ...], present: tuple[frozenset[int], ...], game: Played
) -> ft.Control:
    """The course of the points as a chart and a table, and the changes of the lead."""
    context, figures = back.context, game.figures
    names = back.names(figures)
    marks = back.marks(figures)
    width = look.room(context)
    meta = back.meta(figures.kind)
    label = context.say(T("The points over the game, a line for each player; the table below has the numbers."))
    controls = [design.paper(course_chart(course, marks, width, label), padding=theme.Space.m)]
    if not figures.together:
        controls.append(
            soft(_leads(back, figures, leads(course, present, lowest=figures.lowest)), ft.TextThemeStyle.BODY_LARGE)
        )

    number = context.renderer().number
    rows = [(str(round), *map(number, totals)) for round, totals in enumerate(course, start=1)]
    heads = (context.say((meta and meta.round_name) or T("Round")), *names)
    table = look.table(context, heads, rows, identifier="course-table", of_heads=(None, *marks))
    controls.append(table)
    return design.section(context.say(T("How it went")), controls, spacing=theme.Space.m)


def _leads(back: Back, figures: folded.Figures, leads: Iterable[tuple[int, int]]) -> str:
    changes = [*leads]
    if not changes:
        return back.context.say(T("The lead never changed hands."))
    number, seat = changes[-1]
    meta = back.meta(figures.kind)
    return back.context.say(
        N(
            "The lead changed hands once: to {name} ({round}).",
            "The lead changed hands {n} times, the last time to {name} ({round}).",
            n=len(changes),
            round=round_called(meta, number + 1) if meta else T("Round {round}", round=number + 1),
            name=back.names(figures)[seat],
        )
    )


def _stats(back: Back, record: Record, game: Played, open_: Callable[[str], None]) -> list[ft.Control]:
    """Return the game's figures of its players; a tap shows the entries they come from."""
    context, figures = back.context, game.figures
    declared = [stat for stat in folded.declared_stats(record.game.meta) if stat.key in figures.statistics]
    blocks: list[ft.Control] = []
    for stat in declared:
        rows = [
            look.person_line(
                back,
                back.folk.id(name),
                f"telling-{stat.key}-{seat}",
                value=look.figure(context, figures.statistic(stat.key, seat), stat.shape),
                on_click=partial(open_, f"{stat.key}/{seat}"),
            )
            for seat, name in enumerate(figures.names)
            if name.strip() and str(seat) in figures.statistics[stat.key]
        ]
        blocks.append(column(soft(context.say(stat.title), ft.TextThemeStyle.LABEL_LARGE), *rows, spacing=0.0))
    return [design.section(context.say(T("Details")), blocks, spacing=theme.Space.m)] if blocks else []


def _title(record: Record | None, opened: str | None) -> Text | None:
    key = (opened or "").partition("/")[0]
    declared = folded.declared_stats(record.game.meta) if record else ()
    return next((stat.title for stat in declared if stat.key == key), None)


def _entries(back: Back, record: Record, opened: str) -> ft.Control:
    """Return the entries a figure comes from, with their numbers and the rule."""
    context = back.context
    key, _, seat = opened.partition("/")
    found = [
        (stat, one, line)
        for stat, one, line in folded.stat_contributions(record)
        if stat.key == key and str(one.seat) == seat
    ]
    rows = [
        lines(
            words(context.say(line.event.title, record.names), ft.TextThemeStyle.BODY_LARGE),
            soft(
                context.say(T("Entry {n}: {amount}", n=record.number(line.item.entry), amount=one.amount)),
                ft.TextThemeStyle.BODY_SMALL,
            ),
        )
        for _, one, line in found
    ]
    rule = found[0][0].rule if found else None
    why = (
        [design.link_button(context.say(T("Why?")), lambda: context.explain(Why((rule,))), "telling-why")]
        if rule
        else []
    )
    return scrolling(*rows, *why, spacing=theme.Space.m)


# ---------------------------------------------------------------- What is noted


@component
def Noted(back: Back, game: Played) -> ft.Control:
    """A form for the date, the place and the notes."""
    context = back.context
    note, write = use_value(game.note)
    trouble, notify = use_optional(Explanation)
    picking, pick = use_value(False)

    def save() -> None:
        notify(None)
        context.access.note(game.id, note)
        context.access.changed()
        context.toast(context.say(T("Saved.")))

    def choose(day: date) -> None:
        pick(False)
        local = game.at.astimezone()
        moved = local.replace(year=day.year, month=day.month, day=day.day)
        write(lambda note: evolve(note, at=moved))

    at = note.at or game.at
    ft.use_dialog(look.day_picker(at.astimezone().date(), choose, lambda: pick(False)) if picking else None)
    day = context.renderer().date(at)
    rows = [
        flowing(
            [
                quiet_button(
                    context, T("Played on {day}", day=day), lambda: pick(True), "note-day", icon=ft.Icons.EDIT_CALENDAR
                )
            ]
        ),
        design.text_input(
            context.say(T("Where")),
            note.place,
            lambda text: write(lambda note: evolve(note, place=text)),
            "note-place",
            longest=_PLACE,
        ),
        design.text_input(
            context.say(T("Notes")),
            note.text,
            lambda text: write(lambda note: evolve(note, text=text)),
            "note-text",
            longest=_LONGEST,
            lines=6,
        ),
    ]
    if trouble:
        rows.append(design.notice("refusal", context.say(trouble.text), "note-refused"))
    changed = note != game.note
    rows.append(
        design.verdict_button(
            context.say(T("Save")),
            attempt(context, save, notify),
            "note-save",
            emphasis="primary" if changed else "plain",
        )
    )
    return design.section(context.say(T("When, where, notes")), rows, spacing=theme.Space.m)
