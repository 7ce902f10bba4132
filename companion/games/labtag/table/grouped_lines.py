"""What two groups come to, in one line where they are level."""

from typing import Final

from companion.games.labtag.messages import T
from companion.kernel.text import Text
from companion.ui.kit.group_lines import Filled, GroupedLine, several


def _flags(lines: tuple[Filled, ...]) -> Text:
    return T("{players}: LABTAG values, together {total} each.", players=several(lines), total=lines[0]["total"])


def _corners(lines: tuple[Filled, ...]) -> Text:
    return T("{players}: card values, together {total} each.", players=several(lines), total=lines[0]["total"])


def _flag(lines: tuple[Filled, ...]) -> Text:
    return T("{players}: LABTAG value {total} each.", players=several(lines), total=lines[0]["total"])


def _corner(lines: tuple[Filled, ...]) -> Text:
    return T("{players}: card value {total} each.", players=several(lines), total=lines[0]["total"])


TOGETHER: Final = {
    "{player}: LABTAG values, together {total}.": GroupedLine(_flags),
    "{player}: card values, together {total}.": GroupedLine(_corners),
    "{player}: LABTAG value {total}.": GroupedLine(_flag),
    "{player}: card value {total}.": GroupedLine(_corner),
}
