"""Like lines said as one: what the referee says of several players or poets, and of each the same, is one line with their names."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, TypeAlias

from attrs import evolve, frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Param, Text

#: What fills the holes of a text.
Filled: TypeAlias = Mapping[str, Param]

_PLAYER: Final = "player"

#: A text that begins so reads as well with several names.
_CALLED: Final = "{player}: "


@frozen
class GroupedLine:
    """How a line is said of several, where the words of one do not do.

    :param say: says it, of what filled the holes of each line.
    :param differ: the holes in which the lines may differ; the first names whom a line is said of.
    """

    say: Callable[[tuple[Filled, ...]], Text]
    differ: tuple[str, ...] = (_PLAYER,)

    @property
    def whom(self) -> str:
        """The hole that names whom a line is said of."""
        return self.differ[0]


def several(lines: Iterable[Filled], hole: str = _PLAYER) -> Listing:
    """Return what fills a hole of each line, as it stands in one line."""
    return Listing(tuple(line[hole] for line in lines))


def group_lines(said: Iterable[Explanation], together: Mapping[str, GroupedLine]) -> list[Explanation]:
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


def _as_one(run: list[Explanation], together: Mapping[str, GroupedLine]) -> Explanation:
    way = _way(run[0].text, together)
    assert way
    return evolve(run[0], text=way.say(tuple(map(_filled, run))))


def _like(run: list[Explanation], line: Explanation, together: Mapping[str, GroupedLine]) -> bool:
    """Tell whether a line differs from others in nothing but whom it is said of, and is said of somebody else."""
    way = _way(line.text, together)
    if way is None or _rest(line, way.differ) != _rest(run[0], way.differ):
        return False
    return _filled(line)[way.whom] not in [_filled(each)[way.whom] for each in run]


def _way(text: Text, together: Mapping[str, GroupedLine]) -> GroupedLine | None:
    """Return how a line is said of several, if it can be."""
    called = GroupedLine(partial(_called, text)) if text.message.startswith(_CALLED) else None
    return together.get(text.message, called)


def _called(text: Text, lines: tuple[Filled, ...]) -> Text:
    """Return a text that begins with a name, with the names of several."""
    return evolve(text, params=tuple({**lines[0], _PLAYER: several(lines)}.items()))


def _filled(line: Explanation) -> Filled:
    return dict(line.text.params)


def _rest(line: Explanation, differ: Iterable[str]) -> Explanation:
    """Return a line without that in which like lines differ."""
    params = tuple((hole, "" if hole in differ else value) for hole, value in line.text.params)
    return evolve(line, text=evolve(line.text, params=params))
