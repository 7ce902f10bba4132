"""The forms in which games go out to other programs and to paper."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from attrs import frozen

from companion.exchange import bgstats_export, csv_export, score_sheet_html
from companion.exchange.game_export import ExportedGame
from companion.kernel.text import Text, messages

T, N = messages("companion")


@frozen
class ExportRequest:
    """What to export.

    :param locale: the language of texts.
    :param now: the time of the export.
    """

    games: Sequence[ExportedGame]
    locale: str
    now: datetime


@frozen
class ExportFormat:
    """An export format.

    :param title: its name.
    :param about: its purpose.
    :param ending: suffix of its file names.
    :param make: writes the file.
    """

    title: Text
    about: Text
    ending: str
    make: Callable[[ExportRequest], bytes]


#: By the word that the command takes.
FORMS: Final = {
    "text": ExportFormat(
        T("Sheet as text"),
        T("To paste into a message."),
        "txt",
        lambda order: ("\n\n".join(score_sheet_html.text(game, order.locale) for game in order.games) + "\n").encode(),
    ),
    "sheet": ExportFormat(
        T("Sheet to print"),
        T("A page for A4; open it in the browser and print it, or save it as a PDF from there."),
        "html",
        lambda order: score_sheet_html.page(order.games, order.locale).encode(),
    ),
    "link": ExportFormat(
        T("Links for BG Stats"),
        T("A tap opens BG Stats with the game filled in."),
        "links.txt",
        lambda order: "".join(f"{bgstats_export.push_link(game)}\n" for game in order.games).encode(),
    ),
    "bgstats": ExportFormat(
        T("File for BG Stats"),
        T("Open it with BG Stats on the phone."),
        "bgsplay",
        lambda order: bgstats_export.plays_file(order.games, now=order.now),
    ),
    "rounds": ExportFormat(
        T("Table, a column for each player"),
        T("For spreadsheets: a row for each round."),
        "rounds.csv",
        lambda order: csv_export.wide_table(order.games),
    ),
    "csv": ExportFormat(
        T("Table, a row for each score"),
        T("For spreadsheets and scripts: what was scored, when, by which rule; struck out entries too."),
        "scores.csv",
        lambda order: csv_export.long_table(order.games),
    ),
}
