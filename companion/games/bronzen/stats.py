"""Statistics of Bronzen over many games."""

from collections.abc import Iterator
from typing import Final

from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.model import GameOver, RoundOver, State
from companion.kernel.history import HistoryLine
from companion.scoring.game_stats import Found, GameStat


def _chips(line: HistoryLine) -> Iterator[Found]:
    """Yield the chips on each account at the end of a round, where they are known (bronzen.score.rounds)."""
    after = _after(line)
    if (
        after
        and after.known
        and isinstance(after.phase, RoundOver | GameOver)
        and not isinstance(line.before.phase, RoundOver)
    ):
        for seat in SEATS:
            yield Found(seat, sum(after.accounts[seat].count(chip) for chip in LADDER), 1)


def _doubles(line: HistoryLine) -> Iterator[Found]:
    """Yield the number of successful doubles in a finished trick (bronzen.double.who)."""
    after, doubles = _after(line), line.before.running.doubles
    if after and any(doubles) and not any(after.running.doubles):
        for seat in SEATS:
            if doubles[seat]:
                yield Found(seat, doubles[seat] if after.last_winner == seat else 0, doubles[seat])


def _after(line: HistoryLine) -> State | None:
    return line.item.step.state if line.item.step else None


STATISTICS: Final = {
    "bronzen": (
        GameStat("chips", T("Chips per round"), "bronzen.score.rounds", _chips, "mean"),
        GameStat("doubles", T("Doubles won"), "bronzen.double.who", _doubles, "share"),
    )
}
