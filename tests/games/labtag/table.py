"""A table in the players' words, so that tests read like published positions.

>>> duel("12/7 7/4", "15/9").winner
'Anna'
"""

import re
from typing import Any, Self

from attrs import evolve
from games.position import Position

from companion.games.labtag.cards import Card, Special, Tally
from companion.games.labtag.game import Labtag
from companion.games.labtag.model import Choosing, GameOver, Group, Match, Place, Revealing, State, Trophy
from companion.games.labtag.reports import (
    AllLaid,
    Drawn,
    GroupsLaid,
    MatchWon,
    Picked,
    PileTold,
    Rechecked,
    Revealed,
    Summed,
    TrophyChosen,
)
from companion.kernel.explain import Explanation
from companion.kernel.game import Setup, Step
from companion.kernel.report import Report

GAME = Labtag()
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")


def cards(words: str) -> tuple[Card, ...]:
    """Return cards written with blanks between them.

    >>> cards("12/7 8*/K")[1].golden
    True
    """
    return tuple(map(Card.from_text, words.split()))


def action(word: str) -> Report[State]:
    """Return what the players' words report.

    >>> action("Anna 1 against Ben 3")
    Picked(seat=0, group=0, against=(1, 2))
    """
    if found := re.fullmatch(r"(\d+) cards in (\d+)", word):
        return Drawn(int(found[1]), int(found[2]))
    if found := re.fullmatch(r"(\w+) lays([\d ]*)", word):
        return GroupsLaid(NAMES.index(found[1]), tuple(map(int, found[2].split())))
    if found := re.fullmatch(r"(\w+) (\d+) against (\w+) (\d+)", word):
        return Picked(NAMES.index(found[1]), int(found[2]) - 1, (NAMES.index(found[3]), int(found[4]) - 1))
    if found := re.fullmatch(r"all lay (\d+) cards in (\d+)", word):
        return AllLaid(int(found[1]), int(found[2]))
    if found := re.fullmatch(r"(\w+) against (\w+)", word):
        return Picked(NAMES.index(found[1]), None, (NAMES.index(found[2]), None))
    if found := re.fullmatch(r"(\w+) against (\w+): (\w+) wins", word):
        return MatchWon(*(NAMES.index(name) for name in found.groups()))
    if found := re.fullmatch(r"(\w+) against (\w+): drawn", word):
        return MatchWon(NAMES.index(found[1]), NAMES.index(found[2]), None)
    if word == "check":
        return Rechecked()
    if found := re.fullmatch(r"(\w+) holds ([BDKA]*)((?: \w+ \d+)*)", word):
        return Summed(NAMES.index(found[1]), tuple(map(Special, found[2])), **_numbers(found[3]))
    if found := re.fullmatch(r"(\w+)’s pile:((?: \w+ \d+)*)", word):
        return PileTold(NAMES.index(found[1]), **_numbers(found[2]))
    if found := re.fullmatch(r"(\w+) takes (\S+)", word):
        return TrophyChosen(NAMES.index(found[1]), Card.from_text(found[2]))
    if found := re.fullmatch(r"(\w+): (.+)", word):
        return Revealed(NAMES.index(found[1]), cards(found[2]))
    raise ValueError(word)


def _numbers(words: str) -> dict[str, int]:
    """Return numbers by their names, written ``labtag 12 values 7``."""
    parts = words.split()
    return {name: int(number) for name, number in zip(parts[::2], parts[1::2], strict=True)}


class Table(Position):
    """A table of LABTAG Schlamboree; every report is checked for what always holds.

    :param players: how many play.
    :param sizes: cards in each group of each player, with play begun; without it nothing is drawn yet.
    :param piles: trophies on the victory piles already.
    """

    game = GAME

    def __init__(
        self,
        players: int = 2,
        *,
        sizes: tuple[tuple[int, ...], ...] = (),
        piles: tuple[str, ...] = (),
        first: int = 0,
        house: dict[str, str | int] | None = None,
    ) -> None:
        players = len(sizes) or players
        super().__init__(GAME.start(Setup(players, first, house or {})), NAMES[:players])
        if sizes:
            trophies = [cards(pile) for pile in piles] or [()] * players
            places = tuple(Place(tuple(map(Group, row)), pile) for row, pile in zip(sizes, trophies, strict=True))
            most = max(map(len, sizes))
            state = evolve(
                self.step.state, places=places, cards=max(map(sum, sizes)), groups=most, phase=Choosing(first)
            )
            self.step = Step(state)
        self.material = self._material()

    @property
    def turn(self) -> str:
        """Who picks now."""
        assert isinstance(self.view.state_phase, Choosing)
        return NAMES[self.view.state_phase.turn]

    @property
    def piles(self) -> tuple[str, ...]:
        """The victory piles."""
        return tuple(" ".join(card.to_text() if card else "?" for card in place.pile) for place in self.state.places)

    @property
    def face_down(self) -> tuple[int, ...]:
        """Groups face down of each."""
        return tuple(place.face_down for place in self.state.places)

    @property
    def places(self) -> list[tuple[int, str]]:
        """Place and name of every player at the end."""
        return [(each.place, NAMES[each.seat]) for each in self.view.standings]

    @property
    def firsts(self) -> list[str]:
        """The first rule of every line that the referee said at the last report."""
        return [explanation.rules[0] for explanation in self.step.messages]

    @property
    def said(self) -> list[str]:
        """What the referee said at the last report, before it is put into a language."""
        return [explanation.text.message for explanation in self.step.messages]

    def play(self, *words: str) -> "Table":
        """Report, one after another."""
        return self.report(*map(action, words))

    def refused(self, word: str) -> Explanation:
        """Return why a report is not allowed now."""
        return self.why_not(action(word))

    def report(self, *actions: Report[State]) -> Self:
        for action in actions:
            if isinstance(action, AllLaid | GroupsLaid):
                laid = GAME.apply(self.state, action).state
                self.material = laid.cards * sum(bool(place.groups) for place in laid.places)
            super().report(action)
        return self

    def check(self) -> None:
        assert self._material() in (self.material, None), "a card is missing"
        self.check_points_explained()

    def _material(self) -> int | None:
        """Return how many cards are there; ``None`` if it is unknown."""
        state = self.state
        running = isinstance(state.phase, Revealing) and not state.phase.won
        match = state.phase.match if running else Match((0, 0), (0, 0))
        entered = [cards for cards in match.cards if cards]
        hidden = [place.hidden for place in state.places]
        if state.discarded is None or None in hidden or any(isinstance(cards, Tally) for cards in entered):
            return None
        return sum([state.discarded, *map(len, entered), *hidden, *(len(place.pile) for place in state.places)])


def play(*words: str, **position: Any) -> Table:
    """Return a table at which this has been reported; see :class:`Table` for positions."""
    return Table(**position).play(*words)


class Duel:
    """One match between Anna, who is on turn, and Ben."""

    def __init__(self, left: str, right: str, **house: str | int) -> None:
        sizes = ((len(left.split()),), (len(right.split()),))
        self.table = Table(sizes=sizes, house=house)
        self.table.play("Anna 1 against Ben 1", f"Anna: {left}", f"Ben: {right}")

    @property
    def winner(self) -> str | None:
        """Who has won the match."""
        if isinstance(self.table.view.state_phase, Trophy):
            return NAMES[self.table.view.state_phase.winner]
        trophies = [name for name, pile in zip(NAMES, self.table.piles, strict=False) if pile]
        return trophies[0] if trophies else None

    @property
    def proof(self) -> list[str]:
        """The deciding rule of each line of the proof that concerns the match."""
        end = ("labtag.match.trophy", "labtag.turn.next", "labtag.final.points", "labtag.final.draw")
        return [rule for rule in self.table.firsts if rule not in end]

    @property
    def cited(self) -> set[str]:
        """All rules that were cited."""
        return self.table.cited


def duel(left: str, right: str, **house: str | int) -> Duel:
    """Return the match of Anna's cards, who is on turn, against Ben's."""
    return Duel(left, right, **house)


__all__ = ["GAME", "NAMES", "Duel", "GameOver", "Table", "action", "cards", "duel", "play"]
