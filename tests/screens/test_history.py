"""The history: any entry can be undone, restored or corrected, and conflicting entries are named first."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from effort import at_leisure
from games.bronzen.table import action
from games.pins import TRANSCRIPTS, transcript
from screens.room import PHONE, Page, Room, begin, on_each_size, resume, room, submit
from screens.test_consequences import logs
from screens.test_table import full

from companion.games.bronzen.chips import Chips
from companion.games.bronzen.model import Stack
from companion.games.bronzen.reports import Cards, Einzel
from companion.games.labtag.reports import AllLaid, MatchWon
from companion.games.schlafmuetze.reports import (
    Finish,
    GoesOn,
    HandsCounted,
    LastCardLaid,
    NobodyDoubts,
    Recount,
    StockCounted,
)
from companion.games.slam.cards import Attribute, Lineup, Poet
from companion.games.slam.reports.closing import SlamClosed
from companion.games.slam.reports.counted import SecondTold
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.reports.opening import SlamOpened
from companion.games.slam.reports.won import SlamWon, TieTold
from companion.kernel.log import Act
from companion.kernel.record import replay


def undone(page: Page) -> list[int]:
    """Return the numbers of the entries that are shown as undone."""
    return [
        number
        for number in range(1, page.table.version + 1)
        if page.all(f"entry-{number}") and "undone" in page.said(page.find(f"entry-{number}"))
    ]


async def history(page: Page) -> None:
    """Open the history, unless it is beside the table."""
    if page.of("NavigationBar"):
        await page.tab(2)


@on_each_size
async def test_an_entry_of_ten_entries_ago_is_undone_alone(here: Room, size: tuple[int, int]) -> None:
    id = begin(here)
    submit(here, id, *map(Einzel, (1, 0, 0, *[1, 0] * 5)))
    async with Page(here, id, size=size) as page:
        assert page.state.stacks == (Stack(42, 14), Stack(42, 12))
        await history(page)
        await page.tap("entry-3")
        await page.tap("undo-this")
        assert undone(page) == [3]
        assert page.state.stacks == (Stack(43, 12), Stack(43, 12))
        assert page.table.version == 14
        await page.tap("entry-3")
        await page.tap("bring-back")
        assert undone(page) == []
        assert page.state.stacks == (Stack(42, 14), Stack(42, 12))


@on_each_size
async def test_back_to_before_an_entry(here: Room, size: tuple[int, int]) -> None:
    id = begin(here)
    submit(here, id, *[Einzel(0)] * 6)
    async with Page(here, id, size=size) as page:
        await history(page)
        await page.tap("entry-3")
        assert page.visible("Back to before this entry (4 entries)")
        await page.tap("undo-from")
        assert undone(page) == [3, 4, 5, 6]
        assert page.state.stacks[0] == Stack(53, 4)
        await page.tap("redo")
        assert undone(page) == []
        await page.tap("entry-6")
        assert not page.all("undo-from")


@on_each_size
async def test_an_entry_is_corrected_in_mid_game(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps("wins-0", "wins-0", "wins-1", "wins-1")
        before = page.state
        await history(page)
        await page.tap("entry-2")
        await page.tap("amend")
        shown = page.visible("Correct entry 2: what is right?") and page.visible("So far: “Anna wins”.")
        assert shown or page.visible("Correct entry 2 (was: “Anna wins”). What is right?")
        await page.tap("wins-1")
        assert page.visible("corrected; was: Anna wins")
        assert page.table.record.history[1].action == Einzel(1)
        assert before.accounts == (Chips(2, 0, 0), Chips())
        assert page.state.accounts == (Chips(1, 0, 0), Chips())
        assert "Undo: correction of entry 2 to “Bo wins”" in page.spoken()
        await page.tap("undo")
        assert page.table.record.history[1].action == Einzel(0), "the correction went, not the latest entry"
        assert undone(page) == []
        assert "Redo: correction of entry 2 to “Bo wins”" in page.spoken()
        await page.tap("redo")
        assert page.table.record.history[1].action == Einzel(1)


async def test_an_entry_is_corrected_by_its_cards(here: Room) -> None:
    async with Page(here, begin(here), "history", size=PHONE) as page:
        await page.tab(0)
        await page.taps("wins-0", "wins-1")
        await page.tab(2)
        await page.taps("entry-1", "amend")
        await page.taps("telling", "rank-7", "suit-hearts", "slot-1", "rank-K")
        await page.tap("picked")
        assert page.table.version == 2, "not before both cards are chosen"
        await page.taps("suit-spades", "picked")
        action = page.table.record.history[0].action
        assert isinstance(action, Cards)
        assert page.table.version == 3
        assert page.visible("corrected; was: Anna wins")


async def three_and_an_exchange(page: Page) -> None:
    """Let seat 1 win three chips and exchange them: without one of the three the exchange is impossible."""
    await page.taps("wins-1", "wins-1", "wins-1", "wins-0", "chips-1", "exchange-0", "close", "wins-0")
    assert page.state.accounts[1] == Chips(0, 1, 0)
    await history(page)


@at_leisure
@on_each_size
@pytest.mark.parametrize("way", ["undo", "amend"])
async def test_conflicting_entries_are_named_and_can_be_undone_too(here: Room, size: tuple[int, int], way: str) -> None:
    async with Page(here, begin(here), size=size) as page:
        await three_and_an_exchange(page)
        await page.tap("event-1")
        before, version = page.state, page.table.version
        await page.tap("entry-2")
        if way == "undo":
            await page.tap("undo-this")
        else:
            await page.taps("amend", "wins-0")
        assert page.visible("Later entries would no longer be allowed")
        assert page.visible("Nothing has been changed yet.")
        assert (page.state, page.table.version) == (before, version), "nothing half applied"
        said = page.said(page.find("misfit-5"))
        assert any("Bo exchanges black for green" in text and "needs 3 black chips" in text for text in said), said
        await page.tap("misfit-5")
        assert page.all("why-rule")
        await page.tap(page.all("close")[-1])

        await page.tap("leave")
        assert (page.state, page.table.version) == (before, version)
        if way == "undo":
            await page.tap("undo-this")
        else:
            if page.of("NavigationBar"):  # it was left and starts from the top, with its events in one line each
                await history(page)
                await page.tap("event-1")
            await page.taps("entry-2", "amend", "wins-0")
        await page.tap("undo-misfits")
        assert not page.visible("Later entries would no longer be allowed")
        assert undone(page) == ([2, 5] if way == "undo" else [5])
        assert page.state.accounts[1] == Chips(2, 0, 0) if way == "undo" else Chips(1, 0, 0)
        if way == "amend":
            assert page.visible("corrected; was: Bo wins")
        assert not page.all("refused")
        assert not page.errors()


@on_each_size
async def test_a_correction_that_cannot_be_stored_changes_nothing(
    here: Room, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps("wins-0", "wins-1")
        await history(page)
        before = page.state
        with monkeypatch.context() as broken:
            broken.setattr(here.tables.library.journal(page.id), "append", full)
            await page.taps("entry-1", "undo-this")
        assert page.visible("There is no space left on this device.")
        assert page.state == before
        await page.taps("entry-1", "undo-this")
        assert not page.all("refused")
        assert undone(page) == [1]


async def test_undo_and_redo_in_the_bar(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        assert "Nothing to undo" in page.spoken()
        await page.tap("undo")
        assert page.table.version == 0
        assert not page.all("redo")
        await page.taps("wins-0", "color")
        assert page.label("undo").endswith("Color")
        await page.tap("undo")
        assert page.label("undo").endswith("Anna wins")
        await page.tap("undo")
        assert page.state.stacks == (Stack(), Stack())
        await page.tap("redo")
        assert page.state.stacks[0] == Stack(54, 2)
        assert "Redo: Color" in page.spoken(), "earlier undone entries can be restored too"
        await page.tap("wins-1")
        assert not page.all("redo"), "an earlier undo is no longer the latest action"
        assert page.table.version == 6
        await page.tab(2)
        assert undone(page) == [2]


@at_leisure
async def test_a_long_history_is_shown_a_part_at_a_time(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        for number in range(45):
            await page.tap(f"wins-{number % 2}")
        await page.tab(2)
        assert page.all("entry-45")
        assert not page.all("entry-5")
        await page.tap("earlier")
        assert page.all("entry-1")
        assert not page.all("earlier")


async def test_an_entry_opens_its_consequences(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "wins-1")
        await page.tab(2)
        await page.tap("entry-2")
        assert page.visible("The streak ends: Anna moves 1 chip to the account.")
        await page.tap("told-1")
        assert page.all("why-rule")
        await page.tap(page.all("close")[-1])
        await page.tap("close")
        assert not page.all("undo-this")


async def test_another_page_may_report_while_an_entry_is_open(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, "history") as one, Page(here, id) as two:
        await two.taps("wins-0", "wins-0")
        await one.until(lambda: one.all("entry-2"))
        await one.tap("entry-2")
        await two.tap("undo")
        await one.until(lambda: one.all("bring-back"))
        await one.tap("bring-back")
        assert undone(one) == []
        assert one.table.version == 4


async def test_an_unfinished_correction_survives_other_reports(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, "history") as one, Page(here, id) as two:
        await two.taps("wins-0", "wins-1")
        await one.until(lambda: one.all("entry-2"))
        await one.taps("entry-1", "amend")
        await two.tap("wins-0")
        await one.until(lambda: one.table.version == 3)
        assert one.all("corrected-entry"), "what another page reports is about another entry"
        assert not one.errors()
        await two.tab(2)
        await two.taps("entry-1", "undo-this")
        await one.tap("wins-1")
        assert one.visible("Entry 1 has just been undone. Nothing was changed; redo it first.")
        assert not one.errors()
        await one.tap("corrected-entry-dismiss")
        assert not one.all("corrected-entry")


async def test_two_pages_correct_the_same_entry(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, "history") as one, Page(here, id, "history") as two:
        one.table.submit(Act(Einzel(0)))
        for page in (one, two):
            await page.until(lambda page=page: page.all("entry-1"))
            await page.tap("entry-1")
        await asyncio.gather(one.tap("undo-this"), two.tap("undo-this"))
        assert [line.undone for line in one.table.record.history] == [True]
        assert not one.errors()
        assert not two.errors()


async def test_every_point_names_its_player(here: Room) -> None:
    id = begin(here, game="labtag")
    submit(here, id, AllLaid(10, 5), MatchWon(0, 1, 1))
    async with Page(here, id, "history") as page:
        assert page.visible("Bo +1")


async def test_a_trick_is_one_line_and_opens_its_entries(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("jay", "wins-0", "wins-1")
        await page.tab(2)
        said = page.said(page.find("event-1"))
        assert said[1:] == ["Anna wins", said[2], "Anna +2"]
        assert said[2].startswith("Anna has the higher card.")
        assert not page.all("entry-1")
        await page.tap("event-1")
        assert page.visible("Jay")
        await page.taps("entry-1", "close", "event-1")
        assert not page.all("entry-1")


async def test_a_slam_is_titled_by_its_winner_under_its_own_round(here: Room) -> None:
    id = begin(here, game="slam")
    poets = Poet("Ada", values=(9, 0, 0, 0, 0)), Poet("Max", values=(1, 0, 0, 0, 0))
    unnamed = Poet(values=(2, 0, 0, 0, 0)), Poet(values=(3, 0, 0, 0, 0))
    revealed = PoetsRevealed((Lineup(poets), Lineup(unnamed)), zeros_told=True)
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), revealed, SlamClosed())
    async with Page(here, id, "history") as page:
        assert page.visible("Anna wins the slam")
        assert page.visible("Anna: Ada and Max · Bo: 2 poets")
        texts = page.texts()
        assert "Cards put away" not in texts
        assert "Slam 1" in texts
        assert "Round 2" not in texts


@pytest.mark.parametrize("way", ["opened", "won", "tied"])
async def test_the_end_of_a_slam_is_listed_under_its_own_round(here: Room, way: str) -> None:
    id = begin(here, game="slam")
    lineups = tuple(Lineup((Poet(values=(n, 0, 0, 0, 0)), Poet(values=(1, 0, 0, 0, 0)))) for n in (9, 5))
    submit(here, id, SlamOpened("First", (Attribute.STYLE,)), PoetsRevealed(lineups, zeros_told=True))
    then = {
        "opened": (SlamOpened("Second", (Attribute.STYLE,)),),
        "won": (SlamWon(1),),
        "tied": (TieTold((0, 1)), SecondTold(0, 1), SecondTold(1, 5)),
    }[way]
    submit(here, id, *then, SlamWon(1) if way != "opened" else PoetsRevealed(lineups, zeros_told=True))
    async with Page(here, id, "history") as page:
        assert not page.errors()
        said = page.said(page.find("event-1"))
        assert (said[1], said[-1]) == ("Anna wins the slam", "Anna +1")
        assert not any("Bo +1" in each for each in said)
        texts = page.texts()
        assert texts.count("Slam 1") == texts.count("Slam 2") == 1
        assert texts.count("Anna +1") == 1
        if way == "won":
            assert {"Bo wins the slam", "Bo +1"} <= {*page.said(page.find("entry-3"))}


async def test_the_end_of_a_slam_is_called_the_same_when_it_is_undone(here: Room) -> None:
    id = begin(here, game="slam")
    lineups = tuple(Lineup((Poet(values=(n, 0, 0, 0, 0)), Poet(values=(1, 0, 0, 0, 0)))) for n in (9, 5))
    submit(here, id, SlamOpened("", (Attribute.STYLE,)), PoetsRevealed(lineups, zeros_told=True), SlamClosed())
    async with Page(here, id, "history") as page:
        await page.tap("undo")
        assert page.announced()[-1] == "Undone: Anna wins the slam"
        assert "Anna wins the slam" in page.said(page.find("entry-3"))
        assert page.visible("undone")
        assert "Cards put away" not in page.spoken()


@pytest.mark.parametrize("way", ["undo", "amend"])
async def test_the_number_of_entries_equals_the_listed_ones(here: Room, way: str) -> None:
    id = begin(here)
    exchanges = ("Ben: black for green", "Ben: green for black")
    submit(here, id, *map(action, (*["Ben wins"] * 3, "Anna wins", *exchanges, "Anna wins")))
    async with Page(here, id, "history") as page:
        assert page.visible("Bo wins (3×)")
        await page.tap("event-1")
        if way == "undo":
            await page.taps("entry-2", "undo-this")
        else:
            await page.taps("entry-2", "amend", "wins-0", "close")
            assert page.all("corrected-entry"), "it can be entered in another manner"
            await page.tap("wins-0")
        listed = [i for i in page.identifiers() if i.startswith("misfit-")]
        assert listed == ["misfit-5", "misfit-6"]
        assert page.label("undo-misfits") == "Correct, and undo these 2 entries as well"
        await page.tap("undo-misfits")
        if way == "amend":
            assert page.table.record.history[1].action == Einzel(0)
        assert undone(page) == ([2, 5, 6] if way == "undo" else [5, 6])
        await page.tap("redo" if way == "undo" else "undo")
        assert undone(page) == [], "taken back in one go"
        assert page.table.record.history[1].action == Einzel(1)


async def test_a_correction_keeps_all_that_fits_and_says_so(here: Room) -> None:
    id = begin(here)
    submit(here, id, *map(action, ("Ben wins", "jay", "Anna wins", "Ben doubles", "Anna wins", "Ben wins")))
    async with Page(here, id) as page:
        await history(page)
        await page.taps("event-2", "entry-2", "amend", "wins-1")
        assert page.visible("Nothing has been changed yet. The other 3 later entries still count.")
        assert [name for name in page.identifiers() if name.startswith("misfit-")] == ["misfit-4"]
        assert page.label("undo-misfits") == "Correct, and undo this entry as well"
        await page.tap("undo-misfits")
        assert not page.errors()
        assert undone(page) == [4]
        assert page.table.record.history[1].action == Einzel(1)


async def test_conflicts_are_updated_by_other_corrections(here: Room) -> None:
    id = begin(here)
    submit(here, id, *map(action, ("Ben wins", "jay", "Anna wins", "Ben doubles", "Anna wins")))
    async with Page(here, id) as page:
        await history(page)
        await page.taps("entry-2", "amend", "wins-1")
        page.table.submit(Act(Einzel(1)))
        await page.until(lambda: page.visible("The other 3 later entries still count."))
        page.table.undo(*(page.table.record.entries[place].id for place in (1, 3, 4)))
        await page.until(lambda: page.all("misfit"))
        assert page.visible("There is no entry 2 to correct, or it is undone.")
        assert not page.all("undo-misfits")
        await page.tap("leave")
        assert not page.errors()


async def test_conflicts_with_one_reason_are_grouped(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", "Dora", "Emil", game="slam")
    submit(here, id, TieTold(tuple(range(5))), *(SecondTold(seat, 9 - seat) for seat in range(5)))
    async with Page(here, id) as page:
        await history(page)
        await page.taps("entry-1", "undo-this")
        assert [name for name in page.identifiers() if name.startswith("misfit-")] == ["misfit-2"]
        (said,) = (text for text in page.said(page.find("misfit-2")) if text.startswith("2. "))
        assert said.startswith("2. Runner-up title, Anna: 9, 3. Runner-up title, Bo: 8, 4. Runner-up title, Cem: 7,")
        assert "and 2 more entries – You can’t do that right now. Turn up slam 1 of 10" in said
        await page.tap("misfit-2")
        assert page.all("why-rule")


@pytest.mark.parametrize(("languages", "said"), [("en-GB", r"\d\d:\d\d"), ("en-US", r"\d\d?:\d\d [AP]M")])
async def test_the_time_format_follows_the_devices_language(here: Room, languages: str, said: str) -> None:
    table = begin(here)
    submit(here, table, action("Ben wins"))
    async with Page(here, table, "history", locale=languages) as page:
        assert [text for text in page.texts() if re.fullmatch(said, text)]


async def test_a_trick_with_an_undone_entry_is_one_line(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("jay", "wins-0", "undo", "wins-1", "wins-0", "wins-0")
        await page.tab(2)
        assert "Bo wins" in page.said(page.find("event-1"))
        assert not page.all("entry-2")
        await page.tap("event-1")
        assert undone(page) == [2]


async def test_equal_lines_of_different_slams_are_not_merged(here: Room) -> None:
    id = begin(here, game="slam")
    submit(here, id, SlamWon(None), SlamWon(None), SlamWon(None), SlamWon(0))
    async with Page(here, id, "history") as page:
        assert not page.visible("Nobody wins the slam (3×)")
        assert [page.texts().count(each) for each in ("Slam 1", "Slam 2", "Slam 3")] == [1, 1, 1]


async def test_when_the_game_is_over_its_last_event_is_one_line(tmp_path: Path) -> None:
    here, seen = room(tmp_path), 0
    for log in logs("schlafmuetze"):
        over = replay(log.game, log.header, log.entries).record
        if over.game.is_over(over.state) and type(over.history[-1].action).__name__ in ("HandCounted", "HandsCounted"):
            async with Page(here, resume(here, log.header, log.entries), "history") as page:
                rows = [name for name in page.identifiers() if re.match(r"(entry|event)-\d", name)]
                assert rows[0].startswith("event-")
                seen += 1
    assert seen


# Text of an event


#: The summary of an event in one line: its title, and its results.
Read: TypeAlias = tuple[str, list[str]]


async def read(page: Page) -> list[Read]:
    """Return the events of a game that is over, the latest first."""
    names = [name for name in page.identifiers() if re.fullmatch(r"(event|entry)-\d+", name)]
    found = []
    for name in names:
        said = [
            text
            for text in page.said(page.find(name))
            if not re.fullmatch(r"Show the entries|[\d:\u202fAPM\xa0]*", text)
        ]
        found.append((said[0], said[1:]))
    return found


def paths(game: str) -> Iterator[tuple[Path, Any]]:
    """Yield the transcripts of a game with their files."""
    for path in TRANSCRIPTS:
        log = transcript(path)
        if log.game.meta.id == game:
            yield path, log


async def events_of(folder: Path, game: str, title: str) -> list[Read]:
    """Return the events of a transcript, the latest first."""
    here = room(folder)
    log = next(log for path, log in paths(game) if path.stem == title)
    async with Page(here, resume(here, log.header, log.entries), "history", size=PHONE) as page:
        assert not page.errors()
        return await read(page)


@pytest.mark.parametrize(
    ("title", "called", "decided"),
    [
        ("labtag_drawn_game", "Anna and Ben: draw", "The match is a draw: nobody gets a trophy."),
        ("labtag_little_drawn_game", "Anna and Ben: draw", "Draw between Anna and Ben"),
        ("labtag_drawn_match_won_on_turn", "Anna wins against Ben", "By the house rule Anna wins"),
        ("labtag_all_turned_up", "Ben wins against Anna", "Ben wins with the lower strength, 11 against 50."),
        ("labtag_four_players_corrected", "Dora wins against Cem", "Dora wins the tie-break, 5 against 4."),
        ("labtag_four_players_corrected", "Cem wins against Ben", "Cem wins the game with 2 trophies."),
    ],
)
async def test_a_match_is_titled_by_its_winner(tmp_path: Path, title: str, called: str, decided: str) -> None:
    events = await events_of(tmp_path, "labtag", title)
    assert any(name == called and any(decided in text for text in said) for name, said in events), events
    for name, said in events:
        assert not any("LABTAG value" in text or "card value" in text for text in said), name


async def test_a_checked_match_keeps_its_title(tmp_path: Path) -> None:
    events = await events_of(tmp_path, "labtag", "labtag_mixed_four_players")
    assert ("The last match is being checked", ["Ben wins with the greater strength, 31 against 12."]) in events
    assert [name for name, _ in events].count("Ben wins against Cem") == 1, (
        "picked first, and then reported by its winner"
    )


async def test_a_slam_is_titled_by_its_winner_and_not_by_the_calculation(tmp_path: Path) -> None:
    events = await events_of(tmp_path, "slam", "by_house_rules")
    assert any("Karl wins the applause and takes the slam." in text for _, said in events for text in said)
    assert not any(" = " in text for _, said in events for text in said)


async def test_the_end_of_letter_jam_is_titled_by_the_total(tmp_path: Path) -> None:
    (name, said), *_ = await events_of(tmp_path, "letter_jam", "letter_jam_last_token")
    assert name == "Dora’s word counts"
    assert any("Everybody has a word" in text and "48 points: yummy." in text for text in said), said


@pytest.mark.parametrize("title", ["doubts", "house_rules", "told_little", "told_little_target", "referee_only_stuck"])
async def test_the_end_of_a_round_of_schlafmuetze_is_titled_by_its_winner(tmp_path: Path, title: str) -> None:
    events = await events_of(tmp_path, "schlafmuetze", title)
    ended = [(name, said) for name, said in events if any("Schlafmütze of the round" in text for text in said)]
    assert ended
    assert all(re.fullmatch(r"\w+ wins the round", name) for name, _ in ended), ended
    if title == "house_rules":
        assert "1 against, 1 for it: the word stands. Schlafmütze of the round, with 9 cards: Cleo." in ended[-1][1]


async def test_a_vote_on_a_word_shows_its_result_and_all_chips(tmp_path: Path) -> None:
    events = await events_of(tmp_path, "schlafmuetze", "house_rules")
    assert (
        "Anna and Ben: Cleo’s word?",
        ["1 against, 1 for it: the word stands. Anna and Ben take a chip each."],
    ) in events
    rejected = ("All agree: Ben’s card goes back", ["All agree: Ben’s word is rejected. Ben takes a chip."])
    assert rejected in await events_of(tmp_path / "other", "schlafmuetze", "told_little")


@pytest.mark.parametrize("report", [Recount(1, None, 0), StockCounted(3)], ids=["hands", "stock"])
async def test_counts_at_the_end_of_a_round_belong_to_it(here: Room, report: Any) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="schlafmuetze")
    submit(here, id, GoesOn(), LastCardLaid(0), report, NobodyDoubts(), HandsCounted((0, 3, 4)), Finish())
    async with Page(here, id, "history", size=PHONE) as page:
        (_, (called, said), *_) = await read(page)
        assert called == "Anna wins the round"
        assert any("Schlafmütze of the round, with 4 cards: Cem." in text for text in said)
