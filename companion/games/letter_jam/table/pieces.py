"""What the pages of the table share: their layout, what is said on them, and small things to press."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.games.letter_jam.reports import Boxed, MovesOn, Noted, Stays
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

#: What leaves standing on the screen what was said before it.
_SILENT: Final = (Noted, Boxed, MovesOn, Stays)


def small_row(*controls: ft.Control) -> ft.Control:
    """Quiet buttons beside each other, and below each other where the line ends."""
    return ft.Row(
        list(controls), wrap=True, spacing=theme.Space.xs, run_spacing=0.0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN
    )


def brief(play: Play[TableView]) -> bool:
    """Tell whether a form says only what it must: held across and in large type, the rest would push its buttons off the screen."""
    return play.context.low and play.context.large


def last_rows(
    play: Play[TableView], *ends: ft.Control, icon: ft.IconData, text: Text, leave: Callable[[], None], identifier: str
) -> list[ft.Control]:
    """What ends a form, and below it the way back; on a low page all in one row, in large type with a sign for the way back."""
    if brief(play):
        return [beside(*ends, sign_button(play, icon, text, leave, identifier))]
    back = quiet_button(play, text, leave, identifier, icon=icon)
    return [beside(*ends, back)] if play.context.low else [beside(*ends), small_row(back)]


def player_line(play: Play[TableView], seat: int, state: Text, *ways: ft.Control, below: bool = False) -> ft.Control:
    """A player's name over how far this player is, and what can be tapped beside it, or below it where there is no room.

    :param below: whether it stands below it in any case, so that name and state share a line.
    """
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM))
    how_far, tapped = soft(play.say(state), ft.TextThemeStyle.LABEL_SMALL), flowing(ways, spacing=6.0, apart=0.0)
    return column(apart(who, how_far), tapped, spacing=0.0) if below else apart(lines(who, how_far), tapped)


def heading(play: Play[TableView], text: Text, identifier: str | None = None) -> ft.Control:
    """What a page is about, behind the mark of the one player it names."""
    style = ft.TextThemeStyle.HEADLINE_SMALL if play.layout.is_phone else ft.TextThemeStyle.HEADLINE_MEDIUM
    title: ft.Control = words(play.say(text), style)
    if (mark := play.badge_in(text)) and not play.context.large:
        title = beside(mark, wide(title), top=play.layout.is_phone)
    return header(title, identifier=identifier)


def told(play: Play[TableView], *shown: Text) -> list[ft.Control]:
    """What was said last to all; a decision shows in its line, and a note on a sheet is nobody else's business.

    :param shown: what stands elsewhere on the page.
    """
    record, ruled = play.session.record, [line.step for line in play.session.rulings if line.step]
    steps = [
        line.step
        for line in record.active
        if line.step and not is_beside(line) and not isinstance(line.action, _SILENT)
    ]
    said = (steps[-1] if steps else record.start, *ruled)
    return referee_card(play, *shown, said=[message for step in said for message in step.messages])


def backspace(play: Play[TableView], text: Text, do: Callable[[], None], identifier: str) -> ft.Control:
    """The way to take the last one of several back."""
    return sign_button(play, ft.Icons.BACKSPACE_OUTLINED, text, do, identifier)
