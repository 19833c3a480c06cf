"""The artifacts of an episode, as they stand at its end, and the judging of a whole contest from them.

This is the only place where answers meet keys. Keys are loaded inside the call and forgotten with it: whoever plays
the contest holds a suite reference and a contest, and gets back a result without any of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from r3gym.core.contest import Contest
from r3gym.core.keys import EXACT_MATCH, AnswerKey, ARKey, CodeKey, MathKey
from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import Outcome, ParsedAnswer, Verdict
from r3gym.domains.ar.judging.judge import judge_ar
from r3gym.domains.code.judging.judge import JudgeSettings, judge_key
from r3gym.domains.math.judging.judge import judge_math
from r3gym.judging.judges import OFFLINE, Judges, LightCPCode, OfflineMath
from r3gym.suites import load_keys

#: A larger artifact is refused unread; the longest honest C++ program is far below.
MAX_ARTIFACT_BYTES = 1 << 20


def judge_parsed(
    suite: str,
    contest: Contest,
    answers: Sequence[ParsedAnswer],
    spent: Mapping[str, int],
    *,
    sandbox: str = "bubblewrap",
    judges: Judges = OFFLINE,
    target: str | None = None,
) -> ContestResult:
    """Judge answers that are parsed already (only ``target``'s where there is one), each by its domain's judge."""
    parsed = [p for p in answers if target in (None, p.label)]
    answered = {p.label: p.answer for p in parsed if p.answer is not None}
    keys = load_keys(suite, contest.domain, {contest.problem(label).id for label in answered})
    at_once = max(2, len(answered)) if judges.waits_for_network(contest.domain) else 2
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        verdicts = dict(
            zip(
                answered,
                pool.map(
                    lambda label: judge_answer(
                        answered[label], keys[contest.problem(label).id], judges=judges, sandbox=sandbox
                    ),
                    answered,
                ),
                strict=True,
            )
        )
    return ContestResult(
        contest_id=contest.id,
        problems=tuple(
            ProblemResult(
                label=p.label,
                problem_id=contest.problem(p.label).id,
                parse=p.state,
                verdict=verdicts.get(p.label),
                spent=spent.get(p.label, 0),
                detail=p.detail,
            )
            for p in parsed
        ),
    )


def judge_answer(answer: str, key: AnswerKey, *, judges: Judges = OFFLINE, sandbox: str = "bubblewrap") -> Verdict:
    """One answer against one key, by the judge of its domain."""
    if isinstance(key, MathKey):
        return _judge_math(answer, key, judges)
    if isinstance(key, ARKey):
        return judge_exact(answer, key) if key.generator == EXACT_MATCH else judge_ar(answer, key)
    return _judge_code(answer, key, judges, sandbox)


def _judge_math(answer: str, key: MathKey, judges: Judges) -> Verdict:
    chosen = judges.math
    if isinstance(chosen, OfflineMath):
        return judge_math(answer, key)
    if chosen.judge == "offline-then-llm":
        offline = judge_math(answer, key)
        if not offline.undecided and offline.outcome is not Outcome.JUDGE_ERROR:
            return offline
    from r3gym.domains.math.judging.llm_judge import LLMJudge

    return LLMJudge(chosen).judge(answer, key.reference)


def _judge_code(program: str, key: CodeKey, judges: Judges, sandbox: str) -> Verdict:
    chosen = judges.code
    if isinstance(chosen, LightCPCode):
        from r3gym.domains.code.judging.lightcp_client import judge_remotely

        return judge_remotely(program, key.problem_id, chosen)
    settings = JudgeSettings(chosen.sandbox or sandbox, chosen.all_tests, chosen.time_factor)
    return judge_key(program, key, settings).verdict


def judge_exact(answer: str, key: ARKey) -> Verdict:
    """For puzzles of a user's own without a scorer: equal to the reference but for surrounding space."""
    same = answer.strip() == key.reference.strip()
    return Verdict(Outcome.ACCEPTED if same else Outcome.WRONG_ANSWER, "exact-match/1")
