"""The word check: the verdict, one field for the compound, and the cards it may be made of."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve, frozen

from companion.games.schlafmuetze import words as wordcheck
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.readings import readings
from companion.games.schlafmuetze.table.memory import LONGEST
from companion.games.schlafmuetze.view import TableView
from companion.games.schlafmuetze.words import Check, Verdict
from companion.kernel.explain import Explanation
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import beside, column, flowing, lines, wide
from companion.ui.kit.pane import WHY, quiet_button, sign_button, text_line
from companion.ui.kit.table_context import Play

#: Length from which a compound is worth a hint if no cards are found in it.
_WORTH: Final = 6
_SIGNS: Final = {
    Verdict.KEEPS: (ft.Icons.CHECK_CIRCLE, ft.Colors.PRIMARY),
    Verdict.CHANGES: (ft.Icons.BLOCK, ft.Colors.ERROR),
    Verdict.EXTRA: (ft.Icons.BLOCK, ft.Colors.ERROR),
    Verdict.UNKNOWN: (ft.Icons.QUESTION_MARK, ft.Colors.ON_SURFACE_VARIANT),
    Verdict.UNCLEAR: (ft.Icons.QUESTION_MARK, ft.Colors.ON_SURFACE_VARIANT),
}


@frozen
class Spoken:
    """What has been typed and tapped about a doubted word.

    :param compound: as typed.
    :param cards: the words on the two cards, if the table knows them or has typed them.
    :param picked: the reading that was tapped.
    :param by_hand: whether the cards are typed.
    """

    compound: str = ""
    cards: tuple[str, str] = ("", "")
    picked: tuple[str, str] | None = None
    by_hand: bool = False

    @property
    def readings(self) -> tuple[Check, ...]:
        """The pairs of cards to choose from, the known cards first."""
        known = wordcheck.check(*self.cards, self.compound)
        found = () if self.by_hand else readings(self.compound)
        if not known:
            return found
        others = [each for each in found if {each.first, each.second} != {known.first, known.second}]
        return (evolve(known, first=known.first or self.cards[0], second=known.second or self.cards[1]), *others)

    @property
    def check(self) -> Check | None:
        """The check of the chosen cards; ``None`` if there is nothing to check, or if it depends on the cards."""
        found = self.readings
        if self.picked:
            return next((each for each in found if (each.first, each.second) == self.picked), None)
        if all(self.cards) or len({each.verdict is Verdict.KEEPS for each in found}) == 1:
            return next(iter(found), None)
        return None

    @property
    def words(self) -> tuple[str, str, str]:
        """The words of the report: those on the cards, where they are certain, and the compound."""
        found = self.check
        first, second = (found.first, found.second) if found else self.cards
        return first, second, self.compound


def word_field(play: Play[TableView], spoken: Spoken, put: Callable[[Spoken], object]) -> ft.Control:
    """Return the field for the compound, the verdict above it, and the cards to choose from below it."""
    found, ways = spoken.check, spoken.readings
    if found:
        head = verdict(play, found)
    elif ways:
        head = words(play.say(T("It depends on the cards. Which two are they?")), ft.TextThemeStyle.TITLE_MEDIUM)
    else:
        head = soft(play.say(T("Is the word allowed?")), ft.TextThemeStyle.TITLE_MEDIUM)
    field = text_line(
        play,
        T("The doubted word"),
        spoken.compound,
        lambda typed: put(evolve(spoken, compound=typed, picked=None)),
        "compound",
        longest=2 * LONGEST,
        focus=not spoken.compound,
    )
    rows = [head, field]
    if ways and not spoken.by_hand:
        pairs = [
            design.Way(
                text=f"{each.first} + {each.second}",
                chosen=found is not None and (each.first, each.second) == (found.first, found.second),
                on_click=partial(put, evolve(spoken, picked=(each.first, each.second))),
                identifier=f"reading-{number}",
            )
            for number, each in enumerate(ways)
        ]
        rows.append(design.one_of(pairs, shape="words"))
    elif not spoken.by_hand and len(spoken.compound) >= _WORTH:
        hint = T("Type a hyphen where the second card begins, as in Land-Spiel.")
        rows.append(soft(play.say(hint), ft.TextThemeStyle.BODY_MEDIUM))
    if spoken.by_hand:
        rows.append(_cards(play, spoken, put))
    elif spoken.compound:
        type_them = partial(put, evolve(spoken, cards=spoken.words[:2], picked=None, by_hand=True))
        rows.append(ft.Row([quiet_button(play, T("Other cards"), type_them, "other-cards")]))
    if found:
        rows += _details(play, found)
    return column(*rows)


def _cards(play: Play[TableView], spoken: Spoken, put: Callable[[Spoken], object]) -> ft.Control:
    first, second = spoken.cards
    fields = (
        (T("One card"), first, lambda typed: put(evolve(spoken, cards=(typed, second))), "first-word"),
        (T("The other card"), second, lambda typed: put(evolve(spoken, cards=(first, typed))), "second-word"),
    )
    return beside(*(text_line(play, *field, longest=LONGEST, expand=True) for field in fields))


def verdict(play: Play[TableView], found: Check) -> ft.Control:
    """Return the verdict with its reason: one bold line, with the rule behind it."""
    finding, *_ = wordcheck.findings(found)
    sign, colour = _SIGNS[found.verdict]
    text = words(play.say(finding.text), ft.TextThemeStyle.TITLE_MEDIUM)
    text.weight = ft.FontWeight.BOLD
    return beside(ft.Icon(sign, size=26.0, color=colour), wide(text), _why(play, finding, 0))


def _details(play: Play[TableView], found: Check) -> list[ft.Control]:
    _, *made = wordcheck.findings(found)
    return [
        beside(wide(words(play.say(each.text), ft.TextThemeStyle.BODY_MEDIUM)), _why(play, each, number))
        for number, each in enumerate(made, 1)
    ]


def _why(play: Play[TableView], finding: Explanation, number: int) -> ft.Control:
    return sign_button(play, ft.Icons.HELP_OUTLINE, WHY, partial(play.why, finding), f"check-{number}-why")


def checked_word(play: Play[TableView], spoken: tuple[str, str, str]) -> list[ft.Control]:
    """Show the voters the verdict, the parts of the compound, and how it is formed."""
    found, compound = wordcheck.check(*spoken), spoken[2]
    if found is None:
        alone = words(compound, ft.TextThemeStyle.HEADLINE_MEDIUM, align=ft.TextAlign.CENTER)
        return [alone] if compound else []
    content = lines(verdict(play, found), _parts(found), *_details(play, found))
    label = play.say(T("Word check"))
    return [design.paper(content=content, padding=theme.Space.m, label=label, identifier="word-check")]


def _parts(found: Check) -> ft.Control:
    """Return the compound, with the letters in another colour that belong to neither card."""
    drawn = [
        words(text, ft.TextThemeStyle.HEADLINE_MEDIUM, color=ft.Colors.ON_SURFACE if own else ft.Colors.TERTIARY)
        for text, own in found.parts
    ]
    for each in drawn[1:]:
        each.semantics_label = ""
    drawn[0].semantics_label = found.compound
    return flowing(drawn, apart=0.0)
