"""Ties by chance, settled a second time by a judge that knows nothing of the first: all that may come of them is the same."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from effort import effort
from games.slam.lineups import HOUSE, house
from games.slam.table import GAME, Table, poet

from companion.games.slam.cards import Lineup, Trait
from companion.games.slam.house import House
from companion.games.slam.model import Asking, Judged, State
from companion.games.slam.questions import TieQuestion
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.teams import entrants

#: Who wins, and which cards go to whose pile.
Ending = tuple[int | None, tuple[tuple[int, ...], ...]]
STAGES: Final = effort(few=80, many=400)


class One(NamedTuple):
    """Who competes; ``again`` is what it has if it competes twice."""

    seat: int | None
    cards: tuple[int, ...]
    total: int
    again: int | None


class Second(NamedTuple):
    """Who competes for the runner-up title, and which cards are kept if it wins."""

    total: int
    cards: tuple[int, ...]


def _stage(random: Random) -> Table:
    """Return a table whose poets are revealed, with few different values and everything reported."""
    seats = random.choice((2, 2, 3, 4))
    rules = house(random) | {"open_list": "on"}
    lineups = []
    for seat in range(seats):
        number = random.choice((0, 1, 2, 2, 3, 3, 3))
        poets = []
        for card in range(number):
            sister = random.randrange(10) == 0
            traits = (Trait.AVANTGARDIST,) if sister else ()
            values = {what: random.choice((4, 5, 5)) for what in ("style", "message")}
            admitted = random.randrange(8) > 0
            poets.append(poet(f"{'ABCD'[seat]}{card}", 0, *traits, sister=sister, admitted=admitted, **values))
        team = number > 1 and random.randrange(3) == 0 and not any(one.sister for one in poets[:2])
        lineups.append(Lineup(tuple(poets), team, number > 2))
    if not any(one.poets for one in lineups):
        lineups[0] = Lineup((poet("A0", 5),))
    guest = poet("Gast", random.choice((4, 5, 6))) if random.randrange(3) == 0 else None
    table = Table(*("Anna", "Ben", "Cem", "Dana")[:seats], **rules).slam(random.choice(("style", "style+message")))
    return table.report(PoetsRevealed(tuple(lineups), guest, zeros_told=True))


def _endings(state: State) -> set[Ending]:
    """Return how the slam may end as the referee has it, and find that nothing is asked to no end."""
    phase: Any = state.phase
    if isinstance(phase, Judged):
        return {(phase.verdict.winner, phase.verdict.piles)}
    assert isinstance(phase, Asking)
    assert isinstance(phase.question, TieQuestion)
    branches = [
        _endings(GAME.apply(state, offer.action({})).state) for offer in GAME.offers(state, None) if not offer.fields
    ]
    assert any(branch != branches[0] for branch in branches[1:]), f"{phase.question} makes no difference"
    return set().union(*branches)


def _settled(all_: Sequence[One], rules: House, seats: int) -> Iterator[Ending]:
    """Yield how a slam may end, straight from the rulings."""

    def end(winner: int | None, kept: dict[int, set[int]]) -> Ending:
        return winner, tuple(tuple(sorted(kept.get(seat, ()))) for seat in range(seats))

    if not all_:
        yield end(None, {})
        return
    top = max(one.total for one in all_)
    lead = [one for one in all_ if one.total == top]
    tied = sorted({one.seat for one in lead if one.seat is not None})
    guest = any(one.seat is None for one in lead)
    if not tied or (guest and rules.open_tie == "nobody"):
        yield end(None, {})
    elif len(tied) == 1:
        (seat,) = tied
        mine = [one for one in lead if one.seat == seat]
        rest = [one for one in all_ if one.seat == seat and one not in mine]
        best = [one for one in rest if one.total == max(other.total for other in rest)]
        if not guest:
            ways: list[tuple[One, ...]] = [(one,) for one in mine]
        elif len(mine) > 1:
            ways = [*combinations(mine, 2)]
        else:
            ways = [(mine[0], one) for one in best] or [(mine[0],)]
        for way in ways:
            yield end(seat, {seat: {card for one in way for card in one.cards}})
    else:
        for plan in product(*(_plans(seat, lead, all_, rules) for seat in tied)):
            safe = {
                seat: {card for one in mine for card in one.cards} for seat, (mine, _) in zip(tied, plan, strict=True)
            }
            seconds = {seat: two for seat, (_, two) in zip(tied, plan, strict=True) if two}
            yield from (end(winner, kept) for winner, kept in _runner_up(tied, safe, seconds, rules))


def _plans(
    seat: int, lead: Sequence[One], all_: Sequence[One], rules: House
) -> Iterator[tuple[Sequence[One], tuple[Second, ...]]]:
    """Yield which poets of a tied player are safe, and who may compete for the runner-up title."""
    mine = [one for one in lead if one.seat == seat]
    rest = [one for one in all_ if one.seat == seat and one not in mine]
    if len(mine) > 1 and rules.own_and_others == "kept":
        yield mine, (Second(mine[0].total, ()),)
    elif len(mine) > 1:
        for second in mine:
            yield [one for one in mine if one is not second], (Second(second.total, second.cards),)
    else:
        (first,) = mine
        once_more = [] if first.again is None else [Second(first.again, ())]
        others = [Second(one.total, one.cards) for one in rest]
        if len(first.cards) > 1 and rest:
            for one in (*once_more, *others):
                yield mine, (one,)
        else:
            options = [*once_more, *others]
            yield mine, tuple(one for one in options if one.total == max(other.total for other in options))


def _runner_up(
    tied: Sequence[int], safe: dict[int, set[int]], seconds: dict[int, tuple[Second, ...]], rules: House
) -> Iterator[tuple[int | None, dict[int, set[int]]]]:
    if not seconds:
        yield from [(None, safe)] if rules.no_second == "nobody" else [(seat, safe) for seat in tied]
        return
    best = max(two[0].total for two in seconds.values())
    among = [seat for seat, two in seconds.items() if two[0].total == best]
    for winner in among:
        keepers = among if rules.runner_up_poets == "kept" or len(among) == 1 else [winner]
        for chosen in product(*(seconds[seat] for seat in keepers)):
            kept = {seat: {*cards} for seat, cards in safe.items()}
            for seat, second in zip(keepers, chosen, strict=True):
                kept[seat] |= {*second.cards}
            yield winner, kept


@pytest.mark.rule(
    "slam.tie.own",
    "slam.tie.first",
    "slam.ruling.three_own",
    "slam.ruling.open_list_pile",
    "slam.ruling.own_and_others",
    "slam.ruling.short_hand",
)
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_a_tie_ends_as_the_rulings_have_it_and_every_choice_makes_a_difference(part: int) -> None:
    for seed in range(part * STAGES // 4, (part + 1) * STAGES // 4):
        table = _stage(Random(seed))
        state: Any = table.state
        here = [
            One(one.seat, one.cards, one.total, one.again and one.again.total)
            for one in entrants(state, state.phase.evidence)
        ]
        assert _endings(state) == {*_settled(here, state.house, state.seats)}, f"stage {seed}"


def test_the_house_rules_tried_are_those_of_ties() -> None:
    keys = {rule.key for rule in GAME.meta.house_rules}
    assert {*HOUSE} <= keys
