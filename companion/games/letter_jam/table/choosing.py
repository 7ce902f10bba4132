"""The pages before a clue: the lengths of the words, and the choice of the next giver."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.places import Token
from companion.games.letter_jam.reports.agreement import EndAgreed, EndDeclined, EndProposed
from companion.games.letter_jam.reports.clue import ClueGiven, ClueTold
from companion.games.letter_jam.reports.setup import Dealt
from companion.games.letter_jam.table import drawings
from companion.games.letter_jam.table.pieces import Go, Mode, What, sheets_button, small_row
from companion.games.letter_jam.view import PlayerView, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.offers import Offer
from companion.ui.design import theme
from companion.ui.design.layout import beside, column
from companion.ui.kit.pane import button, exact_switch, in_rows, offer_button, quiet_button
from companion.ui.kit.table_context import Play

#: Short names of the tokens, for a button.
_SHORT: Final = {
    Token.RED: T("red"),
    Token.LEAF: T("green from a leaf"),
    Token.CENTRE: T("green from the centre"),
}

#: Shortest names of the tokens, where the token is drawn beside them.
_SHORTEST: Final = {Token.RED: T("red"), Token.LEAF: T("leaf"), Token.CENTRE: T("centre")}

#: The talking rules, as the explanation of "why?".
_TALK: Final = Explanation(
    T("Five things may be said about a clue, and nothing about letters, players or the kind of word."),
    ("letter_jam.talk.allowed", "letter_jam.talk.forbidden", "letter_jam.faq.tactics", "letter_jam.clue.any_word"),
    Tone.NOTE,
)


#: The most rows of players' buttons that leave room for the messages on a phone.
_FEW: Final = 4

#: The width of a button besides the name: margins and the token.
_AROUND: Final = 60.0


def dealing(play: Play[TableView]) -> ft.Control:
    """Return one button per common length, and a form for different lengths."""
    offers = play.offered(Dealt)
    same = {offer.value("lengths")[0]: offer for offer in offers if offer.given}
    normal = same.pop(NUMBERS.words.normal, None)
    mixed = next((offer for offer in offers if offer.fields), None)
    shown: list[ft.Control] = []
    if normal:
        shown.append(
            offer_button(play, normal, f"dealt-{NUMBERS.words.normal}", emphasis="primary", large=play.layout.roomy)
        )
    others: list[ft.Control] = [
        offer_button(
            play, offer, f"dealt-{letters}", text=str(letters), sublabel=T("letters"), expand=True, emphasis="tonal"
        )
        for letters, offer in same.items()
    ]
    shown.append(ft.Row(others, spacing=theme.Space.s))
    if mixed:
        shown.append(
            quiet_button(play, mixed.label, lambda: play.actions.choose(mixed), "dealt-mixed", icon=ft.Icons.TUNE)
        )
    return column(*shown)


def choose(play: Play[TableView], go: Go) -> ft.Control:
    """Return a button for each player, with the token of the clue, and the switch of the detail level."""
    offers = {offer.value("seat"): offer for offer in play.offered(ClueGiven if play.exact else ClueTold)}
    what: What = "give" if play.exact else "brief"
    end = next(iter(play.offered(EndProposed)), None)
    here = len(play.view.clues)
    givers = [
        _giver(play, player, offers[player.seat], partial(go, Mode(what, player.seat, here)))
        for player in play.view.players
        if player.seat in offers
    ]
    small = [sheets_button(play, go), detail_switch(play)]
    if end:
        small.append(
            quiet_button(
                play,
                end.label,
                lambda: play.actions.choose(end),
                "end-proposed",
                icon=ft.Icons.FLAG_OUTLINED,
                entered=end == play.corrected_offer,
            )
        )
    return column(*in_rows(givers, _across(play)), small_row(*small), spacing=6.0)


def _across(play: Play[TableView]) -> int:
    """Return how many players' buttons stand in a row."""
    return play.layout.across(play.names, ft.TextThemeStyle.TITLE_MEDIUM, 2 if play.layout.alone else 3, around=_AROUND)


def many_rows(play: Play[TableView]) -> bool:
    """Return whether the rows of players' buttons leave no room for the messages on a phone."""
    return play.layout.alone and len(play.view.players) > _FEW * _across(play)


def agreeing(play: Play[TableView]) -> bool:
    """Return whether the page asks if all agree to end the clues; an older log may hold the answer alone."""
    return play.view.ending or bool(play.corrected_report(EndAgreed))


def agree(play: Play[TableView]) -> ft.Control:
    """Return the two answers to the question whether all agree to end the clues."""
    agreed, declined = EndAgreed(), EndDeclined()
    yes = button(
        play,
        T("All agree: lay the words"),
        lambda: play.actions.report(agreed),
        "end-agreed",
        entered=bool(play.corrected_report(EndAgreed)),
    )
    no = button(
        play,
        T("Another clue after all"),
        lambda: play.actions.report(declined),
        "end-declined",
        emphasis="plain",
        available=play.view.ending,
        entered=bool(play.corrected_report(EndDeclined)),
    )
    return column(yes, no)


def detail_switch(play: Play[TableView]) -> ft.Control:
    """Return the switch between clues with and without their chips."""
    return exact_switch(play, T("Only its length"), T("Chip by chip"))


def talk(play: Play[TableView]) -> list[ft.Control]:
    """Return the button with the talking rules, where they are not shown beside the table."""
    if not play.layout.alone:
        return []
    sign = ft.Icons.RECORD_VOICE_OVER_OUTLINED
    return [small_row(quiet_button(play, T("What may be said?"), lambda: play.why(_TALK), "talk", icon=sign))]


def _giver(play: Play[TableView], player: PlayerView, offer: Offer, give: Callable[[], None]) -> ft.Control:
    token = player.token
    dots = drawings.token_dots(reds=int(token is Token.RED), greens=int(token is not Token.RED))
    return button(
        play,
        play.names[player.seat],
        lambda: play.actions.refuse(offer.closed) if offer.closed else give(),
        f"giver-{player.seat}",
        sublabel=(_SHORTEST if play.context.low else _SHORT)[token] if token else T("no token left"),
        leading=beside(play.badge(player.seat), dots, spacing=4.0, tight=True) if token else play.badge(player.seat),
        emphasis="plain" if offer.closed else "tonal",
        available=offer.closed is None,
        expand=True,
    )
