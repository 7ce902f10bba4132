"""The guide to the program: in the words of the screens, and found by the search in every language."""

import re

import pytest

from companion.devtools.catalogs import templates
from companion.i18n import Renderer
from companion.i18n.catalogs import catalog
from companion.lookup import rulebook
from companion.lookup.book import Reading, ReadingMode, reading
from companion.lookup.print_routes import sheet, way_title
from companion.lookup.search import search
from companion.resources import locales

every_locale = pytest.mark.parametrize("locale", locales())

#: No labels of a screen: keys, a heading of a table, and the settings of phones, which begin like this.
KEYS = {"U", "/", "?", "Spieler"}
PHONES = ("Settings → Security", "Settings → Profile", "General →", "Einstellungen → Sicherheit")
PHONES += ("Einstellungen → Profil", "Allgemein →")


def guide(locale: str) -> Reading:
    """Return the guide in a language."""
    found = reading("companion", locale)
    assert found
    assert found.locale == locale
    return found


def labels(locale: str) -> set[str]:
    """Return everything that stands on a screen in a language."""
    ids = [(domain, m.id) for domain, found in templates().items() for m in found if m.id and not m.context]
    return {catalog(locale, domain).gettext(id) for domain, id in ids if isinstance(id, str)}


@every_locale
def test_its_labels_are_those_of_the_screens(locale: str) -> None:
    """In quotation marks stands what can be tapped; a label that changes has to change here, too."""
    sections = [section for part in guide(locale).parts.values() for section in part]
    texts = [paragraph.text.message for section in sections for paragraph in section.paragraphs]
    marked = {label for text in texts for label in re.findall("„([^“]+)“" if locale == "de" else "“([^”]+)”", text)}
    ours = {label for label in marked - KEYS if not label.startswith(PHONES) and "…" not in label}
    assert len(ours) > 20
    assert {part for label in ours for part in label.split(" → ")} - labels(locale) == set()


def test_it_has_a_quick_start_and_a_book_that_is_called_guide() -> None:
    assert set(guide("de").parts) == {ReadingMode.QUICK, ReadingMode.BOOK}
    assert Renderer("de").text(way_title("companion", ReadingMode.BOOK)) == "Anleitung"
    made = sheet("companion", ReadingMode.BOOK, "en")
    assert (made.title, made.subtitle) == ("Companion", "Guide")


CHAPTERS = {
    "en": "At the table|Game by game|Phones|Offline|Game nights and statistics|Backup|Other programs|Privacy",
    "de": "Am Tisch|Spiel für Spiel|Handys|Ohne Netz|Spieleabende und Statistik|Sichern|Andere Programme|Was privat bleibt",
}


@every_locale
def test_its_chapters_are_those_that_people_look_for(locale: str) -> None:
    chapters = [Renderer(locale).text(section.title) for section in guide(locale).parts[ReadingMode.BOOK]]
    assert chapters == CHAPTERS[locale].split("|")


@every_locale
@pytest.mark.parametrize("game", [None, "companion"])
def test_every_rule_of_it_is_found_by_its_title(locale: str, game: str | None) -> None:
    for rule in rulebook().rules("companion"):
        first, *_ = search(Renderer(locale).text(rule.title), locale, game=game)
        assert first.rule.id == rule.id


@pytest.mark.parametrize(
    ("question", "locale", "rule"),
    [
        ("how do I use the app", "en", "table"),
        ("wie funktioniert die app", "de", "table"),
        ("do we have to enter every card", "en", "detail"),
        ("müssen wir jede karte eingeben", "de", "detail"),
        ("is there a timer", "en", "clock"),
        ("gibt es eine stoppuhr", "de", "clock"),
        ("keyboard shortcuts", "en", "keys"),
        ("tastenkürzel", "de", "keys"),
        ("does it run on the train", "en", "offline"),
        ("geht das ohne empfang", "de", "offline"),
        ("who wins most often statistics", "en", "evenings"),
        ("wie oft hat wer gewonnen", "de", "evenings"),
        ("one person has two names", "en", "people"),
        ("zwei namen sind dieselbe person", "de", "people"),
        ("I deleted a game by mistake", "en", "bin"),
        ("gelöschtes spiel zurückholen", "de", "bin"),
        ("export to excel", "en", "programs"),
        ("nach excel exportieren", "de", "programs"),
    ],
)
def test_questions_about_the_program_are_answered(question: str, locale: str, rule: str) -> None:
    first, *_ = search(question, locale)
    assert first.rule.id == f"companion.{rule}"
