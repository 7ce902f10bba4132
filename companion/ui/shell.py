"""The shell of one page: its routes, its look, its language, and "why?" above everything."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import flet as ft

from companion.i18n import negotiate
from companion.kernel.explain import Explanation
from companion.kernel.text import messages
from companion.tables.languages import PREFERRED
from companion.ui import preferences as device
from companion.ui import theme as look
from companion.ui.desk import Desk, DeskContext, Room, use_layout
from companion.ui.dialogs import sheet
from companion.ui.live import Pulse, forget, use_maybe, use_value
from companion.ui.preferences import Preferences
from companion.ui.rule import Why, WhyBody
from companion.ui.screens.home import Home
from companion.ui.screens.new_game import ChooseGame, NewGame
from companion.ui.screens.not_found import NotFound
from companion.ui.screens.rules import RulePage, Rules
from companion.ui.screens.settings import Settings
from companion.ui.screens.table import TablePage

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

ROUTES: Final = [
    ft.Route(
        path="/",
        component=Home,
        children=[
            ft.Route(path="new", component=ChooseGame, children=[ft.Route(path=":game", component=NewGame)]),
            ft.Route(path="table/:table/:tab?", component=TablePage),
            ft.Route(path="rules", component=Rules, children=[ft.Route(path=":rule", component=RulePage)]),
            ft.Route(path="settings", component=Settings),
        ],
    )
]


@ft.component
def App(room: Room, loaded: Preferences, pulse: Pulse, preferred: tuple[str, ...]) -> Any:
    """One page of the program."""
    page: Any = ft.context.page
    preferences, set_preferences = use_value(loaded)
    why, ask = use_maybe(Why)
    layout = use_layout()
    locale = preferences.language or negotiate(preferred)

    def prefer(changed: Preferences) -> None:
        set_preferences(changed)
        page.run_task(device.save, changed)

    def dress() -> None:
        page.theme_mode = ft.ThemeMode(preferences.appearance)
        page.theme = look.theme(None, dark=False, text_scale=preferences.text)
        page.dark_theme = look.theme(None, dark=True, text_scale=preferences.text)
        page.locale_configuration = ft.LocaleConfiguration(
            supported_locales=[ft.Locale(name) for name in ("en", "de")], current_locale=ft.Locale(locale)
        )
        page.update()

    ft.use_effect(dress, dependencies=[preferences.appearance, preferences.text, locale])

    def build() -> Desk:
        def explain(explanation: Explanation, names: tuple[str, ...]) -> None:
            ask(Why(explanation, names))

        return Desk(room, page, preferences, locale, pulse, explain, prefer)

    desk = ft.use_memo(build, dependencies=[preferences, locale])

    def draw() -> Any:
        title = desk.say(T("Why?"))
        body = (
            sheet(
                desk, title=title, content=WhyBody(why, key=str(hash(why))), layout=layout, on_close=lambda: ask(None)
            )
            if why
            else None
        )
        ft.use_dialog(body)
        return ft.Router(ROUTES, manage_views=True, not_found=NotFound)

    return DeskContext(desk, draw)


def main_of(room: Room) -> Callable[[ft.Page], Awaitable[None]]:
    """Return what Flet calls for every page that is opened."""

    async def main(page: ft.Page) -> None:
        pulse = Pulse()
        page.title = "Companion"
        page.fonts = look.fonts()
        page.on_connect = lambda _: pulse.beat()
        page.on_close = lambda _: forget(page)
        loaded = await device.load()
        page.theme_mode = ft.ThemeMode(loaded.appearance)
        page.theme = look.theme(None, dark=False, text_scale=loaded.text)
        page.dark_theme = look.theme(None, dark=True, text_scale=loaded.text)
        page.render_views(App, room, loaded, pulse, PREFERRED.get())

    return main
