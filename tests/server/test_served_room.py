"""A room of a PostgreSQL database served by the command: phones play in it, and see what another process enters."""

import asyncio

import pytest
from benchmarks.phones import GAME, NAMES, PATIENCE, Way, agree, seated
from benchmarks.servers import free_port, served_by
from postgres import Cluster, room_name

from companion.games import games
from companion.kernel.log import Act, Header
from companion.storage.library import Library
from companion.tables.tables import Tables

SCORED = next(kind for kind in games()[GAME].actions if kind.__name__ == "Scored")


@pytest.mark.xdist_group("postgres")
def test_phones_play_in_a_room(server: Cluster, tmp_path: object) -> None:
    room, port = room_name(), free_port()
    library = Library.of_room(server.url(), room)
    id = library.create(Header(GAME, games()[GAME].meta.revision, NAMES[:2]))

    async def play(way: Way) -> None:
        async with seated(way, (id,), 2) as (group,):
            for phone, digit in zip(group, (3, 5), strict=True):
                await phone.type(digit)
                await phone.tap("next")
                await phone.until(lambda phone=phone, digit=digit: phone.total(phone.seat) == digit, PATIENCE)
            assert await agree(group, [3, 5])
            tables = Tables(library, games())
            session = tables.table(id).session
            assert session
            session.submit(Act(SCORED(0, "4")))
            assert await agree(group, [7, 5])

    words = ["-m", "companion", "serve", "--port", str(port), "--data", str(tmp_path)]
    with served_by([*words, "--database", server.url(), "--room", room], port) as served:
        asyncio.run(play(Way(served.socket)))
    assert [line.count("scored") for line in library.export(id).splitlines()] == [0, 1, 1, 1]
    library.close()
