"""Components that follow shared state: safe across pages, and an error in one never freezes a screen."""

import asyncio
import contextvars
import functools
import itertools
import logging
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any, Final, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

import flet as ft
from attrs import define, field, frozen
from flet.components.component import Component

from companion import flet_patches
from companion.flet_patches import Dispatch
from companion.i18n import Renderer
from companion.kernel.text import Text, messages

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

V = TypeVar("V")

#: Key of what stands in the place of a component that could not be drawn.
RENDER_ERROR: Final = "render-error"

#: Where controls hold others.
_HOLDS: Final = ("content", "controls", "appbar", "actions", "leading", "title")

#: What is said when the program itself has made a mistake.
SORRY: Final = T("Something went wrong here. What was entered before is safe.")


#: What each open page listens to; Flet cleans up a component that goes, but not a page that goes.
_followed: Final[WeakKeyDictionary[ft.Page, set[Callable[[], None]]]] = WeakKeyDictionary()


@frozen
class Tap:
    """What somebody has just done on a page.

    :param control: what was tapped, by its number on the page.
    :param number: how many taps the page has seen up to this one.
    """

    control: int
    number: int


_tap: Final[ContextVar[Tap | None]] = ContextVar("tap", default=None)
#: So many turns of the loop without a drawing to come, and the screen is at rest: what follows a session asks for its
#: drawing one turn after the change.
_STILL_TURNS: Final = 4
_MOST_TURNS: Final = 100
#: The events that come from a finger or a keyboard; a key is pressed on the page, and two of them are never one by mistake.
_KEY: Final = "keyboard_event"
_TAPS: Final = frozenset(("click", "tap", "change", "select", "submit", "long_press", _KEY))


def one_by_one(page: ft.Page, tapped: Callable[[], object] = lambda: None) -> None:
    """Handle the events of a page in the order in which they were sent, each on the screen that the previous one left.

    A browser may send two events at once: a calendar reports the chosen day and that it was closed.

    :param tapped: called at each tap; see :func:`tap`.
    """
    numbers, turn = itertools.count(1), asyncio.Lock()

    def around(dispatch: Dispatch) -> Dispatch:
        async def in_turn(control_id: int, event_name: str, event_data: Any) -> None:
            is_tap = event_name in _TAPS
            if is_tap:
                tapped()
            async with turn:
                if is_tap:
                    number = next(numbers)
                    _tap.set(None if event_name == _KEY else Tap(control_id, number))
                handling = asyncio.ensure_future(dispatch(control_id, event_name, event_data))
                if is_tap:
                    await _drawn(page)
                else:
                    await asyncio.sleep(0)
            await handling  # a handler that waits for the device does not hold up the events after it

        return in_turn

    flet_patches.around_events(page, around)


async def _drawn(page: ft.Page) -> None:
    """Wait until what is to be drawn has been drawn, but not for a screen that never comes to rest."""
    still_for = 0
    for _ in range(_MOST_TURNS):
        await asyncio.sleep(0)
        still_for = 0 if flet_patches.has_to_draw(page) else still_for + 1
        if still_for == _STILL_TURNS:
            return


def tap() -> Tap | None:
    """Return the tap whose handler runs."""
    return _tap.get()


class Source(Protocol):
    """Something whose changes can be followed."""

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` after every change, until the returned function is called."""


def component(build: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a Flet component whose errors stay in its own place; unguarded they would stop all updates of the page."""
    return _guarded(build, _error_sign)


def still(build: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a component that is drawn again only when its arguments change, which a tap mostly does not.

    Its arguments must be values that compare; what a handler needs comes through :func:`use_latest`.
    """
    memo = cast(Callable[[Any], Callable[..., ft.Control]], ft.memo)  # Flet leaves it untyped
    return memo(component(build))


def screen_component(build: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a Flet component that is a whole screen; if drawing it fails, the way home stays open."""

    def fallback() -> ft.Control:
        page: Any = ft.context.page
        home = ft.Icon(ft.Icons.HOME_OUTLINED, size=48.0, semantics_label=_say(T("Home")))
        button = ft.IconButton(home, on_click=lambda _: page.navigate("/"))
        return ft.View(route="/error", controls=[ft.SafeArea(ft.Row([_error_sign(48.0), button]))])

    return _guarded(build, fallback)


def _error_sign(size: float | None = None) -> ft.Control:
    return ft.Icon(
        ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR, size=size, semantics_label=_say(SORRY), key=RENDER_ERROR
    )


def _say(text: Text) -> str:
    """Return a text in the language of the page that is drawn, even where its context is out of reach."""
    page: Any = ft.context.page
    spoken = page.locale_configuration and page.locale_configuration.current_locale
    return Renderer(spoken.language_code if spoken else "").text(text)


def _guarded(build: Callable[..., ft.Control], fallback: Callable[[], ft.Control]) -> Callable[..., ft.Control]:
    @functools.wraps(build)
    def guarded(*args: Any, **kwargs: Any) -> ft.Control:
        part: Any = ft.use_ref(None)
        part.current = part.current or _Part()
        before = _moving.set(part.current.drawn())
        try:
            return steady(build(*args, **kwargs), part.current.orders)
        except Exception:
            log.exception("drawing %s failed", build.__name__)
            return fallback()
        finally:
            _moving.reset(before)

    return cast(Callable[..., ft.Control], ft.component(guarded))


#: Which layout each page has: a number that grows.
_layouts: Final[WeakKeyDictionary[ft.Page, int]] = WeakKeyDictionary()
#: What stands on each page, by what it is; whatever is gone from there is forgotten.
_standing: Final[WeakKeyDictionary[ft.Page, WeakValueDictionary[Hashable, WeakSet["_Part"]]]] = WeakKeyDictionary()


def lay_out_anew(page: ft.Page) -> None:
    """Let what is put down on a page, but not entered yet, stay where it is drawn now for another size or manner of the page.

    A part of the screen that stands in another place from then on is a new one to Flet; it takes over what the old one held.
    """
    _layouts[page] = _layouts.get(page, 0) + 1


@define(eq=False)
class _Part:
    """A component on a page, as long as it stands there.

    :param orders: how its lists stood when it was drawn last.
    :param layout: the layout for which it was drawn last.
    :param state: what Flet keeps of it.
    :param alike: all that are as it is, itself included; ``None`` before it was drawn.
    """

    orders: dict[tuple[str, ...], "_Order"] = field(factory=dict)
    layout: int = 0
    state: Any = None
    alike: WeakSet["_Part"] | None = None

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
_moving: Final[ContextVar[Any]] = ContextVar("moving", default=None)


def _held(initial: Any) -> Any:
    """Return what gives the value with which a component begins: what it held in its place before, or what it begins with."""
    return lambda: flet_patches.value_in(_moving.get(), initial)


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


def steady(drawn: V, orders: dict[tuple[str, ...], _Order], path: tuple[str, ...] = ()) -> V:
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
                    steady(child, orders, (*path, part, _identity(child) or str(number)))
            else:
                steady(inside, orders, (*path, part))
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


def use_value(initial: V) -> tuple[V, Callable[[V | Callable[[V], V]], None]]:
    """Return a value of this component and what sets it, to a value or by a function of the old one."""
    value, put = ft.use_state(_held(initial))
    return value, cast(Callable[[V | Callable[[V], V]], None], put)


def use_maybe(_kind: type[V]) -> tuple[V | None, Callable[[V | None], None]]:
    """Return a value of this component that is ``None`` at first, and what sets it."""
    nothing: V | None = None
    value, put = ft.use_state(_held(nothing))
    return value, cast(Callable[[V | None], None], put)


def use_latest(**values: Any) -> SimpleNamespace:
    """Return an object that stays the same and always holds the values of the latest drawing, for handlers of still parts."""
    latest = ft.use_memo(SimpleNamespace, dependencies=[])
    latest.__dict__.update(values)
    return latest


def use_same(build: Callable[[], V], *values: Hashable) -> V:
    """Return what is built, the very same as long as the values are: Flet looks no further into what it has seen before.

    What a handler in it needs besides the values comes through :func:`use_latest`.
    """
    return ft.use_memo(build, dependencies=list(values))


def use_once() -> Callable[[Callable[[], None]], None]:
    """Return what does something a single time for this component, however often it is tapped; what fails may be tried again."""
    done: Any = ft.use_ref(False)

    def once(do: Callable[[], None]) -> None:
        if not done.current:
            do()
            done.current = True

    return once


def use_live(*sources: Source | None) -> None:
    """Draw the component anew whenever one of the sources changes, from whichever page or thread.

    The listener runs in this page's own context: called directly it would patch the page that made the change.
    """
    _, bump = ft.use_state(0)
    off: Any = ft.use_ref(None)
    waiting: Any = ft.use_ref(False)
    page: Any = ft.context.page

    def follow() -> None:
        loop, here = asyncio.get_running_loop(), contextvars.copy_context()

        def redraw() -> None:
            waiting.current = False
            bump(lambda n: n + 1)

        def changed() -> None:
            if waiting.current:
                return
            waiting.current = True
            try:
                loop.call_soon_threadsafe(redraw, context=here)
            except RuntimeError:  # the loop of a page that is gone
                leave()

        off.current = [source.subscribe(changed) for source in sources if source]
        _followed.setdefault(page, set()).add(leave)

    def leave() -> None:
        for stop in off.current or ():
            stop()
        off.current = None
        _followed.get(page, set()).discard(leave)

    ft.use_effect(follow, dependencies=[id(source) for source in sources], cleanup=leave)


def forget(page: ft.Page) -> None:
    """Stop following everything a closed page followed."""
    for leave in tuple(_followed.pop(page, ())):
        leave()
