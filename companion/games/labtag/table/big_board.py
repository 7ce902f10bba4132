"""The big board of LABTAG Schlamboree: the groups face down, and the running match."""

from functools import partial
from typing import Final

import flet as ft

from companion.games.labtag.messages import N, T
from companion.games.labtag.model import Revealing, Trophy
from companion.games.labtag.table.faces import card_back, size_of
from companion.games.labtag.view import TableView
from companion.kernel.text import Player
from companion.ui.kit.big_board import Piece, Shown, line, set_in, together
from companion.ui.kit.table_context import Play

#: The ratio of width to height of the back of a group.
_BACK: Final = 0.82


def big_board(play: Play[TableView]) -> Shown:
    """Return the face-down groups and the running match; trophies are shown as points."""
    view = play.view
    before = {seat: _groups(play, seat) for seat in range(len(view.places))}
    if not isinstance(view.state_phase, Revealing | Trophy):
        return Shown(before, settled=view.proof)
    one, other = seats = view.state_phase.match.seats
    meeting = line(
        play, T("{player} against {other}", player=Player(one), other=Player(other)), colour=ft.Colors.PRIMARY
    )
    on = (view.state_phase.winner,) if isinstance(view.state_phase, Trophy) else seats
    return Shown(before, [meeting], frozenset(on))


def _groups(play: Play[TableView], seat: int) -> list[Piece]:
    """Return a back for each group that lies face down, with its number of cards if known."""
    place = play.view.places[seat]
    if not place.lying:
        return []
    backs = [Piece(_BACK, partial(_back, play, size_of(size))) for size in place.lying]
    label = N("{player}: {n} group face down", "{player}: {n} groups face down", n=place.face_down, player=Player(seat))
    return [together(*backs, label=play.say(label))]


def _back(play: Play[TableView], number: str, size: float) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY_FIXED_VARIANT
    face = set_in(play.context, number, ft.TextThemeStyle.TITLE_LARGE, 0.55 * size, colour=ink)
    return card_back(face, width=_BACK * size, height=size)
