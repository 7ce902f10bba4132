"""Metadata of Pracherche."""

from typing import Final

from attrs import frozen

from companion.games.bronzen.messages import T
from companion.kernel.game import Column, Meta


@frozen
class House:
    """The house rules of Pracherche: there are none."""


META: Final = Meta(
    id="pracherche",
    folder="bronzen",
    title=T("Pracherche"),
    tagline=T("The higher card wins, the rest is talk"),
    revision=1,
    colour="#7a6a58",
    seats=(2, 2),
    columns=(Column("won", T("Rounds won"), 1, "pracherche.end"),),
)
