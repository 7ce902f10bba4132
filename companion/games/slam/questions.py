"""What the referee asks before a slam can be judged: who answers it, in which words, and when it is due.

The reports that answer the questions name them; see ``reports.answers``, ``reports.ties``.
"""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, Final, Literal, Self

from attrs import frozen

from companion.games.slam.bonuses import voice_of, voices_matter
from companion.games.slam.cards import Attribute, Place, Special, Trait, Voice, clockwise
from companion.games.slam.house import House
from companion.games.slam.messages import ATTRIBUTE, T, listed
from companion.games.slam.model import Evidence, Question, State
from companion.games.slam.teams import competing, taking_part
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text


def _ask(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.TODO)


def _next(trait: Trait, state: State, evidence: Evidence, done: Collection[Place]) -> Place | None:
    """Return the first poet of a player who takes part, has a trait and has not acted by it yet."""
    return next(
        (
            place
            for place, poet in taking_part(state.house, evidence)
            if poet.has(trait) and place.seat is not None and place not in done
        ),
        None,
    )


class Beforehand(Question):
    """What must be known before the values are reckoned."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        """Return the question if it must be asked now, of the first poet who needs it."""


class OfTable(Beforehand):
    """What all players answer together."""

    __slots__ = ()

    @property
    def seat(self) -> None:
        return None


@frozen
class OfPoet(Beforehand):
    """What is asked of one poet; its owner answers, or the table for the poet of the open list."""

    place: Place

    @property
    def seat(self) -> int | None:
        return self.place.seat

    @property
    def given(self) -> tuple[tuple[str, int | None], ...]:
        """The fields that name the poet in an offer."""
        return (("seat", self.place.seat), ("card", self.place.card))


@frozen
class AskDetective(Beforehand):
    """Whether a detective disqualifies a rogue before it acts; not admitted, a rogue does nothing (slam.poet.detective)."""

    detective: Place
    rogues: tuple[Place, ...]

    @property
    def seat(self) -> int | None:
        return self.detective.seat

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        rogues = tuple(place for place, poet in taking_part(state.house, evidence) if poet.is_rogue)
        detective = _next(Trait.DETECTIVE, state, evidence, evidence.asked)
        return cls(detective, rogues) if detective and rogues else None

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{poet} is a detective: is a rogue disqualified?", poet=evidence.name(self.detective))
        return _ask(text, "slam.poet.detective")


@frozen
class AskContagion(OfPoet):
    """The die of a contagious poet (slam.poet.contagious)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        place = _next(Trait.CONTAGIOUS, state, evidence, [place for place, _ in evidence.rolls])
        return cls(place) if place else None

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{poet} is contagious: roll the die.", poet=evidence.name(self.place))
        return _ask(text, "slam.poet.contagious")


@frozen
class AskBribe(OfPoet):
    """What the owner of the Unscrupulous gives the opponents (slam.poet.unscrupulous)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        place = _next(Trait.UNSCRUPULOUS, state, evidence, [place for place, *_ in evidence.bribes])
        return cls(place) if place else None

    def opponents(self, seats: int) -> Sequence[int]:
        """Return who gets something, clockwise from the left; a poet of the open list has no owner who gives."""
        return () if self.seat is None else clockwise(self.seat, seats)[1:]

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{poet} bribes: what does each opponent get?", poet=evidence.name(self.place))
        return _ask(text, "slam.poet.unscrupulous", "slam.poet.unscrupulous_zero")


@frozen
class AskNotMale(OfTable):
    """Which players are not male, once in a game (slam.card.feminism)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        wanted = evidence.slam.special is Special.FEMINISM and state.not_male is None
        return cls() if wanted and taking_part(state.house, evidence) else None

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("Feminism slam: which players are not male?"), "slam.card.feminism")


@frozen
class AskSmart(OfTable):
    """Which poets are dressed smartly (slam.card.best_of, slam.ruling.smart_vote)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        wanted = evidence.slam.special is Special.BEST_OF and evidence.votes is None
        return cls() if wanted and taking_part(state.house, evidence) else None

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("Vote on each poet: dressed smartly?"), "slam.card.best_of", "slam.ruling.smart_vote")


@frozen
class AskVoice(OfPoet):
    """Whether a poet performs lyric or prose (slam.adv.style_diversity)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        """Ask the owners clockwise for what is not settled, the open list last (slam.ruling.style_diversity_order)."""
        present = taking_part(state.house, evidence)
        if not voices_matter(state, evidence, [place for place, _ in present]):
            return None
        order: list[int | None] = [*clockwise(state.chooses_first, state.seats), None]
        # what is printed but was not entered comes first: the free choosers know it when they choose
        unsettled = {place: poet for place, poet in present if voice_of(evidence, place) is None}
        ordered = sorted(unsettled, key=lambda at: (unsettled[at].voice is Voice.EITHER, order.index(at.seat), at.card))
        return cls(ordered[0]) if ordered else None

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{poet}: lyric or prose?", poet=evidence.name(self.place))
        return _ask(text, "slam.adv.style_diversity", "slam.ruling.style_diversity_order")


@frozen
class AskShow(OfTable):
    """What counts in the show (slam.turn.show)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        return None if evidence.attributes else cls()

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("Show part: what counts?"), "slam.turn.show", "slam.turn.die")


@frozen
class AskValues(OfPoet):
    """What a poet has of what counts, where nobody has told it yet (slam.ruling.card_values)."""

    attributes: tuple[Attribute, ...]

    @classmethod
    def due(cls, state: State, evidence: Evidence) -> Self | None:
        return next(iter(cls.unknown(state.house, evidence)), None)

    @classmethod
    def unknown(cls, house: House, evidence: Evidence) -> tuple[Self, ...]:
        """Return what nobody has told of those who compete: unknown is no number.

        Only what counts is asked for, and nothing where one competes alone.
        """
        present = taking_part(house, evidence)
        if len(competing(evidence, [place for place, _ in present])) == 1:
            return ()
        return tuple(cls(place, missing) for place, poet in present if (missing := poet.unknown(evidence.attributes)))

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T(
            "{poet}: what does the card say of {attributes}? Nobody has told it yet.",
            poet=evidence.name(self.place),
            attributes=listed(ATTRIBUTE[one] for one in self.attributes),
        )
        return _ask(text, *self._rules(evidence))

    def first(self, evidence: Evidence) -> Explanation:
        text = T(
            "Nobody has told {attributes} of {poet} yet: tell it first, for nothing is judged by what is unknown.",
            attributes=listed(ATTRIBUTE[one] for one in self.attributes),
            poet=evidence.name(self.place),
        )
        return Explanation(text, self._rules(evidence))

    def _rules(self, evidence: Evidence) -> tuple[str, ...]:
        return ("slam.ruling.card_values", *(("slam.gold.poets",) if evidence.slam.gold else ()))


#: The questions in the order in which their answers happen at the table.
ORDER: Final[tuple[type[Beforehand], ...]] = (
    AskDetective,
    AskContagion,
    AskBribe,
    AskNotMale,
    AskSmart,
    AskVoice,
    AskShow,
    AskValues,
)


def pending(state: State, evidence: Evidence) -> Question | None:
    """Return the next thing to be told before the values are reckoned."""
    return next((due for question in ORDER if (due := question.due(state, evidence))), None)


@frozen
class AskTeam(Question):
    """Whether the only player with enough poets for the gold card has a team, where only teams enter.

    Rules: slam.ruling.gold_alone, slam.ruling.any_two.
    """

    seat: int

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{player}: is there a team on the victory pile? Only teams enter.", player=Player(self.seat))
        return _ask(text, "slam.ruling.gold_alone", "slam.ruling.any_two")

    def first(self, evidence: Evidence) -> Explanation:
        text = T(
            "Tell first whether {player} has a team on the victory pile: only teams enter.", player=Player(self.seat)
        )
        return Explanation(text, ("slam.ruling.gold_alone", "slam.ruling.any_two"))


class OnTie(Question):
    """What settles a tie; the judgement comes upon it when the values are reckoned."""

    __slots__ = ()


@frozen
class AskOwnTie(OnTie):
    """Which of the own equal poets wins, or goes on (slam.tie.own, slam.ruling.three_own).

    :param cards: the first card of each that is equal.
    """

    stage: Literal["lead", "second", "runner_up_tie"]
    seat: int
    cards: tuple[int, ...]

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{player} has own poets with the same value: which of them counts?", player=Player(self.seat))
        if self.stage == "second":
            text = T("{player}: two of the equal own poets go on. Which is the second?", player=Player(self.seat))
            return _ask(text, "slam.tie.own", "slam.poet.third", "slam.ruling.three_own")
        return _ask(text, "slam.tie.own", "slam.poet.third")


@frozen
class AskRunnerUp(OnTie):
    """Whether a tied team or its owner's third poet competes for the runner-up title (slam.ruling.third_or_team)."""

    stage: ClassVar[Literal["runner_up"]] = "runner_up"

    seat: int
    cards: tuple[int, ...]

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{player}: does the team compete again, or the third poet?", player=Player(self.seat))
        return _ask(text, "slam.ruling.third_or_team", "slam.team.runner_up")


@frozen
class AskApplause(OnTie):
    """Who wins the Schinken applause (slam.tie.applause)."""

    seats: tuple[int, ...]
    again: bool = False

    @property
    def seat(self) -> None:
        return None

    def prompt(self, evidence: Evidence) -> Explanation:
        names = listed([T("{player}", player=Player(seat)) for seat in self.seats])
        text = T("Still a tie: {players}, hand on the card and call “Schinken”!", players=names)
        return _ask(text, "slam.tie.applause", "slam.ruling.false_applause")
