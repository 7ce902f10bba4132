"""What the pages of the table share: their layout, what is said on them, and small things to press."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.reports import Boxed, MovesOn, Noted, Stays
from companion.games.letter_jam.table.modes import Refuse
from companion.games.letter_jam.table.play import Play
from companion.kernel.explain import Explanation
from companion.kernel.text import Text
from companion.ui import parts, theme
from companion.ui.pane import WHY, column
from companion.ui.parts.base import words
from companion.ui.screens.history import said_line

#: What leaves standing on the screen what was said before it.
_SILENT: Final = (Noted, Boxed, MovesOn, Stays)


def refusal(play: Play, action: object) -> Explanation | None:
    """Return why something could not be reported now."""
    return play.session.game.refusal(play.session.record.state, action)


# Layout


def across(*controls: ft.Control) -> ft.Control:
    """Things beside each other."""
    return ft.Row(list(controls), spacing=theme.Space.s, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def small_row(*controls: ft.Control) -> ft.Control:
    """Quiet buttons beside each other, and below each other where the line ends."""
    return ft.Row(
        list(controls), wrap=True, spacing=theme.Space.xs, run_spacing=0.0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN
    )


def sheet_of_paper(content: ft.Control, *, bold: bool = False) -> ft.Container:
    """Paper with something on it; bold, it is what matters now."""
    return ft.Container(
        content,
        padding=theme.Space.m,
        bgcolor=theme.SHEET,
        border=ft.Border.all(2.0 if bold else 1.0, ft.Colors.PRIMARY if bold else ft.Colors.OUTLINE_VARIANT),
        border_radius=theme.Radii.paper,
    )


# What is said


def heading(play: Play, text: Text, identifier: str | None = None) -> ft.Control:
    """What a page is about."""
    style = ft.TextThemeStyle.HEADLINE_SMALL if play.layout == "phone" else ft.TextThemeStyle.HEADLINE_MEDIUM
    return ft.Semantics(content=words(play.say(text), style), header=True, container=True, identifier=identifier)


def hint(play: Play, text: Text, style: ft.TextThemeStyle = ft.TextThemeStyle.LABEL_LARGE) -> ft.Control:
    """A quiet line over what it is about."""
    return words(play.say(text), style, color=ft.Colors.ON_SURFACE_VARIANT)


def refused(play: Play, wrong: Explanation | None, refuse: Refuse) -> list[ft.Control]:
    """Why something is not possible, in the pane itself: what has been tapped so far must not be lost over it."""
    if wrong is None:
        return []
    return [
        parts.notice(
            kind="refusal",
            title=play.say(wrong.text),
            why_text=play.context.say(WHY),
            on_why=lambda _: play.why(wrong),
            dismiss_label=play.say(T("Close")),
            on_dismiss=lambda _: refuse(None),
            identifier="wrong",
        )
    ]


def told(play: Play, *shown: Text) -> list[ft.Control]:
    """What was said last to all; a decision shows in its line, and a note on a sheet is nobody else's business.

    :param shown: what stands elsewhere on the page.
    """
    record = play.session.record
    steps = [line.step for line in record.counting if line.step and not isinstance(line.action, _SILENT)]
    lines = steps[-1].messages if steps else record.start.messages
    said = [
        said_line(play, explanation, f"said-{number}")
        for number, explanation in enumerate(lines)
        if explanation.seats is None and explanation.text not in (play.view.prompt.text, *shown)
    ]
    return [column(*said, spacing=0.0)] if said else []


# Small things to press


def quiet(play: Play, text: Text, do: Callable[[], None], identifier: str, *, icon: ft.IconData) -> ft.Control:
    """What is not the main thing."""
    return parts.quiet_button(
        text=play.say(text), icon=icon, outlined=False, on_click=lambda _: do(), identifier=identifier
    )


def backspace(play: Play, text: Text, do: Callable[[], None], identifier: str) -> ft.Control:
    """The way to take the last one of several back."""
    return parts.icon_button(
        icon=ft.Icons.BACKSPACE_OUTLINED, label=play.say(text), on_click=lambda _: do(), identifier=identifier
    )
