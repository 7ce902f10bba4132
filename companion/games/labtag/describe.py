"""What a report says, in a few words, for the history."""

from typing import assert_never

from companion.games.labtag.actions import Action, Drawn, GroupsLaid, Picked, Revealed, TrophyChosen
from companion.games.labtag.messages import T, card_name, cards_of, groups_of
from companion.kernel.text import Listing, Player, Text


def describe(action: Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case Drawn(cards, groups):
            return T("{cards}, {groups}", cards=cards_of(cards), groups=groups_of(groups))
        case GroupsLaid(seat, sizes):
            return T("{player}: {sizes}", player=Player(seat), sizes=" · ".join(map(str, sizes)))
        case Picked(seat, group, (opponent, target)):
            return T(
                "{player}’s group {group} against {other}’s group {target}",
                player=Player(seat),
                group=group + 1,
                other=Player(opponent),
                target=target + 1,
            )
        case Revealed(seat, cards):
            return T("{player}: {cards}", player=Player(seat), cards=Listing(tuple(map(card_name, cards))))
        case TrophyChosen(seat, card):
            return T("{player}’s trophy: {card}", player=Player(seat), card=card_name(card))
        case _:
            assert_never(action)
