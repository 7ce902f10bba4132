"""What is drawn step by step looks as if it had been drawn at once."""

from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Final

import flet as ft
from conformance.walks import Tape, next_action
from effort import effort, pairs
from harness import Node, Screen
from screens.room import PHONE, TABLET, Page, begin, room

from companion.games import games
from companion.kernel.log import Act
from companion.tables.session import Session
from companion.ui.runtime.hooks import component, use_value

NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Gerda", "Hans")
#: What differs between two pages that look the same.
_UNSEEN: Final = frozenset(("_i", "key", "service_id"))
_STEPS: Final = effort(few=10, many=40)


def look(page: Page) -> Any:
    """Return what a page shows without what nobody sees; what is as usual is left out, whether or not it was sent."""
    kinds: dict[Any, Any] = {each._c: type(each)._prop_defaults for each in page.session.index.values()}

    def of(value: Any) -> Any:
        if isinstance(value, list):
            return [of(each) for each in value]
        if not isinstance(value, dict):
            return value
        defaults = kinds.get(
            value.get("_c"), ft.Paint._prop_defaults
        )  # of the values in controls, only a paint's matter
        usual = {name: each.value if isinstance(each, Enum) else each for name, each in defaults.items()}
        shown = {name: of(each) for name, each in value.items() if name not in _UNSEEN}
        return {name: each for name, each in shown.items() if each not in (usual.get(name), None, [], {})}

    return of(page.view())


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return the first difference between two looks; empty if there is none."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f".{name}", one.get(name), other.get(name)) for name in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"[{number}]", *pair) for number, pair in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else f"{path}: {one!r} instead of {other!r}"
    return next(filter(None, (difference(old, new, path + place) for place, old, new in pairs)), "")


def step(session: Session, draw: Random) -> bool:
    """Enter something at random, or undo or redo it; return whether anything was possible."""
    if draw.random() < 0.3 and session.undo_label_for(None):
        session.undo()
        return True
    if draw.random() < 0.5 and session.redo_label:
        session.redo()
        return True

    class Here:
        state = session.record.state
        seats = (None, *range(len(session.names)))

    action = next_action(session.record.game, Here(), Tape(draw.randbytes(400)))  # type: ignore[arg-type]
    if action is None:
        return False
    session.submit(Act(action))
    return True


@pairs("game, size", [*games()], [PHONE, TABLET])
async def test_a_page_that_followed_a_game_looks_like_one_opened_now(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    here, meta = room(tmp_path), games()[game].meta
    table = begin(here, *NAMES[: min(meta.seats[1], len(NAMES))], game=game)
    session, draw = here.tables.table(table).session, Random(f"{game} {size}")
    assert session
    async with Page(here, table, size=size) as page:
        for number in range(_STEPS):
            if not step(session, draw):
                break
            await page.settle()
            async with Page(here, table, size=size) as fresh:
                assert not difference(look(page), look(fresh)), f"after {number + 1} steps"


async def test_a_part_that_stays_does_what_the_new_one_would() -> None:
    heard: list[int] = []
    last: list[Any] = []

    @component
    def Counter() -> ft.Control:
        number, put = use_value(0)
        field = ft.use_ref(lambda: ft.Ref[ft.Control]()).current
        last[:] = [put, field]

        def hear() -> None:
            heard.append(number)
            put(number + 1)

        return ft.Column(
            [
                ft.Text(str(number)),
                ft.Row([ft.Semantics(identifier="more", content=ft.TextButton("More", on_click=hear))]),
                ft.Container(ft.Text("still"), ref=field),
            ]
        )

    async with Screen(lambda page: page.render(Counter)) as screen:
        button = screen.session.index[screen.of("TextButton")[0]["_i"]]
        for _ in range(3):
            await screen.tap("more")
        assert heard == [0, 1, 2]
        assert screen.session.index[screen.of("TextButton")[0]["_i"]] is button
        assert last[1].current is screen.session.index[screen.of("Container")[0]["_i"]]


async def test_a_part_that_stays_moves_with_its_key() -> None:
    put: list[Any] = []

    @component
    def Lines() -> ft.Control:
        lines, set_lines = use_value(("a", "b", "c", "d"))
        put[:] = [set_lines]
        return ft.Column([ft.Row([ft.Text(line), ft.Text("same")], key=line) for line in lines])

    async with Screen(lambda page: page.render(Lines)) as screen:
        for lines in ("dcba", "bx", "xb", "", "abcd", "cad", "acd"):
            screen.in_context(lambda lines=lines: put[0](tuple(lines)))
            await screen.settle()
            assert [node["value"] for node in screen.of("Text")] == [each for line in lines for each in (line, "same")]
            indexed = [screen.session.index[node["_i"]].value for node in screen.of("Text")]
            assert indexed == [node["value"] for node in screen.of("Text")]


async def test_after_an_error_nothing_of_what_was_drawn_before_stays() -> None:
    put: list[Any] = []

    @component
    def Line() -> ft.Control:
        number, set_number = use_value(1)
        put[:] = [set_number]
        return ft.Column([ft.Text(f"{6 // number}"), ft.Row([ft.Text("same")])])

    async with Screen(lambda page: page.render(Line)) as screen:
        for number in (2, 0, 3, 0, 3):
            screen.in_context(lambda number=number: put[0](number))
            await screen.settle()
            shown = [node["value"] for node in screen.of("Text")]
            assert shown == ([f"{6 // number}", "same"] if number else [])
            assert all(node["_i"] in screen.session.index for node in screen.of("Text"))


async def test_two_siblings_with_the_same_key_do_not_hide_each_other() -> None:
    set_lines: list[Any] = []

    @component
    def Lines() -> ft.Control:
        lines, put = use_value(("first", "second", "third"))
        set_lines[:] = [put]
        return ft.Column([ft.Text("above"), *(ft.Text(line, key="line") for line in lines), ft.Text("below")])

    def shown(screen: Screen) -> list[Node]:
        return [node["value"] for node in screen.of("Text")]

    async with Screen(lambda page: page.render(Lines)) as screen:
        for lines in (("first",), ("second", "first", "third"), (), ("first", "second")):
            screen.in_context(lambda lines=lines: set_lines[0](lines))
            await screen.settle()
            assert shown(screen) == ["above", *lines, "below"]
