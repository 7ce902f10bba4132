"""The buttons at the bottom of the table screen."""

from functools import partial

import flet as ft

from companion.games.schlafmuetze.cards import COLOURS, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, card_name, hour
from companion.games.schlafmuetze.phases import (
    Disputed,
    GameOver,
    LastCard,
    Naming,
    Opening,
    RoundOver,
    Running,
    Voting,
)
from companion.games.schlafmuetze.reports.colours import ColourNamed, NoColourLeft, Stuck
from companion.games.schlafmuetze.reports.disputes import Agreed, NotAgreed, SpeedDispute
from companion.games.schlafmuetze.reports.doubts import Halt, Voted
from companion.games.schlafmuetze.reports.ending import Finish, NextRound
from companion.games.schlafmuetze.reports.laying import CannotOpen, GoesOn, Laid, LastCardLaid, NobodyDoubts, WrongCard
from companion.games.schlafmuetze.table.circle import PileSelection
from companion.games.schlafmuetze.table.colours import swatch
from companion.games.schlafmuetze.table.detail_level import detail_button, ways
from companion.games.schlafmuetze.view import TableView
from companion.kernel.offers import Offer, Weight
from companion.kernel.text import Player
from companion.ui.design import theme
from companion.ui.design.base import name, soft, words
from companion.ui.design.buttons import Emphasis
from companion.ui.design.layout import beside, column, flowing, lines, wide
from companion.ui.design.player_badge import SIZE
from companion.ui.design.text_fit import width_of
from companion.ui.kit.elements import GameOverButtons
from companion.ui.kit.pane import caption, fitting_rows, offer_button, quiet_button, quiet_offer, sign_button
from companion.ui.kit.table_context import Play


def buttons(play: Play[TableView], selection: PileSelection) -> ft.Control | None:
    """Return the possible reports, the most frequent first."""
    view = play.view
    offers = {offer.kind: offer for offer in play.offers}
    match view.state_phase:
        case Opening():
            return column(*_opening(play, offers, selection))
        case Running():
            return column(*_running(play, offers, selection))
        case LastCard():
            last: Emphasis = "primary" if view.every_card else "tonal"  # counting the hands implies it as well
            answers = [
                _halt(play, offers[Halt]),
                offer_button(play, offers[NobodyDoubts], "nobody-doubts", emphasis=last),
            ]
            return column(*_large(play, answers), flowing(_disputes(play)))
        case Voting():
            yes, no = play.offered(Voted)
            votes = [
                offer_button(
                    play,
                    offer,
                    identifier,
                    leading=ft.Icon(icon, size=40.0),
                    emphasis="tonal",
                    large=play.layout.roomy,
                    again=True,  # hands are counted one after the other
                )
                for offer, identifier, icon in (
                    (yes, "vote-valid", ft.Icons.THUMB_UP_OUTLINED),
                    (no, "vote-against", ft.Icons.THUMB_DOWN_OUTLINED),
                )
            ]
            return column(*fitting_rows(play, votes, 2))
        case Disputed():
            return _agreement(play, offers[NotAgreed])
        case Naming():
            return _naming(play)
        case RoundOver():
            return column(
                offer_button(play, offers[NextRound], "next-round", emphasis="primary"),
                offer_button(play, offers[Finish], "finish"),
                flowing(detail_button(play)),
            )
        case GameOver():
            return GameOverButtons(play)
        case _:
            return None


def _halt(play: Play[TableView], offer: Offer) -> ft.Control:
    """Return the one big button, which stops the game for a doubt."""
    ink = ft.Colors.ON_SURFACE_VARIANT if offer.closed else ft.Colors.ON_PRIMARY
    return offer_button(
        play,
        offer,
        "halt",
        sublabel=T("I doubt that word"),
        leading=ft.Icon(ft.Icons.PAN_TOOL, size=30.0, color=ink),
        emphasis="primary",
        large=True,
    )


def _opening(play: Play[TableView], offers: dict[type, Offer], selection: PileSelection) -> list[ft.Control]:
    view = play.view
    cannot = quiet_offer(play, offers[CannotOpen], "cannot")
    if not view.every_card:
        lies = offer_button(play, offers[GoesOn], "goes-on", emphasis="tonal")
        return [*_large(play, [_halt(play, offers[Halt]), lies]), *_out(play, offers[LastCardLaid], [cannot])]
    pencil = ft.Icons.EDIT_OUTLINED
    circle = quiet_button(play, T("Words of the circle"), lambda: selection.write(-1), "circle-words", icon=pencil)
    row = flowing([cannot, circle])
    if selection.pile is None:
        asked = play.say(T("Tap the pile on which the card lies."))
        return [soft(asked, ft.TextThemeStyle.BODY_LARGE, align=ft.TextAlign.CENTER), row]
    return [_who_and_colour(play, selection.pile, selection), row]


def _running(play: Play[TableView], offers: dict[type, Offer], selection: PileSelection) -> list[ft.Control]:
    view = play.view
    halt = _halt(play, offers[Halt])
    if selection.pile is not None:
        return [_who_and_colour(play, selection.pile, selection), halt]
    small: list[ft.Control] = [quiet_offer(play, offers[Stuck], "stuck", text=T("Nobody can lay")), *_disputes(play)]
    if offers[WrongCard].weight is Weight.SIDE:
        small.append(quiet_offer(play, offers[WrongCard], "wrong-card", text=T("Wrong card")))
    if view.every_card:
        return [halt, flowing(small)]
    lies = [offer_button(play, offers[GoesOn], "goes-on", emphasis="tonal")] if GoesOn in offers else []
    return [*_large(play, [halt, *lies]), *_out(play, offers[LastCardLaid], small)]


def _large(play: Play[TableView], buttons: list[ft.Control]) -> list[ft.Control]:
    return fitting_rows(play, buttons, 1 if play.layout.is_phone else 2)


def _out(play: Play[TableView], offer: Offer, small: list[ft.Control]) -> list[ft.Control]:
    """Return a button for each player who may be out of cards, and the small buttons."""
    (asked,) = offer.fields
    earlier = play.corrected_report(LastCardLaid)
    names = [
        quiet_button(
            play,
            play.names[seat],
            partial(play.actions.report, LastCardLaid(seat)),
            f"out-{seat}",
            icon=play.badge(seat, size=20.0),
            outlined=True,
            entered=earlier is not None and earlier.seat == seat,
        )
        for seat in play.view.everybody
    ]
    asks = caption(play, asked.label)
    if play.layout.roomy:
        return [flowing([asks, *names, *small])]
    if _has_long_names(play):
        return [asks, *fitting_rows(play, [*names, *small], 2)]
    return [asks, flowing(names), flowing(small)]


def _has_long_names(play: Play[TableView]) -> bool:
    """Return whether a name would have a whole row for itself, so that all of them left no room for the prompt."""
    style, around = ft.TextThemeStyle.LABEL_LARGE, 2 * theme.Space.l + SIZE + theme.Space.s
    longest = max(width_of(each, style, play.context.scale, whole=True) for each in play.names)
    return longest + around > (play.layout.room - theme.Space.s) / 2


def _disputes(play: Play[TableView]) -> list[ft.Control]:
    """Return a button for a dispute, or two where the card just entered may be in question or not."""
    possible = [offer for offer in play.offered(SpeedDispute) if not offer.closed]
    texts = {True: T("It is about the card just entered"), False: T("None of the cards is entered yet")}
    possibly = [(texts[bool(offer.value("latest"))], offer) for offer in possible]
    return [ways(play, T("Who was first?"), "dispute", possibly)] if possibly else []


def _who_and_colour(play: Play[TableView], pile: int, selection: PileSelection) -> ft.Control:
    """Return a row for each player with the four colours of the card, so that one tap enters both."""

    view, earlier = play.view, play.corrected_report(Laid)

    def lay(seat: int, colour: Colour) -> None:
        selection.pick(None)
        word = earlier.word if earlier and (earlier.pile, earlier.colour) == (pile, colour) else ""
        play.actions.report(Laid(seat, pile, colour, word))

    title = play.say(T("{hour} o'clock: {card}", hour=hour(pile), card=card_name(view.circle[pile])))
    heading = beside(
        wide(words(title, ft.TextThemeStyle.TITLE_SMALL, lines=1)),
        sign_button(play, ft.Icons.EDIT_OUTLINED, T("Word of a pile"), lambda: selection.write(pile), "pile-word"),
        sign_button(play, ft.Icons.CLOSE, T("Another pile"), lambda: selection.pick(None), "pile-close"),
        spacing=0.0,
    )
    rows: list[ft.Control] = [heading]
    seats = view.laying
    style, named = _beside_colours(play, [play.names[seat] for seat in seats])
    for seat in seats:
        cells: list[ft.Control] = [
            swatch(
                colour,
                on_click=lambda _, seat=seat, colour=colour: lay(seat, colour),
                label=play.say(T("{player} lays {colour}", player=Player(seat), colour=COLOUR_NAMES[colour])),
                identifier=f"lay-{seat}-{colour.value}",
                chosen=earlier is not None and (earlier.seat, earlier.pile, earlier.colour) == (seat, pile, colour),
            )
            for colour in COLOURS
        ]
        who = play.who(seat, name(play.names[seat], style))
        if named:
            rows.append(beside(ft.Container(who, width=named), *cells, spacing=theme.Space.xs))
        else:
            rows += [who, beside(*cells, spacing=theme.Space.xs)]
    return lines(*rows, spacing=theme.Space.xs)


def _beside_colours(play: Play[TableView], names: list[str]) -> tuple[ft.TextThemeStyle, float]:
    """Return the text style and width of names beside the colours; width 0 if names are above them."""
    room = play.layout.room - len(COLOURS) * (theme.Space.target + theme.Space.xs)
    large, small = ft.TextThemeStyle.TITLE_MEDIUM, ft.TextThemeStyle.TITLE_SMALL
    for style, whole in ((large, True), (large, False), (small, False)):
        named = max(width_of(each, style, play.context.scale, whole=whole) for each in names)
        named += SIZE + theme.Space.s
        if named <= room:
            return style, named
    return large, 0.0


def _agreement(play: Play[TableView], open_: Offer) -> ft.Control:
    buttons = [
        offer_button(
            play,
            offer,
            "agreed" if offer.value("seat") is None else f"first-{offer.value('seat')}",
            emphasis="tonal",
            large=play.layout.roomy,
        )
        for offer in play.offered(Agreed)
    ]
    return column(*fitting_rows(play, buttons, 2), offer_button(play, open_, "not-agreed"))


def _naming(play: Play[TableView]) -> ft.Control:
    """Return the four colours; a tap on an impossible one says why."""
    cells: list[ft.Control] = []
    for offer in play.offered(ColourNamed):
        colour = offer.value("colour")
        cells.append(
            swatch(
                colour,
                on_click=lambda _, offer=offer: play.actions.choose(offer),
                label=play.say(offer.label),
                identifier=f"name-{colour.value}",
                text=play.say(offer.label),
                height=68.0,
                dimmed=offer.closed is not None,
                chosen=offer == play.corrected_offer,
            )
        )
    none = [offer_button(play, offer, "no-colour-left") for offer in play.offered(NoColourLeft)]
    return column(*fitting_rows(play, cells, 2), *none)
