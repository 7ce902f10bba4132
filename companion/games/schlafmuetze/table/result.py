"""The result of a round and of the game."""

import flet as ft
import flet.canvas as cv

from companion.games.schlafmuetze.messages import N, T, penalty_points
from companion.games.schlafmuetze.phases import GameOver, RoundOver
from companion.games.schlafmuetze.scoring import gained
from companion.games.schlafmuetze.view import TableView
from companion.kernel.text import Listing, Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import column
from companion.ui.kit.table_context import Play


def _nightcap(size: float) -> ft.Control:
    cap, band = ft.Paint(color=ft.Colors.PRIMARY), ft.Paint(color=ft.Colors.SECONDARY)
    bend: list[cv.Path.PathElement] = [
        cv.Path.MoveTo(size * 0.12, size * 0.78),
        cv.Path.CubicTo(size * 0.16, size * 0.2, size * 0.56, size * 0.02, size * 0.92, size * 0.46),
        cv.Path.CubicTo(size * 0.74, size * 0.34, size * 0.68, size * 0.52, size * 0.72, size * 0.78),
        cv.Path.Close(),
    ]
    shapes: list[cv.Shape] = [
        cv.Path(elements=bend, paint=cap),
        cv.Rect(size * 0.06, size * 0.74, size * 0.72, size * 0.17, size * 0.08, paint=band),
        cv.Circle(size * 0.9, size * 0.54, size * 0.1, paint=band),
    ]
    return cv.Canvas(shapes=shapes, width=size, height=size)


def result(play: Play[TableView]) -> ft.Control:
    """Show the round's cards and the totals, the fewest penalty points first; the Schlafmütze wears the cap.

    The points of the round stand before the total. After the game each line shows the final place instead; the cup above all lines is the winner's.
    """
    view = play.view
    phase = view.state_phase
    assert isinstance(phase, RoundOver | GameOver)
    number = play.context.renderer().number
    rows: list[ft.Control] = []
    gone = play.session.record.gone
    over = isinstance(phase, GameOver)
    for rank in play.session.sheet.ranking:
        seat = rank.seat
        mark: ft.Control = ft.Container(width=34.0)
        facts = [play.say(N("{n} card", "{n} cards", n=phase.hands[seat]))]
        if phase.chips[seat]:
            facts.append(play.say(N("{n} chip", "{n} chips", n=phase.chips[seat])))
        if seat in gone:
            facts = [play.say(T("has left"))]
        elif seat == phase.winner:
            mark = ft.Icon(ft.Icons.EMOJI_EVENTS, size=30.0, color=ft.Colors.PRIMARY)
            facts.insert(0, play.say(T("won the round")))
        elif seat in phase.sleepy:
            mark = _nightcap(34.0)
            facts.insert(0, play.say(T("Schlafmütze of the round")))
        if over:
            mark = words(play.say(T("{place}.", place=rank.place)), ft.TextThemeStyle.HEADLINE_SMALL)
            facts = facts if seat in gone else []  # those of the last round say nothing about the place
        points, new = number(view.totals[seat]), 0 if over or seat in gone else gained(phase, seat)
        if 0 < new < view.totals[seat]:  # in the first round both are the same
            points = f"+{number(new)} → {points}"
        total = words(points, ft.TextThemeStyle.HEADLINE_MEDIUM, color=ft.Colors.PRIMARY)
        line = design.standing(
            mark, play.names[seat], " · ".join(facts), total, scale=play.context.scale, badge=play.badge(seat)
        )
        placed = [play.say(T("place {place}", place=rank.place))] if over else []
        listed = Listing((*placed, *facts, penalty_points(view.totals[seat])))
        label = play.say(T("{player}: {facts}", player=Player(seat), facts=listed))
        rows.append(
            ft.Semantics(content=line, label=label, container=True, exclude_semantics=True, identifier=f"result-{seat}")
        )
    house = play.session.record.state.house
    if house.length == "target" and not over:
        text = T("Playing to {points} penalty points.", points=house.target)
        rows.append(soft(play.say(text), ft.TextThemeStyle.BODY_MEDIUM))
    return design.paper(content=column(*rows, spacing=theme.Space.m), padding=theme.Space.m, identifier="result")
