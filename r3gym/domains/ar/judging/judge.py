"""The abstract-reasoning judge: the scorer of the item's generator, full credit only, in a worker process."""

from __future__ import annotations

from dataclasses import replace

from r3gym.core.verdict import Outcome, SecondOpinion, Verdict
from r3gym.domains.ar.key import ARKey
from r3gym.workers.pool import WorkerFailure, ask

#: The entry point that the judging worker loads.
WORKER = "r3gym.domains.ar.judging.worker:load_judge"
JUDGE = "reasoning-gym"
#: The same scorers without the guards; both are named after reasoning-gym, whose scorer decides in the paper.
RAW_JUDGE = "reasoning-gym/raw"
#: No item needs a longer answer; the bound protects scorers of more than linear time from hostile answers.
MAX_CHARS = 100_000


def judge_ar(answer: str, key: ARKey, timeout_s: float = 10, *, raw: bool = False) -> Verdict:
    """Judge one parsed answer by the guarded or the raw scorer; where they differ the verdict holds both.

    Never raise; a judge that fails or exceeds the time limit is a ``judge_error``.
    """
    if len(answer) > MAX_CHARS:
        name = RAW_JUDGE if raw else JUDGE
        return Verdict(Outcome.WRONG_ANSWER, name, f"longer than {MAX_CHARS} characters: no final answer")
    verdict = _ask(answer, key, timeout_s, raw=raw)
    # A number from the guarded scorer means that the guard let the answer through: the raw one says the same.
    if verdict.outcome is Outcome.JUDGE_ERROR or (not raw and verdict.score is not None):
        return verdict
    if raw and not verdict.correct:  # a guard can only refuse
        return verdict
    other = _ask(answer, key, timeout_s, raw=not raw)
    if other.outcome is Outcome.JUDGE_ERROR:  # an opinion that does not count may be missing
        return verdict
    differs = other.outcome is not verdict.outcome
    # The raw number of a refused answer is kept, but never a full one beside a refusal.
    number = verdict.score if raw else 0.0 if differs else other.score
    second = SecondOpinion(other.judge, other.outcome, 0.0 if raw else other.score) if differs else None
    return replace(verdict, score=number, second=second)


def scorer_fault(key: ARKey, timeout_s: float = 10) -> str | None:
    """Return why the key's scorer does not give the key's own answer full credit, or None.

    An unknown generator is found by judging: it makes every answer a ``judge_error``.
    """
    request = {"reference": key.reference, "generator": key.generator, "metadata": dict(key.metadata), "probe": True}
    try:
        reply = ask(WORKER, request, timeout_s)
    except WorkerFailure as failure:
        return str(failure)
    return str(reply["reason"]) if reply.get("reason") else None


def _ask(answer: str, key: ARKey, timeout_s: float, *, raw: bool) -> Verdict:
    """Ask the worker for the verdict of one of the two scorers."""
    name = RAW_JUDGE if raw else JUDGE
    request = {
        "answer": answer,
        "reference": key.reference,
        "generator": key.generator,
        "metadata": dict(key.metadata),
        "guarded": not raw,
    }
    try:
        reply = ask(WORKER, request, timeout_s)
    except WorkerFailure as failure:
        return Verdict(Outcome.JUDGE_ERROR, name, str(failure))
    if "error" in reply:
        return Verdict(Outcome.JUDGE_ERROR, name, str(reply["error"]))
    outcome = Outcome.ACCEPTED if reply.get("correct") is True else Outcome.WRONG_ANSWER
    number = reply.get("score")
    score = min(max(float(number), 0.0), 1.0) if isinstance(number, int | float) else None
    return Verdict(outcome, name, str(reply.get("detail", "")), score=score)
