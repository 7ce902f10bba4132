"""The command ``companion``: opens the app, serves it, replays logs, lists games, and shows rules."""

import argparse
import codecs
import errno
import io
import ipaddress
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TextIO

from companion.games import games, left_out
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Text, messages
from companion.kernel.written import STEERING, harmless
from companion.resources import MissingNumber

T, N = messages("companion")

OK, REFUSED, NO_LOG, USAGE, NO_OUTPUT, INTERRUPTED = 0, 1, 2, 2, 3, 130


class NoOutput(Exception):
    """What was to be printed cannot be; the cause is the system's error."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    :param arguments: the words after ``companion``; by default those of the process.
    """
    from companion.i18n import argparse_says

    _occupy_closed_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    locale = _locale(words)
    say = _speaker(locale)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without umlauts shows a "?" in their place
            stream.reconfigure(errors="replace")
    try:
        try:
            with argparse_says(say):
                options = _parser(locale).parse_args(words)
            for why in options.left_out():
                _complain(say(T("Left out: {why}", why=why)))
            return int(options.run(options))
        finally:  # also after argparse has shown its help or refused the words
            _flush()
    except NoOutput as silenced:
        return _silenced(silenced.__cause__, say)
    except MissingNumber as missing:
        _complain(say(T("{file} has no number “{key}”", file=str(missing.file), key=missing.key)))
        return NO_LOG
    except KeyboardInterrupt:
        return INTERRUPTED


def _occupy_closed_streams() -> None:
    """Put the null device in the place of standard streams that are closed.

    Else the next file that is opened, such as the saved games, would get the number of a stream, and its words.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free, which is this one
    # without it, print would send errors to the standard output
    sys.stderr = sys.stderr or _nowhere()


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _print(text: str) -> None:
    """Print a text with nothing in it that steers the terminal.

    :raises NoOutput: if that is not possible.
    """
    _write(harmless(text, lines=True))


def _write(text: str, end: str = "\n") -> None:
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(text, end=end)
    except OSError as error:
        raise NoOutput from error


def _flush() -> None:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise NoOutput from error


def _complain(*texts: str) -> None:
    """Print an error, on one line and with nothing in it that steers the terminal."""
    try:
        print(*(harmless(" ".join(text.split())) for text in texts), file=sys.stderr, flush=True)
    except OSError:  # there is nobody to tell
        _discard(sys.stderr)


def _silenced(error: BaseException | None, say: Callable[[Text], str]) -> int:
    """Say that the standard output takes nothing, and return the exit code."""
    if sys.stdout is not None:
        _discard(sys.stdout)
    match error:
        case BrokenPipeError():  # the reader has seen enough
            return OK
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            _complain(say(T("The output is cut off: there is no space left.")))
        case OSError(errno=errno.EBADF):
            _complain(say(T("There is no output: it is closed.")))
        case _:
            _complain(say(T("The output is cut off: {error}", error=str(error))))
    return NO_OUTPUT


def _discard(stream: Any) -> None:
    """Let a stream take everything from now on, also what it still holds back; it would complain about that at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _locale(words: Sequence[str]) -> str:
    """Return the language to speak: what ``--locale`` says, or the environment."""
    from companion.i18n import negotiate

    asked = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--locale"]
    asked += [word.partition("=")[2] for word in words if word.startswith("--locale=")]
    environment = [
        os.environ.get(name, "").partition(".")[0].replace("_", "-") for name in ("LC_ALL", "LC_MESSAGES", "LANG")
    ]
    return negotiate([*asked, *environment])


def _speaker(locale: str) -> Callable[[Text], str]:
    from companion.i18n import Renderer

    return Renderer(locale).text


class _Parser(argparse.ArgumentParser):
    """Refuses wrong words without handing them raw to the terminal, and notices if nobody gets its help."""

    def print_help(self, file: Any = None) -> None:
        """Print what there is to say."""
        if file:
            super().print_help(file)
        else:
            _write(self.format_help(), end="")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        super().error(harmless(message))


def _parser(locale: str) -> argparse.ArgumentParser:
    say = _speaker(locale)
    parser = _Parser(prog="companion", description=say(T("The referee at the table for physical card and word games.")))
    parser.set_defaults(run=_open, left_out=tuple)
    _serving(parser, say)
    parser.add_argument(
        "--browser", action="store_true", help=say(T("open in the browser even if there is a desktop window"))
    )
    commands = parser.add_subparsers(metavar=say(T("COMMAND")))

    def command(
        under: Any, name: str, run: Callable[[argparse.Namespace], int], about: Text
    ) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = under.add_parser(name, help=say(about), description=say(about))
        made.set_defaults(run=run)
        return made

    serve = command(commands, "serve", _serve, T("Serve the app without opening it."))
    _serving(serve, say)
    serve.add_argument(
        "--host",
        type=_address(say),
        default="127.0.0.1",
        help=say(T("address to listen on; 0.0.0.0 lets phones in, with the key of the link")),
    )
    listed = command(commands, "games", _games, T("List the games."))
    replay = command(commands, "replay", _replay, T("Tell a log and show history, state, offers and sheet."))
    replay.add_argument(
        "file", type=_named(say), metavar=say(T("FILE")), help=say(T("a log; - reads from standard input"))
    )
    replay.add_argument("--trace", action="store_true", help=say(T("show everything after every entry")))

    rules = command(commands, "rules", _rules_usage, T("Look up the rules."))
    rules.set_defaults(parser=rules)
    ways = rules.add_subparsers(metavar=say(T("COMMAND")))
    all_rules = command(ways, "list", _rules_list, T("List all rules."))
    search = command(ways, "search", _rules_search, T("Search the rules."))
    search.add_argument("words", nargs="+", metavar=say(T("WORDS")), help=say(T("a question, a few words or an id")))
    search.add_argument(
        "--limit", type=_whole(say, 1, 1000), default=10, help=say(T("the most rules to show; by default 10"))
    )
    for made in (all_rules, search):
        made.add_argument("--game", choices=_Games(), metavar=say(T("GAME")), help=say(T("only this game’s")))
    one = command(ways, "show", _rules_show, T("Show one rule."))
    one.add_argument("id", metavar="ID")

    for made in (listed, replay):
        made.set_defaults(left_out=left_out)
    search.set_defaults(left_out=_left_out_of_search)
    for made in (all_rules, one):
        made.set_defaults(left_out=_left_out_of_rules)
    for made in (listed, replay, all_rules, search, one):
        made.add_argument("--json", action="store_true", help=say(T("for programs")))
    for made in (parser, serve, listed, replay, rules, all_rules, search, one):
        made.add_argument("--locale", default=argparse.SUPPRESS, help=say(T("language of the output, such as de")))
        made.set_defaults(locale=locale)
    return parser


class _Games:
    """What ``--game`` may name. To find the games is to start them, for which only those wait who name one."""

    def __iter__(self) -> Iterator[str]:
        return iter(("companion", *games()))


def _serving(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    parser.add_argument(
        "--port", type=_whole(say, 0, 65535), help=say(T("port to listen on; by default 8550 or a free one"))
    )
    parser.add_argument("--data", type=_named(say), help=say(T("folder to keep games in")))
    parser.add_argument(
        "--lan",
        action="store_true",
        help=say(T("let phones on the same network in: prints a link with a key and its QR code")),
    )


def _whole(say: Callable[[Text], str], low: int, high: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``low`` to ``high``."""

    def number(word: str) -> int:
        with suppress(ValueError):
            if low <= (value := int(word)) <= high:
                return value
        text = T("“{word}” is no whole number from {low} to {high}", word=word, low=str(low), high=str(high))
        raise argparse.ArgumentTypeError(say(text))

    return number


def _address(say: Callable[[Text], str]) -> Callable[[str], str]:
    """Return what reads an address to listen on."""

    def address(word: str) -> str:
        with suppress(ValueError):
            return word if word == "localhost" else str(ipaddress.ip_address(word))
        raise argparse.ArgumentTypeError(say(T("“{word}” is no address; write one such as 0.0.0.0", word=word)))

    return address


def _named(say: Callable[[Text], str]) -> Callable[[str], Path]:
    """Return what reads the name of a file or folder; none would be the folder one is in."""

    def path(word: str) -> Path:
        if not word.strip():
            raise argparse.ArgumentTypeError(say(T("“{word}” is no name", word=word)))
        return Path(word)

    return path


# companion, companion serve


def _open(options: argparse.Namespace) -> int:
    return _run(options, host="127.0.0.1", open_browser=True, desktop=not options.browser)


def _serve(options: argparse.Namespace) -> int:
    return _run(options, host=options.host, open_browser=False, desktop=False)


def _run(options: argparse.Namespace, **how: Any) -> int:
    from companion.app import data_folder, run
    from companion.storage.trouble import StorageError

    say = _speaker(options.locale)
    data = options.data or data_folder()
    # started without a terminal, as a window is
    sys.stdout = sys.stdout or _nowhere()

    def tell(text: Text) -> None:
        # the table plays on, whoever reads along
        with suppress(OSError):
            print(say(text), flush=True)

    try:
        return run(
            data=data,
            port=options.port,
            lan=options.lan,
            say=tell,
            **how,
        )
    except StorageError as error:
        _complain(say(error.why.text), say(T("The data folder is {folder}.", folder=str(data))))
        return REFUSED


# companion games


def _games(options: argparse.Namespace) -> int:
    say = _speaker(options.locale)
    if options.json:
        _print_json([_game_json(game.meta, say) for game in games().values()])
        return OK
    for game in games().values():
        meta = game.meta
        fewest, most = meta.seats
        players = f"{fewest}–{most}" if fewest != most else str(most)
        _print(
            say(
                T(
                    "{id}: {title}, {players} players, revision {revision}",
                    id=meta.id,
                    title=meta.title,
                    players=players,
                    revision=meta.revision,
                )
            )
        )
        for rule in meta.house_rules:
            choices = " · ".join(f"{option.id} ({say(option.title)})" for option in rule.options)
            _print(f"  {rule.key}: {say(rule.title)}: {choices}")
        for number in meta.house_numbers:
            _print(f"  {number.key}: {say(number.title)}: {number.low}–{number.high} ({number.default})")
    return OK


def _game_json(meta: Any, say: Callable[[Text], str]) -> dict[str, Any]:
    return {
        "id": meta.id,
        "title": say(meta.title),
        "seats": list(meta.seats),
        "revision": meta.revision,
        "house_rules": [
            {
                "key": rule.key,
                "title": say(rule.title),
                "rule": rule.rule,
                "options": [{"id": option.id, "title": say(option.title)} for option in rule.options],
                "default": rule.default,
            }
            for rule in meta.house_rules
        ],
        "house_numbers": [
            {
                "key": n.key,
                "title": say(n.title),
                "rule": n.rule,
                "low": n.low,
                "high": n.high,
                "default": n.default,
                "needs": list(n.needs),
            }
            for n in meta.house_numbers
        ],
    }


# companion replay


def _replay(options: argparse.Namespace) -> int:
    """Tell a log: exit code 1 with line and reason for the first entry refused, 2 for a file that is no log."""
    from companion.kernel.explain import Refused
    from companion.kernel.record import Record, replay
    from companion.storage.codec import LogError, read_log
    from companion.tables.printout import Printout

    say = _speaker(options.locale)
    try:
        text = _text_of(options.file)
    except (OSError, ValueError) as error:
        _complain(say(_unreadable(options.file, error)))
        return NO_LOG
    trace: list[Any] = []
    try:
        log = read_log(text, games())
        report_for = cache(partial(Printout, options.locale))  # a trace calls the players as they were called then

        def show(record: Record, *, whole: bool = False) -> Any:
            report = report_for(record.names)
            return report.json(record) if options.json else report.text(record, brief=not whole)

        each = (lambda record: trace.append(show(record))) if options.trace else None
        told = replay(log.game, log.header, log.entries, each)
        report = report_for(told.record.names)
    except LogError as error:
        _complain(say(T("Line {n}: {why}", n=error.line, why=error.why.text)))
        return NO_LOG
    except Refused as refused:
        _complain(say(T("Line {n}: {why}", n=log.line, why=refused.why.text)))
        return NO_LOG
    problem = _problem(told.failure, log)
    if options.json:
        shown = {"trace": trace or [show(told.record)]} if options.trace else show(told.record)
        _print_json(shown | {"error": problem and report.problem(*problem)})
    else:
        _print("\n\n".join([*trace[:-1], show(told.record, whole=True)]))
    if problem:
        line, why = problem
        _complain(report.say(T("Line {n}: {why}", n=line, why=why.text)), "[" + ", ".join(why.rules) + "]")
        return REFUSED
    return OK


def _text_of(file: Path) -> str:
    if str(file) != "-":
        return file.read_text(encoding="utf-8")
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    # a log is UTF-8, whatever the terminal speaks
    with open(sys.stdin.fileno(), encoding="utf-8", closefd=False) as standard:
        return standard.read()


def _unreadable(path: Path, error: OSError | ValueError) -> Text:
    """Return why a file cannot be read, and what to do."""
    file = T("Standard input") if str(path) == "-" else str(path)
    match error:
        case FileNotFoundError():
            return T("There is no file {file}.", file=file)
        case IsADirectoryError():
            return T("{file} is a folder. Name the file of a log.", file=file)
        case PermissionError():
            return T("{file} may not be read. Allow it, or copy the file elsewhere.", file=file)
        case UnicodeDecodeError():
            return T("{file} is no log: it is no text in UTF-8.", file=file)
        case OSError(errno=errno.EBADF):
            return T("{file} is closed, so there is no log to read.", file=file)
        case _:
            return T("{file} cannot be read: {error}", file=file, error=getattr(error, "strerror", None) or str(error))


def _problem(failure: Any, log: Any) -> tuple[int, Explanation] | None:
    """Return the line of the file and the reason of the first entry that cannot be told."""
    if failure:
        return log.lines[failure.number - 1], failure.why
    return (log.error.line, log.error.why) if log.error else None


# companion rules


def _rules_usage(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return USAGE


def _left_out_of_rules() -> tuple[Text, ...]:
    from companion.lookup import rulebook

    return (*left_out(), *rulebook().left_out)


def _left_out_of_search() -> tuple[Text, ...]:
    from companion.lookup.search import index

    return (*_left_out_of_rules(), *index().left_out)


def _rules_list(options: argparse.Namespace) -> int:
    from companion.lookup import rulebook

    say = _speaker(options.locale)
    found = rulebook().rules(options.game)
    if options.json:
        _print_json([{"id": r.id, "game": r.game, "kind": r.kind.value, "title": say(r.title)} for r in found])
        return OK
    for rule in found:
        _print(f"{rule.id}  [{rule.kind.value}]  {say(rule.title)}")
    return OK


def _rules_search(options: argparse.Namespace) -> int:
    """Print the rules that answer, the best first: exit code 1 if none does."""
    from companion.lookup.search import search

    say = _speaker(options.locale)
    question = " ".join(options.words)
    hits = search(question, options.locale, game=options.game, limit=options.limit)
    if options.json:
        _print_json([_hit_json(hit, say) for hit in hits])
    elif hits:
        _write("\n\n".join(_hit_text(hit, say) for hit in hits))
    if hits:
        return OK
    _complain(say(T("Nothing was found for “{words}”.", words=question)))
    return REFUSED


def _hit_text(hit: Any, say: Callable[[Text], str]) -> str:
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout and sys.stdout.isatty() else ("", "")
    pieces = ((harmless(piece.text, lines=True), piece.found) for piece in hit.passage)
    passage = "".join(f"{bold}{text}{plain}" if found else text for text, found in pieces)
    return f"{say(hit.rule.title)}  [{hit.rule.kind.value}]\n{hit.rule.id}\n  {passage}"


def _hit_json(hit: Any, say: Callable[[Text], str]) -> dict[str, Any]:
    rule = hit.rule
    return {
        "id": rule.id,
        "game": rule.game,
        "kind": rule.kind.value,
        "title": say(rule.title),
        "passage": "".join(piece.text for piece in hit.passage),
        "found": list(dict.fromkeys(piece.text for piece in hit.passage if piece.found)),
        "score": hit.score,
    }


def _rules_show(options: argparse.Namespace) -> int:
    from companion.lookup import UnknownRule, rulebook

    say = _speaker(options.locale)
    try:
        rule = rulebook().rule(options.id)
    except UnknownRule as unknown:
        near = Listing(unknown.near)
        text = (
            T("There is no rule {id}. Near it: {near}", id=options.id, near=near)
            if unknown.near
            else T("There is no rule {id}.", id=options.id)
        )
        _complain(say(text))
        return REFUSED
    if options.json:
        _print_json(
            {
                "id": rule.id,
                "game": rule.game,
                "kind": rule.kind.value,
                "title": say(rule.title),
                "text": say(rule.text),
                "example": say(rule.example) if rule.example else None,
                "keywords": say(rule.keywords),
                "see": list(rule.see),
                "phases": list(rule.phases),
            }
        )
        return OK
    _print(f"{say(rule.title)}  [{rule.kind.value}]\n{rule.id}\n\n{say(rule.text)}")
    if rule.example:
        _print(f"\n{say(T('Example'))}: {say(rule.example)}")
    if rule.see:
        _print("\n" + say(T("See also")) + ": " + ", ".join(rule.see))
    return OK


def _print_json(value: Any) -> None:
    everything = sys.stdout is not None and codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    parts = json.JSONEncoder(ensure_ascii=not everything, indent=2).iterencode(value)
    # the trace of a long game is hundreds of megabytes
    for written in iter(lambda: "".join(islice(parts, 10_000)), ""):
        # what would steer a terminal reads the same for a program if it is written with its number
        _write(STEERING.sub(lambda sign: sign[0] if sign[0] == "\n" else f"\\u{ord(sign[0]):04x}", written), end="")
    _write("")
