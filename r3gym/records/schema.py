"""The JSON Schema of a record, as it is published in ``docs/schema/``.

``python -m r3gym.records.schema FILE`` writes it (``make schema``).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from r3gym.records.record import RECORD_FORMAT, EpisodeRecord
from r3gym.utils.atomic_files import write_atomically
from r3gym.utils.sealing import FIELD

_CHECKSUM = {
    "type": "string",
    "description": "Of the file without this field (r3gym/utils/sealing.py); absent in files of older versions.",
}


def schema_text() -> str:
    """Return the JSON Schema of a record, as text."""
    schema = EpisodeRecord.model_json_schema(mode="serialization")
    schema["properties"][FIELD] = _CHECKSUM
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{RECORD_FORMAT}: one episode"}
    return json.dumps({**head, **{name: part for name, part in schema.items() if name != "title"}}, indent=1) + "\n"


if __name__ == "__main__":
    write_atomically(Path(sys.argv[1]), schema_text())
