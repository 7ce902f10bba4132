"""The state of a table of Slam!"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.games.slam.cards import (
    ATTRIBUTES,
    Attribute,
    Lineup,
    Place,
    Poet,
    Slam,
    Voice,
    clockwise,
    filled,
    left_of,
    with_values,
)
from companion.games.slam.house import House
from companion.games.slam.messages import T, poet_name
from companion.games.slam.numbers import NUMBERS
from companion.kernel.explain import Explanation
from companion.kernel.text import Player, Text


class Tie(Enum):
    """The extent of a tie between players in a slam."""

    NONE = "none"
    LEAD = "lead"
    RUNNER_UP = "runner_up"


#: The steps of a judgement that need an owner's choice.
Stage: TypeAlias = Literal["lead", "second", "competes", "runner_up", "runner_up_tie"]


@frozen
class OwnChoice:
    """An owner's choice between own poets of the same value, or between a team and a third poet.

    :param stage: the step of the judgement that needs the choice.
    :param card: the first card of the chosen poet or team.
    """

    stage: Stage
    seat: int
    card: int


@frozen
class Evidence:
    """All entries for the running slam; the judgement depends on nothing else but the state.

    :param exposed: rogues that a detective has disqualified.
    :param asked: detectives who have decided.
    :param rolls: dice of contagious poets.
    :param bribes: bonuses that were bought, each with the lowest gift in cents.
    :param votes: the number of players who vote each poet smart, by seat and card.
    :param voices: the genres that were chosen for poets with either.
    :param applause: the winner of the applause.
    :param callers: players who called a tie falsely, and so are out.
    :param kept: scene darlings that go to the victory pile although they have lost.
    :param picks: for the gold card, the indices of the poets on the victory piles.
    :param tied: the players tied for the lead, if a tie was reported without its poets.
    :param seconds: the totals of these for the runner-up title, ``None`` without an admitted second poet.
    :param also: the seats that also keep a poet after such a tie, e.g. a scene darling; ``None`` if unknown.
    :param by_revision_2: whether it is judged as it was before revision 3, with every question asked.
    :param by_revision_3: whether it is judged as it was before revision 4.
    """

    slam: Slam
    lineups: tuple[Lineup, ...]
    open_list: Poet | None = None
    exposed: tuple[Place, ...] = ()
    asked: tuple[Place, ...] = ()
    rolls: tuple[tuple[Place, int], ...] = ()
    bribes: tuple[tuple[Place, int, int], ...] = ()
    votes: tuple[tuple[int, ...], ...] | None = None
    voices: tuple[tuple[Place, Voice], ...] = ()
    show: tuple[Attribute, ...] = ()
    die: int = 0
    choices: tuple[OwnChoice, ...] = ()
    applause: int | None = None
    callers: tuple[int, ...] = ()
    kept: tuple[Place, ...] = ()
    picks: tuple[tuple[int, ...], ...] = ()
    tied: tuple[int, ...] = ()
    seconds: tuple[tuple[int, int | None], ...] = ()
    also: tuple[int, ...] | None = ()
    by_revision_2: bool = False
    by_revision_3: bool = False

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The attributes that count, if they are known."""
        return self.show or self.slam.attributes

    @property
    def rows(self) -> tuple[tuple[Poet, ...], ...]:
        """The poets of each player, those of the open list last."""
        return (*(lineup.poets for lineup in self.lineups), *(((self.open_list,),) if self.open_list else ()))

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have poets on the stage and are not out for a false call."""
        return tuple(seat for seat, lineup in enumerate(self.lineups) if lineup.poets and seat not in self.callers)

    def poet(self, place: Place) -> Poet | None:
        """Return the poet at a place, if there is one."""
        if place.seat is None:
            return self.open_list
        if place.seat not in range(len(self.lineups)):
            return None
        poets = self.lineups[place.seat].poets
        return poets[place.card] if place.card in range(len(poets)) else None

    def standing(self, place: Place) -> Poet:
        """Return the poet at a place that must not be empty.

        :raises LookupError: if it is empty.
        """
        if poet := self.poet(place):
            return poet
        raise LookupError(place)

    def name(self, place: Place) -> Text:
        """Return a poet's name, or its owner and number if the name was not entered."""
        poet = self.standing(place)
        if place.seat is None or poet.name:
            return poet_name(poet, place.card)
        return T("{player}’s poet {n}", player=Player(place.seat), n=place.card + 1)

    def chosen(self, stage: str, seat: int) -> int | None:
        """Return the card an owner has chosen between own poets."""
        return next((one.card for one in self.choices if (one.stage, one.seat) == (stage, seat)), None)

    def with_values(self, place: Place, entered: Mapping[Attribute, int]) -> "Evidence":
        """Return the evidence with entered values for one poet."""

        def learn(at: Place, poet: Poet) -> Poet:
            return evolve(poet, values=with_values(entered, poet.values)) if at == place else poet

        return self.each(learn)

    def with_unknown(self, value: int) -> "Evidence":
        """Return the evidence with one number for all unknown values."""
        assumed = with_values(dict.fromkeys(ATTRIBUTES, value))
        return self.each(lambda _, poet: evolve(poet, values=filled(poet.values, assumed)))

    def each(self, change: Callable[[Place, Poet], Poet]) -> "Evidence":
        """Return the evidence with every poet on the stage changed."""
        lineups = tuple(
            evolve(lineup, poets=tuple(change(Place(seat, card), poet) for card, poet in enumerate(lineup.poets)))
            for seat, lineup in enumerate(self.lineups)
        )
        return evolve(self, lineups=lineups, open_list=self.open_list and change(Place(None, 0), self.open_list))


@frozen
class Verdict:
    """The result of a slam.

    :param winner: the player who takes the slam card.
    :param piles: for each seat the cards that go to the victory pile.
    :param proof: the computation, line by line.
    :param stays: whether the slam card is added to the next slam (slam.ruling.nobody_admitted).
    """

    winner: int | None
    piles: tuple[tuple[int, ...], ...]
    tie: Tie
    proof: tuple[Explanation, ...]
    stays: bool = False

    def kept(self, evidence: Evidence, seat: int) -> tuple[int, ...]:
        """Return a seat's cards that go to the victory pile, scene darlings included."""
        darlings = (place.card for place in evidence.kept if place.seat == seat)
        return tuple(sorted({*self.piles[seat], *darlings}))


@frozen
class Heap:
    """The number of poets on a victory pile, exact or bounded.

    :param high: the upper bound; ``None`` if unknown.
    """

    low: int
    high: int | None

    @property
    def known(self) -> bool:
        """Whether the number is known."""
        return self.low == self.high

    def may_equal(self, other: "Heap") -> bool:
        """Return whether both piles may have the same size."""
        return (self.high is None or other.low <= self.high) and (other.high is None or self.low <= other.high)


@frozen
class Keeping:
    """The cards that go to a victory pile after a win, as determined by the entries.

    :param certain: cards that certainly go there.
    :param possible: cards that may go there.
    :param low: the minimum number of cards.
    :param high: the maximum number of cards; ``None`` if unknown.
    """

    certain: tuple[int, ...] = ()
    possible: tuple[int, ...] = ()
    low: int = 0
    high: int | None = 0


class Question(ABC):
    """A question that must be answered before a slam can be judged."""

    __slots__ = ()

    @abstractmethod
    def prompt(self, evidence: Evidence) -> Explanation:
        """Return the question as displayed, with its rules."""


# Phases


@frozen
class Booking:
    """The next slam card is turned up."""


@frozen
class Revealing:
    """All lay their poets face down and reveal them at once."""

    slam: Slam


@frozen
class Asking:
    """The slam is being judged, and a question must be answered first."""

    evidence: Evidence
    question: Question


@frozen
class Judged:
    """The slam is judged; the cards are still on the table."""

    evidence: Evidence
    verdict: Verdict


@frozen
class GameOver:
    """The gold card is decided."""


Phase: TypeAlias = Booking | Revealing | Asking | Judged | GameOver


@frozen
class State:
    """The state of a game of Slam!

    :param seats: the number of seats, those of players who have left included.
    :param youngest: the player named as the youngest (slam.ruling.style_diversity_order).
    :param number: the running slam, counted from 1; the gold card is the last.
    :param slams: slams won by each seat, the gold card not counted.
    :param gold: the winner of the gold card.
    :param piles: the poets on each seat's victory pile.
    :param waiting: slam cards that go to the winner of the next slam.
    :param lost: slam cards that no player got.
    :param not_male: players who are not male; ``None`` until asked.
    :param last_winner: the winner of the last slam.
    :param more: for each seat, whether the victory pile may have more poets than were entered.
    :param fewer: for each seat, how many of the poets on the victory pile may have gone at the gold card.
    :param entering: for each seat, how many poets of the victory pile may enter the championship, where two means two or
        more; ``None`` until asked.
    :param counted: for each seat, the number of poets on the victory pile at the end; ``None`` until asked.
    :param teams: the known partners on the victory piles, each with its owner and their indices there.
    :param gone: players who have left; they play no more, and keep the cards they have won (slam.ruling.coming).
    """

    house: House
    seats: int
    youngest: int
    number: int = 1
    phase: Phase = field(factory=Booking)
    slams: tuple[int, ...] = ()
    gold: int | None = None
    piles: tuple[tuple[Poet, ...], ...] = ()
    waiting: int = 0
    lost: int = 0
    not_male: tuple[int, ...] | None = None
    last_winner: int | None = None
    more: tuple[bool, ...] = ()
    fewer: tuple[int, ...] = ()
    entering: tuple[int | None, ...] = ()
    counted: tuple[int | None, ...] = ()
    teams: tuple[tuple[int, int, int], ...] = ()
    gone: frozenset[int] = frozenset()

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of the players who have not left."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def tricks(self) -> int:
        """All slams and the gold card (slam.setup.slams)."""
        return self.house.slams + 1

    @property
    def is_gold(self) -> bool:
        """Whether the gold card is next or being played."""
        return self.number == self.tricks

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat (slam.goal, slam.gold.double)."""
        return tuple(
            NUMBERS.points.slam * won + (NUMBERS.points.gold if self.gold == seat else 0)
            for seat, won in enumerate(self.slams)
        )

    @property
    def places(self) -> tuple[int, ...]:
        """The final place of each seat (slam.goal, slam.ruling.final_tie, slam.ruling.coming).

        With the house rule, the larger victory pile decides between equal totals, for every place; players who have left
        are last.
        """
        poets = self.house.final_tie == "poets"
        reached = [
            (stays := seat not in self.gone, total, self.heap(seat).low if poets and stays else 0)
            for seat, total in enumerate(self.totals)
        ]
        return tuple(1 + sum(other > mine for other in reached) for mine in reached)

    @property
    def won_names(self) -> set[str]:
        """The names of all poets on the victory piles that are known."""
        return {poet.name for pile in self.piles for poet in pile} - {""}

    def heap(self, seat: int) -> "Heap":
        """Return the number of poets on a victory pile, exact or bounded."""
        if (counted := self.counted[seat]) is not None:
            return Heap(counted, counted)
        number = len(self.piles[seat])
        return Heap(number - self.fewer[seat], None if self.more[seat] else number)

    @property
    def chooses_first(self) -> int:
        """The player who settles lyric or prose first (slam.ruling.style_diversity_order)."""
        if self.last_winner is None:
            return clockwise(self.youngest, self.players)[0]
        return left_of(self.last_winner, self.players)
