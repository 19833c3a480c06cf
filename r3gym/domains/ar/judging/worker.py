"""Abstract reasoning in the judging worker, the only process that gives answers to reasoning-gym's scorers."""

from __future__ import annotations

from r3gym.domains.ar.judging.scoring import UnknownGenerator, load_scorers, score, why_key_fails
from r3gym.workers.process import Judge, Reply


def load_judge() -> Judge:
    """Return the judge, with its scorers loaded before the time limit starts."""
    load_scorers()
    return _judge


def _judge(request: Reply) -> Reply:
    if request.get("probe"):
        try:
            reason = why_key_fails(request["reference"], request["generator"], request["metadata"])
        except UnknownGenerator:
            reason = None
        return {"reason": reason}
    try:
        finding = score(
            request["answer"],
            request["reference"],
            request["generator"],
            request["metadata"],
            guarded=request["guarded"],
        )
    except UnknownGenerator as unknown:
        return {"error": str(unknown)}
    return {"correct": finding.correct, "detail": finding.how, "score": finding.score}
