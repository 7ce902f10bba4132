"""The reports of a free sheet: points, and the end of the game."""

from collections.abc import Hashable, Iterable
from typing import Final

from attrs import evolve, frozen

from companion.games.free_sheet.messages import N, T
from companion.games.free_sheet.model import State
from companion.games.free_sheet.numbers import NUMBERS
from companion.games.free_sheet.shared import closed, end_game, end_round, event, write
from companion.games.free_sheet.sums import terms, written
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Offer, Weight, Words
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import Effects, Report
from companion.kernel.text import Listing, Player, Text
from companion.kernel.text_limits import excerpt

#: Sample inputs for random play.
_TYPED: Final = ("3+6+2", "0", "12", "40-15", "120", "-5", "7")


@frozen
class Scored(Report[State]):
    """The player on ``seat`` reports the points of this round (free_sheet.points).

    :param points: the text as typed, such as ``3+6+2``.
    """

    seat: int
    points: str

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        for one in () if closed(state) else state.missing:
            typed = Words("points", T("Points, or a sum like 3+6+2"), NUMBERS.sum.longest, _TYPED)
            label = T("{player}’s points", player=Player(one))
            yield Offer(cls, label, ("free_sheet.points", "free_sheet.sum"), (("seat", one),), (typed,))

    def refusal(self, state: State) -> Explanation | None:
        """Allow points once per player and round, as a sum of numbers up to a limit (free_sheet.round, free_sheet.sum)."""
        if refused := closed(state):
            return refused
        player = Player(self.seat)
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        if self.seat in state.gone:
            return why(T("{player} has left: the points stand as they are.", player=player), "free_sheet.ruling.coming")
        if (entered := state.points[self.seat]) is not None:
            text = T(
                "{player} has {points} in round {round} already. Correct that entry, or enter the others first.",
                player=player,
                points=entered,
                round=state.round,
            )
            return why(text, "free_sheet.round")
        return refused_sum(self.points) or self._negative(state)

    def _negative(self, state: State) -> Explanation | None:
        """Return why negative points are refused at this table (free_sheet.ruling.negative)."""
        points = sum(terms(self.points) or ())
        if points >= 0 or state.house.negative == "allowed":
            return None
        text = T("{points} is less than 0. There are no negative points at this table.", points=points)
        return why(text, "free_sheet.ruling.negative")

    def apply(self, effects: Effects[State]) -> None:
        """Enter the points; the round is over when all players have points (free_sheet.round)."""
        write(effects, self.seat, terms(self.points) or ())
        end_round(effects)

    def describe(self) -> Text:
        player, read = Player(self.seat), None if refused_sum(self.points) else terms(self.points)
        if read is None:
            return T("{player}: “{points}”", player=player, points=excerpt(self.points))
        if len(read) == 1:
            return T("{player}: {points}", player=player, points=read[0])
        return T("{player}: {sum} = {points}", player=player, sum=written(read), points=sum(read))

    def event_key(self, state: State) -> Hashable:
        entered = self.seat in state.seats and state.points[self.seat] is not None
        return event(state, self.seat, entered)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        return evolve(super().history(before, step), section=before)


def refused_sum(typed: str) -> Explanation | None:
    """Return why an input is not a valid number of points (free_sheet.sum)."""
    read, largest = terms(typed), NUMBERS.sum.largest
    if len(typed) > NUMBERS.sum.longest:
        text = N(
            "That is too long: a sum has {n} character at most.",
            "That is too long: a sum has {n} characters at most.",
            n=NUMBERS.sum.longest,
        )
        return why(text, "free_sheet.sum")
    if read is None:
        text = T(
            "“{typed}” is not a valid sum. Enter whole numbers with + and −, for example 3+6+2.", typed=excerpt(typed)
        )
        return why(text, "free_sheet.sum")
    if max(map(abs, (*read, sum(read)))) > largest:
        return why(T("That is too much: a round brings {most} at most.", most=largest), "free_sheet.sum")
    return None


@frozen
class OthersNothing(Report[State]):
    """All players without points in this round get 0 (free_sheet.round)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not closed(state) and not state.untouched:
            yield Offer(cls, T("The others get 0"), ("free_sheet.round",), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Require points for at least one player first (free_sheet.round)."""
        if refused := closed(state):
            return refused
        if state.untouched:
            return why(T("First enter who gets points in round {round}.", round=state.round), "free_sheet.round")
        return None

    def apply(self, effects: Effects[State]) -> None:
        for seat in effects.state.missing:
            write(effects, seat, (0,))
        end_round(effects)

    def describe(self) -> Text:
        return T("The others get 0")

    def event_key(self, state: State) -> Hashable:
        return event(state, state.missing)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        return evolve(super().history(before, step), section=before)


@frozen
class Finished(Report[State]):
    """The previous round was the last one (free_sheet.end)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not closed(state) and (state.round > 1 or not state.untouched):
            why_not = cls().refusal(state)
            yield Offer(cls, T("That was the last round"), ("free_sheet.end",), weight=Weight.SIDE, closed=why_not)

    def refusal(self, state: State) -> Explanation | None:
        """Allow the end only between two rounds (free_sheet.end)."""
        if refused := closed(state):
            return refused
        if not state.untouched:
            missing = Listing(tuple(map(Player, state.missing)))
            text = T("Round {round} is not complete. Still missing: {players}.", round=state.round, players=missing)
            return why(text, "free_sheet.end", "free_sheet.round")
        return why(T("No round has been played yet."), "free_sheet.end") if state.round == 1 else None

    def apply(self, effects: Effects[State]) -> None:
        """Remove the round that has not begun and close the sheet (free_sheet.end)."""
        effects.change(round=effects.state.round - 1)
        end_game(effects)

    def describe(self) -> Text:
        return T("That was the last round")

    def event_key(self, state: State) -> Hashable:
        return event(state, "last")
