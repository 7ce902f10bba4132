"""The rules of every game, read from ``rules_data`` on first use."""

import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from companion import resources
from companion.kernel.text import Text

#: The phase of a rule that matters all the time.
ANY_PHASE: Final = "any"

_KEYS: Final = {"id", "kind", "title", "text", "example", "keywords", "see", "phases", "house_rule"}


class Kind(Enum):
    """What an entry of the rules is."""

    RULE = "rule"  #: the authors wrote it
    RULING = "ruling"  #: the authors are silent, so we decided
    HOUSE_RULE = "house rule"  #: the table may choose
    QUESTION = "question"  #: asked at the table, answered from the rules


class UnknownRule(KeyError):
    """There is no rule with this id.

    :param near: ids that look like it, the nearest first.
    """

    def __init__(self, id: str, near: tuple[str, ...]) -> None:
        super().__init__(id)
        self.id = id
        self.near = near

    def __str__(self) -> str:
        hint = f"; near: {', '.join(self.near)}" if self.near else ""
        return f"no rule {self.id}{hint}"


@frozen
class Rule:
    """One entry of the rules.

    :param id: begins with the id of its game.
    :param folder: name of its folder in ``rules_data``, and of its message catalog.
    :param text: Markdown; ``{table.key}`` stands for a number of the rules.
    :param keywords: how people call it at the table, separated by commas.
    :param see: ids of related rules.
    :param phases: phases of the game in which it matters; ``any`` stands for all.
    :param house_rule: key of the house rule it belongs to.
    """

    id: str
    folder: str
    kind: Kind
    title: Text
    text: Text
    example: Text | None
    keywords: Text
    see: tuple[str, ...]
    phases: tuple[str, ...]
    house_rule: str | None

    @property
    def game(self) -> str:
        """The id of its game, ``companion`` for those of the program itself."""
        return self.id.partition(".")[0]

    @property
    def texts(self) -> Iterator[Text]:
        """All that is to be translated."""
        return (text for text in (self.title, self.text, self.example, self.keywords) if text)


@frozen
class RuleBook:
    """All rules, in the order in which they are written.

    :param all: the rules.
    """

    all: tuple[Rule, ...]

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.all}

    def rule(self, id: str) -> Rule:
        """Return a rule.

        :raises UnknownRule: if there is none with this id.
        """
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownRule(id, tuple(get_close_matches(id, self._by_id))) from None

    def known(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the ids that are those of rules, each once; a log written by hand may name others."""
        return tuple(id for id in dict.fromkeys(ids) if id in self._by_id)

    def rules(self, game: str | None = None) -> tuple[Rule, ...]:
        """Return the rules of a game, or all."""
        return tuple(rule for rule in self.all if game in (None, rule.game))

    def of_phase(self, game: str, phase: str) -> tuple[Rule, ...]:
        """Return the rules that matter in a phase of a game, those that always matter last."""
        matching = [rule for rule in self.rules(game) if {phase, ANY_PHASE} & set(rule.phases)]
        return tuple(sorted(matching, key=lambda rule: phase not in rule.phases))


def load(folder: str, path: Path) -> tuple[Rule, ...]:
    """Return the rules of a folder; none if it holds only numbers.

    :param folder: the folder's name.
    :param path: where it is.
    :raises ValueError: if an entry is not written as it should be.
    """
    file = path / "rules.toml"
    if not file.exists():
        return ()
    entries = tomllib.loads(file.read_text(encoding="utf-8")).get("rule", [])
    return tuple(_rule(folder, entry) for entry in entries)


@cache
def rulebook() -> RuleBook:
    """Return the rules of all folders found.

    :raises ValueError: if an entry is not written as it should be, or an id is there twice.
    """
    rules = [rule for folder, path in sorted(resources.rules_folders().items()) for rule in load(folder, path)]
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise ValueError(f"{rule.folder}: two rules are called {rule.id}")
        seen.add(rule.id)
    return RuleBook(tuple(rules))


def _rule(folder: str, entry: dict[str, Any]) -> Rule:
    id = entry.get("id", "(no id)")
    if unknown := entry.keys() - _KEYS:
        raise ValueError(f"{folder}: {id} has unknown keys: {', '.join(sorted(unknown))}")

    def text(part: str) -> Text:
        # the context keeps equal words of different rules apart, and tells translators where they are
        return Text(folder, entry[part].strip(), context=f"{id} {part}")

    try:
        return Rule(
            id=entry["id"],
            folder=folder,
            kind=Kind(entry["kind"]),
            title=text("title"),
            text=text("text"),
            example=text("example") if "example" in entry else None,
            keywords=text("keywords"),
            see=tuple(entry.get("see", ())),
            phases=tuple(entry.get("phases", ())),
            house_rule=entry.get("house_rule"),
        )
    except KeyError as missing:
        raise ValueError(f"{folder}: {id} has no {missing}") from None
