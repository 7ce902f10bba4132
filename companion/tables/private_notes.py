"""Private notes in a log, which players are warned about before they share or read it, and games with such notes."""

from companion.kernel.log import Act, Amend, PrivateNote
from companion.kernel.record import AnyGame, Record


def has_private_notes(game: AnyGame) -> bool:
    """Return whether players of a game have something that only they may see."""
    return any(issubclass(kind, PrivateNote) or hasattr(kind, "private") for kind in game.actions)


def seats_with_private_notes(record: Record) -> tuple[int, ...]:
    """Return the seats with private notes in a log, undone ones included."""
    reports = [entry.change.action for entry in record.entries if isinstance(entry.change, Act | Amend)]
    return tuple(
        sorted({each.seat for each in reports if isinstance(each, PrivateNote) or getattr(each, "private", False)})
    )
