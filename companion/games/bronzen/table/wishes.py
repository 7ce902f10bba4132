"""Who wants to exchange chips: it is told on every device, and nobody goes on meanwhile (bronzen.exchange.wait).

A wish is no report: it is said at the table, counts for one moment between two tricks, and is gone with it.
"""

from typing import Final, TypeAlias, cast

import flet as ft

from companion.games.bronzen.messages import T
from companion.games.bronzen.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Player
from companion.tables.drafts import DraftKey
from companion.tables.roles import Role
from companion.tables.session import Session
from companion.ui.design import theme
from companion.ui.design.player_badge import SIZE as MARK
from companion.ui.design.text_fit import width_of
from companion.ui.kit.pane import note, quiet_button
from companion.ui.kit.table_context import Play

#: What the button takes besides its text: its picture, and what is around both.
_AROUND: Final = 66.0

#: The round, and the trick before which chips are exchanged.
_Moment: TypeAlias = tuple[int, int]

#: By seat, the moment for which a player wants to exchange.
_WISHES: Final = DraftKey[_Moment]("exchange wishes")


def wanting(session: Session) -> tuple[int, ...]:
    """Return who wants to exchange now, or after the running trick."""
    coming, wishes = _coming(session), session.drafts.owned(_WISHES)
    return tuple(seat for seat in sorted(wishes) if wishes[seat] == coming)


def due(session: Session) -> tuple[int, ...]:
    """Return who may exchange now and said so: nobody goes on until then."""
    return wanting(session) if now(session) else ()


def now(session: Session) -> bool:
    """Tell whether no cards lie on the table (bronzen.exchange.between)."""
    return session.view(None).phase == "reveal"


def is_due(play: Play[TableView]) -> bool:
    """Tell whether the player of this phone exchanges now."""
    return may_wish(play) and play.seat in due(play.session)


def may_wish(play: Play[TableView]) -> bool:
    """Tell whether this page is one player's own phone: at any other device everybody sees who exchanges."""
    return play.role is Role.SEAT and play.seat is not None and not play.correction


def want(play: Play[TableView], wants: bool) -> None:
    """Tell all others that the player of this phone wants to exchange, or does not any more."""
    own, coming, drafts = _WISHES.of(play.seat), _coming(play.session), play.session.drafts
    if not wants:
        drafts.clear(own)
    elif coming and play.seat is not None and drafts.get(own) != coming:
        drafts.set(own, coming)


def wish_button(play: Play[TableView]) -> ft.Control | None:
    """Return the button by which the player of this phone says so, or takes it back while a trick is running."""
    if not may_wish(play) or not _coming(play.session):
        return None
    wanted = play.seat in wanting(play.session)
    return quiet_button(play, _text(play), lambda: want(play, not wanted), "want-exchange", icon=ft.Icons.SWAP_HORIZ)


def wish_fits(play: Play[TableView], name: str, points: str) -> bool:
    """Tell whether the button has room on the line of a player's name and points."""
    title, scale = ft.TextThemeStyle.TITLE_LARGE, play.context.scale
    button = width_of(_text(play), ft.TextThemeStyle.LABEL_LARGE, scale, whole=True) + _AROUND
    return (
        width_of(name, title, scale) + MARK + button + width_of(points, title, scale)
        < play.layout.room - 4 * theme.Space.m
    )


def _text(play: Play[TableView]) -> str:
    return play.say(T("Never mind") if play.seat in wanting(play.session) else T("Exchange"))


def said(session: Session) -> tuple[Explanation, ...]:
    """Return who wants to exchange, as everybody reads it."""
    return tuple(_said(seat, waits=now(session)) for seat in wanting(session))


def use_wishes(play: Play[TableView]) -> list[ft.Control]:
    """Return what everybody reads of it on their own device, and let those hear it who do not see it."""
    told = said(play.session)

    def tell() -> None:
        if told:
            play.context.announce(" ".join(play.say(each.text) for each in told))

    ft.use_effect(tell, dependencies=[told])
    return [note(play, each, identifier="wants-exchange") for each in told]


def _said(seat: int, *, waits: bool) -> Explanation:
    rules = ("bronzen.exchange.wait", "bronzen.exchange.between")
    text = T("{player} wants to exchange chips after this trick.", player=Player(seat))
    if waits:
        text = T("{player} wants to exchange chips; {other} waits.", player=Player(seat), other=Player(1 - seat))
    return Explanation(text, rules)


def _coming(session: Session) -> _Moment | None:
    """Return the next moment between two tricks, which may be the present one; ``None`` once the round is over."""
    view = cast(TableView, session.view(None))
    if view.phase == "round_over":
        return None
    return view.round, view.trick + (not now(session))
