"""The rules of each game as pages a browser can print: ``print/slam.page.de.html``, made when they are asked for."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import resources
from companion.games import games
from companion.i18n import Renderer
from companion.kernel.text import Text, messages
from companion.lookup.book import ReadingMode, reading, readings
from companion.lookup.rules import UnknownRule, WrongRule, rulebook

if TYPE_CHECKING:
    from companion.lookup.book_export import Sheet

T, N = messages("companion")

#: Path of the pages.
FOLDER: Final = "print/"

WAYS: Final[Mapping[ReadingMode, Text]] = {
    ReadingMode.QUICK: T("Quick start"),
    ReadingMode.PAGE: T("One page"),
    ReadingMode.BOOK: T("Rulebook"),
}
CONTENTS: Final = T("Contents")

#: Whose texts are the guide to the program itself, and no game's rules.
PROGRAM: Final = "companion"
_GUIDE: Final = T("Guide")

_INK: Final = "#574C3D"


def ways(game: str, locale: str) -> tuple[ReadingMode, ...]:
    """Return in which ways the rules of a game can be read; none if its text is missing or cannot be read."""
    try:
        found = reading(game, locale)
    except WrongRule:
        return ()
    return tuple(way for way in ReadingMode if found and found.parts.get(way))


def way_title(game: str, way: ReadingMode) -> Text:
    """Return the title of a part of a rulebook; the program's own book is its guide."""
    return _GUIDE if game == PROGRAM and way is ReadingMode.BOOK else WAYS[way]


def sheet(game: str, way: ReadingMode, locale: str) -> "Sheet":
    """Return what one reads in a way.

    :raises KeyError: if there is nothing of that kind.
    :raises WrongRule: if the game's text cannot be read.
    """
    from companion.lookup.book_export import Sheet  # the screens do without

    found, say = reading(game, locale), Renderer(locale).text
    if not found:
        raise KeyError(game)
    title = say(games()[game].meta.title) if game in games() else game.capitalize()
    return Sheet(title, say(way_title(game, way)), found.parts[way], say)


def page(game: str, way: ReadingMode, locale: str, address: Callable[[str], str] | None = None) -> str:
    """Return a part of a rulebook as an HTML page for printing.

    :param address: returns the address of a rule; without it the page is self-contained, and a book includes the rules.
    :raises KeyError: if there is no such part.
    :raises WrongRule: if the game's text cannot be read.
    """
    from companion.lookup import book_export

    made, book = sheet(game, way, locale), rulebook()

    def title_of(id: str) -> str | None:
        try:
            return made.say(book.rule(id).title)
        except UnknownRule:
            return None

    return book_export.html(
        made,
        locale=locale,
        colour=games()[game].meta.colour if game in games() else _INK,
        way=way.value,
        title_of=title_of,
        address=address or "#{}".format,
        contents=made.say(CONTENTS) if way is ReadingMode.BOOK else None,
        print_it=made.say(T("Print")) if address else None,
        style=None if address else (resources.ASSETS / "print.css").read_text(encoding="utf-8"),
        entries=[]
        if address or way is not ReadingMode.BOOK
        else [(made.say(T("All entries to look up")), book.rules(game))],
    )


def path(game: str, way: ReadingMode, locale: str) -> str:
    """Return the path of a page."""
    return f"{FOLDER}{game}.{way.value}.{locale}.html"


class Pages(Mapping[str, bytes]):
    """All pages by path; each is generated on first access.

    :param address: returns the address of a rule, relative to a page.
    :param roots: folders of rulebooks; by default all rules folders.
    """

    def __init__(self, address: Callable[[str], str], roots: tuple[Path, ...] | None = None) -> None:
        self._address = address
        self._roots = roots
        self._made = cache(self._page)

    def __getitem__(self, key: str) -> bytes:
        """Return a page."""
        if not key.startswith(FOLDER) or key not in self._named:
            raise KeyError(key)
        return self._made(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    @property
    def _named(self) -> Mapping[str, tuple[str, ReadingMode, str]]:
        return _pages(self._roots)

    def _page(self, key: str) -> bytes:
        return page(*self._named[key], self._address).encode()


@cache
def _pages(roots: tuple[Path, ...] | None) -> Mapping[str, tuple[str, ReadingMode, str]]:
    return {
        path(game, way, locale): (game, way, locale)
        for game in readings(roots)
        for locale in resources.locales()
        for way in ways(game, locale)
    }
