"""Listening sockets, and the addresses at which others on the network reach this machine."""

import contextlib
import errno
import ipaddress
import socket
import sys

from companion.kernel.explain import Explanation
from companion.kernel.text import Text, messages

T, N = messages("companion")

RULES = ("companion.lan",)

#: No packet is ever sent there: looking up the route reveals the own address.
_SOMEWHERE = ("192.168.255.254", "10.255.255.254", "172.31.255.254")


class CannotListen(Exception):
    """The address and port cannot be listened on.

    :param why: the reason, and what to do.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.why = Explanation(text, RULES)


class PortInUse(CannotListen):
    """Another program listens on the port."""

    def __init__(self, port: int) -> None:
        super().__init__(
            T("Port {port} is taken by another program. Choose a different port with --port.", port=str(port))
        )
        self.port = port


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port; port 0 picks a free one.

    :raises PortInUse: if another program uses it.
    :raises CannotListen: if the system refuses it, or the address is not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio disables Nagle's algorithm only on sockets created as TCP; others delay short messages by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # On Windows SO_REUSEADDR would let two programs share the port; elsewhere it only skips the wait after a restart.
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(100)
    except OSError as error:
        listener.close()
        # Windows reports an exclusively used port this way; elsewhere low ports need an administrator.
        if error.errno == errno.EADDRINUSE or (error.errno == errno.EACCES and sys.platform == "win32"):
            raise PortInUse(port) from error
        if error.errno == errno.EACCES:
            text = T("Port {port} is the administrator’s. Choose one from 1024 on with --port.", port=str(port))
            raise CannotListen(text) from error
        if error.errno == errno.EADDRNOTAVAIL:
            text = T(
                "{host} is not an address of this machine. With --host 0.0.0.0 it listens on all it has.", host=host
            )
            raise CannotListen(text) from error
        raise
    listener.setblocking(False)
    return listener


def listen_near(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port or, if it is taken, on a free one."""
    try:
        return listen(host, port)
    except CannotListen:
        return listen(host, 0)


def addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses on its networks, the most useful first, without sending a packet."""
    usable = {
        a: None for a in (*_routes(), *_interfaces()) if not (ipaddress.IPv4Address(a).is_loopback or a == "0.0.0.0")
    }
    return tuple(sorted(usable, key=_rank))


def _rank(address: str) -> int:
    """Rank home networks before addresses that a phone at the table can seldom reach."""
    value = ipaddress.IPv4Address(address)
    if value.is_link_local:
        return 3
    # Container programs use this network for their bridges; home routers do not.
    if value in ipaddress.IPv4Network("172.17.0.0/16"):
        return 2
    return 0 if value.is_private else 1


def _routes() -> list[str]:
    """Return the source addresses of routes to other networks: phones are usually behind these."""
    found = []
    for target in _SOMEWHERE:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(str(probe.getsockname()[0]))
    return found


def _interfaces() -> list[str]:
    """Return the addresses of all interfaces, also without a route: a hut may have no router."""
    import ifaddr

    with contextlib.suppress(OSError):
        return [str(each.ip) for adapter in ifaddr.get_adapters() for each in adapter.ips if each.is_IPv4]
    return []
