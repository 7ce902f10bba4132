"""Writes the transcripts: whole games, one for every way to end, and the sheet each must lead to.

Run ``python -m games.schlafmuetze.write_transcripts`` in ``tests``. Games and points are written by hand.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import field, frozen
from games.schlafmuetze import table
from games.transcript import write_sheets

from companion.kernel.log import Act, Entry
from companion.storage.codec import entry_to_json

FOLDER: Final = Path(__file__).parent / "transcripts"
REFEREE: Final[dict[str, str | int]] = {"keeping": "referee_only"}

Sheet: TypeAlias = tuple[int | tuple[int, int], ...]


@frozen
class Transcript:
    """A whole game of three in the players' words.

    :param words: reports; a dictionary is a line of the log as it stands there.
    :param rounds: cards of Anna, Ben and Cleo in each round, or cards and chips.
    :param rests_on: a rule the referee cites at the end.
    """

    name: str
    words: Sequence[str | dict[str, Any]]
    rounds: Sequence[Sheet]
    winners: Sequence[int]
    rests_on: str
    house: dict[str, str | int] = field(factory=dict)
    revision: int = 1


def relay(first: str, other: str) -> list[str]:
    """Return a round in which two lay by turns on the red pile at twelve, and the first one gets out."""
    return [*[f"{first} red at 12", f"{other} red at 12"] * 9, f"{first} red at 12"]


def won(first: str, other: str) -> list[str]:
    """Return a round of two that ends undoubted: the other has one card left, the third all ten."""
    return [*relay(first, other), "nobody doubts"]


def counted(winner: str, hands: str) -> list[str]:
    """Return a round at a table that tells only what needs a referee."""
    return ["goes on", f"{winner} out", "nobody doubts", f"counted {hands}"]


def held(winner: str, *hands: str) -> list[str]:
    """Return a round of which no more is reported than who has won it and what the others hold: ``Anna 4``."""
    return [f"{winner} out", *(" holds ".join(hand.split()) for hand in hands)]


def votes(said: str) -> list[str]:
    """Return the votes on a word as they were given: ``Ben no, Cleo yes``."""
    return said.split(", ")


NEXT: Final = "next round"
TRANSCRIPTS: Final = (
    Transcript("last_card", [*won("Anna", "Ben"), "finish"], [(0, 1, 10)], [0], "schlafmuetze.goal.round"),
    Transcript(
        "last_card_doubted",
        [*relay("Anna", "Ben"), "halt", "Cleo doubts Anna", "Cleo no", "Anna yes", "Ben yes", "finish"],
        [(0, 1, (10, 1))],
        [0],
        "schlafmuetze.doubt.upheld",
    ),
    Transcript(
        "no_colour_left",
        ["Anna red at 12", "stuck", "name blue", "stuck", "name green", "stuck", "name yellow", "stuck", "finish"],
        [(9, 13, 13)],
        [0],
        "schlafmuetze.stuck.end",
    ),
    Transcript(
        "nobody_opens",
        ["Anna cannot", "Ben cannot", "Cleo cannot"] * 23,
        [(32, 32, 32)],
        [0, 1, 2],
        "schlafmuetze.ruling.nobody_opens",
    ),
    Transcript(
        "referee_only",
        [
            "goes on",
            "halt",
            "Cleo doubts Ben",
            "Cleo no",
            "Anna yes",
            "Ben yes",
            *counted("Ben", "3 0 4")[1:],
            "finish",
        ],
        [(3, 0, (4, 1))],
        [1],
        "schlafmuetze.score.minus",
        REFEREE,
    ),
    Transcript(
        "referee_only_stuck",
        ["goes on", "stuck on red", "no colour left", "counted 5 6 7", "finish"],
        [(5, 6, 7)],
        [0],
        "schlafmuetze.score.minus",
        REFEREE,
    ),
    Transcript(
        "referee_only_shared",
        [*counted("Anna", "0 5 5"), NEXT, *counted("Ben", "5 0 6")],
        [(0, 5, 5), (5, 0, 6)],
        [0, 1],
        "schlafmuetze.ruling.game_end",
        REFEREE | {"target": 6},
    ),
    Transcript(
        "whole_game_one_more",
        [*counted("Anna", "0 5 5"), NEXT, *counted("Ben", "5 0 6"), NEXT, *counted("Cleo", "2 1 0")],
        [(0, 5, 5), (5, 0, 6), (2, 1, 0)],
        [1],
        "schlafmuetze.ruling.game_end",
        REFEREE | {"target": 6, "tie": "one_more"},
    ),
    Transcript(
        "whole_game_target",
        [
            *won("Anna", "Ben"),
            NEXT,
            "Ben green at 12",
            {
                "kind": "amend",
                "entry": "22",
                "action": {"kind": "schlafmuetze.laid", "seat": 1, "pile": 0, "colour": "red"},
            },
            *won("Ben", "Cleo")[1:],
            NEXT,
            *won("Cleo", "Ben"),
            NEXT,
            *won("Anna", "Ben"),
            NEXT,
            "Ben cannot",
            {"kind": "undo", "entry": "86"},
            *won("Ben", "Cleo"),
        ],
        [(0, 1, 10), (10, 0, 1), (10, 1, 0), (0, 1, 10), (10, 0, 1)],
        [1],
        "schlafmuetze.goal.game",
    ),
    Transcript(
        "whole_game_open",
        [*won("Anna", "Ben"), NEXT, *won("Ben", "Anna"), "finish"],
        [(0, 1, 10), (1, 0, 10)],
        [0, 1],
        "schlafmuetze.goal.game",
        {"length": "open", "deal": "clockwise"},
    ),
    # Rounds in which much happens, for all that the referee says about it
    Transcript(
        "doubts",
        [
            "circle RBGYRBGYRBGY EIS AUTO SCHIFF LUFT LAND SPIEL MANN BILD WASSER WEIN BLUME HAUS",
            "top 3 yellow WIND",
            "Anna red LAND at 12",
            "halt",
            {
                "kind": "schlafmuetze.doubted",
                "doubters": [1, 2],
                "author": 0,
                "first_word": "eis",
                "second_word": "land",
                "compound": "eisland",
            },
            *votes("Ben no, Cleo no, Anna yes"),
            "Ben blue at 12",
            "halt",
            "Anna doubts Ben",
            *votes("Anna yes, Ben yes, Cleo yes"),
            "Cleo red at 1",
            "halt",
            "Ben doubts Cleo",
            *votes("Ben no, Cleo yes, Anna no"),
            "name yellow",
            "Cleo green at 3",
            "Anna green at 2",
            "halt",
            "Ben doubts Cleo",
            *votes("Ben no, Cleo yes, Anna no"),
            "name green",
            "top 2 red",
            "Anna blue at 6",
            "halt",
            "Cleo doubts Anna",
            *votes("Cleo no, Anna no, Ben no"),
            "name blue",
            "stuck",
            "name yellow",
            "Anna yellow at 3",
            "recount Ben 1 1",
            "Ben yellow at 3",
            "halt",
            "Anna doubts Ben",
            *votes("Anna no, Ben no, Cleo no"),
            "name red",
            "Cleo yellow at 4",
            "Ben green at 3",
            "who first? latest",
            "Ben first",
            "nobody doubts",
            "finish",
        ],
        [((10, 3), 0, (10, 2))],
        [1],
        "schlafmuetze.goal.round",
        {"length": "open"},
        2,
    ),
    Transcript(
        "disputes",
        [
            "Anna red at 12",
            "Ben red at 12",
            "who first? latest",
            "Cleo first",
            "Cleo red at 4",
            "who first? latest",
            "Cleo first",
            "who first? others",
            "Ben first",
            "Ben wrong",
            "who first? others",
            "not agreed",
            "name blue",
            "Anna red at 1",
            "who first? latest",
            "not agreed",
            "name yellow",
            "Ben blue at 3",
            "halt",
            "Anna doubts Ben",
            *votes("Anna yes, Ben yes, Cleo yes"),
            "recount Cleo 1 0",
            "Cleo red at 3",
            "halt",
            "Ben doubts Cleo",
            *votes("Ben no, Cleo no, Anna no"),
            "name red",
            "Cleo red at 8",
            "who first? latest",
            "Anna first",
            "Anna red at 8",
            "Cleo red at 8",
            "nobody doubts",
            "finish",
        ],
        [((8, 1), 9, 0)],
        [2],
        "schlafmuetze.goal.round",
        {"length": "open"},
        2,
    ),
    Transcript(
        "house_rules",
        [
            *["Anna cannot", "Ben cannot", "Cleo cannot"],
            "Anna red at 12",
            "halt",
            "Cleo doubts Anna",
            *votes("Cleo no, Ben no"),
            "Anna blue at 12",
            "Ben red at 5",
            "halt",
            "Cleo doubts Ben",
            *votes("Cleo no, Anna no"),
            "name blue",
            "Anna wrong",
            "Cleo green at 5",
            "halt",
            "Anna+Ben doubt Cleo",
            *votes("Anna yes, Ben no"),
            *["Ben wrong"] * 12,
            "Anna yellow at 2",
            "Ben wrong",
            "recount Ben 1 11",
            "Ben red at 3",
            "halt",
            "Cleo doubts Ben",
            *votes("Cleo yes, Anna no"),
            "next round",
            "Anna red at 12",
            "referee only",
            "Ben out",
            "halt",
            "Anna doubts Ben",
            *votes("Anna yes, Cleo no"),
            "counted 5 0 5",
        ],
        [((8, 3), 0, (9, 1)), ((5, 1), 0, 5)],
        [1],
        "schlafmuetze.goal.game",
        {
            "target": 17,
            "votes": "not_author",
            "names_colour": "author",
            "first_rejected": "dealer",
            "new_colour": "may_repeat",
            "chips": "cap",
            "nobody_opens": "redeal",
            "wrong_card": "chip",
            "deal": "loser",
        },
        2,
    ),
    Transcript(
        "counted_anew",
        [
            "Anna red at 12",
            "stock 1",
            "stuck",
            "name blue",
            "stuck",
            "name green",
            "Ben red at 2",
            "stock 9",
            "recount Ben 12 3",
            "recount Cleo 8 13",
            "halt",
            "Cleo doubts Ben",
            *votes("Cleo no, Anna no, Ben no"),
            "name yellow",
            "Cleo green at 3",
            "referee only",
            "recount Ben - 4",
            "stock 3",
            "goes on",
            "halt",
            "Anna doubts Cleo",
            *votes("Anna yes, Ben yes, Cleo yes"),
            "every card 8 9 10 Anna blue",
            "Cleo red at 1",
            "referee only",
            "stuck on red",
            "name green",
            "goes on",
            "stuck on blue",
            "name red",
            "stuck on red",
            "no colour left",
            "counted 8 9 10",
            "every card",
            "referee only",
            "finish",
        ],
        [((8, 1), (9, 4), (10, 13))],
        [0],
        "schlafmuetze.goal.game",
        {"length": "open"},
        2,
    ),
    Transcript(
        "only_a_referee",
        [
            "Anna cannot",
            "goes on",
            "halt",
            "Anna doubts Ben first",
            *votes("Anna no, Ben no, Cleo no"),
            "goes on",
            "halt",
            "Ben doubts Anna",
            *votes("Ben no, Cleo no, Anna yes"),
            "name blue",
            "goes on",
            "who first? others",
            "Cleo first",
            "who first? others",
            "not agreed",
            "name red",
            "who first? others",
            "not agreed",
            "no colour left",
            "halt",
            "Cleo doubts Anna",
            *votes("Cleo no, Anna no, Ben no"),
            "no colour left",
            *["Ben wrong", "stuck on red", "name green"],
            "every card 9 9 9 Cleo green",
            "referee only",
            "Ben out",
            "who first? latest",
            "Anna first",
            "Ben out",
            "halt",
            "Cleo doubts Ben",
            *votes("Cleo no, Anna no, Ben no"),
            "name yellow",
            "Anna out",
            "nobody doubts",
            "counted 0 3 2",
            "finish",
        ],
        [(0, (3, 2), 2)],
        [0],
        "schlafmuetze.goal.round",
        REFEREE,
        2,
    ),
    # Games that report only what a table says aloud, and games that report a varying amount
    Transcript(
        "told_little",
        [
            *held("Ben", "Anna 4", "Cleo 3"),
            NEXT,
            *["halt", "all reject Ben", "goes on"],
            *["halt", "all uphold Anna against Ben+Cleo"],
            *["Ben wrong", {"kind": "schlafmuetze.wrong_card"}],
            *["who first? others", {"kind": "schlafmuetze.agreed"}],
            *["who first? others", "not agreed", "name blue"],
            *["Cleo out", "halt", "all uphold Cleo against Anna", "recount Anna - 2", "Ben holds 9"],
            *["Ben holds 5", "Anna holds 2"],
            "finish",
        ],
        [(4, 0, 3), ((2, 2), (5, 2), 0)],
        [2],
        "schlafmuetze.goal.game",
        revision=3,
    ),
    Transcript(
        "told_little_target",
        [*held("Ben", "Anna 4", "Cleo 3"), NEXT, *held("Anna", "Ben 2", "Cleo 2")],
        [(4, 0, 3), (0, 2, 2)],
        [1],
        "schlafmuetze.ruling.game_end",
        {"target": 5},
        3,
    ),
    Transcript(
        "told_little_stuck",
        [
            *["Anna cannot", "halt", "Anna doubts Cleo", "Anna no", "Ben no"],
            *["name red", "stuck", "no colour left", "Cleo holds 5", "Anna holds 6", "Ben holds 5", "finish"],
        ],
        [(6, 5, (5, 1))],
        [1],
        "schlafmuetze.score.minus",
        {"length": "open"},
        3,
    ),
    Transcript(
        "told_more_and_less",
        [
            # reporting the first card exactly tells every card
            "Anna red at 12",
            *["halt", "all reject Anna", "Ben blue at 2", "referee only"],
            *["every card 10 9 10 Ben blue", "Cleo green at 1", "halt", "Anna doubts Cleo", "Anna yes", "Ben yes"],
            *["referee only", "halt", "all reject Anna", "name blue", "Ben out", "Anna holds 2", "Cleo holds 1"],
            NEXT,
            *["goes on", "every card 10 9 10 Ben blue", *["Anna red at 1", "stuck", "name blue"]],
            *["stuck", "name green", "stuck", "no colour left", "finish"],
        ],
        [((2, 3), 0, 1), (9, 11, 12)],
        [1],
        "schlafmuetze.stuck.end",
        {"length": "open"},
        3,
    ),
    Transcript(
        "told_more_last_card",
        [
            *["goes on", "every card 9 10 10 Anna red", *relay("Ben", "Anna")[:-3], "referee only"],
            *["Ben out", "halt", "Anna doubts Ben", "Anna no", "Ben yes", "Cleo yes"],
            *["Anna holds 1", "Cleo holds 10", NEXT, "every card", *relay("Ben", "Cleo"), "halt"],
            *["all uphold Ben against Anna+Cleo", "finish"],
        ],
        [((1, 1), 0, 10), ((10, 1), 0, (1, 1))],
        [1],
        "schlafmuetze.goal.game",
        {"length": "open"},
        3,
    ),
)


def line(word: str | dict[str, Any]) -> dict[str, Any]:
    """Return a report as it stands in a log written by hand."""
    if isinstance(word, dict):
        return word
    raw = entry_to_json(Entry("", Act(table.action(word))), "schlafmuetze")
    return {name: value for name, value in raw.items() if name != "id"}


def cells(sheet: Sheet) -> list[dict[str, int]]:
    """Return a round's points by column, seat by seat."""
    both = [(each, 0) if isinstance(each, int) else each for each in sheet]
    return [{name: number for name, number in (("cards", cards), ("chips", chips)) if number} for cards, chips in both]


def write(transcript: Transcript) -> None:
    """Write the log of a transcript."""
    header = {
        "format": 1,
        "game": "schlafmuetze",
        "revision": transcript.revision,
        "seats": list(table.NAMES[:3]),
        "first": 0,
        "setup": transcript.house,
        "language": "de",
    }
    lines = (header, *map(line, transcript.words))
    path = FOLDER / f"{transcript.name}.jsonl"
    path.write_text("".join(f"{json.dumps(item)}\n" for item in lines), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for transcript in TRANSCRIPTS:
        write(transcript)
    sheets = {
        one.name: {"winners": one.winners, "rests_on": one.rests_on, "rounds": [*map(cells, one.rounds)]}
        for one in TRANSCRIPTS
    }
    write_sheets(FOLDER.parent, sheets)
