"""The numbers of Slam!, each as its table in ``rules_data`` has it."""

from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Setup:
    players_low: int
    players_high: int
    players_best: int
    many_players: int
    slams: int
    slams_short: int
    tricks: int
    hand: int
    poets: int
    with_third: int
    action_draw: int


@frozen
class Points:
    slam: int
    gold: int
    all: int


@frozen
class GoldCard:
    team_poets: int
    experienced: int


@frozen
class Bonuses:
    style_diversity: int
    storyteller: int
    smart: int
    not_male: int


@frozen
class Sister:
    more: int
    less: int


@frozen
class Die:
    faces: int
    contagious: int
    own: int
    neighbour: int
    hindered: int


@frozen
class Bribe:
    cents: tuple[int, ...]
    bonus: tuple[int, ...]
    most: int


@frozen
class Limits:
    low: int
    high: int
    usual: int
    adjust: int
    name: int


@frozen
class Numbers:
    """All of them; the file documents the purpose and the rule of each."""

    setup: Setup
    points: Points
    gold: GoldCard
    bonus: Bonuses
    sister: Sister
    die: Die
    bribe: Bribe
    entry: Limits


NUMBERS: Final = numbers("slam", Numbers)
