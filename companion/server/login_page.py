"""The page for unauthorized clients: instructions and a field for the spoken code."""

import html
from enum import Enum
from string import Template
from typing import Final

from companion.i18n import Renderer, negotiate
from companion.kernel.text import messages
from companion.server.plain_page import plain_page

T, N = messages("companion")

_MAIN: Final = Template(
    """\
<h1>Companion</h1>
<p>$said</p>
$tried<form method="get" action="$home">
<label for="code">$code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" required pattern="[0-9 ]{6,}" title="$digits">
<button>$join</button>
</form>
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
    return plain_page(locale, _MAIN.substitute(tried=why, home=html.escape(home), **parts))
