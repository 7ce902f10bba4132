"""Reports of the setup: the number of cards and groups, and the size of each group."""

from collections.abc import Hashable, Iterable
from typing import Final

from attrs import frozen

from companion.games.labtag.messages import N, T, cards_of, groups_of
from companion.games.labtag.model import Choosing, Drawing, Group, Laying, Place, State, even_sizes, usual_groups
from companion.games.labtag.numbers import NUMBERS
from companion.games.labtag.shared import event, parity_note
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Composite, Number, Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Player, Text

#: Up to this number of groups the form offers all sizes, above it only nearly equal ones; the screen allows any.
FEW_GROUPS: Final = 5


def _impossible(cards: int, groups: int) -> Explanation | None:
    """Return why a number of groups is impossible with a number of cards (labtag.ruling.limits, labtag.ruling.blocked)."""
    for number, limit in ((cards, NUMBERS.cards), (groups, NUMBERS.groups)):
        if not limit.fewest <= number <= limit.most:
            text = T("This must be a number from {low} to {high}.", low=limit.fewest, high=limit.most)
            return why(text, "labtag.ruling.limits", "labtag.setup.draw")
    if cards < groups * NUMBERS.groups.smallest:
        text = T(
            "There are more groups ({groups}) than cards ({cards}); every group needs at least one card.",
            cards=cards,
            groups=groups,
        )
        return why(text, "labtag.setup.groups", "labtag.ruling.blocked")
    return None


@frozen
class Drawn(Report[State]):
    """All players have drawn ``cards`` cards each, to make ``groups`` groups (labtag.setup.draw, labtag.setup.groups)."""

    cards: int
    groups: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Drawing):
            return
        cards, groups = NUMBERS.cards, NUMBERS.groups
        usual = usual_groups(len(state.places))
        rules = ("labtag.setup.draw", "labtag.setup.groups", "labtag.setup.group_count")
        label = T("{cards}, {groups}", cards=cards_of(cards.usual), groups=groups_of(usual))
        yield Offer(cls, label, rules, (("cards", cards.usual), ("groups", usual)))
        fields = (
            Number("cards", T("Cards of each player"), cards.fewest, cards.most, cards.usual),
            Number("groups", T("Groups of each player"), groups.fewest, groups.most, usual),
        )
        yield Offer(cls, T("Other numbers"), rules, fields=fields, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Refuse impossible numbers (labtag.setup.groups, labtag.ruling.limits, labtag.ruling.blocked)."""
        return _impossible(self.cards, self.groups) if isinstance(state.phase, Drawing) else NOT_OFFERED

    def apply(self, effects: Effects[State]) -> None:
        effects.change(cards=self.cards, groups=self.groups, phase=Laying())
        text = T(
            "Everybody lays {cards} face down in {groups}.",
            groups=groups_of(self.groups),
            cards=cards_of(self.cards),
        )
        effects.todo(text, "labtag.setup.groups", "labtag.setup.draw", "labtag.special.one_each")
        effects.add(*parity_note(effects.state))

    def describe(self) -> Text:
        return T("{cards}, {groups}", cards=cards_of(self.cards), groups=groups_of(self.groups))

    def event_key(self, state: State) -> Hashable:
        return event(state)


@frozen
class AllLaid(Report[State]):
    """All players have drawn cards and laid their groups; the sizes of the groups are unknown (labtag.setup.groups)."""

    cards: int
    groups: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        rules = ("labtag.setup.groups", "labtag.setup.draw", "labtag.special.one_each")
        label = T("All groups lie face down")
        if isinstance(state.phase, Drawing):
            given = ("cards", NUMBERS.cards.usual), ("groups", usual_groups(len(state.places)))
            yield Offer(cls, label, rules, given)
        elif isinstance(state.phase, Laying):
            yield Offer(cls, label, rules, (("cards", state.cards), ("groups", state.groups)))

    def refusal(self, state: State) -> Explanation | None:
        """Refuse numbers other than those of an earlier draw (labtag.setup.draw, labtag.ruling.blocked)."""
        if isinstance(state.phase, Drawing):
            return _impossible(self.cards, self.groups)
        if not isinstance(state.phase, Laying):
            return NOT_OFFERED
        if (self.cards, self.groups) != (state.cards, state.groups):
            text = T(
                "Everybody has already laid {cards} in {groups}: correct that entry in the history if it is wrong.",
                groups=groups_of(state.groups),
                cards=cards_of(state.cards),
            )
            return why(text, "labtag.setup.draw", "labtag.ruling.blocked")
        return None

    def apply(self, effects: Effects[State]) -> None:
        effects.change(cards=self.cards, groups=self.groups)
        for seat in effects.state.laying:
            effects.state = effects.state.with_place(seat, Place((Group(None),) * self.groups))
        _begin(effects)
        effects.add(*parity_note(effects.state))

    def describe(self) -> Text:
        return T(
            "All groups lie face down: {cards} in {groups}", groups=groups_of(self.groups), cards=cards_of(self.cards)
        )

    def event_key(self, state: State) -> Hashable:
        return event(state)


def _begin(effects: Effects[State]) -> None:
    first = effects.state.first
    effects.change(phase=Choosing(first))
    text = T("All groups lie face down. {player} starts.", player=Player(first))
    effects.say(text, "labtag.turn.start")


@frozen
class GroupsLaid(Report[State]):
    """A player has laid the groups face down: the number of cards in each, from left to right (labtag.setup.groups)."""

    seat: int
    sizes: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        seats = _without_sizes(state) if isinstance(state.phase, Choosing) else state.laying
        if not isinstance(state.phase, Laying | Choosing):
            return
        rules = ("labtag.setup.groups", "labtag.special.one_each")
        sizes = even_sizes(state.cards, state.groups)
        smallest = NUMBERS.groups.smallest
        most = state.cards - (state.groups - 1) * smallest
        spread = most if state.groups <= FEW_GROUPS else 1
        parts = tuple(
            Number(
                str(number),
                T("Group {number}", number=number + 1),
                max(smallest, size - spread),
                min(most, size + spread),
                size,
            )
            for number, size in enumerate(sizes)
        )
        field = Composite("sizes", T("Cards in each group"), parts)
        late = isinstance(state.phase, Choosing)
        for one in seats:
            label = T("{player}: {sizes}", player=Player(one), sizes=" · ".join(map(str, sizes)))
            weight = Weight.RARE if late else Weight.MAIN
            yield Offer(cls, label, rules, (("seat", one), ("sizes", sizes)), weight=weight)
            other = T("{player}: other sizes", player=Player(one))
            yield Offer(cls, other, rules, (("seat", one),), (field,), weight=Weight.RARE if late else Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Allow the common number of groups and cards, without empty groups (labtag.setup.groups, labtag.ruling.blocked)."""
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        late = isinstance(state.phase, Choosing) and self.seat in _without_sizes(state)
        if not isinstance(state.phase, Laying) and not late:
            return NOT_OFFERED
        player = Player(self.seat)
        if state.places[self.seat].groups and not late:
            text = T(
                "{player}’s groups lie on the table already: correct that entry in the history if it is wrong.",
                player=player,
            )
            return why(text, "labtag.setup.groups")
        if len(self.sizes) != state.groups:
            text = N(
                "{player} has {n} group, but everybody makes {groups}.",
                "{player} has {n} groups, but everybody makes {groups}.",
                n=len(self.sizes),
                player=player,
                groups=state.groups,
            )
            return why(text, "labtag.setup.groups", "labtag.ruling.players")
        for number, size in enumerate(self.sizes, start=1):
            if size < NUMBERS.groups.smallest:
                text = T(
                    "{player}’s group {number} is empty; every group needs at least one card.",
                    player=player,
                    number=number,
                )
                return why(text, "labtag.setup.groups", "labtag.ruling.blocked")
        if sum(self.sizes) != state.cards:
            text = T(
                "{player}’s groups add up to {counted}, but everybody has drawn {cards}.",
                player=player,
                counted=sum(self.sizes),
                cards=state.cards,
            )
            return why(text, "labtag.setup.draw", "labtag.ruling.blocked")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Lay the groups; after the last player's, the starting player picks (labtag.turn.start)."""
        effects.state = effects.state.with_place(self.seat, Place(tuple(map(Group, self.sizes))))
        sizes = " · ".join(map(str, self.sizes))
        effects.say(T("{player} has laid: {sizes}.", player=Player(self.seat), sizes=sizes), "labtag.setup.groups")
        if isinstance(effects.state.phase, Laying) and not effects.state.laying:
            _begin(effects)

    def describe(self) -> Text:
        return T("{player}: {sizes}", player=Player(self.seat), sizes=" · ".join(map(str, self.sizes)))

    def event_key(self, state: State) -> Hashable:
        """Return a key with the seat, since two players may lay at the same time."""
        return event(state, self.seat, state.places[self.seat].groups) if self.seat in state.seats else event(state)


def _without_sizes(state: State) -> tuple[int, ...]:
    """Return the seats whose groups all lie face down with unknown sizes, which may still be reported."""
    return tuple(
        seat
        for seat, place in enumerate(state.places)
        if place.groups
        and not place.unidentified
        and all(each.face_down and each.size is None for each in place.groups)
    )
