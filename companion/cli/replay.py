"""``companion replay``."""

import argparse
import errno
import io
import os
import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.json_patch import json_patch
from companion.cli.language import speaker
from companion.cli.output import NO_LOG, OK, REFUSED, USAGE, complain, print_json, print_text
from companion.games import games
from companion.kernel.explain import Explanation
from companion.kernel.text import Text, messages

if TYPE_CHECKING:
    from companion.kernel.record import Failure, Record
    from companion.storage.codec import Log

T, N = messages("companion")


def replay_log(options: argparse.Namespace) -> int:
    """Replay a log: exit code 1 with line and reason for the first refused entry, 2 for a file that is no log.

    ``--trace`` prints the whole document after each entry; ``--trace=changes`` prints a JSON Patch against the previous
    document, starting from ``null``.
    """
    from companion.kernel.explain import Refused
    from companion.kernel.record import replay
    from companion.storage.codec import LogError, read_log
    from companion.storage.errors import StorageError

    say = speaker(options.locale)
    if options.trace == "changes" and not options.json:
        complain(say(T("--trace=changes is for programs: add --json.")))
        return USAGE
    try:
        text = _text_of(options.file)
    except (OSError, ValueError) as error:
        complain(say(unreadable(options.file, error)))
        return NO_LOG
    except StorageError as error:
        complain(say(error.why.text))
        return NO_LOG
    trace = _Trace(options)
    try:
        log = read_log(text, games())
        replayed = replay(log.game, log.header, log.entries, trace.note if options.trace else None)
        if options.json and options.trace and not trace.documents:
            trace.note(replayed.record)
        report = trace.report_for(replayed.record.names)
    except LogError as error:
        complain(say(T("Line {n}: {why}", n=error.line, why=error.why.text)))
        return NO_LOG
    except Refused as refused:
        complain(say(T("Line {n}: {why}", n=log.line, why=refused.why.text)))
        return NO_LOG
    problem = _problem(replayed.failure, log)
    if options.json:
        print_json(trace.result(replayed.record) | {"error": problem and report.problem(*problem)})
    else:
        print_text("\n\n".join([*trace.documents[:-1], trace.show(replayed.record, whole=True)]))
    if problem:
        line, why = problem
        complain(report.say(T("Line {n}: {why}", n=line, why=why.text)), "[" + ", ".join(why.rules) + "]")
        return REFUSED
    return OK


class _Trace:
    """The documents of a replay, as text or JSON: one after each entry, or patches between them."""

    def __init__(self, options: argparse.Namespace) -> None:
        from companion.tables.text_report import TextReport

        self._options = options
        self._changes = options.trace == "changes"
        self._latest: Any = None
        self.documents: list[Any] = []
        #: A trace calls the players by the names they had at the time.
        self.report_for = cache(partial(TextReport, options.locale))

    def show(self, record: "Record", *, whole: bool = False) -> Any:
        report = self.report_for(record.names)
        return report.json(record) if self._options.json else report.text(record, brief=not whole)

    def note(self, record: "Record") -> None:
        before, self._latest = self._latest, self.show(record)
        self.documents.append(json_patch(before, self._latest) if self._changes else self._latest)

    def result(self, record: "Record") -> Any:
        if not self._options.trace:
            return self.show(record)
        return {"changes" if self._changes else "trace": self.documents}


def _text_of(file: Path) -> str:
    """Return the text of a log, decoded as UTF-8 in every locale."""
    return io.TextIOWrapper(io.BytesIO(content_of(file)), encoding="utf-8").read()


def content_of(file: Path) -> bytes:
    """Return the content of a file or of standard input.

    :raises OSError: if it cannot be read.
    :raises StorageError: if it is too large.
    """
    from companion.storage.backup import too_large
    from companion.storage.limits import FILE

    if str(file) != "-":
        with file.open("rb") as opened:
            content = opened.read(FILE + 1)
    elif sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    else:
        content = sys.stdin.buffer.read(FILE + 1)
    if len(content) > FILE:
        raise too_large()
    return content


def unreadable(path: Path, error: OSError | ValueError) -> Text:
    """Return why a file cannot be read, and what to do."""
    file = T("Standard input") if str(path) == "-" else str(path)
    match error:
        case FileNotFoundError():
            return T("There is no file {file}.", file=file)
        case IsADirectoryError():
            return T("{file} is a folder. Name the file of a log.", file=file)
        case PermissionError():
            return T("Companion may not read {file}. Allow it, or copy the file elsewhere.", file=file)
        case UnicodeDecodeError():
            return T("{file} is not a log: it is not text in UTF-8.", file=file)
        case OSError(errno=errno.EBADF):
            return T("{file} is closed, so there is no log to read.", file=file)
        case _:
            return T("{file} cannot be read: {error}", file=file, error=getattr(error, "strerror", None) or str(error))


def _problem(failure: "Failure | None", log: "Log") -> tuple[int, Explanation] | None:
    """Return the line and the reason of the first entry that cannot be replayed."""
    if failure:
        return log.lines[failure.number - 1], failure.why
    return (log.error.line, log.error.why) if log.error else None
