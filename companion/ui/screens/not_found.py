"""The screen for an address that leads nowhere."""

import flet as ft

from companion.kernel.text import messages
from companion.ui import parts
from companion.ui.desk import use_desk
from companion.ui.frame import screen
from companion.ui.live import screen_component

T, N = messages("companion")


@screen_component
def NotFound() -> ft.Control:
    """Nothing lies here; the way home does."""
    desk = use_desk()
    home = parts.quiet_button(text=desk.say(T("To the start")), on_click=lambda _: desk.go("/"), identifier="home")
    return screen(
        desk,
        route="/nowhere",
        title="Companion",
        controls=[parts.empty_state(title=desk.say(T("There is nothing at this address.")), action=home)],
    )
