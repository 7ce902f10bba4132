"""The notes of a release: its section of the changelog."""

from pathlib import Path
from typing import Final

from companion.resources import OWN

CHANGELOG: Final = OWN[-1] / ".github" / "CHANGELOG.md"


class NoNotes(LookupError):
    """The changelog has no text for a version."""


def notes(version: str, changelog: Path = CHANGELOG) -> str:
    """Return what the changelog says about a version, without the heading.

    :param version: such as ``0.1.0``; its section begins with ``## 0.1.0``, and the rest of that line is free.
    :param changelog: a Markdown file with a heading of level two for each version.
    :raises NoNotes: if there is no such section, or nothing in it.
    """
    for section in f"\n{changelog.read_text(encoding='utf-8')}".split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        if heading.replace(",", " ").split()[:1] == [version] and text.strip():
            return text.strip() + "\n"
    raise NoNotes(f"{changelog.name} has no notes for {version}")
