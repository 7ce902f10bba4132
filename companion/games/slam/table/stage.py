"""The stage: the poets of each player from the hand or, for the gold card, from the victory piles."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft
from attrs import frozen

from companion.games.slam.cards import ATTRIBUTES, Attribute, Lineup, Poet, Trait
from companion.games.slam.draft import OPEN
from companion.games.slam.messages import ATTRIBUTE, VOICE, N, T, asked, listed, poet_name, together, turned_up
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.table.advice import on_stage
from companion.games.slam.table.pieces import GAP, named, number, tick, value_keys, what_counts
from companion.games.slam.table.players import places
from companion.games.slam.table.quick_entry import only_winner
from companion.games.slam.table.scene import Scene
from companion.kernel.text import Listing, Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import marked, soft, words
from companion.ui.design.layout import beside, column, flowing, lines, wide
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.number_keys import backspace_key
from companion.ui.kit.pane import button, in_rows, note, notes, pane, quiet_button, sign_button
from companion.ui.runtime.hooks import component, use_optional


def on_now(scene: Scene) -> list[str]:
    """Return the current slam and its attributes."""
    slam, evidence = scene.view.slam, scene.view.evidence
    if slam is None or (evidence and not any(evidence.rows)):
        return []
    if not slam.name:
        return [scene.say(what_counts(slam.attributes))]
    what = asked(slam.attributes) if slam.attributes else T("the show decides")
    return [scene.say(T("{slam}: {attributes}", slam=T("{name}", name=slam.name), attributes=what))]


def _above(scene: Scene) -> list[ft.Control]:
    play = scene.play
    shown = turned_up(scene.slam, scene.view.state.number)  # the prompt above says it already
    messages = [line for line in play.last_messages if line not in play.view.notes]
    return [prompt(play, lines=on_now(scene)), *referee_card(play, *shown, said=messages), *notes(play)]


# Poets from the hand


#: The size of the sign of an empty place, and the margin above and below the content of a place.
_PLUS: Final = 28.0
#: Room for the points of a champion beside its check mark.
_CHAMPION: Final = 72.0
_EDGE: Final = 18.0
#: Width of the key that takes a value back.
_BACK: Final = 64.0


def poets(scene: Scene) -> ft.Control:
    """Return the places on the stage, and the button for the next empty one."""
    play = scene.play
    hidden = scene.hidden
    # own poets first: those of the others show only backs
    order = sorted(scene.view.state.players, key=lambda seat: seat in hidden)
    rows = [_face_down(scene, seat) if seat in hidden else _line_up(scene, seat) for seat in order]
    if scene.view.state.house.open_list == "on":
        rows.append(column(named(scene.who(OPEN)), ft.Row([_place(scene, OPEN, 0)]), spacing=0.0))
    ready, empty, in_turn = scene.draft.ready(), scene.next_empty(), scene.in_turn
    buttons: list[ft.Control] = []
    if in_turn:
        buttons.append(StagePad(scene, *in_turn, key="stage-pad"))
    elif empty:
        title = T("{who}: choose poet {n}", who=scene.who(empty[0]), n=empty[1] + 1)
        fill = partial(scene.show, ("pick", *empty))
        whose = None if empty[0] == OPEN else play.badge(empty[0])
        buttons.append(button(play, title, fill, "next-poet", leading=whose, emphasis="plain" if ready else "primary"))
    if ready:
        report = scene.draft.revealed(scene.view.state.house, scene.slam)
        judge = T("All reveal: judge the slam") if hidden else T("Judge the slam")
        buttons.append(button(play, judge, partial(play.actions.report, report), "reveal"))
    elif not empty and hidden:
        others = Listing(tuple(map(Player, scene.draft.missing())))
        waits = T("Waiting for the poets of {players}", players=others)
        buttons.append(words(scene.say(waits), ft.TextThemeStyle.TITLE_MEDIUM, align=ft.TextAlign.CENTER))
    advice = [note(play, one) for one in on_stage(scene)]
    if not play.exact:
        buttons.append(flowing([only_winner(scene)]))
    return pane(play, [*_above(scene), *rows, *advice, *places(scene)], column(*buttons))


@frozen
class _Entered:
    """The value that was entered last."""

    seat: int
    place: int
    attribute: Attribute


@component
def StagePad(scene: Scene, seat: int, place: int) -> ft.Control:
    """Number keys for the poet in turn: each tap enters a value that counts, and the next place is in turn."""
    play, poet = scene.play, scene.draft.at(seat, place) or Poet()
    last, set_last = use_optional(_Entered)
    attribute = poet.unknown(scene.asked)[0]

    def put(value: int) -> None:
        set_last(_Entered(seat, place, attribute))
        scene.enter_value(seat, place, attribute, value)

    def change_last(change: Callable[[int], int | None]) -> None:
        before = scene.draft.at(last.seat, last.place) if last else None
        value = before.value(last.attribute) if before and last else None
        if last and value is not None:
            scene.enter_value(last.seat, last.place, last.attribute, change(value))

    values = [
        T("{attribute} {value}", attribute=ATTRIBUTE[one], value=number(poet.value(one)))
        for one in ATTRIBUTES
        if one in scene.asked
    ]
    who = T("{who}, {poet}", who=scene.who(seat), poet=poet_name(poet, place))
    if len(values) > 1:
        kept = [scene.say(value).replace(" ", "\u00a0") for value in values]  # no number begins a line
        who = T("{who}: {values}", who=who, values=" · ".join(kept))
    asked: ft.Control = words(scene.say(who), ft.TextThemeStyle.TITLE_MEDIUM)
    if seat != OPEN:
        asked = play.who(seat, asked)
    back = backspace_key(play.say(T("Take the last value back")), partial(change_last, lambda _: None))
    keys = value_keys(play, put, partial(change_last, lambda value: min(NUMBERS.entry.high, value + 1)), "enter")
    card = quiet_button(
        play,
        T("With name and card"),
        partial(scene.show, ("pick", seat, place)),
        "next-poet",
        icon=ft.Icons.STYLE_OUTLINED,
    )
    return column(beside(wide(asked), ft.Container(back, width=_BACK)), *keys, flowing([card]), spacing=GAP)


def _line_up(scene: Scene, seat: int) -> ft.Control:
    draft = scene.draft
    marks: list[ft.Control] = []
    laid = None not in draft.poets[seat][: NUMBERS.setup.poets]
    if draft.hands[seat] == NUMBERS.setup.poets:
        if laid:
            marks.append(_team(scene, seat))
        sign = ft.Icons.REMOVE_CIRCLE_OUTLINE if draft.action_cards[seat] else ft.Icons.ADD_CARD
        third = partial(scene.change, draft.third(seat))
        marks.append(quiet_button(scene.play, T("Third poet"), third, f"third-{seat}", icon=sign))
    if not laid:
        marks.append(_hand(scene, seat))
    places = [_place(scene, seat, place) for place in range(scene.places(seat))]
    if not places:
        out = words(scene.say(T("no card left: sits this slam out")), ft.TextThemeStyle.BODY_MEDIUM)
        return _seat(scene, seat, marks, out)
    titles = [scene.say(T("Poet {n}", n=1)), *(poet.name for poet in scene.draft.poets[seat] if poet)]
    around = 2 * theme.Space.m + _PLUS if None in scene.draft.poets[seat] else 2 * theme.Space.m
    across = scene.play.layout.across(titles, ft.TextThemeStyle.TITLE_SMALL, len(places), around=around)
    return _seat(scene, seat, marks, *in_rows(places, across))


def _seat(scene: Scene, seat: int, marks: Sequence[ft.Control], *below: ft.Control) -> ft.Control:
    name = named(scene.play.names[seat], *marks, badge=scene.play.badge(seat))
    return column(name, *below, spacing=theme.Space.xs)


def _face_down(scene: Scene, seat: int) -> ft.Control:
    """Return the backs of poets that are laid on another phone, once all of that player are laid."""
    if seat in scene.draft.missing():
        backs = soft(scene.say(T("lays on another phone")), ft.TextThemeStyle.BODY_MEDIUM)
        here = quiet_button(scene.play, T("Lay here"), partial(scene.lay_here, seat), f"lay-here-{seat}")
        return _seat(scene, seat, [here], backs)
    count = len([poet for poet in scene.draft.poets[seat] if poet])
    label = scene.say(N("{n} poet, face down", "{n} poets, face down", n=count))
    fan = design.back_fan(count=count, count_text=f"{count}×", most=3, label=label)
    return _seat(scene, seat, [], ft.Row([fan]))


def _hand(scene: Scene, seat: int) -> ft.Control:
    """Return the button to report that a hand has fewer poets than are laid (slam.ruling.short_hand)."""
    hand = scene.draft.hands[seat]
    says = {1: T("{who} has no card left", who=scene.who(seat)), 0: T("{who} has enough cards", who=scene.who(seat))}
    label = says.get(hand, T("{who} has only one card left", who=scene.who(seat)))
    sign = {1: ft.Icons.FILTER_NONE, 0: ft.Icons.UNDO}.get(hand, ft.Icons.FILTER_1)
    return sign_button(scene.play, sign, label, partial(scene.change, scene.draft.fewer(seat)), f"fewer-{seat}")


def _team(scene: Scene, seat: int) -> ft.Control:
    return tick(scene.play, T("Team"), scene.draft.teams[seat], partial(scene.team, seat), f"team-{seat}")


def short(scene: Scene, poet: Poet) -> str:
    """Return a poet's points for the current slam, or all five values if its attributes are unknown."""
    if not scene.asked:
        return "·".join(map(number, poet.values))
    extra = sum(bonus.amount for bonus in poet.bonuses)
    known = [value for one in scene.asked if (value := poet.value(one)) is not None]
    total = number(sum(known) if len(known) == len(scene.asked) else None)
    return total if not extra else f"{total} {scene.play.context.renderer().signed(extra)}"


def _place(scene: Scene, seat: int, place: int) -> ft.Control:
    poet = scene.draft.at(seat, place)
    identifier = "slot-open" if seat == OPEN else f"slot-{seat}-{place}"
    if poet is None:
        choose = T("{who}: choose poet {n}", who=scene.who(seat), n=place + 1)
        plus = ft.Icon(ft.Icons.ADD, size=22.0, color=ft.Colors.PRIMARY)
        title = words(scene.say(T("Poet {n}", n=place + 1)), ft.TextThemeStyle.TITLE_SMALL)
        return _paper(
            flowing([plus, title], spacing=6.0, apart=0.0),
            scene.say(choose),
            lambda: scene.show(("pick", seat, place)),
            identifier,
            drawn=False,
            chosen=(seat, place) == scene.in_turn,
        )
    out = scene.stays_out(poet)
    signs: list[ft.Control] = []
    if out:
        signs.append(words(scene.say(T("out")), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ERROR, lines=1))
    if poet.sister:
        signs.append(ft.Icon(ft.Icons.GROUP, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT))
    face, label = _face(scene, seat, place, poet, out=out, after=signs)
    chosen = (seat, place) == scene.in_turn
    return _paper(face, label, lambda: scene.show(("poet", seat, place)), identifier, chosen=chosen)


def _face(
    scene: Scene,
    seat: int,
    place: int,
    poet: Poet,
    *,
    out: bool,
    before: Sequence[ft.Control] = (),
    after: Sequence[ft.Control] = (),
) -> tuple[ft.Control, str]:
    """Return a poet's name above the points or the sign of a poet who does not take part, and both for screen readers.

    :param before: signs before the points.
    :param after: signs after them.
    """
    name, style = (
        poet_name(poet, place),
        ft.TextThemeStyle.TITLE_LARGE if scene.asked else ft.TextThemeStyle.LABEL_LARGE,
    )
    points = T("not admitted") if out else T("{points}", points=short(scene, poet))
    mark: ft.Control = words(short(scene, poet), style, color=ft.Colors.PRIMARY, lines=1)
    if out:
        mark = ft.Icon(ft.Icons.BLOCK, size=18.0, color=ft.Colors.ERROR)
    second = beside(*before, mark, *after, spacing=4.0, tight=True)
    label = T("{who}: {poet}, {points}", who=scene.who(seat), poet=name, points=points)
    return lines(words(scene.say(name), ft.TextThemeStyle.TITLE_SMALL), second), scene.say(label)


def _paper(
    face: ft.Control, label: str, do: Callable[[], None], identifier: str, *, drawn: bool = True, chosen: bool = False
) -> ft.Control:
    """Return a place on the stage; a thick edge and a different background mark the chosen one.

    It is a button that fills its cell: paper inside a button would be only as high as its own content, and lower than a
    neighbour whose name has two lines.
    """
    face.expand = True
    edge = ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE if drawn else ft.Colors.OUTLINE_VARIANT
    paper = ft.TextButton(
        content=beside(face),  # a row is as wide as the place
        on_click=lambda _: do(),
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=_EDGE),
            alignment=ft.Alignment.CENTER_LEFT,
            shape=ft.RoundedRectangleBorder(radius=theme.Radii.paper),
            side=ft.BorderSide(width=2.5 if chosen else 1.0, color=edge),
            bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else theme.SHEET if drawn else ft.Colors.TRANSPARENT,
            color=ft.Colors.ON_SURFACE,
            overlay_color=ft.Colors.with_opacity(0.08, ft.Colors.ON_SURFACE),
        ),
    )
    return ft.Semantics(content=marked(paper, identifier=identifier, label=label), selected=chosen, expand=True)


# Poets from the victory piles


def champions(scene: Scene) -> ft.Control:
    """Return the poets of the victory piles to choose from; players who cannot take part have none."""
    view = scene.view
    report = scene.draft.champions(view.playable)
    # the referee asks for unknown values of participants, where they matter
    judge = button(scene.play, T("Judge the championship"), lambda: scene.play.actions.report(report), "reveal")
    # options of chosen poets come last, so that no pile moves away from under a finger
    about = [
        _values(scene, seat, pick)
        for seat, picks in enumerate(scene.draft.picks)
        for pick in picks
        if _is_known(scene, seat, pick)
    ]
    buttons = [judge] if scene.play.exact else [judge, flowing([only_winner(scene)])]
    piles = [_pile(scene, seat) for seat in view.state.players]
    return pane(scene.play, [*_above(scene), *piles, *about, *places(scene)], column(*buttons))


def _pile(scene: Scene, seat: int) -> ft.Control:
    draft, pile = scene.draft, scene.view.playable[seat]
    entry = draft.entry(seat, pile)
    # reserves the room of the ticks that appear once two are chosen
    marks: list[ft.Control] = [ft.Container(height=theme.Space.target)]
    if len(entry.champions) == NUMBERS.setup.poets:
        marks.append(_team(scene, seat))
    if any(pile[champion.pick].has(Trait.AVANTGARDIST) for champion in entry.champions):
        join = partial(scene.change, draft.sister(seat))
        marks.append(tick(scene.play, T("With her sister"), draft.sisters[seat], join, f"sister-{seat}"))
    allowed = sorted({champion.pick for one in scene.view.possible[seat] for champion in one.champions})
    if not allowed:
        body = words(scene.say(T("cannot take part")), ft.TextThemeStyle.BODY_MEDIUM)
        return _seat(scene, seat, [], body)
    titles = [scene.say(poet_name(draft.champion(seat, pick, pile), pick)) for pick in allowed]
    across = scene.play.layout.across(titles, ft.TextThemeStyle.TITLE_SMALL, 4, least=_CHAMPION)
    rows = in_rows([_champion(scene, seat, pick) for pick in allowed], across)
    rows += [_values(scene, seat, pick) for pick in draft.picks[seat] if not _is_known(scene, seat, pick)]
    return _seat(scene, seat, marks, *rows)


def _champion(scene: Scene, seat: int, pick: int) -> ft.Control:
    draft, pile = scene.draft, scene.view.playable[seat]
    poet = draft.champion(seat, pick, pile)
    chosen = pick in draft.picks[seat]
    check = [ft.Icon(ft.Icons.CHECK_CIRCLE, size=18.0, color=ft.Colors.PRIMARY)] if chosen else []
    face, label = _face(scene, seat, pick, poet, out=not poet.admitted, before=check)

    def choose() -> None:
        scene.change(draft.pick(seat, pick, pile, scene.cards))

    return _paper(face, label, choose, f"pick-{seat}-{pick}", chosen=chosen)


def _is_known(scene: Scene, seat: int, pick: int) -> bool:
    """Return whether the values of a chosen poet that count are known; a poet that is not admitted has none."""
    poet = scene.draft.champion(seat, pick, scene.view.playable[seat])
    return not poet.admitted or not poet.unknown(scene.asked)


def _values(scene: Scene, seat: int, pick: int) -> ft.Control:
    """Return the button for a chosen poet's missing values or, without any, for optional entries."""
    poet, show = poet_name(scene.view.playable[seat][pick], pick), partial(scene.show, ("champion", seat, pick))
    identifier = f"values-{seat}-{pick}"
    if _is_known(scene, seat, pick):
        text = T("{poet}: values, admission, adjustments", poet=poet)
        return quiet_button(scene.play, text, show, identifier, icon=ft.Icons.TUNE)
    why = T("The slam that was won asked for something else.")
    text = T("{poet}: enter the values", poet=poet)
    return button(scene.play, text, show, identifier, sublabel=why, emphasis="tonal")


# The stage during the judgement


def laid(scene: Scene) -> list[ft.Control]:
    """Return the poets on the stage in short form, for players who must answer a question about it."""
    evidence = scene.view.evidence
    lineups = evidence.lineups if evidence else ()
    rows = [scene.play.who(seat, _laid(scene, scene.who(seat), one)) for seat, one in enumerate(lineups) if one.poets]
    if evidence and evidence.open_list:
        rows.append(_laid(scene, scene.who(OPEN), Lineup((evidence.open_list,))))
    return [design.paper(content=column(*rows), padding=theme.Space.m)] if rows else []


def _laid(scene: Scene, who: str, lineup: Lineup) -> ft.Control:
    parts = []
    for place, poet in enumerate(lineup.poets):
        name = poet_name(poet, place)
        marks = [scene.say(VOICE[poet.voice])] if poet.voice else []
        if scene.stays_out(poet):
            marks.append(scene.say(T("not admitted")))
        elif scene.asked:
            marks.append(short(scene, poet))
        parts.append(T("{poet} ({marks})", poet=name, marks=", ".join(marks)) if marks else name)
    if lineup.team:
        parts = [together(parts[: NUMBERS.setup.poets]), *parts[NUMBERS.setup.poets :]]
    return words(scene.say(T("{who}: {poets}", who=who, poets=listed(parts))), ft.TextThemeStyle.BODY_LARGE)
