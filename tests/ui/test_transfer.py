"""A game is imported by a link in a real browser: the part behind the "#" never reaches the server."""

from collections.abc import Callable
from pathlib import Path

import pytest
from storage.test_share_link import as_played
from ui.conftest import PHONE, Phone, Program

from companion.storage.library import Library
from companion.storage.share_link import pack, parts

pytestmark = pytest.mark.browser

GAME = Path(__file__).parents[1] / "games" / "bronzen" / "transcripts" / "bronzen_corrected.jsonl"


def test_a_game_is_imported_by_codes_and_continued(server: Program, phones: Callable[..., Phone]) -> None:
    game = as_played(GAME)
    first, second = parts(pack(game), 900)
    phone = phones(PHONE, locale="en-GB").open(f"/#/bring/{second}")
    phone.see("1 of 2 codes scanned.")
    assert phone.page.url.endswith("/bring")
    # in an open page the link changes only the part behind the "#"
    phone.page.evaluate("link => { location.hash = link }", f"#/bring/{first}")
    phone.see("This game is not here yet.")
    phone.screenshot("bring")
    phone.tap("take-game")
    phone.at("undo").wait_for(state="attached")
    assert phone.page.url.endswith(f"/table/{game.id}")
    assert not phone.errors
    server.stop()
    library = Library.open(server.data).library
    assert library.carried(game.id).lines == game.lines
    library.close()
