"""The published JSON Schema is that of the model, and describes every field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from r3gym.records.schema import schema_text

PUBLISHED = Path(__file__).parents[2] / "docs" / "schema" / "episode-record.json"


def test_the_published_schema_is_up_to_date() -> None:
    assert PUBLISHED.read_text("utf-8") == schema_text(), "run `make schema`"


def test_every_field_of_every_part_is_described() -> None:
    schema: dict[str, Any] = json.loads(schema_text())
    parts = {"EpisodeRecord": schema, **schema["$defs"]}
    for name, part in parts.items():
        for field, kind in part.get("properties", {}).items():
            assert kind.get("description"), f"{name}.{field}"


def test_the_page_on_records_names_every_field_of_a_record() -> None:
    page = (PUBLISHED.parents[1] / "records.md").read_text("utf-8")
    missing = [field for field in json.loads(schema_text())["properties"] if f"`{field}`" not in page]
    assert missing == []
