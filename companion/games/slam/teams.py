"""The entrants: single poets, teams with the better of each value, the Avantgardist with her sister."""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from companion.games.slam.bonuses import EXPERIENCED, bonuses_of
from companion.games.slam.cards import Attribute, Bonus, Gold, Lineup, Place, Poet, Slam, Source, Special, Trait
from companion.games.slam.house import House
from companion.games.slam.messages import poet_name, together
from companion.games.slam.model import Evidence, State
from companion.games.slam.numbers import NUMBERS
from companion.kernel.text import Text

#: The change of each value by the Avantgardist's sister (slam.poet.avantgardist).
_CHANGE: Final = {
    **dict.fromkeys((Attribute.MESSAGE, Attribute.HUMOUR), NUMBERS.sister.more),
    **dict.fromkeys((Attribute.STYLE, Attribute.SYMPATHY), NUMBERS.sister.less),
}


@frozen
class Entrant:
    """A poet or a team that competes.

    :param seat: the owner; ``None`` for the open list.
    :param cards: the indices of its cards in the owner's line-up.
    :param values: for each attribute of the slam, the value that counts.
    :param worse: the same for the runner-up title; ``None`` where the poet cannot compete twice (slam.team.runner_up).
    :param rules: the rules behind the numbers.
    :param unknown: the attributes that count and are unknown; allowed only without another entrant.
    """

    seat: int | None
    cards: tuple[int, ...]
    name: Text
    values: tuple[tuple[Attribute, int], ...]
    bonuses: tuple[Bonus, ...] = ()
    worse: tuple[tuple[Attribute, int], ...] | None = None
    rules: tuple[str, ...] = ()
    unknown: tuple[Attribute, ...] = ()

    @property
    def is_team(self) -> bool:
        """Whether it is a team of two cards."""
        return len(self.cards) > 1

    @property
    def total(self) -> int:
        """The total for the win; all values must be known."""
        assert not self.unknown
        return sum(value for _, value in self.values) + sum(bonus.amount for bonus in self.bonuses)

    @property
    def again(self) -> "Entrant | None":
        """The entrant that competes for the runner-up title (slam.team.runner_up, slam.ruling.team_runner_up_bonus)."""
        return None if self.worse is None else evolve(self, values=self.worse, worse=None)


def brings_buddy(house: House, slam: Slam, lineup: Lineup) -> bool:
    """Return whether a poet who takes part draws a third one (slam.poet.third)."""
    present = taking_part(house, Evidence(slam, (lineup,)))
    return any(poet.has(Trait.BUDDY) for place, poet in present if place.card < NUMBERS.setup.poets)


def admitted(house: House, evidence: Evidence, place: Place) -> bool:
    """Return whether a poet takes part, as a member of a team or alone.

    Rules: slam.turn.not_admitted, slam.team.conditions, slam.adv.weekday, slam.ruling.partner_out.
    """
    poet = evidence.poet(place)
    if poet is None or place.seat in evidence.callers or place in evidence.exposed:
        return False
    if place.seat is None:
        return _alone(house, poet)
    if in_team(evidence, place):
        pair = evidence.lineups[place.seat].poets[: NUMBERS.setup.poets]
        meet = all if evidence.slam.special is Special.FEMINISM else any
        return meet(one.admitted for one in pair) and (house.weekday == "off" or all(one.free for one in pair))
    return _alone(house, poet)


def _alone(house: House, poet: Poet) -> bool:
    return poet.admitted and (house.weekday == "off" or poet.free)


def in_team(evidence: Evidence, place: Place) -> bool:
    """Return whether a poet competes in a team; if one of two partners is disqualified, the other competes alone."""
    if place.seat is None or place.card >= NUMBERS.setup.poets:
        return False
    gone = any(one.seat == place.seat and one.card < NUMBERS.setup.poets for one in evidence.exposed)
    return evidence.lineups[place.seat].team and not gone


def stage(evidence: Evidence) -> Iterator[tuple[Place, Poet]]:
    """Yield every poet on the table, the open list's last."""
    for seat, lineup in enumerate(evidence.lineups):
        for card, poet in enumerate(lineup.poets):
            yield Place(seat, card), poet
    if evidence.open_list:
        yield Place(None, 0), evidence.open_list


def taking_part(house: House, evidence: Evidence) -> list[tuple[Place, Poet]]:
    """Return every poet who takes part, in the order of the stage (slam.turn.not_admitted)."""
    return [(place, poet) for place, poet in stage(evidence) if admitted(house, evidence, place)]


def competing(evidence: Evidence, present: Sequence[Place]) -> list[tuple[Place, ...]]:
    """Return the places of each entrant: two for a team.

    :param present: all poets who take part, in the order of the stage.
    """
    found: list[tuple[Place, ...]] = []
    for place in present:
        if place.card and in_team(evidence, place):
            found[-1] = (*found[-1], place)
        else:
            found.append((place,))
    return found


def entrants(state: State, evidence: Evidence) -> tuple[Entrant, ...]:
    """Return all entrants, with their values and bonuses."""
    present = [place for place, _ in taking_part(state.house, evidence)]
    bonuses = bonuses_of(state, evidence, present)
    return tuple(
        _team(state, evidence, places, [bonuses[place] for place in places])
        if len(places) > 1
        else _single(evidence, places[0], bonuses[places[0]])
        for places in competing(evidence, present)
    )


def _single(evidence: Evidence, place: Place, bonuses: tuple[Bonus, ...]) -> Entrant:
    """Return a poet alone, or the Avantgardist with her sister (slam.poet.avantgardist, slam.ruling.one_poet_sister)."""
    poet = evidence.standing(place)
    known, unknown = _known_values(evidence, [poet])
    values = tuple((attribute, value) for attribute, (value,) in known)
    worse = None
    rules: tuple[str, ...] = ("slam.turn.show",)
    if poet.sister:
        changes = [(attribute, value, _CHANGE.get(attribute, 0)) for attribute, value in values]
        values = tuple((attribute, value + change) for attribute, value, change in changes)
        # for the worse value only losses by the sister count (slam.ruling.third_or_team)
        worse = tuple((attribute, value + min(0, change)) for attribute, value, change in changes)
        rules = ("slam.poet.avantgardist", *rules)
    return Entrant(place.seat, (place.card,), poet_name(poet, place.card), values, bonuses, worse, rules, unknown)


def _known_values(
    evidence: Evidence, poets: Sequence[Poet]
) -> tuple[list[tuple[Attribute, tuple[int, ...]]], tuple[Attribute, ...]]:
    """Return the values that count, for each attribute one per poet, and the attributes with unknown values."""
    known, unknown = [], []
    for attribute in evidence.attributes:
        values = [value for poet in poets if (value := poet.value(attribute)) is not None]
        if len(values) == len(poets):
            known.append((attribute, tuple(values)))
        else:
            unknown.append(attribute)
    return known, tuple(unknown)


def _team(state: State, evidence: Evidence, pair: Sequence[Place], bonuses: Sequence[tuple[Bonus, ...]]) -> Entrant:
    """Return a team: the better of each attribute and ability for the win, the worse values for the runner-up title.

    Rules: slam.team.cherry_pick, slam.team.runner_up, slam.ruling.sympathy, slam.ruling.team_abilities.
    """
    poets = [evidence.standing(place) for place in pair]
    known, unknown = _known_values(evidence, poets)
    values, worse = [], []
    for attribute, both in known:
        # Decision: the lower value is left out, for the win as well as for the runner-up title
        picked = attribute is not Attribute.SYMPATHY or state.house.sympathy == "yes"
        values.append((attribute, max(both) if picked else min(both)))
        worse.append((attribute, min(both)))
    rules = ["slam.team.cherry_pick", "slam.turn.show"]
    if Attribute.SYMPATHY in evidence.attributes:
        rules.append("slam.ruling.sympathy")
    extra = best_of(bonuses)
    if evidence.slam.gold is Gold.TEAM:
        extra = (*extra, EXPERIENCED)
        rules.append("slam.gold.team_bonus")
    name = together([poet_name(poet, place.card) for poet, place in zip(poets, pair, strict=True)])
    cards = tuple(place.card for place in pair)
    return Entrant(pair[0].seat, cards, name, tuple(values), extra, tuple(worse), tuple(rules), unknown)


def best_of(members: Sequence[tuple[Bonus, ...]]) -> tuple[Bonus, ...]:
    """Return a team's bonuses: of each kind those of the partner with the larger total (slam.ruling.team_abilities).

    >>> best_of([(Bonus(2), Bonus(-2, Source.CONTAGION)), (Bonus(3),)])
    (Bonus(amount=3, source=<Source.ABILITY: 'ability'>, words=''),)
    """
    chosen: list[Bonus] = []
    for source in Source:
        kinds = [tuple(bonus for bonus in mine if bonus.source is source) for mine in members]
        chosen += max(kinds, key=lambda mine: sum(bonus.amount for bonus in mine))
    return tuple(chosen)
