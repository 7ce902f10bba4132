"""Messages as values: a message id with its parameters, which ``i18n`` renders for a locale."""

import re
from collections.abc import Callable
from typing import TypeAlias

from attrs import evolve, field, frozen


@frozen
class Player:
    """Placeholder for the name of the player on a seat."""

    seat: int


@frozen
class Listing:
    """Several values, joined as the language does it ("a, b and c")."""

    items: tuple["Param", ...]


@frozen
class Each(Listing):
    """The part in which grouped lines differ, in ``Text.of_several``; grouping joins the items of all lines."""


@frozen
class Text:
    """A message in its source language with parameters; ``i18n`` renders it for a locale.

    Texts are equal if they read the same alone, regardless of their other forms.

    :param domain: catalog of the message.
    :param message: English source with ``{placeholders}``.
    :param params: values of the placeholders; ``n`` chooses the plural form.
    :param plural: English plural form, if there is one.
    :param context: message context of the catalog.
    :param of_several: form for a group of lines that differ only in its :class:`Each` parameter; without it the text is
        never grouped.
    :param brief: short form for players who have read the whole text.
    """

    domain: str
    message: str
    params: tuple[tuple[str, "Param"], ...] = ()
    plural: str | None = None
    context: str | None = None
    of_several: "Text | None" = field(default=None, eq=False)
    brief: "Text | None" = field(default=None, eq=False)

    def grouped_by(self, name: str) -> "Text":
        """Return this text with itself as the form for several, for wordings that fit one and several.

        :param name: parameter in which grouped lines differ.
        """
        params = tuple((key, Each((value,)) if key == name else value) for key, value in self.params)
        return evolve(self, of_several=evolve(self, params=params))

    def joined(self, other: "Text") -> "Text | None":
        """Return this form for several with the items of another, or ``None`` if they differ in more than that."""
        if evolve(self, params=()) != evolve(other, params=()):
            return None
        params: list[tuple[str, Param]] = []
        for mine, theirs in zip(self.params, other.params, strict=True):
            match mine, theirs:
                case (name, Each(items)), (_, Each(more)) if not {*items} & {*more}:
                    params.append((name, Each(items + more)))
                case _ if mine == theirs and not isinstance(mine[1], Each):
                    params.append(mine)
                case _:
                    return None
        return evolve(self, params=tuple(params)) if params != [*self.params] else None


Param: TypeAlias = int | str | Player | Listing | Text


def in_english(text: Text) -> str:
    """Return a text in its source language, for developers: without a catalog, players as their seats.

    >>> T, N = messages("companion")
    >>> in_english(N("{player} has {n} card.", "{player} has {n} cards.", n=2, player=Player(0)))
    'seat 0 has 2 cards.'
    """
    params = dict(text.params)
    template = text.plural if text.plural and params.get("n") != 1 else text.message
    return re.sub(r"\{(\w+)\}", lambda hole: _plain(params[hole[1]]) if hole[1] in params else hole[0], template)


def _plain(value: "Param") -> str:
    match value:
        case Player(seat):
            return f"seat {seat}"
        case Listing(items):
            return ", ".join(map(_plain, items))
        case Text():
            return in_english(value)
        case _:
            return str(value)


@frozen
class Messages:
    """Makes the texts of one domain. The extraction finds the calls by the names ``T`` and ``N``."""

    domain: str

    def text(
        self, message: str, /, *, of_several: Text | None = None, brief: Text | None = None, **params: Param
    ) -> Text:
        """Return a text, written ``T("{player} wins", player=Player(0))``."""
        return Text(self.domain, message, tuple(params.items()), of_several=of_several, brief=brief)

    def plural(self, one: str, many: str, /, n: int, *, of_several: Text | None = None, **params: Param) -> Text:
        """Return a text whose form depends on ``n``, written ``N("{n} card", "{n} cards", n=3)``."""
        return Text(self.domain, one, (("n", n), *params.items()), plural=many, of_several=of_several)


def messages(domain: str) -> tuple[Callable[..., Text], Callable[..., Text]]:
    """Return the two functions that make a domain's texts, by convention named ``T`` and ``N``."""
    made = Messages(domain)
    return made.text, made.plural
