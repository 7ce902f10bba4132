"""Preview of the games in another program's file: people, totals, winner, day, and notes on guessed or omitted data."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.exchange.import_preview import INTO, ImportPreview
from companion.exchange.imported_game import Preview
from companion.kernel.text import Text, messages
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import further, quiet_button
from companion.ui.design import theme
from companion.ui.design.base import drawing, soft, words
from companion.ui.design.layout import beside, column, hairline, lines, wide
from companion.ui.runtime.hooks import component, use_value

T, N = messages("companion")

#: How many games are shown in full, and how many further ones as one line each before "more" has to be tapped.
_FULL: Final = 3
_FOLDED: Final = 12

#: The most reasons that are listed, and the most games that are named.
_SHOWN: Final = 12
_NAMED: Final = 6

_NONE_OPENED: Final[frozenset[int]] = frozenset()


@component
def Previews(papers: ImportPreview, take: Callable[[], None], leave: Callable[[], None]) -> ft.Control:
    """The games that would be added, those that would not and why, and the buttons to accept or leave."""
    context = use_page_context()
    opened, open_ = use_value(_NONE_OPENED)
    many, show_more = use_value(_FOLDED)
    shown: list[ft.Control] = [_summary(context, papers)]
    if papers.refused:
        shown.append(_refused(context, papers))
    shown += [
        design.paper(
            column(_head(context, preview), hairline(), *_game(context, preview), spacing=theme.Space.m),
            identifier=f"preview-{number}",
        )
        for number, preview in enumerate(papers.previews[:_FULL])
    ]
    folded = [*enumerate(papers.previews)][_FULL:]
    lines_ = [
        _folded(context, number, preview, number in opened, partial(open_, opened ^ {number}))
        for number, preview in folded[:many]
    ]
    if lines_:
        shown.append(column(*lines_, spacing=0.0))
    shown += further(context, len(folded) - many, _FOLDED, partial(show_more, many + _FOLDED), "more-games")
    if papers.previews or papers.players:
        count = len(papers.previews)
        add = N("Import it", "Import all {n}", n=count) if count else T("Import the players’ names")
        shown.append(design.verdict_button(context.say(add), attempt(context, take), "take-papers", emphasis="primary"))
    cancel = quiet_button(context, T("Cancel"), leave, "leave-papers", outlined=False)
    return column(*shown, ft.Row([cancel], alignment=ft.MainAxisAlignment.END), spacing=theme.Space.m)


def _summary(context: PageContext, papers: ImportPreview) -> ft.Control:
    """Return how many games there are, and what would happen to them."""
    count = len(papers.previews)
    mended = papers.mended
    head = N("{n} new game", "{n} new games", n=count - mended)
    older = N("{n} that replaces an older version", "{n} that replace older versions", n=mended)
    rows = [words(context.say(head), ft.TextThemeStyle.HEADLINE_SMALL)]
    if mended:
        rows.append(soft(context.say(older), ft.TextThemeStyle.BODY_LARGE))
    if count > _FULL:
        games = Counter(preview.title for preview in papers.previews)
        rows += [
            soft(context.say(T("{game}: {n}", game=title or INTO, n=each)), ft.TextThemeStyle.BODY_LARGE)
            for title, each in games.most_common(_NAMED)
        ]
    if papers.known:
        known = N("{n} that was here already", "{n} that were here already", n=len(papers.known))
        rows.append(soft(context.say(known), ft.TextThemeStyle.BODY_LARGE))
    if count:
        how = T(
            "Each becomes a sheet of “{game}” in the archive, or in “Games in progress” if it is not over.", game=INTO
        )
        rows.append(soft(context.say(how), ft.TextThemeStyle.BODY_SMALL))
    return design.paper(lines(*rows, spacing=theme.Space.xs))


def _refused(context: PageContext, papers: ImportPreview) -> ft.Control:
    reasons = papers.reasons
    shown = [context.say(reason) for reason in reasons[:_SHOWN]]
    if left := len(reasons) - len(shown):
        shown.append(context.say(N("and {n} more", "and {n} more", n=left)))
    title = N("{n} cannot be imported:", "{n} cannot be imported:", n=len(reasons))
    return design.notice("warning", context.say(title), "papers-refused", text="\n".join(shown))


def _title(context: PageContext, preview: Preview) -> str:
    return preview.title or context.say(INTO)


def _about(context: PageContext, preview: Preview) -> str:
    """Return when it was and how many rounds it has."""
    day = context.renderer().date(preview.game.created)
    return context.say(T("{day} · {rounds}", day=day, rounds=N("{n} round", "{n} rounds", n=preview.rounds)))


def _outcome(context: PageContext, preview: Preview) -> Text:
    return preview.figures.outcome(context.names(preview.names))


def _head(context: PageContext, preview: Preview) -> ft.Control:
    return lines(
        words(_title(context, preview), ft.TextThemeStyle.TITLE_LARGE),
        soft(_about(context, preview), ft.TextThemeStyle.BODY_MEDIUM),
    )


def _game(context: PageContext, preview: Preview) -> list[ft.Control]:
    """Return the winner, all totals in the order of places, and notes on the game."""
    figures, number = preview.figures, context.renderer().number
    icon = ft.Icons.EMOJI_EVENTS if figures.over and not figures.level else ft.Icons.STAR_OUTLINE
    style = ft.TextThemeStyle
    outcome = words(context.say(_outcome(context, preview)), style.TITLE_MEDIUM)
    sign = drawing(ft.Icon(icon, size=22.0, color=ft.Colors.PRIMARY), label=None)
    rows: list[ft.Control] = [beside(sign, wide(outcome))]
    for _, name, points in preview.standing(context.names(preview.names)):
        who = words(name, style.BODY_LARGE)
        rows.append(beside(wide(who), words(number(points), style.TITLE_LARGE), spacing=theme.Space.m))
    info = ft.Icons.INFO_OUTLINE
    for note in preview.notes:
        mark = drawing(ft.Icon(info, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT), label=None)
        rows.append(beside(mark, wide(soft(context.say(note), style.BODY_MEDIUM)), top=True))
    return rows


def _folded(context: PageContext, number: int, preview: Preview, opened: bool, flip: Callable[[], None]) -> ft.Control:
    """Return a game as one line; in full when it is opened."""
    outcome = context.say(_outcome(context, preview))
    noted = [context.say(N("{n} note", "{n} notes", n=len(preview.notes)))] if preview.notes else []
    return design.fold(
        _title(context, preview),
        " · ".join((_about(context, preview), *noted, outcome)),
        opened,
        flip,
        f"preview-{number}",
        controls=_game(context, preview) if opened else (),
    )
