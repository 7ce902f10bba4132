"""Proposals to correct another player's entry, shown on all phones at the table."""

import asyncio
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.log import Redo, Undo
from companion.kernel.text import Player, Text, messages
from companion.tables.agreement import RULE, Proposal
from companion.tables.seat_tokens import RULE as PLACES_RULE
from companion.tables.session import Submitted
from companion.ui import design
from companion.ui.app.dialogs import attempt
from companion.ui.kit.pane import WHY
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_task, use_value

T, N = messages("companion")

AGREE: Final = T("Agreed")


def question(proposal: Proposal) -> Text:
    """Return the question for all pages but the proposer's."""
    who = T("Somebody") if proposal.asker is None else Player(proposal.asker)
    if proposal.awaits:
        return T("{who} wants to change the players: {what}", who=who, what=proposal.what)
    match proposal.changes[-1]:
        case Undo():
            return T("{who} wants to undo “{what}”. Agreed?", who=who, what=proposal.what)
        case Redo():
            return T("{who} wants to restore “{what}”. Agreed?", who=who, what=proposal.what)
    return T("{who} wants to correct “{what}”. Agreed?", who=who, what=proposal.what)


def waiting(proposal: Proposal) -> Text:
    """Return what the proposer's page says until it is answered."""
    if proposal.awaits:
        return T("Waiting until {player} agrees: {what}", player=Player(proposal.owner), what=proposal.what)
    match proposal.changes[-1]:
        case Undo():
            return T("Undo: one more player has to agree.")
        case Redo():
            return T("Redo: one more player has to agree.")
    return T("Correction: one more player has to agree.")


@component
def Asked(play: AnyPlay, proposal: Proposal) -> ft.Control:
    """The question whether a correction is right, for another phone, or for any phone if no other one answers."""
    own, asked = proposal.is_of(play.actions.rights), proposal.can_agree(play.actions.rights)
    due, set_due = use_value(not proposal.rest)

    async def until_due() -> None:
        await asyncio.sleep(proposal.rest)
        set_due(True)

    use_task(play.context.page, until_due, not proposal.awaits)

    def agree(_: object) -> Submitted | None:
        return play.context.access.agree(play.table, proposal, play.actions.rights)

    drop = attempt(play.context, partial(play.session.withdraw, proposal, play.actions.rights), play.actions.refuse)
    if own:
        title = waiting(proposal)
        ways = [(T("Do it now"), True)] if due else []
        ways.append((T("Keep it as it is"), False))
    else:
        title = question(proposal)
        ways = [(AGREE, True), (T("No"), False)] if asked else []
    answers = [
        design.quiet_button(
            play.say(text), partial(play.actions.attempt, agree) if yes else drop, "agree" if yes else "drop"
        )
        for text, yes in ways
    ]
    return design.notice(
        "info" if own else "warning",
        play.say(title),
        "proposal",
        kind_label=play.say(T("Question")),
        why_text=play.say(WHY),
        on_why=lambda _: play.look_up(PLACES_RULE if proposal.awaits else RULE),
        answers=answers,
        compact=True,
    )
