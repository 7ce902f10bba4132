"""Pairs of games that differ only in the secrets of a seat, and the messages to a page of another seat."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from attrs import frozen
from conformance.walks import ATTEMPTS, Position, Tape, completed, next_action, setup_of
from effort import effort
from screens.room import Page, room
from screens.test_settings import Door

from companion.kernel.game import Setup
from companion.kernel.log import Act, Header
from companion.kernel.record import AnyGame
from companion.tables import session

NAMES: Final = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritzi", "Gerda", "Hans")
#: Seconds of silence after which all messages have arrived.
_QUIET: Final = 0.02
#: Number of history lines opened at the end, the latest first.
_OPENED: Final = effort(few=3, many=6)


@frozen
class Twins:
    """Two variants of a game; they differ for some seats, but not for ``reader``.

    :param reports: pairs of reports, one for each variant; most are equal.
    """

    setup: Setup
    reader: int | None
    reports: tuple[tuple[Any, Any], ...]

    @property
    def secrets(self) -> int:
        """How many reports differ."""
        return sum(one != other for one, other in self.reports)


def twins(game: AnyGame, tape: Tape, most: int) -> Twins:
    """Return two variants of a game along a tape that only the seats concerned can distinguish.

    A secret changes the view of a seat, but neither the table's nor the reader's, nor the text of the history.
    """
    setup = setup_of(game.meta, tape)
    # reports by a seat about any seat
    reader = tape.pick((None, *range(setup.seats)))
    one = other = Position(setup, game.start(setup))
    reports: list[tuple[Any, Any]] = []
    taste = tape.below(256)
    while not tape.ended and len(reports) < most:
        action = next_action(game, one, tape, taste)
        if action is None:
            break
        then = Position(setup, game.apply(one.state, action), action)
        common = _view(game, then, None)
        own = any(_view(game, then, seat) != common for seat in range(setup.seats))
        for twin in (*(_alike(game, other, action) if own else ()), action):
            if game.refusal(other.state, twin) is None:
                after = then, Position(setup, game.apply(other.state, twin), twin)
                if all(_seen(game, after[0], seat) == _seen(game, after[1], seat) for seat in {None, reader}):
                    break
        else:  # it reveals a secret
            break
        if action != twin and all(_view(game, after[0], seat) == _view(game, after[1], seat) for seat in one.seats):
            twin, after = action, (after[0], Position(setup, game.apply(other.state, action), action))
        one, other = after
        reports.append((action, twin))
    return Twins(setup, reader, tuple(reports))


def _alike(game: AnyGame, at: Position, action: Any) -> Iterator[Any]:
    """Yield other reports of the same kind about the same seats."""
    random = Random(f"{action}")
    for seat in at.seats:
        for offer in game.offers(at.state, seat):
            about_it = all(getattr(action, name, value) == value for name, value in offer.given)
            if offer.kind is type(action) and offer.fields and not offer.closed and about_it:
                made = (completed(offer, Tape(random.randbytes(200))) for _ in range(ATTEMPTS))
                yield from (twin for twin in made if twin != action)


def _view(game: AnyGame, at: Position, seat: int | None) -> Any:
    return game.view(at.state, seat)


def _seen(game: AnyGame, at: Position, seat: int | None) -> Any:
    """Return all information that the game itself gives a seat."""
    messages = [said for said in at.step.messages if said.is_for(seat)]
    return _view(game, at, seat), game.offers(at.state, seat), messages, at.step.points, game.describe(at.action)


#: Properties that Flet numbers consecutively.
_NUMBERS: Final = ("_i", "id", "control_id", "call_id", "session_id", "uid")


class Listener(Page):
    """A page that records its messages, unpacked from the bytes sent to a phone.

    The split into messages and their numbering depend on timing; their content does not.
    """

    def __init__(self, *more: Any, **options: Any) -> None:
        super().__init__(*more, **options)
        #: All texts the page has got.
        self.sent_texts: set[str] = set()
        #: Its contents each time it settled.
        self.holds: list[str] = []

    async def rest(self) -> None:
        """Wait until everything has arrived, and record it."""
        for _ in range(2):
            await self.settle()
            await asyncio.sleep(_QUIET)
        shown = {part: self.page.get(part) for part in ("views", "_dialogs")}  # services are created on first use
        self.holds.append(str(_plain(shown)).replace(self.id, "TABLE"))

    def _receive(self, action: int, body: Any) -> None:
        self.sent_texts |= {text.replace(self.id, "TABLE") for text in _texts(body)}
        super()._receive(action, body)


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts in a message, including those it holds as bytes, such as a picture."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in _NUMBERS:
                yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str | bytes):
        yield str(value)


def _plain(value: Any) -> Any:
    """Return a tree without Flet's numbers."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if key not in _NUMBERS}
    return [_plain(each) for each in value] if isinstance(value, list) else value


async def play_twin(folder: Path, game: AnyGame, twins: Twins, which: int) -> Listener:
    """Play one variant before the reader's page and another page, and return the reader's page."""
    here = room(folder, Door())  # type: ignore[arg-type]
    names = NAMES[: twins.setup.seats]
    header = Header(game.meta.id, game.meta.revision, names, twins.setup.first, dict(twins.setup.house))
    with patch.object(session, "_now", lambda: "2026-11-20T20:15:00+00:00"):
        id = here.tables.begin(header)
        table = here.tables.table(id).session
        assert table
        other = next(seat for seat in range(len(names)) if seat != twins.reader)
        async with (
            Page(here, id, host=False, services=_keeping("other")) as their,
            Listener(here, id, host=twins.reader is None, services=_keeping("reader")) as page,
        ):
            await their.sit(other)
            if twins.reader is not None:
                await page.sit(twins.reader)
            await page.rest()
            for number, pair in enumerate(twins.reports):
                by = getattr(pair[which], "seat", None)
                table.submit(Act(pair[which]), id=f"{number:012x}", by=by if isinstance(by, int) else None)
                await page.rest()
            if table.undo_label_for(None):
                table.undo()
                await page.rest()
                table.redo()
                await page.rest()
            await _visit_all(page)
            return page


def _keeping(phone: str) -> dict[str, Any]:
    """Return a device's storage and its token."""
    kept = {"companion.preferences": json.dumps({"phone": phone})}
    return {
        "get": lambda args: kept.get(args["key"]),
        "set": lambda args: bool(kept.update({args["key"]: args["value"]})) or True,
    }


async def _visit_all(page: Listener) -> None:
    """Visit all pages about a game: its history and each line of it, its sheet, its rules, the first screen."""

    async def go(route: str) -> None:
        await page.go(route)
        await page.rest()

    async def tap(what: str) -> bool:
        there = bool(page.all(what))
        if there:
            await page.tap(what)
            await page.rest()
        return there

    table = f"/table/{page.id}"
    for route in (f"{table}/sheet", f"{table}/rules", f"/rules/{page.table.game.meta.id}", "/", f"{table}/history"):
        await go(route)
    for line in [each for each in page.identifiers() if each.startswith(("entry-", "event-"))][:_OPENED]:
        if await tap(line):
            if await tap("amend"):
                await go("/")
                await go(f"{table}/history")
            else:
                await tap("close")


def difference(one: Listener, other: Listener) -> str:
    """Return the differences between two pages; empty if there are none."""
    for number, (mine, theirs) in enumerate(zip(one.holds, other.holds, strict=True)):
        if mine != theirs:
            at = next(n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
            return f"rest {number}: one page holds …{mine[max(0, at - 200) : at + 100]}…, the other …{theirs[at : at + 100]}…"
    return ""
