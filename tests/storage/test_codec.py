"""The log as a file: what is written is read again, and what cannot be read says why and where."""

from enum import Enum
from types import SimpleNamespace

import pytest
from attrs import frozen
from toy.mount import mount

from companion.games import games
from companion.kernel.log import Act, Amend, Entry, Header, Join, Leave, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.record import replay
from companion.storage.codec import LogError, entry_from_json, entry_to_json, read_log, write_log

mount()
GAMES = games()
RACE = GAMES["toy_race"]
KINDS = {kind.__name__: kind for kind in RACE.actions}
Advanced, Passed, NextRound = KINDS["Advanced"], KINDS["Passed"], KINDS["NextRound"]

HEADER = '{"game": "toy_race", "seats": ["Anna", "Ben"]}\n'
ADVANCED = '{"kind": "toy_race.advanced", "seat": 0, "steps": 3}\n'


def said(error: LogError | None) -> str:
    """Return what an error says, its parameters filled in."""
    assert error is not None
    assert error.why.rules == ("companion.log",)
    return error.why.text.message.format_map(dict(error.why.text.params))


def test_a_log_written_by_hand() -> None:
    log = read_log(
        """\ufeff# Anna against Ben

        {"game": "toy_race", "seats": ["Anna", "Ben"], "setup": {"length": "long"}}
        {"kind": "toy_race.advanced", "seat": 0, "steps": 3}
        # that was the wrong pawn
        {"kind": "undo", "entry": 1}
        {"kind": "redo", "entries": ["1"]}
        {"kind": "amend", "entry": "1", "action": {"kind": "toy_race.advanced", "seat": 0, "steps": 2}}\r
        {"kind": "toy_race.passed", "seat": 1, "id": "x", "at": "2024-02-29T20:15:00Z", "by": 1, "base": 4}
        """,
        GAMES,
    )
    assert log.error is None
    assert log.header == Header("toy_race", 2, ("Anna", "Ben"), house={"length": "long"})
    assert log.entries == (
        Entry("1", Act(Advanced(0, 3))),
        Entry("2", Undo(("1",))),
        Entry("3", Redo(("1",))),
        Entry("4", Amend("1", Advanced(0, 2))),
        Entry("x", Act(Passed(1)), "2024-02-29T20:15:00Z", 1, 4),
    )
    assert (log.line, log.lines) == (3, (4, 6, 7, 8, 9))
    assert replay(log.game, log.header, log.entries).record.state.places == (2, 0)


def test_what_is_written_is_read_again() -> None:
    header = Header("toy_race", 2, ("Ännchen\u2028von Tharau", 'B"en'), 1, {"length": "short"}, "de")
    entries = (
        Entry("a", Act(Advanced(1, 3)), "2024-02-29T20:15:00+00:00", 1, 0),
        Entry("b", Amend("a", Advanced(1, 2)), None, 0, 1),
        Entry("c", Undo(("a",))),
        Entry("d", Redo(("a",))),
        Entry("e", Undo(("a", "b"))),
        Entry("f", Ruling("Zählt's?", "Ja, „das“ zählt.", ("toy_race.turn",), (1,))),
        Entry("g", Rename((1,), ("Ben",))),
        Entry("h", Rename((1, 0), ("Anna", "Ben"))),
        Entry("i", Reseat(("Anna", "Ben", "Cem"), 2)),
        Entry("k", Join(3, "Dora")),
        Entry("l", Leave(1)),
        Entry("j", Act(Passed(2)), None, 2),
    )
    text = write_log(header, entries, RACE)
    assert len(text.split("\n")) == 1 + len(entries) + 1
    log = read_log(text, GAMES)
    assert (log.header, log.entries, log.error) == (header, entries, None)


def test_one_name_is_written_shortly() -> None:
    raw = {"id": "1", "kind": "rename", "seat": 1, "name": "Ben"}
    assert entry_to_json(Entry("1", Rename((1,), ("Ben",))), "toy_race") == raw
    assert entry_from_json(raw, RACE) == Entry("1", Rename((1,), ("Ben",)))
    for wrong in ({"seat": "1"}, {"names": ["Ben"]}, {"seats": [1]}, {"name": None}):
        with pytest.raises(LogError):
            entry_from_json(raw | wrong, RACE)


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


@frozen
class Card:
    rank: int

    def to_text(self) -> str:
        return f"{self.rank}X"

    @classmethod
    def from_text(cls, text: str) -> "Card":
        return cls(int(text.removesuffix("X")))


@frozen
class Detail:
    suit: Suit
    note: str | None = None


@frozen
class Everything:
    cards: tuple[Card, Card]
    detail: Detail
    words: tuple[str, ...] = ()
    seats: frozenset[int] = frozenset()
    more: int | str | None = None


@frozen
class Reserved:
    by: int


PLAIN = {"kind": "test.everything", "cards": ["7X", "8X"], "detail": {"suit": "hearts"}}
TEST = SimpleNamespace(meta=SimpleNamespace(id="test", title="Test"), actions=(Everything,))


def test_values_of_every_kind_survive() -> None:
    action = Everything((Card(7), Card(10)), Detail(Suit.SPADES, "n"), ("ä", "b"), frozenset({2, 0, 1}), "x")
    raw = entry_to_json(Entry("1", Act(action)), "test")
    assert raw == {
        "id": "1",
        "kind": "test.everything",
        "cards": ["7X", "10X"],
        "detail": {"suit": "spades", "note": "n"},
        "words": ["ä", "b"],
        "seats": [0, 1, 2],
        "more": "x",
    }
    assert entry_from_json(raw, TEST) == Entry("1", Act(action))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"cards": ["7X"]}, "The field “cards” cannot be"),
        ({"cards": "7X"}, "The field “cards” cannot be"),
        ({"cards": ["7X", "acht"]}, "The field “cards” cannot be"),
        ({"cards": ["7X", 8]}, "The field “cards” cannot be"),
        ({"detail": {}}, "The field “detail.suit” is missing"),
        ({"detail": {"suit": "cups"}}, "The field “detail.suit” cannot be"),
        ({"detail": {"suit": "hearts", "x": 1}}, "There is no field “detail.x”"),
        ({"detail": 5}, "The field “detail"),
        ({"detail": {"suit": "hearts", "note": 5}}, "The field “detail.note” cannot be"),
        ({"words": "ab"}, "The field “words” cannot be"),
        ({"words": ["a", None]}, "The field “words” cannot be"),
        ({"words": {"a": 1}}, "The field “words” cannot be"),
        ({"seats": [True]}, "The field “seats” cannot be"),
        ({"more": 1.5}, "The field “more” cannot be"),
        ({"more": []}, "The field “more” cannot be"),
    ],
)
def test_a_wrong_value_is_named(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(LogError) as wrong:
        entry_from_json({"id": "1", **PLAIN, **change}, TEST)
    assert said(wrong.value).startswith(complaint)


def test_an_action_must_not_take_a_name_that_every_entry_has() -> None:
    game = SimpleNamespace(meta=SimpleNamespace(id="test", title="Test"), actions=(Reserved,))
    with pytest.raises(TypeError, match="by"):
        entry_from_json({"id": "1", "kind": "test.reserved", "by": 1}, game)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "This is not the log of a game"),
        ("# only a remark", "This is not the log of a game"),
        ("Dear diary,", "This is not the log of a game"),
        ("[1, 2]", "This is not the log of a game"),
        ('{"name": "package"}', "This is not the log of a game"),
        ("\x00\x01", "This is not the log of a game"),
        ('{"game": 3}', "The field “game” cannot be 3"),
        ('{"game": "chess", "seats": ["Anna"]}', "There is no game “chess” here"),
        ('{"game": "toy_race", "format": 2, "whatever": 1}', "This log needs a newer version of Companion"),
        ('{"game": "toy_race", "revision": 3, "whatever": 1}', "This log needs a newer version of Companion"),
        ('{"game": "toy_race", "revision": 0, "seats": ["Anna"]}', "{Race} cannot bring up a log of revision 0"),
        ('{"game": "toy_race", "revision": "2", "seats": ["Anna"]}', "The field “revision” cannot be"),
        ('{"game": "toy_race"}', "The field “seats” is missing"),
        ('{"game": "toy_race", "seats": "AB"}', "The field “seats” cannot be"),
        ('{"game": "toy_race", "seats": ["Anna", 5]}', "The field “seats” cannot be"),
        ('{"game": "toy_race", "seats": ["Anna", "\\ud800"]}', "This holds half a character"),
        ('{"game": "toy_race", "seats": ["A", "B"], "first": true}', "The field “first” cannot be true"),
        ('{"game": "toy_race", "seats": ["A", "B"], "setup": []}', "The field “setup” cannot be"),
        ('{"game": "toy_race", "seats": ["A", "B"], "setup": {"length": null}}', "The field “setup” cannot be"),
        ('{"game": "toy_race", "seats": ["A", "B"], "players": 2}', "There is no field “players”"),
    ],
)
def test_a_wrong_header_is_an_error(line: str, complaint: str) -> None:
    with pytest.raises(LogError) as wrong:
        read_log(f"\n{line}\n{ADVANCED}", GAMES)
    text = said(wrong.value).replace(str(RACE.meta.title), "{Race}")
    assert text.startswith(complaint)
    if line.startswith("{"):
        assert wrong.value.line == 2


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("and then Ben won", "This line cannot be read"),
        ('{"kind": "toy_race.passed", "seat": 1', "This line cannot be read"),
        ("[]", "This line cannot be read"),
        ("[" * 100_000, "This is nested too deep: 100 levels at most"),
        ('{"kind": "toy_race.passed", "seat": ' + "9" * 5000 + "}", "The number 999"),
        ("{}", "The field “kind” is missing"),
        ('{"kind": 1}', "The field “kind” cannot be 1"),
        ('{"kind": "toy_race.flown"}', "{Race} knows nothing of the kind “toy_race.flown”"),
        ('{"kind": "bronzen.einzel", "seat": 0}', "{Race} knows nothing of the kind “bronzen.einzel”"),
        ('{"kind": "toy_race.moved", "seat": 0, "squares": 2}', "{Race} knows nothing of the kind “toy_race.moved”"),
        ('{"kind": "toy_race.passed"}', "The field “seat” is missing"),
        ('{"kind": "toy_race.passed", "seat": "1"}', 'The field “seat” cannot be "1"'),
        ('{"kind": "toy_race.passed", "seat": true}', "The field “seat” cannot be true"),
        ('{"kind": "toy_race.passed", "seat": 1.0}', "The field “seat” cannot be 1.0"),
        ('{"kind": "toy_race.passed", "seat": 9007199254740992}', "The field “seat” cannot be 9007199254740992"),
        ('{"kind": "toy_race.passed", "seat": 1000001}', "The field “seat” cannot be 1000001"),
        ('{"kind": "toy_race.passed", "seat": 9223372036854775808}', "The number 9223372036854775808 is too large"),
        ('{"kind": "toy_race.passed", "seat": 1e999}', "The number 1e999 is too large"),
        ('{"kind": "toy_race.passed", "seat": NaN}', "“NaN” is not a number"),
        ('{"kind": "toy_race.passed", "seat": -' + "9" * 4000 + "}", "The number -999"),
        ('{"kind": "toy_race.passed", "seat": null}', "The field “seat” cannot be null"),
        ('{"kind": "toy_race.passed", "seat": 1, "steps": 0}', "There is no field “steps”"),
        ('{"kind": "toy_race.passed", "seat": 1, "id": "1"}', "There is an entry “1” already"),
        ('{"kind": "toy_race.passed", "seat": 1, "id": null}', "The field “id” cannot be null"),
        ('{"kind": "toy_race.passed", "seat": 1, "by": 2}', "There is no seat 2"),
        ('{"kind": "toy_race.passed", "seat": 1, "at": "gestern"}', "The field “at” cannot be"),
        ('{"kind": "toy_race.passed", "seat": 1, "base": "1"}', "The field “base” cannot be"),
        ('{"kind": "toy_race.passed", "seat": 1, "revision": 3}', "This log needs a newer version of Companion"),
        ('{"kind": "toy_race.passed", "seat": 1, "revision": 1}', "The entry is of an older revision"),
        ('{"kind": "undo"}', "The field “entry” is missing"),
        ('{"kind": "undo", "entry": ["1"]}', "The field “entry” cannot be"),
        ('{"kind": "undo", "entries": "1"}', "The field “entries” cannot be"),
        ('{"kind": "redo", "entry": "1", "entries": ["1"]}', "There is no field “entry”"),
        ('{"kind": "amend", "entry": "1"}', "The field “action” is missing"),
        ('{"kind": "amend", "entry": "1", "action": "passed"}', "The field “action” cannot be"),
        ('{"kind": "amend", "entry": "1", "action": {"kind": "undo", "entry": "1"}}', "{Race} knows nothing"),
    ],
)
def test_a_wrong_entry_ends_the_log_and_keeps_what_came_before(line: str, complaint: str) -> None:
    log = read_log(f"{HEADER}\n{ADVANCED}{line}\n{ADVANCED}", GAMES)
    assert log.entries == (Entry("1", Act(Advanced(0, 3))),)
    assert said(log.error).replace(str(RACE.meta.title), "{Race}").startswith(complaint)
    assert log.error.line == 4


# Older revisions

OLD_HEADER = '{"game": "toy_race", "revision": 1, "seats": ["Anna", "Ben"]}\n'
MOVED = '{"kind": "toy_race.moved", "seat": 0, "squares": 3}\n'


def test_an_older_log_is_brought_up_to_date() -> None:
    amend = '{"kind": "amend", "entry": "1", "action": {"kind": "toy_race.moved", "seat": 0, "squares": 2}}'
    log = read_log(OLD_HEADER + MOVED + amend, GAMES)
    assert log.error is None
    assert log.header.revision == 2
    assert log.entries == (Entry("1", Act(Advanced(0, 3))), Entry("2", Amend("1", Advanced(0, 2))))


def test_an_older_log_can_go_on_under_the_newer_revision() -> None:
    log = read_log(OLD_HEADER + MOVED + '{"kind": "toy_race.passed", "seat": 1, "revision": 2}\n' + ADVANCED, GAMES)
    assert log.error is None
    assert [entry.change for entry in log.entries] == [Act(Advanced(0, 3)), Act(Passed(1)), Act(Advanced(0, 3))]


def test_what_cannot_be_brought_up_to_date_ends_the_log() -> None:
    log = read_log(OLD_HEADER + MOVED + MOVED + '{"kind": "toy_race.moved", "seat": 0}\n' + MOVED, GAMES)
    assert log.entries == (Entry("1", Act(Advanced(0, 3))), Entry("2", Act(Advanced(0, 3))))
    assert said(log.error).startswith("This cannot be brought up to the present revision of")
    assert log.error.line == 4


def test_an_upcaster_may_change_the_number_of_entries() -> None:
    def doubled(header: dict, entries: list) -> tuple:
        return header, [made for raw in entries for made in (raw, raw | {"id": f"{raw['id']}.2"})]

    game = SimpleNamespace(meta=RACE.meta, actions=RACE.actions, upcasters={1: doubled})
    passed = '{"kind": "toy_race.passed", "seat": 0}\n'
    log = read_log(f"{OLD_HEADER}{passed}{passed}" + '{"kind": "undo", "entry": "2"}', {"toy_race": game})
    assert [entry.id for entry in log.entries] == ["1", "1.2", "2", "2.2", "3", "3.2"]
    assert log.lines == (2, 2, 3, 3, 4, 4)
