"""What is to be said of a poet in this slam: admitted, free, with her sister, adjustments with a reason."""

from collections.abc import Callable

import flet as ft
from attrs import evolve

from companion.games.slam.cards import Bonus, Poet, Source, Trait
from companion.games.slam.library import PoetCard
from companion.games.slam.messages import SOURCE, T, poet_name
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.table.advice import on_card
from companion.games.slam.table.pieces import heading, named, one_of, page, stepper, tick
from companion.games.slam.table.play import Play
from companion.games.slam.table.poet_card import PoetForm, ValuePad
from companion.games.slam.table.scene import Scene
from companion.kernel.written import LONGEST_WORD
from companion.ui import parts
from companion.ui.live import component, use_value
from companion.ui.pane import column, note
from companion.ui.parts.base import words

_REASONS = {source: SOURCE[source] for source in (Source.SLAM, Source.ABILITY, Source.OTHER)}


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
        """Take the card's new values; what was told of the poet in this slam stays."""
        old = known.as_played().bonuses if known else ()
        new = card.as_played()
        told = tuple(bonus for bonus in here.bonuses if bonus not in old)
        sister = here.sister and new.has(Trait.AVANTGARDIST)
        new = evolve(new, admitted=here.admitted, free=here.free, sister=sister, bonuses=(*new.bonuses, *told))
        scene.change(scene.draft.put(seat, place, new, scene.remember(card)))
        scene.show(None)

    def another() -> None:
        put(None)
        scene.show(("pick", seat, place))

    if editing and known:
        return PoetForm(play, known, scene.needed, scene.gone, T("Keep the changes"), printed, key="edit")

    weekdays = scene.view.house.weekday == "on"
    switches = [_admitted(scene, here, put)]
    if weekdays:
        switches.append(
            tick(
                scene.say(T("Has time on the day of the slam")),
                on=here.free,
                do=lambda: put(evolve(here, free=not here.free)),
                identifier="poet-free",
            )
        )
    if here.has(Trait.AVANTGARDIST):
        switches.append(
            tick(
                scene.say(T("With her sister")),
                on=here.sister,
                do=lambda: put(evolve(here, sister=not here.sister)),
                identifier="poet-sister",
            )
        )
    controls: list[ft.Control] = [
        words(scene.say(poet_name(here, place)), ft.TextThemeStyle.HEADLINE_SMALL),
        *[note(play, one) for one in on_card(scene, here, known)],
        parts.picks(switches),
        Adjustments(play, here.bonuses, lambda bonuses: put(evolve(here, bonuses=bonuses)), key="adjustments"),
    ]
    ways = [
        parts.quiet_button(
            text=scene.say(T("Another poet here")),
            icon=ft.Icons.SWAP_HORIZ,
            on_click=lambda _: another(),
            identifier="poet-off",
        )
    ]
    if known:
        ways.append(
            parts.quiet_button(
                text=scene.say(T("Change the printed card")),
                icon=ft.Icons.EDIT_OUTLINED,
                on_click=lambda _: edit(True),
                identifier="poet-edit",
            )
        )
    done = parts.verdict_button(
        title=scene.say(T("Done")), emphasis="primary", on_click=lambda _: scene.show(None), identifier="poet-close"
    )
    return page(*controls, parts.picks(ways), foot=done)


def _admitted(scene: Scene, here: Poet, put: Callable[[Poet], None]) -> ft.Control:
    return tick(
        scene.say(T("Meets the entry conditions")),
        on=here.admitted,
        do=lambda: put(evolve(here, admitted=not here.admitted)),
        identifier="poet-admitted",
    )


@component
def ChampionHere(scene: Scene, seat: int, pick: int) -> ft.Control:
    """A poet of a victory pile at the gold card."""
    play, pile = scene.play, scene.view.piles[seat]
    here = scene.draft.champion(seat, pick, pile)

    def put(new: Poet) -> None:
        scene.change(scene.draft.tell(seat, pick, new))

    def finish() -> None:
        scene.learn(here)
        scene.show(None)

    done = parts.verdict_button(
        title=scene.say(T("Done")), emphasis="primary", on_click=lambda _: finish(), identifier="values-done"
    )
    pad = ValuePad(
        play,
        here.values,
        scene.needed,
        lambda told: put(evolve(here, values=told)),
        others=not scene.asked,
        key="values",
    )
    return page(
        words(scene.say(poet_name(here, pick)), ft.TextThemeStyle.HEADLINE_SMALL),
        pad,
        parts.picks([_admitted(scene, here, put)]),
        Adjustments(play, here.bonuses, lambda bonuses: put(evolve(here, bonuses=bonuses)), key="adjustments"),
        foot=done,
    )


@component
def Adjustments(play: Play, bonuses: tuple[Bonus, ...], put: Callable[[tuple[Bonus, ...]], None]) -> ft.Control:
    """Points more or fewer in this slam, each with its reason."""
    reason, set_reason = use_value("")
    source, set_source = use_value(Source.SLAM)
    amount, set_amount = use_value(1)

    def add() -> None:
        put((*bonuses, Bonus(amount, source, reason.strip()[: NUMBERS.entry.name])))
        set_reason("")

    controls: list[ft.Control] = [heading(play, T("Adjustments in this slam"))]
    for number, bonus in enumerate(bonuses):
        said = bonus.words or play.say(SOURCE[bonus.source])
        rest = tuple(one for at, one in enumerate(bonuses) if at != number)
        away = parts.icon_button(
            icon=ft.Icons.DELETE_OUTLINE,
            label=play.say(T("Take away: {what}", what=said)),
            on_click=lambda _, rest=rest: put(rest),
            identifier=f"bonus-{number}-off",
        )
        controls.append(named(f"{play.context.renderer().signed(bonus.amount)} {said}", away))
    most = NUMBERS.entry.adjust
    controls += [
        stepper(play, T("Points"), amount, -most, most, set_amount, "bonus"),
        one_of(play, _REASONS, source, set_source, "source"),
        parts.text_input(
            label=play.say(T("Reason in words, if you like")),
            value=reason,
            on_change=lambda event: set_reason(event.control.value),
            longest=LONGEST_WORD,
            identifier="bonus-reason",
        ),
        parts.verdict_button(
            title=play.say(T("Add {points}", points=play.context.renderer().signed(amount))),
            emphasis="tonal",
            available=amount != 0,
            on_click=lambda _: add() if amount else None,
            identifier="bonus-add",
        ),
    ]
    return column(*controls)
