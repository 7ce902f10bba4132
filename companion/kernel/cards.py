"""The printed cards that a device remembers for a game: a pure value; ``companion.storage.cards`` reads and writes it."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from attrs import NOTHING, fields, frozen

from companion.kernel.text import Text

C = TypeVar("C")


class InvalidFile(Exception):
    """Raised for a card file that cannot be read; no card of it is added.

    :param why: the reason, as players read it.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@frozen
class InvalidCard:
    """A card of a file that cannot be read.

    :param kind: the class of the card.
    :param number: its place in its list, counted from 1.
    :param name: its name; empty if that cannot be read either.
    :param field: the name of the invalid field; empty if the error is not about one field.
    """

    kind: type[Any]
    number: int
    name: str
    field: str


@frozen
class JsonForm:
    """The JSON form of a type whose values are not stored field by field, by name, or as they are.

    :param kind: the type, as the fields of the cards declare it.
    :param read: returns the value of a JSON value; any exception means that the JSON value is invalid.
    :param write: returns the JSON value of a value.
    """

    kind: Any
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _appended(known: tuple[Any, ...], more: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*known, *more)


@frozen(eq=False)
class CardFile(Generic[C]):
    """How the cards of a game are stored on a device and exported to a file.

    :param game: the id of the game.
    :param title: the title of the game.
    :param kind: the class that holds all cards. Each of its fields is a tuple of cards of one kind, empty by default; the
        classes of the cards validate them.
    :param wrong: returns the message about a card that cannot be read.
    :param most: the largest number of cards of each kind.
    :param joined: returns the known cards of one kind with more cards added; it appends them by default.
    :param forms: the types with a JSON form of their own.
    :param version: the version of the file format.
    """

    game: str
    title: Text
    kind: type[C]
    wrong: Callable[[InvalidCard], Text]
    most: int
    joined: Callable[[tuple[Any, ...], tuple[Any, ...]], tuple[Any, ...]] = _appended
    forms: tuple[JsonForm, ...] = ()
    version: int = 1

    @property
    def format(self) -> str:
        """The name of the format, as it stands in an exported file."""
        return f"{self.game}-cards"

    @property
    def setting(self) -> str:
        """The key of the setting that stores the cards on a device."""
        return f"cards.{self.game}"

    @property
    def empty(self) -> C:
        """No cards of any kind."""
        return self.kind()

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the kinds of cards."""
        kind: Any = self.kind
        return tuple(field.name for field in fields(kind))

    def merged(self, known: C, more: C) -> C:
        """Return the known cards with more cards added."""
        return self.kind(*(self.joined(getattr(known, name), getattr(more, name)) for name in self.lists))

    def fits(self, cards: C) -> bool:
        """Return whether a device can hold this many cards of each kind."""
        return all(len(getattr(cards, name)) <= self.most for name in self.lists)


def missing_fields(card: Any) -> tuple[str, ...]:
    """Return the fields of a card that are empty although they have no default, such as its name."""
    return tuple(
        field.name for field in fields(type(card)) if field.default is NOTHING and getattr(card, field.name) == ""
    )
