"""Abstract reasoning in the judging worker, the only process that gives answers to reasoning-gym's scorers."""

from __future__ import annotations

from r3gym.domains.ar.judging.scoring import UnknownGenerator, load_scorers, score, scorer_exception
from r3gym.workers.process import Judge, Reply


def load_judge() -> Judge:
    """Return the judge, with its scorers loaded before the time limit starts."""
    load_scorers()
    return _judge


def _judge(request: Reply) -> Reply:
    if request.get("probe"):
        try:
            raised = scorer_exception(request["reference"], request["generator"], request["metadata"])
        except UnknownGenerator:
            raised = None
        return {"raised": raised}
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
