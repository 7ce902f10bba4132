"""The finish of a game: winners, ranking, and highlights."""

from typing import Final

import flet as ft

from companion.kernel.text import Listing, Player, Text, messages
from companion.stats.game_summary import moment_of
from companion.tables.session import Session
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable, words
from companion.ui.design.layout import beside, column, stacked, wide
from companion.ui.design.text_fit import balanced, lines_of, size_of
from companion.ui.kit.pane import PROMPT, WHY
from companion.ui.kit.result_picture import Result, Standing
from companion.ui.kit.table_context import AnyPlay
from companion.ui.kit.titles import title_of

T, N = messages("companion")


#: Text styles of the sentence on who has won, largest first, with and without much space; the largest one that needs two
#: lines at most is used.
_LARGEST: Final = {
    True: (ft.TextThemeStyle.DISPLAY_MEDIUM, ft.TextThemeStyle.DISPLAY_SMALL, ft.TextThemeStyle.HEADLINE_LARGE),
    False: (ft.TextThemeStyle.DISPLAY_SMALL, ft.TextThemeStyle.HEADLINE_LARGE, ft.TextThemeStyle.HEADLINE_MEDIUM),
}


def winners(session: Session) -> tuple[int, ...]:
    """Return the winners; empty for a cooperative game or if all are level."""
    sheet = session.sheet
    first = tuple(rank.seat for rank in sheet.ranking if rank.place == 1)
    return () if session.game.meta.cooperative or len(first) == sheet.seats else first


def outcome(session: Session) -> Text:
    """Return how a game has ended, in a sentence."""
    if session.game.meta.cooperative:
        return T("Together: {points}", points=sum(session.sheet.totals))
    if not (seats := winners(session)):
        return T("A draw: all tied.")
    players = Listing(tuple(map(Player, seats)))
    return N("{players} has won.", "{players} have won.", n=len(seats), players=players)


def final_sentence(play: AnyPlay) -> Text:
    """Return how the game has ended: in the game's own words where they name the winner, so that it is said once.

    The same holds without a winner where they name figures.
    """
    own = play.view.prompt.text
    names_winner = any(isinstance(value, Player | Listing) for _, value in own.params)
    said = names_winner if winners(play.session) else own.params and not play.session.game.meta.cooperative
    return own if said else outcome(play.session)


def crown(play: AnyPlay, *, gold: bool = False) -> list[ft.Control]:
    """Return who has won, as large as there is room, below the cup: the prompt of a finished game.

    It is empty without a winner, and where the cup would leave no room for the sentence; then the usual prompt says it.

    :param gold: whether the game was won with the gold card.
    """
    context, prompt, seats = play.context, play.view.prompt, winners(play.session)
    if not seats or (context.low and context.huge):
        return []
    ink = theme.GOLD_INK if gold else ft.Colors.ON_SURFACE
    high = 64.0 if play.layout.roomy else 48.0
    cup = ft.Icon(ft.Icons.EMOJI_EVENTS, size=high, color=ink if gold else ft.Colors.PRIMARY)
    text = play.say(final_sentence(play))
    room, scale = play.layout.room - 2 * theme.Space.l, context.scale
    fitting = (
        style
        for style in _LARGEST[play.layout.roomy]
        if (lines := lines_of(text, size_of(style, scale), room)) and lines <= 2
    )
    style = next(fitting, ft.TextThemeStyle.HEADLINE_SMALL)
    said = words(text, style, color=ink, align=ft.TextAlign.CENTER)
    narrow = ft.Container(said, width=balanced(text, size_of(style, scale), room))
    sentence = heading(narrow, identifier=PROMPT)
    marks = beside(cup, *(play.badge(seat, size=0.75 * high) for seat in seats), spacing=theme.Space.m, tight=True)
    ask = pressable(
        ft.Icon(ft.Icons.HELP_OUTLINE, color=ink),
        lambda _: play.why(prompt),
        f"{PROMPT}-why",
        label=context.say(WHY),
        padding=theme.Space.l,
    )
    paper = ft.Container(
        ft.Stack(
            [
                ft.Container(stacked(marks, sentence), padding=theme.Space.l, alignment=ft.Alignment.CENTER),
                ft.Container(ask, right=0.0, top=0.0),
            ]
        ),
        bgcolor=None if gold else theme.SHEET,
        gradient=theme.GOLD if gold else None,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        border_radius=theme.Radii.paper,
    )
    return [ft.Semantics(content=paper, container=True, identifier="winner", key=PROMPT)]


def result_of(play: AnyPlay) -> Result:
    """Return the result of the game, to be shared."""
    session, sheet = play.session, play.session.sheet
    together = session.game.meta.cooperative
    players = {
        rank.seat: Standing(rank.place, play.names[rank.seat], play.marks[rank.seat], rank.total)
        for rank in sheet.ranking
    }
    begun = (moment for entry in session.record.entries if (moment := moment_of(entry.at)))
    return Result(
        game=title_of(play.context, play.at.stored),
        colour=session.game.meta.colour,
        at=next(begun, play.at.stored.created),
        outcome=outcome(session),
        over=session.is_over,
        players=tuple(players[seat] for seat in range(len(players))),
        total=sum(sheet.totals) if together else None,
        course=sheet.course,
    )


def places(play: AnyPlay) -> ft.Control:
    """Return the place and points of each player; players who share a place have the same one."""
    renderer = play.context.renderer(play.names)
    rows: list[ft.Control] = []
    for rank in play.session.sheet.ranking:
        place = words(play.say(T("{place}.", place=rank.place)), ft.TextThemeStyle.HEADLINE_SMALL)
        points = words(renderer.number(rank.total), ft.TextThemeStyle.HEADLINE_MEDIUM, color=ft.Colors.PRIMARY)
        name = play.who(rank.seat, words(play.names[rank.seat], ft.TextThemeStyle.TITLE_LARGE))
        line = design.ranked(design.at_place(place, play.context.scale), name, points)
        rows.append(ft.Semantics(content=line, container=True, identifier=f"place-{rank.seat}"))
    return design.paper(column(*rows), padding=theme.Space.m, identifier="places")


def high_points(play: AnyPlay) -> list[ft.Control]:
    """Return the highlights of the game, if it has any."""
    found = play.session.record.highlights()
    if not found:
        return []
    rows = [
        beside(
            ft.Icon(ft.Icons.STAR_OUTLINE, size=22.0, color=ft.Colors.PRIMARY),
            wide(words(play.say(each), ft.TextThemeStyle.BODY_LARGE)),
        )
        for each in found
    ]
    title = heading(words(play.say(T("Highlights")), ft.TextThemeStyle.TITLE_LARGE))
    return [design.paper(column(title, *rows), padding=theme.Space.m, identifier="high-points")]
