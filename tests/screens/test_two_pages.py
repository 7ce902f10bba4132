"""Several pages at one table: they stay in sync, and duplicate reports count once."""

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest
from effort import at_leisure
from screens.room import TABLET, Page, Room, begin, german, on_each_size
from screens.test_seats_on_phones import Phone, hall

from companion.games.bronzen.model import Stack
from companion.games.bronzen.reports import Cards, Color
from companion.kernel.text import Player, messages
from companion.storage.sqlite import SqliteStore
from companion.tables.last_seen import SEEN_AT, SeenAt
from companion.ui.kit import actions

T, N = messages("companion")
G, _ = messages("bronzen")

#: A seven of hearts and a king of spades, entered by rank and suit.
BOTH_CARDS = ("telling", "rank-7", "suit-hearts", "slot-1", "rank-K", "suit-spades")


async def test_two_pages_stay_in_sync(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id, size=TABLET) as two:
        await one.tap("wins-0")
        await two.until(lambda: two.all("entry-1"))
        await two.tap("wins-1")
        await one.seen("Bo wins the Einzel.")
        await two.taps("entry-1", "undo-this")
        await one.until(lambda: two.state.stacks[0] == Stack(54, 0))
        await one.seen("Anna, hand stack: 54 cards")
        await one.tap("undo")
        await two.until(lambda: "Nothing to undo" in two.spoken())
        assert one.table is two.table


async def test_to_draw_an_entry_nothing_is_read_from_the_database(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    id, read = begin(here), []
    rows = SqliteStore._rows

    def noted(store: SqliteStore, query: str, *values: object) -> list[object]:
        read.append(query)
        return rows(store, query, *values)

    async with Page(here, id) as one, Page(here, id, size=TABLET) as two:
        await one.tap("wins-0")
        await two.until(lambda: two.all("entry-1"))
        monkeypatch.setattr(SqliteStore, "_rows", noted)
        await one.tap("wins-1")
        await two.until(lambda: two.all("entry-2"))
        await one.settle()
    assert read == []


async def test_the_page_that_taps_is_drawn_first_and_others_one_by_one(here: Room) -> None:
    id, drawn = begin(here), []

    class Timed(Page):
        def _receive(self, action: int, body: object) -> None:
            drawn.append((self, turns))
            super()._receive(action, body)

    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with Timed(here, id) as one, Timed(here, id) as two, Timed(here, id) as three:
        drawn.clear()
        counting = asyncio.create_task(count())
        await three.tap("wins-0")
        for page in (one, two):
            await page.settle()
        counting.cancel()
    first = {page: next(turn for each, turn in drawn if each is page) for page in (three, one, two)}
    assert [*dict.fromkeys(page for page, _ in drawn)] == [three, one, two]
    assert first[three] < first[two], "the loop has turned in between"


async def test_the_same_event_from_two_phones_counts_once(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id) as two:
        await asyncio.gather(one.tap("wins-0"), two.tap("wins-0"))
        assert one.table.version == 1
        await two.seen("Somebody has just entered that. Did it happen again?")
        assert not one.all("refused")
        await two.tap("refused-why")
        assert two.all("why-rule")
        await two.tap("close")
        await two.tap("wins-1")
        assert two.table.version == 2
        assert not two.all("refused")


async def test_another_event_at_the_same_time_is_refused_kindly(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id, locale="de") as two:
        await asyncio.gather(one.tap("wins-0"), two.tap("color"))
        assert one.table.version == 1
        await two.until(lambda: two.all("refused"))
        assert two.visible(
            german(
                T(
                    "{who} has just entered something else: “{what}”. Check the table again; nothing was entered.",
                    who=T("Somebody"),
                    what=G("{player} wins", player=Player(0)),
                )
            )
        )
        assert not two.visible("Somebody has just")


async def test_two_undos_at_once_are_one(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id) as two:
        await one.taps("wins-0", "wins-0", "wins-0")
        await two.until(lambda: two.visible("3 in a row"))
        await asyncio.gather(one.tap("undo"), two.tap("undo"))
        assert one.state.stacks[0] == Stack(53, 4)
        await two.seen("Entry 3 has just been undone already: Anna wins. Undo entry 2 as well: Anna wins?")
        await two.tap("insist")
        assert one.state.stacks[0] == Stack(54, 2)


async def test_both_players_exchange_at_once(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id) as two:
        await one.taps(*["wins-0"] * 3, *["wins-1"] * 3, "wins-0")
        await two.until(lambda: two.visible("The streak ends: Bo moves 3 chips to the account."))
        await one.tap("chips-0")
        await two.tap("chips-1")
        await asyncio.gather(one.tap("exchange-0"), two.tap("exchange-0"))
        assert [account.green for account in one.state.accounts] == [1, 1]
        assert not one.all("refused")
        assert not two.all("refused")


async def test_a_closed_page_does_not_delay_the_others(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one:
        async with Page(here, id) as two:
            await two.tap("wins-0")
        await one.seen("Anna wins the Einzel.")
        await one.tap("wins-1")
        assert one.table.version == 2


async def test_many_pages_stay_in_sync(here: Room) -> None:
    id = begin(here)
    async with (
        Page(here, id) as one,
        Page(here, id, "sheet") as two,
        Page(here, id, "history") as three,
        Page(here, route="/") as home,
    ):
        await one.taps("jay", "wins-0")
        await two.until(lambda: two.all("cell-1-jay-0"))
        await three.until(lambda: three.all("entry-2"))
        assert home.all(f"game-{id}")


# What could not be read yet


@on_each_size
async def test_the_same_tap_right_after_a_redraw_is_asked_about(here: Room, size: tuple[int, int]) -> None:
    id = begin(here)
    async with Page(here, id, reading=60.0) as one, Page(here, id, size=size, reading=60.0) as two:
        await one.tap("wins-0")
        await two.seen("Anna wins the Einzel.")
        await two.tap("wins-0")
        assert two.visible("Somebody has just entered that. Did it happen again?")
        await two.tap("let-it-be")
        assert not two.all("refused")
        assert one.table.version == 1
        await two.tap("wins-0")
        await two.tap("insist")
        assert not two.all("refused")
        assert one.table.version == 2
        assert not one.all("refused")


async def test_a_double_tap_answers_no_question(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, reading=60.0) as one, Page(here, id, reading=60.0, pause=60.0) as two:
        await one.tap("wins-0")
        await two.seen("Anna wins the Einzel.")
        await two.tap("wins-0")
        await two.taps("insist", "insist")
        assert (one.table.version, bool(two.all("insist"))) == (1, True)
        with patch.object(actions, "DOUBLE_TAP", 0.0):
            await two.tap("insist")
        assert one.table.version == 2


async def test_a_report_confirmed_as_another_event_is_entered(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, reading=60.0) as one, Page(here, id, reading=60.0) as two:
        await one.tap("wins-0")
        await two.seen("Anna wins the Einzel.")
        await two.tap("color")
        assert two.visible(
            "Somebody has just entered something else: “Anna wins”. Check the table again; nothing was entered."
        )
        await two.tap("refused-why")
        assert two.all("why-rule")
        await two.tap("close")
        await two.tap("insist")
        assert one.table.version == 2


@on_each_size
async def test_an_entry_corrected_on_two_pages_keeps_the_form(here: Room, size: tuple[int, int]) -> None:
    id = begin(here)
    async with Page(here, id, size=size) as one, Page(here, id, size=size) as two:
        await one.tap("wins-0")
        await two.seen("Anna wins the Einzel.")
        for page in (one, two):
            if page.of("NavigationBar"):
                await page.tab(2)
        await two.taps("entry-1", "amend", *BOTH_CARDS)
        await one.taps("entry-1", "amend", "color")
        assert [line.action for line in one.table.record.history] == [Color()]
        await two.tap("picked")
        assert two.visible("Entry 1 has just been corrected: it is “Color” now. Use yours instead?")
        assert [line.action for line in one.table.record.history] == [Color()]
        assert two.said(two.find("slot-0"))[-1] == "7", "the form is still filled in"
        await two.tap("insist")
        assert isinstance(one.table.record.history[0].action, Cards)
        assert not two.all("corrected-entry")
        assert not two.all("refused")


@at_leisure
async def test_a_correction_of_an_undone_entry_keeps_the_form(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id, "history") as two:
        await one.tap("wins-0")
        await two.until(lambda: two.all("entry-1"))
        await two.taps("entry-1", "amend", *BOTH_CARDS)
        await one.tap("undo")
        await two.tap("picked")
        assert two.visible("Entry 1 has just been undone. Nothing was changed; redo it first.")
        assert two.all("corrected-entry")
        assert not two.all("insist")
        await one.tap("redo")
        await two.tap("picked")
        assert isinstance(one.table.record.history[0].action, Cards)


async def test_an_undo_that_appeared_under_the_finger_is_asked_about(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, reading=60.0) as one, Page(here, id, reading=60.0) as two:
        await one.tap("wins-0")
        await two.seen("Anna wins the Einzel.")
        await two.tap("undo")
        assert two.visible("Somebody has just entered “Anna wins”. Undo that?")
        assert one.table.version == 1
        await two.tap("insist")
        assert one.state.stacks == (Stack(), Stack())


async def test_a_tap_made_offline_is_refused_and_the_next_one_counts(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        page.in_context(lambda: SEEN_AT.set(SeenAt(0.0, late=True)))
        for late in ("wins-0", "undo", "disagree-now"):
            await page.tap(late)
            assert page.visible(
                "This entry took too long to arrive. Nothing was entered; check the table and enter it again."
            )
        assert page.table.version == 1
        assert not page.table.dispute
        page.in_context(lambda: SEEN_AT.set(None))
        await page.tap("wins-0")
        assert page.table.version == 2
        assert not page.all("refused")


async def test_events_at_one_table_redraw_no_page_at_another(tmp_path: Path) -> None:
    here = hall(tmp_path)
    tables = [begin(here, "Anna", "Ben", "Cleo", game="slam") for _ in range(2)]
    async with (
        Phone().at(here, tables[0]) as anna,
        Phone().at(here, tables[0]) as ben,
        Phone().at(here, tables[1]) as far,
    ):
        await far.sit(2)
        received = far.received
        await anna.sit(0)
        await ben.settle()
        await anna.tap("wins-0")
        await far.settle()
        assert far.received == received
        await far.tap("back")
        await far.until(lambda: far.all(f"game-{tables[0]}"))
        assert far.all(f"game-{tables[1]}"), "the first screen is drawn when opened"


async def test_unchanged_controls_keep_their_identity(here: Room) -> None:
    async with Page(here, begin(here)) as page:

        def drawn(identifier: str) -> object:
            return page.session.index[page.find(identifier)["_i"]]

        gavel, undo = drawn("disagree-now"), drawn("undo")
        await page.tap("wins-0")
        assert drawn("disagree-now") is gavel
        assert drawn("undo") is not undo
        await page.tap("disagree-now")
        assert page.table.dispute, "its handler belongs to the latest rendering"
