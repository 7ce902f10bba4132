"""The history: everything that was reported, newest first; any entry can be undone, brought back or corrected."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from functools import partial
from itertools import dropwhile
from types import SimpleNamespace
from typing import Final

import flet as ft
from attrs import frozen

from companion.i18n import Renderer
from companion.kernel.corrections import Plan, plan
from companion.kernel.explain import Explanation, Refused, group_lines
from companion.kernel.history import HistoryItem, HistoryLine
from companion.kernel.log import Act, Change, PrivateNote, Redo, Undo
from companion.kernel.record import Record
from companion.kernel.text import Listing, Player, Text, messages
from companion.kernel.undo import CorrectionConflict, NoLongerFits, targets
from companion.storage.errors import StorageError
from companion.tables.agreement import NeedsAgreement
from companion.tables.avatars import Avatar
from companion.tables.conflicts import Conflict
from companion.tables.session import Submitted
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import use_above
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable, soft, words
from companion.ui.design.layout import beside, column, flowing, hairline, lines, scrolling
from companion.ui.design.player_badge import marked
from companion.ui.design.text_fit import reach, width_of
from companion.ui.kit.elements import message_line
from companion.ui.kit.form import footed
from companion.ui.kit.table_context import AnyPlay
from companion.ui.kit.titles import stretch
from companion.ui.runtime.hooks import component, memo_component, use_latest, use_live, use_optional, use_value

T, N = messages("companion")
PAGE: Final = 40  # lines shown before "show earlier"

#: From so many lines on that say the same they are one.
_RUN: Final = 3

#: So much of what was decided is told: where that is more, what it came to in the end.
_TOLD: Final = 2

#: The most reasons that are listed for dropping later entries, and the most entries that are named for each.
_LISTED: Final = 20
_NAMED: Final = 3

UNFIT: Final = T("Later entries would no longer be allowed")


@frozen
class Trouble:
    """A correction that later entries do not survive, and what would help.

    :param seen: the version of the table whoever corrects had seen.
    """

    change: Change
    seen: int


@component
def HistoryPane(play: AnyPlay, opened: str | None, open_line: Callable[[str | None], None]) -> ft.Control:
    """The lines of the log; a tap opens what can be done about one.

    :param opened: the entry that is open.
    """
    context = use_page_context()
    use_live(play.session, context.signal)
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
        if latest.opened and play.refusal:  # a dialog that was closed reports so once more
            play.actions.refuse(None)
        open_line(None)
        set_trouble(None)

    content, correct = None, correcting(play, set_trouble, close)
    if trouble:
        content = unfit(play, trouble, correct, lambda: set_trouble(None))
    elif line:  # what is being filled in outlives what others report meanwhile
        content = LineActions(play, line, correct, key=line.entry.id)
    use_above(context, T("Entry {n}", n=_number(play, line)) if line else None, content, close)
    if not history:
        return design.empty_state(
            title=context.say(T("Nothing has happened yet.")),
            text=context.say(T("Every entry will stand here, and can be undone or corrected.")),
        )
    controls = _rows(play, shown, unfolded, latest)
    if len(history) > shown:
        earlier = context.say(T("Show earlier entries"))
        controls.append(design.quiet_button(earlier, lambda: show(lambda n: n + PAGE), "earlier"))
    return column(*controls, spacing=theme.Space.xs)


def correcting(
    play: AnyPlay, set_trouble: Callable[[Trouble | None], None], close: Callable[[], None]
) -> Callable[..., None]:
    """Return what corrects the log, and closes what was opened for it unless something is in the way."""

    def correct(change: Change, *, seen: int, typed: bool = False, without: frozenset[str] = frozenset()) -> None:
        # what was told anew stays until it is accepted; what speaks against it is said beside it
        def do(asked: Conflict | None) -> Submitted | None:
            session, page = play.session, play.context.reporter
            try:
                if asked:
                    done = session.insist(asked, by=play.seat, page=page, rights=play.actions.rights)
                else:
                    done = session.correct(
                        change,
                        by=play.seat,
                        expected_version=seen,
                        page=page,
                        rights=play.actions.rights,
                        without=without,
                    )
            except NoLongerFits:
                set_trouble(Trouble(change, asked.told if asked else seen))
                play.context.announce(play.context.say(UNFIT))
                return None
            except Conflict:
                raise
            except (Refused, StorageError) as error:
                if not typed or isinstance(error, NeedsAgreement):
                    close()
                raise
            close()
            return done

        play.actions.attempt(do)

    return correct


def _rows(play: AnyPlay, shown: int, unfolded: frozenset[str], latest: SimpleNamespace) -> list[ft.Control]:
    """Return a row for each event, the latest first, with a heading where a stretch of the game ends.

    :param shown: how many of the latest lines are shown.
    :param unfolded: the events whose lines are shown one by one, each by its first entry.
    """
    rows: list[ft.Control] = []
    above_it = None

    def under_of(told: HistoryLine) -> str | None:
        section = told.event.section
        return None if section is None else play.say(stretch(play.meta, play.session.game.view(section, None)))

    events = _events(play.session.record.lines(shown), under_of)
    latest_event = next((event for event in reversed(events) if event.lines[-1].item.step), None)
    for event in reversed(events):
        for told in reversed(event.lines):
            under = under_of(told)
            if under and under != above_it:
                above_it = under
                rows.append(heading(words(under, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY)))
        # what is still being told may have to be put right at once: it stands there line by line
        going_on = event is latest_event and not play.session.is_over
        first, several = event.lines[0].item.entry.id, event.is_whole and not going_on
        if several:
            at = _number(play, event.lines[0].item)
            open_ = first in unfolded
            rows.append(
                EventRow(
                    play.context, play.names, play.marks, play.seat, at, event.shown, open_, latest, key=f"e{first}"
                )
            )
        if not several or first in unfolded:
            for told in reversed(event.lines):
                id = told.item.entry.id
                row = Shown.of(told), play.session.record.describe(told.item.reported)
                place = play.context, play.names, play.marks, play.seat, _number(play, told.item)
                rows.append(HistoryRow(*place, told.item, *row, latest, key=id))
    return rows


@frozen(eq=False)
class Event:
    """Lines of the history that tell of one event at the table, such as a trick, a doubt or a slam.

    :param end: the line that has ended it and begun another.
    """

    lines: tuple[HistoryLine, ...]
    end: HistoryLine | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is read in one line, which opens its entries."""
        return len(self.lines) > 1 or self.end is not None

    def takes(self, told: HistoryLine, under: Callable[[HistoryLine], str | None], *, held: bool) -> bool:
        """Tell whether another line belongs to it.

        :param under: tells what the stretch of the game is called under which a line stands.
        :param held: whether something was struck out in between; it ends a run of like lines, but no event.
        """
        if told.event.continues:
            return True
        last = self.lines[-1]
        return not held and self.alike and last.repeats(told) and under(last) == under(told)

    @property
    def alike(self) -> bool:
        """Whether its lines all say the same."""
        return all(told.repeats(self.lines[0]) for told in self.lines[1:])

    @property
    def shown(self) -> "Shown":
        """What is to be read of it in one line."""
        if self.alike and self.end is None:
            times = T("{what} ({n}×)", what=self.lines[0].event.title, n=len(self.lines))
            return Shown(times, (), ())
        counting = [told for told in self.lines if told.item.step]
        lines = [Shown.of(told) for told in counting]
        named = [name for told in counting if (name := told.event.event_title)]
        said = next((one.said for one in reversed(lines) if one.said), ())
        points = tuple(point for one in lines for point in one.points)
        if self.end and self.end.event.closes:
            named.append(self.end.event.closes)
            points += tuple((point.seat, point.points) for point in self.end.points_before)
        return Shown((named or [lines[0].what])[-1], said, points)


@frozen
class Shown:
    """What is to be read of an event in the history.

    :param points: whose points it has brought, and how many.
    """

    what: Text
    said: tuple[Explanation, ...]
    points: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, told: HistoryLine) -> "Shown":
        """Return what is to be read of one line."""
        said = tuple(group_lines(told.event.conclusions))
        # what it has ended says so itself
        what = told.record.describe(told.item.action) if told.event.closes else told.event.title
        return cls(what, said, tuple((point.seat, point.points) for point in told.points))

    def told(self, renderer: Renderer, marks: tuple[Avatar, ...], seat: int | None) -> list[ft.Control]:
        """Return what was said, and what each player has got, behind their mark."""
        small = ft.TextThemeStyle.BODY_SMALL
        told: list[ft.Control] = []
        if said := [e for e in self.said if e.is_for(seat)][-_TOLD:]:
            told.append(soft(_in_a_row([renderer.text(e.text) for e in said]), small, lines=2))
        sums = Counter[int]()
        for whose, points in self.points:
            sums[whose] += points
        got: list[ft.Control] = []
        for whose, points in sums.items():
            said_of = renderer.text(T("{player} {points}", player=Player(whose), points=renderer.signed(points)))
            line = words(said_of, ft.TextThemeStyle.TITLE_SMALL, color=ft.Colors.PRIMARY, lines=2)
            got.append(marked(marks[whose], line, size=18.0))
        if got:
            told.append(flowing(got, spacing=theme.Space.m, apart=2.0))
        return told


def _in_a_row(said: Sequence[str]) -> str:
    """Return sentences one behind the other, and a dot between what is none."""
    return " ".join(one if one.endswith((".", "!", "?")) or one is said[-1] else f"{one} ·" for one in said)


def _events(lines: Iterable[HistoryLine], under: Callable[[HistoryLine], str | None]) -> list[Event]:
    """Return lines as events; fewer than three that say the same stay as they are.

    :param under: tells what the stretch of the game is called under which a line stands.
    """
    events: list[Event] = []
    held: list[HistoryLine] = []  # what was struck out since ends no event that goes on after it
    for told in lines:
        if told.item.step is None:
            held.append(told)
            continue
        if events and events[-1].takes(told, under, held=bool(held)):
            events[-1] = Event((*events[-1].lines, *held, told))
        else:
            if told.event.closes:  # what is struck out has not ended
                ended = next((at for at in reversed(range(len(events))) if events[at].lines[-1].item.step), None)
                if ended is not None:
                    events[ended] = Event(events[ended].lines, told)
            events += [Event((one,)) for one in (*held, told)]
        held = []
    events += [Event((one,)) for one in held]
    single = [[Event((one,)) for one in event.lines] if _few_alike(event) else [event] for event in events]
    return [event for some in single for event in some]


def _few_alike(event: Event) -> bool:
    return 1 < len(event.lines) < _RUN and event.alike


def _number(play: AnyPlay, line: HistoryItem) -> int:
    return play.session.record.number(line.entry)


@memo_component
def EventRow(
    context: PageContext,
    names: tuple[str, ...],
    marks: tuple[Avatar, ...],
    seat: int | None,
    number: int,
    shown: Shown,
    open_: bool,
    latest: SimpleNamespace,
) -> ft.Control:
    """An event of several lines; a tap shows them one by one."""
    renderer = context.renderer(names)
    title = words(renderer.text(shown.what), ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.ON_SURFACE, lines=2)
    sign = ft.Icon(
        ft.Icons.EXPAND_LESS if open_ else ft.Icons.EXPAND_MORE, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT
    )
    sign.semantics_label = context.say(T("Show it as one line") if open_ else T("Show its entries"))
    told = [] if open_ else shown.told(renderer, marks, seat)
    row = _behind(context, [sign], title, *told)
    high = theme.Space.s if told else reach(ft.TextThemeStyle.TITLE_MEDIUM)
    return pressable(
        row,
        padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=high),
        on_click=lambda _: latest.unfold(number),
        identifier=f"event-{number}",
    )


@memo_component
def HistoryRow(
    context: PageContext,
    names: tuple[str, ...],
    marks: tuple[Avatar, ...],
    seat: int | None,
    number: int,
    line: HistoryItem,
    shown: Shown,
    was: Text,
    latest: SimpleNamespace,
) -> ft.Control:
    """One line: when, what, what it brought; struck out if it was undone, quiet if it is nobody else's business."""
    renderer = context.renderer(names)
    say, small = renderer.text, ft.TextThemeStyle.BODY_SMALL
    quiet = isinstance(line.action, PrivateNote)
    colour = ft.Colors.ON_SURFACE_VARIANT if line.undone or quiet else ft.Colors.ON_SURFACE
    style = small if quiet else ft.TextThemeStyle.TITLE_MEDIUM
    title = words(say(shown.what), style, color=colour, lines=1 if quiet else 2)
    told: list[ft.Control] = [title]
    if line.undone:
        title.style = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
        told.append(soft(context.say(T("undone")), small))
    elif line.amended:
        told.append(soft(say(T("corrected; was: {was}", was=was)), small))
    told += shown.told(renderer, marks, seat)
    place = [soft(context.renderer().number(number), small, align=ft.TextAlign.RIGHT)]
    if not quiet:
        place.append(soft(_time(context, line), small, align=ft.TextAlign.RIGHT, lines=2))
    return pressable(
        ft.Container(
            _behind(context, place, *told),
            padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=0.0 if quiet else theme.Space.s),
            height=theme.Space.target if quiet else None,
        ),
        on_click=lambda _: latest.open(line.entry.id),
        identifier=f"entry-{number}",
    )


def _behind(context: PageContext, place: Sequence[ft.Control], *told: ft.Control) -> ft.Control:
    """Return what a line tells behind its number and time, or below them where type is huge."""
    if context.huge:
        return lines(beside(*place), *told)
    late = context.time(datetime(2000, 1, 1, 22, 58).astimezone()).split()  # am or pm goes on a line below the time
    wide = max(width_of(part, ft.TextThemeStyle.BODY_SMALL, context.scale) for part in late)
    gap = theme.Space.s if context.alone else theme.Space.m  # on a phone the words need the room
    wide = wide if context.alone else max(60.0, wide)
    when = ft.Column(list(place), spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    return beside(ft.Container(when, width=wide), lines(*told, expand=True), spacing=gap)


def _time(context: PageContext, line: HistoryItem) -> str:
    try:
        at = datetime.fromisoformat(line.entry.at or "").astimezone()
        return " ".join(context.time(at).split())  # a no-break space before am and pm would keep them on one line
    except ValueError:  # a log written by hand need not say when
        return ""


@component
def LineActions(play: AnyPlay, line: HistoryItem, correct: Callable[..., None]) -> ft.Control:
    """What was said about an entry, and what can be done about it."""
    id, seen = line.entry.id, play.session.version
    head = [*([play.refusal] if play.refusal else []), words(play.title(line), ft.TextThemeStyle.HEADLINE_SMALL)]
    told = [
        message_line(play, explanation, f"told-{number}")
        for number, explanation in enumerate(line.step.messages if line.step else ())
        if explanation.is_for(play.seat)
    ]
    actions: list[ft.Control] = []

    def act(text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> None:
        actions.append(_action(play, text, icon, do, identifier))

    if line.undone:
        act(T("Bring back"), ft.Icons.REDO, lambda: correct(Redo((id,)), seen=seen), "bring-back")
    else:
        if isinstance(line.entry.change, Act) and not isinstance(line.action, PrivateNote):
            act(T("Correct this entry"), ft.Icons.EDIT_OUTLINED, lambda: play.reopen(line), "amend")
        act(T("Undo only this entry"), ft.Icons.UNDO, lambda: correct(Undo((id,)), seen=seen), "undo-this")
        later = _from(play, line)
        if len(later) > 1:
            text = N("Back to before this entry", "Back to before this entry ({n} entries)", n=len(later))
            act(text, ft.Icons.HISTORY, lambda: correct(Undo(later), seen=seen), "undo-from")
    return _with_ways(play, head, told, actions)


def unfit(play: AnyPlay, trouble: Trouble, correct: Callable[..., None], back: Callable[[], None]) -> ft.Control:
    """The later entries that conflict with a correction, each with its reason, and the possible decisions."""
    leave = _action(play, T("Leave everything as it is"), ft.Icons.CLOSE, back, "leave")
    refusal = [play.refusal] if play.refusal else []
    record = play.session.record
    try:
        planned = plan(record, trouble.change)
    except Refused as refused:  # another player has changed the game meanwhile
        return _with_ways(play, refusal, [message_line(play, refused.why, "misfit")], [leave])
    dropped, kept = len(planned.dropped), _kept(record, trouble.change, planned)
    still = N("The other later entry still counts.", "The other {n} later entries still count.", n=kept)
    said = " ".join(map(play.say, [T("Nothing has been changed yet."), *([still] if kept else [])]))
    groups = _grouped(planned.dropped)
    told = [_misfits(play, alike) for alike in groups[:_LISTED]]
    if more := sum(map(len, groups[_LISTED:])):
        rest = N("And {n} more entry.", "And {n} more entries.", n=more)
        told.append(soft(play.say(rest), ft.TextThemeStyle.BODY_MEDIUM))
    text = N("Correct, and undo this entry as well", "Correct, and undo these {n} entries as well", n=dropped)
    mend = partial(correct, trouble.change, seen=trouble.seen, without=planned.ids)
    button = _action(play, text if dropped else T("Correct this entry"), ft.Icons.CHECK, mend, "undo-misfits")
    head = [words(play.say(UNFIT), ft.TextThemeStyle.TITLE_MEDIUM), soft(said, ft.TextThemeStyle.BODY_MEDIUM)]
    return _with_ways(play, [*refusal, *head], told, [button, leave])


def _with_ways(play: AnyPlay, head: list[ft.Control], told: list[ft.Control], ways: list[ft.Control]) -> ft.Control:
    """Return messages with their buttons, which stay visible however long the messages are."""
    if play.context.low or play.context.huge:
        return scrolling(*head, *ways, hairline(), *told)
    return footed(scrolling(*head, *told), column(*ways, spacing=theme.Space.s))


def _kept(record: Record, change: Change, planned: Plan) -> int:
    """Return how many of the entries that count after the corrected one are kept."""
    changed = planned.ids.union(targets(change))
    later = dropwhile(lambda line: line.entry.id not in changed, record.history)
    return sum(not line.undone and line.entry.id not in changed for line in later)


def _grouped(conflicts: Iterable[CorrectionConflict]) -> list[list[CorrectionConflict]]:
    """Return conflicts with the same reason together, in the order of the first of each."""
    groups: dict[Hashable, list[CorrectionConflict]] = {}
    for conflict in conflicts:
        groups.setdefault((conflict.why.text, conflict.why.rules), []).append(conflict)
    return [*groups.values()]


def _misfits(play: AnyPlay, alike: Sequence[CorrectionConflict]) -> ft.Control:
    """Return the entries that no longer fit for one reason; a tap asks why."""
    record, why = play.session.record, alike[0].why
    entries = [
        T("{n}. {what}", n=record.number(conflict.entry), what=record.describe(conflict.action))
        for conflict in alike[:_NAMED]
    ]
    if more := len(alike[_NAMED:]):
        entries.append(N("{n} more entry", "{n} more entries", n=more))
    said = T("{entries} – {why}", entries=Listing(tuple(entries)), why=why.text)
    return message_line(play, Explanation(said, why.rules), f"misfit-{record.number(alike[0].entry)}")


def _from(play: AnyPlay, line: HistoryItem) -> tuple[str, ...]:
    """Return an entry and all that count after it."""
    record = play.session.record
    return tuple(later.entry.id for later in record.history[record.positions[line.entry.id].item :] if not later.undone)


def _action(play: AnyPlay, text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
    sign = ft.Icon(icon, color=ft.Colors.PRIMARY)
    return design.verdict_button(play.say(text), lambda: do(), identifier, leading=sign)
