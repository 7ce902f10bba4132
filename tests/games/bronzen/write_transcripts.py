"""Writes the transcripts: whole games, one for every way to end, and the sheet each must lead to.

Run ``python -m games.bronzen.write_transcripts`` in ``tests``. The short games are written by hand, points included;
the long ones are played by the simulated players, and the points are those of their own books.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import field, frozen
from games.bronzen import table, test_pracherche
from games.bronzen.simulate import Simulation, as_points
from games.bronzen.table import POINTS
from games.transcript import write_sheets

from companion.kernel.log import Act, Entry
from companion.storage.codec import entry_to_json

FOLDER: Final = Path(__file__).parent / "transcripts"

Points: TypeAlias = dict[str, int]
House: TypeAlias = dict[str, str | int]


@frozen
class Transcript:
    """A whole game in the players' words, and Anna's and Ben's points in each round.

    :param words: reports; a dictionary is a line of the log as it stands there.
    :param rests_on: a rule the referee cites when the last round ends.
    """

    name: str
    words: Sequence[str | dict[str, Any]]
    rounds: Sequence[tuple[Points, Points]]
    rests_on: str
    house: House = field(factory=dict)
    game: str = "bronzen"
    revision: int = 1

    @property
    def key(self) -> str:
        """Name of its log file, without the suffix."""
        return f"{self.game}_{self.name}"


def simulated(name: str, seed: int, house: House, rests_on: str, *, cards: float) -> Transcript:
    """Return a game of the simulated players."""
    simulation = Simulation(seed, house, cards=cards)
    words = [word for word, _ in simulation.play()]
    return Transcript(name, words, simulation.rounds, rests_on, house)


def by_points(name: str, seed: int, house: House, rests_on: str) -> Transcript:
    """Return a game of the simulated players of which only the points were entered."""
    simulation = Simulation(seed, house)
    words = tuple(as_points(simulation.play()))
    return Transcript(name, words, simulation.rounds, rests_on, house, revision=2)


TEN: Final = {"einzel": 10 * POINTS.einzel}
LOST: Final = "bronzen.showdown.lost"

TRANSCRIPTS: Final = (
    Transcript(
        "showdown_higher_card",
        ("53x Ben wins", "counter", "Ben wins", "finish"),
        [({}, TEN | {"bronzen": POINTS.bronzen})],
        LOST,
    ),
    *(
        Transcript(
            f"showdown_{special.replace('-', '_')}",
            ("52x Ben wins", "double-c", special, "finish"),
            [({}, TEN | ({"jay": POINTS.jay} if special == "jay" else {}) | {"bronzen": POINTS.bronzen})],
            "bronzen.showdown.clear_win",
        )
        for special in ("color", "counter", "double-c", "jay")
    ),
    Transcript(
        "start_of_trick_einzel",
        ("55x Ben wins", "finish"),
        [({}, {"einzel": 11 * POINTS.einzel, "bronzen": POINTS.bronzen})],
        "bronzen.goal",
    ),
    Transcript(
        "start_of_trick_color", ("54x Ben wins", "7H 9H", "finish"), [({}, TEN | {"bronzen": POINTS.bronzen})], LOST
    ),
    Transcript(
        "start_of_trick_jay",
        ("54x Ben wins", "X X", "finish"),
        [({}, TEN | {"jay": POINTS.jay, "bronzen": POINTS.bronzen})],
        "bronzen.jay.points",
    ),
    Transcript(
        "survived_then_lost",
        (
            *("Anna wins", "52x Ben wins"),
            *("jay", "Anna wins"),  # with her last 3 cards: 8 cards, no points
            *("double-c", "Ben wins", "Anna doubles", "Ben wins"),  # she keeps 1 card
            *("jay", "finish"),
        ),
        [({}, TEN | {"double_1": POINTS.double_1, "jay": POINTS.jay, "bronzen": POINTS.bronzen})],
        "bronzen.jay.points",
    ),
    Transcript(
        "both_last_cards",
        ("12x double-c", "2x jay", "Ben wins", "finish"),
        [({}, {"jay": 2 * POINTS.jay, "bronzen": POINTS.bronzen})],
        "bronzen.ruling.both_short",
    ),
    Transcript(
        "both_last_cards_reshuffled",
        ("5x Anna wins", "counted 55+0 55+0", "13x double-c", "2x color", "55x Ben wins", "finish"),
        [({"einzel": POINTS.einzel}, {"einzel": 11 * POINTS.einzel, "bronzen": POINTS.bronzen})],
        LOST,
    ),
    Transcript(
        "drawn_round",
        ("13x double-c", "2x color", "next round", "55x Anna wins", "next round", "13x double-c", "2x color", "finish"),
        [({}, {}), ({"einzel": 11 * POINTS.einzel, "bronzen": POINTS.bronzen}, {}), ({}, {})],
        "bronzen.ruling.both_short",
        {"both_short": "drawn"},
    ),
    Transcript(
        "corrected",
        (
            "Anna wins",
            "Ben wins",
            {"kind": "undo", "entry": "2"},
            "8H 9H",
            {"kind": "amend", "entry": "4", "action": {"kind": "bronzen.cards", "cards": ["8H", "9S"]}},
            "55x Ben wins",
            "finish",
        ),
        [({}, {"einzel": 11 * POINTS.einzel, "bronzen": POINTS.bronzen})],
        LOST,
    ),
    Transcript(
        "counted",
        ("3x Anna wins", "counted 50+8 49+3", "counted 0+58 52+0", "counted 1+1 108+0", "color", "Ben wins", "finish"),
        [({}, {"bronzen": POINTS.bronzen})],
        LOST,
    ),
    Transcript(
        "house_exact_count",
        ("counted 6+0 104+0", "jay", "Anna wins", "counted 1+0 109+0", "Ben wins", "finish"),
        [({"jay": POINTS.jay}, {"bronzen": POINTS.bronzen})],
        LOST,
        {"exact_count": "keeps_points"},
    ),
    Transcript(
        "house_last_cards",
        (
            "Anna wins",
            "counted 5+0 105+0",
            "Ben wins",
            "color",
            "Ben wins",
            "counted 2+0 108+0",
            "2x Ben wins",
            "finish",
        ),
        [({}, {"bronzen": POINTS.bronzen})],
        LOST,
        {"double_last_card": "forbidden", "one_card_chip": "no_chip", "pending_streak": "forfeit"},
    ),
    Transcript(
        "house_bank",
        ("3x Anna wins", "Ben wins", "counted 1+0 109+0", "Ben wins", "finish"),
        [({}, {"bronzen": POINTS.bronzen})],
        LOST,
        {"bank": "limited", "bank_black": 3, "bank_green": 0, "bank_red": 0},
    ),
    simulated("whole_game_open", 11, {}, LOST, cards=0.5),
    simulated("whole_game_rounds", 4, {"length": "rounds", "rounds": 2}, "bronzen.ruling.rounds", cards=1),
    simulated(
        "whole_game_target",
        5,
        {"length": "target", "target": 60, "chips": "carry", "jays": "once"},
        "bronzen.ruling.rounds",
        cards=0,
    ),
    by_points("points_only", 4, {"length": "rounds", "rounds": 2}, "bronzen.bronzen.points"),
    Transcript(
        "points_only_drawn",
        (
            *(
                "Anna marks einzel",
                "Ben marks jay",
                "drawn",
                "next round",
                "2x Anna marks einzel",
                "Anna marks bronzen",
            ),
            *("next round", "Ben marks double_3", "drawn", "finish"),
        ),
        [
            ({"einzel": POINTS.einzel}, {"jay": POINTS.jay}),
            ({"einzel": 2 * POINTS.einzel, "bronzen": POINTS.bronzen}, {}),
            ({}, {"double_3": POINTS.double_3}),
        ],
        "bronzen.ruling.both_short",
        {"both_short": "drawn"},
        revision=2,
    ),
    Transcript(
        "points_and_tricks",
        (
            *(
                "Anna wins",
                "only points",
                "Anna marks einzel",
                "all 40+30 20 5/1 0/1 0/0 Ben 2",
                "3x Ben wins",
                "color",
            ),
            *("Ben wins", "Anna doubles", "Ben wins", "only points", "Ben marks bronzen", "next round"),
            *(
                "Ben marks double_1",
                "Ben marks jay",
                "Ben marks bronzen",
                "next round",
                "every trick",
                "55x Ben wins",
                "finish",
            ),
        ),
        [
            (
                {"einzel": POINTS.einzel},
                {"einzel": POINTS.einzel, "double_1": POINTS.double_1, "bronzen": POINTS.bronzen},
            ),
            ({}, {"double_1": POINTS.double_1, "jay": POINTS.jay, "bronzen": POINTS.bronzen}),
            ({}, {"einzel": 11 * POINTS.einzel, "bronzen": POINTS.bronzen}),
        ],
        LOST,
        revision=2,
    ),
    Transcript(
        "plain_trick", ("54x Anna wins", "9H 7H", "finish"), [({"won": 1}, {})], "pracherche.end", game="pracherche"
    ),
    Transcript(
        "counted",
        ("Anna wins", "counted 57 53", "counted 109 1", "Anna wins", "finish"),
        [({"won": 1}, {})],
        "pracherche.end",
        game="pracherche",
    ),
    Transcript(
        "short_war",
        ("53x Anna wins", "KS KD", "4C 10C", "Anna wins", "equal", "Anna wins", "finish"),
        [({"won": 1}, {})],
        "pracherche.end",
        game="pracherche",
    ),
    Transcript(
        "short_war_still_equal",
        ("52x Ben wins", "2x equal", "next round", "54x Anna wins", "equal", "finish"),
        [({}, {"won": 1}), ({"won": 1}, {})],
        "pracherche.ruling.short_war",
        game="pracherche",
    ),
    Transcript(
        "both_short",
        ("28x equal", "27x equal", "Ben wins", "finish"),
        [({}, {"won": 1})],
        "pracherche.end",
        game="pracherche",
    ),
    Transcript(
        "rounds_only",
        ("Anna wins the round", "next round", "Ben wins the round", "next round", "Ben wins the round", "finish"),
        [({"won": 1}, {}), ({}, {"won": 1}), ({}, {"won": 1})],
        "pracherche.end",
        game="pracherche",
    ),
    Transcript(
        "rounds_mixed",
        (
            *("3x Anna wins", "equal", "Ben wins the round", "next round"),
            *("counted 30 80", "KS KD", "4C 10C", "Anna wins the round", "next round"),
            *("55x Ben wins", "finish"),
        ),
        [({}, {"won": 1}), ({"won": 1}, {}), ({}, {"won": 1})],
        "pracherche.end",
        game="pracherche",
    ),
)


def reports(word: str | dict[str, Any]) -> Iterable[str | dict[str, Any]]:
    """Return the single reports that a word stands for."""
    return table.each([word]) if isinstance(word, str) else [word]


def line(transcript: Transcript, word: str | dict[str, Any]) -> dict[str, Any]:
    """Return a report as it stands in a log written by hand."""
    if isinstance(word, dict):
        return word
    said: Any = table.action(word) if transcript.game == "bronzen" else test_pracherche.action(word)
    raw = entry_to_json(Entry("", Act(said)), transcript.game)
    return {name: value for name, value in raw.items() if name != "id"}


def write(transcript: Transcript) -> None:
    """Write the log of a transcript."""
    header = {
        "format": 1,
        "game": transcript.game,
        "revision": transcript.revision,
        "seats": list(table.NAMES),
        "first": 0,
        "setup": transcript.house,
        "language": "en",
    }
    lines = (header, *(line(transcript, report) for word in transcript.words for report in reports(word)))
    path = FOLDER / f"{transcript.key}.jsonl"
    path.write_text("".join(f"{json.dumps(item)}\n" for item in lines), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for transcript in TRANSCRIPTS:
        write(transcript)
    sheets = {one.key: {"over": True, "rests_on": one.rests_on, "rounds": one.rounds} for one in TRANSCRIPTS}
    write_sheets(FOLDER.parent, sheets)
