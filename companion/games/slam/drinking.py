"""The drinking game: when a martini glass is drunk to."""

from companion.games.slam import speech
from companion.games.slam.assistants import active_glass
from companion.games.slam.cards import Slam, Trait
from companion.games.slam.messages import T, listed, poet_name
from companion.games.slam.model import Facts, State
from companion.games.slam.teams import stage
from companion.kernel.explain import Explanation


def shots(state: State, slam: Slam, die: int) -> list[Explanation]:
    """Tell when an active martini glass shows and the drinking option is on (slam.adv.drinking)."""
    if state.house.drinking == "on" and active_glass(slam.glass, die):
        return [speech.todo(T("A martini glass shows: everybody drinks a shot."), "slam.adv.drinking")]
    return []


def poets_shots(state: State, facts: Facts) -> list[Explanation]:
    """Tell on which poets a martini glass shows, if the drinking option is on (slam.adv.drinking)."""
    glasses = [poet_name(poet, place.card) for place, poet in stage(facts) if poet.has(Trait.MARTINI)]
    if state.house.drinking == "off" or not glasses:
        return []
    text = T("A martini glass shows on {poets}: everybody drinks a shot for each.", poets=listed(glasses))
    return [speech.todo(text, "slam.adv.drinking")]
