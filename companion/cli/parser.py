"""The arguments of the command line, with help in the reader's language."""

import argparse
import ipaddress
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

from companion.cli.export_import import export, import_
from companion.cli.figures import figures
from companion.cli.games import list_games
from companion.cli.language import speaker
from companion.cli.output import write
from companion.cli.replay import replay_log
from companion.cli.rules import (
    left_out_of_rules,
    left_out_of_search,
    list_rules,
    read_rules,
    search_rules,
    show_rule,
    usage,
)
from companion.cli.serve import open_app, serve
from companion.cli.web import web
from companion.games import games, left_out
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import printable

T, N = messages("companion")


#: Options allowed before and after the command, with their defaults; the last one counts.
_ANYWHERE: Final = {
    **dict.fromkeys(("port", "data", "cert", "cert_key", "pocket")),
    **dict.fromkeys(("lan", "https"), False),
}


def parser(locale: str) -> argparse.ArgumentParser:
    """Return the argument parser in a language.

    The parsed options have ``run``, which executes the command and returns the exit code, and ``left_out``, which returns
    warnings to print first.
    """
    say = speaker(locale)
    top = _Parser(prog="companion", description=say(T("The referee at the table for physical card and word games.")))
    top.set_defaults(run=open_app, left_out=tuple, **_ANYWHERE)
    _add_serving(top, say)
    top.add_argument(
        "--browser", action="store_true", help=say(T("open in the browser even if there is a desktop window"))
    )
    commands = top.add_subparsers(metavar=say(T("COMMAND")))

    served = _add(commands, "serve", serve, say, T("Serve the app without opening it."))
    _add_serving(served, say)
    served.add_argument(
        "--host",
        type=_address(say),
        default="127.0.0.1",
        help=say(T("address to listen on; 0.0.0.0 lets phones in, with the key of the link")),
    )

    listed = _add(commands, "games", list_games, say, T("List the games."))
    replayed = _add(commands, "replay", replay_log, say, T("Replay a log and show history, state, offers and sheet."))
    replayed.add_argument(
        "file", type=_named(say), metavar=say(T("FILE")), help=say(T("a log; - reads from standard input"))
    )
    replayed.add_argument(
        "--trace", action="store_const", const="whole", help=say(T("show everything after every entry"))
    )
    # a separate option: an optional value would swallow the file argument
    replayed.add_argument(
        "--trace=changes",
        dest="trace",
        action="store_const",
        const="changes",
        help=say(T("with --json: show what every entry changes, as a JSON Patch (RFC 6902)")),
    )
    exported = _add(commands, "export", export, say, T("Save everything in one file: games, names, cards."))
    exported.add_argument(
        "file", type=_named(say), metavar=say(T("FILE")), help=say(T("where to; - writes to standard output"))
    )
    exported.add_argument(
        "--as",
        dest="form",
        choices=_Forms(),
        metavar=say(T("FORM")),
        help=say(
            T(
                "games for other programs: csv (a row for each score), rounds (a column for each player), "
                "bgstats, link (BG Stats), sheet (to print), text"
            )
        ),
    )
    exported.add_argument(
        "--game",
        action="append",
        metavar="ID",
        help=say(
            T("only this game, by the id in its address; may be repeated; by default all that are not in the bin")
        ),
    )
    imported = _add(commands, "import", import_, say, T("Add what another device has saved, or the log of a game."))
    imported.add_argument(
        "file", type=_named(say), metavar=say(T("FILE")), help=say(T("what was saved; - reads from standard input"))
    )
    imported.add_argument(
        "--replace",
        action="store_true",
        help=say(T("replace everything that is here with it; what is here is set aside")),
    )
    imported.add_argument(
        "--dry-run", action="store_true", help=say(T("add nothing, and only show what would be added"))
    )
    counted = _add(commands, "figures", figures, say, T("Count what was played: how many games, by whom."))
    counted.add_argument("--rebuild", action="store_true", help=say(T("count all games anew")))
    for made in (exported, imported, counted):
        made.add_argument("--data", type=_named(say), default=argparse.SUPPRESS, help=say(T("folder to keep games in")))
    for made in (listed, replayed, exported, imported, counted):
        made.set_defaults(left_out=left_out)

    rules = _add(commands, "rules", usage, say, T("Look up the rules."))
    rules.set_defaults(parser=rules)
    looked_up = _add_rules(rules.add_subparsers(metavar=say(T("COMMAND"))), say)

    pocket = _add_pocket(commands, say)

    for made in (listed, replayed, counted, pocket, *looked_up):
        made.add_argument("--json", action="store_true", help=say(T("for programs")))
    for made in (top, served, listed, replayed, exported, imported, counted, pocket, rules, *looked_up):
        made.add_argument("--locale", default=argparse.SUPPRESS, help=say(T("language of the output, such as de")))
        made.set_defaults(locale=locale)
    return top


def _add(
    under: Any, name: str, run: Callable[[argparse.Namespace], int], say: Callable[[Text], str], about: Text
) -> argparse.ArgumentParser:
    """Return a new command."""
    made: argparse.ArgumentParser = under.add_parser(name, help=say(about), description=say(about))
    made.set_defaults(run=run)
    return made


def _add_serving(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    def add(name: str, about: Text, **kind: Any) -> None:
        parser.add_argument(name, default=argparse.SUPPRESS, help=say(about), **kind)

    add("--port", T("port to listen on; by default 8550 or a free one"), type=_whole(say, 0, 65535))
    add("--data", T("folder to keep games in"), type=_named(say))
    add(
        "--lan",
        T("let phones on the same network in: prints a link with a key and its QR code"),
        action="store_true",
    )
    add(
        "--https",
        T("let phones in by https, with a certificate that this machine makes itself"),
        action="store_true",
    )
    add("--cert", T("let phones in by https, with this certificate"), type=_named(say), metavar=say(T("FILE")))
    add(
        "--cert-key",
        T("the key of the certificate, if it is in a file of its own"),
        type=_named(say),
        metavar=say(T("FILE")),
    )
    add(
        "--pocket",
        T("folder of the site to serve at /pocket/; by default the one “companion web” has built last"),
        type=_named(say),
    )


def _add_pocket(commands: Any, say: Callable[[Text], str]) -> argparse.ArgumentParser:
    """Return the way to the site that needs no server."""
    made = _add(
        commands, "web", web, say, T("Build the site that runs wholly in a phone’s browser, for any static host.")
    )
    made.add_argument(
        "folder",
        type=_named(say),
        nargs="?",
        metavar=say(T("FOLDER")),
        help=say(T("where it is, or will be; by default where it was last, at first beside the games")),
    )
    made.add_argument("--data", type=_named(say), default=argparse.SUPPRESS, help=say(T("folder to keep games in")))
    instead = made.add_mutually_exclusive_group()
    instead.add_argument(
        "--try", action="store_true", dest="try_", help=say(T("serve one that is built, on this machine only"))
    )
    instead.add_argument("--parts", action="store_true", help=say(T("list what one that is built consists of")))
    made.add_argument(
        "--port",
        type=_whole(say, 0, 65535),
        default=argparse.SUPPRESS,
        help=say(T("port to try it on; by default a free one")),
    )
    return made


def _add_rules(ways: Any, say: Callable[[Text], str]) -> tuple[argparse.ArgumentParser, ...]:
    """Return the ways to look up rules."""
    listed = _add(ways, "list", list_rules, say, T("List all rules."))
    search = _add(ways, "search", search_rules, say, T("Search the rules."))
    search.add_argument("words", nargs="+", metavar=say(T("WORDS")), help=say(T("a question, a few words or an id")))
    search.add_argument(
        "--limit", type=_whole(say, 1, 1000), default=10, help=say(T("the most rules to show; by default 10"))
    )
    for made in (listed, search):
        made.add_argument("--game", choices=_Games(), metavar=say(T("GAME")), help=say(T("only this game’s")))
    one = _add(ways, "show", show_rule, say, T("Show one rule."))
    one.add_argument("id", metavar="ID")
    read = _add(ways, "read", read_rules, say, T("Read the rules of a game in one go."))
    read.add_argument("game", choices=_Written(), metavar=say(T("GAME")), help=say(T("which game’s")))
    read.add_argument(
        "--part",
        choices=("quick", "page", "book"),
        default="book",
        help=say(T("a quick start, all that matters on one page, or the whole rulebook; by default that")),
    )
    read.add_argument(
        "--format",
        choices=("text", "markdown", "html"),
        default="text",
        help=say(T("how it is written; html can be printed, a page on one sheet")),
    )
    for made in (listed, one, read):
        made.set_defaults(left_out=left_out_of_rules)
    search.set_defaults(left_out=left_out_of_search)
    return listed, search, one, read


class _Parser(argparse.ArgumentParser):
    """Reports wrong arguments without control characters, and notices if its help cannot be printed."""

    def print_help(self, file: Any = None) -> None:
        """Print what there is to say."""
        if file:
            super().print_help(file)
        else:
            write(self.format_help(), end="")

    def _get_option_tuples(self, option_string: str) -> list[tuple[argparse.Action, str, str | None]]:
        """Resolve an abbreviation such as ``--tr`` to the option without a value in its name."""
        return [found for found in super()._get_option_tuples(option_string) if "=" not in found[1]]

    def error(self, message: str) -> NoReturn:
        """Print an error and exit."""
        super().error(printable(message))


class _Games:
    """What ``--game`` may name. To find the games is to start them, for which only those wait who name one."""

    def __iter__(self) -> Iterator[str]:
        return iter(("companion", *games()))


class _Forms:
    """What ``export --as`` may name."""

    def __iter__(self) -> Iterator[str]:
        from companion.exchange.formats import FORMS

        return iter(FORMS)


class _Written:
    """What ``rules read`` may name."""

    def __iter__(self) -> Iterator[str]:
        from companion.lookup.book import readings

        return iter(sorted(readings()))


def _whole(say: Callable[[Text], str], low: int, high: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``low`` to ``high``."""

    def number(word: str) -> int:
        with suppress(ValueError):
            if low <= (value := int(word)) <= high:
                return value
        text = T("“{word}” is not a whole number from {low} to {high}", word=word, low=str(low), high=str(high))
        raise argparse.ArgumentTypeError(say(text))

    return number


def _address(say: Callable[[Text], str]) -> Callable[[str], str]:
    """Return what reads an address to listen on."""

    def address(word: str) -> str:
        with suppress(ValueError):
            return word if word == "localhost" else str(ipaddress.ip_address(word))
        raise argparse.ArgumentTypeError(say(T("“{word}” is not an address; write one such as 0.0.0.0", word=word)))

    return address


def _named(say: Callable[[Text], str]) -> Callable[[str], Path]:
    """Return what reads the name of a file or folder; none would be the folder one is in."""

    def path(word: str) -> Path:
        if not word.strip():
            raise argparse.ArgumentTypeError(say(T("“{word}” is not a name", word=word)))
        return Path(word)

    return path
