"""Patches of Flet, and all access to its private parts.

They are written for the version in :data:`FLET`. Corrections change what Flet does. Speed patches do the same in less time;
each says how much processor time of the server it saves for the first drawing of a table page, a tap, a player who joins, or
the opening of a dialog, as measured by ``python tests/benchmarks patches``. A patch that saves less than 3 % of each is not
worth its code. ``tests/test_flet_patches.py`` shows for each patch that Flet still behaves as described; where that test
fails after an update, the patch can be removed or has to be adapted.
"""

import asyncio
import inspect
import json
import logging
import re
import weakref
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import field as dataclass_field
from functools import cache, wraps
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from flet.controls.base_control import BaseControl
    from flet.controls.id_counter import ControlId

log = logging.getLogger(__name__)

#: The version of Flet that is patched.
FLET: Final = "1.0.5"


def _override(owner: Any, **ours: Callable[..., Any]) -> None:
    """Put functions in the place of those of one of Flet's classes or modules, by their names there."""
    for name, function in ours.items():
        setattr(owner, name, wraps(inspect.unwrap(getattr(owner, name)))(function))


# Messages and sessions


def shorten_message_logs() -> None:
    """Speed: represent a message by its action alone.

    Flet formats every message for its debug log, even if that is off, with everything the components in it refer to: for
    each line of the history the whole rulebook.

    Saves 81 % of a first drawing and 64 % of a tap.
    """
    from flet.messaging.protocol import Message

    setattr(Message, "__str__", lambda message: message.action.name)  # noqa: B010


def accept_late_answers() -> None:
    """Correction: accept a client's response to a method call on a control that no longer exists.

    Flet raises an error and closes the connection: a phone that scrolls while the screen changes would start a new session
    and lose what is half entered.
    """
    from flet.messaging.session import Session

    theirs = inspect.unwrap(Session.handle_invoke_method_results)

    def answered(session: Any, control_id: int, call_id: str, result: Any, error: str | None) -> None:
        # the page always exists, and the caller is found by the call id
        theirs(session, control_id if control_id in session.index else session.page._i, call_id, result, error)

    _override(Session, handle_invoke_method_results=answered)


#: The most bytes a client may set on the controls of its page: enough for a pasted text and a night of typing.
CLIENT_VALUES: Final = 4 * 1024 * 1024
#: Bytes counted per property in addition to its content, so that a client can set a few thousand at most.
_PROPERTY: Final = 1000
#: Bytes counted per value within a property.
_VALUE: Final = 50


@dataclass
class _ClientValues:
    """Bytes a client has set on the controls of a page, by control and property and in total."""

    sizes: dict[tuple[int, str], int] = dataclass_field(default_factory=dict)
    total: int = 0


def limit_client_values() -> None:
    """Correction: limit what a client can set on the controls of its page to :data:`CLIENT_VALUES`.

    Flet stores everything a client sets, even under unknown names, so a page could exhaust the memory.
    """
    from flet.messaging.session import Session

    theirs = inspect.unwrap(Session.apply_patch)
    by_session: weakref.WeakKeyDictionary[Any, _ClientValues] = weakref.WeakKeyDictionary()

    def limited(session: Any, control_id: int, patch: dict[str, Any]) -> None:
        kept = by_session.setdefault(session, _ClientValues())
        sizes = {(control_id, name): _PROPERTY + len(name) + _size(value) for name, value in patch.items()}
        more = sum(size - kept.sizes.get(each, 0) for each, size in sizes.items())
        if kept.total + more > CLIENT_VALUES:
            for gone in [each for each in kept.sizes if each[0] not in session.index]:
                kept.total -= kept.sizes.pop(gone)
        if kept.total + more > CLIENT_VALUES:
            log.info("a page sets more than is kept of it")
            return
        kept.sizes |= sizes
        kept.total += more
        theirs(session, control_id, patch)

    _override(Session, apply_patch=limited)


def _size(value: Any) -> int:
    """Return the approximate size of a value of a message, in bytes."""
    if isinstance(value, dict):
        return _VALUE + sum(_size(key) + _size(each) for key, each in value.items())
    if isinstance(value, list):
        return _VALUE + sum(map(_size, value))
    return _VALUE + (len(value) if isinstance(value, str | bytes) else 0)


def skip_debug_logging() -> None:
    """Speed: replace ``debug`` of Flet's loggers, which is called several times per control, where it is off.

    Saves 5 % of a first drawing and 5 % of a tap.
    """
    for name in ("flet", "flet_object_patch", "flet_components", "flet_controls"):
        if not (logger := logging.getLogger(name)).isEnabledFor(logging.DEBUG):
            setattr(logger, "debug", _no_op)  # noqa: B010


def _no_op(*_: Any, **__: Any) -> None:
    pass


def answer_errors(page: Any, answer: Callable[[str], None]) -> None:
    """Correction: handle the error of an event handler; Flet would cover the page with it permanently.

    :param answer: called with the error and its traceback.
    """
    page.session.error = answer


class Dispatch(Protocol):
    """Calls the handler of an event."""

    def __call__(self, control_id: int, event_name: str, event_data: Any) -> Awaitable[None]:
        """Call the handler of a control."""


def around_events(page: Any, around: Callable[[Dispatch], Dispatch]) -> None:
    """Correction: wrap the event dispatch of a page.

    Flet renders some turns of the event loop after a handler has run. Taps that arrive together, from a quick finger on a
    slow network, would call the handlers of an outdated screen: two digits would become one.

    :param around: returns the function that replaces the dispatch.
    """
    page.session.dispatch_event = around(page.session.dispatch_event)


def current_page() -> Any:
    """Return the page in whose context the program runs, ``None`` outside; Flet's own way to ask raises an error there."""
    from flet.controls.context import _context_page

    return _context_page.get()


def has_to_draw(page: Any) -> bool:
    """Return whether a page has updates that are not rendered yet; Flet has no public way to ask."""
    waiting: asyncio.Event = page.session._Session__updates_ready
    return waiting.is_set()


async def let_go_of_sessions() -> None:
    """Delete the sessions without a client; Flet removes them only at long intervals."""
    from flet_web.fastapi.flet_app_manager import app_manager  # type: ignore[import-untyped]

    sessions: dict[str, Any] = app_manager._FletAppManager__sessions
    for id in [id for id, session in sessions.items() if session.connection is None]:
        await app_manager.delete_session(id)


# Controls


def name(control: Any, key: str) -> None:
    """Set the key of a control after its construction, which Flet refuses for components."""
    control._values["key"] = key


def drawn_by(control: Any) -> Any:
    """Return what a component has rendered; ``None`` before its first rendering and for other controls."""
    return getattr(control, "_b", None)


def press(button: Any) -> None:
    """Call the handler of a button, which takes its event or no argument."""
    from flet.utils import object_model

    wanted: Any = object_model.get_param_count  # untyped in Flet
    button.on_click(*[None] * min(1, wanted(button.on_click)))


def standing() -> tuple[Any, Any]:
    """Return the identity of the component that is being rendered, and the state Flet holds for it."""
    from flet.components.utils import current_component

    drawn: Any = current_component()
    return (drawn.fn, drawn.key), drawn._state


def value_in(state: Any, initial: Any) -> Any:
    """Return the value of another component's state hook at the position of the current hook.

    :param state: the state Flet holds for that component, if there is one.
    :param initial: returned if there is no such hook.
    """
    from flet.components.hooks.use_state import StateHook

    at = standing()[1].hook_cursor
    hook = state.hooks[at] if state is not None and at < len(state.hooks) else None
    return hook.value if isinstance(hook, StateHook) else initial


#: Types of values that cannot contain a control.
_PLAIN: Final = frozenset({type(None), bool, int, float, str})


def skip_plain_values() -> None:
    """Speed: search for added, removed and changed controls only in values that can contain some.

    Flet reads every property of every control, set or not, passes each find through a generator per level, and runs many
    checks on two equal numbers.

    Saves 50 % of a first drawing and 8 % of a tap.
    """
    from flet.controls.object_patch import DiffBuilder

    theirs = inspect.unwrap(DiffBuilder._compare_values)

    def compared(builder: Any, parent: Any, path: Any, key: Any, src: Any, dst: Any, frozen: bool) -> None:
        if not _plainly_equal(src, dst):
            theirs(builder, parent, path, key, src, dst, frozen)

    _override(DiffBuilder, _configure_dataclass=_added, _removed_controls=_removed, _compare_values=compared)


def _plainly_equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal and contain nothing that has to be compared further."""
    kind = one.__class__
    if kind is not other.__class__:
        return False
    if _has_no_controls(kind):
        return bool(one == other)
    return (kind is dict or kind is list) and not one and not other


@cache
def _has_no_controls(cls: type) -> bool:
    """Return whether no value of a class can be or contain a control or a part of one."""
    return not is_dataclass(cls) and not issubclass(cls, dict | list)


def compare_once() -> None:
    """Speed: compare each control with its predecessor only once.

    Flet determines the kind of both several times, registers both twice, and validates every control, though hardly any has
    a rule to check. The patch also makes the new control the parent of what it contains; see :func:`_set_parent`.

    Saves 23 % of a tap and 20 % of a join.
    """
    from flet.controls.object_patch import DiffBuilder

    controls, lists = inspect.unwrap(DiffBuilder._compare_dataclasses), inspect.unwrap(DiffBuilder._compare_lists)

    def compare(builder: Any, parent: Any, path: list[Any], src: Any, dst: Any, frozen: bool) -> None:
        drawn = _comparison(dst.__class__) if frozen and src is not dst and src.__class__ is dst.__class__ else None
        if drawn is None or (parent is not None and _isolated(parent)):
            controls(builder, parent, path, src, dst, frozen)
            return
        dst._migrate_state(src)
        object.__setattr__(dst, "_initialized", True)
        dst._frozen = True
        if parent is not None:
            dst._parent = weakref.ref(parent)
        builder._added_dataclasses[dst._i] = dst
        builder._removed_dataclasses[src._i] = src
        before, now, unset = src._values, dst._values, drawn.unset
        if drawn.has_to_check(now):
            dst._before_update_safe()
        for name in drawn.parts:
            old, new = getattr(src, name), getattr(dst, name)
            if not _plainly_equal(old, new):
                compare_property(builder, dst, path, name, old, new)
        for name in {**before, **now}:
            old, new = before.get(name, unset.get(name)), now.get(name, unset.get(name))
            if old is new:
                _set_parent(new, dst)
                continue
            if not builder._holds_control(new) and _equal(old, new):
                continue
            if name in drawn.events:
                old, new = old is not None, new is not None
            compare_property(builder, dst, path, name, old, new)

    def compare_property(builder: Any, parent: Any, path: list[Any], name: str, old: Any, new: Any) -> None:
        if old.__class__ is list and new.__class__ is list and old and new:
            compare_items(builder, parent, [*path, name], old, new, True)
        elif _same_control(old, new):
            compare(builder, parent, [*path, name], old, new, True)
        else:
            builder._compare_values(parent, path, name, old, new, True)

    def compare_items(builder: Any, parent: Any, path: list[Any], src: list[Any], dst: list[Any], frozen: bool) -> None:
        if frozen and len(src) == len(dst) and all(map(_same_control, src, dst)):
            for number, (old, new) in enumerate(zip(src, dst, strict=True)):
                compare(builder, parent, [*path, number], old, new, True)
        else:
            lists(builder, parent, path, src, dst, frozen)

    _override(DiffBuilder, _compare_dataclasses=compare, _compare_lists=compare_items)


class _Comparison:
    """How controls of a class are compared with their predecessors.

    :param cls: a class of controls.
    """

    def __init__(self, cls: Any) -> None:
        from flet.components.component import Component
        from flet.controls.base_control import BaseControl
        from flet.utils.validation import _compile_class_spec

        rules = _compile_class_spec(cls)
        self.parts = [name for name in cls._structural_fields if name not in ("_i", "_c")]
        #: Those that are not derived from others.
        self.own_parts = [name for name in self.parts if name != "_internals"]
        self.is_component = issubclass(cls, Component)
        self.unset, self.events = cls._prop_defaults, cls._event_fields
        #: Properties with a validation rule, and whether something is to be checked in any case.
        self.ruled = frozenset(name for name, _ in rules.field_rules)
        self.checks = bool(rules.class_rules) or not self.ruled <= self.unset.keys()
        self.checks |= cls.before_update is not BaseControl.before_update

    def has_to_check(self, values: dict[str, Any]) -> bool:
        """Return whether a control with these values can violate a rule or has a hook that runs before drawing."""
        return self.checks or not self.ruled.isdisjoint(values)


@cache
def _comparison(cls: Any) -> _Comparison | None:
    """Return how controls of a class are compared; ``None`` for those that Flet has to build first."""
    from flet.controls.base_control import BaseControl

    return _Comparison(cls) if issubclass(cls, BaseControl) and cls.build is BaseControl.build else None


def _equal(old: Any, new: Any) -> bool:
    """Return whether two values are equal; Flet's value classes compare only explicitly set and structural fields."""
    cls = old.__class__
    if cls is new.__class__ and (given := getattr(old, "_values", None)) is not None:
        same = given == new._values
        return same and all(getattr(old, name) == getattr(new, name) for name in cls._structural_fields)
    return bool(old == new)


def _set_parent(value: Any, parent: Any) -> None:
    """Make a control the parent of a value that it shares with its predecessor.

    The predecessor is discarded. If it stayed the parent, Flet would search the whole tree for the page at every event.
    """
    if value.__class__ in _PLAIN:
        return
    if _kind(value.__class__) is None:
        for each in _items(value):
            _set_parent(each, parent)
    else:
        value._parent = weakref.ref(parent)


def keep_unchanged(before: Any, now: Any) -> None:
    """Speed: put the unchanged parts of the previous rendering into a new one of the same component, before Flet compares them.

    Flet is done at once with two controls that are the same object; others it compares, registers and indexes anew. Controls
    are matched as Flet matches them. A control that stays takes over the handlers of the new one.

    Saves 12 to 29 % of an entry on eight phones, depending on the game.
    """
    if _same_control(before, now):
        _stays(before, now)


def _stays(old: Any, new: Any) -> bool:
    """Return whether a control can stay in the place of its successor; if not, the parts of it that can are put there."""
    if old is new:
        return True
    drawn = _comparison(new.__class__)
    if drawn is None:
        return False
    if drawn.is_component:
        return _component_stays(old, new)
    before, now, events = old._values, new._values, drawn.events
    # a reference has to lead to the new control, and a client has its own opinion of what is entered
    same = before.keys() == now.keys() and "on_change" not in now and "_ref" not in new.__dict__
    for name in drawn.own_parts:
        was, value = getattr(old, name), getattr(new, name)
        if value is not was and not _value_stays(was, value):
            same = False
    for name, value in now.items():
        was = before.get(name)
        if value is was:
            continue
        if value.__class__ in _PLAIN:
            if value.__class__ is not was.__class__ or value != was:
                same = False
        elif name in events:
            same = same and was is not None
        elif not _value_stays(was, value):
            same = False
        else:
            now[name] = was
    if same and events:
        for name in now.keys() & events:
            before[name] = now[name]
    return same


def _value_stays(was: Any, value: Any) -> bool:
    """Return whether the value of a property can stay; a list of controls gets those that can."""
    cls = value.__class__
    if cls is not was.__class__:
        return False
    if cls is list:
        return _list_stays(was, value)
    if _comparison(cls) is not None:
        return _same_control(was, value) and _stays(was, value)
    return _equal(was, value)


def _list_stays(was: list[Any], now: list[Any]) -> bool:
    """Return whether all items of a list can stay, and put those there that can."""
    if len(was) == len(now) and all(map(_same_control, was, now)):
        same = True
        for number, old in enumerate(was):
            if _stays(old, now[number]):
                now[number] = old
            else:
                same = False
        return same
    before, after = _list_keys(was), _list_keys(now)
    old_by_key = dict(zip(before, was, strict=True))
    if len(old_by_key) < len(was) or len(set(after)) < len(now):
        return False
    same = before == after
    for number, key in enumerate(after):
        if key in old_by_key and _value_stays(old_by_key[key], now[number]):
            now[number] = old_by_key[key]
        else:
            same = False
    return same


def _list_keys(items: list[Any]) -> list[Any]:
    """Return by what Flet matches the items of two lists: their keys, or else their number among those without."""
    from flet.controls.object_patch import get_control_key

    keys: list[Any] = []
    numbers = {True: count(), False: count()}
    for item in items:
        kind = is_dataclass(item)
        key = get_control_key(item) if kind else None
        keys.append((kind, next(numbers[kind])) if key is None else ("key", key))
    return keys


def _component_stays(old: Any, new: Any) -> bool:
    """Return whether a component can stay: it is memoized, and its arguments are the same."""
    from flet.components.utils import shallow_compare_args_and_kwargs

    state = old._state
    if not (old.memoized and new.memoized and state.mounted) or state.is_dirty or state.last_b is None:
        return False
    if old._values != new._values:
        return False
    if not shallow_compare_args_and_kwargs(state.last_args, state.last_kwargs, new.args, new.kwargs):
        return False
    old._contexts, old._parent_component = new._contexts, new._parent_component
    return True


def _isolated(parent: Any) -> bool:
    asked: Callable[[], bool] | None = getattr(parent, "is_isolated", None)
    return asked is not None and asked()


def _same_control(old: Any, new: Any) -> bool:
    """Return whether two controls are the same one, rendered at different times."""
    if old.__class__ is not new.__class__ or (drawn := _comparison(old.__class__)) is None:
        return False
    if old is new:
        return True
    if drawn.is_component and old.fn is not new.fn:
        return False
    one, other = old._values.get("key"), new._values.get("key")
    return one is other or (one.__class__ is str and bool(one == other))


def _added(builder: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False) -> list[Any]:
    """Replace Flet's function: prepare everything in ``item`` and return its controls, parents first."""
    from flet.controls.object_patch import ObjectPatchException, _control_setattr

    kind_of_control = builder.control_cls
    if configure_setattr_only and getattr(item, "_frozen", False) and isinstance(item, kind_of_control):
        return [item]  # it was compared with its predecessor and is ready
    found: list[Any] = []

    def make_ready(item: Any, parent: Any, frozen: bool, inside: bool = True) -> None:
        if (kind := _kind(item.__class__)) is None:
            for each in _items(item):
                make_ready(each, parent, frozen)
            return
        if parent is None:
            known = getattr(item, "_parent", None)
            parent = known and known()
        if parent:
            if parent is item:
                raise ObjectPatchException(f"Parent is the same as item: {item}")
            item._parent = weakref.ref(parent)
        if hasattr(item, "_frozen"):
            frozen = item._frozen
        elif frozen:
            item._frozen = frozen
        cls = item.__class__
        if getattr(cls, "__flet_control_cls__", None) is None:
            cls.__flet_control_cls__ = kind_of_control
        is_control = kind_of_control and isinstance(item, kind_of_control)
        if is_control:
            if inside:
                drawn = _comparison(cls)
                if drawn is None:
                    item.build()
                    item._before_update_safe()
                elif drawn.has_to_check(item._values):
                    item._before_update_safe()
                object.__setattr__(item, "_initialized", True)
            found.append(item)
        if inside:
            above = item if is_control else parent
            for each in kind.inside(item):
                make_ready(each, above, frozen)
        if not frozen:
            dirty = getattr(item, "_dirty", None)
            if dirty is not None:
                dirty.clear()
            else:
                cls.__setattr__ = _control_setattr
                object.__setattr__(item, "__changes", {})

    make_ready(item, parent, frozen, not configure_setattr_only)
    return found


#: Attributes in which a control keeps its contents as they were last sent.
_NOTED: Final = ("__prev_lists", "__prev_dicts", "__prev_classes")


def _removed(builder: Any, item: Any, recurse: bool) -> list[Any]:
    """Replace Flet's function: return the controls in ``item``, children first."""
    found: list[Any] = []
    _take(builder.control_cls, item, recurse, found)
    return found


def _take(control: Any, item: Any, recurse: bool, found: list[Any]) -> None:
    """Append the controls in ``item``. A function within the other one would refer to itself and keep all of them alive."""
    if not isinstance(item, control):
        for each in _items(item):
            _take(control, each, recurse, found)
        return
    if hasattr(item, _NOTED[0]):
        for name in _NOTED:
            for each in getattr(item, name, {}).values():
                _take(control, each, recurse, found)
    elif recurse and (kind := _kind(item.__class__)):
        for each in kind.inside(item):
            _take(control, each, recurse, found)
    found.append(item)


def _items(item: Any) -> Iterable[Any]:
    if isinstance(item, dict):
        return item.values()
    return item if isinstance(item, list) else ()


class _Kind:
    """The properties of a class that can contain controls.

    :param cls: one of Flet's dataclasses, which store only properties that differ from the default.
    """

    def __init__(self, cls: Any) -> None:
        names = [field.name for field in fields(cls) if not field.metadata.get("skip", False)]
        sparse: dict[str, Any] = getattr(cls, "_prop_defaults", {})
        self._places = {name: place for place, name in enumerate(names)}
        self._always = [name for name in names if name not in sparse or not _has_no_controls(sparse[name].__class__)]

    def inside(self, item: Any) -> list[Any]:
        """Return the values of an item that can contain controls, in the order of its fields."""
        places, values = self._places, getattr(item, "_values", _NOTHING)
        found = [
            (places[name], value) for name, value in values.items() if value.__class__ not in _PLAIN and name in places
        ]
        found += [
            (places[name], value)
            for name in self._always
            if name not in values and (value := getattr(item, name)).__class__ not in _PLAIN
        ]
        found = [each for each in found if each[1] or each[1].__class__ not in _SEVERAL]
        found.sort(key=_place)
        return [value for _, value in found]


_place: Final = itemgetter(0)
_NOTHING: Final[dict[str, Any]] = {}
#: Containers whose items are visited.
_SEVERAL: Final = frozenset({list, dict})


@cache
def _kind(cls: type) -> _Kind | None:
    """Return the properties of one of Flet's classes that can contain controls."""
    return _Kind(cls) if is_dataclass(cls) else None


def cache_dataclass_checks() -> None:
    """Speed: check once per class whether its values are dataclasses, instead of for each value that is sent.

    Saves 5 % of a first drawing.
    """
    from flet.messaging import protocol

    setattr(protocol, "is_dataclass", _is_dataclass)  # noqa: B010


def _is_dataclass(value: object) -> bool:
    return _kind(value if isinstance(value, type) else value.__class__) is not None


def bind_dialog_parts() -> None:
    """Speed: search a dialog only where controls can be, instead of reading every property of every control.

    Saves 27 % of opening a dialog.
    """
    from flet.components.hooks import use_dialog

    def bind(value: Any, parent: Any) -> None:
        if (kind := _kind(value.__class__)) is None:
            for each in _items(value):
                bind(each, parent)
            return
        if parent is not None and parent is not value:
            value._parent = weakref.ref(parent)
        for each in kind.inside(value):
            bind(each, value)

    _override(use_dialog, _bind_dialog_subtree=bind)


def set_hash_once() -> None:
    """Speed: set ``__hash__`` of a class of controls once.

    Flet sets it again with each control, which invalidates Python's attribute cache of the class each time.

    Saves 6 % of a first drawing.
    """
    from flet.controls.base_control import BaseControl

    # every class of controls refers to this function, so its code is replaced
    BaseControl.__post_init__.__code__ = _post_init.__code__


def _post_init(self: Any, ref: Any) -> None:
    """Replace Flet's method; it runs with the names of its module."""
    if self.__class__.__hash__ is not BaseControl.__hash__:
        self.__class__.__hash__ = BaseControl.__hash__
    self._i = ControlId.next()
    if getattr(self, "_c", None) is None:
        cls_name = f"{self.__class__.__module__}.{self.__class__.__qualname__}"
        raise ValueError(f"Control {cls_name} must have @control decorator with type_name specified.")
    if ref is not None:
        ref.current = self
        self._ref = ref
    self.init()
    self._dirty.clear()


def set_given_properties() -> None:
    """Speed: set only the properties that are given to a control.

    Flet sets some sixty properties of each, nearly all of them to their defaults.

    Saves 14 % of a first drawing, 8 % of a tap and 7 % of a join.
    """
    from flet.controls import base_control

    theirs = inspect.unwrap(base_control._apply_control)

    def applied(cls: Any, *args: Any, **given: Any) -> Any:
        made = theirs(cls, *args, **given)
        _leave_unset(made)
        return made

    _override(base_control, _apply_control=applied)
    for cls in _kinds(base_control.BaseControl):
        _leave_unset(cls)


def _kinds(cls: Any) -> Iterator[Any]:
    """Yield all loaded subclasses of a class."""
    for each in cls.__subclasses__():
        yield each
        yield from _kinds(each)


def _leave_unset(cls: Any) -> None:
    """Let a class set only what is given, from its first control on."""
    init = vars(cls).get("__init__")
    if not init or init.__code__.co_filename != "<string>":  # not generated by dataclasses
        return

    @wraps(init)
    def init_first(control: Any, *args: Any, **given: Any) -> None:
        cls.__init__ = _sparse_init(cls, init)
        cls.__init__(control, *args, **given)

    cls.__init__ = init_first


def _sparse_init(cls: Any, init: Callable[..., None]) -> Callable[..., Any]:
    """Return an ``__init__`` that leaves properties with their default unset."""
    from flet.controls.value_types import Prop

    fields = vars(cls)["__dataclass_fields__"]
    code, unset = init.__code__, cls._prop_defaults
    by_place = code.co_varnames[1 : code.co_argcount]
    taken = frozenset((*by_place, *code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]))
    needed = {name for name in taken if fields[name].default is fields[name].default_factory is MISSING}
    later = {name: field.default for name, field in fields.items() if field._field_type.name == "_FIELD_INITVAR"}
    fresh = [(name, field.default_factory) for name, field in fields.items() if field.default_factory is not MISSING]
    sparse = {name: unset[name] for name in taken if name in unset and type(inspect.getattr_static(cls, name)) is Prop}
    plain = [(name, fields[name].default) for name in taken if name not in unset and name not in later]
    plain = [(name, default) for name, default in plain if default is not MISSING]
    # one that replaces a property of a base class is still set through that
    through = {name for name, _ in (*fresh, *plain) if hasattr(inspect.getattr_static(cls, name, None), "__set__")}

    @wraps(init)
    def init_given(control: Any, *args: Any, **given: Any) -> Any:
        given_all = dict(zip(by_place, args, strict=False)) | given if args else given
        fits = len(given_all) == len(args) + len(given) and taken.issuperset(given) and needed <= given_all.keys()
        if not fits:
            return init(control, *args, **given)  # raises the error
        own = control.__dict__
        for name, make in fresh:
            own[name] = given_all.pop(name) if name in given_all else make()
        for name, default in plain:
            own[name] = given_all.pop(name, default)
        for name in through:
            setattr(control, name, own.pop(name))
        after = [given_all.pop(name, default) for name, default in later.items()]
        values = own["_values"]
        for name, value in given_all.items():
            if name not in sparse:
                setattr(control, name, value)
            elif value is not sparse[name] and not value == sparse[name]:  # noqa: SIM201 as in Flet
                values[name] = value
        return control.__post_init__(*after)

    return init_given


# The start page


#: Presses Flutter's button that turns on the tree for screen readers, which users would not find.
SEMANTICS: Final = """<script>
(() => {
  const press = () => {
    const button = document.querySelector('flt-semantics-placeholder');
    if (!button) return;
    // on a phone Flutter accepts only a click on the middle of its button
    const {left, top, width, height} = button.getBoundingClientRect();
    const where = {bubbles: true, clientX: left + width / 2, clientY: top + height / 2};
    button.dispatchEvent(new MouseEvent('click', where));
  };
  new MutationObserver(press).observe(document, {childList: true, subtree: true});
  // a name longer than its button would cover what is below and take its taps
  const within = document.createElement('style');
  within.textContent = 'flt-semantics[flt-tappable]:not(:has(flt-semantics)) {overflow: clip !important}';
  document.head.append(within);
})();
</script>"""


#: Reads the route after a "#" in a link: it is not sent to the server, so any static host can serve it.
_FRAGMENT: Final = """if (flet.routeUrlStrategy === "path") {
  const enter = () => {
    if (!location.hash.startsWith("#/")) return false;
    history.replaceState(null, "", new URL(location.hash.slice(2), document.baseURI));
    return true;
  };
  enter();
  // before the client handles it as a step back
  addEventListener("popstate", (event) => {
    if (enter()) {
      event.stopImmediatePropagation();
      location.reload();
    }
  });
}
"""


def start_page(page: str, *, title: str, language: str, grounds: tuple[str, str], splash: str | None, base: str) -> str:
    """Return Flet's ``index.html`` with what Flet has no settings for; a part without its anchor is left out.

    Added are the viewport, the language, the colours and the content while loading, the click on Flutter's accessibility button, and
    the base address of cacheable files.

    :param grounds: background colours of the page and the browser's frame while the client loads, light and dark.
    :param splash: HTML to show while the page loads.
    :param base: base address of the client's files.
    """
    from html import escape  # imports a large table; only needed to serve a page

    light, dark = grounds
    # The client sets the viewport too, but only when it runs: until then the page is 980 pixels wide, and a page that
    # reconnects after a restart would report that size.
    head = f"""<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="{light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="{dark}" media="(prefers-color-scheme: dark)">
<style>
  html, body {{ background: {light}; }}
  @media (prefers-color-scheme: dark) {{ html, body {{ background: {dark}; }} }}
</style>
{SEMANTICS}
"""
    paths = f"""<script>
flet.canvasKitBaseUrl = "{base}canvaskit/";
flet.entrypointBaseUrl = "{base}";
flet.assetBase = "{base}";
{_FRAGMENT}</script>
"""
    page = _replace(r"<html[^>]*>", f'<html lang="{escape(language)}">', page)
    page = _replace(r"</head>", head + "</head>", page)
    # After Flet's own settings and before the scripts that read them.
    page = _replace(r'(?=<script src="python\.js">)', paths, page)
    page = re.sub(r'<script src="(?!/|https?:)', f'<script src="{base}', page)
    if splash is not None:
        if 'id="loading"' not in splash:
            splash = f'<div id="loading" role="status" aria-label="{escape(title)}">{splash}</div>'
        page = _replace(r'<div id="loading".*?</div>', splash, page)
        # Before the client, which takes the WebSocket class that is there when it starts.
        names = ("line.js", "way.js", "veil.js", "ring.js", "names.js", "photo.js", "picture.js", "glyphs.js")
        scripts = "".join(f'<script src="{base}{name}"></script>\n' for name in names)
        page = _replace(r"</head>", scripts + "</head>", page)
    return page


def _replace(pattern: str, text: str, page: str) -> str:
    changed, n = re.subn(pattern, lambda _: text, page, count=1, flags=re.DOTALL)
    if not n:
        log.warning("the client's page has no %s", pattern)
    return changed


#: Font families that are not used.
_UNUSED: Final = re.compile("KaTeX|Cupertino")


def fonts(manifest: bytes, own: Mapping[str, str]) -> bytes:
    """Return the client's font manifest with the program's fonts and without unused ones.

    The client loads every font of the manifest before it shows anything; text in other fonts would change when they arrive.

    :param manifest: the client's manifest.
    :param own: files by font family, below the client's folder.
    """
    needed = [font for font in json.loads(manifest) if not _UNUSED.search(font["family"])]
    ours = [{"family": family, "fonts": [{"asset": f"../{path}"}]} for family, path in own.items()]
    return json.dumps([*needed, *ours]).encode()


#: Where the client decides whether to animate a change of the theme.
_ANIMATED: Final = re.compile(rb"if\(!J\.l\(s\.(\w+),B\.\w+\)\)\{(?=s=i\.a\.\1\nn=s==null\n)")


def look_at_once(client: bytes) -> bytes:
    """Return the client without animated theme changes, which redraw the whole page for a fifth of a second.

    The theme changes when the first screen appears, when a game is opened, and with the device's dark mode.

    :param client: its ``main.dart.js``.
    """
    ours, found = _ANIMATED.subn(b"if(!1){", client)
    if found != 1:
        log.warning("the client changes its look in another way")
        return client
    return ours


# The client without a server


def stand_before(page: Any) -> None:
    """Make a page the current one of the running context, as Flet does before it calls a handler."""
    from flet.controls.context import _context_page

    _context_page.set(page)


#: Where the client loads a player of animations from at every start; the program has none.
_RIVE_CDN: Final = b"https://cdn.jsdelivr.net/npm/@rive-app/flutter-native-wasm@44.0.0/"
_RIVE_LOCAL: Final = b"rive/"


def without_rive(client: bytes) -> dict[str, bytes]:
    """Return the client's files without its request to another host at every start.

    :param client: its ``main.dart.js``.
    :return: the files that replace it.
    """
    if _RIVE_CDN not in client:
        log.warning("the client does not look for rive any more")
    stub = b"globalThis.RiveNative = () => new Promise(() => {});\n"
    return {"main.dart.js": client.replace(_RIVE_CDN, _RIVE_LOCAL), "rive/wasm/rive_native.js": stub}


# What is applied

#: Patches that change what Flet does.
CORRECTIONS: Final[tuple[Callable[[], None], ...]] = (accept_late_answers, limit_client_values)
#: Patches that only save time.
SPEEDUPS: Final[tuple[Callable[[], None], ...]] = (
    shorten_message_logs,
    skip_debug_logging,
    skip_plain_values,
    compare_once,
    cache_dataclass_checks,
    bind_dialog_parts,
    set_hash_once,
    set_given_properties,
)


def apply() -> None:
    """Apply all patches."""
    for patch in (*CORRECTIONS, *SPEEDUPS):
        patch()
