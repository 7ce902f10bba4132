"""Reports of words: laid, turned up and judged."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.letter_jam.messages import N, T, tile_name
from companion.games.letter_jam.model import State, Word
from companion.games.letter_jam.phases import Laying, Over, Revealing
from companion.games.letter_jam.places import Piece, Tile
from companion.games.letter_jam.scoring import outcome, worth, worth_text
from companion.games.letter_jam.shared import OfPlayer, event
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Number, Offer, Option, Several, Weight
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Listing, Player, Text
from companion.kernel.tuples import with_item


def _too_short(state: State, seat: int) -> Explanation | None:
    """Return why a word is shorter than the row allows (letter_jam.end.no_shorter, letter_jam.ruling.shorter_word)."""
    return _shorter(len(state.word(seat).tiles), state.places[seat].length)


def _shorter(letters: int, length: int) -> Explanation | None:
    if letters >= length:
        return None
    text = T(
        "The word has {letters} letters, the player’s row {length}: a shorter word does not count.",
        letters=letters,
        length=length,
    )
    return why(text, "letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word")


def _none_free(state: State, seat: int, needed: int) -> Explanation | None:
    """Return why a word cannot use so many cards from the middle: other words already use some."""
    free = state.free_tiles(seat)
    if needed <= free:
        return None
    others = tuple(Player(one) for one in state.seats if one != seat and state.from_middle(one))
    needs = {"player": Player(seat), "needed": N("{n} card", "{n} cards", n=needed), "free": free}
    text = T("{player}’s word would need {needed} from the middle; there can be {free}.", **needs)
    if others:
        text = T(
            "{player}’s word would need {needed} from the middle; beside the words of {others} there can be {free}.",
            others=Listing(others),
            **needs,
        )
    return why(text, "letter_jam.end.replace", "letter_jam.end.longer")


def _judged_already(state: State, seat: int) -> Explanation | None:
    word = state.words[seat]
    if word is None or word.right is None:
        return None
    return why(T("{player}’s word has been judged already.", player=Player(seat)), "letter_jam.end.reveal")


def _face_up(state: State, seat: int) -> Explanation | None:
    word = state.words[seat]
    if not state.turned_up or not word or not word.tiles:
        return None
    text = T("Words are being revealed; nobody rearranges cards any more.")
    return why(text, "letter_jam.end.reveal", "letter_jam.end.replace")


def _word_event(state: State, seat: int) -> Hashable:
    """Return a key of the state of a player's word; the phase changes with other players' words, too."""
    return (len(state.clues), seat, state.words[seat]) if state.words else event(state)


@frozen
class Revealed(OfPlayer):
    """A player has turned the word up (letter_jam.end.reveal)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if state.phase != Revealing():
            return
        for one in state.seats:
            if state.word(one).right is None:
                label = T("{player} turns up the word", player=Player(one))
                yield Offer(cls, label, ("letter_jam.end.reveal",), (("seat", one),))

    def closed(self, state: State) -> Explanation | None:
        """Require that all words are laid."""
        if not isinstance(state.phase, Laying | Revealing):
            return NOT_OFFERED
        waiting = tuple(Player(one) for one in state.seats if not state.words[one])
        if waiting:
            text = T("First everybody lays a word. Still missing: {players}.", players=Listing(waiting))
            return why(text, "letter_jam.end.reveal", "letter_jam.end.word")
        if isinstance(state.phase, Revealing) and state.phase.seat is not None:
            text = T("First the group decides about {player}’s word.", player=Player(state.phase.seat))
            return why(text, "letter_jam.end.reveal", "letter_jam.ruling.correctness")
        if self.seat in state.turned_up:
            return why(T("{player}’s word lies face up already.", player=Player(self.seat)), "letter_jam.end.reveal")
        return _judged_already(state, self.seat)

    def apply(self, effects: Effects[State]) -> None:
        word = evolve(effects.state.word(self.seat), revealed=True)
        effects.state = effects.state.with_word(self.seat, word)
        effects.change(phase=Revealing(self.seat))
        effects.note(T("{player} turns up the word.", player=Player(self.seat)), "letter_jam.end.reveal")

    def describe(self) -> Text:
        return T("{player} turns up the word", player=Player(self.seat))

    def own_event(self, state: State) -> Hashable:
        return _word_event(state, self.seat)


@frozen
class WordLaid(OfPlayer):
    """A player has arranged cards face down into a word (letter_jam.end.word).

    :param tiles: its cards from left to right.
    """

    seat: int
    tiles: tuple[Tile, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Allow words to be laid again until the first word is turned up."""
        if isinstance(state.phase, Laying):
            main, side = Weight.MAIN, Weight.SIDE
        elif state.phase == Revealing() and not state.turned_up:
            main = side = Weight.RARE
        else:
            return
        for one in state.seats:
            if _judged_already(state, one) or _face_up(state, one):
                continue
            player, given = Player(one), (("seat", one),)
            row = tuple(Tile(Piece.OWN, number) for number in range(state.places[one].length))
            label = T("{player} lays another word", player=player)
            if state.words[one] is None:
                all_own = T("{player} lays all {length} of their cards", player=player, length=len(row))
                yield Offer(cls, all_own, ("letter_jam.end.word",), (*given, ("tiles", row)), weight=main)
                label = T("{player} lays a word card by card", player=player)
            free = tuple(tile for tile in state.tiles if state.user(tile) in (None, one))
            cards = tuple(Option(tile, tile_name(tile, state.bonus)) for tile in (*row, *free))
            field = Several("tiles", T("The cards in order"), Choice("tile", T("Next card"), cards), 1, len(cards))
            rules = ("letter_jam.end.replace", "letter_jam.end.longer")
            yield Offer(cls, label, rules, given, (field,), weight=side)

    def closed(self, state: State) -> Explanation | None:
        """Require own cards, bonus letters and the joker, each once (letter_jam.end.replace, letter_jam.end.longer).

        The cards of a word reported only by its length can be entered later.
        """
        if not isinstance(state.phase, Laying | Revealing):
            return NOT_OFFERED
        now = state.words[self.seat]
        if wrong := _face_up(state, self.seat):
            return wrong
        if not self.tiles:
            return why(T("A word needs at least one card."), "letter_jam.end.word")
        if wrong := next((wrong for tile in self.tiles if (wrong := self._misplaced(state, tile))), None):
            return wrong
        own = Word(self.tiles).own
        if wrong := _none_free(state, self.seat, len(self.tiles) - own):
            return wrong
        if now and now.entered_length and len(self.tiles) != now.entered_length:
            text = T("{player}’s word was entered with {n} letters.", player=Player(self.seat), n=now.entered_length)
            return why(text, "letter_jam.score.word", "letter_jam.end.word")
        return _too_few_own(now.letters, own) if now else None

    def _misplaced(self, state: State, tile: Tile) -> Explanation | None:
        """Return why a card cannot be in the word."""
        if self.tiles.count(tile) > 1:
            return why(T("A card can lie in a word only once."), "letter_jam.end.replace")
        length = state.places[self.seat].length
        if tile.at is Piece.OWN:
            if tile.number < length:
                return None
            text = T("{player} has only {length} cards of their own.", player=Player(self.seat), length=length)
            return why(text, "letter_jam.end.word", "letter_jam.setup.row")
        if tile not in state.tiles:
            return why(T("There is no such bonus letter."), "letter_jam.end.replace")
        user = state.user(tile)
        if user is None or user == self.seat:
            return None
        text = T("{player} uses that card already; each serves one word only.", player=Player(user))
        return why(text, "letter_jam.end.replace")

    def apply(self, effects: Effects[State]) -> None:
        """Lay the word; the revealing begins when all are laid."""
        now, player = effects.state.words[self.seat], Player(self.seat)
        word = evolve(now or Word(), tiles=self.tiles, entered_length=None)
        effects.state = effects.state.with_word(self.seat, word)
        text = N(
            "{player} has laid a word of {n} letter.",
            "{player} has laid a word of {n} letters.",
            n=len(word.tiles),
            player=player,
        )
        effects.say(text, "letter_jam.end.word")
        if len(word.tiles) != word.own:
            text = N(
                "{n} card from the middle is in it; nobody else can use it.",
                "{n} cards from the middle are in it; nobody else can use them.",
                n=len(word.tiles) - word.own,
            )
            longer = len(word.tiles) > effects.state.places[self.seat].length
            effects.say(text, "letter_jam.end.replace", *(("letter_jam.end.longer",) if longer else ()))
        if wrong := _too_short(effects.state, self.seat):
            effects.add(wrong)
        if all(effects.state.words):
            effects.change(phase=Revealing())

    def describe(self) -> Text:
        return T("{player} lays a word", player=Player(self.seat))

    def own_event(self, state: State) -> Hashable:
        return _word_event(state, self.seat)


class Judged(OfPlayer):
    """The group's verdict on the open word (letter_jam.ruling.correctness)."""

    __slots__ = ()

    continues = titles_event = True

    def closed(self, state: State) -> Explanation | None:
        return None if state.phase == Revealing(self.seat) else NOT_OFFERED

    def own_event(self, state: State) -> Hashable:
        return event(state, state.phase.seat) if isinstance(state.phase, Revealing) else event(state)


def _judge(effects: Effects[State], seat: int, word: Word) -> None:
    """Score the judged word; the last one ends the game (letter_jam.score.verdict, letter_jam.end.won)."""
    effects.state = effects.state.with_word(seat, word)
    brought = worth(effects.state, seat)
    for line in brought:
        if line.points:
            effects.score(line.seat, line.round, line.column, line.points, line.why)
    effects.add(worth_text(effects.state, seat))
    points = with_item(effects.state.points, seat, sum(line.points for line in brought))
    effects.change(points=points, phase=Revealing() if all(effects.state.words) else Laying())
    if all(word and word.right is not None for word in effects.state.words):
        effects.change(phase=Over())
        effects.add(*outcome(effects.state))


def _too_few_own(letters: int, own: int) -> Explanation | None:
    """Return why the number of correct own letters exceeds those in the word (letter_jam.ruling.covered_letters)."""
    if 0 <= letters <= own:
        return None
    text = N(
        "{n} letter of their own is in the word, so no more can have been guessed right.",
        "{n} letters of their own are in the word, so no more can have been guessed right.",
        n=own,
    )
    return why(text, "letter_jam.score.wrong", "letter_jam.ruling.covered_letters")


@frozen
class WordTold(OfPlayer):
    """A player has turned up a word and the group has judged it; its cards stay unknown (letter_jam.end.reveal).

    :param right: whether it counts.
    :param letters: number of letters of a correct word, or of own letters guessed right in a wrong one.
    """

    seat: int
    right: bool
    letters: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer the usual length, that of the own row; longer words use cards from the middle."""
        if not isinstance(state.phase, Laying) and state.phase != Revealing():
            return
        for one in state.seats:
            if _judged_already(state, one):
                continue
            player, length, word = Player(one), state.places[one].length, state.words[one]
            rules, given = ("letter_jam.end.any_word", "letter_jam.score.word"), (("seat", one), ("right", True))
            letters, most = (len(word.tiles), word.own) if word else (length, length)
            label, short = T("{player}’s word counts", player=player), _shorter(letters, length)
            yield Offer(cls, label, rules, (*given, ("letters", letters)), closed=short)
            if not word and (free := state.free_tiles(one)) > 0:
                label = T("{player}’s word counts and is longer", player=player)
                longer = Number("letters", T("Letters"), length + 1, length + free, length + 1)
                yield Offer(cls, label, (*rules, "letter_jam.end.longer"), given, (longer,), weight=Weight.SIDE)
            own = Number("letters", T("Own letters guessed right"), 0, most, max(0, most - 1))
            label, given = T("{player}’s word does not count", player=player), (("seat", one), ("right", False))
            yield Offer(cls, label, ("letter_jam.score.wrong",), given, (own,))

    def closed(self, state: State) -> Explanation | None:
        """Require a possible number of letters (letter_jam.end.no_shorter, letter_jam.end.replace)."""
        if not isinstance(state.phase, Laying | Revealing):
            return NOT_OFFERED
        if isinstance(state.phase, Revealing) and state.phase.seat not in (None, self.seat):
            text = T("First the group decides about {player}’s word.", player=Player(state.phase.seat))
            return why(text, "letter_jam.end.reveal", "letter_jam.ruling.correctness")
        if wrong := _judged_already(state, self.seat):
            return wrong
        word, length = state.words[self.seat], state.places[self.seat].length
        if not self.right:
            return _too_few_own(self.letters, word.own if word else length)
        if word and len(word.tiles) != self.letters:
            text = N(
                "{player} has laid a word of {n} letter.",
                "{player} has laid a word of {n} letters.",
                n=len(word.tiles),
                player=Player(self.seat),
            )
            return why(text, "letter_jam.end.word", "letter_jam.score.word")
        return _shorter(self.letters, length) or (None if word else _none_free(state, self.seat, self.letters - length))

    def apply(self, effects: Effects[State]) -> None:
        word = evolve(effects.state.words[self.seat] or Word(), revealed=True, right=self.right)
        if not self.right:
            word = evolve(word, letters=self.letters)
        elif not word.tiles:
            word = evolve(word, entered_length=self.letters)
        _judge(effects, self.seat, word)

    def describe(self) -> Text:
        if not self.right:
            return T("{player}’s word does not count", player=Player(self.seat))
        return N(
            "{player}’s word of {n} letter counts",
            "{player}’s word of {n} letters counts",
            n=self.letters,
            player=Player(self.seat),
        )

    def own_event(self, state: State) -> Hashable:
        phase = state.phase
        if isinstance(phase, Revealing) and phase.seat is not None:
            return event(state, phase.seat)
        return _word_event(state, self.seat)


@frozen
class WordCounts(Judged):
    """The group accepts the revealed word as correct (letter_jam.end.any_word)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Revealing) and state.phase.seat is not None:
            yield Offer(
                cls,
                T("The word counts"),
                ("letter_jam.end.any_word", "letter_jam.ruling.correctness"),
                (("seat", state.phase.seat),),
                closed=_too_short(state, state.phase.seat),
            )

    def closed(self, state: State) -> Explanation | None:
        return Judged.closed(self, state) or _too_short(state, self.seat)

    def apply(self, effects: Effects[State]) -> None:
        _judge(effects, self.seat, evolve(effects.state.word(self.seat), right=True))

    def describe(self) -> Text:
        return T("{player}’s word counts", player=Player(self.seat))


@frozen
class WordFails(Judged):
    """The group rejects the revealed word (letter_jam.score.wrong).

    :param letters: number of own letters in it that were guessed right.
    """

    seat: int
    letters: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Revealing) and state.phase.seat is not None:
            own = state.word(state.phase.seat).own
            letters = Number("letters", T("Own letters guessed right"), 0, own, max(0, own - 1))
            given = (("seat", state.phase.seat),)
            yield Offer(cls, T("It is not a word"), ("letter_jam.score.wrong",), given, (letters,))

    def closed(self, state: State) -> Explanation | None:
        """Count only own letters that are in the word (letter_jam.ruling.covered_letters)."""
        return Judged.closed(self, state) or _too_few_own(self.letters, state.word(self.seat).own)

    def apply(self, effects: Effects[State]) -> None:
        _judge(effects, self.seat, evolve(effects.state.word(self.seat), right=False, letters=self.letters))

    def describe(self) -> Text:
        return T("{player}’s word does not count", player=Player(self.seat))
