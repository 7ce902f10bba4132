"""Settings: what the owner of a device likes, and the door for the other phones at the table."""

from functools import partial
from typing import Final

import flet as ft

from companion.i18n import language_names
from companion.kernel.text import Text, messages
from companion.resources import version
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.preferences import Appearance
from companion.ui.app.scaffold import quiet_button, screen
from companion.ui.app.shortcuts import KEYS
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.choices import Shape
from companion.ui.design.layout import column, lines, stacked
from companion.ui.runtime.hooks import component, screen_component
from companion.ui.screens.room import THIS_ROOM, RoomSettings
from companion.ui.table.invite import Phones
from companion.ui.transfer.backup import EVERYTHING, EverythingOut
from companion.ui.transfer.install_link import taking_home

T, N = messages("companion")

APPEARANCES: Final[dict[Appearance, tuple[Text, ft.IconData]]] = {
    "system": (T("Same as the device"), ft.Icons.BRIGHTNESS_AUTO_OUTLINED),
    "light": (T("Light"), ft.Icons.LIGHT_MODE_OUTLINED),
    "dark": (T("Dark"), ft.Icons.DARK_MODE_OUTLINED),
}

SIZES: Final[tuple[tuple[float, Text], ...]] = (
    (1.0, T("Normal")),
    (1.15, T("Large")),
    (1.3, T("Larger")),
    (1.6, T("Largest")),
)

#: What shows the size of the type.
LETTER: Final = T("A")


@screen_component
def Settings() -> ft.Control:
    """The settings; every change takes effect at once."""
    context = use_page_context()
    return screen(context, route="/settings", title=context.say(T("Settings")), controls=[SettingsBody()])


@component
def SettingsBody() -> ft.Control:
    """All settings in one column."""
    context = use_page_context()
    blocks = [
        _language(context),
        _appearance(context),
        _text_size(context),
        _device(context),
        design.section(context.say(T("Phones at this table")), [Phones()]),
        *([design.section(context.say(THIS_ROOM), [RoomSettings()])] if context.host and context.app.room else []),
        *taking_home(context),
        *([design.section(context.say(EVERYTHING), [EverythingOut()])] if context.host else []),
        _about(context),
    ]
    return column(*blocks, spacing=theme.Space.xxl)


def _language(context: PageContext) -> ft.Control:
    languages = {"device": context.say(T("Same as the device")), **language_names()}

    def choose(locale: str) -> None:
        context.prefer(language=None if locale == "device" else locale)

    now = context.preferences.language or "device"
    ways = design.pick_one(languages.items(), now, choose, "language", shape="rows")
    return design.section(context.say(T("Language")), [ways], spacing=theme.Space.xs)


def _appearance(context: PageContext) -> ft.Control:
    now = context.preferences.appearance

    def face(appearance: Appearance) -> ft.Control:
        (name, icon), ink = APPEARANCES[appearance], _ink(appearance == now)
        text = words(context.say(name), ft.TextThemeStyle.LABEL_MEDIUM, color=ink, align=ft.TextAlign.CENTER)
        return stacked(ft.Icon(icon, size=26.0, color=ink), text)

    shape: Shape = "rows" if context.large and context.layout == "phone" else "tiles"
    named = ((appearance, context.say(name)) for appearance, (name, _) in APPEARANCES.items())
    tiles = design.pick_one(
        named, now, lambda each: context.prefer(appearance=each), "appearance", shape=shape, face=face
    )
    return design.section(context.say(T("Appearance")), [tiles])


def _text_size(context: PageContext) -> ft.Control:
    now = context.preferences.text

    def face(size: float) -> ft.Control:
        letter = ft.Text(context.say(LETTER), size=20.0 * size, font_family=theme.SERIF, color=_ink(size == now))
        return ft.Container(letter, height=40.0 * max(1.0, context.device), alignment=ft.Alignment.CENTER)

    named = ((size, context.say(name)) for size, name in SIZES)
    tiles = design.pick_one(named, now, lambda size: context.prefer(text=size), "text", shape="tiles", face=face)
    sample = lines(
        words(context.say(T("Both turn over their top card")), ft.TextThemeStyle.HEADLINE_MEDIUM),
        soft(context.say(T("This is how large the text is at the table.")), ft.TextThemeStyle.BODY_LARGE),
        spacing=theme.Space.xs,
    )
    shown = [tiles, design.paper(sample, identifier="text-sample")]
    return design.section(context.say(T("Text size")), shown, spacing=theme.Space.m)


def _ink(chosen: bool) -> ft.Colors:
    return ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE


def _device(context: PageContext) -> ft.Control:
    liked = context.preferences
    switches = (
        (T("Vibrate"), T("A short buzz when something is entered, a strong one when it is refused."), "haptics"),
        (T("Ring"), T("A short sound when the time on the clock is up."), "sound"),
        (T("Keep the screen on"), T("As long as a game is open."), "awake"),
    )

    def turn(name: str, on: bool) -> None:
        context.prefer(**{name: on})

    rows = [
        design.switch_row(context.say(title), context.say(text), getattr(liked, name), partial(turn, name), name)
        for title, text, name in switches
    ]
    keys = quiet_button(context, KEYS, context.show_keys, "keys", icon=ft.Icons.HELP_OUTLINE, outlined=False)
    return design.section(context.say(T("This device")), [*rows, *([] if context.layout == "phone" else [lines(keys)])])


def _about(context: PageContext) -> ft.Control:
    facts = [(context.say(T("Version")), version() or "–")]
    if context.host:
        kept = context.app.kept
        facts.append((context.say(T("The games are kept in")), context.say(kept) if kept else str(context.app.data)))
    rows = [
        lines(
            soft(what, ft.TextThemeStyle.LABEL_MEDIUM),
            ft.Text(value, theme_style=ft.TextThemeStyle.BODY_LARGE, selectable=True),
        )
        for what, value in facts
    ]
    licence = T(
        "Free software under the MIT licence. "
        "The rule texts are this project’s own words; the games belong to their authors. "
        "Typefaces: Fraunces and Atkinson Hyperlegible Next (SIL Open Font License), symbols from DejaVu. "
        "German nouns: Wiktionary (CC BY-SA 4.0)."
    )
    said = soft(context.say(licence), ft.TextThemeStyle.BODY_MEDIUM)
    to_guide = partial(context.go, "/read/companion/book")
    guide = quiet_button(context, T("Guide"), to_guide, "guide", icon=ft.Icons.MENU_BOOK_OUTLINED)
    return design.section(context.say(T("About")), [ft.Row([guide]), *rows, said], spacing=theme.Space.m)
