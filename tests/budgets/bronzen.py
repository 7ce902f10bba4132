"""What a table of Bronzen or Pracherche tells."""

from typing import Final

from budgets.course import Course

COURSES: Final = (
    Course("bronzen", "an Einzel", 1, ("wins-0",), lambda session: session.version == 1, names=("Anna", "Ben")),
)
