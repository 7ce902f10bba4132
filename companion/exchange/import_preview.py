"""Preview of an import from another program: what is new, what is here already, what is refused and why."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from attrs import evolve, frozen

from companion.exchange import bgstats_import, csv_import
from companion.exchange.csv_cells import decoded, is_table
from companion.exchange.csv_import import Bad
from companion.exchange.imported_game import ImportedGame, Preview, Rejected, SourcePosition, entry_id
from companion.games.free_sheet.meta import META
from companion.kernel.players import name_refusal
from companion.kernel.text import Listing, Text, messages
from companion.kernel.text_limits import excerpt
from companion.storage import limits
from companion.storage.backup import Bundle, SharedGame, is_bundle, too_large
from companion.storage.merge import added, counted
from companion.storage.share_link import has_parts
from companion.storage.trash import NOTES, PHOTOGRAPHS, SOURCES
from companion.tables.tables import Tables

T, N = messages("companion")

#: What each game becomes.
INTO: Final = META.title


@frozen
class ImportPreview:
    """The content of another program's file.

    :param previews: the games that are new here or replace an older version.
    :param known: ids of the games here that are in the file.
    :param refused: the games that are not imported, by their position in the file.
    :param players: the names of the file's players.
    :param is_table: whether positions are lines; otherwise they count plays.
    """

    previews: tuple[Preview, ...]
    known: tuple[str, ...]
    refused: tuple[Bad, ...]
    players: tuple[str, ...] = ()
    is_table: bool = True

    @property
    def games(self) -> tuple[SharedGame, ...]:
        """The games that would be added."""
        return tuple(preview.game for preview in self.previews)

    @property
    def mended(self) -> int:
        """How many games would replace an older version."""
        return sum(bool(preview.replaces) for preview in self.previews)

    @property
    def counts(self) -> Listing:
        """How many games there are of each sort."""
        return counted(
            N("{n} new game", "{n} new games", n=len(self.previews) - self.mended),
            N("{n} that replaces an older version", "{n} that replace older versions", n=self.mended),
            N("{n} that was here already", "{n} that were here already", n=len(self.known)),
            N("{n} refused", "{n} refused", n=len(self.refused)),
        )

    @property
    def said(self) -> Text:
        """The message after the games were added."""
        return added(self.counts)

    @property
    def reasons(self) -> tuple[Text, ...]:
        """Why something is not taken, each with its place in the file."""
        return tuple(map(self._reason, self.refused))

    def _reason(self, bad: Bad) -> Text:
        match self.is_table, bad.column:
            case True, "":
                return T("Line {n}: {why}", n=bad.line, why=bad.why)
            case True, column:
                return T("Line {n}, column “{column}”: {why}", n=bad.line, column=excerpt(column), why=bad.why)
            case _, "":
                return T("Play {n}: {why}", n=bad.line, why=bad.why)
            case _, player:
                return T("Play {n}, {player}: {why}", n=bad.line, player=excerpt(player), why=bad.why)


def is_importable(content: bytes) -> bool:
    """Return whether a file or text comes from another program and is no file, link or log of this one."""
    if is_bundle(content):
        return False
    text = decoded(content)
    if bgstats_import.is_bgstats(text):
        return True
    return not text.lstrip("\ufeff \t\r\n").startswith(("{", "#")) and not has_parts(text) and is_table(text)


def read(content: bytes, tables: Tables) -> ImportPreview:
    """Return the content of another program's file; each of its games has been replayed completely.

    :raises StorageError: if it is damaged or too large, or the library cannot be read.
    """
    if len(content) > limits.FILE:
        raise too_large()
    text = decoded(content)
    players: tuple[str, ...] = ()
    if is_table_ := not bgstats_import.is_bgstats(text):
        found, refused = csv_import.imported_games(text)
    else:
        found, refused, players = bgstats_import.imported_games(text)
    previews, known, unfit = _sorted(found, tables)
    bad = tuple(sorted((*refused, *unfit), key=lambda each: each.line))
    fit = tuple(name for name in players if not name_refusal(name))
    return ImportPreview(previews, known, bad, fit, is_table_)


def take(papers: ImportPreview, tables: Tables, say: Callable[[Text], str]) -> None:
    """Add all new games or none; replaced games then go to the bin.

    The note and the photograph of a replaced game are kept with the new one.

    :raises StorageError: if it could not be stored.
    """
    library = tables.library
    settings: dict[str, Any] = {}
    for preview in papers.previews:
        if preview.source:
            settings[f"{SOURCES}{preview.game.id}"] = preview.source
        for old in preview.replaces:
            for kind in (NOTES, PHOTOGRAPHS):
                if (kept := library.setting(f"{kind}{old}")) is not None:
                    settings[f"{kind}{preview.game.id}"] = kept
    tables.join(Bundle(papers.games, papers.players, settings), say)
    replaced = [old for preview in papers.previews for old in preview.replaces]
    for old in library.ids() & {*replaced}:
        library.delete(old)
    if replaced:
        tables.changed()


def _sorted(
    found: Iterable[ImportedGame], tables: Tables
) -> tuple[tuple[Preview, ...], tuple[str, ...], tuple[Bad, ...]]:
    """Return the new games, the ids of known ones, and those that are invalid; duplicates count once."""
    now = datetime.now(UTC)
    here, binned = tables.library.ids(), tables.library.days_left()
    from_source: dict[str, list[str]] = {}
    for key, source in tables.library.settings(SOURCES).items():
        if (id := key.removeprefix(SOURCES)) in here:
            from_source.setdefault(str(source), []).append(id)
    games: dict[str, Preview] = {}
    known: dict[str, None] = {}
    bad: list[Bad] = []
    for evening in found:
        id = evening.key if evening.key in here else evening.id
        before = from_source.get(evening.source, []) if evening.source else []
        replaces = tuple(each for each in before if each not in binned)
        if id in here:
            known[id] = None
        elif before and not replaces:  # it was deleted here
            known[before[0]] = None
        elif id not in games:
            try:
                preview = evening.preview(tables.games, now)
            except Rejected as refused:
                place = refused.place or SourcePosition(evening.line)
                bad.append(Bad(place.line, evening.key, refused.why, place.column))
            else:
                notes = (*map(partial(_replaced, tables), replaces), *preview.notes)
                games[id] = evolve(preview, replaces=replaces, notes=notes)
    return tuple(games.values()), tuple(known), tuple(bad)


def _replaced(tables: Tables, old: str) -> Text:
    """Return the note about an older version that is moved to the trash."""
    last = tables.library.stored(old).entries - 1
    as_it_came = f'"{entry_id(old, last)}"' in tables.library.export(old).splitlines()[-1]
    if as_it_came:
        return T("An older version of this game is here. It moves to the bin.")
    return T("An older version of this game is here, and was changed here. It moves to the bin.")
