"""Quick entry of winners: one tap a slam, with corrections of the last one, and a button to check it by the cards."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import flet as ft
from attrs import evolve, frozen

from companion.games.slam import gold
from companion.games.slam.cards import Poet
from companion.games.slam.messages import N, T, listed, players_listed, wins_alone
from companion.games.slam.model import State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.counted import SecondTold
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.games.slam.table.pieces import GAP, KEY, NOBODY, page, tiles
from companion.games.slam.table.players import laid_out
from companion.games.slam.table.scene import Scene
from companion.games.slam.view import TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.history import HistoryItem
from companion.kernel.log import Amend, Change, Undo
from companion.kernel.text import Player, Text
from companion.kernel.tuples import flipped
from companion.ui import design
from companion.ui.design import player_badge, theme
from companion.ui.design.base import words
from companion.ui.design.layout import apart, beside, column, flowing, wide
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.entry import accepts, player_ticks, use_entry
from companion.ui.kit.number_keys import key_rows, number_key
from companion.ui.kit.pane import button, caption, exact_switch, in_rows, note, notes, quiet_button, sign_button
from companion.ui.kit.table_context import Play, use_part
from companion.ui.runtime.hooks import component, use_value

#: The slam that is being checked, and its description in an earlier report, if any.
Check: TypeAlias = tuple[int, Text | None]


@component
def QuickEntryScreen(scene: Scene, check: Callable[[Check | None], None]) -> ft.Control:
    """The winner of the next slam, by one tap; the last report can be detailed, or checked by the cards."""
    play, view = scene.play, scene.view
    tying, tie = use_value(play.corrected_report(TieTold) is not None)
    use_part(play, tying, lambda: tie(False))
    last = None if play.correction else latest(play)
    text = T("The gold card: who has won?")
    if not view.state.is_gold:
        text = T("Slam {n} of {all}: who has won?", n=view.state.number, all=view.state.tricks - 1)
    if tying:
        text = T("Who is tied for the lead?")
    head = [prompt(play, text=text), *referee_card(play), *notes(play), *_who_enters(scene)]
    if tying:
        return laid_out(scene, head, [], Tied(scene, lambda: tie(False), key="tied"))
    rest = [_last_report(scene, last, check)] if last else []
    return laid_out(scene, head, rest, _foot(scene, lambda: tie(True), check))


def _foot(scene: Scene, tie: Callable[[], None], check: Callable[[Check | None], None]) -> ft.Control:
    play, view = scene.play, scene.view
    kind: type[SlamWon | GoldWon] = GoldWon if view.state.is_gold else SlamWon
    across, large, marked = _winners_laid_out(play)
    was = play.corrected_report(kind)

    def wins(seat: int) -> ft.Control:
        closed = play.refusal_of(kind(seat))
        do = partial(play.actions.refuse, closed) if closed else partial(play.actions.report, kind(seat))
        mark = play.badge(seat) if marked else None
        reported, can = was is not None and was.seat == seat, closed is None
        return button(
            play, play.names[seat], do, f"wins-{seat}", leading=mark, available=can, large=large, entered=reported
        )

    def tied() -> None:
        offers = play.offered(TieTold)
        if not offers:
            if closed := play.refusal_of(TieTold(view.state.players)):
                play.actions.refuse(closed)
        elif offers[0].fields:
            tie()
        else:
            play.actions.choose(offers[0])

    def no_winner(text: Text, report: SlamWon | GoldWon, identifier: str) -> ft.Control:
        return quiet_button(play, text, partial(play.actions.report, report), identifier, entered=was == report)

    rest = [no_winner(T("Nobody"), kind(None), "wins-nobody")]
    if view.state.house.nobody_admitted == "next" and not view.state.is_gold:
        rest.append(no_winner(T("Nobody was admitted"), SlamWon(None, waits=True), "wins-waits"))
    rest.append(
        quiet_button(play, T("A tie"), tied, "tie", icon=ft.Icons.BALANCE, entered=bool(play.corrected_report(TieTold)))
    )
    rest.append(
        quiet_button(
            play, T("Check this"), lambda: check((view.state.number, None)), "check", icon=ft.Icons.FACT_CHECK_OUTLINED
        )
    )
    return column(*in_rows([wins(seat) for seat in view.state.players], across), flowing([*rest, switch(play)]))


#: The most players whose buttons share one row, where there is room.
_IN_A_LINE: Final = 4


def _winners_laid_out(play: Play[TableView]) -> tuple[int, bool, bool]:
    """Return the number of players' buttons in a row, whether they are large, and whether they have badges; no name breaks."""
    names = [play.names[seat] for seat in play.view.state.players]
    most = 2 if play.layout.alone else len(names) if len(names) <= _IN_A_LINE else _IN_A_LINE - 1

    def across(style: ft.TextThemeStyle, *, marked: bool) -> int:
        mark = theme.Space.m + player_badge.SIZE if marked else 0.0
        return play.layout.across(names, style, most, around=2 * theme.Space.l + mark)

    large, usual = (
        across(style, marked=True) for style in (ft.TextThemeStyle.HEADLINE_SMALL, ft.TextThemeStyle.TITLE_MEDIUM)
    )
    if play.layout.roomy and not play.context.low and large >= usual:
        return large, True, True
    plain = across(ft.TextThemeStyle.TITLE_MEDIUM, marked=False)
    # a phone has no room for another row
    return (plain, False, False) if play.layout.alone and plain > usual else (usual, False, True)


def _who_enters(scene: Scene) -> list[ft.Control]:
    """Return a note on the players who have no poet for the gold card, or on its winner without a comparison."""
    state = scene.view.state
    out = [seat for seat in state.players if seat not in _able(state)]
    if not out:
        return []
    rule = state.house.championship.few_poets
    text, rules = T("Cannot take part: {players}.", players=players_listed(out)), (rule, "slam.gold.poets")
    if (alone := gold.walks_over(state)) is not None:
        text, rules = wins_alone(alone), ("slam.ruling.gold_alone", rule)
    return [note(scene.play, Explanation(text, rules, Tone.NOTE))]


def _able(state: State) -> tuple[int, ...]:
    """Return the players who can or may be able to win the next card."""
    return gold.perhaps_able(state) if state.is_gold else state.players


def switch(play: Play[TableView]) -> ft.Control:
    """Return the switch between quick entry and entry by the cards."""
    return exact_switch(play, T("Only who has won"), T("By the cards"))


@component
def Tied(scene: Scene, close: Callable[[], None]) -> ft.Control:
    """The players who are tied for the lead, to tick; with two players there is nothing to ask."""
    play = scene.play
    chosen, choose = use_entry(play, TieTold, lambda report: report.seats, NOBODY)
    done = len(chosen) >= NUMBERS.setup.players_low

    def submit() -> None:
        if accepts(play, report := TieTold(tuple(sorted(chosen)))):
            play.actions.report(report)

    return column(
        player_ticks(play, _able(scene.view.state), chosen, choose, "tied"),
        button(play, T("They are tied"), submit, "tied-done", available=done),
        flowing([quiet_button(play, T("Back"), close, "tied-back", icon=ft.Icons.ARROW_BACK)]),
    )


# The last report


@frozen
class QuickReport:
    """The last slam, reported without poets.

    :param lines: its reports, the winner or the tie first.
    """

    number: int
    lines: tuple[HistoryItem, ...]

    @property
    def won(self) -> SlamWon | None:
        """The report of its winner, if there was no tie."""
        action = self.lines[0].action
        return action if isinstance(action, SlamWon) else None

    @property
    def outcome(self) -> SlamWon:
        """The report of its winner, or one made from the tie and its answers."""
        step = self.lines[-1].step
        return self.won or SlamWon(next((line.seat for line in step.points), None) if step else None)


def latest(play: Play[TableView]) -> QuickReport | None:
    """Return the last report, if it was without poets and later entries belong to it."""
    lines: list[HistoryItem] = []
    for line in reversed([*play.session.record.active]):
        lines.insert(0, line)
        if isinstance(line.action, SlamWon | TieTold):
            # entries for the running slam are not a reported slam
            return QuickReport(play.view.state.number - 1, tuple(lines)) if play.view.phase == "booking" else None
        if not isinstance(line.action, SecondTold | Applauded):
            return None
    return None


def change(play: Play[TableView], *changes: Change) -> bool:
    """Apply changes to the last report, all or none."""
    return play.actions.attempt(lambda asked: play.actions.submit(asked, *changes, seen=play.version))


def earlier_report(scene: Scene, checking: Check | None) -> list[ft.Control]:
    """Return a note on the earlier report of a slam that is being checked."""
    if not checking or checking[1] is None:
        return []
    text = Explanation(T("Entered before: {what}.", what=checking[1]), ("companion.undo", "slam.turn.win"), Tone.NOTE)
    return [note(scene.play, text, identifier="told-before")]


def _last_report(scene: Scene, last: QuickReport, check: Callable[[Check | None], None]) -> ft.Control:
    play = scene.play
    line = last.lines[-1]
    what = play.session.record.describe(last.lines[0].action)

    def again() -> None:
        if change(play, Undo(tuple(each.entry.id for each in last.lines))):
            check((last.number, what))

    won = last.won
    outcome = T("Slam {n}: {what}", n=last.number, what=play.session.record.describe(last.outcome))
    check_it = sign_button(play, ft.Icons.FACT_CHECK_OUTLINED, T("Check slam {n}", n=last.number), again, "check-told")
    if won is not None and won.seat is not None:
        ask = T("How many poets to {player}’s victory pile?", player=Player(won.seat))
        if won.cards or won.poets:  # before, the messages say who has won
            ask = outcome
        rows: list[ft.Control] = [beside(wide(caption(play, ask)), check_it)]
        number = _cards(play, won, line)
        which = quiet_button(play, T("Which?"), partial(scene.show, ("named", 0, 0)), "name-them", icon=ft.Icons.MIC)
        rows += [number, which] if play.context.huge else [beside(wide(number), which)]
    else:
        head = words(scene.say(outcome), ft.TextThemeStyle.TITLE_MEDIUM)
        rows = [apart(head, check_it) if play.context.large else beside(wide(head), check_it)]
    if won is None:
        others = caption(play, what), *_others_keep(scene, last)
        rows.append(flowing([*others]) if len(others) > 1 else others[0])
    padding = ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s)
    return design.paper(content=column(*rows, spacing=theme.Space.xs), padding=padding, identifier="told")


def _others_keep(scene: Scene, last: QuickReport) -> list[ft.Control]:
    """Return a button to name players who keep a poet without being tied, if any player was not tied."""
    tie = last.lines[0].action
    if not isinstance(tie, TieTold) or len(tie.seats) == len(scene.view.state.players):
        return []
    show = partial(scene.show, ("darlings", 0, 0))
    return [quiet_button(scene.play, T("Scene darling?"), show, "name-darlings", icon=ft.Icons.MIC)]


@component
def DarlingOwners(scene: Scene) -> ft.Control:
    """The players who keep a poet of the last slam without having been tied."""
    play = scene.play
    last = latest(play)
    tie = last.lines[0].action if last else None
    also, keep = use_value((tie.also or ()) if isinstance(tie, TieTold) else ())
    if not last or not isinstance(tie, TieTold):  # another page has already changed the entry
        return ft.Container()

    def done() -> None:
        report = evolve(tie, also=tuple(sorted(also)))
        if change(play, Amend(last.lines[0].entry.id, report)):
            scene.show(None)

    others = [seat for seat in scene.view.state.players if seat not in tie.seats]
    no_winner = None if also else T("Nobody else keeps a poet")
    return page(
        caption(play, T("Who else keeps a poet (scene darling)?")),
        player_ticks(play, others, also, keep, "also"),
        foot=button(play, T("Done"), done, "darlings-done", sublabel=no_winner),
    )


def _cards(play: Play[TableView], won: SlamWon, line: HistoryItem) -> ft.Control:
    def put(number: int) -> None:
        cards = None if won.cards == number else number
        change(play, Amend(line.entry.id, evolve(won, cards=cards)))

    numbers = [(n, N("{n} poet", "{n} poets", n=n), str(n)) for n in range(1, NUMBERS.setup.with_third + 1)]
    return tiles(play, numbers, None if won.poets else won.cards, put, "cards", optional=True)


@component
def NamedPoets(scene: Scene) -> ft.Control:
    """The known poets that the winner of the last slam keeps, and the other players who keep poets."""
    play = scene.play
    last = latest(play)
    won = last.won if last else None
    chosen, choose = use_value(won.poets if won else ())
    also, keep = use_value(won.also if won else ())
    if not last or not won or won.seat is None:  # another page has changed the report
        return ft.Container()
    others = [seat for seat in scene.view.state.players if seat != won.seat]
    gone = scene.gone - {poet.name for poet in won.poets}
    known = [card.as_played() for card in scene.cards.poets if card.name not in gone]

    def turn(poet: Poet) -> None:
        choose(lambda now: flipped(now, poet)[-NUMBERS.setup.with_third :])

    def done() -> None:
        cards = None if chosen else won.cards
        report = evolve(won, poets=tuple(chosen), cards=cards, also=tuple(sorted(also)))
        if change(play, Amend(last.lines[-1].entry.id, report)):
            scene.show(None)

    picks = [
        design.tick(
            text=poet.name,
            on=any(each.name == poet.name for each in chosen),
            on_click=partial(turn, next((each for each in chosen if each.name == poet.name), poet)),
            identifier=f"named-{number}",
        )
        for number, poet in enumerate(known)
    ]
    names = T("{poets}", poets=listed(T("{name}", name=poet.name) for poet in chosen))
    whose = T("Poets that go to {player}’s victory pile", player=Player(won.seat))
    return page(
        caption(play, whose),
        design.some_of(picks)
        if picks
        else caption(play, T("No poet card is known on this device yet: enter the number.")),
        caption(play, T("Who else keeps a poet (scene darling, or tied after all)?")),
        player_ticks(play, others, also, keep, "also"),
        foot=button(play, T("Done"), done, "named-done", sublabel=names if chosen else None),
    )


@component
def WinnerSheet(scene: Scene) -> ft.Control:
    """The winner of a slam that was begun by the cards, when the players skip the rest."""
    play, view = scene.play, scene.view
    kind: type[SlamWon | GoldWon] = GoldWon if view.state.is_gold else SlamWon
    (offer,) = play.offered(kind) or (None,)
    if offer is None:  # another page has reported it
        return ft.Container()

    def submit(seat: int | None) -> None:
        scene.show(None)
        play.actions.report(kind(seat))

    field, was = offer.fields[0], play.corrected_report(kind)
    return page(
        *(
            button(
                play,
                option.label,
                partial(submit, option.value),
                "wins-nobody" if option.value is None else f"wins-{option.value}",
                entered=was is not None and was.seat == option.value,
            )
            for option in field.options  # type: ignore[union-attr]
        )
    )


def only_winner(scene: Scene) -> ft.Control:
    """Return the button that reports only the winner, while the cards are being entered."""
    show = partial(scene.show, ("won", 0, 0))
    return quiet_button(scene.play, T("Only who has won"), show, "only-winner", icon=ft.Icons.EMOJI_EVENTS_OUTLINED)


#: The number of number keys on a page, and in a row.
_SHOWN: Final = 22
_IN_A_ROW: Final = 6


@component
def NumberKeys(
    play: Play[TableView],
    low: int,
    high: int,
    start: int,
    put: Callable[[int], None],
    identifier: str = "sum",
    *,
    reported: int | None = None,
) -> ft.Control:
    """Keys for the numbers from ``low`` to ``high``, a page at a time, with two keys for other pages.

    :param start: the number of the first key.
    :param put: called with the number of the tapped key.
    :param identifier: the prefix of the keys' identifiers.
    :param reported: the reported number, in a correction; its key is on the first page.
    """
    begin = max(low, start)
    if reported is not None and reported not in range(begin, begin + _SHOWN):
        begin = max(low, reported - _SHOWN // 2)
    first, turn = use_value(begin)
    shown = [number for number in range(first, first + _SHOWN) if number <= high]
    faces = [number_key(number, put, identifier, chosen=number == reported or None, style=KEY) for number in shown]

    def page_key(name: Text, start: int, last: int, way: str) -> ft.Control:
        """Return the key of another page, with the numbers found there or, in the largest type, an arrow."""
        do, span = partial(turn, start), f"{start} … {last}".replace("-", "−")
        face: ft.Control = words(span, ft.TextThemeStyle.LABEL_LARGE, align=ft.TextAlign.CENTER)
        if play.context.huge:
            face = ft.Icon(ft.Icons.CHEVRON_LEFT if start < first else ft.Icons.CHEVRON_RIGHT)
        return design.key(face, label=play.say(name), on_click=do, identifier=f"{identifier}-{way}")

    if first > low:
        faces.append(page_key(T("Lower numbers"), max(low, first - _SHOWN), first - 1, "lower"))
    if shown[-1] < high:
        after = first + _SHOWN
        faces.append(page_key(T("Higher numbers"), after, min(high, after + _SHOWN - 1), "higher"))
    return column(*key_rows(faces, _IN_A_ROW, GAP), spacing=GAP)
