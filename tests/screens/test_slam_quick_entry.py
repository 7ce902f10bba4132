"""Quick entry of Slam!: the winner, and details on request."""

from typing import Any

import pytest
from effort import at_leisure
from games.slam.table import poet, two
from screens.room import Page, Room, on_each_size, submit
from screens.test_slam import card, choose, table

from companion.games.slam.cards import Attribute, Trait, Unnamed
from companion.games.slam.model import Asking, Booking, GameOver, Judged, Revealing
from companion.games.slam.reports.closing import FalseApplause
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.reports.opening import SlamOpened
from companion.games.slam.reports.won import SlamWon, TieTold
from companion.games.slam.unknown_piles import AskPile


@on_each_size
async def test_a_slam_is_one_tap_and_the_next_one_is_awaited(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo", "Dora"), size=size) as page:
        assert page.visible("Slam 1 of 10: who has won?")
        await page.tap("wins-1")
        assert page.visible("Slam 2 of 10: who has won?")
        assert page.visible("Slam 1 goes to Ben.")
        assert page.visible("How many poets to Ben’s victory pile?")
        assert page.state.totals == (0, 1, 0, 0)
        assert page.label("player-1") == "Ben: 1 point; victory pile: at least 1 poet"
        await page.taps("wins-nobody", "wins-0")
        assert page.state.totals == (1, 1, 0, 0)
        assert not page.errors()


async def test_a_report_can_be_made_more_precise(here: Room) -> None:
    cards = (card("Rap-Poet", 5), card("Komiker", 6))
    async with Page(here, table(here, "Anna", "Ben", "Cleo", cards=cards)) as page:
        await page.taps("wins-1", "cards-2")
        assert page.visible("Slam 1: Ben wins the slam: 2 poets")
        assert page.label("player-1") == "Ben: 1 point; victory pile: 2 poets"
        await page.tap("cards-2")  # a second tap takes it back
        assert page.label("player-1") == "Ben: 1 point; victory pile: at least 1 poet"
        await page.taps("name-them", "named-1", "also-2", "named-done")
        assert [one.name for one in page.state.piles[1]] == ["Rap-Poet"]
        assert page.state.piles[2] == (Unnamed(),)
        assert page.visible("Slam 1: Ben wins the slam: Rap-Poet")
        assert page.label("player-2") == "Cleo: 0 points; victory pile: at least 1 poet"
        await page.tap("name-them")
        assert page.visible("Rap-Poet")
        await page.taps("close", "wins-0")
        assert page.state.totals == (1, 1, 0)
        assert not page.errors()


@pytest.mark.rule("slam.tie.first", "slam.tie.applause")
async def test_a_tie_is_settled_by_the_sums_of_the_second_poets(here: Room) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo", "Dora")) as page:
        await page.taps("tie", "tied-0", "tied-2", "tied-done")
        assert page.visible("A tie: how many points does Anna’s second poet have?")
        await page.taps("sum-8", "sum-8")
        assert page.visible("Still a tie: Anna and Cleo, hand on the card and call “Schinken”!")
        assert page.visible("Runner-up title, Anna and Cleo: 8 each")
        await page.tap("applause-2")
        assert page.visible("Slam 2 of 10: who has won?")
        assert page.visible("Slam 1: Cleo wins the slam")
        assert page.visible("A tie: Anna and Cleo")
        assert page.state.totals == (0, 0, 1, 0)
        await page.tap("check-told")
        assert page.state.number == 1
        assert page.visible("Entered before: A tie: Anna and Cleo.")
        await page.taps("only-winner", "tie", "tied-back", "wins-3")
        assert page.state.totals == (0, 0, 0, 1)
        assert not page.errors()


@pytest.mark.rule("slam.poet.scene_darling", "slam.tie.first")
async def test_a_scene_darling_is_entered_beside_a_tie(here: Room) -> None:
    async with Page(here, table(here, "Anna", "Ben", "Cleo")) as page:
        await page.taps("tie", "tied-0", "tied-1", "tied-done", "sum-8", "sum-7")
        assert page.label("player-2") == "Cleo: 0 points"
        await page.taps("name-darlings", "also-2", "darlings-done")
        assert page.label("player-2") == "Cleo: 0 points; victory pile: at least 1 poet"
        assert page.state.totals == (1, 0, 0)
        await page.taps("name-darlings", "also-2")
        assert page.visible("Nobody else keeps a poet")
        await page.tap("darlings-done")
        assert page.label("player-2") == "Cleo: 0 points; victory pile: 0 poets"
        assert not page.errors()


@pytest.mark.rule("slam.gold.team_one", "slam.team.win_both")
async def test_an_unknown_partner_can_be_chosen_for_the_gold_card(here: Room) -> None:
    cards = (card("Rap-Poet", 5),)
    id = table(here, "Anna", "Ben", length="nine", gold="team", cards=cards)
    reported = SlamWon(0), SlamWon(0, poets=(cards[0].as_played(),)), SlamWon(1, cards=2)
    submit(here, id, *reported, *_nine(*[None] * 6))
    async with Page(here, id) as page:
        await page.taps("check", "attribute-style", "open-slam")
        assert isinstance(page.state.phase, Revealing)
        # the first slam may have been won by a team: its second partner is on the pile too
        assert page.label("pick-0-2") == "Anna: Poet 3, ?"
        await page.taps("pick-0-0", "pick-0-2", "team-0", "reveal")
        while isinstance(page.state.phase, Asking):
            await page.taps("number-7", "values-done")
        assert page.visible("Anna wins the gold card!")
        assert [len(pile) for pile in page.state.piles] == [3, 2]
        assert not page.errors()


@pytest.mark.rule("slam.poet.detective", "slam.tie.false_applause")
async def test_the_detective_of_a_false_caller_is_asked(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo")
    rogue, detective = poet("Gauner", 8, Trait.ROGUE), poet("Spürnase", 9, Trait.DETECTIVE)
    lineups = two(rogue, poet("a", 1)), two(detective, poet("b", 1)), two(poet("C", 7), poet("c", 1))
    submit(here, id, SlamOpened(attributes=(Attribute.HUMOUR,)), PoetsRevealed(lineups, zeros_told=True))
    submit(here, id, FalseApplause((1,)))
    async with Page(here, id) as page:
        assert page.visible("Spürnase is out now, but had the first say as a detective: is a rogue disqualified?")
        await page.tap("answer-0")
        assert page.visible("Cleo wins the slam!")
        assert not page.errors()


async def test_sums_beyond_the_usual_are_a_tap_further(here: Room) -> None:
    async with Page(here, table(here, "Anna", "Ben")) as page:
        await page.taps("tie", "sum-higher", "sum-30", "second-none")
        assert page.state.totals == (1, 0)
        assert page.visible("Ben cannot compete for the runner-up title: no admitted second poet.")
        await page.taps("tie", "sum-lower", "sum--1", "sum-0")
        assert page.state.totals == (1, 1)


async def test_a_slam_is_checked_before_and_after_its_winner_is_entered(here: Room) -> None:
    cards = tuple(card(name, value) for name, value in zip("ABCD", (9, 1, 5, 2), strict=True))
    async with Page(here, table(here, cards=cards)) as page:
        await page.taps("check", "only-winner", "check", "attribute-style", "open-slam")
        assert isinstance(page.state.phase, Revealing)
        await page.taps("only-winner", "wins-1")
        assert isinstance(page.state.phase, Booking)
        assert page.state.totals == (0, 1)
        await page.tap("check-told")  # earlier reports of the cards are kept
        await choose(page, *"ABCD")
        await page.tap("reveal")
        assert isinstance(page.state.phase, Judged)
        assert page.visible("Karl wins the slam!")
        assert page.visible("Entered before: Ida wins the slam.")
        await page.tap("close-slam")
        assert page.visible("Slam 2 of 10: who has won?")
        assert page.state.totals == (1, 0)
        assert not page.errors()


async def test_the_switch_of_detail_is_at_the_place_of_entry(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("wins-0", "telling")
        assert page.visible("Open the slam")
        assert page.state.totals == (1, 0)
        await page.tap("telling")
        assert page.visible("Slam 2 of 10: who has won?")


def _nine(*winners: int | None) -> list[Any]:
    return [SlamWon(seat) for seat in winners]


@pytest.mark.rule("slam.gold.double", "slam.ruling.gold_alone")
async def test_a_whole_game_by_quick_entry(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo", length="nine", final_tie="poets")
    submit(here, id, *_nine(0, 1, 0, 1, 0, 1, 0, 1, 0))
    async with Page(here, id) as page:
        assert page.visible("The gold card: who has won?")
        assert page.visible("Cannot take part: Cleo.")
        await page.tap("wins-2")
        assert page.state.gold is None
        await page.taps("refused-dismiss", "wins-0")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("Anna wins the game with 7 points.")
        assert page.visible("5 slams and the gold card, at least 4 poets")
        assert not page.errors()


@pytest.mark.rule("slam.ruling.final_tie")
async def test_missing_values_of_a_pile_are_asked_where_they_decide(here: Room) -> None:
    id = table(here, "Anna", "Ben", length="nine", final_tie="poets")
    submit(here, id, *_nine(0, 1, 0, 1, 0, 1, 0), SlamWon(None), SlamWon(0))
    async with Page(here, id) as page:
        await page.tap("wins-1")
        assert isinstance(page.state.phase, Asking)
        assert isinstance(page.state.phase.question, AskPile)
        await page.taps("poets-6", "poets-4")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("Anna wins with 5 points and the larger victory pile.")


@pytest.mark.rule("slam.gold.state_one", "slam.gold.rogues")
async def test_the_gold_card_by_the_cards_asks_for_missing_values(here: Room) -> None:
    id = table(here, "Anna", "Ben", length="nine", cards=(card("Rap-Poet", 5),))
    submit(here, id, *_nine(0, 1, 0, 1, 0, 1, 0, 1), SlamWon(0, cards=1))
    async with Page(here, id) as page:
        await page.taps("check", "attribute-humour", "open-slam")
        assert page.visible("Anna: how many poets lie on the victory pile, rogues not counted?")
        await page.taps("answer-2", "answer-1")
        assert isinstance(page.state.phase, Revealing)
        # these poets are unknown: their values are asked for, and missing values do not count as 0
        assert page.label("pick-1-0") == "Ben: Poet 1, ?"
        await page.taps("pick-0-0", "pick-0-1", "reveal")
        typed = []
        while isinstance(page.state.phase, Asking):
            typed.append(str(9 - len(typed)))
            await page.taps(f"number-{typed[-1]}", "values-done")
        assert typed
        assert page.visible("Anna wins the gold card!")
        assert not page.errors()


async def test_a_slam_reported_on_two_pages_counts_once(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo")
    async with Page(here, id) as page, Page(here, id, reading=60.0) as other:
        await page.tap("wins-1")
        await other.seen("Slam 2 of 10: who has won?")
        await other.tap("wins-1")
        assert other.visible("Somebody has just entered that. Did it happen again?")
        assert page.state.totals == (0, 1, 0)
        await other.tap("let-it-be")
        # a partial choice on one page is not merged with the other page's report
        await page.taps("tie", "tied-0")
        await other.taps("telling", "telling")
        await page.tap("tied-1")
        assert page.state.number == 2


@at_leisure
async def test_a_random_order_of_taps_reports_no_nonsense(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo", nobody_admitted="next")
    async with Page(here, id) as page:
        await page.taps("wins-waits", "wins-1")
        assert page.state.totals == (0, 2, 0)
        assert page.visible("Slam 2 goes to Ben: 2 slams at once.")
        submit(here, id, TieTold((0, 1)))
        await page.settle()
        await page.taps("second-none", "second-none", "applause-0")
        assert page.state.totals == (1, 2, 0)
        assert not page.errors()
