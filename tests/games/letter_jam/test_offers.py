"""Order of the offers, fields of the forms, and event keys of reports."""

import pytest
from games.letter_jam.table import ALL, GAME, Table, ended, laid, play

from companion.games.letter_jam.reports import (
    BonusGuessed,
    Boxed,
    EndAgreed,
    MovesOn,
    Noted,
    Stays,
    WordFails,
    WordLaid,
)
from companion.kernel.offers import Choice, Number, Offer, Several, Words


def offered(table: Table, kind: type, seat: int | None = None) -> list[Offer]:
    """Return the offers of a kind, all that a seat may see."""
    return [offer for offer in GAME.offers(table.state, seat) if offer.kind is kind]


@pytest.mark.rule("letter_jam.advance.wait", "letter_jam.advance.choice")
def test_what_one_player_can_do_about_a_clue_stands_together() -> None:
    table = play("dealt", "Anna: Cleo", "Cleo stays", "next").letters_done("Ben").play("Anna: Ben Cleo Dora")
    shared = ["RoundEnded", "BonusGuessed 1", "MovesOn 2", "Stays 2", "MovesOn 3", "Stays 3"]
    for seat, own in ((None, []), (0, ["Boxed"] * 5), (2, ["MovesOn", "Noted", "Noted", *["Boxed"] * 5])):
        offers = GAME.offers(table.state, seat)
        said = [f"{offer.kind.__name__} {offer.value('seat')}".removesuffix(" None") for offer in offers]
        assert said == [*shared, *(f"{name} {seat}" for name in own)]
        assert [offer.by for offer in offers] == [None] * len(shared) + [seat] * len(own)


@pytest.mark.rule("letter_jam.advance.choice")
def test_only_the_other_answer_is_offered_to_who_has_decided() -> None:
    table = play("dealt", "Anna: Ben Cleo", "Ben on", "Cleo stays")
    assert [offer.value("seat") for offer in offered(table, MovesOn)] == [2]
    assert [(offer.value("seat"), offer.by) for offer in offered(table, MovesOn, 1)] == [(2, None), (1, 1)]
    assert [offer.value("seat") for offer in offered(table, Stays)] == [1]


@pytest.mark.rule("letter_jam.bonus.guess")
def test_the_form_of_a_guess_says_what_each_answer_means() -> None:
    table = play("dealt").letters_done("Ben").play("Anna: Ben")
    (offer,) = offered(table, BonusGuessed)
    letter, right = offer.fields
    assert isinstance(letter, Words)
    assert isinstance(right, Choice)
    assert (letter.longest, letter.optional) == (1, True), "a wrong letter changes nothing"
    assert {option.value: option.label.message for option in right.options} == {
        True: "is that letter",
        False: "is another letter",
    }


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.setup.sheet")
def test_a_box_may_be_left_or_made_empty() -> None:
    table = play("dealt", "Anna: Ben")
    forms = [*offered(table, Boxed, 1), *(offer for offer in offered(table, MovesOn, 1) if offer.by == 1)]
    assert len(forms) == 6
    assert all(isinstance(field, Words) and field.optional for form in forms for field in form.fields)
    assert dict(forms[0].fields[0].label.params) == {"n": 1}


@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.advance.choice", "letter_jam.end.tokens")
def test_everybody_sees_who_may_decide_who_may_guess_and_how_many_clues_are_left() -> None:
    table = play("dealt").letters_done("Ben").play("Anna: Ben Cleo")
    players = table.view.players
    assert [player.may_guess for player in players] == [False, True, False, False]
    assert [player.may_decide for player in players] == [False, False, True, False]
    assert (table.view.card.reds, table.view.card.clues) == (3, 3 + 6 + 1)


@pytest.mark.rule("letter_jam.sheet.note", "letter_jam.sheet.guess")
def test_a_clue_may_be_noted_without_a_guess() -> None:
    (offer,) = offered(play("dealt", "Anna: Ben Cleo"), Noted, 1)
    letters, guesses = offer.fields
    assert isinstance(letters, Words)
    assert isinstance(guesses, Words)
    assert (letters.longest, letters.optional, guesses.longest, guesses.optional) == (2, False, 26, True)


@pytest.mark.rule("letter_jam.end.replace", "letter_jam.setup.sheet")
def test_the_owner_sees_the_word_as_the_guesses_spell_it() -> None:
    table = ended(bonus=("M",), length=4).play("Anna box 2 E", "Anna lays 2 +M 1 3 4 *")
    assert table.sheet_of("Anna").word == "EM...*"
    assert table.sheet_of("Ben").word == ""


@pytest.mark.rule("letter_jam.end.replace", "letter_jam.end.longer")
def test_a_word_is_laid_of_the_own_row_and_of_what_is_free_in_the_middle() -> None:
    table = ended(bonus=("M",), length=4).play("Anna lays 1 2 3 4 *")
    field = offered(table, WordLaid)[-1].fields[0]
    assert isinstance(field, Several)
    assert isinstance(field.each, Choice)
    assert (field.low, field.high) == (1, 5)
    names = [(option.label.message, *dict(option.label.params).values()) for option in field.each.options]
    assert names == [*(("Card {n}", n) for n in (1, 2, 3, 4)), ("Bonus letter {letter}", "M")]


@pytest.mark.rule("letter_jam.ruling.covered_letters", "letter_jam.score.wrong")
@pytest.mark.parametrize(("word", "most", "first"), [(ALL, 5, 4), ("1 2 3 4 *", 4, 3), ("*", 0, 0)])
def test_the_form_of_a_wrong_word_asks_for_the_own_letters_in_it(word: str, most: int, first: int) -> None:
    (offer,) = offered(laid(ended(), word, ALL).play("Anna reveals"), WordFails)
    (letters,) = offer.fields
    assert isinstance(letters, Number)
    assert (letters.low, letters.high, letters.default) == (0, most, first)


@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.advance.choice")
def test_a_decision_is_one_event_of_its_player() -> None:
    """Who moves on while another guesses reports what was possible before, but no player guesses one letter twice."""
    table = play("dealt").letters_done("Ben").play("Anna: Ben Cleo")
    moves, guess = table.action("Cleo on"), table.action("Ben guesses E right")
    moving, guessing = table.event(moves), table.event(guess)
    table.play("Ben guesses E wrong")
    assert table.event(moves) == moving
    assert table.event(guess) != guessing
    table.play("Cleo stays")
    assert table.event(moves) != moving


@pytest.mark.rule("letter_jam.end.reveal", "letter_jam.ruling.correctness")
def test_a_verdict_is_one_event_of_the_word_that_lies_open() -> None:
    table = laid(ended(), ALL, ALL)
    turns = table.action("Ben reveals")
    waiting = table.event(turns)
    table.play("Anna reveals")
    assert table.event(turns) == waiting, "Anna's word is another event"
    verdicts = [table.action("Anna counts"), table.action("Anna fails 4")]
    (event,) = {table.event(verdict) for verdict in verdicts}
    table.play("Anna counts", "Ben reveals")
    assert table.event(turns) != waiting
    assert table.event(verdicts[0]) != event


@pytest.mark.rule("letter_jam.end.word")
def test_the_last_word_laid_does_not_make_another_event_of_an_own_one() -> None:
    table = ended().play("Anna lays 1 2 3 4 5")
    again, first = table.action("Anna lays 5 4 3 2 1"), table.action("Ben lays 1 2 3 4 5")
    before = table.event(again), table.event(first)
    table.play("Ben lays 5 4 3 2 1")
    assert table.event(again) == before[0]
    assert table.event(first) != before[1]


@pytest.mark.rule("letter_jam.end.agreed", "letter_jam.ruling.tokens_order")
def test_a_clue_and_the_end_by_agreement_are_the_same_event_between_two_rounds() -> None:
    """If one phone reports a clue while another says that no more are needed, the table has moved on for the second."""
    table = play("dealt")
    agreed, clue = EndAgreed(), table.action("Anna: Ben Cleo")
    before = table.event(agreed)
    assert before == table.event(clue)
    assert table.report(clue).event(agreed) != before
    during = table.event(agreed)
    assert table.play("next").event(agreed) not in (before, during)


@pytest.mark.rule("letter_jam.players")
def test_of_nobody_there_is_no_event() -> None:
    """A seat without a player is refused with every report; its event key is that of the current situation."""
    reports = (MovesOn(7), BonusGuessed(7, "E", True), WordLaid(7, ()), WordFails(7, 0), Boxed(7, 1, "E"))
    for table in (Table(), play("dealt", "Anna: Ben"), ended(players=4), laid(ended(), ALL, ALL).play("Anna reveals")):
        for report in reports:
            assert table.refused(report).rules == ("companion.players",)
        assert len({table.event(report) for report in reports}) == 1
