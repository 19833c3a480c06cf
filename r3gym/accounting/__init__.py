"""What counts: the charge of one command under the paper's ``compute_tools`` policy."""

from r3gym.accounting.classify import classify, plain_script
from r3gym.core.charge import POLICY_VERSION, Charge, Kind

__all__ = ["POLICY_VERSION", "Charge", "Kind", "classify", "plain_script"]
