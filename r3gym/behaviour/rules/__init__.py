"""The rules as an annotator: everything that events decide without anybody reading prose."""

from r3gym.behaviour.rules.annotating import RULES_VERSION, label_by_rules

__all__ = ["RULES_VERSION", "label_by_rules"]
