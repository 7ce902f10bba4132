"""What is allowed now, and if it is not, why not and what to do instead."""

from typing import assert_never

from companion.games.labtag.actions import Action, Drawn, GroupsLaid, Picked, Revealed, TrophyChosen
from companion.games.labtag.cards import NUMBERS, Card, repeated
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name
from companion.games.labtag.model import Choosing, Drawing, GameOver, Laying, Match, Revealing, State, Trophy
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player, Text


def refusal(state: State, action: Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", 0)
    if seat not in state.seats:
        return _why(T("Nobody sits at seat {seat}.", seat=seat), "labtag.ruling.players")
    match action:
        case Drawn():
            return _drawn_refusal(state, action)
        case GroupsLaid():
            return _laid_refusal(state, action)
        case Picked():
            return _picked_refusal(state, action)
        case Revealed():
            return _revealed_refusal(state, action)
        case TrophyChosen():
            return _trophy_refusal(state, action)
        case _:
            assert_never(action)


def _waiting(state: State) -> Explanation:
    """Return what the table is waiting for, for a report that comes at the wrong moment."""
    match state.phase:
        case Drawing():
            return _why(T("First everyone draws cards: tell how many, and how many groups."), "labtag.setup.draw")
        case Laying():
            players = Listing(tuple(Player(seat) for seat in missing(state)))
            return _why(
                T("First all lay their groups. Still missing: {players}.", players=players), "labtag.setup.groups"
            )
        case Choosing(turn):
            text = T("{player} is on turn and picks two groups first.", player=Player(turn))
            return _why(text, "labtag.turn.choice", "labtag.turn.next")
        case Revealing(current):
            players = Listing(tuple(Player(seat) for seat in current.seats if current.told(seat) is None))
            return _why(T("A match is on: first tell the cards of {players}.", players=players), "labtag.turn.reveal")
        case Trophy(_, winner):
            text = T("First {player} chooses the trophy of this match.", player=Player(winner))
            return _why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
        case GameOver():
            return _why(T("This game is over. Start a rematch for another one."), "labtag.turn.next")
        case _:
            assert_never(state.phase)


def _drawn_refusal(state: State, action: Drawn) -> Explanation | None:
    """Everyone draws as many; every group needs a card (labtag.setup.draw, labtag.setup.groups, labtag.ruling.limits)."""
    if not isinstance(state.phase, Drawing):
        if isinstance(state.phase, GameOver):
            return _waiting(state)
        return _why(
            T("The cards are drawn already: correct that entry in the history if it is wrong."), "labtag.setup.draw"
        )
    limits = NUMBERS.cards, NUMBERS.groups
    for number, limit in zip((action.cards, action.groups), limits, strict=True):
        if not limit.fewest <= number <= limit.most:
            text = T("This has to be a number from {low} to {high}.", low=limit.fewest, high=limit.most)
            return _why(text, "labtag.ruling.limits", "labtag.setup.draw")
    if action.cards < action.groups * NUMBERS.groups.smallest:
        text = T(
            "There are more groups ({groups}) than cards ({cards}); every group needs at least one card.",
            cards=action.cards,
            groups=action.groups,
        )
        return _why(text, "labtag.setup.groups", "labtag.ruling.blocked")
    return None


def _laid_refusal(state: State, action: GroupsLaid) -> Explanation | None:
    """As many groups and cards as everyone, none empty (labtag.setup.groups, labtag.ruling.blocked)."""
    if not isinstance(state.phase, Laying):
        return _waiting(state)
    player, sizes = Player(action.seat), action.sizes
    if state.places[action.seat].groups:
        return _why(
            T(
                "{player}’s groups lie on the table already: correct that entry in the history if it is wrong.",
                player=player,
            ),
            "labtag.setup.groups",
        )
    if len(sizes) != state.groups:
        text = N(
            "{player} has {n} group, but everyone makes {groups}.",
            "{player} has {n} groups, but everyone makes {groups}.",
            n=len(sizes),
            player=player,
            groups=state.groups,
        )
        return _why(text, "labtag.setup.groups", "labtag.ruling.players")
    for number, size in enumerate(sizes, start=1):
        if size < NUMBERS.groups.smallest:
            text = T(
                "{player}’s group {number} is empty; every group needs at least one card.", player=player, number=number
            )
            return _why(text, "labtag.setup.groups", "labtag.ruling.blocked")
    if sum(sizes) != state.cards:
        text = T(
            "Counted together {player}’s groups come to {counted}, but everyone has drawn {cards}.",
            player=player,
            counted=sum(sizes),
            cards=state.cards,
        )
        return _why(text, "labtag.setup.draw", "labtag.ruling.blocked")
    return None


def _picked_refusal(state: State, action: Picked) -> Explanation | None:
    """One own group against one of the largest opponent's (labtag.turn.choice, labtag.turn.largest)."""
    phase = state.phase
    if not isinstance(phase, Choosing):
        return _waiting(state)
    if action.seat != phase.turn:
        text = T("It is not {other}’s turn; {player} picks.", other=Player(action.seat), player=Player(phase.turn))
        return _why(text, "labtag.turn.next", "labtag.turn.choice")
    opponent, target = action.against
    if opponent not in state.seats:
        return _why(T("Nobody sits at seat {seat}.", seat=opponent), "labtag.ruling.players")
    if opponent == action.seat:
        return _why(T("The second group must be an opponent’s: pick another one."), "labtag.turn.choice")
    may = state.opponents(action.seat)
    if opponent not in may:
        return _why(_largest(state, opponent, may), "labtag.turn.largest")
    for seat, group in ((action.seat, action.group), (opponent, target)):
        if not state.places[seat].lies(group):
            text = T(
                "{player} has no group {number} face down: pick one that still is.",
                player=Player(seat),
                number=group + 1,
            )
            return _why(text, "labtag.turn.choice")
    return None


def _largest(state: State, opponent: int, may: tuple[int, ...]) -> Text:
    """Return who may be picked instead of an opponent (labtag.turn.largest)."""
    return N(
        "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} group.",
        "{opponent} may not be picked: only who has the most groups face down may. That is {players}, with {n} groups.",
        n=state.places[may[0]].face_down,
        opponent=Player(opponent),
        players=Listing(tuple(map(Player, may))),
    )


def _revealed_refusal(state: State, action: Revealed) -> Explanation | None:
    """The cards of a group in the match: as many as were laid, no special twice (labtag.turn.reveal, labtag.special.one_each)."""
    phase = state.phase
    if not isinstance(phase, Revealing):
        return _waiting(state)
    player, current = Player(action.seat), phase.match
    if action.seat not in current.seats:
        players = Listing(tuple(map(Player, current.seats)))
        text = T("{player} is not in this match: tell the cards of {players}.", player=player, players=players)
        return _why(text, "labtag.turn.reveal")
    if current.told(action.seat) is not None:
        return _why(
            T("{player}’s cards are told already: correct that entry in the history if it is wrong.", player=player),
            "labtag.turn.reveal",
        )
    return _impossible_group(state, current, action.seat, action.cards)


def _impossible_group(state: State, current: Match, seat: int, cards: tuple[Card, ...]) -> Explanation | None:
    """Return why these cards cannot be the group that a player turns up (labtag.special.one_each, labtag.ruling.blocked)."""
    number = current.groups[current.seats.index(seat)]
    size = state.places[seat].groups[number].size
    if len(cards) != size:
        text = N(
            "{player}’s group {number} was laid with {n} card; {told} are told. Tell as many, or correct the groups in the history.",
            "{player}’s group {number} was laid with {n} cards; {told} are told. Tell as many, or correct the groups in the history.",
            n=size,
            player=Player(seat),
            number=number + 1,
            told=len(cards),
        )
        return _why(text, "labtag.ruling.blocked", "labtag.setup.groups")
    if special := repeated(cards):
        text = T(
            "{player}’s group holds more than one {special}; only one of each special is allowed in a group. Tell the cards again, or put the groups right first.",
            player=Player(seat),
            special=SPECIAL_NAMES[special],
        )
        return _why(text, "labtag.special.one_each", "labtag.ruling.blocked")
    return None


def _trophy_refusal(state: State, action: TrophyChosen) -> Explanation | None:
    """Only the winner chooses, among the highest own cards (labtag.match.trophy, labtag.ruling.trophy_choice)."""
    phase = state.phase
    if not isinstance(phase, Trophy):
        return _waiting(state)
    if action.seat != phase.winner:
        text = T("{player} has won the match and chooses the trophy.", player=Player(phase.winner))
        return _why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
    if action.card not in phase.cards:
        cards = Listing(tuple(card_name(card) for card in phase.cards))
        text = T("The trophy must be one of the highest own cards: {cards}.", cards=cards)
        return _why(text, "labtag.match.trophy", "labtag.ruling.highest_card")
    return None


def _why(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules)


def missing(state: State) -> tuple[int, ...]:
    """Return who has not laid groups yet, the starting player first."""
    order = (state.first, *state.left_of(state.first)[:-1])
    return tuple(seat for seat in order if not state.places[seat].groups)
