"""Waiting for a player on another phone. After a while the answer can be given here, in case that phone is gone."""

import asyncio
from typing import Final

import flet as ft

from companion.kernel.text import Listing, Player, messages
from companion.ui import design
from companion.ui.design.base import words
from companion.ui.design.layout import centred, column
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_task, use_value

T, N = messages("companion")

#: After this time, in seconds, anybody may answer for the player.
PATIENCE: Final = 12.0


@component
def Waiting(play: AnyPlay, seats: tuple[int, ...], ahead: list[ft.Control], foot: ft.Control) -> ft.Control:
    """The players that are waited for and, after a while, a button to answer for them.

    :param ahead: controls for this player's early answer.
    :param foot: the buttons to answer with.
    """
    here, answer_here = use_value(False)
    late, set_late = use_value(False)

    async def until_late() -> None:
        await asyncio.sleep(PATIENCE)
        set_late(True)

    use_task(play.context.page, until_late)
    if here:
        return foot
    names = Listing(tuple(map(Player, seats)))
    said = words(
        play.say(T("Waiting for {players}", players=names)), ft.TextThemeStyle.TITLE_LARGE, align=ft.TextAlign.CENTER
    )
    controls: list[ft.Control] = [said, *ahead]
    if late:
        go_on = T("Answer here") if play.view.asked else T("Continue here")
        answer = design.quiet_button(play.say(go_on), lambda: answer_here(True), "answer-here")
        controls.append(centred(answer))
    return design.paper(column(*controls), identifier="waiting")
