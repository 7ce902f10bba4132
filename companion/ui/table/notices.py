"""Notices above a table: an unreadable log, a deleted game, the next game, an entry that is being corrected, a refusal."""

from functools import partial
from typing import Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.storage.library import Shelf
from companion.tables.roles import Role
from companion.ui import design
from companion.ui.app.dialogs import attempt as guarded
from companion.ui.design import theme
from companion.ui.design.base import Handler
from companion.ui.kit.actions import Refusal
from companion.ui.kit.address import address
from companion.ui.kit.pane import WHY
from companion.ui.kit.table_context import AnyPlay
from companion.ui.table.corrections import correction_title, is_thin

T, N = messages("companion")

#: Notices about games that are not on the shelf of running ones; they can still be played.
AWAY: Final = {
    Shelf.ARCHIVED: T("This game was archived."),
    Shelf.DELETED: T("This game is in the bin."),
}


def table_notices(play: AnyPlay) -> list[ft.Control]:
    """What stands above the table: that its log cannot be read to its end, or that it was put away; and the way on."""
    failure, stored = play.session.failure, play.at.stored
    shown: list[ft.Control] = []

    def show(
        title: Text, identifier: str, way: Text | None, do: Handler, text: Text | None = None, *, warns: bool = False
    ) -> None:
        shown.append(
            design.notice(
                "warning" if warns else "info",
                play.say(title),
                identifier,
                kind_label=play.say(T("Warning")) if warns else None,
                text=play.say(text) if text else None,
                answers=[design.quiet_button(play.say(way), do, f"{identifier}-do")] if way else (),
            )
        )

    if failure:
        title, way = (
            T("The log can be read up to entry {n}.", n=failure.number - 1),
            T("Cross out the rest and continue"),
        )
        show(title, "repair", way, play.actions.repair, failure.why.text, warns=True)
    elif play.at.problem:
        way = T("Continue in a copy of what can be read")
        show(play.at.problem.text, "problem", way, play.actions.go_on_in_a_copy, warns=True)
    if away := AWAY.get(stored.shelf):
        back = T("Restore") if play.role is Role.HOST else None
        show(away, "put-away", back, guarded(play.context, play.actions.restore))
    if play.session.is_over and (later := play.context.access.next(play.table)):
        show(T("The next game has begun."), "next-game", T("Go there"), partial(play.context.go, address(later)))
    if play.correction:
        asked, was = correction_title(play, play.correction.line)
        leave = play.say(T("Keep it as it is"))
        shown.append(
            design.notice(
                "info",
                asked,
                "corrected-entry",
                text=was,
                dismiss_label=leave,
                on_dismiss=play.correction.cancel,
                thin=is_thin(play),
            )
        )
    around = ft.Padding.only(left=theme.Space.m, right=theme.Space.m, top=theme.Space.s)
    return [ft.Container(control, padding=around) for control in shown]


def refusal_notice(play: AnyPlay, refused: Refusal, *, above: bool) -> ft.Control:
    """Return why something was not done, with the rule behind it, or the question whether to do it anyway."""

    def dismiss() -> None:
        play.actions.refuse(None)

    answers = (
        [
            design.quiet_button(play.say(refused.conflict.yes), play.actions.insist, "insist"),
            design.quiet_button(play.say(T("No")), dismiss, "let-it-be"),
        ]
        if refused.conflict
        else []
    )
    return design.notice(
        "warning" if answers else "refusal",
        play.say(refused.why.text),
        "refused",
        kind_label=play.say(T("Question") if answers else T("Not possible")),
        why_text=play.say(WHY),
        on_why=lambda _: play.why(refused.why),
        dismiss_label=None if above else play.say(T("Close")),
        on_dismiss=dismiss,
        answers=answers,
    )
