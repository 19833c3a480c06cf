"""The abstract-reasoning judge: the scorer of the item's generator, full credit only, in a worker process."""

from __future__ import annotations

from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.ar.key import ARKey
from r3gym.workers.pool import WorkerFailure, ask

#: The entry point that the judging worker loads.
WORKER = "r3gym.domains.ar.judging.worker:load_judge"
JUDGE = "reasoning-gym"
#: No item needs a longer answer; the bound protects scorers of more than linear time from hostile answers.
MAX_CHARS = 100_000


def judge_ar(answer: str, key: ARKey, timeout_s: float = 10) -> Verdict:
    """Judge one parsed answer. Never raise; a judge that fails or exceeds the time limit is a ``judge_error``."""
    if len(answer) > MAX_CHARS:
        return Verdict(Outcome.WRONG_ANSWER, JUDGE, f"longer than {MAX_CHARS} characters: no final answer")
    request = {
        "answer": answer,
        "reference": key.reference,
        "generator": key.generator,
        "metadata": dict(key.metadata),
    }
    try:
        reply = ask(WORKER, request, timeout_s)
    except WorkerFailure as failure:
        return Verdict(Outcome.JUDGE_ERROR, JUDGE, str(failure))
    if "error" in reply:
        return Verdict(Outcome.JUDGE_ERROR, JUDGE, str(reply["error"]))
    outcome = Outcome.ACCEPTED if reply.get("correct") is True else Outcome.WRONG_ANSWER
    number = reply.get("score")
    score = min(max(float(number), 0.0), 1.0) if isinstance(number, int | float) else None
    return Verdict(outcome, JUDGE, str(reply.get("detail", "")), score=score)
