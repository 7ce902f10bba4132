"""The setup: the number of cards and groups, and the size of each group."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.labtag.messages import N, T, cards_of, groups_of
from companion.games.labtag.numbers import NUMBERS
from companion.games.labtag.reports.setup import AllLaid, Drawn, GroupsLaid
from companion.games.labtag.table.faces import card_back
from companion.games.labtag.table.page import PER_LINE, below, last_messages
from companion.games.labtag.view import TableView
from companion.kernel.text import Player
from companion.kernel.tuples import with_item
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing
from companion.ui.design.layout import column
from companion.ui.kit.elements import prompt
from companion.ui.kit.entry import use_entry
from companion.ui.kit.pane import button, notes, offer_button, pane
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component


def drawing_cards(play: Play[TableView], open_library: Callable[[], None]) -> ft.Control:
    """Return the buttons for the usual numbers and the form for others; sizes of groups are optional."""
    buttons = [] if play.exact else all_laid(play)
    buttons += [
        offer_button(
            play,
            offer,
            "drawn-other" if offer.fields else "drawn",
            sublabel=None if offer.fields else T("As usual"),
            emphasis="plain" if offer.fields else "primary",
            large=play.layout.roomy,
        )
        for offer in play.offered(Drawn)
        if play.exact or offer.fields
    ]
    return column(*buttons, below(play, open_library))


def all_laid(play: Play[TableView]) -> list[ft.Control]:
    """Return the buttons that lay all groups face down with unknown sizes."""
    before = play.corrected_report(AllLaid)
    return [
        button(
            play,
            T("All groups lie face down"),
            partial(play.actions.report, report),
            "all-laid",
            sublabel=T("{cards}, {groups}", cards=cards_of(report.cards), groups=groups_of(report.groups)),
            large=play.layout.roomy,
            entered=before is not None,
        )
        for report in ([before] if before else [offer.action() for offer in play.offered(AllLaid)])
    ]


def laying_groups(play: Play[TableView], open_library: Callable[[], None]) -> ft.Control:
    """Return the numbers to lay, and one button for all players."""
    text = T("Everybody lays {groups} face down.", groups=groups_of(play.view.groups))
    foot = column(*all_laid(play), below(play, open_library))
    return pane(play, [prompt(play, text=text), *last_messages(play), *notes(play)], foot)


@component
def GroupSizes(play: Play[TableView], open_library: Callable[[], None]) -> ft.Control:
    """A player's groups with their numbers of cards; the proposed sizes are entered by one tap."""
    view = play.view
    seat = view.laying[0]
    sizes, set_sizes = use_entry(play, GroupsLaid, lambda report: report.sizes, view.sizes)
    wrong = sum(sizes) - view.cards

    def change(number: int, by: int) -> None:
        set_sizes(lambda old: with_item(old, number, max(int(NUMBERS.groups.smallest), old[number] + by)))

    piles: list[ft.Control] = [_pile(play, number, size, change) for number, size in enumerate(sizes)]
    if wrong:
        sublabel = (
            N("{n} card too many", "{n} cards too many", n=wrong)
            if wrong > 0
            else N("{n} card is missing", "{n} cards are missing", n=-wrong)
        )
    else:
        sublabel = T("{cards}, as drawn", cards=cards_of(view.cards))
    done = button(
        play,
        T("{player}’s groups lie face down", player=Player(seat)),
        lambda: play.actions.report(GroupsLaid(seat, sizes)),
        "laid",
        sublabel=sublabel,
        leading=play.badge(seat),
        available=not wrong,
        large=play.layout.roomy,
    )
    laid = ft.Row(
        piles, wrap=True, alignment=ft.MainAxisAlignment.CENTER, spacing=theme.Space.s, run_spacing=theme.Space.s
    )
    foot = [done, below(play, open_library)]
    head = [prompt(play), *last_messages(play)]
    if len(sizes) > PER_LINE:
        return pane(play, [*head, laid, *notes(play)], column(*foot))
    return pane(play, [*head, *notes(play)], column(laid, *foot))


def _pile(play: Play[TableView], number: int, size: int, change: Callable[[int, int], None]) -> ft.Control:
    """Return a group face down with buttons to add and remove a card."""
    name = T("Group {number}", number=number + 1)
    shown = play.say(N("Group {number}: {n} card", "Group {number}: {n} cards", n=size, number=number + 1))
    less, more = (
        design.step_button(
            by=by, text="", label=play.say(what), on_click=partial(change, number, by), identifier=f"{way}-{number}"
        )
        for by, what, way in (
            (-1, T("{group}: one card fewer", group=name), "less"),
            (1, T("{group}: one card more", group=name), "more"),
        )
    )
    pile = drawing(card_back(str(size), width=56.0, height=68.0), label=shown, identifier=f"size-{number}")
    return design.stepper(title="", number=pile, ways=[less, more], upright=True)
