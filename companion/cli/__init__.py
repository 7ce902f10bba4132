"""The command ``companion``: opens the app, serves it, replays logs, lists games, and shows rules."""

import io
import sys
from collections.abc import Sequence

from companion.cli.language import locale_of, speaker
from companion.cli.output import INTERRUPTED, NO_LOG, NoOutput, complain, flush, occupy_closed_streams, silenced
from companion.cli.parser import parser
from companion.kernel.text import messages
from companion.resources import MissingNumber

T, N = messages("companion")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    :param arguments: the words after ``companion``; by default those of the process.
    """
    from companion.i18n.arguments import argparse_says

    occupy_closed_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    locale = locale_of(words)
    say = speaker(locale)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without umlauts shows a "?" in their place
            stream.reconfigure(errors="replace")
    try:
        try:
            with argparse_says(say):
                options = parser(locale).parse_args(words)
            for why in options.left_out():
                complain(say(T("Left out: {why}", why=why)))
            return int(options.run(options))
        finally:  # also after argparse has shown its help or refused the words
            flush()
    except NoOutput as cut_off:
        return silenced(cut_off.__cause__, say)
    except MissingNumber as missing:
        complain(say(T("{file} has no number “{key}”", file=str(missing.file), key=missing.key)))
        return NO_LOG
    except KeyboardInterrupt:
        return INTERRUPTED
