"""A room of a PostgreSQL database from the command line."""

from pathlib import Path

import pytest
from postgres import OWNER, Cluster, room_name

from companion.cli import main

pytestmark = pytest.mark.xdist_group("postgres")

LOG = '{"game": "bronzen", "seats": ["Anna", "Ben"]}\n{"kind": "bronzen.jay"}\n'


def test_a_room_is_carried_into_a_household_and_back(
    server: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ["--database", server.url()]
    (tmp_path / "log").write_text(LOG)
    rooms = [["--room", room_name()] for _ in range(2)]
    assert main(["import", str(tmp_path / "log"), *there, *rooms[0]]) == 0
    assert main(["export", str(tmp_path / "one"), *there, *rooms[0]]) == 0
    assert main(["import", str(tmp_path / "one"), "--data", str(tmp_path / "household")]) == 0
    assert main(["export", str(tmp_path / "two"), "--data", str(tmp_path / "household")]) == 0
    assert main(["import", str(tmp_path / "two"), *there, *rooms[1]]) == 0
    assert main(["export", str(tmp_path / "three"), *there, *rooms[1]]) == 0
    assert len({(tmp_path / name).read_bytes() for name in ("one", "two", "three")}) == 1
    capsys.readouterr()
    assert main(["figures", *there, *rooms[1]]) == 0
    assert "1 game" in capsys.readouterr().out


def test_a_database_is_brought_up_to_date(server: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["database", "migrate", "--database", server.url(OWNER)]) == 0
    assert capsys.readouterr().out == "The database is up to date.\n"


def test_an_unreachable_database_is_named_without_its_password(capsys: pytest.CaptureFixture[str]) -> None:
    url = "postgresql://anna:secret@127.0.0.1:1/companion?sslmode=disable"
    for words in (["database", "migrate"], ["export", "-"], ["serve", "--port", "0"]):
        assert main([*words, "--database", url, "--locale", "en"]) == 1
        said = capsys.readouterr().err
        assert "does not answer" in said
        assert "postgresql://127.0.0.1:1/companion" in said
        assert "secret" not in said


@pytest.mark.parametrize(
    "words",
    [["--database", "sqlite://x"], ["--database", "postgresql://x", "--room", "Our room"], ["database", "migrate"]],
)
def test_wrong_words_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    command = [] if words[0] == "database" else ["export", "-"]
    with pytest.raises(SystemExit) as ended:
        main([*command, *words])
    assert ended.value.code == 2
