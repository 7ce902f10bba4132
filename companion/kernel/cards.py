"""Cards that a device remembers: what they are and how they come together; keeping and reading them is storage's."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from attrs import NOTHING, fields, frozen

from companion.kernel.text import Text

C = TypeVar("C")


class WrongFile(Exception):
    """Cards that cannot be taken over; nothing has been.

    :param why: what is wrong with them.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@frozen
class WrongCard:
    """A card that cannot be read.

    :param kind: its class.
    :param number: its place in the list, counted from 1.
    :param name: what it is called, as far as that can be read.
    :param field: what is wrong with it, where one field is.
    """

    kind: type[Any]
    number: int
    name: str
    field: str


@frozen
class JsonForm:
    """What a value looks like in JSON, where it is not simply its fields, its name or itself.

    :param kind: the type of the value, as the fields of the cards have it.
    :param read: makes the value of JSON; any of Python's usual errors says that it is none.
    """

    kind: Any
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


@frozen(eq=False)
class CardFile(Generic[C]):
    """What the cards of a game are kept and carried by.

    :param game: the game's id.
    :param title: what it is called.
    :param kind: the class of all cards together: each of its fields is a tuple of cards, whose classes hold their limits.
    :param none: no cards at all.
    :param joined: adds more cards of a kind to known ones.
    :param wrong: says in the game's words what is wrong with a card.
    :param most: more cards of a kind than this are no library of anybody.
    :param forms: what looks different in JSON.
    :param version: of the file.
    """

    game: str
    title: Text
    kind: type[C]
    none: C
    joined: Callable[[tuple[Any, ...], tuple[Any, ...]], tuple[Any, ...]]
    wrong: Callable[[WrongCard], Text]
    most: int
    forms: tuple[JsonForm, ...] = ()
    version: int = 1

    @property
    def format(self) -> str:
        """What a file says it is."""
        return f"{self.game}-cards"

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the kinds of cards."""
        kind: Any = self.kind
        return tuple(field.name for field in fields(kind))

    def merged(self, known: C, more: C) -> C:
        """Return all cards."""
        return self.kind(*(self.joined(getattr(known, name), getattr(more, name)) for name in self.lists))

    def fit(self, cards: C) -> bool:
        """Tell whether these are not too many for a device."""
        return all(len(getattr(cards, name)) <= self.most for name in self.lists)


def unnamed(card: Any) -> tuple[str, ...]:
    """Return the names that a card must have and has not: what is given without a default is never empty."""
    return tuple(
        field.name for field in fields(type(card)) if field.default is NOTHING and getattr(card, field.name) == ""
    )
