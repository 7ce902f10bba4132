"""Translates argparse."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from companion.kernel.text import Text, messages

T, N = messages("companion")

#: Messages of argparse, with its own placeholders.
WORDS: Final = (
    T("usage:"),
    T("positional arguments"),
    T("options"),
    T("show this help message and exit"),
    T("%(prog)s: error: %(message)s"),
    T("argument %(argument_name)s: %(message)s"),
    T("the following arguments are required: %s"),
    T("unrecognized arguments: %s"),
    T("invalid choice: %(value)r (choose from %(choices)s)"),
    T("expected one argument"),
    T("ambiguous option: %(option)s could match %(matches)s"),
    T("ignored explicit argument %r"),
)


@contextmanager
def argparse_says(say: Callable[[Text], str]) -> Iterator[None]:
    """Translate argparse's messages while the context is open; those not in :data:`WORDS` stay English.

    Argparse calls ``_`` of its module for every message; the only other hook is gettext files on the disk.

    :param say: renders a text.
    """
    known = {text.message: text for text in WORDS}

    def translated(message: str) -> str:
        words = message.strip()
        return message.replace(words, say(known[words])) if words in known else message

    module = vars(argparse)
    before = module["_"]
    module["_"] = translated
    try:
        yield
    finally:
        module["_"] = before
