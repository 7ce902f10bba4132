"""Modules compiled for a fast start of the browser's Python."""

import marshal
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from effort import at_leisure
from hypothesis import given
from hypothesis import strategies as st

from companion.server.page import client_folder
from companion.web import bytecode, generated
from companion.web.bytecode import compiled, compiled_by_this_python, pack, unpack

BROWSERS = client_folder() / "pyodide"
MODULES = {"some/module.py": b'"""What nobody reads."""\nNUMBER = 6 * 7\n', "some/data.json": b"{}"}


@given(st.dictionaries(st.text(min_size=1), st.binary()))
def test_a_packed_module_is_unpacked_unchanged(files: dict[str, bytes]) -> None:
    assert unpack(pack(files)) == files


def test_bytecode_replaces_modules_only() -> None:
    made = unpack(compiled_by_this_python(pack(MODULES)))
    assert made.keys() == {"some/module.pyc", "some/data.json"}
    assert made["some/data.json"] == b"{}"
    namespace: dict[str, object] = {}
    exec(marshal.loads(made["some/module.pyc"][16:]), namespace)
    assert namespace["NUMBER"] == 42
    assert b"nobody" not in made["some/module.pyc"]


def test_python_finds_a_module_without_its_source(tmp_path: Path) -> None:
    for name, body in unpack(compiled_by_this_python(pack(MODULES))).items():
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(body)
    code = "import some.module; print(some.module.NUMBER)"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout == "42\n"


@at_leisure
@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
def test_node_compiles_the_same_bytes_every_time() -> None:
    once, twice = compiled(MODULES, BROWSERS), compiled(MODULES, BROWSERS)
    assert once is not None
    assert once == twice
    assert once.keys() == {"some/module.pyc", "some/data.json"}


def test_without_a_matching_python_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bytecode.sys, "version_info", (3, 11, 0))
    monkeypatch.setattr(bytecode.shutil, "which", lambda _: None)
    assert compiled(MODULES, BROWSERS) is None


#: A program with classes of both kinds.
CLASSES = b"""
from dataclasses import dataclass
from attrs import frozen

@dataclass
class Chip:
    value: int = 1

@frozen
class Card:
    chip: Chip

def warm_up():
    assert Card(Chip(3)) == Card(Chip(3))
"""
GENERATED = Path(generated.__file__).read_bytes()


def test_code_generated_at_run_time_is_compiled_in_advance(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(pack({"app/classes.py": CLASSES, "app/generated.py": GENERATED}))
    seed = {"PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, bytecode.__file__, "app/classes", str(source), str(target)], env=seed, check=True)
    for name, body in unpack(target.read_bytes()).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(body)
    begin = (
        "import generated; left = generated.know(); noted = len(left); import classes; classes.warm_up(); "
        "print(noted, len(left))"
    )
    run = subprocess.run(
        [sys.executable, "-c", begin], cwd=tmp_path / "app", env=seed, capture_output=True, text=True, check=True
    )
    noted, left = map(int, run.stdout.split())
    assert noted >= 3
    assert left == 0


def test_without_notes_generated_code_is_compiled_at_run_time(tmp_path: Path) -> None:
    (tmp_path / "classes.py").write_bytes(CLASSES)
    (tmp_path / "generated.py").write_bytes(GENERATED)
    begin = "import generated; print(generated.know()); import classes; classes.warm_up()"
    run = subprocess.run([sys.executable, "-c", begin], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout == "{}\n"
