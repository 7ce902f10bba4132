"""The vocabulary of a language that a search needs: ``words.<locale>.toml`` beside the program's rules."""

from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Any, Final, TypeAlias

from attrs import frozen

from companion import resources
from companion.lookup.rules import WrongRule
from companion.lookup.search.cards import Cards
from companion.lookup.search.words import Stems, plain, words

#: Words of which a question must contain one, and the stems that one adds.
_Part: TypeAlias = tuple[frozenset[str], frozenset[str]]

_KEYS: Final = {"passing", "slight", "forms", "alike", "apart", "cards", "together"}


@frozen
class SearchLanguage:
    """Properties of words that stemming does not find. All are stems, except for the first three.

    :param passing: words in every question, in plain spelling.
    :param slight: words in many questions that change the sense, in plain spelling.
    :param spelled: the stem of each of the words below that are forms or synonyms, by plain spelling.
    :param forms: groups of forms of one word.
    :param alike: groups of synonyms.
    :param apart: separable verb prefixes, in plain spelling.
    :param cards: the words for cards.
    :param together: stems added for words that stand together.
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
        """Return the additional stems of each word beside the others.

        Of the combinations that match, the one with the most words counts.

        :param asked: the possible stems of each word.
        """
        fitting = [parts for parts in self.together if all(any(group & one for one in asked) for group, _ in parts)]
        fullest = max(map(len, fitting), default=0)
        holding = [*chain.from_iterable(parts for parts in fitting if len(parts) == fullest)]
        return tuple(
            cards.union(*(meant for group, meant in holding if group & one))
            for one, cards in zip(asked, self.cards.meant(asked), strict=True)
        )


def speech(locale: str, stems: Stems) -> SearchLanguage:
    """Return the vocabulary of a language; empty if there is no file.

    :raises WrongRule: if the file is invalid.
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
        raise WrongRule.unreadable(file, error) from error


def _speech(said: Mapping[str, Any], stems: Stems) -> SearchLanguage:
    def group(text: str) -> frozenset[str]:
        return frozenset(stems(word[0]) for word in words(text))

    def spelled(part: str) -> frozenset[str]:
        return frozenset(plain(word[0]) for word in words(said.get(part, "")))

    cards: dict[str, Any] = {
        part: group(called) if isinstance(called, str) else tuple(map(group, called))
        for part, called in said.get("cards", {}).items()
    }
    return SearchLanguage(
        passing=spelled("passing"),
        slight=spelled("slight"),
        spelled={
            plain(word[0]): stems(word[0])
            for text in (*said.get("forms", ()), *said.get("alike", ()))
            for word in words(text)
        },
        forms=tuple(map(group, said.get("forms", ()))),
        alike=tuple(map(group, said.get("alike", ()))),
        apart=spelled("apart"),
        cards=Cards(**cards),
        together=tuple(
            tuple((group(these), group(meant)) for these, meant in parts.items()) for parts in said.get("together", ())
        ),
    )


#: An empty vocabulary.
UNKNOWN: Final = _speech({}, Stems(""))
