"""Like lines are grouped by the form for several that their texts carry."""

from attrs import evolve

from companion.i18n import Renderer
from companion.kernel.explain import Explanation, Tone, group_lines, why
from companion.kernel.text import Each, Param, Player, messages

T, N = messages("companion")

ANNA, BO, CEM = map(Player, range(3))


def waits(player: Player, n: int = 3) -> Explanation:
    several = T("{players} wait for {n} cards.", players=Each((player,)), n=n)
    return why(T("{player} waits for {n} cards.", player=player, n=n, of_several=several), "x.y")


def out(poet: Param) -> Explanation:
    return why(T("{poet} is out.", poet=poet, of_several=T("{poets} are out.", poets=Each((poet,)))), "x.y")


def texts(*lines: Explanation) -> list[str]:
    renderer = Renderer("en", ("Anna", "Bo", "Cem"))
    return [renderer.text(line.text) for line in group_lines(lines)]


def test_like_lines_are_one_in_their_order() -> None:
    lines = [waits(player) for player in (CEM, ANNA, BO)]
    assert texts(*lines) == ["Cem, Anna, and Bo wait for 3 cards."]
    (one,) = group_lines(lines)
    assert evolve(one, text=lines[0].text) == lines[0]


def test_only_neighbours_are_grouped() -> None:
    assert texts(waits(ANNA), out("X"), waits(BO)) == [
        "Anna waits for 3 cards.",
        "X is out.",
        "Bo waits for 3 cards.",
    ]
    assert texts(waits(ANNA), waits(BO), out("X"), out("Y")) == ["Anna and Bo wait for 3 cards.", "X and Y are out."]


def test_lines_that_differ_in_more_stay_apart() -> None:
    first = waits(ANNA)
    for other in (
        waits(BO, n=4),
        out("X"),
        waits(ANNA),
        evolve(waits(BO), rules=("x.z",)),
        evolve(waits(BO), tone=Tone.NOTE),
        evolve(waits(BO), seats=frozenset({1})),
    ):
        assert group_lines([first, other]) == [first, other]


def test_lines_without_a_form_for_several_stay_apart() -> None:
    lines = [why(T("{player} waits.", player=player), "x.y") for player in (ANNA, BO)]
    assert group_lines(lines) == lines


def test_a_line_without_items_is_not_dropped() -> None:
    lines = [why(T("A card.", of_several=T("Cards.")), "x.y")] * 2
    assert group_lines(lines) == lines


def test_items_may_be_any_values_and_come_once() -> None:
    whose = T("{player}, Poet 1", player=BO)
    assert texts(*map(out, ("Komiker", "Rap-Poet", whose))) == ["Komiker, Rap-Poet, and Bo, Poet 1 are out."]
    assert texts(out("Komiker"), out("Komiker")) == ["Komiker is out."] * 2


def test_a_wording_may_fit_one_and_several() -> None:
    lines = [
        why(T("{player}: {n} points", player=player, n=3).grouped_by("player"), "x.y") for player in (CEM, ANNA, BO)
    ]
    assert texts(lines[0]) == ["Cem: 3 points"]
    assert texts(*lines) == ["Cem, Anna, and Bo: 3 points"]


def test_other_forms_do_not_make_a_text_another() -> None:
    plain = T("{player} waits.", player=ANNA)
    assert plain == T("{player} waits.", player=ANNA, of_several=T("{players} wait."), brief=T("Waits."))
