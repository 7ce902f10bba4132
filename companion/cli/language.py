"""The language the command speaks."""

from collections.abc import Callable, Sequence

from companion.kernel.text import Text
from companion.tables.languages import of_environment


def locale_of(words: Sequence[str]) -> str:
    """Return the language to speak: what ``--locale`` says, or the environment."""
    from companion.i18n import negotiate

    asked = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--locale"]
    asked += [word.partition("=")[2] for word in words if word.startswith("--locale=")]
    return negotiate([*asked, *of_environment()])


def speaker(locale: str) -> Callable[[Text], str]:
    """Return what says a text in a language."""
    from companion.i18n import Renderer

    return Renderer(locale).text
