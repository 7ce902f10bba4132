"""Clues reported without their chips and words reported without their cards: consequences, unknowns, contradictions."""

import pytest
from attrs import evolve
from games.letter_jam.table import ALL, GAME, NAMES, SCORE, Table, ended, labels, play

from companion.games.letter_jam.messages import tile_name
from companion.games.letter_jam.numbers import NUMBERS, STACKS
from companion.games.letter_jam.phases import Deciding, Laying, Over, Revealing
from companion.games.letter_jam.places import At, Piece, Stand, Tile, Token
from companion.games.letter_jam.reports import ClueGiven, ClueTold, EndAgreed, RoundEnded
from companion.kernel.game import Step
from companion.kernel.log import Act, Header, PrivateNote
from companion.kernel.record import replay
from companion.kernel.text import Text
from companion.tables.session import Session


def fact(table: Table, message: str, seat: int | None = None) -> object:
    """Return what every player is shown under a name."""
    (value,) = [
        one.value.message if isinstance(one.value, Text) else one.value
        for one in table.view.facts
        if one.label.message == message and one.seat == seat
    ][:1]
    return value


def late(stock: int) -> Table:
    """Return a table late in a game: Ben may be through with the own letters, the first stack is empty, the stock nearly so."""
    table = play("dealt 4", "Anna tells 2", "next", players=2, greens="free")
    state = table.state
    npc, others = evolve(state.npcs[0], left=0, turn=6, token=False), state.npcs[1:]
    state = evolve(state, npcs=(npc, *others), leaves=state.leaves + 1, stock=stock)
    state = state.with_place(1, evolve(state.places[1], perhaps=4, since=1, clued=None))
    table.step = Step(evolve(state, discards=64 - 8 - 1 - sum(npc.left + 1 for npc in others) - stock))
    table.check()
    return table


# The clue


@pytest.mark.rule("letter_jam.clue.token", "letter_jam.tokens.red_first", "letter_jam.npc.freed")
def test_tokens_and_stacks_follow_a_clue_reported_without_chips() -> None:
    table = play("dealt", "Anna tells 5 1")
    assert table.tokens == (3, 6, 1)
    assert isinstance(table.state.phase, Deciding)
    assert (table.state.clue.token, table.state.clue.letters, table.state.clue.number) == (Token.RED, 5, 1)
    assert [npc.left for npc in table.view.npcs] == [STACKS[0] - 2, STACKS[1] - 1], (
        "the screen shows what the round will leave"
    )
    assert table.used == (1, 1), "the letter stands until the round is over"
    table.play("Anna tells 7 1 2", "Ben tells 3")
    assert table.used == (3, 2)
    assert table.tokens == (2, 5, 1)
    assert [clue.giver for clue in table.state.clues] == [0, 0, 1]


@pytest.mark.rule("letter_jam.advance.wait", "letter_jam.round.npc_replace", "letter_jam.sheet.note")
def test_what_is_to_be_done_at_the_end_of_the_round_is_said_with_the_clue() -> None:
    table = play("dealt", "Anna tells 5 1")
    assert "{stand}: discard the letter, put up the next card of its stack." in table.said
    assert "Everybody notes the clue and decides: move on or stay." in table.said
    before = table.state
    table.play("Ben tells 4")
    assert "{stand}" not in table.said, "what was said with the first clue is not said again"
    assert before.clue == table.state.clues[0]


@pytest.mark.rule("letter_jam.npc.freed", "letter_jam.ruling.freed_token")
def test_a_stack_frees_its_token_without_another_tap() -> None:
    table = play("dealt", *["Anna tells 5"] * 5).last_card()
    assert table.view.card.leaves == 6 - 4
    table.play("Anna tells 5 1")
    assert "{stand} shows its last card: its green token goes onto a leaf. One more clue!" in table.said
    assert table.view.card.leaves == 6 - 5 + 1
    assert table.state.leaves == 1, "the token lies there when the round is over"
    table.play("Ben tells 4")
    assert table.state.leaves == 2
    assert not table.state.npcs[0].token


@pytest.mark.rule("letter_jam.tokens.no_green", "letter_jam.tokens.centre")
def test_no_clue_is_reported_of_a_player_without_a_token() -> None:
    table = play("dealt", *["Anna tells 3"] * 5, players=6)
    assert table.tokens == (5, 0, 1)
    assert table.refused("Anna tells 3").rules[0] == "letter_jam.tokens.no_green"
    assert ("ClueTold", 0) in labels(table.offers, closed=True)
    table.play(*(f"{name} tells 3" for name in NAMES[1:6]))
    assert "That was the last red token: {n} green one is now open." in table.said
    table.play("Anna tells 3")
    assert table.tokens == (0, 0, 0)


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.clue.longer", "letter_jam.ruling.freed_token")
@pytest.mark.parametrize(
    ("clue", "rule"),
    [
        (ClueTold(0, 0), "letter_jam.clue.chips"),
        (ClueTold(0, 25), "letter_jam.clue.chips"),
        (ClueTold(0, 5, (2,)), "letter_jam.clue.chips"),
        (ClueTold(0, 5, (-1,)), "letter_jam.clue.chips"),
        (ClueTold(0, 5, (0, 0)), "letter_jam.ruling.freed_token"),
        (ClueTold(0, 1, (0, 1)), "letter_jam.clue.chips"),
        (ClueTold(4, 5), "companion.players"),
    ],
)
def test_a_clue_that_cannot_be_is_refused(clue: ClueTold, rule: str) -> None:
    assert play("dealt").refused(clue).rules[0] == rule


@pytest.mark.rule("letter_jam.round.chips_back", "letter_jam.end.word")
def test_a_clue_is_reported_between_the_deal_and_the_words() -> None:
    assert Table().refused("Anna tells 5").rules == ("not offered",)
    assert ended().refused("Anna tells 5").rules == ("not offered",)


@pytest.mark.rule("letter_jam.end.tokens", "letter_jam.ruling.end_check")
def test_after_the_last_token_the_words_are_laid() -> None:
    table = play("dealt", *(f"{name} tells 4" for name in NAMES[:4]), *["Anna tells 4"] * 7)
    assert "There is no token left to take: that was the last clue." in table.said
    assert table.refused("Anna tells 4").rules == ("letter_jam.end.tokens", "letter_jam.ruling.end_check")
    assert not [kind for kind, _ in labels(table.offers) if kind in ("ClueTold", "EndAgreed")]
    assert table.view.prompt.rules[0] == "letter_jam.end.tokens"
    assert isinstance(table.play("next").state.phase, Laying)


@pytest.mark.rule("letter_jam.end.agreed", "letter_jam.ruling.tokens_order")
def test_the_agreed_end_ends_the_round_as_well() -> None:
    table = play("dealt", "Anna tells 5 2", "enough")
    assert isinstance(table.state.phase, Laying)
    assert table.used == (1, 2)
    assert table.said.startswith("All agree: no more clues are needed.")
    last = play("dealt", *(f"{name} tells 4" for name in NAMES[:4]), *["Anna tells 4"] * 7, "enough")
    assert last.said.startswith("There is no token left to take"), "there was no choice"


@pytest.mark.rule("letter_jam.advance.wait", "letter_jam.advance.choice")
def test_it_ends_the_round_of_a_clue_whose_chips_lie() -> None:
    """A player who has reported nothing may have moved on."""
    table = play("dealt", "Anna: Ben Cleo 1", "Ben on", "Dora tells 4")
    assert table.state.clues[0].marks
    assert table.used == (2, 1)
    assert [(place.at, place.perhaps) for place in table.state.places] == [(0, 0), (1, 0), (0, 1), (0, 0)]
    assert ("ClueTold", 0) not in labels(play("dealt", "Anna: Ben").offers), "there the round is usually ended first"


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.sheet.note")
def test_the_chips_of_an_old_clue_can_be_entered_in_the_history() -> None:
    session = Session(replay(GAME, Header("letter_jam", 2, NAMES[:4]), ()))
    table = Table()
    for words in ("dealt", "Anna tells 3 1", "Ben tells 4", "Cleo tells 5 2"):
        session.submit(Act(table.action(words)))
        table.play(words)
    amended = session.record.history[1].entry.id
    session.amend(amended, table.action("Anna: Ben 1 Ben"))
    state = session.record.state
    assert [bool(clue.marks) for clue in state.clues] == [True, False, False]
    assert (state.reds_left, state.npcs[0].left, state.places[1].clued) == (1, STACKS[0] - 2, None)
    session.amend(amended, table.action("Anna tells 6 1 2"))
    assert (session.record.state.npcs[1].left, session.record.state.clues[0].letters) == (STACKS[1] - 2, 6)
    session.undo(amended)
    assert session.record.state.reds_left == 2


# What stays unknown


@pytest.mark.rule("letter_jam.advance.choice")
def test_who_moved_on_is_unknown_unless_somebody_tells() -> None:
    table = play("dealt", "Anna tells 5 1", "Ben on", "Cleo stays", "next")
    ben, cleo, dora = table.state.places[1:]
    assert (ben.at, ben.perhaps, ben.clued) == (1, 0, False)
    assert (cleo.at, cleo.perhaps, cleo.clued) == (0, 0, None), "perhaps the clue has used it"
    assert (dora.at, dora.perhaps, dora.clued) == (0, 1, None)
    assert table.state.places[0].perhaps == 0, "the giver's letter is not in it"
    assert fact(table, "Stand", 3) == "letter ? of {length}"
    assert fact(table, "Stand", 1) == "letter {at} of {length}"
    dealt = 4 * NUMBERS.words.normal + sum(STACKS[:2])
    assert fact(table, "Cards in the stock") == NUMBERS.material.letters - dealt, "nobody can be through yet"


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.clue.own_letter")
def test_a_clue_of_nobodys_letters_only_helps_nobody() -> None:
    table = play("dealt", "Anna tells 2 1 2")
    assert table.refused("Ben on").rules == ("letter_jam.advance.choice",)
    table.play("next")
    assert all(place.clued is False and not place.perhaps for place in table.state.places)


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.clue.chips")
def test_no_more_players_move_on_by_a_clue_than_it_has_letters_left() -> None:
    table = play("dealt", "Anna tells 2 1", "Ben on")
    why = table.refused("Cleo on")
    assert why.rules == ("letter_jam.clue.chips", "letter_jam.advance.choice")
    assert dict(why.text.params)["number"] == 1
    table.play("Ben stays", "Cleo on")


@pytest.mark.rule("letter_jam.sheet.guess", "letter_jam.advance.choice")
def test_the_letter_of_a_card_that_is_not_known_goes_into_its_box_by_itself() -> None:
    table = play("dealt", "Anna tells 5", "Anna tells 5")
    assert table.refused("Ben on E").rules == ("letter_jam.advance.choice", "letter_jam.setup.sheet")
    assert table.play("Ben box 1 E", "Ben on").state.guess_sheets[1].boxes[0] == "E"
    table.play("next")
    assert (table.state.places[1].at, table.state.places[1].perhaps) == (1, 1)


@pytest.mark.rule("letter_jam.bonus.extra_card", "letter_jam.bonus.guess")
def test_a_guess_tells_that_the_own_letters_are_through() -> None:
    table = play("dealt 4", *["Anna tells 5"] * 4)
    assert table.refused("Ben guesses M right").rules == ("letter_jam.bonus.extra_card",), "three rounds are over"
    table.play("Anna tells 5")
    ben = table.state.places[1]
    assert (ben.at, ben.perhaps, ben.perhaps_done) == (0, 4, True)
    assert fact(table, "Cards in the stock") == "?"
    stock = table.state.stock
    assert stock is not None
    table.play("Ben guesses M right")
    ben = table.state.places[1]
    assert (ben.at, ben.perhaps, ben.done, ben.standing, ben.clued) == (4, 0, True, True, False)
    assert table.state.stock == stock - 2, "the letter that was guessed, and the next one"
    assert table.state.bonus == ("M",)
    assert "letter_jam.bonus.guess" in table.refused("Ben guesses E right").rules
    table.play("Anna tells 5", "Ben guesses E wrong")
    assert table.state.bonus == ("M",)


@pytest.mark.rule("letter_jam.bonus.extra_card", "letter_jam.advance.choice")
def test_who_moves_on_has_an_own_letter_in_the_stand() -> None:
    table = play("dealt 4", *["Anna tells 5"] * 5, "Ben on")
    assert table.refused("Ben guesses M right").rules == ("letter_jam.bonus.extra_card", "letter_jam.advance.choice")
    table.play("next")
    assert (table.state.places[1].at, table.state.places[1].perhaps) == (1, 3)


@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.npc.discard_box")
def test_the_letter_of_a_wrong_guess_need_not_be_reported() -> None:
    table = play("dealt").letters_done("Ben").play("Anna tells 5", "Ben guesses wrong")
    assert table.said.startswith("The guess is wrong: the card goes into the box.")
    assert table.state.discards == 1
    guess = table.deciding.guesses[1]
    assert guess is not None
    assert guess.letter == ""
    table.play("Anna tells 5")
    assert table.refused(evolve(table.action("Ben guesses E right"), letter="")).rules[0] == "letter_jam.clue.umlaut"


@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.bonus.extra_card", "letter_jam.ruling.empty_stock")
def test_a_wrong_guess_that_was_not_entered_leaves_the_stock_unknown() -> None:
    """The clue may use Ben's extra letter; then Ben may have guessed wrong and drawn the next card."""
    table = play("dealt").letters_done("Ben")
    stock = table.state.stock
    assert fact(table, "Cards in the stock") == stock
    table.play("Anna tells 3")
    assert fact(table, "Cards in the stock") == "?"
    table.play("next", "Ben: Anna")
    assert fact(table, "Cards in the stock") == "?"
    assert (table.state.stock, table.state.least_stock) == (stock, stock - 1)
    # notes on the card that stood there before need not be true of the present one
    assert table.state.places[1].turn == 6
    # an entered guess leaves nothing open, nor does a clue that Ben gave himself
    table = play("dealt").letters_done("Ben").play("Anna tells 3", "Ben guesses wrong", "next", "Ben tells 3", "next")
    assert table.state.places[1].missed == 0
    # the chips show that Ben's letter was used, but the next clue came before all were reported ready
    table = play("dealt").letters_done("Ben").play("Anna: Ben", "Anna tells 3")
    assert table.state.places[1].missed == 1
    # players who may be done may also have guessed, in each round after their last letter was put back
    table = play("dealt 4", *["Anna tells 5"] * 7)
    assert [place.missed for place in table.state.places] == [0, 2, 2, 2]


@pytest.mark.rule("letter_jam.bonus.use", "letter_jam.end.replace")
def test_only_bonus_letters_that_are_certainly_there_are_called_available() -> None:
    table = play("dealt").letters_done("Ben").play("Anna tells 5", "Ben guesses M right", "next", "Anna tells 3")
    shown = next(one.value for one in table.view.facts if one.label.message == "Bonus letters")
    assert [getattr(item, "message", item) for item in shown.items] == ["{letter} (perhaps used)"], "by this clue"
    free, perhaps = table.play("enough").view.notes
    assert free.text.message == "Still available, for one word each: {cards}."
    assert perhaps.text.message == "Perhaps still available: {cards}."
    assert [dict(said.text.params)["cards"].items for said in (free, perhaps)] == [
        (tile_name(Tile(Piece.JOKER)),),
        (tile_name(Tile(Piece.BONUS), ("M",)),),
    ]
    # a word whose cards were not entered may contain any of them
    (perhaps,) = table.play("Anna has 6").view.notes
    assert perhaps.text.message == "Perhaps still available: {cards}."
    assert table.play("Ben has 6").view.notes == ()


@pytest.mark.rule("letter_jam.bonus.use")
def test_a_bonus_letter_may_have_been_used() -> None:
    table = play("dealt").letters_done("Ben").play("Anna tells 5", "Ben guesses M right")
    table.play("Anna tells 5", "Ben guesses E right")
    assert table.state.doubted == 0, "the clue before it was won has not used it"
    table.play("next")
    assert table.state.doubted == 1, "the second one was won after the clue was given"
    shown = next(one.value for one in table.view.facts if one.label.message == "Bonus letters")
    assert [getattr(item, "message", item) for item in shown.items] == ["{letter} (perhaps used)", "E"]
    table.play("Anna: +M Ben", "next")
    assert (table.state.bonus, table.state.doubted) == (("E",), 0), "it was there, and is gone now"


@pytest.mark.rule("letter_jam.bonus.use", "letter_jam.end.replace")
def test_a_bonus_letter_that_the_clue_is_said_to_use_is_gone_after_its_round() -> None:
    table = play("dealt").letters_done("Ben").play("Anna tells 5", "Ben guesses M right", "Anna tells 5 -")
    table.play("Ben guesses E right", "Cleo tells 4 1 +E")
    assert (table.view.bonus, table.view.bonus_left, table.view.doubted) == (("M", "E"), ("M",), 0)
    assert "{stand}: discard the letter" in table.said
    assert "The used bonus letter goes into the box: {letters}." in table.said
    assert table.refused("Cleo: Ben 1 1 Dora").rules[0] == "letter_jam.clue.chips", "an E is in it"
    assert table.refused("Cleo: +M +E 1 Dora").rules[0] == "letter_jam.clue.chips", "and no M"
    table.play("Dora tells 3 +M")
    assert table.state.bonus == ("M",)
    table.play("enough")
    assert table.state.bonus == ()
    (free,) = table.view.notes
    assert dict(free.text.params)["cards"].items == (tile_name(Tile(Piece.JOKER)),)


@pytest.mark.rule("letter_jam.bonus.use")
def test_only_bonus_letters_that_are_there_are_in_a_reported_clue() -> None:
    table = play("dealt").letters_done("Ben").play("Anna tells 5", "Ben guesses M right")
    (offer, *_) = [one for one in table.offers if one.kind is ClueTold]
    assert [option.value for option in offer.fields[-1].options] == [0]
    for clue in (ClueTold(0, 5, (), (1,)), ClueTold(0, 5, (), (-1,))):
        assert table.refused(clue).rules == ("letter_jam.clue.chips",)
    assert table.refused(ClueTold(0, 5, (), (0, 0))).rules[0] == "letter_jam.ruling.freed_token"
    assert table.refused(ClueTold(0, 1, (0,), (0,))).rules == ("letter_jam.clue.chips",)
    assert [one.kind for one in play("dealt", "Anna tells 5").offers if "bonus" in dict(one.given)] == []


@pytest.mark.rule("letter_jam.end.agreed")
def test_all_are_asked_before_the_clues_end() -> None:
    table = play("dealt", "Anna tells 5 1")
    assert ("EndAgreed", None) not in labels(table.offers)
    table.play("enough?")
    assert table.view.prompt.text.message == "Do all agree that no more clues are needed?"
    assert {("EndAgreed", None), ("EndDeclined", None)} <= set(labels(table.offers))
    assert ("EndProposed", None) not in labels(table.offers)
    table.play("another")
    assert not table.view.ending
    assert table.state.brief_clue, "the clue is still on the table"
    table.play("enough?", "Ben tells 4")
    assert not table.view.ending, "a clue is an answer"
    table.play("enough?", "enough")
    assert (table.phase, table.view.ending) == ("laying", False)


@pytest.mark.rule("letter_jam.ruling.empty_stock", "letter_jam.npc.beyond")
def test_a_stock_that_may_be_empty_is_counted_no_more() -> None:
    """Ben may have drawn the last card: then the stand stays empty, and no player has reported."""
    table = late(stock=3)
    table.play("Anna tells 1 1", "next")
    assert (table.state.stock, table.state.least_stock, table.state.npcs[0].standing) == (2, 0, True)
    table.play("Anna tells 1 1", "next")
    assert (table.state.stock, table.state.discards, table.state.npcs[0].standing) == (None, None, None)
    assert "{stand}: discard the letter, put up a card from the stock if it has one." in table.said
    assert fact(table, "Cards in the stock") == "?"
    assert fact(table, "Stand {n}") == "?"
    table.play("Ben: 1 Anna", "next", "Ben tells 2 1", "next")
    assert table.state.npcs[0].standing is None, "it can be used as long as it stands"
    table.play("Anna tells 2", "Ben guesses wrong")
    assert table.state.places[1].standing is None
    assert "{player} draws an extra letter, if the stock has one." in table.said


@pytest.mark.rule("letter_jam.ruling.empty_stock", "letter_jam.bonus.extra_card")
def test_a_card_that_is_certainly_there_is_drawn() -> None:
    table = late(stock=2).play("Anna tells 2", "Ben guesses wrong")
    assert (table.state.stock, table.state.least_stock, table.state.places[1].standing) == (0, 0, True)
    table.play("Anna tells 2", "Ben guesses wrong")
    assert table.state.places[1].standing is False
    assert table.refused("Ben guesses wrong").rules == ("letter_jam.bonus.extra_card",)


@pytest.mark.rule("letter_jam.ruling.empty_stock", "letter_jam.bonus.extra_card")
def test_who_may_be_through_with_an_empty_stock_may_have_an_empty_stand() -> None:
    table = late(stock=1)
    assert table.state.least_stock == 0
    state = table.state.with_place(0, evolve(table.state.places[0], perhaps=3, since=1, clued=None))
    table.step = Step(state)
    table.play("Ben tells 2", "next")
    assert table.state.stock is None
    assert table.state.places[0].standing is None
    assert table.view.players[0].place.shown.message == "letter ? of {length}"


# More of the same clue


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.sheet.note")
def test_its_chips_can_be_reported_later() -> None:
    table = play("dealt", "Anna tells 4 1", "Ben on", "Anna: Ben Cleo 1 Cleo")
    assert table.tokens == (3, 6, 1), "the token is taken once"
    assert len(table.state.clues) == 1
    assert table.state.clue.marks
    assert table.state.brief_clue is None
    assert table.deciding.moves[1] is True
    assert [place.clued for place in table.state.places] == [False, True, True, False]
    assert "note the clue, with a question mark for your own letter" in table.said
    table.play("Cleo on", "next")
    assert table.at == (0, 1, 1, 0)
    assert all(not place.perhaps for place in table.state.places)


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.round.chips_back")
@pytest.mark.parametrize(
    "clue", ["Ben: Cleo 1 1 1", "Anna: Ben 1 Cleo", "Anna: Ben Cleo Ben 2", "Anna: Ben Cleo Ben Ben"]
)
def test_chips_that_contradict_the_reported_clue_are_refused(clue: str) -> None:
    why = play("dealt", "Anna tells 4 1").refused(clue)
    assert why.rules == ("letter_jam.clue.chips", "letter_jam.round.chips_back")
    assert (dict(why.text.params)["number"], dict(why.text.params)["player"].seat) == (1, 0)


@pytest.mark.rule("letter_jam.clue.chips", "letter_jam.clue.own_letter", "letter_jam.joker")
def test_chips_reported_later_follow_the_same_rules() -> None:
    table = play("dealt", "Anna tells 3 1")
    assert table.refused("Anna: Anna Ben 1").rules == ("letter_jam.clue.own_letter",)
    two_jokers = ClueGiven(0, (table.stand("*"), table.stand("*"), table.stand("1")), one_letter=False)
    assert table.refused(two_jokers).rules == ("letter_jam.joker",)


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.bonus.guess")
def test_chips_do_not_contradict_what_was_decided_since() -> None:
    table = play("dealt").letters_done("Cleo").play("Anna tells 4", "Ben on", "Cleo guesses M right")
    why = table.refused("Anna: Dora Dora Dora Cleo")
    assert why.rules == ("letter_jam.advance.choice", "letter_jam.bonus.guess")
    assert table.refused("Anna: Dora Dora Dora Ben").rules == why.rules
    table.play("Anna: Dora Cleo Ben Cleo")
    turns = {mark.turn for mark in table.state.clue.marks if mark.stand == Stand(At.SEAT, 2)}
    assert turns == {5}, "the letter that was guessed, not the one that stands now"
    assert table.state.places[2].clued is False


@pytest.mark.rule("letter_jam.clue.chips")
def test_the_offer_of_the_chips_holds_what_they_can_be() -> None:
    table = play("dealt", "Anna tells 2 1 2")
    (offer,) = [one for one in table.offers if one.kind is ClueGiven]
    (chips,) = offer.fields
    assert offer.value("seat") == 0
    assert (chips.low, chips.high) == (2, 2)
    assert [option.value.to_text() for option in chips.each.options] == ["npc-0", "npc-1"]


# Two phones


@pytest.mark.rule("letter_jam.clue.token")
def test_with_or_without_chips_it_is_the_same_clue() -> None:
    table = play("dealt")
    reports = (ClueTold(0, 5, (0,)), table.action("Anna: Ben Cleo 1 Ben Dora"), EndAgreed())
    (event,) = {table.event(report) for report in reports}
    table.play("Anna tells 5 1")
    assert event not in {table.event(report) for report in reports}
    after = table.event(EndAgreed())
    assert table.event(ClueTold(1, 4)) == after
    ends, chips = table.event(RoundEnded()), table.event(reports[1])
    assert len({after, ends, chips}) == 3
    table.play("next")
    assert table.event(ClueTold(1, 4)) == table.event(EndAgreed()) == after, "whether the round was ended or not"


# The sheets


@pytest.mark.rule("letter_jam.sheet.note", "letter_jam.setup.sheet")
def test_a_clue_reported_without_chips_has_a_line_on_every_sheet_but_the_givers() -> None:
    table = play("dealt", "Anna tells 4 1")
    (row,) = table.sheet_of("Ben").rows
    assert (row.letters, row.known, row.present) == ("....", False, True)
    assert table.sheet_of("Anna").rows == ()
    table.play("Ben notes 1 s?*. T")
    (row,) = table.sheet_of("Ben").rows
    assert (row.letters, row.guesses) == ("S?*.", "T")
    assert table.sheet_of("Cleo").rows[0].letters == "...."
    assert table.refused("Ben notes 1 ?AB").rules == ("letter_jam.sheet.note", "letter_jam.clue.chips")
    assert table.refused("Ben notes 1 ?ÄBC").rules[0] == "letter_jam.clue.umlaut"
    assert table.refused("Anna notes 1 ABCD").rules == ("letter_jam.sheet.note",)
    table.play("Ben notes 1 ....")
    assert table.state.guess_sheets[1].lines == ()


@pytest.mark.rule("letter_jam.sheet.note")
def test_what_was_noted_stays_noted_when_the_chips_are_reported() -> None:
    table = play("dealt", "Anna tells 4 1", "Ben notes 1 ?AET", "Anna: Ben Cleo 1 Dora")
    (row,) = table.sheet_of("Ben").rows
    assert (row.letters, row.known, row.own) == ("?AET", True, 0)
    assert table.state.guess_sheets[1].lines == ()
    assert table.sheet_of("Cleo").rows[0].letters == ".?.."


@pytest.mark.rule("letter_jam.joker", "letter_jam.sheet.note")
def test_the_joker_of_a_clue_is_another_letter_in_the_next_one() -> None:
    """It makes no difference whether its chips were reported at once or later."""
    for chips in (("Anna: Ben *",), ("Anna tells 2", "Anna: Ben *")):
        table = play("dealt", *chips, "Ben notes 1 ?K", "next", "Anna: Ben *")
        assert [row.letters for row in table.sheet_of("Ben").rows] == ["?K", "?*"]


@pytest.mark.rule("letter_jam.end.tokens")
def test_the_last_clue_is_announced_though_no_round_was_ended() -> None:
    table = play("dealt", *(f"{name} tells 4" for name in NAMES[:4]), *["Anna tells 4"] * 5)
    assert table.view.notes == ()
    (note,) = table.play("Anna tells 4").view.notes
    assert note.text.message == "This may be the last clue."
    assert table.play("Anna tells 4").view.notes == (), "it was the last one"


@pytest.mark.rule("letter_jam.sheet.note", "letter_jam.clue.double_letter")
def test_a_card_that_may_be_another_one_is_noted_anew() -> None:
    table = play("dealt", "Dora: Ben Cleo", "Ben notes 1 ?A", "next", "Dora tells 3", "next", "Anna: Ben Cleo")
    first, second, last = table.sheet_of("Ben").rows
    assert (first.letters, second.letters, last.letters) == ("?A", "...", "?."), "Cleo may have moved on"
    assert (last.known, last.own, last.present) == (False, None, True)
    table.play("Ben notes 3 ?E", "next", "Anna: Ben Cleo")
    assert table.sheet_of("Ben").rows[-1].letters == "?E", "Cleo stayed, as the chips of that round say"


# The words


@pytest.mark.rule("letter_jam.score.word", "letter_jam.score.wrong", "letter_jam.ruling.green_bonus")
def test_words_are_counted_without_their_cards() -> None:
    table = ended(players=3, greens=2, bonus=("M",)).play("Ben has 5", "Cleo misses 3", "Anna has 6")
    assert isinstance(table.state.phase, Over)
    assert table.state.points == (
        5 * SCORE.letter + SCORE.longer + 2 * SCORE.green,
        5 * SCORE.letter + 2 * SCORE.green,
        3 * SCORE.guessed,
    )
    assert table.over


@pytest.mark.rule("letter_jam.end.no_shorter", "letter_jam.end.longer", "letter_jam.ruling.covered_letters")
def test_a_word_that_cannot_be_is_refused() -> None:
    table = ended(players=3, bonus=("M",))
    assert table.refused("Anna has 4").rules == ("letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word")
    assert table.refused("Anna has 8").rules == ("letter_jam.end.replace", "letter_jam.end.longer")
    assert table.refused("Anna misses 6").rules == ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters")
    assert table.refused("Anna misses -1").rules == ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters")
    table.play("Anna has 6")
    why = table.refused("Ben has 7")
    assert why.rules == ("letter_jam.end.replace", "letter_jam.end.longer")
    assert [one.seat for one in dict(why.text.params)["others"].items] == [0]
    assert table.refused("Ben lays 1 2 3 4 5 +M *").rules == ("letter_jam.end.replace", "letter_jam.end.longer")
    table.play("Ben has 6")
    assert table.refused("Cleo lays 1 2 3 4 *").rules == ("letter_jam.end.replace", "letter_jam.end.longer")
    assert not [one for one in table.offers if one.value("seat") == 2 and one.value("right") and one.fields]


@pytest.mark.rule("letter_jam.end.reveal", "letter_jam.end.word")
def test_a_word_is_judged_once() -> None:
    table = ended().play("Anna has 5")
    for again in ("Anna has 5", "Anna misses 2"):
        assert table.refused(again).rules == ("letter_jam.end.reveal",)
    assert isinstance(table.state.phase, Laying)
    table.play("Ben lays " + ALL)
    assert table.state.phase == Revealing()
    assert table.refused("Anna reveals").rules == ("letter_jam.end.reveal",)
    assert labels(table.offers)[0] == ("Revealed", 1)


@pytest.mark.rule("letter_jam.end.word", "letter_jam.end.replace")
def test_the_cards_of_a_word_can_be_reported_before_or_after_it_is_judged() -> None:
    before = ended().play("Anna lays 1 2 3 4 5 *")
    assert before.refused("Anna has 5").rules == ("letter_jam.end.word", "letter_jam.score.word")
    before.play("Anna has 6")
    after = ended().play("Anna has 6")
    assert after.refused("Anna lays " + ALL).rules == ("letter_jam.score.word", "letter_jam.end.word")
    after.play("Anna lays 1 2 3 4 5 *")
    assert before.state.words[0] == after.state.words[0]
    assert before.points == after.points
    wrong = ended().play("Anna misses 4")
    assert wrong.refused("Anna lays 1 2 3 *").rules == ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters")
    wrong.play("Anna lays 1 2 3 4 *", "Ben lays " + ALL, "Ben reveals", "Ben counts")
    assert wrong.state.points == (4 * SCORE.guessed, 5 * SCORE.letter + 2 * SCORE.green)


@pytest.mark.rule("letter_jam.end.reveal", "letter_jam.ruling.correctness")
def test_while_a_word_lies_open_only_that_one_is_judged() -> None:
    table = ended().play("Anna lays " + ALL, "Ben lays " + ALL, "Anna reveals")
    assert table.refused("Ben has 5").rules == ("letter_jam.end.reveal", "letter_jam.ruling.correctness")
    assert table.event(table.action("Anna has 5")) == table.event(table.action("Anna counts"))
    table.play("Anna has 5", "Ben has 5")
    assert table.state.points == (5 * SCORE.letter + 2 * SCORE.green,) * 2


@pytest.mark.rule("letter_jam.setup.sheet")
def test_a_clue_reveals_nothing_of_a_sheet() -> None:
    table = play("dealt", "Anna tells 4 1", "Ben notes 1 ?AET STU")
    shown = GAME.view(table.state, None), GAME.view(table.state, 2)
    assert all("STU" not in repr(view) and "?AET" not in repr(view) for view in shown)


@pytest.mark.rule("letter_jam.end.reveal", "letter_jam.setup.sheet")
def test_whose_word_is_turned_up_writes_no_more() -> None:
    """What stands in the boxes is seen in the word, so a note would be every player's."""
    table = ended().play("Anna box 1 E", "Anna has 5", "Anna lays " + ALL)
    assert table.refused("Anna box 2 R").rules == ("letter_jam.end.reveal", "letter_jam.setup.sheet")
    assert not [offer for offer in GAME.offers(table.state, 0) if issubclass(offer.kind, PrivateNote)]
    table.play("Ben box 1 E")
