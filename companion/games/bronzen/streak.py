"""The streak: the chips of Einzels in a row, on the interim account until they are booked."""

from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.messages import N, T
from companion.games.bronzen.model import State, Streak
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import score
from companion.kernel.report import Effects
from companion.kernel.text import Player


def take_chip(effects: Effects[State], winner: int, *rules: str) -> None:
    """Add a chip to the winner's streak (bronzen.einzel.chip, bronzen.einzel.streak)."""
    streak = effects.state.streak
    chips = streak.chips + 1 if streak else 1
    effects.change(streak=Streak(winner, chips))
    text = N(
        "{player} puts a black chip on the interim account.",
        "{player} puts a black chip on the interim account: {n} in a row.",
        n=chips,
        player=Player(winner),
    )
    effects.todo(text, "bronzen.einzel.chip", "bronzen.einzel.streak", *rules)


def book_streak(effects: Effects[State]) -> None:
    """Move the chips of the streak to the account; every full five bring points.

    Rules: bronzen.einzel.booking, bronzen.einzel.points, bronzen.ruling.streak_points.
    """
    streak = effects.state.streak
    if not streak:
        return
    seat, chips = streak.seat, streak.chips
    effects.change(streak=None)
    effects.state = effects.state.with_account(seat, effects.state.accounts[seat].plus(LADDER[0], chips))
    text = N(
        "The streak ends: {player} moves {n} chip to the account.",
        "The streak ends: {player} moves {n} chips to the account.",
        n=chips,
        player=Player(seat),
    )
    effects.todo(text, "bronzen.einzel.booking")
    points = chips // NUMBERS.streak.chips * NUMBERS.points.einzel
    if points:
        text = T(
            "{chips} chips at once: {points} points for {player}.", chips=chips, points=points, player=Player(seat)
        )
        score(effects, seat, "einzel", points, text, "bronzen.einzel.points", "bronzen.ruling.streak_points")


def settle_streak(effects: Effects[State]) -> None:
    """Book the streak that is pending when a round ends, unless the house rule forfeits it (bronzen.ruling.pending_streak)."""
    if not effects.state.streak:
        return
    if effects.state.house.pending_streak == "book":
        effects.say(T("The streak still pending is booked."), "bronzen.ruling.pending_streak")
        book_streak(effects)
    else:
        effects.change(streak=None)
        text = T("By the house rule the streak still pending is forfeited; its chips go back to the bank.")
        effects.say(text, "bronzen.ruling.pending_streak")
