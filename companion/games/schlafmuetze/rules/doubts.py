"""Halt, the vote, and what follows from it."""

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import FRESH_CIRCLE, UNKNOWN_CIRCLE
from companion.games.schlafmuetze.messages import T, capitals
from companion.games.schlafmuetze.model import Latest, State
from companion.games.schlafmuetze.refusals import told_of
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
    if not story.state.every_card:
        story.state = meant(story.state, before, action)
    late = before.seat if isinstance(before, phases.LastCard) else None
    latest = story.state.latest
    assert latest is not None
    if not latest.may_be_of(author):
        late = latest.seat
        story.state = story.state.before_latest()
        latest = story.state.latest
    if late not in (None, author):
        assert late is not None
        before = phases.Running()
        text = T("The call came first: {player} takes the card back.", player=Player(late))
        story.tell(text, "schlafmuetze.doubt.halt", tone=Tone.TODO)
    assert latest is not None
    story.state = evolve(story.state, latest=evolve(latest, seat=author))
    words = (capitals(action.first_word), capitals(action.second_word), capitals(action.compound))
    doubters = tuple(dict.fromkeys(action.doubters))
    voting = phases.Voting(before, doubters, author, words)
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


def meant(state: State, before: phases.Opening | phases.Running | phases.LastCard, action: actions.Doubted) -> State:
    """Return the table with the card that is doubted, where single cards are not told (schlafmuetze.ruling.latest_card).

    What was told of it counts; of a card that nobody told only as much is known as follows from what was told before.
    """
    author = action.author
    if isinstance(before, phases.Opening):
        return state.with_untold(author, first=True)
    if told := told_of(state, author, first=action.first):
        return told
    unknown = Latest(author, sure=False)
    if isinstance(before, phases.Running) and state.colour:
        older = state.open is not None and state.open.may_be_of(author)
        newer = author != state.pausing
        if newer and not older:
            return state.with_untold(author)
        if older and not newer:
            return state
        # the colour was named between the two cards: which of them is meant, only the table knows
        unknown = evolve(unknown, colour=state.colour)
    return evolve(state.forgotten(), latest=unknown, told=state.told)


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
    assert latest is not None
    story.state = story.state.before_latest()
    text = T("{player} takes the card back.", player=Player(author))
    story.tell(text, "schlafmuetze.doubt.rejected", tone=Tone.TODO)
    story.take_chip(author, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.several_doubters")
    if latest.first:
        again = story.state.house.first_rejected == "dealer"
        asked = story.state.dealer if again else story.state.left_of(author)
        circle = story.state.circle
        if story.state.every_card and circle == UNKNOWN_CIRCLE:
            circle = FRESH_CIRCLE
        story.state = evolve(story.state, phase=phases.Opening(asked), circle=circle, pausing=None, told=None)
        text = T("It was the first card: now {player} may open.", player=Player(asked))
        story.tell(text, "schlafmuetze.ruling.first_card_rejected")
        return
    by, told = story.state.pausing, story.state.told
    if told:
        sure = told.sure and told.latest.seat != author
        story.state = evolve(story.state, told=evolve(told, covered=False, sure=sure))
    if story.state.house.names_colour == "author":
        if story.state.every_card or by is not None:
            story.state = evolve(story.state, pausing=author)
        story.tell(
            T("By the house rule {player} names the new colour and pauses.", player=Player(author)),
            "schlafmuetze.ruling.after_rejection",
        )
        by = author
    barred = (latest.colour,) if latest.sure and story.state.house.new_colour == "differs" else ()
    name_another(story, phases.Cause.REJECTED, by, barred)


def upheld(story: Story, voting: phases.Voting) -> None:
    """Every doubter takes a chip, and play goes on (schlafmuetze.doubt.upheld)."""
    for doubter in voting.doubters:
        story.take_chip(doubter, "schlafmuetze.doubt.upheld")
    before, latest = voting.before, story.state.latest
    assert latest is not None
    if isinstance(before, phases.LastCard):
        text = T("The word stands: {player} wins the round.", player=Player(before.seat))
        story.tell(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.doubt_closed")
        end_round(story, before.seat)
        return
    stands = evolve(latest, upheld=True, before=None)
    story.state = evolve(story.state, phase=phases.Running(), latest=stands)
    if story.state.every_card or latest.named:
        return
    # others may lie on it again that nobody tells
    story.state = story.state.untold()
