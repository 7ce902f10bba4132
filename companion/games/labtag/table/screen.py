"""The table of LABTAG Schlamboree on the screen."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.labtag.messages import T
from companion.games.labtag.model import Choosing, GameOver, Revealing, Trophy
from companion.games.labtag.reports.matches import MatchWon, Picked, Rechecked
from companion.games.labtag.reports.ranking import PileTold
from companion.games.labtag.reports.setup import Drawn, GroupsLaid
from companion.games.labtag.reports.turning import Revealed, Summed
from companion.games.labtag.table.big_board import big_board
from companion.games.labtag.table.board import Board
from companion.games.labtag.table.duel import Duel
from companion.games.labtag.table.end import standings, trophies
from companion.games.labtag.table.laying import GroupSizes, drawing_cards, laying_groups
from companion.games.labtag.table.library import collection
from companion.games.labtag.table.matches import Matches
from companion.games.labtag.table.page import FEW, last_messages
from companion.games.labtag.table.sums import Adding, PileNumber
from companion.games.labtag.view import TableView
from companion.ui import design
from companion.ui.design.layout import column
from companion.ui.kit.elements import GameOverButtons, finish, message_line, prompt
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.page import use_above
from companion.ui.kit.pane import notes, pane, quiet_button, quiet_offer
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value


@component
def LabtagTable(play: Play[TableView]) -> ft.Control:
    """What to do next, what was said, what lies on the table, and under the thumb what may be reported.

    By phase: ``drawing_cards`` and ``laying_groups`` begin; ``Matches`` asks who wins; ``Meeting`` adds up two groups
    (``Adding``) or takes them card by card (``Duel``); ``PileNumber`` settles a tie. In the exact mode (``play.exact``)
    ``GroupSizes`` stands for ``laying_groups``, ``Board`` for ``Matches``, and ``Meeting`` begins with ``Duel``.
    """
    view = play.view
    collecting, collect = use_value(False)
    use_above(play.context, T("Cards of this device"), collection(play) if collecting else None, lambda: collect(False))
    open_library = partial(collect, True)
    key = f"{view.phase}-{view.match_number}"
    phase = view.state_phase
    if isinstance(phase, GameOver):
        proof = [message_line(play, line, f"proof-{number}") for number, line in enumerate(play.lines(view.proof))]
        last = design.section(title=play.say(T("The last match")), controls=last_messages(play))
        return pane(play, [*finish(play, standings(play), *proof), last], GameOverButtons(play))
    if isinstance(phase, Revealing):
        return Meeting(play, phase, open_library, key=f"meeting-{key}")
    if isinstance(phase, Trophy):
        choices = trophies(play)
        return pane(play, [prompt(play), *last_messages(play)], column(*choices), scrolls=len(choices) > FEW)
    if isinstance(phase, Choosing):
        return (Board if play.exact else Matches)(play, phase.turn, open_library, key=f"board-{key}")
    if view.question:
        checks = [
            quiet_offer(play, offer, "recheck", text=T("Check the last match")) for offer in play.offered(Rechecked)
        ]
        return PileNumber(play, view.question, checks, key=f"pile-{view.question.seat}-{view.question.kind}")
    if view.laying and not play.exact:
        return laying_groups(play, open_library)
    if view.laying:
        return GroupSizes(play, open_library, key=f"sizes-{view.laying[0]}")
    return pane(play, [prompt(play), *last_messages(play), *notes(play)], drawing_cards(play, open_library))


@component
def Meeting(play: Play[TableView], phase: Revealing, open_library: Callable[[], None]) -> ft.Control:
    """The entry of a match: by sums, or card by card on request or if the groups were picked exactly."""
    chosen, choose = use_value(False if play.corrected_report(Summed) else None)
    by_cards = (play.exact or None not in phase.match.groups) if chosen is None else chosen
    if phase.won:
        return Duel(play, phase.match, open_library, None, key="duel")
    text, name = (T("By the totals"), "by-sums") if by_cards else (T("Card by card"), "by-cards")
    icon = ft.Icons.FUNCTIONS if by_cards else ft.Icons.STYLE_OUTLINED
    others = quiet_button(play, text, lambda: choose(not by_cards), name, icon=icon)
    return (Duel if by_cards else Adding)(play, phase.match, open_library, others, key="duel" if by_cards else "adding")


def _exactly(report: object) -> bool:
    """Return whether a report names groups or cards, and not only a winner."""
    if isinstance(report, Picked):
        return report.group is not None
    return isinstance(report, Drawn | GroupsLaid | Revealed)


SCREENS: Final = {
    "labtag": GameScreen(
        board=LabtagTable,
        big_board=big_board,
        reopening=Reopening(
            pages=(GroupsLaid, Picked, Revealed, Summed, MatchWon, PileTold),
            exactly=_exactly,
            unshown={MatchWon: ("group", "target")},
        ),
        in_sight={
            "setup": ("labtag.setup.groups", "labtag.special.one_each"),
            "choosing": ("labtag.turn.largest", "labtag.special.order"),
            "revealing": ("labtag.special.order", "labtag.match.strength"),
        },
    )
}
