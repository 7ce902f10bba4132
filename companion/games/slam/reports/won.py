"""Reports without poets: the winner of a slam or of the gold card, or a tie."""

from collections.abc import Hashable, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from companion.games.slam import gold, possible_results, tied
from companion.games.slam.cards import Poet, Slam, Unnamed
from companion.games.slam.messages import N, T, listed, no_participant, player_name, players_listed, wins_alone
from companion.games.slam.model import Asking, Booking, Evidence, Judged, Keeping, Phase, Revealing, State, Tie, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import AskApplause, JudgementQuestion, TieQuestion
from companion.games.slam.reports.base import SlamReport
from companion.games.slam.reports.closing import cleared, conclude, outcome, put_away
from companion.games.slam.reports.laying import poet_refusal, won_already
from companion.games.slam.shared import opening_event, upcoming
from companion.games.slam.teams import taking_part
from companion.games.slam.tied import AskSecond
from companion.games.slam.unknown_piles import AskPile, with_kept, with_poets
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Choice, Offer, Option, Several, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text


class WithoutPoets(SlamReport):
    """A report that ends a slam, or ties it, without its poets; a judged slam is put away first."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        """Return the same key as for turning up the slam or laying poets for it."""
        return opening_event(state)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Reported while a slam was judged, it closes that one and begins the next."""
        event = evolve(super().history(before, step), section=cleared(before))
        judged = isinstance(before.phase, Judged)
        return evolve(event, continues=False, closes=outcome(before, step)) if judged else event


def _next(state: State) -> bool | None:
    """Return whether the slam that can be reported now is the gold card; ``None`` if none can be reported."""
    phase = state.phase
    if isinstance(phase, Revealing) or (isinstance(phase, Asking) and not isinstance(phase.question, AskPile)):
        return state.is_gold
    number = upcoming(state)
    return None if number is None else number == state.tricks


def _begin(effects: Effects[State]) -> Evidence:
    """Put away a judged slam, and return the entries for the slam that is reported."""
    phase = effects.state.phase
    if isinstance(phase, Asking):
        return phase.evidence
    put_away(effects)
    gold_card = effects.state.house.championship if effects.state.is_gold else None
    return tied.unlaid(effects.state, phase.slam if isinstance(phase, Revealing) else Slam(gold=gold_card))


@frozen
class SlamWon(WithoutPoets):
    """The winner of a slam without a tie between players, reported without poets (slam.turn.win, slam.goal).

    :param seat: the winner; ``None`` for no winner.
    :param cards: the number of poets that go to the winner's victory pile, if entered.
    :param poets: these poets, if entered.
    :param also: the other players who put poets on the victory pile, e.g. a scene darling, without a number.
    :param waits: whether the slam card goes with the next slam, under that house rule (slam.ruling.nobody_admitted).
    """

    seat: int | None
    cards: int | None = None
    poets: tuple[Poet, ...] = ()
    also: tuple[int, ...] = ()
    waits: bool = False
    by_revision_3: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if _next(state) is not False:
            return
        rules = ("slam.turn.win", "slam.goal")
        phase = state.phase
        winners = perhaps_won(state, phase) if isinstance(phase, Asking) else (*state.players, None)
        able = _winner_options(winners)
        if not isinstance(state.phase, Booking):
            label = T("Enter only who has won")
            if isinstance(state.phase, Judged):
                label = T("Enter who has won the next slam")
            yield Offer(cls, label, rules, fields=(Choice("seat", T("Who has won?"), able),), weight=Weight.RARE)
            return
        cards = tuple(Option(n, N("{n} poet", "{n} poets", n=n)) for n in range(1, NUMBERS.setup.with_third + 1))
        fields = (
            Choice("seat", T("Who has won?"), able[:-1]),
            Choice("cards", T("How many poets to the victory pile?"), cards, optional=True),
        )
        yield Offer(cls, T("Enter who has won"), rules, fields=fields)
        none = (("seat", None),)
        yield Offer(cls, T("Nobody wins the slam"), ("slam.turn.win",), none, weight=Weight.SIDE)
        if state.house.nobody_admitted == "next":
            waits = (*none, ("waits", True))
            yield Offer(cls, T("Nobody was admitted"), ("slam.ruling.nobody_admitted",), waits, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """The slam is next or running, and its earlier entries allow this winner (slam.setup.slams)."""
        if _next(state) is not False:
            return NOT_OFFERED
        return (
            refuse_unknown_seat(state.players, self.seat, *self.also, gone=state.gone)
            or (None if self.by_revision_3 else contradiction(state, self.seat))
            or self._poets_refusal(state)
        )

    def _poets_refusal(self, state: State) -> Explanation | None:
        """The winner's poets go to the victory pile (slam.turn.win, slam.ruling.nobody_admitted)."""
        if self.waits and (self.seat is not None or state.house.nobody_admitted != "next"):
            text = T(
                "This card does not wait for the next slam: somebody has it, or it is lost by the rules of this table."
            )
            return why(text, "slam.ruling.nobody_admitted")
        if self.seat is None and (self.cards is not None or self.poets):
            return why(T("Nobody has won: no poet goes to a winner’s victory pile."), "slam.turn.win")
        most = NUMBERS.setup.with_third
        least = max(1, len(self.poets))
        if (self.cards is not None and not least <= self.cards <= most) or len(self.poets) > most:
            text = T("From {low} to {high} poets go to the winner’s victory pile.", low=least, high=most)
            return why(text, "slam.turn.win", "slam.team.win_both")
        return _also_refusal(self.also, self.seat) or self._names_refusal(state) or self._laid_refusal(state)

    def _laid_refusal(self, state: State) -> Explanation | None:
        """Refuse winning poets that contradict the entered cards (slam.turn.win, slam.turn.play)."""
        phase = state.phase
        if self.by_revision_3 or self.seat is None or not isinstance(phase, Asking):
            return None
        laid = {poet.name for poet in phase.evidence.lineups[self.seat].poets}
        for poet in self.poets:
            if laid and poet.name and not laid & {poet.name, ""}:
                text = T(
                    "Going by what was entered for this slam, {player} did not play {poet}: choose another poet, or "
                    "correct the poets.",
                    player=Player(self.seat),
                    poet=T("{name}", name=poet.name),
                )
                return why(text, "slam.turn.win", "slam.turn.play")
        number = self.cards or len(self.poets)
        mine = (
            _keeping(state, phase, phase.evidence, self.seat, by_revision_3=False)[self.seat] if number else Keeping()
        )
        if number and (number < mine.low or (mine.high is not None and number > mine.high)):
            text = T(
                "Going by what was entered for this slam, another number of poets goes to {player}’s victory pile: "
                "{low} to {high}.",
                player=Player(self.seat),
                low=mine.low,
                high=mine.high or NUMBERS.setup.with_third,
            )
            return why(text, "slam.turn.win", "slam.tie.first")
        return None

    def _names_refusal(self, state: State) -> Explanation | None:
        """Every poet card exists once (slam.turn.win)."""
        won = state.won_names
        names = [poet.name for poet in self.poets if poet.name]
        for poet in self.poets:
            if invalid := poet_refusal(poet):
                return invalid
            if poet.name in won or names.count(poet.name) > 1:
                return won_already(poet.name)
        return None

    def apply(self, effects: Effects[State]) -> None:
        """The slam counts at once, and the next one follows (slam.turn.win, slam.turn.draw)."""
        phase = effects.state.phase
        evidence = _begin(effects)
        kept = [*self._kept(effects.state, phase, evidence)]
        _put_on_piles(effects, self.seat, kept)
        if self.seat is not None:
            named = [Unnamed()] * max(0, (self.cards or 0) - len(self.poets) - len(kept[self.seat].certain))
            effects.state = with_poets(effects.state, self.seat, (*self.poets, *named), more=False)
        piles = tuple(mine.certain for mine in kept)
        effects.state = with_kept(effects.state, kept)
        verdict = Verdict(self.seat, piles, Tie.NONE, (), stays=self.waits)
        conclude(effects, evidence, verdict)

    def _kept(self, state: State, phase: Phase, evidence: Evidence) -> Iterator[Keeping]:
        """Yield the cards for each victory pile, apart from those that the report itself adds to the winner's pile."""
        exactly = bool(self.poets) or self.cards is not None
        for seat, mine in enumerate(_keeping(state, phase, evidence, self.seat, by_revision_3=self.by_revision_3)):
            if seat == self.seat and exactly:
                certain = () if self.poets else mine.certain
                yield Keeping(certain, certain, len(certain), len(certain))
            elif seat in self.also:
                yield evolve(mine, low=max(1, mine.low), high=None)
            else:
                yield mine

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        event = super().history(before, step)
        return evolve(event, event_title=event.title)

    def describe(self) -> Text:
        if self.seat is None:
            return T("Nobody was admitted") if self.waits else T("Nobody wins the slam")
        if self.poets:
            names: list[Text] = [T("{name}", name=one.name) if one.name else T("a poet") for one in self.poets]
            if others := (self.cards or 0) - len(self.poets):
                names += [N("{n} other poet", "{n} other poets", n=others)] if others > 0 else []
            return T("{player} wins the slam: {poets}", player=Player(self.seat), poets=listed(names))
        if self.cards is not None:
            poets = N("{n} poet", "{n} poets", n=self.cards)
            return T("{player} wins the slam: {poets}", player=Player(self.seat), poets=poets)
        return T("{player} wins the slam", player=Player(self.seat))


def _winner_options(seats: Iterable[int | None]) -> tuple[Option, ...]:
    return tuple(Option(seat, T("Nobody") if seat is None else player_name(seat)) for seat in seats)


def _also_refusal(also: Sequence[int], *others: int | None) -> Explanation | None:
    """Players who keep poets without winning or being tied are named once (slam.turn.win, slam.poet.scene_darling)."""
    if len({*also}) == len(also) and {*others}.isdisjoint(also):
        return None
    return why(T("Name the other players who keep poets, each once."), "slam.turn.win", "slam.poet.scene_darling")


def _too_few_poets(state: State, seat: int) -> Explanation:
    """Return the refusal of a player without enough poets for the gold card (slam.gold.poets)."""
    text = T(
        "Going by what was entered, {player} does not have enough poets on the victory pile for the gold card: "
        "correct the slam that was won or tied.",
        player=Player(seat),
    )
    return why(text, state.house.championship.few_poets, "slam.gold.poets")


def contradiction(state: State, seat: int | None) -> Explanation | None:
    """Return why a player cannot have won according to the entries for the running slam.

    Rules: slam.turn.win, slam.turn.show, slam.tie.first, slam.tie.applause, slam.turn.not_admitted.
    """
    phase = state.phase
    if not isinstance(phase, Asking) or seat in (among := perhaps_won(state, phase)):
        return None
    present = {place.seat for place, _ in taking_part(state.house, phase.evidence)}
    if seat is not None and any(phase.evidence.rows) and seat not in present:
        text = T(
            "Going by what was entered for this slam, {player} has no poet who takes part: correct the poets first.",
            player=Player(seat),
        )
        return why(text, "slam.turn.not_admitted")
    players = players_listed(one for one in among if one is not None)
    text = T(
        "Going by what was entered for this slam, only {players} can have won it: say which of them, or undo "
        "what was entered.",
        players=players,
    )
    if among == (None,):
        text = T("Going by what was entered for this slam, nobody can have won it: say so, or undo what was entered.")
    if isinstance(phase.question, TieQuestion | AskSecond):
        return why(text, "slam.tie.first", "slam.tie.applause")
    return why(text, "slam.turn.win", "slam.turn.show")


def perhaps_won(state: State, phase: Asking) -> tuple[int | None, ...]:
    """Return the possible winners according to the entries for the running slam; ``None`` for no winner."""
    evidence, question = phase.evidence, phase.question
    if isinstance(question, AskApplause):
        return question.seats
    if isinstance(question, AskSecond):
        return tied.perhaps_winning(state, evidence)
    if not isinstance(question, JudgementQuestion):
        return (*state.players, None)
    can = possible_results.perhaps_winning(state, evidence, question)
    return tuple(seat for seat in (*state.players, None) if seat in can)


def _keeping(
    state: State, phase: Phase, evidence: Evidence, winner: int | None, *, by_revision_3: bool
) -> tuple[Keeping, ...]:
    """Return the cards that go to each victory pile, as determined by the entries.

    :param by_revision_3: whether to judge as before revision 4, which kept only the winner's poets.
    """
    question = phase.question if isinstance(phase, Asking) and any(evidence.rows) and not by_revision_3 else None
    if isinstance(question, JudgementQuestion):
        return possible_results.keeping(state, evidence, question, winner)
    return tied.keeping(state, tied.unlaid(state, evidence.slam) if by_revision_3 else evidence, winner)


def _put_on_piles(effects: Effects[State], winner: int | None, kept: Sequence[Keeping]) -> None:
    """Add messages on the piles that get poets, if known without a question (slam.turn.win, slam.tie.first)."""
    others = [seat for seat, mine in enumerate(kept) if mine.low and seat != winner]
    if winner is not None:
        text = T("The winning poets to {player}’s victory pile, all others to the discard pile.", player=Player(winner))
        if others:
            text = T("The winning poets to {player}’s victory pile.", player=Player(winner))
        effects.todo(text, "slam.turn.win")
    elif not others:
        effects.todo(T("All poets to the discard pile."), "slam.turn.win")
    if others:
        text = T(
            "A poet of each of these goes to the victory pile too: {players}. All others to the discard pile.",
            players=players_listed(others),
            brief=T("A poet of each of these goes to the victory pile too: {players}.", players=players_listed(others)),
        )
        effects.todo(text, "slam.turn.win", "slam.tie.first")


@frozen
class GoldWon(WithoutPoets):
    """The winner of the gold card, reported without poets (slam.gold.double, slam.gold.poets).

    :param seat: the winner; ``None`` for no winner.
    """

    seat: int | None
    by_revision_3: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if _next(state) is not True:
            return
        rules = ("slam.gold.double", "slam.gold.poets")
        able = [one for one in (*state.players, None) if cls(one).refusal(state) is None]
        winners = _winner_options(able)
        weight = Weight.MAIN if isinstance(state.phase, Booking) else Weight.RARE
        if winners:
            fields = (Choice("seat", T("Who has won?"), winners),)
            yield Offer(cls, T("Enter who has won the gold card"), rules, fields=fields, weight=weight)

    def refusal(self, state: State) -> Explanation | None:
        """The gold card is the last one, and its winner must be able to take part (slam.setup.slams, slam.gold.state_one)."""
        if _next(state) is not True:
            return NOT_OFFERED
        return (
            refuse_unknown_seat(state.players, self.seat, gone=state.gone)
            or (None if self.by_revision_3 else contradiction(state, self.seat))
            or self._entry_refusal(cleared(state))
        )

    def _entry_refusal(self, state: State) -> Explanation | None:
        rule = state.house.championship.few_poets
        can = gold.perhaps_able(state)
        if not can:
            applause = gold.perhaps_applause(state)
            if (self.seat is not None) == applause:
                return None
            return why(no_participant(applause=applause), "slam.ruling.state_poets", rule)
        if self.seat is None:
            alone = gold.walks_over(state)
            if alone is None:
                return None
            return why(wins_alone(alone), "slam.ruling.gold_alone", rule)
        if self.seat not in can and not gold.perhaps_applause(state):
            return _too_few_poets(state, self.seat)
        return None

    def apply(self, effects: Effects[State]) -> None:
        """It counts at once, and the game is over (slam.gold.double, slam.end)."""
        phase = effects.state.phase
        evidence = _begin(effects)
        kept = _keeping(effects.state, phase, evidence, self.seat, by_revision_3=self.by_revision_3)
        rule = effects.state.house.championship.few_poets
        if (alone := gold.walks_over(effects.state)) is not None:
            effects.say(wins_alone(alone), "slam.ruling.gold_alone", rule)
        elif any(evidence.picks) and not self.by_revision_3:
            lost = tuple(len(mine.possible) - mine.low for mine in kept)
            effects.change(fewer=lost)
        elif gold.perhaps_able(effects.state):
            effects.state = gold.played(effects.state, [seat for seat, mine in enumerate(kept) if mine.low])
        else:
            effects.say(no_participant(applause=self.seat is not None), "slam.ruling.state_poets", rule)
        if not any(evidence.picks) or self.by_revision_3:
            evidence = tied.unlaid(effects.state, evidence.slam)
        piles = tuple(mine.possible for mine in kept)
        conclude(effects, evidence, Verdict(self.seat, piles, Tie.NONE, ()))

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        event = super().history(before, step)
        return evolve(event, event_title=event.title)

    def describe(self) -> Text:
        if self.seat is None:
            return T("Nobody wins the gold card")
        return T("{player} wins the gold card", player=Player(self.seat))


@frozen
class TieTold(WithoutPoets):
    """The players tied for the lead; the deciding values are entered next (slam.tie.first).

    :param also: the seats that also keep a poet, e.g. a scene darling, without a number; ``None`` if unknown.
    """

    seats: tuple[int, ...]
    also: tuple[int, ...] | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        able = [*cls._able(state)]
        if len(able) < NUMBERS.setup.players_low:
            return
        rules, label = ("slam.tie.first", "slam.tie.applause"), T("A tie")
        if len(able) == NUMBERS.setup.players_low:
            yield Offer(cls, label, rules, (("seats", tuple(able)),), weight=Weight.SIDE)
            return
        each = Choice("seat", T("Player"), tuple(Option(one, player_name(one)) for one in able))
        some = Several("seats", T("Who is tied for the lead?"), each, NUMBERS.setup.players_low, len(able))
        yield Offer(cls, label, rules, fields=(some,), weight=Weight.SIDE)

    @staticmethod
    def _able(state: State) -> Iterator[int]:
        """Yield the players who can be tied in the slam that can be reported now."""
        is_gold = _next(state)
        if is_gold is None or isinstance(state.phase, Asking):
            return
        yield from gold.perhaps_able(cleared(state)) if is_gold else state.players

    def refusal(self, state: State) -> Explanation | None:
        """At least two players are tied, and all of them take part (slam.tie.first)."""
        if _next(state) is None or isinstance(state.phase, Asking):
            return NOT_OFFERED
        if unknown_seat := refuse_unknown_seat(state.players, *self.seats, *(self.also or ()), gone=state.gone):
            return unknown_seat
        if len({*self.seats}) != len(self.seats) or len(self.seats) < NUMBERS.setup.players_low:
            return why(T("A tie needs two or more: name each of them once."), "slam.tie.first")
        able = {*self._able(state)}
        out = next((seat for seat in self.seats if seat not in able), None)
        if out is not None:
            return _too_few_poets(state, out)
        return _also_refusal(self.also or (), *self.seats)

    def apply(self, effects: Effects[State]) -> None:
        slam = _begin(effects).slam
        settle(effects, tied.unlaid(effects.state, slam, self.seats, self.also))

    def describe(self) -> Text:
        return T("A tie: {players}", players=players_listed(self.seats))


def settle(effects: Effects[State], evidence: Evidence) -> None:
    """Ask the next question of a tie; once the tie is decided, score the slam, and the next one follows."""
    outcome = tied.judged(effects.state, evidence)
    if not isinstance(outcome, Verdict):
        if isinstance(outcome, AskApplause):
            effects.add(*tied.reckoning(evidence))
        effects.change(phase=Asking(evidence, outcome))
        return
    effects.add(*outcome.proof)
    kept = tied.keeping(effects.state, evidence, outcome.winner)
    if evidence.slam.gold:
        effects.state = gold.played(effects.state, [seat for seat, mine in enumerate(kept) if mine.low])
    else:
        effects.state = with_kept(effects.state, kept)
    conclude(effects, evolve(evidence, tied=(), seconds=(), also=()), outcome)
