"""Taking the program home: from a phone that has joined to the same program in its own browser."""

import flet as ft

from companion.kernel.text import messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import soft
from companion.ui.design.layout import column
from companion.ui.transfer.qr_codes import way_home

T, N = messages("companion")


def taking(context: PageContext) -> ft.Control | None:
    """Return the way home as one line, if this browser keeps the program."""
    try:
        address = way_home(context) if context.app.lan else None
    except StorageError:  # who needs to hear of it reads it where the games are
        return None
    if not address:
        return None
    action = ft.OpenUrl(address, target=ft.UrlTarget.BLANK)
    text = context.say(T("Install on this device"))
    return design.quiet_button(text, None, "take-home", icon=ft.Icons.INSTALL_MOBILE, outlined=False, action=action)


def taking_home(context: PageContext) -> list[ft.Control]:
    """Return the entry in the settings, if the program can be installed."""
    way = taking(context)
    if not way and not (context.app.lan and context.app.lan.pocket):
        return []
    if way:
        text = T(
            "Open Companion in this browser once and add it to the home screen: then it needs neither the "
            "computer nor a network. It has its own games; “Send to another device” takes one there."
        )
    else:
        text = T(
            "The browser keeps nothing from this address; for that the address has to begin with https. "
            "Whoever runs Companion can enter one under “Send to another device”; then it can be installed "
            "from here."
        )
    sentence = soft(context.say(text), ft.TextThemeStyle.BODY_LARGE)
    return [
        design.section(
            context.say(T("Without a network")),
            [column(sentence, *([ft.Row([way])] if way else []), spacing=theme.Space.m)],
        )
    ]
