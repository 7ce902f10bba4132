"""The slam card is turned up, or the gold card at the bottom."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from companion.games.slam import gold
from companion.games.slam.cards import FACES, Attribute, Gold, Slam, Special
from companion.games.slam.drinking import shots
from companion.games.slam.messages import (
    GOLD,
    SPECIAL,
    N,
    T,
    asked,
    no_participant,
    players_listed,
    turned_up,
    wins_alone,
)
from companion.games.slam.model import Asking, Booking, Evidence, Judged, Revealing, State, Tie, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import AskApplause, AskTeam
from companion.games.slam.reports.base import Answer, SlamReport
from companion.games.slam.reports.closing import cleared, outcome, put_away
from companion.games.slam.shared import (
    attributes_field,
    attributes_refusal,
    die_refusal,
    name_refusal,
    opening_event,
    upcoming,
)
from companion.games.slam.tied import unlaid
from companion.games.slam.unknown_piles import AskEntering
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Choice, Offer, Option, Weight, Words
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text

#: The rules of a turned-up slam card: its name, and the attributes that count.
_TURNED_UP: Final = ("slam.turn.booking", "slam.turn.show")


def _booked(attributes: Sequence[Attribute], glass: Sequence[int], die: int) -> Explanation | None:
    """Return why the entry of a booking part is invalid, or ``None``."""
    if any(face not in FACES for face in glass):
        return why(T("A die shows one to six."), "slam.adv.drinking")
    return attributes_refusal(attributes) or die_refusal(die)


class Opening(SlamReport):
    """The next card is turned up; the cards of a judged slam still on the table are put away first."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return opening_event(state)

    def apply(self, effects: Effects[State]) -> None:
        """Put away what the slam before has left (slam.turn.win, slam.turn.draw)."""
        put_away(effects)
        self.turn_up(effects)

    @abstractmethod
    def turn_up(self, effects: Effects[State]) -> None:
        """Apply the entries for the card."""

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """It begins an event. Turned up while a slam was judged, it also closes that one."""
        event = evolve(super().history(before, step), section=step.state, continues=False)
        if not isinstance(before.phase, Judged):
            return event
        won = outcome(before, step)
        return evolve(event, title=T("{won}. {slam}", won=won, slam=event.title), closes=won)


def _weight(state: State) -> Weight:
    """Return the weight of the offer: while cards are on the table, putting them away is the main offer."""
    return Weight.MAIN if isinstance(state.phase, Booking) else Weight.SIDE


@frozen
class SlamOpened(Opening):
    """The booking part of the top slam card is done (slam.turn.booking).

    :param attributes: the attributes that the show part asks for; empty if a die or a choice decides them later.
    :param glass: faces of the die for which the martini glass is active.
    :param die: the face rolled for the booking part; 0 for none.
    """

    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    special: Special = Special.NONE
    glass: tuple[int, ...] = ()
    die: int = 0

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if (number := upcoming(state)) and number < state.tricks:
            examples = ("Comedy Slam", "Jugend Slam")
            name = Words("name", T("Name of the slam"), NUMBERS.entry.name, examples, optional=True)
            special = Choice("special", T("Kind"), tuple(Option(kind, SPECIAL[kind]) for kind in Special))
            fields = (name, attributes_field(0), special)
            yield Offer(cls, T("Open the slam"), ("slam.turn.booking",), fields=fields, weight=_weight(state))

    def refusal(self, state: State) -> Explanation | None:
        """The slams are turned up one by one, the gold card last (slam.setup.slams, slam.end)."""
        number = upcoming(state)
        if number is None or number == state.tricks:
            return NOT_OFFERED
        return name_refusal(self.name) or _booked(self.attributes, self.glass, self.die)

    def turn_up(self, effects: Effects[State]) -> None:
        """All lay two poets face down (slam.turn.play)."""
        slam = Slam(self.name, self.attributes, self.special, tuple(sorted({*self.glass})), self.die)
        for text, rule in zip(turned_up(slam, effects.state.number), _TURNED_UP, strict=False):
            effects.note(text, rule)
        shots(effects, slam, slam.die)
        if effects.state.waiting:
            text = N(
                "{n} waiting slam card goes to the winner as well.",
                "{n} waiting slam cards go to the winner as well.",
                n=effects.state.waiting,
            )
            effects.note(text, "slam.ruling.nobody_admitted")
        effects.change(phase=Revealing(slam))

    def describe(self) -> Text:
        if self.name:
            return T("{slam} is on", slam=T("{name}", name=self.name))
        if self.attributes:
            return T("A slam: {attributes}", attributes=asked(self.attributes))
        return T("A slam is on")


def _is_compared(state: State) -> bool:
    """Return whether the attributes of the gold card may matter: not if at most one player can take part."""
    state = cleared(state)
    return AskEntering.due(state) is not None or len(gold.able(state)) > 1


@frozen
class GoldOpened(Opening):
    """The gold card is turned up (slam.gold.poets)."""

    attributes: tuple[Attribute, ...] = ()
    glass: tuple[int, ...] = ()
    die: int = 0
    by_revision_2: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if upcoming(state) == state.tricks:
            fields = (attributes_field(0),) if _is_compared(state) else ()
            yield Offer(cls, T("Turn up the gold card"), ("slam.gold.poets",), fields=fields, weight=_weight(state))

    def refusal(self, state: State) -> Explanation | None:
        """The gold card is the last one (slam.setup.slams, slam.ruling.length)."""
        if upcoming(state) != state.tricks:
            return NOT_OFFERED
        return _booked(self.attributes, self.glass, self.die)

    def turn_up(self, effects: Effects[State]) -> None:
        """Name the players who cannot take part (slam.gold.state_one, slam.gold.team_one)."""
        state = effects.state
        championship = state.house.championship
        slam = Slam("", self.attributes, Special.NONE, tuple(sorted({*self.glass})), self.die, championship)
        text = T("The gold card: {gold}. It counts {n}.", gold=GOLD[championship], n=NUMBERS.points.gold)
        effects.note(text, "slam.gold.double", "slam.gold.poets")
        shots(effects, slam, slam.die)
        who_enters(effects, slam, by_revision_2=self.by_revision_2)

    def describe(self) -> Text:
        return T("The gold card")


def without_comparison(effects: Effects[State], winner: int | None) -> None:
    """Give the gold card to the only player who can take part, if there is one (slam.ruling.gold_alone, slam.ruling.state_poets)."""
    state = effects.state
    if winner is None:
        message = effects.say(no_participant(applause=False), "slam.ruling.state_poets")
    else:
        message = effects.say(wins_alone(winner), "slam.ruling.gold_alone", state.house.championship.few_poets)
    verdict = Verdict(winner, ((),) * state.seats, Tie.NONE, (message,))
    effects.change(phase=Judged(unlaid(state, Slam(gold=state.house.championship)), verdict))


def who_enters(effects: Effects[State], slam: Slam, *, by_revision_2: bool = False) -> None:
    """Continue with the gold card once the participants are known (slam.gold.state_one, slam.gold.team_one)."""
    state = effects.state
    if question := AskEntering.due(state):
        effects.change(phase=Asking(unlaid(state, slam), question))
        return
    championship = state.house.championship
    able = gold.able(state)
    if out := [seat for seat in state.players if seat not in able]:
        text = T("Cannot take part: {players}.", players=players_listed(out))
        effects.say(text, state.house.championship.few_poets, "slam.gold.poets")
    if len(able) > 1:
        effects.change(phase=Revealing(slam))
    elif (doubtful := gold.in_question(state)) is not None and not by_revision_2:
        effects.change(phase=Asking(unlaid(state, Slam(gold=championship)), AskTeam(doubtful)))
    elif able:
        without_comparison(effects, able[0])
    elif championship is Gold.STATE and state.house.state_empty == "applause":
        effects.say(no_participant(applause=True), "slam.ruling.state_poets")
        effects.change(phase=Asking(unlaid(state, Slam(gold=championship)), AskApplause(state.players)))
    else:
        without_comparison(effects, None)


@frozen
class TeamTold(Answer[AskTeam]):
    """Whether the only player with enough poets for the gold card has a team (slam.ruling.gold_alone)."""

    to = AskTeam

    seat: int
    team: bool

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskTeam) -> Iterable[Offer]:
        rules = ("slam.ruling.gold_alone", "slam.ruling.any_two")
        yield Offer(cls, T("There is a team"), rules, (("seat", question.seat), ("team", True)))
        yield Offer(cls, T("There is none"), rules, (("seat", question.seat), ("team", False)))

    def apply(self, effects: Effects[State]) -> None:
        """With a team the gold card is won without a comparison; without one no player can take part."""
        if not self.team:
            text = T("{player} has no team, and only teams enter.", player=Player(self.seat))
            effects.say(text, "slam.ruling.any_two", "slam.ruling.gold_alone")
        without_comparison(effects, self.seat if self.team else None)

    def describe(self) -> Text:
        if self.team:
            return T("{player} has a team for the gold card", player=Player(self.seat))
        return T("{player} has no team for the gold card", player=Player(self.seat))
