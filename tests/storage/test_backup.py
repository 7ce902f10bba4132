"""Backups: whole or not at all, joined with what is here or in its place, and nothing is lost."""

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from effort import effort
from hypothesis import given, settings
from hypothesis import strategies as st
from postgres import Opener
from toy.mount import mount

from companion.games import games
from companion.kernel.log import Act, Header
from companion.storage import backup as bundles
from companion.storage import limits
from companion.storage.backup import Bundle, SharedGame, read_bundle, write_bundle
from companion.storage.errors import ChangedElsewhere, StorageError
from companion.storage.library import Library, Shelf
from companion.storage.merge import ASIDE, PARTS, when
from companion.storage.sqlite import SqliteStore
from companion.tables.session import Session

mount()
GAMES = games()
KINDS = {kind.__name__: kind for kind in GAMES["toy_race"].actions}
Advanced = KINDS["Advanced"]
HEADER = Header("toy_race", 2, ("Anna", "Bén"), 1, {"length": "long"}, "de")
LONG_AGO = when("2026-01-02T03:04:05+00:00")


def called(game: SharedGame) -> str:
    return f"{game.name or 'a game'}, elsewhere"


@pytest.fixture
def devices(open_library: Opener) -> list[Library]:
    return [open_library(name) for name in ("one", "other", "third")]


def begun(library: Library, *steps: int, name: str | None = None) -> str:
    """Return the id of a game in which the players took these steps in turn."""
    id = library.create(HEADER, name)
    play_on(library, id, *steps)
    return id


def play_on(library: Library, id: str, *steps: int) -> None:
    session = Session(library.load(id, GAMES).replay, library.journal(id))
    for count in steps:
        session.submit(Act(Advanced((session.version + 1) % 2, count)))


def logs(library: Library) -> dict[str, tuple[str, ...]]:
    return {game.id: game.lines for game in library.everything().games}


def kept(*libraries: Library) -> set[tuple[str, ...]]:
    """Return the logs that are not the beginning of another one."""
    found = {lines for library in libraries for lines in logs(library).values()}
    return {one for one in found if not any(one != other and other[: len(one)] == one for other in found)}


def filled(library: Library) -> Library:
    begun(library, 1, 2, name="Sunday")
    library.archive(begun(library, 3))
    library.delete(begun(library))
    library.remember_players(["Anna", "Bén", "Cem"])
    library.set_setting("cards.slam", {"poets": [{"name": "Rap Poet"}], "slams": []})
    library.set_setting("setup.bronzen", {"house": {"jays": "once"}})
    return library


# The file


def test_all_of_a_device_goes_into_a_file_and_into_an_empty_device(devices: list[Library]) -> None:
    one, other, _ = devices
    filled(one)
    content = write_bundle(one.everything())
    joined = other.join(read_bundle(content), called)
    assert write_bundle(other.everything()) == content
    assert len(joined.new) == len(joined.games) == 3
    assert [(each.id, each.name, each.changed) for each in other.games()] == [
        (each.id, each.name, each.changed) for each in one.games()
    ]
    assert [len(other.games(shelf)) for shelf in Shelf] == [1, 1, 1]
    assert other.players() == ("Anna", "Bén", "Cem")
    assert other.setting("cards.slam") == {"poets": [{"name": "Rap Poet"}], "slams": []}
    (game,) = other.games()
    play_on(other, game.id, 1)


def test_the_file_says_what_it_is_and_holds_the_logs_as_they_are(devices: list[Library]) -> None:
    one = filled(devices[0])
    lines = write_bundle(one.everything()).decode().splitlines()
    head = json.loads(lines[0])
    assert (head["companion"], head["version"]) == ("everything", 1)
    game = json.loads(lines[1])
    assert (game["kind"], game["name"], game["lines"]) == ("game", "Sunday", 3)
    assert lines[2:5] == one.export(game["id"]).splitlines()
    assert json.loads(lines[-3])["names"] == ["Anna", "Bén", "Cem"]


def test_what_a_device_keeps_for_itself_does_not_travel(devices: list[Library]) -> None:
    one, other, _ = devices
    one.set_setting(f"{ASIDE}2026", {"games": 1, "file": "…"})
    one.set_setting(f"{PARTS}ABC", {})
    assert one.everything() == Bundle()
    other.join(Bundle(settings={f"{ASIDE}2026": {"games": 1, "file": ""}, f"{PARTS}A": 1, "own": 2}), called)
    assert other.everything().settings == {"own": 2}


texts = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp")), max_size=20)
times = st.datetimes(datetime(1900, 1, 1), datetime(2199, 12, 31), timezones=st.just(LONG_AGO.tzinfo))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(texts, inside, max_size=3),
    max_leaves=8,
)
lines_of_text = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\n"), max_size=30)
carried = st.builds(
    SharedGame,
    id=st.from_regex(r"[0-9a-f]{12}", fullmatch=True),
    created=times,
    changed=times,
    lines=st.lists(lines_of_text | json_values.map(json.dumps), min_size=1, max_size=5).map(tuple),
    name=st.none() | texts.filter(bool),
    shelf=st.sampled_from([shelf.value for shelf in Shelf]),
)
bundled = st.builds(
    Bundle,
    games=st.lists(carried, max_size=4, unique_by=lambda game: game.id).map(tuple),
    players=st.lists(texts.filter(str.strip), max_size=4, unique=True).map(tuple),
    settings=st.dictionaries(texts, json_values.filter(lambda value: value is not None), max_size=3),
)


@given(bundled)
def test_any_content_comes_back_from_a_file_as_it_went_in(content: Bundle) -> None:
    assert read_bundle(write_bundle(content)) == content


@given(bundled)
@settings(max_examples=effort(few=30, many=400), deadline=None)
def test_any_content_is_kept_as_it_came(content: Bundle) -> None:
    """Also logs of which nobody can read a word: they are shown as such, and travel on."""
    library = Library(SqliteStore(_memory))
    library.join(content, called)
    ordered = {key: content.settings[key] for key in sorted(content.settings)}
    # of a game without entries nothing has changed since it began
    joined = tuple(game if game.lines[1:] else evolve(game, changed=game.created) for game in content.games)
    assert library.everything() == evolve(content, games=joined, settings=ordered)
    for shelf in Shelf:
        library.games(shelf)
    library.replace(content)
    assert len(library.everything().games) == len(content.games)
    library.close()


def _memory() -> "object":
    import sqlite3

    from companion.storage.database import MIGRATIONS

    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statements in MIGRATIONS:
        for statement in statements:
            connection.execute(statement)
    return connection


def test_damage_anywhere_is_refused_and_changes_nothing(devices: list[Library]) -> None:
    one, other, _ = devices
    content = write_bundle(filled(one).everything())
    begun(other, 2)
    before = write_bundle(other.everything())
    dice = Random(11)
    places = (
        range(len(content)) if effort(few=0, many=1) else [*range(160), *dice.sample(range(160, len(content)), 150)]
    )
    for at in places:
        spoilt = bytearray(content)
        spoilt[at] ^= 1 << dice.randrange(8)
        for harmed in (bytes(spoilt), content[:at], content[:at] + b"x" + content[at:]):
            with pytest.raises(StorageError) as refused:
                other.join(read_bundle(harmed), called)
            assert refused.value.why.rules == ("companion.carry",)
    assert write_bundle(other.everything()) == before


def _signed(body: str, version: int = 1) -> bytes:
    head = json.loads(bundles._head(body.encode()))
    return (json.dumps({**head, "version": version}) + "\n").encode() + body.encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not saved by Companion"),
        (b"\x89PNG\r\n\x1a\n", "not saved by Companion"),
        (b'{"format": 1, "game": "bronzen", "seats": ["Anna", "Ben"]}\n', "not saved by Companion"),
        (b"[" * 100_000, "not saved by Companion"),
        (_signed("", 2), "needs a newer version of Companion"),
        (_signed("", True), "damaged"),
        (_signed("") + b"\n", "damaged"),
        (_signed("nothing\n"), "was not written by Companion"),
        (_signed('{"kind": "spell"}\n'), "was not written by Companion"),
        (_signed('{"kind": "players", "names": ["A\\u001b[2J"]}\n'), "was not written by Companion"),
        (_signed('{"kind": "players", "names": "Anna"}\n'), "was not written by Companion"),
        (_signed('{"kind": "game", "id": "../x", "lines": 0}\n'), "was not written by Companion"),
        (
            _signed(
                '{"kind": "game", "id": "a", "name": null, "shelf": "open", "created": "2026-01-01",'
                ' "changed": "2026-01-01", "lines": 0}\n'
            ),
            "was not written by Companion",
        ),
    ],
)
def test_other_files_are_reported(content: bytes, said: str) -> None:
    with pytest.raises(StorageError, match=said):
        read_bundle(content)


def test_a_huge_file_is_not_even_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE", 1000)
    with pytest.raises(StorageError, match="too large"):
        read_bundle(bytes(1001))


# Together


def test_what_is_here_is_recognised_and_the_longer_one_stays(devices: list[Library]) -> None:
    one, other, _ = devices
    id = begun(one, 1, 2)
    other.join(one.everything(), called)
    play_on(one, id, 1, 1)
    joined = other.join(one.everything(), called)
    assert (joined.longer, joined.new, joined.apart) == ((id,), (), ())
    assert logs(other) == logs(one)
    play_on(other, id, 2)
    joined = other.join(one.everything(), called)
    assert (joined.known, joined.games) == (1, {id: id})
    assert one.join(other.everything(), called).longer == (id,)
    assert logs(other) == logs(one)


def test_a_game_that_went_on_here_and_there_stays_twice_and_is_named_so(devices: list[Library]) -> None:
    one, other, third = devices
    id = begun(one, 1, name="Sunday")
    other.join(one.everything(), called)
    play_on(one, id, 2)
    play_on(other, id, 3)
    both = kept(one, other)
    joined = one.join(other.everything(), called)
    assert len(joined.apart) == 1
    assert one.stored(joined.apart[0]).name == "Sunday, elsewhere"
    assert kept(one) == both
    assert one.join(other.everything(), called).known == 1, "once is enough"
    other.join(one.everything(), called)
    assert (kept(other), len(logs(other))) == (both, 2)
    assert one.join(other.everything(), called).known == 2, "each meets its like, whatever its id"
    third.join(one.everything(), called)
    third.join(other.everything(), called)
    assert (kept(third), len(logs(third))) == (both, 2)


def test_a_copy_of_a_game_stays_a_game_of_its_own(devices: list[Library]) -> None:
    """As it is made of one whose end cannot be read."""
    one, other, _ = devices
    id = begun(one, 1, 2)
    copy = one.import_(one.export(id), GAMES)
    other.join(one.everything(), called)
    assert set(logs(other)) == {id, copy}
    other.join(one.everything(), called)
    assert len(logs(other)) == 2


def test_new_games_of_the_same_players_are_different_games(devices: list[Library]) -> None:
    one, other, _ = devices
    begun(one)
    begun(other)
    other.join(one.everything(), called)
    assert len(logs(other)) == 2


def test_the_order_of_fields_makes_no_other_game(devices: list[Library]) -> None:
    one, other, _ = devices
    id = begun(one, 1, 2)
    (game,) = one.everything().games
    turned = tuple(json.dumps(dict(reversed(json.loads(line).items()))) for line in game.lines)
    other.join(Bundle((evolve(game, lines=turned),)), called)
    assert other.join(one.everything(), called).known == 1
    assert set(logs(other)) == {id}


def test_what_two_devices_have_learned_comes_together(devices: list[Library]) -> None:
    one, other, _ = devices
    one.remember_players(["Anna", "Cem"])
    other.remember_players(["Dora", "Anna"])
    one.set_setting("cards.slam", {"poets": [{"name": "A", "bonus": 1}, {"name": "B"}]})
    other.set_setting("cards.slam", {"poets": [{"name": "A", "bonus": 2}, {"name": "C"}], "slams": [{"name": "S"}]})
    one.set_setting("marks", {"anna": ["red", "sun"], "ben": ["blue", "key"]})
    other.set_setting("marks", {"anna": ["grey", "cake"], "cleo": ["green", "paw"]})
    one.set_setting("words.schlafmuetze", {"words": ["Haus", "Tür"], "circle": ["Tür"]})
    other.set_setting("words.schlafmuetze", {"words": ["Schloss"], "circle": ["Schloss"]})
    for library, house in ((one, {"jays": "once"}), (other, {"chips": "carry"})):
        library.set_setting("setup.bronzen", {"house": house})
    one.join(other.everything(), called)
    assert one.players() == ("Anna", "Cem", "Dora")
    everybody = {"anna": ["red", "sun"], "ben": ["blue", "key"], "cleo": ["green", "paw"]}
    assert one.setting("marks") == everybody, "who has a mark here keeps it"
    cards = one.setting("cards.slam")
    assert sorted(card["name"] for card in cards["poets"]) == ["A", "A", "B", "C"]
    assert [card for card in cards["poets"] if card["name"] == "A"][-1]["bonus"] == 1, "the later one counts: ours"
    assert cards["slams"] == [{"name": "S"}]
    assert {*one.setting("words.schlafmuetze")["words"]} == {"Haus", "Tür", "Schloss"}
    assert one.setting("words.schlafmuetze")["circle"] == ["Tür"]
    assert one.setting("setup.bronzen") == {"house": {"jays": "once"}}
    before = one.everything()
    one.join(other.everything(), called)
    assert one.everything() == before


def test_cards_without_end_do_not_spoil_those_that_are_here(devices: list[Library]) -> None:
    one = devices[0]
    one.set_setting("cards.slam", {"poets": [{"name": "A"}]})
    many = {"poets": [{"name": str(number)} for number in range(2000)]}
    one.join(Bundle(settings={"cards.slam": many}), called)
    assert one.setting("cards.slam") == {"poets": [{"name": "A"}]}
    assert one.setting("cards.slam.more") == many


# Any devices


@st.composite
def families(draw: st.DrawFn) -> tuple[Bundle, Bundle]:
    """Return what two devices have that once had the same games and went on with some of them."""
    step = st.lists(st.integers(1, 3), max_size=3)
    sides: tuple[list[SharedGame], list[SharedGame]] = ([], [])
    for number in range(draw(st.integers(1, 3))):
        begin = draw(step)
        for side, games_ in enumerate(sides):
            for branch in range(draw(st.integers(0, 2))):
                steps = [*begin, *draw(step)]
                entries = [f'{{"id": "{number}.{n}.{at}", "kind": "x"}}' for at, n in enumerate(steps)]
                id = f"game{number}" if branch == 0 else f"game{number}-{side}"
                games_.append(SharedGame(id, LONG_AGO, LONG_AGO, (f'{{"game": "toy", "n": {number}}}', *entries)))
    return Bundle(tuple(sides[0])), Bundle(tuple(sides[1]))


@given(families())
@settings(max_examples=effort(few=60, many=2000), deadline=None)
def test_nothing_is_lost_by_joining_and_twice_is_once_and_the_order_does_not_matter(
    both: tuple[Bundle, Bundle],
) -> None:
    one, other = Library(SqliteStore(_memory)), Library(SqliteStore(_memory))
    for library, (first, second) in ((one, both), (other, both[::-1])):
        library.join(first, called)
        library.join(second, called)
        assert longest(game.lines for game in (*first.games, *second.games)) <= {*logs(library).values()}
        before = library.everything()
        for again in (first, second, before):
            joined = library.join(again, called)
            assert joined.known == len(joined.games) == len(again.games)
        assert library.everything() == before
    assert kept(one) == kept(other)
    one.close()
    other.close()


def longest(found: Iterable[tuple[str, ...]]) -> set[tuple[str, ...]]:
    every = {*found}
    return {one for one in every if not any(one != other and other[: len(one)] == one for other in every)}


# In its place


def test_what_is_replaced_lies_aside_and_comes_back(devices: list[Library]) -> None:
    one, other, _ = devices
    filled(one)
    mine = begun(other, 1, 1, name="mine")
    other.remember_players(["Dora"])
    before = other.everything()
    other.replace(one.everything())
    assert other.everything() == one.everything()
    (aside,) = other.asides()
    assert aside.games == 1
    other.bring_back(aside.key)
    assert other.everything() == before
    play_on(other, mine, 2)
    (aside,) = other.asides()
    assert aside.games == 3
    other.bring_back(aside.key)
    assert other.everything() == one.everything()


def test_an_empty_device_has_nothing_to_put_aside(devices: list[Library]) -> None:
    one, other, _ = devices
    other.replace(filled(one).everything())
    assert other.asides() == ()


def test_a_library_that_was_replaced_is_there_again(devices: list[Library], open_library: Opener) -> None:
    one, other, _ = devices
    other.replace(filled(one).everything())
    other.close()
    assert open_library("other").everything() == one.everything()


def test_a_file_that_was_replaced_lets_nothing_go_as_before(tmp_path: Path) -> None:
    one = filled(Library.open(tmp_path).library)
    one.replace(one.everything())
    for statement in ("DELETE FROM log", "DELETE FROM entry", "UPDATE entry SET line = ''"):
        with pytest.raises(Exception, match=r"kept|never change"):
            one.store.connection.execute(statement)
    one.close()


def test_a_replacement_that_fails_leaves_everything_as_it_was(devices: list[Library]) -> None:
    one, other, _ = devices
    before = filled(one).everything()
    (game, *_) = before.games
    with pytest.raises(StorageError):
        one.replace(Bundle((game, game)))
    assert one.everything() == before
    assert one.asides() == ()
    assert not other.asides()


def test_a_damaged_set_aside_file_is_reported(devices: list[Library]) -> None:
    one = filled(devices[0])
    one.set_setting(f"{ASIDE}2026-01-01T00:00:00+00:00", {"games": 1, "file": "spoilt"})
    before = one.everything()
    with pytest.raises(StorageError, match="not saved by Companion"):
        one.bring_back(one.asides()[0].key)
    assert one.everything() == before


def test_playing_on_at_a_replaced_table_is_reported(devices: list[Library]) -> None:
    """Also where another game of the same length stands now under the same id."""
    one, other, _ = devices
    id = begun(one, 1)
    other.join(one.everything(), called)
    play_on(one, id, 2)
    play_on(other, id, 3)
    session = Session(one.load(id, GAMES).replay, one.journal(id))
    one.replace(other.everything())
    with pytest.raises(ChangedElsewhere):
        session.submit(Act(Advanced((session.version + 1) % 2, 1)))
    assert logs(one) == logs(other)
