"""The form of an offer: a row of answers for each choice, a stepper for each number."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.kernel.offers import Choice, Field, Group, Number, Offer, Several, Words
from companion.kernel.text import Text, messages
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import use_desk
from companion.ui.live import component, use_value
from companion.ui.parts.base import words

T, N = messages("companion")


def initial(field: Field) -> Any:
    """Return what a field holds before anybody touches it."""
    match field:
        case Choice():
            return field.options[0].value if len(field.options) == 1 else None
        case Number():
            return field.default
        case Group():
            return tuple(initial(part) for part in field.parts)
        case Words():
            return ""
        case Several():
            return tuple(initial(field.each) for _ in range(0 if isinstance(field.each, Choice) else field.low))


def complete(field: Field, value: Any) -> bool:
    """Tell whether a field has been answered."""
    match field:
        case Group():
            return all(complete(part, answer) for part, answer in zip(field.parts, value, strict=True))
        case Words():
            return field.optional or bool(value.strip())
        case Several():
            return field.low <= len(value) <= field.high and all(complete(field.each, answer) for answer in value)
        case Choice() | Number():
            return value is not None


@component
def OfferForm(offer: Offer, say: Callable[[Text], str], on_done: Callable[[Any], None]) -> ft.Control:
    """The fields of an offer and a button that reports it."""
    desk = use_desk()
    values, set_values = use_value({field.name: initial(field) for field in offer.fields})
    ready = all(complete(field, values[field.name]) for field in offer.fields)

    def put(name: str, value: Any) -> None:
        set_values(lambda old: {**old, name: value})

    controls: list[ft.Control] = []
    for field in offer.fields:
        controls += _controls(field, values[field.name], say, partial(put, field.name), field.name)
    done = parts.verdict_button(
        title=desk.say(T("Enter")),
        emphasis="primary",
        available=ready,
        on_click=lambda _: on_done(offer.action(values)) if ready else None,
        identifier="form-done",
    )
    return ft.Column(
        [words(say(offer.label), ft.TextThemeStyle.HEADLINE_SMALL), *controls, done],
        spacing=look.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _controls(
    field: Field, value: Any, say: Callable[[Text], str], put: Callable[[Any], None], name: str
) -> list[ft.Control]:
    heading = words(say(field.label), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)
    match field:
        case Choice():
            buttons: list[ft.Control] = [
                ft.Semantics(
                    content=ft.Chip(
                        label=ft.Text(say(option.label)),
                        selected=option.value == value,
                        on_select=lambda _, chosen=option.value: put(chosen),
                    ),
                    identifier=f"{name}-{number}",
                )
                for number, option in enumerate(field.options)
            ]
            return [heading, ft.Row(buttons, wrap=True, spacing=look.Space.s, run_spacing=look.Space.s)]
        case Number():
            return [_stepper(field, value, say, put, name)]
        case Group():
            controls: list[ft.Control] = [heading]
            for place, part in enumerate(field.parts):

                def put_part(answer: Any, place: int = place) -> None:
                    put((*value[:place], answer, *value[place + 1 :]))

                controls += _controls(part, value[place], say, put_part, f"{name}-{place}")
            return controls
        case Words():
            return [
                parts.text_input(
                    label=say(field.label),
                    value=value,
                    on_change=lambda event: put(event.control.value[: field.longest]),
                    identifier=name,
                )
            ]
        case Several():
            return [heading, *_several(field, value, say, put, name)]


def _several(
    field: Several, value: tuple[Any, ...], say: Callable[[Text], str], put: Callable[[Any], None], name: str
) -> list[ft.Control]:
    """Return what takes answer after answer: a tap on a choice adds it, other questions stand one below the other."""
    room = len(value) < field.high
    less = parts.icon_button(
        icon=ft.Icons.BACKSPACE_OUTLINED,
        label=say(T("{what}: take the last one back", what=field.label)),
        on_click=lambda _: put(value[:-1]),
        identifier=f"{name}-less",
    )
    if isinstance(field.each, Choice):
        names = {option.value: say(option.label) for option in field.each.options}
        given = words(" · ".join(names[answer] for answer in value) or "…", ft.TextThemeStyle.TITLE_LARGE)
        buttons: list[ft.Control] = [
            parts.quiet_button(
                text=say(option.label),
                on_click=lambda _, answer=option.value: put((*value, answer)) if room else None,
                identifier=f"{name}-{number}",
            )
            for number, option in enumerate(field.each.options)
        ]
        return [
            ft.Row([ft.Container(given, expand=True), less]),
            ft.Row(buttons, wrap=True, spacing=look.Space.s, run_spacing=look.Space.s),
        ]
    controls: list[ft.Control] = []
    for place, answer in enumerate(value):

        def put_one(changed: Any, place: int = place) -> None:
            put((*value[:place], changed, *value[place + 1 :]))

        controls += _controls(field.each, answer, say, put_one, f"{name}-{place}")
    more = parts.icon_button(
        icon=ft.Icons.ADD,
        label=say(T("{what}: one more", what=field.label)),
        on_click=lambda _: put((*value, initial(field.each))) if room else None,
        identifier=f"{name}-more",
    )
    return [*controls, ft.Row([more, less] if len(value) > field.low else [more])]


def _stepper(
    field: Number, value: int, say: Callable[[Text], str], put: Callable[[Any], None], name: str
) -> ft.Control:
    label = say(field.label)

    def typed(event: Any) -> None:
        digits = "".join(c for c in event.control.value if c.isdigit())
        put(min(field.high, int(digits)) if digits else field.low)

    return ft.Row(
        [
            ft.Container(words(label, ft.TextThemeStyle.TITLE_MEDIUM, lines=2), expand=True),
            parts.icon_button(
                icon=ft.Icons.REMOVE,
                label=say(T("{what}: one less", what=field.label)),
                on_click=lambda _: put(max(field.low, value - 1)),
                identifier=f"{name}-less",
            ),
            ft.Semantics(
                content=ft.TextField(
                    value=str(value),
                    width=84.0,
                    text_align=ft.TextAlign.CENTER,
                    keyboard_type=ft.KeyboardType.NUMBER,
                    on_change=typed,
                    border_radius=look.Radii.button,
                ),
                identifier=name,
                label=label,
            ),
            parts.icon_button(
                icon=ft.Icons.ADD,
                label=say(T("{what}: one more", what=field.label)),
                on_click=lambda _: put(min(field.high, value + 1)),
                identifier=f"{name}-more",
            ),
        ],
        spacing=look.Space.xs,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
