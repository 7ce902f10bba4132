"""What the rules of every game promise to players who look something up in mid-argument."""

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from conformance.walks import Tape, walk

from companion.games import games
from companion.i18n import Renderer
from companion.lookup import Kind, Rule, rulebook
from companion.lookup.rules import ANY_PHASE
from companion.resources import OWN, locales, rules_folders

#: What fits on a phone's screen together with the labels around it: words, and characters of a title in two lines.
PART, BOTH, TITLE = 80, 110, 45
#: From here on two texts read like one.
ALIKE = 0.8
#: Bold, emphasis, code: every meaning of asterisks.
MARKED = re.compile(r"`[^`\n]*`|\*\*(?=\S)[^*\n]*\S\*\*|(?<!\*)\*(?=\S)[^*\n]*\S\*(?!\*)")
#: Parts of an id that say what an entry is.
OURS, QUESTIONS = "ruling", {"faq", "order"}

BOOK = {rule.id: rule for rule in rulebook().all if rule.folder in rules_folders(OWN)}
SAY = {locale: Renderer(locale).text for locale in locales()}

every_game = pytest.mark.parametrize("game", list(dict.fromkeys(rule.game for rule in BOOK.values())))
every_locale = pytest.mark.parametrize("locale", SAY)


def of(game: str) -> list[Rule]:
    """Return the rules of a game."""
    return [rule for rule in BOOK.values() if rule.game == game]


def words(text: str) -> int:
    """Return how many words a text makes its reader read; figures and signs are seen at a glance.

    >>> words("Anna's 3 chips: **2 + 1** points")
    3
    """
    return len(re.findall(r"[^\W\d_]+(?:['’-]\w+)*", text))


def phases(game: str, wanted: set[str]) -> set[str]:
    """Return the phases a game goes through in games played at random, until all that are wanted have come up."""
    found = {"setup", ANY_PHASE}
    for seed in range(30 if game in games() else 0):
        if wanted <= found:
            break
        positions = walk(games()[game], Tape(Random(seed).randbytes(2000)))
        found |= {games()[game].view(position.state, None).phase for position in positions}
    return found


# Where it is found


def test_an_address_once_given_stays() -> None:
    """Links, bookmarks, logs and citations name rules by id: none may vanish or change its name."""
    given = (Path(__file__).parent / "addresses.txt").read_text(encoding="utf-8").split()
    assert [id for id in given if id not in BOOK] == []
    assert len(set(given)) == len(given)


@every_game
def test_links_lead_from_the_first_rule_to_every_other(game: str) -> None:
    reached, to_follow = set[str](), [of(game)[0].id]
    while to_follow:
        id = to_follow.pop()
        if id not in reached:
            reached.add(id)
            to_follow += BOOK[id].see
    assert [rule.id for rule in of(game) if rule.id not in reached] == []


@every_game
def test_a_rule_belongs_to_phases_that_the_game_has(game: str) -> None:
    assert all(rule.phases for rule in of(game))
    named = {phase for rule in of(game) for phase in rule.phases}
    assert named - phases(game, named) == set()


# Kinds of rules


@every_game
def test_the_label_fits_the_id(game: str) -> None:
    """Our decisions are marked as such, and the authors' rules are not."""
    for rule in of(game):
        part = rule.id.split(".")[1]
        fitting = {OURS: (Kind.RULING, Kind.HOUSE_RULE)}.get(part, (Kind.QUESTION if part in QUESTIONS else Kind.RULE,))
        assert rule.kind in fitting, rule.id


@every_game
def test_every_choice_at_setup_can_be_looked_up(game: str) -> None:
    """A house rule's entry names its key; an entry without a choice names none."""
    meta = games()[game].meta if game in games() else None
    asked = {rule.key: rule.rule for rule in meta.choices} if meta else {}
    assert {rule.house_rule: rule.id for rule in of(game) if rule.house_rule} == asked
    assert [rule.id for rule in of(game) if rule.kind is Kind.HOUSE_RULE and not rule.house_rule] == []


@every_game
def test_a_house_rule_changes_rules_of_its_game(game: str) -> None:
    for rule in of(game):
        assert not rule.changes or rule.house_rule, rule.id
        assert set(rule.changes) <= {other.id for other in of(game)} - {rule.id}, rule.id
        assert len(set(rule.changes)) == len(rule.changes), rule.id


@every_game
@every_locale
def test_a_house_rule_calls_its_options_as_they_are_called_when_a_game_is_set_up(game: str, locale: str) -> None:
    """Those it names one by one, or by how they begin: "Free" for "free once your own red ones are gone"."""
    say = SAY[locale]
    for asked in games()[game].meta.house_rules if game in games() else ():
        if named := re.findall(r"^\*\*([^*]+)\*\*", say(BOOK[asked.rule].text), re.MULTILINE):
            called = [say(option.title) for option in asked.options]
            assert [name.casefold() for name in named] == [
                title[: len(name)].casefold() for name, title in zip(named, called, strict=True)
            ], asked.key


# How it reads


@every_locale
@every_game
def test_no_title_is_there_twice(game: str, locale: str) -> None:
    titles = Counter(SAY[locale](rule.title).casefold() for rule in of(game))
    assert [title for title, times in titles.items() if times > 1] == []


@every_locale
@every_game
def test_no_two_rules_read_alike(game: str, locale: str) -> None:
    texts = {rule.id: SAY[locale](rule.text).split() for rule in of(game)}
    alike = []
    for one, other in combinations(texts, 2):
        match = SequenceMatcher(None, texts[one], texts[other], autojunk=False)
        if match.real_quick_ratio() > ALIKE and match.quick_ratio() > ALIKE and match.ratio() > ALIKE:
            alike.append((one, other))
    assert alike == []


@every_locale
@every_game
def test_a_rule_fits_on_a_phone(game: str, locale: str) -> None:
    say = SAY[locale]
    long = {}
    for rule in of(game):
        title, text = len(say(rule.title)), words(say(rule.text))
        example = words(say(rule.example)) if rule.example else 0
        if title > TITLE or max(text, example) > PART or text + example > BOTH:
            long[rule.id] = title, text, example
    assert long == {}


@every_locale
@every_game
def test_a_rule_is_called_by_several_names(game: str, locale: str) -> None:
    for rule in of(game):
        names = [name.strip().lower() for name in SAY[locale](rule.keywords).split(",")]
        assert len(names) >= 3, rule.id
        assert all(names), rule.id
        assert len(set(names)) == len(names), rule.id


@every_locale
@every_game
def test_the_marks_of_a_text_are_whole(game: str, locale: str) -> None:
    for said in (SAY[locale](text) for rule in of(game) for text in rule.texts):
        assert "*" not in MARKED.sub("", said), said
        assert not re.search(r"[{}]|  |\t| $|\s[,;.](?!\d)", said, re.MULTILINE), said


@every_game
def test_every_language_says_the_same_figures(game: str) -> None:
    differing = {}
    for text in (text for rule in of(game) for text in rule.texts):
        figures = {locale: sorted(re.findall(r"\d+", say(text))) for locale, say in SAY.items()}
        if len(set(map(tuple, figures.values()))) > 1:
            differing[text.context] = figures
    assert differing == {}


@every_game
def test_every_language_has_words_of_its_own(game: str) -> None:
    """A text copied into a catalog to fill it is no translation."""
    texts = (text for rule in of(game) for text in (rule.text, rule.example) if text)
    assert [text.context for text in texts if len({say(text) for say in SAY.values()}) < len(SAY)] == []


# Whether it is true


@pytest.mark.parametrize("folder", sorted({rule.folder for rule in BOOK.values() if rule.game in games()}))
def test_the_examples_are_played(folder: str) -> None:
    """Each game plays its examples against its engine; the file itself checks that none is left out."""
    assert (Path(__file__).parents[1] / "games" / folder / "test_examples.py").exists()
