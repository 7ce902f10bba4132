"""What a report says, in a few words, for the history."""

from typing import assert_never

from companion.games.slam import actions
from companion.games.slam.cards import NUMBERS, Poet
from companion.games.slam.messages import VOICE, T, apart, asked, listed, poet_name, reckoned, together
from companion.kernel.text import Player, Text


def describe(action: actions.Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case actions.SlamOpened(name, attributes):
            if name:
                return T("{slam} is on", slam=T("{name}", name=name))
            return T("A slam: {attributes}", attributes=asked(attributes)) if attributes else T("A slam is on")
        case actions.GoldOpened():
            return T("The gold card")
        case actions.PoetsRevealed(lineups, _):
            return T("Poets: {poets}", poets=apart([_laid(lineup.poets, team=lineup.team) for lineup in lineups]))
        case actions.ChampionsRevealed():
            return T("The poets for the gold card")
        case actions.DetectiveActed(_, None):
            return T("The detective looks away")
        case actions.DetectiveActed():
            return T("The detective disqualifies a rogue")
        case actions.ContagionRolled(_, _, die):
            return T("Contagion: a {die}", die=die)
        case actions.Bribed(seat):
            return T("{player} bribes", player=Player(seat))
        case actions.NotMaleTold(seats):
            return (
                T("Not male: {players}", players=listed([T("{player}", player=Player(seat)) for seat in seats]))
                if seats
                else T("All are male")
            )
        case actions.SmartVoted():
            return T("Vote on smart clothes")
        case actions.VoiceChosen(_, _, voice):
            return T("Performs {voice}", voice=VOICE[voice])
        case actions.ShowDecided(attributes, _):
            return T("The show: {attributes}", attributes=asked(attributes))
        case actions.ValuesTold(_, _, attributes, values):
            return T("Values told: {values}", values=reckoned(tuple(zip(attributes, values, strict=False)), ()))
        case actions.OwnTieChosen(seat, _):
            return T("{player} chooses between own poets", player=Player(seat))
        case actions.RunnerUpChosen(seat, _):
            return T("{player} chooses for the runner-up title", player=Player(seat))
        case actions.Applauded(call, hand):
            if call == hand:
                return T("Applause: {player} was first", player=Player(hand))
            return T("Applause: {call} called, {hand} had the hand lowest", call=Player(call), hand=Player(hand))
        case actions.FalseApplause(callers):
            return T(
                "False applause: {players}", players=listed([T("{player}", player=Player(seat)) for seat in callers])
            )
        case actions.DarlingKept(seat, _):
            return T("{player} keeps a scene darling", player=Player(seat))
        case actions.SlamClosed():
            return T("Cards put away")
        case _:
            assert_never(action)


def _laid(poets: tuple[Poet, ...], *, team: bool) -> Text:
    names = [poet_name(poet, card) for card, poet in enumerate(poets)]
    if team and len(names) >= NUMBERS.setup.poets:
        pair = NUMBERS.setup.poets
        names = [together(names[:pair]), *names[pair:]]
    return T("{poets}", poets=listed(names))
