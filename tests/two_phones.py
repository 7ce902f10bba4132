"""Duplicate reports of one event on two phones, measured: ``python tests/two_phones.py [--gaps 0 0.1 …]``.

Serves the companion, opens two pages at a table of each game, taps the same control on both with a gap in between, and prints
the outcome of the second tap: *asked* whether it is another event, *told* that it has been entered, *gone* because the
button was no longer on the screen, or *entered*; exits with 1 if any was entered before the first could be read.
"""

import argparse
import asyncio
import sys
from contextlib import AsyncExitStack, suppress
from typing import Any, Final

from attrs import frozen
from benchmarks.servers import Served, companion
from games.bronzen import table as bronzen
from games.labtag import table as labtag
from games.letter_jam import table as letter_jam
from games.schlafmuetze import table as schlafmuetze
from harness import ScreenFault
from harness.raw import RawClient

from companion.games import games
from companion.kernel.log import Act, Change, Header, Undo
from companion.kernel.record import Record, replay
from companion.storage.library import Library
from companion.tables.last_seen import READING
from companion.tables.session import Session

#: Seconds from the first tap to the second.
GAPS: Final = (0.0, 0.019, 0.1, 0.4, 0.8, 1.5, 1.9, 2.5, 3.0)
#: At how many tables people tap at the same time.
_AT_ONCE: Final = 3
#: How much later than it was sent a tap may be judged, on a machine that has more to do.
_ON_ITS_WAY: Final = 0.2
#: How long a screen may take until it says what became of a tap.
_ANSWERED: Final = 3.0
#: How long a page may take until it is drawn, on a machine that has more to do.
_DRAWN: Final = 20.0


@frozen
class Case:
    """An event that two people report.

    :param before: earlier reports.
    :param ready: the taps that lead to the last one, on both phones.
    :param taps: the last tap of each phone.
    """

    game: str
    name: str
    before: tuple[Change, ...]
    ready: tuple[str, ...]
    taps: tuple[str, str]
    seats: tuple[str, ...] = ("Anna", "Ben")

    def record(self) -> Record:
        """Return the earlier record of the table."""
        game = games()[self.game]
        session = Session(replay(game, Header(self.game, game.meta.revision, self.seats), ()))
        for number, change in enumerate(self.before, start=1):
            session.submit(change, id=str(number))
        return session.record


def _acts(made: Any, *words: str) -> tuple[Change, ...]:
    return tuple(Act(made(word)) for word in words)


_FOUR: Final = ("Anna", "Ben", "Cleo", "Dora")
_TRICK: Final = _acts(bronzen.action, "Anna wins")
_MARK: Final = _acts(bronzen.action, "Anna marks jay")
_CARD: Final = _acts(schlafmuetze.action, "Anna red at 12")

EVENTS: Final = (
    Case("bronzen", "a trick", _TRICK, (), ("wins-0", "wins-0")),
    Case("bronzen", "a mark", _MARK, (), ("mark-jay-0", "mark-jay-0")),
    Case("bronzen", "the last undone", _TRICK * 3, (), ("undo", "undo")),
    Case("bronzen", "told anew, brought back", (*_TRICK * 2, Undo(("2",))), (), ("wins-0", "redo")),
    Case("bronzen", "brought back, told anew", (*_TRICK * 2, Undo(("2",))), (), ("redo", "wins-0")),
    Case("bronzen", "counted, in a form", _TRICK, ("stacks-0",), ("form-done", "form-done")),
    Case("pracherche", "a round", (), (), ("round-0", "round-0")),
    Case(
        "labtag",
        "who has won a match",
        _acts(labtag.action, "4 cards in 2", "Anna lays 2 2", "Ben lays 2 2"),
        (),
        ("match-1", "match-1"),
    ),
    Case(
        "letter_jam",
        "a clue",
        (Act(letter_jam.Table(4).action("dealt")),),
        ("giver-0", "uses-0"),
        ("letters-5", "letters-5"),
        _FOUR,
    ),
    Case("letter_jam", "dealt", (), (), ("dealt-5", "dealt-5"), _FOUR),
    Case("schlafmuetze", "a card", _CARD, ("pile-4",), ("lay-1-blue", "lay-1-blue"), _FOUR),
    Case("schlafmuetze", "Halt", _CARD, (), ("halt", "halt"), _FOUR),
    Case("slam", "a slam opened", (), ("telling", "attribute-style"), ("open-slam", "open-slam")),
    Case("slam", "a slam won", (), (), ("wins-0", "wins-0")),
)


async def tapped(served: Served, table: str, event: Case, gap: float) -> str:
    """Tap on both phones and return what the second one says to it."""
    first, second = event.taps
    async with AsyncExitStack() as stack:
        one, two = [
            await stack.enter_async_context(RawClient(served.socket, route=f"/table/{table}")) for _ in range(2)
        ]
        for phone, last in ((one, first), (two, second)):
            for tap in event.ready:
                await phone.until(lambda phone=phone, tap=tap: phone.all(tap), timeout=_DRAWN)
                await phone.tap(tap)
            await phone.until(lambda phone=phone, last=last: phone.all(last), timeout=_DRAWN)
        await asyncio.sleep(READING)
        await one.tap(first)
        await asyncio.sleep(gap)
        if not two.all(second):
            return "gone"
        await two.tap(second)
        with suppress(ScreenFault):
            await two.until(lambda: two.all("refused"), timeout=_ANSWERED)
        return "asked" if two.all("insist") else "told" if two.all("refused") else "entered"


async def _tapped(served: Served, gap: float) -> list[str]:
    """Return what the second phone said to each event."""
    few = asyncio.Semaphore(_AT_ONCE)

    async def one(table: str, event: Case) -> str:
        async with few:
            return await tapped(served, table, event, gap)

    return await asyncio.gather(*map(one, served.tables, EVENTS))


def measured(gap: float) -> list[str]:
    """Return what became of the second tap of each event."""
    with companion(*(event.record() for event in EVENTS)) as served:
        said = asyncio.run(_tapped(served, gap))
        library = Library.open(served.data).library
        made = [library.load(table, games()).replay for table in served.tables]
        library.close()
    for number, (event, answer, replayed) in enumerate(zip(EVENTS, said, made, strict=True)):
        more = replayed.record.version - len(event.before) if replayed else 0
        if answer == "entered" and more == 1:
            said[number] = "gone"  # while the tap was on its way
        elif more != (2 if answer == "entered" else 1):
            said[number] = f"{answer}, {more} made"
    return said


def main(arguments: list[str] | None = None) -> int:
    """Print the table and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gaps", type=float, nargs="+", default=GAPS)
    gaps = parser.parse_args(arguments).gaps
    became = [measured(gap) for gap in gaps]
    print(" " * 36, *(f"{gap:>7g} s" for gap in gaps))
    for number, event in enumerate(EVENTS):
        print(f"{event.game}: {event.name}".ljust(36), *(f"{row[number]:>9}" for row in became))
    wrong = sum(
        answer not in {"asked", "told", "gone"}
        for gap, row in zip(gaps, became, strict=True)
        for answer in row
        if gap + _ON_ITS_WAY < READING
    )
    print(f"entered before the first could be read: {wrong}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
