"""Drafts: what has been put down at a table and not been entered yet.

Every session has one store. A correction is made in a session of its own, and so has drafts of its own. Shared drafts survive
a restart if their key names their type; see :meth:`Drafts.to_json`. When other players take the seats, all drafts are
discarded, so that no player gets another one's draft.
"""

import logging
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Final, Generic, TypeVar

from attrs import evolve, field, frozen
from cattrs import Converter

from companion.storage.strict_json import strict_converter

log: Final = logging.getLogger(__name__)

D = TypeVar("D")


@frozen
class DraftKey(Generic[D]):
    """The name of a draft and, through the type parameter, the type of its value.

    :param owner: whose draft it is or what it is about, where there are several of a name: a seat, a phone, a match.
    :param stored: the type as which a shared draft is stored; ``None`` if it ends with the program.
    """

    name: str
    owner: Hashable = None
    stored: type[D] | None = field(default=None, kw_only=True, eq=False)

    def of(self, owner: Hashable) -> "DraftKey[D]":
        """Return the key of one owner's draft."""
        return evolve(self, owner=owner)


@frozen
class _Stored:
    """A draft as it was stored; its type is known when it is asked for."""

    json: Any


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
        place = self._page, key
        value = self._drafts.get(place)
        if isinstance(value, _Stored):
            del self._drafts[place]  # its key there names no type
            value = _structured(value.json, key)
            if value is not None:
                self._drafts[place] = value
        return value

    def start(self, key: DraftKey[D], make: Callable[[], D]) -> D:
        """Return a draft; if there is none, it is made, without a signal."""
        found = self.get(key)
        if found is None:
            found = self._drafts[self._page, key] = make()
        return found

    def owned(self, key: DraftKey[D]) -> dict[Any, D]:
        """Return all drafts of a name by their owners."""
        owners = [each.owner for page, each in self._drafts if page == self._page and each.name == key.name]
        found = {owner: self.get(key.of(owner)) for owner in owners}
        return {owner: value for owner, value in found.items() if value is not None}

    def set(self, key: DraftKey[D], value: D) -> None:
        """Store a draft in place of the previous one."""
        self._drafts.pop((self._page, key), None)  # the key of a stored one names no type
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
        super().__init__({}, None, self._on_change)
        self._notify_screens = changed
        #: Grows with every change of a shared draft.
        self.version = 0

    def _on_change(self) -> None:
        self.version += 1
        self._notify_screens()

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
        self.version += 1

    def to_json(self) -> list[Any]:
        """Return the shared drafts whose keys name their type: name, owner and value of each."""
        return [
            [
                key.name,
                key.owner,
                value.json if isinstance(value, _Stored) else _converter().unstructure(value, key.stored),
            ]
            for key, value in self._shared()
        ]

    def replace(self, stored: list[Any]) -> None:
        """Replace the shared drafts that :meth:`to_json` returns by stored ones, without a signal."""
        for key, _ in self._shared():
            del self._drafts[None, key]
        for name, owner, value in stored:
            self._drafts[None, DraftKey(name, owner)] = _Stored(value)

    def _shared(self) -> list[tuple[DraftKey[Any], Any]]:
        """Return the shared drafts that are stored."""
        return [
            (key, value)
            for (page, key), value in self._drafts.items()
            if page is None and (key.stored or isinstance(value, _Stored))
        ]


@cache
def _converter() -> Converter:
    return strict_converter()


def _structured(json: Any, key: DraftKey[D]) -> D | None:
    """Return a stored draft; ``None`` if another version stored it in another form."""
    try:
        return _converter().structure(json, key.stored) if key.stored else None
    except Exception:  # whatever is stored, the table goes on without it
        log.warning("the draft %s cannot be read", key.name, exc_info=True)
        return None
