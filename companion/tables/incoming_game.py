"""Games received from other phones: chunks are stored until the game is complete; it is previewed before it is added."""

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

#: Most incomplete games; when another one begins, the oldest is dropped.
_WAITING: Final = 8


@frozen
class IncomingGame:
    """A received game that could be added.

    :param record: the game replayed to the last entry.
    :param would: what adding it would do.
    :param further: whether the game here has continued further.
    """

    game: SharedGame
    record: Record
    would: Merged
    further: bool


def read(content: bytes, tables: Tables, *, typed: bool = False) -> Bundle | SharedGame | None:
    """Return the content of a received file or text; chunks of a game are stored with earlier ones.

    :param typed: whether it was pasted where a link or a log is expected.
    :return: a backup or one game; ``None`` if chunks were received.
    :raises StorageError: if it has an unknown format, is damaged, or could not be stored.
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
        what = T("This is neither a game nor a backup. Companion can do nothing with it.")
        raise StorageError(shared_game(what))
    collect(tables.library, text)
    return None


def collect(library: Library, text: str) -> None:
    """Store the chunks of games in a text, together with earlier ones.

    :raises StorageError: if there are none, or they could not be stored.
    """
    before = waiting(library)
    now: dict[tuple[str, int], PartialTransfer] = {}
    for part in parts_in(text):
        key = part.mark, part.of
        now[key] = (now.get(key) or before.get(key) or PartialTransfer(part.of, part.mark)).with_part(part)
        if len(now) > _WAITING:
            raise StorageError(
                shared_game(T("There are more than {n} games in it. Share them one by one.", n=_WAITING))
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
    """Return incomplete and unread games, latest first, by their mark and number of chunks."""
    found = sorted(library.settings(PARTS).items(), key=lambda item: _at(item[1]), reverse=True)
    read = (_collected(key, value) for key, value in found)
    return {(each.mark, each.of): each for each in read if each}


def forget(library: Library, collected: PartialTransfer) -> None:
    """Delete a received game: it was added or is not wanted.

    :raises StorageError: if that could not be stored.
    """
    library.forget_setting(_key(collected))


def look_at(game: SharedGame, tables: Tables, say: Callable[[Text], str]) -> IncomingGame:
    """Replay a received game and determine what adding it would do.

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
                "This game cannot be imported, because something in it is wrong. Line {n}: {why}",
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
    """Return a stored transfer, or ``None`` if it is corrupt."""
    try:
        mark, of = key.removeprefix(PARTS).split(".")
        limits.refuse_more(most := limits.whole(of), limits.PARTS)
        return PartialTransfer(most, mark, {limits.whole(number): str(text) for number, text in value["parts"].items()})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
