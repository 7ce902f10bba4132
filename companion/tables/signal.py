"""A signal: calls its listeners when something has changed."""

import logging
from collections.abc import Callable
from typing import Final, TypeAlias

log: Final = logging.getLogger("companion.tables")

Listener: TypeAlias = Callable[[], None]


class Signal:
    """A list of listeners that are called on every change."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` on every change, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def emit(self) -> None:
        """Call all listeners. One that fails is logged: the change is made already, and the others must see it."""
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:
                log.exception("a listener failed")
