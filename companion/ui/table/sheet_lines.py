"""The score lines behind a number of the sheet."""

from collections.abc import Callable

import flet as ft

from companion.kernel.text import messages
from companion.scoring import Scored
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, flowing, lines, scrolling, wide
from companion.ui.kit.table_context import AnyPlay

T, N = messages("companion")


def score_lines(play: AnyPlay, scored: tuple[Scored, ...], close: Callable[[], None]) -> ft.Control:
    """Return score lines, each with its reason, its rule and buttons that lead to its entry.

    :param close: closes the dialog in which they are shown.
    """
    if not scored:
        return words(play.context.say(T("No points yet.")), ft.TextThemeStyle.BODY_LARGE)
    return scrolling(*(_line(play, number, each, close) for number, each in enumerate(scored)))


def _line(play: AnyPlay, number: int, scored: Scored, close: Callable[[], None]) -> ft.Control:
    why = scored.line.why

    def show() -> None:
        close()
        play.go_to(scored.entry)

    def mend() -> None:
        close()
        if item := play.session.record.item(scored.entry):
            play.reopen(item)

    points = play.context.renderer().signed(scored.line.points)
    reason = beside(
        wide(words(play.say(why.text), ft.TextThemeStyle.BODY_LARGE)),
        words(points, ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY),
        spacing=10.0,
        top=True,
    )
    buttons = [
        design.link_button(play.say(T("Why?")), lambda: play.why(why), f"line-why-{number}"),
        design.quiet_button(play.say(T("Show in the history")), show, f"line-entry-{number}", outlined=False),
        design.quiet_button(play.say(T("Correct this entry")), mend, f"line-amend-{number}", outlined=False),
    ]
    return design.paper(lines(reason, flowing(buttons, spacing=10.0, apart=10.0)), padding=theme.Space.m)
