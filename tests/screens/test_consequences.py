"""The consequences of a report are shown above the buttons, equal lines are merged, and a finished game has a final screen."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from effort import cases, effort
from games.pins import TRANSCRIPTS, transcript
from screens.room import PHONE, TABLET, Page, Room, begin, resume

from companion.i18n import Renderer
from companion.kernel.explain import Explanation, Tone, group_lines
from companion.kernel.log import Header
from companion.kernel.record import Record, replay
from companion.kernel.text import Each, Listing, Param, Player, Text
from companion.storage.library import Shelf

ACROSS = (844, 390)
MODES = [(PHONE, False), (PHONE, True), (ACROSS, False), (ACROSS, True), (TABLET, False)]

#: Buttons.
BUTTONS = ("TextButton", "OutlinedButton")
#: The buttons that ask why, and the players' places, which are above everything.
ASKS = re.compile(r"why|^said$|^proof-|^result|^(player|stacks|chips|points)-[0-9]")

#: Reports during which the circle stays unchanged.
PLAYED_ON = ("Laid", "GoesOn", "TopTold", "CircleTold")

#: Consequences shown in another form: by the prompt, by pictures, or in the typed text itself.
ELSEWHERE = {
    ("labtag", "Picked"): "Anna and Ben turn up both groups.",
    ("letter_jam", "ClueTold"): "The clue: ",
    ("pracherche", "Finish"): "The game is over.",
    ("pracherche", "Equal"): "Both lay 1 card face down, then one face up.",
    ("pracherche", "Cards"): "Both lay 1 card face down, then one face up.",
}
#: The prompt names discarded cards in one sentence.
DISCARDED = " to the discard pile."

#: Minimum share of moments with consequences in lines of their own.
MOST = 2 / 3

GAMES = ("bronzen", "pracherche", "letter_jam", "slam", "schlafmuetze", "labtag")
LOGS = [path for path in TRANSCRIPTS if path.parent.parent.name != "toy_race"]


def logs(game: str) -> Iterator[Any]:
    """Yield the transcripts of a game."""
    for path in LOGS:
        log = transcript(path)
        if log.game.meta.id == game:
            yield log


@cache
def situations(game: str) -> dict[tuple[str, str], tuple[Header, Any, Record]]:
    """Return for every report in every phase of the transcripts the moment with the most consequences."""
    found: dict[tuple[str, str], tuple[Header, Any, Record]] = {}
    for log in logs(game):
        records: list[Record] = []
        replay(log.game, log.header, log.entries, records.append)
        for number, record in enumerate(records, start=1):
            step, line = record.step, record.history[-1] if record.history else None
            if step is None or line is None or line.undone:
                continue
            key = type(line.action).__name__, record.game.view(record.state, None).phase
            most = found.get(key)
            if most is None or len(step.messages) > len((most[2].step or record.start).messages):
                found[key] = log.header, log.entries[:number], record
    return found


def order(page: Page) -> list[tuple[str, str]]:
    """Return the identifiers and kinds of the controls on the page, from top to bottom."""
    return [(str(node.get("_c")), str(node.get("identifier") or "")) for node in page.shown() if isinstance(node, dict)]


def first_button(page: Page) -> int:
    """Return the index of the first button that reports something."""
    around = ""
    for place, (kind, name) in enumerate(order(page)):
        around = name or around
        if kind in BUTTONS and not ASKS.search(around):
            return place
    return len(order(page))


def consequences(record: Record, locale: str = "en") -> list[list[str]]:
    """Return the decisions and instructions of a report, each in full and in its short form if it has one."""
    assert record.step
    lines = group_lines(line for line in record.step.messages if line.is_for(None))
    texts = [line.text for line in lines if line.tone is not Tone.NOTE]
    renderer = Renderer(locale, record.names)
    return [[renderer.text(form) for form in (text, text.brief) if form] for text in texts]


def beside(text: str, game: str, report: str) -> bool:
    """Return whether a text is known to be shown in another form."""
    return text.startswith(ELSEWHERE.get((game, report), "\0")) or text.endswith(DISCARDED)


def is_read(page: Page, forms: list[str]) -> bool:
    """Return whether one form of a text is on the page."""
    return any(form in shown for shown in page.texts() for form in forms)


@pytest.mark.parametrize("game", GAMES)
@cases("size, exactly", MODES, few=2, ids=["phone", "phone exactly", "across", "across exactly", "tablet"])
async def test_consequences_are_above_the_buttons(
    here: Room, game: str, size: tuple[int, int], *, exactly: bool
) -> None:
    kept = {"get": json.dumps({"exactly": [game] if exactly else []})}
    looked = 0
    # each moment is shown in one of the two ways, or in test_dispute, and in all of them in the thorough run
    tried = list(situations(game).items())[exactly * effort(few=1, many=0) :: effort(few=3, many=1)]
    for (report, phase), (header, entries, record) in tried:
        async with Page(here, resume(here, header, entries), size=size, services=kept) as page:
            assert not page.errors()
            if report in PLAYED_ON:
                continue
            shown = [place for place, (_, name) in enumerate(order(page)) if name in ("said", "result")]
            assert all(place < first_button(page) for place in shown), (report, phase)
            meant = [forms for forms in consequences(record) if not beside(forms[0], game, report)]
            assert [forms for forms in meant if not is_read(page, forms)] == [], (report, phase)
            looked += bool(meant and shown)
    assert looked > MOST * len(tried), "in hardly any moment there is nothing to be read"


# Like lines


def players_of(value: Param) -> Iterator[int]:
    """Yield the players named in a value."""
    match value:
        case Player(seat):
            yield seat
        case Listing(items):
            for item in items:
                yield from players_of(item)
        case Text():
            for _, param in value.params:
                yield from players_of(param)


def named(said: list[Explanation]) -> list[tuple[int, ...]]:
    return [tuple(seat for _, value in line.text.params for seat in players_of(value)) for line in said]


@pytest.mark.parametrize("game", GAMES)
def test_merged_lines_name_each_player_once_and_in_order(game: str) -> None:
    for log in logs(game):
        records: list[Record] = []
        replay(log.game, log.header, log.entries, records.append)
        for record in records:
            said = [*(record.step or record.start).messages]
            forms = [each.text.of_several for each in said if each.text.of_several]
            assert all(sum(isinstance(value, Each) for _, value in form.params) == 1 for form in forms)
            one = group_lines(said)
            # no player is lost or repeated, and the order is kept
            assert [seat for who in named(said) for seat in who] == [seat for who in named(one) for seat in who]
            assert (len(one) < len(said)) is any(each not in said for each in one)
            assert all(len(who) == len({*who}) for each, who in zip(one, named(one), strict=True) if each not in said)
            if one == said:
                continue
            for locale in ("en", "de"):
                renderer = Renderer(locale, log.header.seats)
                texts = [renderer.text(line.text) for line in one]
                assert not any("{" in text for text in texts), texts


# At the top


async def test_the_table_scrolls_to_its_top_after_each_report(here: Room) -> None:
    async with Page(here, begin(here)) as page:

        def risen() -> list[Any]:
            return [call.args["offset"] for call in page.calls if call.name == "scroll_to"]

        assert risen() == []
        await page.tap("wins-0")
        assert risen() == [0.0]
        await page.tap("telling")
        assert risen() == [0.0], "nothing was reported"
        await page.tap("undo")
        assert risen() == [0.0, 0.0]


async def test_the_table_is_at_its_top_after_an_undo_in_the_history(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.taps("wins-0", "wins-1")
        await page.tab(2)
        await page.taps("entry-1", "undo-this")
        before = len([call for call in page.calls if call.name == "scroll_to"])
        await page.tab(0)
        assert len([call for call in page.calls if call.name == "scroll_to"]) == before + 1


# What explains


async def test_an_explanation_is_given_in_full_once(here: Room) -> None:
    names = ("Anna", "Ben", "Cleo")
    id = begin(here, *names, game="slam")
    long = "If the draw pile is empty, shuffle the discard pile"
    async with Page(here, id) as page:
        await page.tap("wins-0")
        assert any(long in text for text in page.texts())
        await page.tap("wins-1")
        assert not any(long in text for text in page.texts())
        (short,) = [text for text in page.texts() if text.startswith("All draw up to 5")]
        assert short == "All draw up to 5."
        await page.tap(short)
        assert any(long in text for text in page.texts()), "why? says it all"
        await page.tap("close")
        await page.taps("undo")
        assert any(long in text for text in page.texts()), "it follows the record"


# Nothing moves


def shape(page: Page, identifier: str) -> list[str]:
    """Return the visible elements of a place that take room, line by line."""
    return [str(node.get("_c")) for node in page.within(page.find(identifier)) if node.get("_c") in ("Text", "Row")]


async def test_the_layout_is_stable_when_a_player_leads_or_begins_a_streak(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        before = [shape(page, f"player-{seat}") for seat in range(2)]
        await page.tap("wins-0")
        assert page.visible("+1")
        assert [shape(page, f"player-{seat}") for seat in range(2)] == before
        await page.tap("wins-1")
        await page.taps("color", "wins-0")
        assert page.visible("is winning")
        assert [shape(page, f"player-{seat}") for seat in range(2)] == before


# The finish


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_is_over_has_a_finish(here: Room, game: str) -> None:
    seen = 0
    for log in logs(game):
        over = replay(log.game, log.header, log.entries).record
        if not over.game.is_over(over.state):
            continue
        async with Page(here, resume(here, log.header, log.entries)) as page:
            assert not page.errors()
            assert page.all("rematch")
            first = [rank.seat for rank in page.table.sheet.ranking if rank.place == 1]
            alone = len(first) < len(over.names) and not over.game.meta.cooperative
            assert bool(page.all("winner")) is alone
            if alone:
                assert all(any(over.names[seat] in text for text in page.said(page.find("winner"))) for seat in first)
            highlights = over.highlights()
            assert len(highlights) <= 3
            assert bool(page.all("high-points")) is bool(highlights)
            for each in highlights:
                assert page.visible(Renderer("en", over.names).text(each))
            seen += 1
        if seen == 4:
            break
    assert seen


@pytest.mark.parametrize("game", [*GAMES, "free_sheet"])
async def test_another_press_of_the_last_key_does_nothing(here: Room, game: str) -> None:
    """The end of a game takes no focus, so that Enter or a digit cannot begin the next one."""
    log = next(log for log in logs(game) if _ends(log))
    *before, last = log.entries
    table = resume(here, log.header, before)
    async with Page(here, table, size=TABLET) as page:
        assert not page.all("rematch")
        page.table.submit(last.change)
        await page.until(lambda: bool(page.all("rematch")))
        focused = sum(call.name == "focus" for call in page.calls)
        for key in ("Enter", "1", "Enter", "Space"):
            await page.press(key)
        assert page.all("rematch")
        assert page.view()["route"] == f"/table/{table}"
        assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [table]
        assert not [node for node in page.shown() if node.get("autofocus")]
        assert sum(call.name == "focus" for call in page.calls) == focused


def _ends(log: Any) -> bool:
    """Return whether the last entry of a log, and none before it, ends the game."""
    record = replay(log.game, log.header, log.entries).record
    before = replay(log.game, log.header, log.entries[:-1]).record
    return bool(record.game.is_over(record.state) and not before.game.is_over(before.state))


def test_a_game_without_high_points_has_none() -> None:
    class Bare:
        actions = ()

    log = next(logs("bronzen"))
    record = replay(log.game, log.header, log.entries).record
    bare: Any = Record(Bare(), record.header, record.start)  # type: ignore[arg-type]
    assert bare.highlights() == ()


async def test_the_gold_card_makes_the_finish_golden(here: Room) -> None:
    golden = 0
    for log in logs("slam"):
        over = replay(log.game, log.header, log.entries).record
        if not over.game.is_over(over.state):
            continue
        async with Page(here, resume(here, log.header, log.entries)) as page:
            first = [rank.seat for rank in page.table.sheet.ranking if rank.place == 1]
            if page.all("winner"):
                gold = any(node.get("gradient") for node in page.within(page.find("winner")))
                assert gold is (over.state.gold in first)
                golden += gold
        if golden == 2:
            break
    assert golden


async def test_the_tie_break_is_shown_before_the_calculation(here: Room) -> None:
    ties = 0
    for header, entries, record in [moment for key, moment in situations("slam").items() if key[1] == "verdict"]:
        assert record.step
        said = [Renderer("en", record.names).text(line.text) for line in record.step.messages]
        tie = next((text for text in said if text.startswith("A tie: ")), None)
        if tie is None:
            continue
        async with Page(here, resume(here, header, entries)) as page:
            lines = page.said_last()
            assert lines[0] == tie, lines
            ties += 1
    assert ties


async def test_a_rematch_is_the_main_action_after_a_game(here: Room) -> None:
    log = next(
        log for log in logs("bronzen") if (r := replay(log.game, log.header, log.entries).record).game.is_over(r.state)
    )
    async with Page(here, resume(here, log.header, log.entries)) as page:
        assert page.identifiers().index("rematch") < page.identifiers().index("home")
        await page.tap("rematch")
        assert page.view()["route"] not in ("/", f"/table/{page.id}")
