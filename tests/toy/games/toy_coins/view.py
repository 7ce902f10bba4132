"""What a seat may see: the own coins, and the others' only when all hands are open."""

from typing import assert_never

from attrs import frozen
from companion.games.toy_coins.messages import T
from companion.games.toy_coins.model import GameOver, Hiding, Naming, RoundOver, State

from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Listing, Player


@frozen(kw_only=True)
class CoinsView(View):
    """The view of one seat.

    :param coins: the coins of each player, as far as this seat may know them.
    """

    coins: tuple[int | None, ...]


def view(state: State, seat: int | None) -> CoinsView:
    """Return what a seat (``None``: every player at the table) may see."""
    is_open = isinstance(state.phase, RoundOver | GameOver)
    coins = tuple(hand if is_open or one == seat else None for one, hand in enumerate(state.hidden))
    facts = [Fact(T("Coins"), hand, one, ("toy_coins.hide",)) for one, hand in enumerate(coins) if hand is not None]
    facts += [
        Fact(T("Named"), total, one, ("toy_coins.name",)) for one, total in enumerate(state.named) if total is not None
    ]
    match state.phase:
        case Hiding():
            missing = Listing(tuple(Player(one) for one in state.seats if state.hidden[one] is None))
            text, phase, rule = T("Still to hide coins: {players}.", players=missing), "hiding", "toy_coins.hide"
        case Naming(turn):
            text, phase, rule = T("{player} names the sum.", player=Player(turn)), "naming", "toy_coins.name"
        case RoundOver():
            text, phase, rule = T("Play another round, or stop here."), "round_over", "toy_coins.round"
        case GameOver():
            text, phase, rule = T("The game is over."), "game_over", "toy_coins.end"
        case _:
            assert_never(state.phase)
    prompt = Explanation(text, (rule,), Tone.TODO)
    return CoinsView(prompt=prompt, phase=phase, round=state.round, facts=tuple(facts), coins=coins)
