"""What the referee says along every transcript, message by message and rule by rule, is what it said before."""

from pathlib import Path

import pytest
from games.pins import TRANSCRIPTS, pinned, pins


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_message_and_rule_is_as_it_was(path: Path) -> None:
    assert pinned(path).splitlines() == pins(path).read_text(encoding="utf-8").splitlines()
