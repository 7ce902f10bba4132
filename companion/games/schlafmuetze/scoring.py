"""The end of a round and of the game."""

from companion.games.schlafmuetze.messages import N, T, penalty_points
from companion.games.schlafmuetze.model import State, plus
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Counting, GameOver, RoundOver
from companion.kernel.report import Effects
from companion.kernel.text import Each, Listing, Player, Text


def end_round(effects: Effects[State], winner: int | None) -> None:
    """Score the round, or ask for the hands if they are unknown (schlafmuetze.ruling.keeping)."""
    if effects.state.every_card:
        assert effects.state.hands is not None
        score(effects, winner, effects.state.hands)
    else:
        effects.state = effects.state.forgotten()
        effects.change(phase=Counting(winner, effects.state.uncounted(winner)))


def score(effects: Effects[State], winner: int | None, hands: tuple[int, ...]) -> None:
    """Score a penalty point for each card and chip; the winner's chips are free (schlafmuetze.score.minus)."""
    chips = effects.state.chips
    for seat in effects.state.everybody:
        if seat != winner:
            _minus(effects, seat, hands[seat])
        elif number := chips[seat]:
            text = N(
                "{player}'s chip does not count.",
                "{player}'s {n} chips do not count.",
                n=number,
                player=Player(seat),
            )
            effects.say(text, "schlafmuetze.score.winner_chips")
    sleepy = tuple(seat for seat in effects.state.everybody if hands[seat] == max(hands))
    text = N(
        "Schlafmütze of the round, with {n} card: {players}.",
        "Schlafmütze of the round, with {n} cards: {players}.",
        n=max(hands),
        players=Listing(tuple(map(Player, sleepy))),
    )
    effects.say(text, "schlafmuetze.score.title", "schlafmuetze.ruling.title")
    if any(chips):
        effects.todo(T("All chips go back to the middle."), "schlafmuetze.ruling.chips_back")
    effects.change(
        phase=RoundOver(winner, hands, chips, sleepy, _next_dealer(effects.state, hands, winner)),
        hands=hands,
        chips=(0,) * effects.state.seats,
        colour=None,
        pausing=None,
        tried=(),
        latest=None,
        last_known=None,
    )
    _end_game_if_due(effects)


def gained(phase: RoundOver | GameOver, seat: int) -> int:
    """Return a player's penalty points of the round (schlafmuetze.score.minus, schlafmuetze.score.winner_chips)."""
    if seat == phase.winner:
        return 0
    return phase.hands[seat] * NUMBERS.score.card + phase.chips[seat] * NUMBERS.score.chip


def _minus(effects: Effects[State], seat: int, cards: int) -> None:
    player, chips = Player(seat), effects.state.chips[seat]
    players = Each((player,))
    if points := cards * NUMBERS.score.card:
        text = N(
            "{points} for {player}: {n} card in hand.",
            "{points} for {player}: {n} cards in hand.",
            n=cards,
            points=penalty_points(points),
            player=player,
            of_several=N(
                "{points} each for {players}: {n} card in hand.",
                "{points} each for {players}: {n} cards in hand.",
                n=cards,
                points=penalty_points(points),
                players=players,
            ),
        )
        _count(effects, seat, "cards", points, text)
    if points := chips * NUMBERS.score.chip:
        text = N(
            "{points} for {player}: {n} chip.",
            "{points} for {player}: {n} chips.",
            n=chips,
            points=penalty_points(points),
            player=player,
            of_several=N(
                "{points} each for {players}: {n} chip.",
                "{points} each for {players}: {n} chips.",
                n=chips,
                points=penalty_points(points),
                players=players,
            ),
        )
        _count(effects, seat, "chips", points, text)


def _count(effects: Effects[State], seat: int, column: str, points: int, text: Text) -> None:
    message = effects.say(text, "schlafmuetze.score.minus", "schlafmuetze.score.sheet")
    effects.score(seat, effects.state.round, column, points, message)
    effects.change(totals=plus(effects.state.totals, (seat,), points))


def _next_dealer(state: State, hands: tuple[int, ...], winner: int | None) -> int:
    """Return the next dealer: the next player clockwise, or the loser of the round (schlafmuetze.ruling.dealer)."""
    following = state.left_of(state.dealer)
    if state.house.deal == "clockwise":
        return following
    lost = {seat: 0 if seat == winner else hands[seat] + state.chips[seat] for seat in state.clockwise(following)}
    return max(lost, key=lambda seat: lost[seat])


def _end_game_if_due(effects: Effects[State]) -> None:
    """End the game if a player has reached the target (schlafmuetze.goal.game, schlafmuetze.ruling.game_end).

    Decision: a target once reached stays reached, even if its player leaves before the tie is broken.
    """
    house, totals = effects.state.house, effects.state.totals
    if house.length != "target" or max(totals) < house.target:
        return
    reached = tuple(Player(seat) for seat, total in enumerate(totals) if total >= house.target)
    text = T("{target} penalty points are reached: {players}.", target=house.target, players=Listing(reached))
    effects.say(text, "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end")
    if house.tie == "one_more" and len(effects.state.best) > 1:
        effects.say(T("The leaders are tied: by the house rule, one more round."), "schlafmuetze.ruling.game_end")
        return
    game_over(effects)


def game_over(effects: Effects[State]) -> None:
    """End the game after the round that has just been scored (schlafmuetze.goal.game)."""
    last = effects.phase(RoundOver)
    effects.change(phase=GameOver(last.winner, last.hands, last.chips, last.sleepy))
