"""How long a message of a page may be: short, except while the page shows where something long can come in."""

from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from enum import Enum
from typing import Final

#: The longest message in bytes unless something longer was asked for: a text of 4,000 characters, or a link.
SHORT: Final = 64 * 1024
#: The longest text that can be pasted where one is asked for, in bytes; what is longer comes as a file.
LONG_TEXT: Final = 1024 * 1024


class Asked(Enum):
    """What a page can be asked for that is long."""

    #: A file or a photograph of the device, by its picker.
    FILE = "file"
    #: A text to paste, such as a saved game.
    TEXT = "text"
    #: A picture of the screen, made by the client.
    PICTURE = "picture"


class Allowance:
    """How long the messages of one page may be at the moment.

    :param most: the longest message ever, in bytes.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._asked: Counter[Asked] = Counter()
        #: Is called when the longest message changes.
        self.changed: Callable[[], None] = lambda: None

    def ask_for(self, what: Asked) -> Callable[[], None]:
        """Allow something long, until the returned function is called."""
        self._asked[what] += 1
        self.changed()
        open_ = True

        def close() -> None:
            nonlocal open_
            if open_:
                open_ = False
                self._asked[what] -= 1
                self.changed()

        return close

    def bytes_for(self, what: Asked | None) -> int:
        """Return how many bytes a message may have that brings this, or nothing that is long."""
        if what is None or not self._asked[what]:
            return min(SHORT, self.most)
        return min(LONG_TEXT, self.most) if what is Asked.TEXT else self.most

    @property
    def longest(self) -> int:
        """How many bytes any message may have."""
        return max(map(self.bytes_for, Asked))


#: That of the running page; a page without a server has none.
ALLOWANCE: Final[ContextVar[Allowance | None]] = ContextVar("allowance", default=None)
