"""The match card by card: the two groups and the keypad."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.labtag.card_library import FILE, Collection
from companion.games.labtag.cards import Card
from companion.games.labtag.messages import T, card_name, card_words
from companion.games.labtag.model import Match
from companion.games.labtag.reports.turning import Revealed
from companion.games.labtag.table.draft import MatchDraft
from companion.games.labtag.table.faces import FACE_HEIGHT, FACE_WIDTH, card_face, placed
from companion.games.labtag.table.keypad import Keypad
from companion.games.labtag.table.page import FEW
from companion.games.labtag.view import TableView
from companion.kernel.text import Player
from companion.tables.drafts import DraftKey
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, words
from companion.ui.design.layout import apart, beside, column, flowing, lines
from companion.ui.design.text_fit import reach
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.pane import caption, pane
from companion.ui.kit.remembered_cards import remember
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The cards put down on a page, by match; kept while the page shows the history.
_CARDS: Final = DraftKey[MatchDraft]("duel")


@component
def Duel(
    play: Play[TableView], match: Match, open_library: Callable[[], None], others: ft.Control | None
) -> ft.Control:
    """The two groups of the match and the keypad that fills them; cards count once they are entered.

    :param others: the control that switches to sums; ``None`` if the match is only checked.
    """
    _, redraw = use_value(0)
    entered = play.corrected_report(Revealed)
    draft = play.drafts.start(
        _CARDS.of(play.view.match_number),
        lambda: MatchDraft.of(entered.seat, entered.cards) if entered else MatchDraft(),
    )
    asked = [seat for seat in match.seats if not _named(match, seat) and (entered is None or seat == entered.seat)]
    draft.meet({seat: _size(play, match, seat) for seat in asked})

    def changed() -> None:
        play.actions.refuse(None)
        redraw(lambda n: n + 1)

    def choose(seat: int) -> None:
        draft.chosen = seat
        changed()

    def take_back(seat: int, number: int) -> None:
        draft.take_back(seat, number)
        changed()

    def enter() -> None:
        # without a complete group, the refusal names the missing cards
        for seat in draft.complete or draft.begun:
            action = Revealed(seat, draft.laid(seat))
            if play.refusal_of(action) is None:
                remember(play, FILE, Collection(action.cards))
            play.actions.report(action)

    sides = [
        _side(play, match, of, draft, on_choose=partial(choose, of), on_card=partial(take_back, of))
        for of in match.seats
    ]
    narrow = max(_size(play, match, of) or FEW for of in match.seats) <= FEW
    duel = beside(*sides, top=True) if play.layout.roomy and narrow else column(*sides)
    keypad = Keypad(play, draft, changed, enter, open_library, key="keypad")
    next_ = T("Is everything right? Then enter the cards.")
    if draft.seat is not None and draft.lacking(draft.seat):
        next_ = T("Which cards does {player} turn up?", player=Player(draft.seat))
    messages = referee_card(play) if play.view.missing or others is None else []
    return pane(play, [prompt(play, text=next_), *messages, duel, *([others] if others else [])], keypad)


def _size(play: Play[TableView], match: Match, seat: int) -> int | None:
    group = match.group(seat)
    return None if group is None else play.view.places[seat].groups[group].size


def _named(match: Match, seat: int) -> tuple[Card, ...] | None:
    known = match.known(seat)
    return known if isinstance(known, tuple) else None


def _side(
    play: Play[TableView],
    match: Match,
    seat: int,
    draft: MatchDraft,
    *,
    on_choose: Callable[[], None],
    on_card: Callable[[int], None],
) -> ft.Control:
    """Return a player's group in the match with a place for each card; a tap on a card removes it."""
    named, active = _named(match, seat), seat == draft.seat
    cards = draft.laid(seat) if named is None else named
    number, size = match.group(seat), _size(play, match, seat)
    places = (len(cards) + (named is None)) if size is None else size

    def card_place(at: int) -> ft.Control:
        if at >= len(cards):
            label = play.say(
                T("card {number}", number=at + 1) if size is None else T("card {number} of {n}", number=at + 1, n=size)
            )
            return drawing(placed(_empty(next_=active and at == len(cards))), label=label)
        said, face, identifier = card_words(cards[at]), placed(card_face(cards[at])), f"card-{seat}-{at}"
        if not active:
            return drawing(face, label=play.say(said), identifier=identifier)
        label = play.say(T("Take back: {card}", card=said))
        return pressable(face, on_click=lambda _: on_card(at), label=label, identifier=identifier, radius=7.0)

    title = play.names[seat]
    if number is not None:
        title = play.say(T("{player}, group {number}", player=Player(seat), number=number + 1))
    mark: ft.Control
    if named is not None:
        entered = play.say(T("entered"))
        mark = ft.Icon(ft.Icons.CHECK_CIRCLE_OUTLINE, size=20.0, color=ft.Colors.PRIMARY, semantics_label=entered)
    else:
        counted = T("{entered} of {n}", entered=len(cards), n="?" if size is None else size)
        mark = caption(play, counted)
    heading = apart(play.who(seat, words(title, ft.TextThemeStyle.TITLE_MEDIUM)), mark)
    if play.layout.roomy or (named is None and not active):
        margin = ft.Padding.symmetric(vertical=reach(ft.TextThemeStyle.TITLE_MEDIUM))
        heading = ft.Container(heading, padding=margin)
    if named is None and not active:
        heading = pressable(
            heading,
            on_click=lambda _: on_choose(),
            label=play.say(T("Enter the cards of {player}", player=Player(seat))),
            identifier=f"side-{seat}",
            radius=theme.Radii.button,
        )
    inside = [heading, flowing(map(card_place, range(places)), spacing=0.0, apart=6.0)]
    if play.layout.is_phone and not active:
        names = "  ·  ".join(play.say(card_name(card)) for card in cards)
        inside[1:] = [words(names, ft.TextThemeStyle.BODY_MEDIUM, lines=1)] if cards else []
    padding = ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s)
    box = design.framed(lines(*inside, spacing=6.0), bold=active, padding=padding)
    return ft.Semantics(content=box, container=True, identifier=f"duel-{seat}", expand=True)


def _empty(*, next_: bool) -> ft.Control:
    """Return the place of a missing card; that of the next one is highlighted."""
    edge = ft.Border.all(2.0, ft.Colors.PRIMARY) if next_ else ft.Border.all(1.0, ft.Colors.OUTLINE)
    return ft.Container(width=FACE_WIDTH, height=FACE_HEIGHT, border_radius=7.0, border=edge)
