"""The cards of Slam! as entered: poets with their values, slams, and the line-up of each player."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeAlias

from attrs import frozen

from companion.games.slam.numbers import NUMBERS

#: The faces of a die.
FACES: Final = range(1, NUMBERS.die.faces + 1)


class Attribute(Enum):
    """An attribute of a poet, which a slam may ask for."""

    STYLE = "style"
    MESSAGE = "message"
    HUMOUR = "humour"
    PERFORMANCE = "performance"
    SYMPATHY = "sympathy"


ATTRIBUTES: Final = tuple(Attribute)

#: Style, message, humour, performance and sympathy as printed; ``None`` for a value that was not entered.
Values: TypeAlias = tuple[int | None, int | None, int | None, int | None, int | None]
UNKNOWN: Final[Values] = (None, None, None, None, None)
NOTHING: Final[Values] = (0, 0, 0, 0, 0)


class Voice(Enum):
    """A poet's genre; the owner of a poet with either settles it when it matters."""

    LYRIC = "lyric"
    PROSE = "prose"
    EITHER = "either"


class Trait(Enum):
    """An ability or mark printed on a poet card that affects the judgement."""

    ROGUE = "rogue"
    DETECTIVE = "detective"
    UNSCRUPULOUS = "unscrupulous"
    CONTAGIOUS = "contagious"
    SCENE_DARLING = "scene_darling"
    STORYTELLER = "storyteller"
    BUDDY = "buddy"
    AVANTGARDIST = "avantgardist"
    TEAM_POET = "team_poet"
    MINOR = "minor"
    EARLY_STARTER = "early_starter"
    TRAVELLER = "traveller"
    MARTINI = "martini"


class Source(Enum):
    """The source of a bonus or penalty."""

    ABILITY = "ability"
    SLAM = "slam"
    OTHER = "other"
    SMART = "smart"
    NOT_MALE = "not_male"
    BRIBE = "bribe"
    CONTAGION = "contagion"
    STYLE_DIVERSITY = "style_diversity"
    STORYTELLER = "storyteller"
    EXPERIENCED = "experienced"


#: The sources that players enter; all other bonuses are computed.
ENTERED: Final = (Source.ABILITY, Source.SLAM, Source.OTHER)


class Special(Enum):
    """Slams with rules of their own."""

    NONE = "none"
    FEMINISM = "feminism"
    BEST_OF = "best_of"


class Gold(Enum):
    """The two championships."""

    STATE = "state"
    TEAM = "team"

    @property
    def few_poets(self) -> str:
        """The rule for players with few poets on the victory pile."""
        return "slam.gold.state_one" if self is Gold.STATE else "slam.gold.team_one"


@frozen
class Bonus:
    """Points added to or subtracted from a poet's sum, with their source.

    :param words: the reason in the players' words.
    """

    amount: int
    source: Source = Source.ABILITY
    words: str = ""


@frozen
class Poet:
    """A poet as played: the printed card, with the entries for this slam.

    :param name: the card's name; empty if it was not entered.
    :param admitted: whether the entry conditions are met.
    :param free: whether the poet has time on the slam's weekday (slam.adv.weekday).
    :param sister: whether the Avantgardist brings her sister along (slam.poet.avantgardist).
    """

    name: str = ""
    values: Values = UNKNOWN
    admitted: bool = True
    free: bool = True
    bonuses: tuple[Bonus, ...] = ()
    voice: Voice | None = None
    traits: tuple[Trait, ...] = ()
    sister: bool = False

    def value(self, attribute: Attribute) -> int | None:
        """Return the printed value, or ``None`` if it was not entered."""
        return self.values[ATTRIBUTES.index(attribute)]

    def unknown(self, asked: Collection[Attribute]) -> tuple[Attribute, ...]:
        """Return the requested attributes without an entered value, in the order of the card."""
        return tuple(one for one in ATTRIBUTES if one in asked and self.value(one) is None)

    def has(self, trait: Trait) -> bool:
        """Return whether a trait is printed on the card."""
        return trait in self.traits

    @property
    def is_rogue(self) -> bool:
        """Whether it is a rogue; the Unscrupulous always is (slam.poet.unscrupulous)."""
        return self.has(Trait.ROGUE) or self.has(Trait.UNSCRUPULOUS)


@frozen
class Unnamed(Poet):
    """A card on a victory pile whose poet is unknown."""


class Form(Enum):
    """The arrangement of a player's poets on the stage, as a choice that any screen can offer."""

    PLAIN = "plain"
    TEAM = "team"
    THIRD = "third"
    TEAM_THIRD = "team_third"
    ONE = "one"
    NONE = "none"


@frozen
class Lineup:
    """The poets that one player has laid.

    :param poets: two poets, the partners of a team first; a third one last; fewer if the hand had no more.
    :param team: whether the first two are partners (slam.team.cherry_pick).
    :param action_card: whether the third poet was added by a turquoise action card (slam.poet.third).
    """

    poets: tuple[Poet, ...]
    team: bool = False
    action_card: bool = False


@frozen
class Place:
    """One poet on the stage.

    :param seat: the owner; ``None`` for the open list.
    :param card: which of the player's poets, from 0.
    """

    seat: int | None
    card: int


@frozen
class Slam:
    """A slam card after its booking part.

    :param attributes: the attributes that count; empty until the show part decides them.
    :param glass: faces of the die for which the martini glass is active; all of them where it always is.
    :param die: the face rolled in the booking part; 0 for none.
    :param gold: the championship, for the gold card.
    """

    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    special: Special = Special.NONE
    glass: tuple[int, ...] = ()
    die: int = 0
    gold: Gold | None = None


@frozen
class Champion:
    """A poet that is played from the victory pile.

    :param pick: the poet's index on its owner's pile, from 0.
    :param values: the printed values if they were incomplete when the poet won; ``None`` for each value known before.
    :param poet: the poet's identity, if it was unknown when it won.
    """

    pick: int
    admitted: bool = True
    bonuses: tuple[Bonus, ...] = ()
    sister: bool = False
    values: Values | None = None
    poet: Poet | None = None


@frozen
class GoldEntry:
    """The entry of one player for the gold card."""

    champions: tuple[Champion, ...] = ()
    team: bool = False


def with_values(entered: Mapping[Attribute, int | None], known: Values = UNKNOWN) -> Values:
    """Return values with some of them entered, or taken back by ``None``.

    >>> with_values({Attribute.HUMOUR: 0}, (9, None, None, None, None))
    (9, None, 0, None, None)
    """
    style, message, humour, performance, sympathy = (
        entered.get(one, value) for one, value in zip(ATTRIBUTES, known, strict=True)
    )
    return style, message, humour, performance, sympathy


def filled(values: Values, more: Values) -> Values:
    """Return values, with the unknown ones taken from other values.

    >>> filled((9, None, 0, None, None), (1, 2, 3, None, None))
    (9, 2, 0, None, None)
    """
    style, message, humour, performance, sympathy = (
        other if value is None else value for value, other in zip(values, more, strict=True)
    )
    return style, message, humour, performance, sympathy


def without_zeros(values: Values, asked: Collection[Attribute]) -> Values:
    """Return values in which a 0 of an attribute that was not requested is unknown.

    >>> without_zeros((0, 0, 3, None, 0), [Attribute.STYLE])
    (0, None, 3, None, None)
    """
    entered = {
        one: value for one, value in zip(ATTRIBUTES, values, strict=True) if value or (value == 0 and one in asked)
    }
    return with_values(entered)


def poet(entered: Any, asked: Sequence[Attribute]) -> Poet:
    """Return a poet from the fields of a form: the requested values, if any, its admission, and a trait."""
    *values, admitted, trait = entered
    entered = dict(zip(asked, values[0] if values else (), strict=True))
    return Poet(values=with_values(entered), admitted=admitted, traits=() if trait is None else (trait,))


#: The number of poets in each form, where it is not the usual one.
_LAID: Final[Mapping[Form, int]] = {
    Form.THIRD: NUMBERS.setup.with_third,
    Form.TEAM_THIRD: NUMBERS.setup.with_third,
    Form.ONE: 1,
    Form.NONE: 0,
}


def lineup(entered: Any) -> Lineup:
    """Return a line-up from the fields of a form: three poets, then the arrangement and the requested attributes."""
    if isinstance(entered, Lineup):
        return entered
    *poets, (form, asked) = entered
    shown = tuple(poet(each, asked) for each in poets[: _LAID.get(form, NUMBERS.setup.poets)])
    return Lineup(shown, team=form in (Form.TEAM, Form.TEAM_THIRD), action_card=len(shown) > NUMBERS.setup.poets)


def lineups(entered: Iterable[Any]) -> tuple[Lineup, ...]:
    """Return all players' line-ups, each entered as a line-up or as the fields of a form."""
    return tuple(map(lineup, entered))


def left_of(seat: int, players: Sequence[int]) -> int:
    """Return the player to the left of a seat, the next one clockwise.

    >>> left_of(0, [0, 2, 3]), left_of(3, [0, 2, 3])
    (2, 0)
    """
    return clockwise(seat + 1, players)[0]


def clockwise(first: int, players: Sequence[int]) -> Sequence[int]:
    """Return all players clockwise, starting from a seat.

    :param players: their seats in order; a first seat that is not among them is skipped.

    >>> clockwise(1, [0, 2, 3])
    [2, 3, 0]
    """
    return [*(seat for seat in players if seat >= first), *(seat for seat in players if seat < first)]
