"""What may be reported now, with the choices of each field."""

from collections.abc import Sequence
from typing import Final, assert_never

from companion.games.slam import actions, gold
from companion.games.slam.cards import (
    ATTRIBUTES,
    NUMBERS,
    Attribute,
    Entry,
    Form,
    Poet,
    Slam,
    Special,
    Trait,
    Voice,
    with_values,
)
from companion.games.slam.messages import (
    ATTRIBUTE,
    SPECIAL,
    TRAIT,
    VOICE,
    T,
    listed,
    name_on_stage,
    poet_name,
    together,
)
from companion.games.slam.model import (
    AskApplause,
    AskBribe,
    AskContagion,
    AskDetective,
    Asking,
    AskNotMale,
    AskOwnTie,
    AskRunnerUp,
    AskShow,
    AskSmart,
    AskValues,
    AskVoice,
    Booking,
    Facts,
    GameOver,
    Judged,
    Question,
    Revealing,
    State,
)
from companion.games.slam.refusals import refusal
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Option, Several, Weight, Words
from companion.kernel.text import Player, Text


def offers(state: State) -> tuple[Offer, ...]:
    """Return what may be reported now; everybody at the table may report everything."""
    match state.phase:
        case Booking():
            return (_gold_opening() if state.is_gold else _opening(),)
        case Revealing(slam):
            return (_champions_offer(state) if slam.gold else _reveal(state, slam),)
        case Asking(facts, question):
            return _answers(state, facts, question)
        case Judged(facts):
            return _after_verdict(state, facts)
        case GameOver():
            return ()
        case _:
            assert_never(state.phase)


_ATTRIBUTE_OPTIONS: Final = tuple(Option(attribute, ATTRIBUTE[attribute]) for attribute in ATTRIBUTES)


def _attributes(low: int) -> Several:
    each = Choice("attribute", T("Attribute"), _ATTRIBUTE_OPTIONS)
    return Several("attributes", T("What counts? (empty: the show decides)"), each, low, 2)


def _opening() -> Offer:
    name = Words("name", T("Name of the slam"), NUMBERS.entry.name, ("Comedy Slam", "Jugend Slam"), optional=True)
    special = Choice("special", T("Kind"), tuple(Option(kind, SPECIAL[kind]) for kind in Special))
    return Offer(actions.SlamOpened, T("Open the slam"), ("slam.turn.booking",), fields=(name, _attributes(0), special))


def _gold_opening() -> Offer:
    return Offer(actions.GoldOpened, T("Turn up the gold card"), ("slam.gold.poets",), fields=(_attributes(0),))


def _values(wanted: Sequence[Attribute]) -> tuple[Number, ...]:
    entry = NUMBERS.entry
    return tuple(Number(one.value, ATTRIBUTE[one], entry.low, entry.high, entry.usual) for one in wanted)


_NO_YES: Final = (T("no"), T("yes"))


def _reveal(state: State, slam: Slam) -> Offer:
    """The poets in short: only the values that count, or all five as long as the show decides."""
    wanted: tuple[Attribute, ...] = slam.attributes or ATTRIBUTES
    values = Composite("values", T("Values"), _values(wanted))
    admitted = Choice("admitted", T("Admitted?"), (Option(True, _NO_YES[1]), Option(False, _NO_YES[0])))
    traits = (Option(None, T("nothing special")), *(Option(trait, TRAIT[trait]) for trait in Trait))
    trait = Choice("trait", T("Special"), traits)
    forms = {
        Form.PLAIN: T("two poets"),
        Form.TEAM: T("the first two as a team"),
        Form.THIRD: T("a third poet by action card"),
        Form.TEAM_THIRD: T("a team and a third poet"),
    }
    form = Choice("form", T("How they stand"), tuple(Option((kind, wanted), name) for kind, name in forms.items()))
    poets = tuple(
        Composite(f"poet-{card}", T("Poet {n}", n=card + 1), (values, admitted, trait))
        for card in range(NUMBERS.setup.with_third)
    )
    lineups = Composite(
        "lineups",
        T("The poets"),
        tuple(Composite(str(seat), T("{player}", player=Player(seat)), (*poets, form)) for seat in range(state.seats)),
    )
    fields: tuple[Field, ...] = (lineups,)
    if state.house.open_list == "on":
        fields = (lineups, Choice("open_list", T("Poet of the open list"), tuple(_open_poets(wanted))))
    exact = (("zeros_told", True),)
    return Offer(actions.PoetsRevealed, T("Tell the poets"), ("slam.turn.play",), exact, fields)


def _open_poets(wanted: Sequence[Attribute]) -> list[Option]:
    """The open list in short: nobody, or a poet with the same number for every attribute that counts."""
    found: list[Option] = [Option(None, T("nobody drawn"))]
    for value in range(NUMBERS.entry.low, NUMBERS.entry.high + 1):
        poet = Poet(values=with_values(dict.fromkeys(wanted, value)))
        found.append(Option(poet, T("a poet with {n}", n=value)))
    return found


def _champions_offer(state: State) -> Offer:
    parts = []
    for seat in range(state.seats):
        options = tuple(Option(entry, _entry_name(state.piles[seat], entry)) for entry in gold.possible(state, seat))
        parts.append(Choice(str(seat), T("{player}", player=Player(seat)), options))
    field = Composite("entries", T("The poets from the victory piles"), tuple(parts))
    return Offer(actions.ChampionsRevealed, T("Tell the poets"), ("slam.gold.poets",), fields=(field,))


def _entry_name(pile: tuple[Poet, ...], entry: Entry) -> Text:
    """Return who enters for the gold card."""
    names = []
    for champion in entry.champions:
        name = poet_name(pile[champion.pick], champion.pick)
        names.append(T("{poet} with her sister", poet=name) if champion.sister else name)
    if not names:
        return T("nobody")
    if entry.team:
        return T("{team} (team)", team=together(names))
    return T("{poets}", poets=listed(names))


def _answers(state: State, facts: Facts, question: Question) -> tuple[Offer, ...]:
    match question:
        case AskDetective(detective, rogues):
            given = (("detective", detective),)
            options = tuple(
                Offer(
                    actions.DetectiveActed,
                    T("{poet} is disqualified", poet=name_on_stage(facts, rogue)),
                    ("slam.poet.detective",),
                    (*given, ("rogue", rogue)),
                )
                for rogue in rogues
            )
            nobody = Offer(actions.DetectiveActed, T("Nobody"), ("slam.poet.detective",), (*given, ("rogue", None)))
            return (*options, nobody)
        case AskContagion(place):
            at = (("seat", place.seat), ("card", place.card))
            return tuple(
                Offer(actions.ContagionRolled, T("{n}", n=face), ("slam.poet.contagious",), (*at, ("die", face)))
                for face in range(1, NUMBERS.die.faces + 1)
            )
        case AskBribe(place):
            assert place.seat is not None
            opponents = [(place.seat + step) % state.seats for step in range(1, state.seats)]
            gifts = Composite(
                "gifts",
                T("Cents given"),
                tuple(
                    Number(str(seat), T("{player}", player=Player(seat)), 0, NUMBERS.bribe.most, 0)
                    for seat in opponents
                ),
            )
            briber = (("seat", place.seat), ("card", place.card))
            return (Offer(actions.Bribed, T("Tell the gifts"), ("slam.poet.unscrupulous",), briber, (gifts,)),)
        case AskNotMale():
            return tuple(_who_is_not_male(state))
        case AskSmart():
            return (_votes(state, facts),)
        case AskVoice(place):
            at = (("seat", place.seat), ("card", place.card))
            return tuple(
                Offer(actions.VoiceChosen, VOICE[voice], ("slam.adv.style_diversity",), (*at, ("voice", voice)))
                for voice in (Voice.LYRIC, Voice.PROSE)
            )
        case AskShow():
            die = Number("die", T("Die (0: none)"), 0, NUMBERS.die.faces, 0)
            return (
                Offer(actions.ShowDecided, T("Tell what counts"), ("slam.turn.show",), fields=(_attributes(1), die)),
            )
        case AskValues(place, wanted):
            poet = (("seat", place.seat), ("card", place.card), ("attributes", wanted))
            values = Composite("values", T("Values"), _values(wanted))
            return (Offer(actions.ValuesTold, T("Tell the values"), ("slam.ruling.card_values",), poet, (values,)),)
        case AskOwnTie(_, seat, cards):
            return tuple(
                Offer(
                    actions.OwnTieChosen, _own(facts, seat, card), ("slam.tie.own",), (("seat", seat), ("card", card))
                )
                for card in cards
            )
        case AskRunnerUp(seat, cards):
            return tuple(
                Offer(
                    actions.RunnerUpChosen,
                    _own(facts, seat, card),
                    ("slam.ruling.third_or_team",),
                    (("seat", seat), ("card", card)),
                )
                for card in cards
            )
        case AskApplause(seats, _):
            return (*_applause_winners(seats), _applause_split(seats))
        case _:
            assert_never(question)


def _own(facts: Facts, seat: int, card: int) -> Text:
    """Return the name of an own poet, or of the own team."""
    lineup = facts.lineups[seat]
    if lineup.team and card < NUMBERS.setup.poets and not any(place.seat == seat for place in facts.exposed):
        pair = lineup.poets[: NUMBERS.setup.poets]
        return together([poet_name(poet, number) for number, poet in enumerate(pair)])
    return poet_name(lineup.poets[card], card)


def _who_is_not_male(state: State) -> list[Offer]:
    each = Choice(
        "seat", T("Player"), tuple(Option(seat, T("{player}", player=Player(seat))) for seat in range(state.seats))
    )
    some = Several("seats", T("Who is not male?"), each, 0, state.seats)
    rules = ("slam.card.feminism",)
    return [
        Offer(actions.NotMaleTold, T("Tell who"), rules, fields=(some,)),
        Offer(actions.NotMaleTold, T("All are male"), rules, (("seats", ()),), weight=Weight.SIDE),
        Offer(
            actions.NotMaleTold, T("Nobody is male"), rules, (("seats", tuple(range(state.seats))),), weight=Weight.SIDE
        ),
    ]


def _votes(state: State, facts: Facts) -> Offer:
    rows: list[Composite] = []
    for seat, lineup in enumerate(facts.lineups):
        numbers = tuple(
            Number(str(card), poet_name(poet, card), 0, state.seats, 0) for card, poet in enumerate(lineup.poets)
        )
        rows.append(Composite(str(seat), T("{player}", player=Player(seat)), numbers))
    if facts.open_list:
        rows.append(Composite("open", T("Open list"), (Number("0", poet_name(facts.open_list, 0), 0, state.seats, 0),)))
    field = Composite("votes", T("How many say smart?"), tuple(rows))
    return Offer(actions.SmartVoted, T("Tell the votes"), ("slam.card.best_of",), fields=(field,))


def _applause_winners(seats: tuple[int, ...]) -> list[Offer]:
    return [
        Offer(
            actions.Applauded,
            T("{player} was first", player=Player(seat)),
            ("slam.tie.applause",),
            (("call", seat), ("hand", seat)),
        )
        for seat in seats
    ]


def _applause_split(seats: tuple[int, ...]) -> Offer:
    options = tuple(Option(seat, T("{player}", player=Player(seat))) for seat in seats)
    fields = (Choice("call", T("Who called first?"), options), Choice("hand", T("Whose hand lies lowest?"), options))
    return Offer(
        actions.Applauded, T("Call and hand differ"), ("slam.ruling.applause_split",), fields=fields, weight=Weight.SIDE
    )


def _after_verdict(state: State, facts: Facts) -> tuple[Offer, ...]:
    found = [Offer(actions.SlamClosed, T("Put the cards away"), ("slam.turn.win", "slam.turn.draw"))]
    for seat, lineup in enumerate(facts.lineups):
        for card, poet in enumerate(lineup.poets):
            darling = actions.DarlingKept(seat, card)
            if poet.has(Trait.SCENE_DARLING) and refusal(state, darling) is None:
                label = T("{poet} stays all the same (scene darling)", poet=poet_name(poet, card))
                given = (("seat", seat), ("card", card))
                found.append(Offer(actions.DarlingKept, label, ("slam.poet.scene_darling",), given, weight=Weight.SIDE))
    playing = [seat for seat, lineup in enumerate(facts.lineups) if lineup.poets and seat not in facts.callers]
    if playing:
        callers = tuple(Option(seat, T("{player}", player=Player(seat))) for seat in playing)
        some = Several("callers", T("Who called Schinken?"), Choice("seat", T("Player"), callers), 1, len(playing))
        label, rules = T("Somebody called Schinken"), ("slam.tie.false_applause", "slam.ruling.false_applause")
        closed = refusal(state, actions.FalseApplause((playing[0],)))
        found.append(Offer(actions.FalseApplause, label, rules, fields=(some,), weight=Weight.RARE, closed=closed))
    return tuple(found)
