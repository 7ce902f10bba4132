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
from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import messages
from companion.storage.errors import StorageError
from companion.tables.access import Access
from companion.tables.languages import PREFERRED
from companion.tables.roles import GRANTS, ORIGIN, Grant
from companion.ui import design
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

#: Module and class of each screen that is imported on first use.
_LATER: Final[list[tuple[str, str]]] = []


def _route(path: str, screen: str, *children: ft.Route) -> ft.Route:
    """Return the route of a screen that is imported when it is first shown.

    :param screen: its module below ``companion.ui``, and its name there.
    """
    module, _, name = screen.rpartition(".")
    later = f"companion.ui.{module}", name
    _LATER.append(later)
    return ft.Route(path=path, component=lambda: _imported(*later)(), children=list(children))


def _imported(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def load_screens() -> Iterator[Any]:
    """Import all screens, one after the other."""
    return (_imported(*later) for later in _LATER)


ROUTES: Final = [
    ft.Route(
        path="/",
        component=Home,
        children=[
            _route("new", "setup.choose.ChooseGame", _route(":game", "setup.new_game.NewGame")),
            _route("table/:table/board", "table.big_board.BoardPage"),
            _route("table/:table/:tab?", "table.table_page.TablePage"),
            _route("rules", "rules.index.Rules", _route(":rule", "rules.index.RulePage")),
            _route("read/:game/:way?", "rules.rulebook.ReadingPage"),
            _route("settings", "screens.settings.Settings"),
            _route(
                "evenings",
                "stats.games.EveningsScreen",
                _route("game/:table", "stats.game_detail.PastGame"),
                _route("people", "stats.people.PeopleScreen"),
                _route("person/:person", "stats.people.PersonScreen"),
                _route("person/:person/:other", "stats.people.PairScreen"),
                _route("kind/:kind", "stats.by_game.KindScreen"),
                _route("kind/:kind/:figure/:person", "stats.by_game.FigureScreen"),
            ),
            _route("pass/:table", "transfer.share_page.PassOn"),
            _route("bin", "transfer.trash.Bin"),
            _route("delete/:table/:again?", "transfer.trash.Delete"),
            _route("papers/:table?", "transfer.export_page.PapersPage"),
            _route("bring/:part?", "transfer.import_page.Bring"),
            # not the router's own way: it would put this view into another one, which the client shows as a grey box
            _route(":nowhere/:further*", "screens.not_found.NotFound"),
        ],
    )
]


@ft.component
def App(
    app: AppContext,
    loaded: Preferences,
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
    redrawn, count_redraw = use_value(0)

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

    def redraw() -> None:
        count_redraw(lambda n: n + 1)

    def follow_page() -> None:
        page.on_connect = lambda _: redraw()
        page.on_resize = lambda event: set_size(step_of((event.width, event.height)))
        measure_type(page, set_enlarged)

    ft.use_effect(follow_page, dependencies=[])

    def show_brought() -> None:
        if context.host and app.brought is not None:
            layers.go("/bring")

    use_live(app.arrivals)
    ft.use_effect(show_brought, dependencies=[app.brought is None])

    def build() -> PageContext:
        return PageContext(
            app=app,
            page=page,
            preferences=preferences,
            locale=locale,
            layout=layout,
            size=size,
            device=enlarged,
            redraw=redraw,
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

    look = [preferences, locale, layout, size, enlarged]
    ft.use_memo(lambda: reset_layout(page), dependencies=look)
    context = ft.use_memo(build, dependencies=[*look, redrawn])
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
        presence = Presence(page)
        one_by_one(page, presence.touch)
        layers = BackStack(page)
        keys = Keys(page, layers)
        page.title = "Companion"
        if not page.web:  # in a browser the client has them before it begins
            page.fonts = theme.fonts()
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
        page.render_views(App, app, loaded, presence, layers, keys, preferred, passes, origin, colour)

    return main


def show_error(page: ft.Page, why: Explanation) -> None:
    """Show why a page cannot be opened."""
    preferred = PREFERRED.get()
    _dress(page, Preferences(), preferred, None)
    text = Renderer(_locale(Preferences(), preferred)).text(why.text)
    page.add(ft.SafeArea(design.notice("refusal", text, "cannot-open")))


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
