"""``companion figures``: what was played, counted and counted anew."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.games import games
from companion.games.free_sheet.reports import Finished, Scored
from companion.kernel.log import Act, Header
from companion.storage.library import Library
from companion.tables.tables import Tables


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with one game that Anna has won."""
    library = Library.open(tmp_path).library
    tables = Tables(library, games())
    session = tables.table(
        tables.begin(Header("free_sheet", games()["free_sheet"].meta.revision, ("Anna", "Ben")))
    ).session
    assert session
    for action in (Scored(0, "5"), Scored(1, "3"), Finished()):
        session.submit(Act(action))
    library.close()
    return tmp_path


def figures(capsys: pytest.CaptureFixture[str], folder: Path, *more: str) -> str:
    assert main(["figures", "--data", str(folder), "--locale", "en", *more]) == 0
    return capsys.readouterr().out


def test_it_says_who_has_played_and_won(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert figures(capsys, played).splitlines() == [
        "1 game in the statistics.",
        "Anna: 1 played, 1 won",
        "Ben: 1 played, 0 won",
    ]


def test_a_shared_win_is_none_that_was_won_alone(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = Library.open(played).library
    tables = Tables(library, games())
    header = Header("free_sheet", games()["free_sheet"].meta.revision, ("Anna", "Ben", "Cem"))
    session = tables.table(tables.begin(header)).session
    assert session
    for action in (Scored(0, "5"), Scored(1, "5"), Scored(2, "1"), Finished()):
        session.submit(Act(action))
    library.close()
    assert figures(capsys, played).splitlines()[1:] == [
        "Anna: 2 played, 1 won, 1 shared",
        "Ben: 2 played, 0 won, 1 shared",
        "Cem: 1 played, 0 won",
    ]


def test_what_is_kept_wrongly_is_made_anew_by_one_command(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = figures(capsys, played, "--json")
    assert [person["won"] for person in json.loads(printed)["people"]] == [1, 0]
    library = Library.open(played).library
    with library.store.connection as connection:
        connection.execute("UPDATE figure SET told = replace(told, '[1, 2]', '[2, 1]')")
    library.close()
    assert [person["won"] for person in json.loads(figures(capsys, played, "--json"))["people"]] == [0, 1]
    assert figures(capsys, played, "--rebuild", "--json") == printed
