"""A table in the players' words, so that tests read like published positions.

>>> play("Anna red at 12", "Ben blue at 12").colour
'blue'
"""

from collections.abc import Sequence
from typing import Any

from attrs import evolve
from games.position import Position, each
from games.schlafmuetze.material import CONSERVED

from companion.games.schlafmuetze.cards import Card, Colour
from companion.games.schlafmuetze.game import Schlafmuetze
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import Voting
from companion.games.schlafmuetze.reports import (
    Agreed,
    AllAgree,
    CannotOpen,
    CircleTold,
    ColourNamed,
    Doubted,
    Finish,
    GoesOn,
    Halt,
    HandCounted,
    HandsCounted,
    KeepEveryCard,
    KeepRefereeOnly,
    Laid,
    LastCardLaid,
    NextRound,
    NobodyDoubts,
    NoColourLeft,
    NotAgreed,
    Recount,
    SpeedDispute,
    StockCounted,
    Stuck,
    TopTold,
    Voted,
    WrongCard,
)
from companion.kernel.game import Setup
from companion.kernel.report import Report
from companion.scoring import ScoreSheet

GAME = Schlafmuetze()
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gül", "Hans")
LETTERS = {"R": Colour.RED, "B": Colour.BLUE, "G": Colour.GREEN, "Y": Colour.YELLOW}
#: Positions are reported card by card, unless they say otherwise.
EVERY_CARD: dict[str, str | int] = {"keeping": "every_card"}
SHORT: dict[str, Report[State]] = {
    "goes on": GoesOn(),
    "nobody doubts": NobodyDoubts(),
    "halt": Halt(),
    "who first? latest": SpeedDispute(latest=True),
    "who first? others": SpeedDispute(latest=False),
    "not agreed": NotAgreed(),
    "stuck": Stuck(),
    "no colour left": NoColourLeft(),
    "referee only": KeepRefereeOnly(),
    "next round": NextRound(),
    "finish": Finish(),
}


def seat(name: str) -> int:
    """Return a player's seat."""
    return NAMES.index(name)


def hour(at: str) -> int:
    """Return the pile that lies at an hour."""
    return int(at) % 12


def action(word: str) -> Report[State]:
    """Return what the players' words report.

    >>> action("Ben blue HAUS at 3")
    Laid(seat=1, pile=3, colour=<Colour.BLUE: 'blue'>, word='HAUS')
    >>> action("Ben+Cleo doubt Anna")
    Doubted(doubters=(1, 2), author=0, first_word='', second_word='', compound='', first=False)
    """
    if word in SHORT:
        return SHORT[word]
    match word.split():
        case [name, colour, "at", at]:
            return Laid(seat(name), hour(at), Colour(colour))
        case ["top", at, colour, *rest]:
            return TopTold(hour(at), Colour(colour), " ".join(rest))
        case [name, colour, said, "at", at]:
            return Laid(seat(name), hour(at), Colour(colour), said)
        case [name, "cannot"]:
            return CannotOpen(seat(name))
        case [name, "out"]:
            return LastCardLaid(seat(name))
        case [name, "wrong"]:
            return WrongCard(seat(name))
        case [name, "first"]:
            return Agreed(seat(name))
        case [name, "no" | "yes" as said]:
            return Voted(seat(name), said == "no")
        case [names, "doubts" | "doubt", author, "first"]:
            return Doubted(tuple(map(seat, names.split("+"))), seat(author.removesuffix("'s")), first=True)
        case [names, "doubts" | "doubt", author]:
            return Doubted(tuple(map(seat, names.split("+"))), seat(author))
        case ["all", "reject", author, *first]:
            return AllAgree(seat(author.removesuffix("'s")), first=bool(first), against=True)
        case ["all", "uphold", author, "against", names]:
            return AllAgree(seat(author), doubters=tuple(map(seat, names.split("+"))), against=False)
        case ["stuck", "on", colour]:
            return Stuck(Colour(colour))
        case ["name", colour]:
            return ColourNamed(Colour(colour))
        case ["counted", *hands]:
            return HandsCounted(tuple(map(int, hands)))
        case [name, "holds", cards]:
            return HandCounted(seat(name), int(cards))
        case ["recount", name, cards, chips]:
            return Recount(seat(name), None if cards == "-" else int(cards), int(chips))
        case ["stock", cards]:
            return StockCounted(int(cards))
        case ["every", "card"]:
            return KeepEveryCard()
        case ["every", "card", *hands, name, colour]:
            return KeepEveryCard(tuple(map(int, hands)), seat(name), Colour(colour))
        case ["circle", letters, *words]:
            return CircleTold(tuple(LETTERS[letter] for letter in letters), tuple(words))
    raise ValueError(word)


class Table(Position):
    """A table of Schlafmütze; every report is checked for what always holds.

    :param seats: number of players.
    :param hands: cards in each hand; what is missing has been laid.
    :param chips: chips each has.
    :param stock: cards in the stock; what is missing has been laid.
    :param totals: penalty points of earlier rounds.
    """

    game = GAME

    def __init__(
        self,
        *,
        seats: int = 4,
        first: int = 0,
        house: dict[str, str | int] | None = None,
        hands: Sequence[int] | None = None,
        chips: Sequence[int] | None = None,
        stock: int | None = None,
        circle: str | None = None,
        totals: Sequence[int] | None = None,
    ) -> None:
        step = GAME.start(Setup(seats, first, EVERY_CARD | (house or {})))
        state = step.state
        if hands:
            state = evolve(state, hands=tuple(hands))
        if chips:
            state = evolve(state, chips=tuple(chips))
        if stock is not None:
            state = evolve(state, stock=stock)
        if circle:
            state = evolve(state, circle=tuple(Card(LETTERS[letter]) for letter in circle))
        #: Penalty points that came from nowhere.
        self.given = tuple(totals or (0,) * seats)
        super().__init__(evolve(step, state=evolve(state, totals=self.given)), NAMES[:seats])
        self.check()

    def play(self, *words: str) -> "Table":
        """Report, one after another; ``votes nny`` is three votes in order as far as they are asked for, ``3x stuck`` the same report three times."""
        for word in each(words):
            if word.startswith("votes "):
                for letter in word.removeprefix("votes "):
                    voting = self.state.phase
                    if not isinstance(voting, Voting):
                        break  # it is decided, and no player is asked any more
                    self.report(Voted(self.state.voter(voting), letter == "n"))
            else:
                self.report(action(word))
        return self

    def refused(self, word: str) -> set[str]:
        """Return the rules for which a report is not allowed now."""
        return set(self.why_not(action(word)).rules)

    # What lies on the table

    @property
    def hands(self) -> tuple[int, ...] | None:
        return self.state.hands

    @property
    def chips(self) -> tuple[int, ...]:
        return self.state.chips

    @property
    def colour(self) -> str | None:
        """The colour on which the next card goes."""
        return self.state.colour and self.state.colour.value

    @property
    def pausing(self) -> str | None:
        """Who pauses."""
        return None if self.state.pausing is None else NAMES[self.state.pausing]

    def top(self, at: int) -> str:
        """Return the colour of the top card at an hour, and its word."""
        card = self.state.circle[at % 12]
        return f"{card.colour.value if card.colour else '?'} {card.word}".strip()

    @property
    def allowed(self) -> set[str]:
        """The colours that may be named."""
        phase = self.state.phase
        return {colour.value for colour in getattr(phase, "allowed", ())}

    @property
    def namer(self) -> str | None:
        """Who names the new colour."""
        by = getattr(self.state.phase, "by", None)
        return None if by is None else NAMES[by]

    @property
    def asked(self) -> str:
        """Who is asked for the first card."""
        return NAMES[self.state.phase.asked]  # type: ignore[union-attr]

    @property
    def sleepy(self) -> set[str]:
        """Who is the Schlafmütze of the round."""
        return {NAMES[each] for each in self.state.phase.sleepy}  # type: ignore[union-attr]

    def check(self) -> None:
        sums = tuple(given + sum(cells.values()) for given, cells in zip(self.given, self.points.values(), strict=True))
        lines = [(str(number), line) for number, line in enumerate(self.lines)]
        sheet = ScoreSheet.of(GAME.meta.columns, self.state.seats, self.state.round, lines)
        assert self.state.totals == sums
        CONSERVED["schlafmuetze"](evolve(self.state, totals=sheet.totals), sheet)
        self.check_points_explained()


def play(*words: str, **position: Any) -> Table:
    """Return a table at which this has been reported; see :class:`Table` for positions."""
    return Table(**position).play(*words)


__all__ = ["GAME", "NAMES", "Table", "action", "each", "play"]
