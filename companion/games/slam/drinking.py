"""The drinking option: messages on active martini glasses."""

from companion.games.slam.assistants import active_glass
from companion.games.slam.cards import Slam, Trait
from companion.games.slam.messages import T, listed, poet_name
from companion.games.slam.model import Evidence, State
from companion.games.slam.teams import stage
from companion.kernel.report import Effects


def shots(effects: Effects[State], slam: Slam, die: int) -> None:
    """Add a message when an active martini glass shows and the drinking option is on (slam.adv.drinking)."""
    if effects.state.house.drinking == "on" and active_glass(slam.glass, die):
        effects.todo(T("Martini glass: everybody drinks a shot."), "slam.adv.drinking")


def poets_shots(effects: Effects[State], evidence: Evidence) -> None:
    """Add a message for each poet with a martini glass, if the drinking option is on (slam.adv.drinking)."""
    glasses = [poet_name(poet, place.card) for place, poet in stage(evidence) if poet.has(Trait.MARTINI)]
    if effects.state.house.drinking == "on" and glasses:
        text = T("Martini glass on {poets}: everybody drinks a shot for each.", poets=listed(glasses))
        effects.todo(text, "slam.adv.drinking")
