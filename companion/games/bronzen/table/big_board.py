"""The big board of Bronzen and Pracherche: chips, the interim account, and the cards."""

from functools import partial
from typing import Final

import flet as ft

from companion.games.bronzen.chips import LADDER, Chip
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import CHIPS, T
from companion.games.bronzen.pracherche.view import TableView as PrachercheView
from companion.games.bronzen.table import wishes
from companion.games.bronzen.table.places import CHIP_COLOURS, counted, on_interim_account
from companion.games.bronzen.view import TableView
from companion.kernel.text import Listing, Player
from companion.ui import design
from companion.ui.kit.big_board import Piece, Shown, line, number, together
from companion.ui.kit.table_context import Play


def bronzen(play: Play[TableView]) -> Shown:
    """Return the accounts, the interim account, the stacks and the stakes."""
    view = play.view
    staked = view.running.staked
    chips = [Piece(1.0, partial(_chip, chip, staked.count(chip))) for chip in LADDER if staked.count(chip)]
    points = [
        line(
            play,
            T("for {player}: {points}", player=Player(stake.seat), points=play.context.renderer().signed(stake.points)),
            colour=ft.Colors.PRIMARY,
        )
        for stake in view.stakes
    ]
    wanted = [line(play, each.text) for each in wishes.wish_messages(play.session)]
    ahead = view.round_winner if view.winning is None else view.winning
    return Shown(
        {seat: [*_account(play, seat), *_streak(play, seat), *_stacks(play, seat)] for seat in SEATS},
        [*([together(*chips)] if chips else []), *points, *wanted],
        frozenset() if ahead is None else frozenset((ahead,)),
    )


def _account(play: Play[TableView], seat: int) -> list[Piece]:
    if play.view.accounts is None:
        return []
    account = play.view.accounts[seat]
    chips = [Piece(1.0, partial(_chip, chip, account.count(chip))) for chip in LADDER]
    owned = Listing(tuple(T("{n} {chip}", n=account.count(chip), chip=CHIPS[chip]) for chip in LADDER))
    return [together(*chips, label=play.context.renderer(play.names).show(owned))]


#: The gap between hand stack and bunker.
_APART: Final = 0.35


def _chip(chip: Chip, count: int, size: float) -> ft.Control:
    return design.poker_chip(colour=CHIP_COLOURS[chip], label=None, count_text=str(count), size=size, dimmed=not count)


def _streak(play: Play[TableView], seat: int) -> list[Piece]:
    streak = play.view.streak
    if streak is None or streak.seat != seat:
        return []
    return [number(play, f"+{streak.chips}", label=on_interim_account(streak.chips))]


def _stacks(play: Play[TableView], seat: int) -> list[Piece]:
    if play.view.stacks is None:
        return []
    stack, show = play.view.stacks[seat], play.context.renderer().number
    hand, bunker = counted(stack, seat)
    both = (
        number(play, show(stack.hand), play.say(T("Hand stack")), label=hand),
        number(play, show(stack.bunker), play.say(T("Bunker")), label=bunker),
    )
    return [together(*both, gap=_APART)]


def pracherche(play: Play[PrachercheView]) -> Shown:
    """Return both stacks as last counted, if they were."""
    view, before = play.view, {}
    if view.counted:
        before = {seat: [line(play, T("last counted: {n}", n=view.stacks[seat]), size=_COUNT)] for seat in SEATS}
    asks = T("Play trick by trick. Who wins the round?") if view.phase == "reveal" else None
    return Shown(before, on=frozenset(() if view.round_winner is None else (view.round_winner,)), asks=asks)


#: The relative size of the last count beside a name.
_COUNT: Final = 0.6
