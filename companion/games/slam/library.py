"""The cards that a table remembers: entered once, picked by a tap from then on, carried along as a JSON file."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from companion.games.slam.assistants import Busy, Day
from companion.games.slam.cards import ATTRIBUTES, UNTOLD, Attribute, Bonus, Poet, Source, Special, Trait, Values, Voice
from companion.games.slam.messages import T
from companion.games.slam.meta import META
from companion.games.slam.numbers import NUMBERS
from companion.kernel.cards import CardFile, WrongFile

#: More cards of a kind than this are no library of anybody.
MOST: Final = 2000

E = TypeVar("E", bound=Enum)

_ARTICLE: Final = re.compile(r"(der|die|das|the)\s+", re.IGNORECASE)


class Gender(Enum):
    """The gender of a poet as far as the card tells (slam.card.gender)."""

    UNKNOWN = "unknown"
    FEMALE = "f"
    MALE = "m"
    DIVERSE = "d"


@frozen
class PoetCard:
    """A poet card as printed.

    :param values: ``None`` where nobody has told the value yet.
    :param partner: name of the other poet of a printed team; empty for none.
    :param bonus: points that an ability of the card gives in every slam.
    :param busy: days without time.
    """

    name: str
    values: Values = UNTOLD
    voice: Voice | None = None
    traits: tuple[Trait, ...] = ()
    gender: Gender = Gender.UNKNOWN
    partner: str = ""
    bonus: int = 0
    busy: tuple[Busy, ...] = ()

    def unknown(self, asked: Collection[Attribute]) -> tuple[Attribute, ...]:
        """Return what has not been told yet of the attributes that are asked for."""
        told = zip(ATTRIBUTES, self.values, strict=True)
        return tuple(one for one, value in told if value is None and one in asked)

    def as_played(self) -> Poet:
        """Return the poet as it comes to a slam."""
        bonuses = (Bonus(self.bonus, Source.ABILITY),) if self.bonus else ()
        return Poet(self.name, self.values, bonuses=bonuses, voice=self.voice, traits=self.traits)


@frozen
class SlamCard:
    """A slam card as printed, or as far as a table has seen it.

    :param shows: what the show asks for, by the face of its die; empty where no die decides.
    """

    name: str
    attributes: tuple[Attribute, ...] = ()
    special: Special = Special.NONE
    glass: tuple[int, ...] = ()
    club: bool = False
    day: Day | None = None
    shows: tuple[tuple[int, tuple[Attribute, ...]], ...] = ()


@frozen
class Library:
    """All cards that are known, in the order of their names; articles do not count."""

    poets: tuple[PoetCard, ...] = ()
    slams: tuple[SlamCard, ...] = ()

    def poet(self, name: str) -> PoetCard | None:
        """Return a poet card by its name."""
        return next((card for card in self.poets if card.name == name), None)

    def slam(self, name: str) -> SlamCard | None:
        """Return a slam card by its name."""
        return next((card for card in self.slams if card.name == name), None)

    def partners(self, one: str, other: str) -> bool:
        """Tell whether two poets are printed as a team."""
        cards = {card.name: card.partner for card in self.poets if card.partner}
        return cards.get(one) == other or cards.get(other) == one

    def without(self, name: str) -> "Library":
        """Return the library without the cards of a name."""
        return Library(
            tuple(card for card in self.poets if card.name != name),
            tuple(card for card in self.slams if card.name != name),
        )


def merged(known: Library, more: Library) -> Library:
    """Return all cards; where both know a name, the newer card takes the place of the older.

    >>> old, new = PoetCard("Rap Poet"), PoetCard("Rap Poet", bonus=2)
    >>> [card.bonus for card in merged(Library((old,)), Library((new,))).poets]
    [2]
    """
    return Library(_by_name(known.poets, more.poets), _by_name(known.slams, more.slams))


C = TypeVar("C", PoetCard, SlamCard)


def _by_name(known: Iterable[C], more: Iterable[C]) -> tuple[C, ...]:
    cards: dict[str, C] = {}
    for card in known:
        cards[card.name] = card
    for card in more:
        cards[card.name] = card
    return tuple(cards[name] for name in sorted(cards, key=_sorted_as))


def _sorted_as(name: str) -> str:
    """Return what a card is looked for by: few look for the Comedian under D.

    >>> sorted(["Rap Poet", "Der Comedian", "Die Spalterin"], key=_sorted_as)
    ['Der Comedian', 'Rap Poet', 'Die Spalterin']
    """
    return _ARTICLE.sub("", name, count=1).casefold()


def learned(card: SlamCard, die: int, attributes: Sequence[Attribute]) -> SlamCard:
    """Return a slam card that knows what a face of its die asks for."""
    shows = {**dict(card.shows), die: tuple(attributes)}
    return evolve(card, shows=tuple(sorted(shows.items())))


def to_json(library: Library) -> dict[str, Any]:
    """Return cards as values of JSON."""
    return {
        "poets": [
            {
                "name": card.name,
                "values": {attribute.value: value for attribute, value in zip(ATTRIBUTES, card.values, strict=True)},
                "voice": card.voice.value if card.voice else None,
                "traits": [trait.value for trait in card.traits],
                "gender": card.gender.value,
                "partner": card.partner,
                "bonus": card.bonus,
                "busy": [{"day": day.day, "only_on_six": day.only_on_six} for day in card.busy],
            }
            for card in library.poets
        ],
        "slams": [
            {
                "name": card.name,
                "attributes": [attribute.value for attribute in card.attributes],
                "special": card.special.value,
                "glass": [*card.glass],
                "club": card.club,
                "day": card.day.name.lower() if card.day else None,
                "shows": {str(die): [one.value for one in shown] for die, shown in card.shows},
            }
            for card in library.slams
        ],
    }


def from_json(raw: Any) -> Library:
    """Return cards from values of JSON, all of them or none.

    :raises WrongFile: if one of them is no card.
    """
    if not isinstance(raw, Mapping):
        raise WrongFile(T("This is no file of Slam! cards: it has no cards that can be read."))
    poets, slams = raw.get("poets", []), raw.get("slams", [])
    if not isinstance(poets, list) or not isinstance(slams, list) or max(len(poets), len(slams)) > MOST:
        raise WrongFile(T("This is no file of Slam! cards: it has no cards that can be read."))
    return merged(Library(), Library(tuple(map(_poet, poets)), tuple(map(_slam, slams))))


FILE: Final = CardFile[Library](
    "slam",
    META.title,
    Library(),
    to_json,
    from_json,
    merged,
    lambda cards: max(len(cards.poets), len(cards.slams)) <= MOST,
)


# One card


def _poet(raw: Any) -> PoetCard:
    name, fields = _named(raw)
    try:
        values = fields.get("values", {})
        return PoetCard(
            name,
            tuple(_value(values.get(one.value)) for one in ATTRIBUTES),  # type: ignore[arg-type]
            _member(Voice, fields["voice"]) if fields.get("voice") is not None else None,
            tuple(dict.fromkeys(_member(Trait, one) for one in _list(fields.get("traits", [])))),
            _member(Gender, fields.get("gender", Gender.UNKNOWN.value)),
            _name(fields.get("partner", "")),
            _number(fields.get("bonus", 0), -NUMBERS.entry.adjust, NUMBERS.entry.adjust),
            tuple(_busy(one) for one in _list(fields.get("busy", []))),
        )
    except (ValueError, TypeError, AttributeError, KeyError):
        raise WrongFile(T("The poet “{name}” in the file is wrong.", name=name)) from None


def _slam(raw: Any) -> SlamCard:
    name, fields = _named(raw)
    faces = NUMBERS.die.faces
    try:
        day, club = fields.get("day"), fields.get("club", False)
        if type(club) is not bool:
            raise TypeError(club)
        shows = {_number(int(die), 1, faces): _attributes(shown) for die, shown in fields.get("shows", {}).items()}
        return SlamCard(
            name,
            _attributes(fields.get("attributes", [])),
            _member(Special, fields.get("special", Special.NONE.value)),
            tuple(sorted({_number(face, 1, faces) for face in _list(fields.get("glass", []))})),
            club,
            Day[day.upper()] if day is not None else None,
            tuple(sorted(shows.items())),
        )
    except (ValueError, TypeError, AttributeError, KeyError):
        raise WrongFile(T("The slam “{name}” in the file is wrong.", name=name)) from None


def _named(raw: Any) -> tuple[str, Mapping[str, Any]]:
    try:
        name = _name(raw["name"])
        if not name:
            raise ValueError(raw)
    except (ValueError, TypeError, KeyError):
        raise WrongFile(T("A card in the file has no name that can be read.")) from None
    return name, raw


def _name(raw: Any) -> str:
    if not isinstance(raw, str) or len(raw.strip()) > NUMBERS.entry.name:
        raise ValueError(raw)
    raw.encode()
    return raw.strip()


def _number(raw: Any, low: int, high: int) -> int:
    if type(raw) is not int or not low <= raw <= high:
        raise ValueError(raw)
    return raw


def _value(raw: Any) -> int | None:
    return None if raw is None else _number(raw, NUMBERS.entry.low, NUMBERS.entry.high)


def _list(raw: Any) -> list[Any]:
    if not isinstance(raw, list):
        raise TypeError(raw)
    return raw


def _member(kind: type[E], raw: Any) -> E:
    return kind(raw)


def _attributes(raw: Any) -> tuple[Attribute, ...]:
    return tuple(dict.fromkeys(Attribute(one) for one in _list(raw)))


def _busy(raw: Any) -> Busy:
    six = raw.get("only_on_six", False)
    if type(six) is not bool:
        raise TypeError(raw)
    return Busy(_number(raw["day"], 0, Day.SUNDAY.value), six)
