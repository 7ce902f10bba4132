"""Another device's data is merged with the data here, or replaces it; neither side loses anything.

Two logs belong to the same game if they have the same id, or the same header and first entry. If one log extends the
other, the longer one is kept; if they diverge, both are kept. Logs written by hand belong to the same game only if one
extends the other.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final

from attrs import evolve, frozen

from companion.kernel.text import Listing, Text, messages
from companion.storage import trash
from companion.storage.backup import LONG_AGO, Bundle, SharedGame, read_bundle, write_bundle
from companion.storage.codec import dump
from companion.storage.interface import Game, Row, Store
from companion.storage.limits import moment_or_none, parsed, parsed_or

T, N = messages("companion")

#: The shelf of deleted games.
_DELETED: Final = "deleted"

#: Settings that stay on their device: what was replaced there, games of which not all has come in yet, who sits where, what went on
#: from which table, which phone created it, whose phone is whose this evening, the clock, and what lies on the table.
ASIDE: Final = "aside."
PARTS: Final = "parts."
PLACES: Final = "places."
AFTER: Final = "after."
CREATED: Final = "created."
ANSWERS: Final = "answers"
CLOCK: Final = "clock."
MOMENT: Final = "moment."
_OWN: Final = (ASIDE, PARTS, PLACES, AFTER, CREATED, ANSWERS, CLOCK, MOMENT)

#: Lists in settings that are merged, by prefix of the setting's name; ``None`` merges the whole setting.
_LEARNED: Final[Mapping[str, tuple[str, ...] | None]] = {
    "cards.": None,
    "marks": (),
    "people": ("facts", "struck"),
    "words.": ("words",),
}
#: Longer lists are not merged; the other device's list is kept beside it.
_MOST: Final = 2000


@frozen
class Merged:
    """The result of a merge.

    :param games: the id here of each game in the file, by its id there.
    :param new: ids of games that were not here.
    :param longer: ids of games that continued there.
    :param apart: ids of games that continued differently on both devices, and are kept as a second game.
    :param binned: ids of games that were deleted here but not there; they are in the trash.
    """

    games: Mapping[str, str]
    new: tuple[str, ...] = ()
    longer: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    binned: tuple[str, ...] = ()

    @property
    def known(self) -> int:
        """Number of games that were here already."""
        return len({*self.games.values()} - {*self.new, *self.longer, *self.apart, *self.binned})

    @property
    def counts(self) -> Listing:
        """How many games there are of each sort."""
        return counted(
            N("{n} new game", "{n} new games", n=len(self.new)),
            N("{n} updated", "{n} updated", n=len(self.longer)),
            N(
                "{n} continued here and elsewhere and now kept twice",
                "{n} continued here and elsewhere and now kept twice",
                n=len(self.apart),
            ),
            N("{n} that was here already", "{n} that were here already", n=self.known),
            N("{n} in the bin", "{n} in the bin", n=len(self.binned)),
        )

    @property
    def said(self) -> Text:
        """The message about the result."""
        return added(self.counts)


def counted(*texts: Text) -> Listing:
    """Return the texts about a number of games, without those about none."""
    return Listing(tuple(text for text in texts if dict(text.params)["n"]))


def added(counts: Listing) -> Text:
    """Return the message that games were added.

    :param counts: how many there are of each sort.
    """
    return T("Imported: {games}.", games=counts) if counts.items else T("Imported. There was no game in it.")


@frozen
class SetAside:
    """A content that was replaced.

    :param key: identifies it.
    :param when: when it was replaced.
    :param games: number of games in it.
    """

    key: str
    when: datetime
    games: int


def everything(store: Store) -> Bundle:
    """Return all that can travel."""
    with store.transaction():  # another program may just be adding to it
        return _everything(store)


def _everything(store: Store) -> Bundle:
    lines = store.all_lines()
    settings = ((key, parsed_or(value)) for key, value in sorted(store.settings()) if not key.startswith(_OWN))
    return Bundle(
        tuple(
            SharedGame(
                row.id, when(row.created), when(row.changed), (row.header, *lines.get(row.id, ())), row.name, row.shelf
            )
            for row in sorted(store.listed(), key=lambda row: row.number)
        ),
        tuple(store.players()),
        {key: value for key, value in settings if value is not None},
    )


class _OnlyTried(Exception):
    """Rolls back a merge that was only tried."""


def merge(store: Store, more: Bundle, called: Callable[[SharedGame], str], *, only_try: bool = False) -> Merged:
    """Merge the content of another device into the library, all or nothing.

    :param called: names a game that continued differently on both devices.
    :param only_try: whether to change nothing and only return what would change.
    """
    with suppress(_OnlyTried), store.transaction():
        merging = _Merging(store, called)
        merging.add_all(more.games)
        known = {*store.players()}
        store.put_players([name for name in dict.fromkeys(more.players) if name not in known], first=False)
        for key, value in more.settings.items():
            if not key.startswith(_OWN):
                _learn(store, _of_here(key, merging.met), value)
        if only_try:
            raise _OnlyTried
    return merging.merged()


def replace(store: Store, by: Bundle, *, again: str | None = None) -> None:
    """Replace the library's content by another device's, all or nothing; the old content is set aside.

    :param again: the key of a content that was set aside before and is restored now.
    """
    with store.transaction():
        before, now = _everything(store), datetime.now(UTC)
        if before != Bundle():
            kept = {"games": len(before.games), "file": write_bundle(before).decode()}
            _set(store, f"{ASIDE}{now.isoformat(timespec='microseconds')}", kept)
        store.remove_all()
        for key, _ in store.settings():
            if key == again or not key.startswith(_OWN):
                store.forget_setting(key)
        for game in by.games:
            _insert(store, game)
        store.put_players([*dict.fromkeys(by.players)])
        for key, value in by.settings.items():
            if not key.startswith(_OWN):
                _set(store, key, value)


def asides(store: Store) -> tuple[SetAside, ...]:
    """Return the contents that were replaced, latest first."""
    found = ((key, parsed_or(value)) for key, value in sorted(store.settings(ASIDE), reverse=True))
    return tuple(
        SetAside(key, when(key.removeprefix(ASIDE)), kept["games"]) for key, kept in found if isinstance(kept, dict)
    )


def put_aside(store: Store, key: str) -> Bundle:
    """Return a content that was set aside.

    :raises StorageError: if it is corrupt.
    """
    kept = parsed_or(store.setting(key) or "")
    return read_bundle(str(kept["file"] if isinstance(kept, dict) and "file" in kept else "").encode(), large=True)


def when(text: str) -> datetime:
    """Return a stored time; a corrupt or impossible one counts as long ago."""
    return moment_or_none(text) or LONG_AGO


class _Merging:
    """Merges games one after the other.

    :param called: names a game that continued differently on both devices.
    :ivar met: the id of each game here by its id on the other device.
    """

    def __init__(self, store: Store, called: Callable[[SharedGame], str]) -> None:
        self._store = store
        self._called = called
        self._where = _Places(store)
        self._gone = trash.gone(store)
        self._in_bin = trash.days_left(store, datetime.now(UTC))
        self.met: dict[str, str] = {}
        self._new: list[str] = []
        self._longer: list[str] = []
        self._apart: list[str] = []
        self._binned: list[str] = []

    def add_all(self, games: Sequence[SharedGame]) -> None:
        """Merge games; those with the same id come first, so that no other game takes their place."""
        where = self._where
        for game in games:
            if game.id in where.ids and _goes_on(self._store.lines(game.id), game.lines):
                self._extend(game, where.take(game.id))
        for game in games:
            if game.id not in self.met:
                self._add(game)

    def merged(self) -> Merged:
        return Merged(self.met, *map(tuple, (self._new, self._longer, self._apart, self._binned)))

    def _add(self, game: SharedGame) -> None:
        where = self._where
        if here := where.beginning(game):
            self._extend(game, where.take(here))
        elif game.by_hand and game.id in where.ids:
            self._new.append(self._insert(game, evolve(game, id=new_id())))
        elif (taken := game.id in where.ids) or (where.begun(game) and not game.by_hand):
            # a different name, unless the game here has the same
            name = self._called(game) if taken or not game.name else game.name
            other = evolve(game, id=new_id() if taken else game.id, name=name)
            self._apart.append(self._insert(game, other))
        elif game.id in self._gone and game.shelf != _DELETED:
            # a game deleted here for good is not restored silently
            self._binned.append(self._insert(game, evolve(game, shelf=_DELETED)))
        else:
            self._new.append(self._insert(game, game))

    def _extend(self, game: SharedGame, here: str) -> None:
        self.met[game.id] = here
        extended = _extend(self._store, here, game)
        if here in self._in_bin and game.shelf != _DELETED:
            self._binned.append(here)
        elif extended:
            self._longer.append(here)

    def _insert(self, game: SharedGame, copy: SharedGame) -> str:
        self.met[game.id] = _insert(self._store, copy)
        return self.met[game.id]


class _Places:
    """The games that are here and not yet met by one of the file."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.ids: Final = store.ids()
        self._free = set(self.ids)
        self._begun: dict[tuple[str, str], list[str]] = {}
        for id, header, first in store.first_lines():
            self._begun.setdefault((_same(header), _same(first)), []).append(id)

    def take(self, id: str) -> str:
        """Return a game that is met from now on."""
        self._free.discard(id)
        return id

    def begun(self, game: SharedGame) -> tuple[str, ...]:
        """Return the games here that begin like another one."""
        return tuple(self._begun.get((_same(game.lines[0]), _same(game.lines[1])), ())) if len(game.lines) > 1 else ()

    def beginning(self, game: SharedGame) -> str | None:
        """Return the game here that is a prefix or a continuation of another one: of several the longest."""
        logs = {id: self._store.lines(id) for id in self.begun(game) if id in self._free}
        return max((id for id in logs if _goes_on(logs[id], game.lines)), key=lambda id: len(logs[id]), default=None)


def _goes_on(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether one of two logs is a prefix of the other."""
    return all(a == b or _same(a) == _same(b) for a, b in zip(one, other, strict=False))


def _same(line: str) -> str:
    """Return a line normalised for comparison: the order of its fields is irrelevant."""
    try:
        return _canonical(parsed(line))
    except ValueError:
        return line


def _canonical(value: Any) -> str:
    """Return a JSON value as a canonical text; equal texts mean equal values."""
    return json.dumps(value, sort_keys=True)


def _extend(store: Store, id: str, game: SharedGame) -> bool:
    there = len(store.lines(id))
    _add_entries(store, id, game, there)
    return len(game.lines) > there


def _insert(store: Store, game: SharedGame) -> str:
    header = game.lines[0] if game.lines else ""
    store.add_log(Game(game.id, header, game.created.isoformat(), game.name or None, game.shelf))
    _add_entries(store, game.id, game, 1)
    if game.shelf == _DELETED:  # its days begin here: another device's clock may be another
        trash.put_in(store, game.id, datetime.now(UTC))
    return game.id


def _add_entries(store: Store, id: str, game: SharedGame, start: int) -> None:
    saved, rows = game.changed.isoformat(), []
    taken = {*store.entry_ids(id)}
    for number, line in enumerate(game.lines[start:], start=start):
        raw = parsed_or(line)
        named = raw.get("id") if isinstance(raw, dict) else None
        entry = str(named) if isinstance(named, str | int) and str(named) not in taken else f"?{number}"
        taken.add(entry)
        rows.append(Row(entry, saved, line))
    store.add_entries(id, start, rows)


def new_id() -> str:
    """Return an id for a new game."""
    return token_hex(6)


def _of_here(key: str, met: Mapping[str, str]) -> str:
    """Return the key here of another device's setting, where a game may have another id."""
    for kind in trash.OF_A_GAME:
        if key.startswith(kind):
            game = key.removeprefix(kind)
            return f"{kind}{met.get(game, game)}"
    return key


def _learn(store: Store, key: str, value: Any) -> None:
    """Merge a setting of another device; where both differ, the value here is kept."""
    if (stored := store.setting(key)) is None:
        _set(store, key, value)
        return
    here = parsed_or(stored)
    known = [lists for begin, lists in _LEARNED.items() if key.startswith(begin)]
    if not known or not isinstance(here, dict) or not isinstance(value, dict):
        return
    (which,) = known
    both = {**value, **here}
    for name in both if which is None else which:
        mine, others = here.get(name), value.get(name)
        if isinstance(mine, list) and isinstance(others, list):
            held = {_canonical(each) for each in mine}
            # of two cards with the same name games use the later one: the one that is here
            both[name] = [*(each for each in others if _canonical(each) not in held), *mine]
    if any(isinstance(part, list) and len(part) > _MOST for part in both.values()):
        _set(store, f"{key}.more", value)
    else:
        _set(store, key, both)


def _set(store: Store, key: str, value: Any) -> None:
    store.put_setting(key, dump(value))
