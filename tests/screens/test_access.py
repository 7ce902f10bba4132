"""A page that joined by the link of one table learns nothing about other tables from any address or screen."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import flet as ft
import pytest
from harness import Screen
from screens.room import TABLET, Page, begin
from screens.test_seats_on_phones import hall

import companion
from companion.games.schlafmuetze.table import memory
from companion.kernel.explain import Refused
from companion.kernel.log import Ruling
from companion.stats.played_games import Note
from companion.storage.library import Shelf
from companion.tables.access import Access
from companion.tables.roles import GUEST, HOST, Grant, Role
from companion.ui.app.context import AppContext
from companion.ui.shell import ROUTES

pytestmark = pytest.mark.rule("companion.roles")

#: Data of the other tables: people, the name of a game, a ruling, a place, a group.
OTHERS = ("Dora", "Emil", "Fritz", "Othergame", "Otherruling", "Otherplace", "Othergroup")


class Hall:
    """A table and several others, one of which has two players of the same names."""

    def __init__(self, folder: Path) -> None:
        self.app: AppContext = hall(folder)
        self.mine = begin(self.app, "Anna", "Ben", "Cleo", game="slam")
        self.other = begin(self.app, "Anna", "Ben", "Fritz", game="slam")
        self.away = begin(self.app, "Dora", "Emil", game="bronzen")
        tables = self.app.tables
        session = tables.table(self.other).session
        assert session
        session.submit(Ruling("", "Otherruling", ("slam.turn.play",)))
        tables.library.rename(self.other, "Othergame")
        tables.library.archive(self.away)
        tables.library.remember_players(("Dora", "Emil", "Fritz"))
        tables.people.group(("Dora", "Emil"), "Othergroup")
        tables.people.call(("Doris",), "Dora")
        tables.evenings.count()
        for table in (self.other, self.away):
            tables.evenings.note(table, Note(None, "Otherplace", "Otherplace"))

    def addresses(self) -> list[str]:
        """Return every address, with all possible parameters."""
        values = {
            "table": (self.mine, self.other, self.away, "nothing"),
            "tab": ("", "sheet", "history", "rules"),
            "game": ("slam", "bronzen"),
            "rule": ("companion.places",),
            "way": ("", "pdf"),
            "person": ("dora", "doris", "anna"),
            "other": ("emil", "ben"),
            "kind": ("slam", "bronzen"),
            "figure": ("slams",),
            "part": ("", "x"),
            "again": ("", "again"),
            "nowhere": ("nowhere",),
            "further": ("", "else"),
        }
        found = []
        for path in _paths(ROUTES):
            parts = [values[part.strip(":?*")] if part.startswith(":") else (part,) for part in path.split("/")]
            found += ["/".join(filter(None, each)) for each in product(*parts)]
        return [f"/{path}" for path in dict.fromkeys(found)]


def _paths(routes: Sequence[ft.Route], above: str = "") -> Iterator[str]:
    for route in routes:
        path = f"{above}/{(route.path or '').strip('/')}".strip("/")
        yield path
        yield from _paths(route.children or (), path)


def shown(page: Screen) -> set[str]:
    """Return which of the other tables' data is sent to a page."""
    sent = [value for node in page.nodes() for value in node.values() if isinstance(value, str)]
    return {word for word in OTHERS if any(word in text for text in sent)}


@pytest.mark.parametrize("role", Role)
async def test_no_address_shows_another_table(tmp_path: Path, role: Role) -> None:
    here = Hall(tmp_path)
    async with Page(here.app, route="/", host=False, passes=(Grant(role, here.mine),)) as page:
        for address in here.addresses():
            await page.go(address)
            assert not shown(page), address
            assert not page.all(f"game-{here.other}"), address
            assert not page.errors(), address


async def test_a_page_of_the_whole_room_sees_all_tables(tmp_path: Path) -> None:
    here = Hall(tmp_path)
    for passes in (HOST, GUEST):
        async with Page(here.app, route="/", host=passes is HOST, passes=passes) as page:
            seen = set()
            for address in (
                "/",
                "/evenings",
                "/evenings/people",
                f"/evenings/game/{here.other}",
                f"/table/{here.other}/history",
            ):
                await page.go(address)
                seen |= shown(page)
            assert seen == {*OTHERS}


@pytest.mark.parametrize("role", [Role.HOST, Role.SCOREKEEPER, Role.SEAT])
async def test_no_part_of_a_table_offers_data_of_another(tmp_path: Path, role: Role) -> None:
    here = Hall(tmp_path)
    async with Page(here.app, here.mine, host=False, passes=(Grant(role, here.mine),), size=TABLET) as page:
        await page.menu("Players")
        assert not shown(page), "the players who can be seated by a tap"
        assert page.all("known-Anna") or page.all("name-0")
        await page.tap("close")
        await page.tap("disagree-now")
        assert page.all("settle")
        assert not shown(page), "rulings of others"
        await page.tap("go-on")
        await page.tap("wins-0")
        await page.menu("Players")
        await page.tap("joins")
        assert not shown(page), "who may join"


async def test_a_guest_can_neither_restore_archive_nor_delete_a_game(tmp_path: Path) -> None:
    here = Hall(tmp_path)
    here.app.tables.library.archive(here.mine)
    for role in (Role.VIEWER, Role.SEAT, Role.SCOREKEEPER):
        access = Access(here.app.tables, (Grant(role, here.mine),))
        for do in (access.restore, access.archive, access.delete):
            with pytest.raises(Refused) as refused:
                do(here.mine)
            assert refused.value.why.rules == ("companion.roles",)
        async with Page(here.app, route="/", host=False, passes=(Grant(role, here.mine),)) as page:
            await page.tap("shelf-archived")
            assert page.all(f"game-{here.mine}")
            assert not page.all(f"restore-{here.mine}")
    assert [stored.id for stored in here.app.tables.shelf(Shelf.OPEN)] == [here.other]
    host = Access(here.app.tables, (Grant(Role.HOST, here.mine),))
    host.restore(here.mine)
    assert here.mine in [stored.id for stored in here.app.tables.shelf(Shelf.OPEN)]


def test_no_screen_bypasses_the_access_checks() -> None:
    """Code that bypasses :class:`Access` cannot check the page's passes."""
    root = Path(companion.__file__).parent
    drawing = [*(root / "ui").rglob("*.py"), *(root / "games").glob("*/table/*.py")]
    assert len(drawing) > 100
    past = {file.name for file in drawing if "app.tables" in file.read_text(encoding="utf-8")}
    assert past == {"context.py", "shell.py"}, "these give it to the screens"


def test_words_of_other_tables_are_not_suggested(tmp_path: Path) -> None:
    here = Hall(tmp_path)

    def at(table: str, *passes: Grant) -> SimpleNamespace:
        return SimpleNamespace(table=table, context=SimpleNamespace(access=Access(here.app.tables, passes)))

    memory.remember(at(here.other, *GUEST), ["Otherword"])  # type: ignore[arg-type]
    mine = at(here.mine, Grant(Role.SEAT, here.mine))
    assert memory.suggested(mine, "o") == []  # type: ignore[arg-type]
    memory.remember(mine, ["Own"])  # type: ignore[arg-type]
    assert memory.suggested(mine, "o") == ["OWN"]  # type: ignore[arg-type]
    assert memory.suggested(at(here.other, *HOST), "o") == ["OTHERWORD"]  # type: ignore[arg-type]
