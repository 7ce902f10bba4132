"""Elements that every board shares: the prompt, what the referee said, the finish of a game."""

from collections.abc import Iterable

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.context import PageContext, Why
from companion.ui.app.keyboard import first_stop
from companion.ui.app.scaffold import HOME
from companion.ui.design.layout import column
from companion.ui.kit.abbreviate import brief
from companion.ui.kit.address import address
from companion.ui.kit.final_ranking import crown, high_points
from companion.ui.kit.final_ranking import places as places_of
from companion.ui.kit.pane import LATEST, PROMPT, WHY, fitting_rows
from companion.ui.kit.play import Play
from companion.ui.runtime.hooks import component, still, use_once
from companion.ui.table.history import said_lines

T, N = messages("companion")


def told_card(
    play: Play, *shown: Text, said: Iterable[Explanation] | None = None, proof: bool = False
) -> list[ft.Control]:
    """Return what the referee said last, line by line; a tap asks why.

    :param shown: what stands elsewhere on the page, as the prompt does.
    :param said: what is shown in the place of all that was said last.
    :param proof: whether it only led to what was said: where there is little room, the buttons come before it.
    """
    elsewhere = (play.view.prompt.text, *shown)
    told = play.lines(line for line in (play.told if said is None else said) if line.text not in elsewhere)
    if not told:
        return []
    key, identifier = ("led-to-it", "proof") if proof else (LATEST, "said")
    shown_lines = said_lines(play, told, identifier, [brief(play, line) for line in told])
    shown_lines.key = key
    return [shown_lines]


def prompt(
    play: Play,
    *,
    text: Text | None = None,
    lines: list[str] | None = None,
    leading: ft.Control | None = None,
    key: str = PROMPT,
) -> ft.Control:
    """Return the line that says what the players do next.

    :param text: what is next after a first tap of several, which the game knows nothing of.
    :param key: by what it is known among the others of a pane, if it does not go before them.
    """
    said, context = play.view.prompt, play.context
    large = play.roomy and not context.large
    return Prompt(context, play.say(text or said.text), tuple(lines or ()), leading, play.reason(said), large, key=key)


@still
def Prompt(
    context: PageContext, text: str, lines: tuple[str, ...], leading: ft.Control | None, reason: Why, large: bool
) -> ft.Control:
    """The line that says what the players do next."""
    return design.prompt_card(
        text=text,
        lines=lines,
        leading=leading,
        why_text=context.say(WHY),
        on_why=lambda _: context.explain(reason),
        large=large,
        upright=context.huge,
        identifier=PROMPT,
    )


def finish(play: Play, ranking: ft.Control | None = None, *more: ft.Control, gold: bool = False) -> list[ft.Control]:
    """Return how a game has ended: who has won, everybody's place, and its high points.

    :param ranking: shows the places in the way of the game.
    :param more: what a game shows besides, before the high points.
    :param gold: whether it was won with a gold card.
    """
    return [*crown(play, gold=gold), prompt(play), ranking or places_of(play), *more, *high_points(play)]


@component
def GameOverButtons(play: Play) -> ft.Control:
    """After the game: another one with the same people, or home."""
    context = play.context
    once = use_once()

    def rematch() -> None:
        try:
            once(lambda: context.go(address(context.access.rematch(play.table))))
        except StorageError as error:
            play.fail(error)
        except Refused as error:
            play.refuse(error.why)

    ways = [
        design.verdict_button(context.say(T("Rematch")), rematch, "rematch", emphasis="primary"),
        design.verdict_button(context.say(HOME), lambda: context.go("/"), "home"),
    ]
    return first_stop(column(*fitting_rows(play, ways, len(ways))))
