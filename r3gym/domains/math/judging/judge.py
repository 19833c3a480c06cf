"""The offline mathematics judge: equivalence with the reference answer, decided in a worker process.

It stands in for the paper's model-based equivalence judge. It is one-sided by design: it accepts only what
it is sure of, and an ``undecided`` rejection is a case for a model judge.
"""

from __future__ import annotations

from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.math.judging.latex_tokens import MAX_CHARS
from r3gym.domains.math.key import MathKey
from r3gym.workers.pool import WorkerFailure, ask

#: What the judging worker loads.
WORKER = "r3gym.domains.math.judging.worker:load_judge"
JUDGE = "math-offline"


def judge_math(answer: str, key: MathKey, timeout_s: float = 10) -> Verdict:
    """Judge one parsed answer. Never raises; a judge that fails or overruns says ``judge_error`` and why."""
    if len(answer) > MAX_CHARS:
        return Verdict(Outcome.WRONG_ANSWER, JUDGE, f"longer than {MAX_CHARS} characters: no final answer")
    try:
        reply = ask(WORKER, {"answer": answer, "reference": key.reference}, timeout_s)
    except WorkerFailure as failure:
        return Verdict(Outcome.JUDGE_ERROR, JUDGE, str(failure))
    if "error" in reply:
        return Verdict(Outcome.JUDGE_ERROR, JUDGE, str(reply["error"]))
    outcome = Outcome.ACCEPTED if reply.get("correct") is True else Outcome.WRONG_ANSWER
    return Verdict(outcome, JUDGE, str(reply.get("detail", "")), undecided=reply.get("undecided") is True)
