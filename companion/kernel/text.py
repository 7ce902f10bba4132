"""What is to be said, before it is said in a language: a message key and its parameters."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen


@frozen
class Player:
    """Stands in a text for the name of the player on a seat."""

    seat: int


@frozen
class Listing:
    """Stands in a text for several things, joined the way the language does it ("a, b and c")."""

    items: tuple["Param", ...]


@frozen
class Text:
    """A message in its source language with parameters; ``i18n`` renders it for a locale.

    :param domain: the catalog the message is translated in.
    :param message: the English source with ``{placeholders}``.
    :param params: values of the placeholders; ``n`` chooses the plural form.
    :param plural: the English plural form, if there is one.
    :param context: the message context of the catalog.
    """

    domain: str
    message: str
    params: tuple[tuple[str, "Param"], ...] = ()
    plural: str | None = None
    context: str | None = None


Param: TypeAlias = int | str | Player | Listing | Text


@frozen
class Messages:
    """Makes the texts of one domain. Babel finds the calls by the names ``T`` and ``N``."""

    domain: str

    def text(self, message: str, /, **params: Param) -> Text:
        """Return a text, written ``T("{player} wins", player=Player(0))``."""
        return Text(self.domain, message, tuple(params.items()))

    def plural(self, one: str, many: str, /, n: int, **params: Param) -> Text:
        """Return a text whose form depends on ``n``, written ``N("{n} card", "{n} cards", n=3)``."""
        return Text(self.domain, one, (("n", n), *params.items()), plural=many)


def messages(domain: str) -> tuple[Callable[..., Text], Callable[..., Text]]:
    """Return the two makers of a domain's texts, by convention named ``T`` and ``N``."""
    made = Messages(domain)
    return made.text, made.plural
