"""The questions that a slam's judgement depends on: their respondents, their texts, and when they are due.

The reports that answer the questions name them; see ``reports.answers``, ``reports.ties``.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import ClassVar, Final, Self, TypeAlias

from attrs import evolve, frozen

from companion.games.slam.assistants import active_glass
from companion.games.slam.bonuses import voice_of, voices_matter
from companion.games.slam.cards import (
    ATTRIBUTES,
    FACES,
    Attribute,
    Place,
    Poet,
    Source,
    Special,
    Trait,
    Voice,
    clockwise,
    left_of,
)
from companion.games.slam.messages import ATTRIBUTE, T, listed, players_listed, poets_of
from companion.games.slam.model import Evidence, OwnChoice, Question, Stage, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.teams import competing, in_team, taking_part
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text

#: State and evidence after one more answer.
Answered: TypeAlias = tuple[State, Evidence]
#: The poets who take part, in the order of the stage.
Present: TypeAlias = Sequence[tuple[Place, Poet]]
#: The most that a poet's points may still lose and gain.
ScoreRanges: TypeAlias = Mapping[Place, tuple[int, int]]


def _ask(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.TODO)


def _not_acted(trait: Trait, present: Present, done: Collection[Place]) -> Iterator[Place]:
    """Yield each poet of a player who takes part, has a trait and has not acted by it yet."""
    for place, poet in present:
        if poet.has(trait) and place.seat is not None and place not in done:
            yield place


class JudgementQuestion(Question):
    """A question that may affect the result of a slam; it is skipped if no answer does."""

    __slots__ = ()

    @abstractmethod
    def what(self, evidence: Evidence) -> Text:
        """Return the subject of the question, in a few words."""

    @abstractmethod
    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        """Yield the results of all answers that may lead to different verdicts, the one with the least effect first."""

    def all_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        """Yield the results of all answers, for use while another question is still open."""
        return self.representative_answers(state, evidence)


class EarlyQuestion(JudgementQuestion):
    """A question that must be answered before the sums are computed.

    :cvar sources: the bonuses it is about.
    :cvar most: the most points that each poet it affects may still gain.
    """

    __slots__ = ()

    sources: ClassVar[tuple[Source, ...]] = ()
    most: ClassVar[int] = 0

    @classmethod
    @abstractmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        """Return the question of the first poet who needs it, or ``None``.

        :param present: the poets who take part.
        """

    @classmethod
    def score_range(cls, state: State, evidence: Evidence, present: Present) -> ScoreRanges:
        """Return the most that all open questions of this kind may subtract from and add to each poet's points."""
        question = cls.due(state, evidence, present)
        return dict.fromkeys(question.affected(state, evidence, present), (0, cls.most)) if question else {}

    def affected(self, state: State, evidence: Evidence, present: Present) -> Mapping[Place, Sequence[Source]]:
        """Return the poets whose points the answer may change, and the bonuses it is about; values are no bonus."""
        return {place: self.sources for place, _ in present}

    def always(self, state: State, evidence: Evidence) -> bool:
        """Return whether it is asked although it does not affect the result."""
        return False


@frozen
class PoetQuestion(EarlyQuestion):
    """A question about one poet."""

    place: Place

    def affected(self, state: State, evidence: Evidence, present: Present) -> Mapping[Place, Sequence[Source]]:
        return {self.place: self.sources}

    @property
    def given(self) -> tuple[tuple[str, int | None], ...]:
        """The fields that name the poet in an offer."""
        return (("seat", self.place.seat), ("card", self.place.card))


@frozen
class AskDetective(EarlyQuestion):
    """Whether a detective disqualifies a rogue before it acts; not admitted, a rogue does nothing (slam.poet.detective)."""

    detective: Place
    rogues: tuple[Place, ...]

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        """Ask for the detectives of false callers too: they took part and act before anything else."""
        before = present
        if evidence.callers and not evidence.by_revision_3:
            before = taking_part(state.house, evolve(evidence, callers=()))
        detective = next(_not_acted(Trait.DETECTIVE, before, evidence.asked), None)
        rogues = tuple(place for place, poet in present if poet.is_rogue) if detective else ()
        return cls(detective, rogues) if detective and rogues else None

    def what(self, evidence: Evidence) -> Text:
        return T("whom {poet} disqualifies", poet=evidence.name(self.detective))

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        evidence = evolve(evidence, asked=(*evidence.asked, self.detective))
        yield state, evidence
        for rogue in self.rogues:
            yield state, evolve(evidence, exposed=(*evidence.exposed, rogue))

    def prompt(self, evidence: Evidence) -> Explanation:
        poet = evidence.name(self.detective)
        text = T("{poet} is a detective: is a rogue disqualified?", poet=poet)
        if self.detective.seat in evidence.callers:
            text = T("{poet} is out now, but had the first say as a detective: is a rogue disqualified?", poet=poet)
        return _ask(text, "slam.poet.detective")


@frozen
class AskContagion(PoetQuestion):
    """The die of a contagious poet (slam.poet.contagious)."""

    sources = (Source.CONTAGION,)

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        return next(map(cls, cls._unanswered(evidence, present)), None)

    @classmethod
    def score_range(cls, state: State, evidence: Evidence, present: Present) -> ScoreRanges:
        lost = Counter[Place]()
        for contagious in cls._unanswered(evidence, present):
            for place in cls(contagious).affected(state, evidence, present):
                lost[place] += NUMBERS.die.own if place == contagious else NUMBERS.die.neighbour
        return {place: (loss, 0) for place, loss in lost.items()}

    @staticmethod
    def _unanswered(evidence: Evidence, present: Present) -> Iterator[Place]:
        return _not_acted(Trait.CONTAGIOUS, present, [place for place, _ in evidence.rolls])

    def affected(self, state: State, evidence: Evidence, present: Present) -> Mapping[Place, Sequence[Source]]:
        left = left_of(self.place.seat or 0, state.players)
        return {place: self.sources for place, _ in present if place == self.place or place.seat == left}

    def what(self, evidence: Evidence) -> Text:
        return T("the die of {poet}", poet=evidence.name(self.place))

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        for die in (FACES[-1], NUMBERS.die.contagious):
            yield state, evolve(evidence, rolls=(*evidence.rolls, (self.place, die)))

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("{poet} is contagious: roll the die.", poet=evidence.name(self.place)), "slam.poet.contagious")


@frozen
class AskBribe(PoetQuestion):
    """The gifts that the owner of the Unscrupulous gives the opponents (slam.poet.unscrupulous)."""

    sources = (Source.BRIBE,)

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        return next(map(cls, cls._unanswered(evidence, present)), None)

    @classmethod
    def score_range(cls, state: State, evidence: Evidence, present: Present) -> ScoreRanges:
        return dict.fromkeys(cls._unanswered(evidence, present), (0, max(NUMBERS.bribe.bonus)))

    @staticmethod
    def _unanswered(evidence: Evidence, present: Present) -> Iterator[Place]:
        return _not_acted(Trait.UNSCRUPULOUS, present, [place for place, *_ in evidence.bribes])

    def what(self, evidence: Evidence) -> Text:
        return T("what {poet} gives", poet=evidence.name(self.place))

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        for bonus in range(max(NUMBERS.bribe.bonus) + 1):
            yield state, evolve(evidence, bribes=(*evidence.bribes, (self.place, bonus, 0)))

    def opponents(self, players: Sequence[int]) -> Sequence[int]:
        """Return the opponents who get gifts, clockwise from the left."""
        return clockwise(self.place.seat or 0, players)[1:]

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{poet} bribes: what does each opponent get?", poet=evidence.name(self.place))
        return _ask(text, "slam.poet.unscrupulous", "slam.poet.unscrupulous_zero")


@frozen
class AskNotMale(EarlyQuestion):
    """Which players are not male, once in a game (slam.card.feminism)."""

    sources = (Source.NOT_MALE,)
    most = NUMBERS.bonus.not_male

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        wanted = evidence.slam.special is Special.FEMINISM and state.not_male is None
        return cls() if wanted and present else None

    def affected(self, state: State, evidence: Evidence, present: Present) -> Mapping[Place, Sequence[Source]]:
        return {place: self.sources for place, _ in present if place.seat is not None}

    def what(self, evidence: Evidence) -> Text:
        return T("which players are not male")

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        playing = evidence.playing
        for number in range(len(playing) + 1):
            for seats in combinations(playing, number):
                yield evolve(state, not_male=seats), evidence

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("Feminism slam: which players are not male?"), "slam.card.feminism")


@frozen
class AskSmart(EarlyQuestion):
    """Which poets are dressed smartly (slam.card.best_of, slam.ruling.smart_vote)."""

    sources = (Source.SMART,)
    most = NUMBERS.bonus.smart

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        wanted = evidence.slam.special is Special.BEST_OF and evidence.votes is None
        return cls() if wanted and present else None

    def what(self, evidence: Evidence) -> Text:
        return T("who is dressed smartly")

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        """Yield the results of no poet, of each alone, and of all: if none of these affects the verdict, no others do.

        For then the leader cannot be reached by this bonus.
        """
        places = [place for place, _ in taking_part(state.house, evidence)]
        for smart in ((), *((place,) for place in places), places):
            yield state, self._voted(state, evidence, smart)

    def all_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        places = [place for place, _ in taking_part(state.house, evidence)]
        for number in range(len(places) + 1):
            for smart in combinations(places, number):
                yield state, self._voted(state, evidence, smart)

    @staticmethod
    def _voted(state: State, evidence: Evidence, smart: Collection[Place]) -> Evidence:
        votes = tuple(
            tuple(len(state.players) if Place(seat, card) in smart else 0 for card in range(len(row)))
            for seat, row in zip((*range(len(evidence.lineups)), None), evidence.rows, strict=False)
        )
        return evolve(evidence, votes=votes)

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("Vote on each poet: dressed smartly?"), "slam.card.best_of", "slam.ruling.smart_vote")


@frozen
class AskVoice(PoetQuestion):
    """Whether a poet performs lyric or prose (slam.adv.style_diversity)."""

    sources = (Source.STYLE_DIVERSITY, Source.STORYTELLER)

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        """Return the question of the first unsettled poet: clockwise, the open list last (slam.ruling.style_diversity_order)."""
        if not voices_matter(state, evidence, [place for place, _ in present]):
            return None
        order: list[int | None] = [*clockwise(state.chooses_first, state.players), None]
        # unknown printed genres come first: players with a free choice know them when they choose
        unsettled = {place: poet for place, poet in present if voice_of(evidence, place) is None}
        ordered = sorted(unsettled, key=lambda at: (unsettled[at].voice is Voice.EITHER, order.index(at.seat), at.card))
        return cls(ordered[0]) if ordered else None

    @classmethod
    def score_range(cls, state: State, evidence: Evidence, present: Present) -> ScoreRanges:
        if not cls.due(state, evidence, present):
            return {}
        worth = {
            Source.STYLE_DIVERSITY: NUMBERS.bonus.style_diversity,
            Source.STORYTELLER: NUMBERS.bonus.storyteller,
        }
        most = {place: sum(map(worth.__getitem__, sources)) for place, sources in _alone(state, evidence, present)}
        return {place: (-bonus, bonus) for place, bonus in most.items()}

    def affected(self, state: State, evidence: Evidence, present: Present) -> Mapping[Place, Sequence[Source]]:
        return dict(_alone(state, evidence, present))

    def what(self, evidence: Evidence) -> Text:
        return T("whether {poet} performs lyric or prose", poet=evidence.name(self.place))

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        for voice in (Voice.LYRIC, Voice.PROSE):
            yield state, evolve(evidence, voices=(*evidence.voices, (self.place, voice)))

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{poet}: lyric or prose?", poet=evidence.name(self.place))
        return _ask(text, "slam.adv.style_diversity", "slam.ruling.style_diversity_order")


def _alone(state: State, evidence: Evidence, present: Present) -> Iterator[tuple[Place, Sequence[Source]]]:
    """Yield the poets who may be the only one with lyric or with prose, and the bonuses for that.

    Once two poets have settled the same genre, neither is the only one (slam.adv.style_diversity, slam.poet.storyteller).
    """
    settled = {place: voice_of(evidence, place) for place, _ in present}
    for place, poet in present:
        others = [voice for other, voice in settled.items() if other != place]
        mine = settled[place]
        alone = [voice for voice in (Voice.LYRIC, Voice.PROSE) if mine in (voice, None) and voice not in others]
        sources = (Source.STYLE_DIVERSITY,) if alone and state.house.style_diversity == "on" else ()
        if Voice.PROSE in alone and poet.has(Trait.STORYTELLER):
            sources = (*sources, Source.STORYTELLER)
        if sources:
            yield place, sources


@frozen
class AskShow(EarlyQuestion):
    """The attributes that count in the show (slam.turn.show)."""

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        return None if evidence.attributes else cls()

    def what(self, evidence: Evidence) -> Text:
        return T("what the show asks for")

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        for number in range(1, len(ATTRIBUTES) + 1):
            for attributes in combinations(ATTRIBUTES, number):
                yield state, evolve(evidence, show=attributes)

    def always(self, state: State, evidence: Evidence) -> bool:
        """Return whether the die also decides who drinks (slam.adv.drinking)."""
        slam = evidence.slam
        return state.house.drinking == "on" and bool(slam.glass) and not active_glass(slam.glass, slam.die)

    def prompt(self, evidence: Evidence) -> Explanation:
        return _ask(T("Show part: what counts?"), "slam.turn.show", "slam.turn.die")


@frozen
class AskValues(PoetQuestion):
    """The unknown values of a poet for the attributes that count (slam.ruling.card_values).

    They add no score range: the bounds of printed values are used instead; see ``possible_results``.
    """

    attributes: tuple[Attribute, ...]

    @classmethod
    def due(cls, state: State, evidence: Evidence, present: Present) -> Self | None:
        """Return the question of the first participant with an unknown value that counts."""
        if evidence.by_revision_2 and len(competing(evidence, [place for place, _ in present])) == 1:
            return None
        found = ((place, poet.unknown(evidence.attributes)) for place, poet in present)
        return next((cls(place, missing) for place, missing in found if missing), None)

    def what(self, evidence: Evidence) -> Text:
        attributes = listed(ATTRIBUTE[one] for one in self.attributes)
        return T("{attributes} of {poet}", attributes=attributes, poet=evidence.name(self.place))

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        """Yield the results of each possible sum; for a member of a team, where each value is picked, of all values."""
        entry = range(NUMBERS.entry.low, NUMBERS.entry.high + 1)
        if in_team(evidence, self.place):
            printed: Iterable[tuple[int, ...]] = product(entry, repeat=len(self.attributes))
        else:
            sums = range(len(self.attributes) * (len(entry) - 1) + 1)
            printed = (_adding_up(sum, len(self.attributes)) for sum in sums)
        for values in printed:
            yield state, evidence.with_values(self.place, dict(zip(self.attributes, values, strict=True)))

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T(
            "{poet}: what does the card say for {attributes}? Nobody has entered it yet.",
            poet=evidence.name(self.place),
            attributes=listed(ATTRIBUTE[one] for one in self.attributes),
        )
        return _ask(text, "slam.ruling.card_values", *(("slam.gold.poets",) if evidence.slam.gold else ()))


def _adding_up(sum: int, number: int) -> tuple[int, ...]:
    """Return values that can be printed and add up to a sum above the lowest."""
    entry = NUMBERS.entry
    first = min(sum, entry.high - entry.low)
    return (entry.low + first, *(_adding_up(sum - first, number - 1) if number > 1 else ()))


#: The questions in the order in which their answers happen at the table.
ORDER: Final[tuple[type[EarlyQuestion], ...]] = (
    AskDetective,
    AskContagion,
    AskBribe,
    AskNotMale,
    AskSmart,
    AskVoice,
    AskShow,
    AskValues,
)


def due(state: State, evidence: Evidence) -> EarlyQuestion | None:
    """Return the next unanswered question before the sums are computed, whether or not it matters."""
    present = taking_part(state.house, evidence)
    return next((due for question in ORDER if (due := question.due(state, evidence, present))), None)


@frozen
class AskTeam(Question):
    """Whether the only player with enough poets for the gold card has a team, where only teams enter.

    Rules: slam.ruling.gold_alone, slam.ruling.any_two.
    """

    seat: int

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{player}: is there a team on the victory pile? Only teams can compete.", player=Player(self.seat))
        return _ask(text, "slam.ruling.gold_alone", "slam.ruling.any_two")


class TieQuestion(JudgementQuestion):
    """A question that settles a tie; the judgement returns it when it meets the tie."""

    __slots__ = ()


@frozen
class OwnTieQuestion(TieQuestion):
    """A choice between own poets or a team.

    :param cards: the first card of each.
    """

    seat: int
    cards: tuple[int, ...]
    stage: Stage

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        for card in self.cards:
            choice = OwnChoice(self.stage, self.seat, card)
            yield state, evolve(evidence, choices=(*evidence.choices, choice))


@frozen
class AskOwnTie(OwnTieQuestion):
    """Which of the equal own poets wins or continues (slam.tie.own, slam.ruling.three_own)."""

    def prompt(self, evidence: Evidence) -> Explanation:
        poets = poets_of(len(self.cards), self.seat)
        text, rulings = T("{poets} tie: which of them counts?", poets=poets), ["slam.tie.own", "slam.poet.third"]
        if self.stage == "second":
            text = T("{poets} go on. Which is the second?", poets=poets_of(2, self.seat))
            rulings.append("slam.ruling.three_own" if evidence.by_revision_3 else "slam.ruling.open_list_pile")
        if self.stage == "competes":
            text = T("{poets} tie: which of them competes for the runner-up title?", poets=poets)
            rulings.append("slam.ruling.three_own")
        return _ask(text, *rulings)

    def what(self, evidence: Evidence) -> Text:
        return T("which of {player}’s own poets goes first", player=Player(self.seat))


@frozen
class AskRunnerUp(OwnTieQuestion):
    """Whether a tied team or its owner's third poet competes for the runner-up title (slam.ruling.third_or_team)."""

    stage: Stage = "runner_up"

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("{player}: does the team compete again, or the third poet?", player=Player(self.seat))
        return _ask(text, "slam.ruling.third_or_team", "slam.team.runner_up")

    def what(self, evidence: Evidence) -> Text:
        return T("whether {player}’s team or third poet competes again", player=Player(self.seat))


@frozen
class AskApplause(TieQuestion):
    """The winner of the Schinken applause (slam.tie.applause)."""

    seats: tuple[int, ...]
    again: bool = False

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("Still a tie: {players}, hand on the card and call “Schinken”!", players=players_listed(self.seats))
        return _ask(text, "slam.tie.applause", "slam.ruling.false_applause")

    def what(self, evidence: Evidence) -> Text:
        return T("the applause")

    def representative_answers(self, state: State, evidence: Evidence) -> Iterator[Answered]:
        for seat in self.seats:
            yield state, evolve(evidence, applause=seat)
