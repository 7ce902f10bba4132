"""Notes from a poet's card on the current slam, each with its rule: on the poet's sheet, and on the stage."""

from datetime import date

from companion.games.slam.assistants import real_day
from companion.games.slam.card_library import PoetCard
from companion.games.slam.cards import Poet, Trait
from companion.games.slam.messages import T
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.table.scene import Scene
from companion.kernel.explain import Explanation
from companion.kernel.text import Text


def on_card(scene: Scene, here: Poet, known: PoetCard | None) -> list[Explanation]:
    """Return the notes on one poet."""
    notes: list[Explanation] = []
    if known and (hint := scene.kept_out(known, here)):
        notes.append(Explanation(T("By the card, this poet may not enter this slam."), (hint,)))
    if here.has(Trait.EARLY_STARTER):
        notes.append(_early_starter())
    if here.has(Trait.MINOR):
        text = T("Minor: not where a martini glass is active; at the Special Slam only with a 1 or 2.")
        notes.append(Explanation(text, ("slam.poet.minor",)))
    if scene.view.state.house.weekday == "on" and known and any(busy.only_on_six for busy in known.busy):
        text = T("With a die before the day: roll, and only a {n} keeps the poet away.", n=NUMBERS.die.hindered)
        notes.append(Explanation(text, ("slam.adv.weekday",)))
    return notes


def on_stage(scene: Scene) -> list[Explanation]:
    """Return the conditions that the players must check: an Early starter's slam, and a die before the day."""
    notes: list[Explanation] = []
    for poet in scene.seen.present:
        if scene.stays_out(poet):
            continue
        if poet.has(Trait.EARLY_STARTER):
            notes.append(_early_starter())
        if _rolls(scene, scene.cards.poet(poet.name)):
            text: Text = T(
                "{poet}: roll the die; only a {n} keeps the poet away. Then tap the poet and enter it there.",
                poet=T("{name}", name=poet.name),
                n=NUMBERS.die.hindered,
            )
            notes.append(Explanation(text, ("slam.adv.weekday",)))
    return notes


def _early_starter() -> Explanation:
    text = T("Early starter: not in clubs and not at the Schnaps slam; Kneipenslam and the erotic edition are allowed.")
    return Explanation(text, ("slam.poet.early_starter",))


def _rolls(scene: Scene, card: PoetCard | None) -> bool:
    """Return whether a die is printed before the day of this slam on a poet's card."""
    if card is None or scene.view.state.house.weekday == "off" or scene.draft.day is None:
        return False
    today = real_day(scene.draft.day, date.today().weekday())
    return any(busy.day == today and busy.only_on_six for busy in card.busy)
