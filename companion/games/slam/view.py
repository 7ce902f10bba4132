"""What the players see of a table of Slam!, and what they may report."""

from typing import Final, assert_never

from attrs import frozen

from companion.games.slam import gold
from companion.games.slam.actions import (
    Action,
    Applauded,
    Bribed,
    ChampionsRevealed,
    ContagionRolled,
    DarlingKept,
    DetectiveActed,
    FalseApplause,
    GoldOpened,
    NotMaleTold,
    OwnTieChosen,
    PoetsRevealed,
    RunnerUpChosen,
    ShowDecided,
    SlamClosed,
    SlamOpened,
    SmartVoted,
    VoiceChosen,
)
from companion.games.slam.cards import (
    ATTRIBUTES,
    NUMBERS,
    Attribute,
    Entry,
    Form,
    Gold,
    Place,
    Poet,
    Slam,
    Special,
    Trait,
    Voice,
)
from companion.games.slam.messages import (
    ATTRIBUTE,
    SPECIAL,
    TRAIT,
    VOICE,
    N,
    T,
    asked,
    listed,
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
    AskVoice,
    Booking,
    Facts,
    GameOver,
    House,
    Judged,
    Question,
    Revealing,
    State,
    Verdict,
)
from companion.games.slam.rules import places, refusal
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact
from companion.kernel.offers import Choice, Field, Group, Number, Offer, Option, Several, Weight, Words
from companion.kernel.text import Player, Text

PHASES: Final = {Booking: "booking", Revealing: "reveal", Asking: "judging", Judged: "verdict", GameOver: "end"}

_NO_YES: Final = (T("no"), T("yes"))


@frozen
class TableView:
    """A table of Slam! as everybody sees it; what is face down is not told before it is revealed.

    :param notes: what else matters now.
    :param number: the running slam, the gold card last.
    :param tricks: all slams and the gold card.
    :param slam: the slam that is on, if one is.
    :param facts_told: what has been told of the slam that is being judged.
    :param question: what the referee must know.
    :param verdict: how the slam ends, as long as its cards are on the table.
    :param ranks: the final place of each seat.
    """

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...]
    notes: tuple[Explanation, ...]
    house: House
    seats: int
    number: int
    tricks: int
    is_gold: bool
    slams: tuple[int, ...]
    totals: tuple[int, ...]
    piles: tuple[tuple[Poet, ...], ...]
    gold: int | None
    waiting: int
    slam: Slam | None
    facts_told: Facts | None
    question: Question | None
    verdict: Verdict | None
    possible: tuple[tuple[Entry, ...], ...]
    over: bool
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None


def view(state: State) -> TableView:
    """Return the table as everybody sees it, built from nothing."""
    phase = state.phase
    told = phase.facts if isinstance(phase, Asking | Judged) else None
    slam = phase.slam if isinstance(phase, Revealing) else told.slam if told else None
    over = isinstance(phase, GameOver)
    revealing_gold = isinstance(phase, Revealing) and phase.slam.gold is not None
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=state.number,
        facts=_facts(state),
        notes=_notes(state),
        house=state.house,
        seats=state.seats,
        number=state.number,
        tricks=state.tricks,
        is_gold=state.is_gold,
        slams=state.slams,
        totals=state.totals,
        piles=state.piles,
        gold=state.gold,
        waiting=state.waiting,
        slam=slam,
        facts_told=told,
        question=phase.question if isinstance(phase, Asking) else None,
        verdict=phase.verdict if isinstance(phase, Judged) else None,
        possible=tuple(gold.possible(state, seat) for seat in range(state.seats)) if revealing_gold else (),
        over=over,
        ranks=places(state) if over else None,
    )


# What is said


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Booking():
            if state.is_gold:
                text = T("Turn up the gold card: booking first. What counts?")
                return Explanation(text, ("slam.gold.poets", "slam.gold.double", "slam.turn.booking"), Tone.TODO)
            text = T(
                "Turn up slam {n} of {all}: booking first. Which slam is it?", n=state.number, all=state.tricks - 1
            )
            return Explanation(text, ("slam.turn.booking", "slam.setup.slams"), Tone.TODO)
        case Revealing(slam):
            if slam.gold:
                text = T("Play poets from your victory piles, face down; reveal together.")
                return Explanation(text, ("slam.gold.poets", gold.RULE_OF[slam.gold]), Tone.TODO)
            text = T("All lay {n} poets face down and reveal together.", n=NUMBERS.setup.poets)
            return Explanation(text, ("slam.turn.play", "slam.turn.not_admitted"), Tone.TODO)
        case Asking(facts, question):
            return _question(facts, question)
        case Judged(facts, verdict):
            return _verdict(facts, verdict)
        case GameOver():
            return _result(state)
        case _:
            assert_never(state.phase)


def _question(facts: Facts, question: Question) -> Explanation:
    def ask(text: Text, *rules: str) -> Explanation:
        return Explanation(text, rules, Tone.TODO)

    match question:
        case AskDetective(detective, _):
            text = T("{poet} is a detective: is a rogue disqualified?", poet=_name(facts, detective))
            return ask(text, "slam.poet.detective")
        case AskContagion(place):
            return ask(T("{poet} is contagious: roll the die.", poet=_name(facts, place)), "slam.poet.contagious")
        case AskBribe(place):
            text = T("{poet} bribes: what does each opponent get?", poet=_name(facts, place))
            return ask(text, "slam.poet.unscrupulous", "slam.poet.unscrupulous_zero")
        case AskNotMale():
            return ask(T("Feminism slam: which players are not male?"), "slam.card.feminism")
        case AskSmart():
            return ask(T("Vote on each poet: dressed smartly?"), "slam.card.best_of", "slam.ruling.smart_vote")
        case AskVoice(place):
            return ask(
                T("{poet}: lyric or prose?", poet=_name(facts, place)),
                "slam.adv.style_diversity",
                "slam.ruling.style_diversity_order",
            )
        case AskShow():
            return ask(T("Show part: what counts?"), "slam.turn.show", "slam.turn.die")
        case AskOwnTie(_, seat, _):
            text = T("{player} has own poets with the same value: which of them counts?", player=Player(seat))
            return ask(text, "slam.tie.own", "slam.poet.third")
        case AskRunnerUp(seat, _):
            text = T("{player}: does the team compete again, or the third poet?", player=Player(seat))
            return ask(text, "slam.ruling.third_or_team", "slam.team.runner_up")
        case AskApplause(seats, _):
            names = listed([T("{player}", player=Player(seat)) for seat in seats])
            text = T("Still a tie: {players}, hand on the card and call “Schinken”!", players=names)
            return ask(text, "slam.tie.applause", "slam.ruling.false_applause")
        case _:
            assert_never(question)


def _name(facts: Facts, place: Place) -> Text:
    """Return a poet's name, or whose it is where nobody told the name."""
    poet = facts.poet(place)
    if poet and not poet.name and place.seat is not None:
        return T("{player}’s poet {n}", player=Player(place.seat), n=place.card + 1)
    return poet_name(poet, place.card) if poet else T("Poet {n}", n=place.card + 1)


def _verdict(facts: Facts, verdict: Verdict) -> Explanation:
    rules = verdict.proof[-1].rules if verdict.proof else ("slam.turn.win",)
    if verdict.winner is None:
        text = T("Nobody gets the gold card.") if facts.slam.gold else T("Nobody gets the slam.")
        if verdict.stays:
            text = T("The slam card goes with the next slam.")
        return Explanation(text, rules)
    if facts.slam.gold:
        return Explanation(T("{player} wins the gold card!", player=Player(verdict.winner)), rules)
    return Explanation(T("{player} wins the slam!", player=Player(verdict.winner)), rules)


def _result(state: State) -> Explanation:
    best = [seat for seat, place in enumerate(places(state)) if place == 1]
    points = state.totals[best[0]]
    rules = ("slam.goal", "slam.end", "slam.ruling.final_tie")
    if len(best) > 1:
        names = listed([T("{player}", player=Player(seat)) for seat in best])
        return Explanation(T("{players} share the victory with {points}.", players=names, points=points), rules)
    if state.totals.count(points) > 1:
        text = T("{player} wins with {points} and the larger victory pile.", player=Player(best[0]), points=points)
        return Explanation(text, rules)
    return Explanation(T("{player} wins the game with {points}.", player=Player(best[0]), points=points), rules)


def _notes(state: State) -> tuple[Explanation, ...]:
    notes: list[Explanation] = []
    match state.phase:
        case Booking():
            if state.is_gold and state.house.championship is Gold.TEAM:
                notes.append(_note(T("Rogues may take part in the team championship."), "slam.gold.rogues"))
            if state.waiting:
                text = N(
                    "{n} slam card waits for the next winner.",
                    "{n} slam cards wait for the next winner.",
                    n=state.waiting,
                )
                notes.append(_note(text, "slam.ruling.nobody_admitted"))
        case Revealing(slam):
            if slam.special is Special.FEMINISM:
                text = T(
                    "Feminism slam: in a team neither poet may be male. Players who are not male get +{n}.",
                    n=NUMBERS.bonus.not_male,
                )
                notes.append(_note(text, "slam.team.conditions", "slam.card.feminism"))
            if slam.special is Special.BEST_OF:
                text = T(
                    "Smart clothes bring +{n}: ties, bow ties, suits, sweeping dresses. All vote.",
                    n=NUMBERS.bonus.smart,
                )
                notes.append(_note(text, "slam.card.best_of", "slam.card.best_of_hints"))
            if state.house.weekday == "on" and not slam.gold:
                text = T("Weekdays count: both poets of a team must have time.")
                notes.append(_note(text, "slam.adv.weekday", "slam.team.conditions"))
        case Asking() | Judged() | GameOver():
            pass
        case _:
            assert_never(state.phase)
    return tuple(notes)


def _note(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.NOTE)


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [Fact(T("Slam"), T("{n} of {all}", n=state.number, all=state.tricks), rules=("slam.setup.slams",))]
    for seat in range(state.seats):
        facts.append(Fact(T("Slams"), state.slams[seat], seat, ("slam.goal",)))
        facts.append(Fact(T("Victory pile"), len(state.piles[seat]), seat, ("slam.turn.win",)))
    if state.waiting:
        facts.append(Fact(T("Waiting slams"), state.waiting, rules=("slam.ruling.nobody_admitted",)))
    return tuple(facts)


# Offers


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
    return Offer(SlamOpened, T("Open the slam"), ("slam.turn.booking",), fields=(name, _attributes(0), special))


def _gold_opening() -> Offer:
    return Offer(GoldOpened, T("Turn up the gold card"), ("slam.gold.poets",), fields=(_attributes(0),))


def _reveal(state: State, slam: Slam) -> Offer:
    """The poets in short: one value each where one attribute counts, all five otherwise."""
    wanted: tuple[Attribute, ...] = slam.attributes if len(slam.attributes) == 1 else ATTRIBUTES
    entry = NUMBERS.entry
    values = Group(
        "values",
        T("Values"),
        tuple(Number(one.value, ATTRIBUTE[one], entry.low, entry.high, entry.usual) for one in wanted),
    )
    admitted = Choice("admitted", T("Admitted?"), (Option(True, _NO_YES[1]), Option(False, _NO_YES[0])))
    traits = (Option(None, T("nothing special")), *(Option(trait, TRAIT[trait]) for trait in Trait))
    trait = Choice("trait", T("Special"), traits)
    forms = {
        Form.PLAIN: T("two poets"),
        Form.TEAM: T("the first two as a team"),
        Form.THIRD: T("a third poet by action card"),
        Form.TEAM_THIRD: T("a team and a third poet"),
    }
    form = Choice("form", T("How they stand"), tuple(Option(kind, name) for kind, name in forms.items()))
    poets = tuple(
        Group(f"poet-{card}", T("Poet {n}", n=card + 1), (values, admitted, trait))
        for card in range(NUMBERS.setup.with_third)
    )
    lineups = Group(
        "lineups",
        T("The poets"),
        tuple(Group(str(seat), T("{player}", player=Player(seat)), (*poets, form)) for seat in range(state.seats)),
    )
    fields: tuple[Field, ...] = (lineups,)
    if state.house.open_list == "on":
        fields = (lineups, Choice("open_list", T("Poet of the open list"), tuple(_open_poets())))
    return Offer(PoetsRevealed, T("Tell the poets"), ("slam.turn.play",), fields=fields)


def _open_poets() -> list[Option]:
    """The open list in short: nobody, or a poet with the same number for every attribute."""
    found: list[Option] = [Option(None, T("nobody drawn"))]
    for value in range(NUMBERS.entry.low, NUMBERS.entry.high + 1):
        found.append(Option(Poet(values=(value, value, value, value, value)), T("a poet with {n}", n=value)))
    return found


def _champions_offer(state: State) -> Offer:
    parts = []
    for seat in range(state.seats):
        options = tuple(Option(entry, entry_name(state.piles[seat], entry)) for entry in gold.possible(state, seat))
        parts.append(Choice(str(seat), T("{player}", player=Player(seat)), options))
    field = Group("entries", T("The poets from the victory piles"), tuple(parts))
    return Offer(ChampionsRevealed, T("Tell the poets"), ("slam.gold.poets",), fields=(field,))


def entry_name(pile: tuple[Poet, ...], entry: Entry) -> Text:
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
                    DetectiveActed,
                    T("{poet} is disqualified", poet=_name(facts, rogue)),
                    ("slam.poet.detective",),
                    (*given, ("rogue", rogue)),
                )
                for rogue in rogues
            )
            nobody = Offer(DetectiveActed, T("Nobody"), ("slam.poet.detective",), (*given, ("rogue", None)))
            return (*options, nobody)
        case AskContagion(place):
            at = (("seat", place.seat), ("card", place.card))
            return tuple(
                Offer(ContagionRolled, T("{n}", n=face), ("slam.poet.contagious",), (*at, ("die", face)))
                for face in range(1, NUMBERS.die.faces + 1)
            )
        case AskBribe(place):
            assert place.seat is not None
            opponents = [(place.seat + step) % state.seats for step in range(1, state.seats)]
            gifts = Group(
                "gifts",
                T("Cents given"),
                tuple(
                    Number(str(seat), T("{player}", player=Player(seat)), 0, NUMBERS.bribe.most, 0)
                    for seat in opponents
                ),
            )
            briber = (("seat", place.seat), ("card", place.card))
            return (Offer(Bribed, T("Tell the gifts"), ("slam.poet.unscrupulous",), briber, (gifts,)),)
        case AskNotMale():
            return tuple(_who_is_not_male(state))
        case AskSmart():
            return (_votes(state, facts),)
        case AskVoice(place):
            at = (("seat", place.seat), ("card", place.card))
            return tuple(
                Offer(VoiceChosen, VOICE[voice], ("slam.adv.style_diversity",), (*at, ("voice", voice)))
                for voice in (Voice.LYRIC, Voice.PROSE)
            )
        case AskShow():
            die = Number("die", T("Die (0: none)"), 0, NUMBERS.die.faces, 0)
            return (Offer(ShowDecided, T("Tell what counts"), ("slam.turn.show",), fields=(_attributes(1), die)),)
        case AskOwnTie(_, seat, cards):
            return tuple(
                Offer(OwnTieChosen, _own(facts, seat, card), ("slam.tie.own",), (("seat", seat), ("card", card)))
                for card in cards
            )
        case AskRunnerUp(seat, cards):
            return tuple(
                Offer(
                    RunnerUpChosen,
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
        Offer(NotMaleTold, T("Tell who"), rules, fields=(some,)),
        Offer(NotMaleTold, T("All are male"), rules, (("seats", ()),), weight=Weight.SIDE),
        Offer(NotMaleTold, T("Nobody is male"), rules, (("seats", tuple(range(state.seats))),), weight=Weight.SIDE),
    ]


def _votes(state: State, facts: Facts) -> Offer:
    rows: list[Group] = []
    for seat, lineup in enumerate(facts.lineups):
        numbers = tuple(
            Number(str(card), poet_name(poet, card), 0, state.seats, 0) for card, poet in enumerate(lineup.poets)
        )
        rows.append(Group(str(seat), T("{player}", player=Player(seat)), numbers))
    if facts.open_list:
        rows.append(Group("open", T("Open list"), (Number("0", poet_name(facts.open_list, 0), 0, state.seats, 0),)))
    field = Group("votes", T("How many say smart?"), tuple(rows))
    return Offer(SmartVoted, T("Tell the votes"), ("slam.card.best_of",), fields=(field,))


def _applause_winners(seats: tuple[int, ...]) -> list[Offer]:
    return [
        Offer(
            Applauded,
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
        Applauded, T("Call and hand differ"), ("slam.ruling.applause_split",), fields=fields, weight=Weight.SIDE
    )


def _after_verdict(state: State, facts: Facts) -> tuple[Offer, ...]:
    found = [Offer(SlamClosed, T("Put the cards away"), ("slam.turn.win", "slam.turn.draw"))]
    for seat, lineup in enumerate(facts.lineups):
        for card, poet in enumerate(lineup.poets):
            darling = DarlingKept(seat, card)
            if poet.has(Trait.SCENE_DARLING) and refusal(state, darling) is None:
                label = T("{poet} stays all the same (scene darling)", poet=poet_name(poet, card))
                given = (("seat", seat), ("card", card))
                found.append(Offer(DarlingKept, label, ("slam.poet.scene_darling",), given, weight=Weight.SIDE))
    playing = [seat for seat, lineup in enumerate(facts.lineups) if lineup.poets and seat not in facts.callers]
    if playing:
        callers = tuple(Option(seat, T("{player}", player=Player(seat))) for seat in playing)
        some = Several("callers", T("Who called Schinken?"), Choice("seat", T("Player"), callers), 1, len(playing))
        label, rules = T("Somebody called Schinken"), ("slam.tie.false_applause", "slam.ruling.false_applause")
        closed = refusal(state, FalseApplause((playing[0],)))
        found.append(Offer(FalseApplause, label, rules, fields=(some,), weight=Weight.RARE, closed=closed))
    return tuple(found)


def describe(action: Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case SlamOpened(name, attributes):
            if name:
                return T("{slam} is on", slam=T("{name}", name=name))
            return T("A slam: {attributes}", attributes=asked(attributes)) if attributes else T("A slam is on")
        case GoldOpened():
            return T("The gold card")
        case PoetsRevealed(lineups, _):
            return T("Poets: {poets}", poets=listed([_laid(lineup.poets, team=lineup.team) for lineup in lineups]))
        case ChampionsRevealed():
            return T("The poets for the gold card")
        case DetectiveActed(_, None):
            return T("The detective looks away")
        case DetectiveActed():
            return T("The detective disqualifies a rogue")
        case ContagionRolled(_, _, die):
            return T("Contagion: a {die}", die=die)
        case Bribed(seat):
            return T("{player} bribes", player=Player(seat))
        case NotMaleTold(seats):
            return (
                T("Not male: {players}", players=listed([T("{player}", player=Player(seat)) for seat in seats]))
                if seats
                else T("All are male")
            )
        case SmartVoted():
            return T("Vote on smart clothes")
        case VoiceChosen(_, _, voice):
            return T("Performs {voice}", voice=VOICE[voice])
        case ShowDecided(attributes, _):
            return T("The show: {attributes}", attributes=asked(attributes))
        case OwnTieChosen(seat, _):
            return T("{player} chooses between own poets", player=Player(seat))
        case RunnerUpChosen(seat, _):
            return T("{player} chooses for the runner-up title", player=Player(seat))
        case Applauded(call, hand):
            if call == hand:
                return T("Applause: {player} was first", player=Player(hand))
            return T("Applause: {call} called, {hand} had the hand lowest", call=Player(call), hand=Player(hand))
        case FalseApplause(callers):
            return T(
                "False applause: {players}", players=listed([T("{player}", player=Player(seat)) for seat in callers])
            )
        case DarlingKept(seat, _):
            return T("{player} keeps a scene darling", player=Player(seat))
        case SlamClosed():
            return T("Cards put away")
        case _:
            assert_never(action)


def _laid(poets: tuple[Poet, ...], *, team: bool) -> Text:
    names = [poet_name(poet, card) for card, poet in enumerate(poets)]
    if team and len(names) >= NUMBERS.setup.poets:
        pair = NUMBERS.setup.poets
        names = [together(names[:pair]), *names[pair:]]
    return T("{poets}", poets=listed(names))
