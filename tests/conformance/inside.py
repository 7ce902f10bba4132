"""Finds texts, explanations and ids of rules inside the values of a game."""

from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

import attrs
import pytest

from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import Column, Fact, HouseNumber, HouseRule, Step
from companion.kernel.offers import Choice, Composite, Number, Offer
from companion.kernel.record import AnyGame
from companion.kernel.text import Listing, Player, Text
from companion.lookup import rulebook


def inside(value: Any) -> Iterator[Any]:
    """Yield all attrs values within a value, itself included."""
    pending = [value]
    while pending:
        part = pending.pop()
        names = _names(type(part))
        if names is not None:
            yield part
            pending += [getattr(part, name) for name in names]
        elif isinstance(part, Mapping):
            pending += [*part.keys(), *part.values()]
        elif isinstance(part, tuple | list | set | frozenset):
            pending += part


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    return tuple(attribute.name for attribute in attrs.fields(kind)) if attrs.has(kind) else None


def asked_of(offer: Offer) -> set[Player]:
    """Return every player an offer names, but not by a number that can be only one: no player is asked for it."""
    parts = [part for field in offer.fields for part in (field.parts if isinstance(field, Composite) else (field,))]
    asked = [part for part in parts if not (isinstance(part, Number) and part.low == part.high)]
    return {one for value in (offer.label, asked) for one in inside(value) if isinstance(one, Player)}


def check(*values: Any) -> None:
    """Assert that all that is said inside the values can be rendered and cites rules that exist."""
    for value in values:
        for part in inside(value):
            _check(part)


def judged(game: AnyGame, state: Any, action: Any) -> Step[Any] | Explanation:
    """Return what an action leads to or why it is refused, and assert that ``apply`` and ``refusal`` agree on it."""
    why = game.refusal(state, action)
    if why is None:
        step = game.apply(state, action)
        assert isinstance(step, Step)
        return step
    check_verdict(why)
    with pytest.raises(Refused) as refused:
        game.apply(state, action)
    assert refused.value.why == why
    return why


@cache
def check_offer(offer: Offer) -> None:
    """Assert that an offer is well made; most offers of a walk are the same ones again and again."""
    check(offer)
    assert offer.rules, offer
    for part in inside(offer.fields):
        if isinstance(part, Choice):
            assert part.options, part
        if isinstance(part, Number):
            assert part.default is None or part.low <= part.default <= part.high, part


def check_verdict(why: Explanation) -> None:
    """Assert that a verdict of any tone cites rules."""
    check(why)
    assert why.rules, f"rests on nothing: {why.text.message}"


def _check(part: Any) -> None:
    match part:
        case Text():
            _check_text(part)
        case Explanation(tone=Tone.VERDICT) if not part.rules:
            raise AssertionError(f"rests on nothing: {part.text.message}")
        case Explanation(rules=rules) | Offer(rules=rules) | Fact(rules=rules):
            _check_rules(*rules)
        case Column(rule=rule) | HouseRule(rule=rule) | HouseNumber(rule=rule):
            _check_rules(rule)


@cache
def _check_rules(*ids: str) -> None:
    for id in ids:
        rulebook().rule(id)


@cache
def _check_text(text: Text) -> None:
    """Assert that every placeholder is filled with something that can be said."""
    params = dict(text.params)
    for template in (text.message, text.plural or ""):
        holes = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
        assert holes <= params.keys(), f"{template!r} is filled with {sorted(params)} only"
    assert text.plural is None or isinstance(params["n"], int), text
    for value in params.values():
        assert isinstance(value, int | str | Player | Listing | Text), f"{value!r} in {text.message!r}"
