"""Games reported with few details end as the same games reported in full do, however much of them is left out."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from effort import effort
from games.letter_jam.table import Table

from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.phases import Choosing, Deciding, Over
from companion.games.letter_jam.places import At, Piece, Stand, Tile
from companion.games.letter_jam.reports import (
    BonusGuessed,
    ClueGiven,
    ClueTold,
    Dealt,
    EndAgreed,
    MovesOn,
    Revealed,
    RoundEnded,
    Stays,
    WordCounts,
    WordFails,
    WordLaid,
    WordTold,
)
from companion.games.letter_jam.rounds import before_next

#: How much of each round is reported: no chips at all, some of the rounds with them, or all of them a moment later.
REPORTED: Final = ("little", "mixed", "later")


class Twins:
    """A game reported in full, and the same game with details dropped beside it.

    :param reported: how much of the second one is reported.
    :param longest: the most letters of a clue.
    """

    def __init__(self, seed: int, reported: str, longest: int = 9) -> None:
        self.random = Random(seed)
        self.reported = reported
        players = self.random.randint(2, 6)
        house = {"stock": self.random.choice(("empty", "reshuffle")), "greens": self.random.choice(("free", "locked"))}
        self.exact, self.sparse = (Table(players, **house) for _ in range(2))
        self.rounds = 0
        self.longest = longest

    # What happens

    def play(self) -> None:
        """Play to the end."""
        words = NUMBERS.words
        dealt = Dealt(tuple(self.random.randint(words.shortest, words.longest) for _ in self.exact.state.seats))
        self.exact.report(dealt)
        self.sparse.report(dealt)
        while isinstance(self.exact.state.phase, Choosing):
            if self.random.random() < 0.02:
                if isinstance(self.sparse.state.phase, Deciding) and not self.sparse.state.brief_clue:
                    self.sparse.report(RoundEnded())
                self.exact.report(EndAgreed())
                self.sparse.report(EndAgreed())
            else:
                self._round()
        self._words()
        assert isinstance(self.sparse.state.phase, Over)
        assert self.exact.points == self.sparse.points

    def _round(self) -> None:
        """A clue, decisions and guesses, and the end of the round."""
        exact, sparse = self.exact, self.sparse
        giver = self.random.choice(exact.state.givers)
        shown = [stand for stand in exact.state.stands if stand != Stand(At.SEAT, giver)]
        clue = ClueGiven(giver, tuple(self.random.choices(shown, k=self.random.randint(1, self.longest))))
        npcs = tuple(sorted({stand.number for stand in clue.stands if stand.at is At.NPC}))
        little = ClueTold(giver, len(clue.stands), npcs, self._bonus(clue))
        known = self.reported == "later" or (self.reported == "mixed" and self.random.random() < 0.4)
        if not known or self.reported == "later" or self.random.random() < 0.5:
            sparse.report(little)
        elif isinstance(sparse.state.phase, Deciding):
            sparse.report(RoundEnded())
        if known:
            sparse.report(ClueGiven(giver, tuple(self._stand(stand) for stand in clue.stands)))
        exact.report(clue)
        self._agree()
        for action in self._decisions():
            exact.report(action)
            if isinstance(action, BonusGuessed):
                if not (action.right or known) and self.random.random() < 0.5:
                    continue  # a wrong guess need not be entered
                sparse.report(action if action.right else BonusGuessed(action.seat, "", False))
            elif known or (self.reported == "mixed" and self.random.random() < 0.5):
                sparse.report(action)
        exact.report(RoundEnded())
        if not isinstance(exact.state.phase, Choosing) or self.random.random() < 0.3:
            sparse.report(RoundEnded())
            self._agree()
        self.rounds += 1

    def _decisions(self) -> Iterator[Any]:
        """What each player may do about the clue, in any order; of a letter, at most once."""
        seats = list(self.exact.state.seats)
        self.random.shuffle(seats)
        for seat in seats:
            player = self.exact.view.players[seat]
            if player.may_decide:
                yield MovesOn(seat) if self.random.random() < 0.8 else Stays(seat)
            elif player.may_guess and self.random.random() < 0.7:
                yield BonusGuessed(seat, self.random.choice("ENR"), self.random.random() < 0.6)

    def _words(self) -> None:
        """The words at the end, each laid card by card or only counted."""
        exact = self.exact
        middle = list(exact.state.tiles)
        self.random.shuffle(middle)
        verdicts: dict[int, tuple[WordLaid, WordCounts | WordFails]] = {}
        for seat in exact.state.seats:
            length = exact.state.places[seat].length
            tiles = [Tile(Piece.OWN, number) for number in range(length)]
            self.random.shuffle(tiles)
            if self.random.random() < 0.2:
                tiles.pop()
            while middle and self.random.random() < 0.3:
                tiles.append(middle.pop())
            laid = WordLaid(seat, tuple(tiles))
            exact.report(laid)
            own = sum(tile.at is Piece.OWN for tile in tiles)
            right = len(tiles) >= length and self.random.random() < 0.7
            verdicts[seat] = laid, WordCounts(seat) if right else WordFails(seat, self.random.randint(0, own))
        for seat, (_, verdict) in verdicts.items():
            exact.report(Revealed(seat), verdict)
        self._report_words(verdicts)

    def _report_words(self, verdicts: dict[int, tuple[WordLaid, WordCounts | WordFails]]) -> None:
        sparse, order = self.sparse, list(verdicts)
        self.random.shuffle(order)
        shown = [seat for seat in order if self.reported == "mixed" and self.random.random() < 0.5]
        for seat in order:
            laid, verdict = verdicts[seat]
            if seat in shown:
                sparse.report(WordLaid(seat, tuple(self._tile(tile) for tile in laid.tiles)))
            else:
                sparse.report(_little(laid, verdict))
        for seat in shown:
            laid, verdict = verdicts[seat]
            reported = (Revealed(seat), verdict) if self.random.random() < 0.5 else (_little(laid, verdict),)
            sparse.report(*reported)

    # The same things at both tables

    def _stand(self, stand: Stand) -> Stand:
        """Return where a chip lies at the other table: there bonus letters may lie that are gone here."""
        if stand.at is not At.BONUS:
            return stand
        letters, others = self.exact.state.bonus, self.sparse.state.bonus
        return Stand(At.BONUS, _places(letters, others)[stand.number])

    def _bonus(self, clue: ClueGiven) -> tuple[int, ...] | None:
        """Return which bonus letters of the other table a clue uses, or that it is unknown."""
        if self.random.random() < 0.5:
            return None
        places = _places(self.exact.state.bonus, before_next(self.sparse.state).bonus)
        return tuple(sorted({places[stand.number] for stand in clue.stands if stand.at is At.BONUS}))

    def _tile(self, tile: Tile) -> Tile:
        """Return the same card at the other table."""
        if tile.at is not Piece.BONUS:
            return tile
        return Tile(Piece.BONUS, _places(self.exact.state.bonus, self.sparse.state.bonus)[tile.number])

    def _agree(self) -> None:
        """Assert that what the second table knows is so, and that it knows what every clue needs."""
        exact, sparse = self.exact.state, self.sparse.state
        assert self.exact.tokens == self.sparse.tokens
        assert len(exact.clues) == len(sparse.clues)
        for place, known in zip(exact.places, sparse.places, strict=True):
            assert (place.reds, place.greens) == (known.reds, known.greens)
            assert known.standing in (None, place.standing)
            if not isinstance(sparse.phase, Deciding) or not sparse.brief_clue:
                assert known.at <= place.at <= known.at + known.perhaps
                assert known.clued in (None, place.clued)
        for npc, behind in zip(exact.npcs, sparse.npcs, strict=True):
            assert (npc.left, npc.token) == (behind.left, behind.token)
            assert behind.standing in (None, npc.standing)
        assert not _missing(exact.bonus, sparse.bonus)
        if sparse.stock is not None and sparse.least_stock is not None:
            assert sparse.least_stock <= exact.stock <= sparse.stock


def _little(laid: WordLaid, verdict: WordCounts | WordFails) -> WordTold:
    if isinstance(verdict, WordFails):
        return WordTold(laid.seat, False, verdict.letters)
    return WordTold(laid.seat, True, len(laid.tiles))


def _places(letters: Sequence[str], others: Sequence[str]) -> list[int]:
    """Return where each of some letters lies among others; those that came last lie at the end."""
    found: list[int] = []
    at = len(others)
    for letter in reversed(letters):
        at = max(place for place in range(at) if others[place] == letter)
        found.insert(0, at)
    return found


def _missing(letters: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return which letters are not among others."""
    left = list(others)
    return [letter for letter in letters if letter not in left or left.remove(letter)]


@pytest.mark.rule("letter_jam.clue.token", "letter_jam.npc.freed", "letter_jam.score.word", "letter_jam.score.wrong")
@pytest.mark.parametrize("reported", REPORTED)
def test_a_game_ends_with_the_points_of_its_exact_twin(reported: str) -> None:
    games = [Twins(seed, reported) for seed in range(effort(few=20, many=300))]
    for game in games:
        game.play()
    assert sum(game.rounds for game in games) > 9 * len(games)


@pytest.mark.rule("letter_jam.ruling.empty_stock")
def test_the_games_come_to_the_end_of_the_stock() -> None:
    """Otherwise nothing would show that unknown cards stay unknown."""
    lost = 0
    for seed in range(60):
        game = Twins(seed, REPORTED[seed % 2], longest=24)
        game.play()
        lost += game.sparse.state.stock is None
    assert lost
