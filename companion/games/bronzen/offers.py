"""What may be reported at a table of Bronzen."""

from collections.abc import Sequence
from typing import Final, assert_never

from companion.games.bronzen import actions
from companion.games.bronzen.cards import DECK, RULE_OF, Card, held
from companion.games.bronzen.messages import CHIPS, SPECIALS, T, card_name
from companion.games.bronzen.model import (
    LADDER,
    NUMBERS,
    RATES,
    SEATS,
    Decided,
    GameOver,
    Laying,
    Reveal,
    RoundOver,
    State,
)
from companion.games.bronzen.refusals import refusal
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Weight
from companion.kernel.text import Player, Text


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
                Offer(actions.Double, double, ("bronzen.double.ladder", "bronzen.double.who"), losing),
                Offer(actions.GiveUp, give_up, ("bronzen.double.who",), losing),
                *_exchanges(state),
                *_recount(state),
            )
        case RoundOver():
            return (
                Offer(actions.NextRound, T("Next round"), ("bronzen.score.rounds",)),
                Offer(actions.Finish, T("End the game"), ("bronzen.ruling.rounds",), weight=Weight.SIDE),
            )
        case GameOver():
            return ()
        case _:
            assert_never(state.phase)


def _meetings(state: State) -> list[Offer]:
    names = [T("{player} wins", player=Player(seat)) for seat in SEATS]
    won = [Offer(actions.Einzel, names[seat], ("bronzen.einzel", "bronzen.rank"), (("seat", seat),)) for seat in SEATS]
    specials = [
        Offer(kind, SPECIALS[special], (RULE_OF[special],), closed=refusal(state, kind()))
        for kind, special in actions.SPECIAL_OF.items()
    ]
    options = card_options(state.running.told)
    field = Composite(
        "cards",
        T("The two open cards"),
        tuple(Choice(str(seat), T("{player}’s card", player=Player(seat)), options) for seat in SEATS),
    )
    cards = Offer(
        actions.Cards,
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
            closed = refusal(state, actions.Exchange(seat, give, get))
            given = (("seat", seat), ("give", give), ("get", get))
            found.append(
                Offer(
                    actions.Exchange,
                    label,
                    (rule, "bronzen.exchange.between"),
                    given,
                    weight=Weight.SIDE,
                    closed=closed,
                )
            )
    return found


def _recount(state: State) -> list[Offer]:
    both = NUMBERS.deck.both

    def counts(name: str, label: Text, pick: str) -> Composite:
        parts = tuple(
            Number(str(seat), T("{player}", player=Player(seat)), 0, both, getattr(state.stacks[seat], pick))
            for seat in SEATS
        )
        return Composite(name, label, parts)

    fields = (counts("hands", T("Hand stack"), "hand"), counts("bunkers", T("Bunker"), "bunker"))
    label, rules = T("Recount the cards"), ("bronzen.ruling.recount",)
    # while cards lie on the table no count is taken, whatever it is
    closed = None if isinstance(state.phase, Reveal) else refusal(state, actions.Recount((0, 0), (0, 0)))
    return [Offer(actions.Recount, label, rules, fields=fields, weight=Weight.RARE, closed=closed)]
