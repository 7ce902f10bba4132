"""Writes the transcripts: whole games, one for every way to end, and the sheet each must lead to.

Run ``python -m games.labtag.write_transcripts`` in ``tests``. Places and points are written by hand.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen
from games.labtag.table import NAMES, action
from games.transcript import write_sheets

from companion.kernel.log import Act, Entry
from companion.storage.codec import entry_to_json

FOLDER: Final = Path(__file__).parent / "transcripts"


@frozen
class Transcript:
    """A whole game in the players' words.

    :param words: reports; a dictionary is a line of the log as it stands there.
    :param places: every player's place at the end, and the trophies.
    :param rests_on: a rule the referee cites when the game ends.
    """

    name: str
    words: Sequence[str | dict[str, Any]]
    places: Sequence[tuple[int, int]]
    rests_on: str
    house: dict[str, str] = field(factory=dict)
    first: int = 0


def usual(players: int, cards: int, *groups: str) -> tuple[str, ...]:
    """Return the reports of a start in which all lay the same groups."""
    (sizes,) = groups
    return (f"{cards} cards in {len(sizes.split())}", *(f"{name} lays {sizes}" for name in NAMES[:players]))


TRANSCRIPTS: Final = (
    Transcript(
        "all_turned_up",
        (
            *usual(2, 10, "2 2 2 2 2"),
            *("Anna 1 against Ben 1", "Anna: 12/7 7/4", "Ben: 15/9 3/2"),  # 19 : 18
            *("Ben 2 against Anna 2", "Ben: 4/B 2/9", "Anna: 50/2 40/3"),  # jack: 10 : 5
            *("Anna 3 against Ben 3", "Anna: 30/D 20/8", "Ben: 5/5 6/6"),  # queen: 50 : 11, the lowest wins
            *("Ben 4 against Anna 4", "Ben: 2/K 1/1", "Anna: 44/10 45/9"),  # king
            *("Anna 5 against Ben 5", "Anna: 2/A 2/2", "Ben: 60/K 60/10"),  # ace against king
        ),
        [(2, 2), (1, 3)],
        "labtag.turn.next",
    ),
    Transcript(
        "left_over",
        (
            "2 cards in 1",
            *(f"{name} lays 2" for name in NAMES[:3]),
            *("Cem 1 against Anna 1", "Anna: 8/8 1/1", "Cem: 9/9 9*/9", "Cem takes 9*/9"),
        ),
        [(2, 0), (2, 0), (1, 1)],
        "labtag.ruling.left_over",
        first=2,
    ),
    Transcript(
        "tie_highest_card",
        (
            *usual(2, 2, "1 1"),
            *("Anna 1 against Ben 1", "Anna: 20/7", "Ben: 15/9"),
            *("Ben 2 against Anna 2", "Anna: 3/2", "Ben: 18/K"),
        ),
        [(1, 1), (2, 1)],
        "labtag.final.tie_card",
    ),
    Transcript(
        "tie_legendary_trophies",
        (
            *usual(2, 2, "1 1"),
            *("Anna 1 against Ben 1", "Anna: 20/7", "Ben: 15/9"),
            *("Ben 2 against Anna 2", "Anna: 3/2", "Ben: 20*/7"),
        ),
        [(2, 1), (1, 1)],
        "labtag.final.tie_legendary",
    ),
    Transcript(
        "drawn_game",
        (*usual(2, 1, "1"), "Anna 1 against Ben 1", "Anna: 5/5", "Ben: 5/5"),
        [(1, 0), (1, 0)],
        "labtag.final.draw",
    ),
    Transcript(
        "drawn_match_won_on_turn",
        (*usual(2, 1, "1"), "Anna 1 against Ben 1", "Ben: 5/5", "Anna: 5/5"),
        [(1, 1), (2, 0)],
        "labtag.final.points",
        {"drawn_match": "turn"},
    ),
    Transcript(
        "four_players_corrected",
        (
            "3 cards in 3",
            *("Dora lays 1 1 1", "Anna lays 1 1 1", "Ben lays 1 1 1", "Cem lays 1 1 1"),
            *("Anna 1 against Ben 1", "Anna: 9/2", "Ben: 8/3"),
            {"kind": "undo", "entry": "8"},
            *("Ben: 10/3", "Ben 2 against Cem 2"),  # Ben wins after all
            *("Ben: 7/A", "Cem: 30*/10"),  # the ace loses
            *("Cem 1 against Dora 1", "Cem: 4/4", "Dora: 4/5"),  # 4 : 5
            *("Dora 3 against Anna 3", "Anna: 3/K", "Dora: 9/K"),
            {"kind": "amend", "entry": "19", "action": {"kind": "labtag.revealed", "seat": 3, "cards": ["2/K"]}},
            *("Anna 2 against Dora 2", "Dora: 5/6", "Anna: 5/7"),
            *("Ben 3 against Cem 3", "Ben: 1/B", "Cem: 90/2"),  # jack: 1 : 2
        ),
        [(2, 2), (3, 1), (1, 2), (4, 1)],
        "labtag.final.tie_card",
    ),
    Transcript(
        "little_all_turned_up",
        (
            "all lay 3 cards in 3",
            *("Anna against Ben: Anna wins", "Ben against Anna: Anna wins", "Anna against Ben: Ben wins"),
        ),
        [(1, 2), (2, 1)],
        "labtag.final.points",
    ),
    Transcript(
        "little_left_over",
        ("all lay 2 cards in 1", "Cem against Anna: Cem wins"),
        [(2, 0), (2, 0), (1, 1)],
        "labtag.ruling.left_over",
        first=2,
    ),
    Transcript(
        "little_tie_highest_card",
        (
            "all lay 2 cards in 2",
            *("Anna against Ben: Anna wins", "Ben against Anna: Ben wins"),
            *("Anna’s pile: labtag 20", "Ben’s pile: labtag 18"),
        ),
        [(1, 1), (2, 1)],
        "labtag.final.tie_card",
    ),
    Transcript(
        "little_tie_legendary_trophies",
        (
            "all lay 2 cards in 2",
            *("Anna against Ben: Anna wins", "Ben against Anna: Ben wins"),
            *("Anna’s pile: labtag 20", "Ben’s pile: labtag 20", "Anna’s pile: value 7", "Ben’s pile: value 7"),
            *("Anna’s pile: legendary 0", "Ben’s pile: legendary 1"),
        ),
        [(2, 1), (1, 1)],
        "labtag.final.tie_legendary",
    ),
    Transcript(
        "little_drawn_game",
        ("all lay 1 cards in 1", "Anna against Ben: drawn"),
        [(1, 0), (1, 0)],
        "labtag.final.draw",
    ),
    Transcript(
        "little_drawn_match_won_on_turn",
        (
            *("all lay 1 cards in 1", "Anna against Ben", "Anna holds  labtag 5", "Ben holds  labtag 5"),
            *("Anna holds  values 5", "Ben holds  values 5", "Anna holds  legendary 0", "Ben holds  legendary 0"),
        ),
        [(1, 1), (2, 0)],
        "labtag.final.points",
        {"drawn_match": "turn"},
    ),
    Transcript(
        "mixed_four_players",
        (
            *("9 cards in 3", "Anna lays 3 3 3", "all lay 9 cards in 3"),
            *("Anna against Ben: Ben wins", "check", "Anna: 9/2 1/1 2/2", "Ben: 30/3 1/A"),
            {"kind": "undo", "entry": "7"},
            "Ben: 30/3 1/1",
            *("Ben against Cem", "Ben holds A", "Cem holds "),  # the ace loses
            *("Cem against Dora: Cem wins",),
            {
                "kind": "amend",
                "entry": "13",
                "action": {"kind": "labtag.match_won", "seat": 2, "opponent": 3, "winner": 3},
            },
            *("Dora against Anna", "Dora holds B", "Anna: 90/2 1/1 1/2", "Dora holds B values 9"),  # jack: 9 : 5
            *("Anna against Dora: Anna wins", "Ben against Cem", "Cem: 4/4 4/5", "Ben against Cem: Ben wins"),
            *("Anna’s pile: labtag 8", "Cem’s pile: labtag 9", "Ben’s pile: labtag 31", "Dora’s pile: labtag 33"),
        ),
        [(4, 1), (2, 2), (3, 1), (1, 2)],
        "labtag.final.tie_card",
    ),
)


def lines(transcript: Transcript) -> list[dict[str, Any]]:
    """Return the lines of a transcript's log."""
    header = {
        "format": 1,
        "game": "labtag",
        "revision": 1,
        "seats": list(NAMES[: len(transcript.places)]),
        "first": transcript.first,
        "setup": transcript.house,
        "language": "en",
    }
    found: list[dict[str, Any]] = [header]
    for word in transcript.words:
        if isinstance(word, dict):
            found.append(word)
        else:
            as_json = entry_to_json(Entry("", Act(action(word))), "labtag")
            found.append({name: value for name, value in as_json.items() if name != "id"})
    return found


def main() -> None:
    """Write all transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for transcript in TRANSCRIPTS:
        path = FOLDER / f"labtag_{transcript.name}.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines(transcript)), encoding="utf-8")
    sheets = {f"labtag_{one.name}": {"places": one.places, "rests_on": one.rests_on} for one in TRANSCRIPTS}
    write_sheets(FOLDER.parent, sheets)


if __name__ == "__main__":
    main()
