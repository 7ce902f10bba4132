"""Joining Schlafmütze late, leaving it early, and coming back (schlafmuetze.ruling.coming)."""

from typing import Final

from attrs import evolve

from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import State, plus
from companion.games.schlafmuetze.phases import RoundOver
from companion.kernel.explain import Refused, why
from companion.kernel.game import Step
from companion.kernel.report import Effects
from companion.kernel.text import Player, Text

_RULE: Final = "schlafmuetze.ruling.coming"


def joined(state: State) -> Step[State]:
    """Add a player with as many penalty points as the worst player has, dealt in from the next round on.

    :raises Refused: during a round.
    """
    phase = _between_rounds(state)
    seat, points = state.seats, _most(state)
    newcomer = evolve(
        state,
        seats=seat + 1,
        chips=(*state.chips, 0),
        hands=None if state.hands is None else (*state.hands, 0),
        totals=(*state.totals, 0),
        phase=evolve(phase, hands=(*phase.hands, 0), chips=(*phase.chips, 0)),
    )
    effects = Effects(newcomer)
    text = N(
        "{player} begins with {n} penalty point: nobody at the table has more.",
        "{player} begins with {n} penalty points: nobody at the table has more.",
        n=points,
        player=Player(seat),
    )
    _start_with(effects, seat, points, text)
    return effects.step()


def left(state: State, seat: int) -> Step[State]:
    """Keep a player's penalty points, and nothing else: the player is not dealt in, asked, or waited for.

    :raises Refused: during a round.
    """
    phase = _between_rounds(state)
    effects = Effects(evolve(state, gone=state.gone | {seat}))
    text = T("{player} is dealt no more cards, and cannot win any more.", player=Player(seat))
    effects.note(text, _RULE)
    if phase.dealer == seat:
        dealer = effects.state.left_of(seat)
        effects.change(phase=evolve(phase, dealer=dealer))
        effects.note(T("{player} deals instead.", player=Player(dealer)), _RULE, "schlafmuetze.ruling.dealer")
    return effects.step()


def returned(state: State, seat: int) -> Step[State]:
    """Bring a player back like a new one, but never with fewer penalty points than before.

    :raises Refused: during a round.
    """
    _between_rounds(state)
    own, most = state.totals[seat], _most(state)
    effects = Effects(evolve(state, gone=state.gone - {seat}))
    text = N(
        "{player} goes on with {n} penalty point: nobody at the table has more.",
        "{player} goes on with {n} penalty points: nobody at the table has more.",
        n=most,
        player=Player(seat),
    )
    if own >= most:
        text = N(
            "{player} goes on with {n} penalty point, as before.",
            "{player} goes on with {n} penalty points, as before.",
            n=own,
            player=Player(seat),
        )
    _start_with(effects, seat, max(0, most - own), text)
    return effects.step()


def _between_rounds(state: State) -> RoundOver:
    if isinstance(state.phase, RoundOver):
        return state.phase
    text = T("Players join or leave between two rounds. The cards of this one are dealt already: finish it first.")
    raise Refused(why(text, _RULE))


def _most(state: State) -> int:
    return max(state.totals[seat] for seat in state.everybody)


def _start_with(effects: Effects[State], seat: int, points: int, text: Text) -> None:
    message = effects.say(text, _RULE)
    if points:
        effects.score(seat, effects.state.round, "cards", points, message)
        effects.change(totals=plus(effects.state.totals, (seat,), points))
