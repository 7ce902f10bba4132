"""The table of Bronzen on the screen: two places, the prompt, and the buttons at the bottom."""

from functools import partial
from types import SimpleNamespace
from typing import Final

import flet as ft

from companion.games.bronzen.chips import Chip
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import N, T, chips_of
from companion.games.bronzen.pracherche import reports as pracherche
from companion.games.bronzen.reports.answers import Double, GiveUp
from companion.games.bronzen.reports.between import Exchange
from companion.games.bronzen.reports.marks import Mark
from companion.games.bronzen.reports.meetings import Cards
from companion.games.bronzen.reports.rounds import Finish, NextRound
from companion.games.bronzen.table import big_board, wishes
from companion.games.bronzen.table.entry import EntryButtons
from companion.games.bronzen.table.exchange import exchange
from companion.games.bronzen.table.places import CHIP_COLOURS, place
from companion.games.bronzen.table.pracherche import PrachercheTable
from companion.games.bronzen.table.sides import table_of_two
from companion.games.bronzen.table.tally import score_table
from companion.games.bronzen.view import Stake, TableView
from companion.kernel.explain import Tone
from companion.kernel.offers import Offer
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, words
from companion.ui.design.layout import beside, column, wide
from companion.ui.design.text_fit import reach
from companion.ui.kit.elements import GameOverButtons, finish, prompt, referee_card
from companion.ui.kit.entry import use_entry
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.page import use_above
from companion.ui.kit.pane import faces, notes, offer_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_latest


@component
def BronzenTable(play: Play[TableView]) -> ft.Control:
    """Both places, the prompt, the messages and the buttons."""
    trading, trade = use_entry(play, Exchange, lambda report: report.seat, None)
    if wishes.may_wish(play) and play.seat in wishes.due(play.session):
        trading = play.seat

    def trade_with(seat: int | None) -> None:
        """Open or close a player's exchange; on the player's own phone this also sets or withdraws the wish."""
        if wishes.may_wish(play) and wishes.now(play.session) and seat in (play.seat, None):
            wishes.set_wish(play, seat is not None)
            seat = None  # the exchange stays open while the wish stands
        trade(seat)

    latest = use_latest(play=play, trade=trade_with)
    trade_it = None if trading is None else exchange(play, trading)
    use_above(play.context, T("Exchange chips"), trade_it, lambda: trade_with(None))
    wanted = wishes.use_wishes(play)
    top = finish(play) if play.view.over else [_prompt(play)]
    stakes = [] if faces(play) else _stakes(play)
    said, lasting = referee_card(play), notes(play)
    warned = any(each.tone is Tone.WARNING for each in play.view.notes)
    middle = [*top, *([*lasting, *said] if warned else [*said, *lasting]), *wanted, *stakes]
    return table_of_two(play, partial(_side, play, latest), middle, _buttons(play, latest))


def _prompt(play: Play[TableView]) -> ft.Control:
    fan, number = None, play.view.face_down
    # at large text on a phone only the prompt states the number, for lack of room
    if number and not (play.layout.alone and play.context.large):
        fan = design.back_fan(
            count=number,
            count_text=f"{number}×" if play.layout.roomy else None,
            most=3,
            label=play.say(N("{n} card face down", "{n} cards face down", n=number)),
        )
    return prompt(play, leading=fan)


def _side(play: Play[TableView], latest: SimpleNamespace, seat: int) -> ft.Control:
    """Return a player's place; face to face, with the player's stake on the side of the middle."""
    drawn = place(play, seat, latest)
    stake = next((stake for stake in play.view.stakes if stake.seat == seat), None) if faces(play) else None
    if not stake:
        return drawn
    bet = _stake(play, stake)
    return column(bet, drawn) if seat == play.seat else column(drawn, bet)


def _stakes(play: Play[TableView]) -> list[ft.Control]:
    """Return the points the trick would bring each player, below the places, to decide on a double."""
    by_seat = {stake.seat: stake for stake in play.view.stakes}
    if not by_seat:
        return []
    cells = [
        _stake(play, by_seat[seat], expand=True) if seat in by_seat else ft.Container(expand=True) for seat in SEATS
    ]
    return [beside(*cells)]


def _stake(play: Play[TableView], stake: Stake, *, expand: bool | None = None) -> ft.Control:
    text = play.say(
        T("for {player}: {points}", player=Player(stake.seat), points=play.context.renderer().signed(stake.points))
    )
    face = design.framed(
        beside(
            wide(words(text, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY)),
            ft.Icon(ft.Icons.HELP_OUTLINE, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT),
        ),
        ground=ft.Colors.TRANSPARENT,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=reach(ft.TextThemeStyle.TITLE_MEDIUM)),
        radius=theme.Radii.button,
    )
    return pressable(
        face,
        on_click=lambda _: play.why(stake.why),
        label=f"{text}. {play.say(stake.why.text)}",
        identifier=f"stake-{stake.seat}",
        radius=theme.Radii.button,
        expand=expand,
    )


def _buttons(play: Play[TableView], latest: SimpleNamespace) -> ft.Control:
    view = play.view
    offers = {offer.kind: offer for offer in play.offers}
    if view.chip is not None and view.winning is not None:
        return _answer(play, view.chip, view.winning, offers)
    if NextRound in offers:
        return column(
            offer_button(play, offers[NextRound], "next-round", emphasis="primary"),
            offer_button(play, offers[Finish], "finish"),
        )
    if Mark in offers:
        return score_table(play)
    if Cards in offers:
        return EntryButtons(play, latest)
    return GameOverButtons(play) if view.over else ft.Container()


def _answer(play: Play[TableView], chip: Chip, winner: int, offers: dict[type, Offer]) -> ft.Control:
    """Return the buttons to double with a chip or to give up."""
    return column(
        offer_button(
            play,
            offers[Double],
            "double",
            text=T("{player} doubles", player=Player(1 - winner)),
            sublabel=T("stakes {chips}", chips=chips_of(chip)),
            leading=design.poker_chip(colour=CHIP_COLOURS[chip], label=None, size=44.0),
            emphasis="primary",
            large=play.layout.roomy,
        ),
        offer_button(
            play,
            offers[GiveUp],
            "give-up",
            sublabel=T("{player} takes the trick", player=Player(winner)),
            large=play.layout.roomy,
        ),
    )


_EXACT: Final = (Cards, pracherche.Higher, pracherche.Equal, pracherche.Cards)
_REOPENING: Final = Reopening(pages=(Cards, pracherche.Cards), exactly=lambda report: isinstance(report, _EXACT))
_WAR: Final = ("pracherche.war",)
SCREENS: Final = {
    "bronzen": GameScreen(
        board=BronzenTable,
        big_board=big_board.bronzen,
        reopening=_REOPENING,
        in_sight={"decided": ("bronzen.double.ladder",)},
        waits_for=wishes.due,
    ),
    "pracherche": GameScreen(
        board=PrachercheTable,
        big_board=big_board.pracherche,
        reopening=_REOPENING,
        in_sight={"reveal": _WAR, "laying": _WAR},
    ),
}
