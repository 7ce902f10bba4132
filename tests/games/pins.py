"""Pins what the referee says: for every entry of every transcript the messages and rules of all that is told, scored, asked,
offered and refused; and for every game what is known of it before anybody plays it.

Run ``python -m games.pins [FILE.jsonl …]`` in ``tests`` to write the pins anew after a wording, a citation or a transcript has changed on
purpose, and read the difference before it is committed.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import evolve
from toy.mount import mount

from companion.games import games
from companion.kernel.explain import Explanation
from companion.kernel.game import Meta
from companion.kernel.kinds import kind_of
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Several, Subset, Words, YesNo
from companion.kernel.record import AnyGame, Record, replay
from companion.kernel.text import Listing, Param, Player, Text
from companion.storage.codec import Log, read_log

_HERE: Final = Path(__file__).parent

TRANSCRIPTS: Final = sorted(_HERE.glob("*/transcripts/*.jsonl"))

#: Where what is known of each game stands.
KNOWN: Final = sorted(_HERE.glob("*/*.pinned"))

#: Of long games only the beginning is asked what it offers and refuses; what it tells and scores is pinned to the end.
ASKED: Final = 60


@cache
def transcript(path: Path) -> Log:
    """Return a transcript, which is read once: several tests go through all of them."""
    return read_log(path.read_text(encoding="utf-8"), games())


def pinned(path: Path) -> str:
    """Return what the referee says along a transcript, as it stands in the file beside it."""
    log = transcript(path)
    records = [Record.begin(log.game, log.header)]
    replay(log.game, log.header, log.entries, records.append)
    samples = _samples(records[-1])
    blocks, before = dict[str, int](), set[str]()
    pinned = []
    for number, record in enumerate(records):
        step = record.step or record.start
        latest = record.history[-1] if record.history else None
        lines = [_key(record.describe(latest.action)) if latest else "start"]
        lines += [f"  {said.tone.name.lower()} {_said(said)}{_readers(said)}" for said in step.messages]
        lines += [f"  scored {p.points} for @{p.seat} in {p.round} {p.column}: {_said(p.why)}" for p in step.points]
        if number <= ASKED:
            situation = [*_situation(record, samples)]
            lines += [f"  {line}" for line in dict.fromkeys(situation) if line not in before]
            before = {*situation}
        block = "\n".join(lines)
        same = blocks.setdefault(block, number)
        pinned.append(f"{number} {block}" if same == number else f"{number} as {same}")
    return "\n".join(pinned) + "\n"


def pins(path: Path) -> Path:
    """Return where the pins of a transcript stand."""
    return path.with_suffix(".pinned")


def known(meta: Meta) -> str:
    """Return what is known of a game, as it stands in the folder of its tests."""
    fewest, most = meta.seats
    wins = "all play for one sum" if meta.cooperative else "fewest win" if meta.lowest_wins else "most win"
    lines = [
        f"{meta.id} {_key(meta.title)} {_key(meta.tagline)}",
        f"{fewest} to {most} seats, {wins}",
    ]
    if meta.starter:
        lines.append(f"starts: {_key(meta.starter)}")
    lines += [f"column {one.id} of {one.worth}: {_key(one.title)} [{one.rule}]" for one in meta.columns]
    for rule in meta.house_rules:
        lines.append(f"house rule {rule.key}: {_key(rule.title)} [{rule.rule}]")
        lines += [f"  {option.id}: {_key(option.title)}" for option in rule.options]
    for one in meta.house_numbers:
        asked = " ".join(one.needs)
        lines.append(
            f"number {one.key} for {asked}: {_key(one.title)} {one.low}, {one.default}, {one.high} [{one.rule}]"
        )
    if name := meta.house_name:
        lines.append(f"name {name.key}: {_key(name.title)} of {name.longest} [{name.rule}]")
    return "\n".join(lines) + "\n"


def _samples(record: Record) -> tuple[Any, ...]:
    """Return the first and the last report of each kind: what may be told at a moment when it makes no sense."""
    told = [line.action for line in record.history if type(line.action) in record.game.actions]
    first = {type(action): action for action in reversed(told)}
    last = {type(action): action for action in told}
    return tuple(dict.fromkeys((*first.values(), *last.values())))


def _situation(record: Record, samples: Iterable[Any]) -> Iterator[str]:
    """Yield what everybody is asked, shown, offered and refused now, and of each seat what only that seat is."""
    shared = [*_seen(record, None)]
    yield from shared
    for seat in range(len(record.names)):
        yield from (f"@{seat} {line}" for line in _seen(record, seat) if line not in shared)
    for action in samples:
        yield f"refuses {kind_of(record.game.meta.id, type(action))}: {_verdict(record.game, record.state, action)}"


def _seen(record: Record, seat: int | None) -> Iterator[str]:
    """Yield what a seat (``None``: everybody) is asked, shown and offered, and what it is refused of something near to it."""
    game, state = record.game, record.state
    view = game.view(state, seat)
    heading = f" {_key(view.heading)}" if view.heading else ""
    yield f"asks in {view.phase} of {view.round}{heading}: {_said(view.prompt)}"
    yield from (f"notes {note.tone.name.lower()} {_said(note)}" for note in view.notes)
    yield from (
        f"shows {_key(fact.label)}{_of(fact.seat)} = {_param(fact.value)} {_cited(fact.rules)}" for fact in view.facts
    )
    for offer in game.offers(state, seat):
        yield f"offers {_offered(game, offer)}"
        if not offer.closed:
            kind = kind_of(game.meta.id, offer.kind)
            wrong = enumerate(_wrong(offer, len(record.names)))
            yield from (f"refuses {kind} wrong {number}: {_verdict(game, state, action)}" for number, action in wrong)


def _verdict(game: AnyGame, state: Any, action: Any) -> str:
    why = game.refusal(state, action)
    return _said(why) if why else "nothing"


def _offered(game: AnyGame, offer: Offer) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in offer.given if isinstance(value, int | str))
    fields = ", ".join(f"{field.name} {_key(field.label)}" for field in offer.fields)
    closed = f" closed: {_said(offer.closed)}" if offer.closed else ""
    who = f"{kind_of(game.meta.id, offer.kind)}({given}; {fields}){_of(offer.by)} {offer.weight.name.lower()}"
    return f"{who} {_key(offer.label)} {_cited(offer.rules)}{closed}"


def _wrong(offer: Offer, seats: int) -> Iterator[Any]:
    """Yield reports near to what is offered: another seat's, nobody's, and a field just beyond its limits."""
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


def _said(explanation: Explanation) -> str:
    return f"{_key(explanation.text)} {_cited(explanation.rules)}"


def _cited(rules: Iterable[str]) -> str:
    return f"[{', '.join(rules)}]"


def _readers(explanation: Explanation) -> str:
    return "" if explanation.seats is None else f" for {sorted(explanation.seats)}"


def _of(seat: int | None) -> str:
    return "" if seat is None else f" of @{seat}"


def _key(text: Text) -> str:
    """Return a message as it stands in the source, and what fills its holes."""
    params = ", ".join(f"{name}: {_param(value)}" for name, value in text.params)
    said = f"“{text.message}”" if text.plural is None else f"“{text.message}” or “{text.plural}”"
    return f"{said}({params})" if params else said


def _param(value: Param) -> str:
    match value:
        case Player(seat):
            return f"@{seat}"
        case Listing(items):
            return f"[{', '.join(map(_param, items))}]"
        case Text():
            return _key(value)
        case _:
            return str(value)


if __name__ == "__main__":
    mount()
    for each in map(Path, sys.argv[1:] or TRANSCRIPTS):
        pins(each).write_text(pinned(each), encoding="utf-8")
    for game in games().values():
        (_HERE / game.meta.folder / f"{game.meta.id}.pinned").write_text(known(game.meta), encoding="utf-8")
