"""The history: everything that was reported, newest first; any entry can be undone, brought back or corrected."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from types import SimpleNamespace
from typing import Final

import flet as ft
from attrs import frozen

from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.log import Act, Amend, Change, Entry, PrivateNote, Redo, Undo
from companion.kernel.offers import Offer
from companion.kernel.record import Conflict, HistoryItem, NoLongerFits
from companion.kernel.text import Player, Text, messages
from companion.storage.trouble import StorageError
from companion.tables.overtaken import Overtaken
from companion.tables.session import Submitted
from companion.ui import parts, theme
from companion.ui.context import PageContext, use_page_context
from companion.ui.dialogs import use_above
from companion.ui.form import Form, OfferForm
from companion.ui.live import component, still, use_latest, use_live, use_maybe, use_value
from companion.ui.parts.base import heading, pressable, soft, words
from companion.ui.parts.layout import beside, column, hairline, lines, scrolling, wide
from companion.ui.play import Play, stretch

T, N = messages("companion")

_SIGNS: Final = {
    Tone.WARNING: ft.Icons.WARNING_AMBER,
    Tone.VERDICT: ft.Icons.GAVEL,
    Tone.TODO: ft.Icons.BACK_HAND_OUTLINED,
    Tone.NOTE: ft.Icons.INFO_OUTLINE,
}
PAGE: Final = 40  # lines shown before "show earlier"

UNFIT: Final = T("Later entries would no longer be allowed")


@frozen
class _Trouble:
    """A correction that later entries do not survive, and what would help.

    :param seen: the version of the table whoever corrects had seen.
    """

    change: Change
    seen: int
    conflicts: tuple[Conflict, ...]


@component
def HistoryPane(play: Play, opened: str | None, open_line: Callable[[str | None], None]) -> ft.Control:
    """The lines of the log; a tap opens what can be done about one.

    :param opened: the entry that is open.
    """
    context = use_page_context()
    use_live(play.session, context.pulse)
    shown, show = use_value(PAGE)
    trouble, set_trouble = use_maybe(_Trouble)

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: open_line(None))

    history = play.session.record.history
    line = play.session.record.item(opened) if opened else None

    latest = use_latest(open=open_line, opened=opened)

    def close() -> None:
        if latest.opened and play.refusal:  # a dialog that was closed reports so once more
            play.refuse(None)
        open_line(None)
        set_trouble(None)

    content, correct = None, _correcting(play, set_trouble, close)
    if trouble:
        content = _unfit(play, trouble, correct, lambda: set_trouble(None))
    elif line:  # what is being filled in outlives what others report meanwhile
        content = LineActions(play, line, correct, key=line.entry.id)
    use_above(context, T("Entry {n}", n=_number(play, line)) if line else None, content, close)
    if not history:
        return parts.empty_state(
            title=context.say(T("Nothing has happened yet.")),
            text=context.say(T("Every entry will stand here, and can be undone or corrected.")),
        )
    controls = _rows(play, history[-shown:], latest)
    if len(history) > shown:
        earlier = context.say(T("Show earlier entries"))
        controls.append(parts.quiet_button(earlier, lambda: show(lambda n: n + PAGE), "earlier"))
    return column(*controls, spacing=theme.Space.xs)


def _correcting(
    play: Play, set_trouble: Callable[[_Trouble | None], None], close: Callable[[], None]
) -> Callable[..., None]:
    """Return what corrects the log, and closes what was opened for it unless something is in the way."""

    def correct(*changes: Change, seen: int, typed: bool = False) -> None:
        # What was filled in stays until it is accepted; what speaks against it is said beside it.
        def do(asked: Overtaken | None) -> Submitted | None:
            session, page = play.session, play.context.reporter
            try:
                if asked:
                    done = session.insist(asked, page=page)
                else:
                    done = session.correct(*changes, expected_version=seen, page=page)
            except NoLongerFits as unfit:
                set_trouble(_Trouble(changes[-1], asked.told if asked else seen, unfit.conflicts))
                play.context.announce(play.context.say(UNFIT))
                return None
            except Overtaken:
                raise
            except (Refused, StorageError):
                if not typed:
                    close()
                raise
            close()
            return done

        play.attempt(do)

    return correct


def _rows(play: Play, history: Sequence[HistoryItem], latest: SimpleNamespace) -> list[ft.Control]:
    """Return a row for each line, the latest first, with a heading where a stretch of the game ends."""
    rows: list[ft.Control] = []
    numbers = _numbers(play)
    above_it = None
    for line in reversed(history):
        led_into = _stretch(play, line) or above_it
        if led_into and led_into != above_it:
            above_it = led_into
            rows.append(heading(words(led_into, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY)))
        id = line.entry.id
        what, was = map(play.session.record.describe, (line.action, line.reported))
        rows.append(HistoryRow(play.context, play.names, play.seat, numbers[id], line, what, was, latest, key=id))
    return rows


def _stretch(play: Play, line: HistoryItem) -> str | None:
    """Return what the stretch of the game is called that a line led into; a struck one led nowhere."""
    return play.say(stretch(play.session.game.view(line.step.state, None))) if line.step else None


def _numbers(play: Play) -> dict[str, int]:
    return {entry.id: number for number, entry in enumerate(play.session.record.entries, start=1)}


def _number(play: Play, line: HistoryItem) -> int:
    return _numbers(play)[line.entry.id]


@still
def HistoryRow(
    context: PageContext,
    names: tuple[str, ...],
    seat: int | None,
    number: int,
    line: HistoryItem,
    what: Text,
    was: Text,
    latest: SimpleNamespace,
) -> ft.Control:
    """One line: when, what, what it brought; struck out if it was undone, quiet if it is nobody else's business."""
    say, small = context.renderer(names).text, ft.TextThemeStyle.BODY_SMALL
    quiet = isinstance(line.action, PrivateNote)
    step = line.step
    colour = ft.Colors.ON_SURFACE_VARIANT if line.undone or quiet else ft.Colors.ON_SURFACE
    style = small if quiet else ft.TextThemeStyle.TITLE_MEDIUM
    title = words(say(what), style, color=colour, lines=1 if quiet else 2)
    told: list[ft.Control] = [title]
    if line.undone:
        title.style = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
        told.append(soft(context.say(T("undone")), small))
    elif line.amended:
        told.append(soft(say(T("corrected; was: {was}", was=was)), small))
    said = [e for e in step.messages if e.tone is Tone.VERDICT and e.is_for(seat)][:2] if step else []
    if said:
        told.append(soft(" ".join(say(e.text) for e in said), small, lines=2))
    scored = [
        parts.score_number(
            value=context.renderer().signed(point.points),
            label=say(T("{points} for {player}", points=point.points, player=Player(point.seat))),
            size="small",
            strong=True,
        )
        for point in (step.points if step else ())
    ]
    place = [soft(context.renderer().number(number), small, align=ft.TextAlign.RIGHT)]
    if not quiet:
        place.append(soft(_time(context, line), small, lines=1))
    when = ft.Column(list(place), spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    return pressable(
        ft.Container(
            beside(ft.Container(when, width=60.0), lines(*told, expand=True), *scored, spacing=theme.Space.m),
            padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=0.0 if quiet else theme.Space.s),
            height=theme.Space.target if quiet else None,
        ),
        on_click=lambda _: latest.open(line.entry.id),
        identifier=f"entry-{number}",
    )


def _time(context: PageContext, line: HistoryItem) -> str:
    try:
        return context.renderer().time(datetime.fromisoformat(line.entry.at or "").astimezone())
    except ValueError:  # a log written by hand need not say when
        return ""


@component
def LineActions(play: Play, line: HistoryItem, correct: Callable[..., None]) -> ft.Control:
    """What was said about an entry, and what can be done about it."""
    context = use_page_context()
    id, seen = line.entry.id, play.session.version
    choosing, choose = use_value(False)
    form, fill = use_maybe(Form)
    if form:
        return OfferForm(
            form.offer,
            play.say,
            lambda action: correct(Amend(id, action), seen=form.seen, typed=True),
            play.refusal,
            key=repr(form.offer.label),
        )
    shown = [*([play.refusal] if play.refusal else []), words(play.title(line), ft.TextThemeStyle.HEADLINE_SMALL)]
    if choosing and not line.undone:

        def take(picked: Offer) -> None:
            if picked.fields:
                fill(Form(picked, seen))
            else:
                correct(Amend(id, picked.action()), seen=seen)

        question = soft(context.say(T("What was it really?")), ft.TextThemeStyle.TITLE_MEDIUM)
        buttons = [
            parts.verdict_button(play.say(offer.label), partial(take, offer), f"amend-{number}")
            for number, offer in enumerate(_offers_at(play, line))
        ]
        return scrolling(*shown, question, *buttons)
    told = [
        said_line(play, explanation, f"told-{number}")
        for number, explanation in enumerate(line.step.messages if line.step else ())
        if explanation.is_for(play.seat)
    ]
    actions = []

    def act(text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> None:
        actions.append(_action(play, text, icon, do, identifier))

    if line.undone:
        act(T("Bring back"), ft.Icons.REDO, lambda: correct(Redo((id,)), seen=seen), "bring-back")
    else:
        if isinstance(line.entry.change, Act) and not isinstance(line.action, PrivateNote):
            act(T("Correct this entry"), ft.Icons.EDIT_OUTLINED, lambda: choose(True), "amend")
        act(T("Undo only this entry"), ft.Icons.UNDO, lambda: correct(Undo((id,)), seen=seen), "undo-this")
        later = _from(play, line)
        if len(later) > 1:
            text = N("Back to before this entry", "Back to before this entry ({n} entries)", n=len(later))
            act(text, ft.Icons.HISTORY, lambda: correct(Undo(later), seen=seen), "undo-from")
    return scrolling(*shown, *told, hairline(), *actions)


def said_line(play: Play, explanation: Explanation, identifier: str) -> ft.Control:
    """Return something the referee said; a tap asks why."""
    row = beside(
        ft.Icon(_SIGNS[explanation.tone], size=18.0, color=ft.Colors.PRIMARY),
        wide(words(play.say(explanation.text), ft.TextThemeStyle.BODY_LARGE)),
        ft.Icon(ft.Icons.HELP_OUTLINE, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT),
        spacing=theme.Space.m,
    )
    return pressable(
        ft.Container(row, padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=10.0)),
        on_click=lambda _: play.why(explanation),
        identifier=identifier,
    )


def _unfit(play: Play, trouble: _Trouble, correct: Callable[..., None], back: Callable[[], None]) -> ft.Control:
    """The later entries a correction would break, each with its reason, and the ways out."""
    controls: list[ft.Control] = [
        *([play.refusal] if play.refusal else []),
        words(play.say(UNFIT), ft.TextThemeStyle.HEADLINE_SMALL),
        soft(play.say(T("Nothing has been changed yet.")), ft.TextThemeStyle.BODY_MEDIUM),
    ]
    for conflict in trouble.conflicts[:20]:
        line = play.session.record.item(conflict.entry.id)
        if line:
            n, what = _number(play, line), play.session.record.describe(line.action)
            said = T("{n}. {what} – {why}", n=n, what=what, why=conflict.why.text)
            controls.append(said_line(play, Explanation(said, conflict.why.rules), f"misfit-{n}"))
    plan = way_out(play, trouble.change, trouble.conflicts)
    if plan:
        text = N(
            "Correct, and undo this entry as well",
            "Correct, and undo these {n} entries as well",
            n=len(plan[0].entries) if isinstance(plan[0], Undo) else 1,
        )
        mend = partial(correct, *plan, seen=trouble.seen)
        controls.append(_action(play, text, ft.Icons.CHECK, mend, "undo-misfits"))
    controls.append(_action(play, T("Leave everything as it is"), ft.Icons.CLOSE, back, "leave"))
    return scrolling(*controls)


def way_out(play: Play, change: Change, conflicts: tuple[Conflict, ...]) -> tuple[Change, ...]:
    """Return corrections that together are allowed: the wanted one, and an undo of what does not survive it.

    They are tried on the record first, which costs nothing: a record never changes.
    """
    record = play.session.record
    unfit = tuple(conflict.entry.id for conflict in conflicts)
    if isinstance(change, Undo):
        plans: list[tuple[Change, ...]] = [(Undo((*change.entries, *unfit)),)]
    else:
        target = change.entry if isinstance(change, Amend) else change.entries[0] if isinstance(change, Redo) else ""
        line = record.item(target)
        after = tuple(id for id in _from(play, line) if id != target) if line else ()
        plans = [(Undo(unfit), change), (Undo(after), change)]
    for plan in plans:
        try:
            tried = record
            for number, step in enumerate(plan):
                tried = tried.after(Entry(f"?{number}", step))
        except Refused:
            continue
        return plan
    return ()


def _from(play: Play, line: HistoryItem) -> tuple[str, ...]:
    """Return an entry and all that count after it."""
    history = play.session.record.history
    return tuple(later.entry.id for later in history[history.index(line) :] if not later.undone)


def _offers_at(play: Play, line: HistoryItem) -> list[Offer]:
    """Return what could have been reported in the place of a line."""
    state = play.session.record.start.state
    for earlier in play.session.record.history:
        if earlier.entry.id == line.entry.id:
            break
        if earlier.step:
            state = earlier.step.state
    offers = play.session.game.offers(state, play.seat)
    return [o for o in offers if not o.closed and (o.fields or o.action() != line.action)]


def _action(play: Play, text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
    sign = ft.Icon(icon, color=ft.Colors.PRIMARY)
    return parts.verdict_button(play.say(text), lambda: do(), identifier, leading=sign)
