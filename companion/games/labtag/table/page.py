"""Parts that all phases of the table share: sizes, messages and the lower controls."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.games.labtag.messages import T
from companion.games.labtag.view import TableView
from companion.ui.design.layout import beside, wide
from companion.ui.kit.elements import referee_card
from companion.ui.kit.pane import LATEST, exact_switch, note, sign_button
from companion.ui.kit.table_context import Play

#: Up to this number of players, places on a phone are large; up to this number of buttons, they stay at the bottom.
FEW: Final = 3
#: Groups side by side on a phone.
PER_LINE: Final = 5
#: The gap between buttons on a line is part of the buttons, so that they are wide enough on narrow phones.
GAP: Final = ft.Padding.symmetric(horizontal=2.0)


_TROPHY: Final = "labtag.match.trophy"
_RESULTS: Final = (_TROPHY, "labtag.ruling.drawn_match")


def last_messages(play: Play[TableView]) -> list[ft.Control]:
    """Return the latest messages: the result of the match first, then instructions and the proof, line by line."""
    done = [line for line in play.last_messages if line.rules[0] in _RESULTS]
    result = [
        note(play, line, kind="good" if line.rules[0] == _TROPHY else "info", identifier="result") for line in done[:1]
    ]
    proof = [line for line in play.last_messages if line not in (*done, *play.view.proof)]
    if done and not play.session.is_over:  # the deciding line of the proof comes first
        proof = [*proof[-1:], *proof[:-1]]
    for each in result:
        each.key = LATEST
    return [*result, *referee_card(play, said=[*done[1:], *proof], proof=bool(result))]


def below(play: Play[TableView], open_library: Callable[[], None], quiet: ft.Control | None = None) -> ft.Control:
    """Return the controls below the buttons: the switch of detail or another quiet button, and the card library."""
    way = quiet or exact_switch(play, T("Only who wins"), T("Groups and cards"))
    return beside(wide(way), library_button(play, open_library))


def library_button(play: Play[TableView], open_library: Callable[[], None]) -> ft.Control:
    """Return the button that opens the card library."""
    return sign_button(play, ft.Icons.STYLE_OUTLINED, T("Known cards"), open_library, "collection")
