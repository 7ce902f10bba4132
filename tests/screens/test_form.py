"""The fields of a form: their initial values, and when they are complete."""

from typing import Any

import flet as ft
import pytest
from conformance.walks import Tape, value_of

from companion.i18n import Renderer
from companion.kernel.offers import Choice, Composite, Field, Number, Option, Subset, Words, YesNo
from companion.kernel.text import Player, messages
from companion.tables.text_report import TextReport
from companion.ui.kit import form
from companion.ui.kit.form import Drawing, answers, complete, initial, subset

T, N = messages("companion")

OPTIONS = (Option(1, T("one")), Option(2, T("two")), Option(3, T("three")))


@pytest.mark.parametrize(
    ("field", "first", "answered"),
    [
        (Choice("c", T("c"), OPTIONS), None, False),
        (Choice("c", T("c"), OPTIONS[:1]), 1, True),
        (Choice("c", T("c"), OPTIONS, optional=True), None, True),
        (Choice("c", T("c"), OPTIONS[:1], optional=True), None, True),
        (Subset("s", T("s"), OPTIONS), (), True),
        (YesNo("y", T("y")), False, True),
        (Number("n", T("n"), -2, 2, None), None, False),
        (Words("w", T("w")), "", False),
        (Words("w", T("w"), optional=True), "", True),
    ],
)
def test_a_field_has_an_initial_value(field: Field, first: Any, answered: bool) -> None:
    assert initial(field) == first
    assert complete(field, first) is answered


@pytest.mark.parametrize(
    ("field", "described", "values"),
    [
        (Subset("s", T("s"), OPTIONS), {"values": [1, 2, 3], "several": True}, {(), (1,), (2, 3), (1, 2, 3)}),
        (YesNo("y", T("y")), {"values": [False, True]}, {False, True}),
        (Choice("c", T("c"), OPTIONS[:2]), {"values": [1, 2]}, {1, 2}),
        (Choice("c", T("c"), OPTIONS[:2], optional=True), {"values": [1, 2], "optional": True}, {1, 2, None}),
    ],
)
def test_a_field_is_described_for_programs_and_walked(
    field: Field, described: dict[str, Any], values: set[Any]
) -> None:
    said = TextReport("en", ()).field(field)
    names = {"options": ["one", "two", "three"][: len(described["values"])]} if "options" in said else {}
    assert said == {"name": field.name, "label": field.name} | described | names
    walked = {value_of(field, Tape(bytes([a, b, c]))) for a in range(8) for b in range(2) for c in range(2)}
    assert values <= walked
    assert all(complete(field, value) for value in walked)


def test_a_composite_with_a_total_shows_the_sum_of_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "stepper", lambda *_, **__: ft.Divider())
    parts = tuple(Number(name, T("Total"), 0, 9, 0) for name in "ab")
    field = Composite("made", T("Points"), parts, total=T("Together"))

    def drawn(value: Any) -> list[str]:
        say = Renderer("en").text
        shown = Drawing(None, say, str).controls(field, value, print, "made")
        return [one.value for one in shown if isinstance(one, ft.Text)]

    assert drawn((2, 3))[-1] == "Together: 5"
    assert drawn((2, None))[-1] == "Together: 2"


def test_a_player_is_chosen_by_name_and_mark() -> None:
    options = (
        Option(0, T("{player}", player=Player(0))),
        Option(None, T("Nobody")),
        Option(1, T("a rather long answer")),
    )

    def drawn(wanted: Any) -> int:
        found = [wanted, *(getattr(wanted, "controls", None) or [getattr(wanted, "content", None)])][1:]
        return isinstance(wanted, ft.Divider) + sum(drawn(each) for each in found if isinstance(each, ft.BaseControl))

    def mark(text: Any) -> ft.Control | None:
        return ft.Divider() if text.params else None

    for some in (options[:2], options):
        one = answers(Choice("c", T("c"), some), 0, str, lambda _: None, "c", mark)
        several = subset(Subset("s", T("s"), some), (0,), str, lambda _: None, "s", mark)
        assert (drawn(one), drawn(several)) == (1, 1), "in a word and in a row alike"
