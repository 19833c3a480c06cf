"""Read a campaign's folder: its manifest and its rows (`r3gym.campaigns.store` lists and writes all its files)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from r3gym.errors import InputError
from r3gym.records.campaign_manifest import CampaignManifest
from r3gym.records.counting_row import rows_that_count
from r3gym.records.row_file import RowTail, read_row_file
from r3gym.records.rows import EpisodeRow
from r3gym.utils.sealing import ChecksumError, unseal_text

ROWS, MANIFEST = "rows.jsonl", "manifest.json"
_MEND = "`r3gym campaign check {} --repair` mends it"


def read_rows(folder: Path, tail: RowTail | None = None) -> Iterator[EpisodeRow]:
    """Yield all rows of a campaign's folder, none if nothing was played; see `r3gym.records.row_file`."""
    if (folder / ROWS).exists():
        yield from read_row_file(folder / ROWS, tail)


def read_manifest(folder: Path) -> CampaignManifest:
    """Return the folder's manifest; raise `InputError` when it is not a campaign's folder."""
    try:
        return CampaignManifest.model_validate_json(unseal_text((folder / MANIFEST).read_bytes())[0])
    except OSError:
        raise InputError(
            f"{folder}: no campaign's folder (it holds no {MANIFEST}); `r3gym campaign run` makes one"
        ) from None
    except ChecksumError as error:
        raise InputError(f"{folder / MANIFEST}: {error}; {_MEND.format(folder)}") from None
    except ValidationError:
        raise InputError(f"{folder / MANIFEST}: not a manifest; {_MEND.format(folder)}") from None


def counted_rows(folder: Path, tail: RowTail | None = None) -> list[EpisodeRow]:
    """Return the row that counts of every episode (`r3gym.records.counting_row`), in the order of their first rows."""
    return list(rows_that_count(read_rows(folder, tail)).values())
