"""A small translated program of its own, to be broken at will."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import resources
from companion.i18n import catalog

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""

Po = Callable[[str], Path]


@pytest.fixture
def po(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Po]:
    """Write the German catalog ``toy`` into a folder that is found besides the real ones."""
    monkeypatch.setattr(resources, "ROOTS", [*resources.ROOTS, tmp_path])
    catalog.cache_clear()

    def write(messages: str, header: str = HEADER) -> Path:
        path = tmp_path / "translations" / "de" / "LC_MESSAGES" / "toy.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(header + messages, encoding="utf-8")
        return path

    yield write
    catalog.cache_clear()
