"""Usual reports of Bronzen and Pracherche."""

from typing import Final

from budgets.course import Course, first_report

TWO: Final = ("Anna", "Ben")
_TRICKS: Final = {"keeping": "tricks"}

#: The marks of a usual round: half of all rounds take as many or fewer.
_ROUND: Final = (
    *("mark-double_1-0", "mark-double_1-1", "mark-einzel-0", "mark-double_1-0", "mark-jay-1", "mark-double_2-1"),
    *("mark-double_1-0", "mark-double_1-1", "mark-double_3-0", "mark-double_1-1", "mark-jay-0", "mark-double_2-0"),
    *("mark-double_1-1", "mark-bronzen-0"),
)

COURSES: Final = (
    Course("bronzen", "a round", 15, (*_ROUND, "next-round"), lambda session: session.view(None).round == 2, names=TWO),
    Course(
        "bronzen",
        "a round on two phones",
        15,
        (*(f"{mark[-1]}/{mark}" for mark in _ROUND), "1/next-round"),
        lambda session: session.view(None).round == 2,
        names=TWO,
        phones=True,
    ),
    Course("bronzen", "an Einzel", 1, ("wins-0",), lambda session: session.version == 1, names=TWO, house=_TRICKS),
    first_report("bronzen", "mark-einzel-0", names=TWO),
    Course(
        "pracherche", "a round", 3, ("round-0", "next-round"), lambda session: session.view(None).round == 2, names=TWO
    ),
    Course(
        "pracherche",
        "a round on two phones",
        3,
        ("1/round-1", "0/next-round"),
        lambda session: session.view(None).round == 2,
        names=TWO,
        phones=True,
    ),
    first_report("pracherche", "round-0", names=TWO),
)
