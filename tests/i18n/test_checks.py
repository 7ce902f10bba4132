"""The checks find the intended faults, and only those."""

import pytest
from attrs import evolve
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from companion.devtools.catalogs import read
from companion.devtools.check_catalogs import problems_of
from companion.devtools.check_rules import rule_problems
from companion.devtools.check_sources import source_problems
from companion.devtools.sources import Source, message_calls, sources
from companion.kernel.text import Text
from companion.lookup import Kind, Rule

TEMPLATE = Catalog()
TEMPLATE.add("{player} wins")
TEMPLATE.add(("{n} card for {player}", "{n} cards for {player}"))

GOOD = """
msgid "{player} wins"
msgstr "Es gewinnt {player}"

msgid "{n} card for {player}"
msgid_plural "{n} cards for {player}"
msgstr[0] "Eine Karte für {player}"
msgstr[1] "{n} Karten für {player}"
"""


def test_a_good_catalog_passes(po):
    assert list(problems_of(read(po(GOOD), "de"), TEMPLATE)) == []


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("Es gewinnt {player}", "", "is not translated"),
        ("Es gewinnt {player}", "Es gewinnt {winner}", "has placeholders the source lacks: winner"),
        ("Es gewinnt {player}", "Gewonnen", "lacks placeholders of the source: player"),
        ("Es gewinnt {player}", "{player} hat's", "has typewriter quotes"),
        ('msgid "{player} wins"', '#, fuzzy\nmsgid "{player} wins"', "is fuzzy"),
        ('msgid "{player} wins"', 'msgid "{player} won"', "is no longer used"),
        ('msgid "{player} wins"', 'msgid "{player} won"', "is not in the catalog"),
        ('msgid "{player} wins"', '#~ msgid "old"\n#~ msgstr "alt"\n\nmsgid "{player} wins"', "is obsolete"),
        ('msgid "{player} wins"', 'msgctxt "x"\nmsgid "{player} wins"', "is not in the catalog"),
        ("{n} Karten für {player}", "", "is not translated"),
        ("{n} Karten für {player}", "Karten für {player}", "lacks placeholders of the source: n"),
        ("Eine Karte für {player}", "Eine Karte", "lacks placeholders of the source: player"),
        ("(n != 1)", "0", "Plural-Forms should be"),
        ("nplurals=2", "nplurals=3", "Plural-Forms should be"),
    ],
)
def test_a_bad_catalog_is_found(po, right, wrong, problem):
    path = po(GOOD)
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    assert any(problem in found for found in problems_of(read(path, "de"), TEMPLATE))


def test_a_form_too_many_is_found(po):
    with pytest.raises(PoFileError):
        read(po(GOOD + 'msgstr[2] "zu viel"\n'), "de")


def problems(code: str, name: str = "companion/ui/x.py", domain: str = "companion") -> list[str]:
    return list(source_problems([Source(domain, name, code)]))


@pytest.mark.parametrize(
    "code",
    [
        "ft.Text('Undo')",
        "ft.Text(value='Undo')",
        "ft.Text(f'Round {n}')",
        "ft.Text('Round ' + str(n))",
        "ft.Text('Round %d' % n)",
        "ft.Text('Round {}'.format(n))",
        "ft.Text('on' if on else say(off))",
        "ft.Text(name or 'nobody')",
        "ft.Text(' '.join(['two', 'words']))",
        "ft.FilledButton('Undo', on_click=undo)",
        "ft.FilledButton(content='Undo')",
        "ft.IconButton(ft.Icons.UNDO, tooltip='Undo')",
        "ft.TextField(label=say(name), hint_text='Anna')",
        "ft.Semantics(content=x, label='the sheet')",
        "ft.Icon(ft.Icons.UNDO, semantics_label='undo')",
        "ft.AlertDialog(title='Really?')",
        "ft.SnackBar('Saved')",
        "ft.Tab('Sheet')",
        "ft.Tooltip('Why?')",
        "page.title = 'The table'",
        "field.error_text = 'too long'",
        "LABELS = {1: 'one', 2: 'two'}\nft.Text(LABELS[n])",
        "LABELS = {1: 'one', 2: 'two'}\nft.Text(LABELS.get(n))",
        "word: str = 'one'\nft.Text(word)",
        "ours(label='Undo')",
        "heading('The score sheet')",
        "def words(value: str, style: Style): ...\nwords('Sheet', style)",
        "def words(text: str | None, size: int): ...\nwords('Sheet', 3)",
        "ft.Column([ft.Row([ft.Text('deep')])])",
    ],
)
def test_words_that_bypass_the_catalogs_are_found(code):
    assert any("not translated" in problem for problem in problems(code)), code


@pytest.mark.parametrize(
    "code",
    [
        "ft.Text(say(T('Undo')))",
        "ft.Text('Companion')",
        "ft.Text('×')",
        "ft.Text('')",
        "ft.Text('12 : 3 – ?')",
        "ft.Text(f'{a} · {b}')",
        "ft.Text(r.text(T('Round {n}', n=n)), color='#ffffff', font_family='Fraunces')",
        "ft.Radio(value='red', label=say(red))",
        "ft.Image('/icons/card.svg')",
        "ft.Container(content=ft.Text(name), key='sheet')",
        "ft.ColorScheme(error='#A62B2B')",
        "ft.Semantics(content=x, identifier='round number')",
        "word = word\nft.Text(word)",
        "def why(text: Text, *rules: str): ...\nrules = ('toy.win',)\nwhy(T('No.'), *rules)",
        "def words(text: str, role: str): ...\nwords(say(x), 'title')",
        "raise ValueError('no such seat')",
        "log.warning('the socket is gone')",
        "T('Look at the table again')",
    ],
)
def test_words_that_nobody_reads_pass(code):
    assert problems(code) == []


def test_only_screens_are_searched_for_words():
    code = "ft.Text('Undo')"
    assert problems(code, "companion/games/toy/table.py", "toy")
    assert not problems(code, "companion/storage/x.py")


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("T(word)", "as a literal"),
        ("T(f'{n} cards')", "as a literal"),
        ("T('a' + b)", "as a literal"),
        ("N('{n} card', n=3)", "as a literal"),
        ("N('{n} card', word, n=3)", "as a literal"),
        ("T()", "as a literal"),
        ("T('{player} wins', winner=1)", "nobody fills the placeholders player"),
        ("N('{n} card', '{n} cards')", "nobody fills the placeholders n"),
        ("Text('companion', 'Undo')", "is not extracted"),
        ("T, N = messages('toy')", "should name the catalog 'companion'"),
    ],
)
def test_messages_that_cannot_be_translated_are_found(code, problem):
    assert any(problem in found for found in problems(code, "companion/kernel/x.py")), code


@pytest.mark.parametrize(
    "code",
    [
        "T, N = messages('companion')",
        "T('{player} wins ' 'again', player=1, more=2)",
        "T('{player} wins', **params)",
        "N('{n} card', '{n} cards', n=len(cards))",
        "T('{points.jay} points')",
        "Text(domain, message, context=place)",
        "T = TypeVar('T')",
    ],
)
def test_messages_that_can_be_translated_pass(code):
    assert problems(code, "companion/kernel/x.py") == []


def test_messages_inside_messages_are_extracted():
    source = Source("toy", "x.py", "f(T('a {x}', x=g(T('b'), [N('c', 'd', n=f\"{T('e')}\")])))")
    assert {message.ids for message in message_calls(source)} == {("a {x}",), ("b",), ("c", "d"), ("e",)}


def entry(id: str, *, lookup_only: bool = False) -> Rule:
    words = Text("toy", "…")
    return Rule(id, "toy", Kind.RULE, words, words, None, words, ("toy.seen",), (), None, lookup_only)


BOOK = (entry("toy.win"), entry("toy.tip.order", lookup_only=True))


def cited(code: str) -> list[str]:
    return list(rule_problems([Source("toy", "companion/games/toy/reports.py", code)], BOOK))


@pytest.mark.parametrize(
    "code",
    [
        "story.tell(text, 'toy.win')",
        "Column('win', T('Win'), 1, 'toy.win')",
        "RULES = {Card.JACK: ('toy.win',)}",
        "'''Who loses (toy.lost).'''\nwhy(text, 'toy.win')",
        "logging.getLogger('companion.games.toy'); why(text, 'toy.win')",
        "importlib.import_module(f'companion.games.{id}.table'); why(text, 'toy.win')",
        "from companion.kernel.game import Json\nraw['kind'] == 'toy.moved'; why(text, 'toy.win')",
    ],
)
def test_rules_that_are_cited_pass(code):
    assert cited(code) == []


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("'toy.wins'", "companion/games/toy/reports.py:1: there is no rule toy.wins"),
        ("why(text, 'toy.win', 'toy.ruling.win')", "companion/games/toy/reports.py:1: there is no rule toy.ruling.win"),
        ("from companion.kernel.game import Json\n'toy.ruling.win'", "reports.py:2: there is no rule toy.ruling.win"),
        ("f'toy.{key}'", "reports.py:1: toy.… is put together"),
        ("'toy.ruling.' + key", "reports.py:1: toy.ruling.… is put together"),
        ("'''toy.win decides'''\n1", "rules_data/toy/rules.toml: toy.win is cited nowhere"),
        ("'toy.tip.order'", "toy.tip.order is marked as lookup_only, but cited in companion/games/toy/reports.py"),
    ],
)
def test_a_wrong_or_lost_citation_is_found(code, problem):
    assert any(problem in found for found in cited(code))


def test_a_mistyped_citation_is_found():
    files = list(sources())
    (source,) = (file for file in files if file.name.endswith("labtag/reports/matches.py"))
    broken = evolve(source, code=source.code.replace('"labtag.turn.largest"', '"labtag.turn.larger"'))
    problems = list(rule_problems([broken if file is source else file for file in files]))
    assert all("there is no rule labtag.turn.larger" in problem for problem in problems)
    assert len(problems) == source.code.count('"labtag.turn.largest"') > 0
