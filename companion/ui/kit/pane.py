"""The pane of a board: content above, buttons in reach of the thumb below. Every board is laid out by it."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import flet as ft

from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.log import Act
from companion.kernel.offers import Offer
from companion.kernel.text import Text, messages
from companion.ui import design
from companion.ui.app.keyboard import at_the_end, under_the_thumb
from companion.ui.design import theme
from companion.ui.design.base import soft
from companion.ui.design.buttons import Emphasis
from companion.ui.design.layout import as_high_as_each_other
from companion.ui.design.text_fit import evenly, needed, shared
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.form import AS_ENTERED
from companion.ui.kit.overflow import crowded, flows, prompt_aside
from companion.ui.kit.table_context import AnyPlay
from companion.ui.kit.waiting import Waiting

T, N = messages("companion")

C = TypeVar("C", bound=ft.Control)

WHY: Final = T("Why?")

#: The key of the prompt in a pane.
PROMPT: Final = "prompt"

#: The key of the last messages in a pane.
LATEST: Final = "told"

#: A text, or a string in the page's language, such as a name.
Said: TypeAlias = Text | str


def pane(
    play: AnyPlay,
    middle: Iterable[ft.Control],
    foot: ft.Control | None = None,
    *,
    top: ft.Control | None = None,
    near: ft.Control | None = None,
    scrolls: bool = False,
    early: bool = False,
) -> ft.Control:
    """Return content that scrolls above buttons that stay in reach.

    :param foot: the buttons. They are shown only while the page has offers or after the game; while the page waits for
        players on other phones, :func:`~companion.ui.kit.waiting.Waiting` takes their place.
    :param top: a control that stays at the top, such as the players' places.
    :param near: a control that stays above the buttons, such as the player's own place.
    :param scrolls: whether the buttons scroll with the content, as there are so many.
    :param early: whether they scroll right below the prompt and the messages.
    """
    pad = theme.Space.m if play.layout.is_phone else theme.Space.l
    middle = list(middle)
    if foot is not None and not (play.offers or play.session.is_over):
        foot = None
    if foot is not None and (awaited := play.waiting_for):
        foot = Waiting(play, awaited, _ahead(play), foot, key=f"waiting-{play.version}-{awaited}")
    play.footer_ref.current = None
    if foot is not None:
        over = play.session.is_over
        foot = ft.Container(at_the_end(foot) if over else under_the_thumb(foot), ref=None if over else play.footer_ref)
    if foot is not None and scrolls:
        middle, foot = [*middle, foot], None
    elif (
        foot is not None
        and not play.context.low
        and (early or flows(play, shows_messages=any(each.key == LATEST for each in middle)))
    ):
        # nothing may be cut off: prompt, messages and buttons come first, and everything scrolls
        after = play.correction or play.session.is_over  # here the messages matter less than the entry or the winner
        first, seen = _first(middle, PROMPT, *([] if after else [LATEST]))
        middle, foot = [*(first or seen), foot, *(seen if first else [])], None
    rows: list[ft.Control] = [
        ft.ListView(
            middle,
            spacing=theme.Space.s,
            padding=ft.Padding.symmetric(horizontal=pad, vertical=theme.Space.s),
            expand=True,
            ref=play.list_ref,
        )
    ]
    if top is not None:
        rows.insert(0, ft.Container(top, padding=ft.Padding.only(left=pad, right=pad, top=theme.Space.s)))
    if near is not None:
        rows.append(ft.Container(near, padding=ft.Padding.symmetric(horizontal=pad)))
    if foot is not None:
        if play.context.low:
            return _sideways(play, middle, top, foot, pad)
        foot.padding = ft.Padding.only(left=pad, right=pad, bottom=pad, top=theme.Space.xs)
        rows.append(foot)
    return ft.Column(rows, spacing=0.0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _ahead(play: AnyPlay) -> list[ft.Control]:
    """Return the controls for an early answer, or the queued answer with a button to withdraw it."""
    seat = play.seat
    if seat is None or not (offers := play.session.early_offers(seat)):
        return []

    def give(answer: Act | None) -> None:
        try:
            play.session.queue_answer(seat, answer)
        except Refused as error:
            play.actions.refuse(error.why)
        else:
            play.context.buzz()

    given = play.session.queued_answer(seat)
    for offer in offers:
        if given and offer.action() == given.action:
            text = T("Your answer: {answer}. It counts when it is your turn.", answer=offer.label)
            back = quiet_button(play, T("Take back"), lambda: give(None), "take-back")
            return [soft(play.say(text), ft.TextThemeStyle.BODY_LARGE), ft.Row([back])]
    text = T("You can answer now. Nobody sees it until it is your turn.")
    answers = [
        button(play, offer.label, partial(give, Act(offer.action())), f"ahead-{number}", emphasis="tonal")
        for number, offer in enumerate(offers)
    ]
    return [soft(play.say(text), ft.TextThemeStyle.BODY_LARGE), *fitting_rows(play, answers, 2)]


def places_above(
    play: AnyPlay, places: Sequence[ft.Control], middle: Iterable[ft.Control], foot: ft.Control
) -> ft.Control:
    """Return a pane below the players' places; where they have no room, they scroll with the content."""
    name = ft.TextThemeStyle.HEADLINE_MEDIUM if play.layout.roomy else ft.TextThemeStyle.TITLE_MEDIUM
    rows = in_rows(places, play.layout.names_across(name, len(places))) if places else []
    if len(rows) == 1 and not crowded(play):
        return pane(play, middle, foot, top=rows[0])
    return pane(play, [*middle, *rows], foot)


def faces(play: AnyPlay) -> bool:
    """Return whether the board is drawn from one player's side, with their own place nearest, as on their own phone."""
    return play.layout.alone and play.seat is not None


def face_to_face(
    play: AnyPlay, far: ft.Control, near: ft.Control, middle: Iterable[ft.Control], foot: ft.Control
) -> ft.Control:
    """Return a pane with the other player's place at the top and one's own just above the buttons."""
    if crowded(play):
        said, rest = _first(middle, PROMPT)
        places = (
            [far, near] if play.context.low else [near, far]
        )  # where there is little room, one's own place comes first
        return pane(play, [*said, *places, *rest], foot)
    return pane(play, middle, foot, top=far, near=near)


def _sideways(
    play: AnyPlay, middle: list[ft.Control], top: ft.Control | None, foot: ft.Control, pad: float
) -> ft.Control:
    """Return the board with the prompt and the buttons beside it, for a phone held sideways; a long prompt is above the board."""
    said, rest = _first(middle, PROMPT)
    seen = [*([top] if top else []), *rest]
    if said and said[0].data and prompt_aside(play, said[0].data):
        said, seen = [], [*said, *seen]
    edge = ft.Padding.symmetric(horizontal=pad, vertical=theme.Space.s)
    on_table = ft.ListView(seen, spacing=theme.Space.s, padding=edge, expand=1, ref=play.list_ref)
    asked = ft.ListView([*said, foot], spacing=theme.Space.s, padding=edge, expand=1, ref=play.prompt_ref)
    return ft.Row([on_table, asked], spacing=0.0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _first(middle: Iterable[ft.Control], *keys: str) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the controls with the given keys, and the others."""
    by_kind: tuple[list[ft.Control], list[ft.Control]] = ([], [])
    for control in middle:
        by_kind[control.key not in keys].append(control)
    return by_kind


def in_rows(controls: Sequence[ft.Control], across: int) -> list[ft.Control]:
    """Return rows of cells of the same size; the cells of a single row share its width."""
    rows: list[ft.Control] = []
    for at in range(0, len(controls), across):
        cells = list(controls[at : at + across])
        if len(controls) > across:
            cells += [ft.Container(expand=True) for _ in range(across - len(cells))]
        for cell in cells:
            cell.expand = True
        rows.append(as_high_as_each_other(cells, theme.Space.s))
    return rows


def fitting_rows(play: AnyPlay, controls: Sequence[ft.Control], most: int) -> list[ft.Control]:
    """Return rows of cells of the same size, as many in a row as fit without breaking a word.

    :param most: the most cells in a row.
    """
    if not controls:
        return []
    wide = max(needed(control, play.context.scale) for control in controls)
    return in_rows(controls, evenly(len(controls), shared(wide, room=play.layout.room, most=most)))


def offer_button(
    play: AnyPlay,
    offer: Offer,
    identifier: str,
    *,
    text: Said | None = None,
    sublabel: Said | None = None,
    leading: ft.Control | None = None,
    emphasis: Emphasis = "plain",
    large: bool = False,
    expand: bool | None = None,
    again: bool = False,
) -> ft.Control:
    """Return the button for an offer: a tap reports it, opens its form, or shows why it is closed.

    :param text: a text in place of the offer's label.
    :param again: whether it may be tapped in quick succession, as for votes and chips.
    """
    return button(
        play,
        text or offer.label,
        lambda: play.actions.choose(offer, again=again),
        identifier,
        sublabel=sublabel,
        leading=leading,
        emphasis=emphasis,
        available=offer.closed is None,
        large=large,
        expand=expand,
        entered=offer == play.corrected_offer,
    )


def quiet_offer(
    play: AnyPlay, offer: Offer, identifier: str, *, text: Text | None = None, icon: ft.IconData | None = None
) -> ft.Control:
    """Return the small button for a secondary offer."""
    entered = offer == play.corrected_offer
    return quiet_button(
        play,
        text or offer.label,
        lambda: play.actions.choose(offer),
        identifier,
        icon=icon,
        outlined=True,
        entered=entered,
    )


def button(
    play: AnyPlay,
    text: Said,
    do: Callable[[], object],
    identifier: str,
    *,
    sublabel: Said | None = None,
    leading: ft.Control | None = None,
    emphasis: Emphasis = "primary",
    available: bool = True,
    large: bool = False,
    expand: bool | None = None,
    entered: bool = False,
) -> ft.Control:
    """Return a large button that is not for an offer, such as one that submits a form or opens another page.

    :param entered: whether a correction marks it as the answer given before.
    """
    return design.verdict_button(
        _say(play, text),
        lambda: do(),
        identifier,
        sublabel=_say(play, sublabel) if sublabel else None,
        leading=leading or _whose(play, text),
        emphasis=emphasis,
        available=available,
        large=large,
        expand=expand,
        entered=play.say(AS_ENTERED) if entered else None,
    )


def _whose(play: AnyPlay, text: Said) -> ft.Control | None:
    """Return the badge of the player a button names, if it names exactly one."""
    return play.badge_in(text) if isinstance(text, Text) else None


def quiet_button(
    play: AnyPlay,
    text: Said,
    do: Callable[[], object],
    identifier: str,
    *,
    icon: ft.IconData | ft.Control | None = None,
    outlined: bool = False,
    entered: bool = False,
) -> ft.Control:
    """Return a small button for a secondary action; see :func:`button`."""
    mark = play.say(AS_ENTERED) if entered else None
    return design.quiet_button(_say(play, text), lambda: do(), identifier, icon=icon, outlined=outlined, entered=mark)


def sign_button(
    play: AnyPlay, icon: ft.IconData, text: Text, do: Callable[[], object], identifier: str, *, selected: bool = False
) -> ft.Control:
    """Return an icon button with a label for screen readers."""
    return design.icon_button(icon, play.say(text), lambda: do(), identifier, selected=selected)


def exact_switch(
    play: AnyPlay,
    little: Text,
    exact: Text,
    *,
    exactly: bool | None = None,
    change: Callable[[bool], object] | None = None,
) -> ft.Control:
    """Return the button that switches the exact mode; it shows the mode it switches to.

    :param little: the label for the mode that takes only what players announce anyway.
    :param exact: the label for the exact mode.
    :param exactly: whether the mode is exact now; the device's preference if not given.
    :param change: sets the mode; the device's preference if not given.
    """
    now = play.exact if exactly is None else exactly
    text, sign = (little, ft.Icons.EMOJI_EVENTS_OUTLINED) if now else (exact, ft.Icons.STYLE_OUTLINED)
    return quiet_button(play, text, lambda: (change or play.set_exact)(not now), "telling", icon=sign)


def caption(play: AnyPlay, text: Text, style: ft.TextThemeStyle = ft.TextThemeStyle.LABEL_LARGE) -> ft.Control:
    """Return a caption."""
    return soft(play.say(text), style)


def text_line(
    play: AnyPlay,
    text: Text,
    value: str,
    put: Callable[[str], object],
    identifier: str,
    *,
    longest: int | None = None,
    **more: Any,
) -> ft.Control:
    """Return a text input.

    :param put: takes the typed text.
    :param longest: the most letters.
    """
    return design.text_input(
        play.say(text), value, lambda text: put(text[:longest]), identifier, longest=longest, **more
    )


def _say(play: AnyPlay, text: Said) -> str:
    return text if isinstance(text, str) else play.say(text)


def notes(play: AnyPlay) -> list[ft.Control]:
    """Return the notes of the view, each with its rule."""
    return [note(play, said, text=abbreviated(play, said, lasting=True)) for said in play.lines(play.view.notes)]


def note(
    play: AnyPlay,
    said: Explanation,
    *,
    kind: design.NoticeKind | None = None,
    identifier: str | None = None,
    text: str | None = None,
) -> ft.Control:
    """Return a strip with a note or a warning and a button "why?".

    :param text: the text shown, if it is shorter than the message's.
    """
    return design.notice(
        kind or ("warning" if said.tone is Tone.WARNING else "info"),
        text or play.say(said.text),
        identifier or f"note-{said.rules[0].rsplit('.', 1)[-1]}",
        why_text=play.context.say(WHY),
        on_why=lambda _: play.why(said),
        compact=True,
        upright=play.context.huge,
    )
