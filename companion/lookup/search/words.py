"""Words as a search sees them: without case, accents and endings, and how far two of them are apart."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final
from unicodedata import combining, normalize

import snowballstemmer  # type: ignore[import-untyped]

_WORD: Final = re.compile(r"[^\W_]+")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SPELLED_UMLAUT: Final = re.compile("([aou])e")


def words(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of a text with their places.

    >>> [word[0] for word in words("Double-C, it's 2×")]
    ['Double', 'C', 'it', 's', '2']
    """
    return _WORD.finditer(text)


@lru_cache(maxsize=20_000)  # questions contain endlessly many words
def plain(word: str) -> str:
    """Return a word in the one spelling that all spellings of it share.

    >>> plain("Schlafmütze") == plain("SCHLAFMUETZE") == plain("Schlafmutze")
    True
    """
    spelled = word.casefold()
    if not spelled.isascii():
        spelled = normalize("NFKD", normalize("NFC", spelled).translate(_UMLAUTS))
        spelled = "".join(letter for letter in spelled if not combining(letter))
    return _SPELLED_UMLAUT.sub(r"\1", spelled)


class Stems:
    """The stemmer of one language; returns words unchanged if the language is unknown.

    :param language: its English name in lower case, such as ``german``.
    """

    def __init__(self, language: str) -> None:
        known = language in snowballstemmer.algorithms()
        self._stemmer = snowballstemmer.stemmer(language) if known else None
        self._stem = lru_cache(maxsize=20_000)(self._made)

    def __call__(self, word: str) -> str:
        """Return a word's stem in its plain spelling.

        >>> Stems("german")("Gleichstände")
        'gleichstand'
        """
        return self._stem(word.casefold())

    def _made(self, word: str) -> str:
        lower = normalize("NFC", word)
        return plain(self._stemmer.stemWord(lower) if self._stemmer else lower)


def distance(wrong: str, right: str, most: int, *, begun: bool = False) -> int:
    """Return the number of typing errors (a letter added, missing, wrong, or two swapped) between two words.

    :param most: where counting stops; larger distances return one more.
    :param begun: whether the right word need only begin like that.

    >>> distance("untentschieden", "unentschieden", 2), distance("jkoer", "joker", 2), distance("bukne", "bunker", 2, begun=True)
    (1, 1, 1)
    """
    if not begun and abs(len(wrong) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(wrong, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and other == wrong[i - 2]:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(min(row) if begun else row[-1], most + 1)


@cache
def language(locale: str) -> str:
    """Return the English name of a locale's language in lower case."""
    from babel import Locale

    return (Locale.parse(locale).get_language_name("en") or "").lower()
