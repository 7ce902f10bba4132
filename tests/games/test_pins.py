"""What the referee says along every transcript has not changed; see ``pins``."""

from pathlib import Path

import pytest
from games.pins import (
    FOLDERS,
    TRANSCRIPTS,
    Pens,
    expected,
    known,
    metas,
    offers_and_refusals,
    outdated,
    pinned,
    transcripts,
)

from companion.devtools.sources import sources


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_messages_points_and_rules_along_a_transcript(path: Path) -> None:
    folder = path.parents[1]
    assert "\n".join(pinned(path, Pens(folder.name))).splitlines() == expected(folder)[path.stem]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_offers_and_refusals_along_the_transcripts_of_a_game(folder: Path) -> None:
    found = offers_and_refusals(transcripts(folder), Pens(folder.name))
    assert found == (folder / "offers.pinned").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_columns_house_rules_and_seats_of_a_game(folder: Path) -> None:
    for meta in metas(folder):
        lines = (folder / f"{meta.id}.pinned").read_text(encoding="utf-8").splitlines()
        assert known(meta, Pens(folder.name)) == lines


@pytest.mark.parametrize("domain", [*{source.domain: None for source in sources()}])
def test_the_wording_of_messages(domain: str) -> None:
    """Other pins have only ids of messages. The toy is not among the sources."""
    assert outdated(domain) == []
