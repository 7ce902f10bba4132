"""The card library of Slam!: poets and slams, in the forms of the table."""

from collections.abc import Callable

import flet as ft

from companion.games.slam.card_library import FILE, Library, PoetCard, SlamCard
from companion.games.slam.messages import N, T
from companion.games.slam.table.booking import slam_form, slam_line
from companion.games.slam.table.poet_card import PoetForm, poet_line
from companion.games.slam.view import TableView
from companion.kernel.text import Text
from companion.ui.kit.card_library import CardLibrary, Row, Shelf
from companion.ui.kit.table_context import Play


def card_library(play: Play[TableView]) -> ft.Control:
    """Return the library of all poets and slams of this device."""

    def poet(card: PoetCard | None, known: tuple[PoetCard, ...], done: Callable[[PoetCard], None]) -> ft.Control:
        names, taken = {one.name for one in known}, T("There is a card of this name already.")
        return PoetForm(play, card or PoetCard(""), (), names, _title(card), done, name_taken=taken)

    def slam(card: SlamCard | None, _: tuple[SlamCard, ...], done: Callable[[SlamCard], None]) -> ft.Control:
        return slam_form(play, card or SlamCard(""), _title(card), done)

    return CardLibrary(
        play,
        FILE,
        [
            Shelf("poets", T("Poets"), T("New poet"), lambda card: _row(card, poet_line(play, card)), poet, "poet"),
            Shelf("slams", T("Slams"), T("New slam"), lambda card: _row(card, slam_line(play, card)), slam, "slam"),
        ],
        counted=_counted,
        how=T("A card of the same name is replaced; all others stay."),
        key="library",
    )


def _title(card: PoetCard | SlamCard | None) -> Text:
    return T("Save the changes") if card else T("Save the card")


def _row(card: PoetCard | SlamCard, line: str) -> Row:
    return Row(card.name, f"{card.name}, {line}", line)


def _counted(cards: Library) -> Text:
    poets = N("{n} poet", "{n} poets", n=len(cards.poets))
    return T("{poets} and {slams}", poets=poets, slams=N("{n} slam", "{n} slams", n=len(cards.slams)))
