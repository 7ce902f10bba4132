"""How the table's screen is laid out: what is to be seen, and the buttons under the thumb."""

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

#: What may be told in the midst of the race for the next card, and costs nobody anything.
_PLAYED_ON: Final = (Laid, GoesOn, TopTold, CircleTold)


def laid_out(
    play: Play[TableView], middle: Sequence[ft.Control], foot: ft.Control | None, leading: ft.Control | None = None
) -> ft.Control:
    """What to do next, what lies on the table, and the buttons that stay in reach."""
    head, told = [prompt(play, leading=leading)], referee_card(play)
    last, phase = play.session.last_message_item, play.view.state_phase
    if play.session.is_over:
        seen = [*finish(play, *middle), *told, *notes(play)]
    elif isinstance(phase, RoundOver):
        # who has how much, what is done with the chips, and how it comes about
        to_do_first = sorted(play.last_messages, key=lambda line: line.tone is not Tone.TODO)
        seen = [*head, *middle, *referee_card(play, said=to_do_first), *notes(play)]
    elif isinstance(phase, Running) and last is not None and isinstance(last.action, _PLAYED_ON):
        # while one card follows the other the circle stays where it is; what was told of it stands in the history beside it
        seen = [*head, *middle, *notes(play), *([] if play.layout.roomy else told)]
    elif isinstance(phase, Counting) and play.context.low and play.context.large:
        # the numbers to tap would be below the screen
        seen = [*head, *middle, *told, *notes(play)]
    else:
        seen = [*head, *told, *middle, *notes(play)]
    return pane(play, seen, foot)
