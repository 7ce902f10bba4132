"""Cards that a device remembers: kept as values of JSON, carried to another device as the text of a file."""

import json
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from attrs import frozen

from companion.kernel.explain import Refused
from companion.kernel.text import Text, messages
from companion.kernel.written import refuse_unwritable

T, N = messages("companion")

C = TypeVar("C")


class WrongFile(Exception):
    """A text that is no file of cards; nothing has been taken from it.

    :param why: what is wrong with it.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@frozen
class CardFile(Generic[C]):
    """What the cards of a game are kept and carried by.

    :param game: the game's id.
    :param title: what it is called.
    :param none: no cards at all.
    :param to_json: makes an object of JSON of cards.
    :param from_json: makes cards of it again, all of them or none; raises :class:`WrongFile`.
    :param merged: adds more cards to known ones.
    :param fit: tells whether these are not too many for a device.
    :param version: of the objects of JSON.
    """

    game: str
    title: Text
    none: C
    to_json: Callable[[C], dict[str, Any]]
    from_json: Callable[[Any], C]
    merged: Callable[[C, C], C]
    fit: Callable[[C], bool]
    version: int = 1

    @property
    def format(self) -> str:
        """What a file says it is."""
        return f"{self.game}-cards"

    def write(self, cards: C) -> str:
        """Return the text of a file."""
        content = {"format": self.format, "version": self.version, **self.to_json(cards)}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    def read(self, text: str) -> C:
        """Return the cards in a file's text.

        :raises WrongFile: if it is no file of this game's cards, or one of the cards is wrong.
        """
        try:
            raw = json.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            raise WrongFile(T("This is no file of cards: it cannot be read as JSON.")) from None
        if not isinstance(raw, dict) or raw.get("format") != self.format:
            raise WrongFile(T("This is no file of cards for {game}: it does not say so.", game=self.title))
        if raw.get("version") != self.version:
            raise WrongFile(T("This file of cards needs another version of this program."))
        cards = self.from_json(raw)
        try:
            refuse_unwritable(cards)
        except Refused as refused:
            raise WrongFile(refused.why.text) from None
        return cards

    def extended(self, known: C, more: C) -> C:
        """Return all cards.

        :raises WrongFile: if they are too many.
        """
        cards = self.merged(known, more)
        if not self.fit(cards):
            raise WrongFile(T("These are too many cards for one device."))
        return cards
