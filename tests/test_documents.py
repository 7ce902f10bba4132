"""The documents: the length of the front page, valid links, and every option of the command line."""

import re
from pathlib import Path

import pytest

from companion.cli import main

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for place in (".", ".github", "companion/*", "rules_data", "tests", "translations")
    for path in ROOT.glob(f"{place}/*.md")
)
FRONT_PAGE = ROOT / "README.md"
COMMANDS = (
    *("", "serve", "web", "games", "replay", "export", "import", "figures"),
    *("rules list", "rules search", "rules show", "rules read"),
)


def written(path: str) -> str:
    """Return the text of a document."""
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_front_page_is_short_and_has_both_commands() -> None:
    assert FRONT_PAGE.stat().st_size <= 6000
    blocks = written("README.md").split("```")[1::2]
    assert "\npip install . && companion\n" in blocks
    assert '\npip install -e ".[test]" && python -m pytest\n' in blocks


def test_the_front_page_leads_to_every_document() -> None:
    links = set(re.findall(r"\]\(([^)#]+\.md)\)", written("README.md")))
    readable = {path for path in DOCUMENTS if path != "README.md" and "template" not in path}
    assert readable <= links


@pytest.mark.parametrize("path", DOCUMENTS)
def test_links_have_a_target(path: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", written(path))
    broken = [link for link in links if "://" not in link and not (ROOT / path).parent.joinpath(link).exists()]
    assert broken == []


@pytest.mark.parametrize("path", DOCUMENTS)
def test_code_blocks_and_tables_are_whole(path: str) -> None:
    text = written(path)
    assert text.count("```") % 2 == 0
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for table in re.findall(r"(?:^\|.*\n)+", prose, re.MULTILINE):
        columns = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(columns) == 1, table.splitlines()[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_the_command_line_is_documented(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*command.split(), "--help", "--locale", "en"])
    options = set(re.findall(r"(?<!\w)--[a-z-]+", capsys.readouterr().out)) - {"--help", "--locale"}
    page = written("companion/cli/README.md")
    row = next(line for line in page.splitlines() if line.startswith(f"| `companion {command}".rstrip()))
    assert options == set(re.findall(r"(?<!\w)--[a-z-]+", row.partition("` |")[0]))


def test_the_glossary_has_each_word_once() -> None:
    glossary = written(".github/CONTRIBUTING.md").partition("## Glossary")[2].partition("\n## ")[0]
    words = [word for word in re.findall(r"^\| ([a-z][a-z -]+) \|", glossary, re.MULTILINE) if word != "word"]
    assert len(words) >= 40
    assert len(set(words)) == len(words)


def test_the_way_of_a_tap_names_what_is_there() -> None:
    way = written(".github/CONTRIBUTING.md").partition("## The way of a tap")[2].partition("\n## ")[0]
    named = re.findall(r"\[`(?:\w+\.)?(\w+)`\]\(\.\./([^)]+)\)", way)
    assert len(named) >= 20
    assert [(name, path) for name, path in named if not re.search(rf"\b(def|class) {name}\b", written(path))] == []
