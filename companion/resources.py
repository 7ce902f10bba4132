"""Finds the program's data, and the packages of its games: in a checkout, an installed wheel and a packaged app alike."""

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

from attrs import fields, has

N = TypeVar("N")

_PACKAGE: Final = Path(__file__).resolve().parent

#: The folders with the program's own ``rules_data`` and ``translations``: inside the package in a wheel, beside it in a checkout.
OWN: Final = (_PACKAGE, _PACKAGE.parent)

#: The folders that are searched for them; tests add their own. Installed games come after these, see :func:`installed_games`.
ROOTS: Final[list[Path]] = [*OWN]

#: The group of entry points for installed games, each ``folder = "package"``.
GAMES: Final = "companion.games"

#: Pictures, typefaces and the page's scripts; in a packed app they lie beside the program, where the client looks for them.
ASSETS: Final = next(
    (place for place in (_PACKAGE / "ui" / "assets", _PACKAGE.parent / "assets") if place.is_dir()), _PACKAGE
)

#: The typefaces by the names that styles ask for, as files among the assets.
FONTS: Final = {
    "Fraunces": "fonts/Fraunces-SemiBold.ttf",
    "Atkinson": "fonts/AtkinsonHyperlegibleNext-Regular.ttf",
    "Atkinson Bold": "fonts/AtkinsonHyperlegibleNext-Bold.ttf",
    "Symbols": "fonts/Symbols.ttf",
}

#: The name of the distribution.
DISTRIBUTION: Final = "companion-referee"


def version() -> str | None:
    """Return the program's version, also in a checkout that is not installed; ``None`` if it is not known."""
    from importlib import metadata  # slow to import, and not needed at every start

    with suppress(metadata.PackageNotFoundError):
        return metadata.version(DISTRIBUTION)
    import tomllib

    with suppress(OSError):
        project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return str(project["version"]) if project["name"] == DISTRIBUTION else None
    return None


@cache
def entry_points() -> Mapping[str, str]:
    """Return the packages that are installed as games, by the names of their entry points."""
    listed = (file for place in sys.path for file in Path(place).glob("*.dist-info/entry_points.txt"))
    if not any(f"[{GAMES}]".encode() in file.read_bytes() for file in listed):
        return {}
    from importlib import metadata  # slow to import, and seldom needed

    return {point.name: point.module for point in metadata.entry_points(group=GAMES)}


def is_own(folder: str) -> bool:
    """Return whether a name is that of one of the program's own folders, which no installed game replaces."""
    return any((root / "rules_data" / folder).is_dir() for root in OWN) or (_PACKAGE / "games" / folder).is_dir()


@cache
def installed_games() -> Mapping[str, str]:
    """Return the packages of the games that are installed beside the program, by folder."""
    return {folder: package for folder, package in entry_points().items() if not is_own(folder)}


def game_package(folder: str) -> str:
    """Return the package in which a game's code lives, such as ``companion.games.bronzen``.

    :param folder: the game's folder: the name of its directory in ``companion/games``, or of its entry point.
    """
    return installed_games().get(folder, f"{GAMES}.{folder}")


def data_root(folder: str) -> Path | None:
    """Return the package directory of an installed game, which holds its ``rules_data`` and ``translations``.

    :returns: ``None`` for a game of the program, and for a package that cannot be found.
    """
    with suppress(KeyError, ImportError, ValueError):  # companion.games reports a package that cannot be imported
        spec = find_spec(installed_games()[folder])
        if spec and spec.submodule_search_locations:
            return Path(next(iter(spec.submodule_search_locations)))
    return None


def _installed_roots() -> dict[str, Path]:
    return {folder: root for folder in installed_games() if (root := data_root(folder))}


def rules_folders(roots: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return every rules folder found, by its name.

    :param roots: the directories to search; by default all, and the packages of installed games.
    """
    places = ROOTS if roots is None else roots
    found = {path.name: path for root in reversed(places) for path in (root / "rules_data").glob("*") if path.is_dir()}
    if roots is None:  # an installed game brings its own folder and no other
        own = {folder: root / "rules_data" / folder for folder, root in _installed_roots().items()}
        found = {folder: path for folder, path in own.items() if path.is_dir()} | found
    return found


def catalogs(locale: str, roots: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return the message catalogs of a locale, by domain.

    :param locale: a folder name below ``translations``, such as ``de``.
    :param roots: the directories to search; by default all, and the packages of installed games.
    """
    found: dict[str, Path] = {}
    if roots is None:
        for folder, root in _installed_roots().items():
            found |= _catalogs(root, locale, folder)
    for root in reversed(ROOTS if roots is None else roots):
        found |= _catalogs(root, locale, "*")
    return found


def _catalogs(root: Path, locale: str, domain: str) -> dict[str, Path]:
    """Return the catalogs below a directory; where there are both, the source counts and not the compiled one."""
    folder = root / "translations" / locale / "LC_MESSAGES"
    return {path.stem: path for suffix in ("mo", "po") for path in folder.glob(f"{domain}.{suffix}")}


def locales() -> tuple[str, ...]:
    """Return the locales of the program's own catalogs; English, the source language, comes first."""
    translated = {path.name for root in ROOTS for path in (root / "translations").glob("*") if path.is_dir()}
    return ("en", *sorted(translated - {"en"}))


def said(file: Path) -> dict[str, Any]:
    """Return the content of a TOML file, or of the JSON file of the same name, which Python reads much faster.

    :raises OSError: if it cannot be read.
    :raises ValueError: if it is no TOML.
    """
    made = file.with_suffix(".json")
    if made.exists():
        return dict(json.loads(made.read_bytes()))
    import tomllib  # the static site has JSON only

    return tomllib.loads(file.read_text(encoding="utf-8"))


class UnreadableNumbers(Exception):
    """A file of numbers that cannot be read.

    :param why: the error of its reader.
    """

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file = file
        self.why = why


class MissingNumber(LookupError):
    """A number that is missing in a game's file.

    :param key: its name in the file, such as ``points.jay``.
    """

    def __init__(self, file: Path, key: str) -> None:
        super().__init__(f"{file} has no {key}")
        self.file = file
        self.key = key


@cache
def tables(folder: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of numbers of a game's rules, as written in its file.

    :param folder: name of the folder in ``rules_data``.
    :raises KeyError: if there is no such folder.
    :raises UnreadableNumbers: if the file cannot be read.
    """
    file = _file(folder)
    try:
        found = said(file)
    except (OSError, ValueError) as error:
        raise UnreadableNumbers(file, getattr(error, "strerror", None) or str(error)) from error
    for name, table in found.items():
        if not isinstance(table, dict):
            raise UnreadableNumbers(file, f"{name} is no table")
    return found


def number(folder: str, key: str) -> Any:
    """Return one number of a game's rules, for a text that quotes it.

    :param key: its name, such as ``points.jay``.
    :raises MissingNumber: if there is none of this name.
    """
    found: Any = tables(folder)
    for part in key.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise MissingNumber(_file(folder), key)
        found = found[part]
    return found


def numbers(folder: str, shape: type[N]) -> N:
    """Return the numbers of a game's rules as values of its own class: ``NUMBERS.points.jay``.

    :param shape: a frozen class with a field for every table, each a frozen class with a field for every key, or a
        ``Mapping`` where the keys are data themselves.
    :raises KeyError: if there is no such folder.
    :raises UnreadableNumbers: if the file cannot be read, or has a key or a value that does not fit the class.
    :raises MissingNumber: if it lacks a number of the class.
    """
    return _typed(shape, tables(folder), _file(folder), "")


def _file(folder: str) -> Path:
    return rules_folders()[folder] / "numbers.toml"


def _typed(shape: type[N], table: Mapping[str, Any], file: Path, above: str) -> N:
    """Return a table, or the whole file, as a value of its class."""
    known = {one.name.strip("_"): one.name for one in fields(cast(Any, shape))}
    for key in known:
        if key not in table:
            raise MissingNumber(file, f"{above}{key}")
    if strange := next((key for key in table if key not in known), None):
        raise UnreadableNumbers(file, f"nobody asks for {above}{strange}")
    types = get_type_hints(shape)
    return shape(**{name: _value(types[name], table[key], file, f"{above}{key}") for key, name in known.items()})


def _value(kind: Any, value: Any, file: Path, key: str) -> Any:
    if isinstance(kind, type) and has(kind):
        return _typed(kind, value, file, f"{key}.")
    if get_origin(kind) is Mapping and isinstance(value, dict):
        return {name: _value(get_args(kind)[1], one, file, f"{key}.{name}") for name, one in value.items()}
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(_value(get_args(kind)[0], one, file, key) for one in value)
    if type(value) is not kind:
        raise UnreadableNumbers(file, f"{key} = {value!r} is no {getattr(kind, '__name__', kind)}")
    return value
