"""The gain of each speed patch of :mod:`companion.flet_patches` on table pages: without it against all of them."""

import asyncio
import gc
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from types import CodeType
from typing import Any, Final

from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from flet.messaging import protocol
from flet.messaging.protocol import Message
from harness import screen
from screens.room import PHONE, TABLET, Page, begin, room, submit

from benchmarks.measure import Ratio
from companion import flet_patches
from companion.games.free_sheet.reports import Scored
from companion.kernel.log import Join
from companion.ui.app.context import AppContext

#: Measurements of each kind for each patch, with it and without it in turn.
_TIMES: Final = 9
_NAMES: Final = ("Anna", "Ben", "Cem", "Dora")
_ROUNDS: Final = 6


def measured() -> Iterator[Ratio]:
    """Measure every speed patch: the first drawing of a table page, a tap and a join on two pages, a dialog."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_ratios(Path(folder)))


async def _ratios(folder: Path) -> list[Ratio]:
    here = room(folder)
    gc.collect()
    gc.freeze()
    with _logging_connection():
        return [ratio for patch in flet_patches.SPEEDUPS for ratio in await _ratios_of(here, patch.__name__)]


async def _ratios_of(here: AppContext, patch: str) -> list[Ratio]:
    trick, scores = begin(here), begin(here, *_NAMES, game="free_sheet")
    submit(here, scores, *(Scored(seat, str(seat + turn)) for turn in range(_ROUNDS) for seat in range(len(_NAMES))))
    found = []
    async with AsyncExitStack() as stack:
        pages = {
            table: [await stack.enter_async_context(_Timed(here, table, size=size)) for size in (TABLET, PHONE)]
            for table in (trick, scores)
        }
        works: dict[str, Callable[[], Awaitable[float]]] = {
            "page": lambda: _page(here, scores),
            "tap": lambda: _undone(pages[trick], pages[trick][0].tap("wins-0")),
            "join": lambda: _undone(pages[scores], _join(here, scores)),
            "dialog": lambda: _dialog(pages[scores][0]),
        }
        for name, work in works.items():
            pairs = []
            for _ in range(_TIMES + 1):
                with _without(patch):
                    without = await work()
                pairs.append((without, await work()))
            without, full = (median(pair[side] for pair in pairs[1:]) for side in (0, 1))
            saved = 1 - 1 / median(pair[0] / pair[1] for pair in pairs[1:])
            found.append(Ratio(f"{patch}: {name}", without, full, note=f"{saved:.1%} saved"))
    return found


class _Timed(Page):
    """A page that excludes the client's part from the measurement."""

    spent = 0.0

    def _receive(self, action: int, body: Any) -> None:
        began = process_time()
        super()._receive(action, body)
        _Timed.spent += process_time() - began


async def _seconds(work: Awaitable[Any]) -> float:
    """Return the processor time of some work in the server."""
    gc.collect()
    gc.disable()
    _Timed.spent, began = 0.0, process_time()
    await work
    took = process_time() - began - _Timed.spent
    gc.enable()
    return took


async def _page(here: AppContext, table: str) -> float:
    """Open one more page at a table and close it."""
    page = _Timed(here, table, size=TABLET)
    took = await _seconds(page.__aenter__())
    await page.__aexit__(None, None, None)
    return took


async def _join(here: AppContext, table: str) -> None:
    submit(here, table, Join(len(_NAMES), "Emil"))


async def _dialog(page: Page) -> float:
    """Open the dialog with the lines of a total and close it."""
    took = await _seconds(page.tap("all-0"))
    await page.tap("close")
    return took


async def _undone(pages: list[Page], work: Awaitable[None]) -> float:
    """Submit a report, and undo it when all pages have drawn it."""

    async def drawn() -> None:
        await work
        for page in pages:
            await page.settle()

    took = await _seconds(drawn())
    await pages[0].tap("undo")
    await pages[1].settle()
    return took


@contextmanager
def _logging_connection() -> Iterator[None]:
    """Let the tests' connection format each message for its log, as Flet's own does."""
    send: Any = screen._Wire.send_message

    def log_and_send(wire: Any, message: Any) -> None:
        str(message)
        send(wire, message)

    with ExitStack() as stack:
        stack.callback(setattr, screen._Wire, "send_message", send)
        setattr(screen._Wire, "send_message", log_and_send)  # noqa: B010
        yield


@contextmanager
def _without(patch: str) -> Iterator[None]:
    """Disable a patch temporarily."""
    with ExitStack() as stack:
        for owner, name, unpatched in _places(patch):
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, unpatched)
        yield


def _places(patch: str) -> Iterator[tuple[Any, str, Any]]:
    """Yield the attributes that a patch replaces: owner, name and original value."""

    def unwrapped(owner: Any, *names: str) -> Iterator[tuple[Any, str, Any]]:
        return ((owner, name, inspect.unwrap(getattr(owner, name))) for name in names)

    match patch:
        case "shorten_message_logs":
            yield Message, "__str__", lambda message: repr(message)
        case "skip_debug_logging":
            for name in ("flet", "flet_object_patch", "flet_components", "flet_controls"):
                yield (
                    (log := logging.getLogger(name)),
                    "debug",
                    lambda *args, log=log, **more: logging.Logger.debug(log, *args, **more),
                )
        case "skip_plain_values":
            yield from unwrapped(DiffBuilder, "_configure_dataclass", "_removed_controls", "_compare_values")
        case "compare_once":
            yield from unwrapped(DiffBuilder, "_compare_dataclasses", "_compare_lists")
        case "cache_dataclass_checks":
            yield protocol, "is_dataclass", import_module("dataclasses").is_dataclass
        case "bind_dialog_parts":
            yield from unwrapped(import_module("flet.components.hooks.use_dialog"), "_bind_dialog_subtree")
        case "set_hash_once":
            yield BaseControl.__post_init__, "__code__", _code_of(BaseControl, "__post_init__")
        case "set_given_properties":
            for kind in flet_patches._kinds(BaseControl):
                if hasattr(vars(kind).get("__init__"), "__wrapped__"):
                    yield from unwrapped(kind, "__init__")
        case unknown:
            raise ValueError(f"it is not known what {unknown} replaces")


def _code_of(cls: type, method: str) -> CodeType:
    """Return a method's code compiled from its source."""
    file = inspect.getfile(cls)
    code = compile(Path(file).read_text(encoding="utf-8"), file, "exec", dont_inherit=True)
    for name in (cls.__name__, method):
        code = next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name)
    return code
