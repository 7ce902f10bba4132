"""What is built: every file by its hash, the same bytes every time, and nothing in it that looks anywhere else."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from pocket.conftest import listed

from companion import resources
from companion.cli import main
from companion.i18n.catalogs import compiled
from companion.pocket.build import BESIDE, Occupied, build, parts

#: What is sent on a first visit, in bytes, is at most this much.
MOST = 14_000_000

# beside the journeys: they need the site as well, and it is built once for all in one process
pytestmark = pytest.mark.xdist_group("browser")


def test_every_file_is_listed_with_its_hash(site: Path) -> None:
    files = listed(site)["files"]
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    asked = {name for name in there if not name.endswith(".gz") and not name.startswith(BESIDE)} - {
        "sw.js",
        *(n for n in there if n.startswith("licences/")),
    }
    assert asked == set(files)
    for name, file in files.items():
        body = (site / name).read_bytes()
        assert hashlib.sha256(body).hexdigest() == file["hash"], name
        if file["packed"]:
            assert gzip.decompress((site / f"{name}.gz").read_bytes()) == body, name


def test_two_builds_are_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build(tmp_path / "again")
    again = {path.relative_to(tmp_path / "again"): path for path in (tmp_path / "again").rglob("*") if path.is_file()}
    first = {path.relative_to(site): path for path in site.rglob("*") if path.is_file()}
    assert again.keys() == first.keys()
    assert [name for name in first if first[name].read_bytes() != again[name].read_bytes()] == []


def test_a_catalog_is_the_same_at_any_time() -> None:
    made = compiled(resources.catalogs("de")["companion"], "de", "companion")
    assert set(re.findall(rb"(?:POT-Creation|PO-Revision)-Date: (\d+)", made)) == {b"1970"}


def test_a_first_visit_is_small(site: Path) -> None:
    assert sum(part.packed for part in parts(site)) <= MOST


def test_the_page_allows_nobody_else(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    for rule in policy[1].split("; "):
        name, *sources = rule.split()
        assert "'unsafe-eval'" not in sources
        assert not [one for one in sources if "://" in one or one == "*"], name
    for name in ("index.html", "pocket.js", "worker.js", "sw.js", "splash.js", "way.js", "veil.js"):
        text = (site / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, name


def test_the_client_looks_nowhere_for_rive(site: Path) -> None:
    assert b"rive-app" not in (site / "main.dart.js").read_bytes()


def test_the_command_lists_the_parts(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--parts", "--json", str(site)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["packed"] == sum(part["packed"] for part in said["parts"])
    assert {"main.dart.js", "app.pack", "pyodide/pyodide.asm.wasm"} <= {part["name"] for part in said["parts"]}


def test_another_folder_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna", encoding="utf-8")
    with pytest.raises(Occupied):
        build(tmp_path)
    assert main(["web", str(tmp_path), "--locale", "en"]) == 1
    assert "something else" in capsys.readouterr().err
    assert main(["web", "--try", str(tmp_path), "--locale", "en"]) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
