"""All games of a household or group. Entries are durable before they are shown; only games long deleted are removed."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Entry, Header
from companion.kernel.record import AnyGame, Replay, replay
from companion.kernel.text import messages
from companion.kernel.text_limits import LONGEST_WORD, excerpt, refuse_unwritable
from companion.storage import limits, trash
from companion.storage.backup import Bundle, SharedGame
from companion.storage.codec import LogError, dump, entry_to_json, header_to_json, read_log, read_whole_log
from companion.storage.errors import CHANGED, ChangedElsewhere, StorageError, of_hosted, storage
from companion.storage.interface import Figured, Game, Listed, Row, Store, Tail
from companion.storage.ledger import GAME, PLAYERS, SETTING
from companion.storage.limits import parsed_or
from companion.storage.merge import Merged, SetAside, asides, everything, merge, new_id, put_aside, replace, when
from companion.storage.sqlite import SqliteStore

T, N = messages("companion")

#: The longest time before stored data is moved into the library's own file, in seconds.
CHECKPOINT_EVERY: Final = 120.0

#: Longer settings, such as photographs, are read anew each time; in characters.
_LONGEST_CACHED: Final = 2**16

#: Placeholders for game and players where the header cannot be read; opening the game shows the reason.
_UNREADABLE: Final[tuple[str, tuple[str, ...]]] = ("?", ())


class Shelf(Enum):
    """Where a game is listed; it can be restored from each shelf."""

    OPEN = "open"
    ARCHIVED = "archived"
    DELETED = "deleted"

    @classmethod
    def _missing_(cls, _: object) -> "Shelf":
        return cls.OPEN


@frozen
class Stored:
    """A game in a list.

    :param id: the game's id in the library.
    :param name: the name given by the table, if any.
    :param game: id of the game that is played.
    :param seats: the players' names, seat by seat.
    :param changed: when the latest entry was stored.
    :param entries: number of entries.
    """

    id: str
    name: str | None
    game: str
    seats: tuple[str, ...]
    created: datetime
    changed: datetime
    shelf: Shelf
    entries: int


@frozen
class Loaded:
    """A game as read from the library.

    :param replay: the valid part of its log; ``None`` if not even its header can be read.
    :param error: why the log ends before its last entry or cannot be read. Nothing is lost by that.
    """

    stored: Stored
    replay: Replay | None
    error: Explanation | None = None


@frozen
class Opened:
    """A library and a message about the previous file."""

    library: "Library"
    notice: Explanation | None


class Journal:
    """Stores the entries of one game durably.

    :param tail: the end of the stored log.
    :param game: id of the game that is played.
    :param revision: the revision of new entries, if the header has an older one.
    :param sealed: why nothing can be added.
    """

    def __init__(self, tail: Tail, game: str, revision: int | None = None, sealed: Explanation | None = None) -> None:
        self._tail = tail
        self._game = game
        self._revision = revision
        self._sealed = sealed
        self._gone = False

    def close(self) -> None:
        """Refuse further entries, because another game may take this one's place."""
        self._gone = True

    def is_current(self) -> bool:
        """Return whether the stored log is still what was read and added here.

        :raises StorageError: if it cannot be read.
        """
        return not self._gone and self._tail.is_current()

    def append(self, *entries: Entry) -> None:
        """Store entries, all or none, so that they survive a crash from now on.

        :raises ChangedElsewhere: if another window or program has added an entry since this game was loaded.
        :raises StorageError: if it could not be stored. Then nothing has changed, and it can be tried again.
        """
        if self._gone:
            raise ChangedElsewhere(storage(CHANGED))
        if self._sealed:
            raise StorageError(self._sealed)
        self._tail.append([_row(entry, self._game, self._revision) for entry in entries])


@frozen
class Quota:
    """How much the library of a room may hold, on a server for many groups.

    :param games_a_day: new games within 24 hours.
    :param size: characters of all logs and settings.
    :param phones: pages that show it at the same time.
    """

    games_a_day: int = 200
    size: int = 64 * 2**20
    phones: int = 200

    def refuse_beyond(self, store: Store, *, new: int) -> None:
        """Refuse new games that are too many.

        :raises StorageError: if there is no room for them.
        """
        since = (datetime.now(UTC) - timedelta(days=1)).isoformat()
        if new and sum(row.created > since for row in store.listed()) + new > self.games_a_day:
            text = T("No more than {n} new games a day fit into this room. Please go on tomorrow.", n=self.games_a_day)
            raise StorageError(storage(text))
        if store.size() > self.size:
            raise StorageError(storage(T("This room is full. Save a backup, then go on in a new room.")))


class Library:
    """The games, players and settings of a household or group; see :meth:`open`.

    Every method that reads or writes raises :class:`StorageError` if that fails; nothing has changed then.

    :param store: the database.
    """

    def __init__(self, store: Store) -> None:
        self.store: Final = store
        #: How much may be added; ``None`` for a household.
        self.quota: Quota | None = None
        self._settled = (0, time.monotonic())
        self._journals: dict[str, Journal] = {}
        self._of_settings = 0
        self._seen = store.version()
        #: Settings as they were read, and the version of the store then: every drawing of a table needs some.
        self._settings: dict[str, str | None] = {}
        self._settings_seen = self._seen

    @classmethod
    def open(cls, folder: Path, *, late: bool = False) -> Opened:
        """Open the library in a folder or create one. An unusable file is set aside; the message says where.

        :param late: whether to create a new file only on the first write. In a browser SQLite's first statements take a second,
            and there is nothing to read.
        :raises StorageError: if the folder cannot be used, or another program keeps the file locked.
        """
        store, notice = SqliteStore.open(folder, late=late)
        return Opened(cls(store), notice)

    @classmethod
    def of_room(cls, url: str, room: str) -> "Library":
        """Open the library of a room in a PostgreSQL database; the room is created if there is none of this name.

        :raises StorageError: if the database cannot be used.
        """
        with of_hosted():
            from companion.storage.postgres.rooms import open_room
        return cls(open_room(url, room))

    def refuse_phones(self, phones: int) -> None:
        """Refuse a page if more pages than the quota allows show the library.

        :param phones: the number of pages, the new one included.
        :raises StorageError: if there are too many.
        """
        if self.quota and phones > self.quota.phones:
            text = T("{n} phones are in this room already, and no more fit in. Please close some.", n=self.quota.phones)
            raise StorageError(storage(text))

    def begin(self) -> None:
        """Create the database if there is none.

        :raises StorageError: if that is impossible.
        """
        self.store.begin()

    def was_changed(self) -> bool:
        """Return whether another program has changed something since the last call."""
        before, self._seen = self._seen, self.store.version()
        return before != self._seen

    @property
    def changes(self) -> int:
        """Number of changes since the library was opened, for a caller that stores the file elsewhere."""
        return self.store.changes

    @property
    def moment(self) -> tuple[int, int]:
        """A value that differs whenever any program has changed something."""
        return self.store.changes, self.store.version()

    @property
    def games_moment(self) -> tuple[int, int]:
        """A value that differs whenever games may have changed, but not after a setting was written here; see :meth:`moment`."""
        changes, version = self.moment
        return changes - self._of_settings, version

    def follow(self, listener: Callable[[], None]) -> None:
        """Call ``listener``, in any thread, when another program has changed something, if the database reports that."""
        self.store.follow(listener)

    def checkpoint(self) -> None:
        """Move everything into the library's own file, so that a copy of that alone holds all games.

        :raises StorageError: if that is impossible now. Stored data stays durable.
        """
        self._settled = (self.changes, time.monotonic())
        self.store.checkpoint()

    def checkpoint_when_due(self) -> None:
        """Checkpoint if data was stored since the last time, some minutes ago; see :meth:`checkpoint`."""
        changes, moment = self._settled
        if self.changes != changes and time.monotonic() - moment >= CHECKPOINT_EVERY:
            self.checkpoint()

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    # Games

    def create(self, header: Header, name: str | None = None) -> str:
        """Store a new game without entries and return its id."""
        if self.quota:
            self.quota.refuse_beyond(self.store, new=1)
        log = self._add(header, name)
        self._journals[log] = Journal(self.store.read(log)[1], header.game)
        return log

    def journal(self, game_id: str) -> Journal:
        """Return the journal of a game that was created or loaded before.

        It continues where the game was loaded, so that nothing is added to entries that its reader has not seen.
        """
        return self._journals[game_id]

    def load(self, game_id: str, games: Mapping[str, AnyGame]) -> Loaded:
        """Read a game and replay its valid part.

        :param games: the available games, by id.
        :raises StorageError: if there is no such game, or the file cannot be read.
        """
        stored = self.stored(game_id)
        lines, tail = self.store.read(game_id)
        if not lines:  # removed just now
            raise _no_such_game()
        try:
            log = read_log("\n".join(lines), games, kept=True)
            replayed = replay(log.game, log.header, log.entries)
        except (LogError, Refused) as error:
            return Loaded(stored, None, error.why)
        now = log.header.revision
        self._journals[game_id] = Journal(
            tail,
            stored.game,
            revision=now if now != log.begun else None,
            # entries after an unreadable one could not be read either
            sealed=log.error.why if log.error else None,
        )
        failure = replayed.failure or log.error
        return Loaded(stored, replayed, failure.why if failure else None)

    def stored(self, game_id: str) -> Stored:
        """Return what the list of games shows of one.

        :raises StorageError: if there is no such game.
        """
        for listed in self.store.listed(game_id):
            return _stored(listed)
        raise _no_such_game()

    def games(self, shelf: Shelf = Shelf.OPEN) -> tuple[Stored, ...]:
        """Return the games on a shelf, the latest first."""
        rows = sorted(self.store.listed(), key=lambda row: (row.changed, row.number), reverse=True)
        # a game whose shelf the disk has spoilt must not be on none
        return tuple(_stored(row) for row in rows if Shelf(row.shelf) is shelf)

    def ids(self) -> frozenset[str]:
        """Return the ids of all games, on any shelf."""
        return self.store.ids()

    def disputed(self, game: str) -> tuple[str, ...]:
        """Return the ids of the kept games of a kind in which a dispute was settled, the latest first."""
        return tuple(self.store.disputed(game))

    def has_moved_players(self, game_id: str) -> bool:
        """Return whether a game's log has an entry about its players or their names."""
        return self.store.has_moved_players(game_id)

    def rename(self, game_id: str, name: str | None) -> None:
        """Give a game a name of the table's own, or take it away.

        :raises Refused: if the name cannot be written down.
        :raises StorageError: if there is no such game, or it could not be stored.
        """
        refuse_unwritable(name)
        with self.store.changing(f"{GAME}{game_id}"):
            if not self.store.rename(game_id, name or None):
                raise _no_such_game()

    def archive(self, game_id: str) -> None:
        """Put a game away; see :meth:`rename`."""
        with self._moving(game_id, Shelf.ARCHIVED):
            pass

    def delete(self, game_id: str) -> None:
        """Put a game into the bin, from where it can be brought back for thirty days; see :meth:`rename`."""
        with self._moving(game_id, Shelf.DELETED):
            trash.put_in(self.store, game_id, datetime.now(UTC))

    def restore(self, game_id: str) -> None:
        """Bring an archived or deleted game back; see :meth:`rename`."""
        with self._moving(game_id, Shelf.OPEN):
            self.store.take_out_of_bin(game_id)

    def days_left(self) -> dict[str, int]:
        """Return for how many days each game in the bin can still be brought back."""
        return trash.days_left(self.store, datetime.now(UTC))

    def empty_bin(self, now: datetime) -> int:
        """Remove games that were in the trash long enough, and return how many.

        :raises StorageError: if that failed; then nothing has changed.
        """
        if not self.store.bin():
            return 0
        with self._replacing(), self.store.transaction():
            return trash.empty(self.store, now)

    def export(self, game_id: str) -> str:
        """Return a game's log as the text of a file, whether or not this program can read all of it.

        :raises StorageError: if there is no such game, or the file cannot be read.
        """
        return "".join(f"{line}\n" for line in self._lines(game_id))

    def carried(self, game_id: str) -> SharedGame:
        """Return a game as it travels; see :meth:`export`."""
        stored, lines = self.stored(game_id), self._lines(game_id)
        return SharedGame(game_id, stored.created, stored.changed, tuple(lines), stored.name, stored.shelf.value)

    def import_(self, text: str, games: Mapping[str, AnyGame], *, kept: bool = False) -> str:
        """Store a game from a log's file, whole or not at all, and return its new id.

        :param kept: whether it is from this library.
        :raises LogError: if it cannot be read, or an entry is not allowed.
        """
        log, _ = read_whole_log(text, games, kept=kept)
        if self.quota:
            self.quota.refuse_beyond(self.store, new=1)
        return self._add(log.header, log.game.meta.house_title(log.header.house), log.entries)

    # What follows from the logs

    def figured(self, *places: int) -> list[Figured]:
        """Return all games that are not deleted, with their cached summaries.

        :param places: indices of the parts of a summary to read.
        """
        return self.store.figured(places)

    def keep_figures(self, made: Iterable[tuple[str, str, str, int]]) -> None:
        """Store summaries, except of logs that have grown meanwhile.

        :param made: for each game its id, the code that made the summary, the summary, and the number of entries it is based on.
        """
        self.store.keep_figures(made)

    def forget_figures(self) -> None:
        """Delete all cached summaries, so that they are computed again."""
        self.store.forget_figures()

    # Everything in one file

    def everything(self) -> Bundle:
        """Return all that can travel to another device."""
        return everything(self.store)

    def join(self, more: Bundle, called: Callable[[SharedGame], str], *, only_try: bool = False) -> Merged:
        """Merge the content of another device, all or nothing; games that are here already are recognised.

        :param called: names a game that continued differently on both devices.
        :param only_try: whether to change nothing and only return what would change.
        """
        if self.quota:
            self.quota.refuse_beyond(self.store, new=0)
        with nullcontext() if only_try else self._replacing():
            return merge(self.store, more, called, only_try=only_try)

    def replace(self, by: Bundle) -> None:
        """Put what another device has into the place of all that is here, which is kept aside, all or nothing."""
        with self._replacing():
            replace(self.store, by)
        self._close_journals()

    def asides(self) -> tuple[SetAside, ...]:
        """Return the contents that were replaced, latest first."""
        return asides(self.store)

    def bring_back(self, key: str) -> None:
        """Restore a replaced content in place of the current one, which is set aside in turn.

        :raises StorageError: if it is corrupt or could not be stored.
        """
        with self._replacing():
            replace(self.store, put_aside(self.store, key), again=key)
        self._close_journals()

    @contextmanager
    def _replacing(self) -> Iterator[None]:
        """Announce that much is removed or replaced."""
        try:
            with self.store.replacing():
                yield
        finally:
            self._settings.clear()

    def _close_journals(self) -> None:
        for journal in self._journals.values():
            journal.close()
        self._journals.clear()

    # Players and settings

    def players(self) -> tuple[str, ...]:
        """Return the names of players, who played last first."""
        return tuple(self.store.players())

    def remember_players(self, names: Iterable[str]) -> None:
        """Put names at the head of those remembered, in this order."""
        known = [name for name in map(str.strip, names) if name]
        with self.store.changing(PLAYERS):
            self.store.put_players(known)

    def forget_players(self, names: Iterable[str]) -> None:
        """Take names from those remembered."""
        with self.store.changing(PLAYERS):
            self.store.forget_players(names)

    def seated(self, *, but: str) -> set[str]:
        """Return the names of all who sit at a kept table, as they were called when it was set up.

        :param but: the game that does not count.
        """
        return {name for row in self.store.listed() if row.id != but for name in _stored(row).seats}

    def setting(self, key: str, default: Any = None) -> Any:
        """Return a setting, any value of JSON; the default if the disk has spoilt it."""
        if (version := self.store.version()) != self._settings_seen:
            self._settings_seen = version
            self._settings.clear()
        if key in self._settings:
            found = self._settings[key]
        else:
            found = self.store.setting(key)
            if len(found or "") <= _LONGEST_CACHED:
                self._settings[key] = found
        return default if found is None else parsed_or(found, default)

    def set_setting(self, key: str, value: Any) -> None:
        """Store a setting, any value of JSON."""
        with self.store.changing(f"{SETTING}{key}"):
            self._settings.pop(key, None)
            done = self.store.put_setting(key, json.dumps(value))
        self._of_settings += done

    def settings(self, beginning: str) -> dict[str, Any]:
        """Return the settings whose names begin so; see :meth:`setting`."""
        return {key: parsed_or(value) for key, value in sorted(self.store.settings(beginning))}

    def forget_setting(self, key: str) -> None:
        """Take a setting away."""
        with self.store.changing(f"{SETTING}{key}"):
            self._settings.pop(key, None)
            done = self.store.forget_setting(key)
        self._of_settings += done

    # The tables

    @contextmanager
    def _moving(self, game_id: str, shelf: Shelf) -> Iterator[None]:
        with self.store.changing(f"{GAME}{game_id}"):
            if not self.store.move(game_id, shelf.value):
                raise _no_such_game()
            yield

    def _add(self, header: Header, name: str | None, entries: Iterable[Entry] = ()) -> str:
        game = Game(new_id(), dump(header_to_json(header)), _now(), name or None)
        self.store.create(game, [_row(entry, header.game) for entry in entries])
        return game.id

    def _lines(self, game_id: str) -> list[str]:
        if lines := self.store.lines(game_id):
            return lines
        raise _no_such_game()


def _row(entry: Entry, game: str, revision: int | None = None) -> Row:
    return Row(
        entry.id, _now(), dump(entry_to_json(entry, game) | ({} if revision is None else {"revision": revision}))
    )


def _stored(row: Listed) -> Stored:
    """Return a game for a list; a corrupt row must not hide the others."""
    game, seats = _UNREADABLE
    match parsed_or(row.header):
        case {"game": str(called), "seats": [*names]} if len(names) <= limits.SEATS:
            game, seats = excerpt(called, LONGEST_WORD), tuple(excerpt(str(each), LONGEST_WORD) for each in names)
    return Stored(row.id, row.name, game, seats, when(row.created), when(row.changed), Shelf(row.shelf), row.entries)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _no_such_game() -> StorageError:
    return StorageError(storage(T("There is no such game in this library.")))
