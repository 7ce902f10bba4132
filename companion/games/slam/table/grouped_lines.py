"""What is said of several players, or of several poets, alike, in one line."""

from typing import Final

from companion.games.slam.messages import T
from companion.kernel.text import Text
from companion.ui.kit.group_lines import Filled, GroupedLine, several

_POET: Final = "poet"


def _called(lines: tuple[Filled, ...]) -> Text:
    return T("{players} called Schinken without a tie and leave this slam.", players=several(lines))


def _seconds(lines: tuple[Filled, ...]) -> Text:
    return T("Runner-up title, {players}: {total} each", players=several(lines), total=lines[0]["total"])


def _one_card(lines: tuple[Filled, ...]) -> Text:
    return T("{players} have only one card left and lay that.", players=several(lines))


def _no_card(lines: tuple[Filled, ...]) -> Text:
    return T("{players} have no card left and sit this slam out.", players=several(lines))


def _not_admitted(lines: tuple[Filled, ...]) -> Text:
    return T("{poets} are not admitted: no effect, discarded.", poets=several(lines, _POET))


def _exposed(lines: tuple[Filled, ...]) -> Text:
    return T("{poets} were exposed by detectives and are out.", poets=several(lines, _POET))


TOGETHER: Final = {
    "{player} called Schinken without a tie and leaves this slam.": GroupedLine(_called),
    "Runner-up title, {player}: {total}": GroupedLine(_seconds),
    "{player} has only one card left and lays that.": GroupedLine(_one_card),
    "{player} has no card left and sits this slam out.": GroupedLine(_no_card),
    "{poet} is not admitted: no effect, discarded.": GroupedLine(_not_admitted, differ=(_POET,)),
    "{poet} was exposed by a detective and is out.": GroupedLine(_exposed, differ=(_POET,)),
}
