"""The rules of LABTAG Schlamboree: what is allowed, what follows from it, and why."""

from collections.abc import Hashable
from typing import assert_never

from attrs import evolve

from companion.games.labtag.actions import Action, Drawn, GroupsLaid, Picked, Revealed, TrophyChosen
from companion.games.labtag.cards import NUMBERS, Card, repeated
from companion.games.labtag.final import proof, result, standings
from companion.games.labtag.match import Side, decide, trophies
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name, cards_of, groups_of
from companion.games.labtag.model import (
    Choosing,
    Drawing,
    GameOver,
    Group,
    House,
    Laying,
    Match,
    Place,
    Revealing,
    State,
    Trophy,
    fits_parity,
)
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Listing, Player, Text

#: One game is one round.
ROUND = 1


def begin(house: House, seats: int, first: int) -> Step[State]:
    """Return the start: everybody draws (labtag.setup.draw, labtag.turn.start)."""
    told = Explanation(
        T("Everyone draws the same number of cards from the own collection."),
        ("labtag.setup.draw", "labtag.setup.no_duplicates"),
        Tone.TODO,
    )
    return Step(State(house, first, (Place(),) * seats), (told,))


# What is allowed


def refusal(state: State, action: Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", 0)
    if seat not in state.seats:
        return _why(T("Nobody sits at seat {seat}.", seat=seat), "labtag.ruling.players")
    match action:
        case Drawn():
            return _drawn_refusal(state, action)
        case GroupsLaid():
            return _laid_refusal(state, action)
        case Picked():
            return _picked_refusal(state, action)
        case Revealed():
            return _revealed_refusal(state, action)
        case TrophyChosen():
            return _trophy_refusal(state, action)
        case _:
            assert_never(action)


def waiting(state: State) -> Explanation:
    """Return what the table is waiting for, for a report that comes at the wrong moment."""
    match state.phase:
        case Drawing():
            return _why(T("First everyone draws cards: tell how many, and how many groups."), "labtag.setup.draw")
        case Laying():
            players = Listing(tuple(Player(seat) for seat in missing(state)))
            return _why(
                T("First all lay their groups. Still missing: {players}.", players=players), "labtag.setup.groups"
            )
        case Choosing(turn):
            text = T("{player} is on turn and picks two groups first.", player=Player(turn))
            return _why(text, "labtag.turn.choice", "labtag.turn.next")
        case Revealing(current):
            players = Listing(tuple(Player(seat) for seat in current.seats if current.told(seat) is None))
            return _why(T("A match is on: first tell the cards of {players}.", players=players), "labtag.turn.reveal")
        case Trophy(_, winner):
            text = T("First {player} chooses the trophy of this match.", player=Player(winner))
            return _why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
        case GameOver():
            return _why(T("This game is over. Start a rematch for another one."), "labtag.turn.next")
        case _:
            assert_never(state.phase)


def _drawn_refusal(state: State, action: Drawn) -> Explanation | None:
    """Everyone draws as many; every group needs a card (labtag.setup.draw, labtag.setup.groups, labtag.ruling.limits)."""
    if not isinstance(state.phase, Drawing):
        if isinstance(state.phase, GameOver):
            return waiting(state)
        return _why(
            T("The cards are drawn already: correct that entry in the history if it is wrong."), "labtag.setup.draw"
        )
    limits = NUMBERS.cards, NUMBERS.groups
    for number, limit in zip((action.cards, action.groups), limits, strict=True):
        if not limit.fewest <= number <= limit.most:
            text = T("This has to be a number from {low} to {high}.", low=limit.fewest, high=limit.most)
            return _why(text, "labtag.ruling.limits", "labtag.setup.draw")
    if action.cards < action.groups * NUMBERS.groups.smallest:
        text = T(
            "There are more groups ({groups}) than cards ({cards}); every group needs at least one card.",
            cards=action.cards,
            groups=action.groups,
        )
        return _why(text, "labtag.setup.groups", "labtag.ruling.blocked")
    return None


def _laid_refusal(state: State, action: GroupsLaid) -> Explanation | None:
    """As many groups and cards as everyone, none empty (labtag.setup.groups, labtag.ruling.blocked)."""
    if not isinstance(state.phase, Laying):
        return waiting(state)
    player, sizes = Player(action.seat), action.sizes
    if state.places[action.seat].groups:
        return _why(
            T(
                "{player}’s groups lie on the table already: correct that entry in the history if it is wrong.",
                player=player,
            ),
            "labtag.setup.groups",
        )
    if len(sizes) != state.groups:
        text = N(
            "{player} has {n} group, but everyone makes {groups}.",
            "{player} has {n} groups, but everyone makes {groups}.",
            n=len(sizes),
            player=player,
            groups=state.groups,
        )
        return _why(text, "labtag.setup.groups", "labtag.ruling.players")
    for number, size in enumerate(sizes, start=1):
        if size < NUMBERS.groups.smallest:
            text = T(
                "{player}’s group {number} is empty; every group needs at least one card.", player=player, number=number
            )
            return _why(text, "labtag.setup.groups", "labtag.ruling.blocked")
    if sum(sizes) != state.cards:
        text = T(
            "Counted together {player}’s groups come to {counted}, but everyone has drawn {cards}.",
            player=player,
            counted=sum(sizes),
            cards=state.cards,
        )
        return _why(text, "labtag.setup.draw", "labtag.ruling.blocked")
    return None


def _picked_refusal(state: State, action: Picked) -> Explanation | None:
    """One own group against one of the largest opponent's (labtag.turn.choice, labtag.turn.largest)."""
    phase = state.phase
    if not isinstance(phase, Choosing):
        return waiting(state)
    if action.seat != phase.turn:
        text = T("It is not {other}’s turn; {player} picks.", other=Player(action.seat), player=Player(phase.turn))
        return _why(text, "labtag.turn.next", "labtag.turn.choice")
    opponent, target = action.against
    if opponent not in state.seats:
        return _why(T("Nobody sits at seat {seat}.", seat=opponent), "labtag.ruling.players")
    if opponent == action.seat:
        return _why(T("The second group must be an opponent’s: pick another one."), "labtag.turn.choice")
    may = state.opponents(action.seat)
    if opponent not in may:
        return _why(_largest(state, opponent, may), "labtag.turn.largest")
    for seat, group in ((action.seat, action.group), (opponent, target)):
        if not state.places[seat].lies(group):
            text = T(
                "{player} has no group {number} face down: pick one that still is.",
                player=Player(seat),
                number=group + 1,
            )
            return _why(text, "labtag.turn.choice")
    return None


def _largest(state: State, opponent: int, may: tuple[int, ...]) -> Text:
    """Return who may be picked instead of an opponent (labtag.turn.largest)."""
    return N(
        "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} group.",
        "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} groups.",
        n=state.places[may[0]].face_down,
        opponent=Player(opponent),
        players=Listing(tuple(map(Player, may))),
    )


def _revealed_refusal(state: State, action: Revealed) -> Explanation | None:
    """The cards of a group in the match: as many as were laid, no special twice (labtag.turn.reveal, labtag.special.one_each)."""
    phase = state.phase
    if not isinstance(phase, Revealing):
        return waiting(state)
    player, current = Player(action.seat), phase.match
    if action.seat not in current.seats:
        players = Listing(tuple(map(Player, current.seats)))
        text = T("{player} is not in this match: tell the cards of {players}.", player=player, players=players)
        return _why(text, "labtag.turn.reveal")
    if current.told(action.seat) is not None:
        return _why(
            T("{player}’s cards are told already: correct that entry in the history if it is wrong.", player=player),
            "labtag.turn.reveal",
        )
    return impossible_group(state, action.seat, action.cards)


def impossible_group(state: State, seat: int, cards: tuple[Card, ...]) -> Explanation | None:
    """Return why these cards cannot be the group that a player turns up (labtag.special.one_each, labtag.ruling.blocked)."""
    assert isinstance(state.phase, Revealing)
    current = state.phase.match
    number = current.groups[current.seats.index(seat)]
    size = state.places[seat].groups[number].size
    if len(cards) != size:
        text = N(
            "{player}’s group {number} was laid with {n} card; {told} are told. Tell as many, or correct the groups in the history.",
            "{player}’s group {number} was laid with {n} cards; {told} are told. Tell as many, or correct the groups in the history.",
            n=size,
            player=Player(seat),
            number=number + 1,
            told=len(cards),
        )
        return _why(text, "labtag.ruling.blocked", "labtag.setup.groups")
    if special := repeated(cards):
        text = T(
            "{player}’s group holds more than one {special}; only one of each special is allowed in a group. Tell the cards again, or put the groups right first.",
            player=Player(seat),
            special=SPECIAL_NAMES[special],
        )
        return _why(text, "labtag.special.one_each", "labtag.ruling.blocked")
    return None


def _trophy_refusal(state: State, action: TrophyChosen) -> Explanation | None:
    """Only the winner chooses, among the highest own cards (labtag.match.trophy, labtag.ruling.trophy_choice)."""
    phase = state.phase
    if not isinstance(phase, Trophy):
        return waiting(state)
    if action.seat != phase.winner:
        text = T("{player} has won the match and chooses the trophy.", player=Player(phase.winner))
        return _why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
    if action.card not in phase.cards:
        cards = Listing(tuple(card_name(card) for card in phase.cards))
        text = T("The trophy must be one of the highest own cards: {cards}.", cards=cards)
        return _why(text, "labtag.match.trophy", "labtag.ruling.highest_card")
    return None


def _why(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules)


def missing(state: State) -> tuple[int, ...]:
    """Return who has not laid groups yet, the starting player first."""
    order = (state.first, *state.left_of(state.first)[:-1])
    return tuple(seat for seat in order if not state.places[seat].groups)


# What follows


def apply(state: State, action: Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    story = _Story(state)
    match action:
        case Drawn():
            story.drawn(action)
        case GroupsLaid():
            story.laid(action)
        case Picked():
            story.picked(action)
        case Revealed():
            story.revealed(action)
        case TrophyChosen():
            story.award(action.seat, action.card)
        case _:
            assert_never(action)
    return story.step()


class _Story:
    """Tells one action: the state as it changes, what is said and scored on the way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.told: list[Explanation] = []
        self.points: list[ScoreLine] = []

    def step(self) -> Step[State]:
        return Step(self.state, tuple(self.told), tuple(self.points))

    def tell(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> None:
        self.told.append(Explanation(text, rules, tone))

    # The start

    def drawn(self, action: Drawn) -> None:
        """Settle the numbers of cards and groups (labtag.setup.draw, labtag.setup.groups, labtag.setup.group_count)."""
        self.state = evolve(self.state, cards=action.cards, groups=action.groups, phase=Laying())
        text = T(
            "Everyone makes {groups} of {cards} and lays them face down.",
            groups=groups_of(action.groups),
            cards=cards_of(action.cards),
        )
        self.tell(text, "labtag.setup.groups", "labtag.setup.draw", "labtag.special.one_each", tone=Tone.TODO)
        self.told += parity_note(self.state)

    def laid(self, action: GroupsLaid) -> None:
        """Lay a player's groups; the last one starts the game (labtag.setup.groups, labtag.turn.start)."""
        place = Place(tuple(map(Group, action.sizes)))
        self.state = self.state.with_place(action.seat, place)
        text = T(
            "{player} has laid: {sizes}.",
            player=Player(action.seat),
            sizes=" · ".join(map(str, action.sizes)),
        )
        self.tell(text, "labtag.setup.groups")
        if not missing(self.state):
            self.state = evolve(self.state, phase=Choosing(self.state.first))
            text = T("All groups lie face down. {player} was drawn to start.", player=Player(self.state.first))
            self.tell(text, "labtag.turn.start")

    # A match

    def picked(self, action: Picked) -> None:
        """Put two groups against each other (labtag.turn.choice, labtag.turn.reveal)."""
        opponent, target = action.against
        current = Match((action.seat, opponent), (action.group, target))
        self.state = evolve(self.state, phase=Revealing(current))
        text = T("{player} and {other} turn up both groups.", player=Player(action.seat), other=Player(opponent))
        self.tell(text, "labtag.turn.reveal", "labtag.turn.choice", tone=Tone.TODO)

    def revealed(self, action: Revealed) -> None:
        """Take the cards that were told; when both groups are known, decide (labtag.turn.reveal)."""
        assert isinstance(self.state.phase, Revealing)
        current = self.state.phase.match.telling(action.seat, action.cards)
        place = self.state.places[action.seat].turned(current.groups[current.seats.index(action.seat)])
        self.state = evolve(self.state.with_place(action.seat, place), phase=Revealing(current))
        left, right = current.cards
        if left is None or right is None:
            (other,) = (seat for seat in current.seats if current.told(seat) is None)
            self.tell(T("Now {player}’s cards.", player=Player(other)), "labtag.turn.reveal", tone=Tone.TODO)
        else:
            self.decide(current, left, right)

    def decide(self, current: Match, left: tuple[Card, ...], right: tuple[Card, ...]) -> None:
        """Prove who wins, and discard (labtag.match.trophy, labtag.ruling.drawn_match)."""
        sides = Side(current.seats[0], left), Side(current.seats[1], right)
        decision = decide(*sides, self.state.house)
        self.told += decision.proof
        turned = len(left) + len(right)
        self.state = evolve(self.state, matches=self.state.matches + 1, discarded=self.state.discarded + turned)
        if decision.winner is None:
            self.tell(T("All revealed cards are discarded."), "labtag.match.trophy", tone=Tone.TODO)
            self.next_turn(current.seats[0])
            return
        won = next(side for side in sides if side.seat == decision.winner)
        cards = trophies(won.cards, self.state.house)
        self.state = evolve(self.state, phase=Trophy(current, won.seat, cards))
        if len(cards) == 1:
            self.award(won.seat, cards[0])

    def award(self, winner: int, card: Card) -> None:
        """Put the trophy on the victory pile: a point (labtag.match.trophy, labtag.final.points)."""
        assert isinstance(self.state.phase, Trophy)
        current = self.state.phase.match
        text = T(
            "{player} wins and puts {card} face down on the victory pile; the other cards are discarded.",
            player=Player(winner),
            card=card_name(card),
        )
        rules = ("labtag.match.trophy", "labtag.ruling.highest_card", "labtag.final.points")
        why = Explanation(text, rules, Tone.TODO)
        self.told.append(why)
        self.points.append(ScoreLine(winner, ROUND, "trophies", int(NUMBERS.points.trophy), why))
        place = self.state.places[winner]
        state = self.state.with_place(winner, evolve(place, pile=(*place.pile, card)))
        self.state = evolve(state, discarded=state.discarded - 1)
        self.next_turn(current.seats[0])

    def next_turn(self, last: int) -> None:
        """Give the turn to the left; who has no group left is skipped (labtag.turn.next, labtag.ruling.skipped)."""
        holding = [seat for seat in self.state.seats if self.state.places[seat].face_down]
        if len(holding) < NUMBERS.players.fewest:
            self.finish(holding)
            return
        for seat in self.state.left_of(last):
            if seat in holding:
                self.state = evolve(self.state, phase=Choosing(seat))
                return
            text = T("{player} has no group left and is skipped.", player=Player(seat))
            self.tell(text, "labtag.ruling.skipped", "labtag.turn.next")

    # The end

    def finish(self, holding: list[int]) -> None:
        """End the game: what is left over is discarded, and the piles are counted (labtag.turn.next, labtag.final.points)."""
        if holding:
            (seat,) = holding
            place = self.state.places[seat]
            text = N(
                "Nobody is left to match with: {player} discards the group left over, and the game ends.",
                "Nobody is left to match with: {player} discards the {n} groups left over, and the game ends.",
                n=place.face_down,
                player=Player(seat),
            )
            self.tell(text, "labtag.ruling.left_over", "labtag.ruling.players", tone=Tone.TODO)
            self.state = evolve(self.state, discarded=self.state.discarded + place.hidden)
            groups = tuple(evolve(group, face_down=False) for group in place.groups)
            self.state = self.state.with_place(seat, evolve(place, groups=groups))
        else:
            self.tell(T("All cards have been turned up: the game ends."), "labtag.turn.next")
        self.state = evolve(self.state, phase=GameOver())
        ranked = standings(tuple(place.pile for place in self.state.places), self.state.house)
        self.told += [*proof(ranked, self.state.house), result(ranked)]


def parity_note(state: State) -> list[Explanation]:
    """Return a warning if the number of groups does not suit the number of players (labtag.setup.group_count)."""
    if not state.groups or fits_parity(len(state.places), state.groups):
        return []
    text = (
        T(
            "With an odd number of players the number of groups should be even; {n} is odd. You may play on.",
            n=state.groups,
        )
        if len(state.places) % 2
        else T(
            "With an even number of players the number of groups should be odd; {n} is even. You may play on.",
            n=state.groups,
        )
    )
    return [Explanation(text, ("labtag.setup.group_count", "labtag.ruling.parity"), Tone.NOTE)]


def moment(state: State, action: Action) -> Hashable:
    """Return which event at the table an action reports; two players may lay or reveal at the same time."""
    place = (type(state.phase), state.matches)
    if isinstance(action, GroupsLaid) and action.seat in state.seats:
        return (*place, action.seat, state.places[action.seat].groups)
    if isinstance(action, Revealed) and isinstance(state.phase, Revealing) and action.seat in state.phase.match.seats:
        return (*place, action.seat, state.phase.match.told(action.seat))
    return place
