"""The abstract-reasoning judge: reasoning-gym's scorer for the item's generator, full credit only, in a
worker process.
"""

from __future__ import annotations

from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.ar.key import ARKey
from r3gym.workers.pool import WorkerFailure, ask

#: What the judging worker loads.
WORKER = "r3gym.domains.ar.judging.worker:load_judge"
JUDGE = "reasoning-gym"
#: No item asks for more; the bound keeps hostile answers away from scorers that are not linear.
MAX_CHARS = 100_000


def judge_ar(answer: str, key: ARKey, timeout_s: float = 10) -> Verdict:
    """Judge one parsed answer. Never raises; a judge that fails or overruns says ``judge_error`` and why."""
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
