"""``bill.json``: what no row says about a campaign's money: limits, judges' calls, and what was refused and why.

The runner writes it while it plays and at the end. A kill loses the judges' calls of the last seconds (`WRITE_S`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from r3gym.errors import InputError
from r3gym.models.bill import BillState
from r3gym.utils.sealing import ChecksumError, seal_text, unseal_text

BILL = "bill.json"
#: Seconds between two writes while a campaign runs.
WRITE_S = 5.0


class _BillTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class JudgeCalls(_BillTable):
    """The requests of model judges; ``unpriced`` of them have no known price, ``bounded`` is an upper bound."""

    requests: int = Field(default=0, ge=0)
    cost: float = Field(default=0.0, ge=0)
    bounded: float = Field(default=0.0, ge=0)
    unpriced: int = Field(default=0, ge=0)

    @classmethod
    def of(cls, state: BillState) -> JudgeCalls:
        """Return the judges' share of a bill."""
        return cls(
            requests=state.judge_requests, cost=state.judge_cost, bounded=state.judge_bounded, unpriced=state.unpriced
        )

    def __add__(self, other: JudgeCalls) -> JudgeCalls:
        """Return the sum of both."""
        return JudgeCalls(**{name: getattr(self, name) + getattr(other, name) for name in JudgeCalls.model_fields})


class RefusedPolicy(_BillTable):
    """A policy whose calls were refused in the last run: by what, why, how often, how many episodes are owed."""

    policy: str
    by: Literal["breaker", "bill"]
    reason: str
    times: int = Field(default=1, ge=1)
    owed: int = Field(default=0, ge=0)


class CampaignBill(_BillTable):
    """The file. Limits and refusals are those of the last run, the judges' calls those of all runs."""

    max_calls: int | None = None
    max_cost: float | None = None
    currency: str | None = None
    judges: JudgeCalls = JudgeCalls()
    refused: tuple[RefusedPolicy, ...] = ()

    def to_text(self) -> str:
        """Return the text of the file, with its checksum."""
        return seal_text(self.model_dump_json(indent=1) + "\n")


def read_bill(folder: Path) -> CampaignBill:
    """Return the folder's bill, an empty one when it has none. Raise `InputError` when it cannot be read."""
    try:
        return CampaignBill.model_validate_json(unseal_text((folder / BILL).read_bytes())[0])
    except FileNotFoundError:
        return CampaignBill()
    except (OSError, ValueError) as error:
        why = str(error) if isinstance(error, ChecksumError) else "broken"
        raise InputError(
            f"{folder / BILL}: {why}; `r3gym campaign check {folder} --repair` puts it aside (the judges' calls of "
            "earlier runs are then forgotten)"
        ) from None
