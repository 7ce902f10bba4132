"""What the players report at a table of LABTAG Schlamboree, and what follows from it."""

from collections.abc import Hashable, Iterable
from typing import Any, Final

from attrs import evolve, field, frozen

from companion.games.labtag.cards import FLAGS, LONGEST_NAME, SPECIALS, VALUES, Card, repeated
from companion.games.labtag.match import Side, decide, trophies
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name, cards_of, groups_of
from companion.games.labtag.model import (
    Choosing,
    Drawing,
    GameOver,
    Group,
    Laying,
    Match,
    Place,
    Revealing,
    State,
    Trophy,
    even_sizes,
    usual_groups,
)
from companion.games.labtag.numbers import NUMBERS
from companion.games.labtag.rules import next_turn, nobody, parity_note, waiting
from companion.kernel.explain import Explanation, Tone, why
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Several, Weight, Words
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
        for number, limit in ((self.cards, NUMBERS.cards), (self.groups, NUMBERS.groups)):
            if not limit.fewest <= number <= limit.most:
                text = T("This has to be a number from {low} to {high}.", low=limit.fewest, high=limit.most)
                return why(text, "labtag.ruling.limits", "labtag.setup.draw")
        if self.cards < self.groups * NUMBERS.groups.smallest:
            text = T(
                "There are more groups ({groups}) than cards ({cards}); every group needs at least one card.",
                cards=self.cards,
                groups=self.groups,
            )
            return why(text, "labtag.setup.groups", "labtag.ruling.blocked")
        return None

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
class GroupsLaid(Report[State]):
    """A player has laid the groups face down: the number of cards in each, from left to right (labtag.setup.groups)."""

    seat: int
    sizes: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Laying):
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
        for one in state.missing:
            label = T("{player}: {sizes}", player=Player(one), sizes=" · ".join(map(str, sizes)))
            yield Offer(cls, label, rules, (("seat", one), ("sizes", sizes)))
            other = T("{player}: other sizes", player=Player(one))
            yield Offer(cls, other, rules, (("seat", one),), (field,), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """As many groups and cards as everyone, none empty (labtag.setup.groups, labtag.ruling.blocked)."""
        if stranger := nobody(state, self.seat):
            return stranger
        if not isinstance(state.phase, Laying):
            return waiting(state)
        player = Player(self.seat)
        if state.places[self.seat].groups:
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
        """The last one to lay starts the game (labtag.turn.start)."""
        story.state = story.state.with_place(self.seat, Place(tuple(map(Group, self.sizes))))
        sizes = " · ".join(map(str, self.sizes))
        story.tell(T("{player} has laid: {sizes}.", player=Player(self.seat), sizes=sizes), "labtag.setup.groups")
        if not story.state.missing:
            first = story.state.first
            story.change(phase=Choosing(first))
            text = T("All groups lie face down. {player} was drawn to start.", player=Player(first))
            story.tell(text, "labtag.turn.start")

    def describe(self) -> Text:
        return T("{player}: {sizes}", player=Player(self.seat), sizes=" · ".join(map(str, self.sizes)))

    def event_key(self, state: State) -> Hashable:
        """Two players may lay at the same time."""
        return event(state, self.seat, state.places[self.seat].groups) if self.seat in state.seats else event(state)


@frozen
class Picked(Report[State]):
    """The player on turn sends a group against one of an opponent (labtag.turn.choice, labtag.turn.largest).

    :param group: the own group, counted from 0.
    :param against: the opponent's seat, and that player's group, counted from 0.
    """

    seat: int
    group: int
    against: tuple[int, int]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Choosing):
            return
        turn = state.phase.turn
        own = tuple(
            Option(
                number,
                N("Group {number} ({n} card)", "Group {number} ({n} cards)", n=group.size, number=number + 1),
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
        fields = (Choice("group", T("Own group"), own), Choice("against", T("Against"), targets))
        label = T("{player} picks two groups", player=Player(turn))
        yield Offer(cls, label, ("labtag.turn.choice", "labtag.turn.largest"), (("seat", turn),), fields)

    def refusal(self, state: State) -> Explanation | None:
        if stranger := nobody(state, self.seat):
            return stranger
        phase = state.phase
        if not isinstance(phase, Choosing):
            return waiting(state)
        if self.seat != phase.turn:
            text = T("It is not {other}’s turn; {player} picks.", other=Player(self.seat), player=Player(phase.turn))
            return why(text, "labtag.turn.next", "labtag.turn.choice")
        opponent, target = self.against
        if stranger := nobody(state, opponent):
            return stranger
        if opponent == self.seat:
            return why(T("The second group must be an opponent’s: pick another one."), "labtag.turn.choice")
        may = state.opponents(self.seat)
        if opponent not in may:
            text = N(
                "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} group.",
                "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} groups.",
                n=state.places[may[0]].face_down,
                opponent=Player(opponent),
                players=Listing(tuple(map(Player, may))),
            )
            return why(text, "labtag.turn.largest")
        for seat, group in ((self.seat, self.group), (opponent, target)):
            if not state.places[seat].lies(group):
                text = T(
                    "{player} has no group {number} face down: pick one that still is.",
                    player=Player(seat),
                    number=group + 1,
                )
                return why(text, "labtag.turn.choice")
        return None

    def tell(self, story: Story[State]) -> None:
        """Both groups are turned up (labtag.turn.reveal)."""
        opponent, target = self.against
        story.change(phase=Revealing(Match((self.seat, opponent), (self.group, target))))
        text = T("{player} and {other} turn up both groups.", player=Player(self.seat), other=Player(opponent))
        story.todo(text, "labtag.turn.reveal", "labtag.turn.choice")

    def describe(self) -> Text:
        opponent, target = self.against
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


@frozen
class Revealed(Report[State]):
    """A player has turned up the cards of the group that is in the match (labtag.turn.reveal)."""

    seat: int
    cards: tuple[Card, ...] = field(converter=_cards)

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Revealing):
            return
        card = Composite("card", T("Card"), CARD)
        current = state.phase.match
        for one in current.untold:
            size = state.size(current, one)
            field = Several("cards", T("Cards of the group"), card, size, size)
            label = T("{player}’s cards", player=Player(one))
            yield Offer(cls, label, ("labtag.turn.reveal", "labtag.special.one_each"), (("seat", one),), (field,))

    def refusal(self, state: State) -> Explanation | None:
        """As many cards as were laid, no special twice (labtag.special.one_each, labtag.ruling.blocked)."""
        if stranger := nobody(state, self.seat):
            return stranger
        if not isinstance(state.phase, Revealing):
            return waiting(state)
        player, current = Player(self.seat), state.phase.match
        if self.seat not in current.seats:
            players = Listing(tuple(map(Player, current.seats)))
            text = T("{player} is not in this match: tell the cards of {players}.", player=player, players=players)
            return why(text, "labtag.turn.reveal")
        if self.seat not in current.untold:
            text = T(
                "{player}’s cards are told already: correct that entry in the history if it is wrong.", player=player
            )
            return why(text, "labtag.turn.reveal")
        size = state.size(current, self.seat)
        if len(self.cards) != size:
            text = N(
                "{player}’s group {number} was laid with {n} card; {told} are told. Tell as many, or correct the groups in the history.",
                "{player}’s group {number} was laid with {n} cards; {told} are told. Tell as many, or correct the groups in the history.",
                n=size,
                player=player,
                number=current.group(self.seat) + 1,
                told=len(self.cards),
            )
            return why(text, "labtag.ruling.blocked", "labtag.setup.groups")
        if special := repeated(self.cards):
            text = T(
                "{player}’s group holds more than one {special}; only one of each special is allowed in a group. Tell the cards again, or put the groups right first.",
                player=player,
                special=SPECIAL_NAMES[special],
            )
            return why(text, "labtag.special.one_each", "labtag.ruling.blocked")
        return None

    def tell(self, story: Story[State]) -> None:
        """When both groups are known, the match is decided."""
        current = story.phase(Revealing).match.telling(self.seat, self.cards)
        place = story.state.places[self.seat].turned(current.group(self.seat))
        story.state = story.state.with_place(self.seat, place)
        story.change(phase=Revealing(current))
        left, right = current.cards
        if left is not None and right is not None:
            _decide(story, current, left, right)
        else:
            story.todo(T("Now {player}’s cards.", player=Player(current.untold[0])), "labtag.turn.reveal")

    def describe(self) -> Text:
        return T("{player}: {cards}", player=Player(self.seat), cards=Listing(tuple(map(card_name, self.cards))))

    def event_key(self, state: State) -> Hashable:
        """Two players may turn up their cards at the same time."""
        phase = state.phase
        if isinstance(phase, Revealing) and self.seat in phase.match.seats:
            return event(state, self.seat, phase.match.told(self.seat))
        return event(state)


def _decide(story: Story[State], current: Match, left: tuple[Card, ...], right: tuple[Card, ...]) -> None:
    """Prove who wins, and discard (labtag.match.trophy, labtag.ruling.drawn_match)."""
    sides = Side(current.seats[0], left), Side(current.seats[1], right)
    decision = decide(*sides, story.state.house)
    story.say(*decision.proof)
    turned = len(left) + len(right)
    story.change(matches=story.state.matches + 1, discarded=story.state.discarded + turned)
    if decision.winner is None:
        story.todo(T("All revealed cards are discarded."), "labtag.match.trophy")
        next_turn(story, current.seats[0])
        return
    won = next(side for side in sides if side.seat == decision.winner)
    cards = trophies(won.cards, story.state.house)
    story.change(phase=Trophy(current, won.seat, cards))
    if len(cards) == 1:
        TrophyChosen(won.seat, cards[0]).tell(story)


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
        if not isinstance(phase, Trophy):
            return waiting(state)
        if self.seat != phase.winner:
            text = T("{player} has won the match and chooses the trophy.", player=Player(phase.winner))
            return why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
        if self.card not in phase.cards:
            cards = Listing(tuple(map(card_name, phase.cards)))
            text = T("The trophy must be one of the highest own cards: {cards}.", cards=cards)
            return why(text, "labtag.match.trophy", "labtag.ruling.highest_card")
        return None

    def tell(self, story: Story[State]) -> None:
        """The trophy is a point (labtag.final.points)."""
        current = story.phase(Trophy).match
        text = T(
            "{player} wins and puts {card} face down on the victory pile; the other cards are discarded.",
            player=Player(self.seat),
            card=card_name(self.card),
        )
        said = story.tell(
            text, "labtag.match.trophy", "labtag.ruling.highest_card", "labtag.final.points", tone=Tone.TODO
        )
        story.score(self.seat, ROUND, "trophies", NUMBERS.points.trophy, said)
        place = story.state.places[self.seat]
        story.state = story.state.with_place(self.seat, evolve(place, pile=(*place.pile, self.card)))
        story.change(discarded=story.state.discarded - 1)
        next_turn(story, current.seats[0])

    def describe(self) -> Text:
        return T("{player}’s trophy: {card}", player=Player(self.seat), card=card_name(self.card))

    def event_key(self, state: State) -> Hashable:
        return event(state)
