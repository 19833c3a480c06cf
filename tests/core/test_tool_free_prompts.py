"""The tool-free prompts keep the paper's contract, and their own examples can be parsed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from known_domains import AR, CODE, DOMAINS, MATH

from r3gym.core.completion import ToolFreeProtocol
from r3gym.core.contest import Contest
from r3gym.core.domain import Domain
from r3gym.core.problem import Problem
from r3gym.core.tier import Tier
from r3gym.core.verdict import ParseState
from r3gym.domains.prompt_files import prompts_hash
from r3gym.parsing import parse_completion
from r3gym.prompts.templates import PROMPTS, TABLES
from r3gym.prompts.tool_free import ToolFreePrompt, compose_prompt, finaliser_messages
from r3gym.suites import load_suite

ONE, TWO, AUTO = ToolFreeProtocol
MARK = {MATH: r"\boxed{", AR: "<answer>", CODE: "cpp"}
each_domain = pytest.mark.parametrize("domain", DOMAINS)


def contest_of(domain: Domain) -> Contest:
    return load_suite("embedded", domain).contest(0)


def single_of(domain: Domain) -> Contest:
    return load_suite("embedded", domain).single(0)


def roles(prompt: ToolFreePrompt) -> list[str]:
    return [message["role"] for message in prompt.messages]


@each_domain
@pytest.mark.parametrize("protocol", ToolFreeProtocol)
def test_a_contest_prompt_has_role_budget_problems_and_form(domain: Domain, protocol: ToolFreeProtocol) -> None:
    contest = contest_of(domain)
    prompt = compose_prompt(contest, 31337, protocol)
    assert roles(prompt) == ["system", "user"]
    for label, problem in zip(contest.labels, contest.problems, strict=True):
        assert f"===== Problem {label}: {problem.title} =====" in prompt.text
        assert problem.statement.strip() in prompt.text
    assert prompt.text.count("31337") == 1
    assert MARK[domain] in prompt.messages[0 if protocol is TWO else 1]["content"]
    assert "There are no tools" in prompt.text
    assert bool(prompt.finalization) == (protocol is not ONE)
    if protocol is AUTO:  # a reply of which nothing is known yet: asked in one stage, finalised as in two
        assert prompt.messages == compose_prompt(contest, 31337, ONE).messages
        assert prompt.finalization == compose_prompt(contest, 31337, TWO).finalization


@each_domain
def test_a_contest_prompt_has_seven_requirements(domain: Domain) -> None:
    text = compose_prompt(contest_of(domain), 100, ONE).text
    before_problems = text[: text.index("=====")]
    assert re.findall(r"^(\d)\. ", before_problems, re.MULTILINE) == list("1234567")
    assert "do not invent" in before_problems
    assert "any subset" in before_problems


@each_domain
def test_a_single_prompt_asks_for_one_answer_in_the_domains_form(domain: Domain) -> None:
    contest = single_of(domain)
    prompt = compose_prompt(contest, None, ONE)
    assert roles(prompt) == (["system", "user"] if domain.name == "math" else ["user"])
    assert contest.problems[0].statement.strip() in prompt.text
    assert "Problem 1" not in prompt.text
    form = {
        MATH: r"\boxed{}",
        AR: "<answer>your answer</answer>",
        CODE: "exactly one complete C++17",
    }
    assert form[domain] in prompt.text
    budgeted = compose_prompt(contest, 321, ONE).text
    assert "limited to 321 tokens" in budgeted
    thinking = compose_prompt(contest, 321, TWO).text
    assert "321 tokens" in thinking
    assert "Thinking tokens, hidden or not, and visible answer tokens all count" in thinking


@each_domain
def test_runs_share_a_prefix_up_to_what_differs(domain: Domain) -> None:
    """Everything before the budget is the same for all contests of a domain, so that it can be cached."""
    suite = load_suite("embedded", domain)
    for protocol in ToolFreeProtocol:
        first, second = (compose_prompt(suite.contest(n), 1000 + n, protocol).text for n in (0, 1))
        stable = first[: first.index("1000")]
        assert second.startswith(stable)
        assert len(stable) > 900
        assert first.index("1000") < first.index("=====")


@each_domain
@pytest.mark.parametrize("single", [False, True])
def test_the_finaliser_sees_the_trace_and_no_statement(domain: Domain, single: bool) -> None:
    contest = single_of(domain) if single else contest_of(domain)
    prompt = compose_prompt(contest, 100, TWO)
    sent = finaliser_messages(prompt.finalization, "thought so", "said so")
    assert [message["role"] for message in sent] == ["system", "user"]
    text = "\n".join(message["content"] for message in sent)
    assert text.index("thought so") < text.index("said so")
    assert ("MISSING" if domain.name == "code" else "No answer") in text
    assert "Do not solve anything from scratch" in text
    for problem in contest.problems:
        assert problem.title not in text
        assert problem.statement[:40] not in text


@each_domain
def test_the_forms_that_prompts_show_can_be_parsed(domain: Domain) -> None:
    program = "int main() { return 0; }"
    filled = {
        MATH: ("...", "42"),
        AR: ("...", "42"),
        CODE: ("(one complete C++17 program)", program),
    }
    old, new = filled[domain]
    prompt = compose_prompt(contest_of(domain), 100, TWO)
    form, _, nothing = prompt.finalization.split("in this form:\n\n")[1].partition("\n\nor, without")
    first = domain.labels()[0]
    (answered, *others) = parse_completion(form.replace(old, new), domain, domain.labels())
    assert (answered.label, answered.answer) == (first, new)
    assert {p.state for p in others} == {ParseState.MISSING}
    nothing = nothing.split(":\n\n")[1]
    assert {p.state for p in parse_completion(nothing, domain, domain.labels())} == {ParseState.MISSING}
    shown = compose_prompt(contest_of(domain), 100, ONE).messages[1]["content"]
    assert form in shown


def test_difficulty_is_shown_only_in_its_variant() -> None:
    plain, shown = (load_suite("embedded", MATH, show_difficulty=shown).contest(0) for shown in (False, True))
    for protocol in ToolFreeProtocol:
        assert "ifficult" not in compose_prompt(plain, 100, protocol).text
        lines = [ln for ln in compose_prompt(shown, 100, protocol).text.splitlines() if ln.startswith("Difficulty: ")]
        assert sorted(lines) == [*["Difficulty: easy"] * 3, "Difficulty: hard", *["Difficulty: medium"] * 2]
    single = load_suite("embedded", MATH, show_difficulty=True).single(0)
    assert "Difficulty: " in compose_prompt(single, 100, ONE).text


def test_a_statement_is_never_read_as_a_template() -> None:
    odd = Problem("p", MATH, "$budget", "Pay $budget and ${labels} for $$5.")
    contest = Contest("c", MATH, tuple(replace(odd, id=f"p{n}") for n in range(6)))
    for protocol in ToolFreeProtocol:
        assert "Pay $budget and ${labels} for $$5." in compose_prompt(contest, 77, protocol).text
    assert "$budget" in finaliser_messages("x", "$budget", "")[1]["content"]


def test_a_problem_without_a_title_or_tier_has_neither() -> None:
    bare = Problem("p", MATH, "", "1 + 1?", shown_difficulty=Tier.UNRATED)
    text = compose_prompt(Contest("p", MATH, (bare,)), None, ONE).messages[1]["content"]
    assert text.endswith("\n\n1 + 1?")


def test_every_prompt_of_a_contestant_is_part_of_the_prompts_version() -> None:
    from importlib.resources import files

    there = {entry.name.partition(".")[0] for entry in files("r3gym.prompts").joinpath("texts").iterdir()}
    assert {name for name in there if not name.startswith("math_judge")} == {*PROMPTS, *TABLES}
    kept = [folder.joinpath("texts") for folder in (files("r3gym.domains"), *files("r3gym.domains").iterdir())]
    of_domains = {text.name.partition(".")[0] for texts in kept if texts.is_dir() for text in texts.iterdir()}
    assert of_domains <= {name for domain in DOMAINS for name in domain.prompts.version}
    assert len(prompts_hash()) == 64
    assert prompts_hash("code") == prompts_hash(), "the version covers all domains that ship with r3gym"
