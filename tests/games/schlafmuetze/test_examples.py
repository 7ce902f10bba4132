"""The examples in the rule texts come true: each is played with the numbers it names, in both languages."""

import re
from collections.abc import Callable

import pytest
from games.schlafmuetze.table import play
from games.schlafmuetze.test_join_leave import reported

from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE
from companion.games.schlafmuetze.reports import HandsCounted, LastCardLaid, NextRound, NobodyDoubts
from companion.games.schlafmuetze.words import Verdict, check
from companion.i18n import Renderer
from companion.kernel.log import Join, Leave
from companion.lookup import rulebook

#: How numbers are written in the examples; an article is none.
WRITTEN = {
    "two": 2,
    "three": 3,
    "four": 4,
    "six": 6,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "viert": 4,
    "sechs": 6,
}
#: Examples nothing can be computed from, and why.
LOOKUP_ONLY = {
    "schlafmuetze.cards": "which words the deck holds is printed on the cards; the program does not know them"
}

Numbers = tuple[int, ...]
Check = Callable[[str, Numbers], None]


def circle(_text: str, _numbers: Numbers) -> None:
    assert [card.colour for card in (*FRESH_CIRCLE[:5], FRESH_CIRCLE[11])] == [*COLOURS, COLOURS[0], COLOURS[3]]
    assert [colour.value for colour in COLOURS] == ["red", "blue", "green", "yellow"]


def hands(_text: str, numbers: Numbers) -> None:
    players, each, together, laid_out, left = numbers
    table = play(seats=players)
    assert table.hands == (each,) * players
    assert sum(table.hands) == together
    assert len(table.state.circle) == laid_out
    assert table.state.stock == left


def kept(text: str, _numbers: Numbers) -> None:
    words = re.findall(r"[A-ZÄÖÜ]{3,}", text)
    assert len(words) % 3 == 0
    for at in range(0, len(words), 3):
        found = check(*words[at : at + 3])
        assert found is not None
        assert found.verdict is Verdict.KEEPS, words[at : at + 3]


def joins(_text: str, numbers: Numbers) -> None:
    _, ben, cleo, begins, _, most, back = numbers
    first = (LastCardLaid(0), NobodyDoubts(), HandsCounted((0, ben, cleo)), Join(3, "Dora"))
    assert reported(*first).state.totals == (0, ben, cleo, begins)
    second = (Leave(0), NextRound(), LastCardLaid(3), NobodyDoubts(), HandsCounted((0, 1, most - cleo, 0)))
    assert reported(*first, *second).state.totals == (0, ben + 1, most, begins)
    assert reported(*first, *second, Join(0, "Anna")).state.totals == (back, ben + 1, most, begins)


def changed(text: str, _numbers: Numbers) -> None:
    one, other, compound, *_ = re.findall(r"[A-ZÄÖÜ]{3,}", text)
    found = check(one, other, compound)
    assert found is not None
    assert (found.verdict, found.changed) == (Verdict.CHANGES, "LAND")


def colour_rule(_text: str, _numbers: Numbers) -> None:
    table = play("Anna red AUTO at 1")
    assert table.colour == "red"
    assert "schlafmuetze.colour.forced" in table.refused("Ben blue at 2")
    table.play("Ben blue at 12")


def own_colour(_text: str, _numbers: Numbers) -> None:
    table = play("Ben green at 12", "Anna yellow at 2", first=1)
    assert table.colour == "yellow"


def wrong_pile(_text: str, _numbers: Numbers) -> None:
    table = play("Anna green at 12")
    assert "schlafmuetze.ruling.wrong_card" in table.refused("Ben red BAHN at 1")
    before = table.hands, table.chips
    table.play("Ben wrong")
    assert (table.hands, table.chips, table.colour) == (*before, "green")


def rejected(_text: str, numbers: Numbers) -> None:
    against, players = numbers
    table = play("Anna red at 12", "Ben blue at 4", "halt", "Cleo doubts Ben", seats=players)
    table.play("votes " + "n" * against + "y" * (players - against))
    assert table.hands == (8, 9, 9, 9)
    assert table.chips == (0, 1, 0, 0)
    assert (table.namer, table.pausing) == ("Anna", "Anna")


def upheld(_text: str, numbers: Numbers) -> None:
    against, players = numbers
    table = play("Anna red at 12", "Ben blue at 4", "halt", "Cleo+Dora doubt Ben", seats=players)
    table.play("votes " + "n" * against + "y" * (players - against))
    assert table.hands == (8, 8, 9, 9)
    assert table.chips == (0, 0, 1, 1)


def tie(_text: str, numbers: Numbers) -> None:
    players, against, for_it = numbers
    assert against + for_it == players
    table = play("Anna red at 12", "halt", "Ben doubts Anna", f"votes {'n' * against}{'y' * for_it}", seats=players)
    assert table.hands == (8, 9, 9, 9)
    assert table.chips == (0, 1, 0, 0)


def stuck(_text: str, numbers: Numbers) -> None:
    (players,) = numbers
    table = play("Anna red at 12", "stuck", seats=players)
    assert table.hands == (8, 10, 10, 10)
    assert table.namer == "Anna"
    assert "red" not in table.allowed


def minus(_text: str, numbers: Numbers) -> None:
    cards, chips, points = numbers
    table = play("Anna red at 12", "nobody doubts", hands=(1, cards, 5, 5), chips=(0, chips, 0, 0))
    assert sum(table.points["Ben"].values()) == points


def free_chips(_text: str, numbers: Numbers) -> None:
    (chips,) = numbers
    table = play("Anna red at 12", "nobody doubts", hands=(1, 4, 5, 5), chips=(chips, 0, 0, 0))
    assert table.points["Anna"] == {}


EXAMPLES: dict[str, Check] = {
    "schlafmuetze.setup.circle": circle,
    "schlafmuetze.setup.hands": hands,
    "schlafmuetze.combine.two_words": kept,
    "schlafmuetze.combine.forms": kept,
    "schlafmuetze.combine.no_derivation": changed,
    "schlafmuetze.colour.forced": colour_rule,
    "schlafmuetze.colour.own_free": own_colour,
    "schlafmuetze.doubt.rejected": rejected,
    "schlafmuetze.doubt.upheld": upheld,
    "schlafmuetze.stuck.draw": stuck,
    "schlafmuetze.score.minus": minus,
    "schlafmuetze.score.winner_chips": free_chips,
    "schlafmuetze.ruling.coming": joins,
    "schlafmuetze.ruling.vote": tie,
    "schlafmuetze.ruling.wrong_card": wrong_pile,
}


def example(id: str, locale: str) -> str:
    """Return the example of a rule as it is read."""
    text = rulebook().rule(id).example
    assert text
    return Renderer(locale).text(text)


def numbers_in(text: str) -> Numbers:
    """Return the numbers of a text, in order."""
    found = (int(word) if word.isdigit() else WRITTEN.get(word.lower()) for word in re.findall(r"\w+", text))
    return tuple(number for number in found if number is not None)


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("id", EXAMPLES)
def test_an_example_comes_true(id: str, locale: str) -> None:
    text = example(id, locale)
    EXAMPLES[id](text, numbers_in(text))


def test_every_example_is_played_or_cannot_be() -> None:
    with_example = {rule.id for rule in rulebook().rules("schlafmuetze") if rule.example}
    assert with_example == EXAMPLES.keys() | LOOKUP_ONLY.keys()


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_compounds_with_ice_keep_both_words(locale: str) -> None:
    text = Renderer(locale).text(rulebook().rule("schlafmuetze.combine.examples").text)
    compounds = set(re.findall(r"[A-ZÄÖÜ]{3,}", text)) - {"EIS"}
    assert compounds == {"WASSEREIS", "EISWEIN", "EISBEIN", "EISBLUME"}
    for compound in compounds:
        found = check("EIS", compound.replace("EIS", ""), compound)
        assert found is not None
        assert found.verdict is Verdict.KEEPS
