"""Finds the folders that travel with the program: in a checkout, an installed wheel and a packaged app alike."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

_PACKAGE: Final = Path(__file__).resolve().parent

#: What holds the program's own ``rules_data`` and ``translations``: a wheel carries them inside the package, a checkout beside it.
OWN: Final = (_PACKAGE, _PACKAGE.parent)

#: Where to look for them; a game that is mounted from elsewhere adds its place.
ROOTS: Final[list[Path]] = [*OWN]

ASSETS: Final = _PACKAGE / "ui" / "assets"


def rules_folders(roots: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return every rules folder found, by its name.

    :param roots: where to look; by default everywhere.
    """
    places = ROOTS if roots is None else roots
    return {path.name: path for root in reversed(places) for path in (root / "rules_data").glob("*") if path.is_dir()}


def catalogs(locale: str) -> dict[str, Path]:
    """Return the message catalogs of a locale, by domain.

    :param locale: a folder name below ``translations``, such as ``de``.
    """
    found = {}
    for root in reversed(ROOTS):
        for path in (root / "translations" / locale / "LC_MESSAGES").glob("*.po"):
            found[path.stem] = path
    return found


def locales() -> tuple[str, ...]:
    """Return the locales there are catalogs for; English, the source language, comes first."""
    translated = {path.name for root in ROOTS for path in (root / "translations").glob("*") if path.is_dir()}
    return ("en", *sorted(translated - {"en"}))


class UnreadableNumbers(Exception):
    """A game's numbers that cannot be read.

    :param file: where they are.
    :param why: what the file's reader says.
    """

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file = file
        self.why = why


class MissingNumber(AttributeError):
    """A number that a game's file does not have.

    :param file: where it should be.
    :param key: what it is called there, such as ``points.jay``.
    """

    def __init__(self, file: Path, key: str) -> None:
        super().__init__(f"{file} has no {key}")
        self.file = file
        self.key = key


class _Table(SimpleNamespace):
    """A table of numbers, or all tables of a file, that says which file lacks what one asks for."""

    def __init__(self, _source: tuple[Path, str], **values: Any) -> None:
        super().__init__(**values)
        self.__dict__["_source"] = _source

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        file, above = self._source
        raise MissingNumber(file, f"{above}{key}")


@cache
def numbers(folder: str) -> Any:
    """Return the tables of numbers of a game's rules as nested namespaces: ``numbers("bronzen").points.jay``.

    What is not there raises :class:`MissingNumber` when it is asked for.

    :param folder: name of the folder in ``rules_data``.
    :raises KeyError: if there is no such folder.
    :raises UnreadableNumbers: if the file cannot be read.
    """
    file = rules_folders()[folder] / "numbers.toml"
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        named = {name: _Table((file, f"{name}."), **table) for name, table in tables.items()}
    except (OSError, ValueError, TypeError) as error:
        raise UnreadableNumbers(file, getattr(error, "strerror", None) or str(error)) from error
    return _Table((file, ""), **named)
