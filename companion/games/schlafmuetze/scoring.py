"""The end of a round and of the game."""

from companion.games.schlafmuetze.messages import N, T, minus_points
from companion.games.schlafmuetze.model import State, plus
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Counting, GameOver, RoundOver
from companion.kernel.report import Story
from companion.kernel.text import Listing, Player, Text


def end_round(story: Story[State], winner: int | None) -> None:
    """Count the cards in hand, or have them counted where they are not kept (schlafmuetze.ruling.keeping)."""
    if story.state.every_card:
        assert story.state.hands is not None
        score(story, winner, story.state.hands)
    else:
        story.state = story.state.forgotten()
        story.change(phase=Counting(winner, story.state.uncounted(winner)))


def score(story: Story[State], winner: int | None, hands: tuple[int, ...]) -> None:
    """A minus point for each card and chip; the winner's chips are free (schlafmuetze.score.minus)."""
    chips = story.state.chips
    for seat in story.state.everybody:
        if seat == winner:
            _chips_free(story, seat)
        else:
            _minus(story, seat, hands[seat])
    sleepy = tuple(seat for seat in story.state.everybody if hands[seat] == max(hands))
    text = N(
        "Schlafmütze of the round, with {n} card: {players}.",
        "Schlafmütze of the round, with {n} cards: {players}.",
        n=max(hands),
        players=Listing(tuple(map(Player, sleepy))),
    )
    story.tell(text, "schlafmuetze.score.title", "schlafmuetze.ruling.title")
    if any(chips):
        story.todo(T("All chips go back to the middle."), "schlafmuetze.ruling.chips_back")
    story.change(
        phase=RoundOver(winner, hands, chips, sleepy, _next_dealer(story.state, hands, winner)),
        hands=hands,
        chips=(0,) * story.state.seats,
        colour=None,
        pausing=None,
        tried=(),
        latest=None,
        told=None,
    )
    _end_game_if_due(story)


def _chips_free(story: Story[State], winner: int) -> None:
    if chips := story.state.chips[winner]:
        text = N(
            "{player}'s chip does not count.",
            "{player}'s {n} chips do not count.",
            n=chips,
            player=Player(winner),
        )
        story.tell(text, "schlafmuetze.score.winner_chips")


def _minus(story: Story[State], seat: int, cards: int) -> None:
    player, chips = Player(seat), story.state.chips[seat]
    if points := cards * NUMBERS.score.card:
        text = N(
            "{points} for {player}: {n} card in hand.",
            "{points} for {player}: {n} cards in hand.",
            n=cards,
            points=minus_points(points),
            player=player,
        )
        _count(story, seat, "cards", points, text)
    if points := chips * NUMBERS.score.chip:
        text = N(
            "{points} for {player}: {n} chip.",
            "{points} for {player}: {n} chips.",
            n=chips,
            points=minus_points(points),
            player=player,
        )
        _count(story, seat, "chips", points, text)


def _count(story: Story[State], seat: int, column: str, points: int, text: Text) -> None:
    said = story.tell(text, "schlafmuetze.score.minus", "schlafmuetze.score.sheet")
    story.score(seat, story.state.round, column, points, said)
    story.change(totals=plus(story.state.totals, (seat,), points))


def _next_dealer(state: State, hands: tuple[int, ...], winner: int | None) -> int:
    """The next one clockwise, or who lost the round (schlafmuetze.ruling.dealer)."""
    following = state.left_of(state.dealer)
    if state.house.deal == "clockwise":
        return following
    lost = {seat: 0 if seat == winner else hands[seat] + state.chips[seat] for seat in state.clockwise(following)}
    return max(lost, key=lambda seat: lost[seat])


def _end_game_if_due(story: Story[State]) -> None:
    """The round in which somebody reaches the target is the last (schlafmuetze.goal.game, schlafmuetze.ruling.game_end).

    Decision: a target that was reached stays so, though whoever reached it leaves before the tie is broken.
    """
    house, totals = story.state.house, story.state.totals
    if house.length != "target" or max(totals) < house.target:
        return
    reached = tuple(Player(seat) for seat, total in enumerate(totals) if total >= house.target)
    text = T("{target} minus points are reached: {players}.", target=house.target, players=Listing(reached))
    story.tell(text, "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end")
    if house.tie == "one_more" and len(story.state.best) > 1:
        story.tell(T("The best are level: by the house rule one more round."), "schlafmuetze.ruling.game_end")
        return
    game_over(story)


def game_over(story: Story[State]) -> None:
    """The round that is over was the last one (schlafmuetze.goal.game)."""
    last = story.phase(RoundOver)
    story.change(phase=GameOver(last.winner, last.hands, last.chips, last.sleepy))
