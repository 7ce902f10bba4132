"""The table of Slam! entered by the cards, tap by tap."""

import re
from random import Random
from typing import Any

import flet as ft
import pytest
from attrs import evolve
from effort import at_leisure, cases, effort, pairs
from games.slam.table import entry, poet, two
from harness import ScreenFault
from screens.room import SIZES, Room, begin, full, on_each_size, submit
from screens.room import Page as AnyPage

from companion.games.slam.assistants import Busy, Day
from companion.games.slam.card_library import FILE, Gender, Library, PoetCard, SlamCard
from companion.games.slam.cards import Attribute, Lineup, Place, Poet, Slam, Special, Trait, Voice
from companion.games.slam.model import Asking, Booking, GameOver, Revealing
from companion.games.slam.questions import AskApplause
from companion.games.slam.reports.answers import DetectiveActed, ShowDecided
from companion.games.slam.reports.closing import SlamClosed
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.reports.won import SlamWon
from companion.i18n import Renderer
from companion.kernel.log import Act, Ruling
from companion.lookup import rulebook
from companion.storage.cards import from_json, read, to_json, write
from companion.ui.app.context import AppContext

SETTING = FILE.setting


class Page(AnyPage):
    """A page that enters slams by the cards."""

    def __init__(self, *at: Any, services: dict[str, Any] | None = None, **more: Any) -> None:
        super().__init__(*at, services={"get": '{"exactly": ["slam"]}', **(services or {})}, **more)


def card(name: str, all: int | None = 5, *traits: Trait, **more: Any) -> PoetCard:
    """Return a poet card with the same number for every attribute, or with some of their own."""
    names = ("style", "message", "humour", "performance", "sympathy")
    values = tuple(more.pop(one, all) for one in names)
    return PoetCard(name, values, traits=traits, **more)  # type: ignore[arg-type]


def table(
    here: AppContext, *names: str, cards: tuple[PoetCard, ...] = (), slams: tuple[SlamCard, ...] = (), **house: str
) -> str:
    """Begin a game with cards that are known."""
    here.tables.library.set_setting(SETTING, to_json(FILE, FILE.merged(Library(), Library(cards, slams))))
    return begin(here, *(names or ("Karl", "Ida")), game="slam", house=house)


async def choose(page: AnyPage, *names: str) -> None:
    """Choose poets in order; the sheet advances to the next place by itself."""
    if names and not page.all("poet-new"):
        await page.tap("next-poet")
    for name in names:
        await page.tap(name)


async def rests(page: AnyPage, said: str, *titles: str) -> None:
    """Ask for the reason of a line, and check the rules named for it."""
    await page.ask_why(said)
    for title in titles:
        assert page.visible(title), f"{title} is not named for “{said}”"
    await page.tap("close")


COMEDY = (
    card("Funny Reimer", 0, humour=10, style=8, partner="Berühmter Mitbewohner"),
    card("Berühmter Mitbewohner", 0, humour=10, style=7),
    card("Allround-Talent", 0, humour=9, style=9),
    card("Rap Poet", 0, humour=2, style=8),
)


@at_leisure
@pytest.mark.rule("slam.team.example")
@on_each_size
async def test_the_comedy_slam_of_the_rules(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, table(here, cards=COMEDY, slams=(SlamCard("Comedy Slam"),)), size=size) as page:
        await page.taps("slam-cards", "slam-0")
        assert isinstance(page.state.phase, Revealing)
        await choose(page, *(one.name for one in COMEDY))
        assert not page.all("poet-new")
        await page.tap("reveal")
        assert page.visible("Show part: what counts?")
        await page.taps("die-3", "attribute-humour", "attribute-style", "show-done")
        assert page.visible("Karl wins the slam!")
        assert page.visible("Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humour + 8 Style = 18")
        again = "Runner-up title, Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humour + 7 Style = 17"
        await rests(page, again, "Negative cherry picking", "A tie: the runner-up title")
        assert page.visible("Runner-up title, Ida, Rap Poet: 2 Humour + 8 Style = 10")
        assert page.visible("Ida: Allround-Talent to the victory pile.")
        await page.tap("close-slam")
        assert page.state.totals == (1, 0)
        assert isinstance(page.state.phase, Booking)
        # the face of the die is remembered
        kept = from_json(FILE, here.tables.library.setting(SETTING)).slam("Comedy Slam")
        assert kept
        assert [die for die, _ in kept.shows] == [3]
        assert not page.errors()


@pytest.mark.rule("slam.turn.die")
async def test_the_program_can_roll_the_die(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ui.kit.dice.random.choice", lambda faces: faces[2])
    async with Page(here, table(here, cards=COMEDY, slams=(SlamCard("Comedy Slam"),))) as page:
        await page.taps("slam-cards", "slam-0")
        await choose(page, *(one.name for one in COMEDY))
        await page.taps("reveal", "die-roll", "die-roll", "attribute-humour", "show-done")
        assert "The die shows 3." in page.announced()
        decided = [line.action for line in page.table.record.history if isinstance(line.action, ShowDecided)]
        assert [action.die for action in decided] == [3], "a second roll of the same face takes nothing away"


@at_leisure
@pytest.mark.rule("slam.card.best_of_example", "slam.card.best_of")
async def test_the_best_of_vote_of_the_rules(here: Room) -> None:
    names = ("Frühaufsteherin", "Spalterin", "Rap-Poetin", "Melancholikerin")
    # with more humour than all others Melancholikerin makes it matter what the show asks for
    firsts = (card(name, 6, humour=9 if name == names[-1] else 6) for name in names)
    cards = (*firsts, *(card(f"{name} 2", 1) for name in names))
    slam = SlamCard("Best-Of", (), Special.BEST_OF)
    async with Page(here, table(here, "Julius", "Ida", "Amy", "Karl", cards=cards, slams=(slam,))) as page:
        await page.taps("slam-cards", "slam-0")
        for name in names:
            await choose(page, name, f"{name} 2")
        await page.tap("reveal")
        await page.taps("votes-0-0-4", "votes-1-0-4", "votes-3-0-2")
        assert page.visible("Spalterin: smart")
        assert page.visible("Melancholikerin: not smart")
        await page.tap("votes-done")
        message = "Karl, Melancholikerin: 2 of 4 say smart, no +2."
        await rests(
            page, message, "Best-of slam: smart clothes", "Example: two against two", "Who votes on smart clothes"
        )
        await page.taps("attribute-style", "show-done", "applause-0")
        assert page.visible("Karl, Melancholikerin: 6 Style = 6")
        await rests(page, "Julius, Frühaufsteherin: 6 Style + 2 smart clothes = 8", "Best-of slam: smart clothes")


@at_leisure
@pytest.mark.rule("slam.poet.unscrupulous_example")
@pytest.mark.parametrize(
    ("taps", "said", "points"),
    [
        (("gift-0-100", "gift-1-100", "euro-1"), "Lowest gift 1 €: +1", 4),
        (("gift-0-501", "cent-0", "gift-1-501", *["euro-1"] * 5), "Lowest gift 5.02 €: +5", 8),
    ],
)
async def test_both_bribes_of_the_rules(here: Room, taps: tuple[str, ...], said: str, points: int) -> None:
    others = [card(name, value) for name, value in zip("ABCDE", (1, 5, 1, 2, 2), strict=True)]
    cards = (card("Der Gewissenlose", 3, Trait.UNSCRUPULOUS), *others)
    async with Page(here, table(here, "Romy", "Karl", "Ida", cards=cards)) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, "Der Gewissenlose", "A", "B", "C", "D", "E")
        await page.tap("reveal")
        await page.taps(*taps)
        assert page.visible(said)
        await page.tap("bribe-done")
        sum_ = f"Romy, Der Gewissenlose: 3 Style + {points - 3} bribe = {points}"
        await rests(page, sum_, "Der Gewissenlose: the bribe")


@at_leisure
@pytest.mark.rule("slam.adv.style_example", "slam.adv.style_example_b")
@pytest.mark.parametrize(
    ("answer", "wunderkind", "named"),
    [
        ("answer-0", "6 Style = 6", "Nobody is alone with lyric or with prose: no bonus for style diversity."),
        ("answer-1", "6 Style + 2 style diversity = 8", "Julian, Wunderkind: {wunderkind}"),
    ],
)
async def test_both_style_examples_of_the_rules(here: Room, answer: str, wunderkind: str, named: str) -> None:
    cards = (
        card("Comedienne", 5, voice=Voice.PROSE),
        card("Wunderkind", 6, voice=Voice.LYRIC),
        card("Comedian", 7, voice=Voice.PROSE),
        card("Improvisateurin", 4, voice=Voice.EITHER),
    )
    async with Page(here, table(here, "Julian", "Julius", cards=cards, style_diversity="on")) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *(one.name for one in cards))
        await page.tap("reveal")
        assert page.visible("Improvisateurin: lyric or prose?")
        await page.tap(answer)
        assert page.visible(f"Julian, Wunderkind: {wunderkind}")
        await rests(page, named.format(wunderkind=wunderkind), "Option: style diversity")


async def test_a_poet_is_entered_once_and_remembered(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("attribute-humour", "open-slam", "next-poet")
        await page.enter("poet-name", "Der Komiker")
        assert not page.all("value-style"), "what counts comes first, the rest of the card on request"
        await page.tap("poet-more")
        # the requested value comes first, then the others; above ten it increases by one
        await page.taps("number-9", "number-6", "number-7", "number-10", "number-more", "number-7", "number-8")
        await page.taps("value-sympathy", "number-7")
        await page.taps("poet-traits-scene_darling", "poet-voice-1", "poet-gender-2", "busy-4", "busy-4", "poet-done")
        known = from_json(FILE, here.tables.library.setting(SETTING))
        (komiker,) = known.poets
        assert (komiker.name, komiker.values) == ("Der Komiker", (6, 7, 9, 11, 7))
        assert (komiker.traits, komiker.voice, komiker.gender) == ((Trait.SCENE_DARLING,), Voice.PROSE, Gender.MALE)
        assert komiker.busy == (Busy(4, only_on_six=True),)
        # the sheet has advanced to the next place
        await page.enter("poet-name", "Der Komiker")
        await page.taps("number-5", "poet-done")
        assert page.visible("This poet is in play already.")
        await page.enter("poet-name", "")
        await page.taps("poet-done", "close")
        assert page.label("slot-0-0") == "Karl: Der Komiker, 9"
        await page.tab(1)
        await page.tab(0)
        assert page.label("slot-0-0") == "Karl: Der Komiker, 9"
        assert len(from_json(FILE, here.tables.library.setting(SETTING)).poets) == 1


async def test_a_poets_values_for_one_slam(here: Room) -> None:
    cards = (card("A", 9), card("B", 3), card("C", 8), card("D", 1), card("Avantgardistin", 5, Trait.AVANTGARDIST))
    async with Page(here, table(here, cards=cards)) as page:
        await page.taps("attribute-message", "open-slam")
        await choose(page, "A", "Avantgardistin", "C", "D")
        await page.taps("slot-0-0", "poet-admitted", "poet-close", "slot-0-1", "poet-sister", "bonus-more")
        await page.enter("bonus-reason", "stage hog")
        await page.taps("bonus-add", "poet-close")
        assert page.label("slot-0-0") == "Karl: A, not admitted"
        await page.tap("reveal")
        assert page.visible("Karl, Avantgardistin: 8 Message + 2 stage hog = 10")
        assert page.visible("A is not admitted: no effect, discarded.")
        await page.tap("undo")
        assert isinstance(page.state.phase, Revealing)
        await page.taps("slot-0-1", "bonus-0-off", "poet-off", "B")
        await page.tap("reveal")
        assert page.visible("Ida wins the slam!")


@at_leisure
async def test_applause_and_false_applause(here: Room) -> None:
    cards = tuple(card(name, value) for name, value in zip("ABCD", (9, 5, 9, 5), strict=True))
    async with Page(here, table(here, cards=cards)) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *"ABCD")
        await page.tap("reveal")
        assert isinstance(page.state.phase, Asking)
        assert isinstance(page.state.phase.question, AskApplause)
        await page.tap("applause-1")
        assert page.visible("Ida wins the applause and takes the slam.")
        await page.tap("false-applause")
        assert page.visible("There was a tie: the applause was due, so nobody is out.")
        await page.taps("close", "undo", "undo", "slot-0-0", "poet-off", "poet-new")
        await page.enter("poet-name", "E")
        await page.taps("number-7", "poet-done", "reveal", "false-applause", "caller-1", "callers-done")
        assert page.visible("Ida called Schinken without a tie and leaves this slam.")
        assert page.visible("Karl wins the slam!")


async def test_third_poet_open_list_and_weekday(here: Room) -> None:
    cards = tuple(
        card(name, value, busy=tuple(Busy(day) for day in range(7)) if name == "A" else ())
        for name, value in zip("ABCDEF", (9, 1, 2, 3, 4, 8), strict=True)
    )
    slams = (SlamCard("Heute", (), day=Day.TODAY),)
    async with Page(here, table(here, cards=cards, slams=slams, open_list="on", weekday="on")) as page:
        await page.taps("slam-cards", "slam-0", "third-0")
        await choose(page, *"ABCDEF")
        assert page.label("slot-0-0") == "Karl: A, not admitted"
        assert page.label("slot-open") == "Open list: F, 8·8·8·8·8"
        await page.tap("reveal")
        # the guest leads with any request of the show, so the question is left out
        said = "Not asked, because it cannot change how the slam ends: what the show asks for."
        await rests(page, said, "What counts")
        assert page.visible("The open list wins: nobody gets the slam, it leaves the game.")
        assert page.visible("Nobody gets the slam.")


@pytest.mark.rule("slam.ruling.short_hand", "slam.turn.play")
async def test_a_player_without_two_cards_lays_one_or_none(here: Room) -> None:
    cards = tuple(card(name, value) for name, value in zip("ABC", (9, 8, 7), strict=True))
    async with Page(here, table(here, "Karl", "Ida", "Amy", cards=cards)) as page:
        await page.taps("attribute-style", "open-slam", "fewer-0", "fewer-1", "fewer-1")
        assert page.visible("no card left: sits this slam out")
        assert not page.all("third-0")
        await choose(page, *"ABC")
        await page.tap("reveal")
        assert page.visible("Karl has only one card left and lays that.")
        assert page.visible("Ida has no card left and sits this slam out.")
        assert [len(lineup.poets) for lineup in page.state.phase.evidence.lineups] == [1, 0, 2]
        assert page.visible("Karl wins the slam!")
        assert not page.errors()


@pytest.mark.rule("slam.ruling.card_values", "slam.turn.show")
async def test_only_values_that_count_are_asked_after_the_show(here: Room) -> None:
    cards = tuple(card(name, None) for name in "ABCD")
    async with Page(here, table(here, cards=cards)) as page:
        await page.tap("open-slam")
        await choose(page, *"ABCD")
        await page.taps("reveal", "attribute-style", "show-done")
        assert page.visible("A: what does the card say for Style? Nobody has entered it yet.")
        assert not page.all("value-humour")


@at_leisure
@pytest.mark.rule("slam.ruling.open_list", "slam.adv.open_list")
@pytest.mark.parametrize(
    ("seconds", "applause", "winner"),
    [((3, 5), (), "Ida"), ((4, 4), ("applause-0",), "Karl")],
)
async def test_the_open_list_tied_with_several_players(
    here: Room, seconds: tuple[int, int], applause: tuple[str, ...], winner: str
) -> None:
    values = (8, seconds[0], 8, seconds[1], 7, 7, 8)
    cards = tuple(card(name, value) for name, value in zip("ABCDEFG", values, strict=True))
    async with Page(here, table(here, "Karl", "Ida", "Amy", cards=cards, open_list="on")) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *"ABCDEFG")
        await page.taps("reveal", *applause)
        assert page.visible(f"{winner} wins the slam!")
        message = "The open list is tied with several players: they go on without it."
        await rests(page, message, "When the open list leads")
        assert page.visible("open list, G: 8 Style = 8")
        await page.tap("close-slam")
        piles = {
            name: [one.name for one in pile]
            for name, pile in zip(("Karl", "Ida", "Amy"), page.state.piles, strict=True)
        }
        assert piles == {
            "Karl": ["A", "B"] if winner == "Karl" else ["A"],
            "Ida": ["C", "D"] if winner == "Ida" else ["C"],
            "Amy": [],
        }


async def test_the_open_list_tied_with_both_poets_of_one_player(here: Room) -> None:
    cards = tuple(card(name, value) for name, value in zip("ABCDE", (8, 8, 2, 3, 8), strict=True))
    async with Page(here, table(here, cards=cards, open_list="on")) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *"ABCDE")
        await page.tap("reveal")
        message = "Karl is tied with the open list alone and wins without a further comparison."
        await rests(page, message, "When the open list leads", "Tied with the open list")
        assert page.visible("Karl: A and B to the victory pile.")


async def test_the_first_slam_card_is_a_form_and_the_next_ones_a_tap(here: Room) -> None:
    async with Page(here, table(here)) as page:
        assert not page.visible("remembered"), "no card is known yet"
        await page.tap("slam-cards")
        assert page.visible("The show decides.")
        await page.enter("slam-name", "Comedy Slam")
        await page.taps("slam-attributes-humour", "slam-attributes-style", "slam-done")
        assert page.visible("Comedy Slam: Humour + Style")
        await page.tap("undo")
        assert page.visible("1 card remembered")
        await page.tap("slam-cards")
        assert page.all("slam-0")
        assert not page.all("slam-name")
        await page.taps("booking-die-4", "slam-new", "slam-done")
        assert page.state.phase.slam == Slam(die=4)
        assert page.visible("The show decides.")


@at_leisure
async def test_a_wrong_tick_on_a_card_can_be_removed(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("slam-cards", "cards", "slam-new")
        await page.enter("slam-name", " Sommerslam ")
        await page.taps("slam-glass-every", "slam-glass-3", "slam-club", "slam-special-1")
        await page.taps("slam-day-0", "slam-day-0", "slam-attributes-style", "slam-attributes-style", "slam-done")
        await page.taps("slam-new", "slam-glass-3", "slam-glass-every", "slam-glass-every", "slam-club", "slam-club")
        await page.enter("slam-name", "Leer")
        await page.taps("slam-day-6", "slam-done", "poet-new", "poet-voice-1", "poet-voice-1", "poet-bonus-less")
        await page.enter("poet-name", "Neu")
        await page.tap("poet-done")
        known = from_json(FILE, here.tables.library.setting(SETTING))
        summer = SlamCard("Sommerslam", (), Special.FEMINISM, (1, 2, 4, 5, 6), club=True)
        assert known == Library((PoetCard("Neu", bonus=-1),), (SlamCard("Leer", day=Day.SUNDAY), summer))


async def test_poets_without_cards_are_entered_by_their_values_on_the_stage(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("attribute-humour", "attribute-style", "open-slam")
        assert page.visible("Karl, Poet 1: Style\u00a0? · Humour\u00a0?")
        await page.taps("enter-9", "rub-out", "enter-7")
        assert page.visible("Karl, Poet 1: Style\u00a07 · Humour\u00a0?")
        await page.taps("enter-10", "enter-more")
        assert page.label("slot-0-0") == "Karl: Poet 1, 18"
        assert page.visible("Karl, Poet 2: Style\u00a0? · Humour\u00a0?")
        await page.taps(*["enter-3"] * 6)
        assert not page.all("enter-3")
        await page.taps("slot-1-1", "value-style", "number-9", "poet-close", "reveal")
        assert page.visible("Karl wins the slam!")
        (revealed,) = [line.action for line in page.table.record.history if isinstance(line.action, PoetsRevealed)]
        values = [[poet.values for poet in lineup.poets] for lineup in revealed.lineups]
        assert values == [
            [(7, None, 11, None, None), (3, None, 3, None, None)],
            [(3, None, 3, None, None), (9, None, 3, None, None)],
        ]


async def test_values_are_entered_in_the_order_of_the_poet_card(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("attribute-humour", "attribute-style", "open-slam", "next-poet", "poet-more")
        await page.taps("number-7", "number-9", "number-1")
        values = [page.label(f"value-{one}").split()[1] for one in ("style", "message", "humour")]
        assert values == ["7", "1", "9"]


@at_leisure
async def test_the_card_excludes_minors_and_male_poets(here: Room) -> None:
    cards = (card("Das Kleine Genie", 9, Trait.MINOR), card("Er", 8, gender=Gender.MALE), card("Sie", 5), card("X", 1))
    slams = (SlamCard("Club", (), glass=(1, 2, 3, 4, 5, 6)), SlamCard("Feminismus", (), Special.FEMINISM))
    async with Page(here, table(here, cards=cards, slams=slams)) as page:
        await page.taps("slam-cards", "slam-0")
        await choose(page, "Das Kleine Genie", "Er", "Sie", "X")
        assert page.label("slot-0-0") == "Karl: Das Kleine Genie, not admitted"
        await page.taps("slot-0-0")
        assert page.visible("By the card, this poet may not enter this slam.")
        await page.taps("close", "reveal", "close-slam")
        await page.taps("slam-cards", "slam-1", "next-poet", "New poet", "poet-more", "poet-gender-2")
        for _ in range(4):
            if page.all("poet-new"):
                await page.tap("poet-new")
            await page.taps(*["number-7"] * 5, "poet-done")
        await page.tap("reveal")
        assert page.visible("Feminism slam: which players are not male?")
        # the male poet stays out; Ida's two have 7 + 1 each, and she chooses
        await page.taps("not-male-1", "not-male-done", "answer-0")
        assert page.visible("Ida wins the slam!")


@pytest.mark.rule("slam.poet.early_starter", "slam.adv.weekday")
async def test_choices_of_the_players_are_shown_on_the_stage(here: Room) -> None:
    six = tuple(Busy(day, only_on_six=True) for day in range(7))
    cards = (card("Frühstarterin", 9, Trait.EARLY_STARTER), card("Vielleicht", 8, busy=six), card("X", 5), card("Y", 1))
    slams = (
        SlamCard("Club", (Attribute.STYLE,), club=True, day=Day.TODAY),
        SlamCard("Special Slam", (Attribute.STYLE,)),
    )
    async with Page(here, table(here, cards=cards, slams=slams, weekday="on")) as page:
        await page.taps("slam-cards", "slam-1")
        await choose(page, "Frühstarterin", "Vielleicht", "X", "Y")
        early = (
            "Early starter: not in clubs and not at the Schnaps slam; Kneipenslam and the erotic edition are allowed."
        )
        rolls = "Vielleicht: roll the die; only a 6 keeps the poet away. Then tap the poet and enter it there."
        assert page.visible(early)
        assert not page.visible(rolls)
        await page.taps("undo", "slam-cards", "slam-0")
        # she is on stage already, so the other slam asks; in the club the card itself keeps her out
        assert page.label("slot-0-0") == "Karl: Frühstarterin, not admitted"
        assert not page.visible(early)
        assert page.visible(rolls)


@at_leisure
async def test_a_champion_is_adjusted(here: Room) -> None:
    id = table(here, cards=(card("Star", 5, bonus=2), card("Two", 1)), length="nine")
    session = here.tables.table(id).session
    assert session
    for number in range(9):
        mine = poet("Star", 9) if not number else poet(f"A{number}", 9)
        theirs = two(poet(f"B{number}", 9), poet(f"b{number}", 1 if number else 2))
        session.submit(Act(SlamOpened(attributes=(Attribute.STYLE,))))
        session.submit(Act(PoetsRevealed((two(mine, poet(f"a{number}", 2 if number else 1)), theirs))))
        session.submit(Act(SlamClosed()))
    async with Page(here, id) as page:
        await page.taps("attribute-style", "open-slam", "pick-0-0")
        shown = [name for name in page.identifiers() if name.startswith(("pick-", "values-"))]
        assert shown[-1] == "values-0-0", "no poet moves away from under a finger"
        # what the card gives in every slam counts here too, and can be seen
        assert page.label("pick-0-0") == "Karl: Star, 9 +2"
        await page.taps("values-0-0", "bonus-more", "bonus-add", "poet-admitted", "values-done")
        assert page.label("pick-0-0") == "Karl: Star, not admitted"
        await page.taps("values-0-0", "poet-admitted", "values-done")
        assert page.label("pick-0-0") == "Karl: Star, 9 +4"


@at_leisure
async def test_cards_are_transferred_as_a_file_and_wrong_files_change_nothing(here: Room) -> None:
    content = write(FILE, Library((card("Neu", 3),), (SlamCard("Slam"),))).encode()
    answers = {"pick_files": [{"id": 1, "name": "x.json", "size": len(content), "bytes": content}]}
    async with Page(here, table(here, cards=(card("Alt", 4),)), services=answers) as page:
        await page.taps("slam-cards", "cards", "cards-carry", "cards-open")
        await page.seen("2 cards are new or changed. Known now: 2 poets and 1 slam.")
        await page.taps("cards-save", "cards-copy")
        await page.seen("Copied.")
        saved = next(call for call in page.calls if call.name == "save_file")
        both = read(FILE, bytes(saved.args["src_bytes"]).decode())
        assert [one.name for one in both.poets] == ["Alt", "Neu"]
        for wrong, why in (
            ("no", "This is not a card file: it cannot be read as JSON."),
            ("{}", "This is not a card file for Slam!: it does not say so."),
            (
                '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "bonus": "x"}]}',
                "Something is wrong with the poet “A” in the file.",
            ),
        ):
            await page.enter("cards-text", wrong)
            await page.tap("cards-take")
            assert page.visible(f"{why} Nothing was changed.")
            assert from_json(FILE, here.tables.library.setting(SETTING)) == both
        await page.taps("cards-back", "poet-0-off")
        assert page.visible("The card was deleted.")
        assert [one.name for one in from_json(FILE, here.tables.library.setting(SETTING)).poets] == ["Neu"]
        await page.tap("bring-back")
        assert from_json(FILE, here.tables.library.setting(SETTING)) == both
        await page.taps(
            "poet-1", "value-style", "number-4", "poet-done", "slam-0", "slam-attributes-style", "slam-done"
        )
        changed = from_json(FILE, here.tables.library.setting(SETTING))
        assert (changed.poets[1].values[0], changed.slams[0].attributes) == (4, (Attribute.STYLE,))
        # a card is entered here too; without a name it is not stored, and names are unique
        await page.taps("poet-new", "number-5", "poet-done")
        assert page.visible("Without a name the card is not saved.")
        assert from_json(FILE, here.tables.library.setting(SETTING)) == changed
        await page.enter("poet-name", "Alt")
        assert page.visible("There is a card of this name already.")
        await page.enter("poet-name", "Der Dritte")
        await page.taps("poet-done", "slam-new")
        await page.enter("slam-name", "Alt")
        await page.taps("slam-done", "slam-0-off")  # of two cards of a name this is the slam
        more = from_json(FILE, here.tables.library.setting(SETTING))
        assert [one.name for one in more.poets] == ["Alt", "Der Dritte", "Neu"]
        assert more.poets[1].values[0] == 5
        assert [one.name for one in more.slams] == ["Slam"]
        await page.tap("close")
        assert not page.errors()


async def test_unreadable_cards_are_set_aside(here: Room) -> None:
    id = table(here)
    here.tables.library.set_setting(SETTING, {"poets": "?"})
    async with Page(here, id) as page:
        await page.taps("attribute-style", "open-slam", "next-poet")
        await page.enter("poet-name", "Neu")
        await page.taps("number-7", "poet-done")
        assert here.tables.library.setting(f"{SETTING}.unreadable") == {"poets": "?"}
        assert [one.name for one in from_json(FILE, here.tables.library.setting(SETTING)).poets] == ["Neu"]


async def test_cards_that_cannot_be_stored_do_not_stop_the_game(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Page(here, table(here)) as page:
        monkeypatch.setattr(here.tables.library, "set_setting", full)
        await page.taps("attribute-style", "open-slam", "next-poet")
        await page.enter("poet-name", "Neu")
        await page.taps("number-7", "poet-done")
        assert not page.errors()


@at_leisure
async def test_a_whole_game_and_the_gold_card(here: Room) -> None:
    names = [f"{who}{number}" for number in range(9) for who in ("A", "a", "B", "b")]
    cards = tuple(
        card(
            name,
            {"A": 9, "a": 1, "B": 5, "b": 2}[name[0]]
            if int(name[1]) < 5
            else {"A": 5, "a": 1, "B": 9, "b": 2}[name[0]],
        )
        for name in names
    )
    async with Page(here, table(here, cards=cards, length="nine")) as page:
        for number in range(9):
            await page.taps("attribute-style", "open-slam")
            await choose(page, *(f"{who}{number}" for who in ("A", "a", "B", "b")))
            await page.taps("reveal", "close-slam")
        assert page.state.totals == (5, 4)
        assert page.visible("Turn up the gold card: booking first. What counts?")
        await page.taps("attribute-humour", "open-slam", "pick-0-0", "pick-0-1", "pick-1-0", "reveal")
        assert page.visible("Ida plays 2 poets from the victory pile.")
        await page.taps("pick-1-1", "team-0", "reveal")
        # 9 + 9 each: the team competes with its worse values, Ida's own tie with her second
        assert isinstance(page.state.phase, Asking)
        await page.taps("applause-1", "close-slam")
        assert isinstance(page.state.phase, GameOver)
        assert page.visible("Ida wins the game with 6 points.")
        await page.tap("rematch")
        assert not page.errors()


@pytest.mark.rule("slam.gold.poets", "slam.gold.state_one")
async def test_the_gold_card_asks_for_missing_values(here: Room) -> None:
    id = table(here, length="nine")
    session = here.tables.table(id).session
    assert session
    for number in range(9):
        style = (9, 1, 8, 2) if number else (9, 1, 10, 2)
        one, two_, three, four = (poet("", style=value) for value in style)
        session.submit(Act(SlamOpened(attributes=(Attribute.STYLE,))))
        session.submit(Act(PoetsRevealed((two(one, two_), two(three, four)))))
        session.submit(Act(SlamClosed()))
    async with Page(here, id) as page:
        await page.taps("attribute-humour", "open-slam")
        # Ida has no choice: her one poet is on stage already, and its humour is asked for
        await page.taps("values-1-0", "number-7", "values-done")
        assert page.label("pick-1-0") == "Ida: Poet 1, 7"
        await page.taps("pick-0-0", "reveal")
        assert page.visible("Karl plays 2 poets from the victory pile.")
        await page.taps("pick-0-1", "values-0-0", "number-5", "values-done")
        assert page.label("pick-0-1") == "Karl: Poet 2, ?"
        await page.tap("reveal")
        assert page.table.view(None).verdict is None
        assert page.visible("Karl’s poet 2: what does the card say for Humour? Nobody has entered it yet.")
        await page.taps("number-0", "values-done")
        assert page.visible("Ida, Poet 1: 7 Humour = 7")
        assert page.visible("Karl, Poet 2: 0 Humour = 0")
        await page.tap("close-slam")
        assert page.visible("8 slams, 6 poets")
        assert page.visible("1 slam and the gold card, 1 poet")


@pytest.mark.rule("slam.ruling.card_values", "slam.turn.show")
async def test_values_asked_after_the_show_are_stored_on_the_cards(here: Room) -> None:
    id = table(here, cards=(card("Rap-Poet", None, style=9), card("Komiker", None, style=8, humour=6)), length="nine")
    session = here.tables.table(id).session
    assert session
    for number in range(9):
        lines = [two(poet(f"{side}{number}", style=1), poet("", style=1)) for side in "xy"]
        if number < 2:
            winner = poet(("Rap-Poet", "Komiker")[number], None, style=9)
            lines[number] = two(winner, poet("", style=1))
        lines = [Lineup(tuple(evolve(one, admitted=one.value(Attribute.STYLE) == 9) for one in x.poets)) for x in lines]
        session.submit(Act(SlamOpened(attributes=(Attribute.STYLE,))))
        session.submit(Act(PoetsRevealed(tuple(lines))))
        session.submit(Act(SlamClosed()))
    async with Page(here, id) as page:
        await page.tap("open-slam")  # what counts is decided by the show, so nothing is asked for before
        assert page.label("pick-0-0") == "Karl: Rap-Poet, 9·?·?·?·?"
        await page.taps("reveal", "attribute-humour", "show-done")
        # the card library knows the Komiker's humour, but not the Rap-Poet's
        assert page.visible("Rap-Poet: what does the card say for Humour? Nobody has entered it yet.")
        assert not page.all("value-style")
        await page.taps("number-4", "values-done")
        assert page.visible("Karl, Rap-Poet: 4 Humour = 4")
        assert page.visible("Ida, Komiker: 6 Humour = 6")
        kept = from_json(FILE, here.tables.library.setting(SETTING))
        assert [one.values for one in kept.poets if one.name == "Rap-Poet"] == [(9, None, 4, None, None)]


async def test_a_team_is_remembered(here: Room) -> None:
    cards = tuple(card(name, 5) for name in "ABCD")
    async with Page(here, table(here, cards=cards)) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *"ABCD")
        await page.tap("team-0")
        known = from_json(FILE, here.tables.library.setting(SETTING))
        assert known.partners("A", "B")
        assert not known.partners("C", "D")
        await page.tap("team-0")
        assert not from_json(FILE, here.tables.library.setting(SETTING)).partners("A", "B")
        await page.taps("team-0", "slot-0-0", "poet-off", "A")

        await page.tap("reveal")
        assert page.state.phase.evidence.lineups[0].team


@at_leisure
@cases(("seed", "locale"), [(1, "de"), (0, "en"), (0, "de"), (1, "en")], few=1)
async def test_random_taps_never_break_the_screen(here: Room, seed: int, locale: str) -> None:
    random = Random(seed)
    cards = tuple(card(f"Poet {trait.value}", random.randrange(4, 8), trait, voice=Voice.EITHER) for trait in Trait)
    options = dict.fromkeys(("weekday", "drinking", "style_diversity", "open_list"), "on")
    async with Page(
        here, table(here, "Anna", "Bo", "Cy", cards=cards, length="nine", **options), locale=locale
    ) as page:
        for _ in range(effort(few=40, many=80)):
            found = [
                one
                for one in dict.fromkeys(page.identifiers())
                if _is_tap(one) and not one.startswith(("back", "more", "undo", "redo", "home", "cards", "points"))
            ]
            try:
                await page.tap(random.choice(found))
            except ScreenFault:
                continue
            assert not page.errors()


def _is_tap(identifier: str) -> bool:
    return not identifier.endswith(("-name", "-find", "-reason", "-partner", "-text"))


async def test_a_round_of_the_sheet_is_called_a_slam(here: Room) -> None:
    table = begin(here, "Anna", "Bo", game="slam")
    submit(here, table, SlamWon(0), SlamWon(1))
    async with AnyPage(here, table, "sheet", locale="de") as page:
        assert "Slam" in page.texts()
        assert page.label("round-1-0") == "Slam 1, Anna: 1"
        await page.tab(2)
        assert "Slam 2" in page.texts()
        assert not page.visible("Runde")
    async with AnyPage(here, route="/", locale="de") as page:
        assert page.visible("Slam 3 · gerade eben")


async def test_consequences_of_the_card_are_shown_on_the_stage(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="slam", house={"nobody_admitted": "next"})
    submit(here, id, SlamWon(None, waits=True), SlamOpened("Club Slam", (Attribute.STYLE,)))
    async with Page(here, id, services={"get": '{"exactly": ["slam"]}'}) as page:
        assert not page.errors()
        assert page.visible("1 waiting slam card goes to the winner as well.")
        assert not page.visible("Club Slam is on."), "that is below the prompt"


async def test_unnamed_poets_are_called_by_their_player(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="slam")
    poets = tuple(Poet(values=(n, 0, n, 0, 0), admitted=n > 2) for n in (9, 1))
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), PoetsRevealed((Lineup(poets),) * 2, zeros_told=True))
    async with Page(here, id) as page:
        assert page.visible("Anna’s poet 2 and Ben’s poet 2 are not admitted: no effect, discarded.")
    submit(here, id, Applauded(0, 0))
    async with Page(here, id) as page:
        assert page.visible("A tie: Anna’s poet 1 and Ben’s poet 1 go to their owners’ victory piles.")


@pytest.mark.rule("slam.turn.not_admitted", "slam.poet.not_admitted_no_effect")
@pytest.mark.parametrize(
    ("out", "locale", "said"),
    [
        ("A", "en", "A is not admitted: no effect, discarded."),
        ("AB", "en", "A and B are not admitted: no effect, discarded."),
        ("ABC", "en", "A, B, and C are not admitted: no effect, discarded."),
        ("A", "de", "A ist nicht zugelassen: keine Wirkung, wird abgelegt."),
        ("ABC", "de", "A, B und C sind nicht zugelassen: keine Wirkung, werden abgelegt."),
    ],
)
async def test_all_poets_not_admitted_are_in_one_line(here: Room, out: str, locale: str, said: str) -> None:
    lines = tuple(two(*(poet(name, ord(name) % 9, admitted=name not in out) for name in pair)) for pair in ("AB", "CD"))
    id = begin(here, "Anna", "Ben", game="slam")
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), PoetsRevealed(lines, zeros_told=True))
    async with Page(here, id, locale=locale) as page:
        assert [text for text in page.texts() if "admitted" in text or "zugelassen" in text] == [said]


@pytest.mark.rule("slam.poet.detective")
@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "A and C were exposed by detectives and are out."),
        ("de", "A und C wurden von Detektiven enttarnt und sind raus."),
    ],
)
async def test_two_exposed_poets_are_in_one_line(here: Room, locale: str, said: str) -> None:
    lines = tuple(
        two(poet(rogue, 9, Trait.ROGUE), poet(detective, 5, Trait.DETECTIVE)) for rogue, detective in ("AB", "CD")
    )
    id = begin(here, "Anna", "Ben", game="slam")
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), PoetsRevealed(lines, zeros_told=True))
    submit(here, id, DetectiveActed(Place(0, 1), Place(1, 0)), DetectiveActed(Place(1, 1), Place(0, 0)))
    async with Page(here, id, locale=locale) as page:
        submit(here, id, Applauded(0, 0))
        await page.settle()
        assert page.visible(said)


@pytest.mark.rule("slam.ruling.short_hand")
@pytest.mark.parametrize(
    ("cards", "locale", "said"),
    [
        (1, "en", "Anna and Ben have only one card left and lay that."),
        (1, "de", "Anna und Ben haben nur noch je eine Karte und legen diese."),
        (0, "en", "Anna and Ben have no card left and sit this slam out."),
        (0, "de", "Anna und Ben haben keine Karte mehr und setzen diesen Slam aus."),
    ],
)
async def test_equally_short_hands_are_in_one_line(here: Room, cards: int, locale: str, said: str) -> None:
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    lines = (*(Lineup((poet(name, 5),) * cards) for name in "AB"), two(poet("C", 9), poet("D", 8)))
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), PoetsRevealed(lines, zeros_told=True))
    async with Page(here, id, locale=locale) as page:
        assert page.visible(said)


@pytest.mark.rule("slam.turn.win", "slam.turn.not_admitted")
@pytest.mark.parametrize(
    ("out", "locale", "said", "unsaid"),
    [
        ("ABCD", "en", "All poets to the discard pile.", "All other poets to the discard pile."),
        ("ABCD", "de", "Alle Poets auf den Ablagestapel.", "Alle anderen Poets auf den Ablagestapel."),
        ("AB", "en", "All other poets to the discard pile.", "All poets to the discard pile."),
    ],
)
async def test_the_word_others_is_used_only_beside_a_kept_poet(
    here: Room, out: str, locale: str, said: str, unsaid: str
) -> None:
    lines = tuple(two(*(poet(name, ord(name) % 9, admitted=name not in out) for name in pair)) for pair in ("AB", "CD"))
    id = begin(here, "Anna", "Ben", game="slam")
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), PoetsRevealed(lines, zeros_told=True))
    async with Page(here, id, locale=locale) as page:
        assert page.visible(said)
        assert not page.visible(unsaid)


def cups(page: AnyPage) -> list[str]:
    """Return the places with a cup, each with its accessible label."""
    return [
        f"{identifier} {page.label(identifier).rpartition('; ')[2]}"
        for identifier in page.identifiers()
        if re.fullmatch(r"player-\d", identifier)
        for node in page.within(page.find(identifier))
        if node.get("icon") == ft.Icons.EMOJI_EVENTS
    ]


@pytest.mark.parametrize(
    ("locale", "slam", "gold"),
    [("en", "wins the slam", "wins the gold card"), ("de", "gewinnt den Slam", "gewinnt die Goldkarte")],
)
@SIZES
async def test_the_cup_at_a_place_belongs_to_the_slam_and_has_a_label(
    here: Room, size: tuple[int, int], locale: str, slam: str, gold: str
) -> None:
    id = begin(here, "Anna", "Ben", game="slam", house={"length": "nine"})
    bens, annas = (PoetsRevealed(lines) for lines in ((two(5, 1), two(9, 2)), (two(10, 1), two(5, 2))))
    async with Page(here, id, size=size, locale=locale) as page:
        for _ in range(8):
            submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), bens, SlamClosed())
        submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)))
        await page.settle()
        assert cups(page) == [], "Ben is ahead, and nothing is decided yet"
        submit(here, id, annas)
        await page.settle()
        assert cups(page) == [f"player-0 {slam}"], "who is ahead has none"
        assert page.label("player-0").endswith(f"; {slam}")
        submit(here, id, SlamClosed())
        await page.settle()
        assert cups(page) == []
        submit(here, id, GoldOpened((Attribute.STYLE,)), ChampionsRevealed((entry(0), entry(0, 1))))
        await page.settle()
        assert cups(page) == [f"player-0 {gold}"], "and not who has won the most slams"


async def test_adjacent_poets_have_the_same_height(here: Room) -> None:
    cards = (card("Funny Reimer"), card("Berühmter Mitbewohner"), card("C"), card("D"))
    async with Page(here, table(here, cards=cards)) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, "Funny Reimer", "Berühmter Mitbewohner")
        for place in ("slot-0-0", "slot-0-1", "slot-1-0", "slot-1-1"):
            inside = page.within(page.find(place))
            (drawn,) = [node for node in inside if node["_c"] == "TextButton"]
            assert drawn["style"]["side"], "the edge is the button's, which fills its cell"
            assert not [node for node in inside if node["_c"] == "Container" and node.get("border")]
            (row,) = [
                node
                for node in page.of("Row")
                if node.get("intrinsic_height") and page.find(place) in page.within(node)
            ]
            assert row["vertical_alignment"] == "stretch"


@pairs("rule, name", ["slam.turn.show", "slam.turn.booking", "slam.turn.play"], ["", "Club Slam"])
async def test_a_ruling_on_any_rule_is_shown_on_the_stage(here: Room, name: str, rule: str) -> None:
    id = begin(here, "Anna", "Ben", game="slam")
    submit(here, id, SlamOpened(name, (Attribute.STYLE,)))
    async with Page(here, id) as page:
        await page.tap("disagree-now")
        await page.enter("search", rulebook_title(rule))
        await page.tap(f"rule-{rule}")
        await page.enter("decision", "A half counts as well.")
        await page.tap("settle")
        assert page.visible("Your ruling: A half counts as well.")
        (counts,) = [text for text in page.texts() if "Style" in text]
        assert counts == ("Club Slam: Style" if name else "What counts: Style.")
        assert not page.visible("is on."), "that is below the prompt"
        await page.tap("undo")
        assert not page.visible("Your ruling")


def rulebook_title(rule: str) -> str:
    """Return a search query that finds a rule."""
    return Renderer("en").text(rulebook().rule(rule).title)


async def test_the_deciding_rule_stays_first_after_a_ruling(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="slam")
    lines = (two(poet("A", 9), poet("B", 1)), two(poet("C", 5), poet("D", 2)))
    submit(here, id, SlamOpened(attributes=(Attribute.STYLE,)), PoetsRevealed(lines, zeros_told=True))
    async with Page(here, id) as page:
        assert page.said_last()[0] == "Anna wins the slam with A."
        page.table.submit(Ruling("", "A half counts as well.", ("slam.turn.show",)))
        await page.settle()
        assert page.said_last()[0] == "Anna wins the slam with A."
        assert page.visible("Your ruling: A half counts as well.")
