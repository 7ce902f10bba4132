"""The entry of two open cards, by their result or card by card."""

from types import SimpleNamespace
from typing import Final

import flet as ft

from companion.games.bronzen.cards import Special
from companion.games.bronzen.messages import T
from companion.games.bronzen.reports.marks import KeepPoints
from companion.games.bronzen.reports.meetings import Cards, Einzel, Situation
from companion.games.bronzen.table.picker import CardPicker
from companion.games.bronzen.table.sides import from_far_to_near
from companion.games.bronzen.view import TableView, order_note
from companion.kernel.offers import Offer
from companion.kernel.text import Text
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.layout import apart, column
from companion.ui.design.player_badge import SIZE, badge
from companion.ui.design.text_fit import evenly
from companion.ui.kit.form import AS_ENTERED
from companion.ui.kit.page import PageContext, first_stop
from companion.ui.kit.pane import exact_switch, in_rows, quiet_button, sign_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, memo_component, use_memo_value

_HINTS: Final = {
    Special.COLOR: T("Same suit"),
    Special.COUNTER: T("Same rank"),
    Special.DOUBLE_C: T("Same card"),
    Special.JAY: T("Two jokers"),
}


@component
def EntryButtons(play: Play[TableView], latest: SimpleNamespace) -> ft.Control:
    """The buttons to enter two open cards, by their result or card by card."""
    row = use_memo_value(lambda: _ways(play, latest), play.context, play.exact)
    if play.exact:
        return column(CardPicker(play, Cards, key="picker"), row)
    winners = from_far_to_near(play, play.offered(Einzel))
    specials = tuple(offer for offer in play.offers if issubclass(offer.kind, Situation))
    won = [play.say(offer.label) for offer in winners]
    special = [play.say(text) for text in (*(offer.label for offer in specials), *_HINTS.values())]
    style = ft.TextThemeStyle.HEADLINE_SMALL if play.layout.roomy else ft.TextThemeStyle.TITLE_MEDIUM
    around = 2 * theme.Space.l
    mark = SIZE + theme.Space.m
    most = play.layout.across(special, style, 4 if play.layout.roomy else 2, around=around)
    across = play.layout.across(won, style, 2, around=around + mark), evenly(len(_HINTS), most)
    return column(
        Results(
            play.context,
            play.layout.roomy,
            across,
            play.names,
            play.marks,
            (*winners, *specials),
            play.corrected_offer,
            latest,
        ),
        row,
    )


def _ways(play: Play[TableView], latest: SimpleNamespace) -> ft.Control:
    """Return the secondary controls: the switch between result and cards, and the rule on who lays first."""
    switch = exact_switch(
        play, T("By the result"), T("By the cards"), change=lambda exact: latest.play.set_exact(exact)
    )

    def explain() -> None:
        latest.play.why(order_note(latest.play.view))

    who, sign, table = T("Who lays first?"), ft.Icons.HELP_OUTLINE, None
    if play.layout.is_phone or play.context.huge:  # all three stand in one row, or the last two
        order = sign_button(play, sign, who, explain, "order")
    else:
        order, table = quiet_button(play, who, explain, "order", icon=sign), ft.Icons.TABLE_ROWS_OUTLINED
    (points,) = play.offered(KeepPoints)

    def keep_points() -> None:
        latest.play.actions.choose(points)

    only = quiet_button(play, T("Points only"), keep_points, "keep-points", icon=table)
    return apart(switch, only, order)


@memo_component
def Results(
    context: PageContext,
    large: bool,
    across: tuple[int, int],
    names: tuple[str, ...],
    marks: tuple[Avatar, ...],
    offers: tuple[Offer, ...],
    entered: Offer | None,
    latest: SimpleNamespace,
) -> ft.Control:
    """The buttons for the winner and for the specials.

    :param across: number of winners, and of specials, in a row.
    :param entered: the offer that the entry under correction used.
    :param latest: has the current table context as ``play``.
    """

    def button(offer: Offer, identifier: str, hint: Text | None = None, *, mark: Avatar | None = None) -> ft.Control:
        return design.verdict_button(
            title=context.say(offer.label, names),
            leading=badge(mark) if mark else None,
            sublabel=context.say(hint) if hint else None,
            emphasis="tonal" if hint else "primary",
            available=offer.closed is None,
            large=large,
            on_click=lambda _: latest.play.actions.choose(offer),
            identifier=identifier,
            entered=context.say(AS_ENTERED) if offer == entered else None,
        )

    einzels = [(offer, offer.value("seat")) for offer in offers if offer.kind is Einzel]
    winners = [button(offer, f"wins-{seat}", mark=marks[seat]) for offer, seat in einzels]
    specials = [
        button(offer, offer.kind.special.value, _HINTS[offer.kind.special])
        for offer in offers
        if issubclass(offer.kind, Situation)
    ]
    return first_stop(column(*in_rows(winners, across[0]), *in_rows(specials, across[1])))
