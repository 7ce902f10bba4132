"""The library on each of its databases: no entry is lost, nothing is ever removed, and errors say what to do."""

import json

import pytest
from attrs import evolve
from postgres import Opener, settled
from toy.mount import mount

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Entry, Header, Ruling, Undo
from companion.storage.codec import LogError, read_log
from companion.storage.errors import ChangedElsewhere, StorageError
from companion.storage.interface import Row
from companion.storage.library import Library, Quota, Shelf
from companion.tables.session import Session
from companion.tables.tables import Tables

mount()
GAMES = games()
KINDS = {kind.__name__: kind for kind in GAMES["toy_race"].actions}
Advanced, Passed = KINDS["Advanced"], KINDS["Passed"]
HEADER = Header("toy_race", 2, ("Anna", "Bén"), 1, {"length": "long"}, "de")


@pytest.fixture
def library(open_library: Opener) -> Library:
    return open_library()


def session(library: Library, game_id: str) -> Session:
    return Session(library.load(game_id, GAMES).replay, library.journal(game_id))


def begun(library: Library, *steps: int) -> str:
    """Return the id of a game in which the players took these steps in turn."""
    game_id = library.create(HEADER)
    play = session(library, game_id)
    for turn, count in enumerate(steps, start=1):
        play.submit(Act(Advanced(turn % 2, count)))
    return game_id


def entries(library: Library, game_id: str) -> tuple[Entry, ...]:
    return library.load(game_id, GAMES).replay.record.entries


# Games


def test_a_game_is_there_again_after_the_program_ended(library: Library, open_library: Opener) -> None:
    game_id = library.create(HEADER, "Sunday")
    play = session(library, game_id)
    play.submit(Act(Advanced(1, 3)), by=1)
    play.submit(Act(Passed(0)))
    play.undo()
    library.close()

    again = open_library()
    loaded = again.load(game_id, GAMES)
    assert loaded.error is None
    assert loaded.replay.record == play.record
    assert loaded.stored.name == "Sunday"
    assert loaded.stored.seats == ("Anna", "Bén")
    assert loaded.stored.entries == 3
    Session(loaded.replay, again.journal(game_id)).redo()
    assert again.stored(game_id).entries == 4


def test_a_new_game_can_go_on_without_being_loaded(library: Library) -> None:
    game_id = library.create(HEADER)
    library.journal(game_id).append(Entry("a", Act(Passed(1))))
    assert entries(library, game_id) == (Entry("a", Act(Passed(1))),)


def test_games_lie_on_shelves_the_latest_first(library: Library) -> None:
    first, second, third = begun(library, 1), begun(library), begun(library, 1, 2)
    assert [game.id for game in library.games()] == [third, second, first]
    session(library, first).submit(Act(Passed(0)))
    assert [game.id for game in library.games()] == [first, third, second]
    library.archive(second)
    library.delete(third)
    assert [game.id for game in library.games()] == [first]
    assert [game.id for game in library.games(Shelf.ARCHIVED)] == [second]
    assert [game.id for game in library.games(Shelf.DELETED)] == [third]
    library.restore(third)
    library.restore(second)
    assert [game.id for game in library.games()] == [first, third, second]
    assert [game.entries for game in library.games()] == [2, 2, 0]


def test_a_game_can_be_named(library: Library) -> None:
    game_id = begun(library)
    library.rename(game_id, "Grandma's birthday")
    assert library.stored(game_id).name == "Grandma's birthday"
    library.rename(game_id, "")
    assert library.stored(game_id).name is None


def test_there_may_be_no_such_game(library: Library) -> None:
    for ask in (library.stored, library.export, library.archive, library.restore, lambda id: library.load(id, GAMES)):
        with pytest.raises(StorageError, match="no such game"):
            ask("nothing")


def test_names_that_cannot_be_written_down_are_refused(library: Library) -> None:
    game_id = begun(library)
    tables = Tables(library, GAMES)
    for name in ("An\x1bna", "An\u202ena", "A" * 201):
        with pytest.raises(Refused):
            tables.begin(evolve(HEADER, seats=("Ben", name)))
        with pytest.raises(Refused):
            library.rename(game_id, name)
    assert len(library.games()) == 1


def test_a_game_kept_from_before_words_were_asked_about_is_still_played(library: Library) -> None:
    game_id = library.create(evolve(HEADER, seats=("An\x1bna", "B" * 500)))
    library.journal(game_id).append(
        Entry("", Act(Advanced(1, 2)), expected_version=-3), Entry("x" * 300, Ruling("", "so\u202e"))
    )
    loaded = library.load(game_id, GAMES)
    assert loaded.error is None
    assert loaded.replay.record.version == 2
    play = session(library, game_id)
    play.submit(Act(Passed(0)))
    play.undo("x" * 300)
    tables = Tables(library, GAMES)
    assert tables.table(game_id).problem is None
    assert len(entries(library, tables.go_on(game_id))) == 4


# Files


def test_an_exported_game_can_be_imported(library: Library) -> None:
    game_id = begun(library, 3, 2)
    text = library.export(game_id)
    copy = library.import_(text, GAMES)
    assert copy != game_id
    assert library.export(copy) == text
    session(library, copy).submit(Act(Passed(1)))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("no log", 1),
        ('{"game": "toy_race", "seats": ["Anna"]}', 1),
        ('#\n{"game": "toy_race", "seats": ["A", "B"], "setup": {"length": "endless"}}', 2),
        ('{"game": "toy_race", "seats": ["A", "B"]}\n{"kind": "toy_race.passed", "seat": 0}\n{"kind": "?"}', 3),
        ('{"game": "toy_race", "seats": ["A", "B"]}\n\n{"kind": "toy_race.passed", "seat": 1}\n{"kind": "?"}', 3),
    ],
)
def test_a_wrong_log_is_not_imported_at_all(library: Library, text: str, line: int) -> None:
    with pytest.raises(LogError) as wrong:
        library.import_(text, GAMES)
    assert wrong.value.line == line
    assert library.games() == ()


# What cannot be read


def test_an_unreadable_entry_keeps_what_came_before_and_is_not_written_over(library: Library) -> None:
    game_id = begun(library, 3, 2)
    with library.store.transaction():
        library.store.add_entries(game_id, 3, [Row("z", "2024-01-01", '{"kind": "toy_race.flown"}')])
    loaded = library.load(game_id, GAMES)
    assert loaded.replay.record.state.places == (2, 3)
    assert loaded.replay.failure is None
    assert loaded.error.text.message == "{game} knows nothing of the kind “{kind}”."
    with pytest.raises(StorageError, match="knows nothing"):
        Session(loaded.replay, library.journal(game_id)).submit(Act(Passed(1)))
    assert "toy_race.flown" in library.export(game_id)


def test_a_refused_entry_keeps_what_came_before_and_can_be_struck_out(library: Library) -> None:
    game_id = begun(library, 3, 2)
    library.journal(game_id).append(Entry("wrong", Act(Passed(0))))  # it is the other player's turn
    loaded = library.load(game_id, GAMES)
    assert loaded.replay.record.version == 2
    assert loaded.error == loaded.replay.failure.why
    play = Session(loaded.replay, library.journal(game_id))
    play.repair()
    play.submit(Act(Passed(1)))
    loaded = library.load(game_id, GAMES)
    assert loaded.error is None
    assert loaded.replay.record == play.record


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "There is no game “{game}” here, only {games}."),
        ({"revision": 3}, "This log needs a newer version of Companion."),
        ({"format": 2}, "This log needs a newer version of Companion."),
        ({"house": {"length": "endless"}}, "The house rule “{rule}” can be {ways}, but not “{value}”."),
    ],
)
def test_an_unreadable_header_loses_nothing(library: Library, change: dict[str, object], complaint: str) -> None:
    values = {"game": "toy_race", "revision": 2, "seats": ("Anna", "Ben")} | change
    game_id = library.create(Header(**values))
    library.journal(game_id).append(Entry("a", Act(Passed(0))))
    loaded = library.load(game_id, GAMES)
    assert loaded.replay is None
    assert loaded.error.text.message == complaint
    assert loaded.stored.entries == 1
    assert len(library.export(game_id).splitlines()) == 2


def test_an_older_game_goes_on_under_the_present_revision(library: Library) -> None:
    game_id = library.create(Header("toy_race", 1, ("Anna", "Ben")))
    with library.store.transaction():
        line = '{"id": "a", "kind": "toy_race.moved", "seat": 0, "squares": 2}'
        library.store.add_entries(game_id, 1, [Row("a", "2024-01-01", line)])
    play = session(library, game_id)
    play.submit(Act(Advanced(1, 3)))
    loaded = library.load(game_id, GAMES)
    assert loaded.error is None
    assert loaded.replay.record == play.record
    assert loaded.replay.record.state.places == (2, 3)
    assert json.loads(library.export(game_id).splitlines()[-1])["revision"] == 2
    assert read_log(library.export(game_id), GAMES).entries == play.record.entries
    assert entries(library, library.import_(library.export(game_id), GAMES)) == play.record.entries


# Players and settings


def test_players_are_remembered_who_played_last_first(library: Library) -> None:
    library.remember_players(["Anna", "Ben"])
    library.remember_players(["Clara", " Anna ", "", " "])
    assert library.players() == ("Clara", "Anna", "Ben")


def test_settings_are_any_json(library: Library) -> None:
    assert library.setting("theme", "light") == "light"
    for value in ("dunkel", 3, None, {"größe": [1.5, True]}):
        library.set_setting("theme", value)
        assert library.setting("theme", "light") == value


def test_a_setting_is_read_again_after_any_change(library: Library, open_library: Opener) -> None:
    assert library.setting("theme") is None
    library.set_setting("theme", "dark")
    assert library.setting("theme") == "dark"
    open_library().set_setting("theme", "light")
    settled()
    assert library.setting("theme") == "light"
    library.replace(open_library("other").everything())
    assert library.setting("theme") is None
    library.set_setting("theme", "dark")
    library.forget_setting("theme")
    assert library.setting("theme", "default") == "default"


# Two programs on one file


def test_two_windows_do_not_write_over_each_other(library: Library, open_library: Opener) -> None:
    game_id = begun(library, 2)
    other = open_library()
    mine, theirs = session(library, game_id), session(other, game_id)
    theirs.submit(Act(Advanced(0, 3)))
    with pytest.raises(ChangedElsewhere, match="Another window or program"):
        mine.submit(Act(Advanced(0, 1)))
    assert mine.version == 1
    mine = session(library, game_id)
    assert mine.record == theirs.record
    mine.submit(Act(Passed(1)))
    assert len(entries(other, game_id)) == 3


def test_the_same_report_is_not_stored_twice(library: Library) -> None:
    game_id = library.create(HEADER)
    journal = library.journal(game_id)
    journal.append(Entry("a", Act(Passed(1))))
    with pytest.raises(ChangedElsewhere):
        journal.append(Entry("a", Act(Passed(0))))
    journal.append(Entry("b", Act(Passed(0))))
    assert [entry.id for entry in entries(library, game_id)] == ["a", "b"]


def test_a_closed_library_is_reported(library: Library) -> None:
    library.close()
    with pytest.raises(StorageError):
        library.games()


def test_undo_of_several_entries_is_stored(library: Library) -> None:
    game_id = begun(library, 2, 1)
    play = session(library, game_id)
    both = tuple(entry.id for entry in play.record.entries)
    play.submit(Undo(both))
    assert library.load(game_id, GAMES).replay.record == play.record


def test_a_room_holds_no_more_than_its_quota(library: Library) -> None:
    library.quota = Quota(games_a_day=2)
    one = library.create(HEADER)
    log = library.export(one)
    library.import_(log, GAMES)
    for add in (lambda: library.create(HEADER), lambda: library.import_(log, GAMES)):
        with pytest.raises(StorageError) as refused:
            add()
        assert dict(refused.value.why.text.params) == {"n": 2}
    assert len(library.ids()) == 2
    session(library, one).submit(Act(Advanced(1, 3)))  # games that are there go on
    library.set_setting("note", "x" * 1000)
    library.quota = Quota(size=1000)
    for add in (lambda: library.create(HEADER), lambda: library.join(library.everything(), lambda _: "")):
        with pytest.raises(StorageError, match="full"):
            add()


def test_a_room_has_a_quota_of_phones(library: Library) -> None:
    library.refuse_phones(1000)
    library.quota = Quota(phones=2)
    library.refuse_phones(2)
    with pytest.raises(StorageError, match="no more fit in"):
        library.refuse_phones(3)
