"""Ties: the runner-up title, own poets, applause true and false."""

import pytest
from games.slam.table import Table, out, poet, team, two

from companion.games.slam.model import Tie
from companion.games.slam.questions import AskApplause, AskOwnTie, AskRunnerUp
from companion.games.slam.reports.closing import FalseApplause
from companion.games.slam.reports.opening import SlamOpened
from companion.games.slam.reports.ties import Applauded, OwnTieChosen, RunnerUpChosen


@pytest.mark.rule("slam.tie.first", "slam.ruling.only_tied")
def test_tied_poets_are_safe_and_the_seconds_decide() -> None:
    # Cem's 8 beats both second poets, but Cem was not tied for the lead
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9, 4), two(9, 5), two(8, 8))
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A1"], "Ben": ["B1", "B2"], "Cem": []})
    assert table.verdict.tie is Tie.LEAD
    assert table.close().points == {"Anna": 0, "Ben": 1, "Cem": 0}


@pytest.mark.rule("slam.tie.first", "slam.tie.applause")
def test_three_players_tied_and_two_for_the_runner_up() -> None:
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9, 5), two(9, 5), two(9, 4))
    assert table.question == AskApplause((0, 1))
    assert "slam.tie.applause" in table.noted
    assert "slam.ruling.false_applause" in table.refused(Applauded(2, 2))
    assert "slam.ruling.false_applause" in table.refused(Applauded(0, 2))
    assert "not offered" in table.refused(Applauded(0, 9))
    table.report(Applauded(1, 1))
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A1"], "Ben": ["B1", "B2"], "Cem": ["C1"]})


@pytest.mark.rule("slam.ruling.runner_up_poets", "slam.tie.applause")
@pytest.mark.parametrize(("choice", "anna"), [("discarded", ["A1"]), ("kept", ["A1", "A2"])])
def test_what_becomes_of_the_other_runner_up_poets(choice: str, anna: list[str]) -> None:
    table = Table(runner_up_poets=choice).slam().reveal(two(9, 5), two(9, 5)).report(Applauded(1, 1))
    assert table.kept == {"Anna": anna, "Ben": ["B1", "B2"]}


@pytest.mark.rule("slam.ruling.applause_split", "slam.tie.applause")
@pytest.mark.parametrize(("choice", "winner"), [("hand", "Ben"), ("call", "Anna"), ("repeat", None)])
def test_call_and_hand_differ(choice: str, winner: str | None) -> None:
    table = Table(applause_split=choice).slam().reveal(two(9, 5), two(9, 5)).report(Applauded(call=0, hand=1))
    assert "slam.ruling.applause_split" in table.cited
    if winner is None:
        assert table.question == AskApplause((0, 1), again=True)
        table.report(Applauded(0, 0))
        winner = "Anna"
    assert table.winner == winner


@pytest.mark.rule("slam.tie.applause")
def test_no_applause_without_a_tie() -> None:
    table = Table().slam().reveal(two(9, 5), two(8, 5))
    assert "not offered" in table.refused(Applauded(0, 0))
    asked = Table().slam("").reveal(two(9, 5), two(poet("B", 8, humour=10), 5))
    assert asked.refused(Applauded(0, 0)) == ("not offered",)


@pytest.mark.rule("slam.tie.no_second")
def test_without_an_admitted_second_poet_the_other_wins() -> None:
    table = Table().slam().reveal(two(9, out(8)), two(9, 1))
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A1"], "Ben": ["B1", "B2"]})
    assert "slam.tie.no_second" in table.cited


@pytest.mark.rule("slam.ruling.no_second", "slam.tie.no_second")
@pytest.mark.parametrize("choice", ["applause", "nobody"])
def test_nobody_has_a_second_poet(choice: str) -> None:
    table = Table(no_second=choice).slam().reveal(two(9, out(8)), two(9, out(1)))
    if choice == "applause":
        assert table.question == AskApplause((0, 1))
        table.report(Applauded(0, 0))
    assert table.winner == ("Anna" if choice == "applause" else None)
    assert table.kept == {"Anna": ["A1"], "Ben": ["B1"]}


@pytest.mark.rule("slam.tie.own")
@pytest.mark.parametrize(("card", "kept"), [(0, "A1"), (1, "A2")])
def test_the_owner_chooses_between_own_poets(card: int, kept: str) -> None:
    table = Table().slam().reveal(two(9, 9), two(8, 8))
    assert table.question == AskOwnTie(0, (0, 1), "lead")
    assert table.refused(OwnTieChosen(1, 0)) == ("not offered",)
    assert table.refused(OwnTieChosen(0, 2)) == ("not offered",)
    assert table.refused(SlamOpened()) == ("not offered",)
    table.report(OwnTieChosen(0, card))
    assert (table.winner, table.kept) == ("Anna", {"Anna": [kept], "Ben": []})
    # own poets are no tie between players
    assert table.verdict.tie is Tie.NONE


@pytest.mark.rule("slam.ruling.own_and_others", "slam.tie.own")
def test_own_poets_tied_with_others_all_stay() -> None:
    table = Table().slam().reveal(two(9, 9), two(9, 3))
    assert (table.winner, table.kept) == ("Anna", {"Anna": ["A1", "A2"], "Ben": ["B1"]})
    both = Table().slam().reveal(two(9, 9), two(9, 9))
    assert both.question == AskApplause((0, 1))
    both.report(Applauded(1, 1))
    assert (both.winner, both.kept) == ("Ben", {"Anna": ["A1", "A2"], "Ben": ["B1", "B2"]})


@pytest.mark.rule("slam.ruling.own_and_others")
def test_the_second_of_the_own_tie_is_discarded_unless_it_wins() -> None:
    table = Table(own_and_others="unless_wins").slam().reveal(two(9, 9), two(9, 9))
    assert table.question == AskOwnTie(0, (0, 1), "lead")
    table.report(OwnTieChosen(0, 1), OwnTieChosen(1, 0))
    assert table.question == AskApplause((0, 1))
    table.report(Applauded(1, 1))
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A2"], "Ben": ["B1", "B2"]})


@pytest.mark.rule("slam.ruling.own_and_others", "slam.tie.first")
def test_no_line_sends_a_poet_to_a_pile_that_the_next_takes_away() -> None:
    table = Table(own_and_others="unless_wins").slam().reveal(two(9, 9), two(9, 9))
    table.report(OwnTieChosen(0, 1), OwnTieChosen(1, 0), Applauded(1, 1))
    assert "A tie: A2 and B1 go to their owners’ victory piles." in table.said
    said = "Poets of one player are tied as well: A1 competes for the runner-up title and is discarded unless it wins."
    assert said in table.said


@pytest.mark.rule("slam.ruling.three_own", "slam.tie.first", "slam.poet.third")
def test_three_own_poets_tied_with_another_all_go_to_the_pile() -> None:
    def stage() -> Table:
        return Table().slam().reveal(two(9, 9, 9, action_card=True), two(9, 3))

    # all are equal and stay, so it makes no difference which of them competes again
    table = stage()
    assert (table.winner, table.kept) == ("Anna", {"Anna": ["A1", "A2", "A3"], "Ben": ["B1"]})
    assert "A tie: A1, A2, A3, and B1 go to their owners’ victory piles." in table.said
    assert {"slam.ruling.three_own", "slam.ruling.own_and_others"} <= table.cited


@pytest.mark.rule("slam.ruling.three_own", "slam.ruling.own_and_others", "slam.tie.own")
@pytest.mark.parametrize("competes", range(3))
def test_of_three_own_poets_the_one_that_competes_is_discarded_by_the_house_rule(competes: int) -> None:
    def stage() -> Table:
        table = Table(own_and_others="unless_wins").slam().reveal(two(9, 9, 9, action_card=True), two(9, 9))
        assert table.question == AskOwnTie(0, (0, 1, 2), "competes")
        assert "slam.ruling.three_own" in table.view.prompt.rules
        assert table.refused(OwnTieChosen(1, 0)) == ("not offered",)
        return table.report(OwnTieChosen(0, competes), OwnTieChosen(1, 0))

    poets = [f"A{card + 1}" for card in range(3)]
    safe = [name for card, name in enumerate(poets) if card != competes]
    lost = stage().report(Applauded(1, 1))
    assert (lost.winner, lost.kept) == ("Ben", {"Anna": safe, "Ben": ["B1", "B2"]})
    won = stage().report(Applauded(0, 0))
    assert (won.winner, won.kept) == ("Anna", {"Anna": poets, "Ben": ["B1"]})


@pytest.mark.rule("slam.ruling.open_list_pile", "slam.tie.own")
def test_the_open_list_takes_two_and_never_a_third() -> None:
    def tied(*poets: int) -> Table:
        table = Table(open_list="on").slam()
        return table.reveal(two(*poets, action_card=True), two(3, 2), open_list=poet("Gast", 9))

    # two tied are those two, whatever the third has
    assert (tied(9, 4, 9).winner, tied(9, 4, 9).kept["Anna"]) == ("Anna", ["A1", "A3"])
    assert tied(9, 6, 4).kept["Anna"] == ["A1", "A2"]
    # of two equal seconds, and of three tied, the owner chooses
    equal = tied(5, 9, 5)
    assert equal.question == AskOwnTie(0, (0, 2), "runner_up_tie")
    assert equal.report(OwnTieChosen(0, 2)).kept["Anna"] == ["A2", "A3"]
    three = tied(9, 9, 9)
    assert three.question == AskOwnTie(0, (0, 1, 2), "lead")
    assert three.report(OwnTieChosen(0, 2), OwnTieChosen(0, 0)).kept["Anna"] == ["A1", "A3"]
    assert three.winner == "Anna"


@pytest.mark.rule("slam.poet.third", "slam.tie.own")
def test_two_equal_poets_left_for_the_runner_up_title() -> None:
    table = Table().slam().reveal(two(9, 6, 6, action_card=True), two(9, 5))
    assert table.question == AskOwnTie(0, (1, 2), "runner_up_tie")
    table.report(OwnTieChosen(0, 2))
    assert (table.winner, table.kept) == ("Anna", {"Anna": ["A1", "A3"], "Ben": ["B1"]})


@pytest.mark.rule("slam.ruling.third_or_team", "slam.team.runner_up", "slam.poet.third")
@pytest.mark.parametrize(("card", "winner"), [(0, "Ben"), (2, "Anna")])
def test_a_tied_team_with_a_third_poet_chooses(card: int, winner: str) -> None:
    lineup = team(poet("A1", style=9), poet("A2", style=2), 7, action_card=True)
    table = Table().slam().reveal(lineup, two(9, 5))
    assert table.question == AskRunnerUp(0, (0, 2))
    assert "not offered" in table.refused(RunnerUpChosen(1, 0))
    assert "not offered" in table.refused(RunnerUpChosen(0, 1))
    table.report(RunnerUpChosen(0, card))
    assert table.winner == winner
    assert table.kept["Anna"] == ["A1", "A2", "A3"][: 2 + (card == 2)]


@pytest.mark.rule("slam.tie.false_applause", "slam.ruling.false_applause")
def test_a_false_caller_leaves_even_with_the_best_poet() -> None:
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9, 1), two(8, 1), two(7, 1))
    table.report(FalseApplause((0,)))
    assert (table.winner, table.kept) == ("Ben", {"Anna": [], "Ben": ["B1"], "Cem": []})
    assert "slam.tie.false_applause" in table.cited
    assert "slam.tie.false_applause" in table.refused(FalseApplause((0,)))
    table.report(FalseApplause((1, 2)))
    assert table.winner is None
    assert table.close().points == {"Anna": 0, "Ben": 0, "Cem": 0}


@pytest.mark.rule("slam.ruling.false_applause")
def test_several_false_callers_are_entered_in_one_report() -> None:
    # reported one by one, the first would make a tie of the others that was not there when the second called
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9, 1), two(8, 3), two(8, 2))
    (offer,) = [offer for offer in table.offers if offer.kind is FalseApplause]
    table.report(offer.action({"callers": (0, 1)}))
    assert (table.winner, table.kept) == ("Cem", {"Anna": [], "Ben": [], "Cem": ["C1"]})
    (offer,) = [offer for offer in table.offers if offer.kind is FalseApplause]
    assert [option.value for field in offer.fields for option in field.each.options] == [2]  # type: ignore[union-attr]
    tied = Table().slam().reveal(two(9, 5), two(9, 5)).report(Applauded(0, 0))
    (closed,) = [offer.closed for offer in tied.offers if offer.kind is FalseApplause]
    assert closed
    assert "slam.tie.applause" in closed.rules


@pytest.mark.rule("slam.tie.false_applause")
def test_a_false_call_may_bring_a_tie_of_the_others() -> None:
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9, 1), two(8, 3), two(8, 3))
    assert table.report(FalseApplause((0,))).question == AskApplause((1, 2))
    table.report(Applauded(2, 2))
    assert table.winner == "Cem"


@pytest.mark.rule("slam.tie.false_applause", "slam.tie.own")
def test_own_poets_tied_do_not_make_a_call_true() -> None:
    table = Table().slam().reveal(two(9, 9), two(8, 1)).report(OwnTieChosen(0, 0), FalseApplause((0,)))
    assert (table.winner, table.kept) == ("Ben", {"Anna": [], "Ben": ["B1"]})


@pytest.mark.rule("slam.ruling.void_call", "slam.ruling.false_applause", "slam.tie.false_applause")
def test_a_tie_for_the_lead_alone() -> None:
    lineups = (two(9, 4), two(9, 5))
    void = Table().slam().reveal(*lineups)
    assert "slam.ruling.void_call" in void.refused(FalseApplause((1,)))
    counted = Table(void_call="false").slam().reveal(*lineups).report(FalseApplause((1,)))
    assert (counted.winner, counted.kept) == ("Anna", {"Anna": ["A1"], "Ben": []})


@pytest.mark.rule("slam.tie.false_applause", "slam.tie.applause")
def test_what_is_no_false_call() -> None:
    table = Table().slam().reveal(two(9, 5), two(9, 5))
    assert "slam.tie.false_applause" in table.refused(FalseApplause((0,)))
    table.report(Applauded(0, 0))
    assert "slam.tie.applause" in table.refused(FalseApplause((1,)))
    decided = Table().slam().reveal(two(9, 5), two(8, 5))
    for wrong in ((), (0, 0), (7,)):
        assert "slam.tie.false_applause" in decided.refused(FalseApplause(wrong))
