"""What must be told before a slam can be judged; the referee asks for nothing else."""

from companion.games.slam.bonuses import voice_of, voices_matter
from companion.games.slam.cards import Place, Poet, Special, Trait, Voice, clockwise
from companion.games.slam.model import (
    AskBribe,
    AskContagion,
    AskDetective,
    AskNotMale,
    AskShow,
    AskSmart,
    AskValues,
    AskVoice,
    Facts,
    House,
    Question,
    State,
)
from companion.games.slam.teams import admitted, competing, stage


def pending(state: State, facts: Facts) -> Question | None:
    """Return the next thing to be told, in the order in which it happens at the table."""
    present = [(place, poet) for place, poet in stage(facts) if admitted(state.house, facts, place)]
    places = [place for place, _ in present]
    first = (
        _detective(facts, present)
        or _contagion(facts, present)
        or _bribe(facts, present)
        or _players(state, facts, places)
        or _clothes(facts, places)
        or _voice(state, facts, places)
        or (None if facts.attributes else AskShow())
    )
    return first or next(iter(unknown(state.house, facts)), None)


def unknown(house: House, facts: Facts) -> tuple[AskValues, ...]:
    """Return what nobody has told of those who compete: unknown is no number (slam.ruling.card_values).

    Only what counts is asked for, and nothing where one competes alone.
    """
    taking_part = [(place, poet) for place, poet in stage(facts) if admitted(house, facts, place)]
    if len(competing(facts, [place for place, _ in taking_part])) == 1:
        return ()
    return tuple(
        AskValues(place, missing) for place, poet in taking_part if (missing := poet.unknown(facts.attributes))
    )


def _detective(facts: Facts, present: list[tuple[Place, Poet]]) -> Question | None:
    """A detective may disqualify a rogue before it acts; not admitted, a rogue does nothing (slam.poet.detective)."""
    rogues = tuple(place for place, poet in present if is_rogue(poet))
    for place, poet in present:
        if poet.has(Trait.DETECTIVE) and place.seat is not None and place not in facts.asked and rogues:
            return AskDetective(place, rogues)
    return None


def is_rogue(poet: Poet) -> bool:
    """Tell whether a poet is a rogue; the Unscrupulous always is."""
    return poet.has(Trait.ROGUE) or poet.has(Trait.UNSCRUPULOUS)


def _contagion(facts: Facts, present: list[tuple[Place, Poet]]) -> Question | None:
    rolled = {place for place, _ in facts.rolls}
    for place, poet in present:
        if poet.has(Trait.CONTAGIOUS) and place.seat is not None and place not in rolled:
            return AskContagion(place)
    return None


def _bribe(facts: Facts, present: list[tuple[Place, Poet]]) -> Question | None:
    bribed = {place for place, *_ in facts.bribes}
    for place, poet in present:
        if poet.has(Trait.UNSCRUPULOUS) and place.seat is not None and place not in bribed:
            return AskBribe(place)
    return None


def _players(state: State, facts: Facts, places: list[Place]) -> Question | None:
    if facts.slam.special is Special.FEMINISM and state.not_male is None and places:
        return AskNotMale()
    return None


def _clothes(facts: Facts, places: list[Place]) -> Question | None:
    return AskSmart() if facts.slam.special is Special.BEST_OF and facts.votes is None and places else None


def _voice(state: State, facts: Facts, places: list[Place]) -> Question | None:
    """Ask the owners clockwise for what is not settled, the open list last (slam.ruling.style_diversity_order)."""
    if not voices_matter(state, facts, places):
        return None
    order: list[int | None] = [*clockwise(state.chooses_first, state.seats), None]
    open_places = [place for place in places if voice_of(facts, place) is None]
    # what is printed but was not entered comes first: the free choosers know it when they choose
    open_places.sort(key=lambda place: (_printed(facts, place) is Voice.EITHER, order.index(place.seat), place.card))
    return AskVoice(open_places[0]) if open_places else None


def _printed(facts: Facts, place: Place) -> Voice | None:
    poet = facts.poet(place)
    return poet.voice if poet else None
