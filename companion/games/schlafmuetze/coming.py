"""Who joins Schlafmütze late, and why nobody leaves before the end (schlafmuetze.ruling.coming)."""

from attrs import evolve

from companion.games.schlafmuetze.messages import T, minus_points
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import RoundOver
from companion.kernel.explain import Refused, why
from companion.kernel.game import Step
from companion.kernel.report import Story
from companion.kernel.text import Player

_RULE = "schlafmuetze.ruling.coming"


def joined(state: State) -> Step[State]:
    """As many minus points as whoever has most, so that coming late is no advantage; dealt in from the next round on.

    :raises Refused: if a round is being played.
    """
    phase, seat, points = state.phase, state.seats, max(state.totals)
    if not isinstance(phase, RoundOver):
        text = T("Somebody joins between two rounds, since the cards of this one are dealt: finish it first.")
        raise Refused(why(text, _RULE))
    story = Story(
        evolve(
            state,
            seats=seat + 1,
            chips=(*state.chips, 0),
            hands=None if state.hands is None else (*state.hands, 0),
            totals=(*state.totals, points),
            phase=evolve(phase, hands=(*phase.hands, 0), chips=(*phase.chips, 0)),
        )
    )
    text = T("{player} begins with {points}: nobody has more.", player=Player(seat), points=minus_points(points))
    said = story.tell(text, _RULE)
    if points:
        story.score(seat, state.round, "cards", points, said)
    return story.step()


def left() -> Step[State]:
    """Return nothing: the game ends, and another begins without whoever has to go.

    :raises Refused: always.
    """
    text = T(
        "With fewer minus points to win, nobody leaves before the end: end the game after a round, and begin a rematch without whoever has to go."
    )
    raise Refused(why(text, _RULE, "schlafmuetze.ruling.game_end"))
