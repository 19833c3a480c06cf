"""Texts that terminal and page share."""

from __future__ import annotations

from collections.abc import Iterable

from r3gym.core.charge import POLICY_VERSION
from r3gym.report.episode_report import (
    EpisodeReport,
    ReportAudit,
    ReportProtocolError,
    ReportStage,
    ReportStep,
    ReportTrim,
    ReportUsage,
)
from r3gym.report.text import amount, first_line
from r3gym.report.totals import GroupMeans

#: The tone of a verdict or parser state: good, bad, or an error of format or infrastructure.
GOOD, BAD, ODD, NONE = "good", "bad", "odd", "none"
_TONES = {
    "accepted": GOOD,
    "judge_error": ODD,
    "unjudged": ODD,
    "unsure": ODD,
    "malformed": ODD,
    "unparsable": ODD,
    "missing": NONE,
    "answered": NONE,
    "": NONE,
}
_CHARGES = {"counted": GOOD, "free": NONE, "blocked": ODD, "protocol_error": BAD}


def verdict_tone(word: str) -> str:
    """Return the colour class of a verdict."""
    return _TONES.get(word, BAD)


def charge_tone(kind: str) -> str:
    """Return the colour class of a charge."""
    return _CHARGES.get(kind, BAD)


def title(one: EpisodeReport) -> str:
    """Return the title of an episode: the contest and the contestant."""
    return " · ".join(filter(None, (one.contest or "an episode", one.contestant, one.setting.replace("_", "-"))))


def score(one: EpisodeReport) -> str:
    """Return the score as text, or a note that there is none."""
    return "void" if one.void else f"{one.score} of {len(one.problems)}"


def budget(one: EpisodeReport) -> str:
    """Return the use of the budget, and the counts of actions without cost."""
    total = "unlimited" if one.total is None else amount(one.total)
    beside = ", ".join(f"{amount(number)} {name.replace('_', ' ')}" for name, number in one.counts if number)
    return f"{amount(one.used)} of {total} {one.unit}".rstrip() + (f" ({beside})" if beside else "")


def counted_by(one: EpisodeReport) -> str:
    """Return the rules that counted the actions, and whether they are older than those of this version."""
    older = one.counting_policy not in ("", POLICY_VERSION)
    return one.counting_policy + (f" (this r3gym counts by {POLICY_VERSION})" if older else "")


def usage(used: ReportUsage) -> str:
    """Return calls, tokens and cost, as far as they are known."""
    parts = [
        ("calls", used.calls),
        ("requests", used.attempts if used.attempts not in (used.calls, 1) else None),
        ("tokens in", used.prompt_tokens),
        ("cached", used.cached_tokens or None),
        ("tokens out", used.completion_tokens),
        ("of them reasoning", used.reasoning_tokens or None),
        ("replies without a count", used.unreported or None),
        ("replies with a count that cannot be true", used.doubtful or None),
        ("failed requests that may have been billed", used.unsettled or None),
    ]
    unknown = bool(used.calls) and used.unreported == used.calls
    said = [f"{amount(value)} {name}" for name, value in parts if value is not None]
    return ", ".join([*said, *_costs(used, unknown)])


def _costs(used: ReportUsage, unknown: bool) -> list[str]:
    """Return the cost, as far as it is known, and the upper bound on that of failed requests."""
    if unknown:
        said = ["tokens and cost unknown"]
    elif used.cost is None:
        said = []
    else:
        said = [f"cost {'at least ' if used.unreported else ''}{cost(used.cost, used.currency)}"]
    if used.unsettled and used.unsettled_cost is not None:
        said.append(f"failed requests at most {cost(used.unsettled_cost, used.currency)} more")
    return said


def cost(value: float | None, currency: str, *, partly: bool = False) -> str:
    """Return an amount of money as text; ``partly``: more was spent, and how much more is unknown.

    >>> cost(1.5, "USD", partly=True), cost(None, "USD")
    ('at least 1.5 USD', '-')
    """
    least = "at least " if partly else ""
    return "-" if value is None else f"{least}{amount(float(value))} {currency}".rstrip()


def step_line(step: ReportStep) -> tuple[str, str]:
    """Return the action and its result, one line each."""
    asked = first_line(" ".join(filter(None, (step.problem, step.text))))
    return asked, first_line(step.output) if step.charge else "the sandbox failed"


def trim_lines(trims: Iterable[ReportTrim]) -> list[str]:
    """Return one line per group of cuts; cuts of one kind before one turn form a group."""
    found: dict[tuple[int | None, str, str], list[ReportTrim]] = {}
    for trim in trims:
        found.setdefault((trim.before_turn, trim.what, trim.why), []).append(trim)
    return [
        f"before turn {amount(before)}: {what or 'something'} of turn {', '.join(amount(t.turn) for t in cut)}, "
        f"{sum(t.chars or 0 for t in cut):,} characters" + (f" ({why})" if why else "")
        for (before, what, why), cut in found.items()
    ]


def fault_line(fault: ReportProtocolError) -> str:
    """Return one protocol error as a line."""
    return f"turn {amount(fault.turn)}: {fault.kind}" + (f": {fault.detail}" if fault.detail else "")


def stage_line(stage: ReportStage) -> str:
    """Return one call of a tool-free episode as a line."""
    parts = [
        f"stage {stage.stage}",
        f"cap {amount(stage.cap)}" + (f" ({stage.cap_kind})" if stage.cap_kind else ""),
        "charged" if stage.charged else "not charged",
        "" if stage.thinking is None else f"thinking {'on' if stage.thinking else 'off'}",
        f"outcome {stage.outcome or '-'}" + (f", finish {stage.finish}" if stage.finish else ""),
        usage(stage.usage),
        stage.failure,
    ]
    return "; ".join(filter(None, parts))


def audit_line(audit: ReportAudit) -> str:
    """Return the result of the finaliser's audit as a line."""
    if audit.flagged:
        return (
            f"the finaliser's answers to {', '.join(audit.flagged)} are not in the trace (look: a flag is no verdict)"
        )
    return f"all {len(audit.answered)} answers of the finaliser stand in the trace"


def remarks(one: EpisodeReport) -> str:
    """Return short remarks on an episode, for a table."""
    found = [
        one.error,
        f"judge failed on {', '.join(one.undecided)}" if one.undecided else "",
        f"not judged yet: {', '.join(one.unjudged)}" if one.unjudged else "",
        f"judge unsure about {', '.join(one.unsure)}" if one.unsure else "",
        f"{len(one.faults)} protocol errors" if one.faults else "",
        f"{len(one.trims)} cuts" if one.trims else "",
        f"audit: {', '.join(one.audit.flagged)}" if one.audit is not None and one.audit.flagged else "",
        one.ended if one.ended not in ("", "finished") else "",
    ]
    return "; ".join(filter(None, found))


def judged_by(one: EpisodeReport) -> str:
    """Return which judges decided, and whether they are the paper's."""
    star = " (* a stand-in for the paper's judge)" if any(judge.endswith("*") for judge in one.judges) else ""
    return ", ".join(one.judges) + star


def group_label(group: GroupMeans) -> str:
    """Return a group's setting, domain and scheduler as a label."""
    scheduler = "" if group.scheduler == "none" else group.scheduler
    return " ".join(filter(None, (group.setting.replace("_", "-"), group.domain, scheduler)))
