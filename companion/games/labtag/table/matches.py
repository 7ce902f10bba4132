"""The match as the table sees it: against whom, and who wins; the cards stay where they are."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.labtag.messages import N, T
from companion.games.labtag.reports import MatchWon, Picked, Rechecked
from companion.games.labtag.table.faces import card_back, size_of, trophy_count
from companion.games.labtag.table.page import FEW, below, told
from companion.games.labtag.table.play import Play
from companion.games.labtag.view import TableView
from companion.kernel.offers import Offer
from companion.kernel.text import Player
from companion.ui import parts, theme
from companion.ui.live import component, use_value
from companion.ui.pane import caption, column, in_rows, notes, offer_button, pane, quiet_button, quiet_offer
from companion.ui.parts.base import drawing, name
from companion.ui.parts.layout import apart, flowing
from companion.ui.screens.table import prompt


@component
def Matches(play: Play, view: TableView, cards: Callable[[], None]) -> ft.Control:
    """Whom the player on turn meets, where there is a choice, and who of the two has won."""
    turn = view.turn or 0
    chosen, choose = use_value(_opponent_told(play))
    against = view.may[0] if len(view.may) == 1 else chosen if chosen in view.may else None
    text = T("{player} picks two groups. Against whom?", player=Player(turn))
    if against is not None:
        text = T("{player} against {other}: who wins?", player=Player(turn), other=Player(against))
    foot: list[ft.Control] = []
    if len(view.may) > 1:
        foot += [
            caption(play, T("Against")),
            parts.one_of([_opponent(play, seat, against, choose) for seat in view.may], shape="words"),
        ]
    quiet: list[ft.Control] = []
    if against is not None:
        offers = [offer for offer in play.offered(MatchWon) if offer.value("opponent") == against]
        wins = [offer for seat in sorted((turn, against)) for offer in offers if offer.value("winner") == seat]
        foot += in_rows([_winner(play, offer) for offer in wins], 2)
        check = Picked(turn, None, (against, None))
        check_it = partial(play.report, check)
        quiet.append(quiet_button(play, T("Check this"), check_it, "check", icon=ft.Icons.FACT_CHECK_OUTLINED))
        quiet += [quiet_offer(play, offer, "drawn-match", text=T("Drawn")) for offer in offers if offer not in wins]
    quiet += [
        quiet_offer(play, offer, "recheck", text=T("Check the last match"), icon=ft.Icons.HISTORY)
        for offer in play.offered(Rechecked)
    ]
    if quiet:
        foot.append(flowing(quiet, apart=theme.Space.xs))
    foot.append(below(play, cards))
    rows = [_row(play, view, seat) for seat in range(len(view.seats))]
    if len(rows) > FEW and play.roomy:
        rows = in_rows(rows, 2)
    return pane(play, [prompt(play, text=text), *told(play, view), *rows, *notes(play)], column(*foot))


def _opponent_told(play: Play) -> int | None:
    if won := play.was(MatchWon):
        return won.opponent
    picked = play.was(Picked)
    return picked.against[0] if picked else None


def _opponent(play: Play, seat: int, chosen: int | None, choose: Callable[[int | None], None]) -> parts.Way:
    return parts.Way(
        text=play.names[seat],
        leading=play.badge(seat, size=20.0),
        chosen=seat == chosen,
        on_click=partial(choose, seat),
        identifier=f"against-{seat}",
    )


def _winner(play: Play, offer: Offer) -> ft.Control:
    seat = offer.value("winner")
    text = T("{player} wins", player=Player(seat))
    return offer_button(play, offer, f"match-{seat}", text=text, emphasis="primary", large=play.roomy)


def _row(play: Play, view: TableView, seat: int) -> ft.Control:
    """A player's name, trophies, and as many backs as groups lie face down."""
    place, on_turn = view.seats[seat], view.turn == seat
    lying = [group.size for group in place.groups if group.face_down]
    if len(lying) > place.face_down:
        lying = [None] * place.face_down
    marks: list[ft.Control] = [trophy_count(play, seat, place.trophies, large=play.roomy)]
    if on_turn:
        sign = ft.Icon(ft.Icons.ARROW_RIGHT, size=24.0, color=ft.Colors.PRIMARY)
        sign.semantics_label = play.say(T("their turn"))
        marks.insert(0, sign)
    large = len(view.seats) <= FEW or play.roomy
    scale = play.context.scale
    width, height = (34.0 * scale, 42.0 * scale) if large else (26.0 * scale, 38.0 * scale)
    backs = flowing((card_back(size_of(size), width=width, height=height) for size in lying), spacing=4.0, apart=4.0)
    said = N("{player}: {n} group face down", "{player}: {n} groups face down", n=place.face_down, player=Player(seat))
    style = ft.TextThemeStyle.TITLE_LARGE if large else ft.TextThemeStyle.TITLE_MEDIUM
    who, rest = play.who(seat, name(play.names[seat], style)), [drawing(backs, label=play.say(said)), *marks]
    row = apart(who, flowing(rest))
    padding = ft.Padding.symmetric(horizontal=theme.Space.m, vertical=6.0)
    box = parts.framed(row, bold=on_turn, padding=padding)
    return ft.Semantics(content=box, container=True, identifier=f"player-{seat}")
