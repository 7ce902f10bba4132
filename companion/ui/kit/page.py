"""What a board uses of its page: context, back stack, and keyboard."""

from companion.ui.app.context import LARGE, Layout, PageContext
from companion.ui.app.dialogs import use_above
from companion.ui.app.keyboard import first_stop, go_to_first_stop, under_the_thumb
from companion.ui.app.shortcuts import Key, use_keys

__all__ = [
    "LARGE",
    "Key",
    "Layout",
    "PageContext",
    "first_stop",
    "go_to_first_stop",
    "under_the_thumb",
    "use_above",
    "use_keys",
]
