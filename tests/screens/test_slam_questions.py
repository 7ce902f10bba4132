"""Every page of a slam entered by the cards: consequences of the cards are above the buttons, and answers are entered."""

from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen
from effort import pairs
from games.slam.table import poet, two
from games.slam.table import team as partners
from screens.room import PHONE, SIZES, TABLET, Room, begin, room, submit
from screens.test_consequences import ACROSS, first_button, order
from screens.test_slam import Page

from companion.games.slam.cards import FACES, Attribute, Lineup, Place, Special, Trait, Voice
from companion.games.slam.reports.answers import (
    Bribed,
    ContagionRolled,
    DetectiveActed,
    NotMaleTold,
    ShowDecided,
    SmartVoted,
    ValuesTold,
    VoiceChosen,
)
from companion.games.slam.reports.closing import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened, TeamTold
from companion.games.slam.reports.ties import Applauded, OwnTieChosen, RunnerUpChosen
from companion.games.slam.reports.won import SlamWon
from companion.kernel.log import Ruling

STYLE: Final = (Attribute.STYLE,)
_BOOKED: Final = SlamOpened(attributes=STYLE)
SHOT: Final = "Martini glass on C: everybody drinks a shot for each."
SHOT_FOR_ALL: Final = "Martini glass: everybody drinks a shot."


def ben(first: int = 5, second: int = 2, *traits: Trait, **more: Any) -> Lineup:
    """Return Ben's poets, the first of them with a martini glass."""
    return two(poet("C", first, Trait.MARTINI, *traits, **more), poet("D", second, **more))


@frozen
class Asked:
    """A question, and the line-ups that raise it.

    :param prompt: the beginning of its text.
    :param taps: the answer.
    :param report: the report of the answer.
    """

    prompt: str
    anna: Lineup
    ben: Lineup
    taps: tuple[str, ...]
    report: Any
    slam: SlamOpened = _BOOKED


QUESTIONS: Final = {
    "detective": Asked(
        "C is a detective: is a rogue disqualified?",
        two(poet("A", 9, Trait.ROGUE), poet("B", 1)),
        ben(5, 2, Trait.DETECTIVE),
        ("answer-0",),
        DetectiveActed(Place(1, 0), Place(0, 0)),
    ),
    "contagion": Asked(
        "A is contagious: roll the die.",
        two(poet("A", 9, Trait.CONTAGIOUS), poet("B", 1)),
        ben(8),
        ("die-1",),
        ContagionRolled(0, 0, 1),
    ),
    "bribe": Asked(
        "A bribes: what does each opponent get?",
        two(poet("A", 5, Trait.UNSCRUPULOUS), poet("B", 1)),
        ben(6),
        ("gift-0-100", "bribe-done"),
        Bribed(0, 0, (100,)),
    ),
    "not male": Asked(
        "Feminism slam: which players are not male?",
        two(poet("A", 5), poet("B", 1)),
        ben(5),
        ("not-male-1", "not-male-done"),
        NotMaleTold((1,)),
        SlamOpened(attributes=STYLE, special=Special.FEMINISM),
    ),
    "votes": Asked(
        "Vote on each poet: dressed smartly?",
        two(poet("A", 5), poet("B", 1)),
        ben(5),
        ("votes-1-0-2", "votes-done"),
        SmartVoted(((0, 0), (2, 0))),
        SlamOpened(attributes=STYLE, special=Special.BEST_OF),
    ),
    "voice": Asked(
        "A: lyric or prose?",
        two(poet("A", 5, voice=Voice.EITHER), poet("B", 1, voice=Voice.PROSE)),
        ben(6, voice=Voice.PROSE),
        ("answer-0",),
        VoiceChosen(0, 0, Voice.LYRIC),
    ),
    "show": Asked(
        "Show part: what counts?",
        two(poet("A", 1, style=9), poet("B", 0)),
        ben(6),
        ("attribute-style", "show-done"),
        ShowDecided(STYLE),
        SlamOpened(),
    ),
    "values": Asked(
        "A: what does the card say for Style? Nobody has entered it yet.",
        two(poet("A", None), poet("B", 1)),
        ben(6),
        ("number-7", "values-done"),
        ValuesTold(0, 0, STYLE, (7,)),
    ),
    "own tie": Asked(
        "Two of Anna’s poets tie: which of them counts?",
        two(poet("A", 9), poet("B", 9)),
        ben(6),
        ("answer-1",),
        OwnTieChosen(0, 1),
    ),
    "runner-up": Asked(
        "Anna: does the team compete again, or the third poet?",
        partners(poet("A", 9), poet("B", 4), poet("E", 5), action_card=True),
        ben(9, 4),
        ("answer-1",),
        RunnerUpChosen(0, 2),
    ),
    "applause": Asked(
        "Still a tie: Anna and Ben, hand on the card and call “Schinken”!",
        two(poet("A", 9), poet("B", 5)),
        ben(9, 5),
        ("applause-1",),
        Applauded(1, 1),
    ),
}


def stands_above_the_buttons(page: Page, text: str) -> bool:
    """Return whether something said is read before the first button that reports something."""
    (place,) = [number for number, (_, name) in enumerate(order(page)) if name == "said" and text in page.label(name)]
    return place < first_button(page)


@pairs("what, size", QUESTIONS, [PHONE, ACROSS, TABLET])
async def test_consequences_of_the_cards_are_above_each_question(
    tmp_path: Path, what: str, size: tuple[int, int]
) -> None:
    here, asked = room(tmp_path), QUESTIONS[what]
    house = {"drinking": "on", "style_diversity": "on" if what == "voice" else "off"}
    id = begin(here, "Anna", "Ben", game="slam", house=house)
    submit(here, id, asked.slam, PoetsRevealed((asked.anna, asked.ben), zeros_told=True))
    async with Page(here, id, size=size) as page:
        assert page.visible(asked.prompt)
        assert stands_above_the_buttons(page, SHOT)
        page.table.submit(Ruling("", "A half counts as well.", ("slam.turn.show",)))
        await page.settle()
        assert stands_above_the_buttons(page, "A half counts as well."), "so is a ruling"
        await page.taps(*asked.taps)
        assert page.table.record.history[-1].action == asked.report
        assert not page.errors()


@pytest.mark.rule("slam.adv.drinking")
@SIZES
async def test_a_shot_for_all_is_shown_on_the_stage(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Ben", game="slam", house={"drinking": "on", "length": "nine"})
    plain, glass = SlamOpened(attributes=STYLE), SlamOpened(attributes=STYLE, glass=FACES)
    async with Page(here, id, size=size) as page:
        submit(here, id, plain)
        await page.settle()
        assert not page.visible(SHOT_FOR_ALL)
        await page.tap("undo")
        submit(here, id, glass)
        await page.settle()
        assert stands_above_the_buttons(page, SHOT_FOR_ALL)
        laid = PoetsRevealed((two(9, 1), two(5, 2)), zeros_told=True), PoetsRevealed((two(5, 1), two(9, 2)))
        for number in range(9):
            submit(here, id, *([plain] if number else []), laid[number % 2], SlamClosed())
        submit(here, id, GoldOpened(STYLE, glass=FACES))
        await page.settle()
        assert stands_above_the_buttons(page, SHOT_FOR_ALL), "on that of the gold card too"
        assert stands_above_the_buttons(page, "The gold card: Landesmeisterschaft. It counts 2.")
        assert not page.errors()


@pytest.mark.rule("slam.adv.drinking", "slam.turn.win")
@SIZES
async def test_a_shot_is_above_the_buttons_of_a_verdict(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Ben", game="slam", house={"drinking": "on"})
    anna = two(poet("A", 9), poet("B", 1))
    submit(here, id, SlamOpened(attributes=STYLE), PoetsRevealed((anna, ben()), zeros_told=True))
    async with Page(here, id, size=size) as page:
        assert page.visible("Anna wins the slam!")
        assert stands_above_the_buttons(page, SHOT)
        said = page.said_last()
        assert not any("pile" in each for each in said), "the prompt says where the cards go"
        assert page.texts().count("Anna: A to the victory pile.") == 1


@pytest.mark.rule("slam.poet.scene_darling")
async def test_a_darling_is_kept_by_a_tap_on_the_verdict(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="slam")
    anna = two(poet("A", 9), poet("B", 1))
    submit(
        here, id, SlamOpened(attributes=STYLE), PoetsRevealed((anna, ben(5, 2, Trait.SCENE_DARLING)), zeros_told=True)
    )
    async with Page(here, id) as page:
        await page.tap("darling-0")
        assert page.table.record.history[-1].action == DarlingKept(1, 0)
        assert page.visible("Ben: C to the victory pile.")
        assert stands_above_the_buttons(page, "Scene darling: C goes to Ben’s victory pile anyway.")
        assert not page.all("darling-0")


@pytest.mark.rule("slam.tie.false_applause")
@SIZES
async def test_a_call_without_a_tie_is_entered_with_the_verdict(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    lines = (two(poet("A", 9), poet("B", 1)), ben(), two(poet("E", 4), poet("F", 3)))
    submit(here, id, SlamOpened(attributes=STYLE), PoetsRevealed(lines, zeros_told=True))
    async with Page(here, id, size=size) as page:
        await page.taps("false-applause", "callers-done")
        assert page.visible("Who called Schinken?"), "no player is named yet"
        await page.taps("caller-0", "caller-1", "callers-done")
        assert page.table.record.history[-1].action == FalseApplause((0, 1))
        assert page.visible("Anna and Ben called Schinken without a tie and leave this slam.")
        assert page.visible("Cleo wins the slam!")
        assert not page.errors()


@pytest.mark.rule("slam.ruling.gold_alone", "slam.ruling.any_two")
@SIZES
async def test_missing_values_of_teams_are_asked_before_the_gold_card(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Ben", game="slam", house={"length": "nine", "gold": "team", "any_two": "teams"})
    submit(here, id, *[SlamWon(0)] * 9, GoldOpened(STYLE))
    async with Page(here, id, size=size) as page:
        assert page.visible("Anna: is there a team on the victory pile? Only teams can compete.")
        assert stands_above_the_buttons(page, "The gold card: Team championship. It counts 2.")
        await page.tap("answer-0")
        assert page.table.record.history[-1].action == TeamTold(0, True)
        assert not page.errors()
