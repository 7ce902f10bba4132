"""Compiles Python modules for the browser in advance, many in one file.

Bytecode is valid for one version of Python only, that of the browser. This Python compiles it if its version is the same;
otherwise the browser's own does, run by Node if that is installed. Without either the phone compiles what it needs, and the
first start takes longer.

This module runs in either of them, with nothing but the standard library.
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

#: Unchecked hash-based bytecode (PEP 552): the source is not needed to load it.
_HEAD: Final = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
#: Neither docstrings nor assertions.
_OPTIMIZED: Final = 2
#: Without them a traceback names the line, not the column; a fifth less to fetch.
_NO_COLUMNS: Final = ("-X", "no_debug_ranges")
#: Name of the module beside each program, see :mod:`companion.web.generated`.
_BESIDE: Final = "generated"
#: JSON list of the files that a program opens until its first screen, relative to its folder.
OPENED: Final = "opened.json"
#: The order of a set can affect what is compiled.
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
    """Return a pack with bytecode of this Python in place of its modules.

    :param program: a folder of the pack and the module in it that starts the program, such as ``app/program.main``: the pack
        also gets the code that Python generates while it starts, see :mod:`companion.web.generated`, and the names of what it opens.
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
    """Return the code that Python generates and the files it opens while a program starts and runs its ``warm_up``."""
    opened = {f"{_BESIDE}.bin"}
    with tempfile.TemporaryDirectory() as root:
        below = f"{root}/{folder}/"

        def note(event: str, arguments: tuple[Any, ...]) -> None:
            if event == "open" and str(arguments[0]).startswith(below):
                opened.add(str(arguments[0]).removeprefix(below))

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
    """Return files with bytecode of the browser's Python in place of modules; ``None`` if nothing can compile it.

    :param browsers: the folder of the browser's Python.
    :param program: the program to start once, see :func:`compiled_by_this_python`.
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
