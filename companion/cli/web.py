"""``companion web``."""

import argparse
import sys

from companion.cli.language import speaker
from companion.cli.output import OK, REFUSED, complain, print_json, print_text
from companion.kernel.text import messages

T, N = messages("companion")


def web(options: argparse.Namespace) -> int:
    """Build the site, list its parts, or serve it on this machine."""
    from companion.app import data_folder, pocket_folder, remember_pocket
    from companion.server.site import is_site

    say = speaker(options.locale)
    data = options.data or data_folder()
    folder = options.folder = options.folder or pocket_folder(data)
    if options.try_:
        return _try(options)
    if options.parts:
        if not is_site(folder):
            complain(say(T("There is no site in {folder} that “companion web” has built.", folder=str(folder))))
            return REFUSED
    else:
        from companion.web.build import Occupied, build

        try:
            build(folder)
            remember_pocket(data, folder)
        except Occupied:
            complain(say(T("{folder} already contains something else; name an empty folder.", folder=str(folder))))
            return REFUSED
        except OSError as error:
            complain(say(T("{folder} cannot be written: {why}", folder=str(folder), why=str(error.strerror))))
            return REFUSED
    _list_parts(options)
    return OK


def _list_parts(options: argparse.Namespace) -> None:
    """Print the parts of the site, largest first, and their sum."""
    from companion.i18n import Renderer
    from companion.web.build import is_compiled, parts

    listed = parts(options.folder)
    whole, packed = sum(part.bytes for part in listed), sum(part.packed for part in listed)
    if options.json:
        rows = [{"name": part.name, "files": part.files, "bytes": part.bytes, "packed": part.packed} for part in listed]
        print_json({"parts": rows, "bytes": whole, "packed": packed, "compiled": is_compiled(options.folder)})
        return
    show = Renderer(options.locale)

    def row(name: str, whole: int, packed: int) -> str:
        return f"{show.number(whole // 1000):>8} {show.number(packed // 1000):>8}  {name}"

    print_text(f"{'kB':>8} {'gzip':>8}")
    for part in listed:
        print_text(row(part.name, part.bytes, part.packed))
    print_text(row(show.text(T("together, once, on the first visit")), whole, packed))
    if not is_compiled(options.folder):
        slower = T(
            "It could not be compiled here: with Node, or the browser’s version of Python, it would start sooner."
        )
        complain(show.text(slower))


def _try(options: argparse.Namespace) -> int:
    from companion.server.site import is_site
    from companion.web.preview_server import address, server

    say = speaker(options.locale)
    if not is_site(options.folder):
        complain(say(T("There is no site in {folder} that “companion web” has built.", folder=str(options.folder))))
        return REFUSED
    try:
        serving = server(options.folder, options.port or 0)
    except OSError:
        complain(
            say(
                T(
                    "Port {port} is taken by another program. Choose a different port with --port.",
                    port=str(options.port),
                )
            )
        )
        return REFUSED
    with serving:
        print_text(say(T("Try the site at {url}", url=address(serving))))
        print_text(say(T("Press Ctrl+C to stop it.")))
        sys.stdout.flush()
        serving.serve_forever()
    return OK
