"""Reports of the circle, and corrections of a pile."""

from collections.abc import Hashable, Iterable
from itertools import permutations

from attrs import frozen

from companion.games.schlafmuetze import fields
from companion.games.schlafmuetze.cards import COLOURS, PILES, Card, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import LastCard, Opening, Running
from companion.games.schlafmuetze.shared import correction, enter_every_card, event, refuse_single_card
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Weight
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Text


@frozen
class CircleTold(Report[State]):
    """The twelve cards of the circle, from twelve o'clock on (schlafmuetze.setup.circle).

    :param words: their words, empty where unknown; or no words at all.
    """

    colours: tuple[Colour, ...]
    words: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Opening) or not state.every_card:
            return
        orders = tuple(
            Option(
                order * (PILES // len(order)),
                T("{colours}", colours=Listing(tuple(COLOUR_NAMES[colour] for colour in order))),
            )
            for order in permutations(COLOURS)
        )
        asked = (Choice("colours", T("Colours in turn from twelve o'clock on"), orders),)
        words = (("words", tuple(card.word for card in state.circle)),)
        label = T("Other colours around the circle")
        yield Offer(cls, label, ("schlafmuetze.setup.circle",), words, asked, weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Opening):
            return NOT_OFFERED
        return refuse_single_card(state) or _irregular(self.colours, self.words)

    def apply(self, effects: Effects[State]) -> None:
        enter_every_card(effects)
        words = map(capitals, self.words or ("",) * len(self.colours))
        effects.change(circle=tuple(Card(colour, word) for colour, word in zip(self.colours, words, strict=True)))
        effects.say(T("The circle is laid."), "schlafmuetze.setup.circle")

    def describe(self) -> Text:
        return T("The circle is laid")

    def event_key(self, state: State) -> Hashable:
        return correction(state, type(self), state.circle)


@frozen
class TopTold(Report[State]):
    """The top card of a pile (schlafmuetze.combine.piles)."""

    pile: int
    colour: Colour
    word: str = ""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Running | LastCard) or not state.every_card:
            return
        piles = tuple(Option(at, T("{hour} o'clock", hour=hour(at))) for at in range(PILES))
        asked = (Choice("pile", T("Which pile?"), piles), fields.colour(T("Colour")), fields.word())
        label = T("Put a pile right")
        yield Offer(cls, label, ("schlafmuetze.combine.piles",), fields=asked, weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        """Require a regular circle before the first card, and a forced colour that shows (schlafmuetze.combine.piles)."""
        if not isinstance(state.phase, Opening | Running | LastCard) or self.pile not in range(PILES):
            return NOT_OFFERED
        if wrong := refuse_single_card(state):
            return wrong
        before = state.with_every_card() if isinstance(state.phase, Opening) else state
        right = before.put_right(self.pile, Card(self.colour, self.word))
        if isinstance(state.phase, Opening):
            colours = tuple(card.colour or self.colour for card in right.circle)
            return _irregular(colours, tuple(card.word for card in right.circle))
        if right.colour and right.colour not in right.showing:
            text = T(
                "{colour} is demanded, so at least one pile must show it. Put that pile right first.",
                colour=COLOUR_NAMES[right.colour],
            )
            return why(text, "schlafmuetze.colour.forced", "schlafmuetze.combine.piles")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Correct the pile, and the forced colour with it."""
        enter_every_card(effects)
        card = Card(self.colour, capitals(self.word))
        effects.state = effects.state.put_right(self.pile, card)
        text = T("{card} lies at {hour} o'clock.", hour=hour(self.pile), card=card_name(card))
        effects.say(text, "schlafmuetze.combine.piles", "schlafmuetze.ruling.recount")

    def describe(self) -> Text:
        card = card_name(Card(self.colour, capitals(self.word)))
        return T("{hour} o'clock: {card}", hour=hour(self.pile), card=card)

    def event_key(self, state: State) -> Hashable:
        if self.pile not in range(PILES):
            return event(state)
        return correction(state, type(self), state.circle[self.pile])


def _irregular(colours: tuple[Colour, ...], texts: tuple[str, ...]) -> Explanation | None:
    """Require three cards of each colour in regular order, and no word twice (schlafmuetze.setup.circle)."""
    words = tuple(map(capitals, texts))
    if len(colours) != PILES or len(words) not in (0, PILES):
        return why(T("The circle has {n} cards, like a clock.", n=PILES), "schlafmuetze.setup.circle")
    turn = len(COLOURS)
    if set(colours[:turn]) != set(COLOURS) or any(colours[at] != colours[at % turn] for at in range(PILES)):
        text = T("Around the circle the four colours take turns in the same order, so each shows three times.")
        return why(text, "schlafmuetze.setup.circle")
    twice = next((word for word in words if word and words.count(word) > 1), None)
    if twice:
        return why(T("{word} is in the circle twice. Exchange one of them.", word=twice), "schlafmuetze.setup.circle")
    return None
