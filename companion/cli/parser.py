"""The arguments of the command line, with help in the reader's language."""

import argparse
import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

from companion.app import ROOM
from companion.cli.database import migrate
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
from companion.server.proxy import Deployment, Network

T, N = messages("companion")


#: Options allowed before and after the command, with their defaults; the last one counts.
_ANYWHERE: Final = {
    **dict.fromkeys(("port", "data", "cert", "cert_key", "pocket")),
    "database": None,
    "room": ROOM,
    **dict.fromkeys(("lan", "https"), False),
}


def parser(locale: str) -> argparse.ArgumentParser:
    """Return the argument parser in a language.

    The parsed options have ``run``, which executes the command and returns the exit code, and ``left_out``, which returns
    warnings to print first.
    """
    say = speaker(locale)
    top = _Parser(prog="companion", description=say(T("The referee at the table for physical card and word games.")))
    top.say = say
    top.set_defaults(run=open_app, left_out=tuple, **_ANYWHERE)
    _add_serving(top)
    top.flag("--browser", T("open in the browser even if there is a desktop window"))
    commands = top.commands()

    served = _add(commands, "serve", serve, say, T("Serve the app without opening it."))
    _add_serving(served)
    about = T("address to listen on; 0.0.0.0 lets phones in, with the key of the link")
    served.add("--host", about, type=_address(say), default="127.0.0.1")
    about = T("network of a reverse proxy whose word about its clients is taken, such as 10.0.0.0/8; may be repeated")
    served.add("--trusted-proxy", about, type=_network(say), action="append", metavar="CIDR", default=[])
    about = T("address under which a proxy publishes Companion, such as https://games.example/companion/")
    served.add("--public-url", about, type=_public(say), metavar="URL")
    about = T("nobody gets in without a key, not even this machine; for a server behind a proxy")
    served.add("--no-own-door", about, action="store_false", dest="own_door")
    about = T("serve rooms for many groups instead of one household; whoever opens the address can make one")
    served.flag("--rooms", about)
    about = T("port of /healthz and /metrics, for those who operate a server; it needs no key")
    served.add("--status-port", about, type=_whole(say, 0, 65535), metavar="PORT")
    about = T("address of the status port; by default only this machine")
    served.add("--status-host", about, type=_address(say), metavar="HOST", default="127.0.0.1")

    listed = _add(commands, "games", list_games, say, T("List the games."))
    replayed = _add(commands, "replay", replay_log, say, T("Replay a log and show history, state, offers and sheet."))
    replayed.file(T("a log; - reads from standard input"))
    replayed.add("--trace", T("show everything after every entry"), action="store_const", const="whole")
    # a separate option: an optional value would swallow the file argument
    replayed.add(
        "--trace=changes",
        T("with --json: show what every entry changes, as a JSON Patch (RFC 6902)"),
        dest="trace",
        action="store_const",
        const="changes",
    )
    exported = _add(commands, "export", export, say, T("Save a backup in one file: games, names, cards."))
    exported.file(T("file to write; - writes to standard output"))
    about = T(
        "export games for other programs: csv (a row for each score), rounds (a column for each player), "
        "bgstats, link (BG Stats), sheet (to print), text"
    )
    exported.add("--as", about, dest="form", choices=_Later(_forms), metavar=say(T("FORM")))
    about = T("only this game, by the id in its address; may be repeated; by default all that are not in the bin")
    exported.add("--game", about, action="append", metavar="ID")
    imported = _add(commands, "import", import_, say, T("Import a backup, or the log of a game."))
    imported.file(T("a backup or a log; - reads from standard input"))
    imported.flag("--replace", T("replace everything that is here with it; what is here is set aside"))
    imported.flag("--dry-run", T("import nothing, and only show what would be imported"))
    counted = _add(commands, "figures", figures, say, T("Statistics: how many games were played, and by whom."))
    counted.flag("--rebuild", T("count all games again"))
    for made in (listed, replayed, exported, imported, counted):
        made.set_defaults(left_out=left_out)

    rules = _add(commands, "rules", usage, say, T("Look up the rules."))
    rules.set_defaults(parser=rules)
    looked_up = _add_rules(rules.commands(), say)

    pocket = _add_pocket(commands, say)
    migrated = _add_database(commands, say)

    for made in (exported, imported, counted):
        made.data()
    for made in (served, exported, imported, counted):
        made.database(default=argparse.SUPPRESS)
        made.add("--room", T("the room of the database; by default home"), type=_room(say), default=argparse.SUPPRESS)
    for made in (listed, replayed, counted, pocket, *looked_up):
        made.flag("--json", T("as JSON, for programs"))
    for made in (top, served, listed, replayed, exported, imported, counted, pocket, migrated, rules, *looked_up):
        made.add("--locale", T("language of the output, for example de"), default=argparse.SUPPRESS)
        made.set_defaults(locale=locale)
    return top


def _add(
    under: Any, name: str, run: Callable[[argparse.Namespace], int], say: Callable[[Text], str], about: Text
) -> "_Parser":
    made: _Parser = under.add_parser(name, help=say(about), description=say(about))
    made.say = say
    made.set_defaults(run=run)
    return made


def _add_serving(parser: "_Parser") -> None:
    def add(name: str, about: Text, **kind: Any) -> None:
        parser.add(name, about, default=argparse.SUPPRESS, **kind)

    say = parser.say
    file = {"type": _named(say), "metavar": say(T("FILE"))}
    add("--port", T("port to listen on; by default 8550 or a free one"), type=_whole(say, 0, 65535))
    parser.data()
    lan = T("let phones on the same network in: prints a link with a key and its QR code")
    add("--lan", lan, action="store_true")
    https = T("let phones in by https, with a certificate that this machine makes itself")
    add("--https", https, action="store_true")
    add("--cert", T("let phones in by https, with this certificate"), **file)
    add("--cert-key", T("the key of the certificate, if it is in a file of its own"), **file)
    pocket = T("folder of the site to serve at /pocket/; by default the one “companion web” has built last")
    add("--pocket", pocket, type=_named(say))


def _add_pocket(commands: Any, say: Callable[[Text], str]) -> "_Parser":
    """Return the way to the site that needs no server."""
    about = T("Build the site that runs wholly in a phone’s browser, for any static host.")
    made = _add(commands, "web", web, say, about)
    about = T("where it is, or will be; by default where it was last, at first beside the games")
    made.add("folder", about, type=_named(say), nargs="?", metavar=say(T("FOLDER")))
    made.data()
    instead = made.add_mutually_exclusive_group()
    about = T("serve a site that is built, on this machine only")
    instead.add_argument("--try", action="store_true", dest="try_", help=say(about))
    instead.add_argument("--parts", action="store_true", help=say(T("list the parts of a site that is built")))
    about = T("port to try it on; by default a free one")
    made.add("--port", about, type=_whole(say, 0, 65535), default=argparse.SUPPRESS)
    return made


def _add_database(commands: Any, say: Callable[[Text], str]) -> "_Parser":
    """Return what prepares a database for rooms."""
    database = _add(commands, "database", usage, say, T("Prepare a PostgreSQL database."))
    database.set_defaults(parser=database)
    migrated = _add(database.commands(), "migrate", migrate, say, T("Create the tables, or bring them up to date."))
    migrated.database(required=True)
    about = T("role that gets the rights to serve rooms; by default only the owner of the tables has them")
    migrated.add("--grant", about, metavar=say(T("ROLE")))
    return migrated


def _add_rules(ways: Any, say: Callable[[Text], str]) -> tuple["_Parser", ...]:
    listed = _add(ways, "list", list_rules, say, T("List all rules."))
    search = _add(ways, "search", search_rules, say, T("Search the rules."))
    search.add("words", T("a question, a few words or an id"), nargs="+", metavar=say(T("WORDS")))
    search.add("--limit", T("how many rules to show at most; by default 10"), type=_whole(say, 1, 1000), default=10)
    for made in (listed, search):
        choices = _Later(lambda: ("companion", *games()))
        made.add("--game", T("only the rules of this game"), choices=choices, metavar=say(T("GAME")))
    one = _add(ways, "show", show_rule, say, T("Show one rule."))
    one.add_argument("id", metavar="ID")
    read = _add(ways, "read", read_rules, say, T("Read the rules of a game in one go."))
    read.add("game", T("the game whose rules to read"), choices=_Later(_written), metavar=say(T("GAME")))
    about = T("a quick start, everything important on one page, or the whole rulebook, which is the default")
    read.add("--part", about, choices=("quick", "page", "book"), default="book")
    about = T("format of the output; html can be printed, the page on one sheet")
    read.add("--format", about, choices=("text", "markdown", "html"), default="text")
    for made in (listed, one, read):
        made.set_defaults(left_out=left_out_of_rules)
    search.set_defaults(left_out=left_out_of_search)
    return listed, search, one, read


class _Parser(argparse.ArgumentParser):
    """Reports wrong arguments without control characters, and notices if its help cannot be printed.

    :ivar say: renders a text in the reader's language.
    """

    say: Callable[[Text], str]

    def add(self, name: str, about: Text, **kind: Any) -> None:
        self.add_argument(name, help=self.say(about), **kind)

    def flag(self, name: str, about: Text) -> None:
        self.add(name, about, action="store_true")

    def file(self, about: Text) -> None:
        self.add("file", about, type=_named(self.say), metavar=self.say(T("FILE")))

    def data(self) -> None:
        self.add("--data", T("folder to keep games in"), type=_named(self.say), default=argparse.SUPPRESS)

    def database(self, **kind: Any) -> None:
        about = T("PostgreSQL database that has the games, such as postgresql://companion@localhost/companion")
        self.add("--database", about, type=_database(self.say), metavar="URL", **kind)

    def commands(self) -> Any:
        return self.add_subparsers(metavar=self.say(T("COMMAND")))

    def print_help(self, file: Any = None) -> None:
        if file:
            super().print_help(file)
        else:
            write(self.format_help(), end="")

    def _get_option_tuples(self, option_string: str) -> list[tuple[argparse.Action, str, str | None]]:
        """Resolve an abbreviation such as ``--tr`` to the option without a value in its name."""
        return [found for found in super()._get_option_tuples(option_string) if "=" not in found[1]]

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


class _Later:
    """Words an argument may be, which are looked up only if it is given: to find the games is to load them."""

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self._words = words

    def __iter__(self) -> Iterator[str]:
        return iter(self._words())


def _forms() -> Iterable[str]:
    from companion.exchange.formats import FORMS

    return FORMS


def _written() -> Iterable[str]:
    from companion.lookup.book import readings

    return sorted(readings())


def _whole(say: Callable[[Text], str], low: int, high: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``low`` to ``high``."""

    def number(word: str) -> int:
        with suppress(ValueError):
            if low <= (value := int(word)) <= high:
                return value
        text = T("“{word}” is not a whole number from {low} to {high}", word=word, low=str(low), high=str(high))
        raise argparse.ArgumentTypeError(say(text))

    return number


def _read(say: Callable[[Text], str], read: Callable[[str], Any], wrong: Callable[[str], Text]) -> Callable[[str], Any]:
    """Return a function that reads a word, or says why it does not fit.

    :param read: raises :class:`ValueError` for a word that does not fit.
    :param wrong: makes the message for such a word.
    """

    def reads(word: str) -> Any:
        try:
            return read(word)
        except ValueError:
            raise argparse.ArgumentTypeError(say(wrong(word))) from None

    return reads


def _address(say: Callable[[Text], str]) -> Callable[[str], str]:
    """Return what reads an address to listen on."""
    return _read(
        say,
        lambda word: word if word == "localhost" else str(ipaddress.ip_address(word)),
        lambda word: T("“{word}” is not an address; an example is 0.0.0.0", word=word),
    )


def _network(say: Callable[[Text], str]) -> Callable[[str], Network]:
    """Return what reads a network in CIDR notation; an address alone is a network of its own."""
    return _read(
        say,
        lambda word: ipaddress.ip_network(word, strict=False),
        lambda word: T("“{word}” is not a network; write one such as 10.0.0.0/8", word=word),
    )


def _public(say: Callable[[Text], str]) -> Callable[[str], str]:
    """Return what reads a public address."""
    return _read(
        say,
        lambda word: Deployment(public=word).public,
        lambda word: T("“{word}” is not a public address; write one such as https://games.example/", word=word),
    )


def _database(say: Callable[[Text], str]) -> Callable[[str], str]:
    """Return what reads the address of a database."""
    return _read(
        say,
        lambda word: _matching(r"postgres(ql)?://.*", word),
        lambda word: T(
            "“{word}” is not the address of a database; write one such as postgresql://localhost/companion", word=word
        ),
    )


def _room(say: Callable[[Text], str]) -> Callable[[str], str]:
    """Return what reads the name of a room."""
    return _read(
        say,
        lambda word: _matching("[a-z0-9-]{1,64}", word),
        lambda word: T(
            "“{word}” cannot be the name of a room: names have small letters a to z, digits and hyphens", word=word
        ),
    )


def _matching(pattern: str, word: str) -> str:
    if not re.fullmatch(pattern, word):
        raise ValueError(word)
    return word


def _named(say: Callable[[Text], str]) -> Callable[[str], Path]:
    """Return what reads the name of a file or folder; none would be the folder one is in."""

    def path(word: str) -> Path:
        if not word.strip():
            raise argparse.ArgumentTypeError(say(T("“{word}” is not a name", word=word)))
        return Path(word)

    return path
