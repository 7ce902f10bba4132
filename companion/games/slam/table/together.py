"""What is said of several players alike, in one line."""

from typing import Final

from companion.games.slam.messages import T
from companion.kernel.text import Text
from companion.ui.alike import Filled, Together, several


def _called(lines: tuple[Filled, ...]) -> Text:
    return T("{players} called Schinken without a tie and leave this slam.", players=several(lines))


def _seconds(lines: tuple[Filled, ...]) -> Text:
    return T("Runner-up title, {players}: {total} each", players=several(lines), total=lines[0]["total"])


TOGETHER: Final = {
    "{player} called Schinken without a tie and leaves this slam.": Together(_called),
    "Runner-up title, {player}: {total}": Together(_seconds),
}
