"""The table of Schlafmütze, played by taps."""

from typing import Any

import flet as ft
import pytest
from effort import at_leisure
from screens.room import Page, Room, begin, on_each_size, submit

from companion.games.schlafmuetze.cards import Card, Colour
from companion.games.schlafmuetze.phases import (
    Counting,
    GameOver,
    Halted,
    LastCard,
    Naming,
    Opening,
    RoundOver,
    Running,
    Voting,
)
from companion.games.schlafmuetze.reports import HandsCounted, LastCardLaid, NextRound, NobodyDoubts
from companion.ui.app.context import AppContext

FOUR = ("Anna", "Ben", "Cleo", "Dora")
REFEREE = {"house": {"keeping": "referee_only"}}


def table(here: AppContext, *names: str, **setup: Any) -> str:
    """Begin a game, by default with every card entered, and return its id."""
    setup = {"house": {"keeping": "every_card"}} | setup
    return begin(here, *(names or FOUR), game="schlafmuetze", **setup)


async def choose(page: Page, identifier: str) -> None:
    """Tap one of several answers."""
    await page.tap(identifier)


async def doubt(page: Page, *doubters: int, author: int | None = None) -> None:
    """Report the doubters, and go to the vote."""
    if author is not None:
        await choose(page, f"author-{author}")
    for seat in doubters:
        await choose(page, f"doubter-{seat}")
    await page.tap("to-the-vote")


async def vote(page: Page, votes: str) -> None:
    """Tap the votes in order: ``n`` is against, ``y`` for the word."""
    for letter in votes:
        await page.tap("vote-against" if letter == "n" else "vote-valid")


@pytest.mark.rule("schlafmuetze.colour.forced", "schlafmuetze.pause")
async def test_a_card_takes_two_taps(here: Room) -> None:
    async with Page(here, table(here)) as page:
        assert page.visible("Anna lays the first card, at leisure, on any pile.")
        await page.taps("pile-1", "lay-0-red")
        assert page.state.hands == (8, 9, 9, 9)
        assert page.visible("Next on red! Anna pauses.")
        assert page.all("demanded-red")
        assert page.label("pile-2") == "2 o’clock: green, not now"
        # who pauses cannot lay
        await page.tap("pile-1")
        assert not page.all("lay-0-red")
        await page.tap("lay-3-yellow")
        assert page.visible("Next on yellow! Dora pauses.")
        assert page.label("player-3") == "Dora: pauses, 8 cards, and 0 penalty points"


@pytest.mark.rule("schlafmuetze.colour.forced")
async def test_a_pile_of_another_colour_gives_the_reason(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("pile-1", "lay-0-red", "pile-2")
        assert page.all("refused")
        assert page.visible("Colour rule: the next card goes on red, but green lies at 2 o’clock.")
        assert not page.all("lay-1-red")
        # another tap puts a pile down again
        await page.taps("pile-4", "pile-4")
        assert not page.all("lay-1-red")
        await page.taps("pile-4", "pile-close")
        assert not page.all("lay-1-red")
        assert page.state.hands == (8, 9, 9, 9)


@pytest.mark.parametrize("width", [0, 320, 390, 590])
async def test_the_piles_can_be_tapped_at_any_initial_width(here: Room, width: int) -> None:
    async with Page(here, table(here), size=(width, 844)) as page:
        for hour in range(1, 13):
            face = page.find(f"pile-{hour}")["content"]["content"]["content"]
            assert min(face["width"], face["height"]) >= 48


@pytest.mark.rule("schlafmuetze.doubt.vote", "schlafmuetze.combine.no_derivation", "schlafmuetze.combine.forms")
@pytest.mark.parametrize(
    ("compound", "said"),
    [
        ("Landschaftsbild", "Not allowed: -schafts- makes another word of LAND."),
        ("Landbild", "Allowed by the rule – you decide whether there is such a word."),
    ],
)
async def test_a_doubt_with_the_word_check(here: Room, compound: str, said: str) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("pile-1", "lay-0-red", "halt")
        assert isinstance(page.state.phase, Halted)
        assert page.all("note-sense")
        await page.tap("to-the-vote")
        assert page.visible("Who called “Halt”? At least one player doubts.")
        await page.tap("close")
        await page.tap("check-this")
        await page.enter("compound", compound)
        if compound == "Landschaftsbild":
            # there are cards with which it would be allowed
            assert page.visible("It depends on the cards. Which two are they?")
            await page.tap("reading-1")
        assert page.visible(said)
        await page.tap("close")
        # a doubter who has not decided yet sees the check before the vote
        assert page.visible(said)
        await doubt(page, 2)
        assert isinstance(page.state.phase, Voting)
        assert page.visible("Cleo: is Anna’s word valid?")
        assert page.visible(said)
        await page.tap("check-0-why")
        assert page.all("why-rule")


@pytest.mark.rule("schlafmuetze.doubt.rejected", "schlafmuetze.ruling.new_colour")
async def test_a_rejected_word_and_a_new_colour(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("pile-1", "lay-0-red", "pile-4", "lay-1-blue", "halt")
        await doubt(page, 2, 3)
        assert page.label("voter-2") == "Cleo: has not voted yet"
        await vote(page, "nny")
        assert page.label("voter-2") == "Cleo: against it"
        await vote(page, "y")
        # after a tie the word is kept: both doubters take a chip, and this is read before the circle
        texts = page.texts()
        assert texts.index("2 against, 2 for it: the word stands.") < texts.index("Chips")
        assert page.state.chips == (0, 0, 1, 1)
        await page.taps("undo", "vote-against")
        assert page.state.chips == (0, 1, 0, 0)
        assert isinstance(page.state.phase, Naming)
        await page.tap("name-red")
        assert page.visible("red was demanded before. Name another colour.")
        await page.tap("name-green")
        assert page.visible("Next on green! Anna pauses.")


@pytest.mark.rule("schlafmuetze.doubt.halt", "schlafmuetze.ruling.latest_card")
async def test_the_earlier_word_can_be_doubted(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("pile-1", "lay-0-red", "pile-4", "lay-1-blue", "halt")
        await doubt(page, 3, author=0)
        assert page.visible("The call came first: Ben takes the card back.")
        assert page.state.hands == (8, 9, 9, 9)
        await vote(page, "nnn")
        assert page.visible("Ben lays the first card, at leisure, on any pile.")


@pytest.mark.rule("schlafmuetze.stuck.draw", "schlafmuetze.speed.dispute_open")
async def test_stuck_and_disputes(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("pile-1", "lay-0-red", "stuck")
        assert page.state.hands == (8, 10, 10, 10)
        await page.taps("name-blue", "dispute", "not-agreed", "name-green", "dispute", "first-2")
        assert page.visible("Cleo’s card stays: which one is it?")
        await page.tap("pile-2")
        assert not page.all("lay-1-red")
        await page.tap("lay-2-red")
        assert page.state.pausing == 2


@pytest.mark.rule("schlafmuetze.ruling.keeping")
@on_each_size
async def test_a_game_with_quick_entry(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo", **REFEREE), size=size) as page:
        assert isinstance(page.state.phase, Opening)
        assert not page.all("pile-12")
        await page.taps("goes-on", "halt")
        await doubt(page, 2, author=1)
        await vote(page, "nyy")
        assert page.state.chips == (0, 0, 1)
        await page.tap("out-0")
        assert isinstance(page.state.phase, LastCard)
        await page.tap("nobody-doubts")
        assert isinstance(page.state.phase, Counting)
        assert page.visible("How many cards does Ben hold?")
        await page.tap("holds-4")
        assert page.label("hand-1") == "Ben holds 4 cards"
        assert page.label("hand-2") == "Cleo: not counted yet"
        # a miscounted hand is counted again
        await page.taps("hand-1", "holds-3", "holds-6")
        assert isinstance(page.state.phase, RoundOver)
        assert page.state.totals == (0, 3, 7)
        assert page.visible("6 cards · 1 chip")
        assert page.label("result-0") == "Anna: won the round, 0 cards, and 0 penalty points"
        assert page.label("result-2").startswith("Cleo: Schlafmütze of the round")
        await page.taps("next-round", "goes-on", "undo", "cannot", "goes-on")
        assert isinstance(page.state.phase, Running)
        assert page.state.round == 2
        await page.menu("Enter every card from now on")
        await choose(page, "pausing-1")
        await choose(page, "colour-2")
        await page.tap("form-done")
        assert page.visible("Next on green! Ben pauses.")
        assert page.all("pile-12")


@pytest.mark.rule("schlafmuetze.score.sheet", "schlafmuetze.setup.target")
async def test_from_the_second_round_on_the_points_of_the_round_stand_before_the_total(here: Room) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo", **REFEREE)) as page:
        await page.taps("goes-on", "out-0", "nobody-doubts", "holds-4", "holds-6")
        assert page.said(page.find("result-2"))[-2:] == ["6", "Schlafmütze of the round · 6 cards"]
        assert not page.all("note-title"), "it is said already"
        await page.taps("next-round", "goes-on", "out-2", "nobody-doubts", "holds-2", "holds-5")
        assert page.state.totals == (2, 9, 6)
        shown = {seat: page.said(page.find(f"result-{seat}"))[-2] for seat in range(3)}
        assert shown == {0: "2", 1: "+5 → 9", 2: "6"}
        assert page.visible("Playing to 30 penalty points.")


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.keeping")
async def test_the_first_word_is_doubted_after_the_first_card(here: Room) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo", **REFEREE)) as page:
        await page.taps("goes-on", "halt", "author-1")
        assert not page.all("first-card")
        await page.taps("author-0", "doubter-1", "to-the-vote")
        # the doubter says which of Anna's words is doubted
        assert isinstance(page.state.phase, Halted)
        await page.taps("close", "first-card", "to-the-vote")
        await vote(page, "nn")
        assert isinstance(page.state.phase, Opening)
        assert page.visible("Ben lays the first card, at leisure, on any pile.")
        await page.taps("halt", "doubter-0", "to-the-vote")
        assert isinstance(page.state.phase, Voting)


@at_leisure
@pytest.mark.rule("schlafmuetze.ruling.recount", "schlafmuetze.score.minus")
async def test_hands_are_corrected_before_the_last_card_scores(here: Room) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo")) as page:
        for _ in range(9):
            await page.taps("pile-12", "lay-0-red", "pile-12", "lay-1-red")
        await page.taps("pile-12", "lay-0-red", "player-2", "cards-less", "form-done", "nobody-doubts")
        assert page.label("result-2").startswith("Cleo: Schlafmütze of the round, 9 cards")


@at_leisure
@pytest.mark.rule("schlafmuetze.ruling.recount")
async def test_words_are_typed_once_and_remembered(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.tap("circle-words")
        await page.enter("circle-12", "Eis")
        await page.enter("circle-1", "eis")
        await page.tap("circle-done")
        assert page.visible("EIS is in the circle twice. Exchange one of them.")
        await page.enter("circle-1", "Wasser")
        await page.tap("circle-done")
        assert page.state.circle[:2] == (Card(Colour.RED, "EIS"), Card(Colour.BLUE, "WASSER"))
        await page.taps("pile-12", "lay-0-blue", "latest-word")
        await page.enter("word", "Au")
        await page.enter("word", "Auto")
        await page.tap("word-done")
        assert page.label("pile-12") == "12 o’clock: AUTO (blue)"
        await page.taps("pile-1", "pile-word", "top-blue")
        await page.enter("word", "EI")
        await page.tap("word-0")
        assert page.state.circle[1] == Card(Colour.BLUE, "EIS")
    async with Page(here, table(here)) as page:
        await page.tap("circle-words")
        await page.enter("circle-3", "w")
        await page.taps("word-0", "circle-done", "undo", "circle-words", "circle-again", "circle-done")
        assert [card.word for card in page.state.circle[:4]] == ["", "", "", "WASSER"]
    kept = here.tables.library.setting("words.schlafmuetze")
    assert kept == {"words": ["AUTO", "EIS", "WASSER"], "circle": [*[""] * 3, "WASSER", *[""] * 8]}


async def test_a_recount_by_a_tap_on_a_player(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("pile-1", "lay-0-red", "player-1", "cards-less", "chips-more", "form-done")
        assert page.state.hands == (8, 8, 9, 9)
        assert page.state.chips == (0, 1, 0, 0)


async def test_with_eight_players_on_a_phone_a_menu_asks_whose_hand_is_recounted(here: Room) -> None:
    eight = (*FOUR, "Dora", "Edda", "Fritz", "Gül")
    async with Page(here, table(here, *eight, house={"keeping": "referee_only"})) as page:
        await page.tap("goes-on")
        assert page.label("player-7").startswith("Gül: ")
        await page.menu("Recount: Gül")
        await page.taps("chips-more", "form-done")
        assert page.state.chips[7] == 1


@pytest.mark.rule("schlafmuetze.goal.game")
async def test_the_end_in_german(here: Room) -> None:
    house = {"keeping": "referee_only", "target": 5}
    async with Page(here, table(here, "Anna", "Ben", "Cleo", house=house), locale="de") as page:
        await page.taps("out-1", "holds-4", "holds-5")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("Ben gewinnt das Spiel mit 0 Minuspunkten.")
        await page.tap("rematch")
        assert page.view()["route"] != f"/table/{page.id}"
        assert page.visible("Die erste Karte liegt")


@at_leisure
@on_each_size
async def test_a_whole_round_can_be_drawn(here: Room, size: tuple[int, int]) -> None:
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gül", "Hans")
    async with Page(here, table(here, *names), size=size) as page:
        for _ in range(5):
            await page.taps("pile-12", "lay-0-red", "pile-12", "lay-1-red")
            assert not page.errors()
        await page.taps("pile-12", "lay-0-red")
        assert page.visible("Anna is out of cards! Does anybody doubt the word?")
        await page.tap("nobody-doubts")
        assert page.visible("Anna wins the round!")
        # six hold six cards each and Ben one: the target has not been reached yet
        assert isinstance(page.state.phase, RoundOver)
        assert page.label("result-2").startswith("Cleo: Schlafmütze of the round, 6 cards")
        await page.taps("next-round", "pile-3", "lay-1-green")
        assert not page.errors()


# Quick entry


@pytest.mark.rule("schlafmuetze.ruling.keeping")
async def test_a_tap_changes_the_level_of_detail_in_each_direction(here: Room) -> None:
    async with Page(here, table(here, house={})) as page:
        assert not page.all("pile-1")
        await page.tap("telling")
        assert page.visible("Enter little")
        await page.taps("pile-1", "lay-0-red", "telling")
        assert not page.all("pile-1")
        # the earlier word is still known, if no card was laid since
        await page.menu("No card laid since")
        assert page.visible("Next on red! Anna pauses.")
        assert page.state.hands == (8, 9, 9, 9)
        await page.taps("pile-4", "lay-1-blue", "telling", "goes-on", "telling")
        assert page.all("form-done"), "unknown facts are asked for"
        await page.taps("close", "out-0", "holds-1", "holds-2", "holds-3", "telling")
        assert isinstance(page.state.phase, RoundOver)
        assert page.state.every_card
        await page.taps("telling", "next-round", "telling", "pile-1", "lay-1-red")
        assert page.state.hands == (9, 8, 9, 9)


@pytest.mark.rule("schlafmuetze.doubt.rejected", "schlafmuetze.doubt.upheld", "schlafmuetze.ruling.settled")
@on_each_size
async def test_all_agree_on_a_doubted_word(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here, house={}), size=size) as page:
        # the first word belongs to the accused player, and a doubter pays nothing if it is withdrawn
        await page.taps("halt", "all-against")
        assert page.visible("Ben lays the first card, at leisure, on any pile.")
        await page.taps("goes-on", "halt", "all-valid")
        assert page.visible("Whose word is doubted?")
        await page.taps("close", "author-2", "all-valid")
        assert page.visible("Who called “Halt”? At least one player doubts.")
        await page.taps("close", "doubter-0", "doubter-3", "all-valid")
        assert isinstance(page.state.phase, Running)
        assert page.state.chips == (2, 0, 0, 1)
        # the choice between two words matters only if it is withdrawn
        await page.taps("undo", "undo", "halt", "author-1", "all-against")
        assert page.visible("Which word of Ben is meant, the first of the round or a later one?")
        await page.taps("close", "later-card", "all-against", "name-red")
        assert page.state.chips == (1, 1, 0, 0)


@pytest.mark.rule("schlafmuetze.score.minus", "schlafmuetze.ruling.recount")
async def test_a_disputed_sum_is_recounted(here: Room) -> None:
    async with Page(here, table(here, house={})) as page:
        await page.taps("out-1", "holds-4")
        await page.menu("Recount: Anna")
        await page.taps("chips-more", "form-done", "holds-2", "holds-9")
        assert page.state.totals == (5, 0, 2, 9)


@pytest.mark.rule("schlafmuetze.speed.dispute_agreed")
async def test_without_cards_the_first_player_is_not_asked(here: Room) -> None:
    async with Page(here, table(here, house={})) as page:
        await page.taps("goes-on", "dispute", "agreed")
        assert isinstance(page.state.phase, Running)


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_a_rematch_keeps_quick_entry(here: Room) -> None:
    first = table(here, house={"keeping": "every_card", "asking": "everything", "votes": "not_author"})
    again = here.tables.table(here.tables.rematch(first)).session
    assert again
    assert again.record.header.house == {"votes": "not_author"}
    assert not again.record.state.every_card


@on_each_size
async def test_at_the_end_the_winner_has_the_cup_and_all_places_are_shown(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Ben", "Cleo", game="schlafmuetze", house={"target": 5})
    submit(here, id, LastCardLaid(1), NobodyDoubts(), HandsCounted((4, 0, 3)))
    async with Page(here, id, size=size) as page:

        def cups() -> int:
            inside = page.within(page.find("result"))
            return sum(node in inside for node in page.of("Icon") if node["icon"] == ft.Icons.EMOJI_EVENTS)

        assert (cups(), len(page.of("Canvas"))) == (1, 1), "after a round they are the round's"
        submit(here, id, NextRound(), LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 2)))
        await page.until(lambda: bool(page.all("winner")))
        assert "Ben" in " ".join(page.said(page.find("winner")))
        assert (cups(), len(page.of("Canvas"))) == (0, 0)
        assert [page.said(page.find(f"result-{seat}"))[1] for seat in (1, 0, 2)] == ["1.", "2.", "3."]
        assert page.label("result-0") == "Anna: place 2 and 4 penalty points"
