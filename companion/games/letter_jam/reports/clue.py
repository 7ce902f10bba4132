"""Reports of clues."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.letter_jam.messages import ALPHABET, TOKENS, N, T, stand_name
from companion.games.letter_jam.model import BriefClue, Clue, GuessSheet, Mark, State
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.phases import Choosing, Deciding
from companion.games.letter_jam.places import JOKER, At, Stand, Token
from companion.games.letter_jam.reports.deciding import resting
from companion.games.letter_jam.rounds import after_round, before_next, end_round
from companion.games.letter_jam.shared import NO_TOKEN_LEFT, OfPlayer, event
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Number, Offer, Option, Several, Subset, Weight
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Listing, Player, Text


@frozen
class ClueGiven(OfPlayer):
    """A player has laid the numbered chips (letter_jam.clue.chips, letter_jam.clue.token).

    :param stands: the stands of chip 1, chip 2 and so on.
    :param one_letter: whether all chips at the joker stand for the same letter.
    """

    seat: int
    stands: tuple[Stand, ...]
    one_letter: bool = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if state.brief_clue:
            yield cls._exactly(state, state.brief_clue)
        if not isinstance(state.phase, Choosing):
            return
        for one in state.seats:
            options = tuple(
                Option(stand, stand_name(stand, state.bonus)) for stand in state.stands if stand != Stand(At.SEAT, one)
            )
            chip = Choice("stand", T("Next chip"), options)
            chips = Several("stands", T("The chips in order"), chip, 1, NUMBERS.clue.most)
            label = T("{player} gives the clue", player=Player(one))
            rules = ("letter_jam.clue.chips", "letter_jam.clue.token")
            yield Offer(cls, label, rules, (("seat", one),), (chips,), closed=_no_token(state, one))

    @classmethod
    def _exactly(cls, state: State, known: BriefClue) -> Offer:
        """Return the offer to enter the chips of the clue on the table."""
        giver = state.clue.giver
        stands = (*state.clue.stands, *(Stand(At.SEAT, seat) for seat in resting(state)))
        if len(stands) < known.letters:
            named = {*stands, Stand(At.SEAT, giver)}
            stands += tuple(one for one in state.stands if one.at not in _known_kinds(known) and one not in named)
        options = tuple(Option(stand, stand_name(stand, state.bonus)) for stand in stands)
        chip = Choice("stand", T("Next chip"), options)
        chips = Several("stands", T("The chips in order"), chip, known.letters, known.letters)
        label = T("Show {player}’s clue chip by chip", player=Player(giver))
        rules = ("letter_jam.clue.chips", "letter_jam.sheet.note")
        return Offer(cls, label, rules, (("seat", giver),), (chips,), weight=Weight.SIDE)

    def closed(self, state: State) -> Explanation | None:
        """Require a token, visible letters and one meaning of the joker (letter_jam.clue.own_letter, letter_jam.joker).

        For a clue reported without its chips, the chips must agree with that report.
        """
        if state.brief_clue:
            return self._contradicted(state, state.brief_clue) or self._impossible(state)
        if not isinstance(state.phase, Choosing):
            return NOT_OFFERED
        return _no_token(state, self.seat) or self._impossible(state)

    def _contradicted(self, state: State, known: BriefClue) -> Explanation | None:
        """Return why the chips contradict what is known of the clue on the table (letter_jam.round.chips_back)."""
        shown = {stand for stand in self.stands if stand.at in _known_kinds(known)}
        if (self.seat, len(self.stands), shown) != (state.clue.giver, known.letters, set(known.stands)):
            names = tuple(stand_name(stand, state.bonus) for stand in known.stands)
            text = T(
                "These chips do not match clue {number} by {player}: {letters}, {npcs}.",
                number=state.clue.number,
                player=Player(state.clue.giver),
                letters=N("{n} letter", "{n} letters", n=known.letters),
                npcs=Listing(names) if names else T("no non-player stand"),
            )
            return why(text, "letter_jam.clue.chips", "letter_jam.round.chips_back")
        missing = tuple(Player(seat) for seat in resting(state) if Stand(At.SEAT, seat) not in self.stands)
        if missing:
            text = T(
                "Going by what has been entered since, this clue used the letters of {players}.",
                players=Listing(missing),
            )
            return why(text, "letter_jam.advance.choice", "letter_jam.bonus.guess")
        return None

    def _impossible(self, state: State) -> Explanation | None:
        if wrong := _wrong_length(len(self.stands)):
            return wrong
        if Stand(At.SEAT, self.seat) in self.stands:
            text = T("{player} cannot see their own letter, so no chip goes there.", player=Player(self.seat))
            return why(text, "letter_jam.clue.own_letter")
        for stand in self.stands:
            if not _seen(state, stand):
                return why(T("No letter stands there: {where}.", where=stand_name(stand)), "letter_jam.clue.chips")
        if not self.one_letter and self.stands.count(JOKER) > 1:
            text = T("In one clue the joker stands for one letter only, however often it is used.")
            return why(text, "letter_jam.joker")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Take the token; the players with letters in the clue note it (letter_jam.tokens.red_first, letter_jam.sheet.note)."""
        before, player = effects.state, Player(self.seat)
        marks = tuple(mark for stand in self.stands if (mark := _seen(before, stand)))
        if before.brief_clue:
            clue = evolve(before.clue, marks=marks, brief=None)
            decided = evolve(effects.phase(Deciding), resting=())
            effects.change(clues=(*before.clues[:-1], clue), phase=decided)
            effects.change(guess_sheets=tuple(_with_marks(sheet, clue) for sheet in before.guess_sheets))
        else:
            clue = _give_clue(effects, self.seat, marks)
        guesses = effects.phase(Deciding).guesses
        helped = tuple(one for one in before.seats if clue.uses(one))
        for one in helped:
            if not guesses[one]:
                effects.state = effects.state.with_place(one, evolve(effects.state.places[one], clued=True))
        effects.say(clue.sayable.text, "letter_jam.talk.allowed")
        if helped:
            players = Listing(tuple(map(Player, helped)))
            text = T("{players}: note the clue, with a question mark for your own letter.", players=players)
            effects.todo(text, "letter_jam.sheet.note", "letter_jam.sheet.hold")
        if len(clue.marks) > NUMBERS.material.chips:
            text = T(
                "There are {chips} chips: for the remaining letters {player} says beside which stand they would lie.",
                chips=NUMBERS.material.chips,
                player=player,
            )
            effects.todo(text, "letter_jam.clue.longer")
        _announce_unlocked(effects, before)

    def describe(self) -> Text:
        return _clue_of(self.seat, len(self.stands))

    def own_event(self, state: State) -> Hashable:
        return (len(state.clues), "chips") if state.brief_clue else event(state)


def _known_kinds(clue: BriefClue) -> tuple[At, ...]:
    """Return the kinds of stands of which it is known whether they are in a clue without chips."""
    return (At.NPC,) if clue.bonus is None else (At.NPC, At.BONUS)


def _seen(state: State, stand: Stand) -> Mark | None:
    """Return the card at a stand when the clue was given; a guess since may have replaced an extra letter."""
    if stand == JOKER and state.brief_clue:
        return Mark(stand, state.clue.number)
    if stand.at is not At.SEAT or not isinstance(state.phase, Deciding) or stand.number not in state.seats:
        return state.shows(stand)
    guess, place = state.phase.guesses[stand.number], state.places[stand.number]
    if not guess or guess.drawn_later:
        return state.shows(stand)
    return Mark(stand, place.turn - (place.standing is not False))


def _with_marks(sheet: GuessSheet, clue: Clue) -> GuessSheet:
    """Return a sheet on which the letters of a clue are noted for their cards, now that its chips are known."""
    for mark, letter in zip(clue.marks, sheet.line(clue.number), strict=False):
        if letter in ALPHABET and not mark.letter:
            sheet = sheet.with_letter(mark, letter)
    return sheet.with_line(clue.number, "")


@frozen
class ClueTold(OfPlayer):
    """A player has given a clue, reported without its chips: its number of letters, and which cards it uses up.

    The other letters stay unknown. The report ends the round of the previous clue; the next clue ends this round
    (letter_jam.clue.token, letter_jam.advance.wait).

    :param letters: number of letters.
    :param npcs: the non-player stands it uses, counted from 0, without repetition.
    :param bonus: the bonus letters it uses, likewise; ``None`` if unknown, as in older logs.
    """

    seat: int
    letters: int
    npcs: tuple[int, ...] = ()
    bonus: tuple[int, ...] | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Choosing) and not state.brief_clue:
            return
        state = after_round(state)
        if not state.givers:
            return
        letters = Number("letters", T("Letters"), 1, NUMBERS.clue.most, NUMBERS.clue.usual)
        stands = tuple(
            Option(number, stand_name(Stand(At.NPC, number)))
            for number, npc in enumerate(state.npcs)
            if npc.standing is not False
        )
        npcs = (Subset("npcs", T("Non-player stands in it"), stands),) if stands else ()
        letter = tuple(Option(at, stand_name(Stand(At.BONUS, at), state.bonus)) for at in range(state.usable_bonus))
        bonus = (Subset("bonus", T("Bonus letters in it"), letter),) if letter else ()
        for one in state.seats:
            label = T("{player} gives a clue", player=Player(one))
            rules = ("letter_jam.clue.token", "letter_jam.round.npc_replace")
            given = (("seat", one), *(() if npcs else (("npcs", ()),)))
            yield Offer(cls, label, rules, given, (letters, *npcs, *bonus), closed=_no_token(state, one))

    def closed(self, state: State) -> Explanation | None:
        """Require a token and every card that it uses up (letter_jam.tokens.no_green, letter_jam.clue.chips)."""
        if not isinstance(state.phase, Choosing | Deciding):
            return NOT_OFFERED
        state = before_next(state)
        if not state.givers:
            return NO_TOKEN_LEFT
        if wrong := _no_token(state, self.seat) or _wrong_length(self.letters):
            return wrong
        named = [*((At.NPC, number) for number in self.npcs), *((At.BONUS, number) for number in self.bonus or ())]
        for at, number in named:
            if number < 0 or not state.shows(Stand(at, number)):
                text = T("No letter stands there: {where}.", where=stand_name(Stand(at, max(0, number))))
                return why(text, "letter_jam.clue.chips")
        if len(set(named)) < len(named):
            text = T("A card is named once, however often its letter is used.")
            return why(text, "letter_jam.ruling.freed_token", "letter_jam.clue.chips")
        if len(named) > self.letters:
            text = N(
                "A clue of {n} letter cannot use {cards} cards.",
                "A clue of {n} letters cannot use {cards} cards.",
                n=self.letters,
                cards=len(named),
            )
            return why(text, "letter_jam.clue.chips")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Take the token and announce at once what to do at the end of the round, which the next clue ends."""
        effects.state = before_next(effects.state)
        before = effects.state
        bonus = None if self.bonus is None else tuple(sorted(self.bonus))
        known = BriefClue(self.letters, tuple(sorted(self.npcs)), bonus)
        _give_clue(effects, self.seat, brief=known)
        effects.say(known.text, "letter_jam.talk.allowed")
        _announce_unlocked(effects, before)
        end = Effects(effects.state)
        end_round(end)
        text = T(
            "Everybody notes the clue and decides: move on or stay. Then the letters are replaced.",
            brief=T("Everybody notes the clue and decides: move on or stay."),
        )
        effects.todo(text, "letter_jam.sheet.note", "letter_jam.advance.choice", "letter_jam.advance.wait")
        effects.add(*end.step().messages)
        if not end.state.givers:
            effects.add(NO_TOKEN_LEFT)

    def describe(self) -> Text:
        return _clue_of(self.seat, self.letters)

    def own_event(self, state: State) -> Hashable:
        return event(before_next(state))


def _give_clue(
    effects: Effects[State], seat: int, marks: tuple[Mark, ...] = (), brief: BriefClue | None = None
) -> Clue:
    """Put a clue on the table for which its giver takes a token, and return the clue (letter_jam.clue.token)."""
    before, undecided = effects.state, (None,) * len(effects.state.places)
    token, place = before.token_for(seat), before.places[seat]
    assert token, "without a token the clue is refused"
    clue = Clue(len(before.clues) + 1, seat, token, marks, brief)
    red = token is Token.RED
    effects.state = before.with_place(seat, evolve(place, reds=place.reds + red, greens=place.greens + (not red)))
    effects.change(
        leaves=before.leaves - (token is Token.LEAF),
        centre=before.centre - (token is Token.CENTRE),
        clues=(*before.clues, clue),
        phase=Deciding(undecided, undecided),
        ending=False,
    )
    text = T("{player} takes {token}.", player=Player(seat), token=TOKENS[token])
    effects.todo(text, *_token_rules(before, token))
    return clue


def _announce_unlocked(effects: Effects[State], before: State) -> None:
    """Announce that the last red token unlocks the greens (letter_jam.tokens.centre)."""
    if before.reds_left and not effects.state.reds_left:
        text = N(
            "That was the last red token: {n} green one is now open.",
            "That was the last red token: {n} green ones are now open.",
            n=effects.state.centre + (before.leaves if before.leaves_locked else 0),
        )
        effects.say(text, "letter_jam.tokens.centre", "letter_jam.ruling.unlocking")


def _wrong_length(letters: int) -> Explanation | None:
    if 1 <= letters <= NUMBERS.clue.most:
        return None
    text = T("A clue has at least one letter; here it has at most {most}.", most=NUMBERS.clue.most)
    return why(text, "letter_jam.clue.chips", "letter_jam.clue.longer")


def _clue_of(seat: int, letters: int) -> Text:
    return N("{player}: clue of {n} letter", "{player}: clue of {n} letters", n=letters, player=Player(seat))


def _no_token(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot give a clue now (letter_jam.tokens.no_green)."""
    if state.token_for(seat):
        return None
    able = Listing(tuple(map(Player, state.givers)))
    if state.leaves_locked and state.leaves:
        text = T(
            "All green tokens are locked until the red ones are gone. The clue must come from {players}.", players=able
        )
        return why(text, _red_rule(state), "letter_jam.tokens.no_green")
    text = T(
        "{player} has taken all their red tokens, and no green one is available. The clue must come from {players}.",
        player=Player(seat),
        players=able,
    )
    return why(text, "letter_jam.tokens.no_green", "letter_jam.tokens.centre")


def _token_rules(state: State, token: Token) -> tuple[str, ...]:
    if token is Token.CENTRE:
        return "letter_jam.tokens.centre", "letter_jam.clue.token", "letter_jam.ruling.tokens_order"
    if state.card.leaves_wait and state.house.greens == "free" and token is Token.LEAF:
        return "letter_jam.ruling.greens", "letter_jam.clue.token"
    return _red_rule(state), "letter_jam.clue.token"


def _red_rule(state: State) -> str:
    """Return the rule for the order of red and green tokens with this number of players."""
    own = {2: "letter_jam.tokens.two", 3: "letter_jam.tokens.three"}
    return own.get(len(state.places), "letter_jam.tokens.red_first")
