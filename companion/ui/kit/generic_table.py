"""The generic board: plays any game from its prompt, notes, facts and offers alone."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.kernel.offers import Offer, Weight
from companion.kernel.text import Player, messages
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.layout import column, flowing
from companion.ui.kit.elements import GameOverButtons, finish, prompt, referee_card
from companion.ui.kit.form import OfferForm
from companion.ui.kit.pane import button, fitting_rows, in_rows, notes, offer_button, pane, quiet_button
from companion.ui.kit.privacy_screen import PrivacyScreen
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_optional

T, N = messages("companion")

#: Up to this number buttons stand in pairs; more of them form a grid.
FEW: Final = 6
PAIR: Final = 2
GRID: Final = 6

#: The weights of offers that have a button.
OFFERED: Final = (Weight.MAIN, Weight.SIDE)


@component
def GenericTable(play: AnyPlay) -> ft.Control:
    """The board of a game that has none of its own.

    On a shared phone, offers to one seat are behind a privacy screen.
    """
    opened, open_seat = use_optional(int)
    secretive = [seat for seat in range(len(play.names)) if _own(play, seat)]
    if opened in secretive:
        seat: int = opened
        leave = partial(open_seat, None)
        why = T("Only {player} may see this. All others look away.", player=Player(seat))
        private = partial(_Private, evolve(play, seat=seat), leave, key=f"private-{seat}")
        return PrivacyScreen(play, seat, why, T("Show what only I may see"), private, leave, key=f"curtain-{seat}")
    across = 2 if play.layout.is_phone else min(len(play.names), 4)
    places = [_place(play, seat, mine) for seat in range(len(play.names)) if (mine := _facts(play, seat))]
    shared = _facts(play, None)
    offers = play.offers_of(*OFFERED)
    buttons = [_offer(play, offer, number) for number, offer in enumerate(offers)]
    buttons += [
        button(
            play, T("Only for {player}", player=Player(seat)), partial(open_seat, seat), f"own-{seat}", emphasis="tonal"
        )
        for seat in secretive
    ]
    rows = fitting_rows(play, buttons, PAIR if len(buttons) <= FEW else GRID)
    foot: ft.Control | None = GameOverButtons(play) if play.session.is_over else column(*rows)
    middle = [
        *in_rows(places, across),
        *(finish(play) if play.session.is_over else [prompt(play)]),
        *referee_card(play),
        *notes(play),
        *([flowing(shared, spacing=theme.Space.xl, apart=10.0)] if shared else []),
    ]
    if secretive and not play.offers:  # a pane has no foot where the table itself may report nothing
        middle, foot = [*middle, *rows], None
    return pane(play, middle, foot, scrolls=len(buttons) > FEW and len(rows) > FEW // PAIR)


def _own(play: AnyPlay, seat: int) -> list[Offer]:
    """Return the offers that only this seat has, on a phone that belongs to no seat."""
    if play.seat is not None or play.correction:
        return []
    return [offer for offer in play.session.offers(seat) if offer.by == seat and offer.weight in OFFERED]


@component
def _Private(play: AnyPlay, leave: Callable[[], None]) -> ft.Control:
    """What one seat sees and may report, on a phone that all share."""
    chosen, choose = use_optional(Offer)
    own = [offer for offer in play.session.offers(play.seat) if offer.by == play.seat and offer.weight in OFFERED]
    if len(own) == 1 and own[0].fields:
        chosen = own[0]

    def report(action: object) -> None:
        leave()
        play.actions.report(action)

    def take(offer: Offer) -> None:
        if offer.fields and not offer.closed:
            choose(offer)
        elif offer.closed:
            play.actions.choose(offer)
        else:
            report(offer.action())

    back = quiet_button(play, T("Back"), leave, "own-back", icon=ft.Icons.ARROW_BACK)
    if chosen in own:
        form = OfferForm(chosen, play.say, report, titled=True, whose=play.badge_in, key=f"own-{own.index(chosen)}")
        return ft.Column([ft.Container(form, expand=True, padding=theme.Space.m), back], expand=True)
    buttons = [
        button(play, offer.label, partial(take, offer), f"own-offer-{number}", available=offer.closed is None)
        for number, offer in enumerate(own)
    ]
    facts = _facts(play, play.seat)
    middle = [prompt(play), *([flowing(facts, spacing=theme.Space.xl, apart=10.0)] if facts else [])]
    return pane(play, middle, column(*fitting_rows(play, buttons, PAIR), back))


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
