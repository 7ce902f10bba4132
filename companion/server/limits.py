"""Limits of connections: how many per stage, how long they may take, and which one is closed when there are too many."""

import ipaddress
import sys
from collections.abc import Callable, Hashable
from enum import Enum
from typing import Final

from attrs import define, frozen

#: File descriptors the program itself may need: the database, served files, closing connections.
_OWN_FILES: Final = 96
#: File descriptors per visitor: the connection and the file that is read for it.
_FILES_OF_A_VISITOR: Final = 2
#: Upper bound of connections, whatever the number of file descriptors.
_MOST: Final = 4096
#: Assumed number of file descriptors where the system has no limit.
_ASSUMED_FILES: Final = 2048
_KIB: Final = 1024


class Stage(Enum):
    """Stages of a connection."""

    #: Not authorized yet.
    STRANGER = "stranger"
    #: Loads pages and files.
    VISITOR = "visitor"
    #: The websocket of a phone's or the host's page.
    TALK = "talk"


@frozen
class Share:
    """Most connections at one stage.

    :param each: from one address. Eight phones behind one address open six connections each while they load the
        program, and no more than one stays; a smaller share would lock some of them out.
    :param all: from all addresses, on both listeners.
    """

    each: int
    all: int


@frozen
class Limits:
    """Limits of both listeners. Sizes are in bytes, times in seconds.

    :param shares: most connections at each stage; together they leave the program the files it needs.
    :param head: the longest request head; cookies of other programs at ``localhost`` are part of it.
    :param ahead: how much is read before earlier requests are answered; browsers do not pipeline.
    :param head_time: from the connection, or the latest answer, to the end of the next head.
    :param piece: size of one write, of answers of any length.
    :param unread_time: in which a client has to read one piece, however slow its network.
    :param farewell: in which a client has to read the last answer.
    :param message: the longest message of a phone: an uploaded file of cards.
    :param own_message: the longest message of a page on this machine: an uploaded backup.
    :param breath: between two accepted connections when many arrive at once, so that connected pages do not wait.
    """

    shares: dict[Stage, Share]
    head: int = 16 * _KIB
    ahead: int = 32 * _KIB
    head_time: float = 10.0
    piece: int = 64 * _KIB
    unread_time: float = 20.0
    farewell: float = 3.0
    message: int = 8 * _KIB * _KIB
    own_message: int = 65 * _KIB * _KIB
    breath: float = 0.001

    @classmethod
    def for_files(cls, files: int) -> "Limits":
        """Return the limits for a process that may have a number of files open.

        >>> limits = Limits.for_files(1024)
        >>> [(stage.value, share.each, share.all) for stage, share in limits.shares.items()]
        [('stranger', 64, 128), ('visitor', 58, 116), ('talk', 232, 464)]
        """
        room = min(max(files - _OWN_FILES, files // 4), _MOST)
        # No client needs more of the first two, and without a key there is no websocket.
        parts = {
            Stage.STRANGER: min(room // 4, 128),
            Stage.VISITOR: min(room // _FILES_OF_A_VISITOR // 4, 192),
            Stage.TALK: room // 2,
        }
        # One address may take at most half.
        return cls({stage: Share(max(1, part // 2), max(1, part)) for stage, part in parts.items()})

    @classmethod
    def of_system(cls) -> "Limits":
        """Return the limits for this process."""
        if sys.platform == "win32":
            return cls.for_files(_ASSUMED_FILES)
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return cls.for_files(_MOST if soft == resource.RLIM_INFINITY else soft)


@define(eq=False)
class Client:
    """One connection in the pool.

    :param place: its address for limits; a whole network for IPv6, one phone behind a trusted proxy.
    :param hang_up: closes it at once.
    """

    place: Hashable
    hang_up: Callable[[], None]
    stage: Stage | None = None


class ConnectionPool:
    """All connections, least recently active first.

    When a stage is full, the connection that was silent longest is closed: one of the newcomer's own address if that has used
    its share, otherwise one of the address that has the most. So players always get in, and no address can push out those of
    another. Websockets are never closed for others: the closed page would reconnect at once.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._here: dict[Stage, dict[Hashable, dict[Client, None]]] = {stage: {} for stage in Stage}

    def enter(self, client: Client, stage: Stage, place: Hashable = None) -> bool:
        """Move a connection to a stage, or to its end; return whether there is room.

        :param place: its place from now on; by default that of the connection.
        """
        share, places = self._limits.shares[stage], self._here[stage]
        place = client.place if place is None else place
        if client.stage is not stage or client.place != place:
            crowded: dict[Client, None] | None = None
            if len(places.get(place, ())) >= share.each:
                crowded = places[place]
            elif self.count(stage) >= share.all:
                crowded = max(places.values(), key=len)
            if crowded:
                if stage is Stage.TALK:
                    return False
                longest_silent = next(iter(crowded))
                self.leave(longest_silent)
                longest_silent.hang_up()
        self.leave(client)
        client.stage, client.place = stage, place
        places.setdefault(client.place, {})[client] = None
        return True

    def leave(self, client: Client) -> None:
        """Unregister a connection; safe to call twice."""
        if client.stage is None:
            return
        places, client.stage = self._here[client.stage], None
        del places[client.place][client]
        if not places[client.place]:
            del places[client.place]

    @property
    def rushing(self) -> bool:
        """Whether unauthenticated connections arrive faster than they leave."""
        return self.count(Stage.STRANGER) > self._limits.shares[Stage.STRANGER].each // 2

    def count(self, stage: Stage) -> int:
        """Return the number of connections at a stage."""
        return sum(map(len, self._here[stage].values()))


def place_of(peer: tuple[object, ...] | None) -> str:
    """Return the address of a connection for limits: a whole network for IPv6, where each client has one.

    >>> place_of(("192.168.1.5", 50000)), place_of(("fe80::1%eth0", 50000, 0, 2))
    ('192.168.1.5', 'fe80::/64')
    """
    host = str(peer[0]).partition("%")[0] if peer else ""
    return str(ipaddress.ip_network((host, 64), strict=False)) if ":" in host else host
