"""The page on which the words are turned up one by one and judged, and the team's result."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.letter_jam.messages import BLANK, N, T
from companion.games.letter_jam.numbers import SETUP_CARDS
from companion.games.letter_jam.places import Piece, Tile
from companion.games.letter_jam.reports.end import Revealed, WordCounts, WordFails, WordLaid, WordTold
from companion.games.letter_jam.table import drawings
from companion.games.letter_jam.table.letters import drawn, letter_card, spelled
from companion.games.letter_jam.table.pieces import Go, Mode, heading, number_buttons, small_row
from companion.games.letter_jam.view import Laid, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, name, pressable, words
from companion.ui.design.layout import apart, beside, column, flowing, lines, wide
from companion.ui.kit.pane import button, caption, in_rows, note, offer_button, pane, quiet_button
from companion.ui.kit.table_context import Play


def words_laid(play: Play[TableView]) -> list[ft.Control]:
    """Return all words; the one to be judged comes first."""
    seats = sorted(range(len(play.view.words)), key=lambda seat: seat != play.view.open_word)
    return [_word(play, seat, laid) for seat in seats if (laid := play.view.words[seat])]


def to_judge(view: TableView) -> list[int]:
    """Return the players whose words wait for the group's verdict."""
    return [seat for seat, laid in enumerate(view.words) if not laid or laid.word.right is None]


def words_judged(play: Play[TableView]) -> list[ft.Control]:
    """Return the judged words while others are still being laid."""
    return [
        _word(play, seat, laid) for seat, laid in enumerate(play.view.words) if laid and laid.word.right is not None
    ]


def _word(play: Play[TableView], seat: int, laid: Laid) -> ft.Control:
    """Show a word: cards face down or letters, its points and their calculation."""
    letters = laid.word.length
    length = T("? letters") if letters is None else N("{n} letter", "{n} letters", n=letters)
    text = T("{letters}; the player’s row has {length}", letters=length, length=play.view.players[seat].place.length)
    spoken = T("length unknown") if letters is None else length
    worth, label = laid.worth, play.say(_label(seat, laid, spoken))
    shown = [_title(play, seat, laid), _faces(play, laid), caption(play, text, ft.TextThemeStyle.LABEL_MEDIUM)]
    if worth:
        shown += [
            words(worth.calculation, ft.TextThemeStyle.TITLE_LARGE, color=ft.Colors.PRIMARY),
            words("\n".join(map(play.say, worth.parts)), ft.TextThemeStyle.BODY_MEDIUM),
        ]
    paper = design.framed(lines(*shown, spacing=6.0), bold=play.view.open_word == seat)
    if not worth:
        return ft.Semantics(content=paper, label=label, container=True, identifier=f"word-{seat}")
    return pressable(
        paper,
        on_click=lambda _: play.why(worth.why),
        label=f"{label}. {play.say(worth.why.text)}",
        identifier=f"word-{seat}",
        align=ft.Alignment.CENTER_LEFT,
    )


def _label(seat: int, laid: Laid, length: Text) -> Text:
    if laid.word.revealed and not laid.word.tiles:
        return T("{player}: {letters}", player=Player(seat), letters=length)
    if laid.word.revealed:
        return T("{player}: {word}, {letters}", player=Player(seat), word=spelled(laid.text), letters=length)
    return T("{player}: {letters}, face down", player=Player(seat), letters=length)


def _title(play: Play[TableView], seat: int, laid: Laid) -> ft.Control:
    named, right = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM)), laid.word.right
    if right is None:
        return named
    sign = ft.Icon(
        ft.Icons.CHECK_CIRCLE if right else ft.Icons.CANCEL_OUTLINED,
        size=18.0,
        color=ft.Colors.TERTIARY if right else ft.Colors.ERROR,
    )
    verdict = words(play.say(T("counts") if right else T("does not count")), ft.TextThemeStyle.LABEL_MEDIUM)
    return beside(wide(apart(named, beside(sign, verdict, spacing=6.0, tight=True))))


def _faces(play: Play[TableView], laid: Laid) -> ft.Control:
    """Show the cards of a word; those from the middle have a rim, and letters without a guess stay empty."""
    tiles = laid.word.tiles or (Tile(Piece.OWN),) * (laid.word.entered_length or 0)
    # the letters grow with the text size
    width = ((34.0 if len(tiles) <= 8 else 28.0) if play.layout.is_phone else 46.0) * max(1.0, play.context.scale)
    faces = [
        letter_card(
            drawn(letter) if laid.word.tiles else "?",
            None,
            width,
            face_down=not laid.word.revealed,
            from_middle=laid.word.revealed and tile.at is not Piece.OWN,
        )
        for tile, letter in zip(tiles, laid.text or BLANK * len(tiles), strict=True)
    ]
    return flowing(faces, spacing=3.0, apart=3.0)


def reveal(play: Play[TableView], go: Go) -> ft.Control:
    """Ask whose word is turned up next, or for the group's verdict on the open one."""
    if play.view.open_word is not None:
        return _verdict(play, play.view.open_word, go)
    buttons = [
        offer_button(
            play,
            offer,
            f"reveal-{offer.value('seat')}",
            text=play.names[offer.value("seat")],
            leading=play.badge(offer.value("seat")),
            emphasis="tonal",
            expand=True,
        )
        for offer in play.offered(Revealed)
    ]
    shown = [caption(play, T("Who turns up the word?")), *in_rows(buttons, 2)]
    if play.offered(WordLaid):
        laid = [line.action.seat for line in play.session.record.active if isinstance(line.action, WordLaid)]
        again = partial(go, Mode("word", laid[-1]))
        shown.append(small_row(quiet_button(play, T("Lay a word again"), again, "relay", icon=ft.Icons.UNDO)))
    return column(*shown)


def _verdict(play: Play[TableView], seat: int, go: Go) -> ft.Control:
    (counts,), (fails,) = play.offered(WordCounts), play.offered(WordFails)
    return column(
        offer_button(play, counts, "word-counts", emphasis="primary", large=play.layout.roomy),
        button(
            play, fails.label, partial(go, Mode("fails", seat)), "word-fails", emphasis="plain", large=play.layout.roomy
        ),
    )


def ask_letters(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Ask for the number of own letters that were right."""
    laid = play.view.words[seat]
    own = laid.word.own if laid else play.view.players[seat].place.length

    def verdict(letters: int) -> WordFails | WordTold:
        return WordFails(seat, letters) if play.view.open_word == seat else WordTold(seat, False, letters)

    why = Explanation(
        T("Only the player’s own letters that lie face up in the word count, not covered ones."),
        ("letter_jam.ruling.covered_letters", "letter_jam.score.wrong"),
        Tone.NOTE,
    )
    keys = number_buttons(play, range(own + 1), verdict, leave, "fails")
    asked = T("How many of {player}’s own letters in the word were guessed right?", player=Player(seat))
    cancel = quiet_button(play, T("Back"), leave, "fails-cancel", icon=ft.Icons.ARROW_BACK)
    return pane(
        play,
        [heading(play, asked), *([_word(play, seat, laid)] if laid else []), note(play, why)],
        column(*keys, small_row(cancel)),
    )


def result(play: Play[TableView]) -> ft.Control:
    """Show the team's total as a jar of jam, its calculation and its grade."""
    team, points = play.view.team, sum(play.view.points)
    assert team
    number = design.score_number(
        value=play.context.renderer().number(points),
        label=play.say(N("The team: {n} point", "The team: {n} points", n=points)),
        size="large" if play.layout.roomy else "medium",
        strong=True,
        identifier="team-points",
    )
    text = lines(number, words(play.say(team.text), ft.TextThemeStyle.BODY_LARGE), spacing=2.0, expand=True)
    jar = drawings.jar(level=points / SETUP_CARDS[len(play.view.players)].supersweet, size=104.0)
    inside = beside(drawing(jar, label=None), text, spacing=theme.Space.m)
    return pressable(
        design.framed(inside), on_click=lambda _: play.why(team), label=play.say(team.text), identifier="result"
    )
