"""The protocol of a game: one object that starts, offers, judges, applies and shows."""

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

    :param worth: points of one tally mark in the column; 1 where points are simply added.
    :param rule: id of the rule that gives these points.
    :param pair: the name of the two numbers that its cells show beside the points ("bid and made"); see :class:`ScoreLine`.
    """

    id: str
    title: Text
    worth: int
    rule: str
    pair: Text | None = None


@frozen
class RuleOption:
    """One way to play a house rule."""

    id: str
    title: Text


@frozen
class HouseRule:
    """A question that the authors left open and the table may decide; the first option is the ruling.

    :param key: name of the setup value.
    :param rule: id of the ruling it belongs to.
    :param offered: whether it can be chosen when a game is set up. Otherwise it occurs only in the headers of logs: the
        table decides it during the game, or it exists for older games.
    :param spoken: the option that is proposed for each language, by locale.
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
        """Return whether an option is neither the default nor the one proposed for a language.

        :param language: the locale of the table.
        """
        return option not in (self.default, self.spoken.get(language))


@frozen
class HouseNumber:
    """A number that belongs to an option of a house rule, such as the number of rounds.

    :param low: the lowest number allowed.
    :param high: the highest number allowed.
    :param needs: the house rule's key and the option to which the number belongs.
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
    """A text that the table may enter when a game is set up, such as the name of the game it plays.

    :param key: name of the setup value.
    :param rule: id of the rule it belongs to.
    :param longest: the most characters it may have.
    """

    key: str
    title: Text
    rule: str
    longest: int


@frozen
class Meta:
    """The description of a game, known before it is loaded.

    :param id: the prefix of its actions and rules.
    :param folder: name of its folder in ``games`` and ``rules_data``, and of its message catalog.
    :param revision: increases when a ruling changes, so that older logs can be upgraded.
    :param colour: its colour on the screen, as ``#rrggbb``.
    :param seats: the fewest and the most players.
    :param house_name: the text by which the table names what it plays, in a game that does not know; it is then the title.
    :param by_house: whether the game is set up by its house rules, so that they are asked openly.
    :param starter: the question that decides seat ``Setup.first`` ("Who is older?"); without one the seat means nothing.
    :param starter_needs: the house rule's key and the option under which the question is asked; ``None`` if always.
    :param by_lot: whether chance may answer that question; not if it is about age.
    :param lowest_wins: whether the fewest points win, unless the table decides it; see :class:`View`.
    :param cooperative: whether all players score together, so that there is no ranking.
    :param round_name: the game's word for a round of its sheet; ``None`` for "round".
    :param stage_time: seconds that the clock proposes for a turn on stage; 0 if there is no stage.
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

    def house_title(self, house: Mapping[str, str | int]) -> str:
        """Return the title that a table gave to its game, empty if there is none."""
        return str(house.get(self.house_name.key, "")).strip() if self.house_name else ""

    def starter_question(self, house: Mapping[str, str | int]) -> Text | None:
        """Return the question that decides seat ``Setup.first``; ``None`` if these house rules do not ask it."""
        return self.starter if not self.starter_needs or self.is_chosen(self.starter_needs, house) else None

    def is_chosen(self, needs: tuple[str, str], house: Mapping[str, str | int]) -> bool:
        """Return whether an option is chosen.

        :param needs: the house rule's key and the option.
        """
        key, option = needs
        return house.get(key, next((rule.default for rule in self.choices if rule.key == key), None)) == option


@frozen
class Setup:
    """The setup of a table.

    :param seats: number of players.
    :param first: the seat that starts, or answers the game's ``starter`` question.
    :param house: the chosen option or number of each house rule that was chosen; the others keep their default.
    """

    seats: int
    first: int = 0
    house: Mapping[str, str | int] = field(factory=dict)


@frozen
class ScoreLine:
    """Points for a seat in a column of the sheet, and the reason.

    :param round: the round of the sheet, counted from 1.
    :param pair: the two numbers behind the points, such as tricks bid and made, for a column that shows them.
    """

    seat: int
    round: int
    column: str
    points: int
    why: Explanation
    pair: tuple[int, int] | None = None


S = TypeVar("S")
A = TypeVar("A")
S_co = TypeVar("S_co", covariant=True)


@frozen
class Step(Generic[S_co]):
    """The result of an action.

    :param state: the new state.
    :param messages: the referee's messages about it, in order.
    :param points: the points it brings.
    """

    state: S_co
    messages: tuple[Explanation, ...] = ()
    points: tuple[ScoreLine, ...] = ()

    @property
    def unscored(self) -> tuple[Explanation, ...]:
        """The messages that do not explain points."""
        scored = [point.why for point in self.points]
        return tuple(message for message in self.messages if message not in scored)


@frozen
class HistoryEvent:
    """The appearance of a report in the history.

    :param title: the result in a few words.
    :param section: the state that decides the section of the history: the state after the report, or the one before it
        if the report closes the section.
    :param conclusions: what it decided, without the comparisons that led there.
    :param continues: whether it belongs to the event before it, as an answer or a vote does.
    :param event_title: the title of an event of several reports; ``None`` leaves it to the other reports. The last title
        counts, and without any the title of the first report.
    :param closes: the result of the event before it, in a few words, if it closes that event and begins another.
    """

    title: Text
    section: Any = None
    conclusions: tuple[Explanation, ...] = ()
    continues: bool = False
    event_title: Text | None = None
    closes: Text | None = None


@frozen
class Fact:
    """A number or word of the state, for screens that do not know the game.

    :param seat: the seat it belongs to; ``None`` for the table.
    """

    label: Text
    value: Param
    seat: int | None = None
    rules: tuple[str, ...] = ()


@frozen(kw_only=True)
class View:
    """What one seat may see. Games derive from it and add what their own board draws.

    :param prompt: the line that says what the players do next.
    :param phase: the phase as the rules name it, for the search in the rules.
    :param round: the current round of the sheet, counted from 1.
    :param facts: the state at a glance.
    :param notes: what else matters now, such as a stack to shuffle.
    :param heading: the title of this section of the history ("Clue 3"); ``None`` for the round of the sheet.
    :param ranks: the place of each seat, if it does not follow from the points alone.
    :param lowest_wins: whether the fewest points win; ``None`` if the table has not decided it, so that the game's meta holds.
    :param dealers: the dealer of each round of the sheet, in games that record it.
    :param asked: the seats that can answer the current question, each on its own; empty if anybody can.
    """

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...] = ()
    notes: tuple[Explanation, ...] = ()
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None
    lowest_wins: bool | None = None
    dealers: Sequence[int] = ()
    asked: tuple[int, ...] = ()


Json: TypeAlias = dict[str, Any]
#: Upgrades a log's header and entries, as read from JSON, from one revision to the next.
Upcaster: TypeAlias = Callable[[Json, list[Json]], tuple[Json, list[Json]]]


class Game(Protocol[S, A]):
    """A game as one object: a fold over actions reported at the table."""

    @property
    def meta(self) -> Meta: ...

    @property
    def actions(self) -> tuple[type[A], ...]:
        """Every class of action; in a log the kind of ``DoubleC`` of game ``bronzen`` is ``bronzen.double_c``."""

    @property
    def upcasters(self) -> Mapping[int, Upcaster]:
        """The upcaster of each older revision, to the next one."""

    def start(self, setup: Setup) -> Step[S]:
        """Return the first state.

        :raises Refused: if the setup is not possible.
        """

    def offers(self, state: S, seat: int | None) -> tuple[Offer, ...]:
        """Return what a seat (``None``: the table) may report now."""

    def refusal(self, state: S, action: A) -> Explanation | None:
        """Return why an action is not allowed now, ``None`` if it is allowed."""

    def apply(self, state: S, action: A) -> Step[S]:
        """Return the result of an action.

        :raises Refused: if it is not allowed now.
        """

    def view(self, state: S, seat: int | None) -> View:
        """Return the view of a seat, built from nothing; ``None`` stands for the whole table."""

    def is_over(self, state: S) -> bool:
        """Return whether the game is over, so that nothing can be reported any more."""

    def describe(self, action: A) -> Text:
        """Return what an action reports, in a few words."""

    def event_key(self, state: S, action: A) -> Hashable:
        """Return a key that identifies the real-world event of an action; used to reject duplicate reports."""


class Joinable(Protocol):
    """A game that players may join late and leave early; other games refuse both."""

    def joined(self, state: Any) -> Step[Any]:
        """Return the result of a player taking the next seat.

        :raises Refused: if that is not possible now.
        """

    def left(self, state: Any, seat: int) -> Step[Any]:
        """Return the result of a player leaving; the seat stays.

        :raises Refused: if that is not possible now.
        """


class Returning(Joinable, Protocol):
    """A game in which players who left may come back."""

    def returned(self, state: Any, seat: int) -> Step[Any]:
        """Return the result of a player taking their own seat again.

        :raises Refused: if that is not possible now.
        """


class HasRemarks(Protocol):
    """A game that adds remarks to a report, which help players to judge it.

    Remarks are part of neither the state nor the log: they may differ between devices, for instance by their dictionaries.
    """

    def remarks(self, action: Any) -> tuple[Explanation, ...]:
        """Return messages that help to judge an action."""


class HasHistory(Protocol):
    """A game that titles, groups and summarises the entries of its history."""

    def history(self, action: Any, before: Any, step: Step[Any]) -> HistoryEvent:
        """Return the appearance of an action in the history.

        :param before: the state in which it was reported.
        :param step: the step it led to.
        """


class HasHighlights(Protocol):
    """A game that lists its highlights when it is over."""

    def highlights(self, history: Sequence[Any]) -> Iterable[Text]:
        """Yield the highlights, the most remarkable first.

        :param history: its lines that count (:class:`~companion.kernel.history.HistoryLine`).
        """


class _Later:
    """A game whose meta alone is loaded."""

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
    """Return a game that is loaded when anything but its meta is needed, since most sessions play one game.

    :param module: the module of its class.
    :param name: the name of its class, which is called without arguments.
    """
    return cast(Game[Any, Any], _Later(meta, module, name))
