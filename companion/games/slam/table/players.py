"""The score panels of the players above the stage, and their victory piles."""

from typing import Final

import flet as ft

from companion.games.slam.messages import N, T, poet_name
from companion.games.slam.model import Heap
from companion.games.slam.table.pieces import number, page
from companion.games.slam.table.scene import Scene
from companion.games.slam.unknown_piles import amount
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name, pressable, soft, words
from companion.ui.design.layout import beside, column, lines, wide
from companion.ui.design.text_fit import evenly
from companion.ui.kit.overflow import crowded
from companion.ui.kit.pane import caption, pane

#: The number of players in a line on a phone, by the number of players.
_PER_LINE: Final = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


#: The most players whose panels leave room for the rest of the page on a phone.
_FEW: Final = 4

#: A placeholder as wide as points, poets and a cup.
_COUNTS: Final = "00000000"


def players(scene: Scene) -> ft.Control:
    """Return the panel of each player who has not left; a tap shows the victory pile."""
    places = [_place(scene, seat) for seat in scene.view.state.players]
    play = scene.play
    most = _PER_LINE[len(places)] if play.layout.alone else len(places)
    style = ft.TextThemeStyle.LABEL_LARGE
    most = min(play.layout.names_across(style, most), play.layout.across((_COUNTS,), style, most))
    each = evenly(len(places), most)
    rows = [beside(*places[first : first + each], top=True) for first in range(0, len(places), each)]
    return column(*rows, spacing=theme.Space.xs)


def laid_out(scene: Scene, head: list[ft.Control], rest: list[ft.Control], foot: ft.Control) -> ft.Control:
    """Return a pane with fixed buttons beside or below its scrolling part, which ends with the panels if they scroll.

    :param head: the prompt and the referee's messages.
    :param rest: the other scrolling controls.
    """
    return pane(scene.play, [*head, *rest, *places(scene)], foot)


def places(scene: Scene) -> list[ft.Control]:
    """Return the panels of the players if they scroll with the page, else nothing."""
    return [players(scene)] if scrolls(scene) else []


def scrolls(scene: Scene) -> bool:
    """Return whether the panels scroll with the page, because there is little room for the entries."""
    play = scene.play
    if not (play.layout.alone or play.context.large or play.view.phase == "end"):
        return False  # on a wide page they stay above the stage
    many = len(scene.view.state.players) > _FEW  # the result of the last slam must fit above the buttons
    return play.context.low or play.context.large or many or play.correction is not None or crowded(play)


def _place(scene: Scene, seat: int) -> ft.Control:
    view, phone = scene.view, scene.play.layout.alone
    wins = view.verdict is not None and view.verdict.winner == seat
    points, heap = view.state.totals[seat], view.state.heap(seat)
    total, kept = N("{n} point", "{n} points", n=points), poets(heap)
    summary = (
        T("{player}: {points}; victory pile: {poets}", player=Player(seat), points=total, poets=kept)
        if kept
        else T("{player}: {points}", player=Player(seat), points=total)
    )
    label = [scene.say(summary)]
    style = ft.TextThemeStyle.HEADLINE_SMALL if phone else ft.TextThemeStyle.DISPLAY_SMALL
    counts: list[ft.Control] = [
        words(str(points), style, color=ft.Colors.PRIMARY),
        ft.Icon(ft.Icons.MIC, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT),
        soft(scene.say(amount(heap)), ft.TextThemeStyle.LABEL_LARGE),
    ]
    if wins:  # the cup marks the winner of the slam on the table, not the leader of the game
        label.append(scene.say(T("wins the gold card") if view.state.is_gold else T("wins the slam")))
        counts.append(ft.Icon(ft.Icons.EMOJI_EVENTS, size=18.0, color=ft.Colors.PRIMARY))
    called = scene.play.who(seat, name(scene.play.names[seat], ft.TextThemeStyle.LABEL_LARGE))
    box = design.framed(
        beside(wide(lines(called, beside(*counts, spacing=4.0, tight=True)))),
        bold=wins,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=6.0),
    )
    return pressable(
        box,
        on_click=lambda _: scene.show(("pile", seat, 0)),
        label="; ".join(label),
        identifier=f"player-{seat}",
        align=ft.Alignment.CENTER_LEFT,
        expand=True,
    )


def poets(heap: Heap) -> Text | None:
    """Return the size of a victory pile, in words; ``None`` if nothing is known about it."""
    if heap.known:
        return N("{n} poet", "{n} poets", n=heap.low)
    if heap.high is None and heap.low:
        return N("at least {n} poet", "at least {n} poets", n=heap.low)
    return None


def won(scene: Scene, seat: int) -> Text:
    """Return the cards that a player has won."""
    slams = N("{n} slam", "{n} slams", n=scene.view.state.slams[seat])
    return T("{slams} and the gold card", slams=slams) if scene.view.state.gold == seat else slams


def pile(scene: Scene, seat: int) -> ft.Control:
    """Return the content of a victory pile."""
    rows = [
        beside(
            ft.Icon(ft.Icons.MIC, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT),
            wide(words(scene.say(poet_name(poet, place)), ft.TextThemeStyle.TITLE_MEDIUM, lines=2)),
            words(" · ".join(map(number, poet.values)), ft.TextThemeStyle.BODY_MEDIUM),
        )
        for place, poet in enumerate(scene.view.state.piles[seat])
    ]
    head = words(scene.say(T("Victory pile: {slams}", slams=won(scene, seat))), ft.TextThemeStyle.HEADLINE_SMALL)
    if not scene.view.state.heap(seat).known:
        rows.append(caption(scene.play, T("The number of poets has not been entered.")))
    return page(head, caption(scene.play, T("Style · Message · Humour · Performance · Sympathy")), *rows)
