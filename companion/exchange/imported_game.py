"""A game of another program's file, converted to a log of the free sheet."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from attrs import frozen

from companion.games.free_sheet.meta import META
from companion.games.free_sheet.numbers import NUMBERS
from companion.games.free_sheet.reports import Finished, Scored
from companion.kernel.log import Act, Entry, Header
from companion.kernel.players import names_refusal
from companion.kernel.record import AnyGame
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import excerpt
from companion.stats.game_summary import Figures, fold
from companion.storage.backup import SharedGame
from companion.storage.codec import LogError, read_whole_log, write_log
from companion.storage.limits import ENTRIES, within_calendar

T, N = messages("companion")

#: As long are the ids of games and of their entries.
_ID: Final = 12

#: Texts that people write into an empty cell.
_NOTHING: Final = ("-", "−", "–", "—")


@frozen
class SourcePosition:
    """A position in a file.

    :param line: a line of a table, or the number of a play.
    :param column: the heading of the cell, or the player in a play; empty for the whole line or play.
    """

    line: int
    column: str = ""


class Rejected(Exception):
    """A game cannot be taken in.

    :param why: the reason.
    :param place: the part of the game that is at fault, if it is only a part.
    """

    def __init__(self, why: Text, place: SourcePosition | None = None) -> None:
        super().__init__(why.message)
        self.why = why
        self.place = place


@frozen
class Preview:
    """A game as it would be added.

    :param game: the game as it would be stored.
    :param figures: players, totals, places.
    :param rounds: number of rounds.
    :param title: the name of the game played; empty if the file has none.
    :param notes: notes on data that was guessed, left out, or does not add up.
    :param source: its permanent id in the program it comes from; empty if it has none.
    :param replaces: ids of games in the library that it replaces, since they have the same source.
    """

    game: SharedGame
    figures: Figures
    rounds: int
    title: str
    notes: tuple[Text, ...] = ()
    source: str = ""
    replaces: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who played, seat by seat."""
        return tuple(self.figures.names)

    def standing(self, names: Sequence[str]) -> tuple[tuple[int, str, int], ...]:
        """Return the place, name and total of each player, in the order of places.

        :param names: the names of the players, by seat.
        """
        return tuple(
            sorted(zip(self.figures.places, names, self.figures.points, strict=True), key=lambda each: each[0])
        )


def by_day(day: date) -> datetime:
    """Return noon of a day without a time: an evening lasts until 5 o'clock, so midnight belongs to the day before.

    :raises OutOfBounds: if the day is at an end of the calendar.
    """
    return within_calendar(datetime.combine(day, time(12))).astimezone(UTC)


@frozen
class Round:
    """A round of an imported game.

    :param points: the points as written, seat by seat; ``None`` where there are none.
    :param at: its time, if the file has it.
    :param places: the position of each seat's points in the file, if known.
    """

    points: tuple[str | None, ...]
    at: datetime | None = None
    places: tuple[SourcePosition | None, ...] = ()


def size_refusal(names: int, rounds: int) -> Text | None:
    """Return why a game has too few or too many players or rounds; ``None`` if it fits."""
    fewest, most = META.seats
    if not fewest <= names <= most:
        return T("A sheet has {fewest} to {most} players.", fewest=fewest, most=most)
    if names * rounds >= ENTRIES:
        return T(
            "It has {n} rounds; with so many players there can be at most {most}.", n=rounds, most=ENTRIES // names
        )
    return None


@frozen
class ImportedGame:
    """A game as found in another program's file.

    :param line: its first position in the file: a line of a table, or the number of a play.
    :param key: identifies it in the file, such as an id or title and time; with its content it determines the id here, so that
        a second import is recognised.
    :param title: the name of the game played.
    :param finished: whether it has ended.
    :param notes: notes on data that was guessed, left out, or does not add up.
    :param source: its permanent id in the program it comes from; empty if it has none.
    """

    line: int
    key: str
    title: str
    names: tuple[str, ...]
    rounds: tuple[Round, ...]
    begun: datetime | None
    ended: datetime | None = None
    first: int = 0
    fewest: bool = False
    finished: bool = True
    notes: tuple[Text, ...] = ()
    source: str = ""

    @property
    def id(self) -> str:
        """The id it has here, the same on every device."""
        content = [self.key, self.title, self.names, [one.points for one in self.rounds], self.fewest]
        return _mark(json.dumps(content, ensure_ascii=False))

    def preview(self, games: Mapping[str, AnyGame], now: datetime) -> Preview:
        """Return the game as it would be stored, with a log that is the same on every device.

        :param games: the available games, by id.
        :param now: the time of the game, if the file has none.
        :raises Rejected: if no valid log can be made of it.
        """
        if beyond := size_refusal(len(self.names), len(self.rounds)):
            raise Rejected(beyond)
        if unfit := names_refusal(self.names, self.names):
            raise Rejected(unfit.text)
        if not any(points is not None for one in self.rounds for points in one.points):
            raise Rejected(T("There are no points in it."))
        begun = self.begun or now
        ended = max(self.ended or begun, begun)
        name = excerpt(self.title, NUMBERS.name.longest)
        house = {**({"name": name} if name else {}), "dealer": "nobody", **({"wins": "fewest"} if self.fewest else {})}
        header = Header(META.id, META.revision, self.names, self.first, house)
        id = self.id
        reports = tuple(self._reports(ended))
        entries = tuple(self._entries(id, reports))
        text = write_log(header, entries, games[META.id])
        try:
            _, record = read_whole_log(text, games)
        except LogError as error:
            # the header has the first line
            place = reports[error.line - 2][2] if 2 <= error.line < len(reports) + 2 else None
            raise Rejected(error.why.text, place) from None
        shelf = "archived" if self.finished else "open"
        game = SharedGame(id, begun, ended, tuple(text.splitlines()), name or None, shelf)
        notes = [*self.notes]
        if self.begun is None:
            notes.insert(0, T("The file has no date: the game gets today’s."))
        if not name:
            notes.insert(0, T("The file does not say what was played."))
        elif name != self.title.strip():
            notes.insert(
                0, T("The title is too long for a sheet and is shortened: “{title}”.", title=excerpt(self.title, 200))
            )
        return Preview(game, fold(record), len(self.rounds), name, tuple(notes), self.source)

    def _reports(self, ended: datetime) -> Iterator[tuple[Any, datetime | None, SourcePosition | None]]:
        """Yield each report with its time, ``None`` if unknown, and its position in the file."""
        at = self.begun
        for one in self.rounds:
            at = max(filter(None, (at, one.at)), default=None)
            for seat, points in enumerate(one.points):
                if points is not None:
                    yield Scored(seat, points), at, one.places[seat] if one.places else None
        if self.finished:
            yield Finished(), at and max(at, ended), None

    def _entries(
        self, id: str, reports: Iterable[tuple[Any, datetime | None, SourcePosition | None]]
    ) -> Iterator[Entry]:
        """Yield the entries of the log.

        :param id: the id of the game; it is passed in, as computing it for each entry would be slow.
        """
        for number, (report, when, _) in enumerate(reports):
            # the first entry carries the duration
            moment = when if number else self.begun or when
            stamp = moment.astimezone(UTC).isoformat(timespec="seconds") if moment else None
            yield Entry(entry_id(id, number), Act(report), stamp, None, number)


def entry_id(game: str, number: int) -> str:
    """Return the id of an entry of an imported game.

    :param game: the id of the game.
    :param number: which of its entries it is, counted from 0.
    """
    return _mark(f"{game}.{number}")


def points_of(written: str) -> str | None:
    """Return points as a sheet takes them, such as 3 for 3.0; ``None`` for an empty cell or a dash.

    >>> points_of(" 3.0 "), points_of("3+6"), points_of("3,5"), points_of("")
    ('3', '3+6', '3,5', None)
    """
    plain = written.strip()
    if plain in _NOTHING:
        return None
    for ending in (".0", ",0", ".00", ",00"):
        if plain.endswith(ending) and plain[: -len(ending)].lstrip("+-−").isdigit():
            return plain[: -len(ending)]
    return plain or None


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_ID]
