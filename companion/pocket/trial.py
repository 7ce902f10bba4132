"""Serves a built site on this machine, as any static host would: to try it."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from companion.pocket.build import type_of

_LOOPBACK: Final = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Sends the files of a site, packed to who can unpack them, and asks to be asked again each time."""

    _packed = False

    def guess_type(self, path: Any) -> str:
        """Return the media type of a file."""
        return type_of(str(path).removesuffix(".gz") if self._packed else str(path))

    def translate_path(self, path: str) -> str:
        """Return the file for an address, the packed one where there is one."""
        plain = super().translate_path(path)
        beside = Path(plain if Path(plain).is_file() else Path(plain, "index.html"))
        self._packed = "gzip" in self.headers.get("Accept-Encoding", "") and Path(f"{beside}.gz").is_file()
        return f"{beside}.gz" if self._packed else plain

    def end_headers(self) -> None:
        """Add what every answer says."""
        if self._packed:
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Say that there is no such file."""
        self._packed = False
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
