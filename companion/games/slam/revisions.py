"""Migrations of logs of older revisions; ``by_revision_N`` marks reports that are judged as they were then."""

from companion.games.slam.cards import NOTHING
from companion.kernel.game import Json


def unknown_as_zero(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Migrate a log of revision 1, in which no value was unknown, and missing values counted as 0.

    A slam or championship judged then keeps its judgement; one reported later asks for unknown values on the victory
    piles (slam.gold.poets, slam.ruling.card_values).

    >>> old = {"kind": "amend", "entry": "2", "action": {"kind": "slam.champions_revealed", "entries": []}}
    >>> unknown_as_zero({}, [old])[1][0]["action"]["untold_as_zero"]
    True
    """
    for entry in entries:
        reported = entry.get("action", entry)
        match reported.get("kind"):
            case "slam.champions_revealed":
                reported["untold_as_zero"] = True
            case "slam.poets_revealed":
                laid = [poet for lineup in reported["lineups"] for poet in lineup["poets"]]
                for poet in (*laid, reported.get("open_list") or {}):
                    poet.setdefault("values", [*NOTHING])
    return header, entries


def settled_before(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Migrate a log of revision 2, which asked every question and chose between own poets in two cases.

    Line-ups reported then are judged as they were then, also after later reports (slam.ruling.three_own,
    slam.ruling.open_list_pile, slam.ruling.gold_alone).

    >>> settled_before({}, [{"kind": "slam.gold_opened"}])[1]
    [{'kind': 'slam.gold_opened', 'by_revision_2': True}]
    """
    for entry in entries:
        reported = entry.get("action", entry)
        if reported.get("kind") in ("slam.poets_revealed", "slam.champions_revealed", "slam.gold_opened"):
            reported["by_revision_2"] = True
    return header, entries


def forgotten_before(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Upgrade a log of revision 3 so that its entries count as they did then.

    A reported winner overruled the cards, and only the winner's poets were kept; after a tie only tied players kept a
    poet; the detectives of false callers were not asked; two of a player's three tied poets continued
    (slam.turn.win, slam.tie.first, slam.poet.detective, slam.ruling.three_own).

    >>> forgotten_before({}, [{"kind": "slam.tie_told", "seats": [0, 1]}, {"kind": "slam.gold_won", "seat": 0}])[1]
    [{'kind': 'slam.tie_told', 'seats': [0, 1], 'also': []}, {'kind': 'slam.gold_won', 'seat': 0, 'by_revision_3': True}]
    """
    for entry in entries:
        reported = entry.get("action", entry)
        match reported.get("kind"):
            case "slam.poets_revealed" | "slam.champions_revealed" | "slam.slam_won" | "slam.gold_won":
                reported["by_revision_3"] = True
            case "slam.tie_told":
                reported["also"] = []
    return header, entries
