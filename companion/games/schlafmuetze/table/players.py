"""The players: their cards, chips and minus points."""

import flet as ft

from companion.games.schlafmuetze.messages import N, T, minus_points
from companion.games.schlafmuetze.reports.counting import Recount
from companion.games.schlafmuetze.table.play import Play
from companion.kernel.offers import Offer
from companion.kernel.text import Listing, Player, Text
from companion.ui import parts, theme
from companion.ui.pane import column, in_rows
from companion.ui.parts.base import name, pressable, words
from companion.ui.parts.layout import apart, beside, lines, wide


def players(play: Play) -> ft.Control:
    """Everybody's cards, chips and minus points; a tap counts anew."""
    recounts = {offer.value("seat"): offer for offer in play.offered(Recount)}
    tiles = [_player(play, seat, recounts.get(seat)) for seat in play.view.everybody]
    return column(*in_rows(tiles, play.names_across(ft.TextThemeStyle.TITLE_MEDIUM, 2 if play.alone else 4)))


def _player(play: Play, seat: int, recount: Offer | None) -> ft.Control:
    view = play.view
    said: list[Text] = []
    shown: list[ft.Control] = []
    if view.hands is not None:
        said.append(N("{n} card", "{n} cards", n=view.hands[seat]))
        shown += _counted(ft.Icons.STYLE_OUTLINED, str(view.hands[seat]))
    if view.chips[seat]:
        said.append(N("{n} chip", "{n} chips", n=view.chips[seat]))
        shown += _counted(ft.Icons.TOLL_OUTLINED, str(view.chips[seat]))
    said.append(minus_points(view.totals[seat]))
    marks: list[ft.Control] = []
    if seat == view.pausing:
        said.insert(0, T("pauses"))
        marks.append(ft.Icon(ft.Icons.BEDTIME_OUTLINED, size=18.0, color=ft.Colors.PRIMARY))
    if seat == view.dealer:
        said.append(T("deals"))
        marks.append(ft.Icon(ft.Icons.SHUFFLE, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT))
    total = words(
        play.context.renderer().number(view.totals[seat]), ft.TextThemeStyle.TITLE_LARGE, color=ft.Colors.PRIMARY
    )
    counted = beside(*shown, *marks, spacing=4.0, tight=True)
    tile = parts.framed(
        lines(
            play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM)), beside(wide(apart(counted, total)))
        ),
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=6.0),
    )
    label = play.say(T("{player}: {facts}", player=Player(seat), facts=Listing(tuple(said))))
    identifier = f"player-{seat}"
    if recount:
        return pressable(tile, on_click=lambda _: play.take(recount), label=label, identifier=identifier)
    return ft.Semantics(content=tile, label=label, container=True, exclude_semantics=True, identifier=identifier)


def _counted(icon: ft.IconData, number: str) -> list[ft.Control]:
    return [
        ft.Icon(icon, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT),
        words(number, ft.TextThemeStyle.TITLE_MEDIUM),
        ft.Container(width=4.0),
    ]
