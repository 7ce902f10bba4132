"""How many may be at the doors at once, how long they may take, and who has to go when it gets crowded."""

import ipaddress
import sys
from collections.abc import Callable, Hashable
from enum import Enum
from typing import Final

from attrs import define, frozen

#: Files the program itself may need: the database, what it serves, and connections that are about to end.
_OWN_FILES: Final = 96
#: The connection, and the file that is read for it.
_FILES_OF_A_VISITOR: Final = 2
#: More connections than this are never kept, however many files there may be.
_MOST: Final = 4096
#: Where the system tells no limit.
_UNTOLD: Final = 2048
_KIB: Final = 1024


class Stage(Enum):
    """How far a connection has come."""

    #: Has not yet asked for anything it may have.
    STRANGER = "stranger"
    #: Is given pages and files.
    VISITOR = "visitor"
    #: Is the page of a phone or of the host.
    TALK = "talk"


@frozen
class Share:
    """How many connections may be there at one stage.

    :param each: from one address. Eight phones behind one address open six connections each while they load the
        program, and no more than one stays; a share that is smaller would shut some of them out.
    :param all: from all addresses, at both doors.
    """

    each: int
    all: int


@frozen
class Limits:
    """What the doors bear. Sizes are in bytes, times in seconds.

    :param shares: how many connections there may be at each stage; together they leave the program the files it needs.
    :param head: the longest head of a request; cookies of other programs at ``localhost`` are part of it.
    :param ahead: how much is read before what was asked so far is answered; browsers ask one thing at a time.
    :param head_time: from the connection, or the latest answer, to the end of the next head.
    :param piece: what is written at once, of answers of any length.
    :param unread_time: in which a client has to take one piece, however slow its network.
    :param farewell: in which a client has to read the last answer.
    :param message: the longest message of a phone: a file of cards that is read in.
    :param own_message: the longest one of a page on this machine: a file with everything, and what is said around it.
    :param breath: between two newcomers when many come at once, so that those at the table need not wait for them.
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
        """Return the limits for a process that may have so many files open.

        >>> limits = Limits.for_files(1024)
        >>> [(stage.value, share.each, share.all) for stage, share in limits.shares.items()]
        [('stranger', 64, 128), ('visitor', 58, 116), ('talk', 232, 464)]
        """
        room = min(max(files - _OWN_FILES, files // 4), _MOST)
        # Nobody needs more of the first two, and without a key there is no talk.
        parts = {
            Stage.STRANGER: min(room // 4, 128),
            Stage.VISITOR: min(room // _FILES_OF_A_VISITOR // 4, 192),
            Stage.TALK: room // 2,
        }
        # Whoever takes all that one address may have leaves as much for the others.
        return cls({stage: Share(max(1, part // 2), max(1, part)) for stage, part in parts.items()})

    @classmethod
    def of_system(cls) -> "Limits":
        """Return the limits for this process."""
        if sys.platform == "win32":
            return cls.for_files(_UNTOLD)
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return cls.for_files(_MOST if soft == resource.RLIM_INFINITY else soft)


@define(eq=False)
class Client:
    """One connection.

    :param place: where it comes from: whoever shares it shares the limits of one address.
    :param hang_up: ends it at once.
    """

    place: Hashable
    hang_up: Callable[[], None]
    stage: Stage | None = None


class ConnectionPool:
    """All connections there are, in the order in which they were heard last.

    When there are too many at a stage, the one that was silent longest has to go: of the newcomer's own address if that
    has its share, otherwise of the address that has the most. So players always get in, and from one address nobody can
    put out those of another. Only talks are never ended for others: the page that had to go would come back at once.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._here: dict[Stage, dict[Hashable, dict[Client, None]]] = {stage: {} for stage in Stage}

    def enter(self, caller: Client, stage: Stage) -> bool:
        """Move a caller to a stage, or to its end; return whether there is room."""
        share, places = self._limits.shares[stage], self._here[stage]
        if caller.stage is not stage:
            crowded: dict[Client, None] | None = None
            if len(places.get(caller.place, ())) >= share.each:
                crowded = places[caller.place]
            elif self._count(stage) >= share.all:
                crowded = max(places.values(), key=len)
            if crowded:
                if stage is Stage.TALK:
                    return False
                longest_silent = next(iter(crowded))
                self.leave(longest_silent)
                longest_silent.hang_up()
        self.leave(caller)
        caller.stage = stage
        places.setdefault(caller.place, {})[caller] = None
        return True

    def leave(self, caller: Client) -> None:
        """Forget a caller; doing so twice does no harm."""
        if caller.stage is None:
            return
        places, caller.stage = self._here[caller.stage], None
        del places[caller.place][caller]
        if not places[caller.place]:
            del places[caller.place]

    @property
    def rushing(self) -> bool:
        """Whether more strangers come than leave."""
        return self._count(Stage.STRANGER) > self._limits.shares[Stage.STRANGER].each // 2

    def _count(self, stage: Stage) -> int:
        return sum(map(len, self._here[stage].values()))


def place_of(peer: tuple[object, ...] | None) -> str:
    """Return what stands for the address of a connection: a whole network for IPv6, where everybody has one.

    >>> place_of(("192.168.1.5", 50000)), place_of(("fe80::1%eth0", 50000, 0, 2))
    ('192.168.1.5', 'fe80::/64')
    """
    host = str(peer[0]).partition("%")[0] if peer else ""
    return str(ipaddress.ip_network((host, 64), strict=False)) if ":" in host else host
