"""Reports of disputes about whose card was first."""

from collections.abc import Iterable

from attrs import frozen

from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import Cause, Disputed, LastCard, Opening, Running
from companion.games.schlafmuetze.shared import TableReport, claimed, forget_cards, lies_on_top, name_another
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text


@frozen
class SpeedDispute(TableReport):
    """It is unclear whose card was first (schlafmuetze.speed.dispute_agreed, schlafmuetze.speed.dispute_open).

    :param latest: whether the card entered last is one of those in question.
    """

    latest: bool

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        rules = ("schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.dispute_open")
        if isinstance(state.phase, LastCard):
            agreement = ("schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
            yield cls(latest=True)._offer(state, T("Who was first?"), agreement)
        elif isinstance(state.phase, Running) and state.every_card:
            entered = T("Who was first? It is about the card just entered")
            yield cls(latest=True)._offer(state, entered, rules)
            missing = T("Who was first? None of the cards is entered yet")
            yield cls(latest=False)._offer(state, missing, rules)
        elif isinstance(state.phase, Running):
            yield cls(latest=False)._offer(state, T("Who was first?"), rules)

    def _offer(self, state: State, label: Text, rules: tuple[str, ...]) -> Offer:
        closed = self.refusal(state)
        return Offer(SpeedDispute, label, rules, (("latest", self.latest),), weight=Weight.SIDE, closed=closed)

    def refusal(self, state: State) -> Explanation | None:
        """Require a race, and a latest card that can still be disputed (schlafmuetze.speed.dispute_agreed)."""
        leisure = T("The first card is laid at leisure: nobody races for it.")
        if isinstance(state.phase, Opening):
            return why(leisure, "schlafmuetze.start.dealer")
        if not isinstance(state.phase, Running | LastCard):
            return NOT_OFFERED
        if wrong := claimed(state):
            return wrong
        if state.latest and state.latest.first and self.latest:
            return why(leisure, "schlafmuetze.start.dealer")
        if isinstance(state.phase, LastCard):
            return None if self.latest else NOT_OFFERED
        if not self.latest:
            return None
        latest = state.latest
        if not state.every_card or not latest or latest.named or latest.seat is None:
            return why(T("There is no card now that could still be disputed."), "schlafmuetze.speed.first_card")
        if latest.upheld:
            return why(T("The vote on the latest word is over; it stands."), "schlafmuetze.ruling.doubt_closed")
        return None

    def apply(self, effects: Effects[State]) -> None:
        playing = effects.state.phase
        assert isinstance(playing, Running | LastCard)
        effects.change(phase=Disputed(playing, self.latest))
        text = T("The game stops for a moment. Can you all agree whose card was first?")
        effects.todo(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.first_card")

    def describe(self) -> Text:
        return T("Who was first?")


@frozen
class Agreed(TableReport):
    """All agree whose card was first (schlafmuetze.speed.dispute_agreed).

    :param seat: the player; ``None`` where single cards are not entered and it does not matter.
    """

    continues = True

    seat: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Disputed):
            return
        rules = ("schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
        if not cls._matters(state, state.phase):
            yield Offer(cls, T("We agree"), rules)
            return
        for one in state.everybody:
            if cls(one).refusal(state) is None:
                yield Offer(cls, T("{player} was first", player=Player(one)), rules, (("seat", one),))

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Disputed):
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, self.seat, gone=state.gone):
            return wrong
        if self.seat is None:
            asked = why(T("Whose card was first? You must all agree."), "schlafmuetze.speed.dispute_agreed")
            return asked if self._matters(state, state.phase) else None
        pausing = state.latest.pausing if state.phase.latest and state.latest else state.pausing
        if self.seat != pausing:
            return None
        text = T("{player} was pausing, so that card cannot have been the first.", player=Player(self.seat))
        return why(text, "schlafmuetze.pause", "schlafmuetze.speed.first_card")

    @staticmethod
    def _matters(state: State, disputed: Disputed) -> bool:
        """Return whether the player matters: the card is entered next, or it may be the last one."""
        return state.every_card or isinstance(disputed.before, LastCard)

    def apply(self, effects: Effects[State]) -> None:
        disputed = effects.phase(Disputed)
        text = T("The card that was first stays. The others are taken back.")
        if self.seat is not None:
            text = T("{player}'s card was first and stays. The others take theirs back.", player=Player(self.seat))
        effects.say(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
        if disputed.latest and self.seat == _latest_by(effects.state, disputed):
            effects.change(phase=disputed.before)
        elif effects.state.every_card:
            _take_back(effects, disputed)
            effects.change(phase=Running(self.seat))
        elif effects.state.house.recall == "certain":
            lies_on_top(effects, disputed=True)
        else:
            forget_cards(effects)

    def describe(self) -> Text:
        if self.seat is None:
            return T("Agreed on who was first")
        return T("{player} was first", player=Player(self.seat))


@frozen
class NotAgreed(TableReport):
    """The players do not agree whose card was first (schlafmuetze.speed.dispute_open)."""

    continues = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Disputed):
            yield Offer(cls, T("We cannot agree"), ("schlafmuetze.speed.dispute_open",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        """Take all disputed cards back and ask for another colour (schlafmuetze.speed.dispute_open)."""
        text = T("You cannot agree: all take back the cards that they have just laid.")
        effects.todo(text, "schlafmuetze.speed.dispute_open")
        _take_back(effects, effects.phase(Disputed))
        effects.change(latest=None, last_known=None)
        name_another(effects, Cause.DISPUTE, effects.state.pausing, (effects.state.colour,))

    def describe(self) -> Text:
        return T("No agreement on who was first")


def _latest_by(state: State, disputed: Disputed) -> int | None:
    if state.latest:
        return state.latest.seat
    return disputed.before.seat if isinstance(disputed.before, LastCard) else None


def _take_back(effects: Effects[State], disputed: Disputed) -> None:
    if disputed.latest and effects.state.latest:
        effects.state = effects.state.before_latest()
