"""Before the first round: how long the words are."""

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.reports import Dealt
from companion.games.letter_jam.table.pieces import quiet
from companion.ui import parts, theme
from companion.ui.pane import column
from companion.ui.play import Play


def dealing(play: Play) -> ft.Control:
    """One tap for words of the same length, a form for different ones."""
    offers = [offer for offer in play.offers if offer.kind is Dealt]
    same = {dict(offer.given)["lengths"][0]: offer for offer in offers if offer.given}
    normal = same.pop(NUMBERS.words.normal, None)
    mixed = next((offer for offer in offers if offer.fields), None)
    shown: list[ft.Control] = []
    if normal:
        shown.append(
            parts.verdict_button(
                title=play.say(normal.label),
                emphasis="primary",
                large=play.layout != "phone",
                on_click=lambda _: play.take(normal),
                identifier=f"dealt-{NUMBERS.words.normal}",
            )
        )
    others: list[ft.Control] = [
        parts.verdict_button(
            title=str(letters),
            sublabel=play.say(T("letters")),
            expand=True,
            emphasis="tonal",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"dealt-{letters}",
        )
        for letters, offer in same.items()
    ]
    shown.append(ft.Row(others, spacing=theme.Space.s))
    if mixed:
        shown.append(quiet(play, mixed.label, lambda: play.take(mixed), "dealt-mixed", icon=ft.Icons.TUNE))
    return column(*shown)
