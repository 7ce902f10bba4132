"""The rules of Bronzen: what follows from a report, and why."""

from collections.abc import Hashable
from typing import Final, assert_never

from attrs import evolve

from companion.games.bronzen import actions
from companion.games.bronzen.cards import RULE_OF, Card, Special, meet
from companion.games.bronzen.messages import CHIPS, SPECIALS, N, T
from companion.games.bronzen.model import (
    LADDER,
    NUMBERS,
    RATES,
    SEATS,
    Chips,
    Decided,
    GameOver,
    House,
    Laying,
    Reveal,
    RoundOver,
    Stack,
    State,
    Streak,
    Trick,
)
from companion.games.bronzen.refusals import cannot_double, exchange_rule, refusal
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Player, Text

FACE_DOWN: Final = {special: int(getattr(NUMBERS.face_down, special.value)) for special in Special}
DOUBLE_COLUMNS: Final = ("double_1", "double_2", "double_3")


def begin(house: House, older: int) -> Step[State]:
    """Return the start of the first round (bronzen.setup.decks, bronzen.setup.hand_stack, bronzen.setup.bank)."""
    told = Explanation(
        T("Both shuffle their own {n} cards; all chips lie in the bank.", n=NUMBERS.deck.size),
        ("bronzen.setup.decks", "bronzen.setup.hand_stack", "bronzen.setup.bank"),
        Tone.TODO,
    )
    return Step(State(house, older), (told,))


def apply(state: State, action: actions.Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    story = _Story(state)
    match action:
        case actions.Einzel(seat):
            story.meeting(seat)
        case actions.Cards((left, right)):
            story.meeting(meet(left, right), told=actions.cards_told(action))
        case actions.Color() | actions.Counter() | actions.DoubleC() | actions.Jay():
            story.meeting(actions.SPECIAL_OF[type(action)], told=actions.cards_told(action))
        case actions.Double(seat):
            story.double(seat)
        case actions.GiveUp(seat):
            story.give_up(seat)
        case actions.Exchange():
            story.exchange(action)
        case actions.Recount():
            story.recount(action)
        case actions.NextRound():
            story.next_round()
        case actions.Finish():
            story.finish()
        case _:
            assert_never(action)
    return story.step()


def outstanding(state: State, trick: Trick, winner: int) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Return the points a trick brings its winner: column, points and rules (bronzen.jay.points, bronzen.double.points)."""
    points: list[tuple[str, int, tuple[str, ...]]] = []
    jays = trick.specials.count(Special.JAY)
    if jays:
        counted = 1 if state.house.jays == "once" else jays
        rules = ("bronzen.jay.points", *(("bronzen.ruling.several_jays",) if jays > 1 else ()))
        points.append(("jay", counted * NUMBERS.points.jay, rules))
    if doubled := trick.doubles[1 - winner]:
        column = DOUBLE_COLUMNS[doubled - 1]
        points.append(
            (column, getattr(NUMBERS.points, column), ("bronzen.double.points", "bronzen.ruling.highest_double"))
        )
    return tuple(points)


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

    def score(self, seat: int, column: str, points: int, text: Text, *rules: str) -> None:
        why = Explanation(text, rules)
        self.points.append(ScoreLine(seat, self.state.round, column, points, why))
        self.told.append(why)
        totals = list(self.state.totals)
        totals[seat] += points
        self.state = evolve(self.state, totals=(totals[0], totals[1]))

    # Two open cards meet

    def meeting(self, outcome: Special | int, told: tuple[Card, ...] = ()) -> None:
        """Lay the cards and judge the two open ones (bronzen.reveal, bronzen.special.chain)."""
        last, pointless = self.state.last_card_of, self.state.pointless
        trick = self.state.running
        trick = evolve(trick, told=trick.told + told, laid=trick.laid + self.lay())
        if isinstance(outcome, Special):
            trick = evolve(trick, specials=(*trick.specials, outcome))
            self.tell(T("{special}!", special=SPECIALS[outcome]), RULE_OF[outcome], "bronzen.reveal")
            self.book_streak()
            if not last:
                self.call_for(trick, FACE_DOWN[outcome])
            elif len(last) == len(SEATS):
                self.undecided_between_last_cards(trick)
            else:
                self.lose_round(
                    trick,
                    winner=1 - last[0],
                    text=T("{player} does not win the showdown clearly.", player=Player(last[0])),
                )
        elif not trick.specials:
            self.einzel(trick, outcome, last)
        elif not last:
            self.decided(trick, outcome)
        else:
            self.showdown(trick, outcome, last, pointless)

    def lay(self) -> int:
        """Take the cards that are laid now from both players and return how many each lays."""
        number = self.state.face_down + 1
        for seat in SEATS:
            if self.state.stacks[seat].needs_shuffle(number):
                self.tell_shuffle(seat, self.state.stacks[seat].bunker, "bronzen.ruling.reshuffle_mid_trick")
            self.give_stack(seat, self.state.stacks[seat].without(number))
        return number

    def give_stack(self, seat: int, stack: Stack) -> None:
        stacks = list(self.state.stacks)
        stacks[seat] = stack
        self.state = evolve(self.state, stacks=(stacks[0], stacks[1]))

    def tell_shuffle(self, seat: int, cards: int, *rules: str) -> None:
        text = N(
            "{player} takes the bunker ({n} card) as the new hand stack.",
            "{player} shuffles the bunker ({n} cards) into a new hand stack.",
            n=cards,
            player=Player(seat),
        )
        self.tell(text, "bronzen.term.bunker", *rules, tone=Tone.TODO)

    # Einzel

    def einzel(self, trick: Trick, winner: int, last: tuple[int, ...]) -> None:
        """An Einzel brings the cards and a chip (bronzen.einzel, bronzen.einzel.chip, bronzen.ruling.one_card_einzel)."""
        self.tell(T("{player} wins the Einzel.", player=Player(winner)), "bronzen.einzel", "bronzen.rank")
        if self.state.streak and self.state.streak.seat != winner:
            self.book_streak()
        if last and self.state.house.one_card_chip == "no_chip":
            self.tell(
                T("A last card was played: by the house rule this brings no chip."),
                "bronzen.ruling.one_card_einzel",
                "bronzen.ruling.no_chip_einzel",
            )
        elif self.state.in_bank(LADDER[0]) == 0:
            self.tell(T("The bank has no black chip left, so there is none to take."), "bronzen.ruling.bank_limit")
        else:
            self.take_chip(winner, *(("bronzen.ruling.one_card_einzel",) if last else ()))
        if last:
            self.showdown(trick, winner, last, pointless=last[0])
        else:
            self.take_trick(trick, winner)

    def take_chip(self, winner: int, *rules: str) -> None:
        chips = self.state.streak.chips + 1 if self.state.streak else 1
        self.state = evolve(self.state, streak=Streak(winner, chips))
        text = N(
            "{player} puts a black chip on the interim account.",
            "{player} puts a black chip on the interim account: {n} in a row.",
            n=chips,
            player=Player(winner),
        )
        self.tell(text, "bronzen.einzel.chip", "bronzen.einzel.streak", *rules, tone=Tone.TODO)

    def book_streak(self) -> None:
        """Move the chips of the streak to the account; every full five bring points (bronzen.einzel.booking, bronzen.einzel.points)."""
        streak = self.state.streak
        if not streak:
            return
        self.state = evolve(self.state, streak=None)
        self.give_chips(streak.seat, self.state.accounts[streak.seat].plus(LADDER[0], streak.chips))
        text = N(
            "The streak ends: {player} moves {n} chip to the account.",
            "The streak ends: {player} moves {n} chips to the account.",
            n=streak.chips,
            player=Player(streak.seat),
        )
        self.tell(text, "bronzen.einzel.booking", tone=Tone.TODO)
        fives = streak.chips // NUMBERS.streak.chips
        if fives:
            text = T(
                "{chips} chips at once: {points} points for {player}.",
                chips=streak.chips,
                points=fives * NUMBERS.points.einzel,
                player=Player(streak.seat),
            )
            self.score(
                streak.seat,
                "einzel",
                fives * NUMBERS.points.einzel,
                text,
                "bronzen.einzel.points",
                "bronzen.ruling.streak_points",
            )

    def give_chips(self, seat: int, chips: Chips) -> None:
        accounts = list(self.state.accounts)
        accounts[seat] = chips
        self.state = evolve(self.state, accounts=(accounts[0], accounts[1]))

    # Specials and doubles

    def call_for(self, trick: Trick, wanted: int, doubler: int | None = None) -> None:
        """Say how many cards are laid now."""
        self.state = evolve(self.state, phase=Laying(trick, wanted, doubler))
        self.told.append(laying_prompt(self.state))

    def decided(self, trick: Trick, winner: int) -> None:
        """Give the loser the word; who cannot double has lost the trick (bronzen.double.who, bronzen.double.no_chip)."""
        self.tell(T("{player} has the higher card.", player=Player(winner)), "bronzen.special.chain", "bronzen.rank")
        self.state = evolve(self.state, phase=Decided(trick, winner))
        cannot = cannot_double(self.state, trick, 1 - winner)
        if cannot:
            self.told.append(cannot)
            self.award(trick, winner)

    def double(self, seat: int) -> None:
        """Stake the chip and lay again (bronzen.double.ladder, bronzen.double.cards)."""
        trick = self.state.running
        chip = LADDER[trick.doubles[seat]]
        self.give_chips(seat, self.state.accounts[seat].plus(chip, -1))
        doubles = (trick.doubles[0] + (seat == 0), trick.doubles[1] + (seat == 1))
        text = T("{player} doubles and stakes a {chip} chip.", player=Player(seat), chip=CHIPS[chip])
        self.tell(text, "bronzen.double.ladder", "bronzen.ruling.double_order")
        self.call_for(evolve(trick, doubles=doubles), NUMBERS.face_down.double, doubler=seat)

    def give_up(self, seat: int) -> None:
        """Leave the trick to the other (bronzen.double.who)."""
        self.tell(T("{player} gives up the trick.", player=Player(seat)), "bronzen.double.who")
        self.award(self.state.running, 1 - seat)

    def award(self, trick: Trick, winner: int) -> None:
        """Give the winner cards and points, never chips (bronzen.special.cards_only, bronzen.double.points)."""
        text = T(
            "{player} wins the trick: {cards} cards, no chip.", player=Player(winner), cards=len(SEATS) * trick.laid
        )
        self.tell(text, "bronzen.special.cards_only", tone=Tone.TODO)
        self.score_trick(trick, winner)
        self.return_stakes(trick)
        self.take_trick(trick, winner)

    def score_trick(self, trick: Trick, winner: int) -> None:
        """Score what is outstanding from the trick."""
        for column, points, rules in outstanding(self.state, trick, winner):
            if column == "jay":
                jays = trick.specials.count(Special.JAY)
                text = N(
                    "{points} points for {player}: a Jay came up in this trick.",
                    "{points} points for {player}: {n} Jays came up in this trick.",
                    n=jays,
                    points=points,
                    player=Player(winner),
                )
                if jays > 1 and self.state.house.jays == "once":
                    text = T(
                        "{points} points for {player}: {jays} Jays came up, which by the house rule count once.",
                        jays=jays,
                        points=points,
                        player=Player(winner),
                    )
            else:
                text = N(
                    "1 point for {player}: {other} had doubled once.",
                    "{n} points for {player}: {other} had doubled {times} times.",
                    n=points,
                    player=Player(winner),
                    other=Player(1 - winner),
                    times=trick.doubles[1 - winner],
                )
            self.score(winner, column, points, text, *rules)

    def return_stakes(self, trick: Trick) -> None:
        if trick.staked != Chips():
            self.tell(T("All staked chips go back to the bank."), "bronzen.double.stakes", tone=Tone.TODO)

    def take_trick(self, trick: Trick, winner: int) -> None:
        """Put the trick into the winner's bunker and begin the next (bronzen.einzel, bronzen.ruling.shuffle_moment)."""
        stack = self.state.stacks[winner]
        self.give_stack(winner, Stack(stack.hand, stack.bunker + len(SEATS) * trick.laid))
        self.next_trick(winner)

    def next_trick(self, winner: int) -> None:
        for seat in SEATS:
            stack = self.state.stacks[seat]
            if not stack.hand:
                self.tell_shuffle(seat, stack.bunker, "bronzen.ruling.shuffle_moment")
                self.give_stack(seat, Stack(stack.bunker, 0))
        self.state = evolve(self.state, phase=Reveal(), trick=self.state.trick + 1, last_winner=winner)

    # Showdown

    def showdown(self, trick: Trick, winner: int, last: tuple[int, ...], pointless: int | None) -> None:
        """Judge a pair in which somebody played the very last card (bronzen.showdown.clear_win, bronzen.ruling.very_last_card)."""
        if winner not in last:
            self.lose_round(
                trick, winner, T("{player} has the higher card and wins the showdown.", player=Player(winner))
            )
        elif len(last) == len(SEATS):
            text = T("Both played the last card; {player} wins everything.", player=Player(winner))
            self.lose_round(trick, winner, text, "bronzen.ruling.both_short")
        elif winner != pointless:
            text = T(
                "The cards came out exactly: by the house rule {player} wins the trick as usual.", player=Player(winner)
            )
            self.tell(text, "bronzen.ruling.very_last_card")
            self.score_trick(trick, winner)
            self.return_stakes(trick)
            self.take_trick(trick, winner)
        else:
            self.survive(trick, winner)

    def survive(self, trick: Trick, winner: int) -> None:
        """The short player won clearly: the trick is the new hand stack, no points (bronzen.showdown.survived)."""
        text = T(
            "{player} wins the showdown clearly and shuffles all {cards} cards of the trick into a new hand stack.",
            player=Player(winner),
            cards=len(SEATS) * trick.laid,
        )
        self.tell(text, "bronzen.showdown.survived", "bronzen.showdown.clear_win", tone=Tone.TODO)
        if outstanding(self.state, trick, winner):
            self.tell(
                T("A survived showdown brings no points."),
                "bronzen.showdown.survived",
                "bronzen.ruling.survived_showdown",
            )
        self.return_stakes(trick)
        self.give_stack(winner, Stack(len(SEATS) * trick.laid, 0))
        self.next_trick(winner)

    def undecided_between_last_cards(self, trick: Trick) -> None:
        """Both played the last card and nobody won (bronzen.ruling.both_short)."""
        rule = "bronzen.ruling.both_short"
        self.return_stakes(trick)
        for seat in SEATS:
            self.give_stack(seat, Stack(trick.laid, 0))
        if self.state.house.both_short == "drawn":
            self.tell(T("Both played the last card and nobody won: by the house rule the round is drawn."), rule)
            self.end_round(None)
            return
        text = T(
            "Both played the last card and nobody won: both take their own cards back, shuffle and reveal anew. Points of this trick lapse."
        )
        self.tell(text, rule, tone=Tone.TODO)
        self.state = evolve(self.state, phase=Reveal(), trick=self.state.trick + 1)

    def lose_round(self, trick: Trick, winner: int, text: Text, rule: str = "bronzen.showdown.clear_win") -> None:
        """Somebody has no card left: the Bronzen (bronzen.showdown.lost, bronzen.bronzen.points, bronzen.goal)."""
        self.tell(text, rule, "bronzen.showdown.lost")
        self.score_trick(trick, winner)
        if self.state.streak:
            self.settle_pending_streak()
        self.return_stakes(trick)
        stack = self.state.stacks[winner]
        self.give_stack(winner, Stack(stack.hand, stack.bunker + len(SEATS) * trick.laid))
        text = T(
            "{other} has no card left: {player} gets {points} points for the Bronzen.",
            other=Player(1 - winner),
            player=Player(winner),
            points=NUMBERS.points.bronzen,
        )
        self.score(winner, "bronzen", NUMBERS.points.bronzen, text, "bronzen.bronzen.points", "bronzen.goal")
        self.state = evolve(self.state, last_winner=winner)
        self.end_round(winner)

    def settle_pending_streak(self) -> None:
        """Book the winner's pending streak, unless the house rule forfeits it (bronzen.ruling.pending_streak)."""
        if self.state.house.pending_streak == "book":
            self.tell(T("The streak still pending is booked."), "bronzen.ruling.pending_streak")
            self.book_streak()
        else:
            self.state = evolve(self.state, streak=None)
            self.tell(
                T("By the house rule the streak still pending is forfeited; its chips go back to the bank."),
                "bronzen.ruling.pending_streak",
            )

    # Rounds

    def end_round(self, winner: int | None) -> None:
        """Close the round, and the game if the agreed length is reached (bronzen.score.rounds, bronzen.ruling.rounds)."""
        house, state = self.state.house, self.state
        reached = {
            "open": False,
            "rounds": state.round >= house.rounds,
            "target": max(state.totals) >= house.target,
        }[house.length]
        self.state = evolve(state, phase=GameOver(winner) if reached else RoundOver(winner))
        if reached:
            self.tell(
                T("The agreed end is reached: the game is over."), "bronzen.ruling.rounds", "bronzen.score.rounds"
            )

    def next_round(self) -> None:
        """Begin another round (bronzen.score.rounds, bronzen.ruling.chips_next_round)."""
        carried = self.state.house.chips == "carry"
        last = self.state
        self.state = State(
            last.house,
            last.older,
            round=last.round + 1,
            accounts=last.accounts if carried else (Chips(), Chips()),
            totals=last.totals,
        )
        text = T("Round {n}: both shuffle their own {cards} cards.", n=self.state.round, cards=NUMBERS.deck.size)
        self.tell(text, "bronzen.score.rounds", "bronzen.setup.hand_stack", tone=Tone.TODO)
        if carried:
            self.tell(T("By the house rule everybody keeps the chips."), "bronzen.ruling.chips_next_round")
        else:
            self.tell(
                T("All chips go back to the bank."),
                "bronzen.ruling.chips_next_round",
                "bronzen.setup.bank",
                tone=Tone.TODO,
            )

    def finish(self) -> None:
        """End the game after this round (bronzen.ruling.rounds)."""
        phase = self.state.phase
        assert isinstance(phase, RoundOver)
        self.state = evolve(self.state, phase=GameOver(phase.winner))
        self.tell(T("The game is over."), "bronzen.ruling.rounds", "bronzen.score.rounds")

    # Between tricks

    def exchange(self, action: actions.Exchange) -> None:
        """Swap chips with the bank (bronzen.exchange.up, bronzen.exchange.down)."""
        give, get = RATES[action.give, action.get]
        chips = self.state.accounts[action.seat].plus(action.give, -give).plus(action.get, get)
        self.give_chips(action.seat, chips)
        text = T(
            "{player} exchanges {give} {from_chip} for {get} {to_chip}.",
            player=Player(action.seat),
            give=give,
            from_chip=CHIPS[action.give],
            get=get,
            to_chip=CHIPS[action.get],
        )
        self.tell(text, exchange_rule(action), "bronzen.exchange.between")

    def recount(self, action: actions.Recount) -> None:
        """Take over what the players counted (bronzen.ruling.recount)."""
        self.tell(T("The cards are counted: all {n} are there.", n=NUMBERS.deck.both), "bronzen.ruling.recount")
        for seat in SEATS:
            stack = Stack(action.hands[seat], action.bunkers[seat])
            if not stack.hand:
                self.tell_shuffle(seat, stack.bunker, "bronzen.ruling.shuffle_moment")
                stack = Stack(stack.bunker, 0)
            self.give_stack(seat, stack)


def laying_prompt(state: State) -> Explanation:
    """Return what both lay now (bronzen.color … bronzen.jay, bronzen.double.cards, bronzen.showdown.short)."""
    phase = state.phase
    assert isinstance(phase, Laying)
    number = state.face_down
    rule = "bronzen.double.cards" if phase.doubler is not None else RULE_OF[phase.trick.specials[-1]]
    if number == 0:
        text = T("Both lay one card open, none face down.")
    else:
        text = N(
            "Both lay {n} card face down, then one open.", "Both lay {n} cards face down, then one open.", n=number
        )
    rules = (rule,) if number == phase.wanted else ("bronzen.showdown.short", "bronzen.ruling.shortage", rule)
    return Explanation(text, rules, Tone.TODO)


def event_key(state: State, action: actions.Action) -> Hashable:
    """Return which event at the table an action reports.

    An exchange waits for no trick, so another trick does not make it another event (bronzen.exchange.wait).
    """
    place = (state.round, state.trick, state.running.laid, state.running.doubles, type(state.phase))
    match action:
        case actions.Exchange(seat) if seat in SEATS:
            return state.accounts[seat]
        case actions.Recount():
            return (*place, state.stacks)
        case _:
            return place
