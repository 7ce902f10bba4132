"""The rules of Schlafmütze: what follows from a report, and why."""

from collections.abc import Hashable, Iterable
from typing import assert_never

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, NUMBERS, UNKNOWN_CIRCLE, Card, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import House, Keeping, Latest, State, dealt, plus, stock_after_deal
from companion.games.schlafmuetze.refusals import chips_short, refusal
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Listing, Player, Text

__all__ = ["apply", "begin", "moment", "refusal"]


def begin(house: House, seats: int, dealer: int) -> Step[State]:
    """Return the start of the first round (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.setup.chips)."""
    nothing = (0,) * seats
    state = State(
        house=house,
        seats=seats,
        dealer=dealer,
        keeping=Keeping(house.keeping),
        phase=phases.Opening(dealer),
        hands=(dealt(seats),) * seats,
        stock=stock_after_deal(seats),
        chips=nothing,
        totals=nothing,
    )
    if not state.every_card:
        state = evolve(state, circle=UNKNOWN_CIRCLE)
    story = _Story(state)
    if house.length == "target":
        text = T("You play to {points} minus points.", points=house.target)
        story.tell(text, "schlafmuetze.setup.target", "schlafmuetze.goal.game", tone=Tone.NOTE)
    story.tell_deal()
    return story.step()


def apply(state: State, action: actions.Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    story = _Story(state)
    match action:
        case actions.CircleTold():
            story.circle_told(action)
        case actions.TopTold():
            story.top_told(action)
        case actions.Laid():
            story.laid(action)
        case actions.CannotOpen(seat):
            story.cannot_open(seat)
        case actions.GoesOn():
            story.goes_on()
        case actions.LastCardLaid(seat):
            story.last_card(seat)
        case actions.NobodyDoubts():
            story.nobody_doubts()
        case actions.WrongCard(seat):
            story.wrong_card(seat)
        case actions.Halt():
            story.halt()
        case actions.Doubted():
            story.doubted(action)
        case actions.Voted(seat, against):
            story.voted(seat, against=against)
        case actions.SpeedDispute(latest):
            story.dispute(latest=latest)
        case actions.Agreed(seat):
            story.agreed(seat)
        case actions.NotAgreed():
            story.not_agreed()
        case actions.Stuck(colour):
            story.stuck(colour)
        case actions.ColourNamed(colour):
            story.colour_named(colour)
        case actions.NoColourLeft():
            story.none_shows()
        case actions.HandsCounted(hands):
            story.hands_counted(hands)
        case actions.Recount():
            story.recount(action)
        case actions.StockCounted(cards):
            story.stock_counted(cards)
        case actions.KeepEveryCard():
            story.keep_every_card(action)
        case actions.KeepRefereeOnly():
            story.keep_referee_only()
        case actions.NextRound():
            story.next_round()
        case actions.Finish():
            story.finish()
        case _:
            assert_never(action)
    return story.step()


def moment(state: State, action: actions.Action) -> Hashable:
    """Return which event at the table an action reports; a correction is of the round, whatever happens meanwhile."""
    if isinstance(
        action,
        actions.CircleTold
        | actions.TopTold
        | actions.Recount
        | actions.StockCounted
        | actions.KeepEveryCard
        | actions.KeepRefereeOnly,
    ):
        return state.round, type(action), state.keeping
    return state.round, state.phase, state.laid, state.colour, state.tried, state.chips


class _Story:
    """Tells one action: the state as it changes, what is said and scored on the way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.said: list[Explanation] = []
        self.points: list[ScoreLine] = []

    def step(self) -> Step[State]:
        return Step(self.state, tuple(self.said), tuple(self.points))

    def tell(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> None:
        self.said.append(Explanation(text, rules, tone))

    def tell_deal(self) -> None:
        """Say what lies where before the first card (schlafmuetze.setup.circle, schlafmuetze.setup.hands)."""
        colours = Listing(tuple(COLOUR_NAMES[colour] for colour in COLOURS))
        circle = T(
            "Lay {n} open cards like a clock, no word twice, from twelve o'clock on in turn {colours}.",
            n=len(self.state.circle),
            colours=colours,
        )
        self.tell(circle, "schlafmuetze.setup.circle", "schlafmuetze.ruling.circle_order", tone=Tone.TODO)
        hands = T(
            "{dealer} deals {n} cards each; {stock} are left as the stock. {chips} chips lie in the middle.",
            dealer=Player(self.state.dealer),
            n=dealt(self.state.seats),
            stock=self.state.stock,
            chips=self.state.middle,
        )
        self.tell(hands, "schlafmuetze.setup.hands", "schlafmuetze.setup.chips", tone=Tone.TODO)

    # The circle

    def circle_told(self, action: actions.CircleTold) -> None:
        words = map(capitals, action.words or ("",) * len(action.colours))
        circle = tuple(Card(colour, word) for colour, word in zip(action.colours, words, strict=True))
        self.state = evolve(self.state, circle=circle)
        self.tell(T("The circle is laid."), "schlafmuetze.setup.circle")

    def top_told(self, action: actions.TopTold) -> None:
        """Put the top of a pile right, and the demanded colour with it (schlafmuetze.combine.piles)."""
        state, card = self.state, Card(action.colour, capitals(action.word))
        if state.latest and state.latest.pile == action.pile and not state.latest.named:
            state = evolve(state, colour=card.colour)
        self.state = state.with_top(action.pile, card)
        text = T("At {hour} o'clock lies {card}.", hour=hour(action.pile), card=card_name(card))
        self.tell(text, "schlafmuetze.combine.piles", "schlafmuetze.ruling.recount")

    # Laying

    def laid(self, action: actions.Laid) -> None:
        """A card lies and decides colour and pause (schlafmuetze.combine.piles, schlafmuetze.colour.forced, schlafmuetze.pause)."""
        state, seat = self.state, action.seat
        assert state.hands is not None
        card = Card(action.colour, capitals(action.word))
        latest = Latest(
            seat=seat,
            pile=action.pile,
            under=state.circle[action.pile],
            colour=state.colour,
            pausing=state.pausing,
            before=evolve(state.latest, before=None) if state.latest and not state.latest.upheld else None,
        )
        hands = plus(state.hands, (seat,), -1)
        self.state = evolve(
            state.with_top(action.pile, card),
            hands=hands,
            colour=action.colour,
            pausing=seat,
            tried=(),
            latest=latest,
            phase=phases.Running() if hands[seat] else phases.LastCard(seat),
        )
        text = T(
            "{player} lays {card} at {hour} o'clock. The next card goes on {colour}.",
            player=Player(seat),
            card=card_name(card),
            hour=hour(action.pile),
            colour=COLOUR_NAMES[action.colour],
        )
        if hands[seat]:
            self.tell(text, "schlafmuetze.colour.forced", "schlafmuetze.combine.piles", "schlafmuetze.colour.own_free")
            self.tell(T("{player} pauses.", player=Player(seat)), "schlafmuetze.pause", tone=Tone.NOTE)
        else:
            self.tell_last_card(seat)

    def tell_last_card(self, seat: int) -> None:
        text = T("{player} has laid the last card.", player=Player(seat))
        self.tell(text, "schlafmuetze.end.out", "schlafmuetze.ruling.last_card_doubted")

    def cannot_open(self, seat: int) -> None:
        """The next one to the left tries; if nobody can, all draw or the cards are dealt anew (schlafmuetze.start.pass_left)."""
        state = self.state
        assert isinstance(state.phase, phases.Opening)
        assert state.hands is not None
        passed = state.phase.passed + 1
        if passed < state.seats:
            following = state.left_of(seat)
            self.state = evolve(state, phase=phases.Opening(following, passed))
            text = T("{player} cannot. Now {next} tries.", player=Player(seat), next=Player(following))
            self.tell(text, "schlafmuetze.start.pass_left")
            return
        rule = "schlafmuetze.ruling.nobody_opens"
        if state.house.nobody_opens == "redeal":
            self.tell(T("Nobody can lay the first card: all cards are shuffled and dealt anew."), rule)
            self.deal(state.dealer)
        elif not state.stock:
            self.tell(T("Nobody can lay the first card, and the stock is empty: the round ends."), rule)
            self.score(None, state.hands)
        else:
            self.state = evolve(state, phase=phases.Opening(state.dealer))
            self.tell(T("Nobody can lay the first card. Then {dealer} tries again.", dealer=Player(state.dealer)), rule)
            self.draw(state.clockwise(state.left_of(state.dealer)), rule)

    def goes_on(self) -> None:
        opening, hands = self.state.phase, self.state.hands
        self.unkept()
        if isinstance(opening, phases.Opening):
            assert hands is not None
            self.state = evolve(self.state, phase=phases.Running(opened=phases.Opened(opening.asked, hands)))
            text = T("The first card lies. The game is on!")
            self.tell(text, "schlafmuetze.start.dealer", "schlafmuetze.pause")
        else:
            self.tell(T("A card lies: its colour counts now."), "schlafmuetze.colour.forced")

    def unkept(self) -> None:
        """A card has been laid that nobody tells."""
        self.state = evolve(self.state, phase=phases.Running(), hands=None, colour=None, tried=(), latest=None)

    def last_card(self, seat: int) -> None:
        self.unkept()
        self.state = evolve(self.state, phase=phases.LastCard(seat))
        self.tell_last_card(seat)

    def nobody_doubts(self) -> None:
        assert isinstance(self.state.phase, phases.LastCard)
        seat = self.state.phase.seat
        text = T("Nobody doubts it: {player} wins the round.", player=Player(seat))
        self.tell(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.last_card_doubted")
        self.end_round(seat)

    def wrong_card(self, seat: int) -> None:
        """The card goes back; a chip only by the house rule (schlafmuetze.ruling.wrong_card)."""
        text = T("{player} takes the card back.", player=Player(seat))
        self.tell(text, "schlafmuetze.ruling.wrong_card", "schlafmuetze.colour.forced", "schlafmuetze.pause")
        if self.state.house.wrong_card == "chip":
            self.take_chip(seat, "schlafmuetze.ruling.wrong_card")
        if self.state.phase == phases.Running(seat):
            self.state = evolve(self.state, phase=phases.Running())

    # Doubts

    def halt(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, phases.Opening | phases.Running | phases.LastCard)
        self.state = evolve(self.state, phase=phases.Halted(phase))
        text = T("Halt! Nobody lays anything; cards laid at the same moment or later go back.")
        self.tell(text, "schlafmuetze.doubt.halt", tone=Tone.TODO)

    def doubted(self, action: actions.Doubted) -> None:
        """The vote begins with the first caller; what was laid on the doubted card goes back (schlafmuetze.doubt.halt)."""
        halted, author = self.state.phase, action.author
        assert isinstance(halted, phases.Halted)
        before = halted.before
        late = (
            self.state.latest.seat
            if self.state.latest
            else before.seat
            if isinstance(before, phases.LastCard)
            else author
        )
        if late != author:
            self.state = self.state.before_latest() if self.state.latest else self.state
            before = phases.Running()
            text = T("The call came first: {player} takes the card back.", player=Player(late))
            self.tell(text, "schlafmuetze.doubt.halt", tone=Tone.TODO)
        latest = self.state.latest
        first = latest.first if latest else action.first or isinstance(before, phases.Opening)
        words = (capitals(action.first_word), capitals(action.second_word), capitals(action.compound))
        doubters = tuple(dict.fromkeys(action.doubters))
        voting = phases.Voting(before, doubters, author, first, words)
        self.state = evolve(self.state, phase=voting)
        text = T(
            "{doubters} doubts {player}'s word. All vote, {first} first, then clockwise.",
            doubters=Listing(tuple(map(Player, doubters))),
            player=Player(author),
            first=Player(self.state.voters(voting)[0]),
        )
        if len(doubters) > 1:
            text = T("{doubters} doubt {player}'s word. All vote, {first} first, then clockwise.", **dict(text.params))
        self.tell(text, "schlafmuetze.doubt.vote", "schlafmuetze.ruling.vote")

    def voted(self, seat: int, *, against: bool) -> None:
        """The last vote decides; a majority of those who vote must be against (schlafmuetze.doubt.vote)."""
        voting = self.state.phase
        assert isinstance(voting, phases.Voting)
        voting = evolve(voting, against=(*voting.against, against))
        if len(voting.against) < len(self.state.voters(voting)):
            self.state = evolve(self.state, phase=voting)
            text = (
                T("{player} is against the word.", player=Player(seat))
                if against
                else T("{player} lets the word stand.", player=Player(seat))
            )
            self.tell(text, "schlafmuetze.doubt.vote")
            return
        no = sum(voting.against)
        yes = len(voting.against) - no
        if no > yes:
            text = T("{no} against, {yes} for it: the word is rejected.", no=no, yes=yes)
            self.tell(text, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.vote")
            self.rejected(voting)
        else:
            text = T("{no} against, {yes} for it: the word stands.", no=no, yes=yes)
            self.tell(text, "schlafmuetze.doubt.upheld", "schlafmuetze.ruling.vote")
            self.upheld(voting)

    def rejected(self, voting: phases.Voting) -> None:
        """Back to the moment before the card (schlafmuetze.doubt.rejected, schlafmuetze.ruling.after_rejection)."""
        author, latest = voting.author, self.state.latest
        if latest:
            self.state = self.state.before_latest()
        text = T("{player} takes the card back.", player=Player(author))
        self.tell(text, "schlafmuetze.doubt.rejected", tone=Tone.TODO)
        self.take_chip(author, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.several_doubters")
        if voting.first:
            if isinstance(voting.before, phases.Running) and voting.before.opened:
                self.state = evolve(self.state, hands=voting.before.opened.hands)
            again = self.state.house.first_rejected == "dealer"
            asked = self.state.dealer if again else self.state.left_of(author)
            self.state = evolve(self.state, phase=phases.Opening(asked))
            text = T("It was the first card: now {player} may open.", player=Player(asked))
            self.tell(text, "schlafmuetze.ruling.first_card_rejected")
            return
        if self.state.house.names_colour == "author":
            self.state = evolve(self.state, pausing=author if latest else None)
            self.tell(
                T("By the house rule {player} names the new colour and pauses.", player=Player(author)),
                "schlafmuetze.ruling.after_rejection",
            )
            by: int | None = author
        else:
            by = self.state.pausing
        barred = (
            () if self.state.house.new_colour == "may_repeat" else (latest.colour if latest else self.state.colour,)
        )
        self.name_another(phases.Cause.REJECTED, by, barred)

    def upheld(self, voting: phases.Voting) -> None:
        """Every doubter takes a chip, and play goes on (schlafmuetze.doubt.upheld)."""
        for doubter in voting.doubters:
            self.take_chip(doubter, "schlafmuetze.doubt.upheld")
        before, latest = voting.before, self.state.latest
        if isinstance(before, phases.LastCard):
            text = T("The word stands: {player} wins the round.", player=Player(before.seat))
            self.tell(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.doubt_closed")
            self.end_round(before.seat)
        elif latest:
            self.state = evolve(self.state, phase=phases.Running(), latest=evolve(latest, upheld=True, before=None))
        else:
            self.unkept()

    def take_chip(self, seat: int, *rules: str) -> None:
        """A chip from the middle, whether one is left there or not (schlafmuetze.ruling.chips)."""
        number = int(NUMBERS.wrong.chips)
        if chips_short(self.state):
            if self.state.house.chips == "cap":
                text = T("The middle has no chip left for {player}.", player=Player(seat))
                self.tell(text, "schlafmuetze.ruling.chips")
                return
            text = T("The middle is empty. Use something else as a chip; it counts all the same.")
            self.tell(text, "schlafmuetze.ruling.chips", tone=Tone.TODO)
        self.state = evolve(self.state, chips=plus(self.state.chips, (seat,), number))
        self.tell(N("{player} takes a chip.", "{player} takes {n} chips.", n=number, player=Player(seat)), *rules)

    # Who was first

    def dispute(self, *, latest: bool) -> None:
        phase = self.state.phase
        assert isinstance(phase, phases.Running | phases.LastCard)
        self.state = evolve(self.state, phase=phases.Disputed(phase, latest))
        text = T("The game stops for a moment. Can all agree whose card was first?")
        self.tell(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.first_card", tone=Tone.TODO)

    def agreed(self, seat: int) -> None:
        """That card stays, the others go back (schlafmuetze.speed.dispute_agreed)."""
        disputed = self.state.phase
        assert isinstance(disputed, phases.Disputed)
        text = T("{player}'s card was first and stays. The others take theirs back.", player=Player(seat))
        self.tell(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
        if disputed.latest and seat == self.holder(disputed):
            self.state = evolve(self.state, phase=disputed.before)
        elif self.state.every_card:
            self.take_back(disputed)
            self.state = evolve(self.state, phase=phases.Running(seat))
        else:
            self.unkept()

    def not_agreed(self) -> None:
        """All take their cards back and another colour is named (schlafmuetze.speed.dispute_open)."""
        disputed = self.state.phase
        assert isinstance(disputed, phases.Disputed)
        text = T("You do not agree: all take the cards back that they have just laid.")
        self.tell(text, "schlafmuetze.speed.dispute_open", tone=Tone.TODO)
        self.take_back(disputed)
        self.state = evolve(self.state, latest=None)
        self.name_another(phases.Cause.DISPUTE, self.state.pausing, (self.state.colour,))

    def holder(self, disputed: phases.Disputed) -> int:
        """Return who laid the card that is in question."""
        if self.state.latest:
            return self.state.latest.seat
        assert isinstance(disputed.before, phases.LastCard)
        return disputed.before.seat

    def take_back(self, disputed: phases.Disputed) -> None:
        if disputed.latest and self.state.latest:
            self.state = self.state.before_latest()

    # Stuck, colours

    def name_another(self, cause: phases.Cause, by: int | None, barred: Iterable[Colour | None]) -> None:
        """Ask for a new colour; if no other shows, the same one stays (schlafmuetze.ruling.new_colour)."""
        no = set(barred)
        allowed = tuple(colour for colour in self.state.showing if colour not in no)
        if allowed:
            self.state = evolve(self.state, phase=phases.Naming(cause, by, allowed))
        else:
            self.same_colour()

    def same_colour(self) -> None:
        colour = self.state.colour
        assert colour is not None
        self.state = evolve(self.state, phase=phases.Running(), tried=())
        text = T("No other colour shows, so it stays {colour}.", colour=COLOUR_NAMES[colour])
        self.tell(text, "schlafmuetze.ruling.same_colour")

    def stuck(self, told: Colour | None) -> None:
        """All but the pausing player draw and a new colour is named, until none is left (schlafmuetze.stuck.draw)."""
        colour = self.state.colour or told
        assert colour is not None
        again = bool(self.state.tried)
        self.state = evolve(self.state, colour=colour, tried=(*self.state.tried, colour), latest=None)
        left = tuple(each for each in self.state.showing if each not in self.state.tried)
        text = T("Nobody can lay a card on {colour}.", colour=COLOUR_NAMES[colour])
        self.tell(text, "schlafmuetze.stuck.again" if again else "schlafmuetze.stuck.draw")
        if not left:
            self.no_colour_left()
            return
        known = self.state.circle_known
        self.state = evolve(
            self.state, phase=phases.Naming(phases.Cause.STUCK, self.state.pausing, left, draws=not known)
        )
        if known:
            self.draw_for_stuck()

    def draw_for_stuck(self) -> None:
        """All but the pausing player draw (schlafmuetze.stuck.draw, schlafmuetze.ruling.stock_short)."""
        state = self.state
        if state.pausing is None:
            wanted = int(NUMBERS.draw.cards) * (state.seats - 1)
            number = min(state.stock, wanted)
            self.state = evolve(state, stock=state.stock - number)
            self.tell_drawn(None, number, wanted)
        else:
            order = state.clockwise(state.left_of(state.pausing))[:-1]
            self.draw(order, "schlafmuetze.stuck.again" if len(state.tried) > 1 else "schlafmuetze.stuck.draw")

    def draw(self, order: tuple[int, ...], rule: str) -> None:
        """Let players draw in this order while the stock lasts (schlafmuetze.ruling.stock_short)."""
        state, each = self.state, int(NUMBERS.draw.cards)
        assert state.hands is not None
        hands, stock = state.hands, state.stock
        for seat in order:
            drawn = min(each, stock)
            hands, stock = plus(hands, (seat,), drawn), stock - drawn
        who = tuple(seat for seat in order if hands[seat] > state.hands[seat])
        self.state = evolve(state, hands=hands, stock=stock)
        self.tell_drawn(who, state.stock - stock, each * len(order), rule)

    def tell_drawn(
        self, who: tuple[int, ...] | None, number: int, wanted: int, rule: str = "schlafmuetze.stuck.draw"
    ) -> None:
        if not number:
            self.tell(T("The stock is empty: nobody draws."), "schlafmuetze.ruling.stock_short", tone=Tone.NOTE)
        elif who is None:
            text = N(
                "All but the pausing player draw one card; {n} is left.",
                "All but the pausing player draw one card; {n} are left.",
                n=self.state.stock,
            )
            self.tell(text, rule, tone=Tone.TODO)
        else:
            text = N(
                "One card is drawn by {players}; {n} is left.",
                "One card is drawn by {players}; {n} are left.",
                n=self.state.stock,
                players=Listing(tuple(map(Player, who))),
            )
            self.tell(text, rule, tone=Tone.TODO)
        if 0 < number < wanted:
            text = T("The stock was too small: it was drawn from clockwise until it was empty.")
            self.tell(text, "schlafmuetze.ruling.stock_short", tone=Tone.NOTE)

    def colour_named(self, colour: Colour) -> None:
        naming = self.state.phase
        assert isinstance(naming, phases.Naming)
        if naming.draws:
            self.draw_for_stuck()
        stuck = naming.cause is phases.Cause.STUCK
        # the tried colours count anew after any naming that is not for want of a card (schlafmuetze.ruling.tried_anew)
        self.state = evolve(
            self.state,
            phase=phases.Running(),
            colour=colour,
            tried=self.state.tried if stuck else (),
            latest=evolve(self.state.latest, named=True) if self.state.latest else None,
        )
        rule = naming.cause.value
        text = T("The next card goes on {colour}.", colour=COLOUR_NAMES[colour])
        self.tell(text, rule, "schlafmuetze.colour.forced", "schlafmuetze.ruling.new_colour")
        if naming.by is not None:
            text = T("{player} goes on pausing.", player=Player(naming.by))
            self.tell(text, rule, "schlafmuetze.pause", tone=Tone.NOTE)

    def none_shows(self) -> None:
        """Which colours show is known at the table only: the same one stays, or the round ends."""
        naming = self.state.phase
        assert isinstance(naming, phases.Naming)
        if naming.cause is phases.Cause.STUCK:
            self.no_colour_left()
        else:
            self.same_colour()

    def no_colour_left(self) -> None:
        text = T("No colour is left that has not been tried: the round ends.")
        self.tell(text, "schlafmuetze.stuck.end", "schlafmuetze.ruling.stuck_colours")
        self.end_round(None)

    # The end

    def end_round(self, winner: int | None) -> None:
        if self.state.hands is None:
            self.state = evolve(self.state, phase=phases.Counting(winner))
        else:
            self.score(winner, self.state.hands)

    def hands_counted(self, hands: tuple[int, ...]) -> None:
        assert isinstance(self.state.phase, phases.Counting)
        self.score(self.state.phase.winner, hands)

    def score(self, winner: int | None, hands: tuple[int, ...]) -> None:
        """A minus point for each card and chip; the winner's chips are free (schlafmuetze.score.minus)."""
        chips = self.state.chips
        for seat in self.state.everybody:
            if seat == winner:
                if chips[seat]:
                    text = N(
                        "{player}'s chip does not count.",
                        "{player}'s {n} chips do not count.",
                        n=chips[seat],
                        player=Player(seat),
                    )
                    self.tell(text, "schlafmuetze.score.winner_chips")
                continue
            self.minus(seat, "cards", hands[seat])
            self.minus(seat, "chips", chips[seat])
        sleepy = tuple(seat for seat in self.state.everybody if hands[seat] == max(hands))
        text = N(
            "Schlafmütze of the round, with {n} card: {players}.",
            "Schlafmütze of the round, with {n} cards: {players}.",
            n=max(hands),
            players=Listing(tuple(map(Player, sleepy))),
        )
        self.tell(text, "schlafmuetze.score.title", "schlafmuetze.ruling.title")
        if any(chips):
            self.tell(T("All chips go back to the middle."), "schlafmuetze.ruling.chips_back", tone=Tone.TODO)
        dealer = self.next_dealer(hands, winner)
        self.state = evolve(
            self.state,
            phase=phases.RoundOver(winner, hands, chips, sleepy, dealer),
            hands=hands,
            chips=(0,) * self.state.seats,
            colour=None,
            pausing=None,
            tried=(),
            latest=None,
        )
        self.end_game_if_due()

    def minus(self, seat: int, column: str, number: int) -> None:
        if not number:
            return
        if column == "cards":
            points = number * int(NUMBERS.score.card)
            text = N(
                "{points} minus for {player}: {n} card in hand.",
                "{points} minus for {player}: {n} cards in hand.",
                n=number,
                points=points,
                player=Player(seat),
            )
        else:
            points = number * int(NUMBERS.score.chip)
            text = N(
                "{points} minus for {player}: {n} chip.",
                "{points} minus for {player}: {n} chips.",
                n=number,
                points=points,
                player=Player(seat),
            )
        why = Explanation(text, ("schlafmuetze.score.minus", "schlafmuetze.score.sheet"))
        self.points.append(ScoreLine(seat, self.state.round, column, points, why))
        self.said.append(why)
        self.state = evolve(self.state, totals=plus(self.state.totals, (seat,), points))

    def next_dealer(self, hands: tuple[int, ...], winner: int | None) -> int:
        """The next one clockwise, or who lost the round (schlafmuetze.ruling.dealer)."""
        following = self.state.left_of(self.state.dealer)
        if self.state.house.deal == "clockwise":
            return following
        lost = [0 if seat == winner else hands[seat] + self.state.chips[seat] for seat in self.state.everybody]
        return next(seat for seat in self.state.clockwise(following) if lost[seat] == max(lost))

    def end_game_if_due(self) -> None:
        """The round in which somebody reaches the target is the last (schlafmuetze.goal.game, schlafmuetze.ruling.game_end)."""
        house, totals = self.state.house, self.state.totals
        if house.length != "target" or max(totals) < house.target:
            return
        reached = tuple(Player(seat) for seat in self.state.everybody if totals[seat] >= house.target)
        text = T("{target} minus points are reached: {players}.", target=house.target, players=Listing(reached))
        self.tell(text, "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end")
        if house.tie == "one_more" and totals.count(min(totals)) > 1:
            self.tell(T("The best are level: by the house rule one more round."), "schlafmuetze.ruling.game_end")
            return
        self.game_over()

    def game_over(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, phases.RoundOver)
        self.state = evolve(self.state, phase=phases.GameOver(phase.winner, phase.hands, phase.chips, phase.sleepy))

    def finish(self) -> None:
        self.game_over()
        self.tell(
            T("You stop here: the fewest minus points win."), "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end"
        )

    def next_round(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, phases.RoundOver)
        self.state = evolve(self.state, round=self.state.round + 1)
        self.tell(T("{player} deals.", player=Player(phase.dealer)), "schlafmuetze.ruling.dealer", tone=Tone.TODO)
        self.deal(phase.dealer)

    def deal(self, dealer: int) -> None:
        """Shuffle and deal (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.ruling.chips_back)."""
        state = self.state
        self.state = evolve(
            state,
            dealer=dealer,
            phase=phases.Opening(dealer),
            hands=(dealt(state.seats),) * state.seats,
            stock=stock_after_deal(state.seats),
            circle=FRESH_CIRCLE if state.every_card else UNKNOWN_CIRCLE,
        )
        self.tell_deal()

    # Counting, keeping

    def recount(self, action: actions.Recount) -> None:
        state, seat = self.state, action.seat
        chips = plus(state.chips, (seat,), action.chips - state.chips[seat])
        hands = state.hands
        if hands is not None and action.cards is not None:
            hands = plus(hands, (seat,), action.cards - hands[seat])
        self.state = evolve(state, hands=hands, chips=chips)
        text = T("{player}'s cards and chips are as counted now.", player=Player(seat))
        self.tell(text, "schlafmuetze.ruling.recount")

    def stock_counted(self, cards: int) -> None:
        self.state = evolve(self.state, stock=cards)
        text = N("The stock holds {n} card.", "The stock holds {n} cards.", n=cards)
        self.tell(text, "schlafmuetze.ruling.recount")

    def keep_every_card(self, action: actions.KeepEveryCard) -> None:
        """From here on each card is told; tops of piles become known as they are told (schlafmuetze.ruling.keeping)."""
        state = evolve(self.state, keeping=Keeping.EVERY_CARD)
        if isinstance(state.phase, phases.Opening):
            state = evolve(state, circle=FRESH_CIRCLE)
        elif isinstance(state.phase, phases.Running):
            state = evolve(
                state,
                circle=UNKNOWN_CIRCLE,
                hands=action.hands,
                pausing=action.pausing,
                colour=action.colour,
                tried=(),
                latest=None,
            )
        self.state = state
        self.tell(T("From now on every card is told."), "schlafmuetze.ruling.keeping")

    def keep_referee_only(self) -> None:
        """From here on only what needs a referee is told (schlafmuetze.ruling.keeping)."""
        state = evolve(self.state, keeping=Keeping.REFEREE_ONLY, circle=UNKNOWN_CIRCLE)
        if isinstance(state.phase, phases.Running):
            state = evolve(state, phase=phases.Running(), hands=None, pausing=None, colour=None, tried=(), latest=None)
        self.state = state
        text = T("From now on only doubts, chips, disputes and new colours are told.")
        self.tell(text, "schlafmuetze.ruling.keeping")
