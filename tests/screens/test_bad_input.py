"""Misuse by people and devices does not break a table."""

import asyncio

from effort import at_leisure, cases
from screens.room import PHONE, Page, Room, begin, on_each_size

from companion.games.bronzen.model import Stack

ODD_NAMES = [
    ("{player}", "{0}"),
    ("<b>Anna</b>", "*Bo* _`x`_"),
    ("A" * 120, "B " * 60),
    ("אנה", "ボー 👩‍👩‍👧"),
    ('O\'Neil "the" \\n', "%s %(x)s"),
    ("Anna", "Anna "),
]


@cases("names", ODD_NAMES, few=2)
@on_each_size
async def test_odd_names_are_only_names(here: Room, size: tuple[int, int], names: tuple[str, str]) -> None:
    async with Page(here, begin(here, *names), size=size, locale="de") as page:
        await page.taps("wins-0", "jay", "wins-1", "double", "wins-0")
        assert page.visible(names[0])
        assert page.visible(names[1])
        if size == PHONE:
            await page.tab(1)
            await page.tab(2)
        await page.taps("entry-1", "amend")
        assert not page.errors()
        await page.tap("corrected-entry-dismiss")
        await page.tap("back")
        assert page.visible(names[0])


@cases("typed", ["", "abc", "9" * 40, "-5", "1e3", " 53 ", "５３", "²", "53,5", "٥٣"], few=3)
async def test_a_number_field_accepts_only_numbers(here: Room, typed: str) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "wins-1")
        before = page.state
        await page.tap("stacks-1")
        await page.enter("hands-0", typed)
        assert not page.errors()
        await page.enter("hands-0", "53")
        await page.tap("form-done")
        assert page.state.stacks == before.stacks == (Stack(53, 2), Stack(53, 2))
        assert page.table.version == 3
        assert not page.all("refused")


async def test_a_step_stops_at_the_limits(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("stacks-0")
        await page.taps("bunkers-0-less", "bunkers-0-less")
        assert page.field("bunkers-0")["value"] == "0"
        await page.enter("hands-0", "110")
        await page.tap("hands-0-more")
        assert page.field("hands-0")["value"] == "110"
        await page.enter("hands-1", "0")
        await page.tap("form-done")
        assert page.all("refused")
        assert page.state.stacks == (Stack(), Stack())


async def test_cards_can_be_picked_in_any_order_and_dropped_again(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("telling")
        await page.taps("slot-1", "suit-clubs", "slot-0", "rank-X", "slot-0", "rank-Q")
        assert page.table.version == 0
        await page.tap("telling")
        await page.tap("telling")
        await page.taps("slot-1", "rank-9", "suit-clubs", "suit-hearts", "rank-Q")
        assert page.table.version == 1
        assert page.visible("Anna wins the Einzel.")


async def test_two_quick_taps_on_a_card_both_count(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("telling")
        await asyncio.gather(page.tap("rank-K"), page.tap("suit-hearts"))
        await asyncio.gather(page.tap("rank-2"), page.tap("suit-clubs"))
        assert page.visible("Anna wins the Einzel.")


@cases("tab", ["nonsense", "../../etc", "sheet?x=1", "history/", "%00"], few=2)
async def test_odd_addresses_show_the_table_or_that_there_is_none(here: Room, tab: str) -> None:
    async with Page(here, begin(here), tab) as page:
        assert page.texts()
        assert not page.errors()


@cases("kept", ["not json", '{"exactly": 7}', "", "[]", "null", '{"text": "x"}', '{"language": "xx"}'], few=2)
async def test_odd_preferences_of_the_device_do_no_harm(here: Room, kept: str) -> None:
    async with Page(here, begin(here), services={"get": kept}) as page:
        await page.tap("wins-0")
        assert page.visible("Anna wins the Einzel.")


async def test_a_device_that_refuses_everything_can_still_play(here: Room) -> None:
    refusal = RuntimeError("not allowed")
    names = ("get", "set", "enable", "disable", "light_impact", "heavy_impact", "announce_message")
    async with Page(here, begin(here), services=dict.fromkeys(names, refusal)) as page:
        await page.taps("wins-0", "jay", "jay", "jay", "jay", "telling", "undo")
        assert page.table.version == 5
        await page.tap("back")
        assert not page.errors()


async def test_a_tap_on_a_removed_control_does_nothing(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "color", "wins-1")
        late = page.tap_events("give-up")
        await page.tap("double")
        for node, name, properties, data in late:
            await page._do(node, name, properties, data)
        assert page.table.version == 4
        assert not page.errors()


@at_leisure
async def test_a_very_narrow_and_a_very_wide_page(here: Room) -> None:
    async with Page(here, begin(here), size=(280, 500)) as page:
        for size in ((200, 200), (599, 900), (600, 900), (1199, 500), (3840, 2160), (360, 640)):
            await page.resize(*size)
            await page.tap("wins-0")
            assert not page.errors()
        assert page.table.version == 6
