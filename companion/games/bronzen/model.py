"""The state of a game of Bronzen."""

from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from companion.games.bronzen.cards import Card, Special
from companion.games.bronzen.chips import LADDER, Chip, Chips
from companion.games.bronzen.decks import SEATS, replaced
from companion.games.bronzen.house import House
from companion.games.bronzen.numbers import NUMBERS


@frozen
class Stack:
    """A player's cards off the table: the hand stack and the bunker."""

    hand: int = NUMBERS.deck.size
    bunker: int = 0

    @property
    def total(self) -> int:
        """All cards the player has."""
        return self.hand + self.bunker

    def needs_shuffle(self, cards: int) -> bool:
        """Return whether the bunker must become the hand stack to lay ``cards`` cards."""
        return cards > self.hand and self.bunker > 0

    def without(self, cards: int) -> "Stack":
        """Return the stack after laying cards, the bunker shuffled if the hand ran out (bronzen.ruling.reshuffle_mid_trick)."""
        if cards <= self.hand:
            return Stack(self.hand - cards, self.bunker)
        return Stack(self.total - cards, 0)


@frozen
class Streak:
    """A running streak of Einzels: the chips on the interim account of ``seat``."""

    seat: int
    chips: int


@frozen
class Trick:
    """The cards on the table.

    :param laid: cards laid by each player.
    :param doubles: number of doubles of each player.
    :param open_cards: the open cards, if reported.
    """

    laid: int = 0
    specials: tuple[Special, ...] = ()
    doubles: tuple[int, int] = (0, 0)
    open_cards: tuple[Card, ...] = ()

    @property
    def staked(self) -> Chips:
        """The chips staked on the trick."""
        chips = Chips()
        for number in self.doubles:
            for chip in LADDER[:number]:
                chips = chips.plus(chip, 1)
        return chips


@frozen
class Reveal:
    """Between two tricks: chips may be exchanged, then both reveal the top card."""


@frozen
class Laying:
    """Both lay cards face down and then an open one.

    :param wanted: cards face down that the situation calls for.
    :param doubler: the player who doubled, if cards are laid for a double.
    """

    trick: Trick
    wanted: int
    doubler: int | None = None


@frozen
class Decided:
    """A player is winning; the other may double or give up."""

    trick: Trick
    winning: int

    @property
    def losing(self) -> int:
        """The player who has to answer."""
        return 1 - self.winning


@frozen
class Tally:
    """Only the points are reported; tricks are played and chips are exchanged in between (bronzen.ruling.keeping)."""


@frozen
class RoundOver:
    """The round has ended.

    :param winner: the player who has won the Bronzen; ``None`` after a drawn round.
    """

    winner: int | None


@frozen
class GameOver:
    """The last round has ended."""

    winner: int | None


Phase: TypeAlias = Tally | Reveal | Laying | Decided | RoundOver | GameOver


@frozen
class State:
    """The state of a game of Bronzen.

    ``stacks``, ``accounts``, ``streak`` and ``last_winner`` are only known while every trick is reported, and at the start of
    a round; see ``known``.

    :param older: the player who starts if there was no trick yet.
    :param every_trick: whether each trick is reported, or only the points (bronzen.ruling.keeping).
    :param unreported: whether tricks of this round may have been played without a report.
    :param last_winner: the winner of the round's last trick.
    :param trick: number of the current trick, from 1.
    """

    house: House
    older: int
    every_trick: bool
    round: int = 1
    trick: int = 1
    phase: Phase = field(factory=Reveal)
    unreported: bool = False
    stacks: tuple[Stack, Stack] = (Stack(), Stack())
    accounts: tuple[Chips, Chips] = (Chips(), Chips())
    streak: Streak | None = None
    last_winner: int | None = None
    totals: tuple[int, int] = (0, 0)

    @property
    def known(self) -> bool:
        """Whether cards and chips are known (bronzen.ruling.keeping)."""
        return self.every_trick or not self.unreported

    @property
    def running(self) -> Trick:
        """The trick on the table; an empty one between tricks."""
        return self.phase.trick if isinstance(self.phase, Laying | Decided) else Trick()

    @property
    def face_down(self) -> int:
        """The number of cards each player lays face down next (bronzen.showdown.short, bronzen.ruling.shortage)."""
        wanted = self.phase.wanted if isinstance(self.phase, Laying) else 0
        return min(wanted, min(stack.total for stack in self.stacks) - 1)

    @property
    def last_card_of(self) -> tuple[int, ...]:
        """The players whose next open card is their last: the trick becomes a showdown (bronzen.ruling.very_last_card)."""
        if not isinstance(self.phase, Reveal | Laying):
            return ()
        return tuple(seat for seat in SEATS if self.stacks[seat].total == self.face_down + 1)

    @property
    def pointless(self) -> int | None:
        """The player who wins no points with the very last card.

        Rules: bronzen.showdown.survived, bronzen.ruling.very_last_card.
        """
        last = self.last_card_of
        if len(last) != 1:
            return None
        exact = isinstance(self.phase, Laying) and self.face_down == self.phase.wanted
        return None if exact and self.house.exact_count == "keeps_points" else last[0]

    def in_bank(self, chip: Chip) -> int | None:
        """Return how many chips of a colour the bank holds; ``None`` means enough (bronzen.ruling.bank_limit)."""
        if self.house.bank == "unlimited":
            return None
        house = self.house
        limit = {Chip.BLACK: house.bank_black, Chip.GREEN: house.bank_green, Chip.RED: house.bank_red}[chip]
        interim = self.streak.chips if self.streak and chip is Chip.BLACK else 0
        given = sum(account.count(chip) for account in self.accounts) + interim + self.running.staked.count(chip)
        return max(0, limit - given)  # the players may have counted more (bronzen.ruling.keeping)

    def unknown(self) -> "State":
        """Return the state after tricks that were not reported: cards and chips are no longer known."""
        nothing: dict[str, Any] = {"stacks": (Stack(), Stack()), "accounts": (Chips(), Chips()), "streak": None}
        return evolve(self, **nothing, last_winner=None, unreported=True)

    def with_stack(self, seat: int, stack: Stack) -> "State":
        """Return the state with other cards of a player."""
        return evolve(self, stacks=replaced(self.stacks, seat, stack))

    def with_account(self, seat: int, chips: Chips) -> "State":
        """Return the state with other chips on a player's account."""
        return evolve(self, accounts=replaced(self.accounts, seat, chips))
