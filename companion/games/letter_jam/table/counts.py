"""What stands in the line above the board: clues and letters while they are guessed, then the points of the words."""

import flet as ft

from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.table.overview import progress
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.ui.kit.game_screen import Count
from companion.ui.kit.table_context import Play


def counts(play: Play[TableView]) -> tuple[Count, ...]:
    """Return the number of clues left and each player's letter; at the end the points of each word that is judged."""
    view, number = play.view, play.context.renderer().number
    if view.phase in ("laying", "revealing", "over"):
        judged = [bool(laid and laid.worth) for laid in view.words] or [False] * len(view.players)
        points = [number(view.points[seat]) if known else "?" for seat, known in enumerate(judged)]
        return tuple(
            Count(shown, T("{player}: {where}", player=Player(seat), where=shown), seat)
            for seat, shown in enumerate(points)
        )
    clues = N("{n} clue left", "{n} clues left", n=view.card.clues)
    left = Count(number(view.card.clues), clues, icon=ft.Icons.RECORD_VOICE_OVER_OUTLINED)
    letters = [
        Count(
            play.say(progress(player.place)),
            T("{player}: {where}", player=Player(player.seat), where=player.place.shown),
            player.seat,
        )
        for player in view.players
    ]
    return (left, *letters)
