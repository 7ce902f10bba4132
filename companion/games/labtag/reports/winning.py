"""Reports of a match without its cards: its winner, and the request to check it."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.labtag.messages import T
from companion.games.labtag.model import Choosing, Match, Ranking, Revealing, State
from companion.games.labtag.reports.picking import gone, may_not_meet, met
from companion.games.labtag.reports.trophies import end_match, how_it_ended
from companion.games.labtag.shared import event
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Player, Text


@frozen
class MatchWon(Report[State]):
    """Two groups have met; the winner is known, but not the cards (labtag.match.trophy).

    :param seat: the player on turn.
    :param winner: ``None`` if it was drawn.
    :param group: the player's own group, counted from 0; ``None`` if unknown.
    :param target: the opponent's group in the same way.
    """

    seat: int
    opponent: int
    winner: int | None
    group: int | None = None
    target: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        phase = state.phase
        if isinstance(phase, Choosing):
            pairs = tuple((phase.turn, other) for other in state.opponents(phase.turn))
        elif isinstance(phase, Revealing) and phase.won is None:
            pairs = (phase.match.seats,)
        else:
            return
        weight = Weight.MAIN if isinstance(phase, Choosing) else Weight.SIDE
        rules = ("labtag.match.trophy", "labtag.turn.choice", "labtag.turn.largest")
        for turn, other in pairs:
            given = (("seat", turn), ("opponent", other))
            for winner, loser in ((turn, other), (other, turn)):
                label = T("{player} wins against {other}", player=Player(winner), other=Player(loser))
                yield Offer(cls, label, rules, (*given, ("winner", winner)), weight=weight)
            if state.house.drawn_match == "nobody":
                label = T("{player} and {other}: drawn", player=Player(turn), other=Player(other))
                drawn = ("labtag.ruling.drawn_match",)
                yield Offer(cls, label, drawn, (*given, ("winner", None)), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Refuse forbidden pairs of players and a drawn match that the house rules exclude.

        Rules: labtag.turn.largest, labtag.ruling.drawn_match.
        """
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        phase = state.phase
        if isinstance(phase, Choosing):
            refused = may_not_meet(state, phase.turn, self.seat, self.opponent)
            refused = refused or gone(state, self.seat, self.group) or gone(state, self.opponent, self.target)
        elif isinstance(phase, Revealing) and phase.won is None:
            pairs = zip(phase.match.groups, (self.group, self.target), strict=True)
            same = phase.match.seats == (self.seat, self.opponent)
            refused = None if same and all(now in (None, before) for before, now in pairs) else NOT_OFFERED
        else:
            return NOT_OFFERED
        if refused:
            return refused
        if self.winner is None and state.house.drawn_match == "turn":
            text = T(
                "By the house rule a match that stays level is won by {player}, whose turn it is.",
                player=Player(self.seat),
            )
            return why(text, "labtag.ruling.drawn_match")
        if self.winner not in (self.seat, self.opponent, None):
            return NOT_OFFERED
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Turn up both groups and give the winner an unnamed trophy."""
        phase, state = effects.state.phase, effects.state
        current = (
            phase.match
            if isinstance(phase, Revealing)
            else met(state, self.seat, self.opponent, self.group, self.target)
        )
        for seat in current.unreported:
            place = effects.state.places[seat].turned(current.group(seat))
            effects.state = effects.state.with_place(seat, place)
        if self.winner is None:
            effects.say(T("The match is drawn: nobody gets a trophy."), "labtag.ruling.drawn_match")
        end_match(effects, current, self.winner)

    def describe(self) -> Text:
        return how_it_ended(Match((self.seat, self.opponent)), self.winner)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Continue the section of the match in the history if its groups were picked before."""
        event = super().history(before, step)
        return evolve(event, continues=isinstance(before.phase, Revealing), event_title=event.title)

    def event_key(self, state: State) -> Hashable:
        return event(state)


@frozen
class Rechecked(Report[State]):
    """The last match, reported without its cards, is checked by its cards (labtag.turn.reveal)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if state.last and isinstance(state.phase, Choosing | Ranking):
            left, right = state.last.match.seats
            label = T("Check the match of {player} and {other}", player=Player(left), other=Player(right))
            yield Offer(cls, label, ("labtag.turn.reveal", "labtag.match.strength"), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        """Return to the match, with named cards kept and the others missing."""
        won = effects.state.last
        assert won
        effects.change(phase=Revealing(won.match, won), last=None, equal=None)
        one, other = map(Player, won.match.seats)
        text = T("The match of {player} and {other} is checked by its cards.", player=one, other=other)
        effects.todo(text, "labtag.turn.reveal")

    def describe(self) -> Text:
        return T("The last match is checked")

    def event_key(self, state: State) -> Hashable:
        return event(state, "checked", state.last)
