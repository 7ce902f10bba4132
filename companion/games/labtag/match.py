"""The winner of a match and its proof, line by line."""

from enum import Enum
from typing import Final

from attrs import frozen

from companion.games.labtag.cards import FLAGS, LEGENDARY, SPECIALS, VALUES, Card, Kind, Special, Tally
from companion.games.labtag.house import House
from companion.games.labtag.messages import N, T
from companion.games.labtag.numbers import NUMBERS
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Each, Player, Text


class Outcome(Enum):
    """The effect of a group's king and ace."""

    WINS = "wins"
    LOSES = "loses"
    ORDINARY = "ordinary"  #: strength decides


#: Own king and ace (first) against the other's (second); see labtag.ruling.kings_and_aces.
KINGS_AND_ACES: Final = {
    (own, other): Outcome(result)
    for own in NUMBERS.kings_and_aces["against"]
    for other, result in zip(NUMBERS.kings_and_aces["against"], NUMBERS.kings_and_aces[own], strict=True)
}


@frozen
class Side:
    """A player's group in a match.

    :param cards: its cards, or its tally.
    :param sizes: the smallest and largest possible number of cards, if they are not named.
    """

    seat: int
    cards: tuple[Card, ...] | Tally
    sizes: tuple[int, int] = (1, NUMBERS.cards.most)

    @property
    def player(self) -> Player:
        """The player's name."""
        return Player(self.seat)

    def has(self, special: Special) -> bool:
        """Return whether the group contains a special card."""
        return special in self.tally.specials

    @property
    def tally(self) -> Tally:
        """Its tally."""
        return self.cards if isinstance(self.cards, Tally) else Tally.of(self.cards)

    @property
    def named(self) -> tuple[Card, ...]:
        """The cards that are named."""
        return () if isinstance(self.cards, Tally) else self.cards

    @property
    def royal(self) -> str:
        """Which of king and ace it holds, as in the table of labtag.ruling.kings_and_aces."""
        return "+".join(letter for letter in ("A", "K") if self.has(Special(letter))) or "none"

    @property
    def all_four(self) -> bool:
        """Whether it holds all specials (labtag.special.all_four)."""
        return all(map(self.has, SPECIALS))

    def span(self, kind: Kind) -> range:
        """Return the possible values of a number of the group."""
        known = self.tally.sum(kind)
        if known is not None:
            return range(known, known + 1)
        specials = self.tally.specials
        fewest, most = (max(size, len(specials)) for size in self.sizes)
        if kind == "labtag":
            return range(FLAGS.start * fewest, (FLAGS.stop - 1) * most + 1)
        if kind == "legendary":
            return range(sum(each in LEGENDARY for each in specials), most + 1)
        counted = NUMBERS.value.special * len(specials)
        plain = fewest - len(specials), most - len(specials)
        return range(counted + plain[0] * VALUES.start, counted + plain[1] * (VALUES.stop - 1) + 1)

    def sum(self, kind: Kind) -> int | None:
        """Return a number of the group; ``None`` if it is unknown."""
        span = self.span(kind)
        return span.start if len(span) == 1 else None


@frozen
class Decision:
    """The result of a match.

    :param winner: the winning seat; ``None`` if the match is drawn.
    :param missing: the number that must be reported before the match can be decided; the proof ends there.
    :param of: the seats of whose groups it is missing.
    """

    winner: int | None
    proof: tuple[Explanation, ...]
    missing: Kind | None = None
    of: tuple[int, ...] = ()


class _Missing(Exception):
    """Raised when a number decides that is unknown for some groups."""

    def __init__(self, kind: Kind, of: tuple[int, ...]) -> None:
        super().__init__(kind)
        self.kind: Kind = kind
        self.of = of


def decide(turn: Side, other: Side, house: House) -> Decision:
    """Return who wins, for the group of the player on turn against the other one.

    Specials are applied in the order B, D, K, A: the later ones override (labtag.special.order).
    """
    return _Proof(turn, other, house).decision()


class _Proof:
    """Decides one match step by step."""

    def __init__(self, turn: Side, other: Side, house: House) -> None:
        self.sides = (turn, other)
        self.house = house
        self.lines: list[Explanation] = []

    def decision(self) -> Decision:
        try:
            winner = self.royal() if self.outcome is not Outcome.ORDINARY else self.ordinary()
        except _Missing as unknown:
            return Decision(None, tuple(self.lines), unknown.kind, unknown.of)
        return Decision(winner, tuple(self.lines))

    def say(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> None:
        four = ("labtag.special.all_four",) if any(side.all_four for side in self.sides) else ()
        self.lines.append(Explanation(text, rules + four, tone))

    def there(self, special: Special) -> bool:
        """Return whether either group contains a special card (labtag.ruling.jack_and_queen)."""
        return any(side.has(special) for side in self.sides)

    @property
    def outcome(self) -> Outcome:
        """The effect of kings and aces on the group of the player on turn."""
        return KINGS_AND_ACES[self.sides[0].royal, self.sides[1].royal]

    # King and ace

    def royal(self) -> int:
        """Decide by a king or an ace, regardless of strength (labtag.special.king, labtag.special.ace)."""
        self.own_kings()
        winner, loser = self.sides if self.outcome is Outcome.WINS else self.sides[::-1]
        names = {"player": winner.player, "other": loser.player}
        table = "labtag.ruling.kings_and_aces"
        if winner.has(Special.ACE):
            text = T("{player} has an ace against a king: {player} wins, regardless of strength.", **names)
            self.say(text, "labtag.special.ace", table, "labtag.special.king")
        elif winner.has(Special.KING):
            text = T("{player} has a king, {other} has no ace: {player} wins, regardless of strength.", **names)
            self.say(text, "labtag.special.king", table)
        else:
            text = T("{other} has an ace, {player} has no king: {other} loses, regardless of strength.", **names)
            self.say(text, "labtag.special.ace", table)
        if self.there(Special.JACK) or self.there(Special.QUEEN):
            text = T("Jack and queen only change the strength, so they do not matter here.")
            self.say(text, "labtag.ruling.jack_and_queen", "labtag.special.order", tone=Tone.NOTE)
        return winner.seat

    def own_kings(self) -> None:
        for side in self.sides:
            if side.has(Special.ACE) and side.has(Special.KING):
                text = T("{player}’s ace cancels out their own king.", player=side.player)
                self.say(text, "labtag.special.own_king", "labtag.ruling.kings_and_aces")

    # Strength

    def ordinary(self) -> int | None:
        """Strength decides, then the tie-breaks (labtag.match.strength … labtag.match.tie_legendary)."""
        jack, queen = self.there(Special.JACK), self.there(Special.QUEEN)
        if jack:
            text = T("There is a jack: the card values count, not the LABTAG values; B, D, K and A count 1 each.")
            self.say(text, "labtag.special.jack", "labtag.ruling.jack_and_queen")
        if queen:
            text = T("There is a queen: the lower strength wins.")
            self.say(text, "labtag.special.queen", "labtag.ruling.jack_and_queen")
        self.own_kings()
        if all(side.has(Special.ACE) for side in self.sides):
            self.say(T("Ace against ace: the strength decides."), "labtag.special.two_aces")
        elif all(side.has(Special.KING) for side in self.sides):
            self.say(T("Two kings cancel each other out: the strength decides."), "labtag.special.king")
        strength = self.strength(jack=jack, queen=queen)
        if strength is not None:
            return strength
        first = self.first_tie_break(jack=jack, queen=queen)
        return self.legendary() if first is None else first

    def strength(self, *, jack: bool, queen: bool) -> int | None:
        """Add up and compare (labtag.match.strength, labtag.special.jack, labtag.special.queen)."""
        rule = "labtag.special.jack" if jack else "labtag.match.strength"
        kind: Kind = "values" if jack else "labtag"
        if sure := self.sure(kind, rule, turned=queen):
            return sure.seat
        winner, high, low = self.compare(kind, rule, turned=queen)
        if winner is None:
            self.say(T("Both have a strength of {n}.", n=high), "labtag.match.tie_values", rule)
            return None
        if queen:
            text = T("{player} wins with the lower strength, {a} against {b}.", player=winner.player, a=high, b=low)
            self.say(text, "labtag.special.queen", rule)
        else:
            text = T("{player} wins with the greater strength, {a} against {b}.", player=winner.player, a=high, b=low)
            self.say(text, rule)
        return winner.seat

    def compare(self, kind: Kind, rule: str, *, turned: bool = False) -> tuple[Side | None, int, int]:
        """State both sums and return who wins, the winner's number and the other one; equal sums have no winner.

        :param turned: whether the lower number wins.
        :raises _Missing: if one of them is unknown.
        """
        left, right = found = [side.sum(kind) for side in self.sides]
        for side, total in zip(self.sides, found, strict=True):
            if total is not None and kind != "legendary":
                self.say(_sum(side, kind, total), rule)
        if left is None or right is None:
            raise _Missing(kind, tuple(side.seat for side in self.sides if side.sum(kind) is None))
        if left == right:
            return None, left, right
        return (self.sides[0], left, right) if (left < right) == turned else (self.sides[1], right, left)

    def sure(self, kind: Kind, *rules: str, turned: bool = False) -> Side | None:
        """Return the winner of a comparison that does not depend on unknown numbers; these are then not asked for."""
        spans = [side.span(kind) for side in self.sides]
        if all(len(span) == 1 for span in spans):
            return None
        for more, less in (0, 1), (1, 0):
            if spans[more].start >= spans[less].stop:
                winner = self.sides[less if turned else more]
                text = T(
                    "{more} has at least {a}, {less} at most {b}: {player} wins either way.",
                    more=self.sides[more].player,
                    a=spans[more].start,
                    less=self.sides[less].player,
                    b=spans[less].stop - 1,
                    player=winner.player,
                )
                self.say(text, *rules)
                return winner
        return None

    # Ties

    def first_tie_break(self, *, jack: bool, queen: bool) -> int | None:
        """Compare the card values (labtag.match.tie_values, labtag.ruling.jack_ties, labtag.ruling.queen_ties)."""
        turned = queen and self.house.queen_ties == "turned"
        if jack and self.house.jack_ties == "legendary":
            text = T("With a jack the card values have been compared already, so legendary cards are next.")
            self.say(text, "labtag.ruling.jack_ties", "labtag.match.tie_values")
            return None
        kind: Kind = "labtag" if jack else "values"
        rules: tuple[str, ...] = ("labtag.match.tie_values",)
        if jack:
            rules = ("labtag.ruling.jack_ties", *rules)
        if sure := self.sure(kind, *rules, turned=turned):
            return sure.seat
        winner, number, other = self.compare(kind, rules[0], turned=turned)
        if queen:
            rules = (*rules, "labtag.ruling.queen_ties")
        if winner is None:
            self.say(T("Tied again, at {n}.", n=number), "labtag.match.tie_legendary", *rules)
            return None
        named = {"player": winner.player, "a": number, "b": other}
        if turned:
            text = T(
                "By the house rule the queen reverses this tie-break too: {player} wins, {a} against {b}.", **named
            )
        else:
            text = T("{player} wins the tie-break, {a} against {b}.", **named)
        self.say(text, *rules)
        return winner.seat

    def legendary(self) -> int | None:
        """More legendary cards win the last tie-break (labtag.match.tie_legendary, labtag.ruling.drawn_match)."""
        rules = ("labtag.match.tie_legendary", "labtag.ruling.legendary")
        if sure := self.sure("legendary", *rules):
            return sure.seat
        winner, more, fewer = self.compare("legendary", rules[0])
        if winner:
            text = N(
                "{player} wins with {n} legendary card against {other}.",
                "{player} wins with {n} legendary cards against {other}.",
                n=more,
                player=winner.player,
                other=fewer,
            )
            self.say(text, *rules)
            return winner.seat
        text = N(
            "Both groups have {n} legendary card: still tied.",
            "Both groups have {n} legendary cards: still tied.",
            n=more,
        )
        self.say(text, *rules)
        if self.house.drawn_match == "turn":
            winner = self.sides[0]
            text = T("By the house rule {player} wins, because it is their turn.", player=winner.player)
            self.say(text, "labtag.ruling.drawn_match")
            return winner.seat
        self.say(T("The match is a draw: nobody gets a trophy."), "labtag.ruling.drawn_match")
        return None


def _sum(side: Side, kind: Kind, total: int) -> Text:
    """Return how a group adds up, card by card if they are named."""
    flags = kind == "labtag"
    counted = [card.labtag if flags else card.points for card in side.named]
    several = {"players": Each((side.player,)), "total": total}
    named = {"player": side.player, "sum": " + ".join(map(str, counted)), "total": total}
    if len(counted) > 1:
        if flags:
            return T("{player}: LABTAG values {sum} = {total}.", **named).grouped_by("player")
        return T("{player}: card values {sum} = {total}.", **named).grouped_by("player")
    if counted:
        if flags:
            both = T("{players}: LABTAG value {total} each.", **several)
            return T("{player}: LABTAG value {total}.", **named, of_several=both)
        both = T("{players}: card value {total} each.", **several)
        return T("{player}: card value {total}.", **named, of_several=both)
    if flags:
        both = T("{players}: LABTAG total {total} each.", **several)
        return T("{player}: LABTAG total {total}.", player=side.player, total=total, of_several=both)
    both = T("{players}: card value total {total} each.", **several)
    return T("{player}: card value total {total}.", player=side.player, total=total, of_several=both)


def height(card: Card, house: House) -> tuple[int, int]:
    """Return how high a card is; greater is higher (labtag.ruling.highest_card)."""
    by_value = house.highest_card == "card_value"
    return (card.points, card.labtag) if by_value else (card.labtag, card.points)


def alike(cards: tuple[Card, ...], house: House) -> bool:
    """Return whether some trophies are interchangeable (labtag.ruling.trophy_choice)."""
    return len({(height(card, house), card.legendary) for card in cards}) == 1


def trophies(cards: tuple[Card, ...], house: House) -> tuple[Card, ...]:
    """Return which of the own cards the winner may put on the victory pile; equal ones once (labtag.match.trophy)."""
    if house.highest_card == "free":
        return tuple(dict.fromkeys(cards))
    highest = max(height(card, house) for card in cards)
    return tuple(dict.fromkeys(card for card in cards if height(card, house) == highest))
