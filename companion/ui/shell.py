"""The shell of one page: its routes, its look, its language, and "why?" above everything."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import flet as ft
from attrs import evolve

from companion import flet_patches, resources
from companion.i18n import Renderer, negotiate, region_of
from companion.kernel.explain import Refused
from companion.kernel.text import messages
from companion.storage.errors import StorageError
from companion.tables.access import Access
from companion.tables.languages import PREFERRED
from companion.tables.roles import GRANTS, ORIGIN, Grant
from companion.tables.signal import Signal
from companion.ui.app import preferences as device
from companion.ui.app.back_stack import BackStack
from companion.ui.app.context import AppContext, CurrentPage, PageContext, Why, layout_of, step_of
from companion.ui.app.dialogs import use_above
from companion.ui.app.preferences import Preferences
from companion.ui.app.presence import Presence
from companion.ui.app.shortcuts import KEYS, Keys
from companion.ui.app.shortcuts_help import KeyList, common_keys
from companion.ui.app.text_scale import measure_type
from companion.ui.design import theme
from companion.ui.rules.rule import WhyBody
from companion.ui.runtime.hooks import SORRY, forget, use_live, use_optional, use_value
from companion.ui.runtime.reconcile import reset_layout
from companion.ui.runtime.tap_queue import one_by_one
from companion.ui.screens.home import Home

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

flet_patches.apply()

#: Screens that are imported on first use.
_LATER: Final = {
    "screens.not_found": ("NotFound",),
    "screens.settings": ("Settings",),
    "setup.choose": ("ChooseGame",),
    "setup.page": ("NewGame",),
    "table.page": ("TablePage",),
    "table.big_board": ("BoardPage",),
    "rules.index": ("RulePage", "Rules"),
    "rules.rulebook": ("ReadingPage",),
    "stats.games": ("EveningsScreen",),
    "stats.game_detail": ("PastGame",),
    "stats.people": ("PairScreen", "PeopleScreen", "PersonScreen"),
    "stats.by_game": ("FigureScreen", "KindScreen"),
    "transfer.export_page": ("PapersPage",),
    "transfer.import_page": ("Bring",),
    "transfer.share_page": ("PassOn",),
    "transfer.trash": ("Bin", "Delete"),
}
_MODULE: Final = {name: f"companion.ui.{module}" for module, names in _LATER.items() for name in names}


def _later(name: str) -> Callable[[], Any]:
    """Return a screen that is loaded when it is shown first."""
    return lambda: getattr(import_module(_MODULE[name]), name)()


def load_screens() -> Iterator[Any]:
    """Import all screens, one after the other."""
    return (getattr(import_module(module), name) for name, module in _MODULE.items())


ROUTES: Final = [
    ft.Route(
        path="/",
        component=Home,
        children=[
            ft.Route(
                path="new",
                component=_later("ChooseGame"),
                children=[ft.Route(path=":game", component=_later("NewGame"))],
            ),
            ft.Route(path="table/:table/board", component=_later("BoardPage")),
            ft.Route(path="table/:table/:tab?", component=_later("TablePage")),
            ft.Route(
                path="rules", component=_later("Rules"), children=[ft.Route(path=":rule", component=_later("RulePage"))]
            ),
            ft.Route(path="read/:game/:way?", component=_later("ReadingPage")),
            ft.Route(path="settings", component=_later("Settings")),
            ft.Route(
                path="evenings",
                component=_later("EveningsScreen"),
                children=[
                    ft.Route(path="game/:table", component=_later("PastGame")),
                    ft.Route(path="people", component=_later("PeopleScreen")),
                    ft.Route(path="person/:person", component=_later("PersonScreen")),
                    ft.Route(path="person/:person/:other", component=_later("PairScreen")),
                    ft.Route(path="kind/:kind", component=_later("KindScreen")),
                    ft.Route(path="kind/:kind/:figure/:person", component=_later("FigureScreen")),
                ],
            ),
            ft.Route(path="pass/:table", component=_later("PassOn")),
            ft.Route(path="bin", component=_later("Bin")),
            ft.Route(path="delete/:table/:again?", component=_later("Delete")),
            ft.Route(path="papers/:table?", component=_later("PapersPage")),
            ft.Route(path="bring/:part?", component=_later("Bring")),
            # not the router's own way: it would put this view into another one, which the client shows as a grey box
            ft.Route(path=":nowhere/:further*", component=_later("NotFound")),
        ],
    )
]


@ft.component
def App(
    app: AppContext,
    loaded: Preferences,
    pulse: Signal,
    presence: Presence,
    layers: BackStack,
    keys: Keys,
    preferred: tuple[str, ...],
    passes: tuple[Grant, ...],
    origin: str,
    opened: str | None,
) -> Any:
    """One page of the program.

    :param opened: the colour it has when it is opened.
    """
    page: Any = ft.context.page
    preferences, set_preferences = use_value(loaded)
    why, ask = use_optional(Why)
    listed, list_keys = use_value(False)
    size, set_size = use_value(step_of((page.width, page.height)))
    enlarged, set_enlarged = use_value(1.0)
    layout = layout_of(size[0])  # the client reports its width only at the start
    locale = _locale(preferences, preferred)

    # two taps may precede the next render: each must see the other's change
    latest: Any = ft.use_ref(loaded)
    colour: Any = ft.use_ref(opened)

    def prefer(**changes: Any) -> None:
        latest.current = evolve(latest.current, **changes)
        set_preferences(latest.current)
        dress()
        page.run_task(device.save, latest.current)

    def tint(of_a_game: str | None) -> None:
        if colour.current != of_a_game:
            colour.current = of_a_game
            dress()

    def dress() -> None:
        _dress(page, latest.current, preferred, colour.current)
        page.update()

    def follow_size() -> None:
        page.on_resize = lambda event: set_size(step_of((event.width, event.height)))
        measure_type(page, set_enlarged)

    ft.use_effect(follow_size, dependencies=[])

    def show_brought() -> None:
        if context.host and app.brought is not None:
            layers.go("/bring")

    use_live(app.arrivals)
    ft.use_effect(show_brought, dependencies=[app.brought is None])

    def build() -> PageContext:
        reset_layout(page)
        return PageContext(
            app=app,
            page=page,
            preferences=preferences,
            locale=locale,
            layout=layout,
            size=size,
            device=enlarged,
            signal=pulse,
            explain=ask,
            prefer=prefer,
            tint=tint,
            grants=passes,
            presence=presence,
            back_stack=layers,
            keys=keys,
            show_keys=lambda: list_keys(True),
            origin=origin,
            region=region_of(preferred),
        )

    context = ft.use_memo(build, dependencies=[preferences, locale, layout, size, enlarged])

    keys.common = common_keys(context)

    def draw() -> Any:
        use_above(context, KEYS, KeyList(key="keys") if listed else None, lambda: list_keys(False))
        title = T("Why?") if why and (why.said or why.each) else T("Rule")
        use_above(context, title, WhyBody(why, key=str(hash(why))) if why else None, lambda: ask(None))
        return ft.Router(ROUTES, manage_views=True)

    return CurrentPage(context, draw)


def main_of(app: AppContext, *, forgiving: bool = True) -> Callable[[ft.Page], Awaitable[None]]:
    """Return what Flet calls for every page that is opened.

    :param forgiving: answer an error in a handler with a short message; otherwise Flet covers the page with it.
    """

    async def main(page: ft.Page) -> None:
        pulse = Signal()
        presence = Presence(page)
        one_by_one(page, presence.touch)
        layers = BackStack(page)
        keys = Keys(page, layers)
        page.title = "Companion"
        if not page.web:  # in a browser the client has them before it begins
            page.fonts = theme.fonts()
        page.on_connect = lambda _: pulse.emit()
        page.on_close = lambda _: forget(page)
        preferred, passes, origin = PREFERRED.get(), GRANTS.get(), ORIGIN.get()
        loaded, colour = device.known(), _colour_at(app, page, passes)
        if loaded is None:
            # The look is set first, so that fonts and colours are there with the first screen.
            _dress(page, Preferences(), preferred, colour)
            page.update()
            loaded = await device.load()
            if loaded != Preferences():
                _dress(page, loaded, preferred, colour)
        if forgiving:
            sorry = Renderer(_locale(loaded, preferred)).text(SORRY)
            flet_patches.answer_errors(page, lambda message: _apologise(page, sorry, message))
        page.render_views(App, app, loaded, pulse, presence, layers, keys, preferred, passes, origin, colour)

    return main


def dress_ahead(app: AppContext, page: ft.Page) -> None:
    """Set a page's look before its first render, so that its first screen is laid out once.

    The preferences must be known: the page cannot be asked yet, see :func:`device.known`.
    """
    _dress(page, device.known() or Preferences(), PREFERRED.get(), _colour_at(app, page, GRANTS.get()))


def _colour_at(app: AppContext, page: ft.Page, passes: tuple[Grant, ...]) -> str | None:
    """Return the colour of the game at whose table a page is opened."""
    with suppress(Refused, StorageError):
        match (page.route or "").partition("?")[0].strip("/").split("/"):
            case ["table", table, *_] if session := Access(app.tables, passes).table(table).session:
                return session.game.meta.colour
    return None


def _locale(preferences: Preferences, preferred: tuple[str, ...]) -> str:
    return preferences.language or negotiate(preferred)


def _dress(page: ft.Page, preferences: Preferences, preferred: tuple[str, ...], colour: str | None = None) -> None:
    page.locale_configuration = ft.LocaleConfiguration(
        supported_locales=[ft.Locale(name) for name in resources.locales()],
        current_locale=ft.Locale(_locale(preferences, preferred)),
    )
    page.theme_mode = ft.ThemeMode(preferences.appearance)
    page.theme = theme.theme(colour, dark=False, text_scale=preferences.text)
    page.dark_theme = theme.theme(colour, dark=True, text_scale=preferences.text)


def _apologise(page: ft.Page, sorry: str, message: str) -> None:
    """Say that something failed, and leave the page usable."""
    log.error("a handler failed: %s", message)
    page.show_dialog(ft.SnackBar(ft.Text(sorry), behavior=ft.SnackBarBehavior.FLOATING))
