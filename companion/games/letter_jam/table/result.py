"""The team's result."""

import flet as ft

from companion.games.letter_jam.messages import N
from companion.games.letter_jam.numbers import SETUP_CARDS
from companion.games.letter_jam.table import drawings
from companion.games.letter_jam.view import TableView
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, words
from companion.ui.design.layout import beside, lines
from companion.ui.kit.table_context import Play


def result(play: Play[TableView], view: TableView) -> ft.Control:
    """Show the team's total as a jar of jam, its calculation and its grade."""
    team, points = view.team, sum(view.points)
    assert team
    number = design.score_number(
        value=play.context.renderer().number(points),
        label=play.say(N("The team: {n} point", "The team: {n} points", n=points)),
        size="large" if play.layout.roomy else "medium",
        strong=True,
        identifier="team-points",
    )
    text = lines(number, words(play.say(team.text), ft.TextThemeStyle.BODY_LARGE), spacing=2.0, expand=True)
    jar = drawings.jar(level=points / SETUP_CARDS[len(view.players)].supersweet, size=104.0)
    inside = beside(drawing(jar, label=None), text, spacing=theme.Space.m)
    return pressable(
        design.framed(inside), on_click=lambda _: play.why(team), label=play.say(team.text), identifier="result"
    )
