"""The table of Pracherche on the screen: one entry per round, or one per trick if the players choose so."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.pracherche.reports import Cards, Equal, Finish, Higher, NextRound, Recount, RoundWon
from companion.games.bronzen.pracherche.view import TableView
from companion.games.bronzen.table.picker import CardPicker
from companion.games.bronzen.table.sides import from_far_to_near, table_of_two
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design.layout import column, flowing
from companion.ui.kit.elements import GameOverButtons, finish, prompt, referee_card
from companion.ui.kit.entry import use_entry
from companion.ui.kit.pane import (
    button,
    exact_switch,
    faces,
    fitting_rows,
    notes,
    offer_button,
    quiet_button,
    quiet_offer,
)
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component


@component
def PrachercheTable(play: Play[TableView]) -> ft.Control:
    """The two stacks, the prompt, the messages and the buttons."""
    playing = play.view.round_winner is None
    text = T("Play trick by trick. Who wins the round?") if playing and not play.exact else None
    top = finish(play) if play.view.over else [prompt(play, text=text)]
    picking, pick = use_entry(play, Cards, lambda _: True, False)
    picker = CardPicker(play, Cards, key="picker") if picking else None
    buttons = _buttons(play, picker, lambda: pick(not picking))
    return table_of_two(play, partial(_place, play), [*top, *referee_card(play), *notes(play)], buttons)


def _place(play: Play[TableView], seat: int) -> ft.Control:
    """Return a player's stack; without reported tricks its size is unknown, and only a count is shown."""
    view, player = play.view, Player(seat)
    number = play.context.renderer().number(view.stacks[seat])
    facts: list[ft.Control] = []
    if play.exact or view.round_winner is not None:
        label = T("{player}, stack: {n}", player=player, n=view.stacks[seat])
        facts = [design.value_fact(value=number, caption=play.say(T("Stack")), label=play.say(label))]
    elif view.counted:
        label = T("{player}, cards last counted: {n}", player=player, n=view.stacks[seat])
        facts = [design.value_fact(value=number, caption=play.say(T("last counted")), label=play.say(label))]
    won = play.session.sheet.totals[seat]
    score = design.score_number(
        value=play.context.renderer().number(won),
        label=play.say(T("{player}, rounds won: {n}", player=player, n=won)),
        size="medium" if play.layout.roomy else "small",
        strong=True,
        identifier=f"points-{seat}",
    )
    return design.player_tile(
        name=play.names[seat],
        badge=play.badge(seat),
        facts=facts,
        score=score,
        winning=view.round_winner == seat,
        won=view.round_winner == seat,
        winning_text=play.say(T("won the round")),
        large=play.layout.roomy,
        level=faces(play),
        expand=not faces(play),
        identifier=f"player-{seat}",
    )


def _buttons(play: Play[TableView], picker: ft.Control | None, pick: Callable[[], None]) -> ft.Control:
    """Return the buttons.

    :param picker: the keys for cards, once they are open.
    :param pick: opens or closes them.
    """
    if play.view.over:
        return GameOverButtons(play)
    offers = {offer.kind: offer for offer in play.offers}
    if NextRound in offers:
        return column(
            offer_button(play, offers[NextRound], "next-round", emphasis="primary"),
            offer_button(play, offers[Finish], "finish"),
        )
    if picker and Cards in offers:
        return column(picker, flowing([quiet_button(play, T("By the result"), pick, "cards")]))
    kind, name = (Higher, "trick") if play.exact else (RoundWon, "round")
    rows = fitting_rows(
        play,
        [
            offer_button(play, offer, f"{name}-{offer.value('seat')}", emphasis="primary", large=True)
            for offer in from_far_to_near(play, play.offered(kind))
        ],
        len(SEATS),
    )
    if play.exact:
        more = [
            offer_button(play, offers[Equal], "equal", emphasis="tonal", large=play.layout.roomy),
            button(play, offers[Cards].label, pick, "cards", emphasis="plain", large=play.layout.roomy),
        ]
        rows += fitting_rows(play, more, len(more))
    row = [exact_switch(play, T("Rounds only"), T("Trick by trick"))]
    if Recount in offers:
        row.insert(0, quiet_offer(play, offers[Recount], "recount", text=T("Count the cards")))
    return column(*rows, flowing(row))
