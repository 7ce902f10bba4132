"""Unknown cards of the victory piles, and questions about them, asked as soon as a verdict needs the answer."""

from collections.abc import Sequence
from itertools import groupby

from attrs import evolve, frozen

from companion.games.slam.cards import Gold, Poet, Trait, Unnamed
from companion.games.slam.messages import T
from companion.games.slam.model import Evidence, Heap, Keeping, Question, State
from companion.games.slam.numbers import NUMBERS
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text
from companion.kernel.tuples import with_item


def with_poets(state: State, seat: int, poets: Sequence[Poet], *, more: bool) -> State:
    """Return the state with poets on a victory pile.

    :param more: whether there may be more of them than those.
    """
    piles = with_item(state.piles, seat, (*state.piles[seat], *poets))
    return evolve(state, piles=piles, more=with_item(state.more, seat, more or state.more[seat]))


def with_kept(state: State, kept: Sequence[Keeping]) -> State:
    """Return the state with unnamed cards added to the victory piles, for kept cards whose names are unknown."""
    for seat, mine in enumerate(kept):
        unnamed = [Unnamed()] * (mine.low - len(mine.certain))
        state = with_poets(state, seat, unnamed, more=mine.high != mine.low)
    return state


def numbers(state: State, seat: int) -> tuple[int, ...]:
    """Return the possible numbers of poets a player can play in the championship; 0 means that the player cannot take part.

    The number is known if there is one; there are several while the victory pile is unknown.

    Rules: slam.gold.state_one, slam.gold.team_one, slam.gold.rogues, slam.ruling.avantgardist_alone, slam.ruling.coming.
    """
    if seat in state.gone:
        return (0,)
    if (known := state.entering[seat]) is not None:
        return (known,)
    pile, most = state.piles[seat], NUMBERS.setup.poets
    if state.house.championship is Gold.STATE:
        named = sum(not isinstance(poet, Unnamed) and not poet.is_rogue for poet in pile)
        unnamed = sum(isinstance(poet, Unnamed) for poet in pile)
        high = most if state.more[seat] else min(named + unnamed, most)
        return tuple(range(min(named, most), high + 1))
    enough = (NUMBERS.gold.team_poets,)
    if len(pile) >= NUMBERS.gold.team_poets:
        return enough
    alone = state.house.avantgardist_alone == "yes"
    if alone and any(poet.has(Trait.AVANTGARDIST) for poet in pile):
        few: tuple[int, ...] = (1,)
    elif alone and any(isinstance(poet, Unnamed) for poet in pile):
        few = (0, 1)  # an unnamed poet may be the Avantgardist
    else:
        few = (0,)
    return (*few, *enough) if state.more[seat] else few


def with_entering(state: State, seat: int, number: int) -> State:
    """Return the state with the number of poets with which a player enters the championship."""
    pile = state.piles[seat]
    if state.house.championship is Gold.STATE:
        named = [poet for poet in pile if not isinstance(poet, Unnamed) and not poet.is_rogue]
        lacking = number - len(named) - sum(isinstance(poet, Unnamed) for poet in pile)
    else:
        lacking = number - len(pile)
        if number == 1:
            pile = tuple(evolve(one, traits=(Trait.AVANTGARDIST,)) if isinstance(one, Unnamed) else one for one in pile)
    piles = with_item(state.piles, seat, (*pile, *[Unnamed()] * max(0, lacking)))
    return evolve(state, piles=piles, entering=with_item(state.entering, seat, number))


@frozen
class AskEntering(Question):
    """The number of poets of a victory pile that may enter the championship (slam.gold.state_one, slam.gold.team_one).

    :param numbers: the possible answers; the usual number of poets also means more.
    """

    seat: int
    championship: Gold
    numbers: tuple[int, ...]

    @classmethod
    def due(cls, state: State) -> "AskEntering | None":
        """Return the question of the first player whose number the championship needs."""
        ways = ((seat, numbers(state, seat)) for seat in state.players)
        return next((cls(seat, state.house.championship, found) for seat, found in ways if len(found) > 1), None)

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{player}: how many poets lie on the victory pile?", player=Player(self.seat))
        if self.championship is Gold.STATE:
            text = T("{player}: how many poets lie on the victory pile, rogues not counted?", player=Player(self.seat))
        return Explanation(text, self.rules, Tone.TODO)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind the question."""
        rogues = ("slam.gold.rogues",) if self.championship is Gold.STATE else ()
        return (self.championship.few_poets, *rogues, "slam.gold.poets")


@frozen
class AskPile(Question):
    """The size of a victory pile, where that decides between equal totals (slam.ruling.final_tie)."""

    seat: int

    @classmethod
    def due(cls, state: State) -> "AskPile | None":
        """Return the question of the first player whose place depends on it."""
        if state.house.final_tie != "poets":
            return None
        totals = state.totals
        order = sorted(state.players, key=lambda seat: -totals[seat])
        for _, equal in groupby(order, key=lambda seat: totals[seat]):
            seats = [*equal]
            for seat in seats:
                mine = state.heap(seat)
                if not mine.known and any(mine.may_equal(state.heap(other)) for other in seats if other != seat):
                    return cls(seat)
        return None

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("A tie: how many poets lie on {player}’s victory pile?", player=Player(self.seat))
        return Explanation(text, ("slam.ruling.final_tie",), Tone.TODO)


def amount(heap: Heap) -> Text:
    """Return the size of a victory pile, with a question mark if unknown."""
    if heap.known:
        return T("{n}", n=heap.low)
    if heap.high is None and heap.low:
        return T("{n}+", n=heap.low)
    return T("?")
