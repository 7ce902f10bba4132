"""A half-entered report survives rotation, a visit to the sheet, and a change of the window's size."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from attrs import field, frozen
from screens.room import PHONE, TABLET, Page, Room, begin, submit

from companion.games.bronzen.reports import Cards
from companion.games.letter_jam.reports import ClueGiven, ClueTold, Dealt
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.reports import Doubted, Halt, KeepEveryCard, Laid
from companion.games.slam.reports.won import TieTold
from companion.ui.kit.pane import PROMPT

ACROSS: Final = (844, 390)

FOUR: Final = ("Anna", "Bo", "Cleo", "Dora")


@frozen
class Half:
    """A report that takes several taps.

    :param before: earlier reports.
    :param taps: taps before the page changes its size.
    :param rest: taps after that.
    :param shows: whether the resulting report contains all taps.
    """

    game: str
    before: tuple[Any, ...]
    taps: tuple[str, ...]
    rest: tuple[str, ...]
    shows: Callable[[Any], bool]
    exactly: bool = True
    names: tuple[str, ...] = field(default=FOUR)


_LAID: Final = (KeepEveryCard(), Laid(0, 0, Colour.RED, "HAUS"), Laid(1, 0, Colour.BLUE, "BOOT"), Halt())

HALF: Final = {
    "two cards": Half(
        "bronzen",
        (),
        ("rank-K", "suit-hearts", "rank-7"),
        ("suit-clubs",),
        lambda report: isinstance(report, Cards) and [card.rank for card in report.cards] == [13, 7],
        names=FOUR[:2],
    ),
    "a clue": Half(
        "letter_jam",
        (Dealt((5,) * 4),),
        ("giver-0", "stand-seat-1", "stand-seat-2"),
        ("stand-seat-3", "clue-done"),
        lambda report: isinstance(report, ClueGiven) and [stand.number for stand in report.stands] == [1, 2, 3],
    ),
    "who helps with a clue": Half(
        "letter_jam",
        (Dealt((5,) * 4),),
        ("giver-1", "uses-0"),
        ("letters-4",),
        lambda report: isinstance(report, ClueTold) and report.seat == 1 and report.npcs == (0,),
        exactly=False,
    ),
    "who is tied": Half(
        "slam",
        (),
        ("tie", "tied-0"),
        ("tied-2", "tied-done"),
        lambda report: report == TieTold((0, 2)),
        exactly=False,
    ),
    "a doubt": Half(
        "schlafmuetze",
        _LAID,
        ("author-0", "doubter-3"),
        ("to-the-vote",),
        lambda report: isinstance(report, Doubted) and (report.author, report.doubters) == (0, (3,)),
    ),
}


def exactly(game: str) -> dict[str, Any]:
    """Return the storage of a device that uses detailed entry of a game."""
    return {"get": json.dumps({"exactly": [game]})}


@pytest.mark.parametrize("half", HALF.values(), ids=list(HALF))
async def test_a_half_entered_report_survives(here: Room, half: Half) -> None:
    """Visits to the sheet and the history, changes of the size, and disputes on a phone and a tablet."""
    table = begin(here, *half.names, game=half.game)
    submit(here, table, *half.before)
    async with Page(here, table, services=exactly(half.game) if half.exactly else {}) as page:
        await page.taps(*half.taps)
        for part in (1, 2, 0):
            await page.tab(part)
            assert bool(page.all(half.rest[0])) == (part == 0)
        for size in (ACROSS, TABLET, PHONE):
            await page.resize(*size)
            if size != ACROSS:
                await page.tap("disagree-now")
                assert not page.all(half.rest[0])
                await page.tap("go-on")
        await page.taps(*half.rest)
        last = [*page.table.record.active][-1].action
        assert half.shows(last), last


async def test_a_half_entered_card_stays_on_its_sheet(here: Room) -> None:
    async with Page(here, begin(here, *FOUR, game="slam"), services=exactly("slam")) as page:
        await page.taps("open-slam", "next-poet")
        await page.enter("poet-name", "Funny Reimer")
        await page.tap("number-7")
        for size in (ACROSS, TABLET, PHONE):
            await page.resize(*size)
            assert page.field("poet-name")["value"] == "Funny Reimer"
        await page.tap("poet-done")
        assert page.label("slot-0-0") == "Anna: Funny Reimer, 7·?·?·?·?"


async def test_a_visit_to_the_sheet_keeps_private_data_behind_the_curtain(here: Room) -> None:
    table = begin(here, *FOUR, game="letter_jam")
    submit(here, table, Dealt((5,) * 4))
    async with Page(here, table) as page:
        await page.taps("sheets", "sheet-1")
        assert page.all("private")
        await page.tab(1)
        assert page.all("undo")
        await page.tab(0)
        assert page.all("curtain-open")
        assert not page.all("private")


async def test_keys_and_back_belong_to_the_visible_screen(here: Room) -> None:
    table = begin(here, *FOUR, game="free_sheet")
    async with Page(here, table) as page:
        await page.press("4")
        await page.tab(1)
        await page.press("2")
        await page.press("Escape")
        assert page.all(PROMPT)
        await page.taps("next")
        assert [*page.table.record.active][-1].action.points == "4"
    table = begin(here, *FOUR, game="slam")
    async with Page(here, table) as page:
        await page.taps("tie", "tied-0")
        await page.tab(1)
        await page.press("Escape")
        assert page.all("tied-0")
        await page.press("Escape")
        assert page.all("wins-0")
