"""Stable identity for controls, so that Flet keeps what is on the screen when siblings come and go."""

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
#: What stands on each page, by what it is; whatever is gone from there is forgotten.
_standing: Final[WeakKeyDictionary[ft.Page, WeakValueDictionary[Hashable, WeakSet["Part"]]]] = WeakKeyDictionary()


def reset_layout(page: ft.Page) -> None:
    """Let what is put down on a page, but not entered yet, stay where it is drawn now for another size or manner of the page.

    A part of the screen that stands in another place from then on is a new one to Flet; it takes over what the old one held.
    """
    _layouts[page] = _layouts.get(page, 0) + 1


@define(eq=False)
class Part:
    """A component on a page, as long as it stands there.

    :param orders: how its lists stood when it was drawn last.
    :param layout: the layout for which it was drawn last.
    :param state: what Flet keeps of it.
    :param alike: all that are as it is, itself included; ``None`` before it was drawn.
    """

    orders: dict[tuple[str, ...], "_Order"] = field(factory=dict)
    layout: int = 0
    state: Any = None
    alike: WeakSet["Part"] | None = None

    def drawn(self) -> Any:
        """Note that it is drawn, and return what is kept of the part whose place it takes, if it is drawn first."""
        page: Any = ft.context.page
        what, self.state = flet_patches.standing()
        self.layout = _layouts.get(page, 0)
        if self.alike is not None:
            return None
        self.alike = _standing.setdefault(page, WeakValueDictionary()).setdefault(what, WeakSet())
        old = [each.state for each in self.alike if each.layout != self.layout and each.state.mounted]
        self.alike.add(self)
        return old[0] if len(old) == 1 else None


#: What is kept of the component whose place the one that is drawn takes.
moving: Final[ContextVar[Any]] = ContextVar("moving", default=None)


def held_parts(initial: Any) -> Any:
    """Return what gives the value with which a component begins: what it held in its place before, or what it begins with."""
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
    """Let what is on the screen before and after a change stay the same control, whatever comes or goes beside it.

    Flet takes the children of a list one for the other by their number. Where a line comes in above, every button below it
    becomes a new one, and a finger that is just on it taps into nothing. So whatever has an identifier, or is a component,
    goes by that name. Where children change places they become new ones all the same: Flet mixes up what is inside of them.

    :param orders: how the lists stood at the drawing before; it is brought up to date.
    :param path: where ``drawn`` is.
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
    given = [None if getattr(child, "key", None) is not None else _identity(child) for child in children]
    names = [name if given.count(name) == 1 else None for name in given]
    told = tuple(name for name in names if name)
    if not told:
        return
    orders[path] = order = orders[path].then(told) if path in orders else _Order(told)
    for child, name in zip(children, names, strict=True):
        if name:
            flet_patches.name(child, f"{name} {order.turn}")


def _identity(control: Any) -> str | None:
    """Return what tells a control from its neighbours: the identifier on it or around all that is in it."""
    if isinstance(control, Component):
        return f"of {control.fn.__name__}"
    while isinstance(control, ft.Container | ft.Semantics | ft.MergeSemantics):
        if isinstance(control, ft.Semantics) and control.identifier:
            return f"at {control.identifier}"
        control = control.content
    return None
