"""The entries for a poet in this slam: admitted, free, with her sister, adjustments with a reason."""

from collections.abc import Callable
from functools import partial

import flet as ft
from attrs import evolve

from companion.games.slam.card_library import PoetCard
from companion.games.slam.cards import Bonus, Poet, Source, Trait
from companion.games.slam.messages import SOURCE, T, poet_name
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.table.advice import on_card
from companion.games.slam.table.pieces import named, options, page, stepper, tick
from companion.games.slam.table.poet_card import PoetForm, ValuePad
from companion.games.slam.table.scene import Scene
from companion.games.slam.view import TableView
from companion.kernel.text_limits import LONGEST_WORD
from companion.ui import design
from companion.ui.design.base import words
from companion.ui.design.layout import column, flowing
from companion.ui.kit.form import answers
from companion.ui.kit.pane import button, caption, note, quiet_button, sign_button, text_line
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

_REASON = options(
    "source", T("Points"), {source: SOURCE[source] for source in (Source.SLAM, Source.ABILITY, Source.OTHER)}
)


@component
def PoetHere(scene: Scene, seat: int, place: int) -> ft.Control:
    """A poet on the stage."""
    play, cards = scene.play, scene.cards
    poet = scene.draft.at(seat, place)
    editing, edit = use_value(False)
    if poet is None:
        return ft.Container()
    here: Poet = poet
    known = cards.poet(here.name)

    def put(new: Poet | None) -> None:
        scene.change(scene.draft.put(seat, place, new, cards))

    def printed(card: PoetCard) -> None:
        """Replace the printed values; the entries for the poet in this slam stay."""
        old = known.as_played().bonuses if known else ()
        new = card.as_played()
        entered = tuple(bonus for bonus in here.bonuses if bonus not in old)
        sister = here.sister and new.has(Trait.AVANTGARDIST)
        new = evolve(new, admitted=here.admitted, free=here.free, sister=sister, bonuses=(*new.bonuses, *entered))
        scene.change(scene.draft.put(seat, place, new, scene.remember(card)))
        scene.show(None)

    def another() -> None:
        put(None)
        scene.show(("pick", seat, place))

    if editing and known:
        return PoetForm(play, known, scene.asked, scene.gone, T("Save the changes"), printed, key="edit")

    switches = [_admitted(play, here, put)]
    if scene.view.state.house.weekday == "on":
        turned = evolve(here, free=not here.free)
        switches.append(tick(play, T("Is free on the day of the slam"), here.free, partial(put, turned), "poet-free"))
    if here.has(Trait.AVANTGARDIST):
        turned = evolve(here, sister=not here.sister)
        switches.append(tick(play, T("With her sister"), here.sister, partial(put, turned), "poet-sister"))
    controls: list[ft.Control] = [
        words(scene.say(poet_name(here, place)), ft.TextThemeStyle.HEADLINE_SMALL),
        *[note(play, one) for one in on_card(scene, here, known)],
        *([] if known else [_values(scene, here, put)]),
        design.some_of(switches),
        Adjustments(play, here.bonuses, lambda bonuses: put(evolve(here, bonuses=bonuses)), key="adjustments"),
    ]
    ways = [quiet_button(play, T("Another poet here"), another, "poet-off", icon=ft.Icons.SWAP_HORIZ, outlined=True)]
    if known:
        change, sign = T("Change the printed card"), ft.Icons.EDIT_OUTLINED
        ways.append(quiet_button(play, change, lambda: edit(True), "poet-edit", icon=sign, outlined=True))
    return page(*controls, flowing(ways), foot=button(play, T("Done"), lambda: scene.show(None), "poet-close"))


def _values(scene: Scene, here: Poet, put: Callable[[Poet], None]) -> ft.Control:
    """Return the values of a poet whose card is not known."""
    return ValuePad(
        scene.play,
        here.values,
        scene.asked,
        lambda entered: put(evolve(here, values=entered)),
        others=not scene.asked,
        key="values",
    )


def _admitted(play: Play[TableView], here: Poet, put: Callable[[Poet], None]) -> ft.Control:
    turned = evolve(here, admitted=not here.admitted)
    return tick(play, T("Meets the entry conditions"), here.admitted, partial(put, turned), "poet-admitted")


@component
def ChampionHere(scene: Scene, seat: int, pick: int) -> ft.Control:
    """A poet of a victory pile at the gold card."""
    play, pile = scene.play, scene.view.playable[seat]
    here = scene.draft.champion(seat, pick, pile)

    def put(new: Poet) -> None:
        scene.change(scene.draft.enter_champion(seat, pick, new))

    def finish() -> None:
        scene.learn(here)
        scene.show(None)

    return page(
        words(scene.say(poet_name(here, pick)), ft.TextThemeStyle.HEADLINE_SMALL),
        _values(scene, here, put),
        design.some_of([_admitted(play, here, put)]),
        Adjustments(play, here.bonuses, lambda bonuses: put(evolve(here, bonuses=bonuses)), key="adjustments"),
        foot=button(play, T("Done"), finish, "values-done"),
    )


@component
def Adjustments(
    play: Play[TableView], bonuses: tuple[Bonus, ...], put: Callable[[tuple[Bonus, ...]], None]
) -> ft.Control:
    """Points more or fewer in this slam, each with its reason."""
    reason, set_reason = use_value("")
    source, set_source = use_value(Source.SLAM)
    amount, set_amount = use_value(1)

    def add() -> None:
        if not amount:
            return
        put((*bonuses, Bonus(amount, source, reason.strip()[: NUMBERS.entry.name])))
        set_reason("")

    controls: list[ft.Control] = [caption(play, T("Adjustments in this slam"))]
    for number, bonus in enumerate(bonuses):
        label = bonus.words or play.say(SOURCE[bonus.source])
        rest = tuple(one for at, one in enumerate(bonuses) if at != number)
        what = T("Remove: {what}", what=label)
        away = sign_button(play, ft.Icons.DELETE_OUTLINE, what, partial(put, rest), f"bonus-{number}-off")
        controls.append(named(f"{play.context.renderer().signed(bonus.amount)} {label}", away))
    most = NUMBERS.entry.adjust
    controls += [
        stepper(play, T("Points"), amount, -most, most, set_amount, "bonus"),
        answers(_REASON, source, play.say, set_source, "source"),
        text_line(play, T("Reason in words, if you like"), reason, set_reason, "bonus-reason", longest=LONGEST_WORD),
        button(
            play,
            T("Add {points}", points=play.context.renderer().signed(amount)),
            add,
            "bonus-add",
            emphasis="tonal",
            available=amount != 0,
        ),
    ]
    return column(*controls)
