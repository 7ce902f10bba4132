"""Pracherche: the higher card wins, equal ranks make war."""

from collections import deque
from random import Random
from typing import Any

import pytest
from attrs import evolve
from games.bronzen.simulate import DECK as SIMULATED_DECK
from games.bronzen.simulate import RANKS
from games.bronzen.table import each

from companion.games.bronzen.cards import DECK, JOKER, Card
from companion.games.bronzen.pracherche.game import Pracherche
from companion.games.bronzen.pracherche.model import GameOver, Reveal, RoundOver, State, War
from companion.games.bronzen.pracherche.reports import Cards, Equal, Finish, Higher, NextRound, Recount, RoundWon
from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import ScoreLine, Setup, Step
from companion.kernel.report import NOT_OFFERED

GAME = Pracherche()
WORDS: dict[str, Any] = {
    "Anna wins": Higher(0),
    "Ben wins": Higher(1),
    "equal": Equal(),
    "next round": NextRound(),
    "finish": Finish(),
    "Anna wins the round": RoundWon(0),
    "Ben wins the round": RoundWon(1),
}


def action(word: str) -> Any:
    """Return what the players' words report: ``Anna wins``, ``equal``, ``7H 9S``, ``counted 60 50``."""
    if word in WORDS:
        return WORDS[word]
    left, right = word.removeprefix("counted ").split()
    if word.startswith("counted"):
        return Recount((int(left), int(right)))
    return Cards((Card.from_text(left), Card.from_text(right)))


class Table:
    """A table of Pracherche; Anna (seat 0) may begin with fewer cards than 55."""

    def __init__(self, *words: str, anna: int = 55) -> None:
        start = GAME.start(Setup(2))
        self.step: Step[State] = evolve(start, state=evolve(start.state, stacks=(anna, 110 - anna)))
        self.points: list[ScoreLine] = []
        self.play(*words)

    @property
    def state(self) -> State:
        return self.step.state

    @property
    def phase(self) -> Any:
        return self.state.phase

    @property
    def stacks(self) -> tuple[int, int]:
        return self.state.stacks

    @property
    def won(self) -> tuple[int, int]:
        """The games each has won."""
        return sum(p.points for p in self.points if p.seat == 0), sum(p.points for p in self.points if p.seat == 1)

    @property
    def cited(self) -> set[str]:
        return {rule for explanation in self.step.messages for rule in explanation.rules}

    def play(self, *words: str) -> "Table":
        for word in each(words):
            self.step = GAME.apply(self.state, action(word))
            self.points += self.step.points
            assert sum(self.stacks) + 2 * self.state.running.laid == 110
            if isinstance(self.state.phase, Reveal | War):
                assert min(self.stacks) > 0
        return self

    def refused(self, word: str) -> Explanation:
        with pytest.raises(Refused) as refused:
            GAME.apply(self.state, action(word))
        return refused.value.why


@pytest.mark.rule("pracherche.setup")
def test_two_players_with_55_cards_each() -> None:
    assert Table().stacks == (55, 55)
    assert Table().phase == Reveal()
    for seats in (1, 3):
        with pytest.raises(Refused):
            GAME.start(Setup(seats))
    assert GAME.meta.house_rules == ()


@pytest.mark.rule("pracherche.rank", "pracherche.reveal")
def test_of_the_3025_reveals_217_make_war_and_the_higher_rank_wins_all_others() -> None:
    """Thirteen ranks of four suits, and three jokers: 13 × 16 + 9 equal pairs."""
    wars = 0
    for left in DECK:
        for right in DECK:
            table = Table()
            step = GAME.apply(table.state, Cards((left, right)))
            wars += isinstance(step.state.phase, War)
            if left.rank != right.rank:
                assert step.state.stacks == ((56, 54) if left.rank > right.rank else (54, 56))
    assert wars == 217


@pytest.mark.rule("pracherche.rank")
def test_two_is_lowest_the_joker_highest_and_suits_do_not_matter() -> None:
    assert Table("9H 7H").stacks == (56, 54)
    assert Table("2H 3H").stacks == (54, 56)
    assert Table("AS X").stacks == (54, 56)
    assert max(card.rank for card in DECK) == JOKER


@pytest.mark.rule("pracherche.reveal", "pracherche.ruling.card_order")
def test_the_winner_puts_both_cards_under_the_own_stack() -> None:
    table = Table("Ben wins")
    assert table.stacks == (54, 56)
    assert {"pracherche.reveal", "pracherche.ruling.card_order"} <= table.cited


@pytest.mark.rule("pracherche.war")
@pytest.mark.parametrize("equal", ["equal", "KS KD", "KS KS", "X X"])
def test_equal_ranks_make_war_and_the_winner_takes_all_six(equal: str) -> None:
    table = Table(equal)
    assert table.state.face_down == 1
    assert GAME.view(table.state, None).prompt.rules == ("pracherche.war",)
    assert table.play("4C 10C").stacks == (52, 58)


@pytest.mark.rule("pracherche.war")
def test_war_is_repeated_while_the_ranks_are_equal() -> None:
    assert Table("3x equal", "Anna wins").stacks == (55 + 7, 55 - 7)


@pytest.mark.rule("pracherche.end")
def test_the_player_with_no_cards_left_loses() -> None:
    table = Table("54x Anna wins")
    assert table.phase == Reveal()
    table.play("Anna wins")
    assert table.phase == RoundOver(0)
    assert (table.stacks, table.won) == ((110, 0), (1, 0))
    assert "pracherche.end" in table.cited


@pytest.mark.rule("pracherche.ruling.short_war")
def test_with_one_card_left_for_the_war_nobody_lays_one_face_down() -> None:
    table = Table("equal", anna=2)
    assert table.state.face_down == 0
    assert GAME.view(table.state, None).prompt.rules[0] == "pracherche.ruling.short_war"
    assert table.play("Anna wins").stacks == (4, 106)


@pytest.mark.rule("pracherche.ruling.short_war", "pracherche.end")
def test_the_other_wins_the_short_war() -> None:
    table = Table("equal", "Ben wins", anna=2)
    assert (table.phase, table.won) == (RoundOver(1), (0, 1))


@pytest.mark.rule("pracherche.ruling.short_war", "pracherche.end")
@pytest.mark.parametrize(("anna", "wars"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_the_player_with_none_left_while_still_equal_loses(anna: int, wars: int) -> None:
    table = Table(f"{wars - 1}x equal", anna=anna)
    assert table.won == (0, 0)
    table.play("equal")
    assert (table.phase, table.won, table.stacks) == (RoundOver(1), (0, 1), (0, 110))
    assert {"pracherche.ruling.short_war", "pracherche.end"} <= table.cited


@pytest.mark.rule("pracherche.ruling.short_war")
def test_if_nobody_has_a_card_left_each_takes_the_own_cards_back() -> None:
    table = Table("27x equal")  # 1 + 27 × 2 = 55 cards of each, once the next ones lie there
    assert table.stacks == (2, 2)
    table.play("equal")
    assert (table.phase, table.stacks, table.won) == (Reveal(), (55, 55), (0, 0))
    assert "pracherche.ruling.short_war" in table.cited


@pytest.mark.rule("pracherche.ruling.short_war", "pracherche.end")
def test_with_the_last_cards_of_both_the_winner_takes_everything() -> None:
    table = Table("27x equal", "Ben wins")
    assert (table.phase, table.stacks, table.won) == (RoundOver(1), (0, 110), (0, 1))


@pytest.mark.rule("pracherche.end")
def test_games_won_are_counted_round_by_round() -> None:
    table = Table("55x Anna wins", "next round", "55x Ben wins", "next round", "55x Anna wins")
    assert table.won == (2, 1)
    assert [point.round for point in table.points] == [1, 2, 3]
    assert GAME.is_over(table.play("finish").state)
    assert table.phase == GameOver(0)


@pytest.mark.rule("pracherche.setup", "bronzen.ruling.same_card_twice")
def test_no_card_lies_open_a_third_time_in_one_trick() -> None:
    table = Table("7H 7H")
    assert table.refused("7H 9S").rules == ("pracherche.setup", "bronzen.ruling.same_card_twice")
    assert table.play("7S 7D", "2H 9S").phase == Reveal()


@pytest.mark.rule("pracherche.setup", "pracherche.end")
@pytest.mark.parametrize(
    ("counted", "rule"),
    [
        ("55 54", "pracherche.setup"),
        ("111 -1", "pracherche.setup"),
        ("110 0", "pracherche.end"),
        ("0 110", "pracherche.end"),
    ],
)
def test_a_recount_accounts_for_every_card(counted: str, rule: str) -> None:
    assert Table().refused(f"counted {counted}").rules == (rule,)


@pytest.mark.rule("pracherche.setup")
def test_a_recount_between_two_tricks() -> None:
    table = Table("Anna wins", "counted 57 53")
    assert table.stacks == (57, 53)
    assert table.play("equal").refused("counted 57 53").rules == ("pracherche.war",)


@pytest.mark.rule("pracherche.end", "pracherche.setup")
def test_every_report_at_the_wrong_moment_is_refused() -> None:
    reports = ("Anna wins", "equal", "7H 8H", "counted 55 55", "Ben wins the round")
    for table in (Table(), Table("equal")):
        for word in ("next round", "finish"):
            assert table.refused(word).text.message.startswith(NOT_OFFERED.text.message)
    over = Table("55x Anna wins")
    finished = Table("55x Anna wins", "finish")
    for word in reports:
        assert over.refused(word).rules == finished.refused(word).rules == ("pracherche.end",)
    for word in ("next round", "finish"):
        assert finished.refused(word).rules == ("pracherche.end",)
    assert GAME.offers(finished.state, None) == ()
    unknown_seat, not_offered = (GAME.refusal(Table().state, report) for report in (Higher(2), RoundWon(2)))
    assert unknown_seat
    assert not_offered
    assert unknown_seat.rules == ("companion.players",)
    assert not_offered.text.message.startswith(NOT_OFFERED.text.message)


@pytest.mark.rule("pracherche.end")
def test_the_trick_and_the_round_it_ends_are_one_event() -> None:
    """Two phones that tell it by the trick and by the round count once."""
    last = Table("54x Anna wins").state
    assert GAME.event_key(last, RoundWon(0)) == GAME.event_key(last, Higher(0))
    assert GAME.event_key(last, RoundWon(0)) != GAME.event_key(Table("55x Anna wins").state, RoundWon(0))


@pytest.mark.rule("pracherche.end")
@pytest.mark.parametrize("before", ["", "Anna wins", "equal", "counted 1 109"])
def test_a_round_is_won_regardless_of_earlier_reports(before: str) -> None:
    """Decision: unreported tricks may have been played since, so no earlier report contradicts it."""
    table = Table(*filter(None, [before]), "Anna wins the round")
    assert (table.phase, table.stacks, table.won) == (RoundOver(0), (110, 0), (1, 0))
    assert table.state.running == War(0)
    assert "pracherche.end" in table.cited
    assert table.play("next round").stacks == (55, 55)


@pytest.mark.rule("pracherche.reveal")
@pytest.mark.parametrize("word", ["Anna wins", "equal", "Anna wins the round"])
def test_what_has_been_reported_is_another_event_afterwards(word: str) -> None:
    for table in (Table(), Table("equal"), Table("2x equal")):
        before = table.state
        assert GAME.event_key(before, action(word)) != GAME.event_key(table.play(word).state, action(word))


@pytest.mark.rule("pracherche.reveal", "pracherche.war")
def test_the_table_at_a_glance() -> None:
    phases = [GAME.view(Table(*words).state, None).phase for words in ((), ("equal",), ("55x Ben wins",))]
    assert phases == ["reveal", "laying", "round_over"]
    facts = [(fact.label.message, fact.value, fact.seat) for fact in GAME.view(Table("equal").state, None).facts]
    assert facts == [
        ("Round", 1, None),
        ("Trick", 1, None),
        ("Stack", 54, 0),
        ("Stack", 54, 1),
        ("Cards on the table", 2, None),
    ]


@pytest.mark.rule("pracherche.reveal", "pracherche.war", "pracherche.ruling.short_war", "pracherche.end")
@pytest.mark.parametrize("seed", range(40))
def test_random_games_with_real_cards(seed: int) -> None:
    """The players keep their cards themselves; what they hold is what the referee says after every report."""
    random = Random(seed)
    deal = [card for deck in (sample(random), sample(random)) for card in deck]
    anna = random.choice([1, 2, 3, 4, 5, 55])
    hands = (deque(deal[:anna]), deque(deal[anna:]))
    table, pile = Table(anna=anna), [list[str](), list[str]()]
    for _ in range(3000):
        for seat in (0, 1):
            pile[seat].append(hands[seat].popleft())
        left, right = (RANKS.index(pile[seat][-1].rstrip("HDSC")) for seat in (0, 1))
        winner = "equal" if left == right else "Anna wins" if left > right else "Ben wins"
        table.play(random.choice([winner, f"{pile[0][-1]} {pile[1][-1]}"]))
        out = [seat for seat in (0, 1) if not hands[seat]]
        if left != right or len(out) == 1:
            taker = 1 - out[0] if left == right else 0 if left > right else 1
            hands[taker].extend(random.sample([*pile[0], *pile[1]], k=len(pile[0]) * 2))
            pile = [[], []]
            if not hands[1 - taker]:
                assert table.phase == RoundOver(taker)
                return
        elif min(map(len, hands)) > 1:
            for seat in (0, 1):
                pile[seat].append(hands[seat].popleft())
        # the referee counts a card as laid once the open card on it is reported
        waiting = len(pile[0]) - table.state.running.laid
        assert table.stacks == (len(hands[0]) + waiting, len(hands[1]) + waiting)


def sample(random: Random) -> list[str]:
    """Return a shuffled deck."""
    return random.sample(SIMULATED_DECK, k=55)
