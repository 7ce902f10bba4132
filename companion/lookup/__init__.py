"""The rules to look up: what is written in ``rules_data``, with its cross references."""

from companion.lookup.rules import Kind, Rule, RuleBook, UnknownRule, WrongRule, load, rulebook

__all__ = ["Kind", "Rule", "RuleBook", "UnknownRule", "WrongRule", "load", "rulebook"]
