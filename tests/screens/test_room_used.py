"""Wide pages use their space: the game's aids are beside it, and the players' points are shown once."""

from typing import Final

import pytest
from screens.room import PHONE, TABLET, Node, Page, Room, begin, submit

from companion.games import games
from companion.games.letter_jam.reports import Dealt
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.reports import KeepEveryCard, Laid
from companion.games.slam.reports.won import GoldWon, SlamWon
from companion.lookup import rulebook
from companion.ui.kit.game_screen import screen_of

#: Every game that draws its own table.
DRAWN: Final = tuple(id for id, game in games().items() if screen_of(game.meta).board)


def test_the_pinned_rules_belong_to_the_game() -> None:
    book = rulebook()
    for id in DRAWN:
        meta = games()[id].meta
        wanted = screen_of(meta).in_sight
        ids = tuple(rule for rules in wanted.values() for rule in rules)
        assert set(book.known(ids)) == set(ids)
        assert all(rule.startswith((f"{meta.folder}.", f"{id}.")) for rule in ids)


async def test_the_five_permitted_statements_are_beside_letter_jam(here: Room) -> None:
    table = begin(here, "Anna", "Bo", game="letter_jam")
    submit(here, table, Dealt((5, 5)))
    async with Page(here, table, size=TABLET) as page:
        assert page.visible("how many players it helps")
        assert not page.all("together"), "a sheet without points is empty"
        await page.tap("rules")
        assert not page.all("reminder-letter_jam.talk.allowed")
    async with Page(here, table, size=PHONE) as page:
        assert not page.visible("how many players it helps"), "there is a button for it"


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_at_the_end_each_player_is_shown_once(here: Room, size: tuple[int, int]) -> None:
    table = begin(here, "Anna", "Bo", "Cem", game="slam")
    session = here.tables.table(table).session
    assert session
    while not session.is_over:
        gold = any(offer.kind is GoldWon for offer in session.offers(None))
        submit(here, table, GoldWon(1) if gold else SlamWon(1))
    async with Page(here, table, size=size) as page:
        assert len(page.all("player-2")) == 1
        assert not page.all("total-2")
        assert page.texts().count("Cem") == (2 if size == PHONE else 3), (
            "in the line above, and above the columns of the sheet"
        )
        await page.tap("player-1")
        assert page.visible("Victory pile")


async def test_the_ranking_is_not_repeated_beside_the_places(here: Room) -> None:
    table = begin(here, "Anna", "Bo", "Cem", game="slam")
    submit(here, table, SlamWon(0))
    async with Page(here, table, size=TABLET) as page:
        assert not page.all("total-0")
        assert page.label("round-1-0") == "Slam 1, Anna: 1"
    async with Page(here, table, "sheet", size=PHONE) as page:
        assert page.all("total-0")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_a_laid_card_is_shown_once(here: Room, size: tuple[int, int]) -> None:
    table = begin(here, "Anna", "Bo", "Cem", "Dora", game="schlafmuetze")
    submit(here, table, KeepEveryCard(), Laid(0, 0, Colour.RED, "HAUS"))
    async with Page(here, table, size=size) as page:
        assert sum("lays HAUS" in text for text in page.texts()) == 1, page.texts()


@pytest.mark.parametrize(("size", "beside"), [((1180, 820), 1), ((1180, 1000), 0), (PHONE, 0)])
async def test_on_a_wide_page_the_stands_are_beside_the_flower(here: Room, size: tuple[int, int], beside: int) -> None:
    table = begin(here, "Anna", "Bo", "Cem", "Dora", game="letter_jam")
    submit(here, table, Dealt((5,) * 4))
    async with Page(here, table, size=size) as page:

        def holds(row: Node, *what: str) -> bool:
            inside = page.within(row)
            return all(page.find(each) in inside for each in what)

        stand = next(str(node["label"]) for node in page.shown() if str(node.get("label")).startswith("Anna: "))
        of_table = [row for row in page.of("Row") if not page.all("entry-1") or not holds(row, "entry-1")]
        assert sum(holds(row, "setup-card", stand) for row in of_table) == beside
