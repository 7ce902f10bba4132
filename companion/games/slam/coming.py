"""Who joins Slam! late, and why nobody is taken off the table (slam.ruling.coming)."""

from attrs import evolve

from companion.games.slam.messages import T
from companion.games.slam.model import Booking, State
from companion.games.slam.numbers import NUMBERS
from companion.kernel.explain import Refused, why
from companion.kernel.game import Step
from companion.kernel.report import Story
from companion.kernel.text import Player

_RULE = "slam.ruling.coming"


def joined(state: State) -> Step[State]:
    """A hand of poets, an empty victory pile, and from the next slam on the same chances as everybody.

    :raises Refused: if a slam is being played, or only the gold card is left.
    """
    if state.is_gold:
        text = T("Only the gold card is left, played with poets from the victory piles: nobody joins any more.")
        raise Refused(why(text, _RULE, "slam.gold.poets"))
    if not isinstance(state.phase, Booking):
        raise Refused(why(T("Somebody joins between two slams: finish this one first."), _RULE))
    story = Story(
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
    story.todo(text, _RULE, "slam.setup.poets")
    return story.step()


def left() -> Step[State]:
    """Return nothing: who has to go sits out.

    :raises Refused: always.
    """
    text = T(
        "Nobody is taken off the table: whoever has to go lays no more poets, and the slams they have won stay theirs."
    )
    raise Refused(why(text, _RULE, "slam.ruling.short_hand"))
