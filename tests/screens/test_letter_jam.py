"""The table of Letter Jam, played by taps."""

import json
from collections.abc import Callable
from random import Random

import pytest
from effort import at_leisure, effort
from screens.room import PHONE, TABLET, Page, Room, begin, on_each_size, submit

from companion.games.letter_jam.model import Sayable
from companion.games.letter_jam.phases import Choosing, Deciding, Laying, Over, Preparing, Revealing
from companion.games.letter_jam.places import Stand
from companion.games.letter_jam.reports import ClueTold, Dealt
from companion.ui.app.context import AppContext

TWO = ("Anna", "Ben")
FOUR = ("Anna", "Ben", "Cleo", "Dora")

#: Stored setting of a device that reports chips and cards one by one.
EXACTLY = {"get": json.dumps({"exactly": ["letter_jam"]})}


def new(here: AppContext, *names: str, **setup: object) -> str:
    """Begin a game of Letter Jam."""
    return begin(here, *(names or FOUR), game="letter_jam", **setup)


async def give(page: Page, giver: int, *stands: str) -> None:
    """Give a clue by tapping its stands."""
    await page.taps(f"giver-{giver}", *(f"stand-{stand}" for stand in stands), "clue-done")


@pytest.mark.rule("letter_jam.setup.card", "letter_jam.setup.word")
@on_each_size
async def test_the_table_is_set_up(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, new(here), size=size, services=EXACTLY) as page:
        assert isinstance(page.state.phase, Preparing)
        assert page.visible("Make a secret word for the player on your right")
        tokens = "Tokens: 4 red, 6 green on leaves, 1 in the centre (locked)"
        assert page.label("setup-card") == f"11 clues left. {tokens}"
        assert page.visible("Stand 1: 7 cards behind it")
        assert page.visible("Stand 2: 8 cards behind it")
        await page.tap("dealt-5")
        assert isinstance(page.state.phase, Choosing)
        assert page.visible("Everybody puts the leftmost card into their stand")
        await page.tap("undo")
        await page.taps("dealt-mixed", "lengths-1-more", "form-done")
        assert [player.length for player in page.state.places] == [5, 6, 5, 5]


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.talk.allowed")
async def test_a_clue_is_tapped_and_its_five_facts_are_shown(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.taps("dealt-5", "giver-0")
        assert page.visible("This takes a red token.")
        await page.tap("stand-seat-0")
        assert page.visible("Anna cannot see their own letter, so no chip goes there.")
        await page.tap("refused-why")
        assert page.visible("Not your own letter")
        await page.tap("close")
        await page.taps("stand-seat-1", "stand-npc-0", "stand-seat-1", "stand-joker", "stand-npc-1", "chip-back")
        said = "The clue: 4 letters, helps 1 player, 1 non-player letter, 0 bonus letters, with the joker."
        assert page.label("sayable") == said
        assert page.label("chips") == "Chips: Ben, Stand 1, Ben, and Joker"
        await page.tap("clue-done")
        assert isinstance(page.state.phase, Deciding)
        assert Sayable.of(page.state.clue.stands) == Sayable(4, 1, 1, 0, True)
        assert page.visible("Anna takes a red token.")
        assert page.visible(said)


@pytest.mark.rule("letter_jam.joker")
async def test_the_joker_is_asked_for_when_used_again(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.taps("dealt-5", "giver-0", "stand-joker", "stand-seat-1", "stand-joker")
        assert page.all("joker-asked")
        await page.tap("joker-other")
        assert page.visible("In one clue the joker stands for one letter only, however often it is used.")
        await page.taps("stand-joker", "joker-same", "clue-done")
        assert [stand.to_text() for stand in page.state.clue.stands] == ["joker", "seat-1", "joker"]
        assert not page.visible("In one clue the joker stands for one letter only, however often it is used.")


@pytest.mark.rule("letter_jam.tokens.no_green")
async def test_a_giver_without_a_token_is_refused_with_the_reason(here: Room) -> None:
    async with Page(here, new(here, "Anna", "Ben", "Cleo", "Dora", "Emil", "Fay"), services=EXACTLY) as page:
        await page.tap("dealt-5")
        for _ in range(5):
            await give(page, 0, "joker")
            await page.tap("next-round")
        await page.tap("giver-0")
        assert not page.all("composer")
        assert page.visible("Anna has taken all their red tokens")
        await page.tap("giver-1")
        assert page.all("composer")


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.advance.wait")
@on_each_size
async def test_players_decide_and_the_round_ends(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, new(here), size=size, services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1", "seat-2", "npc-0")
        assert not page.all("moves-3"), "Dora has had no clue"
        await page.taps("moves-1", "stays-2")
        assert page.find("moves-1")["checked"]
        assert page.visible("Anna takes a red token."), "decisions keep the announcement"
        await page.tap("next-round")
        assert [player.at for player in page.state.places] == [0, 1, 0, 0]
        assert page.visible("Stand 1: discard the letter, put up the next card of its stack.")


@pytest.mark.rule("letter_jam.setup.sheet", "letter_jam.sheet.hold")
async def test_the_page_contains_nothing_private_before_the_curtain_opens(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1", "seat-2", "npc-0")
        await page.taps("sheet-1", "curtain-open", "key-Q", "key-W", "key-Z", "note-done", "box-1", "key-Z")
        await page.taps("box-done", "close-sheet")

        def secrets() -> list[str]:
            texts = page.texts()
            return [text for text in texts if text in ("Q", "W", "Z") or "? Q W" in text or text[-1:] == "Z"]

        await page.tap("sheets-back")
        assert not secrets()
        await page.tap("sheet-1")
        assert page.visible("Hand the phone to Ben")
        assert not secrets()
        assert not page.all("private-sheet")
        await page.tap("curtain-open")
        assert page.all("private-sheet")
        assert secrets()
        await page.tap("close-sheet")
        assert not secrets()
        await page.tab(2)
        assert not page.visible("Ben writes on the guess sheet"), "his notes are one line"
        assert page.said(page.find("event-3"))[-1] == "2 private notes"
        await page.tap("event-3")
        assert page.visible("Ben writes on the guess sheet")
        assert not secrets()
        await page.tab(0)
        assert not page.all("private-sheet")


@at_leisure
@pytest.mark.rule("letter_jam.sheet.note", "letter_jam.sheet.guess")
async def test_a_clue_is_noted_by_tapping_letters(here: Room) -> None:
    """SEEKRAN with a joker for K, seen from the stand with the S."""
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1", "seat-2", "seat-2", "joker", "seat-3", "npc-0", "npc-1")
        await page.taps("sheet-1", "curtain-open", *(f"key-{letter}" for letter in "ERAN"))
        assert page.visible("Now tap what your letter could be")
        await page.taps("key-S", "key-D", "key-D", "note-done")
        assert page.label("row-1").startswith("Clue 1, letter 1: ? E E * R A N")
        assert page.visible("could be S")
        await page.taps("box-1", "key-S", "moves-1", "box-done", "close-sheet", "sheets-back", "next-round")
        assert page.state.guess_sheets[1].boxes == ("S", "", "", "", "")
        assert page.state.places[1].at == 1
        await page.taps("sheets", "sheet-1", "row-1", "cell-6", "rub-out", "note-done")
        assert page.label("row-1").startswith("Clue 1, letter 1: ? E E * R A .")


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.sheet.guess")
async def test_the_only_guess_is_noted_with_the_move(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1", "seat-2")
        await page.taps("sheet-1", "curtain-open", "key-A", "key-S", "key-T", "note-done")
        assert page.label("moves-1") == "moves on", "two guesses are none"
        await page.taps("row-1", "guesses", "key-T", "note-done")
        assert page.label("moves-1") == "moves on with S"
        await page.taps("moves-1", "close-sheet", "sheets-back")
        assert page.state.guess_sheets[1].boxes == ("S", "", "", "", "")
        assert not [text for text in page.texts() if "with S" in text]
        await page.tab(2)
        assert page.visible("Ben moves on")
        assert not [text for text in page.texts() if "S" in text.split()]


@at_leisure
@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.bonus.use")
async def test_an_extra_letter_is_guessed_and_used(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.tap("dealt-4")
        for _ in range(4):
            await give(page, 0, "seat-1")
            await page.taps("moves-1", "next-round")
        await give(page, 0, "seat-1")
        await page.taps("guess-1", "guess-right")
        assert isinstance(page.state.phase, Deciding), "no letter, no guess"
        await page.taps("key-M", "guess-right", "next-round")
        assert page.state.bonus == ("M",)
        assert page.visible("Bonus letter M")
        await give(page, 2, "bonus-0", "seat-1", "bonus-0")
        await page.taps("guess-1", "key-E", "guess-wrong")
        assert page.visible("E: wrong")
        await page.tap("next-round")
        assert page.state.bonus == ()
        assert page.visible("The used bonus letter goes into the box: M.")


@at_leisure
@pytest.mark.rule("letter_jam.score.example", "letter_jam.end.longer", "letter_jam.score.verdict")
@on_each_size
async def test_the_example_of_the_score_to_the_end(here: Room, size: tuple[int, int]) -> None:
    """PIRAT made PRIMAT with a bonus M and two greens left: 15 + 1 + 2 = 18."""
    async with Page(here, new(here, *TWO), size=size, services=EXACTLY) as page:
        await page.tap("dealt-5")
        for _ in range(5):
            await give(
                page,
                0 if page.state.places[0].reds < 3 else 1,
                "seat-1" if page.state.places[0].reds < 3 else "seat-0",
            )
            await page.taps(*(["moves-1"] if page.state.clue.uses(1) else ["moves-0"]), "next-round")
        while page.state.open_greens > 2 or page.state.reds_left:
            giver = page.state.givers[-1]
            target = 1 - giver
            await give(page, giver, f"seat-{target}")
            if page.state.places[target].done:
                await page.taps(f"guess-{target}", "key-M", "guess-right")
            else:
                await page.tap(f"moves-{target}")
            await page.tap("next-round")
        assert page.state.open_greens == 2
        await page.tap("sheets")
        await page.tap("sheet-0")
        for box, letter in enumerate("PIRAT", start=1):
            await page.taps(f"box-{box}", f"key-{letter}", "box-done")
        await page.taps("close-sheet", "sheets-back", "end-proposed", "end-agreed")
        assert isinstance(page.state.phase, Laying)
        assert page.state.bonus[:1] == ("M",)
        await page.taps("sheet-0", "curtain-open", "lay-word", "tile-own-0", "tile-own-2", "tile-own-1", "tile-bonus-0")
        await page.taps("tile-own-3", "tile-own-4", "word-done", "close-sheet", "sheets-back", "lay-1", "word-all")
        assert isinstance(page.state.phase, Revealing)
        await page.tap("reveal-0")
        assert page.label("word-0").startswith("Anna: PRIMAT")
        await page.tap("word-counts")
        assert page.visible("15 + 1 + 2 = 18")
        assert page.visible("3 × 5 letters of the word you were given")
        assert "Anna’s word counts: 15 + 1 + 2 = 18 points." in page.label("word-0")
        await page.tap("word-0")
        assert page.visible("Points for a correct word")
        assert page.visible("An example of the scoring")
        await page.tap("close")
        await page.taps("reveal-1", "word-fails", "fails-3")
        assert isinstance(page.state.phase, Over)
        assert page.label("team-points") == "The team: 21 points"
        assert page.visible("Together 18 + 3 = 21 points: tasty.")
        if size == PHONE:
            await page.tab(1)
        assert page.label("cell-1-word-0") == "Correct word, Anna: 15"
        if size == PHONE:
            await page.tab(0)
        await page.tap("rematch")
        assert page.view()["route"] != f"/table/{page.id}"


@pytest.mark.rule("letter_jam.end.no_shorter", "letter_jam.end.replace")
async def test_short_words_and_cards_of_others(here: Room) -> None:
    async with Page(here, new(here, *TWO), services=EXACTLY) as page:
        await page.taps("dealt-4", "end-proposed", "end-agreed", "lay-0", "tile-own-0", "tile-joker")
        assert page.all("too-short")
        await page.taps("word-done", "lay-1", "tile-own-0", "tile-joker")
        assert page.visible("Anna uses that card already; each serves one word only.")
        await page.tap("tile-own-0")
        assert page.visible("A card can lie in a word only once.")
        await page.taps("tile-back", "word-all", "reveal-0")
        await page.tap("word-counts")
        assert page.visible("a shorter word does not count")
        await page.taps("word-fails", "fails-1")
        assert page.state.points == (1, 0)


async def test_a_word_can_be_laid_again_until_the_first_is_revealed(here: Room) -> None:
    async with Page(here, new(here, *TWO), services=EXACTLY) as page:
        await page.taps(
            "dealt-4", "end-proposed", "end-agreed", "lay-0", "word-all", "lay-1", "word-all", "relay", "tile-own-1"
        )
        await page.taps("tile-own-0", "tile-own-2", "tile-own-3", "word-done")
        assert page.state.words[1].tiles[0].number == 1
        await page.tap("reveal-0")
        assert not page.all("relay")


@pytest.mark.rule("letter_jam.setup.sheet")
async def test_after_the_hand_over_a_sheet_opens_in_one_tap(here: Room) -> None:
    async with Page(here, new(here)) as page:
        await page.taps("dealt-5", "sheets", "sheet-1")
        assert page.visible("Ben’s guess sheet")
        await page.taps("close-sheet", "sheet-2")
        assert page.visible("Cleo’s guess sheet")
        await page.taps("close-sheet", "sheets-back")
        assert page.all("giver-0")


@pytest.mark.rule("letter_jam.advance.wait")
async def test_the_table_says_who_has_not_decided(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1", "seat-2", "npc-0")
        assert page.visible("Still deciding: Ben and Cleo")
        assert page.visible("whoever has not decided stays")
        await page.tap("stays-1")
        assert page.visible("Still deciding: Cleo")
        await page.tap("moves-2")
        assert page.visible("All have decided.")
        assert not page.visible("whoever has not decided stays")


@pytest.mark.rule("letter_jam.advance.wait")
async def test_after_a_brief_clue_it_does_so_once_somebody_has_decided(here: Room) -> None:
    """On one phone decisions are optional, so the page waits for none."""
    async with Page(here, new(here)) as page:
        await page.taps("dealt-5", "giver-0", "letters-4")
        assert not page.visible("Still deciding")
        await page.taps("sheets", "sheet-1")
        assert not page.visible("Still deciding"), "Ben is to decide first"
        await page.tap("stays-1")
        assert page.visible("Still deciding: Cleo and Dora")
        await page.tap("close-sheet")
        assert page.said(page.find("sheet-2")) == ["Cleo", "undecided"]
        assert page.said(page.find("sheet-1")) == ["Ben"]
        await page.tap("sheets-back")
        assert page.visible("Still deciding: Cleo and Dora")


@pytest.mark.rule("letter_jam.bonus.guess")
async def test_the_extra_letter_is_guessed_on_the_own_sheet(here: Room) -> None:
    async with Page(here, new(here)) as page:
        await page.tap("dealt-4")
        for _ in range(5):
            await page.taps("giver-0", "uses-0", "letters-5")
        await page.taps("sheets", "sheet-1", "guess-1", "key-M", "guess-right")
        assert page.visible("M: right")
        assert not page.all("guess-1"), "one guess each round"
        assert page.state.bonus == ("M",)


@pytest.mark.rule("letter_jam.bonus.use")
async def test_a_brief_clue_asks_which_bonus_letters_it_uses(here: Room) -> None:
    async with Page(here, new(here)) as page:
        await page.tap("dealt-4")
        for _ in range(5):
            await page.taps("giver-0", "uses-0", "letters-5")
        await page.taps("sheets", "sheet-1", "guess-1", "key-M", "guess-right", "close-sheet", "sheets-back", "giver-2")
        assert page.visible("Which non-player and bonus letters are in it?")
        await page.tap("letters-6")
        assert page.state.clue.brief.bonus == ()
        assert page.visible("Bonus letter M")
        assert not page.visible("M?"), "the clue does not use it"
        await page.taps("giver-3", "uses-bonus-0", "letters-6")
        assert page.state.clue.brief.bonus == (0,)
        assert page.visible("The used bonus letter goes into the box: M.")
        assert page.visible("6 letters, with Bonus letter M")
        await page.tap("giver-2")
        assert not page.all("uses-bonus-0")


@pytest.mark.rule("letter_jam.end.agreed")
async def test_everybody_is_asked_before_the_clues_end(here: Room) -> None:
    id = new(here)
    async with Page(here, id) as page, Page(here, id, size=TABLET, services=EXACTLY) as tablet:
        await page.taps("dealt-5", "giver-0", "letters-4", "end-proposed")
        await tablet.until(lambda: tablet.visible("Do all agree that no more clues are needed?"))
        assert not tablet.all("giver-1")
        assert not tablet.visible("Still deciding"), "nobody decides about a letter now"
        await tablet.tap("end-declined")
        await page.until(lambda: page.all("giver-1"))
        assert page.visible("Everybody notes the clue"), "the instruction stays on the screen"
        await page.taps("end-proposed", "end-agreed")
        assert isinstance(page.state.phase, Laying)


@pytest.mark.rule("letter_jam.setup.sheet")
async def test_a_note_is_not_shown_on_the_table(here: Room) -> None:
    async with Page(here, new(here), size=TABLET, services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1", "seat-2")
        await page.taps("sheet-1", "curtain-open", "key-E", "key-S", "note-done", "close-sheet", "sheets-back")
        assert page.visible("Anna takes a red token."), "the announcement is kept"
        assert page.said(page.find("entry-3")) == ["3", "Ben writes on the guess sheet"]
        await page.tap("entry-3")
        assert not page.all("amend")
        await page.tap("undo-this")
        await page.tap("entry-3")
        await page.tap("bring-back")
        await page.tap("undo")
        assert isinstance(page.state.phase, Choosing), "the clue is taken back, and the note with it"
        await page.tap("redo")
        assert page.state.guess_sheets[1].guesses == ((1, "S"),)


@at_leisure
async def test_undo_in_mid_game(here: Room) -> None:
    async with Page(here, new(here), services=EXACTLY) as page:
        await page.tap("dealt-5")
        await give(page, 0, "seat-1")
        await page.taps("moves-1", "next-round", "undo", "undo")
        assert isinstance(page.state.phase, Deciding)
        assert page.state.phase.moves == (None,) * 4
        await page.tap("undo")
        assert isinstance(page.state.phase, Choosing)


@pytest.mark.rule("letter_jam.clue.token", "letter_jam.round.npc_replace")
@on_each_size
async def test_a_clue_takes_three_taps(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, new(here), size=size) as page:
        await page.tap("dealt-5")
        version = page.table.version
        await page.taps("giver-0", "uses-0", "letters-5")
        assert page.table.version == version + 1
        assert page.label("setup-card").startswith("10 clues left.")
        assert page.visible("Stand 1: 5 cards behind it"), "what the round will leave"
        assert page.visible("5 letters, with Stand 1")
        assert page.visible("Who gives the next clue?")
        await page.taps("giver-2", "letters-more", "letters-10")
        assert page.state.clue.letters == 10
        assert page.visible("Ben: letter unknown")
        assert page.visible("?/5")
        await page.taps("undo", "undo")
        assert isinstance(page.state.phase, Choosing)


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.tokens.no_green")
async def test_an_impossible_clue_is_refused_with_the_reason(here: Room) -> None:
    async with Page(here, new(here, *TWO)) as page:
        await page.taps("dealt-5", "giver-0", *(f"uses-{number}" for number in range(4)), "letters-3")
        assert page.visible("A clue of 3 letters cannot use 4 cards.")
        await page.taps("uses-3", "letters-3")
        assert page.state.clue.stands == tuple(map(Stand.from_text, ("npc-0", "npc-1", "npc-2")))
    id = new(here, *FOUR, "Emil", "Fay")
    submit(here, id, Dealt((5,) * 6), *[ClueTold(0, 4)] * 5)
    async with Page(here, id) as page:
        await page.tap("giver-0")
        assert not page.all("teller")
        assert page.visible("Anna has taken all their red tokens")


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.talk.allowed")
async def test_the_chips_of_one_clue_are_shown_on_demand(here: Room) -> None:
    async with Page(here, new(here)) as page:
        await page.taps("dealt-5", "giver-0", "uses-0", "letters-3", "check-this", "show-chips", "stand-seat-1")
        assert page.visible("The clue: 3 letters, 1 non-player letter.")
        await page.tap("clue-done")
        assert page.state.brief_clue, "two chips are still missing"
        await page.taps("stand-seat-1", "stand-npc-1")
        assert page.visible("These chips do not match clue 1 by Anna")
        await page.taps("stand-npc-0", "clue-done")
        assert page.visible("The clue: 3 letters, helps 1 player, 1 non-player letter, 0 bonus letters")
        await page.taps("moves-1", "next-round")
        assert (page.state.places[1].at, page.state.places[1].perhaps) == (1, 0)
        assert page.state.places[0].reds == 1
        await page.taps("giver-1", "letters-4")
        assert page.state.brief_clue, "the next one uses quick entry again"


@at_leisure
@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.advance.choice")
async def test_quick_entry_still_asks_for_the_guesser(here: Room) -> None:
    id = new(here)
    async with Page(here, id) as page:
        await page.tap("dealt-4")
        for _ in range(5):
            await page.taps("giver-0", "uses-0", "letters-5")
        await page.taps("check-this", "guess-1", "key-M", "guess-right")
        assert page.state.bonus == ("M",)
        await page.taps("check-this", "moves-2", "guess-3", "guess-wrong")
        assert page.state.phase.moves[2] is True
        assert page.visible("?: wrong") or page.state.phase.guesses[3]
        submit(here, id, ClueTold(1, 5))  # as in an older log: it is unknown whether it uses the M
        await page.until(lambda: page.visible("Bonus letter M, perhaps used"))
        assert page.visible("M?")


@pytest.mark.rule("letter_jam.sheet.note", "letter_jam.setup.sheet")
async def test_a_clue_from_quick_entry_is_noted(here: Room) -> None:
    async with Page(here, new(here)) as page:
        await page.taps("dealt-5", "giver-0", "uses-0", "letters-4", "sheets", "sheet-1")
        await page.taps("row-1", "key-A", "own-letter", "joker-letter", "key-E", "key-T")
        await page.taps(*["rub-out"] * 3, "joker-letter", "key-E", "key-S", "note-done")  # back to the joker
        assert page.label("row-1") == "Clue 1 by Anna: A ? * E, could be S"
        assert page.visible("could be S")
        await page.taps("row-1", "cell-0", "rub-out", "note-done", "close-sheet", "sheets-back")
        assert page.state.guess_sheets[1].line(1) == ".?*E"
        assert not [text for text in page.texts() if "?*E" in text or text == "could be S"]
        await page.taps("giver-1", "letters-4", "sheets", "sheet-1")
        assert page.label("row-1").startswith("Clue 1 by Anna"), "late is not too late"
        await page.taps("close-sheet", "sheet-0")
        assert not page.all("row-1"), "the giver's letter is not in it"


@pytest.mark.rule("letter_jam.score.word", "letter_jam.score.wrong", "letter_jam.end.longer")
@on_each_size
async def test_each_word_takes_one_tap(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, new(here), size=size) as page:
        await page.taps("dealt-5", "giver-0", "uses-0", "letters-5", "end-proposed", "end-agreed", "counts-0")
        assert page.visible("15 + 0 + 6 = 21")
        await page.taps("no-word-1", "fails-3", "longer-2", "word-6")
        assert not page.all("counts-1")
        assert page.label("word-1").startswith("Ben: length unknown")
        await page.taps("longer-3", "lay-3", "word-all")
        assert isinstance(page.state.phase, Revealing)
        await page.taps("reveal-3", "word-counts")
        assert isinstance(page.state.phase, Over)
        assert page.state.points == (21, 3, 22, 21)


@pytest.mark.rule("letter_jam.end.tokens")
async def test_after_the_last_clue_one_tap_leads_to_the_words(here: Room) -> None:
    id = new(here)
    submit(here, id, Dealt((5,) * 4), *(ClueTold(giver, 4) for giver in (0, 1, 2, 3, *[0] * 6)))
    async with Page(here, id) as page:
        await page.taps("giver-0", "letters-4")
        assert not page.all("giver-0")
        assert page.visible("The last clue: note it and decide. Then the words are laid.")
        await page.tap("next-round")
        assert isinstance(page.state.phase, Laying)


async def test_the_level_of_detail_changes_at_the_place_of_entry(here: Room) -> None:
    """The device stores the setting; the reports stay."""
    async with Page(here, new(here)) as page:
        await page.taps("dealt-5", "giver-1", "letters-4", "telling")
        assert page.all("clue")
        assert page.all("moves-0"), "now the round can be entered in detail"
        assert page.all("show-chips")
        await page.taps("telling", "telling")
        await page.taps("moves-0", "next-round", "giver-0", "stand-seat-1", "clue-done", "next-round", "telling")
        await page.taps("giver-2", "letters-4")
        assert [bool(clue.brief) for clue in page.state.clues] == [True, False, True]
        assert page.state.places[0].at == 1


@at_leisure
@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "size", "locale"), [(0, (360, 740), "de"), (1, TABLET, "en"), (2, PHONE, "en")])
async def test_any_walk_can_be_drawn(here: Room, seed: int, size: tuple[int, int], locale: str) -> None:
    """After any sequence of taps every screen renders."""
    random = Random(seed)
    shy = {"back", "home", "more", "rematch", "undo", "redo", "undo-this", "end-agreed"}
    players = FOUR if seed else TWO
    async with Page(here, new(here, *players), size=size, locale=locale) as page:
        for _ in range(effort(few=8, many=60)):
            found = {str(node["identifier"]) for node in page.nodes() if node.get("identifier")}
            tried = [name for name in sorted(found) if _tappable(page, name) and name not in shy]
            if not tried:
                break
            await page.tap(random.choice(tried))
            assert not page.errors()


def _tappable(page: Page, name: str) -> bool:
    """Return whether a control on the table's screen can be tapped."""
    prefixes = (
        "giver-",
        "uses-",
        "letters-",
        "telling",
        "check-this",
        "show-chips",
        "counts-",
        "no-word-",
        "longer-",
        "stand-",
        "clue-",
        "moves-",
        "stays-",
        "next-round",
        "sheet",
        "curtain-",
        "row-",
        "box-",
        "key-",
    )
    more = (
        "note-done",
        "guess",
        "cell-",
        "rub-out",
        "close-sheet",
        "dealt-5",
        "dealt-4",
        "joker-",
        "own-letter",
        "round-back",
        "chip-back",
        "lay-",
    )
    end = ("word-", "tile-", "reveal-", "fails-", "relay", "end-agreed")
    pressed: Callable[[str], bool] = name.startswith
    if not any(pressed(prefix) for prefix in (*prefixes, *more, *end)):
        return False
    return any(node.get("on_click") for node in page.within(page.find(name)))
