"""Bringing catalogs up to date, in a copy of the rules of its own."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural

from companion import resources
from companion.devtools import catalogs
from companion.devtools.__main__ import main
from companion.lookup import rulebook

RULES = """
[[rule]]
id = "toy.win"
kind = "rule"
title = "Who wins"
text = "Whoever has {points.win} points."
example = "Anna has them."
keywords = "win, end"

[[rule]]
id = "toy.draw"
kind = "ruling"
title = "Who wins"
text = "Nobody."
keywords = "tie"
"""

GERMAN = """
[[rule]]
id = "toy.win"
title = "Wer gewinnt"
text = "Wer {points.win} Punkte hat."
example = "Anna hat sie."
keywords = "gewinnen, Ende"

[[rule]]
id = "toy.draw"
title = "Wer gewinnt dann"
text = "Niemand."
keywords = "Gleichstand"
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A root that holds nothing but the rules of a toy game and the locale ``de``."""
    (tmp_path / "rules_data" / "toy").mkdir(parents=True)
    (tmp_path / "rules_data" / "toy" / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "translations" / "de").mkdir(parents=True)
    monkeypatch.setattr(resources, "ROOTS", [tmp_path])
    monkeypatch.setattr(resources, "OWN", (tmp_path,))
    rulebook.cache_clear()
    yield tmp_path
    rulebook.cache_clear()


def po(toy: Path) -> Path:
    return toy / "translations" / "de" / "LC_MESSAGES" / "toy.po"


def test_update_writes_every_catalog_once(toy):
    assert {path.name for path in catalogs.update()} >= {"toy.po", "companion.po"}
    before = po(toy).read_bytes()
    assert catalogs.update() == []
    assert po(toy).read_bytes() == before


def test_update_keeps_no_line_numbers_and_no_dates(toy):
    catalogs.update()
    text = po(toy).read_text(encoding="utf-8")
    assert "#: rules_data/toy/rules.toml\n" in text
    assert "Date" not in text
    assert "fuzzy" not in text


def test_equal_words_of_two_rules_are_two_messages_in_the_order_of_the_file(toy):
    catalogs.update()
    read = catalogs.read(po(toy), "de")
    assert [message.context for message in read if message.id == "Who wins"] == ["toy.win title", "toy.draw title"]


def test_fill_takes_the_translation_of_rules(toy, tmp_path):
    file = tmp_path / "german.toml"
    file.write_text(GERMAN, encoding="utf-8")
    assert catalogs.fill("de", file) == []
    read = catalogs.read(po(toy), "de")
    assert all(message.string for message in read)
    draw = read.get("Who wins", "toy.draw title")
    assert draw
    assert draw.string == "Wer gewinnt dann"


def test_fill_says_what_does_not_fit(toy, tmp_path):
    file = tmp_path / "german.toml"
    file.write_text(GERMAN.replace("toy.win", "toy.wins") + 'example = "Beide."\n', encoding="utf-8")
    assert catalogs.fill("de", file) == [
        *(f"rules_data has no toy.wins {part}" for part in ("example", "keywords", "text", "title")),
        "toy has no toy.draw example",
    ]


def test_fill_takes_the_translation_of_messages(toy, tmp_path, monkeypatch):
    template = catalogs.templates()["toy"]
    template.add("open")
    template.add(("{n} card", "{n} cards"))
    monkeypatch.setattr(catalogs, "templates", lambda: {"toy": template})
    file = tmp_path / "german.toml"
    file.write_text(
        """
        [messages.toy]
        "open" = "offen"
        "{n} card" = ["{n} Karte", "{n} Karten"]
        "shut" = "zu"
        [messages.other]
        "open" = "offen"
        """,
        encoding="utf-8",
    )
    assert catalogs.fill("de", file) == ["toy has no 'shut'", "other has no 'open'"]
    read = catalogs.read(po(toy), "de")
    assert [read["open"].string, read["{n} card"].string] == ["offen", ("{n} Karte", "{n} Karten")]
    file.write_text('[messages.toy]\n"open" = ["offen", "offene"]\n"{n} card" = "Karten"\n', encoding="utf-8")
    assert catalogs.fill("de", file) == ["'open' does not have 2 forms", "'{n} card' does not have 1 forms"]


def test_a_message_that_comes_back_gets_its_translation_back(toy):
    full, less = Catalog(), Catalog()
    full.add("one")
    full.add("two", context="dice")
    less.add("one")
    path = po(toy)
    path.parent.mkdir()

    def write(template: Catalog, *, prune: bool = False) -> None:
        path.write_bytes(catalogs.written(catalogs.merged("de", "toy", template), prune=prune))

    write(full)
    path.write_text(path.read_text().replace('"two"\nmsgstr ""', '"two"\nmsgstr "zwei"'))
    write(less)
    assert '#~ msgstr "zwei"' in path.read_text()
    write(full)
    message = catalogs.read(path, "de").get("two", "dice")
    assert message
    assert message.string == "zwei"
    write(less, prune=True)
    assert "zwei" not in path.read_text()


def test_the_command(toy, tmp_path, capsys):
    assert main(["update", "--domain", "toy"]) == 0
    assert capsys.readouterr().out == f"{po(toy)}\n"
    assert main(["update", "fr", "--domain", "toy"]) == 0
    french, plurals = catalogs.read(toy / "translations/fr/LC_MESSAGES/toy.po", "fr"), get_plural("fr")
    assert (french.num_plurals, french.plural_expr) == (plurals.num_plurals, plurals.plural_expr)
    capsys.readouterr()
    assert main(["extract", "toy"]) == 0
    assert 'msgctxt "toy.win title"\nmsgid "Who wins"' in capsys.readouterr().out
    assert main(["check"]) == 1
    assert "de/toy.po: 'toy.win title': is not translated" in capsys.readouterr().out
    file = tmp_path / "german.toml"
    file.write_text(GERMAN, encoding="utf-8")
    assert main(["fill", "de", str(file)]) == 0
