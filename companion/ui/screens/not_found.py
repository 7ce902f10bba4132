"""The screen for an address that leads nowhere."""

import flet as ft

from companion.kernel.text import messages
from companion.ui.context import use_page_context
from companion.ui.frame import dead_end
from companion.ui.live import screen_component

T, N = messages("companion")


@screen_component
def NotFound() -> ft.Control:
    """Nothing lies here; the way home does."""
    return dead_end(use_page_context(), "/nowhere", said=T("There is nothing at this address."))
