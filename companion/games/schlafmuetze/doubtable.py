"""The players whose word may be the doubted one (schlafmuetze.ruling.latest_card)."""

from companion.games.schlafmuetze.model import Latest, State
from companion.games.schlafmuetze.phases import Halted, Opening, Running


def doubtable(state: State) -> tuple[Latest, ...]:
    """Return the known cards that can be doubted, latest first (schlafmuetze.ruling.latest_card)."""
    latest, before = state.open, state.beneath
    if latest is None:
        return ()
    # once a colour has been named, a call cannot be older than the latest card
    late = before is not None and before.seat != latest.seat and not latest.named
    return (latest, before) if before and late else (latest,)


def entered_state(state: State, author: int, *, first: bool) -> State | None:
    """Return the last entered state, if it determines which word of a player is doubted.

    The first word of the round always belongs to the same card. Any other word may belong to a card that was not
    entered; games of revision 3 assigned it to the player's card entered last.

    :param first: whether the word is reported as the first one of the round.
    """
    last = state.as_last_known()
    certain = state.house.recall == "certain"
    gone_back = state.last_known is not None and (state.colour is not None or (certain and not state.last_known.sure))
    if first and gone_back:
        # entered cards may have gone back
        return next((table for table in last.unwound() if _first_of(table.latest, author)), None)
    cards = doubtable(last)
    if first:
        return last if any(_first_of(card, author) for card in cards) else None
    if certain:
        return None
    later = gone_back or (state.last_known is not None and state.last_known.covered)
    settled = cards and cards[0].seat == author == last.pausing and cards[0].pile is not None and not later
    return last if settled else None


def _first_of(card: Latest | None, author: int) -> bool:
    return card is not None and card.first and card.may_be_of(author)


def openers(state: State, halted: Halted) -> tuple[int, ...]:
    """Return the players whose first word of the round may be doubted; usually one or none."""
    if isinstance(halted.before, Opening):
        return (halted.before.asked,)
    if isinstance(halted.before, Running):
        return tuple(seat for seat in state.everybody if entered_state(state, seat, first=True))
    return ()


def either(state: State, halted: Halted) -> tuple[int, ...]:
    """Return the players whose first word or a later one may be doubted, so that the table has to choose."""
    if state.every_card or isinstance(halted.before, Opening):
        return ()
    entered = {seat: entered_state(state, seat, first=False) for seat in openers(state, halted)}
    return tuple(seat for seat, table in entered.items() if not (table and table.latest and table.latest.first))


def authors(state: State, halted: Halted) -> tuple[int, ...]:
    """Return the players whose word may be the doubted one, the likeliest first (schlafmuetze.ruling.latest_card)."""
    if state.every_card:
        cards = doubtable(state)
        return tuple(dict.fromkeys(seat for card in cards for seat in state.everybody if card.may_be_of(seat)))
    if isinstance(halted.before, Opening):
        # the first card may be unreported: a word of another player implies it
        return state.clockwise(halted.before.asked)
    return state.everybody
