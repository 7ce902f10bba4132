"""Games as tables for spreadsheets: a row per score, or a column per player; see README.md in the folder exchange."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from companion.exchange.csv_cells import written
from companion.exchange.game_export import ExportedGame
from companion.kernel.explain import Refused
from companion.kernel.game import ScoreLine
from companion.kernel.history import HistoryItem
from companion.kernel.log import Aside

#: Columns of the long table. New columns are appended, since scripts may rely on positions.
LONG: Final = (
    "play_id",
    "round",
    "seat",
    "player",
    "delta",
    "total",
    "column",
    "rule_id",
    "undone",
    "timestamp",
    "game",
    "title",
    "begun",
    "wins",
    "finished",
)

#: Columns before the players in the wide table.
WIDE: Final = ("play_id", "game", "title", "begun", "wins", "finished", "round")

MOST: Final = "most"
FEWEST: Final = "fewest"


def long_table(games: Iterable[ExportedGame]) -> bytes:
    """Return a table with one row for each score, in the order of entry, undone ones included.

    A player who never scored has one row without points, so that no player is missing.
    """
    return written(LONG, (row for game in games for row in _long(game)))


def wide_table(games: Iterable[ExportedGame]) -> bytes:
    """Return a table with a row for each round and a column for each player, empty where a player has no points."""
    all_ = tuple(games)
    names = tuple(dict.fromkeys(name for game in all_ for name in game.names))
    return written((*WIDE, *names), (row for game in all_ for row in _wide(game, names)))


def _about(game: ExportedGame) -> tuple[str, str, str, str, bool]:
    wins = FEWEST if game.sheet.lowest_wins else MOST
    return game.kind, game.title, game.begun.isoformat(timespec="seconds"), wins, game.is_over


def _long(game: ExportedGame) -> Iterator[tuple[str | int | bool | None, ...]]:
    totals: defaultdict[int, int] = defaultdict(int)
    times = {entry.id: entry.at for entry in game.record.entries}
    about = _about(game)

    def row(
        round: int,
        seat: int,
        points: int,
        column: str = "",
        rule: str = "",
        undone: bool = False,
        at: str | None = None,
    ) -> tuple[str | int | bool | None, ...]:
        totals[seat] += 0 if undone else points
        values = (points, totals[seat], column, rule, undone, at)
        return (game.id, round, seat + 1, game.names[seat], *values, *about)

    for line in game.record.history:
        for point in _points(game, line):
            rule = next(iter(point.why.rules), "")
            yield row(point.round, point.seat, point.points, point.column, rule, line.undone, times[line.entry.id])
    present = game.record.present
    for seat in range(len(game.names)):
        if seat not in totals:
            last = max((round for round, there in present.items() if seat in there), default=1)
            yield (game.id, last, seat + 1, game.names[seat], None, None, "", "", False, None, *about)


def _points(game: ExportedGame, line: HistoryItem) -> tuple[ScoreLine, ...]:
    """Return the points of an entry; those of an undone entry are computed where it was made."""
    if line.step:
        return tuple(line.step.points)
    if not line.undone or isinstance(line.action, Aside):
        return ()
    try:
        return tuple(game.record.game.apply(game.record.before(line).state, line.action).points)
    except Refused:  # what it depends on is undone, too
        return ()


def _wide(game: ExportedGame, names: tuple[str, ...]) -> Iterator[tuple[str | int | bool | None, ...]]:
    for round, points in game.points:
        by_name = {game.names[seat]: each for seat, each in points.items()}
        yield (game.id, *_about(game), round, *(by_name.get(name) for name in names))
