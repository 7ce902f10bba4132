"""The room of a group on a server for many: its host's link, and deleting it."""

from functools import partial
from typing import Final

import flet as ft

from companion.kernel.text import Listing, messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.context import RoomControl, use_page_context
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import soft
from companion.ui.design.layout import centred, column, flowing
from companion.ui.runtime.hooks import component, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.table.invite import QR_SIDE
from companion.ui.transfer.qr_codes import code

T, N = messages("companion")

THIS_ROOM: Final = T("This room")


@component
def RoomSettings() -> ft.Control:
    """What only the host of a room can do."""
    context = use_page_context()
    room = context.app.room
    assert room
    about = T(
        "This is the room “{room}”. Whoever has the host’s link can do everything in it; open it on a second device of yours, so that a "
        "lost phone is not a lost room.",
        room=room.title,
    )
    return column(
        soft(context.say(about), ft.TextThemeStyle.BODY_LARGE), HostLink(room), Deleting(room), spacing=theme.Space.m
    )


@component
def HostLink(room: RoomControl) -> ft.Control:
    """The host's link, shown on request, and a new one in its place."""
    context = use_page_context()
    shown, show = use_value(False)
    if not shown:
        reveal = quiet_button(context, T("Show the host’s link"), lambda: show(True), "host-link", icon=ft.Icons.KEY)
        return Unfolding(flowing([reveal]), shown)

    async def renew() -> None:
        try:
            link = await room.new_host_link()
        except StorageError as error:
            context.toast(context.say(error.why.text))
            return
        await _open(link)

    try:
        link = room.host_link()
    except StorageError as error:
        return design.notice("refusal", context.say(error.why.text), "host-link-failed")
    label = context.say(T("QR code of the link {link}", link=link))
    anew = quiet_button(context, T("New host’s link"), lambda: context.page.run_task(renew), "host-link-renew")
    page = room.passkey_page()
    passkey = (
        [quiet_button(context, T("Passkey"), partial(context.page.run_task, _open, page), "passkey")] if page else []
    )
    ended = T("A new link ends the old one, on all devices but this one. A passkey leads back in if the link is lost.")
    shown_link = design.paper(
        column(
            centred(code(link, label=label, identifier="host-link-qr", side=QR_SIDE)),
            ft.Text(link, theme_style=ft.TextThemeStyle.TITLE_SMALL, selectable=True),
            flowing([anew, *passkey], apart=10.0),
            soft(context.say(ended), ft.TextThemeStyle.BODY_SMALL),
            spacing=theme.Space.m,
        )
    )
    return Unfolding(shown_link, shown)


async def _open(link: str) -> None:
    await ft.UrlLauncher().launch_url(link, web_only_window_name="_self")


@component
def Deleting(room: RoomControl) -> ft.Control:
    """A button that deletes the room, after a warning that counts its games and names."""
    context = use_page_context()
    asked, ask = use_value(False)
    if not asked:
        begin = quiet_button(
            context, T("Delete this room"), lambda: ask(True), "room-delete", icon=ft.Icons.DELETE_OUTLINED
        )
        return Unfolding(flowing([begin]), asked)

    async def delete() -> None:
        try:
            await room.delete()
        except StorageError as error:
            context.toast(context.say(error.why.text))

    try:
        library = context.access.all.library
        lost = Listing(
            (
                N("{n} game", "{n} games", n=len(library.ids())),
                N("{n} name", "{n} names", n=len(library.players())),
                T("the statistics"),
            )
        )
    except StorageError as error:
        return design.notice("refusal", context.say(error.why.text), "room-delete-failed")
    warning = T(
        "Everything in this room will be deleted for good, for all its people: {lost}. Save a backup first, if any of it is to be kept.",
        lost=lost,
    )
    buttons = [
        quiet_button(context, T("Delete for good"), lambda: context.page.run_task(delete), "room-delete-yes"),
        quiet_button(context, T("Cancel"), lambda: ask(False), "room-delete-no"),
    ]
    warned = soft(context.say(warning), ft.TextThemeStyle.BODY_LARGE)
    return Unfolding(column(warned, flowing(buttons, apart=10.0), spacing=theme.Space.m), asked)
