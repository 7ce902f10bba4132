"""The free sheet for any other game: set up, entered by keypad and by keys, corrected, ended."""

import re
from typing import Any

import pytest
from harness import Screen
from screens.room import PHONE, SIZES, TABLET, Page, Room, begin, german, on_each_size, submit

from companion.games.free_sheet.model import GameOver
from companion.games.free_sheet.numbers import NUMBERS
from companion.games.free_sheet.reports import Finished, OthersNothing, Scored
from companion.storage.library import Shelf
from companion.tables.tables import Tables
from companion.ui.app.context import AppContext
from companion.ui.shell import main_of

THREE = ("Anna", "Ben", "Cem")


def sheet(here: AppContext, *rounds: tuple[str, ...], names: tuple[str, ...] = THREE, **house: Any) -> str:
    """Begin a sheet with some rounds, and return its id."""
    id = begin(here, *names, game="free_sheet", house=house)
    submit(here, id, *(Scored(seat, points) for round in rounds for seat, points in enumerate(round)))
    return id


def header(here: AppContext) -> Any:
    """Return the header of the table that was set up last."""
    session = here.tables.table(here.tables.shelf(Shelf.OPEN)[0].id).session
    assert session
    return session.record.header


async def types(page: Page, *sums: str) -> None:
    """Type sums on the keypad, each entered."""
    keys = {"+": "plus", "-": "minus"}
    for each in sums:
        for sign in each:
            await page.tap(keys.get(sign, f"digit-{sign}"))
        await page.tap("next")


@pytest.mark.rule("free_sheet.points", "free_sheet.sum", "free_sheet.round")
@on_each_size
async def test_a_round_is_typed_player_by_player(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, sheet(here), size=size) as page:
        assert page.visible("Round 1: Anna deals. Enter everybody’s points.")
        assert page.label("typed") == "Anna: …"
        await types(page, "3+6+2")
        assert page.visible("Anna gets 3 + 6 + 2 = 11 in round 1.")
        assert page.label("player-0") == "Anna: 11 in this round, 11 in all, and deals"
        assert page.label("player-1") == "Ben: no points in this round yet and 0 in all"
        await page.taps("digit-4", "minus", "plus", "digit-9", "digit-9", "rub-out")
        assert page.label("typed") == "Ben: 4 + 9 = 13"
        await types(page, "", "-5")
        assert page.state.round == 2
        assert page.state.totals == (11, 13, -5)
        assert page.visible("Round 2: Ben deals. Enter everybody’s points.")
        assert page.label("typed") == "Anna: …"
        assert not page.errors()


async def test_a_tap_selects_a_player_and_an_empty_entry_advances(here: Room) -> None:
    async with Page(here, sheet(here)) as page:
        await page.tap("player-2")
        await types(page, "7")
        assert page.state.points == (None, None, 7)
        await page.tap("next")
        assert page.label("typed") == "Ben: …"
        assert page.state.points == (None, None, 7)
        await page.taps("next", "digit-8")
        await page.tab(1)
        await page.tab(0)
        assert page.label("typed") == "Anna: 8", "a partial entry is kept while another part is shown"


@pytest.mark.rule("free_sheet.round")
async def test_one_tap_enters_zero_for_the_others(here: Room) -> None:
    async with Page(here, sheet(here, dealer="nobody")) as page:
        await page.tap("others-nothing")
        assert page.visible("First enter who gets points in round 1.")
        await page.tap("player-1")
        await types(page, "24")
        await page.tap("others-nothing")
        assert (page.state.round, page.state.totals) == (2, (0, 24, 0))
        assert page.visible("Anna and Cem get 0 in round 1.")


@pytest.mark.rule("free_sheet.sum", "free_sheet.ruling.negative")
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("3+", "“3+” is not a valid sum. Enter whole numbers with + and −, for example 3+6+2."),
        ("-3", "−3 is less than 0. There are no negative points at this table."),
        ("1000000", "That is too much: a round brings 999,999 at most."),
    ],
)
async def test_a_refused_entry_stays_in_the_field(here: Room, typed: str, why: str) -> None:
    async with Page(here, sheet(here, negative="refused")) as page:
        await types(page, typed)
        assert page.visible(why)
        assert page.state.points == (None, None, None)
        before = page.label("typed")
        assert before.startswith("Anna: ")
        assert before != "Anna: …"
        await page.taps(*["rub-out"] * len(typed), "digit-5", "next")
        assert page.state.points == (5, None, None)


@pytest.mark.rule("free_sheet.points")
@SIZES
async def test_a_number_is_tapped_and_corrected(here: Room, size: tuple[int, int]) -> None:
    id = sheet(here, ("1", "2", "3"))
    submit(here, id, Scored(0, "3+6"), Scored(1, "5"))
    async with Page(here, id, size=size) as page:
        await page.tap("player-0")
        assert page.all("corrected-entry")
        assert page.label("typed") == "Anna: 3 + 6 = 9"
        await types(page, "+2")
        assert not page.all("corrected-entry")
        assert (page.state.points, page.state.totals) == ((11, 5, None), (12, 7, 3))
        assert page.label("typed") == "Cem: …", "the table is back where it was"
        await page.tap("undo")
        assert page.state.points == (9, 5, None)


@pytest.mark.rule("free_sheet.points")
async def test_a_correction_takes_no_points_from_the_others(here: Room) -> None:
    async with Page(here, sheet(here, ("1", "2", "3"), ("4", "5", "6")), "sheet") as page:
        await page.taps("round-1-0", "line-amend-0")
        assert page.visible("Anna’s points in round 1?")
        assert page.label("score-line") == "Anna, total: 5; Ben, total: 7; Cem, total: 9"
        assert page.label("player-1").startswith("Ben: 2 in this round and 7 in all")
        await page.tap("player-1")
        assert page.visible("Ben’s points in round 1?")
        await types(page, "20")
        assert page.state.totals == (5, 25, 9)


@pytest.mark.rule("free_sheet.ruling.end", "free_sheet.ruling.dealer")
async def test_the_prompt_counts_the_rounds_up_to_the_last_one(here: Room) -> None:
    async with Page(here, sheet(here, end="rounds", rounds=2, dealer="nobody")) as page:
        assert page.visible("Round 1 of 2: enter everybody’s points.")
        for points in ("1", "2", "3"):
            await types(page, points)
        assert page.visible("Last round: enter everybody’s points.")


@pytest.mark.rule("free_sheet.ruling.end")
async def test_the_last_points_are_typed_and_a_second_enter_does_nothing(here: Room) -> None:
    id = sheet(here, end="rounds", rounds=1)
    submit(here, id, Scored(0, "1"), Scored(1, "2"))
    async with Page(here, id, size=TABLET) as page:
        await page.press("3")
        await page.until(lambda: page.focus == "next")
        await page.tap("next")
        assert page.all("rematch")
        for key in ("Enter", "3", "Enter"):
            await page.press(key)
        assert page.all("rematch")
        assert not [node for node in page.shown() if node.get("autofocus")]
        assert not page.focus, "nothing on the screen has the focus"
        assert len(here.tables.shelf(Shelf.OPEN)) == 1


@pytest.mark.rule("free_sheet.ruling.end")
async def test_a_double_tap_on_the_last_points_begins_no_other_game(here: Room) -> None:
    id = sheet(here, end="rounds", rounds=1)
    submit(here, id, Scored(0, "1"), Scored(1, "2"))
    async with Page(here, id, pause=60.0) as page:
        await page.taps("digit-3", "next", "rematch")
        assert page.view()["route"] == f"/table/{id}"
        await page.tap("rematch")
        assert page.view()["route"] != f"/table/{id}"


@pytest.mark.rule("free_sheet.points")
async def test_a_number_of_an_earlier_round_is_corrected_from_the_sheet(here: Room) -> None:
    async with Page(here, sheet(here, ("1", "2", "3"), ("4", "0", "6")), "sheet") as page:
        assert page.label("round-2-1") == "Round 2, Ben (dealt): 0"
        await page.taps("round-2-1", "line-amend-0")
        assert page.label("typed") == "Ben: 0"
        await types(page, "50")
        assert page.state.totals == (5, 52, 9)
        assert page.label("round-2-1") == "Round 2, Ben (dealt): 50", "one is back on the sheet"


@pytest.mark.rule("free_sheet.points", "free_sheet.sum")
@pytest.mark.parametrize(
    ("entered", "keys", "shown"),
    [
        ("-10", ["digit-2", "digit-0"], "Anna: 20"),
        ("20", ["digit-3", "digit-0"], "Anna: 30"),
        ("20", ["minus", "digit-5"], "Anna: 20 − 5 = 15"),
        ("20", ["rub-out", "digit-5"], "Anna: 25"),
    ],
)
async def test_the_first_digit_replaces_the_corrected_number(
    here: Room, entered: str, keys: list[str], shown: str
) -> None:
    id = sheet(here)
    submit(here, id, Scored(0, entered))
    async with Page(here, id) as page:
        await page.taps("player-0", *keys)
        assert page.label("typed") == shown


@pytest.mark.rule("free_sheet.sum")
@pytest.mark.parametrize(("key", "sign"), [(",", ","), (".", "."), ("Numpad Decimal", ","), ("X", "x"), ("*", "*")])
async def test_an_unusable_key_is_refused_with_the_reason(here: Room, key: str, sign: str) -> None:
    async with Page(here, sheet(here), size=TABLET) as page:
        for each in ("1", "2", key):
            await page.press(each)
        why = f"“{sign}” cannot be typed here. Enter whole numbers with + and −, for example 3+6+2."
        assert page.visible(why)
        assert page.label("typed") == "Anna: 12"
        await page.press("5")
        assert not page.visible(why)


@pytest.mark.rule("free_sheet.sum")
async def test_a_digit_too_many_is_refused(here: Room) -> None:
    async with Page(here, sheet(here)) as page:
        await page.taps(*["digit-1", "plus"] * (NUMBERS.sum.longest // 2), "digit-1")
        assert page.visible(f"That is too long: a sum has {NUMBERS.sum.longest} characters at most.")
        assert not page.errors()


@pytest.mark.rule("free_sheet.round")
async def test_missing_points_are_not_zero_on_the_sheet(here: Room) -> None:
    id = sheet(here)
    submit(here, id, Scored(0, "0"))
    async with Page(here, id, size=TABLET) as page:
        texts = [page.said(page.find(f"round-1-{seat}"))[-1] for seat in (0, 1)]
        assert texts == ["0", "–"]


async def test_digits_are_typed_on_a_keyboard_too(here: Room) -> None:
    async with Page(here, sheet(here), size=TABLET) as page:
        for key in ("1", "2", "+", "3", "4", "Backspace"):
            await page.press(key)
        assert page.label("typed") == "Anna: 12 + 3 = 15"
        assert not page.all("form-done"), "no offer is taken by its digit"
        await page.press("?")
        assert "key-7" not in page.identifiers()
        assert "key-backspace" in page.identifiers()


@pytest.mark.rule("free_sheet.end")
@on_each_size
async def test_the_table_says_that_it_was_the_last_round(here: Room, size: tuple[int, int]) -> None:
    id = sheet(here, ("30", "20", "20"), wins="fewest", name="6 nimmt!")
    submit(here, id, Scored(0, "1"))
    async with Page(here, id, size=size) as page:
        assert page.visible("6 nimmt!")
        await page.tap("last-round")
        assert page.visible("Round 2 is not complete. Still missing: Ben and Cem.")
        await page.taps("undo", "last-round")
        assert isinstance(page.state.phase, GameOver)
        assert page.label("winner").startswith("Ben and Cem")
        assert page.said(page.find("place-0"))[0] == "3."
        assert not page.all("next")


@pytest.mark.rule("free_sheet.name", "free_sheet.ruling.end", "free_sheet.ruling.wins")
async def test_a_sheet_is_set_up_again_by_its_name(here: Room) -> None:
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        assert not screen.all("house-rules"), "what the sheet is set up by is asked openly"
        await screen.enter("house-name", "6 nimmt! ")
        await screen.tap("house-wins-fewest")
        await screen.tap("house-end-target")
        await screen.enter("number-target", "66")
        await screen.tap("start")
        assert screen.visible("6 nimmt!"), "the table is called so"
    first = header(here)
    assert first.house == {"name": "6 nimmt!", "wins": "fewest", "end": "target", "target": 66}
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        await screen.enter("house-name", "Skat")
        await screen.tap("start")
    assert header(here).house == {"name": "Skat"}, "another game begins from nothing"
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        assert screen.texts().index("Skat") < screen.texts().index("6 nimmt!")
        await screen.tap("name-6 nimmt!")
        await screen.tap("start")
    assert header(here).house == first.house
    assert {stored.name for stored in here.tables.shelf(Shelf.OPEN)} == {"6 nimmt!", "Skat"}


@pytest.mark.rule("free_sheet.ruling.dealer")
async def test_the_dealer_is_asked_only_if_it_is_recorded(here: Room) -> None:
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        assert screen.all("first-1")
        await screen.tap("house-dealer-nobody")
        assert not screen.all("first-1")
    id = sheet(here, dealer="nobody")
    async with Page(here, id) as page:
        assert page.visible("Round 1: enter everybody’s points.")
        await page.menu("Players")
        assert not page.all("first-1")


async def test_games_with_a_referee_are_listed_first(here: Room) -> None:
    async with Screen(main_of(here), locale="en", route="/new") as screen:
        texts = screen.texts()
        assert texts.index("Slam!") < texts.index("Any other game")
    sheet(here, name="Skat")
    async with Screen(main_of(here), locale="en", route="/new") as screen:
        assert screen.texts().index("Any other game") < screen.texts().index("Bronzen")
        assert screen.visible("Rematch of Skat: Anna, Ben, and Cem")


@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=["upright", "across"])
async def test_eight_players_with_large_numbers_have_room(here: Room, size: tuple[int, int]) -> None:
    names = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Gustav", "Hanna")
    id = sheet(here, ("-1000",) * 8, ("12345",) * 8, names=names)
    async with Page(here, id, size=size) as page:
        assert page.all("player-7")
        assert not page.errors()
    async with Page(here, id, "sheet", size=size) as page:
        assert [said for said in page.spoken() if re.search(r"Round 1.* Hanna:? −1,000$", said)]
        assert page.visible("−1,000")
        assert not page.errors()


async def test_the_house_rules_of_a_sheet_are_among_its_rules(here: Room) -> None:
    async with Page(here, sheet(here, end="rounds", rounds=5), "rules") as page:
        assert page.label("house-end") == "When does it end? Fixed number of rounds Rounds: 5"
        assert page.label("house-wins") == "Who wins? Most points"


def test_an_imported_log_keeps_the_name_of_its_game(here: Room) -> None:
    id = sheet(here, name="Skat")
    tables: Tables = here.tables
    copy = tables.library.import_(tables.library.export(id), tables.games)
    assert tables.library.stored(copy).name == "Skat"
    assert tables.library.stored(tables.rematch(id)).name == "Skat"


async def test_a_sheet_in_german(here: Room) -> None:
    id = sheet(here, names=("Anna", "Bo"))
    submit(here, id, Scored(0, "5"), OthersNothing(), Finished())
    async with Page(here, id, locale="de") as page:
        assert page.visible("Anna hat gewonnen.")
        assert page.visible("Anna")
        assert german(page.table.game.meta.title) == "Anderes Spiel"
