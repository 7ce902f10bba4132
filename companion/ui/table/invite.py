"""Invitations for phones: addresses, QR codes and spoken codes for each role."""

import logging
from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.storage.library import Shelf
from companion.tables.roles import Grant, Role, role_and_less
from companion.ui import design
from companion.ui.app.context import Invitation, Lan, PageContext, use_page_context
from companion.ui.app.dialogs import FAILED
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import centred, column, flowing, lines
from companion.ui.runtime.hooks import component, use_live, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.transfer.qr_codes import code

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")


#: Message if the server cannot listen.
CLOSED: Final = T("Phones cannot be let in.")

#: Side of the QR code, in pixels: scanned from across a table.
QR_SIDE: Final = 232.0


@component
def Phones(table: str | None = None) -> ft.Control:
    """The door for phones, which the host's machine opens and closes; while it is open, every phone shows the way in.

    :param table: where its codes lead; the first screen, if that is not said.
    """
    context = use_page_context()
    use_live(context.app.lan.changed if context.app.lan else None)
    busy, set_busy = use_value(False)
    failed, set_failed = use_value(False)
    lan = context.lan
    if (joined := context.app.lan) and joined.urls and (lan is None or joined.is_fixed):
        return WayIn(table or _known_table(context))
    if lan is None:
        elsewhere = T(
            "The device Companion runs on shows the code for another phone: in its window or browser, under Settings."
        )
        nowhere = T(
            "This device keeps its games to itself. To let phones in, start Companion on a computer at the table."
        )
        return soft(context.say(elsewhere if joined else nowhere), ft.TextThemeStyle.BODY_LARGE)

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
            context.redraw()

    switch = design.switch_row(
        context.say(T("Let phones in")),
        context.say(T("Phones on the same network then join with a link.")),
        bool(lan.urls) or busy,
        lambda on: context.page.run_task(flip, on),
        "lan",
    )
    controls: list[ft.Control] = [switch]
    if failed:
        controls.append(
            design.notice(
                "refusal",
                context.say(CLOSED),
                "lan-failed",
                text=context.say(
                    T("Another program may be using the port, or this machine has no network. Try again.")
                ),
            )
        )
    if lan.urls:
        controls.append(WayIn(table))
    return Unfolding(column(*controls, spacing=theme.Space.m), bool(lan.urls))


#: The roles of links, with their names and rights.
ROLES: Final = (
    (Role.SEAT, T("Player"), T("Takes a seat, enters what happens, and sees what only that player may see.")),
    (
        Role.SCOREKEEPER,
        T("Scorekeeper"),
        T("Enters and corrects everything at this table, for example on a tablet in the middle."),
    ),
    (
        Role.VIEWER,
        T("Big board"),
        T("Shows the standings and what comes next, for example on a television. Nothing can be entered there."),
    ),
    (Role.HOST, T("Host"), T("Also frees seats, and archives or deletes this game.")),
)


def _known_table(context: PageContext) -> str | None:
    """Return a table to which a page can invite, if it may not do so to the whole room."""
    if context.role():
        return None
    return next((stored.id for stored in context.access.shelf(Shelf.OPEN)), None)


@component
def WayIn(table: str | None = None) -> ft.Control:
    """The way in: the code to scan, the link to type, the digits to say aloud; at a table, one for each role.

    An invitation grants at most the rights of its sender, and only a host ends a link.

    :param table: where it leads; the first screen, if that is not said.
    """
    context = use_page_context()
    lan, route, to = context.app.lan, "/", None
    assert lan
    use_live(lan.changed)
    own = context.role(table) or Role.VIEWER
    roles = [each for each in ROLES if each[0] in role_and_less(own)]
    role, choose = use_value(max(own, Role.SEAT, key=list(Role).index))
    if table:
        route = f"/table/{table}{'/board' if role is Role.VIEWER else ''}"
        to = Grant(role, context.access.evening(table))
    try:
        way = lan.invitation(route, to)
    except StorageError as error:
        return design.notice("refusal", context.say(error.why.text), "lan-failed")
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
        ways = ((each, context.say(name)) for each, name, _ in roles)
        text = next(text for each, _, text in roles if each is role)
        shown = [design.pick_one(ways, role, choose, "role"), soft(context.say(text), ft.TextThemeStyle.BODY_MEDIUM)]
    anew = [NewLink(lambda: context.page.run_task(renew), key=f"new-{role}")] if own is Role.HOST else []
    return column(*shown, _invitation(context, way, lan, *anew), spacing=theme.Space.m)


def _invitation(context: PageContext, way: Invitation, lan: Lan, *new_link: ft.Control) -> ft.Control:
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
    if lan.is_warned_about:
        opened = T(
            "If a phone’s browser warns about the certificate, choose to go on. Whoever trusts it once, as the guide says, "
            "is not warned any more and can install the page as an app."
        )
    elif way.links[0].startswith("https:"):
        opened = T("Phones open it in their browser, and can install it there as an app.")
    else:
        opened = T(
            "Phones open it in their browser; it cannot be installed there as an app, but everything else works."
        )
    sentences = (
        T("Scan the code with the phone’s camera, or type the link. Only people with the link can join."),
        opened,
    )
    explained = [soft(context.say(text), ft.TextThemeStyle.BODY_MEDIUM) for text in sentences]
    return design.paper(column(centred(pictured), aloud, *links, *explained, *new_link, spacing=theme.Space.m))


def said_aloud(way: Invitation) -> Text:
    """Return what can be said to a player whose phone cannot scan."""
    digits = "\u00a0".join(filter(None, (way.code[:3], way.code[3:6], way.code[6:])))
    return T("Or open {address} and type {code}", address=way.address, code=digits)


@component
def NewLink(renew: Callable[[], Any]) -> ft.Control:
    """A button for a new link, with a warning: the old one is used by everyone at the table."""
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
            quiet_button(context, T("Make a new one"), make, "lan-renew-yes"),
            quiet_button(context, T("Cancel"), lambda: ask(False), "lan-renew-no"),
        ]
    else:
        text = T("A new link disconnects all phones that joined with the old one.")
        buttons = [quiet_button(context, T("New link"), lambda: ask(True), "lan-renew", icon=ft.Icons.KEY_OUTLINED)]
    said = soft(context.say(text), ft.TextThemeStyle.BODY_SMALL)
    return Unfolding(lines(flowing(buttons, spacing=10.0, apart=10.0), said, spacing=theme.Space.m), asked)
