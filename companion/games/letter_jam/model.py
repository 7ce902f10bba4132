"""The state of a table of Letter Jam."""

from functools import cached_property

from attrs import evolve, field, frozen

from companion.games.letter_jam.house import House
from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.numbers import NUMBERS, SETUP_CARDS, SetupCard
from companion.games.letter_jam.phases import Deciding, Phase, Preparing
from companion.games.letter_jam.places import JOKER, At, Piece, Stand, Tile, Token
from companion.kernel.report import Effects
from companion.kernel.text import Text
from companion.kernel.tuples import with_item


@frozen
class Place:
    """The public state of a player's row.

    :param length: cards of the row.
    :param at: number of cards reported as put back for good.
    :param extras: cards from the stock put in front of the row so far, including possible ones.
    :param missed: possibly unreported wrong guesses of extra letters; each is followed by a card from the stock.
    :param standing: whether a card is in the stand; ``None`` where that depends on a stock of unknown size.
    :param clued: whether that card has been used in a clue; ``None`` where the letters used are unknown.
    :param perhaps: number of further cards that may have been put back without a report.
    :param since: the clue after which the card in the stand may last have changed, while that is unknown.
    """

    length: int = 0
    at: int = 0
    extras: int = 0
    missed: int = 0
    standing: bool | None = False
    clued: bool | None = False
    reds: int = 0
    greens: int = 0
    perhaps: int = 0
    since: int = 0

    @property
    def done(self) -> bool:
        """Whether all own letters are known to be put back (letter_jam.bonus.extra_card)."""
        return self.at == self.length

    @property
    def perhaps_done(self) -> bool:
        """Whether all own letters may have been put back."""
        return self.at + self.perhaps == self.length

    @property
    def turn(self) -> int:
        """The number of the card in the stand, extra letters included; negative if the card is unknown."""
        if self.perhaps:
            return -self.since
        return self.at if not self.done else self.length + self.extras - 1

    @property
    def shown(self) -> Text:
        """The content of the stand."""
        if not self.length:
            return T("no word yet")
        if self.standing is False:
            return T("empty")
        if self.perhaps:
            return T("letter ? of {length}", length=self.length)
        if self.done:
            return T("extra letter")
        return T("letter {at} of {length}", at=self.at + 1, length=self.length)


@frozen
class Npc:
    """A non-player stand.

    :param left: cards in its face-down stack.
    :param turn: number of the card in the stand.
    :param token: whether its green token is still behind it.
    """

    left: int = 0
    turn: int = 0
    token: bool = True
    standing: bool | None = False


@frozen
class Mark:
    """A chip beside a card: the stand, the number of the card, and its letter if it is public."""

    stand: Stand
    turn: int
    letter: str = ""


@frozen
class Sayable:
    """The five facts that may be said about a clue (letter_jam.talk.allowed)."""

    letters: int
    players: int
    npcs: int
    bonus: int
    joker: bool

    @classmethod
    def of(cls, stands: tuple[Stand, ...]) -> "Sayable":
        """Return the facts of a clue with these chips.

        >>> Sayable.of((Stand(At.SEAT, 1), JOKER, Stand(At.SEAT, 1)))
        Sayable(letters=3, players=1, npcs=0, bonus=0, joker=True)
        """
        kinds = [stand.at for stand in set(stands)]
        return cls(len(stands), kinds.count(At.SEAT), kinds.count(At.NPC), kinds.count(At.BONUS), JOKER in stands)

    @property
    def text(self) -> Text:
        """The message with all five facts."""
        return T(
            "The clue: {letters}, {players}, {npcs}, {bonus}, {joker}.",
            letters=N("{n} letter", "{n} letters", n=self.letters),
            players=N("helps {n} player", "helps {n} players", n=self.players),
            npcs=N("{n} non-player letter", "{n} non-player letters", n=self.npcs),
            bonus=N("{n} bonus letter", "{n} bonus letters", n=self.bonus),
            joker=T("with the joker") if self.joker else T("without the joker"),
        )


@frozen
class BriefClue:
    """A clue reported without its chips; its letters from players and from the joker are unknown.

    :param letters: number of letters.
    :param npcs: the non-player stands in it, in order.
    :param bonus: the bonus letters in it, in order; ``None`` if unknown.
    """

    letters: int
    npcs: tuple[int, ...]
    bonus: tuple[int, ...] | None = None

    @property
    def stands(self) -> tuple[Stand, ...]:
        """The stands that are known to be in it."""
        return (*(Stand(At.NPC, one) for one in self.npcs), *(Stand(At.BONUS, one) for one in self.bonus or ()))

    @property
    def others(self) -> int:
        """The largest possible number of letters from players, the joker and unknown bonus letters."""
        return self.letters - len(self.stands)

    @property
    def text(self) -> Text:
        """The message with the reported facts."""
        facts = {
            "letters": N("{n} letter", "{n} letters", n=self.letters),
            "npcs": N("{n} non-player letter", "{n} non-player letters", n=len(self.npcs)),
        }
        if self.bonus is None:
            return T("The clue: {letters}, {npcs}.", **facts)
        bonus = N("{n} bonus letter", "{n} bonus letters", n=len(self.bonus))
        return T("The clue: {letters}, {npcs}, {bonus}.", **facts, bonus=bonus)


@frozen
class Clue:
    """A clue that was given.

    :param brief: the reported facts while its chips are unknown.
    """

    number: int
    giver: int
    token: Token
    marks: tuple[Mark, ...] = ()
    brief: BriefClue | None = None

    @property
    def stands(self) -> tuple[Stand, ...]:
        """The stands of its chips, if known."""
        return self.brief.stands if self.brief else tuple(mark.stand for mark in self.marks)

    @property
    def letters(self) -> int:
        """Its number of letters."""
        return self.brief.letters if self.brief else len(self.marks)

    @property
    def text(self) -> Text:
        """The message with all known facts."""
        return self.brief.text if self.brief else self.sayable.text

    @property
    def sayable(self) -> Sayable:
        """The facts that may be said about it."""
        return Sayable.of(self.stands)

    def uses(self, seat: int) -> bool:
        """Return whether a player's letter is known to be in it."""
        return any(mark.stand == Stand(At.SEAT, seat) for mark in self.marks)

    def may_use(self, seat: int) -> bool:
        """Return whether a player's letter is in it, or may be (letter_jam.clue.own_letter)."""
        return seat != self.giver and self.brief.others > 0 if self.brief else self.uses(seat)


@frozen
class GuessSheet:
    """A player's guess sheet, visible only to its owner (letter_jam.setup.sheet).

    :param seen: the letters noted for other cards, by stand and number of the card.
    :param guesses: guesses of the own letter, by the clue's number.
    :param boxes: the guess for each letter of the row.
    :param lines: the letters of clues whose chips are unknown, by the clue's number.
    """

    seen: tuple[tuple[Stand, int, str], ...] = ()
    guesses: tuple[tuple[int, str], ...] = ()
    boxes: tuple[str, ...] = ()
    lines: tuple[tuple[int, str], ...] = ()

    def letter(self, mark: Mark) -> str:
        """Return the letter noted for a card."""
        return next((letter for stand, turn, letter in self.seen if (stand, turn) == (mark.stand, mark.turn)), "")

    def with_letter(self, mark: Mark, letter: str) -> "GuessSheet":
        """Return the sheet with a letter noted for a card in every clue that uses it; other notes are kept."""
        seen = tuple(known for known in self.seen if known[:2] != (mark.stand, mark.turn))
        return evolve(self, seen=(*seen, (mark.stand, mark.turn, letter)) if letter else seen)

    def guessed(self, clue: int) -> str:
        """Return the guesses beside a clue."""
        return dict(self.guesses).get(clue, "")

    def with_guesses(self, clue: int, letters: str) -> "GuessSheet":
        """Return the sheet with these guesses beside a clue."""
        kept = {**dict(self.guesses), clue: letters}
        return evolve(self, guesses=tuple(sorted((number, text) for number, text in kept.items() if text)))

    def line(self, clue: int) -> str:
        """Return the notes of a clue whose chips are unknown."""
        return dict(self.lines).get(clue, "")

    def with_line(self, clue: int, letters: str) -> "GuessSheet":
        """Return the sheet with notes of a clue whose chips are unknown; an empty text deletes them."""
        kept = {**dict(self.lines), clue: letters}
        return evolve(self, lines=tuple(sorted((number, text) for number, text in kept.items() if text)))

    def with_box(self, box: int, letter: str) -> "GuessSheet":
        """Return the sheet with a guess in a box, counted from 0."""
        return evolve(self, boxes=with_item(self.boxes, box, letter))


@frozen
class Word:
    """A word laid face down at the end.

    :param revealed: whether it has been turned up.
    :param right: the group's verdict; ``None`` before it.
    :param letters: own letters guessed right in a wrong word.
    :param entered_length: number of letters of a correct word whose cards are unknown.
    """

    tiles: tuple[Tile, ...] = ()
    revealed: bool = False
    right: bool | None = None
    letters: int = 0
    entered_length: int | None = None

    @property
    def length(self) -> int | None:
        """Number of letters; ``None`` if unknown."""
        return len(self.tiles) or self.entered_length

    @property
    def own(self) -> int:
        """How many cards of the own row are in it."""
        return sum(tile.at is Piece.OWN for tile in self.tiles)


@frozen
class State:
    """The state of a game of Letter Jam.

    :param leaves: green tokens on the leaves of the setup card.
    :param centre: green tokens in the centre of its flower.
    :param stock: cards in the face-down stock, without unreported extra letters; ``None`` once it may be empty.
    :param discards: cards in the box; ``None`` if unknown.
    :param bonus: the bonus letters beside the joker.
    :param doubted: number of bonus letters, the first ones, that may have been used in a clue whose chips are unknown.
    :param ending: whether the players are asked if they all agree to end the clues.
    :param guess_sheets: visible only to their owners.
    :param words: the words laid at the end.
    :param points: points of each seat's word.
    """

    house: House
    places: tuple[Place, ...]
    npcs: tuple[Npc, ...]
    leaves: int
    centre: int
    stock: int | None = NUMBERS.material.letters
    discards: int | None = 0
    bonus: tuple[str, ...] = ()
    doubted: int = 0
    phase: Phase = field(factory=Preparing)
    clues: tuple[Clue, ...] = ()
    ending: bool = False
    guess_sheets: tuple[GuessSheet, ...] = ()
    words: tuple[Word | None, ...] = ()
    points: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        """The seats at the table."""
        return range(len(self.places))

    @property
    def clue(self) -> Clue:
        """The latest clue."""
        return self.clues[-1]

    @cached_property
    def round_over(self) -> "State":
        """The state after the round of this clue; cached, since view, offers and refusals all use it."""
        from companion.games.letter_jam.rounds import end_round

        effects = Effects(self)
        end_round(effects, implied=True)
        return effects.state

    @property
    def brief_clue(self) -> BriefClue | None:
        """The reported clue on the table, if its chips are unknown."""
        return self.clue.brief if isinstance(self.phase, Deciding) else None

    @property
    def least_stock(self) -> int | None:
        """The smallest possible stock: each player who may be done and each wrong guess may have taken a card."""
        if self.stock is None:
            return None
        return self.stock - sum((place.perhaps > 0 and place.perhaps_done) + place.missed for place in self.places)

    @property
    def card(self) -> SetupCard:
        """The setup card."""
        return SETUP_CARDS[len(self.places)]

    @property
    def reds_left(self) -> int:
        """Red tokens on the setup card."""
        return self.card.red - sum(place.reds for place in self.places)

    @property
    def leaves_locked(self) -> bool:
        """Whether the green tokens on leaves are locked too (letter_jam.tokens.two, letter_jam.tokens.three)."""
        return self.card.leaves_wait and self.house.greens == "locked" and self.reds_left > 0

    @property
    def centre_locked(self) -> bool:
        """Whether the greens in the centre are locked until all reds are taken (letter_jam.tokens.centre)."""
        return self.reds_left > 0

    @property
    def open_greens(self) -> int:
        """Green tokens that could be taken now (letter_jam.ruling.counting_greens)."""
        return (0 if self.leaves_locked else self.leaves) + (0 if self.centre_locked else self.centre)

    @property
    def scoring_greens(self) -> int:
        """Green tokens that count in the score (letter_jam.ruling.counting_greens)."""
        return self.leaves + self.centre if self.house.locked_greens == "count" else self.open_greens

    def token_for(self, seat: int) -> Token | None:
        """Return which token a player would take for a clue, if there is one (letter_jam.tokens.red_first)."""
        if self.places[seat].reds < self.card.quota:
            return Token.RED
        if self.leaves and not self.leaves_locked:
            return Token.LEAF
        return Token.CENTRE if self.centre and not self.centre_locked else None

    @property
    def givers(self) -> tuple[int, ...]:
        """The players who can still give a clue (letter_jam.tokens.no_green)."""
        return tuple(seat for seat in self.seats if self.token_for(seat))

    @property
    def usable_bonus(self) -> int:
        """Number of bonus letters that may be used; those won in this round come later (letter_jam.ruling.order_of_drawing)."""
        guesses = self.phase.guesses if isinstance(self.phase, Deciding) else ()
        return len(self.bonus) - sum(guess is not None and guess.right and not guess.drawn_later for guess in guesses)

    def shows(self, stand: Stand) -> Mark | None:
        """Return the card at a stand, if there is one."""
        match stand.at:
            case At.SEAT if stand.number < len(self.places):
                place = self.places[stand.number]
                return Mark(stand, place.turn) if place.standing is not False else None
            case At.NPC if stand.number < len(self.npcs):
                npc = self.npcs[stand.number]
                return Mark(stand, npc.turn) if npc.standing is not False else None
            case At.BONUS if stand.number < self.usable_bonus:
                return Mark(stand, 0, self.bonus[stand.number])
            case At.JOKER:
                return Mark(stand, len(self.clues) + 1)
            case _:
                return None

    @property
    def turned_up(self) -> tuple[int, ...]:
        """The players whose words, laid card by card, have been turned up."""
        return tuple(seat for seat, word in enumerate(self.words) if word and word.revealed and word.tiles)

    @property
    def stands(self) -> tuple[Stand, ...]:
        """All places at which a letter can be seen."""
        stands = [Stand(At.SEAT, seat) for seat in self.seats]
        stands += [Stand(At.NPC, number) for number in range(len(self.npcs))]
        stands += [JOKER, *(Stand(At.BONUS, number) for number in range(len(self.bonus)))]
        return tuple(stand for stand in stands if self.shows(stand))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The cards from the middle that may be in a word (letter_jam.end.replace)."""
        return (*(Tile(Piece.BONUS, number) for number in range(len(self.bonus))), Tile(Piece.JOKER))

    def user(self, tile: Tile) -> int | None:
        """Return the player whose word contains a card from the middle; each is in one word only (letter_jam.end.replace)."""
        return next((seat for seat, word in enumerate(self.words) if word and tile in word.tiles), None)

    def free_tiles(self, seat: int) -> int:
        """Return the number of cards from the middle that can be in a player's word (letter_jam.end.replace)."""
        return len(self.tiles) - sum(self.from_middle(one) for one in self.seats if one != seat)

    def from_middle(self, seat: int) -> int:
        """Return how many cards from the middle a player's word contains, or must contain."""
        word, length = self.words[seat], self.places[seat].length
        if not word:
            return 0
        return len(word.tiles) - word.own if word.tiles else (word.entered_length or length) - length

    def with_place(self, seat: int, place: Place) -> "State":
        """Return the state with another place of a player."""
        return evolve(self, places=with_item(self.places, seat, place))

    def with_sheet(self, seat: int, sheet: GuessSheet) -> "State":
        """Return the state with another guess sheet of a player."""
        return evolve(self, guess_sheets=with_item(self.guess_sheets, seat, sheet))

    def with_word(self, seat: int, word: Word) -> "State":
        """Return the state with a player's word replaced."""
        return evolve(self, words=with_item(self.words, seat, word))

    def word(self, seat: int) -> Word:
        """Return the word that a player has laid.

        :raises LookupError: if there is none: the report should have been refused.
        """
        word = self.words[seat]
        if word is None:
            raise LookupError(f"seat {seat} has laid no word")
        return word
