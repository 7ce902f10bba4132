"""People across games: which names belong to one person.

Logs never change; facts about people are stored beside them. Each name in a log is a person until a fact joins it to
other names. Facts are only added or struck out, so the facts of two devices can be merged.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final, Literal, TypeAlias, get_args

from attrs import field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.players import PLAYERS_RULE, name_key, name_refusal
from companion.kernel.text import messages
from companion.storage.errors import StorageError
from companion.storage.library import Library

T, N = messages("companion")
log: Final = logging.getLogger(__name__)

_KEY: Final = "people"

#: Maximum number of names in all facts together; joining them takes quadratic time.
_MOST_NAMES: Final = 5_000

#: ``called``: the names belong to one person, shown under the fact's name; ``guest``: the names belong to a guest who
#: is not offered for new games; ``group``: the people form a group with the fact's name.
Kind: TypeAlias = Literal["called", "guest", "group"]


@frozen
class Fact:
    """A statement about people.

    :param at: the time of the statement in ISO 8601.
    :param names: the names it concerns; a merge keeps the id of the first.
    :param name: the resulting name of the person or group.
    """

    id: str
    at: str
    kind: Kind
    names: tuple[str, ...]
    name: str = ""


@frozen
class Person:
    """A person who has played.

    :param id: the normalized name that identifies the person, for instance for the avatar.
    :param name: the name that is shown.
    :param names: all names of the person in logs, as written.
    :param guest: whether the person is a guest: not offered for new games and not listed among the people.
    """

    id: str
    name: str
    names: tuple[str, ...]
    guest: bool = False


@frozen
class Group:
    """People who play together.

    :param fact: the id of the fact that defines it; empty if the group was only recognised.
    :param people: the ids of its people.
    :param names: the names that are shown.
    """

    fact: str
    name: str
    people: frozenset[str]
    names: tuple[str, ...]


@frozen
class PeopleRegistry:
    """The people that result from the valid facts.

    :param facts: the facts that are not struck out, the oldest first.
    """

    facts: tuple[Fact, ...] = ()
    _people: dict[str, Person] = field(factory=dict, eq=False, repr=False)
    _guests: set[str] = field(factory=set, eq=False, repr=False)
    _written: dict[str, dict[str, str]] = field(factory=dict, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for fact in self.facts:
            match fact.kind:
                case "called":
                    self._join(fact)
                case "guest":
                    self._guests.update(self._named(name).id for name in fact.names)

    def of(self, name: str) -> Person:
        """Return the person with a name."""
        person = self._named(name)
        return Person(person.id, person.name, person.names, person.id in self._guests)

    def id(self, name: str) -> str:
        """Return the id of the person with a name; the names of one person have the same id."""
        key = name_key(name)
        person = self._people.get(key)
        return person.id if person else key

    @property
    def groups(self) -> tuple[Group, ...]:
        """The named groups, the latest last."""
        return tuple(
            Group(
                fact.id,
                fact.name,
                frozenset(map(self.id, fact.names)),
                tuple(self.of(name).name for name in fact.names),
            )
            for fact in self.facts
            if fact.kind == "group"
        )

    def about(self, person: Person) -> tuple[Fact, ...]:
        """Return the facts that joined a person's names, the latest first."""
        return tuple(
            fact for fact in reversed(self.facts) if fact.kind == "called" and self.id(fact.names[0]) == person.id
        )

    def _named(self, name: str) -> Person:
        return self._people.get(name_key(name)) or Person(name_key(name), name.strip(), (name.strip(),))

    def _join(self, fact: Fact) -> None:
        first, *_ = joined = [self._named(name) for name in fact.names]
        names = {name_key(fact.name): fact.name.strip()}
        for person in dict.fromkeys(joined):
            names |= self._written.get(person.id) or {name_key(name): name for name in person.names}
        one = Person(first.id, fact.name.strip(), tuple(names.values()))
        self._written[one.id] = names
        self._people.update(dict.fromkeys(names, one))


class People:
    """The people this device knows.

    :param library: stores the facts.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._read: tuple[Any, PeopleRegistry] = (None, PeopleRegistry())

    @property
    def folk(self) -> PeopleRegistry:
        """The current registry."""
        try:
            kept: Any = self._library.setting(_KEY)
        except StorageError:
            log.warning("the people cannot be read", exc_info=True)
            kept = None
        if kept != self._read[0]:
            self._read = (kept, PeopleRegistry(_valid_facts(kept)))
        return self._read[1]

    def call(self, names: Sequence[str], name: str) -> Fact:
        """Join names to one person who is shown as ``name``: a rename for one person, a merge for several.

        :param names: the names to join; the id of the first is kept.
        :raises Refused: if the name is not allowed (companion.players).
        :raises StorageError: if it could not be stored.
        """
        if unfit := name_refusal(name):
            raise Refused(unfit)
        fact = self._add("called", names, name)
        self._remember(self.folk.of(name))
        return fact

    def keep(self, name: str, *, as_guest: bool) -> None:
        """Mark a person as a guest, or no longer as one; see :meth:`call`."""
        folk = self.folk
        person = folk.of(name)
        if as_guest and not person.guest:
            self._add("guest", person.names, "")
            self._library.forget_players(person.names)
        elif person.guest and not as_guest:
            guest_facts = {
                fact.id for fact in folk.facts if fact.kind == "guest" and person.id in map(folk.id, fact.names)
            }
            self.take_back(*guest_facts)
            self._library.remember_players([person.name])

    def group(self, names: Sequence[str], name: str) -> Fact:
        """Define a group; see :meth:`call`."""
        if unfit := name_refusal(name):
            raise Refused(unfit)
        if len({*map(self.folk.id, names)}) < 2:
            raise Refused(Explanation(T("A group has at least two people."), (PLAYERS_RULE,)))
        return self._add("group", names, name)

    def take_back(self, *facts: str) -> None:
        """Strike facts out.

        :raises StorageError: if it could not be stored.
        """
        before, kept = self.folk, _listed(self._library.setting(_KEY))
        self._library.set_setting(_KEY, {**kept, "struck": [*dict.fromkeys((*kept["struck"], *facts))]})
        now = self.folk
        for fact in before.facts:
            if fact.id in facts and fact.kind == "called":
                self._remember(*(now.of(name) for name in fact.names))

    def _remember(self, *people: Person) -> None:
        """Offer people for new games under their current names, instead of their earlier ones."""
        known = self._library.players()
        offered = {*map(self.folk.id, known)}
        for person in people:
            others = [name for name in known if self.folk.id(name) == person.id and name != person.name]
            if person.id in offered and others:
                self._library.forget_players(others)
                self._library.remember_players([person.name])
            elif person.id not in offered:
                self._library.remember_players([person.name])

    def _add(self, kind: Kind, names: Iterable[str], name: str) -> Fact:
        kept = _listed(self._library.setting(_KEY))
        fact = Fact(token_hex(6), datetime.now(UTC).isoformat(), kind, tuple(names), name.strip())
        stored = {"id": fact.id, "at": fact.at, "kind": kind, "names": [*fact.names], "name": fact.name}
        self._library.set_setting(_KEY, {**kept, "facts": [*kept["facts"], stored]})
        return fact


def _valid_facts(kept: Any) -> tuple[Fact, ...]:
    """Return the valid facts, the oldest first; malformed ones are skipped."""
    lists = _listed(kept)
    struck = {each for each in lists["struck"] if isinstance(each, str)}
    read = [fact for fact in map(_fact, lists["facts"]) if fact and fact.id not in struck]
    counting: list[Fact] = []
    names = 0
    for fact in sorted(read, key=lambda fact: (fact.at, fact.id)):
        names += len(fact.names)
        if names <= _MOST_NAMES:
            counting.append(fact)
    return tuple(counting)


def _listed(kept: Any) -> dict[str, list[Any]]:
    """Return the stored lists; malformed parts count as empty."""
    held = kept if isinstance(kept, dict) else {}
    return {part: list(each) if isinstance(each := held.get(part), list) else [] for part in ("facts", "struck")}


def _fact(kept: Any) -> Fact | None:
    match kept:
        case {"id": str(id), "at": str(at), "kind": kind, "names": [str(), *_] as names, "name": str(name)}:
            if kind in get_args(Kind) and all(isinstance(each, str) and each.strip() for each in names):
                return Fact(id, at, kind, tuple(names), name)
    return None
