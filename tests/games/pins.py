"""Pins of what the referee says: rules, points, messages and offers after every entry of every transcript.

Messages are pinned by ids, which stay the same when a sentence is reworded. Each folder of a game has four generated files:

- ``messages.pinned``: the sentence of every id. It is the only one in which wording stands.
- ``transcripts.pinned``: per entry the messages with their parameters and rules, the points, and the changes of the situation;
  at the end the highlights and statistics.
- ``offers.pinned``: every distinct offer and refusal with the number of times it occurs.
- ``<game>.pinned``: the game's columns, house rules and seats.

Run ``python -m games.pins [FOLDER …]`` in ``tests`` to write them after a change on purpose, and read the difference before committing it.
A reworded message is recognised by its likeness to one that the sources no longer contain, and keeps its id.
"""

import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from attrs import Factory as factory
from attrs import evolve, frozen
from toy.mount import mount

from companion.devtools.sources import message_calls, sources
from companion.games import games
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, Meta
from companion.kernel.kinds import kind_of
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Several, Subset, Words, YesNo
from companion.kernel.record import AnyGame, Record, replay
from companion.kernel.report import NOT_OFFERED
from companion.kernel.text import Listing, Param, Player, Text
from companion.stats.game_summary import stat_contributions
from companion.storage.codec import Log, read_log

_HERE: Final = Path(__file__).parent

TRANSCRIPTS: Final = sorted(_HERE.glob("*/transcripts/*.jsonl"))

#: Folders with pins.
FOLDERS: Final = sorted({path.parents[1] for path in TRANSCRIPTS})

#: Only the first entries of a long game are pinned with offers and refusals; messages and points are pinned to the end.
ASKED: Final = 60

T = TypeVar("T")

_HOLES: Final = re.compile(r"\{(\w+)\}")
_SLUG_WORDS: Final = 3
_SMALL_WORDS: Final = frozenset(
    ("a", "an", "and", "are", "at", "for", "in", "is", "it", "of", "on", "s", "so", "the", "to", "with")
)
#: A sentence that is less like the old one is another message, not a rewording.
_ALIKE: Final = 0.4


@cache
def transcript(path: Path) -> Log:
    """Return a transcript; cached, because several tests read all of them."""
    return read_log(path.read_text(encoding="utf-8"), games())


@cache
def metas(folder: Path) -> tuple[Meta, ...]:
    """Return the games whose tests are in a folder."""
    return tuple(game.meta for game in games().values() if game.meta.folder == folder.name)


# ids of messages


@cache
def ids(domain: str) -> dict[str, str]:
    """Return the ids of a domain's messages, by sentence, as its file has them."""
    file = messages_file(domain)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {sentence: name for name, _, sentence in (line.partition(": ") for line in lines)}


@cache
def _reworded(domain: str, sentence: str) -> str | None:
    """Return the id of the listed message that a new sentence replaces in the sources, if there is one."""
    spoken = _spoken(domain)
    gone = {_likeness(old, sentence): name for old, name in ids(domain).items() if old not in spoken}
    likest = max(gone, default=0)
    return gone[likest] if likest >= _ALIKE and sentence in spoken else None


def _likeness(old: str, new: str) -> float:
    same_holes = {*_HOLES.findall(old)} == {*_HOLES.findall(new)}
    return SequenceMatcher(None, old, new, autojunk=False).ratio() if same_holes else 0


@cache
def _spoken(domain: str) -> frozenset[str]:
    """Return the sentences in the sources of a domain."""
    ids = (one.ids for source in sources() if source.domain == domain for one in message_calls(source))
    return frozenset(_sentence(*map(str, each)) for each in ids if all(each))


def outdated(domain: str) -> list[str]:
    """Return the listed messages whose sentence the sources no longer contain."""
    return [f"{name}: {sentence}" for sentence, name in ids(domain).items() if sentence not in _spoken(domain)]


def messages_file(domain: str) -> Path:
    """Return the file with the sentences of a domain; those of no game are in the common folder."""
    folder = _HERE / domain
    return (folder if folder in FOLDERS else _HERE) / "messages.pinned"


def _sentence(message: str, plural: str | None = None) -> str:
    return (message if plural is None else f"{message} || {plural}").replace("\n", "\\n")


@frozen
class Pens:
    """Writes the values of one game for its pins.

    :param domain: the game's folder, whose name is left out of ids of messages and rules.
    :param used: collects the sentences that occur, by domain.
    :param cited: tone and rules last written with each message, which are not repeated; ``None`` to always write them.
    """

    domain: str
    used: dict[str, set[str]] = factory(dict)
    _cited: dict[str, str] | None = factory(dict)

    def text(self, text: Text) -> str:
        """Return a message's id with its parameters; of a message that is only a placeholder, the parameter."""
        if re.fullmatch(_HOLES, text.message) and len(text.params) == 1:
            return self.param(text.params[0][1])
        return f"{self.name(text)}{self.params(text)}"

    def params(self, text: Text) -> str:
        """Return the parameters of a message in parentheses, if it has any."""
        params = " ".join(self.param(value) for _, value in text.params)
        return f"({params})" if params else ""

    def name(self, text: Text) -> str:
        """Return the id of a message."""
        sentence = _sentence(text.message, *([text.plural] if text.plural else []))
        self.used.setdefault(text.domain, set()).add(sentence)
        name = ids(text.domain).get(sentence) or _reworded(text.domain, sentence) or f"?“{sentence}”"
        return name if text.domain == self.domain else f"{text.domain}:{name}"

    def param(self, value: Param) -> str:
        """Return the value of a placeholder."""
        match value:
            case Player(seat):
                return f"@{seat}"
            case Listing(items):
                return f"[{_joined(map(self.param, items))}]"
            case Text():
                return self.text(value)
            case _:
                return str(value)

    def said(self, explanation: Explanation) -> str:
        """Return a message with its tone and rules and, if not everybody may read it, its readers."""
        return f"{self.text(explanation.text)}{self._basis(explanation)}"

    def general(self, explanation: Explanation) -> str:
        """Return a message as ``said`` does, without its parameters."""
        return f"{self.name(explanation.text)}{self._basis(explanation)}"

    def _basis(self, explanation: Explanation) -> str:
        tone = "" if explanation.tone is Tone.VERDICT else f"{explanation.tone.name.lower()} "
        readers = "" if explanation.seats is None else f" for {sorted(explanation.seats)}"
        return f"{self._once(explanation.text, tone + self.rules(explanation.rules))}{readers}"

    def label(self, label: Text, rules: Iterable[str]) -> str:
        """Return the label of a fact with its rules."""
        return f"{self.text(label)}{self._once(label, self.rules(rules))}"

    def _once(self, text: Text, cited: str) -> str:
        """Return what a message rests on, unless it was written the last time with the same."""
        if self._cited is not None:
            name = self.name(text)
            if self._cited.get(name) == cited:
                return ""
            self._cited[name] = cited
        return f" {cited}"

    def rules(self, ids: Iterable[str]) -> str:
        """Return ids of rules, those of the game's own folder without its name."""
        return f"[{' '.join(id.removeprefix(self.domain) for id in ids)}]"

    def anew(self) -> "Pens":
        """Return pens that have not yet written any rules."""
        return evolve(self, cited={})

    def kind(self, game: AnyGame, action: type) -> str:
        """Return the kind of a report, without the game's name."""
        return kind_of(game.meta.id, action).partition(".")[2]


def _joined(values: Iterable[str]) -> str:
    """Return values in a row; of neighbours with the same message only the parameters are written again.

    >>> _joined(["card(1 red)", "card(2 blue)", "@1"])
    'card(1 red)(2 blue) @1'
    """
    joined, last = "", ""
    for value in values:
        name = value.partition("(")[0]
        joined += value.removeprefix(name) if name == last and "(" in value else f" {value}"
        last = name
    return joined.strip()


# what a transcript says


def pinned(path: Path, pens: Pens) -> Iterator[str]:
    """Yield what the referee says along a transcript."""
    pens = pens.anew()
    yield f"== {path.stem}"
    before = _Situation()
    first: dict[str, int] = {}
    for number, record in enumerate(_records(path)):
        step = record.step or record.start
        lines = [pens.text(record.describe(record.history[-1].action)) if record.history else "start"]
        lines += [f" {pens.said(said)}" for said in step.messages]
        for scored in step.points:
            why = pens.name(scored.why.text) if scored.why in step.messages else pens.said(scored.why)
            lines.append(f" scored {scored.points} @{scored.seat} {scored.round} {scored.column}: {why}")
        if number <= ASKED:
            now = _Situation.of(record, pens)
            lines += now.since(before, pens)
            before = now
        block = "\n".join(lines)
        same = first.setdefault(block, number)
        yield f"{number} {block}" if same == number else f"{number} as {same}"
    yield from _looking_back(record, pens)


def _looking_back(record: Record, pens: Pens) -> Iterator[str]:
    """Yield the highlights of a game, and its share of the statistics of each seat."""
    yield from (f"highlight {pens.text(text)}" for text in record.highlights())
    sums: dict[str, Counter[int]] = {}
    for stat, found, _ in stat_contributions(record):
        sums.setdefault(f"statistics {stat.key}", Counter())[found.seat] += found.amount
        sums.setdefault(f"statistics {stat.key} of", Counter())[found.seat] += found.of
    yield from (f"{key}: {dict(sorted(by_seat.items()))}" for key, by_seat in sums.items())


@frozen
class _Situation:
    """What everybody is asked, shown and offered, and what each seat is besides.

    :param asked: questions and notes, with the seat that has them.
    :param facts: what is shown, by its label, with the seats it is shown to and is about.
    :param offers: kinds of offers with their given values.
    """

    asked: Mapping[tuple[str, Explanation], None] = factory(dict)
    facts: Mapping[tuple[str, Fact], None] = factory(dict)
    offers: Mapping[tuple[str, str], None] = factory(dict)

    @classmethod
    def of(cls, record: Record, pens: Pens) -> Self:
        """Return the situation after an entry."""
        asked, facts, offers = [], [], []
        for seat in (None, *range(len(record.names))):
            view = record.game.view(record.state, seat)
            heading = f" {pens.text(view.heading)}" if view.heading else ""
            asked.append((seat, (f"asks {view.phase} {view.round}{heading}: ", view.prompt)))
            asked += [(seat, ("notes ", note)) for note in view.notes]
            facts += [(seat, fact) for fact in view.facts]
            offers += [(seat, _offered(record.game, offer, pens)) for offer in record.game.offers(record.state, seat)]
        return cls(
            {(f"{who}{head}", said): None for who, (head, said) in _besides(asked)},
            dict.fromkeys(_besides(facts)),
            {(f"{who}{kind}", given): None for who, (kind, given) in _besides(offers)},
        )

    def since(self, before: "_Situation", pens: Pens) -> Iterator[str]:
        """Yield what is new in this situation after another one, and which offers are gone."""
        yield from (f" {head}{pens.said(said)}" for head, said in self.asked if (head, said) not in before.asked)
        rows: dict[tuple[str, Text, tuple[str, ...]], list[str]] = {}
        for who, fact in self.facts:
            if (who, fact) not in before.facts:
                row = rows.setdefault((who, fact.label, fact.rules), [])
                row.append(f"{'' if fact.seat is None else f'@{fact.seat} '}{pens.param(fact.value)}")
        if rows:
            labels = [f"{who}{pens.label(label, rules)}" for who, label, rules in rows]
            yield " = " + "; ".join(
                f"{label}: {', '.join(row)}" for label, row in zip(labels, rows.values(), strict=True)
            )
        if came := [f"{kind}{''.join(given)}" for kind, given in _new_offers(self.offers, before.offers).items()]:
            yield f" + {' '.join(came)}"
        if went := [
            kind for kind in _new_offers(before.offers, self.offers) if kind not in {of for of, _ in self.offers}
        ]:
            yield f" - {' '.join(went)}"


def _besides(of_seats: Sequence[tuple[int | None, T]]) -> Iterator[tuple[str, T]]:
    """Yield what everybody has, and what seats have that others have not, each with who has it."""
    shared = [value for seat, value in of_seats if seat is None]
    yield from (("", value) for value in shared)
    yield from ((f"@{seat} ", value) for seat, value in of_seats if seat is not None and value not in shared)


def _offered(game: AnyGame, offer: Offer, pens: Pens) -> tuple[str, str]:
    """Return the kind of an offer, and its given values."""
    given = ",".join(str(value) for _, value in offer.given if isinstance(value, int | str))
    by = "" if offer.by is None else f"@{offer.by}"
    return f"{'closed:' if offer.closed else ''}{pens.kind(game, offer.kind)}{by}", f"({given})" if given else ""


def _new_offers(now: Iterable[tuple[str, str]], before: Container[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the given values of those offers that were not there before, by kind."""
    found: dict[str, list[str]] = {}
    for kind, given in now:
        if (kind, given) not in before:
            found.setdefault(kind, []).append(given)
    return found


def _records(path: Path) -> list[Record]:
    """Return a game after each entry of a transcript."""
    log = transcript(path)
    records = [Record.begin(log.game, log.header)]
    replay(log.game, log.header, log.entries, records.append)
    return records


# offers and refusals


def offers_and_refusals(paths: Iterable[Path], pens: Pens) -> list[str]:
    """Return every distinct offer and refusal along transcripts, how often it occurs, and where first."""
    pens = evolve(pens, cited=None)
    times: dict[str, int] = {}
    first: dict[str, str] = {}
    for path in paths:
        records = _records(path)
        samples = _samples(records[-1])
        before = set[tuple[str, str]]()
        for number, record in enumerate(records[: ASKED + 1]):
            situation = dict.fromkeys(_situation(record, samples, pens))
            for line, details in situation:
                if (line, details) not in before:
                    times[line] = times.get(line, 0) + 1
                    first.setdefault(line, f"{path.stem} {number}{details}")
            before = {*situation}
    return [f"{line}: {times[line]}, first in {first[line]}" for line in sorted(times)]


def _situation(record: Record, samples: Sequence[Any], pens: Pens) -> Iterator[tuple[str, str]]:
    """Yield every offer and refusal of a situation in general, and its details."""
    game, state = record.game, record.state
    # most offers are made to every seat
    for offer in dict.fromkeys(
        offer for seat in (None, *range(len(record.names))) for offer in game.offers(state, seat)
    ):
        kind = f"{game.meta.id}.{pens.kind(game, offer.kind)}"
        fields = " ".join(f"{field.name}:{pens.text(field.label)}" for field in offer.fields)
        given = " ".join(name for name, _ in offer.given)
        line = (
            f"{kind}({given}; {fields}) {offer.weight.name.lower()} {pens.name(offer.label)} {pens.rules(offer.rules)}"
        )
        if offer.closed:
            yield f"{line} closed {pens.general(offer.closed)}", pens.params(offer.closed.text)
            continue
        yield line, ""
        for number, action in enumerate(_wrong(offer, len(record.names))):
            yield _verdict(game, state, action, pens, f" wrong {number}")
    for action in samples:
        yield _verdict(game, state, action, pens, "")


def _verdict(game: AnyGame, state: Any, action: Any, pens: Pens, wrong: str) -> tuple[str, str]:
    why = game.refusal(state, action)
    kind = f"{game.meta.id}.{pens.kind(game, type(action))}"
    if why is None:
        return f"{kind}{wrong} is taken", ""
    if action.refusal(state) is NOT_OFFERED:  # what is expected instead is pinned with the prompts
        return f"{kind}{wrong} refused: not offered", ""
    return f"{kind}{wrong} refused: {pens.general(why)}", pens.params(why.text)


def _samples(record: Record) -> tuple[Any, ...]:
    """Return the first and the last report of each kind, to be reported at other moments."""
    reports = [line.action for line in record.history if type(line.action) in record.game.actions]
    first = {type(action): action for action in reversed(reports)}
    last = {type(action): action for action in reports}
    return tuple(dict.fromkeys((*first.values(), *last.values())))


def _wrong(offer: Offer, seats: int) -> Iterator[Any]:
    """Yield reports near to an offer: of another seat, of no seat, and with a field just beyond its limits."""
    plain = {field.name: _plain(field) for field in offer.fields}
    for name, value in offer.given:
        if name == "seat" and isinstance(value, int):
            for seat in ((value + 1) % seats, seats):
                yield evolve(offer.action(plain), seat=seat)
    for field in offer.fields:
        for value in _beyond(field):
            yield offer.action({**plain, field.name: value})


def _plain(field: Field) -> Any:
    match field:
        case Choice(options=options):
            return options[0].value
        case Number(low=low, default=default):
            return low if default is None else default
        case Composite(parts=parts):
            return tuple(map(_plain, parts))
        case Words(examples=examples):
            return examples[0]
        case Several(each=each, low=low):
            return (_plain(each),) * low
        case Subset():
            return ()
        case YesNo():
            return False


def _beyond(field: Field) -> Iterator[Any]:
    match field:
        case Choice(options=options):
            yield options[-1].value
        case Number(low=low, high=high):
            yield from (low - 1, high + 1)
        case Composite(parts=parts):
            for at, part in enumerate(parts):
                if isinstance(part, Number):
                    yield from (
                        (*map(_plain, parts[:at]), value, *map(_plain, parts[at + 1 :])) for value in _beyond(part)
                    )
        case Words(examples=examples, longest=longest):
            yield from ("", examples[-1] * longest)
        case Several(each=each, low=low, high=high):
            if low:
                yield (_plain(each),) * (low - 1)
            yield (_plain(each),) * (high + 1)
        case Subset(options=options):
            yield tuple(option.value for option in options)
        case YesNo():
            yield True


# what is known before a game begins


def known(meta: Meta, pens: Pens) -> list[str]:
    """Return a game's columns, house rules and seats."""
    fewest, most = meta.seats
    wins = "all play for one sum" if meta.cooperative else "fewest win" if meta.lowest_wins else "most win"
    lines = [f"{meta.id} {pens.text(meta.title)} {pens.text(meta.tagline)}", f"{fewest} to {most} seats, {wins}"]
    if meta.starter:
        lines.append(f"starts: {pens.text(meta.starter)}")
    lines += [
        f"column {one.id} of {one.worth}: {pens.text(one.title)} {pens.rules([one.rule])}" for one in meta.columns
    ]
    for rule in meta.house_rules:
        lines.append(f"house rule {rule.key}: {pens.text(rule.title)} {pens.rules([rule.rule])}")
        lines += [f"  {option.id}: {pens.text(option.title)}" for option in rule.options]
    for one in meta.house_numbers:
        limits = f"{one.low}, {one.default}, {one.high}"
        asked = " ".join(one.needs)
        lines.append(f"number {one.key} for {asked}: {pens.text(one.title)} {limits} {pens.rules([one.rule])}")
    if name := meta.house_name:
        lines.append(f"name {name.key}: {pens.text(name.title)} of {name.longest} {pens.rules([name.rule])}")
    return lines


# files


def transcripts(folder: Path) -> list[Path]:
    """Return the transcripts of a folder."""
    return [path for path in TRANSCRIPTS if path.parents[1] == folder]


@cache
def expected(folder: Path) -> Mapping[str, list[str]]:
    """Return the pinned lines of each transcript in a folder."""
    found: dict[str, list[str]] = {}
    for line in (folder / "transcripts.pinned").read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            lines = found.setdefault(line.removeprefix("== "), [])
        lines.append(line)
    return found


def files(folder: Path, pens: Pens) -> dict[Path, list[str]]:
    """Return the pins of a folder, by file, without its messages."""
    paths = transcripts(folder)
    return {
        folder / "transcripts.pinned": [line for path in paths for line in pinned(path, pens)],
        folder / "offers.pinned": offers_and_refusals(paths, pens),
        **{folder / f"{meta.id}.pinned": known(meta, pens) for meta in metas(folder)},
    }


def write(folders: Sequence[Path]) -> None:
    """Write the pins of folders and the ids of the messages in them."""
    pens = [Pens(folder.name) for folder in folders]
    for folder, pen in zip(folders, pens, strict=True):
        files(folder, pen)  # only to learn which messages occur
    domains = {folder.name for folder in folders}
    for domain in {domain for pen in pens for domain in pen.used}:
        used = {sentence for pen in pens for sentence in pen.used.get(domain, ())}
        if domain not in domains:
            used |= ids(domain).keys() & _spoken(domain)
        _write_messages(domain, used)
    for folder, pen in zip(folders, pens, strict=True):
        for file, lines in files(folder, pen).items():
            file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_messages(domain: str, used: Iterable[str]) -> None:
    named = {sentence: ids(domain)[sentence] for sentence in sorted(used) if sentence in ids(domain)}
    for sentence in sorted({*used} - named.keys()):
        taken = {*named.values()}
        reworded = _reworded(domain, sentence)
        names = _slugs(sentence) if reworded is None else chain([reworded], _slugs(sentence))
        named[sentence] = next(name for name in names if name not in taken)
    ids(domain).clear()
    ids(domain).update(named)
    _reworded.cache_clear()
    lines = sorted(f"{name}: {sentence}" for sentence, name in named.items())
    messages_file(domain).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _slugs(sentence: str) -> Iterator[str]:
    """Yield names for a message, made of its first words."""
    words = re.findall(r"\w+", _HOLES.sub(" ", sentence.lower())) or _HOLES.findall(sentence) or ["sign"]
    slug = "-".join(([word for word in words if word not in _SMALL_WORDS] or words)[:_SLUG_WORDS])
    yield slug
    yield from (f"{slug}-{number}" for number in count(2))


if __name__ == "__main__":
    mount()
    write([_HERE / folder for folder in sys.argv[1:]] or FOLDERS)
