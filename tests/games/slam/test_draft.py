"""The stage as it is being entered, before it is reported."""

import pytest
from attrs import evolve
from games.slam.table import Table, entry, out, poet, two

from companion.games.slam.card_library import Library, PoetCard
from companion.games.slam.cards import Bonus, Champion, GoldEntry, Slam, Special, Trait
from companion.games.slam.draft import OPEN, Draft
from companion.games.slam.house import House
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed

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


@pytest.mark.rule("slam.turn.play", "slam.ruling.open_list")
def test_what_is_reported_of_the_stage() -> None:
    one, other, guest = poet("One", 4), poet("Other", 3), poet("Guest", 5)
    draft = Draft.empty(1, 2).put(0, 0, one, Library()).put(0, 1, other, Library())
    assert not draft.ready()
    draft = draft.put(1, 0, evolve(one, name="B"), Library()).put(1, 1, evolve(other, name="b"), Library())
    assert draft.ready()
    draft = draft.put(OPEN, 0, guest, Library()).put(0, 2, poet("Third", 1), Library())
    assert draft.names == {"One", "Other", "Third", "B", "b", "Guest"}
    mine, theirs = two(one, other), two(evolve(one, name="B"), evolve(other, name="b"))
    assert draft.revealed(House(), USUAL) == PoetsRevealed((mine, theirs), guest, zeros_told=True)
    third = two(one, other, poet("Third", 1), action_card=True)
    played = evolve(draft, action_cards=(True, False)).team(1)
    assert played.revealed(House(), USUAL) == PoetsRevealed((third, evolve(theirs, team=True)), guest, zeros_told=True)


def test_a_change_reaches_everybody_on_the_stage() -> None:
    draft = Draft.empty(1, 2).put(0, 1, poet("A", 1), Library()).put(OPEN, 0, poet("Guest", 1), Library())
    absent = draft.each(out)
    assert [absent.at(0, 0), absent.at(0, 1), absent.at(OPEN, 0)] == [None, out(poet("A", 1)), out(poet("Guest", 1))]
    assert Draft.empty(1, 2).each(out) == Draft.empty(1, 2)


@pytest.mark.rule("slam.gold.poets", "slam.ruling.card_values")
def test_who_has_no_choice_for_the_gold_card_enters_with_what_the_library_knows() -> None:
    cards = Library((PoetCard("A", (9, 2, None, None, None)), PoetCard("He", partner="She"), PoetCard("She")))
    piles = (poet("A", None, style=5),), (poet("He", 4), poet("She", 3), poet("It", 2))
    possible = (entry(0),), (entry(0, 1), entry(1, 2))
    draft = Draft.empty(11, 2).without_choice(possible, piles, cards)
    assert draft.picks == ((0,), ())
    known = GoldEntry((Champion(0, values=(5, 2, None, None, None)),))
    assert draft.champions(piles) == ChampionsRevealed((known, GoldEntry()))
    paired = draft.pick(1, 0, piles[1], cards).pick(1, 1, piles[1], cards)
    assert paired.teams == (False, True)
    assert paired.champions(piles).entries[1] == entry(0, 1, team=True)
    # what has been reported by hand stays, whatever the library knows
    entered = draft.enter_champion(0, 0, poet("A", 7)).pick(0, 0, piles[0], cards).pick(0, 0, piles[0], cards)
    assert entered.champion(0, 0, piles[0]).values == (7, 7, 7, 7, 7)


@pytest.mark.rule("slam.gold.poets", "slam.poet.avantgardist")
def test_what_is_entered_for_the_gold_card() -> None:
    pile = (poet("She", 4, Trait.AVANTGARDIST), poet("He", 3))
    one = Draft.empty(11, 2).pick(0, 0, pile, Library()).sister(0)
    both = one.pick(0, 1, pile, Library())
    assert one.entry(0, pile) == one.team(0).entry(0, pile) == GoldEntry((Champion(0, sister=True),))
    assert both.entry(0, pile) == GoldEntry((Champion(0, sister=True), Champion(1)))
    assert both.entry(0, pile[:1]) == one.entry(0, pile[:1])  # the other's slam has been corrected
    assert both.team(0).entry(0, pile) == GoldEntry((Champion(0, sister=True), Champion(1)), team=True)


@pytest.mark.rule("slam.ruling.short_hand", "slam.turn.play")
def test_a_hand_with_fewer_cards_lays_fewer() -> None:
    house, none = House(), Library()
    draft = Draft.empty(1, 2)
    for seat, card in ((0, 0), (0, 1), (1, 0), (1, 1)):
        draft = draft.put(seat, card, poet(f"P{seat}{card}", 5), none)
    one = draft.team(0).third(0).fewer(0)
    assert (one.places(0, house, USUAL), one.ready(), one.hands) == (1, True, (1, 2))
    assert [len(lineup.poets) for lineup in one.revealed(house, USUAL).lineups] == [1, 2]
    assert not one.revealed(house, USUAL).lineups[0].team
    # a last card that is a buddy draws one nevertheless
    assert one.put(0, 0, poet("Kumpel", 5, Trait.BUDDY), none).places(0, house, USUAL) == 2
    out_ = one.fewer(0)
    assert (out_.places(0, house, USUAL), out_.ready(), out_.next_empty(house, USUAL)) == (0, True, None)
    assert not out_.fewer(1).fewer(1).ready(), "somebody has to lay a poet"
    assert out_.fewer(0).hands[0] == 2
    assert Table().slam().reveal(*one.revealed(house, USUAL).lineups).verdict
