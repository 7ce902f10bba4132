"""The draft of a match: the cards put down on one page, and the card that is being typed."""

from collections.abc import Iterable, Mapping

from attrs import define, field

from companion.games.labtag.cards import Card, Special, repeated
from companion.games.labtag.messages import SPECIAL_NAMES, T
from companion.games.labtag.numbers import NUMBERS
from companion.kernel.explain import Explanation
from companion.kernel.text import Player


@define(eq=False)
class MatchDraft:
    """The cards of a match on one page.

    It is mutable: a tap changes the current draft, even if the screen shows an older one.

    :param typed: the digits of a LABTAG value.
    :param chosen: the selected seat, if any.
    """

    typed: str = ""
    golden: bool = False
    chosen: int | None = None
    _sizes: dict[int, int | None] = field(factory=dict)
    _cards: dict[int, tuple[Card, ...]] = field(factory=dict)
    #: The seat of each card in the order of input.
    _order: list[int] = field(factory=list)

    @classmethod
    def of(cls, seat: int, cards: tuple[Card, ...]) -> "MatchDraft":
        """Return a draft with the cards of an entered group."""
        draft = cls(chosen=seat)
        draft._cards[seat] = cards
        draft._order.append(seat)
        return draft

    def meet(self, sizes: Mapping[int, int | None]) -> None:
        """Set the groups that are to be entered.

        :param sizes: their numbers of cards by seat, in the order of input; ``None`` is unknown.
        """
        self._sizes = dict(sizes)

    @property
    def seat(self) -> int | None:
        """The seat that gets the next card: the selected one, the first incomplete one, or the last one with a card."""
        if self.chosen in self._sizes:
            return self.chosen
        latest = [seat for seat in (*self._sizes, *self._order) if seat in self._sizes]
        return next((seat for seat in self._sizes if self.lacking(seat)), latest[-1] if latest else None)

    @property
    def complete(self) -> tuple[int, ...]:
        """The seats whose groups are complete and can be entered."""
        return tuple(seat for seat in self._sizes if not self.lacking(seat))

    @property
    def begun(self) -> tuple[int, ...]:
        """The current seat, whose group may be incomplete; empty if there is none."""
        return () if self.seat is None else (self.seat,)

    @property
    def draft(self) -> tuple[Card, ...]:
        """The cards of the current seat."""
        return () if self.seat is None else self.laid(self.seat)

    @property
    def open(self) -> bool:
        """Whether the current seat can take another card."""
        return self.seat is not None and (self._sizes[self.seat] is None or self.lacking(self.seat) > 0)

    def laid(self, seat: int) -> tuple[Card, ...]:
        """Return the cards put down for a seat."""
        return self._cards.get(seat, ())[: self._sizes.get(seat)]

    def lacking(self, seat: int) -> int:
        """Return the number of missing cards of a group, at least 1 for an empty group of unknown size."""
        size = self._sizes[seat]
        return (1 if size is None else size) - len(self.laid(seat)) if size or not self.laid(seat) else 0

    def key(self, digit: str, known: Iterable[Card]) -> Explanation | None:
        """Add a digit to the LABTAG value, or return why no card has such a value and keep the digits.

        :param known: the cards of this device, which may have higher values than the keypad allows.
        """
        if full := self._full():
            return full
        typed = digit if self.typed == "0" else self.typed + digit
        most = int(NUMBERS.labtag.typed)
        if int(typed) > most and not any(str(card.labtag).startswith(typed) for card in known):
            text = T(
                "{typed} is higher than any LABTAG value known here. You can type up to {most}; first add a card "
                "with a higher one to the cards of this device.",
                typed=int(typed),
                most=most,
            )
            return Explanation(text, ("labtag.ruling.limits",))
        self.typed = typed
        return None

    def value(self, value: int | Special, known: Iterable[Card]) -> Explanation | None:
        """Put down the typed card with a card value, with its name if exactly one known card has these values.

        :param known: the cards of this device.
        :return: why that is not possible; the digits are then kept.
        """
        if full := self._full():
            return full
        if not self.typed:
            text = T("First the LABTAG value from the flag, then the card value.")
            return Explanation(text, ("labtag.match.strength", "labtag.ruling.card_value_corner"))
        card = Card(int(self.typed), value, self.golden)
        alike = [each for each in known if (each.labtag, each.value, each.golden) == (card.labtag, value, card.golden)]
        return self.put(alike[0] if len(alike) == 1 and alike[0] not in self.draft else card)

    def put(self, card: Card) -> Explanation | None:
        """Put a card down, or return why that is not possible."""
        if full := self._full():
            return full
        seat = self.seat
        assert seat is not None
        if special := repeated((*self.draft, card)):
            text = T(
                "{player}’s group already has a {special}; each special is allowed at most once per group.",
                player=Player(seat),
                special=SPECIAL_NAMES[special],
            )
            return Explanation(text, ("labtag.special.one_each",))
        self._cards[seat] = (*self.draft, card)
        self._order.append(seat)
        self.typed, self.golden = "", False
        if self._sizes[seat] is None:
            self.chosen = seat  # the group may have more cards, so the seat stays selected
        elif not self.lacking(seat):
            self.chosen = None
        return None

    def rub_out(self) -> bool:
        """Remove the last digit, or else the last card; return whether it was a card."""
        if self.typed:
            self.typed = self.typed[:-1]
            return False
        while self._order:
            seat = self._order.pop()
            if seat in self._sizes and self.laid(seat):
                self.take_back(seat, len(self.laid(seat)) - 1)
                return True
        return False

    def take_back(self, seat: int, number: int) -> None:
        """Remove a card and select its group for the next one."""
        laid = self.laid(seat)
        self._cards[seat] = (*laid[:number], *laid[number + 1 :])
        self.chosen = seat

    def _full(self) -> Explanation | None:
        if self.open:
            return None
        text = T("All cards of this group are there: enter them, or tap one to take it back.")
        return Explanation(text, ("labtag.turn.reveal",))
