"""The data on the phone: used by one page at a time, and a full device is reported before anything is shown."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from effort import at_leisure
from games.pins import TRANSCRIPTS
from toy.mount import TOYS
from ui.test_journeys import set_up
from web.conftest import Device

from companion.games import games
from companion.i18n import Renderer
from companion.storage.database import MIGRATIONS
from companion.storage.library import Library
from companion.storage.sqlite import FILE

pytestmark = pytest.mark.browser


def _older() -> dict[tuple[str, int], Path]:
    """Return a transcript of each revision of a game that is not the present one."""
    found = {}
    for path in TRANSCRIPTS:
        header = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
        if header["game"] in _REAL and header["revision"] < games()[header["game"]].meta.revision:
            found[header["game"], header["revision"]] = path
    return found


_REAL: Final = games().keys() - TOYS
OLDER: Final = tuple(_older().values())


def test_only_one_of_two_windows_uses_the_data_and_the_other_can_take_over(device: Device) -> None:
    first = device.page().open()
    route = set_up(first)
    first.report("wins-0")
    said = first.texts()
    first.whole()

    second = device.page()
    second.page.goto(f"{second.url}#{route}")
    second.notice("here").wait_for(timeout=60_000)
    second.notice("here").click()
    second.ready()
    assert second.at_rest() == said
    first.notice("here").wait_for()
    second.report("wins-1")
    said = second.texts()

    first.notice("here").click()
    first.notice("here").wait_for(timeout=60_000)
    first.notice("here").click()
    first.ready()
    assert first.at_rest() == said

    # the waiting page continues without a tap when the other window is closed
    second.notice("here").click()
    second.notice("here").wait_for(timeout=60_000)
    first.page.close()
    second.ready()
    assert second.at_rest() == said


@at_leisure
def test_a_full_device_is_reported_and_unsaved_changes_are_not_shown(device: Device) -> None:
    phone = device.page().open()
    set_up(phone)
    phone.report("wins-0")
    phone.whole().remembers()
    said = phone.at_rest()
    python = phone.page.workers[0]
    python.evaluate(_FULL)
    phone.tap("wins-0")
    phone.notice().wait_for(timeout=20_000)
    assert phone.texts() == said
    python.evaluate("IDBObjectStore.prototype.put = globalThis.roomy; 0")
    phone.notice().wait_for(state="detached", timeout=20_000)
    phone.until(lambda: phone.texts() != said, "the report did not arrive")
    now = phone.at_rest()
    phone.reload()
    assert phone.at_rest() == now


def test_the_end_of_python_is_reported_and_the_data_is_restored(device: Device) -> None:
    phone = device.page().open()
    set_up(phone)
    phone.report("wins-0")
    said = phone.at_rest()
    phone.page.workers[0].evaluate("setTimeout(() => { throw new Error('the stack was too deep'); }); 0")
    phone.notice("reload").wait_for(timeout=20_000)
    phone.notice("reload").click()
    phone.notice().wait_for(state="detached", timeout=60_000)
    phone.ready()
    assert phone.at_rest() == said


@at_leisure
def test_a_damaged_library_is_reported_and_can_be_saved_as_a_file(device: Device) -> None:
    phone = device.page().open()
    set_up(phone)
    phone.report("wins-0")
    sound = phone.stored()
    middle = len(sound) // 2
    spoilt = sound[:middle] + bytes(4096) + sound[middle + 4096 :]
    phone.lay(spoilt).open()
    begun = "Die gespeicherten Spiele waren beschädigt"
    phone.until(lambda: begun in " ".join(phone.texts()), "there is no notice", timeout=60)
    assert any(text.startswith("Bronzen") and "Anna" in text for text in phone.texts()), "the game could be read again"
    # from now on both the repaired library and the damaged file exist
    phone.open("/new/bronzen")
    phone.fill("name-0", "Anna")
    phone.fill("name-1", "Bo")
    phone.tap("first-0")
    phone.start_by_tricks()
    phone.report("wins-1")
    said = phone.at_rest()
    phone.reload()
    assert phone.at_rest() == said
    phone.open()
    assert begun not in " ".join(phone.at_rest())
    phone.page.goto(f"{phone.url}#/settings")
    phone.ready()
    phone.scroll_to("damaged-0")
    with phone.page.expect_download() as download:
        phone.tap("damaged-0")
    assert re.fullmatch(r"companion\.damaged-[-\d]+\.sqlite3", download.value.suggested_filename)
    assert Path(download.value.path()).read_bytes() == spoilt
    assert phone.errors == []


def test_data_of_older_versions_is_complete(device: Device, tmp_path: Path) -> None:
    """Games of every earlier revision, stored by an older version in the first file layout."""
    phone = device.page().open()
    older = tmp_path / FILE
    with closing(sqlite3.connect(older)) as base:
        for statement in MIGRATIONS[0]:
            base.execute(statement)
        base.execute("PRAGMA user_version = 1")
        for path in OLDER:
            header, *lines = path.read_text(encoding="utf-8").splitlines()
            at = "2024-05-01T20:00:00.000000+00:00"
            base.execute("INSERT INTO log (id, header, created) VALUES (?, ?, ?)", (path.stem, header, at))
            for number, line in enumerate(lines, 1):
                entry_json = {"id": str(number), **json.loads(line)}
                entry = (path.stem, number, entry_json["id"], at, json.dumps(entry_json))
                base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", entry)
        base.commit()
    phone.lay(older.read_bytes()).open()
    library = Library.open(tmp_path).library
    for path in OLDER:
        loaded = library.load(path.stem, games())
        assert loaded.replay
        assert loaded.error is None
        record = loaded.replay.record
        phone.page.goto(f"{phone.url}#/table/{path.stem}")
        phone.at("prompt").wait_for(state="attached")
        if record.game.is_over(record.state):
            phone.at("rematch").wait_for(state="attached")
        else:
            next_up = Renderer("de", record.names).text(record.game.view(record.state, None).prompt.text)
            phone.until(
                lambda next_up=next_up: any(next_up in each for each in phone.texts()), f"{path.stem}: {next_up}"
            )
        phone.page.goto(f"{phone.url}#/table/{path.stem}/history")
        identifiers = f"[flt-semantics-identifier=entry-{len(record.entries)}], [flt-semantics-identifier^=event-]"
        phone.page.locator(identifiers).first.wait_for(state="attached")
    library.close()
    assert phone.errors == []


#: The error of a browser's write on a full device.
_FULL = """globalThis.roomy = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = () => { throw new DOMException("no space", "QuotaExceededError"); };
0"""
