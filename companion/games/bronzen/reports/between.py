"""Reports between two tricks: exchanges of chips and recounts."""

from collections.abc import Hashable, Iterable

from attrs import frozen

from companion.games.bronzen.chips import RATES, Chip, exchange_rule
from companion.games.bronzen.decks import SEATS, counts, miscounted, without_cards
from companion.games.bronzen.messages import CHIPS, N, T, chips_of
from companion.games.bronzen.model import Decided, Laying, Reveal, Stack, State, Tally
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import enter_every_trick, event, refuse_trick
from companion.games.bronzen.trick import refill_hands
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Player, Text


def _not_now(state: State, in_trick: Text, rule: str) -> Explanation | None:
    """Return why an action that is limited to the time between two tricks has to wait."""
    if isinstance(state.phase, Laying | Decided):
        return why(in_trick, rule)
    if refused := refuse_trick(state):
        return refused
    return None if isinstance(state.phase, Tally | Reveal) else NOT_OFFERED


@frozen
class Exchange(Report[State]):
    """A player exchanges chips with the bank, once, at the rate of the rules (bronzen.exchange.up, bronzen.exchange.down)."""

    seat: int
    give: Chip
    get: Chip

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Reveal | Laying | Decided):
            return
        for one in SEATS:
            for (give, get), (gives, gets) in RATES.items():
                label = T("{gives} {give} → {gets} {get}", gives=gives, give=CHIPS[give], gets=gets, get=CHIPS[get])
                rules = exchange_rule(give, get), "bronzen.exchange.between"
                given = (("seat", one), ("give", give), ("get", get))
                closed = cls(one, give, get).refusal(state)
                yield Offer(cls, label, rules, given, weight=Weight.SIDE, closed=closed)

    def refusal(self, state: State) -> Explanation | None:
        """Allow an exchange of chips on the account between tricks, up to the stock of the bank.

        Rules: bronzen.exchange.between, bronzen.exchange.account, bronzen.ruling.bank_limit.
        """
        if stranger := refuse_unknown_seat(SEATS, self.seat):
            return stranger
        in_trick = T("No exchange during a trick. Play it out first.")
        if waits := _not_now(state, in_trick, "bronzen.exchange.between"):
            return waits
        rate = RATES.get((self.give, self.get))
        if rate is None:
            text = T(
                "{give} is not exchanged for {get}; only neighbours are: black and green, green and red.",
                give=CHIPS[self.give],
                get=CHIPS[self.get],
            )
            return why(text, "bronzen.exchange.up", "bronzen.exchange.down")
        give, get = rate
        owned = state.accounts[self.seat].count(self.give)
        if owned < give:
            text = T(
                "{player} needs {chips} on the account, but has {owned}.",
                player=Player(self.seat),
                chips=chips_of(self.give, give),
                owned=N("only one", "only {n}", n=owned) if owned else T("none"),
            )
            return why(text, "bronzen.exchange.account", exchange_rule(self.give, self.get))
        bank = state.in_bank(self.get)
        if bank is not None and bank < get:
            text = T("The bank can no longer give {chips}.", chips=chips_of(self.get, get))
            return why(text, "bronzen.ruling.bank_limit")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Move the chips between the account and the bank."""
        enter_every_trick(effects)
        give, get = RATES[self.give, self.get]
        account = effects.state.accounts[self.seat].plus(self.give, -give).plus(self.get, get)
        effects.state = effects.state.with_account(self.seat, account)
        text = T(
            "{player} exchanges {given} for {got}.",
            player=Player(self.seat),
            given=chips_of(self.give, give),
            got=chips_of(self.get, get),
        )
        effects.say(text, exchange_rule(self.give, self.get), "bronzen.exchange.between")

    def describe(self) -> Text:
        player, give, get = Player(self.seat), CHIPS[self.give], CHIPS[self.get]
        return T("{player} exchanges {give} for {get}", player=player, give=give, get=get)

    def event_key(self, state: State) -> Hashable:
        """Return a key of the account, as an exchange may be reported during a trick (bronzen.exchange.wait)."""
        return state.accounts[self.seat] if self.seat in SEATS else event(state)


@frozen
class Recount(Report[State]):
    """The players have counted their cards (bronzen.ruling.recount)."""

    hands: tuple[int, int]
    bunkers: tuple[int, int]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        between = isinstance(state.phase, Reveal) or (isinstance(state.phase, Tally) and state.known)
        if not between and not isinstance(state.phase, Laying | Decided):
            return
        left, right = state.stacks
        fields = (
            counts("hands", T("Hand stack"), 0, (left.hand, right.hand)),
            counts("bunkers", T("Bunker"), 0, (left.bunker, right.bunker)),
        )
        # no count is accepted while cards lie on the table, so any numbers will do for the reason
        closed = None if between else cls((0, 0), (0, 0)).refusal(state)
        label, rules = T("Recount the cards"), ("bronzen.ruling.recount",)
        yield Offer(cls, label, rules, fields=fields, weight=Weight.RARE, closed=closed)

    def refusal(self, state: State) -> Explanation | None:
        """Allow a recount between two tricks of all cards, some for each player (bronzen.setup.decks, bronzen.goal)."""
        in_trick = T("Cards lie on the table. Play the trick out, then count.")
        if waits := _not_now(state, in_trick, "bronzen.ruling.recount"):
            return waits
        if text := miscounted(*self.hands, *self.bunkers):
            return why(text, "bronzen.ruling.recount", "bronzen.setup.decks")
        for seat in SEATS:
            if not self.hands[seat] + self.bunkers[seat]:
                return why(without_cards(seat), "bronzen.goal", "bronzen.ruling.recount")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Set the stacks to the counted numbers; at the start of a round every trick is entered from then on."""
        enter_every_trick(effects)
        effects.say(T("The cards are counted: all {n} are there.", n=NUMBERS.deck.both), "bronzen.ruling.recount")
        for seat in SEATS:
            effects.state = effects.state.with_stack(seat, Stack(self.hands[seat], self.bunkers[seat]))
        refill_hands(effects)

    def describe(self) -> Text:
        return T("Cards recounted")

    def event_key(self, state: State) -> Hashable:
        """Return a key with the counts before the report, so that a trick may have several recounts."""
        return event(state, state.stacks)
