"""What people have asked, by the rules that answer it: ``asked.toml`` beside the rules of a game, as the search may know them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from companion import resources
from companion.kernel.text import Text
from companion.lookup.rules import WrongRule

#: Questions with typing errors are in tables with this ending.
_SLIPS: Final = "_slips"


@frozen
class Question:
    """Something people ask.

    :param game: the game it is about.
    :param how: ``table`` or ``away``, with ``_slips`` if there are any.
    :param answers: the rules that answer it, the best first.
    """

    ask: str
    game: str
    locale: str
    how: str
    answers: tuple[str, ...]

    @property
    def playing(self) -> str | None:
        """The game on the table."""
        return self.game if self.how.startswith("table") else None

    @property
    def slips(self) -> bool:
        """Whether it is misspelled."""
        return self.how.endswith(_SLIPS)


def questions_in(said: Mapping[str, Any]) -> Iterator[Question]:
    """Yield the questions of a file: ``[game.language.how]`` maps questions to the ids of the rules that answer them.

    :raises ValueError: if a question has no answer.
    """
    for game, languages in said.items():
        for locale, ways in languages.items():
            for how, asked in ways.items():
                for ask, answers in asked.items():
                    if not (answers and isinstance(answers, list) and all(isinstance(id, str) for id in answers)):
                        raise ValueError(f"no rules answer “{ask}”")
                    yield Question(ask, game, locale, how, tuple(answers))


def asked_in(folders: Iterable[Path]) -> tuple[tuple[Question, ...], tuple[Text, ...]]:
    """Return the sample questions in some folders, and why others could not be read."""
    found: list[Question] = []
    left_out: list[Text] = []
    for folder in folders:
        try:
            found += _read(folder / "asked.toml")
        except WrongRule as wrong:
            left_out.append(wrong.why)
    return tuple(found), tuple(left_out)


def _read(file: Path) -> tuple[Question, ...]:
    try:
        return tuple(questions_in(resources.said(file)))
    except FileNotFoundError:  # the file is optional
        return ()
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise WrongRule.unreadable(file, error) from error
