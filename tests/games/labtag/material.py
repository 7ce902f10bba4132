"""Invariants of a table of LABTAG Schlamboree."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from attrs import evolve

from companion.games.labtag.cards import Card, Tally
from companion.games.labtag.match import height
from companion.games.labtag.model import GameOver, GroupContent, Ranking, Revealing, State, Trophy
from companion.scoring import ScoreSheet


def _labtag(state: State, sheet: ScoreSheet) -> None:
    """No card is lost: it lies face down, in the match, on a victory pile, or is discarded; and trophies are points."""
    piles = tuple(len(place.pile) for place in state.places)
    assert piles == sheet.totals
    assert sum(piles) <= state.matches
    for place in state.places:
        assert 0 <= len(place.unidentified) <= sum(group.face_down for group in place.groups)
    hidden = [place.hidden for place in state.places]
    if isinstance(state.phase, GameOver | Ranking):
        assert not any(hidden)
    match = state.phase.match if isinstance(state.phase, Revealing) and not state.phase.won else None
    reported = match.cards if match else ()
    if state.discarded is None or None in hidden or any(isinstance(cards, Tally) for cards in reported):
        return  # what no player has reported cannot be added up
    in_match = sum(len(cards) for cards in reported if isinstance(cards, tuple))
    laid = sum(bool(place.groups) for place in state.places)
    assert sum(size or 0 for size in hidden) + in_match + state.discarded + sum(piles) == laid * state.cards


def _card(state: State, card: Card) -> Hashable:
    return height(card, state.house), card.legendary


def _reported(content: GroupContent | None) -> Hashable:
    return Tally.of(content) if isinstance(content, tuple) else content


def _books(state: State) -> Hashable:
    """What matters later: groups, turn, and trophies that count in a tie; neither names nor the way of reporting."""
    places = tuple(
        (
            place.groups,
            place.unidentified,
            tuple(sorted(repr(card and _card(state, card)) for card in place.pile)),
            place.highest,
        )
        for place in state.places
    )
    phase: Any = state.phase
    if isinstance(phase, Revealing):
        match = evolve(phase.match, cards=(None, None))
        phase = match, phase.won, *map(_reported, phase.match.cards)
    elif isinstance(phase, Trophy):
        phase = phase.winner, frozenset(_card(state, card) for card in phase.cards)
    return type(state.phase), phase, places, state.cards, state.groups


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"labtag": _labtag}

#: By the game's id: what of a state matters afterwards.
BOOKS: Final[dict[str, Callable[[Any], Hashable]]] = {"labtag": _books}

#: Reports whose answer need not matter, with the reason.
IDLE: Final = {"Revealed": "the cards that check a match told by its winner confirm it or are refused"}
