"""Transfer of a game, or of everything, between devices: previewed before import, without loss."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from effort import at_leisure
from games.letter_jam.table import Table as LetterJam
from harness import Screen
from screens.room import PHONE, TABLET, Page, begin, german, picked, room, submit

from companion.games.bronzen.reports import Einzel, Jay
from companion.kernel.log import Act, Header
from companion.storage import limits
from companion.storage.backup import write_bundle
from companion.storage.library import Shelf
from companion.storage.share_link import PartialTransfer, pack, parts, parts_in
from companion.storage.sqlite import FILE
from companion.ui.app.context import AppContext
from companion.ui.shell import main_of
from companion.ui.transfer import qr_codes as drawn_codes
from companion.ui.transfer import share_page
from companion.web.browser_app import LASTING

PART = "http://127.0.0.1/#/bring/"


@pytest.fixture
def here(tmp_path: Path) -> AppContext:
    return room(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> AppContext:
    return room(tmp_path / "there")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the links of the codes that were drawn, in order."""
    links: list[str] = []
    code: Callable[..., Any] = drawn_codes.code

    def note(link: str, **how: Any) -> Any:
        links.append(link)
        return code(link, **how)

    monkeypatch.setattr(share_page, "code", note)
    return links


def game(at: AppContext, *reports: Any) -> str:
    id = begin(at, "Anna", "Bo")
    submit(at, id, *(reports or (Einzel(0), Einzel(1), Jay())))
    return id


def file_of(device: AppContext) -> bytes:
    return write_bundle(device.tables.library.everything())


def logs(device: AppContext) -> list[tuple[str, ...]]:
    return sorted(game.lines for game in device.tables.library.everything().games)


# Passing on


async def test_a_game_is_transferred_to_another_phone_by_its_code(
    here: AppContext, there: AppContext, shown: list[str]
) -> None:
    id = game(here)
    async with Screen(main_of(here), locale="en") as screen:
        await screen.tap(f"pass-{id}")
        assert screen.view()["route"] == f"/pass/{id}"
        assert screen.find("pass-code")["label"] == "Code 1 of 1"
        assert not screen.all("code-next")
        assert not screen.all("pocket-address"), "this page is such an address itself"
    assert shown[-1].startswith(PART)
    async with Screen(main_of(there), route=f"/bring/{shown[-1].removeprefix(PART)}", locale="en") as screen:
        assert screen.view()["route"] == "/bring", "the address need not carry it any longer"
        assert screen.visible("Bronzen")
        assert screen.visible("Round 1 · 3 entries · just now")
        assert screen.visible("Anna")
        assert screen.visible("not here yet")
        assert there.tables.shelf(Shelf.OPEN) == (), "nothing is taken unasked"
        await screen.tap("take-game")
        assert screen.view()["route"] == f"/table/{id}"
    assert logs(there) == logs(here)
    async with Screen(main_of(there), route="/bring", locale="en") as screen:
        assert not screen.all("take-game"), "an imported game is not offered again"


async def test_from_the_tables_menu(here: AppContext) -> None:
    id = game(here)
    async with Page(here, id) as page:
        await page.menu("Send to another device")
        assert page.view()["route"] == f"/pass/{id}"


async def test_several_codes_are_accepted_in_any_order_and_after_a_restart(
    here: AppContext, there: AppContext, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.qr.room", lambda _: 150)
    id = game(here)
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
        many = int(screen.find("pass-code")["label"].rpartition(" ")[2])
        assert many > 2
        for _ in range(many - 1):
            await screen.tap("code-next")
        assert screen.find("pass-code")["label"] == f"Code {many} of {many}"
        await screen.tap("code-before")
        assert screen.find("pass-code")["label"] == f"Code {many - 1} of {many}"
    links = list(dict.fromkeys(shown))
    assert len(links) == many
    for number, link in enumerate([links[-1], links[0], links[0]], start=1):
        async with Screen(main_of(there), route=f"/bring/{link.removeprefix(PART)}", locale="en") as screen:
            assert screen.visible(f"{min(number, 2)} of {many} codes scanned.")
            assert not screen.all("take-game")
    async with Screen(main_of(there), route="/bring", locale="en") as screen:
        assert screen.visible(f"2 of {many} codes scanned.")
        await screen.enter("bring-text", "\n".join(links[1:-1]))
        await screen.tap("bring-look")
        assert screen.all("take-game")
        await screen.tap("take-game")
    assert logs(there) == logs(here)


async def test_an_import_by_codes_can_be_cancelled(there: AppContext, here: AppContext) -> None:
    game(here)
    (first, *_) = parts(pack(here.tables.library.everything().games[0]), 60)
    async with Screen(main_of(there), route=f"/bring/{first}", locale="en") as screen:
        await screen.tap("leave-game")
        assert not screen.all("codes-missing")
    async with Screen(main_of(there), route="/bring", locale="en") as screen:
        assert not screen.all("codes-missing")


async def test_damaged_codes_say_so_and_can_be_scanned_again(there: AppContext, here: AppContext) -> None:
    game(here)
    cut = parts(pack(here.tables.library.everything().games[0]), 60)
    text = "\n".join([*map(str, cut[1:]), f"1-1-{len(cut)}-{cut[0].mark}-{'A' * len(cut[0].text)}"])
    async with Screen(main_of(there), route="/bring", locale="en") as screen:
        await screen.enter("bring-text", text)
        await screen.tap("bring-look")
        assert screen.visible("This game was damaged on the way. Share it again.")
        await screen.tap("bring-refused-why")
        assert screen.visible("Backup, and games on another device")
        await screen.tap("close")
        await screen.enter("bring-text", "\n".join(map(str, cut)))
        await screen.tap("bring-look")
        assert screen.all("take-game")


async def test_the_link_and_the_file_use_the_devices_share_sheet(here: AppContext, there: AppContext) -> None:
    id = game(here)
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
        await screen.tap("copy-link")
        (copied,) = [call.args["data"] for call in screen.calls if call.name == "set" and "data" in call.args]
        await screen.tap("share-link")
        assert screen.calls[-1].name == "share_text"
        assert screen.calls[-1].args["text"] == copied
        (part,) = parts_in(copied)
        assert PartialTransfer(1, part.mark).with_part(part).game().lines == logs(here)[0]
        await screen.tap("save-game")
        await screen.tap("share-game")
        saved = next(call for call in screen.calls if call.name == "save_file")
        shared = next(call for call in screen.calls if call.name == "share_files")
    assert saved.args["file_name"].startswith("bronzen-20")
    assert saved.args["src_bytes"].decode() == here.tables.library.export(id)
    assert shared.args["files"][0]["data"] == saved.args["src_bytes"]
    async with Screen(main_of(there), route="/bring", locale="en", services=picked(saved.args["src_bytes"])) as screen:
        await screen.tap("bring-open")
        assert screen.visible("not here yet")
        await screen.tap("take-game")
    assert logs(there) == logs(here)


async def test_a_device_that_refuses_says_so(here: AppContext) -> None:
    id = game(here)
    no = {name: RuntimeError("no") for name in ("save_file", "share_files", "set")}
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en", services=no) as screen:
        for what in ("copy-link", "save-game", "share-game"):
            await screen.tap(what)
            assert screen.visible("This device does not allow that here.")
            await screen.tap("passed-dismiss")
            assert not screen.all("passed")
    async with Screen(main_of(here), route="/settings", locale="en", services=no) as screen:
        assert screen.visible("Private notes are in it too")
        for what in ("everything-save", "everything-share"):
            await screen.tap(what)
            assert screen.visible("This device does not allow that here.")


async def test_a_served_program_asks_once_for_the_other_phones_address(here: AppContext, shown: list[str]) -> None:
    id = game(here)
    here.lan = SimpleNamespace(urls=(), pocket=None)  # type: ignore[assignment]
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
        assert not shown
        assert not screen.all("copy-link")
        await screen.enter("pocket-address", "no address", submit=True)
        assert screen.visible("This is not an address")
        await screen.enter("pocket-address", "example.org/pocket", submit=True)
        assert shown[-1].startswith("https://example.org/pocket/#/bring/1-1-1-")
    shown.clear()
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
        assert shown, "and remembers it"
    here.tables.library.forget_setting("pocket")
    here.pocket = "http://192.168.1.2:8550/pocket/"
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
        assert shown[-1].startswith("http://192.168.1.2:8550/pocket/#/bring/")


async def test_a_game_too_long_for_codes_or_a_link_says_so(here: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    id = game(here)
    monkeypatch.setattr("companion.qr.room", lambda _: 20)
    monkeypatch.setattr(share_page, "LONGEST_LINK", 100)
    monkeypatch.setattr(limits, "PARTS", 3)
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
        assert screen.visible("too long for codes")
        assert screen.visible("too long for most messages")
        assert not {"pass-code", "share-link", "copy-link"} & set(screen.identifiers())
        assert screen.all("save-game")


async def test_only_the_host_exports_and_imports(here: AppContext) -> None:
    """A whole log contains the private notes of all players."""
    id = game(here)
    for route in (f"/pass/{id}", "/bring", "/bring/1-1-1-ABCDEFGH-AAAA"):
        async with Screen(main_of(here), route=route, locale="en", host=False) as guest:
            assert guest.visible("on the device that runs Companion")
            assert not {"save-game", "bring-open"} & set(guest.identifiers())
    async with Screen(main_of(here), route="/settings", locale="en", host=False) as guest:
        assert not guest.all("everything-save")
    async with Screen(main_of(here), locale="en", host=False) as guest:
        assert not guest.all(f"pass-{id}")
        assert guest.all(f"rename-{id}")


async def test_a_game_that_is_not_there_says_so(here: AppContext) -> None:
    async with Screen(main_of(here), route="/pass/none", locale="en") as screen:
        assert screen.visible("no such game")
    async with Screen(main_of(here), route="/bring/nothing", locale="en") as screen:
        assert screen.visible("There is no game in this link.")


# What would become of it


async def test_the_effect_of_an_import_is_shown_before_it(here: AppContext, there: AppContext) -> None:
    id = game(here, Einzel(0))
    content = here.tables.library.export(id).encode()
    there.tables.join(here.tables.library.everything(), german)

    async def says(said: str, content: bytes, then: str = "leave-game") -> None:
        async with Screen(main_of(there), route="/bring", locale="en", services=picked(content)) as screen:
            await screen.tap("bring-open")
            assert screen.visible(said)
            await screen.tap(then)

    await says("already here, complete", content)
    submit(here, id, Einzel(1))
    further = here.tables.library.export(id).encode()
    await says("the new entries are added", further, "take-game")
    assert logs(there) == logs(here)
    await says("has more entries here", content, "take-game")
    submit(here, id, Einzel(1))
    submit(there, id, Jay())
    await says("both versions are kept", here.tables.library.export(id).encode(), "take-game")
    assert len(logs(there)) == 2
    assert "Bronzen (other version)" in [stored.name for stored in there.tables.shelf(Shelf.OPEN)]


async def test_a_page_shows_the_entries_an_import_adds(here: AppContext, there: AppContext) -> None:
    id = game(here, Einzel(0))
    there.tables.join(here.tables.library.everything(), german)
    submit(here, id, Einzel(1), Jay())
    async with Page(there, id) as page:
        assert page.table.version == 1
        there.tables.join(here.tables.library.everything(), german)
        await page.settle()
        assert page.table.version == 3
        await page.tap("jay")
        assert page.table.version == 4
    assert len(logs(there)[0]) == 5


async def test_an_incomplete_log_is_not_imported(there: AppContext) -> None:
    wrong = b'{"game": "bronzen", "seats": ["Anna", "Bo"]}\n{"kind": "bronzen.give_up", "seat": 0}\n'
    for content, said in (
        (wrong, "something in it is wrong. Line 2: "),
        (b"\x89PNG\r\n", "This is neither a game nor"),
        (b'{"companion": "everything", "version": 9, "sha256": ""}\n', "needs a newer version of Companion"),
    ):
        async with Screen(main_of(there), route="/bring", locale="en", services=picked(content)) as screen:
            await screen.tap("bring-open")
            assert screen.visible(said)
            assert not {"take-game", "join"} & set(screen.identifiers())
    assert logs(there) == []


# Everything


async def test_everything_is_saved_and_merged(here: AppContext, there: AppContext) -> None:
    game(here)
    game(there)
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        await screen.tap("everything-save")
        await screen.tap("everything-share")
        saved = next(call for call in screen.calls if call.name == "save_file")
        assert any(call.name == "share_files" for call in screen.calls)
        assert saved.args["src_bytes"] == file_of(here)
        await screen.tap("bring")
        assert screen.view()["route"] == "/bring"
    async with Screen(main_of(there), route="/bring", locale="en", services=picked(saved.args["src_bytes"])) as screen:
        await screen.tap("bring-open")
        assert screen.visible("Bronzen: 1")
        await screen.tap("join")
        assert screen.visible("Imported: 1 new game.")
        await screen.tap("bring-open")
        await screen.tap("join")
        assert screen.visible("Imported: 1 that was here already.")
    assert set(logs(here)) < set(logs(there))


async def test_everything_is_replaced_after_a_warning_and_restored(here: AppContext, there: AppContext) -> None:
    game(here)
    game(there)
    before = there.tables.library.everything()
    services = picked(file_of(here))
    async with Screen(main_of(there), route="/bring", locale="de", services=services) as screen:
        await screen.tap("bring-open")
        await screen.tap("replace")
        await screen.tap("replace-no")
        assert there.tables.library.everything() == before
        await screen.tap("replace")
        await screen.tap("replace-yes")
        assert screen.all("brought")
    assert logs(there) == logs(here)
    (aside,) = there.tables.library.asides()
    async with Screen(main_of(there), route="/settings", locale="en") as screen:
        assert screen.visible("1 game, set aside just now")
        await screen.tap(f"back-{aside.key}")
        await screen.tap("back-no")
        await screen.tap(f"back-{aside.key}")
        await screen.tap("back-yes")
    assert there.tables.library.everything() == before


async def test_unreadable_games_can_be_saved_without_access_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"spoilt" * 1000)
    here = room(tmp_path)
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        assert "damaged-0" not in screen.identifiers()
    here.kept = LASTING
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        assert screen.visible("Games that could not be read, set aside")
        await screen.tap("damaged-0")
        (saved,) = (call for call in screen.calls if call.name == "save_file")
    assert saved.args["file_name"].startswith("companion.damaged-20")
    assert saved.args["src_bytes"] == b"spoilt" * 1000


async def test_a_file_shared_by_another_program_is_shown_once(here: AppContext, there: AppContext) -> None:
    id = game(here)
    there.brought = here.tables.library.export(id).encode()
    async with Screen(main_of(there), route="/bring", locale="en") as screen:
        assert screen.all("take-game")
    async with Screen(main_of(there), route="/bring", locale="en") as screen:
        assert not screen.all("take-game")


@pytest.mark.parametrize(
    ("size", "locale"),
    [
        (PHONE, "de"),
        *(pytest.param(*each, marks=at_leisure) for each in ((TABLET, "en"), (PHONE, "en"), (TABLET, "de"))),
    ],
)
async def test_every_kind_of_game_is_shown(
    size: tuple[int, int], locale: str, here: AppContext, there: AppContext
) -> None:
    games = here.tables.games
    for kind in ("bronzen", "pracherche", "labtag", "letter_jam", "schlafmuetze", "slam"):
        seats = ("Anna", "Bo", "Cem", "Dora")[: games[kind].meta.seats[1]]
        id = begin(here, *seats, game=kind)
        content = here.tables.library.export(id).encode()
        async with Screen(
            main_of(there), route="/bring", locale=locale, services=picked(content), width=size[0], height=size[1]
        ) as screen:
            await screen.tap("bring-open")
            assert screen.all("take-game")
            await screen.tap("take-game")
        async with Screen(main_of(here), route=f"/pass/{id}", locale=locale, width=size[0], height=size[1]) as screen:
            assert screen.all("pass-code")
    assert json.dumps(logs(there)) == json.dumps(logs(here))


async def test_an_exported_game_names_the_players_whose_private_notes_it_contains(
    here: AppContext, there: AppContext
) -> None:
    """On the screen, and in the file's first line, which readers of logs skip."""
    id = here.tables.begin(Header("letter_jam", here.tables.games["letter_jam"].meta.revision, ("Anna", "Ben", "Cleo")))
    session = here.tables.table(id).session
    assert session
    for report in ("dealt", "Anna: Ben Cleo"):
        session.submit(Act(LetterJam(3).action(report)))
    for whose, said in ((None, False), ("Ben box 5 E", True)):
        if whose:
            session.submit(Act(LetterJam(3).action(whose)))
        async with Screen(main_of(here), route=f"/pass/{id}", locale="en") as screen:
            assert screen.visible("It contains the private notes of Ben.") == said
            await screen.tap("save-game")
            (saved,) = [call.args["src_bytes"].decode() for call in screen.calls if call.name == "save_file"]
        assert saved.startswith("# It contains the private notes of Ben") == said
    taken = there.tables.library.import_(saved, there.tables.games)
    assert there.tables.library.export(taken) == here.tables.library.export(id)
