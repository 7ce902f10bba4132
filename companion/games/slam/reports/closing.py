"""Corrections of a verdict, and the end of a slam, which moves its cards and scores it."""

from collections.abc import Hashable, Iterable, Sequence

from attrs import evolve, frozen

from companion.games.slam import gold
from companion.games.slam.cards import Lineup, Place, Poet, Trait
from companion.games.slam.messages import N, T, player_name, players_listed, poet_name
from companion.games.slam.model import Asking, Booking, Evidence, GameOver, Judged, State, Tie, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.base import SlamReport
from companion.games.slam.shared import event, judge
from companion.games.slam.teams import admitted
from companion.games.slam.unknown_piles import AskPile
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Choice, Offer, Option, Several, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text
from companion.kernel.tuples import with_item


@frozen
class SlamClosed(SlamReport):
    """The cards are put away and all have drawn (slam.turn.win, slam.turn.draw)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Judged):
            yield Offer(cls, T("Put the cards away"), ("slam.turn.win", "slam.turn.draw"))

    def apply(self, effects: Effects[State]) -> None:
        put_away(effects)

    def describe(self) -> Text:
        return T("Cards put away")

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        title = outcome(before, step)
        return evolve(super().history(before, step), title=title, event_title=title)


def outcome(before: State, step: Step[State]) -> Text:
    """Return the winner of the judged slam as a line of the history."""
    winner = next((line.seat for line in step.points if line.round == before.number), None)
    if isinstance(before.phase, Judged) and before.phase.evidence.slam.gold:
        if winner is None:
            return T("Nobody wins the gold card")
        return T("{player} wins the gold card", player=Player(winner))
    return T("Nobody wins the slam") if winner is None else T("{player} wins the slam", player=Player(winner))


def put_away(effects: Effects[State]) -> None:
    """Score a judged slam whose cards are still on the table, and move these; see :func:`conclude`."""
    phase = effects.state.phase
    if isinstance(phase, Judged):
        conclude(effects, phase.evidence, phase.verdict)


def cleared(state: State) -> State:
    """Return the state in which the next slam is reported: a judged one is put away first."""
    effects = Effects(state)
    put_away(effects)
    return effects.state


def conclude(effects: Effects[State], evidence: Evidence, verdict: Verdict) -> None:
    """Score a slam and move its cards; the next slam follows, or the end of the game after the gold card.

    Rules: slam.turn.win, slam.turn.draw, slam.gold.double, slam.end, slam.ruling.final_tie.
    """
    state = effects.state
    _score(effects, evidence, verdict)
    _give(effects, evidence, verdict)
    effects.change(piles=_piles(state, evidence, verdict), teams=_teams(state, evidence, verdict))
    if evidence.slam.gold:
        effects.change(gold=verdict.winner)
        question = AskPile.due(effects.state)
        effects.change(phase=Asking(evidence, question) if question else GameOver())
        return
    effects.change(phase=Booking(), number=state.number + 1)
    text = T(
        "All draw up to {n}. If the draw pile is empty, shuffle the discard pile; if there are still fewer cards than players, nobody draws this time.",
        n=NUMBERS.setup.hand,
        brief=T("All draw up to {n}.", n=NUMBERS.setup.hand),
    )
    effects.todo(text, "slam.turn.draw", "slam.ruling.drawing")
    _third_draws(effects, evidence.lineups)


def _score(effects: Effects[State], evidence: Evidence, verdict: Verdict) -> None:
    """Score a slam (slam.goal, slam.gold.double)."""
    number, waiting, winner = effects.state.number, effects.state.waiting, verdict.winner
    at_a_glance = not evidence.slam.gold and not any(evidence.rows)
    if winner is None:
        text = T("The card waits for the next winner.") if verdict.stays else T("Nobody gets this card.")
        if at_a_glance and not verdict.stays:
            text = T("Slam {number} goes to nobody.", number=number)
        effects.say(text, "slam.turn.win", "slam.ruling.nobody_admitted")
        return
    if evidence.slam.gold:
        text = T("{player} wins the gold card: it counts {n}.", player=Player(winner), n=NUMBERS.points.gold)
        message = effects.say(text, "slam.gold.double", "slam.goal")
        effects.score(winner, number, "gold", NUMBERS.points.gold, message)
    if slams := waiting + (not evidence.slam.gold):
        text = N("{player} wins this slam.", "{player} wins {n} slams at once.", n=slams, player=Player(winner))
        if at_a_glance:  # no message has named the winner before
            text = N(
                "Slam {number} goes to {player}.",
                "Slam {number} goes to {player}: {n} slams at once.",
                n=slams,
                number=number,
                player=Player(winner),
            )
        message = effects.say(
            text, "slam.goal", "slam.turn.win", *(("slam.ruling.nobody_admitted",) if waiting else ())
        )
        effects.score(winner, number, "slams", slams * NUMBERS.points.slam, message)


def _give(effects: Effects[State], evidence: Evidence, verdict: Verdict) -> None:
    """Give the slam card and the waiting ones to the winner; a card that no player gets is lost."""
    state, winner = effects.state, verdict.winner
    card = not evidence.slam.gold
    if winner is not None:
        won = state.slams[winner] + state.waiting + card
        effects.change(slams=with_item(state.slams, winner, won), waiting=0, last_winner=winner)
    elif verdict.stays:
        effects.change(waiting=state.waiting + 1)
    elif card:
        effects.change(lost=state.lost + 1)
    else:
        effects.change(lost=state.lost + 1 + state.waiting, waiting=0)


def _piles(state: State, evidence: Evidence, verdict: Verdict) -> tuple[tuple[Poet, ...], ...]:
    """Return the victory piles with the poets that are kept (slam.turn.win)."""
    kept = [verdict.kept(evidence, seat) for seat in range(state.seats)]
    if evidence.slam.gold:
        return gold.piles_after(state, evidence, kept)
    return tuple(
        (*pile, *(lineup.poets[card] for card in cards))
        for pile, lineup, cards in zip(state.piles, evidence.lineups, kept, strict=True)
    )


def _teams(state: State, evidence: Evidence, verdict: Verdict) -> tuple[tuple[int, int, int], ...]:
    """Return the partners on the victory piles: poets that were played as a team (slam.team.win_both)."""
    pair = NUMBERS.setup.poets
    if evidence.slam.gold:
        return state.teams
    return (
        *state.teams,
        *(
            (seat, len(state.piles[seat]), len(state.piles[seat]) + 1)
            for seat, lineup in enumerate(evidence.lineups)
            if lineup.team and verdict.kept(evidence, seat)[:pair] == tuple(range(pair))
        ),
    )


def _third_draws(effects: Effects[State], lineups: Sequence[Lineup]) -> None:
    """Remind of the third card to draw after an action card (slam.poet.third_draw)."""
    for seat, lineup in enumerate(lineups):
        if lineup.action_card and len(lineup.poets) > NUMBERS.setup.poets:
            text = T(
                "{player} played a third poet with an action card and draws {n}.",
                player=Player(seat),
                n=NUMBERS.setup.action_draw,
            )
            effects.note(text, "slam.poet.third_draw", "slam.poet.third")


@frozen
class DarlingKept(SlamReport):
    """A scene darling goes to the victory pile although the slam was lost (slam.poet.scene_darling)."""

    seat: int
    card: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Judged):
            return
        for owner, lineup in enumerate(state.phase.evidence.lineups):
            for card, poet in enumerate(lineup.poets):
                if poet.has(Trait.SCENE_DARLING) and cls(owner, card).refusal(state) is None:
                    label = T("{poet} stays anyway (scene darling)", poet=poet_name(poet, card))
                    given = (("seat", owner), ("card", card))
                    yield Offer(cls, label, ("slam.poet.scene_darling",), given, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """It took part in a slam that its owner lost (slam.turn.not_admitted)."""
        if not isinstance(state.phase, Judged):
            return NOT_OFFERED
        if unknown_seat := refuse_unknown_seat(state.players, self.seat, gone=state.gone):
            return unknown_seat
        evidence, verdict = state.phase.evidence, state.phase.verdict
        place = Place(self.seat, self.card)
        poet = evidence.poet(place)
        if not poet or not poet.has(Trait.SCENE_DARLING):
            text = T("This poet is not a scene darling and goes where the verdict says.")
            return why(text, "slam.poet.scene_darling")
        if not admitted(state.house, evidence, place):
            text = T("This poet did not take part, so has no effect and is discarded.")
            return why(text, "slam.turn.not_admitted")
        if verdict.winner == self.seat:
            text = T(
                "{player} has not lost this slam: only after a lost one does a scene darling stay.",
                player=Player(self.seat),
            )
            return why(text, "slam.poet.scene_darling")
        if self.card in verdict.kept(evidence, self.seat):
            return why(T("This poet goes to the victory pile anyway."), "slam.poet.scene_darling")
        return None

    def apply(self, effects: Effects[State]) -> None:
        phase, place = effects.phase(Judged), Place(self.seat, self.card)
        text = N(
            "Scene darling: {poet} goes to {player}’s victory pile anyway. {player} has won {n} slam; the "
            "card says when that is enough.",
            "Scene darling: {poet} goes to {player}’s victory pile anyway. {player} has won {n} slams; the "
            "card says when that is enough.",
            n=effects.state.slams[self.seat],
            poet=poet_name(phase.evidence.standing(place), self.card),
            player=Player(self.seat),
        )
        effects.say(text, "slam.poet.scene_darling")
        effects.change(phase=evolve(phase, evidence=evolve(phase.evidence, kept=(*phase.evidence.kept, place))))

    def describe(self) -> Text:
        return T("{player} keeps a scene darling", player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        """Several darlings may stay after the same slam."""
        return (event(state), self)


@frozen
class FalseApplause(SlamReport):
    """These players called Schinken although there was no tie (slam.tie.false_applause)."""

    callers: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Judged) or not (playing := state.phase.evidence.playing):
            return
        callers = tuple(Option(one, player_name(one)) for one in playing)
        some = Several("callers", T("Who called Schinken?"), Choice("seat", T("Player"), callers), 1, len(playing))
        rules = ("slam.tie.false_applause", "slam.ruling.false_applause")
        closed = cls(playing[:1]).refusal(state)
        yield Offer(cls, T("Somebody called Schinken"), rules, fields=(some,), weight=Weight.RARE, closed=closed)

    def refusal(self, state: State) -> Explanation | None:
        """A false call is one without a tie between players (slam.ruling.void_call)."""
        rules = ("slam.tie.false_applause", "slam.ruling.void_call")
        if isinstance(state.phase, Asking):
            text = T("The slam is not judged yet: only then can you say whether the call was false.")
            return why(text, *rules)
        if not isinstance(state.phase, Judged):
            return NOT_OFFERED
        callers, tie = self.callers, state.phase.verdict.tie
        if not callers or len({*callers}) != len(callers) or any(seat not in range(state.seats) for seat in callers):
            return why(T("Name the players who called, each once."), *rules)
        for seat in callers:
            if seat not in state.phase.evidence.playing:
                return why(T("{player} is not in this slam any more.", player=Player(seat)), *rules)
        if tie is Tie.RUNNER_UP:
            return why(T("There was a tie: the applause was due, so nobody is out."), "slam.tie.applause", *rules)
        if tie is Tie.LEAD and state.house.void_call == "void":
            text = T("There was a tie for the lead but none for the runner-up title: the call has no effect.")
            return why(text, "slam.ruling.void_call", "slam.tie.false_applause")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Exclude the false callers, and judge the slam again."""
        evidence = effects.phase(Judged).evidence
        callers = (*evidence.callers, *self.callers)
        kept = () if evidence.by_revision_3 else evidence.kept
        judge(effects, evolve(evidence, callers=callers, choices=(), applause=None, kept=kept))

    def describe(self) -> Text:
        return T("False applause: {players}", players=players_listed(self.callers))

    def event_key(self, state: State) -> Hashable:
        """Each may have called."""
        return (event(state), self)
