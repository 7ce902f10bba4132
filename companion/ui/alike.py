"""Like lines said as one: what the referee says of several players, and of each the same, is one line with their names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from attrs import evolve, frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Param, Player, Text

#: What fills the holes of a text.
Filled: TypeAlias = Mapping[str, Param]

_PLAYER: Final = "player"

#: A text that begins so reads as well with several names.
_CALLED: Final = "{player}: "


@frozen
class Together:
    """How a line is said of several, where the words of one do not do.

    :param say: says it, of what filled the holes of each line.
    :param differ: the holes in which the lines may differ.
    """

    say: Callable[[tuple[Filled, ...]], Text]
    differ: tuple[str, ...] = (_PLAYER,)


def several(lines: Iterable[Filled], hole: str = _PLAYER) -> Listing:
    """Return what fills a hole of each line, as it stands in one line."""
    return Listing(tuple(line[hole] for line in lines))


def merged(said: Iterable[Explanation], together: Mapping[str, Together]) -> list[Explanation]:
    """Return lines in the order in which they were said; those that follow each other and are like each other are one.

    :param together: how a game says its lines of several, by the message of one.
    """
    runs: list[list[Explanation]] = []
    for line in said:
        if runs and _like(runs[-1], line, together):
            runs[-1].append(line)
        else:
            runs.append([line])
    return [run[0] if len(run) == 1 else _as_one(run, together) for run in runs]


def _as_one(run: list[Explanation], together: Mapping[str, Together]) -> Explanation:
    text = run[0].text
    filled = tuple(dict(line.text.params) for line in run)
    if way := together.get(text.message):
        return evolve(run[0], text=way.say(filled))
    names = several(filled)
    params = tuple((hole, names if hole == _PLAYER else value) for hole, value in text.params)
    return evolve(run[0], text=evolve(text, params=params))


def _like(run: list[Explanation], line: Explanation, together: Mapping[str, Together]) -> bool:
    """Tell whether a line differs from others in nothing but whom it is said of."""
    text, way = line.text, together.get(line.text.message)
    if way is None and not text.message.startswith(_CALLED):
        return False
    differ = way.differ if way else (_PLAYER,)
    who = [dict(each.text.params).get(_PLAYER) for each in (*run, line)]
    twice = _PLAYER in differ and (who[-1] in who[:-1] or not all(isinstance(one, Player) for one in who))
    return not twice and _rest(line, differ) == _rest(run[0], differ)


def _rest(line: Explanation, differ: Iterable[str]) -> Explanation:
    """Return a line without that in which like lines differ."""
    params = tuple((hole, "" if hole in differ else value) for hole, value in line.text.params)
    return evolve(line, text=evolve(line.text, params=params))
