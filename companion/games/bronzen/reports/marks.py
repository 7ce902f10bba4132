"""Reports where only the points are entered: a tally mark in the score table, a drawn round, and how much is entered."""

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from functools import partial
from typing import Final

from attrs import frozen

from companion.games.bronzen.chips import Chips
from companion.games.bronzen.decks import SEATS, miscounted, without_cards
from companion.games.bronzen.messages import T
from companion.games.bronzen.meta import META
from companion.games.bronzen.model import Decided, Laying, Reveal, Stack, State, Streak, Tally
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import (
    BronzenReport,
    Due,
    bronzen_due,
    double_due,
    end_round,
    enter_every_trick,
    event,
    jays_due,
    score,
    streak_due,
)
from companion.games.bronzen.trick import refill_hands
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Several, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text


class ScoreColumn(Enum):
    """The columns of the score table."""

    EINZEL = "einzel"
    DOUBLE_1 = "double_1"
    DOUBLE_2 = "double_2"
    DOUBLE_3 = "double_3"
    JAY = "jay"
    BRONZEN = "bronzen"


#: The points of one mark, by the player who gets them.
_DUE: Final[dict[ScoreColumn, Callable[[int], Due]]] = {
    ScoreColumn.EINZEL: partial(streak_due, chips=NUMBERS.streak.chips),
    ScoreColumn.DOUBLE_1: partial(double_due, doubled=1),
    ScoreColumn.DOUBLE_2: partial(double_due, doubled=2),
    ScoreColumn.DOUBLE_3: partial(double_due, doubled=3),
    ScoreColumn.JAY: partial(jays_due, jays=1, once=False),
    ScoreColumn.BRONZEN: bronzen_due,
}

#: What a mark stands for.
_MEANING: Final = {ScoreColumn(column.id): column.title for column in META.columns} | {
    ScoreColumn.EINZEL: T("{n} Einzels in a row", n=NUMBERS.streak.chips)
}
_RULE: Final = {ScoreColumn(column.id): column.rule for column in META.columns}


@frozen
class Mark(BronzenReport):
    """A player gets a tally mark in the score table; that of the Bronzen ends the round (bronzen.setup.score_table)."""

    seat: int
    column: ScoreColumn

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Tally):
            for column in ScoreColumn:
                for one in SEATS:
                    rules = _RULE[column], "bronzen.setup.score_table"
                    yield Offer(cls, _marks(one, column), rules, (("seat", one), ("column", column)))

    def refusal(self, state: State) -> Explanation | None:
        """Refuse marks where they follow from the tricks (bronzen.ruling.keeping)."""
        if stranger := refuse_unknown_seat(SEATS, self.seat):
            return stranger
        if isinstance(state.phase, Tally):
            return None
        if not state.every_trick:
            return NOT_OFFERED
        text = T("At this table you enter every trick: the points follow from them.")
        return why(text, "bronzen.ruling.keeping", _RULE[self.column])

    def apply(self, effects: Effects[State]) -> None:
        """Score the mark; the tricks that led to it were not reported."""
        effects.state = effects.state.unknown()
        score(effects, self.seat, _DUE[self.column](self.seat))
        if self.column is ScoreColumn.BRONZEN:
            end_round(effects, self.seat)

    def describe(self) -> Text:
        return _marks(self.seat, self.column)

    def event_key(self, state: State) -> Hashable:
        """Return a key with the player's points, as both players may get a mark at the same moment."""
        total = state.totals[self.seat] if self.seat in SEATS else None
        return event(state, self, total)


def _marks(seat: int, column: ScoreColumn) -> Text:
    return T("{player}: {mark}", player=Player(seat), mark=_MEANING[column])


@frozen
class Drawn(BronzenReport):
    """Both played the last card without a winner, which by the house rule ends the round (bronzen.ruling.both_short)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Tally) and state.house.both_short == "drawn":
            yield Offer(cls, T("The round is a draw"), ("bronzen.ruling.both_short",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        """End the round without a winner."""
        effects.state = effects.state.unknown()
        text = T("Both played the last card and nobody won: by the house rule the round is a draw.")
        effects.say(text, "bronzen.ruling.both_short")
        end_round(effects, None)

    def describe(self) -> Text:
        return T("The round is a draw")


@frozen
class KeepPoints(BronzenReport):
    """Only the points are entered from now on (bronzen.ruling.keeping)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Reveal | Laying | Decided):
            in_trick = T("Cards lie on the table. Play the trick out first.")
            closed = None if isinstance(state.phase, Reveal) else why(in_trick, "bronzen.ruling.keeping")
            rules = ("bronzen.ruling.keeping",)
            yield Offer(cls, T("Enter only the points"), rules, weight=Weight.RARE, closed=closed)

    def apply(self, effects: Effects[State]) -> None:
        """Forget cards and chips once a trick was played; a running streak is then counted by the players."""
        streak = effects.state.streak
        if effects.state.unreported or effects.state.trick > 1:
            effects.state = effects.state.unknown()
        effects.change(every_trick=False, phase=Tally())
        effects.say(T("From now on you enter only the points."), "bronzen.ruling.keeping")
        if streak:
            text = T(
                "{player}’s streak goes on at {n}: you enter it when it ends.",
                player=Player(streak.seat),
                n=streak.chips,
            )
            effects.todo(text, "bronzen.ruling.keeping", "bronzen.einzel.booking")

    def describe(self) -> Text:
        return T("Only the points are entered")


@frozen
class KeepTricks(BronzenReport):
    """Every trick is entered from now on; within a round cards and chips are counted first (bronzen.ruling.keeping).

    At the start of a round, where they are known, all fields are ``None``.

    :param hands: cards in both hand stacks.
    :param bunker: cards in the bunker of seat 0; all others lie in that of seat 1.
    :param black: black chips on both accounts.
    :param green: green chips on both accounts.
    :param red: red chips on both accounts.
    :param streak: the seat of the running streak and its chips, or nothing.
    """

    hands: tuple[int, int] | None = None
    bunker: int | None = None
    black: tuple[int, int] | None = None
    green: tuple[int, int] | None = None
    red: tuple[int, int] | None = None
    streak: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer it without counts at the start of a round, where cards and chips are known."""
        if not isinstance(state.phase, Tally):
            return
        rules = ("bronzen.ruling.keeping",)
        if state.known:
            yield Offer(cls, T("Enter every trick: none has been played yet"), rules, weight=Weight.RARE)
        fields = (
            _pair("hands", T("Hand stack"), NUMBERS.deck.both),
            Number("bunker", T("{player}’s bunker", player=Player(0)), 0, NUMBERS.deck.both, None),
            _pair("black", T("Black chips"), _MOST_CHIPS),
            _pair("green", T("Green chips"), _MOST_CHIPS),
            _pair("red", T("Red chips"), _MOST_CHIPS),
            Several("streak", T("Interim account"), _STREAK, 0, 1),
        )
        yield Offer(cls, T("Enter every trick from now on"), rules, fields=fields, weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        """Require all counts within a round, and cards that add up (bronzen.setup.decks, bronzen.goal)."""
        if not isinstance(state.phase, Tally):
            return NOT_OFFERED
        if state.known and self == KeepTricks():
            return None
        chips = self.black, self.green, self.red
        if self.hands is None or self.bunker is None or self.streak is None or None in chips:
            text = T("To enter every trick from here on, first count everybody’s cards and chips.")
            return why(text, "bronzen.ruling.keeping")
        if wrong := miscounted(*self._cards):
            return why(wrong, "bronzen.ruling.recount", "bronzen.setup.decks")
        empty = [seat for seat, hand in enumerate(self.hands) if not hand + self._cards[2 + seat]]
        if empty:
            return why(without_cards(empty[0]), "bronzen.goal", "bronzen.ruling.recount")
        seats, counts = zip(*self.streak, strict=True) if self.streak else ((), ())
        if stranger := next((refuse_unknown_seat(SEATS, seat) for seat in seats if seat not in SEATS), None):
            return stranger
        if len(seats) > 1 or min((*counts, 1)) < 1 or any(min(pair) < 0 for pair in chips if pair):
            return NOT_OFFERED
        return None

    @property
    def _cards(self) -> tuple[int, int, int, int]:
        """Both hand stacks and both bunkers."""
        hands, bunker = self.hands or (0, 0), self.bunker or 0
        return *hands, bunker, NUMBERS.deck.both - sum(hands) - bunker

    def apply(self, effects: Effects[State]) -> None:
        """Take over the counted cards and chips; the number of the trick is unknown."""
        if self.streak is not None:
            hands, bunkers = self._cards[:2], self._cards[2:]
            stacks = tuple(map(Stack, hands, bunkers))
            accounts = tuple(map(Chips, self.black or (), self.green or (), self.red or ()))
            streak = next((Streak(*running) for running in self.streak), None)
            effects.state = effects.state.unknown()
            effects.change(stacks=stacks, accounts=accounts, streak=streak, trick=effects.state.trick + 1)
        enter_every_trick(effects)
        refill_hands(effects)

    def describe(self) -> Text:
        return T("Every trick is entered")


#: More chips of a colour than a game brings.
_MOST_CHIPS: Final = 999

_STREAK: Final = Composite(
    "running",
    T("The running streak"),
    (
        Choice("seat", T("Whose?"), tuple(Option(seat, T("{player}", player=Player(seat))) for seat in SEATS)),
        Number("chips", T("Black chips"), 1, _MOST_CHIPS, None),
    ),
)


def _pair(name: str, label: Text, most: int) -> Composite:
    """Return the field for a number of each player, without a default: it has to be counted."""
    parts = tuple(Number(str(seat), T("{player}", player=Player(seat)), 0, most, None) for seat in SEATS)
    return Composite(name, label, parts)
