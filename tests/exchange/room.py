"""Devices without a screen, between which games go on paper."""

from collections.abc import Iterable
from pathlib import Path

from companion.exchange import import_preview
from companion.exchange.game_export import ExportedGame, all_exported
from companion.exchange.import_preview import ImportPreview
from companion.games import games
from companion.i18n import Renderer
from companion.kernel.log import Act, Header, Undo
from companion.storage.library import Library
from companion.tables.session import Session
from companion.tables.tables import Tables

say = Renderer("en").text


def device(folder: Path) -> Tables:
    """Return a device without games."""
    return Tables(Library.open(folder).library, games())


def begin(at: Tables, *names: str, game: str = "free_sheet", reports: Iterable[object] = (), **house: str | int) -> str:
    """Return the id of a game with a report."""
    id = at.begin(Header(game, games()[game].meta.revision, names, house=house))
    for report in reports:
        session(at, id).submit(Act(report))
    return id


def session(at: Tables, id: str) -> Session:
    """Return a game in play."""
    found = at.table(id).session
    assert found
    return found


def undo(at: Tables, id: str) -> None:
    """Undo the latest report."""
    session(at, id).submit(Undo((session(at, id).record.entries[-1].id,)))


def exported(at: Tables, *only: str) -> tuple[ExportedGame, ...]:
    """Return the games of a device as they go on paper."""
    return all_exported(at.library, at.games, "en", only or None)


def results(at: Tables) -> list[tuple[str, dict[str, int], bool, bool]]:
    """Return the exported data of the games: game, points of each player, winner, whether it is over."""
    return sorted(
        (one.title, dict(zip(one.names, one.sheet.totals, strict=True)), one.sheet.lowest_wins, one.is_over)
        for one in exported(at)
    )


def bring(at: Tables, content: bytes | str) -> ImportPreview:
    """Import the games of a file, and return its contents."""
    whole = content.encode() if isinstance(content, str) else content
    assert import_preview.is_importable(whole)
    found = import_preview.read(whole, at)
    import_preview.take(found, at, say)
    return found
