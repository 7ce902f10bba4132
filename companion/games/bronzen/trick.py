"""How a trick ends: its points, the streak of Einzels, its chips and its cards."""

from companion.games.bronzen.chips import LADDER, Chips
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import N, T
from companion.games.bronzen.model import Reveal, Stack, State, Streak, Trick
from companion.games.bronzen.shared import announce_shuffle, outstanding, score, streak_due
from companion.kernel.report import Effects
from companion.kernel.text import Player


def award(effects: Effects[State], trick: Trick, winner: int) -> None:
    """Give the winner cards and points, never chips (bronzen.special.cards_only, bronzen.double.points)."""
    text = T("{player} wins the trick: {cards} cards, no chip.", player=Player(winner), cards=len(SEATS) * trick.laid)
    effects.todo(text, "bronzen.special.cards_only")
    score_trick(effects, trick, winner)
    return_stakes(effects, trick)
    take_trick(effects, trick, winner)


def score_trick(effects: Effects[State], trick: Trick, winner: int) -> None:
    """Score the outstanding points of a trick."""
    for due in outstanding(effects.state, trick, winner):
        score(effects, winner, due)


def return_stakes(effects: Effects[State], trick: Trick) -> None:
    """Move staked chips to the bank (bronzen.double.stakes)."""
    if trick.staked != Chips():
        effects.todo(T("All staked chips go back to the bank."), "bronzen.double.stakes")


def take_trick(effects: Effects[State], trick: Trick, winner: int) -> None:
    """Put the trick into the winner's bunker and begin the next (bronzen.einzel)."""
    collect(effects, trick, winner)
    next_trick(effects, winner)


def collect(effects: Effects[State], trick: Trick, winner: int) -> None:
    """Put the cards of the trick into the winner's bunker (bronzen.term.bunker)."""
    stack = effects.state.stacks[winner]
    effects.state = effects.state.with_stack(winner, Stack(stack.hand, stack.bunker + len(SEATS) * trick.laid))


def next_trick(effects: Effects[State], winner: int) -> None:
    """Start the next trick."""
    refill_hands(effects)
    effects.change(phase=Reveal(), trick=effects.state.trick + 1, last_winner=winner)


def refill_hands(effects: Effects[State]) -> None:
    """Shuffle the bunker of a player without a hand stack into a new one (bronzen.ruling.shuffle_moment)."""
    for seat in SEATS:
        stack = effects.state.stacks[seat]
        if not stack.hand:
            announce_shuffle(effects, seat, stack.bunker, "bronzen.ruling.shuffle_moment")
            effects.state = effects.state.with_stack(seat, Stack(stack.bunker, 0))


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
    if (due := streak_due(seat, chips)).points:
        score(effects, seat, due)


def settle_streak(effects: Effects[State]) -> None:
    """Book the streak that is pending when a round ends, unless the house rule forfeits it (bronzen.ruling.pending_streak)."""
    if not effects.state.streak:
        return
    if effects.state.house.pending_streak == "book":
        effects.say(T("The running streak is booked."), "bronzen.ruling.pending_streak")
        book_streak(effects)
    else:
        effects.change(streak=None)
        text = T("By the house rule the running streak is forfeited; its chips go back to the bank.")
        effects.say(text, "bronzen.ruling.pending_streak")
