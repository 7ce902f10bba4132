"""All screens in every size and text size: nothing is cut, broken, covered or too small to be hit."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen
from effort import at_leisure, cases
from playwright.sync_api import Browser
from ui.conftest import Phone, Program, browser
from ui.drawn import HOOK, Drawn, Line, Node, Picture, pages, picture, rebuilt_picture, resize, tap
from ui.scenes import FRESH, LONG, SCENES, Scene, Stage, preferences
from ui.test_login import link_of

from companion.ui.kit.pane import PROMPT
from companion.ui.table.score_line import SCORE_LINE

__all__ = ["browser"]

pytestmark = pytest.mark.browser

SIZES: Final = ((390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900))

#: The size of a television, for boards.
TELEVISION: Final = (1920, 1080)

LOCALES: Final = ("de-DE", "en-GB")

#: Milliseconds after which a fault is checked once more.
LATE: Final = 3000

#: The largest type that the app's own setting has, in percent.
OWN: Final = 160

#: Text size in percent up to which all controls of the next action are in sight.
WHOLE: Final = 130

#: Where the browser keeps the preferences of the device.
KEPT: Final = "flutter.companion.preferences"

#: The question who plays with a phone, and the button by which it takes the first seat.
WHO: Final = "who"
SEAT: Final = "place-0"

#: What contains the buttons of a board, during a game and after it.
FEET: Final = ("foot", "foot-at-the-end")

#: Whether all screens are wanted, which takes a quarter of an hour for each manner, or only a sample.
EVERY: Final = "COMPANION_ALL_SCREENS" in os.environ

#: How high the keyboard of a phone is, in pixels, and the fields for which it opens, by scene.
KEYBOARD: Final = 300
FIELDS: Final = {"set up bronzen": "name-0", "set up slam": "name-1", "rules": "search", "evenings": "search"}

#: By this the client knows a phone, whose keyboard covers the page.
ANDROID: Final = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile"

#: Known faults: patterns of ``scene | text % | size | fault``. Nothing may be added here.
NOT_YET: Final = Path(__file__).with_name("not_yet.txt")


@frozen
class Manner:
    """The settings of a page.

    :param text: the text size in percent: up to ``OWN`` by the app's own setting, above by the device's.
    """

    text: int
    locale: str
    dark: bool


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """The tables of all scenes."""
    data = tmp_path / "data"
    data.mkdir()
    return Stage(data)


@pytest.fixture
def server(tmp_path: Path, stage: Stage) -> Iterator[Program]:
    """The program served with a table for every scene."""
    assert stage.routes
    program = Program.of_this(stage.data, tmp_path / "server.log").start()
    yield program
    program.stop()


def faults_of_scenes(
    browser: Browser,
    server: Program,
    stage: Stage,
    manner: Manner,
    scenes: Sequence[Scene],
    sizes: Sequence[Any],
    *,
    below: bool = False,
    seated: bool = False,
) -> list[str]:
    """Return the faults of some scenes in some sizes, as ``scene | text % | size | fault``.

    :param below: whether the page is checked below the first screen as well.
    :param seated: whether the page joins by the link for phones and takes the first seat of every table.
    """
    found: list[str] = []
    own, device = (manner.text, 100) if manner.text <= OWN else (100, manner.text)
    context = browser.new_context(
        viewport={"width": sizes[0][0], "height": sizes[0][1]},
        has_touch=True,
        locale=manner.locale,
        color_scheme="dark" if manner.dark else "light",
        reduced_motion="reduce",
    )
    context.add_init_script(HOOK)
    context.add_init_script(grown(device))
    phone = Phone(context.new_page(), server.url, server.data)
    phone.page.goto(link_of(server, phone) if seated else server.url)
    if seated:
        phone.url = phone.ready().page.url
    for scene in scenes:
        phone.page.evaluate(f"localStorage.setItem('{KEPT}', {json.dumps(preferences(own / 100, scene))})")
        resize(phone, *sizes[0])
        open_scene(phone, stage, scene)
        for size in sizes:
            resize(phone, *size)
            if scene.page and size != sizes[0]:
                open_scene(phone, stage, scene)  # a sheet stays a sheet: elsewhere it is a window from the start
            where = f"{scene.name} | {manner.text} | {size[0]}x{size[1]}"
            faults = lasting(phone, picture(phone), partial(faults_of, scene, text=manner.text))
            for seen in pages(phone) if below else ():
                faults += [f"{fault} (below)" for fault in lasting(phone, seen, Picture.faults_of_texts)]
            found += [f"{where} | {fault}" for fault in dict.fromkeys(faults)]
    assert phone.errors == []
    context.close()
    return found


def grown(device: int) -> str:
    """Return the script that sets the device's text size in percent."""
    return f"addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '{device}%')"


def open_scene(phone: Phone, stage: Stage, scene: Scene) -> None:
    """Open a scene and make its taps."""
    phone.open(stage.routes[scene.name])
    picture(phone)
    if phone.at(WHO).count():
        tap(phone, SEAT)
        picture(phone)
    for each in scene.taps:
        tap(phone, each)
        picture(phone)


def faults_of(scene: Scene, seen: Picture, text: int) -> list[str]:
    """Return the faults of a screen."""
    return [*seen.faults(), *out_of_sight(scene, seen, text)]


def lasting(phone: Phone, seen: Picture, faults: Callable[[Picture], Iterable[str]]) -> list[str]:
    """Return the faults of a screen that persist: a program under load may not have answered yet."""
    if found := [*faults(seen)]:
        phone.page.wait_for_timeout(LATE)
        found = [*faults(rebuilt_picture(phone))]
    return found


def out_of_sight(scene: Scene, seen: Picture, text: int) -> Iterator[str]:
    """Yield the required controls that are not on the screen: prompt, next controls to tap, scores, and the verdict."""
    asked, *buttons = scene.main or ("",)
    node = seen.node(asked) if asked else None
    if asked and not (seen.wholly_read(node) if asked == PROMPT and text <= WHOLE else seen.in_sight(node)):
        yield f"out of sight: {asked}"
    if buttons and not any(seen.in_sight(seen.node(each)) for each in buttons):
        yield f"out of sight: {' or '.join(buttons)}"
    if asked == PROMPT and not scene.route.endswith("/board"):
        if not buttons and not any(map(seen.in_sight, seen.inside(*FEET))):
            yield "out of sight: all buttons"
        yield from _scores_out_of_sight(seen)
        usual = seen.size == SIZES[0] and text == 100 and not scene.route.endswith("/history")
        if usual and scene.at and scene.at.game != "free_sheet":
            yield from _verdict_out_of_sight(seen)
    if seen.size == SIZES[0] and text == 100:
        yield from (f"out of sight: {each}" for each in scene.every if not seen.whole(seen.node(each)))


def _scores_out_of_sight(seen: Picture) -> Iterator[str]:
    """Yield a fault unless the line with everybody's score is on the screen."""
    if not seen.whole(seen.node(SCORE_LINE)):
        yield f"out of sight: {SCORE_LINE}"


def _verdict_out_of_sight(seen: Picture) -> Iterator[str]:
    """Yield the lines of the referee's last messages that are not wholly on the screen during a game.

    The places of a free sheet show the points that its messages repeat.
    """
    messages = seen.node("said")
    if messages and not seen.node("winner"):
        yield from (
            f"out of sight: {line!r} of the verdict" for line in messages.text.splitlines() if not seen.reads(line)
        )


def unknown(faults: Sequence[str]) -> list[str]:
    """Return the faults that are not known yet."""
    known = [re.compile(line) for line in NOT_YET.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [fault for fault in faults if not any(pattern.search(fault) for pattern in known)]


#: The sample of every run: the screens with names, numbers and many buttons.
SAMPLE: Final = (
    "picker",
    "bronzen",
    "bronzen by the cards",
    "schlafmuetze, every card",
    "slam, the stage",
    "what no longer fits",
    "sheet of six",
    "board of labtag of six",
)


def test_some_screens_have_room_for_their_content(browser: Browser, server: Program, stage: Stage) -> None:
    scenes = [scene for scene in SCENES if scene.name in SAMPLE]
    faults = faults_of_scenes(browser, server, stage, Manner(130, "de-DE", True), scenes, SIZES[:3])
    assert unknown(faults) == []


#: Boards that had no room for a button in the largest type.
HUGE: Final = (
    "bronzen by its points, a correction",
    "bronzen, its end",
    "free sheet of eight",
    "labtag, a match told",
    "letter jam by the chips",
    "letter jam, who moves on",
    "schlafmuetze, who laid it",
    "slam, a question",
)


def test_boards_show_a_button_in_the_largest_type(browser: Browser, server: Program, stage: Stage) -> None:
    scenes = [scene for scene in SCENES if scene.name in HUGE]
    assert faults_of_scenes(browser, server, stage, Manner(200, "de-DE", False), scenes, SIZES[:2]) == []


def test_a_room_fits_in_the_largest_type(browser: Browser, tmp_path: Path) -> None:
    program = Program.of_this(tmp_path, tmp_path / "server.log").start("--rooms")
    context = browser.new_context(
        viewport={"width": SIZES[0][0], "height": SIZES[0][1]}, has_touch=True, locale="de-DE", reduced_motion="reduce"
    )
    context.add_init_script(HOOK)
    context.add_init_script(grown(200))
    phone = Phone(context.new_page(), program.url, tmp_path)
    page = phone.page
    try:
        page.goto(program.url)
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert page.evaluate(wide) <= 0
        page.fill("#title", "Die Bretterbande")
        page.click("form button")
        page.locator("#open").wait_for(state="visible")
        assert page.evaluate(wide) <= 0
        page.click("#open")
        phone.url = phone.ready().page.url.partition("?")[0]
        phone.open("settings")
        found = []
        for tapped in ("host-link", "room-delete"):
            tap(phone, tapped)
            for size in SIZES[:2]:
                resize(phone, *size)
                found += lasting(phone, picture(phone), Picture.faults)
                # an address may be broken anywhere
                found = [fault for fault in found if "://" not in fault]
            resize(phone, *SIZES[0])
        assert found == []
    finally:
        program.stop()
    context.close()


@cases("locale", LOCALES, few=1)
def test_all_games_fit_where_one_is_chosen(browser: Browser, server: Program, stage: Stage, locale: str) -> None:
    scenes = [scene for scene in SCENES if scene.every]
    assert faults_of_scenes(browser, server, stage, Manner(100, locale, False), scenes, SIZES[:1]) == []


@at_leisure
@cases("locale", LOCALES, few=1)
def test_all_games_fit_before_any_was_played(browser: Browser, tmp_path: Path, locale: str) -> None:
    fresh = Stage(tmp_path, (FRESH,))
    program = Program.of_this(tmp_path, tmp_path / "server.log").start()
    try:
        assert faults_of_scenes(browser, program, fresh, Manner(100, locale, False), [FRESH], SIZES[:1]) == []
    finally:
        program.stop()


#: The boards that have the least room, in every game.
TIGHT: Final = (
    "bronzen",
    "bronzen, to double",
    "labtag of six",
    "letter jam, who moves on",
    "schlafmuetze",
    "slam of six",
)


def tight(*sample: str) -> tuple[Scene, ...]:
    """Return the boards with the least room, or a sample of them.

    The places of six players with long names have no room above the buttons; the line of scores has all of them.
    """
    wanted = TIGHT if EVERY else sample
    return tuple(evolve(scene, every=()) for scene in SCENES if scene.name in wanted)


@pytest.mark.parametrize(("text", "sample"), [(100, ("bronzen", "schlafmuetze")), (200, ("slam of six",))])
def test_every_board_has_room_for_long_names(
    browser: Browser, tmp_path: Path, text: int, sample: tuple[str, ...]
) -> None:
    scenes = tight(*sample)
    stage = Stage(tmp_path, scenes, LONG)
    assert stage.routes
    program = Program.of_this(tmp_path, tmp_path / "server.log").start()
    try:
        faults = faults_of_scenes(browser, program, stage, Manner(text, "de-DE", False), scenes, SIZES[:2])
    finally:
        program.stop()
    # an unbreakable name may be wider than a phone in the largest type
    assert [fault for fault in faults if "out of sight" in fault] == []


def test_a_seated_phone_shows_scores_verdict_and_buttons(browser: Browser, tmp_path: Path) -> None:
    scenes = tight("bronzen", "slam of six")
    stage = Stage(tmp_path / "data", scenes)
    (tmp_path / "data").mkdir()
    assert stage.routes
    program = Program.of_this(tmp_path / "data", tmp_path / "server.log").start("--lan")
    try:
        faults = faults_of_scenes(browser, program, stage, Manner(100, "de-DE", False), scenes, SIZES[:1], seated=True)
    finally:
        program.stop()
    assert unknown(faults) == []


def test_a_field_is_in_sight_while_the_keyboard_is_open(browser: Browser, tmp_path: Path) -> None:
    scenes = tuple(scene for scene in SCENES if scene.name in (FIELDS if EVERY else ("set up slam",)))
    finished = tuple(scene for scene in SCENES if scene.name == "bronzen, its end")
    stage = Stage(tmp_path, scenes + finished)
    assert stage.routes
    program = Program.of_this(tmp_path, tmp_path / "server.log").start()
    wide, high = SIZES[0]
    context = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=True, locale="de-DE", user_agent=ANDROID
    )
    context.add_init_script(HOOK)
    phone = Phone(context.new_page(), program.url, tmp_path)
    try:
        for scene in scenes:
            field = FIELDS[scene.name]
            phone.page.set_viewport_size({"width": wide, "height": high})
            open_scene(phone, stage, scene)
            tap(phone, field)
            phone.page.set_viewport_size({"width": wide, "height": high - KEYBOARD})
            seen = picture(phone)
            assert seen.in_sight(seen.node(field)), scene.name
    finally:
        program.stop()
    context.close()


@pytest.mark.skipif(not EVERY, reason="takes a quarter of an hour for each manner")
@pytest.mark.parametrize(
    "manner",
    [
        Manner(100, "de-DE", False),
        Manner(100, "en-GB", True),
        Manner(130, "de-DE", True),
        Manner(130, "en-GB", False),
        Manner(OWN, "de-DE", False),
        Manner(200, "de-DE", True),
        Manner(200, "en-GB", False),
    ],
    ids=lambda manner: f"{manner.text}-{manner.locale}-{'dark' if manner.dark else 'light'}",
)
def test_all_screens_have_room_for_their_content(
    browser: Browser, server: Program, stage: Stage, manner: Manner
) -> None:
    boards = [scene for scene in SCENES if scene.route.endswith("/board")]
    faults = faults_of_scenes(browser, server, stage, manner, SCENES, SIZES, below=True)
    assert unknown([*faults, *faults_of_scenes(browser, server, stage, manner, boards, [TELEVISION])]) == []


def drawn(said: str, *lines: tuple[str, str], wide: float = 100.0, at: float = 0.0, exceeded: bool = False) -> Drawn:
    """Return a text on a page of 390 by 844."""
    placed = tuple(
        Line(text, next, (at, 100.0 + 20 * n, at + wide, 120.0 + 20 * n)) for n, (text, next) in enumerate(lines)
    )
    return Drawn(said, placed, exceeded, (0.0, 0.0, 390.0, 844.0))


def target(id: str, *box: float) -> Node:
    """Return something to tap."""
    return Node(id=id, box=box, name=id, label="", role="button", target=True, scrolls=(False, False))  # type: ignore[arg-type]


GOOD: Final = Picture((390, 844), (drawn("Count", ("Count", "")),), (target("wins", 0, 0, 100, 48),))


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (evolve(GOOD, texts=(drawn("Counter", ("Count", "e"), ("er", "")),)), "broken: 'Count' + 'e'"),
        (evolve(GOOD, texts=(drawn("Anna-Katharina", ("Anna-Kat", ""), exceeded=True),)), "cut short"),
        (evolve(GOOD, texts=(drawn("Mareike", ("Mareike", ""), at=350.0),)), "cut off"),
        (evolve(GOOD, texts=(drawn("Tim", ("Tim", "")), drawn("0", ("0", ""), at=90.0))), "overlap"),
        (evolve(GOOD, texts=(drawn("and Ben", ("and Ben", "")),), grounds=((0, 60, 200, 110),)), "out of its place"),
        (evolve(GOOD, nodes=(target("wins", 10, 10, 50, 58),)), "small"),
        (evolve(GOOD, nodes=(target("a", 10, 10, 60, 60), target("b", 50, 10, 100, 60))), "on each other"),
    ],
    ids=lambda value: value.split(":")[0] if isinstance(value, str) else "",
)
def test_faults_are_found(bad: Picture, fault: str) -> None:
    assert list(GOOD.faults()) == []
    assert [found for found in bad.faults() if found.startswith(fault)]


def test_text_cut_outside_the_viewport_is_not_reported() -> None:
    cut = drawn("Anna-Katharina", ("Anna-Kat", ""), exceeded=True)
    below = evolve(GOOD, texts=(evolve(cut, clip=(0.0, 0.0, 390.0, 90.0)),))
    assert list(below.faults()) == []
