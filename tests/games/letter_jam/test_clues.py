"""Giving a clue: chips, the joker, and what may be said."""

import pytest
from games.letter_jam.table import GAME, NAMES, Table, play

from companion.games.letter_jam.messages import N, T, stand_name
from companion.games.letter_jam.model import Sayable
from companion.games.letter_jam.places import JOKER, At, Stand
from companion.games.letter_jam.reports import ClueGiven
from companion.kernel.offers import Choice, Several


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.talk.allowed")
def test_the_example_of_seven_letters() -> None:
    """Seven letters, all players' letters but the giver's own, one non-player letter, no joker."""
    table = play("dealt", "Cleo: Anna Ben Dora Emil 1 Anna Anna", players=5)
    assert table.sayable == Sayable(letters=7, players=4, npcs=1, bonus=0, joker=False)
    assert [mark.stand.to_text() for mark in table.state.clue.marks] == [
        "seat-0",
        "seat-1",
        "seat-3",
        "seat-4",
        "npc-0",
        "seat-0",
        "seat-0",
    ]
    said = next(e.text for e in table.step.messages if e.rules == ("letter_jam.talk.allowed",))
    assert dict(said.params) == {
        "letters": N("{n} letter", "{n} letters", n=7),
        "players": N("helps {n} player", "helps {n} players", n=4),
        "npcs": N("{n} non-player letter", "{n} non-player letters", n=1),
        "bonus": N("{n} bonus letter", "{n} bonus letters", n=0),
        "joker": T("without the joker"),
    }


@pytest.mark.rule("letter_jam.clue.own_letter")
def test_the_giver_cannot_use_the_own_letter() -> None:
    table = play("dealt")
    assert table.refused("Anna: Ben Anna 1").rules == ("letter_jam.clue.own_letter",)
    offer = next(offer for offer in table.offers if offer.kind is ClueGiven and dict(offer.given)["seat"] == 0)
    (field,) = offer.fields
    assert isinstance(field, Several)
    assert isinstance(field.each, Choice)
    assert Stand(At.SEAT, 0) not in [option.value for option in field.each.options]
    assert len(field.each.options) == 6, "three players, two stands, the joker"


@pytest.mark.rule("letter_jam.clue.double_letter")
def test_a_card_may_be_used_twice_or_both() -> None:
    once = play("dealt", "Anna: 1 Ben Ben")
    both = play("dealt", "Anna: 1 Ben Cleo")
    assert (once.sayable.letters, once.sayable.players) == (3, 1)
    assert (both.sayable.letters, both.sayable.players) == (3, 2)


@pytest.mark.rule("letter_jam.clue.longer")
def test_a_clue_may_be_longer_than_the_chips() -> None:
    table = play("dealt", "Anna: Ben Cleo Ben Cleo Ben Cleo Ben Cleo")
    assert "letter_jam.clue.longer" not in table.cited
    table = play("dealt", "Anna: " + "Ben Cleo " * 5)
    assert table.sayable.letters == 10
    assert "letter_jam.clue.longer" in table.cited
    # Decision: no player taps more letters than this; it only keeps slips out of the log.
    assert "letter_jam.clue.longer" in play("dealt").refused("Anna: " + "Ben " * 25).rules
    assert play("dealt").refused("Anna:").rules[0] == "letter_jam.clue.chips"


@pytest.mark.rule("letter_jam.joker")
def test_the_joker_has_one_meaning() -> None:
    table = play("dealt")
    twice = (Stand(At.SEAT, 1), JOKER, Stand(At.SEAT, 2), JOKER)
    assert table.refused(ClueGiven(0, twice, one_letter=False)).rules == ("letter_jam.joker",)
    # once it cannot have two meanings, for every report
    GAME.apply(table.state, ClueGiven(0, twice[:2], one_letter=False))
    table.report(ClueGiven(0, twice))
    assert table.sayable == Sayable(letters=4, players=2, npcs=0, bonus=0, joker=True)
    table.play("next")
    assert JOKER in table.view.stands, "the joker stays"


@pytest.mark.rule("letter_jam.clue.chips")
def test_chips_lie_only_where_a_letter_stands() -> None:
    table = play("dealt", players=5)
    for stand in (Stand(At.NPC, 1), Stand(At.SEAT, 5), Stand(At.BONUS, 0)):
        why = table.refused(ClueGiven(0, (stand,)))
        assert why.rules == ("letter_jam.clue.chips",)
        assert why.text == T("No letter stands there: {where}.", where=stand_name(stand))


@pytest.mark.rule("letter_jam.clue.token")
def test_a_clue_takes_a_token_and_the_next_waits_for_the_round() -> None:
    table = play("dealt", "Anna: Ben 1")
    assert table.tokens == (3, 6, 1)
    assert table.state.places[0].reds == 1
    why = table.refused("Ben: 1")
    assert why.rules == ("not offered",)


@pytest.mark.rule("letter_jam.talk.allowed")
def test_only_five_things_are_said_of_a_clue() -> None:
    """The same may be said for all players, stands and letters."""
    one = play("dealt", "Anna: Ben Cleo 1 Ben *")
    other = play("dealt", "Anna: 2 * Dora Dora Ben")
    assert one.sayable == other.sayable == Sayable(letters=5, players=2, npcs=1, bonus=0, joker=True)


@pytest.mark.rule("letter_jam.round.choose")
def test_everybody_may_be_chosen_in_any_order() -> None:
    table = Table(6).play("dealt")
    for name in reversed(NAMES):
        table.clues(name, using="*")
    assert [clue.giver for clue in table.state.clues] == [5, 4, 3, 2, 1, 0]
