"""What the log says of itself, word by word: a screen shows the sentence, not only the rule."""

import pytest
from attrs import evolve
from kernel.races import HEADER, RACE, log, record_of, went

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Amend, Change, Entry, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.players import LONGEST
from companion.kernel.record import Record, replay, ruling_text
from companion.kernel.seating import reseating_refusal
from companion.kernel.text import Listing, Player, Text, in_english
from companion.kernel.text_limits import excerpt, printable, refuse_unwritable

THREE = evolve(HEADER, seats=("Anna", "Ben", "Cem"))


def refused(record: Record, change: Change, *, seen: int | None = None, id: str = "new") -> Explanation:
    """Return why a record refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry(id, change, expected_version=seen))
    assert str(wrong.value) == in_english(wrong.value.why.text)
    return wrong.value.why


def spelled(text: Text) -> str:
    """Return a message with what fills its holes."""
    return text.message.format(**dict(text.params))


@pytest.mark.parametrize(
    ("change", "said", "rule"),
    [
        (Undo(()), "There is nothing to undo.", "companion.undo"),
        (Redo(()), "There is nothing to redo.", "companion.redo"),
        (Undo(("4",)), "There is no entry 4 to undo, or it has been undone already.", "companion.undo"),
        (Undo(("none",)), "There is no entry none to undo, or it has been undone already.", "companion.undo"),
        (Redo(("1",)), "Entry 1 is not undone, so there is nothing to redo.", "companion.redo"),
        (Redo(("none",)), "Entry none is not undone, so there is nothing to redo.", "companion.redo"),
        (Amend("4", went(0, 1)), "There is no entry 4 to correct, or it is undone.", "companion.amend"),
        (Amend("none", went(0, 1)), "There is no entry none to correct, or it is undone.", "companion.amend"),
        (
            Undo(("new",)),
            "A correction cannot name itself: it reaches only what was entered before it.",
            "companion.undo",
        ),
        (Ruling("Who?", "  "), "Write down what you have decided.", "companion.dispute"),
        (Ruling("Who?", "Anna.", agreed=(2,)), "There is no seat 2.", "companion.dispute"),
        (Rename((), ()), "Give one name for each player, and no player twice.", "companion.players"),
        (Rename((1, 1), ("Bo", "Bea")), "Give one name for each player, and no player twice.", "companion.players"),
        (Rename((0, 1), ("Bo",)), "Give one name for each player, and no player twice.", "companion.players"),
        (Rename((2,), ("Cem",)), "There is no seat 2.", "companion.players"),
        (Rename((-1,), ("Cem",)), "There is no seat -1.", "companion.players"),
        (Rename((1,), (" ",)), "A player needs a name.", "companion.players"),
        (
            Rename((1,), ("Be\nn",)),
            "A name cannot contain invisible characters. Please leave them out.",
            "companion.players",
        ),
        (Rename((1,), ("x" * 41,)), "This name is too long: at most 40 letters.", "companion.players"),
        (
            Rename((1,), ("anna",)),
            "Two players have the same name. Give each their own, so that everybody knows whose turn it is.",
            "companion.players",
        ),
    ],
    ids=str,
)
def test_what_is_refused_says_why(change: Change, said: str, rule: str) -> None:
    why = refused(record_of(went(0, 1), went(1, 1), went(0, 1), went(1, 1), Undo(("4",))), change)
    assert (spelled(why.text), why.rules) == (said, (rule,))


def test_a_name_of_forty_letters_is_the_longest() -> None:
    assert LONGEST == 40
    assert record_of(Rename((1,), ("x" * 40,))).names == ("Anna", "x" * 40)


def test_names_and_seats_that_are_so_already() -> None:
    why = refused(record_of(), Rename((1,), ("Ben",)))
    assert (why.text.message, dict(why.text.params)) == (
        "{names}: that is the name already.",
        {"names": Listing(("Ben",))},
    )
    why = refused(record_of(), Reseat(HEADER.seats, HEADER.first))
    assert (why.text.message, why.rules) == ("These players are already seated like this.", ("companion.players",))
    assert refused(record_of(), Reseat(("Anna", "anna"))).text.message.startswith("Two players have the same name.")


def test_who_sits_there_after_something_was_reported() -> None:
    one = refused(record_of(went(0, 1)), Reseat(("Cem", "Dora")))
    assert one.text.message.startswith("The players can be changed until the first entry, and there is {n} already.")
    assert (dict(one.text.params), one.rules) == ({"n": 1}, ("companion.players",))
    two = reseating_refusal(record_of(went(0, 1), Rename((1,), ("Bo",)), went(1, 1)).history)
    assert two
    assert dict(two.text.params) == {"n": 2}
    assert two.text.plural
    assert two.text.plural.endswith("there are {n} already. Undo them first, or start a new game.")
    assert reseating_refusal(record_of(went(0, 1), Undo(("1",)), Rename((1,), ("Bo",))).history) is None


def test_whose_report_was_overtaken_by_a_change_of_the_players() -> None:
    record = record_of(Reseat(("Cem", "Dora")))
    why = refused(record, Act(went(0, 1)), seen=0)
    assert why.text.message == "Somebody has just changed the players. Check them again; nothing was entered."
    assert why.rules == ("companion.overtaken", "companion.players")


def test_a_name_is_overtaken_by_another_of_the_same_player_only() -> None:
    record = record_of(Rename((0,), ("Ada",)), Rename((1,), ("Bo",)))
    assert refused(record, Rename((1,), ("Bea",)), seen=0).rules == ("companion.overtaken", "companion.players")
    assert refused(record, Rename((0,), ("Ann",)), seen=0).rules == ("companion.overtaken", "companion.players")
    other = record_of(Rename((0,), ("Ada",))).after(Entry("new", Rename((1,), ("Bo",)), expected_version=0))
    assert other.names == ("Ada", "Bo")


def test_who_is_called_what_now() -> None:
    record = record_of(Rename((0, 1), ("Ada", "Bo")))
    assert record.history[-1].step
    messages = record.history[-1].step.messages
    assert [spelled(said.text) for said in messages] == ["Anna is now called Ada.", "Ben is now called Bo."]
    nameless = evolve(HEADER, seats=("", "Ben"))
    named = Record.begin(RACE, nameless).after(Entry("1", Rename((0,), ("Ada",))))
    assert named.history[-1].step
    (said,) = named.history[-1].step.messages
    old = dict(said.text.params)["old"]
    assert isinstance(old, Text)
    assert (old.message, old.params) == ("Player {number}", (("number", 1),))


def test_who_plays_now() -> None:
    record = record_of(Reseat(("Cem", "Dora")))
    assert record.history[-1].step
    said = record.history[-1].step.messages[0]
    assert (said.text.message, said.text.params) == ("Now playing: {names}.", (("names", Listing(("Cem", "Dora"))),))
    assert said.rules == ("companion.players",)


@pytest.mark.parametrize(
    ("change", "message", "params"),
    [
        (Ruling("Who?", "Anna."), "Dispute settled: {question}", {"question": "Who?"}),
        (Ruling("", "Anna."), "Dispute settled: {question}", {"question": "Anna."}),
        (Rename((1,), ("Bo",)), "Names: {names}", {"names": Listing(("Bo",))}),
        (Reseat(("Cem", "Dora")), "Players: {names}", {"names": Listing(("Cem", "Dora"))}),
    ],
    ids=str,
)
def test_what_the_history_calls_it(change: Change, message: str, params: dict[str, object]) -> None:
    text = record_of().describe(change)
    assert (text.message, dict(text.params)) == (message, params)


def test_what_was_decided_and_who_was_for_it() -> None:
    assert ruling_text(Ruling("", "Anna.")).message == "Your ruling: {decision}"
    text = ruling_text(Ruling("", "Anna.", agreed=(1, 0)))
    assert text.message == "Your ruling: {decision} (in favour: {players})"
    assert dict(text.params) == {"decision": "Anna.", "players": Listing((Player(1), Player(0)))}
    settled = record_of(Ruling("", "Anna.", rules=("toy_race.turn",)))
    assert settled.history[-1].step
    assert settled.history[-1].step.messages[0].rules == ("toy_race.turn", "companion.dispute")


def test_what_no_longer_fits_is_counted() -> None:
    record = record_of(went(0, 1), went(1, 1))
    one = refused(record, Undo(("1",)))
    single = "After this correction a later entry would no longer be allowed: {why} Nothing was changed."
    assert one.text.message == single
    assert dict(one.text.params)["n"] == 1
    two = refused(record_of(went(0, 1), went(1, 1), went(0, 1), went(1, 1)), Undo(("1", "3")))
    assert two.text.plural
    assert two.text.plural == (
        "After this correction {n} later entries would no longer be allowed. The first: {why} Nothing was changed."
    )
    assert dict(two.text.params)["n"] == 2


def test_an_entry_that_never_fitted_stands_undone_in_the_history() -> None:
    record = record_of(went(0, 1)).skipping(Entry("2", Act(went(0, 1))))
    assert (record.version, record.state) == (2, record_of(went(0, 1)).state)
    assert (record.history[-1].undone, record.history[-1].step) == (True, None)
    assert [line.entry.id for line in record.active] == ["1"]
    assert record.skipping(Entry("3", Undo(("2",)))).history == record.history


def test_only_readers_may_read() -> None:
    everybody, anna = Explanation(Text("toy", "a"), ()), Explanation(Text("toy", "a"), (), seats=frozenset({0}))
    assert [everybody.is_for(seat) for seat in (None, 0, 1)] == [True, True, True]
    assert [anna.is_for(seat) for seat in (None, 0, 1)] == [False, True, False]


def test_words_have_two_hundred_letters_and_sentences_four_thousand() -> None:
    refuse_unwritable(evolve(HEADER, seats=("x" * 200,)))
    refuse_unwritable(Ruling("q" * 4000, "d"))
    for wrong, most in ((evolve(HEADER, seats=("x" * 201,)), 200), (Ruling("q" * 4001, "d"), 4000)):
        with pytest.raises(Refused) as refusal:
            refuse_unwritable(wrong)
        text = refusal.value.why.text
        assert text.message == "“{text}” is too long: it can have {most} characters at most."
        assert dict(text.params)["most"] == most
    with pytest.raises(Refused) as refusal:
        refuse_unwritable(evolve(HEADER, seats=("An\x1bna",)))
    text = refusal.value.why.text
    assert text.message == "“{text}” contains a character that cannot be shown: {sign}. Leave it out."
    assert dict(text.params) == {"text": "An<U+001B>na", "sign": "<U+001B>"}
    with pytest.raises(Refused):
        refuse_unwritable(evolve(HEADER, seats=("An\nna",)))
    refuse_unwritable(Ruling("first\nsecond", "d"))


def test_a_message_tells_the_beginning_of_a_long_text() -> None:
    assert excerpt("x" * 30) == "x" * 30
    assert excerpt("x" * 31) == "x" * 29 + "…"
    assert excerpt("a\tb\x1b") == "a b<U+001B>"
    assert (printable("a\nb"), printable("a\nb\r", lines=True)) == ("a<U+000A>b", "a\nb ")


def test_the_log_of_three_has_three_names() -> None:
    record = replay(RACE, THREE, log(Rename((2,), ("Carl",)))).record
    assert record.names == ("Anna", "Ben", "Carl")
