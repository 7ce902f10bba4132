"""The screen for an address that leads nowhere."""

import flet as ft

from companion.kernel.text import messages
from companion.ui.app.context import use_page_context
from companion.ui.app.scaffold import dead_end
from companion.ui.runtime.hooks import screen_component

T, N = messages("companion")


@screen_component
def NotFound() -> ft.Control:
    """The screen for an unknown address, with a way home."""
    return dead_end(use_page_context(), "/nowhere", said=T("There is nothing at this address."))
