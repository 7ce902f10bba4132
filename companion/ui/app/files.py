"""Files of the device: saving, sharing and opening them with the browser's means."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import InitVar, dataclass
from functools import partial
from typing import Any, Final

import flet as ft
from flet.controls.client_action import shared_service

from companion.kernel.text import messages
from companion.tables.message_size import ALLOWANCE, LongMessage
from companion.ui.app.context import PageContext
from companion.ui.runtime.hooks import use_lasting, use_latest

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

#: A browser may never answer whether it has copied something.
PATIENCE: Final = 3.0


async def save(name: str, content: bytes) -> None:
    """Let the device keep a file."""
    await ft.FilePicker().save_file(file_name=name, src_bytes=content)


async def hand(name: str, content: bytes, *, title: str, text: str | None = None, kind: str | None = None) -> None:
    """Let the device hand a file on, by mail or however it can.

    :param text: a text that goes with it.
    :param kind: its type, where browsers know that by the file's ending.
    """
    page: Any = ft.context.page
    ending = ""
    if kind is None:
        # browsers share only known file types; all of these are text
        kind, ending = ("text/plain", ".txt") if page.web else ("application/octet-stream", "")
    file = ft.ShareFile.from_bytes(content, mime_type=kind, name=f"{name}{ending}")
    await ft.Share().share_files([file], title=title, text=text, mail_to_fallback_enabled=False)


@dataclass
class _HandOver(ft.ClientAction):
    """Hands files on when a control is activated; see :func:`handed`."""

    files: InitVar[dict[str, Any]]

    def __post_init__(self, files: dict[str, Any]) -> None:
        self._bind(shared_service(ft.Share), "share_files", files)


def handed(name: str, content: bytes, *, title: str, text: str, kind: str) -> ft.ClientAction:
    """Return the client action of a button that hands a file on; it runs on the client because Safari requires a user gesture.

    :param kind: its type.
    """
    file = {"data": content, "mime_type": kind, "name": name}
    return _HandOver({"files": [file], "title": title, "text": text, "mail_to_fallback_enabled": False})


async def copy(text: str) -> None:
    """Let the device keep a text until it is pasted."""
    await asyncio.wait_for(ft.Clipboard().set(text), PATIENCE)


def use_allowance(what: LongMessage) -> None:
    """Allow long messages from the page while the running component is shown."""
    allowance = ALLOWANCE.get()
    use_lasting(lambda: allowance.ask_for(what) if allowance else None)


def use_picker(look: Callable[[bytes], object], *, photograph: bool = False) -> ft.ClientAction:
    """Return the client action of a button that opens a file; it runs on the client because Safari requires a user gesture.

    :param look: called with the content of the file.
    :param photograph: whether it is a photograph, which phones offer to take; ``photo.js`` shrinks it before the upload.
    """
    latest = use_latest(look=look)
    use_allowance(LongMessage.FILE)

    def came(event: ft.FilePickerResultEvent) -> None:
        if event.files:
            latest.look(bytes(event.files[0].bytes or b""))

    picker = ft.use_memo(lambda: ft.FilePicker(on_result=came), dependencies=[])
    kind = ft.FilePickerFileType.IMAGE if photograph else ft.FilePickerFileType.ANY
    # while it is made small, the window is long there again
    return ft.PickFiles(picker, with_data=True, file_type=kind, cancel_upload_on_window_blur=not photograph)


def asked(
    context: PageContext, task: Callable[[], Coroutine[Any, Any, None]], failed: Callable[[], None] | None = None
) -> Callable[[], object]:
    """Return a handler that runs a request to the device.

    :param failed: called if the device refuses; by default a message says so.
    """

    async def guarded() -> None:
        try:
            await task()
        except Exception:
            log.info("the device refused a file or its clipboard", exc_info=True)
            if failed:
                failed()
            else:
                context.toast(context.say(T("This device does not allow that here.")))

    return partial(context.page.run_task, guarded)
