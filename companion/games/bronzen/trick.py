"""How a trick ends: its points, its chips and its cards."""

from companion.games.bronzen.chips import Chips
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.model import Reveal, Stack, State, Trick
from companion.games.bronzen.shared import announce_shuffle, outstanding, score
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
        score(effects, winner, due.column, due.points, due.text, *due.rules)


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
