"""Who competes with what: poets alone, teams with the better of each, the Avantgardist with her sister."""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from companion.games.slam.bonuses import bonuses_of
from companion.games.slam.cards import (
    NUMBERS,
    Attribute,
    Bonus,
    Gold,
    Lineup,
    Place,
    Poet,
    Slam,
    Source,
    Special,
    Trait,
)
from companion.games.slam.messages import poet_name, together
from companion.games.slam.model import Facts, House, State
from companion.kernel.text import Text

_MORE: Final = (Attribute.MESSAGE, Attribute.HUMOUR)
_LESS: Final = (Attribute.STYLE, Attribute.SYMPATHY)


@frozen
class Entrant:
    """A poet or a team that competes.

    :param seat: whose; ``None`` is the open list.
    :param cards: which of the player's cards.
    :param values: what counts of each attribute asked for.
    :param worse: the same for the runner-up title; ``None`` where the poet cannot compete twice (slam.team.runner_up).
    :param rules: what the numbers rest on.
    """

    seat: int | None
    cards: tuple[int, ...]
    name: Text
    values: tuple[tuple[Attribute, int], ...]
    bonuses: tuple[Bonus, ...] = ()
    worse: tuple[tuple[Attribute, int], ...] | None = None
    rules: tuple[str, ...] = ()

    @property
    def is_team(self) -> bool:
        """Whether two cards stand together."""
        return len(self.cards) > 1

    @property
    def total(self) -> int:
        """What it has for the win."""
        return sum(value for _, value in self.values) + self._extra

    @property
    def again(self) -> int | None:
        """What it has for the runner-up title (slam.team.runner_up, slam.ruling.team_runner_up_bonus)."""
        return None if self.worse is None else sum(value for _, value in self.worse) + self._extra

    @property
    def _extra(self) -> int:
        return sum(bonus.amount for bonus in self.bonuses)


def brings_buddy(house: House, slam: Slam, lineup: Lineup) -> bool:
    """Tell whether a poet who takes part draws a third one (slam.poet.third)."""
    facts = Facts(slam, (lineup,))
    pair = [Place(0, card) for card in range(NUMBERS.setup.poets)]
    return any(admitted(house, facts, place) and lineup.poets[place.card].has(Trait.BUDDY) for place in pair)


def admitted(house: House, facts: Facts, place: Place) -> bool:
    """Tell whether a poet takes part, as a member of a team or alone.

    Rules: slam.turn.not_admitted, slam.team.conditions, slam.adv.weekday, slam.ruling.partner_out.
    """
    poet = facts.poet(place)
    if poet is None or place.seat in facts.callers or place in facts.exposed:
        return False
    if place.seat is None:
        return _alone(house, poet)
    lineup = facts.lineups[place.seat]
    if stands_as_team(facts, place.seat) and place.card < NUMBERS.setup.poets:
        pair = lineup.poets[: NUMBERS.setup.poets]
        meet = all if facts.slam.special is Special.FEMINISM else any
        return meet(one.admitted for one in pair) and (house.weekday == "off" or all(one.free for one in pair))
    return _alone(house, poet)


def _alone(house: House, poet: Poet) -> bool:
    return poet.admitted and (house.weekday == "off" or poet.free)


def stands_as_team(facts: Facts, seat: int) -> bool:
    """Tell whether a player's first two poets compete as a team; one who was disqualified leaves the other alone."""
    gone = any(place.seat == seat and place.card < NUMBERS.setup.poets for place in facts.exposed)
    return facts.lineups[seat].team and not gone


def stage(facts: Facts) -> Iterator[tuple[Place, Poet]]:
    """Yield every poet on the table, the open list's last."""
    for seat, lineup in enumerate(facts.lineups):
        for card, poet in enumerate(lineup.poets):
            yield Place(seat, card), poet
    if facts.open_list:
        yield Place(None, 0), facts.open_list


def entrants(state: State, facts: Facts) -> tuple[Entrant, ...]:
    """Return everybody who competes, with the points and what they are made of."""
    present = {place for place, _ in stage(facts) if admitted(state.house, facts, place)}
    bonuses = bonuses_of(state, facts, [place for place, _ in stage(facts) if place in present])
    found: list[Entrant] = []
    for seat, lineup in enumerate(facts.lineups):
        places = [Place(seat, card) for card in range(len(lineup.poets))]
        if stands_as_team(facts, seat):
            pair, places = places[: NUMBERS.setup.poets], places[NUMBERS.setup.poets :]
            if pair[0] in present:
                found.append(_team(state, facts, lineup, pair, [bonuses[place] for place in pair]))
        found += [_single(facts, place, bonuses[place]) for place in places if place in present]
    if Place(None, 0) in present:
        found.append(_single(facts, Place(None, 0), bonuses[Place(None, 0)]))
    return tuple(found)


def _single(facts: Facts, place: Place, bonuses: tuple[Bonus, ...]) -> Entrant:
    """Return a poet alone, or the Avantgardist with her sister (slam.poet.avantgardist, slam.ruling.one_poet_sister)."""
    poet = facts.poet(place)
    assert poet
    values = tuple((attribute, _better(poet, attribute)) for attribute in facts.attributes)
    worse = None
    rules: tuple[str, ...] = ("slam.turn.show",)
    if poet.sister:
        worse = tuple((attribute, _worse(poet, attribute)) for attribute in facts.attributes)
        rules = ("slam.poet.avantgardist", *rules)
    return Entrant(place.seat, (place.card,), poet_name(poet, place.card), values, bonuses, worse, rules)


def _better(poet: Poet, attribute: Attribute) -> int:
    """Return what a poet has for the win; with her sister the Avantgardist has more here and less there."""
    return poet.value(attribute) + (_change(attribute) if poet.sister else 0)


def _worse(poet: Poet, attribute: Attribute) -> int:
    """Return what a poet has when the worse counts (slam.ruling.third_or_team)."""
    return poet.value(attribute) + (min(0, _change(attribute)) if poet.sister else 0)


def _change(attribute: Attribute) -> int:
    if attribute in _MORE:
        return int(NUMBERS.sister.more)
    return int(NUMBERS.sister.less) if attribute in _LESS else 0


def _team(
    state: State, facts: Facts, lineup: Lineup, pair: Sequence[Place], bonuses: Sequence[tuple[Bonus, ...]]
) -> Entrant:
    """Return a team: the better of each attribute and ability for the win, the worse values for the runner-up title.

    Rules: slam.team.cherry_pick, slam.team.runner_up, slam.ruling.sympathy, slam.ruling.team_abilities.
    """
    poets = [lineup.poets[place.card] for place in pair]
    values, worse = [], []
    for attribute in facts.attributes:
        both = [poet.value(attribute) for poet in poets]
        # Decision: what is not picked is the lower one, for the win as for the runner-up title
        picked = attribute is not Attribute.SYMPATHY or state.house.sympathy == "yes"
        values.append((attribute, max(both) if picked else min(both)))
        worse.append((attribute, min(both)))
    rules = ["slam.team.cherry_pick", "slam.turn.show"]
    if Attribute.SYMPATHY in facts.attributes:
        rules.append("slam.ruling.sympathy")
    extra = best_of(bonuses)
    if facts.slam.gold is Gold.TEAM:
        extra = (*(bonus for bonus in extra if bonus.source is not Source.EXPERIENCED), experienced())
        rules.append("slam.gold.team_bonus")
    name = together([poet_name(poet, place.card) for poet, place in zip(poets, pair, strict=True)])
    cards = tuple(place.card for place in pair)
    return Entrant(pair[0].seat, cards, name, tuple(values), extra, tuple(worse), tuple(rules))


def experienced() -> Bonus:
    """Return what a team gets in the team championship (slam.gold.team_bonus)."""
    return Bonus(NUMBERS.gold.experienced, Source.EXPERIENCED)


def best_of(members: Sequence[tuple[Bonus, ...]]) -> tuple[Bonus, ...]:
    """Return a team's bonuses: of each kind those of the partner who has more (slam.ruling.team_abilities).

    >>> best_of([(Bonus(2), Bonus(-2, Source.CONTAGION)), (Bonus(3),)])
    (Bonus(amount=3, source=<Source.ABILITY: 'ability'>, words=''),)
    """
    chosen: list[Bonus] = []
    for source in Source:
        kinds = [tuple(bonus for bonus in mine if bonus.source is source) for mine in members]
        chosen += max(kinds, key=lambda mine: sum(bonus.amount for bonus in mine))
    return tuple(chosen)
