"""The table of Bronzen on the screen: two places, the prompt, and the buttons under the thumb."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import flet as ft

from companion.games.bronzen.cards import JOKER, Card, Special, Suit
from companion.games.bronzen.chips import LADDER, Chip, Chips
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import CHIPS, SUITS, N, T, rank_name
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.reports import (
    Cards,
    Double,
    Einzel,
    Exchange,
    Finish,
    GiveUp,
    NextRound,
    Recount,
    Situation,
)
from companion.games.bronzen.view import Stake, TableView, order_note
from companion.kernel.explain import Explanation
from companion.kernel.offers import Offer
from companion.kernel.text import Player, Text
from companion.ui import parts, theme
from companion.ui.context import Layout, PageContext
from companion.ui.dialogs import sheet as above
from companion.ui.live import component, still, use_latest, use_maybe, use_value
from companion.ui.pane import column, in_rows, notes, offer_button, pane
from companion.ui.parts.base import pressable, words
from companion.ui.play import PlayOf, TableScreen
from companion.ui.preferences import Telling
from companion.ui.screens.table import GameOverButtons, GenericTable, prompt, told_card

_SUIT_SIGNS: Final[dict[Suit, parts.Suit]] = {
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.SPADES: "spades",
    Suit.CLUBS: "clubs",
}
_COLOURS: Final[dict[Chip, parts.ChipColour]] = {Chip.BLACK: "black", Chip.GREEN: "green", Chip.RED: "red"}
Play: TypeAlias = PlayOf[TableView]

_CORNERS: Final = dict(enumerate(NUMBERS.deck.ranks, start=2))
_RANKS_PER_ROW: Final = 7

_HINTS: Final = {
    Special.COLOR: T("same suit"),
    Special.COUNTER: T("same rank"),
    Special.DOUBLE_C: T("same card"),
    Special.JAY: T("two jokers"),
}

Picked: TypeAlias = tuple[int | None, Suit | None]
_NOTHING_PICKED: Final[tuple[Picked, Picked]] = ((None, None), (None, None))


@component
def BronzenTable(play: Play) -> ft.Control:
    """Two players' places, what to do next, what was said, and the buttons for what may come."""
    context = play.context
    view = play.view
    trading, trade = use_maybe(int)
    latest = use_latest(play=play, trade=trade)
    ft.use_dialog(
        above(
            context,
            title=play.say(T("Exchange chips")),
            content=_exchange(play, view, trading),
            layout=play.layout,
            on_close=lambda: trade(None),
        )
        if trading is not None
        else None
    )
    (places,) = in_rows([_place(play, view, seat, latest) for seat in SEATS], len(SEATS))
    middle = [_prompt(play, view), *notes(play), *_stakes(play, view), *told_card(play)]
    return pane(play, middle, _buttons(play, view, latest), top=places)


def _place(play: Play, view: TableView, seat: int, latest: SimpleNamespace) -> ft.Control:
    """A player's place: total, hand stack and bunker, chips on the account, the streak."""
    stack, account = view.stacks[seat], view.accounts[seat]
    large = play.layout != "phone"
    recount = next((offer for offer in play.offers if offer.kind is Recount), None)
    piles = [
        parts.value_fact(
            value=play.context.renderer().number(count),
            caption=play.say(caption),
            label=play.say(label),
        )
        for count, caption, label in (
            (
                stack.hand,
                T("Hand stack"),
                N(
                    "{player}, hand stack: {n} card",
                    "{player}, hand stack: {n} cards",
                    n=stack.hand,
                    player=Player(seat),
                ),
            ),
            (
                stack.bunker,
                T("Bunker"),
                N("{player}, bunker: {n} card", "{player}, bunker: {n} cards", n=stack.bunker, player=Player(seat)),
            ),
        )
    ]
    facts = ft.Row(piles, spacing=theme.Space.l if large else theme.Space.m)
    total = parts.score_number(
        value=play.context.renderer().number(view.totals[seat]),
        label=play.say(T("{player}, total: {points}", player=Player(seat), points=view.totals[seat])),
        size="medium" if large else "small",
        strong=True,
        identifier=f"points-{seat}",
    )
    count = pressable(
        ft.Container(facts, padding=ft.Padding.symmetric(vertical=4.0)),
        on_click=lambda _: play.take(recount) if recount else None,
        label=play.say(T("Recount the cards")),
        identifier=f"stacks-{seat}",
        radius=theme.Radii.button,
        align=ft.Alignment.CENTER_LEFT,
    )
    streak = view.streak.chips if view.streak and view.streak.seat == seat else 0
    purse = Purse(play.context, play.layout, play.names, seat, account, streak, latest)
    return parts.player_tile(
        name=play.names[seat],
        facts=[count],
        chips=[purse],
        score=total,
        winning=view.winning == seat or view.round_winner == seat,
        winning_text=play.say(T("is winning") if view.winning == seat else T("won the round")),
        large=large,
        expand=True,
        identifier=f"player-{seat}",
    )


PokerChip = still(parts.poker_chip)


@still
def Purse(
    context: PageContext,
    layout: Layout,
    names: tuple[str, ...],
    seat: int,
    account: Chips,
    streak: int,
    latest: SimpleNamespace,
) -> ft.Control:
    """A player's chips; a tap opens the exchange."""
    chips: list[ft.Control] = [
        PokerChip(
            colour=_COLOURS[chip],
            label=None,
            count_text=str(account.count(chip)),
            size=44.0 if layout != "phone" else 28.0,
            dimmed=not account.count(chip),
        )
        for chip in LADDER
    ]
    if streak:
        chips.append(_streak(context, streak))
    owned = ", ".join(context.say(T("{n} {chip}", n=account.count(chip), chip=CHIPS[chip])) for chip in LADDER)
    return pressable(
        ft.Container(
            ft.Row(chips, spacing=6.0, wrap=True, run_spacing=4.0), padding=ft.Padding.symmetric(vertical=8.0)
        ),
        on_click=lambda _: latest.trade(seat),
        label=context.say(T("Exchange chips: {player} has {chips}", player=Player(seat), chips=owned), names),
        identifier=f"chips-{seat}",
        radius=theme.Radii.button,
        align=ft.Alignment.CENTER_LEFT,
    )


def _streak(context: PageContext, chips: int) -> ft.Control:
    """The interim account: chips that are not on the account yet."""
    said = context.say(N("{n} chip on the interim account", "{n} chips on the interim account", n=chips))
    text = words(f"+{chips}", ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY, label=said)
    border = ft.Border.all(1.5, ft.Colors.PRIMARY)
    return ft.Container(
        text,
        padding=ft.Padding.symmetric(horizontal=8.0, vertical=3.0),
        border=border,
        border_radius=16.0,
        tooltip=said,
    )


def _prompt(play: Play, view: TableView) -> ft.Control:
    fan = None
    if view.face_down:
        fan = parts.back_fan(
            count=view.face_down,
            count_text=f"{view.face_down}×",
            most=3,
            label=play.say(N("{n} card face down", "{n} cards face down", n=view.face_down)),
        )
    return prompt(play, leading=fan)


def _stakes(play: Play, view: TableView) -> list[ft.Control]:
    """What the trick would bring whom, each below the player's place, so that a double is decided with open eyes."""
    if not view.stakes:
        return []
    by_seat = {stake.seat: stake for stake in view.stakes}
    cells: list[ft.Control] = [
        _stake(play, by_seat[seat]) if seat in by_seat else ft.Container(expand=True) for seat in SEATS
    ]
    return [ft.Row(cells, spacing=theme.Space.s)]


def _stake(play: Play, stake: Stake) -> ft.Control:
    text = play.say(
        T("for {player}: {points}", player=Player(stake.seat), points=play.context.renderer().signed(stake.points))
    )
    inside = ft.Row(
        [
            ft.Container(words(text, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY, lines=2), expand=True),
            ft.Icon(ft.Icons.HELP_OUTLINE, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT),
        ]
    )
    button = pressable(
        ft.Container(
            inside,
            padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=10.0),
            border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
            border_radius=theme.Radii.button,
        ),
        on_click=lambda _: play.why(stake.why),
        label=play.say(stake.why.text),
        identifier=f"stake-{stake.seat}",
        radius=theme.Radii.button,
    )
    button.expand = True
    return button


# The buttons under the thumb


def _buttons(play: Play, view: TableView, latest: SimpleNamespace) -> ft.Control:
    offers = {offer.kind: offer for offer in play.offers}
    if Double in offers:
        return _answer(play, view, offers)
    if NextRound in offers:
        return column(
            offer_button(play, offers[NextRound], "next-round", emphasis="primary"),
            offer_button(play, offers[Finish], "finish"),
        )
    if Cards in offers:
        return TellingButtons(play, view, latest)
    if view.over:
        return GameOverButtons(play)
    return ft.Container()


def _answer(play: Play, view: TableView, offers: dict[type, Offer]) -> ft.Control:
    """The losing player's two ways on."""
    assert view.chip is not None
    assert view.winning is not None
    chip = parts.poker_chip(colour=_COLOURS[view.chip], label=None, size=44.0)
    loser = 1 - view.winning
    return column(
        offer_button(
            play,
            offers[Double],
            "double",
            text=T("{player} doubles", player=Player(loser)),
            sublabel=T("stakes a {chip} chip", chip=CHIPS[view.chip]),
            leading=chip,
            emphasis="primary",
            large=play.roomy,
        ),
        offer_button(
            play,
            offers[GiveUp],
            "give-up",
            sublabel=T("{player} takes the trick", player=Player(view.winning)),
            large=play.roomy,
        ),
    )


@component
def TellingButtons(play: Play, view: TableView, latest: SimpleNamespace) -> ft.Control:
    """What came up: by its result, or by the two cards."""
    context = play.context
    by_cards = context.preferences.telling == "cards"
    other: Telling = "result" if by_cards else "cards"
    switch = parts.quiet_button(
        text=play.say(T("By the result") if by_cards else T("By the cards")),
        icon=ft.Icons.EMOJI_EVENTS_OUTLINED if by_cards else ft.Icons.STYLE_OUTLINED,
        outlined=False,
        on_click=lambda _: context.prefer(telling=other),
        identifier="telling",
    )
    first = order_note(view)
    order = parts.quiet_button(
        text=play.say(T("Who lays first?")),
        icon=ft.Icons.HELP_OUTLINE,
        outlined=False,
        on_click=lambda _: play.why(first),
        identifier="order",
    )
    row = ft.Row([switch, order], alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    if by_cards:
        return column(CardPicker(play, key="picker"), row)
    results = Results(
        context,
        play.layout,
        play.names,
        tuple(offer for offer in play.offers if issubclass(offer.kind, Einzel | Situation)),
        latest,
    )
    return column(results, row)


@still
def Results(
    context: PageContext, layout: Layout, names: tuple[str, ...], offers: tuple[Offer, ...], latest: SimpleNamespace
) -> ft.Control:
    """Who won, or which special came up."""

    def button(offer: Offer, identifier: str, hint: Text | None = None) -> ft.Control:
        return parts.verdict_button(
            title=context.say(offer.label, names),
            sublabel=context.say(hint) if hint else None,
            emphasis="tonal" if hint else "primary",
            available=offer.closed is None,
            large=layout != "phone",
            on_click=lambda _: latest.play.take(offer),
            identifier=identifier,
        )

    winners = [button(offer, f"wins-{dict(offer.given)['seat']}") for offer in offers if offer.kind is Einzel]
    specials = [
        button(offer, offer.kind.special.value, _HINTS[offer.kind.special])
        for offer in offers
        if issubclass(offer.kind, Situation)
    ]
    return column(*in_rows(winners, 2), *in_rows(specials, 2 if layout == "phone" else 4))


@component
def CardPicker(play: Play) -> ft.Control:
    """Rank and suit of both open cards; the fourth tap reports them."""
    (picked, seat), show = use_value((_NOTHING_PICKED, 0))
    # two quick taps may both come before the first is drawn
    held: Any = ft.use_ref((_NOTHING_PICKED, 0))

    def put(both: tuple[Picked, Picked], place: int) -> None:
        held.current = both, place
        show((both, place))

    def set_seat(place: int) -> None:
        put(held.current[0], place)

    def pick(rank: int | None, suit: Suit | None) -> None:
        before, place = held.current
        mine = (rank or before[place][0], None if rank == JOKER else suit or before[place][1])
        both = (mine, before[1]) if place == 0 else (before[0], mine)
        cards = [_card(pair) for pair in both]
        if cards[0] and cards[1]:
            put(_NOTHING_PICKED, 0)
            play.report(Cards((cards[0], cards[1])))
        else:
            put(both, 1 - place if cards[place] else place)

    slots = ft.Row(
        [
            ft.Row(
                [
                    _slot(
                        play,
                        picked[place],
                        chosen=place == seat,
                        place=place,
                        on_click=lambda _, place=place: set_seat(place),
                    ),
                    words(play.names[place], ft.TextThemeStyle.TITLE_SMALL, lines=2),
                ],
                expand=True,
                spacing=theme.Space.s,
            )
            for place in SEATS
        ]
    )
    rank_now, suit_now = picked[seat]
    ranks = [*_CORNERS, JOKER]
    rows = [ranks[at : at + _RANKS_PER_ROW] for at in range(0, len(ranks), _RANKS_PER_ROW)]
    keys = [
        ft.Row(
            [
                _key(
                    _rank_face(rank),
                    chosen=rank == rank_now,
                    on_click=lambda _, rank=rank: pick(rank, None),
                    label=_rank_label(play, rank),
                    identifier=f"rank-{_CORNERS.get(rank, 'X')}",
                )
                for rank in row
            ],
            spacing=4.0,
        )
        for row in rows
    ]
    suits = ft.Row(
        [
            _key(
                parts.suit_mark(suit=_SUIT_SIGNS[suit], label=None, size=24.0),
                chosen=suit is suit_now,
                on_click=lambda _, suit=suit: pick(None, suit),
                label=play.say(SUITS[suit]),
                identifier=f"suit-{suit.value}",
            )
            for suit in Suit
        ],
        spacing=4.0,
    )
    return ft.Column([slots, *keys, suits], spacing=4.0, tight=True)


def _card(pair: Picked) -> Card | None:
    rank, suit = pair
    if rank == JOKER:
        return Card(JOKER, None)
    return Card(rank, suit) if rank and suit else None


def _slot(play: Play, pair: Picked, *, chosen: bool, place: int, on_click: Callable[..., None]) -> ft.Control:
    rank, suit = pair
    label = play.say(T("{player}’s card", player=Player(place)))
    if rank == JOKER:
        return parts.joker_face(
            label=label, size="small", selected=chosen, on_click=on_click, identifier=f"slot-{place}"
        )
    if rank and suit:
        return parts.card_face(
            rank=_CORNERS[rank],
            suit=_SUIT_SIGNS[suit],
            label=label,
            size="small",
            selected=chosen,
            on_click=on_click,
            identifier=f"slot-{place}",
        )
    if rank or suit:
        inside = (
            words(_CORNERS[rank], ft.TextThemeStyle.HEADLINE_SMALL)
            if rank
            else parts.suit_mark(suit=_SUIT_SIGNS[suit], label=None)
            if suit
            else ft.Container()
        )
    else:
        inside = ft.Icon(ft.Icons.QUESTION_MARK, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT)
    border = ft.Border.all(2.0 if chosen else 1.0, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE)
    box = ft.Container(inside, width=46.0, height=64.0, border=border, border_radius=8.0, alignment=ft.Alignment.CENTER)
    return pressable(box, on_click=on_click, label=label, identifier=f"slot-{place}", radius=8.0)


def _rank_face(rank: int) -> ft.Control:
    return words(_CORNERS.get(rank) or "★", ft.TextThemeStyle.TITLE_LARGE)


def _rank_label(play: Play, rank: int) -> str:
    return play.say(T("joker")) if rank == JOKER else play.say(rank_name(rank))


def _key(face: ft.Control, *, chosen: bool, on_click: Callable[..., None], label: str, identifier: str) -> ft.Control:
    ground = ft.Colors.PRIMARY_CONTAINER if chosen else theme.SHEET
    border = ft.Border.all(2.0 if chosen else 1.0, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT)
    box = ft.Container(
        face, height=48.0, alignment=ft.Alignment.CENTER, bgcolor=ground, border=border, border_radius=8.0
    )
    key = pressable(box, on_click=on_click, label=label, identifier=identifier, radius=8.0)
    key.expand = True
    return key


# Exchange


def _exchange(play: Play, view: TableView, seat: int) -> ft.Control:
    """The four exchanges of one player, each possible or with the reason why not."""
    wait = Explanation(
        T("{other} waits: while {player} exchanges, nobody goes on.", player=Player(seat), other=Player(1 - seat)),
        ("bronzen.exchange.wait", "bronzen.exchange.between"),
    )
    chips = ft.Row(
        [
            parts.chip_stack(
                colour=_COLOURS[chip],
                count=view.accounts[seat].count(chip),
                count_text=str(view.accounts[seat].count(chip)),
                label=play.say(T("{n} {chip}", n=view.accounts[seat].count(chip), chip=CHIPS[chip])),
            )
            for chip in LADDER
        ],
        alignment=ft.MainAxisAlignment.SPACE_EVENLY,
    )
    offers = [offer for offer in play.offered(Exchange) if offer.value("seat") == seat]
    buttons = [_exchange_button(play, offer, number) for number, offer in enumerate(offers)]
    return ft.Column(
        [
            words(play.names[seat], ft.TextThemeStyle.HEADLINE_SMALL),
            chips,
            *buttons,
            parts.link_button(text=play.say(wait.text), on_click=lambda _: play.why(wait), identifier="exchange-wait"),
        ],
        spacing=theme.Space.s,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _exchange_button(play: Play, offer: Offer, number: int) -> ft.Control:
    given: dict[str, Any] = dict(offer.given)
    drawn = ft.Row(
        [
            parts.poker_chip(colour=_COLOURS[given["give"]], label=None, size=34.0),
            ft.Icon(ft.Icons.ARROW_FORWARD, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT),
            parts.poker_chip(colour=_COLOURS[given["get"]], label=None, size=34.0),
        ],
        spacing=theme.Space.xs,
        tight=True,
    )
    return parts.verdict_button(
        title=play.say(offer.label),
        sublabel=play.say(offer.closed.text) if offer.closed else None,
        leading=drawn,
        available=offer.closed is None,
        on_click=lambda _: play.why(offer.closed) if offer.closed else play.take(offer, again=True),
        identifier=f"exchange-{number}",
    )


TABLES: Final[dict[str, TableScreen]] = {"bronzen": BronzenTable, "pracherche": GenericTable}
