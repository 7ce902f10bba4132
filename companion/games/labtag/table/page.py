"""What every phase of the table shares: how a page is laid out, and what the referee has to say on it."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.games.labtag.messages import T
from companion.games.labtag.table.play import Play
from companion.games.labtag.view import TableView
from companion.ui import parts
from companion.ui.pane import note
from companion.ui.screens.history import said_line

#: So many players or fewer have large places on a phone; so many things or fewer stand under the thumb.
FEW: Final = 3
#: Groups side by side on a phone.
PER_LINE: Final = 5
#: Between things that share a line the gap belongs to what is tapped, so that even narrow phones have room for fingers.
GAP: Final = ft.Padding.symmetric(horizontal=2.0)


def centred(control: ft.Control) -> ft.Control:
    """Something small in the middle of its line."""
    return ft.Row([control], alignment=ft.MainAxisAlignment.CENTER)


LIBRARY: Final = T("Known cards")
LIBRARY_ICON: Final = ft.Icons.STYLE_OUTLINED


_TROPHY: Final = "labtag.match.trophy"
_RESULTS: Final = (_TROPHY, "labtag.ruling.drawn_match")


def told(play: Play, view: TableView) -> list[ft.Control]:
    """What was said last: first what becomes of the match, then the proof, line by line."""
    last = play.session.spoken
    told = last.step.messages if last and last.step else play.session.record.start.messages
    done = [line for line in told if line.rules[0] in _RESULTS]
    lines = [line for line in told if line not in done and line not in view.proof and line.text != view.prompt.text]
    shown: list[ft.Control] = [
        note(play, line, kind="good" if line.rules[0] == _TROPHY else "info", identifier="result") for line in done[:1]
    ]
    proof = [said_line(play, line, f"said-{number}") for number, line in enumerate(lines)]
    if proof:
        shown.append(ft.Column(proof, spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))
    return shown


def cards_button(play: Play, cards: Callable[[], None]) -> ft.Control:
    """The way to the cards of this device."""
    return parts.quiet_button(
        text=play.say(LIBRARY),
        icon=LIBRARY_ICON,
        outlined=False,
        on_click=lambda _: cards(),
        identifier="collection",
    )
