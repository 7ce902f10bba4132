"""What the players see of a table of Bronzen, and what they may report."""

from collections.abc import Sequence
from typing import Final, assert_never

from attrs import frozen

from companion.games.bronzen.actions import (
    Action,
    Cards,
    Color,
    Counter,
    Double,
    DoubleC,
    Einzel,
    Exchange,
    Finish,
    GiveUp,
    Jay,
    NextRound,
    Recount,
)
from companion.games.bronzen.cards import DECK, Card, held
from companion.games.bronzen.messages import CHIPS, SPECIALS, N, T, card_name
from companion.games.bronzen.model import (
    LADDER,
    NUMBERS,
    RATES,
    SEATS,
    Chip,
    Chips,
    Decided,
    GameOver,
    Laying,
    Reveal,
    RoundOver,
    Stack,
    State,
    Streak,
    Trick,
)
from companion.games.bronzen.rules import RULE_OF, SPECIAL_OF, laying_prompt, outstanding, refusal
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact
from companion.kernel.offers import Choice, Group, Number, Offer, Option, Weight
from companion.kernel.text import Listing, Player, Text

PHASES: Final = {
    Reveal: "reveal",
    Laying: "laying",
    Decided: "decided",
    RoundOver: "round_over",
    GameOver: "round_over",
}


@frozen
class Stake:
    """Points the running trick would bring a player."""

    seat: int
    points: int
    why: Explanation


@frozen
class TableView:
    """A table of Bronzen as everybody sees it; nothing in this game is secret.

    :param notes: what else matters now: a showdown, a bunker to shuffle, who goes first.
    :param face_down: how many cards each lays face down now; ``None`` if none are laid.
    :param showdown: who lays the very last card with the next open one and so must win clearly.
    :param winning: who is winning while the other has the word.
    :param chip: the chip the losing player may double with.
    :param goes_first: who lays first if the players argue.
    :param stakes: what the running trick would bring whom.
    :param bank: chips left per colour; ``None`` where the bank is unlimited.
    """

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...]
    notes: tuple[Explanation, ...]
    trick: int
    running: Trick
    stacks: tuple[Stack, Stack]
    accounts: tuple[Chips, Chips]
    streak: Streak | None
    face_down: int | None
    showdown: tuple[int, ...]
    winning: int | None
    chip: Chip | None
    goes_first: int
    stakes: tuple[Stake, ...]
    totals: tuple[int, int]
    bank: tuple[int | None, int | None, int | None]
    round_winner: int | None
    over: bool
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None


def view(state: State) -> TableView:
    """Return the table as everybody sees it, built from nothing."""
    phase = state.phase
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=state.round,
        facts=_facts(state),
        notes=_notes(state),
        trick=state.trick,
        running=state.running,
        stacks=state.stacks,
        accounts=state.accounts,
        streak=state.streak,
        face_down=state.face_down if isinstance(phase, Laying) else None,
        showdown=state.last_card_of,
        winning=phase.winning if isinstance(phase, Decided) else None,
        chip=LADDER[phase.trick.doubles[phase.losing]] if isinstance(phase, Decided) else None,
        goes_first=_goes_first(state),
        stakes=tuple(_stakes(state)),
        totals=state.totals,
        bank=(state.in_bank(Chip.BLACK), state.in_bank(Chip.GREEN), state.in_bank(Chip.RED)),
        round_winner=phase.winner if isinstance(phase, RoundOver | GameOver) else None,
        over=isinstance(phase, GameOver),
    )


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Reveal():
            text = T("Reveal the top cards. Who wins, or what came up?")
            return Explanation(text, ("bronzen.reveal", "bronzen.order.simultaneous"), Tone.TODO)
        case Laying():
            return laying_prompt(state)
        case Decided() as phase:
            chip = LADDER[phase.trick.doubles[phase.losing]]
            text = T(
                "{player} is losing: double with a {chip} chip, or give up the trick?",
                player=Player(phase.losing),
                chip=CHIPS[chip],
            )
            return Explanation(text, ("bronzen.double.who", "bronzen.double.ladder"), Tone.TODO)
        case RoundOver(winner):
            if winner is None:
                return Explanation(T("The round is drawn."), ("bronzen.ruling.both_short",))
            text = T("{player} has bronzed {other}!", player=Player(winner), other=Player(1 - winner))
            return Explanation(text, ("bronzen.bronzen.points", "bronzen.goal"))
        case GameOver():
            return Explanation(_result(state.totals), ("bronzen.score.rounds", "bronzen.ruling.rounds"))
        case _:
            assert_never(state.phase)


def _result(totals: tuple[int, int]) -> Text:
    best, other = max(totals), min(totals)
    if best == other:
        return N("The game is over: both have {n} point.", "The game is over: both have {n} points.", n=best)
    return T(
        "{player} wins the game, {points} to {other}.", player=Player(totals.index(best)), points=best, other=other
    )


def _notes(state: State) -> tuple[Explanation, ...]:
    phase = state.phase
    if not isinstance(phase, Reveal | Laying):
        return ()
    notes = []
    last = state.last_card_of
    if len(last) == len(SEATS):
        text = T("Showdown: both lay the last card. A clear win takes everything; nobody doubles.")
        notes.append(Explanation(text, ("bronzen.ruling.both_short", "bronzen.showdown.no_doubling"), Tone.WARNING))
    elif last:
        text = T(
            "Showdown: {player} lays the last card and must win it clearly. Nobody doubles.", player=Player(last[0])
        )
        rules = (
            "bronzen.showdown.clear_win",
            "bronzen.showdown.short",
            "bronzen.ruling.very_last_card",
            "bronzen.showdown.no_doubling",
        )
        notes.append(Explanation(text, rules, Tone.WARNING))
    if isinstance(phase, Laying) and state.face_down < phase.wanted:
        short = min(SEATS, key=lambda seat: state.stacks[seat].total)
        text = T(
            "{wanted} face down would be due, but {player} has too few cards: both lay as many as that player can.",
            wanted=phase.wanted,
            player=Player(short),
        )
        notes.append(Explanation(text, ("bronzen.showdown.short", "bronzen.ruling.shortage"), Tone.NOTE))
    for seat in SEATS:
        stack = state.stacks[seat]
        if stack.needs_shuffle(state.face_down + 1):
            text = T(
                "{player} lays the rest of the hand stack ({hand}), shuffles the bunker ({bunker}) into a new one and goes on.",
                player=Player(seat),
                hand=stack.hand,
                bunker=stack.bunker,
            )
            if not stack.hand:
                text = T(
                    "{player} first shuffles the bunker ({bunker}) into a new hand stack.",
                    player=Player(seat),
                    bunker=stack.bunker,
                )
            notes.append(Explanation(text, ("bronzen.term.bunker", "bronzen.ruling.reshuffle_mid_trick"), Tone.TODO))
    return tuple(notes)


def order_note(state_view: TableView) -> Explanation:
    """Return who lays first if the players argue about it (bronzen.order.dispute)."""
    text = T(
        "Cards are laid at the same time. If somebody must go first: {player}.", player=Player(state_view.goes_first)
    )
    return Explanation(text, ("bronzen.order.dispute", "bronzen.order.simultaneous"), Tone.NOTE)


def _goes_first(state: State) -> int:
    if isinstance(state.phase, Laying) and state.phase.doubler is not None:
        return state.phase.doubler
    return state.older if state.last_winner is None else state.last_winner


def _stakes(state: State) -> list[Stake]:
    """What each would score for the trick (bronzen.jay.points, bronzen.double.points, bronzen.showdown.survived)."""
    stakes = []
    for seat in SEATS:
        parts = outstanding(state, state.running, seat)
        if parts and seat != state.pointless:
            points = sum(points for _, points, _ in parts)
            text = N(
                "{n} point if {player} wins this trick.",
                "{n} points if {player} wins this trick.",
                n=points,
                player=Player(seat),
            )
            stakes.append(
                Stake(seat, points, Explanation(text, tuple(rule for *_, rules in parts for rule in rules), Tone.NOTE))
            )
    return stakes


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [
        Fact(T("Round"), state.round, rules=("bronzen.score.rounds",)),
        Fact(T("Trick"), state.trick, rules=("bronzen.term.trick",)),
    ]
    for seat in SEATS:
        facts.append(Fact(T("Hand stack"), state.stacks[seat].hand, seat, ("bronzen.setup.hand_stack",)))
        facts.append(Fact(T("Bunker"), state.stacks[seat].bunker, seat, ("bronzen.term.bunker",)))
        chips = Listing(tuple(T("{n} {chip}", n=state.accounts[seat].count(chip), chip=CHIPS[chip]) for chip in LADDER))
        facts.append(Fact(T("Account"), chips, seat, ("bronzen.term.account",)))
    if state.streak:
        facts.append(Fact(T("Interim account"), state.streak.chips, state.streak.seat, ("bronzen.term.interim",)))
    return tuple(facts)


# Offers


def offers(state: State) -> tuple[Offer, ...]:
    """Return what may be reported now; both players may report everything."""
    match state.phase:
        case Reveal() | Laying():
            return (*_meetings(state), *_exchanges(state), *_recount(state))
        case Decided() as phase:
            losing = (("seat", phase.losing),)
            chip = LADDER[phase.trick.doubles[phase.losing]]
            double = T("{player} doubles ({chip})", player=Player(phase.losing), chip=CHIPS[chip])
            give_up = T("{player} gives up", player=Player(phase.losing))
            return (
                Offer(Double, double, ("bronzen.double.ladder", "bronzen.double.who"), losing),
                Offer(GiveUp, give_up, ("bronzen.double.who",), losing),
                *_exchanges(state),
                *_recount(state),
            )
        case RoundOver():
            return (
                Offer(NextRound, T("Next round"), ("bronzen.score.rounds",)),
                Offer(Finish, T("End the game"), ("bronzen.ruling.rounds",), weight=Weight.SIDE),
            )
        case GameOver():
            return ()
        case _:
            assert_never(state.phase)


def _meetings(state: State) -> list[Offer]:
    names = [T("{player} wins", player=Player(seat)) for seat in SEATS]
    won = [Offer(Einzel, names[seat], ("bronzen.einzel", "bronzen.rank"), (("seat", seat),)) for seat in SEATS]
    specials = [
        Offer(kind, SPECIALS[special], (RULE_OF[special],), closed=refusal(state, kind()))
        for kind, special in SPECIAL_OF.items()
    ]
    options = card_options(state.running.told)
    field = Group(
        "cards",
        T("The two open cards"),
        tuple(Choice(str(seat), T("{player}’s card", player=Player(seat)), options) for seat in SEATS),
    )
    cards = Offer(
        Cards,
        T("Tell the cards"),
        ("bronzen.reveal", "bronzen.ruling.classification"),
        fields=(field,),
        weight=Weight.SIDE,
    )
    return [*won, *specials, cards]


_OPTIONS: Final = tuple(Option(card, card_name(card)) for card in dict.fromkeys(DECK))


def card_options(lying: Sequence[Card]) -> tuple[Option, ...]:
    """Return the cards that may lie open now, given those that do (bronzen.ruling.same_card_twice)."""
    full = {card for card in lying if lying.count(card) >= held(card)}
    return tuple(option for option in _OPTIONS if option.value not in full) if full else _OPTIONS


def _exchanges(state: State) -> list[Offer]:
    found = []
    for seat in SEATS:
        for (give, get), (gives, gets) in RATES.items():
            label = T("{gives} {give} → {gets} {get}", gives=gives, give=CHIPS[give], gets=gets, get=CHIPS[get])
            rule = "bronzen.exchange.up" if LADDER.index(give) < LADDER.index(get) else "bronzen.exchange.down"
            closed = refusal(state, Exchange(seat, give, get))
            given = (("seat", seat), ("give", give), ("get", get))
            found.append(
                Offer(Exchange, label, (rule, "bronzen.exchange.between"), given, weight=Weight.SIDE, closed=closed)
            )
    return found


def _recount(state: State) -> list[Offer]:
    both = NUMBERS.deck.both

    def counts(name: str, label: Text, pick: str) -> Group:
        parts = tuple(
            Number(str(seat), T("{player}", player=Player(seat)), 0, both, getattr(state.stacks[seat], pick))
            for seat in SEATS
        )
        return Group(name, label, parts)

    fields = (counts("hands", T("Hand stack"), "hand"), counts("bunkers", T("Bunker"), "bunker"))
    label, rules = T("Recount the cards"), ("bronzen.ruling.recount",)
    # while cards lie on the table no count is taken, whatever it is
    closed = None if isinstance(state.phase, Reveal) else refusal(state, Recount((0, 0), (0, 0)))
    return [Offer(Recount, label, rules, fields=fields, weight=Weight.RARE, closed=closed)]


def describe(action: Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case Einzel(seat):
            return T("{player} wins", player=Player(seat))
        case Color() | Counter() | DoubleC() | Jay():
            return SPECIALS[SPECIAL_OF[type(action)]]
        case Cards((left, right)):
            return T("{left} against {right}", left=card_name(left), right=card_name(right))
        case Double(seat):
            return T("{player} doubles", player=Player(seat))
        case GiveUp(seat):
            return T("{player} gives up", player=Player(seat))
        case Exchange(seat, give, get):
            return T("{player} exchanges {give} for {get}", player=Player(seat), give=CHIPS[give], get=CHIPS[get])
        case Recount():
            return T("The cards are recounted")
        case NextRound():
            return T("Next round")
        case Finish():
            return T("End of the game")
        case _:
            assert_never(action)
