"""Plays and players from a file of BG Stats: ``.bgsplay``, or the backup ``BGStatsExport.json``, which has the same tables."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from companion.exchange.bgstats_export import SOURCE
from companion.exchange.csv_import import Bad
from companion.exchange.imported_game import ImportedGame, Rejected, Round, SourcePosition, by_day, points_of
from companion.games.free_sheet.sums import terms
from companion.kernel.text import Listing, Text, messages
from companion.kernel.text_limits import LONGEST_WORD
from companion.storage import limits
from companion.storage.backup import wrong
from companion.storage.limits import OutOfBounds, parsed

T, N = messages("companion")

#: Recognises a file of BG Stats, even a damaged one.
_THEIRS: Final = re.compile(r'"(?:plays|playerScores|userInfo|locations|players|games)"\s*:\s*[\[{]')
#: What the first line of a log of ours has.
_OURS: Final = re.compile(r'"(?:game|kind)"\s*:\s*"')
_LOOKED_AT: Final = 4000

#: Longest duration in minutes; longer ones come from a timer that was never stopped.
_LONGEST: Final = 7 * 24 * 60


def is_bgstats(text: str) -> bool:
    """Return whether a text is a file of BG Stats, even a damaged one."""
    begin = text.lstrip("\ufeff \t\r\n")[:_LOOKED_AT]
    return begin.startswith("{") and not _OURS.search(begin.splitlines()[0]) and bool(_THEIRS.search(text))


def imported_games(text: str) -> tuple[tuple[ImportedGame, ...], tuple[Bad, ...], tuple[str, ...]]:
    """Return the plays in a file, those that cannot be taken, each with its reason, and the names of all players.

    :raises StorageError: if the file is damaged.
    """
    try:
        raw = parsed(text.removeprefix("\ufeff"))
        games, players = (_by_id(raw[table]) for table in ("games", "players"))
        plays = [play for play in raw["plays"] if isinstance(play, dict)]
        limits.refuse_more(len(plays), limits.PLAYS)
        limits.refuse_more(len(players), limits.NAMES)
    except OutOfBounds as beyond:
        raise wrong(T("This BG Stats file cannot be imported. {why}", why=beyond.text)) from None
    except (ValueError, TypeError, KeyError):
        raise wrong(T("This BG Stats file is damaged or incomplete. Export it from BG Stats again.")) from None
    found: list[ImportedGame] = []
    bad: list[Bad] = []
    for number, play in enumerate(plays, start=1):
        try:
            found.append(_evening(number, play, games, players))
        except Rejected as refused:
            bad.append(Bad(number, _text(play.get("uuid")), refused.why))
        except OutOfBounds as beyond:
            bad.append(Bad(number, _text(play.get("uuid")), beyond.text))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            bad.append(Bad(number, _text(play.get("uuid")), T("It is not a list of plays from BG Stats.")))
    named = (_text(player.get("name")) for player in players.values() if not player.get("isAnonymous"))
    return tuple(found), tuple(bad), tuple(dict.fromkeys(filter(None, named)))


def _evening(
    number: int, play: Mapping[str, Any], games: Mapping[int, Any], players: Mapping[int, Any]
) -> ImportedGame:
    """Return a play."""
    game = games[play["gameRefId"]]
    scores = sorted(play["playerScores"], key=lambda score: score.get("seatOrder") or 0)
    names = tuple(_text(players[score["playerRefId"]]["name"]) for score in scores)
    points = tuple(points_of(_text(score.get("score"))) for score in scores)
    if None in points or (game.get("noPoints") and {*points} == {"0"}):
        raise Rejected(T("Not everybody has points in it, and a sheet holds nothing but points."))
    fewest = not game.get("highestWins", True)
    notes = _agree(scores, names, points, fewest=fewest)
    begun = _when(_text(play["playDate"]))
    key = _own_id(play) or _text(play.get("uuid"))
    said = ((play.get("locationRefId"), T("the place")), (play.get("comments"), T("the notes")))
    left_out = tuple(what for value, what in said if value)
    lasted = timedelta(minutes=min(max(int(play.get("durationMin") or 0), 0), _LONGEST))
    return ImportedGame(
        number,
        key,
        _text(game["name"]),
        names,
        (Round(points, places=tuple(SourcePosition(number, name) for name in names)),),
        begun,
        begun + lasted,
        first=next((seat for seat, score in enumerate(scores) if score.get("startPlayer")), 0),
        fewest=fewest,
        notes=(*notes, T("Left out: {what}.", what=Listing(left_out))) if left_out else notes,
        source=key if len(key) <= LONGEST_WORD else "",
    )


def _when(written: str) -> datetime:
    """Return the time of a play; BG Stats writes midnight where only the day is known."""
    read = limits.within_calendar(datetime.strptime(written[:19], "%Y-%m-%d %H:%M:%S"))
    return read.astimezone(UTC) if read.time() != time() else by_day(read)


def _agree(
    scores: list[Any], names: Sequence[str], points: tuple[str | None, ...], *, fewest: bool
) -> tuple[Text, ...]:
    """Return a note on a tie that was broken by hand, which a sheet shows as a shared win."""
    read = [terms(each or "") for each in points]
    if None in read:
        return ()  # the sheet refuses these points with a reason
    totals = [sum(numbers or ()) for numbers in read]
    best = (min if fewest else max)(totals)
    first = [seat for seat, total in enumerate(totals) if total == best]
    won = [seat for seat, score in enumerate(scores) if score.get("winner")]
    if not won or won == first:
        return ()
    if not {*won} <= {*first}:
        raise Rejected(T("By the points, somebody else won than the file says."))
    level, named = (Listing(tuple(names[seat] for seat in seats)) for seats in (first, won))
    return (
        N(
            "{players} are tied on points, so they share the win; the file names {winners} as the winner.",
            "{players} are tied on points, so they share the win; the file names {winners} as the winners.",
            n=len(won),
            players=level,
            winners=named,
        ),
    )


def _own_id(play: Mapping[str, Any]) -> str:
    """Return the id under which we have sent a play there, if it is one of ours."""
    try:
        about = parsed(_text(play.get("metaData")), longest=limits.LINE)
        return _text(about["id"]) if about["source"] == SOURCE else ""
    except (ValueError, TypeError, KeyError):
        return ""


def _by_id(table: Any) -> dict[int, Any]:
    rows = {row["id"]: row for row in table}
    if not all(type(id) is int and isinstance(row, dict) for id, row in rows.items()):
        raise TypeError("ids are whole numbers")
    return rows


def _text(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
