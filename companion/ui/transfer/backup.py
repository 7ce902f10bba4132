"""Backup in one file: saving, restoring, and contents that were set aside."""

from collections.abc import Callable, Coroutine
from datetime import date
from typing import Any, Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.storage.backup import Bundle, fitting, left_out, write_bundle
from companion.storage.database import Damaged, damaged
from companion.storage.errors import StorageError
from companion.storage.merge import SetAside
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.context import use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.design import theme
from companion.ui.design.base import soft
from companion.ui.design.layout import beside, column, flowing, wide
from companion.ui.runtime.hooks import component, use_live, use_optional, use_value

T, N = messages("companion")

EVERYTHING: Final = T("Everything in one file")

CONFIDED: Final = T("What players wrote for their own eyes is in it too: keep it to yourself while a game is on.")


@component
def EverythingOut() -> ft.Control:
    """Buttons to save and restore a backup, and contents that were set aside."""
    context = use_page_context()
    tables = context.access.all
    use_live(tables, context.signal)
    asked, ask = use_optional(str)
    clearing, clear = use_value(False)

    def refuse() -> None:
        context.toast(context.say(T("This device does not allow that here.")))

    def out(task: Callable[[str, bytes], Coroutine[Any, Any, None]]) -> Callable[..., None]:
        def run() -> None:
            name = f"companion-{date.today().isoformat()}.companion"
            fit, left = fitting(tables.library.everything())
            content = write_bundle(fit)
            if left:
                context.toast(context.say(left_out(left)))
            files.asked(context, lambda: task(name, content), refuse)()

        return attempt(context, run)

    def share(name: str, content: bytes) -> Coroutine[Any, Any, None]:
        return files.hand(name, content, title=context.say(EVERYTHING))

    def back(key: str) -> None:
        tables.bring_back(key)
        ask(None)
        context.toast(context.say(T("Done. What was here before is set aside; you can bring it back in the settings.")))

    def button(text: Text, icon: ft.IconData, do: Callable[..., object], what: str) -> ft.Control:
        return design.quiet_button(context.say(text), lambda: do(), what, icon=icon)

    def laid_aside(aside: SetAside) -> ft.Control:
        about = T(
            "{games}, set aside {ago}", games=N("{n} game", "{n} games", n=aside.games), ago=context.ago(aside.when)
        )
        if asked == aside.key:
            answers = [
                design.quiet_button(
                    context.say(T("Bring it back")), attempt(context, lambda: back(aside.key)), "back-yes"
                ),
                design.quiet_button(context.say(T("Leave it")), lambda: ask(None), "back-no"),
            ]
            title = T("Replace everything here with this?")
            return design.notice(
                kind="warning",
                title=context.say(title),
                text=context.say(about),
                answers=answers,
                identifier="back-asked",
            )
        again = design.quiet_button(
            context.say(T("Bring it back")), lambda: ask(aside.key), f"back-{aside.key}", outlined=False
        )
        return beside(wide(soft(context.say(about), ft.TextThemeStyle.BODY_LARGE)), again)

    def spoilt(number: int, file: Damaged) -> ft.Control:
        about = T("Games that could not be read, set aside {ago}", ago=context.ago(file.when))
        out = files.asked(context, lambda: files.save(file.path.name, file.path.read_bytes()), refuse)
        save = design.quiet_button(context.say(T("Save as a file")), lambda: out(), f"damaged-{number}", outlined=False)
        return beside(wide(soft(context.say(about), ft.TextThemeStyle.BODY_LARGE)), save)

    def delete_all() -> None:
        tables.replace(Bundle())
        clear(False)
        context.toast(context.say(T("Everything is set aside. You can bring it back here.")))

    def asked_to_clear(games: int) -> ft.Control:
        """Return the question before all games are deleted, and its answers."""
        lost = N(
            "{n} game, all names and all cards are set aside. You can bring them back here.",
            "{n} games, all names and all cards are set aside. You can bring them back here.",
            n=games,
        )
        answers = [
            design.quiet_button(context.say(T("Delete everything")), attempt(context, delete_all), "clear-yes"),
            design.quiet_button(context.say(T("Keep everything")), lambda: clear(False), "clear-no"),
        ]
        return design.notice(
            kind="warning",
            title=context.say(T("Delete everything here?")),
            text=context.say(lost),
            answers=answers,
            identifier="clear-asked",
        )

    try:
        aside = tables.library.asides()
        games, binned = len(tables.library.ids()), len(tables.library.days_left())
        # where there is a folder, its owner can look into it
        unreadable = damaged(context.app.data) if context.app.kept else ()
    except StorageError as error:
        return soft(context.say(error.why.text), ft.TextThemeStyle.BODY_LARGE)
    how = T(
        "All games, names and cards of this device, for another one or as a backup. Nothing else leaves the device."
    )
    ways = [
        button(T("Save as a file"), ft.Icons.DOWNLOAD, out(files.save), "everything-save"),
        button(T("Share the file"), ft.Icons.SHARE_OUTLINED, out(share), "everything-share"),
        button(T("From another device"), ft.Icons.FOLDER_OPEN_OUTLINED, lambda: context.go("/bring"), "bring"),
        button(T("For other programs"), ft.Icons.TABLE_CHART_OUTLINED, lambda: context.go("/papers"), "papers"),
    ]
    with_bin = N("With {n} game that lies in the bin.", "With {n} games that lie in the bin.", n=binned)
    if clearing:
        last = asked_to_clear(games)
    else:
        last = ft.Row(
            [design.quiet_button(context.say(T("Delete everything")), lambda: clear(True), "clear", outlined=False)]
        )
    return column(
        soft(context.say(how), ft.TextThemeStyle.BODY_LARGE),
        soft(context.say(CONFIDED), ft.TextThemeStyle.BODY_MEDIUM),
        *([soft(context.say(with_bin), ft.TextThemeStyle.BODY_MEDIUM)] if binned else []),
        flowing(ways, apart=10.0),
        *map(laid_aside, aside),
        *(spoilt(number, file) for number, file in enumerate(unreadable)),
        *([last] if games else []),
        spacing=theme.Space.m,
    )
