"""What is refused and asked word for word, where no transcript pins it."""

from typing import Any

import pytest
from attrs import evolve
from games.schlafmuetze.table import LETTERS, NAMES, Table, action, play

from companion.games.schlafmuetze.cards import COLOURS, Card, Colour
from companion.games.schlafmuetze.messages import card_name
from companion.games.schlafmuetze.model import most_in_hand
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.reports import (
    CircleTold,
    Doubted,
    HandsCounted,
    KeepEveryCard,
    Laid,
    LastCardLaid,
    Recount,
    StockCounted,
    Stuck,
    TopTold,
    WrongCard,
)
from companion.i18n import Renderer
from companion.kernel.offers import Choice, Composite, Number, Several, Words

REFEREE: dict[str, str | int] = {"keeping": "referee_only"}
LONE_RED: dict[str, Any] = {"circle": "RBBBBBBBBBBB"}
ANEW = ("goes on", "every card 8 8 9 9 Anna red", "halt", "Ben doubts Anna", "votes nnnn", "name red")
TWICE = "circle RBGYRBGYRBGY EIS AUTO SCHIFF LUFT LAND SPIEL MANN BILD WASSER WEIN BLUME EIS"


@pytest.mark.rule(
    "schlafmuetze.setup.circle", "schlafmuetze.combine.piles", "schlafmuetze.stuck.draw", "schlafmuetze.end.out"
)
@pytest.mark.parametrize(
    ("table", "report", "text", "rules"),
    [
        (Table(), "circle RBGY", "The circle has {n} cards, like a clock.", "setup.circle"),
        (Table(), CircleTold(COLOURS * 3, ("EIS",)), "The circle has {n} cards, like a clock.", "setup.circle"),
        (
            play("Ben out", house=REFEREE),
            "top 12 red",
            "At this table you enter only what needs a referee, not each card.",
            "ruling.keeping",
        ),
        (Table(), TWICE, "{word} is in the circle twice. Exchange one of them.", "setup.circle"),
        (
            play("goes on", house=REFEREE),
            TopTold(0, Colour.RED),
            "At this table you enter only what needs a referee, not each card.",
            "ruling.keeping",
        ),
        (
            play("goes on", house=REFEREE),
            Laid(0, 0, Colour.RED),
            "At this table you enter only what needs a referee, not each card.",
            "ruling.keeping",
        ),
        (
            play("Anna blue at 2", "stuck", **LONE_RED),
            "top 12 blue",
            "{colour} is demanded, so at least one pile must show it. Put that pile right first.",
            "colour.forced, combine.piles",
        ),
        (
            play("Anna blue at 2", "stuck", **LONE_RED, house={"asking": "everything"}),
            "name green",
            "{colour} is not showing in the circle.",
            "ruling.new_colour",
        ),
        (
            play("Anna red at 12", "halt"),
            "Anna+Ben doubt Anna",
            "{player} cannot doubt their own word.",
            "ruling.doubt_closed",
        ),
        (
            play("goes on", house=REFEREE),
            KeepEveryCard((9, 9, 9), 0, Colour.RED),
            "One number for each of the {n} players.",
            "score.minus",
        ),
        (
            play("goes on", house=REFEREE),
            KeepEveryCard((9, 9, 9, 9), None, Colour.RED),
            "To keep every card from here on: who pauses, and which colour is demanded?",
            "ruling.keeping",
        ),
        (
            play("goes on", house=REFEREE),
            KeepEveryCard((9, 9, 9, 9), 0),
            "To keep every card from here on: who pauses, and which colour is demanded?",
            "ruling.keeping",
        ),
        (play(*ANEW, house=REFEREE), "stuck", "Who pauses? All the others draw.", "stuck.draw, pause"),
    ],
)
def test_why_something_is_refused(table: Table, report: Any, text: str, rules: str) -> None:
    why = table.why_not(action(report) if isinstance(report, str) else report)
    assert (why.text.message, why.rules) == (text, tuple(f"schlafmuetze.{rule}" for rule in rules.split(", ")))


def labels(table: Table, kind: type) -> list[str]:
    """Return what the first form of a report asks."""
    form = next(offer for offer in table.offers if offer.kind is kind and offer.fields)
    return [field.label.message for field in form.fields]


@pytest.mark.rule("schlafmuetze.doubt.halt", "schlafmuetze.ruling.recount", "schlafmuetze.ruling.keeping")
def test_what_the_forms_ask() -> None:
    opening, running, referee = Table(), play("Anna red at 12"), play("goes on", house=REFEREE)
    halted, anew = play("Anna red at 12", "halt"), play(*ANEW, house=REFEREE)
    counting = play("goes on", "Ben out", "nobody doubts", house=REFEREE)
    assert labels(opening, CircleTold) == ["Colours in turn from twelve o'clock on"]
    assert labels(opening, Laid) == ["Whose card?", "On which pile?", "Colour", "Word on the card"]
    assert labels(running, TopTold) == ["Which pile?", "Colour", "Word on the card"]
    assert labels(play("Anna red at 12", house={"wrong_card": "chip"}), WrongCard) == ["Whose card goes back?"]
    assert labels(running, Recount) == ["Cards in hand", "Chips"]
    assert labels(referee, Recount) == ["Chips"]
    assert labels(running, StockCounted) == ["Cards in the stock"]
    assert labels(anew, Stuck) == ["Who pauses?"]
    assert labels(referee, Stuck) == ["Which colour was demanded?"]
    assert labels(referee, LastCardLaid) == ["Who is out of cards?"]
    assert labels(referee, KeepEveryCard) == ["Cards in hand now", "Who pauses?", "Which colour is demanded?"]
    assert labels(counting, HandsCounted) == ["Cards left in hand"]
    assert labels(halted, Doubted) == [
        "Who doubts? In the order of the calls.",
        "One card",
        "The other card",
        "The doubted word",
    ]


@pytest.mark.rule("schlafmuetze.setup.circle", "schlafmuetze.colour.forced")
def test_what_can_be_chosen() -> None:
    """The options of a form are those of the moment, in the table's words."""
    circle, laying = options(Table(), CircleTold), options(play("Anna green at 2"), Laid)
    assert len(circle["colours"]) == 24
    assert all(colours == colours[:4] * 3 for colours in circle["colours"])
    assert laying["seat"] == [1, 2, 3]
    assert {option.label.message for option in choices(Table(), Laid)[0].options} == {"{player}"}
    assert laying["pile"] == [2, 6, 10]
    assert choices(play("Anna green at 2"), Laid)[1].options[0].label.message == "{hour} o'clock: {card}"
    assert choices(play("Anna green at 2"), TopTold)[0].options[0].label.message == "{hour} o'clock"
    assert options(play("Anna red at 12"), TopTold) == {"pile": [*range(12)], "colour": [*LETTERS.values()]}
    assert options(play(*ANEW, house=REFEREE), Stuck) == {"pausing": [0, 1, 2, 3]}
    first = next(offer for offer in play("Anna red at 12", "halt").offers if offer.kind is Doubted)
    doubters = first.fields[0]
    assert isinstance(doubters, Several)
    assert isinstance(doubters.each, Choice)
    assert [option.value for option in doubters.each.options] == [1, 2, 3]
    assert (doubters.low, doubters.high) == (1, 3)
    assert all(isinstance(field, Words) and field.optional for field in first.fields[1:])
    for table, kind in ((Table(), Laid), (play("Anna red at 12"), TopTold)):
        form = next(offer for offer in table.offers if offer.kind is kind and offer.fields)
        assert [(field.name, field.optional) for field in form.fields if isinstance(field, Words)] == [("word", True)]
    # a hand that is not empty is not counted as empty
    recount = next(offer for offer in play("Anna red at 12").offers if offer.kind is Recount).fields
    assert [(field.low, field.high, field.default) for field in recount if isinstance(field, Number)] == [
        (1, 8, 8),
        (0, NUMBERS.chips.middle, 0),
    ]


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (Card(None), "unknown"),
        (Card(None, "EIS"), "EIS"),
        (Card(Colour.BLUE), "blue"),
        (Card(Colour.BLUE, "EIS"), "EIS (blue)"),
    ],
)
def test_a_card_is_called_by_what_is_known_of_it(card: Card, name: str) -> None:
    assert Renderer("en", NAMES).text(card_name(card)) == name


def choices(table: Table, kind: type) -> list[Choice]:
    """Return every choice in the first form of a report."""
    form = next(offer for offer in table.offers if offer.kind is kind and offer.fields)
    return [field for field in form.fields if isinstance(field, Choice)]


def options(table: Table, kind: type) -> dict[str, list[Any]]:
    """Return the options of every choice."""
    return {choice.name: [option.value for option in choice.options] for choice in choices(table, kind)}


@pytest.mark.rule("schlafmuetze.score.minus", "schlafmuetze.stuck.draw")
def test_how_many_cards_a_hand_can_hold() -> None:
    """Those dealt and one from each draw; no player guesses how many there are."""
    counting = play("goes on", "stuck on red", "name blue", "Ben out", "nobody doubts", house=REFEREE)
    hands = next(offer for offer in counting.offers if offer.kind is HandsCounted).fields[0]
    assert isinstance(hands, Composite)
    assert [(part.low, part.high, part.default) for part in hands.parts] == [  # type: ignore[union-attr]
        (1, 10, None),
        (0, 0, 0),
        (1, 10, None),
        (1, 10, None),
    ]


@pytest.mark.rule("schlafmuetze.setup.hands", "schlafmuetze.stuck.draw")
@pytest.mark.parametrize(("drawn", "most"), [(0, 9), (1, 10), (3, 10), (4, 11), (6, 11)])
def test_every_draw_gives_each_of_the_others_a_card(drawn: int, most: int) -> None:
    """A player who pauses draws nothing, so a draw of four players takes three cards from the stock."""
    table = Table()
    assert most_in_hand(evolve(table.state, stock=table.state.stock - drawn)) == most


@pytest.mark.parametrize("report", [TopTold(12, Colour.RED), Laid(0, -1, Colour.RED)])
def test_there_are_twelve_piles(report: TopTold | Laid) -> None:
    assert Table().why_not(report).rules == ("not offered",)
