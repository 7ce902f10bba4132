"""Opening a table by its address."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import messages
from companion.storage.errors import StorageError
from companion.tables.roles import Role
from companion.tables.tables import Table
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.scaffold import dead_end, quiet_button
from companion.ui.app.wake_lock import use_awake
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import use_live

T, N = messages("companion")


def reached(draw: Callable[[Table], ft.Control]) -> ft.Control:
    """Return the rendered table of the address, or why it cannot be opened."""
    context, id = use_page_context(), ft.use_route_params().get("table", "")
    use_live(context.access.at(id))
    try:
        table = context.access.table(id)
    except (Refused, StorageError) as error:
        return _unreadable(context, id, error.why)
    return draw(table) if table.session else _unreadable(context, id, table.problem)


def _unreadable(context: PageContext, id: str, why: Explanation | None) -> ft.View:
    text = context.say(why.text if why else T("There is no such table."))
    delete = None
    with suppress(Refused, StorageError):  # a table that cannot be read now cannot be deleted either
        if context.role(id) is Role.HOST and id in context.access.all.library.ids():
            into_bin = partial(context.go, f"/delete/{id}")
            delete = quiet_button(context, T("Delete"), into_bin, "delete", outlined=False)
    return dead_end(context, f"/table/{id}", said=T("This game cannot be opened."), text=text, also=delete)


def use_device(play: AnyPlay) -> None:
    """Give the page the game's colour, and keep the screen awake until the game has ended."""
    context, colour = play.context, play.meta.colour
    ft.use_effect(lambda: context.tint(colour), dependencies=[colour], cleanup=lambda: context.tint(None))
    use_awake(context, not play.session.is_over)
