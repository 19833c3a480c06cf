"""The bank of abstract reasoning: items with references and the metadata that their scorers need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.bank import JudgingFault
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.ar.judging.judge import judge_ar, scorer_fault
from r3gym.domains.ar.judging.settings import ScoredAR
from r3gym.domains.ar.key import EXACT_MATCH, ARKey
from r3gym.domains.ar.public_data import ARDataRow
from r3gym.domains.reference_bank import ReferenceBank
from r3gym.domains.rows import KeyRow, NonEmpty, PoolRow


class ARKeyRow(KeyRow):
    """Private part of an AR problem."""

    reference: NonEmpty
    generator: NonEmpty
    metadata: dict[str, Any] = Field(default_factory=dict)


class ARPoolRow(PoolRow):
    """A user-supplied abstract-reasoning problem."""

    answer: NonEmpty
    generator: str = EXACT_MATCH
    metadata: dict[str, Any] = Field(default_factory=dict)


class ARAnswerRow(BaseModel):
    """An answer to a reasoning-gym item, with the metadata that its scorer needs; further fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    answer: str
    reference: str
    generator: str = Field(min_length=1)
    metadata: dict[str, Any] = Field(default_factory=dict)

    def scorer_metadata(self) -> Mapping[str, Any]:
        """Return the generator's metadata; the paper's public rows keep it one level deeper."""
        inner = self.metadata.get("generator_metadata")
        return inner if isinstance(inner, dict) else self.metadata


class ARBank(ReferenceBank[ARKey]):
    """Items with a reference answer, judged by the scorer of their generator."""

    domain = "ar"
    key_row = ARKeyRow
    pool_row = ARPoolRow
    public_file = "abstract_reasoning.jsonl"
    public_row = ARDataRow
    judge_settings = ScoredAR
    default_judge = "reasoning-gym"
    near_duplicate = 0.97  # items of one generator share their instructions

    def make_key(self, row: ARKeyRow) -> ARKey:
        """Return the key of a row."""
        return ARKey(row.id, row.tier, row.reference, row.generator, row.metadata)

    def pool_key(self, row: ARPoolRow) -> dict[str, Any]:
        """Return reference, generator and metadata."""
        return {"reference": row.answer, "generator": row.generator, "metadata": row.metadata}

    def judge(self, answer: str, key: ARKey, settings: ScoredAR, sandbox: str) -> Verdict:  # noqa: ARG002
        """Judge an answer by the generator's scorer, or by exact comparison where there is none."""
        if key.generator == EXACT_MATCH:
            return judge_exact(answer, key)
        return judge_ar(answer, key, raw=settings.scorer == "raw")

    def check_judging(self, keys: Mapping[str, ARKey], settings: ScoredAR, sandbox: str) -> Iterator[JudgingFault]:
        """Check that the judge accepts every key, and that its scorer alone gives the key full credit too."""
        yield from super().check_judging(keys, settings, sandbox)
        scored = {name: key for name, key in keys.items() if key.generator != EXACT_MATCH}
        with ThreadPoolExecutor(max_workers=2) as pool:
            for name, reason in zip(scored, pool.map(scorer_fault, scored.values()), strict=True):
                if reason is not None:
                    fix = "correct the generator and the metadata of the key"
                    yield JudgingFault(name, f"its scorer gives the key's own answer no full credit: {reason}", fix)

    def judge_row(self, value: Mapping[str, Any], settings: ScoredAR) -> Verdict:
        """Judge ``answer`` against ``reference`` and ``metadata``, by the scorer of ``generator``."""
        row = ARAnswerRow.model_validate(value)
        key = ARKey("row", Tier.UNRATED, row.reference, row.generator, row.scorer_metadata())
        return self.judge(row.answer, key, settings, "bubblewrap")


def judge_exact(answer: str, key: ARKey) -> Verdict:
    """Judge a user-supplied puzzle without a scorer: equal to the reference except for surrounding space."""
    same = answer.strip() == key.reference.strip()
    return Verdict(Outcome.ACCEPTED if same else Outcome.WRONG_ANSWER, "exact-match/1")
