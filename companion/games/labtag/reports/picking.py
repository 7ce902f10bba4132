"""The report of the two groups that a player picks for a match."""

from collections.abc import Hashable, Iterable

from attrs import frozen

from companion.games.labtag.messages import N, T
from companion.games.labtag.model import Choosing, Match, Revealing, State
from companion.games.labtag.shared import event
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Player, Text


def may_not_meet(state: State, turn: int, seat: int, opponent: int) -> Explanation | None:
    """Return why a player may not send a group against an opponent now (labtag.turn.choice, labtag.turn.largest)."""
    if seat != turn:
        text = T("It is not {other}’s turn; {player} picks.", other=Player(seat), player=Player(turn))
        return why(text, "labtag.turn.next", "labtag.turn.choice")
    if stranger := refuse_unknown_seat(state.seats, opponent):
        return stranger
    may = state.opponents(seat)
    if opponent not in may:
        text = N(
            "{opponent} may not be picked. Pick from whoever has the most groups face down: {players}, with {n} group.",
            "{opponent} may not be picked. Pick from whoever has the most groups face down: {players}, with {n} groups.",
            n=state.places[may[0]].face_down,
            opponent=Player(opponent),
            players=Listing(tuple(map(Player, may))),
        )
        return why(text, "labtag.turn.largest")
    return None


def gone(state: State, seat: int, group: int | None) -> Explanation | None:
    """Return why a group cannot be picked: it does not lie face down (labtag.turn.choice)."""
    if group is None or state.places[seat].lies(group):
        return None
    text = T("{player} has no group {number} face down: pick one that still is.", player=Player(seat), number=group + 1)
    return why(text, "labtag.turn.choice")


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
        opponent, target = self.against
        if refused := may_not_meet(state, phase.turn, self.seat, opponent):
            return refused
        return gone(state, self.seat, self.group) or gone(state, opponent, target)

    def apply(self, effects: Effects[State]) -> None:
        """Turn up both groups (labtag.turn.reveal)."""
        opponent, target = self.against
        current = met(effects.state, self.seat, opponent, self.group, target)
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


def met(state: State, seat: int, opponent: int, group: int | None, target: int | None) -> Match:
    """Return the match of two groups; an unknown group is inferred if it is the last one of its player."""

    def inferred(of: int, number: int | None) -> int | None:
        lying = [index for index, each in enumerate(state.places[of].groups) if each.face_down]
        return lying[0] if number is None and len(lying) == 1 else number

    return Match((seat, opponent), (inferred(seat, group), inferred(opponent, target)))
