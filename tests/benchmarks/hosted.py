"""Two processes that serve the rooms of one database, and what may go wrong between all of them, tried one by one under load.

Each fault hits a table whose four players enter points as fast as they can. Afterwards three things have to hold: what a
player's screen had shown is in the log, nothing is there twice, and all screens show what the log replays to.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from statistics import median
from typing import Final, Self

import psycopg
import websockets
from attrs import define, field, frozen
from harness import ScreenFault
from postgres import APP, OWNER, Cluster, cluster

from benchmarks.measure import Case
from benchmarks.network import Relay, tcp
from benchmarks.phones import GAME, NAMES, PATIENCE, Phone, Way, agree
from benchmarks.servers import Served, free_port, served_by
from companion.games import games
from companion.games.free_sheet.reports import Scored
from companion.kernel.log import Act, Header
from companion.kernel.record import Replay, replay
from companion.server.database_rooms import DatabaseRooms
from companion.server.rooms import Room, Rooms
from companion.storage.library import Library
from companion.storage.postgres.migrate import migrate
from companion.tables.tables import Tables

SEATS: Final = 4
#: Seconds of a fault's load before the fault, and after it is over.
BEFORE: Final = 3.0
AFTER: Final = 4.0
#: Seconds within which the phones of a killed process are back.
BACK: Final = 5.0
ROOMS: Final = 1000
GAMES: Final = 10
#: Seconds for a list of games or the statistics of a room among a thousand.
LOOK: Final = 0.3
_AGAIN: Final = 3.0


@define
class Player:
    """A person at a table, who opens the page again whenever it is lost.

    :param port: where the phone connects.
    """

    port: int
    room: Room
    key: str
    table: str
    seat: int
    #: The points that were entered, and those of them that the own screen has shown.
    tapped: list[int] = field(factory=list)
    shown: list[int] = field(factory=list)
    #: How many seconds it took until the table was shown again.
    back: list[float] = field(factory=list)
    phone: Phone | None = None
    _lost: float | None = None

    async def play(self, over: asyncio.Event, gone: asyncio.Event) -> None:
        """Enter points until ``over``, and keep the page open until ``gone``."""
        way = way_to(self.room, self.port, self.key)
        while not gone.is_set():
            with contextlib.suppress(ScreenFault, OSError, websockets.WebSocketException):
                async with Phone(way, self.table, self.seat) as self.phone:
                    work = asyncio.ensure_future(self._at(self.phone, over))
                    ends = [work, *map(asyncio.ensure_future, (self.phone.line.socket.wait_closed(), gone.wait()))]
                    await asyncio.wait(ends[1:], return_when=asyncio.FIRST_COMPLETED)
                    for end in ends:
                        end.cancel()
                    await asyncio.gather(*ends, return_exceptions=True)
            self._lost = self._lost or time.monotonic()
            await asyncio.sleep(0.1)

    async def _at(self, phone: Phone, over: asyncio.Event) -> None:
        await phone.sit()
        if self._lost:
            self.back.append(time.monotonic() - self._lost)
            self._lost = None
        while not over.is_set():
            await phone.until(lambda: phone.may_enter or over.is_set(), PATIENCE)
            if not over.is_set():
                await self._enter(phone)

    async def _enter(self, phone: Phone) -> None:
        digit, before = 1 + len(self.tapped) % 9, phone.total(self.seat) or 0
        await phone.type(digit)
        self.tapped.append(digit)
        end = time.monotonic() + PATIENCE
        while (phone.total(self.seat) or 0) < before + digit:
            if phone.label("typed") == f"{NAMES[self.seat]}: {digit}":  # as long as it is still to be entered
                await phone.tap("next")
            with contextlib.suppress(ScreenFault):
                await phone.until(lambda: (phone.total(self.seat) or 0) >= before + digit, _AGAIN)
            if time.monotonic() > end:
                raise ScreenFault("not entered")
        self.shown.append(digit)


@frozen
class Outcome:
    """A table after a fault.

    :param entries: number of entries in its log.
    :param lost: entries that a screen had shown and the log has not.
    :param doubled: entries in the log that nobody entered, or not so often.
    :param agreed: whether all screens show what the log replays to.
    :param back: how long pages took to be back, in seconds.
    """

    entries: int
    lost: int
    doubled: int
    agreed: bool
    back: tuple[float, ...]

    def case(self, what: str, more: str = "", *, also: bool = True) -> Case:
        """Return it as a line of the table."""
        back = f"; pages back after {max(self.back):.1f} s at most" if self.back else ""
        seen = f"{self.entries} entries, {self.lost} lost, {self.doubled} doubled, screens {'' if self.agreed else 'do not '}agree"
        return Case(
            what, seen + back + more, self.agreed and not self.lost and not self.doubled and bool(self.entries) and also
        )


class Club:
    """A database, processes that serve its rooms, and a network in between, as an asynchronous context.

    :param processes: how many processes.
    """

    def __init__(self, server: Cluster, data: Path, processes: int = 2) -> None:
        self.server = server
        self._data = data
        self._ports = [free_port() for _ in range(processes)]
        self.processes: list[Served] = []
        self._running = [ExitStack() for _ in range(processes)]
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        socket = str(self.server.folder / ".s.PGSQL.5432")
        self.network = await self._stack.enter_async_context(Relay([lambda: asyncio.open_unix_connection(socket)]))
        # rooms stick to the first process as long as it answers
        self.proxy = await self._stack.enter_async_context(Relay([tcp(port) for port in self._ports]))
        self.other_proxy = await self._stack.enter_async_context(Relay([tcp(port) for port in reversed(self._ports)]))
        for running in self._running:
            self._stack.push(running)
        self.store = DatabaseRooms(self.server.url())
        self._stack.callback(self.store.close)
        self.rooms = Rooms(self.store)
        for number in range(len(self._ports)):
            await self.start(number)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def start(self, number: int, program: tuple[str, ...] = ("-m", "companion")) -> None:
        """Start one of the processes, in place of the one that ran."""
        await asyncio.to_thread(self._running[number].close)
        url = f"postgresql://{APP}@127.0.0.1:{self.network.port}/companion"
        words = [*program, "serve", "--rooms", "--port", str(self._ports[number]), "--database", url]
        words += ["--data", str(self._data / str(number))]
        served = await asyncio.to_thread(self._running[number].enter_context, served_by(words, self._ports[number]))
        self.processes[number:] = [served, *self.processes[number + 1 :]]

    def table(self, title: str, seats: int = SEATS) -> tuple[Room, str]:
        """Return a new room with a table."""
        room = self.rooms.make(title)
        header = Header(GAME, games()[GAME].meta.revision, NAMES[:seats])
        return room, Library(self.store.room(room.name)).create(header)

    def log(self, room: Room, table: str) -> Replay:
        """Return a table replayed from its stored log."""
        loaded = Library(self.store.room(room.name)).load(table, games())
        assert loaded.replay
        record = loaded.replay.record
        return replay(record.game, record.header, record.entries)

    @contextlib.asynccontextmanager
    async def load(
        self, title: str, *proxies: Relay
    ) -> AsyncIterator[tuple[list[Player], Callable[[], Awaitable[Outcome]]]]:
        """Let players play at a table; the function ends that and returns the outcome.

        :param proxies: through which they connect, in turn.
        """
        room, table = self.table(title)
        key = room.links.key()
        ports = [proxy.port for proxy in proxies or (self.proxy,)]
        players = [Player(ports[seat % len(ports)], room, key, table, seat) for seat in range(SEATS)]
        over, gone = asyncio.Event(), asyncio.Event()
        work = [asyncio.create_task(player.play(over, gone)) for player in players]

        async def outcome() -> Outcome:
            over.set()
            end = time.monotonic() + PATIENCE
            agreed = False
            while not agreed and time.monotonic() < end:  # pages may be about to come back
                log = await asyncio.to_thread(self.log, room, table)
                logged = entered(log)
                phones = [player.phone for player in players if player.phone]
                with contextlib.suppress(KeyError):
                    agreed = log.failure is None and await agree(phones, [*map(sum, logged)], 2.0)
            pairs = [*zip(players, logged, strict=True)]
            return Outcome(
                sum(map(len, logged)),
                sum(missing(player.shown, there) for player, there in pairs),
                sum(missing(there, player.tapped) for player, there in pairs),
                agreed,
                tuple(time for player in players for time in player.back),
            )

        try:
            while not all(player.shown for player in players):
                await asyncio.sleep(0.05)
            await asyncio.sleep(BEFORE)
            yield players, outcome
        finally:
            gone.set()
            await asyncio.gather(*work, return_exceptions=True)


def way_to(room: Room, port: int, key: str) -> Way:
    """Return where the phones of a room connect."""
    return Way(f"ws://127.0.0.1:{port}/{room.below}ws?key={key}")


def entered(log: Replay) -> list[list[int]]:
    """Return the points that a log has for every seat, in order."""
    lines, seats = [*log.record.active], range(len(log.record.header.seats))
    return [[int(line.action.points) for line in lines if line.action.seat == seat] for seat in seats]


def missing(some: list[int], all_of: list[int]) -> int:
    """Return how many of some numbers are not among others, in the same order.

    >>> missing([1, 3], [1, 2, 3]), missing([1, 1], [1, 2]), missing([3, 1], [1, 3])
    (0, 1, 1)
    """
    rest = iter(all_of)
    return sum(each not in rest for each in some)


async def entries_wait(club: Club) -> Case:
    """Let the entries of a table wait for a lock: the process goes on with another table."""
    async with club.load("locked") as (players, outcome), club.load("free") as (others, of_others):
        with psycopg.connect(club.server.url("super")) as connection:
            connection.execute("SELECT 1 FROM companion.log WHERE room = %s FOR UPDATE", [players[0].room.name])
            before = sum(len(player.shown) for player in others)
            await asyncio.sleep(AFTER)
            meanwhile = sum(len(player.shown) for player in others) - before
        await asyncio.sleep(AFTER)
        seen, free = await outcome(), await of_others()
    more = f"; another table had {meanwhile} entries meanwhile"
    return seen.case("entries of a table wait for a lock", more, also=free.case("").kept and meanwhile > 0)


async def database_killed(club: Club) -> Case:
    """Kill PostgreSQL, and start it again a while later."""
    async with club.load("database") as (_, outcome):
        await asyncio.to_thread(club.server.stop)
        await asyncio.sleep(2)
        await asyncio.to_thread(club.server.start)
        await asyncio.sleep(AFTER)
        return (await outcome()).case("PostgreSQL killed, and back after 2 s")


async def process_killed(club: Club) -> Case:
    """Kill the process that serves the table; the other one goes on."""
    async with club.load("process") as (_, outcome):
        club.processes[0].process.kill()
        await asyncio.sleep(AFTER)
        seen = await outcome()
    await club.start(0)
    return seen.case("a process killed", also=len(seen.back) >= SEATS and max(seen.back) <= BACK)


async def process_ended(club: Club) -> Case:
    """End the process that serves the table by SIGTERM, as an update does."""
    async with club.load("update") as (_, outcome):
        process = club.processes[0].process
        process.terminate()
        began = time.monotonic()
        await asyncio.to_thread(process.wait)
        took = time.monotonic() - began
        await asyncio.sleep(AFTER)
        seen = await outcome()
    await club.start(0)
    return seen.case("a process ended by SIGTERM", f"; it took {took:.1f} s", also=took <= BACK)


async def network_cut(club: Club) -> Case:
    """Cut the network to the database: neither end learns of it."""
    async with club.load("network") as (_, outcome):
        club.network.cut()
        await asyncio.sleep(8)
        club.network.mend()
        await asyncio.sleep(AFTER)
        return (await outcome()).case("the network to the database cut for 8 s")


async def notifications_lost(club: Club) -> Case:
    """Lose all notifications: what another process enters is found at the next look."""
    club.server.sql("ALTER TABLE entry DISABLE TRIGGER notify_change", "companion", OWNER)
    try:
        async with club.load("unheard", club.proxy, club.other_proxy) as (_, outcome):
            await asyncio.sleep(AFTER)
            return (await outcome()).case("notifications lost, half of the phones at each process")
    finally:
        club.server.sql("ALTER TABLE entry ENABLE TRIGGER notify_change", "companion", OWNER)


async def both_write(club: Club) -> Case:
    """Let both processes write to the same table, which a proxy would prevent."""
    async with club.load("hostile", club.proxy, club.other_proxy) as (_, outcome):
        await asyncio.sleep(2 * AFTER)
        return (await outcome()).case("both processes write to one table")


async def disk_full(club: Club) -> Case:
    """Let the database run out of space for a while, by a trigger that says so."""
    script = """
        CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
        CREATE TRIGGER no_space BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION no_space();
    """
    async with club.load("full") as (_, outcome):
        club.server.sql(script, "companion", OWNER)
        await asyncio.sleep(4)
        club.server.sql("DROP TRIGGER no_space ON entry; DROP FUNCTION no_space", "companion", OWNER)
        await asyncio.sleep(AFTER)
        return (await outcome()).case("the database's disk full for 4 s")


async def clock_jumps(club: Club) -> Case:
    """Serve with a clock that jumps by a day, back and forth."""
    await club.start(0, (str(Path(__file__).with_name("jumping.py")),))
    async with club.load("clock") as (_, outcome):
        await asyncio.sleep(2 * AFTER)
        seen = await outcome()
    await club.start(0)
    return seen.case("a clock that jumps by a day every 2 s")


def many_rooms(server: Cluster) -> Iterator[Case]:
    """Fill a database with a thousand rooms of ten games, and look at some of them."""
    store = DatabaseRooms(server.url())
    room = Rooms(store).make("many")
    library, revision = Library(store.room(room.name)), games()[GAME].meta.revision
    tables = Tables(library, games())
    for number in range(GAMES):
        session = tables.table(library.create(Header(GAME, revision, NAMES[number % 4 : number % 4 + 3]))).session
        assert session
        for seat in (0, 1, 2) * 5:
            session.submit(Act(Scored(seat, str(seat + number))))
    server.sql(_COPIES.format(room=room.name, rooms=ROOMS - 1), "companion")
    server.sql("ANALYZE", "companion")
    looks: dict[str, Callable[[Tables], object]] = {
        "list of games": lambda tables: tables.library.games(),
        "statistics": lambda tables: tables.evenings.count() or tables.evenings.played(),
        "opening a game": lambda tables: tables.table(next(iter(tables.library.ids()))),
    }
    times: dict[str, list[float]] = {what: [] for what in looks}
    for number in range(1, ROOMS, ROOMS // 20):
        tables = Tables(Library(store.room(f"{room.name}-{number}")), games())
        for what, look in looks.items():
            began = time.perf_counter()
            look(tables)
            times[what].append(time.perf_counter() - began)
    store.close()
    for what, took in times.items():
        seen = f"median {median(took) * 1000:.0f} ms, longest {max(took) * 1000:.0f} ms"
        yield Case(f"{what}, {ROOMS} rooms with {ROOMS * GAMES} games", seen, median(took) <= LOOK)


#: Copies a room, past the triggers that keep logs.
_COPIES: Final = """
    SET session_replication_role = replica;
    INSERT INTO room (name, title) SELECT '{room}-' || n, title FROM room, generate_series(1, {rooms}) n WHERE name = '{room}';
    INSERT INTO log (room, id, game, header, created, name, shelf)
        SELECT room || '-' || n, id, game, header, created, name, shelf
        FROM log, generate_series(1, {rooms}) n WHERE room = '{room}';
    INSERT INTO entry (room, log, serial, number, id, saved, kind, line)
        SELECT copy.room, entry.log, copy.serial, number, entry.id, saved, kind, line
        FROM entry JOIN log copy ON copy.id = entry.log AND copy.room LIKE '{room}-%' WHERE entry.room = '{room}';
    INSERT INTO player SELECT room || '-' || n, name, position FROM player, generate_series(1, {rooms}) n WHERE room = '{room}';
    SET session_replication_role = DEFAULT;
"""

FAULTS: Final = (
    process_killed,
    entries_wait,
    both_write,
    database_killed,
    process_ended,
    network_cut,
    notifications_lost,
    disk_full,
    clock_jumps,
)


async def tried(
    server: Cluster, data: Path, faults: tuple[Callable[[Club], Awaitable[Case]], ...]
) -> AsyncIterator[Case]:
    """Try faults one after the other."""
    async with Club(server, data) as club:
        for fault in faults:
            yield await fault(club)


def measured() -> Iterator[Case]:
    """Try all faults, then look at a large database."""
    with cluster() as server, tempfile.TemporaryDirectory() as data:
        migrate(server.url(OWNER), APP)
        with asyncio.Runner() as runner, contextlib.suppress(StopAsyncIteration):
            cases = tried(server, Path(data), FAULTS)
            while True:
                yield runner.run(anext(cases))
        yield from many_rooms(server)
