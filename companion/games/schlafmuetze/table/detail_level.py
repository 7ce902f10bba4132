"""The switch of the detail level, and small buttons with a menu."""

from collections.abc import Sequence

import flet as ft

from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.reports.counting import KeepEveryCard, KeepRefereeOnly
from companion.games.schlafmuetze.view import TableView
from companion.kernel.offers import Offer
from companion.kernel.text import Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside
from companion.ui.kit.pane import exact_switch, quiet_offer
from companion.ui.kit.table_context import Play


def detail_button(play: Play[TableView]) -> list[ft.Control]:
    """Return the button that changes the detail level, if possible now; unknown facts are asked for."""
    exactly = play.view.every_card
    offers = play.offered(KeepRefereeOnly if exactly else KeepEveryCard)
    if len(offers) > 1:
        # either no card was laid since the last entry, or unreported ones were
        texts = (T("No card laid since"), T("Cards laid since"))
        return [ways(play, T("Enter every card"), "telling", tuple(zip(texts, offers, strict=True)))]

    def change(_: bool) -> None:
        play.actions.choose(*offers)

    switch = exact_switch(play, T("Enter little"), T("Enter every card"), exactly=exactly, change=change)
    return [switch] if offers else []


def ways(play: Play[TableView], text: Text, identifier: str, ways: Sequence[tuple[Text, Offer]]) -> ft.Control:
    """Return a small button with a menu of offers; a single offer needs no menu."""
    if len(ways) == 1:
        return quiet_offer(play, ways[0][1], identifier, text=text)
    chosen = any(offer == play.corrected_offer for _, offer in ways)
    face = design.framed(
        beside(
            words(play.say(text), ft.TextThemeStyle.LABEL_LARGE, label=""),
            ft.Icon(ft.Icons.ARROW_DROP_UP, size=20.0),
            tight=True,
        ),
        ground=ft.Colors.TRANSPARENT,
        edge=ft.Colors.OUTLINE,
        bold=chosen,
        padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=14.0),
        radius=theme.Radii.button,
    )
    return ft.Semantics(
        content=menu(play, face, ways), label=play.say(text), identifier=identifier, selected=chosen or None
    )


def menu(play: Play[TableView], face: ft.Control, ways: Sequence[tuple[Text, Offer]]) -> ft.Control:
    """Return a control that opens a menu of offers when tapped."""
    items = [
        ft.PopupMenuItem(
            content=play.say(way),
            icon=ft.Icons.CHECK if offer == play.corrected_offer else None,
            on_click=lambda _, offer=offer: play.actions.choose(offer),
        )
        for way, offer in ways
    ]
    return ft.PopupMenuButton(content=face, items=items, tooltip="")
