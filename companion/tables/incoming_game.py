"""What comes in from another phone: parts that are kept until all are there, and the game they make, looked at before it is taken."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from attrs import frozen

from companion.kernel.record import Record
from companion.kernel.text import Text, messages
from companion.storage import limits
from companion.storage.backup import Bundle, SharedGame, is_bundle, read_bundle, shared_game
from companion.storage.codec import LogError, read_whole_log
from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.storage.merge import PARTS, Merged
from companion.storage.share_link import PartialTransfer, has_parts, of_log, parts_in
from companion.tables.tables import Tables

T, N = messages("companion")

#: So many games may be waiting for parts; who begins another one has given up the first.
_WAITING: Final = 8


@frozen
class IncomingGame:
    """A game that could be taken in.

    :param record: the game as it is told from its first entry to its last.
    :param would: what would become of it.
    :param further: whether it has gone on further here.
    """

    game: SharedGame
    record: Record
    would: Merged
    further: bool

    @property
    def here(self) -> str:
        """The id it has here, or would get."""
        return self.would.games[self.game.id]


def read(content: bytes, tables: Tables, *, typed: bool = False) -> Bundle | SharedGame | None:
    """Return what is in a file or a text from elsewhere; parts of a game are put to those that came in before.

    :param typed: whether it was pasted where a link or a log is asked for.
    :return: everything of a device, or one game; ``None`` if parts came in.
    :raises StorageError: if it is nothing of Companion's, damaged, or could not be stored.
    """
    if is_bundle(content):
        return read_bundle(content)
    text = content.decode("utf-8", errors="replace")
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "#")):
        try:
            return of_log(text, tables.games, now=datetime.now(UTC))
        except LogError as error:
            raise _in_line(error) from None
    if not typed and not has_parts(text):
        what = T("This is neither a game nor what a device has saved. Companion can do nothing with it.")
        raise StorageError(shared_game(what))
    collect(tables.library, text)
    return None


def collect(library: Library, text: str) -> None:
    """Keep the parts of games that stand in a text, with those that came in before.

    :raises StorageError: if there are none, or they could not be stored.
    """
    before = waiting(library)
    now: dict[tuple[str, int], PartialTransfer] = {}
    for part in parts_in(text):
        key = part.mark, part.of
        now[key] = (now.get(key) or before.get(key) or PartialTransfer(part.of, part.mark)).with_part(part)
        if len(now) > _WAITING:
            raise StorageError(
                shared_game(T("There are more than {n} games in it. Pass on one after the other.", n=_WAITING))
            )
    for each in now.values():
        kept = {
            "parts": {str(number): text for number, text in each.parts.items()},
            "at": datetime.now(UTC).isoformat(),
        }
        library.set_setting(_key(each), kept)
    for old in [*waiting(library).values()][_WAITING:]:
        forget(library, old)


def waiting(library: Library) -> dict[tuple[str, int], PartialTransfer]:
    """Return what has come in and was not taken yet, the latest first, by its mark and how many parts it has."""
    found = sorted(library.settings(PARTS).items(), key=lambda item: _at(item[1]), reverse=True)
    read = (_collected(key, value) for key, value in found)
    return {(each.mark, each.of): each for each in read if each}


def forget(library: Library, collected: PartialTransfer) -> None:
    """Let go of what has come in: it was taken, or nobody wants it.

    :raises StorageError: if that could not be stored.
    """
    library.forget_setting(_key(collected))


def look_at(game: SharedGame, tables: Tables, say: Callable[[Text], str]) -> IncomingGame:
    """Tell a game from its first entry to its last, and what would become of it here.

    :raises StorageError: if it cannot be read, or an entry is not allowed.
    """
    try:
        _, record = read_whole_log("\n".join(game.lines), tables.games)
    except LogError as error:
        raise _in_line(error) from None
    would = tables.join(Bundle((game,)), say, only_try=True)
    here = would.games[game.id]
    further = bool(would.known) and tables.library.stored(here).entries > len(game.lines) - 1
    return IncomingGame(game, record, would, further)


def _in_line(error: LogError) -> StorageError:
    return StorageError(
        shared_game(
            T(
                "This game is not added, because something in it is wrong. Line {n}: {why}",
                n=error.line,
                why=error.why.text,
            )
        )
    )


def _key(collected: PartialTransfer) -> str:
    return f"{PARTS}{collected.mark}.{collected.of}"


def _at(value: Any) -> str:
    return str(value.get("at", "")) if isinstance(value, dict) else ""


def _collected(key: str, value: Any) -> PartialTransfer | None:
    """Return what has come in, or nothing if the disk has spoilt it."""
    try:
        mark, of = key.removeprefix(PARTS).split(".")
        limits.refuse_more(most := limits.whole(of), limits.PARTS)
        return PartialTransfer(most, mark, {limits.whole(number): str(text) for number, text in value["parts"].items()})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
