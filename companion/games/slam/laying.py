"""Which poets may be laid, from the hand and from the victory piles, and what may be told of them."""

from collections.abc import Sequence

from companion.games.slam import actions, answers, gold, speech
from companion.games.slam.bonuses import RULE_OF
from companion.games.slam.cards import ENTERED, NUMBERS, Bonus, Lineup, Poet, Slam, Trait
from companion.games.slam.messages import N, T
from companion.games.slam.model import Revealing, State
from companion.games.slam.teams import brings_buddy
from companion.kernel.explain import Explanation
from companion.kernel.text import Player


def reveal_refusal(state: State, action: actions.PoetsRevealed) -> Explanation | None:
    """Each plays two poets (slam.turn.play), a third one only by a reason (slam.poet.third)."""
    phase = state.phase
    if not isinstance(phase, Revealing):
        return speech.wait(state)
    if phase.slam.gold:
        text = T("The gold card is played with poets from the victory piles.")
        return speech.why(text, "slam.gold.poets")
    if len(action.lineups) != state.seats:
        return speech.why(T("Everybody plays: passing is not allowed."), "slam.turn.play")
    if action.open_list and state.house.open_list == "off":
        return speech.why(
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
        return speech.why(text, "slam.turn.play")
    if number > NUMBERS.setup.with_third:
        return speech.why(
            T("{player} plays three poets at most: take the others back.", player=Player(seat)), "slam.poet.third"
        )
    if number > NUMBERS.setup.poets and not lineup.action_card and not brings_buddy(state.house, slam, lineup):
        text = T(
            "{player} has no third poet: that needs a Spontaneous buddy who takes part, or an action card.",
            player=Player(seat),
        )
        return speech.why(text, "slam.poet.third")
    if lineup.team and any(poet.sister for poet in lineup.poets[: NUMBERS.setup.poets]):
        text = T("A team is two poet cards; the sister is none.")
        return speech.why(text, "slam.ruling.one_poet_sister", "slam.poet.avantgardist")
    return None


def _poets_refusal(state: State, action: actions.PoetsRevealed) -> Explanation | None:
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
            return speech.why(text, "slam.turn.win")
        if poet.name and poet.name in seen:
            return speech.why(
                T(
                    "{poet} is on the stage twice: tell who really stands in one of the places.",
                    poet=T("{name}", name=poet.name),
                ),
                "slam.turn.play",
            )
        seen.add(poet.name)
    return None


def _poet_refusal(poet: Poet) -> Explanation | None:
    if why := answers.values_refusal(poet.values):
        return why
    if len(poet.name) > NUMBERS.entry.name:
        return speech.why(
            T("This name is too long: at most {n} letters.", n=NUMBERS.entry.name), "slam.ruling.card_values"
        )
    if poet.sister and not poet.has(Trait.AVANTGARDIST):
        return speech.why(T("Only the Avantgardist has a sister: let this poet come alone."), "slam.poet.avantgardist")
    return _bonus_refusal(poet.bonuses)


def _bonus_refusal(bonuses: Sequence[Bonus]) -> Explanation | None:
    adjust = NUMBERS.entry.adjust
    for bonus in bonuses:
        if abs(bonus.amount) > adjust or len(bonus.words) > NUMBERS.entry.name:
            return speech.why(T("An adjustment is {n} points at most.", n=adjust), "slam.ruling.card_values")
        if bonus.source not in ENTERED:
            text = T("The referee works this bonus out alone: leave it out.")
            return speech.why(text, RULE_OF[bonus.source])
    return None


def champions_refusal(state: State, action: actions.ChampionsRevealed) -> Explanation | None:
    phase = state.phase
    if not isinstance(phase, Revealing):
        return speech.wait(state)
    if not phase.slam.gold:
        text = T("Poets of the victory pile wait for the gold card.")
        return speech.why(text, "slam.gold.poets")
    if len(action.entries) != state.seats:
        return speech.why(T("Tell for each player who enters; nobody is left out."), "slam.gold.poets")
    for seat, entry in enumerate(action.entries):
        why = gold.entry_refusal(state, seat, entry)
        for champion in entry.champions:
            why = why or answers.values_refusal(champion.values or ()) or _bonus_refusal(champion.bonuses)
        if why:
            return why
    return None
