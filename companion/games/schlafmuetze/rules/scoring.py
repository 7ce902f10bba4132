"""The end of a round and of the game."""

from attrs import evolve

from companion.games.schlafmuetze import phases
from companion.games.schlafmuetze.cards import NUMBERS
from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import plus
from companion.games.schlafmuetze.rules.setting import deal
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import ScoreLine
from companion.kernel.text import Listing, Player


def end_round(story: Story, winner: int | None) -> None:
    """Count the cards in hand, or have them counted where they are not kept (schlafmuetze.ruling.keeping)."""
    if story.state.every_card:
        assert story.state.hands is not None
        score(story, winner, story.state.hands)
    else:
        story.state = evolve(story.state.forgotten(), phase=phases.Counting(winner))


def hands_counted(story: Story, hands: tuple[int, ...]) -> None:
    assert isinstance(story.state.phase, phases.Counting)
    score(story, story.state.phase.winner, hands)


def score(story: Story, winner: int | None, hands: tuple[int, ...]) -> None:
    """A minus point for each card and chip; the winner's chips are free (schlafmuetze.score.minus)."""
    chips = story.state.chips
    for seat in story.state.everybody:
        if seat == winner:
            if chips[seat]:
                text = N(
                    "{player}'s chip does not count.",
                    "{player}'s {n} chips do not count.",
                    n=chips[seat],
                    player=Player(seat),
                )
                story.tell(text, "schlafmuetze.score.winner_chips")
            continue
        minus(story, seat, "cards", hands[seat])
        minus(story, seat, "chips", chips[seat])
    sleepy = tuple(seat for seat in story.state.everybody if hands[seat] == max(hands))
    text = N(
        "Schlafmütze of the round, with {n} card: {players}.",
        "Schlafmütze of the round, with {n} cards: {players}.",
        n=max(hands),
        players=Listing(tuple(map(Player, sleepy))),
    )
    story.tell(text, "schlafmuetze.score.title", "schlafmuetze.ruling.title")
    if any(chips):
        story.tell(T("All chips go back to the middle."), "schlafmuetze.ruling.chips_back", tone=Tone.TODO)
    dealer = next_dealer(story, hands, winner)
    story.state = evolve(
        story.state,
        phase=phases.RoundOver(winner, hands, chips, sleepy, dealer),
        hands=hands,
        chips=(0,) * story.state.seats,
        colour=None,
        pausing=None,
        tried=(),
        latest=None,
        told=None,
    )
    end_game_if_due(story)


def minus(story: Story, seat: int, column: str, number: int) -> None:
    if not number:
        return
    if column == "cards":
        points = number * int(NUMBERS.score.card)
        text = N(
            "{points} minus for {player}: {n} card in hand.",
            "{points} minus for {player}: {n} cards in hand.",
            n=number,
            points=points,
            player=Player(seat),
        )
    else:
        points = number * int(NUMBERS.score.chip)
        text = N(
            "{points} minus for {player}: {n} chip.",
            "{points} minus for {player}: {n} chips.",
            n=number,
            points=points,
            player=Player(seat),
        )
    why = Explanation(text, ("schlafmuetze.score.minus", "schlafmuetze.score.sheet"))
    story.points.append(ScoreLine(seat, story.state.round, column, points, why))
    story.said.append(why)
    story.state = evolve(story.state, totals=plus(story.state.totals, (seat,), points))


def next_dealer(story: Story, hands: tuple[int, ...], winner: int | None) -> int:
    """The next one clockwise, or who lost the round (schlafmuetze.ruling.dealer)."""
    following = story.state.left_of(story.state.dealer)
    if story.state.house.deal == "clockwise":
        return following
    lost = [0 if seat == winner else hands[seat] + story.state.chips[seat] for seat in story.state.everybody]
    return next(seat for seat in story.state.clockwise(following) if lost[seat] == max(lost))


def end_game_if_due(story: Story) -> None:
    """The round in which somebody reaches the target is the last (schlafmuetze.goal.game, schlafmuetze.ruling.game_end)."""
    house, totals = story.state.house, story.state.totals
    if house.length != "target" or max(totals) < house.target:
        return
    reached = tuple(Player(seat) for seat in story.state.everybody if totals[seat] >= house.target)
    text = T("{target} minus points are reached: {players}.", target=house.target, players=Listing(reached))
    story.tell(text, "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end")
    if house.tie == "one_more" and totals.count(min(totals)) > 1:
        story.tell(T("The best are level: by the house rule one more round."), "schlafmuetze.ruling.game_end")
        return
    game_over(story)


def game_over(story: Story) -> None:
    phase = story.state.phase
    assert isinstance(phase, phases.RoundOver)
    story.state = evolve(story.state, phase=phases.GameOver(phase.winner, phase.hands, phase.chips, phase.sleepy))


def finish(story: Story) -> None:
    game_over(story)
    story.tell(
        T("You stop here: the fewest minus points win."), "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end"
    )


def next_round(story: Story) -> None:
    phase = story.state.phase
    assert isinstance(phase, phases.RoundOver)
    story.state = evolve(story.state, round=story.state.round + 1)
    story.tell(T("{player} deals.", player=Player(phase.dealer)), "schlafmuetze.ruling.dealer", tone=Tone.TODO)
    deal(story, phase.dealer)
