"""A table of Slam! in the players' words, so that tests read like published positions.

>>> table = Table("Karl", "Ida").slam("humour").reveal(two(7, 3), two(6, 6))
>>> table.winner, table.kept
('Karl', {'Karl': ['A1'], 'Ida': []})
"""

from typing import Any

from attrs import evolve
from games.position import Position

from companion.games.slam.cards import Attribute, Bonus, Champion, GoldEntry, Lineup, Poet, Special, Trait
from companion.games.slam.game import SlamGame
from companion.games.slam.model import Asking, Judged, Question, State, Verdict
from companion.games.slam.reports.answers import ShowDecided
from companion.games.slam.reports.closing import SlamClosed
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.won import WithoutPoets
from companion.games.slam.teams import entrants
from companion.i18n import Renderer
from companion.kernel.game import Setup, Step
from companion.kernel.offers import Offer
from companion.kernel.report import Report

GAME = SlamGame()
NAMES = ("Anna", "Ben", "Cem", "Dana", "Emil", "Fia")


def poet(name: str = "", all: int | None = 0, /, *traits: Trait, bonus: int = 0, **more: Any) -> Poet:
    """Return a poet with the same number for every attribute, or with numbers for some; ``None`` is what no player reported.

    >>> poet("Funny Reimer", humour=10, style=8).values
    (8, 0, 10, 0, 0)
    """
    values = tuple(more.pop(attribute.value, all) for attribute in Attribute)
    bonuses = (Bonus(bonus),) if bonus else ()
    return Poet(name, values, traits=traits, bonuses=bonuses, **more)  # type: ignore[arg-type]


def two(*poets: Poet | int, team: bool = False, action_card: bool = False) -> Lineup:
    """Return a line-up of poets, or of numbers for poets without a name."""
    shown = tuple(poet("", each) if isinstance(each, int) else each for each in poets)
    return Lineup(shown, team, action_card)


def team(*poets: Poet | int, action_card: bool = False) -> Lineup:
    """Return a line-up whose first two poets are partners."""
    return two(*poets, team=True, action_card=action_card)


def out(poet_: Poet | int) -> Poet:
    """Return a poet that is not admitted."""
    return evolve(poet("", poet_) if isinstance(poet_, int) else poet_, admitted=False)


def entry(*picks: int, team: bool = False, sister: int | None = None) -> GoldEntry:
    """Return poets of a victory pile, by their places on it."""
    return GoldEntry(tuple(Champion(pick, sister=pick == sister) for pick in picks), team)


def attributes(words: str) -> tuple[Attribute, ...]:
    """Return the attributes in ``"humour+style"``."""
    return tuple(Attribute(word) for word in words.split("+") if word)


class Table(Position):
    """A table that reports are made to.

    :param names: the players; Anna and Ben if no player is named.
    :param piles: poets on the victory piles, by player.
    :param won: slams each has won already; the gold card comes next if ``gold`` is given.
    """

    game = GAME

    def __init__(
        self,
        *names: str,
        piles: dict[str, list[Poet]] | None = None,
        won: dict[str, int] | None = None,
        gold: str | None = None,
        first: int = 0,
        **house: str,
    ) -> None:
        players = names or NAMES[:2]
        if gold:
            house["gold"] = gold
        step = GAME.start(Setup(len(players), first, house))
        state = step.state
        if piles:
            state = evolve(state, piles=tuple(tuple(piles.get(name, ())) for name in players))
        slams = tuple((won or {}).get(name, 0) for name in players)
        number = state.tricks if gold else sum(slams) + 1
        state = evolve(state, slams=slams, number=number, lost=number - 1 - sum(slams))
        super().__init__(evolve(step, state=state), players)

    def refused(self, action: Report[State]) -> tuple[str, ...]:
        """Return the rules for which a report is not allowed now."""
        return self.why_not(action).rules

    def put(self, **changes: Any) -> "Table":
        """Put something else into the state, to begin from a position."""
        self.step = Step(evolve(self.state, **changes))
        return self

    def slam(self, what: str = "style", special: Special = Special.NONE, **more: Any) -> "Table":
        """Open a slam that asks for something."""
        return self.report(SlamOpened(attributes=attributes(what), special=special, **more))

    def reveal(self, *lineups: Lineup, open_list: Poet | None = None) -> "Table":
        """Reveal all poets. Poets without a name are called A1, A2, B1 … so that tests can tell them apart."""
        named = []
        for seat, lineup in enumerate(lineups):
            poets = [
                one if one.name else evolve(one, name=f"{'ABCDEF'[seat]}{card + 1}")
                for card, one in enumerate(lineup.poets)
            ]
            named.append(evolve(lineup, poets=tuple(poets)))
        return self.report(PoetsRevealed(tuple(named), open_list))

    def show(self, what: str, die: int = 0) -> "Table":
        """Tell what the show part asks for."""
        return self.report(ShowDecided(attributes(what), die))

    def gold(self, what: str = "style", *entries: GoldEntry) -> "Table":
        """Turn up the gold card and reveal the champions, if any are reported."""
        self.report(GoldOpened(attributes(what)))
        return self.report(ChampionsRevealed(entries)) if entries else self

    def close(self) -> "Table":
        """Put the cards away."""
        return self.report(SlamClosed())

    @property
    def exact(self) -> tuple[Offer, ...]:
        """What may be reported in full now: all but what a table sees at a glance."""
        return tuple(offer for offer in self.offers if not issubclass(offer.kind, WithoutPoets))

    # What has come of it

    @property
    def question(self) -> Question:
        """What the referee asks."""
        assert isinstance(self.state.phase, Asking), self.state.phase
        return self.state.phase.question

    @property
    def verdict(self) -> Verdict:
        assert isinstance(self.state.phase, Judged), self.state.phase
        return self.state.phase.verdict

    @property
    def winner(self) -> str | None:
        """Who gets the card."""
        winner = self.verdict.winner
        return None if winner is None else self.names[winner]

    @property
    def kept(self) -> dict[str, list[str]]:
        """Which poets go to whose victory pile."""
        assert isinstance(self.state.phase, Judged)
        lineups = self.state.phase.evidence.lineups
        return {
            name: [lineups[seat].poets[card].name for card in self.verdict.piles[seat]]
            for seat, name in enumerate(self.names)
        }

    @property
    def values(self) -> dict[str, int]:
        """What each entrant has, by the name of its first poet; the open list is called "open"."""
        assert isinstance(self.state.phase, Asking | Judged)
        evidence = self.state.phase.evidence
        return {
            "open" if one.seat is None else evidence.lineups[one.seat].poets[one.cards[0]].name: one.total
            for one in entrants(self.state, evidence)
        }

    @property
    def piles(self) -> dict[str, list[str]]:
        """The names on the victory piles."""
        return {name: [one.name for one in self.state.piles[seat]] for seat, name in enumerate(self.names)}

    @property
    def points(self) -> dict[str, int]:
        """The points of each, as the sheet has them."""
        return {
            name: sum(line.points for line in self.lines if line.seat == seat) for seat, name in enumerate(self.names)
        }

    @property
    def said(self) -> list[str]:
        """What was said at the last report, in English."""
        return [Renderer("en", self.names).text(explanation.text) for explanation in self.step.messages]


__all__ = ["GAME", "NAMES", "Table", "entry", "out", "poet", "team", "two"]
