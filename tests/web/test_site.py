"""The built site: every file by its hash, reproducible, and without requests to other hosts."""

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from effort import at_leisure
from hatchling.build import build_wheel
from web.conftest import listed

from companion import resources
from companion.cli import main
from companion.i18n.catalogs import compiled
from companion.web.build import BESIDE, Occupied, build, parts

#: Maximum size of a first visit in bytes.
MOST = 14_300_000

#: For tests of the site, which takes a quarter of a minute to build: grouped with the journeys, which need it too.
of_the_site = pytest.mark.browser


@of_the_site
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


#: Builds from a folder alone, with another umask.
_ELSEWHERE = """
import os, sys
os.umask(0o077)
from pathlib import Path
from companion import resources
from companion.web.build import build
assert Path(resources.__file__).is_relative_to(sys.argv[1])
build(Path(sys.argv[2]))
"""


@at_leisure
@of_the_site
def test_an_installed_program_builds_the_same_bytes_anywhere(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        wheel.extractall(tmp_path / "installed")
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))},
        "PYTHONPATH": str(tmp_path / "installed"),
        "PYTHONHASHSEED": "7",
        "SOURCE_DATE_EPOCH": "1000000000",
        "LC_ALL": "tr_TR.UTF-8",
        "TZ": "Pacific/Kiritimati",
    }
    words = [sys.executable, "-c", _ELSEWHERE, str(tmp_path / "installed"), str(tmp_path / "again")]
    subprocess.run(words, cwd=tmp_path, env=surroundings, check=True, timeout=120)
    assert different(site, tmp_path / "again") == []


def different(one: Path, other: Path) -> list[str]:
    """Return the files that differ between two folders."""
    both = [{path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()} for folder in (one, other)]
    return [
        name.as_posix()
        for name in sorted(both[0].keys() | both[1].keys())
        if not all(name in files for files in both) or len({files[name].read_bytes() for files in both}) > 1
    ]


def test_a_catalog_is_the_same_at_any_time() -> None:
    made = compiled(resources.catalogs("de")["companion"], "de", "companion")
    assert set(re.findall(rb"(?:POT-Creation|PO-Revision)-Date: (\d+)", made)) == {b"1970"}


@of_the_site
def test_a_first_visit_is_small(site: Path) -> None:
    assert sum(part.packed for part in parts(site)) <= MOST


@of_the_site
def test_the_page_allows_no_other_host(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    for rule in policy[1].split("; "):
        name, *sources = rule.split()
        assert "'unsafe-eval'" not in sources
        assert not [one for one in sources if "://" in one or one == "*"], name
    for name in (
        "index.html",
        "pocket.js",
        "worker.js",
        "sw.js",
        "way.js",
        "veil.js",
        "ring.js",
        "names.js",
        "photo.js",
        "picture.js",
        "glyphs.js",
    ):
        text = (site / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, name


@of_the_site
def test_the_client_does_not_request_rive(site: Path) -> None:
    assert b"rive-app" not in (site / "main.dart.js").read_bytes()


@of_the_site
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
