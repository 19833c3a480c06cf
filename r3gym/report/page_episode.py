"""One episode on the page: scoreboard, facts, verdicts, then all messages and steps, folded."""

from __future__ import annotations

from collections.abc import Iterable

from r3gym.report import phrases
from r3gym.report.elements import Html, element, folded, join, preformatted, table
from r3gym.report.episode_report import EpisodeReport, Facts, ReportCompletion, ReportProblem, ReportStep, ReportTurn
from r3gym.report.outcomes import finish_reasons
from r3gym.report.text import amount, first_line

#: The number of shades of the budget bar, used in turn; the style sheet defines as many.
_SHADES = 12


def episode(one: EpisodeReport, name: str, anchor: str, *, alone: bool) -> Html:
    """Return the section of one episode; it is folded unless it is ``alone``."""
    body = join(
        _banner(one),
        _scoreboard(one),
        _bar(one),
        _facts(_head(one)),
        _problems(one),
        _timeline(one),
        *(_completion(c) for c in one.completions),
        _lines("Calls", map(phrases.stage_line, one.stages)),
        _lines("Audit of the finaliser", [phrases.audit_line(one.audit)] if one.audit else []),
        _lines("Protocol errors", map(phrases.fault_line, one.faults)),
        _lines("Cut to fit the window", phrases.trim_lines(one.trims)),
        element("h3", "Particulars"),
        folded("Contestant", _facts(one.policy)) if one.policy else None,
        folded("Settings", _facts(one.settings)) if one.settings else None,
        folded("Instruction", preformatted(one.instruction)) if one.instruction else None,
        folded("Instruction of the finaliser", preformatted(one.finalization)) if one.finalization else None,
        *(folded(f"Artifact {path}", preformatted(content)) for path, content in one.artifacts),
    )
    if alone:
        return element("section", element("h1", phrases.title(one)), body, id=anchor)
    heading = join(element("b", phrases.score(one), class_="bad" if one.void else None), f" {phrases.title(one)} ")
    named = join(heading, element("span", name, class_="quiet"))
    # The anchor is inside: browsers open the folded section around the target of a link.
    return element("section", folded(named, element("div", body, id=anchor), class_="episode"))


def _banner(one: EpisodeReport) -> Html | None:
    if one.void:
        why = one.error or "no result was recorded"
        return element("p", element("b", "Void, not scored: "), why, class_="banner bad")
    if one.undecided or one.unjudged:
        failed = f"The judge could not decide {', '.join(one.undecided)}. " if one.undecided else ""
        waiting = f"{', '.join(one.unjudged)} not judged yet. " if one.unjudged else ""
        most = (one.score or 0) + len(one.undecided) + len(one.unjudged)
        said = f"{failed}{waiting}Until they are judged they count zero; the score could rise to {most}."
        return element("p", said, class_="banner odd")
    if one.unsure:
        most = (one.score or 0) + len(one.unsure)
        said = (
            f"The judge was unsure about {', '.join(one.unsure)} and gave no credit; with it the score would be {most}."
        )
        return element("p", said, class_="banner odd")
    return None


def _scoreboard(one: EpisodeReport) -> Html:
    chips = [
        element(
            "span",
            element("b", p.label),
            p.word.replace("_", " ") or "-",
            element("small", element("i", class_=f"dot shade{n % _SHADES}"), f" {amount(p.spent)}"),
            class_=f"chip {phrases.verdict_tone(p.word)}",
            title=p.problem,
        )
        for n, p in enumerate(one.problems)
    ]
    score = element("span", phrases.score(one), class_="score bad" if one.void else "score")
    return element("div", score, *chips, class_="board")


def _bar(one: EpisodeReport) -> Html | None:
    """Return a bar of the units spent on each problem as shares of the budget (without one, of the total use)."""
    whole = one.total or one.used
    if not whole or one.used is None:
        return None
    place, parts = 0.0, []
    for n, problem in enumerate(one.problems):
        share = 100 * min(max(problem.spent or 0, 0) / whole, 1.0)
        if share:
            hint = element("title", f"{problem.label}: {amount(problem.spent)} {one.unit}")
            at = {"x": f"{place:.2f}%", "width": f"{share:.2f}%", "height": "100%"}
            parts.append(element("rect", hint, class_=f"shade{n % _SHADES}", **at))
        place += share
    return element("svg", *parts, class_="bar", role="img")


def _head(one: EpisodeReport) -> Facts:
    found = [
        ("budget", phrases.budget(one)),
        ("counted by", phrases.counted_by(one)),
        ("judged by", phrases.judged_by(one)),
        ("usage", phrases.usage(one.usage) if one.usage is not None else ""),
        ("finish reasons", finish_reasons(one.outcomes)),
        ("ended", one.ended),
        ("environment", one.environment),
        ("record", one.record),
    ]
    return tuple((key, value) for key, value in found if value)


def _facts(facts: Facts) -> Html:
    return element("dl", *(join(element("dt", key), element("dd", value)) for key, value in facts))


def _problems(one: EpisodeReport) -> Html:
    rows = [_problem(p) for p in one.problems]
    return table(("", "problem", "parsed", "verdict", "judge", "spent", "detail"), rows)


def _problem(p: ReportProblem) -> tuple[str, ...]:
    tone = phrases.verdict_tone(p.said)
    verdict = element("span", p.said.replace("_", " "), class_=f"tag {tone}") if p.said else "-"
    judge = p.judge + ("*" if p.standing == "stand-in" else "")
    return element("b", p.label), p.problem, p.parse, verdict, judge, amount(p.spent), p.remark


def _timeline(one: EpisodeReport) -> Html | None:
    """Return the turns of a model, each with the steps it caused, or the steps when no model played."""
    if not one.steps and not one.turns:
        return None
    by_number = {step.number: step for step in one.steps}
    told = {number for turn in one.turns for number in turn.steps}
    faults: dict[int | None, list[Html]] = {}
    for fault in one.faults:
        word = element("span", f"protocol error: {fault.kind.replace('_', ' ')}", class_="tag odd")
        faults.setdefault(fault.turn, []).append(join(word, element("p", fault.answer, class_="quiet")))
    parts = [_turn(turn, [by_number[n] for n in turn.steps if n in by_number], faults) for turn in one.turns]
    alone = [_step(step) for step in one.steps if step.number not in told]
    return join(element("h3", "Timeline"), *parts, *alone)


def _turn(turn: ReportTurn, steps: Iterable[ReportStep], faults: dict[int | None, list[Html]]) -> Html:
    calls = [join(element("code", name), preformatted(arguments)) for name, arguments in turn.tool_calls]
    head = [f"turn {turn.number}", phrases.usage(turn.usage), f"finish {turn.finish}" if turn.finish else ""]
    return element(
        "div",
        element("p", " · ".join(filter(None, head)), class_="quiet"),
        folded(_peek("reasoning", turn.reasoning), preformatted(turn.reasoning)) if turn.reasoning.strip() else None,
        folded(_peek("reply", turn.content), preformatted(turn.content)) if turn.content.strip() else None,
        folded(f"tool calls ({len(calls)})", *calls) if calls else None,
        *faults.get(turn.number, ()),
        *map(_step, steps),
        folded("said afterwards", *map(preformatted, turn.said)) if turn.said else None,
        class_="turn",
    )


def _peek(name: str, text: str) -> Html:
    return join(f"{name} ", element("span", first_line(text), class_="quiet"))


def _step(step: ReportStep) -> Html:
    asked, came = phrases.step_line(step)
    kind = step.charge or "not run"
    summary = join(
        element("span", kind.replace("_", " "), class_=f"tag {phrases.charge_tone(step.charge)}"),
        element("b", f" {step.verb} "),
        element("code", asked),
        element("span", f" → {came}" if came else "", class_="quiet"),
    )
    facts = (
        f"step {step.number}",
        f"focus {step.focus}" if step.focus else "",
        f"used {amount(step.used)}",
        step.reason,
        step.effects,
    )
    return folded(
        summary,
        element("p", " · ".join(filter(None, facts)), class_="quiet"),
        preformatted(step.text) if step.text else None,
        preformatted(step.output) if step.output else None,
        folded("the output as it was before it was cut", preformatted(step.full_output)) if step.full_output else None,
        class_="step",
    )


def _completion(c: ReportCompletion) -> Html:
    said = [f"{amount(c.tokens)} tokens", f"charged {amount(c.charged)}", f"finish {c.finish or '-'}", *c.remarks]
    return join(
        element("h3", "Completion"),
        element("p", " · ".join(said), class_="quiet"),
        folded(_peek("reasoning", c.reasoning), preformatted(c.reasoning)) if c.reasoning.strip() else None,
        folded(_peek("text", c.text), preformatted(c.text), opened=c.final is None) if c.text.strip() else None,
        None if c.final is None else folded(_peek("finaliser", c.final), preformatted(c.final), opened=True),
    )


def _lines(name: str, lines: Iterable[str]) -> Html | None:
    found = [element("li", line) for line in lines if line]
    return join(element("h3", name), element("ul", *found)) if found else None
