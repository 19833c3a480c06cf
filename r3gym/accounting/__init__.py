"""Action accounting: the charge of one command under the paper's ``compute_tools`` policy."""

from r3gym.accounting.classify import ContestContext, JudgedCommand, JudgedStep, classify, judge_command
from r3gym.core.charge import POLICY_VERSION, Charge, ChargeKind

__all__ = [
    "POLICY_VERSION",
    "Charge",
    "ChargeKind",
    "ContestContext",
    "JudgedCommand",
    "JudgedStep",
    "classify",
    "judge_command",
]
