"""The result of a game as a picture and as a line of text."""

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from companion.i18n import Renderer
from companion.kernel.text import Text
from companion.tables.avatars import COLOURS, Avatar
from companion.ui.design.text_fit import ems
from companion.ui.kit.drawing import LEFT, MIDDLE, Box, Drawing, Line, Words
from companion.ui.kit.result_picture import Result, Standing

DAY = datetime(2026, 11, 28, 12, tzinfo=UTC)
ENGLISH, GERMAN = Renderer("en"), Renderer("de")
LONG = "Friederike-Wilhelmine von Hohenlohe-Langenburg"


def result(*players: tuple[int, str, int], **more: Any) -> Result:
    """Return the result of a game with players, each with place, name and points."""
    seats = tuple(
        Standing(place, name, Avatar(COLOURS[seat % len(COLOURS)], "sun"), points)
        for seat, (place, name, points) in enumerate(players)
    )
    return Result(
        **{
            "game": "Bronzen",
            "colour": "#96541C",
            "at": DAY,
            "outcome": Text("companion", "Somebody has won."),
            "over": True,
            "players": seats,
            "total": None,
            "course": (),
            **more,
        }
    )


@pytest.mark.parametrize(
    ("players", "more", "english", "german"),
    [
        (
            ((2, "Ben", 40), (1, "Anna", 55), (3, "Cem", 12)),
            {},
            "Bronzen: Anna wins with 55, ahead of Ben (40) and Cem (12).",
            "Bronzen: Anna gewinnt mit 55 vor Ben (40) und Cem (12).",
        ),
        (
            ((1, "Anna", 1055), (1, "Ben", 1055), (3, "Cem", -12)),
            {},
            "Bronzen: Anna and Ben win with 1,055 each, ahead of Cem (−12).",
            "Bronzen: Anna und Ben gewinnen mit je 1.055 vor Cem (−12).",
        ),
        (
            ((1, "Anna", 5), (1, "Ben", 5)),
            {},
            "Bronzen, a draw: Anna 5 and Ben 5.",
            "Bronzen, unentschieden: Anna 5 und Ben 5.",
        ),
        (
            ((1, "Anna", 24), (1, "Ben", 24)),
            {"total": 48},
            "Bronzen: Anna and Ben scored 48 together.",
            "Bronzen: Anna und Ben holen zusammen 48.",
        ),
        (
            ((1, "Anna", 5), (2, "Ben", 3)),
            {"over": False},
            "Bronzen, not over yet: Anna 5 and Ben 3.",
            "Bronzen, noch nicht zu Ende: Anna 5 und Ben 3.",
        ),
    ],
    ids=["a winner", "two winners", "a draw", "together", "not over"],
)
def test_the_text_says_who_has_won_and_everybodys_points(
    players: tuple[tuple[int, str, int], ...], more: dict[str, Any], english: str, german: str
) -> None:
    ended = result(*players, **more)
    for renderer, said, day in ((ENGLISH, english, "November 28, 2026"), (GERMAN, german, "28. November 2026")):
        text = ended.shared(renderer).text.replace("\u00a0", " ")
        assert text == said.replace("Bronzen", f"Bronzen, {day}", 1)


def inside(drawing: Drawing) -> bool:
    """Return whether nothing is cut off at an edge of the picture."""
    for shape in drawing.shapes:
        match shape:
            case Box(x, y, width, height):
                across, down = (x, x + width), (y, y + height)
            case Line(points):
                across, down = tuple(x for x, _ in points), tuple(y for _, y in points)
            case Words(x, y, text, _, size, _, anchor):
                wide = ems(text) * size
                left = x if anchor == LEFT else x - wide / 2 if anchor == MIDDLE else x - wide
                across, down = (left, left + wide), (y - size / 2, y + size / 2)
        if not (min(across) >= 0 and max(across) <= drawing.width and min(down) >= 0 and max(down) <= drawing.height):
            return False
    return True


@pytest.mark.parametrize("count", [2, 8, 12])
@pytest.mark.parametrize("rounds", [0, 1, 30])
@pytest.mark.parametrize("total", [None, 1234567])
def test_nothing_is_cut_off(count: int, rounds: int, total: int | None) -> None:
    players = [(seat + 1, f"{LONG} {seat}", -1234567 + seat) for seat in range(count)]
    course = [[round * seat - 7 for seat in range(count)] for round in range(rounds)]
    drawing = result(*players, course=course, total=total, game=f"{LONG} {LONG}").drawn(GERMAN)
    assert inside(drawing)
    assert drawing.width == 1080
    assert drawing.height == drawing.shapes[0].height, "the ground covers the whole picture"  # type: ignore[union-attr]


def test_long_names_are_cut_and_short_ones_whole() -> None:
    texts = [
        shape.text for shape in result((1, "Anna", 5), (2, LONG, 3)).drawn(ENGLISH).shapes if isinstance(shape, Words)
    ]
    assert "Anna" in texts
    assert any(LONG.startswith(text.removesuffix("…")) for text in texts if text.endswith("…"))


def test_the_picture_marks_the_winners_but_nobody_where_all_are_level() -> None:
    ended = result((1, "Anna", 5), (1, "Ben", 5), (3, "Cem", 2))
    level = evolve(ended, players=tuple(evolve(player, place=1) for player in ended.players))

    def rows(ended: Result) -> int:
        boxes = [shape for shape in ended.drawn(ENGLISH).shapes if isinstance(shape, Box) and shape.height == 88.0]
        return len(boxes)

    assert (rows(ended), rows(level)) == (2, 0)


def test_names_at_the_ends_of_the_lines_do_not_cover_each_other() -> None:
    players = [(1, f"Player {seat}", 5) for seat in range(12)]
    drawing = result(*players, course=[[5] * 12, [5] * 12]).drawn(ENGLISH)
    names = [shape for shape in drawing.shapes if isinstance(shape, Words) and shape.text.startswith("Player")]
    heights = sorted(shape.y for shape in names[12:])
    assert all(later - earlier >= 26 for earlier, later in pairwise(heights))


def test_a_picture_on_a_page_is_the_same_but_for_its_scale() -> None:
    drawing = result((1, "Anna", 5), (2, "Ben", 3), course=[[1, 2], [5, 3]]).drawn(ENGLISH)
    canvas = drawing.canvas(360.0)
    assert (canvas.width, canvas.height) == (360.0, drawing.height / 3)
    assert len(canvas.shapes) == len(drawing.shapes)
