"""A dispute: the table is paused while the group finds the rule, decides, and goes on."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import flet as ft
from attrs import define, evolve, frozen

from companion.kernel.explain import Explanation
from companion.kernel.log import Ruling
from companion.kernel.text import Player, Text, messages
from companion.kernel.text_limits import LONGEST_TEXT
from companion.tables.agreement import RULE
from companion.tables.conflicts import Conflict
from companion.tables.drafts import DraftKey
from companion.tables.session import Dispute
from companion.tables.tables import Precedent
from companion.ui import design
from companion.ui.app.context import use_page_context
from companion.ui.app.scaffold import page_with_foot, quiet_button, sliding
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import column, lines, stacked
from companion.ui.kit.pane import button
from companion.ui.kit.table_context import AnyPlay
from companion.ui.rules.rule import open_precedent, precedent_card, precedents, rule_body
from companion.ui.rules.search import Search, hit_row, rule_row, use_search
from companion.ui.runtime.hooks import component, use_value

T, N = messages("companion")

#: Passages and earlier rulings that are offered at once.
FEW: Final = 5


@frozen
class Said:
    """What phones have entered for an open dispute.

    :param page: the page on which the decision was last edited.
    """

    about: Dispute
    decision: str = ""
    page: str = ""
    agreed: frozenset[int] = frozenset()


#: What all phones of a table have said of its dispute.
SAID: Final = DraftKey("dispute.said", stored=Said)


@define(eq=False)
class Draft:
    """A page's draft for a dispute.

    :param about: the dispute; the text outlives it, as another phone may settle it first.
    """

    decision: str = ""
    about: Dispute | None = None
    typed: str = ""
    chosen: tuple[str, ...] = ()

    def take_up(self, dispute: Dispute) -> None:
        """Continue with this dispute, or start with another one."""
        if self.about != dispute:
            self.about, self.typed = dispute, ""
            self.chosen = dispute.rules if len(dispute.rules) == 1 else ()


#: What one page has written of it.
WRITTEN: Final = DraftKey[Draft]("dispute")


@component
def DisputePane(play: AnyPlay, dispute: Dispute) -> ft.Control:
    """The dispute: the rules in question, earlier rulings, the decision and its supporters."""
    context = use_page_context()
    draft = play.drafts.start(WRITTEN, Draft)
    draft.take_up(dispute)
    found = use_search(
        context,
        label=context.say(T("What is the dispute about?")),
        playing=play.meta.id,
        phase=play.view.phase,
        begun=draft.typed,
    )
    chosen, choose = use_value(draft.chosen)
    decision, decide = use_value(draft.decision)
    said = play.session.drafts.get(SAID)
    said = said if said and said.about == dispute else Said(dispute)
    elsewhere = said.decision.strip() if said.page != context.reporter else ""
    # of these words one has found the rule: it has the room their hits took
    answered, answer = use_value(draft.typed)
    draft.typed, draft.chosen, draft.decision = found.typed, chosen, decision

    def settle() -> None:
        decided = decision.strip() or elsewhere
        play.actions.enter(Ruling(found.typed.strip(), decided, chosen, tuple(sorted(said.agreed))))
        _clear_draft(play)

    def write(text: str) -> None:
        decide(text)
        play.session.drafts.set(SAID, evolve(said, decision=text, page=context.reporter))

    def toggle(rule: str) -> None:
        choose(lambda now: tuple(id for id in now if id != rule) if rule in now else (*now, rule))
        if rule not in chosen:
            answer(found.typed)

    if found.hits is not None and found.typed != answered:
        return page_with_foot(_hits(play, found, chosen, toggle), [], top=found.field, shown="hits")

    drop = quiet_button(context, T("Continue without a decision"), partial(_drop, play), "go-on", outlined=False)
    possible = bool(decision.strip() or elsewhere)
    done = button(play, T("Save the decision and continue"), settle, "settle", available=possible)
    settled, others = _before(play, chosen or dispute.rules, write)
    controls = [
        column(_paused(play), stacked(drop), spacing=0.0),
        *settled,
        *_passages(play, dispute, found, chosen, toggle, partial(answer, "")),
        *_decision(play, decision, write, elsewhere, said.agreed, partial(_vote, play, said)),
        # across a phone the rule needs the room of a foot
        *([done] if context.low else []),
        *others,
    ]
    return page_with_foot(controls, [] if context.low else [done], top=found.field, shown="settling")


def _paused(play: AnyPlay) -> ft.Control:
    """Return the card with the reason why nothing can be entered."""
    return design.prompt_card(
        text=play.context.say(T("Play is paused.")),
        lines=[play.context.say(T("Look it up, decide, and continue: until then nothing can be entered."))],
        why_text=play.context.say(T("Why?")),
        on_why=lambda _: play.look_up("companion.dispute"),
        large=play.layout.roomy,
        upright=play.context.huge,
        identifier="dispute",
    )


def _vote(play: AnyPlay, said: Said, seat: int) -> None:
    """Add or remove the agreement of a seat, unless it belongs to another phone."""
    if seat in play.actions.rights.others:
        text = T("{player} says so on their own phone.", player=Player(seat))
        play.actions.refuse(Explanation(text, (RULE,)))
    else:
        play.session.drafts.set(SAID, evolve(said, agreed=said.agreed ^ {seat}))


def _drop(play: AnyPlay) -> None:
    """Continue the game without a decision."""

    def resume(_: Conflict | None) -> None:
        play.session.resume()

    play.actions.attempt(resume)
    _clear_draft(play)


def _clear_draft(play: AnyPlay) -> None:
    """Clear the page's draft, if the dispute is over."""
    if not play.session.dispute:
        play.drafts.clear(WRITTEN)


def _hits(play: AnyPlay, found: Search, chosen: tuple[str, ...], toggle: Callable[[str], None]) -> list[ft.Control]:
    """The rules of this game that answer, right below the words that are being typed."""
    # a passage of another game settles nothing here, and nothing on a row would say whose it is
    here = [hit for hit in found.hits or () if hit.rule.game == play.meta.id]
    if here:
        return [lines(*(hit_row(play.context, hit, toggle, chosen=hit.rule.id in chosen) for hit in here))]
    nothing = T("Nothing found for “{words}”.", words=found.typed.strip())
    return [soft(play.say(nothing), ft.TextThemeStyle.BODY_MEDIUM)]


def _passages(
    play: AnyPlay,
    dispute: Dispute,
    found: Search,
    chosen: tuple[str, ...],
    toggle: Callable[[str], None],
    look: Callable[[], None],
) -> list[ft.Control]:
    """The rules that are chosen, in full, and the way to others."""
    book = play.context.app.rules
    controls: list[ft.Control] = []
    for id in chosen:
        rule = book.rule(id)
        title = rule_row(play.context, rule, toggle, chosen=True, badge=False)
        inside = lines(title, *rule_body(play.context, rule), spacing=theme.Space.s)
        controls.append(design.paper(inside, padding=theme.Space.m))
    if found.hits is not None:
        back = play.context.say(T("Back to the results"))
        return [*controls, stacked(design.quiet_button(back, look, "hits-again", icon=ft.Icons.SEARCH, outlined=False))]
    rows = [rule_row(play.context, book.rule(id), toggle, chosen=False) for id in dispute.rules if id not in chosen]
    return [*controls, lines(*rows[:FEW])] if rows else controls


def _decision(
    play: AnyPlay,
    decision: str,
    decide: Callable[[str], None],
    elsewhere: str,
    agreed: frozenset[int],
    vote: Callable[[int], None],
) -> list[ft.Control]:
    """The decision of the group, and who agrees.

    :param elsewhere: the text entered on another phone.
    """
    context = play.context
    written = design.text_input(
        context.say(T("What do you decide?")), decision, decide, "decision", longest=LONGEST_TEXT, lines=4
    )
    gone = play.session.record.gone
    named = ((seat, context.short(name)) for seat, name in enumerate(play.names) if seat not in gone)
    ticks = design.ticks(named, agreed, vote, "agreed", leading=partial(play.badge, size=20.0))
    votes = sliding(context, soft(context.say(T("In favour:")), ft.TextThemeStyle.LABEL_LARGE), *ticks)
    other = T("On another phone: “{decision}”", decision=elsewhere)
    return [written, *([words(play.say(other), ft.TextThemeStyle.TITLE_MEDIUM)] if elsewhere else []), votes]


def _before(
    play: AnyPlay, rules: tuple[str, ...], decide: Callable[[str], None]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """What the group has decided before, about these rules and about others; one tap decides the same."""

    def about(precedent: Precedent) -> bool:
        return bool(set(rules) & set(precedent.settled.rules))

    def card(number: int, precedent: Precedent) -> ft.Control:
        same = play.say(T("Decide the same"))
        return precedent_card(
            play.context,
            precedent,
            design.quiet_button(same, partial(decide, precedent.settled.decision), f"same-{number}"),
            open_precedent(play.context, precedent, f"ruling-{number}"),
        )

    def section(title: Text, those: Iterable[tuple[int, Precedent]]) -> list[ft.Control]:
        cards = [card(*each) for each in those][:FEW]
        return [design.section(play.say(title), cards)] if cards else []

    known = list(enumerate(sorted(precedents(play.context, play.table), key=about, reverse=True)))
    settled = section(T("You have decided this before"), [each for each in known if about(each[1])])
    return settled, section(T("Your other rulings"), [each for each in known if not about(each[1])])
