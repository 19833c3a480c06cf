"""What counts: the charge of one command under the paper's ``compute_tools`` policy."""

from r3gym.accounting.charge import POLICY_VERSION, Charge, Kind
from r3gym.accounting.classify import classify, plain_script

__all__ = ["POLICY_VERSION", "Charge", "Kind", "classify", "plain_script"]
