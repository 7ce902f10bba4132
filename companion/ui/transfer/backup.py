"""Backup in one file: saving, restoring, and contents that were set aside."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.text import messages
from companion.storage.backup import Bundle, fitting, left_out, write_bundle
from companion.storage.database import Damaged, damaged
from companion.storage.errors import StorageError
from companion.storage.merge import SetAside
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import soft
from companion.ui.design.layout import beside, column, flowing, wide
from companion.ui.runtime.hooks import component, use_live, use_optional, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.transfer.file_buttons import file_buttons

T, N = messages("companion")

EVERYTHING: Final = T("Backup")

CONFIDED: Final = T("Private notes are in it too: keep the file to yourself while a game is on.")


@component
def EverythingOut() -> ft.Control:
    """Buttons to save and restore a backup, and contents that were set aside."""
    context = use_page_context()
    tables = context.access.all
    use_live(tables)
    asked, ask = use_optional(str)
    try:
        aside = tables.library.asides()
        games, binned = len(tables.library.ids()), len(tables.library.days_left())
        # where there is a folder, its owner can look into it
        unreadable = damaged(context.app.data) if context.app.kept and not context.app.room else ()
    except StorageError as error:
        return soft(context.say(error.why.text), ft.TextThemeStyle.BODY_LARGE)
    how = T(
        "All games, names and cards of this device in one file, to keep safe or to move to another "
        "device. Nothing else leaves the device."
    )
    if context.app.room:
        how = T("All games, names and cards of this room in one file, to keep safe or to move elsewhere.")
    with_bin = N("Including {n} game in the bin.", "Including {n} games in the bin.", n=binned)
    return column(
        soft(context.say(how), ft.TextThemeStyle.BODY_LARGE),
        soft(context.say(CONFIDED), ft.TextThemeStyle.BODY_MEDIUM),
        *([soft(context.say(with_bin), ft.TextThemeStyle.BODY_MEDIUM)] if binned else []),
        flowing(_buttons(context), apart=10.0),
        *(Unfolding(_aside(context, each, asked, ask), asked == each.key, key=f"aside-{each.key}") for each in aside),
        *(_damaged(context, number, file) for number, file in enumerate(unreadable)),
        *([Clearing(games)] if games else []),
        spacing=theme.Space.m,
    )


def _buttons(context: PageContext) -> list[ft.Control]:
    """Return the buttons that save, share and import."""

    def make() -> tuple[str, bytes]:
        fit, left = fitting(context.access.all.library.everything())
        content = write_bundle(fit)
        if left:
            context.toast(context.say(left_out(left)))
        return f"companion-{date.today().isoformat()}.companion", content

    bring, papers = ft.Icons.FOLDER_OPEN_OUTLINED, ft.Icons.TABLE_CHART_OUTLINED
    return [
        *file_buttons(context, EVERYTHING, make, "everything-{}"),
        quiet_button(context, T("Import"), partial(context.go, "/bring"), "bring", icon=bring),
        quiet_button(
            context, T("Export (CSV, Excel, BG Stats)"), partial(context.go, "/papers"), "papers", icon=papers
        ),
    ]


def _damaged(context: PageContext, number: int, file: Damaged) -> ft.Control:
    """Return a file with unreadable games, and the button that saves it."""
    about = T("Games that could not be read, set aside {ago}", ago=context.ago(file.when))
    out = files.asked(context, lambda: files.save(file.path.name, file.path.read_bytes()))
    save = quiet_button(context, T("Save as a file"), out, f"damaged-{number}", outlined=False)
    return beside(wide(soft(context.say(about), ft.TextThemeStyle.BODY_LARGE)), save)


def _aside(context: PageContext, aside: SetAside, asked: str | None, ask: Callable[[str | None], None]) -> ft.Control:
    """Return a content that was set aside with its button, or the question before it is restored.

    :param asked: the key of the content about which the user is asked.
    """
    about = T("{games}, set aside {ago}", games=N("{n} game", "{n} games", n=aside.games), ago=context.ago(aside.when))

    def restore() -> None:
        context.access.all.bring_back(aside.key)
        ask(None)
        text = T("Done. What was here before is set aside; you can restore it in the settings.")
        context.toast(context.say(text))

    back = T("Restore")
    if asked == aside.key:
        answers = [
            quiet_button(context, back, restore, "back-yes"),
            quiet_button(context, T("Cancel"), lambda: ask(None), "back-no"),
        ]
        title = T("Replace everything here with this?")
        return design.notice("warning", context.say(title), "back-asked", text=context.say(about), answers=answers)
    again = quiet_button(context, back, partial(ask, aside.key), f"back-{aside.key}", outlined=False)
    return beside(wide(soft(context.say(about), ft.TextThemeStyle.BODY_LARGE)), again)


@component
def Clearing(games: int) -> ft.Control:
    """The button that deletes all games, or the question before."""
    context = use_page_context()
    asked, ask = use_value(False)

    def clear() -> None:
        context.access.all.replace(Bundle())
        ask(False)
        context.toast(context.say(T("Everything is set aside. You can restore it here.")))

    if not asked:
        row = ft.Row([quiet_button(context, T("Delete everything"), lambda: ask(True), "clear", outlined=False)])
        return Unfolding(row, asked)
    lost = N(
        "{n} game, all names and all cards are set aside. You can restore them here.",
        "{n} games, all names and all cards are set aside. You can restore them here.",
        n=games,
    )
    answers = [
        quiet_button(context, T("Delete everything"), clear, "clear-yes"),
        quiet_button(context, T("Keep everything"), lambda: ask(False), "clear-no"),
    ]
    title = context.say(T("Delete everything here?"))
    warning = design.notice("warning", title, "clear-asked", text=context.say(lost), answers=answers)
    return Unfolding(warning, asked)
