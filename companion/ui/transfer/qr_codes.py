"""Codes for the camera of another phone, and where their links lead."""

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

import flet as ft

from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import drawing

#: Setting with the address of the static site, as entered by the user.
_ADDRESS: Final = "pocket"

#: Where a page's own address ends and the way to one of its screens begins.
_SCREENS: Final = re.compile(r"(?:index\.html|(?:new|table|rules|settings|bring|pass)(?:/.*)?)?(?:[?#].*)?$", re.DOTALL)
_USABLE: Final = re.compile(r"https?://[^\s/?#]+/(?:[^\s?#]*/)?")

#: A machine's own names, over which its browser needs no https.
_LOOPBACK: Final = re.compile(r"localhost|127\.0\.0\.1|::1")


def code(link: str, *, label: str, identifier: str, side: float, fine: bool = False) -> ft.Control:
    """Return a link as a code for the camera, dark on white in both themes.

    :param side: its height and width in pixels.
    :param fine: whether it holds as much as it can.
    """
    # Imported here: a page that shows no code does without.
    from companion.qr import qr_png

    image = ft.Image(
        src=qr_png(link, scale=8, fine=fine),
        width=side,
        height=side,
        fit=ft.BoxFit.CONTAIN,
        filter_quality=ft.FilterQuality.NONE,
        gapless_playback=True,
    )
    ground = ft.Container(image, bgcolor=ft.Colors.WHITE, border_radius=theme.Radii.paper, padding=theme.Space.s)
    return drawing(ground, label=label, identifier=identifier)


def way_in(context: PageContext) -> str | None:
    """Return the address at which another phone opens shared games, if known; ends with a slash.

    :raises StorageError: if the entered address cannot be read.
    """
    if address := _remembered(context) or usable(context.app.pocket or ""):
        return address
    if (lan := context.app.lan) and lan.pocket:
        # another phone has it where this page has it from, or else at the door for phones
        here = (
            context.origin if keeps(context.origin) and not _is_loopback(context.origin) else next(iter(lan.urls), "")
        )
        return urljoin(here, lan.pocket) if here else None
    # without a server, this page is such an address itself
    return (
        None if context.app.lan or not context.page.web else usable(_SCREENS.sub("", context.page.url or "", count=1))
    )


def way_home(context: PageContext) -> str | None:
    """Return the address at which this page's browser can install the program, if there is one.

    :raises StorageError: if the entered address cannot be read.
    """
    served = context.app.lan.pocket if context.app.lan else None
    here = urljoin(context.origin, served) if served and context.origin else None
    return next((address for address in (_remembered(context), here) if address and keeps(address)), None)


def keeps(address: str) -> bool:
    """Return whether a browser keeps a site from an address, for when there is no network.

    >>> keeps("https://example.org/pocket/"), keeps("http://127.0.0.1:8550"), keeps("http://192.168.1.2:8551/")
    (True, True, False)
    """
    return address.startswith("https://") or _is_loopback(address)


def _is_loopback(address: str) -> bool:
    return _LOOPBACK.fullmatch(urlsplit(address).hostname or "") is not None


def _remembered(context: PageContext) -> str | None:
    """Return the entered address."""
    address = context.access.remembered(_ADDRESS)
    return usable(address) if isinstance(address, str) else None


def tell_way_in(context: PageContext, address: str) -> None:
    """Store the entered address.

    :raises StorageError: if it could not be stored.
    """
    context.access.remember(_ADDRESS, address)


def usable(address: str) -> str | None:
    """Return an address as links begin with it.

    >>> usable(" example.org/pocket ")
    'https://example.org/pocket/'
    >>> usable("mailto:anna") is usable("") is None
    True
    """
    plain = address.strip()
    plain = plain if "://" in plain else f"https://{plain}"
    plain = plain if plain.endswith("/") else f"{plain}/"
    host = plain.partition("://")[2].partition("/")[0]
    return plain if _USABLE.fullmatch(plain) and ("." in host or host.startswith("localhost")) else None


def begin_of_link(address: str) -> str:
    """Return the beginning of a link; everything after it stays on the phone that opens the link."""
    return f"{address}#/bring/"
