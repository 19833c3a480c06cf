"""Every bit of a row and of a record is guarded: a reader refuses what was changed, and reads what is older."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.errors import InputError
from r3gym.records import RecordError, read_record, write_record
from r3gym.records.row_file import read_row_file, row_line
from r3gym.records.rows import EpisodeRow
from r3gym.utils.sealing import ChecksumError, seal_line, seal_text, unseal_line, unseal_text

RECORD = read_record(Path(__file__).parent / "format1" / "ar-single.json")
ROW = EpisodeRow.from_record(RECORD)


@given(st.dictionaries(st.text(max_size=5), st.integers(), min_size=1, max_size=3), st.data())
def test_a_sealed_line_with_any_flipped_bit_is_not_what_was_sealed(fields: dict[str, int], data: st.DataObject) -> None:
    line = json.dumps(fields).encode()
    sealed = bytearray(seal_line(line))
    assert unseal_line(bytes(sealed)) == (line, True)
    assert json.loads(sealed).items() >= fields.items(), "it is still JSON for everybody else"
    sealed[data.draw(st.integers(0, len(sealed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with suppress(ChecksumError):
        assert unseal_line(bytes(sealed)) == (bytes(sealed), False), "a damaged seal is none, and an unknown field"


def test_every_flipped_bit_of_a_row_is_found_and_named(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    whole = row_line(ROW) + b"\n"
    file.write_bytes(whole + whole)
    assert len(list(read_row_file(file))) == 2
    for place in range(len(whole)):
        damaged = bytearray(whole + whole)
        damaged[place] ^= 1 << (place % 8)
        file.write_bytes(damaged)
        with pytest.raises(InputError, match=r"rows\.jsonl, line [12]: "):
            list(read_row_file(file))


def test_every_flipped_bit_of_a_record_is_found(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    write_record(file, RECORD)
    whole = file.read_bytes()
    assert read_record(file) == RECORD
    for place in range(0, len(whole), 7):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << (place % 8)
        file.write_bytes(damaged)
        with pytest.raises(RecordError):
            read_record(file)


def test_what_has_no_checksum_is_older_and_is_read(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    write_record(file, RECORD)
    old, sealed = unseal_text(file.read_bytes())
    assert sealed
    file.write_bytes(old)
    assert read_record(file) == RECORD
    assert seal_text(old.decode()).encode() != old
    (tmp_path / "rows.jsonl").write_text(ROW.model_dump_json() + "\n")
    assert list(read_row_file(tmp_path / "rows.jsonl")) == [ROW]
