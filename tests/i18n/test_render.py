"""Texts, numbers and dates as they are read at the table."""

import logging
import re
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from babel import Locale, localedata
from babel.messages.catalog import Message
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion.devtools.catalogs import templates
from companion.i18n import PLACEHOLDER, Renderer, language_names, negotiate
from companion.i18n.render import TWELVE_HOURS
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Param, Player, Text, messages
from companion.lookup import rulebook
from companion.resources import locales

T, N = messages("toy")

GERMAN = """
msgid "{player} wins"
msgstr "Es gewinnt {player}"

msgid "{n} card for {player}"
msgid_plural "{n} cards for {player}"
msgstr[0] "Eine Karte für {player}"
msgstr[1] "{n} Karten für {player}"

msgctxt "at night"
msgid "closed"
msgstr "zu"

msgid "closed"
msgstr "geschlossen"

msgid "wrong {here}"
msgstr "falsch {there}"

#, fuzzy
msgid "unsure"
msgstr "unsicher"

msgid "open"
msgstr ""
"""


@pytest.fixture
def german(po) -> Renderer:
    po(GERMAN)
    return Renderer("de", ("Anna", "Ben"))


@pytest.fixture
def english() -> Renderer:
    return Renderer("en", ("Anna", "Ben"))


def test_a_parameter_takes_its_place_in_the_sentence(german, english):
    assert german.text(T("{player} wins", player=Player(1))) == "Es gewinnt Ben"
    assert english.text(T("{player} wins", player=Player(1))) == "Ben wins"


def test_the_number_chooses_the_form(german, english):
    def cards(n: int) -> Text:
        return N("{n} card for {player}", "{n} cards for {player}", n=n, player=Player(0))

    assert [german.text(cards(n)) for n in (1, 2)] == ["Eine Karte für Anna", "2 Karten für Anna"]
    assert [english.text(cards(n)) for n in (0, 1, 2)] == ["0 cards for Anna", "1 card for Anna", "2 cards for Anna"]


def test_the_context_tells_equal_words_apart(german):
    assert german.text(T("closed")) == "geschlossen"
    assert german.text(Text("toy", "closed", context="at night")) == "zu"


def test_what_is_not_translated_yet_is_said_in_english(german):
    assert [german.text(T(word)) for word in ("open", "unsure", "never heard of")] == [
        "open",
        "unsure",
        "never heard of",
    ]


def test_texts_and_lists_nest(german, english):
    text = T("{all} and {why}", all=Listing((Player(0), 3, "x")), why=T("closed"))
    assert german.text(text) == "Anna, 3 und x and geschlossen"
    assert english.text(text) == "Anna, 3, and x and closed"


def test_a_seat_without_a_name_is_numbered(english):
    assert english.name(4) == "Player 5"
    assert Renderer("en", ("", "Ben")).name(0) == "Player 1"


def test_a_name_is_never_taken_for_a_message():
    renderer = Renderer("en", ('{n} "O\'Neill"',))
    assert renderer.text(T("{player} wins", player=Player(0), n=1)) == '{n} "O\'Neill" wins'


def test_a_wrong_translation_falls_back_to_the_source_and_is_logged_once(german, caplog):
    for _ in range(2):
        assert german.text(T("wrong {here}", here="x")) == "wrong x"
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_a_wrong_source_is_shown_as_it_is(english, caplog):
    assert english.text(T("nobody gave {this}")) == "nobody gave {this}"
    assert english.text(T("no such {table.key}")) == "no such {table.key}"
    assert len(caplog.records) == 2


def test_a_catalog_that_cannot_be_read_leaves_english(po, caplog):
    po("", header='msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=nonsense;\\n"\n')
    assert Renderer("de").text(T("closed")) == "closed"
    assert caplog.records


def test_english_sources_get_the_marks_that_keyboards_lack(english):
    assert english.text(T('nobody\'s "eight"')) == "nobody’s “eight”"


def test_rules_are_filled_with_their_numbers():
    text = rulebook().rule("bronzen.setup.decks").text
    assert "55 cards" in Renderer("en").text(text)


def test_an_explanation_says_its_text(english):
    assert english.explain(Explanation(T("closed"), ("toy.rule",))) == "closed"


def test_numbers(german, english):
    assert (english.number(1234), german.number(1234), english.number(-3)) == ("1,234", "1.234", "−3")
    assert [english.signed(n) for n in (3, 0, -2)] == ["+3", "0", "−2"]


def test_small_numbers_are_written_alike_in_every_language():
    for locale in localedata.locale_identifiers():
        written = [format_decimal(number, locale=locale) for number in (0, 7, 42, 99)]
        assert written == ["0", "7", "42", "99"], locale
    assert Renderer("de").number(99) == "99"
    assert Renderer("de").number(2.0) == "2"
    assert Renderer("de").number(2.5) == "2,5"
    assert Renderer("de").number(1000) == "1.000"


def test_dates_and_times(german, english):
    noon = datetime(2024, 5, 17, 12, 30).astimezone()
    assert (german.date(noon), german.time(noon)) == ("17. Mai 2024", "12:30")
    assert (english.date(noon), english.time(noon, "US")) == ("May 17, 2024", "12:30\u00a0PM")
    assert german.date(noon.astimezone(UTC)) == "17. Mai 2024"


@pytest.mark.parametrize("region", ["", "DE", "GB", "IE", "ZA"])
def test_nobody_who_counts_to_24_reads_am_and_pm(german, english, region):
    evening = datetime(2024, 5, 17, 21, 5).astimezone()
    assert german.time(evening, region) == english.time(evening, region) == "21:05"
    assert german.time(evening, "US") == "21:05"


def test_where_the_hours_are_counted_in_two_halves_is_what_cldr_knows():
    known = {locale: Locale.parse(locale) for locale in localedata.locale_identifiers() if locale.startswith("en_")}
    halves = {at.territory for at in known.values() if "a" in at.time_formats["short"].pattern}
    assert halves - {"ZM"} == TWELVE_HOURS  # Babel before 2.19 has the 12-hour format for Zambia


def test_a_time_of_day_is_written_in_one_place_only():
    """Other formatters, such as a picker of the client, do not know the device's hour format."""
    writes = re.compile(r"format_time\(|strftime|:%[HI]|%p|TimePicker")
    files = Path(companion.__file__).parent.rglob("*.py")
    assert [path.stem for path in files if writes.search(path.read_text(encoding="utf-8"))] == ["render"]


@pytest.mark.parametrize(
    ("past", "said"),
    [
        (timedelta(seconds=-3), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=5), "5 minutes ago"),
        (timedelta(days=3), "3 days ago"),
    ],
)
def test_how_long_ago(english, past, said):
    now = datetime(2024, 5, 17, tzinfo=UTC)
    assert english.ago(now - past, now) == said


def test_the_language_that_suits_best():
    assert negotiate(["de-AT", "en"]) == "de"
    assert negotiate(["de_DE.UTF-8"]) == "de"
    assert negotiate(["en-GB", "de"]) == "en"
    assert negotiate(["tlh", "C"]) == "en"
    assert negotiate([]) == "en"
    assert Renderer("de-CH").locale == "de"


def test_languages_are_called_as_their_speakers_call_them():
    assert {"en": "English", "de": "Deutsch"}.items() <= language_names().items()


PARAMS: st.SearchStrategy[Param] = st.one_of(
    st.integers(),
    st.text(max_size=8),
    st.integers(-1, 9).map(Player),
    st.lists(st.text(max_size=3) | st.integers(), max_size=3).map(lambda items: Listing(tuple(items))),
    st.text(max_size=8).map(lambda word: T("why: {word}", word=word)),
)


@cache
def translatable() -> list[tuple[str, Message]]:
    """Return every message of the program with its domain; to read them all takes a while."""
    return [(domain, message) for domain, template in templates().items() for message in template if message.id]


def text_of(domain: str, message: Message, value: Param, n: int) -> Text:
    """Return a message of a template with a value in every hole."""
    one, plural = message.id if isinstance(message.id, tuple) else (message.id, None)
    names = set(PLACEHOLDER.findall(one + (plural or "")))
    params = {name: n if name == "n" else value for name in sorted(names) if "." not in name}
    return Text(domain, one, tuple(params.items()), plural, message.context)


@pytest.mark.parametrize("locale", locales())
def test_every_message_can_be_said_in_every_language(locale, caplog):
    renderer = Renderer(locale, ("Anna", "Ben"))
    for domain, message in translatable():
        for n in (0, 1, 2, 5, 21):
            assert "{" not in renderer.text(text_of(domain, message, Player(1), n))
    assert not caplog.records, "a message had to fall back"


@given(st.sampled_from(locales()), st.deferred(lambda: st.sampled_from(translatable())), PARAMS, st.integers())
def test_no_message_ever_raises_whatever_it_is_filled_with(locale, found, value, n):
    assert Renderer(locale, ("Anna", "Ben")).text(text_of(*found, value, n))


@given(st.text(), st.none() | st.text(), st.none() | st.text(), st.dictionaries(st.text(), PARAMS, max_size=2))
def test_nothing_that_is_said_ever_raises(message, plural, context, params):
    text = Text("toy", message, tuple(params.items()), plural, context)
    assert isinstance(Renderer("de", ("Anna",)).text(text), str)


def test_pages_share_a_text_only_in_one_language_and_with_the_same_names() -> None:
    text = T("{player} {points}", player=Player(0), points=1234)
    said = {
        (locale, name): Renderer(locale, (name,)).text(text)
        for _ in range(2)  # the second time from what was rendered before
        for locale in ("en", "de")
        for name in ("Anna", "Ben")
    }
    assert said == {
        ("en", "Anna"): "Anna 1,234",
        ("en", "Ben"): "Ben 1,234",
        ("de", "Anna"): "Anna 1.234",
        ("de", "Ben"): "Ben 1.234",
    }
