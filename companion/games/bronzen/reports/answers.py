"""The answers of the losing player: double, or give up the trick."""

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve, frozen

from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.decks import SEATS, replaced
from companion.games.bronzen.messages import CHIPS, T, chips_of
from companion.games.bronzen.model import Decided, GameOver, Laying, Reveal, RoundOver, State, Tally
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import BronzenReport, call_for, cannot_double
from companion.games.bronzen.trick import award
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Offer
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text


@frozen
class Answer(BronzenReport):
    """Base of the losing player's answers (bronzen.double.who)."""

    seat: int

    continues = titles_event = True

    def refusal(self, state: State) -> Explanation | None:
        """Allow an answer only to the losing player, while a trick is being decided."""
        if stranger := refuse_unknown_seat(SEATS, self.seat):
            return stranger
        match state.phase:
            case Tally():
                text = T("At this table you enter only the points, not each trick.")
                return why(text, "bronzen.ruling.keeping", "bronzen.double.points")
            case Decided(losing=losing):
                if self.seat == losing:
                    return None
                text = T(
                    "{player} is winning. Only the player who is losing may double or give up.",
                    player=Player(self.seat),
                )
                return why(text, "bronzen.double.who")
            case Reveal():
                text = T("An Einzel cannot be doubled, and no special has come up in this trick.")
                return why(text, "bronzen.double.when")
            case RoundOver():
                text = T("The trick is over: after a showdown nobody doubles.")
                return why(text, "bronzen.showdown.no_doubling")
            case Laying() | GameOver():
                return NOT_OFFERED
            case _:
                assert_never(state.phase)


@frozen
class Double(Answer):
    """The losing player doubles with the chip that is due (bronzen.double.ladder)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Decided):
            losing = state.phase.losing
            chip = LADDER[state.phase.trick.doubles[losing]]
            label = T("{player} doubles ({chip})", player=Player(losing), chip=CHIPS[chip])
            yield Offer(cls, label, ("bronzen.double.ladder", "bronzen.double.who"), (("seat", losing),))

    def refusal(self, state: State) -> Explanation | None:
        """A double needs the chip that is due and a card to lay (bronzen.double.ladder, bronzen.double.no_chip)."""
        return super().refusal(state) or cannot_double(state, state.running, self.seat)

    def apply(self, effects: Effects[State]) -> None:
        """Stake the chip and lay again (bronzen.double.ladder, bronzen.double.cards)."""
        trick, seat = effects.state.running, self.seat
        chip = LADDER[trick.doubles[seat]]
        effects.state = effects.state.with_account(seat, effects.state.accounts[seat].plus(chip, -1))
        text = T("{player} doubles and stakes {chips}.", player=Player(seat), chips=chips_of(chip))
        effects.say(text, "bronzen.double.ladder", "bronzen.ruling.double_order")
        trick = evolve(trick, doubles=replaced(trick.doubles, seat, trick.doubles[seat] + 1))
        call_for(effects, trick, NUMBERS.face_down.double, doubler=seat)

    def describe(self) -> Text:
        return T("{player} doubles", player=Player(self.seat))


@frozen
class GiveUp(Answer):
    """The losing player gives up the trick (bronzen.double.who)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Decided):
            losing = state.phase.losing
            label = T("{player} gives up", player=Player(losing))
            yield Offer(cls, label, ("bronzen.double.who",), (("seat", losing),))

    def apply(self, effects: Effects[State]) -> None:
        """Give the trick to the other player."""
        effects.say(T("{player} gives up the trick.", player=Player(self.seat)), "bronzen.double.who")
        award(effects, effects.state.running, 1 - self.seat)

    def describe(self) -> Text:
        return T("{player} gives up", player=Player(self.seat))
