"""The law of questions: what cannot change the books is not asked."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from conformance.material import books_of, idle
from conformance.walks import Tape, completed, tapes, walk
from hypothesis import given

from companion.kernel.log import PrivateNote
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Several, Subset, Words, YesNo
from companion.kernel.record import AnyGame

pytestmark = pytest.mark.thorough

#: So many different answers to one question are tried before all of them count as the same.
ANSWERS = 60


@given(tape=tapes(longest=160))
def test_no_question_is_asked_all_of_whose_answers_lead_to_the_same_books(game: AnyGame, tape: Tape) -> None:
    """Of what one kind of report may say at a moment, something makes a difference; the game names the exceptions."""
    for position in walk(game, tape):
        offers = dict.fromkeys(offer for seat in position.seats for offer in game.offers(position.state, seat))
        for kind in dict.fromkeys(offer.kind for offer in offers if not offer.closed):
            if issubclass(kind, PrivateNote) or kind.__name__ in idle(game):
                continue
            ways = [offer for offer in offers if offer.kind is kind and not offer.closed]
            said, books = set(), set()
            for action in _answers(ways):
                if game.refusal(position.state, action) is None:
                    said.add(action)
                    step = game.apply(position.state, action)
                    points = tuple((line.seat, line.round, line.column, line.points) for line in step.points)
                    books.add((books_of(game, step.state), points))
                if len(books) > 1:
                    break
            assert len(said) < 2 or len(books) > 1, f"{kind.__name__}: {len(said)} answers, all of them the same"


def _answers(ways: list[Offer]) -> Iterator[Any]:
    """Yield different answers, those of every offer in turn; a word alone makes no difference and is no question."""
    random = Random(0)
    asked = [offer for offer in ways if any(not isinstance(field, Words) for field in offer.fields)]
    plain = [offer for offer in ways if offer not in asked]
    for offer in plain:
        yield completed(offer, Tape(b""))
    for offer in asked:
        for last in (False, True):
            yield offer.action({field.name: _edge(field, last=last) for field in offer.fields})
    for _ in range(ANSWERS if asked else 0):
        for offer in asked:
            yield completed(offer, Tape(random.randbytes(64)))


def _edge(field: Field, *, last: bool) -> Any:
    """Return the first or the last answer to a question: of many numbers it may be the only one that differs."""
    match field:
        case Number(low=low, high=high):
            return high if last else low
        case Choice(options=options):
            return options[-last].value
        case Composite(parts=parts):
            return tuple(_edge(part, last=last) for part in parts)
        case Several(each=each, low=low, high=high):
            return (_edge(each, last=last),) * (high if last else low)
        case Subset(options=options):
            return tuple(option.value for option in options) if last else ()
        case YesNo():
            return last
        case Words(examples=examples):
            return examples[-last]
