"""Bonuses and penalties of poets, and their sources."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.slam.assistants import smart
from companion.games.slam.cards import Bonus, Gold, Place, Source, Special, Trait, Voice, left_of
from companion.games.slam.model import Evidence, State
from companion.games.slam.numbers import NUMBERS

#: The rule behind each kind of bonus.
RULE_OF: Final = {
    Source.ABILITY: "slam.ruling.card_values",
    Source.SLAM: "slam.ruling.card_values",
    Source.OTHER: "slam.ruling.card_values",
    Source.SMART: "slam.card.best_of",
    Source.NOT_MALE: "slam.card.feminism",
    Source.BRIBE: "slam.poet.unscrupulous",
    Source.CONTAGION: "slam.poet.contagious",
    Source.STYLE_DIVERSITY: "slam.adv.style_diversity",
    Source.STORYTELLER: "slam.poet.storyteller",
    Source.EXPERIENCED: "slam.gold.team_bonus",
}

#: The bonus of a team in the team championship (slam.gold.team_bonus).
EXPERIENCED: Final = Bonus(NUMBERS.gold.experienced, Source.EXPERIENCED)


def bonuses_of(state: State, evidence: Evidence, present: Sequence[Place]) -> Mapping[Place, tuple[Bonus, ...]]:
    """Return each poet's bonuses; poets that do not take part neither get nor give any (slam.turn.not_admitted)."""
    found: dict[Place, list[Bonus]] = {place: [*evidence.standing(place).bonuses] for place in present}
    for place in present:
        poet = evidence.standing(place)
        mine = found[place]
        if evidence.slam.special is Special.FEMINISM and place.seat in (state.not_male or ()):
            mine.append(Bonus(NUMBERS.bonus.not_male, Source.NOT_MALE))
        if is_smart(state, evidence, place):
            mine.append(Bonus(NUMBERS.bonus.smart, Source.SMART))
        mine += [Bonus(bonus, Source.BRIBE) for bribed, bonus, _ in evidence.bribes if bribed == place and bonus]
        if evidence.slam.gold is Gold.TEAM and poet.sister:
            mine.append(EXPERIENCED)
    _infect(state, evidence, found)
    _diversify(state, evidence, found)
    return {place: tuple(mine) for place, mine in found.items()}


def is_smart(state: State, evidence: Evidence, place: Place) -> bool:
    """Return whether more than half of the players vote a poet smart (slam.card.best_of, slam.ruling.smart_vote)."""
    row = -1 if place.seat is None else place.seat  # the open list is the last row
    return evidence.votes is not None and smart(evidence.votes[row][place.card], len(state.players))


def _infect(state: State, evidence: Evidence, found: dict[Place, list[Bonus]]) -> None:
    """Apply the dice of contagious poets: the poet and all poets of the left neighbour (slam.poet.contagious)."""
    for place, die in evidence.rolls:
        if die != NUMBERS.die.contagious or place not in found or place.seat is None:
            continue
        found[place].append(Bonus(NUMBERS.die.own, Source.CONTAGION))
        for other, theirs in found.items():
            if other.seat == left_of(place.seat, state.players):
                theirs.append(Bonus(NUMBERS.die.neighbour, Source.CONTAGION))


def voice_of(evidence: Evidence, place: Place) -> Voice | None:
    """Return a poet's genre in this slam, lyric or prose; ``None`` if it is not settled yet (slam.team.lyric_prose)."""
    chosen = dict(evidence.voices)
    if place in chosen:
        return chosen[place]
    poet = evidence.standing(place)
    if poet.voice is Voice.EITHER and place.seat is not None and place.card < NUMBERS.setup.poets:
        lineup = evidence.lineups[place.seat]
        if lineup.team and lineup.poets[1 - place.card].has(Trait.TEAM_POET):
            return Voice.LYRIC
    return None if poet.voice is Voice.EITHER else poet.voice


def voices_matter(state: State, evidence: Evidence, present: Sequence[Place]) -> bool:
    """Return whether lyric or prose makes a difference (slam.adv.style_diversity, slam.poet.storyteller)."""
    return state.house.style_diversity == "on" or any(
        evidence.standing(place).has(Trait.STORYTELLER) for place in present
    )


def _diversify(state: State, evidence: Evidence, found: dict[Place, list[Bonus]]) -> None:
    """Reward the only lyric and the only prose poet (slam.adv.style_diversity, slam.poet.storyteller)."""
    voices = {place: voice_of(evidence, place) for place in found}
    for only, voice in voices.items():
        if voice is None or [*voices.values()].count(voice) != 1:
            continue
        if state.house.style_diversity == "on":
            found[only].append(Bonus(NUMBERS.bonus.style_diversity, Source.STYLE_DIVERSITY))
        if voice is Voice.PROSE and evidence.standing(only).has(Trait.STORYTELLER):
            found[only].append(Bonus(NUMBERS.bonus.storyteller, Source.STORYTELLER))
