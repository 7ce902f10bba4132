"""The form of an offer: a control for each of its fields, and a button that enters them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import flet as ft
from attrs import frozen

from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Several, Subset, Words, YesNo
from companion.kernel.text import Text, messages
from companion.kernel.tuples import flipped
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import as_high_as_needed, beside, column, flowing, scrolling, wide
from companion.ui.runtime.hooks import component, use_value

T, N = messages("companion")

#: A number with at least this range has steps of ten, too.
FAR: Final = 40

#: An option with at least this many letters has a row of its own.
LONG: Final = 20

ENTER: Final = T("Enter")

#: Marks the button of the entered option in a correction.
AS_ENTERED: Final = T("as entered")

#: Computes a new value from the latest one; there may be two changes before the next render.
Change: TypeAlias = Callable[[Any], Any]

#: Applies a change to a value of a form.
Put: TypeAlias = Callable[[Change], None]

#: Returns the badge of the player an option names, if it names exactly one.
Whose: TypeAlias = Callable[[Text], ft.Control | None]


def still_open(what: Text) -> Text:
    """Return the line below a button that waits for an answer."""
    return T("Still missing: {what}", what=what)


def _nobody(_: Text) -> None:
    """Options without badges."""


def initial(field: Field) -> Any:
    """Return the initial value of a field."""
    match field:
        case Choice():
            return field.options[0].value if len(field.options) == 1 and not field.optional else None
        case Number():
            return field.default
        case Composite():
            return tuple(initial(part) for part in field.parts)
        case Words():
            return ""
        case Several():
            return tuple(initial(field.each) for _ in range(0 if isinstance(field.each, Choice) else field.low))
        case Subset():
            return ()
        case YesNo():
            return False


def complete(field: Field, value: Any) -> bool:
    """Return whether a field is filled in."""
    match field:
        case Composite():
            return all(complete(part, answer) for part, answer in zip(field.parts, value, strict=True))
        case Words():
            return field.optional or bool(value.strip())
        case Several():
            return field.low <= len(value) <= field.high and all(complete(field.each, answer) for answer in value)
        case Choice():
            return field.optional or value is not None
        case Number():
            return value is not None
        case Subset() | YesNo():
            return True


@frozen(eq=False)
class Own:
    """A field of a form that the game draws itself.

    :param draw: draws it; takes its value and the function that changes it.
    """

    name: str
    draw: Callable[[Any, Put], ft.Control]


@frozen
class Form:
    """A form that is being filled in.

    :param version: the version of the log at which it was opened, so that an event filled in on two phones counts once.
    :param entered: in a correction, the entered values by field name.
    """

    offer: Offer
    version: int
    entered: Mapping[str, Any] | None = None


@component
def OfferForm(
    offer: Offer,
    say: Callable[[Text], str],
    on_done: Callable[[Any], None],
    refused: ft.Control | None = None,
    entered: Mapping[str, Any] | None = None,
    titled: bool = False,
    whose: Whose = _nobody,
) -> ft.Control:
    """The fields of an offer and a button that reports it; an offer with a single choice is reported by a tap on an option.

    :param titled: whether the form shows the label of the offer.
    :param entered: in a correction, the entered values by field name.
    :param refused: the notice of the last refusal; the values stay.
    """
    at_once = len(offer.fields) == 1 and isinstance(offer.fields[0], Choice) and len(offer.fields[0].options) > 1
    return FieldsForm(
        offer.label if titled else None,
        offer.fields,
        say,
        lambda values: on_done(offer.action(values)),
        given=entered,
        at_once=at_once,
        below=[refused] if refused else (),
        whose=whose,
    )


@component
def FieldsForm(
    title: Text | None,
    fields: Sequence[Field | Own],
    say: Callable[[Text], str],
    on_done: Callable[[dict[str, Any]], None],
    *,
    given: Mapping[str, Any] | None = None,
    done: Text = ENTER,
    remark: Callable[[dict[str, Any]], tuple[Text, bool]] | None = None,
    at_once: bool = False,
    above: Sequence[ft.Control] = (),
    below: Sequence[ft.Control] = (),
    in_reach: bool = False,
    identifier: str | None = None,
    whose: Whose = _nobody,
) -> ft.Control:
    """Fields to fill in and a button that submits their values.

    :param title: the heading, if the page shows none.
    :param given: initial values by field name; required for fields that the game draws itself.
    :param done: the label of the button.
    :param remark: returns, from the values, a second line for the button and whether they can be submitted.
    :param at_once: whether the first change submits the form; there is no button then.
    :param above: controls above the fields.
    :param below: controls between the fields and the button.
    :param in_reach: whether the button stays where it is while the fields scroll.
    :param identifier: the prefix of the identifiers of its controls.
    """
    context = use_page_context()
    asked = [field for field in fields if not isinstance(field, Own)]
    values, set_values = use_value({field.name: initial(field) for field in asked} | {**(given or {})})
    open_ = [field for field in asked if not complete(field, values[field.name])]
    said, ready = remark(values) if remark else (None, True)
    if open_:
        said, ready = still_open(open_[0].label), False

    def put(name: str, change: Change) -> None:
        set_values(lambda old: {**old, name: change(old[name])})
        if at_once:
            on_done({name: change(None)})

    controls = [*above]
    for field in fields:
        value, take = values[field.name], partial(put, field.name)
        if at_once and isinstance(field, Choice):
            controls += [
                soft(say(field.label), ft.TextThemeStyle.LABEL_LARGE),
                *_at_once(
                    field, [earlier for name, earlier in (given or {}).items() if name == field.name], say, take, whose
                ),
            ]
        elif isinstance(field, Own):
            controls.append(field.draw(value, take))
        else:
            name = f"{identifier}-{field.name}" if identifier else field.name
            controls += Drawing(context, say, whose).controls(field, value, take, name)
    controls += below
    aside = in_reach and context.low and context.huge  # a button of several lines would leave no room for the fields
    if said and aside:
        controls.append(soft(say(said), ft.TextThemeStyle.BODY_MEDIUM))
    button = design.verdict_button(
        say(done),
        lambda: on_done(values) if ready else None,
        f"{identifier or 'form'}-done",
        sublabel=say(said) if said and not aside else None,
        emphasis="primary",
        available=ready,
    )
    if not at_once and not in_reach:
        controls.append(button)
    # the label of a field that is written in stands above it
    top = words(say(title), ft.TextThemeStyle.HEADLINE_SMALL) if title else ft.Container(height=2.0)
    form = scrolling(top, *controls, spacing=theme.Space.s if in_reach else theme.Space.m)
    return footed(form, button) if in_reach else form


def _at_once(
    field: Choice, entered: Sequence[Any], say: Callable[[Text], str], put: Put, whose: Whose
) -> list[ft.Control]:
    """Return a button for each option that submits it; in a correction the entered one is marked."""
    return [
        design.verdict_button(
            say(option.label),
            partial(put, _always(option.value)),
            f"{field.name}-{number}",
            leading=whose(option.label),
            emphasis="plain",
            entered=say(AS_ENTERED) if option.value in entered else None,
        )
        for number, option in enumerate(field.options)
    ]


def footed(inside: ft.Control, foot: ft.Control) -> ft.Control:
    """Return a scrolling control above one that stays in place."""
    return column(as_high_as_needed(inside), foot, spacing=theme.Space.m)


@frozen(eq=False)
class Drawing:
    """Draws the fields of a form."""

    context: PageContext
    say: Callable[[Text], str]
    whose: Whose = _nobody

    def controls(self, field: Field, value: Any, put: Put, name: str) -> list[ft.Control]:
        """Return the controls of a field."""
        heading = soft(self.say(field.label), ft.TextThemeStyle.LABEL_LARGE)
        match field:
            case Choice():
                return [heading, answers(field, value, self.say, put, name, self.whose)]
            case Subset():
                return [heading, subset(field, value, self.say, put, name, self.whose)]
            case YesNo():
                turn = partial(put, _turned)
                return [
                    design.some_of([design.tick(text=self.say(field.label), on=value, on_click=turn, identifier=name)])
                ]
            case Number():
                # a sign cannot be typed
                return [stepper(self.context, field, value, put, say=self.say, typed=field.low >= 0, identifier=name)]
            case Composite():
                return [heading, *self._composite(field, value, put, name)]
            case Words():
                line = design.text_input(
                    self.say(field.label), value, lambda text: put(_always(text)), name, longest=field.longest
                )
                return [line]
            case Several():
                return [heading, *self._several(field, value, put, name)]

    def _composite(self, field: Composite, value: Any, put: Put, name: str) -> list[ft.Control]:
        """Return the controls for the parts of a value, and their sum."""
        controls: list[ft.Control] = []
        for place, part in enumerate(field.parts):
            if isinstance(part, Number) and part.low == part.high:
                continue  # there is nothing to ask
            controls += self.controls(part, value[place], _at(place, put), f"{name}-{place}")
        if field.total:
            total = T("{sum}: {points}", sum=field.total, points=sum(each for each in value if isinstance(each, int)))
            controls.append(words(self.say(total), ft.TextThemeStyle.TITLE_MEDIUM))
        return controls

    def _several(self, field: Several, value: tuple[Any, ...], put: Put, name: str) -> list[ft.Control]:
        """Return the controls for a list of values: a tap on an option adds it, other fields stand in a column."""
        back, more = (
            self.say(T("{what}: remove the last one", what=field.label)),
            self.say(T("{what}: one more", what=field.label)),
        )
        less = design.icon_button(
            ft.Icons.BACKSPACE_OUTLINED, back, lambda: put(lambda given: given[:-1]), f"{name}-less"
        )
        if isinstance(field.each, Choice):
            names = {option.value: self.say(option.label) for option in field.each.options}
            given = words(" · ".join(names[answer] for answer in value) or "…", ft.TextThemeStyle.TITLE_LARGE)
            buttons = [
                design.quiet_button(
                    names[option.value],
                    partial(put, _added(option.value, field.high)),
                    f"{name}-{number}",
                    icon=self.whose(option.label),
                )
                for number, option in enumerate(field.each.options)
            ]
            return [beside(wide(given), less, spacing=10.0), flowing(buttons)]
        controls: list[ft.Control] = []
        for place, answer in enumerate(value):
            controls += self.controls(field.each, answer, _at(place, put), f"{name}-{place}")
        another = design.icon_button(
            ft.Icons.ADD, more, lambda: put(_added(initial(field.each), field.high)), f"{name}-more"
        )
        return [*controls, beside(another, *([less] if len(value) > field.low else []), spacing=10.0)]


def _always(answer: Any) -> Change:
    return lambda _: answer


def _turned(on: bool) -> bool:
    return not on


def _chosen(answer: Any, *, optional: bool) -> Change:
    return lambda given: None if optional and given == answer else answer


def _added(answer: Any, most: int) -> Change:
    return lambda given: (*given, answer)[:most]


def _at(place: int, put: Put) -> Put:
    """Return the function that changes one of several values."""
    return lambda change: put(lambda given: (*given[:place], change(given[place]), *given[place + 1 :]))


def subset(
    field: Subset, value: Sequence[Any], say: Callable[[Text], str], put: Put, name: str, whose: Whose = _nobody
) -> ft.Control:
    """Return a tick for each option and, if the field has a label for it, one for all of them."""
    labels = {option.value: option.label for option in field.options}
    ticks = design.ticks(
        ((value, say(label)) for value, label in labels.items()),
        value,
        lambda one: put(partial(flipped, one=one)),
        name,
        leading=lambda value: whose(labels[value]),
    )
    if field.every:
        every = tuple(labels)
        whole = {*value} == {*every}
        turn = partial(put, _always(() if whole else every))
        ticks.insert(0, design.tick(text=say(field.every), on=whole, on_click=turn, identifier=f"{name}-every"))
    return design.some_of(ticks)


def answers(
    field: Choice, value: Any, say: Callable[[Text], str], put: Put, name: str, whose: Whose = _nobody
) -> ft.Control:
    """Return the options of a choice."""
    texts = [say(option.label) for option in field.options]
    chosen = next((number for number, option in enumerate(field.options) if option.value == value), None)
    long = any(len(text) >= LONG for text in texts)
    return design.pick_one(
        enumerate(texts),
        chosen,
        lambda number: put(_chosen(field.options[number].value, optional=field.optional)),
        name,
        shape="rows" if long else "words",
        optional=field.optional,
        leading=lambda number: whose(field.options[number].label),
    )


def stepper(
    context: PageContext,
    field: Number,
    value: int | None,
    put: Put,
    *,
    say: Callable[[Text], str],
    typed: bool = False,
    identifier: str,
) -> ft.Control:
    """Return a number with buttons to decrease and increase it; a wide range has steps of ten, too.

    :param typed: whether it can be typed instead.
    """
    far = not typed and field.high - field.low > FAR

    def moved(old: int | None, by: int) -> int:
        return field.low if old is None else min(max(old + by, field.low), field.high)

    def put_read(read: int | None) -> None:
        put(_always(None if read is None else min(field.high, read)))

    def way(by: int) -> ft.Control:
        match by:
            case -1:
                what = T("{what}: one less", what=field.label)
            case 1:
                what = T("{what}: one more", what=field.label)
            case _ if by < 0:
                what = T("{what}: {amount} fewer", what=field.label, amount=-by)
            case _:
                what = T("{what}: {amount} more", what=field.label, amount=by)
        return design.step_button(
            by=by,
            text=context.renderer().signed(by),
            label=say(what),
            # Beside a field that is typed into nothing changes but the number: its buttons stay as they are.
            on_click=partial(put, partial(moved, by=by)) if typed or moved(value, by) != value else None,
            narrow=far,
            identifier=f"{identifier}{'-less' if by < 0 else '-more'}{'' if abs(by) == 1 else abs(by)}",
        )

    if typed:
        number = design.number_input(
            value=value,
            on_change=put_read,
            empty=None if field.default is None else field.low,
            label=say(field.label),
            identifier=identifier,
        )
    else:
        shown = field.low if value is None else value
        text = words(
            context.renderer().number(shown), ft.TextThemeStyle.HEADLINE_SMALL, lines=1, align=ft.TextAlign.CENTER
        )
        number = ft.Semantics(
            content=text,
            label=say(T("{what}: {value}", what=field.label, value=shown)),
            exclude_semantics=True,
            container=True,
            identifier=identifier,
        )
    return design.stepper(
        title=say(field.label),
        number=number if typed or far else ft.Container(number, width=56.0),
        ways=[way(by) for by in ((-10, -1, 1, 10) if far else (-1, 1))],
        large=context.large,
    )
