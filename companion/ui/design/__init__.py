"""Drawn and set pieces that every screen is made of: functions without a state, every word an argument."""

from companion.ui.design.buttons import icon_button, link_button, quiet_button, verdict_button
from companion.ui.design.cards import Suit, back_fan, card_back, card_face, joker_face, suit_mark
from companion.ui.design.chips import ChipColour, chip_stack, poker_chip
from companion.ui.design.choices import Way, key, one_of, some_of, step_button, stepper, switch_row, tick, tick_row
from companion.ui.design.inputs import number_input, text_input
from companion.ui.design.score import player_tile, ranked, score_number, standing, tally, tile_head, value_fact
from companion.ui.design.surfaces import (
    NoticeKind,
    RuleKind,
    coloured,
    empty_state,
    fold,
    framed,
    notice,
    paper,
    prompt_card,
    rule_badge,
    section,
    striped,
)

__all__ = [
    "ChipColour",
    "NoticeKind",
    "RuleKind",
    "Suit",
    "Way",
    "back_fan",
    "card_back",
    "card_face",
    "chip_stack",
    "coloured",
    "empty_state",
    "fold",
    "framed",
    "icon_button",
    "joker_face",
    "key",
    "link_button",
    "notice",
    "number_input",
    "one_of",
    "paper",
    "player_tile",
    "poker_chip",
    "prompt_card",
    "quiet_button",
    "ranked",
    "rule_badge",
    "score_number",
    "section",
    "some_of",
    "standing",
    "step_button",
    "stepper",
    "striped",
    "suit_mark",
    "switch_row",
    "tally",
    "text_input",
    "tick",
    "tick_row",
    "tile_head",
    "value_fact",
    "verdict_button",
]
