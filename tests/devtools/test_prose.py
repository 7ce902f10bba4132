"""Docstrings and comments stay in plain technical English."""

from pathlib import Path

import pytest

from companion.devtools.prose import IDIOM, idiom, idiom_rate, unknown_parameters
from companion.resources import OWN

#: The most words of the old idiom in a thousand lines.
MOST = 8.0


def test_words_of_the_idiom_are_found_in_docstrings_and_comments_only() -> None:
    code = '"""Return what is told."""\nname = "told"  # whoever it is\n'
    assert idiom(code) == [(1, "what is"), (1, "told"), (2, "whoever")]


def _packages() -> list[Path]:
    return sorted(path for path in (OWN[-1] / "companion").iterdir() if any(path.rglob("*.py")))


@pytest.mark.parametrize("folder", [*_packages(), OWN[-1] / "tests"], ids=lambda folder: folder.name)
def test_the_idiom_stays_rare(folder: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
    # a module without any of the words, which is quickly found, counts by its lines only
    rate = idiom_rate(text if IDIOM.search(text) else "\n" * text.count("\n") for text in texts)
    assert rate <= MOST, "CONTRIBUTING.md has the terms to use instead"


@pytest.mark.parametrize("folder", [*_packages(), OWN[-1] / "tests"], ids=lambda folder: folder.name)
def test_documented_parameters_exist(folder: Path) -> None:
    stale = {
        f"{path}:{line} {name}"
        for path in folder.rglob("*.py")
        if ":param" in (text := path.read_text(encoding="utf-8"))
        for line, name in unknown_parameters(text)
    }
    assert not stale
