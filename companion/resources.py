"""Finds the folders that travel with the program: in a checkout, an installed wheel and a packaged app alike."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

from attrs import fields, has

N = TypeVar("N")

_PACKAGE: Final = Path(__file__).resolve().parent

#: What holds the program's own ``rules_data`` and ``translations``: a wheel carries them inside the package, a checkout beside it.
OWN: Final = (_PACKAGE, _PACKAGE.parent)

#: Where to look for them; a game that is mounted from elsewhere adds its place.
ROOTS: Final[list[Path]] = [*OWN]

#: Pictures, typefaces and the scripts of the page; in a packed app they lie beside the program, where its client looks for them.
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

#: What the package is called where packages are installed.
DISTRIBUTION: Final = "companion-referee"


def version() -> str | None:
    """Return the program's version, of a checkout too that was never installed; ``None`` if it is not known."""
    from importlib import metadata  # takes a while, and not every start shows it

    with suppress(metadata.PackageNotFoundError):
        return metadata.version(DISTRIBUTION)
    import tomllib

    with suppress(OSError):
        project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return str(project["version"]) if project["name"] == DISTRIBUTION else None
    return None


def rules_folders(roots: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return every rules folder found, by its name.

    :param roots: where to look; by default everywhere.
    """
    places = ROOTS if roots is None else roots
    return {path.name: path for root in reversed(places) for path in (root / "rules_data").glob("*") if path.is_dir()}


def catalogs(locale: str, roots: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return the message catalogs of a locale, by domain.

    :param locale: a folder name below ``translations``, such as ``de``.
    :param roots: where to look; by default everywhere.
    """
    found = {}
    for root in reversed(ROOTS if roots is None else roots):
        folder = root / "translations" / locale / "LC_MESSAGES"
        for path in (*folder.glob("*.mo"), *folder.glob("*.po")):  # a compiled one counts where there is no other
            found[path.stem] = path
    return found


def locales() -> tuple[str, ...]:
    """Return the locales there are catalogs for; English, the source language, comes first."""
    translated = {path.name for root in ROOTS for path in (root / "translations").glob("*") if path.is_dir()}
    return ("en", *sorted(translated - {"en"}))


def said(file: Path) -> dict[str, Any]:
    """Return what a file of TOML says; where somebody has made JSON of it, which Python reads much sooner, that counts.

    :raises OSError: if it cannot be read.
    :raises ValueError: if it is no TOML.
    """
    made = file.with_suffix(".json")
    if made.exists():
        return dict(json.loads(made.read_bytes()))
    import tomllib  # in the pocket nothing needs it

    return tomllib.loads(file.read_text(encoding="utf-8"))


class UnreadableNumbers(Exception):
    """A game's numbers that cannot be read.

    :param file: where they are.
    :param why: what the file's reader says.
    """

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file = file
        self.why = why


class MissingNumber(LookupError):
    """A number that a game's file does not have.

    :param file: where it should be.
    :param key: what it is called there, such as ``points.jay``.
    """

    def __init__(self, file: Path, key: str) -> None:
        super().__init__(f"{file} has no {key}")
        self.file = file
        self.key = key


@cache
def tables(folder: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of numbers of a game's rules as they stand in its file.

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

    :param key: what it is called, such as ``points.jay``.
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
    :raises UnreadableNumbers: if the file cannot be read, or holds what the class does not know or cannot take.
    :raises MissingNumber: if it lacks one that the class has.
    """
    return _typed(shape, tables(folder), _file(folder), "")


def _file(folder: str) -> Path:
    return rules_folders()[folder] / "numbers.toml"


def _typed(shape: type[N], table: Mapping[str, Any], file: Path, above: str) -> N:
    """Return a table, or all of them, as a value of its class."""
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
