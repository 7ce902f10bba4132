"""The verdict: the piles of the cards, the proof line by line, and corrections."""

from functools import partial
from typing import Final

import flet as ft

from companion.games.slam.judge import kept, losers
from companion.games.slam.messages import T
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.closing import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.table.pieces import NOBODY, page
from companion.games.slam.table.players import places
from companion.games.slam.table.quick_entry import Check, earlier_report
from companion.games.slam.table.scene import Scene
from companion.kernel.explain import Explanation, Tone
from companion.ui.design.layout import column
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.entry import player_ticks, use_entry
from companion.ui.kit.pane import button, note, offer_button, pane, quiet_button
from companion.ui.runtime.hooks import component

#: Rules that decide a tie.
_TIE: Final = frozenset(("slam.tie.first", "slam.tie.applause", "slam.tie.no_second", "slam.tie.own"))


def verdict(scene: Scene, checking: Check | None) -> ft.Control:
    """Return the winner with the proof, and the button to the next slam.

    :param checking: the slam that is checked, with its earlier report.
    """
    play, view = scene.play, scene.view
    assert view.evidence
    assert view.verdict
    # the prompt lists the piles already
    goes = [scene.say(line) for line in kept(view.evidence, view.verdict)]
    gone = [line.text for line in losers(view.evidence, view.verdict)]
    # tasks and deciding lines come before the sums of all poets and before later corrections
    outcome = view.verdict.proof[-1]

    def decides(line: Explanation) -> bool:
        return line == outcome or not _TIE.isdisjoint(line.rules)

    reckoned = [line for line in play.last_messages if line in view.verdict.proof and not decides(line)]
    messages = sorted(
        (line for line in play.last_messages if line not in reckoned),
        key=lambda line: (line.tone is not Tone.TODO, not decides(line)),
    )
    return pane(
        play,
        [
            prompt(play, lines=goes),
            *referee_card(play, *gone, said=messages),
            *referee_card(play, *gone, said=reckoned, proof=True),
            *earlier_report(scene, checking),
            *places(scene),
        ],
        _buttons(scene),
    )


def _buttons(scene: Scene) -> ft.Control:
    play = scene.play
    (close,) = play.offered(SlamClosed)
    draw = None if scene.view.state.is_gold else T("and draw up to {n}", n=NUMBERS.setup.hand)
    buttons = [
        offer_button(play, close, "close-slam", sublabel=draw, emphasis="primary", large=play.layout.roomy),
        *(
            offer_button(play, offer, f"darling-{number}", emphasis="tonal")
            for number, offer in enumerate(play.offered(DarlingKept))
        ),
    ]
    if play.offered(FalseApplause):
        called, show = T("Somebody called Schinken"), partial(scene.show, ("false", 0, 0))
        buttons.append(quiet_button(play, called, show, "false-applause", icon=ft.Icons.CAMPAIGN_OUTLINED))
    return column(*buttons)


@component
def FalseCallers(scene: Scene) -> ft.Control:
    """The players who called Schinken, reported together; if there was a tie, why the call was right."""
    play = scene.play
    chosen, choose = use_entry(play, FalseApplause, lambda report: report.callers, NOBODY)
    offer = next(iter(play.offered(FalseApplause)), None)
    if offer is None:  # another page has reported it
        return ft.Container()
    if offer.closed:
        return page(note(play, offer.closed))

    def report() -> None:
        if chosen:
            scene.show(None)
            play.actions.report(FalseApplause(tuple(sorted(chosen))))

    assert scene.view.evidence
    callers = player_ticks(play, scene.view.evidence.playing, chosen, choose, "caller")
    done = button(play, T("There was no tie: they are out"), report, "callers-done", available=bool(chosen))
    return page(callers, done)
