"""A player joins Slam! between two slams, or leaves it."""

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from games.slam.table import GAME, NAMES, Table, entry, poet, two

from companion.games.slam import gold
from companion.games.slam.cards import Attribute, Special, Trait, Voice
from companion.games.slam.model import Booking, Judged
from companion.games.slam.questions import AskApplause, AskBribe, AskNotMale, AskSmart, AskVoice
from companion.games.slam.reports.answers import Bribed, ContagionRolled, NotMaleTold, SmartVoted
from companion.games.slam.reports.closing import SlamClosed
from companion.games.slam.reports.counted import EnteringTold
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.games.slam.unknown_piles import AskEntering, AskPile
from companion.i18n import Renderer
from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Amend, Change, Entry, Header, Join, Leave, Redo, Undo
from companion.kernel.offers import Choice, Composite, Field, Number, Several
from companion.kernel.record import Record, replay
from companion.kernel.text import Player, Text
from companion.kernel.undo import NoLongerFits
from companion.scoring import ScoreSheet

pytestmark = pytest.mark.rule("slam.ruling.coming", "companion.coming")


STYLE = (Attribute.STYLE,)


def reported(*what: object, players: int = 2, **house: str) -> Record:
    """Return a table at which this has been reported."""
    header = Header("slam", GAME.meta.revision, NAMES[:players], house=house)
    changes = [one if isinstance(one, Change) else Act(one) for one in what]
    replayed = replay(GAME, header, [Entry(str(number), change) for number, change in enumerate(changes, 1)])
    assert replayed.failure is None, replayed.failure.why
    return replayed.record


def refused(record: Record, change: Change) -> Explanation:
    """Return why a table refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", change))
    return wrong.value.why


def places(record: Record) -> dict[str, int]:
    """Return every player's place on the sheet."""
    return {record.names[rank.seat]: rank.place for rank in ScoreSheet.of_record(record).ranking}


def without(name: str, table: Table) -> Table:
    """Return a table that a player has left."""
    table.step = GAME.left(table.state, table.names.index(name))
    return table


def offered(fields: tuple[Field, ...]) -> Iterator[Field]:
    """Yield fields with all that they are made of."""
    for field in fields:
        yield field
        yield from offered(field.parts if isinstance(field, Composite) else ())
        yield from offered((field.each,) if isinstance(field, Several) else ())


def named(table: Table) -> set[int]:
    """Return the players of whom something can be reported, by the fields of all that is offered."""
    labels: list[Text] = []
    for field in offered(tuple(field for offer in table.offers for field in offer.fields)):
        if isinstance(field, Choice) and len(field.options) > 1:
            labels += [option.label for option in field.options]
        if isinstance(field, Number):
            labels.append(field.label)
    return {param.seat for label in labels for _, param in label.params if isinstance(param, Player)}


def test_a_player_who_joins_has_no_slams_and_may_win_all_that_come() -> None:
    record = reported(SlamWon(0), SlamWon(1), Join(2, "Cem"))
    assert record.state.totals == (1, 1, 0)
    assert isinstance(record.state.phase, Booking)
    assert record.step
    assert dict(record.step.messages[-1].text.params)["n"] == 5
    rest = reported(SlamWon(0), SlamWon(1), Join(2, "Cem"), *[SlamWon(2)] * 8, GoldWon(2))
    assert GAME.is_over(rest.state) or rest.state.is_gold
    assert ScoreSheet.of_record(rest).totals == (1, 1, 10)


def test_nobody_joins_during_a_slam_or_at_the_gold_card() -> None:
    during = reported(SlamOpened())
    assert refused(during, Join(2, "Cem")).text.message.startswith("You can join between two slams")
    at_gold = reported(*[SlamWon(0)] * 10)
    assert refused(at_gold, Join(2, "Cem")).rules == ("slam.ruling.coming", "slam.gold.poets")


def test_a_player_who_leaves_keeps_the_slams_and_comes_last() -> None:
    record = reported(*[SlamWon(0)] * 3, Leave(0), *[SlamWon(1)] * 5, *[SlamWon(2)] * 2, GoldWon(2), players=3)
    assert GAME.is_over(record.state)
    assert ScoreSheet.of_record(record).totals == (3, 5, 4)
    assert places(record) == {"Ben": 1, "Cem": 2, "Anna": 3}
    assert GAME.view(record.state, None).ranks == (3, 1, 2)
    # nor does it help to have won the most
    early = reported(*[SlamWon(0)] * 9, Leave(0), SlamWon(1), GoldWon(None), players=3)
    said = [Renderer(locale, early.names).text(GAME.view(early.state, None).prompt.text) for locale in ("en", "de")]
    assert places(early)["Anna"] == 3
    assert said == ["Ben wins the game with 1 point.", "Ben gewinnt das Spiel mit 1 Punkt."]


@pytest.mark.parametrize(
    "so_far",
    [
        (SlamOpened(),),
        (SlamOpened(special=Special.BEST_OF), PoetsRevealed((two(5, 5),) * 3)),
        (SlamOpened(attributes=STYLE), PoetsRevealed((two(9, 5), two(5, 5), two(4, 4)))),
        (TieTold((0, 1)),),
    ],
    ids=["revealing", "asked", "judged", "tied"],
)
def test_nobody_leaves_during_a_slam(so_far: tuple[Any, ...]) -> None:
    why = refused(reported(*so_far, players=3), Leave(0))
    assert why.text.message == "You can leave between two slams: finish this one first."
    assert why.rules == ("slam.ruling.coming",)


def test_two_at_least_go_on() -> None:
    record = reported(SlamWon(0), Leave(2), players=3)
    assert refused(record, Leave(1)).text.message.startswith("{game} is for")
    # a player who joins takes a place of their own, and the number of seats sets no limit to that of players
    full = reported(Leave(5), players=6)
    assert full.after(Entry("new", Join(6, "Gwen"))).state.players == (0, 1, 2, 3, 4, 6)
    assert refused(full.after(Entry("new", Join(6, "Gwen"))), Join(7, "Hal")).text.message.startswith("{game} is for")


def test_the_hand_is_discarded_and_the_victory_pile_stays() -> None:
    table = without("Ben", Table("Anna", "Ben", "Cem", piles={"Ben": [poet("Muse", 5)]}))
    assert any("hand goes to the discard pile" in said for said in table.said)
    assert table.piles["Ben"] == ["Muse"]
    # so its poets are laid by no player any more
    table.slam()
    assert table.refused(PoetsRevealed((two(poet("Muse", 5), 3), two(), two(3, 3)))) == ("slam.turn.win",)


def test_nothing_can_be_reported_of_a_player_who_left() -> None:
    table = without("Ben", Table("Anna", "Ben", "Cem"))
    assert named(table) == {0, 2}
    rule = ("companion.coming",)
    for report in (SlamWon(1), SlamWon(0, also=(1,)), TieTold((0, 1))):
        assert table.refused(report) == rule
    table.slam()
    assert table.refused(PoetsRevealed((two(3, 3), two(3, 3), two(4, 4)))) == rule
    assert 1 not in named(table)
    reports = [offer for offer in table.offers if offer.kind is PoetsRevealed]
    (field,) = reports[0].fields
    assert isinstance(field, Composite)
    assert [len(getattr(part, "options", ())) for part in field.parts] == [0, 1, 0]
    table.reveal(two(5, 3), two(), two(4, 4))
    assert not any("no card left" in said for said in table.said)
    assert table.winner == "Anna"


def test_the_history_tells_of_those_who_lay() -> None:
    table = without("Ben", Table("Anna", "Ben", "Cem")).slam()
    report = PoetsRevealed((two(5, 5), two(), two(4, 4)))
    title = GAME.history(report, table.state, GAME.apply(table.state, report)).title
    assert Renderer("en", table.names).text(title) == "Anna: 2 poets · Cem: 2 poets"


def test_what_goes_round_the_table_passes_over_the_place() -> None:
    sick, briber = poet("Kranke", 5, Trait.CONTAGIOUS), poet("Gewissenloser", 4, Trait.UNSCRUPULOUS)
    table = without("Ben", Table("Anna", "Ben", "Cem")).slam().reveal(two(sick, 5), two(), two(5, 4))
    # the neighbour on the left is Cem
    assert table.report(ContagionRolled(0, 0, 1)).values == {"Kranke": 3, "A2": 5, "C1": 4, "C2": 3}
    table = without("Anna", Table("Anna", "Ben", "Cem")).slam().reveal(two(), two(4, 4), two(briber, 4))
    assert isinstance(table.question, AskBribe)
    assert [*table.question.opponents(table.state.players)] == [1]
    assert table.refused(Bribed(2, 0, (100, 100))) == ("not offered",)
    assert table.report(Bribed(2, 0, (100,))).values["Gewissenloser"] == 5


@pytest.mark.parametrize(("won", "asked"), [((), 2), ((2,), 0), ((0,), 2)])
def test_the_player_who_settles_lyric_or_prose_first_is_there(won: tuple[int, ...], asked: int) -> None:
    table = Table("Anna", "Ben", "Cem", style_diversity="on", first=1).report(*map(SlamWon, won))
    free = [poet(name, 5, voice=Voice.EITHER) for name in "ABCD"]
    without("Ben", table).slam().reveal(two(*free[:2]), two(), two(*free[2:]))
    assert isinstance(table.question, AskVoice)
    assert table.question.place.seat == asked


def test_all_who_are_there_vote() -> None:
    table = without("Dana", Table("Anna", "Ben", "Cem", "Dana")).slam(special=Special.BEST_OF)
    table.reveal(two(5, 5), two(5, 5), two(5, 5), two())
    assert isinstance(table.question, AskSmart)
    votes = ((2, 1), (0, 0), (0, 0), ())
    assert table.refused(SmartVoted(((4, 1), *votes[1:]))) == ("not offered",)
    table.report(SmartVoted(votes))
    # two of three are more than half, of four they would not be
    assert table.values["A1"] == 7
    assert any("2 of 3" in said for said in table.said)


def test_who_is_not_male_is_asked_of_those_who_are_there() -> None:
    table = without("Ben", Table("Anna", "Ben", "Cem")).slam(special=Special.FEMINISM)
    table.reveal(two(5, 5), two(), two(5, 5))
    assert isinstance(table.question, AskNotMale)
    assert named(table) == {0, 2}
    assert table.refused(NotMaleTold((1,))) == ("not offered",)
    everybody = next(offer for offer in table.offers if offer.value("seats"))
    assert everybody.value("seats") == (0, 2)


def test_the_gold_card_is_played_by_those_who_stay() -> None:
    piles = {name: [poet(name[0] + str(n), n) for n in (1, 5)] for name in ("Anna", "Ben", "Cem")}
    table = without("Ben", Table("Anna", "Ben", "Cem", piles=piles, gold="state", won={"Ben": 10}))
    assert gold.perhaps_able(table.state) == (0, 2)
    table.report(GoldOpened())
    assert not any("Ben" in said for said in table.said), "nobody says that Ben cannot take part"
    both = entry(0, 1)
    assert table.refused(ChampionsRevealed((both, both, both))) == ("companion.coming",)
    table.report(ChampionsRevealed((both, entry(), entry(0, 1))))
    assert table.state.piles[1] == tuple(piles["Ben"])
    assert table.refused(GoldWon(1)) == ("companion.coming",)


def test_with_one_left_who_can_take_part_the_gold_card_is_theirs() -> None:
    piles = {"Anna": [poet("A", 5)], "Ben": [poet("B", 5)]}
    table = without("Ben", Table("Anna", "Ben", "Cem", piles=piles, gold="state"))
    assert (gold.walks_over(table.state), table.report(GoldOpened()).winner) == (0, "Anna")
    assert "slam.ruling.gold_alone" in table.cited


def test_no_question_is_asked_about_the_pile_of_a_player_who_left() -> None:
    slams = (SlamWon(1), *[SlamWon(0)] * 5, *[SlamWon(2)] * 4)
    record = reported(*slams, Leave(1), GoldOpened(), players=3)
    assert isinstance(record.state.phase.question, AskEntering)
    assert record.state.phase.question.seat == 0
    later = reported(*slams, Leave(1), GoldOpened(), EnteringTold(0, 2), players=3)
    assert later.state.phase.question.seat == 2
    # neither for the gold card, nor where the larger victory pile decides
    tied = (SlamWon(0), *[SlamWon(1)] * 3, *[SlamWon(2)] * 6)
    ends = reported(*tied, Leave(0), GoldWon(1), players=3, final_tie="poets")
    assert GAME.is_over(ends.state)
    left = reported(*[SlamWon(0)] * 6, *[SlamWon(1)] * 4, Leave(0), GoldWon(1), players=3, final_tie="poets")
    assert GAME.is_over(left.state)
    assert not isinstance(left.state.phase, AskPile)


def test_the_applause_for_the_gold_card_is_of_those_who_are_there() -> None:
    table = without("Anna", Table("Anna", "Ben", "Cem", gold="state", state_empty="applause"))
    table.report(GoldOpened())
    assert isinstance(table.question, AskApplause)
    assert table.question.seats == (1, 2)


def test_leaving_can_be_undone_and_brought_back() -> None:
    slams = (SlamWon(0), SlamWon(1))
    before, after = reported(*slams, players=3), reported(*slams, Leave(0), players=3)
    undone = after.after(Entry("4", Undo(("3",))))
    assert (undone.state, undone.gone) == (before.state, frozenset[int]())
    again = undone.after(Entry("5", Redo(("3",))))
    assert (again.state, again.gone) == (after.state, frozenset({0}))
    # what was reported since of those who stayed fits nevertheless, but not what only they can have reported
    assert reported(*slams, Leave(0), SlamWon(1), Undo(("3",)), players=3).state.totals == (1, 2, 0)
    briber = poet("Gewissenloser", 4, Trait.UNSCRUPULOUS)
    shown = PoetsRevealed((two(), two(4, 4), two(briber, 4)))
    bribed = reported(*slams, Leave(0), SlamOpened(attributes=STYLE), shown, Bribed(2, 0, (0,)), players=3)
    with pytest.raises(NoLongerFits):
        bribed.after(Entry("new", Undo(("3",))))


def test_an_earlier_slam_is_corrected_though_its_winner_has_left() -> None:
    record = reported(SlamWon(1), SlamWon(2), Leave(0), SlamWon(1), players=3)
    corrected = record.after(Entry("5", Amend("1", SlamWon(0))))
    assert (corrected.state.totals, corrected.gone) == ((1, 1, 1), frozenset({0}))
    assert places(corrected)["Anna"] == 3
    # a later one they cannot have won
    with pytest.raises(NoLongerFits) as wrong:
        record.after(Entry("5", Amend("4", SlamWon(0))))
    assert wrong.value.conflicts[0].why.rules == ("companion.coming",)


def test_what_a_slam_waits_for_keeps_everybody_at_the_table() -> None:
    shown = PoetsRevealed((two(9, 5), two(5, 5), two(4, 4)))
    record = reported(SlamOpened(attributes=STYLE), shown, SlamClosed(), Leave(2), players=3)
    with pytest.raises(NoLongerFits) as wrong:
        record.after(Entry("5", Undo(("3",))))
    assert wrong.value.conflicts[0].why.rules == ("slam.ruling.coming",)
    assert isinstance(reported(SlamOpened(attributes=STYLE), shown, players=3).state.phase, Judged)


def test_the_largest_victory_pile_is_of_those_who_stay() -> None:
    slams = (*[SlamWon(0, cards=3)] * 3, *[SlamWon(1, cards=1)] * 7)
    record = reported(*slams, Leave(0), GoldWon(1), players=3, gold="team")
    said = [Renderer("en", record.names).text(text) for text in GAME.highlights([*record.lines()])]
    assert "Largest victory pile: Ben with 7 poets" in said
    assert "Longest lead: Anna, 5 slams" in said


def test_a_returning_player_goes_on_as_before_with_a_new_hand() -> None:
    table = Table("Anna", "Ben", "Cem", piles={"Ben": [poet("Muse", 5)]}, won={"Ben": 2}).put(not_male=(1,))
    before = table.state
    without("Ben", table)
    table.step = GAME.returned(table.state, 1)
    # whether a player is male may have been asked meanwhile
    assert table.state == evolve(before, not_male=None)
    assert "Ben draws 5 poets." in table.said
    with pytest.raises(Refused) as wrong:
        GAME.returned(without("Ben", table).slam().state, 1)
    assert wrong.value.why.rules == ("slam.ruling.coming",)


def test_a_player_who_returns_for_the_gold_card_needs_no_hand() -> None:
    table = without("Ben", Table("Anna", "Ben", "Cem", piles={"Ben": [poet("Muse", 5)]}, gold="state"))
    table.step = GAME.returned(table.state, 1)
    assert table.said == ["Ben’s slams and victory pile are as they were."]
    assert table.report(GoldOpened()).winner == "Ben"
