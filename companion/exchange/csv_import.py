"""Games in tables: the two of :mod:`companion.exchange.csv_export`, and what people write by hand.

A table has a row for each score, or a column for each player and a row for each round, or a row for each player and a column for
each round. Sums are recognised by name or value. They are checked against the rounds and do not count as rounds.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final, Literal

from attrs import define, field, frozen

from companion.exchange.csv_cells import rows, word
from companion.exchange.csv_export import FEWEST, LONG, WIDE
from companion.exchange.imported_game import ImportedGame, Round, SourcePosition, by_day, points_of, size_refusal
from companion.games.free_sheet.sums import terms
from companion.kernel.players import duplicates
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import excerpt
from companion.storage.backup import wrong
from companion.storage.limits import OutOfBounds, whole, within_calendar

T, N = messages("companion")

#: The labels of a sum, as a row or as a column.
_SUMS: Final = (
    *("total", "totals", "grand total", "subtotal", "sum", "sums", "end", "final", "final score", "result", "results"),
    *("total points", "total score", "summe", "summen", "zwischensumme", "gesamt", "gesamtsumme", "gesamtpunkte"),
    *("σ", "∑"),
    *("gesamtpunktzahl", "gesamtergebnis", "insgesamt", "zusammen", "stand", "zwischenstand", "endstand", "endsumme"),
    *("endergebnis", "ergebnis", "ergebnisse", "ende", "punkte gesamt", "summe punkte"),
)

#: Headings of each column, in all languages.
_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "play_id": ("play_id", "play", "id", "partie", "spiel-id"),
    "round": ("round", "rounds", "runde", "nr", "no", "#"),
    "seat": ("seat", "platz", "sitz"),
    "player": (
        *("player", "players", "name", "names", "who", "team"),
        *("spieler", "spielerin", "spieler:in", "spieler*in", "spielerinnen", "spielende", "mitspieler"),
        *("namen", "wer"),
    ),
    "delta": ("delta", "points", "point", "score", "punkte", "punkt"),
    "total": _SUMS,
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
_MEANS: Final = {name: column for column, names in _CALLED.items() for name in names}

_YES: Final = ("yes", "true", "1", "ja", "x")
_NO: Final = ("no", "false", "0", "nein")
_FEWEST: Final = (FEWEST, "fewest points", "wenigste", "lowest", "niedrigste")
_DAYS: Final = ("%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%Y/%m/%d")


#: The labels of a round, as a row or as a column.
_ROUND: Final = re.compile(
    r"(?:(?:runde|round|rd|r|spiel|game|partie|hand|durchgang|nr|no|#)\W{0,2})?[0-9]{1,9}\W?(?:runde|round|durchgang)?"
)
#: An id of a game of ours.
_OURS: Final = re.compile("[0-9a-f]{12}")
_HOUR: Final = re.compile(r"([0-9]{1,2})[:.]([0-9]{2})(?: ?(?:uhr|h))?", re.IGNORECASE)

#: The most notes kept per game.
_NOTED: Final = 20

#: An unnumbered row that equals the sum of more rounds than this above it is taken as a sum.
_ENOUGH: Final = 2


@frozen
class Bad:
    """An error in a row.

    :param key: the game it belongs to, which is not imported then.
    :param column: the heading of the faulty cell, or the player whose points they are; empty for the whole row.
    """

    line: int
    key: str
    why: Text
    column: str = ""


@frozen
class _Cell:
    """Points as written in the file, and their position."""

    points: str
    place: SourcePosition


@frozen
class _Sum:
    """A row or column of sums.

    :param called: its label.
    :param place: its position.
    :param rounds: how many rounds it adds up.
    """

    called: str
    place: SourcePosition
    cells: dict[str, _Cell]
    rounds: int


@define
class _Game:
    """A game whose rows are read one after the other.

    :param names: the players, each with the seat if the file gives it.
    :param rounds: the points of all players by the label of the round.
    :param unnumbered: the rounds that have no number in the file.
    :param sums: the sums in the file.
    :param notes: notes made while reading.
    """

    line: int
    about: Mapping[str, str]
    names: dict[str, str | None] = field(factory=dict)
    rounds: dict[str, dict[str, list[_Cell]]] = field(factory=dict)
    unnumbered: set[str] = field(factory=set)
    sums: list[_Sum] = field(factory=list)
    times: dict[str, datetime] = field(factory=dict)
    notes: list[Text] = field(factory=list)

    def evening(self, key: str, *, long: bool) -> ImportedGame:
        """Return the game: points of a round are added up, and a player without points in a round gets none.

        In the last round points may still be missing, unless the file says that the game is over.
        """
        if len(self.names) > 1 and size_refusal(len(self.names), len(self.rounds)):  # nothing else of it matters
            empty_rounds = (Round(()),) * len(self.rounds)
            return ImportedGame(self.line, key, self.about.get("title", ""), tuple(self.names), empty_rounds, None)
        self._find_sums()
        seats = {name: _number(seat or "") or 0 for name, seat in self.names.items()}
        names = tuple(sorted(seats, key=lambda name: seats[name]))
        rounds = sorted(self.rounds, key=int) if long else [*self.rounds]
        over = _tells(self.about.get("finished", ""), _YES, _NO)
        last = rounds[-1]
        missing = over is not True and not (long and over is None) and not all(map(self.rounds[last].get, names))

        def cell(round: str, name: str) -> _Cell | None:
            return _added(cells) if (cells := self.rounds[round].get(name)) else None

        table = [[cell(round, name) for name in names] for round in rounds]
        nothing = [None if missing and round == last else "0" for round in rounds]
        if empty := sum(row.count(None) for row, points in zip(table, nothing, strict=True) if points):
            self.notes.append(N("{n} empty cell counts as 0.", "{n} empty cells count as 0.", n=empty))
        fewest = self.about.get("wins", "").casefold() in _FEWEST
        if "wins" not in self.about:
            self.notes.append(T("The file does not say who wins: the most points do."))
        begun = _when(self.about.get("begun", ""))
        times = [*self.times.values()]
        if begun and times and _day(self.about.get("begun", "")):
            begun = min(times)
        return ImportedGame(
            self.line,
            key,
            self.about.get("title", ""),
            names,
            tuple(
                Round(
                    tuple(each.points if each else points for each in row),
                    self.times.get(round),
                    tuple(each.place if each else None for each in row),
                )
                for round, row, points in zip(rounds, table, nothing, strict=True)
            ),
            begun,
            max(times, default=None),
            fewest=fewest,
            finished=not missing if over is None else over,
            notes=tuple(self.notes[:_NOTED]),
            source=key if _OURS.fullmatch(self.about.get("play_id", "")) else "",
        )

    def _find_sums(self) -> None:
        """Separate sums from rounds, and check them against the rounds."""
        if not self.rounds:
            # the file has totals only
            only = self.sums.pop()
            self.rounds["1"] = {name: [cell] for name, cell in only.cells.items()}
            self.names |= {name: None for name in only.cells if name not in self.names}
            self.notes.append(T("It has only totals; they become one round."))
        elif (last := [*self.rounds][-1]) in self.unnumbered and len(self.rounds) > _ENOUGH:
            cells = {name: cells[0] for name, cells in self.rounds[last].items()}
            above: dict[str, int | None] = dict.fromkeys(self.names, 0)
            _add_up(above, [*self.rounds.values()][:-1])
            if any(above.values()) and {name: _points(cell) for name, cell in cells.items()} == above:
                del self.rounds[last]
                where = next(iter(cells.values())).place
                self.notes.append(
                    T(
                        "Column “{column}” is the sum of the others, not a round.",
                        column=excerpt(where.column),
                    )
                    if where.column not in self.names
                    else T("Line {n} is the sum of the lines above, not a round.", n=where.line)
                )
        totals: dict[str, int | None] = dict.fromkeys(self.names, 0)
        rounds, added = [*self.rounds.values()], 0
        for each in self.sums:
            _add_up(totals, rounds[added : each.rounds])
            added = max(added, each.rounds)
            wrong = [
                T(
                    "“{sum}” says {entered} for {player}, but the rounds add up to {points}.",
                    sum=excerpt(each.called),
                    entered=excerpt(cell.points),
                    player=excerpt(name),
                    points=total,
                )
                for name, cell in each.cells.items()
                if (total := totals.get(name, 0)) is not None and _points(cell) != total
            ]
            right = T("“{sum}” is the sum of the rounds, not a round.", sum=excerpt(each.called))
            self.notes += wrong or [right] * (right not in self.notes[:_NOTED])


def _add_up(totals: dict[str, int | None], rounds: Iterable[Mapping[str, Sequence[_Cell]]]) -> None:
    """Add the points of some rounds to the totals; players with non-numeric points have no total."""
    for round in rounds:
        for name, cells in round.items():
            before, points = totals.get(name, 0), _points(_added(cells))
            totals[name] = None if before is None or points is None else before + points


def imported_games(text: str) -> tuple[tuple[ImportedGame, ...], tuple[Bad, ...]]:
    """Return the games in a table, and the rows in which something is wrong, whose games are not among them.

    :raises StorageError: if it is no table of points at all.
    """
    try:
        read = rows(text)
    except OutOfBounds as beyond:
        raise wrong(T("This table cannot be imported. {why}", why=beyond.text)) from None
    except ValueError:
        why = T("This table is damaged or incomplete: a quotation mark is opened and never closed. Save it again.")
        raise wrong(why) from None
    no_points = wrong(
        T(
            "No points can be read from this table. It needs a line of headings: either a column for each "
            "player, or “player” and “points”, and below it at least one line."
        )
    )
    if not read[1:]:
        raise no_points
    (_, head), *body = read
    table = _Table.of([word(each) for each in head], body)
    if not table.has_points:
        raise no_points
    if table.shape != "scores" and duplicates([name for _, name in table.columns]):
        raise wrong(T("Two columns of this table have the same name. Give each player their own."))
    by_hand = not table.ours and tuple(table.names[: len(LONG)]) != LONG
    reading = _Reading(table.names, table.meanings, long=table.shape == "scores", by_hand=by_hand)
    for line, cells in body:
        if len(cells) > len(head) and any(each.strip() for each in cells[len(head) :]):
            reading.bad(line, cells, T("There are more cells than headings."))
        elif table.shape == "scores":
            reading.score(line, cells)
        elif table.shape == "players":
            reading.player(line, cells, table.columns)
        else:
            reading.round(line, cells, table.columns)
    return reading.done()


@frozen
class _Table:
    """The layout of a table.

    :param meanings: the meaning of each column, ``None`` for a column of points.
    :param ours: whether the headings are those of our own export.
    :param shape: whether a row has one score, one player or one round.
    :param columns: the columns of points, with their headings.
    """

    names: list[str]
    meanings: list[str | None]
    ours: bool
    shape: Literal["scores", "players", "rounds"]
    columns: list[tuple[int, str]]

    @classmethod
    def of(cls, names: list[str], body: Sequence[tuple[int, Sequence[str]]]) -> "_Table":
        meanings = [_MEANS.get(_plain(name)) for name in names]
        ours = tuple(names[: len(WIDE)]) == WIDE
        if ours:  # a player may have the name of a column
            meanings[len(WIDE) :] = [None] * len(names[len(WIDE) :])
            shape: Literal["scores", "players", "rounds"] = "rounds"
        elif "player" in meanings and "delta" in meanings:
            shape = "scores"
        else:
            shape = _shape(names, meanings, body)
        points: tuple[str | None, ...] = (None,)
        if shape == "players":
            meanings[_labels_at(meanings)] = "player"
            points = (None, "total")
        elif shape == "rounds" and not ours and "round" not in meanings:
            at = _labels_at(meanings)
            meanings[at] = "round" if meanings[at] == "player" or not names[at] else meanings[at]
        columns = [(place, name) for place, name in enumerate(names) if name and meanings[place] in points]
        return cls(names, meanings, ours, shape, columns)

    @property
    def has_points(self) -> bool:
        return self.shape == "scores" or len(self.columns) >= (1 if self.shape == "players" else 2)


def _labels_at(meanings: Sequence[str | None]) -> int:
    """Return the column with the row labels: the one with the players if there is one, else the first."""
    return meanings.index("player") if "player" in meanings else 0


def _shape(
    names: Sequence[str], meanings: Sequence[str | None], body: Sequence[tuple[int, Sequence[str]]]
) -> Literal["players", "rounds"]:
    """Return whether the rows of a table are players or rounds.

    They are players if the heading of the first column says so or the other headings are rounds, unless that column
    contains rounds.
    """
    at = _labels_at(meanings)
    labels = [_plain(word(cells[at])) for _, cells in body if at < len(cells)]
    if any(map(_is_round, labels)) or not any(label and label not in _SUMS for label in labels):
        return "rounds"
    others = [
        _plain(name) for place, name in enumerate(names) if place != at and name and meanings[place] in (None, "total")
    ]
    if meanings[at] == "player":
        return "players" if others else "rounds"
    headed = meanings[at] in (None, "round") and any(map(_is_round, others))
    return "players" if headed and all(_is_round(each) or each in _SUMS for each in others) else "rounds"


def _plain(name: str) -> str:
    """Return the label of a row or column, normalised for comparison."""
    return name.strip(" \u00a0:=.*").casefold()


def _is_round(name: str) -> bool:
    return _ROUND.fullmatch(name) is not None


class _Reading:
    """The games of a table, while it is read row by row.

    :param by_hand: whether the table was made by hand: then a row may be a sum.
    """

    def __init__(self, names: Sequence[str], meanings: Sequence[str | None], *, long: bool, by_hand: bool) -> None:
        self._names = names
        self._long = long
        self._by_hand = by_hand
        at = {name: at for at, name in reversed([*enumerate(meanings)]) if name}
        # an exact heading has priority over a synonym
        self._at = at | {name: place for place, name in enumerate(names) if name == meanings[place]}
        self._games: dict[str, _Game] = {}
        self._bad: list[Bad] = []

    def done(self) -> tuple[tuple[ImportedGame, ...], tuple[Bad, ...]]:
        spoilt = {bad.key for bad in self._bad}
        return (
            tuple(
                game.evening(key, long=self._long)
                for key, game in self._games.items()
                if key not in spoilt and (game.rounds or game.sums)
            ),
            tuple(self._bad),
        )

    def bad(self, line: int, cells: Sequence[str], why: Text, column: str = "") -> None:
        """Record an error in a row; see :class:`Bad`."""
        self._bad.append(Bad(line, self._key(self._about(cells)), why, column))

    def score(self, line: int, cells: Sequence[str]) -> None:
        about = self._about(cells)
        name, points, round = about.get("player", ""), points_of(about.get("delta", "")), about.get("round") or "1"
        if not name:
            self.bad(line, cells, T("There is no name in this line."))
        elif _number(round) is None:
            why = T("“{round}” is not the number of a round.", round=excerpt(round))
            self.bad(line, cells, why, self._heading("round"))
        elif self._fits(line, cells, about):
            game = self._game(line, about)
            if self._by_hand and _plain(name) in _SUMS:
                game.notes.append(T("Line {n} is called “{sum}” and left out.", n=line, sum=excerpt(name)))
                return
            game.names.setdefault(name, about.get("seat"))
            if _tells(about.get("undone", ""), _YES, _NO):
                return
            by_player = game.rounds.setdefault(round, {})
            if points is not None:
                by_player.setdefault(name, []).append(_Cell(points, SourcePosition(line, self._heading("delta"))))
            self._note(game, round, about)

    def round(self, line: int, cells: Sequence[str], players: Sequence[tuple[int, str]]) -> None:
        """Read the scores of all players in a round."""
        about = self._about(cells)
        if not self._fits(line, cells, about):
            return
        game = self._game(line, about)
        if self._by_hand and "total" in self._at and not game.names:
            game.notes.append(T("The column “{column}” is left out.", column=excerpt(self._heading("total"))))
        by_player = dict(self._cells(line, cells, players))
        called = about.get("round", "")
        if self._by_hand and _plain(called) in _SUMS:
            game.sums.append(_Sum(called.rstrip(" :"), SourcePosition(line), by_player, len(game.rounds)))
            return
        round = called or f"{len(game.rounds) + 1}"
        if round in game.rounds:
            self.bad(line, cells, T("Round {round} appears twice.", round=excerpt(round)))
            return
        if self._by_hand and not _is_round(_plain(called)):
            game.unnumbered.add(round)
        game.names |= {name: None for name in by_player if name not in game.names}
        game.rounds[round] = {name: [cell] for name, cell in by_player.items()}
        self._note(game, round, about)

    def player(self, line: int, cells: Sequence[str], rounds: Sequence[tuple[int, str]]) -> None:
        """Read a player's points in all rounds."""
        about = self._about(cells)
        name = about.get("player", "")
        if not name:
            self.bad(line, cells, T("There is no name in this line."))
            return
        if _plain(name) in _SUMS or not self._fits(line, cells, about):
            return
        game = self._game(line, about)
        if name in game.names:
            self.bad(line, cells, T("“{player}” appears twice.", player=excerpt(name)))
            return
        if not game.names:
            game.notes.append(T("Each line is a player, each column a round."))
            for _, heading in rounds:
                if _plain(heading) in _SUMS:
                    game.sums.append(_Sum(heading, SourcePosition(line, heading), {}, len(game.rounds)))
                    continue
                game.rounds[heading] = {}
                if not _is_round(_plain(heading)):
                    game.unnumbered.add(heading)
        game.names[name] = about.get("seat")
        sums = {total.called: total for total in game.sums}
        for heading, cell in self._cells(line, cells, rounds):
            if heading in sums:
                sums[heading].cells[name] = cell
            else:
                game.rounds[heading][name] = [cell]

    def _cells(
        self, line: int, cells: Sequence[str], columns: Sequence[tuple[int, str]]
    ) -> Iterator[tuple[str, _Cell]]:
        """Yield the points in a row, each with the heading above them."""
        for at, heading in columns:
            if at >= len(cells):
                return
            if points := points_of(word(cells[at])):
                yield heading, _Cell(points, SourcePosition(line, heading))

    def _fits(self, line: int, cells: Sequence[str], about: Mapping[str, str]) -> bool:
        """Return whether the times in a row are valid."""
        for column in ("begun", "timestamp"):
            if (written := about.get(column)) and not _when(written):
                text = T("“{when}” is not a date like 2026-11-20 20:15.", when=excerpt(written))
                self.bad(line, cells, text, self._heading(column))
                return False
        return True

    def _heading(self, column: str) -> str:
        return self._names[self._at[column]] if column in self._at else ""

    def _about(self, cells: Sequence[str]) -> dict[str, str]:
        about = {name: text for name, at in self._at.items() if at < len(cells) and (text := word(cells[at]))}
        if (hour := _HOUR.fullmatch(about.get("timestamp", ""))) and _day(about.get("begun", "")):
            about["timestamp"] = f"{about['begun']} {hour[1]:0>2}:{hour[2]}"
        return about

    def _key(self, about: Mapping[str, str]) -> str:
        """Return the key that groups the rows of a game: its id, or else its title and time."""
        return about.get("play_id") or "\n".join((about.get("title", ""), about.get("begun", "")))

    def _game(self, line: int, about: Mapping[str, str]) -> _Game:
        return self._games.setdefault(self._key(about), _Game(line, about))

    def _note(self, game: _Game, round: str, about: Mapping[str, str]) -> None:
        if at := _when(about.get("timestamp", "")):
            game.times[round] = max(at, game.times.get(round, at))


def _added(cells: Sequence[_Cell]) -> _Cell:
    """Return the sum of a player's scores in a round; text that is not a number is returned unchanged, to be reported."""
    points = [*map(_points, cells)]
    if not cells[1:] or None in points:
        return next((cell for cell, each in zip(cells, points, strict=True) if each is None), cells[0])
    return _Cell(str(sum(each or 0 for each in points)), cells[0].place)


def _points(cell: _Cell) -> int | None:
    """Return the points in a cell; ``None`` if they are not a number."""
    numbers = terms(cell.points)
    return None if numbers is None else sum(numbers)


def _number(written: str) -> int | None:
    """Return a whole number, such as that of a round; ``None`` if it is none."""
    try:
        return whole(written)
    except ValueError:
        return None


def _tells(written: str, yes: Iterable[str], no: Iterable[str]) -> bool | None:
    """Return the truth value of a cell; ``None`` if it is empty."""
    plain = written.casefold()
    return True if plain in yes else False if plain in no else None


@lru_cache(maxsize=1024)  # the rows of a game have the same day
def _when(written: str) -> datetime | None:
    """Return a time; without a zone it is in the local one, and a day without a time means its noon."""
    if day := _day(written):
        return day
    for read in (datetime.fromisoformat, *(_dated(f"{form} %H:%M") for form in _DAYS)):
        try:
            return within_calendar(read(written)).astimezone(UTC)
        except (ValueError, OverflowError, OSError):
            continue
    return None


@lru_cache(maxsize=1024)
def _day(written: str) -> datetime | None:
    """Return noon of a day; ``None`` if it is no day, or one with a time."""
    for read in (date.fromisoformat, *(_dated(form) for form in _DAYS)):
        try:
            return by_day(read(written))
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _dated(form: str) -> Callable[[str], datetime]:
    return lambda written: datetime.strptime(written, form)
