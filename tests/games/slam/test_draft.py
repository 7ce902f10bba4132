"""The stage as it is being entered, before it is reported."""

import pytest
from games.slam.table import Table, poet

from companion.games.slam.cards import Bonus, Champion, GoldEntry, Slam, Special, Trait
from companion.games.slam.draft import OPEN, Draft
from companion.games.slam.house import House
from companion.games.slam.library import Library, PoetCard
from companion.games.slam.reports import ChampionsRevealed

USUAL = Slam()


@pytest.mark.rule("slam.gold.poets", "slam.ruling.card_values")
def test_a_printed_bonus_counts_at_the_gold_card_and_what_was_added_to_win_does_not() -> None:
    cards = Library((PoetCard("Star", (5, 5, 5, 5, 5), bonus=2),))
    pile = (poet("Star", 5, bonus=9), poet("Other", 4))
    draft = Draft.empty(11, 2).pick(0, 0, pile, cards).pick(0, 1, pile, cards)
    assert [champion.bonuses for champion in draft.entry(0, pile).champions] == [(Bonus(2),), ()]
    table = Table(piles={"Anna": [*pile], "Ben": [poet("B", 6)]}, gold="state").gold()
    table.report(
        ChampionsRevealed(
            (draft.entry(0, pile), Draft.empty(11, 2).pick(1, 0, (poet("B"),), cards).entry(1, (poet("B", 6),)))
        )
    )
    assert table.values == {"Star": 7, "Other": 4, "B": 6}


@pytest.mark.rule("slam.poet.third", "slam.ruling.partner_out", "slam.adv.weekday")
@pytest.mark.parametrize(
    ("slam", "weekday", "team", "places"),
    [
        (USUAL, "off", False, 3),
        (Slam(special=Special.FEMINISM), "off", False, 3),
        (Slam(special=Special.FEMINISM), "off", True, 2),
        (USUAL, "on", True, 2),
    ],
)
def test_a_place_for_the_third_poet_where_the_buddy_takes_part(
    slam: Slam, weekday: str, team: bool, places: int
) -> None:
    house = House(weekday=weekday)  # type: ignore[arg-type]
    draft = Draft.empty(1, 2)
    none = Library()
    draft = draft.put(0, 0, poet("Berliner Schnauze", 2, Trait.BUDDY), none)
    draft = draft.put(0, 1, poet("Er", 2, admitted=False, free=False), none)
    draft = draft.team(0) if team else draft
    assert draft.places(0, house, slam) == places


@pytest.mark.rule("slam.gold.poets")
def test_a_poet_of_the_pile_chosen_again_is_not_chosen_any_more() -> None:
    pile = (poet("One", 4), poet("Two", 3), poet("Three", 2))
    draft = Draft.empty(11, 2).pick(0, 0, pile, Library()).pick(0, 1, pile, Library())
    assert draft.pick(0, 0, pile, Library()).picks[0] == (1,)
    assert draft.pick(0, 2, pile, Library()).picks[0] == (1, 2)


@pytest.mark.rule("slam.team.cherry_pick")
def test_printed_partners_are_a_team_at_once_and_stay_what_they_were_made() -> None:
    cards = Library((PoetCard("He", (5,) * 5, partner="She"), PoetCard("She", (5,) * 5, partner="He")))
    draft = Draft.empty(1, 2).put(0, 0, poet("He", 5), cards)
    assert not draft.teams[0]
    draft = draft.put(0, 1, poet("She", 5), cards)
    assert draft.teams[0]
    apart = draft.team(0)
    assert not apart.put(0, 1, poet("She", 7), cards).teams[0]
    assert not apart.put(0, 2, poet("Third", 7), cards).teams[0]
    assert not draft.put(0, 1, poet("Other", 7), cards).teams[0]


@pytest.mark.rule("slam.poet.third")
def test_the_third_poet_comes_and_goes_with_the_action_card() -> None:
    third = poet("Third", 7)
    draft = Draft.empty(1, 2).put(0, 2, third, Library())
    played = draft.third(0)
    assert (played.action_cards, played.at(0, 2)) == ((True, False), third)
    off = played.third(0)
    assert (off.action_cards, off.at(0, 2)) == ((False, False), None)


@pytest.mark.rule("slam.turn.play")
def test_the_next_empty_place_goes_round_the_table_and_ends_at_the_open_list() -> None:
    house, draft, order = House(open_list="on"), Draft.empty(1, 2), []
    while empty := draft.next_empty(house, USUAL):
        order.append(empty)
        draft = draft.put(*empty, poet("Somebody", 1), Library())
    assert order == [(0, 0), (0, 1), (1, 0), (1, 1), (OPEN, 0)]
    assert draft.next_empty(House(), USUAL) is None
    assert draft.put(OPEN, 0, None, Library()).next_empty(House(), USUAL) is None
    assert draft.third(1).next_empty(House(), USUAL) == (1, 2)


@pytest.mark.rule("slam.gold.poets", "slam.poet.avantgardist")
def test_what_is_entered_for_the_gold_card() -> None:
    pile = (poet("She", 4, Trait.AVANTGARDIST), poet("He", 3))
    one = Draft.empty(11, 2).pick(0, 0, pile, Library()).sister(0)
    both = one.pick(0, 1, pile, Library())
    assert one.entry(0, pile) == one.team(0).entry(0, pile) == GoldEntry((Champion(0, sister=True),))
    assert both.entry(0, pile) == GoldEntry((Champion(0, sister=True), Champion(1)))
    assert both.team(0).entry(0, pile) == GoldEntry((Champion(0, sister=True), Champion(1)), team=True)
