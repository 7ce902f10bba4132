"""Who plays: names are mended at any time, seats change until something has been reported, and the log only grows."""

import pytest
from attrs import evolve
from kernel.races import HEADER, RACE, log, record_of, went

from companion.i18n import Renderer
from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Amend, Change, Entry, Join, Leave, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.players import LONGEST, name_refusal
from companion.kernel.record import Record, replay
from companion.kernel.undo import NoLongerFits
from companion.scoring import ScoreSheet

THREE = evolve(HEADER, seats=("Anna", "Ben", "Cem"), first=2)


def ben(name: str, seat: int = 1) -> Rename:
    """Return a name for one player."""
    return Rename((seat,), (name,))


def why(record: Record, change: Change, expected_version: int | None = None) -> Explanation:
    """Return why a record refuses one more change."""
    with pytest.raises(Refused) as refused:
        record.after(Entry("new", change, expected_version=expected_version))
    return refused.value.why


def at_three(*changes: Change) -> Record:
    """Return the record of a race of three."""
    replayed = replay(RACE, THREE, log(*changes))
    assert replayed.failure is None, replayed.failure
    return replayed.record


def test_a_name_is_mended_in_a_running_game() -> None:
    record = record_of(went(0, 1), ben("Benno"), went(1, 1))
    assert record.names == ("Anna", "Benno")
    assert record.header == HEADER
    assert record.state == record_of(went(0, 1), went(1, 1)).state
    assert record.history[1].step is not None
    assert record.history[1].step.messages[0].text.params == (("old", "Ben"), ("name", "Benno"))
    assert record.history[1].step.messages[0].rules == ("companion.players",)


def test_undone_the_old_name_holds_and_brought_back_the_new_one() -> None:
    assert record_of(ben("Benno"), Undo(("1",))).names == HEADER.seats
    assert record_of(ben("Benno"), Undo(("1",)), Redo(("1",))).names == ("Anna", "Benno")
    assert record_of(ben("Benno"), ben("Bruno"), Undo(("1",))).names == ("Anna", "Bruno")


def test_two_names_that_were_mixed_up_are_swapped_at_once() -> None:
    assert record_of(went(0, 1), Rename((0, 1), ("Ben", "Anna"))).names == ("Ben", "Anna")


@pytest.mark.parametrize(
    "name",
    ["", "  ", "Anna", " anna ", "x" * (LONGEST + 1), "Be\x1bn", "Be\nn", "Ben\u202e", "\x00", "\u200d", "a\ud800"],
)
def test_nobody_can_be_called_so(name: str) -> None:
    record = record_of(went(0, 1))
    assert why(record, ben(name)).rules == ("companion.players",)
    assert why(at_three(), Reseat(("Anna", name))).rules == ("companion.players",)


@pytest.mark.parametrize("name", ["Ben", "x" * LONGEST, "Jörg-Ægir O’Néill 2", "李", "👩‍👩‍👧", "می‌خواهم"])
def test_anybody_can_be_called_so(name: str) -> None:
    assert name_refusal(name) is None


@pytest.mark.parametrize(
    "change", [ben("Ben"), ben("Cem", 2), Rename((), ()), Rename((0, 1), ("A",)), Rename((0, 0), ("A", "B"))]
)
def test_what_is_no_new_name_is_refused(change: Rename) -> None:
    assert why(record_of(), change).rules == ("companion.players",)


def test_an_undo_that_would_leave_two_of_a_name_is_refused() -> None:
    record = record_of(ben("Cem", 0), ben("Anna", 1))
    with pytest.raises(NoLongerFits) as unfit:
        record.after(Entry("new", Undo(("1",))))
    assert [conflict.entry.id for conflict in unfit.value.conflicts] == ["2"]


def test_others_play_as_long_as_nothing_is_reported() -> None:
    record = at_three(Reseat(("Cem", "Anna"), 1))
    assert (record.names, record.seated.first, record.header) == (("Cem", "Anna"), 1, THREE)
    assert record.state.places == (0, 0)
    assert dict(RACE.offers(record.state, None)[0].given) == {"seat": 1}
    assert record.state == replay(RACE, record.seated, ()).record.state
    played = at_three(Reseat(("Cem", "Anna"), 1), went(1, 2), went(0, 1))
    assert len(ScoreSheet.of_record(played).totals) == 2
    more = at_three(ben("Bea"), Reseat(("Anna", "Bea", "Cem", "Dana")), Ruling("?", "So."), Reseat(("Dana", "Bea")))
    assert more.names == ("Dana", "Bea")
    assert at_three(Reseat(("Cem", "Anna")), Undo(("1",))).names == THREE.seats


def test_after_a_report_it_is_said_why_not() -> None:
    record = at_three(went(2, 1))
    refused = why(record, Reseat(("Anna", "Cem")))
    assert refused.rules == ("companion.players",)
    assert Renderer("en", THREE.seats).text(refused.text) == (
        "The players can be changed until the first entry, and there is 1 already. Undo it first, or start a new game."
    )
    # what is undone is no report, and a decision of somebody's is one
    assert at_three(went(2, 1), Undo(("1",)), Reseat(("Anna", "Cem"))).names == ("Anna", "Cem")
    assert why(at_three(Ruling("?", "So.", (), (1,))), Reseat(("Anna", "Cem"))).rules == ("companion.players",)
    assert why(at_three(), Reseat(("Anna",))).text.message.startswith("{game} is for")
    assert why(at_three(), Reseat(THREE.seats, 2)).rules == ("companion.players",)


def test_reports_of_some_players_are_not_applied_to_others() -> None:
    record = at_three(Reseat(("Anna", "Cem")), went(0, 1), ben("Carl"))
    for change in (Undo(("1",)), Amend("1", went(0, 1))):
        assert why(record, change)
    with pytest.raises(NoLongerFits) as unfit:
        record.after(Entry("new", Undo(("1",))))
    assert [conflict.entry.id for conflict in unfit.value.conflicts] == ["2", "3"]
    assert record.after(Entry("new", Undo(("1", "2", "3")))).names == THREE.seats
    # brought back below other players, an old report would be of them
    again = at_three(went(2, 1), Undo(("1",)), Reseat(("Anna", "Cem")))
    with pytest.raises(NoLongerFits):
        again.after(Entry("new", Redo(("1",))))


def test_who_had_not_seen_it_changes_or_reports_nothing_by_it() -> None:
    record = at_three(Reseat(("Cem", "Anna"), 1))
    for change in (Act(went(1, 1)), ben("Bea"), Reseat(("Anna", "Ben")), Ruling("?", "So.")):
        assert why(record, change, expected_version=0).rules == ("companion.overtaken", "companion.players")
        record.after(Entry("new", change, expected_version=1))
    undone = record.after(Entry("2", Undo(("1",))))
    assert why(undone, Act(went(2, 1)), expected_version=1).rules[0] == "companion.overtaken"
    undone.after(Entry("new", Act(went(2, 1)), expected_version=2))
    both = at_three(Reseat(("Cem", "Anna"), 1), ben("Ada"))
    assert why(both, Act(went(1, 1)), expected_version=0).rules[0] == "companion.overtaken"
    both.after(Entry("new", Act(went(1, 1)), expected_version=1))
    renamed = at_three(ben("Bea"))
    assert why(renamed, ben("Bert"), expected_version=0).rules[0] == "companion.overtaken"
    assert renamed.after(Entry("new", ben("Carl", 2), expected_version=0)).names == ("Anna", "Bea", "Carl")
    renamed.after(Entry("new", Act(went(2, 1)), expected_version=0))


def test_nobody_joins_or_leaves_a_game_that_knows_nothing_of_it() -> None:
    for change in (Join(3, "Dana"), Leave(0)):
        refused = why(at_three(went(2, 1)), change)
        assert refused.rules == ("companion.coming",)
        assert refused.text.message == "In {game} nobody can join or leave during a game."
