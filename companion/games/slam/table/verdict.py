"""The verdict: where the cards go, the reckoning line by line, and what may still be said about it."""

from typing import Any

import flet as ft

from companion.games.slam.actions import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.cards import NUMBERS
from companion.games.slam.judge import kept
from companion.games.slam.messages import T
from companion.games.slam.table.pieces import column, frame, page
from companion.games.slam.table.scene import Scene
from companion.kernel.explain import Tone
from companion.ui import parts
from companion.ui.screens.history import said_line
from companion.ui.screens.table import prompt


def verdict(scene: Scene) -> ft.Control:
    """Return who wins and why, and the way to the next slam."""
    play, view = scene.play, scene.view
    assert view.facts_told
    assert view.verdict
    # where the cards go stands in the prompt already
    goes = [scene.say(line) for line in kept(view.facts_told, view.verdict)]
    last = play.session.last
    told = last.step.told if last and last.step else ()
    proof = [said_line(play, line, f"said-{number}") for number, line in enumerate(told) if line.tone is not Tone.TODO]
    return frame(play, [prompt(play, lines=goes), *proof], _buttons(scene))


def _buttons(scene: Scene) -> ft.Control:
    play = scene.play
    close = next(offer for offer in play.offers if offer.kind is SlamClosed)
    darlings = [offer for offer in play.offers if offer.kind is DarlingKept]
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=scene.say(close.label),
            sublabel=None if scene.view.is_gold else scene.say(T("and draw up to {n}", n=NUMBERS.setup.hand)),
            emphasis="primary",
            large=play.layout != "phone",
            on_click=lambda _: play.take(close),
            identifier="close-slam",
        )
    ]
    buttons += [
        parts.verdict_button(
            title=scene.say(offer.label),
            emphasis="tonal",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"darling-{number}",
        )
        for number, offer in enumerate(darlings)
    ]
    if any(offer.kind is FalseApplause for offer in play.offers):
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


def false_callers(scene: Scene) -> ft.Control:
    """Return who may have called Schinken; where there was a tie, why that was right."""

    def take(offer: Any) -> None:
        scene.show(None)
        scene.play.take(offer)

    return page(
        *[
            parts.verdict_button(
                title=scene.say(offer.label),
                sublabel=scene.say(offer.closed.text) if offer.closed else None,
                available=offer.closed is None,
                on_click=lambda _, offer=offer: take(offer),
                identifier=f"caller-{number}",
            )
            for number, offer in enumerate(offer for offer in scene.play.offers if offer.kind is FalseApplause)
        ]
    )
