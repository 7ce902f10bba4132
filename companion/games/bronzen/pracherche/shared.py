"""Prompts that the reports of Pracherche and its screens share."""

from companion.games.bronzen.messages import N, T
from companion.games.bronzen.pracherche.model import State
from companion.kernel.explain import Explanation, Tone


def laying_prompt(state: State) -> Explanation:
    """Return the instruction to lay cards in a war (pracherche.war, pracherche.ruling.short_war)."""
    if state.face_down:
        text = N(
            "Both lay {n} card face down, then one face up.", "Both lay {n} cards face down, then one face up.", n=1
        )
        return Explanation(text, ("pracherche.war",), Tone.TODO)
    text = T("Both lay one card face up, none face down.")
    return Explanation(text, ("pracherche.ruling.short_war", "pracherche.war"), Tone.TODO)
