"""The rulebook of a game: a quick start, one page, and the whole book; each paragraph cites the rules it explains.

The text of each language is in the game's folder of ``rules_data``: ``<game>.<locale>.md``. The parts begin with
``# quick``, ``# page``, ``# book``, their sections with ``## `` and a title. The rest is Markdown; a line that begins with
``§`` ends a paragraph and lists the ids of its rules. Rules that the book leaves out are listed below ``# lookup``.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

from companion import resources
from companion.i18n import SOURCE_LOCALE
from companion.kernel.text import Text
from companion.lookup.rules import WrongRule

_LOOKUP: Final = "lookup"
_PART, _SECTION, _RULES = "# ", "## ", "§"


class ReadingMode(Enum):
    """The parts of a rulebook."""

    QUICK = "quick"  #: what a table needs to start
    PAGE = "page"  #: all that matters, on one sheet of paper
    BOOK = "book"  #: everything, in the order of play


@frozen
class Paragraph:
    """A paragraph in Markdown; ``{table.key}`` stands for a number of the rules.

    :param rules: ids of the rules it explains.
    """

    text: Text
    rules: tuple[str, ...] = ()


@frozen
class Section:
    """Paragraphs below a title."""

    title: Text
    paragraphs: tuple[Paragraph, ...]


@frozen
class Reading:
    """The rules of a game as one reads them in a language.

    :param locale: the language it is written in.
    :param parts: what there is to read.
    :param lookup_only: ids of the rules that the book leaves out, since they are only looked up.
    """

    game: str
    locale: str
    parts: Mapping[ReadingMode, tuple[Section, ...]] = field(factory=dict)
    lookup_only: tuple[str, ...] = ()

    @property
    def cited_rules(self) -> frozenset[str]:
        """Ids of the rules that the book explains."""
        book = self.parts.get(ReadingMode.BOOK, ())
        return frozenset(id for section in book for paragraph in section.paragraphs for id in paragraph.rules)


@cache
def readings(roots: Sequence[Path] | None = None) -> Mapping[str, Mapping[str, Path]]:
    """Return the files of the rulebooks, by game and locale.

    :param roots: folders to search; by default all rules folders.
    """
    found: dict[str, dict[str, Path]] = {}
    for folder in resources.rules_folders(roots).values():
        for path in folder.glob("*.*.md"):
            game, _, locale = path.stem.rpartition(".")
            found.setdefault(game, {})[locale] = path
    return found


@cache
def reading(game: str, locale: str) -> Reading | None:
    """Return a game's rulebook in a language, or else in English; ``None`` if there is none.

    :raises WrongRule: if it cannot be read.
    """
    written = readings().get(game, {})
    spoken = next((each for each in (locale, locale.partition("_")[0], SOURCE_LOCALE) if each in written), None)
    return read(game, spoken, written[spoken]) if spoken else None


def read(game: str, locale: str, file: Path) -> Reading:
    """Return the rulebook in a file.

    :raises WrongRule: if it cannot be read, or text is outside of any part or section.
    """
    try:
        written = re.sub(r"<!--.*?-->\n?", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    except (OSError, ValueError) as error:
        raise WrongRule.unreadable(file, error) from error
    names = {way.value for way in ReadingMode} | {_LOOKUP}
    parts = {name.strip(): body for name, body in _cut(file, written, _PART)}
    if unknown := parts.keys() - names:
        raise WrongRule.unreadable(file, f"# {min(unknown)}")
    only = parts.pop(_LOOKUP, "")
    return Reading(
        game,
        locale,
        {
            ReadingMode(name): tuple(
                Section(_text(file, title), tuple(_paragraphs(file, body)))
                for title, body in _cut(file, body, _SECTION)
            )
            for name, body in parts.items()
        },
        tuple(id for line in only.splitlines() if line.startswith(_RULES) for id in _ids(line)),
    )


def _cut(file: Path, text: str, mark: str) -> list[tuple[str, str]]:
    """Return the title of each line that begins with a mark, and the text up to the next one."""
    before, *pieces = re.split(rf"^{mark}(.*)$", text, flags=re.MULTILINE)
    if before.strip():
        raise WrongRule.unreadable(file, before.strip().splitlines()[0])
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def _paragraphs(file: Path, body: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    lines: list[str] = []
    for line in [*body.splitlines(), _RULES]:
        if not line.startswith(_RULES):
            lines.append(line)
            continue
        if text := "\n".join(lines).strip():
            found.append(Paragraph(_text(file, text), _ids(line)))
        lines.clear()
    return found


def _ids(line: str) -> tuple[str, ...]:
    return tuple(line.removeprefix(_RULES).replace(",", " ").split())


def _text(file: Path, written: str) -> Text:
    return Text(file.parent.name, written.strip())
