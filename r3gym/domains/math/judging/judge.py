"""The offline mathematics judge: equivalence with the reference answer, decided in a worker process.

It replaces the paper's model-based equivalence judge. It is one-sided by design: it accepts only answers whose
equivalence is certain, and a model judge may decide an ``undecided`` rejection.
"""

from __future__ import annotations

from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.math.judging.latex_tokens import MAX_CHARS
from r3gym.domains.math.key import MathKey
from r3gym.workers.pool import WorkerFailure, ask

#: The entry point that the judging worker loads.
WORKER = "r3gym.domains.math.judging.worker:load_judge"
JUDGE = "math-offline"


def judge_math(answer: str, key: MathKey, timeout_s: float = 10) -> Verdict:
    """Judge one parsed answer. Never raise; a judge that fails or exceeds the time limit is a ``judge_error``."""
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
