"""Codes of six digits that can be said aloud and typed instead of a link's key.

Six digits are easy to say, but a program can guess them from many addresses. After a number of wrong guesses on all
codes together, each code is therefore replaced by a longer one, which cannot be guessed. Guests read the new code from
the same screen and join at once, however many others are guessing. All codes expire after an evening.
"""

import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

from companion.tables.signal import Signal

#: Digits of a code. A million guesses find one of six; 19,000 guesses a minute find one of ten in a year.
SHORT: Final = 6
LONG: Final = 10
#: Wrong guesses from all addresses together before codes become long.
BORNE: Final = 100
#: Seconds after which all codes are replaced.
EVENING: Final = 6 * 3600.0


class JoinCodes:
    """The codes of all links that are currently shown.

    They are replaced together: a code is valid from when it is first shown until :attr:`changed` tells the screens that
    there is another one.

    :param clock: the wall clock in seconds, which also advances while a computer sleeps.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self.changed = Signal()
        self._keys: dict[str, str] = {}
        self._since = 0.0
        self._digits = SHORT
        self._wrong = 0

    @property
    def are_long(self) -> bool:
        """Whether codes are too long to be guessed."""
        return self._digits == LONG

    def of(self, key: str) -> str:
        """Return the code to show for a key, creating one if necessary."""
        if known := next((code for code, opened in self._keys.items() if opened == key), None):
            return known
        if not self._keys:
            self._since = self._clock()
        while (code := f"{secrets.randbelow(10**self._digits):0{self._digits}}") in self._keys:
            pass
        self._keys[code] = key
        return code

    def key_of(self, typed: str) -> str | None:
        """Return the key of a code, ``None`` if there is no such code; spaces and hyphens are ignored."""
        digits = "".join(filter(str.isalnum, typed))
        return next(
            (key for code, key in self._keys.items() if hmac.compare_digest(code.encode(), digits.encode())), None
        )

    def end(self, key: str) -> None:
        """Revoke the code of a key."""
        self._keys = {code: opened for code, opened in self._keys.items() if opened != key}

    def guessed_wrong(self) -> None:
        """Count a wrong code; after :data:`BORNE` of them, replace all codes by long ones."""
        self._wrong += 1
        if self._wrong >= BORNE and not self.are_long:
            self._replace(LONG)

    def end_with_the_evening(self) -> None:
        """Replace all codes by short ones if they are older than :data:`EVENING`."""
        if self._keys and not 0 <= self._clock() - self._since < EVENING:
            self._replace(SHORT)

    def _replace(self, digits: int) -> None:
        self._keys, self._digits, self._wrong = {}, digits, 0
        self.changed.emit()
