"""Correcting an entry on the screen on which it was reported."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import evolve, frozen

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
    editing = _Editing(play, tab, opened, put, set_trouble)
    use_back_step(play.context.back_stack, opened, editing.close)
    correction = evolve(opened, set_exact=editing.set_exact, amend=editing.amend) if opened else None
    correct = correcting(play, set_trouble, editing.finish)
    named = partial(unfit, trouble=trouble, correct=correct, back=editing.close) if trouble else None
    return evolve(play, reopen=editing.reopen, correction=correction), named, editing.hide_trouble


@frozen(eq=False)
class _Editing:
    """The handlers of a correction, for one rendering.

    :param tab: the tab from which the correction was opened.
    """

    play: AnyPlay
    tab: str
    opened: Correction | None
    put: Callable[[Correction | None], None]
    set_trouble: Callable[[Trouble | None], None]

    def close(self) -> None:
        """Close the correction without a change."""
        self.put(None)
        self.hide_trouble()

    def hide_trouble(self) -> None:
        """Hide the later entries that the correction would break."""
        self.set_trouble(None)
        self.play.overlay.close()

    def finish(self) -> None:
        """Close the correction and return to the tab from which it was opened."""
        back = self.opened.back if self.opened else ""
        self.close()
        if back:
            self.play.context.go(address(self.play.table, back))

    def amend(self, action: Any) -> None:
        """Replace the entry by an action, if that changes anything."""
        opened = self.opened
        if not opened:
            return
        if self.play.screen.reopening.same(opened.line.action, action):
            self.finish()
        elif isinstance(action, PrivateNote):
            text = T("An entry is being corrected here. You can write notes again afterwards.")
            self.play.actions.refuse(Explanation(text, (AMEND_RULE,)))
        else:
            correct = correcting(self.play, self.set_trouble, self.finish)
            correct(Amend(opened.line.entry.id, action), seen=opened.version, typed=True)

    def set_exact(self, exactly: bool) -> None:
        """Choose whether the board asks for exact values."""
        self.put(evolve(self.opened, exact=exactly) if self.opened else None)

    def reopen(self, line: HistoryItem) -> None:
        """Open the board, or the form, on which an entry was made."""
        play, how = self.play, self.play.screen.reopening
        correction = Correction(
            line,
            play.session.before(line),
            play.session.version,
            exact=how.exactly(line.action),
            set_exact=self.set_exact,
            amend=self.amend,
            cancel=self.close,
            back=self.tab if play.layout.alone else "",
        )
        self.put(correction)
        play.set_open_entry(None)
        then = play.correcting(correction)
        if type(line.action) not in how.pages and (offer := then.corrected_offer) and offer.fields:
            then.actions.open_form(offer)
        if correction.back:
            play.context.go(address(play.table))


def proposed_correction(play: AnyPlay) -> ft.Control | None:
    """Return the question whether a correction is right, which lies on the table so that nothing moves under a finger."""
    proposal = None if play.covered else play.session.proposal
    return Asked(play, proposal, key=f"asked-{proposal.at}") if proposal else None


def is_thin(play: AnyPlay) -> bool:
    """Return whether the notice of a correction is as low as possible, so that a button of the board stays in sight."""
    return play.context.huge or (play.context.low and play.context.large)


def correction_title(play: AnyPlay, line: HistoryItem) -> tuple[str, str | None]:
    """Return the title of a correction and the entry's text, shortened where there is little room."""
    record = play.session.record
    n, what = record.number(line.entry), play.say(record.title(line))
    asked = play.say(T("Correct entry {n}: what is right?", n=n))
    if not (play.context.layout == "phone" or play.context.large or play.context.low):
        return asked, play.say(T("So far: “{what}”.", what=what))
    style = ft.TextThemeStyle.TITLE_SMALL if is_thin(play) else ft.TextThemeStyle.TITLE_MEDIUM
    size = size_of(style, play.context.scale)
    wide = play.layout.room * (2 if play.context.low else 1) - _AROUND
    asked_lines = 1 if is_thin(play) else lines_of(asked, size, wide) or 1
    most = asked_lines + (not play.context.low)
    pieces = what.split(" ")
    cut = (" ".join(pieces[:end]).rstrip(",.;:") + " …" for end in range(len(pieces) - 1, 0, -1))
    whole = [
        play.say(T("Correct entry {n} (was: “{what}”). What is right?", n=n, what=what)),
        play.say(T("Correct entry {n} (was: “{what}”)", n=n, what=what)),
    ]
    titles = [*whole, *(play.say(T("Entry {n}, so far: “{what}”", n=n, what=shown)) for shown in (what, *cut))]
    fitting = (title for title in titles if (lines_of(title, size, wide) or most + 1) <= most)
    return next(fitting, titles[-1]), None
