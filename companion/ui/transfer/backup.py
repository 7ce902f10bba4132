"""Backup in one file: saving, restoring, and contents that were set aside."""

from collections.abc import Callable, Coroutine
from datetime import date
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.text import Text, messages
from companion.storage.backup import Bundle, fitting, left_out, write_bundle
from companion.storage.database import Damaged, damaged
from companion.storage.errors import StorageError
from companion.storage.merge import SetAside
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import quiet_button
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
    use_live(tables)
    restoring = _Restoring(context, *use_optional(str))
    clearing = _Clearing(context, *use_value(False))
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
    with_bin = N("With {n} game that lies in the bin.", "With {n} games that lie in the bin.", n=binned)
    return column(
        soft(context.say(how), ft.TextThemeStyle.BODY_LARGE),
        soft(context.say(CONFIDED), ft.TextThemeStyle.BODY_MEDIUM),
        *([soft(context.say(with_bin), ft.TextThemeStyle.BODY_MEDIUM)] if binned else []),
        flowing(_buttons(context), apart=10.0),
        *map(restoring.shown, aside),
        *(_damaged(context, number, file) for number, file in enumerate(unreadable)),
        *([clearing.shown(games)] if games else []),
        spacing=theme.Space.m,
    )


def _buttons(context: PageContext) -> list[ft.Control]:
    """Return the buttons that save, share and import."""

    def share(name: str, content: bytes) -> Coroutine[Any, Any, None]:
        return files.hand(name, content, title=context.say(EVERYTHING))

    buttons: list[tuple[Text, ft.IconData, Callable[..., object], str]] = [
        (T("Save as a file"), ft.Icons.DOWNLOAD, _with_backup(context, files.save), "everything-save"),
        (T("Share the file"), ft.Icons.SHARE_OUTLINED, _with_backup(context, share), "everything-share"),
        (T("From another device"), ft.Icons.FOLDER_OPEN_OUTLINED, partial(context.go, "/bring"), "bring"),
        (T("For other programs"), ft.Icons.TABLE_CHART_OUTLINED, partial(context.go, "/papers"), "papers"),
    ]
    return [quiet_button(context, text, do, identifier, icon=icon) for text, icon, do, identifier in buttons]


def _with_backup(context: PageContext, task: Callable[[str, bytes], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Return a handler that makes a backup and runs a task with its name and content."""

    def run() -> None:
        name = f"companion-{date.today().isoformat()}.companion"
        fit, left = fitting(context.access.all.library.everything())
        content = write_bundle(fit)
        if left:
            context.toast(context.say(left_out(left)))
        files.asked(context, lambda: task(name, content), partial(_refuse, context))()

    return attempt(context, run)


def _refuse(context: PageContext) -> None:
    context.toast(context.say(T("This device does not allow that here.")))


def _damaged(context: PageContext, number: int, file: Damaged) -> ft.Control:
    """Return a file with unreadable games, and the button that saves it."""
    about = T("Games that could not be read, set aside {ago}", ago=context.ago(file.when))
    out = files.asked(context, lambda: files.save(file.path.name, file.path.read_bytes()), partial(_refuse, context))
    save = quiet_button(context, T("Save as a file"), out, f"damaged-{number}", outlined=False)
    return beside(wide(soft(context.say(about), ft.TextThemeStyle.BODY_LARGE)), save)


@frozen(eq=False)
class _Restoring:
    """Restoring a content that was set aside.

    :param asked: the key of the content about which the user is asked.
    :param ask: sets it.
    """

    context: PageContext
    asked: str | None
    ask: Callable[[str | None], None]

    def shown(self, aside: SetAside) -> ft.Control:
        """Return a content with its button, or the question before it is restored."""
        context = self.context
        about = T(
            "{games}, set aside {ago}", games=N("{n} game", "{n} games", n=aside.games), ago=context.ago(aside.when)
        )
        if self.asked == aside.key:
            answers = [
                quiet_button(context, T("Bring it back"), partial(self._restore, aside.key), "back-yes"),
                quiet_button(context, T("Leave it"), lambda: self.ask(None), "back-no"),
            ]
            title = T("Replace everything here with this?")
            return design.notice("warning", context.say(title), "back-asked", text=context.say(about), answers=answers)
        again = quiet_button(
            context, T("Bring it back"), lambda: self.ask(aside.key), f"back-{aside.key}", outlined=False
        )
        return beside(wide(soft(context.say(about), ft.TextThemeStyle.BODY_LARGE)), again)

    def _restore(self, key: str) -> None:
        self.context.access.all.bring_back(key)
        self.ask(None)
        text = T("Done. What was here before is set aside; you can bring it back in the settings.")
        self.context.toast(self.context.say(text))


@frozen(eq=False)
class _Clearing:
    """Deleting all games.

    :param asked: whether the user is asked.
    :param ask: sets it.
    """

    context: PageContext
    asked: bool
    ask: Callable[[bool], None]

    def shown(self, games: int) -> ft.Control:
        """Return the button, or the question before all games are deleted."""
        context = self.context
        if not self.asked:
            button = quiet_button(context, T("Delete everything"), lambda: self.ask(True), "clear", outlined=False)
            return ft.Row([button])
        lost = N(
            "{n} game, all names and all cards are set aside. You can bring them back here.",
            "{n} games, all names and all cards are set aside. You can bring them back here.",
            n=games,
        )
        answers = [
            quiet_button(context, T("Delete everything"), self._clear, "clear-yes"),
            quiet_button(context, T("Keep everything"), lambda: self.ask(False), "clear-no"),
        ]
        return design.notice(
            "warning", context.say(T("Delete everything here?")), "clear-asked", text=context.say(lost), answers=answers
        )

    def _clear(self) -> None:
        self.context.access.all.replace(Bundle())
        self.ask(False)
        self.context.toast(self.context.say(T("Everything is set aside. You can bring it back here.")))
