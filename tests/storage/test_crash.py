"""An entry is durable before it is confirmed, whenever the program is killed."""

import multiprocessing
import os
import signal
import sqlite3
import time
from pathlib import Path
from random import Random

import pytest
from effort import effort
from storage.player import GAMES, play

from companion.kernel.log import Header
from companion.storage.library import Library
from companion.storage.sqlite import FILE

KILLS = effort(few=6, many=104)
KILLS_PER_GAME = 4

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")


@pytest.mark.thorough
def test_no_confirmed_entry_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    random = Random(20240229)
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["storage.player"])
    sent: dict[str, list[str]] = {}
    unsent = 0
    began = time.monotonic()
    for kill in range(KILLS):
        library = Library.open(tmp_path).library
        if kill % KILLS_PER_GAME == 0:
            game_id = library.create(Header("toy_race", 2, ("Anna", "Ben")))
            sent[game_id] = []
        library.close()

        reader, writer = processes.Pipe(duplex=False)
        process = processes.Process(target=play, args=(tmp_path, game_id, random.random(), writer))
        process.start()
        writer.close()
        if kill % 2:  # half of them once it plays, half at any moment of its start
            reader.poll(5)
        time.sleep(random.uniform(0.001, 0.060))
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        sent[game_id] += rest(reader)

        opened = Library.open(tmp_path)
        assert opened.notice is None
        loaded = opened.library.load(game_id, GAMES)
        opened.library.close()
        assert loaded.error is None
        stored = [entry.id for entry in loaded.replay.record.entries]
        assert stored[: len(sent[game_id])] == sent[game_id]
        # at most the entry that was stored at the moment of the kill has not been sent
        assert len(stored) - len(sent[game_id]) <= 1
        unsent += len(stored) - len(sent[game_id])
        sent[game_id] = stored

    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        total = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
    connection.close()
    assert total == sum(map(len, sent.values()))
    assert total >= KILLS // 2  # every other one was killed only after it had sent something
    print(f"{KILLS} kills, {total} entries, {unsent} stored but not reported, {time.monotonic() - began:.0f} s")


def rest(reader: "multiprocessing.connection.Connection") -> list[str]:
    """Return the ids sent before the writer died; a pipe keeps each of these short lines whole."""
    with open(reader.fileno(), "rb", closefd=False) as stream:
        ids = stream.read().decode().split()
    reader.close()
    return ids
