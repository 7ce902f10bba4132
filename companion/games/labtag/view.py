"""The view of a game of LABTAG Schlamboree; the same for all."""

from typing import Final, assert_never

from attrs import frozen

from companion.games.labtag.cards import Kind
from companion.games.labtag.final import Question, Standing, piles, proof, result, standings
from companion.games.labtag.messages import T, groups_of
from companion.games.labtag.model import (
    Choosing,
    Drawing,
    GameOver,
    Laying,
    Phase,
    Place,
    Ranking,
    Revealing,
    State,
    Trophy,
    even_sizes,
)
from companion.games.labtag.reports.turning import SUM_RULES
from companion.games.labtag.shared import asked, decision_so_far, open_seats, parity_note
from companion.kernel.explain import Explanation, note, todo
from companion.kernel.game import Fact, View
from companion.kernel.text import Listing, Player, Text

PHASES: Final = {
    Drawing: "setup",
    Laying: "setup",
    Choosing: "choosing",
    Revealing: "revealing",
    Trophy: "trophy",
    Ranking: "over",
    GameOver: "over",
}


@frozen(kw_only=True)
class TableView(View):
    """The view of a game of LABTAG Schlamboree; face-down cards are unknown to the program, too.

    :param laying: the players who have to lay groups, the next one first.
    :param sizes: a proposal of group sizes, as equal as possible.
    :param telling: the seats whose groups are not fully reported.
    :param missing: the unknown number that decides the match.
    :param question: the question about a victory pile, to settle a tie.
    :param standings: the final ranking, with the proof of every tie.
    """

    places: tuple[Place, ...]
    cards: int
    groups: int
    state_phase: Phase
    laying: tuple[int, ...]
    sizes: tuple[int, ...]
    telling: tuple[int, ...]
    missing: Kind | None
    opponents: tuple[int, ...]
    question: Question | None
    match_number: int
    standings: tuple[Standing, ...]
    proof: tuple[Explanation, ...]


def view(state: State) -> TableView:
    """Return the view of a state."""
    phase = state.phase
    may = state.opponents(phase.turn) if isinstance(phase, Choosing) else ()
    ranked = _standings(state) if isinstance(phase, GameOver) else ()
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=1,
        facts=_facts(state),
        notes=_notes(state),
        places=state.places,
        cards=state.cards,
        groups=state.groups,
        state_phase=phase,
        laying=state.laying if isinstance(phase, Laying) else (),
        sizes=even_sizes(state.cards, state.groups) if isinstance(phase, Laying) else (),
        telling=open_seats(state),
        missing=decision_so_far(state).missing if isinstance(phase, Revealing) else None,
        opponents=may,
        question=asked(state) if isinstance(phase, Ranking) else None,
        match_number=state.matches + (_running(state) or not isinstance(phase, Revealing | Trophy)),
        standings=ranked,
        proof=proof(ranked),
        asked=_asked_alone(phase, state),
        heading=_heading(state),
        ranks=tuple(each.place for each in sorted(ranked, key=lambda each: each.seat)) or None,
    )


def _asked_alone(phase: Phase, state: State) -> tuple[int, ...]:
    """Return the players who alone can pick, lay or choose a trophy; open cards may be reported by anybody."""
    if isinstance(phase, Choosing):
        return (phase.turn,)
    if isinstance(phase, Trophy):
        return (phase.winner,)
    return state.laying if isinstance(phase, Laying) else ()


def _heading(state: State) -> Text:
    number = state.matches + _running(state)
    return T("Match {number}", number=number) if number else T("Before the first match")


def _running(state: State) -> bool:
    return isinstance(state.phase, Revealing) and state.phase.won is None


def _standings(state: State) -> tuple[Standing, ...]:
    return standings(piles(state.places, state.house))


def _sum_asked(kind: Kind, players: Listing) -> Explanation:
    """Return the question for a number of insufficiently known groups, with the rules that make it matter."""
    texts: dict[Kind, Text] = {
        "labtag": T("What do the LABTAG values of {players} add up to?", players=players),
        "values": T("What do the card values of {players} add up to? B, D, K and A count 1 each.", players=players),
        "legendary": T(
            "{players}: how many legendary cards are there, golden ones and every D, K and A?", players=players
        ),
    }
    return todo(texts[kind], *SUM_RULES[kind])


def _pile_asked(question: Question) -> Explanation:
    """Return the question about a victory pile, with the rules that make it matter."""
    player = Player(question.seat)
    if question.kind == "legendary":
        text = T("Equally high cards: how many cards on {player}’s victory pile are legendary?", player=player)
        return todo(text, "labtag.final.tie_legendary", "labtag.ruling.legendary")
    text = (
        T("Tied on trophies: what is the LABTAG value of the highest card on {player}’s victory pile?", player=player)
        if question.kind == "labtag"
        else T(
            "Tied on trophies: what is the card value of the highest card on {player}’s victory pile? B, D, "
            "K and A count 1.",
            player=player,
        )
    )
    return todo(text, "labtag.final.tie_card", "labtag.ruling.final_tie")


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Drawing():
            text = T("How many cards does everybody draw, and how many groups are there?")
            return todo(text, "labtag.setup.draw", "labtag.setup.groups")
        case Laying():
            text = T(
                "{player} lays {groups} face down. How many cards are in each?",
                player=Player(state.laying[0]),
                groups=groups_of(state.groups),
            )
            return todo(text, "labtag.setup.groups", "labtag.special.one_each")
        case Choosing(turn):
            may = state.opponents(turn)
            if 1 < len(may) == len(state.places) - 1:
                text = T("{player} picks one of their groups, then any opponent’s.", player=Player(turn))
            else:
                players = Listing(tuple(map(Player, may)))
                text = T(
                    "{player} picks one of their groups, then one of {players}’s.", player=Player(turn), players=players
                )
            return todo(text, "labtag.turn.choice", "labtag.turn.largest")
        case Revealing() if kind := decision_so_far(state).missing:
            return _sum_asked(kind, Listing(tuple(map(Player, open_seats(state)))))
        case Revealing(current):
            text = T("Which cards does {player} turn up?", player=Player(current.unreported[0]))
            return todo(text, "labtag.turn.reveal", "labtag.match.strength")
        case Trophy(_, winner):
            text = T("{player} wins the match and chooses the trophy.", player=Player(winner))
            rules = ("labtag.match.trophy", "labtag.ruling.trophy_choice", "labtag.ruling.highest_card")
            return todo(text, *rules)
        case Ranking():
            return _pile_asked(asked(state))
        case GameOver():
            return result(_standings(state))
        case _:
            assert_never(state.phase)


def _notes(state: State) -> tuple[Explanation, ...]:
    if isinstance(state.phase, Drawing):
        text = (
            T(
                "Other numbers of cards are fine too; with {n} players an even number of groups works best.",
                n=len(state.places),
            )
            if len(state.places) % 2
            else T(
                "Other numbers of cards are fine too; with {n} players an odd number of groups works best.",
                n=len(state.places),
            )
        )
        return (note(text, "labtag.setup.group_count", "labtag.setup.draw"),)
    if isinstance(state.phase, Laying):
        special = note(T("B, D, K and A: each at most once per group."), "labtag.special.one_each")
        return (*parity_note(state), special)
    if isinstance(state.phase, Choosing):
        may = state.opponents(state.phase.turn)
        open_seats = [seat for seat in state.seats if seat != state.phase.turn and state.places[seat].face_down]
        if len(may) < len(open_seats):
            text = T(
                "Only {players} may be picked: the most groups face down ({number}).",
                number=state.places[may[0]].face_down,
                players=Listing(tuple(map(Player, may))),
            )
            return (note(text, "labtag.turn.largest"),)
    return ()


def _facts(state: State) -> tuple[Fact, ...]:
    facts = []
    if state.cards:
        facts.append(Fact(T("Cards of each player"), state.cards, rules=("labtag.setup.draw",)))
        facts.append(Fact(T("Groups of each player"), state.groups, rules=("labtag.setup.groups",)))
    for seat, place in enumerate(state.places):
        facts.append(Fact(T("Groups face down"), place.face_down, seat, ("labtag.turn.largest",)))
        facts.append(Fact(T("Trophies"), len(place.pile), seat, ("labtag.final.points",)))
    return tuple(facts)
