"""Renders a first screen without a client, so that caches are warm when Python's memory is stored."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion import flet_patches, resources

#: What a phone reports about itself.
_EDGES: Final = dict.fromkeys(("left", "top", "right", "bottom"), 0.0)
_PHONE: Final = {
    "route": "/",
    **dict.fromkeys(("pwa", "debug", "wasm", "test", "multi_view"), False),
    "pyodide": True,
    "web": True,
    "platform_brightness": "light",
    "width": 390.0,
    "height": 844.0,
    "platform": "android",
    "media": {
        **{name: dict(_EDGES) for name in ("padding", "view_padding", "view_insets")},
        "device_pixel_ratio": 3.0,
        "orientation": "portrait",
        "always_use_24_hour_format": False,
    },
}
#: Number of turns of the event loop until a screen is complete.
_TURNS: Final = 200


class _Nobody(Connection):
    """A client without eyes and services."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.pubsubhub = PubSubHub()
        self.page_url = ""
        self.session: Any = None

    def send_message(self, message: Message) -> None:
        """Write a message as one that is sent, and answer what the program wants to know with nothing."""
        encode = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        msgpack.packb([message.action, message.body], default=encode)
        if message.action is MessageAction.INVOKE_METHOD:
            asked: Any = message.body
            self.loop.call_soon(self.session.handle_invoke_method_results, asked.control_id, asked.call_id, None, None)

    def dispose(self) -> None:
        """End nothing: there is nothing to end."""


class _Nothing:
    """A selector without events."""

    def select(self, _: float | None = None) -> list[Any]:
        """Return no events."""
        return []


class _Loop(asyncio.BaseEventLoop):
    """A loop that needs no system and no browser: a memory that holds anything of theirs could not be kept."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Nothing()

    def _process_events(self, happened: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


def warm_up() -> None:
    """Render the first screen of an empty library in every language."""
    around, loop = asyncio._get_running_loop(), _Loop()
    asyncio._set_running_loop(None)
    try:
        for locale in resources.locales():
            loop.run_until_complete(_first_screen(locale))
    finally:
        loop.close()
        asyncio._set_running_loop(around)


async def _first_screen(locale: str) -> None:
    from companion.app import furnish
    from companion.tables.languages import PREFERRED
    from companion.ui.app.preferences import KEPT
    from companion.ui.shell import dress_ahead, main_of

    with tempfile.TemporaryDirectory() as folder:
        app = furnish(Path(folder), late=True)
        nobody = _Nobody()
        session: Any = Session(nobody)
        nobody.session = session
        flet_patches.stand_before(session.page)
        session.apply_page_patch(_PHONE)
        KEPT.set("")
        PREFERRED.set((locale,))
        dress_ahead(app, session.page)
        body = RegisterClientResponseBody(session.id, session.get_page_patch(), "")
        nobody.send_message(Message(MessageAction.REGISTER_CLIENT, body))
        await main_of(app)(session.page)
        await session.after_event(session.page)
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        session.close()
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        app.tables.library.close()
