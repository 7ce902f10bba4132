"""What a game is to the program: one object that starts, offers, judges, applies and shows."""

import importlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from attrs import field, frozen

from companion.kernel.explain import Explanation
from companion.kernel.offers import Offer
from companion.kernel.text import Param, Text


@frozen
class Column:
    """A column of the score sheet.

    :param worth: points of one stroke in the column; 1 where points are simply added.
    :param rule: id of the rule that gives these points.
    """

    id: str
    title: Text
    worth: int
    rule: str


@frozen
class RuleOption:
    """One way to play a house rule."""

    id: str
    title: Text


@frozen
class HouseRule:
    """A question the authors left open and the table may decide; the first option is the ruling.

    :param key: name of the setup value.
    :param rule: id of the ruling it belongs to.
    :param offered: whether it is chosen when a game is set up. Otherwise it only stands in the headers of logs: the
        table decides it while it plays, or it keeps older games as they were.
    :param spoken: the option that is proposed to a table that speaks a language, by its locale.
    """

    key: str
    title: Text
    rule: str
    options: tuple[RuleOption, ...]
    offered: bool = True
    spoken: Mapping[str, str] = field(factory=dict, eq=False)

    @property
    def default(self) -> str:
        """The option in force unless the table chooses another."""
        return self.options[0].id

    def differs(self, option: str, language: str) -> bool:
        """Tell whether an option is neither as in the rules nor what goes without saying at a table that speaks a language."""
        return option not in (self.default, self.spoken.get(language))


@frozen
class HouseNumber:
    """A number that belongs to an option of a house rule ("how many rounds").

    :param needs: the house rule's key and the option under which the number counts.
    """

    key: str
    title: Text
    rule: str
    low: int
    high: int
    default: int
    needs: tuple[str, str]


@frozen
class HouseText:
    """Words that the table gives when a game is set up, and may leave out, such as what it plays.

    :param key: name of the setup value.
    :param rule: id of the rule it belongs to.
    :param longest: how many characters it may have.
    """

    key: str
    title: Text
    rule: str
    longest: int


@frozen
class Meta:
    """What is known of a game before anybody plays it.

    :param id: the prefix of its actions and rules.
    :param folder: name of its folder in ``games`` and ``rules_data``, and of its message catalog.
    :param revision: goes up when a ruling changes, so that older logs can be brought up to date.
    :param colour: its colour on the screen, ``#rrggbb``.
    :param seats: fewest and most players.
    :param house_name: what the table calls what it plays, where the game does not know; its table is then called so.
    :param by_house: whether the house rules are no exceptions but what the game is set up by, so that they are asked openly.
    :param starter: the question that settles seat ``Setup.first`` ("Who is older?"); without one the seat means nothing.
    :param starter_needs: the house rule's key and the option under which that is asked, if not always.
    :param by_lot: whether chance may answer that question; it may not where age does.
    :param lowest_wins: whether the fewest points win, unless the table decides it; see :class:`View`.
    :param cooperative: whether all play for one sum, so that nobody is first.
    :param round_name: what a round of its sheet is called at the table, if not a round.
    :param stage_time: how many seconds somebody has on stage, which the clock then proposes; 0 where nobody goes on one.
    """

    id: str
    folder: str
    title: Text
    tagline: Text
    revision: int
    colour: str
    seats: tuple[int, int]
    columns: tuple[Column, ...]
    house_rules: tuple[HouseRule, ...] = ()
    house_numbers: tuple[HouseNumber, ...] = ()
    house_name: HouseText | None = None
    by_house: bool = False
    starter: Text | None = None
    starter_needs: tuple[str, str] | None = None
    by_lot: bool = True
    lowest_wins: bool = False
    cooperative: bool = False
    round_name: Text | None = None
    stage_time: int = 0

    @property
    def choices(self) -> tuple[HouseRule, ...]:
        """The house rules that are chosen when a game is set up."""
        return tuple(rule for rule in self.house_rules if rule.offered)

    def named(self, house: Mapping[str, str | int]) -> str:
        """Return what a table calls what it plays; empty if it does not say, or the game is known."""
        return str(house.get(self.house_name.key, "")).strip() if self.house_name else ""

    def question(self, house: Mapping[str, str | int]) -> Text | None:
        """Return what settles seat ``Setup.first``, where that is asked under the house rules chosen."""
        return self.starter if not self.starter_needs or self.holds(self.starter_needs, house) else None

    def holds(self, needs: tuple[str, str], house: Mapping[str, str | int]) -> bool:
        """Tell whether an option is chosen.

        :param needs: the house rule's key and the option.
        """
        key, option = needs
        return house.get(key, next((rule.default for rule in self.choices if rule.key == key), None)) == option


@frozen
class Setup:
    """How a table is set up.

    :param seats: number of players.
    :param first: the seat that starts, or answers the game's ``starter`` question.
    :param house: the chosen option or number of each house rule that was chosen; the others keep their default.
    """

    seats: int
    first: int = 0
    house: Mapping[str, str | int] = field(factory=dict)


@frozen
class ScoreLine:
    """Points for a seat in a column, and why."""

    seat: int
    round: int
    column: str
    points: int
    why: Explanation


S = TypeVar("S")
A = TypeVar("A")
S_co = TypeVar("S_co", covariant=True)


@frozen
class Step(Generic[S_co]):
    """What an action leads to.

    :param state: the new state.
    :param messages: what the referee says about it, in order.
    :param points: the points it brings.
    """

    state: S_co
    messages: tuple[Explanation, ...] = ()
    points: tuple[ScoreLine, ...] = ()

    @property
    def unscored(self) -> tuple[Explanation, ...]:
        """What is said about it besides why it brings its points."""
        scored = [point.why for point in self.points]
        return tuple(said for said in self.messages if said not in scored)


@frozen
class HistoryEvent:
    """How a report stands in the history.

    :param title: what came of it, in a few words.
    :param section: the state that decides the section of the history: the state after the report, or the one before it
        if the report closes the section.
    :param conclusions: what it decided, without the comparisons that led there.
    :param continues: whether it belongs to the event before it, as an answer or a vote does.
    :param event_title: the title of an event of several reports; ``None`` leaves it to the other reports. The last title
        counts, and without any the title of the first report.
    :param closes: what came of the event before it, in a few words, if it closes that event and begins another.
    """

    title: Text
    section: Any = None
    conclusions: tuple[Explanation, ...] = ()
    continues: bool = False
    event_title: Text | None = None
    closes: Text | None = None


@frozen
class Fact:
    """A number or word of the state, for screens that know nothing of the game.

    :param seat: whose it is; ``None`` for the table's.
    """

    label: Text
    value: Param
    seat: int | None = None
    rules: tuple[str, ...] = ()


class View(Protocol):
    """What one seat may see. Games add what their own screen draws."""

    @property
    def prompt(self) -> Explanation:
        """The one line that says what the players do next."""

    @property
    def notes(self) -> tuple[Explanation, ...]:
        """What else matters now, such as a showdown or a stack to shuffle."""

    @property
    def phase(self) -> str:
        """The phase as the rules name it, for the lookup."""

    @property
    def round(self) -> int:
        """The running round of the sheet, counted from 1."""

    @property
    def heading(self) -> Text | None:
        """What this stretch of the game is called, if that is not the round of the sheet ("Clue 3")."""

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Every seat's place, if the game has settled more than the points can tell."""

    @property
    def lowest_wins(self) -> bool | None:
        """Whether the fewest points win, where the table has decided it; otherwise the game's meta says so."""

    @property
    def dealers(self) -> Sequence[int]:
        """Who deals in each round of the sheet, where that is written down."""

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats of which one alone answers what is asked now; nobody in particular if there are none."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The state at a glance."""


Json: TypeAlias = dict[str, Any]
#: Brings a log's header and entries, as read from JSON, from one revision to the next.
Upcaster: TypeAlias = Callable[[Json, list[Json]], tuple[Json, list[Json]]]


class Game(Protocol[S, A]):
    """A game as one object: a fold over actions reported at the table."""

    @property
    def meta(self) -> Meta: ...

    @property
    def actions(self) -> tuple[type[A], ...]:
        """Every class of action; in a log ``DoubleC`` of game ``bronzen`` is of kind ``bronzen.double_c``."""

    @property
    def upcasters(self) -> Mapping[int, Upcaster]:
        """For each older revision what brings its logs to the next one."""

    def start(self, setup: Setup) -> Step[S]:
        """Return the first state.

        :raises Refused: if the setup is not possible.
        """

    def offers(self, state: S, seat: int | None) -> tuple[Offer, ...]:
        """Return what a seat (``None``: the table) may report now."""

    def refusal(self, state: S, action: A) -> Explanation | None:
        """Return why an action is not allowed now, or ``None`` if it is."""

    def apply(self, state: S, action: A) -> Step[S]:
        """Return what an action leads to.

        :raises Refused: if it is not allowed now.
        """

    def view(self, state: S, seat: int | None) -> View:
        """Return what a seat (``None``: everybody at the table) may see, built from nothing."""

    def is_over(self, state: S) -> bool:
        """Tell whether nothing can be reported any more."""

    def describe(self, action: A) -> Text:
        """Return what an action reports, in a few words, for the history."""

    def event_key(self, state: S, action: A) -> Hashable:
        """Return which event at the table an action would report, so that the same event is not told twice."""


class AnswersEarly(Protocol):
    """A game in which somebody may answer before it is their turn; the answer counts when it is."""

    def early_offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """Return what a seat may answer already."""


class Joinable(Protocol):
    """A game that somebody may join late and leave early, as far as its rules let them; in others nobody does."""

    def joined(self, state: Any) -> Step[Any]:
        """Return what it leads to that somebody takes the next seat.

        :raises Refused: if that is not possible now.
        """

    def left(self, state: Any, seat: int) -> Step[Any]:
        """Return what it leads to that somebody is not there any more; the seat stays.

        :raises Refused: if that is not possible now.
        """


class Returning(Joinable, Protocol):
    """A game in which whoever has left may come back."""

    def returned(self, state: Any, seat: int) -> Step[Any]:
        """Return what it leads to that somebody takes the own seat again.

        :raises Refused: if that is not possible now.
        """


class HasRemarks(Protocol):
    """A game that has more to say about a report than follows from it, for those who judge it.

    That is neither state nor log: a device with a dictionary may have more to say than one without.
    """

    def remarks(self, action: Any) -> tuple[Explanation, ...]:
        """Return what helps to judge what an action reports."""


class HasHistory(Protocol):
    """A game that titles, groups and summarises the entries of its history."""

    def history(self, action: Any, before: Any, step: Step[Any]) -> HistoryEvent:
        """Return how an action stands in the history.

        :param before: the state in which it was reported.
        :param step: what it led to.
        """


class HasHighlights(Protocol):
    """A game that has high points to tell of when it is over."""

    def highlights(self, told: Sequence[Any]) -> Iterable[Text]:
        """Yield what was remarkable, the most remarkable first.

        :param told: the lines of the record that count, each with the state before it.
        """


class _Later:
    """A game of which only the meta is there."""

    def __init__(self, meta: Meta, module: str, name: str) -> None:
        self.meta = meta
        self._place = module, name

    @cached_property
    def _game(self) -> Any:
        module, name = self._place
        return getattr(importlib.import_module(module), name)()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def later(meta: Meta, module: str, name: str) -> Game[Any, Any]:
    """Return a game that is loaded as soon as more than its meta is asked for: most evenings know one game.

    :param module: where its class is.
    :param name: of the class, which is made without arguments.
    """
    return cast(Game[Any, Any], _Later(meta, module, name))
