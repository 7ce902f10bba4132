"""The rules of every game, read from ``rules_data`` on first use."""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Self

from attrs import frozen

from companion import resources
from companion.kernel.text import Text, messages

T, N = messages("companion")

#: The phase of a rule that matters all the time.
ANY_PHASE: Final = "any"

#: Required fields of a rule, optional ones, and those that are lists.
_MUST: Final = ("id", "kind", "title", "text", "keywords")
_MAY: Final = ("example", "house_rule")
_LISTS: Final = ("see", "phases", "changes")
_FLAGS: Final = ("lookup_only",)


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


class WrongRule(ValueError):
    """Something in a file of rules that cannot be read.

    :param why: the file, the rule and the reason.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.message.format(**dict(why.params)))
        self.why = why

    @classmethod
    def unreadable(cls, file: Path, error: Exception | str) -> Self:
        """Return the error for a file that cannot be read."""
        reason = getattr(error, "strerror", None) or str(error)
        return cls(T("{file} cannot be read: {error}", file=str(file), error=reason))


@frozen
class Rule:
    """A rule.

    :param id: begins with the id of its game.
    :param folder: name of its folder in ``rules_data``, and of its message catalog.
    :param text: Markdown; ``{table.key}`` stands for a number of the rules.
    :param keywords: names for it used at the table, separated by commas.
    :param see: ids of related rules.
    :param phases: phases of the game in which it matters; ``any`` stands for all.
    :param house_rule: key of the house rule it belongs to.
    :param lookup_only: whether it only explains: no message, fact or refusal cites it.
    :param changes: ids of the rules that no longer hold as they are written where the house rule is played.
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
    lookup_only: bool = False
    changes: tuple[str, ...] = ()

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
    """All rules in the order of their files; read on first use.

    :param read: returns the rules, and the reasons why some could not be read.
    """

    read: Callable[[], tuple[tuple[Rule, ...], tuple[Text, ...]]]

    @property
    def all(self) -> tuple[Rule, ...]:
        """The rules."""
        return self._found[0]

    @property
    def left_out(self) -> tuple[Text, ...]:
        """Why rules are missing that should be there."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[tuple[Rule, ...], tuple[Text, ...]]:
        return self.read()

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
            from difflib import get_close_matches  # most ids are known

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
    :raises WrongRule: if an entry is not written as it should be.
    """
    rules = []
    for found in _read(folder, path):
        if isinstance(found, WrongRule):
            raise found
        rules.append(found)
    return tuple(rules)


@cache
def rulebook() -> RuleBook:
    """Return the rules of all folders found, without those that cannot be read: they must not hide the others."""
    return RuleBook(_read_all)


def _read_all() -> tuple[tuple[Rule, ...], tuple[Text, ...]]:
    rules: dict[str, Rule] = {}
    left_out: list[Text] = []
    for folder, path in sorted(resources.rules_folders().items()):
        for found in _read(folder, path):
            if isinstance(found, WrongRule):
                left_out.append(found.why)
            elif found.id in rules:
                left_out.append(T("{file}: two rules are called “{rule}”", file=str(_file(path)), rule=found.id))
            else:
                rules[found.id] = found
    return tuple(rules.values()), tuple(left_out)


def _file(path: Path) -> Path:
    return path / "rules.toml"


def _read(folder: str, path: Path) -> Iterator[Rule | WrongRule]:
    """Yield the rules of a file, or why one cannot be read."""
    file = _file(path)
    try:
        entries = resources.said(file).get("rule", [])
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        yield WrongRule.unreadable(file, error)
        return
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        yield WrongRule(T("{file}: every rule begins with [[rule]]", file=str(file)))
        return
    for number, entry in enumerate(entries, start=1):
        try:
            yield _rule(folder, file, entry, number)
        except WrongRule as wrong:
            yield wrong


def _rule(folder: str, file: Path, entry: dict[str, Any], number: int) -> Rule:
    named = {"file": str(file), "rule": str(entry.get("id", number))}
    for key in _MUST:
        if key not in entry:
            raise WrongRule(T("{file}: the rule “{rule}” has no “{key}”", **named, key=key))
    for key, value in entry.items():
        if key not in (*_MUST, *_MAY, *_LISTS, *_FLAGS):
            raise WrongRule(T("{file}: the rule “{rule}” has a “{key}”, which means nothing", **named, key=key))
        if not _fits(key, value):
            shown = str(value)[:40]
            raise WrongRule(
                T("{file}: the “{key}” of the rule “{rule}” cannot be “{value}”", **named, key=key, value=shown)
            )

    def text(part: str) -> Text:
        # the context separates equal words of different rules, and shows translators where they are
        return Text(folder, entry[part].strip(), context=f"{entry['id']} {part}")

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
        lookup_only=entry.get("lookup_only", False),
        changes=tuple(entry.get("changes", ())),
    )


def _fits(key: str, value: Any) -> bool:
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(word, str) for word in value)
    if key in _FLAGS:
        return isinstance(value, bool)
    return isinstance(value, str) and (key != "kind" or value in {kind.value for kind in Kind})
