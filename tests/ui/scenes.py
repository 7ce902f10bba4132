"""All screens of the program in typical states: the game, its earlier reports, and the way there."""

import json
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen
from toy.mount import TOYS

from companion.games import games
from companion.games.bronzen.reports import Color, Einzel, Mark, NextRound
from companion.games.bronzen.reports.marks import ScoreColumn
from companion.games.free_sheet.reports import Scored
from companion.games.labtag.reports import AllLaid, GroupsLaid, MatchWon, Picked
from companion.games.labtag.reports import Drawn as CardsDrawn
from companion.games.letter_jam.places import At as Kind
from companion.games.letter_jam.places import Stand
from companion.games.letter_jam.reports import ClueGiven, ClueTold, Dealt, EndAgreed, EndProposed, Stays
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.reports import Doubted, GoesOn, Halt, HandCounted, KeepEveryCard, Laid, LastCardLaid
from companion.games.slam.cards import Attribute
from companion.games.slam.reports.opening import SlamOpened
from companion.games.slam.reports.won import SlamWon
from companion.kernel.log import Act, Header, Leave
from companion.storage.codec import read_log
from companion.storage.library import Library
from companion.tables.tables import Tables
from companion.ui.kit.game_screen import screen_of
from companion.ui.kit.pane import PROMPT
from companion.ui.table.score_line import SCORE_LINE

TRANSCRIPTS: Final = Path(__file__).parents[1] / "games"

#: Realistic names, short and long.
NAMES: Final = ("Mareike", "Jan-Ole", "Anna-Katharina", "Ben", "Maximilian", "Hildegard", "Friederike", "Tim")

#: Names as long as people type them.
LONG: Final = (
    "Maximilian-Alexander",
    "Anna-Katharina",
    "Oma Hildegard",
    "Friederike Sophie",
    "Bartholomäus",
    "Kim-Alexandra",
    "Wolfgang-Amadeus",
    "Onkel Karl-Heinz",
)


@frozen
class At:
    """A table with reports.

    :param reports: the reports, in order.
    :param log: a transcript, and the number of its entries; all of them if that is ``None``.
    """

    game: str
    players: int = 2
    reports: tuple[Any, ...] = ()
    log: str | None = None
    entries: int | None = None
    house: dict[str, Any] = field(factory=dict)
    exactly: bool = False

    def begin(self, tables: Tables, names: tuple[str, ...] = NAMES) -> str:
        """Submit the reports, and return the table's id."""
        header, changes = Header(self.game, games()[self.game].meta.revision, names[: self.players]), []
        if self.log:
            folder = next(TRANSCRIPTS.glob(f"*/transcripts/{self.log}.jsonl"))
            log = read_log(folder.read_text(encoding="utf-8"), games())
            header = evolve(log.header, seats=names[: len(log.header.seats)])
            changes = [(entry.change, entry.id) for entry in log.entries[: self.entries]]
        else:
            header = evolve(header, house=self.house)
            reported = (each if isinstance(each, Leave) else Act(each) for each in self.reports)
            changes = [(change, str(number)) for number, change in enumerate(reported, start=1)]
        id = tables.begin(header)
        session = tables.table(id).session
        assert session
        for change, entry in changes:
            session.submit(change, id=entry)
        return id


@frozen
class Scene:
    """A screen at one moment.

    :param route: its address; ``{table}`` is the table's id.
    :param taps: the taps made there.
    :param main: identifiers of the next controls to tap: one of them has to be on the screen at every size.
    :param every: identifiers that have to be wholly on the screen of an upright phone, with text of the usual size.
    """

    name: str
    route: str = "/table/{table}"
    at: At | None = None
    taps: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    every: tuple[str, ...] = ()

    @property
    def page(self) -> str:
        """The heading of a page opened by taps alone; empty if there is none."""
        heading = self.main[0] if self.taps and self.main else ""
        return "" if heading == PROMPT else heading


def _played(name: str, at: At, *main: str, taps: tuple[str, ...] = ()) -> Scene:
    return Scene(name, at=at, taps=taps, main=(PROMPT, *main))


_EIGHT: Final = tuple(f"player-{seat}" for seat in range(8))
_LAID: Final = (AllLaid(10, 5),)
_SIX: Final = tuple(SlamWon(number % 6, 1 + number % 3) for number in range(7))
_SLAM: Final = SlamOpened("Comedy Slam", (Attribute.STYLE, Attribute.HUMOUR))
_DOUBT: Final = (KeepEveryCard(), Laid(0, 0, Colour.RED, "HAUS"), Laid(1, 0, Colour.BLUE, "BOOT"), Halt())
_STANDS: Final = tuple(Stand(Kind.SEAT, seat) for seat in range(1, 6))
_LETTERS: Final = (Dealt((5,) * 6), ClueTold(0, 5))
_WRITTEN: Final = (Scored(0, "3+6+2"), Scored(1, "-40"))
_LARGE: Final = tuple(Scored(seat, f"{1000 * (seat + 1)}") for _ in range(3) for seat in range(8))
_RUNNING: Final = At("bronzen", reports=(*[Einzel(0)] * 7, Einzel(1), Color()))
_TO_DOUBLE: Final = At("bronzen", log="bronzen_whole_game_rounds", entries=11)
_MARKS: Final = tuple(
    Mark(seat, column)
    for seat, columns in (
        (0, "einzel double_1 double_1 double_1 double_1 double_1 double_2 jay"),
        (1, "einzel double_3"),
    )
    for column in map(ScoreColumn, columns.split())
)
_BRONZEN: Final = Mark(1, ScoreColumn.BRONZEN)
_BY_POINTS: Final = At("bronzen", reports=(*_MARKS, _BRONZEN, NextRound(), *_MARKS))
_CELLS: Final = tuple(f"mark-{column.value}-{seat}" for column in ScoreColumn for seat in (0, 1))

#: The games with a board of their own; any number of others may stand beside them.
_OWN: Final = tuple(id for id, game in games().items() if screen_of(game.meta).board)
_PLAY: Final = tuple(f"play-{id}" for id in _OWN)
#: In all scenes every game has been played and offers a rematch; the seventh is the one played first.
_SIX_GAMES: Final = tuple(f"{each}-{id}" for id in _OWN if id != "pracherche" for each in ("play", "again"))
#: Before the first game.
FRESH: Final = Scene("picker, before any game", "/new", every=_PLAY)

SCENES: Final = (
    Scene("home", "/"),
    Scene("picker", "/new", main=("", *_PLAY), every=_SIX_GAMES),
    Scene("picker, after a game", "/new", at=_RUNNING, main=("again-bronzen",), every=_SIX_GAMES),
    *(Scene(f"set up {id}", f"/new/{id}", main=("start",)) for id in sorted(games().keys() - TOYS)),
    _played("bronzen", _RUNNING, "wins-0"),
    _played("bronzen by the cards", At("bronzen", reports=(Einzel(0),), exactly=True)),
    _played("bronzen, to double", _TO_DOUBLE, "double", "give-up"),
    Scene("bronzen by its points", at=_BY_POINTS, main=(PROMPT, *_CELLS), every=_CELLS),
    _played("bronzen by its points, a round won", evolve(_BY_POINTS, reports=(*_MARKS, _BRONZEN)), "next-round"),
    Scene(
        "bronzen by its points, a correction",
        "/table/{table}/history",
        _BY_POINTS,
        taps=("entry-8", "amend"),
        main=(PROMPT, *_CELLS),
    ),
    Scene("bronzen, the cards are counted", at=_BY_POINTS, taps=("keep-tricks",), main=("",)),
    Scene(
        "bronzen, a correction",
        "/table/{table}/history",
        _RUNNING,
        taps=("entry-8", "amend"),
        main=(PROMPT, "wins-0"),
    ),
    _played("bronzen, its end", At("bronzen", log="bronzen_survived_then_lost")),
    _played("pracherche", At("pracherche"), "round-0"),
    _played("pracherche, its end", At("pracherche", log="pracherche_rounds_only")),
    _played("free sheet of two", At("free_sheet", 2, house={"name": "Canasta"}), "digit-7", "next"),
    _played("free sheet of six", At("free_sheet", 6, _WRITTEN), "player-2", "digit-1", "next"),
    Scene(
        "free sheet of eight",
        at=At("free_sheet", 8, (*_LARGE, Scored(0, "12+30+45+99"))),
        main=(PROMPT, "digit-1", "next"),
        every=_EIGHT,
    ),
    _played("free sheet, after somebody left", At("free_sheet", 4, (*_WRITTEN, Leave(2))), "digit-1", "next"),
    Scene(
        "free sheet, a correction",
        "/table/{table}/history",
        At("free_sheet", 6, _WRITTEN),
        taps=("entry-1", "amend"),
        main=(PROMPT, "digit-1", "digit-7"),
    ),
    _played("free sheet, its end", At("free_sheet", log="free_sheet_target_fewest")),
    _played("labtag of two", At("labtag", 2, _LAID), "match-0", "match-1"),
    Scene(
        "labtag of six",
        at=At("labtag", 6, (*_LAID, MatchWon(0, 1, 0), MatchWon(1, 2, 1))),
        main=(PROMPT, "against-3"),
        every=_EIGHT[:6],
    ),
    _played("labtag, the sums", At("labtag", 4, _LAID), taps=("against-2", "check")),
    _played(
        "labtag, the cards",
        At(
            "labtag",
            4,
            (CardsDrawn(4, 2), *(GroupsLaid(seat, (2, 2)) for seat in (1, 2, 3, 0)), Picked(0, 0, (1, 0))),
            exactly=True,
        ),
        "digit-1",
    ),
    _played("labtag, a match told", At("labtag", log="labtag_four_players_corrected", entries=19, exactly=True)),
    _played("labtag, its end", At("labtag", log="labtag_four_players_corrected")),
    _played("letter jam, who gives the clue", At("letter_jam", 6, _LETTERS), "giver-0"),
    Scene(
        "letter jam, the clue",
        at=At("letter_jam", 6, _LETTERS),
        taps=("giver-2",),
        main=("teller", "letters-5"),
    ),
    Scene(
        "letter jam by the chips",
        at=At("letter_jam", 6, (Dealt((5,) * 6),), exactly=True),
        taps=("giver-0",),
        main=("composer", "stand-seat-1", "stand-seat-2"),
    ),
    Scene(
        "letter jam, a guess sheet",
        at=At("letter_jam", log="letter_jam_agreed", entries=12, exactly=True),
        taps=("sheets", "sheet-1"),
        main=("private-sheet", "close-sheet"),
    ),
    _played(
        "letter jam, who moves on",
        *(At("letter_jam", 6, _LETTERS), "stays-1", "next-round"),
        taps=("check-this",),
    ),
    Scene(
        "letter jam, whose guess sheet",
        at=At("letter_jam", 6, _LETTERS),
        taps=("sheets",),
        main=("", "sheet-1", "sheet-3"),
    ),
    _played("letter jam, enough clues", At("letter_jam", 6, (*_LETTERS, EndProposed())), "end-agreed"),
    _played(
        "letter jam, who has not decided",
        At("letter_jam", 6, (Dealt((5,) * 6), ClueGiven(0, _STANDS), Stays(2)), exactly=True),
        "next-round",
        "stays-1",
    ),
    Scene(
        "letter jam, a clue with bonus letters",
        at=At("letter_jam", log="letter_jam_little_bonus", entries=9),
        taps=("giver-1",),
        main=("teller", "letters-5", "uses-0"),
    ),
    Scene(
        "letter jam, the extra letter",
        at=At("letter_jam", log="letter_jam_little_bonus", entries=8),
        taps=("sheets", "sheet-0"),
        main=("private-sheet", "guess-0"),
    ),
    _played(
        "letter jam, the words", At("letter_jam", 4, (Dealt((5,) * 4), ClueTold(0, 5, (0,)), EndAgreed())), "counts-0"
    ),
    _played("letter jam, its end", At("letter_jam", log="letter_jam_last_token")),
    Scene(
        "schlafmuetze",
        at=At("schlafmuetze", 8, (GoesOn(),)),
        main=(PROMPT, "halt"),
        every=(SCORE_LINE, "halt"),
    ),
    _played("schlafmuetze, every card", At("schlafmuetze", 8, _DOUBT[:3], exactly=True), "pile-2", "halt"),
    _played(
        "schlafmuetze, who laid it",
        *(At("schlafmuetze", 8, _DOUBT[:3], exactly=True), "lay-0-red"),
        taps=("pile-5",),
    ),
    _played("schlafmuetze, a doubt", At("schlafmuetze", 8, _DOUBT, exactly=True)),
    _played("schlafmuetze, halt", At("schlafmuetze", 8, (GoesOn(), Halt()))),
    _played(
        "schlafmuetze, the vote",
        At("schlafmuetze", 8, (*_DOUBT, Doubted((2, 3), 1)), exactly=True),
        taps=(),
    ),
    _played("schlafmuetze, the hands", At("schlafmuetze", 8, (LastCardLaid(1), HandCounted(0, 9))), "holds-3"),
    _played("schlafmuetze, its end", At("schlafmuetze", log="told_little_target")),
    _played("slam of two", At("slam", 2), "wins-0"),
    _played("slam of six", At("slam", 6, _SIX), "wins-0"),
    _played("slam, a tie", At("slam", 6, _SIX), taps=("tie", "tied-0", "tied-2", "tied-done")),
    Scene(
        "slam, a correction",
        "/table/{table}/history",
        At("slam", 6, _SIX[:3]),
        taps=("entry-3", "amend"),
        main=(PROMPT, "wins-0"),
    ),
    _played("slam, to open one", At("slam", 6, exactly=True)),
    _played("slam, the stage", At("slam", 6, (_SLAM,), exactly=True)),
    Scene("slam, a poet", at=At("slam", 6, (_SLAM,), exactly=True), taps=("next-poet",), main=("", "poet-done")),
    _played("slam, the verdict", At("slam", log="by_house_rules", entries=3, exactly=True)),
    _played("slam, a question", At("slam", log="by_house_rules", entries=2, exactly=True)),
    _played("slam, a bribe", At("slam", log="ties", entries=38), "gift-0-0", "bribe-done"),
    _played("slam, its end", At("slam", log="by_house_rules")),
    *(
        Scene(f"board of {name}", "/table/{table}/board", at, main=(PROMPT,))
        for name, at in (
            ("bronzen", _RUNNING),
            ("bronzen, to double", _TO_DOUBLE),
            ("bronzen by its points", _BY_POINTS),
            ("pracherche", At("pracherche")),
            ("free sheet of two", At("free_sheet", 2, house={"name": "Canasta"})),
            ("free sheet of eight", At("free_sheet", 8, (*_LARGE, Scored(0, "12+30+45+99")))),
            ("free sheet, its end", At("free_sheet", log="free_sheet_target_fewest")),
            ("labtag of six", At("labtag", 6, (*_LAID, MatchWon(0, 1, 0), MatchWon(1, 2, 1)))),
            ("labtag, its end", At("labtag", log="labtag_four_players_corrected")),
            ("letter jam", At("letter_jam", 6, _LETTERS)),
            ("letter jam, the words", At("letter_jam", 4, (Dealt((5,) * 4), ClueTold(0, 5, (0,)), EndAgreed()))),
            ("letter jam, its end", At("letter_jam", log="letter_jam_last_token")),
            ("schlafmuetze", At("schlafmuetze", 8, (GoesOn(),))),
            ("schlafmuetze, every card", At("schlafmuetze", 8, _DOUBT[:3], exactly=True)),
            ("schlafmuetze, halt", At("schlafmuetze", 8, (GoesOn(), Halt()))),
            ("schlafmuetze, its end", At("schlafmuetze", log="told_little_target")),
            ("slam of two", At("slam", 2)),
            ("slam of six", At("slam", 6, _SIX)),
            ("slam, the verdict", At("slam", log="by_house_rules", entries=3, exactly=True)),
            ("slam, its end", At("slam", log="by_house_rules")),
        )
    ),
    *(
        Scene(f"sheet of {log}", "/table/{table}/sheet", At(game, log=log))
        for game, log in (
            ("bronzen", "bronzen_survived_then_lost"),
            ("free_sheet", "free_sheet_target_fewest"),
            ("labtag", "labtag_four_players_corrected"),
            ("schlafmuetze", "whole_game_target"),
            ("slam", "by_house_rules"),
            ("letter_jam", "letter_jam_last_token"),
        )
    ),
    Scene("sheet of six", "/table/{table}/sheet", At("slam", 6, _SIX)),
    Scene("sheet of eight", "/table/{table}/sheet", At("free_sheet", 8, _LARGE)),
    Scene("history", "/table/{table}/history", At("labtag", log="labtag_four_players_corrected")),
    Scene(
        "an entry of which much was told",
        "/table/{table}/history",
        At("slam", log="at_a_glance"),
        taps=("entry-21",),
        main=("amend", "undo-this"),
    ),
    Scene(
        "what no longer fits",
        "/table/{table}/history",
        At("schlafmuetze", log="disputes"),
        taps=("entry-25", "undo-this"),
        main=("leave", "undo-misfits"),
    ),
    Scene("history of slam", "/table/{table}/history", At("slam", log="by_house_rules")),
    Scene("rules at the table", "/table/{table}/rules", _RUNNING, main=("search",)),
    # at a table of its own: it is not changed by others
    Scene("gavel", at=At("bronzen", reports=(Einzel(1),)), taps=("disagree-now",)),
    Scene("why", at=_RUNNING, taps=("prompt-why",), main=("close",)),
    Scene("evenings", "/evenings", main=("search",)),
    Scene("people", "/evenings/people"),
    Scene("a person", "/evenings/person/mareike"),
    Scene("two people", "/evenings/person/mareike/jan-ole"),
    Scene("a game that was played", "/evenings/game/{table}", At("bronzen", log="bronzen_whole_game_open")),
    Scene("the figures of a game", "/evenings/kind/bronzen"),
    Scene("pass on", "/pass/{table}", _RUNNING),
    Scene("for other programs", "/papers/{table}", At("free_sheet", 6, _WRITTEN)),
    Scene("delete", "/delete/{table}", At("free_sheet", 8, _LARGE)),
    Scene("start over", "/delete/{table}/again", _RUNNING),
    Scene("bin", "/bin"),
    Scene("rules", "/rules", main=("search",)),
    Scene("a rule", "/rules/bronzen.double.ladder"),
    Scene("reading", "/read/bronzen"),
    Scene("a page to print", "/read/slam/page"),
    Scene("the rulebook", "/read/labtag/book"),
    Scene("settings", "/settings"),
    Scene("bring", "/bring"),
    Scene("nowhere", "/nothing/here"),
)


@frozen(slots=False)
class Stage:
    """A data folder with a table for every scene."""

    data: Path
    scenes: tuple[Scene, ...] = SCENES
    names: tuple[str, ...] = NAMES

    @cached_property
    def routes(self) -> dict[str, str]:
        """The address of every scene; the tables are made on first use."""
        library = Library.open(self.data).library
        tables = Tables(library, games())
        made: dict[str, str] = {}
        known: list[tuple[At, str]] = []
        for scene in self.scenes:
            at = scene.at
            id = next((id for known_at, id in known if known_at == at), "") if at else ""
            if at and not id:
                id = at.begin(tables, self.names)
                known.append((at, id))
            made[scene.name] = scene.route.format(table=id)
        library.close()
        return made


def preferences(text: float, scene: Scene) -> str:
    """Return the device's stored preferences for a text size and a scene."""
    exactly = [scene.at.game] if scene.at and scene.at.exactly else []
    return json.dumps(json.dumps({"text": text, "exactly": exactly}))
