"""Sparse entry of referee matters only: the remaining questions, agreements, and settled facts."""

import json
from typing import Any

import pytest
from attrs import evolve
from games.schlafmuetze.material import books
from games.schlafmuetze.table import Table, play

from companion.games import games
from companion.games.schlafmuetze import reports
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.game import Schlafmuetze
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Counting, Naming, RoundOver, Running, Voting
from companion.kernel.game import Setup
from companion.kernel.record import replay
from companion.storage.codec import read_log

GAME = Schlafmuetze()
LITTLE: dict[str, str | int] = {"keeping": "referee_only"}


# All are of one mind


@pytest.mark.rule("schlafmuetze.doubt.rejected", "schlafmuetze.ruling.several_doubters", "schlafmuetze.ruling.settled")
def test_all_agree_that_a_card_goes_back() -> None:
    for house in (LITTLE, {}):
        cards = ("goes on",) if house else ("Anna red at 12", "Ben blue at 4")
        agreed = play(*cards, "halt", "all reject Ben", house=house)
        voted = play(*cards, "halt", "Cleo doubts Ben", "votes nnn", house=house)
        # who doubted does not matter: it costs no chip
        assert (books(agreed.state), agreed.chips) == (books(voted.state), (0, 1, 0, 0))
        assert "schlafmuetze.ruling.settled" in agreed.cited
    assert play("halt", "all reject Anna", house=LITTLE).asked == "Ben"
    assert play("goes on", "halt", "all reject Anna's first", house=LITTLE).asked == "Ben"
    late = play("goes on", "Ben out", "halt", "all reject Dora", house=LITTLE)
    assert "schlafmuetze.doubt.halt" in late.cited


@pytest.mark.rule("schlafmuetze.doubt.upheld", "schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.chips")
def test_all_agree_that_a_word_stands() -> None:
    table = play("goes on", "halt", house=LITTLE)
    # without knowing who doubted, no player knows who pays
    assert table.why_not(reports.AllAgree(1, against=False)).rules == ("schlafmuetze.doubt.halt",)
    assert table.refused("all uphold Ben against Ben") == {"schlafmuetze.ruling.doubt_closed"}
    assert table.play("all uphold Ben against Cleo+Dora").chips == (0, 0, 1, 1)
    assert table.phase is Running
    assert play("Ben out", "halt", "all uphold Ben against Cleo", house=LITTLE).phase is Counting
    assert play("goes on", house=LITTLE).refused("all reject Ben") == {"not offered"}
    exact = ("Anna red at 12", "Ben blue at 4", "Cleo green at 5", "halt")
    assert play(*exact).refused("all reject Anna") == {"schlafmuetze.ruling.latest_card"}
    assert play(*exact, "all uphold Ben against Dora").refused("halt") == {
        "schlafmuetze.ruling.doubt_closed",
    }


@pytest.mark.rule("schlafmuetze.doubt.vote")
def test_a_doubt_reported_on_two_phones_counts_once() -> None:
    state = play("goes on", "halt", house=LITTLE).state
    keys = {
        GAME.event_key(state, report)
        for report in (
            reports.Doubted((2,), 1),
            reports.AllAgree(1, against=True),
            reports.AllAgree(1, (2,), against=False),
        )
    }
    assert len(keys) == 1


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_words_are_checked_where_all_agree_as_well() -> None:
    report = reports.AllAgree(1, first_word="Land", second_word="Bild", compound="Landschaftsbild", against=True)
    assert GAME.remarks(report) == GAME.remarks(reports.Doubted((2,), 1, "Land", "Bild", "Landschaftsbild")) != ()


@pytest.mark.rule("schlafmuetze.ruling.settled", "schlafmuetze.ruling.vote", "schlafmuetze.doubt.vote")
@pytest.mark.parametrize(
    ("votes", "house", "decided"),
    [
        ("nn", "all", False),
        ("nnn", "all", True),
        ("yy", "all", True),
        ("ny", "all", False),
        ("nny", "all", False),
        ("yny", "all", True),
        ("nn", "not_author", True),
        ("yn", "not_author", False),
        ("yy", "not_author", True),
    ],
)
def test_a_vote_ends_when_it_is_decided(votes: str, house: str, decided: bool) -> None:
    doubt = ("goes on", "halt", "Cleo doubts Ben", f"votes {votes}")
    assert (play(*doubt, house=LITTLE | {"votes": house}).phase is not Voting) == decided
    # as in games that began when all were asked
    assert play(*doubt, house=LITTLE | {"votes": house, "asking": "everything"}).phase is Voting


@pytest.mark.rule("schlafmuetze.ruling.settled", "schlafmuetze.doubt.vote", "schlafmuetze.ruling.new_colour")
def test_a_log_by_hand_may_tell_what_is_settled() -> None:
    """Nothing of it changes anything, and once something else has happened no player reports it any more."""
    lone: dict[str, Any] = {"circle": "RBBBBBBBBBBB", "seats": 5}
    voted = ("Anna blue at 2", "Cleo blue at 2", "halt", "Dora doubts Cleo", "Dora no", "Emil no", "Anna no")
    table = play(*voted, **lone)
    assert (table.phase, table.colour) == (Running, "red")
    assert table.refused("name blue") == {"not offered"}
    late = play(*voted, "Ben yes", "name red", "Cleo yes", **lone)
    assert evolve(late.state, settled=None) == evolve(table.state, settled=None)
    assert late.cited == {"schlafmuetze.doubt.vote", "schlafmuetze.ruling.settled"}
    assert late.refused("Dora no") == {"not offered"}
    on = play(*voted, "Ben blue at 12", **lone)
    assert on.refused("Ben yes") == {"not offered"}
    assert on.refused("name red") == {"not offered"}


# The end of a round


@pytest.mark.rule("schlafmuetze.score.minus", "schlafmuetze.end.out", "schlafmuetze.ruling.last_card_doubted")
def test_hands_are_counted_one_by_one() -> None:
    table = play("Ben out", "Anna holds 4", house=LITTLE)
    # no player counts while a player doubts
    assert table.state.phase == Counting(1, (4, 0, None, None))
    assert table.refused("Ben holds 1") == {"schlafmuetze.end.out"}
    assert table.refused("Cleo holds 0") == {"schlafmuetze.end.out"}
    assert table.refused("Cleo holds 40") == {"schlafmuetze.ruling.recount", "schlafmuetze.cards"}
    assert table.why_not(reports.HandCounted(4, 1)).rules == ("companion.players",)
    assert table.refused("halt") == {"not offered"}
    # what was counted wrong is counted anew, chips as well
    table.play("Anna holds 3", "recount Cleo - 2", "Cleo holds 5", "Dora holds 9")
    assert table.phase is RoundOver
    assert table.points == {"Anna": {"cards": 3}, "Ben": {}, "Cleo": {"cards": 5, "chips": 2}, "Dora": {"cards": 9}}
    assert table.refused("Anna holds 3") == {"not offered"}
    # reported all at once they are reported anew
    assert play("Ben out", "Anna holds 4", "counted 3 0 1 1", house=LITTLE).points["Anna"] == {"cards": 3}


@pytest.mark.rule("schlafmuetze.ruling.recount", "schlafmuetze.score.minus")
def test_hands_that_are_known_are_not_counted() -> None:
    table = play("Anna red at 12", "Ben blue at 4", hands=(5, 1, 5, 5))
    assert table.refused("Anna holds 4") == {"schlafmuetze.ruling.recount", "schlafmuetze.ruling.keeping"}
    assert play("goes on", house=LITTLE).refused("Anna holds 4") == {"not offered"}


@pytest.mark.rule("schlafmuetze.score.minus")
def test_one_hand_counted_on_two_phones_counts_once() -> None:
    out, counting = play("Ben out", house=LITTLE).state, play("Ben out", "Cleo holds 2", house=LITTLE).state
    anna = reports.HandCounted(0, 4)
    assert GAME.event_key(out, anna) == GAME.event_key(counting, reports.HandCounted(0, 5))
    assert GAME.event_key(out, anna) != GAME.event_key(out, reports.HandCounted(2, 4))
    anew = play("Ben out", "Anna holds 2", house=LITTLE).state
    assert GAME.event_key(out, anna) != GAME.event_key(anew, anna)


# What is not asked


@pytest.mark.rule("schlafmuetze.ruling.settled", "schlafmuetze.ruling.new_colour")
def test_the_only_colour_left_counts_as_named() -> None:
    lone: dict[str, Any] = {"circle": "RBBBBBBBBBBB"}
    table = play("Anna blue at 2", "stuck", **lone)
    assert (table.phase, table.colour) == (Running, "red")
    assert "schlafmuetze.ruling.settled" in table.cited
    table = play("Anna blue at 2", "Cleo blue at 2", "halt", "all reject Cleo", **lone)
    assert (table.phase, table.colour, table.pausing) == (Running, "red", "Anna")
    # which colours show is known at the table only
    assert play("goes on", "stuck on red", "name blue", "stuck", "name green", "stuck", house=LITTLE).allowed == {
        "yellow"
    }
    assert play("Anna blue at 2", "stuck", **lone, house={"asking": "everything"}).phase is Naming


@pytest.mark.rule("schlafmuetze.ruling.wrong_card", "schlafmuetze.speed.dispute_agreed")
def test_nobody_asks_whose_card_it_is_where_it_does_not_matter() -> None:
    table = play("goes on", house=LITTLE)
    assert table.report(reports.WrongCard()).state == play("goes on", "Ben wrong", house=LITTLE).state
    chip = play("goes on", house=LITTLE | {"wrong_card": "chip"})
    assert chip.why_not(reports.WrongCard()).rules == ("schlafmuetze.ruling.wrong_card",)
    # nor where no chip is left that it could cost
    empty: dict[str, Any] = {
        "chips": (NUMBERS.chips.middle, 0, 0, 0),
        "house": LITTLE | {"wrong_card": "chip", "chips": "cap"},
    }
    assert play("goes on", **empty).report(reports.WrongCard()).chips == (NUMBERS.chips.middle, 0, 0, 0)
    halted = play("goes on", "halt", **empty)
    assert {field.name for offer in halted.offers if offer.kind is reports.AllAgree for field in offer.fields} == {
        "first_word",
        "second_word",
        "compound",
    }
    assert halted.report(reports.AllAgree(1, against=False)).phase is Running
    disputed = ("goes on", "who first? others")
    table = play(*disputed, house=LITTLE)
    assert [offer.fields for offer in table.offers if offer.kind is reports.Agreed] == [()]
    assert table.report(reports.Agreed()).state == play(*disputed, "Ben first", house=LITTLE).state
    for where in (play("Anna red at 12", "who first? others"), play("Ben out", "who first? latest", house=LITTLE)):
        assert where.why_not(reports.Agreed()).rules == ("schlafmuetze.speed.dispute_agreed",)


# How much is reported


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_a_new_game_needs_few_reports_until_a_card_is_reported() -> None:
    fresh = GAME.start(Setup(4)).state
    assert not fresh.every_card
    for first in (
        reports.Laid(0, 0, Colour.RED),
        reports.TopTold(1, Colour.BLUE, "EIS"),
        reports.CircleTold(tuple(Colour) * 3),
    ):
        step = GAME.apply(fresh, first)
        assert step.state.every_card
        assert step.state.circle_known
        assert step.messages[0].rules == ("schlafmuetze.ruling.keeping",)


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_nothing_is_asked_where_no_card_was_laid_since() -> None:
    def ways(table: Table) -> list[Any]:
        return [offer for offer in table.offers if offer.kind is reports.KeepEveryCard]

    reported = ("Anna red at 12", "Ben blue at 4")
    table = play(*reported, "referee only")
    same, other = ways(table)
    assert not same.fields
    assert table.report(same.action()).state == play(*reported).state
    # the form for other cards begins with what was reported
    assert [part.default for part in other.fields[0].parts] == [8, 8, 9, 9]
    # another card lies by now, or nothing was reported: nothing is presumed
    disputed = play("goes on", "who first? others", "Ben first", house=LITTLE)
    for unknown in (play(*reported, "referee only", "goes on"), disputed):
        (form,) = ways(unknown)
        assert [part.default for part in form.fields[0].parts] == [None] * 4
    # a colour that was named since holds as well
    (same, _) = ways(play(*reported, "stuck", "name green", "referee only"))
    assert same.value("colour") is Colour.GREEN


@pytest.mark.rule("schlafmuetze.ruling.keeping")
@pytest.mark.parametrize(("revision", "exactly"), [(1, True), (2, True), (3, False), (4, False)])
def test_an_older_log_that_says_nothing_tells_every_card(revision: int, exactly: bool) -> None:
    header = {"game": "schlafmuetze", "revision": revision, "seats": ["Anna", "Ben", "Cleo"]}
    log = read_log(json.dumps(header), games())
    record = replay(log.game, log.header, log.entries).record
    assert record.state.every_card == exactly
    assert record.state.house.asking == ("everything" if exactly else "open")
    for keeping in ("every_card", "referee_only"):
        log = read_log(json.dumps(header | {"setup": {"keeping": keeping}}), games())
        assert replay(log.game, log.header, log.entries).record.state.every_card == (keeping == "every_card")


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_how_much_is_reported_is_no_choice_at_setup() -> None:
    assert {rule.key for rule in GAME.meta.house_rules} - {rule.key for rule in GAME.meta.choices} == {
        "keeping",
        "asking",
        "recall",
    }
