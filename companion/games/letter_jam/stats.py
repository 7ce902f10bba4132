"""Statistics of Letter Jam over many games."""

from collections.abc import Iterator
from typing import Final

from companion.games.letter_jam.messages import T
from companion.kernel.history import HistoryLine
from companion.scoring.game_stats import Found, GameStat


def _letters(line: HistoryLine) -> Iterator[Found]:
    """Yield how many letters a clue has that was just given (letter_jam.clue.chips)."""
    after = line.item.step.state if line.item.step else line.before
    if len(after.clues) > len(line.before.clues):
        clue = after.clues[-1]
        yield Found(clue.giver, clue.letters, 1)


STATISTICS: Final = {
    "letter_jam": (GameStat("letters", T("Letters per clue"), "letter_jam.clue.chips", _letters, "mean"),)
}
