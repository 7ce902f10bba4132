"""Reports of a match: the two groups that a player picks, its winner, and the request to check it."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.labtag.messages import N, T
from companion.games.labtag.model import Choosing, Match, Ranking, Revealing, State
from companion.games.labtag.reports.trophies import end_match, how_it_ended
from companion.games.labtag.shared import event
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Choice, Offer, Option, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Player, Text


def _may_not_meet(
    state: State, turn: int, seat: int, group: int | None, opponent: int, target: int | None
) -> Explanation | None:
    """Return why a player may not send a group against an opponent's now (labtag.turn.choice, labtag.turn.largest)."""
    if seat != turn:
        text = T("It is not {other}’s turn; {player} picks.", other=Player(seat), player=Player(turn))
        return why(text, "labtag.turn.next", "labtag.turn.choice")
    if stranger := refuse_unknown_seat(state.seats, opponent):
        return stranger
    may = state.opponents(seat)
    if opponent not in may:
        text = N(
            "{opponent} cannot be picked, only players with the most groups face down: {players}, with {n} group.",
            "{opponent} cannot be picked, only players with the most groups face down: {players}, with {n} groups.",
            n=state.places[may[0]].face_down,
            opponent=Player(opponent),
            players=Listing(tuple(map(Player, may))),
        )
        return why(text, "labtag.turn.largest")
    for of, number in ((seat, group), (opponent, target)):
        if number is not None and not state.places[of].lies(number):
            text = T(
                "{player} has no group {number} face down: pick one that still is.",
                player=Player(of),
                number=number + 1,
            )
            return why(text, "labtag.turn.choice")
    return None


@frozen
class Picked(Report[State]):
    """The player on turn sends a group against one of an opponent (labtag.turn.choice, labtag.turn.largest).

    :param group: the player's own group, counted from 0; ``None`` if unknown.
    :param against: the opponent's seat, and the opponent's group in the same way.
    """

    seat: int
    group: int | None
    against: tuple[int, int | None]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Choosing):
            return
        turn = state.phase.turn
        own = tuple(
            Option(
                number,
                T("Group {number}", number=number + 1)
                if group.size is None
                else N("Group {number} ({n} card)", "Group {number} ({n} cards)", n=group.size, number=number + 1),
            )
            for number, group in enumerate(state.places[turn].groups)
            if group.face_down
        )
        targets = tuple(
            Option((other, number), T("{player}, group {number}", player=Player(other), number=number + 1))
            for other in state.opponents(turn)
            for number, group in enumerate(state.places[other].groups)
            if group.face_down
        )
        rules = ("labtag.turn.choice", "labtag.turn.largest")
        asked = (Choice("group", T("Own group"), own), Choice("against", T("Against"), targets))
        settled = tuple((field.name, field.options[0].value) for field in asked if len(field.options) == 1)
        fields = tuple(field for field in asked if len(field.options) > 1)
        label = T("{player} picks two groups", player=Player(turn))
        yield Offer(cls, label, rules, (("seat", turn), *settled), fields)
        for other in state.opponents(turn):
            if len(own) == 1 == sum(target.value[0] == other for target in targets):
                continue  # only one pair of groups can be picked
            met = T("{player} against {other}", player=Player(turn), other=Player(other))
            given = (("seat", turn), ("group", None), ("against", (other, None)))
            yield Offer(cls, met, rules, given, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        phase = state.phase
        if not isinstance(phase, Choosing):
            return NOT_OFFERED
        return _may_not_meet(state, phase.turn, self.seat, self.group, *self.against)

    def apply(self, effects: Effects[State]) -> None:
        opponent, target = self.against
        current = _met(effects.state, self.seat, opponent, self.group, target)
        effects.change(phase=Revealing(current), last=None, equal=None)
        text = T("{player} and {other} turn up both groups.", player=Player(self.seat), other=Player(opponent))
        effects.todo(text, "labtag.turn.reveal", "labtag.turn.choice")

    def describe(self) -> Text:
        opponent, target = self.against
        if self.group is None or target is None:
            return T("{player} against {other}", player=Player(self.seat), other=Player(opponent))
        return T(
            "{player}’s group {group} against {other}’s group {target}",
            player=Player(self.seat),
            group=self.group + 1,
            other=Player(opponent),
            target=target + 1,
        )

    def event_key(self, state: State) -> Hashable:
        return event(state)


def _met(state: State, seat: int, opponent: int, group: int | None, target: int | None) -> Match:
    """Return the match of two groups; an unknown group is inferred if it is the last one of its player."""

    def inferred(of: int, number: int | None) -> int | None:
        lying = [index for index, each in enumerate(state.places[of].groups) if each.face_down]
        return lying[0] if number is None and len(lying) == 1 else number

    return Match((seat, opponent), (inferred(seat, group), inferred(opponent, target)))


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
                label = T("{player} and {other}: draw", player=Player(turn), other=Player(other))
                drawn = ("labtag.ruling.drawn_match",)
                yield Offer(cls, label, drawn, (*given, ("winner", None)), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Refuse forbidden pairs and excluded draws (labtag.turn.largest, labtag.ruling.drawn_match)."""
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        phase = state.phase
        if isinstance(phase, Choosing):
            refused = _may_not_meet(state, phase.turn, self.seat, self.group, self.opponent, self.target)
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
                "By the house rule a match that stays tied is won by {player}, whose turn it is.",
                player=Player(self.seat),
            )
            return why(text, "labtag.ruling.drawn_match")
        if self.winner not in (self.seat, self.opponent, None):
            return NOT_OFFERED
        return None

    def apply(self, effects: Effects[State]) -> None:
        phase, state = effects.state.phase, effects.state
        current = (
            phase.match
            if isinstance(phase, Revealing)
            else _met(state, self.seat, self.opponent, self.group, self.target)
        )
        for seat in current.unreported:
            place = effects.state.places[seat].turned(current.group(seat))
            effects.state = effects.state.with_place(seat, place)
        if self.winner is None:
            effects.say(T("The match is a draw: nobody gets a trophy."), "labtag.ruling.drawn_match")
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
        text = T("The match of {player} and {other} is being checked card by card.", player=one, other=other)
        effects.todo(text, "labtag.turn.reveal")

    def describe(self) -> Text:
        return T("The last match is being checked")

    def event_key(self, state: State) -> Hashable:
        return event(state, "checked", state.last)
