"""The bank of mathematics: rows with references, a choice of judges, answers computed by a second method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.bank import BankCheck, JudgingFault
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.math.computed import computed_answers
from r3gym.domains.math.judging.judge import judge_math
from r3gym.domains.math.judging.settings import MathJudge, ModelMath, OfflineMath, api_key
from r3gym.domains.math.key import MathKey
from r3gym.domains.math.public_data import MathDataRow
from r3gym.domains.reference_bank import ReferenceBank
from r3gym.domains.rows import KeyRow, NonEmpty, PoolRow, read_rows

#: The words that begin the second derivation in the solution of an answer that only a proof confirms.
SECOND_DERIVATION = "Second derivation:"


class MathKeyRow(KeyRow):
    """Private part of a math problem.

    ``by_proof`` marks an answer that no computation confirms: its solution holds two independent derivations.
    """

    reference: NonEmpty
    solution: str = ""
    by_proof: bool = False


class MathPoolRow(PoolRow):
    """A user-supplied mathematics problem."""

    answer: NonEmpty
    solution: str = ""


class MathAnswerRow(BaseModel):
    """A mathematical answer and its reference; further fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    answer: str
    reference: str = Field(min_length=1)


class MathBank(ReferenceBank[MathKey]):
    """Problems with a reference answer, judged by equivalence."""

    domain = "math"
    key_row = MathKeyRow
    pool_row = MathPoolRow
    public_file = "math.jsonl"
    public_row = MathDataRow
    judge_settings = MathJudge
    default_judge = "offline"
    private_settings = frozenset({"base_url", "api_key_env", "prices"})

    def make_key(self, row: MathKeyRow) -> MathKey:
        """Return the key of a row."""
        return MathKey(row.id, row.tier, row.reference, row.solution)

    def pool_key(self, row: MathPoolRow) -> dict[str, Any]:
        """Return reference and solution."""
        return {"reference": row.answer, "solution": row.solution}

    def judge(self, answer: str, key: MathKey, settings: OfflineMath | ModelMath, sandbox: str) -> Verdict:  # noqa: ARG002
        """Judge an answer offline, by a model, or by a model where the offline judge is undecided or fails."""
        if isinstance(settings, OfflineMath):
            return judge_math(answer, key)
        if settings.judge == "offline-then-llm":
            offline = judge_math(answer, key)
            if not offline.undecided and offline.outcome is not Outcome.JUDGE_ERROR:
                return offline
        from r3gym.domains.math.judging.llm_judge import LLMJudge

        return LLMJudge(settings).judge(answer, key.reference)

    def check_judge(self, settings: OfflineMath | ModelMath) -> None:
        """Check that the key of a model judge is set. Raise `InputError` if it is not."""
        if isinstance(settings, ModelMath):
            api_key(settings)

    def check_judging(
        self, keys: Mapping[str, MathKey], settings: OfflineMath | ModelMath, sandbox: str
    ) -> Iterator[JudgingFault]:
        """Check that the offline judge accepts every key, or ask a model judge for one verdict that is certain."""
        if isinstance(settings, OfflineMath):
            yield from super().check_judging(keys, settings, sandbox)
            return
        from r3gym.domains.math.judging.llm_judge import probe

        reason = probe(settings)
        if reason is not None:
            yield JudgingFault(
                "", f"the model judge {settings.model}: {reason}", "start it, or correct [math] in judges"
            )

    def waits_for_network(self, settings: OfflineMath | ModelMath) -> bool:
        """Return whether the judge is a model behind a service."""
        return isinstance(settings, ModelMath)

    def judge_row(self, value: Mapping[str, Any], settings: OfflineMath | ModelMath) -> Verdict:
        """Judge ``answer`` against ``reference``."""
        row = MathAnswerRow.model_validate(value)
        return self.judge(row.answer, MathKey("row", Tier.UNRATED, row.reference), settings, "bubblewrap")

    def check_keys(self, folder: Path, keys: Mapping[str, MathKey]) -> Iterator[BankCheck]:
        """Check that a second method computes every answer, and that answers by proof have two derivations."""
        yield from super().check_keys(folder, keys)
        answers = computed_answers(folder)
        for name, key in keys.items():
            found = answers.get(name)
            if found is None:
                yield self._computed(name, False, "no check computes it")
            elif isinstance(found, Exception):
                yield self._computed(name, False, str(found))
            else:
                same = judge_math(found, key).correct
                yield self._computed(name, same, "" if same else f"the check computes {found}")
        for row in read_rows(folder / "keys.jsonl", MathKeyRow):
            if row.by_proof:
                twice = SECOND_DERIVATION in row.solution
                detail = "" if twice else f"the solution has no part that begins with {SECOND_DERIVATION!r}"
                yield BankCheck(self.domain, row.id, "two derivations", twice, detail)

    def _computed(self, name: str, ok: bool, detail: str) -> BankCheck:
        return BankCheck(self.domain, name, "answer computed a second way", ok, detail)
