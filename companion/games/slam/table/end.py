"""The end: the final ranking, and another game."""

import flet as ft

from companion.games.slam.messages import N, T
from companion.games.slam.table.pieces import row
from companion.games.slam.table.players import won
from companion.games.slam.table.scene import Scene
from companion.ui import parts, theme
from companion.ui.live import component
from companion.ui.pane import column, pane
from companion.ui.parts.base import words
from companion.ui.screens.table import GameOverButtons, prompt, told_card


@component
def EndScreen(scene: Scene) -> ft.Control:
    """Who has won with what, and what comes then."""
    play = scene.play
    return pane(play, [prompt(play), _ranking(scene), *told_card(play)], GameOverButtons(play))


def _ranking(scene: Scene) -> ft.Control:
    """Return everybody's place with what the points are made of."""
    rows: list[ft.Control] = []
    for rank in scene.play.session.sheet.ranking:
        poets = N("{n} poet", "{n} poets", n=len(scene.view.piles[rank.seat]))
        person = ft.Column(
            [
                words(scene.play.names[rank.seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
                words(
                    scene.say(T("{slams}, {poets}", slams=won(scene, rank.seat), poets=poets)),
                    ft.TextThemeStyle.BODY_MEDIUM,
                    color=ft.Colors.ON_SURFACE_VARIANT,
                ),
            ],
            spacing=0.0,
            tight=True,
            expand=True,
        )
        place = words(f"{rank.place}.", ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY)
        points = words(str(rank.total), ft.TextThemeStyle.HEADLINE_SMALL)
        rows.append(row(ft.Container(place, width=40.0), person, points))
    return parts.paper(content=column(*rows, spacing=theme.Space.m), identifier="ranking")
