"""The rules and their search: reads ``rules_data`` with its cross references."""

from companion.lookup.rules import Kind, Rule, RuleBook, UnknownRule, WrongRule, load, rulebook

__all__ = ["Kind", "Rule", "RuleBook", "UnknownRule", "WrongRule", "load", "rulebook"]
