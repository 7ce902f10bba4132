"""The table of Slam!, played by taps."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import ScreenFault
from screens.room import PHONE, TABLET, Page, begin, played, room

from companion.games.slam import library as cards_file
from companion.games.slam.assistants import Busy, Day
from companion.games.slam.cards import Special, Trait, Voice
from companion.games.slam.library import Gender, Library, PoetCard, SlamCard
from companion.games.slam.model import AskApplause, Asking, Booking, GameOver, Revealing
from companion.kernel.explain import Explanation
from companion.kernel.text import messages
from companion.storage.trouble import StorageError
from companion.ui.desk import Room

T, N = messages("companion")
SETTING = "cards.slam"


def card(name: str, all: int = 5, *traits: Trait, **more: Any) -> PoetCard:
    """Return a poet card with the same number for every attribute, or with some of their own."""
    names = ("style", "message", "humour", "performance", "sympathy")
    values = tuple(more.pop(one, all) for one in names)
    return PoetCard(name, values, traits=traits, **more)  # type: ignore[arg-type]


def table(
    here: Room, *names: str, cards: tuple[PoetCard, ...] = (), slams: tuple[SlamCard, ...] = (), **house: str
) -> str:
    """Begin a game with cards that are known."""
    here.tables.library.set_setting(SETTING, cards_file.to_json(cards_file.merged(Library(), Library(cards, slams))))
    return begin(here, *(names or ("Karl", "Ida")), game="slam", house=house)


async def choose(page: Page, *names: str) -> None:
    """Choose poets one after the other; the sheet goes on to the next place by itself."""
    if names and not page.all("poet-new"):
        await page.tap("next-poet")
    for name in names:
        await page.tap(name)


COMEDY = (
    card("Funny Reimer", 0, humour=10, style=8, partner="Berühmter Mitbewohner"),
    card("Berühmter Mitbewohner", 0, humour=10, style=7),
    card("Allround-Talent", 0, humour=9, style=9),
    card("Rap Poet", 0, humour=2, style=8),
)


@pytest.mark.rule("slam.team.example")
@pytest.mark.parametrize("size", [PHONE, TABLET])
@played
async def test_the_comedy_slam_of_the_rules(tmp_path: Path, size: tuple[int, int]) -> None:
    here = room(tmp_path)
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
        assert page.visible("Runner-up title, Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humour + 7 Style = 17")
        assert page.visible("Runner-up title, Ida, Rap Poet: 2 Humour + 8 Style = 10")
        assert page.visible("Ida: Allround-Talent to the victory pile.")
        await page.tap("close-slam")
        assert page.state.totals == (1, 0)
        assert isinstance(page.state.phase, Booking)
        # the face of the die is remembered
        kept = cards_file.from_json(here.tables.library.setting(SETTING)).slam("Comedy Slam")
        assert kept
        assert [die for die, _ in kept.shows] == [3]
        assert not page.errors()


@pytest.mark.rule("slam.card.best_of_example", "slam.card.best_of")
@played
async def test_the_best_of_vote_of_the_rules(tmp_path: Path) -> None:
    here = room(tmp_path)
    names = ("Frühaufsteherin", "Spalterin", "Rap-Poetin", "Melancholikerin")
    cards = (*(card(name, 6) for name in names), *(card(f"{name} 2", 1) for name in names))
    slam = SlamCard("Best-Of", (), Special.BEST_OF)
    async with Page(here, table(here, "Julius", "Ida", "Amy", "Karl", cards=cards, slams=(slam,))) as page:
        await page.taps("slam-cards", "slam-0")
        for name in names:
            await choose(page, name, f"{name} 2")
        await page.tap("reveal")
        await page.taps(*["votes-0-0-more"] * 4, *["votes-1-0-more"] * 4, *["votes-3-0-more"] * 2)
        assert page.visible("Spalterin: smart")
        assert page.visible("Melancholikerin: not smart")
        await page.taps("votes-done", "attribute-style", "show-done")
        assert page.visible("Julius, Frühaufsteherin: 6 Style + 2 smart clothes = 8")
        assert page.visible("Karl, Melancholikerin: 6 Style = 6")


@pytest.mark.rule("slam.poet.unscrupulous_example")
@pytest.mark.parametrize(
    ("taps", "said", "points"),
    [
        (("gift-0-100", "gift-1-100", "euro-1"), "Lowest gift 1.00 €: +1", 4),
        (("gift-0-501", "cent-0", "gift-1-501", *["euro-1"] * 5), "Lowest gift 5.02 €: +5", 8),
    ],
)
@played
async def test_both_bribes_of_the_rules(tmp_path: Path, taps: tuple[str, ...], said: str, points: int) -> None:
    here = room(tmp_path)
    cards = (card("Der Gewissenlose", 3, Trait.UNSCRUPULOUS), *(card(name, 2) for name in "ABCDE"))
    async with Page(here, table(here, "Romy", "Karl", "Ida", cards=cards)) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, "Der Gewissenlose", "A", "B", "C", "D", "E")
        await page.tap("reveal")
        await page.taps(*taps)
        assert page.visible(said)
        await page.tap("bribe-done")
        assert page.visible(f"Romy, Der Gewissenlose: 3 Style + {points - 3} bribe = {points}")


@pytest.mark.rule("slam.adv.style_example", "slam.adv.style_example_b")
@pytest.mark.parametrize(
    ("answer", "wunderkind"), [("answer-0", "6 Style = 6"), ("answer-1", "6 Style + 2 style diversity = 8")]
)
@played
async def test_both_style_examples_of_the_rules(tmp_path: Path, answer: str, wunderkind: str) -> None:
    here = room(tmp_path)
    cards = (
        card("Comedienne", 5, voice=Voice.PROSE),
        card("Wunderkind", 6, voice=Voice.LYRIC),
        card("Comedian", 5, voice=Voice.PROSE),
        card("Improvisateurin", 4, voice=Voice.EITHER),
    )
    async with Page(here, table(here, "Julian", "Julius", cards=cards, style_diversity="on")) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *(one.name for one in cards))
        await page.tap("reveal")
        assert page.visible("Improvisateurin: lyric or prose?")
        await page.tap(answer)
        assert page.visible(f"Julian, Wunderkind: {wunderkind}")


@played
async def test_a_poet_is_entered_once_and_remembered(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with Page(here, table(here)) as page:
        await page.taps("attribute-humour", "open-slam", "next-poet", "poet-new")
        await page.enter("poet-name", "Der Komiker")
        await page.enter("value-humour", "9")
        await page.taps(
            "value-style-less", "trait-scene_darling", "voice-prose", "gender-m", "busy-4", "busy-4", "poet-done"
        )
        known = cards_file.from_json(here.tables.library.setting(SETTING))
        (komiker,) = known.poets
        assert (komiker.name, komiker.values) == ("Der Komiker", (6, 7, 9, 7, 7))
        assert (komiker.traits, komiker.voice, komiker.gender) == ((Trait.SCENE_DARLING,), Voice.PROSE, Gender.MALE)
        assert komiker.busy == (Busy(4, only_on_six=True),)
        # the sheet has gone on to the next place
        await page.tap("poet-new")
        await page.enter("poet-name", "Der Komiker")
        assert page.visible("This poet is in play already.")
        await page.enter("poet-name", "")
        await page.taps("poet-done", "close")
        assert page.label("slot-0-0") == "Karl: Der Komiker, 9"
        await page.tab(1)
        await page.tab(0)
        assert page.label("slot-0-0") == "Karl: Der Komiker, 9"
        assert len(cards_file.from_json(here.tables.library.setting(SETTING)).poets) == 1


@played
async def test_what_is_told_of_a_poet_in_this_slam(tmp_path: Path) -> None:
    here = room(tmp_path)
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


@played
async def test_applause_and_false_applause(tmp_path: Path) -> None:
    here = room(tmp_path)
    cards = tuple(card(name, value) for name, value in zip("ABCD", (9, 5, 9, 5), strict=True))
    async with Page(here, table(here, cards=cards)) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *"ABCD")
        await page.tap("reveal")
        assert isinstance(page.state.phase, Asking)
        assert isinstance(page.state.phase.question, AskApplause)
        await page.tap("applause-1")
        assert page.visible("Ida wins the applause and takes the slam.")
        await page.taps("false-applause", "caller-0")
        assert page.visible("There was a tie: the applause was due.")
        await page.taps("undo", "undo", "slot-0-0", "poet-off", "close", "next-poet", "poet-new")
        await page.enter("poet-name", "E")
        await page.taps("poet-done", "reveal", "false-applause", "caller-1")
        assert page.visible("Ida called Schinken without a tie and leaves this slam.")
        assert page.visible("Karl wins the slam!")


@played
async def test_a_third_poet_the_open_list_and_the_weekday(tmp_path: Path) -> None:
    here = room(tmp_path)
    cards = tuple(
        card(name, value, busy=tuple(Busy(day) for day in range(7)) if name == "A" else ())
        for name, value in zip("ABCDEF", (9, 1, 2, 3, 4, 8), strict=True)
    )
    slams = (SlamCard("Heute", (), day=Day.TODAY),)
    async with Page(here, table(here, cards=cards, slams=slams, open_list="on", weekday="on")) as page:
        await page.taps("slam-cards", "slam-0", "third-0")
        await choose(page, *"ABCDEF")
        assert page.label("slot-0-0") == "Karl: A, not admitted"
        assert page.label("slot-open") == "Open list: F, 8 · 8 · 8 · 8 · 8"
        await page.taps("reveal", "attribute-style", "show-done")
        assert page.visible("The open list wins: nobody gets the slam, it leaves the game.")
        assert page.visible("Nobody gets the slam.")


@played
async def test_minors_and_male_poets_are_kept_out_by_the_card(tmp_path: Path) -> None:
    here = room(tmp_path)
    cards = (card("Das Kleine Genie", 9, Trait.MINOR), card("Er", 8, gender=Gender.MALE), card("Sie", 5), card("X", 1))
    slams = (SlamCard("Club", (), glass=(1, 2, 3, 4, 5, 6)), SlamCard("Feminismus", (), Special.FEMINISM))
    async with Page(here, table(here, cards=cards, slams=slams)) as page:
        await page.taps("slam-cards", "slam-0")
        await choose(page, "Das Kleine Genie", "Er", "Sie", "X")
        assert page.label("slot-0-0") == "Karl: Das Kleine Genie, not admitted"
        await page.taps("slot-0-0")
        assert page.visible("The card keeps this poet out of this slam.")
        await page.taps("close", "reveal", "attribute-style", "show-done", "close-slam")
        await page.taps("slam-cards", "slam-1", "next-poet", "New poet")
        await page.taps(
            "gender-m", "poet-done", "New poet", "poet-done", "New poet", "poet-done", "New poet", "poet-done", "reveal"
        )
        assert page.visible("Feminism slam: which players are not male?")
        # the male poet stays out; Ida's two have 7 + 1 each, and she chooses
        await page.taps("not-male-1", "not-male-done", "attribute-style", "show-done", "answer-0")
        assert page.visible("Ida wins the slam!")


@played
async def test_cards_travel_as_a_file_and_wrong_ones_change_nothing(tmp_path: Path) -> None:
    here = room(tmp_path)
    content = cards_file.write(Library((card("Neu", 3),), (SlamCard("Slam"),))).encode()
    answers = {"pick_files": [{"id": 1, "name": "x.json", "size": len(content), "bytes": content}]}
    async with Page(here, table(here, cards=(card("Alt", 4),)), services=answers) as page:
        await page.taps("slam-cards", "cards", "cards-open")
        await page.seen("Taken over: 1 poet and 1 slam.")
        await page.taps("cards-save", "cards-copy")
        await page.seen("Copied.")
        saved = next(call for call in page.calls if call.name == "save_file")
        both = cards_file.read(bytes(saved.args["src_bytes"]).decode())
        assert [one.name for one in both.poets] == ["Alt", "Neu"]
        for wrong, why in (
            ("no", "This is no file of cards: it cannot be read as JSON."),
            ("{}", "This is no file of Slam! cards: it does not say so."),
            (
                '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "bonus": "x"}]}',
                "The poet “A” in the file is wrong.",
            ),
        ):
            await page.enter("cards-text", wrong)
            await page.tap("cards-take")
            assert page.visible(f"{why} Nothing was changed.")
            assert cards_file.from_json(here.tables.library.setting(SETTING)) == both
        await page.tap("card-0-off")
        assert page.visible("“Alt” is removed.")
        await page.tap("cards-done")
        assert not page.errors()


@played
async def test_cards_that_cannot_be_read_are_put_aside(tmp_path: Path) -> None:
    here = room(tmp_path)
    id = table(here)
    here.tables.library.set_setting(SETTING, {"poets": "?"})
    async with Page(here, id) as page:
        await page.taps("open-slam", "next-poet", "poet-new")
        await page.enter("poet-name", "Neu")
        await page.tap("poet-done")
        assert here.tables.library.setting(f"{SETTING}.unreadable") == {"poets": "?"}
        assert [one.name for one in cards_file.from_json(here.tables.library.setting(SETTING)).poets] == ["Neu"]


@played
async def test_cards_that_cannot_be_kept_do_not_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = room(tmp_path)
    async with Page(here, table(here)) as page:
        monkeypatch.setattr(here.tables.library, "set_setting", _full)
        await page.taps("open-slam", "next-poet", "poet-new")
        await page.enter("poet-name", "Neu")
        await page.tap("poet-done")
        assert not page.errors()


def _full(*_: Any) -> None:
    raise StorageError(Explanation(T("The disk is full."), ("companion.log",)))


@played
async def test_a_whole_game_and_the_gold_card(tmp_path: Path) -> None:
    here = room(tmp_path)
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
        assert page.visible("Ida wins the game with 6.")
        await page.tap("rematch")
        assert not page.errors()


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("seed", range(2))
@played
async def test_random_taps_never_break_the_screen(tmp_path: Path, seed: int, locale: str) -> None:
    here = room(tmp_path)
    random = Random(seed)
    cards = tuple(card(f"Poet {trait.value}", random.randrange(4, 8), trait, voice=Voice.EITHER) for trait in Trait)
    options = dict.fromkeys(("weekday", "drinking", "style_diversity", "open_list"), "on")
    async with Page(
        here, table(here, "Anna", "Bo", "Cy", cards=cards, length="nine", **options), locale=locale
    ) as page:
        for _ in range(80):
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
