"""What a plain "undo" takes back, and what a plain "redo" brings back: reports and corrections alike, the latest first."""

from collections.abc import Iterable, Sequence

from companion.kernel.correcting import moment
from companion.kernel.log import Act, Amend, Change, Entry, Event, PrivateNote, Redo, Rename, Ruling, Undo
from companion.kernel.record import Record, all_undone, targets
from companion.kernel.text import Text, messages

T, N = messages("companion")


def to_undo(record: Record, by: int | None = None) -> tuple[str, ...]:
    """Return what a plain "undo" takes back: the latest report, or what corrected one since.

    What was undone is left to "redo", and what others than ``by`` noted for themselves is passed over.
    """
    gone = all_undone(record.entries)
    entries = {entry.id: entry for entry in record.entries}
    for place in reversed(range(record.version)):
        latest = record.entries[place]
        if latest.id in gone:
            continue
        match latest.change:
            case Undo():
                continue
            case Redo(named):
                if any(_counts(entries[id], gone, by, entries) for id in named):
                    together = _told_with(record.entries[:place], latest)
                    stays = gone.union(*(targets(entries[id].change) for id in together))
                    return (*together, *(id for id in named if id not in stays))
            case _ if _counts(latest, gone, by, entries):
                return (*_told_with(record.entries[:place], latest), latest.id)
    return ()


def to_redo(record: Record) -> tuple[str, ...]:
    """Return what a plain "redo" brings back: what was undone last, unless the game has gone on since."""
    gone = all_undone(record.entries)
    for place in reversed(range(record.version)):
        entry = record.entries[place]
        match entry.change:
            case Undo(named) if entry.id not in gone:
                back = tuple(id for id in named if id in gone)
                # what was dropped by a redo does not fit beside it
                if back and not _is_with_redo(record.entries[place : place + 2]):
                    return back
            case Undo() | Redo():
                continue
            case change if not _is_beside(change):
                return ()
    return ()


def told(record: Record, ids: Iterable[str]) -> Text | None:
    """Return what some reports and corrections are called together, for who takes them back; ``None`` if there are none."""
    named = {*ids}
    entries = [entry for entry in record.entries if entry.id in named]
    # a report says what it is of itself; what had to go with a correction does not, nor a note that goes with what it was about
    said = [one for one in entries if not isinstance(one.change, Undo | Redo) and not _is_beside(one.change)] or entries
    if not said:
        return None
    latest = _told(record, said[-1])
    return (
        N("{what} and {n} more entry", "{what} and {n} more entries", n=len(said) - 1, what=latest)
        if said[1:]
        else latest
    )


def _told(record: Record, entry: Entry) -> Text:
    match entry.change:
        case Amend(corrected, action):
            line = record.item(corrected)
            n = record.number(line.entry) if line else 0
            return T("correction of entry {n} to “{what}”", n=n, what=record.describe(action))
        case Undo() | Redo():
            return T("correction in the history")
    line = record.item(entry.id)
    if line is None:
        return T("correction in the history")
    return record.headline(line)


def _told_with(before: tuple[Entry, ...], entry: Entry) -> tuple[str, ...]:
    """Return the corrections that were entered in one go with an entry, because only together they were allowed."""
    together: list[str] = []
    if isinstance(entry.change, Amend | Redo):
        for other in reversed(before):
            if not isinstance(other.change, Undo | Redo | Amend) or moment(other) != moment(entry) or not entry.at:
                break
            together.insert(0, other.id)
    return tuple(together)


def _is_with_redo(entries: Sequence[Entry]) -> bool:
    """Tell whether of two entries the second brings something back and was entered in one go with the first."""
    first, second = entries[0], entries[-1]
    return isinstance(second.change, Redo) and moment(first) == moment(second) and bool(first.at)


def _counts(entry: Entry, gone: set[str], by: int | None, entries: dict[str, Entry]) -> bool:
    """Tell whether taking an entry back changes what whoever takes it back sees."""
    if entry.id in gone:
        return False
    match entry.change:
        case Amend(corrected, action):
            if corrected not in entries or corrected in gone:
                return False
            # a note that was made a report concerns everybody from then on
            return not isinstance(action, PrivateNote) or _counts(entries[corrected], gone, by, entries)
        case Act(PrivateNote(seat=seat)):
            return seat == by
        case change:
            return isinstance(change, Event)


def _is_beside(change: Change) -> bool:
    """Tell whether an entry leaves the game as everybody sees it: a private note, a name, or what the group has decided."""
    return isinstance(change, Ruling | Rename) or (isinstance(change, Act) and isinstance(change.action, PrivateNote))
