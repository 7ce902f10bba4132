"""Two simulated players with real cards, who know the rules and their numbers, and nothing else of the program.

They shuffle two decks of 55, lay and win cards, pay and book chips, and note their points on a sheet of their own.
After every report they write down what lies on the table, so that the referee's state can be compared with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from attrs import define, field, frozen

from companion.games.bronzen.numbers import NUMBERS

NAMES: Final = ("Anna", "Ben")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "X")
DECK: Final = [rank + suit for rank in RANKS[:-1] for suit in "HDSC"] + ["X"] * 3
#: The columns of the score table; the Bronzen ends the round.
COLUMNS: Final = ("einzel", "double_1", "double_2", "double_3", "jay", "bronzen")
COLOURS: Final = ("black", "green", "red")
FACE_DOWN: Final = {
    "color": NUMBERS.face_down.color,
    "counter": NUMBERS.face_down.counter,
    "double-c": NUMBERS.face_down.double_c,
    "jay": NUMBERS.face_down.jay,
}
DEFAULTS: Final[dict[str, str | int]] = {
    "pending_streak": "book",
    "bank": "unlimited",
    "chips": "reset",
    "jays": "each",
    "exact_count": "showdown",
    "one_card_chip": "chip",
    "double_last_card": "allowed",
    "both_short": "reshuffle",
    "length": "open",
    "bank_black": 30,
    "bank_green": 20,
    "bank_red": 10,
    "rounds": 3,
    "target": 50,
}


@frozen
class Seen:
    """What lies on the table after a report.

    :param stacks: hand stack and bunker of each.
    :param lying: cards of each in the running trick.
    :param chips: black, green and red on each account.
    :param interim: the chips on each interim account.
    :param sheet: the points of each by column, over all rounds.
    :param moment: what the players wait for.
    """

    stacks: tuple[tuple[int, int], ...]
    lying: int
    chips: tuple[tuple[int, ...], ...]
    interim: tuple[int, ...]
    sheet: tuple[dict[str, int], ...]
    moment: str


def what_is_it(left: str, right: str) -> str | int:
    """Return the special of two open cards, or the seat of the higher one."""
    ranks = left.rstrip("HDSC"), right.rstrip("HDSC")
    if left == right:
        return "jay" if left == "X" else "double-c"
    if ranks[0] == ranks[1]:
        return "counter"
    if left[-1] == right[-1] and "X" not in ranks:
        return "color"
    return 0 if RANKS.index(ranks[0]) > RANKS.index(ranks[1]) else 1


@define
class Player:
    """One player's cards and chips, as they lie on the table."""

    hand: list[str] = field(factory=list)
    bunker: list[str] = field(factory=list)
    pile: list[str] = field(factory=list)
    account: Counter[str] = field(factory=Counter)
    staked: list[str] = field(factory=list)
    interim: int = 0
    sheet: Counter[str] = field(factory=Counter)

    @property
    def left(self) -> int:
        """How many cards the player has off the table."""
        return len(self.hand) + len(self.bunker)

    def lay(self, random: Random) -> str:
        """Lay the top card of the hand stack, after shuffling the bunker if the hand stack is empty."""
        if not self.hand:
            self.renew(random)
        card = self.hand.pop()
        self.pile.append(card)
        return card

    def renew(self, random: Random) -> None:
        """Shuffle the bunker into a new hand stack."""
        self.hand, self.bunker = self.bunker, []
        random.shuffle(self.hand)


class Simulation:
    """One table.

    :param seed: decides cards and choices.
    :param short: how many cards Anna has at the start of the first round, for games that end soon.
    :param cards: how likely the cards are reported rather than the result.
    """

    def __init__(self, seed: int, house: dict[str, str | int], *, short: int = 55, cards: float = 0.0) -> None:
        self.random = Random(seed)
        self.telling = Random(seed + 1)  # the way of reporting must not change the game
        self.house = DEFAULTS | house
        self.short = short
        self.by_cards = cards
        self.players = (Player(), Player())
        self.bank = Counter({colour: int(self.house[f"bank_{colour}"]) for colour in COLOURS})
        if self.house["bank"] == "unlimited":
            self.bank = Counter(dict.fromkeys(COLOURS, 10**9))
        self.round = 0
        self.rounds: list[tuple[dict[str, int], dict[str, int]]] = []
        self.ending = ""

    def play(self) -> Iterator[tuple[str, Seen]]:
        """Play to the end of the game: every report and what lies there after it."""
        while True:
            self.round += 1
            before = [Counter(player.sheet) for player in self.players]
            yield from self.play_round()
            self.rounds.append((dict(self[0].sheet - before[0]), dict(self[1].sheet - before[1])))
            match self.house["length"]:
                case "rounds" if self.round == self.house["rounds"]:
                    return
                case "target" if max(player.sheet.total() for player in self.players) >= int(self.house["target"]):
                    return
                case "open" if self.round == 2:
                    yield "finish", self.seen("game over")
                    return
            self.deal()
            yield "next round", self.seen("reveal")

    def __getitem__(self, seat: int) -> Player:
        return self.players[seat]

    def deal(self) -> None:
        """Give every player an own shuffled deck, and the chips back to the bank unless they are kept."""
        for player in self.players:
            player.hand, player.bunker, player.pile = list(DECK), [], []
            self.random.shuffle(player.hand)
            if self.house["chips"] == "reset":
                self.bank.update(player.account)
                player.account.clear()

    def play_round(self) -> Iterator[tuple[str, Seen]]:
        """Play tricks until a player has no card left."""
        if self.round == 1:
            self.deal()
            while self[0].left > self.short:
                self[1].hand.insert(0, self[0].hand.pop())
        self.over = False
        while not self.over:
            yield from self.exchange()
            yield from self.trick()

    def exchange(self) -> Iterator[tuple[str, Seen]]:
        """Now and then exchange chips, or count the cards."""
        rates = NUMBERS.exchange
        for seat, player in enumerate(self.players):
            for give, get, pay, gain in (
                ("black", "green", rates.up_give, rates.up_get),
                ("green", "red", rates.up_give, rates.up_get),
                ("red", "green", rates.down_give, rates.down_get),
                ("green", "black", rates.down_give, rates.down_get),
            ):
                willing = self.random.random() < (0.3 if pay == rates.up_give else 0.03)
                if willing and player.account[give] >= pay and self.bank[get] >= gain:
                    player.account[give] -= pay
                    self.bank[give] += pay
                    self.bank[get] -= gain
                    player.account[get] += gain
                    yield f"{NAMES[seat]}: {give} for {get}", self.seen("reveal")
        if self.random.random() < 0.01:
            counts = " ".join(f"{len(player.hand)}+{len(player.bunker)}" for player in self.players)
            yield f"counted {counts}", self.seen("reveal")

    def trick(self) -> Iterator[tuple[str, Seen]]:
        """Play one trick."""
        specials: list[str] = []
        doubles = [0, 0]
        face_down = wanted = 0
        while True:
            for player in self.players:
                for _ in range(face_down):
                    player.lay(self.random)
            left, right = (player.lay(self.random) for player in self.players)
            found = what_is_it(left, right)
            out = [seat for seat in (0, 1) if not self[seat].left]
            word = found if isinstance(found, str) else f"{NAMES[found]} wins"
            if self.telling.random() < self.by_cards:
                word = f"{left} {right}"
            if isinstance(found, str):
                specials.append(found)
                self.book()
            if out:
                self.showdown(found, out, specials, doubles, exact=face_down == wanted)
                yield word, self.seen(self.after_trick())
                return
            if isinstance(found, str):
                wanted = FACE_DOWN[found]
            elif not specials:
                self.einzel(found, chip=True)
                self.take(found)
                yield word, self.seen(self.after_trick())
                return
            else:
                loser = 1 - found
                colour = COLOURS[doubles[loser]] if doubles[loser] < 3 else ""
                may = bool(self[loser].account[colour]) if colour else False
                if self[loser].left == 1 and self.house["double_last_card"] == "forbidden":
                    may = False
                if may:
                    yield word, self.seen("answer")
                    word = f"{NAMES[loser]} gives up"
                if not may or self.random.random() < 0.25:
                    self.score(found, specials, doubles)
                    self.take(found)
                    yield word, self.seen(self.after_trick())
                    return
                self[loser].account[colour] -= 1
                self[loser].staked.append(colour)
                doubles[loser] += 1
                word = f"{NAMES[loser]} doubles"
                wanted = NUMBERS.face_down.double
            face_down = min(wanted, min(player.left for player in self.players) - 1)
            yield word, self.seen("laying")

    # What a trick brings

    def einzel(self, winner: int, *, chip: bool) -> None:
        """Give a chip, and book the streak of the other."""
        if self[1 - winner].interim:
            self.book()
        if chip and self.bank["black"]:
            self.bank["black"] -= 1
            self[winner].interim += 1

    def book(self) -> None:
        """Book the running streak."""
        for player in self.players:
            player.account["black"] += player.interim
            if player.interim >= NUMBERS.streak.chips:
                player.sheet["einzel"] += NUMBERS.points.einzel * (player.interim // NUMBERS.streak.chips)
            player.interim = 0

    def score(self, winner: int, specials: list[str], doubles: list[int]) -> None:
        """Note the points for Jays and for the other's doubles."""
        jays = specials.count("jay")
        if jays:
            self[winner].sheet["jay"] += NUMBERS.points.jay * (1 if self.house["jays"] == "once" else jays)
        if times := doubles[1 - winner]:
            self[winner].sheet[f"double_{times}"] += getattr(NUMBERS.points, f"double_{times}")

    def take(self, winner: int) -> None:
        """Put the trick into the winner's bunker and the stakes into the bank."""
        for player in self.players:
            self[winner].bunker += player.pile
            player.pile = []
        self.unstake()

    def unstake(self) -> None:
        for player in self.players:
            self.bank.update(player.staked)
            player.staked = []

    def showdown(
        self, found: str | int, out: list[int], specials: list[str], doubles: list[int], *, exact: bool
    ) -> None:
        """A player has played the very last card: decide what becomes of it."""
        if isinstance(found, int) and not specials:
            self.einzel(found, chip=self.house["one_card_chip"] == "chip")
        if len(out) == 2 and isinstance(found, str):
            self.unstake()
            for player in self.players:
                player.hand, player.pile = player.pile, []
            self.over = self.house["both_short"] == "drawn"
            self.ending = "drawn"
            return
        winner = found if isinstance(found, int) else 1 - out[0]
        if winner in out and len(out) == 1:
            if exact and self.house["exact_count"] == "keeps_points":
                self.score(winner, specials, doubles)
            self.take(winner)
            return
        self.score(winner, specials, doubles)
        if self.house["pending_streak"] == "forfeit":
            self.bank["black"] += self[winner].interim
            self[winner].interim = 0
        self.book()
        self[winner].sheet["bronzen"] += NUMBERS.points.bronzen
        self.take(winner)
        self.over = True
        self.ending = found if isinstance(found, str) else "higher"
        if len(specials) == (1 if isinstance(found, str) else 0):
            self.ending += " at the start"

    def after_trick(self) -> str:
        """Renew empty hand stacks, unless the round is over."""
        if not self.over:
            for player in self.players:
                if not player.hand:
                    player.renew(self.random)
            return "reveal"
        last = (
            self.round == self.house["rounds"]
            if self.house["length"] == "rounds"
            else self.house["length"] == "target"
            and max(player.sheet.total() for player in self.players) >= int(self.house["target"])
        )
        return "game over" if last else "round over"

    def seen(self, moment: str) -> Seen:
        """Write down what lies on the table."""
        return Seen(
            stacks=tuple((len(player.hand), len(player.bunker)) for player in self.players),
            lying=len(self[0].pile),
            chips=tuple(tuple(player.account[colour] for colour in COLOURS) for player in self.players),
            interim=(self[0].interim, self[1].interim),
            sheet=tuple(
                {column: points for column, points in player.sheet.items() if points} for player in self.players
            ),
            moment=moment,
        )


def as_points(tricks: Iterable[tuple[str, Seen]]) -> Iterator[str]:
    """Return the reports of the same game where only the points are entered, from the players' own sheets."""
    before: tuple[dict[str, int], ...] = ({}, {})
    for word, seen in tricks:
        gained = [Counter(after) - Counter(earlier) for after, earlier in zip(seen.sheet, before, strict=True)]
        for column in COLUMNS:
            for name, points in zip(NAMES, gained, strict=True):
                yield from [f"{name} marks {column}"] * (points[column] // getattr(NUMBERS.points, column))
        ended = seen.moment in ("round over", "game over")
        if word in ("next round", "finish"):
            yield word
        elif ended and not any(points["bronzen"] for points in gained):
            yield "drawn"
        before = seen.sheet
