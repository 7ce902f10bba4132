"""Games for BG Stats: a link that opens it with a play filled in, and a file of plays; see README.md in the folder exchange."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.exchange.game_export import ExportedGame
from companion.kernel.players import name_key

#: By this and an id of ours BG Stats recognises games and people, so it never changes.
SOURCE: Final = "Companion"

_LINK: Final = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def push_link(game: ExportedGame) -> str:
    """Return the link that opens BG Stats with a play; its time is in UTC there, and nothing is left out: some phones want it all."""
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": game.id,
        "playDate": _written(game.begun.astimezone(UTC)),
        "durationMin": _minutes(game),
        "comments": "",
        "location": "",
        "board": "",
        "game": {
            "name": game.title,
            "bggId": 0,
            "highestWins": not game.sheet.lowest_wins,
            "noPoints": False,
            "sourceGameId": _game_id(game),
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": _player_id(name),
                "startPlayer": seat == game.record.seated.first,
                "rank": game.place(seat),
                "role": "",
                "score": str(game.sheet.totals[seat]),
                "winner": _has_won(game, seat),
            }
            for seat, name in enumerate(game.names)
        ],
    }
    return f"{_LINK}{quote(json.dumps(play, ensure_ascii=False), safe='')}"


def plays_file(games: Iterable[ExportedGame], *, now: datetime) -> bytes:
    """Return the content of a file ``.bgsplay``.

    :param now: when it is written.
    """
    all_ = tuple(games)
    kinds = _numbered(_game_id(game) for game in all_)
    people = _numbered(name_key(name) for game in all_ for name in game.names)
    called = {name_key(name): name for game in reversed(all_) for name in game.names}
    titled = {_game_id(game): game for game in reversed(all_)}
    content = {
        "about": f"Exported from {SOURCE}",
        "games": [_game(number, titled[id], now) for id, number in kinds.items()],
        "players": [_player(number, called[key], now) for key, number in people.items()],
        "locations": [],
        "plays": [_play(game, kinds[_game_id(game)], people, now) for game in all_],
        "userInfo": {"meRefId": 0},
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _numbered(keys: Iterable[str]) -> dict[str, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys), start=1)}


def _game(number: int, game: ExportedGame, now: datetime) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": _uuid("game", _game_id(game)),
        "name": game.title,
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "designers": "",
        "highestWins": int(not game.sheet.lowest_wins),
        "noPoints": 0,
        "cooperative": int(game.record.game.meta.cooperative),
        "usesTeams": 0,
        "isBaseGame": 1,
        "isExpansion": 0,
        "modificationDate": _local(now),
    }


def _player(number: int, name: str, now: datetime) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": _uuid("player", _player_id(name)),
        "name": name,
        "isAnonymous": False,
        "bggUsername": "",
        "modificationDate": _local(now),
    }


def _play(game: ExportedGame, kind: int, people: Mapping[str, int], now: datetime) -> dict[str, Any]:
    begun = game.begun.astimezone()
    return {
        "uuid": _uuid("play", game.id),
        "gameRefId": kind,
        "locationRefId": 0,
        "playDate": _local(begun),
        "playDateYmd": int(begun.date().isoformat().replace("-", "")),
        "entryDate": _local(game.ended),
        "modificationDate": _local(now),
        "durationMin": _minutes(game),
        "rounds": len([*game.rounds]),
        "scoringSetting": 0,
        "manualWinner": False,
        "usesTeams": False,
        "ignored": False,
        "rating": 0,
        "board": "",
        "comments": "",
        "playImages": "[]",
        "metaData": json.dumps({"source": SOURCE, "id": game.id}),
        "expansionPlays": [],
        "playerScores": [
            {
                "playerRefId": people[name_key(name)],
                "score": str(game.sheet.totals[seat]),
                "winner": _has_won(game, seat),
                "startPlayer": seat == game.record.seated.first,
                "newPlayer": False,
                "rank": game.place(seat),
                "seatOrder": seat + 1,
                "role": "",
                "team": "",
                "startPosition": "",
            }
            for seat, name in enumerate(game.names)
        ],
    }


def _has_won(game: ExportedGame, seat: int) -> bool:
    """Return whether a seat has won: never before the end; a cooperative group wins or loses by points."""
    return game.is_over and not game.record.game.meta.cooperative and game.place(seat) == 1


def _minutes(game: ExportedGame) -> int:
    return round(game.lasted.total_seconds() / 60)


def _local(when: datetime) -> str:
    return _written(when.astimezone())


def _written(when: datetime) -> str:
    return when.replace(microsecond=0, tzinfo=None).isoformat(" ")


def _game_id(game: ExportedGame) -> str:
    """Return what stays the same for all plays of a game: of the sheet for any other game, what the table calls it."""
    named = game.record.game.meta.house_title(game.record.seated.house)
    return f"{game.kind}.{name_key(named)}" if named else game.kind


def _player_id(name: str) -> str:
    return hashlib.sha256(name_key(name).encode()).hexdigest()[:16]


def _uuid(what: str, id: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"companion:{what}:{id}"))
