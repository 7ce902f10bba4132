"""Pictures of a fixed size, described by a few shapes: shown on a page, and drawn by the browser as a PNG file.

A browser's screenshot depends on the size and the density of its window. So a picture is a description: the page draws it
in any size, and ``picture.js`` draws it in its own size.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import flet as ft
import flet.canvas as cv
from attrs import define, field, frozen

from companion import resources
from companion.ui.design import theme
from companion.ui.design.text_fit import ems

#: Marks a picture for ``picture.js``, as the type of a file.
TYPE: Final = "application/vnd.companion.picture+json"

_ANCHORS: Final = (ft.Alignment.CENTER_LEFT, ft.Alignment.CENTER, ft.Alignment.CENTER_RIGHT)
LEFT, MIDDLE, RIGHT = range(3)

#: A text is set smaller by up to this share before it is cut.
_SMALLEST: Final = 0.75


@frozen
class Box:
    """A filled box, with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    radius: float = 0.0

    def shape(self, scale: float) -> cv.Shape:
        """Return the shape for a canvas."""
        x, y, width, height, radius = (
            scale * value for value in (self.x, self.y, self.width, self.height, self.radius)
        )
        return cv.Rect(x, y, width, height, ft.BorderRadius.all(radius), paint=ft.Paint(color=self.colour))

    @property
    def data(self) -> Sequence[object]:
        """The box for the browser."""
        return "box", self.x, self.y, self.width, self.height, self.colour, self.radius


@frozen
class Line:
    """A line through some points."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float

    def shape(self, scale: float) -> cv.Shape:
        """Return the shape for a canvas."""
        first, *more = ((scale * x, scale * y) for x, y in self.points)
        path: list[cv.Path.PathElement] = [cv.Path.MoveTo(*first), *(cv.Path.LineTo(*at) for at in more)]
        paint = ft.Paint(
            color=self.colour,
            stroke_width=scale * self.width,
            style=ft.PaintingStyle.STROKE,
            stroke_join=ft.StrokeJoin.ROUND,
            stroke_cap=ft.StrokeCap.ROUND,
        )
        return cv.Path(path, paint=paint)

    @property
    def data(self) -> Sequence[object]:
        """The line for the browser."""
        return "line", [[round(x, 1), round(y, 1)] for x, y in self.points], self.colour, self.width


@frozen
class Words:
    """A text in one line.

    :param x: where it begins, ends or has its middle, see ``anchor``.
    :param y: its vertical middle.
    """

    x: float
    y: float
    text: str
    family: str
    size: float
    colour: str
    anchor: int = LEFT

    def shape(self, scale: float) -> cv.Shape:
        """Return the shape for a canvas."""
        style = ft.TextStyle(
            font_family=self.family,
            font_family_fallback=list(theme.FALLBACK),
            size=scale * self.size,
            color=self.colour,
            weight=theme.WEIGHTS[self.family],
        )
        return cv.Text(scale * self.x, scale * self.y, self.text, style=style, alignment=_ANCHORS[self.anchor])

    @property
    def data(self) -> Sequence[object]:
        """The text for the browser."""
        return "text", self.x, self.y, self.text, self.family, self.size, self.colour, self.anchor


Shape: TypeAlias = Box | Line | Words


@frozen
class Drawing:
    """A picture.

    :param width: its width in pixels, in the file.
    :param height: its height in pixels, in the file.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]

    def canvas(self, width: float) -> cv.Canvas:
        """Return the picture for a page.

        :param width: its width there, in logical pixels.
        """
        scale = width / self.width
        return cv.Canvas([shape.shape(scale) for shape in self.shapes], width=width, height=scale * self.height)

    def described(self, *, only_save: bool) -> bytes:
        """Return the picture as ``picture.js`` reads it.

        :param only_save: whether it is to be saved as a file even where it could be shared.
        """
        families = {shape.family for shape in self.shapes if isinstance(shape, Words)}
        return json.dumps(
            {
                "width": self.width,
                "height": self.height,
                "fonts": {family: resources.FONTS[family] for family in (*sorted(families), *theme.FALLBACK)},
                "shapes": [shape.data for shape in self.shapes],
                "onlySave": only_save,
            },
            ensure_ascii=False,
        ).encode()


def fitted(text: str, size: float, room: float) -> tuple[str, float]:
    """Return a text and its size so that it fits: first it becomes smaller, then it is cut.

    >>> fitted("Anna", 40.0, 200.0)
    ('Anna', 40.0)
    >>> fitted("Anna", 40.0, 100.0)
    ('Anna', 37.3)
    >>> fitted("Anna-Katharina", 40.0, 100.0)
    ('Ann…', 30.0)
    """
    smallest = _SMALLEST * size
    fits = min(size, room / ems(text)) if text else size
    if fits >= smallest:
        return text, fits if fits == size else int(fits * 10) / 10
    while text and ems(f"{text}…") * smallest > room:
        text = text[:-1]
    return f"{text.rstrip()}…", smallest


def broken(parts: Iterable[str], size: float, room: float, between: str = " ") -> list[str]:
    """Return the lines of a text, broken between its parts.

    >>> broken(("Anna", "and", "Ben"), 10.0, 50.0)
    ['Anna and', 'Ben']
    """
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{between}{part}" if lines else ""
        if lines and ems(longer) * size <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


@define
class Pen:
    """Draws a picture from top to bottom.

    :param width: width of the picture.
    :param y: where the next shape begins.
    """

    width: int
    y: float = 0.0
    shapes: list[Shape] = field(factory=list)

    def box(self, x: float, width: float, height: float, colour: str, radius: float = 0.0) -> None:
        """Draw a box; later marks lie on it."""
        self.shapes.append(Box(x, self.y, width, height, colour, radius))

    def words(
        self,
        text: str,
        x: float,
        room: float,
        high: float,
        *,
        size: float,
        colour: str,
        family: str = theme.SANS,
        anchor: int = LEFT,
    ) -> None:
        """Write a text into a line that begins here.

        :param high: height of the line.
        """
        text, size = fitted(text, size, room)
        self.shapes.append(Words(x, self.y + high / 2, text, family, size, colour, anchor))

    def done(self, ground: str) -> Drawing:
        """Return the picture."""
        height = round(self.y)
        return Drawing(self.width, height, (Box(0.0, 0.0, self.width, height, ground), *self.shapes))
