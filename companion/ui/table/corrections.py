"""Correcting an entry on the screen on which it was reported."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import evolve

from companion.kernel.explain import Explanation
from companion.kernel.history import HistoryItem
from companion.kernel.log import Amend, PrivateNote
from companion.kernel.text import messages
from companion.kernel.undo import AMEND_RULE
from companion.ui.app.back_stack import use_back_step
from companion.ui.design import theme
from companion.ui.design.text_fit import lines_of, size_of
from companion.ui.kit.address import address
from companion.ui.kit.seat_view import Correction
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import use_optional
from companion.ui.table.agreement import Asked
from companion.ui.table.entry_actions import Trouble, correcting, unfit

T, N = messages("companion")

#: Width of a notice besides its words, in pixels.
_AROUND: Final = 2 * theme.Space.l + 24.0 + theme.Space.xs + 2 * theme.Space.s + theme.Space.target


def use_correction(
    play: AnyPlay, tab: str
) -> tuple[AnyPlay, Callable[[AnyPlay], ft.Control] | None, Callable[[], None]]:
    """Let an entry be corrected on the board on which it was made.

    :return: the play, with the open correction; what draws the later entries that the correction would break, if there
        are any; and a function that hides them, so that another correction can be tried.
    """
    opened, put = use_optional(Correction)
    trouble, set_trouble = use_optional(Trouble)
    how = play.screen.reopening

    def leave() -> None:
        put(None)
        set_trouble(None)
        play.overlay.close()

    def forget_it() -> None:
        set_trouble(None)
        play.overlay.close()

    def done() -> None:
        back = opened.back if opened else ""
        leave()
        if back:
            play.context.go(address(play.table, back))

    correct = correcting(play, set_trouble, done)

    def mend(action: Any) -> None:
        if opened and how.same(opened.line.action, action):
            done()
        elif opened and isinstance(action, PrivateNote):
            text = T("An entry is being corrected here. Notes are written when that is done.")
            play.actions.refuse(Explanation(text, (AMEND_RULE,)))
        elif opened:
            correct(Amend(opened.line.entry.id, action), seen=opened.version, typed=True)

    def turn(exactly: bool) -> None:
        put(evolve(opened, exact=exactly) if opened else None)

    def reopen(line: HistoryItem) -> None:
        anew = Correction(
            line,
            play.session.before(line),
            play.session.version,
            exact=how.exactly(line.action),
            set_exact=turn,
            amend=mend,
            cancel=leave,
            back=tab if play.layout.alone else "",
        )
        put(anew)
        play.set_open_entry(None)
        then = play.correcting(anew)
        if type(line.action) not in how.pages and (offer := then.corrected_offer) and offer.fields:
            then.actions.open_form(offer)
        if anew.back:
            play.context.go(address(play.table))

    use_back_step(play.context.back_stack, opened, leave)
    correction = evolve(opened, set_exact=turn, amend=mend) if opened else None
    play = evolve(play, reopen=reopen, correction=correction)
    named = partial(unfit, trouble=trouble, correct=correct, back=leave) if trouble else None
    return play, named, forget_it


def proposed_correction(play: AnyPlay) -> ft.Control | None:
    """Return the question whether a correction is right, which lies on the table so that nothing moves under a finger."""
    proposal = None if play.covered else play.session.proposal
    return Asked(play, proposal, key=f"asked-{proposal.at}") if proposal else None


def correction_title(play: AnyPlay, line: HistoryItem) -> tuple[str, str | None]:
    """Return the title of a correction and the entry's text, shortened where there is little room."""
    record = play.session.record
    n, what = record.number(line.entry), record.title(line)
    asked = play.say(T("Entry {n}: what was it really?", n=n))
    if not (play.context.layout == "phone" or play.context.large or play.context.low):
        return asked, play.say(T("It says: “{what}”.", what=what))
    size = size_of(ft.TextThemeStyle.TITLE_MEDIUM, play.context.scale)
    wide = play.layout.room * (2 if play.context.low else 1) - _AROUND
    most = (lines_of(asked, size, wide) or 1) + (not play.context.low)
    pieces = play.say(what).split(" ")
    for end in range(len(pieces), 0, -1):
        shown = " ".join(pieces[:end]).rstrip(",.;:") + " …" if end < len(pieces) else " ".join(pieces)
        told = play.say(T("Entry {n}: “{what}”?", n=n, what=shown))
        if (lines_of(told, size, wide) or most + 1) <= most:
            return told, None
    return asked, None
