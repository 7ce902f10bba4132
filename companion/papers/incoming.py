"""What comes in from other programs, looked at before anything is taken: what is new, what is here already, what is refused and why."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final

from attrs import frozen

from companion.games.free_sheet.meta import META
from companion.kernel.players import name_refusal
from companion.kernel.text import Listing, Text, messages
from companion.papers import from_bgstats, from_tables
from companion.papers.cells import decoded, is_table
from companion.papers.evening import Evening, NotTaken
from companion.papers.from_tables import Bad
from companion.storage import limits
from companion.storage.bundle import Bundle, Carried, is_bundle, too_large
from companion.storage.handed import has_parts
from companion.tables.tables import Tables

T, N = messages("companion")

#: What each game becomes.
INTO: Final = META.title


@frozen
class Papers:
    """What is in a file of another program.

    :param games: those that are not here yet.
    :param known: the ids, here, of those that are.
    :param refused: what is not taken, by its place in the file.
    :param players: the names of players the file tells of.
    :param is_table: whether its places are lines; otherwise they count plays.
    """

    games: tuple[Carried, ...]
    known: tuple[str, ...]
    refused: tuple[Bad, ...]
    players: tuple[str, ...] = ()
    is_table: bool = True

    @property
    def said(self) -> Text:
        """What is told when it was taken."""
        counts = (
            (len(self.games), N("{n} new game", "{n} new games", n=len(self.games))),
            (len(self.known), N("{n} that was here already", "{n} that were here already", n=len(self.known))),
            (len(self.refused), N("{n} refused", "{n} refused", n=len(self.refused))),
        )
        told = tuple(text for count, text in counts if count)
        return T("Added: {games}.", games=Listing(told)) if told else T("Added. There was no game in it.")

    @property
    def reasons(self) -> tuple[Text, ...]:
        """Why something is not taken, each with its place in the file."""
        return tuple(
            T("Line {n}: {why}", n=bad.line, why=bad.why)
            if self.is_table
            else T("Play {n}: {why}", n=bad.line, why=bad.why)
            for bad in self.refused
        )


def is_paper(content: bytes) -> bool:
    """Tell whether a file or a text comes from another program and is no file, link or log of ours."""
    if is_bundle(content):
        return False
    text = decoded(content)
    if from_bgstats.is_bgstats(text):
        return True
    return not text.lstrip("\ufeff \t\r\n").startswith(("{", "#")) and not has_parts(text) and is_table(text)


def read(content: bytes, tables: Tables) -> Papers:
    """Return what is in a file of another program; each of its games has been told from the first entry to the last.

    :raises StorageError: if it is damaged or too large, or what is here cannot be read.
    """
    if len(content) > limits.FILE:
        raise too_large()
    text = decoded(content)
    players: tuple[str, ...] = ()
    if is_table_ := not from_bgstats.is_bgstats(text):
        found, refused = from_tables.evenings(text)
    else:
        found, refused, players = from_bgstats.evenings(text)
    games, known, unfit = _sorted(found, tables)
    bad = tuple(sorted((*refused, *unfit), key=lambda each: each.line))
    fit = tuple(name for name in players if not name_refusal(name))
    return Papers(games, known, bad, fit, is_table_)


def take(papers: Papers, tables: Tables, say: Callable[[Text], str]) -> None:
    """Add what is new, all or nothing.

    :raises StorageError: if it could not be stored.
    """
    tables.join(Bundle(papers.games, papers.players), say)


def _sorted(found: Iterable[Evening], tables: Tables) -> tuple[tuple[Carried, ...], tuple[str, ...], tuple[Bad, ...]]:
    """Return the games that are new, the ids of those that are here, and what cannot be told; what is there twice counts once."""
    now = datetime.now(UTC)
    here = tables.library.ids()
    games: dict[str, Carried] = {}
    known: dict[str, None] = {}
    bad: list[Bad] = []
    for evening in found:
        id = evening.key if evening.key in here else evening.id
        if id in here:
            known[id] = None
        elif id not in games:
            try:
                games[id] = evening.carried(tables.games, now)
            except NotTaken as refused:
                bad.append(Bad(evening.line, evening.key, refused.why))
    return tuple(games.values()), tuple(known), tuple(bad)
