"""Joining Slam! late, leaving it early, and returning (slam.ruling.coming)."""

from attrs import evolve

from companion.games.slam.messages import T
from companion.games.slam.model import Booking, State
from companion.games.slam.numbers import NUMBERS
from companion.kernel.explain import Refused, why
from companion.kernel.game import Step
from companion.kernel.report import Effects
from companion.kernel.text import Player, Text

_RULE = "slam.ruling.coming"


def joined(state: State) -> Step[State]:
    """Give a new player a hand, an empty victory pile and, from the next slam on, the same chances as the others.

    :raises Refused: if a slam is being played, or only the gold card is left.
    """
    if state.is_gold:
        text = T("Only the gold card is left, played with poets from the victory piles: nobody can join any more.")
        raise Refused(why(text, _RULE, "slam.gold.poets"))
    _between_slams(state, T("You can join between two slams: finish this one first."))
    effects = Effects(
        evolve(
            state,
            seats=state.seats + 1,
            slams=(*state.slams, 0),
            piles=(*state.piles, ()),
            more=(*state.more, False),
            fewer=(*state.fewer, 0),
            entering=(*state.entering, None),
            counted=(*state.counted, None),
            not_male=None,  # the newcomer has not been asked
        )
    )
    text = T("{player} has no slams yet and draws {n} poets.", player=Player(state.seats), n=NUMBERS.setup.hand)
    effects.todo(text, _RULE, "slam.setup.poets")
    return effects.step()


def left(state: State, seat: int) -> Step[State]:
    """Discard the hand; the victory pile stays, and other players' cards are not affected.

    The leaving player lays no poets any more, and the pile takes no part in the gold card.

    :raises Refused: if a slam is being played.
    """
    _between_slams(state, T("You can leave between two slams: finish this one first."))
    effects = Effects(evolve(state, gone=state.gone | {seat}))
    text = T(
        "{player}’s hand goes to the discard pile. The victory pile stays on the table and takes no part in the gold card.",
        player=Player(seat),
    )
    effects.todo(text, _RULE, "slam.gold.poets")
    return effects.step()


def returned(state: State, seat: int) -> Step[State]:
    """Give the returning player a new hand if one is needed; the cards won before are kept.

    :raises Refused: if a slam is being played.
    """
    _between_slams(state, T("You can come back between two slams: finish this one first."))
    back = evolve(state, gone=state.gone - {seat}, not_male=None)  # a returning player may not have been asked
    effects, player = Effects(back), Player(seat)
    effects.note(T("{player}’s slams and victory pile are as they were.", player=player), _RULE)
    if not state.is_gold:
        effects.todo(T("{player} draws {n} poets.", player=player, n=NUMBERS.setup.hand), _RULE, "slam.setup.poets")
    return effects.step()


def _between_slams(state: State, otherwise: Text) -> None:
    if not isinstance(state.phase, Booking):
        raise Refused(why(otherwise, _RULE))
