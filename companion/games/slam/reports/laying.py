"""All reveal their poets: from the hand, and for the gold card from the victory piles."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, field, frozen

from companion.games.slam import gold
from companion.games.slam.bonuses import RULE_OF
from companion.games.slam.cards import (
    ATTRIBUTES,
    ENTERED,
    NOTHING,
    Attribute,
    Bonus,
    Form,
    GoldEntry,
    Lineup,
    Poet,
    Slam,
    Trait,
    filled,
    lineups,
    with_values,
    without_zeros,
)
from companion.games.slam.drinking import poets_shots
from companion.games.slam.messages import TRAIT, N, T, apart, listed, player_name, poet_name, together
from companion.games.slam.model import Evidence, Revealing, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.base import SlamReport
from companion.games.slam.shared import judge, name_refusal, value_fields, values_refusal
from companion.games.slam.teams import brings_buddy
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Composite, Field, Offer, Option
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Each, Player, Text


@frozen
class PoetsRevealed(SlamReport):
    """All players have revealed their poets, seat by seat (slam.turn.play).

    :param open_list: the poet drawn from the pile, where the open list is played.
    :param zeros_told: whether every 0 was read off a card; otherwise a 0 of an attribute that does not count is unknown.
    """

    lineups: tuple[Lineup, ...] = field(converter=lineups)
    open_list: Poet | None = None
    zeros_told: bool = False
    by_revision_2: bool = False
    by_revision_3: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer the poets in short form, with the values that count; no values until the show has decided which count."""
        if not isinstance(state.phase, Revealing) or state.phase.slam.gold:
            return
        wanted = state.phase.slam.attributes
        parts = (*_poets_fields(wanted), _form_field(wanted))
        players = tuple(
            _left_field(seat, Lineup(())) if seat in state.gone else Composite(str(seat), player_name(seat), parts)
            for seat in range(state.seats)
        )
        fields: tuple[Field, ...] = (Composite("lineups", T("The poets"), players),)
        if state.house.open_list == "on":
            fields = (*fields, Choice("open_list", T("Poet of the open list"), tuple(_open_poets(wanted))))
        yield Offer(cls, T("Enter the poets"), ("slam.turn.play",), (("zeros_told", True),), fields)

    def refusal(self, state: State) -> Explanation | None:
        """Two poets each; fewer only from a short hand, a third one only for a reason, none from players who have left.

        Rules: slam.turn.play, slam.ruling.short_hand, slam.poet.third, slam.ruling.coming.
        """
        phase = state.phase
        if not isinstance(phase, Revealing) or phase.slam.gold:
            return NOT_OFFERED
        if len(self.lineups) != state.seats:
            return why(T("Everybody plays: passing is not allowed."), "slam.turn.play")
        if self.open_list and state.house.open_list == "off":
            text = T("The open list is not played at this table: enter no poet for it.")
            return why(text, "slam.adv.open_list", "slam.adv.combine")
        if not any(lineup.poets for lineup in self.lineups):
            text = T("Passing is not allowed: say who lays poets. Only a player without any sits the slam out.")
            return why(text, "slam.turn.play", "slam.ruling.short_hand")
        for seat, lineup in enumerate(self.lineups):
            unknown_seat = refuse_unknown_seat(state.players, seat, gone=state.gone) if lineup.poets else None
            if invalid := unknown_seat or _lineup_refusal(state, phase.slam, seat, lineup):
                return invalid
        return self._poets_refusal(state)

    def _poets_refusal(self, state: State) -> Explanation | None:
        """Every poet card exists once, and those on the victory piles are out (slam.turn.win, slam.ruling.card_values)."""
        poets = [poet for lineup in self.lineups for poet in lineup.poets]
        seen: set[str] = set()
        for poet in (*poets, *((self.open_list,) if self.open_list else ())):
            if invalid := poet_refusal(poet):
                return invalid
            if poet.name in state.won_names:
                return won_already(poet.name)
            if poet.name and poet.name in seen:
                text = T(
                    "{poet} is on the stage twice: say who is really in one of the places.",
                    poet=T("{name}", name=poet.name),
                )
                return why(text, "slam.turn.play")
            seen.add(poet.name)
        return None

    def apply(self, effects: Effects[State]) -> None:
        slam = effects.phase(Revealing).slam
        evidence = Evidence(slam, self.lineups, self.open_list)
        evidence = evolve(evidence, by_revision_2=self.by_revision_2, by_revision_3=self.by_revision_3)
        if not self.zeros_told:
            counts = slam.attributes or ATTRIBUTES
            evidence = evidence.each(lambda _, poet: evolve(poet, values=without_zeros(poet.values, counts)))
        for seat in effects.state.players:
            lineup = self.lineups[seat]
            if len(lineup.poets) < NUMBERS.setup.poets:
                effects.note(_short(seat, lineup), "slam.ruling.short_hand", "slam.turn.play")
        poets_shots(effects, evidence)
        judge(effects, evidence)

    def describe(self) -> Text:
        return self._laid_by(range(len(self.lineups)))

    def title(self, before: State) -> Text:
        """Leave out the players who have left (slam.ruling.coming)."""
        return self._laid_by(before.players)

    def _laid_by(self, players: Iterable[int]) -> Text:
        return apart([T("{who}: {poets}", who=Player(seat), poets=_laid(self.lineups[seat])) for seat in players])


def _left_field(seat: int, nothing: Lineup | GoldEntry) -> Choice:
    """Return the field of a player who has left, with no entry as its only option (slam.ruling.coming)."""
    return Choice(str(seat), T("has left"), (Option(nothing, T("nobody")),))


def _poets_fields(wanted: Sequence[Attribute]) -> Iterator[Field]:
    values = (Composite("values", T("Values"), value_fields(wanted)),) if wanted else ()
    admitted = Choice("admitted", T("Admitted?"), (Option(True, T("yes")), Option(False, T("no"))))
    traits = (Option(None, T("Nothing special")), *(Option(trait, TRAIT[trait]) for trait in Trait))
    trait = Choice("trait", T("Special"), traits)
    for card in range(NUMBERS.setup.with_third):
        yield Composite(f"poet-{card}", T("Poet {n}", n=card + 1), (*values, admitted, trait))


def _form_field(wanted: Sequence[Attribute]) -> Field:
    forms = {
        Form.PLAIN: T("Two poets"),
        Form.TEAM: T("The first two as a team"),
        Form.THIRD: T("A third poet with an action card"),
        Form.TEAM_THIRD: T("A team and a third poet"),
        Form.ONE: T("Only the first, no more cards in hand"),
        Form.NONE: T("None, no cards in hand"),
    }
    return Choice("form", T("Line-up"), tuple(Option((kind, wanted), name) for kind, name in forms.items()))


def _open_poets(wanted: Sequence[Attribute]) -> Iterator[Option]:
    """Yield the open list in short form: none, or a poet with the same number for every attribute that counts."""
    yield Option(None, T("nobody drawn"))
    if not wanted:
        yield Option(Poet(), T("a poet"))
        return
    for value in range(NUMBERS.entry.low, NUMBERS.entry.high + 1):
        yield Option(Poet(values=with_values(dict.fromkeys(wanted, value))), T("a poet with {n}", n=value))


def _lineup_refusal(state: State, slam: Slam, seat: int, lineup: Lineup) -> Explanation | None:
    number = len(lineup.poets)
    if lineup.team and number < NUMBERS.setup.poets:
        text = T("A team is two poet cards: {player} lays fewer, so enter no team.", player=Player(seat))
        return why(text, "slam.team.cherry_pick", "slam.ruling.short_hand")
    if number > NUMBERS.setup.with_third:
        text = T("{player} plays three poets at most: take the others back.", player=Player(seat))
        return why(text, "slam.poet.third")
    if number > NUMBERS.setup.poets and not lineup.action_card and not brings_buddy(state.house, slam, lineup):
        text = T(
            "{player} has no third poet: that needs a Spontaneous buddy who takes part, or an action card.",
            player=Player(seat),
        )
        return why(text, "slam.poet.third")
    if lineup.team and any(poet.sister for poet in lineup.poets[: NUMBERS.setup.poets]):
        text = T("A team is two poet cards; the sister is not one.")
        return why(text, "slam.ruling.one_poet_sister", "slam.poet.avantgardist")
    return None


def _short(seat: int, lineup: Lineup) -> Text:
    """Return the message on a player whose hand has fewer poets than are played (slam.ruling.short_hand)."""
    player = Player(seat)
    players = Each((player,))
    if lineup.poets:
        several = T("{players} have only one card left and lay that.", players=players)
        return T("{player} has only one card left and lays that.", player=player, of_several=several)
    several = T("{players} have no card left and sit this slam out.", players=players)
    return T("{player} has no card left and sits this slam out.", player=player, of_several=several)


def poet_refusal(poet: Poet) -> Explanation | None:
    """Return why the entry of a poet is invalid, or ``None``."""
    if invalid := values_refusal(poet.values) or name_refusal(poet.name):
        return invalid
    if poet.sister and not poet.has(Trait.AVANTGARDIST):
        return why(T("Only the Avantgardist has a sister: let this poet come alone."), "slam.poet.avantgardist")
    return _bonus_refusal(poet.bonuses)


def won_already(name: str) -> Explanation:
    """Return the refusal of a poet that is on a victory pile (slam.turn.win)."""
    text = T(
        "{poet} lies on a victory pile already: enter another poet, or correct the earlier slam.",
        poet=T("{name}", name=name),
    )
    return why(text, "slam.turn.win")


def _bonus_refusal(bonuses: Sequence[Bonus]) -> Explanation | None:
    adjust = NUMBERS.entry.adjust
    for bonus in bonuses:
        if abs(bonus.amount) > adjust or len(bonus.words) > NUMBERS.entry.name:
            return why(T("An adjustment is {n} points at most.", n=adjust), "slam.ruling.card_values")
        if bonus.source not in ENTERED:
            text = T("The app works this bonus out itself: leave it out.")
            return why(text, RULE_OF[bonus.source])
    return None


def _laid(lineup: Lineup) -> Text:
    names = [poet_name(poet, card) for card, poet in enumerate(lineup.poets)]
    if not names:
        return T("nobody")
    if not any(poet.name for poet in lineup.poets):
        return N("{n} poet", "{n} poets", n=len(names))
    pair = NUMBERS.setup.poets
    if lineup.team and len(names) >= pair:
        names = [together(names[:pair]), *names[pair:]]
    return T("{poets}", poets=listed(names))


@frozen
class ChampionsRevealed(SlamReport):
    """All participants have revealed poets from their victory piles for the gold card, seat by seat (slam.gold.poets).

    :param untold_as_zero: whether unknown values count as 0, as before revision 2.
    """

    entries: tuple[GoldEntry, ...]
    untold_as_zero: bool = False
    by_revision_2: bool = False
    by_revision_3: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Revealing) or not state.phase.slam.gold:
            return
        parts = tuple(
            _left_field(seat, GoldEntry())
            if seat in state.gone
            else Choice(
                str(seat),
                player_name(seat),
                tuple(
                    Option(entry, _entry_name(gold.playable(state, seat), entry))
                    for entry in gold.possible(state, seat)
                ),
            )
            for seat in range(state.seats)
        )
        field = Composite("entries", T("The poets from the victory piles"), parts)
        yield Offer(cls, T("Enter the poets"), ("slam.gold.poets",), fields=(field,))

    def refusal(self, state: State) -> Explanation | None:
        phase = state.phase
        if not isinstance(phase, Revealing) or not phase.slam.gold or len(self.entries) != state.seats:
            return NOT_OFFERED
        entries = self._entered(state)
        for seat, entry in enumerate(entries):
            unknown_seat = refuse_unknown_seat(state.players, seat, gone=state.gone) if entry.champions else None
            invalid = unknown_seat or gold.entry_refusal(state, seat, entry)
            for champion in entry.champions:
                invalid = invalid or values_refusal(champion.values or ()) or _bonus_refusal(champion.bonuses)
                invalid = invalid or (poet_refusal(champion.poet) if champion.poet else None)
            if invalid:
                return invalid
        return None if self.by_revision_3 else gold.names_refusal(state, entries)

    def _entered(self, state: State) -> tuple[GoldEntry, ...]:
        return tuple(
            gold.entered(state, seat, entry, by_revision_3=self.by_revision_3)
            for seat, entry in enumerate(self.entries)
        )

    def apply(self, effects: Effects[State]) -> None:
        entries = self._entered(effects.state)
        effects.state = gold.with_played(effects.state, entries)
        evidence = gold.on_stage(effects.state.piles, effects.phase(Revealing).slam, entries)
        evidence = evolve(evidence, by_revision_2=self.by_revision_2, by_revision_3=self.by_revision_3)
        if self.untold_as_zero:
            evidence = evidence.each(lambda _, poet: evolve(poet, values=filled(poet.values, NOTHING)))
        poets_shots(effects, evidence)
        judge(effects, evidence)

    def describe(self) -> Text:
        return T("The poets for the gold card")

    def title(self, before: State) -> Text:
        """Name the poets, which are on the victory piles."""
        entries = self._entered(before)
        poets = ((seat, _entered(gold.playable(before, seat), entries[seat])) for seat in before.players)
        return apart([T("{who}: {poets}", who=Player(seat), poets=mine) for seat, mine in poets])


def _entered(pile: Sequence[Poet], entry: GoldEntry) -> Text:
    """Return a player's poets for the gold card by name; unnamed ones as a number."""
    if entry.champions and not any(gold.who(pile, champion).name for champion in entry.champions):
        return N("{n} poet", "{n} poets", n=len(entry.champions))
    return _entry_name(pile, entry)


def _entry_name(pile: Sequence[Poet], entry: GoldEntry) -> Text:
    names = []
    for champion in entry.champions:
        name = poet_name(gold.who(pile, champion), champion.pick)
        names.append(T("{poet} with her sister", poet=name) if champion.sister else name)
    if not names:
        return T("nobody")
    if entry.team:
        return T("{team} (team)", team=together(names))
    return T("{poets}", poets=listed(names))
