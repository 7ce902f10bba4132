"""A player for the crash test, run in a process of its own and killed without warning."""

import os
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from toy.mount import mount

from companion.games import games
from companion.kernel.log import Act
from companion.kernel.offers import Choice, Offer
from companion.storage.library import Library
from companion.tables.session import Session

mount()
GAMES = games()


def play(folder: Path, game_id: str, seed: int, sent: Connection) -> None:
    """Report random events as fast as possible; each id is sent only after its report was submitted."""
    random = Random(seed)
    library = Library.open(folder).library
    session = Session(library.load(game_id, GAMES).replay, library.journal(game_id))
    while True:
        chance = random.random()
        if chance < 0.05 and session.last:
            submitted = session.undo()
        elif chance < 0.1 and session.redo_target:
            submitted = session.redo()
        else:
            submitted = session.submit(Act(random_action(session.offers(None), random)), by=random.choice([None, 0, 1]))
        os.write(sent.fileno(), f"{submitted.entry.id}\n".encode())


def random_action(offers: tuple[Offer, ...], random: Random) -> object:
    """Return any action the offers allow that does not end the game."""
    offer = random.choice([offer for offer in offers if offer.kind.__name__ != "Finished"])
    chosen = {
        field.name: random.choice(field.options).value
        if isinstance(field, Choice)
        else random.randint(field.low, field.high)
        for field in offer.fields
    }
    return offer.action(chosen)
