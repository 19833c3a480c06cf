"""Reports: an episode's record in readable form, on a terminal or as one self-contained page."""

from r3gym.report.episode_report import EpisodeReport
from r3gym.report.reading import UnreadableRecord, read_account, record_files

__all__ = ["EpisodeReport", "UnreadableRecord", "read_account", "record_files"]
