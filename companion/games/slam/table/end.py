"""The end: the final ranking, and another game."""

import flet as ft

from companion.games.slam.messages import T
from companion.games.slam.table.players import poets, won
from companion.games.slam.table.scene import Scene
from companion.ui import parts, theme
from companion.ui.finish import winners
from companion.ui.live import component
from companion.ui.pane import column, pane
from companion.ui.parts.base import pressable, words
from companion.ui.screens.table import GameOverButtons, finish, told_card


@component
def EndScreen(scene: Scene) -> ft.Control:
    """Who has won with what, and what comes then."""
    play = scene.play
    gold = scene.view.gold in winners(play.session)
    return pane(play, [*finish(play, _ranking(scene), gold=gold), *told_card(play)], GameOverButtons(play))


def _ranking(scene: Scene) -> ft.Control:
    """Return everybody's place with what the points are made of; a tap shows the victory pile."""
    rows: list[ft.Control] = []
    for rank in scene.play.session.sheet.ranking:
        kept = poets(scene.view.heaps[rank.seat])
        won_with = scene.say(T("{slams}, {poets}", slams=won(scene, rank.seat), poets=kept))
        place = words(f"{rank.place}.", ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY)
        points = words(str(rank.total), ft.TextThemeStyle.HEADLINE_SMALL)
        row = pressable(
            parts.standing(place, scene.play.names[rank.seat], won_with, points, badge=scene.play.badge(rank.seat)),
            on_click=lambda _, seat=rank.seat: scene.show(("pile", seat, 0)),
            identifier=f"player-{rank.seat}",
            align=ft.Alignment.CENTER_LEFT,
        )
        rows.append(row)
    return parts.paper(content=column(*rows, spacing=theme.Space.m), identifier="ranking")
