"""Halt, the vote, and what follows from it."""

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.messages import T, capitals
from companion.games.schlafmuetze.rules.colours import name_another
from companion.games.schlafmuetze.rules.scoring import end_round
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Tone
from companion.kernel.text import Listing, Player


def halt(story: Story) -> None:
    phase = story.state.phase
    assert isinstance(phase, phases.Opening | phases.Running | phases.LastCard)
    story.state = evolve(story.state, phase=phases.Halted(phase))
    text = T("Halt! Nobody lays anything; cards laid at the same moment or later go back.")
    story.tell(text, "schlafmuetze.doubt.halt", tone=Tone.TODO)


def doubted(story: Story, action: actions.Doubted) -> None:
    """The vote begins with the first caller; what was laid on the doubted card goes back (schlafmuetze.doubt.halt)."""
    halted, author = story.state.phase, action.author
    assert isinstance(halted, phases.Halted)
    before = halted.before
    late = story.latest_by(before)
    if late not in (None, author):
        assert late is not None
        story.state = story.state.before_latest() if story.state.latest else story.state
        before = phases.Running()
        text = T("The call came first: {player} takes the card back.", player=Player(late))
        story.tell(text, "schlafmuetze.doubt.halt", tone=Tone.TODO)
    latest = story.state.latest
    first = latest.first if latest else action.first or isinstance(before, phases.Opening)
    words = (capitals(action.first_word), capitals(action.second_word), capitals(action.compound))
    doubters = tuple(dict.fromkeys(action.doubters))
    voting = phases.Voting(before, doubters, author, first, words)
    story.state = evolve(story.state, phase=voting)
    text = T(
        "{doubters} doubts {player}'s word. All vote, {first} first, then clockwise.",
        doubters=Listing(tuple(map(Player, doubters))),
        player=Player(author),
        first=Player(story.state.voters(voting)[0]),
    )
    if len(doubters) > 1:
        text = T("{doubters} doubt {player}'s word. All vote, {first} first, then clockwise.", **dict(text.params))
    story.tell(text, "schlafmuetze.doubt.vote", "schlafmuetze.ruling.vote")


def voted(story: Story, seat: int, *, against: bool) -> None:
    """The last vote decides; a majority of those who vote must be against (schlafmuetze.doubt.vote)."""
    voting = story.state.phase
    assert isinstance(voting, phases.Voting)
    voting = evolve(voting, against=(*voting.against, against))
    if len(voting.against) < len(story.state.voters(voting)):
        story.state = evolve(story.state, phase=voting)
        text = (
            T("{player} is against the word.", player=Player(seat))
            if against
            else T("{player} lets the word stand.", player=Player(seat))
        )
        story.tell(text, "schlafmuetze.doubt.vote")
        return
    no = sum(voting.against)
    yes = len(voting.against) - no
    if no > yes:
        text = T("{no} against, {yes} for it: the word is rejected.", no=no, yes=yes)
        story.tell(text, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.vote")
        rejected(story, voting)
    else:
        text = T("{no} against, {yes} for it: the word stands.", no=no, yes=yes)
        story.tell(text, "schlafmuetze.doubt.upheld", "schlafmuetze.ruling.vote")
        upheld(story, voting)


def rejected(story: Story, voting: phases.Voting) -> None:
    """Back to the moment before the card (schlafmuetze.doubt.rejected, schlafmuetze.ruling.after_rejection)."""
    author, latest = voting.author, story.state.latest
    if latest:
        story.state = story.state.before_latest()
    text = T("{player} takes the card back.", player=Player(author))
    story.tell(text, "schlafmuetze.doubt.rejected", tone=Tone.TODO)
    story.take_chip(author, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.several_doubters")
    if voting.first:
        if isinstance(voting.before, phases.Running) and voting.before.opened:
            story.state = evolve(story.state, hands=voting.before.opened.hands)
        again = story.state.house.first_rejected == "dealer"
        asked = story.state.dealer if again else story.state.left_of(author)
        story.state = evolve(story.state, phase=phases.Opening(asked))
        text = T("It was the first card: now {player} may open.", player=Player(asked))
        story.tell(text, "schlafmuetze.ruling.first_card_rejected")
        return
    if story.state.house.names_colour == "author":
        story.state = evolve(story.state, pausing=author if latest else None)
        story.tell(
            T("By the house rule {player} names the new colour and pauses.", player=Player(author)),
            "schlafmuetze.ruling.after_rejection",
        )
        by: int | None = author
    else:
        by = story.state.pausing
    barred = () if story.state.house.new_colour == "may_repeat" else (latest.colour if latest else story.state.colour,)
    name_another(story, phases.Cause.REJECTED, by, barred)


def upheld(story: Story, voting: phases.Voting) -> None:
    """Every doubter takes a chip, and play goes on (schlafmuetze.doubt.upheld)."""
    for doubter in voting.doubters:
        story.take_chip(doubter, "schlafmuetze.doubt.upheld")
    before, latest = voting.before, story.state.latest
    if isinstance(before, phases.LastCard):
        text = T("The word stands: {player} wins the round.", player=Player(before.seat))
        story.tell(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.doubt_closed")
        end_round(story, before.seat)
    elif latest:
        story.state = evolve(story.state, phase=phases.Running(), latest=evolve(latest, upheld=True, before=None))
    else:
        story.unkept()
