"""The distribution: its name, command, licences and type information, and the layout of the repository."""

import subprocess
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from effort import at_leisure
from hatchling.build import build_sdist, build_wheel
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.resources import DISTRIBUTION

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FONTS = "companion/ui/assets/fonts"


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the texts of a wheel's metadata and of its marker for type checkers, by their names."""
    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as made:
        names = [name for name in made.namelist() if ".dist-info/" in name or name.endswith("/py.typed")]
        return {name.partition("/")[2]: made.read(name).decode() for name in names}


def test_the_wheel_carries_the_licence_of_every_font_and_of_the_nouns(wheel: dict[str, str]) -> None:
    nouns = "companion/games/schlafmuetze/NOTICE-nouns.txt"
    own = ["LICENSE", nouns, *(f"{FONTS}/{path.name}" for path in (ROOT / FONTS).glob("*.txt"))]
    assert len(own) == 5
    for name in own:
        assert wheel[f"licenses/{name}"] == (ROOT / name).read_text(encoding="utf-8")
    assert sorted(message_from_string(wheel["METADATA"]).get_all("License-File", [])) == sorted(own)


def test_the_package_has_a_name_of_its_own_and_keeps_its_command(wheel: dict[str, str]) -> None:
    assert message_from_string(wheel["METADATA"])["Name"] == DISTRIBUTION == PROJECT["project"]["name"] != "companion"
    assert "companion = companion.cli:main" in wheel["entry_points.txt"]
    # the folder of a packaged app's games does not depend on that name
    app = PROJECT["tool"]["flet"]
    assert (app["artifact"], app["bundle_id"]) == ("companion", "org.companion.companion")


def test_the_package_is_marked_as_typed(wheel: dict[str, str]) -> None:
    assert wheel["py.typed"] == ""


def test_every_requirement_has_a_tested_version() -> None:
    """``.ci/constraints`` rewrites the file."""
    lines = (ROOT / ".ci/constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    assert all(pin.url is None and str(pin.specifier).startswith("==") for pin in pins)
    versions = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins}
    assert len(versions) == len(pins), "a package has two versions"
    extras = PROJECT["project"]["optional-dependencies"]
    for line in [*PROJECT["project"]["dependencies"], *extras["test"], *extras["dev"], *extras["release"]]:
        needed = Requirement(line)
        assert needed.specifier.contains(versions[canonicalize_name(needed.name)]), line


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a clone: git knows which files belong to it")
def test_the_top_level_contains_nothing_else() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {name.split("/")[0] for name in listed.splitlines()}
    packages = {"companion", "rules_data", "translations", "tests"}
    assert {name for name in top if not name.startswith(".")} == {"pyproject.toml", "README.md", "LICENSE", *packages}


@at_leisure
def test_the_sources_carry_the_licences_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / build_sdist(str(tmp_path))) as made:
        names = {name.partition("/")[2] for name in made.getnames()}
    assert {"LICENSE", *(f"{FONTS}/{path.name}" for path in (ROOT / FONTS).glob("*.txt"))} <= names
