"""How long a page's messages may be: short, except while the page shows a control for long content."""

from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from enum import Enum
from typing import Final

#: The longest unsolicited message in bytes: enough for a text of 4,000 characters, or a link.
SHORT: Final = 64 * 1024
#: The longest text that can be pasted where a page asks for one, in bytes; longer texts are sent as a file.
LONG_TEXT: Final = 1024 * 1024


class LongMessage(Enum):
    """Kinds of long content that a page can be asked for."""

    #: A file or a photograph of the device, chosen in its picker.
    FILE = "file"
    #: A text to paste, such as a saved game.
    TEXT = "text"


class MessageSizes:
    """The current size limit of one page's messages.

    :param most: the upper bound of the limit, in bytes.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._asked: Counter[LongMessage] = Counter()
        #: Called when the limit changes.
        self.changed: Callable[[], None] = lambda: None

    def ask_for(self, what: LongMessage) -> Callable[[], None]:
        """Allow long content of a kind until the returned function is called."""
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

    def bytes_for(self, what: LongMessage | None) -> int:
        """Return the size limit of a message with content of this kind, or without long content."""
        if what is None or not self._asked[what]:
            return min(SHORT, self.most)
        return min(LONG_TEXT, self.most) if what is LongMessage.TEXT else self.most

    @property
    def longest(self) -> int:
        """The size limit of any message, in bytes."""
        return max(map(self.bytes_for, LongMessage))


#: The allowance of the running page; a page without a server has none.
ALLOWANCE: Final[ContextVar[MessageSizes | None]] = ContextVar("allowance", default=None)
