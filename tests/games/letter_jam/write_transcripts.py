"""Writes the transcripts: whole games, one for every way to end, and the sheet each must lead to.

Run ``python -m games.letter_jam.write_transcripts`` in ``tests``. The games and their points are written by hand.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import field, frozen
from games.letter_jam.table import NAMES, SCORE, Table
from games.transcript import write_sheets

from companion.games.letter_jam.numbers import STACKS
from companion.kernel.log import Act, Entry
from companion.storage.codec import entry_to_json

FOLDER: Final = Path(__file__).parent / "transcripts"
#: The revision of the first games, and the fields that actions have gained since; the games stay as they are.
REVISION: Final = 1
LATER: Final = ("drawn_later",)
#: A field that was added without a new revision; games without it stay as they are, too.
UNSAID: Final = ("bonus", None)

Points: TypeAlias = dict[str, int]


@frozen
class Transcript:
    """A whole game in the players' words.

    :param points: each player's points by column.
    :param rests_on: a rule the referee cites in the entries named by ``near``, counted from the end.
    """

    name: str
    words: Sequence[str]
    points: Sequence[Points]
    rests_on: str
    house: dict[str, str] = field(factory=dict)
    near: int = 1
    revision: int = REVISION


def revealed(*verdicts: str) -> tuple[str, ...]:
    """Return the reports that turn up all words, each with its verdict."""
    return tuple(
        report for name, said in zip(NAMES, verdicts, strict=False) for report in (f"{name} reveals", f"{name} {said}")
    )


def one_clue_each(names: Sequence[str], uses: int = 0) -> tuple[str, ...]:
    """Return rounds with one clue each, in which nothing else happens.

    :param uses: how many clues, from the first on, use non-player stand 1; the others use the joker.
    """
    clues = (f"{name}: {'1' if at < uses else '*'}" for at, name in enumerate(names))
    return tuple(report for clue in clues for report in (clue, "next"))


FOUR: Final = NAMES[:4]

TRANSCRIPTS: Final = (
    # the last green token of the centre is taken; a mark of the scale is reached
    Transcript(
        "last_token",
        (
            "dealt 4",
            "Anna: Ben Cleo Dora Ben",
            "Ben notes 1 ?AN? MR",
            "Ben on M",
            "Cleo stays",
            "Dora on",
            "next",
            "Ben: Anna Cleo Dora 1",
            "Anna on A",
            "Cleo on",
            "next",
            *one_clue_each(("Cleo", "Dora")),
            *one_clue_each(("Anna",) * 6),
            "Ben: Anna *",
            "next",
            *(f"{name} lays 1 2 3 4" for name in FOUR),
            *revealed(*("counts",) * 4),
        ),
        [{"word": 4 * SCORE.letter}] * 4,
        "letter_jam.end.tokens",
        near=13,
    ),
    # all agree early; a bonus letter and the joker are used, greens are left
    Transcript(
        "agreed",
        (
            "dealt 4 5 5",
            *("Ben: Anna", "Anna on", "next") * 4,
            "Cleo: Anna Ben",
            "Anna guesses M right",
            "Ben on",
            "next",
            "Cleo: Anna 1",
            "Anna guesses O wrong",
            "next",
            "Anna: Ben Cleo",
            "Ben on",
            "Cleo on",
            "next",
            "enough",
            "Anna lays 1 2 3 4 *",
            "Ben lays 1 3 2 +M 4 5",
            "Cleo lays 1 2 3 4",
            "Cleo reveals",
            "Cleo fails 4",
            "Anna reveals",
            "Anna counts",
            "Ben reveals",
            "Ben counts",
        ),
        [
            {"word": 4 * SCORE.letter, "longer": SCORE.longer},
            {"word": 5 * SCORE.letter, "longer": SCORE.longer},
            {"letters": 4 * SCORE.guessed},
        ],
        "letter_jam.end.won",
    ),
    # no player has a word
    Transcript(
        "all_wrong",
        (
            "dealt",
            "Anna: Ben 1",
            "Ben on",
            "next",
            "enough",
            "Anna lays 1 2 3 4 5",
            "Ben lays 1 2 3 4 *",
            *revealed("fails 2", "fails 0"),
        ),
        [{"letters": 2 * SCORE.guessed}, {}],
        "letter_jam.score.verdict",
    ),
    # a stack frees its token in what would have been the last round
    Transcript(
        "freed_token",
        (
            "dealt",
            *one_clue_each((*NAMES[:5], *("Anna",) * 5), uses=STACKS[0] - 2),
            "Ben: 1 Cleo",
            "next",
            "Ben: Cleo",
            "next",
            *(f"{name} lays 1 2 3 4 5" for name in NAMES[:5]),
            *revealed("counts", "counts", "counts", "counts", "fails 3"),
        ),
        [{"word": 5 * SCORE.letter}] * 4 + [{"letters": 3 * SCORE.guessed}],
        "letter_jam.ruling.nearly_everyone",
    ),
    # house rules: greens locked, locked ones count
    Transcript(
        "house_rules",
        (
            "dealt",
            *one_clue_each(("Anna",) * 3 + ("Ben",)),
            "enough",
            "Anna lays 1 2 3 4 5",
            "Ben lays 5 4 3 2 1",
            *revealed("counts", "counts"),
        ),
        [{"word": 5 * SCORE.letter, "greens": 5 * SCORE.green}] * 2,
        "letter_jam.ruling.counting_greens",
        {"greens": "locked", "locked_greens": "count", "edition": "english", "stock": "reshuffle"},
    ),
    # reported with few details: the last green token of the centre is taken, and the words are only counted
    Transcript(
        "little_last_token",
        (
            "dealt 4",
            "Anna tells 5 1",
            "Ben tells 6 1 2",
            "Cleo tells 4",
            "Dora tells 7 2",
            *("Anna tells 5 1",) * 4,
            "Ben tells 5",
            "Cleo tells 3",
            "Anna tells 6 1",
            "Anna tells 4 1",
            "next",
            "Dora has 4",
            "Ben has 5",
            "Anna has 4",
            "Cleo misses 2",
        ),
        [
            {"word": 4 * SCORE.letter},
            {"word": 4 * SCORE.letter, "longer": SCORE.longer},
            {"letters": 2 * SCORE.guessed},
            {"word": 4 * SCORE.letter},
        ],
        "letter_jam.end.tokens",
        near=5,
        revision=2,
    ),
    # reported with few details: all agree on the end while a clue lies there; a bonus letter makes a word longer
    Transcript(
        "little_agreed",
        (
            "dealt 4 5",
            *("Ben tells 5 1 2 3",) * 3,
            "Anna tells 6 2",
            "Anna tells 5",
            "Anna guesses wrong",
            "Anna tells 7 1",
            "Ben tells 4",
            "Anna guesses M right",
            "enough",
            "Ben has 6",
            "Anna has 4",
        ),
        [
            {"word": 4 * SCORE.letter, "greens": 4 * SCORE.green},
            {"word": 5 * SCORE.letter, "longer": SCORE.longer, "greens": 4 * SCORE.green},
        ],
        "letter_jam.end.agreed",
        near=3,
        revision=2,
    ),
    # reported with few details, bonus letters among them: a player wants another clue, then all agree
    Transcript(
        "little_bonus",
        (
            "dealt 4 5",
            *("Ben tells 5 1 2 3",) * 3,
            "Anna tells 6 2",
            "Anna tells 5",
            "Anna tells 7 1",
            "Ben tells 4",
            "Anna guesses E right",
            "enough?",
            "Ben tells 5 -",
            "Anna guesses M right",
            "Ben tells 4 +E",
            "enough?",
            "another",
            "Anna tells 3 -",
            "enough?",
            "enough",
            "Ben has 6",
            "Anna has 4",
        ),
        [
            {"word": 4 * SCORE.letter, "greens": SCORE.green},
            {"word": 5 * SCORE.letter, "longer": SCORE.longer, "greens": SCORE.green},
        ],
        "letter_jam.end.agreed",
        near=3,
        revision=3,
    ),
    # reported with few details: no player has a word
    Transcript(
        "little_all_wrong",
        ("dealt", "Anna tells 5 4", "enough", "Anna misses 2", "Ben misses 0"),
        [{"letters": 2 * SCORE.guessed}, {}],
        "letter_jam.score.verdict",
        revision=2,
    ),
    # mixed: the chips of one clue are reported at once, of one later, of the others never; words both ways
    Transcript(
        "mixed_last_token",
        (
            "dealt",
            "Anna: Ben 1 1",
            "Ben on",
            "next",
            "Ben tells 4 1",
            "Ben: Anna Cleo 1 Dora",
            "Anna on",
            "Cleo on E",
            "next",
            "Cleo tells 5 2",
            "Dora tells 5 2",
            "Ben on",
            "Cleo stays",
            "next",
            *one_clue_each(("Anna",) * 3),
            *("Ben tells 4 1 2",) * 3,
            "Cleo tells 8",
            "next",
            "Anna lays 1 2 3 4 5",
            "Ben has 5",
            "Cleo lays 5 4 3 2 1 *",
            "Dora misses 4",
            "Anna reveals",
            "Anna counts",
            "Cleo has 6",
        ),
        [
            {"word": 5 * SCORE.letter},
            {"word": 5 * SCORE.letter},
            {"word": 5 * SCORE.letter, "longer": SCORE.longer},
            {"letters": 4 * SCORE.guessed},
        ],
        "letter_jam.end.replace",
        near=5,
        revision=2,
    ),
    # mixed: a stack frees its token in what would have been the last round, and no player reported that this was over
    Transcript(
        "mixed_freed_token",
        (
            "dealt",
            *(f"{name} tells 5 1" for name in NAMES[:5]),
            "next",
            *one_clue_each(("Anna",) * 5, uses=STACKS[0] - 2 - 5),
            "Ben tells 4 1",
            "Ben tells 6",
            "Ben: Cleo Cleo Dora Emil Anna *",
            "Cleo on",
            "next",
            "Anna has 5",
            "Ben lays 1 2 3 4 5",
            "Cleo misses 1",
            "Dora has 6",
            "Emil has 5",
            "Ben reveals",
            "Ben counts",
        ),
        [
            {"word": 5 * SCORE.letter},
            {"word": 5 * SCORE.letter},
            {"letters": SCORE.guessed},
            {"word": 5 * SCORE.letter, "longer": SCORE.longer},
            {"word": 5 * SCORE.letter},
        ],
        "letter_jam.ruling.nearly_everyone",
        revision=2,
    ),
    # mixed, locked tokens count: all agree after a clue whose chips were reported later
    Transcript(
        "mixed_agreed",
        (
            "dealt 6",
            "Anna tells 6 2",
            "Anna: Ben Cleo 2 Cleo Ben *",
            "Ben on",
            "next",
            "Ben tells 5",
            "Cleo stays",
            "enough",
            "Anna lays 1 2 3 4 5",
            "Ben has 6",
            "Anna misses 3",
            "Cleo lays 1 2 3 4 5 6 *",
            "Cleo reveals",
            "Cleo counts",
        ),
        [
            {"letters": 3 * SCORE.guessed},
            {"word": 6 * SCORE.letter, "greens": 5 * SCORE.green},
            {"word": 6 * SCORE.letter, "longer": SCORE.longer, "greens": 5 * SCORE.green},
        ],
        "letter_jam.ruling.counting_greens",
        {"locked_greens": "count"},
        revision=2,
    ),
)


def lines(transcript: Transcript) -> list[dict[str, Any]]:
    """Return the log's lines, the header first."""
    players = len(transcript.points)
    # before revision 3, players without red tokens of their own could take greens from leaves
    table = Table(players, **({"greens": "free"} if transcript.revision < 3 else {}) | transcript.house)
    header = {
        "format": 1,
        "game": "letter_jam",
        "revision": transcript.revision,
        "seats": NAMES[:players],
        "setup": transcript.house,
    }
    entries = []
    for word in transcript.words:
        action = table.action(word)
        table.report(action)
        entry = entry_to_json(Entry("x", Act(action)), "letter_jam")
        later = LATER if transcript.revision == REVISION else ()
        left_out = ("id", "at", "by", "base", *later)
        entries.append(
            {name: value for name, value in entry.items() if name not in left_out and (name, value) != UNSAID}
        )
    assert [*table.points.values()] == [*transcript.points], transcript.name
    return [header, *entries]


def main() -> None:
    """Write all transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for transcript in TRANSCRIPTS:
        path = FOLDER / f"letter_jam_{transcript.name}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines(transcript)), encoding="utf-8")
    sheets = {
        f"letter_jam_{one.name}": {"points": one.points, "rests_on": one.rests_on, "near": one.near}
        for one in TRANSCRIPTS
    }
    write_sheets(FOLDER.parent, sheets)


if __name__ == "__main__":
    main()
