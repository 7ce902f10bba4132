"""Line-ups by chance, in which much is tied and much is open."""

from random import Random
from typing import Final

from games.slam.table import Table, attributes

from companion.games.slam.cards import ATTRIBUTES, Bonus, Lineup, Poet, Special, Trait, Voice, with_values
from companion.games.slam.reports.laying import PoetsRevealed

#: What the referee has something to do with, and nothing more often.
_TRAITS: Final = (
    *((),) * 12,
    (Trait.ROGUE,),
    (Trait.DETECTIVE,),
    (Trait.CONTAGIOUS,),
    (Trait.UNSCRUPULOUS,),
    (Trait.STORYTELLER,),
    (Trait.SCENE_DARLING,),
    (Trait.SCENE_DARLING, Trait.ROGUE),
)

#: House rules that change how a tie ends.
HOUSE: Final = {
    "runner_up_poets": ("discarded", "kept"),
    "own_and_others": ("kept", "unless_wins"),
    "no_second": ("applause", "nobody"),
    "sympathy": ("yes", "no"),
    "open_tie": ("player", "nobody"),
    "void_call": ("void", "false"),
    "nobody_admitted": ("nobody", "next"),
}


def house(random: Random) -> dict[str, str]:
    """Return house rules by chance."""
    return {rule: random.choice(options) for rule, options in HOUSE.items()}


def poet(random: Random, name: str, *, plain: bool, open_values: int) -> Poet:
    """Return a poet.

    :param plain: whether it has no trait.
    :param open_values: of ten values, how many no player has reported.
    """
    narrow = random.choice(((5, 7), (3, 9), (0, 20)))
    entered = {one: random.randint(*narrow) for one in ATTRIBUTES if random.randrange(10) >= open_values}
    traits = () if plain else random.choice(_TRAITS)
    voice = random.choice((Voice.LYRIC, Voice.PROSE, Voice.EITHER, None))
    bonuses = (Bonus(random.choice((-1, 1, 2))),) if random.randrange(6) == 0 else ()
    sister = not plain and random.randrange(12) == 0
    if sister:
        traits = (*traits, Trait.AVANTGARDIST)
    admitted = random.randrange(8) > 0
    return Poet(name, with_values(entered), admitted, True, bonuses, voice, traits, sister)


def lineup(random: Random, seat: int, *, plain: bool, open_values: int) -> Lineup:
    """Return what one player lays: usually two poets, sometimes a team, a third one, or fewer."""
    number = random.choice((2, 2, 2, 2, 3, 3, 1, 0))
    poets = tuple(
        poet(random, f"{'ABCDEF'[seat]}{card + 1}", plain=plain, open_values=open_values) for card in range(number)
    )
    team = number > 1 and random.randrange(4) == 0 and not any(one.sister for one in poets[:2])
    return Lineup(poets, team, number == 3)


def revealed(random: Random, *, plain: bool = False, open_values: int = 0, seats: int = 0) -> Table:
    """Return a table whose poets are revealed.

    :param plain: whether nothing is asked but what a tie brings up.
    :param open_values: of ten values, how many no player has reported.
    """
    seats = seats or random.choice((2, 2, 3, 3, 4))
    rules = house(random)
    rules["open_list"] = random.choice(("off", "on"))
    rules["style_diversity"] = "off" if plain else random.choice(("off", "on"))
    what = random.choice(("style", "style", "style+message", "sympathy", "" if not plain else "humour"))
    special = Special.NONE if plain else random.choice((Special.NONE, *Special))
    table = Table(*("Anna", "Ben", "Cem", "Dana", "Emil", "Fia")[:seats], **rules).slam(what, special)
    lineups = tuple(lineup(random, seat, plain=plain, open_values=open_values) for seat in range(seats))
    if not any(one.poets for one in lineups):
        lineups = (Lineup((poet(random, "A1", plain=plain, open_values=open_values),)), *lineups[1:])
    guest = None
    if rules["open_list"] == "on" and random.randrange(3):
        guest = poet(random, "Gast", plain=True, open_values=open_values)
    return table.report(PoetsRevealed(lineups, guest, zeros_told=True))


__all__ = ["HOUSE", "attributes", "house", "lineup", "poet", "revealed"]
