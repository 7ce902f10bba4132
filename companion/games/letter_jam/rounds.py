"""The end of a clue's round, reported or implied by a later report."""

from attrs import evolve

from companion.games.letter_jam.drawing import (
    clear_bonus,
    discard,
    draw_extra,
    keep_in_doubt,
    next_card,
    next_letter,
    take_guess,
)
from companion.games.letter_jam.messages import T
from companion.games.letter_jam.model import State
from companion.games.letter_jam.phases import Choosing, Deciding
from companion.games.letter_jam.places import At, Stand
from companion.kernel.report import Effects


def end_round(effects: Effects[State], *, implied: bool = False) -> None:
    """Discard used letters, then let players draw in the order of seats, then refill the stands.

    Players who guessed an extra letter have drawn already (letter_jam.round.npc_replace, letter_jam.ruling.order_of_drawing).

    :param implied: whether the end was not reported; then undecided players need not have stayed.
    """
    phase, clue, used = effects.phase(Deciding), effects.state.clue, set(effects.state.clue.stands)
    npcs = [number for number in range(len(effects.state.npcs)) if Stand(At.NPC, number) in used]
    later = {seat: guess for seat, guess in enumerate(phase.guesses) if guess and guess.drawn_later}
    clear_bonus(effects, used)
    if clue.brief and clue.brief.others:
        effects.change(doubted=effects.state.usable_bonus)
    for seat, guess in later.items():
        take_guess(effects, seat, guess)
    discard(effects, len(npcs))
    for seat, moves in enumerate(phase.moves):
        if moves:
            next_letter(effects, seat)
        elif seat in later:
            draw_extra(effects, seat)
        elif (clue.brief or implied) and not phase.guesses[seat]:
            _leave_open(effects, seat, stays=moves is False)
    for number in npcs:
        next_card(effects, number)
    effects.todo(T("All chips go back to the middle."), "letter_jam.round.chips_back")
    effects.change(phase=Choosing())


def after_round(state: State) -> State:
    """Return the state after the round of a clue whose chips are unknown; any other state unchanged."""
    return before_next(state) if state.brief_clue else state


def before_next(state: State) -> State:
    """Return the state before the next clue, ending the round of a clue that is on the table."""
    return state.round_over if isinstance(state.phase, Deciding) else state


def _leave_open(effects: Effects[State], seat: int, *, stays: bool) -> None:
    """Record that a player may have used a letter, moved on or guessed wrong (letter_jam.advance.choice).

    :param stays: whether the player is known to stay.
    """
    place, clue = effects.state.places[seat], effects.state.clue
    if not place.clued:
        place = evolve(place, clued=None if clue.may_use(seat) else place.clued)
    if stays or place.clued is False or place.standing is False:
        effects.state = effects.state.with_place(seat, place)
        return
    if place.perhaps_done:
        # a wrong guess of the extra letter need not be reported, nor the card drawn after it
        place = evolve(place, missed=place.missed + 1)
    if place.done:
        keep_in_doubt(effects, seat, evolve(place, extras=place.extras + 1, clued=None))
        return
    perhaps = min(place.perhaps + 1, place.length - place.at)
    keep_in_doubt(effects, seat, evolve(place, perhaps=perhaps, since=clue.number, clued=None))
