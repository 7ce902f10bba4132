"""The entry of a match by its opponent and its winner, without its cards."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.labtag.messages import N, T
from companion.games.labtag.reports.matches import MatchWon, Picked, Rechecked
from companion.games.labtag.table.faces import card_back, size_of, turn_and_trophies
from companion.games.labtag.table.page import FEW, below, last_messages
from companion.games.labtag.view import TableView
from companion.kernel.offers import Offer
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, name, words
from companion.ui.design.layout import apart, beside, column, flowing
from companion.ui.kit.elements import prompt
from companion.ui.kit.pane import caption, fitting_rows, in_rows, notes, offer_button, pane, quiet_button, quiet_offer
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The text style of names where many players share a phone.
_NAME: Final = ft.TextThemeStyle.TITLE_MEDIUM


@component
def Matches(play: Play[TableView], turn: int, open_library: Callable[[], None]) -> ft.Control:
    """The choice of an opponent, if there are several, and of the winner."""
    view = play.view
    chosen, choose = use_value(_entered_opponent(play))
    against = view.opponents[0] if len(view.opponents) == 1 else chosen if chosen in view.opponents else None
    text = T("{player} picks two groups. Against whom?", player=Player(turn))
    if against is not None:
        text = T("{player} against {other}: who wins?", player=Player(turn), other=Player(against))
    foot: list[ft.Control] = []
    if len(view.opponents) > 1:
        # on a phone the prompt right above explains the names
        foot += [] if play.layout.alone else [caption(play, T("Against"))]
        ways = [
            design.Way(
                text=play.names[seat],
                leading=play.badge(seat, size=20.0),
                chosen=seat == against,
                on_click=partial(choose, seat),
                identifier=f"against-{seat}",
            )
            for seat in view.opponents
        ]
        foot.append(design.one_of(ways, shape="words"))
    quiet: list[ft.Control] = []
    if against is not None:
        offers = [offer for offer in play.offered(MatchWon) if offer.value("opponent") == against]
        wins = [offer for seat in sorted((turn, against)) for offer in offers if offer.value("winner") == seat]
        foot += fitting_rows(play, [_winner(play, offer) for offer in wins], 2)
        check = Picked(turn, None, (against, None))
        check_it = partial(play.actions.report, check)
        quiet.append(quiet_button(play, T("Check this"), check_it, "check", icon=ft.Icons.FACT_CHECK_OUTLINED))
        quiet += [quiet_offer(play, offer, "drawn-match", text=T("Draw")) for offer in offers if offer not in wins]
    quiet += [
        quiet_offer(play, offer, "recheck", text=T("Check the last match"), icon=ft.Icons.HISTORY)
        for offer in play.offered(Rechecked)
    ]
    if quiet:
        foot.append(flowing(quiet, apart=theme.Space.xs))
    foot.append(below(play, open_library))
    rows = [_row(play, view, seat, on_turn=seat == turn) for seat in range(len(view.places))]
    if len(rows) > FEW:
        rows = in_rows(rows, play.layout.names_across(ft.TextThemeStyle.TITLE_LARGE if play.layout.roomy else _NAME, 2))
    return pane(play, [prompt(play, text=text), *last_messages(play), *rows, *notes(play)], column(*foot))


def _entered_opponent(play: Play[TableView]) -> int | None:
    if won := play.corrected_report(MatchWon):
        return won.opponent
    picked = play.corrected_report(Picked)
    return picked.against[0] if picked else None


def _winner(play: Play[TableView], offer: Offer) -> ft.Control:
    seat = offer.value("winner")
    text = T("{player} wins", player=Player(seat))
    return offer_button(play, offer, f"match-{seat}", text=text, emphasis="primary", large=play.layout.roomy)


def _row(play: Play[TableView], view: TableView, seat: int, *, on_turn: bool) -> ft.Control:
    """Return a player's name, trophies and face-down groups; with many players on a phone, one back stands for all groups."""
    place = view.places[seat]
    marks = turn_and_trophies(play, seat, on_turn=on_turn, large=play.layout.roomy)
    few, scale = len(view.places) <= FEW, play.context.scale
    large = few or play.layout.roomy
    width, height = (34.0 * scale, 42.0 * scale) if large else (16.0 * scale, 22.0 * scale)
    if large or any(size is not None for size in place.lying):
        each = [card_back(size_of(size), width=width, height=height) for size in place.lying]
        backs = flowing(each, spacing=4.0, apart=4.0)
    else:  # only the number of these groups is known
        number = words(f"{place.face_down}×", ft.TextThemeStyle.TITLE_MEDIUM)
        backs = beside(card_back("", width=width, height=height), number, spacing=6.0, tight=True)
    label = N("{player}: {n} group face down", "{player}: {n} groups face down", n=place.face_down, player=Player(seat))
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_LARGE if large else _NAME))
    lying_there = drawing(backs, label=play.say(label))
    if few and play.layout.roomy:
        inside = apart(who, beside(lying_there, *marks, tight=True))
    else:
        inside = column(who, apart(lying_there, *marks), spacing=theme.Space.xs if large else 2.0)
    # six players have to fit on a phone
    padding = ft.Padding.symmetric(horizontal=theme.Space.m if large else theme.Space.s, vertical=6.0 if large else 2.0)
    box = design.framed(inside, bold=on_turn, padding=padding)
    return ft.Semantics(content=box, container=True, identifier=f"player-{seat}")
