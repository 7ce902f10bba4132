"""Measures the rendering of a page: cut or broken texts, overlaps, and tap targets that are too small.

The client renders with CanvasKit, and ``drawn.js`` records its calls: so texts and lines have the same width as on the
screen, in the program's own typefaces.
"""

import re
import time
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import field, frozen
from ui.conftest import Phone

from companion.ui.app.context import step_of

#: Records the client's drawing; to be run before the page.
HOOK: Final = Path(__file__).with_name("drawn.js").read_text(encoding="utf-8")

#: Pixels a finger needs.
TARGET: Final = 48.0

#: Tolerance for rounded rectangles in pixels.
_SLACK: Final = 1.5
#: Milliseconds without a new frame after which the page counts as still.
_STILL: Final = 130
#: Seconds after which waiting for a program that keeps sending ends.
_PATIENCE: Final = 10.0
#: Seconds within which the program answers a tap, or another size if it draws another screen for that.
_ANSWER: Final = 2.5
#: Seconds after an answer in which more of it may arrive.
_SILENCE: Final = 0.6

#: Share of the viewport scrolled by a turn of the wheel: content cut by an edge is seen whole once.
_PAGE: Final = 0.7
#: Maximum of turns, for endless lists.
_MOST_PAGES: Final = 150
#: A height in pixels above that of all pages.
_FAR: Final = 1_000_000.0

#: Controls that expand when tapped: lines of the history, games on the home screen.
_OPENED: Final = re.compile(r"(event|entry)-\d+")

#: Left, top, right and bottom.
Box: TypeAlias = tuple[float, float, float, float]

_LETTERS: Final = re.compile(r"[^\W_]")
#: The signs of the icon typeface.
_SIGNS: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")


@frozen
class Line:
    """A line of a text: the extent of its letters, and the beginning of the next line if the text continues."""

    text: str
    next: str
    box: Box

    @property
    def ink(self) -> Box:
        """Where letters are: below the room for accents, above that for descenders."""
        left, top, right, bottom = self.box
        high = bottom - top
        return left, top + 0.25 * high, right, bottom - 0.25 * high

    @property
    def broken(self) -> bool:
        """Whether the line ends in the middle of a word."""
        return bool(self.text and self.next and _LETTERS.match(self.text[-1]) and _LETTERS.match(self.next))


@frozen
class Drawn:
    """A text as it is drawn.

    :param exceeded: whether it ends in an ellipsis.
    :param clip: the visible part of the page where it is drawn.
    """

    said: str
    lines: tuple[Line, ...]
    exceeded: bool
    clip: Box

    @property
    def seen(self) -> bool:
        """Whether any of it is on the screen, and not where one has to scroll to."""
        return any(_area(_common(line.ink, self.clip)) for line in self.lines)

    @property
    def is_sign(self) -> bool:
        """Whether it is no text but an icon."""
        return not self.said.strip() or bool(_SIGNS.search(self.said))


@frozen
class Node:
    """A node of the accessibility tree.

    :param box: its visible part.
    :param text: all of its text, line by line.
    :param inside: the ids of all its ancestors.
    """

    id: str
    box: Box
    name: str
    label: str
    role: str
    target: bool
    scrolls: tuple[bool, bool]
    inside: frozenset[str] = frozenset()
    text: str = ""

    @property
    def called(self) -> str:
        """Its identifier, or the beginning of its label."""
        return self.name or self.label[:40]


@frozen
class Picture:
    """The drawing of a page at one moment."""

    size: tuple[int, int]
    texts: tuple[Drawn, ...]
    nodes: tuple[Node, ...] = field(repr=False)
    grounds: tuple[Box, ...] = field(default=(), repr=False)

    def faults(self) -> Iterator[str]:
        """Yield its faults."""
        yield from self.faults_of_texts()
        yield from self._targets()

    def faults_of_texts(self) -> Iterator[str]:
        """Yield the faults of its texts: the client does not update the size of targets after their appearance."""
        yield from self._cut()
        yield from self._broken()
        yield from self._overlapping()
        yield from self._out_of_its_place()

    @property
    def windows(self) -> list[Node]:
        """The containers that scroll vertically."""
        return [node for node in self.nodes if node.scrolls[1] and _area(node.box)]

    def node(self, name: str) -> Node | None:
        """Return the node with an identifier, if it is there."""
        return next((node for node in self.nodes if node.name == name), None)

    def in_sight(self, node: Node | None, high: float = TARGET) -> bool:
        """Return whether enough of a node is on the screen to be read or hit.

        Beyond an edge the tree contains only its visible part; then that has to be as high as a finger needs.
        """
        if node is None:
            return False
        left, top, right, bottom = _common(node.box, (0, 0, *self.size))
        enough = high if self._at_edge(node) else min(high, node.box[3] - node.box[1])
        return right > left and bottom > top and bottom - top >= enough - _SLACK

    def wholly_read(self, node: Node | None) -> bool:
        """Return whether every line of a node's text is on the screen and uncovered."""
        said = [text for text in self.texts if node and node.label and text.said.startswith(node.label)]
        return bool(said) and all(map(self.uncut, said))

    def reads(self, line: str) -> bool:
        """Return whether a text is wholly on the screen and uncovered."""
        return any(text.said == line and self.uncut(text) for text in self.texts)

    def uncut(self, text: Drawn) -> bool:
        """Return whether every line of a text is on the screen."""
        return all(
            abs(_common(line.ink, text.clip)[side] - line.ink[side]) <= _SLACK
            for line in text.lines
            for side in range(4)
        )

    def whole(self, node: Node | None) -> bool:
        """Return whether all of a node is on the screen: beyond an edge the tree contains only its visible part."""
        return node is not None and self.in_sight(node, node.box[3] - node.box[1]) and not self._at_edge(node)

    def inside(self, *names: str) -> list[Node]:
        """Return the targets within the nodes with these identifiers."""
        around = {node.id for node in self.nodes if node.name in names}
        return [node for node in self.nodes if node.target and node.inside & around]

    def in_reach(self, node: Node | None) -> bool:
        """Return whether a node is on the screen or one swipe away."""
        if node is None or self.in_sight(node):
            return node is not None
        above_or_below = max(node.box[1] - self.size[1], -node.box[3])
        scrolls = any(other.scrolls[1] for other in self.nodes if other.id in node.inside)
        return scrolls and above_or_below < self.size[1]

    def _cut(self) -> Iterator[str]:
        for text in self.texts:
            if text.exceeded and text.seen and not self._opens(text):
                yield f"cut short: {text.said!r}"
                continue
            for line in text.lines:
                seen = _common(line.ink, text.clip)
                if seen[3] - seen[1] < 1 or not line.text.strip():
                    continue  # all of it is elsewhere
                edges = [side for side in range(4) if abs(seen[side] - line.ink[side]) > _SLACK]
                if any(not self._scrolls(text.clip, side) for side in edges):
                    yield f"cut off: {line.text!r} at {_round(line.ink)}, seen {_round(text.clip)}"

    def _opens(self, text: Drawn) -> bool:
        """Return whether a tap expands a text."""
        left, top, right, bottom = max((_common(line.ink, text.clip) for line in text.lines), key=_area)
        middle = ((left + right) / 2, (top + bottom) / 2)
        opening = (node for node in self.nodes if node.target and _OPENED.match(node.name))
        return any(_area(_common(node.box, (*middle, middle[0] + 1, middle[1] + 1))) for node in opening)

    def _scrolls(self, clip: Box, side: int) -> bool:
        """Return whether an edge belongs to a container that scrolls in this direction."""
        return any(node.scrolls[side % 2] and abs(node.box[side] - clip[side]) <= 2 for node in self.nodes)

    def _broken(self) -> Iterator[str]:
        for text in self.texts:
            for line in text.lines:
                if line.broken:
                    yield f"broken: {line.text!r} + {line.next!r} of {text.said[:60]!r}"

    def _overlapping(self) -> Iterator[str]:
        lines = [
            (text, line.text, _common(line.ink, text.clip))
            for text in self.texts
            if not text.is_sign
            for line in text.lines
            if line.text.strip()
        ]
        for (one, first, box), (other, second, other_box) in combinations(lines, 2):
            left, top, right, bottom = _common(box, other_box)
            if one is not other and right - left > 2 and bottom - top > 2:
                yield f"overlap: {first!r} and {second!r} at {_round(box)}, {_round(other_box)}"

    def _out_of_its_place(self) -> Iterator[str]:
        """Yield texts that begin on a surface and end below it: their container is too small."""
        for text in self.texts:
            for line in text.lines if not text.is_sign else ():
                left, _, right, bottom = ink = _common(line.ink, text.clip)
                for place in self.grounds:
                    on_it = _common(ink, place)
                    within = on_it[2] - on_it[0] >= right - left - _SLACK and on_it[3] - on_it[1] > 2
                    if within and bottom > place[3] + 2 * _SLACK and not self._scrolls(place, 3):
                        yield f"out of its place: {line.text!r} at {_round(ink)}, on {_round(place)}"

    def _targets(self) -> Iterator[str]:
        targets = [node for node in self.nodes if node.target]
        inner = {id for node in targets for id in node.inside}
        for node in targets:
            if node.id in inner:
                continue
            left, top, right, bottom = node.box
            if right <= left or bottom <= top:
                continue  # scrolled away
            if min(right - left, bottom - top) < TARGET - 0.6 and not self._at_edge(node):
                yield f"small: {node.called!r} is {right - left:.0f} × {bottom - top:.0f}"
        for one, other in combinations(targets, 2):
            left, top, right, bottom = _common(one.box, other.box)
            on_it = (
                one.id in other.inside or other.id in one.inside or _common(one.box, other.box) in (one.box, other.box)
            )
            if not on_it and right - left > 2 and bottom - top > 2:
                yield f"on each other: {one.called!r} and {other.called!r}"

    def _at_edge(self, node: Node) -> bool:
        """Return whether a node continues where one scrolls, or beyond the screen."""
        around = [other for other in self.nodes if other.id in node.inside and any(other.scrolls)]
        areas = [other.box for other in around] + [(0.0, 0.0, float(self.size[0]), float(self.size[1]))]
        return any(
            node.box[0] <= area[0] + 1 or node.box[1] <= area[1] + 1 or node.box[2] >= area[2] - 1
            or node.box[3] >= area[3] - 1
            for area in areas
        )  # fmt: skip


def resize(phone: Phone, width: int, height: int) -> None:
    """Resize a page, and wait until the program has received the size and answered, if it answers."""
    before: Any = phone.page.viewport_size
    if (before["width"], before["height"]) == (width, height):
        return
    phone.listen()
    received = len(phone.received)
    phone.page.set_viewport_size({"width": width, "height": height})
    if step_of((before["width"], before["height"])) == step_of((width, height)):
        return
    phone.until(lambda: any(b"resize" in frame for frame in phone.sent), "the program does not hear of the size")
    _answered(phone, received)


def tap(phone: Phone, what: str) -> None:
    """Scroll to a control, tap it, and wait until the program has answered."""
    phone.scroll_to(what)
    _roll_to(phone, what)
    picture(phone)
    received = len(phone.received)
    box = phone.at(what).first.bounding_box()
    if box:
        phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        phone.tap(what)
    _lift(phone)
    _answered(phone, received)


def _roll_to(phone: Phone, what: str) -> None:
    """Turn the wheel until a control is well inside the screen.

    Playwright would scroll the tree of the screen reader instead, which the client keeps where it is.
    """
    size: Any = phone.page.viewport_size
    for _ in range(20):
        box = phone.at(what).first.bounding_box()
        if box is None:
            return
        middle = box["y"] + box["height"] / 2
        if 0.15 * size["height"] < middle < 0.85 * size["height"]:
            break
        phone.page.mouse.move(box["x"] + box["width"] / 2, size["height"] / 2)
        phone.page.mouse.wheel(0, 150 if middle > size["height"] / 2 else -150)
        phone.page.wait_for_timeout(60)


def _answered(phone: Phone, received: int) -> None:
    """Wait until the program has sent more and then stays silent; waits longer for a slower program."""
    asked = time.monotonic()
    end, silence = asked + _ANSWER, 0.0
    while time.monotonic() < min(end, asked + _PATIENCE):
        phone.page.wait_for_timeout(30)
        if len(phone.received) > received:
            now = time.monotonic()
            silence = silence or min(_SILENCE + 2 * (now - asked), _ANSWER)
            received, end = len(phone.received), now + silence


def picture(phone: Phone) -> Picture:
    """Wait until a page draws nothing new, and return its drawing."""
    phone.until(lambda: phone.page.evaluate("companionDrawn.still()") > _STILL, "the page draws without end")
    tree = phone.page.evaluate("companionDrawn.read()")
    size: Any = phone.page.viewport_size
    screen = (size["width"], size["height"])
    texts, grounds = _on_top(tree["marks"], screen)
    return Picture(screen, texts, tuple(_nodes(tree["nodes"])), grounds)


def rebuilt_picture(phone: Phone) -> Picture:
    """Return a page's drawing with a rebuilt tree: after much scrolling the client rebuilds it only for a new size."""
    size: Any = phone.page.viewport_size
    for high in (size["height"] + 1, size["height"]):
        phone.page.set_viewport_size({"width": size["width"], "height": high})
        seen = picture(phone)
    return seen


def pages(phone: Phone) -> Iterator[Picture]:
    """Scroll one screen at a time to the end, yield each drawing, and scroll back."""
    seen = picture(phone)
    for _ in range(_MOST_PAGES):
        before = seen
        for window in before.windows:
            _turn(phone, window, _PAGE * (window.box[3] - window.box[1]))
        seen = picture(phone)
        if seen.texts == before.texts:
            break
        yield seen
    for window in seen.windows:
        _turn(phone, window, -_FAR)
    _lift(phone)


def _turn(phone: Phone, window: Node, by: float) -> None:
    """Turn the wheel above something that scrolls; its middle belongs to the innermost."""
    left, top, right, bottom = window.box
    phone.page.mouse.move((left + right) / 2, (top + bottom) / 2)
    phone.page.mouse.wheel(0, by)


def _lift(phone: Phone) -> None:
    """Lift the finger, so that no tooltip appears: one corner has the back button, others a tab."""
    phone.page.mouse.move(-1, -1)


def _on_top(marks: Iterable[dict[str, Any]], screen: tuple[int, int]) -> tuple[tuple[Drawn, ...], tuple[Box, ...]]:
    """Return the texts that are not covered by later drawing, and the surfaces below some of them."""
    texts: list[Drawn] = []
    grounds: list[Box] = []
    for mark in marks:
        if "said" in mark:
            lines = tuple(Line(line["text"], line["next"], tuple(line["box"])) for line in mark["lines"])
            texts.append(Drawn(mark["said"], lines, mark["exceeded"], tuple(mark["clip"])))
            continue
        box = _common(tuple(mark["box"]), tuple(mark["clip"]))
        veil = box[2] - box[0] >= screen[0] - 1 and box[3] - box[1] >= screen[1] - 1
        if veil:  # a dialog's barrier: the texts below it are not readable
            texts, grounds = [], []
        elif mark["cover"]:
            texts = [text for text in texts if not _mostly(text, box)]
            if box[3] - box[1] >= TARGET / 2:
                grounds.append(box)
    return tuple(texts), tuple(grounds)


def _mostly(text: Drawn, box: Box) -> bool:
    """Return whether a box covers most of a text."""
    inks = [_common(line.ink, text.clip) for line in text.lines]
    inks = [ink for ink in inks if _area(ink)]
    return bool(inks) and sum(_area(_common(ink, box)) for ink in inks) > 0.6 * sum(map(_area, inks))


def _nodes(tree: list[dict[str, Any]]) -> Iterator[Node]:
    known: dict[str, Node] = {}
    for raw in tree:  # ancestors come first
        around = known.get(raw.pop("inside"))
        inside = around.inside | {around.id} if around else frozenset[str]()
        box, scrolls = tuple(raw.pop("box")), tuple(raw.pop("scrolls"))
        windows = [known[id].box for id in inside if any(known[id].scrolls)]
        node = Node(**raw, box=reduce(_common, windows, box), scrolls=scrolls, inside=inside)
        known[node.id] = node
        yield node


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def _round(box: Box) -> tuple[int, ...]:
    return tuple(map(round, box))
