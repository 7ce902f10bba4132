"""Wishes to exchange chips: all devices show them, and the game waits for them (bronzen.exchange.wait).

A wish is not a report: it is not logged, and applies only to the next moment between two tricks.
"""

from typing import Final, cast

import flet as ft
from attrs import frozen

from companion.games.bronzen.messages import T
from companion.games.bronzen.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Player
from companion.tables.drafts import DraftKey
from companion.tables.session import Session
from companion.ui.design import theme
from companion.ui.design.player_badge import SIZE as MARK
from companion.ui.design.text_fit import width_of
from companion.ui.kit.pane import note, quiet_button
from companion.ui.kit.table_context import Play

#: The width of the button besides its text: icon, gaps and padding, in pixels.
_AROUND: Final = 66.0


@frozen
class _Moment:
    """When chips are exchanged: before a trick of a round."""

    round: int
    trick: int


#: The moment for which a player wants to exchange, by seat.
_WISHES: Final = DraftKey("exchange-wishes", stored=_Moment)


def wanting(session: Session) -> tuple[int, ...]:
    """Return the seats of the players who want to exchange now, or after the running trick."""
    moment, wishes = _next_moment(session), session.drafts.owned(_WISHES)
    return tuple(seat for seat in sorted(wishes) if wishes[seat] == moment)


def due(session: Session) -> tuple[int, ...]:
    """Return the seats of the players whose wish to exchange has to be met before the next trick."""
    return wanting(session) if now(session) else ()


def now(session: Session) -> bool:
    """Return whether no cards lie on the table (bronzen.exchange.between)."""
    return session.view(None).phase == "reveal"


def may_wish(play: Play[TableView]) -> bool:
    """Return whether this page is a player's own phone; other devices show the wishes of both players."""
    return play.is_players and play.seat is not None and not play.correction


def set_wish(play: Play[TableView], wants: bool) -> None:
    """Set or withdraw the wish of the player of this phone."""
    own, moment, drafts = _WISHES.of(play.seat), _next_moment(play.session), play.session.drafts
    if not wants:
        drafts.clear(own)
    elif moment and play.seat is not None and drafts.get(own) != moment:
        drafts.set(own, moment)


def wish_button(play: Play[TableView]) -> ft.Control | None:
    """Return the button that sets the wish of the player of this phone, or withdraws it during a trick."""
    if not may_wish(play) or not _next_moment(play.session):
        return None
    wanted = play.seat in wanting(play.session)
    return quiet_button(
        play, _text(play), lambda: set_wish(play, not wanted), "want-exchange", icon=ft.Icons.SWAP_HORIZ
    )


def wish_fits(play: Play[TableView], name: str, points: str) -> bool:
    """Return whether the button fits on the line of a player's name and points."""
    title, scale = ft.TextThemeStyle.TITLE_LARGE, play.context.scale
    button = width_of(_text(play), ft.TextThemeStyle.LABEL_LARGE, scale, whole=True) + _AROUND
    return (
        width_of(name, title, scale) + MARK + button + width_of(points, title, scale)
        < play.layout.room - 4 * theme.Space.m
    )


def _text(play: Play[TableView]) -> str:
    return play.say(T("Don’t exchange") if play.seat in wanting(play.session) else T("Exchange"))


def wish_messages(session: Session) -> tuple[Explanation, ...]:
    """Return a message for each wish."""
    return tuple(_wish_message(seat, waits=now(session)) for seat in wanting(session))


def use_wishes(play: Play[TableView]) -> list[ft.Control]:
    """Return the notes on all wishes, and announce new ones to screen readers."""
    messages = wish_messages(play.session)

    def announce() -> None:
        if messages:
            play.context.announce(" ".join(play.say(each.text) for each in messages))

    ft.use_effect(announce, dependencies=[messages])
    return [note(play, each, identifier="wants-exchange") for each in messages]


def _wish_message(seat: int, *, waits: bool) -> Explanation:
    rules = ("bronzen.exchange.wait", "bronzen.exchange.between")
    text = T("{player} wants to exchange chips after this trick.", player=Player(seat))
    if waits:
        text = T("{player} wants to exchange chips; {other} waits.", player=Player(seat), other=Player(1 - seat))
    return Explanation(text, rules)


def _next_moment(session: Session) -> _Moment | None:
    """Return the current or next moment between two tricks; ``None`` once the round is over, or without reported tricks."""
    view = cast(TableView, session.view(None))
    if view.phase in ("round_over", "tally"):
        return None
    return _Moment(view.round, view.trick + (not now(session)))
