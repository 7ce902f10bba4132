"""What a table sees at a glance: who has won, a tie by the sums of the second poets, and what stays unknown."""

import pytest
from games.slam.table import Table, attributes, entry, out, poet, team, two

from companion.games.slam import gold
from companion.games.slam.cards import Champion, Gold, GoldEntry, Trait, Unnamed
from companion.games.slam.model import Asking, Booking, GameOver, Heap, Judged, Revealing
from companion.games.slam.questions import AskApplause, AskShow, AskValues
from companion.games.slam.reports.closing import SlamClosed
from companion.games.slam.reports.counted import EnteringTold, PileCounted, SecondTold
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.games.slam.tied import MOST, AskSecond
from companion.games.slam.unknown_piles import AskEntering, AskPile
from companion.i18n import Renderer

FOUR = ("Anna", "Ben", "Cem", "Dana")


def before_gold(*winners: int | None, names: tuple[str, ...] = ("Anna", "Ben", "Cem"), **house: str) -> Table:
    """Return a table of nine slams of which no more was reported than who has won."""
    table = Table(*names, length="nine", **house).put(number=1, lost=0)
    entered = (*winners, *[None] * 9)[:9]
    return table.report(*(SlamWon(seat) for seat in entered))


@pytest.mark.rule("slam.turn.win", "slam.goal", "slam.setup.slams")
def test_a_slam_counts_at_once_and_the_next_one_follows() -> None:
    table = Table(*FOUR).report(SlamWon(1))
    assert table.points == {"Anna": 0, "Ben": 1, "Cem": 0, "Dana": 0}
    assert "Slam 1 goes to Ben." in table.said
    assert {"slam.goal", "slam.turn.win", "slam.turn.draw"} <= table.cited
    assert (table.phase, table.state.number, table.state.last_winner) == (Booking, 2, 1)
    assert [line.why in table.step.messages for line in table.lines] == [True]
    # what is not reported is unknown
    assert table.state.heap(1) == Heap(1, None)
    assert table.state.heap(0) == Heap(0, 0)
    assert table.report(SlamWon(1, cards=2)).state.heap(1) == Heap(3, None)
    assert table.report(SlamWon(0, cards=1)).state.heap(0) == Heap(1, 1)
    assert table.report(SlamWon(2, poets=(poet("A"), poet("B")))).piles["Cem"] == ["A", "B"]
    facts = {
        fact.seat: Renderer("en", table.names).show(fact.value)
        for fact in table.view.facts
        if fact.label.message == "Victory pile"
    }
    assert facts == {0: "1", 1: "3+", 2: "2", 3: "0"}


@pytest.mark.rule("slam.poet.scene_darling", "slam.turn.win")
def test_others_may_keep_poets_too() -> None:
    table = Table(*FOUR).report(SlamWon(1, cards=1, also=(0,)))
    assert [table.state.heap(seat) for seat in range(3)] == [Heap(1, None), Heap(1, 1), Heap(0, 0)]
    assert table.refused(SlamWon(1, also=(1,)))[0] == "slam.turn.win"
    assert table.refused(SlamWon(1, also=(0, 0)))[0] == "slam.turn.win"
    assert table.refused(SlamWon(1, also=(4,))) == ("companion.players",)


@pytest.mark.rule("slam.ruling.nobody_admitted")
def test_a_slam_that_nobody_wins_waits_only_where_the_table_plays_it_so() -> None:
    table = Table(*FOUR, nobody_admitted="next").report(SlamWon(None, waits=True))
    assert (table.state.waiting, table.state.lost) == (1, 0)
    table.report(SlamWon(None))
    assert (table.state.waiting, table.state.lost) == (1, 1)
    assert table.report(SlamWon(2)).points["Cem"] == 2
    assert "Slam 3 goes to Cem: 2 slams at once." in table.said
    assert table.refused(SlamWon(2, waits=True)) == ("slam.ruling.nobody_admitted",)
    assert Table().refused(SlamWon(None, waits=True)) == ("slam.ruling.nobody_admitted",)


@pytest.mark.rule("slam.turn.win", "slam.team.win_both", "slam.players", "slam.ruling.card_values")
def test_what_cannot_be_reported_of_a_winner() -> None:
    table = Table()
    assert table.refused(SlamWon(2)) == ("companion.players",)
    assert table.refused(SlamWon(0, cards=0)) == ("slam.turn.win", "slam.team.win_both")
    assert table.refused(SlamWon(0, cards=4)) == ("slam.turn.win", "slam.team.win_both")
    assert table.refused(SlamWon(0, 1, (poet("A"), poet("B")))) == ("slam.turn.win", "slam.team.win_both")
    assert table.refused(SlamWon(None, cards=1)) == ("slam.turn.win",)
    assert table.refused(SlamWon(0, poets=(poet("A"), poet("A")))) == ("slam.turn.win",)
    assert table.refused(SlamWon(0, poets=(poet("A", 99),))) == ("slam.ruling.card_values",)
    table.report(SlamWon(0, poets=(poet("A"),)))
    assert table.refused(SlamWon(1, poets=(poet("A"),))) == ("slam.turn.win",)
    # who lies on a pile by name stands on no stage
    table.slam()
    assert table.refused(PoetsRevealed((two(poet("A", 1), 1), two(1, 1)))) == ("slam.turn.win",)


# From little to much and back


@pytest.mark.rule("slam.turn.win", "slam.turn.draw")
def test_little_and_much_follow_one_another() -> None:
    table = Table().slam().reveal(two(9, 1), two(5, 2))
    assert table.phase is Judged
    # the slam that is judged is put away first
    table.report(SlamWon(1))
    assert (table.points, table.state.number) == ({"Anna": 1, "Ben": 1}, 3)
    assert table.piles["Anna"] == ["A1"]
    table.slam()
    assert table.phase is Revealing
    table.report(SlamWon(0)).slam().reveal(two(poet("X", 1), poet("Y", 1)), two(5, 2)).close()
    assert table.points == {"Anna": 2, "Ben": 2}


@pytest.mark.rule("slam.tie.first", "slam.tie.applause")
def test_a_reported_winner_agrees_with_earlier_reports() -> None:
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9, 5), two(9, 5), two(3, 2))
    assert table.question == AskApplause((0, 1))
    assert table.refused(SlamWon(2)) == ("slam.tie.first", "slam.tie.applause")
    assert "only Anna and Ben can have won it" in Renderer("en", table.names).text(table.why_not(SlamWon(2)).text)
    assert table.refused(SlamWon(None)) == ("slam.tie.first", "slam.tie.applause")
    assert table.report(SlamWon(1)).points["Ben"] == 1


@pytest.mark.rule("slam.tie.own")
def test_between_own_poets_only_their_owner_has_won() -> None:
    table = Table().slam().reveal(two(9, 9), two(3, 2))
    assert table.refused(SlamWon(1)) == ("slam.tie.first", "slam.tie.applause")
    assert table.report(SlamWon(0)).points["Anna"] == 1


@pytest.mark.rule("slam.turn.not_admitted")
def test_who_has_nobody_on_the_stage_has_not_won() -> None:
    table = Table("Anna", "Ben", "Cem").slam("")
    table.reveal(two(poet("A", 0, style=9), 1), two(poet("B", 0, humour=9), 1), two(out(3), out(2)))
    assert isinstance(table.state.phase, Asking)
    assert table.refused(SlamWon(2)) == ("slam.turn.not_admitted",)
    assert table.report(SlamWon(1)).points["Ben"] == 1


@pytest.mark.rule("slam.setup.slams", "slam.end")
def test_each_card_in_its_turn() -> None:
    table = Table(length="nine")
    assert table.refused(GoldWon(0)) == ("not offered",)
    table.report(*[SlamWon(0)] * 9)
    assert table.refused(SlamWon(0)) == ("not offered",)
    table.report(GoldWon(0))
    assert table.refused(GoldWon(0)) == ("slam.goal", "slam.end", "slam.ruling.final_tie")
    assert table.refused(SlamWon(0)) == ("slam.goal", "slam.end", "slam.ruling.final_tie")
    assert table.refused(TieTold((0, 1))) == ("slam.goal", "slam.end", "slam.ruling.final_tie")


def test_the_same_slam_is_the_same_event_however_it_is_reported() -> None:
    table = Table(length="nine")
    state = table.state
    assert SlamWon(0).event_key(state) == TieTold((0, 1)).event_key(state) == SlamOpened().event_key(state)
    laid = Table().slam().state
    assert SlamWon(0).event_key(laid) == PoetsRevealed(()).event_key(laid)
    judged = Table().slam().reveal(two(9, 1), two(5, 2))
    assert SlamWon(0).event_key(judged.state) == SlamOpened().event_key(judged.state)
    assert SlamWon(0).event_key(judged.state) == SlamWon(0).event_key(judged.close().state)
    table.report(*[SlamWon(0)] * 9)
    assert GoldWon(0).event_key(table.state) == GoldOpened().event_key(table.state)


# Ties


@pytest.mark.rule("slam.tie.first", "slam.ruling.only_tied", "slam.team.runner_up")
def test_the_better_second_poet_of_those_tied_takes_the_slam() -> None:
    table = Table(*FOUR).report(TieTold((2, 0)))
    assert table.question == AskSecond(0)
    assert table.refused(SecondTold(2, 5)) == ("not offered",)
    table.report(SecondTold(0, 8), SecondTold(2, 9))
    assert table.points["Cem"] == 1
    assert "A tie between Anna and Cem: the tied poets go to their owners’ victory piles." in table.said
    assert "Runner-up title, Anna: 8" in table.said
    assert "Cem takes the slam by the runner-up title." in table.said
    assert {"slam.tie.first", "slam.team.win_both", "slam.ruling.only_tied"} <= table.cited
    # Decision: a tie does not ask for scene darlings, so no pile is fully known (slam.poet.scene_darling)
    heaps = [table.state.heap(seat) for seat in range(4)]
    assert heaps == [Heap(1, None), Heap(0, None), Heap(1, None), Heap(0, None)]
    assert (table.phase, table.state.number) == (Booking, 2)


@pytest.mark.rule("slam.tie.applause", "slam.ruling.runner_up_poets", "slam.ruling.applause_split")
def test_still_equal_the_applause_decides_among_those() -> None:
    table = Table(*FOUR).report(TieTold((0, 1, 3)), SecondTold(0, 8), SecondTold(1, 3), SecondTold(3, 8))
    assert table.question == AskApplause((0, 3))
    assert "Runner-up title, Ben: 3" in table.said
    assert table.refused(SlamWon(1)) == ("slam.tie.first", "slam.tie.applause")
    assert "slam.tie.applause" in table.refused(Applauded(1, 1))
    table.report(Applauded(0, 3))
    assert "Call and lowest hand belong to different players: the hand decides." in table.said
    assert table.points["Dana"] == 1
    again = Table(applause_split="repeat").report(TieTold((0, 1)), SecondTold(0, 5), SecondTold(1, 5), Applauded(0, 1))
    assert again.question == AskApplause((0, 1), again=True)
    assert again.report(Applauded(1, 1)).points["Ben"] == 1


@pytest.mark.rule("slam.tie.no_second")
def test_who_has_no_second_poet_loses_the_tie() -> None:
    table = Table().report(TieTold((0, 1)), SecondTold(0, None), SecondTold(1, -3))
    assert table.points == {"Anna": 0, "Ben": 1}
    assert "slam.tie.no_second" in table.cited
    assert table.state.heap(0) == Heap(1, None)


@pytest.mark.rule("slam.ruling.no_second")
@pytest.mark.parametrize("choice", ["applause", "nobody"])
def test_nobody_has_a_second_poet(choice: str) -> None:
    table = Table(no_second=choice).report(TieTold((0, 1)))
    assert table.view.prompt.rules[0] == "slam.tie.first"
    table.report(SecondTold(0, None), SecondTold(1, None))
    if choice == "applause":
        assert table.question == AskApplause((0, 1))
        table.report(Applauded(1, 1))
    assert "slam.ruling.no_second" in table.cited
    assert table.points == {"Anna": 0, "Ben": int(choice == "applause")}
    assert (table.state.lost, table.state.number) == (int(choice == "nobody"), 2)


@pytest.mark.rule("slam.tie.first", "slam.ruling.no_second")
def test_a_winner_reported_in_the_midst_of_a_tie_is_one_of_those_tied() -> None:
    table = Table("Anna", "Ben", "Cem").report(TieTold((0, 1)))
    assert table.refused(SlamWon(2)) == ("slam.tie.first", "slam.tie.applause")
    assert table.refused(SlamWon(None)) == ("slam.tie.first", "slam.tie.applause")
    nobody = Table(no_second="nobody").report(TieTold((0, 1)), SlamWon(None))
    assert nobody.state.lost == 1
    assert table.report(SlamWon(1)).points["Ben"] == 1


@pytest.mark.rule("slam.tie.first", "slam.ruling.card_values", "slam.players")
def test_what_is_no_tie() -> None:
    table = Table("Anna", "Ben", "Cem")
    assert table.refused(TieTold((0,))) == ("slam.tie.first",)
    assert table.refused(TieTold((1, 1))) == ("slam.tie.first",)
    assert table.refused(TieTold((0, 5))) == ("companion.players",)
    table.report(TieTold((0, 1)))
    assert table.refused(SecondTold(0, MOST + 1)) == ("not offered",)
    assert table.refused(TieTold((0, 1))) == ("not offered",)
    assert table.refused(SlamClosed()) == ("not offered",)
    assert table.refused(PileCounted(0, 1)) == ("not offered",)
    assert table.refused(EnteringTold(0, 1)) == ("not offered",)


@pytest.mark.rule("slam.turn.win")
def test_a_tie_puts_away_what_is_judged() -> None:
    table = Table().slam().reveal(two(9, 1), two(5, 2)).report(TieTold((0, 1)))
    assert table.points == {"Anna": 1, "Ben": 0}
    assert table.state.number == 2


# The gold card


@pytest.mark.rule("slam.gold.double", "slam.end")
def test_who_has_won_the_gold_card() -> None:
    table = before_gold(0, 1, 1).report(GoldWon(1))
    assert (table.points, table.phase) == ({"Anna": 1, "Ben": 4, "Cem": 0}, GameOver)
    assert "slam.gold.double" in table.cited


@pytest.mark.rule("slam.gold.state_one", "slam.gold.poets")
def test_who_has_no_poet_cannot_win_the_gold_card() -> None:
    table = before_gold(0, 1)
    assert table.refused(GoldWon(2)) == ("slam.gold.state_one", "slam.gold.poets")
    assert table.refused(TieTold((0, 2))) == ("slam.gold.state_one", "slam.gold.poets")
    assert gold.perhaps_able(table.state) == (0, 1)
    # with a darling of the scene it is another thing
    other = Table("Anna", "Ben", "Cem", length="nine").report(*[SlamWon(0)] * 8, SlamWon(1, also=(2,)))
    assert other.report(GoldWon(2)).points["Cem"] == 2


@pytest.mark.rule("slam.ruling.gold_alone")
def test_a_walkover_that_is_known_is_said() -> None:
    table = Table("Anna", "Ben", length="nine").report(*[SlamWon(0, poets=(poet(f"A{n}"),)) for n in range(9)])
    assert gold.walks_over(table.state) == 0
    assert table.refused(GoldWon(None)) == ("slam.ruling.gold_alone", "slam.gold.state_one")
    assert table.report(GoldWon(0)).points == {"Anna": 11, "Ben": 0}
    assert "slam.ruling.gold_alone" in table.cited
    assert table.state.heap(0) == Heap(9, 9), "no poet was played"
    # of poets whom no player has named all may be rogues
    unknown = before_gold(0, names=("Anna", "Ben"))
    assert gold.walks_over(unknown.state) is None
    assert unknown.report(GoldWon(None)).points == {"Anna": 1, "Ben": 0}


@pytest.mark.rule("slam.ruling.state_poets", "slam.gold.team_one")
def test_nobody_can_take_part() -> None:
    table = before_gold()
    assert table.refused(GoldWon(0)) == ("slam.ruling.state_poets", "slam.gold.state_one")
    assert table.report(GoldWon(None)).over
    applause = before_gold(state_empty="applause")
    assert applause.refused(GoldWon(None)) == ("slam.ruling.state_poets", "slam.gold.state_one")
    assert applause.report(GoldWon(2)).points["Cem"] == 2
    # perhaps no player can: the only poet may be a rogue
    perhaps = before_gold(0, state_empty="applause")
    assert perhaps.report(GoldWon(2)).points["Cem"] == 2
    team_ = Table("Anna", "Ben", length="nine", gold="team").put(number=10)
    assert team_.refused(GoldWon(0)) == ("slam.ruling.state_poets", "slam.gold.team_one")


@pytest.mark.rule("slam.tie.first", "slam.gold.state_one")
def test_a_tie_for_the_gold_card() -> None:
    table = Table("Anna", "Ben", length="nine")
    table.report(*[SlamWon(0, poets=(poet(f"A{n}"),)) for n in range(8)], SlamWon(1, poets=(poet("B"),)))
    table.report(TieTold((0, 1)))
    # Ben plays a single poet, so the runner-up title is left to Anna
    assert table.question == AskSecond(0)
    table.report(SecondTold(0, 3))
    assert table.points == {"Anna": 10, "Ben": 1}
    assert table.state.heap(0) == Heap(7, 8)


@pytest.mark.rule("slam.gold.state_one", "slam.gold.rogues", "slam.gold.poets")
def test_by_the_cards_the_number_of_poets_is_asked_where_it_is_not_known() -> None:
    table = before_gold(0, 1, 1).report(GoldOpened(attributes("humour")))
    assert table.question == AskEntering(0, Gold.STATE, (0, 1, 2))
    assert "slam.gold.rogues" in table.view.prompt.rules
    assert table.refused(SlamClosed()) == ("not offered",)
    assert table.refused(EnteringTold(1, 1)) == ("not offered",)
    assert table.refused(EnteringTold(0, 3)) == table.view.prompt.rules
    table.report(EnteringTold(0, 1))
    assert table.question == AskEntering(1, Gold.STATE, (0, 1, 2))
    table.report(EnteringTold(1, 2))
    assert table.phase is Revealing
    assert "Cannot take part: Cem." in table.said
    # of the poets no player has reported the values: they are asked for, and nothing counts as 0
    table.report(ChampionsRevealed((entry(0), entry(0, 1), entry())))
    assert isinstance(table.question, AskValues)


@pytest.mark.rule("slam.gold.state_one", "slam.ruling.gold_alone")
def test_none_may_enter_as_all_are_rogues() -> None:
    table = before_gold(0, 1).report(GoldOpened(), EnteringTold(0, 0), EnteringTold(1, 1))
    assert (table.winner, "slam.ruling.gold_alone" in table.cited) == ("Ben", True)
    known = Table("Anna", "Ben", length="nine").report(
        *[SlamWon(0, poets=(poet(f"A{n}", 5, Trait.ROGUE),)) for n in range(8)], SlamWon(1, cards=1), GoldOpened()
    )
    assert known.question == AskEntering(1, Gold.STATE, (0, 1))
    assert known.report(EnteringTold(1, 1)).winner == "Ben"


@pytest.mark.rule("slam.gold.team_one", "slam.ruling.avantgardist_alone")
def test_the_team_championship_asks_for_two() -> None:
    table = before_gold(0, 1, 1, gold="team").report(GoldOpened())
    assert table.question == AskEntering(0, Gold.TEAM, (0, 2))
    assert table.report(EnteringTold(0, 2)).phase is Revealing  # Ben has won two slams
    alone = Table("Anna", "Ben", length="nine", gold="team", avantgardist_alone="yes").put(number=1, lost=0)
    alone.report(*[SlamWon(0, cards=1)], *[SlamWon(1, cards=1)] * 8, GoldOpened())
    assert alone.question == AskEntering(0, Gold.TEAM, (0, 1))
    alone.report(EnteringTold(0, 1))
    assert alone.phase is Revealing
    assert "slam.gold.team_one" in alone.refused(ChampionsRevealed((entry(0), entry(0, 1))))
    alone.report(ChampionsRevealed((entry(0, sister=0), entry(0, 1))))
    assert alone.question == AskShow()


@pytest.mark.rule("slam.gold.poets", "slam.gold.rogues", "slam.turn.win")
def test_a_champion_whom_nobody_had_named_is_named_at_the_gold_card() -> None:
    table = Table("Anna", "Ben", length="nine")
    table.report(*[SlamWon(0, cards=1)], *[SlamWon(1, poets=(poet(f"B{n}", 7),)) for n in range(8)])
    table.report(GoldOpened(attributes("humour")), EnteringTold(0, 1))

    def named(who: object) -> ChampionsRevealed:
        return ChampionsRevealed((GoldEntry((Champion(0, poet=who),)), entry(0, 1)))  # type: ignore[arg-type]

    assert table.refused(named(poet("R", 9, Trait.ROGUE))) == ("slam.gold.rogues", "slam.ruling.state_poets")
    assert table.refused(named(poet("B1", 9))) == ("slam.gold.poets", "slam.turn.win")
    assert table.refused(named(poet("A", 99))) == ("slam.ruling.card_values",)
    assert table.report(named(poet("A", 9))).winner == "Anna"


# The end


@pytest.mark.rule("slam.ruling.final_tie", "slam.turn.win")
def test_equal_at_the_end_the_piles_are_counted_where_they_are_not_known() -> None:
    table = before_gold(0, 0, 0, 1, names=("Anna", "Ben"), final_tie="poets").report(GoldWon(1))
    assert table.question == AskPile(0)
    assert table.view.prompt.rules == ("slam.ruling.final_tie",)
    assert table.refused(SlamClosed()) == ("not offered",)
    assert table.refused(GoldWon(0)) == ("not offered",)
    assert table.refused(PileCounted(1, 4)) == ("not offered",)
    assert table.refused(PileCounted(0, 0)) == ("slam.ruling.final_tie", "slam.turn.win")
    table.report(PileCounted(0, 5))
    assert table.question == AskPile(1)
    table.report(PileCounted(1, 6))
    assert (table.over, table.view.ranks) == (True, (2, 1))


@pytest.mark.rule("slam.ruling.final_tie")
def test_what_decides_nothing_is_not_counted() -> None:
    shared = before_gold(0, 0, 0, 1, names=("Anna", "Ben")).report(GoldWon(1))
    assert (shared.over, shared.view.ranks) == (True, (1, 1))
    ahead = before_gold(0, 0, 1, names=("Anna", "Ben"), final_tie="poets").report(GoldWon(0))
    assert ahead.over
    apart = before_gold(0, 0, 0, 1, names=("Anna", "Ben"), final_tie="poets").report(GoldWon(1))
    # more than anything that was reported of the other
    apart.put(piles=(apart.state.piles[0], (Unnamed(),) * 9), more=(False, False))
    assert apart.report(PileCounted(0, 3)).over


@pytest.mark.rule("slam.team.win_both")
def test_an_exact_report_loses_nothing_by_a_later_brief_one() -> None:
    table = Table("Anna", "Ben", length="nine").slam().reveal(team(9, 8), two(5, 4)).report(SlamWon(1))
    assert table.piles["Anna"] == ["A1", "A2"]
    assert table.state.heap(0) == Heap(2, 2)
