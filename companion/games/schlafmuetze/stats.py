"""Statistics of Schlafmütze over several games."""

from collections.abc import Iterator
from typing import Final

from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.phases import Voting
from companion.games.schlafmuetze.reports.doubts import AllAgree
from companion.kernel.history import HistoryLine
from companion.scoring.game_stats import Found, GameStat

#: The first rule cited when a doubt is decided, and whether the doubters were right.
_DECIDED: Final = {"schlafmuetze.doubt.rejected": True, "schlafmuetze.doubt.upheld": False}


def _decided(line: HistoryLine) -> tuple[int, tuple[int, ...], bool] | None:
    """Return the author, the doubters, and whether they were right, if a line decides a doubt."""
    action, phase = line.item.action, line.before.phase
    if isinstance(action, AllAgree):
        return action.author, tuple(dict.fromkeys(action.doubters)), action.against
    first = (
        next((message.rules[0] for message in line.item.step.messages if message.rules), "") if line.item.step else ""
    )
    if isinstance(phase, Voting) and first in _DECIDED:
        return phase.author, phase.doubters, _DECIDED[first]
    return None


def _doubts(line: HistoryLine) -> Iterator[Found]:
    """Yield for each doubter whether the doubt was right (schlafmuetze.doubt.rejected)."""
    if decided := _decided(line):
        _, doubters, right = decided
        for seat in doubters:
            yield Found(seat, int(right), 1)


def _words(line: HistoryLine) -> Iterator[Found]:
    """Yield for the author of a doubted word whether it stood (schlafmuetze.doubt.upheld)."""
    if decided := _decided(line):
        author, _, right = decided
        yield Found(author, int(not right), 1)


STATISTICS: Final = {
    "schlafmuetze": (
        GameStat("doubts", T("Doubts that were right"), "schlafmuetze.doubt.rejected", _doubts, "share"),
        GameStat("words", T("Doubted words that stood"), "schlafmuetze.doubt.upheld", _words, "share"),
    )
}
