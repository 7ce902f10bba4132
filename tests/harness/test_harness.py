"""The harness tested on a small program of its own."""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

import flet as ft
import pytest

from companion.tables.languages import PREFERRED
from harness import Call, Screen, ScreenFault


@ft.component
def Counter() -> Any:
    n, set_n = ft.use_state(0)
    name, set_name = ft.use_state("")
    boom, set_boom = ft.use_state(False)
    loud, set_loud = ft.use_state(False)
    colour, set_colour = ft.use_state("red")
    if boom:
        raise ValueError("broken")
    plus = ft.FilledButton("Plus", on_click=lambda: set_n(lambda v: v + 1))
    return ft.Column(
        [
            ft.Text(f"Value {n}", key="value"),
            ft.Text("", spans=[ft.TextSpan("half "), ft.TextSpan("and half")]),
            ft.Semantics(identifier="plus", content=ft.Container(plus)),
            ft.ListTile(title=ft.Text("Minus"), on_click=lambda: set_n(lambda v: v - 1)),
            ft.Semantics(identifier="never", content=ft.FilledButton("Never", disabled=True, on_click=lambda: None)),
            ft.Semantics(
                identifier="name",
                content=ft.TextField(label="Name", value=name, on_change=lambda e: set_name(e.control.value)),
            ),
            ft.Text(f"Hello {name}"),
            ft.Semantics(
                identifier="loud", content=ft.Switch(value=loud, on_change=lambda e: set_loud(e.control.value))
            ),
            ft.Text(f"loud {loud}"),
            ft.RadioGroup(
                value=colour,
                on_change=lambda e: set_colour(e.control.value),
                content=ft.Column([ft.Radio(value="red", label="Red"), ft.Radio(value="blue", label="Blue")]),
            ),
            ft.Text(f"colour {colour}"),
            ft.Text("hidden", visible=False),
            ft.TextButton("Boom", on_click=lambda: set_boom(True)),
        ]
    )


def counter(page: ft.Page) -> None:
    page.render(Counter)


async def test_a_tap_by_identifier_finds_the_button_inside() -> None:
    async with Screen(counter) as screen:
        await screen.tap("plus")
        await screen.tap("plus")
        assert screen.visible("Value 2")
        assert screen.find("value")["value"] == "Value 2"


async def test_a_tap_by_text_finds_the_tile_around() -> None:
    async with Screen(counter) as screen:
        await screen.tap("Minus")
        assert screen.visible("Value -1")


async def test_switches_and_radios_follow_the_tap() -> None:
    async with Screen(counter) as screen:
        await screen.tap("loud")
        await screen.tap("Blue")
        assert screen.visible("loud True")
        assert screen.visible("colour blue")


async def test_text_is_entered() -> None:
    async with Screen(counter) as screen:
        await screen.enter("name", "Änne ♠")
        assert screen.visible("Hello Änne ♠")


async def test_only_visible_text_is_read() -> None:
    async with Screen(counter) as screen:
        assert not screen.visible("hidden")
        assert "half and half" in screen.texts()


async def test_a_disabled_or_missing_control_cannot_be_tapped() -> None:
    async with Screen(counter) as screen:
        for what in ("never", "nowhere", "value"):
            with pytest.raises(ScreenFault):
                await screen.tap(what)


async def test_an_error_while_rendering_is_raised() -> None:
    async with Screen(counter) as screen:
        with pytest.raises(ValueError, match="broken"):
            await screen.tap("Boom")


async def test_an_error_in_a_handler_is_raised() -> None:
    def main(page: ft.Page) -> None:
        page.add(ft.FilledButton("Divide", on_click=lambda: 1 / 0))

    async with Screen(main) as screen:
        with pytest.raises(ScreenFault, match="division"):
            await screen.tap("Divide")


async def test_two_screens_of_one_program_share_its_state() -> None:
    numbers = {"n": 0}
    readers: list[Callable[[], object]] = []

    @ft.component
    def Shared() -> Any:
        _, bump = ft.use_state(0)

        def setup() -> None:
            own, loop = copy_context(), asyncio.get_running_loop()
            readers.append(lambda: loop.call_soon_threadsafe(lambda: bump(lambda v: v + 1), context=own))

        def count() -> None:
            numbers["n"] += 1
            for tell in readers:
                tell()

        ft.use_effect(setup, dependencies=[])
        return ft.Semantics(identifier="n", content=ft.FilledButton(f"n={numbers['n']}", on_click=count))

    async with Screen(lambda page: page.render(Shared)) as one, Screen(lambda page: page.render(Shared)) as two:
        await one.tap("n")
        await two.settle()
        assert one.visible("n=1")
        assert two.visible("n=1")
        await two.tap("n")
        await one.settle()
        assert one.visible("n=2")


async def test_services_and_sizes() -> None:
    @ft.component
    def Sizes() -> Any:
        page: Any = ft.context.page
        width, set_width = ft.use_state(page.width)
        ft.use_effect(lambda: setattr(page, "on_resize", lambda e: set_width(e.width)), dependencies=[])

        async def buzz() -> None:
            haptics: Any = ft.HapticFeedback()
            await haptics.light_impact()

        return ft.Column([ft.Text("phone" if width < 600 else "tablet"), ft.FilledButton("Buzz", on_click=buzz)])

    async with Screen(lambda page: page.render(Sizes)) as screen:
        assert screen.visible("phone")
        await screen.resize(1180, 820)
        assert screen.visible("tablet")
        await screen.tap("Buzz")
        assert screen.calls == [Call("HapticFeedback", "light_impact", {})]


async def test_routes_have_a_view_on_top() -> None:
    @ft.component
    def Home() -> Any:
        go = ft.FilledButton("Go", on_click=lambda: ft.context.page.navigate("/game/7"))
        return ft.View(route="/", controls=[ft.Text("Home"), go])

    @ft.component
    def Game() -> Any:
        return ft.View(route=ft.use_view_path(), controls=[ft.Text(f"Game {ft.use_route_params()['id']}")])

    @ft.component
    def Root() -> Any:
        home = ft.Route(path="/", component=Home, children=[ft.Route(path="game/:id", component=Game)])
        return ft.Router([home], manage_views=True)

    async with Screen(lambda page: page.render_views(Root)) as screen:
        assert screen.visible("Home")
        await screen.tap("Go")
        assert screen.texts() == ["Game 7"]
        await screen.back()
        assert screen.visible("Home")
        await screen.go("/game/8")
        assert screen.visible("Game 8")


async def test_dialogs_cover_the_rest_until_they_are_closed() -> None:
    def main(page: ft.Page) -> None:
        close = ft.TextButton("Close", on_click=lambda: page.pop_dialog())
        # dialogs of the other kind all have an announced title
        dialog = ft.CupertinoAlertDialog(title=ft.Text("Sure?"), actions=[close])
        page.add(ft.FilledButton("Ask", on_click=lambda: page.show_dialog(dialog)))

    async with Screen(main) as screen:
        for _ in range(2):
            await screen.tap("Ask")
            assert screen.visible("Sure?")
            with pytest.raises(ScreenFault, match="behind"):
                await screen.tap("Ask")
            await screen.tap("Close")
            assert not screen.visible("Sure?")


async def test_the_device_sends_its_language() -> None:
    async with Screen(lambda page: page.add(ft.Text(",".join(PREFERRED.get()))), locale="fr") as screen:
        assert screen.visible("fr")


async def test_a_patch_for_a_control_of_another_screen_is_found() -> None:
    shown: list[ft.Text] = []

    def main(page: ft.Page) -> None:
        shown.append(ft.Text("a"))
        page.add(shown[-1])

    async with Screen(main) as screen:
        with pytest.raises(ScreenFault, match="does not have"):
            screen.patch(10**9, [[0], [0, 0, "value", "b"]])


def test_a_menu_with_one_entry_is_no_screen() -> None:
    def main(page: ft.Page) -> None:
        page.add(ft.PopupMenuButton(items=[ft.PopupMenuItem(content="Settings")]))

    async def look() -> None:
        async with Screen(main):
            pass

    with pytest.raises(ScreenFault, match="one entry"):
        asyncio.run(look())
