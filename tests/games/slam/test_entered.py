"""Entered facts are never lost, and unknown facts never count."""

import json

import pytest
from attrs import evolve
from games.slam.table import GAME, Table, attributes, entry, poet, two

from companion.games.slam.cards import Champion, GoldEntry, Place, Trait, Unnamed
from companion.games.slam.model import GameOver, Heap, Revealing
from companion.games.slam.questions import AskApplause, AskBribe, AskDetective, AskOwnTie
from companion.games.slam.reports.answers import DetectiveActed
from companion.games.slam.reports.closing import DarlingKept, FalseApplause
from companion.games.slam.reports.counted import PileCounted, SecondTold
from companion.games.slam.reports.laying import ChampionsRevealed
from companion.games.slam.reports.opening import GoldOpened
from companion.games.slam.reports.ties import Applauded, OwnTieChosen
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.games.slam.tied import AskSecond
from companion.games.slam.unknown_piles import AskPile
from companion.kernel.record import replay
from companion.storage.codec import read_log

THREE = ("Anna", "Ben", "Cem")


def nobody(number: int) -> list[SlamWon]:
    return [SlamWon(None)] * number


# The questions that were skipped


def _caught() -> Table:
    rogue, detective = poet("Rogue", 8, Trait.ROGUE), poet("Detective", 9, Trait.DETECTIVE)
    return Table(*THREE).slam().reveal(two(rogue, 1), two(detective, 1), two(7, 1))


@pytest.mark.rule("slam.poet.detective", "slam.tie.false_applause", "slam.ruling.false_applause")
def test_the_detective_of_a_false_caller_is_asked_when_it_matters() -> None:
    table = _caught()
    assert table.winner == "Ben", "whom the detective disqualifies changes nothing yet"
    table.report(FalseApplause((1,)))
    assert table.question == AskDetective(Place(1, 0), (Place(0, 0),))
    assert "out now, but had the first say" in table.view.prompt.text.message
    assert table.report(DetectiveActed(Place(1, 0), Place(0, 0))).winner == "Cem"
    assert _caught().report(FalseApplause((1,)), DetectiveActed(Place(1, 0), None)).winner == "Anna"


@pytest.mark.rule("slam.poet.detective", "slam.tie.false_applause")
def test_a_detective_who_was_exposed_or_not_admitted_has_no_say_later() -> None:
    two_faced = poet("Two-faced", 9, Trait.DETECTIVE, Trait.ROGUE)
    hunter = poet("Hunter", 6, Trait.DETECTIVE)
    table = Table(*THREE).slam().reveal(two(hunter, 1), two(two_faced, 1), two(poet("Rogue", 9, Trait.ROGUE), 1))
    table.report(DetectiveActed(Place(0, 0), Place(1, 0)))
    assert (table.winner, table.report(FalseApplause((2,))).winner) == ("Cem", "Anna")
    absent = evolve(poet("Detective", 9, Trait.DETECTIVE), admitted=False)
    table = Table(*THREE).slam().reveal(two(poet("Rogue", 8, Trait.ROGUE), 1), two(9, absent), two(7, 1))
    assert table.report(FalseApplause((1,))).winner == "Anna"


@pytest.mark.rule("slam.poet.scene_darling", "slam.tie.false_applause")
def test_a_scene_darling_that_was_entered_stays_after_a_false_applause() -> None:
    darling = poet("Darling", 3, Trait.SCENE_DARLING)
    table = Table(*THREE).slam().reveal(two(9, 1), two(darling, 2), two(7, 1))
    table.report(DarlingKept(1, 0), FalseApplause((0,)))
    assert table.winner == "Cem"
    assert table.close().piles == {"Anna": [], "Ben": ["Darling"], "Cem": ["C1"]}
    # the owner leaves, or wins by it: then it goes where the verdict says
    left = Table(*THREE).slam().reveal(two(9, 1), two(darling, 2), two(7, 1))
    assert left.report(DarlingKept(1, 0), FalseApplause((1,))).close().piles["Ben"] == []
    wins = Table(*THREE).slam().reveal(two(9, 1), two(darling, 8), two(7, 1))
    assert wins.report(DarlingKept(1, 0), FalseApplause((0,))).close().piles["Ben"] == ["B2"]


# Entries of the winner only


def _tied_for_gold(*names: str) -> Table:
    return Table(*names or THREE, length="nine").report(TieTold((0, 1, 2)))


@pytest.mark.rule("slam.tie.first", "slam.turn.win", "slam.gold.state_one")
def test_only_who_has_won_keeps_the_poets_of_those_tied() -> None:
    table = _tied_for_gold().report(SecondTold(0, 6), SecondTold(1, 5), SecondTold(2, 6), SlamWon(2))
    assert [table.state.heap(seat) for seat in range(3)] == [Heap(1, None)] * 3
    table.report(*[SlamWon(2)] * 8, GoldWon(0))
    assert table.points == {"Anna": 2, "Ben": 0, "Cem": 9}
    # with the number of the winner's poets, and a named player who is tied anyway
    counted = _tied_for_gold().report(SlamWon(2, cards=2, also=(0,)))
    assert [counted.state.heap(seat) for seat in range(3)] == [Heap(1, None), Heap(1, None), Heap(2, 2)]


@pytest.mark.rule("slam.tie.first", "slam.tie.applause", "slam.turn.win")
def test_only_who_has_won_keeps_what_the_cards_say() -> None:
    table = Table().slam().reveal(two(8, 5), two(8, 5))
    assert table.question == AskApplause((0, 1))
    assert table.report(SlamWon(1)).piles == {"Anna": ["A1"], "Ben": ["B1", "B2"]}
    assert not any(table.state.more)
    # a choice is still open: certain cards are added by name, the rest by number
    own = Table().slam().reveal(two(9, 9), two(8, 5))
    assert isinstance(own.question, AskOwnTie)
    own.report(SlamWon(0))
    assert (own.state.piles, own.state.heap(0)) == (((Unnamed(),), ()), Heap(1, 1))


@pytest.mark.rule("slam.tie.first", "slam.poet.unscrupulous")
def test_only_who_has_won_counts_nobody_who_may_be_tied() -> None:
    briber = poet("Briber", 9, Trait.UNSCRUPULOUS)
    table = Table(*THREE).slam().reveal(two(1, 1), two(9, 1), two(briber, 1))
    assert isinstance(table.question, AskBribe)
    table.report(SlamWon(2))
    assert table.piles["Cem"] == ["Briber"], "whatever was given, Cem wins with this poet"
    assert [table.state.heap(seat) for seat in range(3)] == [Heap(0, 0), Heap(0, None), Heap(1, None)]


@pytest.mark.rule("slam.turn.win", "slam.turn.show", "slam.tie.first")
def test_a_winner_whom_the_cards_rule_out_is_refused() -> None:
    briber = poet("Briber", 9, Trait.UNSCRUPULOUS)
    table = Table(*THREE).slam().reveal(two(1, 1), two(9, 1), two(briber, 1))
    assert table.refused(SlamWon(0)) == ("slam.turn.win", "slam.turn.show")
    assert table.refused(SlamWon(None)) == ("slam.turn.win", "slam.turn.show")
    (offer,) = (offer for offer in table.offers if offer.kind is SlamWon)
    assert [option.value for option in offer.fields[0].options] == [1, 2]  # type: ignore[union-attr]
    # the show decides: whatever it asks for, Anna is behind
    shown = Table(*THREE).slam("").reveal(two(1, 1), two(9, 1), two(poet("C1", 8, style=10), 1))
    assert shown.refused(SlamWon(0)) == ("slam.turn.win", "slam.turn.show")
    assert shown.report(SlamWon(2)).points["Cem"] == 1
    # a tied player who is behind for the runner-up title
    tie = Table(*THREE).report(TieTold((0, 1, 2)), SecondTold(0, 6), SecondTold(1, 5))
    assert tie.question == AskSecond(2)
    assert tie.refused(SlamWon(1)) == ("slam.tie.first", "slam.tie.applause")
    assert tie.report(SlamWon(0)).points["Anna"] == 1


@pytest.mark.rule("slam.ruling.final_tie", "slam.tie.first")
def test_a_final_tie_counts_no_pile_that_nobody_knows() -> None:
    table = Table(length="nine", final_tie="poets", gold=None)
    table.put(house=evolve(table.state.house, gold="team"))
    table.report(TieTold((0, 1)), SecondTold(0, 5), SecondTold(1, 5), SlamWon(1))
    table.report(SlamWon(0, cards=1), *nobody(7), GoldWon(None))
    assert table.question == AskPile(0)
    assert "not offered" in table.refused(PileCounted(1, 2))
    table.report(PileCounted(0, 2), PileCounted(1, 2))
    assert (table.over, table.state.places) == (True, (1, 1))


@pytest.mark.rule("slam.gold.poets", "slam.turn.win", "slam.ruling.final_tie")
def test_at_the_gold_card_only_what_surely_lost_leaves_the_piles() -> None:
    piles = {"Anna": [poet("A", 9), poet("a", 5), poet("-", 1)], "Ben": [poet("B", 9), poet("b", 5)]}
    table = Table(piles=piles, won={"Anna": 5, "Ben": 5}, gold="state").gold()
    table.report(ChampionsRevealed((entry(0, 1), entry(0, 1))))
    assert table.question == AskApplause((0, 1))
    by_hand = Table(piles=piles, won={"Anna": 5, "Ben": 5}, gold="state").gold()
    by_hand.report(ChampionsRevealed((entry(0, 1), entry(0, 1))), Applauded(0, 0)).close()
    table.report(GoldWon(0))
    assert table.piles == by_hand.piles == {"Anna": ["A", "a", "-"], "Ben": ["B"]}
    assert [table.state.heap(seat) for seat in (0, 1)] == [Heap(3, 3), Heap(1, 1)]


@pytest.mark.rule("slam.turn.win", "slam.turn.play", "slam.tie.first")
def test_what_is_reported_of_the_winners_poets_agrees_with_the_cards() -> None:
    table = Table().slam().reveal(two(8, 5), two(8, 5))
    assert table.refused(SlamWon(0, poets=(poet("B1", 8),))) == ("slam.turn.win", "slam.turn.play")
    assert table.refused(SlamWon(0, cards=1)) == ("slam.turn.win", "slam.tie.first"), "the tied poet and the runner-up"
    assert table.refused(SlamWon(0, cards=3)) == ("slam.turn.win", "slam.tie.first")
    assert table.report(SlamWon(0, cards=2)).piles == {"Anna": ["A1", "A2"], "Ben": ["B1"]}


# Scene darlings in addition to a tie


@pytest.mark.rule("slam.poet.scene_darling", "slam.tie.first", "slam.gold.state_one")
def test_beside_a_tie_somebody_else_may_keep_a_poet() -> None:
    """Decision: until the other keepers of poets are entered, every pile may hold more cards than are known."""

    def tie(also: tuple[int, ...] | None) -> Table:
        table = Table(*THREE, length="nine").report(TieTold((0, 1), also), SecondTold(0, 9), SecondTold(1, 8))
        return table.report(*[SlamWon(0)] * 8)

    assert tie(None).state.heap(2) == Heap(0, None)
    assert tie(None).report(GoldWon(2)).points["Cem"] == 2
    assert tie((2,)).state.heap(2) == Heap(1, None)
    assert tie((2,)).report(GoldWon(2)).points["Cem"] == 2
    assert tie(()).refused(GoldWon(2)) == ("slam.gold.state_one", "slam.gold.poets")
    table = Table(*THREE)
    assert table.refused(TieTold((0, 1), (1,))) == ("slam.turn.win", "slam.poet.scene_darling")
    assert table.refused(TieTold((0, 1), (2, 2))) == ("slam.turn.win", "slam.poet.scene_darling")
    assert table.refused(TieTold((0, 1), (5,))) == ("companion.players",)


# The gold card


def _team_championship(*won: SlamWon) -> Table:
    table = Table(length="nine").put(house=evolve(Table(length="nine").state.house, gold="team"))
    table.report(*won, *nobody(9 - len(won)), GoldOpened(attributes("style")))
    assert isinstance(table.state.phase, Revealing)
    return table


def named(pick: int, name: str, value: int = 5) -> Champion:
    return Champion(pick, poet=poet(name, value))


@pytest.mark.rule("slam.gold.poets", "slam.turn.win")
def test_another_name_for_a_named_card_is_refused() -> None:
    def entered(*champions: Champion) -> ChampionsRevealed:
        return ChampionsRevealed((GoldEntry(champions), GoldEntry((named(0, "B1"), named(1, "B2")))))

    table = _team_championship(
        SlamWon(0, poets=(poet("Known", None, style=5),)), SlamWon(0, cards=1), SlamWon(1, cards=2)
    )
    rules = ("slam.gold.poets", "slam.turn.win")
    assert table.refused(entered(named(0, "Other", 9), Champion(1))) == rules
    assert table.refused(entered(named(0, "Known", 9), Champion(1))) == rules, "another value for what was entered"
    wrong = GAME.refusal(table.state, entered(named(0, "Other", 9), Champion(1)))
    assert wrong
    assert wrong.text.message.startswith("Another poet was entered for this card")
    assert table.refused(entered(Champion(0), named(1, "Known"))) == rules, "that card lies elsewhere"
    assert table.refused(entered(Champion(0), named(1, "B1"))) == rules, "Ben plays that card"
    # the same card with additional data
    table.report(entered(Champion(0, poet=poet("Known", None, style=5, humour=3)), named(1, "A2")))
    laid = table.state.phase.evidence.lineups[0].poets  # type: ignore[union-attr]
    assert [one.values for one in laid] == [(5, None, 3, None, None), (5, 5, 5, 5, 5)]


@pytest.mark.rule("slam.gold.team_one", "slam.team.win_both", "slam.gold.team_bonus")
@pytest.mark.parametrize("pick", [2, 3])
def test_a_partner_that_was_not_reported_can_be_played(pick: int) -> None:
    table = _team_championship(SlamWon(0), SlamWon(0, poets=(poet("P9", 5),)), SlamWon(1, cards=2))
    champions = GoldEntry((named(0, "P3"), named(pick, "P4")), team=True)
    theirs = GoldEntry((named(0, "Q1"), named(1, "Q2")))
    if pick == 3:  # one unknown card fills the hand: there is no second one to choose
        assert table.refused(ChampionsRevealed((champions, theirs))) == ("slam.gold.team_one", "slam.gold.poets")
        return
    table.report(ChampionsRevealed((champions, theirs)))
    assert table.values == {"P3": 9, "Q1": 5, "Q2": 5}
    assert table.winner == "Anna"
    assert len(table.state.piles[0]) == 3
    assert table.close().state.heap(0) == Heap(3, None)


@pytest.mark.rule("slam.gold.poets", "slam.turn.win")
def test_unreported_cards_are_laid_next_to_those_that_are_known() -> None:
    won = SlamWon(0, poets=(poet("P8", 5),)), SlamWon(0, poets=(poet("P9", 5),))
    table = Table(*THREE, length="nine").put(house=evolve(Table(length="nine").state.house, gold="team"))
    table.report(*won, TieTold((1, 2)), SecondTold(1, 5), SecondTold(2, 4), SlamWon(1, cards=1), SlamWon(2, cards=1))
    table.report(*nobody(4), GoldOpened(attributes("style")))
    theirs = GoldEntry((named(0, "B1"), named(1, "B2"))), GoldEntry((named(0, "C1"), named(1, "C2")))
    assert [len(playable) for playable in table.view.playable] == [4, 2, 2]
    again = GoldEntry((named(3, "A3"), named(3, "A4")))
    assert table.refused(ChampionsRevealed((again, *theirs))) == ("slam.gold.team_one", "slam.gold.poets")
    table.report(ChampionsRevealed((GoldEntry((Champion(0), named(3, "A3"))), *theirs)))
    assert table.state.phase.evidence.picks[0] == (0, 2)  # type: ignore[union-attr]
    assert len(table.state.piles[0]) == 3


# Logs of revision 3


def _replayed(revision: int, *entries: dict[str, object], seats: int = 2, **setup: str) -> object:
    header = {"game": "slam", "revision": revision, "seats": [*"ABC"][:seats], "setup": setup}
    log = read_log("\n".join(json.dumps(line) for line in (header, *entries)) + "\n", {"slam": GAME})
    assert log.error is None
    return replay(log.game, log.header, log.entries).record.state


def test_an_older_log_ends_as_it_did() -> None:
    none: dict[str, object] = {"kind": "slam.slam_won", "seat": None}
    tie: list[dict[str, object]] = [
        {"kind": "slam.tie_told", "seats": [0, 1]},
        {"kind": "slam.second_told", "seat": 0, "total": 5},
        {"kind": "slam.second_told", "seat": 1, "total": 5},
        {"kind": "slam.slam_won", "seat": 1},
        {"kind": "slam.slam_won", "seat": 0, "cards": 1},
        *[none] * 7,
        {"kind": "slam.gold_won", "seat": None},
    ]
    setup = {"gold": "team", "final_tie": "poets", "length": "nine"}
    counted = {"kind": "slam.pile_counted", "seat": 1, "poets": 2}
    old = _replayed(3, *tie, counted, **setup)
    assert isinstance(old.phase, GameOver)  # type: ignore[attr-defined]
    assert old.places == (2, 1)  # type: ignore[attr-defined]
    assert _replayed(4, *tie, **setup).phase.question == AskPile(0)  # type: ignore[attr-defined]


def test_an_older_log_is_judged_as_it_was() -> None:
    def laid(*values: int, **more: object) -> dict[str, object]:
        poets = [{"name": f"{values}{card}", "values": [value] * 5} for card, value in enumerate(values)]
        poets[0] |= more
        return {"poets": poets, "action_card": len(values) > 2}

    opened: dict[str, object] = {"kind": "slam.slam_opened", "attributes": ["style"]}
    three: dict[str, object] = {"kind": "slam.poets_revealed", "lineups": [laid(9, 9, 9), laid(9, 3)]}
    old = _replayed(3, opened, three).phase.question  # type: ignore[attr-defined]
    assert old == AskOwnTie(0, (0, 1, 2), "lead")
    chosen: list[dict[str, object]] = [{"kind": "slam.own_tie_chosen", "seat": 0, "card": card} for card in (2, 0)]
    two_stay = _replayed(3, opened, three, *chosen)
    assert two_stay.phase.verdict.piles == ((0, 2), (0,))  # type: ignore[attr-defined]
    assert _replayed(4, opened, three).phase.verdict.piles == ((0, 1, 2), (0,))  # type: ignore[attr-defined]
    lineups = [laid(8, 1, traits=["rogue"]), laid(9, 2, traits=["detective"]), laid(7, 1)]
    caught: dict[str, object] = {"kind": "slam.poets_revealed", "lineups": lineups}
    called: dict[str, object] = {"kind": "slam.false_applause", "callers": [1]}
    assert _replayed(3, opened, caught, called, seats=3).phase.verdict.winner == 0  # type: ignore[attr-defined]
    against: dict[str, object] = {"kind": "slam.slam_won", "seat": 0}
    briber = [laid(1, 1), laid(9, 1), laid(9, 2, traits=["unscrupulous"])]
    open_: dict[str, object] = {"kind": "slam.poets_revealed", "lineups": briber}
    assert _replayed(3, opened, open_, against, seats=3).slams == (1, 0, 0)  # type: ignore[attr-defined]


@pytest.mark.rule("slam.tie.own")
def test_a_choice_that_is_open_at_the_end_is_no_hindrance() -> None:
    table = Table().slam().reveal(two(9, 9), two(9, 9))
    table.report(SlamWon(1))
    assert table.points == {"Anna": 0, "Ben": 1}
    assert table.state.heap(0) == Heap(2, 2)
    other = Table(own_and_others="unless_wins").slam().reveal(two(9, 9), two(9, 9))
    other.report(OwnTieChosen(0, 1), SlamWon(1))
    assert (other.piles["Anna"], other.state.heap(1)) == (["A2"], Heap(2, 2))
