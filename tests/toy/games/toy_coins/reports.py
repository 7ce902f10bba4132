"""The reports of Toy coins."""

from collections.abc import Hashable, Iterable
from typing import ClassVar, assert_never

from attrs import frozen
from companion.games.toy_coins.messages import N, T
from companion.games.toy_coins.model import GameOver, Hiding, Naming, RoundOver, State, replaced
from companion.games.toy_coins.numbers import NUMBERS

from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Number, Offer, Option, Weight
from companion.kernel.report import Effects, Report
from companion.kernel.text import Listing, Player, Text


def wrong_phase(state: State) -> Explanation:
    """Return what the players have to do now instead."""
    match state.phase:
        case Hiding():
            return why(T("First everybody hides coins."), "toy_coins.hide")
        case Naming(seat):
            return why(T("It is {player}’s turn to name the sum.", player=Player(seat)), "toy_coins.name")
        case RoundOver():
            return why(T("This round is over."), "toy_coins.round")
        case GameOver():
            return why(T("The game is over."), "toy_coins.end")
        case _:
            assert_never(state.phase)


@frozen
class Hidden(Report[State]):
    """The player on ``seat`` hides coins in the hand (toy_coins.hide).

    Only this player may see how many: the offer is only for the seat, the history says only that it has happened.
    """

    #: Marks logs with such reports as holding secrets, for those who pass them on.
    private: ClassVar[bool] = True

    seat: int
    coins: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Hiding) and seat is not None and state.hidden[seat] is None:
            coins = Number("coins", T("Coins in your hand"), 0, NUMBERS.coins.most, None)
            yield Offer(cls, T("Hide coins"), ("toy_coins.hide",), (("seat", seat),), (coins,), by=seat)

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Hiding):
            return wrong_phase(state)
        if self.seat not in state.seats:
            return why(T("Nobody sits there."), "toy_coins.hide")
        if state.hidden[self.seat] is not None:
            return why(T("{player} has hidden coins already.", player=Player(self.seat)), "toy_coins.hide")
        if not 0 <= self.coins <= NUMBERS.coins.most:
            text = N("You may hide one coin at most.", "You may hide {n} coins at most.", n=NUMBERS.coins.most)
            return why(text, "toy_coins.hide")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """When all have hidden coins, the first player names the sum (toy_coins.name)."""
        hidden = replaced(effects.state.hidden, self.seat, self.coins)
        effects.change(hidden=hidden)
        if None not in hidden:
            effects.change(phase=Naming(effects.state.first))
            effects.say(T("Everybody has hidden coins. Now name the sum."), "toy_coins.name")

    def describe(self) -> Text:
        return T("{player} hides coins", player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        return state.round, "hidden", self.seat


@frozen
class Named(Report[State]):
    """The player on ``seat`` names the sum of all coins (toy_coins.name)."""

    seat: int
    total: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Naming):
            turn = state.phase.seat
            for total in state.possible:
                if total not in state.named:
                    given = (("seat", turn), ("total", total))
                    yield Offer(cls, T("{total}", total=total), ("toy_coins.name",), given)

    def refusal(self, state: State) -> Explanation | None:
        """No sum is named twice (toy_coins.name)."""
        if state.phase != Naming(self.seat):
            return wrong_phase(state)
        if self.total in state.named:
            return why(T("Somebody has named {total} already.", total=self.total), "toy_coins.name")
        if self.total not in state.possible:
            text = T("All hands together hold {most} coins at most.", most=state.possible[-1])
            return why(text, "toy_coins.name", "toy_coins.hide")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """After the last player all hands are opened; who named the sum scores (toy_coins.points)."""
        named = replaced(effects.state.named, self.seat, self.total)
        effects.change(named=named)
        state = effects.state
        if None in named:
            effects.change(phase=Naming((self.seat + 1) % len(named)))
            return
        hands = Listing(
            tuple(T("{player} {coins}", player=Player(seat), coins=state.hidden[seat]) for seat in state.seats)
        )
        effects.change(phase=RoundOver())
        total = N("There is one coin: {hands}.", "There are {n} coins: {hands}.", n=state.total, hands=hands)
        counted = effects.say(total, "toy_coins.points")
        if state.total in named:
            text = T("{player} has named the sum.", player=Player(named.index(state.total)))
        else:
            text = T("Nobody has named the sum.")
        result = effects.say(text, "toy_coins.points")
        for seat, sum_named in enumerate(named):
            right = sum_named == state.total
            points, reason = (NUMBERS.points.exact, result) if right else (0, counted)
            effects.score(seat, state.round, "exact", points, reason, pair=(sum_named or 0, state.total))

    def describe(self) -> Text:
        return T("{player}: {total}", player=Player(self.seat), total=self.total)

    def event_key(self, state: State) -> Hashable:
        return state.round, state.phase


@frozen
class NextRound(Report[State]):
    """A new round begins; ``first`` names the sum first (toy_coins.round)."""

    first: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            seats = tuple(Option(one, T("{player}", player=Player(one))) for one in state.seats)
            first = Choice("first", T("Who names first?"), seats)
            yield Offer(cls, T("Another round"), ("toy_coins.round",), fields=(first,))

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, RoundOver):
            return wrong_phase(state)
        return None if self.first in state.seats else why(T("Nobody sits there."), "toy_coins.round")

    def apply(self, effects: Effects[State]) -> None:
        nothing = (None,) * len(effects.state.hidden)
        effects.change(hidden=nothing, named=nothing, first=self.first, phase=Hiding(), round=effects.state.round + 1)
        effects.say(T("Everybody hides coins."), "toy_coins.hide", "toy_coins.round")

    def describe(self) -> Text:
        return T("Another round; {player} names first", player=Player(self.first))

    def event_key(self, state: State) -> Hashable:
        return state.round, state.phase


@frozen
class Finished(Report[State]):
    """The players stop after this round (toy_coins.end)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("Stop here"), ("toy_coins.end",), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        return None if isinstance(state.phase, RoundOver) else wrong_phase(state)

    def apply(self, effects: Effects[State]) -> None:
        effects.change(phase=GameOver())
        effects.say(T("The game is over."), "toy_coins.end")

    def describe(self) -> Text:
        return T("Stopped")

    def event_key(self, state: State) -> Hashable:
        return state.round, state.phase
