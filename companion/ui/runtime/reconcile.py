"""Stable identity for controls, so that Flet keeps them when siblings are added or removed."""

import functools
from collections.abc import Hashable
from contextvars import ContextVar
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

import flet as ft
from attrs import define, field, frozen
from flet.components.component import Component

from companion import flet_patches

V = TypeVar("V")

#: Where controls hold others.
_HOLDS: Final = ("content", "controls", "appbar", "actions", "leading", "title")


#: Which layout each page has: a number that grows.
_layouts: Final[WeakKeyDictionary[ft.Page, int]] = WeakKeyDictionary()
#: The mounted components of each page, by identity.
_standing: Final[WeakKeyDictionary[ft.Page, WeakValueDictionary[Hashable, WeakSet["Part"]]]] = WeakKeyDictionary()


def reset_layout(page: ft.Page) -> None:
    """Let components keep their state when a change of size or orientation moves them to another parent.

    To Flet a component under another parent is a new one; it takes over the state of the old one.
    """
    _layouts[page] = _layouts.get(page, 0) + 1


@define(eq=False)
class Part:
    """A mounted component.

    :param orders: the order of its lists at the latest render.
    :param layout: the layout at the latest render.
    :param state: the state that Flet keeps for it.
    :param alike: all components with the same identity; ``None`` before the first render.
    :param body: what it has rendered last.
    """

    orders: dict[tuple[str, ...], "_Order"] = field(factory=dict)
    layout: int = 0
    state: Any = None
    alike: WeakSet["Part"] | None = None
    body: ft.Control | None = None

    def drawn(self) -> Any:
        """Record a render, and return the state to take over if it is the first one."""
        page: Any = ft.context.page
        what, self.state = flet_patches.standing()
        self.layout = _layouts.get(page, 0)
        if self.alike is not None:
            return None
        self.alike = _standing.setdefault(page, WeakValueDictionary()).setdefault(what, WeakSet())
        old = [each.state for each in self.alike if each.layout != self.layout and each.state.mounted]
        self.alike.add(self)
        return old[0] if len(old) == 1 else None

    def settle(self, body: ft.Control) -> None:
        """Put the unchanged parts of the previous render into what is rendered now."""
        if self.body is not None:
            flet_patches.keep_unchanged(self.body, body)
        self.body = body


#: State that the rendering component takes over.
moving: Final[ContextVar[Any]] = ContextVar("moving", default=None)


def held_parts(initial: Any) -> Any:
    """Return a function that returns a component's initial value: the one it takes over, or else ``initial``."""
    return lambda: flet_patches.value_in(moving.get(), initial)


@frozen
class _Order:
    """In which order the named children of a list stood.

    :param turn: how often they have changed places.
    """

    names: tuple[str, ...]
    turn: int = 0

    def then(self, names: tuple[str, ...]) -> "_Order":
        """Return the order after a drawing."""
        before = [name for name in self.names if name in names]
        return _Order(names, self.turn + (before != [name for name in names if name in self.names]))


def keyed(drawn: V, orders: dict[tuple[str, ...], _Order], path: tuple[str, ...] = ()) -> V:
    """Give children stable keys so that Flet keeps their identity when siblings are added or removed.

    Flet matches the children of a list by position. When a line is added above, every button below it is replaced, and a tap
    in progress is lost. So children with an identifier, and components, are matched by name. Children that change their
    order are still replaced: Flet would mix up their content.

    :param orders: the order of lists at the previous render; updated in place.
    :param path: path of ``drawn``.
    """
    if isinstance(drawn, ft.BaseControl):
        kind: Any = drawn.__class__
        for part in _holding(kind):
            inside = getattr(drawn, part)
            if isinstance(inside, list):
                _name(inside, orders, (*path, part))
                for number, child in enumerate(inside):
                    keyed(child, orders, (*path, part, _identity(child) or str(number)))
            else:
                keyed(inside, orders, (*path, part))
    return drawn


@functools.cache
def _holding(kind: Any) -> tuple[str, ...]:
    """Return where controls of a class hold others."""
    return tuple(part for part in _HOLDS if part in getattr(kind, "__dataclass_fields__", {}))


def _name(children: list[Any], orders: dict[tuple[str, ...], _Order], path: tuple[str, ...]) -> None:
    own = [getattr(child, "key", None) for child in children]
    for number, key in enumerate(own):
        if key is not None and key in own[:number]:  # Flet would lose one of the two
            flet_patches.name(children[number], f"{key} {own[:number].count(key) + 1}")
    given = [None if key is not None else _identity(child) for child, key in zip(children, own, strict=True)]
    names = [name if given.count(name) == 1 else None for name in given]
    present = tuple(name for name in names if name)
    if not present:
        return
    orders[path] = order = orders[path].then(present) if path in orders else _Order(present)
    for child, name in zip(children, names, strict=True):
        if name:
            flet_patches.name(child, f"{name} {order.turn}")


def _identity(control: Any) -> str | None:
    """Return the identity of a control: its identifier, or that around its whole content."""
    if isinstance(control, Component):
        return f"of {control.fn.__name__}"
    while isinstance(control, ft.Container | ft.Semantics | ft.MergeSemantics):
        if isinstance(control, ft.Semantics) and control.identifier:
            return f"at {control.identifier}"
        control = control.content
    return None
