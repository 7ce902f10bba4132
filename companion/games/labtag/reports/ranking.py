"""The reports on victory piles that settle a tie in points."""

from collections.abc import Hashable, Iterable
from typing import Final

from attrs import evolve, frozen

from companion.games.labtag.cards import FLAGS, KINDS, VALUES, Kind, Tally
from companion.games.labtag.final import piles
from companion.games.labtag.messages import T, card_name
from companion.games.labtag.model import Ranking, State
from companion.games.labtag.shared import asked, event, settle
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Number, Offer
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Player, Text


@frozen
class PileTold(Report[State]):
    """A value of the highest card of a pile, or its number of legendary cards (labtag.ruling.final_tie)."""

    seat: int
    labtag: int | None = None
    value: int | None = None
    legendary: int | None = None

    @property
    def tally(self) -> Tally:
        """The answer as a tally."""
        return Tally((), self.labtag, self.value, self.legendary)

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Ranking):
            span, (name, what) = _answers(state), _PILE[asked(state).kind]
            label = T("{player}: {what}", player=Player(asked(state).seat), what=what)
            number = Number(name, what, span.start, span.stop - 1, None)
            yield Offer(cls, label, _PILE_RULES, (("seat", asked(state).seat),), (number,))

    def refusal(self, state: State) -> Explanation | None:
        """Allow a possible answer to the question (labtag.final.tie_card, labtag.final.tie_legendary)."""
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        if not isinstance(state.phase, Ranking):
            return NOT_OFFERED
        question, span = asked(state), _answers(state)
        answer = self.tally.sum(question.kind)
        if self.seat != question.seat or answer is None or Tally((), **{question.kind: answer}) != self.tally:
            return NOT_OFFERED
        if answer in span:
            return None
        pile = piles(state.places, state.house)[self.seat]
        if pile.best and question.kind != "legendary" and answer < span.start:
            text = T(
                "{player}’s victory pile contains {card}: its highest card cannot be lower.",
                player=Player(self.seat),
                card=card_name(pile.best),
            )
            return why(text, "labtag.ruling.final_tie", "labtag.match.trophy")
        return NOT_OFFERED

    def apply(self, effects: Effects[State]) -> None:
        place = effects.state.places[self.seat]
        place = evolve(place, highest=place.highest.refined(self.tally))
        effects.state = effects.state.with_place(self.seat, place)
        settle(effects)

    def describe(self) -> Text:
        known = ((kind, self.tally.sum(kind)) for kind in KINDS)
        answers = (T("{what} {n}", what=_PILE[kind][1], n=n) for kind, n in known if n is not None)
        return T("{player}: {what}", player=Player(self.seat), what=next(answers, T("nothing")))

    def event_key(self, state: State) -> Hashable:
        return event(state, *(place.highest for place in state.places))


_PILE_RULES: Final = ("labtag.ruling.final_tie", "labtag.final.tie_card", "labtag.final.tie_legendary")


_PILE: Final[dict[Kind, tuple[str, Text]]] = {
    "labtag": ("labtag", T("LABTAG value of the highest trophy")),
    "values": ("value", T("Card value of the highest trophy")),
    "legendary": ("legendary", T("Legendary trophies")),
}


def _answers(state: State) -> range:
    """Return the possible answers to the question about a victory pile (labtag.ruling.limits)."""
    question = asked(state)
    pile = piles(state.places, state.house)[question.seat]
    if question.kind == "legendary":
        least, most = pile.legendary
        return range(least, most + 1)
    return range(pile.least(question.kind), FLAGS.stop if question.kind == "labtag" else VALUES.stop)
