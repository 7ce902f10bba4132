"""A die for tables without one; its result is entered as if it had been rolled."""

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
    """Return the button that rolls a die, shows the result and enters it.

    :param faces: the possible results, each equally likely.
    """

    def roll() -> None:
        face = random.choice(faces)
        context.buzz()
        context.toast(context.say(T("The die shows {n}.", n=face)))
        rolled(face)

    return design.quiet_button(
        context.say(T("Roll")), attempt(context, roll), identifier, icon=ft.Icons.CASINO_OUTLINED, outlined=False
    )
