"""What can be done about an entry of the history: undo, bring back, correct; and what follows for later entries."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import dropwhile
from typing import Final

import flet as ft
from attrs import frozen

from companion.kernel.corrections import Plan, plan
from companion.kernel.explain import Explanation, Refused
from companion.kernel.history import HistoryItem
from companion.kernel.log import Act, Change, PrivateNote, Redo, Undo
from companion.kernel.record import Record
from companion.kernel.text import Listing, Text, messages
from companion.kernel.undo import CorrectionConflict, NoLongerFits, targets
from companion.storage.errors import StorageError
from companion.tables.agreement import NeedsAgreement
from companion.tables.conflicts import Conflict
from companion.tables.session import Submitted
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import column, hairline, scrolling
from companion.ui.kit.elements import message_line
from companion.ui.kit.form import footed
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component

T, N = messages("companion")

#: The most reasons listed for dropping later entries, and the most entries named for each.
_LISTED: Final = 20
_NAMED: Final = 3

UNFIT: Final = T("Later entries would no longer be allowed")


@frozen
class Trouble:
    """A correction that later entries do not survive.

    :param seen: the version of the table on which it was made.
    """

    change: Change
    seen: int


def correcting(
    play: AnyPlay, set_trouble: Callable[[Trouble | None], None], close: Callable[[], None]
) -> Callable[..., None]:
    """Return a function that corrects the log and closes the dialog, unless the correction is refused."""

    def correct(change: Change, *, seen: int, typed: bool = False, without: frozenset[str] = frozenset()) -> None:
        # a typed correction stays open when it is refused; the reason is shown beside it
        def do(asked: Conflict | None) -> Submitted | None:
            try:
                done = play.actions.submit(asked, change, seen=seen, without=without)
            except NoLongerFits:
                set_trouble(Trouble(change, asked.seen if asked else seen))
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


@component
def LineActions(play: AnyPlay, line: HistoryItem, correct: Callable[..., None]) -> ft.Control:
    """The messages of an entry, and the buttons that undo, bring back or correct it."""
    id, seen = line.entry.id, play.session.version
    head = [*([play.refusal] if play.refusal else []), words(play.title(line), ft.TextThemeStyle.HEADLINE_SMALL)]
    messages = [
        message_line(play, explanation, f"told-{number}")
        for number, explanation in enumerate(line.step.messages if line.step else ())
        if explanation.is_for(play.seat)
    ]
    actions: list[ft.Control] = []

    def act(text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> None:
        actions.append(_action(play, text, icon, do, identifier))

    if line.undone:
        act(T("Redo this entry"), ft.Icons.REDO, lambda: correct(Redo((id,)), seen=seen), "bring-back")
    else:
        if isinstance(line.entry.change, Act) and not isinstance(line.action, PrivateNote):
            act(T("Correct this entry"), ft.Icons.EDIT_OUTLINED, lambda: play.reopen(line), "amend")
        act(T("Undo only this entry"), ft.Icons.UNDO, lambda: correct(Undo((id,)), seen=seen), "undo-this")
        record = play.session.record
        counting = (each for each in record.history[record.positions[id].item :] if not each.undone)
        later = tuple(each.entry.id for each in counting)
        if len(later) > 1:
            text = N("Back to before this entry", "Back to before this entry ({n} entries)", n=len(later))
            act(text, ft.Icons.HISTORY, lambda: correct(Undo(later), seen=seen), "undo-from")
    return _with_ways(play, head, messages, actions)


def unfit(play: AnyPlay, trouble: Trouble, correct: Callable[..., None], back: Callable[[], None]) -> ft.Control:
    """The later entries that conflict with a correction, each with its reason, and the possible decisions."""
    leave = _action(play, T("Change nothing"), ft.Icons.CLOSE, back, "leave")
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
    misfits = [_misfits(play, alike) for alike in groups[:_LISTED]]
    if more := sum(map(len, groups[_LISTED:])):
        rest = N("And {n} more entry.", "And {n} more entries.", n=more)
        misfits.append(soft(play.say(rest), ft.TextThemeStyle.BODY_MEDIUM))
    text = N("Correct, and undo this entry as well", "Correct, and undo these {n} entries as well", n=dropped)
    mend = partial(correct, trouble.change, seen=trouble.seen, without=planned.ids)
    button = _action(play, text if dropped else T("Correct this entry"), ft.Icons.CHECK, mend, "undo-misfits")
    head = [words(play.say(UNFIT), ft.TextThemeStyle.TITLE_MEDIUM), soft(said, ft.TextThemeStyle.BODY_MEDIUM)]
    return _with_ways(play, [*refusal, *head], misfits, [button, leave])


def _with_ways(play: AnyPlay, head: list[ft.Control], details: list[ft.Control], ways: list[ft.Control]) -> ft.Control:
    """Return messages with their buttons, which stay visible however long the messages are."""
    if play.context.low or play.context.huge:
        return scrolling(*head, *ways, hairline(), *details)
    return footed(scrolling(*head, *details), column(*ways, spacing=theme.Space.s))


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


def _action(play: AnyPlay, text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
    sign = ft.Icon(icon, color=ft.Colors.PRIMARY)
    return design.verdict_button(play.say(text), lambda: do(), identifier, leading=sign)
