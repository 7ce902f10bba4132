"""Counting the hands at the end of a round, with one tap for each hand."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.phases import Counting, LastCard
from companion.games.schlafmuetze.reports.counting import Recount
from companion.games.schlafmuetze.reports.ending import HandCounted, HandsCounted
from companion.games.schlafmuetze.table.detail_level import ways
from companion.games.schlafmuetze.view import TableView
from companion.kernel.offers import Number
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name, pressable, words
from companion.ui.design.layout import apart, beside, column, wide
from companion.ui.kit.number_keys import number_key
from companion.ui.kit.page import under_the_thumb
from companion.ui.kit.pane import caption, in_rows, quiet_offer
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The highest number with a key of its own; larger hands are rare and typed.
KEYS: Final = 18


@component
def CountHands(play: Play[TableView]) -> ft.Control:
    """Show the hands counted so far, and the keys for the next one; the last hand ends the round."""
    earlier = play.corrected_report(HandCounted)
    chosen, choose = use_value(earlier.seat if earlier else None)
    phase = play.view.state_phase
    assert isinstance(phase, Counting | LastCard)
    offers = {offer.value("seat"): offer for offer in play.offered(HandCounted)}
    hands = (
        phase.hands
        if isinstance(phase, Counting)
        else tuple(None if seat in offers else 0 for seat in range(len(play.names)))
    )
    open_ = [seat for seat in offers if hands[seat] is None]
    seat = chosen if chosen in offers else next(iter(open_), None)
    tiles = [
        _hand(play, each, hands[each], each == seat, partial(choose, each) if each in offers else None)
        for each in play.view.everybody
    ]
    across = play.layout.names_across(ft.TextThemeStyle.TITLE_MEDIUM, 2 if play.layout.alone else 4)
    everybody, keyed = in_rows(tiles, across), list[ft.Control]()
    if seat is not None:
        (number,) = offers[seat].fields
        assert isinstance(number, Number)

        def count(cards: int) -> None:
            choose(None)
            play.actions.report(HandCounted(seat, cards), again=True)

        keyed.append(caption(play, T("How many cards does {player} hold?", player=Player(seat))))
        before = earlier.cards if earlier and earlier.seat == seat else None

        def key(cards: int) -> ft.Control:
            text, label = play.context.renderer().number(cards), play.say(_holds(seat, cards))
            return number_key(cards, count, "holds", text=text, label=label, chosen=cards == before, height=52.0)

        keys = [key(cards) for cards in range(number.low, min(number.high, KEYS) + 1)]
        keyed += in_rows(keys, 6 if play.layout.alone else 9)
        if number.high > KEYS:
            keyed += [ft.Row([quiet_offer(play, offer, "count-all")]) for offer in play.offered(HandsCounted)]
        keyed = [under_the_thumb(column(*keyed))]
    # for a doubtful sum, the chips can be recounted as well
    recounts = [(offer.label, offer) for offer in play.offered(Recount)]
    # a low page, or one in large type, has no room above the keys
    shown = [*keyed, *everybody] if play.context.low or play.context.large else [*everybody, *keyed]
    return column(*shown, ft.Row([ways(play, T("Check this"), "check-this", recounts)] if recounts else []))


def _hand(
    play: Play[TableView], seat: int, cards: int | None, current: bool, choose: Callable[[], None] | None
) -> ft.Control:
    count = "?" if cards is None else play.context.renderer().number(cards)
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM))
    number = words(count, ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY)
    inside = beside(wide(apart(who, number)))
    around = ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s + 2.0)
    text = T("{player}: not counted yet", player=Player(seat))
    if cards is not None:
        text = _holds(seat, cards)
    label, identifier = play.say(text), f"hand-{seat}"
    if choose is None:
        face = design.framed(inside, bold=current, padding=around)
        return ft.Semantics(content=face, label=label, container=True, exclude_semantics=True, identifier=identifier)
    tap = pressable(inside, padding=around, on_click=lambda _: choose(), label=label, identifier=identifier)
    return design.framed(tap, bold=current, padding=0.0)


def _holds(seat: int, cards: int) -> Text:
    return N("{player} holds {n} card", "{player} holds {n} cards", n=cards, player=Player(seat))
