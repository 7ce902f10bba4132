"""The players: their cards, chips and penalty points."""

from typing import Final

import flet as ft

from companion.games.schlafmuetze.messages import N, T, penalty_points
from companion.games.schlafmuetze.reports.counting import Recount
from companion.games.schlafmuetze.table.detail_level import menu
from companion.games.schlafmuetze.view import TableView
from companion.kernel.offers import Offer
from companion.kernel.text import Listing, Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name, pressable, words
from companion.ui.design.layout import apart, beside, column, lines, wide
from companion.ui.kit.pane import in_rows
from companion.ui.kit.table_context import Play

#: From more players than this, names on a phone share a line with the numbers.
_FEW: Final = 6


def players(play: Play[TableView]) -> ft.Control:
    """Show the cards, chips and penalty points of all players; a tap starts a recount."""
    recounts = {offer.value("seat"): offer for offer in play.offered(Recount)}
    across = play.layout.names_across(ft.TextThemeStyle.TITLE_MEDIUM, 2 if play.layout.alone else 4)
    if play.layout.alone and len(play.view.everybody) > _FEW and play.view.hands is None and not play.context.large:
        tiles = [_player(play, seat, None, flat=True) for seat in play.view.everybody]
        block = column(*in_rows(tiles, across), spacing=theme.Space.xs)
        # such low lines are hard to hit one by one: a tap on any of them asks for the player
        recount = menu(play, block, [(offer.label, offer) for offer in recounts.values()])
        return ft.Semantics(content=recount, identifier="recount", container=True) if recounts else block
    tiles = [_player(play, seat, recounts.get(seat)) for seat in play.view.everybody]
    return column(*in_rows(tiles, across))


def _player(play: Play[TableView], seat: int, recount: Offer | None, *, flat: bool = False) -> ft.Control:
    view = play.view
    facts: list[Text] = []
    shown: list[ft.Control] = []
    if view.hands is not None:
        facts.append(N("{n} card", "{n} cards", n=view.hands[seat]))
        shown += _counted(ft.Icons.STYLE_OUTLINED, str(view.hands[seat]))
    if view.chips[seat]:
        facts.append(N("{n} chip", "{n} chips", n=view.chips[seat]))
        shown += _counted(ft.Icons.TOLL_OUTLINED, str(view.chips[seat]))
    facts.append(penalty_points(view.totals[seat]))
    marks: list[ft.Control] = []
    if seat == view.pausing:
        facts.insert(0, T("pauses"))
        marks.append(ft.Icon(ft.Icons.BEDTIME_OUTLINED, size=18.0, color=ft.Colors.PRIMARY))
    if seat == view.dealer:
        facts.append(T("deals"))
        marks.append(ft.Icon(ft.Icons.SHUFFLE, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT))
    total = words(
        play.context.renderer().number(view.totals[seat]), ft.TextThemeStyle.TITLE_LARGE, color=ft.Colors.PRIMARY
    )
    style = ft.TextThemeStyle.LABEL_MEDIUM if flat else ft.TextThemeStyle.TITLE_MEDIUM
    called = play.who(seat, name(play.names[seat], style))
    counted = beside(*shown, *marks, spacing=4.0, tight=True)
    inside = (
        beside(wide(called), counted, spacing=4.0)  # the line above the board has the totals
        if flat
        else lines(called, beside(wide(apart(counted, total))))
    )
    padding = ft.Padding.symmetric(horizontal=theme.Space.s if flat else theme.Space.m, vertical=0.0 if flat else 6.0)
    tile = design.framed(inside, padding=padding)
    label = play.say(T("{player}: {facts}", player=Player(seat), facts=Listing(tuple(facts))))
    identifier = f"player-{seat}"
    if recount:
        return pressable(tile, on_click=lambda _: play.actions.choose(recount), label=label, identifier=identifier)
    return ft.Semantics(content=tile, label=label, container=True, exclude_semantics=True, identifier=identifier)


def _counted(icon: ft.IconData, number: str) -> list[ft.Control]:
    return [
        ft.Icon(icon, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT),
        words(number, ft.TextThemeStyle.TITLE_MEDIUM),
        ft.Container(width=4.0),
    ]
