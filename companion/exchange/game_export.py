"""A stored game for export, replayed as far as possible."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from attrs import frozen

from companion.games.free_sheet.meta import META as FREE_SHEET
from companion.i18n import Renderer
from companion.kernel.explain import Refused
from companion.kernel.log import Join, Leave
from companion.kernel.record import AnyGame, Record, replay
from companion.scoring import ScoreSheet
from companion.storage.backup import SharedGame
from companion.storage.codec import LogError, read_log
from companion.storage.library import Library, Shelf
from companion.storage.limits import moment_or_none


@frozen
class ExportedGame:
    """A game with the data that exports need.

    :param id: its permanent id in the library.
    :param title: the name given by the table, or else the title of the game.
    :param names: the players' names, seat by seat; unnamed players are named by their seat.
    :param begun: time of the set-up or of the first entry.
    :param ended: time of the last entry.
    """

    id: str
    title: str
    names: tuple[str, ...]
    record: Record
    sheet: ScoreSheet
    begun: datetime
    ended: datetime

    @property
    def kind(self) -> str:
        """The id of the game that is played."""
        return self.record.game.meta.id

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.record.game.is_over(self.record.state)

    @property
    def lasted(self) -> timedelta:
        """From the first to the last word."""
        return self.ended - self.begun

    @property
    def rounds(self) -> Iterator[int]:
        """The rounds with at least one entry on the sheet."""
        scored_rounds = {scored.line.round for scored in self.sheet.scored}
        return (each for each in range(1, self.sheet.rounds + 1) if each in scored_rounds)

    @property
    def points(self) -> Iterator[tuple[int, Mapping[int, int]]]:
        """Each of these rounds with the points of the players who took part, by seat.

        Players are missing if they have no entry in a running round or left before a round ended. Games other than the
        free sheet may need no entry for a zero.
        """
        rounds = (*self.rounds,)
        running = None if self.is_over or not rounds else rounds[-1]
        present, left = self.record.present, _left(self.record)
        needs_entry = self.kind == FREE_SHEET.id
        for round in rounds:
            yield (
                round,
                {
                    seat: self.sheet.points(seat=seat, round=round)
                    for seat in sorted(present[round])
                    if any(self.sheet.lines(seat=seat, round=round))
                    or not (needs_entry or round == running or seat in left[round])
                },
            )

    def place(self, seat: int) -> int:
        """Return a seat's place; tied players share one."""
        return next(rank.place for rank in self.sheet.ranking if rank.seat == seat)


def _left(record: Record) -> Mapping[int, frozenset[int]]:
    """Return the seats that had left before a round's last points, by round."""
    gone: frozenset[int] = frozenset()
    found: dict[int, frozenset[int]] = {}
    for line in record.active:
        if isinstance(line.action, Leave):
            gone |= {line.action.seat}
        elif isinstance(line.action, Join):
            gone -= {line.action.seat}
        found |= {point.round: gone for point in (line.step.points if line.step else ())}
    return found


def exported(carried: SharedGame, games: Mapping[str, AnyGame], locale: str) -> ExportedGame | None:
    """Return a stored game replayed as far as possible; ``None`` if not even its header can be read.

    :param games: the available games, by id.
    :param locale: the language of games and players without a name.
    """
    try:
        log = read_log("\n".join(carried.lines), games, kept=True)
        record = replay(log.game, log.header, log.entries).record
    except (LogError, Refused):
        return None
    renderer = Renderer(locale, record.names)
    times = [at for entry in record.entries if (at := moment_or_none(entry.at))]
    return ExportedGame(
        carried.id,
        carried.name or renderer.text(record.game.meta.title),
        tuple(map(renderer.name, range(len(record.names)))),
        record,
        ScoreSheet.of_record(record),
        min(times, default=carried.created),
        max(times, default=carried.changed),
    )


def all_exported(
    library: Library, games: Mapping[str, AnyGame], locale: str, only: Iterable[str] | None = None
) -> tuple[ExportedGame, ...]:
    """Return the stored games that can be replayed, earliest first, without deleted ones.

    :param only: ids of the games to return.
    :raises StorageError: if there is none with such an id, or the file cannot be read.
    """
    ids = [game.id for shelf in (Shelf.OPEN, Shelf.ARCHIVED) for game in library.games(shelf)] if only is None else only
    carried = sorted(map(library.carried, ids), key=lambda game: game.created)
    found = (exported(game, games, locale) for game in carried)
    return tuple(sorted((one for one in found if one), key=lambda one: one.begun))
