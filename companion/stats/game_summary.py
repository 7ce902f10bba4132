"""The figures of one game, derived from its log: players, points, places, playing time, and the game's own statistics."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Final, NamedTuple

from companion.kernel.game import Meta
from companion.kernel.history import HistoryLine
from companion.kernel.record import AnyGame, Record
from companion.kernel.text import Listing, Text, messages
from companion.resources import game_package
from companion.scoring import ScoreSheet
from companion.scoring.game_stats import Found, GameStat

T, N = messages("companion")

#: Version of the figures; increases when their computation changes, so that stored ones are computed again.
VERSION: Final = 2

#: A gap between entries that is longer counts as a pause, not as playing time.
PAUSE: Final = timedelta(hours=1)


class Tally(NamedTuple):
    """The value of one statistic for one player.

    :param of: the total of a share, or the count of a mean; 0 for a plain number.
    """

    amount: int
    of: int


_NOTHING: Final = Tally(0, 0)


class Figures(NamedTuple):
    """The figures of one game. Stored as a JSON list of the fields, because there can be ten thousand.

    :param game: the id of the game.
    :param kind: the key under which games are compared: the game's id, with the table's title if the game has none of its own.
    :param begun: the time of the first entry in ISO 8601, if it is known.
    :param seconds: the playing time without pauses; ``None`` if it is unknown.
    :param points: the total of each seat.
    :param places: the place of each seat.
    :param lowest: whether the fewest points win.
    :param together: whether the game is cooperative.
    :param partly: the seats that missed a round by joining late or leaving early.
    :param statistics: the statistics: by key and by seat, as a string, an amount and its ``of``; see :class:`Tally`.
    """

    game: str
    kind: str
    names: Sequence[str]
    over: bool
    begun: str | None
    seconds: int | None
    points: Sequence[int]
    places: Sequence[int]
    lowest: bool
    together: bool
    partly: Sequence[int]
    statistics: Mapping[str, Mapping[str, Sequence[int]]]

    @property
    def level(self) -> bool:
        """Whether all seats have the same place."""
        return self.together or self.places.count(1) == len(self.places)

    @property
    def first(self) -> tuple[int, ...]:
        """The seats with place 1."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def outcome(self, names: Sequence[str]) -> Text:
        """Return a sentence with the result of the game, or with the leader while it runs.

        :param names: the current names of the players, by seat.
        """
        if self.together:
            return T("Together: {points}", points=sum(self.points))
        if self.level:
            return T("A draw: all tied.") if self.over else T("All tied so far.")
        first = Listing(tuple(names[seat] for seat in self.first))
        if not self.over:
            return N("{players} leads.", "{players} lead.", n=len(first.items), players=first)
        return N("{players} has won.", "{players} have won.", n=len(first.items), players=first)

    def statistic(self, key: str, seat: int) -> Tally:
        """Return the value of a statistic for a seat."""
        value = self.statistics.get(key, {}).get(str(seat))
        return Tally(*value) if value else _NOTHING


def code_of(game: AnyGame) -> str:
    """Return the version of the code that computes a game's figures."""
    return f"{VERSION}.{game.meta.id}.{game.meta.revision}"


def kind_of(game: AnyGame, house: Mapping[str, Any]) -> str:
    """Return the key under which a game is compared; see :class:`Figures`."""
    called = game.meta.house_title(house)
    return f"{game.meta.id}:{called}" if called else game.meta.id


def fold(record: Record) -> Figures:
    """Return the current figures of a game."""
    meta, sheet = record.game.meta, ScoreSheet.of_record(record)
    places = {rank.seat: rank.place for rank in sheet.ranking}
    moments = [moment for entry in record.entries if (moment := moment_of(entry.at))]
    present = record.present.values() if record.players else ()
    values: dict[str, dict[str, list[int]]] = {}
    for stat, found, _ in stat_contributions(record):
        tally = values.setdefault(stat.key, {}).setdefault(str(found.seat), [0, 0])
        tally[:] = tally[0] + found.amount, tally[1] + found.of
    return Figures(
        game=meta.id,
        kind=kind_of(record.game, record.header.house),
        names=[*record.names],
        over=record.game.is_over(record.state),
        begun=moments[0].isoformat() if moments else None,
        seconds=sum(_seconds(moments)) if moments else None,
        points=[*sheet.totals],
        places=[places[seat] for seat in range(len(record.names))],
        lowest=sheet.lowest_wins,
        together=meta.cooperative,
        partly=[seat for seat in range(len(record.names)) if any(seat not in there for there in present)],
        statistics=values,
    )


def declared_stats(meta: Meta) -> tuple[GameStat, ...]:
    """Return the statistics that a game declares."""
    module = _stats_module(meta.folder)
    declared: Mapping[str, tuple[GameStat, ...]] = module.STATISTICS if module else {}
    return declared.get(meta.id, ())


@cache
def _stats_module(folder: str) -> Any:
    """Return the ``stats`` module of a game; imported late, because only the statistics pages need it."""
    module = f"{game_package(folder)}.stats"
    return import_module(module) if find_spec(module) else None


def stat_contributions(record: Record) -> Iterator[tuple[GameStat, Found, HistoryLine]]:
    """Yield each contribution to a statistic, with the line of the history it comes from."""
    declared = declared_stats(record.game.meta)
    if not declared:
        return
    for line in record.lines():
        if line.item.step and type(line.item.action) in record.game.actions:
            for stat in declared:
                for found in stat.find(line):
                    yield stat, found, line


def moment_of(at: str | None) -> datetime | None:
    """Return the time of an entry, if it is known."""
    try:
        read = datetime.fromisoformat(at or "")
    except ValueError:
        return None
    return read if read.tzinfo else None


def _seconds(moments: Sequence[datetime]) -> Iterator[int]:
    """Yield the seconds between entries that followed each other at one sitting."""
    for before, after in pairwise(moments):
        if timedelta() < after - before <= PAUSE:
            yield int((after - before).total_seconds())
