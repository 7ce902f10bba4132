"""What the forms of Slam! ask, with every option and limit; any screen can draw them."""

from collections.abc import Callable

import pytest
from games.slam.table import Table, poet, team, two

from companion.games.slam.cards import UNKNOWN, Form, Place, Special, Trait, Voice
from companion.games.slam.reports.answers import DetectiveActed
from companion.i18n import Renderer
from companion.kernel.offers import Choice, Composite, Field, Number, Several, Subset, Words, YesNo


def drawn(table: Table) -> list[str]:
    """Return what the offers with fields ask of what is reported in full, one line each."""
    renderer = Renderer("en", table.names)

    def shown(field: Field) -> str:
        label = renderer.text(field.label)
        match field:
            case Choice(options=options) | Subset(options=options):
                return f"{label} {' | '.join(renderer.text(option.label) for option in options)}"
            case YesNo():
                return label
            case Number(low=low, high=high, default=default):
                return f"{label} {low}–{default}–{high}"
            case Words(longest=longest, examples=examples, optional=optional):
                return f"{label} “{', '.join(examples)}” ≤{longest}{' or none' if optional else ''}"
            case Several(each=each, low=low, high=high):
                return f"{label} {low}–{high} × <{shown(each)}>"
            case Composite(parts=parts):
                return f"{label} <{'; '.join(map(shown, parts))}>"

    return [
        f"{renderer.text(offer.label)}: {'; '.join(map(shown, offer.fields))}" for offer in table.exact if offer.fields
    ]


COUNTS = "What counts? (empty: the show decides) {} × <Attribute Style | Message | Humour | Performance | Sympathy>"
TRAITS = (
    "Nothing special | Rogue | Detective | Unscrupulous (bribe) | Contagious | Scene darling | Storyteller"
    " | Spontaneous buddy | Avantgardist | Team poet | Minor | Early starter | Traveller | Martini glass"
)
POET = "Poet {} <Values <Style 0–7–20>; Admitted? yes | no; Special " + TRAITS + ">"
STAND = "Line-up Two poets | The first two as a team | A third poet with an action card | A team and a third poet"
STAND += " | Only the first, no more cards in hand | None, no cards in hand"
LINEUP = "; ".join([*(POET.format(number) for number in (1, 2, 3)), STAND])
UNDECIDED = LINEUP.replace("Values <Style 0–7–20>; ", "")
GUESTS = " | ".join(["nobody drawn", *(f"a poet with {value}" for value in range(21))])


def _asked(*traits: Trait, what: str = "style", special: Special = Special.NONE) -> Table:
    return Table("Anna", "Ben", "Cem", open_list="on").slam(what, special).reveal(
        two(4, poet("A", 5, *traits)), two(poet("B1", 6, humour=3), 2), two(3, 2), open_list=poet("Gast", 1, voice=Voice.LYRIC)
    )  # fmt: skip


@pytest.mark.rule("slam.turn.booking", "slam.turn.play", "slam.card.best_of", "slam.ruling.applause_split")
@pytest.mark.parametrize(
    ("position", "asked"),
    [
        (
            Table,
            "Open the slam: Name of the slam “Comedy Slam, Jugend Slam” ≤40 or none; "
            + COUNTS.format("0–2")
            + "; Kind Usual slam | Feminism slam | Best-of slam (smart clothes)",
        ),
        (
            lambda: Table(won={"Anna": 5, "Ben": 5}, piles={"Anna": [poet("A")], "Ben": [poet("B")]}),
            "Turn up the gold card: " + COUNTS.format("0–2"),
        ),
        (lambda: Table().slam(), f"Enter the poets: The poets <Anna <{LINEUP}>; Ben <{LINEUP}>>"),
        (
            lambda: Table(open_list="on").slam(),
            f"Enter the poets: The poets <Anna <{LINEUP}>; Ben <{LINEUP}>>; Poet of the open list {GUESTS}",
        ),
        (
            lambda: Table(open_list="on").slam(""),
            f"Enter the poets: The poets <Anna <{UNDECIDED}>; Ben <{UNDECIDED}>>; "
            "Poet of the open list nobody drawn | a poet",
        ),
        (
            lambda: Table(
                piles={"Anna": [poet("A"), poet("a"), poet("R", 0, Trait.ROGUE)], "Ben": [poet("B")]},
                won={"Anna": 9, "Ben": 1},
                gold="state",
            ).gold(),
            "Enter the poets: The poets from the victory piles <Anna A and a | A & a (team); Ben B>",
        ),
        (
            lambda: Table(
                piles={"Anna": [poet("A", 0, Trait.AVANTGARDIST), poet("a")], "Ben": [poet("B"), poet("b")]},
                won={"Anna": 5, "Ben": 5},
                gold="team",
                any_two="teams",
            ).gold(),
            "Enter the poets: The poets from the victory piles"
            " <Anna nobody | A with her sister | A & a (team); Ben nobody | B & b (team)>",
        ),
        (
            lambda: _asked(Trait.UNSCRUPULOUS),
            "Enter the gifts: Cents given <Ben 0–0–100000; Cem 0–0–100000>",
        ),
        (
            lambda: _asked(special=Special.FEMINISM),
            "Say who: Who is not male? 0–3 × <Player Anna | Ben | Cem>",
        ),
        (
            lambda: _asked(special=Special.BEST_OF),
            "Enter the votes: How many say smart? <Anna <A1 0–0–3; A 0–0–3>; Ben <B1 0–0–3; B2 0–0–3>;"
            " Cem <C1 0–0–3; C2 0–0–3>; Open list <Gast 0–0–3>>",
        ),
        (lambda: _asked(what=""), "Enter what counts: " + COUNTS.format("1–2") + "; Die (0: none) 0–0–6"),
        (
            lambda: Table().slam("style+humour").reveal(two(poet("A", None, style=5), 4), two(3, 2)),
            "Enter the values: Values <Humour 0–7–20>",
        ),
        (
            lambda: Table("Anna", "Ben", "Cem").slam().reveal(two(9, 5), two(9, 5), two(3, 2)),
            "Call and hand differ: Who called first? Anna | Ben; Whose hand is at the bottom? Anna | Ben",
        ),
        (
            lambda: Table("Anna", "Ben", "Cem").slam().reveal(two(9, 5), two(8, 5), two(3, 2)),
            "Somebody called Schinken: Who called Schinken? 1–3 × <Player Anna | Ben | Cem>",
        ),
    ],
)
def test_what_a_form_asks(position: Callable[[], Table], asked: str) -> None:
    assert [form for form in drawn(position()) if not form.startswith("Open the slam") or form == asked] == [asked]


@pytest.mark.rule("slam.gold.poets")
def test_what_a_gold_card_asks_for_that_nobody_compares_is_not_asked() -> None:
    assert drawn(Table(won={"Anna": 10}, piles={"Anna": [poet("A")]})) == []


@pytest.mark.rule("slam.gold.poets", "slam.poet.avantgardist")
def test_a_form_of_any_screen_lays_what_it_says() -> None:
    """The parts of the form become poets: what counts, whether admitted, a trait, and how they stand."""
    table = Table().slam()
    (offer,) = table.exact
    form = offer.fields[0]
    assert isinstance(form, Composite)
    stand = form.parts[0]
    assert isinstance(stand, Composite)
    first_poet, *_, forms = stand.parts
    assert isinstance(first_poet, Composite)
    values, admitted, trait = first_poet.parts
    assert isinstance(values, Composite)
    assert isinstance(admitted, Choice)
    assert isinstance(trait, Choice)
    assert [option.value for option in admitted.options] == [True, False]
    assert [option.value for option in trait.options] == [None, *Trait]
    assert isinstance(forms, Choice)
    parts = ((7,), True, None), ((6,), False, Trait.ROGUE), ((5,), True, Trait.BUDDY)
    laid = [offer.kind(lineups=((*parts, option.value),)).lineups[0] for option in forms.options]
    assert [(len(one.poets), one.team, one.action_card) for one in laid] == [
        (2, False, False),
        (2, True, False),
        (3, False, True),
        (3, True, True),
        (1, False, False),
        (0, False, False),
    ]
    first, second, third = laid[2].poets
    assert (first.values, first.admitted, first.traits) == ((7, None, None, None, None), True, ())
    assert (second.values[0], second.admitted, second.traits) == (6, False, (Trait.ROGUE,))
    assert third.traits == (Trait.BUDDY,)


@pytest.mark.rule("slam.turn.show", "slam.turn.die", "slam.ruling.card_values")
def test_as_long_as_the_show_decides_the_form_asks_for_no_values() -> None:
    table = Table().slam("")
    (offer,) = table.exact
    laid = offer.kind(lineups=(((True, None), (False, Trait.ROGUE), (True, None), (Form.PLAIN, ())),)).lineups[0]
    assert [poet.values for poet in laid.poets] == [UNKNOWN, UNKNOWN]
    assert [poet.admitted for poet in laid.poets] == [True, False]


def _without_partner() -> Table:
    """A detective disqualifies one of a team; the partner alone is as good as the third poet."""
    detective, rogue = poet("", 3, Trait.DETECTIVE), poet("", 7, Trait.ROGUE)
    table = Table("Anna", "Ben", "Cem").slam()
    table.reveal(team(rogue, 9, 9, action_card=True), two(detective, 3), two(3, 2))
    return table.report(DetectiveActed(Place(1, 0), Place(0, 0)))


@pytest.mark.rule("slam.tie.own", "slam.ruling.third_or_team")
@pytest.mark.parametrize(
    ("position", "names"),
    [
        (lambda: Table().slam().reveal(two(9, 9), two(3, 2)), ["A1", "A2"]),
        (lambda: Table().slam().reveal(team(9, 8, 7, action_card=True), two(9, 5)), ["A1 & A2", "A3"]),
        (lambda: Table().slam().reveal(team(9, 8, 9, action_card=True), two(3, 5)), ["A1 & A2", "A3"]),
        (_without_partner, ["A2", "A3"]),
    ],
)
def test_own_poets_are_offered_by_name(position: Callable[[], Table], names: list[str]) -> None:
    table = position()
    assert [Renderer("en", table.names).text(offer.label) for offer in table.exact] == names


@pytest.mark.rule("slam.gold.poets")
def test_a_seat_without_poets_has_nothing_to_choose() -> None:
    piles = {"Anna": [poet("A", 9)], "Ben": [poet("B", 8)]}
    table = Table("Anna", "Ben", "Cem", piles=piles, won={"Anna": 5, "Ben": 5}, gold="state").gold()
    assert drawn(table) == ["Enter the poets: The poets from the victory piles <Anna A; Ben B; Cem nobody>"]
