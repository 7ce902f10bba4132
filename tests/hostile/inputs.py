"""Malicious inputs for each entrance to the program: values of a field, a line, a whole file."""

import json
import zlib
from base64 import b32encode
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, TypeAlias

from companion.storage.backup import SharedGame
from companion.storage.share_link import pack, parts

#: Values for a field, as JSON.
VALUES: Final = {
    "huge": "60000000",
    "the largest exact number": "9007199254740991",
    "10^400": "1" + "0" * 400,
    "5,000 digits": "9" * 5000,
    "negative": "-1",
    "very negative": "-" + "9" * 400,
    "fraction": "1.5",
    "NaN": "NaN",
    "infinity": "-Infinity",
    "beyond a float": "1e999",
    "true": "true",
    "null": "null",
    "empty text": '""',
    "long text": json.dumps("x" * 200_000),
    "number as text": json.dumps("9" * 5000),
    "NUL": json.dumps("a\0b"),
    "half a character": '"\\ud800"',
    "turned writing": json.dumps("\u202ea\x1b[2J"),
    "list": "[1, [2], {}]",
    "long list": json.dumps([0] * 11_000),
    "list of texts": json.dumps(["x"] * 20_000),
    "object": '{"": {"seat": 0}}',
    "nested": "[" * 90 + "]" * 90,
    "nested too deep": "[" * 100_000,
    "objects nested too deep": '{"a":' * 100_000,
    "JSON in JSON": json.dumps("[" * 100_000),
    "year 1": '"0001-01-01T00:00:00+14:00"',
    "year 9999": '"9999-12-31T23:59:59.999999-14:00"',
    "a date without a zone": '"0001-01-01T00:00:00"',
    "no date": '"2026-02-30T25:61:00Z"',
}

HEADER: Final = {
    "game": "free_sheet",
    "revision": 1,
    "seats": ["Anna", "Ben"],
    "first": 0,
    "setup": {"name": "Skat"},
    "language": "en",
    "format": 1,
}
SCORED: Final = {
    "id": "a",
    "at": "2026-11-20T20:15:00+00:00",
    "by": 0,
    "base": 0,
    "kind": "free_sheet.scored",
    "seat": 0,
    "points": "3",
}
OTHERS: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "undo", "entry": "a"},
    {"kind": "redo", "entries": ["a"]},
    {"kind": "amend", "entry": "a", "action": {"kind": "free_sheet.scored", "seat": 0, "points": "4"}},
    {"kind": "settle", "question": "?", "decision": "!", "rules": [], "agreed": [0]},
    {"kind": "rename", "seats": [0], "names": ["Cem"]},
    {"kind": "reseat", "seats": ["Cem", "Dora"], "first": 1},
    {"kind": "join", "seat": 2, "name": "Cem"},
    {"kind": "leave", "seat": 0},
)

LOG: Final = (json.dumps(HEADER), json.dumps(SCORED))

#: Inputs by their flaw, created lazily for each entrance.
Named: TypeAlias = Iterable[tuple[str, bytes]]
Way: TypeAlias = Callable[[], Named]


def written(raw: dict[str, Any], field: str, value: str) -> str:
    """Return a JSON object with another value in a field; ``a.b`` is a field within an object or a list."""
    copy = json.loads(json.dumps(raw))
    at: Any = copy
    *outer, last = [int(step) if step.isdigit() else step for step in field.split(".")]
    for step in outer:
        at = at[step]
    at[last] = "@@"
    return json.dumps(copy).replace('"@@"', value)


def each(make: Callable[[str], bytes], values: Mapping[str, str] = VALUES) -> Way:
    """Return functions that create an input from each value."""
    return lambda: ((name, make(value)) for name, value in values.items())


def lines(*texts: str) -> bytes:
    """Return a file of lines, in which surrogates are replaced."""
    return "".join(f"{text}\n" for text in texts).encode(errors="replace")


# Logs


def logs() -> dict[str, Way]:
    """Return logs with each value in each field, by field."""
    found: dict[str, Way] = {}
    for field in (*HEADER, "setup.name", "setup.rounds", "seats.0"):
        found[f"header.{field}"] = each(lambda value, field=field: lines(written(HEADER, field, value), LOG[1]))
    for field in SCORED:
        found[f"entry.{field}"] = each(lambda value, field=field: lines(LOG[0], written(SCORED, field, value)))
    for entry in OTHERS:
        for field in entry:
            make = each(lambda value, entry=entry, field=field: lines(*LOG, written(entry, field, value)))
            found[f"{entry['kind']}.{field}"] = make
    return {**found, "log": whole_logs}


def whole_logs() -> Named:
    """Yield logs that are malformed as a whole."""
    join = json.dumps({"kind": "join", "seat": 60_000_000, "name": "Cem"})
    scores = [json.dumps({**SCORED, "id": f"e{number}", "base": number}) for number in range(600)]
    back = [json.dumps({"kind": "undo" if at % 2 == 0 else "redo", "entry": "e0"}) for at in range(600)]
    amended = [json.dumps({**OTHERS[2], "entry": "e0"}) for _ in range(600)]
    old = json.dumps({"game": "slam", "revision": 1, "seats": ["A", "B", "C", "D"]})
    yield "220 bytes that took gigabytes", lines(LOG[0], join, '{"kind": "leave", "seat": 0, "by": 59999999}')
    yield "undone and redone from the start", lines(LOG[0], *scores, *back)
    yield "amended from the start", lines(LOG[0], *scores, *amended)
    yield "more entries than any game", lines(LOG[0], *['{"kind": "leave", "seat": 0}'] * 60_000)
    yield "an old log that nobody can bring up", lines(old, *['{"kind": [], "seat": {}}'] * 4000)
    yield "bad UTF-8", lines(LOG[0]) + b'{"kind": "\xff\xfe\xc3("}\n'
    yield "UTF-16", "\n".join(LOG).encode("utf-16")
    yield "NUL bytes", b"{" + bytes(100_000) + b"}"
    yield "duplicate keys", lines(LOG[0], '{"kind": "free_sheet.scored", "seat": 0, "seat": 60000000, "points": "3"}')
    yield "a thousand times the same key", lines(LOG[0][:-1] + ', "game": "bronzen"' * 1000 + "}", LOG[1])
    yield "only a header", lines('{"game": "free_sheet", "seats": ["Anna", "Ben"]}')
    yield "a header deep below", lines(*["#"] * 50_000, *LOG)
    yield "blank lines", b"\n" * 1_000_000 + lines(*LOG)
    yield "carriage returns", b"\r" * 1_000_000 + lines(*LOG)
    yield "one long line", b'{"game": "' + b"x" * 3_000_000 + b'"}'
    yield "open brackets", b'{"game":' + b"[" * 1_000_000
    yield "open quotation", b'{"game": "' + b'\\"' * 500_000
    yield (
        "many fields",
        lines("{" + ", ".join(f'"{number}": 0' for number in range(50_000)) + ', "game": "free_sheet"}'),
    )
    yield "many players", lines(json.dumps({**HEADER, "seats": [f"P{number}" for number in range(50_000)]}))
    yield "a sum of many terms", lines(LOG[0], written(SCORED, "points", json.dumps("+".join(["1"] * 100))))


# Everything of a device

GAME: Final = {
    "kind": "game",
    "id": "0123456789ab",
    "name": "Skat",
    "shelf": "open",
    "created": "2026-11-20T20:15:00+00:00",
    "changed": "2026-11-20T20:15:00+00:00",
    "lines": 2,
}
SETTINGS: Final = (
    "people",
    "marks",
    "cards.slam",
    "cards.labtag",
    "words.schlafmuetze",
    "setup.bronzen",
    "setup.free_sheet",
    "note.0123456789ab",
    "photograph.0123456789ab",
    "clock.0123456789ab",
    "places.0123456789ab",
    "after.0123456789ab",
    "parts.ABCDEFGH.3",
    "aside.2026-11-20T20:15:00+00:00",
    "pocket.address",
)
#: Values that look like those of settings and are not.
SHAPES: Final = {
    "facts that are none": '{"facts": 7, "struck": {"a": 1}}',
    "facts of all kinds": '{"facts": [null, 1, [], {"id": 1}, {"kind": "called", "names": []}], "struck": [{}, []]}',
    "people without end": json.dumps(
        {
            "facts": [
                {"id": f"{number}", "at": "", "kind": "called", "names": ["A"], "name": f"B{number}"}
                for number in range(9000)
            ],
            "struck": [f"-{number}" for number in range(9000)],
        }
    ),
    "marks that are none": '{"anna": ["red"], "ben": [1, 2], "": null}',
    "cards that are none": '{"poets": [{"name": 1}, null], "slams": {}, "cards": [[[]]], "format": 1}',
    "words that are none": '{"words": [1, null, {}], "circle": "ABC"}',
    "a setup that is none": '{"house": {"jays": ["once"], "dealer": {}, "rounds": true, "target": 1e15}, "called": [1], "language": []}',
    "a name that is none": '{"house": {"name": ["x"]}, "called": {"Skat": {"wins": [], "rounds": {}}, "": 1}}',
    "a note that is none": '{"at": "0001-01-01T00:00:00+14:00", "place": "", "text": ""}',
    "a photograph that is none": '{"photograph": "/9j/////"}',
    "a clock that is none": '{"limit": 1e15, "spent": [1e15, -1], "shown": 1, "since": {"wall": -1e15, "own": 1e15}}',
    "places that are none": '{"seats": {"anna": []}, "table": [1, null]}',
    "parts that are none": '{"parts": {"x": 1, "-1": "A"}, "at": 7}',
    "an aside that is none": '{"games": "many", "file": [1]}',
}


def signed(*body: str, head: str | None = None) -> bytes:
    """Return the content of a device file with a valid checksum."""
    content = lines(*body)
    about = {"companion": "everything", "version": 1, "sha256": sha256(content).hexdigest()}
    return (head or json.dumps(about)).encode() + b"\n" + content


def bundles() -> dict[str, Way]:
    """Return device files with each value in each field, by field."""
    found: dict[str, Way] = {}
    for field in GAME:
        found[f"game.{field}"] = each(lambda value, field=field: signed(written(GAME, field, value), *LOG))
    people = {"kind": "players", "names": ["Anna"]}
    for field in ("names", "names.0"):
        found[f"players.{field}"] = each(lambda value, field=field: signed(written(people, field, value)))
    setting = {"kind": "setting", "key": "own", "value": 1}
    found["setting.key"] = each(lambda value: signed(written(setting, "key", value)))
    game_line = json.dumps(GAME)
    for key in SETTINGS:
        raw = {**setting, "key": key}
        found[f"setting {key}"] = each(
            lambda value, raw=raw: signed(game_line, *LOG, written(raw, "value", value)), VALUES | SHAPES
        )
    head = {"companion": "everything", "version": 1, "sha256": ""}
    for field in head:
        found[f"head.{field}"] = each(lambda value, field=field: signed(head=written(head, field, value)))
    return {**found, "bundle": whole_bundles}


def whole_bundles() -> Named:
    """Yield device files that are malformed as a whole or contain malformed logs."""
    for name, content in whole_logs():
        entries = content.decode(errors="replace").split("\n")[:-1]
        yield name, signed(json.dumps({**GAME, "lines": len(entries)}), *entries)
    for field in ("id", "at"):
        for name, value in VALUES.items():
            yield f"entry.{field}: {name}", signed(json.dumps(GAME), LOG[0], written(SCORED, field, value))
    for field in ("seats", "revision"):
        for name, value in VALUES.items():
            yield f"header.{field}: {name}", signed(json.dumps(GAME), written(HEADER, field, value), LOG[1])
    yield "no header", signed(json.dumps({**GAME, "lines": 0}))
    yield "twice the same game", signed(json.dumps(GAME), *LOG, json.dumps(GAME), *LOG)
    yield "fewer lines than it says", signed(json.dumps({**GAME, "lines": 60_000_000}), *LOG)
    yield (
        "many games",
        signed(*(line for at in range(40) for line in (json.dumps({**GAME, "id": f"{at}", "lines": 1}), LOG[0]))),
    )
    yield "lines of another kind", signed('{"kind": "other"}', "[]", "null", "")
    yield "nothing", signed()
    yield "the same name twice", signed('{"kind": "players", "names": ["Anna", "Anna"]}')


# Links


def links() -> Named:
    """Yield links and parts of links with no game or a malformed one."""
    for name, content in whole_logs():
        entries = tuple(content.decode(errors="replace").split("\n")[:-1])
        if len(entries) < 20_000:
            game = _carried(entries)
            yield name, _link(pack(game))
    head = ["0123456789ab", "Skat", GAME["created"], GAME["changed"], []]
    for place, field in enumerate(("id", "name", "created", "changed", "moments")):
        for name, value in VALUES.items():
            raw = json.dumps([*head[:place], "@@", *head[place + 1 :]]).replace('"@@"', value)
            yield f"{field}: {name}", _link(zlib.compress("\n".join((raw, f"={LOG[0]}", "~x")).encode()) + bytes(14))
    bomb = zlib.compressobj(9)
    yield "zip bomb", _link(bomb.compress(bytes(50_000_000)) + bomb.flush())
    yield "lines without end", _link(zlib.compress(b"[]\n" + b"=\n" * 4_000_000, 9))
    yield "moments without end", _link(zlib.compress(json.dumps([*head[:4], [0] * 2_000_000]).encode() + b"\n~\n" * 9))
    yield "nested head", _link(zlib.compress(b"[" * 1_000_000))
    yield "cut short", _link(pack(_carried(LOG))[:-20])
    yield "nothing packed", _link(b"")
    one = str(parts(pack(_carried(LOG)), 100_000)[0])
    yield "numbers without end", ("1-" + "9" * 5000 + "-9-ABCDEFGH-AAAA").encode()
    yield "a version without end", ("9" * 5000 + one[1:]).encode()
    yield "a newer version", ("99" + one[1:]).encode()
    yield "60 million parts", b"1-1-60000000-ABCDEFGH-AAAA"
    yield "the part before the first", b"1-0-3-ABCDEFGH-AAAA"
    yield "many games at once", " ".join(f"1-1-2-{_mark(at)}-AAAA" for at in range(20_000)).encode()
    yield "many parts at once", " ".join(f"1-{at % 99 + 1}-99-ABCDEFGH-AAAA" for at in range(50_000)).encode()
    yield "a part without end", b"1-1-1-ABCDEFGH-" + b"A" * 8_000_000
    yield "dashes", b"1-" * 500_000
    yield "no letters of ours", "１-１-１-ABCDEFGH-ÄÄÄÄ".encode()
    yield "half a link", one[: len(one) // 2].encode()


def _carried(entries: tuple[str, ...]) -> SharedGame:
    when = datetime.fromisoformat(str(GAME["created"]))
    return SharedGame("0123456789ab", when, when, entries)


def _link(packed: bytes) -> bytes:
    text = b32encode(packed).decode().rstrip("=")
    mark = b32encode(sha256(packed).digest()).decode()[:8]
    return f"https://example.org/#/bring/1-1-1-{mark}-{text or 'A'}".encode()


def _mark(number: int) -> str:
    return b32encode(sha256(str(number).encode()).digest()).decode()[:8]


# Tables

WIDE: Final = "Runde;Anna;Ben\n1;2;3\n2;4;5\n"
LONG_HEAD: Final = (
    "play_id",
    "round",
    "seat",
    "player",
    "delta",
    "undone",
    "timestamp",
    "title",
    "begun",
    "wins",
    "finished",
)
CELLS: Final = {
    "huge": "60000000",
    "10^400": "1" + "0" * 400,
    "5,000 digits": "9" * 5000,
    "negative": "-1",
    "fraction": "1.5",
    "exponent": "1e999",
    "NaN": "NaN",
    "superscript": "²",
    "digits of elsewhere": "٣",
    "long": "x" * 120_000,
    "too long for a cell": "x" * 200_000,
    "NUL": "\0",
    "turned writing": "\u202e\x1b[2J",
    "formula": "=1+1",
    "empty": "",
    "blanks": " " * 1000,
    "quotation": '"""',
    "sum of many": "+".join(["1"] * 3000),
    "year 1": "0001-01-01T00:00:00+14:00",
    "year 9999": "9999-12-31T23:59:59-14:00",
    "year 9999 at a glance": "31.12.9999",
    "no zone": "0001-01-01",
    "JSON": "[" * 5000,
}


def tables() -> dict[str, Way]:
    """Return tables with each value in each column, by column."""
    found: dict[str, Way] = {}
    plain = ("1", "1", "1", "Anna", "3", "no", "2026-11-20T20:15:00+00:00", "Skat", "2026-11-20", "most", "yes")
    other = ("1", "1", "2", "Ben", "4", *plain[5:])

    def row(place: int) -> Callable[[str], bytes]:
        return lambda cell: lines(*map(",".join, (LONG_HEAD, (*plain[:place], cell, *plain[place + 1 :]), other)))

    for place, column in enumerate(LONG_HEAD):
        found[f"column {column}"] = each(row(place), CELLS)
    found["column of a player"] = each(
        lambda cell: f"Runde;Datum;Anna;Ben\n1;2026-11-20;{cell};3\n{cell};{cell};4;5\n".encode(), CELLS
    )
    return {**found, "table": whole_tables}


def whole_tables() -> Named:
    """Yield tables that are malformed as a whole."""
    yield "many rows", ("Anna;Ben\n" + "1;2\n" * 250_000).encode()
    yield "more rounds than any game", ("Anna;Ben\n" + "1;2\n" * 40_000).encode()
    yield "many columns", lines(";".join(f"P{at}" for at in range(200_000)), ";".join("1" * 200_000))
    yield "many games", lines("title;player;points", *(f"T{at};{name};1" for at in range(200) for name in "AB"))
    yield "many players", lines("player;points", *(f"P{at};1" for at in range(50_000)))
    rounds = ";".join(f"R{at}" for at in range(900))
    yield "many players in rows", lines(f"Name;{rounds}", *(f"P{at};1" for at in range(50_000)))
    yield "many players with totals", lines("Name;Total", *(f"P{at};1" for at in range(50_000)))
    yield "many players in few rounds", lines(f"Round;{rounds}", "1" + ";1" * 900, *map(str, range(2, 100_000)))
    yield "many sums", lines("player;points", "Anna;1", "Ben;2", *["Total;3"] * 50_000)
    yield "the same name", lines("Anna;Anna", "1;2")
    yield "an open quotation", lines("Anna;Ben", '"1;2') + b"1;2\n" * 100_000
    yield "bad UTF-8", b"Anna;B\xff\xfen\n1;2\n"
    yield "half a UTF-16", "Anna;Ben\n1;2\n".encode("utf-16")[:-1]
    yield "half a character", b"\xff\xfe" + "Anna;Ben\n1;2\n".encode("utf-16-le") + b"\x00\xd8"
    yield "NULs", b"Anna;Ben\n" + b"\0" * 100_000 + b";1\n"
    yield "separators", b";" * 1_000_000 + b"\n" + b";" * 1_000_000
    yield "quotation marks", b'"' * 1_000_001 + b";\n;"
    yield "only headings", b"Anna;Ben\n;\n"


# BG Stats

PLAYS: Final[dict[str, Any]] = {
    "games": [{"id": 1, "name": "Skat", "highestWins": True, "noPoints": False}],
    "players": [{"id": 1, "name": "Anna", "isAnonymous": False}, {"id": 2, "name": "Ben"}],
    "plays": [
        {
            "uuid": "u",
            "gameRefId": 1,
            "playDate": "2026-11-20 20:15:00",
            "durationMin": 30,
            "metaData": '{"source": "Companion", "id": "0123456789ab"}',
            "playerScores": [
                {"playerRefId": 1, "score": "3", "winner": False, "seatOrder": 1, "startPlayer": True},
                {"playerRefId": 2, "score": "4", "winner": True, "seatOrder": 2},
            ],
        }
    ],
    "userInfo": {"meRefId": 0},
}


def plays() -> dict[str, Way]:
    """Return BG Stats files with each value in each field, by field."""
    fields = (
        *PLAYS,
        *(f"games.0.{field}" for field in PLAYS["games"][0]),
        *(f"players.0.{field}" for field in PLAYS["players"][0]),
        *(f"plays.0.{field}" for field in PLAYS["plays"][0]),
        *(f"plays.0.playerScores.0.{field}" for field in PLAYS["plays"][0]["playerScores"][0]),
    )
    values = VALUES | {
        "JSON nested too deep in JSON": json.dumps('{"source": ' + "[" * 100_000),
        "a date at the beginning": '"0001-01-01 00:00:00"',
        "a date at the end": '"9999-12-31 23:59:59"',
    }
    found = {
        field: each(lambda value, field=field: written(PLAYS, field, value).encode(errors="replace"), values)
        for field in fields
    }
    return {**found, "file": whole_plays}


def whole_plays() -> Named:
    """Yield BG Stats files that are malformed as a whole."""
    many = json.dumps({**PLAYS, "plays": PLAYS["plays"] * 21_000})
    yield "many plays", many.encode()
    yield "cut short", many[: len(many) // 2].encode()
    yield "bad UTF-8", json.dumps(PLAYS).encode().replace(b"Skat", b"Sk\xfft")
    yield "the same play a thousand times", json.dumps({**PLAYS, "plays": PLAYS["plays"] * 1000}).encode()
    yield (
        "many players",
        json.dumps({**PLAYS, "players": [{"id": at, "name": f"P{at}"} for at in range(50_000)]}).encode(),
    )
    yield "duplicate keys", (json.dumps(PLAYS)[:-1] + ', "plays": 7, "games": [], "plays": []}').encode()
