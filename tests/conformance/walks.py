"""Random walks: any game is played from its offers, along a tape of bytes that Hypothesis makes up."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, Final, TypeVar
from zlib import crc32

from attrs import define, frozen
from hypothesis import strategies as st

from companion.kernel.game import Meta, Setup, Step
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Several, Subset, Weight, Words, YesNo
from companion.kernel.record import AnyGame

T = TypeVar("T")

#: How often a walk takes an offer, by its room on the screen and by the walk's own taste.
ROOM: Final = {Weight.MAIN: 8, Weight.SIDE: 2, Weight.RARE: 1}
TASTES: Final = (1, 1, 1, 9)
ATTEMPTS: Final = 6
#: Long walks that together cover every kind of action and an end.
LONG_WALKS: Final = 200


@define
class Tape:
    """Choices still to be made. At its end every choice is the first one, so that a begun report can be finished."""

    data: bytes
    at: int = 0

    @property
    def ended(self) -> bool:
        """Whether all choices are made."""
        return self.at >= len(self.data)

    def below(self, bound: int) -> int:
        """Return a number from 0 to below ``bound``."""
        size = max(1, (bound - 1).bit_length() + 7 >> 3)
        taken = self.data[self.at : self.at + size]
        self.at += size
        return int.from_bytes(taken) % bound

    def pick(self, values: Sequence[T]) -> T:
        """Return one of several values."""
        return values[self.below(len(values))]

    def weighted(self, values: Sequence[T], weights: Sequence[int]) -> T:
        """Return one of several values, in proportion to their weights."""
        sums = list(accumulate(weights))
        number = self.below(sums[-1])
        return next(value for value, limit in zip(values, sums, strict=True) if number < limit)


def tapes(longest: int = 240) -> st.SearchStrategy[Tape]:
    """Return tapes of any length up to ``longest``; long and short ones are equally likely."""
    return st.integers(0, longest).flatmap(lambda size: st.binary(min_size=size, max_size=size)).map(Tape)


@frozen
class Position:
    """Where a walk stands: the setup it began with, and what its last action led to.

    :param action: the last action; ``None`` at the start.
    """

    setup: Setup
    step: Step[Any]
    action: Any = None

    @property
    def state(self) -> Any:
        """The state reached."""
        return self.step.state

    @property
    def seats(self) -> tuple[int | None, ...]:
        """All who may report: the table and each seat."""
        return None, *range(self.setup.seats)


def setup_of(meta: Meta, tape: Tape) -> Setup:
    """Return any setup of a game; short games are preferred by low numbers."""
    seats = meta.seats[0] + tape.below(meta.seats[1] - meta.seats[0] + 1)
    options = {rule.key: tape.pick(rule.options).id for rule in meta.house_rules}
    numbers = {number.key: tape.pick((number.low, number.default, number.high)) for number in meta.house_numbers}
    named = {meta.house_name.key: tape.pick(("", "Doppelkopf"))} if meta.house_name else {}
    return Setup(seats, tape.below(seats), options | numbers | named)


def walk(game: AnyGame, tape: Tape, setup: Setup | None = None) -> Iterator[Position]:
    """Play along a tape and yield every position, the start first."""
    setup = setup or setup_of(game.meta, tape)
    taste = tape.below(256)
    position = Position(setup, game.start(setup))
    yield position
    while not tape.ended:
        action = next_action(game, position, tape, taste)
        if action is None:
            return
        position = Position(setup, game.apply(position.state, action), action)
        yield position


def next_action(game: AnyGame, position: Position, tape: Tape, taste: int = 0) -> Any:
    """Return an action that is offered and allowed; ``None`` where the walk finds none."""
    seat = tape.below(len(position.seats))
    for who in (*position.seats[seat:], *position.seats[:seat]):
        offers = [offer for offer in game.offers(position.state, who) if not offer.closed]
        weights = [ROOM[offer.weight] * _liked(taste, offer) for offer in offers]
        for _ in range(ATTEMPTS if offers else 0):
            action = completed(tape.weighted(offers, weights), tape)
            if game.refusal(position.state, action) is None:
                return action
    return None


def completed(offer: Offer, tape: Tape) -> Any:
    """Return an action of an offer, its fields chosen along the tape."""
    return offer.action({field.name: value_of(field, tape) for field in offer.fields})


def value_of(field: Field, tape: Tape) -> Any:
    """Return a value for a field; a number's default is as likely as all its other values together."""
    match field:
        case Choice(options=options, optional=optional):
            return tape.pick([*(option.value for option in options), *([None] if optional else [])])
        case Number(low=low, high=high, default=default):
            presumed = default is not None and tape.below(2) == 0
            return default if presumed else low + tape.below(high - low + 1)
        case Composite(parts=parts):
            return tuple(value_of(part, tape) for part in parts)
        case Words(examples=examples, optional=optional):
            return tape.pick((*examples, "") if optional else examples)
        case Several(each=each, low=low, high=high):
            return tuple(value_of(each, tape) for _ in range(low + tape.below(high - low + 1)))
        case Subset(options=options):
            return tuple(option.value for option in options if tape.below(2))
        case YesNo():
            return bool(tape.below(2))


def _liked(taste: int, offer: Offer) -> int:
    """Return how much a walk likes an offer; a lasting taste takes games to an end that even chances never see."""
    return TASTES[_draw(taste, offer.kind.__name__, str(offer.given)) % len(TASTES)]


@cache
def _draw(*key: object) -> int:
    return crc32(repr(key).encode())
