"""Who joins Slam! late, who leaves it early, and who comes back (slam.ruling.coming)."""

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
    """A hand of poets, an empty victory pile, and from the next slam on the same chances as everybody.

    :raises Refused: if a slam is being played, or only the gold card is left.
    """
    if state.is_gold:
        text = T("Only the gold card is left, played with poets from the victory piles: nobody joins any more.")
        raise Refused(why(text, _RULE, "slam.gold.poets"))
    _between_slams(state, T("Somebody joins between two slams: finish this one first."))
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
    """The hand is discarded and the victory pile stays where it is; nobody else's cards are touched.

    Both are needed no more: no poet of who has left is laid, and the pile takes no part in the gold card.

    :raises Refused: if a slam is being played.
    """
    _between_slams(state, T("Somebody leaves between two slams: finish this one first."))
    effects = Effects(evolve(state, gone=state.gone | {seat}))
    text = T(
        "{player}’s hand goes to the discard pile. The victory pile stays on the table and takes no part in the gold card.",
        player=Player(seat),
    )
    effects.todo(text, _RULE, "slam.gold.poets")
    return effects.step()


def returned(state: State, seat: int) -> Step[State]:
    """What was won is still there; the hand is a new one, as long as one is needed.

    :raises Refused: if a slam is being played.
    """
    _between_slams(state, T("Somebody comes back between two slams: finish this one first."))
    back = evolve(state, gone=state.gone - {seat}, not_male=None)  # who was away may not have been asked
    effects, player = Effects(back), Player(seat)
    effects.note(T("{player}’s slams and victory pile are as they were.", player=player), _RULE)
    if not state.is_gold:
        effects.todo(T("{player} draws {n} poets.", player=player, n=NUMBERS.setup.hand), _RULE, "slam.setup.poets")
    return effects.step()


def _between_slams(state: State, otherwise: Text) -> None:
    if not isinstance(state.phase, Booking):
        raise Refused(why(otherwise, _RULE))
