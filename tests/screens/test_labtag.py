"""The table of LABTAG Schlamboree: the rules' examples by taps, the cards of the device, and refusals."""

import json
from random import Random
from typing import Any

import pytest
from conformance.walks import Tape, setup_of, walk
from effort import at_leisure, effort
from games.labtag.table import action
from screens.room import TABLET, Page, Room, begin, full, on_each_size, submit

from companion.games import games
from companion.games.labtag.card_library import FILE, Collection
from companion.games.labtag.cards import Card
from companion.games.labtag.model import Choosing, GameOver, Laying, Revealing, Trophy
from companion.games.labtag.reports import AllLaid, MatchWon, Summed
from companion.games.labtag.table.sums import LONGEST, Sums
from companion.kernel.log import Act
from companion.lookup import rulebook
from companion.storage.cards import from_json, read, to_json, write
from companion.storage.library import Shelf
from companion.ui.app.context import AppContext

COLLECTION = FILE.setting
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")


def table(here: AppContext, *words: str, players: int = 2, **setup: Any) -> str:
    """Begin a game of LABTAG Schlamboree, submit reports given as text, and return its id."""
    id = begin(here, *NAMES[:players], game="labtag", **setup)
    session = here.tables.table(id).session
    assert session
    for word in words:
        session.submit(Act(action(word)))
    return id


def card(text: str) -> list[str]:
    """Return the taps that enter a card.

    >>> card("12*/K")
    ['digit-1', 'digit-2', 'golden', 'value-K']
    """
    flag, _, corner = text.partition("/")
    golden = ["golden"] if flag.endswith("*") else []
    return [*(f"digit-{digit}" for digit in flag.rstrip("*")), *golden, f"value-{corner}"]


def group(text: str) -> list[str]:
    """Return the taps that enter a group."""
    return [tap for each in text.split() for tap in card(each)]


LAID = ("4 cards in 2", "Anna lays 2 2", "Ben lays 2 2")
SPARSE = "all lay 10 cards in 5"


@on_each_size
async def test_a_game_entered_by_its_winners(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here, players=3), size=size) as page:
        await page.tap("all-laid")
        assert (page.state.cards, page.state.groups) == (10, 4)
        await page.tap("against-2")
        assert page.visible("Anna against Cem: who wins?")
        await page.taps("match-2")
        assert page.label("trophies-2") == "Cem: 1 trophy"
        await page.taps("against-0", "drawn-match")
        assert page.state.phase == Choosing(2)
        assert page.state.matches == 2
        assert not page.errors()


@on_each_size
async def test_a_match_is_summed_and_a_tie_asks_for_more(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here, SPARSE), size=size) as page:
        await page.taps("check", "digit-1", "digit-8", "rub-out", "digit-9", "enter-sums")
        assert page.visible("Still missing: what the groups of Ben add up to.")
        assert page.label("sum-1") == "Ben, LABTAG total: unknown"
        await page.taps("sum-1", "digit-1", "digit-9", "special-1-B", "special-1-B", "enter-sums")
        assert page.visible("Both have a strength of 19.")
        await page.taps("digit-7", "sum-1", "digit-7", "enter-sums", "digit-1", "sum-1", "digit-0", "enter-sums")
        assert page.visible("Anna wins with 1 legendary card against 0.")
        assert page.state.places[0].pile == (None,)
        assert not page.errors()


def test_the_first_digit_replaces_a_sum_that_is_corrected() -> None:
    sums = Sums.of(Summed(0, (), labtag=34))
    assert sums.number(0, "labtag") == 34
    sums.key(0, "labtag", "5")
    sums.key(0, "labtag", "1")
    assert sums.number(0, "labtag") == 51
    rubbed = Sums.of(Summed(0, (), labtag=34))
    rubbed.key(0, "labtag", "")
    rubbed.key(0, "labtag", "6")
    assert rubbed.number(0, "labtag") == 36


def test_a_digit_too_many_in_a_sum_is_refused() -> None:
    sums = Sums()
    assert [sums.key(0, "labtag", digit) for digit in "9" * LONGEST] == [None] * LONGEST
    refused = sums.key(0, "labtag", "9")
    assert refused
    assert refused.rules == ("labtag.ruling.limits",)
    assert sums.number(0, "labtag") == 10**LONGEST - 1


async def test_king_and_ace_need_no_sum(here: Room) -> None:
    async with Page(here, table(here, SPARSE)) as page:
        await page.taps("check", "special-0-A")
        assert page.visible("King or ace decides: is everything right?")
        await page.taps("special-1-K", "enter-sums")
        assert page.visible("Anna has an ace against a king: Anna wins, regardless of strength.")


async def test_a_match_is_checked_card_by_card_before_and_after_its_winner_is_entered(here: Room) -> None:
    async with Page(here, table(here, SPARSE)) as page:
        await page.taps("check", "by-cards", *group("12/7 7/4"), "side-1", *group("15/9"), "enter-cards")
        assert page.visible("Anna wins with the greater strength, 19 against 15.")
        await page.taps("match-0", "recheck", "side-0", *group("30/9"), "side-1", *group("31/9"), "enter-cards")
        assert page.visible("By these cards Ben wins, but Anna was entered as the winner.")
        await page.taps("card-0-0", *group("32/9"), "enter-cards")
        assert page.label("trophies-0") == "Anna: 2 trophies"
        assert page.state.places[0].pile[-1] == Card(32, 9)
        assert not page.errors()


@on_each_size
async def test_a_tie_at_the_end_asks_for_a_number(here: Room, size: tuple[int, int]) -> None:
    words = ("all lay 2 cards in 2", "Anna against Ben: Anna wins", "Ben against Anna: Ben wins")
    async with Page(here, table(here, *words), size=size) as page:
        await page.taps("digit-2", "digit-0", "enter-pile", "digit-1", "digit-8", "enter-pile")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("highest card 20/?, legendary: ?")
        assert page.visible("Anna and Ben are tied at 1; Anna has the highest card: 20/? beats 18/?.")
        assert not page.errors()


async def test_the_level_of_detail_changes_within_a_game_without_loss(here: Room) -> None:
    async with Page(here, table(here, SPARSE, "Anna against Ben: Anna wins")) as page:
        await page.taps("telling", "group-1-0", "group-0-3", *group("9/9"), "side-0", *group("1/1"), "enter-cards")
        assert page.visible("Ben wins with the greater strength, 9 against 1.")
        await page.taps("telling", "match-0")
        assert page.label("trophies-0") == "Anna: 2 trophies"
        assert [place.face_down for place in page.state.places] == [2, 2]


@on_each_size
async def test_a_whole_game_by_taps(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here), size=size) as page:
        await page.tap("telling")
        await page.tap("drawn")
        assert page.state.cards == 10
        assert isinstance(page.state.phase, Laying)
        await page.taps("laid", "more-4", "less-0", "laid")
        assert [group.size for group in page.state.places[1].groups] == [1, 2, 2, 2, 3]
        await page.taps("group-0-1", "group-1-0")
        assert isinstance(page.state.phase, Revealing)
        await page.taps(*group("12/7 7/4"), *group("15/9"), "enter-cards")
        assert page.visible("Anna: LABTAG values 12 + 7 = 19")
        assert page.visible("Anna wins with the greater strength, 19 against 15.")
        assert page.label("trophies-0") == "Anna: 1 trophy"
        await page.taps("group-1-4", "group-0-0", *group("1/K 2/2 3/3"), "enter-cards")
        assert page.state.phase.match.known(1) == (Card(1, Card.from_text("1/K").value), Card(2, 2), Card(3, 3))
        await page.taps(*group("50/9 60/8"), "enter-cards")
        assert page.visible("Ben has a king, Anna has no ace: Ben wins, regardless of strength.")
        assert not page.errors()


#: A special, or all four, against neither king nor ace, a king, and an ace: both groups, what decides, and its rule.
#: Some are golden, which changes nothing.
FOUR = "10*/B 9/D 8/K 7/A"
KING_ACE_NEITHER = (
    ("8*/B", "2/9", "Ben wins with the greater strength, 9 against 1.", "labtag.special.jack"),
    ("8/B", "2/K", "Ben has a king, Anna has no ace: Ben wins, regardless of strength.", "labtag.special.king"),
    ("8/B", "2/A", "Ben has an ace, Anna has no king: Ben loses, regardless of strength.", "labtag.special.ace"),
    ("8/D", "2/9", "Ben wins with the lower strength, 2 against 8.", "labtag.special.queen"),
    ("8*/D", "2/K", "Ben has a king, Anna has no ace: Ben wins, regardless of strength.", "labtag.special.king"),
    ("8/D", "2/A", "Ben has an ace, Anna has no king: Ben loses, regardless of strength.", "labtag.special.ace"),
    ("2*/K", "8/9", "Anna has a king, Ben has no ace: Anna wins, regardless of strength.", "labtag.special.king"),
    ("8/K", "2/K", "Two kings cancel each other out: the strength decides.", "labtag.special.king"),
    ("8/K", "2/A", "Ben has an ace against a king: Ben wins, regardless of strength.", "labtag.special.ace"),
    ("8/A", "2/9", "Anna has an ace, Ben has no king: Anna loses, regardless of strength.", "labtag.special.ace"),
    ("2*/A", "8*/K", "Anna has an ace against a king: Anna wins, regardless of strength.", "labtag.special.ace"),
    ("8/A", "2/A", "Ace against ace: the strength decides.", "labtag.special.two_aces"),
    (
        FOUR,
        "2/9 1/1 1/1 1/1",
        "Anna has an ace, Ben has no king: Anna loses, regardless of strength.",
        "labtag.special.ace",
    ),
    (
        FOUR,
        "99/K 1/1 1/1 1/1",
        "Anna has an ace against a king: Anna wins, regardless of strength.",
        "labtag.special.ace",
    ),
    (FOUR, "2/A 1/9 1/1 1/1", "Anna wins with the lower strength, 4 against 12.", "labtag.special.queen"),
)


@at_leisure
@pytest.mark.thorough
async def test_all_specials_against_king_ace_and_neither_by_taps(here: Room) -> None:
    """Every match by taps: a line of the proof decides it, and a tap on that line opens the rule; gold changes nothing."""
    matches = KING_ACE_NEITHER[:: effort(few=4, many=1)]
    sizes = " ".join(str(len(mine.split())) for mine, *_ in matches)
    drawn = f"{sum(map(int, sizes.split()))} cards in {len(matches)}"
    async with Page(here, table(here, drawn, f"Anna lays {sizes}", f"Ben lays {sizes}")) as page:
        await page.tap("telling")
        for number, (mine, theirs, said, rule) in enumerate(matches):
            groups = (mine, theirs)
            seats = (0, 1) if number % 2 == 0 else (1, 0)
            await page.taps(*(f"group-{seat}-{number}" for seat in seats))
            await page.taps(*(tap for seat in seats for tap in group(groups[seat])), "enter-cards")
            await page.ask_why(said)
            assert rulebook().rule(rule).title.message in page.said(page.find("why-rule"))
            await page.tap("close")
        assert isinstance(page.state.phase, GameOver)
        assert not page.errors()


async def test_other_numbers_and_the_hint_about_them(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("drawn-other", "groups-less", "form-done")
        assert page.state.groups == 4
        assert page.all("note-group_count")
        await page.tap("note-group_count-why")
        assert page.all("why-rule")


async def test_groups_that_do_not_add_up_cannot_be_laid(here: Room) -> None:
    async with Page(here, table(here, "4 cards in 2")) as page:
        await page.tap("telling")
        await page.tap("more-0")
        assert page.visible("1 card too many")
        await page.tap("laid")
        assert page.visible("Anna’s groups add up to 5, but everybody has drawn 4.")
        await page.taps("less-0", "less-0")
        assert page.visible("1 card is missing")
        await page.taps("less-0", "more-1", "laid")
        assert [group.size for group in page.state.places[0].groups] == [1, 3]


async def test_only_the_largest_may_be_picked(here: Room) -> None:
    words = ("2 cards in 2", "Anna lays 1 1", "Ben lays 1 1", "Cem lays 1 1")
    match = ("Anna 1 against Ben 1", "Anna: 9/9", "Ben: 1/1")
    async with Page(here, table(here, *words, *match, players=3)) as page:
        await page.tap("telling")
        assert page.all("note-largest")
        assert page.state.phase == Choosing(1)
        await page.tap("group-0-1")  # Ben's only group is picked already, so that one tap is enough
        assert page.visible("Anna cannot be picked, only players with the most groups face down: Cem, with 2 groups.")
        await page.tap("group-2-1")
        assert isinstance(page.state.phase, Revealing)


async def test_an_own_group_comes_first(here: Room) -> None:
    async with Page(here, table(here, *LAID)) as page:
        await page.tap("telling")
        await page.tap("group-1-0")
        assert page.visible("First tap one of Anna’s own groups.")
        await page.taps("group-0-0", "group-0-1", "group-1-0")
        assert page.state.phase.match.groups == (1, 0)


async def test_a_slip_is_corrected_before_the_group_is_complete(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.tap("value-7")
        assert page.visible("First the LABTAG value from the flag, then the card value.")
        await page.taps(*card("12/7"), "card-0-0", "digit-9", "digit-8", "rub-out", *card("1/3"), "rub-out")
        await page.taps(*card("5*/B"), *card("0/2"), "enter-cards")
        assert page.state.phase.match.known(0) == (Card.from_text("5*/B"), Card.from_text("0/2"))


async def test_a_second_king_is_refused_while_it_is_typed(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps(*group("5/K 7/K"))
        assert page.visible("Anna’s group already has a king (K); each special is allowed at most once per group.")
        assert page.visible("LABTAG value 7")
        await page.taps("value-A", "enter-cards")
        assert page.state.phase.match.known(0) == (Card.from_text("5/K"), Card.from_text("7/A"))


async def test_a_value_no_card_has_is_refused_while_it_is_typed(here: Room) -> None:
    here.tables.library.set_setting(COLLECTION, to_json(FILE, Collection((Card(120, 7),))))
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps("digit-8", "digit-4", "digit-0")
        assert page.visible("840 is higher than any LABTAG value known here. You can type up to 99;")
        assert page.visible("LABTAG value 84")
        await page.taps("value-10", "digit-1", "digit-2", "digit-0", "value-7", "enter-cards")
        assert page.state.phase.match.known(0) == (Card(84, 10), Card(120, 7))


async def test_an_unentered_group_does_not_count(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        version = page.table.version
        await page.taps("enter-cards", *group("5/5 7/7"), *group("1/1 2/2"), "value-3", "digit-1")
        assert page.visible("All cards of this group are there: enter them, or tap one to take it back.")
        assert page.table.version == version
        # after a visit to the history the last card is changed
        await page.tab(2)
        await page.tab(0)
        await page.taps("rub-out", *card("3/3"), "enter-cards")
        assert page.table.version == version + 2
        lines = page.table.record.history[-2:]
        assert [line.action.cards for line in lines] == [(Card(5, 5), Card(7, 7)), (Card(1, 1), Card(3, 3))]


async def test_a_group_that_is_not_complete_is_not_entered(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps(*card("5/5"), "enter-cards")
        assert page.visible("Anna’s group 1 was laid with 2 cards; 1 are entered.")
        await page.taps(*card("7/7"), *card("1/1"), "side-0", "card-0-0", "enter-cards")
        assert page.visible("Anna’s group 1 was laid with 2 cards; 1 are entered.")
        await page.taps(*card("6/6"), "enter-cards")
        assert page.state.phase.match.known(0) == (Card(7, 7), Card(6, 6))
        assert page.state.phase.match.known(1) is None


async def test_undone_cards_are_still_there(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps(*group("5/5 7/7"), "enter-cards", "undo", "side-0")
        await page.taps("card-0-1", *card("8/8"), "enter-cards")
        assert page.state.phase.match.known(0) == (Card(5, 5), Card(8, 8))
        await page.taps("undo", "enter-cards")
        assert page.state.phase.match.known(0) == (Card(5, 5), Card(8, 8))


async def test_the_other_player_may_be_first(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps("side-1", *group("5/5 7/7"), "enter-cards")
        assert page.state.phase.match.known(1) == (Card(5, 5), Card(7, 7))


async def test_the_big_board_shows_the_deciding_rule_of_a_match_first(here: Room) -> None:
    id = table(here, *LAID, "Anna 1 against Ben 1")
    async with Page(here, id) as page, Page(here, id, "board") as board:
        await page.taps(*group("20/7 6/9"), *group("16/7 4/8"), "enter-cards")
        decided = "Anna wins with the greater strength, 26 against 20."
        await board.until(lambda: board.visible(decided))
        assert not board.visible("Anna: LABTAG values 20 + 6 = 26.")


async def test_the_winner_chooses_the_trophy(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps(*group("5/5 5*/5"), *group("1/1 1/2"), "enter-cards")
        assert isinstance(page.state.phase, Trophy)
        await page.tap("trophy-1")
        assert page.state.places[0].pile == (Card(5, 5, golden=True),)


@on_each_size
async def test_the_end_and_a_rematch(here: Room, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("2 cards in 2", "Anna lays 1 1", "Ben lays 1 1", "Anna 1 against Ben 1", "Anna: 20/7", "Ben: 15/9")
    id = table(here, *words)
    decided = "Anna and Ben are tied at 1; Anna has the highest card: 20/7 beats 18/K."
    async with Page(here, id, size=size) as page, Page(here, id, "board", size=size) as board:
        await page.tap("telling")
        await page.taps("group-0-1", *card("18/K"), *card("3/2"), "enter-cards")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("Anna wins the game with 1 trophy.")
        assert page.visible(decided)
        await board.until(lambda: board.visible(decided))
        assert not any("ahead" in text for text in page.texts()), "a finished game has no leader"
        assert page.visible("highest card 18/K, legendary: 1")
        with monkeypatch.context() as broken:
            broken.setattr(here.tables.library, "create", full)
            await page.tap("rematch")
        assert page.view()["route"] == f"/table/{page.id}"
        await page.tap("rematch")
        assert len(here.tables.shelf(Shelf.OPEN)) == 2
        assert not page.errors()


async def test_six_players_on_a_phone(here: Room) -> None:
    words = ("10 cards in 5", *(f"{name} lays 2 2 2 2 2" for name in NAMES))
    async with Page(here, table(here, *words, players=6), locale="de") as page:
        await page.tap("telling")
        assert page.visible("Anna sucht eine eigene Gruppe aus, dann eine fremde.")
        await page.tap("group-0-4")
        assert page.visible("Gruppe 5 von Anna ist gewählt. Gegen welche Gruppe?")
        await page.tap("group-5-0")
        assert page.state.phase.match.seats == (0, 5)


# The cards of the device


async def test_a_card_entered_once_is_picked_by_a_tap(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        assert not page.all("hint-0")
        await page.taps(*group("12*/7 7/4"), *group("15/9 3/2"), "enter-cards")
        known = from_json(FILE, here.tables.library.setting(COLLECTION)).cards
        assert [each.to_text() for each in known] == ["12*/7", "7/4", "15/9", "3/2"]
        await page.taps("telling", "group-0-1", "digit-1", "hint-0")  # 12 sorts before 15
        assert page.label("card-1-0") == "Take back: LABTAG value 12, card value 7, golden"
        await page.taps("hint-0", "enter-cards")  # the latest first
        assert page.state.phase.match.known(1) == (Card(12, 7, golden=True), Card(3, 2))


async def test_a_card_gets_a_name_and_any_card_value(here: Room) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps("collection", "known-new", "value-13", "form-done")
        assert page.visible("Still missing: LABTAG value")
        assert not here.tables.library.setting(COLLECTION)
        await page.enter("name", "Petri dish")
        await page.enter("labtag", "1000")
        assert page.field("labtag")["value"] == "999"
        await page.enter("labtag", "")
        assert page.visible("Still missing: LABTAG value")
        await page.enter("labtag", "40")
        await page.tap("form-done")
        assert page.visible("The card was saved.")
        assert page.label("known-0") == "Change: Petri dish: LABTAG value 40, card value 14"
        await page.taps("known-0", "cards-back", "known-0", "value-21", "form-done", "close", "hint-0")
        assert page.label("card-0-0") == "Take back: Petri dish: LABTAG value 40, card value D"
        await page.taps("collection", "known-0-off")
        assert not page.all("known-0")
        assert not from_json(FILE, here.tables.library.setting(COLLECTION)).cards
        await page.tap("bring-back")
        (back,) = from_json(FILE, here.tables.library.setting(COLLECTION)).cards
        assert back.to_text() == "40/D Petri dish"


async def test_a_named_card_is_found_by_its_values(here: Room) -> None:
    here.tables.library.set_setting(COLLECTION, to_json(FILE, Collection((Card(12, 7, name="Flask"),))))
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps(*group("12/7 1/1"), "enter-cards")
        assert page.state.phase.match.known(0)[0].name == "Flask"


async def test_cards_are_transferred_as_text(here: Room) -> None:
    here.tables.library.set_setting(COLLECTION, to_json(FILE, Collection((Card(1, 1),))))
    async with Page(here, table(here)) as page:
        await page.taps("collection", "cards-carry", "cards-take")
        assert page.visible("Open a file first, or paste the cards into the text field.")
        await page.enter("cards-text", write(FILE, Collection((Card(1, 1), Card(12, 7, name="Flask")))))
        await page.tap("cards-take")
        assert page.visible("1 card is new or changed. Known now: 2 cards.")
        await page.tap("cards-back")
        assert len(page.all("known-1")) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "This is not a card file: it cannot be read as JSON."),
        ('{"format": "bronzen"}', "This is not a card file for LABTAG Schlamboree: it does not say so."),
    ],
)
async def test_a_wrong_file_is_refused_without_loss(here: Room, text: str, why: str) -> None:
    here.tables.library.set_setting(COLLECTION, to_json(FILE, Collection((Card(1, 1),))))
    async with Page(here, table(here)) as page:
        await page.taps("collection", "cards-carry")
        await page.enter("cards-text", text)
        await page.tap("cards-take")
        assert page.visible(f"{why} Nothing was changed.")
        assert from_json(FILE, here.tables.library.setting(COLLECTION)).cards == (Card(1, 1),)


async def test_unreadable_cards_are_set_aside(here: Room) -> None:
    here.tables.library.set_setting(COLLECTION, [{"labtag": "?"}])
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        await page.taps(*group("5/5 7/7"), "enter-cards")
        assert from_json(FILE, here.tables.library.setting(COLLECTION)).cards == (Card(5, 5), Card(7, 7))
        assert here.tables.library.setting(f"{COLLECTION}.unreadable") == [{"labtag": "?"}]


async def test_files_and_clipboard(here: Room) -> None:
    here.tables.library.set_setting(COLLECTION, to_json(FILE, Collection((Card(1, 1),))))
    content = write(FILE, Collection((Card(9, 9),))).encode()
    answers = {"pick_files": [{"id": 1, "name": "x.json", "size": len(content), "bytes": content}]}
    async with Page(here, table(here), services=answers) as page:
        await page.taps("collection", "cards-carry", "cards-open")
        await page.seen("1 card is new or changed. Known now: 2 cards.")
        await page.taps("cards-save", "cards-copy")
        await page.seen("Copied.")
        saved = next(call for call in page.calls if call.name == "save_file")
        assert read(FILE, bytes(saved.args["src_bytes"]).decode()).cards == (Card(1, 1), Card(9, 9))
    async with Page(here, table(here), services={"set": RuntimeError("no")}) as page:
        await page.taps("collection", "cards-carry", "cards-copy")
        await page.seen("This device does not allow that here. Use the text field below.")
        await page.tap("cards-show")
        assert json.loads(page.field("cards-text")["value"])["format"] == FILE.format


async def test_cards_that_cannot_be_stored_do_not_stop_the_game(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Page(here, table(here, *LAID, "Anna 1 against Ben 1")) as page:
        monkeypatch.setattr(here.tables.library, "set_setting", full)
        await page.taps(*group("5/5 7/7"), "enter-cards")
        assert page.state.phase.match.known(0) == (Card(5, 5), Card(7, 7))
        assert not page.errors()


# Corrections, and everything that can be drawn


async def test_cards_are_corrected_in_the_history(here: Room) -> None:
    words = ("1 cards in 1", "Anna lays 1", "Ben lays 1", "Anna 1 against Ben 1", "Anna: 12/7", "Ben: 15/9")
    async with Page(here, table(here, *words), size=TABLET) as page:
        assert page.visible("Ben wins the game with 1 trophy.")
        await page.taps(
            "event-4", "entry-5", "amend", "card-0-0", "digit-2", "digit-2", "golden", "value-7", "enter-cards"
        )
        assert page.table.record.history[-2].action.cards == (Card(22, 7, golden=True),)
        assert page.visible("Anna wins the game with 1 trophy.")
        assert not page.errors()


@on_each_size
@pytest.mark.parametrize("seed", range(3))
async def test_every_state_can_be_drawn(here: Room, size: tuple[int, int], seed: int) -> None:
    tape = Tape(Random(seed).randbytes(600))
    game = games()["labtag"]
    setup = setup_of(game.meta, tape)
    id = table(here, players=setup.seats, first=setup.first, house=setup.house)
    async with Page(here, id, size=size, locale="de" if seed else "en") as page:
        for position in walk(game, tape, setup):
            if position.action is not None:
                page.table.submit(Act(position.action))
            assert page.table.record.state == position.state
            await page.until(lambda: not page.errors())


async def test_many_known_cards_are_shown_on_demand(here: Room) -> None:
    here.tables.library.set_setting(
        COLLECTION, to_json(FILE, Collection(tuple(Card(number, 1) for number in range(60))))
    )
    async with Page(here, table(here)) as page:
        await page.tap("collection")
        assert not page.all("known-59")
        await page.tap("known-all")
        assert page.all("known-59")


async def test_a_drawn_match_says_where_its_cards_go(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="labtag")
    submit(here, id, AllLaid(10, 5), MatchWon(0, 1, None))
    async with Page(here, id) as page:
        said = page.texts()
        assert said.index("The match is a draw: nobody gets a trophy.") < said.index(
            "All revealed cards are discarded."
        )


@on_each_size
async def test_a_level_match_is_won_in_turn_by_the_house_rule(here: Room, size: tuple[int, int]) -> None:
    id = table(here, *LAID, "Anna 1 against Ben 1", house={"drawn_match": "turn"})
    async with Page(here, id, size=size) as page:
        await page.taps(*group("5/3 1/1"), *group("5/3 1/1"), "enter-cards")
        said = page.texts()
        turn = said.index("By the house rule Anna wins, because it is their turn.")
        assert turn < said.index(next(text for text in said if text.startswith("Anna wins and puts")))
        assert not page.visible("drawn")
        assert page.label("trophies-0") == "Anna: 1 trophy"
