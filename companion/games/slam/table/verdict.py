"""The verdict: where the cards go, the reckoning line by line, and what may still be said about it."""

from functools import partial

import flet as ft

from companion.games.slam.judge import kept
from companion.games.slam.messages import T
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.table.pieces import flipped, page, tick
from companion.games.slam.table.scene import Scene
from companion.kernel.explain import Tone
from companion.kernel.offers import Choice, Several
from companion.ui import parts
from companion.ui.live import component, use_value
from companion.ui.pane import column, note, offer_button, pane
from companion.ui.screens.history import said_line
from companion.ui.screens.table import prompt


def verdict(scene: Scene) -> ft.Control:
    """Return who wins and why, and the way to the next slam."""
    play, view = scene.play, scene.view
    assert view.evidence
    assert view.verdict
    # where the cards go stands in the prompt already
    goes = [scene.say(line) for line in kept(view.evidence, view.verdict)]
    last = play.session.spoken
    told = last.step.messages if last and last.step else ()
    proof = [said_line(play, line, f"said-{number}") for number, line in enumerate(told) if line.tone is not Tone.TODO]
    return pane(play, [prompt(play, lines=goes), *proof], _buttons(scene))


def _buttons(scene: Scene) -> ft.Control:
    play = scene.play
    (close,) = play.offered(SlamClosed)
    draw = None if scene.view.is_gold else T("and draw up to {n}", n=NUMBERS.setup.hand)
    buttons = [
        offer_button(play, close, "close-slam", sublabel=draw, emphasis="primary", large=play.roomy),
        *(
            offer_button(play, offer, f"darling-{number}", emphasis="tonal")
            for number, offer in enumerate(play.offered(DarlingKept))
        ),
    ]
    if play.offered(FalseApplause):
        buttons.append(
            parts.quiet_button(
                text=scene.say(T("Somebody called Schinken")),
                icon=ft.Icons.CAMPAIGN_OUTLINED,
                outlined=False,
                on_click=lambda _: scene.show(("false", 0, 0)),
                identifier="false-applause",
            )
        )
    return column(*buttons)


@component
def FalseCallers(scene: Scene) -> ft.Control:
    """Who called Schinken, all at once; where there was a tie, why that was right."""
    play = scene.play
    chosen, choose = use_value(tuple[int, ...]())
    offer = next(iter(play.offered(FalseApplause)), None)
    if offer is None:  # somebody else was faster
        return ft.Container()
    if offer.closed:
        return page(note(play, offer.closed))

    def flip(seat: int) -> None:
        choose(lambda old: flipped(old, seat))

    def report() -> None:
        if chosen:
            scene.show(None)
            play.report(FalseApplause(tuple(sorted(chosen))))

    (some,) = offer.fields
    assert isinstance(some, Several)
    assert isinstance(some.each, Choice)
    callers = [
        tick(
            scene.say(option.label),
            on=option.value in chosen,
            do=partial(flip, option.value),
            identifier=f"caller-{option.value}",
        )
        for option in some.each.options
    ]
    done = parts.verdict_button(
        title=scene.say(T("There was no tie: they are out")),
        emphasis="primary",
        available=bool(chosen),
        on_click=lambda _: report(),
        identifier="callers-done",
    )
    return page(parts.picks(callers), done)
