"""The big board: the public state of a table, as large as possible, without controls to report."""

from pathlib import Path
from typing import Final

import flet as ft
import pytest
from attrs import evolve
from effort import pairs
from fontTools.ttLib import TTFont
from screens.room import PHONE, Page, Room, begin, room, submit
from screens.test_privacy_screen import held, noted, secrets, table
from screens.test_seats_on_phones import Phone, hall
from ui.scenes import SCENES, At, Scene

from companion import ui
from companion.games import games
from companion.games.bronzen.reports import Einzel
from companion.games.free_sheet.reports import Finished, Scored
from companion.games.labtag.reports import AllLaid
from companion.games.slam.cards import Attribute
from companion.games.slam.reports.opening import SlamOpened
from companion.i18n import Renderer
from companion.tables.roles import Grant, Role
from companion.ui.design import theme
from companion.ui.design.text_fit import ems, lines_of
from companion.ui.kit import seat_view
from companion.ui.kit.big_board import Piece, Pieces, largest
from companion.ui.kit.game_screen import GameScreen

FONTS: Final = Path(ui.__file__).parent / "assets" / "fonts"

TELEVISION: Final = (1920, 1080)
IN_THE_MIDDLE: Final = (844, 390)
BOARDS: Final = tuple(scene for scene in SCENES if scene.route.endswith("/board"))

#: Names of the maximum length, and realistic ones.
LONG: Final = ("Donaudampfschifffahrtsgesellschaftskapit", "Anna-Katharina von und zu Hohenstein-Wittelsbach"[:40])
EIGHT: Final = (*LONG, "Ben", "Maximilian", "Hildegard", "Friederike", "Tim", "Wilhelmine")


def sizes(page: Page, identifier: str) -> dict[str, float]:
    """Return the largest size of each text in a control."""
    found: dict[str, float] = {}
    for node in page.within(page.find(identifier)):
        if node["_c"] == "Text" and isinstance(node.get("style"), dict):
            said = str(node["value"])
            found[said] = max(found.get(said, 0.0), node["style"]["size"])
    return found


def ranked(page: Page) -> list[str]:
    """Return the places of all players from the first to the last."""
    return [name for name in page.identifiers() if name.startswith("player-")]


@pytest.mark.parametrize("scene", BOARDS, ids=lambda scene: scene.name)
async def test_every_game_is_readable_from_three_metres(here: Room, scene: Scene) -> None:
    assert scene.at
    id = scene.at.begin(here.tables)
    async with Page(here, id, "board", size=TELEVISION, locale="de") as page:
        assert not page.errors()
        buttons = [node for kind in ("TextButton", "IconButton", "TextField") for node in page.of(kind)]
        assert len(buttons) == 1, "only the cross: nothing is reported here"
        assert min(sizes(page, "prompt").values()) >= 64.0
        names = page.table.names
        for seat, name in enumerate(names):
            place = sizes(page, f"player-{seat}")
            assert place[name] >= 48.0
            if not page.table.game.meta.cooperative:
                points = Renderer("de").number(page.table.sheet.totals[seat])
                assert place[points] >= 48.0


@pairs("id, size", sorted(games()), [PHONE, IN_THE_MIDDLE])
async def test_long_names_have_room_at_a_full_table(here: Room, id: str, size: tuple[int, int]) -> None:
    names = EIGHT[: games()[id].meta.seats[1]]
    async with Page(here, begin(here, *names, game=id), "board", size=size) as page:
        assert not page.errors()
        wide = (size[0] if size == PHONE else size[0] / 2) - 2 * theme.Space.s
        for seat, name in enumerate(names):
            set_in = sizes(page, f"player-{seat}")[name]
            assert lines_of(name, set_in, wide), "no word is broken"
            assert set_in >= 10.0
        assert page.texts().count(names[0]) == 1


async def test_no_key_reports_anything_on_the_board(here: Room) -> None:
    id = begin(here)
    submit(here, id, Einzel(0))
    async with Page(here, id, "board") as page:
        for key in ("1", "U", "Ctrl+Z", "0"):
            await page.press(key)
        assert page.table.version == 1


@pytest.mark.parametrize("id", sorted(games()))
async def test_without_a_board_of_its_own_a_game_shows_its_facts(
    tmp_path: Path, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_view, "screen_of", lambda meta: GameScreen())
    here = room(tmp_path)
    async with Page(here, begin(here, *EIGHT[2 : 2 + games()[id].meta.seats[0]], game=id), "board") as page:
        assert not page.errors()
        texts = Renderer("en", page.table.names)
        facts = page.table.view(None).facts
        assert all(texts.text(fact.label) in page.texts() for fact in facts)


async def test_the_board_ignores_the_devices_text_size(here: Room) -> None:
    id = begin(here)
    found = []
    for text in (1.0, 1.6):
        async with Page(here, id, "board", services={"get": f'{{"text": {text}}}'}) as page:
            found.append(sizes(page, "player-0"))
    assert found[0] == found[1]
    async with Page(here, id, "board") as page:
        (digit,) = [
            node
            for node in page.nodes()
            if node["_c"] == "Text" and node.get("value") == "0" and node.get("on_size_change")
        ]
        await page.event(digit, "size_change", {"w": 120.0, "h": 200.0})
        assert sizes(page, "player-0") == {text: size / 2 for text, size in found[0].items()}, "the device doubles it"


async def test_the_menu_opens_the_board_and_cross_and_esc_close_it(here: Room) -> None:
    async with Page(here, begin(here), locale="de") as page:
        await page.menu("Große Tafel")
        assert page.all("board")
        await page.tap("close-board")
        assert page.all("wins-0")
        await page.menu("Große Tafel")
        await page.press("Escape")
        assert page.all("wins-0")


async def test_the_link_of_the_board_opens_no_other_table(tmp_path: Path) -> None:
    here = hall(tmp_path)
    mine, other = begin(here), begin(here)
    passes = (Grant(Role.VIEWER, mine),)
    async with Phone().at(here, mine, tab="board", passes=passes) as page:
        assert page.all("board")
        assert page.visible("Reveal the top cards.")
    async with Phone().at(here, other, tab="board", passes=passes) as page:
        assert page.visible("Your link is for another table.")


async def test_an_address_of_no_table_leads_home(tmp_path: Path) -> None:
    async with Page(room(tmp_path), "nothing", "board") as page:
        assert page.visible("This game cannot be opened.")
        assert page.all("home")


async def test_the_board_shows_and_announces_events(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as phone, Page(here, id, "board") as page:
        said = "Anna wins the Einzel. Anna puts a black chip on the interim account."
        await phone.tap("wins-0")
        await page.until(lambda: page.announced() == [said])
        assert page.visible("+1")
        assert [call.name for call in page.calls if call.control == "Wakelock"] == ["enable"]
        await phone.tap("disagree-now")
        await page.until(lambda: page.visible("Play is paused."))


async def test_the_board_ranks_players_by_points(here: Room) -> None:
    many, few = (
        begin(here, "Anna", "Ben", "Cem", game="free_sheet", house={"wins": wins, "end": "target", "target": 500})
        for wins in ("most", "fewest")
    )
    for id in (many, few):
        submit(here, id, Scored(0, "10"), Scored(1, "30"), Scored(2, "20"))
    async with Page(here, many, "board") as page:
        assert ranked(page) == ["player-1", "player-2", "player-0"]
        assert page.visible("Any other game · Round 2 · Points to reach: 500")
        assert page.visible("1."), "the round of the sheet"
    async with Page(here, few, "board") as page:
        assert ranked(page) == ["player-0", "player-2", "player-1"]


async def test_at_the_end_the_board_shows_the_winner_and_all_places(here: Room) -> None:
    id = begin(here, "Anna", "Ben", "Cem", game="free_sheet")
    submit(here, id, Scored(0, "10"), Scored(1, "30"), Scored(2, "10"), Finished())
    async with Page(here, id, "board") as page:
        assert page.visible("Ben has won.")
        assert not page.visible("The game is over."), "the end is said once"
        assert ranked(page) == ["player-1", "player-0", "player-2"]
        assert [next(iter(sizes(page, name))) for name in ranked(page)] == ["1.", "2.", "2."]
        assert "enable" not in [call.name for call in page.calls]
        assert not page.visible("The next game has begun.")
        here.tables.rematch(id)
        await page.until(lambda: not page.visible("Ben has won."))
        assert page.all("board"), "a television continues with the next game"
    async with Page(here, id, "board") as page:
        assert page.visible("The next game has begun."), "who looks at an old game stays there"


async def test_the_board_highlights_the_player_who_is_asked(here: Room) -> None:
    id = At("labtag", 4, (AllLaid(10, 5),)).begin(here.tables)
    async with Page(here, id, "board") as page:
        (turn,) = page.table.view(None).asked
        bold = [
            name for name in ranked(page) if [n for n in page.within(page.find(name)) if n.get("foreground_decoration")]
        ]
        assert bold == [f"player-{turn}"]


async def test_the_board_does_not_show_the_owner_of_a_letter(tmp_path: Path) -> None:
    here, bens = hall(tmp_path), Phone()
    id = table(here)
    async with Page(here, id) as middle:
        await noted(middle)
    async with bens.at(here, id) as his:
        await his.sit(1)
        await his.tap("sheets")
        assert secrets(his)
    async with bens.at(here, id, tab="board") as his, Page(here, id, "board") as page:
        assert his.all("board")
        assert not secrets(his), "not on his own phone either: it is in the middle"
        assert not secrets(page)


async def test_the_board_hides_poets_until_they_are_revealed(here: Room) -> None:
    id = At("slam", 2, (SlamOpened("Comedy Slam", (Attribute.STYLE,)),), exactly=True).begin(here.tables)
    async with Page(here, id, services={"get": '{"exactly": ["slam"]}'}) as phone, Page(here, id, "board") as page:
        assert page.visible("Comedy Slam")
        await phone.tap("next-poet")
        await phone.enter("poet-name", "Xaver")
        await phone.tap("poet-done")
        assert phone.visible("Xaver")
        assert not [text for text in held(page.page) if "Xaver" in text]


async def test_the_words_of_letter_jam_stay_at_its_end(here: Room) -> None:
    id = At("letter_jam", log="letter_jam_last_token").begin(here.tables)
    async with Page(here, id, "board", size=TELEVISION) as page:
        words = [laid for laid in page.table.view(None).words if laid and laid.worth]  # type: ignore[attr-defined]
        assert words
        for seat, laid in enumerate(page.table.view(None).words):  # type: ignore[attr-defined]
            texts = sizes(page, f"player-{seat}")
            assert laid.worth is None or laid.worth.calculation in texts


@pytest.mark.parametrize("log", ["letter_jam_last_token", "letter_jam_little_last_token"])
async def test_the_board_shows_the_sum_while_words_are_revealed(here: Room, log: str) -> None:
    whole = At("letter_jam", log=log)
    session = here.tables.table(whole.begin(here.tables)).session
    assert session
    judged = 0
    for entries in range(session.version - 2 * len(session.names), session.version + 1):
        id = evolve(whole, entries=entries).begin(here.tables)
        async with Page(here, id, "board", size=TELEVISION) as page:
            assert not page.errors()
            view = page.table.view(None)
            words = [laid for laid in view.words if laid and laid.worth]  # type: ignore[attr-defined]
            points = sum(view.points)  # type: ignore[attr-defined]
            if page.table.is_over:
                assert page.visible(f"Together: {points}"), "the outcome says it"
            else:
                assert any(text == f"The team: {points} points" for text in page.texts()) is bool(words)
                judged += bool(words)
    assert judged > 1


#: The typefaces in which a board is set.
FACES: Final = ("Fraunces-SemiBold", "AtkinsonHyperlegibleNext-Regular")


@pytest.mark.parametrize("face", FACES)
def test_no_letter_is_wider_than_estimated(face: str) -> None:
    font = TTFont(FONTS / f"{face}.ttf")
    letters, widths = font.getBestCmap(), font["hmtx"]
    for code, glyph in letters.items():
        wide = widths[glyph][0] / font["head"].unitsPerEm
        assert ems(chr(code)) >= wide - 0.005, f"{chr(code)!r} is {wide:.2f}"


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [("Anna und Ben", 80.0, 1), ("Anna und Ben", 50.0, 2), ("Anna-Katharina", 60.0, 2), ("Hildegard", 30.0, None)],
)
def test_a_text_wraps_without_breaking_words(text: str, room: float, lines: int | None) -> None:
    assert lines_of(text, 10.0, room) == lines


def test_pieces_wrap_and_a_piece_that_is_too_wide_shrinks() -> None:
    pieces = Pieces([Piece(2.0, lambda size: ft.Container(width=2 * size, height=size))] * 3)
    assert pieces.high(10.0, 100.0) == 10.0
    assert pieces.high(10.0, 50.0) == 23.5
    assert pieces.high(10.0, 10.0) == pytest.approx(3 * 5.0 + 2 * 1.75)
    size = largest(pieces, 50.0, 23.5, 40.0)
    assert size < 10.1
    assert pieces.high(size, 50.0) <= 23.5
