"""The rules of every game as they are read in one go: nothing is missing, nothing invented, every language says the same."""

import re
from pathlib import Path

import pytest
from lookup.test_content import MARKED

from companion.games import games
from companion.i18n import PLACEHOLDER, Renderer
from companion.lookup import WrongRule, book_export, rulebook
from companion.lookup.book import Reading, ReadingMode, read, reading
from companion.lookup.print_routes import Pages, path, sheet, ways
from companion.resources import locales

every_game = pytest.mark.parametrize("game", sorted(games()))
#: The games' rules, and the guide to the program itself.
every_text = pytest.mark.parametrize("game", [*sorted(games()), "companion"])
every_locale = pytest.mark.parametrize("locale", locales())

#: Words that fit on a page beside its tables; that it fits is measured in tests/ui/test_rulebook.py.
MOST_ON_A_PAGE = 420
#: The part to be read before the first card: two minutes at an easy pace.
MOST_TO_BEGIN = 240


def of(game: str, locale: str) -> Reading:
    """Return what there is to read of a game."""
    found = reading(game, locale)
    assert found
    return found


def shape(found: Reading) -> list[tuple[ReadingMode, int, list[tuple[str, ...]]]]:
    """Return the rules of each paragraph, section by section."""
    return [
        (way, number, [paragraph.rules for paragraph in section.paragraphs])
        for way, sections in found.parts.items()
        for number, section in enumerate(sections)
    ]


def said(found: Reading) -> list[str]:
    """Return all that is said in it."""
    say = Renderer(found.locale).text
    return [
        say(text)
        for sections in found.parts.values()
        for section in sections
        for text in (section.title, *(paragraph.text for paragraph in section.paragraphs))
    ]


def words(found: Reading, way: ReadingMode) -> int:
    """Return how long something is to read."""
    say = Renderer(found.locale).text
    texts = (say(paragraph.text) for section in found.parts[way] for paragraph in section.paragraphs)
    return sum(len(re.findall(r"\w+", text)) for text in texts)


# Contents


@every_locale
@every_game
def test_every_game_can_be_read_in_every_language(game: str, locale: str) -> None:
    assert of(game, locale).locale == locale
    assert ways(game, locale) == tuple(ReadingMode)


@every_locale
@every_text
def test_the_book_tells_every_rule_of_its_game_or_leaves_it_out_on_purpose(game: str, locale: str) -> None:
    found, entries = of(game, locale), {rule.id for rule in rulebook().rules(game)}
    assert found.cited_rules | set(found.lookup_only) == entries
    assert found.cited_rules & set(found.lookup_only) == set()


@every_locale
@every_text
def test_every_cited_rule_exists(game: str, locale: str) -> None:
    ids = {id for _, _, cited in shape(of(game, locale)) for rules in cited for id in rules}
    assert ids <= {rule.id for rule in rulebook().rules(game)}


@every_locale
@every_text
def test_no_paragraph_of_the_book_is_without_a_rule(game: str, locale: str) -> None:
    assert [part for part in shape(of(game, locale)) if part[0] is ReadingMode.BOOK and not all(part[2])] == []


@every_locale
@every_game
def test_the_book_ends_with_all_house_rules(game: str, locale: str) -> None:
    *_, last = of(game, locale).parts[ReadingMode.BOOK]
    choices = {rule.id for rule in rulebook().rules(game) if rule.house_rule}
    assert choices <= {id for paragraph in last.paragraphs for id in paragraph.rules}


# How it reads


@every_text
def test_every_language_tells_the_same_in_the_same_order(game: str) -> None:
    first, *others = (of(game, locale) for locale in locales())
    for other in others:
        assert shape(other) == shape(first)
        assert other.lookup_only == first.lookup_only
        for one, same in zip(said(first), said(other), strict=True):
            assert sorted(re.findall(r"\d+", one)) == sorted(re.findall(r"\d+", same)), same


@every_locale
@every_text
def test_its_numbers_and_marks_are_whole(game: str, locale: str, caplog: pytest.LogCaptureFixture) -> None:
    for text in said(of(game, locale)):
        assert not PLACEHOLDER.search(text), text
        assert "*" not in MARKED.sub("", text), text
        assert not set("\"'") & set(text), text
        assert not re.search(r"(?<=\S)  |\t|[ \t]$|\s[,;.](?!\d)", text, re.MULTILINE), text
    assert not caplog.records


@every_locale
@every_text
def test_a_page_and_a_quick_start_are_short(game: str, locale: str) -> None:
    if ReadingMode.PAGE in of(game, locale).parts:
        assert words(of(game, locale), ReadingMode.PAGE) <= MOST_ON_A_PAGE
    assert words(of(game, locale), ReadingMode.QUICK) <= MOST_TO_BEGIN


# How it is written down


@every_locale
@every_text
def test_it_is_written_down_whole(game: str, locale: str) -> None:
    pages = Pages("../rules/{}".format)
    for way in ways(game, locale):
        made = sheet(game, way, locale)
        page = pages[path(game, way, locale)].decode()
        plain, markdown = book_export.plain(made), book_export.markdown(made)
        for section in made.sections:
            title = made.say(section.title)
            assert f"<h2>{title}</h2>" in page
            assert f"\n{title}\n---" in plain
            assert f"## {title}" in markdown
        assert "**" not in page + plain
        assert not re.search(r"^\||§", plain, re.MULTILINE)
        assert max(map(len, plain.splitlines())) <= 100


def test_what_can_be_looked_up_is_linked_and_listed() -> None:
    page = Pages("../rules/{}".format)[path("slam", ReadingMode.BOOK, "en")].decode()
    assert '<a href="../rules/slam.tie.applause">Schinken applause</a>' in page
    assert page.count('<a href="#s') == page.count('<section id="s')
    assert "print.js" in page
    assert "print/slam.page.fr.html" not in Pages("{}".format)
    assert "index.html" not in Pages("{}".format)


def test_markdown_becomes_a_page() -> None:
    text = "One *two*\nthree: <b>\n- **four**\n- five\n  six\n\n| a | b |\n|---|---|\n| 1 | `2` |"
    assert book_export._html(text) == (
        "<p>One <em>two</em> three: &lt;b&gt;</p><ul><li><strong>four</strong></li><li>five six</li></ul>"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><code>2</code></td></tr></table>"
    )


# What may be wrong with a text


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("# poem\n\n## A\n\nB", "# poem"),
        ("Before everything.\n\n# book\n", "Before everything"),
        ("# book\n\nBefore a section.\n\n## A\n", "Before a section"),
    ],
)
def test_what_belongs_nowhere_is_refused(tmp_path: Path, written: str, why: str) -> None:
    file = tmp_path / "toy.en.md"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(WrongRule, match=why):
        read("toy", "en", file)


def test_a_text_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongRule, match=r"toy\.en\.md"):
        read("toy", "en", tmp_path / "toy.en.md")


def test_a_paragraph_ends_where_its_rules_are_named(tmp_path: Path) -> None:
    file = tmp_path / "toy.en.md"
    file.write_text(
        "# book\n<!-- not for readers -->\n## A\n\nOne.\n\n- two\n\n§ toy.a, toy.b\n\nThree.\n\n# lookup\n\n§ toy.c\n",
        encoding="utf-8",
    )
    found = read("toy", "en", file)
    (section,) = found.parts[ReadingMode.BOOK]
    assert [(one.text.message, one.rules) for one in section.paragraphs] == [
        ("One.\n\n- two", ("toy.a", "toy.b")),
        ("Three.", ()),
    ]
    assert found.cited_rules == {"toy.a", "toy.b"}
    assert found.lookup_only == ("toy.c",)


def test_a_language_without_a_text_of_its_own_reads_english() -> None:
    assert of("slam", "fr").locale == "en"
    assert reading("no_such_game", "en") is None
