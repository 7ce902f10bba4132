"""The end: the final ranking, and another game."""

import flet as ft

from companion.games.slam.messages import T
from companion.games.slam.table.players import poets, won
from companion.games.slam.table.scene import Scene
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, words
from companion.ui.design.layout import column
from companion.ui.kit.elements import GameOverButtons, finish, referee_card
from companion.ui.kit.final_ranking import winners
from companion.ui.kit.pane import pane
from companion.ui.runtime.hooks import component


@component
def EndScreen(scene: Scene) -> ft.Control:
    """The final ranking with its scores, and the buttons for another game."""
    play = scene.play
    gold = scene.view.state.gold in winners(play.session)
    return pane(play, [*finish(play, _ranking(scene), gold=gold), *referee_card(play)], GameOverButtons(play))


def _ranking(scene: Scene) -> ft.Control:
    rows: list[ft.Control] = []
    for rank in scene.play.session.sheet.ranking:
        kept = poets(scene.view.state.heap(rank.seat))
        slams = won(scene, rank.seat)
        won_with = scene.say(T("{slams}, {poets}", slams=slams, poets=kept) if kept else slams)
        place = words(f"{rank.place}.", ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY)
        points = words(str(rank.total), ft.TextThemeStyle.HEADLINE_SMALL)
        row = pressable(
            design.standing(
                place,
                scene.play.names[rank.seat],
                won_with,
                points,
                scale=scene.play.context.scale,
                badge=scene.play.badge(rank.seat),
            ),
            on_click=lambda _, seat=rank.seat: scene.show(("pile", seat, 0)),
            identifier=f"player-{rank.seat}",
            align=ft.Alignment.CENTER_LEFT,
        )
        rows.append(row)
    return design.paper(content=column(*rows, spacing=theme.Space.m), identifier="ranking")
