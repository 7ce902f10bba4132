"""A table of Letter Jam in the players' words, so that tests read like published positions.

Players are Anna, Ben, Cleo, Dora, Emil and Fay; ``1`` to ``4`` are the non-player stands, ``*`` is the joker and ``+M``
a bonus M. A round is a clue, decisions and guesses, and ``next``. ``Anna tells 5 1 2`` is a clue of five letters with stands 1
and 2 whose chips are not reported, and for which it is unknown whether it uses bonus letters; ``+M`` says so, and ``-`` says that it
uses none. ``Ben has 6`` is a word of six letters that counts, and ``Ben misses 3`` one that does not.

>>> play("dealt", "Anna: Ben 1 * 1", players=2).sayable
Sayable(letters=4, players=1, npcs=1, bonus=0, joker=True)
"""

from collections.abc import Hashable, Iterable
from typing import Any

from attrs import evolve
from games.letter_jam.material import CONSERVED
from games.position import Position

from companion.games.letter_jam.game import LetterJam
from companion.games.letter_jam.model import Sayable, State
from companion.games.letter_jam.numbers import NUMBERS, STACKS
from companion.games.letter_jam.phases import Deciding
from companion.games.letter_jam.places import JOKER, At, Piece, Stand, Tile
from companion.games.letter_jam.reports import (
    BonusGuessed,
    Boxed,
    ClueGiven,
    ClueTold,
    Dealt,
    EndAgreed,
    EndDeclined,
    EndProposed,
    MovesOn,
    Noted,
    Revealed,
    RoundEnded,
    Stays,
    WordCounts,
    WordFails,
    WordLaid,
    WordTold,
)
from companion.games.letter_jam.rounds import before_next
from companion.games.letter_jam.sheets import SheetView
from companion.kernel.explain import Explanation
from companion.kernel.game import Setup, Step
from companion.kernel.offers import Offer
from companion.kernel.report import Report
from companion.scoring import ScoreSheet

GAME = LetterJam()
#: The points for a letter, a token and a guess.
SCORE = NUMBERS.score
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
#: A word of all five own cards in their order.
ALL = "1 2 3 4 5"


class Table(Position):
    """A table that players report to in words; after every report the material is counted.

    :param players: how many there are.
    :param house: house rules.
    """

    game = GAME

    def __init__(self, players: int = 4, **house: str) -> None:
        super().__init__(GAME.start(Setup(players, house=house)), NAMES[:players])
        self.check()

    def sheet_of(self, name: str) -> SheetView:
        """Return what only this player sees."""
        sheet = GAME.view(self.state, NAMES.index(name)).guess_sheet
        assert sheet
        return sheet

    @property
    def phase(self) -> str:
        return self.view.phase

    # Reports

    def stand(self, word: str) -> Stand:
        """Return the stand a word names."""
        if word == "*":
            return JOKER
        if word.startswith("+"):
            return Stand(At.BONUS, self.state.bonus.index(word[1:]))
        return Stand(At.NPC, int(word) - 1) if word.isdecimal() else Stand(At.SEAT, NAMES.index(word))

    def tile(self, word: str) -> Tile:
        """Return the card a word names: ``1`` is the first of the own row."""
        if word == "*":
            return Tile(Piece.JOKER)
        if word.startswith("+"):
            return Tile(Piece.BONUS, self.state.bonus.index(word[1:]))
        return Tile(Piece.OWN, int(word) - 1)

    def action(self, report: str) -> Report[State]:
        """Return what the players' words report."""
        match report.split():
            case ["dealt", *lengths]:
                given = tuple(map(int, lengths)) or (5,)
                return Dealt(given * len(self.state.places) if len(given) == 1 else given)
            case ["next"]:
                return RoundEnded()
            case ["enough?"]:
                return EndProposed()
            case ["enough"]:
                return EndAgreed()
            case ["another"]:
                return EndDeclined()
            case [name, *rest]:
                return self._of_seat(NAMES.index(name.rstrip(":")), rest)
        raise ValueError(report)

    def _of_seat(self, seat: int, words: list[str]) -> Report[State]:
        match words:
            case ["on", *letter]:
                return MovesOn(seat, "".join(letter))
            case ["stays"]:
                return Stays(seat)
            case ["tells", letters, *stands]:
                return self._told(seat, int(letters), stands)
            case ["has", letters]:
                return WordTold(seat, True, int(letters))
            case ["misses", letters]:
                return WordTold(seat, False, int(letters))
            case ["guesses", "wrong"]:
                return BonusGuessed(seat, "", False)
            case ["guesses", letter, verdict]:
                return BonusGuessed(seat, letter, verdict == "right")
            case ["lays", *tiles]:
                return WordLaid(seat, tuple(map(self.tile, tiles)))
            case ["reveals"]:
                return Revealed(seat)
            case ["counts"]:
                return WordCounts(seat)
            case ["fails", letters]:
                return WordFails(seat, int(letters))
            case ["notes", clue, letters, *guesses]:
                return Noted(seat, int(clue), letters, "".join(guesses))
            case ["box", box, *letter]:
                return Boxed(seat, int(box), "".join(letter))
            case [*stands]:
                return ClueGiven(seat, tuple(map(self.stand, stands)))
        raise ValueError(words)

    def _told(self, seat: int, letters: int, words: list[str]) -> ClueTold:
        npcs = tuple(int(word) - 1 for word in words if word.isdecimal())
        used = [word[1:] for word in words if word.startswith("+")]
        left = before_next(self.state).bonus
        return ClueTold(seat, letters, npcs, tuple(map(left.index, used)) if used or "-" in words else None)

    def play(self, *reports: str) -> "Table":
        """Report, one after another."""
        for report in reports:
            self.report(self.action(report))
        return self

    def refused(self, report: str | Report[State]) -> Explanation:
        """Return why a report is not allowed now."""
        return self.why_not(self.action(report) if isinstance(report, str) else report)

    def event(self, report: Report[State]) -> Hashable:
        """Return the event key of a report now."""
        return GAME.event_key(self.state, report)

    def clues(self, giver: str, *, times: int = 1, using: str = "1") -> "Table":
        """Let a player give clues in rounds of their own, in which nothing else happens."""
        for _ in range(times):
            self.play(f"{giver}: {using}", "next")
        return self

    def letters_done(self, name: str) -> "Table":
        """Let a player put all own letters back, as the rounds of a real game would."""
        seat = NAMES.index(name)
        place = self.state.places[seat]
        state = self.state.with_place(seat, evolve(place, at=place.length, extras=1))
        state = evolve(state, stock=state.stock - 1)
        self.step = Step(state)
        self.check()
        return self

    def last_card(self) -> "Table":
        """Leave one card in the stack of the first non-player stand, as the rounds of a real game would."""
        state, npc = self.state, self.state.npcs[0]
        first = evolve(npc, left=1, turn=npc.turn + npc.left - 1)
        self.step = Step(evolve(state, npcs=(first, *state.npcs[1:]), discards=state.discards + npc.left - 1))
        self.check()
        return self

    # What lies on the table

    @property
    def sayable(self) -> Sayable:
        """What may be said about the clue."""
        clue = self.view.clue
        assert clue
        return clue.sayable

    @property
    def tokens(self) -> tuple[int, int, int]:
        """Red tokens, greens on leaves and in the centre."""
        return self.state.reds_left, self.state.leaves, self.state.centre

    @property
    def at(self) -> tuple[int, ...]:
        """How many own letters each has put back."""
        return tuple(player.at for player in self.state.places)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Cards left in each non-player stack."""
        return tuple(npc.left for npc in self.state.npcs)

    @property
    def used(self) -> tuple[int, ...]:
        """Cards that have left each non-player stack."""
        return tuple(size - npc.left for size, npc in zip(STACKS, self.state.npcs, strict=False))

    @property
    def deciding(self) -> Deciding:
        phase = self.state.phase
        assert isinstance(phase, Deciding)
        return phase

    @property
    def said(self) -> str:
        """What the referee said last, as message keys."""
        return " ".join(explanation.text.message for explanation in self.step.messages)

    def check(self) -> None:
        points = [(str(number), line) for number, line in enumerate(self.lines)]
        sheet = ScoreSheet.of(GAME.meta.columns, len(self.state.places), 1, points)
        conserved: Any = CONSERVED["letter_jam"]
        conserved(self.state, sheet)


def play(*reports: str, players: int = 4, **house: str) -> Table:
    """Return a table after these reports."""
    return Table(players, **house).play(*reports)


def labels(offers: Iterable[Offer], *, closed: bool = False) -> list[tuple[str, int | None]]:
    """Return the kinds of offers that are open (or closed) and whose they are."""
    return [(offer.kind.__name__, dict(offer.given).get("seat")) for offer in offers if bool(offer.closed) == closed]


def ended(*, players: int = 2, greens: int = 2, bonus: tuple[str, ...] = (), length: int = 5, **house: str) -> Table:
    """Return a table at which all reds are gone, so many greens can be taken, and all agree that it is enough."""
    table = Table(players, **house).play(f"dealt {length}")
    for seat in range(players):
        table.clues(NAMES[seat], times=table.state.reds_left // (players - seat), using="*")
    while table.state.open_greens > greens:
        table.clues("Anna", using="*")
    state = table.state
    table.step = Step(evolve(state, bonus=bonus, stock=state.stock - len(bonus)))
    return table.play("enough")


def laid(table: Table, *words: str) -> Table:
    """Let every player lay a word and turn them up one by one, up to the first verdict."""
    for name, word in zip(NAMES, words, strict=False):
        table.play(f"{name} lays {word}")
    return table
