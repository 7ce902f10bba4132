"""The score sheet of a game as people hand it on: a text to paste into a message, and a page to print on A4."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final

from companion.exchange.game_export import ExportedGame
from companion.i18n import Renderer
from companion.kernel.text import Text, messages

T, N = messages("companion")

#: Shown where there are no points.
_NONE: Final = "–"

#: The style of printed rules, included because the page is a single file.
_STYLE: Final = """
@page { size: A4; margin: 14mm 15mm }
* { box-sizing: border-box }
body { font: 17px/1.5 Verdana, sans-serif; color: #211b14; background: #f3ecdd; margin: 0 }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem }
h1 { font: 700 2em/1.2 Georgia, serif; margin: 0 0 .1em; border-bottom: 4px solid var(--colour); overflow-wrap: anywhere }
section { break-inside: avoid; margin-bottom: 2.5rem }
ol { list-style: none; padding: 0 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: right; padding: .15em 0 .15em .9em; border-bottom: 1px solid #d3c6ac; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
td:first-child, th:first-child { text-align: left; padding-left: 0 }
tr { break-inside: avoid } tr:last-child td { font-weight: 700; border-bottom: 3px double }
button { font: inherit; min-height: 48px; padding: 0 1.2em; border: 0; border-radius: 14px; background: #211b14; color: #fffdf6; float: right }
@media print { body { background: none; font-size: 10.5pt } button { display: none } main { max-width: none; padding: 0 } }
"""


def text(game: ExportedGame, locale: str) -> str:
    """Return a sheet as lines that stay readable where all letters are not of one width."""
    say = Renderer(locale, game.names)
    lines = [f"{game.title} · {say.date(game.begun)}", *_places(game, say)]
    for round, points in game.points:
        amounts = ", ".join(f"{game.names[seat]} {say.number(each)}" for seat, each in points.items())
        lines.append(say.text(T("{round}: {points}", round=_called(game, round), points=amounts)))
    return "\n".join(lines)


def page(games: Iterable[ExportedGame], locale: str) -> str:
    """Return sheets as a page of its own, set to be printed on A4."""
    say = Renderer(locale)
    title = say.text(T("Score sheets"))
    return (
        f'<!doctype html>\n<html lang="{escape(locale)}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><main>"
        f'<button onclick="print()">{escape(say.text(T("Print")))}</button>'
        f"{''.join(_section(game, locale) for game in games)}</main></body></html>\n"
    )


def _section(game: ExportedGame, locale: str) -> str:
    say = Renderer(locale, game.names)
    meta = game.record.game.meta
    head = [say.text(meta.round_name or T("Round")), *game.names]
    rows = [row for round, points in game.points for row in _rows(game, round, points, say)]
    rows.append([say.text(T("Total")), *map(say.number, game.sheet.totals)])
    about = " · ".join(dict.fromkeys((say.text(meta.title), say.date(game.begun), say.time(game.begun))))
    places = "".join(f"<li>{escape(place)}</li>" for place in _places(game, say))
    drawn = "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)
    return (
        f'<section style="--colour: {escape(meta.colour)}"><h1>{escape(game.title)}</h1><p>{escape(about)}</p><ol>{places}</ol>'
        f"<table><thead><tr>{_cells('th', head)}</tr></thead>{drawn}</table></section>"
    )


def _rows(game: ExportedGame, round: int, points: Mapping[int, int], say: Renderer) -> Iterator[list[str]]:
    """Yield the rows of a round: one per column with points if there are several, then the sum."""
    seats, sheet = range(len(game.names)), game.sheet
    columns = sheet.columns if sheet.columns[1:] else ()
    for column in columns:
        if any(sheet.lines(round=round, column=column.id)):
            brought = (sheet.points(seat=seat, round=round, column=column.id) for seat in seats)
            numbers = (say.number(each) if seat in points else _NONE for seat, each in enumerate(brought))
            yield [f"{say.number(round)} · {say.text(column.title)}", *numbers]
    reported = (any(sheet.lines(seat=seat, round=round)) for seat in seats)
    sums = (say.number(sheet.points(seat=seat, round=round)) for seat in seats)
    yield [
        say.text(_called(game, round)),
        *(each if there else _NONE for each, there in zip(sums, reported, strict=True)),
    ]


def _cells(tag: str, cells: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)


def _places(game: ExportedGame, say: Renderer) -> Iterator[str]:
    """Yield the place and total of each player; a cooperative group has one total."""
    if game.record.game.meta.cooperative:
        yield say.text(T("Together: {points}", points=sum(game.sheet.totals)))
        return
    for rank in game.sheet.ranking:
        line = T("{place}. {player}: {points}", place=rank.place, player=game.names[rank.seat], points=rank.total)
        yield say.text(line)
    if not game.is_over:
        yield say.text(T("The game is not over."))


def _called(game: ExportedGame, round: int) -> Text:
    name = game.record.game.meta.round_name
    return T("{called} {number}", called=name, number=round) if name else T("Round {round}", round=round)
