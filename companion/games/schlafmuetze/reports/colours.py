"""Reports of new colours, and of a round in which no player can lay a card."""

from collections.abc import Iterable

from attrs import evolve, frozen

from companion.games.schlafmuetze import fields
from companion.games.schlafmuetze.cards import COLOURS, Colour
from companion.games.schlafmuetze.dealing import draw, draw_uncounted
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import Cause, Naming, Running
from companion.games.schlafmuetze.scoring import end_round
from companion.games.schlafmuetze.shared import (
    TableReport,
    claimed,
    forget_cards,
    name,
    name_if_settled,
    same_colour,
    settled,
)
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Field, Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Listing, Player, Text


@frozen
class Stuck(TableReport):
    """No player except the pausing one can lay a card (schlafmuetze.stuck.draw, schlafmuetze.stuck.again).

    :param colour: the forced colour, if the referee does not know it.
    :param pausing: the pausing player, if the referee does not know it.
    """

    colour: Colour | None = None
    pausing: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Running):
            return
        label = T("Nobody can lay a card")
        asked: list[Field] = []
        if state.colour:
            label = T("Nobody can lay on {colour}", colour=COLOUR_NAMES[state.colour])
        else:
            asked.append(fields.colour(T("Which colour was demanded?")))
        if state.every_card and state.pausing is None:
            asked.append(fields.player("pausing", T("Who pauses?"), state.everybody))
        example = cls(state.colour or COLOURS[0], 0 if state.pausing is None else None)
        rules = ("schlafmuetze.stuck.draw", "schlafmuetze.stuck.again")
        yield Offer(cls, label, rules, fields=tuple(asked), weight=Weight.SIDE, closed=example.refusal(state))

    def refusal(self, state: State) -> Explanation | None:
        """Require the tried colour and the pausing player, who does not draw (schlafmuetze.ruling.stuck_colours)."""
        if not isinstance(state.phase, Running):
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, self.pausing, gone=state.gone) or claimed(state):
            return wrong
        if state.colour is None and self.colour is None:
            text = T("Which colour was demanded? It counts as tried.")
            return why(text, "schlafmuetze.ruling.stuck_colours")
        return self._wrong_pause(state) or self._wrong_colour(state)

    def _wrong_pause(self, state: State) -> Explanation | None:
        if state.pausing is None:
            if self.pausing is not None or not state.every_card:
                return None
            return why(T("Who pauses? All the others draw."), "schlafmuetze.stuck.draw", "schlafmuetze.pause")
        if self.pausing in (None, state.pausing):
            return None
        return why(T("{player} pauses.", player=Player(state.pausing)), "schlafmuetze.pause", "schlafmuetze.stuck.draw")

    def _wrong_colour(self, state: State) -> Explanation | None:
        if not state.every_card or state.colour is None or self.colour in (None, state.colour):
            return None
        text = T("The colour demanded now is {colour}.", colour=COLOUR_NAMES[state.colour])
        return why(text, "schlafmuetze.colour.forced")

    def apply(self, effects: Effects[State]) -> None:
        """Let all but the pausing player draw and ask for a new colour, while one is left (schlafmuetze.stuck.draw)."""
        colour = self.colour or effects.state.colour
        assert colour is not None
        if effects.state.colour not in (None, colour):
            forget_cards(effects)  # the forced colour differs from the named one: an unreported card was laid
        state = effects.state
        pausing = self.pausing if state.pausing is None else state.pausing
        tried = (*state.tried, colour)
        effects.change(colour=colour, pausing=pausing, tried=tried, latest=None, last_known=None)
        text = T("Nobody can lay a card on {colour}.", colour=COLOUR_NAMES[colour])
        effects.say(text, _rule(tried))
        left = tuple(each for each in state.showing if each not in tried)
        if not left:
            _end_without_colour(effects)
            return
        # the referee does not know which colours show, so cards are drawn when one has been named
        draws = not state.circle_known
        effects.change(phase=Naming(Cause.STUCK, pausing, left, draws))
        if not draws:
            _draw(effects)
            name_if_settled(effects)

    def describe(self) -> Text:
        if self.colour is not None:
            return T("Nobody can lay on {colour}", colour=COLOUR_NAMES[self.colour])
        return T("Nobody can lay a card")


class _Named(TableReport):
    """A report that ends the search for a new colour."""

    __slots__ = ()

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Continue the event if no player could lay; after a doubt or a dispute it is an event of its own."""
        stuck = isinstance(before.phase, Naming) and before.phase.cause is Cause.STUCK
        return evolve(super().history(before, step), continues=stuck)


@frozen
class ColourNamed(_Named):
    """A new colour is named (schlafmuetze.ruling.new_colour)."""

    colour: Colour

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Naming):
            rules = ("schlafmuetze.colour.forced", "schlafmuetze.ruling.new_colour")
            for colour in COLOURS:
                closed = cls(colour).refusal(state)
                yield Offer(cls, COLOUR_NAMES[colour], rules, (("colour", colour),), closed=closed)

    def refusal(self, state: State) -> Explanation | None:
        """Require another colour that shows in the circle (schlafmuetze.ruling.new_colour, schlafmuetze.stuck.again)."""
        if settled(state).colour is self.colour:
            return None
        if not isinstance(state.phase, Naming):
            return NOT_OFFERED
        if self.colour in state.phase.allowed:
            return None
        colour = COLOUR_NAMES[self.colour]
        if self.colour not in state.showing:
            return why(T("{colour} is not showing in the circle.", colour=colour), "schlafmuetze.ruling.new_colour")
        if state.phase.cause is Cause.STUCK:
            text = T("{colour} has been tried already. Name another colour.", colour=colour)
            return why(text, "schlafmuetze.stuck.again", "schlafmuetze.ruling.stuck_colours")
        text = T("{colour} was demanded before. Name another colour.", colour=colour)
        return why(text, "schlafmuetze.ruling.new_colour")

    def apply(self, effects: Effects[State]) -> None:
        """Draw the cards that are still due, then go on (schlafmuetze.stuck.draw)."""
        if settled(effects.state).colour is self.colour:
            text = T("The next card goes on {colour}.", colour=COLOUR_NAMES[self.colour])
            effects.note(text, "schlafmuetze.ruling.settled", "schlafmuetze.colour.forced")
            return
        if effects.phase(Naming).draws:
            _draw(effects)
        name(effects, self.colour)

    def describe(self) -> Text:
        return T("New colour: {colour}", colour=COLOUR_NAMES[self.colour])


@frozen
class NoColourLeft(_Named):
    """No colour shows that may still be named (schlafmuetze.stuck.end, schlafmuetze.ruling.same_colour)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Naming) and cls().refusal(state) is None:
            stuck = state.phase.cause is Cause.STUCK
            rule = "schlafmuetze.stuck.end" if stuck else "schlafmuetze.ruling.same_colour"
            yield Offer(cls, T("None of these is showing"), (rule,), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Naming):
            return NOT_OFFERED
        if not state.circle_known and (state.phase.allowed != COLOURS or state.colour):
            return None
        names = Listing(tuple(COLOUR_NAMES[colour] for colour in state.phase.allowed))
        return why(T("You can still name: {colours}.", colours=names), "schlafmuetze.ruling.stuck_colours")

    def apply(self, effects: Effects[State]) -> None:
        """Keep the same colour, or end the round if no player could lay."""
        if effects.phase(Naming).cause is Cause.STUCK:
            _end_without_colour(effects)
        else:
            same_colour(effects)

    def describe(self) -> Text:
        return T("No other colour is showing")


def _rule(tried: tuple[Colour, ...]) -> str:
    return "schlafmuetze.stuck.again" if len(tried) > 1 else "schlafmuetze.stuck.draw"


def _draw(effects: Effects[State]) -> None:
    """Let all but the pausing player draw (schlafmuetze.stuck.draw, schlafmuetze.ruling.stock_short)."""
    state = effects.state
    if state.pausing is None or state.hands is None:
        draw_uncounted(effects)
    else:
        draw(effects, state.clockwise(state.left_of(state.pausing))[:-1], _rule(state.tried))


def _end_without_colour(effects: Effects[State]) -> None:
    text = T("No colour is left that has not been tried: the round ends.")
    effects.say(text, "schlafmuetze.stuck.end", "schlafmuetze.ruling.stuck_colours")
    end_round(effects, None)
