"""A link as a QR code, for the terminal and for the screen."""

import io
import re
from functools import lru_cache
from typing import Any, Final

_BORDER: Final = 4
#: Upper and lower half of a character cell, dark or not, drawn in the foreground colour.
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_DARK_ON_LIGHT: Final = "\x1b[30;107m"
_PLAIN: Final = "\x1b[0m"

#: Characters at the end of a link that can be encoded as two in eleven bits.
_DENSE: Final = re.compile(r"[0-9A-Z$%*+\-./:]{8,}$", re.ASCII)

#: The finest code that is easily scanned from a phone's screen, and its bits without those that mend errors.
FINEST: Final = 20
_BITS: Final = 6888
#: Bits in which the code says how the letters are written, and how many there are: before a link, which may have letters
#: of all the world, and before its dense end.
_SAID: Final = (4 + 8 + 4 + 16) + (4 + 11)


def room(link: str) -> int:
    """Return how many dense letters fit behind the beginning of a link: ``0-9``, ``A-Z`` and the hyphen.

    >>> room("https://example.org/pocket/#/bring/")
    1192
    """
    return (_BITS - _SAID - 8 * len(link.encode())) * 2 // 11


def _code(url: str, error: str = "m") -> Any:
    import segno

    dense = _DENSE.search(url)
    parts: Any = [url[: dense.start()], dense[0]] if dense and dense.start() else url
    return segno.make(parts, error=error, micro=False)


def qr_terminal(url: str, *, colour: bool = True) -> str:
    """Return a QR code drawn with half blocks.

    :param colour: set black and white by escape codes, so that it reads the same on dark and light terminals;
        without it the light modules are drawn, which suits a dark terminal.
    """
    rows = [[int(bool(module)) for module in row] for row in _code(url).matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    if colour:
        lines = ["".join(_HALVES[cell] for cell in zip(*pair, strict=True)) for pair in pairs]
        return "\n".join(f"{_DARK_ON_LIGHT}{line}{_PLAIN}" for line in lines)
    return "\n".join("".join(_HALVES[1 - a, 1 - b] for a, b in zip(*pair, strict=True)) for pair in pairs)


@lru_cache(maxsize=16)
def qr_png(url: str, *, scale: int = 10, fine: bool = False) -> bytes:
    """Return a QR code as a PNG picture.

    :param scale: pixels per module.
    :param fine: whether it is to hold as much as it can; on a screen there is nothing to mend.
    """
    out = io.BytesIO()
    _code(url, "l" if fine else "m").save(out, kind="png", border=_BORDER, scale=scale)
    return out.getvalue()
