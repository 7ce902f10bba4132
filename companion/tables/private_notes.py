"""Private notes in a log, which players are warned about before they share or read it."""

from companion.kernel.log import Act, Amend, PrivateNote
from companion.kernel.record import Record


def seats_with_private_notes(record: Record) -> tuple[int, ...]:
    """Return the seats with private notes in a log, undone ones included."""
    reports = [entry.change.action for entry in record.entries if isinstance(entry.change, Act | Amend)]
    return tuple(
        sorted({each.seat for each in reports if isinstance(each, PrivateNote) or getattr(each, "private", False)})
    )
