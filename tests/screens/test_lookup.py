"""Rules lookup: while typing, from the table, and in a dispute."""

from pathlib import Path
from typing import Any

import pytest
from effort import at_leisure, cases
from harness import Screen
from screens.room import Page, Room, begin, on_each_size, room

from companion.kernel.log import Ruling
from companion.kernel.text import messages
from companion.lookup import rulebook
from companion.storage.errors import StorageError, storage
from companion.ui.shell import main_of

T, N = messages("companion")


def shown_rules(screen: Screen) -> list[str]:
    """Return the ids of the listed rules, from top to bottom."""
    return [name.removeprefix("rule-") for name in screen.identifiers() if name.startswith("rule-") and "." in name]


async def rules(page: Page) -> None:
    """Open the rules beside the table, or on their own page of a phone."""
    if page.all("rules"):
        await page.tap("rules")
    else:
        await page.tab(3)


async def test_results_appear_while_typing_with_matches_marked(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules?game=bronzen", locale="de") as screen:
        for typed in ("G", "Gl", "Gleichst"):
            await screen.enter("search", typed)
            assert shown_rules(screen)
        assert screen.find("filter-bronzen")["checked"]
        found = shown_rules(screen)
        marked = [node for node in screen.nodes() if node.get("_c") == "TextSpan" and node.get("style")]
        assert marked
        await screen.tap(f"rule-{found[0]}")
        assert screen.view()["route"] == f"/rules/{found[0]}"
        await screen.tap("back")
        await screen.enter("search", "")
        assert screen.all("filter-bronzen")


async def test_more_results_are_shown_on_demand(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules", locale="de") as screen:
        await screen.enter("search", "karte")
        few = shown_rules(screen)
        await screen.tap("more-hits")
        assert shown_rules(screen)[0] == few[0]
        assert len(shown_rules(screen)) > len(few)
        await screen.enter("search", "karten")
        assert len(shown_rules(screen)) == len(few)


async def test_the_selected_game_is_listed_first(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules", locale="en") as screen:
        await screen.enter("search", "tie")
        for game in ("slam", "labtag"):
            await screen.tap(f"filter-{game}")
            assert shown_rules(screen)[0].startswith(f"{game}.")
        await screen.tap("filter-all")
        assert len({id.partition(".")[0] for id in shown_rules(screen)}) > 1


async def test_an_empty_result_is_stated(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/rules", locale="en") as screen:
        await screen.enter("search", "qqqq xyxyxy")
        assert screen.visible("Nothing found for “qqqq xyxyxy”.")


@on_each_size
async def test_the_rules_at_the_table_open_at_the_current_phase(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here, house={}), size=size) as page:
        await rules(page)
        prompt = page.table.view(None).prompt.rules
        assert shown_rules(page)[: len(prompt)] == [*prompt]
        assert page.visible("None: you play by the rules and our rulings.")
        everything = {rule.id for rule in rulebook().rules("bronzen")}
        assert everything <= set(shown_rules(page))
        await page.enter("search", "jay points")
        assert shown_rules(page)[0] == "bronzen.jay.points"
        await page.tap("rule-bronzen.jay.points")
        assert page.label("why-rule")
        assert page.view()["route"] == f"/table/{page.id}", "the table stays below"
        see = rulebook().rule("bronzen.jay.points").see[0]
        await page.tap(f"see-{see}")
        await page.tap("why-back")
        assert page.all(f"see-{see}")


@on_each_size
async def test_house_rules_are_above_the_paragraph_they_replace(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, house={"jays": "once", "length": "target", "target": 20})
    async with Page(here, id, size=size) as page:
        await rules(page)
        assert page.visible("Several Jays in one trick: Count only once")
        assert page.visible("20")
        replaced = rulebook().rule(_house_rule(page, "jays"))
        await page.tap("house-jays")
        assert replaced.title.message in page.label("why-rule")


@on_each_size
async def test_a_replaced_rule_is_marked_with_what_holds_instead(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, house={"jays": "once"})
    async with Page(here, id, size=size) as page:
        await rules(page)
        await page.enter("search", "jay points")
        marked = " ".join(page.said(page.find("rule-bronzen.jay.points")))
        assert "At this table instead: Several Jays in one trick: Count only once" in marked
        assert "instead" not in " ".join(page.said(page.find("rule-bronzen.jay")))
        await page.tap("rule-bronzen.jay.points")
        assert "the winner gets 2 points in all" in " ".join(page.said(page.find("instead-jays")))
        await page.tap("instead-jays")
        assert page.label("why-rule") == rulebook().rule("bronzen.ruling.several_jays").title.message
    async with Page(here, begin(here), size=size) as page:
        await rules(page)
        await page.enter("search", "jay points")
        await page.tap("rule-bronzen.jay.points")
        assert not page.all("instead-jays")


async def test_a_ruling_at_the_table_is_not_a_house_rule(here: Room) -> None:
    house = {"keeping": "every_card", "votes": "not_author"}
    async with Page(here, begin(here, "Anna", "Ben", "Cleo", game="schlafmuetze", house=house)) as page:
        await rules(page)
        assert page.all("house-votes")
        assert not page.all("house-keeping")


def _house_rule(page: Page, key: str) -> str:
    return next(rule.rule for rule in page.table.game.meta.house_rules if rule.key == key)


@on_each_size
async def test_a_dispute_stops_every_page_until_it_is_settled(here: Room, size: tuple[int, int]) -> None:
    id = begin(here)
    async with Page(here, id, size=size) as one, Page(here, id, locale="de") as two:
        await one.tap("wins-0")
        await one.tap("disagree-now")
        await two.until(lambda: two.all("dispute"))
        assert not two.all("wins-0")
        await two.tap("undo")
        assert two.all("refused")
        assert one.table.version == 1
        await one.enter("search", "two equal jays")
        rule = shown_rules(one)[1]
        await one.tap(f"rule-{rule}")
        assert shown_rules(one)[0] == rule, "the tapped rule is not hidden below the others"
        await one.taps("agreed-1", "agreed-0", "agreed-0")
        await one.tap("settle")
        assert one.visible("Write down what you have decided.")
        assert one.all("dispute"), "an empty decision settles nothing"
        await one.enter("decision", "Both count.")
        await one.tap("settle")
        assert one.table.record.history[-1].action == Ruling("two equal jays", "Both count.", (rule,), (1,))
        await two.until(lambda: two.all("wins-0"))
        assert one.visible("Your ruling: Both count. (in favour: Bo)")
        await one.tap("wins-0")
        assert one.state.stacks[0].bunker == 4
        assert not one.errors()
        assert not two.errors()


async def test_an_earlier_ruling_is_offered_again(here: Room) -> None:
    earlier = here.tables.table(begin(here, "bo", "Anna")).session
    assert earlier
    earlier.submit(Ruling("The floor?", "It goes back.", ("bronzen.jay.points",), (0,)))
    async with Page(here, begin(here, "Anna", "Bo")) as page:
        await rules(page)
        assert page.visible("In an earlier game")
        await page.enter("search", "bronzen.jay.points")
        await page.tap("rule-bronzen.jay.points")
        assert page.visible("Your ruling: It goes back. (in favour: bo)")
        await page.tap("disagree")
        assert page.table.dispute.rules == ("bronzen.jay.points",)
        assert page.all("dispute")
        await page.tap("same-0")
        await page.tap("settle")
        assert page.table.record.history[-1].action == Ruling("", "It goes back.", ("bronzen.jay.points",))


async def test_a_dispute_is_settled_by_the_rules_of_its_game(here: Room) -> None:
    async with Page(here, begin(here, "Anna", "Bo", "Cem", game="schlafmuetze")) as page:
        await page.tap("disagree-now")
        await page.enter("search", "plural")
        assert "schlafmuetze.combine.forms" in shown_rules(page)
        assert {rule.split(".")[0] for rule in shown_rules(page)} == {"schlafmuetze"}
        await page.enter("search", "bunker")
        assert page.visible("Nothing found for “bunker”.")


async def test_a_dispute_can_be_dropped_and_a_ruling_undone(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("disagree-now", "go-on")
        assert page.table.version == 0
        await page.tap("disagree-now")
        await page.enter("decision", "So be it.")
        await page.taps("settle", "undo")
        assert page.table.record.history[-1].undone
        await page.tab(2)
        await page.tap("entry-1")
        assert page.all("bring-back")
        assert not page.all("amend")


@on_each_size
async def test_a_ruling_about_a_missing_rule_breaks_no_screen(here: Room, size: tuple[int, int]) -> None:
    """A log written by hand may name anything."""
    async with Page(here, begin(here), size=size) as page:
        page.table.submit(Ruling("", "So be it.", ("bronzen.no_such_rule",)))
        await rules(page)
        assert page.visible("So be it.")
        await page.tap("disagree-now")
        assert page.all("dispute")
        assert not page.errors()


@at_leisure
@cases("trouble", [StorageError(storage(T("Nothing was stored."))), TypeError()], few=1)
async def test_rulings_of_an_unreadable_game_break_no_other_table(
    here: Room, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    lost, kept = begin(here), begin(here)
    for id, decision in ((lost, "So be it."), (kept, "It goes back.")):
        session = here.tables.table(id).session
        assert session
        session.submit(Ruling("", decision, ("bronzen.jay.points",)))
    here.tables.reload(lost)
    load = here.tables.library.load

    def reads(id: str, games: Any) -> Any:
        if id == lost:
            raise trouble
        return load(id, games)

    monkeypatch.setattr(here.tables.library, "load", reads)
    async with Page(here, begin(here), "rules") as page:
        assert page.visible("It goes back.")
        await page.tap("disagree-now")
        assert page.all("dispute")
        assert page.visible("It goes back.")
        assert not page.errors()
        monkeypatch.setattr(here.tables.library, "disputed", _unreadable)
        await page.taps("go-on", "prompt-why")
        assert page.all("why-rule")
        assert not page.errors()


def _unreadable(*_: object) -> Any:
    raise StorageError(storage(T("Nothing was stored.")))


async def test_a_second_tap_on_disagree_keeps_the_open_dispute(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "disagree-now")
        disputed = page.table.dispute
        await page.enter("decision", "It goes")
        await page.taps("dispute-why", "disagree")
        assert page.table.dispute == disputed
        assert page.field("decision")["value"] == "It goes"


async def test_votes_fit_on_a_phone_with_any_names(here: Room) -> None:
    async with Page(here, begin(here, "A" * 200, "Bo")) as page:
        await page.tap("disagree-now")
        assert len(page.label("agreed-0")) < 30
        await page.enter("decision", "So be it.")
        await page.taps("agreed-0", "settle")
        assert page.table.record.history[-1].action.agreed == (0,)
