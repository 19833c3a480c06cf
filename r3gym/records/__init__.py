"""The stored forms of an episode: its record, and the campaign row made from it."""

from r3gym.records.reading import RecordError, read_record
from r3gym.records.record import RECORD_FORMAT, EpisodeRecord
from r3gym.records.writing import write_record

__all__ = ["RECORD_FORMAT", "EpisodeRecord", "RecordError", "read_record", "write_record"]
