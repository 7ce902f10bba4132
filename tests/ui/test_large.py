"""Files of any size that Companion writes can be imported and exported; a file that is too large is refused, and the session continues."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from ui.conftest import Phone, Program, browser, phones, server
from ui.test_journeys import set_up

from companion.server.limits import Limits
from companion.storage import limits
from companion.storage.backup import Bundle, read_bundle, write_bundle
from companion.storage.library import Library

__all__ = ["browser", "phones", "server"]


def test_the_message_limit_of_the_host_allows_the_largest_file() -> None:
    assert Limits.of_system().own_message >= limits.FILE + 64 * 1024


def pick(phone: Phone, what: str, file: Path) -> None:
    """Open a file of the device."""
    with phone.page.expect_file_chooser() as chooser:
        phone.tap(what)
    chooser.value.set_files(file)


@pytest.mark.at_leisure
@pytest.mark.browser
def test_a_large_file_is_imported_and_exported_and_a_larger_one_refused(
    phones: Callable[..., Phone], server: Program, tmp_path: Path
) -> None:
    phone = phones().open()
    phone.page.set_default_timeout(90_000)  # the page is busy with the import
    set_up(phone)
    phone.open("/bring")
    much = Bundle(settings={"note": "x" * 12_000_000})
    (tmp_path / "much.companion").write_bytes(write_bundle(much))
    pick(phone, "bring-open", tmp_path / "much.companion")
    phone.at("join").wait_for(state="attached", timeout=60_000)
    phone.tap("join")
    phone.at("brought").wait_for(state="attached", timeout=60_000)

    phone.open("/settings")
    phone.scroll_to("everything-save")
    with phone.page.expect_download(timeout=60_000) as saved:
        phone.tap("everything-save")
    shutil.copy(saved.value.path(), tmp_path / "saved")
    everything = read_bundle((tmp_path / "saved").read_bytes())
    assert len(everything.games) == 1
    assert everything.settings["note"] == much.settings["note"]

    phone.open("/bring")
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(limits.FILE + 4_000_000)
    pick(phone, "bring-open", tmp_path / "huge")
    phone.see("zu groß", timeout=60)
    phone.page.mouse.click(200, 700)
    phone.tap("bring-look")
    phone.at("bring-refused").wait_for(state="attached")
    assert phone.errors == []
    assert Library.open(server.data).library.setting("note") == much.settings["note"]


@pytest.mark.at_leisure
@pytest.mark.browser
def test_a_long_text_is_accepted_only_in_fields_for_long_texts(phones: Callable[..., Phone], server: Program) -> None:
    phone = phones().open("/rules")
    phone.fill("search", "Halt")
    phone.at("search").locator("input").fill("x" * 100_000)
    phone.see("zu groß", timeout=30)
    phone.page.mouse.click(200, 700)
    phone.fill("search", "Stand")
    phone.open("/bring")
    phone.fill("bring-text", "x" * 100_000)
    phone.tap("bring-look")
    phone.at("bring-refused").wait_for(state="attached")
    assert phone.errors == []
