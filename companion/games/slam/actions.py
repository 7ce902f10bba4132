"""What the players report at a table of Slam!"""

from typing import TypeAlias

from attrs import field, frozen

from companion.games.slam.cards import Attribute, Entry, Lineup, Place, Poet, Special, Voice, lineups


@frozen
class SlamOpened:
    """The booking part of the top slam card is done.

    :param attributes: what the show part asks for; empty if a die or a choice decides it later.
    :param glass: faces of the die for which the martini glass is active.
    :param die: what was rolled for the booking part; 0 for nothing.
    """

    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    special: Special = Special.NONE
    glass: tuple[int, ...] = ()
    die: int = 0


@frozen
class GoldOpened:
    """The gold card is turned up."""

    attributes: tuple[Attribute, ...] = ()
    glass: tuple[int, ...] = ()
    die: int = 0


@frozen
class PoetsRevealed:
    """All have revealed their poets, seat by seat.

    :param open_list: the poet drawn from the pile, where the open list is played.
    :param zeros_told: whether every 0 was read off a card; without that, one for which the slam does not ask is unknown.
    """

    lineups: tuple[Lineup, ...] = field(converter=lineups)
    open_list: Poet | None = None
    zeros_told: bool = False


@frozen
class ChampionsRevealed:
    """All who can have revealed poets from their victory piles for the gold card, seat by seat.

    :param untold_as_zero: whether what nobody told counts as 0, as it did before revision 2.
    """

    entries: tuple[Entry, ...]
    untold_as_zero: bool = False


@frozen
class DetectiveActed:
    """A detective has disqualified a rogue, or nobody."""

    detective: Place
    rogue: Place | None


@frozen
class ContagionRolled:
    """The die of a contagious poet."""

    seat: int
    card: int
    die: int


@frozen
class Bribed:
    """What the owner of the Unscrupulous gave each opponent, in cents, clockwise from the left.

    :param bonus: what the card gives for the lowest gift, where it has steps between those the rules name.
    """

    seat: int
    card: int
    gifts: tuple[int, ...]
    bonus: int | None = None


@frozen
class NotMaleTold:
    """Which players are not male, by their own word."""

    seats: tuple[int, ...]


@frozen
class SmartVoted:
    """How many players find each poet smartly dressed, seat by seat and poet by poet."""

    votes: tuple[tuple[int, ...], ...]


@frozen
class VoiceChosen:
    """A poet performs lyric or prose.

    :param seat: the owner; ``None`` for the poet of the open list.
    """

    seat: int | None
    card: int
    voice: Voice


@frozen
class ShowDecided:
    """The show part says what counts.

    :param die: what was rolled for it; 0 for nothing.
    """

    attributes: tuple[Attribute, ...]
    die: int = 0


@frozen
class ValuesTold:
    """What a poet has of what counts, read off the card because nobody had told it before.

    :param seat: the owner; ``None`` for the poet of the open list.
    :param values: one for each of ``attributes``.
    """

    seat: int | None
    card: int
    attributes: tuple[Attribute, ...]
    values: tuple[int, ...]


@frozen
class OwnTieChosen:
    """The owner has chosen between own poets that are equal."""

    seat: int
    card: int


@frozen
class RunnerUpChosen:
    """The owner of a tied team has chosen what competes for the runner-up title: the team (0) or the third poet (2)."""

    seat: int
    card: int


@frozen
class Applauded:
    """The Schinken applause: who called first, and whose hand lies lowest."""

    call: int
    hand: int


@frozen
class FalseApplause:
    """These players called Schinken although there was no tie."""

    callers: tuple[int, ...]


@frozen
class DarlingKept:
    """A scene darling goes to the victory pile although the slam was lost."""

    seat: int
    card: int


@frozen
class SlamClosed:
    """The cards are put away and all have drawn."""


Action: TypeAlias = (
    SlamOpened
    | GoldOpened
    | PoetsRevealed
    | ChampionsRevealed
    | DetectiveActed
    | ContagionRolled
    | Bribed
    | NotMaleTold
    | SmartVoted
    | VoiceChosen
    | ShowDecided
    | ValuesTold
    | OwnTieChosen
    | RunnerUpChosen
    | Applauded
    | FalseApplause
    | DarlingKept
    | SlamClosed
)
