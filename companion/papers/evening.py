"""A game from another program's file on its way to a sheet of any other game: looked at, and made a log that can be told."""

import hashlib
import json
from collections.abc import Iterator, Mapping
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
from companion.kernel.written import brief
from companion.storage.bundle import Carried
from companion.storage.codec import LogError, read_whole_log, write_log
from companion.storage.limits import ENTRIES, within_calendar

T, N = messages("companion")

#: As long are the ids of games and of their entries.
_ID: Final = 12


class NotTaken(Exception):
    """A game cannot be taken in.

    :param why: the reason.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


def by_day(day: date) -> datetime:
    """Return noon of a day of which no time is known: an evening goes on until 5 o'clock, so midnight is the day before's.

    :raises OutOfBounds: if the day lies at an end of the calendar.
    """
    return within_calendar(datetime.combine(day, time(12))).astimezone(UTC)


@frozen
class Round:
    """What was told of a round.

    :param points: as they are written, seat by seat; ``None`` for whom nothing is told yet.
    :param at: when it was told, if the file says so.
    """

    points: tuple[str | None, ...]
    at: datetime | None = None


@frozen
class Evening:
    """A game as another program's file has it.

    :param line: where it begins in the file: a line of a table, or which of its plays.
    :param key: what the file calls it, such as its id or what was played when; with all that is told it makes the id that it
        has here, so that it comes in once.
    :param title: what was played.
    :param finished: whether it has ended.
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

    @property
    def id(self) -> str:
        """The id it has here, the same on every device."""
        told = [self.key, self.title, self.names, [one.points for one in self.rounds], self.fewest]
        return _mark(json.dumps(told, ensure_ascii=False))

    def carried(self, games: Mapping[str, AnyGame], now: datetime) -> Carried:
        """Return the game as it is kept, told from its first entry to its last; its log is the same on every device.

        :param games: the games there are, by id.
        :param now: when it was played, if the file does not say so.
        :raises NotTaken: if it cannot be told.
        """
        fewest, most = META.seats
        if not fewest <= len(self.names) <= most:
            raise NotTaken(T("A sheet has {fewest} to {most} players.", fewest=fewest, most=most))
        if unfit := names_refusal(self.names, self.names):
            raise NotTaken(unfit.text)
        if not any(points is not None for one in self.rounds for points in one.points):
            raise NotTaken(T("There are no points in it."))
        if len(self.names) * len(self.rounds) >= ENTRIES:
            most = ENTRIES // len(self.names)
            raise NotTaken(
                T(
                    "It has {n} rounds; with so many players there can be {most}.",
                    n=len(self.rounds),
                    most=most,
                )
            )
        begun = self.begun or now
        ended = max(self.ended or begun, begun)
        name = brief(self.title, NUMBERS.name.longest)
        house = {**({"name": name} if name else {}), "dealer": "nobody", **({"wins": "fewest"} if self.fewest else {})}
        header = Header(META.id, META.revision, self.names, self.first, house)
        id = self.id
        entries = tuple(self._entries(id, ended))
        text = write_log(header, entries, games[META.id])
        try:
            read_whole_log(text, games)
        except LogError as error:
            raise NotTaken(error.why.text) from None
        shelf = "archived" if self.finished else "open"
        return Carried(id, begun, ended, tuple(text.splitlines()), name or None, shelf)

    def _entries(self, id: str, ended: datetime) -> Iterator[Entry]:
        """Yield what was told and when; of a game without a date nobody knows that.

        :param id: the id of the game, which is made of all that is told: it is not made anew for each entry.
        """
        reports: list[tuple[Any, datetime | None]] = []
        at = self.begun
        for one in self.rounds:
            at = max(filter(None, (at, one.at)), default=None)
            reports += [(Scored(seat, points), at) for seat, points in enumerate(one.points) if points is not None]
        if self.finished:
            reports.append((Finished(), at and max(at, ended)))
        for number, (report, when) in enumerate(reports):
            # from its first word on it is told how long it took
            moment = when if number else self.begun or when
            stamp = moment.astimezone(UTC).isoformat(timespec="seconds") if moment else None
            yield Entry(_mark(f"{id}.{number}"), Act(report), stamp, None, number)


def points_of(written: str) -> str | None:
    """Return points as a sheet takes them: spreadsheets like to write 3.0 where 3 is meant; ``None`` for an empty cell.

    >>> points_of(" 3.0 "), points_of("3+6"), points_of("3,5"), points_of("")
    ('3', '3+6', '3,5', None)
    """
    plain = written.strip()
    for ending in (".0", ",0", ".00", ",00"):
        if plain.endswith(ending) and plain[: -len(ending)].lstrip("+-−").isdigit():
            return plain[: -len(ending)]
    return plain or None


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_ID]
