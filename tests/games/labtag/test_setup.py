"""The start: cards, groups, the starting player, and refusals."""

import pytest
from games.labtag.table import GAME, NAMES, Table, play

from companion.games.labtag.cards import Card, Special, repeated
from companion.games.labtag.model import Choosing, Drawing, Laying
from companion.games.labtag.reports import Drawn, GroupsLaid, Picked
from companion.i18n import Renderer
from companion.kernel.explain import Refused, Tone
from companion.kernel.game import Setup
from companion.kernel.offers import Composite, Number, Weight

ENGLISH = Renderer("en", NAMES)


@pytest.mark.rule("labtag.ruling.players")
@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats: int) -> None:
    with pytest.raises(Refused):
        GAME.start(Setup(seats))


@pytest.mark.rule("labtag.setup.draw", "labtag.setup.groups")
@pytest.mark.parametrize(("players", "groups"), [(2, 5), (3, 4), (4, 5), (6, 5)])
def test_ten_cards_in_five_groups_or_four_with_three_players(players: int, groups: int) -> None:
    usual = Table(players).offers[0]
    assert usual.weight is Weight.MAIN
    assert usual.action() == Drawn(10, groups)


@pytest.mark.rule("labtag.ruling.five_players")
def test_four_groups_are_suggested_with_five_players() -> None:
    # Decision: the source names four groups for three players only; five are an odd number too, so four suit them.
    assert Table(5).offers[0].action() == Drawn(10, 4)
    assert play("10 cards in 5", players=5).phase is Laying


@pytest.mark.rule("labtag.setup.group_count")
@pytest.mark.parametrize(("players", "word"), [(2, "odd"), (3, "even"), (4, "odd"), (5, "even"), (6, "odd")])
def test_which_numbers_of_groups_suit_is_said_before_they_are_chosen(players: int, word: str) -> None:
    (note,) = Table(players).view.notes
    assert note.rules[0] == "labtag.setup.group_count"
    assert f"{word} number of groups" in note.text.message
    assert not [
        one for one in play("10 cards in 5", players=2).view.notes if one.rules[0] == "labtag.setup.group_count"
    ]


@pytest.mark.rule("labtag.setup.draw", "labtag.ruling.limits")
def test_any_number_of_cards_may_be_drawn() -> None:
    assert play("6 cards in 3").state.cards == 6
    assert Table().refused("0 cards in 3").rules[0] == "labtag.ruling.limits"
    assert Table().refused("31 cards in 3").rules[0] == "labtag.ruling.limits"
    assert Table().refused("10 cards in 0").rules[0] == "labtag.ruling.limits"
    assert play("10 cards in 5").refused("8 cards in 5").rules[0] == "not offered"


@pytest.mark.rule("labtag.setup.groups", "labtag.ruling.blocked")
def test_every_group_needs_a_card() -> None:
    assert Table().refused("4 cards in 5").rules == ("labtag.setup.groups", "labtag.ruling.blocked")
    table = play("10 cards in 5")
    assert table.refused("Anna lays 3 3 0 2 2").rules == ("labtag.setup.groups", "labtag.ruling.blocked")
    why = GAME.refusal(table.state, GroupsLaid(0, (6, 6, -2, 0, 0)))
    assert why is not None
    assert why.rules[0] == "labtag.setup.groups"


@pytest.mark.rule("labtag.setup.draw", "labtag.ruling.blocked")
def test_everybody_has_as_many_cards() -> None:
    table = play("10 cards in 5", "Anna lays 1 1 2 3 3")
    assert table.refused("Ben lays 2 2 2 2 3").rules == ("labtag.setup.draw", "labtag.ruling.blocked")
    assert table.refused("Ben lays 2 2 2 2 1").rules == ("labtag.setup.draw", "labtag.ruling.blocked")


@pytest.mark.rule("labtag.setup.groups", "labtag.ruling.players")
def test_everybody_has_as_many_groups() -> None:
    table = play("10 cards in 5")
    assert table.refused("Anna lays 4 3 3").rules == ("labtag.setup.groups", "labtag.ruling.players")
    assert table.refused("Anna lays 5").rules == ("labtag.setup.groups", "labtag.ruling.players")
    table.play("Anna lays 2 2 2 2 2")
    assert table.refused("Anna lays 2 2 2 2 2").rules == ("labtag.setup.groups",)


@pytest.mark.rule("labtag.setup.groups")
def test_equal_groups_are_one_tap() -> None:
    table = play("10 cards in 4", players=3)
    assert table.offers[0].action() == GroupsLaid(0, (3, 3, 2, 2))
    assert table.view.sizes == (3, 3, 2, 2)


@pytest.mark.rule("labtag.setup.group_count", "labtag.ruling.parity")
@pytest.mark.parametrize(
    ("players", "groups", "warned"), [(2, 5, False), (2, 4, True), (3, 4, False), (3, 5, True), (4, 3, False)]
)
def test_an_unsuitable_number_of_groups_is_a_warning(players: int, groups: int, warned: bool) -> None:
    table = play(f"10 cards in {groups}", players=players)
    notes = [note for note in table.view.notes if "labtag.setup.group_count" in note.rules]
    assert bool(notes) is warned
    assert ("labtag.ruling.parity" in table.cited) is warned
    assert all(note.tone is Tone.WARNING for note in notes)
    assert table.phase is Laying


@pytest.mark.rule("labtag.turn.start")
def test_the_player_who_was_drawn_starts() -> None:
    table = play("6 cards in 3", "Anna lays 2 2 2", "Cem lays 1 1 4", players=3, first=1)
    assert table.phase is Laying
    assert table.view.laying == (1,)
    table.play("Ben lays 3 2 1")
    assert table.phase is Choosing
    assert table.turn == "Ben"
    assert "labtag.turn.start" in table.firsts


@pytest.mark.rule("labtag.setup.draw", "labtag.turn.next")
def test_what_comes_too_early_is_refused() -> None:
    table = Table()
    assert table.phase is Drawing
    for word in ("Anna lays 2 2", "Anna 1 against Ben 1", "Anna: 12/7", "Anna takes 12/7"):
        assert table.refused(word).rules == ("not offered",)
    table.play("4 cards in 2")
    for word in ("Anna 1 against Ben 1", "Anna: 12/7", "Anna takes 12/7"):
        assert table.refused(word).rules == ("not offered",)
    assert table.refused("Cem lays 2 2").rules == ("companion.players",)


# Cards


@pytest.mark.rule("labtag.special.one_each")
def test_a_group_holds_each_special_once() -> None:
    four = tuple(Card(1, special) for special in Special)
    assert repeated(four) is None
    for special in Special:
        assert repeated((*four, Card(5, special))) is special


@pytest.mark.rule("labtag.special.one_each", "labtag.ruling.blocked")
def test_a_group_with_two_of_a_special_is_refused_when_it_is_turned_up() -> None:
    table = play("Anna 1 against Ben 1", sizes=((2,), (2,)))
    assert table.refused("Anna: 5/K 7/K").rules == ("labtag.special.one_each", "labtag.ruling.blocked")
    assert table.refused("Anna: 5/A 7*/A").rules[0] == "labtag.special.one_each"
    table.play("Anna: 5/K 7/A")


@pytest.mark.rule("labtag.ruling.zero")
def test_a_labtag_value_may_be_zero() -> None:
    assert Card(0, 5).labtag == 0
    with pytest.raises(ValueError, match="labtag"):
        Card(-1, 5)


@pytest.mark.rule("labtag.ruling.limits")
@pytest.mark.parametrize("corner", ["0", "21", "X", "k"])
def test_impossible_card_values(corner: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Card.from_text(f"5/{corner}")


@pytest.mark.parametrize("text", ["12/7", "0/1", "8*/K", "999/20", "3*/B Petri dish"])
def test_a_card_in_a_log(text: str) -> None:
    assert Card.from_text(text).to_text() == text


@pytest.mark.parametrize("text", ["", "12", "12/", "/7", "12*7", "a/7", "12/7Name", "1000/3"])
def test_no_card(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Card.from_text(text)


@pytest.mark.rule("labtag.ruling.legendary", "labtag.match.tie_legendary")
@pytest.mark.parametrize(
    ("text", "legendary"),
    [
        *(("5/9", False), ("5*/9", True), ("5/D", True), ("5/K", True)),
        *(("5/A", True), ("5*/A", True), ("5/B", False), ("5*/B", True)),
    ],
)
def test_what_is_legendary(text: str, legendary: bool) -> None:
    assert Card.from_text(text).legendary is legendary


@pytest.mark.rule("labtag.setup.groups")
def test_many_groups_may_still_have_any_sizes() -> None:
    table = play("17 cards in 12", "Anna lays 6 1 1 1 1 1 1 1 1 1 1 1")
    assert table.state.places[0].hidden == 17


@pytest.mark.rule("labtag.setup.groups")
def test_the_form_of_the_groups_counts_from_one_and_knows_the_limits() -> None:
    """Few groups may have any sizes that leave each other group a card; many stay close to even ones."""

    def asked(drawn: str) -> list[tuple[int, int, int]]:
        (form,) = next(offer for offer in play(drawn).offers if offer.fields).fields
        assert isinstance(form, Composite)
        numbers = [part for part in form.parts if isinstance(part, Number)]
        assert [ENGLISH.text(part.label) for part in numbers] == [f"Group {n + 1}" for n in range(len(numbers))]
        return [(part.low, part.high, part.default) for part in numbers]

    assert asked("10 cards in 5") == [(1, 6, 2)] * 5
    assert asked("12 cards in 6") == [(1, 3, 2)] * 6


@pytest.mark.rule("labtag.ruling.parity", "labtag.ruling.left_over")
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("groups", range(1, 6))
def test_only_two_odd_numbers_leave_a_group_over(players: int, groups: int) -> None:
    table = Table(sizes=((1,) * groups,) * players)
    while not table.over:
        offer = next(offer for offer in table.offers if offer.kind is Picked)
        last = {field.name: field.options[-1].value for field in offer.fields}  # type: ignore[union-attr]
        table.step = GAME.apply(table.state, offer.action(last))
        table.play(*(f"{NAMES[seat]}: 1/1" for seat in table.state.phase.match.seats))
    odd = players % 2 and groups % 2
    assert ("labtag.ruling.left_over" in table.firsts) is bool(odd)
    assert table.state.discarded == players * groups
    assert table.state.matches == (players * groups - odd) // 2
