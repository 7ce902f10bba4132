"""What Flet needs to have patched, and what of its private parts is touched: here, and nowhere else.

Each says why, and holds for the version in :data:`FLET`. ``tests/test_flet_patches.py`` shows for each that Flet by itself
still does what it is patched for, and that what the patch takes hold of is still there: where that test fails, a patch can
go, or has to follow Flet.
"""

import asyncio
import inspect
import json
import logging
import re
import weakref
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import field as dataclass_field
from functools import cache, wraps
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from flet.controls.base_control import BaseControl
    from flet.controls.id_counter import ControlId

log = logging.getLogger(__name__)

#: The version of Flet all this is for.
FLET: Final = "1.0.5"


# Messages and sessions


def write_messages_briefly() -> None:
    """Let messages say in a word what they are.

    Flet writes every message out for its log, whether anybody reads that or not, and with it all that the components on it
    refer to: each line of a history would spell the whole rulebook.
    """
    from flet.messaging.protocol import Message

    setattr(Message, "__str__", lambda message: message.action.name)  # noqa: B010


def take_answers_late() -> None:
    """Let a client answer what it was asked about a control that has gone meanwhile.

    Flet takes that for a fault and ends the conversation: a phone that scrolled while the screen changed would be told that
    there is no connection, and begin anew without what was half entered.
    """
    from flet.messaging.session import Session

    theirs = inspect.unwrap(Session.handle_invoke_method_results)

    def answered(session: Any, control_id: int, call_id: str, result: Any, error: str | None) -> None:
        # the page stays, and who asked is found by the call alone
        theirs(session, control_id if control_id in session.index else session.page._i, call_id, result, error)

    setattr(Session, "handle_invoke_method_results", wraps(theirs)(answered))  # noqa: B010


#: The most bytes a client may set on the controls of its page: enough for a pasted text and a night of typing.
CLIENT_VALUES: Final = 4 * 1024 * 1024
#: Bytes counted per property in addition to its content, so that a client can set a few thousand at most.
_PROPERTY: Final = 1000
#: Bytes counted per value within a property.
_VALUE: Final = 50


@dataclass
class _Kept:
    """The bytes a client has set on the controls of a page, by control and property and in total."""

    sizes: dict[tuple[int, str], int] = dataclass_field(default_factory=dict)
    total: int = 0


def limit_client_values() -> None:
    """Limit what a client can set on the controls of its page to :data:`CLIENT_VALUES`.

    Flet stores everything a client sets, even under unknown names, so a page could exhaust the memory.
    """
    from flet.messaging.session import Session

    theirs = inspect.unwrap(Session.apply_patch)
    by_session: weakref.WeakKeyDictionary[Any, _Kept] = weakref.WeakKeyDictionary()

    def limited(session: Any, control_id: int, patch: dict[str, Any]) -> None:
        kept = by_session.setdefault(session, _Kept())
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

    setattr(Session, "apply_patch", wraps(theirs)(limited))  # noqa: B010


def _size(value: Any) -> int:
    """Return the approximate size of a value of a message, in bytes."""
    if isinstance(value, dict):
        return _VALUE + sum(_size(key) + _size(each) for key, each in value.items())
    if isinstance(value, list):
        return _VALUE + sum(map(_size, value))
    return _VALUE + (len(value) if isinstance(value, str | bytes) else 0)


def say_nothing_in_passing() -> None:
    """Let Flet's loggers not be asked, several times for each control that is compared, whether they write down what nobody reads."""
    for name in ("flet", "flet_object_patch", "flet_components", "flet_controls"):
        if not (told := logging.getLogger(name)).isEnabledFor(logging.DEBUG):
            setattr(told, "debug", _unsaid)  # noqa: B010


def _unsaid(*_: Any, **__: Any) -> None:
    pass


def answer_errors(page: Any, answer: Callable[[str], None]) -> None:
    """Let the program say that a handler has failed: Flet would cover the page with the error for good.

    :param answer: is given the error with its traceback.
    """
    page.session.error = answer


class Dispatch(Protocol):
    """What hands an event of a page to its handler."""

    def __call__(self, control_id: int, event_name: str, event_data: Any) -> Awaitable[None]:
        """Hand an event to the handler of a control."""


def around_events(page: Any, around: Callable[[Dispatch], Dispatch]) -> None:
    """Let a program stand around the handlers of a page.

    Flet draws some turns of the loop after a handler has run. Taps that come together, from a quick finger on a slow network,
    would meet the handlers of a screen that is out of date: two digits would make one.

    :param around: returns what is called instead.
    """
    page.session.dispatch_event = around(page.session.dispatch_event)


def know_the_events() -> None:
    """Let Flet find out once what the events of a class of controls are: it reads all their annotations again at every tap."""
    from flet.controls import base_control
    from flet.controls.control_event import get_event_field_type as theirs

    known: dict[tuple[type, str], Any] = {}

    def found(control: Any, field: str) -> Any:
        asked = control.__class__, field
        if asked not in known:
            known[asked] = theirs(control, field)
        return known[asked]

    setattr(base_control, "get_event_field_type", wraps(theirs)(found))  # noqa: B010


def has_to_draw(page: Any) -> bool:
    """Return whether something on a page waits to be drawn, which Flet tells nobody."""
    waiting: asyncio.Event = page.session._Session__updates_ready
    return waiting.is_set()


async def let_go_of_sessions() -> None:
    """Let go of the sessions Flet has no client for; it would only look for them now and then."""
    from flet_web.fastapi.flet_app_manager import app_manager  # type: ignore[import-untyped]

    sessions: dict[str, Any] = app_manager._FletAppManager__sessions
    for id in [id for id, session in sessions.items() if session.connection is None]:
        await app_manager.delete_session(id)


# Controls


def name(control: Any, key: str) -> None:
    """Give a control its key after it was made, which Flet refuses where it is a component."""
    control._values["key"] = key


def drawn_by(control: Any) -> Any:
    """Return what a component has drawn; ``None`` if it has drawn nothing yet, or is none."""
    return getattr(control, "_b", None)


def press(button: Any) -> None:
    """Call what a button does when it is pressed, which wants its event or nothing."""
    from flet.utils import object_model

    wanted: Any = object_model.get_param_count  # Flet leaves it untyped
    button.on_click(*[None] * min(1, wanted(button.on_click)))


def standing() -> tuple[Any, Any]:
    """Return what tells the component that is drawn from all others of its page, and what Flet keeps of it while it stands there."""
    from flet.components.utils import current_component

    drawn: Any = current_component()
    return (drawn.fn, drawn.key), drawn._state


def value_in(state: Any, initial: Any) -> Any:
    """Return the value that a component held in the place of the one that is asked for just now.

    :param state: what Flet keeps of that component, if there is one.
    :param initial: what is returned if it held none.
    """
    from flet.components.hooks.use_state import StateHook

    at = standing()[1].hook_cursor
    hook = state.hooks[at] if state is not None and at < len(state.hooks) else None
    return hook.value if isinstance(hook, StateHook) else initial


#: What no control can be in.
_PLAIN: Final = frozenset({type(None), bool, int, float, str})


def look_where_something_is() -> None:
    """Let Flet look for what came, went and changed only where there can be some.

    It asks every property of every control, set or not, hands what it finds upwards through every control above, and thinks
    long about two numbers that are the same: a fifth of what a screen costs.
    """
    from flet.controls.object_patch import DiffBuilder

    theirs = inspect.unwrap(DiffBuilder._compare_values)

    def compared(builder: Any, parent: Any, path: Any, key: Any, src: Any, dst: Any, frozen: bool) -> None:
        if not _alike(src, dst):
            theirs(builder, parent, path, key, src, dst, frozen)

    for name, walk in (("_configure_dataclass", _came), ("_removed_controls", _went), ("_compare_values", compared)):
        setattr(DiffBuilder, name, wraps(inspect.unwrap(getattr(DiffBuilder, name)))(walk))


def _alike(one: Any, other: Any) -> bool:
    """Return whether two values are plainly the same, so that nothing in them has to be compared."""
    kind = one.__class__
    if kind is not other.__class__:
        return False
    if _holds_none(kind):
        return bool(one == other)
    return (kind is dict or kind is list) and not one and not other


@cache
def _holds_none(cls: type) -> bool:
    """Return whether no value of a class can be, or hold, a control or a part of one."""
    return not is_dataclass(cls) and not issubclass(cls, dict | list)


def take_over_what_was_drawn() -> None:
    """Let Flet set a control against the one that was drawn before it, once.

    It asks several times over what each is, notes twice that both are there, and lets every one check itself, though hardly any
    has something to check: half of what a tap costs on a screen of which little changes.
    """
    from flet.controls.object_patch import DiffBuilder

    controls, lists = inspect.unwrap(DiffBuilder._compare_dataclasses), inspect.unwrap(DiffBuilder._compare_lists)

    def against(builder: Any, parent: Any, path: list[Any], src: Any, dst: Any, frozen: bool) -> None:
        drawn = _drawn_anew(dst.__class__) if frozen and src is not dst and src.__class__ is dst.__class__ else None
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
            if not _alike(old, new):
                inside(builder, dst, path, name, old, new)
        for name in {**before, **now}:
            old, new = before.get(name, unset.get(name)), now.get(name, unset.get(name))
            if old is new:
                _belongs(new, dst)
                continue
            if not builder._holds_control(new) and _equal(old, new):
                continue
            if name in drawn.events:
                old, new = old is not None, new is not None
            inside(builder, dst, path, name, old, new)

    def inside(builder: Any, parent: Any, path: list[Any], name: str, old: Any, new: Any) -> None:
        if old.__class__ is list and new.__class__ is list and old and new:
            one_by_one(builder, parent, [*path, name], old, new, True)
        elif _same(old, new):
            against(builder, parent, [*path, name], old, new, True)
        else:
            builder._compare_values(parent, path, name, old, new, True)

    def one_by_one(builder: Any, parent: Any, path: list[Any], src: list[Any], dst: list[Any], frozen: bool) -> None:
        if frozen and len(src) == len(dst) and all(map(_same, src, dst)):
            for number, (old, new) in enumerate(zip(src, dst, strict=True)):
                against(builder, parent, [*path, number], old, new, True)
        else:
            lists(builder, parent, path, src, dst, frozen)

    for name, walk in (("_compare_dataclasses", against), ("_compare_lists", one_by_one)):
        setattr(DiffBuilder, name, wraps(inspect.unwrap(getattr(DiffBuilder, name)))(walk))


class _DrawnAnew:
    """How controls of a class are set against those that were drawn before them.

    :param cls: a class of controls.
    """

    def __init__(self, cls: Any) -> None:
        from flet.controls.base_control import BaseControl
        from flet.utils.validation import _compile_class_spec

        rules = _compile_class_spec(cls)
        self.parts = [name for name in cls._structural_fields if name not in ("_i", "_c")]
        self.unset, self.events = cls._prop_defaults, cls._event_fields
        #: What has to keep to rules where it is given, and whether there is something to do in any case.
        self.ruled = frozenset(name for name, _ in rules.field_rules)
        self.checks = bool(rules.class_rules) or not self.ruled <= self.unset.keys()
        self.checks |= cls.before_update is not BaseControl.before_update

    def has_to_check(self, values: dict[str, Any]) -> bool:
        """Return whether a control with these values can violate a rule or has a hook that runs before drawing."""
        return self.checks or not self.ruled.isdisjoint(values)


@cache
def _drawn_anew(cls: Any) -> _DrawnAnew | None:
    """Return how controls of a class are set against each other, if they are controls that Flet need not build first."""
    from flet.controls.base_control import BaseControl

    return _DrawnAnew(cls) if issubclass(cls, BaseControl) and cls.build is BaseControl.build else None


def _equal(old: Any, new: Any) -> bool:
    """Return whether two values are equal; Flet's value classes compare only explicitly set and structural fields."""
    cls = old.__class__
    if cls is new.__class__ and (given := getattr(old, "_values", None)) is not None:
        same = given == new._values
        return same and all(getattr(old, name) == getattr(new, name) for name in cls._structural_fields)
    return bool(old == new)


def _belongs(value: Any, parent: Any) -> None:
    """Make the control that is drawn around a kept value now the parent of that value.

    The earlier parent goes away. With it, Flet would search the whole tree for the page at every event.
    """
    if value.__class__ in _PLAIN:
        return
    if _kind(value.__class__) is None:
        for each in _several(value):
            _belongs(each, parent)
    else:
        value._parent = weakref.ref(parent)


def _isolated(parent: Any) -> bool:
    asked: Callable[[], bool] | None = getattr(parent, "is_isolated", None)
    return asked is not None and asked()


def _same(old: Any, new: Any) -> bool:
    """Return whether two are the same control, drawn at different times."""
    if old.__class__ is not new.__class__ or _drawn_anew(old.__class__) is None:
        return False
    if old is new:
        return True
    if getattr(old, "fn", None) is not getattr(new, "fn", None):
        return False
    one, other = old._values.get("key"), new._values.get("key")
    return one is other or (one.__class__ is str and bool(one == other))


def _came(builder: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False) -> list[Any]:
    """Do what Flet's own does: make all in ``item`` ready, and return its controls, each before what is in it."""
    from flet.controls.object_patch import ObjectPatchException, _control_setattr

    kind_of_control = builder.control_cls
    if configure_setattr_only and getattr(item, "_frozen", False) and isinstance(item, kind_of_control):
        return [item]  # it was set against the one that was drawn before it, and is ready
    found: list[Any] = []

    def make_ready(item: Any, parent: Any, frozen: bool, inside: bool = True) -> None:
        if (kind := _kind(item.__class__)) is None:
            for each in _several(item):
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
                drawn = _drawn_anew(cls)
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


#: Where a control notes what was in it when it was last sent.
_NOTED: Final = ("__prev_lists", "__prev_dicts", "__prev_classes")


def _went(builder: Any, item: Any, recurse: bool) -> list[Any]:
    """Do what Flet's own does: return the controls in ``item``, each after what is in it."""
    found: list[Any] = []

    def take(item: Any) -> None:
        if not isinstance(item, builder.control_cls):
            for each in _several(item):
                take(each)
            return
        if hasattr(item, _NOTED[0]):
            for name in _NOTED:
                for each in getattr(item, name, {}).values():
                    take(each)
        elif recurse and (kind := _kind(item.__class__)):
            for each in kind.inside(item):
                take(each)
        found.append(item)

    take(item)
    return found


def _several(item: Any) -> Iterable[Any]:
    if isinstance(item, dict):
        return item.values()
    return item if isinstance(item, list) else ()


class _Kind:
    """Where something can be in what is of a class.

    :param cls: one of Flet's dataclasses, whose properties are kept together where they are not what they are by default.
    """

    def __init__(self, cls: Any) -> None:
        names = [field.name for field in fields(cls) if not field.metadata.get("skip", False)]
        sparse: dict[str, Any] = getattr(cls, "_prop_defaults", {})
        self._places = {name: place for place, name in enumerate(names)}
        self._always = [name for name in names if name not in sparse or _holds(sparse[name])]

    def inside(self, item: Any) -> list[Any]:
        """Return what is in an item of the class and not plain, in the order of its fields."""
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
#: Plain containers, whose items are visited.
_SEVERAL: Final = frozenset({list, dict})


def _holds(value: object) -> bool:
    """Return whether there can be something in a value."""
    return is_dataclass(value) or isinstance(value, dict | list)


@cache
def _kind(cls: type) -> _Kind | None:
    """Return where something can be in what is of a class, if that is one of Flet's."""
    return _Kind(cls) if is_dataclass(cls) else None


def know_what_is_a_dataclass() -> None:
    """Let Flet check once per class whether its values are dataclasses, instead of for each value it sends."""
    from flet.messaging import protocol

    setattr(protocol, "is_dataclass", _is_dataclass)  # noqa: B010


def _is_dataclass(value: object) -> bool:
    return _kind(value if isinstance(value, type) else value.__class__) is not None


def bind_only_what_can_be_bound() -> None:
    """Let Flet search a dialog only where controls can be, instead of reading every property of every control."""
    from flet.components.hooks import use_dialog

    @wraps(inspect.unwrap(use_dialog._bind_dialog_subtree))
    def bind(value: Any, parent: Any) -> None:
        if (kind := _kind(value.__class__)) is None:
            for each in _several(value):
                bind(each, parent)
            return
        if parent is not None and parent is not value:
            value._parent = weakref.ref(parent)
        for each in kind.inside(value):
            bind(each, value)

    setattr(use_dialog, "_bind_dialog_subtree", bind)  # noqa: B010


def tell_classes_once() -> None:
    """Let a class of controls be told once how its controls are hashed.

    Flet tells it again with each control, and each time Python forgets what it has found out about the class: where its
    attributes are is looked up anew for every control on the screen.
    """
    from flet.controls.base_control import BaseControl

    # every class of controls holds on to this very function, so what it does is changed instead
    BaseControl.__post_init__.__code__ = _made.__code__


def _made(self: Any, ref: Any) -> None:
    """Do what Flet's own does, among the names of its module."""
    if self.__class__.__hash__ is not BaseControl.__hash__:
        self.__class__.__hash__ = BaseControl.__hash__
    self._i = ControlId.next()
    if not hasattr(self, "_c") or self._c is None:
        cls_name = f"{self.__class__.__module__}.{self.__class__.__qualname__}"
        raise ValueError(f"Control {cls_name} must have @control decorator with type_name specified.")
    if ref is not None:
        ref.current = self
    self.init()
    self._dirty.clear()


def set_what_is_given() -> None:
    """Let a control be made by setting what it is given.

    Flet sets some sixty properties of each, one after the other, nearly all of them to what they are anyway.
    """
    from flet.controls.base_control import BaseControl

    seen: set[type] = set()

    def made(cls: type, *_: object, **__: object) -> Any:
        if cls not in seen:
            seen.add(cls)
            init = vars(cls).get("__init__")
            if init and init.__code__.co_filename == "<string>":  # dataclasses have written it
                setattr(cls, "__init__", _of_what_is_given(cls, init))  # noqa: B010
        return object.__new__(cls)

    setattr(BaseControl, "__new__", made)  # noqa: B010


def _of_what_is_given(cls: Any, init: Callable[..., None]) -> Callable[..., Any]:
    """Return what does the same as a control's ``__init__``, but leaves unset what has its default."""
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

    @wraps(init)
    def given_alone(control: Any, *args: Any, **given: Any) -> Any:
        told = dict(zip(by_place, args, strict=False)) | given if args else given
        fits = len(told) == len(args) + len(given) and taken.issuperset(given) and needed <= told.keys()
        if not fits:
            return init(control, *args, **given)  # which says what is wrong
        for name, make in fresh:
            setattr(control, name, told.pop(name) if name in told else make())
        for name, default in plain:
            setattr(control, name, told.pop(name, default))
        after = [told.pop(name, default) for name, default in later.items()]
        values = control._values
        for name, value in told.items():
            if name not in sparse:
                setattr(control, name, value)
            elif not value == sparse[name]:  # noqa: SIM201 as Flet asks
                values[name] = value
        return control.__post_init__(*after)

    return given_alone


# The start page


#: Screen readers find the client's tree only after this button of Flutter's was pressed, which nobody would know.
SEMANTICS: Final = """<script>
(() => {
  const press = () => {
    const button = document.querySelector('flt-semantics-placeholder');
    if (!button) return;
    // on a phone Flutter believes only a click on the middle of its button
    const {left, top, width, height} = button.getBoundingClientRect();
    const where = {bubbles: true, clientX: left + width / 2, clientY: top + height / 2};
    button.dispatchEvent(new MouseEvent('click', where));
  };
  new MutationObserver(press).observe(document, {childList: true, subtree: true});
  // a name that is longer than its button would lie on what is below, and take its taps
  const within = document.createElement('style');
  within.textContent = 'flt-semantics[flt-tappable]:not(:has(flt-semantics)) {overflow: clip !important}';
  document.head.append(within);
})();
</script>"""


#: A link may carry the way to a screen behind a "#": nothing of that leaves the phone, and any host of files serves it.
_FRAGMENT: Final = """if (flet.routeUrlStrategy === "path") {
  const enter = () => {
    if (!location.hash.startsWith("#/")) return false;
    history.replaceState(null, "", new URL(location.hash.slice(2), document.baseURI));
    return true;
  };
  enter();
  // before the client hears of it, which would take it for a step back
  addEventListener("popstate", (event) => {
    if (enter()) {
      event.stopImmediatePropagation();
      location.reload();
    }
  });
}
"""


def start_page(page: str, *, title: str, language: str, grounds: tuple[str, str], splash: str | None, base: str) -> str:
    """Put into Flet's ``index.html`` what it has no settings for; what finds no place is left out, and the page still works.

    That is its width on a phone, its language, the colours while it loads, the press on Flutter's button, the addresses that can be
    kept for ever, and what it shows while it loads.

    :param grounds: colour of the ground and of the browser's frame while the client loads, light and dark.
    :param splash: HTML to show while the page loads.
    :param base: below which address the client's files are asked for.
    """
    from html import escape  # with a table of all characters that have names; whoever serves no page need not read it

    light, dark = grounds
    # The client says so itself, but only when it runs: until then everything is drawn for 980 pixels, and a page that registers
    # anew after a power cut would tell the size that it was given by then.
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
        # Before the client, which takes whatever websocket there is when it begins.
        names = ("line.js", "way.js", "veil.js", "ring.js", "names.js", "photo.js", "glyphs.js")
        scripts = "".join(f'<script src="{base}{name}"></script>\n' for name in names)
        page = _replace(r"</head>", scripts + "</head>", page)
    return page


def _replace(pattern: str, text: str, page: str) -> str:
    changed, n = re.subn(pattern, lambda _: text, page, count=1, flags=re.DOTALL)
    if not n:
        log.warning("the client's page has no %s", pattern)
    return changed


#: Families of which nothing is ever shown here.
_UNUSED: Final = re.compile("KaTeX|Cupertino")


def fonts(manifest: bytes, own: Mapping[str, str]) -> bytes:
    """Put the program's typefaces into the client's list instead of those for mathematics and of Apple's signs.

    It loads every font of the list before it shows anything: what it learns of later it first shows in another one.

    :param manifest: the client's list.
    :param own: files by their families, below the client's own folder.
    """
    needed = [font for font in json.loads(manifest) if not _UNUSED.search(font["family"])]
    ours = [{"family": family, "fonts": [{"asset": f"../{path}"}]} for family, path in own.items()]
    return json.dumps([*needed, *ours]).encode()


#: Where the client decides whether the page goes slowly from one look to the next.
_SLOWLY: Final = re.compile(rb"if\(!J\.l\(s\.(\w+),B\.\w+\)\)\{(?=s=i\.a\.\1\nn=s==null\n)")


def look_at_once(client: bytes) -> bytes:
    """Let a page have its look at once: for a fifth of a second the client would draw all of it anew, frame by frame.

    That is where the first screen appears, a game is opened in its colour, and evening falls.

    :param client: its ``main.dart.js``.
    """
    ours, found = _SLOWLY.subn(b"if(!1){", client)
    if found != 1:
        log.warning("the client changes its look in another way")
        return client
    return ours


# The client without a server


def stand_before(page: Any) -> None:
    """Let the running context be that of a page, as it is in what Flet calls."""
    from flet.controls.context import _context_page

    _context_page.set(page)


#: Where the client looks for the player of a kind of animation that this program does not show, on every start.
_AFAR: Final = b"https://cdn.jsdelivr.net/npm/@rive-app/flutter-native-wasm@44.0.0/"
_NEAR: Final = b"rive/"


def without_rive(client: bytes) -> dict[str, bytes]:
    """Let the client ask nobody else for anything: what it would fetch at every start waits for ever instead.

    :param client: its ``main.dart.js``.
    :return: the files in the place of this one.
    """
    if _AFAR not in client:
        log.warning("the client does not look for rive any more")
    stub = b"globalThis.RiveNative = () => new Promise(() => {});\n"
    return {"main.dart.js": client.replace(_AFAR, _NEAR), "rive/wasm/rive_native.js": stub}
