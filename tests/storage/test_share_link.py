"""One game packed tightly for a link or a few codes: it comes out as it went in, or not at all."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from effort import effort
from hypothesis import given, settings
from hypothesis import strategies as st
from storage.test_backup import carried

from companion.games import games
from companion.storage.backup import SharedGame
from companion.storage.codec import LogError, read_whole_log
from companion.storage.errors import StorageError
from companion.storage.share_link import Chunk, PartialTransfer, of_log, pack, parts, parts_in, unpack

GAMES = games()
NOW = datetime(2026, 11, 22, 20, 15, tzinfo=UTC)
TRANSCRIPTS = Path(__file__).parents[1] / "games"
DICE = Random(5)


def as_played(file: Path) -> SharedGame:
    """Return a transcript as if it had been played on a phone: with the ids, the times and the versions of real entries."""
    game = of_log(file.read_text(encoding="utf-8"), GAMES, now=NOW)
    header, *entries = map(json.loads, game.lines)
    new = {entry["id"]: DICE.randbytes(6).hex() for entry in entries}
    at = NOW.timestamp()
    for number, entry in enumerate(entries):
        at += DICE.randint(4, 60)
        frame = {"id": new[entry["id"]], "at": datetime.fromtimestamp(int(at), UTC).isoformat(), "base": number}
        rest = {key: value for key, value in entry.items() if key not in ("id", "at", "base")}
        if rest["kind"] in ("undo", "redo", "amend"):
            rest |= {"entry": new[rest["entry"]]} if "entry" in rest else {"entries": [new[e] for e in rest["entries"]]}
        entries[number] = frame | rest
    lines = tuple(json.dumps(line, ensure_ascii=False) for line in (header, *entries))
    return SharedGame("0123456789ab", NOW, datetime.fromtimestamp(int(at), UTC), lines, "Sunday")


LONG = TRANSCRIPTS / "bronzen" / "transcripts" / "bronzen_whole_game_rounds.jsonl"
EVERY = sorted(TRANSCRIPTS.glob("*/transcripts/*.jsonl"))


@pytest.mark.parametrize("file", [LONG, *EVERY[:: effort(few=7, many=1)]], ids=lambda file: file.stem)
def test_every_kind_of_game_comes_out_as_it_went_in(file: Path) -> None:
    game = as_played(file)
    assert unpack(pack(game)) == game
    assert read_whole_log("\n".join(game.lines), GAMES)


def test_what_every_entry_repeats_is_left_out() -> None:
    game = as_played(LONG)
    assert len(game.lines) > 500
    assert len(pack(game)) < 13 * len(game.lines) < sum(map(len, game.lines)) / 8


@given(carried)
@settings(max_examples=effort(few=60, many=2000), deadline=None)
def test_any_log_comes_out_as_it_went_in(game: SharedGame) -> None:
    assert unpack(pack(game)) == evolve(game, shelf="open")


@given(carried, st.integers(1, 200), st.randoms(use_true_random=False))
@settings(max_examples=effort(few=60, many=1000), deadline=None)
def test_parts_come_in_in_any_order_and_twice(game: SharedGame, most: int, dice: Random) -> None:
    cut = list(parts(pack(game), most))
    links = [f"https://host/pocket/#/bring/{part}" for part in (*cut, *cut[:2])]
    dice.shuffle(links)
    if len(cut) > 99:
        return
    (first,) = parts_in(links[0])
    collected = PartialTransfer(first.of, first.mark)
    for link in links:
        for part in parts_in(link):
            collected = collected.with_part(part)
    assert collected.missing == ()
    assert collected.game() == evolve(game, shelf="open")
    assert set(parts_in("\n".join(links).lower())) == set(cut)


def test_damage_is_reported_or_does_no_harm() -> None:
    game = as_played(EVERY[0])
    packed = pack(game)
    for at in range(len(packed)):
        for harmed in (packed[:at] + bytes([packed[at] ^ 1 << DICE.randrange(8)]) + packed[at + 1 :], packed[:at]):
            with suppress(StorageError):
                assert unpack(harmed) == game


def test_every_letter_of_a_code_counts() -> None:
    """Which part of which game a code is stands in it too: what does not go together never becomes a game."""
    game = as_played(EVERY[0])
    cut = parts(pack(game), 200)
    for part in cut:
        for at in range(len(part.text)):
            wrong = evolve(part, text=part.text[:at] + ("A" if part.text[at] != "A" else "B") + part.text[at + 1 :])
            collected = PartialTransfer(
                part.of, part.mark, {each.number: each.text for each in cut} | {wrong.number: wrong.text}
            )
            with pytest.raises(StorageError, match="damaged"):
                collected.game()


def test_a_game_that_unpacks_without_end_is_refused() -> None:
    import zlib

    bomb = zlib.compress(b"[]" + b" " * 50_000_000, 9)
    with pytest.raises(StorageError, match="damaged"):
        unpack(bomb)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("", "no game in this link"),
        ("https://host/#/bring/", "no game in this link"),
        ("1-2-1-ABCDEFGH-AAAA", "no game in this link"),
        ("1-0-1-ABCDEFGH-AAAA", "no game in this link"),
        ("1-1-999-ABCDEFGH-AAAA", "no game in this link"),
        ("2-1-1-ABCDEFGH-AAAA", "newer version of Companion"),
    ],
)
def test_a_link_without_a_game_says_so(link: str, said: str) -> None:
    with pytest.raises(StorageError, match=said):
        parts_in(link)


def test_a_link_says_what_it_is() -> None:
    assert parts_in("https://host/#/bring/1-2-3-ABCDEFGH-AAAA") == (Chunk(2, 3, "ABCDEFGH", "AAAA"),)


# Logs


def test_a_log_written_by_hand_gets_its_ids_for_good() -> None:
    text = '# mine\n{"game": "bronzen", "seats": ["Anna", "Ben"]}\n\n{"kind": "bronzen.color"}\n{"id": 7, "kind": "bronzen.jay"}\n'
    game = of_log(text, GAMES, now=NOW)
    assert [json.loads(line)["id"] for line in game.lines[1:]] == ["1", "7"]
    assert (game.created, game.changed) == (NOW, NOW)
    assert of_log("\n".join(game.lines), GAMES, now=NOW) == game, "and is the same game ever after"
    assert of_log(text + '{"kind": "bronzen.jay"}\n', GAMES, now=NOW).id != game.id, "another game may begin alike"


def test_a_log_as_a_phone_wrote_it_stays_as_it_is() -> None:
    game = as_played(LONG)
    text = "".join(f"{line}\n" for line in game.lines)
    read = of_log(text, GAMES, now=NOW)
    assert read.lines == game.lines
    assert read.changed == game.changed
    assert read.game == "bronzen"


@pytest.mark.parametrize(
    "text", ["", "{}", '{"game": "bronzen", "seats": ["A", "B"]}\n{"kind": "bronzen.give_up", "seat": 0}']
)
def test_a_log_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(LogError):
        of_log(text, GAMES, now=NOW)
