"""Everybody's groups: the player on turn picks an own one and one of an opponent."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.games.labtag.messages import N, T
from companion.games.labtag.model import Group
from companion.games.labtag.reports import Picked
from companion.games.labtag.table.faces import card_back, trophy_count
from companion.games.labtag.table.page import FEW, GAP, PER_LINE, cards_button, centred, told
from companion.games.labtag.table.play import Play
from companion.games.labtag.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Player
from companion.ui import theme
from companion.ui.live import component, use_maybe
from companion.ui.pane import column, notes, pane
from companion.ui.parts.base import drawing, pressable, words
from companion.ui.screens.table import prompt


@component
def Board(play: Play, view: TableView, cards: Callable[[], None]) -> ft.Control:
    """Everybody's groups: a tap on an own one, a tap on an opponent's."""
    turn = view.turn or 0
    mine = [number for number, group in enumerate(view.seats[turn].groups) if group.face_down]
    picked, pick = use_maybe(int)
    own = picked if picked is not None else mine[0] if len(mine) == 1 else None

    def tap(seat: int, number: int) -> None:
        if seat == turn:
            pick(number)
            play.refuse(None)
        elif own is None:
            text = T("First tap one of {player}’s own groups.", player=Player(turn))
            play.refuse(Explanation(text, ("labtag.turn.choice",)))
        else:
            play.report(Picked(turn, own, (seat, number)))

    rows = [_row(play, view, seat, own, tap) for seat in range(len(view.seats))]
    text = None
    if own is not None:
        text = T("{player}’s group {number} is picked. Which group does it meet?", player=Player(turn), number=own + 1)
    heading = prompt(play, text=text)
    said = [*told(play, view), *notes(play)]
    library = centred(cards_button(play, cards))
    high = sum(-(-len(place.groups) // PER_LINE) for place in view.seats)
    if high > FEW:
        return pane(play, [heading, *rows, *said, library])
    return pane(play, [heading, *said], column(*rows, library))


def _row(play: Play, view: TableView, seat: int, own: int | None, tap: Callable[[int, int], None]) -> ft.Control:
    """A player's name, trophies and groups; who is on turn has a thick edge and a hand."""
    place = view.seats[seat]
    on_turn = view.turn == seat
    large = play.roomy
    few = len(view.seats) <= FEW
    groups: list[ft.Control] = [
        _group(
            play,
            seat,
            number,
            group,
            open_=on_turn or place.may_be_picked,
            chosen=on_turn and number == own,
            tap=tap,
            width=72.0 if large else None,
            height=84.0 if large and few else 64.0 if large or few else 52.0,
        )
        for number, group in enumerate(place.groups)
    ]
    name = words(play.names[seat], ft.TextThemeStyle.TITLE_LARGE if few else ft.TextThemeStyle.TITLE_MEDIUM, lines=1)
    marks: list[ft.Control] = [trophy_count(play, seat, place.trophies, large=few)]
    if on_turn:
        sign = ft.Icon(ft.Icons.BACK_HAND_OUTLINED, size=18.0, color=ft.Colors.PRIMARY)
        sign.semantics_label = play.say(T("is on turn"))
        marks.insert(0, sign)
    laid = ft.Row(groups, wrap=True, spacing=6.0, run_spacing=6.0) if large else _in_lines(groups)
    inside: ft.Control
    heading: ft.Control
    if few:
        heading = ft.Row([ft.Container(name, expand=True), *marks], spacing=theme.Space.s)
        inside = ft.Column([heading, laid], spacing=theme.Space.xs, tight=True)
    else:
        heading = ft.Column([name, ft.Row(marks, spacing=theme.Space.xs, tight=True)], spacing=0.0, tight=True)
        heading_width = 150.0 if large else 70.0
        inside = ft.Row(
            [ft.Container(heading, width=heading_width), ft.Container(laid, expand=True)], spacing=theme.Space.xs
        )
    box = ft.Container(
        inside,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m if few else theme.Space.s, vertical=6.0),
        bgcolor=theme.SHEET,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(2.5, ft.Colors.PRIMARY) if on_turn else ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    return ft.Semantics(content=box, container=True, identifier=f"player-{seat}")


def _in_lines(groups: Sequence[ft.Control]) -> ft.Control:
    """Return groups that share the width of a phone, so many to a line."""
    lines: list[ft.Control] = []
    for start in range(0, len(groups), PER_LINE):
        line = list(groups[start : start + PER_LINE])
        line += [ft.Container() for _ in range(PER_LINE - len(line))]
        for each in line:
            each.expand = True
        lines.append(ft.Row(line, spacing=0.0))
    return ft.Column(lines, spacing=6.0, tight=True)


def _group(
    play: Play,
    seat: int,
    number: int,
    group: Group,
    *,
    open_: bool,
    chosen: bool,
    tap: Callable[[int, int], None],
    width: float | None,
    height: float,
) -> ft.Control:
    """A group on the board; what may not be picked is pale, yet still says why."""
    named = {"player": Player(seat), "number": number + 1}
    if not group.face_down:
        gone = ft.Container(
            ft.Icon(ft.Icons.CHECK, size=18.0, color=ft.Colors.OUTLINE),
            width=width,
            height=height,
            border_radius=8.0,
            border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
            alignment=ft.Alignment.CENTER,
        )
        if width is None:
            gone = ft.Container(gone, padding=GAP)
        return drawing(gone, label=play.say(T("{player}, group {number}: turned up", **named)))
    said = N(
        "{player}, group {number}: {n} card face down",
        "{player}, group {number}: {n} cards face down",
        n=group.size,
        **named,
    )
    if chosen:
        said = T("{group}, picked", group=said)
    elif not open_:
        said = T("{group}, may not be picked now", group=said)
    back = card_back(str(group.size), width=width, height=height, chosen=chosen, pale=not open_)
    return pressable(
        ft.Container(back, padding=GAP) if width is None else back,
        on_click=lambda _: tap(seat, number),
        label=play.say(said),
        identifier=f"group-{seat}-{number}",
        radius=8.0,
    )
