"""Parts shared by the pages of the table: layout, messages and small buttons."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.games.letter_jam.reports.deciding import MovesOn, Stays
from companion.games.letter_jam.reports.sheet import Boxed, Noted
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Text
from companion.tables.session import is_beside
from companion.ui.design import theme
from companion.ui.design.base import heading as header
from companion.ui.design.base import name, soft, words
from companion.ui.design.layout import apart, beside, column, flowing, lines, wide
from companion.ui.kit.elements import referee_card
from companion.ui.kit.pane import quiet_button, sign_button
from companion.ui.kit.table_context import Play

#: Reports that leave the previous messages on the screen.
_SILENT: Final = (Noted, Boxed, MovesOn, Stays)


def small_row(*controls: ft.Control) -> ft.Control:
    """Return quiet buttons in a row that wraps."""
    return ft.Row(
        list(controls), wrap=True, spacing=theme.Space.xs, run_spacing=0.0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN
    )


def brief(play: Play[TableView]) -> bool:
    """Return whether a form shows only the necessary parts, so that its buttons stay on a low page in large type."""
    return play.context.low and play.context.large


def last_rows(
    play: Play[TableView], *ends: ft.Control, icon: ft.IconData, text: Text, leave: Callable[[], None], identifier: str
) -> list[ft.Control]:
    """Return the last rows of a form: its buttons and the way back; on a low page in one row, in large type with an icon."""
    if brief(play):
        return [beside(*ends, sign_button(play, icon, text, leave, identifier))]
    back = quiet_button(play, text, leave, identifier, icon=icon)
    return [beside(*ends, back)] if play.context.low else [beside(*ends), small_row(back)]


def player_line(play: Play[TableView], seat: int, state: Text, *ways: ft.Control, below: bool = False) -> ft.Control:
    """Show a player's name and state, with buttons beside them, or below where there is no room.

    :param below: whether the buttons are always below, so that name and state share a line.
    """
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM))
    how_far, tapped = soft(play.say(state), ft.TextThemeStyle.LABEL_SMALL), flowing(ways, spacing=6.0, apart=0.0)
    return column(apart(who, how_far), tapped, spacing=0.0) if below else apart(lines(who, how_far), tapped)


def heading(play: Play[TableView], text: Text, identifier: str | None = None) -> ft.Control:
    """Return the heading of a page, with the badge of the one player it names."""
    style = ft.TextThemeStyle.HEADLINE_SMALL if play.layout.is_phone else ft.TextThemeStyle.HEADLINE_MEDIUM
    title: ft.Control = words(play.say(text), style)
    if (mark := play.badge_in(text)) and not play.context.large:
        title = beside(mark, wide(title), top=play.layout.is_phone)
    return header(title, identifier=identifier)


def latest_messages(play: Play[TableView], *shown: Text) -> list[ft.Control]:
    """Return the latest messages to the table; decisions show in the players' lines, and notes on sheets are private.

    :param shown: messages already shown elsewhere on the page.
    """
    record, ruled = play.session.record, [line.step for line in play.session.rulings if line.step]
    steps = [
        line.step
        for line in record.active
        if line.step and not is_beside(line) and not isinstance(line.action, _SILENT)
    ]
    steps_shown = (steps[-1] if steps else record.start, *ruled)
    return referee_card(play, *shown, said=[message for step in steps_shown for message in step.messages])


def backspace(play: Play[TableView], text: Text, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return the button that removes the last of several entries."""
    return sign_button(play, ft.Icons.BACKSPACE_OUTLINED, text, do, identifier)
