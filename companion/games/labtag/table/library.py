"""The card library of LABTAG."""

from collections.abc import Callable

import flet as ft
from attrs import asdict

from companion.games.labtag.card_library import FILE
from companion.games.labtag.cards import Card
from companion.games.labtag.messages import T, card_words, cards_of
from companion.games.labtag.reports.turning import CARD
from companion.games.labtag.table.faces import card_face
from companion.games.labtag.view import TableView
from companion.ui.kit.card_library import CardLibrary, Row, Shelf
from companion.ui.kit.form import FieldsForm
from companion.ui.kit.table_context import Play


def collection(play: Play[TableView]) -> ft.Control:
    """Return the library of all cards of this device; its form accepts any card value, also those without a key."""

    def row(card: Card) -> Row:
        return Row(card.name or play.say(T("Without a name")), play.say(card_words(card)), drawing=card_face(card))

    def form(card: Card | None, _: tuple[Card, ...], done: Callable[[Card], None]) -> ft.Control:
        given = asdict(card) if card else {"golden": False}
        return FieldsForm(
            T("Card"),
            CARD,
            play.say,
            lambda values: done(Card(**values)),
            given=given,
            done=T("Save the card"),
            in_reach=True,
        )

    shelf = Shelf(
        "cards",
        T("Known cards"),
        T("New card"),
        row,
        form,
        "known",
        lambda card: (-card.labtag, -card.points, card.name),
    )
    return CardLibrary(
        play,
        FILE,
        [shelf],
        counted=lambda known: cards_of(len(known.cards)),
        how=T("Cards you already have are kept."),
        key="collection",
    )
