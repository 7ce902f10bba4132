"""Deciding, moving on, extra letters and bonus letters."""

import json

import pytest
from attrs import evolve
from games.letter_jam.table import GAME, Table, labels, play

from companion.games import games
from companion.games.letter_jam.messages import T
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.reports import BonusGuessed, MovesOn
from companion.kernel.game import Step
from companion.kernel.text import Listing
from companion.storage.codec import read_log


@pytest.mark.rule("letter_jam.advance.choice")
def test_who_has_had_a_clue_may_move_on_or_stay() -> None:
    table = play("dealt", "Anna: Ben Cleo 1")
    assert table.refused("Dora on").rules == ("letter_jam.advance.choice",)
    assert table.refused("Anna on").rules == ("letter_jam.advance.choice",), "the giver's letter was not in it"
    table.play("Ben on", "Cleo stays", "next")
    assert table.at == (0, 1, 0, 0)


@pytest.mark.rule("letter_jam.advance.choice")
def test_a_clue_of_an_earlier_round_is_enough_for_the_giver_too() -> None:
    table = play("dealt", "Anna: Ben", "Ben stays", "next", "Ben: Cleo", "Ben on", "next")
    assert table.at == (0, 1, 0, 0)


@pytest.mark.rule("letter_jam.advance.choice", "letter_jam.advance.no_return")
def test_the_next_letter_needs_a_clue_of_its_own() -> None:
    table = play("dealt", "Anna: Ben", "Ben on", "next", "Anna: Cleo")
    assert table.refused("Ben on").rules == ("letter_jam.advance.choice",)
    assert table.state.shows(Stand(At.SEAT, 1)) == evolve(table.state.clues[0].marks[0], turn=1)


@pytest.mark.rule("letter_jam.advance.no_return")
def test_letters_go_from_left_to_right_and_never_back() -> None:
    table = play("dealt 4")
    seen = []
    for _ in range(4):
        seen.append(table.at[1])
        table.play("Anna: Ben", "Ben on", "next")
    assert seen == [0, 1, 2, 3]
    assert table.at[1] == 4
    assert table.state.places[1].turn == 4, "the extra card is none of the row"


@pytest.mark.rule("letter_jam.advance.wait")
def test_a_decision_can_change_until_the_round_ends() -> None:
    table = play("dealt", "Anna: Ben Cleo", "Ben on")
    assert table.deciding.moves == (None, True, None, None)
    assert table.at == (0, 0, 0, 0), "cards move when all have decided"
    table.play("Ben stays", "next")
    assert table.at == (0, 0, 0, 0)
    # Decision: who has not decided stays.
    assert play("dealt", "Anna: Ben", "next").at == (0, 0, 0, 0)


@pytest.mark.rule("letter_jam.advance.choice")
def test_moving_on_writes_the_guess_into_the_letters_box() -> None:
    table = play("dealt", "Anna: Ben", "Ben on r", "next", "Anna: Ben", "Ben on E")
    assert table.sheet_of("Ben").boxes == ("R", "E", "", "", "")
    assert table.refused("Ben on ER").rules[0] == "letter_jam.clue.umlaut"
    table.play("Ben stays", "Ben on")
    assert table.sheet_of("Ben").boxes == ("R", "E", "", "", ""), "what is written stays written"


@pytest.mark.rule("letter_jam.bonus.extra_card")
def test_after_the_last_letter_an_extra_one_is_drawn() -> None:
    table = play("dealt 4")
    stock = table.state.stock
    for _ in range(4):
        table.play("Anna: Ben", "Ben on", "next")
    player = table.state.places[1]
    assert (player.done, player.extras, player.standing, player.clued) == (True, 1, True, False)
    assert table.state.stock == stock - 1
    assert "letter_jam.bonus.extra_card" in table.cited
    table.play("Anna: Ben")
    assert table.sayable.players == 1, "an extra letter is a player's letter"
    assert table.refused("Ben on").rules == ("letter_jam.bonus.extra_card", "letter_jam.bonus.guess")


@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.bonus.unlimited")
def test_a_right_guess_is_a_bonus_letter_and_a_wrong_one_is_discarded() -> None:
    table = play("dealt").letters_done("Ben").letters_done("Cleo")
    stock = table.state.stock
    table.play("Anna: Ben Cleo", "Ben guesses M right", "Cleo guesses t wrong", "next")
    assert table.state.bonus == ("M",)
    assert table.state.discards == 1
    assert table.state.stock == stock - 2, "either way a new letter is drawn"
    assert [table.state.places[seat].extras for seat in (1, 2)] == [2, 2]
    table.play("Anna: Ben", "Ben guesses M right", "next")
    assert table.state.bonus == ("M", "M"), "there is no limit"


@pytest.mark.rule("letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
def test_an_extra_letter_is_guessed_after_a_clue_used_it() -> None:
    table = play("dealt").letters_done("Ben")
    table.play("Anna: Cleo")
    assert table.refused("Ben guesses E right").rules == ("letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    assert table.refused("Cleo guesses E right").rules == ("letter_jam.bonus.extra_card",)
    table.play("next", "Anna: Ben", "next")
    assert table.refused("Ben guesses E right").rules[-1] == "not offered", "no clue lies there"
    # Decision: in that round or in a later one, as long as the card stands.
    table.play("Dora: 1", "Ben guesses E right")
    assert table.refused("Ben guesses R right").rules[0] == "letter_jam.bonus.guess", "one guess per round"
    assert table.refused(BonusGuessed(1, "Ä", True)).rules[0] == "letter_jam.bonus.guess"


@pytest.mark.rule("letter_jam.bonus.guess")
def test_a_guess_is_one_letter() -> None:
    table = play("dealt").letters_done("Ben").play("Anna: Ben")
    for wrong in ("", "Ä", "ß", "EN", "?", "7", " "):
        assert "letter_jam.clue.umlaut" in table.refused(BonusGuessed(1, wrong, True)).rules
    assert table.report(BonusGuessed(1, "e", True)).deciding.guesses[1] is not None
    assert dict(GAME.describe(BonusGuessed(1, "e", True)).params)["letter"] == "E"


@pytest.mark.rule("letter_jam.bonus.use", "letter_jam.ruling.order_of_drawing")
def test_a_used_bonus_letter_is_discarded_and_a_new_one_waits_a_round() -> None:
    table = play("dealt").letters_done("Ben")
    table.play("Anna: Ben", "Ben guesses M right")
    assert Stand(At.BONUS, 0) not in table.view.stands, "from the next round on"
    table.play("next", "Anna: Ben", "Ben guesses O right", "next")
    assert table.state.bonus == ("M", "O")
    table.play("Cleo: +M Dora +M")
    assert (table.sayable.bonus, table.sayable.npcs) == (1, 0)
    table.play("next")
    assert table.state.bonus == ("O",)
    assert table.state.discards == 1
    said = table.step.messages[0]
    assert said.rules == ("letter_jam.bonus.use", "letter_jam.npc.discard_box")
    assert dict(said.text.params)["letters"] == Listing(("M",))


@pytest.mark.rule("letter_jam.bonus.unlimited")
def test_non_player_letters_are_never_guessed() -> None:
    table = play("dealt", "Anna: 1 2")
    assert not [offer for offer in table.offers if offer.kind is BonusGuessed]


def short_of(cards: int, **house: str) -> Table:
    """Return a table with Ben and Cleo done and so many cards in the stock; the rest is in the box."""
    table = Table(5, **house).play("dealt").letters_done("Ben").letters_done("Cleo")
    state = table.state
    npcs = (evolve(state.npcs[0], left=0, token=False, turn=6),)
    gone = state.stock - cards + state.npcs[0].left
    table.step = Step(evolve(state, stock=cards, discards=state.discards + gone, npcs=npcs, leaves=state.leaves + 1))
    return table


def standing(table: Table) -> str:
    """Return who has a letter in the stand, and whether the only other stand has one."""
    names = [name for name, player in zip(table.names, table.state.places, strict=True) if player.standing]
    return " ".join([*names, *(["1"] if table.state.npcs[0].standing else [])])


@pytest.mark.rule("letter_jam.ruling.order_of_drawing", "letter_jam.ruling.empty_stock", "letter_jam.bonus.guess")
def test_the_player_who_guesses_first_draws_the_last_card() -> None:
    """Decision: the next extra letter is drawn right after the guess; what cannot be drawn stays empty."""
    clue = ("Anna: Ben Cleo 1",)
    table = short_of(1).play(*clue, "Cleo guesses A right")
    assert (standing(table), table.state.stock) == ("Anna Ben Cleo Dora Emil 1", 0)
    table.play("Ben guesses B wrong")
    assert standing(table) == "Anna Cleo Dora Emil 1"
    assert "letter_jam.ruling.empty_stock" in table.cited
    table.play("next")
    assert standing(table) == "Anna Cleo Dora Emil"
    assert standing(short_of(1).play(*clue, "Ben guesses B wrong", "Cleo guesses A right")) == "Anna Ben Dora Emil 1"
    # who stays without a letter is not in a clue any more
    assert Stand(At.SEAT, 1) not in table.view.stands
    empty = [(fact.label.message, fact.seat) for fact in table.view.facts if fact.value == T("empty")]
    assert empty == [("Stand {n}", None), ("Stand", 1)]
    assert table.refused("Anna: Ben").rules == ("letter_jam.clue.chips",)
    assert table.refused("Anna: 1").rules == ("letter_jam.clue.chips",)
    table.play("Anna: Cleo")
    assert table.refused("Ben guesses E right").rules == ("letter_jam.bonus.extra_card",)


@pytest.mark.rule("letter_jam.ruling.order_of_drawing", "letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
def test_the_letter_drawn_after_a_guess_waits_for_a_clue() -> None:
    table = short_of(5).play("Anna: Ben Cleo 1", "Ben guesses B right")
    assert (table.state.places[1].standing, table.state.places[1].clued) == (True, False)
    assert table.refused("Ben guesses C right").rules == ("letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    table.play("next", "Dora: 1")
    assert table.refused("Ben guesses C right").rules == ("letter_jam.bonus.guess", "letter_jam.ruling.late_guess")


@pytest.mark.rule("letter_jam.ruling.order_of_drawing")
def test_a_guess_draws_before_those_who_put_back_their_last_letter_and_before_the_stands() -> None:
    def near_the_end(cards: int) -> Table:
        table = short_of(cards)
        anna = evolve(table.state.places[0], at=4)
        table.step = Step(evolve(table.state, places=(anna, *table.state.places[1:])))
        return table.play("Dora: Anna Cleo 1", "Anna on", "Cleo guesses A wrong", "next")

    assert standing(near_the_end(1)) == "Ben Cleo Dora Emil"
    assert standing(near_the_end(2)) == "Anna Ben Cleo Dora Emil"
    assert standing(near_the_end(3)) == "Anna Ben Cleo Dora Emil 1"


@pytest.mark.rule("letter_jam.ruling.order_of_drawing")
def test_in_logs_of_revision_1_who_guessed_drew_at_the_end_of_the_round() -> None:
    for first, second in (("Ben", "Cleo"), ("Cleo", "Ben")):
        table = short_of(1).play("Anna: Ben Cleo 1")
        for name in (first, second):
            table.report(BonusGuessed(table.names.index(name), "A", True, drawn_later=True))
        assert standing(table) == "Anna Ben Cleo Dora Emil 1"
        table.play("next")
        assert (standing(table), table.state.bonus) == ("Anna Ben Dora Emil", ("A", "A"))
    guess = '{"kind": "letter_jam.bonus_guessed", "seat": 1, "letter": "A", "right": true}'
    amend = '{"kind": "amend", "entry": "1", "action": ' + guess + "}"
    for revision, later in ((1, True), (2, False)):
        header = json.dumps({"game": "letter_jam", "revision": revision, "seats": ["Anna", "Ben"]})
        log = read_log("\n".join((header, guess, amend)), games())
        assert [entry.change.action.drawn_later for entry in log.entries] == [later, later]


@pytest.mark.rule("letter_jam.ruling.empty_stock")
def test_the_last_card_of_the_stock_still_goes_to_a_stand() -> None:
    table = short_of(1).play("Anna: 1", "next")
    assert table.state.npcs[0].standing
    assert table.state.stock == 0


@pytest.mark.rule("letter_jam.ruling.empty_stock")
def test_by_house_rule_the_box_becomes_the_stock() -> None:
    table = short_of(0, stock="reshuffle")
    box = table.state.discards
    table.play("Anna: Ben 1", "Ben guesses B wrong")
    assert "letter_jam.ruling.empty_stock" in table.cited
    table.play("next")
    assert table.state.places[1].standing
    assert table.state.npcs[0].standing
    # Ben's card goes into the box before it is shuffled, that of the stand only at the end of the round
    assert (table.state.stock, table.state.discards) == (box + 1 - 2, 1)


#: Messages about letters, and their rules.
STACK = ("{stand}: discard the letter, put up the next card of its stack.", "round.npc_replace", "npc.discard_box")
STOCK = ("{stand}: discard the letter, put up a card from the stock.", "npc.beyond", "npc.discard_box")
NONE = (
    "{stand}: discard the letter. The stock is empty, so the stand stays empty.",
    "ruling.empty_stock",
    "npc.beyond",
)
FREED = (
    "{stand} shows its last card: its green token goes onto a leaf. One more clue!",
    "npc.freed",
    "ruling.freed_token",
)
BACK = ("{player} puts the last letter back.", "bonus.extra_card")
EXTRA = ("{player} draws an extra letter and stands it in front of the row.", "bonus.extra_card")
EMPTY = ("The stock is empty: {player}’s stand stays empty.", "ruling.empty_stock")
NEXT = (
    "{player} puts the letter back and stands up letter {n}.",
    "advance.no_return",
    "advance.never_look",
)
CHIPS = ("All chips go back to the middle.", "round.chips_back")
BOX = ("By the house rule the box is shuffled into a new stock: {n} card.", "ruling.empty_stock")
RIGHT = ("{letter} is right: it goes beside the joker as a bonus letter.", "bonus.guess", "bonus.unlimited")
WRONG = ("{letter} is wrong: the card goes into the box.", "bonus.guess", "npc.discard_box")


def explained(table: Table) -> list[tuple[str, ...]]:
    """Return the last messages, and their rules without the game's name."""
    return [
        (said.text.message, *(rule.removeprefix("letter_jam.") for rule in said.rules)) for said in table.step.messages
    ]


@pytest.mark.rule(
    "letter_jam.round.npc_replace", "letter_jam.npc.beyond", "letter_jam.npc.freed", "letter_jam.npc.discard_box"
)
def test_what_is_said_of_every_letter_that_is_put_away_or_stood_up() -> None:
    assert explained(play("dealt", "Anna: Ben 1 2", "Ben on", "next")) == [NEXT, STACK, STACK, CHIPS]
    assert explained(Table(5).play("dealt").clues("Anna", using="1")) == [STACK, CHIPS]
    table = Table(5).play("dealt")
    for name in table.names:
        table.clues(name, using="*")
    assert explained(table.last_card().clues("Anna")) == [STACK, FREED, CHIPS]
    assert explained(table.clues("Anna")) == [STOCK, CHIPS]
    assert explained(short_of(0).play("Anna: 1", "next")) == [NONE, CHIPS]
    table = short_of(1, stock="reshuffle").play("Anna: Ben Cleo 1", "Ben guesses B wrong")
    assert explained(table) == [WRONG, EXTRA]
    assert explained(table.play("Cleo guesses C right")) == [RIGHT, BOX, EXTRA]
    assert explained(short_of(0).play("Anna: Ben 1", "Ben guesses B wrong")) == [WRONG, EMPTY]


@pytest.mark.rule("letter_jam.bonus.extra_card")
def test_without_a_stock_the_last_mover_gets_no_extra_letter() -> None:
    table = Table(4).play("dealt 4")
    for _ in range(3):
        table.play("Anna: Ben", "Ben on", "next")
    state = table.state
    table.step = Step(evolve(state, stock=0, discards=state.discards + state.stock))
    table.play("Anna: Ben", "Ben on", "next")
    assert (table.state.places[1].done, table.state.places[1].standing) == (True, False)
    assert explained(table) == [BACK, EMPTY, CHIPS]


@pytest.mark.rule("letter_jam.advance.choice")
def test_offers_follow_the_clue() -> None:
    table = play("dealt", "Anna: Ben Cleo 1")
    assert labels(table.offers) == [
        ("RoundEnded", None),
        ("MovesOn", 1),
        ("Stays", 1),
        ("MovesOn", 2),
        ("Stays", 2),
    ]
    table.play("Ben on")
    assert ("MovesOn", 1) not in labels(table.offers)
    assert all(dict(offer.given)["letter"] == "" for offer in table.offers if offer.kind is MovesOn)


def test_what_belongs_to_a_clue_is_shown_under_its_heading() -> None:
    """The closing of its round too: only the next clue begins a new stretch."""
    table = play(players=2)
    headings = []
    for report in ("dealt", "Anna: Ben", "Ben notes 1 ? E", "Ben on", "next", "Ben: 1", "next", "enough"):
        table.play(report)
        heading = table.view.heading
        headings.append(" ".join([heading.message, *(str(value) for _, value in heading.params)]))
    assert headings == ["Before the first clue", *["Clue {n} 1"] * 4, *["Clue {n} 2"] * 2, "The words"]
