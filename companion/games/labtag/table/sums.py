"""The entry of a match by specials and sums, and of a number of a victory pile."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import define, field

from companion.games.labtag.cards import KINDS, SPECIALS, Kind, Special, Tally
from companion.games.labtag.final import Question
from companion.games.labtag.match import KINGS_AND_ACES, Outcome, Side
from companion.games.labtag.messages import SPECIAL_NAMES, T, card_name
from companion.games.labtag.model import GroupContent, Match
from companion.games.labtag.reports.ranking import PileTold
from companion.games.labtag.reports.turning import Summed
from companion.games.labtag.table.keypad import RUB_OUT, SPACE
from companion.games.labtag.table.page import below
from companion.games.labtag.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player, Text
from companion.kernel.tuples import flipped
from companion.tables.drafts import DraftKey
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name, pressable, words
from companion.ui.design.layout import apart, beside, column, flowing, lines, wide
from companion.ui.design.text_fit import reach
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.number_keys import TWO_LINES, backspace_key, digit_rows
from companion.ui.kit.pane import button, pane
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The maximum number of digits of a sum.
LONGEST: Final = 4

#: The text style of the keys of the specials, and the width of a group that has them in one row, in pixels.
_KEY: Final = ft.TextThemeStyle.TITLE_LARGE
_WIDE: Final = len(SPECIALS) * (theme.Space.target + SPACE) + 2 * theme.Space.m

#: The margin above and below a player's sum.
_REACH: Final = reach(ft.TextThemeStyle.HEADLINE_MEDIUM)

_SUMS: Final[dict[Kind, Text]] = {
    "labtag": T("LABTAG total"),
    "values": T("Card value total"),
    "legendary": T("Legendary cards"),
}


@define(eq=False)
class Sums:
    """The draft of a match or a victory pile on one page.

    :param chosen: the seat that gets the digits, if selected.
    """

    chosen: int | None = None
    _specials: dict[int, tuple[Special, ...]] = field(factory=dict)
    _typed: dict[tuple[int, Kind], str] = field(factory=dict)
    #: The numbers of an entry under correction that are unchanged.
    _entered: set[tuple[int, Kind]] = field(factory=set)

    @classmethod
    def of(cls, entered: Summed | PileTold | None) -> "Sums":
        """Return the draft of an entry under correction; empty without one."""
        if not entered:
            return cls()
        numbers = {(entered.seat, kind): number for kind in KINDS if (number := entered.tally.sum(kind)) is not None}
        typed = {place: str(number) for place, number in numbers.items()}
        return cls(None, {entered.seat: entered.tally.specials}, typed, set(numbers))

    def specials(self, seat: int) -> tuple[Special, ...]:
        """Return the special cards of a group."""
        return self._specials.get(seat, ())

    def flip(self, seat: int, special: Special) -> None:
        """Add a special card to a group, or remove it."""
        held = flipped(self.specials(seat), special)
        self._specials[seat] = tuple(each for each in SPECIALS if each in held)

    def number(self, seat: int, kind: Kind) -> int | None:
        """Return the typed number of a group."""
        typed = self._typed.get((seat, kind), "")
        return int(typed) if typed else None

    def key(self, seat: int, kind: Kind, digit: str) -> Explanation | None:
        """Add a digit, or remove the last one for an empty string; the group stays selected.

        The first digit replaces a number of an entry under correction.

        :return: why the number cannot be longer.
        """
        self.chosen, place = seat, (seat, kind)
        typed = "" if digit and place in self._entered else self._typed.get(place, "")
        self._entered.discard(place)
        if len(typed + digit) > LONGEST:
            text = T("A sum has {n} digits at most.", n=LONGEST)
            return Explanation(text, ("labtag.ruling.limits",))
        self._typed[place] = typed + digit if digit else typed[:-1]
        return None


#: The drafts of a page by match or pile; kept while the page shows the history.
_PUT_DOWN: Final = DraftKey[Sums]("sums")


@component
def Adding(play: Play[TableView], match: Match, open_library: Callable[[], None], others: ft.Control) -> ft.Control:
    """The specials of both groups, each by a tap, and the sums of the groups if they matter.

    :param others: the control that switches to single cards.
    """
    view = play.view
    _, redraw = use_value(0)
    sums = _kept(play, f"match-{view.match_number}")

    def specials(seat: int) -> tuple[Special, ...]:
        known = match.known(seat)
        return sums.specials(seat) if known is None else Side(seat, known).tally.specials

    kind = _needed(view, [Side(seat, Tally(specials(seat))) for seat in match.seats])
    entered = play.corrected_report(Summed)
    seats = [seat for seat in view.telling if entered is None or seat == entered.seat]
    open_ = [seat for seat in seats if kind and (view.missing or match.known(seat) is None)]
    empty = [seat for seat in open_ if kind and sums.number(seat, kind) is None]
    active = sums.chosen if sums.chosen in open_ else next(iter(empty or open_), None)

    def changed(do: Callable[[], object]) -> None:
        do()
        play.actions.refuse(None)
        redraw(lambda n: n + 1)

    def press(digit: str) -> None:
        if active is not None and kind:
            play.actions.refuse(sums.key(active, kind, digit))
            redraw(lambda n: n + 1)

    def enter() -> None:
        if empty:
            players = Listing(tuple(map(Player, empty)))
            text = T("Still missing: what the groups of {players} add up to.", players=players)
            play.actions.refuse(Explanation(text, ("labtag.match.strength",)))
            return
        sums.chosen = None
        for seat in seats:
            number = {kind: sums.number(seat, kind)} if kind else {}
            play.actions.report(Summed(seat, specials(seat), **number))

    sides = [
        _side(
            play,
            match.known(seat),
            seat,
            specials(seat),
            kind,
            sums.number(seat, kind) if kind else None,
            active=seat == active,
            choose=lambda seat=seat: changed(lambda: setattr(sums, "chosen", seat)),  # type: ignore[misc]
            flip=lambda special, seat=seat: changed(partial(sums.flip, seat, special)),  # type: ignore[misc]
        )
        for seat in match.seats
    ]
    keys = [] if kind is None or active is None else [digits(play, press)]
    done = button(play, T("Enter"), enter, "enter-sums", available=not empty, large=_large(play))
    across = min(
        play.layout.names_across(ft.TextThemeStyle.TITLE_LARGE, 2), play.layout.across((), _KEY, 2, least=_WIDE)
    )
    groups = [beside(*map(wide, sides), top=True)] if play.layout.roomy and across == 2 else sides
    # on a low page the groups come first, so that the typed number stays visible
    messages = referee_card(play) if view.missing else []
    question = None  # a missing number is named by the game's own prompt
    if not view.missing:
        text = T("Which specials are there, and what do the groups add up to?")
        question = text if kind else T("King or ace decides: is everything right?")
    next_ = prompt(play, text=question)
    middle = [*messages, *groups, next_] if play.context.low else [next_, *messages, *groups]
    foot = column(*keys, done, below(play, open_library, others))
    return pane(play, middle, foot)


def _kept(play: Play[TableView], key: str) -> Sums:
    entered = play.corrected_report(Summed) or play.corrected_report(PileTold)
    return play.drafts.start(_PUT_DOWN.of(key), lambda: Sums.of(entered))


def _needed(view: TableView, sides: list[Side]) -> Kind | None:
    """Return the number that decides with the current specials; ``None`` if no number does."""
    if view.missing:
        return view.missing
    if KINGS_AND_ACES[sides[0].royal, sides[1].royal] is not Outcome.ORDINARY:
        return None
    return "values" if any(side.has(Special.JACK) for side in sides) else "labtag"


def _side(
    play: Play[TableView],
    known: GroupContent | None,
    seat: int,
    specials: tuple[Special, ...],
    kind: Kind | None,
    number: int | None,
    *,
    active: bool,
    choose: Callable[[], None],
    flip: Callable[[Special], None],
) -> ft.Control:
    """Return a player's group: four specials to tap, and the typed number; a tap on it selects the group."""
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_LARGE))
    if isinstance(known, tuple):
        cards = "  ·  ".join(play.say(card_name(card)) for card in known)
        return design.framed(lines(who, words(cards, ft.TextThemeStyle.BODY_MEDIUM)), padding=theme.Space.m)
    if kind and known is not None and (reported := known.sum(kind)) is not None:
        number = reported
    shown = "?" if number is None else str(number)
    caption = play.say(_SUMS[kind]) if kind else play.say(T("Changes nothing"))
    small = words(caption, ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT, lines=2)
    # on a low page the names need the room
    named = [] if play.context.low else [ft.Container(small, expand=True, expand_loose=True)]
    total = ft.Row(
        [
            *named,
            words(shown if kind else "–", ft.TextThemeStyle.HEADLINE_MEDIUM, color=ft.Colors.PRIMARY, lines=1),
        ],
        spacing=theme.Space.s,
        alignment=ft.MainAxisAlignment.END,
        tight=True,
    )
    heading = pressable(
        beside(wide(apart(who, total))),
        padding=ft.Padding.symmetric(vertical=_REACH),
        on_click=lambda _: choose(),
        label=play.say(
            T(
                "{player}, {what}: {n}",
                player=Player(seat),
                what=caption,
                n=play.say(T("unknown")) if shown == "?" else shown,
            )
        ),
        identifier=f"sum-{seat}",
        radius=theme.Radii.button,
    )
    rows: list[ft.Control] = [heading]
    if known is None:
        keys = (
            design.key(
                words(each.value, _KEY),
                label=play.say(SPECIAL_NAMES[each]),
                chosen=each in specials,
                on_click=partial(flip, each),
                identifier=f"special-{seat}-{each.value}",
            )
            for each in SPECIALS
        )
        rows.append(beside(*keys, spacing=SPACE))
    elif specials:
        rows.append(words(", ".join(play.say(SPECIAL_NAMES[each]) for each in specials), ft.TextThemeStyle.BODY_MEDIUM))
    box = design.framed(
        lines(*rows, spacing=4.0), bold=active, padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=4.0)
    )
    return ft.Semantics(content=box, container=True, identifier=f"duel-{seat}")


def digits(play: Play[TableView], key: Callable[[str], None]) -> ft.Control:
    """Return the keys of the digits; ``key`` gets a digit, or an empty string to remove the last one."""
    back = backspace_key(play.say(RUB_OUT), partial(key, ""))
    rows = lines(*digit_rows(TWO_LINES, key, gap=SPACE), spacing=SPACE)
    return beside(wide(rows), ft.Container(back, width=64.0), spacing=SPACE)


def _large(play: Play[TableView]) -> bool:
    return play.layout.roomy and not play.context.low


@component
def PileNumber(play: Play[TableView], question: Question, others: list[ft.Control]) -> ft.Control:
    """The entry of the number of a victory pile that settles a tie."""
    _, redraw = use_value(0)
    sums = _kept(play, f"pile-{question.seat}")
    number = sums.number(question.seat, question.kind)

    def key(digit: str) -> None:
        play.actions.refuse(sums.key(question.seat, question.kind, digit))
        redraw(lambda n: n + 1)

    def enter() -> None:
        name = "value" if question.kind == "values" else question.kind
        play.actions.report(PileTold(question.seat, **{name: number}))

    shown = words("?" if number is None else str(number), ft.TextThemeStyle.DISPLAY_SMALL, color=ft.Colors.PRIMARY)
    shown.semantics_label = play.say(T("unknown")) if number is None else str(number)
    who = play.who(question.seat, name(play.names[question.seat], ft.TextThemeStyle.TITLE_LARGE))
    box = design.framed(apart(who, shown), bold=True, padding=theme.Space.m)
    done = button(play, T("Enter"), enter, "enter-pile", available=number is not None, large=_large(play))
    messages = referee_card(play)
    middle = [*messages, box, prompt(play)] if play.context.low else [prompt(play), *messages, box]
    return pane(play, middle, column(digits(play, key), done, flowing(others)))
