"""The rules as an annotator: everything that events decide without anybody reading prose."""

from r3gym.behaviour.rules.annotating import RULES, label_by_rules

__all__ = ["RULES", "label_by_rules"]
