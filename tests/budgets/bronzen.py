"""Usual reports of Bronzen and Pracherche."""

from typing import Final

from budgets.course import Course, first_report

TWO: Final = ("Anna", "Ben")

COURSES: Final = (
    Course("bronzen", "an Einzel", 1, ("wins-0",), lambda session: session.version == 1, names=TWO),
    first_report("bronzen", "wins-0", names=TWO),
    Course(
        "pracherche", "a round", 3, ("round-0", "next-round"), lambda session: session.view(None).round == 2, names=TWO
    ),
    first_report("pracherche", "round-0", names=TWO),
)
