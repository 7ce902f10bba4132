"""Names of attributes, poets and slams, and sums of a poet's points."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from companion.games.slam.cards import Attribute, Bonus, Gold, Place, Poet, Slam, Source, Special, Trait, Voice
from companion.kernel.text import Listing, Player, Text, messages

T, N = messages("slam")

ATTRIBUTE: Final = {
    Attribute.STYLE: T("Style"),
    Attribute.MESSAGE: T("Message"),
    Attribute.HUMOUR: T("Humour"),
    Attribute.PERFORMANCE: T("Performance"),
    Attribute.SYMPATHY: T("Sympathy"),
}

VOICE: Final = {Voice.LYRIC: T("lyric"), Voice.PROSE: T("prose"), Voice.EITHER: T("lyric/prose")}

TRAIT: Final = {
    Trait.ROGUE: T("Rogue"),
    Trait.DETECTIVE: T("Detective"),
    Trait.UNSCRUPULOUS: T("Unscrupulous (bribe)"),
    Trait.CONTAGIOUS: T("Contagious"),
    Trait.SCENE_DARLING: T("Scene darling"),
    Trait.STORYTELLER: T("Storyteller"),
    Trait.BUDDY: T("Spontaneous buddy"),
    Trait.AVANTGARDIST: T("Avantgardist"),
    Trait.TEAM_POET: T("Team poet"),
    Trait.MINOR: T("Minor"),
    Trait.EARLY_STARTER: T("Early starter"),
    Trait.TRAVELLER: T("Traveller"),
    Trait.MARTINI: T("Martini glass"),
}

SOURCE: Final = {
    Source.ABILITY: T("ability"),
    Source.SLAM: T("slam card"),
    Source.OTHER: T("adjustment"),
    Source.SMART: T("smart clothes"),
    Source.NOT_MALE: T("player not male"),
    Source.BRIBE: T("bribe"),
    Source.CONTAGION: T("contagion"),
    Source.STYLE_DIVERSITY: T("style diversity"),
    Source.STORYTELLER: T("only prose poet"),
    Source.EXPERIENCED: T("experienced team"),
}

SPECIAL: Final = {
    Special.NONE: T("Usual slam"),
    Special.FEMINISM: T("Feminism slam"),
    Special.BEST_OF: T("Best-of slam (smart clothes)"),
}

GOLD: Final = {Gold.STATE: T("Landesmeisterschaft"), Gold.TEAM: T("Team championship")}


def poet_name(poet: Poet, card: int) -> Text:
    """Return a poet's name, or the number of its card if the name is unknown."""
    return T("{name}", name=poet.name) if poet.name else T("Poet {n}", n=card + 1)


def player_name(seat: int) -> Text:
    """Return the name of a player."""
    return T("{player}", player=Player(seat))


def whose(place: Place, poet: Poet) -> Text:
    """Return a poet's name with its owner."""
    name = poet_name(poet, place.card)
    if place.seat is None:
        return T("open list, {poet}", poet=name)
    return T("{player}, {poet}", player=Player(place.seat), poet=name)


def together(names: Sequence[Text]) -> Text:
    """Return the names of a team's two poets."""
    one, other = names
    return T("{one} & {other}", one=one, other=other)


def asked(attributes: Sequence[Attribute]) -> Text:
    """Return the attributes of a slam: one, or a sum."""
    return joined([ATTRIBUTE[attribute] for attribute in attributes])


def turned_up(slam: Slam, number: int) -> tuple[Text, ...]:
    """Return the announcement of a slam, with its attributes if the booking part names them."""
    name = T("{name}", name=slam.name) if slam.name else T("Slam {n}", n=number)
    counts = (T("What counts: {attributes}.", attributes=asked(slam.attributes)),) if slam.attributes else ()
    return (T("{slam} is on.", slam=name), *counts)


def joined(terms: Sequence[Text]) -> Text:
    """Return terms joined by a plus.

    >>> joined([T("a"), T("b")]).message
    '{left} + {right}'
    """
    return reduce(_plus, terms or (T("nothing"),))


def _plus(left: Text, right: Text) -> Text:
    return T("{left} + {right}", left=left, right=right)


def apart(lists: Sequence[Text]) -> Text:
    """Return listings joined by a dot.

    >>> apart([T("a"), T("b")]).message
    '{left} · {right}'
    """
    return reduce(lambda left, right: T("{left} · {right}", left=left, right=right), lists or (T("nothing"),))


def reckoned(
    values: Sequence[tuple[Attribute, int | None]], bonuses: Sequence[Bonus], unknown: Sequence[Source] = ()
) -> Text:
    """Return the sum of a poet's points: "10 Humour + 8 Style + 2 smart clothes".

    :param values: attributes with their values; ``None`` for an unknown one.
    :param unknown: sources of bonuses of unknown amount.
    """
    known = [(attribute, "?" if n is None else n) for attribute, n in values]
    whole = joined([T("{n} {attribute}", n=n, attribute=ATTRIBUTE[attribute]) for attribute, n in known])
    for bonus in bonuses:
        name: Text = T("{name}", name=bonus.words) if bonus.words else SOURCE[bonus.source]
        term = T("{n} {attribute}", n=abs(bonus.amount), attribute=name)
        whole = _plus(whole, term) if bonus.amount >= 0 else T("{left} − {right}", left=whole, right=term)
    for source in unknown:
        whole = _plus(whole, T("{n} {attribute}", n="?", attribute=SOURCE[source]))
    return whole


def poets_of(n: int, seat: int) -> Text:
    """Return "two of" or "three of" a player's poets."""
    player = Player(seat)
    return T("Two of {player}’s poets", player=player) if n == 2 else T("Three of {player}’s poets", player=player)


def listed(names: Iterable[Text]) -> Listing:
    """Return names as a listing."""
    return Listing(tuple(names))


def players_listed(seats: Iterable[int]) -> Listing:
    """Return the names of players as a listing."""
    return listed(map(player_name, seats))


def wins_alone(seat: int) -> Text:
    """Return the message on the only player who can take part in the championship (slam.ruling.gold_alone)."""
    return T("{player} alone can take part and wins the gold card without a comparison.", player=Player(seat))


def no_participant(*, applause: bool) -> Text:
    """Return the message on a gold card for which no player has a poet (slam.ruling.state_poets)."""
    if applause:
        return T("Nobody has a poet for the gold card: the applause decides.")
    return T("Nobody can take part: nobody gets the gold card.")


def money(cents: int) -> Text:
    """Return an amount of money."""
    if not cents % 100:
        return T("{euros} €", euros=cents // 100)
    return T("{euros}.{cents} €", euros=cents // 100, cents=f"{cents % 100:02d}")
