"""The rules as a list, and each under its own address."""

from pathlib import Path

import pytest
from effort import at_leisure, effort
from harness import Screen
from screens.room import room

from companion.lookup import rulebook
from companion.ui.shell import main_of


async def test_the_list_shows_one_game_and_another_after_a_tap(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules?game=toy_race", locale="en") as screen:
        assert screen.find("filter-toy_race")["checked"]
        assert screen.all("rule-toy_race.goal")
        assert not screen.all("rule-bronzen.rank")
        await screen.tap("filter-bronzen")
        assert screen.all("rule-bronzen.rank")
        await screen.tap("filter-all")
        assert screen.all("rule-toy_race.goal")
        assert screen.all("rule-companion.undo")


async def test_a_rule_has_a_page_with_its_text_and_its_neighbours(tmp_path: Path) -> None:
    first, second, *_ = rulebook().rules("bronzen")
    async with Screen(main_of(room(tmp_path)), route="/rules", locale="en") as screen:
        await screen.tap("filter-bronzen")
        await screen.tap(f"rule-{first.id}")
        assert screen.view()["route"] == f"/rules/{first.id}"
        assert not screen.all("previous")
        await screen.tap("next")
        assert screen.view()["route"] == f"/rules/{second.id}"
        assert second.title.message in screen.texts()
        await screen.tap("previous")
        assert screen.view()["route"] == f"/rules/{first.id}"
        await screen.tap(f"see-{first.see[0]}")
        assert screen.view()["route"] == f"/rules/{first.see[0]}"


async def test_the_way_back_from_a_rule_leads_to_the_rules_of_its_game(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules/companion.undo", locale="en") as screen:
        assert screen.view()["route"] == "/rules/companion.undo"
        await screen.tap("back")
        assert screen.find("filter-companion")["checked"]


async def test_an_unknown_rule_offers_similar_ones(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules/bronzen.rnk", locale="en") as screen:
        assert screen.visible("bronzen.rnk")
        await screen.tap("rule-bronzen.rank")
        assert screen.all("rule-title")
        await screen.go("/rules/quite.different")
        await screen.tap("all-rules")
        assert screen.view()["route"] == "/rules"


@at_leisure
@pytest.mark.thorough
async def test_every_rule_can_be_drawn(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules", locale="de") as screen:
        for rule in rulebook().all[:: effort(few=60, many=1)]:
            await screen.go(f"/rules/{rule.id}")
            assert screen.all("rule-title")
