"""Functions that several reports of LABTAG Schlamboree share: open questions, the next turn, the end of the game."""

from collections.abc import Hashable

from attrs import evolve

from companion.games.labtag.final import Question, piles, proof, question, result, standings
from companion.games.labtag.match import Decision, Side, decide
from companion.games.labtag.messages import N, T
from companion.games.labtag.model import Choosing, GameOver, Match, Ranking, Revealing, State, fits_parity
from companion.games.labtag.numbers import NUMBERS
from companion.kernel.explain import Explanation, Tone
from companion.kernel.report import Effects
from companion.kernel.text import Player


def event(state: State, *more: Hashable) -> Hashable:
    """Return a key that identifies the current event, to reject duplicate reports."""
    return (type(state.phase), state.matches, *more)


def decision_so_far(state: State) -> Decision:
    """Return the decision of the current match by the reports on both groups, perhaps incomplete."""
    phase = state.phase
    assert isinstance(phase, Revealing)
    return verdict(state, phase.match) or Decision(None, ())


def open_seats(state: State) -> tuple[int, ...]:
    """Return the seats whose groups in the match are not fully reported."""
    phase = state.phase
    if not isinstance(phase, Revealing):
        return ()
    return phase.match.unreported or decision_so_far(state).of


def verdict(state: State, current: Match) -> Decision | None:
    """Return the decision of a match, perhaps incomplete; ``None`` while nothing is known of one of the groups."""
    left, right = current.cards
    if left is None or right is None:
        return None
    sides = []
    for seat, cards in zip(current.seats, (left, right), strict=True):
        sizes = state.sizes(current, seat)
        sides.append(Side(seat, cards, (min(sizes), max(sizes))))
    return decide(sides[0], sides[1], state.house)


def asked(state: State) -> Question:
    """Return the open question about a victory pile (labtag.ruling.final_tie)."""
    found = question(piles(state.places, state.house))
    assert found
    return found


def parity_note(state: State) -> tuple[Explanation, ...]:
    """Return a warning if the number of groups does not suit the number of players (labtag.setup.group_count)."""
    if not state.groups or fits_parity(len(state.places), state.groups):
        return ()
    text = (
        T(
            "With an odd number of players the number of groups should be even; {n} is odd. You may play on.",
            n=state.groups,
        )
        if len(state.places) % 2
        else T(
            "With an even number of players the number of groups should be odd; {n} is even. You may play on.",
            n=state.groups,
        )
    )
    return (Explanation(text, ("labtag.setup.group_count", "labtag.ruling.parity"), Tone.WARNING),)


def next_turn(effects: Effects[State], last: int) -> None:
    """Give the turn to the left; a player without groups is skipped (labtag.turn.next, labtag.ruling.skipped)."""
    holding = [seat for seat in effects.state.seats if effects.state.places[seat].face_down]
    if len(holding) < NUMBERS.players.fewest:
        _finish(effects, holding)
        return
    for seat in effects.state.left_of(last):
        if seat in holding:
            effects.change(phase=Choosing(seat))
            return
        text = T("{player} has no group left and is skipped.", player=Player(seat))
        effects.say(text, "labtag.ruling.skipped", "labtag.turn.next")


def _finish(effects: Effects[State], holding: list[int]) -> None:
    """End the game; one player at most still holds groups (labtag.turn.next, labtag.final.points)."""
    if holding:
        (seat,) = holding
        place = effects.state.places[seat]
        text = N(
            "There is no opponent left: {player} discards the remaining group, and the game ends.",
            "There is no opponent left: {player} discards the {n} remaining groups, and the game ends.",
            n=place.face_down,
            player=Player(seat),
        )
        effects.todo(text, "labtag.ruling.left_over", "labtag.ruling.players")
        effects.state = effects.state.discarding(place.hidden)
        groups = tuple(evolve(group, face_down=False) for group in place.groups)
        effects.state = effects.state.with_place(seat, evolve(place, groups=groups, unidentified=()))
    else:
        effects.say(T("All cards have been turned up: the game ends."), "labtag.turn.next")
    settle(effects)


def settle(effects: Effects[State]) -> None:
    """Count the piles, or ask for the value that settles a tie (labtag.final.points, labtag.ruling.final_tie)."""
    known = piles(effects.state.places, effects.state.house)
    if question(known):
        effects.change(phase=Ranking())
        text = T("Some players are tied: now their trophies count, and nobody has entered them yet.")
        effects.note(text, "labtag.ruling.final_tie", "labtag.final.tie_card")
        return
    effects.change(phase=GameOver())
    ranked = standings(known)
    effects.add(*proof(ranked), result(ranked))
