"""Out to other programs and to paper: one game, or all that are kept."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final

import flet as ft

from companion.exchange import bgstats_export
from companion.exchange.formats import FORMS, ExportFormat, ExportRequest
from companion.exchange.game_export import ExportedGame, all_exported
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.scaffold import dead_end, quiet_button, screen
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import column, flowing, lines
from companion.ui.runtime.hooks import component, screen_component
from companion.ui.transfer.file_buttons import file_buttons
from companion.ui.transfer.share_page import LONGEST_LINK, NOT_HERE

T, N = messages("companion")

TITLE: Final = T("Export")

#: Ending of text formats, which can be copied, too; a link can be opened, for one game only.
_PASTED: Final = "text"
_OPENED: Final = "link"


@screen_component
def PapersPage() -> ft.Control:
    """The export of the game in the address, or of all games."""
    context = use_page_context()
    id = ft.use_route_params().get("table") or ""
    route = f"/papers/{id}" if id else "/papers"
    if not context.host:
        return dead_end(context, route, said=NOT_HERE, title=context.say(TITLE))
    back = f"/pass/{id}" if id else "/settings"
    return screen(context, route=route, title=context.say(TITLE), controls=[Forms(id, key=f"papers-{id}")], back=back)


@component
def Forms(id: str) -> ft.Control:
    """The exported games, and a block for each format."""
    context = use_page_context()
    tables = context.access.all
    try:
        games = all_exported(tables.library, tables.games, context.locale, [id] if id else None)
    except StorageError as error:
        return words(context.say(error.why.text), ft.TextThemeStyle.BODY_LARGE)
    if not games:
        return words(context.say(T("There is no game here to export.")), ft.TextThemeStyle.BODY_LARGE)
    what = games[0].title if id else context.say(N("{n} game", "{n} games", n=len(games)))
    blocks = [_block(context, name, form, games) for name, form in FORMS.items() if id or name != _OPENED]
    return column(words(what, ft.TextThemeStyle.HEADLINE_SMALL), *blocks, spacing=theme.Space.xl)


def _block(context: PageContext, name: str, form: ExportFormat, games: Sequence[ExportedGame]) -> ft.Control:
    """Return the description of a format and its buttons."""
    kind = games[0].kind if len(games) == 1 else "companion"
    file = f"{kind}-{date.today().isoformat()}.{form.ending}"

    def make() -> tuple[str, bytes]:
        return file, form.make(ExportRequest(games, context.locale, datetime.now(UTC)))

    def copy() -> None:
        text = make()[1].decode()

        async def put() -> None:
            await files.copy(text)
            context.toast(context.say(T("Copied.")))

        files.asked(context, put)()

    def copy_button(text: Text) -> ft.Control:
        return quiet_button(context, text, copy, f"copy-{name}", icon=ft.Icons.CONTENT_COPY_OUTLINED)

    about = context.say(form.about)
    if name == _OPENED:
        link = bgstats_export.push_link(games[0])
        if len(link) > LONGEST_LINK:
            return ft.Container()
        opened = ft.OpenUrl(link)
        ways = [
            quiet_button(context, T("Open BG Stats"), None, "open-link", icon=ft.Icons.OPEN_IN_NEW, action=opened),
            copy_button(T("Copy the link")),
        ]
    else:
        ways = file_buttons(context, form.title, make, "{}-" + name)
        if name == _PASTED:
            ways.insert(0, copy_button(T("Copy")))
    content = lines(soft(about, ft.TextThemeStyle.BODY_MEDIUM), flowing(ways, apart=10.0), spacing=theme.Space.s)
    return design.section(context.say(form.title), [content])
