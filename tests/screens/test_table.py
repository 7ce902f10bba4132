"""The table of Bronzen, played by taps."""

import asyncio
import io
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from effort import at_leisure, cases
from games.bronzen.table import action
from screens.room import (
    CHIPS_OF_THE_EXAMPLE,
    PHONE,
    SIZES,
    TABLET,
    WON_IN_THE_EXAMPLE,
    Page,
    Room,
    begin,
    full,
    german,
    on_each_size,
    room,
    submit,
)

from companion.games import games
from companion.games.bronzen.chips import Chip, Chips
from companion.games.bronzen.model import GameOver, Laying, Reveal, RoundOver, Stack
from companion.kernel.text import Player, messages
from companion.storage.backup import LONG_AGO, Bundle, SharedGame
from companion.storage.library import Library, Shelf
from companion.ui import shell
from companion.ui.app import context as context_module
from companion.ui.app.context import AppContext

G, _ = messages("bronzen")

#: Seat 0 wins all 55 cards of seat 1 with few taps: three tricks of three Jays, then Einzels.
TO_THE_BRONZEN = (*["jay", "jay", "jay", "wins-0"] * 3, *["wins-0"] * 7)
#: The same as reports.
BRONZEN = tuple(map(action, (*["jay", "jay", "jay", "Anna wins"] * 3, *["Anna wins"] * 7)))


def stake(page: Page, seat: int) -> str:
    """Return the displayed value of the running trick for a player."""
    return page.said(page.find(f"stake-{seat}"))[-1]


@at_leisure
@pytest.mark.rule("bronzen.double.example")
async def test_the_example_of_the_rules(here: Room) -> None:
    table = begin(here)
    submit(here, table, *WON_IN_THE_EXAMPLE)
    async with Page(here, table) as page:
        await page.taps(*CHIPS_OF_THE_EXAMPLE, "color")
        assert page.state.accounts == (Chips(1, 1, 0), Chips(2, 2, 2))
        assert page.label("chips-0") == "Exchange chips: Anna has 1 black, 1 green, 0 red"
        assert page.label("chips-1") == "Exchange chips: Bo has 2 black, 2 green, 2 red"
        assert page.visible("Both lay 1 card face down, then one face up.")
        assert not page.all("stake-0")
        before = page.state.totals
        assert before == (0, 10)

        await page.tap("jay")
        assert page.visible("Both lay 4 cards face down, then one face up.")
        assert (stake(page, 0), stake(page, 1)) == ("for Anna: +2", "for Bo: +2")
        await page.tap("wins-0")
        assert page.visible("Bo is losing: double with a black chip, or give up the trick?")
        await page.tap("double")
        assert stake(page, 0) == "for Anna: +3"
        await page.taps("wins-0", "double")
        assert stake(page, 0) == "for Anna: +4"
        await page.tap("wins-0")
        assert page.visible("Bo is losing: double with a red chip, or give up the trick?")
        await page.taps("double", "color", "wins-1")
        assert (stake(page, 0), stake(page, 1)) == ("for Anna: +5", "for Bo: +2")

        await page.taps("double", "wins-1")
        assert stake(page, 1) == "for Bo: +3"
        await page.tap("double")
        assert stake(page, 1) == "for Bo: +4"
        await page.tap("wins-1")
        assert page.visible("Anna cannot double: that takes a red chip on the account.")
        assert page.visible("2 points for Bo: a Jay came up in this trick.")
        assert page.visible("2 points for Bo: Anna had doubled 2 times.")
        assert page.state.totals == (0, 14)
        assert page.label("points-1") == "Bo, total: 14"
        assert page.state.accounts == (Chips(0, 0, 0), Chips(1, 1, 1))
        assert isinstance(page.state.phase, Reveal)

        await page.tab(1)
        assert page.label("cell-1-jay-1") == "Jay, Bo, Round 1: 2"
        assert page.label("cell-1-double_2-1") == "2× Double, Bo, Round 1: 2"
        assert not page.all("cell-1-double_3-1")


async def test_giving_up_gives_the_trick_to_the_other(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-1", "wins-0", "color", "wins-0")
        await page.tap("give-up")
        assert page.visible("Bo gives up the trick.")
        assert page.state.totals == (0, 0)
        assert page.state.stacks == (Stack(50, 8), Stack(50, 2))


@at_leisure
@on_each_size
async def test_a_round_to_the_bronzen_another_and_the_end(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps(*TO_THE_BRONZEN)
        assert isinstance(page.state.phase, RoundOver)
        assert page.visible("Anna has bronzed Bo!")
        assert page.visible("won the round")
        # three times three Jays, a streak of seven, and the Bronzen
        assert page.state.totals == (3 * 6 + 2 + 6, 0)
        await page.tap("next-round")
        assert page.state.round == 2
        assert page.state.stacks == (Stack(), Stack())
        await page.taps(*TO_THE_BRONZEN, "finish")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("Anna wins the game, 52 to 0.")
        await page.tap("rematch")
        assert len(here.tables.shelf(Shelf.OPEN)) == 2
        assert page.view()["route"] != f"/table/{page.id}"
        assert page.label("points-0") == "Anna, total: 0"


async def test_the_showdown_is_announced_and_doubling_is_refused(here: Room) -> None:
    id = begin(here)
    submit(here, id, *BRONZEN[:-1])
    async with Page(here, id) as page:
        assert page.all("note-clear_win")
        await page.tap("note-clear_win-why")
        assert page.all("why-rule")


@at_leisure
async def test_a_rematch_that_cannot_be_stored_says_so(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps(*TO_THE_BRONZEN, "finish")
        with monkeypatch.context() as broken:
            broken.setattr(here.tables.library, "create", full)
            await page.tap("rematch")
        assert page.visible("There is no space left on this device.")
        assert page.view()["route"] == f"/table/{page.id}"
        await page.tap("rematch")
        assert len(here.tables.shelf(Shelf.OPEN)) == 2


@at_leisure
async def test_a_double_tap_on_another_game_begins_one(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps(*TO_THE_BRONZEN, "finish")
        await asyncio.gather(page.tap("rematch"), page.tap("rematch"))
        assert len(here.tables.shelf(Shelf.OPEN)) == 2


# By the cards


CARDS = {
    "wins-0": ("rank-K", "suit-hearts", "rank-9", "suit-spades"),
    "wins-1": ("suit-clubs", "rank-2", "rank-X"),
    "color": ("rank-A", "suit-clubs", "suit-clubs", "rank-3"),
    "counter": ("rank-10", "suit-diamonds", "rank-10", "suit-spades"),
    "double_c": ("rank-7", "suit-hearts", "rank-7", "suit-hearts"),
    "jay": ("rank-X", "rank-X"),
}


@at_leisure
@cases("result", [*CARDS], few=3)
async def test_entry_by_cards_equals_entry_by_result(here: Room, result: str) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap(result)
        by_result = page.table.view(None)
        await page.tap("undo")
        await page.taps("telling", *CARDS[result])
        again = page.table.view(None)
        for name in ("phase", "stacks", "accounts", "streak", "face_down", "winning", "stakes", "totals", "trick"):
            assert getattr(again, name) == getattr(by_result, name), name
        assert not page.errors()


async def test_the_manner_of_entry_is_remembered_on_the_device(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("telling")
        assert page.all("rank-7")
        assert not page.all("wins-0")
        kept = [call.args["value"] for call in page.calls if call.name == "set"][-1]
    async with Page(here, page.id, services={"get": kept}) as page:
        assert page.all("rank-7")
        await page.tap("telling")
        assert page.all("wins-0")


async def test_a_card_can_be_changed_before_it_is_reported(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("telling", "rank-K", "suit-hearts", "rank-9")
        assert not page.table.record.entries
        await page.taps("slot-0", "rank-7", "slot-1", "suit-spades")
        assert page.visible("Bo wins the Einzel.")
        assert page.visible("7 of hearts against 9 of spades") or page.label("undo")


async def test_an_impossible_card_is_refused_with_the_reason(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("telling")
        await page.taps("rank-7", "suit-hearts", "rank-8", "suit-hearts")
        await page.taps("rank-7", "suit-hearts", "rank-9", "suit-hearts")
        before = page.table.version
        await page.taps("rank-7", "suit-hearts", "rank-2", "suit-clubs")
        assert page.table.version == before
        assert page.all("refused")
        assert page.visible("The 7 of hearts cannot lie face up that often: both decks together have only 2.")
        await page.tap("refused-why")
        assert page.all("why-rule")
        await page.tap("close")
        await page.taps("rank-3", "suit-hearts", "rank-2", "suit-clubs")
        assert not page.all("refused")
        assert page.table.version == before + 1


async def test_a_disabled_button_gives_the_reason(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("jay", "jay", "jay")
        before = page.table.version
        await page.tap("jay")
        assert page.visible("The joker cannot lie face up that often: both decks together have only 6.")
        assert page.table.version == before
        dismiss = next(n for n in page.of("IconButton") if (n.get("icon") or {}).get("semantics_label") == "Close")
        await page.tap(dismiss)
        assert not page.all("refused")


# Chips


async def test_a_disabled_exchange_gives_the_reason(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "wins-1", "chips-0")
        assert page.visible("Anna needs 3 black chips on the account, but has only one.")
        await page.tap("exchange-0")
        assert page.label("why-rule")
        assert page.visible("Anna needs 3 black chips on the account, but has only one.")
        await page.tap(page.all("close")[-1])
        await page.tap("close")
        await page.taps("color", "chips-0")
        assert page.visible("No exchange during a trick. Play it out first.")
        await page.tap("exchange-0")
        assert page.table.version == 3


async def test_chips_are_exchanged_up_and_down(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps(*["wins-0"] * 4, "wins-1", "chips-0", "exchange-0")
        assert page.state.accounts[0] == Chips(1, 1, 0)
        await page.tap("exchange-2")
        assert page.state.accounts[0] == Chips(3, 0, 0)
        await page.tap("close")
        assert page.label("undo").endswith("Anna exchanges green for black")
        assert page.state.accounts[0].count(Chip.BLACK) == 3


# Redrawing after a tap


@SIZES
async def test_a_tap_redraws_only_the_changed_parts(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps("wins-0", "wins-1", "wins-0")
        before = [page.within(page.find(each)) for each in ("chips-0", "chips-1", "undo")]
        await page.tap("wins-1")
        purses = [page.within(page.find(each)) for each in ("chips-0", "chips-1", "undo")]
        assert [[node["_i"] for node in nodes] for nodes in purses] == [
            [node["_i"] for node in nodes] for nodes in before
        ]
        # a streak that ends is removed, visually and for screen readers
        streaks = [next(node for node in nodes if "border" in node) for nodes in purses[:2]]
        said = [(streak["content"]["value"].strip(), streak.get("opacity", 1.0)) for streak in streaks]
        assert said == [("", 0.0), ("+1", 1.0)]
        hints = [node.get("tooltip") for node in (*streaks, next(node for node in purses[2] if "tooltip" in node))]
        undo = page.label("undo")
        expected = (
            [None, "1 chip on the interim account", undo] if size == TABLET else [None, None, undo.partition(":")[0]]
        )
        assert [hint if isinstance(hint, str | None) else hint["message"] for hint in hints] == expected


# Counting again


async def test_a_wrong_recount_is_refused_and_a_right_one_counts(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "wins-1")
        before = page.state
        await page.tap("stacks-0")
        assert page.field("hands-0")["value"] == "53"
        await page.enter("hands-0", "54")
        await page.tap("form-done")
        assert page.state == before
        assert page.visible("That adds up to 111, but there are 110 cards. Please count again.")
        await page.tap("refused-why")
        assert page.all("why-rule")
        await page.tap(page.all("close")[-1])
        assert page.field("hands-0")["value"] == "54", "the entry is still there"
        await page.tap("bunkers-1-less")
        await page.tap("form-done")
        assert page.state.stacks == (Stack(54, 2), Stack(53, 1))
        assert page.visible("The cards are counted: all 110 are there.")
        assert not page.all("refused")
        await page.tap("undo")
        assert page.state == before


async def test_no_recount_while_cards_are_on_the_table(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("color", "stacks-0")
        assert not page.all("form-done")
        assert page.visible("Cards lie on the table. Play the trick out, then count.")
        assert page.table.version == 1
        assert not page.errors()


# The page


async def test_a_double_tap_counts_once(here: Room) -> None:
    async with Page(here, begin(here), pause=30.0) as page:
        await page.taps("wins-0", "wins-0", "wins-0")
        assert page.table.version == 1
        assert page.state.stacks == (Stack(54, 2), Stack(54, 0))
        assert not page.all("refused")
        # the tap targets another button that was there before; one that has appeared under the finger ignores it
        await page.taps("wins-1", "jay", "undo", "redo")
        assert page.table.version == 4
        assert page.all("redo")
        # and so is the same one after something else
        await page.taps("chips-0", "close", "undo")
        assert page.table.version == 5
    async with Page(here, page.id, pause=0.05) as page:
        await page.tap("wins-0")
        await _wait(0.06)
        await page.tap("wins-0")
        assert page.table.version == 7


async def _wait(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def test_the_language_changes_at_once(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        assert page.visible("Anna wins the Einzel.")
        await page.menu("Settings")
        await page.tap("language-de")
        await page.tap("back")
        await page.go(f"/table/{page.id}")
        assert page.visible(german(G("{player} wins the Einzel.", player=Player(0))))
        assert not page.visible("wins the Einzel")


async def test_two_pages_of_one_table_speak_two_languages(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, locale="en") as one, Page(here, id, locale="de") as two:
        await one.tap("wins-1")
        await two.seen(german(G("{player} wins the Einzel.", player=Player(1))))
        assert one.visible("Bo wins the Einzel.")


async def test_a_phone_has_tabs_and_a_tablet_shows_all_at_once(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        assert page.of("NavigationBar")
        assert not page.all("entry-1")
        await page.resize(*TABLET)
        assert not page.of("NavigationBar")
        assert page.all("entry-1")
        assert page.all("wins-0")
        assert page.visible("Einzel (2)")
        await page.resize(*PHONE)
        assert page.of("NavigationBar")
        await page.tab(2)
        assert page.all("entry-1")
        assert not page.all("wins-0")
        await page.tab(0)
        assert page.all("wins-0")
        await page.resize(844, 390)  # too low for anything beside the table: the bar leads to the other parts
        await page.taps("wins-1", "history")
        assert page.all("entry-2")
        await page.tap("table")
        assert page.all("wins-1")


async def test_the_referees_messages_are_announced_and_vibrate(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        said = [call.args["message"] for call in page.calls if call.name == "announce_message"]
        assert said == ["Anna wins the Einzel. Anna puts a black chip on the interim account."]
        assert [call.name for call in page.calls if call.control == "HapticFeedback"] == ["light_impact"]
        await page.taps("jay", "jay", "jay", "undo", "redo")
        assert not page.all("refused")


async def test_a_refusal_is_announced_too(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("jay", "jay", "jay", "jay")
        said = [call.args["message"] for call in page.calls if call.name == "announce_message"]
        assert said[-1].startswith("The joker cannot lie face up that often")


async def test_the_screen_stays_awake_at_the_table_only(here: Room) -> None:
    def wakes(page: Page) -> list[str]:
        return [call.name for call in page.calls if call.control == "Wakelock"]

    async with Page(here, begin(here)) as page:
        assert wakes(page) == ["enable"]
        await page.taps("wins-0", "wins-1")
        await page.tab(2)
        assert wakes(page) == ["enable"]
        await page.tap("back")
        assert wakes(page)[-1] == "disable"
        await page.tap(f"game-{page.id}")
        assert wakes(page)[-1] == "enable"
        before = wakes(page).count("enable")
        for state in ("hide", "show"):
            await page.event(page.page, "app_lifecycle_state_change", {"state": state})
        assert wakes(page).count("enable") == before + 1, "a browser lets go of it when the page is not shown"
    kept = '{"awake": false}'
    async with Page(here, page.id, services={"get": kept}) as page:
        assert "enable" not in wakes(page)


async def test_after_a_lost_connection_the_table_is_redrawn(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        await page.reconnect()
        assert page.visible("Anna wins the Einzel.")
        await page.tap("wins-0")
        assert page.table.version == 2


# Storage


async def test_a_failed_write_changes_nothing(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        before = page.state
        with monkeypatch.context() as broken:
            broken.setattr(here.tables.library.journal(page.id), "append", full)
            for what in ("wins-1", "undo"):
                await page.tap(what)
                assert page.all("refused")
                assert page.visible("There is no space left on this device.")
                assert page.state == before
                assert page.label("stacks-0").endswith(". Recount the cards")
                assert page.visible("54")
        await page.tap("wins-1")
        assert not page.all("refused")
        assert page.table.version == 2


def spoiled(here: AppContext) -> str:
    """Return a game in whose log the second entry is not allowed."""
    id = begin(here)
    good = begin(here)
    session = here.tables.table(good).session
    assert session
    from companion.games.bronzen.reports import Color, Double, Einzel
    from companion.kernel.log import Act, Entry

    journal = here.tables.library.journal(id)
    for number, report in enumerate((Einzel(0), Double(1), Color())):
        journal.append(Entry(f"e{number}", Act(report)))
    here.tables.library.delete(good)
    return id


@SIZES
async def test_an_invalid_log_is_shown_up_to_the_fault_and_repaired(
    tmp_path: Path, here: Room, size: tuple[int, int]
) -> None:
    async with Page(here, spoiled(here), size=size) as page:
        assert page.visible("The log can be read up to entry 1.")
        assert page.visible("An Einzel cannot be doubled, and no special has come up in this trick.")
        assert page.state.stacks == (Stack(54, 2), Stack(54, 0))
        assert not page.all("wins-0")
        # an undo is refused as kindly, and nothing is lost
        await page.tap("undo")
        assert page.table.version == 1
        await page.tap("repair-do")
        assert not page.all("repair")
        assert not page.all("problem")
        assert page.table.version == 4
        await page.tap("wins-1")
        assert page.state.stacks == (Stack(53, 2), Stack(53, 2))
        if size == PHONE:
            await page.tab(2)
        for number in (2, 3):
            assert page.said(page.find(f"entry-{number}"))[-1]
        assert page.visible("undone")
    # and it stays repaired
    again = Library.open(tmp_path).library.load(page.id, games())
    assert again.error is None


async def test_a_log_repaired_on_two_phones_at_once_is_repaired_once(here: Room) -> None:
    id = spoiled(here)
    async with Page(here, id) as one, Page(here, id) as two:
        await asyncio.gather(one.tap("repair-do"), two.tap("repair-do"))
        assert one.table.version == 4
        assert two.visible("This has just been undone already. Nothing was changed.")


async def test_an_invalid_log_can_be_browsed(here: Room) -> None:
    async with Page(here, spoiled(here), "history") as page:
        await page.tap("entry-1")
        await page.tap("undo-this")
        assert page.all("refused")
        await page.tab(1)
        assert not page.errors()


@at_leisure
@SIZES
async def test_a_log_with_an_unreadable_end_continues_in_a_copy(here: Room, size: tuple[int, int]) -> None:
    id = begin(here)
    async with Page(here, id) as page:
        await page.taps("wins-0", "wins-1")
    here.tables.library.store.connection.execute(
        "INSERT INTO entry VALUES (?, 3, 'x', '2026-01-01T00:00:00+00:00', ?)", (id, '{"kind": "bronzen.unheard_of"}')
    )
    here.tables.reload(id)
    async with Page(here, id, size=size) as page:
        assert page.all("problem")
        before = page.table.version
        await page.tap("wins-0")
        assert page.all("refused")
        assert page.table.version == before
        await page.tap("problem-do")
        route = page.view()["route"]
        assert route != f"/table/{id}"
        assert not page.all("problem")
        assert not page.all("refused")
        page.id = route.removeprefix("/table/")
        await page.tap("wins-0")
        assert page.table.version == 3
        assert page.state.stacks == (Stack(52, 4), Stack(52, 2))


@pytest.mark.parametrize("tab", ["", "sheet", "history", "nonsense"])
async def test_an_unknown_table_leads_home(here: Room, tab: str) -> None:
    async with Page(here, "nowhere", tab) as page:
        assert page.visible("This game cannot be opened.")
        assert page.visible("There is no such game in this library.")
        await page.tap("home")
        assert page.view()["route"] == "/"


def elsewhere(folder: Path, id: str, action: Any) -> None:
    """Let another program continue a game."""
    from companion.kernel.log import Act, Entry

    library = Library.open(folder).library
    library.load(id, games())
    library.journal(id).append(Entry("elsewhere", Act(action)))
    library.close()


async def test_entries_written_by_another_program_are_loaded(tmp_path: Path) -> None:
    from companion.games.bronzen.reports import Jay

    here = room(tmp_path)
    id = begin(here)
    async with Page(here, id) as page, Page(here, id, locale="de") as other:
        await page.tap("wins-0")
        elsewhere(tmp_path, id, Jay())
        await page.tap("wins-1")
        assert page.visible("Another window or program has changed this game.")
        assert isinstance(page.state.phase, Laying)
        assert page.visible("Both lay 4 cards face down, then one face up.")
        await other.until(lambda: other.label("undo") and other.visible("4 Karten verdeckt"))
        await page.tap("wins-1")
        assert not page.all("refused")
        assert page.table.version == 3
        await other.seen(german(G("is winning")))
        await other.tap("give-up")
        await page.seen("Anna gives up the trick.")
        await page.tap("undo")
        assert page.table.version == 5


async def test_a_correction_after_another_program_wrote_loads_it_too(tmp_path: Path) -> None:
    from companion.games.bronzen.reports import Jay

    here = room(tmp_path)
    id = begin(here)
    async with Page(here, id, size=TABLET) as page:
        await page.tap("wins-0")
        elsewhere(tmp_path, id, Jay())
        await page.taps("entry-1", "undo-this")
        assert page.visible("Another window or program has changed this game.")
        assert page.all("entry-2")
        await page.taps("entry-2", "undo-this")
        assert page.table.version == 3
        assert not page.all("refused")


# Drawn well


def controls(page: Page) -> list[dict[str, Any]]:
    """Return all buttons and fields of the page."""
    kinds = ("click", "change", "select", "tap")
    return [node for node in page.shown() if any(node.get(f"on_{kind}") for kind in kinds)]


def name_of(page: Page, node: dict[str, Any]) -> str:
    """Return the accessible name of a control: its contents, or the label around it."""
    path = page._path(node)
    around = [outer.get("label") or outer.get("tooltip") for outer in path[-4:] if isinstance(outer.get("_c"), str)]
    names = [*page.said(node), *(name for name in around if isinstance(name, str))]
    return " ".join(names).strip()


async def situations(page: Page) -> None:
    """Visit the screens of a table and check every button."""

    def look() -> None:
        assert not page.errors()
        for node in controls(page):
            if node["_c"] in ("NavigationBar", "Page", "View"):
                continue
            assert name_of(page, node), node
            for size in ("width", "height"):
                assert node.get(size) is None or node[size] >= 48.0, (size, name_of(page, node))

    look()
    for taps in (
        ["wins-0", "wins-1", "chips-0"],
        ["exchange-0"],
        ["close", "close"],
        ["stacks-0"],
        ["close", "color", "wins-1"],
        ["double", "jay", "prompt-why"],
        ["close", "jay", "jay", "jay"],
        ["telling"],
        ["rank-7", "slot-0", "rank-8"],
    ):
        for each in taps:
            await page.tap(page.all(each)[-1])
        look()
    await page.taps("undo", "redo")
    if page.of("NavigationBar"):
        await page.tab(1)
        look()
        await page.tab(2)
        look()
    await page.tap("entry-3")
    look()
    await page.tap("amend")
    look()


@at_leisure
@cases("locale", ["de", "en"], few=1)
@on_each_size
async def test_every_button_has_an_accessible_name(here: Room, size: tuple[int, int], locale: str) -> None:
    async with Page(here, begin(here), size=size, locale=locale) as page:
        await situations(page)


async def test_a_screen_reader_can_navigate_by_headings(here: Room) -> None:
    def headings() -> list[str]:
        return [" ".join(page.said(node)) for node in page.shown() if node.get("header")]

    async with Page(here, begin(here), "history") as page:
        await page.tab(0)
        await page.tap("jay")
        await page.tab(2)
        assert "Round 1" in headings()
        await page.tap("entry-1")
        assert "Entry 1" in headings()


@at_leisure
async def test_a_table_that_was_left_does_not_follow_the_window(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        for _ in range(3):
            await page.tap("back")
            await page.resize(*TABLET)
            await page.tap(f"game-{page.id}")
            assert page.all("entry-1") or page.table.version == 0
            await page.resize(*PHONE)
            assert page.of("NavigationBar")


@pytest.mark.parametrize(("width", "layout"), [(0, "phone"), (599, "phone"), (600, "tablet"), (1200, "desktop")])
def test_the_classes_of_width(width: float, layout: str) -> None:
    assert context_module.layout_of(width) == layout


# In one language


def english() -> list[re.Pattern[str]]:
    """Return the messages of the catalogs with a different German text, as patterns of their output."""
    found = []
    for path in sorted(Path("translations/de/LC_MESSAGES").glob("*.po")):
        for message in read_po(io.BytesIO(path.read_bytes())):
            ids, strings = ((m,) if isinstance(m, str) else tuple(m) for m in (message.id, message.string))
            for id in filter(None, ids):
                if id not in strings and re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", id)):
                    parts = re.split(r"\{\w+\}", id)
                    found.append(re.compile(".+".join(map(re.escape, parts))))
    return found


@at_leisure
@on_each_size
async def test_in_german_nothing_is_english(tmp_path: Path, size: tuple[int, int]) -> None:
    patterns = english()
    assert len(patterns) > 200
    here = room(tmp_path)
    async with Page(here, begin(here), size=size, locale="de") as page:
        seen: set[str] = set()
        whole = page._receive

        def receive(action: int, body: Any) -> None:
            whole(action, body)
            seen.update((*page.texts(), *page.spoken()))

        page._receive = receive  # type: ignore[method-assign]
        page._wire._receive = receive
        await situations(page)
        await page.tap("corrected-entry-dismiss")
        if size == PHONE:
            await page.tab(0)
        while not page.all("next-round"):
            await page.tap(next(t for t in ("give-up", "wins-0", "telling") if page.all(t)))
        await page.tap("finish")
        said = {call.args["message"] for call in page.calls if call.name == "announce_message"}
        # texts without a language: the wordmark and the names of the players
        for text in (seen | said) - {"Companion", "Anna", "Bo"}:
            assert not [p.pattern for p in patterns if p.fullmatch(text)], text


@at_leisure
@pytest.mark.parametrize("shelf", [Shelf.ARCHIVED, Shelf.DELETED])
@SIZES
async def test_an_archived_game_says_so_and_can_be_restored(here: Room, size: tuple[int, int], shelf: Shelf) -> None:
    id = begin(here)
    library = here.tables.library
    (library.archive if shelf is Shelf.ARCHIVED else library.delete)(id)
    async with Page(here, id, size=size) as page:
        await page.tap("wins-0")
        assert page.table.version == 1
        assert page.all("put-away")
        await page.tap("put-away-do")
        assert not page.all("put-away")
        assert library.stored(id).shelf is Shelf.OPEN


async def test_a_game_archived_by_another_page_says_so_at_once(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    id = begin(here)
    async with Page(here, id, locale="de") as page:
        here.tables.library.delete(id)
        here.tables.changed()
        await page.seen("Dieses Spiel liegt im Papierkorb.")
        monkeypatch.setattr(here.tables.library, "restore", full)
        await page.tap("put-away-do")
        assert page.visible("There is no space left on this device.")
        assert page.all("put-away")


async def test_a_game_that_cannot_be_opened_can_be_deleted(here: Room) -> None:
    carried = SharedGame("spoilt", LONG_AGO, LONG_AGO, ('{"game": "?", "seats": []}', "{}"), "Sunday")
    here.tables.join(Bundle((carried,)), str)
    async with Page(here, "spoilt") as page:
        assert page.visible("This game cannot be opened.")
        await page.tap("delete")
        assert page.view()["route"] == "/delete/spoilt"
        await page.tap("delete-yes")
        assert [stored.name for stored in here.tables.shelf(Shelf.DELETED)] == ["Sunday"]
        assert not page.errors()


async def test_a_game_its_own_version_cannot_read_says_so(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    id = begin(here)

    def stumbles(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr(here.tables.library, "load", stumbles)
    async with Page(here, id) as page:
        assert page.visible("This game cannot be read by this version.")
        assert not page.errors()
        await page.tap("home")
        assert page.view()["route"] == "/"


async def test_a_page_opened_at_a_table_has_its_colour_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worn: list[str | None] = []
    dress = shell._dress

    def noted(page: Any, preferences: Any, preferred: Any, colour: str | None = None) -> None:
        worn.append(colour)
        dress(page, preferences, preferred, colour)

    monkeypatch.setattr(shell, "_dress", noted)
    here = room(tmp_path)
    async with Page(here, begin(here)) as page:
        page.find("wins-0")
        assert worn == [games()["bronzen"].meta.colour]
        await page.tap("back")
        assert worn[1:] == [None]
