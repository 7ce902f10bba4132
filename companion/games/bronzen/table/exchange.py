"""The exchange of chips, shown above the table."""

import flet as ft

from companion.games.bronzen.chips import LADDER, Chips
from companion.games.bronzen.messages import CHIPS, T
from companion.games.bronzen.reports.between import Exchange
from companion.games.bronzen.table.places import CHIP_COLOURS
from companion.games.bronzen.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.offers import Offer
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, scrolling
from companion.ui.kit.pane import button
from companion.ui.kit.table_context import Play


def exchange(play: Play[TableView], seat: int) -> ft.Control:
    """Return the four exchanges of a player; an impossible one gives its reason when tapped."""
    wait = Explanation(
        T("{other} waits: nobody goes on while {player} exchanges chips.", player=Player(seat), other=Player(1 - seat)),
        ("bronzen.exchange.wait", "bronzen.exchange.between"),
    )
    account = play.view.accounts[seat] if play.view.accounts else Chips()
    chips = ft.Row(
        [
            design.chip_stack(
                colour=CHIP_COLOURS[chip],
                count=account.count(chip),
                count_text=str(account.count(chip)),
                label=play.say(T("{n} {chip}", n=account.count(chip), chip=CHIPS[chip])),
            )
            for chip in LADDER
        ],
        alignment=ft.MainAxisAlignment.SPACE_EVENLY,
    )
    offers = [offer for offer in play.offered(Exchange) if offer.value("seat") == seat]
    buttons = [_exchange_button(play, offer, number) for number, offer in enumerate(offers)]
    return scrolling(
        play.who(seat, words(play.names[seat], ft.TextThemeStyle.HEADLINE_SMALL)),
        chips,
        *buttons,
        design.link_button(text=play.say(wait.text), on_click=lambda _: play.why(wait), identifier="exchange-wait"),
    )


def _exchange_button(play: Play[TableView], offer: Offer, number: int) -> ft.Control:
    drawn = beside(
        design.poker_chip(colour=CHIP_COLOURS[offer.value("give")], label=None, size=34.0),
        ft.Icon(ft.Icons.ARROW_FORWARD, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT),
        design.poker_chip(colour=CHIP_COLOURS[offer.value("get")], label=None, size=34.0),
        spacing=theme.Space.xs,
        tight=True,
    )
    return button(
        play,
        offer.label,
        lambda: play.why(offer.closed) if offer.closed else play.actions.choose(offer, again=True),
        f"exchange-{number}",
        sublabel=offer.closed.text if offer.closed else None,
        leading=drawn,
        emphasis="plain",
        available=offer.closed is None,
        entered=offer == play.corrected_offer,
    )
