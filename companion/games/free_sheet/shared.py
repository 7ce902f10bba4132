"""Functions that several reports of the free sheet share: entering points, ending a round and the game."""

from collections.abc import Hashable

from companion.games.free_sheet.messages import N, T
from companion.games.free_sheet.model import GameOver, State
from companion.games.free_sheet.sums import written
from companion.kernel.explain import Explanation, why
from companion.kernel.report import Effects
from companion.kernel.text import Each, Listing, Player, Text


def closed(state: State) -> Explanation | None:
    """Return why a closed sheet accepts no more entries (free_sheet.end)."""
    if isinstance(state.phase, GameOver):
        return why(T("The game is over. Undo the last entry to go on with this sheet."), "free_sheet.end")
    return None


def write(effects: Effects[State], seat: int, terms: tuple[int, ...]) -> None:
    """Enter a player's points of this round (free_sheet.points, free_sheet.sum).

    :param terms: the numbers that make up the points.
    """
    state, points, player = effects.state, sum(terms), Player(seat)
    text = T(
        "{player} gets {points} in round {round}.",
        player=player,
        points=points,
        round=state.round,
        of_several=T(
            "{players} get {points} in round {round}.", players=Each((player,)), points=points, round=state.round
        ),
    )
    rules: tuple[str, ...] = ("free_sheet.points",)
    if len(terms) > 1:
        text = T(
            "{player} gets {sum} = {points} in round {round}.",
            player=player,
            sum=written(terms),
            points=points,
            round=state.round,
        )
        rules = ("free_sheet.points", "free_sheet.sum")
    message = effects.say(text, *rules)
    effects.score(seat, state.round, "points", points, message)
    effects.change(
        points=(*state.points[:seat], points, *state.points[seat + 1 :]),
        totals=(*state.totals[:seat], state.totals[seat] + points, *state.totals[seat + 1 :]),
    )


def end_round(effects: Effects[State]) -> None:
    """Start the next round once all players have points, unless this was the last (free_sheet.round)."""
    state, house = effects.state, effects.state.house
    if state.missing:
        return
    if house.end == "rounds" and state.round >= house.rounds:
        text = N("The one round has been played.", "All {n} rounds have been played.", n=house.rounds)
        effects.say(text, "free_sheet.ruling.end")
        end_game(effects)
    elif house.end == "target" and (there := [seat for seat in state.seats if state.totals[seat] >= house.target]):
        players = Listing(tuple(map(Player, there)))
        text = N(
            "{players} has reached {target} points.",
            "{players} have reached {target} points.",
            n=len(there),
            players=players,
            target=house.target,
        )
        effects.say(text, "free_sheet.ruling.end")
        end_game(effects)
    else:
        dealt = state.dealt.plus(state.left_of(state.dealt[-1]))
        effects.change(round=state.round + 1, points=(None,) * len(state.points), dealt=dealt)
        announce_dealer(effects, "free_sheet.round")


def round_title(state: State) -> Text:
    """Return the name of the current round; with a fixed number of rounds, how many there are (free_sheet.ruling.end)."""
    house, round = state.house, state.round
    if house.end != "rounds" or house.rounds == 1:
        return T("Round {round}", round=round)
    if round >= house.rounds:
        return T("Last round")
    return T("Round {round} of {all}", round=round, all=house.rounds)


def announce_dealer(effects: Effects[State], *rules: str) -> None:
    """Announce the dealer of this round, if dealers are noted (free_sheet.ruling.dealer)."""
    if text := dealer_note(effects.state):
        effects.todo(text, "free_sheet.ruling.dealer", *rules)


def dealer_note(state: State) -> Text | None:
    """Return the dealer of this round, if dealers are noted."""
    if not state.dealers:
        return None
    return T("{round}: {player} deals.", round=round_title(state), player=Player(state.dealers[-1]))


def end_game(effects: Effects[State]) -> None:
    """Close the sheet and announce the winner (free_sheet.end, free_sheet.ruling.wins, free_sheet.ties)."""
    effects.change(phase=GameOver())
    state, leaders = effects.state, effects.state.leaders
    points = state.totals[leaders[0]]
    if len(leaders) == 1:
        text = N(
            "{player} wins with {n} point.",
            "{player} wins with {n} points.",
            n=points,
            player=Player(leaders[0]),
        )
        effects.say(text, "free_sheet.end", "free_sheet.ruling.wins")
    else:
        players = Listing(tuple(map(Player, leaders)))
        text = N(
            "{players} share first place with {n} point each.",
            "{players} share first place with {n} points each.",
            n=points,
            players=players,
        )
        effects.say(text, "free_sheet.ties", "free_sheet.ruling.wins")


def event(state: State, *more: Hashable) -> Hashable:
    """Return a key that identifies the current event, to reject duplicate reports."""
    return state.round, state.phase, more
