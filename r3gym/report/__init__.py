"""Reports: an episode's record as a readable account, on a terminal or as one self-contained page."""

from r3gym.report.account import Account
from r3gym.report.reading import Unreadable, read_account, record_files

__all__ = ["Account", "Unreadable", "read_account", "record_files"]
