"""Figures: kept up as logs grow, equal to those that are made anew, for any games with any corrections."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from conformance.walks import Tape, setup_of, walk
from hypothesis import given
from hypothesis import strategies as st
from toy.mount import mount

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Header, Join, Leave
from companion.stats import played_games
from companion.stats.aggregate import Statistics
from companion.stats.game_summary import fold
from companion.stats.people import People
from companion.stats.played_games import Note, PlayedGames
from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.tables.tables import Tables

mount()


class Room:
    """A library with its tables and evenings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = Library.open(folder).library
        self.tables = Tables(self.library, games())
        self.evenings = PlayedGames(self.library, games(), People(self.library))

    def begin(self, *names: str, game: str = "free_sheet", **setup: Any) -> str:
        return self.tables.begin(Header(game, games()[game].meta.revision, names, **setup))

    def kept(self) -> dict[str, Any]:
        return {row.id: row.summary and json.loads(row.summary) for row in self.library.figured()}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def scored(room: Room, table: str, *points: str) -> None:
    from companion.games.free_sheet.reports import Scored

    session = room.tables.table(table).session
    assert session
    for number, each in enumerate(points):
        session.submit(Act(Scored(number % len(session.names), each)))


def finished(room: Room, table: str) -> None:
    from companion.games.free_sheet.reports import Finished

    session = room.tables.table(table).session
    assert session
    session.submit(Act(Finished()))


def test_a_game_comes_to_its_points_and_places_by_what_wins(room: Room) -> None:
    table = room.begin("Anna", "Ben", "Cem", house={"name": "Skyjo", "wins": "fewest"})
    scored(room, table, "3", "12", "3")
    finished(room, table)
    assert room.evenings.count() == 0
    (played,) = room.evenings.played()
    figures = played.figures
    assert (figures.kind, figures.over, figures.lowest) == ("free_sheet:Skyjo", True, True)
    assert ([*figures.points], [*figures.places]) == ([3, 12, 3], [1, 3, 1])
    assert figures.seconds is not None


def test_a_game_that_goes_on_is_counted_anew_and_no_other(room: Room) -> None:
    one, other = room.begin("Anna", "Ben"), room.begin("Cem", "Dora")
    room.evenings.count()
    assert not room.evenings.uncounted()
    scored(room, one, "5")
    assert [row.id for row in room.evenings.uncounted()] == [one]
    room.evenings.count()
    assert {game.id: [*game.figures.points] for game in room.evenings.played()} == {one: [5, 0], other: [0, 0]}


def test_what_went_on_while_it_was_counted_is_not_kept(room: Room) -> None:
    table = room.begin("Anna", "Ben")
    room.library.keep_figures([(table, "1", "[]", 7)])
    assert room.kept() == {table: None}


def test_games_of_one_second_stand_in_the_order_in_which_they_were_set_up(room: Room) -> None:
    ids = [room.begin("Anna", "Ben") for _ in range(4)]
    for id in reversed(ids):
        room.evenings.note(id, Note(datetime(2026, 5, 1, 20, tzinfo=UTC)))
    room.evenings.count()
    assert [game.id for game in room.evenings.played()] == ids[::-1]


def test_only_what_is_shown_of_a_game_is_read_to_the_end(room: Room) -> None:
    played_games._figures.cache_clear()
    for points in ("3", "7", "9"):
        scored(room, room.begin("Anna", "Ben"), points)
    room.evenings.count()
    played = room.evenings.played()
    assert [(game.kind, game.names) for game in played] == [("free_sheet", ("Anna", "Ben"))] * 3
    assert played_games._figures.cache_info().misses == 0
    assert [*played[0].figures.points] == [9, 0]
    assert played_games._figures.cache_info().misses == 1


@pytest.mark.parametrize("spoilt", ["[", "[]", "7", '["free_sheet", "free_sheet"]'])
def test_figures_that_the_disk_has_spoilt_hide_no_other_game(room: Room, spoilt: str) -> None:
    one, other = room.begin("Anna", "Ben"), room.begin("Cem", "Dora")
    room.evenings.count()
    room.library.store.connection.execute("UPDATE figure SET told = ? WHERE log = ?", (spoilt, one))
    assert [game.id for game in room.evenings.played()] == [other]


def test_what_concerns_no_game_lets_nobody_read_them_all_again(room: Room) -> None:
    table = room.begin("Anna", "Ben")
    scored(room, table, "3")
    room.evenings.count()
    played = room.evenings.played()
    room.library.set_setting("marks", {"anna": 1})
    room.library.forget_setting("marks")
    assert room.evenings.played() is played
    room.evenings.note(table, Note(place="At the lake"))
    (noted,) = room.evenings.played()
    assert noted.note.place == "At the lake"
    room.library.rename(table, "Sunday")
    assert room.evenings.played()[0].name == "Sunday"
    other = Room(room.folder)
    other.library.set_setting(f"note.{table}", {"at": None, "place": "At home", "text": ""})
    assert room.evenings.played()[0].note.place == "At home", "what another program has written is read"


def test_a_deleted_game_counts_no_more_and_a_restored_one_again(room: Room) -> None:
    table = room.begin("Anna", "Ben")
    room.evenings.count()
    room.library.delete(table)
    assert not room.evenings.played()
    room.library.restore(table)
    assert [game.id for game in room.evenings.played()] == [table]


def test_a_game_that_nobody_can_read_is_tried_once_and_hides_no_other(room: Room) -> None:
    room.library.create(Header("toy_gone", 1, ("Cem", "Dora")))
    table = room.begin("Anna", "Ben")
    room.evenings.count()
    assert not room.evenings.uncounted()
    assert [game.id for game in room.evenings.played()] == [table]


def test_counting_ends_with_its_time_and_goes_on_later(room: Room) -> None:
    for _ in range(3):
        room.begin("Anna", "Ben")
    left = room.evenings.count(0.0)
    assert left == len(room.evenings.uncounted()) == 2
    assert room.evenings.count() == 0


def test_what_is_noted_of_a_game_travels_with_it_to_where_it_has_another_id(tmp_path: Path) -> None:
    one, other = Room(tmp_path / "one"), Room(tmp_path / "other")
    table = one.begin("Anna", "Ben")
    scored(one, table, "5")
    copy = other.library.import_(one.library.export(table), games())
    assert copy != table
    one.evenings.note(table, Note(None, "At the lake", "It rained"))
    other.library.join(one.library.everything(), lambda game: game.id)
    other.evenings.count()
    assert {game.id: game.note.place for game in other.evenings.played()} == {copy: "At the lake"}
    one.evenings.note(table, Note())
    assert not one.library.settings("note.")


def test_everything_replaced_takes_its_figures_with_it(room: Room) -> None:
    room.begin("Anna", "Ben")
    room.evenings.count()
    room.tables.replace(room.library.everything())
    assert len(room.evenings.uncounted()) == 1


@given(tapes=st.lists(st.binary(min_size=10, max_size=60), min_size=1, max_size=3), then=st.binary(max_size=40))
def test_kept_up_they_are_what_they_are_when_made_anew(
    tmp_path_factory: pytest.TempPathFactory, tapes: list[bytes], then: bytes
) -> None:
    room = Room(tmp_path_factory.mktemp("room"))
    ids = []
    for data in tapes:
        tape = Tape(data)
        game = [*games().values()][tape.below(len(games()))]
        setup = setup_of(game.meta, tape)
        names = tuple(f"P{seat}" for seat in range(setup.seats))
        chosen = {rule.key for rule in game.meta.house_rules} | {number.key for number in game.meta.house_numbers}
        house = {key: value for key, value in setup.house.items() if key in chosen}
        try:
            id = room.begin(*names, game=game.meta.id, first=setup.first, house=house)
        except Refused:
            continue
        ids.append(id)
        session = room.tables.table(id).session
        assert session
        for position in walk(game, tape, evolve(setup, house=house)):
            if position.action is not None:
                session.submit(Act(position.action))
    tape = Tape(then)
    while ids and not tape.ended:
        room.evenings.count()
        id = tape.pick(ids)
        session = room.tables.table(id).session
        assert session
        try:
            match tape.below(4):
                case 0:
                    session.undo()
                case 1:
                    session.redo()
                case 2 if session.version:
                    entry = session.record.entries[tape.below(session.version)]
                    session.undo(entry.id)
                case _:
                    (room.library.delete if tape.below(2) else room.library.restore)(id)
        except (Refused, StorageError):
            pass
    room.evenings.count()
    kept = room.kept()
    assert None not in kept.values()
    assert room.evenings.rebuild() == len(kept)
    assert room.kept() == kept
    for game in room.evenings.played():
        record = room.evenings.record(game.id)
        assert record
        assert fold(record)[:-1] == game.figures[:-1]


@pytest.mark.rule("schlafmuetze.ruling.coming", "companion.coming")
def test_a_player_who_left_is_behind_all_who_stayed_and_a_newcomer_is_counted(room: Room) -> None:
    from companion.games.schlafmuetze.reports import Finish, HandsCounted, LastCardLaid, NextRound, NobodyDoubts

    id = room.begin("Anna", "Ben", "Cleo", game="schlafmuetze")
    session = room.tables.table(id).session
    assert session
    for change in (
        *map(Act, (LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3)))),
        *(Join(3, "Dora"), Leave(0)),
        *map(Act, (NextRound(), LastCardLaid(1), NobodyDoubts(), HandsCounted((0, 0, 2, 4)), Finish())),
    ):
        session.submit(change)
    figures = fold(session.record)
    assert (figures.names, figures.points, figures.places) == (
        ["Anna", "Ben", "Cleo", "Dora"],
        [0, 2, 5, 7],
        [4, 1, 2, 3],
    )
    assert figures.partly == [0], "Dora began with points for the round that she missed"
    assert not figures.level
    room.evenings.count()
    folk = room.tables.people.folk
    statistics = Statistics(room.evenings.played(), folk)
    summaries = [statistics.of(folk.of(name).id) for name in figures.names]
    assert [summary.won for summary in summaries] == [0, 1, 0, 0]
    assert [summary.mean for summary in summaries] == [None, 2.0, 5.0, 7.0], "0 for one round is nobody's best"
