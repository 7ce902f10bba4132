"""The figures of all games: updated as logs grow, and rebuilt on request."""

import json
import logging
import time
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from attrs import frozen

from companion.kernel.explain import Refused
from companion.kernel.record import AnyGame, Record, replay
from companion.kernel.text_limits import refuse_unwritable
from companion.resources import version
from companion.stats import photos
from companion.stats.game_summary import VERSION, Figures, code_of, fold
from companion.stats.people import People
from companion.storage.codec import LogError, read_log
from companion.storage.interface import Figured
from companion.storage.library import Library
from companion.storage.merge import when
from companion.storage.trash import NOTES, PHOTOGRAPHS

log: Final = logging.getLogger(__name__)

#: Number of games stored in one transaction.
_BATCH: Final = 50


@frozen
class Note:
    """Notes about a game.

    :param at: the corrected time of the game, if there is one.
    :param place: the place of the game.
    """

    at: datetime | None = None
    place: str = ""
    text: str = ""


class Played(NamedTuple):
    """A game that was played. Its figures are parsed on demand, because pages show few of up to ten thousand games.

    :param name: the title that the table gave it, if any.
    :param at: the time of the game.
    :param kind: the key under which games are compared; see :class:`Figures`.
    :param figures_json: the stored figures as JSON.
    :param names_json: the names in them as JSON.
    """

    id: str
    name: str | None
    at: datetime
    note: Note
    kind: str
    figures_json: str
    names_json: str

    @property
    def figures(self) -> Figures:
        """The figures of the game."""
        return _figures(self.figures_json)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names at the time, by seat."""
        return _names(self.names_json)


class PlayedGames:
    """The figures and notes of all games.

    Every method that uses the library raises :class:`StorageError` if that fails.

    :param library: stores the games.
    :param games: the playable games by id.
    """

    def __init__(self, library: Library, games: Mapping[str, AnyGame], people: People) -> None:
        self._library = library
        self._games = games
        self.people: Final = people
        # a game that no installed game can read may be known to the next version
        self._unreadable = f"{VERSION}.?.{version()}"
        self._codes = {self._unreadable, *map(code_of, games.values())}
        self._rows_kept: tuple[Any, list[Figured]] = (None, [])
        self._played: tuple[Any, tuple[Played, ...]] = (None, ())
        self._over: tuple[Any, Mapping[str, bool]] = (None, {})
        self._played_from: tuple[Any, Any] = (None, None)

    def played(self) -> tuple[Played, ...]:
        """Return the games whose figures are stored, the latest first."""
        if (moment := self._library.moment) != self._played[0]:
            rows, notes = self._rows(), self._library.settings(NOTES)
            same = rows is self._played_from[0] and notes == self._played_from[1]
            self._played = (moment, self._played[1] if same else _played_games(rows, notes))
            self._played_from = (rows, notes)
        return self._played[1]

    def over(self) -> Mapping[str, bool]:
        """Return whether each game is over, by id; only for games with current figures."""
        rows = self._rows()
        if rows is not self._over[0]:
            known = {
                row.id: row.size == len(Figures._fields) and bool(row.parts[-1])
                for row in rows
                if self._is_current(row)
            }
            self._over = (rows, known)
        return self._over[1]

    def _is_current(self, row: Figured) -> bool:
        return row.code in self._codes

    def _rows(self) -> list[Figured]:
        if (moment := self._library.games_moment) != self._rows_kept[0]:
            self._rows_kept = (moment, self._library.figured(*_GLANCE))
        return self._rows_kept[1]

    def uncounted(self) -> tuple[Figured, ...]:
        """Return the games without current figures, the latest first."""
        stale = (row for row in self._rows() if not self._is_current(row))
        return tuple(sorted(stale, key=lambda row: row.created, reverse=True))

    def count(self, seconds: float | None = None) -> int:
        """Compute the figures of such games, and return the number that remain.

        :param seconds: a time limit; ``None`` computes all.
        """
        waiting, end = [*self.uncounted()], time.monotonic() + (seconds or 0.0)
        done = 0
        while done < len(waiting):
            batch = []
            for row in waiting[done : done + _BATCH]:
                batch.append(self._compute(row))
                if seconds is not None and time.monotonic() > end:
                    break
            self._library.keep_figures(batch)
            done += len(batch)
            if seconds is not None and time.monotonic() > end:
                break
        return len(waiting) - done

    def rebuild(self) -> int:
        """Compute the figures of all games again, and return the number of games."""
        self._library.forget_figures()
        every = len(self.uncounted())
        self.count()
        return every

    def record(self, id: str) -> Record | None:
        """Return a game as far as it can be replayed, read-only.

        :raises StorageError: if there is no such game.
        """
        return self._replayed(id, self._library.export(id))

    def _replayed(self, id: str, text: str) -> Record | None:
        try:
            read = read_log(text, self._games, kept=True)
            return replay(read.game, read.header, read.entries).record
        except (LogError, Refused):
            return None
        except Exception:  # a bug in one game must not prevent the figures of the others
            log.warning("the game %s cannot be read", id, exc_info=True)
            return None

    def note(self, id: str, note: Note) -> None:
        """Store the notes about a game.

        :raises Refused: if a text in it cannot be stored.
        """
        refuse_unwritable((note.place, note.text))
        if note == _NOTHING:
            self._library.forget_setting(f"{NOTES}{id}")
            return
        kept = {"at": note.at.isoformat() if note.at else None, "place": note.place, "text": note.text}
        self._library.set_setting(f"{NOTES}{id}", kept)

    def photograph(self, id: str) -> bytes | None:
        """Return the photograph of a game, ``None`` if there is none."""
        return photos.read(self._library.setting(f"{PHOTOGRAPHS}{id}"))

    def keep_photograph(self, id: str, content: bytes | None) -> None:
        """Replace the photograph of a game; ``None`` removes it.

        :raises Refused: if it is not a valid photograph; see :func:`photos.fit_to_keep`.
        :raises StorageError: if it could not be stored; the previous one is kept then.
        """
        if content is None:
            self._library.forget_setting(f"{PHOTOGRAPHS}{id}")
        else:
            kept = photos.written(photos.fit_to_keep(content))
            self._library.set_setting(f"{PHOTOGRAPHS}{id}", kept)

    def _compute(self, row: Figured) -> tuple[str, str, str, int]:
        text = self._library.export(row.id)
        record, entries = self._replayed(row.id, text), text.count("\n") - 1
        figures = "null"
        if record:
            try:
                figures = json.dumps(fold(record), ensure_ascii=False)
            except Exception:
                log.warning("the game %s cannot be counted", row.id, exc_info=True)
        return row.id, code_of(record.game) if record else self._unreadable, figures, entries


_NOTHING: Final = Note()


#: Indices of the figures that are read for every game.
_GLANCE: Final = tuple(map(Figures._fields.index, ("kind", "begun", "names", "over")))


def _played_games(rows: Iterable[Figured], noted: Mapping[str, Any]) -> tuple[Played, ...]:
    """Return the games with readable figures, the latest first."""
    # entries have times in whole seconds; games of the same second keep the order in which they were set up
    rows = sorted((row for row in rows if row.summary is not None), key=lambda row: row.created, reverse=True)
    notes = {key.removeprefix(NOTES): _note(kept) for key, kept in noted.items()}
    games = (
        Played(row.id, row.name, note.at or when(begun or row.created), note, kind, row.summary or "", names)
        for row in rows
        if row.size == len(Figures._fields)
        for kind, begun, names, _ in (row.parts,)
        for note in (notes.get(row.id, _NOTHING),)
    )
    return tuple(sorted(games, key=lambda game: game.at, reverse=True))


# cached by text: equal texts have equal figures, also after the rows are read again
@lru_cache(maxsize=20000)
def _figures(text: str) -> Figures:
    return Figures(*json.loads(text))


@lru_cache(maxsize=20000)
def _names(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def _note(kept: Any) -> Note:
    match kept:
        case {"at": at, "place": str(place), "text": str(text)}:
            return Note(when(at) if isinstance(at, str) else None, place, text)
    return _NOTHING
