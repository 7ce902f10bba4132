"""Transfer between pockets, and between the pocket and the served program, without loss."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from ui.test_journeys import set_up
from web.conftest import Device
from web.test_share_link import share

from companion.storage.library import Library

pytestmark = pytest.mark.browser

#: A device that records texts copied to the clipboard and files sent to its share sheet.
_HAND = """Object.defineProperty(navigator.clipboard, "writeText",
    { value: async (text) => { globalThis.copied = text; }, configurable: true });
navigator.canShare = () => true;
navigator.share = async ({ files, text }) => { globalThis.shared = [files?.[0]?.name, files?.[0]?.type, text]; };"""


def test_a_game_is_transferred_by_link_between_pockets(devices: Callable[..., Device]) -> None:
    here = devices().page()
    here.page.add_init_script(_HAND)
    here.open()
    table = set_up(here)
    here.report("wins-0", "wins-1", "wins-1")
    here.page.goto(f"{here.url}#/pass/{table.rsplit('/', 1)[-1]}")
    here.scroll_to("copy-link")
    here.tap("copy-link")
    here.until(lambda: here.page.evaluate("globalThis.copied"), "no link was copied")
    link = here.page.evaluate("copied")
    assert link.startswith(f"{here.url}#/bring/")
    here.tap("share-link")
    here.until(lambda: here.page.evaluate("globalThis.shared?.[2]") == link, "the link was not shared")
    here.scroll_to("share-game")
    here.tap("share-game")
    here.until(lambda: here.page.evaluate("globalThis.shared[1]"), "the file was not shared")
    # of the types that browsers share
    name, kind, _ = here.page.evaluate("shared")
    assert re.fullmatch(r"bronzen-[-0-9]+\.jsonl\.txt", name)
    assert kind == "text/plain"

    there = devices().page()
    there.page.goto(link)
    there.ready()
    there.at("take-game").wait_for(state="attached")
    there.tap("take-game")
    there.at("wins-0").wait_for(state="attached")
    assert there.page.url == f"{there.url}#{table}"
    there.report("wins-0")
    there.page.goto(f"{there.url}#{table}/history")
    there.at("entry-4").wait_for(state="attached")
    assert not there.errors
    assert not here.errors


def companion(*arguments: object) -> str:
    """Run the program on the command line, and return its output."""
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_everything_is_transferred_to_the_served_program_and_back(device: Device, tmp_path: Path) -> None:
    phone = device.page().open()
    table = set_up(phone)
    phone.report("wins-0", "wins-1")
    phone.page.goto(f"{phone.url}#/settings")
    phone.ready()
    phone.scroll_to("everything-save")
    with phone.page.expect_download() as saving:
        phone.tap("everything-save")
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.suffix == ".companion"
    assert json.loads(file.read_text(encoding="utf-8").partition("\n")[0])["companion"] == "everything"

    data, back = tmp_path / "served", tmp_path / "back.companion"
    companion("import", file, "--data", data)
    library = Library.open(data).library
    [game] = library.everything().games
    library.close()
    assert game.id == table.rsplit("/", 1)[-1]
    assert len(game.lines) == 3

    log = tmp_path / "slam.jsonl"
    log.write_text('{"game": "bronzen", "seats": ["Cleo", "Dora"]}\n{"kind": "bronzen.jay"}\n', encoding="utf-8")
    companion("import", log, "--data", data)
    companion("export", back, "--data", data)
    phone.whole()
    share(phone, back.name, back.read_text(encoding="utf-8"))
    phone.tap("join")
    phone.at("brought").wait_for(state="attached")
    phone.tap("home")
    phone.see(re.compile("Cleo.*Dora", re.DOTALL))
    assert phone.at(f"game-{game.id}").count() == 1
    assert not phone.errors
