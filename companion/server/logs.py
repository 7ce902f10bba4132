"""The log of the server: time, level, room and table; neither names nor keys."""

import logging
import sys
from typing import Final

from companion.server.rooms import CURRENT_ROOM
from companion.tables.shown_table import SHOWN_TABLE

_FORMAT: Final = "{asctime} {levelname} {name} room={room} table={table} {message}"

#: What Flet says about a page that left before its first screen was drawn.
_GONE: Final = ("Session closed", "'NoneType' object has no attribute 'after_event'")


class _Page(logging.Filter):
    """Adds the room and the table that the running page shows, and drops failures of pages that have left."""

    def filter(self, record: logging.LogRecord) -> bool:
        room, shown = CURRENT_ROOM.get(), SHOWN_TABLE.get()
        record.room = room.name if room else "-"
        record.table = (shown and shown.id) or "-"
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, RuntimeError | AttributeError) and str(error) in _GONE)


def write_log(level: int = logging.WARNING) -> None:
    """Write the log to standard error.

    :param level: the least level that is written.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_Page())
    formatter = logging.Formatter(_FORMAT, style="{")
    formatter.default_msec_format = "%s.%03d"
    handler.setFormatter(formatter)
    logging.basicConfig(level=level, handlers=[handler])
