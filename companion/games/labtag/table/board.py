"""The groups of all players: the player on turn picks an own one and one of an opponent."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.games.labtag.messages import N, T
from companion.games.labtag.model import Group
from companion.games.labtag.reports.matches import Picked
from companion.games.labtag.table.faces import card_back, size_of, turn_and_trophies
from companion.games.labtag.table.page import FEW, GAP, PER_LINE, below, last_messages
from companion.games.labtag.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, name, pressable
from companion.ui.design.layout import apart, beside, column, flowing, lines
from companion.ui.kit.elements import prompt
from companion.ui.kit.entry import use_entry
from companion.ui.kit.page import LARGE
from companion.ui.kit.pane import notes, pane
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component


@component
def Board(play: Play[TableView], turn: int, open_library: Callable[[], None]) -> ft.Control:
    """The groups of all players; a pick is a tap on an own group, then one on an opponent's."""
    view = play.view
    lying = [number for number, group in enumerate(view.places[turn].groups) if group.face_down]
    picked, pick = use_entry(play, Picked, lambda report: report.group, None)
    own = picked if picked is not None else lying[0] if len(lying) == 1 else None

    def tap(seat: int, number: int) -> None:
        if seat == turn:
            pick(number)
            play.actions.refuse(None)
        elif own is None:
            text = T("First tap one of {player}’s own groups.", player=Player(turn))
            play.actions.refuse(Explanation(text, ("labtag.turn.choice",)))
        else:
            play.actions.report(Picked(turn, own, (seat, number)))

    rows = [_row(play, seat, own, tap, on_turn=seat == turn) for seat in range(len(view.places))]
    text = None
    if own is not None:
        text = T("{player}’s group {number} is picked. Against which group?", player=Player(turn), number=own + 1)
    heading = prompt(play, text=text)
    messages = [*last_messages(play), *notes(play)]
    library = below(play, open_library)
    high = sum(-(-len(place.groups) // PER_LINE) for place in view.places)
    return pane(
        play,
        [heading, *messages],
        column(*rows, library),
        scrolls=high > FEW and not (play.context.huge or play.context.low),
    )


def _row(
    play: Play[TableView], seat: int, own: int | None, tap: Callable[[int, int], None], *, on_turn: bool
) -> ft.Control:
    """Return a player's name, trophies and groups; the player on turn has a thick border and an icon."""
    place = play.view.places[seat]
    large = play.layout.roomy
    few = len(play.view.places) <= FEW
    groups: list[ft.Control] = [
        _group(
            play,
            seat,
            number,
            group,
            open_=on_turn or seat in play.view.opponents,
            chosen=on_turn and number == own,
            tap=tap,
            width=72.0 if large else None,
            height=(84.0 if large and few else 64.0 if large or few else 52.0) * max(1.0, play.context.scale / LARGE),
        )
        for number, group in enumerate(place.groups)
    ]
    style = ft.TextThemeStyle.TITLE_LARGE if few else ft.TextThemeStyle.TITLE_MEDIUM
    who = play.who(seat, name(play.names[seat], style))
    marks = turn_and_trophies(play, seat, on_turn=on_turn, large=few)
    laid = flowing(groups, spacing=6.0, apart=6.0) if large else _in_lines(groups)
    inside = lines(apart(who, *marks), laid, spacing=theme.Space.xs)
    box = design.framed(
        inside,
        bold=on_turn,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m if few else theme.Space.s, vertical=6.0),
    )
    return ft.Semantics(content=box, container=True, identifier=f"player-{seat}")


def _in_lines(groups: Sequence[ft.Control]) -> ft.Control:
    """Return groups in rows of ``PER_LINE``, each row as wide as a phone."""
    rows: list[ft.Control] = []
    for start in range(0, len(groups), PER_LINE):
        row = list(groups[start : start + PER_LINE])
        row += [ft.Container() for _ in range(PER_LINE - len(row))]
        for each in row:
            each.expand = True
        rows.append(beside(*row, spacing=0.0))
    return lines(*rows, spacing=6.0)


def _group(
    play: Play[TableView],
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
    """Return a group on the board; one that may not be picked is pale and explains why when tapped."""
    named = {"player": Player(seat), "number": number + 1}
    if not group.face_down:
        tick = ft.Icon(ft.Icons.CHECK, size=18.0, color=ft.Colors.OUTLINE)
        gone = design.framed(
            tick, ground=ft.Colors.TRANSPARENT, padding=0.0, height=height, align=ft.Alignment.CENTER, radius=8.0
        )
        gone.width = width
        if width is None:
            gone = ft.Container(gone, padding=GAP)
        return drawing(gone, label=play.say(T("{player}, group {number}: turned up", **named)))
    label = (
        T("{player}, group {number}: face down", **named)
        if group.size is None
        else N(
            "{player}, group {number}: {n} card face down",
            "{player}, group {number}: {n} cards face down",
            n=group.size,
            **named,
        )
    )
    if chosen:
        label = T("{group}, picked", group=label)
    elif not open_:
        label = T("{group}, cannot be picked now", group=label)
    back = card_back(size_of(group.size), width=width, height=height, chosen=chosen, pale=not open_)
    return pressable(
        back,
        padding=GAP if width is None else 0.0,
        on_click=lambda _: tap(seat, number),
        label=play.say(label),
        identifier=f"group-{seat}-{number}",
        radius=8.0,
    )
