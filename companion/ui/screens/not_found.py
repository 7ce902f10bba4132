"""The screen for an address that leads nowhere."""

import flet as ft

from companion.kernel.text import messages
from companion.ui import parts
from companion.ui.context import use_page_context
from companion.ui.frame import screen
from companion.ui.live import screen_component

T, N = messages("companion")


@screen_component
def NotFound() -> ft.Control:
    """Nothing lies here; the way home does."""
    context = use_page_context()
    home = parts.quiet_button(
        text=context.say(T("To the start")), on_click=lambda _: context.go("/"), identifier="home"
    )
    return screen(
        context,
        route="/nowhere",
        title="Companion",
        controls=[parts.empty_state(title=context.say(T("There is nothing at this address.")), action=home)],
    )
