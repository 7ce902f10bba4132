"""The language the command speaks."""

import os
from collections.abc import Callable, Sequence

from companion.kernel.text import Text


def locale_of(words: Sequence[str]) -> str:
    """Return the language to speak: what ``--locale`` says, or the environment."""
    from companion.i18n import negotiate

    asked = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--locale"]
    asked += [word.partition("=")[2] for word in words if word.startswith("--locale=")]
    environment = [
        os.environ.get(name, "").partition(".")[0].replace("_", "-") for name in ("LC_ALL", "LC_MESSAGES", "LANG")
    ]
    return negotiate([*asked, *environment])


def speaker(locale: str) -> Callable[[Text], str]:
    """Return what says a text in a language."""
    from companion.i18n import Renderer

    return Renderer(locale).text
