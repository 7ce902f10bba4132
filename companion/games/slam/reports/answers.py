"""The answers to questions before the sums are computed, in the order of the questions."""

from collections.abc import Iterable, Iterator
from itertools import chain

from attrs import evolve, frozen

from companion.games.slam.assistants import active_glass, bribe_bounds, smart
from companion.games.slam.cards import FACES, Attribute, Place, Poet, Voice
from companion.games.slam.drinking import shots
from companion.games.slam.messages import (
    ATTRIBUTE,
    VOICE,
    T,
    apart,
    asked,
    listed,
    money,
    player_name,
    players_listed,
    poet_name,
    reckoned,
    whose,
)
from companion.games.slam.model import Asking, Evidence, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import (
    AskBribe,
    AskContagion,
    AskDetective,
    AskNotMale,
    AskShow,
    AskSmart,
    AskValues,
    AskVoice,
)
from companion.games.slam.reports.base import Answer, PoetAnswer
from companion.games.slam.shared import attributes_field, attributes_refusal, die_refusal, value_fields, values_refusal
from companion.games.slam.teams import stage
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Several, Weight
from companion.kernel.report import Effects, not_offered
from companion.kernel.text import Player, Text


@frozen
class DetectiveActed(Answer[AskDetective]):
    """A detective has disqualified a rogue, or none: it is voluntary (slam.poet.detective)."""

    to = AskDetective

    detective: Place
    rogue: Place | None

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskDetective) -> Iterable[Offer]:
        rules = ("slam.poet.detective",)
        given = ("detective", question.detective)
        for rogue in question.rogues:
            yield Offer(cls, T("{poet} is disqualified", poet=evidence.name(rogue)), rules, (given, ("rogue", rogue)))
        yield Offer(cls, T("Nobody"), rules, (given, ("rogue", None)))

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskDetective) -> Evidence:
        evidence = evolve(evidence, asked=(*evidence.asked, self.detective))
        if self.rogue is None:
            effects.note(T("The detective looks away."), "slam.poet.detective")
            return evidence
        return evolve(evidence, exposed=(*evidence.exposed, self.rogue))

    def describe(self) -> Text:
        if self.rogue is None:
            return T("The detective looks away")
        return T("The detective disqualifies a rogue")

    def title(self, before: State) -> Text:
        if self.rogue is None or not isinstance(before.phase, Asking):
            return self.describe()
        poet = whose(self.rogue, before.phase.evidence.standing(self.rogue))
        return T("The detective disqualifies a rogue: {poet}", poet=poet)


@frozen
class ContagionRolled(PoetAnswer[AskContagion]):
    """The die of a contagious poet (slam.poet.contagious)."""

    to = AskContagion

    seat: int
    card: int
    die: int

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskContagion) -> Iterable[Offer]:
        for face in FACES:
            yield Offer(cls, T("{n}", n=face), ("slam.poet.contagious",), (*question.given, ("die", face)))

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskContagion) -> Evidence:
        text = T("A {die}: nobody catches anything.", die=self.die)
        if self.die == NUMBERS.die.contagious:
            text = T(
                "A {die}: the poet has {own}, the left neighbour’s poets {other} each.",
                die=self.die,
                own=NUMBERS.die.own,
                other=NUMBERS.die.neighbour,
            )
        effects.say(text, "slam.poet.contagious")
        return evolve(evidence, rolls=(*evidence.rolls, (self.place, self.die)))

    def describe(self) -> Text:
        return T("{player}: contagion, a {die}", player=Player(self.seat), die=self.die)


@frozen
class Bribed(PoetAnswer[AskBribe]):
    """The gifts to each opponent, in cents, clockwise from the left (slam.poet.unscrupulous).

    :param bonus: the bonus printed for the lowest gift, where the card has steps between those the rules name.
    """

    to = AskBribe

    seat: int
    card: int
    gifts: tuple[int, ...]
    bonus: int | None = None

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskBribe) -> Iterable[Offer]:
        opponents = question.opponents(state.players)
        parts = (Number(str(seat), player_name(seat), 0, NUMBERS.bribe.most, 0) for seat in opponents)
        gifts = Composite("gifts", T("Cents given"), tuple(parts))
        yield Offer(cls, T("Enter the gifts"), ("slam.poet.unscrupulous",), question.given, (gifts,))

    def invalid(self, state: State, evidence: Evidence, question: AskBribe) -> Explanation | None:
        """The card's bonus, which no offer asks for, follows from the lowest gift (slam.ruling.bribe_steps)."""
        if refused := not_offered(evolve(self, bonus=None), self.offers(state, None)):
            return refused
        low, high = bribe_bounds(min(self.gifts))
        if self.bonus is not None and not low <= self.bonus <= high:
            text = T("For this lowest gift the card can only give +{low} to +{high}.", low=low, high=high)
            return why(text, "slam.ruling.bribe_steps", "slam.poet.unscrupulous")
        return None

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskBribe) -> Evidence:
        lowest = min(self.gifts)
        points = bribe_bounds(lowest)[0] if self.bonus is None else self.bonus
        text = T("The lowest gift counts: +{points} for {money}.", money=money(lowest), points=points)
        rule = "slam.poet.unscrupulous" if lowest else "slam.poet.unscrupulous_zero"
        effects.say(text, rule, "slam.ruling.bribe_steps")
        return evolve(evidence, bribes=(*evidence.bribes, (self.place, points, lowest)))

    def describe(self) -> Text:
        return T("{player} bribes", player=Player(self.seat))


@frozen
class NotMaleTold(Answer[AskNotMale]):
    """The players who are not male, by their own statement (slam.card.feminism)."""

    to = AskNotMale

    seats: tuple[int, ...]

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskNotMale) -> Iterable[Offer]:
        rules, all_players = ("slam.card.feminism",), state.players
        each = Choice("seat", T("Player"), tuple(Option(seat, player_name(seat)) for seat in all_players))
        some = Several("seats", T("Who is not male?"), each, 0, len(all_players))
        yield Offer(cls, T("Say who"), rules, fields=(some,))
        yield Offer(cls, T("All are male"), rules, (("seats", ()),), weight=Weight.SIDE)
        yield Offer(cls, T("Nobody is male"), rules, (("seats", all_players),), weight=Weight.SIDE)

    def invalid(self, state: State, evidence: Evidence, question: AskNotMale) -> Explanation | None:
        if len({*self.seats}) != len(self.seats):
            return why(T("Name players at this table, each once."), "slam.card.feminism")
        return super().invalid(state, evidence, question)

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskNotMale) -> Evidence:
        effects.change(not_male=tuple(sorted(self.seats)))
        return evidence

    def describe(self) -> Text:
        if not self.seats:
            return T("All are male")
        return T("Not male: {players}", players=players_listed(self.seats))


@frozen
class SmartVoted(Answer[AskSmart]):
    """How many players find each poet smartly dressed, seat by seat and poet by poet (slam.card.best_of)."""

    to = AskSmart

    votes: tuple[tuple[int, ...], ...]

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskSmart) -> Iterable[Offer]:
        def row(name: str, label: Text, poets: tuple[Poet, ...]) -> Composite:
            names, most = (poet_name(poet, card) for card, poet in enumerate(poets)), len(state.players)
            return Composite(name, label, tuple(Number(str(card), name, 0, most, 0) for card, name in enumerate(names)))

        rows = [
            row(str(seat), T("has left") if seat in state.gone else player_name(seat), lineup.poets)
            for seat, lineup in enumerate(evidence.lineups)
        ]
        if evidence.open_list:
            rows.append(row("open", T("Open list"), (evidence.open_list,)))
        votes = Composite("votes", T("How many say smart?"), tuple(rows))
        yield Offer(cls, T("Enter the votes"), ("slam.card.best_of",), fields=(votes,))

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskSmart) -> Evidence:
        """Add a message on each disputed vote (slam.ruling.smart_vote)."""
        for poet, number in self._counted(evidence):
            if 0 < number < len(effects.state.players):
                _disputed(effects, poet, number)
        return evolve(evidence, votes=self.votes)

    def _counted(self, evidence: Evidence) -> Iterator[tuple[Text, int]]:
        """Yield each poet with the votes for it."""
        for (place, poet), number in zip(stage(evidence), chain.from_iterable(self.votes), strict=True):
            yield whose(place, poet), number

    def describe(self) -> Text:
        return T("Vote on smart clothes")

    def title(self, before: State) -> Text:
        """Return the poets in smart clothes, by the votes (slam.card.best_of)."""
        if not isinstance(before.phase, Asking):
            return self.describe()
        votes = self._counted(before.phase.evidence)
        poets = [poet for poet, number in votes if smart(number, len(before.players))]
        return T("Smart clothes: {poets}", poets=apart(poets)) if poets else T("Nobody in smart clothes")


def _disputed(effects: Effects[State], poet: Text, number: int) -> None:
    players, bonus = len(effects.state.players), NUMBERS.bonus.smart
    if smart(number, players):
        text = T("{poet}: {n} of {all} say smart, that is +{bonus}.", poet=poet, n=number, all=players, bonus=bonus)
    else:
        text = T("{poet}: {n} of {all} say smart, no +{bonus}.", poet=poet, n=number, all=players, bonus=bonus)
    effects.say(text, "slam.card.best_of", "slam.card.best_of_example", "slam.ruling.smart_vote")


@frozen
class VoiceChosen(PoetAnswer[AskVoice]):
    """The owner of a poet has chosen lyric or prose (slam.adv.style_diversity)."""

    to = AskVoice

    seat: int | None
    card: int
    voice: Voice

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskVoice) -> Iterable[Offer]:
        for voice in (Voice.LYRIC, Voice.PROSE):
            yield Offer(cls, VOICE[voice], ("slam.adv.style_diversity",), (*question.given, ("voice", voice)))

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskVoice) -> Evidence:
        return evolve(evidence, voices=(*evidence.voices, (self.place, self.voice)))

    def describe(self) -> Text:
        if self.seat is None:
            return T("Open list: performs {voice}", voice=VOICE[self.voice])
        return T("{player}: performs {voice}", player=Player(self.seat), voice=VOICE[self.voice])


@frozen
class ShowDecided(Answer[AskShow]):
    """The show part has decided which attributes count (slam.turn.show, slam.turn.die).

    :param die: the face rolled for it; 0 for none.
    """

    to = AskShow

    attributes: tuple[Attribute, ...]
    die: int = 0

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskShow) -> Iterable[Offer]:
        die = Number("die", T("Die (0: none)"), 0, NUMBERS.die.faces, 0)
        yield Offer(cls, T("Enter what counts"), ("slam.turn.show",), fields=(attributes_field(1), die))

    def invalid(self, state: State, evidence: Evidence, question: AskShow) -> Explanation | None:
        if not self.attributes:
            return why(T("Say which attribute counts, or which sum."), "slam.turn.show")
        return attributes_refusal(self.attributes) or die_refusal(self.die)

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskShow) -> Evidence:
        text = T("What counts: {attributes}.", attributes=asked(self.attributes))
        effects.say(text, "slam.turn.show", *(("slam.turn.die",) if self.die else ()))
        if not active_glass(evidence.slam.glass, evidence.slam.die):
            # an active glass was drunk to when the slam was opened
            shots(effects, evidence.slam, self.die)
        return evolve(evidence, show=self.attributes, die=self.die)

    def describe(self) -> Text:
        return T("The show: {attributes}", attributes=asked(self.attributes))


@frozen
class ValuesTold(PoetAnswer[AskValues]):
    """The unknown values of a poet that count, read off the card (slam.ruling.card_values).

    :param values: one for each of ``attributes``.
    """

    to = AskValues

    seat: int | None
    card: int
    attributes: tuple[Attribute, ...]
    values: tuple[int, ...]

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskValues) -> Iterable[Offer]:
        given = (*question.given, ("attributes", question.attributes))
        values = Composite("values", T("Values"), value_fields(question.attributes))
        yield Offer(cls, T("Enter the values"), ("slam.ruling.card_values",), given, (values,))

    def invalid(self, state: State, evidence: Evidence, question: AskValues) -> Explanation | None:
        """The attributes must be those of the question, and the values printable (slam.ruling.card_values)."""
        if len(self.values) != len(self.attributes) or {*self.attributes} != {*question.attributes}:
            attributes = listed(map(ATTRIBUTE.__getitem__, question.attributes))
            return why(T("Enter one value each: {attributes}.", attributes=attributes), "slam.ruling.card_values")
        return attributes_refusal(self.attributes) or values_refusal(self.values)

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskValues) -> Evidence:
        known = dict(zip(self.attributes, self.values, strict=True))
        sum = reckoned(tuple(known.items()), ())
        effects.note(T("{poet}: {sum}", poet=evidence.name(self.place), sum=sum), "slam.ruling.card_values")
        return evidence.with_values(self.place, known)

    def describe(self) -> Text:
        values = reckoned(tuple(zip(self.attributes, self.values, strict=False)), ())
        if self.seat is None:
            return T("Open list, values entered: {values}", values=values)
        return T("{player}, values entered: {values}", player=Player(self.seat), values=values)
