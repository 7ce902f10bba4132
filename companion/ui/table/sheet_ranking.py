"""The totals above the sheet: the ranking, or what a team has together."""

from functools import partial
from types import SimpleNamespace
from typing import Final

import flet as ft

from companion.kernel.text import Listing, Player, Text, messages
from companion.scoring import ScoreSheet
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import apart, beside, lines, wide
from companion.ui.design.text_fit import width_of
from companion.ui.kit.final_ranking import outcome
from companion.ui.kit.table_context import AnyPlay

T, N = messages("companion")

#: Width of a line of the ranking beside name and total, in pixels: place, the word for a shared one, mark and gaps.
_AROUND: Final = 130.0

#: The same without the word for a shared place.
_AROUND_ALONE: Final = 102.0


def ranking(play: AnyPlay, score: ScoreSheet, room: float, latest: SimpleNamespace | None) -> ft.Control:
    """Return the ranking with the totals; a team has no places.

    :param room: width within the paper, in pixels.
    :param latest: opens the score lines of a total, where nothing below the ranking does.
    """
    together = play.meta.cooperative
    ranks = sorted(score.ranking, key=lambda rank: rank.seat) if together else score.ranking
    places = [rank.place for rank in ranks]
    rows: list[ft.Control] = [team_total(play, score)] if together else []
    large = not together and _fits(play, score, room)
    for rank in ranks:
        called: list[ft.Control] = [words(play.names[rank.seat], ft.TextThemeStyle.TITLE_LARGE)]
        if not together and places.count(rank.place) > 1:
            called.append(soft(play.say(T("shared")), ft.TextThemeStyle.BODY_MEDIUM))
        total = design.score_number(
            play.context.renderer().number(rank.total),
            play.say(T("{player}, total: {points}", player=Player(rank.seat), points=rank.total)),
            size="medium" if large else "small",
            strong=not together and rank.place == 1,
            at_end=True,
            on_click=partial(_open, latest, rank.seat) if latest else None,
            identifier=f"total-{rank.seat}",
        )
        place = ft.Container() if together else _place(play, rank.place)
        name = play.who(rank.seat, lines(*called))
        below = not large and _too_wide(play, play.names[rank.seat], rank.total, room)
        rows.append(design.ranked(place, name, total, below=below))
    if not together:
        rows.append(soft(play.say(_standing(play, score)), ft.TextThemeStyle.BODY_MEDIUM))
    return design.paper(lines(*rows, spacing=theme.Space.xs))


def team_total(play: AnyPlay, score: ScoreSheet) -> ft.Control:
    """Return the total of a team, larger than what each player has brought to it."""
    points = sum(score.totals)
    number = design.score_number(
        play.context.renderer().number(points),
        play.say(T("Together: {points}", points=points)),
        size="large" if play.layout.roomy else "medium",
        strong=True,
        at_end=True,
        identifier="together",
    )
    return beside(wide(apart(words(play.say(T("Together")), ft.TextThemeStyle.TITLE_LARGE), number)))


def _open(latest: SimpleNamespace, seat: int, _: object) -> None:
    latest.open(seat=seat)


def _fits(play: AnyPlay, score: ScoreSheet, room: float) -> bool:
    """Return whether large totals leave room for the names beside them."""
    number, scale = play.context.renderer().number, play.context.scale
    name = max(width_of(name, ft.TextThemeStyle.TITLE_LARGE, scale) for name in play.names)
    total = max(width_of(number(total), ft.TextThemeStyle.DISPLAY_MEDIUM, scale) for total in score.totals)
    return name + total + _AROUND <= room


def _too_wide(play: AnyPlay, name: str, total: int, room: float) -> bool:
    """Return whether a name leaves no room for a small total beside it."""
    number, scale = play.context.renderer().number(total), play.context.scale
    wide = width_of(name, ft.TextThemeStyle.TITLE_LARGE, scale)
    return wide + width_of(number, ft.TextThemeStyle.HEADLINE_MEDIUM, scale) + _AROUND_ALONE > room


def _standing(play: AnyPlay, score: ScoreSheet) -> Text:
    """Return a sentence on who leads, or who has won after the end."""
    leaders = [Player(rank.seat) for rank in score.ranking if rank.place == 1]
    if play.session.is_over:
        return outcome(play.session)
    if len(leaders) == score.seats:
        return T("All tied.")
    if len(leaders) > 1:
        return T("{players} share the lead.", players=Listing(tuple(leaders)))
    return T("{player} leads.", player=leaders[0])


def _place(play: AnyPlay, place: int) -> ft.Control:
    return ft.Container(soft(play.say(T("{place}.", place=place)), ft.TextThemeStyle.TITLE_MEDIUM), width=40.0)
