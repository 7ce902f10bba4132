"""Everything out and in by the command: whole, checked, and with exit codes that a script can rely on."""

import asyncio
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from harness import RawClient
from ui.conftest import Program

from companion.cli import main
from companion.storage.library import Library, Shelf

TRANSCRIPTS = Path(__file__).parents[1] / "games" / "bronzen" / "transcripts"
LOG = TRANSCRIPTS / "bronzen_corrected.jsonl"


class Device:
    """A device with a data folder of its own, at which somebody types."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, *words: object) -> tuple[int, str, str]:
        """Return exit code, output and errors of a command."""
        code = main([*map(str, words), "--data", str(self.folder), "--locale", "en"])
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err

    def names(self) -> list[str | None]:
        library = Library.open(self.folder).library
        try:
            return [game.name for shelf in Shelf for game in library.games(shelf)]
        finally:
            library.close()


@pytest.fixture
def one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Device:
    return Device(tmp_path / "one", capsys)


@pytest.fixture
def other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Device:
    return Device(tmp_path / "other", capsys)


def test_everything_goes_out_and_in(one: Device, other: Device, tmp_path: Path) -> None:
    file = tmp_path / "everything.companion"
    assert one.run("import", LOG) == (0, "Imported: 1 new game.\n", "")
    assert one.run("export", file) == (0, f"1 game is saved in {file}.\n", "")
    assert [path.name for path in tmp_path.glob("*.companion*")] == [file.name], "nothing half written is left"
    content = file.read_bytes()
    assert other.run("import", file) == (0, "Imported: 1 new game.\n", "")
    assert other.run("import", file) == (0, "Imported: 1 that was here already.\n", "")
    assert other.run("export", file)[0] == 0, "an older one gives way"
    assert file.read_bytes() == content


def test_a_log_is_a_game_that_is_recognised_and_goes_on(one: Device, tmp_path: Path) -> None:
    lines = LOG.read_text(encoding="utf-8").splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    for count, said in ((10, "1 new game"), (10, "1 that was here already"), (30, "1 updated")):
        part.write_text("".join(lines[:count]), encoding="utf-8")
        assert one.run("import", part) == (0, f"Imported: {said}.\n", "")
    part.write_text("".join([*lines[:12], '{"kind": "bronzen.jay"}\n']), encoding="utf-8")
    # Decision: entries without ids do not identify a game, so a log that continues differently is another game
    assert one.run("import", part) == (0, "Imported: 1 new game.\n", "")
    assert one.run("import", part) == (0, "Imported: 1 that was here already.\n", "")
    assert one.names() == [None, None]


def test_two_logs_by_hand_that_begin_alike_are_two_games(one: Device, other: Device, tmp_path: Path) -> None:
    file, bundle = tmp_path / "log.jsonl", tmp_path / "everything.companion"
    head = '{"game": "free_sheet", "seats": ["Anna", "Ben"]}\n{"kind": "free_sheet.scored", "seat": 0, "points": "5"}\n'
    for device, points in ((one, "3"), (one, "4"), (other, "4")):
        file.write_text(f'{head}{{"kind": "free_sheet.scored", "seat": 1, "points": "{points}"}}\n')
        assert device.run("import", file) == (0, "Imported: 1 new game.\n", "")
    other.run("export", bundle)
    assert one.run("import", bundle) == (0, "Imported: 1 that was here already.\n", "")
    one.run("export", bundle.with_name("one.companion"))
    assert other.run("import", bundle.with_name("one.companion"))[1].startswith("Imported: 1 new game")


def test_what_replaces_everything_lays_it_aside(one: Device, other: Device, tmp_path: Path) -> None:
    file = tmp_path / "file"
    one.run("export", file)
    other.run("import", LOG)
    code, out, _ = other.run("import", "--replace", file)
    assert (code, other.names()) == (0, [])
    assert "There are 0 games here now." in out
    assert "set aside" in out
    code, _, error = other.run("import", "--replace", LOG)
    assert code == 2
    assert "Only a backup can replace" in error


def test_a_damaged_file_changes_nothing(one: Device, other: Device, tmp_path: Path) -> None:
    file = tmp_path / "file"
    one.run("import", LOG)
    one.run("export", file)
    file.write_bytes(file.read_bytes()[:-7])
    for words in (("import",), ("import", "--replace")):
        code, out, error = other.run(*words, file)
        assert (code, out) == (1, "")
        assert "damaged or incomplete" in error
    assert other.names() == []


def test_what_cannot_be_taken_in_says_so(one: Device, tmp_path: Path) -> None:
    picture, wrong = tmp_path / "picture.png", tmp_path / "wrong.jsonl"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    wrong.write_text('{"game": "bronzen", "seats": ["A", "B"]}\n{"kind": "bronzen.give_up", "seat": 0}\n')
    for file, code, said in (
        (tmp_path / "none", 2, "There is no file"),
        (tmp_path, 2, "is a folder"),
        (picture, 2, "not text in UTF-8"),
        (wrong, 1, "Line 2: "),
        (Path(__file__), 1, "not the log of a game"),
    ):
        found = one.run("import", file)
        assert found[0] == code
        assert said in found[2]
    assert one.names() == []


def test_nothing_else_is_written_over(one: Device, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    code, _, error = one.run("export", letter)
    assert code == 2
    assert "contains something else" in error
    assert letter.read_text() == "Dear Anna"
    code, _, error = one.run("export", tmp_path / "no" / "such" / "folder")
    assert code == 3
    assert "cannot be written" in error


def test_whose_private_words_go_out_is_said(one: Device, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The notes on a guess sheet are for one player's eyes, and stand in the log."""
    file, jam = tmp_path / "everything.companion", TRANSCRIPTS.parents[1] / "letter_jam" / "transcripts"
    one.run("import", LOG)
    one.run("import", jam / "letter_jam_last_token.jsonl")
    code, out, _ = one.run("export", file)
    assert code == 0
    assert "Letter Jam: It contains the private notes of " in out
    assert "Bronzen: It holds" not in out
    assert b"for their own eyes" not in file.read_bytes()
    assert main(["export", "-", "--data", str(one.folder), "--locale", "en"]) == 0
    assert "Letter Jam: It contains the private notes of " in capsys.readouterr().err, "beside what goes through a pipe"
    assert "own eyes" not in one.run("export", tmp_path / "games.csv", "--as", "csv")[1]


def test_it_goes_through_a_pipe(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    one, other = (["--locale", "en", "--data", str(tmp_path / name)] for name in ("one", "other"))
    assert main(["import", str(LOG), *one]) == 0
    capfdbinary.readouterr()
    assert main(["export", "-", *one]) == 0
    content = capfdbinary.readouterr().out
    assert json.loads(content.partition(b"\n")[0])["companion"] == "everything"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
        assert main(["import", "-", *other]) == 0
    assert b"1 new game" in capfdbinary.readouterr().out


def test_an_unusable_folder_is_reported(one: Device, tmp_path: Path) -> None:
    one.folder.write_text("no folder")
    for words in (("export", tmp_path / "file"), ("import", LOG)):
        code, _, error = one.run(*words)
        assert code == 1
        assert "The data folder is" in error


def test_a_program_that_runs_shows_what_has_been_put_into_the_place_of_everything(
    one: Device, other: Device, tmp_path: Path
) -> None:
    for device, name in ((one, "Sunday"), (other, "Monday")):
        assert device.run("import", LOG)[0] == 0
        library = Library.open(device.folder).library
        library.rename(library.games()[0].id, name)
        library.close()
    assert other.run("export", tmp_path / "other.companion")[0] == 0
    program = Program(one.folder, [sys.executable, "-m", "companion", "serve"], tmp_path / "server.log").start()

    async def look() -> None:
        async with RawClient(f"{program.url.replace('http', 'ws')}ws", locale="en") as page:
            await page.until(lambda: page.visible("Sunday"), 10)
            done = await asyncio.to_thread(one.run, "import", "--replace", tmp_path / "other.companion")
            assert done[0] == 0, done
            await page.until(lambda: page.visible("Monday"), 10)
            assert not page.visible("Sunday")

    try:
        asyncio.run(look())
    finally:
        program.stop()
    assert one.names() == ["Monday"]


def test_games_go_out_for_other_programs_and_theirs_come_in(one: Device, other: Device, tmp_path: Path) -> None:
    one.run("import", LOG)
    file = tmp_path / "scores.csv"
    assert one.run("export", file, "--as", "csv") == (0, f"1 game is saved in {file}.\n", "")
    assert file.read_bytes().startswith(
        b"\xef\xbb\xbfplay_id,round,seat,player,delta,total,column,rule_id,undone,timestamp"
    )
    assert other.run("import", file) == (0, "Imported: 1 new game.\n", "")
    assert other.run("import", file) == (0, "Imported: 1 that was here already.\n", "")
    code, _, err = one.run("export", file, "--as", "text")
    assert (code, "stays as it is" in err) == (2, True), "what lies there is not ours to replace"
    for form in ("rounds", "bgstats", "link", "sheet", "text"):
        code, out, _ = one.run("export", tmp_path / f"file.{form}", "--as", form)
        assert (code, out) == (0, f"1 game is saved in {tmp_path / f'file.{form}'}.\n")


def test_one_game_goes_out_by_its_id(one: Device, tmp_path: Path) -> None:
    one.run("import", LOG)
    assert one.run("export", tmp_path / "a", "--as", "text", "--game", "none")[0] == 1
    assert one.run("export", tmp_path / "a", "--game", "none")[0] == 2, "everything is no one game"


def test_what_is_refused_in_a_table_says_its_line(one: Device, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("id,player,points\n1,Anna,5\n1,Ben,x\n2,Anna,5\n2,Ben,6\n", encoding="utf-8")
    code, out, err = one.run("import", file)
    assert (code, out) == (0, "Imported: 1 new game and 1 refused.\n")
    assert err.startswith("Line 3, column “points”: “x” is not a valid sum.")
    file.write_text("id,player,points\n1,Anna,5\n1,Ben,x\n", encoding="utf-8")
    assert one.run("import", file)[0] == 1


def test_a_dry_run_shows_what_would_be_added_and_adds_nothing(one: Device, other: Device, tmp_path: Path) -> None:
    table, file = tmp_path / "table.csv", tmp_path / "everything.companion"
    table.write_text(
        "Spiel;Datum;Name;R1;R2;Summe\nUno;9.3.2024;Anna;1;2;3\nUno;9.3.2024;Ben;5;4;10\n", encoding="utf-8"
    )
    code, out, err = one.run("import", "--dry-run", table)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Uno · March 9, 2024 · 2 rounds",
        "  1. Ben: 9",
        "  2. Anna: 3",
        "  Ben has won.",
        "  – Each line is a player, each column a round.",
        "  – “Summe” says 10 for Ben, but the rounds add up to 9.",
        "  – The file does not say who wins: the most points do.",
        "",
        "Nothing was imported. It would have been: 1 new game.",
    ]
    other.run("import", LOG)
    other.run("export", file)
    for words, said in (
        ((LOG,), "Nothing was imported. It would have been: 1 new game.\n"),
        ((file,), "Nothing was imported. It would have been: 1 new game.\n"),
        ((file, "--replace"), "Nothing was imported. It would have been: 1 game.\n"),
    ):
        assert one.run("import", "--dry-run", *words) == (0, said, "")
    assert one.names() == []
    assert (
        other.run("import", "--dry-run", LOG)[1]
        == "Nothing was imported. It would have been: 1 that was here already.\n"
    )


def test_everything_says_whether_the_bin_is_in_it(one: Device, tmp_path: Path) -> None:
    one.run("import", LOG)
    library = Library.open(one.folder).library
    library.delete(library.games()[0].id)
    library.close()
    file = tmp_path / "everything.companion"
    assert one.run("export", file) == (0, f"1 game is saved in {file}.\n1 of them is in the bin.\n", "")
