"""Any game can be played from its offers alone, and no order of taps breaks a screen."""

import random
from pathlib import Path
from typing import Any

import pytest
from effort import at_leisure, effort
from screens.room import Page, Room, begin, on_each_size, room

from companion.games import games
from companion.games.bronzen.reports import Recount
from companion.kernel.log import Act
from companion.kernel.offers import Choice, Composite, Number
from companion.ui.kit import seat_view
from companion.ui.kit.game_screen import GameScreen

#: Identifiers that lead away from a table, or do not belong to it.
AWAY = ("back", "home", "more", "player-", "points-", "prompt", "total-", "why-rule", "note-", "stake-", "cards-")


@pytest.fixture
def generic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every game on the generic table."""
    monkeypatch.setattr(seat_view, "screen_of", lambda meta: GameScreen())


async def fill(page: Page, dice: random.Random, name: str, field: Any) -> None:
    """Fill in a field of the open form."""
    match field:
        case Choice():
            await page.tap(f"{name}-{dice.randrange(len(field.options))}")
        case Number():
            await page.enter(name, str(dice.randint(field.low, field.high)))
        case Composite():
            for place, part in enumerate(field.parts):
                await fill(page, dice, f"{name}-{place}", part)


async def play_on(page: Page, dice: random.Random) -> None:
    """Tap one of the buttons of the generic table, and fill in its form if it has one."""
    buttons = [name for name in page.identifiers() if name.startswith("offer-")]
    offers = [offer for offer in page.table.offers(None) if offer.weight.value != "rare"]
    assert len(buttons) == len(offers)
    number = dice.choice([n for n, offer in enumerate(offers) if offer.closed is None])
    version = page.table.version
    await page.tap(f"offer-{number}")
    for field in offers[number].fields:
        await fill(page, dice, field.name, field)
    if offers[number].fields:
        await page.tap("form-done")
    assert page.table.version == version + 1 or page.all("refused")
    assert not page.errors()


@on_each_size
async def test_the_toy_race_to_the_end_from_its_offers(tmp_path: Path, size: tuple[int, int]) -> None:
    here, dice = room(tmp_path), random.Random(1)
    async with Page(here, begin(here, "Anna", "Bo", "Cem", game="toy_race"), size=size) as page:
        for _ in range(200):
            if page.table.is_over:
                break
            await play_on(page, dice)
        assert page.table.is_over
        assert not [name for name in page.identifiers() if name.startswith("offer-")]
        assert page.all("winner")
        assert page.all("rematch")


@on_each_size
async def test_a_secret_is_entered_on_a_shared_phone(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here, "Anna", "Bo", game="toy_coins"), size=size) as page:
        for seat, coins in enumerate("12"):
            await page.tap(f"own-{seat}")
            assert not page.all("coins"), "first the phone is passed on"
            await page.tap("curtain-open")
            await page.enter("coins", coins)
            await page.tap("form-done")
            assert page.table.version == seat + 1
            assert not page.all("coins")
        assert not page.all("own-0")
        assert page.visible("Anna names the sum.")
        await page.tap("offer-4")
        await page.tap("offer-3")
        assert page.visible("There are 3 coins: Anna 1 and Bo 2.")
        if page.of("NavigationBar"):
            await page.tab(1)
        assert page.visible("named and counted: 4, 3")
        assert page.visible("4/3")
        assert not page.errors()


async def test_many_offers_with_short_names_form_a_grid(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="toy_coins")
    session = here.tables.table(id).session
    assert session
    for seat in range(3):
        session.submit(Act(games()["toy_coins"].offers(session.record.state, seat)[0].action({"coins": 1})), by=seat)
    async with Page(here, id) as page:
        offers = {f"offer-{number}" for number in range(10)}
        assert offers <= {*page.identifiers()}
        rows = [{node.get("identifier") for node in page.within(row)} & offers for row in page.of("Row")]
        assert max(len(row) for row in rows) == 5, "as many in each row"


@at_leisure
@pytest.mark.usefixtures("generic")
async def test_pracherche_to_the_end_from_its_offers(tmp_path: Path) -> None:
    here, dice = room(tmp_path), random.Random(3)
    async with Page(here, begin(here, game="pracherche"), locale="de") as page:
        for _ in range(60):
            if page.table.is_over:
                break
            # the first player wins every pair, so that it ends
            offers = [offer for offer in page.table.offers(None) if offer.weight.value != "rare"]
            await page.tap(f"offer-{0 if dice.random() < 0.9 else dice.randrange(min(3, len(offers)))}")
            if page.all("form-done"):
                await page.tap("close")
        assert page.table.is_over or page.table.version > 50
        await page.taps("undo", "redo", "prompt-why")
        assert page.all("why-rule")
        assert not page.errors()


@pytest.mark.usefixtures("generic")
async def test_other_notes_are_shown_on_the_generic_table(here: Room) -> None:
    id = begin(here)
    session = here.tables.table(id).session
    assert session
    session.submit(Act(Recount((1, 59), (0, 50))))
    async with Page(here, id) as page:
        assert page.visible("Showdown: Anna lays the last card")
        await page.tap("note-clear_win-why")
        assert page.all("why-rule")


@pytest.mark.usefixtures("generic")
async def test_pracherche_by_the_cards(here: Room) -> None:
    async with Page(here, begin(here, game="pracherche")) as page:
        offers = [offer for offer in page.table.offers(None) if offer.weight.value != "rare"]
        number, offer = next((n, offer) for n, offer in enumerate(offers) if offer.fields)
        await page.tap(f"offer-{number}")
        await page.tap("form-done")
        assert page.table.version == 0, "both cards are asked for"
        assert page.visible("Still missing: ")
        dice = random.Random(5)
        for field in offer.fields:
            await fill(page, dice, field.name, field)
        await page.tap("form-done")
        assert page.table.version == 1


@at_leisure
@on_each_size
@pytest.mark.parametrize("game", sorted(games()))
async def test_a_walk_of_random_taps_breaks_no_table(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    here, dice = room(tmp_path), random.Random(f"{game}-{size}")
    fewest, most = games()[game].meta.seats
    names = [f"P{seat}" for seat in range(dice.randint(fewest, min(most, fewest + 2)))]
    async with Page(here, begin(here, *names, game=game), size=size, locale=dice.choice(["de", "en"])) as page:
        for _ in range(effort(few=7, many=150)):
            modal = [node for node in page.shown() if node["_c"] in ("BottomSheet", "AlertDialog")]
            inside = modal[-1] if modal else page.page
            named = [
                node["identifier"]
                for node in (page.within(inside) if modal else page.shown())
                if node.get("identifier") and not node["identifier"].startswith(AWAY)
            ]
            if page.of("NavigationBar") and not modal and (not named or dice.random() < 0.1):
                await page.tab(dice.randrange(3))
                continue
            # close what is open a little more often than by chance
            what = dice.choice([n for n in named if n == "close"] * 2 + named)
            try:
                node = page.all(what)[-1]
                events = page.tap_events(node)
            except AssertionError:
                continue
            for target, name, properties, data in events:
                await page._do(target, name, properties, data)
            assert not page.errors(), what
            if not page.view()["route"].startswith("/table/"):
                await page.go(f"/table/{page.id}")
        assert page.room.tables.table(page.id).problem is None


def _cards(page: Page) -> str:
    offers = [offer for offer in page.table.offers(None) if offer.weight.value != "rare"]
    return next(f"offer-{number}" for number, offer in enumerate(offers) if offer.fields)


@pytest.mark.usefixtures("generic")
async def test_a_form_opened_over_another_has_its_own_values(here: Room) -> None:
    async with Page(here, begin(here, game="pracherche")) as page:
        await page.tap(_cards(page))
        await page.menu("Recount the cards")  # the tap was in transit when the first form opened
        assert not page.errors()
        assert page.all("form-done")


@at_leisure
@pytest.mark.usefixtures("generic")
async def test_a_form_submitted_on_two_phones_counts_once_unless_confirmed(here: Room) -> None:
    id = begin(here, game="pracherche")
    async with Page(here, id) as one, Page(here, id) as two:
        fields = next(offer for offer in one.table.offers(None) if offer.fields).fields
        for page in (one, two):
            await page.tap(_cards(page))
            for field in fields:
                await fill(page, random.Random(1), field.name, field)
        await one.tap("form-done")
        assert one.table.version == 1
        await two.tap("form-done")
        assert one.table.version == 1
        assert two.visible("Somebody has just entered that. Did it happen again?")
        await two.tap("form-done")
        assert one.table.version == 1, "to tap it once more is no answer"
        await two.tap("insist")
        assert one.table.version == 2
        assert not two.all("form-done")
