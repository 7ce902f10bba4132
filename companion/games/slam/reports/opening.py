"""The slam card is turned up, or the gold card at the bottom."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from companion.games.slam import gold
from companion.games.slam.cards import FACES, Attribute, Gold, Slam, Special
from companion.games.slam.drinking import shots
from companion.games.slam.messages import GOLD, SPECIAL, N, T, asked, listed
from companion.games.slam.model import Asking, Booking, Judged, Revealing, State, Tie, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import AskApplause
from companion.games.slam.reports.told import Told
from companion.games.slam.rules import attributes_field, attributes_refusal, die_refusal, name_refusal, waiting
from companion.games.slam.tied import unlaid
from companion.games.slam.unknown import AskEntering
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Words
from companion.kernel.report import Story
from companion.kernel.text import Player, Text


def _booked(attributes: Sequence[Attribute], glass: Sequence[int], die: int) -> Explanation | None:
    """Return why a card's booking part cannot be as it is told."""
    if any(face not in FACES for face in glass):
        return why(T("A die shows one to six."), "slam.adv.drinking")
    return attributes_refusal(attributes) or die_refusal(die)


@frozen
class SlamOpened(Told):
    """The booking part of the top slam card is done (slam.turn.booking).

    :param attributes: what the show part asks for; empty if a die or a choice decides it later.
    :param glass: faces of the die for which the martini glass is active.
    :param die: what was rolled for the booking part; 0 for nothing.
    """

    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    special: Special = Special.NONE
    glass: tuple[int, ...] = ()
    die: int = 0

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Booking) and not state.is_gold:
            examples = ("Comedy Slam", "Jugend Slam")
            name = Words("name", T("Name of the slam"), NUMBERS.entry.name, examples, optional=True)
            special = Choice("special", T("Kind"), tuple(Option(kind, SPECIAL[kind]) for kind in Special))
            fields = (name, attributes_field(0), special)
            yield Offer(cls, T("Open the slam"), ("slam.turn.booking",), fields=fields)

    def refusal(self, state: State) -> Explanation | None:
        """The slams come one by one, the gold card last (slam.setup.slams, slam.end)."""
        if not isinstance(state.phase, Booking):
            return waiting(state)
        if state.is_gold:
            return why(T("All slams are played: now comes the gold card."), "slam.setup.slams", "slam.end")
        return name_refusal(self.name) or _booked(self.attributes, self.glass, self.die)

    def tell(self, story: Story[State]) -> None:
        """All lay two poets face down (slam.turn.play)."""
        slam = Slam(self.name, self.attributes, self.special, tuple(sorted({*self.glass})), self.die)
        name = T("{name}", name=slam.name) if slam.name else T("Slam {n}", n=story.state.number)
        story.note(T("{slam} is on.", slam=name), "slam.turn.booking")
        if slam.attributes:
            story.note(T("What counts: {attributes}.", attributes=asked(slam.attributes)), "slam.turn.show")
        shots(story, slam, slam.die)
        if story.state.waiting:
            text = N(
                "{n} slam card of before goes to the winner as well.",
                "{n} slam cards of before go to the winner as well.",
                n=story.state.waiting,
            )
            story.note(text, "slam.ruling.nobody_admitted")
        story.change(phase=Revealing(slam))

    def describe(self) -> Text:
        if self.name:
            return T("{slam} is on", slam=T("{name}", name=self.name))
        if self.attributes:
            return T("A slam: {attributes}", attributes=asked(self.attributes))
        return T("A slam is on")


@frozen
class GoldOpened(Told):
    """The gold card is turned up (slam.gold.poets)."""

    attributes: tuple[Attribute, ...] = ()
    glass: tuple[int, ...] = ()
    die: int = 0

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Booking) and state.is_gold:
            yield Offer(cls, T("Turn up the gold card"), ("slam.gold.poets",), fields=(attributes_field(0),))

    def refusal(self, state: State) -> Explanation | None:
        """The gold card lies at the bottom (slam.setup.slams, slam.ruling.length)."""
        if not isinstance(state.phase, Booking):
            return waiting(state)
        if not state.is_gold:
            text = N(
                "The gold card lies at the bottom: {n} slam comes first.",
                "The gold card lies at the bottom: {n} slams come first.",
                n=state.tricks - state.number,
            )
            return why(text, "slam.setup.slams", "slam.ruling.length")
        return _booked(self.attributes, self.glass, self.die)

    def tell(self, story: Story[State]) -> None:
        """Who cannot take part is named (slam.gold.state_one, slam.gold.team_one)."""
        state = story.state
        championship = state.house.championship
        slam = Slam("", self.attributes, Special.NONE, tuple(sorted({*self.glass})), self.die, championship)
        text = T("The gold card: {gold}. It counts {n}.", gold=GOLD[championship], n=NUMBERS.points.gold)
        story.note(text, "slam.gold.double", "slam.gold.poets")
        shots(story, slam, slam.die)
        who_enters(story, slam)

    def describe(self) -> Text:
        return T("The gold card")


def who_enters(story: Story[State], slam: Slam) -> None:
    """Go on with the gold card as soon as it is known who can take part (slam.gold.state_one, slam.gold.team_one)."""
    state = story.state
    if question := AskEntering.due(state):
        story.change(phase=Asking(unlaid(state, slam), question))
        return
    championship = state.house.championship
    able = gold.able(state)
    out = [T("{player}", player=Player(seat)) for seat in range(state.seats) if seat not in able]
    if out:
        text = T("Cannot take part: {players}.", players=listed(out))
        story.tell(text, gold.RULE_OF[championship], "slam.gold.poets")
    if len(able) > 1:
        story.change(phase=Revealing(slam))
    elif able:
        text = T("{player} alone can take part and wins the gold card without a comparison.", player=Player(able[0]))
        said = story.tell(text, "slam.ruling.gold_alone", gold.RULE_OF[championship])
        _without_poets(story, able[0], said)
    elif championship is Gold.STATE and state.house.state_empty == "applause":
        story.tell(T("Nobody has a poet for the gold card: the applause decides."), "slam.ruling.state_poets")
        story.change(phase=Asking(gold.walkover(state), AskApplause(tuple(range(state.seats)))))
    else:
        said = story.tell(T("Nobody can take part: nobody gets the gold card."), "slam.ruling.state_poets")
        _without_poets(story, None, said)


def _without_poets(story: Story[State], winner: int | None, said: Explanation) -> None:
    """Decide the gold card without a comparison."""
    verdict = Verdict(winner, ((),) * story.state.seats, Tie.NONE, (said,))
    story.change(phase=Judged(gold.walkover(story.state), verdict))
