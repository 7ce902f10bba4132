"""A screen inside the test's process: Flet's own session, page, diff and wire format, and no client."""

import asyncio
import concurrent.futures
import contextvars
import inspect
from collections.abc import Callable, Coroutine, Mapping
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import msgpack  # type: ignore[import-untyped]
from attrs import frozen
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
    decode_ext_from_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.tables.languages import PREFERRED
from companion.tables.roles import GRANTS, GUEST, HOST, ORIGIN, Grant
from harness.mirror import CRASHED, INVOKE, PATCH, REGISTER, Mirror, Node, ScreenFault, device

Result = TypeVar("Result")

#: Number of changes after which a screen counts as never settling.
_STEPS: Final = 2000


@frozen
class Call:
    """A call of a service on the device, such as a vibration.

    :param control: class of the service.
    :param name: name of the method.
    :param args: its arguments.
    """

    control: str
    name: str
    args: Mapping[str, Any]


class Screen(Mirror):
    """One phone in front of a program, as an asynchronous context.

    Leaving it, and every step, raises errors of rendering, of handlers, or on the way to the client.

    :param main: the main function that Flet calls for a new page.
    :param dark: whether the device prefers dark colours.
    :param locale: the language the device prefers.
    :param services: answers of services by the name of the call, values or functions of the arguments; an exception
        is raised where the service was called.
    :param host: whether the page belongs to the host, rather than to a phone that joined by the link.
    :param passes: permissions of the links that the page has opened, if they differ.
    :param origin: the origin of the page in the browser.
    :param hub: a common hub for screens that use Flet's own messages between pages.
    """

    def __init__(
        self,
        main: Callable[..., Any],
        *,
        width: float = 390,
        height: float = 844,
        platform: str = "android",
        dark: bool = False,
        route: str = "/",
        locale: str = "de",
        web: bool = True,
        services: Mapping[str, Any] | None = None,
        host: bool = True,
        passes: tuple[Grant, ...] = (),
        origin: str = "",
        hub: PubSubHub | None = None,
    ) -> None:
        super().__init__()
        #: Flet's session, with the server's side of the page; its methods carry no types.
        self.session: Any = None
        self._main = main
        self._device = device(width, height, platform, dark, route, web)
        self._locale = locale
        self._passes = passes or (HOST if host else GUEST)
        self._origin = origin
        self._services = dict(services or {})
        self._hub = hub
        self._faults: list[BaseException] = []
        self._broken: BaseException | None = None
        self._received = 0
        self._open: dict[int, Node] = {}
        self._following: set[asyncio.Task[None]] = set()
        #: Service calls so far.
        self.calls: list[Call] = []
        self._focused: int | None = None

    async def __aenter__(self) -> Self:
        # A context of its own, as each connection of the server has: Flet keeps the current page there.
        self._context = contextvars.copy_context()
        self._context.run(PREFERRED.set, (self._locale,))
        self._context.run(GRANTS.set, self._passes)
        self._context.run(ORIGIN.set, self._origin)
        await self._in_context(self._connect())
        await self.settle()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                await self.settle()
                self._check_invariants()
        finally:
            await self._in_context(self._close())

    def _check_invariants(self) -> None:
        """Check the invariants of every screen.

        :raises ScreenFault: if one is violated.
        """
        for menu in self.of("PopupMenuButton"):
            if len(menu.get("items") or ()) < 2:
                raise ScreenFault("a menu with one entry, which could be a button")
        self._titled()

    def _titled(self) -> None:
        """Check that each dialog or sheet has a visible title that was announced when it opened.

        :raises ScreenFault: if it has none.
        """
        said = {call.args["message"] for call in self.calls if call.name == "announce_message"}
        for dialog in [node for node in self.shown() if node["_c"] in ("AlertDialog", "BottomSheet")]:
            inside = dialog.get("content")
            title = dialog.get("semantics_label") or (isinstance(inside, dict) and inside.get("label"))
            if not title or title not in said:
                raise ScreenFault(f"what lies above the screen is called {title!r}, and announced were {said}")

    # Actions of a person

    async def tap(self, what: str | Node) -> None:
        """Tap a control: by its identifier or key, a control inside it, or by its text, a control around it."""
        for node, name, properties, data in self.tap_events(what):
            if action := node.get("action"):
                await self._act(action)
            await self._do(node, name, properties, data)

    async def enter(self, what: str | Node, text: str, *, submit: bool = False) -> None:
        """Replace the text of a field.

        :param submit: press the keyboard's enter key afterwards.
        """
        field = self.field(what)
        await self._do(field, "change", {"value": text}, text)
        if submit:
            await self._do(self.field(what), "submit", {}, text)

    async def write(self, what: str | Node, text: str, *, turns: int) -> None:
        """Type letters one by one, without waiting until the screen has answered each.

        :param turns: turns of the event loop between two letters.
        """
        reports = []
        for letter in text:
            field = self.field(what)
            typed = (field.get("value") or "") + letter
            field["value"] = typed
            self.session.apply_patch(field["_i"], {"value": typed})
            event = self.session.dispatch_event(field["_i"], "change", typed)
            reports.append(asyncio.create_task(event, context=self._context))
            for _ in range(turns):
                await asyncio.sleep(0)
        await asyncio.gather(*reports)
        await self.settle()

    async def rush(self, *what: str, turns: int) -> None:
        """Tap several controls without waiting until the screen has answered each.

        A tap on a control that is missing has no effect, as on a real screen.

        :param turns: turns of the event loop between two taps; with 0 all arrive at once.
        """
        reports = []
        for each in what:
            if self.all(each):
                for node, name, properties, data in self.tap_events(each):
                    reports.append(
                        asyncio.create_task(self._report(node, name, properties, data), context=self._context)
                    )
            for _ in range(turns):
                await asyncio.sleep(0)
        await asyncio.gather(*reports)
        await self.settle()

    async def choose(self, what: str | Node, value: Any) -> None:
        """Choose a value of a control with several, such as a dropdown or a slider."""
        node = self.find(what)
        inner = next((each for each in self.within(node) if each.get("on_change") or each.get("on_select")), node)
        await self._do(inner, "select" if inner.get("on_select") else "change", {"value": value}, value)

    async def event(self, what: str | Node, name: str, data: Any = None, **properties: Any) -> None:
        """Let a control report any event of its, after its properties have changed."""
        await self._do(self.find(what), name, properties, data)

    async def events(self, what: str | Node, *events: tuple[str, Any, dict[str, Any]]) -> None:
        """Let a control report several events at once, as a browser does.

        :param events: name, data and changed properties of each.
        """
        node = self.find(what)
        reports = [
            asyncio.create_task(self._report(node, name, properties, data), context=self._context)
            for name, data, properties in events
        ]
        await asyncio.gather(*reports)
        await self.settle()

    async def press(self, chord: str) -> None:
        """Press a key, perhaps with others held down, such as ``Ctrl+Z``."""
        *held, key = chord.split("+") if chord != "+" else [chord]
        event = {"key": key, **{name.lower(): name in held for name in ("Shift", "Ctrl", "Alt", "Meta")}}
        await self._do(self.page, "keyboard_event", {}, event)

    async def go(self, route: str) -> None:
        """Go to a route, as by the address line."""
        await self._do(self.page, "route_change", {"route": route}, {"route": route})

    async def back(self) -> None:
        """Leave the view on top, as by the arrow in its bar."""
        await self._do(self.page, "view_pop", {}, {"route": self.view()["route"]})

    async def resize(self, width: float, height: float) -> None:
        """Change the size of the window, or turn the device."""
        size = {"width": float(width), "height": float(height)}
        await self._do(self.page, "resize", size, size)

    async def reconnect(self) -> None:
        """Reconnect after a lost connection: the client then has only the server's old tree."""
        await self._do(self.page, "connect", {}, None)

    async def until(self, condition: Callable[[], object], timeout: float = 2.0) -> None:
        """Wait until a condition holds.

        :raises ScreenFault: if it does not hold within the timeout.
        """
        end = asyncio.get_running_loop().time() + timeout
        while not condition():
            if asyncio.get_running_loop().time() > end:
                raise ScreenFault(f"still not after {timeout} s; texts {self.texts()}")
            await asyncio.sleep(0.005)
            await self.settle()

    async def settle(self) -> None:
        """Wait until no task can make progress, and raise errors."""
        quiet = 0
        for _ in range(_STEPS):
            if quiet == 3:
                break
            before = self._received
            for _ in range(8):
                await asyncio.sleep(0)
            quiet = quiet + 1 if self._received == before and not self._following else 0
        else:
            raise ScreenFault("the screen changes without end")
        scheduler: asyncio.Task[None] | None = getattr(self.session, "_Session__updates_task", None)
        # A real client would show a frozen screen without an error message.
        if scheduler and scheduler.done() and not scheduler.cancelled() and not self._broken:
            self._broken = scheduler.exception()
            if self._broken:
                raise self._broken
        if self._faults:
            raise self._faults.pop(0)

    # Actions of a client

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        self._wire = _Wire(self._receive, self._hub or PubSubHub(loop=loop))
        self.session = Session(self._wire)
        _context_page.set(self.session.page)
        self.session.apply_page_patch(self._device)
        body = RegisterClientResponseBody(self.session.id, self.session.get_page_patch(), "")
        self._wire.send_message(Message(MessageAction.REGISTER_CLIENT, body))
        flet_context: Any = context
        flet_context.reset_auto_update()
        result = self._main(self.session.page)
        if inspect.isawaitable(result):
            await result
        await self.session.after_event(self.session.page)

    async def _close(self) -> None:
        self.session.close()
        for _ in range(8):
            await asyncio.sleep(0)
        self._wire.executor.shutdown(wait=False)

    async def _do(self, node: Node, name: str, properties: dict[str, Any], data: Any) -> None:
        await self._in_context(self._report(node, name, properties, data))
        await self.settle()
        self._titled()

    async def _act(self, action: Mapping[str, Any]) -> None:
        """Apply the device's own effect of a tap before reporting it; picked files arrive as an event."""
        service, method = self.session.index.get(action["service_id"]), action["method"]
        self.calls.append(Call(type(service).__name__, method, action["args"]))
        if method == "pick_files":
            picked = self.session.dispatch_event(service._i, "result", {"files": self._services.get(method, [])})
            await self._in_context(picked)
            await self.settle()

    async def _report(self, node: Node, name: str, properties: dict[str, Any], data: Any) -> None:
        node.update(properties)
        self.changed()
        if properties:
            self.session.apply_patch(node["_i"], properties)
        await self.session.dispatch_event(node["_i"], name, data)

    @property
    def focus(self) -> str | None:
        """The identifier of the control that the program gave the focus last, or of the control around it."""
        paths = (path for path in self._paths() if path[-1]["_i"] == self._focused)
        names = (node.get("identifier") for path in paths for node in reversed(path))
        return next(filter(None, names), None)

    @property
    def received(self) -> int:
        """Number of messages from the program."""
        return self._received

    def in_context(self, do: Callable[[], object]) -> None:
        """Call a function in the page's own context, as the server does for each message."""
        self._context.run(do)

    async def _in_context(self, work: Coroutine[Any, Any, Result]) -> Result:
        return await asyncio.create_task(work, context=self._context)

    def _receive(self, action: int, body: Any) -> None:
        self._received += 1
        try:
            if action == REGISTER:
                self.page = body["page_patch"]
                self.changed()
            elif action == PATCH:
                self.patch(body["id"], body["patch"])
                self._dismiss()
            elif action == INVOKE:
                self._answer(body)
            elif action == CRASHED:
                raise ScreenFault(body["message"])
        except Exception as fault:
            # Raised in the test, not in Flet, which would swallow it.
            self._faults.append(fault)

    def _answer(self, body: dict[str, Any]) -> None:
        name, args = body["name"], body.get("args") or {}
        control = self.session.index.get(body["control_id"])
        self.calls.append(Call(type(control).__name__, name, args))
        if name == "focus":
            self._focused = body["control_id"]
        if name == "push_route" and control is self.session.page:
            self._follow(self._report(self.page, "route_change", {"route": args["route"]}, {"route": args["route"]}))
        result, error = self._services.get(name), None
        if callable(result):
            result = result(args)
        if isinstance(result, Exception):
            result, error = None, str(result)
        number, call = body["control_id"], body["call_id"]
        asyncio.get_running_loop().call_soon(self.session.handle_invoke_method_results, number, call, result, error)

    def _dismiss(self) -> None:
        """Report closed dialogs, as a client does when they have disappeared."""
        dialogs = {node["_i"]: node for node in self.page.get("_dialogs", {}).get("controls", [])}
        closed = [node for number, node in dialogs.items() if number in self._open and not node.get("open")]
        self._open = {number: node for number, node in dialogs.items() if node.get("open")}
        for node in closed:
            self._follow(self.session.dispatch_event(node["_i"], "dismiss", None))

    def _follow(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_soon(work), context=self._context)
        self._following.add(task)
        task.add_done_callback(self._followed)

    def _followed(self, task: "asyncio.Task[None]") -> None:
        self._following.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._faults.append(error)


async def _soon(work: Coroutine[Any, Any, None]) -> None:
    await asyncio.sleep(0)
    await work


class _Wire(Connection):
    """A connection that packs each message, and unpacks it on the spot."""

    def __init__(self, receive: Callable[[int, Any], None], hub: PubSubHub) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._receive = receive
        self.loop = asyncio.get_running_loop()
        self.executor = concurrent.futures.ThreadPoolExecutor(1)
        self.pubsubhub = hub
        self.page_url = "http://127.0.0.1/"
        self.page_name = ""

    def send_message(self, message: Message) -> None:
        encode = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        packed = msgpack.packb([message.action, message.body], default=encode)
        action, body = msgpack.unpackb(packed, ext_hook=decode_ext_from_msgpack, strict_map_key=False)
        self._receive(action, body)

    def dispose(self) -> None:
        """Do nothing."""
