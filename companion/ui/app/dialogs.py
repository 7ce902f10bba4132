"""Sheets and dialogs above a screen, and error messages."""

import logging
from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.back_stack import use_back_step
from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import heading, soft
from companion.ui.design.layout import as_high_as_needed, beside, column

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

#: Share of the screen's height that a sheet may take: a tap on the rest closes it.
_MOST: Final = 0.9

#: Default width of a dialog in pixels.
WINDOW: Final = 560.0

FAILED: Final = T("That did not work. Nothing was changed.")


def use_above(
    context: PageContext,
    title: Text | str | None,
    content: ft.Control | None,
    on_close: Callable[[], None],
    width: float = WINDOW,
    *,
    slides: bool = True,
    grows: bool = False,
) -> None:
    """Show something above a screen, under a title and with a way out, as long as there is something.

    :param slides: whether it is a sheet from below on a phone.
    :param width: how wide a window of it is, in pixels.
    :param grows: whether the content has no scrolling list of its own and may become higher while it is shown.
    """
    said = context.say(title) if isinstance(title, Text) else title
    use_back_step(context.back_stack, bool(said and content), on_close, covers=True)
    name = said if content else None

    def announce_name() -> None:
        if name:
            context.announce(name)

    ft.use_effect(announce_name, dependencies=[name])
    # a sheet stays a sheet when the phone is turned: Flet would lay the window above it, and leave both there
    slid: Any = ft.use_ref(None)
    if name is None:
        slid.current = None
    elif slid.current is None:
        slid.current = slides and context.layout == "phone"
    shown = None
    if said and content:
        shown = above(context, said, content, on_close, slid=slid.current, width=width, grows=grows)
    ft.use_dialog(shown)


def above(
    context: PageContext,
    title: str,
    content: ft.Control,
    on_close: Callable[[], None],
    *,
    slid: bool,
    width: float = WINDOW,
    grows: bool = False,
) -> ft.DialogControl:
    """Return a sheet or dialog: a title, content and a close button; as high as its content, which scrolls if necessary.

    :param slid: whether it is a bottom sheet, as on a phone, and no dialog.
    :param width: width of a dialog in pixels.
    :param grows: whether the whole dialog scrolls, since a list in it would keep its first height.
    """
    close = design.icon_button(ft.Icons.CLOSE, context.say(T("Close")), on_close, "close")
    head = beside(heading(soft(title, ft.TextThemeStyle.LABEL_LARGE), expand=True), close, spacing=10.0)
    if slid:
        around = ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s, bottom=theme.Space.l)
        sheet = ft.Container(column(head, as_high_as_needed(content), spacing=0.0), padding=around)
        return ft.BottomSheet(
            # a sheet from below has no name of its own, nor does the client take it for a window
            content=ft.Semantics(content=sheet, label=title, container=True, identifier="bottom-sheet"),
            scrollable=True,
            size_constraints=ft.BoxConstraints(max_height=_MOST * (context.page.height or 800.0)),
            show_drag_handle=False,
            on_dismiss=on_close,
        )
    return ft.AlertDialog(
        content=ft.Container(column(head, content if grows else as_high_as_needed(content)), width=width),
        scrollable=grows,
        content_padding=theme.Space.l,
        actions_padding=0.0 if context.low else None,
        inset_padding=theme.Space.m if context.layout == "phone" or context.low else None,
        semantics_label=title,
        on_dismiss=on_close,
    )


def attempt(
    context: PageContext, do: Callable[[], Any], refuse: Callable[[Explanation], object] | None = None
) -> Callable[..., None]:
    """Return a handler that shows errors as messages; an uncaught error would cover the whole screen.

    :param refuse: shows why something is refused; by default a message at the bottom of the page does.
    """

    def handle(*_: object) -> None:
        try:
            do()
        except (Refused, StorageError) as error:
            if refuse:
                refuse(error.why)
            else:
                context.toast(context.say(error.why.text))
        except Exception:
            log.exception("a handler failed")
            context.toast(context.say(FAILED))

    return handle
