"""A player joins the sheet late or leaves it early."""

import pytest
from games.free_sheet.table import GAME, NAMES, report

from companion.games.free_sheet.model import GameOver
from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Change, Entry, Header, Join, Leave, Undo
from companion.kernel.record import Record, replay
from companion.kernel.undo import NoLongerFits
from companion.scoring import ScoreSheet
from companion.storage.codec import read_log

pytestmark = pytest.mark.rule("free_sheet.ruling.coming", "companion.coming")

RULE = "free_sheet.ruling.coming"


def reported(*words: str | Change, players: int = 3, first: int = 0, **house: str | int) -> Record:
    """Return a sheet on which this has been reported."""
    header = Header("free_sheet", GAME.meta.revision, NAMES[:players], first, house)
    changes = [Act(report(word)) if isinstance(word, str) else word for word in words]
    replayed = replay(GAME, header, [Entry(str(number), change) for number, change in enumerate(changes, 1)])
    assert replayed.failure is None
    return replayed.record


def refused(record: Record, change: Change) -> Explanation:
    """Return why a sheet refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", change))
    return wrong.value.why


def places(record: Record) -> dict[str, int]:
    """Return every player's place."""
    return {record.names[rank.seat]: rank.place for rank in ScoreSheet.of_record(record).ranking}


ROUND = ("Anna 5", "Ben 3", "Cem 4")


def test_a_player_who_joins_has_nothing_of_the_rounds_before_and_is_asked_from_now_on() -> None:
    record = reported(*ROUND, Join(3, "Dora"))
    state = record.state
    assert (record.names, state.totals, state.missing) == (NAMES, (5, 3, 4, 0), (0, 1, 2, 3))
    assert {offer.action({"points": "1"}).seat for offer in GAME.offers(state, None)[:4]} == {0, 1, 2, 3}
    assert record.step
    assert [said.rules[0] for said in record.step.messages] == ["companion.coming", RULE]
    # the round is complete with the fourth only
    later = reported(*ROUND, Join(3, "Dora"), *ROUND)
    assert later.state.round == 2
    assert reported(*ROUND, Join(3, "Dora"), *ROUND, "Dora 9").state.round == 3


def test_the_deal_comes_to_a_player_who_joined_and_skips_one_who_left() -> None:
    joined = reported(*ROUND, Join(3, "Dora"), *[*ROUND, "Dora 1"] * 3)
    assert joined.state.dealers == (0, 1, 2, 3, 0)[: joined.state.round]
    left = reported(*ROUND, Leave(1), "Anna 1", "Cem 1")
    assert left.state.dealers == (0, 2, 0)
    assert left.state.round == 3


def test_a_player_who_left_is_asked_no_more_and_comes_last() -> None:
    record = reported(*ROUND, Leave(0), "Ben 1", "Cem 1", "last round")
    assert isinstance(record.state.phase, GameOver)
    assert record.gone == {0}
    assert ScoreSheet.of_record(record).totals == (5, 4, 5)
    assert places(record) == {"Cem": 1, "Ben": 2, "Anna": 3}
    assert record.step
    assert dict(record.step.messages[-1].text.params)["n"] == 5
    with pytest.raises(Refused) as wrong:
        GAME.apply(reported(*ROUND, Leave(0)).state, report("Anna 4"))
    assert wrong.value.why.rules == (RULE,)
    # with the fewest points to win no player wins by going home
    assert places(reported(*ROUND, Leave(1), "Anna 9", "Cem 9", "last round", wins="fewest"))["Ben"] == 3


def test_a_round_that_waited_for_a_leaving_player_is_complete() -> None:
    record = reported("Anna 1", "Ben 2", Leave(2))
    assert (record.state.round, record.state.points) == (2, (None, None, None))
    # and what was reported of the running round stands
    assert reported("Cem 2", Leave(2)).state.totals == (0, 0, 2)


def test_the_dealer_of_a_round_stays_its_dealer_after_leaving_in_the_middle_of_it() -> None:
    record = reported("Anna 1", "Ben 1", "Cem 1", "Anna 1", "Ben 1", Leave(2), first=1)
    assert record.state.dealers == (1, 2, 0), "Cem has dealt round 2, and Anna is next"
    assert reported("Anna 1", "Ben 1", "Cem 1", "Anna 1", Leave(2), first=1).state.dealers == (1, 2)
    assert reported("Anna 1", "Ben 1", "Cem 1", Leave(2), first=1).state.dealers == (1, 0), (
        "nothing of round 2 was entered"
    )


def test_where_the_fewest_win_a_newcomer_starts_with_the_highest_total() -> None:
    record = reported(*ROUND, "Anna 9", Join(3, "Dora"), wins="fewest")
    assert record.state.totals == (14, 3, 4, 5), "of round 1: Dora is asked for her points of round 2 as well"
    assert record.step
    assert record.step.messages[-1].rules == (RULE, "free_sheet.ruling.wins")
    assert record.state.missing == (1, 2, 3)
    assert record.present[1] == {0, 1, 2, 3}, "the start stands in the round before"
    assert ScoreSheet.of_record(record).totals == record.state.totals
    assert reported(Join(3, "Dora"), wins="fewest").state.totals == (0, 0, 0, 0)
    assert reported(*ROUND, Join(3, "Dora"), Leave(3), Join(3, "Dora"), wins="fewest").state.totals == (5, 3, 4, 5)


def test_a_log_of_revision_1_keeps_the_empty_column_and_its_numbers_with_blanks() -> None:
    log = """
        {"game": "free_sheet", "revision": 1, "seats": ["Anna", "Ben"], "setup": {"wins": "fewest"}}
        {"kind": "free_sheet.scored", "seat": 0, "points": "3 6"}
        {"kind": "free_sheet.scored", "seat": 1, "points": "4"}
        {"kind": "join", "seat": 2, "name": "Cem"}
        {"id": "c", "kind": "amend", "entry": "2", "action": {"kind": "free_sheet.scored", "seat": 1, "points": "1 0"}}
    """
    read = read_log(log.strip(), {"free_sheet": GAME})
    assert replay(GAME, read.header, read.entries).record.state.totals == (36, 10, 0)


def test_undone_it_is_as_if_nobody_had_come_or_gone() -> None:
    record = reported(*ROUND, Join(3, "Dora"), Undo(("4",)))
    assert (record.names, record.state) == (NAMES[:3], reported(*ROUND).state)
    record = reported(*ROUND, Leave(0), Undo(("4",)))
    assert (record.gone, record.state) == (frozenset(), reported(*ROUND).state)
    with pytest.raises(NoLongerFits):
        reported(*ROUND, Join(3, "Dora"), "Dora 3").after(Entry("new", Undo(("4",))))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Join(4, "Dora"), "A new player takes the next seat, {next}, not {seat}."),
        (Leave(7), "There is no seat {seat}."),
        (Leave(2), "{player} has left already."),
    ],
)
def test_seats_keep_their_numbers(change: Change, message: str) -> None:
    why = refused(reported(*ROUND, Leave(2)), change)
    assert (why.text.message, why.rules) == (message, ("companion.coming",))


def test_names_numbers_and_the_end_set_limits() -> None:
    assert refused(reported(*ROUND), Join(3, " ANNA")).rules == ("companion.players",)
    fewest, most = GAME.meta.seats
    record = reported(*ROUND[:2], players=2)
    for seat in range(2 - fewest):
        record = record.after(Entry(f"l{seat}", Leave(seat)))
    assert refused(record, Leave(1)).text.message.startswith("{game} is for")
    record = reported(*ROUND[:2], players=2)
    for seat in range(2, most):
        record = record.after(Entry(f"j{seat}", Join(seat, f"P{seat}")))
    assert refused(record, Join(most, "Zoë")).text.message.startswith("{game} is for")
    over = reported(*ROUND, "last round")
    assert refused(over, Join(3, "Dora")).text.message == "The game is over: nobody can join or leave any more."
    assert refused(over, Leave(0)).rules == ("companion.coming",)


def test_two_phones_that_let_somebody_in_mean_the_same() -> None:
    record = reported(*ROUND, Join(3, "Dora"))
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", Join(3, "Dora"), expected_version=3))
    assert wrong.value.why.rules == ("companion.overtaken", "companion.players")
