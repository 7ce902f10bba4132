"""A correction drops only the later entries that are refused, each with its reason, and keeps all others."""

import pytest
from games.bronzen.table import action
from kernel.races import record_of, stayed, went

from companion.games import games
from companion.games.free_sheet.reports import Scored
from companion.kernel.corrections import Plan, in_effect, plan
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Amend, Change, Entry, Header, Redo, Rename, Reseat, Undo
from companion.kernel.record import Record, replay


def played(game: str, *changes: Change) -> Record:
    """Return the record of a game of Anna and Ben."""
    entries = [Entry(str(number), change) for number, change in enumerate(changes, start=1)]
    replayed = replay(games()[game], Header(game, games()[game].meta.revision, ("Anna", "Ben")), entries)
    assert replayed.failure is None
    return replayed.record


def bronzen(*words: str) -> Record:
    return played("bronzen", *(Act(action(word)) for word in words))


def applied(record: Record, planned: Plan) -> Record:
    """Return the record with all changes of a plan applied in turn."""
    for number, change in enumerate(planned.changes, start=1):
        record = record.after(Entry(f"new {number}", change))
    return record


def counting(record: Record) -> list[str]:
    return [line.entry.id for line in record.active]


def test_what_still_fits_is_kept_even_if_it_depends_on_the_correction() -> None:
    # the double answers the Jay; without both, Anna wins all the same
    record = bronzen("Ben wins", "jay", "Anna wins", "Ben doubles", "Anna wins")
    planned = plan(record, Amend("2", action("Ben wins")))
    assert planned.ids == {"4"}
    after = applied(record, planned)
    assert counting(after) == ["1", "2", "3", "5"]
    assert after.state == bronzen("Ben wins", "Ben wins", "Anna wins", "Anna wins").state


def test_the_reason_is_that_of_the_state_in_which_it_would_be_reported() -> None:
    record = played("free_sheet", *(Act(Scored(seat, points)) for seat, points in ((1, "7"), (0, "5"), (1, "3"))))
    planned = plan(record, Amend("1", Scored(0, "0")))
    assert planned.ids == {"2"}, "Anna has her points; Ben's still fit"
    state = played("free_sheet", Act(Scored(0, "0"))).state
    assert planned.dropped[0].why == record.game.refusal(state, Scored(0, "5"))
    assert counting(applied(record, planned)) == ["1", "3"]


def test_an_undo_names_what_it_drops() -> None:
    record = record_of(went(0, 1), went(1, 1), stayed(0), went(1, 1))
    planned = plan(record, Undo(("1", "3")))
    assert planned.changes == (Undo(("1", "3", "2", "4")),)
    assert [*applied(record, planned).active] == []


def test_what_fits_is_entered_as_it_is() -> None:
    record = bronzen("Ben wins", "Anna wins")
    assert plan(record, Amend("1", action("Anna wins"))) == Plan((), (Amend("1", action("Anna wins")),))


def test_what_is_brought_back_drops_what_has_taken_its_place() -> None:
    record = record_of(went(0, 1), went(1, 1), Undo(("2",)), went(1, 2), stayed(0))
    planned = plan(record, Redo(("2",)))
    assert planned.ids == {"4"}
    after = applied(record, planned)
    assert counting(after) == ["1", "2", "5"]
    assert after.state == record_of(went(0, 1), went(1, 1), stayed(0)).state


def test_a_correction_that_is_refused_itself_says_why() -> None:
    record = record_of(went(0, 1), went(1, 1), stayed(0))
    with pytest.raises(Refused) as refused:
        plan(record, Amend("2", went(0, 1)))
    assert refused.value.why == record.game.refusal(record_of(went(0, 1)).state, went(0, 1))
    brought = replay(record.game, record.header, [*record.entries, Entry("u", Undo(("2", "3")))]).record
    with pytest.raises(Refused) as refused:
        plan(brought, Redo(("3",)))
    assert refused.value.why == record.game.refusal(record_of(went(0, 1)).state, stayed(0))


def test_of_several_that_are_brought_back_those_stay_away_that_do_not_fit() -> None:
    record = record_of(went(0, 1), went(1, 1), stayed(0), Undo(("1", "2", "3")), stayed(0))
    planned = plan(record, Redo(("2", "3")))
    assert planned.ids == {"2", "5"}
    assert counting(applied(record, planned)) == ["3"]


def test_undone_a_correction_leaves_everything_as_it_was() -> None:
    record = bronzen("Ben wins", "jay", "Anna wins", "Ben doubles", "Anna wins")
    after = applied(record, plan(record, Amend("2", action("Ben wins"))))
    undone = after.after(Entry("back", Undo(tuple(entry.id for entry in after.entries[record.version :]))))
    assert (undone.state, undone.history, undone.points) == (record.state, record.history, record.points)


def test_without_the_new_players_no_reports_about_them_remain() -> None:
    # after the redo of the first report, players can no longer be reseated
    record = record_of(went(0, 1), Undo(("1",)), Reseat(("Cem", "Dana")), went(0, 2))
    planned = plan(record, Redo(("1",)))
    assert planned.ids == {"3", "4"}
    assert [conflict.why.rules for conflict in planned.dropped] == [("companion.players",)] * 2
    assert applied(record, planned).names == ("Anna", "Ben")


def test_what_was_reported_of_the_same_players_is_brought_back_with_them() -> None:
    record = record_of(Rename((1,), ("Bea",)), Reseat(("Cem", "Dana")), went(0, 2), Undo(("2", "3")))
    assert counting(record.after(Entry("again", Redo(("2", "3"))))) == ["1", "2", "3"]


def test_what_goes_only_to_come_back_is_no_news() -> None:
    def entry(id: str, change: Change, at: str = "2026-01-01T20:00:00+00:00") -> Entry:
        return Entry(id, change, at, None, 5)

    amend = entry("b", Amend("2", stayed(0)))
    entries = [entry("a", Undo(("3", "4", "5"))), amend, entry("c", Redo(("3", "5")))]
    assert [*in_effect(entries)] == [entry("a", Undo(("4",))), amend]
    later = entry("d", Redo(("4",)), "2026-01-01T20:01:00+00:00")
    assert [*in_effect([*entries, later])] == [entry("a", Undo(("4",))), amend, later]
