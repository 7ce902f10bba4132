"""The rules are written in our own words: passages shared with the authors' own text are found."""

import pytest

from companion.devtools.__main__ import main
from companion.devtools.check_originals import Wording, borrowed

ORIGINAL = "Nun decken beide *genau drei* Karten auf, und wer die höchste hat, nimmt alle."


def found(text: str) -> list[str]:
    return list(borrowed([ORIGINAL], [Wording("here", text)]))


@pytest.mark.parametrize(
    "text",
    [
        "Beide decken drei Karten auf, die höchste nimmt alle.",
        "Danach decken beide genau drei Karten um.",  # five in a row
        "Nun decken beide \0 drei Karten auf",
    ],
)
def test_own_words_pass(text: str) -> None:
    assert found(text) == []


def test_six_words_in_a_row_are_found_whatever_stands_between_them() -> None:
    assert found("Achtung: Beide **genau 3 Karten** auf – und wer zögert") == ["here: beide genau 3 karten auf und wer"]


def test_a_longer_run_is_reported_once_and_whole() -> None:
    assert found(ORIGINAL + " Sonst nicht.") == [
        "here: nun decken beide genau 3 karten auf und wer die höchste hat nimmt alle"
    ]


def test_all_that_is_said_in_any_language_is_compared(tmp_path, capsys) -> None:
    file = tmp_path / "original.txt"
    file.write_text(
        "Each lays 1 card face down on their own cards. Jede Verbuchung zählt für sich: zwei Punkte.", encoding="utf-8"
    )
    assert main(["originals", str(file)]) == 1
    said = capsys.readouterr().out
    assert "en/bronzen: bronzen.color text: each lays 1 card face down on their own cards" in said
    assert "de/bronzen: bronzen.ruling.streak_points text: jede verbuchung zählt für sich 2 punkte" in said
    file.write_text("Jede Verbuchung zählt für sich.", encoding="utf-8")
    assert main(["originals", str(file)]) == 0
