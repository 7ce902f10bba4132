"""What moves out of the way of long messages, which must stay visible: first the players' places, then the buttons.

With the largest text, some messages move too: advice first, then explanations. What the players do with their cards stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation, Tone
from companion.ui.design import player_badge, theme
from companion.ui.design.text_fit import ems, lines_of, size_of, width_of
from companion.ui.design.theme import TYPE
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.table_context import AnyPlay

#: Height in pixels, at normal text size, of a page with room for two players' places, the buttons, and a number of
#: message lines; and of more lines if the places move.
_HIGH: Final = 760.0
_LINES: Final = 1
_PLACES: Final = 11

#: The lines of messages for which a further line of the players' names leaves no room: the names stand on their places and
#: on the buttons, beside other words.
_NAME: Final = 4

#: The lines of messages as high as a prompt of two lines.
_ASKED: Final = 2.5

#: How high a line is, in type of the usual size.
_LINE: Final = 23.0

#: How high the line is that says which entry is corrected.
_CORRECTED: Final = 84.0

#: Width beside a line: the page's margins, the line's icon and its padding.
_MARGINS: Final = 2 * theme.Space.m
_SIGN: Final = 18.0 + theme.Space.m + 2 * theme.Space.s

#: The text styles of the prompt, its further lines and messages in the largest type, and the width that "why?" takes beside the prompt.
_PROMPT: Final = ft.TextThemeStyle.TITLE_MEDIUM
_MORE: Final = ft.TextThemeStyle.BODY_LARGE
_MESSAGE: Final = ft.TextThemeStyle.BODY_MEDIUM
_WHY: Final = theme.Space.target + theme.Space.m

#: What the players do with their cards.
_CONSEQUENCES: Final = (Tone.TODO, Tone.WARNING)

#: Heights in pixels: the bars of an upright phone with the line of scores; those of a low page and the prompt's padding;
#: what surrounds prompt and messages.
_BARS: Final = 56.0 + 80.0 + 44.0
_LOW_BARS: Final = 56.0 + 44.0 + 28.0
_AROUND: Final = 28.0 + 24.0 + 5 * theme.Space.s


def crowded(play: AnyPlay) -> bool:
    """Return whether the places scroll below the messages: on a low page, in large type, and after long messages."""
    named = _NAME * (_lines_of_names(play) - 1)
    said = _lines_said(play, play.last_messages) + _lines_said(play, play.view.notes)
    return _high(play) < _HIGH or flows(play) or said > _room(play) - named


def flows(play: AnyPlay, *, shows_messages: bool = True) -> bool:
    """Return whether the buttons scroll with the rest.

    They do with the largest text, with large text during a correction, and where messages leave no room even without the
    places; not after a game, whose finish shows the result.

    :param shows_messages: whether the page shows them.
    """
    if play.context.huge or (play.context.large and play.correction is not None):
        return True
    return (
        shows_messages
        and play.layout.alone
        and not play.session.is_over
        and _lines_said(play, play.last_messages) > _room(play) + _PLACES - _further_lines_of_prompt(play)
    )


def prompt_upright(play: AnyPlay, asked: str) -> bool:
    """Return whether a word of the prompt in the largest type leaves no room for "why?" beside it."""
    return width_of(asked, _PROMPT, play.context.scale) > play.layout.room - 2 * theme.Space.l - _WHY


def prompt_height(play: AnyPlay, asked: str, lines: Sequence[str] = (), *, leads: bool = False) -> float:
    """Return the height of a prompt on a phone, without its padding.

    :param lines: its further lines.
    :param leads: whether a control stands above its text.
    """
    room = play.layout.room - 2 * theme.Space.l
    style = _PROMPT if play.context.huge else ft.TextThemeStyle.HEADLINE_SMALL
    beside = 0.0 if play.context.huge and (leads or prompt_upright(play, asked)) else _WHY
    more = sum(_text_height(play, line, _MORE, room - beside) for line in lines)
    return _text_height(play, asked, style, room - beside) + more + (0.0 if beside else theme.Space.target)


def prompt_aside(play: AnyPlay, high: float) -> bool:
    """Return whether a prompt of this height leaves no room for some buttons below it on a low page in large type."""
    buttons = (3 if play.context.huge else 2) * (theme.Space.target + theme.Space.s)
    return play.context.large and high > play.context.size[1] - _LOW_BARS - buttons


def split(play: AnyPlay, messages: list[Explanation]) -> tuple[list[Explanation], list[Explanation]]:
    """Return the messages that stand above the buttons, and those below them.

    On a crowded phone advice stands apart. Where the buttons scroll, it moves below if all together would leave no button
    in sight; with the largest text, then explanations as well, then the instructions before the first report.
    """
    if play.session.is_over or not play.layout.alone:
        return messages, []
    if play.context.low or not play.context.huge:
        has_room = not crowded(play) or (not play.context.low and flows(play) and _fits(play, messages))
        advice = [line for line in messages if line.tone is Tone.NOTE and not has_room]
        return [line for line in messages if line not in advice], advice
    above = next((some for some in _fewer(messages) if _fits(play, some)), None)
    if above is None:
        above = [line for line in messages if line.tone in _CONSEQUENCES] if play.session.last_message_item else []
    return above, [line for line in messages if line not in above]


def _fewer(messages: list[Explanation]) -> Iterator[list[Explanation]]:
    """Yield the messages, then those without advice, then only the consequences for the players' hands."""
    yield messages
    yield [line for line in messages if line.tone is not Tone.NOTE]
    yield [line for line in messages if line.tone in _CONSEQUENCES]


def _fits(play: AnyPlay, messages: list[Explanation]) -> bool:
    """Return whether prompt and messages leave a button in sight on an upright page."""
    room = play.layout.room - (0.0 if play.context.huge else _SIGN)
    said = sum(_text_height(play, abbreviated(play, line), _MESSAGE, room) for line in messages)
    return (
        prompt_height(play, play.say(play.view.prompt.text)) + said + _AROUND + _BARS + theme.Space.target
        <= play.context.size[1]
    )


def _text_height(play: AnyPlay, text: str, style: ft.TextThemeStyle, room: float) -> float:
    _, size, height, _ = TYPE[style.name.lower()]
    return _lines(text, size_of(style, play.context.scale), room) * size * height * play.context.scale


def _lines(text: str, size: float, room: float) -> int:
    """Return the number of lines of a text, also if a word may not fit in a line."""
    return lines_of(text, size, room) or ceil(ems(text) * size / room) + 1


def _lines_said(play: AnyPlay, said: Iterable[Explanation]) -> int:
    size, wide = (
        size_of(ft.TextThemeStyle.BODY_MEDIUM, play.context.scale),
        play.layout.room - _MARGINS - (0.0 if play.context.huge else _SIGN),
    )
    return sum(_lines(abbreviated(play, line), size, wide) for line in play.lines(said))


def _further_lines_of_prompt(play: AnyPlay) -> float:
    """Return how many lines of messages a long prompt takes; none in large type, whose room is that of long prompts."""
    high = prompt_height(play, play.say(play.view.prompt.text))
    return 0.0 if play.context.large else max(0.0, high / _LINE - _ASKED)


def _room(play: AnyPlay) -> float:
    return _LINES + (_high(play) - _HIGH) / _LINE


def _high(play: AnyPlay) -> float:
    return play.context.size[1] / play.context.scale - (_CORRECTED if play.correction else 0.0)


def _lines_of_names(play: AnyPlay) -> int:
    """Return how many lines the longest name takes on one of two places beside each other."""
    style = ft.TextThemeStyle.TITLE_MEDIUM
    cell = (play.layout.room - theme.Space.s) / 2 - 2 * theme.Space.m - theme.Space.s - player_badge.SIZE
    return max(lines_of(name, size_of(style, play.context.scale), cell) or 2 for name in play.names)
