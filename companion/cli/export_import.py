"""``companion export`` and ``companion import``."""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.database import kept_at, opened
from companion.cli.language import speaker
from companion.cli.output import NO_LOG, NO_OUTPUT, OK, REFUSED, USAGE, complain, print_text, write_bytes
from companion.cli.replay import content_of, unreadable
from companion.games import games
from companion.kernel.text import Listing, Text, messages

if TYPE_CHECKING:
    from companion.exchange.imported_game import Preview
    from companion.storage.backup import Bundle, SharedGame
    from companion.storage.library import Library

T, N = messages("companion")


def export(options: argparse.Namespace) -> int:
    """Save everything, or games in a form for other programs: exit code 1 if that was not possible, 2 if something else has its name."""
    say = speaker(options.locale)
    if options.game and not options.form:
        complain(say(T("Use --as to choose the form in which the games are exported.")))
        return USAGE
    return with_library(options, say, partial(_save, options, say))


def _save(options: argparse.Namespace, say: Callable[[Text], str], library: "Library") -> int:
    from companion.storage.backup import fitting, left_out, write_bundle

    private: tuple[Text, ...] = ()
    if options.form:
        content, count = _written(library, options)
    else:
        found, left = fitting(library.everything())
        content, count = write_bundle(found), len(found.games)
        private = _private(found.games, options.locale)
        if left:
            complain(say(left_out(left)))
    if str(options.file) == "-":
        write_bytes(content)
        for text in private:
            complain(say(text))
        return OK
    if code := _save_file(options, say, content):
        return code
    saved = N("{n} game is saved in {file}.", "{n} games are saved in {file}.", n=count, file=str(options.file))
    print_text(say(saved))
    if not options.form and (binned := len(library.days_left())):
        print_text(say(N("{n} of them is in the bin.", "{n} of them are in the bin.", n=binned)))
    for text in private:
        print_text(say(text))
    return OK


def _save_file(options: argparse.Namespace, say: Callable[[Text], str], content: bytes) -> int:
    """Write the file, unless it would replace anything but an older backup; return the exit code."""
    from companion.storage.backup import is_bundle

    try:
        with suppress(FileNotFoundError), options.file.open("rb") as there:
            if options.form or not is_bundle(there.read(1000)):
                text = T(
                    "{file} contains something else and stays as it is. Name another file.", file=str(options.file)
                )
                complain(say(text))
                return NO_LOG
        _write(options.file, content)
    except OSError as error:
        text = T("{file} cannot be written: {error}", file=str(options.file), error=error.strerror or str(error))
        complain(say(text))
        return NO_OUTPUT
    return OK


def _private(games_saved: Iterable["SharedGame"], locale: str) -> tuple[Text, ...]:
    """Return, for each game that is saved, whose private words are in it, if there are any."""
    from companion.exchange.game_export import exported
    from companion.tables.private_notes import seats_with_private_notes

    found = (exported(each, games(), locale) for each in games_saved)
    return tuple(
        T(
            "{game}: It contains the private notes of {players}.",
            game=each.title,
            players=Listing(tuple(each.names[seat] for seat in seats)),
        )
        for each in found
        if each and (seats := seats_with_private_notes(each.record))
    )


def _written(library: "Library", options: argparse.Namespace) -> tuple[bytes, int]:
    """Return games in a form for other programs, and how many they are."""
    from companion.exchange.formats import FORMS, ExportRequest
    from companion.exchange.game_export import all_exported

    found = all_exported(library, games(), options.locale, options.game)
    return FORMS[options.form].make(ExportRequest(found, options.locale, datetime.now(UTC))), len(found)


def import_(options: argparse.Namespace) -> int:
    """Take in what another device has saved, or a log: exit code 1 if it is refused, 2 if there is nothing to read."""
    from companion.storage.codec import LogError
    from companion.storage.errors import StorageError

    say = speaker(options.locale)
    try:
        more = _read(options)
        if isinstance(more, bytes):
            return with_library(options, say, partial(_take_papers, more, options, say))
    except (OSError, UnicodeDecodeError) as error:
        complain(say(unreadable(options.file, error)))
        return NO_LOG
    except LogError as error:
        complain(say(T("Line {n}: {why}", n=error.line, why=error.why.text)))
        return REFUSED
    except StorageError as error:
        complain(say(error.why.text))
        return REFUSED
    if more is None:
        complain(say(T("Only a backup can replace what is here; this file is not one.")))
        return NO_LOG
    return with_library(options, say, partial(_take_bundle, more, options, say))


def _read(options: argparse.Namespace) -> "Bundle | bytes | None":
    """Return a backup, a log as a backup, or the file of another program; ``None`` if it cannot replace everything."""
    from companion.exchange.import_preview import is_importable
    from companion.storage.backup import Bundle, is_bundle, read_bundle
    from companion.storage.share_link import of_log

    content = content_of(options.file)
    if is_bundle(content):
        return read_bundle(content)
    if options.replace:
        return None
    if is_importable(content):
        return content
    return Bundle((of_log(content.decode(), games(), now=datetime.now(UTC)),))


def _take_bundle(more: "Bundle", options: argparse.Namespace, say: Callable[[Text], str], library: "Library") -> int:
    """Merge a backup into the library, or replace the library by it."""
    from companion.tables.tables import Tables

    tables = Tables(library, games())
    unread = tables.unread(more)
    if options.dry_run:
        new = Listing((N("{n} game", "{n} games", n=len(more.games)),))
        print_text(say(_expected(new if options.replace else tables.join(more, say, only_try=True).counts)))
    elif options.replace:
        tables.replace(more)
        print_text(say(N("There is {n} game here now.", "There are {n} games here now.", n=len(more.games))))
        if library.asides():
            print_text(say(T("What was here before is set aside; you can restore it in the settings.")))
    else:
        print_text(say(tables.join(more, say).said))
    for text in unread:
        complain(say(text))
    return OK


def _take_papers(content: bytes, options: argparse.Namespace, say: Callable[[Text], str], library: "Library") -> int:
    """Import the games of another program and report what is refused and why: exit code 1 if nothing can be imported."""
    from companion.exchange import import_preview
    from companion.tables.tables import Tables

    tables = Tables(library, games())
    found = import_preview.read(content, tables)
    if options.dry_run:
        for preview in found.previews:
            print_text("\n".join((*_previewed(preview, options.locale), "")))
    else:
        import_preview.take(found, tables, say)
    for reason in found.reasons:
        complain(say(reason))
    print_text(say(_expected(found.counts) if options.dry_run else found.said))
    return REFUSED if found.refused and not found.games and not found.known else OK


def _expected(counts: Listing) -> Text:
    """Return the message of a dry run, which adds nothing."""
    if counts.items:
        return T("Nothing was imported. It would have been: {games}.", games=counts)
    return T("Nothing was imported. There is no game in it.")


def _previewed(preview: "Preview", locale: str) -> Iterator[str]:
    """Yield a game as lines: its title, its result, and notes on data that was guessed or left out."""
    from companion.exchange.import_preview import INTO
    from companion.i18n import Renderer

    names = preview.names
    renderer = Renderer(locale, names)
    title, day = preview.title or INTO, renderer.date(preview.game.created)
    rounds = N("{n} round", "{n} rounds", n=preview.rounds)
    yield renderer.text(T("{game} · {day} · {rounds}", game=title, day=day, rounds=rounds))
    for place, name, points in preview.standing(names):
        yield f"  {renderer.text(T('{place}. {player}: {points}', place=place, player=name, points=points))}"
    yield f"  {renderer.text(preview.figures.outcome(names))}"
    for note in preview.notes:
        yield f"  – {renderer.text(note)}"


def with_library(options: argparse.Namespace, say: Callable[[Text], str], do: Callable[["Library"], int]) -> int:
    from companion.storage.errors import StorageError

    try:
        found = opened(options)
        if found.notice:
            complain(say(found.notice.text))
        with closing(found.library) as library:
            return do(library)
    except StorageError as error:
        complain(say(error.why.text), say(kept_at(options)))
        return REFUSED


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, for its owner alone; an older one stays until the new one is safe."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
