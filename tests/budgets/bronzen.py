"""What a table of Bronzen or Pracherche tells."""

from typing import Final

from budgets.course import Course

COURSES: Final = (
    Course("bronzen", "an Einzel", 1, ("wins-0",), lambda session: session.version == 1, names=("Anna", "Ben")),
    Course(
        "pracherche",
        "a round",
        3,
        ("round-0", "next-round"),
        lambda session: session.record.state.round == 2,
        names=("Anna", "Ben"),
    ),
)
