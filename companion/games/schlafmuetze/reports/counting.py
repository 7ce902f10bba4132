"""Reports of recounts, and changes of the detail level."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.schlafmuetze import fields
from companion.games.schlafmuetze.cards import FRESH_CIRCLE, UNKNOWN_CIRCLE, Colour
from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import IN_PLAY, Latest, State, plus, stock_after_deal
from companion.games.schlafmuetze.phases import Counting, LastCard, Opening, RoundOver, Running
from companion.games.schlafmuetze.shared import correction, event, too_many, wrong_hands
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Field, Number, Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report, not_offered
from companion.kernel.text import Player, Text


@frozen
class Recount(Report[State]):
    """A player's cards and chips have been counted (schlafmuetze.ruling.recount).

    :param cards: ``None`` while the hands are unknown.
    """

    seat: int
    cards: int | None
    chips: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Running | LastCard | Counting):
            return
        for one in state.everybody:
            given: tuple[tuple[str, int | None], ...] = (("seat", one),)
            asked: tuple[Number, ...] = (Number("chips", T("Chips"), 0, _most_chips(state, one), state.chips[one]),)
            if state.hands is None:
                given = (*given, ("cards", None))
            else:
                held = state.hands[one]
                # if a card went back after a wrong recount, the recorded total may exceed the possible one
                most = state.most_in_hands - sum(state.hands) + held
                if most < 1:
                    continue
                if held:
                    asked = (Number("cards", T("Cards in hand"), 1, most, min(held, most)), *asked)
                else:
                    given = (*given, ("cards", 0))
            label = T("Recount: {player}", player=Player(one))
            yield Offer(cls, label, ("schlafmuetze.ruling.recount",), given, asked, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """Require a possible number of cards and chips (schlafmuetze.ruling.recount)."""
        if not isinstance(state.phase, Running | LastCard | Counting):
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, self.seat, gone=state.gone):
            return wrong
        most = _most_chips(state, self.seat)
        if self.chips not in range(most + 1):
            text = N(
                "There are only {n} chips for {player}. Please count again.",
                "There are only {n} chips for {player}. Please count again.",
                n=most,
                player=Player(self.seat),
            )
            return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.setup.chips")
        player, out = Player(self.seat), state.phase == LastCard(self.seat)
        if self.cards is None and not state.every_card:
            return None
        if state.hands is None:
            return why(T("Hands are counted at the end of the round."), "schlafmuetze.ruling.keeping")
        if self.cards is None:
            return why(T("How many cards does {player} hold?", player=player), "schlafmuetze.ruling.recount")
        if out and self.cards:
            text = T("{player} has laid the last card. If there was one more, undo that card first.", player=player)
            return why(text, "schlafmuetze.end.out", "schlafmuetze.ruling.recount")
        if self.cards < 1 and not out:
            text = T("With no card left {player} has won already. Enter the last card instead.", player=player)
            return why(text, "schlafmuetze.end.out", "schlafmuetze.ruling.recount")
        return too_many(state, sum(state.hands) - state.hands[self.seat] + self.cards)

    def apply(self, effects: Effects[State]) -> None:
        state, one = effects.state, (self.seat,)
        effects.change(chips=plus(state.chips, one, self.chips - state.chips[self.seat]))
        if state.hands is not None and self.cards is not None:
            effects.change(hands=plus(state.hands, one, self.cards - state.hands[self.seat]))
        _counted(effects)
        text = T("{player}'s cards and chips are as counted now.", player=Player(self.seat))
        effects.say(text, "schlafmuetze.ruling.recount")

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        return evolve(super().history(before, step), continues=_at_the_end(before))

    def describe(self) -> Text:
        return T("{player}'s cards are recounted", player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        if self.seat not in state.everybody:
            return event(state)
        return correction(state, type(self), state.hands and state.hands[self.seat], state.chips[self.seat])


@frozen
class StockCounted(Report[State]):
    """The cards of the stock have been counted (schlafmuetze.ruling.recount)."""

    cards: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Running | LastCard):
            most = _most_in_stock(state)
            asked = Number("cards", T("Cards in the stock"), 0, most, min(state.stock, most))
            label = T("Recount the stock")
            yield Offer(cls, label, ("schlafmuetze.ruling.recount",), fields=(asked,), weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Running | LastCard):
            return NOT_OFFERED
        most = _most_in_stock(state)
        if self.cards in range(most + 1):
            return None
        text = T(
            "The stock cannot hold {cards} cards, at most {most}. Please count again.", cards=self.cards, most=most
        )
        return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.setup.hands")

    def apply(self, effects: Effects[State]) -> None:
        effects.change(stock=self.cards)
        _counted(effects)
        text = N("The stock holds {n} card.", "The stock holds {n} cards.", n=self.cards)
        effects.say(text, "schlafmuetze.ruling.recount")

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        return evolve(super().history(before, step), continues=_at_the_end(before))

    def describe(self) -> Text:
        return T("The stock is recounted")

    def event_key(self, state: State) -> Hashable:
        return correction(state, type(self), state.stock)


def _most_chips(state: State, seat: int) -> int:
    return state.chips[seat] + max(0, state.middle)


def _most_in_stock(state: State) -> int:
    """Return the most cards in the stock: it never grows, and the hands limit it (schlafmuetze.ruling.recount)."""
    most = stock_after_deal(len(state.everybody))
    return most if state.hands is None else min(most, IN_PLAY - sum(state.hands) - state.lying)


def _at_the_end(state: State) -> bool:
    """Return whether a round is about to end, so that a recount belongs to its end."""
    return isinstance(state.phase, LastCard | Counting)


def _counted(effects: Effects[State]) -> None:
    """Limit the cards that can go back to those on the circle (schlafmuetze.ruling.recount)."""
    state = effects.state
    if state.hands is not None and state.latest is not None:
        effects.change(latest=state.latest.not_deeper_than(state.laid))


@frozen
class KeepEveryCard(Report[State]):
    """Every card is entered from now on; during a round the current state is entered (schlafmuetze.ruling.keeping).

    :param forgets: whether earlier knowledge is cleared, as in revision 1.
    """

    hands: tuple[int, ...] = ()
    pausing: int | None = None
    colour: Colour | None = None
    forgets: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer it without fields if the state is known and no card was laid since (schlafmuetze.ruling.keeping)."""
        if not isinstance(state.phase, Opening | Running | RoundOver) or state.every_card:
            return
        asked: tuple[Field, ...] = ()
        if isinstance(state.phase, Running):
            known = _known(state)
            if known.hands is not None and known.pausing is not None and known.colour:
                label = T("Enter every card: none has been laid since")
                given = (("hands", known.hands), ("pausing", known.pausing), ("colour", known.colour))
                yield Offer(cls, label, ("schlafmuetze.ruling.keeping",), given, weight=Weight.RARE)
            asked = (
                fields.hands(T("Cards in hand now"), state, known.hands or state.uncounted(None)),
                fields.player("pausing", T("Who pauses?"), state.everybody),
                fields.colour(T("Which colour is demanded?")),
            )
        label = T("Enter every card from now on")
        yield Offer(cls, label, ("schlafmuetze.ruling.keeping",), fields=asked, weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        """Require the hands, the pausing player and the colour during a round (schlafmuetze.ruling.keeping)."""
        if not isinstance(state.phase, Opening | Running | RoundOver) or state.every_card:
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, self.pausing, gone=state.gone):
            return wrong
        if not isinstance(state.phase, Running):
            return None if self == KeepEveryCard(forgets=self.forgets) else NOT_OFFERED
        if self.pausing is None or self.colour is None:
            text = T("To keep every card from here on: who pauses, and which colour is demanded?")
            return why(text, "schlafmuetze.ruling.keeping")
        return wrong_hands(state, self.hands, None)

    def apply(self, effects: Effects[State]) -> None:
        """Record every card from now on; the tops of piles become known when entered (schlafmuetze.ruling.keeping)."""
        state = effects.state
        if isinstance(state.phase, Opening):
            effects.state = (
                evolve(state.with_every_card(), circle=FRESH_CIRCLE) if self.forgets else state.with_every_card()
            )
        else:
            effects.change(every_card=True)
        state = effects.state
        if isinstance(state.phase, Running):
            counted = evolve(state.forgotten(), hands=self.hands, pausing=self.pausing, colour=self.colour)
            effects.state = counted if self.forgets else _with_count(state, counted)
        effects.say(T("From now on you enter every card."), "schlafmuetze.ruling.keeping")

    def describe(self) -> Text:
        return T("Every card is entered")

    def event_key(self, state: State) -> Hashable:
        return correction(state, type(self), event(state))


def _known(state: State) -> State:
    """Return the known state, assuming that no unreported card was laid."""
    last = state.last_known
    return evolve(state.as_last_known(), tried=state.tried) if last and last.sure and not last.covered else state


def _with_count(known: State, counted: State) -> State:
    """Return the counted table, with all earlier knowledge that still holds.

    If it equals the last reported or named state, no card was laid since; otherwise the pausing player laid the latest one.
    """
    last, sure = (
        known.as_last_known(),
        known.last_known is not None and known.last_known.sure and not known.last_known.covered,
    )
    if known.colour and _same(known, counted):
        if sure and _same(last, counted):
            known = last
        latest = known.latest
        # the author of a rejected word who pauses by the house rule has not laid the card before
        if latest and latest.seat is None and known.house.names_colour == "previous":
            latest = evolve(latest, seat=counted.pausing)
        if latest and latest.seat is None and counted.laid == 1 and known.house.recall == "certain":
            latest = evolve(latest, first=True)
        return evolve(counted, circle=known.circle, tried=known.tried, latest=latest)
    if sure and _same(last, counted):
        return evolve(counted, circle=last.circle, latest=last.latest)
    return evolve(counted, latest=Latest(counted.pausing, first=counted.laid == 1, sure=False))


def _same(known: State, counted: State) -> bool:
    """Return whether a table agrees with its count, where it is known."""
    return (
        known.colour in (None, counted.colour)
        and known.pausing in (None, counted.pausing)
        and known.hands in (None, counted.hands)
    )


@frozen
class KeepRefereeOnly(Report[State]):
    """Only events that need a referee are entered from now on (schlafmuetze.ruling.keeping).

    :param forgets: whether earlier knowledge is cleared, as in revision 1.
    """

    forgets: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Opening | Running | RoundOver) and state.every_card:
            label = T("Enter only what needs a referee")
            yield Offer(cls, label, ("schlafmuetze.ruling.keeping",), weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        return not_offered(KeepRefereeOnly(), self.offers(state, None))

    def apply(self, effects: Effects[State]) -> None:
        """Keep the card entered last as the latest until another one is known (schlafmuetze.ruling.keeping).

        After a named colour nothing changes: the next card is still expected.
        """
        effects.change(every_card=False)
        state = effects.state
        if isinstance(state.phase, Running):
            if self.forgets or state.claimed is not None:
                state = state.forgotten()
            elif state.latest and not state.latest.named:
                state = state.keeping_last_known()
            effects.state = evolve(state, phase=Running())
        elif self.forgets:
            effects.change(circle=UNKNOWN_CIRCLE)
        text = T("From now on you enter only doubts, chips, disputes and new colours.")
        effects.say(text, "schlafmuetze.ruling.keeping")

    def describe(self) -> Text:
        return T("Only what needs a referee is entered")

    def event_key(self, state: State) -> Hashable:
        return correction(state, type(self))
