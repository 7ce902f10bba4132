"""The layout of the table screen: messages, the table, and the buttons at the bottom."""

from collections.abc import Sequence
from typing import Final

import flet as ft

from companion.games.schlafmuetze.phases import Counting, RoundOver, Running
from companion.games.schlafmuetze.reports.laying import GoesOn, Laid
from companion.games.schlafmuetze.reports.setting import CircleTold, TopTold
from companion.games.schlafmuetze.view import TableView
from companion.kernel.explain import Tone
from companion.ui.kit.elements import finish, prompt, referee_card
from companion.ui.kit.pane import notes, pane
from companion.ui.kit.table_context import Play

#: Reports during the race for the next card, without consequences for a player.
_PLAYED_ON: Final = (Laid, GoesOn, TopTold, CircleTold)


def table_page(
    play: Play[TableView], middle: Sequence[ft.Control], foot: ft.Control | None, leading: ft.Control | None = None
) -> ft.Control:
    """Return the screen: the prompt, the table, and the buttons at the bottom."""
    head, messages = [prompt(play, leading=leading)], referee_card(play)
    last, phase = play.session.last_message_item, play.view.state_phase
    if play.session.is_over:
        shown = [*finish(play, *middle), *messages]
    elif isinstance(phase, RoundOver):
        # order: totals, chips to put back, then the calculation; the note would only repeat who was the Schlafmütze
        to_do_first = sorted(play.last_messages, key=lambda line: line.tone is not Tone.TODO)
        shown = [*head, *middle, *referee_card(play, said=to_do_first)]
    elif play.view.every_card and isinstance(phase, Running) and last and isinstance(last.action, _PLAYED_ON):
        # the circle keeps its place while cards follow each other; on a wide page the history beside it has the messages
        shown = [*head, *middle, *notes(play), *([] if play.layout.roomy else messages)]
    elif isinstance(phase, Counting) and play.context.low and play.context.large:
        # the number keys would be below the edge of the screen
        shown = [*head, *middle, *messages, *notes(play)]
    else:
        shown = [*head, *messages, *middle, *notes(play)]
    return pane(play, shown, foot)
