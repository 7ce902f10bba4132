"""A player's place: the cards, the chips and the points."""

from types import SimpleNamespace
from typing import Any, Final

import flet as ft

from companion.games.bronzen.chips import LADDER, Chip, Chips
from companion.games.bronzen.messages import CHIPS, N, T
from companion.games.bronzen.model import Stack
from companion.games.bronzen.reports.between import Recount
from companion.games.bronzen.table.wishes import wish_button, wish_fits
from companion.games.bronzen.view import TableView
from companion.kernel.text import Player, Text
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, words
from companion.ui.design.layout import beside, lines, wide
from companion.ui.design.player_badge import badge
from companion.ui.kit.page import Layout, PageContext
from companion.ui.kit.pane import faces
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import memo_component

#: The colours of the drawn chips.
CHIP_COLOURS: Final[dict[Chip, design.ChipColour]] = {Chip.BLACK: "black", Chip.GREEN: "green", Chip.RED: "red"}

#: About as wide as "+1".
_NO_STREAK: Final = "\u00a0" * 4


def counted(stack: Stack, seat: int) -> tuple[Text, Text]:
    """Return the number of cards in a player's hand stack and bunker, for screen readers."""
    player = Player(seat)
    return (
        N("{player}, hand stack: {n} card", "{player}, hand stack: {n} cards", n=stack.hand, player=player),
        N("{player}, bunker: {n} card", "{player}, bunker: {n} cards", n=stack.bunker, player=player),
    )


def on_interim_account(chips: int) -> Text:
    """Return the number of chips on the interim account."""
    return N("{n} chip on the interim account", "{n} chips on the interim account", n=chips)


def place(play: Play[TableView], seat: int, latest: SimpleNamespace) -> ft.Control:
    """A player's place: total, and where they are known, hand stack and bunker, chips on the account, the streak."""
    view = play.view
    lying = _cards_and_chips(play, seat, latest)
    if not faces(play):
        lying["head"] = Head(play.context, play.layout.roomy, play.names, play.marks[seat], seat, view.totals[seat])
    else:
        lying["score"] = _total(play.context, play.layout.roomy, play.names, seat, view.totals[seat])
    return design.player_tile(
        name=play.names[seat],
        badge=play.badge(seat),
        **lying,
        winning=view.winning == seat or view.round_winner == seat,
        won=view.round_winner == seat,
        winning_text=play.say(T("is winning") if view.winning == seat else T("won the round")),
        large=play.layout.roomy,
        level=faces(play),
        expand=not faces(play),
        identifier=f"player-{seat}",
    )


def _cards_and_chips(play: Play[TableView], seat: int, latest: SimpleNamespace) -> dict[str, Any]:
    """Return the parts of a player's place for cards and chips; none where only the points are entered."""
    view = play.view
    if view.stacks is None or view.accounts is None:
        return {}
    stack, account = view.stacks[seat], view.accounts[seat]
    number = play.context.renderer().number
    in_hand, in_bunker = map(play.say, counted(stack, seat))
    hand = design.value_fact(value=number(stack.hand), caption=play.say(T("Hand stack")), label=in_hand)
    bunker = design.value_fact(value=number(stack.bunker), caption=play.say(T("Bunker")), label=in_bunker)
    apart = theme.Space.l if play.layout.roomy else theme.Space.m
    piles = lines(hand, bunker) if play.context.huge and play.layout.alone else beside(hand, bunker, spacing=apart)
    recount = next(iter(play.offered(Recount)), None)
    count = pressable(
        piles,
        padding=ft.Padding.symmetric(vertical=4.0),
        on_click=lambda _: play.actions.choose(recount) if recount else None,
        label=". ".join((in_hand, in_bunker, play.say(T("Recount the cards")))),
        identifier=f"stacks-{seat}",
        radius=theme.Radii.button,
        align=ft.Alignment.CENTER_LEFT,
    )
    streak = view.streak.chips if view.streak and view.streak.seat == seat else 0
    purse = Purse(play.context, play.layout.size_class, play.names, seat, account, streak, latest)
    if not faces(play):
        return {"facts": [count], "chips": [purse]}
    # a place may be as wide as the table, and the other one needs room as well
    wish = wish_button(play) if seat == play.seat else None
    fits = wish_fits(play, play.names[seat], number(view.totals[seat]))
    more: dict[str, Any] = {"chips": (), "aside": wish} if fits or not wish else {"chips": [wish]}
    return {"facts": [beside(count, wide(purse), spacing=apart)]} | more


@memo_component
def Head(context: PageContext, roomy: bool, names: tuple[str, ...], mark: Avatar, seat: int, points: int) -> ft.Control:
    """The player's name and points."""
    score = _total(context, roomy, names, seat, points)
    return design.tile_head(name=names[seat], badge=badge(mark), score=score, large=roomy)


def _total(context: PageContext, roomy: bool, names: tuple[str, ...], seat: int, points: int) -> ft.Control:
    """Return a player's points over all rounds."""
    return design.score_number(
        value=context.renderer().number(points),
        label=context.say(T("{player}, total: {points}", player=Player(seat), points=points), names),
        size="medium" if roomy else "small",
        strong=True,
        identifier=f"points-{seat}",
    )


PokerChip = memo_component(design.poker_chip)


@memo_component
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
    # the numbers on the chips scale with the text
    size = (44.0 if layout != "phone" else 28.0) * max(1.0, context.scale)
    chips: list[ft.Control] = [
        PokerChip(
            colour=CHIP_COLOURS[chip],
            label=None,
            count_text=str(account.count(chip)),
            size=size,
            dimmed=not account.count(chip),
        )
        for chip in LADDER
    ]
    chips.append(_streak(context, streak, hint=layout != "phone"))
    owned = ", ".join(context.say(T("{n} {chip}", n=account.count(chip), chip=CHIPS[chip])) for chip in LADDER)
    exchange = context.say(T("Exchange chips: {player} has {chips}", player=Player(seat), chips=owned), names)
    return pressable(
        ft.Row(chips, spacing=6.0, wrap=True, run_spacing=4.0),
        padding=ft.Padding.symmetric(vertical=8.0),
        on_click=lambda _: latest.trade(seat),
        label=". ".join(filter(None, (_on_account(context, streak), exchange))),
        identifier=f"chips-{seat}",
        radius=theme.Radii.button,
        align=ft.Alignment.CENTER_LEFT,
    )


def _streak(context: PageContext, chips: int, *, hint: bool) -> ft.Control:
    """Return the interim account: the chips that are not on the account yet.

    An empty one is transparent and keeps its space, so that the buttons below do not move when a streak begins. It stays the
    same control, so that a tap redraws as little as possible.

    :param hint: whether the number is explained by a tooltip.
    """
    label = _on_account(context, chips)
    shown = f"+{chips}" if chips else _NO_STREAK
    return ft.Container(
        words(shown, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY, label=label),
        padding=ft.Padding.symmetric(horizontal=8.0, vertical=3.0),
        border=ft.Border.all(1.5, ft.Colors.PRIMARY),
        border_radius=16.0,
        opacity=1.0 if chips else 0.0,
        tooltip=label if hint else None,
    )


def _on_account(context: PageContext, chips: int) -> str | None:
    if not chips:
        return None
    return context.say(on_interim_account(chips))
