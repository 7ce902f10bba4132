"""Damage to the library's files after a kill, and its effect on the games."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from random import Random

from toy.mount import mount

from companion.games import games
from companion.kernel.explain import Explanation
from companion.kernel.log import Act, Header
from companion.storage.errors import StorageError
from companion.storage.library import Library, Opened, Shelf
from companion.storage.sqlite import FILE
from companion.tables.session import Session

mount()
GAMES = games()
PASSED = next(kind for kind in GAMES["toy_race"].actions if kind.__name__ == "Passed")

#: The files of an open library, by suffix.
FILES = ("", "-wal", "-shm")

Contents = dict[str, object]
Harm = Callable[[bytes], bytes | None]


class End(Enum):
    """The result of opening a damaged library."""

    INTACT = "intact"
    RECOVERED = "recovered with a sentence"
    LOST = "lost with a sentence"
    SILENT = "lost silently"


def killed(folder: Path, *, checkpoint: bool) -> Contents:
    """Let a process fill a library and die without closing it; return the stored data.

    :param checkpoint: whether a part of the data has reached the main file.
    """
    child = os.fork()
    if not child:
        try:
            _fill(folder, checkpoint)
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    copy = folder.with_name(f"{folder.name}-read")
    shutil.copytree(folder, copy)
    opened = Library.open(copy)
    assert opened.notice is None
    held = contents(opened.library)
    opened.library.close()
    shutil.rmtree(copy)
    assert len(held) == 5
    return held


def _fill(folder: Path, checkpoint: bool) -> None:
    library = Library.open(folder).library
    library.remember_players(["Anna", "Ben", "Clara"])
    library.set_setting("look", {"dark": True, "words": ["kept"] * 40})
    ids = [library.create(Header("toy_race", 2, (name, "Ben")), f"{name}'s evening") for name in ("Anna", "Clara")]
    for id in ids:
        _play(library, id, 20)
    if checkpoint:
        library.checkpoint()
    ids.append(library.create(Header("toy_race", 2, ("Dora", "Emil"))))
    _play(library, ids[2], 20)
    _play(library, ids[1], 10)


def _play(library: Library, id: str, entries: int) -> None:
    session = Session(library.load(id, GAMES).replay, library.journal(id))
    for _ in range(entries):
        session.submit(Act(PASSED(session.record.state.phase.seat)))


def contents(library: Library) -> Contents:
    """Return the visible content of a library."""
    found = [stored for shelf in Shelf for stored in library.games(shelf)]
    logs: Contents = {stored.id: (stored.name, stored.shelf, library.export(stored.id)) for stored in found}
    return logs | {"players": library.players(), "settings": library.settings("")}


def after(folder: Path, held: Contents, file: str, harm: Harm) -> tuple[End, Opened | None]:
    """Damage one of the library's files, open the library, and return the result."""
    path = folder / f"{FILE}{file}"
    changed = harm(path.read_bytes())
    if changed is None:
        path.unlink()
    else:
        path.write_bytes(changed)
    said: Explanation | None
    try:
        opened = Library.open(folder)
    except StorageError:
        return End.LOST, None
    said = opened.notice
    try:
        same = contents(opened.library) == held
    except StorageError:
        return End.LOST, opened
    finally:
        opened.library.close()
    if same:
        return (End.RECOVERED if said else End.INTACT), opened
    return (End.LOST if said else End.SILENT), opened


def bits(seed: int, count: int) -> Iterator[Harm]:
    """Yield functions that flip one random bit each."""
    random = Random(seed)
    for _ in range(count):
        at, bit = random.random(), random.randrange(8)

        def flip(content: bytes, at: float = at, bit: int = bit) -> bytes:
            spoilt = bytearray(content)
            spoilt[int(at * len(spoilt))] ^= 1 << bit
            return bytes(spoilt)

        yield flip


#: Functions that truncate a file, by name.
CUTS: dict[str, Harm] = {
    "half": lambda content: content[: len(content) // 2],
    "missing": lambda _: None,
    "a byte": lambda content: content[:1],
    "empty": lambda _: b"",
    "a frame short": lambda content: content[:-4120],
    "a byte short": lambda content: content[:-1],
    "zeros": lambda content: bytes(len(content)),
}
