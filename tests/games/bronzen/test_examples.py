"""Every example of the rules, played with the numbers and cards it names."""

import re
from collections import Counter

from attrs import evolve
from games.bronzen.table import GAME, POINTS, Table, play
from lookup.examples import Example, Examples

from companion.games.bronzen.cards import Card
from companion.games.bronzen.chips import Chip
from companion.games.bronzen.model import Decided, Laying, Reveal, RoundOver
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.pracherche.game import Pracherche
from companion.games.bronzen.pracherche.reports import Cards
from companion.kernel.game import Setup

EXAMPLES = Examples(
    "bronzen", undecided={"bronzen.exchange.wait": "a card that only one player has turned up is not reported"}
)
NONE = (0, 0, 0)
RICH = ((9, 9, 9), (9, 9, 9))
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_CARD = re.compile(rf"({'|'.join(RANKS)})s? of (hearts|diamonds|spades|clubs)")


def cards_in(example: Example) -> list[str]:
    """Return the cards an example names, as a log writes them: ``KH`` for the king of hearts."""
    signs = dict(zip(RANKS, ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), strict=True))
    return [signs[rank] + suit[0].upper() for rank, suit in _CARD.findall(example.text)]


def anna_has(cards: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the stacks of a table at which Anna has this many cards and Ben all others."""
    return (cards, 0), (110 - cards, 0)


def won(table: Table, winner: int) -> bool:
    """Return whether the round is over and whose it is."""
    return table.state.phase == RoundOver(winner)


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


# Setup and the five situations


@EXAMPLES.plays("bronzen.setup.score_table")
def test_strokes_in_the_score_table(example: Example) -> None:
    einzels, doubles, column, bronzens, *points, total = example.numbers  # "1 for 2× Double"
    worth = {column.id: column.worth for column in GAME.meta.columns}
    assert [einzels * worth["einzel"], doubles * worth[f"double_{column}"], bronzens * worth["bronzen"]] == points
    assert sum(points) == total


@EXAMPLES.plays("bronzen.ruling.keeping")
def test_a_long_streak_and_a_jay_with_doubles_by_their_marks(example: Example) -> None:
    streak, *_, column = example.numbers  # "2× Double"
    assert "two marks" in example.text
    assert streak // NUMBERS.streak.chips == 2
    table = play("2x Anna marks einzel", "Ben marks jay", f"Ben marks double_{column}", house={"keeping": "points"})
    assert table.points["Anna"] == play(f"{streak}x Anna wins", "color").points["Anna"]
    tricks = ("jay", "Ben wins", "Anna doubles", "Ben wins", "Anna doubles", "Ben wins", "Anna gives up")
    assert table.points["Ben"] == play(*tricks, chips=RICH).points["Ben"]


@EXAMPLES.plays("bronzen.goal")
def test_an_empty_hand_stack_is_not_the_end(example: Example) -> None:
    (bunker,) = example.numbers
    table = play("Ben wins", cards=((1, bunker), (109 - bunker, 0)))
    assert table.phase is Reveal
    assert table.stacks[0] == (bunker, 0)


@EXAMPLES.plays("bronzen.reveal")
def test_one_card_against_three_others(example: Example) -> None:
    first, *others = cards_in(example)
    situations = re.findall("Counter|Color|Einzel", example.text)
    for other, situation in zip(others, situations, strict=True):
        assert f"bronzen.{situation.lower()}" in play(f"{first} {other}").cited


@EXAMPLES.plays("bronzen.einzel")
def test_both_cards_go_into_the_winners_bunker(example: Example) -> None:
    assert play(" ".join(cards_in(example))).stacks == ((54, 0), (54, 2))


@EXAMPLES.plays("bronzen.einzel.streak")
def test_a_streak(example: Example) -> None:
    einzels, chips = example.numbers
    assert play(f"{einzels}x Anna wins").interim == ("Anna", chips)


@EXAMPLES.plays("bronzen.einzel.booking")
def test_a_streak_is_booked(example: Example) -> None:
    einzels, booked, interim = example.numbers
    table = play(f"{einzels}x Anna wins", "Ben wins")
    assert table.chips == ((booked, 0, 0), NONE)
    assert table.interim == ("Ben", interim)


@EXAMPLES.plays("bronzen.einzel.points")
def test_points_for_a_streak(example: Example) -> None:
    chips, points, more, more_points, few = example.numbers
    for streak, expected in ((chips, points), (more, more_points), (few, 0)):
        assert play(f"{streak}x Anna wins", "Ben wins").points["Anna"] == ({"einzel": expected} if expected else {})


@EXAMPLES.plays("bronzen.color")
def test_a_color(example: Example) -> None:
    table = play(" ".join(cards_in(example)))
    assert table.phase is Laying
    assert table.laying == 1
    assert table.cards == (54, 54)


@EXAMPLES.plays("bronzen.counter", "bronzen.double_c")
def test_a_counter_and_a_double_c(example: Example) -> None:
    cards = cards_in(example)
    assert len(cards) == 2
    assert example.rule in play(" ".join(cards)).cited


@EXAMPLES.plays("bronzen.jay")
def test_a_jay(example: Example) -> None:
    face_down, face_up, total = example.numbers
    table = play("X X")
    assert table.laying == face_down
    assert table.play("Anna wins").stacks[0] == (55 - 1 - face_down - face_up, total)


@EXAMPLES.plays("bronzen.special.chain")
def test_a_counter_on_top_of_a_color(example: Example) -> None:
    table = play("color", " ".join(cards_in(example)))
    assert "bronzen.counter" in table.cited
    assert table.phase is Laying


@EXAMPLES.plays("bronzen.special.cards_only")
def test_no_chip_after_a_special(example: Example) -> None:
    cards, points = example.numbers
    table = play("color", "jay", "Anna wins")
    assert table.stacks[0][1] == cards
    assert table.points["Anna"] == {"jay": points}
    assert (table.interim, table.chips[0]) == (None, NONE)


@EXAMPLES.plays("bronzen.jay.points")
def test_a_jay_goes_to_the_final_winner(example: Example) -> None:
    (points,) = example.numbers
    table = play("jay", "counter", "Anna wins", "Ben doubles", "Ben wins", "Anna gives up", chips=RICH)
    assert table.points == {"Anna": {}, "Ben": {"jay": points}}


# Doubling and exchange


@EXAMPLES.plays("bronzen.double.when")
def test_an_einzel_cannot_be_doubled(example: Example) -> None:
    table = play(" ".join(cards_in(example)), chips=RICH)
    assert table.interim == ("Anna", 1)
    assert table.refused("Ben doubles").rules == ("bronzen.double.when",)


@EXAMPLES.plays("bronzen.double.who")
def test_the_new_loser_has_the_word(example: Example) -> None:
    table = play("color", "Anna wins", "Ben doubles", "Ben wins", chips=RICH)
    assert table.refused("Ben doubles").rules == table.refused("Ben gives up").rules == ("bronzen.double.who",)
    assert table.play("Anna doubles").phase is Laying


@EXAMPLES.plays("bronzen.double.ladder")
def test_each_climbs_an_own_ladder(example: Example) -> None:
    table = play("color", "Ben wins", "Anna doubles", "Ben wins", "Anna doubles", "Anna wins", chips=RICH)
    assert table.chips[0] == (8, 8, 9)
    assert table.play("Ben doubles").chips[1] == (8, 9, 9)


@EXAMPLES.plays("bronzen.double.cards")
def test_a_color_after_a_double(example: Example) -> None:
    table = play("color", "Anna wins", "Ben doubles", "5C 9C", chips=RICH)
    assert "bronzen.color" in table.cited
    assert table.laying == 1
    assert table.play("Anna wins").phase is Decided


@EXAMPLES.plays("bronzen.double.no_chip")
def test_green_cannot_stand_in_for_black(example: Example) -> None:
    (green,) = example.numbers
    table = play("color", "Ben wins", chips=((0, green, 0), NONE))
    assert table.phase is Reveal
    assert "bronzen.double.no_chip" in table.cited


@EXAMPLES.plays("bronzen.double.points")
def test_the_winner_scores_for_the_others_doubles(example: Example) -> None:
    for_anna, for_ben = example.numbers
    table = play(
        "color", "Anna wins", "Ben doubles", "Anna wins", "Ben doubles", "Ben wins", "Anna doubles", chips=RICH
    )
    assert table.stakes == {"Anna": for_anna, "Ben": for_ben}


@EXAMPLES.plays("bronzen.double.stakes")
def test_all_staked_chips_go_back_to_the_bank(example: Example) -> None:
    (staked,) = example.numbers
    table = Table(chips=((1, 0, 0), (1, 1, 0)))
    table.play("color", "Anna wins", "Ben doubles", "Anna wins", "Ben doubles", "Ben wins", "Anna doubles", "Anna wins")
    assert table.phase is Reveal
    assert table.chips == (NONE, NONE)
    assert staked == 3


@EXAMPLES.plays("bronzen.double.example")
def test_a_whole_trick(example: Example) -> None:
    black, green, each, *worth = example.numbers
    table = play("color", "jay", "Ben wins", chips=((each, each, each), (black, green, 0)))
    assert table.play("Anna doubles", "Ben wins").stakes["Ben"] == sum(worth[:2])
    assert table.play("Anna doubles", "Ben wins").stakes["Ben"] == sum(worth[2:4])
    assert table.play("Anna doubles", "color", "Anna wins").stakes["Anna"] == worth[4]
    assert table.play("Ben doubles", "Anna wins").stakes["Anna"] == sum(worth[5:7])
    assert table.play("Ben doubles").stakes == {"Anna": sum(worth[7:9]), "Ben": sum(worth[9:])}
    table.play("Anna wins")
    assert table.phase is Reveal
    assert table.state.totals == (sum(worth[7:9]), 0)


@EXAMPLES.plays("bronzen.exchange.up")
def test_black_to_green_to_red(example: Example) -> None:
    black, green, red = example.numbers
    table = play(f"{green}x Anna: black for green", f"{red}x Anna: green for red", chips=((black, 0, 0), NONE))
    assert table.chips[0] == (0, 0, red)


@EXAMPLES.plays("bronzen.exchange.down")
def test_up_and_down_again(example: Example) -> None:
    green, black, left = example.numbers
    table = play("Ben: black for green", chips=(NONE, (black, 0, 0)))
    assert table.chips[1] == (0, green, 0)
    assert table.play("Ben: green for black").chips[1] == (left, 0, 0)


@EXAMPLES.plays("bronzen.exchange.account")
def test_the_interim_account_is_not_exchanged(example: Example) -> None:
    interim, account = example.numbers
    table = Table(chips=((account, 0, 0), NONE), streak=("Anna", interim))
    assert "bronzen.exchange.account" in table.refused("Anna: black for green").rules


@EXAMPLES.plays("bronzen.exchange.between")
def test_no_exchange_in_mid_trick(example: Example) -> None:
    (black,) = example.numbers
    table = play("color", chips=((black, 0, 0), NONE))
    assert "bronzen.exchange.between" in table.refused("Anna: black for green").rules
    assert table.play("Anna wins", "Anna: black for green").chips[0] == (0, 1, 0)


@EXAMPLES.plays("bronzen.exchange.example")
def test_when_the_chips_of_a_streak_can_be_exchanged(example: Example) -> None:
    einzels, booked, interim, given, black, green, at_once = example.numbers
    table = play(f"{einzels}x Anna wins", "Ben wins")
    assert (table.chips[0], table.interim) == ((booked, 0, 0), ("Ben", interim))
    assert given == booked - black
    assert table.play("Anna: black for green").chips[0] == (black, green, 0)
    special = play(f"{einzels}x Anna wins", "color")
    assert special.chips[0] == (at_once, 0, 0)
    assert "bronzen.exchange.between" in special.refused("Anna: black for green").rules


# The last card


@EXAMPLES.plays("bronzen.showdown.short")
def test_too_few_cards(example: Example) -> None:
    left, due, face_down = example.numbers
    table = play("double-c", cards=anna_has(left + 1))
    assert table.cards[0] == left
    assert isinstance(table.state.phase, Laying)
    assert table.state.phase.wanted == due
    assert table.laying == face_down
    assert table.state.last_card_of == (0,)


@EXAMPLES.plays("bronzen.showdown.clear_win")
def test_a_higher_card_of_the_same_suit_does_not_save(example: Example) -> None:
    assert won(play("double-c", " ".join(cards_in(example)), cards=anna_has(3)), 1)


@EXAMPLES.plays("bronzen.showdown.no_doubling")
def test_chips_do_not_help_in_a_showdown(example: Example) -> None:
    (black,) = example.numbers
    table = play("double-c", "Ben wins", cards=anna_has(3), chips=((black, 0, 0), NONE))
    assert won(table, 1)
    assert table.chips[0] == (black, 0, 0)
    assert table.refused("Anna doubles").rules == ("bronzen.showdown.no_doubling",)


@EXAMPLES.plays("bronzen.showdown.survived")
def test_a_survived_showdown(example: Example) -> None:
    face_down, face_up, total, hand = example.numbers
    table = play("double-c", cards=anna_has(3))
    assert table.laying == face_down
    assert table.play("Anna wins").stacks[0] == (hand, 0)
    assert total == hand == 2 * (1 + face_down + face_up)


@EXAMPLES.plays("bronzen.showdown.lost")
def test_a_lost_showdown(example: Example) -> None:
    jay, double, bronzen, total = example.numbers
    table = play("jay", "Ben wins", "Anna doubles", "Ben wins", cards=anna_has(7), chips=RICH)
    assert table.points["Ben"] == {"jay": jay, "double_1": double, "bronzen": bronzen}
    assert table.state.totals[1] == total


@EXAMPLES.plays("bronzen.ruling.shortage")
def test_as_many_as_the_shorter_player_can_lay(example: Example) -> None:
    due, for_ben, for_anna, face_down, face_up = example.numbers
    table = play("jay", cards=anna_has(for_anna + 1))
    assert table.cards == (for_anna, for_ben)
    assert isinstance(table.state.phase, Laying)
    assert table.state.phase.wanted == due
    assert table.laying == face_down == for_ben - face_up


@EXAMPLES.plays("bronzen.ruling.very_last_card")
def test_the_cards_come_out_exactly(example: Example) -> None:
    needed, points = example.numbers
    for choice, expected in (("showdown", {}), ("keeps_points", {"jay": points})):
        table = play("color", "jay", cards=anna_has(needed + 3), house={"exact_count": choice})
        assert table.cards[0] == needed
        assert table.state.last_card_of == (0,)
        assert table.play("Anna wins").points["Anna"] == expected


@EXAMPLES.plays("bronzen.ruling.one_card_einzel")
def test_an_einzel_with_the_only_card(example: Example) -> None:
    streak, booked, points, cards = example.numbers
    table = Table(cards=anna_has(1), streak=("Ben", streak)).play("Anna wins")
    assert table.chips[1] == (booked, 0, 0)
    assert table.points == {"Anna": {}, "Ben": {"einzel": points}}
    assert (table.cards[0], table.interim) == (cards, ("Anna", 1))


@EXAMPLES.plays("bronzen.ruling.no_chip_einzel")
def test_no_chip_with_the_only_card(example: Example) -> None:
    streak, booked, points = example.numbers
    table = Table(cards=anna_has(1), streak=("Ben", streak), house={"one_card_chip": "no_chip"}).play("Anna wins")
    assert table.chips[1] == (booked, 0, 0)
    assert table.points["Ben"] == {"einzel": points}
    assert table.interim is None


@EXAMPLES.plays("bronzen.ruling.double_last_card")
def test_doubling_with_the_last_card(example: Example) -> None:
    (left,) = example.numbers
    table = play("color", "Ben wins", cards=anna_has(left + 3), chips=RICH)
    assert table.cards[0] == left
    table.play("Anna doubles")
    assert table.chips[0] == (8, 9, 9)
    assert (table.laying, table.state.last_card_of) == (0, (0,))


@EXAMPLES.plays("bronzen.ruling.double_against_one_card")
def test_doubling_against_a_last_card(example: Example) -> None:
    (left,) = example.numbers
    table = play("color", "Anna wins", cards=anna_has(left + 3), chips=RICH)
    assert table.cards[0] == left
    table.play("Ben doubles")
    assert table.laying == 0
    assert won(table.play("color"), 1)


@EXAMPLES.plays("bronzen.ruling.survived_showdown")
def test_a_jay_in_the_showdown(example: Example) -> None:
    jay, bronzen = example.numbers
    table = play("double-c", "jay", cards=anna_has(107))
    assert table.points == {"Anna": {"jay": jay, "bronzen": bronzen}, "Ben": {}}


@EXAMPLES.plays("bronzen.ruling.both_short")
def test_both_short_at_once(example: Example) -> None:
    left, face_down, face_up, *_ = example.numbers
    long = ("12x double-c", "counter", "jay")
    table = play(*long)
    assert table.cards == (left, left)
    assert (table.laying, table.state.last_card_of) == (face_down, (0, 1))
    assert left == face_down + face_up
    assert won(table.play(" ".join(cards_in(example))), 0)
    again = play(*long, "KC KH")
    assert again.phase is Reveal
    assert again.cards == (55, 55)
    assert won(play(*long, "KC KH", house={"both_short": "drawn"}), None)


# Rounds, house rules and what the referee watches


@EXAMPLES.plays("bronzen.order.dispute")
def test_who_lays_first_in_a_quarrel(example: Example) -> None:
    table = play("Anna wins", chips=RICH)
    assert table.view.goes_first == 0
    assert table.play("color", "Anna wins", "Ben doubles").view.goes_first == 1


@EXAMPLES.plays("bronzen.score.rounds")
def test_points_add_up_over_the_rounds(example: Example) -> None:
    first, second, total = example.numbers
    jay = ("jay", "Anna wins", "Ben gives up")
    table = Table(cards=anna_has(91), chips=(NONE, (1, 0, 0)), house={"chips": "carry"})
    table.play(*jay, *jay, *jay, "color", "next round", "jay", "Anna wins", "Ben doubles", "Anna wins")
    rounds = Counter[int]()
    for line in table.lines:
        rounds[line.round] += line.points
    assert rounds == {1: first, 2: second}
    assert table.state.totals == (total, 0)


@EXAMPLES.plays("bronzen.ruling.streak_points")
def test_each_booking_counts_by_itself(example: Example) -> None:
    earlier, later, points, wrong, together = example.numbers
    table = play(f"{earlier}x Anna wins", "Ben wins", f"{later}x Anna wins", "Ben wins")
    assert table.points["Anna"] == {"einzel": points}
    assert table.chips[0] == (together, 0, 0)
    assert play(f"{together}x Anna wins", "Ben wins").points["Anna"] == {"einzel": wrong}


@EXAMPLES.plays("bronzen.ruling.fresh_chips")
def test_chips_just_booked_may_be_staked(example: Example) -> None:
    interim, black = example.numbers
    table = play(f"{interim}x Anna wins", "counter", "Ben wins")
    assert table.chips[0] == (black, 0, 0)
    assert table.play("Anna doubles").chips[0] == (black - 1, 0, 0)


@EXAMPLES.plays("bronzen.ruling.pending_streak")
def test_a_streak_running_at_the_end(example: Example) -> None:
    (points,) = example.numbers
    for choice, expected in (("book", {"einzel": points}), ("forfeit", {})):
        table = play("6x Anna wins", cards=anna_has(104), house={"pending_streak": choice})
        assert table.points["Anna"] == expected | {"bronzen": POINTS.bronzen}


@EXAMPLES.plays("bronzen.ruling.bank_limit")
def test_an_empty_bank_gives_no_chip(example: Example) -> None:
    limit, owned = example.numbers
    table = play("Ben wins", chips=((owned, 0, 0), NONE), house={"bank": "limited", "bank_black": limit})
    assert table.stacks[1] == (54, 2)
    assert table.interim is None


@EXAMPLES.plays("bronzen.ruling.chips_next_round")
def test_chips_in_the_next_round(example: Example) -> None:
    black, green, kept = example.numbers
    for choice, expected in (("reset", 0), ("carry", kept)):
        table = Table(cards=anna_has(109), chips=((black, green, 0), NONE), house={"chips": choice})
        assert sum(table.play("color", "next round").chips[0]) == expected


@EXAMPLES.plays("bronzen.ruling.double_order")
def test_a_later_special_does_not_reset_the_ladder(example: Example) -> None:
    table = play("color", "Ben wins", "Anna doubles", "jay", "Ben wins", chips=RICH)
    assert table.view.chip is Chip.GREEN


@EXAMPLES.plays("bronzen.ruling.highest_double")
def test_only_the_highest_double_counts(example: Example) -> None:
    times, points, *all_doubles = example.numbers
    table = play("color", "Anna wins", *["Ben doubles", "Anna wins"] * times, chips=RICH)
    assert table.points == {"Anna": {f"double_{times}": points}, "Ben": {}}
    assert all_doubles == [column.worth for column in GAME.meta.columns if column.id.startswith("double_")]


@EXAMPLES.plays("bronzen.ruling.several_jays")
def test_more_than_one_jay(example: Example) -> None:
    jays, each, once = example.numbers
    for choice, points in (("each", each), ("once", once)):
        table = play(f"{jays}x jay", "Anna wins", house={"jays": choice})
        assert table.points["Anna"] == {"jay": points}


@EXAMPLES.plays("bronzen.ruling.classification")
def test_a_joker_has_no_suit(example: Example) -> None:
    (ace,) = cards_in(example)
    assert play(f"X {ace}").interim == ("Anna", 1)


@EXAMPLES.plays("bronzen.ruling.reshuffle_mid_trick")
def test_the_hand_stack_runs_out_in_mid_trick(example: Example) -> None:
    hand, bunker, shuffled, left = example.numbers
    table = play("counter", cards=((hand + 1, bunker), (109 - hand - bunker, 0)))
    assert table.stacks[0] == (hand, bunker)
    assert shuffled == bunker
    assert table.play("Ben wins").stacks[0] == (left, 0)


@EXAMPLES.plays("bronzen.ruling.shuffle_moment")
def test_cards_just_won_are_shuffled_in(example: Example) -> None:
    assert play("Anna wins", cards=((1, 10), (99, 0))).stacks[0] == (12, 0)


@EXAMPLES.plays("bronzen.ruling.same_card_twice")
def test_a_third_queen_of_spades(example: Example) -> None:
    (queen,) = cards_in(example)
    assert play(f"{queen} {queen}").refused(f"{queen} 2H").rules[0] == example.rule


@EXAMPLES.plays("bronzen.ruling.recount")
def test_a_recount_adds_up(example: Example) -> None:
    for_anna, for_ben, counted, rest = example.numbers
    table = Table(cards=((for_anna, 0), (for_ben, 0)))
    assert table.refused(f"counted {for_anna}+0 {counted}+0").rules[0] == example.rule
    assert table.play(f"counted {rest}+0 {counted}+0").cards == (rest, counted)


@EXAMPLES.plays("bronzen.ruling.no_forced_double")
def test_nothing_left_to_double_with(example: Example) -> None:
    table = play("color", "Anna wins", "Ben doubles", "Anna wins", chips=(NONE, (1, 0, 0)))
    assert table.phase is Reveal
    assert example.rule in table.cited
    assert table.cards[0] > 55


# Pracherche


def stacks_after(*pairs: str, anna: int = 55) -> tuple[int, int]:
    """Return what both hold after these open cards of Pracherche.

    :param anna: how many cards Anna has at the start.
    """
    game = Pracherche()
    state = evolve(game.start(Setup(2)).state, stacks=(anna, 110 - anna))
    for pair in pairs:
        left, right = map(Card.from_text, pair.split())
        state = game.apply(state, Cards((left, right))).state
    return state.stacks


@EXAMPLES.plays("pracherche.reveal")
def test_pracherche_the_suit_does_not_matter(example: Example) -> None:
    nine, seven = example.numbers
    assert stacks_after(f"{nine}H {seven}H") == (56, 54)


@EXAMPLES.plays("pracherche.war")
def test_pracherche_a_war(example: Example) -> None:
    _, low, high, winner, cards = example.numbers
    assert winner == high
    assert stacks_after("KH KS", f"{low}C {high}D") == (55 - cards // 2, 55 + cards // 2)


@EXAMPLES.plays("pracherche.ruling.short_war")
def test_pracherche_a_short_war(example: Example) -> None:
    _, left, five, cards = example.numbers
    assert stacks_after("7H 7S", f"{five}H JS", anna=110 - left - 1) == (110 - cards, cards)
