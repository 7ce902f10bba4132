"""Drafts: what has been put down at a table and not been entered yet.

Every session has one store. A correction is made in a session of its own, and so has drafts of its own. Drafts are never
persisted. When other players take the seats, all of them are discarded, so that no player gets another one's draft.
"""

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from attrs import evolve, frozen

D = TypeVar("D")


@frozen
class DraftKey(Generic[D]):
    """The name of a draft and, through the type parameter, the type of its value.

    :param owner: whose draft it is or what it is about, where there are several of a name: a seat, a phone, a match.
    """

    name: str
    owner: Hashable = None

    def of(self, owner: Hashable) -> "DraftKey[D]":
        """Return the key of one owner's draft."""
        return evolve(self, owner=owner)


class DraftStore:
    """Drafts that the same screens show.

    :param changed: called after every change.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._values: dict[DraftKey[Any], Any] = {}
        self._changed = changed

    def get(self, key: DraftKey[D]) -> D | None:
        """Return a draft; ``None`` if there is none."""
        return self._values.get(key)

    def start(self, key: DraftKey[D], make: Callable[[], D]) -> D:
        """Return a draft, made now if there is none."""
        if key not in self._values:
            self._values[key] = make()
        found: D = self._values[key]
        return found

    def owned(self, key: DraftKey[D]) -> dict[Any, D]:
        """Return all drafts of a name by their owners."""
        return {each.owner: value for each, value in self._values.items() if each.name == key.name}

    def set(self, key: DraftKey[D], value: D) -> None:
        """Store a draft in the place of the previous one."""
        self._values[key] = value
        self._changed()

    def clear(self, *keys: DraftKey[Any]) -> None:
        """Discard drafts, such as those that have been entered."""
        known = [key for key in keys if key in self._values]
        for key in known:
            del self._values[key]
        if known:
            self._changed()


class Drafts(DraftStore):
    """The drafts of a session: those that all its screens share, and those that only one page sees."""

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__(changed)
        self._pages: dict[str, DraftStore] = {}

    def of_page(self, page: str) -> DraftStore:
        """Return the drafts that only one page sees. They outlive the screen on which they are made; no other page is
        drawn again when they change.

        :param page: identifies the page.
        """
        return self._pages.setdefault(page, DraftStore())

    def discard(self) -> None:
        """Discard all drafts, those of pages too; the caller announces the change that makes them worthless."""
        for store in (self, *self._pages.values()):
            store._values.clear()
