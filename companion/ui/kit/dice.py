"""A die for who has none at hand: what it shows comes into the game as if it had been rolled on the table."""

import random
from collections.abc import Callable, Sequence

import flet as ft

from companion.kernel.text import messages
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.app.dialogs import attempt

T, N = messages("companion")


def roll_button(
    context: PageContext, faces: Sequence[int], rolled: Callable[[int], None], identifier: str
) -> ft.Control:
    """Return the button that rolls a die, says what it shows and takes it.

    :param faces: what it can show, each as often.
    """

    def roll() -> None:
        face = random.choice(faces)
        context.buzz()
        context.toast(context.say(T("The die shows {n}.", n=face)))
        rolled(face)

    return design.quiet_button(
        context.say(T("Roll")), attempt(context, roll), identifier, icon=ft.Icons.CASINO_OUTLINED, outlined=False
    )
