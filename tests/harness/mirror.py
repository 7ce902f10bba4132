"""The client's side of Flet's protocol: a tree of controls that the server's patches keep up to date."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeAlias

#: A control as the client knows it: ``_i`` is its number, ``_c`` its class, the rest its properties.
Node: TypeAlias = dict[str, Any]

#: Message types of the protocol.
REGISTER, PATCH, EVENT, PROPERTIES, INVOKE, CRASHED = range(1, 7)

#: The containers of controls: a message is unpacked into these two only.
_NESTED: Final = frozenset({dict, list})
#: Properties that are read on the screen, in the order in which they are read.
_READ: Final = ("label", "title", "subtitle", "value", "content", "text", "hint_text", "helper", "error", "counter")
#: Controls whose ``value`` is no text.
_MUTE: Final = {"Checkbox", "Switch", "Radio", "RadioGroup", "Dropdown", "Slider", "ProgressBar", "ProgressRing"}
#: Dialogs that do not block the rest of the screen.
_MODELESS: Final = {"SnackBar", "Banner"}
#: Controls toggled by a tap, and their property.
_TOGGLES: Final = {"Checkbox": "value", "Switch": "value", "CupertinoSwitch": "value", "CupertinoCheckbox": "value"}
#: Controls with choices, the class of the choices, and how the chosen one is sent.
_CHOICES: Final = {
    "Radio": ("RadioGroup", "value"),
    "CupertinoRadio": ("RadioGroup", "value"),
    "NavigationBarDestination": ("NavigationBar", "selected_index"),
    "NavigationRailDestination": ("NavigationRail", "selected_index"),
    "Tab": ("Tabs", "selected_index"),
    "Segment": ("SegmentedButton", "selected"),
}
_MEDIA: Final = {
    **{
        edge: dict.fromkeys(("left", "top", "right", "bottom"), 0.0)
        for edge in ("padding", "view_padding", "view_insets")
    },
    "device_pixel_ratio": 1.0,
    "orientation": "portrait",
    "always_use_24_hour_format": True,
}


class ScreenFault(AssertionError):
    """The screen would break a client, or does not show an expected control."""


def device(width: float, height: float, platform: str, dark: bool, route: str, web: bool) -> dict[str, Any]:
    """Return the data that a client sends when it connects."""
    return {
        "route": route,
        **dict.fromkeys(("pwa", "debug", "wasm", "test", "multi_view", "pyodide"), False),
        "web": web,
        "platform_brightness": "dark" if dark else "light",
        "width": float(width),
        "height": float(height),
        "platform": platform,
        "media": {**_MEDIA, "orientation": "portrait" if height >= width else "landscape"},
    }


class Mirror:
    """The tree of controls of one client, with look-ups."""

    def __init__(self) -> None:
        self.page: Node = {}
        self._known: list[list[Node]] | None = None

    # Finding

    def nodes(self) -> Iterator[Node]:
        """Return every control of the page, shown or not."""
        return _walk(self.page)

    def shown(self) -> Iterator[Node]:
        """Return the controls that are shown: those of the view on top and of open dialogs."""
        return (path[-1] for path in self._paths())

    def texts(self) -> list[str]:
        """Return the texts on the screen, from top to bottom."""
        return [text for node in self.shown() for text in _texts(node)]

    def visible(self, text: str) -> bool:
        """Return whether a text is part of the texts on the screen."""
        return any(text in each for each in self.texts())

    def spoken(self) -> list[str]:
        """Return the texts for screen readers besides the visible ones: labels and tooltips."""
        names = ("label", "semantics_label", "tooltip")
        return [node[n] for node in self.shown() for n in names if isinstance(node.get(n), str)]

    def all(self, identifier: str) -> list[Node]:
        """Return the shown controls with an identifier or key."""
        return [node for node in self.shown() if identifier in (node.get("identifier"), _key(node))]

    def view(self) -> Node:
        """Return the view on top."""
        top: Node = _top(self.page["views"])
        return top

    def identifiers(self) -> list[str]:
        """Return the identifiers of all shown controls."""
        return [node["identifier"] for node in self.shown() if node.get("identifier")]

    def find(self, what: str | Node) -> Node:
        """Return the one shown control with an identifier, a key or a text.

        :raises ScreenFault: if there is none, or more than one.
        """
        return self._path(what)[-1]

    def within(self, node: Node) -> list[Node]:
        """Return the shown controls in another one, itself included."""
        return [path[-1] for path in _inside(self._path(node))]

    def of(self, control: str) -> list[Node]:
        """Return the shown controls of a class, such as ``"TextField"``."""
        return [node for node in self.shown() if node.get("_c") == control]

    # Tapping

    def tap_events(self, what: str | Node) -> list[tuple[Node, str, dict[str, Any], Any]]:
        """Return the effects of a tap: controls, their events, the properties that change with them, and the events' data.

        :param what: the control, or an identifier, key or text; the tappable control may be inside it, or around a text.
        :raises ScreenFault: if nothing can be tapped there.
        """
        path = self._path(what)
        for inner in _inside(path):
            if events := _tap(inner):
                self._check_reachable(inner)
                return events
        for outer in range(len(path) - 1, 0, -1):
            if events := _tap(path[:outer]):
                self._check_reachable(path)
                return events
        raise ScreenFault(f"{_name(what)} cannot be tapped: {_brief(path[-1])}")

    def field(self, what: str | Node) -> Node:
        """Return the control that text can be entered into: the one asked for, or the one inside it."""
        for path in _inside(self._path(what)):
            if path[-1].get("_c") in ("TextField", "CupertinoTextField", "SearchBar", "AutoComplete"):
                self._check_reachable(path)
                return path[-1]
        raise ScreenFault(f"{_name(what)} takes no text")

    def _check_reachable(self, path: list[Node]) -> None:
        if disabled := [node for node in path if node.get("disabled")]:
            raise ScreenFault(f"{_brief(path[-1])} is disabled by {_brief(disabled[0])}")
        modal = [node for node in self.shown() if node["_c"] in _dialogs() - _MODELESS]
        if modal and modal[-1] not in path:
            raise ScreenFault(f"{_brief(path[-1])} lies behind {_brief(modal[-1])}")

    def _path(self, what: str | Node) -> list[Node]:
        """Return a shown control with all that contain it, the page first."""
        paths = self._paths()
        if not isinstance(what, str):
            found = [path for path in paths if path[-1] is what or path[-1].get("_i") == what.get("_i")]
        else:
            found = [path for path in paths if what in (path[-1].get("identifier"), _key(path[-1]))]
            found = found or [path for path in paths if what in _texts(path[-1])]
        if len(found) != 1:
            shown = f"identifiers {self.identifiers()}, texts {self.texts()}"
            raise ScreenFault(f"{_name(what)} is shown {len(found)} times; {shown}")
        return found[0]

    def _paths(self) -> list[list[Node]]:
        """Return the paths of all shown controls from the root; cached between two changes."""
        if self._known is None:
            self._known = _inside([self.page])
        return self._known

    def changed(self) -> None:
        """Drop the cached paths after a change."""
        self._known = None

    # Keeping up

    def patch(self, number: int, patch: list[Any]) -> None:
        """Apply a patch of the server.

        :raises ScreenFault: if it is for a control the client does not have; a real client drops it in silence.
        """
        root = next((node for node in self.nodes() if node.get("_i") == number), None)
        if root is None:
            raise ScreenFault(f"a patch for control {number}, which the client does not have: {patch}")
        self.changed()
        index, *operations = patch
        paths = dict(_places(index, ()))

        def place(at: int) -> Any:
            # resolved at each operation, not before the first, as in the client
            value: Any = root
            for step in paths[at]:
                value = value.setdefault(step, {}) if isinstance(value, dict) else value[step]
            return value

        for kind, at, *rest in operations:
            target = place(at)
            match kind:
                case 1 if isinstance(target, list):
                    target.insert(rest[0], rest[1])
                case 0 | 1:
                    target[rest[0]] = rest[1]
                case 2:
                    target.pop(rest[0])
                case 3:
                    to = place(rest[1])
                    to.insert(rest[2], target.pop(rest[0]))
                case _:
                    raise ScreenFault(f"an operation the client does not know: {kind}")


def _places(index: list[Any], path: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield the paths of a patch by their numbers."""
    yield index[0], path
    for name, inner in (index[1] if len(index) > 1 else {}).items():
        yield from _places(inner, (*path, name))


def _walk(value: Any) -> Iterator[Node]:
    """Return every control in a value, from top to bottom."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            if "_i" in each:
                yield each
            pending += [inner for inner in reversed(each.values()) if inner.__class__ in _NESTED]
        elif isinstance(each, list):
            pending += [inner for inner in reversed(each) if inner.__class__ in _NESTED]


def _inside(path: list[Node]) -> list[list[Node]]:
    """Return the shown controls in the last one of a path, itself included, each with all that contain it.

    Called very often: nested generators took half of the time of all tests, so it fills a list.
    """
    found: list[list[Node]] = []
    _collect(path[-1], path[:-1], _dialogs(), found)
    return found


def _collect(value: Any, above: list[Node], dialogs: frozenset[str], found: list[list[Node]]) -> None:
    if isinstance(value, dict):
        if value.get("visible") is False or (value.get("_c") in dialogs and not value.get("open")):
            return
        path = above
        if "_i" in value:
            path = [*above, value]
            found.append(path)
        for name, inner in value.items():
            if inner.__class__ in _NESTED:
                # Views below the one on top are covered by it.
                _collect(_top(inner) if name == "views" else inner, path, dialogs, found)
    else:
        for inner in value:
            if inner.__class__ in _NESTED:
                _collect(inner, above, dialogs, found)


def _top(views: Any) -> Any:
    """Return the last view of a list in which components may hold views, or further lists."""
    if isinstance(views, list):
        return _top(views[-1]) if views else []
    return _top(views.get("_b")) if isinstance(views, dict) and views.get("_c") == "C" else views


def _tap(path: list[Node]) -> list[tuple[Node, str, dict[str, Any], Any]]:
    """Return the effects of a tap on the last control of the path, empty if it cannot be tapped."""
    node = path[-1]
    kind = node.get("_c", "")
    if kind in _TOGGLES:
        on = not node.get(_TOGGLES[kind], False)
        return [(node, "change", {_TOGGLES[kind]: on}, on)]
    if kind in _CHOICES:
        around, name = _CHOICES[kind]
        group = next((outer for outer in reversed(path) if outer.get("_c") == around), None)
        if group is None:
            return []
        among = [each for each in _walk(group) if each.get("_c") == kind]
        value: Any = among.index(node) if name == "selected_index" else node.get("value")
        chosen = [value] if name == "selected" else value
        return [(group, "change", {name: chosen}, chosen)]
    if node.get("on_select") and kind == "Chip":
        on = not node.get("selected", False)
        return [(node, "select", {"selected": on}, on)]
    for name in ("click", "tap"):
        # A text field has on_click too, but a tap into it is not meant by an identifier.
        if (node.get(f"on_{name}") or (name == "click" and node.get("action"))) and kind != "TextField":
            return [(node, name, {}, None)]
    return []


def _texts(node: Node) -> list[str]:
    if node.get("_c") == "TextSpan":
        return []  # read as a part of its text
    read = [node.get(name) for name in _READ if not (name == "value" and node.get("_c") in _MUTE)]
    found = [text for text in read if isinstance(text, str) and text]
    spans = "".join(span.get("text") or "" for span in _walk(node.get("spans", [])))
    return ["".join([*found, spans])] if spans else found


def _key(node: Node) -> str | None:
    key = node.get("key")
    value = key.get("value") if isinstance(key, dict) else key
    return None if value is None else str(value)


def _name(what: str | Node) -> str:
    return repr(what) if isinstance(what, str) else _brief(what)


def _brief(node: Node) -> str:
    known = {name: node[name] for name in ("identifier", "key", "content", "value", "label", "title") if name in node}
    plain = {name: value for name, value in known.items() if not isinstance(value, dict | list) or name == "key"}
    return f"{node.get('_c')} {plain}"


@cache
def _dialogs() -> frozenset[str]:
    """Return the classes that are shown only while they are open."""
    import flet as ft

    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    # Naming a class loads it: Flet's package is lazy.
    for name in (
        "AlertDialog",
        "BottomSheet",
        "SnackBar",
        "Banner",
        "DatePicker",
        "TimePicker",
        "CupertinoAlertDialog",
    ):
        getattr(ft, name)
    return frozenset(kind.__name__ for kind in below(ft.DialogControl))
