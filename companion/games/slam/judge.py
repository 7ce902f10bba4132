"""The judgement of a slam, with its proof: a pure function of the line-ups and the other entries.

For the questions that must be answered first, see ``possible_results``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.games.slam.bonuses import RULE_OF
from companion.games.slam.cards import Place, Source
from companion.games.slam.messages import T, listed, players_listed, poet_name, poets_of, reckoned
from companion.games.slam.model import Evidence, Stage, State, Tie, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import (
    AskApplause,
    AskOwnTie,
    AskRunnerUp,
    EarlyQuestion,
    JudgementQuestion,
    TieQuestion,
)
from companion.games.slam.teams import Entrant, competing, entrants, stage, taking_part
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Each, Player, Text


class AnswerNeeded(Exception):
    """The judgement has met a tie that an answer must settle."""

    def __init__(self, question: TieQuestion) -> None:
        self.question = question


def _display_name(evidence: Evidence, row: int | None, cards: Sequence[int], name: Text) -> Text:
    """Return the poets' name, with its owner if the card has no name: the players all have a "Poet 1"."""
    if row is None or row >= len(evidence.lineups):
        return T("open list, {poet}", poet=name) if not evidence.open_list or not evidence.open_list.name else name
    if len(cards) == 1:
        return evidence.name(Place(row, cards[0]))
    if all(evidence.lineups[row].poets[card].name for card in cards):
        return name
    return T("{player}, {poet}", player=Player(row), poet=name)


def _left_out(evidence: Evidence, all_entrants: Sequence[Entrant]) -> list[Explanation]:
    """Return messages on players and poets that do not take part.

    Rules: slam.turn.not_admitted, slam.tie.false_applause, slam.poet.detective.
    """
    in_play = {(entrant.seat, card) for entrant in all_entrants for card in entrant.cards}
    lines = []
    for caller in evidence.callers:
        text = T(
            "{player} called Schinken without a tie and leaves this slam.",
            player=Player(caller),
            of_several=T(
                "{players} called Schinken without a tie and leave this slam.", players=Each((Player(caller),))
            ),
        )
        lines.append(Explanation(text, ("slam.tie.false_applause", "slam.ruling.false_applause")))
    for place, poet in stage(evidence):
        if (place.seat, place.card) in in_play or place.seat in evidence.callers:
            continue
        name = _display_name(evidence, place.seat, (place.card,), poet_name(poet, place.card))
        rule = "slam.poet.detective" if place in evidence.exposed else "slam.turn.not_admitted"
        if place in evidence.exposed:
            poets = T("{poets} were exposed by detectives and are out.", poets=Each((name,)))
            text = T("{poet} was exposed by a detective and is out.", poet=name, of_several=poets)
        else:
            poets = T("{poets} are not admitted: no effect, discarded.", poets=Each((name,)))
            text = T("{poet} is not admitted: no effect, discarded.", poet=name, of_several=poets)
        lines.append(Explanation(text, (rule, "slam.poet.not_admitted_no_effect")))
    return lines


def _not_asked(entered: Evidence, irrelevant: Sequence[JudgementQuestion]) -> list[Explanation]:
    """Return messages on questions that were skipped, because no answer changes the winner or the piles."""
    if not irrelevant:
        return []
    rules = (*dict.fromkeys(rule for question in irrelevant for rule in question.prompt(entered).rules),)
    text = T(
        "Not asked, because it cannot change how the slam ends: {things}.",
        things=listed([question.what(entered) for question in irrelevant]),
    )
    return [Explanation(text, rules)]


def _open_bonuses(
    state: State, entered: Evidence, irrelevant: Sequence[JudgementQuestion]
) -> dict[tuple[int | None, tuple[int, ...]], tuple[Source, ...]]:
    """Return the unknown bonuses of each entrant, by seat and cards."""
    present = taking_part(state.house, entered)
    affected = [
        question.affected(state, entered, present) for question in irrelevant if isinstance(question, EarlyQuestion)
    ]
    found = {}
    for places in competing(entered, [place for place, _ in present]):
        sources = (source for one in affected for place in places for source in one.get(place, ()))
        found[places[0].seat, tuple(place.card for place in places)] = (*dict.fromkeys(sources),)
    return found


class Judgement:
    """One judgement: the entrants, and the proof, which grows line by line.

    :param evidence: complete evidence, in which irrelevant unknowns have some answer.
    :param entered: the evidence as entered, for the proof; ``None`` if only the verdict is needed.
    :param irrelevant: the unanswered questions that make no difference.
    """

    def __init__(
        self,
        state: State,
        evidence: Evidence,
        entered: Evidence | None = None,
        irrelevant: Sequence[JudgementQuestion] = (),
    ) -> None:
        self.seats = state.seats
        self.house = state.house
        self.evidence = evidence
        self.entrants = entrants(state, evidence)
        self.proof: list[Explanation] = []
        self.entered = entered
        if entered:
            self.shown = {(one.seat, one.cards): one for one in entrants(state, entered)}
            self.open = _open_bonuses(state, entered, irrelevant)
            self.proof += _left_out(evidence, self.entrants)
            self.proof += _not_asked(entered, irrelevant)

    def verdict(self) -> Verdict | TieQuestion:
        """Return the verdict, or the question that settles a tie."""
        try:
            return self.judged()
        except AnswerNeeded as needed:
            return needed.question

    def judged(self) -> Verdict:
        """Return the verdict; this and all endings raise ``AnswerNeeded`` where a tie must be settled first."""
        if not self.entrants:
            return self.nobody_admitted()
        self.reckon()
        lead = self.leading()
        tied = tuple(sorted({entrant.seat for entrant in lead if entrant.seat is not None}))
        if any(entrant.seat is None for entrant in lead):
            return self.open_list(lead, tied)
        if len(tied) == 1:
            return self.one_player_leads(lead, tied[0])
        return self.runner_up(lead, tied)

    def leading(self) -> list[Entrant]:
        """Return the entrants with the highest total; a single entrant leads with any values."""
        if len(self.entrants) == 1:
            return [*self.entrants]
        top = max(entrant.total for entrant in self.entrants)
        return [entrant for entrant in self.entrants if entrant.total == top]

    # Messages

    def explain(self, text: Text, *rules: str) -> None:
        """Add a line to the proof."""
        self.proof.append(Explanation(text, rules))

    def display_name(self, entrant: Entrant) -> Text:
        """Return an entrant's name, with its owner if the card has no name."""
        return _display_name(self.evidence, entrant.seat, entrant.cards, entrant.name)

    def reckon(self) -> None:
        """Add the sum of each entrant to the proof, the highest first."""
        if self.entered is None:
            return
        if len(self.entrants) == 1 and any(self.is_open(entrant) for entrant in self.entrants):
            text = T("{poet} competes alone, so the values do not matter.", poet=self.display_name(self.entrants[0]))
            self.explain(text, "slam.turn.show", "slam.ruling.card_values")
            return
        if not self.entered.attributes:
            return  # the attributes are unknown and make no difference
        for entrant in sorted(self.entrants, key=lambda one: (self.is_open(one), -one.total)):
            rules = (*dict.fromkeys((*entrant.rules, *(RULE_OF[bonus.source] for bonus in entrant.bonuses))),)
            who = T("open list") if entrant.seat is None else T("{player}", player=Player(entrant.seat))
            text = T(
                "{player}, {poet}: {sum} = {total}",
                player=who,
                poet=entrant.name,
                sum=self.sum(entrant),
                total=self.points(entrant),
            )
            self.explain(text, *rules)
        diverse = any(bonus.source is Source.STYLE_DIVERSITY for one in self.entrants for bonus in one.bonuses)
        if self.house.style_diversity == "on" and not diverse:
            text = T("Nobody is alone with lyric or with prose: no bonus for style diversity.")
            self.explain(text, "slam.adv.style_diversity")

    def is_open(self, entrant: Entrant) -> bool:
        """Return whether a part of an entrant's total is unknown."""
        shown = self.shown[entrant.seat, entrant.cards]
        return bool(shown.unknown or self.open.get((entrant.seat, entrant.cards)))

    def sum(self, entrant: Entrant) -> Text:
        """Return the sum of an entrant's points, with unknown parts marked."""
        assert self.entered
        shown, counted = self.shown[entrant.seat, entrant.cards], dict(entrant.values)
        values = [(one, None if one in shown.unknown else counted[one]) for one in self.entered.attributes]
        open_bonuses = self.open.get((entrant.seat, entrant.cards), ())
        return reckoned(values, [one for one in shown.bonuses if one.source not in open_bonuses], open_bonuses)

    def points(self, entrant: Entrant) -> int | str:
        """Return an entrant's total as displayed."""
        return "?" if self.is_open(entrant) else entrant.total

    def end(self, winner: int | None, piles: dict[int, set[int]], tie: Tie, *, stays: bool = False) -> Verdict:
        kept = tuple(tuple(sorted(piles.get(seat, ()))) for seat in range(self.seats))
        return Verdict(winner, kept, tie, tuple(self.proof), stays)

    # Endings

    def nobody_admitted(self) -> Verdict:
        """End a slam without participants (slam.ruling.nobody_admitted)."""
        if any("slam.tie.false_applause" in line.rules for line in self.proof):
            self.explain(T("Nobody is left: nobody gets the slam."), "slam.ruling.false_applause")
            return self.end(None, {}, Tie.NONE)
        stays = self.house.nobody_admitted == "next" and not self.evidence.slam.gold  # no slam follows the gold card
        text = T("Nobody was admitted: nobody gets the slam.")
        if stays:
            text = T("Nobody was admitted: the slam card is added to the next slam.")
        self.explain(text, "slam.ruling.nobody_admitted")
        return self.end(None, {}, Tie.NONE, stays=stays)

    def open_list(self, lead: Sequence[Entrant], tied: tuple[int, ...]) -> Verdict:
        """The poet of the open list leads, alone or with others (slam.adv.open_list, slam.ruling.open_list)."""
        if not tied:
            text = T("The open list wins: nobody gets the slam, it leaves the game.")
            self.explain(text, "slam.adv.open_list", "slam.ruling.open_list")
            return self.end(None, {}, Tie.NONE)
        if self.house.open_tie == "nobody":
            text = T("The open list is tied for the lead: by the house rule nobody gets the slam, it leaves the game.")
            self.explain(text, "slam.ruling.open_list", "slam.adv.open_list")
            # players who are tied with each other as well may call Schinken in good faith (slam.ruling.void_call)
            return self.end(None, {}, Tie.LEAD if len(tied) > 1 else Tie.NONE)
        mine = [entrant for entrant in lead if entrant.seat is not None]
        if len(tied) > 1:
            text = T("The open list is tied with several players: they go on without it.")
            self.explain(text, "slam.ruling.open_list")
            return self.runner_up(mine, tied)
        safe = self.beside_open_list(tied[0], mine)
        text = T(
            "{player} is tied with the open list alone and wins without a further comparison.", player=Player(tied[0])
        )
        piles = {tied[0]: {card for entrant in safe for card in entrant.cards}}
        self.explain(text, "slam.ruling.open_list", "slam.ruling.open_list_pile")
        return self.end(tied[0], piles, Tie.NONE)

    def beside_open_list(self, seat: int, mine: Sequence[Entrant]) -> Sequence[Entrant]:
        """Return which two own poets are safe: those that are tied, or the tied one and the best that is left.

        Rules: slam.ruling.open_list_pile, slam.tie.own.

        :param mine: the player's entrants that are tied with the open list.
        """
        if len(mine) > 1 and not self.evidence.by_revision_2:
            return self.continuing(seat, mine, ordered=False)
        left = [entrant for entrant in self.entrants if entrant.seat == seat and entrant not in mine]
        if not left:
            return mine
        best = max(entrant.total for entrant in left)
        equal = [entrant for entrant in left if entrant.total == best]
        return (*mine, equal[0] if self.evidence.by_revision_2 else self.own_choice("runner_up_tie", seat, equal))

    def one_player_leads(self, lead: Sequence[Entrant], seat: int) -> Verdict:
        """The highest value wins the slam (slam.turn.win); between own poets the owner chooses (slam.tie.own)."""
        winner = self.own_choice("lead", seat, lead)
        rules = ("slam.turn.win", "slam.team.win_both") if winner.is_team else ("slam.turn.win",)
        if len(lead) > 1:
            tied = poets_of(len(lead), seat)
            text = T("{poets} tie; {player} chooses {poet}.", poets=tied, player=Player(seat), poet=winner.name)
            self.explain(text, "slam.tie.own")
        text = T("{player} wins the slam with {poet}.", player=Player(seat), poet=winner.name)
        self.explain(text, *rules)
        return self.end(seat, {seat: {*winner.cards}}, Tie.NONE)

    def own_choice(self, stage: Stage, seat: int, equal: Sequence[Entrant]) -> Entrant:
        """Return which own poet counts; between equal ones the owner chooses (slam.tie.own, slam.poet.third)."""
        if len(equal) == 1:
            return equal[0]
        card = self.evidence.chosen(stage, seat)
        for one in equal:
            if one.cards[0] == card:
                return one
        raise AnswerNeeded(AskOwnTie(seat, tuple(one.cards[0] for one in equal), stage))

    # Ties between players

    def runner_up(self, lead: Sequence[Entrant], tied: tuple[int, ...]) -> Verdict:
        """All tied poets are safe; their owners compete for the runner-up title, and with it for the slam."""
        piles: dict[int, set[int]] = {}
        contenders: dict[int, Sequence[Entrant]] = {}
        safe: list[Entrant] = []
        own: list[Explanation] = []
        unless_wins = self.house.own_and_others == "unless_wins"
        for seat in tied:
            mine = [entrant for entrant in lead if entrant.seat == seat]
            if len(mine) > 1:
                continuing = self.beside_others(seat, mine)
                own += self.own_tied(seat, mine, continuing)
                mine = [*continuing[:-1]] if unless_wins else [*continuing]
                contenders[seat] = continuing[-1:]
            else:
                contenders[seat] = self.competing(mine[0], seat)
            safe += mine
            piles[seat] = {card for entrant in mine for card in entrant.cards}
        text = T(
            "A tie: {poets} go to their owners’ victory piles.", poets=listed([self.display_name(one) for one in safe])
        )
        self.explain(text, "slam.tie.first", *(("slam.team.win_both",) if any(one.is_team for one in safe) else ()))
        self.proof += own
        return self.compare_seconds(contenders, piles) if any(contenders.values()) else self.no_seconds(tied, piles)

    def beside_others(self, seat: int, mine: Sequence[Entrant]) -> Sequence[Entrant]:
        """Return a player's poets that are tied with another player's; the one that competes again is last.

        All have the same value, so the choice matters only if that poet may be discarded.

        Rules: slam.tie.first, slam.tie.own, slam.ruling.own_and_others, slam.ruling.three_own.
        """
        unless_wins = self.house.own_and_others == "unless_wins"
        if len(mine) == NUMBERS.setup.poets or self.evidence.by_revision_3:
            return self.continuing(seat, mine, ordered=unless_wins)
        if not unless_wins:
            return mine
        second = self.own_choice("competes", seat, mine)
        return (*(one for one in mine if one is not second), second)

    def continuing(self, seat: int, mine: Sequence[Entrant], *, ordered: bool) -> Sequence[Entrant]:
        """Return the two tied poets of one player that continue, as chosen by their owner.

        Rules: slam.tie.own, slam.ruling.own_and_others, slam.ruling.open_list_pile.

        :param ordered: whether it makes a difference which of them competes again.
        """
        if not ordered and (len(mine) == NUMBERS.setup.poets or self.evidence.by_revision_2):
            return mine
        first = self.own_choice("lead", seat, mine)
        left = [entrant for entrant in mine if entrant is not first]
        return first, left[0] if self.evidence.by_revision_2 else self.own_choice("second", seat, left)

    def own_tied(self, seat: int, mine: Sequence[Entrant], continuing: Sequence[Entrant]) -> list[Explanation]:
        """Return messages on own poets that are tied with each other and with others."""
        lines = []
        if gone := [entrant.name for entrant in mine if entrant not in continuing]:
            text = T(
                "{player} chooses {poets}: these two go on, {gone} is discarded.",
                player=Player(seat),
                poets=listed([entrant.name for entrant in continuing]),
                gone=listed(gone),
            )
            lines.append(Explanation(text, ("slam.ruling.three_own", "slam.tie.own")))
        text = T("Poets of one player are tied as well: one of them competes for the runner-up title.")
        if self.house.own_and_others == "unless_wins":
            text = T(
                "Poets of one player are tied as well: {poet} competes for the runner-up title and is discarded unless it wins.",
                poet=continuing[-1].name,
            )
        three = ("slam.ruling.three_own",) if len(continuing) > NUMBERS.setup.poets else ()
        return [*lines, Explanation(text, (*three, "slam.ruling.own_and_others"))]

    def competing(self, leader: Entrant, seat: int) -> Sequence[Entrant]:
        """Return the contenders of a player with one tied entrant, for the runner-up title.

        Rules: slam.tie.first, slam.tie.no_second, slam.team.runner_up, slam.poet.third, slam.ruling.third_or_team.
        """
        rest = [entrant for entrant in self.entrants if entrant.seat == seat and entrant is not leader]
        options = [*([leader.again] if leader.again else []), *rest]
        if leader.is_team and rest:
            card = self.evidence.chosen("runner_up", seat)
            if card is None:
                raise AnswerNeeded(AskRunnerUp(seat, (leader.cards[0], *(entrant.cards[0] for entrant in rest))))
            return [one for one in options if one.cards[0] == card]
        best = max((one.total for one in options), default=None)
        return [one for one in options if one.total == best]

    def no_seconds(self, tied: tuple[int, ...], piles: dict[int, set[int]]) -> Verdict:
        """Settle a tie in which no player has a second poet (slam.ruling.no_second)."""
        if self.house.no_second == "nobody":
            self.explain(T("Nobody has a second poet left: nobody gets the slam."), "slam.ruling.no_second")
            return self.end(None, piles, Tie.LEAD)
        self.explain(T("Nobody has a second poet left: the applause decides."), "slam.ruling.no_second")
        return self.applause(dict.fromkeys(tied, ()), piles)

    def compare_seconds(self, contenders: Mapping[int, Sequence[Entrant]], piles: dict[int, set[int]]) -> Verdict:
        competing = [(seat, one) for seat, mine in contenders.items() for one in mine]
        # if the show was not asked for, the sums are unknown
        counting = self.entered and self.entered.attributes
        for seat, one in sorted(competing, key=lambda row: -row[1].total) if counting else ():
            text = T(
                "Runner-up title, {player}, {poet}: {sum} = {total}",
                player=Player(seat),
                poet=one.name,
                sum=self.sum(one),
                total=self.points(one),
            )
            rules = ("slam.team.runner_up", "slam.ruling.team_runner_up_bonus") if len(one.cards) > 1 else ()
            self.explain(text, *rules, "slam.tie.first")
        self.proof += no_second_poet(seat for seat, mine in contenders.items() if not mine)
        return self.best_second(contenders, piles)

    def best_second(self, contenders: Mapping[int, Sequence[Entrant]], piles: dict[int, set[int]]) -> Verdict:
        """Give the slam to the best contender for the runner-up title (slam.tie.first)."""
        top = max(one.total for mine in contenders.values() for one in mine)
        ranked = ((seat, [one for one in mine if one.total == top]) for seat, mine in contenders.items())
        best = {seat: equal for seat, equal in ranked if equal}
        if len(best) > 1:
            return self.applause(best, piles)
        ((winner, equal),) = best.items()
        second = self.own_choice("runner_up_tie", winner, equal)
        piles[winner].update(second.cards)
        text = T("{player} takes the slam by the runner-up title.", player=Player(winner))
        if second.cards:
            text = T("{player} takes the slam with {poet}.", player=Player(winner), poet=second.name)
        self.explain(text, "slam.tie.first")
        return self.end(winner, piles, Tie.LEAD)

    def applause(self, best: Mapping[int, Sequence[Entrant]], piles: dict[int, set[int]]) -> Verdict:
        """Still tied: the Schinken applause (slam.tie.applause, slam.ruling.runner_up_poets).

        :param best: for each seat that is still tied its best contenders, if it has any.
        """
        winner = self.evidence.applause
        if winner is None:
            raise AnswerNeeded(AskApplause(tuple(best)))
        text = T("Still a tie between {players}: Schinken applause!", players=players_listed(best))
        self.explain(text, "slam.tie.applause")
        for seat in best if self.house.runner_up_poets == "kept" else (winner,):
            if equal := best.get(seat):
                piles[seat].update(self.own_choice("runner_up_tie", seat, equal).cards)
        text = T("{player} wins the applause and takes the slam.", player=Player(winner))
        rules = ("slam.tie.applause", "slam.ruling.runner_up_poets") if any(best.values()) else ("slam.tie.applause",)
        self.explain(text, *rules)
        return self.end(winner, piles, Tie.RUNNER_UP)


def no_second_poet(seats: Iterable[int]) -> Iterator[Explanation]:
    """Yield a message on the tied players who cannot compete again, if there are any (slam.tie.no_second)."""
    if absent := [*seats]:
        text = T(
            "{players} cannot compete for the runner-up title: no admitted second poet.", players=players_listed(absent)
        )
        yield Explanation(text, ("slam.tie.no_second",))


def kept(evidence: Evidence, verdict: Verdict) -> tuple[Text, ...]:
    """Return a short message for each pile that gets cards (slam.turn.win)."""
    messages: list[Text] = []
    discarded = sum(map(len, evidence.rows))
    for seat, lineup in enumerate(evidence.lineups):
        if won := verdict.kept(evidence, seat):
            names = listed([poet_name(lineup.poets[card], card) for card in won])
            messages.append(T("{player}: {kept} to the victory pile.", player=Player(seat), kept=names))
            discarded -= len(won)
    if discarded:
        messages.append(T("All other poets to the discard pile.") if messages else T("All poets to the discard pile."))
    return tuple(messages)


def losers(evidence: Evidence, verdict: Verdict) -> tuple[Explanation, ...]:
    """Return the destinations of the cards, seat by seat (slam.turn.win)."""
    messages = []
    for seat, lineup in enumerate(evidence.lineups):
        won = verdict.kept(evidence, seat)
        kept = [poet_name(lineup.poets[card], card) for card in won]
        gone = [poet_name(poet, card) for card, poet in enumerate(lineup.poets) if card not in won]
        if kept and gone:
            text = T(
                "{player}: {kept} to the victory pile, {gone} to the discard pile.",
                player=Player(seat),
                kept=listed(kept),
                gone=listed(gone),
            )
        elif kept:
            text = T("{player}: {kept} to the victory pile.", player=Player(seat), kept=listed(kept))
        elif gone:
            text = T("{player}: {gone} to the discard pile.", player=Player(seat), gone=listed(gone))
        else:
            continue
        messages.append(Explanation(text.grouped_by("player"), ("slam.turn.win",), Tone.TODO))
    if evidence.open_list:
        text = T("Open list: {poet} to the discard pile.", poet=poet_name(evidence.open_list, 0))
        messages.append(Explanation(text, ("slam.adv.open_list",), Tone.TODO))
    return tuple(messages)
