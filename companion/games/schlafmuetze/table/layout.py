"""How the table's screen is laid out: what is to be seen, and the buttons under the thumb."""

from collections.abc import Sequence

import flet as ft

from companion.games.schlafmuetze.actions import Voted
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.phases import Running
from companion.games.schlafmuetze.view import TableView
from companion.kernel.explain import Explanation
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.play import Play
from companion.ui.screens.table import prompt, told_card


def laid_out(
    play: Play, middle: Sequence[ft.Control], foot: ft.Control | None, leading: ft.Control | None = None
) -> ft.Control:
    """What to do next, what lies on the table, and the buttons that stay in reach."""
    view: TableView = play.view
    told, notes = told_card(play), [_note(play, note) for note in view.notes]
    last = play.session.last
    voted = isinstance(view.state_phase, Running) and last is not None and isinstance(last.action, Voted)
    # how a vote came out is what all wait for: it is not left below the circle
    seen = [prompt(play, leading=leading), *(told if voted else []), *middle, *notes, *([] if voted else told)]
    above = ft.ListView(
        seen,
        spacing=look.Space.s,
        padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=look.Space.s),
        expand=True,
    )
    pad = look.Space.m if play.layout == "phone" else look.Space.l
    below = ft.Container(foot, padding=ft.Padding.only(left=pad, right=pad, bottom=pad, top=look.Space.xs))
    return ft.Column(
        [above, below] if foot else [above],
        spacing=0.0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _note(play: Play, note: Explanation) -> ft.Control:
    return parts.notice(
        kind="warning" if "schlafmuetze.doubt.tip" in note.rules else "info",
        title=play.say(note.text),
        why_text=play.say(T("Why?")),
        on_why=lambda _: play.why(note),
        compact=True,
        identifier=f"note-{note.rules[0].rsplit('.', 1)[-1]}",
    )


def column(*controls: ft.Control) -> ft.Control:
    """One below the other, all as wide as the screen."""
    return ft.Column(
        list(controls), spacing=look.Space.s, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def in_rows(controls: Sequence[ft.Control], per_row: int) -> list[ft.Control]:
    """Return rows of so many, all equally wide."""
    room = [ft.Container(expand=True) for _ in range(-len(controls) % per_row)]
    filled = [*controls, *room]
    return [ft.Row(filled[at : at + per_row], spacing=look.Space.s) for at in range(0, len(filled), per_row)]
