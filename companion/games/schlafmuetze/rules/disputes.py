"""Whose card was first."""

from attrs import evolve

from companion.games.schlafmuetze import phases
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.rules.colours import name_another
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Tone
from companion.kernel.text import Player


def dispute(story: Story, *, latest: bool) -> None:
    phase = story.state.phase
    assert isinstance(phase, phases.Running | phases.LastCard)
    story.state = evolve(story.state, phase=phases.Disputed(phase, latest))
    text = T("The game stops for a moment. Can all agree whose card was first?")
    story.tell(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.first_card", tone=Tone.TODO)


def agreed(story: Story, seat: int) -> None:
    """That card stays, the others go back (schlafmuetze.speed.dispute_agreed)."""
    disputed = story.state.phase
    assert isinstance(disputed, phases.Disputed)
    text = T("{player}'s card was first and stays. The others take theirs back.", player=Player(seat))
    story.tell(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
    if disputed.latest and seat == story.latest_by(disputed.before):
        story.state = evolve(story.state, phase=disputed.before)
    elif story.state.every_card:
        take_back(story, disputed)
        story.state = evolve(story.state, phase=phases.Running(seat))
    else:
        story.unkept()


def not_agreed(story: Story) -> None:
    """All take their cards back and another colour is named (schlafmuetze.speed.dispute_open)."""
    disputed = story.state.phase
    assert isinstance(disputed, phases.Disputed)
    text = T("You do not agree: all take the cards back that they have just laid.")
    story.tell(text, "schlafmuetze.speed.dispute_open", tone=Tone.TODO)
    take_back(story, disputed)
    story.state = evolve(story.state, latest=None, told=None)
    name_another(story, phases.Cause.DISPUTE, story.state.pausing, (story.state.colour,))


def take_back(story: Story, disputed: phases.Disputed) -> None:
    if disputed.latest and story.state.latest:
        story.state = story.state.before_latest()
