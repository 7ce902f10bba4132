"""Who the reader of the running page is to this machine; the server sets it for each connection."""

from contextvars import ContextVar
from typing import Final

#: Whether the page is shown on the machine that runs the program. Whoever comes in by the door for phones is a guest,
#: and so is everybody of whom nothing is known.
HOST: Final[ContextVar[bool]] = ContextVar("host", default=False)

#: Where the reader's browser has the page from, such as ``https://games.example``; empty where there is no browser.
ORIGIN: Final[ContextVar[str]] = ContextVar("origin", default="")
