"""The generic board: plays any game from its prompt, notes, facts and offers alone."""

from typing import Final

import flet as ft

from companion.kernel.offers import Offer, Weight
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.layout import column, flowing
from companion.ui.kit.elements import GameOverButtons, finish, prompt, referee_card
from companion.ui.kit.pane import fitting_rows, in_rows, notes, offer_button, pane
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component

#: At most this many buttons stay in reach of the thumb.
FEW: Final = 6

#: The weights of offers that have a button.
OFFERED: Final = (Weight.MAIN, Weight.SIDE)


@component
def GenericTable(play: AnyPlay) -> ft.Control:
    """The board of a game that has none of its own."""
    across = 2 if play.layout.is_phone else min(len(play.names), 4)
    places = [_place(play, seat, mine) for seat in range(len(play.names)) if (mine := _facts(play, seat))]
    shared = _facts(play, None)
    offers = play.offers_of(*OFFERED)
    buttons = fitting_rows(play, [_offer(play, offer, number) for number, offer in enumerate(offers)], 2)
    foot = GameOverButtons(play) if play.session.is_over else column(*buttons)
    middle = [
        *in_rows(places, across),
        *(finish(play) if play.session.is_over else [prompt(play)]),
        *referee_card(play),
        *notes(play),
        *([flowing(shared, spacing=theme.Space.xl, apart=10.0)] if shared else []),
    ]
    return pane(play, middle, foot, scrolls=len(offers) > FEW)


def _offer(play: AnyPlay, offer: Offer, number: int) -> ft.Control:
    main = offer.weight is Weight.MAIN
    return offer_button(play, offer, f"offer-{number}", emphasis="tonal" if main else "plain", large=play.layout.roomy)


def _facts(play: AnyPlay, seat: int | None) -> list[ft.Control]:
    """Return the facts of a player (``None``: of the table)."""
    show = play.context.renderer(play.names).show
    return [
        design.value_fact(value=value, caption=label, label=f"{label}: {value}")
        for label, value in ((play.say(fact.label), show(fact.value)) for fact in play.view.facts if fact.seat == seat)
    ]


def _place(play: AnyPlay, seat: int, facts: list[ft.Control]) -> ft.Control:
    return design.player_tile(name=play.names[seat], badge=play.badge(seat), facts=facts, identifier=f"player-{seat}")
