"""What a log holds that was meant for one player's eyes: whoever passes it on is told whose that is, and so is who reads it."""

from companion.kernel.log import Act, Amend, PrivateNote
from companion.kernel.record import Record


def seats_with_private_notes(record: Record) -> tuple[int, ...]:
    """Return the seats whose private words stand in a log, those that were undone included."""
    told = [entry.change.action for entry in record.entries if isinstance(entry.change, Act | Amend)]
    return tuple(
        sorted({each.seat for each in told if isinstance(each, PrivateNote) or getattr(each, "private", False)})
    )
