"""``companion`` and ``companion serve``."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.database import kept_at
from companion.cli.language import speaker
from companion.cli.output import REFUSED, USAGE, complain, nowhere
from companion.kernel.text import Text, messages

if TYPE_CHECKING:
    from companion.server.certificate import Certificate

T, N = messages("companion")


def open_app(options: argparse.Namespace) -> int:
    """Serve the app and open it."""
    return _run(options, host="127.0.0.1", open_browser=True, desktop=not options.browser)


def serve(options: argparse.Namespace) -> int:
    """Serve the app."""
    from companion.server.logs import write_log
    from companion.server.proxy import Deployment, TrustedProxies

    write_log()
    own_door = options.own_door and not options.rooms
    deployment = Deployment(TrustedProxies(tuple(options.trusted_proxy)), options.public_url, own_door)
    status = None if options.status_port is None else (options.status_host, options.status_port)
    how = {"deployment": deployment, "status": status, "rooms": options.rooms}
    return _run(options, host=options.host, open_browser=False, desktop=False, **how)


def _run(options: argparse.Namespace, **how: Any) -> int:
    from companion.app import data_folder, run
    from companion.storage.errors import StorageError

    say = speaker(options.locale)
    data = options.data or data_folder()
    if options.pocket:
        from companion.server.site import is_site

        if not is_site(options.pocket):
            complain(say(T("There is no site in {folder} that “companion web” has built.", folder=str(options.pocket))))
            return REFUSED
    if options.cert_key and not options.cert:
        complain(say(T("--cert-key names the key of a certificate; name that too, with --cert.")))
        return USAGE
    # started without a terminal, as a window is
    sys.stdout = sys.stdout or nowhere()

    def print_text(text: Text) -> None:
        # the table continues even if nobody can read the output
        with suppress(OSError):
            print(say(text), flush=True)

    try:
        return run(
            data=data,
            port=options.port,
            lan=options.lan,
            pocket=options.pocket,
            certificate=_certificate(options, data),
            database=options.database,
            room=options.room,
            say=print_text,
            **how,
        )
    except StorageError as error:
        complain(say(error.why.text), say(kept_at(options)))
        return REFUSED


def _certificate(options: argparse.Namespace, data: Path) -> "Certificate | None":
    """Return what phones are spoken to with by https, if they are."""
    from companion.server.certificate import GivenCertificate, OwnCertificate

    if options.cert:
        return GivenCertificate(options.cert, options.cert_key or options.cert)
    return OwnCertificate(data / "https") if options.https else None
