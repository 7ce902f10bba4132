"""Questions to one player appear on that player's phone; votes are simultaneous, calls possible on any phone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from harness import Screen
from screens.room import TABLET, Page, begin
from screens.test_seats_on_phones import Phone, hall
from screens.test_slam import card
from screens.test_slam import table as slam_table

from companion.games.slam.table.scene import FACE_DOWN
from companion.kernel.log import Ruling
from companion.tables.roles import Grant, Role
from companion.ui.app.context import AppContext
from companion.ui.kit import waiting

NAMES = ("Anna", "Ben", "Cleo")


def _secret(page: Screen) -> bool:
    return any("against it" in text for text in page.texts())


async def test_only_the_loser_is_asked_whether_to_double(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here)
    async with (
        Phone().at(here, id) as anna,
        Phone().at(here, id) as ben,
        Phone().at(here, id, passes=(Grant(Role.SCOREKEEPER, id),), size=TABLET) as tablet,
    ):
        await anna.sit(0)
        await ben.sit(1)
        await tablet.sit(None)
        await anna.taps("wins-1", "wins-0", "color", "wins-0")
        assert anna.visible("Waiting for Bo")
        await ben.until(lambda: ben.all("double"))
        assert not ben.all("waiting")
        assert tablet.all("double"), "the scorekeeper enters everything"
        await ben.tap("double")
        await anna.until(lambda: not anna.all("waiting"))


async def test_any_phone_may_answer_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.1)
    here = hall(tmp_path)
    id = begin(here)
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben:
        await anna.sit(0)
        await ben.sit(1)
        await anna.taps("wins-1", "wins-0", "color", "wins-0")
        await anna.until(lambda: anna.all("answer-here"))
        await anna.tap("answer-here")
        assert anna.all("double")


async def test_simultaneous_votes_are_counted_in_turn_order(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, "Dora", game="schlafmuetze")
    phones = [Phone() for _ in range(4)]
    async with (
        phones[0].at(here, id) as anna,
        phones[1].at(here, id) as ben,
        phones[2].at(here, id) as cleo,
        phones[3].at(here, id) as dora,
    ):
        pages = (anna, ben, cleo, dora)
        for seat, page in enumerate(pages):
            await page.sit(seat)
        await anna.tap("goes-on")
        await ben.until(lambda: ben.table.version == 1)
        await ben.tap("halt")
        await cleo.until(lambda: cleo.all("author-0"))
        assert any("“Halt” called by Ben" in text for text in cleo.texts())
        await cleo.taps("author-0", "first-card", "to-the-vote")
        await ben.until(lambda: ben.all("vote-against"))
        order = [
            int(node["identifier"].removeprefix("voter-"))
            for node in ben.nodes()
            if str(node.get("identifier")).startswith("voter-")
        ]
        assert order[0] == 1
        later = order[1:]
        await pages[later[0]].tap("ahead-1")
        assert any("Your answer:" in text for text in pages[later[0]].texts())
        for page in pages:
            assert not _secret(page), "an early vote is hidden"
        before = here.tables.table(id).session
        assert before
        version = before.version
        await ben.tap("vote-against")
        assert before.version == version + 2, "an early vote counts at its turn"
        assert before.record.entries[-1].by == later[0]


async def test_an_answer_can_be_withdrawn_and_an_obsolete_one_is_dropped(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="schlafmuetze")
    async with Phone().at(here, id) as ben, Phone().at(here, id) as cleo:
        await ben.sit(1)
        await cleo.sit(2)
        await ben.taps("goes-on", "halt", "author-0", "first-card", "to-the-vote")
        await cleo.until(lambda: cleo.all("ahead-0"))
        await cleo.tap("ahead-0")
        await cleo.tap("take-back")
        assert cleo.all("ahead-0")
        await cleo.tap("ahead-1")
        session = cleo.table
        assert session.queued_answer(2)
        await ben.tap("undo")
        assert session.queued_answer(2) is None


POETS = tuple(card(name, value) for value, name in enumerate(("Karla Kolumna", "Rap Poet", "Der Komiker", "Ute"), 3))


@asynccontextmanager
async def of_two_phones(tmp_path: Path) -> AsyncIterator[tuple[AppContext, Page, Page]]:
    """A slam entered by the cards, with two players at phones of their own."""
    here, hers, his = hall(tmp_path), Phone(), Phone()
    id = slam_table(here, cards=POETS)
    for phone in (hers, his):
        phone.kept["companion.preferences"] = '{"exactly": ["slam"]}'
    async with hers.at(here, id) as karl, his.at(here, id) as ida:
        await karl.sit(0)
        await ida.sit(1)
        yield here, karl, ida


async def test_poets_are_face_down_until_all_are_laid_and_revealed_together(tmp_path: Path) -> None:
    async with of_two_phones(tmp_path) as (_, karl, ida):
        await karl.taps("attribute-humour", "open-slam", "next-poet", "Karla Kolumna", "Rap Poet")
        assert any("Waiting for the poets of Ida" in text for text in karl.texts())
        assert not karl.all("reveal")
        await ida.until(lambda: any("2 poets, face down" in text for text in ida.texts()))
        assert not any("Karla" in text or "Rap" in text for text in ida.texts())
        await ida.tap("next-poet")
        assert ida.visible("Karla Kolumna"), "a gap in the list would reveal the poets"
        await ida.taps("Der Komiker", "Ute")
        assert ida.all("reveal")
        await karl.until(lambda: karl.all("reveal"))
        assert not any("Komiker" in text for text in karl.texts())
        await karl.tap("reveal")
        (revealed,) = (entry.change.action for entry in karl.table.record.entries[1:])  # type: ignore[union-attr]
        assert [[poet.name for poet in lineup.poets] for lineup in revealed.lineups] == [
            ["Karla Kolumna", "Rap Poet"],
            ["Der Komiker", "Ute"],
        ]


async def test_a_new_poet_is_known_to_others_once_revealed(tmp_path: Path) -> None:
    async with of_two_phones(tmp_path) as (here, karl, ida):
        await karl.taps("attribute-humour", "open-slam", "next-poet", "poet-new")
        await karl.enter("poet-name", "Nina Neu")
        await karl.taps("poet-done", "Karla Kolumna")
        await ida.settle()
        assert "Nina Neu" not in str(here.tables.library.setting("cards.slam", ""))
        await ida.tap("next-poet")
        assert not ida.visible("Nina")
        await ida.taps("Der Komiker", "Ute", "reveal")
        await karl.until(lambda: not karl.all("reveal"))
        assert "Nina Neu" in str(here.tables.library.setting("cards.slam", ""))
        assert not karl.table.drafts.owned(FACE_DOWN)


async def test_poets_can_be_laid_for_a_player_whose_phone_is_gone(tmp_path: Path) -> None:
    here, hers, his = hall(tmp_path), Phone(), Phone()
    id = slam_table(here, cards=POETS)
    hers.kept["companion.preferences"] = '{"exactly": ["slam"]}'
    async with his.at(here, id) as ida:
        await ida.sit(1)
    async with hers.at(here, id) as karl:
        await karl.sit(0)
        await karl.taps("attribute-humour", "open-slam", "next-poet", "Karla Kolumna", "Rap Poet")
        await karl.taps("lay-here-1", "next-poet", "Der Komiker", "Ute", "reveal")
        assert karl.table.version == 2


async def test_in_a_dispute_each_player_agrees_on_their_own_phone(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here)
    async with Phone().at(here, id) as anna, Phone().at(here, id) as bo:
        await anna.sit(0)
        await bo.sit(1)
        await anna.tap("disagree-now")
        await bo.until(lambda: bo.all("decision"))
        await anna.enter("decision", "The card counts.")
        await bo.until(lambda: any("On another phone: “The card counts.”" in text for text in bo.texts()))
        await anna.tap("agreed-1")
        assert anna.visible("Bo says so on their own phone.")
        await anna.tap("refused-dismiss")
        await anna.tap("agreed-0")
        await bo.tap("agreed-1")
        await bo.tap("settle")
        ruling = bo.table.record.entries[-1].change
        assert isinstance(ruling, Ruling)
        assert (ruling.decision, ruling.agreed) == ("The card counts.", (0, 1))


async def test_other_phones_wait_for_an_exchange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other devices wait for the exchange and say so (bronzen.exchange.wait)."""
    monkeypatch.setattr(waiting, "PATIENCE", 0.1)
    here = hall(tmp_path)
    id = begin(here)
    async with (
        Phone().at(here, id) as anna,
        Phone().at(here, id) as ben,
        Phone().at(here, id, passes=(Grant(Role.SCOREKEEPER, id),), size=TABLET) as tablet,
        Phone().at(here, id, passes=(Grant(Role.VIEWER, id),), route=f"/table/{id}/board") as board,
    ):
        await anna.sit(0)
        await ben.sit(1)
        await tablet.sit(None)
        await anna.taps("wins-1", "wins-0")
        await ben.tap("want-exchange")
        assert ben.all("exchange-0"), "nothing needs to be asked"
        said = "Bo wants to exchange chips; Anna waits."
        for page in (anna, tablet, board):
            await page.seen(said)
        assert said in anna.announced()
        assert anna.visible("Waiting for Bo")
        assert not anna.all("wins-0")
        assert tablet.all("wins-0"), "the scorekeeper enters everything"
        await anna.until(lambda: anna.all("answer-here"))
        assert anna.visible("Continue here"), "a closed phone is not waited for"
        await ben.tap("close")
        for page in (anna, tablet, board):
            await page.until(lambda page=page: not page.visible(said))
        assert anna.all("wins-0")
        assert not ben.all("exchange-0")


async def test_an_exchange_requested_in_a_trick_waits_for_its_end(tmp_path: Path) -> None:
    """Exchange is refused while cards are on the table (bronzen.exchange.between)."""
    here = hall(tmp_path)
    id = begin(here)
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben:
        await anna.sit(0)
        await ben.sit(1)
        await anna.tap("color")
        await ben.taps("want-exchange", "want-exchange", "want-exchange")
        await anna.seen("Bo wants to exchange chips after this trick.")
        assert not ben.all("exchange-0")
        assert not anna.all("waiting")
        await anna.tap("wins-0")
        assert ben.all("exchange-0"), "now it is between two tricks"
        await anna.until(lambda: anna.visible("Waiting for Bo"))
        await ben.taps("close", "color")
        assert not any("wants to exchange" in text for text in anna.texts()), "a wish counts once"


@pytest.mark.parametrize("game", ["bronzen", "pracherche"])
async def test_each_player_sees_their_own_side_at_the_bottom(tmp_path: Path, game: str) -> None:
    here = hall(tmp_path)
    id = begin(here, game=game)
    phones = Phone(), Phone()
    async with (
        phones[0].at(here, id) as anna,
        phones[1].at(here, id) as ben,
        Page(here, id) as table,
        Page(here, id, size=TABLET) as tablet,
    ):
        await anna.sit(0)
        await ben.sit(1)

        def order(page: Page) -> list[str]:
            seen = (str(node.get("identifier")) for node in page.nodes())
            return [each for each in seen if each in ("player-0", "player-1", "prompt", "telling")]

        assert order(anna) == ["player-1", "prompt", "player-0", "telling"]
        assert order(ben) == ["player-0", "prompt", "player-1", "telling"]
        for page in (table, tablet):
            assert order(page)[:2] == ["player-0", "player-1"], "a device of the table has no side"
        winners = [str(node["identifier"])[-1] for node in anna.nodes() if str(node.get("identifier"))[:-2] in _WON]
        assert winners == ["1", "0"], "as the places are"


@pytest.mark.parametrize(
    ("size", "order"),
    [((390, 664), ["prompt", "player-0", "player-1"]), ((844, 390), ["player-1", "player-0", "prompt"])],
    ids=["low", "across"],
)
async def test_the_prompt_is_readable_where_both_places_have_no_room(
    tmp_path: Path, size: tuple[int, int], order: list[str]
) -> None:
    here = hall(tmp_path)
    id = begin(here)
    async with Phone().at(here, id, size=size) as anna:
        await anna.sit(0)
        assert [each for node in anna.nodes() if (each := str(node.get("identifier"))) in order] == order


_WON = ("wins", "round")
