"""Statistics of Letter Jam over many games."""

from collections.abc import Iterator
from typing import Final

from companion.games.letter_jam.messages import T
from companion.kernel.history import HistoryLine
from companion.scoring.game_stats import Found, GameStat


def _letters(told: HistoryLine) -> Iterator[Found]:
    """Yield how many letters a clue has that was just given (letter_jam.clue.chips)."""
    after = told.item.step.state if told.item.step else told.before
    if len(after.clues) > len(told.before.clues):
        clue = after.clues[-1]
        yield Found(clue.giver, clue.letters, 1)


TELLINGS: Final = {
    "letter_jam": (GameStat("letters", T("Letters per clue"), "letter_jam.clue.chips", _letters, "mean"),)
}
