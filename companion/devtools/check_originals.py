"""Finds runs of words that our texts share with the authors' rules, which may be retold but not copied."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any, Final

from attrs import frozen
from babel.messages.catalog import Message

from companion import resources
from companion.devtools.catalogs import path_of, read, targets, templates
from companion.i18n import PLACEHOLDER, SOURCE_LOCALE
from companion.lookup import book

#: This many equal words in a row are no coincidence.
RUN: Final = 6

_WORD: Final = re.compile(r"[^\W_]+")
#: Our texts have figures where the authors write number words.
_FIGURES: Final = {
    word: str(number)
    for words in (
        "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "one two three four five six seven eight nine ten eleven twelve",
    )
    for number, word in enumerate(words.split(), start=1)
}
#: Replaces a placeholder; it occurs in no rules, so no run of words crosses it.
_HOLE: Final = "\0"


@frozen
class Wording:
    """A text of the program.

    :param place: its catalog and message.
    """

    place: str
    text: str


def borrowed(originals: Iterable[str], wordings: Iterable[Wording] | None = None) -> Iterator[str]:
    """Yield the runs of words that our texts share with the authors' rules.

    :param originals: the rules as their authors wrote them.
    :param wordings: by default all texts of the program in all languages.
    """
    theirs = {run for original in originals for run in _runs(_words(original))}
    for wording in _said() if wordings is None else wordings:
        words = _words(wording.text)
        shared = [start for start, run in enumerate(_runs(words)) if run in theirs]
        for first, last in _stretches(shared):
            yield f"{wording.place}: {' '.join(words[first : last + RUN])}"


def _said() -> Iterator[Wording]:
    for domain, template in templates().items():
        for message in template:
            yield from _wordings(SOURCE_LOCALE, domain, message, message.id)
        for locale in targets():
            for message in read(path_of(locale, domain), locale):
                yield from _wordings(locale, domain, message, message.string)
    for game, files in book.readings(resources.OWN).items():
        for locale, file in files.items():
            for section in chain.from_iterable(book.read(game, locale, file).parts.values()):
                for text in (section.title, *(paragraph.text for paragraph in section.paragraphs)):
                    yield Wording(f"{file.name}: {section.title.message}", _numbered(text.domain, text.message))


def _wordings(locale: str, domain: str, message: Message, translation: Any) -> Iterator[Wording]:
    for text in [translation] if isinstance(translation, str) else translation or ():
        if text and message.id:
            name = message.context or (message.id if isinstance(message.id, str) else message.id[0])
            yield Wording(f"{locale}/{domain}: {name}", _numbered(domain, text))


def _numbered(domain: str, text: str) -> str:
    return PLACEHOLDER.sub(lambda hole: _filled(domain, hole[1]), text)


def _filled(domain: str, hole: str) -> str:
    table, _, key = hole.partition(".")
    return str(resources.number(domain, f"{table}.{key}")) if key else f" {_HOLE} "


def _words(text: str) -> list[str]:
    words = re.findall(rf"{_WORD.pattern}|{_HOLE}", text.casefold())
    return [_FIGURES.get(word, word) for word in words]


def _runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield every run of words in order."""
    for start in range(len(words) - RUN + 1):
        yield tuple(words[start : start + RUN])


def _stretches(starts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each row of neighbours.

    >>> list(_stretches([3, 4, 5, 9]))
    [(3, 5), (9, 9)]
    """
    rows = groupby(enumerate(starts), key=lambda numbered: numbered[1] - numbered[0])
    for _, row in rows:
        neighbours = [start for _, start in row]
        yield neighbours[0], neighbours[-1]
