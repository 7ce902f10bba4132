"""The form for a doubt, the word check, and the vote."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.model import majority
from companion.games.schlafmuetze.phases import Halted, LastCard, Opening, Voting
from companion.games.schlafmuetze.reports.doubts import AllAgree, Doubted, Halt
from companion.games.schlafmuetze.table.layout import table_page
from companion.games.schlafmuetze.table.memory import remember
from companion.games.schlafmuetze.table.word_check import Spoken, checked_word, word_field
from companion.games.schlafmuetze.view import Lying, TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player, Text
from companion.kernel.tuples import flipped
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, column, flowing, lines, wide
from companion.ui.kit.page import use_above
from companion.ui.kit.pane import button, caption, fitting_rows, quiet_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The choice of the doubted word: whether it is the author's first one.
_WHICH: Final = ((True, T("the first of the round"), "first-card"), (False, T("a later one"), "later-card"))


@component
def DoubtForm(play: Play[TableView]) -> ft.Control:
    """Ask for the author, the doubters and optionally the words."""
    view = play.view
    lying: dict[int | None, Lying] = {each.seat: each for each in reversed(view.doubtable)}
    halted = view.state_phase
    assert isinstance(halted, Halted)
    before = play.corrected_report(Doubted)
    author, set_author = use_value(before.author if before else _likely(view, halted))
    called = _called(play)
    doubters, set_doubters = use_value(before.doubters if before else tuple(s for s in called if s != author))
    spoken, set_spoken = use_value(
        Spoken(before.compound, (before.first_word, before.second_word))
        if before
        else Spoken(cards=_card_words(lying.get(author)))
    )
    first, set_first = use_value(before.first if before else None)
    # the first card was entered, and later ones may be unreported: only the table knows which word is doubted
    asked = author in view.either
    checking, check = use_value(False)
    field = word_field(play, spoken, set_spoken) if checking else None
    # a window of its own, so that field and verdict stay in sight while the keyboard is open
    use_above(play.context, T("Word check"), field, lambda: check(False), slides=False, grows=True)

    def choose(seat: int) -> None:
        set_author(seat)
        set_first(None)
        set_doubters(lambda old: tuple(each for each in old if each != seat))
        set_spoken(lambda old: evolve(old, cards=_card_words(lying.get(seat)), picked=None, by_hand=False))

    def settle(kind: Callable[..., Doubted], *, missing: tuple[bool, bool]) -> None:
        """Report the common decision, or say whether the doubters or the choice of the word are missing."""
        no_doubter, no_word = missing
        if author is None:
            play.why(Explanation(T("Whose word is doubted?"), ("schlafmuetze.ruling.latest_card",)))
            return
        if no_doubter:
            if refused := play.refusal_of(kind(author=author, doubters=())):
                play.why(refused)
            return
        if no_word:
            text = T("Which word of {player} is meant, the first of the round or a later one?", player=Player(author))
            play.why(Explanation(text, ("schlafmuetze.ruling.first_card_rejected",)))
            return
        entered = dict(zip(("first_word", "second_word", "compound"), spoken.words, strict=True))
        remember(play, spoken.words[:2])
        play.actions.report(kind(author=author, doubters=doubters, first=asked and first is True, **entered))

    whose = [
        design.Way(
            text=_with_word(play, seat, _card_words(lying.get(seat))[0]),
            leading=play.badge(seat, size=20.0),
            chosen=seat == author,
            on_click=partial(choose, seat),
            identifier=f"author-{seat}",
        )
        for seat in view.authors
    ]
    which = [
        design.Way(
            text=play.say(text), chosen=first is value, on_click=partial(set_first, value), identifier=identifier
        )
        for value, text, identifier in _WHICH
    ]
    who = [
        design.tick(
            text=_ranked(play.names[seat], doubters, seat),
            leading=play.badge(seat, size=20.0),
            on=seat in doubters,
            on_click=partial(set_doubters, partial(flipped, one=seat)),
            identifier=f"doubter-{seat}",
        )
        for seat in view.everybody
        if seat != author
    ]

    callers = T("“Halt” called by {players}", players=Listing(tuple(map(Player, called))))
    form = design.paper(
        content=column(
            caption(play, T("Whose word?")),
            design.one_of(whose, shape="words"),
            *([caption(play, T("Which of the words?")), design.one_of(which, shape="words")] if asked else []),
            caption(play, T("Who doubts? In the order of the calls.")),
            *([words(play.say(callers), ft.TextThemeStyle.BODY_MEDIUM)] if called else []),
            design.some_of(who),
        ),
        padding=theme.Space.m,
        identifier="doubt",
    )
    # doubters matter if the word stands, since they pay; the choice of the word matters if it goes back
    no_doubter, no_word = not doubters, asked and first is None
    ways: tuple[tuple[Text, Callable[..., Doubted], str, tuple[bool, bool]], ...] = (
        (T("All agree: it goes back"), partial(AllAgree, against=True), "all-against", (False, no_word)),
        (T("All agree: it stands"), partial(AllAgree, against=False), "all-valid", (no_doubter, False)),
        (T("To the vote"), Doubted, "to-the-vote", (no_doubter, no_word)),
    )
    back, stands, vote = (
        button(
            play,
            text,
            partial(settle, kind, missing=missing),
            identifier,
            emphasis="tonal" if kind is Doubted else "primary",
            available=author is not None and not any(missing),
        )
        for text, kind, identifier, missing in ways
    )
    examine = quiet_button(play, T("Check the word"), lambda: check(True), "check-this", icon=ft.Icons.SPELLCHECK)
    below = [vote, examine] if play.layout.alone and play.context.large else [beside(wide(vote), examine)]
    foot = column(*fitting_rows(play, [back, stands], 2), *below)
    return table_page(play, [*checked_word(play, spoken.words), form], foot)


def _called(play: Play[TableView]) -> tuple[int, ...]:
    """Return the players whose phones called "Halt", in order of arrival; the players decide who was first."""
    last = play.session.last
    return play.session.reporters(last.entry.id) if last and isinstance(last.action, Halt) else ()


def _likely(view: TableView, halted: Halted) -> int | None:
    """Return the likely author: the player of the latest card, if known."""
    if isinstance(halted.before, LastCard):
        return halted.before.seat
    if isinstance(halted.before, Opening):
        return halted.before.asked
    return view.authors[0] if view.every_card or len(view.authors) == 1 else None


def _card_words(found: Lying | None) -> tuple[str, str]:
    return (found.card.word, found.under.word) if found else ("", "")


def _with_word(play: Play[TableView], seat: int, word: str) -> str:
    return play.say(T("{player}: {word}", player=Player(seat), word=word)) if word else play.names[seat]


def _ranked(name: str, doubters: tuple[int, ...], seat: int) -> str:
    return f"{doubters.index(seat) + 1}. {name}" if seat in doubters and len(doubters) > 1 else name


# The vote


def tally(play: Play[TableView], vote: Voting) -> ft.Control:
    """Show the voters in order, their votes so far, and the majority."""
    voters, against = play.view.voters, sum(vote.against)
    needed = majority(len(voters))
    count = play.say(T("{against} against; {needed} are needed to reject it", against=against, needed=needed))
    head = words(count, ft.TextThemeStyle.TITLE_SMALL, color=ft.Colors.PRIMARY)
    rows = [_voter(play, vote, place, seat) for place, seat in enumerate(voters)]
    return design.paper(content=lines(head, *rows, spacing=2.0), padding=theme.Space.m, identifier="tally")


def _voter(play: Play[TableView], vote: Voting, place: int, seat: int) -> ft.Control:
    cast = vote.against[place] if place < len(vote.against) else None
    now = place == len(vote.against)
    icon, text = {
        None: (ft.Icons.MORE_HORIZ, T("has not voted yet")),
        True: (ft.Icons.THUMB_DOWN, T("against it")),
        False: (ft.Icons.THUMB_UP_OUTLINED, T("for it")),
    }[cast]
    faint = ft.Colors.ON_SURFACE_VARIANT
    sign = ft.Icon(
        ft.Icons.ARROW_RIGHT if now else icon,
        size=24.0 if now else 18.0,
        color=ft.Colors.PRIMARY if now or cast else faint,
    )
    line: list[ft.Control] = [
        words(
            play.names[seat],
            ft.TextThemeStyle.TITLE_MEDIUM,
            color=ft.Colors.ON_SURFACE if cast is not None or now else faint,
        ),
    ]
    if cast is not None:
        line.append(words(play.say(text), ft.TextThemeStyle.BODY_MEDIUM, color=faint))
    return ft.Semantics(
        content=beside(
            ft.Container(sign, width=24.0, height=28.0, alignment=ft.Alignment.CENTER),
            play.badge(seat, size=20.0),
            wide(flowing(line, apart=0.0)),
        ),
        label=f"{play.names[seat]}: {play.say(text)}",
        container=True,
        exclude_semantics=True,
        identifier=f"voter-{seat}",
    )
