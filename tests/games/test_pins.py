"""What the referee says along every transcript, message by message and rule by rule, is what it said before."""

from pathlib import Path

import pytest
from games.pins import KNOWN, TRANSCRIPTS, known, pinned, pins

from companion.games import games


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_message_and_rule_is_as_it_was(path: Path) -> None:
    assert pinned(path).splitlines() == pins(path).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_what_is_known_of_a_game_is_as_it_was(path: Path) -> None:
    assert known(games()[path.stem].meta).splitlines() == path.read_text(encoding="utf-8").splitlines()
