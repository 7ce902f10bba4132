"""Lets synchronous code wait for blocking work while the event loop goes on.

A report is judged, stored and shown by synchronous code, and only storing it takes long. On a server this code runs in a
greenlet, which is suspended while a thread works for it. Without the package ``greenlet``, as in a browser, the work is done
in place.
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeVar

try:
    greenlet: Any = import_module("greenlet")
except ImportError:
    greenlet = None

V = TypeVar("V")

#: As many as connections to a database; SQLite lets one after another write.
_THREADS: Final = 4


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, "companion-blocking")


def _current() -> Any:
    """Return what identifies the running code."""
    return greenlet.getcurrent() if greenlet else None


def _is_suspendable() -> bool:
    return getattr(_current(), "is_suspendable", False)


def call(work: Callable[..., V], *values: Any) -> V:
    """Do blocking work, in a thread if the caller runs in a :class:`Handling`, and otherwise in place."""
    if not _is_suspendable():
        return work(*values)
    loop = asyncio.get_running_loop()
    return _wait_for(loop.run_in_executor(_threads(), copy_context().run, work, *values))


def _wait_for(future: asyncio.Future[V]) -> V:
    _current().parent.switch(future)
    return future.result()


class Handling(Awaitable[None]):
    """Runs a coroutine whose synchronous code may wait by :func:`call`.

    :param coroutine: it is awaited by awaiting this.
    """

    def __init__(self, coroutine: Any) -> None:
        self._coroutine = coroutine
        self._blocked: asyncio.Future[Any] | None = None

    async def unblocked(self) -> None:
        """Wait until the code does not wait for blocking work."""
        while self._blocked:
            await asyncio.wait([self._blocked])
            await asyncio.sleep(0)

    def __await__(self) -> Generator[Any, Any, None]:
        if not greenlet:
            yield from self._coroutine.__await__()
            return
        resume, sent = self._coroutine.send, None
        while True:
            step = greenlet.greenlet(resume)
            step.is_suspendable = True
            step.gr_context = _current().gr_context
            try:
                awaited = step.switch(sent)
                while not step.dead:
                    yield from self._until(awaited)
                    awaited = step.switch()
            except StopIteration:
                return
            try:
                resume, sent = self._coroutine.send, (yield awaited)
            except BaseException as error:
                resume, sent = self._coroutine.throw, error

    def _until(self, future: asyncio.Future[Any]) -> Generator[Any, Any, None]:
        """Wait until blocking work is done, even if this is cancelled: what has been stored has to be shown."""
        self._blocked = future
        is_cancelled = False
        while not future.done():
            try:
                yield from asyncio.wait([future]).__await__()
            except asyncio.CancelledError:
                is_cancelled = True
        self._blocked = None
        if is_cancelled and (task := asyncio.current_task()):
            task.cancel()


class Turn:
    """Lets one caller at a time through, as a context manager; the same caller may enter it again.

    Only code in a :class:`Handling` can wait.

    :raises RuntimeError: if the caller would have to wait and cannot.
    """

    def __init__(self) -> None:
        self._owner: Any = None
        self._depth = 0
        self._free: asyncio.Future[None] | None = None

    def __enter__(self) -> None:
        while self._depth and self._owner is not _current():
            if not _is_suspendable():
                raise RuntimeError("another change is being stored, and the caller cannot wait for it")
            self._free = self._free or asyncio.get_running_loop().create_future()
            _wait_for(self._free)
        self._owner = _current()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth and self._free:
            self._free.set_result(None)
            self._free = None
