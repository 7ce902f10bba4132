"""Python's modules as the browser's Python reads them soonest: compiled beforehand, many in one file.

Bytecode is good for one version of Python only, that of the browser. This Python compiles it if it is the same; otherwise the
browser's own does, where there is Node to run it. Without either the phone compiles what it needs: the first start takes longer.

This module is run by either of them, beside nothing but Python's own library.
"""

import importlib
import importlib.util
import json
import marshal
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

#: Whoever reads a file of bytecode does not look for its source: PEP 552, by hash and unchecked.
_HEAD: Final = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
#: Neither docstrings nor assertions: they do nothing for who plays.
_OPTIMIZED: Final = 2
#: Without them a traceback names the line, not the column; a fifth less to fetch.
_NO_COLUMNS: Final = ("-X", "no_debug_ranges")
#: What lies beside every program, see :mod:`companion.web.generated`.
_BESIDE: Final = "generated"
#: What a program has opened when its first screen is shown: their names below its folder, as a list in JSON.
OPENED: Final = "opened.json"
#: The order of a set may be seen in what is compiled.
_SAME_ORDER: Final = {"PYTHONHASHSEED": "0"}


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files as one: the length of their list, the list, the contents."""
    listed = [(path, len(files[path])) for path in sorted(files)]
    head = json.dumps(listed, separators=(",", ":")).encode()
    return len(head).to_bytes(4, "big") + head + b"".join(files[path] for path, _ in listed)


def unpack(packed: bytes) -> dict[str, bytes]:
    """Return the files of a pack by their path."""
    offset = 4 + int.from_bytes(packed[:4], "big")
    files = {}
    for path, size in json.loads(packed[4:offset]):
        files[path] = packed[offset : offset + size]
        offset += size
    return files


def compiled_by_this_python(packed: bytes, program: str = "") -> bytes:
    """Return a pack with the bytecode of this Python in the place of its modules.

    :param program: a folder of the pack and the module in it that a program begins with, such as ``app/program.main``: beside
        it will lie what Python compiles while it begins, see :mod:`companion.web.generated`, and the names of what it opens.
    """
    made = {}
    for path, body in unpack(packed).items():
        if path.endswith(".py"):
            code = compile(body, path, "exec", dont_inherit=True, optimize=_OPTIMIZED)
            path, body = f"{path}c", _HEAD + marshal.dumps(code)
        made[path] = body
    if program:
        folder, _, entry = program.rpartition("/")
        made[f"{folder}/{_BESIDE}.bin"], opened = _begun(made, folder, entry)
        made[f"{folder}/{OPENED}"] = json.dumps(opened).encode()
    return pack(made)


def _begun(files: Mapping[str, bytes], folder: str, entry: str) -> tuple[bytes, list[str]]:
    """Return what Python compiles, and opens, until a program has shown its first screen, which is what it does in ``warm_up``."""
    opened = {f"{_BESIDE}.bin"}
    with tempfile.TemporaryDirectory() as root:
        below = f"{root}/{folder}/"

        def note(event: str, told: tuple[Any, ...]) -> None:
            if event == "open" and str(told[0]).startswith(below):
                opened.add(str(told[0]).removeprefix(below))

        for path, body in files.items():
            if path.startswith(f"{folder}/"):
                target = Path(root, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(body)
        sys.addaudithook(note)
        sys.path.insert(0, f"{root}/{folder}")
        generated = importlib.import_module(_BESIDE)
        noted = generated.note()
        importlib.import_module(entry).warm_up()
        return bytes(generated.compiled(noted)), sorted(opened)


def compiled(files: Mapping[str, bytes], browsers: Path, program: str = "") -> dict[str, bytes] | None:
    """Return files with bytecode of the browser's Python in the place of modules, or nothing if there is nobody to compile it.

    :param browsers: the folder of the browser's Python.
    :param program: what to let begin once, see :func:`compiled_by_this_python`.
    """
    version = json.loads((browsers / "pyodide-lock.json").read_bytes())["info"]["python"]
    command: list[str] = []
    if version.split(".")[:2] == [str(part) for part in sys.version_info[:2]]:
        command = [sys.executable, *_NO_COLUMNS, __file__]
    elif node := shutil.which("node"):
        command = [node, str(Path(__file__).with_name("site") / "compile.mjs"), f"{browsers}/", __file__, *_NO_COLUMNS]
    if not command:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "modules"), Path(folder, "compiled")
        source.write_bytes(pack(files))
        run = subprocess.run(
            [*command, program, str(source), str(target)], env=_SAME_ORDER, capture_output=True, check=False
        )
        return unpack(target.read_bytes()) if run.returncode == 0 and target.exists() else None


if __name__ == "__main__":
    _program, _source, _target = sys.argv[-3:]
    Path(_target).write_bytes(compiled_by_this_python(Path(_source).read_bytes(), _program))
