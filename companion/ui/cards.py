"""The cards a device remembers for a game, and the way to another device."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import flet as ft

from companion.kernel.cards import CardFile, WrongFile
from companion.kernel.text import Text, messages
from companion.storage.trouble import StorageError
from companion.ui import parts, theme
from companion.ui.live import component, use_maybe, use_value
from companion.ui.play import Play

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

C = TypeVar("C")
#: A browser may never answer whether it has copied something.
PATIENCE: Final = 3.0
#: So many lines of the cards' text are shown at once.
LINES: Final = 4


def setting(file: CardFile[C]) -> str:
    """Return the setting that holds the cards of this device."""
    return f"cards.{file.game}"


def remembered(play: Play, file: CardFile[C]) -> C:
    """Return the cards that were entered before; what cannot be read is as if there were none."""
    try:
        return file.from_json(_stored(play, file))
    except (StorageError, WrongFile):
        log.warning("the cards of this device cannot be read", exc_info=True)
        return file.none


def keep(play: Play, file: CardFile[C], cards: C) -> bool:
    """Keep cards on this device and tell whether that was possible; what could not be read there is put aside first."""
    library = play.context.app.tables.library
    try:
        before = _stored(play, file)
        try:
            file.from_json(before)
        except WrongFile:
            library.set_setting(f"{setting(file)}.unreadable", before)
        library.set_setting(setting(file), file.to_json(cards))
    except StorageError as error:
        play.fail(error)
        return False
    return True


def remember(play: Play, file: CardFile[C], more: C) -> None:
    """Keep cards that are new or better known, if there is room for them."""
    known = remembered(play, file)
    now = file.merged(known, more)
    if now != known and file.fit(now):
        keep(play, file, now)


def _stored(play: Play, file: CardFile[C]) -> Any:
    return play.context.app.tables.library.setting(setting(file), file.to_json(file.none))


@component
def CarriedCards(
    play: Play, file: CardFile[C], *, how: Text, taken: Callable[[C, C], Text], on_taken: Callable[[], None]
) -> ft.Control:
    """The cards of this device to another one and back, as a file or as text.

    :param how: what becomes of cards that are known already.
    :param taken: what to say when cards were taken over, from those known before and those known now.
    :param on_taken: called then. Beside a list that it makes longer this component needs a ``key``, or forgets what it said.
    """
    context = play.context
    said, say = use_maybe(Text)
    wrong, set_wrong = use_value(False)
    text, set_text = use_value("")

    def tell(what: Text, *, error: bool = False) -> None:
        say(what)
        set_wrong(error)
        context.announce(play.say(what))

    def take_over(content: str) -> None:
        if not content.strip():
            tell(T("First open a file, or paste the cards into the text field."), error=True)
            return
        before = remembered(play, file)
        try:
            now = file.extended(before, file.read(content))
        except WrongFile as error:
            tell(T("{why} Nothing was changed.", why=error.why), error=True)
            return
        if keep(play, file, now):
            set_text("")
            tell(taken(before, now))
            on_taken()

    def run(task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def guarded() -> None:
            try:
                await task()
            except Exception:
                log.info("the device refused a file or its clipboard", exc_info=True)
                tell(T("This device does not allow that here. Use the text field below."), error=True)

        context.page.run_task(guarded)

    async def save() -> None:
        content = file.write(remembered(play, file)).encode()
        await ft.FilePicker().save_file(file_name=f"{file.format}.json", src_bytes=content)

    async def load() -> None:
        files = await ft.FilePicker().pick_files(with_data=True)
        if files:
            take_over((files[0].bytes or b"").decode("utf-8", errors="replace"))

    async def copy() -> None:
        await asyncio.wait_for(ft.Clipboard().set(file.write(remembered(play, file))), PATIENCE)
        tell(T("Copied."))

    def button(title: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
        return parts.quiet_button(text=play.say(title), icon=icon, on_click=lambda _: do(), identifier=identifier)

    buttons = ft.Row(
        [
            button(T("Save as a file"), ft.Icons.DOWNLOAD, lambda: run(save), "cards-save"),
            button(T("Open a file"), ft.Icons.FOLDER_OPEN_OUTLINED, lambda: run(load), "cards-open"),
            button(T("Copy"), ft.Icons.COPY_OUTLINED, lambda: run(copy), "cards-copy"),
            button(
                T("Show as text"), ft.Icons.NOTES, lambda: set_text(file.write(remembered(play, file))), "cards-show"
            ),
        ],
        wrap=True,
        spacing=theme.Space.s,
        run_spacing=theme.Space.s,
    )
    field = parts.text_input(
        label=play.say(T("Cards as text, to copy or to paste")),
        value=text,
        on_change=lambda event: set_text(event.control.value),
        lines=LINES,
        identifier="cards-text",
    )
    take = parts.verdict_button(
        title=play.say(T("Take these cards over")),
        sublabel=play.say(how),
        available=bool(text.strip()),
        on_click=lambda _: take_over(text),
        identifier="cards-take",
    )
    controls = [buttons, field, take]
    if said:  # in sight after the buttons and after the field
        kind: parts.NoticeKind = "refusal" if wrong else "good"
        controls.insert(1, parts.notice(kind=kind, title=play.say(said), compact=True, identifier="cards-said"))
    return parts.section(title=play.say(T("To another device")), controls=controls)
