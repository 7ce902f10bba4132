"""The rules engine of Letter Jam."""

from collections.abc import Iterator, Sequence

from companion.games.letter_jam.highlights import highlights
from companion.games.letter_jam.house import House
from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.meta import META
from companion.games.letter_jam.model import Npc, Place, State
from companion.games.letter_jam.numbers import NUMBERS, SETUP_CARDS, STACKS
from companion.games.letter_jam.phases import Deciding, Over
from companion.games.letter_jam.reports import REPORTS
from companion.games.letter_jam.revisions import UPCASTERS
from companion.games.letter_jam.view import TableView, view
from companion.kernel.history import HistoryLine
from companion.kernel.offers import Offer
from companion.kernel.report import Effects, GameOfReports
from companion.kernel.text import Listing, Text


class LetterJam(GameOfReports[State, House]):
    """The cooperative word game Letter Jam for two to six."""

    meta = META
    house = House
    reports = REPORTS
    over = Over
    upcasters = UPCASTERS

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Start with choosing the length of the words (letter_jam.setup.word, letter_jam.setup.card)."""
        card, others = SETUP_CARDS[seats], NUMBERS.material.stands - seats
        effects = Effects(State(house, (Place(),) * seats, (Npc(),) * others, card.leaves, card.centre))
        text = T(
            "Setup card for {seats} players: {red} red tokens on the petals, {leaves} green ones on leaves, {centre} in the centre.",
            seats=seats,
            red=card.red,
            leaves=card.leaves,
            centre=card.centre,
        )
        effects.todo(text, "letter_jam.setup.card", "letter_jam.ruling.setup_cards")
        if others:
            text = N(
                "{n} non-player stand: a green token behind it, and {stacks} cards face down on the token.",
                "{n} non-player stands: a green token behind each, and {stacks} cards face down on the tokens.",
                n=others,
                stacks=Listing(STACKS[:others]),
            )
            effects.todo(text, "letter_jam.setup.npc", "letter_jam.setup.card")
        return effects

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        """Return the offers for a seat; a player's decisions about a clue are grouped."""
        found = super().offers(state, seat)
        return tuple(sorted(found, key=_whose)) if isinstance(state.phase, Deciding) else found

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state, seat)

    def highlights(self, history: Sequence[HistoryLine]) -> Iterator[Text]:
        """Yield the highlights of a finished game."""
        return highlights(history)


def _whose(offer: Offer) -> tuple[bool, int]:
    """Return the sort key of an offer: offers for the table come first, then those of each player."""
    seat = offer.value("seat")
    return offer.by is not None, -1 if seat is None else seat
