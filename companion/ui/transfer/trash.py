"""Deleting a game or starting it over, with a warning; and the trash, from which both can be undone."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.kernel.text import Listing, messages
from companion.storage.errors import StorageError
from companion.storage.library import Shelf, Stored
from companion.storage.trash import DAYS
from companion.tables.access import HOST_ONLY
from companion.tables.roles import Role
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import dead_end, quiet_button, screen
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import column, flowing, lines
from companion.ui.kit.titles import names_of, title_of
from companion.ui.runtime.hooks import component, screen_component, use_live

T, N = messages("companion")

BIN: Final = T("Bin")


@screen_component
def Bin() -> ft.Control:
    """The deleted games, and for how long each can still be brought back."""
    context = use_page_context()
    if not context.host:
        return dead_end(context, "/bin", said=HOST_ONLY, title=context.say(BIN))
    return screen(context, route="/bin", title=context.say(BIN), controls=[Deleted(key="deleted")])


@component
def Deleted() -> ft.Control:
    """The deleted games, the one deleted last first."""
    context = use_page_context()
    tables = context.access.all
    use_live(tables)
    try:
        left, games = tables.library.days_left(), tables.shelf(Shelf.DELETED)
    except StorageError as error:
        return words(context.say(error.why.text), ft.TextThemeStyle.BODY_LARGE)
    how = N(
        "Deleted games stay here for {n} day. After that they are gone for good the next time Companion starts.",
        "Deleted games stay here for {n} days. After that they are gone for good the next time Companion starts.",
        n=DAYS,
    )
    rows = [
        _deleted(context, stored, left.get(stored.id, DAYS))
        for stored in sorted(games, key=lambda stored: -left.get(stored.id, DAYS))
    ]
    shown = rows or [words(context.say(T("The bin is empty.")), ft.TextThemeStyle.HEADLINE_SMALL)]
    return column(soft(context.say(how), ft.TextThemeStyle.BODY_LARGE), *shown, spacing=theme.Space.m)


def _deleted(context: PageContext, stored: Stored, days: int) -> ft.Control:
    title = title_of(context, stored)

    def back() -> None:
        context.access.restore(stored.id)
        context.access.changed()
        context.announce(context.say(T("“{game}” was restored.", game=title)))

    players = Listing(context.names(names_of(context, stored)))
    about = T("{players} · {ago}", players=players, ago=context.ago(stored.changed))
    left = N("{n} day left", "{n} days left", n=days) if days else T("It will soon be gone.")
    described = lines(
        words(title, ft.TextThemeStyle.TITLE_MEDIUM, lines=3),
        soft(context.say(about), ft.TextThemeStyle.BODY_SMALL),
        words(context.say(left), ft.TextThemeStyle.BODY_MEDIUM),
    )
    ways = [
        quiet_button(context, T("Restore"), back, f"restore-{stored.id}"),
        quiet_button(
            context, T("View"), lambda: context.go(f"/table/{stored.id}"), f"game-{stored.id}", outlined=False
        ),
    ]
    return design.paper(column(described, flowing(ways, apart=10.0), spacing=theme.Space.s))


# ---------------------------------------------------------------- Into it


@screen_component
def Delete() -> ft.Control:
    """The warning before the game in the address is deleted or started over."""
    context = use_page_context()
    params = ft.use_route_params()
    id, again = params.get("table", ""), bool(params.get("again"))
    route = f"/delete/{id}/again" if again else f"/delete/{id}"
    title = context.say(T("Start over") if again else T("Delete"))
    tables = context.access
    try:
        if context.role(id) is not Role.HOST:
            return dead_end(context, route, said=HOST_ONLY, title=title)
        stored = tables.table(id).stored
    except StorageError as error:
        return dead_end(context, route, said=T("This game cannot be opened."), text=context.say(error.why.text))
    return screen(context, route=route, title=title, controls=[Asked(stored, again, key=route)])


@component
def Asked(stored: Stored, again: bool) -> ft.Control:
    """The game with its content, and the answers."""
    context = use_page_context()
    tables = context.access
    title = title_of(context, stored)
    back = "/" if not again else f"/table/{stored.id}"

    def restore(new: str | None = None) -> Callable[[], None]:
        def run() -> None:
            tables.restore(stored.id)
            if new and not tables.table(new).stored.entries:
                tables.delete(new)
            tables.changed()

        return attempt(context, run)

    def into_bin() -> None:
        new = tables.rematch(stored.id) if again else None
        tables.delete(stored.id)
        tables.changed()
        context.go(f"/table/{new}" if new else "/")
        said = N(
            "“{game}” stays in the bin for {n} day.", "“{game}” stays in the bin for {n} days.", n=DAYS, game=title
        )
        context.toast(context.say(said), action=context.say(T("Restore")), on_action=restore(new))

    lost = N("{n} entry and its points", "{n} entries and their points", n=stored.entries)
    becomes = (
        T("A new game begins with the same players and rules, and this one moves to the bin.")
        if again
        else T("It moves to the bin, with its history and its sheet.")
    )
    until = N(
        "You can restore it for {n} day; after that it is gone.",
        "You can restore it for {n} days; after that it is gone.",
        n=DAYS,
    )
    head = lines(
        words(title, ft.TextThemeStyle.HEADLINE_SMALL, lines=3),
        words(context.renderer().show(_held(context, stored)), ft.TextThemeStyle.BODY_LARGE),
        soft(context.say(lost), ft.TextThemeStyle.BODY_LARGE),
    )
    warning = design.notice("warning", context.say(becomes), "what-is-lost", text=context.say(until))
    sure = design.verdict_button(
        context.say(T("Start over") if again else T("Move to bin")), attempt(context, into_bin), "delete-yes"
    )
    leave = quiet_button(context, T("Cancel"), lambda: context.go(back), "delete-no", outlined=False)
    return column(
        design.paper(head), warning, sure, ft.Row([leave], alignment=ft.MainAxisAlignment.END), spacing=theme.Space.m
    )


def _held(context: PageContext, stored: Stored) -> Listing:
    """Return the players with their points, if the game can be read."""
    session = context.access.table(stored.id).session
    names = context.names(names_of(context, stored))
    if not session:
        return Listing(names)
    totals = zip(names, session.sheet.totals, strict=True)
    return Listing(tuple(T("{player}: {points}", player=name, points=total) for name, total in totals))
