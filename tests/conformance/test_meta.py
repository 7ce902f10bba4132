"""What a game says of itself before anybody plays it."""

import re
from typing import Any

import attrs
import pytest
from conformance.inside import check, check_verdict
from conformance.walks import Tape, setup_of, tapes
from hypothesis import given

from companion.i18n import Renderer
from companion.kernel.explain import Refused
from companion.kernel.game import Setup
from companion.kernel.kinds import kinds
from companion.kernel.record import AnyGame
from companion.kernel.setup import complete_house
from companion.resources import locales, rules_folders


def test_meta_is_sound(game: AnyGame) -> None:
    """Names are unique, ranges hold their defaults, every rule cited exists, every older revision can be brought up."""
    meta = game.meta
    check(meta)
    assert meta.folder in rules_folders()
    assert re.fullmatch(r"[a-z][a-z0-9_]*", meta.id)
    assert re.fullmatch(r"#[0-9a-f]{6}", meta.colour)
    assert 1 <= meta.seats[0] <= meta.seats[1]
    assert set(game.upcasters) == set(range(1, meta.revision))
    assert len({column.id for column in meta.columns}) == len(meta.columns)
    assert all(column.worth for column in meta.columns)
    options = {rule.key: [option.id for option in rule.options] for rule in meta.house_rules}
    named = [meta.house_name.key] if meta.house_name else []
    keys = [*options, *(number.key for number in meta.house_numbers), *named]
    assert len(set(keys)) == len(keys)
    for ids in options.values():
        assert len(set(ids)) == len(ids) > 1
    for number in meta.house_numbers:
        assert number.low <= number.default <= number.high
        assert number.needs[1] in options[number.needs[0]]
    if meta.starter_needs:
        assert meta.starter
        assert meta.starter_needs[1] in options[meta.starter_needs[0]]


@pytest.mark.parametrize("locale", locales())
def test_options_of_a_house_rule_have_different_texts(game: AnyGame, locale: str) -> None:
    """A translator who copies a line makes two options of it that no player can choose between."""
    said = Renderer(locale)
    for rule in game.meta.house_rules:
        ways = [said.text(option.title) for option in rule.options]
        assert len(set(ways)) == len(ways), rule.key


def test_actions_can_be_logged(game: AnyGame) -> None:
    """Action classes are frozen and have kinds of their own."""
    assert len(kinds(game.meta.id, game.actions)) == len(game.actions)
    for action in game.actions:
        assert attrs.has(action)
        assert action.__hash__, f"{action.__name__} can be changed"


def test_actions_say_what_they_report(game: AnyGame) -> None:
    """The author of a game reads it there."""
    for action in game.actions:
        assert action.__doc__, action.__name__


@given(tape=tapes(longest=30))
def test_every_setup_starts(game: AnyGame, tape: Tape) -> None:
    """Every number of players and every house rule gives a start that says what to do."""
    setup = setup_of(game.meta, tape)
    step = game.start(setup)
    assert step.messages
    check(step.messages)
    assert not game.is_over(step.state)
    assert not step.points
    assert complete_house(game.meta, setup) == {**complete_house(game.meta, Setup(setup.seats)), **setup.house}


def test_who_starts_is_asked_where_it_matters(game: AnyGame) -> None:
    """A question that changes nothing is not asked."""
    first, other = (game.start(Setup(game.meta.seats[1], first=seat)) for seat in (0, 1))
    assert (first != other) == bool(game.meta.starter)


def impossible(game: AnyGame) -> list[dict[str, Any]]:
    """Return setups that no game takes."""
    fewest, most = game.meta.seats
    wrong: list[dict[str, Any]] = [
        {"seats": fewest - 1},
        {"seats": most + 1},
        {"first": fewest},
        {"first": -1},
        {"house": {"no such rule": "x"}},
    ]
    wrong += [{"house": {rule.key: "no such option"}} for rule in game.meta.house_rules]
    for number in game.meta.house_numbers:
        wrong += [{"house": {number.key: value}} for value in (number.low - 1, number.high + 1, "x")]
    if name := game.meta.house_name:
        wrong += [{"house": {name.key: value}} for value in ("x" * (name.longest + 1), 7)]
    return [{"seats": fewest} | setup for setup in wrong]


def test_impossible_setups_are_refused(game: AnyGame) -> None:
    """A setup outside of what the game knows is refused with a reason."""
    for setup in impossible(game):
        with pytest.raises(Refused) as refused:
            game.start(Setup(**setup))
        check_verdict(refused.value.why)
