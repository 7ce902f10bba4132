"""What a table of Bronzen tells."""

from typing import Final

from budgets.course import Course, first_report

TWO: Final = ("Anna", "Ben")

COURSES: Final = (
    Course("bronzen", "an Einzel", 1, ("wins-0",), lambda session: session.version == 1, names=TWO),
    first_report("bronzen", "wins-0", names=TWO),
)
