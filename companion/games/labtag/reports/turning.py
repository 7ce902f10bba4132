"""Reports on the groups of a match: their cards, or their specials and sums."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, Final

from attrs import evolve, field, frozen

from companion.games.labtag.cards import (
    FLAGS,
    KINDS,
    LONGEST_NAME,
    SPECIALS,
    VALUES,
    Card,
    Kind,
    Special,
    Tally,
    repeated,
)
from companion.games.labtag.match import Side
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name, cards_of, groups_of
from companion.games.labtag.model import GameOver, GroupContent, Match, Revealing, State, Won
from companion.games.labtag.reports.trophies import end_match, how_it_ended
from companion.games.labtag.shared import decision_so_far, event, verdict
from companion.kernel.explain import Explanation, Tone, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Several, Subset, Words
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Player, Text

_VALUES: Final = (
    *(Option(value, T("{value}", value=value)) for value in VALUES),
    *(Option(special, SPECIAL_NAMES[special]) for special in SPECIALS),
)


#: The form fields of a card.
CARD: Final = (
    Number("labtag", T("LABTAG value"), FLAGS.start, FLAGS.stop - 1, None),
    Choice("value", T("Card value"), _VALUES),
    Choice("golden", T("The LABTAG value"), (Option(False, T("Plain")), Option(True, T("golden")))),
    Words("name", T("Name of the card"), LONGEST_NAME, ("Pipette", "Petri dish"), optional=True),
)


def _cards(entered: Iterable[Any]) -> tuple[Card, ...]:
    """Return the cards of a form: LABTAG value, card value, golden or not, name."""
    return tuple(card if isinstance(card, Card) else Card(*card) for card in entered)


def _already_entered(seat: int) -> Explanation:
    text = T(
        "{player}’s cards are entered already: correct that entry in the history if it is wrong.", player=Player(seat)
    )
    return why(text, "labtag.turn.reveal")


#: The rules that make a number of a group matter.
SUM_RULES: Final[dict[Kind, tuple[str, ...]]] = {
    "labtag": ("labtag.match.strength",),
    "values": ("labtag.match.tie_values", "labtag.special.jack"),
    "legendary": ("labtag.match.tie_legendary", "labtag.ruling.legendary"),
}


_SUM_NAMES: Final[dict[Kind, Text]] = {
    "labtag": T("Sum of the LABTAG values"),
    "values": T("Sum of the card values"),
    "legendary": T("Legendary cards"),
}


def _specials(specials: Iterable[Special]) -> Text | Listing:
    names = tuple(SPECIAL_NAMES[special] for special in SPECIALS if special in specials)
    return Listing(names) if names else T("no special card")


def _contradiction(seat: int, before: GroupContent | None, now: Tally) -> Explanation | None:
    """Return the contradiction between two reports on the same group, if there is one."""
    if not isinstance(before, Tally):
        return None
    player = Player(seat)
    if set(before.specials) != set(now.specials):
        text = T(
            "{player}’s group was entered with {before}, now it has {now}. Enter it again, or correct that "
            "entry in the history.",
            player=player,
            before=_specials(before.specials),
            now=_specials(now.specials),
        )
        return why(text, "labtag.turn.reveal", "labtag.special.order")
    for kind in KINDS:
        reported, counted = before.sum(kind), now.sum(kind)
        if reported is not None and counted is not None and reported != counted:
            text = T(
                "{player}: {what} was entered as {before}, now it is {now}. Enter it again, or correct that entry in the history.",
                player=player,
                what=_SUM_NAMES[kind],
                before=reported,
                now=counted,
            )
            return why(text, *SUM_RULES[kind])
    return None


def _other_winner(state: State, current: Match, won: Won | None) -> Explanation | None:
    """Return why the cards of a checked match contradict its reported winner."""
    decision = verdict(state, current) if won else None
    if won is None or decision is None or decision.missing or decision.winner == won.winner:
        return None
    reported_winner = Player(won.winner)
    text = (
        T(
            "By these cards the match is a draw, but {other} was entered as the winner. Enter the cards "
            "again, or correct that entry in the history.",
            other=reported_winner,
        )
        if decision.winner is None
        else T(
            "By these cards {player} wins, but {other} was entered as the winner. Enter the cards again, or correct that entry in the history.",
            player=Player(decision.winner),
            other=reported_winner,
        )
    )
    return why(text, *decision.proof[-1].rules)


class GroupReport(Report[State]):
    """Base of the reports on a group that is turned up (labtag.turn.reveal)."""

    __slots__ = ()

    seat: int

    @property
    @abstractmethod
    def tally(self) -> Tally:
        """The report as a tally."""

    @abstractmethod
    def known(self, state: State) -> GroupContent:
        """Return the cards or the tally of the group, including earlier reports."""

    @abstractmethod
    def impossible(self, state: State, current: Match) -> Explanation | None:
        """Return why the group cannot be as reported, regardless of earlier reports on it."""

    def refusal(self, state: State) -> Explanation | None:
        """Require a group of the match that agrees with earlier reports (labtag.turn.reveal)."""
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        phase = state.phase
        if not isinstance(phase, Revealing) or self.seat not in phase.match.seats:
            return NOT_OFFERED
        return (
            self.impossible(state, phase.match)
            or _contradiction(self.seat, phase.match.known(self.seat), self.tally)
            or _other_winner(state, phase.match.with_cards(self.seat, self.known(state)), phase.won)
        )

    def apply(self, effects: Effects[State]) -> None:
        """Store the report and decide the match as soon as enough is known of both groups."""
        effects.state, current = self._turned_up(effects.state)
        won, decision = effects.phase(Revealing).won, verdict(effects.state, current)
        if decision is None:
            effects.todo(T("Now {player}’s cards.", player=Player(current.unreported[0])), "labtag.turn.reveal")
            return
        effects.add(*decision.proof)
        if not decision.missing:
            end_match(effects, current, decision.winner, won)

    def _turned_up(self, state: State) -> tuple[State, Match]:
        phase = state.phase
        assert isinstance(phase, Revealing)
        known = self.known(state)
        size = None if isinstance(known, Tally) else len(known)
        group, place = phase.match.group(self.seat), state.places[self.seat]
        if phase.won is None and phase.match.known(self.seat) is None:
            place = place.turned(group, size)
        else:
            place = place.sized(group, size)
        current = phase.match.with_cards(self.seat, known)
        return evolve(state.with_place(self.seat, place), phase=Revealing(current, phase.won)), current

    def event_key(self, state: State) -> Hashable:
        """Return a key with the seat and its last report, since two players may turn up cards at the same time."""
        phase = state.phase
        if isinstance(phase, Revealing) and self.seat in phase.match.seats:
            return event(state, self.seat, phase.match.known(self.seat))
        return event(state)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Title the match in the history by its result; the line of the proof that decides it is the conclusion.

        A match that is only checked has its title already.
        """
        phase, decision = before.phase, verdict(*self._turned_up(before))
        assert isinstance(phase, Revealing)
        if decision is None or decision.missing:
            return HistoryEvent(self.describe(), step.state, continues=True)
        proof = [line for line in decision.proof if line.tone is Tone.VERDICT]
        over = step.messages if isinstance(step.state.phase, GameOver) else ()
        ended = how_it_ended(phase.match, decision.winner) if phase.won is None else None
        return HistoryEvent(self.describe(), step.state, (*proof[-1:], *over[-1:]), continues=True, event_title=ended)


@frozen
class Revealed(GroupReport):
    """A player has turned up the cards of the group that is in the match (labtag.turn.reveal)."""

    seat: int
    cards: tuple[Card, ...] = field(converter=_cards)

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Revealing):
            return
        card = Composite("card", T("Card"), CARD)
        for one in state.phase.match.unreported:
            sizes = state.sizes(state.phase.match, one)
            field = Several("cards", T("Cards of the group"), card, min(sizes), max(sizes))
            label = T("{player}’s cards", player=Player(one))
            yield Offer(cls, label, ("labtag.turn.reveal", "labtag.special.one_each"), (("seat", one),), (field,))

    @property
    def tally(self) -> Tally:
        return Tally.of(self.cards)

    def impossible(self, state: State, current: Match) -> Explanation | None:
        """Require the number of laid cards, and no special twice (labtag.special.one_each, labtag.ruling.blocked)."""
        if isinstance(current.known(self.seat), tuple):
            return _already_entered(self.seat)
        if refused := self._miscounted(state, current):
            return refused
        if special := repeated(self.cards):
            text = T(
                "{player}’s group has more than one {special}; each special is allowed at most once per group. "
                "Enter the cards again, or put the groups right first.",
                player=Player(self.seat),
                special=SPECIAL_NAMES[special],
            )
            return why(text, "labtag.special.one_each", "labtag.ruling.blocked")
        return None

    def _miscounted(self, state: State, current: Match) -> Explanation | None:
        """Return why the group cannot have this number of cards (labtag.ruling.blocked)."""
        player, sizes, group = Player(self.seat), state.sizes(current, self.seat), current.group(self.seat)
        if len(self.cards) in sizes:
            return None
        rules = ("labtag.ruling.blocked", "labtag.setup.groups")
        if group is not None and state.places[self.seat].groups[group].size is not None:
            text = N(
                "{player}’s group {number} was laid with {n} card; {entered} are entered. Enter as many, or correct the groups in the history.",
                "{player}’s group {number} was laid with {n} cards; {entered} are entered. Enter as many, or correct the groups in the history.",
                n=sizes[0],
                player=player,
                number=group + 1,
                entered=len(self.cards),
            )
            return why(text, *rules)
        text = T(
            "{player} has drawn {cards} for {groups}: by what is entered so far, this group has {least} to "
            "{most} of them, not {entered}.",
            player=player,
            cards=cards_of(state.cards),
            groups=groups_of(state.groups),
            least=min(sizes),
            most=max(sizes),
            entered=len(self.cards),
        )
        return why(text, *rules)

    def known(self, state: State) -> GroupContent:
        return self.cards

    def describe(self) -> Text:
        return T("{player}: {cards}", player=Player(self.seat), cards=Listing(tuple(map(card_name, self.cards))))


@frozen
class Summed(GroupReport):
    """A player's group was added up, as in a :class:`Tally` (labtag.turn.reveal, labtag.match.strength)."""

    seat: int
    specials: tuple[Special, ...]
    labtag: int | None = None
    values: int | None = None
    legendary: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Revealing) or state.phase.won:
            return
        current = state.phase.match
        options = tuple(Option(special, SPECIAL_NAMES[special]) for special in SPECIALS)
        for one in current.unreported:
            label = T("{player}’s specials", player=Player(one))
            asked = Subset("specials", T("Special cards of the group"), options)
            yield Offer(cls, label, ("labtag.special.order", "labtag.turn.reveal"), (("seat", one),), (asked,))
        kind = None if current.unreported else decision_so_far(state).missing
        for one in decision_so_far(state).of if kind else ():
            tally = current.known(one)
            assert isinstance(tally, Tally)
            assert kind
            span = _span(state, one, tally.specials, kind)
            number = Number(kind, _SUM_NAMES[kind], span.start, span.stop - 1, None)
            label = T("{player}: {what}", player=Player(one), what=_SUM_NAMES[kind])
            given = (("seat", one), ("specials", tally.specials))
            yield Offer(cls, label, SUM_RULES[kind], given, (number,))

    @property
    def tally(self) -> Tally:
        return Tally(self.specials, self.labtag, self.values, self.legendary)

    def impossible(self, state: State, current: Match) -> Explanation | None:
        """Refuse a special twice and impossible sums (labtag.special.one_each, labtag.ruling.limits)."""
        before = current.known(self.seat)
        if isinstance(before, tuple) or (isinstance(before, Tally) and before.refined(self.tally) == before):
            return _contradiction(self.seat, before, self.tally) or _already_entered(self.seat)
        most = max(state.sizes(current, self.seat))
        if len(set(self.specials)) < len(self.specials):
            special = next(each for each in SPECIALS if self.specials.count(each) > 1)
            text = T(
                "{player}’s group already has a {special}; each special is allowed at most once per group.",
                player=Player(self.seat),
                special=SPECIAL_NAMES[special],
            )
            return why(text, "labtag.special.one_each")
        if len(self.specials) > most:
            text = N(
                "{player}’s group has {n} card at most: so many specials do not fit.",
                "{player}’s group has {n} cards at most: so many specials do not fit.",
                n=most,
                player=Player(self.seat),
            )
            return why(text, "labtag.ruling.blocked", "labtag.setup.groups")
        for kind in KINDS:
            number = self.tally.sum(kind)
            span = _span(state, self.seat, self.specials, kind)
            if number is not None and number not in span:
                text = T(
                    "{player}: {what} must be a number from {low} to {high}.",
                    player=Player(self.seat),
                    what=_SUM_NAMES[kind],
                    low=span.start,
                    high=span.stop - 1,
                )
                return why(text, "labtag.ruling.limits", *SUM_RULES[kind])
        return None

    def known(self, state: State) -> GroupContent:
        """Return the tally together with that of earlier reports."""
        assert isinstance(state.phase, Revealing)
        before = state.phase.match.known(self.seat)
        return before.refined(self.tally) if isinstance(before, Tally) else self.tally

    def describe(self) -> Text:
        numbers = [
            T("{what} {n}", what=_SUM_NAMES[kind], n=n) for kind in KINDS if (n := self.tally.sum(kind)) is not None
        ]
        specials = (_specials(self.specials),) if self.specials or not numbers else ()
        return T("{player}: {cards}", player=Player(self.seat), cards=Listing((*specials, *numbers)))


def _span(state: State, seat: int, specials: tuple[Special, ...], kind: Kind) -> range:
    """Return the possible values of a sum (labtag.ruling.limits)."""
    assert isinstance(state.phase, Revealing)
    sizes = state.sizes(state.phase.match, seat)
    return Side(seat, Tally(specials), (min(sizes), max(sizes))).span(kind)
