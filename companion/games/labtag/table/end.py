"""The choice of a trophy, and the final ranking."""

import flet as ft

from companion.games.labtag.messages import T, card_words
from companion.games.labtag.table.faces import card_face, trophy_count
from companion.games.labtag.view import TableView
from companion.kernel.text import Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import column
from companion.ui.kit.pane import offer_button
from companion.ui.kit.table_context import Play


def trophies(play: Play[TableView]) -> list[ft.Control]:
    """Return the buttons that choose a trophy among equally high cards."""
    return [
        offer_button(
            play,
            offer,
            f"trophy-{number}",
            sublabel=card_words(offer.value("card")),
            leading=card_face(offer.value("card")),
            emphasis="tonal",
            large=play.layout.roomy,
        )
        for number, offer in enumerate(play.offers)
    ]


def standings(play: Play[TableView]) -> ft.Control:
    """Return the final ranking; the messages explain the tie-breaks."""
    rows: list[ft.Control] = []
    for each in play.view.standings:
        place = words(play.say(T("{place}.", place=each.place)), ft.TextThemeStyle.HEADLINE_SMALL)
        detail: Text | None = T("No trophy")
        shown, legendary = each.pile.shown, each.pile.counted
        if each.pile.unnamed:
            detail = None
        elif shown and legendary is None:
            detail = T("highest card {card}, legendary: ?", card=shown)
        elif shown:
            detail = T("highest card {card}, legendary: {n}", card=shown, n=legendary or 0)
        trophies = trophy_count(play, each.seat, each.pile.points, large=True)
        line = design.standing(
            place,
            play.names[each.seat],
            play.say(detail) if detail else None,
            trophies,
            scale=play.context.scale,
            badge=play.badge(each.seat),
        )
        rows.append(ft.Semantics(content=line, container=True, identifier=f"place-{each.seat}"))
    return design.paper(content=column(*rows), padding=theme.Space.m)
