"""Settings: what the owner of a device likes, and the door for the other phones at the table."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import flet as ft

from companion.i18n import language_names
from companion.kernel.text import Text, messages
from companion.resources import version
from companion.storage.trouble import StorageError
from companion.tables.visitors import Pass, Role
from companion.ui import parts, theme
from companion.ui.codes import code
from companion.ui.context import Invitation, PageContext, use_page_context
from companion.ui.dialogs import FAILED
from companion.ui.everything import EVERYTHING, EverythingOut
from companion.ui.frame import screen
from companion.ui.keys import KEYS
from companion.ui.live import component, screen_component, use_live, use_value
from companion.ui.parts.base import soft, words
from companion.ui.parts.choices import Shape
from companion.ui.parts.layout import centred, column, flowing, lines, stacked
from companion.ui.preferences import Appearance
from companion.ui.taking import taking_home

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

APPEARANCES: Final[tuple[tuple[Appearance, Text, ft.IconData], ...]] = (
    ("system", T("Same as the device"), ft.Icons.BRIGHTNESS_AUTO_OUTLINED),
    ("light", T("Light"), ft.Icons.LIGHT_MODE_OUTLINED),
    ("dark", T("Dark"), ft.Icons.DARK_MODE_OUTLINED),
)

SIZES: Final[tuple[tuple[float, Text], ...]] = (
    (1.0, T("Normal")),
    (1.15, T("Large")),
    (1.3, T("Larger")),
    (1.6, T("Largest")),
)

#: What is said when the door does not open.
CLOSED: Final = T("Phones cannot be let in.")

#: What shows the size of the type.
LETTER: Final = T("A")

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
        *taking_home(context),
        *([parts.section(title=context.say(EVERYTHING), controls=[EverythingOut()])] if context.host else []),
        _about(context),
    ]
    return column(*blocks, spacing=theme.Space.xxl)


def _language(context: PageContext) -> ft.Control:
    chosen = context.preferences.language
    languages: list[tuple[str | None, str]] = [(None, context.say(T("Same as the device"))), *language_names().items()]
    ways = [
        parts.Way(
            text=name,
            chosen=locale == chosen,
            on_click=partial(context.prefer, language=locale),
            identifier=f"language-{locale or 'device'}",
        )
        for locale, name in languages
    ]
    return parts.section(title=context.say(T("Language")), controls=[parts.one_of(ways)], spacing=theme.Space.xs)


def _appearance(context: PageContext) -> ft.Control:
    tiles = []
    for appearance, name, icon in APPEARANCES:
        chosen, text = appearance == context.preferences.appearance, context.say(name)
        style, middle = ft.TextThemeStyle.LABEL_MEDIUM, ft.TextAlign.CENTER
        tiles.append(
            parts.Way(
                text=text,
                face=stacked(
                    ft.Icon(icon, size=26.0, color=_ink(chosen)),
                    words(text, style, color=_ink(chosen), align=middle),
                ),
                chosen=chosen,
                on_click=partial(context.prefer, appearance=appearance),
                identifier=f"appearance-{appearance}",
            )
        )
    shape: Shape = "rows" if context.large and context.layout == "phone" else "tiles"
    return parts.section(title=context.say(T("Appearance")), controls=[parts.one_of(tiles, shape=shape)])


def _text_size(context: PageContext) -> ft.Control:
    tiles = []
    for size, name in SIZES:
        chosen = size == context.preferences.text
        letter = ft.Text(context.say(LETTER), size=20.0 * size, font_family=theme.SERIF, color=_ink(chosen))
        tiles.append(
            parts.Way(
                text=context.say(name),
                face=ft.Container(letter, height=40.0 * max(1.0, context.device), alignment=ft.Alignment.CENTER),
                chosen=chosen,
                on_click=partial(context.prefer, text=size),
                identifier=f"text-{size}",
            )
        )
    sample = lines(
        words(context.say(T("Both turn over their top card")), ft.TextThemeStyle.HEADLINE_MEDIUM),
        soft(context.say(T("This is how large the text is at the table.")), ft.TextThemeStyle.BODY_LARGE),
        spacing=theme.Space.xs,
    )
    shown = [parts.one_of(tiles, shape="tiles"), parts.paper(content=sample, identifier="text-sample")]
    return parts.section(title=context.say(T("Text size")), controls=shown, spacing=theme.Space.m)


def _ink(chosen: bool) -> ft.Colors:
    return ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE


def _device(context: PageContext) -> ft.Control:
    liked = context.preferences
    switches = (
        (T("Vibrate"), T("A short buzz when something is entered, a strong one when it is refused."), "haptics"),
        (T("Ring"), T("A short sound when the time on the clock is up."), "sound"),
        (T("Keep the screen on"), T("As long as a game is open."), "awake"),
    )
    rows = [
        parts.switch_row(
            title=context.say(title),
            text=context.say(text),
            on=getattr(liked, name),
            on_change=partial(_turned, context, name),
            identifier=name,
        )
        for title, text, name in switches
    ]
    keys = [_keys(context)] if context.layout != "phone" else []
    return parts.section(title=context.say(T("This device")), controls=[*rows, *keys])


def _turned(context: PageContext, name: str, on: bool) -> None:
    context.prefer(**{name: on})


def _keys(context: PageContext) -> ft.Control:
    return lines(
        parts.quiet_button(context.say(KEYS), context.show_keys, "keys", icon=ft.Icons.HELP_OUTLINE, outlined=False)
    )


# ---------------------------------------------------------------- Phones


@component
def Phones(table: str | None = None) -> ft.Control:
    """The door for phones: open or closed, and while it is open the way in.

    :param table: where its codes lead; the first screen, if that is not said.
    """
    context = use_page_context()
    use_live(context.pulse)
    busy, set_busy = use_value(False)
    failed, set_failed = use_value(False)
    lan = context.lan
    if lan is None:
        elsewhere = T(
            "The device Companion runs on shows the code for another phone: in its window or browser, under Settings."
        )
        nowhere = T(
            "This device keeps its games to itself. To let phones in, start Companion on a computer at the table."
        )
        return soft(context.say(elsewhere if context.app.lan else nowhere), ft.TextThemeStyle.BODY_LARGE)

    def fail() -> None:
        set_failed(True)
        context.announce(context.say(CLOSED))

    async def flip(on: bool) -> None:
        set_busy(True)
        set_failed(False)
        try:
            await (lan.open() if on else lan.close())
        except OSError:
            log.warning("the door for phones does not open", exc_info=True)
            fail()
        except Exception:
            log.exception("the door for phones failed")
            fail()
        finally:
            set_busy(False)
            context.pulse.beat()

    switch = parts.switch_row(
        title=context.say(T("Let phones in")),
        text=context.say(T("Phones on the same network then join with a link.")),
        on=bool(lan.urls) or busy,
        on_change=lambda on: context.page.run_task(flip, on),
        identifier="lan",
    )
    controls: list[ft.Control] = [switch]
    if failed:
        controls.append(
            parts.notice(
                kind="refusal",
                title=context.say(CLOSED),
                text=context.say(
                    T("Another program may be using the port, or this machine has no network. Try again.")
                ),
                identifier="lan-failed",
            )
        )
    if lan.urls:
        controls.append(WayIn(table))
    return column(*controls, spacing=theme.Space.m)


#: Who comes by a link of their own, and what that link lets them do.
ROLES: Final = (
    (Role.SEAT, T("Player"), T("Takes a place, enters what happens, and sees what is for that player only.")),
    (
        Role.SCOREKEEPER,
        T("Scorekeeper"),
        T("Enters and corrects everything at this table, such as a tablet in the middle."),
    ),
    (
        Role.VIEWER,
        T("Big board"),
        T("Shows the standings and what comes next, for a television. Nothing can be entered."),
    ),
    (Role.HOST, T("Host"), T("Also frees places, and archives or deletes this game.")),
)


@component
def WayIn(table: str | None = None) -> ft.Control:
    """The way in: the code to scan, the link to type, the digits to say aloud; at a table, one for each role.

    :param table: where it leads; the first screen, if that is not said.
    """
    context = use_page_context()
    lan, route, to = context.app.lan, "/", None
    assert lan
    use_live(context.pulse, lan.changed)
    role, choose = use_value(Role.SEAT)
    if table:
        route = f"/table/{table}{'/board' if role is Role.VIEWER else ''}"
        to = Pass(role, context.access.evening(table))
    try:
        way = lan.invitation(route, to)
    except StorageError as error:
        return parts.notice(kind="refusal", title=context.say(error.why.text), identifier="lan-failed")
    if way is None:
        return soft(context.say(CLOSED), ft.TextThemeStyle.BODY_LARGE)

    async def renew() -> None:
        try:
            await lan.renew(to)
        except Exception:
            log.exception("the key for phones cannot be changed")
            context.toast(context.say(FAILED))
            return
        context.toast(context.say(T("There is a new link. The old one no longer works.")))

    shown: list[ft.Control] = []
    if table:
        ways = [
            parts.Way(
                text=context.say(name),
                chosen=each is role,
                on_click=partial(choose, each),
                identifier=f"role-{each}",
            )
            for each, name, _ in ROLES
        ]
        told = next(text for each, _, text in ROLES if each is role)
        shown = [parts.one_of(ways, shape="words"), soft(context.say(told), ft.TextThemeStyle.BODY_MEDIUM)]
    anew = NewLink(lambda: context.page.run_task(renew), key=f"new-{role}")
    return column(*shown, _invitation(context, way, anew), spacing=theme.Space.m)


def _invitation(context: PageContext, way: Invitation, new_link: ft.Control) -> ft.Control:
    label = context.say(T("QR code of the link {link}", link=way.links[0]))
    pictured = code(way.links[0], label=label, identifier="lan-qr", side=QR_SIDE)
    links = [
        ft.Semantics(
            content=ft.Text(url, theme_style=ft.TextThemeStyle.TITLE_SMALL, selectable=True),
            identifier=f"lan-link-{n}",
            container=True,
        )
        for n, url in enumerate(way.links)
    ]
    aloud = words(context.say(said_aloud(way)), ft.TextThemeStyle.TITLE_MEDIUM)
    if way.links[0].startswith("https:"):
        opened = T(
            "If a phone’s browser warns about the certificate, choose to go on. Whoever trusts it once, as the README says, "
            "is not warned any more and can install the page as an app."
        )
    else:
        opened = T(
            "Phones open it in their browser; it cannot be installed there as an app, but everything else works."
        )
    sentences = (
        T("Scan the code with the phone’s camera, or type the link. Only people with the link can join."),
        opened,
    )
    told = [soft(context.say(text), ft.TextThemeStyle.BODY_MEDIUM) for text in sentences]
    return parts.paper(content=column(centred(pictured), aloud, *links, *told, new_link, spacing=theme.Space.m))


def said_aloud(way: Invitation) -> Text:
    """Return what somebody can say across the table to whoever cannot scan."""
    digits = "\u00a0".join(filter(None, (way.code[:3], way.code[3:6], way.code[6:])))
    return T("Or open {address} and type {code}", address=way.address, code=digits)


@component
def NewLink(renew: Callable[[], Any]) -> ft.Control:
    """The way to a new link, with a question before it: everybody at the table has come by the old one."""
    context = use_page_context()
    asked, ask = use_value(False)

    def make() -> None:
        ask(False)
        renew()

    if asked:
        text = T(
            "Make a new link? All phones that joined with the old one are disconnected, and have to scan the new code."
        )
        buttons = [
            parts.quiet_button(context.say(T("Make a new one")), make, "lan-renew-yes"),
            parts.quiet_button(context.say(T("Leave it")), lambda: ask(False), "lan-renew-no"),
        ]
    else:
        text = T("A new link disconnects all phones that joined with the old one.")
        new = context.say(T("New link"))
        buttons = [parts.quiet_button(new, lambda: ask(True), "lan-renew", icon=ft.Icons.KEY_OUTLINED)]
    said = soft(context.say(text), ft.TextThemeStyle.BODY_SMALL)
    return lines(flowing(buttons, spacing=10.0, apart=10.0), said, spacing=theme.Space.m)


# ---------------------------------------------------------------- About


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
        "Typefaces: Fraunces and Atkinson Hyperlegible Next (SIL Open Font License), symbols from DejaVu."
    )
    rows.append(soft(context.say(licence), ft.TextThemeStyle.BODY_MEDIUM))
    return parts.section(title=context.say(T("About")), controls=rows, spacing=theme.Space.m)
