"""What the command prints: nothing in it steers the terminal, and who does not listen is no error of ours."""

import codecs
import errno
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

from companion.kernel.text import Text, messages
from companion.kernel.text_limits import CONTROL_CHARACTERS, printable

T, N = messages("companion")

#: Exit codes.
OK: Final = 0
REFUSED: Final = 1
NO_LOG: Final = 2
USAGE: Final = 2
NO_OUTPUT: Final = 3
INTERRUPTED: Final = 130


class NoOutput(Exception):
    """Printing failed; the cause is the system's error."""


def occupy_closed_streams() -> None:
    """Put the null device in the place of standard streams that are closed.

    Else the next file that is opened, such as the saved games, would get the number of a stream, and its words.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free, which is this one
    # without it, print would send errors to the standard output
    sys.stderr = sys.stderr or nowhere()


def nowhere() -> TextIO:
    """Return what takes everything and keeps nothing."""
    return Path(os.devnull).open("w", encoding="utf-8")


def print_text(text: str) -> None:
    """Print a text with nothing in it that steers the terminal.

    :raises NoOutput: if that is not possible.
    """
    write(printable(text, lines=True))


def print_json(value: Any) -> None:
    """Print a value for programs.

    :raises NoOutput: if that is not possible.
    """
    everything = sys.stdout is not None and codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    parts = json.JSONEncoder(ensure_ascii=not everything, indent=2).iterencode(value)
    # the trace of a long game is hundreds of megabytes
    for written in iter(lambda: "".join(islice(parts, 10_000)), ""):
        # what would steer a terminal reads the same for a program if it is written with its number
        write(
            CONTROL_CHARACTERS.sub(lambda sign: sign[0] if sign[0] == "\n" else f"\\u{ord(sign[0]):04x}", written),
            end="",
        )
    write("")


def write(text: str, end: str = "\n") -> None:
    """Print a text unchanged.

    :raises NoOutput: if that fails.
    """
    with _printing():
        print(text, end=end)


def write_bytes(content: bytes) -> None:
    """Print the content of a file unchanged.

    :raises NoOutput: if that fails.
    """
    with _printing():
        flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def flush() -> None:
    """Print buffered output.

    :raises NoOutput: if that fails.
    """
    if sys.stdout is not None:
        with _printing():
            sys.stdout.flush()


@contextmanager
def _printing() -> Iterator[None]:
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield
    except OSError as error:
        raise NoOutput from error


def complain(*texts: str) -> None:
    """Print an error, on one line and with nothing in it that steers the terminal."""
    try:
        print(*(printable(" ".join(text.split())) for text in texts), file=sys.stderr, flush=True)
    except OSError:  # stderr is closed, too
        _discard(sys.stderr)


def silenced(error: BaseException | None, say: Callable[[Text], str]) -> int:
    """Say that the standard output takes nothing, and return the exit code."""
    if sys.stdout is not None:
        _discard(sys.stdout)
    match error:
        case BrokenPipeError():  # the reader has seen enough
            return OK
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            complain(say(T("The output is cut off: there is no space left.")))
        case OSError(errno=errno.EBADF):
            complain(say(T("There is no output: it is closed.")))
        case _:
            complain(say(T("The output is cut off: {error}", error=str(error))))
    return NO_OUTPUT


def _discard(stream: Any) -> None:
    """Discard everything written to a stream from now on, including its buffer, which would raise at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
