"""The gold card: who may take part, with which poets of the victory pile, and where these poets go."""

from collections.abc import Sequence
from itertools import combinations

from attrs import evolve

from companion.games.slam.cards import UNKNOWN, Champion, Gold, GoldEntry, Lineup, Poet, Slam, Trait, Unnamed, filled
from companion.games.slam.messages import GOLD, N, T, poet_name
from companion.games.slam.model import Evidence, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.unknown_piles import numbers
from companion.kernel.explain import Explanation
from companion.kernel.text import Player


def playable(state: State, seat: int) -> tuple[Poet, ...]:
    """Return the cards of a victory pile, plus unnamed ones that can be played if the pile may hold unentered cards."""
    pile, number = state.piles[seat], NUMBERS.setup.poets
    if not state.more[seat] or needed(state, seat) < number:
        return pile
    return (*pile, *[Unnamed()] * (number - sum(isinstance(poet, Unnamed) for poet in pile)))


def eligible(state: State, seat: int) -> tuple[int, ...]:
    """Return the places on a victory pile whose poets may enter.

    Rules: slam.gold.poets, slam.gold.rogues, slam.ruling.state_poets.
    """
    pile = playable(state, seat)
    if state.house.championship is Gold.TEAM:
        return tuple(range(len(pile)))
    allowed = [pick for pick, poet in enumerate(pile) if not poet.is_rogue]
    if (limit := state.entering[seat]) is not None and limit < NUMBERS.setup.poets:
        # named poets first: the entered number limits the unnamed ones
        allowed = sorted(sorted(allowed, key=lambda pick: isinstance(pile[pick], Unnamed))[:limit])
    return tuple(allowed)


def needed(state: State, seat: int) -> int:
    """Return the number of poets a player must play, if known; 0 means that the player cannot take part.

    Rules: slam.gold.state_one, slam.gold.team_one, slam.ruling.avantgardist_alone.
    """
    return numbers(state, seat)[0]


def able(state: State) -> tuple[int, ...]:
    """Return the players who can take part in the championship."""
    return tuple(seat for seat in state.players if needed(state, seat))


def perhaps_able(state: State) -> tuple[int, ...]:
    """Return the players who can or may be able to take part in the championship."""
    return tuple(seat for seat in state.players if max(numbers(state, seat)))


def walks_over(state: State) -> int | None:
    """Return the player who is known to be the only one able to take part (slam.ruling.gold_alone)."""
    can = perhaps_able(state)
    if len(can) != 1 or not min(numbers(state, can[0])):
        return None
    return can[0] if in_question(state) is None else None


def perhaps_applause(state: State) -> bool:
    """Return whether the applause may decide because no player has a poet for it (slam.ruling.state_poets)."""
    able = any(min(numbers(state, seat)) for seat in state.players)
    return state.house.championship is Gold.STATE and state.house.state_empty == "applause" and not able


def played(state: State, safe: Sequence[int]) -> State:
    """Return the state after a gold card without entered poets: any participant may have lost some.

    :param safe: the players who keep at least one of them, because it has won or tied.
    """
    fewer = tuple(
        min(max(numbers(state, seat)), len(state.piles[seat])) - (seat in safe) for seat in range(state.seats)
    )
    return evolve(state, fewer=tuple(max(0, number) for number in fewer))


def in_question(state: State) -> int | None:
    """Return the player who can take part alone if the victory pile has a team, which is unknown.

    Where only teams enter, two poets are not enough to take part (slam.ruling.gold_alone, slam.ruling.any_two).
    """
    alone = able(state)
    if not _only_teams(state) or len(alone) != 1:
        return None
    (seat,) = alone
    known = any(poet.has(Trait.AVANTGARDIST) for poet in state.piles[seat]) or any(
        team[0] == seat for team in state.teams
    )
    return None if known else seat


def possible(state: State, seat: int) -> tuple[GoldEntry, ...]:
    """Return all ways in which a player may enter."""
    number = needed(state, seat)
    if not number:
        return (GoldEntry(),)
    only_teams = _only_teams(state)
    sizes = sorted({1, number} if only_teams else {number})
    entries = (
        GoldEntry(tuple(Champion(pick, sister=pick == sister) for pick in picks), team)
        for size in sizes
        for picks in combinations(eligible(state, seat), size)
        if picks == _on_top(state, seat, picks)
        for team in (False, True)
        for sister in (None, *picks)
    )
    allowed = [entry for entry in entries if entry_refusal(state, seat, entry) is None]
    return (GoldEntry(), *allowed) if only_teams else tuple(allowed)


def _only_teams(state: State) -> bool:
    """Return whether only teams may enter (slam.ruling.any_two)."""
    return state.house.championship is Gold.TEAM and state.house.any_two == "teams"


def entry_refusal(state: State, seat: int, entry: GoldEntry) -> Explanation | None:
    """Return why a player cannot enter like this."""
    if not entry.champions and _only_teams(state):
        return None
    return (
        _picks_refusal(state, seat, entry) or _sister_refusal(state, seat, entry) or _number_refusal(state, seat, entry)
    )


def _picks_refusal(state: State, seat: int, entry: GoldEntry) -> Explanation | None:
    """Poets of the own victory pile enter, rogues among them only as a team (slam.gold.poets, slam.gold.rogues)."""
    championship = state.house.championship
    pile, picks = playable(state, seat), [champion.pick for champion in entry.champions]
    if any(pick not in range(len(pile)) for pick in picks) or len({*picks}) != len(picks):
        text = T(
            "Not all of these lie on {player}’s victory pile: choose different poets from there.", player=Player(seat)
        )
        return Explanation(text, (state.house.championship.few_poets, "slam.gold.poets"))
    for champion in entry.champions:
        poet = who(pile, champion)
        if champion.poet and not _agrees(pile[champion.pick], champion.poet):
            text = T(
                "Another poet was entered for this card: {poet}. Choose the right card, or correct the slam that was won.",
                poet=poet_name(poet, champion.pick),
            )
            return Explanation(text, ("slam.gold.poets", "slam.turn.win"))
        rogue = championship is Gold.STATE and poet.is_rogue
        if rogue or champion.pick not in eligible(state, seat):
            text = T(
                "{poet} is a rogue: no entry to the {championship}. Choose another poet.",
                poet=poet_name(poet, champion.pick),
                championship=GOLD[championship],
            )
            return Explanation(text, ("slam.gold.rogues", "slam.ruling.state_poets"))
    return None


def names_refusal(state: State, entries: Sequence[GoldEntry]) -> Explanation | None:
    """A poet named at the gold card was unnamed before, and is no other card (slam.gold.poets)."""
    names = [
        champion.poet.name
        for seat, entry in enumerate(entries)
        for champion in entry.champions
        if champion.poet and champion.poet.name and not playable(state, seat)[champion.pick].name
    ]
    for name in names:
        if name in state.won_names or names.count(name) > 1:
            text = T(
                "{poet} lies on a victory pile already: choose that card, or name another poet.",
                poet=T("{name}", name=name),
            )
            return Explanation(text, ("slam.gold.poets", "slam.turn.win"))
    return None


def who(pile: Sequence[Poet], champion: Champion) -> Poet:
    """Return the poet of a pile that is played, with missing data filled in from the new entry."""
    poet, new = pile[champion.pick], champion.poet
    if new is None or isinstance(poet, Unnamed):
        return new or poet
    return evolve(poet, name=poet.name or new.name, values=filled(poet.values, new.values))


def _agrees(poet: Poet, new: Poet) -> bool:
    """Return whether the new entry of a card agrees with its earlier one."""
    if isinstance(poet, Unnamed):
        return True
    named = not (poet.name and new.name) or poet.name == new.name
    return (
        named and filled(new.values, poet.values) == filled(poet.values, new.values) and {*new.traits} <= {*poet.traits}
    )


def _sister_refusal(state: State, seat: int, entry: GoldEntry) -> Explanation | None:
    """Only the Avantgardist brings her sister, who is no poet card (slam.poet.avantgardist, slam.ruling.one_poet_sister)."""
    sisters = [who(playable(state, seat), champion) for champion in entry.champions if champion.sister]
    if not all(poet.has(Trait.AVANTGARDIST) for poet in sisters):
        text = T("Only the Avantgardist has a sister: let this poet come alone.")
        return Explanation(text, ("slam.poet.avantgardist",))
    if entry.team and (len(entry.champions) < NUMBERS.gold.team_poets or sisters):
        text = T("A team is two poet cards; the sister is not one.")
        return Explanation(text, ("slam.ruling.one_poet_sister",))
    return None


def _number_refusal(state: State, seat: int, entry: GoldEntry) -> Explanation | None:
    """The entry has as many poets as the championship needs; the Avantgardist's sister may replace one of a team.

    Rules: slam.gold.state_one, slam.gold.team_one, slam.ruling.avantgardist_alone, slam.ruling.any_two.
    """
    number, only_teams = needed(state, seat), _only_teams(state)
    team_championship = state.house.championship is Gold.TEAM
    sisters_alone = team_championship and len(entry.champions) == 1 and entry.champions[0].sister
    if sisters_alone and (number == 1 or (number and only_teams)):
        return None
    if len(entry.champions) != number or (team_championship and number == 1):
        text = N(
            "{player} plays {n} poet from the victory pile.",
            "{player} plays {n} poets from the victory pile.",
            n=number,
            player=Player(seat),
        )
        if not number:
            text = T("{player} cannot take part: not enough winning poets.", player=Player(seat))
        return Explanation(text, (state.house.championship.few_poets, "slam.gold.poets", "slam.turn.play"))
    if only_teams and not entry.team:
        text = T(
            "By the house rule only teams enter the team championship: two partners, or the Avantgardist with her sister."
        )
        return Explanation(text, ("slam.ruling.any_two",))
    return None


def _on_top(state: State, seat: int, picks: Sequence[int]) -> tuple[int, ...]:
    """Return the picks with the unentered cards numbered directly after the cards known to be on the pile."""
    known, most = len(state.piles[seat]), len(playable(state, seat))
    unentered = sorted({pick for pick in picks if known <= pick < most})
    return tuple(known + unentered.index(pick) if pick in unentered else pick for pick in picks)


def entered(state: State, seat: int, entry: GoldEntry, *, by_revision_3: bool) -> GoldEntry:
    """Return an entry for the gold card with its unentered cards in order.

    :param by_revision_3: whether to judge as before revision 4, which ignored another name for a named card.
    """
    pile = playable(state, seat)
    picks = _on_top(state, seat, [champion.pick for champion in entry.champions])
    champions = (evolve(one, pick=pick) for one, pick in zip(entry.champions, picks, strict=True))
    if by_revision_3:
        champions = (
            evolve(one, poet=None) if one.pick in range(len(pile)) and not isinstance(pile[one.pick], Unnamed) else one
            for one in champions
        )
    return evolve(entry, champions=tuple(champions))


def with_played(state: State, entries: Sequence[GoldEntry]) -> State:
    """Return the state with played poets added to the victory piles where they had not been entered before."""
    last = (max((champion.pick for champion in entry.champions), default=-1) for entry in entries)
    piles = [playable(state, seat)[: pick + 1] for seat, pick in enumerate(last)]
    longest = (max(pile, after, key=len) for pile, after in zip(state.piles, piles, strict=True))
    return evolve(state, piles=tuple(longest))


def on_stage(piles: Sequence[Sequence[Poet]], slam: Slam, entries: tuple[GoldEntry, ...]) -> Evidence:
    """Return the evidence of a gold card: the chosen poets, taken from the piles with their printed values."""
    shown = []
    for seat, entry in enumerate(entries):
        poets = tuple(_champion(who(piles[seat], one), one) for one in entry.champions)
        shown.append(Lineup(poets, entry.team))
    return Evidence(slam, tuple(shown), picks=tuple(tuple(one.pick for one in entry.champions) for entry in entries))


def _champion(poet: Poet, entry: Champion) -> Poet:
    """Return a poet of the pile for this championship, without the bonuses of earlier slams."""
    values = filled(entry.values or UNKNOWN, poet.values)
    return evolve(poet, values=values, admitted=entry.admitted, free=True, bonuses=entry.bonuses, sister=entry.sister)


def piles_after(state: State, evidence: Evidence, kept: Sequence[Sequence[int]]) -> tuple[tuple[Poet, ...], ...]:
    """Return the piles after the gold card: poets that were played and lost are discarded (slam.turn.win)."""
    piles = []
    for seat, pile in enumerate(state.piles):
        played = evidence.picks[seat] if evidence.picks else ()
        lost = {pick for card, pick in enumerate(played) if card not in kept[seat]}
        piles.append(tuple(poet for pick, poet in enumerate(pile) if pick not in lost))
    return tuple(piles)
