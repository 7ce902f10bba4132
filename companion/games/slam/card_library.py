"""The printed cards that a device remembers, and how they are stored: each is entered once and then picked by a tap."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, Final, TypeAlias

from attrs import evolve, field, frozen
from attrs.validators import deep_iterable, in_, max_len

from companion.games.slam.assistants import Busy, Day
from companion.games.slam.cards import (
    ATTRIBUTES,
    FACES,
    UNKNOWN,
    Attribute,
    Bonus,
    Poet,
    Source,
    Special,
    Trait,
    Values,
    Voice,
)
from companion.games.slam.messages import T
from companion.games.slam.meta import META
from companion.games.slam.numbers import NUMBERS
from companion.kernel.cards import CardFile, InvalidCard, JsonForm
from companion.kernel.text import Text

#: The attributes that a slam card's show part asks for, by the face of the die.
Shows: TypeAlias = tuple[tuple[int, tuple[Attribute, ...]], ...]

_VALUES: Final = range(NUMBERS.entry.low, NUMBERS.entry.high + 1)
_BONUSES: Final = range(-NUMBERS.entry.adjust, NUMBERS.entry.adjust + 1)

_ARTICLE: Final = re.compile(r"(der|die|das|the)\s+", re.IGNORECASE)


def _once(found: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(found))


def _faces(found: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({*found}))


def _shows(found: Shows) -> Shows:
    """Return the last entry for each face of the die."""
    return tuple(sorted(dict(found).items()))


class Gender(Enum):
    """The gender of a poet, if printed on the card (slam.card.gender)."""

    UNKNOWN = "unknown"
    FEMALE = "f"
    MALE = "m"
    DIVERSE = "d"


@frozen
class PoetCard:
    """A poet card as printed.

    :param values: ``None`` for a value that was not entered yet.
    :param partner: name of the other poet of a printed team; empty for none.
    :param bonus: points that an ability of the card gives in every slam.
    :param busy: days without time.
    """

    name: str = field(validator=max_len(NUMBERS.entry.name))
    values: Values = field(default=UNKNOWN)
    voice: Voice | None = None
    traits: tuple[Trait, ...] = field(default=(), converter=_once)
    gender: Gender = Gender.UNKNOWN
    partner: str = field(default="", validator=max_len(NUMBERS.entry.name))
    bonus: int = field(default=0, validator=in_(_BONUSES))
    busy: tuple[Busy, ...] = ()

    @values.validator
    def _printed(self, _: object, values: Values) -> None:
        if any(value is not None and (type(value) is not int or value not in _VALUES) for value in values):
            raise ValueError("a value must be a whole number that can be entered")

    def as_played(self) -> Poet:
        """Return the poet with which a slam begins."""
        bonuses = (Bonus(self.bonus, Source.ABILITY),) if self.bonus else ()
        return Poet(self.name, self.values, bonuses=bonuses, voice=self.voice, traits=self.traits)


@frozen
class SlamCard:
    """A slam card as printed; fields that were not entered have their defaults.

    :param glass: the faces of the die on which the martini glass is active.
    :param shows: the attributes that the show part asks for, by the face of its die; empty where no die decides.
    """

    name: str = field(validator=max_len(NUMBERS.entry.name))
    attributes: tuple[Attribute, ...] = field(default=(), converter=_once)
    special: Special = Special.NONE
    glass: tuple[int, ...] = field(default=(), converter=_faces, validator=deep_iterable(in_(FACES)))
    club: bool = False
    day: Day | None = None
    shows: Shows = field(default=(), converter=_shows)

    @shows.validator
    def _rolled(self, _: object, shows: Shows) -> None:
        if any(die not in FACES for die, _ in shows):
            raise ValueError("a show is decided by a face of the die")


def _by_name(found: Iterable[Any]) -> tuple[Any, ...]:
    cards = {card.name: card for card in found}
    return tuple(cards[name] for name in sorted(cards, key=_sorted_as))


def _sorted_as(name: str) -> str:
    """Return the sort key of a name: the name without its article, since few look for the Comedian under D.

    >>> sorted(["Rap Poet", "Der Comedian", "Die Spalterin"], key=_sorted_as)
    ['Der Comedian', 'Rap Poet', 'Die Spalterin']
    """
    return _ARTICLE.sub("", name, count=1).casefold()


@frozen
class Library:
    """All known cards, sorted by name without its article; of two cards with the same name the later one counts.

    >>> [card.bonus for card in Library((PoetCard("Rap Poet"), PoetCard("Rap Poet", bonus=2))).poets]
    [2]
    """

    poets: tuple[PoetCard, ...] = field(default=(), converter=_by_name)
    slams: tuple[SlamCard, ...] = field(default=(), converter=_by_name)

    def poet(self, name: str) -> PoetCard | None:
        """Return a poet card by its name."""
        return next((card for card in self.poets if card.name == name), None)

    def slam(self, name: str) -> SlamCard | None:
        """Return a slam card by its name."""
        return next((card for card in self.slams if card.name == name), None)

    def partners(self, one: str, other: str) -> bool:
        """Return whether two poets are printed as a team."""
        cards = {card.name: card.partner for card in self.poets if card.partner}
        return cards.get(one) == other or cards.get(other) == one


def learned(card: SlamCard, die: int, attributes: Sequence[Attribute]) -> SlamCard:
    """Return a slam card with the attributes that a face of its die asks for."""
    return evolve(card, shows=(*card.shows, (die, tuple(attributes))))


def _wrong(card: InvalidCard) -> Text:
    if not card.name:
        return T("A card in the file has no name that can be read.")
    if card.kind is PoetCard:
        return T("Something is wrong with the poet “{name}” in the file.", name=card.name)
    return T("Something is wrong with the slam “{name}” in the file.", name=card.name)


#: How the cards are stored and exported.
FILE: Final = CardFile[Library](
    "slam",
    META.title,
    Library,
    _wrong,
    most=2000,
    forms=(
        JsonForm(
            Values,
            lambda raw: tuple(raw.get(one.value) for one in ATTRIBUTES),
            lambda values: {one.value: value for one, value in zip(ATTRIBUTES, values, strict=True)},
        ),
        JsonForm(Day, lambda raw: Day[raw.upper()], lambda day: day.name.lower()),
        JsonForm(
            Shows,
            lambda raw: tuple((int(die), tuple(map(Attribute, shown))) for die, shown in raw.items()),
            lambda shows: {str(die): [one.value for one in shown] for die, shown in shows},
        ),
    ),
)
