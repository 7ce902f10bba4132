"""The questions of the referee, each with a form for a quick answer: die, money, votes, the show, applause."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.games.slam.assistants import bribe_bounds, smart
from companion.games.slam.card_library import FILE, Library, learned
from companion.games.slam.cards import ATTRIBUTES, UNKNOWN, Attribute, Place, filled, with_values
from companion.games.slam.messages import T, money, whose
from companion.games.slam.messages import asked as sum_of
from companion.games.slam.model import Question
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import AskApplause, AskBribe, AskContagion, AskNotMale, AskShow, AskSmart, AskValues
from companion.games.slam.reports.answers import (
    Bribed,
    ContagionRolled,
    NotMaleTold,
    ShowDecided,
    SmartVoted,
    ValuesTold,
)
from companion.games.slam.reports.base import Answer
from companion.games.slam.reports.counted import PileCounted, SecondTold
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.table.pieces import ATTRIBUTES_ASKED, GAP, NOBODY, die_keys, short, stepper, tiles
from companion.games.slam.table.players import laid_out
from companion.games.slam.table.poet_card import ValuePad
from companion.games.slam.table.quick_entry import NumberKeys
from companion.games.slam.table.scene import Scene
from companion.games.slam.table.stage import laid, on_now
from companion.games.slam.tied import LEAST, MOST, AskSecond
from companion.games.slam.unknown_piles import AskPile
from companion.kernel.offers import Number
from companion.kernel.text import Player, Text
from companion.kernel.tuples import with_item
from companion.ui import design
from companion.ui.design.base import words
from companion.ui.design.layout import beside, column, flowing
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.entry import player_ticks, use_entry
from companion.ui.kit.form import ENTER, subset
from companion.ui.kit.pane import button, caption, offer_button, quiet_button
from companion.ui.kit.remembered_cards import remember
from companion.ui.runtime.hooks import component, use_value

_NOTHING: Final[tuple[Attribute, ...]] = ()


def asked(scene: Scene) -> ft.Control:
    """Return the current question, the stage if it is about poets there, and the answers."""
    play, question = scene.play, scene.view.question
    key = f"{type(question).__name__}-{play.session.version}"
    if page := _PAGES.get(type(question)):
        return page(scene, key=key)
    answers = _ANSWERS.get(type(question), Offered)(scene, key=key)
    # for the applause only hands count, and the last messages have the sums already
    return laid_out(scene, _head(scene), [] if isinstance(question, AskApplause) else laid(scene), answers)


def _head(scene: Scene) -> list[ft.Control]:
    play = scene.play
    # in large type the sums would leave no button in sight
    return [prompt(play, lines=on_now(scene)), *referee_card(play, proof=play.context.large)]


@component
def Offered(scene: Scene) -> ft.Control:
    """A button for each answer."""
    return column(
        *[
            offer_button(scene.play, offer, f"answer-{number}", emphasis="tonal")
            for number, offer in enumerate(offer for offer in scene.play.offers if issubclass(offer.kind, Answer))
        ]
    )


@component
def Die(scene: Scene) -> ft.Control:
    """The faces of the die."""
    report = scene.play.corrected_report(ContagionRolled)
    return die_keys(
        scene.play, report.die if report else 0, lambda face: scene.play.actions.choose(scene.play.offers[face - 1])
    )


@component
def Applause(scene: Scene) -> ft.Control:
    """The players who may have won both the call and the hand, and one answer if these differ."""
    play, seats = scene.play, scene.question(AskApplause).seats
    *firsts, split = play.offered(Applauded)
    return column(
        *[
            offer_button(
                play,
                offer,
                f"applause-{seat}",
                sublabel=T("called first, lowest hand"),
                leading=play.badge(seat),
                emphasis="primary",
            )
            for seat, offer in zip(seats, firsts, strict=True)
        ],
        offer_button(play, split, "applause-split"),
    )


@component
def Show(scene: Scene) -> ft.Control:
    """The attributes that count, entered directly or by a die whose faces the card library knows."""
    play, slam = scene.play, scene.view.slam
    chosen, choose = use_entry(play, ShowDecided, lambda report: report.attributes, _NOTHING)
    die, roll = use_entry(play, ShowDecided, lambda report: report.die, 0)
    card = scene.cards.slam(slam.name) if slam and slam.name else None
    shows = dict(card.shows) if card else {}

    def submit() -> None:
        if not chosen:
            return
        if card and die:
            remember(play, FILE, Library(slams=(learned(card, die, chosen),)))
        play.actions.report(ShowDecided(chosen, die))

    def rolled(face: int) -> None:
        roll(lambda now: 0 if face == now else face)
        if face in shows:
            choose(shows[face])

    return column(
        caption(play, T("Die, if one was rolled")),
        die_keys(play, die, rolled),
        subset(ATTRIBUTES_ASKED, chosen, play.say, choose, "attribute"),
        button(
            play,
            T("Judge: {attributes}", attributes=sum_of(chosen)) if chosen else T("What counts?"),
            submit,
            "show-done",
            available=bool(chosen),
        ),
    )


@component
def MissingValues(scene: Scene) -> ft.Control:
    """The unknown values of a poet that count, read off the card."""
    question, evidence = scene.question(AskValues), scene.view.evidence
    place = question.place
    poet = evidence.poet(place) if evidence else None
    known = scene.cards.poet(poet.name) if poet else None
    before = scene.play.corrected_report(ValuesTold)
    printed = known.values if known else UNKNOWN
    values, put = use_value(
        with_values(dict(zip(before.attributes, before.values, strict=True)), printed) if before else printed
    )
    by_attribute = dict(zip(ATTRIBUTES, values, strict=True))
    found = [value for one in question.attributes if (value := by_attribute[one]) is not None]
    done = len(found) == len(question.attributes)

    def submit() -> None:
        if not done:
            return
        if poet:
            scene.learn(evolve(poet, values=filled(values, poet.values)))
        scene.play.actions.report(ValuesTold(place.seat, place.card, question.attributes, tuple(found)))

    return column(
        ValuePad(scene.play, values, question.attributes, put, others=False),
        button(scene.play, T("Enter the values"), submit, "values-done", available=done),
    )


@component
def NotMale(scene: Scene) -> ft.Control:
    """The players, each to tick by their own statement."""
    chosen, choose = use_entry(scene.play, NotMaleTold, lambda report: report.seats, NOBODY)
    players = player_ticks(scene.play, scene.view.state.players, chosen, choose, "not-male")
    report = NotMaleTold(tuple(sorted(chosen)))
    text = T("These are not male") if chosen else T("All are male")
    done = button(scene.play, text, lambda: scene.play.actions.report(report), "not-male-done")
    return laid_out(scene, _head(scene), [], column(players, done))


@component
def Votes(scene: Scene) -> ft.Control:
    """The number of votes for each poet in smart clothes, one tap a poet, with the result beside the name."""
    play, evidence, seats, voters = (
        scene.play,
        scene.view.evidence,
        scene.view.state.seats,
        len(scene.view.state.players),
    )
    assert evidence
    rows = evidence.rows
    votes, vote = use_entry(play, SmartVoted, lambda report: report.votes, tuple(tuple(0 for _ in row) for row in rows))

    def put(row: int, place: int, number: int) -> None:
        vote(lambda old: with_item(old, row, with_item(old[row], place, number)))

    asking: list[ft.Control] = []
    for row, poets in enumerate(rows):
        for place, poet in enumerate(poets):
            number, name = votes[row][place], whose(Place(row if row < seats else None, place), poet)
            verdict = T("{poet}: smart", poet=name) if smart(number, voters) else T("{poet}: not smart", poet=name)
            poet_line = words(scene.say(verdict), ft.TextThemeStyle.TITLE_MEDIUM, lines=2)
            asking.append(play.who(row, poet_line) if row < seats else poet_line)
            counts = [(n, T("{poet}: {n} say smart", poet=name, n=n), str(n)) for n in range(voters + 1)]
            asking.append(tiles(play, counts, number, partial(put, row, place), f"votes-{row}-{place}"))
    done = button(play, T("Everybody has voted"), lambda: play.actions.report(SmartVoted(votes)), "votes-done")
    return laid_out(scene, _head(scene), [caption(play, T("How many say smart?")), *asking], done)


@component
def Bribe(scene: Scene) -> ft.Control:
    """The gift of each opponent, and the bonus for the lowest one."""
    play, question = scene.play, scene.question(AskBribe)
    briber = question.place.seat or 0
    opponents = question.opponents(scene.view.state.players)
    gifts, give = use_entry(play, Bribed, lambda report: report.gifts, tuple(0 for _ in opponents))
    extra, add = use_entry(play, Bribed, lambda report: report.bonus or 0, 0)
    low, high = bribe_bounds(min(gifts))
    bonus = max(low, min(high, extra))

    def put(place: int, cents: int) -> None:
        give(lambda old: with_item(old, place, cents))

    def more(place: int, cents: int) -> None:
        give(lambda old: with_item(old, place, min(NUMBERS.bribe.most, old[place] + cents)))

    rows: list[ft.Control] = []
    for place, seat in enumerate(opponents):
        gets = T("{player} gets {money}", player=Player(seat), money=money(gifts[place]))
        rows.append(play.who(seat, words(scene.say(gets), ft.TextThemeStyle.TITLE_MEDIUM)))
        given = [
            (cents, T("{player} gets {money}", player=Player(seat), money=money(cents)), scene.say(money(cents)))
            for cents in NUMBERS.bribe.cents
        ]
        sums = tiles(play, given, gifts[place], partial(put, place), f"gift-{place}")
        steps: list[tuple[str, int, Text, Text]] = [
            ("euro", 100, T("+1 €"), T("{player}: one euro more", player=Player(seat))),
            ("cent", 1, T("+1 ct"), T("{player}: one cent more", player=Player(seat))),
        ]
        more_keys = [
            design.key(
                short(scene.say(text)),
                label=scene.say(label),
                on_click=partial(more, place, cents),
                identifier=f"{coin}-{place}",
            )
            for coin, cents, text, label in steps
        ]
        if play.context.large:
            rows += [sums, beside(*more_keys, spacing=GAP)]
        else:
            rows.append(beside(ft.Container(sums, expand=2 * len(more_keys)), *more_keys, spacing=GAP))
    if low != high:
        rows.append(stepper(play, T("The card gives"), bonus, low, high, add, "bribe-bonus"))
    report = Bribed(briber, question.place.card, gifts, bonus if low != high else None)
    title = T("Lowest gift {money}: +{bonus}", money=money(min(gifts)), bonus=bonus) if bonus else ENTER
    done = button(play, title, lambda: play.actions.report(report), "bribe-done")
    return laid_out(scene, _head(scene), rows, done)


@component
def Second(scene: Scene) -> ft.Control:
    """The total of a tied player for the runner-up title, entered by one tap."""
    play, seat = scene.play, scene.question(AskSecond).seat
    before = play.corrected_report(SecondTold)
    nothing = before is not None and before.total is None

    def submit(total: int | None) -> None:
        play.actions.report(SecondTold(seat, total))

    text = T("No second poet is admitted")
    none = button(play, text, lambda: submit(None), "second-none", emphasis="tonal", entered=nothing)
    if play.context.low:
        none = flowing([quiet_button(play, text, lambda: submit(None), "second-none", entered=nothing)])
    return column(none, NumberKeys(play, LEAST, MOST, 0, submit, reported=before.total if before else None, key="keys"))


@component
def Pile(scene: Scene) -> ft.Control:
    """The size of a victory pile, entered by one tap."""
    play, seat = scene.play, scene.question(AskPile).seat
    (offer,) = play.offered(PileCounted)
    (number,) = offer.fields
    assert isinstance(number, Number)
    before = play.corrected_report(PileCounted)
    numbers = NumberKeys(
        play,
        number.low,
        number.high,
        number.low,
        lambda n: play.actions.report(PileCounted(seat, n)),
        "poets",
        reported=before.poets if before else None,
        key="keys",
    )
    return column(caption(play, T("How many poets?")), numbers)


#: Forms that take the whole page, because their keys need the room or the stage is not relevant.
_PAGES: Final[Mapping[type[Question | None], Callable[..., ft.Control]]] = {
    AskBribe: Bribe,
    AskNotMale: NotMale,
    AskSmart: Votes,
}

#: Forms below the stage; any other question has a button for each answer.
_ANSWERS: Final[Mapping[type[Question | None], Callable[..., ft.Control]]] = {
    AskContagion: Die,
    AskShow: Show,
    AskValues: MissingValues,
    AskApplause: Applause,
    AskSecond: Second,
    AskPile: Pile,
}
