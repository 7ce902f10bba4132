"""Statistics of LABTAG over many games."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from companion.games.labtag.messages import T
from companion.games.labtag.model import Revealing, Trophy
from companion.kernel.history import HistoryLine
from companion.scoring.game_stats import Found, GameStat

#: What can decide a match: title, and the rules that the deciding line of the proof cites first.
_CRITERIA: Final = {
    "king": (T("Won by a king"), ("labtag.special.king",)),
    "ace": (T("Won by an ace"), ("labtag.special.ace",)),
    "strength": (
        T("Won by strength"),
        ("labtag.match.strength", "labtag.special.jack", "labtag.special.queen"),
    ),
    "values": (T("Won by the card values"), ("labtag.match.tie_values", "labtag.ruling.jack_ties")),
    "legendary": (T("Won by legendary cards"), ("labtag.match.tie_legendary",)),
    "turn": (T("Won because it was their turn"), ("labtag.ruling.drawn_match",)),
}
_BY_RULE: Final = {rule: key for key, (_, rules) in _CRITERIA.items() for rule in rules}


def _won(criterion: str, line: HistoryLine) -> Iterator[Found]:
    """Yield the winner of a match that a criterion decided, if the match was proven (labtag.match.strength)."""
    winner = _winner(line)
    lines = line.item.step.messages if line.item.step else ()
    deciding = [_BY_RULE[line.rules[0]] for line in lines if line.rules and line.rules[0] in _BY_RULE]
    if winner is not None and deciding and deciding[-1] == criterion:
        yield Found(winner, 1)


def _winner(line: HistoryLine) -> int | None:
    step, before = line.item.step, line.before.phase
    if step is None or not isinstance(before, Revealing) or isinstance(step.state.phase, Revealing):
        return None
    if isinstance(step.state.phase, Trophy):
        return int(step.state.phase.winner)
    if before.won:
        return before.won.winner
    return step.points[0].seat if step.points else None


STATISTICS: Final = {
    "labtag": tuple(GameStat(key, title, rules[0], partial(_won, key)) for key, (title, rules) in _CRITERIA.items())
}
