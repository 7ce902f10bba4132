"""The rank and suit of the two open cards, picked with four taps."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

import flet as ft

from companion.games.bronzen.cards import JOKER, Card, Suit
from companion.games.bronzen.decks import replaced
from companion.games.bronzen.messages import SUITS, T, corner, rank_name
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.pracherche import reports as pracherche
from companion.games.bronzen.reports.meetings import Cards
from companion.games.bronzen.table.sides import EitherPlay, sides
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, words
from companion.ui.design.layout import beside, column, wide
from companion.ui.design.text_fit import evenly
from companion.ui.kit.entry import use_entry
from companion.ui.kit.pane import button, fitting_rows
from companion.ui.runtime.hooks import component

_SUIT_SIGNS: Final[dict[Suit, design.Suit]] = {
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.SPADES: "spades",
    Suit.CLUBS: "clubs",
}
#: The ranks as written in logs, and in the identifiers of their keys.
_RANKS: Final = dict(enumerate(NUMBERS.deck.ranks, start=2))
_RANKS_PER_ROW: Final = 7
_APART: Final = 4.0

EitherCards: TypeAlias = Cards | pracherche.Cards
Picked: TypeAlias = tuple[int | None, Suit | None]
Pick: TypeAlias = Callable[[int | None, Suit | None], None]
_NOTHING_PICKED: Final[tuple[Picked, Picked]] = ((None, None), (None, None))


@component
def CardPicker(play: EitherPlay, kind: type[EitherCards]) -> ft.Control:
    """The rank and suit of both open cards; the fourth tap reports them, except in a correction.

    :param kind: the class of the report.
    """
    first = sides(play)[0]
    (picked, seat), show = use_entry(play, kind, lambda report: (_picked(report), first), (_NOTHING_PICKED, first))
    # a second quick tap can arrive before the first one is rendered
    held: Any = ft.use_ref((picked, seat))

    def put(both: tuple[Picked, Picked], place: int) -> None:
        held.current = both, place
        show((both, place))

    def set_seat(place: int) -> None:
        put(held.current[0], place)

    def pick(rank: int | None, suit: Suit | None) -> None:
        before, place = held.current
        changed = (rank or before[place][0], None if rank == JOKER else suit or before[place][1])
        both = replaced(before, place, changed)
        cards = [_card(pair) for pair in both]
        if cards[0] and cards[1] and not play.correction:
            put(_NOTHING_PICKED, first)
            play.actions.report(kind((cards[0], cards[1])))
        else:
            put(both, 1 - place if cards[place] else place)

    rank, suit = picked[seat]
    done = [_done(play, kind, picked)] if play.correction else []
    slots = _slots(play, picked, seat, set_seat)
    return ft.Column([slots, *_ranks(play, rank, pick), _suits(play, suit, pick), *done], spacing=4.0, tight=True)


def _done(play: EitherPlay, kind: type[EitherCards], picked: tuple[Picked, Picked]) -> ft.Control:
    """Return the button that enters corrected cards; the player may have changed only one of them."""
    left, right = map(_card, picked)

    def enter() -> None:
        if left and right:
            play.actions.report(kind((left, right)))

    return button(play, T("Enter"), enter, "picked", available=bool(left and right))


def _picked(report: EitherCards) -> tuple[Picked, Picked]:
    left, right = ((card.rank, card.suit) for card in report.cards)
    return left, right


def _slots(play: EitherPlay, picked: tuple[Picked, Picked], seat: int, set_seat: Callable[[int], None]) -> ft.Control:
    """Return both cards with the ranks and suits picked so far; a tap on one selects it."""
    slots: list[ft.Control] = []
    for place in sides(play):
        slot = _slot(
            play, picked[place], chosen=place == seat, place=place, on_click=lambda _, place=place: set_seat(place)
        )
        name = play.who(place, words(play.names[place], ft.TextThemeStyle.TITLE_SMALL, lines=2))
        slots.append(beside(slot, wide(name)))
    return column(*fitting_rows(play, slots, len(slots)), spacing=theme.Space.xs)


def _ranks(play: EitherPlay, now: int | None, pick: Pick) -> list[ft.Control]:
    corners = {rank: play.say(corner(rank)) for rank in _RANKS}
    keys = [
        design.key(
            words(corners.get(rank, "★"), ft.TextThemeStyle.TITLE_LARGE),
            chosen=rank == now,
            on_click=partial(pick, rank, None),
            label=play.say(T("joker") if rank == JOKER else rank_name(rank)),
            identifier=f"rank-{_RANKS.get(rank, 'X')}",
        )
        for rank in (*_RANKS, JOKER)
    ]
    style = ft.TextThemeStyle.TITLE_LARGE
    most = play.layout.across(corners.values(), style, _RANKS_PER_ROW, around=_APART, gap=_APART)
    across = evenly(len(keys), most)
    return [beside(*keys[at : at + across], spacing=_APART) for at in range(0, len(keys), across)]


def _suits(play: EitherPlay, now: Suit | None, pick: Pick) -> ft.Control:
    keys = [
        design.key(
            design.suit_mark(suit=_SUIT_SIGNS[suit], label=None, size=24.0),
            chosen=suit is now,
            on_click=partial(pick, None, suit),
            label=play.say(SUITS[suit]),
            identifier=f"suit-{suit.value}",
        )
        for suit in Suit
    ]
    return beside(*keys, spacing=_APART)


def _card(pair: Picked) -> Card | None:
    rank, suit = pair
    if rank == JOKER:
        return Card(JOKER, None)
    return Card(rank, suit) if rank and suit else None


def _slot(play: EitherPlay, pair: Picked, *, chosen: bool, place: int, on_click: Callable[..., None]) -> ft.Control:
    rank, suit = pair
    label = play.say(T("{player}’s card", player=Player(place)))
    identifier = f"slot-{place}"
    if rank == JOKER:
        return design.joker_face(label=label, selected=chosen, on_click=on_click, identifier=identifier)
    if rank and suit:
        return design.card_face(
            rank=play.say(corner(rank)),
            suit=_SUIT_SIGNS[suit],
            label=label,
            selected=chosen,
            on_click=on_click,
            identifier=identifier,
        )
    inside: ft.Control = ft.Icon(ft.Icons.QUESTION_MARK, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT)
    if rank:
        inside = words(play.say(corner(rank)), ft.TextThemeStyle.HEADLINE_SMALL)
    elif suit:
        inside = design.suit_mark(suit=_SUIT_SIGNS[suit], label=None)
    border = ft.Border.all(2.0 if chosen else 1.0, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE)
    box = ft.Container(inside, width=46.0, height=64.0, border=border, border_radius=8.0, alignment=ft.Alignment.CENTER)
    return pressable(box, on_click=on_click, label=label, identifier=identifier, radius=8.0)
