"""The gavel: the rule takes the space, search results are directly below the query, and earlier decisions are offered."""

import re
from pathlib import Path

import pytest
from effort import effort
from screens.room import PHONE, TABLET, Page, Room, begin, on_each_size, resume, room
from screens.test_consequences import GAMES, situations
from screens.test_slam import card, choose, table

from companion.i18n import Renderer
from companion.kernel.log import Rename, Ruling
from companion.lookup import Kind, rulebook
from companion.tables.session import Dispute
from companion.ui.rules.rule import KINDS

#: A phone in landscape orientation.
ACROSS = (844, 390)

RULING = "bronzen.ruling.same_card_twice"
JAY = "bronzen.jay.points"


def reads(page: Page) -> list[str]:
    """Return the visible identifiers, from top to bottom, without those of bar and menu."""
    beside = re.compile("undo|redo|disagree-now|rules|more|back|cell-.*|entry-.*|round-.*")
    return [each for each in page.identifiers() if not beside.fullmatch(each)]


def fixed(page: Page, identifier: str) -> bool:
    """Return whether a control keeps its place while the page scrolls."""
    scrolls = [each for node in page.of("ListView") for each in page.within(node)]
    (here,) = [node for node in page.shown() if node.get("identifier") == identifier]
    return here not in scrolls


@on_each_size
async def test_search_results_are_right_below_the_query(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        page.table.submit(Ruling("", "So be it.", (JAY,)))
        await page.tap("disagree-now")
        assert fixed(page, "search")
        await page.enter("search", "two equal jays")
        found = [each for each in reads(page)[reads(page).index("search") :] if each.startswith("rule-")]
        assert found
        after = reads(page).index("search") + 1
        assert reads(page)[after : after + len(found)] == found
        for hidden in ("dispute", "decision", "settle", "ruling-0"):
            assert hidden not in reads(page), hidden
        await page.tap(found[0])
        assert page.all(found[0])
        assert not page.all(found[1])
        assert page.all("decision")
        await page.tap("hits-again")
        await page.tap(found[1])
        assert [each for each in reads(page) if each in found] == found[:2]
        await page.enter("search", "")
        assert [each for each in reads(page) if each in found] == found[:2], "the choice is kept"


@pytest.mark.parametrize("size", [PHONE, TABLET, ACROSS], ids=["phone", "tablet", "across"])
async def test_only_the_search_and_one_button_share_the_space_with_the_rule(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        page.table.pause(Dispute((RULING,)))
        await page.settle()
        assert page.visible(Renderer("en").text(rulebook().rule(RULING).text))
        assert [
            each for each in ("dispute", f"rule-{RULING}", "decision", "agreed-0", "go-on") if fixed(page, each)
        ] == []
        assert fixed(page, "settle") is (size != ACROSS)


@pytest.mark.parametrize("locale", ["de", "en"])
@pytest.mark.parametrize("size", [PHONE])
async def test_a_rule_shows_its_kind_once(here: Room, size: tuple[int, int], locale: str) -> None:
    for kind, (_, name) in KINDS.items():
        rule = next((rule for rule in rulebook().rules("bronzen") if rule.kind is kind), None)
        if rule is None:
            continue
        async with Page(here, begin(here), size=size, locale=locale) as page:
            page.table.pause(Dispute((rule.id,)))
            await page.settle()
            badge = Renderer(locale).text(name)
            assert page.texts().count(badge) == 1, badge
    assert rulebook().rule(RULING).kind is Kind.RULING


@on_each_size
async def test_earlier_rulings_on_a_rule_can_be_read(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        page.table.submit(Ruling("Something else?", "Never.", ("bronzen.color",)))
        page.table.submit(Ruling("Two jays?", "Both count.", (JAY,), (1,)))
        page.table.pause(Dispute((JAY,)))
        await page.settle()
        assert page.visible("At this table · just now")
        assert page.visible("You have decided this before")
        order = [
            page.texts().index(text) for text in ("Your ruling: Both count. (in favour: Bo)", "Your ruling: Never.")
        ]
        passage = page.texts().index(Renderer("en").text(rulebook().rule(JAY).text))
        assert order[0] < passage < order[1], "answers come before the rule, other content last"
        await page.tap("ruling-0")
        assert page.all("why-rule")
        await page.tap("close")
        await page.tap("same-0")
        assert page.field("decision")["value"] == "Both count."


async def test_a_draft_survives_another_phones_ruling(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id) as two:
        await one.tap("disagree-now")
        await two.until(lambda: two.all("dispute"))
        await two.enter("decision", "It goes ba")
        await one.enter("decision", "It stays.")
        await one.tap("settle")
        await two.until(lambda: two.all("wins-0"))
        await two.tap("disagree-now")
        assert two.field("decision")["value"] == "It goes ba"
        await two.tap("settle")
        await two.tap("disagree-now")
        assert not two.field("decision").get("value")


async def test_a_visit_to_the_history_keeps_the_draft_of_a_dispute(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("disagree-now")
        await page.enter("search", "two equal jays")
        rule = next(each for each in reads(page) if each.startswith("rule-"))
        await page.taps(rule, "agreed-1")
        await page.enter("decision", "Both")
        await page.tab(2)
        await page.tab(0)
        assert page.all(rule)
        await page.tap("settle")
        assert page.table.record.history[-1].action == Ruling(
            "two equal jays", "Both", (rule.removeprefix("rule-"),), (1,)
        )


async def test_a_ruling_keeps_the_proof_of_a_slam(here: Room) -> None:
    cards = tuple(card(name, value) for name, value in zip("ABCD", (9, 5, 9, 5), strict=True))
    services = {"get": '{"exactly": ["slam"]}'}
    async with Page(here, table(here, cards=cards), services=services) as page:
        await page.taps("attribute-style", "open-slam")
        await choose(page, *"ABCD")
        await page.taps("reveal", "applause-1")
        shown = page.said_last()
        assert "Ida wins the applause and takes the slam." in " ".join(shown)
        await page.tap("disagree-now")
        await page.enter("decision", "So be it.")
        await page.tap("settle")
        assert [line for line in page.said_last() if line in shown] == shown
        assert [said for said in page.said_last() if "So be it." in said]
        await page.tap("undo")
        assert page.said_last() == shown


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
async def test_a_ruling_or_a_corrected_name_keeps_the_last_announcement(tmp_path: Path, game: str) -> None:
    here, seen = room(tmp_path), 0
    # all reports share one card of messages, so a third of the moments is enough to notice a defect
    tried = list(situations(game).items())[effort(few=2, many=0) :: effort(few=3, many=1)]
    for (report, phase), (header, entries, record) in tried:
        async with Page(here, resume(here, header, entries)) as page:
            before, old = page.said_last(), record.names[0]
            page.table.submit(Ruling("", "So be it.", ()))
            await page.settle()
            assert [line for line in before if line not in page.said_last()] == [], (report, phase)
            seen += page.visible("So be it.")
            page.table.submit(Rename((0,), ("Zoe",)))
            await page.settle()
            now = page.said_last()
            gone = [line for line in before if line not in now and line.replace(old, "Zoe") not in now]
            assert gone == [], (report, phase)
    assert seen
