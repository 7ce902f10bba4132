"""Serves a built site on this machine, as any static host would: to try it."""

from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from companion.server.site import START, as_sent, type_of

_LOOPBACK: Final = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Sends the files of a site, packed to who can unpack them, and asks to be asked again each time."""

    _said: Mapping[str, str] = {}

    def guess_type(self, path: Any) -> str:
        """Return the media type of a file."""
        return self._said.get("content-type") or type_of(str(path))

    def translate_path(self, path: str) -> str:
        """Return the file for an address, the packed one where there is one."""
        plain = Path(super().translate_path(path))
        beside = plain if plain.is_file() else plain / START
        name, self._said = as_sent(beside.name, self.headers.get("Accept-Encoding", ""), beside.parent)
        return str(beside.with_name(name) if beside.is_file() else plain)

    def end_headers(self) -> None:
        """Add what every answer says."""
        for name, value in self._said.items():
            if name != "content-type":
                self.send_header(name, value)
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Say that there is no such file."""
        self._said = {}
        super().send_error(code, message, explain)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""


class Server(ThreadingHTTPServer):
    """Serves several browsers at once, and does not mind who hangs up."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of who hangs up."""


def server(folder: Path, port: int = 0) -> Server:
    """Return a server of a site on this machine, to be run by ``serve_forever``.

    :param port: by default a free one.
    :raises OSError: if another program has the port.
    """
    return Server((_LOOPBACK, port), partial(Handler, directory=str(folder)))


def address(server: Server) -> str:
    """Return where a server can be reached."""
    return f"http://{_LOOPBACK}:{server.server_port}/"
