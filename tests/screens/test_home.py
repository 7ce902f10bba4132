"""Home: running games, archived games, and links to other pages."""

from pathlib import Path
from unittest.mock import patch

import flet as ft
import pytest
from harness import Node, Screen
from screens.room import Page, Room, begin, room, submit
from screens.test_players import grounds

from companion.games.bronzen.reports import Einzel, Jay
from companion.games.free_sheet.reports import Finished, Scored
from companion.games.slam.reports.won import GoldWon, SlamWon
from companion.kernel.explain import Explanation
from companion.kernel.log import Act, Header
from companion.kernel.text import messages
from companion.storage.library import Shelf
from companion.ui.app.context import AppContext
from companion.ui.design.player_badge import GROUND
from companion.ui.shell import main_of

T, N = messages("companion")


async def test_without_games_the_games_to_choose_from_are_shown(here: Room) -> None:
    async with Screen(main_of(here), locale="en") as screen:
        assert screen.all("play-bronzen")
        assert not screen.all("new-game")
        await screen.tap("rules-of-bronzen")
        assert screen.view()["route"] == "/rules"


async def test_a_running_game_is_one_tap_away(here: Room) -> None:
    begin(here, "Anna", "Bo")
    latest = begin(here, "Cem", "Dora")
    async with Screen(main_of(here), locale="en") as screen:
        texts = screen.texts()
        assert texts.index("Cem") < texts.index("Anna")
        assert "Round 1 · just now" in texts
        await screen.tap(f"game-{latest}")
        assert screen.view()["route"] == f"/table/{latest}"


async def test_a_game_without_rounds_shows_its_progress(here: Room) -> None:
    begin(here, "Anna", "Bo", game="letter_jam")
    async with Screen(main_of(here), locale="en") as screen:
        assert "Before the first clue · just now" in screen.texts()


async def test_archived_and_deleted_games_can_be_restored(here: Room) -> None:
    archived, deleted = begin(here, "Anna", "Bo"), begin(here, "Cem", "Dora")
    here.tables.library.archive(archived)
    here.tables.library.delete(deleted)
    async with Screen(main_of(here), locale="en") as screen:
        assert not screen.all(f"restore-{archived}")
        await screen.tap("shelf-archived")
        await screen.tap(f"restore-{archived}")
        await screen.tap("bin")
        await screen.tap(f"restore-{deleted}")
        await screen.tap("back")
        assert screen.all(f"game-{archived}")
        assert screen.all(f"game-{deleted}")


async def test_a_game_is_given_a_name_and_loses_it(here: Room) -> None:
    id = begin(here, "Anna", "Bo")
    async with Screen(main_of(here), locale="en") as screen:
        await screen.tap(f"rename-{id}")
        await screen.enter("game-name", " Sunday ")
        await screen.tap("save-name")
        assert "Sunday" in screen.texts()
        assert here.tables.library.stored(id).name == "Sunday"
        await screen.tap(f"rename-{id}")
        await screen.enter("game-name", "", submit=True)
        assert here.tables.library.stored(id).name is None


async def test_a_rematch_has_the_same_players(here: Room) -> None:
    id = begin(here, "Anna", "Bo")
    async with Screen(main_of(here), locale="en") as screen:
        await screen.tap(f"rematch-{id}")
        latest = here.tables.shelf(Shelf.OPEN)[0]
        assert latest.id != id
        assert latest.seats == ("Anna", "Bo")
        assert screen.view()["route"] == f"/table/{latest.id}"


async def test_an_unreadable_game_is_reported_and_affects_no_other(here: Room) -> None:
    good = begin(here, "Anna", "Bo")
    lost = here.tables.library.create(Header("toy_gone", 1, ("Cem", "Dora")))
    async with Screen(main_of(here), locale="en") as screen:
        assert "toy_gone" in screen.texts()
        assert "Cem" in screen.texts()
        assert not screen.all(f"rematch-{lost}")
        await screen.tap(f"delete-{lost}")
        await screen.tap("delete-yes")
        await screen.tap(f"game-{good}")
        assert screen.view()["route"] == f"/table/{good}"


async def test_a_notice_about_the_data_is_shown_until_it_is_read(here: Room) -> None:
    here.notice = Explanation(T("The old file was put aside."), ("companion.storage",))
    async with Screen(main_of(here), locale="en") as screen:
        await screen.tap("notice-why")
        assert screen.all("why-rule")
        await screen.tap("close")
        await screen.tap(next(node for node in screen.of("IconButton") if _named(node, "Close")))
        assert not screen.all("notice")
    async with Screen(main_of(here), locale="en") as screen:
        assert not screen.all("notice")


def _named(node: dict[str, object], name: str) -> bool:
    icon = node.get("icon")
    return isinstance(icon, dict) and icon.get("semantics_label") == name


async def test_another_page_sees_a_new_game_at_once(here: Room) -> None:
    async with Screen(main_of(here), locale="en") as screen:
        id = begin(here, "Anna", "Bo")
        await screen.until(lambda: screen.all(f"game-{id}"))
        assert screen.all("new-game")


async def test_many_games_are_shown_a_few_at_a_time(here: Room) -> None:
    ids = [begin(here, "Anna", "Bo") for _ in range(10)]
    async with Screen(main_of(here), locale="en") as screen:
        assert not screen.all(f"game-{ids[0]}")
        await screen.tap("more")
        assert screen.all(f"game-{ids[0]}")


async def test_an_unnamed_player_is_called_by_the_seat(here: Room) -> None:
    """A log written by hand may have empty names."""
    id = begin(here, "", "Bo")
    away = begin(here, "Anna", " ")
    here.tables.library.archive(away)
    async with Screen(main_of(here), locale="de") as screen:
        assert "Spieler 1" in screen.texts()
        await screen.tap("shelf-archived")
        assert screen.visible("Anna und Spieler 2")
        await screen.tap(f"game-{id}")
        await screen.tap(screen.of("NavigationBarDestination")[1])
        assert "Spieler 1" in screen.texts()


async def test_the_leader_has_an_accessible_label(here: Room) -> None:
    session = here.tables.table(begin(here)).session
    assert session
    for _ in range(2):
        session.submit(Act(Jay()))
    session.submit(Act(Einzel(1)))
    async with Screen(main_of(here), locale="en") as screen:
        assert screen.spoken().count("in the lead") == 1
        assert not trophies(screen), "there is no winner before the end"


async def test_a_trophy_is_for_the_winner(here: Room) -> None:
    session = here.tables.table(begin(here, game="slam")).session
    assert session
    while not session.is_over:
        slam, gold = Act(SlamWon(1)), Act(GoldWon(1))
        session.submit(gold if any(offer.kind is GoldWon for offer in session.offers(None)) else slam)
    async with Screen(main_of(here), locale="en") as screen:
        assert screen.texts().count("Bo has won.") == 1
        assert len(trophies(screen)) == 1


def trophies(screen: Screen) -> list[Node]:
    """Return the cups on a screen."""
    return [node for node in screen.of("Icon") if node.get("icon") == ft.Icons.EMOJI_EVENTS]


async def test_a_cooperative_game_shows_one_sum(here: Room) -> None:
    begin(here, "Anna", "Bo", "Cem", game="letter_jam")
    async with Screen(main_of(here), locale="en") as screen:
        assert {"Anna", "Bo", "Cem"} <= {*screen.texts()}
        assert "Together: 0" in screen.spoken()


async def test_a_render_error_has_an_accessible_label(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Screen(main_of(here), locale="de") as screen:
        monkeypatch.setattr(here.tables, "shelf", _broken)
        here.tables.changed()
        await screen.until(lambda: screen.all("render-error"))
        assert screen.find("render-error")["semantics_label"].startswith("Hier ist etwas schiefgegangen")
        monkeypatch.setattr(here.tables, "table", _broken)
        await screen.go("/table/x")
        (home,) = [node for node in screen.of("IconButton") if _named(node, "Zur Startseite")]
        monkeypatch.undo()
        await screen.tap(home)
        assert screen.view()["route"] == "/"


def _broken(*_: object) -> None:
    raise TypeError


@pytest.mark.parametrize("route", ["/nowhere", "/nowhere/at/all"])
async def test_an_unknown_address_is_reported_and_leads_home(tmp_path: Path, route: str) -> None:
    async with Screen(main_of(room(tmp_path)), route=route, locale="en") as screen:
        # nested views would be drawn as a grey box
        assert screen.view()["route"] == "/nowhere"
        assert "There is nothing at this address." in screen.texts()
        await screen.tap("home")
        assert screen.view()["route"] == "/"


def over(here: AppContext, winner: int = 1) -> str:
    """Play a game to its end and return its id."""
    id = begin(here, game="slam")
    session = here.tables.table(id).session
    assert session
    while not session.is_over:
        slam, gold = Act(SlamWon(winner)), Act(GoldWon(winner))
        session.submit(gold if any(offer.kind is GoldWon for offer in session.offers(None)) else slam)
    return id


async def test_running_games_are_first_and_finished_ones_name_the_winner(here: Room) -> None:
    running = begin(here, "Cem", "Dora")
    ended = [over(here, winner) for winner in (0, 1, 1, 0)]
    async with Screen(main_of(here), locale="en") as screen:
        games = [each for each in screen.identifiers() if each.startswith("game-")]
        assert games == [f"game-{id}" for id in (running, *reversed(ended[1:]))]
        texts = screen.texts()
        assert (
            texts.index("Games in progress")
            < texts.index("Cem")
            < texts.index("Finished games")
            < texts.index("Anna has won.")
        )
        await screen.tap("more-finished")
        assert screen.all(f"game-{ended[0]}")
        await screen.tap(f"game-{running}")
        assert screen.view()["route"] == f"/table/{running}"


async def test_a_known_group_begins_again_in_one_tap_beside_a_running_game(here: Room) -> None:
    begin(here, "Cem", "Dora")
    over(here)
    async with Screen(main_of(here), locale="en") as screen:
        assert screen.find("again-slam")["label"] == "Rematch of Slam!: Anna and Bo"
        assert not screen.all("again-bronzen"), "that game is still running"
        await screen.tap("again-slam")
        assert screen.all("wins-0")
    latest = here.tables.last_played()["slam"]
    assert (latest.seats, latest.entries) == (("Anna", "Bo"), 0)


async def test_the_winner_is_shown_with_their_mark(here: Room) -> None:
    ended = [over(here, winner) for winner in (0, 1)]
    level = begin(here, "Anna", "Bo", "Cem", game="free_sheet", house={"name": "Skat"})
    submit(here, level, *(Scored(seat, points) for seat, points in enumerate(("7", "7", "1"))), Finished())
    marks = {
        name: GROUND[mark.colour][0] for name, mark in zip("AB", here.tables.marks.of(("Anna", "Bo")), strict=True)
    }
    for text in (1.0, 1.6):
        async with Page(here, route="/", services={"get": f'{{"text": {text}}}'}) as page:
            assert not page.errors()
            assert "Anna\u00a07 · Bo\u00a07 · Cem\u00a01" in page.said(page.find(f"game-{level}"))
            assert grounds(page, f"game-{ended[0]}") == [marks["A"]]
            assert grounds(page, f"game-{ended[1]}") == [marks["B"]]
            assert grounds(page, f"game-{level}") == [marks["A"], marks["B"]]


async def test_without_running_games_a_new_game_is_first(here: Room) -> None:
    id = over(here)
    async with Screen(main_of(here), locale="en") as screen:
        found = screen.identifiers()
        assert found.index("play-bronzen") < found.index(f"game-{id}")
        assert "Games in progress" not in screen.texts()
        await screen.tap(f"rematch-{id}")
        assert screen.view()["route"] != "/"


async def test_a_running_game_is_not_hidden_behind_those_that_ended_later(tmp_path: Path, here: Room) -> None:
    running = begin(here, "Cem", "Dora")
    submit(here, running, Jay())
    for _ in range(9):
        over(here)
    async with Screen(main_of(here), locale="en") as screen:
        _runs(screen, running)
    here.tables.library.close()
    # the cache holds none of the games: the last ones are read, the others counted once
    async with Screen(main_of(room(tmp_path)), locale="en") as screen:
        await screen.until(lambda: screen.all(f"game-{running}"))
        _runs(screen, running)
    again = room(tmp_path)
    with patch.object(again.tables.library, "load", wraps=again.tables.library.load) as load:
        async with Screen(main_of(again), locale="en") as screen:
            _runs(screen, running)
            assert load.call_count == 1 + 3, "those that are shown, and no others"


def _runs(screen: Screen, running: str) -> None:
    found, texts = screen.identifiers(), screen.texts()
    assert texts.index("Games in progress") < texts.index("Cem") < texts.index("Finished games")
    assert found.count(f"game-{running}") == 1
    assert "Show 6 more" in texts
    assert not screen.all("play-bronzen")
