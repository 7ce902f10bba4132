"""The page for unauthorized clients: instructions and a field for the spoken code."""

import html
from enum import Enum
from string import Template
from typing import Final

from companion.i18n import Renderer, negotiate
from companion.kernel.text import messages

T, N = messages("companion")

#: The style of the pages outside the program.
STYLE: Final = """\
:root { color-scheme: light dark; --ground: #f3ecdd; --ink: #211c15; --felt: #1f5c46; --on: #fff; --line: #8a7f6c }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16130e; --ink: #ece4d4; --felt: #8fd3b6; --on: #00382a; --line: #9a8f7c }
}
body { background: var(--ground); color: var(--ink); font: 1.125rem/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 26rem; margin: 0 auto; padding: 12vh 1.5rem 2rem }
h1 { font: 600 2rem/1.2 Georgia, serif; margin: 0 0 1rem }
label { display: block; margin: 2rem 0 .5rem; font-weight: 600 }
input, button { box-sizing: border-box; width: 100%; min-height: 3.5rem; font: inherit; border-radius: .75rem }
input { font-size: 1.75rem; letter-spacing: .2em; text-align: center; color: inherit; background: none;
  border: 2px solid var(--line) }
button { margin-top: 1rem; border: 0; background: var(--felt); color: var(--on); font-weight: 600 }
:focus-visible { outline: 3px solid var(--felt); outline-offset: 2px }
"""

_PAGE: Final = Template(
    """<!doctype html>
<html lang="$lang">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Companion</title>
<style>
$style
</style>
<main>
<h1>Companion</h1>
<p>$said</p>
$tried<form method="get" action="$home">
<label for="code">$code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" required pattern="[0-9 ]{6,}" title="$digits">
<button>$join</button>
</form>
</main>
</html>
"""
)


class FailedLogin(Enum):
    """Why a typed code was refused."""

    #: The code is unknown or has expired.
    WRONG = "wrong"
    #: The address sent too many wrong codes; for a moment, none from there is checked.
    TOO_OFTEN = "too often"


_TRIED: Final = {
    FailedLogin.WRONG: T(
        "This code is wrong or no longer valid. Codes are replaced now and then: please type the one on the host’s screen now, or scan "
        "the QR code next to it."
    ),
    FailedLogin.TOO_OFTEN: T(
        "Too many wrong codes were typed on this network. Please wait ten seconds and type the code on the host’s screen now, or scan "
        "the QR code next to it, which always works."
    ),
}


def login_page(languages: tuple[str, ...], tried: FailedLogin | None = None, home: str = "/") -> str:
    """Return the page in the preferred language.

    :param tried: why the typed code was refused, if one was typed.
    :param home: path of the program's home, where codes are sent to.
    """
    locale = negotiate(languages)
    say = Renderer(locale).text
    texts = {
        "said": T("Companion only lets in people who have the key. Please scan the QR code on the host’s screen."),
        "code": T("Or type the code next to it"),
        "digits": T("all digits of the code"),
        "join": T("Join"),
    }
    parts = {name: html.escape(say(text)) for name, text in texts.items()}
    why = f'<p role="alert">{html.escape(say(_TRIED[tried]))}</p>\n' if tried else ""
    return _PAGE.substitute(lang=locale, style=STYLE, tried=why, home=html.escape(home), **parts)
