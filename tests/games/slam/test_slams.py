"""A slam from booking to the discard pile."""

import pytest
from games.slam.table import GAME, Table, entry, out, poet, team, two

from companion.games.slam.assistants import active_glass
from companion.games.slam.cards import ATTRIBUTES, Attribute, Bonus, Poet, Source, Special, Trait
from companion.games.slam.judge import kept
from companion.games.slam.model import Booking, GameOver, Judged, Revealing, Tie
from companion.games.slam.questions import AskShow
from companion.games.slam.reports.answers import ShowDecided
from companion.games.slam.reports.closing import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.i18n import Renderer
from companion.kernel.explain import Refused
from companion.kernel.game import Setup


@pytest.mark.rule("slam.players")
@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_play(seats: int) -> None:
    step = GAME.start(Setup(seats))
    assert step.state.seats == seats
    assert ("slam.players" in {rule for said in step.messages for rule in said.rules}) == (seats > 4)


@pytest.mark.rule("slam.players")
@pytest.mark.parametrize("seats", [1, 7])
def test_nobody_plays_alone_or_with_seven(seats: int) -> None:
    with pytest.raises(Refused):
        GAME.start(Setup(seats))


@pytest.mark.rule("slam.setup.gold_choice")
def test_the_landesmeisterschaft_is_advised_for_five() -> None:
    five = GAME.start(Setup(5, 0, {"gold": "team"}))
    assert any("slam.setup.gold_choice" in said.rules for said in five.messages)
    advice = [said.text.message for said in five.messages if "slam.gold.team_one" in said.rules]
    assert len(advice) == 1
    four = GAME.start(Setup(4, 0, {"gold": "team"}))
    assert not any("slam.gold.team_one" in said.rules for said in four.messages)


@pytest.mark.rule("slam.setup.gold_choice")
@pytest.mark.parametrize(("gold", "said"), [("team", 2), ("state", 1)])
def test_everybody_knows_the_gold_card_and_a_first_game_is_advised(gold: str, said: int) -> None:
    explained = [
        one.text.message
        for one in GAME.start(Setup(2, 0, {"gold": gold})).messages
        if "slam.setup.gold_choice" in one.rules
    ]
    assert len(explained) == said
    assert any("know the same about" in one for one in explained)
    assert any("first game" in one for one in explained) == (gold == "team")


@pytest.mark.rule("slam.setup.slams", "slam.ruling.length", "slam.end")
@pytest.mark.parametrize(("length", "slams"), [("ten", 10), ("nine", 9)])
def test_the_gold_card_comes_last(length: str, slams: int) -> None:
    table = Table(length=length)
    for _ in range(slams):
        assert "not offered" in table.refused(GoldOpened())
        table.slam().reveal(two(7, 1), two(6, 1)).close()
        # every poet card exists once, so the names go with the slam
        table.put(piles=((Poet("A"), Poet("B")), ()))
    assert "not offered" in table.refused(SlamOpened())
    table.report(GoldOpened((Attribute.STYLE,)))
    assert table.winner == "Anna"
    table.close()
    assert isinstance(table.state.phase, GameOver)
    assert table.points == {"Anna": slams + 2, "Ben": 0}
    assert "slam.end" in table.refused(SlamOpened())


@pytest.mark.rule("slam.turn.play")
def test_everybody_plays_two() -> None:
    table = Table("Anna", "Ben", "Cem").slam()
    assert "slam.turn.play" in table.refused(PoetsRevealed((two(1, 2), two(3, 4))))
    assert "slam.turn.play" in table.refused(PoetsRevealed((two(), two(), two())))
    twice = two(poet("Der Philosoph", 5), poet("Der Philosoph", 5))
    assert "slam.turn.play" in table.refused(PoetsRevealed((twice, two(3, 4), two(5, 6))))
    assert isinstance(table.reveal(two(1, 2), two(3, 4), two(5, 6)).state.phase, type(table.state.phase))
    assert table.winner == "Cem"


@pytest.mark.rule("slam.turn.booking", "slam.turn.play")
def test_one_thing_after_the_other() -> None:
    table = Table()
    assert table.refused(PoetsRevealed((two(1, 2), two(3, 4)))) == ("not offered",)
    assert table.refused(SlamClosed()) == ("not offered",)
    table.slam()
    assert table.refused(SlamOpened()) == ("not offered",)
    table.reveal(two(1, 2), two(3, 4))
    assert table.refused(PoetsRevealed((two(1, 2), two(3, 4)))) == ("not offered",)


@pytest.mark.rule("slam.turn.win", "slam.turn.draw", "slam.goal")
def test_the_next_card_puts_those_before_it_away() -> None:
    """It brings what putting away brings, so both ways of reporting it end with the same table and the same sheet."""
    put_away, implied = (Table().slam().reveal(two(7, 1, 3, action_card=True), two(6, 2)) for _ in range(2))
    put_away.close()
    said = put_away.said
    put_away.slam()
    implied.slam()
    assert implied.state == put_away.state
    assert implied.points == put_away.points == {"Anna": 1, "Ben": 0}
    assert implied.said == [*said, *put_away.said]
    assert isinstance(implied.state.phase, Revealing)


@pytest.mark.rule("slam.setup.slams", "slam.end")
def test_the_gold_card_puts_the_last_slam_away_and_nothing_follows_it() -> None:
    table = Table(won={"Anna": 9}).slam().reveal(two(7, 1), two(6, 2))
    assert table.refused(SlamOpened()) == ("not offered",)
    assert table.report(GoldOpened((Attribute.STYLE,))).points == {"Anna": 1, "Ben": 0}
    assert table.winner == "Anna"
    assert table.refused(SlamOpened()) == table.refused(GoldOpened()) == ("not offered",)
    early = Table().slam().reveal(two(7, 1), two(6, 2))
    assert early.refused(GoldOpened()) == ("not offered",)


def test_the_next_card_is_one_event_put_away_or_not() -> None:
    judged = Table().slam().reveal(two(7, 1), two(6, 2))
    key = GAME.event_key(judged.state, SlamOpened("Two"))
    assert key == GAME.event_key(judged.close().state, SlamOpened("Zwei"))
    assert key != GAME.event_key(judged.slam().state, SlamOpened("Two"))


@pytest.mark.rule("slam.ruling.short_hand", "slam.turn.play")
def test_a_player_with_fewer_than_two_cards_lays_what_is_there() -> None:
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(9), two(8, 7), two())
    assert (table.winner, table.kept) == ("Anna", {"Anna": ["A1"], "Ben": [], "Cem": []})
    assert "Anna has only one card left and lays that." in table.said
    assert "Cem has no card left and sits this slam out." in table.said
    assert "slam.ruling.short_hand" in table.cited
    assert "slam.ruling.void_call" in table.refused(FalseApplause((2,)))
    # tied, who has one card alone cannot compete for the runner-up title
    tied = Table().slam().reveal(two(9), two(9, 1))
    assert (tied.winner, tied.kept) == ("Ben", {"Anna": ["A1"], "Ben": ["B1", "B2"]})
    # a last card that is a buddy still draws another card
    assert Table().slam().reveal(two(poet("Kumpel", 1, Trait.BUDDY), 9), two(8, 2)).winner == "Anna"


@pytest.mark.rule("slam.turn.not_admitted")
def test_not_admitted_poets_have_no_effect_and_are_discarded() -> None:
    table = Table().slam().reveal(two(out(10), 3), two(5, 2))
    assert (table.winner, table.kept) == ("Ben", {"Anna": [], "Ben": ["B1"]})
    assert "slam.turn.not_admitted" in table.cited
    assert table.values == {"A2": 3, "B1": 5, "B2": 2}
    assert table.close().piles == {"Anna": [], "Ben": ["B1"]}


@pytest.mark.rule("slam.turn.play")
def test_the_history_keeps_the_players_apart() -> None:
    laid = PoetsRevealed((team(poet("A"), poet("B")), two(poet("C"), poet("D"))))
    assert Renderer("en", ("Anna", "Ben")).text(GAME.describe(laid)) == "Anna: A & B · Ben: C and D"


@pytest.mark.rule("slam.turn.show")
@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_the_attribute_asked_for_decides(attribute: Attribute) -> None:
    good = poet("Good", **{attribute.value: 9})
    other = poet("Other", 8, **{attribute.value: 0})
    table = Table().slam(attribute.value).reveal(two(other, 0), two(good, 0))
    assert table.winner == "Ben"


@pytest.mark.rule("slam.turn.show", "slam.turn.die")
def test_a_sum_is_asked_for_and_the_show_may_tell_it() -> None:
    table = Table().slam("").reveal(two(poet("X", humour=5, style=5), 0), two(poet("Y", humour=8), 0))
    assert isinstance(table.question, AskShow)
    assert "slam.turn.show" in table.refused(ShowDecided(()))
    assert "slam.turn.show" in table.refused(ShowDecided((Attribute.STYLE, Attribute.STYLE)))
    assert "slam.turn.die" in table.refused(ShowDecided((Attribute.STYLE,), die=7))
    table.show("humour+style", die=3)
    assert "slam.turn.die" in table.cited
    assert (table.winner, table.values["X"], table.values["Y"]) == ("Anna", 10, 8)
    assert "Anna, X: 5 Humour + 5 Style = 10" in table.said


@pytest.mark.rule("slam.turn.show", "slam.ruling.card_values")
def test_every_adjustment_stands_in_the_proof() -> None:
    star = Poet("Star", (5, 0, 0, 0, 0), bonuses=(Bonus(3, Source.ABILITY, "stage hog"), Bonus(-1, Source.SLAM)))
    table = Table().slam().reveal(two(star, 0), two(6, 0))
    assert "Anna, Star: 5 Style + 3 stage hog − 1 slam card = 7" in table.said
    assert table.winner == "Anna"


@pytest.mark.rule("slam.ruling.card_values")
def test_what_cannot_stand_on_a_card_is_refused() -> None:
    table = Table().slam()
    for wrong in (
        poet("X", 21),
        poet("X", -1),
        poet("N" * 41, 1),
        poet("X", 1, bonus=21),
        Poet("X", bonuses=(Bonus(1, words="W" * 41),)),
    ):
        assert "slam.ruling.card_values" in table.refused(PoetsRevealed((two(wrong, 1), two(1, 1))))
    worked_out = Poet("X", bonuses=(Bonus(2, Source.SMART),))
    assert table.refused(PoetsRevealed((two(worked_out, 1), two(1, 1)))) == ("slam.card.best_of",)


@pytest.mark.rule("slam.turn.win", "slam.goal")
def test_winner_and_slam_go_to_the_pile_and_stay_there() -> None:
    table = Table().slam().reveal(two(7, 1), two(6, 2))
    assert table.kept == {"Anna": ["A1"], "Ben": []}
    assert table.points == {"Anna": 0, "Ben": 0}
    table.close()
    assert (table.points, table.piles) == ({"Anna": 1, "Ben": 0}, {"Anna": ["A1"], "Ben": []})
    assert {"slam.goal", "slam.turn.draw"} <= table.cited
    table.slam()
    assert "slam.turn.win" in table.refused(PoetsRevealed((two(poet("A1", 9), 1), two(1, 2))))


@pytest.mark.rule("slam.turn.win")
def test_the_order_of_the_lineups_makes_no_difference() -> None:
    sets = [two(7, 1), two(6, 6), team(3, 9)]
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        table = Table("Anna", "Ben", "Cem").slam().reveal(*(sets[i] for i in order))
        assert table.winner == table.names[order.index(2)]


@pytest.mark.rule("slam.ruling.nobody_admitted", "slam.turn.not_admitted")
@pytest.mark.parametrize(("choice", "waiting"), [("nobody", 0), ("next", 1)])
def test_nobody_is_admitted(choice: str, waiting: int) -> None:
    table = Table(nobody_admitted=choice).slam().reveal(two(out(1), out(2)), two(out(3), out(4)))
    assert (table.winner, table.kept) == (None, {"Anna": [], "Ben": []})
    table.close()
    assert (table.state.waiting, table.state.lost) == (waiting, 1 - waiting)
    table.slam().reveal(two(7, 1), two(6, 2)).close()
    assert table.points == {"Anna": 1 + waiting, "Ben": 0}
    assert (table.state.waiting, table.state.number) == (0, 3)


@pytest.mark.rule("slam.ruling.nobody_admitted", "slam.gold.double")
def test_a_waiting_slam_goes_with_the_gold_card() -> None:
    table = Table(piles={"Anna": [poet("A", 5)], "Ben": []}, gold="state", nobody_admitted="next")
    table.put(waiting=1, lost=table.state.lost - 1)
    table.gold().close()
    assert table.points == {"Anna": 3, "Ben": 0}


@pytest.mark.rule("slam.ruling.one_poet_sister")
def test_values_of_zero_and_below_compete() -> None:
    table = Table().slam().reveal(two(poet("Low", 1, bonus=-3), out(9)), two(out(9), out(9)))
    assert (table.winner, table.values) == ("Anna", {"Low": -2})


@pytest.mark.rule("slam.adv.drinking", "slam.adv.combine")
@pytest.mark.parametrize(
    ("glass", "die", "shots"), [((), 0, 0), ((1, 2, 3, 4, 5, 6), 0, 1), ((3, 4, 5, 6), 2, 0), ((3, 4, 5, 6), 4, 1)]
)
def test_a_shot_for_a_martini_glass(glass: tuple[int, ...], die: int, shots: int) -> None:
    on = Table(drinking="on", weekday="on", open_list="on").slam(glass=glass, die=die)
    assert sum("slam.adv.drinking" in said.rules for said in on.step.messages) == shots
    off = Table().slam(glass=glass, die=die)
    assert "slam.adv.drinking" not in off.cited
    assert active_glass(glass, die) == bool(shots)
    assert isinstance(off.state.phase, Revealing)


@pytest.mark.rule("slam.adv.drinking")
def test_a_glass_behind_the_die_of_the_show() -> None:
    table = Table(drinking="on").slam("", glass=(3, 4)).reveal(two(7, 1), two(6, 2))
    assert "slam.adv.drinking" in table.show("style", die=3).cited
    always = Table(drinking="on").slam("", glass=(1, 2, 3, 4, 5, 6)).reveal(two(7, 1), two(poet("B", 6, humour=9), 2))
    assert "slam.adv.drinking" not in always.show("style", die=3).cited
    assert "slam.adv.drinking" in Table().refused(SlamOpened(glass=(7,)))


@pytest.mark.rule("slam.adv.drinking")
def test_a_glass_on_a_poet_is_drunk_to_as_well() -> None:
    drinkers = two(poet("Der Trinker", 5, Trait.MARTINI), out(poet("Die Wirtin", 5, Trait.MARTINI)))
    # Decision: the glass shows on a poet that is not admitted too
    assert "slam.adv.drinking" in Table(drinking="on").slam().reveal(drinkers, two(1, 2)).cited
    guest = poet("Gast", 1, Trait.MARTINI)
    assert (
        "slam.adv.drinking"
        in Table(drinking="on", open_list="on").slam().reveal(two(3, 4), two(1, 2), open_list=guest).cited
    )
    assert "slam.adv.drinking" not in Table().slam().reveal(drinkers, two(1, 2)).cited
    gold = Table(piles={"Anna": [poet("A", 5, Trait.MARTINI)], "Ben": [poet("B", 5)]}, gold="state", drinking="on")
    assert "slam.adv.drinking" in gold.gold("style", entry(0), entry(0)).cited


@pytest.mark.rule("slam.adv.weekday", "slam.team.conditions", "slam.ruling.partner_out")
def test_a_poet_without_time_stays_away_with_the_option() -> None:
    busy = poet("Busy", 9, free=False)
    for option, winner in (("off", "Anna"), ("on", "Ben")):
        assert Table(weekday=option).slam().reveal(two(busy, 3), two(5, 2)).winner == winner
        # both partners must have time
        assert Table(weekday=option).slam().reveal(team(busy, 8), two(5, 2)).winner == winner


@pytest.mark.rule("slam.poet.third", "slam.poet.third_draw")
def test_a_third_poet_needs_a_reason() -> None:
    buddy = poet("Berliner Schnauze", 2, Trait.BUDDY)
    table = Table().slam()
    assert table.refused(PoetsRevealed((two(1, 2, 9), two(3, 4)))) == ("slam.poet.third",)
    assert table.refused(PoetsRevealed((two(out(buddy), 2, 9), two(3, 4)))) == ("slam.poet.third",)
    assert table.refused(PoetsRevealed((two(buddy, 2, 9, 9), two(3, 4)))) == ("slam.poet.third",)
    table.reveal(two(buddy, 2, 9), two(3, 4))
    assert (table.winner, table.kept["Anna"]) == ("Anna", ["A3"])
    assert "slam.poet.third_draw" not in table.cited
    card = Table().slam().reveal(two(1, 2, out(9), action_card=True), two(3, 4))
    assert card.winner == "Ben"
    # it matters when all draw
    assert "slam.poet.third_draw" in card.close().cited


@pytest.mark.rule("slam.poet.third", "slam.team.conditions", "slam.ruling.partner_out")
def test_a_buddy_whose_team_stays_out_draws_nobody() -> None:
    buddy = poet("Berliner Schnauze", 2, Trait.BUDDY)
    feminism = Table().slam(special=Special.FEMINISM)
    assert feminism.refused(PoetsRevealed((team(buddy, out(2), 9), two(3, 4)))) == ("slam.poet.third",)
    usual = Table().slam().reveal(team(buddy, out(2), 9), two(3, 4))
    assert usual.winner == "Anna"
    weekday = Table(weekday="on").slam()
    busy = poet("Busy", 2, free=False)
    assert weekday.refused(PoetsRevealed((team(buddy, busy, 9), two(3, 4)))) == ("slam.poet.third",)


@pytest.mark.rule("slam.turn.draw", "slam.ruling.drawing")
def test_drawing_up_is_explained_in_full() -> None:
    table = Table().slam().reveal(two(7, 1), two(6, 2)).close()
    (said,) = [text for text in table.said if text.startswith("All draw")]
    assert "fewer cards than players" in said


@pytest.mark.rule("slam.poet.third", "slam.tie.first")
def test_the_better_of_the_two_left_competes_for_the_runner_up_title() -> None:
    table = Table().slam().reveal(two(9, 2, 6, action_card=True), two(9, 5))
    assert (table.winner, table.kept) == ("Anna", {"Anna": ["A1", "A3"], "Ben": ["B1"]})


@pytest.mark.rule("slam.adv.open_list", "slam.adv.combine")
def test_the_open_list_needs_the_option() -> None:
    table = Table().slam()
    assert "slam.adv.open_list" in table.refused(PoetsRevealed((two(1, 2), two(3, 4)), poet("Gast", 9)))


@pytest.mark.rule("slam.adv.open_list", "slam.ruling.open_list")
def test_the_open_list_wins_and_nobody_gets_the_trick() -> None:
    table = Table(open_list="on").slam().reveal(two(7, 1), two(6, 2), open_list=poet("Gast", 8))
    assert (table.winner, table.kept) == (None, {"Anna": [], "Ben": []})
    table.close()
    assert (table.points, table.state.lost) == ({"Anna": 0, "Ben": 0}, 1)


@pytest.mark.rule("slam.ruling.open_list_pile", "slam.adv.open_list")
def test_an_open_poet_not_admitted_does_not_count() -> None:
    table = Table(open_list="on").slam().reveal(two(7, 1), two(6, 2), open_list=out(poet("Gast", 8)))
    assert table.winner == "Anna"


@pytest.mark.rule("slam.ruling.open_list", "slam.ruling.open_list_pile")
def test_the_open_list_tied_with_one_player() -> None:
    kept = Table(open_list="on").slam().reveal(two(8, 1), two(6, 2), open_list=poet("Gast", 8))
    assert (kept.winner, kept.kept) == ("Anna", {"Anna": ["A1", "A2"], "Ben": []})
    alone = Table(open_list="on").slam().reveal(two(8, out(1)), two(6, 2), open_list=poet("Gast", 8))
    assert alone.kept == {"Anna": ["A1"], "Ben": []}
    nobody = Table(open_list="on", open_tie="nobody").slam().reveal(two(8, 1), two(6, 2), open_list=poet("Gast", 8))
    assert (nobody.winner, nobody.kept) == (None, {"Anna": [], "Ben": []})


@pytest.mark.rule("slam.ruling.open_list")
def test_the_open_list_tied_with_several_players() -> None:
    table = Table(open_list="on").slam().reveal(two(8, 1), two(8, 2), open_list=poet("Gast", 8))
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A1"], "Ben": ["B1", "B2"]})


@pytest.mark.rule("slam.ruling.open_list", "slam.ruling.void_call")
@pytest.mark.parametrize(("ben", "tie"), [(8, Tie.LEAD), (6, Tie.NONE)])
def test_players_tied_beside_the_open_list_were_tied_all_the_same(ben: int, tie: Tie) -> None:
    table = Table(open_list="on", open_tie="nobody").slam().reveal(two(8, 1), two(ben, 2), open_list=poet("Gast", 8))
    assert (table.winner, table.verdict.tie) == (None, tie)
    assert any("house rule" in said for said in table.said)


@pytest.mark.rule("slam.goal", "slam.ruling.final_tie")
@pytest.mark.parametrize(("choice", "places"), [("shared", (1, 1)), ("poets", (2, 1))])
def test_a_tie_at_the_end(choice: str, places: tuple[int, ...]) -> None:
    piles = {"Anna": [poet("A", 5)], "Ben": [poet("B", 1), poet("C", 1), poet("D", 1)]}
    table = Table(piles=piles, won={"Anna": 4, "Ben": 6}, gold="state", final_tie=choice)
    table.gold("style", entry(0), entry(0, 1)).close()
    assert table.state.totals == (6, 6)
    # Decision: poets played for the gold card and beaten are discarded, so Ben has D left and Anna has A
    assert table.piles == {"Anna": ["A"], "Ben": ["D"]}
    assert table.view.ranks == (1, 1)
    table.put(piles=(table.state.piles[0], (*table.state.piles[1], Poet("E"))))
    assert table.view.ranks == places


@pytest.mark.rule("slam.goal")
def test_most_points_win() -> None:
    table = Table(piles={"Anna": [poet("A", 5)], "Ben": []}, won={"Anna": 3, "Ben": 6}, gold="state")
    table.gold().close()
    assert (table.state.totals, table.view.ranks) == ((5, 6), (2, 1))
    assert isinstance(Table().state.phase, Booking)


@pytest.mark.rule("slam.turn.win", "slam.poet.scene_darling")
def test_what_is_kept_stands_in_short() -> None:
    table = Table().slam().reveal(two(9, 4), two(5, poet("Liebling", 4, Trait.SCENE_DARLING))).report(DarlingKept(1, 1))
    assert _kept(table) == [
        "Anna: A1 to the victory pile.",
        "Ben: Liebling to the victory pile.",
        "All other poets to the discard pile.",
    ]
    alone = Table(piles={"Ben": [poet("B", 5)]}, won={"Anna": 5, "Ben": 5}, gold="state").gold()
    assert (alone.winner, _kept(alone)) == ("Ben", [])


@pytest.mark.rule("slam.turn.win", "slam.ruling.nobody_admitted")
def test_where_nobody_is_kept_no_others_are_spoken_of() -> None:
    nobody = Table().slam().reveal(two(out(9), out(4)), two(out(5), out(4)))
    assert _kept(nobody) == ["All poets to the discard pile."]
    guest = Table(open_list="on").slam().reveal(two(1, 2), two(3, 4), open_list=poet("Gast", 9))
    assert _kept(guest) == ["All poets to the discard pile."]


@pytest.mark.rule("slam.turn.win", "slam.tie.first")
def test_where_all_are_kept_nothing_goes_to_the_discard_pile() -> None:
    table = Table().slam().reveal(team(9, 4), team(9, 3))
    assert _kept(table) == ["Anna: A1 and A2 to the victory pile.", "Ben: B1 and B2 to the victory pile."]


def _kept(table: Table) -> list[str]:
    phase = table.state.phase
    assert isinstance(phase, Judged)
    return [Renderer("en", table.names).text(line) for line in kept(phase.evidence, phase.verdict)]
