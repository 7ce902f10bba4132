"""The rules of a game to be read in one go: a quick start, one page, and the whole book, each paragraph with the rules it tells.

A text lies in the game's folder of ``rules_data``, written anew in each language: ``<game>.<locale>.md``. The parts begin with
``# quick``, ``# page``, ``# book``, their sections with ``## `` and a title. What follows is Markdown; a line that begins with
``§`` ends a paragraph and names the rules it tells. What the book leaves to be looked up stands below ``# lookup``.
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
from companion.kernel.text import Text, messages
from companion.lookup.rules import WrongRule

T, N = messages("companion")

_LOOKUP: Final = "lookup"
_PART, _SECTION, _TELLS = "# ", "## ", "§"


class ReadingMode(Enum):
    """How somebody reads the rules of a game."""

    QUICK = "quick"  #: what a table needs to begin
    PAGE = "page"  #: all that matters, on one sheet of paper
    BOOK = "book"  #: everything, in the order of play


@frozen
class Paragraph:
    """Something to be read, in Markdown; ``{table.key}`` stands for a number of the rules.

    :param rules: ids of the rules it tells.
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
    def told(self) -> frozenset[str]:
        """Ids of the rules that the book tells."""
        book = self.parts.get(ReadingMode.BOOK, ())
        return frozenset(id for section in book for paragraph in section.paragraphs for id in paragraph.rules)


@cache
def readings(roots: Sequence[Path] | None = None) -> Mapping[str, Mapping[str, Path]]:
    """Return where the texts of all games lie, by game and locale.

    :param roots: where to look; by default everywhere.
    """
    found: dict[str, dict[str, Path]] = {}
    for folder in resources.rules_folders(roots).values():
        for path in folder.glob("*.*.md"):
            game, _, locale = path.stem.rpartition(".")
            found.setdefault(game, {})[locale] = path
    return found


@cache
def reading(game: str, locale: str) -> Reading | None:
    """Return a game's text in a language, or else in English; ``None`` if nobody has written one.

    :raises WrongRule: if it cannot be read.
    """
    written = readings().get(game, {})
    spoken = next((each for each in (locale, locale.partition("_")[0], SOURCE_LOCALE) if each in written), None)
    return read(game, spoken, written[spoken]) if spoken else None


def read(game: str, locale: str, file: Path) -> Reading:
    """Return the text in a file.

    :raises WrongRule: if it cannot be read, or something in it stands where it belongs to no part or section.
    """
    try:
        written = re.sub(r"<!--.*?-->\n?", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    except (OSError, ValueError) as error:
        raise _wrong(file, getattr(error, "strerror", None) or str(error)) from error
    names = {way.value for way in ReadingMode} | {_LOOKUP}
    parts = {name.strip(): body for name, body in _cut(file, written, _PART)}
    if unknown := parts.keys() - names:
        raise _wrong(file, f"# {min(unknown)}")
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
        tuple(id for line in only.splitlines() if line.startswith(_TELLS) for id in _ids(line)),
    )


def _cut(file: Path, text: str, mark: str) -> list[tuple[str, str]]:
    """Return what stands behind each mark at the beginning of a line, with what follows it."""
    before, *pieces = re.split(rf"^{mark}(.*)$", text, flags=re.MULTILINE)
    if before.strip():
        raise _wrong(file, before.strip().splitlines()[0])
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def _paragraphs(file: Path, body: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    lines: list[str] = []
    for line in [*body.splitlines(), _TELLS]:
        if not line.startswith(_TELLS):
            lines.append(line)
            continue
        if text := "\n".join(lines).strip():
            found.append(Paragraph(_text(file, text), _ids(line)))
        lines.clear()
    return found


def _ids(line: str) -> tuple[str, ...]:
    return tuple(line.removeprefix(_TELLS).replace(",", " ").split())


def _text(file: Path, written: str) -> Text:
    return Text(file.parent.name, written.strip())


def _wrong(file: Path, why: str) -> WrongRule:
    return WrongRule(T("{file} cannot be read: {error}", file=str(file), error=why))
