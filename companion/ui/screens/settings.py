"""Settings: what the owner of a device likes, and the door for the other phones at the table."""

import importlib.metadata
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import flet as ft

from companion.i18n import language_names
from companion.kernel.text import Text, messages
from companion.ui import parts, theme
from companion.ui.context import PageContext, use_page_context
from companion.ui.dialogs import FAILED
from companion.ui.frame import screen
from companion.ui.live import component, screen_component, use_live, use_value
from companion.ui.parts.base import drawing, words
from companion.ui.preferences import Appearance

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

APPEARANCES: Final[tuple[tuple[Appearance, Text, ft.IconData], ...]] = (
    ("system", T("As the device"), ft.Icons.BRIGHTNESS_AUTO_OUTLINED),
    ("light", T("Light"), ft.Icons.LIGHT_MODE_OUTLINED),
    ("dark", T("Dark"), ft.Icons.DARK_MODE_OUTLINED),
)

SIZES: Final[tuple[tuple[float, Text], ...]] = (
    (1.0, T("Normal")),
    (1.15, T("Large")),
    (1.3, T("Larger")),
    (1.6, T("Largest")),
)

#: What shows the size of the type.
LETTER: Final = T("A")

#: What the package is called where packages are installed.
DISTRIBUTION: Final = "companion-referee"

#: Side of the QR code, in pixels: scanned from across a table.
QR_SIDE: Final = 232.0


@screen_component
def Settings() -> ft.Control:
    """What can be chosen; every change holds at once."""
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
        parts.section(title=context.say(T("Phones at this table")), controls=[Phones()]),
        _about(context),
    ]
    return ft.Column(blocks, spacing=theme.Space.xxl, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _language(context: PageContext) -> ft.Control:
    chosen = context.preferences.language
    languages: list[tuple[str | None, str]] = [(None, context.say(T("As the device"))), *language_names().items()]
    rows: list[ft.Control] = [
        parts.choice(
            text=name,
            chosen=locale == chosen,
            on_click=partial(context.prefer, language=locale),
            identifier=f"language-{locale or 'device'}",
        )
        for locale, name in languages
    ]
    return parts.section(title=context.say(T("Language")), controls=rows, spacing=theme.Space.xs)


def _appearance(context: PageContext) -> ft.Control:
    tiles: list[ft.Control] = []
    for appearance, name, icon in APPEARANCES:
        chosen = appearance == context.preferences.appearance
        ink = ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE
        drawn = ft.Column(
            [
                ft.Icon(icon, size=26.0, color=ink),
                words(context.say(name), ft.TextThemeStyle.LABEL_MEDIUM, color=ink, lines=2, align=ft.TextAlign.CENTER),
            ],
            spacing=theme.Space.xs,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        tiles.append(
            parts.tile(
                content=drawn,
                label=context.say(name),
                chosen=chosen,
                on_click=partial(context.prefer, appearance=appearance),
                identifier=f"appearance-{appearance}",
            )
        )
    return parts.section(title=context.say(T("Appearance")), controls=[ft.Row(tiles, spacing=theme.Space.s)])


def _text_size(context: PageContext) -> ft.Control:
    tiles: list[ft.Control] = []
    for size, name in SIZES:
        chosen = size == context.preferences.text
        letter = ft.Text(
            context.say(LETTER),
            size=20.0 * size,
            font_family=theme.SERIF,
            color=ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE,
        )
        tiles.append(
            parts.tile(
                content=ft.Container(letter, height=40.0, alignment=ft.Alignment.CENTER),
                label=context.say(name),
                chosen=chosen,
                on_click=partial(context.prefer, text=size),
                identifier=f"text-{size}",
            )
        )
    row = ft.Row(tiles, spacing=theme.Space.s)
    sample = parts.paper(
        content=ft.Column(
            [
                words(context.say(T("Both turn over their top card")), ft.TextThemeStyle.HEADLINE_MEDIUM),
                words(
                    context.say(T("This is how large the text is at the table.")),
                    ft.TextThemeStyle.BODY_LARGE,
                    color=ft.Colors.ON_SURFACE_VARIANT,
                ),
            ],
            spacing=theme.Space.xs,
            tight=True,
        ),
        identifier="text-sample",
    )
    return parts.section(title=context.say(T("Text size")), controls=[row, sample], spacing=theme.Space.m)


def _device(context: PageContext) -> ft.Control:
    liked = context.preferences
    return parts.section(
        title=context.say(T("This device")),
        controls=[
            parts.switch_row(
                title=context.say(T("Vibrate")),
                text=context.say(T("A short tremble when something was entered, a strong one when it was refused.")),
                on=liked.haptics,
                on_change=lambda on: context.prefer(haptics=on),
                identifier="haptics",
            ),
            parts.switch_row(
                title=context.say(T("Keep the screen on")),
                text=context.say(T("As long as a game is open.")),
                on=liked.awake,
                on_change=lambda on: context.prefer(awake=on),
                identifier="awake",
            ),
        ],
    )


# ---------------------------------------------------------------- Phones


@component
def Phones() -> ft.Control:
    """The door for phones: open or closed, and while it is open the way in."""
    context = use_page_context()
    use_live(context.pulse)
    busy, set_busy = use_value(False)
    failed, set_failed = use_value(False)
    lan = context.lan
    if lan is None:
        text = (
            T(
                "The device Companion runs on shows the code for another phone: in its window or browser, under Settings."
            )
            if context.app.lan
            else T(
                "This device keeps its games to itself. To let phones in, start Companion on a computer at the table."
            )
        )
        return words(context.say(text), ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)

    async def flip(on: bool) -> None:
        set_busy(True)
        set_failed(False)
        try:
            await (lan.open() if on else lan.close())
        except OSError:
            log.warning("the door for phones does not open", exc_info=True)
            set_failed(True)
        except Exception:
            log.exception("the door for phones failed")
            set_failed(True)
        finally:
            set_busy(False)
            context.pulse.beat()

    async def renew() -> None:
        try:
            await lan.renew()
        except Exception:
            log.exception("the key for phones cannot be changed")
            context.toast(context.say(FAILED))
            return
        context.pulse.beat()
        context.toast(context.say(T("There is a new link. The old one leads nowhere any more.")))

    urls = lan.urls
    switch = parts.switch_row(
        title=context.say(T("Let phones in")),
        text=context.say(T("Phones on the same network then join with a link.")),
        on=bool(urls) or busy,
        on_change=lambda on: context.page.run_task(flip, on),
        identifier="lan",
    )
    controls: list[ft.Control] = [switch]
    if failed:
        controls.append(
            parts.notice(
                kind="refusal",
                title=context.say(T("The door for phones does not open.")),
                text=context.say(T("Another program may have the port, or this machine has no network. Try again.")),
                identifier="lan-failed",
            )
        )
    if urls:
        controls.append(_invitation(context, urls, NewLink(lambda: context.page.run_task(renew))))
    return ft.Column(controls, spacing=theme.Space.m, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@component
def NewLink(renew: Callable[[], Any]) -> ft.Control:
    """The way to a new link, with a question before it: everybody at the table has come by the old one."""
    context = use_page_context()
    asked, ask = use_value(False)

    def make() -> None:
        ask(False)
        renew()

    buttons: list[ft.Control] = (
        [
            parts.quiet_button(text=context.say(T("Make it")), on_click=lambda _: make(), identifier="lan-renew-yes"),
            parts.quiet_button(
                text=context.say(T("Leave it")), on_click=lambda _: ask(False), identifier="lan-renew-no"
            ),
        ]
        if asked
        else [
            parts.quiet_button(
                text=context.say(T("New link")),
                icon=ft.Icons.KEY_OUTLINED,
                on_click=lambda _: ask(True),
                identifier="lan-renew",
            )
        ]
    )
    text = (
        T("Make a new link? All phones that came with the old one are put out, and have to scan the new code.")
        if asked
        else T("A new link puts out all phones that came with the old one.")
    )
    said = words(context.say(text), ft.TextThemeStyle.BODY_SMALL, color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.Column([ft.Row(buttons, wrap=True), said], spacing=theme.Space.m, tight=True)


def _invitation(context: PageContext, urls: tuple[str, ...], new_link: ft.Control) -> ft.Control:
    # Imported here: the program in the phone's own browser has no server.
    from companion.server.qr import qr_png

    code = ft.Container(
        ft.Image(
            src=qr_png(urls[0], scale=8),
            width=QR_SIDE,
            height=QR_SIDE,
            fit=ft.BoxFit.CONTAIN,
            filter_quality=ft.FilterQuality.NONE,
            gapless_playback=True,
        ),
        bgcolor=ft.Colors.WHITE,
        border_radius=theme.Radii.paper,
        padding=theme.Space.s,
    )
    pictured = drawing(code, label=context.say(T("QR code of the link {link}", link=urls[0])), identifier="lan-qr")
    links: list[ft.Control] = [
        ft.Semantics(
            content=ft.Text(url, theme_style=ft.TextThemeStyle.TITLE_SMALL, selectable=True),
            identifier=f"lan-link-{n}",
            container=True,
        )
        for n, url in enumerate(urls)
    ]
    sentences = [
        T("Scan the code with the phone’s camera, or type the link. Only who has the link gets in."),
        T("Phones open it in their browser; it cannot be installed there as an app, but everything else works."),
    ]
    column: list[ft.Control] = [
        ft.Row([pictured], alignment=ft.MainAxisAlignment.CENTER),
        *links,
        *(
            words(context.say(text), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT)
            for text in sentences
        ),
        new_link,
    ]
    return parts.paper(
        content=ft.Column(column, spacing=theme.Space.m, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    )


# ---------------------------------------------------------------- About


def _about(context: PageContext) -> ft.Control:
    facts = [(context.say(T("Version")), _version())]
    if context.host:
        facts.append((context.say(T("The games are kept in")), str(context.app.data)))
    rows: list[ft.Control] = [
        ft.Column(
            [
                words(what, ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
                ft.Text(value, theme_style=ft.TextThemeStyle.BODY_LARGE, selectable=True),
            ],
            spacing=0.0,
            tight=True,
        )
        for what, value in facts
    ]
    rows.append(
        words(
            context.say(
                T(
                    "Free software under the MIT licence. "
                    "The rule texts are this project’s own words; the games belong to their authors. "
                    "Typefaces: Fraunces and Atkinson Hyperlegible Next (SIL Open Font License), symbols from DejaVu."
                )
            ),
            ft.TextThemeStyle.BODY_MEDIUM,
            color=ft.Colors.ON_SURFACE_VARIANT,
        )
    )
    return parts.section(title=context.say(T("About")), controls=rows, spacing=theme.Space.m)


def _version() -> str:
    try:
        return importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return "–"
