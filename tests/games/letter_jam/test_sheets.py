"""The guess sheets: notes, and their secrecy."""

import pytest
from conformance.inside import inside
from conformance.walks import Tape, tapes, walk
from games.letter_jam.table import GAME, NAMES, Table, play
from hypothesis import given

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.model import GuessSheet, State
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.reports import Boxed, MovesOn, Noted
from companion.kernel.game import Setup
from companion.kernel.text import Text


@pytest.mark.rule("letter_jam.sheet.note", "letter_jam.joker")
def test_the_example_of_a_noted_clue() -> None:
    """SEEKRAN with a joker for K, seen from the stand with the S: ?EE*RAN."""
    table = play("dealt", "Anna: Ben Cleo Cleo * Dora 1 2")
    (row,) = table.sheet_of("Ben").rows
    assert (row.letters, row.own, row.present) == ("?..*...", 0, True)
    table.play("Ben notes 1 ?EE*RAN CDS")
    (row,) = table.sheet_of("Ben").rows
    assert (row.letters, row.guesses) == ("?EE*RAN", "CDS")
    assert table.sheet_of("Anna").rows == (), "who is not in the clue has nothing to note"


@pytest.mark.rule("letter_jam.sheet.note")
def test_a_question_mark_stands_for_the_own_letter_only() -> None:
    table = play("dealt", "Anna: Ben Cleo Ben 1")
    assert table.sheet_of("Ben").rows[0].letters == "?.?."
    for wrong in ("SA?E", "?A?", "??.E", "....", "?*?E", "?A?Ä", "?A?1"):
        assert table.refused(f"Ben notes 1 {wrong}").rules[0] in {"letter_jam.sheet.note", "letter_jam.clue.umlaut"}
    assert table.refused("Anna notes 1 ....").rules == ("letter_jam.sheet.note",), "Anna's letter is not in it"
    assert table.refused("Ben notes 2 ?").rules == ("letter_jam.sheet.note",)
    assert table.refused("Ben notes 0 ?").rules == ("letter_jam.sheet.note",)
    table.play("Ben notes 1 ?a?e")
    assert table.sheet_of("Ben").rows[0].letters == "?A?E"
    seen = table.state.guess_sheets[1].seen
    assert seen == ((Stand(At.SEAT, 2), 0, "A"), (Stand(At.NPC, 0), 0, "E")), "nothing of the own letter"


@pytest.mark.rule("letter_jam.clue.double_letter", "letter_jam.joker")
def test_one_card_is_one_letter() -> None:
    table = play("dealt", "Anna: Ben Cleo Cleo * *")
    why = table.refused("Ben notes 1 ?AE..")
    assert why.rules == ("letter_jam.clue.double_letter", "letter_jam.joker")
    assert why.text.message == "The same card is the same letter everywhere in a clue."
    assert table.refused("Ben notes 1 ?AAEN").rules[-1] == "letter_jam.joker"
    table.play("Ben notes 1 ?AAKK")
    assert table.sheet_of("Ben").rows[0].letters == "?AAKK"


@pytest.mark.rule("letter_jam.sheet.note")
def test_a_letter_once_noted_stays_noted_while_its_card_stands() -> None:
    table = play("dealt", "Anna: Ben Cleo 1", "Ben notes 1 ?AE", "next")
    table.play("Anna: 1 Cleo Ben")
    assert table.sheet_of("Ben").rows[1].letters == ".A?", "another card stands at the non-player stand"
    table.play("Ben notes 2 RO?")
    assert [row.letters for row in table.sheet_of("Ben").rows] == ["?OE", "RO?"], "the same card, corrected in both"
    table.play("Ben notes 2 R.?")
    assert table.sheet_of("Ben").rows[0].letters == "?.E", "rubbed out"


@pytest.mark.rule("letter_jam.bonus.use", "letter_jam.sheet.note")
def test_bonus_letters_and_what_the_joker_may_be_are_noted_by_themselves() -> None:
    table = play("dealt").letters_done("Ben").play("Anna: Ben", "Ben guesses M right", "next", "Anna: +M Cleo *")
    assert table.sheet_of("Cleo").rows[0].letters == "M?*"
    known = table.refused("Cleo notes 2 N?*")
    assert known.rules == ("letter_jam.bonus.use",)
    assert known.text == T("The bonus letter is known: it is {letter}.", letter="M")
    table.play("Cleo notes 2 M?T", "Cleo notes 2 .?*")
    assert table.sheet_of("Cleo").rows[0].letters == "M?*"


@pytest.mark.rule("letter_jam.sheet.guess")
def test_guesses_are_letters_each_once() -> None:
    table = play("dealt", "Anna: Ben Cleo")
    table.play("Ben notes 1 ?. dfk")
    assert table.sheet_of("Ben").rows[0].guesses == "DFK"
    for wrong in ("DD", "Dd", "D1", "Ä"):
        assert table.refused(Noted(1, 1, "?.", wrong)).rules == ("letter_jam.sheet.guess",)
    table.play("Ben notes 1 ?.")
    assert table.sheet_of("Ben").rows[0].guesses == "", "rubbed out"


@pytest.mark.rule("letter_jam.setup.sheet", "letter_jam.advance.choice")
def test_there_is_a_box_for_each_letter() -> None:
    table = play("dealt 4")
    for box in (0, 5, -1):
        assert table.refused(Boxed(0, box, "E")).rules[0] == "letter_jam.setup.sheet"
    table.play("Anna box 4 t", "Anna box 1 R", "Anna box 1")
    assert table.sheet_of("Anna").boxes == ("", "", "", "T")
    assert table.refused("Anna box 1 ß").rules[0] == "letter_jam.clue.umlaut"
    table.play("enough", "Anna box 2 E")
    for name in NAMES[:4]:
        table.play(f"{name} lays 1 2 3 4")
    assert table.refused("Anna box 2 A").rules == ("letter_jam.end.reveal", "letter_jam.setup.sheet")


@pytest.mark.rule("letter_jam.sheet.note")
def test_a_line_knows_which_letter_it_is_about() -> None:
    table = play("dealt 4", "Anna: Ben", "Ben on", "next", "Anna: Ben Ben")
    rows = table.sheet_of("Ben").rows
    assert [(row.own, row.present) for row in rows] == [(0, False), (1, True)]
    table = play("dealt 4").letters_done("Ben").play("Anna: Ben")
    assert [(row.own, row.present) for row in table.sheet_of("Ben").rows] == [(None, True)]


# No other player


def scribbled(state: State, seat: int, letter: str) -> State:
    """Return the state with everything on a player's sheet changed."""
    sheet = state.guess_sheets[seat]
    cards = [(stand, turn, letter) for stand, turn, _ in sheet.seen] + [(Stand(At.NPC, 0), 0, letter)]
    guesses = [(clue.number, letter) for clue in state.clues]
    changed = GuessSheet(tuple(cards), tuple(guesses), (letter,) * len(sheet.boxes))
    return state.with_sheet(seat, changed)


@pytest.mark.rule("letter_jam.setup.sheet", "letter_jam.ruling.correctness")
@given(tape=tapes(longest=240))
def test_a_secret_changed_changes_no_other_view(tape: Tape) -> None:
    """Until its owner turns up the word, all others see and may report the same for every content of a sheet."""
    for position in walk(GAME, tape, Setup(3)):
        state: State = position.state
        for seat, sheet in enumerate(state.guess_sheets):
            changed = scribbled(state, seat, "Y")
            word = state.words[seat]
            if changed.guess_sheets[seat] == sheet or (word and word.revealed):
                continue
            for other in (None, *(other for other in range(3) if other != seat)):
                assert GAME.view(changed, other) == GAME.view(state, other)
                assert GAME.offers(changed, other) == GAME.offers(state, other)
            assert GAME.view(changed, seat) != GAME.view(state, seat)


@pytest.mark.rule("letter_jam.setup.sheet")
def test_no_message_and_no_history_line_reveals_a_secret() -> None:
    table = play("dealt", "Anna: Ben Cleo")
    for action in (Noted(1, 1, "?Z", "QX"), Boxed(1, 1, "X"), MovesOn(1, "X")):
        table.report(action)
        said = [GAME.describe(action), *(part for part in inside(table.step.messages) if isinstance(part, Text))]
        values = [value for text in said for _, value in text.params]
        assert not {"Z", "QX", "X", "?Z"} & {value for value in values if isinstance(value, str)}
    assert table.sheet_of("Ben").boxes[0] == "X"


@pytest.mark.rule("letter_jam.setup.sheet")
def test_only_the_owner_is_offered_to_write() -> None:
    table = play("dealt", "Anna: Ben Cleo")
    for seat in (None, 0, 1, 2, 3):
        private = [offer for offer in GAME.offers(table.state, seat) if offer.kind in (Noted, Boxed)]
        assert {offer.by for offer in private} == ({seat} if seat is not None else set())
        assert {dict(offer.given)["seat"] for offer in private} == ({seat} if seat is not None else set())
    assert GAME.view(table.state, None).guess_sheet is None


@pytest.mark.rule("letter_jam.setup.sheet")
def test_one_players_note_overtakes_nobody() -> None:
    """A phone that has not seen another's private note can still report: nothing on the table has happened."""
    table: Table = play("dealt", "Anna: Ben Cleo")
    reports = [table.action(report) for report in ("Cleo on", "next", "Cleo box 1 E")]
    then = [GAME.event_key(table.state, report) for report in reports]
    table.play("Ben notes 1 ?E", "Ben box 1 R")
    assert [GAME.event_key(table.state, report) for report in reports] == then
    mine = table.action("Ben box 1 R")
    assert GAME.event_key(table.state, mine) != GAME.event_key(play("dealt", "Anna: Ben Cleo").state, mine)
