"""Elements that every board shares: the prompt, the referee's messages, the end of a game."""

from collections.abc import Iterable, Sequence
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.context import PageContext, Why
from companion.ui.app.scaffold import HOME
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable, words
from companion.ui.design.layout import beside, column, lines, wide
from companion.ui.design.text_fit import reach
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.address import address
from companion.ui.kit.final_ranking import crown, final_sentence, high_points, result_of
from companion.ui.kit.final_ranking import places as places_of
from companion.ui.kit.overflow import prompt_height, prompt_upright, split
from companion.ui.kit.pane import LATEST, PROMPT, WHY, fitting_rows
from companion.ui.kit.share_image import SHARE, Shared, use_shared
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, memo_component, use_once, use_value


def reminder(context: PageContext, id: str) -> ft.Control:
    """Return a rule with title and text, to be read at a glance."""
    rule = context.app.rules.rule(id)
    style = theme.markdown_style(context.preferences.text)
    title = heading(words(context.say(rule.title), ft.TextThemeStyle.TITLE_MEDIUM), identifier=f"reminder-{id}")
    return lines(title, ft.Markdown(context.say(rule.text), md_style_sheet=style), spacing=theme.Space.xs)


_SIGNS: Final = {
    Tone.WARNING: ft.Icons.WARNING_AMBER,
    Tone.VERDICT: ft.Icons.GAVEL,
    Tone.TODO: ft.Icons.CHECKLIST,
    Tone.NOTE: ft.Icons.INFO_OUTLINE,
}

#: At most this many messages are set in large type where there is room.
_FEW: Final = 3


def message_line(play: AnyPlay, said: Explanation, identifier: str) -> ft.Control:
    """Return a message of the referee; a tap opens "why?"."""
    return message_lines(play, (said,), identifier)


def message_lines(play: AnyPlay, said: Sequence[Explanation], identifier: str, texts: Sequence[str] = ()) -> ft.Control:
    """Return messages of the referee as a block of lines; a tap opens "why?".

    :param texts: the texts shown, if they are shorter than those of the messages.
    """
    many = len(said) > (1 if play.layout.alone else _FEW)
    style = ft.TextThemeStyle.BODY_MEDIUM if many or play.context.huge else ft.TextThemeStyle.BODY_LARGE
    texts = texts or [play.say(line.text) for line in said]
    shown = [words(text, style) for text in texts]
    ask = ft.Icon(ft.Icons.HELP_OUTLINE, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT)
    signs = [ft.Icon(_SIGNS[line.tone], size=18.0, color=ft.Colors.PRIMARY) for line in said]
    if play.context.huge:  # long words need all the room
        rows, side = lines(beside(signs[0], ask, tight=True), *shown, spacing=theme.Space.xs), 0.0
    else:
        signed = [[sign, wide(line)] for sign, line in zip(signs, shown, strict=True)]
        signed[0].append(ask)
        across = [beside(*each, spacing=theme.Space.m, top=len(said) > 1) for each in signed]
        rows, side = lines(*across, spacing=theme.Space.xs), theme.Space.s
    return pressable(
        rows,
        lambda _: play.why(*said),
        identifier,
        padding=ft.Padding.symmetric(horizontal=side, vertical=reach(style) if len(said) == 1 else theme.Space.xs),
        align=ft.Alignment.CENTER_LEFT,
    )


T, N = messages("companion")


def referee_card(
    play: AnyPlay, *shown: Text, said: Iterable[Explanation] | None = None, proof: bool = False
) -> list[ft.Control]:
    """Return the last messages of the referee; a tap opens "why?".

    :param shown: texts that the board shows elsewhere.
    :param said: messages to show instead of the last ones.
    :param proof: whether the messages are only the reasons for others; where there is little room, the buttons come before them.
    """
    elsewhere = (play.view.prompt.text, *shown)
    messages = play.lines(line for line in (play.last_messages if said is None else said) if line.text not in elsewhere)
    if not messages:
        return []
    above, below = ([], messages) if proof else split(play, messages)
    cards = []
    for key, identifier, some in ((LATEST, "said", above), ("led-to-it", "proof", below)):
        if some:
            card = message_lines(play, some, identifier, [abbreviated(play, line) for line in some])
            card.key = key
            cards.append(card)
    return cards


def prompt(
    play: AnyPlay,
    *,
    text: Text | None = None,
    lines: list[str] | None = None,
    leading: ft.Control | None = None,
    key: str = PROMPT,
) -> ft.Control:
    """Return the prompt: what the players do next.

    :param text: a text in place of the game's, after the first of several taps.
    :param key: the key of the control in its pane.
    """
    said, context = play.view.prompt, play.context
    large = play.layout.roomy and not context.large
    asked = play.say(text or said.text)
    upright = context.huge and (leading is not None or prompt_upright(play, asked))
    shown = Prompt(context, asked, tuple(lines or ()), leading, play.reason(said), large, upright, key=key)
    shown.data = prompt_height(play, asked, lines or (), leads=leading is not None) if context.large else 0.0
    return shown


@memo_component
def Prompt(
    context: PageContext,
    text: str,
    lines: tuple[str, ...],
    leading: ft.Control | None,
    reason: Why,
    large: bool,
    upright: bool,
) -> ft.Control:
    """The prompt: what the players do next."""
    return design.prompt_card(
        text=text,
        lines=lines,
        leading=leading,
        why_text=context.say(WHY),
        on_why=lambda _: context.explain(reason),
        large=large,
        small=context.huge,
        upright=upright,
        identifier=PROMPT,
    )


def finish(play: AnyPlay, ranking: ft.Control | None = None, *more: ft.Control, gold: bool = False) -> list[ft.Control]:
    """Return the end of a game: the winners, the ranking, and the high points.

    :param ranking: the ranking, if the game draws its own.
    :param more: controls before the high points.
    :param gold: whether it was won with a gold card.
    """
    together = play.session.game.meta.cooperative
    result = crown(play, gold=gold) or [prompt(play, text=None if together else final_sentence(play))]
    return [*result, ranking or places_of(play), *more, *high_points(play)]


@component
def GameOverButtons(play: AnyPlay) -> ft.Control:
    """The buttons after a game: a rematch, the result to share, or the home screen."""
    context = play.context
    once = use_once()
    sharing, share = use_value(False)

    def shared() -> Shared:
        return result_of(play).shared(context.renderer(play.names))

    use_shared(context, shared if sharing else None, lambda: share(False))

    def rematch() -> None:
        if play.actions.is_double_tap():
            return  # the button has appeared under the finger that entered the last points
        try:
            once(lambda: context.go(address(context.access.rematch(play.table))))
        except StorageError as error:
            play.actions.fail(error)
        except Refused as error:
            play.actions.refuse(error.why)

    ways = [
        design.verdict_button(context.say(T("Rematch")), rematch, "rematch", emphasis="primary"),
        design.verdict_button(context.say(SHARE), lambda: share(True), "share-result"),
        design.verdict_button(context.say(HOME), lambda: context.go("/"), "home"),
    ]
    rows = fitting_rows(play, ways, len(ways))
    if len(rows) == 2:  # the rematch by itself
        rows = [*fitting_rows(play, ways[:1], 1), *fitting_rows(play, ways[1:], 2)]
    return column(*rows)
