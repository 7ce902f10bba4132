"""What the players report at a table of LABTAG Schlamboree, and what follows from it."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, Final

from attrs import evolve, field, frozen

from companion.games.labtag.cards import (
    FLAGS,
    KINDS,
    LONGEST_NAME,
    SPECIALS,
    VALUES,
    Card,
    Kind,
    Special,
    Tally,
    repeated,
)
from companion.games.labtag.final import piles
from companion.games.labtag.match import Side, alike, trophies
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name, cards_of, groups_of
from companion.games.labtag.model import (
    Choosing,
    Drawing,
    GameOver,
    Group,
    Highest,
    Laying,
    Match,
    Place,
    Ranking,
    Revealing,
    State,
    Told,
    Trophy,
    Won,
    even_sizes,
    usual_groups,
)
from companion.games.labtag.numbers import NUMBERS
from companion.games.labtag.rules import (
    asked,
    missing,
    next_turn,
    nobody,
    parity_note,
    settle,
    verdict,
    waiting,
)
from companion.kernel.explain import Explanation, Tone, why
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Several, Subset, Weight, Words
from companion.kernel.report import Report, Story
from companion.kernel.text import Listing, Player, Text

#: One game is one round.
ROUND: Final = 1

#: Of more groups than this the form takes only sizes near to equal ones; the game's own screen takes any.
FEW_GROUPS: Final = 5

_VALUES: Final = (
    *(Option(value, T("{value}", value=value)) for value in VALUES),
    *(Option(special, SPECIAL_NAMES[special]) for special in SPECIALS),
)

#: What there is to tell of a card.
CARD: Final = (
    Number("labtag", T("LABTAG value"), FLAGS.start, FLAGS.stop - 1, None),
    Choice("value", T("Card value"), _VALUES),
    Choice("golden", T("The LABTAG value"), (Option(False, T("plain")), Option(True, T("golden")))),
    Words("name", T("Name of the card"), LONGEST_NAME, ("Pipette", "Petri dish"), optional=True),
)


def event(state: State, *more: Hashable) -> Hashable:
    """Return which event of the game the table has come to."""
    return (type(state.phase), state.matches, *more)


def _impossible(cards: int, groups: int) -> Explanation | None:
    """Return why nobody makes so many groups of so many cards (labtag.ruling.limits, labtag.ruling.blocked)."""
    for number, limit in ((cards, NUMBERS.cards), (groups, NUMBERS.groups)):
        if not limit.fewest <= number <= limit.most:
            text = T("This has to be a number from {low} to {high}.", low=limit.fewest, high=limit.most)
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
    """Everyone has drawn ``cards`` cards and makes ``groups`` groups of them (labtag.setup.draw, labtag.setup.groups)."""

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
        """Every group needs a card (labtag.setup.groups, labtag.ruling.limits, labtag.ruling.blocked)."""
        if isinstance(state.phase, GameOver):
            return waiting(state)
        if not isinstance(state.phase, Drawing):
            text = T("The cards are drawn already: correct that entry in the history if it is wrong.")
            return why(text, "labtag.setup.draw")
        return _impossible(self.cards, self.groups)

    def tell(self, story: Story[State]) -> None:
        story.change(cards=self.cards, groups=self.groups, phase=Laying())
        text = T(
            "Everyone makes {groups} of {cards} and lays them face down.",
            groups=groups_of(self.groups),
            cards=cards_of(self.cards),
        )
        story.todo(text, "labtag.setup.groups", "labtag.setup.draw", "labtag.special.one_each")
        story.say(*parity_note(story.state))

    def describe(self) -> Text:
        return T("{cards}, {groups}", cards=cards_of(self.cards), groups=groups_of(self.groups))

    def event_key(self, state: State) -> Hashable:
        return event(state)


@frozen
class AllLaid(Report[State]):
    """All have drawn and laid their groups; how many cards lie in which group is not told (labtag.setup.groups)."""

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
        """Whoever has drawn already has drawn as many (labtag.setup.draw, labtag.ruling.blocked)."""
        if isinstance(state.phase, Drawing):
            return _impossible(self.cards, self.groups)
        if not isinstance(state.phase, Laying):
            return waiting(state)
        if (self.cards, self.groups) != (state.cards, state.groups):
            text = T(
                "Everyone makes {groups} of {cards}: correct that entry in the history if it is wrong.",
                groups=groups_of(state.groups),
                cards=cards_of(state.cards),
            )
            return why(text, "labtag.setup.draw", "labtag.ruling.blocked")
        return None

    def tell(self, story: Story[State]) -> None:
        """Whoever has not told lays groups of unknown sizes."""
        story.change(cards=self.cards, groups=self.groups)
        for seat in story.state.missing:
            story.state = story.state.with_place(seat, Place((Group(None),) * self.groups))
        _begin(story)
        story.say(*parity_note(story.state))

    def describe(self) -> Text:
        return T(
            "All groups lie face down: {groups} of {cards}", groups=groups_of(self.groups), cards=cards_of(self.cards)
        )

    def event_key(self, state: State) -> Hashable:
        return event(state)


def _begin(story: Story[State]) -> None:
    """Let the starting player pick (labtag.turn.start)."""
    first = story.state.first
    story.change(phase=Choosing(first))
    text = T("All groups lie face down. {player} was drawn to start.", player=Player(first))
    story.tell(text, "labtag.turn.start")


@frozen
class GroupsLaid(Report[State]):
    """A player has laid the groups face down: the number of cards in each, from left to right (labtag.setup.groups)."""

    seat: int
    sizes: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        seats = _without_sizes(state) if isinstance(state.phase, Choosing) else state.missing
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
        """As many groups and cards as everyone, none empty (labtag.setup.groups, labtag.ruling.blocked)."""
        if stranger := nobody(state, self.seat):
            return stranger
        late = isinstance(state.phase, Choosing) and self.seat in _without_sizes(state)
        if not isinstance(state.phase, Laying) and not late:
            return waiting(state)
        player = Player(self.seat)
        if state.places[self.seat].groups and not late:
            text = T(
                "{player}’s groups lie on the table already: correct that entry in the history if it is wrong.",
                player=player,
            )
            return why(text, "labtag.setup.groups")
        if len(self.sizes) != state.groups:
            text = N(
                "{player} has {n} group, but everyone makes {groups}.",
                "{player} has {n} groups, but everyone makes {groups}.",
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
                "Counted together {player}’s groups come to {counted}, but everyone has drawn {cards}.",
                player=player,
                counted=sum(self.sizes),
                cards=state.cards,
            )
            return why(text, "labtag.setup.draw", "labtag.ruling.blocked")
        return None

    def tell(self, story: Story[State]) -> None:
        """When the last one has laid, the starting player picks (labtag.turn.start)."""
        story.state = story.state.with_place(self.seat, Place(tuple(map(Group, self.sizes))))
        sizes = " · ".join(map(str, self.sizes))
        story.tell(T("{player} has laid: {sizes}.", player=Player(self.seat), sizes=sizes), "labtag.setup.groups")
        if isinstance(story.state.phase, Laying) and not story.state.missing:
            _begin(story)

    def describe(self) -> Text:
        return T("{player}: {sizes}", player=Player(self.seat), sizes=" · ".join(map(str, self.sizes)))

    def event_key(self, state: State) -> Hashable:
        """Two players may lay at the same time."""
        return event(state, self.seat, state.places[self.seat].groups) if self.seat in state.seats else event(state)


def _without_sizes(state: State) -> tuple[int, ...]:
    """Return of whom no size is told while all groups still lie face down: it may be told until then."""
    return tuple(
        seat
        for seat, place in enumerate(state.places)
        if place.groups and not place.apart and all(each.face_down and each.size is None for each in place.groups)
    )


def _may_not_meet(state: State, turn: int, seat: int, opponent: int) -> Explanation | None:
    """Return why a player may not send a group against an opponent now (labtag.turn.choice, labtag.turn.largest)."""
    if seat != turn:
        text = T("It is not {other}’s turn; {player} picks.", other=Player(seat), player=Player(turn))
        return why(text, "labtag.turn.next", "labtag.turn.choice")
    if stranger := nobody(state, opponent):
        return stranger
    if opponent == seat:
        return why(T("The second group must be an opponent’s: pick another one."), "labtag.turn.choice")
    may = state.opponents(seat)
    if opponent not in may:
        text = N(
            "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} group.",
            "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} groups.",
            n=state.places[may[0]].face_down,
            opponent=Player(opponent),
            players=Listing(tuple(map(Player, may))),
        )
        return why(text, "labtag.turn.largest")
    return None


def _gone(state: State, seat: int, group: int | None) -> Explanation | None:
    """Return why a group cannot be meant: it does not lie face down (labtag.turn.choice)."""
    if group is None or state.places[seat].lies(group):
        return None
    text = T("{player} has no group {number} face down: pick one that still is.", player=Player(seat), number=group + 1)
    return why(text, "labtag.turn.choice")


@frozen
class Picked(Report[State]):
    """The player on turn sends a group against one of an opponent (labtag.turn.choice, labtag.turn.largest).

    :param group: the own group, counted from 0; ``None`` if nobody tells which.
    :param against: the opponent's seat, and that player's group in the same way.
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
                continue  # there is only one way to pick these two
            met = T("{player} against {other}", player=Player(turn), other=Player(other))
            given = (("seat", turn), ("group", None), ("against", (other, None)))
            yield Offer(cls, met, rules, given, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        if stranger := nobody(state, self.seat):
            return stranger
        phase = state.phase
        if not isinstance(phase, Choosing):
            return waiting(state)
        opponent, target = self.against
        if refused := _may_not_meet(state, phase.turn, self.seat, opponent):
            return refused
        return _gone(state, self.seat, self.group) or _gone(state, opponent, target)

    def tell(self, story: Story[State]) -> None:
        """Both groups are turned up (labtag.turn.reveal)."""
        opponent, target = self.against
        current = _met(story.state, self.seat, opponent, self.group, target)
        story.change(phase=Revealing(current), last=None, equal=None)
        text = T("{player} and {other} turn up both groups.", player=Player(self.seat), other=Player(opponent))
        story.todo(text, "labtag.turn.reveal", "labtag.turn.choice")

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


def _cards(told: Iterable[Any]) -> tuple[Card, ...]:
    """Make cards of what a form asked for: LABTAG value, card value, golden or not, name."""
    return tuple(card if isinstance(card, Card) else Card(*card) for card in told)


def _elsewhere(state: State, seat: int) -> Explanation | None:
    """Return why nothing is told of a player's group now (labtag.turn.reveal)."""
    if stranger := nobody(state, seat):
        return stranger
    if not isinstance(state.phase, Revealing):
        return waiting(state)
    current = state.phase.match
    if seat not in current.seats:
        players = Listing(tuple(map(Player, current.seats)))
        text = T("{player} is not in this match: tell the cards of {players}.", player=Player(seat), players=players)
        return why(text, "labtag.turn.reveal")
    return None


def _told_already(seat: int) -> Explanation:
    text = T(
        "{player}’s cards are told already: correct that entry in the history if it is wrong.", player=Player(seat)
    )
    return why(text, "labtag.turn.reveal")


_SUM_RULES: Final[dict[Kind, tuple[str, ...]]] = {
    "labtag": ("labtag.match.strength",),
    "values": ("labtag.match.tie_values", "labtag.special.jack"),
    "legendary": ("labtag.match.tie_legendary", "labtag.ruling.legendary"),
}
_SUM_NAMES: Final[dict[Kind, Text]] = {
    "labtag": T("Sum of the LABTAG values"),
    "values": T("Sum of the card values"),
    "legendary": T("Legendary cards"),
}


def _specials(specials: Iterable[Special]) -> Text | Listing:
    names = tuple(SPECIAL_NAMES[special] for special in SPECIALS if special in specials)
    return Listing(names) if names else T("no special card")


def _contradiction(seat: int, before: Told | None, now: Tally) -> Explanation | None:
    """Return in what two reports of the same group do not agree."""
    if not isinstance(before, Tally):
        return None
    player = Player(seat)
    if set(before.specials) != set(now.specials):
        text = T(
            "{player}’s group was told to hold {before}, now it holds {now}. Tell it again, or correct that entry in the history.",
            player=player,
            before=_specials(before.specials),
            now=_specials(now.specials),
        )
        return why(text, "labtag.turn.reveal", "labtag.special.order")
    for kind in KINDS:
        told, counted = before.sum(kind), now.sum(kind)
        if told is not None and counted is not None and told != counted:
            text = T(
                "{player}: {what} was told as {before}, now it is {now}. Tell it again, or correct that entry in the history.",
                player=player,
                what=_SUM_NAMES[kind],
                before=told,
                now=counted,
            )
            return why(text, *_SUM_RULES[kind])
    return None


def _other_winner(state: State, seat: int, told: Told) -> Explanation | None:
    """Return why a match that is checked would end otherwise than it was told."""
    phase = state.phase
    assert isinstance(phase, Revealing)
    if phase.won is None:
        return None
    decision = verdict(state, phase.match.telling(seat, told))
    if decision is None or decision.missing or decision.winner == phase.won.winner:
        return None
    told_winner = Player(phase.won.winner)
    text = (
        T(
            "By these cards the match is drawn, but {other} was told to have won it. Tell the cards again, or correct that entry in the history.",
            other=told_winner,
        )
        if decision.winner is None
        else T(
            "By these cards {player} wins, but {other} was told to have won the match. Tell the cards again, or correct that entry in the history.",
            player=Player(decision.winner),
            other=told_winner,
        )
    )
    return why(text, *decision.proof[-1].rules)


class GroupTold(Report[State]):
    """What is told of a group that has been turned up (labtag.turn.reveal)."""

    __slots__ = ()

    seat: int

    @abstractmethod
    def told(self, state: State) -> Told:
        """Return what is known of the group then."""

    def tell(self, story: Story[State]) -> None:
        """As soon as enough is known of both groups, the match is decided."""
        phase = story.phase(Revealing)
        told = self.told(story.state)
        size = None if isinstance(told, Tally) else len(told)
        group, place = phase.match.group(self.seat), story.state.places[self.seat]
        if phase.won is None and phase.match.told(self.seat) is None:
            place = place.turned(group, size)
        else:
            place = place.sized(group, size)
        story.state = story.state.with_place(self.seat, place)
        current = phase.match.telling(self.seat, told)
        story.change(phase=Revealing(current, phase.won))
        decision = verdict(story.state, current)
        if decision is None:
            story.todo(T("Now {player}’s cards.", player=Player(current.untold[0])), "labtag.turn.reveal")
            return
        story.say(*decision.proof)
        if not decision.missing:
            _end_match(story, current, decision.winner, phase.won)

    def event_key(self, state: State) -> Hashable:
        """Two players may turn up their cards at the same time."""
        phase = state.phase
        if isinstance(phase, Revealing) and self.seat in phase.match.seats:
            return event(state, self.seat, phase.match.told(self.seat))
        return event(state)


@frozen
class Revealed(GroupTold):
    """A player has turned up the cards of the group that is in the match (labtag.turn.reveal)."""

    seat: int
    cards: tuple[Card, ...] = field(converter=_cards)

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Revealing):
            return
        card = Composite("card", T("Card"), CARD)
        for one in state.phase.match.untold:
            sizes = state.sizes(state.phase.match, one)
            field = Several("cards", T("Cards of the group"), card, min(sizes), max(sizes))
            label = T("{player}’s cards", player=Player(one))
            yield Offer(cls, label, ("labtag.turn.reveal", "labtag.special.one_each"), (("seat", one),), (field,))

    def refusal(self, state: State) -> Explanation | None:
        """As many cards as were laid, no special twice (labtag.special.one_each, labtag.ruling.blocked)."""
        if refused := _elsewhere(state, self.seat):
            return refused
        assert isinstance(state.phase, Revealing)
        player, current = Player(self.seat), state.phase.match
        if isinstance(current.told(self.seat), tuple):
            return _told_already(self.seat)
        if refused := self._miscounted(state, current):
            return refused
        if special := repeated(self.cards):
            text = T(
                "{player}’s group holds more than one {special}; only one of each special is allowed in a group. Tell the cards again, or put the groups right first.",
                player=player,
                special=SPECIAL_NAMES[special],
            )
            return why(text, "labtag.special.one_each", "labtag.ruling.blocked")
        disagreeing = _contradiction(self.seat, current.told(self.seat), Tally.of(self.cards))
        return disagreeing or _other_winner(state, self.seat, self.cards)

    def _miscounted(self, state: State, current: Match) -> Explanation | None:
        """Return why the group does not hold so many cards (labtag.ruling.blocked)."""
        player, sizes, group = Player(self.seat), state.sizes(current, self.seat), current.group(self.seat)
        if len(self.cards) in sizes:
            return None
        rules = ("labtag.ruling.blocked", "labtag.setup.groups")
        if group is not None and state.places[self.seat].groups[group].size is not None:
            text = N(
                "{player}’s group {number} was laid with {n} card; {told} are told. Tell as many, or correct the groups in the history.",
                "{player}’s group {number} was laid with {n} cards; {told} are told. Tell as many, or correct the groups in the history.",
                n=sizes[0],
                player=player,
                number=group + 1,
                told=len(self.cards),
            )
            return why(text, *rules)
        text = T(
            "{player} has drawn {cards} for {groups}: by what is told so far this group holds {least} to {most} of them, not {told}.",
            player=player,
            cards=cards_of(state.cards),
            groups=groups_of(state.groups),
            least=min(sizes),
            most=max(sizes),
            told=len(self.cards),
        )
        return why(text, *rules)

    def told(self, state: State) -> Told:
        return self.cards

    def describe(self) -> Text:
        return T("{player}: {cards}", player=Player(self.seat), cards=Listing(tuple(map(card_name, self.cards))))


@frozen
class Summed(GroupTold):
    """A player's group has been added up; what does not matter stays untold (labtag.turn.reveal, labtag.match.strength).

    :param specials: the special cards it holds.
    :param labtag: the sum of its LABTAG values.
    :param values: the sum of its card values.
    :param legendary: how many legendary cards it holds.
    """

    seat: int
    specials: tuple[Special, ...]
    labtag: int | None = None
    values: int | None = None
    legendary: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Revealing) or state.phase.won:
            return
        current = state.phase.match
        options = tuple(Option(special, SPECIAL_NAMES[special]) for special in SPECIALS)
        for one in current.untold:
            label = T("{player}’s specials", player=Player(one))
            asked = Subset("specials", T("Special cards of the group"), options)
            yield Offer(cls, label, ("labtag.special.order", "labtag.turn.reveal"), (("seat", one),), (asked,))
        kind = None if current.untold else missing(state).missing
        for one in missing(state).of if kind else ():
            told = current.told(one)
            assert isinstance(told, Tally)
            assert kind
            span = _span(state, one, told.specials, kind)
            number = Number(kind, _SUM_NAMES[kind], span.start, span.stop - 1, None)
            label = T("{player}: {what}", player=Player(one), what=_SUM_NAMES[kind])
            given = (("seat", one), ("specials", told.specials))
            yield Offer(cls, label, _SUM_RULES[kind], given, (number,))

    @property
    def tally(self) -> Tally:
        """What it tells."""
        return Tally(self.specials, self.labtag, self.values, self.legendary)

    def refusal(self, state: State) -> Explanation | None:
        """No special twice, and no number that no group comes to (labtag.special.one_each, labtag.ruling.limits)."""
        if refused := _elsewhere(state, self.seat):
            return refused
        assert isinstance(state.phase, Revealing)
        before = state.phase.match.told(self.seat)
        if isinstance(before, tuple) or (isinstance(before, Tally) and before.refined(self.tally) == before):
            return _contradiction(self.seat, before, self.tally) or _told_already(self.seat)
        most = max(state.sizes(state.phase.match, self.seat))
        if len(set(self.specials)) < len(self.specials):
            special = next(each for each in SPECIALS if self.specials.count(each) > 1)
            text = T(
                "{player}’s group already holds a {special}; only one of each special is allowed in a group.",
                player=Player(self.seat),
                special=SPECIAL_NAMES[special],
            )
            return why(text, "labtag.special.one_each")
        if len(self.specials) > most:
            text = N(
                "{player}’s group holds {n} card at most: so many specials cannot be in it.",
                "{player}’s group holds {n} cards at most: so many specials cannot be in it.",
                n=most,
                player=Player(self.seat),
            )
            return why(text, "labtag.ruling.blocked", "labtag.setup.groups")
        for kind in KINDS:
            told = self.tally.sum(kind)
            span = _span(state, self.seat, self.specials, kind)
            if told is not None and told not in span:
                text = T(
                    "{player}: {what} has to be a number from {low} to {high}.",
                    player=Player(self.seat),
                    what=_SUM_NAMES[kind],
                    low=span.start,
                    high=span.stop - 1,
                )
                return why(text, "labtag.ruling.limits", *_SUM_RULES[kind])
        disagreeing = _contradiction(self.seat, before, self.tally)
        return disagreeing or _other_winner(state, self.seat, self.told(state))

    def told(self, state: State) -> Told:
        """Return it with what was told of the group before."""
        assert isinstance(state.phase, Revealing)
        before = state.phase.match.told(self.seat)
        return before.refined(self.tally) if isinstance(before, Tally) else self.tally

    def describe(self) -> Text:
        told = [
            T("{what} {n}", what=_SUM_NAMES[kind], n=n) for kind in KINDS if (n := self.tally.sum(kind)) is not None
        ]
        specials = (_specials(self.specials),) if self.specials or not told else ()
        return T("{player}: {cards}", player=Player(self.seat), cards=Listing((*specials, *told)))


def _span(state: State, seat: int, specials: tuple[Special, ...], kind: Kind) -> range:
    """Return which numbers a group may come to (labtag.ruling.limits)."""
    assert isinstance(state.phase, Revealing)
    sizes = state.sizes(state.phase.match, seat)
    return Side(seat, Tally(specials), (min(sizes), max(sizes))).span(kind)


@frozen
class MatchWon(Report[State]):
    """Two groups have met, and everybody saw who has won; the cards are not told (labtag.match.trophy).

    :param seat: the player on turn.
    :param winner: ``None`` if it was drawn.
    :param group: the own group, counted from 0; ``None`` if nobody tells which.
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
        """Who may meet is a rule, told or not (labtag.turn.largest); a drawn match is one of the house (labtag.ruling.drawn_match)."""
        if stranger := nobody(state, self.seat):
            return stranger
        phase = state.phase
        if isinstance(phase, Choosing):
            refused = _may_not_meet(state, phase.turn, self.seat, self.opponent)
            refused = refused or _gone(state, self.seat, self.group) or _gone(state, self.opponent, self.target)
        elif isinstance(phase, Revealing) and phase.won is None:
            refused = self._another(phase.match)
        else:
            return waiting(state)
        if refused:
            return refused
        if self.winner is None and state.house.drawn_match == "turn":
            text = T(
                "By the house rule a match that stays level is won by {player}, being on turn.",
                player=Player(self.seat),
            )
            return why(text, "labtag.ruling.drawn_match")
        if self.winner not in (self.seat, self.opponent, None):
            text = T(
                "Only {player} or {other} can win this match.", player=Player(self.seat), other=Player(self.opponent)
            )
            return why(text, "labtag.match.trophy", "labtag.turn.choice")
        return None

    def _another(self, current: Match) -> Explanation | None:
        """Return why it is not the match that runs (labtag.turn.choice)."""
        told = zip(current.groups, (self.group, self.target), strict=True)
        if current.seats == (self.seat, self.opponent) and all(now is None or before == now for before, now in told):
            return None
        text = T(
            "Another match is on: {player} against {other}.",
            player=Player(current.seats[0]),
            other=Player(current.seats[1]),
        )
        return why(text, "labtag.turn.choice", "labtag.turn.reveal")

    def tell(self, story: Story[State]) -> None:
        """Both groups are turned up, and the winner has a trophy that nobody has named."""
        phase, state = story.state.phase, story.state
        current = (
            phase.match
            if isinstance(phase, Revealing)
            else _met(state, self.seat, self.opponent, self.group, self.target)
        )
        for seat in current.untold:
            place = story.state.places[seat].turned(current.group(seat))
            story.state = story.state.with_place(seat, place)
        if self.winner is None:
            story.tell(T("The match is drawn: nobody gets a trophy."), "labtag.ruling.drawn_match")
        _end_match(story, current, self.winner)

    def describe(self) -> Text:
        if self.winner is None:
            return T("{player} and {other}: drawn", player=Player(self.seat), other=Player(self.opponent))
        loser = self.opponent if self.winner == self.seat else self.seat
        return T("{player} wins against {other}", player=Player(self.winner), other=Player(loser))

    def event_key(self, state: State) -> Hashable:
        return event(state)


def _met(state: State, seat: int, opponent: int, group: int | None, target: int | None) -> Match:
    """Return which groups meet; the only one left needs no telling."""

    def which(of: int, told: int | None) -> int | None:
        lying = [number for number, each in enumerate(state.places[of].groups) if each.face_down]
        return lying[0] if told is None and len(lying) == 1 else told

    return Match((seat, opponent), (which(seat, group), which(opponent, target)))


@frozen
class Rechecked(Report[State]):
    """The match that was told last is checked by its cards (labtag.turn.reveal)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if state.last and isinstance(state.phase, Choosing | Ranking):
            left, right = state.last.match.seats
            label = T("Check the match of {player} and {other}", player=Player(left), other=Player(right))
            yield Offer(cls, label, ("labtag.turn.reveal", "labtag.match.strength"), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Only the last match, and only once (labtag.turn.reveal)."""
        if isinstance(state.phase, Choosing | Ranking) and not state.last:
            text = T("There is no match to check: all of the last one is told.")
            return why(text, "labtag.turn.reveal")
        return None if isinstance(state.phase, Choosing | Ranking) else waiting(state)

    def tell(self, story: Story[State]) -> None:
        """The cards that are named already stay; the others are asked for."""
        won = story.state.last
        assert won
        story.change(phase=Revealing(won.match, won), last=None, equal=None)
        one, other = map(Player, won.match.seats)
        text = T("The match of {player} and {other} is checked by its cards.", player=one, other=other)
        story.todo(text, "labtag.turn.reveal")

    def describe(self) -> Text:
        return T("The last match is checked")

    def event_key(self, state: State) -> Hashable:
        return event(state, "checked", state.last)


def _end_match(story: Story[State], current: Match, winner: int | None, won: Won | None = None) -> None:
    """Discard, and give the winner a trophy (labtag.match.trophy, labtag.ruling.drawn_match).

    :param won: how the match was told before, if it was only checked.
    """
    if won is None:
        sizes = [_lying(story.state, current, seat) for seat in current.seats]
        story.change(matches=story.state.matches + 1)
        story.state = story.state.discarding(*sizes)
    checkable = None in current.cards and not any(isinstance(told, Tally) for told in current.cards)
    story.change(last=Won(current, winner) if checkable and winner is not None else None, equal=None)
    if winner is None:
        story.todo(T("All revealed cards are discarded."), "labtag.match.trophy")
        next_turn(story, current.seats[0])
        return
    told = current.told(winner)
    if not isinstance(told, tuple):
        _trophy(story, current, winner, None, scored=won is not None)
        return
    cards = trophies(told, story.state.house)
    if alike(cards, story.state.house):
        _trophy(story, current, winner, cards[0], scored=won is not None)
        story.change(equal=(winner, cards) if len(cards) > 1 else None)
    else:
        story.change(phase=Trophy(current, winner, cards, scored=won is not None))


def _lying(state: State, current: Match, seat: int) -> int | None:
    """Return how many cards of a player lie open in a match; ``None`` if nobody has told."""
    told, group = current.told(seat), current.group(seat)
    if isinstance(told, tuple):
        return len(told)
    return None if group is None else state.places[seat].groups[group].size


def _trophy(story: Story[State], current: Match, seat: int, card: Card | None, *, scored: bool) -> None:
    """The trophy is a point, named or not (labtag.match.trophy, labtag.final.points)."""
    rules = ("labtag.match.trophy", "labtag.ruling.highest_card", "labtag.final.points")
    text = (
        T(
            "{player} wins and puts {card} face down on the victory pile; the other cards are discarded.",
            player=Player(seat),
            card=card_name(card),
        )
        if card
        else T(
            "{player} wins and puts the highest own card face down on the victory pile; the other cards are discarded.",
            player=Player(seat),
        )
    )
    said = story.tell(text, *rules, tone=Tone.TODO)
    place = story.state.places[seat]
    if scored:
        story.state = story.state.with_place(seat, evolve(place, pile=(*place.pile[:-1], card)))
    else:
        story.score(seat, ROUND, "trophies", NUMBERS.points.trophy, said)
        story.state = story.state.with_place(seat, evolve(place, pile=(*place.pile, card))).discarding(-1)
    next_turn(story, current.seats[0])


@frozen
class TrophyChosen(Report[State]):
    """The winner of the match has chosen the card for the own victory pile (labtag.match.trophy)."""

    seat: int
    card: Card

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Trophy):
            rules = ("labtag.match.trophy", "labtag.ruling.trophy_choice")
            for card in state.phase.cards:
                yield Offer(cls, card_name(card), rules, (("seat", state.phase.winner), ("card", card)))

    def refusal(self, state: State) -> Explanation | None:
        """Only the winner chooses, among the highest own cards (labtag.ruling.trophy_choice, labtag.ruling.highest_card)."""
        if stranger := nobody(state, self.seat):
            return stranger
        phase = state.phase
        if isinstance(phase, Trophy):
            winner, cards = phase.winner, phase.cards
        elif state.equal:
            winner, cards = state.equal
        else:
            return waiting(state)
        if self.seat != winner:
            text = T("{player} has won the match and chooses the trophy.", player=Player(winner))
            return why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
        if self.card not in cards:
            text = T(
                "The trophy must be one of the highest own cards: {cards}.", cards=Listing(tuple(map(card_name, cards)))
            )
            return why(text, "labtag.match.trophy", "labtag.ruling.highest_card")
        return None

    def tell(self, story: Story[State]) -> None:
        """The trophy is a point (labtag.final.points); one of several that are alike is only named."""
        phase = story.state.phase
        if isinstance(phase, Trophy):
            _trophy(story, phase.match, self.seat, self.card, scored=phase.scored)
            return
        place = story.state.places[self.seat]
        story.state = story.state.with_place(self.seat, evolve(place, pile=(*place.pile[:-1], self.card)))
        story.change(equal=None)
        story.tell(self.describe(), "labtag.match.trophy", "labtag.ruling.trophy_choice")

    def describe(self) -> Text:
        return T("{player}’s trophy: {card}", player=Player(self.seat), card=card_name(self.card))

    def event_key(self, state: State) -> Hashable:
        return event(state, state.equal) if state.equal else event(state)


@frozen
class PileTold(Report[State]):
    """What a tie at the end rests on has been looked up in a victory pile (labtag.ruling.final_tie).

    :param labtag: the LABTAG value of the highest card.
    :param value: its card value, as it counts.
    :param legendary: how many cards of the pile are legendary.
    """

    seat: int
    labtag: int | None = None
    value: int | None = None
    legendary: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Ranking):
            span, (name, what) = _answers(state), _PILE[asked(state).kind]
            label = T("{player}: {what}", player=Player(asked(state).seat), what=what)
            number = Number(name, what, span.start, span.stop - 1, None)
            yield Offer(cls, label, _PILE_RULES, (("seat", asked(state).seat),), (number,))

    def refusal(self, state: State) -> Explanation | None:
        """Only what is asked, and nothing lower than a trophy that is named (labtag.final.tie_card, labtag.final.tie_legendary)."""
        if stranger := nobody(state, self.seat):
            return stranger
        if not isinstance(state.phase, Ranking):
            return waiting(state)
        question, span = asked(state), _answers(state)
        told = {"labtag": self.labtag, "values": self.value, "legendary": self.legendary}
        answer = told.pop(question.kind)
        if self.seat != question.seat or answer is None or any(more is not None for more in told.values()):
            return waiting(state)
        if answer in span:
            return None
        pile = piles(state.places, state.house)[self.seat]
        if pile.best and question.kind != "legendary" and answer < span.start:
            text = T(
                "{player}’s victory pile holds {card}: its highest card cannot be lower.",
                player=Player(self.seat),
                card=card_name(pile.best),
            )
            return why(text, "labtag.ruling.final_tie", "labtag.match.trophy")
        text = T("This has to be a number from {low} to {high}.", low=span.start, high=span.stop - 1)
        return why(text, "labtag.ruling.limits", *_PILE_RULES)

    def tell(self, story: Story[State]) -> None:
        """Ask on, or count the piles."""
        place = story.state.places[self.seat]
        before = place.highest
        told = Highest(
            before.labtag if self.labtag is None else self.labtag,
            before.value if self.value is None else self.value,
            before.legendary if self.legendary is None else self.legendary,
        )
        story.state = story.state.with_place(self.seat, evolve(place, highest=told))
        settle(story)

    def describe(self) -> Text:
        told = ((self.labtag, "labtag"), (self.value, "values"), (self.legendary, "legendary"))
        (said,) = [T("{what} {n}", what=_PILE[kind][1], n=n) for n, kind in told if n is not None][:1] or [T("nothing")]
        return T("{player}: {what}", player=Player(self.seat), what=said)

    def event_key(self, state: State) -> Hashable:
        return event(state, *(place.highest for place in state.places))


_PILE_RULES: Final = ("labtag.ruling.final_tie", "labtag.final.tie_card", "labtag.final.tie_legendary")
_PILE: Final[dict[str, tuple[str, Text]]] = {
    "labtag": ("labtag", T("LABTAG value of the highest trophy")),
    "values": ("value", T("Card value of the highest trophy")),
    "legendary": ("legendary", T("Legendary trophies")),
}


def _answers(state: State) -> range:
    """Return what may be answered to what is asked of a victory pile (labtag.ruling.limits)."""
    question = asked(state)
    pile = piles(state.places, state.house)[question.seat]
    if question.kind == "legendary":
        least, most = pile.legendary
        return range(least, most + 1)
    return range(pile.least(question.kind), FLAGS.stop if question.kind == "labtag" else VALUES.stop)
