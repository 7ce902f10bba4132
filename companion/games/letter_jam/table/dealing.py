"""The page before the first round: the lengths of the words."""

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.reports.setup import Dealt
from companion.games.letter_jam.view import TableView
from companion.ui.design import theme
from companion.ui.design.layout import column
from companion.ui.kit.pane import offer_button, quiet_button
from companion.ui.kit.table_context import Play


def dealing(play: Play[TableView]) -> ft.Control:
    """Return one button per common length, and a form for different lengths."""
    offers = play.offered(Dealt)
    same = {offer.value("lengths")[0]: offer for offer in offers if offer.given}
    normal = same.pop(NUMBERS.words.normal, None)
    mixed = next((offer for offer in offers if offer.fields), None)
    shown: list[ft.Control] = []
    if normal:
        shown.append(
            offer_button(play, normal, f"dealt-{NUMBERS.words.normal}", emphasis="primary", large=play.layout.roomy)
        )
    others: list[ft.Control] = [
        offer_button(
            play, offer, f"dealt-{letters}", text=str(letters), sublabel=T("letters"), expand=True, emphasis="tonal"
        )
        for letters, offer in same.items()
    ]
    shown.append(ft.Row(others, spacing=theme.Space.s))
    if mixed:
        shown.append(
            quiet_button(play, mixed.label, lambda: play.actions.choose(mixed), "dealt-mixed", icon=ft.Icons.TUNE)
        )
    return column(*shown)
