"""Code that Python generates and compiles at start: the methods of attrs classes and dataclasses, hundreds of small texts.

The build starts the program once and records these texts; the phone finds them compiled.

This module is placed beside the program and uses nothing but the standard library.
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

#: The compiled code, beside this module.
FILE: Final = "generated.bin"
#: A generated text and the file name it was compiled with.
Written = tuple[str, str]


def note() -> set[Written]:
    """Return a set to which everything is added that is compiled from now on."""
    noted: set[Written] = set()
    _ask_first(lambda *written: noted.add(written))
    return noted


def compiled(noted: Iterable[Written]) -> bytes:
    """Return recorded texts in the form that :func:`know` reads."""
    made = {_name(*written): compile(*written, "exec", dont_inherit=True) for written in sorted(noted)}
    return marshal.dumps(made)


def know() -> dict[bytes, CodeType]:
    """Use the compiled code beside this module instead of compiling; without it Python compiles as usual.

    :return: the code that has not been used yet.
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
