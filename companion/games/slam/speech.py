"""How the referee speaks: a reason, something to do, a note, and what has to happen first."""

from typing import assert_never

from companion.games.slam.messages import ATTRIBUTE, T, listed, name_on_stage
from companion.games.slam.model import Asking, AskValues, Booking, GameOver, Judged, Revealing, State
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Text


def why(text: Text, *rules: str) -> Explanation:
    """Return a reason with its rules, each once, the deciding one first."""
    return Explanation(text, tuple(dict.fromkeys(rules)))


def todo(text: Text, *rules: str) -> Explanation:
    """Return something the players do with the cards."""
    return Explanation(text, rules, Tone.TODO)


def note(text: Text, *rules: str) -> Explanation:
    """Return something good to know."""
    return Explanation(text, rules, Tone.NOTE)


def wait(state: State) -> Explanation:
    """Return what has to happen first, as the moment has it."""
    match state.phase:
        case Booking():
            text = T("First turn up the next card and do its booking part.")
            return why(text, "slam.turn.booking")
        case Revealing():
            return why(T("First all reveal their poets."), "slam.turn.play")
        case Asking(facts, AskValues(place, attributes)):
            text = T(
                "Nobody has told {attributes} of {poet} yet: tell it first, for nothing is judged by what is unknown.",
                attributes=listed(ATTRIBUTE[one] for one in attributes),
                poet=name_on_stage(facts, place),
            )
            return why(text, "slam.ruling.card_values", *(("slam.gold.poets",) if facts.slam.gold else ()))
        case Asking():
            return why(T("The slam is being judged: answer the referee’s question first."), "slam.turn.show")
        case Judged():
            return why(T("This slam is judged: put the cards away first."), "slam.turn.win")
        case GameOver():
            return why(T("This game is over. Start a rematch for another one."), "slam.end")
        case _:
            assert_never(state.phase)
