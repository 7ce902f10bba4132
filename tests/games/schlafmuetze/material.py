"""Invariants of a table of Schlafmütze."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from attrs import evolve

from companion.games.schlafmuetze.cards import Card
from companion.games.schlafmuetze.model import Latest, State
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Counting, GameOver, Halted, RoundOver, Running, Voting
from companion.scoring import ScoreSheet


def _schlafmuetze(state: State, sheet: ScoreSheet) -> None:
    """No card is lost, no chip is owed, and the state's totals are those of the sheet."""
    assert len(state.circle) == 12
    assert 0 <= state.stock <= 96
    assert min(state.chips) >= 0
    assert state.house.chips == "count_on" or sum(state.chips) <= NUMBERS.chips.middle
    assert state.totals == sheet.totals
    if state.every_card and not isinstance(state.phase, RoundOver | GameOver):
        assert state.hands is not None
        assert sum(state.hands) + state.stock + state.laid == 96
        assert min(state.hands) >= 0
        assert state.laid >= 0
        assert state.latest is None or state.laid > 0
    if isinstance(state.phase, Running) and state.every_card:
        assert state.hands is not None
        assert {seat for seat, cards in enumerate(state.hands) if not cards} == state.gone
        # after a card went back that no player had reported, only the table knows what was before
        assert state.pausing is not None or state.latest is None or not state.latest.sure
        assert state.colour in state.showing or state.pausing is None
    if state.hands is None:
        assert not state.every_card
        assert state.laid == 0
    assert state.last_known is None or not state.every_card
    if isinstance(state.phase, Counting):
        assert state.hands is None
    if isinstance(state.phase, Halted | Voting):
        assert state.latest is not None or not state.every_card


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"schlafmuetze": _schlafmuetze}


def _no_words(circle: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(evolve(card, word="") for card in circle)


def _no_word(latest: Latest | None) -> Latest | None:
    if latest is None:
        return None
    under, before = evolve(latest.under, word=""), _no_word(latest.before)
    return evolve(latest, under=under, circle=_no_words(latest.circle), before=before)


def books(state: State) -> Hashable:
    """Return what matters of a table: words are reported for those who judge them, late votes to be complete."""
    phase, last_known = state.phase, state.last_known
    if isinstance(phase, Voting):
        phase = evolve(phase, words=("", "", ""))
    if last_known:
        known = _no_word(last_known.latest)
        assert known
        last_known = evolve(last_known, circle=_no_words(last_known.circle), latest=known)
    circle, latest = _no_words(state.circle), _no_word(state.latest)
    return evolve(state, phase=phase, circle=circle, latest=latest, last_known=last_known, settled=None)


#: By the game's id: what of a state can change an outcome.
BOOKS: Final[dict[str, Callable[[Any], Hashable]]] = {"schlafmuetze": books}

#: By the name of a report: why it may ask what changes nothing.
IDLE: Final[dict[str, str]] = {
    "Voted": "a game that began when all voted to the end asks the last ones after the decision"
}
