"""What may be reported now, with the choices of each field."""

from typing import Final, assert_never

from companion.games.labtag.actions import Drawn, GroupsLaid, Picked, Revealed, TrophyChosen
from companion.games.labtag.cards import FLAGS, LONGEST_NAME, NUMBERS, SPECIALS, VALUES
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name, cards_of, groups_of
from companion.games.labtag.model import (
    Choosing,
    Drawing,
    GameOver,
    Laying,
    Match,
    Revealing,
    State,
    Trophy,
    even_sizes,
    usual_groups,
)
from companion.games.labtag.refusals import missing
from companion.kernel.offers import Choice, Number, Offer, Option, Several, Weight, Words
from companion.kernel.offers import Group as Fields
from companion.kernel.text import Player, Text


def offers(state: State) -> tuple[Offer, ...]:
    """Return what may be reported now; everybody at the table may report everything."""
    match state.phase:
        case Drawing():
            return _drawn(len(state.places))
        case Laying():
            return tuple(offer for seat in missing(state) for offer in _laid(state, seat))
        case Choosing(turn):
            return (_picked(state, turn),)
        case Revealing(current):
            return tuple(_revealed(state, current, seat) for seat in current.seats if current.told(seat) is None)
        case Trophy(_, winner, cards):
            return tuple(
                Offer(
                    TrophyChosen,
                    card_name(card),
                    ("labtag.match.trophy", "labtag.ruling.trophy_choice"),
                    (("seat", winner), ("card", card)),
                )
                for card in cards
            )
        case GameOver():
            return ()
        case _:
            assert_never(state.phase)


def _drawn(players: int) -> tuple[Offer, ...]:
    cards, groups = NUMBERS.cards, NUMBERS.groups
    usual = usual_groups(players)
    rules = ("labtag.setup.draw", "labtag.setup.groups", "labtag.setup.group_count")
    fields = (
        Number("cards", T("Cards of each player"), cards.fewest, cards.most, cards.usual),
        Number("groups", T("Groups of each player"), groups.fewest, groups.most, usual),
    )
    label = T("{cards}, {groups}", cards=cards_of(cards.usual), groups=groups_of(usual))
    return (
        Offer(Drawn, label, rules, (("cards", cards.usual), ("groups", usual))),
        Offer(Drawn, T("Other numbers"), rules, fields=fields, weight=Weight.SIDE),
    )


#: Of more groups than this the form takes only sizes near to equal ones; the game's own screen takes any.
FEW_GROUPS: Final = 5


def _laid(state: State, seat: int) -> tuple[Offer, ...]:
    rules = ("labtag.setup.groups", "labtag.special.one_each")
    sizes = even_sizes(state.cards, state.groups)
    smallest = NUMBERS.groups.smallest
    most = state.cards - (state.groups - 1) * smallest
    spread = most if state.groups <= FEW_GROUPS else 1
    parts = tuple(
        Number(
            str(number),
            T("Group {number}", number=number + 1),
            max(smallest, size - spread),
            min(most, size + spread),
            size,
        )
        for number, size in enumerate(sizes)
    )
    label = T("{player}: {sizes}", player=Player(seat), sizes=" · ".join(map(str, sizes)))
    field = Fields("sizes", T("Cards in each group"), parts)
    other = T("{player}: other sizes", player=Player(seat))
    return (
        Offer(GroupsLaid, label, rules, (("seat", seat), ("sizes", sizes))),
        Offer(GroupsLaid, other, rules, (("seat", seat),), (field,), weight=Weight.SIDE),
    )


def _picked(state: State, turn: int) -> Offer:
    own = tuple(
        Option(number, _group_label(number, group.size))
        for number, group in enumerate(state.places[turn].groups)
        if group.face_down
    )
    targets = tuple(
        Option((other, number), T("{player}, group {number}", player=Player(other), number=number + 1))
        for other in state.opponents(turn)
        for number, group in enumerate(state.places[other].groups)
        if group.face_down
    )
    fields = (Choice("group", T("Own group"), own), Choice("against", T("Against"), targets))
    label = T("{player} picks two groups", player=Player(turn))
    return Offer(Picked, label, ("labtag.turn.choice", "labtag.turn.largest"), (("seat", turn),), fields)


def _group_label(number: int, size: int) -> Text:
    return N("Group {number} ({n} card)", "Group {number} ({n} cards)", n=size, number=number + 1)


_VALUES: Final = (
    *(Option(value, T("{value}", value=value)) for value in VALUES),
    *(Option(special, SPECIAL_NAMES[special]) for special in SPECIALS),
)


def _revealed(state: State, current: Match, seat: int) -> Offer:
    size = state.places[seat].groups[current.groups[current.seats.index(seat)]].size
    card = Fields(
        "card",
        T("Card"),
        (
            Number("labtag", T("LABTAG value"), FLAGS.start, FLAGS.stop - 1, FLAGS.start),
            Choice("value", T("Card value"), _VALUES),
            Choice("golden", T("The LABTAG value"), (Option(False, T("plain")), Option(True, T("golden")))),
            Words("name", T("Name of the card"), LONGEST_NAME, ("Pipette", "Petri dish"), optional=True),
        ),
    )
    field = Several("cards", T("Cards of the group"), card, size, size)
    label = T("{player}’s cards", player=Player(seat))
    return Offer(Revealed, label, ("labtag.turn.reveal", "labtag.special.one_each"), (("seat", seat),), (field,))
