"""The log as JSON Lines, a public contract: one line for the header, then one for each entry.

Blank lines and lines that begin with ``#`` are ignored. A log started under an older revision of its game can continue
under a newer one: the field ``revision`` of an entry applies to that entry and all later ones.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from datetime import datetime
from functools import cache
from typing import Any, Final, TypeVar

from attrs import Factory, define, evolve, field, fields, frozen
from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.strategies import configure_union_passthrough

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import Json
from companion.kernel.kinds import kind_of, kinds
from companion.kernel.log import (
    FORMAT,
    Act,
    Amend,
    Change,
    Entry,
    Header,
    Join,
    Leave,
    Redo,
    Rename,
    Reseat,
    Ruling,
    Seats,
    Undo,
)
from companion.kernel.record import AnyGame, Record, replay
from companion.kernel.text import Listing, Text, messages
from companion.kernel.text_limits import LOG_RULE, excerpt, refuse_unwritable
from companion.kernel.undo import targets
from companion.storage import limits
from companion.storage.limits import OutOfBounds, parsed
from companion.storage.strict_json import exactly, strict_converter

T, N = messages("companion")


class LogError(Exception):
    """Something in a log that cannot be read.

    :param why: the reason.
    :param line: the line in the file, counted from 1.
    """

    def __init__(self, why: Explanation, line: int = 1) -> None:
        super().__init__(f"line {line}: {why.text.message}")
        self.why = why
        self.line = line


@frozen
class Log:
    """A log that was read.

    :param header: the header, upgraded to the game's current revision.
    :param line: the header's line in the file, counted from 1.
    :param lines: the line of each entry.
    :param begun: the revision of the header as stored.
    :param error: why reading stopped after these entries.
    """

    game: AnyGame
    header: Header
    entries: tuple[Entry, ...]
    line: int
    lines: tuple[int, ...]
    begun: int
    error: LogError | None = None


# The file


def read_log(text: str, games: Mapping[str, AnyGame], *, kept: bool = False) -> Log:
    """Return the log in a file's text, upgraded to its game's current revision.

    :param games: the available games, by id.
    :param kept: whether it comes from this device's library; then texts and numbers are not validated again.
    :raises LogError: if the header is invalid. An invalid entry raises nothing: the log ends before it and has the reason.
    """
    counting = numbered(text)
    at, first = next(counting, (1, ""))
    try:
        raw = _log_header(first)
        game = _game(raw, games)
        begun = raw["revision"]
        found, error = _found(counting, begun, game)
        raw, items, stale = _upcast(raw, found, game)
        header = header_from_json(raw, game)
        if not kept:
            _check_header(header)
    except LogError as wrong:
        raise LogError(wrong.why, at) from None
    error = stale or error
    line_of = {item.raw["id"]: item.line for item in found}
    reading = _Reading(len(header.seats))
    lines: list[int] = []
    for item in items:
        # an upcaster may have made several entries of one; the later ones then share its line
        line = line_of.get(item["id"], lines[-1] if lines else at)
        try:
            reading.add(_entry(item, game, kept=kept))
        except LogError as wrong:
            error = LogError(wrong.why, line)
            break
        lines.append(line)
    return Log(game, header, tuple(reading.entries.values()), at, tuple(lines), begun, error)


def _entry(item: Json, game: AnyGame, *, kept: bool) -> Entry:
    """Return an entry from its JSON; see :func:`read_log`."""
    entry = entry_from_json(item, game)
    if not kept:
        _check_entry(entry)
    elif entry.at and limits.moment_or_none(entry.at) is None:
        # older programs accepted any time; one at an end of the calendar counts as unknown
        return evolve(entry, at=None)
    return entry


@define
class _Reading:
    """Collects the entries of a log and checks each against the ones before it.

    :param seats: the number of seats so far.
    """

    seats: int
    entries: dict[str, Entry] = field(factory=dict)
    _places: dict[str, int] = field(factory=dict)
    _looked_back: int = 0

    def add(self, entry: Entry) -> None:
        if entry.id in self.entries:
            raise _wrong(T("There is an entry “{id}” already.", id=excerpt(entry.id)))
        if isinstance(entry.change, Reseat):
            self.seats = max(self.seats, len(entry.change.seats))
        elif isinstance(entry.change, Join):
            self.seats = max(self.seats, entry.change.seat + 1)
        self._looked_back += _looks_back(entry, self._places)
        if self._looked_back > limits.LOOKED_BACK:
            raise _wrong(T("Too many entries correct what lies far back. The log is read up to here."))
        if entry.by is not None and not 0 <= entry.by < self.seats:
            raise _wrong(T("There is no seat {seat}.", seat=entry.by))
        self._places[entry.id] = len(self.entries)
        self.entries[entry.id] = entry


def read_whole_log(text: str, games: Mapping[str, AnyGame], *, kept: bool = False) -> tuple[Log, Record]:
    """Return a log and its game replayed to the last entry; see :func:`read_log`.

    :raises LogError: if anything in it cannot be read, or is not allowed.
    """
    log = read_log(text, games, kept=kept)
    try:
        replayed = replay(log.game, log.header, log.entries)
    except Refused as refused:
        raise LogError(refused.why, log.line) from None
    if replayed.failure:
        raise LogError(replayed.failure.why, log.lines[replayed.failure.number - 1])
    if log.error:
        raise log.error
    return log, replayed.record


def write_log(header: Header, entries: Iterable[Entry], game: AnyGame) -> str:
    """Return the text of a log's file."""
    lines = (header_to_json(header), *(entry_to_json(entry, game.meta.id) for entry in entries))
    return "".join(f"{dump(line)}\n" for line in lines)


def dump(line: Json) -> str:
    """Return a line of a log, without its end."""
    return json.dumps(line, ensure_ascii=False)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the relevant lines with their numbers. Only a line feed ends a line: JSON strings may contain other separators."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if (line := line.strip()) and not line.startswith("#"):
            yield number, line


def _check_header(header: Header) -> None:
    """Refuse a header that this program would not write."""
    if header.format < 1:
        raise _impossible("format", header.format)
    _check_texts(header)


def _check_entry(entry: Entry) -> None:
    """Refuse an entry that this program would not write; see :func:`_check_header`."""
    if not entry.id:
        raise _impossible("id", entry.id)
    if entry.at:
        try:
            limits.moment(entry.at)
        except OutOfBounds as beyond:
            raise _wrong(beyond.text) from None
    if entry.expected_version is not None and entry.expected_version < 0:
        raise _impossible("base", entry.expected_version)
    _check_texts(entry)


def _looks_back(entry: Entry, places: Mapping[str, int]) -> int:
    """Return how much extra work it is to replay an entry; see :data:`limits.LOOKED_BACK`.

    :param places: the positions of the entries before it.
    """
    before, change = len(places), entry.change
    if isinstance(change, Act):
        return 0 if entry.expected_version is None else max(before - entry.expected_version, 0)
    first = min((places[id] for id in targets(change) if id in places), default=before)
    return before + limits.REPLAYED * (before - first)


def _check_texts(value: Header | Entry) -> None:
    try:
        refuse_unwritable(value)
    except Refused as refused:
        raise LogError(refused.why) from None


# Header and entries


def header_to_json(header: Header) -> Json:
    """Return the JSON of a header."""
    return {
        "format": header.format,
        "game": header.game,
        "revision": header.revision,
        "seats": list(header.seats),
        "first": header.first,
        "setup": dict(header.house),
        "language": header.language,
    }


def header_from_json(raw: Json, game: AnyGame) -> Header:
    """Return the header in a log's first line.

    :param raw: the line under the game's present revision.
    :raises LogError: if a field is missing, wrong or unknown.
    """
    line = _structured({"revision": game.meta.revision} | raw, _HeaderLine)
    return Header(line.game, line.revision, line.seats, line.first, line.setup, line.language, line.format)


def entry_to_json(entry: Entry, game: str) -> Json:
    """Return the JSON of an entry.

    :param game: id of the game.
    """
    frame = {"id": entry.id, "at": entry.at, "by": entry.by, "base": entry.expected_version}
    return {name: value for name, value in frame.items() if value is not None} | _change_to_json(entry.change, game)


def entry_from_json(raw: Json, game: AnyGame) -> Entry:
    """Return the entry in a line of a log.

    :param raw: the line, upgraded to the game's current revision, with its ``id``.
    :raises LogError: if its kind is unknown, or a field is missing, wrong or unknown.
    """
    frame = _structured({name: raw[name] for name in _FRAME if name in raw}, _Frame)
    change = _change_from_json({name: value for name, value in raw.items() if name not in _FRAME}, game)
    return Entry(str(frame.id), change, raw.get("at"), frame.by, frame.base)


def value_to_json(value: Any) -> Any:
    """Return the JSON of a value of a report's field."""
    return _CONVERTER.unstructure(value)


def _change_to_json(change: Change, game: str) -> Json:
    match change:
        case Act(action):
            return _action_to_json(action, game)
        case Amend(entry, action):
            return {"kind": "amend", "entry": entry, "action": _action_to_json(action, game)}
        case Undo(entries) | Redo(entries):
            targets = {"entry": entries[0]} if len(entries) == 1 else {"entries": list(entries)}
            return {"kind": type(change).__name__.lower(), **targets}
        case Rename((seat,), (name,)):
            return {"kind": "rename", "seat": seat, "name": name}
        case Ruling():
            return {"kind": "settle", **_CONVERTER.unstructure(change)}
        case Rename() | Reseat() | Join() | Leave():
            return {"kind": type(change).__name__.lower(), **_CONVERTER.unstructure(change)}


def _change_from_json(raw: Json, game: AnyGame) -> Change:
    correction = {name: value for name, value in raw.items() if name != "kind"}
    match raw.get("kind"):
        case "undo" | "redo" as kind:
            if "entries" in correction:
                targets = _structured(correction, _Several).entries
            else:
                targets = (_structured(correction, _One).entry,)
            return (Undo if kind == "undo" else Redo)(tuple(map(str, targets)))
        case "amend":
            amend = _structured(correction, _Amended)
            return Amend(str(amend.entry), _action_from_json(amend.action, game))
        case "settle":
            return _structured({"question": ""} | correction, Ruling)
        case "rename" if "seats" not in correction:
            renamed = _structured(correction, _Renamed)
            return Rename((renamed.seat,), (renamed.name,))
        case "rename" | "reseat" | "join" | "leave" as kind:
            return _structured(correction, _SEATS[kind])
        case _:
            return Act(_action_from_json(raw, game))


_SEATS: Final[dict[str, type[Seats]]] = {"rename": Rename, "reseat": Reseat, "join": Join, "leave": Leave}


def _action_to_json(action: Any, game: str) -> Json:
    return {"kind": kind_of(game, type(action)), **_CONVERTER.unstructure(action)}


def _action_from_json(raw: Mapping[str, Any], game: AnyGame) -> Any:
    kind = _structured({"kind": raw["kind"]} if "kind" in raw else {}, _Kind).kind
    if kind not in (known := _kinds(game.meta.id, game.actions)):
        raise _wrong(T("{game} knows nothing of the kind “{kind}”.", game=game.meta.title, kind=excerpt(kind)))
    return _structured({name: value for name, value in raw.items() if name != "kind"}, known[kind])


@cache
def _kinds(game: str, actions: tuple[type, ...]) -> dict[str, type[Any]]:
    for action in actions:
        if taken := {field.name for field in fields(action)} & {*_FRAME, "kind", "revision"}:
            raise TypeError(f"{action} must not have the field {taken}, which every entry of a log has")
    return kinds(game, actions)


# Upgrading any line to the current revision


@frozen
class _Found:
    """The line of an entry before it is decoded."""

    line: int
    revision: int
    raw: Json


def _log_header(line: str) -> Json:
    """Return a log's first line if this program is new enough for it."""
    raw = _value(line)
    if not isinstance(raw, dict) or "game" not in raw:
        raise _wrong(T("This is not the log of a game: the first line must name the game and its players."))
    head = _structured({name: raw[name] for name in ("game", "format", "revision") if name in raw}, _Head)
    if head.format > FORMAT:
        raise _too_new()
    return raw


def _game(raw: Json, games: Mapping[str, AnyGame]) -> AnyGame:
    """Return the game of a header and fill in the header's revision."""
    game = games.get(raw["game"])
    if not game:
        there = Listing(tuple(games))
        raise _wrong(T("There is no game “{game}” here, only {games}.", game=excerpt(raw["game"]), games=there))
    if raw.setdefault("revision", game.meta.revision) > game.meta.revision:
        raise _too_new()
    return game


def _found(counting: Iterator[tuple[int, str]], revision: int, game: AnyGame) -> tuple[list[_Found], LogError | None]:
    """Return the entries' lines up to the first unreadable one, and its error."""
    found: list[_Found] = []
    for line, text in counting:
        try:
            if len(found) == limits.ENTRIES:
                raise _wrong(T("A log can have {n} entries at most.", n=limits.ENTRIES))
            # ids are assigned now, because an upcaster may change the number of entries
            raw = {"id": str(len(found) + 1)} | _object(text)
            stamp = _structured({"id": raw["id"], "revision": raw.pop("revision", revision)}, _Stamp)
            raw["id"], made = str(stamp.id), stamp.revision
            if made > game.meta.revision:
                raise _too_new()
            if made < revision:
                raise _wrong(T("The entry is of an older revision than what stands before it."))
        except LogError as wrong:
            return found, LogError(wrong.why, line)
        revision = made
        found.append(_Found(line, revision, raw))
    return found, None


def _upcast(header: Json, found: list[_Found], game: AnyGame) -> tuple[Json, list[Json], LogError | None]:
    """Return header and entries upgraded to the game's current revision, and the error of the first entry that cannot be."""
    if header["revision"] == game.meta.revision:
        return header, [item.raw for item in found], None
    if done := _upcast_some(header, found, game):
        return (*done, None)
    done, most = _upcast_some(header, [], game), len(found)
    text = T("This cannot be brought up to the present revision of {game}.", game=game.meta.title)
    if not done:
        raise _wrong(text)
    # bisect for the most entries that can be upgraded: trying one less each time takes quadratic time
    fewest = 0
    while most - fewest > 1:
        middle = (fewest + most) // 2
        if longer := _upcast_some(header, found[:middle], game):
            done, fewest = longer, middle
        else:
            most = middle
    return (*done, LogError(_explain(text), found[fewest].line))


def _upcast_some(header: Json, found: list[_Found], game: AnyGame) -> tuple[Json, list[Json]] | None:
    """Return a header and some entries upgraded to the game's present revision; ``None`` if that fails."""
    try:
        return _upcast_all(deepcopy(header), deepcopy(found), game)
    except LogError:
        raise
    except Exception:  # upcasters read unvalidated lines, so they can raise anything
        return None


def _upcast_all(header: Json, found: list[_Found], game: AnyGame) -> tuple[Json, list[Json]]:
    """Upgrade a log step by step; at each step the entries made under that revision are added."""
    raws: list[Json] = []
    for revision in range(header["revision"], game.meta.revision + 1):
        raws += [item.raw for item in found if item.revision == revision]
        if revision < game.meta.revision:
            if revision not in game.upcasters:
                raise _wrong(T("{game} cannot bring up a log of revision {old}.", game=game.meta.title, old=revision))
            header, raws = game.upcasters[revision](header, raws)
            header["revision"] = revision + 1
    return header, raws


def _object(line: str) -> Json:
    raw = _value(line)
    if not isinstance(raw, dict):
        raise _wrong(T("This line cannot be read: it must be one JSON object in curly brackets."))
    return raw


def _value(line: str) -> Any:
    """Return the JSON value of a line; ``None`` if it is not valid JSON."""
    try:
        return parsed(line, longest=limits.LINE)
    except OutOfBounds as beyond:
        raise _wrong(beyond.text) from None
    except ValueError:
        return None


# What is wrong


def _explain(text: Text) -> Explanation:
    return Explanation(text, (LOG_RULE,))


def _wrong(text: Text) -> LogError:
    return LogError(_explain(text))


def _too_new() -> LogError:
    return _wrong(T("This log needs a newer version of Companion."))


def _malformed(error: Exception, raw: Any) -> LogError:
    """Return which field is invalid: the first one that the converter noted."""
    path: list[str] = []
    while isinstance(error, ClassValidationError):
        noted, others = error.group_exceptions()
        if noted:
            error, note = noted[0]
            path.append(note.name)
        else:
            error = others[0]
    name = excerpt(".".join(path), 60)
    for step in path:
        if isinstance(raw, dict) and step not in raw:
            return _wrong(T("The field “{field}” is missing.", field=name))
        raw = raw[step] if isinstance(raw, dict) else raw
    if isinstance(error, ForbiddenExtraKeysError):
        return _wrong(T("There is no field “{field}”.", field=excerpt(".".join([*path, min(error.extra_fields)]), 60)))
    if not path:
        return _wrong(T("These fields do not go together: {value}.", value=_shown(raw)))
    return _impossible(name, raw)


def _impossible(field: str, value: Any) -> LogError:
    return _wrong(T("The field “{field}” cannot be {value}.", field=field, value=_shown(value)))


def _shown(value: Any) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False), 60)


# Converting values


@frozen
class _Head:
    game: str
    format: int = FORMAT
    revision: int = 1


@frozen
class _HeaderLine:
    game: str
    revision: int
    seats: tuple[str, ...]
    first: int = 0
    setup: Mapping[str, str | int] = Factory(dict)
    language: str = "en"
    format: int = FORMAT


@frozen
class _Frame:
    id: str | int
    at: datetime | None = None
    by: int | None = None
    base: int | None = None


@frozen
class _Stamp:
    id: str | int
    revision: int


@frozen
class _Kind:
    kind: str


@frozen
class _One:
    entry: str | int


@frozen
class _Several:
    entries: tuple[str | int, ...]


@frozen
class _Renamed:
    seat: int
    name: str


@frozen
class _Amended:
    entry: str | int
    action: Mapping[str, Any]


_FRAME: Final = tuple(field.name for field in fields(_Frame))

X = TypeVar("X")


def _structured(raw: Json, cls: type[X]) -> X:
    try:
        return _CONVERTER.structure(raw, cls)
    except ClassValidationError as error:
        raise _malformed(error, raw) from None


def _has_text(cls: Any) -> bool:
    return isinstance(cls, type) and hasattr(cls, "to_text") and hasattr(cls, "from_text")


def _converter() -> Converter:
    """Return the strict converter: exact types, no unknown fields, classes with a text form as texts."""
    made = strict_converter(forbid_extra_keys=True)
    configure_union_passthrough(bool | int | str | None, made)
    made.register_structure_hook(datetime, lambda value, _: datetime.fromisoformat(exactly(value, str)))
    made.register_structure_hook_func(_has_text, lambda value, cls: cls.from_text(exactly(value, str)))
    made.register_unstructure_hook_func(_has_text, lambda value: value.to_text())
    return made


_CONVERTER: Final = _converter()
