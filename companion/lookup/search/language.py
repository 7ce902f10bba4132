"""How a language is spoken at a table, as far as a search has to know: ``words.<locale>.toml`` beside the program's rules."""

from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Any, Final, TypeAlias

from attrs import frozen

from companion import resources
from companion.kernel.text import messages
from companion.lookup.rules import WrongRule
from companion.lookup.search.cards import Cards
from companion.lookup.search.words import Stems, plain, words

T, N = messages("companion")

#: Words of which a question has to have one, with what that one means as well.
_Part: TypeAlias = tuple[frozenset[str], frozenset[str]]

_KEYS: Final = {"passing", "slight", "forms", "alike", "apart", "cards", "together"}


@frozen
class SearchLanguage:
    """What some words of a language are beyond their letters. All are stems, but for the first three.

    :param passing: words that every question has, in their plain spelling.
    :param slight: words that nearly every question could have but that turn its sense, likewise.
    :param spelled: the stem of each of the words below that are forms of one or alike, by its plain spelling.
    :param forms: groups of forms of one word.
    :param alike: groups of words that mean much the same.
    :param apart: what stands before a verb and comes off it, in its plain spelling.
    :param cards: how cards are called, and what two of them mean.
    :param together: what words mean as well if they stand beside each other.
    """

    passing: frozenset[str]
    slight: frozenset[str]
    spelled: Mapping[str, str]
    forms: tuple[frozenset[str], ...]
    alike: tuple[frozenset[str], ...]
    apart: frozenset[str]
    cards: Cards
    together: tuple[tuple[_Part, ...], ...]

    def beside(self, asked: Sequence[Set[str]]) -> tuple[frozenset[str], ...]:
        """Return what each word of a question means beside the others, given what it may be.

        Of the words that mean something together, the constellation of the most holds.
        """
        fitting = [parts for parts in self.together if all(any(group & one for one in asked) for group, _ in parts)]
        fullest = max(map(len, fitting), default=0)
        holding = [*chain.from_iterable(parts for parts in fitting if len(parts) == fullest)]
        return tuple(
            cards.union(*(meant for group, meant in holding if group & one))
            for one, cards in zip(asked, self.cards.meant(asked), strict=True)
        )


def speech(locale: str, stems: Stems) -> SearchLanguage:
    """Return how a language is spoken; of one that nobody has described nothing is known.

    :raises WrongRule: if the description is not written as it should be.
    """
    file = resources.rules_folders()["companion"] / f"words.{locale}.toml"
    try:
        said = resources.said(file)
        if unknown := said.keys() - _KEYS:
            raise ValueError(f"unknown keys: {', '.join(sorted(unknown))}")
        return _speech(said, stems)
    except FileNotFoundError:
        return _speech({}, stems)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WrongRule(T("{file} cannot be read: {error}", file=str(file), error=reason)) from error


def _speech(said: Mapping[str, Any], stems: Stems) -> SearchLanguage:

    def group(text: str) -> frozenset[str]:
        return frozenset(stems(word[0]) for word in words(text))

    cards: dict[str, Any] = {
        part: group(called) if isinstance(called, str) else tuple(map(group, called))
        for part, called in said.get("cards", {}).items()
    }
    return SearchLanguage(
        passing=frozenset(plain(word[0]) for word in words(said.get("passing", ""))),
        slight=frozenset(plain(word[0]) for word in words(said.get("slight", ""))),
        spelled={
            plain(word[0]): stems(word[0])
            for text in (*said.get("forms", ()), *said.get("alike", ()))
            for word in words(text)
        },
        forms=tuple(map(group, said.get("forms", ()))),
        alike=tuple(map(group, said.get("alike", ()))),
        apart=frozenset(plain(word[0]) for word in words(said.get("apart", ""))),
        cards=Cards(**cards),
        together=tuple(
            tuple((group(these), group(meant)) for these, meant in parts.items()) for parts in said.get("together", ())
        ),
    )


#: A language of which nothing is known.
UNKNOWN: Final = _speech({}, Stems(""))
