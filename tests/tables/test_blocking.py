"""While a report is stored, the event loop goes on: others play on, and the next report to the same game waits."""

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest
from kernel.races import HEADER, RACE, went

from companion.kernel.explain import Refused
from companion.kernel.log import Act, Entry
from companion.kernel.record import replay
from companion.tables.blocking import Handling, Turn, call
from companion.tables.session import Session, Submitted

pytest.importorskip("greenlet")

#: Seconds after which a test gives up.
PATIENCE = 10


class Slow:
    """A journal that stores when it is let."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.threads: set[threading.Thread] = set()
        self.is_asked, self.may = threading.Event(), threading.Event()
        self.error: Exception | None = None

    def append(self, *entries: Entry) -> None:
        self.is_asked.set()
        assert self.may.wait(PATIENCE)
        if self.error:
            raise self.error
        self.threads.add(threading.current_thread())
        self.entries += entries


@pytest.fixture
def slow() -> Iterator[Slow]:
    """Give a journal, which is released in the end."""
    journal = Slow()
    yield journal
    journal.may.set()


@pytest.fixture
def session(slow: Slow) -> Session:
    """Give a race of Anna and Ben."""
    return Session(replay(RACE, HEADER, ()), slow)


def handled(work: Callable[[], object]) -> asyncio.Task[list[object]]:
    """Run synchronous code as the handler of a tap; the result has its value."""
    found: list[object] = []

    async def dispatch() -> None:
        await asyncio.sleep(0)  # as Flet may, before and after
        found.append(work())
        await asyncio.sleep(0)

    async def run() -> list[object]:
        await Handling(dispatch())
        return found

    return asyncio.create_task(run())


async def asked(journal: Slow) -> None:
    """Wait until something is to be stored."""
    assert await asyncio.to_thread(journal.is_asked.wait, PATIENCE)


async def test_others_play_on_while_a_report_is_stored(session: Session, slow: Slow) -> None:
    other = Session(replay(RACE, HEADER, ()))
    reporting = handled(lambda: session.submit(Act(went(0, 2)), by=0))
    await asked(slow)
    await handled(lambda: other.submit(Act(went(0, 1)), by=0))
    assert other.version == 1
    assert session.version == 0  # nothing is shown that is not stored
    slow.may.set()
    [done] = await reporting
    assert isinstance(done, Submitted)
    assert [done.entry] == slow.entries == [*session.record.entries]
    assert slow.threads.isdisjoint({threading.main_thread()})


async def test_a_second_report_waits_and_is_judged_by_the_state_after_the_first(session: Session, slow: Slow) -> None:
    first = handled(lambda: session.submit(Act(went(0, 2)), by=0, expected_version=0))
    await asked(slow)
    again = handled(lambda: session.submit(Act(went(0, 2)), by=1, expected_version=0))
    undone = handled(lambda: session.undo(by=0))
    await asyncio.sleep(0.01)
    assert session.version == 0
    slow.may.set()
    await first
    with pytest.raises(Refused):
        await again
    await undone
    assert session.version == 2
    assert slow.entries == [*session.record.entries]
    assert session.record.undone == {slow.entries[0].id}


async def test_what_is_being_stored_is_shown_though_the_page_leaves(session: Session, slow: Slow) -> None:
    reporting = handled(lambda: session.submit(Act(went(0, 2)), by=0))
    await asked(slow)
    reporting.cancel()
    await asyncio.sleep(0.01)
    assert not reporting.done()
    slow.may.set()
    with pytest.raises(asyncio.CancelledError):
        await reporting
    assert slow.entries == [*session.record.entries]


async def test_an_entry_that_cannot_be_stored_changes_nothing(session: Session, slow: Slow) -> None:
    slow.error = OSError("full")
    slow.may.set()
    with pytest.raises(OSError, match="full"):
        await handled(lambda: session.submit(Act(went(0, 2)), by=0))
    assert session.version == 0
    slow.error = None
    await handled(lambda: session.submit(Act(went(0, 2)), by=0))
    assert session.version == 1


async def test_code_outside_a_handling_works_in_place() -> None:
    assert call(threading.current_thread) is threading.current_thread()
    [thread] = await handled(lambda: call(threading.current_thread))
    assert thread is not threading.current_thread()
    turn = Turn()
    with turn, turn:
        waiting = handled(turn.__enter__)
        await asyncio.sleep(0.01)
        assert not waiting.done()
    await waiting
    with pytest.raises(RuntimeError, match="cannot wait"):
        turn.__enter__()
