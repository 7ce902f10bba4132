"""What the referee asks before a slam can be judged, each with the quickest answer: die, money, votes, the show, applause."""

from collections.abc import Sequence
from functools import partial

import flet as ft
from attrs import evolve

from companion.games.slam.actions import Applauded, Bribed, NotMaleTold, ShowDecided, SmartVoted, ValuesTold
from companion.games.slam.assistants import bribe_bounds, smart
from companion.games.slam.cards import ATTRIBUTES, NUMBERS, UNTOLD, Attribute, filled
from companion.games.slam.library import FILE, Library, learned
from companion.games.slam.messages import T, money, poet_name
from companion.games.slam.messages import asked as sum_of
from companion.games.slam.model import (
    AskApplause,
    AskBribe,
    AskContagion,
    AskNotMale,
    AskShow,
    AskSmart,
    AskValues,
)
from companion.games.slam.table.pieces import attribute_ticks, die_keys, flipped, heading, key, keys, stepper, tick
from companion.games.slam.table.poet_card import ValuePad
from companion.games.slam.table.scene import Scene
from companion.games.slam.table.stage import laid, on_now
from companion.kernel.offers import Weight
from companion.kernel.text import Player, Text
from companion.ui import parts
from companion.ui.cards import remember
from companion.ui.live import component, use_value
from companion.ui.pane import column, offer_button, pane
from companion.ui.parts.base import words
from companion.ui.screens.table import prompt, told_card


def asked(scene: Scene) -> ft.Control:
    """Return what is asked, the stage it is about, and the answers."""
    play = scene.play
    match scene.view.question:
        case AskBribe() as question:
            return Bribe(scene, question, key=f"bribe-{play.session.version}")
        case AskSmart():
            return Votes(scene, key=f"votes-{play.session.version}")
        case AskContagion():
            answers: ft.Control = die_keys(play, 0, lambda face: play.take(play.offers[face - 1]))
        case AskNotMale():
            people = NotMale(scene, key=f"not-male-{play.session.version}")
            return pane(play, [prompt(play, lines=on_now(scene)), *told_card(play)], people)
        case AskShow():
            answers = Show(scene, key=f"show-{play.session.version}")
        case AskValues() as question:
            answers = Untold(scene, question, key=f"values-{play.session.version}")
        case AskApplause(seats):
            answers = _applause(scene, seats)
        case _:
            answers = _offered(scene)
    return pane(play, [prompt(play, lines=on_now(scene)), *laid(scene), *told_card(play)], answers)


def _offered(scene: Scene) -> ft.Control:
    """Return a button for each answer."""
    return column(
        *[
            offer_button(scene.play, offer, f"answer-{number}", emphasis="tonal")
            for number, offer in enumerate(scene.play.weighing(Weight.MAIN, Weight.SIDE))
        ]
    )


def _applause(scene: Scene, seats: Sequence[int]) -> ft.Control:
    """Return who may have been first with both; if call and hand differ, each is told."""
    play = scene.play
    *firsts, split = play.offers
    assert split.kind is Applauded
    return column(
        *[
            offer_button(play, offer, f"applause-{seat}", sublabel=T("called and hand lowest"), emphasis="primary")
            for seat, offer in zip(seats, firsts, strict=True)
        ],
        offer_button(play, split, "applause-split"),
    )


@component
def Show(scene: Scene) -> ft.Control:
    """What counts, by the attributes or by a die whose faces the card library knows."""
    play, slam = scene.play, scene.view.slam
    chosen, choose = use_value(tuple[Attribute, ...]())
    die, roll = use_value(0)
    card = scene.cards.slam(slam.name) if slam and slam.name else None
    shows = dict(card.shows) if card else {}

    def tell() -> None:
        if not chosen:
            return
        if card and die:
            remember(play, FILE, Library(slams=(learned(card, die, chosen),)))
        play.report(ShowDecided(chosen, die))

    def rolled(face: int) -> None:
        roll(lambda now: 0 if face == now else face)
        if face in shows:
            choose(shows[face])

    return column(
        heading(play, T("Die, if one was rolled")),
        die_keys(play, die, rolled),
        attribute_ticks(play, chosen, lambda one: choose(lambda old: flipped(old, one))),
        parts.verdict_button(
            title=scene.say(T("Judge: {attributes}", attributes=sum_of(chosen)) if chosen else T("What counts?")),
            emphasis="primary",
            available=bool(chosen),
            on_click=lambda _: tell(),
            identifier="show-done",
        ),
    )


@component
def Untold(scene: Scene, question: AskValues) -> ft.Control:
    """What counts of a poet and nobody has told yet, read off the card."""
    place, facts = question.place, scene.view.facts_told
    poet = facts.poet(place) if facts else None
    known = scene.cards.poet(poet.name) if poet else None
    values, put = use_value(known.values if known else UNTOLD)
    told = dict(zip(ATTRIBUTES, values, strict=True))
    found = [value for one in question.attributes if (value := told[one]) is not None]

    def tell() -> None:
        if poet:
            scene.learn(evolve(poet, values=filled(values, poet.values)))
        scene.play.report(ValuesTold(place.seat, place.card, question.attributes, tuple(found)))

    done = len(found) == len(question.attributes)
    return column(
        ValuePad(scene.play, values, question.attributes, put, others=False),
        parts.verdict_button(
            title=scene.say(T("The values are told")),
            emphasis="primary",
            available=done,
            on_click=lambda _: tell() if done else None,
            identifier="values-done",
        ),
    )


@component
def NotMale(scene: Scene) -> ft.Control:
    """The players by their own word."""
    chosen, choose = use_value(tuple[int, ...]())

    def flip(seat: int) -> None:
        choose(lambda old: flipped(old, seat))

    players = [
        tick(name, on=seat in chosen, do=partial(flip, seat), identifier=f"not-male-{seat}")
        for seat, name in enumerate(scene.play.names)
    ]
    return column(
        parts.picks(players),
        parts.verdict_button(
            title=scene.say(T("Those are not male") if chosen else T("All are male")),
            emphasis="primary",
            on_click=lambda _: scene.play.report(NotMaleTold(tuple(sorted(chosen)))),
            identifier="not-male-done",
        ),
    )


@component
def Votes(scene: Scene) -> ft.Control:
    """How many find each poet smart, one tap a poet; what that makes of it stands beside the name."""
    play, facts, seats = scene.play, scene.view.facts_told, scene.view.seats
    assert facts
    rows = [lineup.poets for lineup in facts.lineups] + ([(facts.open_list,)] if facts.open_list else [])
    votes, vote = use_value(tuple(tuple(0 for _ in row) for row in rows))

    def put(row: int, place: int, number: int) -> None:
        vote(
            lambda old: tuple(
                tuple(number if (r, p) == (row, place) else value for p, value in enumerate(values))
                for r, values in enumerate(old)
            )
        )

    asking: list[ft.Control] = []
    for row, poets in enumerate(rows):
        for place, poet in enumerate(poets):
            number, name = votes[row][place], poet_name(poet, place)
            said = T("{poet}: smart", poet=name) if smart(number, seats) else T("{poet}: not smart", poet=name)
            asking.append(words(scene.say(said), ft.TextThemeStyle.TITLE_MEDIUM, lines=2))
            asking.append(
                keys(
                    key(
                        str(count),
                        label=scene.say(T("{poet}: {n} say smart", poet=name, n=count)),
                        on=count == number,
                        do=partial(put, row, place, count),
                        identifier=f"votes-{row}-{place}-{count}",
                    )
                    for count in range(seats + 1)
                )
            )
    done = parts.verdict_button(
        title=scene.say(T("The votes are told")),
        emphasis="primary",
        on_click=lambda _: play.report(SmartVoted(votes)),
        identifier="votes-done",
    )
    ask = heading(play, T("How many say smart?"))
    return pane(play, [prompt(play, lines=on_now(scene)), ask, *asking], done)


@component
def Bribe(scene: Scene, question: AskBribe) -> ft.Control:
    """The money assistant: what each opponent gets, and what the lowest gift brings."""
    play, seats = scene.play, scene.view.seats
    briber = question.place.seat or 0
    opponents = [(briber + step) % seats for step in range(1, seats)]
    gifts, give = use_value(tuple(0 for _ in opponents))
    extra, add = use_value(0)
    low, high = bribe_bounds(min(gifts))
    bonus = max(low, min(high, extra))

    def put(place: int, cents: int) -> None:
        give(lambda old: tuple(cents if at == place else value for at, value in enumerate(old)))

    def more(place: int, cents: int) -> None:
        give(
            lambda old: tuple(
                min(NUMBERS.bribe.most, value + cents) if at == place else value for at, value in enumerate(old)
            )
        )

    rows: list[ft.Control] = []
    for place, seat in enumerate(opponents):
        gets = T("{player} gets {money}", player=Player(seat), money=money(gifts[place]))
        rows.append(words(scene.say(gets), ft.TextThemeStyle.TITLE_MEDIUM))
        gift_keys = [
            key(
                scene.say(money(cents)),
                label=scene.say(T("{player} gets {money}", player=Player(seat), money=money(cents))),
                on=gifts[place] == cents,
                do=partial(put, place, cents),
                identifier=f"gift-{place}-{cents}",
            )
            for cents in NUMBERS.bribe.cents
        ]
        steps: list[tuple[str, int, Text, Text]] = [
            ("euro", 100, T("+1 €"), T("{player}: one euro more", player=Player(seat))),
            ("cent", 1, T("+1 ct"), T("{player}: one cent more", player=Player(seat))),
        ]
        gift_keys += [
            key(scene.say(text), label=scene.say(label), do=partial(more, place, cents), identifier=f"{coin}-{place}")
            for coin, cents, text, label in steps
        ]
        rows.append(keys(gift_keys))
    if low != high:
        rows.append(stepper(play, scene.say(T("The card gives")), bonus, low, high, add, "bribe-bonus"))
    done = parts.verdict_button(
        title=scene.say(T("Lowest gift {money}: +{bonus}", money=money(min(gifts)), bonus=bonus)),
        emphasis="primary",
        on_click=lambda _: play.report(Bribed(briber, question.place.card, gifts, bonus if low != high else None)),
        identifier="bribe-done",
    )
    return pane(play, [prompt(play, lines=on_now(scene)), *rows], done)
