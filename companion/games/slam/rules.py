"""The rules of Slam!: what is allowed, what follows from it, and why."""

from collections.abc import Hashable, Sequence
from typing import Any, Final, assert_never

from attrs import evolve

from companion.games.slam import gold, judge
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
from companion.games.slam.assistants import active_glass, bribe_bounds, smart
from companion.games.slam.bonuses import RULE_OF
from companion.games.slam.cards import (
    ENTERED,
    NUMBERS,
    Attribute,
    Bonus,
    Gold,
    Lineup,
    Place,
    Poet,
    Slam,
    Special,
    Trait,
    Voice,
)
from companion.games.slam.messages import GOLD, N, T, asked, listed, money, poet_name
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
    Choice,
    Facts,
    GameOver,
    House,
    Judged,
    Revealing,
    State,
    Tie,
    Verdict,
)
from companion.games.slam.teams import admitted, brings_buddy, stage
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Player, Text

_FACES: Final = range(1, NUMBERS.die.faces + 1)


def begin(house: House, seats: int, youngest: int) -> Step[State]:
    """Return the table before the first slam (slam.setup.slams, slam.setup.poets, slam.players)."""
    state = State(house, seats, youngest, slams=(0,) * seats, piles=((),) * seats)
    championship = house.championship
    told = [
        _todo(
            T(
                "Shuffle the {n} slam cards, one side each; the gold card “{gold}” goes to the bottom.",
                n=house.slams,
                gold=GOLD[championship],
            ),
            "slam.setup.slams",
            "slam.ruling.length",
        ),
        _todo(
            T(
                "Shuffle the poets, deal {n} to each; the rest is the draw pile. A die lies ready.",
                n=NUMBERS.setup.hand,
            ),
            "slam.setup.poets",
        ),
        _note(
            T("All should know equally much about the slams to come, at least this gold card."),
            "slam.setup.gold_choice",
            "slam.setup.gold_tip",
        ),
    ]
    if championship is Gold.TEAM and seats >= NUMBERS.setup.many_players:
        text = T("With {n} players the Landesmeisterschaft is advised as the gold card.", n=seats)
        told.append(_note(text, "slam.setup.gold_choice", "slam.gold.team_one"))
    if championship is Gold.TEAM:
        text = T("For a first game the Landesmeisterschaft is advised as the gold card.")
        told.append(_note(text, "slam.setup.gold_choice"))
    if seats > NUMBERS.setup.players_best:
        told.append(_note(T("Slam! plays best with two to four."), "slam.players"))
    return Step(state, tuple(told))


# What is allowed


def refusal(state: State, action: Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", None)
    if seat is not None and seat not in range(state.seats):
        return _why(T("There is no seat {seat} at this table.", seat=seat), "slam.players")
    if isinstance(state.phase, GameOver):
        return _why(T("This game is over. Start a rematch for another one."), "slam.end")
    match action:
        case SlamOpened():
            return _opening_refusal(state, action, is_gold=False)
        case GoldOpened():
            return _opening_refusal(state, action, is_gold=True)
        case PoetsRevealed():
            return _reveal_refusal(state, action)
        case ChampionsRevealed():
            return _champions_refusal(state, action)
        case DetectiveActed():
            return _detective_refusal(state, action)
        case ContagionRolled():
            return _contagion_refusal(state, action)
        case Bribed():
            return _bribe_refusal(state, action)
        case NotMaleTold():
            return _not_male_refusal(state, action)
        case SmartVoted():
            return _vote_refusal(state, action)
        case VoiceChosen():
            return _voice_refusal(state, action)
        case ShowDecided():
            return _show_refusal(state, action)
        case OwnTieChosen():
            return _own_tie_refusal(state, action)
        case RunnerUpChosen():
            return _runner_up_refusal(state, action)
        case Applauded():
            return _applause_refusal(state, action)
        case FalseApplause():
            return _false_applause_refusal(state, action)
        case DarlingKept():
            return _darling_refusal(state, action)
        case SlamClosed():
            if isinstance(state.phase, Judged):
                return None
            return _wait(state)
        case _:
            assert_never(action)


def _wait(state: State) -> Explanation:
    """Return what has to happen first, as the moment has it."""
    match state.phase:
        case Booking():
            text = T("First turn up the next card and do its booking part.")
            return _why(text, "slam.turn.booking")
        case Revealing():
            return _why(T("First all reveal their poets."), "slam.turn.play")
        case Asking():
            return _why(T("The slam is being judged: answer the referee’s question first."), "slam.turn.show")
        case Judged():
            return _why(T("This slam is judged: put the cards away first."), "slam.turn.win")
        case GameOver():
            return _why(T("This game is over. Start a rematch for another one."), "slam.end")
        case _:
            assert_never(state.phase)


def _opening_refusal(state: State, action: SlamOpened | GoldOpened, *, is_gold: bool) -> Explanation | None:
    """The slams come one by one, the gold card last (slam.setup.slams, slam.end)."""
    if not isinstance(state.phase, Booking):
        return _wait(state)
    if state.is_gold and not is_gold:
        return _why(T("All slams are played: now comes the gold card."), "slam.setup.slams", "slam.end")
    if is_gold and not state.is_gold:
        text = N(
            "The gold card lies at the bottom: {n} slam comes first.",
            "The gold card lies at the bottom: {n} slams come first.",
            n=state.tricks - state.number,
        )
        return _why(text, "slam.setup.slams", "slam.ruling.length")
    if len(getattr(action, "name", "")) > NUMBERS.entry.name:
        return _why(T("This name is too long: at most {n} letters.", n=NUMBERS.entry.name), "slam.ruling.card_values")
    if any(face not in _FACES for face in action.glass):
        return _why(T("A die shows one to six."), "slam.adv.drinking")
    return _attributes_refusal(action.attributes) or _die_refusal(action.die)


def _attributes_refusal(attributes: Sequence[Attribute]) -> Explanation | None:
    """A slam asks for one attribute or a sum of different ones (slam.turn.show)."""
    if len({*attributes}) == len(attributes):
        return None
    return _why(T("Each attribute counts once: tell it once."), "slam.turn.show")


def _die_refusal(die: int) -> Explanation | None:
    return None if die in (0, *_FACES) else _why(T("A die shows one to six."), "slam.turn.die")


def _reveal_refusal(state: State, action: PoetsRevealed) -> Explanation | None:
    """Each plays two poets (slam.turn.play), a third one only by a reason (slam.poet.third)."""
    phase = state.phase
    if not isinstance(phase, Revealing):
        return _wait(state)
    if phase.slam.gold:
        text = T("The gold card is played with poets from the victory piles.")
        return _why(text, "slam.gold.poets")
    if len(action.lineups) != state.seats:
        return _why(T("Everybody plays: passing is not allowed."), "slam.turn.play")
    if action.open_list and state.house.open_list == "off":
        return _why(
            T("The open list is not played at this table: tell no poet for it."),
            "slam.adv.open_list",
            "slam.adv.combine",
        )
    for seat, lineup in enumerate(action.lineups):
        if why := _lineup_refusal(state, phase.slam, seat, lineup):
            return why
    return _poets_refusal(state, action)


def _lineup_refusal(state: State, slam: Slam, seat: int, lineup: Lineup) -> Explanation | None:
    number = len(lineup.poets)
    if number < NUMBERS.setup.poets:
        text = N(
            "{player} plays {n} poet and needs {two}. Passing is not allowed.",
            "{player} plays {n} poets and needs {two}. Passing is not allowed.",
            n=number,
            player=Player(seat),
            two=NUMBERS.setup.poets,
        )
        return _why(text, "slam.turn.play")
    if number > NUMBERS.setup.with_third:
        return _why(
            T("{player} plays three poets at most: take the others back.", player=Player(seat)), "slam.poet.third"
        )
    if number > NUMBERS.setup.poets and not lineup.action_card and not brings_buddy(state.house, slam, lineup):
        text = T(
            "{player} has no third poet: that needs a Spontaneous buddy who takes part, or an action card.",
            player=Player(seat),
        )
        return _why(text, "slam.poet.third")
    if lineup.team and any(poet.sister for poet in lineup.poets[: NUMBERS.setup.poets]):
        text = T("A team is two poet cards; the sister is none.")
        return _why(text, "slam.ruling.one_poet_sister", "slam.poet.avantgardist")
    return None


def _poets_refusal(state: State, action: PoetsRevealed) -> Explanation | None:
    """Every poet card exists once, and those on the victory piles are out (slam.turn.win, slam.ruling.card_values)."""
    poets = [poet for lineup in action.lineups for poet in lineup.poets]
    poets += [action.open_list] if action.open_list else []
    won = {poet.name for pile in state.piles for poet in pile if poet.name}
    seen: set[str] = set()
    for poet in poets:
        if why := _poet_refusal(poet):
            return why
        if poet.name in won:
            text = T(
                "{poet} lies on a victory pile already: tell another poet, or correct the earlier slam.",
                poet=T("{name}", name=poet.name),
            )
            return _why(text, "slam.turn.win")
        if poet.name and poet.name in seen:
            return _why(
                T(
                    "{poet} is on the stage twice: tell who really stands in one of the places.",
                    poet=T("{name}", name=poet.name),
                ),
                "slam.turn.play",
            )
        seen.add(poet.name)
    return None


def _poet_refusal(poet: Poet) -> Explanation | None:
    if why := _values_refusal(poet.values):
        return why
    if len(poet.name) > NUMBERS.entry.name:
        return _why(T("This name is too long: at most {n} letters.", n=NUMBERS.entry.name), "slam.ruling.card_values")
    if poet.sister and not poet.has(Trait.AVANTGARDIST):
        return _why(T("Only the Avantgardist has a sister: let this poet come alone."), "slam.poet.avantgardist")
    return _bonus_refusal(poet.bonuses)


def _values_refusal(values: Sequence[int]) -> Explanation | None:
    low, high = NUMBERS.entry.low, NUMBERS.entry.high
    if all(low <= value <= high for value in values):
        return None
    return _why(T("A poet’s values are entered from {low} to {high}.", low=low, high=high), "slam.ruling.card_values")


def _bonus_refusal(bonuses: Sequence[Bonus]) -> Explanation | None:
    adjust = NUMBERS.entry.adjust
    for bonus in bonuses:
        if abs(bonus.amount) > adjust or len(bonus.words) > NUMBERS.entry.name:
            return _why(T("An adjustment is {n} points at most.", n=adjust), "slam.ruling.card_values")
        if bonus.source not in ENTERED:
            text = T("The referee works this bonus out alone: leave it out.")
            return _why(text, RULE_OF[bonus.source])
    return None


def _champions_refusal(state: State, action: ChampionsRevealed) -> Explanation | None:
    phase = state.phase
    if not isinstance(phase, Revealing):
        return _wait(state)
    if not phase.slam.gold:
        text = T("Poets of the victory pile wait for the gold card.")
        return _why(text, "slam.gold.poets")
    if len(action.entries) != state.seats:
        return _why(T("Tell for each player who enters; nobody is left out."), "slam.gold.poets")
    for seat, entry in enumerate(action.entries):
        why = gold.entry_refusal(state, seat, entry)
        for champion in entry.champions:
            why = why or _values_refusal(champion.values or ()) or _bonus_refusal(champion.bonuses)
        if why:
            return why
    return None


# Answers to the referee's questions


def _question(state: State, kind: type) -> Any:
    """Return the question that is open, if it is of this kind."""
    phase = state.phase
    return phase.question if isinstance(phase, Asking) and isinstance(phase.question, kind) else None


def _not_asked(state: State, text: Text, *rules: str) -> Explanation:
    return _why(text, *rules) if isinstance(state.phase, Asking) else _wait(state)


def _detective_refusal(state: State, action: DetectiveActed) -> Explanation | None:
    """A detective disqualifies one rogue, or nobody: it is voluntary (slam.poet.detective)."""
    question = _question(state, AskDetective)
    if not question:
        return _not_asked(
            state, T("No detective has a rogue to look at now: answer what is asked instead."), "slam.poet.detective"
        )
    if action.detective != question.detective:
        return _why(T("It is another detective’s turn: tell first what that one does."), "slam.poet.detective")
    if action.rogue is not None and action.rogue not in question.rogues:
        return _why(
            T("A detective can only disqualify a rogue who takes part: name one, or nobody."), "slam.poet.detective"
        )
    return None


def _contagion_refusal(state: State, action: ContagionRolled) -> Explanation | None:
    question = _question(state, AskContagion)
    if not question or question.place != Place(action.seat, action.card):
        return _not_asked(
            state, T("No die is to be rolled for this poet now: answer what is asked instead."), "slam.poet.contagious"
        )
    if action.die not in _FACES:
        return _why(T("A die shows one to six."), "slam.poet.contagious")
    return None


def _bribe_refusal(state: State, action: Bribed) -> Explanation | None:
    """Each opponent gets something, nothing included; the lowest gift counts (slam.poet.unscrupulous)."""
    question = _question(state, AskBribe)
    if not question or question.place != Place(action.seat, action.card):
        return _not_asked(
            state, T("This poet bribes nobody just now: answer what is asked instead."), "slam.poet.unscrupulous"
        )
    if len(action.gifts) != state.seats - 1:
        return _why(T("Tell what each opponent was given."), "slam.poet.unscrupulous")
    if any(not 0 <= cents <= NUMBERS.bribe.most for cents in action.gifts):
        return _why(
            T("A gift is counted from {low} to {high}.", low=money(0), high=money(NUMBERS.bribe.most)),
            "slam.poet.unscrupulous",
        )
    low, high = bribe_bounds(min(action.gifts))
    if action.bonus is not None and not low <= action.bonus <= high:
        text = T("For this lowest gift the card can only give +{low} to +{high}.", low=low, high=high)
        return _why(text, "slam.ruling.bribe_steps", "slam.poet.unscrupulous")
    return None


def _not_male_refusal(state: State, action: NotMaleTold) -> Explanation | None:
    if not _question(state, AskNotMale):
        return _not_asked(
            state,
            T("Only the feminism slam asks for this, once in a game: correct the earlier answer in the history."),
            "slam.card.feminism",
        )
    if any(seat not in range(state.seats) for seat in action.seats) or len({*action.seats}) != len(action.seats):
        return _why(T("Name players of this table, each once."), "slam.card.feminism")
    return None


def _vote_refusal(state: State, action: SmartVoted) -> Explanation | None:
    """All players vote on each poet (slam.card.best_of, slam.ruling.smart_vote)."""
    if not _question(state, AskSmart):
        return _not_asked(
            state, T("Clothes matter only in the best-of slam: answer what is asked instead."), "slam.card.best_of"
        )
    facts = state.phase.facts if isinstance(state.phase, Asking) else None
    assert facts
    expected = [len(lineup.poets) for lineup in facts.lineups] + ([1] if facts.open_list else [])
    if [len(row) for row in action.votes] != expected:
        return _why(T("Tell the votes for every poet on the table."), "slam.card.best_of")
    if any(not 0 <= votes <= state.seats for row in action.votes for votes in row):
        return _why(T("Each poet has {n} votes at most, one of each player.", n=state.seats), "slam.ruling.smart_vote")
    return None


def _voice_refusal(state: State, action: VoiceChosen) -> Explanation | None:
    """What can be either is settled by its owner, in order (slam.adv.style_diversity, slam.ruling.style_diversity_order)."""
    question = _question(state, AskVoice)
    if not question or question.place != Place(action.seat, action.card):
        text = T("It is not this poet’s turn to settle lyric or prose: answer what is asked instead.")
        return _not_asked(state, text, "slam.ruling.style_diversity_order", "slam.adv.style_diversity")
    if action.voice is Voice.EITHER:
        return _why(T("Lyric or prose: choose one of them."), "slam.adv.style_diversity")
    return None


def _show_refusal(state: State, action: ShowDecided) -> Explanation | None:
    if not _question(state, AskShow):
        return _not_asked(
            state, T("What counts is known already: correct it in the history if it is wrong."), "slam.turn.show"
        )
    if not action.attributes:
        return _why(T("Tell which attribute counts, or which sum."), "slam.turn.show")
    return _attributes_refusal(action.attributes) or _die_refusal(action.die)


def _own_tie_refusal(state: State, action: OwnTieChosen) -> Explanation | None:
    question = _question(state, AskOwnTie)
    if not question:
        return _not_asked(state, T("No own poets are equal at the top: answer what is asked instead."), "slam.tie.own")
    if action.seat != question.seat:
        return _why(T("{player} chooses between the own poets.", player=Player(question.seat)), "slam.tie.own")
    if action.card not in question.cards:
        return _why(T("Choose one of the poets that are equal."), "slam.tie.own")
    return None


def _runner_up_refusal(state: State, action: RunnerUpChosen) -> Explanation | None:
    question = _question(state, AskRunnerUp)
    rules = ("slam.ruling.third_or_team", "slam.team.runner_up")
    if not question:
        return _not_asked(
            state, T("Nobody chooses between a team and a third poet now: answer what is asked instead."), *rules
        )
    if action.seat != question.seat or action.card not in question.cards:
        text = T("{player} chooses: the team’s worse values or the third poet.", player=Player(question.seat))
        return _why(text, *rules)
    return None


def _applause_refusal(state: State, action: Applauded) -> Explanation | None:
    """Only those who are tied take part (slam.tie.applause, slam.ruling.false_applause)."""
    question = _question(state, AskApplause)
    if not question:
        return _not_asked(state, T("The applause is not due now: answer what is asked instead."), "slam.tie.applause")
    for seat in (action.call, action.hand):
        if seat not in range(state.seats):
            return _why(T("There is no seat {seat} at this table.", seat=seat), "slam.players")
        if seat not in question.seats:
            text = T(
                "{player} is not tied, so call and hand have no effect: tell who of those tied was first.",
                player=Player(seat),
            )
            return _why(text, "slam.ruling.false_applause", "slam.tie.applause")
    return None


def _false_applause_refusal(state: State, action: FalseApplause) -> Explanation | None:
    """A false call is one without a tie between players (slam.tie.false_applause, slam.ruling.void_call)."""
    rules = ("slam.tie.false_applause", "slam.ruling.void_call")
    if not isinstance(state.phase, Judged):
        if isinstance(state.phase, Asking):
            text = T("The slam is not judged yet: whether the call was false is told afterwards.")
            return _why(text, *rules)
        return _wait(state)
    facts, verdict = state.phase.facts, state.phase.verdict
    callers = action.callers
    if not callers or len({*callers}) != len(callers) or any(seat not in range(state.seats) for seat in callers):
        return _why(T("Name the players who called, each once."), *rules)
    playing = [seat for seat, lineup in enumerate(facts.lineups) if lineup.poets]
    for seat in callers:
        if seat in facts.callers or seat not in playing:
            return _why(T("{player} is not in this slam any more.", player=Player(seat)), *rules)
    if verdict.tie is Tie.RUNNER_UP:
        return _why(T("There was a tie: the applause was due, so nobody is out."), "slam.tie.applause", *rules)
    if verdict.tie is Tie.LEAD and state.house.void_call == "void":
        text = T("There was a tie for the lead but none for the runner-up title: the call is void.")
        return _why(text, "slam.ruling.void_call", "slam.tie.false_applause")
    return None


def _darling_refusal(state: State, action: DarlingKept) -> Explanation | None:
    """A scene darling that took part in a lost slam (slam.poet.scene_darling)."""
    if not isinstance(state.phase, Judged):
        return _wait(state)
    facts, verdict = state.phase.facts, state.phase.verdict
    place = Place(action.seat, action.card)
    poet = facts.poet(place)
    if not poet or not poet.has(Trait.SCENE_DARLING):
        return _why(T("This poet is no scene darling and goes where the verdict says."), "slam.poet.scene_darling")
    if not admitted(state.house, facts, place):
        return _why(T("This poet did not take part, so has no effect and is discarded."), "slam.turn.not_admitted")
    if verdict.winner == action.seat:
        text = T(
            "{player} has not lost this slam: only after a lost one does a scene darling stay.",
            player=Player(action.seat),
        )
        return _why(text, "slam.poet.scene_darling")
    if place in facts.kept or action.card in verdict.piles[action.seat]:
        return _why(T("This poet goes to the victory pile anyway."), "slam.poet.scene_darling")
    return None


def _why(text: Text, *rules: str) -> Explanation:
    return Explanation(text, tuple(dict.fromkeys(rules)))


def _todo(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.TODO)


def _note(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.NOTE)


# What follows


def apply(state: State, action: Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    phase = state.phase
    match action:
        case SlamOpened(name, attributes, special, glass, die):
            return _opened(state, Slam(name, attributes, special, tuple(sorted({*glass})), die))
        case GoldOpened(attributes, glass, die):
            slam = Slam("", attributes, Special.NONE, tuple(sorted({*glass})), die, state.house.championship)
            return _gold_opened(state, slam)
        case PoetsRevealed(lineups, open_list):
            assert isinstance(phase, Revealing)
            facts = Facts(phase.slam, lineups, open_list)
            return _judge(state, facts, *_poets_shots(state, facts))
        case ChampionsRevealed(entries):
            assert isinstance(phase, Revealing)
            facts = gold.on_stage(state, phase.slam, entries)
            return _judge(state, facts, *_poets_shots(state, facts))
        case SlamClosed():
            assert isinstance(phase, Judged)
            return _closed(state, phase.facts, phase.verdict)
        case FalseApplause(callers):
            assert isinstance(phase, Judged)
            facts = evolve(phase.facts, callers=(*phase.facts.callers, *callers), choices=(), applause=None, kept=())
            return _judge(state, facts)
        case DarlingKept(seat, card):
            assert isinstance(phase, Judged)
            facts = evolve(phase.facts, kept=(*phase.facts.kept, Place(seat, card)))
            told = _darling_told(state, facts, seat, card)
            return Step(evolve(state, phase=Judged(facts, phase.verdict)), (told,))
        case NotMaleTold(seats):
            assert isinstance(phase, Asking)
            return _judge(evolve(state, not_male=tuple(sorted(seats))), phase.facts)
        case Applauded():
            assert isinstance(phase, Asking)
            return _applauded(state, phase.facts, action)
        case (
            DetectiveActed()
            | ContagionRolled()
            | Bribed()
            | SmartVoted()
            | VoiceChosen()
            | ShowDecided()
            | OwnTieChosen()
            | RunnerUpChosen()
        ):
            assert isinstance(phase, Asking)
            facts, told_now = _answered(state, phase, action)
            return _judge(state, facts, *told_now)
        case _:
            assert_never(action)


Answer = (
    DetectiveActed | ContagionRolled | Bribed | SmartVoted | VoiceChosen | ShowDecided | OwnTieChosen | RunnerUpChosen
)


def _opened(state: State, slam: Slam) -> Step[State]:
    """The booking part is done: all lay two poets face down (slam.turn.booking, slam.turn.play)."""
    name = T("{name}", name=slam.name) if slam.name else T("Slam {n}", n=state.number)
    told = [_note(T("{slam} is on.", slam=name), "slam.turn.booking")]
    if slam.attributes:
        text = T("What counts: {attributes}.", attributes=asked(slam.attributes))
        told.append(_note(text, "slam.turn.show"))
    told += _shots(state, slam, slam.die)
    if state.waiting:
        text = N(
            "{n} slam card of before goes to the winner as well.",
            "{n} slam cards of before go to the winner as well.",
            n=state.waiting,
        )
        told.append(_note(text, "slam.ruling.nobody_admitted"))
    return Step(evolve(state, phase=Revealing(slam)), tuple(told))


def _shots(state: State, slam: Slam, die: int) -> list[Explanation]:
    """Tell when an active martini glass shows and the drinking option is on (slam.adv.drinking)."""
    if state.house.drinking == "on" and active_glass(slam.glass, die):
        return [_todo(T("A martini glass shows: everybody drinks a shot."), "slam.adv.drinking")]
    return []


def _poets_shots(state: State, facts: Facts) -> list[Explanation]:
    """Tell on which poets a martini glass shows, if the drinking option is on (slam.adv.drinking)."""
    glasses = [poet_name(poet, place.card) for place, poet in stage(facts) if poet.has(Trait.MARTINI)]
    if state.house.drinking == "off" or not glasses:
        return []
    text = T("A martini glass shows on {poets}: everybody drinks a shot for each.", poets=listed(glasses))
    return [_todo(text, "slam.adv.drinking")]


def _gold_opened(state: State, slam: Slam) -> Step[State]:
    """The gold card is turned up: who cannot take part is named (slam.gold.state_one, slam.gold.team_one)."""
    able = gold.able(state)
    championship = state.house.championship
    text = T("The gold card: {gold}. It counts {n}.", gold=GOLD[championship], n=NUMBERS.points.gold)
    told = [_note(text, "slam.gold.double", "slam.gold.poets"), *_shots(state, slam, slam.die)]
    out = [T("{player}", player=Player(seat)) for seat in range(state.seats) if seat not in able]
    if out:
        text = T("Cannot take part: {players}.", players=listed(out))
        told.append(Explanation(text, (gold.RULE_OF[championship], "slam.gold.poets")))
    if len(able) > 1:
        return Step(evolve(state, phase=Revealing(slam)), tuple(told))
    facts = gold.walkover(state)
    none: tuple[tuple[int, ...], ...] = ((),) * state.seats
    if able:
        text = T("{player} alone can take part and wins the gold card without a comparison.", player=Player(able[0]))
        why = Explanation(text, ("slam.ruling.gold_alone", gold.RULE_OF[championship]))
        verdict = Verdict(able[0], none, Tie.NONE, (why,))
        return Step(evolve(state, phase=Judged(facts, verdict)), (*told, why))
    if championship is Gold.STATE and state.house.state_empty == "applause":
        text = T("Nobody has a poet for the gold card: the applause decides.")
        told.append(Explanation(text, ("slam.ruling.state_poets",)))
        question = AskApplause(tuple(range(state.seats)))
        return Step(evolve(state, phase=Asking(facts, question)), tuple(told))
    why = Explanation(T("Nobody can take part: nobody gets the gold card."), ("slam.ruling.state_poets",))
    return Step(evolve(state, phase=Judged(facts, Verdict(None, none, Tie.NONE, (why,)))), (*told, why))


def _third_draws(lineups: Sequence[Lineup]) -> list[Explanation]:
    """Remind of the third card to draw after an action card (slam.poet.third_draw)."""
    told = []
    for seat, lineup in enumerate(lineups):
        if lineup.action_card and len(lineup.poets) > NUMBERS.setup.poets:
            text = T(
                "{player} played a third poet by action card and draws {n}.",
                player=Player(seat),
                n=NUMBERS.setup.action_draw,
            )
            told.append(_note(text, "slam.poet.third_draw", "slam.poet.third"))
    return told


def _judge(state: State, facts: Facts, *told: Explanation) -> Step[State]:
    """Judge the slam, or ask for what is missing."""
    outcome = judge.judged(state, facts)
    if isinstance(outcome, Verdict):
        after = evolve(state, phase=Judged(facts, outcome))
        return Step(after, (*told, *outcome.proof, *judge.losers(facts, outcome)))
    tied = isinstance(outcome, AskOwnTie | AskRunnerUp | AskApplause)
    lines = judge.reckoning(state, facts) if tied else ()
    return Step(evolve(state, phase=Asking(facts, outcome)), (*told, *lines))


def _applauded(state: State, facts: Facts, action: Applauded) -> Step[State]:
    """Who called first and has the hand lowest wins (slam.tie.applause, slam.ruling.applause_split)."""
    split = state.house.applause_split
    phase = state.phase
    assert isinstance(phase, Asking)
    assert isinstance(phase.question, AskApplause)
    if action.call != action.hand and split == "repeat":
        text = T("Call and hand are not the same player’s: the applause is repeated.")
        again = evolve(phase.question, again=True)
        return Step(evolve(state, phase=Asking(facts, again)), (Explanation(text, ("slam.ruling.applause_split",)),))
    told = []
    winner = action.hand
    if action.call != action.hand:
        winner = action.call if split == "call" else action.hand
        text = (
            T("Call and hand are not the same player’s: the call decides.")
            if split == "call"
            else T("Call and hand are not the same player’s: the hand decides.")
        )
        told.append(Explanation(text, ("slam.ruling.applause_split",)))
    if not any(lineup.poets for lineup in facts.lineups):  # the gold card that nobody has a poet for
        text = T("{player} wins the applause and takes the gold card.", player=Player(winner))
        why = Explanation(text, ("slam.ruling.state_poets", "slam.tie.applause"))
        verdict = Verdict(winner, ((),) * state.seats, Tie.RUNNER_UP, (why,))
        return Step(evolve(state, phase=Judged(facts, verdict)), (*told, why))
    return _judge(state, evolve(facts, applause=winner), *told)


def _answered(state: State, phase: Asking, action: Answer) -> tuple[Facts, list[Explanation]]:
    """Return the facts with one answer more, and what is said about it."""
    facts = phase.facts
    match action:
        case DetectiveActed(detective, rogue):
            facts = evolve(facts, asked=(*facts.asked, detective))
            if rogue is None:
                return facts, [_note(T("The detective looks away."), "slam.poet.detective")]
            return evolve(facts, exposed=(*facts.exposed, rogue)), []
        case ContagionRolled(seat, card, die):
            facts = evolve(facts, rolls=(*facts.rolls, (Place(seat, card), die)))
            caught = die == NUMBERS.die.contagious
            text = (
                T(
                    "A {die}: the poet has {own}, the left neighbour’s poets {other} each.",
                    die=die,
                    own=NUMBERS.die.own,
                    other=NUMBERS.die.neighbour,
                )
                if caught
                else T("A {die}: nobody catches anything.", die=die)
            )
            return facts, [Explanation(text, ("slam.poet.contagious",))]
        case Bribed(seat, card, gifts, bonus):
            lowest = min(gifts)
            points = bribe_bounds(lowest)[0] if bonus is None else bonus
            facts = evolve(facts, bribes=(*facts.bribes, (Place(seat, card), points, lowest)))
            text = T("The lowest gift counts: {money} bring +{points}.", money=money(lowest), points=points)
            rule = "slam.poet.unscrupulous_zero" if not lowest else "slam.poet.unscrupulous"
            return facts, [Explanation(text, (rule, "slam.ruling.bribe_steps"))]
        case SmartVoted(votes):
            return evolve(facts, votes=votes), _votes_told(state, facts, votes)
        case VoiceChosen(seat, card, voice):
            return evolve(facts, voices=(*facts.voices, (Place(seat, card), voice))), []
        case ShowDecided(attributes, die):
            text = T("What counts: {attributes}.", attributes=asked(attributes))
            told = [Explanation(text, ("slam.turn.show", *(("slam.turn.die",) if die else ())))]
            # a glass that shows anyway was drunk to when the slam was opened
            fresh = not active_glass(facts.slam.glass, facts.slam.die)
            return evolve(facts, show=attributes, die=die), [*told, *(_shots(state, facts.slam, die) if fresh else [])]
        case OwnTieChosen(seat, card):
            question = phase.question
            assert isinstance(question, AskOwnTie)
            return evolve(facts, choices=(*facts.choices, Choice(question.stage, seat, card))), []
        case RunnerUpChosen(seat, card):
            return evolve(facts, choices=(*facts.choices, Choice("runner_up", seat, card))), []
        case _:
            assert_never(action)


def _votes_told(state: State, facts: Facts, votes: tuple[tuple[int, ...], ...]) -> list[Explanation]:
    """Return what became of each vote that was disputed (slam.card.best_of, slam.ruling.smart_vote)."""
    rows = [lineup.poets for lineup in facts.lineups] + ([(facts.open_list,)] if facts.open_list else [])
    told = []
    for poets, numbers in zip(rows, votes, strict=True):
        for card, (poet, number) in enumerate(zip(poets, numbers, strict=True)):
            if 0 < number < state.seats:
                told.append(_vote_told(poet_name(poet, card), number, state.seats))
    return told


def _vote_told(poet: Text, number: int, seats: int) -> Explanation:
    bonus = NUMBERS.bonus.smart
    if smart(number, seats):
        text = T("{poet}: {n} of {all} say smart, that is +{bonus}.", poet=poet, n=number, all=seats, bonus=bonus)
    else:
        text = T("{poet}: {n} of {all} say smart, no +{bonus}.", poet=poet, n=number, all=seats, bonus=bonus)
    return Explanation(text, ("slam.card.best_of", "slam.card.best_of_example", "slam.ruling.smart_vote"))


def _darling_told(state: State, facts: Facts, seat: int, card: int) -> Explanation:
    poet = facts.poet(Place(seat, card))
    assert poet
    text = N(
        "Scene darling: {poet} goes to {player}’s victory pile all the same. {player} has {n} own slam; the card says when that is enough.",
        "Scene darling: {poet} goes to {player}’s victory pile all the same. {player} has {n} own slams; the card says when that is enough.",
        n=state.slams[seat],
        poet=poet_name(poet, card),
        player=Player(seat),
    )
    return Explanation(text, ("slam.poet.scene_darling",))


def _closed(state: State, facts: Facts, verdict: Verdict) -> Step[State]:
    """Put the cards away, score, draw, and go on (slam.turn.win, slam.turn.draw, slam.gold.double, slam.end)."""
    kept = tuple(
        tuple(sorted({*cards, *(place.card for place in facts.kept if place.seat == seat)}))
        for seat, cards in enumerate(verdict.piles)
    )
    if facts.slam.gold:
        piles = gold.piles_after(state, facts, kept)
    else:
        piles = tuple(
            (*pile, *(facts.lineups[seat].poets[card] for card in kept[seat])) for seat, pile in enumerate(state.piles)
        )
    points, told = _scored(state, facts, verdict)
    winner = verdict.winner
    slams = list(state.slams)
    waiting, lost = state.waiting, state.lost
    if winner is not None:
        slams[winner] += waiting + (0 if facts.slam.gold else 1)
        waiting = 0
    elif verdict.stays and not facts.slam.gold:
        waiting += 1
    else:
        lost += 1
    if facts.slam.gold:  # what nobody could win any more is lost with the game
        lost, waiting = lost + waiting, 0
    after = evolve(
        state,
        slams=tuple(slams),
        piles=piles,
        waiting=waiting,
        lost=lost,
        last_winner=state.last_winner if winner is None else winner,
        gold=winner if facts.slam.gold else None,
    )
    if facts.slam.gold:
        return Step(evolve(after, phase=GameOver()), told, points)
    text = T(
        "All draw up to {n}. If the draw pile is empty, shuffle the discard pile; if there are still fewer cards than players, nobody draws this time.",
        n=NUMBERS.setup.hand,
    )
    told = (*told, _todo(text, "slam.turn.draw", "slam.ruling.drawing"), *_third_draws(facts.lineups))
    return Step(evolve(after, phase=Booking(), number=state.number + 1), told, points)


def _scored(state: State, facts: Facts, verdict: Verdict) -> tuple[tuple[ScoreLine, ...], tuple[Explanation, ...]]:
    """Return the points of a slam for the sheet (slam.goal, slam.gold.double)."""
    winner = verdict.winner
    if winner is None:
        text = T("Nobody gets this card.") if not verdict.stays else T("The card waits for the next winner.")
        return (), (Explanation(text, ("slam.turn.win", "slam.ruling.nobody_admitted")),)
    lines = []
    if facts.slam.gold:
        text = T("{player} has won the gold card: it counts {n}.", player=Player(winner), n=NUMBERS.points.gold)
        why = Explanation(text, ("slam.gold.double", "slam.goal"))
        lines.append(ScoreLine(winner, state.number, "gold", NUMBERS.points.gold, why))
    slams = state.waiting + (0 if facts.slam.gold else 1)
    if slams:
        text = N("{player} has won {n} slam.", "{player} has won {n} slams at once.", n=slams, player=Player(winner))
        rules = ("slam.goal", "slam.turn.win", *(("slam.ruling.nobody_admitted",) if state.waiting else ()))
        why = Explanation(text, rules)
        lines.append(ScoreLine(winner, state.number, "slams", slams * NUMBERS.points.slam, why))
    return tuple(lines), tuple(line.why for line in lines)


def places(state: State) -> tuple[int, ...]:
    """Return the final place of each seat (slam.goal, slam.ruling.final_tie).

    With the house rule the larger victory pile decides between equal totals, for every place.
    """
    poets = state.house.final_tie == "poets"
    reached = [(state.totals[seat], len(state.piles[seat]) if poets else 0) for seat in range(state.seats)]
    return tuple(1 + sum(other > mine for other in reached) for mine in reached)


def moment(state: State, action: Action) -> Hashable:
    """Return which event at the table an action reports."""
    place: list[Hashable] = [state.number, type(state.phase).__name__]
    match state.phase:
        case Asking(facts, question):
            place += [question, facts.callers]
        case Judged(facts, _):
            place += [facts.callers, facts.kept]
        case Booking() | Revealing() | GameOver():
            pass
        case _:
            assert_never(state.phase)
    return (*place, action) if isinstance(action, FalseApplause | DarlingKept) else tuple(place)
