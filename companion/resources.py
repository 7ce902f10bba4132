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


@cache
def numbers(folder: str) -> Any:
    """Return the tables of numbers of a game's rules as nested namespaces: ``numbers("bronzen").points.jay``.

    :param folder: name of the folder in ``rules_data``.
    :raises KeyError: if there is no such folder.
    """
    tables = tomllib.loads((rules_folders()[folder] / "numbers.toml").read_text(encoding="utf-8"))
    return SimpleNamespace(**{name: SimpleNamespace(**table) for name, table in tables.items()})
