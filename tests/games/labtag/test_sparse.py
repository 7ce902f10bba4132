"""LABTAG Schlamboree reported with few details: the sheet is that of the same game reported card by card."""

from collections.abc import Iterator
from random import Random

import pytest
from attrs import frozen
from effort import effort
from games.labtag.table import Table

from companion.games.labtag.cards import SPECIALS, Card, Tally
from companion.games.labtag.match import height
from companion.games.labtag.meta import META
from companion.games.labtag.model import Choosing, GameOver, Ranking, Revealing, Trophy
from companion.games.labtag.reports import (
    AllLaid,
    Drawn,
    GroupsLaid,
    MatchWon,
    Picked,
    PileTold,
    Rechecked,
    Revealed,
    Summed,
    TrophyChosen,
)


@frozen
class Played:
    """A match as it was at the table."""

    seats: tuple[int, int]
    groups: tuple[int, int]
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    winner: int | None
    trophy: Card | None


def group(dice: Random, size: int) -> tuple[Card, ...]:
    """Return cards of low values, so that ties are many."""
    specials = dice.sample(SPECIALS, k=min(size, dice.choice([0, 0, 0, 1, 1, 2, 4])))
    values = [*specials, *(dice.randint(1, 3) for _ in range(size - len(specials)))]
    return tuple(Card(dice.randint(1, 3), value, dice.random() < 0.3) for value in values)


def begun(dice: Random, players: int, house: dict[str, str | int], first: int) -> tuple[Table, list[list[int]]]:
    """Return a table at which all have laid, and the groups' sizes."""
    groups = dice.randint(1, 4)
    number = groups + dice.randint(0, 4)
    table = Table(players, house=house, first=first).report(Drawn(number, groups))
    laid = []
    for seat in range(players):
        cuts = sorted(dice.sample(range(1, number), k=groups - 1))
        sizes = [right - left for left, right in zip([0, *cuts], [*cuts, number], strict=True)]
        laid.append(sizes)
        table.report(GroupsLaid(seat, tuple(sizes)))
    return table, laid


def exactly(dice: Random, table: Table, sizes: list[list[int]]) -> Iterator[Played]:
    """Play a game card by card and yield its matches."""
    while isinstance(table.state.phase, Choosing):
        turn = table.state.phase.turn
        other = dice.choice(table.state.opponents(turn))
        seats = (turn, other)
        places = [table.state.places[seat] for seat in seats]
        left, right = (dice.choice([n for n, each in enumerate(place.groups) if each.face_down]) for place in places)
        before = [len(place.pile) for place in table.state.places]
        mine, theirs = group(dice, sizes[turn][left]), group(dice, sizes[other][right])
        table.report(Picked(turn, left, (other, right)), Revealed(other, theirs), Revealed(turn, mine))
        if isinstance(table.state.phase, Trophy):
            table.report(TrophyChosen(table.state.phase.winner, dice.choice(table.state.phase.cards)))
        won = [seat for seat, place in enumerate(table.state.places) if len(place.pile) > before[seat]]
        trophy = table.state.places[won[0]].pile[-1] if won else None
        yield Played(seats, (left, right), (mine, theirs), won[0] if won else None, trophy)


STYLES = ("won", "won with groups", "sums", "sums and cards", "cards", "groups and cards", "checked", "given up")


def report_match(dice: Random, table: Table, match: Played, style: str) -> None:
    """Report a match in one of several styles, and answer every question."""
    (turn, other), (left, right) = match.seats, match.groups
    result = MatchWon(turn, other, match.winner)
    by_seat = dict(zip(match.seats, match.cards, strict=True))
    if style == "won with groups":
        result = MatchWon(turn, other, match.winner, left, right)
    if style.startswith("won") or (style == "checked" and match.winner is None):
        table.report(result)
        return
    if style == "checked":
        table.report(result)
        if not isinstance(table.state.phase, Choosing | Ranking):
            return  # it was the last match
        table.report(Rechecked())
    else:
        known = style == "groups and cards"
        table.report(Picked(turn, left if known else None, (other, right if known else None)))
    if style == "given up":
        table.report(Revealed(other, by_seat[other]), result)
    for seat in match.seats if style != "given up" else ():
        summed = style == "sums" or (style == "sums and cards" and seat == turn)
        table.report(Summed(seat, Tally.of(by_seat[seat]).specials) if summed else Revealed(seat, by_seat[seat]))
    while isinstance(table.state.phase, Revealing) and style != "given up":
        kind, seat = table.view.missing, table.view.telling[0]
        assert kind
        if style == "sums and cards" and dice.random() < 0.5:
            table.report(Revealed(seat, by_seat[seat]))
        else:
            tally = Tally.of(by_seat[seat])
            table.report(Summed(seat, tally.specials, **{kind: tally.sum(kind)}))
    if isinstance(table.state.phase, Trophy):
        assert match.trophy
        table.report(TrophyChosen(table.state.phase.winner, match.trophy))


def settle(table: Table, exact: Table) -> int:
    """Answer the questions at the end, and return how many there were."""
    asked = 0
    while isinstance(table.state.phase, Ranking):
        question = table.view.question
        assert question
        pile = exact.state.places[question.seat].known
        highest = max(pile, key=lambda card: height(card, exact.state.house))
        answers = {
            "labtag": PileTold(question.seat, labtag=highest.labtag),
            "values": PileTold(question.seat, value=highest.points),
            "legendary": PileTold(question.seat, legendary=sum(card.legendary for card in pile)),
        }
        table.report(answers[question.kind])
        asked += 1
    return asked


@pytest.mark.rule("labtag.final.points", "labtag.final.tie_card", "labtag.final.tie_legendary", "labtag.final.draw")
@pytest.mark.parametrize("seed", range(effort(few=60, many=700)))
def test_a_sparsely_reported_game_ends_with_the_points_of_its_exact_twin(seed: int) -> None:
    dice = Random(seed)
    house: dict[str, str | int] = {rule.key: dice.choice(rule.options).id for rule in META.house_rules}
    players, first = dice.randint(2, 5), 0
    exact, sizes = begun(dice, players, house, first)
    matches = list(exactly(dice, exact, sizes))
    number, groups = exact.state.cards, exact.state.groups
    for styles in (("won",), ("sums",), STYLES):
        twin = Table(players, house=house, first=first)
        if len(styles) > 1 and dice.random() < 0.5:
            twin.report(Drawn(number, groups), *(GroupsLaid(seat, tuple(sizes[seat])) for seat in (0, 1)))
        if not isinstance(twin.state.phase, Choosing):
            twin.report(AllLaid(number, groups))
        for match in matches:
            report_match(dice, twin, match, dice.choice(styles))
        settle(twin, exact)
        assert isinstance(twin.state.phase, GameOver)
        assert sheet(twin) == sheet(exact)
        assert twin.places == exact.places


def sheet(table: Table) -> list[tuple[int, int]]:
    """Return every player's points."""
    totals = [0] * len(table.state.places)
    for line in table.lines:
        totals[line.seat] += line.points
    return list(enumerate(totals))
