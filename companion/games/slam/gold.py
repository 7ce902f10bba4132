"""The gold card: who may take part, with which poets of the victory pile, and what becomes of them."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from attrs import evolve

from companion.games.slam.cards import UNTOLD, Champion, Entry, Gold, Lineup, Poet, Slam, Trait, filled
from companion.games.slam.messages import GOLD, N, T, poet_name
from companion.games.slam.model import Evidence, State
from companion.games.slam.numbers import NUMBERS
from companion.kernel.explain import Explanation
from companion.kernel.text import Player

RULE_OF: Final = {Gold.STATE: "slam.gold.state_one", Gold.TEAM: "slam.gold.team_one"}


def eligible(state: State, seat: int) -> tuple[int, ...]:
    """Return the places on a victory pile whose poets may enter.

    Rules: slam.gold.poets, slam.gold.rogues, slam.ruling.state_poets.
    """
    team = state.house.championship is Gold.TEAM
    return tuple(pick for pick, poet in enumerate(state.piles[seat]) if team or not poet.is_rogue)


def needed(state: State, seat: int) -> int:
    """Return how many poets a player must play; 0 means that the player cannot take part.

    Rules: slam.gold.state_one, slam.gold.team_one, slam.ruling.avantgardist_alone.
    """
    number = len(eligible(state, seat))
    if state.house.championship is Gold.STATE:
        return min(number, NUMBERS.setup.poets)
    if number >= NUMBERS.gold.team_poets:
        return NUMBERS.gold.team_poets
    alone = state.house.avantgardist_alone == "yes" and any(poet.has(Trait.AVANTGARDIST) for poet in state.piles[seat])
    return 1 if alone else 0


def able(state: State) -> tuple[int, ...]:
    """Return who can take part in the championship."""
    return tuple(seat for seat in range(state.seats) if needed(state, seat))


def possible(state: State, seat: int) -> tuple[Entry, ...]:
    """Return all ways in which a player may enter."""
    number = needed(state, seat)
    if not number:
        return (Entry(),)
    only_teams = _only_teams(state)
    sizes = sorted({1, number} if only_teams else {number})
    entries = (
        Entry(tuple(Champion(pick, sister=pick == sister) for pick in picks), team)
        for size in sizes
        for picks in combinations(eligible(state, seat), size)
        for team in (False, True)
        for sister in (None, *picks)
    )
    allowed = [entry for entry in entries if entry_refusal(state, seat, entry) is None]
    return (Entry(), *allowed) if only_teams else tuple(allowed)


def _only_teams(state: State) -> bool:
    """Tell whether nobody but a team may enter (slam.ruling.any_two)."""
    return state.house.championship is Gold.TEAM and state.house.any_two == "teams"


def entry_refusal(state: State, seat: int, entry: Entry) -> Explanation | None:
    """Return why a player cannot enter like this."""
    championship = state.house.championship
    number = needed(state, seat)
    picks = [champion.pick for champion in entry.champions]
    rules = (RULE_OF[championship], "slam.gold.poets")
    only_teams = _only_teams(state)
    if not picks and only_teams:
        return None
    pile = state.piles[seat]
    if any(pick not in range(len(pile)) for pick in picks) or len({*picks}) != len(picks):
        text = T(
            "{player} has no such poet on the victory pile: choose different ones that lie there.", player=Player(seat)
        )
        return Explanation(text, rules)
    for pick in picks:
        if pick not in eligible(state, seat):
            text = T(
                "{poet} is a rogue: no entry to the {championship}. Choose another poet.",
                poet=poet_name(pile[pick], pick),
                championship=GOLD[championship],
            )
            return Explanation(text, ("slam.gold.rogues", "slam.ruling.state_poets"))
    sisters = [champion for champion in entry.champions if champion.sister]
    if any(not pile[champion.pick].has(Trait.AVANTGARDIST) for champion in sisters):
        return Explanation(
            T("Only the Avantgardist has a sister: let this poet come alone."), ("slam.poet.avantgardist",)
        )
    if entry.team and (len(picks) < NUMBERS.gold.team_poets or sisters):
        return Explanation(T("A team is two poet cards; the sister is none."), ("slam.ruling.one_poet_sister",))
    sisters_alone = len(picks) == 1 and bool(sisters) and championship is Gold.TEAM
    if sisters_alone and (number == 1 or (number and only_teams)):
        return None
    if len(picks) != number or (championship is Gold.TEAM and number == 1):
        if not number:
            text = T("{player} cannot take part: not enough winning poets.", player=Player(seat))
        else:
            text = N(
                "{player} plays {n} poet from the victory pile.",
                "{player} plays {n} poets from the victory pile.",
                n=number,
                player=Player(seat),
            )
        return Explanation(text, (*rules, "slam.turn.play"))
    if only_teams and not entry.team:
        text = T(
            "By the house rule only teams enter the team championship: two partners, or the Avantgardist with her sister."
        )
        return Explanation(text, ("slam.ruling.any_two",))
    return None


def on_stage(piles: Sequence[Sequence[Poet]], slam: Slam, entries: tuple[Entry, ...]) -> Evidence:
    """Return the evidence of a gold card: the chosen poets, taken from the piles with their printed values."""
    shown = []
    for seat, entry in enumerate(entries):
        poets = tuple(_champion(piles[seat][one.pick], one) for one in entry.champions)
        shown.append(Lineup(poets, entry.team))
    picks = tuple(tuple(one.pick for one in entry.champions) for entry in entries)
    return Evidence(slam, tuple(shown), picks=picks)


def _champion(poet: Poet, told: Champion) -> Poet:
    """Return a poet of the pile for this championship; what was added in an earlier slam is gone."""
    values = filled(told.values or UNTOLD, poet.values)
    return evolve(poet, values=values, admitted=told.admitted, free=True, bonuses=told.bonuses, sister=told.sister)


def walkover(state: State) -> Evidence:
    """Return the evidence of a gold card that is decided without poets."""
    return Evidence(Slam(gold=state.house.championship), tuple(Lineup(()) for _ in range(state.seats)))


def piles_after(state: State, evidence: Evidence, kept: Sequence[Sequence[int]]) -> tuple[tuple[Poet, ...], ...]:
    """Return the piles after the gold card: who was played and lost is discarded (slam.turn.win)."""
    piles = []
    for seat, pile in enumerate(state.piles):
        played = evidence.picks[seat] if evidence.picks else ()
        lost = {pick for card, pick in enumerate(played) if card not in kept[seat]}
        piles.append(tuple(poet for pick, poet in enumerate(pile) if pick not in lost))
    return tuple(piles)
