"""The unpatched Flet still has the faults it is patched for: if a test fails with a new version, its patch can go or has to follow.

Each test shows the unpatched behaviour, and then the effect of the patch.
"""

import asyncio
import dataclasses
import importlib
import inspect
import json
import logging
import re
import tomllib
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import flet as ft
import flet_web
import pytest
from flet.controls import base_control
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, ObjectPatch
from flet.controls.value_types import Prop
from flet.messaging import protocol
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.utils import validation
from flet.version import flet_version
from flet_web.fastapi.flet_app import FletApp
from flet_web.fastapi.flet_app_manager import FletAppManager, app_manager
from harness import Screen, ScreenFault

from companion import flet_patches
from companion.server.message_checks import _FIELDS, Action
from companion.server.page import client_folder
from companion.ui.runtime.hooks import component, use_value
from companion.ui.runtime.reconcile import reset_layout
from companion.ui.runtime.tap_queue import one_by_one

ROOT: Final = Path(__file__).resolve().parents[1]
CLIENT: Final = client_folder()


def test_the_patches_are_for_the_version_that_is_installed() -> None:
    assert flet_version == flet_patches.FLET
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {f"flet=={flet_patches.FLET}", f"flet-web=={flet_patches.FLET}"} <= set(project["dependencies"])


def test_private_names_of_flet_are_used_in_one_module() -> None:
    private = re.compile(r"\._[A-Z]\w*__\w+|\._values\b|\bdispatch_event\b|session\.error\b|__str__ = |\"__str__\"")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "companion").rglob("*.py")
        if private.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"companion/flet_patches.py"}


# ---------------------------------------------------------------- Messages and sessions


def test_flet_formats_messages_for_a_disabled_log(monkeypatch: pytest.MonkeyPatch) -> None:
    class Body:
        spelled = 0

        def __repr__(self) -> str:
            Body.spelled += 1
            return "all the rules there are"

    def send() -> int:
        Body.spelled = 0
        with suppress(AttributeError, TypeError):  # there is no client to send it to
            FletApp.send_message(FletApp.__new__(FletApp), Message(MessageAction.PATCH_CONTROL, Body()))
        return Body.spelled

    if "__str__" in vars(Message):  # the program has patched it already
        monkeypatch.delattr(Message, "__str__")
    assert not logging.getLogger("flet_transport").isEnabledFor(logging.DEBUG)
    assert send() == 1
    flet_patches.shorten_message_logs()
    assert send() == 0
    assert str(Message(MessageAction.PATCH_CONTROL, Body())) == "PATCH_CONTROL"


async def test_flet_ends_the_session_when_an_answer_is_late() -> None:
    gone = 987_654
    async with Screen(lambda page: page.render(lambda: ft.Text("Here"))) as screen:
        session = screen.session
        with pytest.raises(RuntimeError, match="not registered"):
            inspect.unwrap(Session.handle_invoke_method_results)(session, gone, "nobody waits", None, None)
        flet_patches.accept_late_answers()
        session.handle_invoke_method_results(gone, "nobody waits", None, None)
        waiting: dict[str, asyncio.Event] = session._Session__method_calls
        asked = asyncio.create_task(session.invoke_method(gone, "scroll_to", {}, timeout=5))
        while not waiting:
            await asyncio.sleep(0)
        session.handle_invoke_method_results(gone, next(iter(waiting)), "scrolled", None)
        assert await asked == "scrolled"


async def test_flet_keeps_whatever_a_client_sets() -> None:
    """Even under unknown property names."""
    async with Screen(lambda page: page.render(lambda: ft.Text("Here"))) as screen:
        session, page = screen.session, screen.session.page
        piece = "x" * 60_000
        inspect.unwrap(Session.apply_patch)(session, page._i, {"_unknown": piece})
        assert page._unknown == piece
        flet_patches.limit_client_values()
        for n in range(200):
            session.apply_patch(page._i, {f"_more{n}": piece})
        kept = [name for name in vars(page) if name.startswith("_more")]
        assert 60 < len(kept) < flet_patches.CLIENT_VALUES / len(piece)
        session.apply_patch(page._i, {kept[0]: "short", "route": "/rules"})
        assert page.route == "/rules", "a replacement may be added"
        session.apply_patch(987_654, {"value": piece})  # a removed control


@ft.component
def Failing() -> Any:
    def fail() -> None:
        raise ValueError("a mistake of ours")

    return ft.FilledButton("Fail", on_click=fail)


async def test_flet_covers_the_page_when_a_handler_fails() -> None:
    async with Screen(lambda page: page.render(Failing)) as screen:
        with pytest.raises(ScreenFault, match="a mistake of ours"):
            await screen.tap("Fail")
    said: list[str] = []

    def patched(page: ft.Page) -> None:
        flet_patches.answer_errors(page, said.append)
        page.render(Failing)

    async with Screen(patched) as screen:
        await screen.tap("Fail")
    assert ["a mistake of ours" in error for error in said] == [True]


@ft.component
def Counter() -> Any:
    n, set_n = ft.use_state(0)
    after_this = ft.FilledButton("One after this", on_click=lambda: set_n(n + 1))
    return ft.Column([ft.Text(f"Value {n}"), ft.Semantics(identifier="after-this", content=after_this)])


async def test_simultaneous_taps_are_handled_on_an_outdated_screen() -> None:
    async with Screen(lambda page: page.render(Counter)) as screen:
        await screen.rush(*["after-this"] * 3, turns=0)
        assert screen.visible("Value 1")

    def patched(page: ft.Page) -> None:
        one_by_one(page)
        page.render(Counter)

    async with Screen(patched) as screen:
        await screen.rush(*["after-this"] * 3, turns=0)
        assert screen.visible("Value 3")


async def test_flet_does_not_report_pending_renders() -> None:
    waited: list[bool] = []

    @ft.component
    def Late() -> Any:
        n, set_n = ft.use_state(0)
        page = ft.context.page

        def tapped() -> None:
            set_n(n + 1)
            waited.append(flet_patches.has_to_draw(page))

        return ft.FilledButton(f"Value {n}", on_click=tapped)

    async with Screen(lambda page: page.render(Late)) as screen:
        public = [name for name in dir(screen.session) if not name.startswith("_")]
        assert not [name for name in public if re.search("pending|ready|dirty|idle", name)]
        assert not flet_patches.has_to_draw(screen.session.page)
        await screen.tap("Value 0")
        assert waited == [True]
        assert not flet_patches.has_to_draw(screen.session.page)


async def test_flet_keeps_a_session_whose_client_has_gone() -> None:
    async def nothing(*_: Any) -> None:
        pass

    closed: list[bool] = []
    gone = SimpleNamespace(connection=None, disconnect=nothing, close=lambda: closed.append(True))
    here = SimpleNamespace(connection=object(), close=lambda: closed.append(False))
    assert isinstance(app_manager, FletAppManager)
    try:
        await app_manager.add_session("gone", gone)
        await app_manager.add_session("here", here)
        await app_manager.disconnect_session("gone", 0)
        assert await app_manager.get_session("gone") is gone
        await flet_patches.let_go_of_sessions()
        assert await app_manager.get_session("gone") is None
        assert await app_manager.get_session("here") is here
        assert closed == [True]
    finally:
        await app_manager.delete_session("here")


def test_parsed_client_messages_equal_those_of_flet() -> None:
    bodies: dict[Action, tuple[MessageAction, type]] = {
        Action.REGISTER: (MessageAction.REGISTER_CLIENT, protocol.RegisterClientRequestBody),
        Action.EVENT: (MessageAction.CONTROL_EVENT, protocol.ControlEventBody),
        Action.PROPERTIES: (MessageAction.UPDATE_CONTROL_PROPS, protocol.UpdateControlPropsBody),
        Action.ANSWER: (MessageAction.INVOKE_METHOD, protocol.InvokeMethodResponseBody),
    }
    assert bodies.keys() == set(Action)
    for action, (theirs, body) in bodies.items():
        assert action.value == theirs.value
        assert _FIELDS[action].keys() == {field.name for field in dataclasses.fields(body)}


# ---------------------------------------------------------------- Controls


async def test_a_component_takes_no_key_after_it_was_made() -> None:
    @ft.component
    def Late() -> Any:
        child: Any = Counter()
        with pytest.raises(Exception, match=r"[Ff]rozen"):
            child.key = "by and by"
        flet_patches.name(child, "by and by")
        assert child.key == "by and by"
        return ft.Column([child])

    async with Screen(lambda page: page.render(Late)) as screen:
        assert screen.visible("Value 0")


WALKS: Final = ("_configure_dataclass", "_removed_controls", "_compare_values")


def test_flet_looks_for_controls_in_plain_values(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WALKS:  # the program has patched them already
        monkeypatch.setattr(DiffBuilder, name, inspect.unwrap(getattr(DiffBuilder, name)))

    def asked() -> int:
        """Return the number of properties whose contents are requested."""
        reads = []
        get = Prop.__get__
        monkeypatch.setattr(Prop, "__get__", lambda *of: (reads.append(of), get(*of))[1])
        tree = ft.Column([ft.Row([ft.Text("a"), ft.Text("b")]), ft.Container(ft.Text("c", size=3), padding=4)])
        reads.clear()
        builder = DiffBuilder(None, tree, control_cls=BaseControl)
        assert len(list(builder._configure_dataclass(tree, None, False))) == 6
        assert len(list(builder._removed_controls(tree, True))) == 6
        monkeypatch.setattr(Prop, "__get__", get)
        return len(reads)

    assert asked() > 500
    flet_patches.skip_plain_values()
    assert asked() < 50


def test_flet_checks_the_log_level_for_every_debug_message() -> None:
    log = logging.getLogger("flet_object_patch")
    vars(log).pop("debug", None)
    assert not log.isEnabledFor(logging.DEBUG)
    source = inspect.getsource(DiffBuilder._compare_dataclasses) + inspect.getsource(DiffBuilder._compare_lists)
    assert source.count("logger.debug") > 3
    flet_patches.skip_debug_logging()
    assert vars(log)["debug"] is flet_patches._no_op
    log.debug("nobody reads %s", "this")


def test_constraints_are_checked_when_a_constrained_value_is_set() -> None:
    flet_patches.compare_once()
    asked: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            base_control, "validate", lambda one, **more: (asked.append(one), validation.validate(one, **more))
        )
        page, before = ft.Column(), None
        for opacity in (1.0, 0.5, 1.0, 2.0):
            drawn: Any = ft.Container(ft.Text("a"), opacity=opacity)
            object.__setattr__(drawn, "_frozen", True)
            asked.clear()
            with pytest.raises(ValueError, match="opacity") if opacity == 2.0 else nullcontext():
                ObjectPatch.from_diff({"_b": before}, {"_b": drawn}, BaseControl, page, [], frozen=True)
            assert before is None or asked == [drawn] * (opacity != 1.0)
            before = drawn


@pytest.mark.parametrize("frozen", [False, True])
def test_added_and_removed_controls_equal_those_of_flet(frozen: bool) -> None:
    def in_order(controls: Any) -> list[str]:
        return [getattr(each, "key", None) or type(each).__name__ for each in controls]

    def walked(walks: Callable[[str], Callable[..., Any]]) -> tuple[Any, ...]:
        """Return the added and removed controls in order, with the recorded attributes of each."""
        menu = ft.PopupMenuButton(items=[ft.PopupMenuItem("x"), ft.PopupMenuItem(content=ft.Text("y"))], key="menu")
        bar = ft.AppBar(title=ft.Text("t"), actions=[menu], leading=ft.Icon(ft.Icons.HOME), key="bar")
        box = ft.Container(ft.Text("c", style=ft.TextStyle(size=3.0)), badge=ft.Badge(label=ft.Text("b")), key="box")
        grid = ft.DataTable(
            columns=[ft.DataColumn(label=ft.Text("head"))],
            rows=[ft.DataRow(cells=[ft.DataCell(ft.Text("cell"))])],
        )
        plain = ft.Semantics(content=ft.Stack([ft.Checkbox(label="k"), grid]), identifier="i")
        tree = ft.View(route="/", appbar=bar, controls=[box, ft.Row([ft.Text("a"), plain])], key="view")
        page = ft.Column(key="above")
        builder = DiffBuilder(None, tree, control_cls=BaseControl)
        came = list(walks("_configure_dataclass")(builder, tree, page, frozen))
        again = list(walks("_configure_dataclass")(builder, tree, None, frozen, True))
        noted = [
            (in_order([each._parent()]), getattr(each, "_frozen", None), each._initialized, dict(each._dirty))
            for each in came
        ]
        style: Any = box.content.style  # a value rather than a control
        noted += [
            (
                getattr(style, "_frozen", None),
                dict(style._dirty),
                in_order([style._parent()]),
                style._parent() is box.content,
            )
        ]
        went = [list(walks("_removed_controls")(builder, tree, recurse)) for recurse in (True, False)]
        object.__setattr__(tree, "__prev_lists", {"controls": tree.controls})
        object.__setattr__(tree, "__prev_classes", {"appbar": bar})
        went.append(list(walks("_removed_controls")(builder, [tree, {"a": box}], True)))
        return in_order(came), in_order(again), noted, *map(in_order, went)

    flet_patches.skip_plain_values()
    ours = walked(lambda name: getattr(DiffBuilder, name))
    assert len(ours[0]) > 20
    unpatched = {name: inspect.unwrap(getattr(DiffBuilder, name)) for name in WALKS}
    with pytest.MonkeyPatch.context() as patch:
        for name, walk in unpatched.items():
            patch.setattr(DiffBuilder, name, walk)
        assert ours == walked(unpatched.__getitem__)


AGAINST: Final = ("_compare_dataclasses", "_compare_lists")


def drawings() -> list[ft.Control]:
    """Return successive renderings of a screen, with additions, removals, moves and changes between them."""

    def tree(number: int) -> ft.Control:
        odd = number % 2
        same = ft.ButtonStyle(padding=4.0)
        rows = [ft.Text(f"{name} {number % 3}", key=name) for name in ("a", "b", "c", "d")[: 2 + number % 3]]
        kinds: list[ft.Control] = [ft.Text("t"), ft.Icon(ft.Icons.HOME), ft.Checkbox(label="k", value=bool(odd))]
        return ft.Column(
            [
                ft.Row([ft.Text("still"), ft.Container(ft.Text(str(number)), padding=number % 3, border=EDGES[odd])]),
                ft.Row(rows[:: -1 if odd else 1], spacing=4.0),
                ft.Container(kinds[number % 3], on_click=(lambda _: None) if odd else None, visible=number % 5 != 0),
                ft.Stack([ft.TextButton("go", style=same, on_click=lambda _: None), *kinds[: number % 4]]),
                ft.Container(ft.Text("of another kind", key=f"k{odd}")),
                ft.Semantics(content=ft.IconButton(ft.Icons.UNDO, tooltip=ft.Tooltip(str(odd)))),
                ft.Dropdown(options=[ft.DropdownOption(key=str(each)) for each in range(number % 4)], value=str(odd)),
                ft.Row([ft.Text("one"), ft.Text("two")] if number % 4 else [], data=number),
                ft.Text(spans=[ft.TextSpan("x"), ft.TextSpan(str(number))]),
            ],
            expand=bool(odd),
        )

    return [tree(number) for number in (0, 1, 2, 3, 3, 4, 6, 11, 12, 0, 3)]


EDGES: Final = (ft.Border.all(1.0, ft.Colors.RED), ft.Border.all(2.0, ft.Colors.BLUE))


def test_flet_checks_repeatedly_whether_a_control_is_a_dataclass(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*WALKS, *AGAINST):
        monkeypatch.setattr(DiffBuilder, name, inspect.unwrap(getattr(DiffBuilder, name)))

    def asked() -> int:
        """Return how often Flet asks whether something is a dataclass, to find that one word has changed."""
        checks: list[object] = []
        ask = dataclasses.is_dataclass
        monkeypatch.setattr(dataclasses, "is_dataclass", lambda of: (checks.append(of), ask(of))[1])
        old, new = (ft.Column([ft.Row([ft.Text("a"), ft.Text(each)]) for _ in range(9)]) for each in "bc")
        ObjectPatch.from_diff({"_b": old}, {"_b": new}, BaseControl, ft.Column(), frozen=True)
        monkeypatch.setattr(dataclasses, "is_dataclass", ask)
        return len(checks)

    assert asked() > 300
    flet_patches.skip_plain_values()
    flet_patches.compare_once()
    assert asked() < 100


def test_earlier_controls_are_reused_as_in_flet() -> None:
    def rendered() -> list[Any]:
        """Return the patch from each rendering to the next, the controls added and removed, and the state of every control then."""
        page, said = ft.Column(), []
        numbers: dict[int, int] = {}
        before: Any = None
        for drawn in drawings():
            object.__setattr__(drawn, "_frozen", True)
            patch, came, went = ObjectPatch.from_diff({"_b": before}, {"_b": drawn}, BaseControl, page, [], frozen=True)
            known = lambda one: numbers.setdefault(one._i, len(numbers))  # noqa: E731
            said.append([(op["op"], op["path"], encoded(op.get("value"))) for op in patch.patch])
            said.append(sorted((type(one).__name__, known(one), one._initialized) for one in came))
            said.append(sorted((type(one).__name__, known(one)) for one in went))
            said.append([(type(one).__name__, known(one), known(one._parent())) for one in within(drawn)])
            assert all(one._frozen for one in within(drawn))
            before = drawn
        return said

    flet_patches.skip_plain_values()
    flet_patches.compare_once()
    ours = rendered()
    with pytest.MonkeyPatch.context() as patch:
        for name in AGAINST:
            patch.setattr(DiffBuilder, name, inspect.unwrap(getattr(DiffBuilder, name)))
        theirs = rendered()
    assert sum(map(len, ours)) > 200
    assert ours == theirs


def encoded(value: Any) -> Any:
    """Return the encoding of a value, except for the numbers of new controls."""
    if isinstance(value, list):
        return [encoded(each) for each in value]
    return type(value).__name__ if dataclasses.is_dataclass(value) else value


def within(control: Any) -> list[Any]:
    """Return a control and all in it."""
    held = [getattr(control, name, None) for name in ("content", "controls", "options", "spans")]
    inside = [each for one in held if one for each in (one if isinstance(one, list) else [one])]
    return [control, *(deep for each in inside if isinstance(each, BaseControl) for deep in within(each))]


def test_flet_leaves_reused_controls_with_their_old_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    def belongs() -> list[bool]:
        """Return for each kept control whether its parent is from the later drawing."""
        kept, several, page, before = ft.TextButton("a"), [ft.Text("b")], ft.Column(), None
        for _ in range(2):
            around: Any = ft.Container(kept, key="around")
            drawn: Any = ft.AppBar(title=around, actions=several, key="drawn")
            object.__setattr__(drawn, "_frozen", True)
            ObjectPatch.from_diff({"_b": before}, {"_b": drawn}, BaseControl, page, [], frozen=True)
            before = drawn
        return [kept.parent is around, several[0].parent is drawn]

    for name in (*WALKS, *AGAINST):
        monkeypatch.setattr(DiffBuilder, name, inspect.unwrap(getattr(DiffBuilder, name)))
    assert belongs() == [False, False]
    flet_patches.compare_once()
    assert belongs() == [True, True]


def test_plainly_equal_values_are_not_compared_further() -> None:
    row = ft.Row()
    same: list[tuple[Any, Any]] = [(None, None), (1, 1), ("a", "a"), ({}, {}), ([], []), (ft.Colors.RED, ft.Colors.RED)]
    others: list[tuple[Any, Any]] = [
        (1, True), (1, 2), (None, 0), ({}, []), ([1], [1]), ({1: 2}, {1: 2}), (row, row), (float("nan"), float("nan")),
        (ft.Colors.RED, ft.Colors.BLUE), (ft.Padding(), ft.Padding()),
    ]  # fmt: skip
    assert all(flet_patches._plainly_equal(*pair) for pair in same)
    assert not any(flet_patches._plainly_equal(*pair) for pair in others)


def kinds_of_controls() -> list[type[BaseControl]]:
    """Return the control classes that have no required arguments."""
    found = [getattr(ft, name) for name in dir(ft)]
    kinds = {kind for kind in found if inspect.isclass(kind) and issubclass(kind, BaseControl)}
    return sorted((kind for kind in kinds if dataclasses.is_dataclass(kind)), key=lambda kind: kind.__name__)


def as_made(control: BaseControl) -> dict[str, str]:
    """Return the state of a control, except for numbers, addresses and times, which are new for each."""
    held = {name: value for name, value in vars(control).items() if name != "_i"}
    said = {
        name: str(sorted(map(str, value.items())) if isinstance(value, dict) else value) for name, value in held.items()
    }
    return {name: re.sub(r"0x\w+|_i=\d+|\d+:[\d:.]+", "", value) for name, value in said.items()}


def test_flet_checks_whether_every_sent_value_is_a_dataclass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "is_dataclass", dataclasses.is_dataclass)
    flet_patches.cache_dataclass_checks()
    values = [ft.Text("a"), ft.Text, ft.Padding.all(4.0), ft.Colors.RED, "a", None, [ft.Text("a")], {}]
    expected = [dataclasses.is_dataclass(value) for value in values]
    assert True in expected
    assert False in expected
    assert [protocol.is_dataclass(value) for value in values] == expected
    monkeypatch.setattr(flet_patches, "is_dataclass", lambda of: pytest.fail(f"asked again of {of}"))
    assert [protocol.is_dataclass(value) for value in values] == expected


def test_flet_looks_for_parts_of_a_dialog_in_plain_values(monkeypatch: pytest.MonkeyPatch) -> None:
    def bound() -> tuple[list[tuple[str, str]], int]:
        """Return the pairs of control and parent in a dialog, and the number of property reads."""
        asked: list[object] = []
        get = Prop.__get__
        actions: list[ft.Control] = [ft.TextButton("b", key="b", style=ft.ButtonStyle(padding=4))]
        inside = ft.Column([ft.Container(ft.Text("c", key="c"), key="box"), ft.Row(key="row")], key="column")
        dialog = ft.AlertDialog(content=inside, actions=actions, key="dialog")
        monkeypatch.setattr(Prop, "__get__", lambda *of: (asked.append(of), get(*of))[1])
        dialogs._bind_dialog_subtree(dialog, ft.Column(key="page"))
        monkeypatch.setattr(Prop, "__get__", get)
        found: list[Any] = [dialog, inside, *inside.controls, *actions, inside.controls[0].content, actions[0].style]
        return [(str(each.__class__), each._parent().__class__.__name__) for each in found[1:]], len(asked)

    dialogs = importlib.import_module("flet.components.hooks.use_dialog")
    patched = dialogs._bind_dialog_subtree
    monkeypatch.setattr(dialogs, "_bind_dialog_subtree", inspect.unwrap(patched))
    theirs, asked = bound()
    flet_patches.bind_dialog_parts()
    ours, still_asked = bound()
    assert ours == theirs
    assert asked > 300
    assert still_asked < 50


def test_flet_sets_the_hash_of_every_class_repeatedly() -> None:
    flet_does = Path(inspect.getfile(BaseControl)).read_text(encoding="utf-8")
    assert "        self.__class__.__hash__ = BaseControl.__hash__\n" in flet_does
    attributes: list[str] = []

    class Named(type):
        def __setattr__(cls, name: str, value: Any) -> None:
            attributes.append(name)
            super().__setattr__(name, value)

    flet_patches.set_hash_once()
    kind: Any = ft.control("Probe")(Named("Probe", (ft.Control,), {}))
    attributes.clear()
    ref = ft.Ref[ft.Control]()
    controls = [kind(ref=ref), kind(), kind()]
    assert attributes.count("__hash__") <= 1
    assert ref.current is controls[0]
    assert len({*controls}) == 3
    assert not any(each._dirty for each in controls)
    unnamed = Named("Unnamed", (ft.Control,), {})
    with pytest.raises(ValueError, match="Unnamed must have @control"):
        dataclasses.dataclass(unnamed)()


def test_flet_sets_every_property_of_a_control(monkeypatch: pytest.MonkeyPatch) -> None:
    def sets(make: Callable[..., object], *args: object) -> int:
        """Return how many properties are set to make a text."""
        writes = []
        put = inspect.unwrap(Prop.__set__)
        monkeypatch.setattr(Prop, "__set__", lambda *of: (writes.append(of), put(*of)))
        make(*args, "a", size=3)
        monkeypatch.undo()
        return len(writes)

    flet_patches.set_given_properties()
    text = ft.Text("a")
    assert sets(inspect.unwrap(type(text).__init__), object.__new__(ft.Text)) > 50
    assert sets(ft.Text) < 5


def test_a_control_from_arguments_equals_that_of_flet() -> None:
    alike = 0
    for kind in kinds_of_controls():
        try:
            control: Any = kind(key="a", opacity=0.5) if issubclass(kind, ft.Control) else kind(key="a")
        except (TypeError, ValueError):  # something has to be given, or it is only the base of others
            continue
        given = {"key": "a", "opacity": 0.5} if isinstance(control, ft.Control) else {"key": "a"}
        theirs = object.__new__(kind)
        inspect.unwrap(kind.__init__)(theirs, **given)
        if not isinstance(control, ft.BasePage):  # a page makes controls of its own
            assert as_made(control) == as_made(theirs), kind
            alike += 1
    assert alike > 80
    placed, ref = ft.Text("a", None), ft.Ref[ft.Text]()
    assert (placed.value, ft.Text("b", ref=ref), ft.Row().controls) == ("a", ref.current, [])


@pytest.mark.parametrize(
    "make", [lambda: ft.Text(word="a"), lambda: ft.Text("a", value="b"), lambda: ft.Text(*"a" * 99)]
)
def test_a_control_refuses_unknown_arguments(make: Callable[[], ft.Control]) -> None:
    with pytest.raises(TypeError):
        make()


async def test_flet_loses_the_state_of_a_moved_component() -> None:
    turns: list[Callable[[bool], None]] = []

    def counter(use: Callable[[int], Any]) -> Callable[..., ft.Control]:
        def count() -> ft.Control:
            n, put = use(0)
            return ft.TextButton(f"{use.__name__} {n}", on_click=lambda: put(n + 1))

        return component(count)

    theirs, ours = counter(ft.use_state), counter(use_value)

    @component
    def Turned() -> ft.Control:
        across, turn = use_value(False)
        turns.append(turn)
        inside = [theirs(key="theirs"), ours(key="ours")]
        return ft.Container(ft.Row(inside)) if across else ft.Column(inside)

    async with Screen(lambda page: page.render(Turned)) as screen:
        await screen.tap("use_state 0")
        await screen.tap("use_value 0")
        screen.in_context(lambda: (reset_layout(screen.session.page), turns[-1](True)))
        await screen.settle()
        assert screen.texts() == ["use_state 0", "use_value 1"]


# ---------------------------------------------------------------- The start page


def bare_page(tmp_path: Path) -> str:
    """Return the installed client's page with all that Flet's own settings can do."""
    page = tmp_path / "index.html"
    page.write_bytes((CLIENT / "index.html").read_bytes())
    flet_web.patch_index_html(
        index_path=str(page), base_href="/", app_name="Companion", app_description="Companion", no_cdn=True
    )
    return page.read_text(encoding="utf-8")


def test_flets_start_page_lacks_the_parts_of_the_program(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bare = bare_page(tmp_path)
    ours = flet_patches.start_page(
        bare, title="Companion", language="de", grounds=("#ffffff", "#000000"), splash="<b>wait</b>", base="/v-0/"
    )
    assert not caplog.records, "a place was not found"
    for part in (
        '<html lang="de">',
        '<meta name="viewport" content="width=device-width',
        'name="theme-color" content="#000000"',
        "flt-semantics-placeholder",
        'flet.assetBase = "/v-0/"',
        '<script src="/v-0/python.js">',
        '<script src="/v-0/flutter_bootstrap.js"',
        '<script src="/v-0/line.js">',
        '<script src="/v-0/way.js">',
        '<script src="/v-0/veil.js">',
        '<script src="/v-0/ring.js">',
        '<script src="/v-0/names.js">',
        '<script src="/v-0/photo.js">',
        '<script src="/v-0/picture.js">',
        '<script src="/v-0/glyphs.js">',
        '<div id="loading" role="status" aria-label="Companion"><b>wait</b></div>',
    ):
        assert part in ours
        assert part not in bare
    # after Flet's own settings, before what reads them
    assert (
        ours.index("flet.noCdn=true")
        < ours.index('flet.assetBase = "/v-0/"')
        < ours.index('<script src="/v-0/python.js">')
    )
    settings = set(flet_web.patch_index_html.__annotations__)
    assert not settings & {"lang", "language", "theme_color", "splash", "entrypoint_base_url", "asset_base"}


def test_flutter_hides_its_semantics_behind_a_button() -> None:
    assert b"flt-semantics-placeholder" in (CLIENT / "main.dart.js").read_bytes()


def test_the_client_loads_fonts_for_mathematics_first() -> None:
    theirs = (CLIENT / "assets/FontManifest.json").read_bytes()
    listed = json.loads(flet_patches.fonts(theirs, {"Fraunces": "fonts/Fraunces-SemiBold.ttf"}))
    ours = {font["family"] for font in listed}
    left_out = {font["family"] for font in json.loads(theirs)} - ours
    assert all("KaTeX" in family or "Cupertino" in family for family in left_out)
    assert len(left_out) > 2
    assert "MaterialIcons" in ours
    assert listed[-1] == {"family": "Fraunces", "fonts": [{"asset": "../fonts/Fraunces-SemiBold.ttf"}]}


def test_the_client_animates_between_themes(caplog: pytest.LogCaptureFixture) -> None:
    theirs = (CLIENT / "main.dart.js").read_bytes()
    ours = flet_patches.look_at_once(theirs)
    assert ours.count(b"if(!1){s=i.a.") == 1
    assert theirs.count(b"if(!1){s=i.a.") == 0
    assert caplog.text == ""
    assert flet_patches.look_at_once(b"a client that does not") == b"a client that does not"
    assert "look" in caplog.text


def test_the_client_loads_an_animation_player_from_another_host(caplog: pytest.LogCaptureFixture) -> None:
    theirs = (CLIENT / "main.dart.js").read_bytes()
    assert b"https://cdn.jsdelivr.net/npm/@rive-app" in theirs
    ours = flet_patches.without_rive(theirs)
    assert b"rive-app" not in ours["main.dart.js"]
    assert b'return"rive/"' in ours["main.dart.js"]
    # the one script that the client then asks for below it
    assert b'"wasm/rive_native.js","RiveNative"' in theirs
    assert b"RiveNative" in ours["rive/wasm/rive_native.js"]
    flet_patches.without_rive(b"a client that does not")
    assert "rive" in caplog.text


def test_a_client_without_the_known_places_still_gets_a_page() -> None:
    def made(page: str) -> str:
        return flet_patches.start_page(
            page, title="C", language="en", grounds=("#fff", "#000"), splash="<b>wait</b>", base="/v-0/"
        )

    assert made("<p>new</p>") == "<p>new</p>"
    assert "<b>wait</b></div>" in made('<div id="loading" role="status"><style></style><img></div>')
