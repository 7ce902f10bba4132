"""The state of a table of Slam!"""

from collections.abc import Callable
from enum import Enum
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.games.slam.cards import NUMBERS, Attribute, Gold, Lineup, Place, Poet, Slam, Voice
from companion.kernel.explain import Explanation

Switch: TypeAlias = Literal["off", "on"]


@frozen
class House:
    """The house rules and options in force; see ``meta``."""

    length: Literal["ten", "nine"] = "ten"
    gold: Literal["state", "team"] = "state"
    weekday: Switch = "off"
    drinking: Switch = "off"
    style_diversity: Switch = "off"
    open_list: Switch = "off"
    runner_up_poets: Literal["discarded", "kept"] = "discarded"
    own_and_others: Literal["kept", "unless_wins"] = "kept"
    no_second: Literal["applause", "nobody"] = "applause"
    sympathy: Literal["yes", "no"] = "yes"
    applause_split: Literal["hand", "call", "repeat"] = "hand"
    void_call: Literal["void", "false"] = "void"
    nobody_admitted: Literal["nobody", "next"] = "nobody"
    open_tie: Literal["player", "nobody"] = "player"
    state_empty: Literal["nobody", "applause"] = "nobody"
    avantgardist_alone: Literal["no", "yes"] = "no"
    final_tie: Literal["shared", "poets"] = "shared"
    any_two: Literal["any", "teams"] = "any"

    @property
    def slams(self) -> int:
        """How many slams are played before the gold card (slam.ruling.length)."""
        return int(NUMBERS.setup.slams if self.length == "ten" else NUMBERS.setup.slams_short)

    @property
    def championship(self) -> Gold:
        """The gold card that lies at the bottom."""
        return Gold(self.gold)


class Tie(Enum):
    """How far players are tied in a slam."""

    NONE = "none"
    LEAD = "lead"
    RUNNER_UP = "runner_up"


@frozen
class Choice:
    """An owner's choice between own poets of the same value, or between a team and a third poet.

    :param stage: what it was about.
    :param card: the first card of what was chosen.
    """

    stage: Literal["lead", "runner_up", "runner_up_tie"]
    seat: int
    card: int


@frozen
class Facts:
    """All that has been told of the running slam; the judgement follows from it alone.

    :param exposed: rogues that a detective has disqualified.
    :param asked: detectives who have had their say.
    :param rolls: dice of contagious poets.
    :param bribes: bonuses that were bought, each with the lowest gift in cents.
    :param votes: who finds a poet smart, by seat and card.
    :param voices: what poets perform who could do either.
    :param applause: the winner of the applause.
    :param callers: who claimed a tie that was none, and so is out.
    :param kept: scene darlings that go to the victory pile all the same.
    :param picks: for the gold card, the places on the victory piles that the poets come from.
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
    choices: tuple[Choice, ...] = ()
    applause: int | None = None
    callers: tuple[int, ...] = ()
    kept: tuple[Place, ...] = ()
    picks: tuple[tuple[int, ...], ...] = ()

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """What counts, as far as it is known."""
        return self.show or self.slam.attributes

    def poet(self, place: Place) -> Poet | None:
        """Return the poet at a place, if there is one."""
        if place.seat is None:
            return self.open_list
        if place.seat not in range(len(self.lineups)):
            return None
        poets = self.lineups[place.seat].poets
        return poets[place.card] if place.card in range(len(poets)) else None

    def each(self, change: Callable[[Place, Poet], Poet]) -> "Facts":
        """Return the facts with every poet on the stage changed."""
        lineups = tuple(
            evolve(lineup, poets=tuple(change(Place(seat, card), poet) for card, poet in enumerate(lineup.poets)))
            for seat, lineup in enumerate(self.lineups)
        )
        return evolve(self, lineups=lineups, open_list=self.open_list and change(Place(None, 0), self.open_list))


@frozen
class Verdict:
    """How a slam ends.

    :param winner: who takes the slam card.
    :param piles: for each seat the cards that go to the victory pile.
    :param proof: the reckoning, line by line.
    :param stays: whether the slam card is added to the next slam (slam.ruling.nobody_admitted).
    """

    winner: int | None
    piles: tuple[tuple[int, ...], ...]
    tie: Tie
    proof: tuple[Explanation, ...]
    stays: bool = False


# What the referee must ask


@frozen
class AskDetective:
    """Whether a detective disqualifies a rogue."""

    detective: Place
    rogues: tuple[Place, ...]


@frozen
class AskContagion:
    """The die of a contagious poet."""

    place: Place


@frozen
class AskBribe:
    """What the owner of the Unscrupulous gives the opponents."""

    place: Place


@frozen
class AskNotMale:
    """Which players are not male."""


@frozen
class AskSmart:
    """Which poets are dressed smartly."""


@frozen
class AskVoice:
    """Whether a poet performs lyric or prose."""

    place: Place


@frozen
class AskShow:
    """What counts in the show."""


@frozen
class AskValues:
    """What a poet has of what counts, where nobody has told it yet."""

    place: Place
    attributes: tuple[Attribute, ...]


@frozen
class AskOwnTie:
    """Which of the own equal poets wins.

    :param cards: the first card of each that is equal.
    """

    stage: Literal["lead", "runner_up_tie"]
    seat: int
    cards: tuple[int, ...]


@frozen
class AskRunnerUp:
    """Whether a tied team or its owner's third poet competes for the runner-up title."""

    seat: int
    cards: tuple[int, ...]


@frozen
class AskApplause:
    """Who wins the Schinken applause."""

    seats: tuple[int, ...]
    again: bool = False


Question: TypeAlias = (
    AskDetective
    | AskContagion
    | AskBribe
    | AskNotMale
    | AskSmart
    | AskVoice
    | AskShow
    | AskValues
    | AskOwnTie
    | AskRunnerUp
    | AskApplause
)


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
    """The slam is being judged, and something must be told first."""

    facts: Facts
    question: Question


@frozen
class Judged:
    """The slam is judged; the cards are still on the table."""

    facts: Facts
    verdict: Verdict


@frozen
class GameOver:
    """The gold card is decided."""


Phase: TypeAlias = Booking | Revealing | Asking | Judged | GameOver


@frozen
class State:
    """A table of Slam!

    :param youngest: who was named youngest (slam.ruling.style_diversity_order).
    :param number: the running slam, counted from 1; the gold card is the last.
    :param slams: slams won by each seat, the gold card not counted.
    :param gold: who has won the gold card.
    :param piles: the poets on each seat's victory pile.
    :param waiting: slam cards that go to the winner of the next slam.
    :param lost: slam cards that nobody got.
    :param not_male: players who are not male; ``None`` as long as nobody asked.
    :param last_winner: who won the last slam.
    """

    house: House
    seats: int
    youngest: int = 0
    number: int = 1
    phase: Phase = field(factory=Booking)
    slams: tuple[int, ...] = ()
    gold: int | None = None
    piles: tuple[tuple[Poet, ...], ...] = ()
    waiting: int = 0
    lost: int = 0
    not_male: tuple[int, ...] | None = None
    last_winner: int | None = None

    @property
    def tricks(self) -> int:
        """All slams and the gold card (slam.setup.slams)."""
        return self.house.slams + 1

    @property
    def is_gold(self) -> bool:
        """Whether the gold card's turn has come."""
        return self.number == self.tricks

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has (slam.goal, slam.gold.double)."""
        return tuple(
            NUMBERS.points.slam * won + (NUMBERS.points.gold if self.gold == seat else 0)
            for seat, won in enumerate(self.slams)
        )

    @property
    def chooses_first(self) -> int:
        """Who settles lyric or prose first (slam.ruling.style_diversity_order)."""
        return self.youngest if self.last_winner is None else (self.last_winner + 1) % self.seats
