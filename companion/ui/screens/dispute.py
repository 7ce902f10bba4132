"""A dispute: the table stands still, the group finds the passage, decides, and goes on."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.kernel.log import Ruling
from companion.kernel.text import messages
from companion.kernel.written import LONGEST_TEXT
from companion.tables.overtaken import Overtaken
from companion.tables.session import Dispute
from companion.tables.tables import Precedent
from companion.ui import parts, theme
from companion.ui.context import use_page_context
from companion.ui.frame import page_with_foot, sliding
from companion.ui.live import component, use_value
from companion.ui.lookup import Search, hit_row, rule_row, use_search
from companion.ui.parts.base import soft
from companion.ui.parts.layout import centred, lines
from companion.ui.play import Play
from companion.ui.rule import precedent_card, precedents, rule_body

T, N = messages("companion")

#: Passages and earlier rulings that are offered at once.
FEW = 5


@component
def DisputePane(play: Play, dispute: Dispute) -> ft.Control:
    """What is disputed, the passage, what was decided before, and what is decided now by whom."""
    context = use_page_context()
    found = use_search(context, label=context.say(T("What is it about?")), playing=play.meta.id, phase=play.view.phase)
    certain: tuple[str, ...] = dispute.rules if len(dispute.rules) == 1 else ()
    chosen, choose = use_value(certain)
    decision, decide = use_value("")
    agreed, agree = use_value(frozenset[int]())

    def settle() -> None:
        play.enter(Ruling(found.typed.strip(), decision.strip(), chosen, tuple(sorted(agreed))))

    def toggle(rule: str) -> None:
        choose(lambda now: tuple(id for id in now if id != rule) if rule in now else (*now, rule))

    def vote(seat: int) -> None:
        agree(lambda now: now ^ {seat})

    def go_on(_: Overtaken | None) -> None:
        play.session.go_on()

    votes = sliding(
        context,
        soft(context.say(T("For it:")), ft.TextThemeStyle.LABEL_LARGE),
        *(
            parts.pick(
                text=context.short(name),
                chosen=seat in agreed,
                on_click=partial(vote, seat),
                identifier=f"agreed-{seat}",
            )
            for seat, name in enumerate(play.names)
        ),
    )
    written = parts.text_input(
        label=context.say(T("What do you decide?")),
        value=decision,
        on_change=lambda event: decide(event.control.value),
        longest=LONGEST_TEXT,
        identifier="decision",
    )
    done = parts.verdict_button(
        context.say(T("Record the decision and go on")),
        settle,
        "settle",
        emphasis="primary",
        available=bool(decision.strip()),
    )
    without = context.say(T("Go on without a decision"))
    drop = parts.quiet_button(without, lambda: play.attempt(go_on), "go-on", outlined=False)
    still = parts.prompt_card(
        text=context.say(T("The table stands still.")),
        lines=[context.say(T("Look it up, decide, and go on: until then nothing can be entered."))],
        why_text=context.say(T("Why?")),
        on_why=lambda _: play.look_up("companion.dispute"),
        large=play.roomy,
        identifier="dispute",
    )
    passages = _passages(play, dispute, found, chosen, toggle)
    return page_with_foot(
        [still, found.field, *passages, *_before(play, chosen, decide)], [written, votes, done, centred(drop)]
    )


def _passages(
    play: Play, dispute: Dispute, found: Search, chosen: tuple[str, ...], toggle: Callable[[str], None]
) -> list[ft.Control]:
    """The rules that are chosen, in full, and those to choose from."""
    book = play.context.app.rules
    # a passage of another game settles nothing here, and nothing on a row would say whose it is
    here = [hit for hit in found.hits or () if hit.rule.game == play.meta.id]
    hits = [hit for hit in here if hit.rule.id not in chosen][:FEW]
    open_ = [rule for rule in dispute.rules if rule not in chosen][:FEW] if found.hits is None else []
    controls: list[ft.Control] = []
    # in place of the row that was tapped, above those that are left: what was just taken is not lost from sight
    for id in chosen:
        rule = book.rule(id)
        inside = [rule_row(play.context, rule, toggle, chosen=True), *rule_body(play.context, rule)]
        controls.append(parts.paper(content=lines(*inside, spacing=theme.Space.s), padding=theme.Space.m))
    rows = [hit_row(play.context, hit, toggle, chosen=False) for hit in hits]
    rows += [rule_row(play.context, book.rule(id), toggle, chosen=False) for id in open_]
    if rows:
        controls.append(lines(*rows))
    elif found.hits is not None and not here:
        nothing = T("Nothing found for “{words}”.", words=found.typed.strip())
        controls.append(soft(play.say(nothing), ft.TextThemeStyle.BODY_MEDIUM))
    return controls


def _before(play: Play, chosen: tuple[str, ...], decide: Callable[[str], None]) -> list[ft.Control]:
    """What the group has decided before, about these rules first; one tap decides the same."""

    def about(precedent: Precedent) -> bool:
        return bool(set(chosen) & set(precedent.settled.rules))

    found = sorted(precedents(play.context, play.table), key=about, reverse=True)[:FEW]
    same = play.say(T("Decide the same"))
    return [
        precedent_card(
            play.context,
            precedent,
            parts.quiet_button(same, partial(decide, precedent.settled.decision), f"same-{number}"),
        )
        for number, precedent in enumerate(found)
    ]
