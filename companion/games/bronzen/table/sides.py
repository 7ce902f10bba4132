"""The two sides of the table; on a player's phone that player's side is at the bottom."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import flet as ft

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.pracherche import view as pracherche
from companion.games.bronzen.view import TableView
from companion.kernel.offers import Offer
from companion.ui.kit.pane import face_to_face, faces, places_above
from companion.ui.kit.table_context import Play

EitherPlay: TypeAlias = Play[TableView] | Play[pracherche.TableView]


def sides(play: EitherPlay) -> tuple[int, ...]:
    """Return both seats, the far side first."""
    return tuple(sorted(SEATS, key=lambda seat: seat == play.seat)) if faces(play) else SEATS


def from_far_to_near(play: EitherPlay, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return the offers of one kind, the player of the far side first."""
    order = sides(play)
    return tuple(sorted(offers, key=lambda offer: order.index(offer.value("seat"))))


def table_of_two(
    play: EitherPlay, place: Callable[[int], ft.Control], middle: Sequence[ft.Control], foot: ft.Control
) -> ft.Control:
    """Return the table with both places, face to face on a player's phone and side by side on other devices.

    :param place: draws a player's place; unused where the score table or the final ranking shows all points.
    :param middle: the controls between or below the places.
    :param foot: the buttons at the bottom.
    """
    if play.view.over or (play.view.phase == "tally" and play.offers):
        return places_above(play, [], middle, foot)
    far, near = map(place, sides(play))
    if faces(play):
        return face_to_face(play, far, near, middle, foot)
    return places_above(play, [far, near], middle, foot)
