"""What is reported at a table of LABTAG Schlamboree and what follows from it."""

from collections.abc import Hashable
from typing import assert_never

from attrs import evolve

from companion.games.labtag.actions import Action, Drawn, GroupsLaid, Picked, Revealed, TrophyChosen
from companion.games.labtag.cards import NUMBERS, Card
from companion.games.labtag.final import proof, result, standings
from companion.games.labtag.match import Side, decide, trophies
from companion.games.labtag.messages import N, T, card_name, cards_of, groups_of
from companion.games.labtag.model import (
    Choosing,
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
from companion.games.labtag.refusals import missing, refusal
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Player, Text

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
    return [Explanation(text, ("labtag.setup.group_count", "labtag.ruling.parity"), Tone.WARNING)]


def event_key(state: State, action: Action) -> Hashable:
    """Return which event at the table an action reports; two players may lay or reveal at the same time."""
    place = (type(state.phase), state.matches)
    if isinstance(action, GroupsLaid) and action.seat in state.seats:
        return (*place, action.seat, state.places[action.seat].groups)
    if isinstance(action, Revealed) and isinstance(state.phase, Revealing) and action.seat in state.phase.match.seats:
        return (*place, action.seat, state.phase.match.told(action.seat))
    return place
