"""Keyboard shortcuts: their effects at the table, the list of them, and that they are inactive in text fields."""

import re
from typing import Final

import pytest
from effort import effort, pairs
from harness import Call, Node
from screens.room import PHONE, SIZES, TABLET, Page, Room, begin, on_each_size

from companion.games import games
from companion.i18n import Renderer
from companion.ui.app.context import AppContext


@SIZES
async def test_events_are_reported_and_undone_by_keys(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size, pause=60.0) as page:
        await page.press("2")
        assert [line.undone for line in page.table.record.history] == [False]
        first = page.table.record.history[0].action
        await page.press("1")
        assert page.table.record.history[1].action != first
        await page.press("Ctrl+Z")
        await page.press("U")
        assert [line.undone for line in page.table.record.history] == [True, True]
        await page.press("U")
        assert not page.all("refused"), "nothing to undo, and no refusal"
        await page.press("Ctrl+Shift+Z")
        await page.press("Meta+Y")
        assert [line.undone for line in page.table.record.history] == [False, False]
        version = page.table.version
        for idle in ("9", "Ctrl+1", "Alt+1", "Q", "F5", "Shift+Tab"):
            await page.press(idle)
        assert page.table.version == version


@SIZES
async def test_esc_removes_a_refusal_and_then_leads_back(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps("jay", "jay", "jay", "jay")
        assert page.all("refused")
        await page.press("Escape")
        assert not page.all("refused")
        assert page.all("prompt")
        await page.press("Escape")
        assert not page.all("prompt")


async def test_a_screen_reader_reads_one_side_to_its_end(here: Room) -> None:
    async with Page(here, begin(here), size=TABLET) as page:
        await page.tap("wins-0")
        sides = [node for node in page.of("Semantics") if node.get("container") and not node.get("identifier")]

        def side(what: str) -> list[int]:
            (here,) = [node for node in page.shown() if node.get("identifier") == what]
            return [n for n, one in enumerate(sides) if here in page.within(one)]

        assert side("prompt")[0] == side("wins-0")[0] != side("entry-1")[0] == side("round-1-0")[0]


@pytest.mark.parametrize("locale", ["de", "en"])
async def test_the_keys_are_listed_with_their_effects(here: Room, locale: str) -> None:
    async with Page(here, begin(here), size=TABLET, locale=locale) as page:
        await page.press("?")
        ctrl = "Strg" if locale == "de" else "Ctrl"
        assert page.visible(f"{ctrl}+Z")
        first = Renderer(locale, page.table.names).text(page.table.offers(None)[0].label)
        assert page.said(page.find("key-1")) == [first, "1"]
        keys = [each for each in page.identifiers() if each.startswith("key-")]
        assert {"key-u", "key-/", "key-escape", "key-?"} <= {*keys}
        assert len(keys) == len(set(keys))
        version = page.table.version
        await page.press("1")
        assert page.table.version == version, "a sheet has no offers"
        await page.press("Escape")
        assert not page.all("key-u")
        assert page.all("prompt"), "the first Esc closes, and no more"
        await page.menu("Tastenkürzel" if locale == "de" else "Keyboard shortcuts")
        assert page.all("key-u")
        await page.press("Escape")
        await page.press("Escape")
        assert not page.all("prompt")


@SIZES
async def test_keys_are_inactive_while_typing(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), "rules", size=size) as page:
        await page.event(page.field("search"), "focus")
        for key in ("1", "U", "/", "?", "Escape"):
            await page.press(key)
        assert page.table.version == 0
        assert page.all("search")
        assert not page.all("key-u")
        await page.event(page.field("search"), "blur")
        await page.press("1")
        assert page.table.version == (size == TABLET), "on a phone no offer is in sight beside the rules"


@SIZES
async def test_a_closed_field_does_not_capture_keys(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), "rules", size=size) as page:
        await page.event(page.field("search"), "focus")
        await page.go(f"/table/{page.id}")
        await page.press("1")
        assert page.table.version == 1


#: What the program asks of a field that is to take the focus.
FOCUS: Final = Call("TextField", "focus", {})


@SIZES
async def test_the_rules_are_searched_by_a_key(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.press("/")
        assert page.field("search")["autofocus"]
    async with Page(here, route="/settings", size=size) as page:
        await page.press("/")
        assert page.field("search")["autofocus"]
        await page.enter("search", "jay")
        asked = page.calls.count(FOCUS)
        await page.press("/")
        assert page.focus == "search"
        assert page.calls.count(FOCUS) == asked + 1, "it takes the focus again"
        assert page.field("search")["value"] == "jay"


async def test_esc_leads_back_step_by_step(here: Room) -> None:
    async with Page(here, route="/rules/bronzen.jay", size=TABLET) as page:
        await page.press("Escape")
        assert page.page["route"] == "/rules" or page.all("search")
        await page.press("Escape")
        assert not page.all("search")
        await page.press("Escape")
        assert not page.errors()


async def test_the_gavel_has_no_offers_but_the_search(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("disagree-now")
        for key in ("1", "2", "/"):
            await page.press(key)
        assert page.table.version == 0
        assert page.all("go-on")
        assert page.field("search")["autofocus"]


async def test_the_settings_lead_to_the_list(here: Room) -> None:
    async with Page(here, route="/settings", size=TABLET) as page:
        await page.tap("keys")
        assert page.all("key-escape")
        assert not page.all("key-u"), "there is nothing to take back here"
    async with Page(here, route="/settings") as page:
        assert not page.all("keys")


#: The most common first event of each game; on the free sheet digits are typed.
FIRST = {
    "bronzen": "wins-0",
    "pracherche": "round-0",
    "slam": "wins-0",
    "schlafmuetze": "halt",
    "labtag": "all-laid",
    "letter_jam": "dealt-5",
    "toy_race": "offer-0",
}


@pairs("game, size", [*FIRST, "free_sheet"], [PHONE, TABLET])
async def test_the_focus_begins_at_the_most_common_event(here: Room, game: str, size: tuple[int, int]) -> None:
    async with Page(here, _table(here, game), size=size) as page:
        (begins,) = [node for node in page.shown() if node.get("autofocus")]
        assert begins in page.within(page.find(FIRST.get(game, "next")))


@SIZES
async def test_a_step_of_a_game_has_keys_of_its_own(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="letter_jam")
    async with Page(here, id, size=size) as page:
        await page.taps("dealt-5", "giver-0")
        await page.press("?")
        assert page.said(page.find("key-3"))[1] == "3–9", "the digits that are keys on the screen are listed as one"
        assert page.all("key-u"), "so is what the table does by keys, although the step can be left like a window"
        await page.press("Escape")
        assert page.all("letters-5"), "the first Esc closes the list alone"
        await page.press("5")
        assert page.table.version == 2
        await page.press("U")
        assert [line.undone for line in page.table.record.history] == [False, True]


async def test_the_focus_begins_at_the_correction(here: Room) -> None:
    async with Page(here, begin(here), size=TABLET) as page:
        await page.taps("wins-0", "color")
        focused = sum(call.name == "focus" for call in page.calls)
        await page.taps("entry-1", "amend")
        await page.until(lambda: sum(call.name == "focus" for call in page.calls) > focused)


@SIZES
async def test_a_report_by_a_digit_returns_the_focus_to_the_first_stop(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size, pause=60.0) as page:
        focused = sum(call.name == "focus" for call in page.calls)
        await page.press("2")
        await page.until(lambda: sum(call.name == "focus" for call in page.calls) > focused)


async def test_an_alternative_has_a_digit_and_may_be_the_first_stop(here: Room) -> None:
    async with Page(here, begin(here, "Anna", "Bo", "Cem", game="labtag"), size=TABLET) as page:
        await page.taps("all-laid")
        (begins,) = [node for node in page.shown() if node.get("autofocus")]
        assert (begins["_c"], begins["value"]) == ("Radio", "against-1")
        await page.press("2")
        assert page.all("match-2"), "the second way is chosen: it is Anna against Cem"
        (begins,) = [node for node in page.shown() if node.get("autofocus")]
        assert begins in page.within(page.find("match-0")), "only the winner is missing"


async def test_controls_under_the_contents_of_a_book_are_not_focusable(here: Room) -> None:
    async with Page(here, route="/read/labtag/book") as page:
        for opened in (True, False):
            await page.tap("Contents")
            around = next(path for path in page._paths() if path[-1].get("identifier") == "section-0")
            assert any(node.get("exclude_semantics") for node in around) is opened


def _table(here: AppContext, game: str) -> str:
    return begin(here, *("Anna", "Bo", "Cem")[: games()[game].meta.seats[1]], game=game)


@on_each_size
@pytest.mark.parametrize(("game", "first"), FIRST.items())
async def test_digits_are_the_buttons_that_are_drawn(here: Room, game: str, first: str, size: tuple[int, int]) -> None:
    async with Page(here, _table(here, game), size=size) as page:
        await page.press("?")
        listed = [page.said(page.find(f"key-{digit}"))[0] for digit in "123456789" if page.all(f"key-{digit}")]
        assert listed
        await page.press("Escape")
    # a digit is bound like any other: the first ones show a wrong button
    for digit, says in enumerate(listed[: effort(few=2, many=9)], start=1):
        became = []
        for by_key in (True, False):
            async with Page(here, _table(here, game), size=size) as page:
                (button,) = [each for each in page.of("TextButton") if " · ".join(_said(page, each)) == says]
                assert digit > 1 or button in page.within(page.find(first))
                await (page.press(str(digit)) if by_key else page.tap(button))
                shown = [text for text in page.texts() if not re.fullmatch(r"\d+:\d+", text)]  # but for the time
                became.append((shown, len(page.table.record.entries), page.announced()))
        assert became[0] == became[1], says


def _said(page: Page, button: Node) -> list[str]:
    """Return the text of a button: its name, or all its visible text."""
    paths = [path for path in page._paths() if path[-1]["_i"] == button["_i"]]
    named = [str(node["label"]) for path in paths for node in reversed(path) if node.get("label")]
    return named[:1] or page.said(button)


async def test_points_are_entered_by_the_keyboard_alone(here: Room) -> None:
    async with Page(here, _table(here, "free_sheet")) as page:
        for sign in ("1", "2", "+", "Backspace", "Numpad 3", "Numpad Subtract", "Numpad Add", "4"):
            await page.press(sign)
        assert page.label("typed") == "Anna: 123 + 4 = 127"
        for more in ("5", "Backspace"):
            focused = sum(call.name == "focus" for call in page.calls)
            await page.press(more)
            await page.until(lambda before=focused: sum(call.name == "focus" for call in page.calls) > before)  # type: ignore[misc]
        await page.press("Enter")
        assert page.table.version == 0, "the button itself hears Enter, and the table must not hear it once more"
        await page.tap("next")
        assert page.table.record.history[0].action.points == "123+4"
        assert page.label("typed") == "Bo: …"


async def test_backspace_deletes_the_last_key_of_a_keypad(here: Room) -> None:
    async with Page(here, begin(here, "Anna", "Bo", game="labtag")) as page:
        await page.taps("all-laid", "check")
        for key in ("1", "8", "Backspace", "9"):
            await page.press(key)
        assert page.label("sum-0").endswith(": 19")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", {"0": "0–9, + and −", "backspace": "Backspace", "enter": "Enter key"}),
        ("de", {"0": "0–9, + und −", "backspace": "Rücktaste", "enter": "Eingabetaste"}),
    ],
)
async def test_typing_keys_are_listed_as_such(here: Room, locale: str, said: dict[str, str]) -> None:
    async with Page(here, _table(here, "free_sheet"), size=TABLET, locale=locale) as page:
        await page.press("?")
        assert {key: page.said(page.find(f"key-{key}"))[1] for key in said} == said
        assert not page.all("key-1")


@SIZES
async def test_an_alternative_is_a_radio_button(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, route="/settings", size=size, locale="en") as page:
        group = next(node for node in page.of("RadioGroup") if node["value"].startswith("language"))
        ways = {node["value"] for node in page.of("Radio")}
        assert {"language-device", "language-de", "language-en"} <= ways
        assert group["value"] == "language-device"
        await page.choose(group, "language-de")  # as the arrow keys do
        assert page.visible("Sprache")
        await page.tap("language-en")
        group = next(node for node in page.of("RadioGroup") if node["value"].startswith("language"))
        assert (group["value"], page.visible("Language")) == ("language-en", True)


async def test_a_dialog_has_an_accessible_title(here: Room) -> None:
    async with Page(here, begin(here), size=TABLET) as page:
        await page.tap("prompt-why")
        (dialog,) = page.of("AlertDialog")
        assert dialog["semantics_label"] == "Why?"


@SIZES
async def test_esc_leads_from_the_rules_back_to_the_table(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), "rules", size=size) as page:
        await page.press("Escape")
        assert not page.all("search")
        assert page.all("prompt")


async def test_a_bottom_sheet_has_an_accessible_title(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("prompt-why")
        (sheet,) = page.of("BottomSheet")
        assert "Why?" in [node.get("label") for node in page.within(sheet)]
        assert page.announced()[-1] == "Why?"


@pairs("locale, size", ["de", "en"], [PHONE, TABLET])
async def test_the_report_is_the_title_of_its_form(here: Room, locale: str, size: tuple[int, int]) -> None:
    async with Page(here, _table(here, "letter_jam"), size=size, locale=locale) as page:
        (said,) = page.said(page.find("dealt-mixed"))
        await page.tap("dealt-mixed")
        (dialog,) = (*page.of("AlertDialog"), *page.of("BottomSheet"))
        assert [node.get("value") for node in page.within(dialog) if node["_c"] == "Text"].count(said) == 1
        assert page.announced()[-1] == said
        assert said in [dialog.get("semantics_label"), *(node.get("label") for node in page.within(dialog))]
