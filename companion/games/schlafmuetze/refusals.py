"""What is not allowed at a table of Schlafmütze, and why."""

from typing import Final, assert_never

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import COLOURS, PILES, Card, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import Latest, State, in_play, stock_after_deal
from companion.games.schlafmuetze.timing import untimely, why
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player

_ONLY_EVERY_CARD: Final = (actions.CircleTold, actions.TopTold, actions.Laid)
_ONLY_REFEREE: Final = (actions.GoesOn, actions.LastCardLaid)


def refusal(state: State, action: actions.Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    return untimely(state, action) or _nobody_there(state, action) or _not_kept(state, action) or _wrong(state, action)


def _nobody_there(state: State, action: actions.Action) -> Explanation | None:
    """All named seats are seats of the table (schlafmuetze.setup.players)."""
    named: tuple[int | None, ...]
    match action:
        case actions.Doubted(doubters, author):
            named = (*doubters, author)
        case actions.KeepEveryCard(pausing=pausing) | actions.Stuck(pausing=pausing):
            named = (pausing,)
        case _:
            named = (getattr(action, "seat", None),)
    wrong = next((seat for seat in named if seat is not None and seat not in state.everybody), None)
    if wrong is None:
        return None
    return why(T("There is no seat {seat} at this table.", seat=wrong), "schlafmuetze.setup.players")


def _not_kept(state: State, action: actions.Action) -> Explanation | None:
    """What is told depends on how much is kept (schlafmuetze.ruling.keeping)."""
    if isinstance(action, _ONLY_EVERY_CARD) and not state.every_card:
        return why(T("At this table only what needs a referee is told, not each card."), "schlafmuetze.ruling.keeping")
    if isinstance(action, _ONLY_REFEREE) and state.every_card:
        return why(T("At this table every card is told: say which one."), "schlafmuetze.ruling.keeping")
    return None


def _wrong(state: State, action: actions.Action) -> Explanation | None:
    match action:
        case actions.CircleTold():
            return _wrong_circle(action)
        case actions.TopTold():
            return _wrong_top(state, action)
        case actions.Laid():
            return _wrong_card(state, action)
        case actions.CannotOpen(seat):
            assert isinstance(state.phase, phases.Opening)
            return _not_asked(state, state.phase, seat)
        case actions.GoesOn():
            if isinstance(state.phase, phases.Opening) or state.colour or state.latest or told_colour(state):
                return None
            text = T("Go on playing: single cards are not told at this table.")
            return why(text, "schlafmuetze.ruling.keeping")
        case actions.Halt():
            return _no_word(state)
        case actions.Doubted():
            return _wrong_doubt(state, action)
        case actions.Voted(seat):
            assert isinstance(state.phase, phases.Voting)
            voter = state.voter(state.phase)
            if seat == voter:
                return None
            return why(T("It is {player}'s turn to vote.", player=Player(voter)), "schlafmuetze.doubt.vote")
        case actions.SpeedDispute(latest):
            return _wrong_dispute(state, latest=latest)
        case actions.Agreed(seat):
            return _wrong_agreement(state, seat)
        case actions.Stuck():
            return _wrong_stuck(state, action)
        case actions.ColourNamed(colour):
            return _wrong_colour(state, colour)
        case actions.NoColourLeft():
            assert isinstance(state.phase, phases.Naming)
            if not state.circle_known and (state.phase.allowed != COLOURS or state.colour):
                return None
            names = Listing(tuple(COLOUR_NAMES[colour] for colour in state.phase.allowed))
            text = T("A colour is left to name: {colours}.", colours=names)
            return why(text, "schlafmuetze.ruling.stuck_colours")
        case actions.HandsCounted(hands):
            assert isinstance(state.phase, phases.Counting)
            return _wrong_hands(state, hands, state.phase.winner)
        case actions.Recount():
            return _wrong_recount(state, action)
        case actions.StockCounted(cards):
            return _wrong_stock(state, cards)
        case actions.KeepEveryCard():
            return _wrong_start(state, action)
        case actions.KeepRefereeOnly():
            if state.every_card:
                return None
            return why(T("That is how the table is kept already."), "schlafmuetze.ruling.keeping")
        case (
            actions.LastCardLaid()
            | actions.NobodyDoubts()
            | actions.WrongCard()
            | actions.NotAgreed()
            | actions.NextRound()
            | actions.Finish()
        ):
            return None
        case _:
            assert_never(action)


# The circle


def _wrong_circle(action: actions.CircleTold) -> Explanation | None:
    """Twelve cards, three of each colour in regular turn, no word twice (schlafmuetze.setup.circle)."""
    colours, words = action.colours, tuple(map(capitals, action.words))
    if len(colours) != PILES or len(words) not in (0, PILES):
        return why(T("The circle has {n} cards, like a clock.", n=PILES), "schlafmuetze.setup.circle")
    turn = len(COLOURS)
    if set(colours[:turn]) != set(COLOURS) or any(colours[at] != colours[at % turn] for at in range(PILES)):
        text = T("Around the circle the four colours take turns in the same order, so each shows three times.")
        return why(text, "schlafmuetze.setup.circle")
    twice = next((word for word in words if word and words.count(word) > 1), None)
    if twice:
        return why(T("{word} lies twice in the circle. Exchange one of them.", word=twice), "schlafmuetze.setup.circle")
    return None


def _wrong_pile(pile: int) -> Explanation | None:
    if pile in range(PILES):
        return None
    return why(T("The circle has {n} piles, like a clock.", n=PILES), "schlafmuetze.combine.piles")


def _wrong_top(state: State, action: actions.TopTold) -> Explanation | None:
    """Before the first card the circle is as it was laid; later any card may lie on top (schlafmuetze.combine.piles)."""
    if wrong := _wrong_pile(action.pile):
        return wrong
    if isinstance(state.phase, phases.Opening):
        cards = [*state.circle]
        cards[action.pile] = Card(action.colour, action.word)
        return _wrong_circle(
            actions.CircleTold(
                tuple(card.colour or action.colour for card in cards), tuple(card.word for card in cards)
            )
        )
    right = state.put_right(action.pile, Card(action.colour, action.word))
    if right.colour and right.colour not in right.showing:
        text = T(
            "{colour} is demanded, so at least one pile must show it. Put that pile right first.",
            colour=COLOUR_NAMES[right.colour],
        )
        return why(text, "schlafmuetze.colour.forced", "schlafmuetze.combine.piles")
    return None


# Laying


def _not_asked(state: State, opening: phases.Opening, seat: int) -> Explanation | None:
    """The dealer is asked first, then the players to the left (schlafmuetze.start.dealer, schlafmuetze.start.pass_left)."""
    if seat == opening.asked:
        return None
    asked = Player(opening.asked)
    if opening.passed or opening.asked != state.dealer:
        text = T("{player} is asked for the first card now.", player=asked)
        return why(text, "schlafmuetze.start.pass_left", "schlafmuetze.start.dealer")
    text = T("The dealer lays the first card: {player}.", player=asked)
    return why(text, "schlafmuetze.start.dealer", "schlafmuetze.start.pass_left")


def _wrong_card(state: State, action: actions.Laid) -> Explanation | None:
    """The pause, the colour and the pile decide (schlafmuetze.pause, schlafmuetze.colour.forced)."""
    if wrong := _wrong_pile(action.pile):
        return wrong
    if isinstance(state.phase, phases.Opening):
        if wrong := _not_asked(state, state.phase, action.seat):
            return wrong
    elif wrong := _not_in_turn(state, action.seat):
        return wrong
    top = state.circle[action.pile]
    if state.colour and top.colour and top.colour is not state.colour:
        text = T(
            "Colour rule: the next card goes on {demanded}, but at {hour} o'clock lies {top}.",
            demanded=COLOUR_NAMES[state.colour],
            hour=hour(action.pile),
            top=card_name(top),
        )
        return why(text, "schlafmuetze.colour.forced", "schlafmuetze.ruling.wrong_card")
    return None


def _not_in_turn(state: State, seat: int) -> Explanation | None:
    if seat == state.pausing:
        text = T("{player} has just laid a card and pauses until the next one lies.", player=Player(seat))
        return why(text, "schlafmuetze.pause", "schlafmuetze.ruling.wrong_card")
    return _claimed(state, but=seat)


def _claimed(state: State, *, but: int | None = None) -> Explanation | None:
    """A card that lies by agreement is told before anything else (schlafmuetze.speed.dispute_agreed)."""
    claimed = state.phase.claimed if isinstance(state.phase, phases.Running) else None
    if claimed in (None, but):
        return None
    assert claimed is not None
    text = T("It was agreed that {player}'s card lies. Tell that card first.", player=Player(claimed))
    return why(text, "schlafmuetze.speed.dispute_agreed")


# Doubts


def doubtable(state: State) -> tuple[Latest, ...]:
    """Return the cards that can be doubted as far as they are told, the latest first (schlafmuetze.ruling.latest_card)."""
    latest, before = state.open, state.beneath
    if latest is None:
        return ()
    # once a colour has been named, no call can have come before the card that lay there already
    late = before is not None and before.seat != latest.seat and not latest.named
    return (latest, before) if before and late else (latest,)


def told_of(state: State, author: int, *, first: bool) -> State | None:
    """Return the table as it was told last if that settles which word of a player is doubted.

    :param first: whether it is said to be the first word of the round. Otherwise it is that of the card told last, if
        its author has paused ever since and so cannot have laid another.
    """
    told = state.as_told()
    gone_back = state.told is not None and state.colour is not None
    if first and gone_back:
        # as a colour has been named since, cards may have gone back that were told
        return next((table for table in told.unwound() if _first_of(table.latest, author)), None)
    cards = doubtable(told)
    if first:
        return told if any(_first_of(card, author) for card in cards) else None
    later = gone_back or (state.told is not None and state.told.covered)
    settled = cards and cards[0].seat == author == told.pausing and cards[0].pile is not None and not later
    return told if settled else None


def _first_of(card: Latest | None, author: int) -> bool:
    return card is not None and card.first and card.may_be_of(author)


def openers(state: State, halted: phases.Halted) -> tuple[int, ...]:
    """Return whose first word of the round may be the one that is doubted; mostly one player's or nobody's."""
    match halted.before:
        case phases.Opening(asked):
            return (asked,)
        case phases.Running():
            return tuple(seat for seat in state.everybody if told_of(state, seat, first=True))
        case phases.LastCard():
            return ()
        case _:
            assert_never(halted.before)


def either(state: State, halted: phases.Halted) -> tuple[int, ...]:
    """Return whose first word of the round or a later one may be meant, so that the table has to say which."""
    if state.every_card or isinstance(halted.before, phases.Opening):
        return ()
    told = {seat: told_of(state, seat, first=False) for seat in openers(state, halted)}
    return tuple(seat for seat, table in told.items() if not (table and table.latest and table.latest.first))


def authors(state: State, halted: phases.Halted) -> tuple[int, ...]:
    """Return whose word may be the one that is doubted, the likeliest first (schlafmuetze.ruling.latest_card)."""
    if state.every_card:
        cards = doubtable(state)
        return tuple(dict.fromkeys(seat for card in cards for seat in state.everybody if card.may_be_of(seat)))
    return (halted.before.asked,) if isinstance(halted.before, phases.Opening) else tuple(state.everybody)


def told_colour(state: State) -> Colour | None:
    """Return the colour of the card told last, where another may lie on it by now that nobody has told."""
    return state.told.colour if state.told and not state.told.covered else None


def _no_word(state: State) -> Explanation | None:
    """Only the latest card can be doubted, and only once (schlafmuetze.ruling.latest_card)."""
    if not state.every_card:
        return None
    if isinstance(state.phase, phases.Opening):
        return why(T("No card lies yet, so there is no word to doubt."), "schlafmuetze.doubt.halt")
    if wrong := _claimed(state):
        return wrong
    if doubtable(state):
        return None
    if state.latest:
        return why(T("The vote on the latest word is over; it stands."), "schlafmuetze.ruling.doubt_closed")
    text = T("There is no card now that could still be doubted.")
    return why(text, "schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.latest_card")


def _wrong_doubt(state: State, action: actions.Doubted) -> Explanation | None:
    """Others doubt a player's latest word (schlafmuetze.ruling.latest_card, schlafmuetze.ruling.doubt_closed)."""
    doubters = action.doubters
    if not doubters:
        return why(T("Who called “Halt”? At least one player doubts."), "schlafmuetze.doubt.halt")
    if action.author in doubters:
        text = T("{player} cannot doubt the own word.", player=Player(action.author))
        return why(text, "schlafmuetze.ruling.doubt_closed")
    halted = state.phase
    assert isinstance(halted, phases.Halted)
    first = openers(state, halted)
    if action.first and action.author not in first:
        if not first or state.every_card:
            text = T("The first word of the round stands: only the latest word can be doubted.")
            return why(text, "schlafmuetze.ruling.latest_card")
        text = T("The first word of the round is that of {player}.", player=Player(first[0]))
        return why(text, "schlafmuetze.start.dealer")
    if action.author in authors(state, halted):
        return None
    if isinstance(halted.before, phases.Opening):
        return _not_asked(state, halted.before, action.author)
    text = T("Only the latest word can be doubted: that of {player}.", player=Player(authors(state, halted)[0]))
    return why(text, "schlafmuetze.ruling.latest_card")


# Who was first


def _wrong_dispute(state: State, *, latest: bool) -> Explanation | None:
    """Cards laid at the same moment are disputed, the latest told among them or not (schlafmuetze.speed.dispute_agreed)."""
    if wrong := _claimed(state):
        return wrong
    if state.latest and state.latest.first and latest:
        return why(T("The first card is laid at leisure: nobody races for it."), "schlafmuetze.start.dealer")
    if isinstance(state.phase, phases.LastCard):
        if latest:
            return None
        text = T("Only {player}'s last card can be in question now.", player=Player(state.phase.seat))
        return why(text, "schlafmuetze.speed.first_card")
    if not latest:
        return None
    if not state.every_card or not state.latest or state.latest.named or state.latest.seat is None:
        return why(T("There is no card now that could still be disputed."), "schlafmuetze.speed.first_card")
    if state.latest.upheld:
        return why(T("The vote on the latest word is over; it stands."), "schlafmuetze.ruling.doubt_closed")
    return None


def _wrong_agreement(state: State, seat: int) -> Explanation | None:
    assert isinstance(state.phase, phases.Disputed)
    pausing = state.pausing
    if state.phase.latest and state.latest:
        pausing = state.latest.pausing
    if seat != pausing:
        return None
    text = T("{player} was pausing, so that card cannot have been the first.", player=Player(seat))
    return why(text, "schlafmuetze.pause", "schlafmuetze.speed.first_card")


# Stuck, colours


def _wrong_stuck(state: State, action: actions.Stuck) -> Explanation | None:
    """Which colour was tried and who does not draw has to be known (schlafmuetze.ruling.stuck_colours)."""
    if wrong := _claimed(state):
        return wrong
    if state.colour is None and action.colour is None:
        text = T("Which colour was demanded? It counts as tried.")
        return why(text, "schlafmuetze.ruling.stuck_colours")
    if state.pausing is None and action.pausing is None and state.every_card:
        return why(T("Who pauses? All the others draw."), "schlafmuetze.stuck.draw", "schlafmuetze.pause")
    if state.pausing is not None and action.pausing not in (None, state.pausing):
        text = T("{player} pauses.", player=Player(state.pausing))
        return why(text, "schlafmuetze.pause", "schlafmuetze.stuck.draw")
    if state.every_card and state.colour and action.colour not in (None, state.colour):
        text = T("The colour demanded now is {colour}.", colour=COLOUR_NAMES[state.colour])
        return why(text, "schlafmuetze.colour.forced")
    return None


def _wrong_colour(state: State, colour: Colour) -> Explanation | None:
    """A new colour is another one and shows in the circle (schlafmuetze.ruling.new_colour, schlafmuetze.stuck.again)."""
    naming = state.phase
    assert isinstance(naming, phases.Naming)
    if colour in naming.allowed:
        return None
    if colour not in state.showing:
        text = T("{colour} does not show in the circle.", colour=COLOUR_NAMES[colour])
    elif naming.cause is phases.Cause.STUCK:
        text = T("{colour} has been tried already. Another colour is named.", colour=COLOUR_NAMES[colour])
        return why(text, "schlafmuetze.stuck.again", "schlafmuetze.ruling.stuck_colours")
    else:
        text = T("{colour} was demanded before. Another colour is named.", colour=COLOUR_NAMES[colour])
    return why(text, "schlafmuetze.ruling.new_colour")


# Counting


def _wrong_hands(state: State, hands: tuple[int, ...], winner: int | None) -> Explanation | None:
    """Everybody but the winner holds cards, and no more than there are (schlafmuetze.score.minus, schlafmuetze.cards)."""
    if len(hands) != state.seats:
        return why(T("One number for each of the {n} players.", n=state.seats), "schlafmuetze.score.minus")
    for seat, cards in enumerate(hands):
        if seat == winner and cards:
            return why(T("{player} has laid the last card.", player=Player(seat)), "schlafmuetze.end.out")
        if seat != winner and cards < 1:
            text = T("{player} holds at least one card, or would have won the round.", player=Player(seat))
            return why(text, "schlafmuetze.end.out")
    return _too_many(state, sum(hands))


def _too_many(state: State, cards: int) -> Explanation | None:
    """What lies on the circle is in no hand, and the stock is where it is."""
    most = in_play() - state.stock - state.lying
    if cards <= most:
        return None
    text = T(
        "That is {cards} cards in all, but no more than {most} can be in the hands. Please count again.",
        cards=cards,
        most=most,
    )
    return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.cards")


def _wrong_recount(state: State, action: actions.Recount) -> Explanation | None:
    """A recount accounts for every card and chip (schlafmuetze.ruling.recount)."""
    most = state.chips[action.seat] + max(0, state.middle)
    if action.chips not in range(most + 1):
        text = N(
            "There are only {n} chips for {player}. Please count again.",
            "There are only {n} chips for {player}. Please count again.",
            n=most,
            player=Player(action.seat),
        )
        return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.setup.chips")
    if action.cards is None and not state.every_card:
        return None
    if state.hands is None:
        return why(T("Hands are counted at the end of the round."), "schlafmuetze.ruling.keeping")
    if action.cards is None:
        return why(T("How many cards does {player} hold?", player=Player(action.seat)), "schlafmuetze.ruling.recount")
    out = isinstance(state.phase, phases.LastCard) and state.phase.seat == action.seat
    if out and action.cards:
        text = T(
            "{player} has laid the last card. If there was one more, undo that card first.", player=Player(action.seat)
        )
        return why(text, "schlafmuetze.end.out", "schlafmuetze.ruling.recount")
    if action.cards < 1 and not out:
        text = T("With no card left {player} has won already. Tell the last card instead.", player=Player(action.seat))
        return why(text, "schlafmuetze.end.out", "schlafmuetze.ruling.recount")
    return _too_many(state, sum(state.hands) - state.hands[action.seat] + action.cards)


def _wrong_stock(state: State, cards: int) -> Explanation | None:
    """The stock never grows, and with the hands it is no more than there are cards (schlafmuetze.ruling.recount)."""
    most = stock_after_deal(state.seats)
    if state.hands is not None:
        most = min(most, in_play() - sum(state.hands) - state.lying)
    if cards in range(most + 1):
        return None
    text = T("The stock cannot hold {cards} cards, at most {most}. Please count again.", cards=cards, most=most)
    return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.setup.hands")


def _wrong_start(state: State, action: actions.KeepEveryCard) -> Explanation | None:
    """In mid-round the hands, the pause and the colour have to be known (schlafmuetze.ruling.keeping)."""
    if state.every_card:
        return why(T("That is how the table is kept already."), "schlafmuetze.ruling.keeping")
    if not isinstance(state.phase, phases.Running):
        if action == actions.KeepEveryCard(forgets=action.forgets):
            return None
        return why(T("Before the first card the hands are as they were dealt."), "schlafmuetze.ruling.keeping")
    if action.pausing is None or action.colour is None:
        text = T("To keep every card from here on: who pauses, and which colour is demanded?")
        return why(text, "schlafmuetze.ruling.keeping")
    return _wrong_hands(state, action.hands, None)
