"""Players of a new game: names, marks, order, and who starts."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.kernel.players import LONGEST
from companion.kernel.text import Text, messages
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import pressable, soft, words
from companion.ui.design.layout import column, flowing
from companion.ui.design.player_badge import badge, choice
from companion.ui.runtime.hooks import component, use_optional, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.setup import random_pick
from companion.ui.setup.plan import SettingUp

T, N = messages("companion")


@component
def Players(setup: SettingUp, known: tuple[str, ...], groups: tuple[tuple[str, ...], ...] = ()) -> ft.Control:
    """The known players, and a line for each seat.

    :param groups: who played together last.
    """
    context, plan = setup.context, setup.plan
    marking, mark = use_optional(int)
    marks = context.access.marks.of(plan.names)

    rows: list[ft.Control] = []
    if known and not setup.fixed:
        of_known = context.access.marks.of(known)
        rows.append(design.some_of([_known(setup, *each) for each in zip(known, of_known, strict=True)]))
        rows += _groups(setup, groups)
        rows.append(ft.Container(height=theme.Space.xs))
    for seat, name in enumerate(plan.names):
        if seat in setup.gone:
            continue
        opened = seat == marking
        turn = partial(mark, None if opened else seat) if name.strip() else None
        row = [_seat(setup, seat, marks[seat], turn)]
        if opened and name.strip():
            row.append(_marking(setup, seat, marks[seat]))
        rows.append(Unfolding(column(*row, spacing=theme.Space.m), opened, key=f"seat-{seat}"))
    if setup.can_add:
        add = partial(setup.change, plan.with_seat())
        icon = ft.Icons.PERSON_ADD_ALT
        rows.append(ft.Row([quiet_button(context, T("Add a player"), add, "add-seat", icon=icon, outlined=False)]))
    return design.section(context.say(T("Who’s playing?")), rows, spacing=theme.Space.m)


def _groups(setup: SettingUp, last: tuple[tuple[str, ...], ...]) -> list[ft.Control]:
    """Return the named groups that fit, and who played together last, to be added or removed by a tap."""
    context, most = setup.context, setup.meta.seats[1]
    named = [
        (f"group-{group.name}", context.short(group.name), group.names)
        for group in context.access.folk.groups
        if len(group.people) <= most
    ]
    together = [
        (f"together-{number}", context.renderer().list([*map(context.short, names)]), names)
        for number, names in enumerate(last)
    ]
    ticks = []
    for identifier, text, names in (*named, *together):
        seated = all(setup.plan.seated(name) is not None for name in names)

        def tapped(names: tuple[str, ...] = names, seated: bool = seated) -> None:
            setup.change(lambda plan: plan.seating(names, most, on=not seated))

        sign = ft.Icon(ft.Icons.PEOPLE_OUTLINE, size=20.0)
        ticks.append(design.tick(text=text, on=seated, on_click=tapped, leading=sign, identifier=identifier))
    return [design.some_of(ticks)] if ticks else []


def _marking(setup: SettingUp, seat: int, mark: Avatar) -> ft.Control:
    """Return the choice of colours and signs; a player at this table who has the chosen one gets the old one."""
    context, names = setup.context, setup.plan.names

    def choose(**part: str) -> None:
        context.access.marks.give(names, seat, **part)
        context.access.changed()

    give = partial(attempt, context)
    title = context.say(T("Colour and symbol of {name}", name=names[seat].strip()))
    shown = choice(mark, context.say, lambda **part: give(partial(choose, **part))(), f"mark-{seat}")
    return design.paper(
        column(soft(title, ft.TextThemeStyle.LABEL_LARGE), *shown), padding=theme.Space.m, identifier=f"marking-{seat}"
    )


def _known(setup: SettingUp, name: str, mark: Avatar) -> ft.Control:
    """Return a remembered player, to be seated and unseated by a tap."""
    context, plan, most = setup.context, setup.plan, setup.meta.seats[1]

    def tapped() -> None:
        if plan.tapped(name, most) == plan:
            context.toast(context.say(T("All seats are taken. Remove a name first.")))
        else:
            setup.change(lambda plan: plan.tapped(name, most))

    chosen = plan.seated(name) is not None
    sign = badge(mark, size=20.0)
    return design.tick(text=context.short(name), on=chosen, on_click=tapped, leading=sign, identifier=f"known-{name}")


def _seat(setup: SettingUp, seat: int, mark: Avatar, turn: Callable[[], None] | None) -> ft.Control:
    """Return the line of a seat: avatar, name, and buttons to move it up or remove it.

    :param turn: opens the choice of another avatar; ``None`` without a name.
    """
    context, plan, change = setup.context, setup.plan, setup.change
    count, wrong = len(plan.names), setup.wrong(seat)
    place = setup.playing.index(seat) + 1 if seat in setup.playing else None
    label = context.say(T("Player {number}", number=place) if place else T("Empty seat"))
    name = plan.names[seat].strip() or label
    sign = _mark_button(setup, seat, mark, name, turn)
    held = badge(mark, size=40.0)
    dragged = ft.Draggable(sign, group=_SEATS, affinity=ft.Axis.VERTICAL, content_feedback=held, data=seat)
    row: list[ft.Control] = [
        sign if setup.fixed else dragged,
        design.text_input(
            label,
            plan.names[seat],
            lambda text: change(lambda plan: plan.named(seat, text)),
            f"name-{seat}",
            on_submit=lambda event: setup.go_on(seat, event.control.value),
            error=context.say(wrong) if wrong else None,
            focus=setup.focus(seat),
            expand=True,
            longest=max(LONGEST, len(plan.names[seat])),
        ),
    ]
    if setup.fixed:
        return ft.Row(row, spacing=theme.Space.xs, key=f"seat-{seat}")
    if seat:
        up = T("Swap the seats") if count == 2 else T("Move {name} up", name=name)
        icon = ft.Icons.SWAP_VERT if count == 2 else ft.Icons.ARROW_UPWARD
        row.append(_at_field(icon, context.say(up), lambda: change(plan.moved(seat, seat - 1)), f"up-{seat}"))
    else:
        row.append(ft.Container(width=theme.Space.target))
    if count > setup.meta.seats[0]:
        off = context.say(T("Remove {name}", name=name))
        row.append(_at_field(ft.Icons.CLOSE, off, lambda: change(plan.without_seat(seat)), f"remove-{seat}"))
    line = ft.Row(row, spacing=theme.Space.xs, vertical_alignment=ft.CrossAxisAlignment.START)

    def drop(event: ft.DragTargetEvent) -> None:
        change(lambda plan: plan.moved(event.src.data, seat))

    # a seat can be dragged here, like moving it step by step with the buttons
    return ft.DragTarget(line, group=_SEATS, on_accept=drop, key=f"seat-{seat}")


#: What may be dropped on a seat.
_SEATS: Final = "seats"


def _mark_button(setup: SettingUp, seat: int, mark: Avatar, name: str, turn: Callable[[], None] | None) -> ft.Control:
    face = ft.Container(
        badge(mark, size=32.0),
        width=theme.Space.target,
        height=theme.Space.target,
        alignment=ft.Alignment.CENTER,
        opacity=1.0 if turn else 0.4,
    )
    if turn is None:
        return ft.Container(face, padding=_TO_FIELD)
    label = setup.context.say(T("Colour and symbol of {name}", name=name))
    button = pressable(face, lambda _: turn(), f"mark-of-{seat}", label=label, radius=theme.Radii.button)
    return ft.Container(ft.Container(button, width=theme.Space.target), padding=_TO_FIELD)


def _at_field(icon: ft.IconData, label: str, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return a button at the height of the field beside it, which grows downwards when it has to explain something."""
    return ft.Container(design.icon_button(icon, label, do, identifier), padding=_TO_FIELD)


#: Aligns a control with the text of a field.
_TO_FIELD: Final = ft.Padding.only(top=5.0)


# ---------------------------------------------------------------- Who starts


@component
def Starter(setup: SettingUp, question: Text) -> ft.Control:
    """The game's question about the starter: answered by a tap or, where chance may decide, by a draw."""
    context, plan, playing, players = setup.context, setup.plan, setup.playing, setup.players
    drawing, set_drawing = use_optional(int)
    drawn, set_drawn = use_optional(int)
    laying, lay = use_value(False)
    ft.use_effect(lambda: set_drawn(None), dependencies=[plan.names])

    def choose(seat: int) -> None:
        set_drawn(None)
        setup.change(evolve(plan, first=seat))

    async def draw() -> None:
        if drawing is None:
            light = lambda at: set_drawing(None if at is None else playing[at])  # noqa: E731
            show_pick(await random_pick.draw(context, len(players), light))

    def show_pick(chosen: int) -> None:
        # Seats may have gone meanwhile.
        setup.change(lambda now: evolve(now, first=min(playing[chosen], len(now.names) - 1)))
        set_drawn(chosen)
        context.buzz()
        context.announce(context.say(T("Picked: {name}", name=players[chosen])))

    chosen = None if setup.unanswered else playing[setup.starter]
    shown = chosen if drawing is None else drawing
    marks = context.access.marks.of(plan.names)
    people = [(name, marks[seat]) for seat, name in zip(playing, players, strict=True)]
    random_pick.use_fingers(context, question, people, laying, partial(lay, False), show_pick)
    seats = ((seat, context.short(name)) for seat, name in zip(playing, players, strict=True))
    asked = [design.pick_one(seats, shown, choose, "first", leading=lambda seat: badge(marks[seat], size=20.0))]
    if not setup.meta.by_lot:
        return design.section(context.say(question), asked)
    again = context.say(T("Pick at random") if drawn is None else T("Pick again"))
    toss = ft.Icons.CASINO_OUTLINED
    ways = [design.quiet_button(again, lambda: context.page.run_task(draw), "draw", icon=toss, outlined=False)]
    if context.layout != "desktop":  # where there is only a pointer
        text, icon = context.say(T("With your fingers")), ft.Icons.FINGERPRINT
        ways.append(design.quiet_button(text, lambda: lay(True), "lay-fingers", icon=icon, outlined=False))
    if drawn is not None and drawn < len(players):
        ways.append(words(context.say(T("Picked: {name}", name=players[drawn])), ft.TextThemeStyle.TITLE_MEDIUM))
    return design.section(context.say(question), [*asked, flowing(ways, apart=10.0)])
