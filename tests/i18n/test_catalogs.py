"""The catalogs and the words of the program as they are now."""

from companion.devtools.catalogs import targets, templates
from companion.devtools.check_catalogs import catalog_problems
from companion.devtools.check_rules import rule_problems
from companion.devtools.check_sources import source_problems


def test_there_is_something_to_translate_and_german_is_among_the_languages():
    assert "companion" in templates()
    assert "de" in targets()


def test_every_catalog_is_complete_and_true_to_its_source():
    assert list(catalog_problems()) == []


def test_no_word_bypasses_the_catalogs():
    assert list(source_problems()) == []


def test_every_id_is_a_rule_and_every_rule_is_cited_or_only_looked_up():
    assert list(rule_problems()) == []
