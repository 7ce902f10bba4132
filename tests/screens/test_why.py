"""Why? — the rule behind every verdict, in the page's language."""

import pytest
from screens.room import Page, Room, begin, on_each_size

from companion.i18n import Renderer
from companion.lookup import rulebook

LOCALES = pytest.mark.parametrize("locale", ["de", "en"])


def shows(page: Page, rule: str, locale: str) -> None:
    """Check that a rule is shown with its title, its text and its example."""
    found = rulebook().rule(rule)
    say = Renderer(locale).text
    assert say(found.title) in page.said(page.find("why-rule"))
    assert page.visible(say(found.text))
    if found.example:
        assert page.visible(say(found.example))


@LOCALES
@on_each_size
async def test_why_shows_the_paragraph(here: Room, size: tuple[int, int], locale: str) -> None:
    async with Page(here, begin(here), size=size, locale=locale) as page:
        await page.tap("prompt-why")
        shows(page, "bronzen.reveal", locale)
        await page.tap("see-bronzen.order.simultaneous")
        shows(page, "bronzen.order.simultaneous", locale)
        await page.tap("see-bronzen.reveal")
        shows(page, "bronzen.reveal", locale)
        await page.tap("close")
        assert not page.all("why-rule")
        await page.taps("wins-0")
        _, chip = page.said_last()
        await page.ask_why(chip)
        shows(page, "bronzen.einzel.chip", locale)


@on_each_size
async def test_the_reason_of_one_of_several_lines_can_be_asked(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.tap("wins-0")
        won, chip = page.said_last()
        await page.tap("said")
        assert not page.all("why-rule"), "first the line has to be chosen"
        assert page.label("why-0") == won
        await page.tap("why-1")
        shows(page, "bronzen.einzel.chip", "en")
        assert chip in page.texts()
        await page.tap(next(id for id in page.identifiers() if id.startswith("see-")))
        await page.taps("why-back", "why-back", "why-0")
        shows(page, "bronzen.einzel", "en")


@LOCALES
async def test_every_number_of_the_trick_says_why(here: Room, locale: str) -> None:
    async with Page(here, begin(here), locale=locale) as page:
        await page.taps("wins-1", "jay", "wins-0", "double", "wins-1")
        assert page.label("undo")
        await page.tap("undo")
        await page.tap("stake-0")
        shows(page, "bronzen.jay.points", locale)
        await page.tap("see-bronzen.double.points")
        shows(page, "bronzen.double.points", locale)


@LOCALES
async def test_a_refusal_says_why(here: Room, locale: str) -> None:
    async with Page(here, begin(here), locale=locale) as page:
        await page.taps("jay", "jay", "jay", "jay", "refused-why")
        shows(page, "bronzen.ruling.same_card_twice", locale)


async def test_why_explains_who_lays_first(here: Room) -> None:
    async with Page(here, begin(here, first=1)) as page:
        await page.tap("order")
        assert page.visible("Cards are laid at the same time. If somebody must go first: Bo.")
        shows(page, "bronzen.order.dispute", "en")
        await page.tap("close")
        await page.taps("wins-0", "order")
        assert page.visible("If somebody must go first: Anna.")


async def test_the_other_player_waits_during_an_exchange(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("chips-1", "exchange-wait")
        shows(page, "bronzen.exchange.wait", "en")


async def test_why_stays_open_while_another_page_reports(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id) as two:
        await one.tap("prompt-why")
        await two.tap("color")
        await one.seen("Both lay 1 card face down, then one face up.")
        shows(one, "bronzen.reveal", "en")
        await one.tap("close")
        await one.tap("prompt-why")
        shows(one, "bronzen.color", "en")
