"""A signal that notifies its subscribers of changes."""

from collections.abc import Callable


class Signal:
    """Calls all who follow something."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` at every beat, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def emit(self) -> None:
        """Call all listeners."""
        for listener in tuple(self._listeners):
            listener()
