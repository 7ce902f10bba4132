"""Games in tables: the two of :mod:`companion.papers.tables`, and what people write by hand in either way."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final

from attrs import define, field, frozen

from companion.games.free_sheet.sums import terms
from companion.kernel.players import doubles
from companion.kernel.text import Text, messages
from companion.kernel.written import brief
from companion.papers.cells import rows, word
from companion.papers.evening import Evening, Round, by_day, points_of
from companion.papers.tables import FEWEST, WIDE
from companion.storage.bundle import wrong
from companion.storage.limits import OutOfBounds, whole, within_calendar

T, N = messages("companion")

#: What a column may be called, by what it means; as people write it in the languages there are.
_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "play_id": ("play_id", "play", "id", "partie", "spiel-id"),
    "round": ("round", "rounds", "runde", "nr", "no", "#"),
    "seat": ("seat", "platz", "sitz"),
    "player": ("player", "name", "spieler", "spielerin", "spieler:in", "wer", "who"),
    "delta": ("delta", "points", "point", "score", "punkte", "punkt"),
    "total": ("total", "summe", "gesamt", "stand"),
    "column": ("column", "spalte"),
    "rule_id": ("rule_id",),
    "undone": ("undone", "gestrichen"),
    "timestamp": ("timestamp", "time", "zeit", "uhrzeit"),
    "game": ("game_id",),
    "title": ("title", "game", "titel", "spiel"),
    "begun": ("begun", "date", "datum", "beginn"),
    "wins": ("wins", "gewinnt"),
    "finished": ("finished", "beendet"),
}
_MEANS: Final = {name: meant for meant, names in _CALLED.items() for name in names}

#: Rows in which a hand-made table adds up.
_SUMS: Final = ("total", "sum", "summe", "gesamt", "total:", "summe:", "gesamt:", "σ")

_YES: Final = ("yes", "true", "1", "ja", "x")
_NO: Final = ("no", "false", "0", "nein")
_FEWEST: Final = (FEWEST, "fewest points", "wenigste", "lowest", "niedrigste")
_DAYS: Final = ("%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%Y/%m/%d")


@frozen
class Bad:
    """What is wrong in a row.

    :param key: the game it belongs to, which is not taken then.
    """

    line: int
    key: str
    why: Text


@define
class _Game:
    """A game whose rows are read one after the other."""

    line: int
    about: Mapping[str, str]
    names: dict[str, str | None] = field(factory=dict)
    rounds: dict[str, dict[str, list[str]]] = field(factory=dict)
    times: dict[str, datetime] = field(factory=dict)

    def evening(self, key: str, *, long: bool) -> Evening:
        """Return it as it was read: points of a round are added up, and who has none of it gets nothing.

        In the last round they are still missing, unless the file says that the game is over.
        """
        seats = {name: _number(seat or "") or 0 for name, seat in self.names.items()}
        names = tuple(sorted(seats, key=lambda name: seats[name]))
        rounds = sorted(self.rounds, key=int) if long else [*self.rounds]
        over = _tells(self.about.get("finished", ""), _YES, _NO)
        last = rounds[-1]
        missing = over is not True and not (long and over is None) and not all(map(self.rounds[last].get, names))

        def points(round: str, name: str) -> str | None:
            if told := self.rounds[round].get(name):
                return _added(told)
            return None if missing and round == last else "0"

        return Evening(
            self.line,
            key,
            self.about.get("title", ""),
            names,
            tuple(Round(tuple(points(round, name) for name in names), self.times.get(round)) for round in rounds),
            _when(self.about.get("begun", "")),
            max(self.times.values(), default=None),
            fewest=self.about.get("wins", "").casefold() in _FEWEST,
            finished=not missing if over is None else over,
        )


def evenings(text: str) -> tuple[tuple[Evening, ...], tuple[Bad, ...]]:
    """Return the games in a table, and the rows in which something is wrong, whose games are not among them.

    :raises StorageError: if it is no table of points at all.
    """
    try:
        read = rows(text)
    except OutOfBounds as beyond:
        raise wrong(T("This table is not taken. {why}", why=beyond.text)) from None
    except ValueError:
        why = T("This table is damaged or cut short: a quotation mark is opened and never closed. Save it again.")
        raise wrong(why) from None
    (_, head), *body = read or [(1, [])]
    names = [word(each) for each in head]
    meant = [_MEANS.get(name.casefold()) for name in names]
    long = "player" in meant and "delta" in meant
    if tuple(names[: len(WIDE)]) == WIDE:  # ours: whoever plays may be called like a column
        meant[len(WIDE) :] = [None] * len(names[len(WIDE) :])
        long = False
    players = [] if long else [(at, name) for at, name in enumerate(names) if name and meant[at] is None]
    if not body or not (long or players[1:]):
        raise wrong(
            T(
                "This table has no points that could be read. It needs a line of headings: either a column for each player, "
                "or “player” and “points”, and below it at least one line."
            )
        )
    if doubles([name for _, name in players]):
        raise wrong(T("Two columns of this table have the same name. Tell the players apart."))
    reading = _Reading(names, meant, long=long)
    for line, cells in body:
        if len(cells) > len(head) and any(each.strip() for each in cells[len(head) :]):
            reading.bad(line, cells, T("There are more cells than headings."))
        elif long:
            reading.score(line, cells)
        else:
            reading.round(line, cells, players)
    return reading.done()


class _Reading:
    """The games of a table, while it is read row by row."""

    def __init__(self, names: Sequence[str], meant: Sequence[str | None], *, long: bool) -> None:
        self._long = long
        at = {name: at for at, name in reversed([*enumerate(meant)]) if name}
        # a column that is called as we call it comes before one that may mean the same
        self._at = at | {name: place for place, name in enumerate(names) if name == meant[place]}
        self._games: dict[str, _Game] = {}
        self._bad: list[Bad] = []

    def done(self) -> tuple[tuple[Evening, ...], tuple[Bad, ...]]:
        """Return what was read."""
        spoilt = {bad.key for bad in self._bad}
        return (
            tuple(
                game.evening(key, long=self._long)
                for key, game in self._games.items()
                if key not in spoilt and game.rounds
            ),
            tuple(self._bad),
        )

    def bad(self, line: int, cells: Sequence[str], why: Text) -> None:
        """Note what is wrong in a row."""
        self._bad.append(Bad(line, self._key(self._about(cells)), why))

    def score(self, line: int, cells: Sequence[str]) -> None:
        """Read what somebody scored."""
        about = self._about(cells)
        name, points, round = about.get("player", ""), points_of(about.get("delta", "")), about.get("round") or "1"
        if not name:
            self.bad(line, cells, T("There is no name in this line."))
        elif _number(round) is None:
            self.bad(line, cells, T("“{round}” is not the number of a round.", round=brief(round)))
        elif self._fits(line, cells, about):
            game = self._game(line, about)
            game.names.setdefault(name, about.get("seat"))
            if _tells(about.get("undone", ""), _YES, _NO):
                return
            told = game.rounds.setdefault(round, {})
            if points is not None:
                told.setdefault(name, []).append(points)
            self._note(game, round, about)

    def round(self, line: int, cells: Sequence[str], players: Iterable[tuple[int, str]]) -> None:
        """Read what everybody scored in a round."""
        about = self._about(cells)
        if about.get("round", "").casefold() in _SUMS:
            return
        if not self._fits(line, cells, about):
            return
        game = self._game(line, about)
        round = f"{about.get('round') or len(game.rounds) + 1}"
        if round in game.rounds:
            self.bad(line, cells, T("Round {round} is there twice.", round=brief(round)))
            return
        game.rounds[round] = {}
        for at, name in players:
            if points := points_of(word(cells[at]) if at < len(cells) else ""):
                game.names.setdefault(name, None)
                game.rounds[round][name] = [points]
        self._note(game, round, about)

    def _fits(self, line: int, cells: Sequence[str], about: Mapping[str, str]) -> bool:
        """Tell whether the times in a row can be read."""
        for column in ("begun", "timestamp"):
            if (told := about.get(column)) and not _when(told):
                text = T("“{when}” cannot be read as a date, such as 2026-11-20 20:15.", when=brief(told))
                self.bad(line, cells, text)
                return False
        return True

    def _about(self, cells: Sequence[str]) -> dict[str, str]:
        return {name: told for name, at in self._at.items() if at < len(cells) and (told := word(cells[at]))}

    def _key(self, about: Mapping[str, str]) -> str:
        """Return by what the rows of a game are held together: its id, else what was played and when."""
        return about.get("play_id") or "\n".join((about.get("title", ""), about.get("begun", "")))

    def _game(self, line: int, about: Mapping[str, str]) -> _Game:
        return self._games.setdefault(self._key(about), _Game(line, about))

    def _note(self, game: _Game, round: str, about: Mapping[str, str]) -> None:
        if at := _when(about.get("timestamp", "")):
            game.times[round] = max(at, game.times.get(round, at))


def _added(told: Sequence[str]) -> str:
    """Return the sum of what somebody scored in a round; what is no number is told as it is, so that it can be refused."""
    read = [terms(each) for each in told]
    if not told[1:] or None in read:
        return next((each for each, numbers in zip(told, read, strict=True) if numbers is None), told[0])
    return str(sum(sum(numbers) for numbers in read if numbers))


def _number(written: str) -> int | None:
    """Return a whole number, such as that of a round; ``None`` if it is none."""
    try:
        return whole(written)
    except ValueError:
        return None


def _tells(written: str, yes: Iterable[str], no: Iterable[str]) -> bool | None:
    """Return whether something is said to be so; ``None`` if nothing is said."""
    plain = written.casefold()
    return True if plain in yes else False if plain in no else None


def _when(written: str) -> datetime | None:
    """Return a time; one without a zone is told by the clock of whoever reads it, a day without a time is that day's noon."""
    for read in (date.fromisoformat, *(_dated(form) for form in _DAYS)):
        try:
            return by_day(read(written))
        except (ValueError, OverflowError, OSError):
            continue
    for read in (datetime.fromisoformat, *(_dated(f"{form} %H:%M") for form in _DAYS)):
        try:
            return within_calendar(read(written)).astimezone(UTC)
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _dated(form: str) -> Callable[[str], datetime]:
    return lambda written: datetime.strptime(written, form)
