"""The rules of a game on the screen: all reading modes, the contents, and each paragraph with its rules."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from harness import Screen
from screens.room import PHONE, TABLET, Page, Room, begin, on_each_size, room

from companion.games import games
from companion.i18n import Renderer
from companion.lookup import rulebook
from companion.lookup.book import ReadingMode, reading
from companion.lookup.print_routes import path, way_title
from companion.ui.rules.rulebook import tables_that_fit
from companion.ui.shell import main_of


@pytest.mark.parametrize("game", sorted(games()))
async def test_every_game_has_every_reading_mode(tmp_path: Path, game: str) -> None:
    found = reading(game, "de")
    assert found
    async with Screen(main_of(room(tmp_path)), route=f"/rules?game={game}", locale="de") as screen:
        for way in ReadingMode:
            await screen.go(f"/rules?game={game}")
            await screen.tap(f"read-{game}-{way.value}")
            assert screen.view()["route"] == f"/read/{game}"
            assert screen.find(f"way-{way.value}")["checked"]
            said = screen.texts()
            for section in found.parts[way]:
                assert Renderer("de").text(section.title) in said
        await screen.tap("way-quick")
        await screen.tap("back")
        assert screen.find(f"filter-{game}")["checked"]


async def test_the_sections_are_headings(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/read/slam/book", locale="en") as screen:
        found = reading("slam", "en")
        assert found
        for number, _ in enumerate(found.parts[ReadingMode.BOOK]):
            assert screen.find(f"section-{number}")["header"]


async def test_contents_are_beside_the_text_or_folded_above_it(tmp_path: Path) -> None:
    async with Screen(
        main_of(room(tmp_path)), route="/read/bronzen/book", width=TABLET[0], height=TABLET[1], locale="de"
    ) as screen:
        assert screen.all("jump-3")
        assert not screen.all("contents")
        await screen.go("/read/bronzen/quick")
        assert not screen.all("jump-0")
    async with Screen(
        main_of(room(tmp_path)), route="/read/bronzen/book", width=PHONE[0], height=PHONE[1], locale="de"
    ) as screen:
        assert not screen.all("jump-3")
        await screen.tap("contents")
        await screen.tap("jump-3")
        assert not screen.all("jump-3")


async def test_the_rules_of_a_paragraph_open_above_it(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/read/bronzen/book", locale="en") as screen:
        await screen.tap("told-0-1")
        assert screen.all("why-rule")
        assert rulebook().rule("bronzen.goal").text.message[:40] in " ".join(screen.texts())
        assert screen.visible("Related")
        await screen.tap("see-bronzen.score.rounds")
        assert screen.view()["route"] == "/read/bronzen"


@on_each_size
async def test_the_rulebook_opens_from_the_table_and_leads_back(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), "rules", size=size) as page:
        await page.tap("read-bronzen-quick")
        await page.tap("way-book")
        assert page.view()["route"] == "/read/bronzen"
        await page.tap("back")
        assert page.view()["route"] == f"/table/{page.id}"
        assert page.all("read-bronzen-quick")


async def test_a_missing_book_is_reported(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/read/no_such_game/book", locale="en") as screen:
        assert screen.visible("There is nothing to read here.")
        await screen.tap("rules")
        assert screen.view()["route"] == "/rules"


async def test_the_button_prints_the_page_of_this_language(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/read/labtag/page", locale="de") as screen:
        assert path("labtag", ReadingMode.PAGE, "de") in str(screen.find("print"))


_TABLE = "| | Minuspunkte |\n|---|---|\n| je Karte auf der Hand | **1** |"


@pytest.mark.parametrize(
    ("scale", "text"),
    [(1.0, _TABLE), (2.0, "- Minuspunkte\n- je Karte auf der Hand: **1**")],
    ids=["as it is", "as a list"],
)
def test_a_table_is_a_list_where_its_columns_would_break_a_word(scale: float, text: str) -> None:
    context: Any = SimpleNamespace(size=PHONE, scale=scale)
    assert tables_that_fit(_TABLE, context) == text


async def test_a_rulebook_opened_at_a_table_marks_its_house_rules(here: Room) -> None:
    id = begin(here, "Anna", "Ben", house={"jays": "once", "length": "rounds", "rounds": 5})
    async with Page(here, route=f"/read/bronzen/book?table={id}") as page:
        assert page.visible("House rules in force")
        assert page.said(page.find("house-jays"))[0].startswith("Several Jays in one trick: Count only once")
        assert "Rounds: 5" in page.texts()
        assert page.all("instead-jays-5"), "it is marked below the paragraph it replaces"
        assert not [each for each in page.identifiers() if each.startswith("instead-chips")]
        await page.tap("instead-jays-5")
        assert page.all("why-rule")
        await page.go(f"/read/bronzen/quick?table={id}")
        assert page.all("house-jays")
        await page.go("/read/bronzen/book")
        assert not page.visible("House rules in force"), "away from a table there are none"
        await page.go(f"/read/bronzen/book?table={id}")
        here_instead = page.said(page.find("instead-jays-5"))
        assert any("the winner gets 2 points in all" in text for text in here_instead), (
            "the rule that holds is shown in full"
        )
    plain = begin(here, "Anna", "Ben", house={})
    async with Page(here, route=f"/read/bronzen/book?table={plain}") as page:
        assert not page.visible("House rules in force")


@pytest.mark.parametrize("game", sorted(id for id in games() if not id.startswith("toy_")))
async def test_every_replaced_paragraph_is_marked(here: Room, game: str) -> None:
    meta, book, found = games()[game].meta, rulebook(), reading(game, "en")
    assert found
    other = {rule: [option.id for option in rule.options if rule.differs(option.id, "en")] for rule in meta.choices}
    chosen = [rule for rule, ways in other.items() if ways]
    replaced = {id for rule in chosen for id in (rule.rule, *book.rule(rule.rule).changes)}
    names = ("Anna", "Ben", "Cleo")[: meta.seats[0]]
    id = begin(here, *names, game=game, house={rule.key: other[rule][0] for rule in chosen})
    async with Page(here, route=f"/read/{game}/book?table={id}") as page:
        marks = [each.split("-")[1] for each in page.identifiers() if each.startswith("instead-")]
        assert {*marks} == {rule.key for rule in chosen}
        paragraphs = [each for section in found.parts[ReadingMode.BOOK] for each in section.paragraphs]
        assert len(marks) >= sum(not replaced.isdisjoint(each.rules) for each in paragraphs)
    async with Page(here, id, "rules") as page:
        lines = [(id, line) for id in (rule.id for rule in book.rules(game)) for line in page.all(f"rule-{id}")]
        marked = {id for id, line in lines if any("At this table instead" in text for text in page.said(line))}
        assert marked == replaced


@pytest.mark.parametrize("locale", ["de", "en"])
async def test_the_guide_opens_from_home_settings_and_rules(tmp_path: Path, locale: str) -> None:
    found = reading("companion", locale)
    assert found
    say = Renderer(locale).text
    async with Screen(main_of(room(tmp_path)), locale=locale) as screen:
        for start, tapped, way in (
            ("/", "guide", ReadingMode.QUICK),
            ("/settings", "guide", ReadingMode.BOOK),
            ("/rules?game=companion", "read-companion-book", ReadingMode.BOOK),
        ):
            await screen.go(start)
            await screen.tap(tapped)
            assert screen.view()["route"] == "/read/companion"
            assert {say(section.title) for section in found.parts[way]} <= set(screen.texts())
        assert not screen.all("way-page"), "it has no page to hang up"
        assert say(way_title("companion", ReadingMode.BOOK)) in screen.texts()
