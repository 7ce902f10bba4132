"""What Python writes by itself and compiles while a program begins: the methods of its classes, hundreds of small texts.

Whoever builds the site lets the program begin once and notes those texts; the phone finds them compiled.

This module lies beside the program, and knows nothing but Python's own library.
"""

import builtins
import dataclasses
import inspect
import marshal
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any, Final

#: Where what was compiled is found: beside this module.
FILE: Final = "generated.bin"
#: What is compiled: its text, and the file it is said to be in.
Written = tuple[str, str]


def note() -> set[Written]:
    """Return a set to which everything is added that is compiled from now on."""
    noted: set[Written] = set()
    _ask_first(lambda *written: noted.add(written))
    return noted


def compiled(noted: Iterable[Written]) -> bytes:
    """Return what was noted as :func:`know` reads it."""
    made = {_name(*written): compile(*written, "exec", dont_inherit=True) for written in sorted(noted)}
    return marshal.dumps(made)


def know() -> dict[bytes, CodeType]:
    """Let everything that lies beside this module be taken instead of compiled; without it Python compiles, as it does.

    :return: what nobody has asked for yet.
    """
    file = Path(__file__).with_name(FILE)
    if not file.exists():
        return {}
    made: dict[bytes, CodeType] = marshal.loads(file.read_bytes())
    _write_no_docstrings()
    _ask_first(lambda *written: made.pop(_name(*written), None))  # a class is made once
    return made


def _write_no_docstrings() -> None:
    """Keep ``dataclasses`` from writing into each class without a docstring how it is called: of compiled classes, into each."""

    def unsigned(*_: Any, **__: Any) -> None:
        raise ValueError("nobody reads it here")

    dataclasses.inspect = SimpleNamespace(**(vars(inspect) | {"signature": unsigned}))  # type: ignore[attr-defined]


def _name(text: str, file: str) -> bytes:
    return blake2b(f"{file}\n{text}".encode(), digest_size=16).digest()


def _ask_first(found: Callable[[str, str], CodeType | None]) -> None:
    """Let a function be asked for code before Python compiles it: for classes of ``attrs`` and of ``dataclasses``."""
    by_itself: Any = builtins.compile

    def compile_or_take(text: Any, file: Any, mode: str, *more: Any, **named: Any) -> Any:
        plain = isinstance(text, str) and mode == "exec" and not more and not named
        return (found(text, file) if plain else None) or by_itself(text, file, mode, *more, **named)

    def run(text: str, *where: Any) -> None:
        exec(found(text, "<string>") or text, *where)

    setattr(builtins, "compile", compile_or_take)  # noqa: B010
    setattr(dataclasses, "exec", run)  # noqa: B010
