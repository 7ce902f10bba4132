"""The overview of the table: the flower with its tokens, all six stands, and the bonus letters."""

from typing import Final

import flet as ft

from companion.games.letter_jam.messages import N, T, stand_name
from companion.games.letter_jam.model import Npc, Place
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.table import drawings
from companion.games.letter_jam.table.letters import letter_card
from companion.games.letter_jam.view import PlayerView, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, words
from companion.ui.design.layout import beside, column, flowing, lines, stacked, wide
from companion.ui.design.text_fit import across, evenly
from companion.ui.kit.pane import caption, in_rows
from companion.ui.kit.table_context import Play

#: Text styles of a stand's name, by whether there is room.
_NAME: Final = {True: ft.TextThemeStyle.LABEL_LARGE, False: ft.TextThemeStyle.LABEL_SMALL}

#: Minimum width and maximum height of a page with card and stands side by side.
_WIDE: Final = 560.0
_HIGH: Final = 900.0


def overview(play: Play[TableView]) -> ft.Control:
    """Show the setup card and the stands, side by side on a page that is wide rather than high."""
    bonus = _bonus_letters(play)
    if play.layout.roomy and not play.context.large and play.layout.room >= _WIDE and play.context.size[1] < _HIGH:
        stands = _stands(play, room=play.layout.room / 2, large=False)
        return lines(beside(wide(_flower(play, large=False)), wide(stands)), *bonus, spacing=theme.Space.s)
    flower = _flower(play, large=play.layout.roomy)
    return lines(flower, _stands(play, room=play.layout.room, large=play.layout.roomy), *bonus, spacing=theme.Space.s)


def _flower(play: Play[TableView], *, large: bool) -> ft.Control:
    """Show the setup card, with its tokens in words beside it."""
    card = play.view.card
    picture = drawings.flower(card, len(play.view.players), scale=1.35 if large else 0.8)
    text = T(
        "Tokens: {red} red, {leaves} green on leaves, {centre} in the centre ({state})",
        red=card.reds,
        leaves=card.leaves,
        centre=card.centre,
        state=T("locked") if card.centre_locked else T("open"),
    )
    why = Explanation(
        text, ("letter_jam.tokens.centre", "letter_jam.tokens.red_first", "letter_jam.ruling.setup_cards"), Tone.NOTE
    )
    on_leaves = T("{n} on leaves, locked", n=card.leaves) if card.leaves_locked else T("{n} on leaves", n=card.leaves)
    in_centre = (
        T("{n} in the centre, locked", n=card.centre) if card.centre_locked else T("{n} in the centre", n=card.centre)
    )
    clues = N("{n} clue left", "{n} clues left", n=card.clues)
    texts: list[ft.Control] = [
        words(play.say(clues), ft.TextThemeStyle.TITLE_LARGE if large else ft.TextThemeStyle.TITLE_MEDIUM),
        _tokens(play, T("{n} red", n=card.reds), drawings.token_dots(reds=1, greens=0)),
        _tokens(play, on_leaves, _green(locked=card.leaves_locked)),
        _tokens(play, in_centre, _green(locked=card.centre_locked)),
    ]
    drawn, facts = drawing(picture, label=None), lines(*texts, spacing=2.0, expand=True)
    inside = beside(drawn, facts, spacing=theme.Space.m)
    if play.context.low and play.context.huge:
        facts.expand = None  # half of such a page has no room for both
        inside = lines(drawn, facts, spacing=theme.Space.xs)
    return pressable(
        design.framed(inside, padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=6.0)),
        on_click=lambda _: play.why(why),
        label=". ".join(map(play.say, (clues, text))),
        identifier="setup-card",
    )


def _tokens(play: Play[TableView], text: Text, sign: ft.Control) -> ft.Control:
    style = ft.TextThemeStyle.LABEL_MEDIUM if play.layout.is_phone else ft.TextThemeStyle.BODY_LARGE
    place = ft.Container(sign, width=16.0, alignment=ft.Alignment.CENTER)
    return beside(place, wide(words(play.say(text), style)), spacing=6.0)


def _green(*, locked: bool) -> ft.Control:
    if locked:
        return ft.Icon(ft.Icons.LOCK_OUTLINE, size=14.0, color=ft.Colors.ON_SURFACE_VARIANT)
    return drawings.token_dots(reds=0, greens=1)


def _stands(play: Play[TableView], *, room: float, large: bool) -> ft.Control:
    """Show all six stands with the progress of their players or the cards behind them."""
    cells = [_player_stand(play, player, large=large) for player in play.view.players]
    cells += [_npc_stand(play, number, npc, large=large) for number, npc in enumerate(play.view.npcs)]
    names = [*play.names, *(play.say(stand_name(Stand(At.NPC, number))) for number in range(len(play.view.npcs)))]
    most = across(names, _NAME[large], room=room, scale=play.context.scale, most=len(cells), around=2.0)
    return column(*in_rows(cells, evenly(len(cells), most)))


def progress(place: Place) -> Text:
    """Return the number of the letter in a player's stand, in short."""
    if not place.length:
        return T("–")
    if place.perhaps:
        return T("?/{length}", length=place.length)
    return T("extra") if place.done else T("{at}/{length}", at=place.at + 1, length=place.length)


def cards_behind(number: int, npc: Npc) -> tuple[str, Text]:
    """Return the cards behind a non-player stand, in short and for screen readers."""
    name = stand_name(Stand(At.NPC, number))
    if npc.standing is None:
        return f"+{npc.left}" if npc.left else "?", T("{stand}: unknown whether a card is in it", stand=name)
    text = N("{stand}: {n} card behind it", "{stand}: {n} cards behind it", n=npc.left, stand=name)
    return f"+{npc.left}" if npc.left else "", text


def _player_stand(play: Play[TableView], player: PlayerView, *, large: bool) -> ft.Control:
    place = player.place
    text = T("{player}: {where}", player=Player(player.seat), where=place.shown)
    if place.perhaps:
        text = T("{player}: letter unknown", player=Player(player.seat))
    name, shown = play.names[player.seat], play.say(progress(place)) if place.standing is not False else ""
    sign = play.badge(player.seat, size=18.0)
    return _stand(play, name, shown, text, standing=place.standing is not False, mark=sign, large=large)


def _npc_stand(play: Play[TableView], number: int, npc: Npc, *, large: bool) -> ft.Control:
    """Show a non-player stand with the cards behind it; before the first round, its whole stack."""
    return _stand(
        play,
        play.say(stand_name(Stand(At.NPC, number))),
        *cards_behind(number, npc),
        standing=npc.standing is not False,
        mark=drawings.token_dots(reds=0, greens=1, size=9.0) if npc.token else None,
        large=large,
    )


def _stand(
    play: Play[TableView], name: str, inside: str, text: Text, *, standing: bool, mark: ft.Control | None, large: bool
) -> ft.Control:
    scale = max(1.0, play.context.scale)
    face = ft.Column(
        [
            words(
                inside,
                ft.TextThemeStyle.TITLE_MEDIUM if large else ft.TextThemeStyle.LABEL_SMALL,
                color=theme.CARD_BLACK if standing else ft.Colors.ON_SURFACE,
            ),
            *([mark] if mark else []),
        ],
        spacing=1.0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    stand = stacked(
        drawings.stand(width=(58.0 if large else 36.0) * scale, inside=face, standing=standing),
        words(name, _NAME[large], align=ft.TextAlign.CENTER),
        spacing=2.0,
    )
    shown = drawing(stand, label=play.say(text))
    shown.expand = True
    return shown


def _bonus_letters(play: Play[TableView]) -> list[ft.Control]:
    view = play.view
    if not view.bonus_left:
        return []
    cards = [
        letter_card(
            f"{letter}?" if number < view.doubted else letter,
            play.say(
                T("Bonus letter {letter}, perhaps used", letter=letter)
                if number < view.doubted
                else T("Bonus letter {letter}", letter=letter)
            ),
            42.0 if number < view.doubted else 34.0,
            from_middle=True,
        )
        for number, letter in enumerate(view.bonus_left)
    ]
    title = caption(play, T("Bonus letters"), ft.TextThemeStyle.LABEL_MEDIUM)
    return [flowing([title, *cards], spacing=6.0, apart=6.0)]
