"""Reverse proxies in front of the server: the sender of a request, its scheme, and the public address."""

import ipaddress
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from attrs import field, frozen

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

#: Headers that only a proxy adds, beside those that begin with ``X-Forwarded-``.
_OF_PROXIES: Final = frozenset({b"forwarded", b"via", b"x-real-ip"})
_SCHEMES: Final = frozenset({"http", "https"})


@frozen
class Sender:
    """The sender of a request.

    :param address: its IP address.
    :param scheme: ``http`` or ``https``, as the client's browser shows it.
    :param is_proxied: whether a trusted proxy says so.
    """

    address: str
    scheme: str
    is_proxied: bool = False


@frozen
class TrustedProxies:
    """Proxies whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed; those of other senders are ignored.

    :param networks: the networks of their addresses.
    """

    networks: tuple[Network, ...] = ()

    def trusts(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy.

        >>> TrustedProxies((ipaddress.ip_network("10.0.0.0/8"),)).trusts("10.1.2.3")
        True
        """
        if not self.networks or (known := _address(address)) is None:
            return False
        return any(known in network for network in self.networks if network.version == known.version)

    def sender(self, peer: str, scheme: str, headers: Headers) -> Sender:
        """Return the sender of a request.

        The list of addresses is read from its end, because each proxy appends the address it received the request from: the first
        one that is not a trusted proxy is the client. Entries before it were written by the client and do not count.

        :param peer: the IP address of the connection.
        :param scheme: the scheme of the connection.
        """
        if not self.trusts(peer):
            return Sender(peer, scheme)
        proto = next(reversed([*_listed(headers, b"x-forwarded-proto")]), scheme).lower()
        client = peer
        for client in reversed([*_listed(headers, b"x-forwarded-for")]):
            if not self.trusts(client):
                break
        known = _address(client)
        return Sender(str(known) if known else peer, proto if proto in _SCHEMES else scheme, is_proxied=True)


def came_through_a_proxy(headers: Headers) -> bool:
    """Return whether a proxy has passed a request on.

    >>> came_through_a_proxy([(b"host", b"localhost"), (b"x-forwarded-for", b"203.0.113.7")])
    True
    """
    return any(name in _OF_PROXIES or name.startswith(b"x-forwarded-") for name, _ in headers)


def _listed(headers: Headers, wanted: bytes) -> Iterator[str]:
    """Yield the values of a header that may be repeated and hold several values."""
    for name, value in headers:
        if name == wanted:
            yield from (part.strip() for part in value.decode("latin-1").split(","))


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address, which may have a port; ``None`` if it is none.

    >>> [str(_address(each)) for each in ("10.1.2.3:80", "[2001:db8::1]:80", "fe80::1%eth0", "unknown")]
    ['10.1.2.3', '2001:db8::1', 'fe80::1', 'None']
    """
    host = text.partition("%")[0]
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        known = ipaddress.ip_address(host)
    except ValueError:
        return None
    # a listener for both families names IPv4 clients this way
    return getattr(known, "ipv4_mapped", None) or known


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return networks such as ``10.0.0.0/8``; an address alone is a network of its own.

    :raises ValueError: if one is none.
    """
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def _public(url: str | None) -> str | None:
    """Return a public address with its scheme, and a slash at its end.

    :raises ValueError: if it is none.
    """
    if url is None:
        return None
    parts = urlsplit(url if "://" in url else f"https://{url}")
    if parts.scheme not in _SCHEMES or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise ValueError(url)
    path = parts.path.strip("/")
    return f"{parts.scheme}://{parts.netloc.lower()}/{path}{'/' if path else ''}"


@frozen
class Deployment:
    """How the server is reached from outside; by default on its own addresses alone.

    :param proxies: reverse proxies in front of it.
    :param public: the address under which a proxy publishes it, such as ``https://games.example/companion/``; without a
        scheme it is https.
    :param own_door: whether this machine itself gets in without a key.
    :param below: the path of a room below the address, such as ``r/chess/``.
    """

    proxies: TrustedProxies = TrustedProxies()
    public: str | None = field(default=None, converter=_public)
    own_door: bool = True
    below: str = ""

    @property
    def base(self) -> str:
        """The path of the program's home, with a slash at both ends."""
        return f"{urlsplit(self.public).path if self.public else '/'}{self.below}"

    @property
    def host(self) -> str | None:
        """Host and port of the public address."""
        return urlsplit(self.public).netloc if self.public else None

    def inner(self, path: str) -> str:
        """Return a request's path without the base; some proxies remove it, some do not.

        >>> site = Deployment(public="https://games.example/companion/")
        >>> [site.inner(path) for path in ("/companion/rules", "/rules", "/companion", "/companions")]
        ['/rules', '/rules', '/', '/companions']
        """
        if f"{path}/" == self.base:
            return "/"
        return path[len(self.base) - 1 :] if path.startswith(self.base) else path
