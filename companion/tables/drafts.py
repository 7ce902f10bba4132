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
    """The drafts that the same screens show: those of all pages, or those of one.

    :param values: all drafts of the session, by page and key; the page is ``None`` for shared ones.
    :param page: identifies the page.
    :param changed: called after every change.
    """

    def __init__(
        self, values: dict[tuple[str | None, DraftKey[Any]], Any], page: str | None, changed: Callable[[], None]
    ) -> None:
        self._drafts = values
        self._page = page
        self._changed = changed

    def get(self, key: DraftKey[D]) -> D | None:
        """Return a draft; ``None`` if there is none."""
        return self._drafts.get((self._page, key))

    def start(self, key: DraftKey[D], make: Callable[[], D]) -> D:
        """Return a draft; if there is none, it is made, without a signal."""
        if (self._page, key) not in self._drafts:
            self._drafts[self._page, key] = make()
        found: D = self._drafts[self._page, key]
        return found

    def owned(self, key: DraftKey[D]) -> dict[Any, D]:
        """Return all drafts of a name by their owners."""
        return {
            each.owner: value
            for (page, each), value in self._drafts.items()
            if page == self._page and each.name == key.name
        }

    def set(self, key: DraftKey[D], value: D) -> None:
        """Store a draft in place of the previous one."""
        self._drafts[self._page, key] = value
        self._changed()

    def clear(self, *keys: DraftKey[Any]) -> None:
        """Discard drafts, such as those that have been entered."""
        known = [(self._page, key) for key in keys if (self._page, key) in self._drafts]
        for each in known:
            del self._drafts[each]
        if known:
            self._changed()


class Drafts(DraftStore):
    """The drafts of a session: those that all its screens share, and those that only one page sees.

    :param changed: called after every change of a shared draft.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__({}, None, changed)

    def of_page(self, page: str) -> DraftStore:
        """Return the drafts that only one page sees.

        They outlive the screen on which they are made. A change of them is no signal, since no other page shows them.

        :param page: identifies the page.
        """
        return DraftStore(self._drafts, page, lambda: None)

    def keep(self, other: "Drafts") -> None:
        """Take over the drafts of pages from another session."""
        self._drafts |= {place: value for place, value in other._drafts.items() if place[0] is not None}

    def discard(self) -> None:
        """Discard all drafts, those of pages too, without a signal."""
        self._drafts.clear()
