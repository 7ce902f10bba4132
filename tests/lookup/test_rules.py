"""The rules as they are loaded."""

from pathlib import Path

import pytest

from companion.i18n import PLACEHOLDER, Renderer
from companion.lookup import Kind, UnknownRule, WrongRule, load, rulebook
from companion.resources import rules_folders

ENTRY = """
[[rule]]
id = "toy.win"
kind = "house rule"
title = "Who wins"
text = \"\"\"
Whoever has {points.win} points.
\"\"\"
keywords = "win, end"
see = ["toy.draw"]
phases = ["over", "any"]
house_rule = "goal"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    return folder


def test_an_entry_becomes_a_rule(tmp_path):
    (rule,) = load("toys", written(tmp_path, ENTRY))
    assert (rule.id, rule.game, rule.folder, rule.kind) == ("toy.win", "toy", "toys", Kind.HOUSE_RULE)
    assert (rule.text.message, rule.text.domain) == ("Whoever has {points.win} points.", "toys")
    assert [text.context for text in rule.texts] == ["toy.win title", "toy.win text", "toy.win keywords"]
    assert (rule.example, rule.see, rule.phases, rule.house_rule) == (None, ("toy.draw",), ("over", "any"), "goal")


def test_a_folder_may_hold_only_numbers(tmp_path):
    assert load("toys", tmp_path) == ()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("house rule", "hunch"),
        ('title = "Who wins"', ""),
        ("keywords", "keyword"),
        ('id = "toy.win"', ""),
        ("id =", 'lookup_only = "yes"\nid ='),
    ],
)
def test_a_wrong_entry_is_refused(tmp_path, right, wrong):
    with pytest.raises(WrongRule, match=r"rules\.toml.*(hunch|title|keyword|id|lookup_only)"):
        load("toys", written(tmp_path, ENTRY.replace(right, wrong, 1)))


def test_an_unknown_rule_names_the_nearest_ones():
    with pytest.raises(UnknownRule) as raised:
        rulebook().rule("companion.unod")
    assert raised.value.near[0] == "companion.undo"
    assert "companion.undo" in str(raised.value)
    assert isinstance(raised.value, KeyError)


def test_rules_come_in_the_order_of_their_file():
    ids = [rule.id for rule in rulebook().rules("companion")]
    assert ids == [
        f"companion.{word}"
        for word in (
            *("undo", "redo", "amend", "overtaken", "dispute", "players", "coming"),
            *("starter", "rematch", "share", "house"),
            *("log", "storage", "carry", "lan", "places", "roles", "board", "sheet", "settings"),
            *("table", "detail", "clock", "keys", "offline", "evenings", "people", "bin", "programs"),
        )
    ]
    assert set(rulebook().rules("companion")) < set(rulebook().rules())


def test_rules_of_a_phase_come_before_those_that_always_matter():
    rules = rulebook().of_phase("bronzen", "reveal")
    here = ["reveal" in rule.phases for rule in rules]
    assert any(here)
    assert not all(here)
    assert here == sorted(here, reverse=True)


@pytest.mark.parametrize("folder", sorted(rules_folders()))
def test_cross_references_lead_somewhere(folder):
    book = rulebook()
    for rule in book.all:
        if rule.folder == folder:
            assert rule.id not in rule.see
            for other in rule.see:
                book.rule(other)


@pytest.mark.parametrize("folder", sorted(rules_folders()))
def test_every_number_in_a_text_is_known(folder, caplog):
    renderer = Renderer("en")
    said = [renderer.text(text) for rule in rulebook().all if rule.folder == folder for text in rule.texts]
    assert not caplog.records
    assert not any(map(PLACEHOLDER.search, said))
