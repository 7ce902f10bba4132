"""Validates websocket messages of a page before Flet processes them.

Flet trusts every message. One that it cannot decode ends its receiving but not its sending, so that tasks and memory of
a session that never started stay forever; and each message costs as much work as it asks for.

The check is always cheap: a message has few values, and few bytes unless the page has requested long content.
"""

import asyncio
from datetime import datetime, time
from enum import IntEnum
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
from starlette.types import Message, Receive

from companion.tables.message_size import SHORT, LongMessage, MessageSizes

#: Most values in a message, keys included; the description of a client's device has a hundred.
VALUES: Final = 2000
#: Deepest nesting of a message; the description of a device has four levels.
DEPTH: Final = 16
#: Messages per second, and the largest burst; tapping with all fingers sends thirty.
RATE: Final = 100.0
BURST: Final = 400.0

#: First bytes of a packet: a message, or bytes for a control.
_MESSAGE: Final = 0
_BYTES: Final = 1
#: Longest value of one of Flet's own types, in bytes; a date with its time zone takes half of it.
_EXTENSION: Final = 64


class Action(IntEnum):
    """Kinds of messages of a client."""

    REGISTER = 1
    EVENT = 3
    PROPERTIES = 4
    ANSWER = 5


_ANY: Final = (object,)
_TEXT: Final = (str, type(None))
#: The fields of each kind of message, all required.
_FIELDS: Final[dict[Action, dict[str, tuple[type, ...]]]] = {
    Action.REGISTER: {"session_id": _TEXT, "page_name": (str,), "page": (dict,)},
    Action.EVENT: {"target": (int,), "name": (str,), "data": _ANY},
    Action.PROPERTIES: {"id": (int,), "props": (dict,)},
    Action.ANSWER: {"control_id": (int,), "call_id": (str,), "result": _ANY, "error": _TEXT},
}


def fault(packet: bytes | None, *, first: bool, allowance: MessageSizes | None = None) -> str | None:
    """Return what is wrong with a packet of a client, or ``None`` if Flet can read it.

    :param packet: the received bytes; ``None`` for text.
    :param first: whether it is the first packet, which registers the page; only the first one may.
    :param allowance: size limit of the packet; by default that of an unsolicited message.

    >>> fault(b"", first=True)
    'no packet'
    >>> fault(b"\\0" + msgpack.packb([4, {"id": 7, "props": {}}]), first=False)
    """
    if not packet or packet[0] not in (_MESSAGE, _BYTES):
        return "no packet"
    allowance = allowance or MessageSizes(SHORT)
    if len(packet) > allowance.longest:
        return "a long message"
    if packet[0] == _BYTES:
        return "bytes before the first message" if first else "many bytes" if len(packet) > SHORT else None
    try:
        message = _read(packet)
    except Exception:  # invalid dates and times included
        return "no message"
    if not isinstance(message, list) or len(message) != 2:
        return "no message"
    if wrong := _misfit(*message, first=first):
        return wrong
    if len(packet) > allowance.bytes_for(_brings(*message)):
        return "a long message"
    return "a message that is nested deeply" if _deep(message[1], DEPTH) else None


def _read(packet: bytes) -> Any:
    left = VALUES

    def counted(values: list[Any]) -> list[Any]:
        nonlocal left
        left -= len(values)
        if left < 0:
            raise ValueError("too many values")
        return values

    def counted_pairs(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        counted(pairs * 2)
        return dict(pairs)

    return msgpack.unpackb(
        memoryview(packet)[1:],
        ext_hook=_read_extension,
        list_hook=counted,
        object_pairs_hook=counted_pairs,
        max_array_len=VALUES,
        max_map_len=VALUES,
        max_ext_len=_EXTENSION,
    )


def _brings(kind: Action, body: dict[str, Any]) -> LongMessage | None:
    """Return the kind of long content that a client's message can carry."""
    match kind:
        case Action.EVENT if body["name"] == "result":
            return LongMessage.FILE
        case Action.EVENT | Action.PROPERTIES:
            return LongMessage.TEXT
    return None


def _read_extension(code: int, data: bytes) -> object:
    """Read a value of a type of Flet's own like ``flet.messaging.protocol``, which may not be imported yet."""
    match code:
        case 1:
            return datetime.fromisoformat(data.decode())
        case 2:
            return time(*map(int, data.decode().split(":")))  # type: ignore[arg-type]  # at most four numbers, or an error
        case 3:
            return int(data)
        case 4:
            return data.decode()
    return None


def _misfit(kind: Any, body: Any, *, first: bool) -> str | None:
    if not isinstance(kind, int) or kind not in _FIELDS:
        return "a message of no known kind"
    if (kind == Action.REGISTER) is not first:
        return "a page that does not say what it is" if first else "a page that says twice what it is"
    fields = _FIELDS[Action(kind)]
    if not isinstance(body, dict) or body.keys() != fields.keys():
        return "a message with other fields"
    if any(not isinstance(body[name], kinds) for name, kinds in fields.items()):
        return "a message with other values"
    return None


def _deep(value: Any, depth: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth < 0 or any(_deep(each, depth - 1) for each in inside)


def paced(receive: Receive, most: int) -> Receive:
    """Return a ``receive`` limited to the rate of tapping fingers; faster messages wait, and so does the client.

    :param most: bytes of the longest message, which counts as much as a full burst.
    """
    loop = asyncio.get_running_loop()
    left, before = BURST, loop.time()

    async def hear() -> Message:
        nonlocal left, before
        message = await receive()
        size = len(message.get("bytes") or message.get("text") or "")
        now = loop.time()
        left = min(BURST, left + (now - before) * RATE) - max(1.0, BURST * size / most)
        before = now
        if left < 0:
            await asyncio.sleep(-left / RATE)
        return message

    return hear
