"""Scrolling to a part that a tap opens: a form below the fold would look as if nothing had happened."""

import asyncio
import logging
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

import flet as ft

from companion.ui.runtime.hooks import component

log: Final = logging.getLogger("companion.ui")

#: How long the page takes to scroll, in milliseconds.
_CALM: Final = 220
#: Pauses in seconds before the page scrolls, and before it does so again if it had not been laid out by then.
_LAID_OUT: Final = (0.1, 0.3)
#: Seconds after which a page that does not answer is left alone.
_PATIENCE: Final = 3.0

#: Numbers of the parts of each page, by session.
_numbers: Final = WeakKeyDictionary[Any, "count[int]"]()


@component
def Unfolding(content: ft.Control, opened: object) -> ft.Control:
    """A part of a page in which a tap opens more.

    The page then scrolls until the part begins at the top, or to its end. Closing a part scrolls nothing.

    :param content: the tapped control, with the opened part below.
    :param opened: identifies the opened part; false if none is.
    """
    part: Any = ft.use_ref(None)
    before: Any = ft.use_ref(opened)
    page: Any = ft.context.page
    key = ft.use_memo(lambda: f"unfolding-{next(_numbers.setdefault(page.session, count()))}", dependencies=[])

    async def scroll() -> None:
        try:
            for pause in _LAID_OUT:
                await asyncio.sleep(pause)
                await asyncio.wait_for(part.current.scroll_to(scroll_key=key, duration=_CALM), _PATIENCE)
        except Exception:
            log.info("the page did not scroll to an opened part", exc_info=True)

    def scroll_if_opened() -> None:
        if opened and opened != before.current:
            page.run_task(scroll)
        before.current = opened

    ft.use_effect(scroll_if_opened, dependencies=[opened])
    return ft.Column(
        [content],
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ref=part,
        key=ft.ScrollKey(key),  # type: ignore[call-arg]  # Flet makes its init itself
    )
