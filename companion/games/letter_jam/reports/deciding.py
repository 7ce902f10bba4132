"""Reports of decisions about a clue on the table, and the end of its round."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.model import State
from companion.games.letter_jam.phases import Deciding, Guess
from companion.games.letter_jam.rounds import after_round, draw_extra, end_round, find_done, take_guess
from companion.games.letter_jam.shared import (
    OfPlayer,
    event,
    lay_words,
    letter_field,
    no_letter,
    upper,
)
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Weight
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Player, Text
from companion.kernel.tuples import with_item


class Decision(OfPlayer):
    """A decision about a letter used in the clue; it can change until all have decided (letter_jam.advance.choice)."""

    __slots__ = ()

    continues = True

    def closed(self, state: State) -> Explanation | None:
        """Require a clue for the player's present letter."""
        if not isinstance(state.phase, Deciding):
            return NOT_OFFERED
        place, player = state.places[self.seat], Player(self.seat)
        if place.done:
            text = T("{player} has put back all their own letters: now the extra letter is guessed.", player=player)
            return why(text, "letter_jam.bonus.extra_card", "letter_jam.bonus.guess")
        if place.clued is False and not state.clue.may_use(self.seat):
            text = T("There has been no clue for {player}’s present letter yet, so it stays.", player=player)
            return why(text, "letter_jam.advance.choice")
        return None

    def own_event(self, state: State) -> Hashable:
        phase = state.phase
        return event(state, self.seat, phase.moves[self.seat]) if isinstance(phase, Deciding) else event(state)


@frozen
class MovesOn(Decision):
    """A player will put the present letter back and stand up the next one (letter_jam.advance.choice).

    :param letter: the letter written into the box; empty if none is written, or for a sheet of paper.
    """

    seat: int
    letter: str = ""

    @property
    def private(self) -> bool:
        """Whether the report contains a letter that only its player may see (letter_jam.setup.sheet)."""
        return bool(self.letter)

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer the move to every page, and the letter to the player's own page only (letter_jam.setup.sheet)."""
        phase, rules = state.phase, ("letter_jam.advance.choice",)
        if not isinstance(phase, Deciding):
            return
        may = [one for one in state.seats if cls(one).refusal(state) is None]
        for one in may:
            if phase.moves[one] is not True:
                label = T("{player} moves on", player=Player(one))
                yield Offer(cls, label, rules, (("seat", one), ("letter", "")), weight=Weight.SIDE)
        if seat in may:
            letter = letter_field("letter", T("The letter for the box"), optional=True)
            yield Offer(cls, T("Write down the letter and move on"), rules, (("seat", seat),), (letter,), by=seat)

    def closed(self, state: State) -> Explanation | None:
        """Require that the letter in the stand is known if one is written into its box (letter_jam.setup.sheet)."""
        if wrong := Decision.closed(self, state) or no_letter(self.letter, optional=True):
            return wrong
        place, player = state.places[self.seat], Player(self.seat)
        if self.letter and place.perhaps:
            text = T(
                "Nobody has entered which letter of the row is in {player}’s stand: write it into its box yourselves.",
                player=player,
            )
            return why(text, "letter_jam.advance.choice", "letter_jam.setup.sheet")
        return _no_room(state, self.seat)

    def apply(self, effects: Effects[State]) -> None:
        """Record the decision; the card moves when all have decided (letter_jam.advance.wait)."""
        effects.change(phase=effects.phase(Deciding).decided(self.seat, moves=True))
        text = T("{player} moves on.", player=Player(self.seat))
        effects.note(text, "letter_jam.advance.choice", "letter_jam.advance.wait")
        if self.letter:
            sheet, box = effects.state.guess_sheets[self.seat], effects.state.places[self.seat].at
            effects.state = effects.state.with_sheet(self.seat, sheet.with_box(box, upper(self.letter)))

    def describe(self) -> Text:
        return T("{player} moves on", player=Player(self.seat))


@frozen
class Stays(Decision):
    """A player keeps the present letter up (letter_jam.advance.choice)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        phase = state.phase
        if not isinstance(phase, Deciding):
            return
        for one in state.seats:
            if phase.moves[one] is not False and cls(one).refusal(state) is None:
                label = T("{player} stays", player=Player(one))
                yield Offer(cls, label, ("letter_jam.advance.choice",), (("seat", one),), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        effects.change(phase=effects.phase(Deciding).decided(self.seat, moves=False))
        text = T("{player} stays.", player=Player(self.seat))
        effects.note(text, "letter_jam.advance.choice", "letter_jam.advance.wait")

    def describe(self) -> Text:
        return T("{player} stays", player=Player(self.seat))


@frozen
class BonusGuessed(OfPlayer):
    """A player has guessed the extra letter aloud, checked it, and drawn the next one (letter_jam.bonus.guess).

    :param drawn_later: whether the next one is drawn at the end of the round, as in revision 1.
    """

    seat: int
    letter: str
    right: bool
    drawn_later: bool = False

    continues = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        for one in state.seats:
            if may_not_guess(state, one):
                continue
            label = T("{player} guesses the extra letter", player=Player(one))
            ways = (Option(True, T("is that letter")), Option(False, T("is another letter")))
            # a wrong guess changes nothing at the table, so its letter is optional
            fields = (letter_field("letter", T("The guess"), optional=True), Choice("right", T("The card"), ways))
            yield Offer(cls, label, ("letter_jam.bonus.guess",), (("seat", one),), fields, weight=Weight.SIDE)

    def closed(self, state: State) -> Explanation | None:
        """Require the letter of a correct guess, which becomes a bonus letter (letter_jam.bonus.guess)."""
        return may_not_guess(state, self.seat) or no_letter(self.letter, optional=not self.right)

    def apply(self, effects: Effects[State]) -> None:
        """Draw the next letter at once (letter_jam.bonus.guess, letter_jam.ruling.order_of_drawing)."""
        guess, phase = Guess(upper(self.letter), self.right, self.drawn_later), effects.phase(Deciding)
        if effects.state.brief_clue and effects.state.places[self.seat].clued is False:
            phase = evolve(phase, resting=(*phase.resting, self.seat))
        effects.change(phase=evolve(phase, guesses=with_item(phase.guesses, self.seat, guess)))
        find_done(effects, self.seat)
        if guess.right:
            text = T("{letter} is right: it goes beside the joker as a bonus letter.", letter=guess.letter)
            effects.todo(text, "letter_jam.bonus.guess", "letter_jam.bonus.unlimited")
        else:
            text = (
                T("{letter} is wrong: the card goes into the box.", letter=guess.letter)
                if guess.letter
                else T("The guess is wrong: the card goes into the box.")
            )
            effects.todo(text, "letter_jam.bonus.guess", "letter_jam.npc.discard_box")
        if not guess.drawn_later:
            take_guess(effects, self.seat, guess)
            draw_extra(effects, self.seat)

    def describe(self) -> Text:
        if self.right:
            return T("{player} guesses {letter}: right", player=Player(self.seat), letter=self.letter.upper())
        if not self.letter:
            return T("{player} guesses the extra letter: wrong", player=Player(self.seat))
        return T("{player} guesses {letter}: wrong", player=Player(self.seat), letter=self.letter.upper())

    def own_event(self, state: State) -> Hashable:
        phase = state.phase
        return event(state, self.seat, phase.guesses[self.seat]) if isinstance(phase, Deciding) else event(state)


def may_not_guess(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot guess an extra letter now (letter_jam.bonus.guess, letter_jam.ruling.late_guess)."""
    phase, place, player = state.phase, state.places[seat], Player(seat)
    if not isinstance(phase, Deciding):
        return NOT_OFFERED
    if not place.perhaps_done or place.standing is False:
        text = T("{player} has no extra letter in front of the row.", player=player)
        return why(text, "letter_jam.bonus.extra_card")
    if phase.guesses[seat]:
        text = T("{player} has guessed already; the next extra letter waits for a clue that uses it.", player=player)
        return why(text, "letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    if phase.moves[seat]:
        text = T("{player} moves on, so one of their own letters is still in the stand.", player=player)
        return why(text, "letter_jam.bonus.extra_card", "letter_jam.advance.choice")
    if place.clued is False and not state.clue.may_use(seat):
        text = T("No clue has used {player}’s extra letter yet.", player=player)
        return why(text, "letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    return _no_room(state, seat)


def resting(state: State) -> tuple[int, ...]:
    """Return the players whose letters must be in the clue with unknown chips, given the reports since."""
    phase = state.phase
    if not state.brief_clue or not isinstance(phase, Deciding):
        return ()
    moved = (seat for seat in state.seats if phase.moves[seat] and state.places[seat].clued is False)
    return tuple(sorted({*phase.resting, *moved}))


def _no_room(state: State, seat: int) -> Explanation | None:
    """Return why a clue with unknown chips has no letter left for this player's report (letter_jam.clue.chips)."""
    known, others = state.brief_clue, resting(state)
    if not known or state.places[seat].clued is not False or len({*others, seat}) <= known.others:
        return None
    text = N(
        "Clue {number} has {n} letter besides those of the non-player stands: it cannot use the letters of {players}.",
        "Clue {number} has {n} letters besides those of the non-player stands: it cannot use the letters of {players}.",
        n=known.others,
        number=state.clue.number,
        players=Listing(tuple(map(Player, sorted({*others, seat})))),
    )
    return why(text, "letter_jam.clue.chips", "letter_jam.advance.choice")


@frozen
class RoundEnded(Report[State]):
    """All players have noted the clue and decided; letters are replaced, chips go back (letter_jam.advance.wait)."""

    continues = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer it as a side action after a clue with unknown chips, since the next clue ends that round."""
        if isinstance(state.phase, Deciding):
            weight = Weight.SIDE if state.brief_clue and after_round(state).givers else Weight.MAIN
            yield Offer(cls, T("All ready: next round"), ("letter_jam.advance.wait",), weight=weight)

    def apply(self, effects: Effects[State]) -> None:
        """Replace the letters; if no clue is possible any more, go on to the words (letter_jam.end.tokens)."""
        end_round(effects)
        if not effects.state.givers:
            lay_words(effects, agreed=False)

    def describe(self) -> Text:
        return T("Next round")

    def event_key(self, state: State) -> Hashable:
        return event(state)
