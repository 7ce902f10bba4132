"""The unreported entries of a slam: the poets of each player, kept while other screens are open."""

from collections.abc import Callable, Container, Sequence
from typing import Final

from attrs import evolve, frozen

from companion.games.slam.assistants import Day
from companion.games.slam.card_library import Library
from companion.games.slam.cards import Champion, GoldEntry, Lineup, Poet, Slam, Trait, Unnamed, filled
from companion.games.slam.house import House
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.teams import brings_buddy
from companion.kernel.tuples import with_item

#: The place of the open list's poet in a draft.
OPEN: Final = -1


@frozen
class Draft:
    """The stage while it is being entered.

    :param number: the slam it belongs to.
    :param poets: for each seat its poets; ``None`` is an empty place.
    :param teams: for each seat, whether its first two poets are partners.
    :param action_cards: for each seat, whether it plays a third poet by an action card.
    :param hands: for each seat, the number of poets it lays: fewer than usual if its hand is short (slam.ruling.short_hand).
    :param day: the day of the slam, where weekdays count.
    :param picks: for the gold card, the chosen indices of each victory pile.
    :param sisters: for the gold card, whether each player brings the sister along.
    :param entered: for the gold card, the poets with new entries, by seat and index on the pile.
    :param gone: players who have left and lay nothing (slam.ruling.coming).
    """

    number: int
    poets: tuple[tuple[Poet | None, ...], ...]
    teams: tuple[bool, ...]
    action_cards: tuple[bool, ...]
    open_list: Poet | None = None
    day: Day | None = None
    picks: tuple[tuple[int, ...], ...] = ()
    sisters: tuple[bool, ...] = ()
    entered: tuple[tuple[tuple[int, int], Poet], ...] = ()
    hands: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()

    @classmethod
    def empty(cls, number: int, seats: int, gone: frozenset[int] = frozenset()) -> "Draft":
        """Return an empty stage."""
        none: tuple[Poet | None, ...] = (None,) * NUMBERS.setup.with_third
        off = (False,) * seats
        hands = tuple(0 if seat in gone else NUMBERS.setup.poets for seat in range(seats))
        return cls(number, (none,) * seats, off, off, picks=((),) * seats, sisters=off, hands=hands, gone=gone)

    @classmethod
    def of(
        cls,
        report: PoetsRevealed | ChampionsRevealed,
        number: int,
        piles: Sequence[Sequence[Poet]],
        gone: frozenset[int],
    ) -> "Draft":
        """Return the stage as reported before."""
        if isinstance(report, ChampionsRevealed):
            draft = cls.empty(number, len(report.entries), gone)
            for seat, entry in enumerate(report.entries):
                for champion in entry.champions:
                    printed = champion.poet or piles[seat][champion.pick]
                    values = champion.values or printed.values
                    poet = evolve(printed, admitted=champion.admitted, bonuses=champion.bonuses, values=values)
                    draft = draft.enter_champion(seat, champion.pick, poet)
            return evolve(
                draft,
                picks=tuple(tuple(champion.pick for champion in entry.champions) for entry in report.entries),
                teams=tuple(entry.team for entry in report.entries),
                sisters=tuple(any(champion.sister for champion in entry.champions) for entry in report.entries),
            )
        most = NUMBERS.setup.with_third
        return cls(
            number,
            tuple((*one.poets, *(None,) * (most - len(one.poets))) for one in report.lineups),
            tuple(one.team for one in report.lineups),
            tuple(one.action_card for one in report.lineups),
            report.open_list,
            picks=((),) * len(report.lineups),
            sisters=(False,) * len(report.lineups),
            hands=tuple(min(len(one.poets), NUMBERS.setup.poets) for one in report.lineups),
            gone=gone,
        )

    # Poets from the hand

    def at(self, seat: int, card: int) -> Poet | None:
        """Return the poet at a place, or ``None``."""
        return self.open_list if seat == OPEN else self.poets[seat][card]

    def put(self, seat: int, card: int, poet: Poet | None, cards: Library) -> "Draft":
        """Return the draft with a poet at a place; printed partners become a team."""
        if seat == OPEN:
            return evolve(self, open_list=poet)
        mine = tuple(poet if place == card else other for place, other in enumerate(self.poets[seat]))
        draft = evolve(self, poets=with_item(self.poets, seat, mine))
        if card < NUMBERS.setup.poets and poet and (self.at(seat, card) or Poet()).name != poet.name:
            return evolve(draft, teams=with_item(self.teams, seat, _partners(mine[: NUMBERS.setup.poets], cards)))
        return draft

    def each(self, change: Callable[[Poet], Poet]) -> "Draft":
        """Return the draft with every poet from a hand or from the pile changed."""
        poets = tuple(tuple(poet and change(poet) for poet in mine) for mine in self.poets)
        return evolve(self, poets=poets, open_list=self.open_list and change(self.open_list))

    def team(self, seat: int) -> "Draft":
        """Return the draft with a player's first two poets as a team, or no longer."""
        return evolve(self, teams=with_item(self.teams, seat, not self.teams[seat]))

    def third(self, seat: int) -> "Draft":
        """Return the draft with a third poet by action card, or no longer."""
        on = not self.action_cards[seat]
        mine = self.poets[seat] if on else (*self.poets[seat][: NUMBERS.setup.poets], None)
        return evolve(
            self, action_cards=with_item(self.action_cards, seat, on), poets=with_item(self.poets, seat, mine)
        )

    def fewer(self, seat: int) -> "Draft":
        """Return the draft with a player who holds one poet fewer; after none it is the usual number again."""
        hand = self.hands[seat] - 1 if self.hands[seat] else NUMBERS.setup.poets
        mine = (*self.poets[seat][:hand], *(None,) * (NUMBERS.setup.with_third - hand))
        return evolve(
            self,
            hands=with_item(self.hands, seat, hand),
            poets=with_item(self.poets, seat, mine),
            teams=with_item(self.teams, seat, False),
            action_cards=with_item(self.action_cards, seat, False),
        )

    def places(self, seat: int, house: House, slam: Slam) -> int:
        """Return how many places a player has: one more by an action card or a spontaneous buddy who takes part."""
        hand = self.hands[seat]
        laid = Lineup(tuple(poet or Poet() for poet in self.poets[seat][:hand]), self.teams[seat])
        return hand + (self.action_cards[seat] or brings_buddy(house, slam, laid))

    def next_empty(self, house: House, slam: Slam, hidden: Container[int] = ()) -> tuple[int, int] | None:
        """Return the first place without a poet.

        :param hidden: seats that are entered on other devices.
        """
        for seat in (seat for seat in range(len(self.poets)) if seat not in hidden):
            for card in range(self.places(seat, house, slam)):
                if self.poets[seat][card] is None:
                    return seat, card
        return (OPEN, 0) if house.open_list == "on" and self.open_list is None else None

    def unfinished(self, slam: Slam, hidden: Container[int] = ()) -> tuple[int, int] | None:
        """Return the place of a poet without a name of whom some values that count are entered and others are not.

        :param hidden: seats that are entered on other devices.
        """
        rows = [(seat, mine) for seat, mine in enumerate(self.poets) if seat not in hidden]
        for seat, mine in (*rows, (OPEN, (self.open_list,))):
            for card, poet in enumerate(mine):
                if poet and not poet.name and 0 < len(poet.unknown(slam.attributes)) < len(slam.attributes):
                    return seat, card
        return None

    def ready(self) -> bool:
        """Return whether all required poets are laid, and at least one."""
        return any(self.hands) and not self.missing()

    def without(self, hidden: Container[int]) -> "Draft":
        """Return the draft without the poets of some players."""
        none: tuple[Poet | None, ...] = (None,) * NUMBERS.setup.with_third
        return evolve(self, poets=tuple(none if seat in hidden else mine for seat, mine in enumerate(self.poets)))

    def missing(self) -> tuple[int, ...]:
        """Return the seats that have not laid all required poets."""
        laid = zip(self.poets, self.hands, strict=True)
        return tuple(seat for seat, (mine, hand) in enumerate(laid) if None in mine[:hand])

    @property
    def present(self) -> tuple[Poet, ...]:
        """All poets on the stage."""
        return tuple(poet for mine in (*self.poets, (self.open_list,)) for poet in mine if poet)

    @property
    def names(self) -> set[str]:
        """The names of all poets on the stage that are known."""
        return {poet.name for poet in self.present} - {""}

    def revealed(self, house: House, slam: Slam) -> PoetsRevealed:
        """Return the report of this draft."""
        lineups = []
        for seat, mine in enumerate(self.poets):
            shown = tuple(poet for poet in mine[: self.places(seat, house, slam)] if poet)
            lineups.append(Lineup(shown, self.teams[seat], self.action_cards[seat]))
        return PoetsRevealed(tuple(lineups), self.open_list, zeros_told=True)

    # Poets from the victory pile

    def pick(self, seat: int, pick: int, pile: Sequence[Poet], cards: Library) -> "Draft":
        """Return the draft with a poet of the pile chosen, or no longer; a third choice takes the place of the first."""
        mine = self.picks[seat]
        chosen = tuple(one for one in mine if one != pick) if pick in mine else (*mine, pick)[-NUMBERS.setup.poets :]
        return self._entering(seat, chosen, pile, cards)

    def without_choice(
        self, possible: Sequence[Sequence[GoldEntry]], piles: Sequence[Sequence[Poet]], cards: Library
    ) -> "Draft":
        """Return the draft with the poets of players who have no choice at the gold card."""
        draft = self
        for seat, entries in enumerate(possible):
            ways = {tuple(champion.pick for champion in entry.champions) for entry in entries}
            if len(ways) == 1:
                draft = draft._entering(seat, ways.pop(), piles[seat], cards)
        return draft

    def _entering(self, seat: int, picks: tuple[int, ...], pile: Sequence[Poet], cards: Library) -> "Draft":
        team = _partners([pile[pick] for pick in picks], cards)
        draft = evolve(self, picks=with_item(self.picks, seat, picks), teams=with_item(self.teams, seat, team))
        for pick in picks:
            card = cards.poet(pile[pick].name)
            if card and (seat, pick) not in dict(self.entered):
                values = filled(pile[pick].values, card.values)
                poet = evolve(self.champion(seat, pick, pile), values=values, bonuses=card.as_played().bonuses)
                draft = draft.enter_champion(seat, pick, poet)
        return draft

    def enter_champion(self, seat: int, pick: int, poet: Poet) -> "Draft":
        """Return the draft with the entries for a poet of the pile at the gold card."""
        return evolve(self, entered=tuple({**dict(self.entered), (seat, pick): poet}.items()))

    def champion(self, seat: int, pick: int, pile: Sequence[Poet]) -> Poet:
        """Return a poet of the pile with all entries so far, without the bonuses of the slam that it won."""
        return dict(self.entered).get((seat, pick), evolve(pile[pick], admitted=True, bonuses=()))

    def sister(self, seat: int) -> "Draft":
        """Return the draft with the Avantgardist's sister, or without."""
        return evolve(self, sisters=with_item(self.sisters, seat, not self.sisters[seat]))

    def entry(self, seat: int, pile: Sequence[Poet]) -> GoldEntry:
        """Return the entry of a player for the gold card."""
        champions = tuple(
            _entered(pick, self.champion(seat, pick, pile), pile[pick], sister=self.sisters[seat])
            for pick in self.picks[seat]
            if pick < len(pile)
        )
        return GoldEntry(champions, self.teams[seat] and len(champions) == NUMBERS.setup.poets)

    def champions(self, piles: Sequence[Sequence[Poet]]) -> ChampionsRevealed:
        """Return the report of this draft for the gold card."""
        return ChampionsRevealed(tuple(self.entry(seat, pile) for seat, pile in enumerate(piles)))


def _entered(pick: int, poet: Poet, won: Poet, *, sister: bool) -> Champion:
    """Return the entry of a poet of the pile: its values if they changed, its identity if it was unknown."""
    named = isinstance(won, Unnamed) and bool(poet.name)
    return Champion(
        pick,
        poet.admitted,
        poet.bonuses,
        sister=sister and poet.has(Trait.AVANTGARDIST),
        values=None if named or poet.values == won.values else poet.values,
        poet=evolve(poet, admitted=True, bonuses=()) if named else None,
    )


def _partners(poets: Sequence[Poet | None], cards: Library) -> bool:
    names = [poet.name for poet in poets if poet]
    return len(names) == NUMBERS.setup.poets and cards.partners(*names)
