"""The table of Letter Jam on the screen: the flower with its tokens, stands to tap, and guess sheets behind a curtain."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import flet as ft
from attrs import frozen

from companion.games.letter_jam import drawings
from companion.games.letter_jam.actions import (
    BonusGuessed,
    Boxed,
    ClueGiven,
    Dealt,
    EndAgreed,
    MovesOn,
    Noted,
    Revealed,
    RoundEnded,
    Stays,
    WordCounts,
    WordFails,
    WordLaid,
)
from companion.games.letter_jam.messages import ALPHABET, ANY, BLANK, OWN, TOKENS, N, T, stand_name, tile_name
from companion.games.letter_jam.model import NUMBERS, Clue, Facts, Token, setup_card
from companion.games.letter_jam.places import JOKER, At, Piece, Stand, Tile
from companion.games.letter_jam.rules import facts_text
from companion.games.letter_jam.view import GuessSheet, Laid, Place, Row, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.offers import Offer
from companion.kernel.text import Listing, Player, Text
from companion.storage.trouble import StorageError
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import drawing, pressable, words
from companion.ui.play import Play, TableScreen
from companion.ui.screens.history import said_line
from companion.ui.screens.table import prompt

_WHY: Final = T("Why?")
_LETTERS_PER_ROW: Final = 7
_BLANK_CELL: Final = " "
_NO_CHIPS: Final[tuple[Stand, ...]] = ()
_NO_TILES: Final[tuple[Tile, ...]] = ()

#: The tokens in a word or two, for a button.
_SHORT: Final = {
    Token.RED: T("red"),
    Token.LEAF: T("green from a leaf"),
    Token.CENTRE: T("green from the centre"),
}

#: What may and may not be said; it asks "why?" of the talking rules.
_TALK: Final = Explanation(
    T("Five things may be said of a clue, and nothing about letters, players or the kind of word."),
    ("letter_jam.talk.allowed", "letter_jam.talk.forbidden", "letter_jam.faq.tactics", "letter_jam.clue.any_word"),
    Tone.NOTE,
)


@frozen
class Mode:
    """What the table's screen shows instead of its first page, and at which clue that was opened.

    :param what: ``give`` a clue, ``sheets`` to hand out, a ``curtain``, an extra letter to ``guess``, a ``word`` to lay,
        or a word that ``fails``.
    """

    what: str = ""
    seat: int = -1
    clue: int = -1


_HOME: Final = Mode()
#: What leaves standing on the screen what was said before it.
_SILENT: Final = (Noted, Boxed, MovesOn, Stays)
_PHASES_OF: Final = {
    "": {"preparing", "choosing", "deciding", "laying", "revealing", "over"},
    "give": {"choosing"},
    "sheets": {"choosing", "deciding", "laying"},
    "curtain": {"choosing", "deciding", "laying"},
    "guess": {"deciding"},
    "word": {"laying", "revealing"},
    "fails": {"revealing"},
}

SetMode: TypeAlias = Callable[[Mode], None]
Refuse: TypeAlias = Callable[[Explanation | None], None]


@component
def LetterJamTable(play: Play) -> ft.Control:
    """What to do next and the state at a glance above, what can be tapped below."""
    view: TableView = play.view
    asked, ask = use_value(_HOME)
    wrong, set_wrong = use_maybe(Explanation)
    mode = asked if view.phase in _PHASES_OF[asked.what] and asked.clue in (-1, len(view.clues)) else _HOME
    if mode.what == "word" and (view.phase == "revealing" and any(laid and laid.word.revealed for laid in view.words)):
        mode = _HOME

    def go(to: Mode) -> None:
        set_wrong(None)
        ask(to)

    here = len(view.clues)
    match mode.what:
        case "give":
            return Composer(play, mode.seat, lambda: go(_HOME), key=f"give-{mode.seat}-{here}")
        case "sheets":
            return _hand_out(play, view, go)
        case "curtain":
            return Curtain(
                play, mode.seat, lambda: go(Mode("sheets") if play.seat is None else _HOME), key=f"c{mode.seat}"
            )
        case "guess":
            return BonusGuess(play, mode.seat, lambda: go(_HOME), key=f"guess-{mode.seat}-{here}")
        case "word":
            return WordBuilder(play, mode.seat, None, lambda: go(_HOME), key=f"word-{mode.seat}")
        case "fails":
            return _fails(play, view, mode.seat, lambda: go(_HOME))
        case _:
            return _home(play, view, go, wrong, set_wrong)


def _home(play: Play, view: TableView, go: SetMode, wrong: Explanation | None, refuse: Refuse) -> ft.Control:
    top: list[ft.Control] = [*_refused(play, wrong, refuse), prompt(play)]
    match view.phase:
        case "preparing":
            top += [_setup_card(play, view), *_told(play), *_notes(play, view)]
            bottom = _dealing(play)
        case "choosing":
            top += [_glance(play, view), *_notes(play, view), *_told(play)]
            bottom = _choose(play, view, go, refuse)
        case "deciding":
            assert view.clue
            top += [_clue_on_table(play, view, view.clue), *_told(play)]
            bottom = _decide(play, view, go)
        case "laying":
            top += [*_notes(play, view), _bonus_row(play, view), *_told(play)]
            bottom = _lay(play, view, go)
        case "revealing":
            top += [*_notes(play, view), *_words_laid(play, view), *_told(play)]
            bottom = _reveal(play, view, go, refuse)
        case _:
            top += [_result(play, view), *_words_laid(play, view)]
            bottom = GameOverButtons(play)
    return _page(play, top, bottom)


def _refused(play: Play, wrong: Explanation | None, refuse: Refuse) -> list[ft.Control]:
    """Why something is not possible, in the pane itself: what has been tapped so far must not be lost over it."""
    if wrong is None:
        return []
    return [
        parts.notice(
            kind="refusal",
            title=play.say(wrong.text),
            why_text=play.desk.say(_WHY),
            on_why=lambda _: play.why(wrong),
            dismiss_label=play.say(T("Close")),
            on_dismiss=lambda _: refuse(None),
            identifier="wrong",
        )
    ]


def _refusal(play: Play, action: object) -> Explanation | None:
    return play.session.game.refusal(play.session.record.state, action)


def _page(play: Play, top: Sequence[ft.Control], bottom: ft.Control) -> ft.Control:
    """What is read above, scrolling if there is much of it, and what is tapped below."""
    pad = look.Space.m if play.layout == "phone" else look.Space.l
    return ft.Column(
        [
            ft.ListView(
                list(top),
                spacing=look.Space.s,
                padding=ft.Padding.symmetric(horizontal=pad, vertical=look.Space.s),
                expand=True,
            ),
            ft.Container(bottom, padding=ft.Padding.only(left=pad, right=pad, bottom=pad, top=look.Space.xs)),
        ],
        spacing=0.0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


# The state at a glance


def _setup_card(play: Play, view: TableView) -> ft.Control:
    """The flower, with what it shows in words below."""
    card, large = view.card, play.layout != "phone"
    was = setup_card(view.seats)
    picture = drawings.flower(
        petals=was.red,
        reds=card.reds,
        leaves=max(was.leaves, card.leaves),
        greens=card.leaves,
        centre=card.centre,
        scale=1.35 if large else 1.0,
    )
    state = T("locked") if card.centre_locked else T("open")
    said = T(
        "Tokens: {red} red, {leaves} green on leaves, {centre} in the centre ({state})",
        red=card.reds,
        leaves=card.leaves,
        centre=card.centre,
        state=state,
    )
    why = Explanation(
        said,
        ("letter_jam.tokens.centre", "letter_jam.tokens.red_first", "letter_jam.ruling.setup_cards"),
        Tone.NOTE,
    )
    lines: list[ft.Control] = [
        _token_line(play, T("{n} red", n=card.reds), round_=True),
        _token_line(
            play,
            T("{n} on leaves, locked", n=card.leaves) if card.leaves_locked else T("{n} on leaves", n=card.leaves),
        ),
        _token_line(
            play,
            T("{n} in the centre, locked", n=card.centre)
            if card.centre_locked
            else T("{n} in the centre", n=card.centre),
            locked=card.centre_locked,
        ),
    ]
    inside = ft.Row(
        [drawing(picture, label=None), ft.Column(lines, spacing=2.0, tight=True, expand=True)],
        spacing=look.Space.m,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return pressable(
        ft.Container(
            inside,
            padding=ft.Padding.symmetric(horizontal=look.Space.s, vertical=6.0),
            bgcolor=look.SHEET,
            border_radius=look.Radii.paper,
            border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        ),
        on_click=lambda _: play.why(why),
        label=play.say(said),
        identifier="setup-card",
    )


def _token_line(play: Play, text: Text, *, round_: bool = False, locked: bool = False) -> ft.Control:
    sign: ft.Control = (
        ft.Icon(ft.Icons.LOCK_OUTLINE, size=14.0, color=ft.Colors.ON_SURFACE_VARIANT)
        if locked
        else drawings.token_dots(reds=1 if round_ else 0, greens=0 if round_ else 1)
    )
    return ft.Row(
        [
            ft.Container(sign, width=16.0, alignment=ft.Alignment.CENTER),
            ft.Container(words(play.say(text), ft.TextThemeStyle.LABEL_MEDIUM, lines=2), expand=True),
        ],
        spacing=6.0,
    )


def _glance(play: Play, view: TableView) -> ft.Control:
    return ft.Column([_setup_card(play, view), _stands(play, view)], spacing=look.Space.s, tight=True)


def _stands(play: Play, view: TableView) -> ft.Control:
    """All six stands: how far their players are, how many cards lie behind the others; then the joker and bonus letters."""
    large = play.layout != "phone"
    width = 46.0 if large else 34.0
    cells: list[ft.Control] = []
    for place in view.places:
        player = place.player
        where = T("extra") if player.done else T("{at}/{length}", at=player.at + 1, length=player.length)
        said = T(
            "{player}: {where}",
            player=Player(place.seat),
            where=T("extra letter")
            if player.done
            else T("letter {at} of {length}", at=player.at + 1, length=player.length),
        )
        cells.append(_stand_cell(play, width, play.names[place.seat], play.say(where), said, empty=not player.standing))
    for number, npc in enumerate(view.npcs):
        said = N(
            "{stand}: {n} card behind it",
            "{stand}: {n} cards behind it",
            n=npc.left,
            stand=stand_name(Stand(At.NPC, number)),
        )
        mark = drawings.token_dots(reds=0, greens=int(npc.token), size=9.0)
        name = play.say(stand_name(Stand(At.NPC, number)))
        cells.append(_stand_cell(play, width, name, f"+{npc.left}", said, mark=mark, npc=True, empty=not npc.standing))
    return ft.Row(cells, spacing=2.0, vertical_alignment=ft.CrossAxisAlignment.START)


def _stand_cell(
    play: Play,
    width: float,
    name: str,
    inside: str,
    said: Text,
    *,
    mark: ft.Control | None = None,
    npc: bool = False,
    empty: bool = False,
) -> ft.Control:
    face = ft.Column(
        [words(inside, ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SECONDARY_FIXED), *([mark] if mark else [])],
        spacing=1.0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    card = drawings.stand(width=width, card=look.CARD_FACE, edge=look.CARD_EDGE, inside=face, empty=empty)
    column = ft.Column(
        [
            card,
            words(
                name,
                ft.TextThemeStyle.LABEL_SMALL,
                color=ft.Colors.ON_SURFACE_VARIANT if npc else ft.Colors.ON_SURFACE,
                lines=1,
            ),
        ],
        spacing=2.0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    cell = drawing(column, label=play.say(said))
    cell.expand = True
    return cell


def _bonus_row(play: Play, view: TableView) -> ft.Control:
    """The joker and the bonus letters, as they lie in the middle."""
    cards: list[ft.Control] = [_letter_card("★", play.say(T("Joker")), 40.0)]
    cards += [_letter_card(letter, play.say(T("Bonus letter {letter}", letter=letter)), 40.0) for letter in view.bonus]
    return ft.Row(cards, spacing=look.Space.s, wrap=True, run_spacing=look.Space.s)


def _letter_card(letter: str, label: str | None, width: float, *, face_down: bool = False) -> ft.Control:
    ground = look.CARD_BACK if face_down else look.CARD_FACE
    ink = ft.Colors.ON_PRIMARY_FIXED_VARIANT if face_down else look.CARD_BLACK
    style = ft.TextThemeStyle.TITLE_LARGE if width < 44.0 else ft.TextThemeStyle.HEADLINE_SMALL
    box = ft.Container(
        words(letter, style, color=ink),
        width=width,
        height=width * 1.28,
        bgcolor=ground,
        border=ft.Border.all(1.0, look.CARD_EDGE),
        border_radius=width * 0.12,
        alignment=ft.Alignment.CENTER,
    )
    return drawing(box, label=label)


def _notes(play: Play, view: TableView) -> list[ft.Control]:
    return [_note(play, note) for note in view.notes]


def _note(play: Play, note: Explanation) -> ft.Control:
    return parts.notice(
        kind="info",
        title=play.say(note.text),
        why_text=play.desk.say(_WHY),
        on_why=lambda _: play.why(note),
        compact=True,
        identifier=f"note-{note.rules[0].rsplit('.', 1)[-1]}",
    )


def _told(play: Play) -> list[ft.Control]:
    """What was said last to all; a decision shows in its line, and a note on a sheet is nobody else's business."""
    record = play.session.record
    steps = [line.step for line in record.counting if line.step and not isinstance(line.action, _SILENT)]
    lines = steps[-1].told if steps else record.start.told
    shown = [
        said_line(play, explanation, f"said-{number}")
        for number, explanation in enumerate(lines)
        if explanation.seats is None and explanation.text != play.view.prompt.text
    ]
    return (
        [ft.Column(shown, spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)] if shown else []
    )


# Setup


def _dealing(play: Play) -> ft.Control:
    """How long the words are: one tap for the same length, a form for different ones."""
    offers = [offer for offer in play.offers if offer.kind is Dealt]
    same = {dict(offer.given)["lengths"][0]: offer for offer in offers if offer.given}
    mixed = next((offer for offer in offers if offer.fields), None)
    normal = NUMBERS.words.normal
    shown: list[ft.Control] = []
    if normal in same:
        shown.append(_verdict(play, same[normal], f"dealt-{normal}", emphasis="primary"))
    others: list[ft.Control] = [
        parts.verdict_button(
            title=str(letters),
            sublabel=play.say(T("letters")),
            expand=True,
            emphasis="tonal",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"dealt-{letters}",
        )
        for letters, offer in same.items()
        if letters != normal
    ]
    shown.append(ft.Row(others, spacing=look.Space.s))
    if mixed:
        shown.append(_quiet(play, mixed.label, lambda: play.take(mixed), "dealt-mixed", icon=ft.Icons.TUNE))
    return _column(*shown)


# Choosing


def _choose(play: Play, view: TableView, go: SetMode, refuse: Refuse) -> ft.Control:
    """A button for each player who may give the clue."""
    offers = {dict(offer.given).get("seat"): offer for offer in play.offers if offer.kind is ClueGiven}
    end = next((offer for offer in play.offers if offer.kind is EndAgreed), None)
    here = len(view.clues)
    buttons = [
        _giver(play, place, offers[place.seat], partial(go, Mode("give", place.seat, here)), refuse)
        for place in view.places
        if place.seat in offers
    ]
    small: list[ft.Control] = [
        _quiet(play, T("Guess sheets"), lambda: _open_sheet(play, go), "sheets", icon=ft.Icons.EDIT_NOTE),
    ]
    if end:
        small.append(_quiet(play, T("Enough clues"), lambda: play.take(end), "end-agreed", icon=ft.Icons.FLAG_OUTLINED))
    talk = parts.icon_button(
        icon=ft.Icons.RECORD_VOICE_OVER_OUTLINED,
        label=play.say(T("What may be said?")),
        on_click=lambda _: play.why(_TALK),
        identifier="talk",
    )
    asked = words(play.say(T("Who gives the clue?")), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)
    heading = ft.Row([ft.Container(asked, expand=True), talk], vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return _column(heading, *_grid(buttons, 2 if play.layout == "phone" else 3), _small_row(small), spacing=6.0)


def _giver(play: Play, place: Place, offer: Offer, on_click: Callable[[], None], refuse: Refuse) -> ft.Control:
    """A player as a button, with the token the clue would take."""
    token = _SHORT[place.token] if place.token else T("no token to take")
    dots = drawings.token_dots(
        reds=1 if place.token is Token.RED else 0, greens=int(place.token in (Token.LEAF, Token.CENTRE))
    )
    return parts.verdict_button(
        title=play.names[place.seat],
        sublabel=play.say(token),
        leading=dots if place.token else None,
        emphasis="tonal" if not offer.closed else "plain",
        available=offer.closed is None,
        expand=True,
        on_click=lambda _: refuse(offer.closed) if offer.closed else on_click(),
        identifier=f"giver-{place.seat}",
    )


@component
def Composer(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """The clue as it is tapped: stand by stand in the order of its letters, with the five things that may be said."""
    view: TableView = play.view
    chips, set_stands = use_value(_NO_CHIPS)
    asking, ask_joker = use_value(False)
    wrong, set_wrong = use_maybe(Explanation)

    def tap(stand: Stand) -> None:
        too_many = len(chips) >= NUMBERS.clue.most
        set_wrong(_refusal(play, ClueGiven(seat, (*chips, stand))) if too_many else None)
        if too_many:
            return
        if stand == JOKER and JOKER in chips:
            ask_joker(True)
        else:
            set_stands((*chips, stand))

    def lay() -> None:
        clue = ClueGiven(seat, chips)
        why = _refusal(play, clue)
        set_wrong(why)
        if why is None:
            play.report(clue)
            leave()

    def same_letter(yes: bool) -> None:
        ask_joker(False)
        if yes:
            set_stands((*chips, JOKER))
        else:
            set_wrong(_refusal(play, ClueGiven(seat, (*chips, JOKER), one_letter=False)))

    title = words(
        play.say(T("{player}: tap the stands in the order of the letters", player=Player(seat))),
        ft.TextThemeStyle.HEADLINE_SMALL if play.layout == "phone" else ft.TextThemeStyle.HEADLINE_LARGE,
    )
    heading = ft.Semantics(content=title, header=True, container=True, identifier="composer")
    place = view.places[seat]
    taken = T("This takes {token}.", token=TOKENS[place.token]) if place.token else T("no token to take")
    top: list[ft.Control] = [
        *_refused(play, wrong, set_wrong),
        heading,
        words(play.say(taken), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
        _chips(play, view, chips),
        _sayable(play, Facts.of(chips)),
    ]
    if asking:
        top.append(
            parts.notice(
                kind="warning",
                title=play.say(T("The joker again: is it the same letter as before?")),
                identifier="joker-asked",
            )
        )
        bottom = _column(
            parts.verdict_button(
                title=play.say(T("The same letter")),
                emphasis="primary",
                on_click=lambda _: same_letter(True),
                identifier="joker-same",
            ),
            parts.verdict_button(
                title=play.say(T("Another letter")), on_click=lambda _: same_letter(False), identifier="joker-other"
            ),
        )
        return _page(play, top, bottom)
    own = Stand(At.SEAT, seat)
    keys = [_stand_key(play, view, stand, chips, partial(tap, stand)) for stand in view.stands if stand != own]
    last = ft.Row(
        [
            parts.icon_button(
                icon=ft.Icons.BACKSPACE_OUTLINED,
                label=play.say(T("Take the last chip back")),
                on_click=lambda _: set_stands(chips[:-1]),
                identifier="chip-back",
            ),
            parts.verdict_button(
                title=play.say(T("The chips lie")),
                emphasis="primary",
                available=bool(chips),
                expand=True,
                on_click=lambda _: lay(),
                identifier="clue-done",
            ),
        ],
        spacing=look.Space.s,
    )
    cancel = _quiet(play, T("Not this clue"), leave, "clue-cancel", icon=ft.Icons.CLOSE)
    return _page(play, top, _column(*_grid(keys, 3 if len(keys) <= 9 else 4), last, _small_row([cancel])))


def _stand_key(
    play: Play, view: TableView, stand: Stand, chips: tuple[Stand, ...], on_click: Callable[[], None]
) -> ft.Control:
    """A stand to tap; the numbers of its chips stand on it."""
    numbers = [str(number) for number, chip in enumerate(chips, start=1) if chip == stand]
    name = play.say(stand_name(stand, view.bonus))
    sign = {
        At.NPC: ft.Icons.STYLE_OUTLINED,
        At.JOKER: ft.Icons.STAR_OUTLINE,
        At.BONUS: ft.Icons.AUTO_AWESOME_OUTLINED,
    }.get(stand.at, ft.Icons.PERSON_OUTLINE)
    head = view.bonus[stand.number] if stand.at is At.BONUS else name
    lines: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(sign, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT),
                ft.Container(words(head, ft.TextThemeStyle.TITLE_MEDIUM, lines=1), expand=True),
            ],
            spacing=4.0,
        ),
        ft.Container(
            words(" ".join(numbers) or _BLANK_CELL, ft.TextThemeStyle.TITLE_SMALL, color=ft.Colors.PRIMARY, lines=1),
            height=22.0,
        ),
    ]
    face = ft.Container(
        ft.Column(lines, spacing=0.0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        height=66.0 if play.layout == "phone" else 80.0,
        padding=ft.Padding.symmetric(horizontal=10.0, vertical=4.0),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if numbers else look.SHEET,
        border=ft.Border.all(2.0 if numbers else 1.2, ft.Colors.PRIMARY if numbers else ft.Colors.OUTLINE),
        border_radius=look.Radii.button,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    label = (
        T("{stand}, chips {numbers}", stand=name, numbers=", ".join(numbers)) if numbers else T("{stand}", stand=name)
    )
    key = pressable(
        face,
        on_click=lambda _: on_click(),
        label=play.say(label),
        identifier=f"stand-{stand.to_text()}",
        radius=look.Radii.button,
    )
    key.expand = True
    return key


def _chips(play: Play, view: TableView, stands: Sequence[Stand]) -> ft.Control:
    """The chips in their order, each with the stand it lies at."""
    if not stands:
        return ft.Container(height=8.0)
    shown: list[ft.Control] = [_chip(play, view, number, stand) for number, stand in enumerate(stands, start=1)]
    row = ft.Row(shown, wrap=True, spacing=6.0, run_spacing=6.0)
    names = Listing(tuple(stand_name(stand, view.bonus) for stand in stands))
    return drawing(row, label=play.say(T("Chips: {stands}", stands=names)), identifier="chips")


def _chip(play: Play, view: TableView, number: int, stand: Stand) -> ft.Control:
    head = (
        view.bonus[stand.number]
        if stand.at is At.BONUS and stand.number < len(view.bonus)
        else play.say(stand_name(stand, view.bonus))
    )
    disc = ft.Container(
        words(str(number), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_PRIMARY),
        width=24.0,
        height=24.0,
        border_radius=12.0,
        bgcolor=ft.Colors.PRIMARY,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(
        ft.Row([disc, words(head, ft.TextThemeStyle.LABEL_MEDIUM, lines=1)], spacing=5.0, tight=True),
        padding=ft.Padding.only(left=3.0, right=10.0, top=3.0, bottom=3.0),
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        border_radius=16.0,
        bgcolor=look.SHEET,
    )


def _sayable(play: Play, facts: Facts) -> ft.Control:
    """The five things that may be said, and nothing else."""
    said = Explanation(facts_text(facts), _TALK.rules, Tone.NOTE)
    parts_said = [value for _, value in said.text.params if isinstance(value, Text)]
    pills: list[ft.Control] = [
        ft.Container(
            words(play.say(text), ft.TextThemeStyle.LABEL_LARGE),
            padding=ft.Padding.symmetric(horizontal=10.0, vertical=5.0),
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
            border_radius=14.0,
        )
        for text in parts_said
    ]
    heading = words(
        play.say(T("This may be said:")), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT
    )
    inside = ft.Column([heading, ft.Row(pills, wrap=True, spacing=6.0, run_spacing=6.0)], spacing=6.0, tight=True)
    return pressable(
        ft.Container(inside, padding=ft.Padding.symmetric(vertical=6.0)),
        on_click=lambda _: play.why(said),
        label=play.say(said.text),
        identifier="sayable",
        align=ft.Alignment.CENTER_LEFT,
    )


# Deciding


def _clue_on_table(play: Play, view: TableView, clue: Clue) -> ft.Control:
    """The clue that lies there, as chips beside stands, and what was said of it."""
    title = T("Clue {number} by {player}", number=clue.number, player=Player(clue.giver))
    inside: list[ft.Control] = [
        words(play.say(title), ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
        _chips(play, view, clue.stands),
    ]
    return parts.paper(
        content=ft.Column(inside, spacing=look.Space.s, tight=True), padding=look.Space.m, identifier="clue"
    )


def _decide(play: Play, view: TableView, go: SetMode) -> ft.Control:
    """A line for each player: move on or stay, guess the extra letter, open the guess sheet."""
    here = len(view.clues)
    lines = [_decision(play, view, place, go, here) for place in view.places]
    undecided = tuple(Player(place.seat) for place in view.places if place.may_decide and place.moves is None)
    done = parts.verdict_button(
        title=play.say(T("All ready: next round")),
        sublabel=play.say(T("Still open, so staying: {players}", players=Listing(undecided))) if undecided else None,
        emphasis="primary",
        large=play.layout != "phone",
        on_click=lambda _: play.report(RoundEnded()),
        identifier="next-round",
    )
    return _column(*lines, done, spacing=6.0)


def _decision(play: Play, view: TableView, place: Place, go: SetMode, here: int) -> ft.Control:
    seat, player = place.seat, place.player
    assert view.clue
    in_clue = view.clue.uses(seat)
    if player.done:
        where = T("extra letter") if player.standing else T("no card left")
    else:
        where = T("{at} of {length}", at=player.at + 1, length=player.length)
    name = ft.Column(
        [
            words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
            words(play.say(where), ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, lines=1),
        ],
        spacing=0.0,
        tight=True,
        expand=True,
    )
    actions: list[ft.Control] = []
    if place.may_decide:
        actions = [
            _toggle(play, T("stays"), place.moves is False, lambda: play.report(Stays(seat)), f"stays-{seat}"),
            _toggle(play, T("moves on"), place.moves is True, lambda: play.report(MovesOn(seat)), f"moves-{seat}"),
        ]
    elif place.may_guess:
        actions = [_toggle(play, T("guess"), False, lambda: go(Mode("guess", seat, here)), f"guess-{seat}")]
    elif place.guess:
        said = (
            T("{letter}: right", letter=place.guess.letter)
            if place.guess.right
            else T("{letter}: wrong", letter=place.guess.letter)
        )
        actions = [words(play.say(said), ft.TextThemeStyle.TITLE_SMALL)]
    sheet = parts.icon_button(
        icon=ft.Icons.EDIT_NOTE,
        label=play.say(T("{player}’s guess sheet", player=Player(seat))),
        on_click=lambda _: go(Mode("curtain", seat)),
        selected=in_clue,
        identifier=f"sheet-{seat}",
    )
    row = [name, *actions, *([sheet] if play.seat in (None, seat) else [])]
    return ft.Row(row, spacing=6.0, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _toggle(play: Play, text: Text, chosen: bool, on_click: Callable[[], None], identifier: str) -> ft.Control:
    """One of two answers; the chosen one is filled and ticked."""
    inside: list[ft.Control] = [
        words(
            play.say(text),
            ft.TextThemeStyle.LABEL_LARGE,
            color=ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE,
        )
    ]
    if chosen:
        inside.insert(0, ft.Icon(ft.Icons.CHECK, size=16.0, color=ft.Colors.ON_PRIMARY))
    face = ft.Container(
        ft.Row(inside, spacing=4.0, tight=True),
        height=48.0,
        padding=ft.Padding.symmetric(horizontal=12.0),
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY if chosen else look.SHEET,
        border=ft.Border.all(1.2, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE),
        border_radius=look.Radii.button,
    )
    label = T("{answer}, chosen", answer=text) if chosen else text
    return pressable(
        face, on_click=lambda _: on_click(), label=play.say(label), identifier=identifier, radius=look.Radii.button
    )


@component
def BonusGuess(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """The extra letter: guessed aloud first, then looked at."""
    letter, set_letter = use_value("")
    view: TableView = play.view
    said = T("{player}: say the letter aloud, tap it, then look.", player=Player(seat))
    top: list[ft.Control] = [words(play.say(said), ft.TextThemeStyle.HEADLINE_SMALL)]
    if letter:
        top.append(ft.Row([_letter_card(letter, letter, 64.0)], alignment=ft.MainAxisAlignment.CENTER))

    def tell(right: bool) -> None:
        if letter:
            play.report(BonusGuessed(seat, letter, right))
            leave()

    def answer(text: Text, right: bool, identifier: str) -> ft.Control:
        return parts.verdict_button(
            title=play.say(text),
            emphasis="primary" if right else "plain",
            available=bool(letter),
            expand=True,
            on_click=lambda _: tell(right),
            identifier=identifier,
        )

    answers = ft.Row(
        [answer(T("It is"), True, "guess-right"), answer(T("It is not"), False, "guess-wrong")], spacing=look.Space.s
    )
    cancel = _quiet(play, T("No guess"), leave, "guess-cancel", icon=ft.Icons.CLOSE)
    return _page(play, top, _column(*_pad(play, view.grey, letter, set_letter), answers, _small_row([cancel])))


def _pad(play: Play, grey: str, chosen: str, on_letter: Callable[[str], None]) -> list[ft.Control]:
    """The letters from A to Z; grey ones have no card."""
    rows = [ALPHABET[at : at + _LETTERS_PER_ROW] for at in range(0, len(ALPHABET), _LETTERS_PER_ROW)]
    return [
        ft.Row(
            [
                *[_letter_key(play, letter, letter in grey, letter in chosen, on_letter) for letter in row],
                *[ft.Container(expand=True) for _ in range(_LETTERS_PER_ROW - len(row))],
            ],
            spacing=4.0,
        )
        for row in rows
    ]


def _letter_key(play: Play, letter: str, grey: bool, chosen: bool, on_letter: Callable[[str], None]) -> ft.Control:
    ink = ft.Colors.OUTLINE if grey else ft.Colors.ON_SURFACE
    face = ft.Container(
        words(letter, ft.TextThemeStyle.TITLE_LARGE, color=ink),
        height=48.0,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else look.SHEET,
        border=ft.Border.all(2.0 if chosen else 1.0, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT),
        border_radius=8.0,
    )
    said = T("{letter}, no card in the deck", letter=letter) if grey else T("{letter}", letter=letter)
    key = pressable(
        face, on_click=lambda _: on_letter(letter), label=play.say(said), identifier=f"key-{letter}", radius=8.0
    )
    key.expand = True
    return key


# The guess sheets


def _open_sheet(play: Play, go: SetMode) -> None:
    """Hand the sheets out; a phone of one's own opens the own one."""
    go(Mode("sheets") if play.seat is None else Mode("curtain", play.seat))


def _hand_out(play: Play, view: TableView, go: SetMode) -> ft.Control:
    """Whose sheet is it? Nothing of any sheet is here."""
    said = words(
        play.say(T("Whose guess sheet? Hand over the phone; only its owner opens it.")),
        ft.TextThemeStyle.HEADLINE_SMALL,
    )
    waiting = {place.seat for place in view.places if view.clue and view.clue.uses(place.seat)}
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=play.names[place.seat],
            sublabel=play.say(T("is in the clue")) if place.seat in waiting else None,
            leading=ft.Icon(ft.Icons.EDIT_NOTE, size=30.0, color=ft.Colors.PRIMARY),
            emphasis="tonal" if place.seat in waiting else "plain",
            expand=True,
            on_click=lambda _, seat=place.seat: go(Mode("curtain", seat)),
            identifier=f"sheet-{place.seat}",
        )
        for place in view.places
    ]
    back = parts.verdict_button(
        title=play.say(T("Back to the table")),
        emphasis="primary",
        on_click=lambda _: go(_HOME),
        identifier="sheets-back",
    )
    return _page(play, [said], _column(*_grid(buttons, 2), back))


@component
def Curtain(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """A neutral page with a name; only a tap of that player draws the private part, and leaving takes it away again.

    On a phone that belongs to the seat there is nobody to hide from, and no curtain.
    """
    drawn, draw = use_value(play.seat == seat)
    if drawn:
        return PrivateSheet(play, seat, leave, key=f"private-{seat}")
    name = Player(seat)
    sign = ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=64.0, color=ft.Colors.PRIMARY)
    said = ft.Semantics(
        content=words(
            play.say(T("Hand the phone to {player}", player=name)),
            ft.TextThemeStyle.HEADLINE_LARGE,
            align=ft.TextAlign.CENTER,
        ),
        header=True,
        container=True,
        identifier="curtain",
    )
    hint = words(
        play.say(T("The guess sheet shows the letters of all the others. Nobody else looks.")),
        ft.TextThemeStyle.BODY_LARGE,
        color=ft.Colors.ON_SURFACE_VARIANT,
        align=ft.TextAlign.CENTER,
    )
    middle = ft.Column(
        [sign, said, hint],
        spacing=look.Space.l,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    top = ft.Container(middle, padding=ft.Padding.only(top=look.Space.xxl, left=look.Space.l, right=look.Space.l))
    return _page(
        play,
        [top],
        _column(
            parts.verdict_button(
                title=play.say(T("I am {player}: open my sheet", player=name)),
                emphasis="primary",
                on_click=lambda _: draw(True),
                identifier="curtain-open",
            ),
            _small_row([_quiet(play, T("Back"), leave, "curtain-back", icon=ft.Icons.ARROW_BACK)]),
        ),
    )


@component
def PrivateSheet(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """A player's guess sheet: boxes, clues, and a place to write."""
    view: TableView = play.session.view(seat)  # type: ignore[assignment]
    writing, write = use_value("")
    sheet = view.sheet
    if sheet is None:
        return ft.Container()
    what, _, number = writing.partition("-")
    if what == "row":
        row = next((row for row in sheet.rows if row.clue.number == int(number)), None)
        if row:
            return RowWriter(play, view, seat, row, lambda: write(""), key=f"row-{number}")
    if what == "word":
        return WordBuilder(play, seat, sheet.boxes, lambda: write(""), key="word")
    close = parts.verdict_button(
        title=play.say(T("Close the sheet")), emphasis="primary", on_click=lambda _: leave(), identifier="close-sheet"
    )
    title = ft.Semantics(
        content=words(play.say(T("{player}’s guess sheet", player=Player(seat))), ft.TextThemeStyle.HEADLINE_SMALL),
        header=True,
        container=True,
        identifier="private-sheet",
    )
    boxes = _boxes(play, view, sheet, int(number) if what == "box" else None, lambda box: write(f"box-{box}"))
    top: list[ft.Control] = [title, boxes, *_rows(play, sheet, lambda clue: write(f"row-{clue}"))]
    if what == "box":
        box = int(number)

        def fill(letter: str) -> None:
            play.report(Boxed(seat, box, "" if sheet.boxes[box - 1] == letter else letter))

        said = words(
            play.say(T("Letter {n}: tap your guess", n=box)),
            ft.TextThemeStyle.LABEL_LARGE,
            color=ft.Colors.ON_SURFACE_VARIANT,
        )
        done = _quiet(play, T("Done"), lambda: write(""), "box-done", icon=ft.Icons.CHECK)
        decide = _private_decision(play, view, seat)
        return _page(
            play, top, _column(said, *_pad(play, view.grey, sheet.boxes[box - 1], fill), *decide, _small_row([done]))
        )
    bottom = [*_private_decision(play, view, seat)]
    if view.phase == "laying":
        bottom.append(
            parts.verdict_button(
                title=play.say(T("Lay my word")),
                sublabel=play.say(T("laid: {word}", word=_shown(sheet.word))) if sheet.word else None,
                emphasis="tonal",
                on_click=lambda _: write("word"),
                identifier="lay-word",
            )
        )
    return _page(play, top, _column(*bottom, close))


def _shown(letters: str) -> str:
    return letters.replace(ANY, "★").replace(BLANK, "·")


def _boxes(
    play: Play, view: TableView, sheet: GuessSheet, chosen: int | None, on_box: Callable[[int], None]
) -> ft.Control:
    """The box of each letter; the one in the stand has a thick edge."""
    player = view.places[sheet.seat].player
    cells: list[ft.Control] = []
    for place, letter in enumerate(sheet.boxes):
        present, active = place == player.at and not player.done, place + 1 == chosen
        face = ft.Container(
            ft.Column(
                [
                    words(str(place + 1), ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT),
                    words(letter or _BLANK_CELL, ft.TextThemeStyle.HEADLINE_SMALL),
                ],
                spacing=0.0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            height=62.0,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if active else look.SHEET,
            border=ft.Border.all(
                2.5 if present or active else 1.0, ft.Colors.PRIMARY if present or active else ft.Colors.OUTLINE
            ),
            border_radius=8.0,
        )
        said = (
            T("Letter {n}: {letter}", n=place + 1, letter=letter)
            if letter
            else T("Letter {n}: nothing yet", n=place + 1)
        )
        cell = pressable(
            face,
            on_click=lambda _, box=place + 1: on_box(box),
            label=play.say(said),
            identifier=f"box-{place + 1}",
            radius=8.0,
        )
        cell.expand = True
        cells.append(cell)
    return ft.Row(cells, spacing=4.0)


def _rows(play: Play, sheet: GuessSheet, on_row: Callable[[int], None]) -> list[ft.Control]:
    """The clues with the own letter, those for the present letter first."""
    if not sheet.rows:
        said = T("No clue with your letter yet. It will stand here by itself when one is given.")
        return [words(play.say(said), ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)]
    ordered = sorted(sheet.rows, key=lambda row: (not row.present, -row.clue.number))
    return [_row(play, row, on_row) for row in ordered]


def _row(play: Play, row: Row, on_row: Callable[[int], None]) -> ft.Control:
    about = (
        T("Clue {number}, letter {n}", number=row.clue.number, n=row.own + 1)
        if row.own is not None
        else T("Clue {number}, extra letter", number=row.clue.number)
    )
    cells: list[ft.Control] = [_cell(letter, row.present) for letter in row.letters]
    lines: list[ft.Control] = [
        ft.Row(
            [
                ft.Container(
                    words(play.say(about), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT, lines=1),
                    expand=True,
                ),
                ft.Icon(ft.Icons.EDIT_OUTLINED, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT),
            ]
        ),
        ft.Row(cells, spacing=3.0, wrap=True, run_spacing=3.0),
    ]
    if row.guesses:
        lines.append(
            words(
                play.say(T("could be {letters}", letters=" ".join(row.guesses))),
                ft.TextThemeStyle.TITLE_SMALL,
                color=ft.Colors.PRIMARY,
            )
        )
    face = ft.Container(
        ft.Column(lines, spacing=6.0, tight=True),
        padding=look.Space.m,
        bgcolor=look.SHEET,
        border=ft.Border.all(
            2.0 if row.present else 1.0, ft.Colors.PRIMARY if row.present else ft.Colors.OUTLINE_VARIANT
        ),
        border_radius=look.Radii.paper,
    )
    said = T("{about}: {letters}", about=about, letters=" ".join(row.letters))
    return pressable(
        face, on_click=lambda _: on_row(row.clue.number), label=play.say(said), identifier=f"row-{row.clue.number}"
    )


def _cell(letter: str, present: bool, *, active: bool = False, width: float = 30.0) -> ft.Control:
    """A letter of a noted clue: the own one is a question mark, the joker a star."""
    own = letter == OWN
    shown = {BLANK: _BLANK_CELL, ANY: "★"}.get(letter, letter)
    return ft.Container(
        words(
            shown,
            ft.TextThemeStyle.TITLE_LARGE,
            color=ft.Colors.ON_PRIMARY if own and present else ft.Colors.ON_SURFACE,
        ),
        width=width,
        height=width * 1.25,
        alignment=ft.Alignment.CENTER,
        bgcolor=(ft.Colors.PRIMARY if present else ft.Colors.SURFACE_CONTAINER_HIGH)
        if own
        else ft.Colors.PRIMARY_CONTAINER
        if active
        else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(2.0 if active else 1.0, ft.Colors.PRIMARY if active else ft.Colors.OUTLINE_VARIANT),
        border_radius=6.0,
    )


@component
def RowWriter(play: Play, view: TableView, seat: int, row: Row, leave: Callable[[], None]) -> ft.Control:
    """One clue to note: the letters seen one after the other, then the guesses."""
    letters, set_letters = use_value(row.letters)
    guesses, set_guesses = use_value(row.guesses)
    first = next((at for at, letter in enumerate(row.letters) if letter == BLANK), None)
    cursor, set_cursor = use_value(-1 if first is None else first)
    marks = row.clue.marks

    def put(letter: str) -> None:
        if cursor < 0:
            set_guesses(guesses.replace(letter, "") if letter in guesses else guesses + letter)
            return
        here = marks[cursor]
        same = [at for at, mark in enumerate(marks) if (mark.stand, mark.turn) == (here.stand, here.turn)]
        noted = "".join(letter if at in same else old for at, old in enumerate(letters))
        set_letters(noted)
        set_cursor(next((at for at in (*range(cursor, len(noted)), *range(cursor)) if noted[at] == BLANK), -1))

    def rub_out() -> None:
        if cursor < 0:
            set_guesses(guesses[:-1])
            return
        here = marks[cursor]
        empty = ANY if here.stand == JOKER else BLANK
        set_letters(
            "".join(
                empty if (mark.stand, mark.turn) == (here.stand, here.turn) else old
                for mark, old in zip(marks, letters, strict=True)
            )
        )

    def save() -> None:
        if (letters, guesses) != (row.letters, row.guesses):
            play.report(Noted(seat, row.clue.number, letters, guesses))
        leave()

    cells: list[ft.Control] = []
    for at, (mark, letter) in enumerate(zip(marks, letters, strict=True)):
        stand = play.say(stand_name(mark.stand)) if not mark.letter else mark.letter
        fixed = letter == OWN or bool(mark.letter)
        face = ft.Column(
            [
                _cell(letter, True, active=at == cursor, width=38.0),
                words(
                    play.say(T("you")) if letter == OWN else stand,
                    ft.TextThemeStyle.LABEL_SMALL,
                    color=ft.Colors.ON_SURFACE_VARIANT,
                    lines=1,
                ),
            ],
            spacing=2.0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        box = ft.Container(face, width=50.0)
        said = T("{stand}: {letter}", stand=stand, letter=letter)
        cells.append(
            drawing(box, label=play.say(said))
            if fixed
            else pressable(
                box, on_click=lambda _, at=at: set_cursor(at), label=play.say(said), identifier=f"cell-{at}", radius=8.0
            )
        )
    asked = T("Tap the letters you see") if cursor >= 0 else T("Now tap what your letter could be")
    guess_line = pressable(
        ft.Container(
            words(
                play.say(T("Your letter: {letters}", letters=" ".join(guesses) or "…")),
                ft.TextThemeStyle.TITLE_LARGE,
                color=ft.Colors.PRIMARY,
            ),
            padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=10.0),
            border=ft.Border.all(
                2.0 if cursor < 0 else 1.0, ft.Colors.PRIMARY if cursor < 0 else ft.Colors.OUTLINE_VARIANT
            ),
            border_radius=look.Radii.button,
        ),
        on_click=lambda _: set_cursor(-1),
        label=play.say(T("Your letter: {letters}", letters=" ".join(guesses) or "…")),
        identifier="guesses",
        radius=look.Radii.button,
    )
    top: list[ft.Control] = [
        words(
            play.say(T("Clue {number} by {player}", number=row.clue.number, player=Player(row.clue.giver))),
            ft.TextThemeStyle.HEADLINE_SMALL,
        ),
        ft.Row(cells, wrap=True, spacing=2.0, run_spacing=6.0),
        guess_line,
    ]
    done = ft.Row(
        [
            parts.icon_button(
                icon=ft.Icons.BACKSPACE_OUTLINED,
                label=play.say(T("Rub out")),
                on_click=lambda _: rub_out(),
                identifier="rub-out",
            ),
            parts.verdict_button(
                title=play.say(T("Write it down")),
                emphasis="primary",
                expand=True,
                on_click=lambda _: save(),
                identifier="note-done",
            ),
        ],
        spacing=look.Space.s,
    )
    said_now = words(play.say(asked), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)
    chosen = guesses if cursor < 0 else letters[cursor]
    return _page(play, top, _column(said_now, *_pad(play, view.grey, chosen, put), done))


def _private_decision(play: Play, view: TableView, seat: int) -> list[ft.Control]:
    """Move on or stay, from the own sheet."""
    place = view.places[seat]
    if not place.may_decide:
        return []
    letter = view.sheet.boxes[place.player.at] if view.sheet else ""
    move = T("moves on with {letter}", letter=letter) if letter else T("moves on")
    answers = [
        _toggle(play, T("stays"), place.moves is False, lambda: play.report(Stays(seat)), f"stays-{seat}"),
        _toggle(play, move, place.moves is True, lambda: play.report(MovesOn(seat)), f"moves-{seat}"),
    ]
    for answer in answers:
        answer.expand = True
    return [ft.Row(answers, spacing=look.Space.s)]


# The end


def _lay(play: Play, view: TableView, go: SetMode) -> ft.Control:
    """A line for each player: how far the word is, and the ways to lay it."""
    return _column(*[_laying(play, view, place, go) for place in view.places], spacing=6.0)


def _laying(play: Play, view: TableView, place: Place, go: SetMode) -> ft.Control:
    seat = place.seat
    laid = view.words[seat]
    state = N("laid: {n} letter", "laid: {n} letters", n=len(laid.word.tiles)) if laid else T("still arranging")
    name = ft.Row(
        [
            ft.Icon(
                ft.Icons.CHECK_CIRCLE if laid else ft.Icons.HOURGLASS_EMPTY,
                size=18.0,
                color=ft.Colors.PRIMARY if laid else ft.Colors.OUTLINE,
            ),
            ft.Column(
                [
                    words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
                    words(play.say(state), ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, lines=1),
                ],
                spacing=0.0,
                tight=True,
                expand=True,
            ),
        ],
        spacing=8.0,
        expand=True,
    )
    lay = _toggle(
        play, T("lay a word") if not laid else T("lay anew"), False, lambda: go(Mode("word", seat)), f"lay-{seat}"
    )
    sheet = parts.icon_button(
        icon=ft.Icons.EDIT_NOTE,
        label=play.say(T("{player}’s guess sheet", player=Player(seat))),
        on_click=lambda _: go(Mode("curtain", seat)),
        identifier=f"sheet-{seat}",
    )
    row = [name, lay, *([sheet] if play.seat in (None, seat) else [])]
    return ft.Row(row, spacing=6.0, vertical_alignment=ft.CrossAxisAlignment.CENTER)


@component
def WordBuilder(play: Play, seat: int, boxes: tuple[str, ...] | None, leave: Callable[[], None]) -> ft.Control:
    """A word, laid card by card: own cards face down by their number, or by the guesses on the own sheet.

    :param boxes: the guesses, on the owner's private sheet; ``None`` at the table.
    """
    view: TableView = play.view
    chosen, set_tiles = use_value(_NO_TILES)
    wrong, set_wrong = use_maybe(Explanation)
    length = view.places[seat].player.length
    laid = view.words[seat]
    mine = laid.word.tiles if laid else ()
    row = [Tile(Piece.OWN, number) for number in range(length)]
    middle = [*(Tile(Piece.BONUS, number) for number in range(len(view.bonus))), Tile(Piece.JOKER)]
    taken = [tile for tile in view.taken if tile not in mine]

    def lay(word: tuple[Tile, ...]) -> None:
        play.report(WordLaid(seat, word))
        leave()

    def tap(tile: Tile) -> None:
        set_wrong(_refusal(play, WordLaid(seat, (tile,))))
        if tile not in taken and tile not in chosen:
            set_tiles((*chosen, tile))

    def key(tile: Tile) -> ft.Control:
        used = tile in chosen
        face = _tile_face(view, tile, boxes, 48.0)
        content = ft.Container(face, opacity=0.3 if used or tile in taken else 1.0, padding=2.0)
        said = tile_name(tile, view.bonus)
        if tile in taken:
            said = T("{card}, used by somebody else", card=said)
        return pressable(
            content,
            on_click=lambda _: tap(tile),
            label=play.say(said),
            identifier=f"tile-{tile.to_text()}",
            radius=8.0,
        )

    lettered: list[ft.Control] = [_tile_face(view, tile, boxes, 40.0) for tile in chosen]
    word = ft.Row(lettered, spacing=3.0, wrap=True, run_spacing=4.0)
    top: list[ft.Control] = [
        *_refused(play, wrong, set_wrong),
        words(
            play.say(T("{player}: tap the cards in the order of the word", player=Player(seat))),
            ft.TextThemeStyle.HEADLINE_SMALL,
        ),
        ft.Container(
            word,
            padding=look.Space.m,
            border=ft.Border.all(1.2, ft.Colors.OUTLINE),
            border_radius=look.Radii.paper,
            bgcolor=look.SHEET,
            height=84.0 if len(chosen) <= 7 else None,
        ),
    ]
    if chosen and len(chosen) < length:
        top.append(
            parts.notice(
                kind="info",
                title=play.say(
                    N(
                        "{n} letter is still missing: a shorter word does not count.",
                        "{n} letters are still missing: a shorter word does not count.",
                        n=length - len(chosen),
                    )
                ),
                compact=True,
                identifier="too-short",
            )
        )
    all_own = parts.verdict_button(
        title=play.say(T("All {length} own cards", length=length)),
        emphasis="primary",
        on_click=lambda _: lay(tuple(row)),
        identifier="word-all",
        expand=True,
    )
    done = parts.verdict_button(
        title=play.say(T("The word lies")),
        emphasis="primary",
        expand=True,
        on_click=lambda _: lay(chosen),
        identifier="word-done",
    )
    back = parts.icon_button(
        icon=ft.Icons.BACKSPACE_OUTLINED,
        label=play.say(T("Take the last card back")),
        on_click=lambda _: set_tiles(chosen[:-1]),
        identifier="tile-back",
    )
    cancel = _quiet(play, T("Back"), leave, "word-cancel", icon=ft.Icons.ARROW_BACK)
    own = ft.Row([key(tile) for tile in row], spacing=2.0, wrap=True, run_spacing=2.0)
    others = ft.Row([key(tile) for tile in middle], spacing=2.0, wrap=True, run_spacing=2.0)
    return _page(
        play,
        top,
        _column(
            words(
                play.say(T("Own cards, face down")), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT
            ),
            own,
            words(play.say(T("From the middle")), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
            others,
            ft.Row([back, done] if chosen else [all_own], spacing=look.Space.s),
            _small_row([cancel]),
        ),
    )


def _tile_face(view: TableView, tile: Tile, boxes: tuple[str, ...] | None, width: float) -> ft.Control:
    match tile.piece:
        case Piece.OWN:
            letter = boxes[tile.number] if boxes else ""
            return _letter_card(letter or str(tile.number + 1), None, width, face_down=not letter)
        case Piece.BONUS:
            return _letter_card(view.bonus[tile.number], None, width)
        case Piece.JOKER:
            return _letter_card("★", None, width)


def _words_laid(play: Play, view: TableView) -> list[ft.Control]:
    """Every player's word: cards face down, or the letters, and what it brought; the one to be judged comes first."""
    seats = sorted(range(len(view.words)), key=lambda seat: seat != view.open_word)
    return [_laid(play, view, seat, laid) for seat in seats if (laid := view.words[seat])]


def _laid(play: Play, view: TableView, seat: int, laid: Laid) -> ft.Control:
    word = laid.word
    open_now = view.open_word == seat
    width = (34.0 if len(word.tiles) <= 8 else 28.0) if play.layout == "phone" else 46.0
    faces = [
        _letter_card(_face_of(letter), None, width, face_down=letter == BLANK)
        for letter in (laid.text or BLANK * len(word.tiles))
    ]
    title: list[ft.Control] = [
        ft.Container(words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1), expand=True)
    ]
    if word.right is not None:
        icon = ft.Icons.CHECK_CIRCLE if word.right else ft.Icons.CANCEL_OUTLINED
        said = T("counts") if word.right else T("does not count")
        title += [
            ft.Icon(icon, size=18.0, color=ft.Colors.TERTIARY if word.right else ft.Colors.ERROR),
            words(play.say(said), ft.TextThemeStyle.LABEL_MEDIUM),
            words(
                play.desk.renderer().signed(view.points[seat]),
                ft.TextThemeStyle.HEADLINE_SMALL,
                color=ft.Colors.PRIMARY,
            ),
        ]
    label = (
        T("{player}: {word}", player=Player(seat), word=_shown(laid.text))
        if word.revealed
        else N("{player}: {n} card face down", "{player}: {n} cards face down", n=len(word.tiles), player=Player(seat))
    )
    inside = ft.Column(
        [ft.Row(title, spacing=6.0), ft.Row(faces, spacing=3.0, wrap=True, run_spacing=3.0)], spacing=6.0, tight=True
    )
    face = ft.Container(
        inside,
        padding=look.Space.m,
        bgcolor=look.SHEET,
        border=ft.Border.all(2.5 if open_now else 1.0, ft.Colors.PRIMARY if open_now else ft.Colors.OUTLINE_VARIANT),
        border_radius=look.Radii.paper,
    )
    return ft.Semantics(content=face, label=play.say(label), container=True, identifier=f"word-{seat}")


def _face_of(letter: str) -> str:
    return {BLANK: _BLANK_CELL, ANY: "★"}.get(letter, letter)


def _reveal(play: Play, view: TableView, go: SetMode, refuse: Refuse) -> ft.Control:
    """Whose word is turned up next, or the group's verdict on the open one."""
    offers = {offer.kind: offer for offer in play.offers}
    if WordFails in offers and view.open_word is not None:
        seat = view.open_word
        counts = offers[WordCounts]
        return _column(
            parts.verdict_button(
                title=play.say(counts.label),
                emphasis="primary",
                available=counts.closed is None,
                large=play.layout != "phone",
                on_click=lambda _: refuse(counts.closed) if counts.closed else play.take(counts),
                identifier="word-counts",
            ),
            parts.verdict_button(
                title=play.say(offers[WordFails].label),
                large=play.layout != "phone",
                on_click=lambda _: go(Mode("fails", seat)),
                identifier="word-fails",
            ),
        )
    turning = [offer for offer in play.offers if offer.kind is Revealed]
    buttons = [
        parts.verdict_button(
            title=play.names[dict(offer.given)["seat"]],
            leading=ft.Icon(ft.Icons.FLIP, size=30.0, color=ft.Colors.PRIMARY),
            emphasis="tonal",
            expand=True,
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"reveal-{dict(offer.given)['seat']}",
        )
        for offer in turning
    ]
    heading = words(
        play.say(T("Who turns up the word?")), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT
    )
    small: list[ft.Control] = []
    if any(offer.kind is WordLaid for offer in play.offers):
        anew = T("Lay a word anew")
        small = [
            _small_row(
                [
                    _quiet(
                        play,
                        anew,
                        lambda: _relay(play, go),
                        "relay",
                        icon=ft.Icons.UNDO,
                    )
                ]
            )
        ]
    return _column(heading, *_grid(buttons, 2), *small)


def _relay(play: Play, go: SetMode) -> None:
    """Somebody wants to lay another word: back to the sheet of whoever laid last."""
    last = next(
        (
            line.action
            for line in reversed(play.session.record.lines)
            if not line.struck and isinstance(line.action, WordLaid)
        ),
        None,
    )
    if last:
        go(Mode("word", last.seat))


def _fails(play: Play, view: TableView, seat: int, leave: Callable[[], None]) -> ft.Control:
    """How many own letters of the word were right."""
    laid = view.words[seat]
    most = laid.word.own if laid else 0

    def tell(letters: int) -> None:
        play.report(WordFails(seat, letters))
        leave()

    asked = words(
        play.say(T("How many of {player}’s own letters in the word were guessed right?", player=Player(seat))),
        ft.TextThemeStyle.HEADLINE_SMALL,
    )
    why = Explanation(
        T("Only own letters that lie open in the word count, not covered ones."),
        ("letter_jam.ruling.covered_letters", "letter_jam.score.wrong"),
        Tone.NOTE,
    )
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=str(letters),
            emphasis="tonal",
            expand=True,
            on_click=lambda _, letters=letters: tell(letters),
            identifier=f"fails-{letters}",
        )
        for letters in range(most + 1)
    ]
    top = [asked, *([_laid(play, view, seat, laid)] if laid else []), _note(play, why)]
    cancel = _quiet(play, T("Back"), leave, "fails-cancel", icon=ft.Icons.ARROW_BACK)
    return _page(play, top, _column(*_grid(buttons, 4), _small_row([cancel])))


def _result(play: Play, view: TableView) -> ft.Control:
    """The team's sum as a jar of jam, its calculation and its mark."""
    points, best = sum(view.points), setup_card(view.seats).supersweet
    assert view.team
    team = view.team
    text = ft.Column(
        [
            parts.score_number(
                value=play.desk.renderer().number(points),
                label=play.say(T("The team: {points} points", points=points)),
                size="large" if play.layout != "phone" else "medium",
                strong=True,
                identifier="team-points",
            ),
            words(play.say(team.text), ft.TextThemeStyle.BODY_LARGE),
        ],
        spacing=2.0,
        tight=True,
        expand=True,
    )
    inside = ft.Row(
        [drawing(drawings.jar(level=points / best, size=104.0), label=None), text],
        spacing=look.Space.m,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return pressable(
        ft.Container(
            inside,
            padding=look.Space.m,
            bgcolor=look.SHEET,
            border_radius=look.Radii.paper,
            border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        ),
        on_click=lambda _: play.why(team),
        label=play.say(team.text),
        identifier="result",
    )


@component
def GameOverButtons(play: Play) -> ft.Control:
    """After the game: another one, or home."""
    desk = play.desk
    tables = desk.room.tables

    def rematch() -> None:
        try:
            desk.go(f"/table/{tables.begin(play.session.record.header)}")
        except StorageError as error:
            play.fail(error)

    return _column(
        parts.verdict_button(
            title=play.say(T("Rematch")), emphasis="primary", on_click=lambda _: rematch(), identifier="rematch"
        ),
        parts.verdict_button(title=play.say(T("To the start")), on_click=lambda _: desk.go("/"), identifier="home"),
    )


# Pieces


def _verdict(play: Play, offer: Offer, identifier: str, *, emphasis: Any = "tonal") -> ft.Control:
    return parts.verdict_button(
        title=play.say(offer.label),
        emphasis=emphasis,
        large=play.layout != "phone",
        available=offer.closed is None,
        on_click=lambda _: play.take(offer),
        identifier=identifier,
    )


def _quiet(play: Play, text: Text, do: Callable[[], None], identifier: str, *, icon: ft.IconData) -> ft.Control:
    return parts.quiet_button(
        text=play.say(text), icon=icon, outlined=False, on_click=lambda _: do(), identifier=identifier
    )


def _small_row(controls: Sequence[ft.Control]) -> ft.Control:
    return ft.Row(
        list(controls), wrap=True, spacing=look.Space.xs, run_spacing=0.0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN
    )


def _grid(controls: Sequence[ft.Control], across: int) -> list[ft.Control]:
    """Rows of equal cells."""
    rows: list[ft.Control] = []
    for at in range(0, len(controls), across):
        cells = list(controls[at : at + across])
        if len(controls) > across:
            cells += [ft.Container(expand=True) for _ in range(across - len(cells))]
        rows.append(
            ft.Row(cells, spacing=look.Space.s, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
        )
    return rows


def _column(*controls: ft.Control, spacing: float = look.Space.s) -> ft.Control:
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


TABLES: Final[dict[str, TableScreen]] = {"letter_jam": LetterJamTable}
