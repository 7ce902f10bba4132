"""What a game comes to, folded from its log: who played, points and places, how long, and what the game itself tells of."""

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

#: Goes up when what is folded here changes, so that what older programs have kept is folded anew.
VERSION: Final = 2

#: A longer silence at the table is a pause: somebody slept between the two entries.
PAUSE: Final = timedelta(hours=1)


class Tally(NamedTuple):
    """What a game tells of one player in one respect.

    :param of: out of how many, or in how many; 0 where that means nothing.
    """

    amount: int
    of: int


_NOTHING: Final = Tally(0, 0)


class Figures(NamedTuple):
    """What one game came to. There may be ten thousand, so it is what JSON has, field by field.

    :param game: id of the game that was played.
    :param kind: what is compared with its like: the game, or what the table called it where the game does not know.
    :param begun: when it began, in ISO 8601, as far as that is known.
    :param seconds: how long they played, without pauses; ``None`` if nobody knows.
    :param points: every seat's total.
    :param places: every seat's place.
    :param lowest: whether the fewest points win.
    :param together: whether all played for one sum.
    :param partly: the seats that missed a round, coming late or leaving early.
    :param told: by the key of a telling figure, and by the seat as a word, what it says: an amount, and of how many.
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
    told: Mapping[str, Mapping[str, Sequence[int]]]

    @property
    def level(self) -> bool:
        """Whether nobody was before anybody."""
        return self.together or self.places.count(1) == len(self.places)

    @property
    def first(self) -> tuple[int, ...]:
        """The seats that are before all others."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def outcome(self, names: Sequence[str]) -> Text:
        """Return a sentence with the result of the game, or with the leader while it runs.

        :param names: the current names of the players, by seat.
        """
        if self.together:
            return T("Together: {points}", points=sum(self.points))
        if self.level:
            return T("A draw: all are level.") if self.over else T("All are level so far.")
        first = Listing(tuple(names[seat] for seat in self.first))
        if not self.over:
            return N("{players} leads.", "{players} lead.", n=len(first.items), players=first)
        return N("{players} has won.", "{players} have won.", n=len(first.items), players=first)

    def telling(self, key: str, seat: int) -> Tally:
        """Return what a telling figure says of a seat."""
        said = self.told.get(key, {}).get(str(seat))
        return Tally(*said) if said else _NOTHING


def code_of(game: AnyGame) -> str:
    """Return what stands for the program by which a game's figures are made."""
    return f"{VERSION}.{game.meta.id}.{game.meta.revision}"


def kind_of(game: AnyGame, house: Mapping[str, Any]) -> str:
    """Return what a game is compared with."""
    called = game.meta.house_title(house)
    return f"{game.meta.id}:{called}" if called else game.meta.id


def fold(record: Record) -> Figures:
    """Return what a game came to by now."""
    meta, sheet = record.game.meta, ScoreSheet.of_record(record)
    places = {rank.seat: rank.place for rank in sheet.ranking}
    moments = [moment for entry in record.entries if (moment := _moment(entry.at))]
    present = record.present.values() if record.players else ()
    told: dict[str, dict[str, list[int]]] = {}
    for telling, found, _ in tellings_of(record):
        tally = told.setdefault(telling.key, {}).setdefault(str(found.seat), [0, 0])
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
        told=told,
    )


def tellings(meta: Meta) -> tuple[GameStat, ...]:
    """Return what a game declares to be telling of it."""
    module = _declared(meta.folder)
    declared: Mapping[str, tuple[GameStat, ...]] = module.TELLINGS if module else {}
    return declared.get(meta.id, ())


@cache
def _declared(folder: str) -> Any:
    """Return a game's figures; loaded late, since only who looks back asks for them."""
    module = f"{game_package(folder)}.stats"
    return import_module(module) if find_spec(module) else None


def tellings_of(record: Record) -> Iterator[tuple[GameStat, Found, HistoryLine]]:
    """Yield what a game tells of its players, with the line it comes from."""
    declared = tellings(record.game.meta)
    if not declared:
        return
    for told in record.lines():
        if told.item.step and type(told.item.action) in record.game.actions:
            for telling in declared:
                for found in telling.find(told):
                    yield telling, found, told


def _moment(at: str | None) -> datetime | None:
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
