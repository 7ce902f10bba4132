"""Components that follow shared state: safe across pages, and an error in one never freezes a screen."""

import asyncio
import contextvars
import functools
import logging
from collections.abc import Callable, Coroutine, Hashable
from types import SimpleNamespace
from typing import Any, Final, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary

import flet as ft

from companion import flet_patches
from companion.i18n import Renderer
from companion.kernel.text import Text, messages
from companion.ui.runtime.reconcile import Part, held_parts, keyed, moving
from companion.ui.runtime.redraw_queue import redraw_queue

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

V = TypeVar("V")

#: Key of the placeholder for a component that failed to render.
RENDER_ERROR: Final = "render-error"

#: Message after an error in the program.
SORRY: Final = T("Something went wrong here. What was entered before is safe.")


#: Subscriptions of each open page; Flet cleans up unmounted components, but not closed pages.
_followed: Final[WeakKeyDictionary[ft.Page, set[Callable[[], None]]]] = WeakKeyDictionary()


class Source(Protocol):
    """Something whose changes can be followed."""

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` after every change, until the returned function is called."""


def component(build: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a Flet component whose errors stay in its own place; unguarded they would stop all updates of the page."""
    return _guarded(build, _error_sign)


def memo_component(build: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a component that renders only when its arguments change.

    Its arguments must be comparable values; handlers get other values through :func:`use_latest`.
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
        part.current = part.current or Part()
        before = moving.set(part.current.drawn())
        try:
            drawn = keyed(build(*args, **kwargs), part.current.orders)
            part.current.settle(drawn)
            return drawn
        except Exception:
            log.exception("drawing %s failed", build.__name__)
            part.current.body = None
            return fallback()
        finally:
            moving.reset(before)

    return cast(Callable[..., ft.Control], ft.component(guarded))


def use_value(initial: V) -> tuple[V, Callable[[V | Callable[[V], V]], None]]:
    """Return a value of this component and what sets it, to a value or by a function of the old one."""
    value, put = ft.use_state(held_parts(initial))
    return value, cast(Callable[[V | Callable[[V], V]], None], put)


def use_optional(_kind: type[V]) -> tuple[V | None, Callable[[V | None], None]]:
    """Return a value of this component that is ``None`` at first, and what sets it."""
    nothing: V | None = None
    value, put = ft.use_state(held_parts(nothing))
    return value, cast(Callable[[V | None], None], put)


def use_latest(**values: Any) -> SimpleNamespace:
    """Return an object that stays the same and always holds the values of the latest drawing, for handlers of still parts."""
    latest = ft.use_memo(SimpleNamespace, dependencies=[])
    latest.__dict__.update(values)
    return latest


def use_memo_value(build: Callable[[], V], *values: Hashable) -> V:
    """Return a memoized control: as long as the values are equal, Flet skips the comparison of its children.

    Handlers in it get other values through :func:`use_latest`.
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


def use_lasting(begin: Callable[[], Callable[[], object] | None], *values: object) -> None:
    """Start something when the component is mounted and whenever one of the values changes; end it before that happens again.

    :param begin: starts it, and returns what ends it; ``None`` if there is nothing to end.
    """
    end: Any = ft.use_ref(None)

    def start() -> None:
        end.current = begin()

    def stop() -> None:
        if end.current:
            end.current()
        end.current = None

    ft.use_effect(start, dependencies=[*values], cleanup=stop)


def use_task(page: Any, task: Callable[[], Coroutine[Any, Any, None]], wanted: bool = True) -> None:
    """Run a task while it is wanted; it is cancelled when that ends or the component is unmounted.

    :param page: the page that runs it.
    """
    use_lasting(lambda: page.run_task(task).cancel if wanted else None, wanted)


def use_live(*sources: Source | None) -> None:
    """Render the component whenever one of the sources changes, in any page or thread.

    The listener runs in this page's own context: called directly it would patch the page that made the change. The page on
    which somebody has tapped is drawn first.
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
            tapped = flet_patches.current_page() is page
            try:
                loop.call_soon_threadsafe(lambda: redraw_queue().add(redraw, here, tapped))
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
