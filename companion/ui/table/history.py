"""The history: all entries, newest first; each can be undone, brought back or corrected."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Final

import flet as ft
from attrs import frozen

from companion.kernel.explain import Explanation, group_lines
from companion.kernel.history import HistoryItem, HistoryLine
from companion.kernel.log import PrivateNote
from companion.kernel.text import Player, Text, messages
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import use_above
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable, soft, words
from companion.ui.design.layout import beside, column, flowing, lines
from companion.ui.design.player_badge import marked
from companion.ui.design.text_fit import reach, width_of
from companion.ui.kit.table_context import AnyPlay
from companion.ui.kit.titles import stretch
from companion.ui.runtime.hooks import component, memo_component, use_latest, use_live, use_optional, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.table.entry_actions import LineActions, Trouble, correcting, unfit

T, N = messages("companion")

PAGE: Final = 40  # lines shown before "show earlier"

#: From this number on, equal lines become one.
_RUN: Final = 3

#: The most conclusions shown of an event; if there are more, the last ones.
_MESSAGES: Final = 2


@component
def HistoryPane(play: AnyPlay, opened: str | None, open_line: Callable[[str | None], None]) -> ft.Control:
    """The entries of the log; a tap opens the actions of one.

    :param opened: id of the open entry.
    """
    context = use_page_context()
    use_live(play.session)
    shown, show = use_value(PAGE)
    trouble, set_trouble = use_optional(Trouble)

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: open_line(None))

    history = play.session.record.history
    line = play.session.record.item(opened) if opened else None

    unfolded, set_unfolded = use_value(frozenset[str]())

    def unfold(number: int) -> None:
        first = play.session.record.entries[number - 1].id
        set_unfolded(lambda now: now ^ {first})

    latest = use_latest(open=open_line, opened=opened, unfold=unfold)

    def close() -> None:
        if latest.opened and play.refusal:  # closing a dialog calls this a second time
            play.actions.refuse(None)
        open_line(None)
        set_trouble(None)

    content, correct = None, correcting(play, set_trouble, close)
    if trouble:
        content = unfit(play, trouble, correct, lambda: set_trouble(None))
    elif line:  # the key keeps the typed text while others report
        content = LineActions(play, line, correct, key=line.entry.id)
    use_above(context, T("Entry {n}", n=play.session.record.number(line.entry)) if line else None, content, close)
    if not history:
        return design.empty_state(
            context.say(T("Nothing has been entered yet.")),
            text=context.say(T("Every entry appears here and can be undone or corrected.")),
        )
    controls = _rows(play, shown, unfolded, latest)
    if len(history) > shown:
        controls.append(quiet_button(context, T("Show earlier entries"), lambda: show(lambda n: n + PAGE), "earlier"))
    return column(*controls, spacing=theme.Space.xs)


def _rows(play: AnyPlay, shown: int, unfolded: frozenset[str], latest: SimpleNamespace) -> list[ft.Control]:
    """Return a row for each event, the latest first, with a heading above each section of the game.

    :param shown: the number of latest lines that are shown.
    :param unfolded: first entries of the events whose lines are shown one by one.
    """
    rows: list[ft.Control] = []
    above_it = None

    def under_of(line: HistoryLine) -> str | None:
        section = line.event.section
        return None if section is None else play.say(stretch(play.meta, play.session.game.view(section, None)))

    record, look = play.session.record, Look(play.context, play.names, play.marks, play.seat, latest)
    events = _events(record.lines(shown), under_of)
    latest_event = next((event for event in reversed(events) if event.lines[-1].item.step), None)
    for event in reversed(events):
        for line in reversed(event.lines):
            under = under_of(line)
            if under and under != above_it:
                above_it = under
                rows.append(heading(words(under, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY)))
        # an event that is not over yet may need a correction: it is shown line by line
        going_on = event is latest_event and not play.session.is_over
        first, several = event.lines[0].item.entry.id, event.is_whole and not going_on
        if several:
            at = record.number(event.lines[0].item.entry)
            rows.append(_event_row(look, at, event.shown, first, unfolded))
        if not several or first in unfolded:
            rows += _entries(event, look, unfolded)
    return rows


def _entries(event: "Event", look: "Look", unfolded: frozenset[str]) -> Iterator[ft.Control]:
    """Yield a row for each line of an event, the latest first; several private notes share one row, at the first of them.

    :param unfolded: first entries of the notes that are shown one by one.
    """

    def row(line: HistoryLine) -> ft.Control:
        item, record = line.item, line.record
        number, was = record.number(item.entry), record.describe(item.reported)
        return HistoryRow(look, number, item, Shown.of(line), was, key=item.entry.id)

    notes = [line for line in event.lines[1:] if isinstance(line.item.action, PrivateNote)]
    for line in reversed(event.lines):
        if line not in notes or len(notes) == 1:
            yield row(line)
        elif line is notes[0]:
            first = line.item.entry
            shown = Shown(N("{n} private note", "{n} private notes", n=len(notes)), (), ())
            yield _event_row(look, line.record.number(first), shown, first.id, unfolded, quiet=True)
            if first.id in unfolded:
                yield from map(row, reversed(notes))


def _event_row(
    look: "Look", number: int, shown: "Shown", first: str, unfolded: frozenset[str], *, quiet: bool = False
) -> ft.Control:
    """Return the row of several entries.

    :param first: id of the first of them.
    """
    opened = first in unfolded
    return Unfolding(EventRow(look, number, shown, opened, quiet=quiet), opened, key=f"e{first}")


@frozen
class Look:
    """What all rows of the history have in common, as a value that compares.

    :param latest: opens an entry, and unfolds an event.
    """

    context: PageContext
    names: tuple[str, ...]
    marks: tuple[Avatar, ...]
    seat: int | None
    latest: SimpleNamespace


@frozen(eq=False)
class Event:
    """Lines of the history about one event at the table, such as a trick, a doubt or a slam.

    :param end: the line that ended it and began the next one.
    """

    lines: tuple[HistoryLine, ...]
    end: HistoryLine | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is shown as one line, which opens its entries."""
        return len(self.lines) > 1 or self.end is not None

    def takes(self, line: HistoryLine, under: Callable[[HistoryLine], str | None], *, held: bool) -> bool:
        """Return whether another line belongs to it.

        :param under: returns the title of a line's section.
        :param held: whether an undone line lies in between; it ends a run of equal lines, but not an event.
        """
        if line.event.continues:
            return True
        last = self.lines[-1]
        return not held and self.alike and last.repeats(line) and under(last) == under(line)

    @property
    def alike(self) -> bool:
        """Whether its lines are equal."""
        return all(line.repeats(self.lines[0]) for line in self.lines[1:])

    @property
    def shown(self) -> "Shown":
        """Its summary in one line."""
        if self.alike and self.end is None:
            times = T("{what} ({n}×)", what=self.lines[0].event.title, n=len(self.lines))
            return Shown(times, (), ())
        counting = [line for line in self.lines if line.item.step]
        lines = [Shown.of(line) for line in counting]
        named = [name for line in counting if (name := line.event.event_title)]
        said = next((one.said for one in reversed(lines) if one.said), ())
        points = tuple(point for one in lines for point in one.points)
        if self.end and self.end.event.closes:
            named.append(self.end.event.closes)
            points += tuple((point.seat, point.points) for point in self.end.points_before)
        return Shown((named or [lines[0].what])[-1], said, points)


@frozen
class Shown:
    """The summary of an event.

    :param points: seats and the points they got.
    """

    what: Text
    said: tuple[Explanation, ...]
    points: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, line: HistoryLine) -> "Shown":
        """Return the summary of one line."""
        said = tuple(group_lines(line.event.conclusions))
        # the event it ended shows the title of the end
        what = line.record.describe(line.item.action) if line.event.closes else line.event.title
        return cls(what, said, tuple((point.seat, point.points) for point in line.points))

    def controls(self, look: Look) -> list[ft.Control]:
        """Return the last conclusions, and each player's points after their mark."""
        renderer, small = look.context.renderer(look.names), ft.TextThemeStyle.BODY_SMALL
        controls: list[ft.Control] = []
        if said := [e for e in self.said if e.is_for(look.seat)][-_MESSAGES:]:
            controls.append(soft(_in_a_row([renderer.text(e.text) for e in said]), small, lines=2))
        sums = Counter[int]()
        for whose, points in self.points:
            sums[whose] += points
        got: list[ft.Control] = []
        for whose, points in sums.items():
            said_of = renderer.text(T("{player} {points}", player=Player(whose), points=renderer.signed(points)))
            line = words(said_of, ft.TextThemeStyle.TITLE_SMALL, color=ft.Colors.PRIMARY, lines=2)
            got.append(marked(look.marks[whose], line, size=18.0))
        if got:
            controls.append(flowing(got, spacing=theme.Space.m, apart=2.0))
        return controls


def _in_a_row(said: Sequence[str]) -> str:
    """Return texts in one line, with a dot after those that are not sentences."""
    return " ".join(one if one.endswith((".", "!", "?")) or one is said[-1] else f"{one} ·" for one in said)


def _events(lines: Iterable[HistoryLine], under: Callable[[HistoryLine], str | None]) -> list[Event]:
    """Return lines as events; fewer than three equal lines stay separate."""
    events: list[Event] = []
    held: list[HistoryLine] = []  # undone lines end no event that goes on after them
    for line in lines:
        if line.item.step is None:
            held.append(line)
            continue
        if events and events[-1].takes(line, under, held=bool(held)):
            events[-1] = Event((*events[-1].lines, *held, line))
        else:
            if line.event.closes:  # an undone line has not ended anything
                ended = next((at for at in reversed(range(len(events))) if events[at].lines[-1].item.step), None)
                if ended is not None:
                    events[ended] = Event(events[ended].lines, line)
            events += [Event((one,)) for one in (*held, line)]
        held = []
    events += [Event((one,)) for one in held]
    few = [1 < len(event.lines) < _RUN and event.alike for event in events]
    single = [[Event((one,)) for one in event.lines] if so else [event] for event, so in zip(events, few, strict=True)]
    return [event for some in single for event in some]


@memo_component
def EventRow(look: Look, number: int, shown: Shown, open_: bool, quiet: bool = False) -> ft.Control:
    """An event of several lines; a tap shows its lines.

    :param quiet: whether the lines are private notes.
    """
    context = look.context
    style, colour = (
        (ft.TextThemeStyle.BODY_SMALL, ft.Colors.ON_SURFACE_VARIANT)
        if quiet
        else (ft.TextThemeStyle.TITLE_MEDIUM, ft.Colors.ON_SURFACE)
    )
    title = words(context.say(shown.what, look.names), style, color=colour, lines=2)
    sign = ft.Icon(
        ft.Icons.EXPAND_LESS if open_ else ft.Icons.EXPAND_MORE, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT
    )
    sign.semantics_label = context.say(T("Show as one line") if open_ else T("Show the entries"))
    details = [] if open_ else shown.controls(look)
    row = _behind(context, [sign], title, *details)
    high = theme.Space.s if details else reach(style)
    return pressable(
        row,
        lambda _: look.latest.unfold(number),
        f"event-{number}",
        padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=high),
    )


@memo_component
def HistoryRow(look: Look, number: int, line: HistoryItem, shown: Shown, was: Text) -> ft.Control:
    """One line: time, title, points; struck out if undone, quiet if it is a private note."""
    context, small = look.context, ft.TextThemeStyle.BODY_SMALL
    say = context.renderer(look.names).text
    quiet = isinstance(line.action, PrivateNote)
    colour = ft.Colors.ON_SURFACE_VARIANT if line.undone or quiet else ft.Colors.ON_SURFACE
    style = small if quiet else ft.TextThemeStyle.TITLE_MEDIUM
    title = words(say(shown.what), style, color=colour, lines=1 if quiet else 2)
    details: list[ft.Control] = [title]
    if line.undone:
        title.style = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
        details.append(soft(context.say(T("undone")), small))
    elif line.amended:
        details.append(soft(say(T("corrected; was: {was}", was=was)), small))
    details += shown.controls(look)
    place = [soft(context.renderer().number(number), small, align=ft.TextAlign.RIGHT)]
    if not quiet:
        place.append(soft(_time(context, line), small, align=ft.TextAlign.RIGHT, lines=2))
    return pressable(
        ft.Container(
            _behind(context, place, *details),
            padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=0.0 if quiet else theme.Space.s),
            height=theme.Space.target if quiet else None,
        ),
        lambda _: look.latest.open(line.entry.id),
        f"entry-{number}",
    )


def _behind(context: PageContext, place: Sequence[ft.Control], *details: ft.Control) -> ft.Control:
    """Return a line after its number and time, or below them in huge type."""
    if context.huge:
        return lines(beside(*place), *details)
    late = context.time(datetime(2000, 1, 1, 22, 58).astimezone()).split()  # am and pm stand in a line below the time
    wide = max(width_of(part, ft.TextThemeStyle.BODY_SMALL, context.scale) for part in late)
    gap = theme.Space.s if context.alone else theme.Space.m  # a phone has no room to spare
    wide = wide if context.alone else max(60.0, wide)
    when = ft.Column(list(place), spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    return beside(ft.Container(when, width=wide), lines(*details, expand=True), spacing=gap)


def _time(context: PageContext, line: HistoryItem) -> str:
    try:
        at = datetime.fromisoformat(line.entry.at or "").astimezone()
        return " ".join(context.time(at).split())  # a no-break space before am and pm would keep them on one line
    except ValueError:  # a log written by hand may have no times
        return ""
