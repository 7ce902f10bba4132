"""Home: the running games first, a new one within reach of the thumb, and what was put away below."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import Meta
from companion.kernel.text import Listing, Text, messages
from companion.kernel.written import LONGEST_WORD
from companion.storage.library import Shelf, Stored
from companion.storage.trouble import StorageError
from companion.tables.session import Session
from companion.tables.tables import Table
from companion.ui import parts, theme
from companion.ui.context import Layout, PageContext, use_layout, use_page_context
from companion.ui.dialogs import above, attempt
from companion.ui.frame import WIDE, grid, notice, page_with_foot
from companion.ui.live import component, screen_component, use_live, use_maybe, use_value
from companion.ui.parts.base import drawing, heading, pressable, words
from companion.ui.play import stretch
from companion.ui.screens.new_game import GamePapers
from companion.ui.screens.settings import Phones

T, N = messages("companion")

#: How many running games are shown before somebody asks for more; each is told from its start when it is first shown.
SHOWN: Final = 8

#: Size of the program's name. It does not grow with the type, since it shares its line with three buttons.
WORDMARK: Final = 23.5


@screen_component
def Home() -> ft.Control:
    """Where the program begins."""
    context = use_page_context()
    layout = use_layout()
    here = ft.use_route_location() == "/"
    phones, show_phones = use_value(False)
    title = context.say(T("Phones at this table"))
    ft.use_dialog(
        above(context, title=title, content=Phones(), layout=layout, on_close=lambda: show_phones(False))
        if phones
        else None
    )
    return ft.View(
        route="/", appbar=_bar(context, layout, lambda: show_phones(True)), padding=0.0, controls=[HomeBody(here)]
    )


def _bar(context: PageContext, layout: Layout, phones: Callable[[], None]) -> ft.AppBar:
    mark = drawing(ft.Image(src="/icons/icon.svg", width=36.0, height=36.0), label=None)
    name = ft.Text(
        "Companion",
        font_family=theme.SERIF,
        size=WORDMARK if layout == "phone" else WORDMARK * 1.3,
        color=ft.Colors.ON_SURFACE,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    wordmark = heading(name, identifier="wordmark")
    buttons: list[tuple[Text, ft.IconData, Callable[[], None], str]] = [
        (T("Rules"), ft.Icons.MENU_BOOK_OUTLINED, lambda: context.go("/rules"), "rules"),
        (T("Phones at this table"), ft.Icons.QR_CODE_2, phones, "phones"),
        (T("Settings"), ft.Icons.SETTINGS_OUTLINED, lambda: context.go("/settings"), "settings"),
    ]
    actions = [
        parts.icon_button(icon=icon, label=context.say(text), on_click=lambda _, do=do: do(), identifier=what)
        for text, icon, do, what in buttons
        if context.app.lan or what != "phones"
    ]
    return ft.AppBar(
        title=ft.Row(
            [mark, ft.Container(wordmark, expand=True)],
            spacing=theme.Space.s,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        automatically_imply_leading=False,
        toolbar_height=68.0,
        actions=[*actions, ft.Container(width=theme.Space.xs)],
    )


@component
def HomeBody(here: bool) -> ft.Control:
    """The shelves."""
    context = use_page_context()
    tables = context.app.tables
    use_live(tables, context.pulse)
    layout = use_layout()
    naming, rename = use_maybe(Stored)
    more, show_more = use_value(False)
    unfolded, unfold = use_value(frozenset[Shelf]())

    def dismiss() -> None:
        context.app.notice = None
        context.pulse.beat()

    ft.use_dialog(_rename_dialog(context, naming, lambda: rename(None)) if naming else None)
    controls: list[ft.Control] = []
    if context.host and context.app.notice:  # it names a folder of the host's, who alone can do something about it
        controls.append(notice(context, context.app.notice, kind="warning", on_dismiss=dismiss, identifier="notice"))
    try:
        running, archived, deleted = (tables.shelf(shelf) for shelf in (Shelf.OPEN, Shelf.ARCHIVED, Shelf.DELETED))
    except StorageError as error:
        controls.append(parts.notice(kind="refusal", title=context.say(error.why.text), identifier="unreadable"))
        running = archived = deleted = ()

    if running:
        papers = [RunningGame(stored, rename, here, key=stored.id) for stored in running[: None if more else SHOWN]]
        controls.append(grid(papers, layout))
    else:
        controls.append(_empty(context))
    if len(running) > SHOWN and not more:
        controls.append(_more(context, len(running) - SHOWN, lambda: show_more(True)))
    for shelf, title, rows in ((Shelf.ARCHIVED, T("Archived"), archived), (Shelf.DELETED, T("Deleted"), deleted)):
        if rows:
            opened = shelf in unfolded
            controls.append(
                parts.fold(
                    title=context.say(title),
                    text=context.say(N("{n} game", "{n} games", n=len(rows))),
                    opened=opened,
                    on_click=partial(_flip, unfold, shelf),
                    controls=[_put_away(context, stored) for stored in rows] if opened else (),
                    identifier=f"shelf-{shelf.value}",
                )
            )
    return page_with_foot(controls, [_new_game(context)] if running else (), width=WIDE, foot_width=480.0)


def _more(context: PageContext, left: int, on_click: Callable[[], None]) -> ft.Control:
    button = parts.quiet_button(
        text=context.say(N("Show {n} more", "Show {n} more", n=left)),
        icon=ft.Icons.EXPAND_MORE,
        on_click=lambda _: on_click(),
        identifier="more",
    )
    return ft.Row([button], alignment=ft.MainAxisAlignment.CENTER)


def _new_game(context: PageContext) -> ft.Control:
    return parts.verdict_button(
        title=context.say(T("New game")),
        leading=ft.Icon(ft.Icons.ADD, size=28.0, color=ft.Colors.ON_PRIMARY),
        emphasis="primary",
        on_click=lambda _: context.go("/new"),
        identifier="new-game",
    )


def _empty(context: PageContext) -> ft.Control:
    question = ft.Column(
        [
            heading(words(context.say(T("What is on the table?")), ft.TextThemeStyle.HEADLINE_LARGE)),
            words(
                context.say(
                    T("The cards stay in your hands. Companion keeps the score, knows the rules, and says why.")
                ),
                ft.TextThemeStyle.BODY_LARGE,
                color=ft.Colors.ON_SURFACE_VARIANT,
            ),
        ],
        spacing=theme.Space.s,
        tight=True,
    )
    return ft.Column(
        [question, GamePapers()], spacing=theme.Space.xl, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


# ---------------------------------------------------------------- One game


@component
def RunningGame(stored: Stored, rename: Callable[[Stored], None], here: bool) -> ft.Control:
    """A game as a paper: one tap goes on with it.

    :param here: whether this screen lies on top; below a table it need not follow every tap.
    """
    context = use_page_context()
    table, problem = _open(context, stored)
    session = table.session if table else None
    use_live(session if here else None)
    now = table.stored if table else stored
    meta = _meta(context, stored)
    title = title_of(context, stored)
    lines: list[ft.Control] = [words(title, ft.TextThemeStyle.TITLE_LARGE, lines=3)]
    if stored.name and meta:
        lines.append(words(context.say(meta.title), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.PRIMARY))
    lines.append(words(_when(context, now, session), ft.TextThemeStyle.BODY_SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    head = ft.Row(
        [parts.card_back("small"), ft.Column(lines, spacing=1.0, tight=True, expand=True)],
        spacing=theme.Space.m,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    inside: list[ft.Control] = [
        ft.Container(head, padding=ft.Padding.only(right=theme.Space.target)),
        _standing(context, stored, session),
        *([_warning(context.say(problem.text))] if problem else []),
    ]
    body = ft.Container(
        ft.Column(inside, spacing=theme.Space.m, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.only(left=theme.Space.m, top=theme.Space.m, right=theme.Space.m, bottom=theme.Space.l),
    )
    tap = pressable(
        body,
        on_click=lambda _: context.go(f"/table/{stored.id}"),
        identifier=f"game-{stored.id}",
        align=ft.Alignment.TOP_LEFT,
    )
    menu = ft.Container(_menu(context, stored, session, rename), right=2.0, top=6.0)
    paper = parts.striped(ft.Stack([tap, menu]))
    return parts.coloured(meta.colour, paper) if meta else paper


def _warning(text: str) -> ft.Control:
    return ft.Row(
        [
            ft.Icon(ft.Icons.WARNING_AMBER, size=20.0, color=ft.Colors.SECONDARY),
            ft.Container(words(text, ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.SECONDARY), expand=True),
        ],
        spacing=theme.Space.s,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _open(context: PageContext, stored: Stored) -> tuple[Table | None, Explanation | None]:
    """Return a game as far as it can be read, and what is wrong with it."""
    try:
        table = context.app.tables.table(stored.id)
    except StorageError as error:
        return None, error.why
    return table, table.problem


def _meta(context: PageContext, stored: Stored) -> Meta | None:
    game = context.app.tables.games.get(stored.game)
    return game.meta if game else None


def title_of(context: PageContext, stored: Stored) -> str:
    """Return what the table calls a game."""
    meta = _meta(context, stored)
    return stored.name or (context.say(meta.title) if meta else stored.game)


def _when(context: PageContext, stored: Stored, session: Session | None) -> str:
    ago = context.ago(stored.changed)
    if session is None:
        return ago
    if session.is_over:
        return context.say(T("{state} · {ago}", state=T("Finished"), ago=ago))
    return context.say(T("{state} · {ago}", state=stretch(session.view(None)), ago=ago))


def _standing(context: PageContext, stored: Stored, session: Session | None) -> ft.Control:
    """Return the players and their totals; whoever leads is set strong and has a crown."""
    names = context.names(session.names if session else stored.seats)
    totals = session.sheet.totals if session else ()
    ranking = session.sheet.ranking if session and not session.game.meta.cooperative else ()
    leaders = {rank.seat for rank in ranking if rank.place == 1}
    first = leaders if len(leaders) < len(names) else set()
    places = [
        _place(context, name, context.renderer().number(totals[seat]) if totals else None, leads=seat in first)
        for seat, name in enumerate(names)
    ]
    if len(places) > 3 and not context.large:
        half = (len(places) + 1) // 2
        columns: list[ft.Control] = [
            ft.Column(places[start : start + half], spacing=0.0, tight=True, expand=True) for start in (0, half)
        ]
        return ft.Row(columns, spacing=theme.Space.xl, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Column(places, spacing=0.0, tight=True)


def _place(context: PageContext, name: str, total: str | None, *, leads: bool) -> ft.Control:
    named: list[ft.Control] = [ft.Container(words(name, ft.TextThemeStyle.BODY_LARGE, lines=1), expand=True)]
    if leads:
        crown = ft.Icon(
            ft.Icons.EMOJI_EVENTS, size=18.0, color=ft.Colors.PRIMARY, semantics_label=context.say(T("in the lead"))
        )
        named.insert(0, crown)
    row: list[ft.Control] = [ft.Container(ft.Row(named, spacing=theme.Space.xs), expand=True)]
    if total is not None:
        ink = ft.Colors.PRIMARY if leads else ft.Colors.ON_SURFACE
        row.append(words(total, ft.TextThemeStyle.HEADLINE_SMALL, color=ink, lines=1))
    return ft.Row(row, spacing=theme.Space.s, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _menu(
    context: PageContext, stored: Stored, session: Session | None, rename: Callable[[Stored], None]
) -> ft.Control:
    library, tables = context.app.tables.library, context.app.tables

    def move(away: Callable[[str], None], said: Text) -> None:
        away(stored.id)
        tables.changed()

        def back() -> None:
            library.restore(stored.id)
            tables.changed()

        context.toast(context.say(said), action=context.say(T("Undo")), on_action=attempt(context, back))

    def again() -> None:
        context.go(f"/table/{tables.rematch(stored.id)}")

    title = title_of(context, stored)
    entries: list[tuple[Text, ft.IconData, Callable[[], Any], str]] = [
        (T("Rename"), ft.Icons.EDIT_OUTLINED, lambda: rename(stored), "rename"),
        (
            T("Archive"),
            ft.Icons.ARCHIVE_OUTLINED,
            lambda: move(library.archive, T("“{game}” is archived.", game=title)),
            "archive",
        ),
        (
            T("Delete"),
            ft.Icons.DELETE_OUTLINE,
            lambda: move(library.delete, T("“{game}” lies under “Deleted”.", game=title)),
            "delete",
        ),
    ]
    if session:
        entries.insert(0, (T("Rematch"), ft.Icons.REPLAY, again, "rematch"))
    items = [
        ft.PopupMenuItem(
            content=ft.Semantics(
                content=ft.Row(
                    [ft.Icon(icon, size=22.0), words(context.say(text), ft.TextThemeStyle.BODY_LARGE)],
                    spacing=theme.Space.m,
                    tight=True,
                ),
                identifier=f"{what}-{stored.id}",
            ),
            height=52.0,
            on_click=attempt(context, do),
        )
        for text, icon, do, what in entries
    ]
    label = context.say(T("More for “{game}”", game=title))
    button = ft.PopupMenuButton(
        icon=ft.Icon(ft.Icons.MORE_VERT, semantics_label=label),
        items=items,
        padding=12.0,
        tooltip="",
        menu_position=ft.PopupMenuPosition.UNDER,
    )
    return ft.MergeSemantics(content=ft.Semantics(content=button, identifier=f"menu-{stored.id}"))


def _flip(unfold: Callable[[Callable[[frozenset[Shelf]], frozenset[Shelf]]], None], shelf: Shelf) -> None:
    unfold(lambda now: now ^ {shelf})


def _put_away(context: PageContext, stored: Stored) -> ft.Control:
    def back() -> None:
        context.app.tables.library.restore(stored.id)
        context.app.tables.changed()
        context.announce(context.say(T("“{game}” is back.", game=title_of(context, stored))))

    about = T(
        "{players} · {ago}", players=Listing(context.names(_names(context, stored))), ago=context.ago(stored.changed)
    )
    texts = ft.Column(
        [
            words(title_of(context, stored), ft.TextThemeStyle.TITLE_MEDIUM),
            words(context.say(about), ft.TextThemeStyle.BODY_SMALL, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=0.0,
        tight=True,
        expand=True,
    )
    look_at = pressable(
        ft.Container(texts, padding=theme.Space.s),
        on_click=lambda _: context.go(f"/table/{stored.id}"),
        identifier=f"game-{stored.id}",
        align=ft.Alignment.CENTER_LEFT,
    )
    restore = parts.quiet_button(
        text=context.say(T("Restore")),
        outlined=False,
        on_click=attempt(context, back),
        identifier=f"restore-{stored.id}",
    )
    return ft.Row(
        [ft.Container(look_at, expand=True), restore],
        spacing=theme.Space.s,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _names(context: PageContext, stored: Stored) -> tuple[str, ...]:
    try:
        return context.app.tables.names(stored)
    except StorageError:  # what cannot be read just now is shown as it was set up
        return stored.seats


# ---------------------------------------------------------------- Its name


def _rename_dialog(context: PageContext, stored: Stored, close: Callable[[], None]) -> ft.DialogControl:
    return ft.AlertDialog(
        title=ft.Text(context.say(T("What is this game called?"))),
        content=ft.Container(RenameField(stored, close, key=f"rename-{stored.id}"), width=420.0),
        on_dismiss=lambda _: close(),
    )


@component
def RenameField(stored: Stored, close: Callable[[], None]) -> ft.Control:
    """A line for the game's name; without one it is called like what is played."""
    context = use_page_context()
    value, set_value = use_value(stored.name or "")
    trouble, set_trouble = use_maybe(str)

    def save() -> None:
        try:
            context.app.tables.library.rename(stored.id, value.strip() or None)
        except (Refused, StorageError) as error:
            set_trouble(context.say(error.why.text))
            return
        close()
        context.app.tables.changed()

    meta = _meta(context, stored)
    field = parts.text_input(
        label=context.say(T("Name")),
        value=value,
        hint=context.say(meta.title) if meta else stored.game,
        on_change=lambda event: set_value(event.control.value),
        on_submit=attempt(context, save),
        error=trouble,
        longest=LONGEST_WORD,
        autofocus=True,
        identifier="game-name",
    )
    buttons = ft.Row(
        [
            parts.quiet_button(
                text=context.say(T("Cancel")), outlined=False, on_click=lambda _: close(), identifier="cancel"
            ),
            parts.quiet_button(text=context.say(T("Save")), on_click=attempt(context, save), identifier="save-name"),
        ],
        alignment=ft.MainAxisAlignment.END,
        wrap=True,
        spacing=theme.Space.s,
    )
    return ft.Column(
        [field, buttons], spacing=theme.Space.l, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
